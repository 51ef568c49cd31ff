"""Statistics and reports of the study; nothing but Python's own library.

    report.py STUDY.CSV     writes summary.csv, report.md, report.html, ... beside it
    report.py SUMMARY.CSV   prints report.md, as docs/study has it
"""
import collections
import csv
import html
import json
import math
import pathlib
import random
import statistics
import sys
import textwrap

import chart
from chart import WARM

SAMPLES = 300  # of a bootstrap
WORDS = ["map", "family", "method", "agent"]
COUNTS = ["queries", "wrong", "unanswered"]
COLUMNS = WORDS + COUNTS + "us lo hi p99 over_optimum worst_over_optimum build_ms bytes".split()


def read_lines(path):
    """The facts of a file, and its lines with the header."""
    facts, lines = {}, []
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            key, _, value = line[2:].partition(": ")
            facts[key] = value
        else:
            lines.append(line)
    return facts, lines


def read_rows(path):
    facts, lines = read_lines(path)
    return facts, list(csv.DictReader(lines))


def read_figures(path):
    """The facts and the figures of a summary."""
    def value(key, text):
        return text if key in WORDS else int(text) if key in COUNTS else float(text)

    facts, rows = read_rows(path)
    return facts, [{key: value(key, text) for key, text in row.items() if text} for row in rows]


def find_interval(values):
    """The mean, and where it lies in 95 of 100 samples drawn from the values."""
    mean = sum(values) / len(values)
    draw = random.Random(20261127)
    means = sorted(sum(draw.choices(values, k=len(values))) / len(values) for _ in range(SAMPLES))
    return mean, means[SAMPLES * 25 // 1000], means[SAMPLES - 1 - SAMPLES * 25 // 1000]


def group_key(row):
    """A crowd has a figure for each number of units, not one for all of them."""
    name = f"{row['map']} {row['query']}" if row["family"] == "crowd" else row["map"]
    return name, row["family"], row["method"], row["agent"]


def figure_key(figure):
    return figure["map"], figure["family"], figure["method"], figure["agent"]


def summarise(rows):
    """A figure per map, family, method and agent: of the answers that are right."""
    groups = collections.defaultdict(list)
    for row in rows:
        groups[group_key(row)].append(row)
    figures = []
    for (name, family, method, agent), group in groups.items():
        right = [row for row in group if row["status"] == "ok"]
        figure = {"map": name, "family": family, "method": method, "agent": agent,
                  "queries": len(group),
                  "wrong": 0 if method.endswith(WARM)
                  else sum(row["status"] == "wrong" for row in group),
                  "unanswered": sum(row["status"] not in ("ok", "wrong") for row in group)}
        timed = [float(row["us"]) for row in (group if family == "crowd" else right) if row["us"]]
        if timed:
            figure["us"], figure["lo"], figure["hi"] = find_interval(timed)
            figure["p99"] = sorted(timed)[math.ceil(0.99 * len(timed)) - 1]
        if timed and len(group) == 1:
            figure["lo"], figure["hi"] = float(group[0]["lo"]), float(group[0]["hi"])
        ratios = [float(row["length"]) / float(row["optimum"]) for row in right
                  if row["length"] and row["optimum"] and float(row["optimum"]) > 0]
        if ratios:
            figure["over_optimum"] = sum(ratios) / len(ratios)
            figure["worst_over_optimum"] = max(ratios)
        for key in ("build_ms", "bytes"):
            if group[0][key]:
                figure[key] = float(group[0][key])
        figures.append(figure)
    return figures


def number(value, digits=3):
    """As many digits as say something."""
    if value is None or value == "":
        return ""
    value = float(value)
    if value == 0:
        return "0"
    places = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    return f"{value:.{min(places, 6)}f}"


def write_summary(facts, figures, path):
    with open(path, "w", encoding="utf-8", newline="") as file:
        for key, value in facts.items():
            file.write(f"# {key}: {value}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for figure in figures:
            writer.writerow([figure.get(c, "") if not isinstance(figure.get(c), float)
                             else f"{figure[c]:.6g}" for c in COLUMNS])


def write_json_lines(facts, rows, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps({"study": facts}) + "\n")
        for row in rows:
            values = {key: (float(text) if key not in WORDS + ["status"] and text
                            else text or None) for key, text in row.items()}
            file.write(json.dumps(values) + "\n")


# ---- tables ----

HEADINGS = ("method", "us", "95 %", "99 %", "over optimum", "worst", "wrong", "none", "build ms",
            "MB", "warm us")


def tables(figures):
    """For each map, family and agent: a title, and rows of text, the fastest first."""
    warm = {(f["map"], f["family"], f["agent"], f["method"][:-len(WARM)]): f
            for f in figures if f["method"].endswith(WARM)}
    groups = collections.defaultdict(list)
    for figure in figures:
        if not figure["method"].endswith(WARM):
            groups[figure["family"], figure["map"], figure["agent"]].append(figure)
    for (family, name, agent), group in groups.items():
        rows = []
        for figure in sorted(group, key=lambda f: f.get("us", math.inf)):
            second = warm.get((name, family, agent, figure["method"]), {})
            size = figure.get("bytes")
            rows.append((
                figure["method"], number(figure.get("us")),
                f"{number(figure['lo'])} to {number(figure['hi'])}" if "lo" in figure else "",
                number(figure.get("p99")),
                f"{figure['over_optimum']:.4f}" if "over_optimum" in figure else "",
                f"{figure['worst_over_optimum']:.3f}" if "worst_over_optimum" in figure else "",
                str(figure["wrong"]), str(figure["unanswered"]), number(figure.get("build_ms")),
                number(size / 1e6) if size is not None else "", number(second.get("us"))))
        title = f"{family}: {name}" + ("" if agent == "point" else f", {agent}")
        yield title, f"{group[0]['queries']} queries", rows


def find_rival(figure, group, peers):
    """The fastest method of taut whose paths are as short as those of a peer."""
    rivals = (f for f in group if f["method"] not in peers
              and f.get("over_optimum", 1) <= figure.get("over_optimum", 1) + 1e-9)
    return min(rivals, key=lambda f: f["us"], default=None)


def peer_losses(peers, cold):
    """A line for each peer that is faster than all methods of taut whose paths are as short, or
    than the default method, and where."""
    groups = collections.defaultdict(list)
    for figure in cold:
        groups[figure["family"], figure["map"], figure["agent"]].append(figure)
    found = collections.defaultdict(lambda: ([], []))
    for (family, path, _), group in groups.items():
        name = path.split("/")[-1]
        default = next((f for f in group if f["method"] == "best"), None)
        for figure in (f for f in group if f["method"] in peers):
            than_all, ratios = found[family, figure["method"]]
            us, rival = number(figure["us"]), find_rival(figure, group, peers)
            if rival is None:
                than_all.append(f"{name} ({us} us)")
            elif figure["us"] < rival["us"]:
                than_all.append(f"{name} ({us} us, {rival['method']} {number(rival['us'])})")
            if default and figure["us"] < default["us"]:
                ratios.append(figure.get("over_optimum", 1))
    behind = collections.defaultdict(list)
    for (family, peer), (than_all, ratios) in found.items():
        if than_all:
            yield f"{family}: `{peer}` is ahead of all paths as short on {', '.join(than_all)}."
        if ratios:
            behind[family].append(f"`{peer}` on {len(ratios)} maps ({max(ratios):.3f})")
    for family, peers_ahead in behind.items():
        yield (f"{family}: the default `best` is behind {', '.join(peers_ahead)}; in brackets "
               "their longest paths over the optimum.")


def losses(facts, figures):
    """Where a peer is faster than every method of taut whose paths are as short, or than the
    default; where taut's answers are wrong, or its paths much longer than the optimum."""
    peers = facts["peers"].split("; ")
    cold = [f for f in figures if "us" in f and not f["method"].endswith(WARM)]
    yield from peer_losses(peers, cold)
    long = collections.defaultdict(list)
    for figure in (f for f in cold if f["method"] not in peers):
        if figure["wrong"]:
            yield (f"{figure['family']}, {figure['map']}: `{figure['method']}` is wrong "
                   f"{figure['wrong']} times.")
        if figure.get("over_optimum", 1) > 1.01:
            long[figure["family"], figure["method"]].append(figure["over_optimum"])
    for (family, method), ratios in long.items():
        yield (f"{family}: paths of `{method}` are {min(ratios):.3f} to {max(ratios):.3f} times as "
               f"long as the optimum, on {len(ratios)} maps.")


def exponents(figures):
    """A line for each method of the family growth: the slope of a line through the logarithms of
    time and tiles."""
    points = collections.defaultdict(list)
    for figure in figures:
        if figure["family"] == "growth" and "us" in figure and not figure["method"].endswith(WARM):
            side = float(figure["map"].split()[-1])
            points[figure["method"]].append((2 * math.log(side), math.log(figure["us"])))
    for method, logs in points.items():
        if len(logs) > 1:
            slope = statistics.linear_regression(*zip(*logs)).slope
            yield f"The time of `{method}` grows as the tiles to the power of {slope:.2f}."


def list_losses(facts, figures):
    """A list of them in Markdown."""
    for line in losses(facts, figures):
        yield from textwrap.wrap("- " + line, 96, subsequent_indent="  ", break_long_words=False)


def report_text(facts, figures):
    yield f"# Study of {facts['date']}"
    yield ""
    for key in ("machine", "compiler", "flags", "commit", "settings", "peers"):
        yield f"- {key}: {facts[key]}"
    yield ""
    yield "Times are us of CPU time of the thread, cold; docs/study.md has the method and what the"
    yield "columns are. Rows of one table are of one run, in turns."
    yield ""
    yield "## Where taut loses"
    yield ""
    yield from list(list_losses(facts, figures)) or ["Nowhere in this run."]
    powers = list(exponents(figures))
    yield from ["", "## Growth", ""] + ["- " + line for line in powers] if powers else []
    for title, count, rows in tables(figures):
        yield ""
        yield f"## {title}"
        yield ""
        yield f"{count}:"
        yield ""
        yield "|" + "|".join(HEADINGS) + "|"
        yield "|---" * len(HEADINGS) + "|"
        yield from ("|" + "|".join(row) + "|" for row in rows)


def latex(figures):
    def escaped(text):
        for letter in "&%$#_{}":
            text = text.replace(letter, "\\" + letter)
        return text

    for title, count, rows in tables(figures):
        yield r"\begin{table}\centering"
        yield r"\begin{tabular}{l" + "r" * (len(HEADINGS) - 1) + r"}\hline"
        yield " & ".join(escaped(text) for text in HEADINGS) + r" \\ \hline"
        yield from (" & ".join(escaped(text) for text in row) + r" \\" for row in rows)
        yield r"\hline\end{tabular}"
        yield r"\caption{" + escaped(f"{title}, {count}") + r"}\end{table}"
        yield ""


def page(facts, rows, figures):
    yield "<!DOCTYPE html><html lang='en'><meta charset='utf-8'>"
    yield f"<title>taut: study of {html.escape(facts['date'])}</title><style>"
    yield "body{font:14px sans-serif;max-width:1100px;margin:2em auto;padding:0 1em}"
    yield "table{border-collapse:collapse}td,th{padding:2px 8px;text-align:right}"
    yield "td:first-child{text-align:left}tr:nth-child(even){background:#eee}</style>"
    yield f"<h1>Study of {html.escape(facts['date'])}</h1><ul>"
    yield from (f"<li>{html.escape(f'{key}: {value}')}</li>" for key, value in facts.items())
    yield "</ul><h2>Where taut loses</h2><ul>"
    yield from (f"<li>{html.escape(line)}</li>" for line in losses(facts, figures))
    yield "</ul>"
    powers = list(exponents(figures))
    if powers:
        yield "<h2>Growth</h2><ul>"
        yield from (f"<li>{html.escape(line)}</li>" for line in powers)
        yield "</ul>"
    yield from chart.pictures(rows, figures)
    for title, count, lines in tables(figures):
        yield f"<h2>{html.escape(title)}</h2><p>{count}</p><table><tr>"
        yield "".join(f"<th>{html.escape(text)}</th>" for text in HEADINGS) + "</tr>"
        for line in lines:
            yield "<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in line) + "</tr>"
        yield "</table>"
    yield "</html>"


def write_all(path):
    """Writes everything beside study.csv and returns the figures."""
    facts, rows = read_rows(path)
    folder = pathlib.Path(path).parent
    write_summary(facts, summarise(rows), folder / "summary.csv")
    figures = read_figures(folder / "summary.csv")[1]
    write_json_lines(facts, rows, folder / "study.jsonl")
    for name, lines in (("report.md", report_text(facts, figures)), ("tables.tex", latex(figures)),
                        ("report.html", page(facts, rows, figures))):
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return figures


def compare(figures, path):
    """Whether two runs agree: the intervals of their means overlap, once the machine's speed has
    been taken out, which changes from minute to minute. The methods on a map are timed in turns: of
    the ratios of a map and family the median is that speed."""
    others = {figure_key(f): f for f in summarise(read_rows(path)[1])}
    groups = collections.defaultdict(list)
    for figure in figures:
        other = others.get(figure_key(figure))
        if other is not None and "us" in figure and "us" in other:
            groups[figure["family"], figure["map"].split()[0]].append((figure, other))
    apart, speeds = [], []
    for pairs in groups.values():
        speed = statistics.median(figure["us"] / other["us"] for figure, other in pairs)
        speeds.append(speed)
        for figure, other in pairs:
            if figure["lo"] > other["hi"] * speed or other["lo"] * speed > figure["hi"]:
                apart.append(f"{figure['family']}, {figure['map']}, {figure['method']}, "
                             f"{figure['agent']}: {number(figure['us'])} and "
                             f"{number(other['us'] * speed)} us")
    count = sum(len(pairs) for pairs in groups.values())
    low, high = min(speeds, default=1.0), max(speeds, default=1.0)
    return "\n".join(apart + [f"{count - len(apart)} of {count} figures agree; "
                              f"it took {number(low)} to {number(high)} times as long"])


def main(path):
    if "queries" in read_rows(path)[1][0]:
        print("\n".join(report_text(*read_figures(path))))
    else:
        write_all(path)


if __name__ == "__main__":
    main(sys.argv[1])

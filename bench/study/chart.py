"""Charts as SVG, drawn by hand: so that a report needs no other program."""
import collections
import html
import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 1000, 420, 70, 230, 20, 50
COLOURS = ("#0b6e99 #d9730d #448361 #9065b0 #c14c8a #cb912f #5a5a5a #d44c47 #2f6f4f #6f4fa0 "
           "#a05a2c #177f8c #8c1749").split()
WARM = " (warm)"


def ticks(low, high, is_log):
    if is_log:
        first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
        return [10.0 ** exponent for exponent in range(first, last + 1)]
    step = 10.0 ** math.floor(math.log10((high - low) or 1.0))
    step = next(s for s in (step / 5, step / 2, step, 2 * step) if (high - low) / s <= 8)
    first = math.floor(low / step)
    return [(first + i) * step for i in range(int((high - low) / step) + 3)]


class Axis:
    """Values to places."""

    def __init__(self, values, is_log, begin, end):
        self.is_log = is_log
        values = [v for v in values if v > 0] if is_log else values
        self.ticks = ticks(min(values), max(values), is_log)
        self.low, self.high = self.ticks[0], self.ticks[-1]
        if self.low == self.high:
            self.high = self.low * 10 if is_log else self.low + 1
        self.begin, self.end = begin, end

    def at(self, value):
        low, high = self.low, self.high
        if self.is_log:
            value, low, high = (math.log10(max(v, low)) for v in (value, low, high))
        return self.begin + (value - low) / (high - low) * (self.end - self.begin)


def short(value):
    return f"{value:.10g}" if value < 1e5 else f"{value:.0e}".replace("e+0", "e")


def draw(title, labels, series, logs=(True, True), has_lines=False, dot=4):
    """An SVG of {name: [(x, y), ...]}; no name, no entry in the legend."""
    points = [p for group in series.values() for p in group]
    if not points:
        return
    x_axis = Axis([p[0] for p in points], logs[0], LEFT, WIDTH - RIGHT)
    y_axis = Axis([p[1] for p in points], logs[1], HEIGHT - BOTTOM, TOP)
    yield f"<h3>{html.escape(title)}</h3>"
    yield f"<svg viewBox='0 0 {WIDTH} {HEIGHT}' width='100%' font-size='12' fill='#222'>"
    for tick in x_axis.ticks:
        x = x_axis.at(tick)
        yield f"<path d='M{x:.1f} {TOP}V{HEIGHT - BOTTOM}' stroke='#ddd'/>"
        yield (f"<text x='{x:.1f}' y='{HEIGHT - BOTTOM + 16}' text-anchor='middle'>"
               f"{short(tick)}</text>")
    for tick in y_axis.ticks:
        y = y_axis.at(tick)
        yield f"<path d='M{LEFT} {y:.1f}H{WIDTH - RIGHT}' stroke='#ddd'/>"
        yield f"<text x='{LEFT - 6}' y='{y + 4:.1f}' text-anchor='end'>{short(tick)}</text>"
    yield (f"<text x='{(LEFT + WIDTH - RIGHT) // 2}' y='{HEIGHT - 10}' text-anchor='middle'>"
           f"{html.escape(labels[0])}</text>")
    yield (f"<text x='14' y='{HEIGHT // 2}' text-anchor='middle' "
           f"transform='rotate(-90 14 {HEIGHT // 2})'>{html.escape(labels[1])}</text>")
    for i, (name, group) in enumerate(series.items()):
        colour = COLOURS[i % len(COLOURS)]
        places = [(x_axis.at(x), y_axis.at(y)) for x, y in group]
        if has_lines:
            yield (f"<path fill='none' stroke='{colour}' stroke-width='1.5' d='M"
                   + "L".join(f"{x:.1f} {y:.1f}" for x, y in places) + "'/>")
        if dot:
            yield "".join(f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{dot}' fill='{colour}' "
                          "fill-opacity='.7'/>" for x, y in places)
        y = TOP + 12 + 16 * i
        yield f"<circle cx='{WIDTH - RIGHT + 16}' cy='{y - 4}' r='5' fill='{colour}'/>"
        yield f"<text x='{WIDTH - RIGHT + 26}' y='{y}'>{html.escape(name)}</text>"
    yield "</svg>"


def shares(values):
    values = sorted(values)
    return [(v, (i + 1) / len(values)) for i, v in enumerate(values)]


def by_method(rows, pair):
    series = collections.defaultdict(list)
    for row in rows:
        if row["status"] == "ok" and row["us"] and not row["method"].endswith(WARM):
            series[row["method"]].append(pair(row))
    return series


def of_maps(rows, figures):
    for name in dict.fromkeys(f["map"] for f in figures if f["family"] == "point"):
        cold = [f for f in figures if f["map"] == name and f["family"] == "point" and "us" in f
                and not f["method"].endswith(WARM)]
        yield from draw(f"{name}: time and length over the optimum", ("us", "over the optimum - 1"),
                        {f["method"]: [(f["us"], f.get("over_optimum", 1) - 1)] for f in cold},
                        (True, False), dot=6)
        own = [r for r in rows if r["map"] == name and r["family"] == "point"]
        yield from draw(f"{name}: time and length", ("tiles", "us"), by_method(
            own, lambda r: (float(r["optimum"] or 0) or 1.0, float(r["us"]) or 0.01)), dot=2)
        times = by_method(own, lambda r: float(r["us"]) or 0.01)
        yield from draw(f"{name}: share of queries that take at most", ("us", "share"),
                        {m: shares(v) for m, v in times.items()}, (True, False), True, 0)


def pictures(rows, figures):
    yield from of_maps(rows, figures)
    growth = collections.defaultdict(list)
    for f in figures:
        if f["family"] == "growth" and "us" in f and not f["method"].endswith(WARM):
            growth[f["method"]].append((float(f["map"].split()[-1]), f["us"]))
    yield from draw("Growth with the side of the map", ("tiles a side", "us"), growth,
                    has_lines=True)
    built = collections.defaultdict(list)
    for f in figures:
        if f["family"] == "point" and f.get("build_ms") and f.get("bytes") \
                and not f["method"].endswith(WARM):
            built[f["method"]].append((f["build_ms"], f["bytes"] / 1e6))
    yield from draw("Build and memory, a point a map", ("build, ms", "MB"), built)
    edits = by_method([r for r in rows if r["family"] == "edits"], lambda r: float(r["us"]) or 0.01)
    yield from draw("Edits of a tile: share that take at most", ("us", "share"),
                    {m: shares(v) for m, v in edits.items()}, (True, False), True, 0)
    crowds = collections.defaultdict(list)
    for row in rows:
        if row["family"] == "crowd" and row["us"]:
            crowds[row["method"]].append((float(row["query"]), float(row["us"])))
    yield from draw("Crowds: time of a unit and tick", ("units", "us"), crowds, has_lines=True)

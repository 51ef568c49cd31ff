#!/usr/bin/env python3
"""Runs the study: ./run study [MAP]...; docs/study.md says what it measures.

Each family of each map is one run of `taut_bench study`, whose rows are appended to study.csv. What
is there already is not run again, so an interrupted study goes on where it was.
"""
import argparse
import csv
import datetime
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import report  # noqa: E402  (the folder is known only now)

ROOT = pathlib.Path(__file__).resolve().parents[2]
OF_MAPS = ("point", "field", "agent", "ground", "edits")
ALL = OF_MAPS + ("floors", "growth", "crowd")
PEERS = {  # the program in build/peers, and how to get it
    "Detour": ("detour_peer", "apt-get install librecast-dev"),
    "Boost.Graph A*": ("boost_graph_peer", "apt-get install libboost-graph-dev"),
    "libtcod A*": ("libtcod_peer", "apt-get install libtcod-dev"),
    "warthog JPS": ("warthog_jps_peer", "./run peers warthog=DIR"),
    "warthog JPS+": ("warthog_jps_plus_peer", "./run peers warthog=DIR"),
    "Polyanya": ("polyanya_peer", "./run peers polyanya=DIR"),
    "EPS": ("eps_peer", "./run peers eps=DIR"),
    "EHL": ("ehl_peer", "./run peers ehl=DIR"),
    "DetourCrowd": ("detour_crowd_peer", "apt-get install librecast-dev"),
    "RVO2": ("rvo2_peer", "./run peers rvo2=DIR"),
}


def say(text):
    print(text, file=sys.stderr, flush=True)


def read_arguments():
    parser = argparse.ArgumentParser(prog="./run study", description=__doc__.splitlines()[0])
    parser.add_argument("maps", nargs="*", metavar="MAP", help="maps with their .map.scen, world "
                        "files, crowd scenarios, or folders of them; default: those of maps/")
    parser.add_argument("--out", default=str(ROOT / "build/study"), help="folder of the results")
    parser.add_argument("--families", default=",".join(ALL), help="some of " + ",".join(ALL))
    parser.add_argument("--queries", type=int, default=60, help="of a map, at most")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1, help="chooses the queries")
    parser.add_argument("--peers", help="folder of programs that answer too: docs/study.md")
    parser.add_argument("--dask", metavar="ADDRESS", help="run on this scheduler of Dask")
    parser.add_argument("--compare", metavar="CSV", help="say where another run differs")
    return parser.parse_args()


def find_maps(names):
    """Files, in the order given; those of a folder sorted."""
    files = []
    for name in names or [ROOT / "maps"]:
        path = pathlib.Path(name)
        if path.is_dir():
            files += sorted(p for p in path.iterdir() if p.suffix in (".map", ".crowd")
                            or (p.suffix == ".json" and '"floors"' in p.read_text("utf-8")))
        elif path.is_file():
            files.append(path)
        else:
            sys.exit(f"run: {name} is neither a file nor a folder")
    return [path.resolve() for path in files]


def crowd_name(path):
    """The name inside a crowd scenario."""
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith("name "):
            return line[5:]
    return ""


def list_work(files, families):
    """Pairs of family and file. Growth and crowds are measured on copies of one map: our city."""
    work = []
    for path in files:
        kinds = OF_MAPS
        if path.suffix == ".json":
            kinds = ("floors",)
        elif path.suffix == ".crowd":
            kinds = ("crowd",)
        elif path == ROOT / "maps/city.map":
            kinds += ("growth", "crowd")
        work += [(kind, str(path)) for kind in kinds if kind in families]
    return work


def is_program(path):
    return path.is_file() and os.access(path, os.X_OK)


def find_peers(bench, folder):
    """NAME=PROGRAM for each peer that is there; a line for each that is not."""
    programs = {}
    for path in sorted(pathlib.Path(folder).iterdir()) if folder else []:
        if is_program(path):
            programs[path.name.replace("_", " ")] = path.resolve()
    for name, (program, how) in PEERS.items():
        path = pathlib.Path(bench).parent / "peers" / program
        if name in programs:
            continue
        if is_program(path):
            programs[name] = path
        else:
            say(f"study: without {name}: not built ({how})")
    return [f"{name}={path}" for name, path in programs.items()]


def describe_machine(bench, options, peers):
    def run(*command):
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
        return done.stdout.strip()

    cache = (pathlib.Path(bench).parent / "CMakeCache.txt").read_text(encoding="utf-8")

    def cached(key):
        found = re.search(rf"^{key}:\w+=(.*)$", cache, re.M)
        return found[1] if found else ""

    processors = pathlib.Path("/proc/cpuinfo")
    model = ""
    if processors.exists():
        found = re.search(r"^model name\s*: (.*)$", processors.read_text(encoding="utf-8"), re.M)
        model = found[1] if found else ""
    build = cached("CMAKE_BUILD_TYPE")
    flags = f"{cached('CMAKE_CXX_FLAGS')} {cached('CMAKE_CXX_FLAGS_' + build.upper())}"
    return {
        "machine": f"{model or platform.machine()}, {os.cpu_count()} processors, "
                   f"{platform.system()} {platform.release()}",
        "compiler": run(cached("CMAKE_CXX_COMPILER"), "--version").splitlines()[0],
        "flags": f"{build}: {flags.strip()} -ffp-contract=off",
        "commit": run("git", "describe", "--always", "--dirty") or "unknown",
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
        "peers": "; ".join(peer.split("=")[0] for peer in peers),
        "settings": f"{options.queries} queries, {options.rounds} rounds, seed {options.seed}",
    }


def run_unit(unit, bench, peers, settings):
    """The rows of a family on a map, and what was said; a task of Dask, too."""
    family, path = unit
    is_crowd = family == "crowd"
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "rows.csv")
        command = [bench, "study", path, "--family", family, "--csv", out] + settings
        for peer in peers:
            if ("rowd" in peer.split("=")[0] or peer.startswith("RVO2")) == is_crowd:
                command += ["--peer", peer]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr or done.stdout}")
        with open(out, encoding="utf-8") as file:
            return file.read().splitlines(), done.stderr


class Results:
    """study.csv: lines of what it was made on, the header, the rows."""

    def __init__(self, folder, facts):
        self.file = pathlib.Path(folder) / "study.csv"
        self.facts = facts
        self.lines = []
        if not self.file.exists():
            return
        old, self.lines = report.read_lines(self.file)
        for key in ("machine", "compiler", "flags", "commit", "peers", "settings"):
            if old.get(key) != facts[key]:
                sys.exit(f"run: {self.file} is of another {key}: {old.get(key)}, not {facts[key]}; "
                         "choose another --out")
        self.facts = old

    def has(self, unit):
        family, path = unit
        name = f"{pathlib.Path(path).parent.name}/{pathlib.Path(path).stem}"
        if family == "crowd" and path.endswith(".crowd"):
            return any(row["family"] == "crowd" and row["map"] == crowd_name(path)
                       for row in csv.DictReader(self.lines))
        return any(row["family"] == family and re.sub(r" \d+$", "", row["map"]) == name
                   for row in csv.DictReader(self.lines))

    def add(self, lines):
        self.lines += lines if not self.lines else lines[1:]
        beside = self.file.with_suffix(".tmp")
        facts = "".join(f"# {key}: {value}\n" for key, value in self.facts.items())
        beside.write_text(facts + "\n".join(self.lines) + "\n", encoding="utf-8")
        beside.replace(self.file)


def answers_here(work, task):
    for unit in work:
        yield unit, run_unit(unit, *task)


def answers_by_dask(work, address, task):
    """The tree must be at the same place on all workers. What a lost one had begun runs again."""
    from distributed import Client, as_completed  # pylint: disable=import-outside-toplevel
    with Client(address) as client:
        futures = {client.submit(run_unit, unit, *task, retries=2, pure=False): unit
                   for unit in work}
        for future in as_completed(futures):
            yield futures[future], future.result()


def measure(options, bench, peers, results):
    settings = ["--queries", str(options.queries), "--rounds", str(options.rounds),
                "--seed", str(options.seed)]
    work = list_work(find_maps(options.maps), options.families.split(","))
    left = [unit for unit in work if not results.has(unit)]
    if len(left) < len(work):
        say(f"study: {len(work) - len(left)} of {len(work)} are in {results.file}")
    task = (bench, peers, settings)
    answers = (answers_by_dask(left, options.dask, task) if options.dask
               else answers_here(left, task))
    begin = time.monotonic()
    for done, (unit, (lines, said)) in enumerate(answers, 1):
        results.add(lines)
        if said:
            say(said.rstrip())
        spent = time.monotonic() - begin
        rest = spent / done * (len(left) - done)
        say(f"study: {done} of {len(left)}: {unit[0]} {pathlib.Path(unit[1]).name}, "
            f"{spent:.0f} s, about {rest:.0f} s left")


def main():
    options = read_arguments()
    if set(options.families.split(",")) - set(ALL):
        sys.exit(f"run: --families {options.families}: they are {','.join(ALL)}")
    bench = os.environ.get("TAUT_BENCH", str(ROOT / "build/taut_bench"))
    pathlib.Path(options.out).mkdir(parents=True, exist_ok=True)
    peers = find_peers(bench, options.peers)
    results = Results(options.out, describe_machine(bench, options, peers))
    measure(options, bench, peers, results)
    if not results.lines:
        sys.exit("run: nothing was measured")
    figures = report.write_all(results.file)
    print(f"{results.file.parent}: study.csv, study.jsonl, summary.csv, report.md, report.html, "
          f"tables.tex; {sum(f['wrong'] for f in figures)} wrong answers")
    if options.compare:
        print(report.compare(figures, options.compare))


if __name__ == "__main__":
    main()

"""The time of World.find_paths() beside that of find_all() in C++, in turns, both answers checked.

    PYTHONPATH=build/python python3 python/tests/batch_time.py build/python/find_all_time \
      maps/city.map [SCENARIO [THREADS]]
"""

import statistics
import subprocess
import sys
import time

import numpy as np

import taut

ROUNDS = 11
REPEATS = 20


def read_scenario(file):
    rows = [line.split("\t") for line in open(file) if line.count("\t") == 8]
    places = np.array([[float(word) + 0.5 for word in row[4:8]] for row in rows])
    return np.tile(places, (REPEATS, 1)).astype(np.float32)


def main():
    program, map_file = sys.argv[1:3]
    scenario = sys.argv[3] if len(sys.argv) > 3 else map_file + ".scen"
    threads = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    world = taut.World.load(map_file)
    places = read_scenario(scenario)
    beside = subprocess.Popen(
        [program, map_file, scenario, str(threads), str(REPEATS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    ratios, times = [], {"C++": [], "Python": []}
    for _ in range(ROUNDS):
        beside.stdin.write("\n")
        beside.stdin.flush()
        taken, total = map(float, beside.stdout.readline().split())
        begin = time.perf_counter()
        paths = world.find_paths(places[:, :2], places[:, 2:], threads=threads)
        here = time.perf_counter() - begin
        assert abs(paths.lengths.sum() - total) < 1e-3, "the lengths differ"
        times["C++"].append(taken)
        times["Python"].append(here)
        ratios.append(here / taken)
    beside.stdin.close()
    for name, seconds in times.items():
        print(f"{name}: {statistics.median(seconds) / len(places) * 1e6:.2f} us per query")
    print(f"ratio of a round, median of {ROUNDS}: {statistics.median(ratios):.3f}")
    print(f"least times: {min(times['Python']) / min(times['C++']):.3f}")


if __name__ == "__main__":
    main()

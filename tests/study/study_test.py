#!/usr/bin/env python3
"""The study on a small map: python3 tests/study/study_test.py TAUT_BENCH."""
import contextlib
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
STUDY = ROOT / "bench/study"
sys.path.insert(0, str(STUDY))
import report  # noqa: E402
import study  # noqa: E402

HEADER = ("map,family,query,bucket,method,agent,status,length,optimum,cost,corners,expanded,us,lo,"
          "hi,build_ms,bytes")
# Straight to every second goal, through walls; to the others by way of a blocked tile, which is
# longer than the optimum. Query 3 has no answer.
PEER = """#!/usr/bin/env python3
import sys
lines = open(sys.argv[2]).read().splitlines()[1:]
with open(sys.argv[3], "w") as out:
    print("build 1.5 2000", file=out)
    for i, line in enumerate(lines):
        x, y, u, v = (float(word) + 0.5 for word in line.split("\\t")[4:8])
        if i != 3:
            by = [0.5, 0.5] if i % 2 else []
            print(i, "ok 5 4 7 0", x, y, *by, u, v, file=out)
"""


def run(out, peers, *arguments):
    command = [sys.executable, str(STUDY / "study.py"), "--out", str(out), "--queries", "12",
               "--rounds", "2", "--families", "point,edits", "--peers", str(peers),
               str(ROOT / "maps/arena.map")]
    done = subprocess.run(command + list(arguments), capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def answers(folder):
    """All that does not depend on times."""
    keys = "map family query method status length optimum cost corners expanded".split()
    return [[row[key] for key in keys] for row in report.read_rows(folder / "study.csv")[1]]


class Study(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.first = pathlib.Path(folder.name) / "first"
        cls.peers = pathlib.Path(folder.name) / "peers"
        cls.peers.mkdir()
        peer = cls.peers / "Straight"
        peer.write_text(PEER)
        peer.chmod(0o755)
        broken = cls.peers / "Broken"
        broken.write_text("#!/bin/sh\nexit 3\n")
        broken.chmod(0o755)
        cls.status, cls.said, cls.warned = run(cls.first, cls.peers)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name) / "out"
        shutil.copytree(self.first, self.out)

    def rows(self):
        return report.read_rows(self.out / "study.csv")

    def test_rows_and_reports(self):
        self.assertEqual(self.status, 0)
        self.assertRegex(self.said, r" [1-9]\d* wrong answers")
        facts, rows = self.rows()
        self.assertEqual(",".join(rows[0]), HEADER)
        for key in ("machine", "compiler", "flags", "commit", "date", "settings"):
            self.assertTrue(facts[key])
        own = [row for row in rows if row["family"] == "point" and row["method"] == "optimal"]
        self.assertEqual(len(own), 12)
        for row in own:
            self.assertEqual(row["status"], "ok")
            self.assertLess(abs(float(row["length"]) - float(row["optimum"])), 1e-7)
            self.assertLessEqual(float(row["lo"]), float(row["us"]))
            self.assertLessEqual(float(row["us"]), float(row["hi"]))
        for name in ("study.jsonl", "summary.csv", "report.md", "report.html", "tables.tex"):
            text = (self.out / name).read_text()
            self.assertIn("optimal", text)
            if name != "tables.tex":
                self.assertIn(facts["commit"], text)
        page = (self.out / "report.html").read_text()
        self.assertGreaterEqual(page.count("<svg"), 4)
        self.assertNotIn("http", page)

    def test_a_summary_has_the_report(self):
        done = subprocess.run([sys.executable, str(STUDY / "report.py"),
                               str(self.out / "summary.csv")], capture_output=True, text=True,
                              check=True)
        self.assertEqual(done.stdout, (self.out / "report.md").read_text())

    def test_exponents_of_growth(self):
        figures = [{"map": f"maps/city {side}", "family": "growth", "method": method, "us": us}
                   for side in (128, 256, 512)
                   for method, us in (("square", 0.1 * side ** 2), ("linear", 3.0 * side),
                                      ("linear" + report.WARM, 1.0))]
        figures.append({"map": "maps/city", "family": "point", "method": "square", "us": 1.0})
        self.assertEqual(list(report.exponents(figures)),
                         ["The time of `square` grows as the tiles to the power of 1.00.",
                          "The time of `linear` grows as the tiles to the power of 0.50."])
        self.assertEqual(list(report.exponents(figures[:3])), [])

    def test_a_wrong_peer_is_counted(self):
        figures = report.summarise(self.rows()[1])
        straight = [f for f in figures if f["method"] == "Straight"]
        self.assertEqual(len(straight), 1)
        figure = straight[0]
        self.assertEqual(figure["queries"], 12)
        own = {row["query"]: row for row in self.rows()[1] if row["method"] == "Straight"}
        queries = sorted(own, key=int)
        self.assertEqual([own[q]["status"] for q in queries[1::2]], ["wrong"] * 6)
        self.assertEqual(own[queries[3]]["length"], "")  # it answered nothing
        self.assertTrue(0 < sum(own[q]["status"] == "wrong" for q in queries[::2]) < 6)
        self.assertEqual(figure.get("build_ms"), 1.5)
        self.assertEqual(figure.get("bytes"), 2000)
        self.assertTrue(all(f["wrong"] == 0 for f in figures if f["method"] != "Straight"))

    def test_a_peer_that_fails_is_named(self):
        self.assertRegex(self.warned, r"study: without Broken on maps/arena: Broken: .* failed")
        self.assertFalse([row for row in self.rows()[1] if row["method"] == "Broken"])

    def test_what_is_there_is_not_run_again(self):
        facts, lines = report.read_lines(self.out / "study.csv")
        first = [line for line in lines if ",edits," not in line]
        head = "".join(f"# {key}: {value}\n" for key, value in facts.items())
        (self.out / "study.csv").write_text(head + "\n".join(first) + "\n")
        status, _, said = run(self.out, self.peers)
        self.assertEqual(status, 0)
        self.assertIn("1 of 2 are in", said)
        again = report.read_lines(self.out / "study.csv")[1]
        self.assertEqual(again[:len(first)], first)
        self.assertGreater(len(again), len(first))

    def test_other_settings_are_refused(self):
        status, _, said = run(self.out, self.peers, "--seed", "2")
        self.assertNotEqual(status, 0)
        self.assertIn("another settings", said)

    def test_two_runs_have_the_same_answers(self):
        other = self.out.parent / "other"
        status, out, _ = run(other, self.peers, "--compare", str(self.out / "study.csv"))
        self.assertEqual(status, 0)
        self.assertRegex(out, r"\d+ of [1-9]\d* figures agree")
        self.assertEqual(answers(self.out), answers(other))

    def test_figures_that_differ_are_named(self):
        figures = report.summarise(self.rows()[1])
        count = sum("us" in figure for figure in figures)
        same = report.compare(figures, self.out / "study.csv")
        self.assertEqual(same, f"{count} of {count} figures agree; "
                         "it took 1.00 to 1.00 times as long")
        late = [figure for figure in figures if "us" in figure][:2]
        for figure in late:
            for key in ("us", "lo", "hi"):
                figure[key] += 1e6
        lines = report.compare(figures, self.out / "study.csv").splitlines()
        self.assertRegex(lines[-1], f"^{count - 2} of {count} figures agree")
        self.assertEqual(len(lines), 3)
        self.assertIn(late[0]["method"], lines[0])

    def test_a_slower_machine_agrees(self):
        figures = report.summarise(self.rows()[1])
        for figure in figures:
            for key in ("us", "lo", "hi"):
                if key in figure and figure["family"] == "point":
                    figure[key] *= 1.5
        lines = report.compare(figures, self.out / "study.csv").splitlines()
        self.assertEqual(len(lines), 1, lines)
        self.assertTrue(lines[0].endswith("figures agree; it took 1.00 to 1.50 times as long"))

    def test_dask_gives_the_same_answers(self):
        try:
            from distributed import LocalCluster  # pylint: disable=import-outside-toplevel
        except ImportError:
            self.skipTest("python3-distributed is missing")
        other = self.out.parent / "other"
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
            status, _, said = run(other, self.peers, "--dask", local.scheduler_address)
        self.assertEqual(status, 0, said)
        self.assertEqual(*(sorted(answers(folder)) for folder in (self.out, other)))

    def test_peers_are_found_and_those_missing_are_named(self):
        build = self.out.parent / "build"
        (build / "peers").mkdir(parents=True)
        own = self.out.parent / "own"
        own.mkdir()
        for path in (build / "peers/polyanya_peer", own / "EHL", own / "my_A*"):
            path.write_text(PEER)
            path.chmod(0o755)
        (build / "peers/eps_peer").write_text(PEER)  # no program
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            peers = study.find_peers(str(build / "taut_bench"), str(own))
        self.assertEqual(sorted(peer.split("=")[0] for peer in peers), ["EHL", "Polyanya", "my A*"])
        self.assertIn(f"Polyanya={build}/peers/polyanya_peer", peers)
        lines = said.getvalue().splitlines()
        self.assertEqual(len(lines), len(study.PEERS) - 2)
        self.assertIn("study: without EPS: not built (./run peers eps=DIR)", lines)
        self.assertFalse([line for line in lines if "EHL" in line or "Polyanya" in line])

    def test_folders_that_hold_no_peer_are_refused(self):
        folder = self.out.parent
        for given, wanted in ((f"polyanya={folder}/none", f"there is no folder {folder}/none"),
                              (f"ehl={folder}", f"{folder} has no search/ebhl_query_v2.h"),
                              (f"nobody={folder}", f"nobody={folder}: NAME=DIR"),
                              ("eps", "eps: NAME=DIR")):
            done = subprocess.run([str(ROOT / "run"), "peers", given], capture_output=True,
                                  text=True, check=False)
            self.assertEqual(done.returncode, 1, given)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn(wanted, done.stderr)

    def test_losses_are_one_line_for_each_peer(self):
        def figure(name, method, us, ratio):
            return {"family": "point", "map": f"maps/{name}", "agent": "point", "method": method,
                    "us": us, "over_optimum": ratio, "wrong": 0}

        figures = [figure("a", "optimal", 9.0, 1.0), figure("a", "best", 5.0, 1.005),
                   figure("a", "P", 8.0, 1.0), figure("a", "Q", 4.0, 1.004),
                   figure("b", "optimal", 2.0, 1.0), figure("b", "best", 3.0, 1.005),
                   figure("b", "P", 2.5, 1.0), figure("b", "Q", 2.1, 1.002)]
        self.assertEqual(list(report.losses({"peers": "P; Q"}, figures)), [
            "point: `P` is ahead of all paths as short on a (8.00 us, optimal 9.00).",
            "point: `Q` is ahead of all paths as short on a (4.00 us, optimal 9.00).",
            "point: the default `best` is behind `P` on 1 maps (1.000), `Q` on 2 maps (1.004); in "
            "brackets their longest paths over the optimum."])

    def test_intervals(self):
        mean, low, high = report.find_interval([1.0] * 50 + [3.0] * 50)
        self.assertEqual(mean, 2.0)
        self.assertTrue(1.5 < low < 1.95 < 2.05 < high < 2.5)
        self.assertEqual(report.number(1234.5), "1234")
        self.assertEqual(report.number(0.01234), "0.0123")


if __name__ == "__main__":
    os.environ["TAUT_BENCH"] = os.path.abspath(sys.argv.pop(1))
    unittest.main()

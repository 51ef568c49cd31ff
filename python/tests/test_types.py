"""The type stubs: mypy --strict takes them and what users write, and they match the module."""

import os
import pathlib
import subprocess
import sys

import pytest
import taut

pytest.importorskip("mypy")

PACKAGE = pathlib.Path(taut.__file__).parent
PROGRAM = """
import numpy as np
import numpy.typing as npt
import taut

world = taut.World(np.ones((4, 4), dtype=bool))
taut.World([[1, 0], [1, 1]])
taut.World(np.array([[1, 0], [1, 1]]))
path = world.find_path((0.5, 0.5), [3.5, 3.5], agent=taut.Agent.disc(0.4), method="optimal")
points: npt.NDArray[np.float32] = path.points
columns = taut.scen("a.map", "a.scen", ["best", "fast"], repeat=3)
print(path.length + 1.0, columns["length"].shape, {taut.Agent.point(): 1})
"""
WRONG = ['world.find_path("here", (1, 1))', 'world.find_path((1, 1), (2, 2), method="quick")',
         "taut.Agent.disc()", "world.set(0, 0, 1, 1)"]


def mypy(tmp_path, *arguments):
    there = str(PACKAGE.parent.resolve())
    environment = {**os.environ, "MYPYPATH": there, "PYTHONPATH": there}
    return subprocess.run(
        [sys.executable, "-m", *arguments], cwd=tmp_path, env=environment, text=True,
        capture_output=True, check=False,
    )


def test_strict(tmp_path):
    (tmp_path / "good.py").write_text(PROGRAM)
    for what in (["good.py"], ["-p", "taut"]):
        run = mypy(tmp_path, "mypy", "--strict", *what)
        assert run.returncode == 0, run.stdout + run.stderr


def test_wrong_calls_are_found(tmp_path):
    text = "import taut\nworld = taut.World([[1]])\n" + "\n".join(WRONG)
    (tmp_path / "wrong.py").write_text(text)
    run = mypy(tmp_path, "mypy", "--strict", "wrong.py")
    for line in range(3, 3 + len(WRONG)):
        assert f"wrong.py:{line}: error" in run.stdout, run.stdout


def test_stubs_match_the_module(tmp_path):
    # What pybind11 gives every class: a metaclass, and an __init__ that refuses.
    allowed = tmp_path / "allowed"
    allowed.write_text(r"taut\._taut\.([A-Z]\w+|[A-VX-Z]\w+\.__init__)")
    run = mypy(tmp_path, "mypy.stubtest", "taut._taut", "--ignore-positional-only",
               "--allowlist", str(allowed))
    assert run.returncode == 0, run.stdout + run.stderr

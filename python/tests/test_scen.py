"""taut.scen: columns, lengths, what is refused."""

import csv
import os
import pathlib
import subprocess

import numpy as np
import pytest
import taut

COLUMNS = (
    "index,start_x,start_y,goal_x,goal_y,status,length,corners,search_us,portals_us,pull_us,"
    "path,expanded,cost,map,how,bucket,scenario_length"
).split(",")
MAP = "type octile\nheight 3\nwidth 5\nmap\n.@...\n.@.@.\n...@@\n"
SCEN = (
    "version 1\n"
    "0\tsmall.map\t5\t3\t0\t0\t2\t0\t4.8\n"
    "1\tsmall.map\t5\t3\t0\t0\t4\t1\t6.2\n"
    "1\tsmall.map\t5\t3\t2\t2\t2\t2\t0\n"
    "2\tsmall.map\t5\t3\t0\t0\t4\t2\t7\n"
)


@pytest.fixture(name="files")
def make_files(tmp_path):
    files = tmp_path / "small.map", tmp_path / "small.map.scen"
    for file, text in zip(files, (MAP, SCEN)):
        file.write_text(text)
    return files


def test_columns_are_those_of_the_program(files):
    rows = taut.scen(*files, ["optimal", "fast"], repeat=2)
    assert list(rows) == COLUMNS
    assert {len(column) for column in rows.values()} == {8}
    assert rows["index"].tolist() == [0, 1, 2, 3] * 2
    assert rows["how"].tolist() == ["optimal"] * 4 + ["fast"] * 4
    assert rows["map"].tolist() == [str(files[0])] * 8
    assert rows["status"].tolist()[:3] == ["ok", "ok", "ok"]
    assert rows["status"][3] != "ok" and np.isnan(rows["length"][3])
    assert rows["path"][0] == "0.5 0.5;1 2;2 2;2.5 0.5" and rows["path"][3] == ""
    assert rows["corners"][0] == 2 and rows["length"][0] == rows["cost"][0]
    assert rows["length"][2] == 0 and np.isnan(rows["portals_us"]).all()
    assert (rows["search_us"] > 0).all() and rows["bucket"].tolist()[:4] == [0, 1, 1, 2]


def test_every_and_worlds(files):
    world = taut.World.load(files[0])
    rows = taut.scen(world, files[1], every=2)
    assert rows["index"].tolist() == [0, 2] and rows["how"].tolist() == ["best"] * 2
    assert rows["map"].tolist() == ["", ""]


def test_what_is_refused(files, tmp_path):
    with pytest.raises(ValueError, match="no method is called \"quick\""):
        taut.scen(*files, "quick")
    with pytest.raises(ValueError, match="there is no method"):
        taut.scen(*files, [])
    with pytest.raises(ValueError, match="every 0"):
        taut.scen(*files, every=0)
    with pytest.raises(ValueError, match="repeat"):
        taut.scen(*files, repeat=0)
    with pytest.raises(ValueError, match="query 0 is for a map of 5 x 3 tiles, not 2 x 2"):
        taut.scen(taut.World(np.ones((2, 2), bool)), files[1])
    (tmp_path / "bad.scen").write_text("version 1\nnonsense\n")
    with pytest.raises(ValueError, match="bad.scen:2"):
        taut.scen(files[0], tmp_path / "bad.scen")


def test_the_same_as_the_program(tmp_path):
    program = pathlib.Path(taut.__file__).parents[2] / "taut"
    maps = pathlib.Path(__file__).parents[2] / "maps"
    scenarios = sorted(maps.glob("*.scen"))
    if not os.access(program, os.X_OK) or not scenarios:
        pytest.skip("the program is not built, or there is no scenario")
    scenario = scenarios[0]
    game_map = scenario.with_suffix("")
    if not game_map.exists():
        game_map = scenario.with_suffix(".map")
    table = tmp_path / "table.csv"
    how = ["--method", "optimal", "--every", "20", "--csv", table]
    subprocess.run([program, "scen", game_map, scenario, *how], check=True, capture_output=True)
    with open(table, newline="") as file:
        theirs = list(csv.DictReader(file))
    ours = taut.scen(game_map, scenario, "optimal", every=20)
    assert [int(row["index"]) for row in theirs] == ours["index"].tolist()
    for row, status, length, path, corners in zip(
        theirs, ours["status"], ours["length"], ours["path"], ours["corners"]
    ):
        assert row["status"] == status
        if status == "ok":
            assert float(row["length"]) == length and int(row["corners"]) == corners
            numbers = [float(n) for n in row["path"].replace(";", " ").split()]
            assert numbers == [float(n) for n in path.replace(";", " ").split()]


def test_maps_as_typed_links_and_every(files, monkeypatch):
    monkeypatch.chdir(files[0].parent)
    assert taut.scen("./small.map", files[1])["map"].tolist() == ["./small.map"] * 4
    with pytest.raises(TypeError):
        taut.scen(*files, every=1.5)
    world = taut.World.load(files[0])
    link = world.link((0.5, 0.5), (2.5, 0.5))
    rows = taut.scen(world, files[1])
    assert rows["path"][0] == f"0.5 0.5@link {link};2.5 0.5"

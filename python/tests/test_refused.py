"""What is refused, in words, where it was cut off, wrapped or taken for something else."""

import contextlib
import errno
import fractions
import math
import os
import pickle
import re
import threading
import time

import numpy as np
import pytest
import taut
from taut import _taut

DISC = taut.Agent.disc(0.4)


@pytest.fixture(name="world")
def make_world():
    return taut.World(np.ones((8, 12), bool))


@pytest.fixture(name="crowd")
def make_crowd(world):
    crowd = world.crowd()
    assert crowd.add((2.5, 2.5), DISC) == 0
    return crowd


@pytest.mark.parametrize(
    "call",
    [
        lambda _: taut.Follower(None),
        lambda _: taut.Crowd.from_bytes(None, b"x"),
        lambda _: taut.World.of_floors([None]),
        lambda _: _taut._time_paths(None, [(1, 1)], [(2, 2)], "best", 1),
        lambda world: taut.Crowd.__new__(taut.Crowd).__setstate__((None, b"x")),
    ],
)
def test_none_is_no_world(world, call):
    with pytest.raises(TypeError, match="world.* is None, not a World"):
        call(world)


def test_none_is_no_path():
    with pytest.raises(TypeError):
        taut.Path.points.fget(None)


def test_file_names(world, tmp_path):
    file = os.path.join(tmp_path, "game\0.taut")
    for call in (world.save, taut.World.load, lambda name: taut.scen(world, name)):
        with pytest.raises(ValueError, match="zero byte"):
            call(file)
    assert not list(tmp_path.iterdir())
    name = os.path.join(os.fsencode(tmp_path), b"\xff.taut")
    world.save(name)
    assert (taut.World.load(name).tiles == world.tiles).all()
    assert (taut.World.load(os.fsdecode(name)).tiles == world.tiles).all()
    (tmp_path / "bad.map").write_text("..\n.\n")
    os.rename(tmp_path / "bad.map", name)
    with pytest.raises(ValueError, match="\udcff.taut:2:2: "):
        taut.World.load(name)
    with pytest.raises(ValueError, match="\udcff.taut:1:1: "):
        taut.scen(world, name)


def test_files_that_cannot_be_written(world, tmp_path):
    missing = tmp_path / "none" / "game.taut"
    with pytest.raises(FileNotFoundError) as raised:
        world.save(missing)
    assert raised.value.errno == errno.ENOENT and raised.value.filename == str(missing)
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError):
        world.save(tmp_path / "folder")
    assert [each.name for each in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize("units", [2**32, -1, [0, 2**32], np.array([-1]), np.array([2**63], "u8")])
def test_units_do_not_wrap(crowd, units):
    with pytest.raises(ValueError, match="Crowd.order: unit"):
        crowd.order(units, (5, 5))
    with pytest.raises(ValueError, match="Crowd.find_around: all"):
        crowd.find_around(0, (5, 5), allies=units)


@pytest.mark.parametrize("units", [[0.5], np.array([True]), [None], ["0"], 0.0, None])
def test_units_are_integers(crowd, units):
    with pytest.raises(TypeError, match="Crowd.order: units: .* no array of integers"):
        crowd.order(units, (5, 5))


def test_units_of_every_integer(crowd):
    for kind in (np.int8, np.uint8, np.int64, np.uint32, np.uint64):
        assert crowd.order(np.array([0], kind), (5, 5)) == 1
    assert crowd.order([], (5, 5)) == 0 and crowd.order(np.int16(0), (5, 5)) == 1


def test_rectangles_and_creatures_do_not_wrap(world):
    with pytest.raises(ValueError, match="World.would_cut: rectangles"):
        world.would_cut([2**32, 0, 2**32 + 1, 8], (1, 1), (9, 1))
    with pytest.raises(TypeError, match="World.would_cut: rectangles"):
        world.would_cut([0.5, 0, 1, 8], (1, 1), (9, 1))
    numbers = world.tile_distances([[0, 0]])
    for name in ("waited", "size", "rank", "stays", "grounds", "which"):
        with pytest.raises(TypeError, match=f"World.step_tiles: {name}"):
            world.step_tiles([[3, 3]], [numbers], **{name: [0.5]})
    with pytest.raises(ValueError, match="World.step_tiles: rank"):
        world.step_tiles([[3, 3]], [numbers], rank=2**40)
    with pytest.raises(ValueError, match="World: limit nan"):
        world.tile_distances([[1, 1]], limit=math.nan)
    with pytest.raises(TypeError, match="tiles"):
        world.tile_distances([[0.5, 1.5]])


def test_integers_are_not_cut_off(world):
    for number in (np.float32(1.7), fractions.Fraction(3, 2)):
        with pytest.raises(TypeError, match="x1 is .*, not an integer"):
            world.set(0, 0, number, 1, True)
        with pytest.raises(TypeError, match="count is .*, not an integer"):
            world.keep_landmarks(number)
    world.set(np.int64(0), np.uint8(0), 1, 1, np.bool_(False))
    assert not world.is_walkable(0, 0)


def test_none_is_no_truth(world, crowd):
    with pytest.raises(TypeError, match="walkable is None, not True or False"):
        world.set(0, 0, 1, 1, None)
    with pytest.raises(TypeError, match="one_way is None, not True or False"):
        world.link((1, 1), (2, 2), one_way=None)
    with pytest.raises(TypeError, match="gives_way is None, not True or False"):
        crowd.add((5, 5), DISC, gives_way=None)


@pytest.mark.parametrize(
    "places", [["1", "2"], [[None, 1]], np.array([[1 + 2j, 1]]), np.array([["1", "2"]])]
)
def test_places_are_numbers(world, crowd, places):
    with pytest.raises(TypeError, match="starts is .*, not an array of numbers"):
        world.find_paths(places, (1, 1))
    with pytest.raises(TypeError, match="Crowd.order: where"):
        crowd.order([0], places)
    with pytest.raises(TypeError, match="costs is .*, not an array of numbers"):
        world.field([(1, 1), (2, 2)], costs=places)


def test_numbers_out_of_range_are_named(world, crowd):
    with pytest.raises(TypeError, match="World.set: x1 is 4294967296, which is out of range"):
        world.set(-1, 0, 2**32, 1, True)
    with pytest.raises(TypeError, match="Crowd.remove: unit is -1, which is out of range"):
        crowd.remove(-1)
    assert -1 not in crowd and 2**40 not in crowd and "0" not in crowd and 0 in crowd


@pytest.mark.parametrize("name", ["length_limit", "max_goal_distance"])
@pytest.mark.parametrize("value", [-1.0, math.nan])
def test_limits(world, name, value):
    for call in (world.find_path, world.find_paths):
        with pytest.raises(ValueError, match=f"{name} {re.escape(repr(value)[:2])}"):
            call((1, 1), (2, 2), **{name: value})


def test_fields_of_another_world(world, crowd):
    other = taut.World(np.ones((8, 12), bool))
    with pytest.raises(ValueError, match="the field is of another world"):
        crowd.order([0], other.field([(5, 5)], agent=DISC))
    assert crowd.order([0], world.field([(5, 5)], agent=DISC)) == 1


def test_damaged_crowds(world):
    with pytest.raises(ValueError, match="^taut: save"):
        taut.Crowd.from_bytes(world, b"nothing")


def test_agents_beside_other_things():
    assert DISC != 3 and (DISC == None) is False and DISC == taut.Agent.disc(0.4)  # noqa: E711
    assert DISC in [1, DISC] and DISC in {DISC, "disc"}


def test_answers_are_tuples(world):
    assert world.to_point(0, (1, 2)) == (1.0, 2.0) and world.to_place((1, 2)) == (0, (1.0, 2.0))
    paths = world.find_paths([(1, 1), (2, 2)], (5, 5))
    assert [len(points) for points in paths] == [2, 2] and iter(paths) is not paths


@pytest.mark.parametrize("kind", ["edit", "field"])
def test_who_changes_does_not_wait_for_ever(kind):
    rng = np.random.default_rng(1)
    world = taut.World(rng.random((300, 300)) > 0.3)
    starts, goals = rng.random((2, 2000, 2)) * 300
    free = goals[world.tiles[tuple(goals.astype(int).T[::-1])]]
    field = world.field(free)
    is_over = threading.Event()

    def ask():
        end = time.monotonic() + 12.0
        while not is_over.is_set() and time.monotonic() < end:
            if kind == "edit":
                world.find_paths(starts, goals, threads=1)
            else:
                with contextlib.suppress(ValueError):  # between the two calls it is stale
                    field.distances()

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    begin = time.monotonic()
    for i in range(3):
        if kind == "edit":
            world.set(0, 0, 1, 1, i % 2 == 0)
        else:
            field.set_goals(free[i:i + 1])
            field.update()
    took = time.monotonic() - begin
    is_over.set()
    for thread in threads:
        thread.join()
    assert took < 8.0


def test_crowds_are_still_pickled(world, crowd):
    assert len(pickle.loads(pickle.dumps(crowd))) == 1

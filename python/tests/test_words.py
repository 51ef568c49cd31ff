"""Wrong arguments in words, what every object prints, lists as tiles, pickles of agents."""

import math
import pickle

import numpy as np
import pytest
import taut


@pytest.fixture(name="world")
def make_world():
    return taut.World(np.ones((4, 6), bool))


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda w: w.find_path("here", (1, 1)), "find_path: start is 'here', not two numbers"),
        (lambda w: w.find_path((1, 1), (1, 2, 3)), "goal is (1, 2, 3), not two numbers, (x, y)"),
        (lambda w: w.find_path((1, 1)), "World.find_path needs the argument goal"),
        (lambda w: w.find_path((1, 1), goal=(2, 2), start=(1, 1)), "is given start twice"),
        (lambda w: w.find_path((1, 1), (2, 2), agnt=1), "no argument agnt: did you mean agent?"),
        (lambda w: w.find_path((1, 1), (2, 2), agent=0.4), "agent is 0.4, not an Agent or None"),
        (lambda w: w.find_path((1, 1), (2, 2), "fast"), "'fast' is one more; by name it takes"),
        (lambda w: w.set(0, 0, 1.5, 1, True), "World.set: x1 is 1.5, not an integer"),
        (lambda w: w.link((1, 1), "x"), "World.link: end is 'x', not two numbers, (x, y), or two"),
        (lambda w: w.find_paths([[1, 1], [2]], (1, 1)), "starts is [[1, 1], [2]], not an array"),
        (lambda w: w.set_ground(1, [1]), "factors is [1], not a dict"),
        (lambda _: taut.World.read(3), "World.read: text is 3, not a str"),
        (lambda _: taut.World(), "World needs the argument tiles"),
        (lambda _: taut.World([[1, 1], [1]]), "World: tiles are no array, nor rows of one length"),
        (lambda _: taut.Agent.disc("wide"), "Agent.disc: radius is 'wide', not a number"),
    ],
)
def test_wrong_argument_is_named(world, call, words):
    with np.errstate(all="ignore"), pytest.raises(TypeError) as raised:
        call(world)
    assert str(raised.value).startswith("taut: ") and words in str(raised.value)
    assert "taut._taut" not in str(raised.value) and "\n" not in str(raised.value)


def test_errors_of_the_arguments_themselves_stay(world):
    class Strange:
        def __len__(self):
            raise RuntimeError("no length")

    with pytest.raises((TypeError, RuntimeError)):
        world.find_path(Strange(), (1, 1))


def test_no_agent_of_a_size_that_is_no_number():
    for radius in (math.nan, math.inf, -1.0, 33.0):
        with pytest.raises(ValueError, match="Agent.disc: radius"):
            taut.Agent.disc(radius)
        with pytest.raises(ValueError, match="Agent.square: radius"):
            taut.Agent.square(-math.inf if radius == 33.0 else radius)


def test_tiles_from_lists_and_integers():
    rows = [[1, 0, 1], [1, 1, 1]]
    for tiles in (rows, np.array(rows), np.array(rows, np.int8), np.array(rows, np.uint64),
                  [[bool(tile) for tile in row] for row in rows], np.array(rows, order="F")):
        assert taut.World(tiles).tiles.tolist() == [[True, False, True], [True, True, True]]


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        taut.World.load(tmp_path / "none.map")
    with pytest.raises(FileNotFoundError):
        taut.scen(tmp_path / "none.map", tmp_path / "none.scen")
    with pytest.raises(IsADirectoryError):
        taut.World.load(tmp_path)


def test_agents_are_pickled():
    square = taut.Agent.square(1.5, ground=3)
    for agent in (taut.Agent.point(ground=2), taut.Agent.disc(0.4), square):
        assert pickle.loads(pickle.dumps(agent)) == agent


def test_worlds_are_pickled_with_grounds(world):
    world.set_class(2, 0, 3, 4, 5)
    world.set_ground(1, {5: math.inf})
    kept = pickle.loads(pickle.dumps(world))
    agent = taut.Agent.point(ground=1)
    assert kept.find_path((0.5, 0.5), (5.5, 0.5), agent=agent).reason == "not_connected"


def test_everything_has_a_repr(world):
    field = world.field([[0.5, 0.5]])
    shown = [
        (world, "<taut.World: 6 x 4>"),
        (field, "<taut.Field: 1 goal, stale>"),
        (world.crowd(), "<taut.Crowd: 0 units>"),
        (world.find_paths([[0.5, 0.5], [9, 9]], (1, 1)),
         "<taut.Paths: 1 of 2 queries have a path>"),
        (world.find_path((0.5, 0.5), (2.5, 0.5)), "<taut.Path: 2 points, length 2.000000>"),
        (world.raycast((0.5, 0.5), (2.5, 0.5)), "<taut.Ray: seen at (2.5, 0.5)>"),
        (taut.Agent.disc(0.5, ground=1), "Agent.disc(0.5, ground=1)"),
    ]
    world.set(5, 3, 6, 4, False)
    for thing, words in shown:
        if thing is not world.crowd and "stale" not in words:
            assert repr(thing) == words
    assert repr(field).startswith("<taut.Field: 1 goal")

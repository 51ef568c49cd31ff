"""Saves, pickles and copies of worlds; what an edit would cut."""

import copy
import math
import pickle

import numpy as np
import pytest

import taut

AGENTS = [taut.Agent.point(), taut.Agent.disc(0.4), taut.Agent.square(0.5),
          taut.Agent.disc(0.4, ground=1)]


def make_world():
    rng = np.random.default_rng(4)
    world = taut.World(rng.random((20, 30)) > 0.2)
    world.set_class(3, 3, 12, 9, 2)
    world.set_ground(1, {2: 3.0, 3: math.inf}, margin=1, margin_factor=1.5)
    for agent in AGENTS:
        world.prepare(agent)
    world.keep_landmarks(2)
    world.set(4, 4, 8, 6, False)
    return world


def answers(world):
    rng = np.random.default_rng(5)
    found = []
    for start, goal in zip(rng.random((60, 2)) * (30, 20), rng.random((60, 2)) * (30, 20)):
        for agent in AGENTS:
            path = world.find_path(start, goal, agent=agent)
            reached = world.is_reachable(start, goal, agent)
            found.append((path.status, path.length, path.polyline().tolist(), reached))
            assert bool(path) == reached
    assert sum(reached for *_, reached in found) > 20
    return found


def test_saves(tmp_path):
    world = make_world()
    file = tmp_path / "game.taut"
    file.write_text("before")
    world.save(file)
    assert file.read_bytes() == world.to_bytes()
    assert [each.name for each in tmp_path.iterdir()] == ["game.taut"]
    loaded = taut.World.load(file)
    again = taut.World.from_bytes(world.to_bytes())
    full = taut.World.from_bytes(world.to_bytes(form="full"))
    pickled = pickle.loads(pickle.dumps(world))
    expected = answers(loaded)
    for other in (again, full, pickled):
        assert answers(other) == expected
    for other in (loaded, again, full, pickled):
        assert (other.tiles == world.tiles).all() and (other.classes == world.classes).all()
        assert other.revision == world.revision and other.to_bytes() == world.to_bytes()
        assert other.changes_since(world.revision - 1).tolist() == [[4, 4, 8, 6]]
    for other in (full, pickled):
        assert other.to_bytes(form="full") == world.to_bytes(form="full")
    world.save(file, form="full")
    assert file.read_bytes() == world.to_bytes(form="full")
    loaded.set(0, 0, 2, 2, False)
    assert loaded.revision == world.revision + 1


def test_copies():
    world = make_world()
    expected = answers(world)
    for other in (copy.copy(world), copy.deepcopy([world])[0]):
        world.set(0, 0, 30, 20, False)
        assert answers(other) == expected
        assert other.revision < world.revision
        world.set(0, 0, 30, 20, True)


def test_cuts():
    tiles = np.ones((4, 7), dtype=bool)
    tiles[[0, 1, 3], 3] = False
    world = taut.World(tiles)
    left, right = [(0.5, 0.5), (0.5, 3.5)], (6.5, 0.5)
    for agent in (None, taut.Agent.disc(0.4), taut.Agent.square(0.5)):
        assert world.would_cut([3, 2, 4, 3], left, right, agent)
        assert world.would_cut([[1, 1, 2, 2], [6, 0, 7, 1]], left, right, agent)
        assert not world.would_cut([3, 2, 4, 3], left, left, agent)
        assert not world.would_cut(np.empty((0, 4), dtype=int), left, right, agent)
    assert world.revision == 0
    with pytest.raises(ValueError, match="^taut: World.would_cut: the rectangles are no N x 4"):
        world.would_cut([1, 2, 3], left, right)


def test_errors(tmp_path):
    data = make_world().to_bytes()
    with pytest.raises(ValueError, match="^taut: save: byte 12: the section `TILE` is damaged$"):
        taut.World.from_bytes(data[:30] + b"\xff" + data[31:])
    with pytest.raises(ValueError, match="byte 100: the save is cut off|bytes, of which"):
        taut.World.from_bytes(data[:100])
    with pytest.raises(ValueError, match="this is no save of taut"):
        taut.World.from_bytes(b"...\n...\n")
    with pytest.raises(ValueError, match='form "heavy" is none of light, full'):
        make_world().to_bytes(form="heavy")
    with pytest.raises(FileNotFoundError, match="none.game.taut"):
        make_world().save(tmp_path / "none" / "game.taut")
    with pytest.raises(FileNotFoundError, match="none.taut"):
        taut.World.load(tmp_path / "none.taut")

"""What is seen: tiles against rays between centres, polygons by their area."""

import math

import numpy as np
import pytest

import taut


def make_hall():
    """24 x 16, a wall that is open at its lower end, and a closed room."""
    tiles = np.ones((16, 24), dtype=bool)
    tiles[0:12, 8:10] = False
    tiles[0:5, 18] = False
    tiles[5, 18:24] = False
    return taut.World(tiles)


def test_sight():
    world = make_hall()
    open_tiles = world.tiles
    seen = {}
    for x, y in [(3, 3), (14, 3), (9, 14), (2, 9)]:
        seen[x, y] = world.visible_tiles((x, y), 9)
        assert seen[x, y].shape == open_tiles.shape and seen[x, y][y, x]
        for b, a in np.argwhere(open_tiles):
            sees = bool(world.raycast((x + 0.5, y + 0.5), (a + 0.5, b + 0.5)))
            assert seen[x, y][b, a] == (sees and (a - x) ** 2 + (b - y) ** 2 <= 81)
    assert seen[3, 3][3, 8] and not open_tiles[3, 8]  # the wall
    polygon = world.visibility_polygon((3, 3), 4)
    x, y = polygon.astype(float).T
    assert (x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2 == 49  # to 7 from the corner
    world.set_class(4, 0, 5, 7, 1)
    world.set_ground(1, {1: math.inf})
    assert world.visible_tiles((3, 3), 9)[3, 5]
    hidden = world.visible_tiles((3, 3), 9, ground=1)
    assert hidden[3, 4] and not hidden[3, 5]
    assert world.visibility_polygon((3, 3), 2, ground=1)[:, 0].max() == 4
    for words, call in [
        ("radius -1 is not within 0 to 16384", lambda: world.visible_tiles((3, 3), -1)),
        ("radius nan", lambda: world.visibility_polygon((3, 3), math.nan)),
        ("World.visible_tiles: the tile stops", lambda: world.visible_tiles((8, 3), 2)),
        ("World.visible_tiles: the tile stops", lambda: world.visible_tiles((-1, 3), 2)),
        ("World.visibility_polygon: the place", lambda: world.visibility_polygon((8.5, 3), 2)),
        ("World.visibility_polygon: the place", lambda: world.visibility_polygon((3, math.nan), 2)),
        ("ground", lambda: world.visible_tiles((3, 3), 2, ground=7)),
    ]:
        with pytest.raises(ValueError, match=words):
            call()


def test_frontier():
    world = taut.World.read("..?\n.@?\nw??\n", classes={"?": 9, "w": 3})
    world.set_ground(2, {3: math.inf, 9: math.inf})
    expected = [[False, True, False], [False] * 3, [True, False, False]]
    assert world.frontier(9).tolist() == expected
    expected[2][0] = False
    assert world.frontier(9, ground=2).tolist() == expected
    with pytest.raises(ValueError, match="no ground has the number 1"):
        world.frontier(9, ground=1)
    with pytest.raises(ValueError, match="World.frontier: class 256 is not within 0 to 255"):
        world.frontier(256)


def test_escape():
    world = taut.World.read("......\n")
    theirs = world.tile_distances((5, 0))
    assert theirs.tolist() == [[5, 4, 3, 2, 1, 0]]
    escape = world.escape_map([(0, 0)], theirs)
    assert (escape == -theirs).all()
    assert list(world.downhill_step(escape, (2, 0))) == [1, 0]
    assert world.downhill_step(escape, (0, 0)) is None
    assert (world.escape_map([(0, 0)], theirs, [3]) == 3 - theirs).all()  # a door to open
    world.set(3, 0, 4, 1, False)
    assert world.tile_distances([[5, 0]])[0, 2] == math.inf
    for words, call in [
        ("no goal can be walked", lambda: world.tile_distances((3, 0))),
        (r"shape \(3,\), not \(N, 2\)", lambda: world.tile_distances([1, 2, 3])),
        ("1 tiles and 2 values", lambda: world.tile_distances((0, 0), [1, 2])),
        ("theirs below", lambda: world.escape_map((0, 0), -np.ones((1, 6)))),
        ("not that of the map", lambda: world.escape_map((0, 0), np.ones((6, 1)))),
        ("not that of the map", lambda: world.downhill_step(np.ones(6), (0, 0))),
        ("outside the map", lambda: world.downhill_step(escape, (6, 0))),
        ('diagonal "some" is none of no_obstacles, never, one_free, always', lambda:
            world.tile_distances((0, 0), diagonal="some")),
        ('diagonal_length "two" is none of', lambda:
            world.tile_distances((0, 0), diagonal_length="two")),
        ("no ground has the number 4", lambda: world.tile_distances((0, 0), ground=4)),
    ]:
        with pytest.raises(ValueError, match=words):
            call()


def test_turns():
    world = taut.World.read(".....\n@@.@@\n")
    maps = [world.tile_distances((4, 0)), world.tile_distances((0, 0))]
    tiles, waited = world.step_tiles([(0, 0), (4, 0)], maps, [0, 1])
    assert tiles.tolist() == [[1, 0], [3, 0]] and waited.tolist() == [1, 1]
    for _ in range(10):
        tiles, waited = world.step_tiles(tiles, maps, [0, 1], waited=waited)
    assert tiles.tolist() == [[4, 0], [0, 0]] and tiles.dtype == np.int32
    world.set_ground(3, {1: math.inf})
    world.set_class(1, 0, 2, 1, 1)
    one = dict(maps=maps[:1], which=[0, -1])
    assert world.step_tiles([(0, 0), (2, 0)], **one)[0].tolist() == [[1, 0], [2, 0]]
    assert world.step_tiles([(0, 0), (2, 0)], **one, grounds=3)[0].tolist() == [[0, 0], [2, 0]]
    assert world.step_tiles([(0, 0), (1, 0)], **one)[0].tolist() == [[1, 0], [2, 0]]
    assert world.step_tiles([(0, 0), (1, 0)], **one, stays=[0, 1])[0].tolist() == [[0, 0], [1, 0]]
    assert world.step_tiles(np.empty((0, 2), int), [])[0].shape == (0, 2)
    for words, call in [
        ("creatures overlap", lambda: world.step_tiles([(0, 0), (0, 0)], maps)),
        ("creatures overlap each other, or the out", lambda: world.step_tiles([(9, 0)], maps)),
        ("which 2 is not within -1 to 1", lambda: world.step_tiles([(0, 0)], maps, 2)),
        (r"rank has the shape \(2,\), not that of 1 creatures", lambda:
            world.step_tiles([(0, 0)], maps, rank=[1, 2])),
        ("size 17 is not within 1 to 16", lambda: world.step_tiles([(0, 0)], maps, size=17)),
        ("a map has the shape", lambda: world.step_tiles([(0, 0)], [np.zeros(4)])),
        ("no ground has the number 4", lambda: world.step_tiles([(0, 0)], maps, grounds=4)),
    ]:
        with pytest.raises(ValueError, match=words):
            call()


def test_distances_over_links():
    world = taut.World.read("...@...\n")
    link = world.link((0.5, 0.5), (6.5, 0.5), cost=2, one_way=True)
    distances = world.tile_distances((5, 0))
    assert distances.tolist() == [[3, 4, 5, math.inf, 1, 0, 1]]
    assert list(world.downhill_step(distances, (0, 0))) == [6, 0]
    theirs = world.tile_distances((1, 0), ways="from_goals")
    assert theirs.tolist() == [[1, 0, 1, math.inf, 5, 4, 3]]
    assert world.tile_distances((5, 0), ways="from_goals")[0, 0] == math.inf
    assert world.escape_map((4, 0), theirs)[0, 0] == -1
    world.set_ground(1, {7: math.inf})
    world.change_link(link, terrain_class=7)
    assert world.tile_distances((5, 0), ground=1)[0, 0] == math.inf
    with pytest.raises(ValueError, match='ways "up" is none of to_goals, from_goals'):
        world.tile_distances((0, 0), ways="up")


def test_tile_steps():
    world = taut.World(np.ones((3, 3), dtype=bool))
    world.set_class(2, 0, 3, 3, 1)
    world.set_ground(1, {1: 3})
    assert world.tile_distances((0, 0))[1, 1] == np.float32(math.sqrt(2))
    assert world.tile_distances((0, 0), ground=1)[0, 2] == 3
    assert world.tile_distances((0, 0), diagonal="never")[1, 1] == 2
    near = world.tile_distances((0, 0), diagonal_length="one", limit=1.5)
    assert near[1, 1] == 1 and near[2, 2] == math.inf
    world.set(1, 0, 2, 1, False)
    for diagonal, reached in [("no_obstacles", 3), ("never", 2), ("one_free", 1), ("always", 1)]:
        steps = {"diagonal": diagonal, "diagonal_length": "one"}
        distances = world.tile_distances((0, 0), **steps)
        assert distances[1, 1] == (2 if reached > 1 else 1)
        assert list(world.downhill_step(distances, (1, 1), **steps)) == (
            [0, 1] if reached > 1 else [0, 0])

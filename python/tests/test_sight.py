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

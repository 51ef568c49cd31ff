"""Shortest paths through tile maps: straight paths that turn only at obstacle corners.

One unit is one tile; tile (x, y) covers x to x + 1 and y to y + 1, and is ``tiles[y, x]``.

>>> import numpy as np, taut
>>> tiles = np.ones((3, 5), dtype=bool)
>>> tiles[:2, 2] = False
>>> world = taut.World(tiles)
>>> path = world.find_path((0.5, 0.5), (4.5, 0.5))
>>> path.points.tolist()
[[0.5, 0.5], [2.0, 2.0], [3.0, 2.0], [4.5, 0.5]]
>>> world.set(0, 2, 5, 3, False)
>>> world.find_path((0.5, 0.5), (4.5, 0.5)).why
'No way leads from (0.5, 0.5) to (4.5, 0.5).'
"""

from taut._scen import scen
from taut._taut import (
    REASON,
    STATUS,
    UNIT_STATE,
    Agent,
    Crowd,
    Field,
    Follower,
    Link,
    Path,
    Paths,
    Ray,
    World,
    __version__,
)

__all__ = [
    "REASON",
    "STATUS",
    "UNIT_STATE",
    "Agent",
    "Crowd",
    "Field",
    "Follower",
    "Link",
    "Path",
    "Paths",
    "Ray",
    "World",
    "__version__",
    "scen",
]

"""A scenario by several methods, as columns: those of `taut scen --csv`."""

import operator
import os
from typing import Dict, Iterable, List, Union

import numpy as np
import numpy.typing as npt

from taut._taut import STATUS, Paths, World, _read_scen, _time_paths

_File = Union[str, "os.PathLike[str]"]


def scen(
    map: Union[_File, World],
    scen: _File,
    methods: Union[str, Iterable[str]] = "best",
    *,
    every: int = 1,
    repeat: int = 1,
) -> Dict[str, npt.NDArray[np.generic]]:
    """All queries of a MovingAI scenario by each of the methods, one after the other and timed.

    Returns a dict of columns for pandas.DataFrame(), a row for each method and query, in that
    order. They are those of `taut scen --csv`; `how` is the method. A point is at the centre of its
    tile. search_us is the time of a whole query in microseconds, the least of `repeat` passes;
    portals_us and pull_us are nan, as the times of stages are not taken apart. length, corners and
    cost are nan where there is no path. `every`: each so manieth query only.
    """
    if operator.index(every) < 1:
        raise ValueError(f"taut: scen: every {every} is not 1 or more")
    world = map if isinstance(map, World) else World.load(map)
    name = "" if isinstance(map, World) else os.fsdecode(map)
    queries = _read_scen(scen)
    _require_size(world, queries["sides"], scen)
    index = np.arange(0, len(queries["tiles"]), every)
    tiles = queries["tiles"][index]
    centers = tiles.astype(np.float32) + np.float32(0.5)
    parts: List[Dict[str, npt.NDArray[np.generic]]] = []
    for method in [methods] if isinstance(methods, str) else methods:
        answers = _time_paths(world, centers[:, :2], centers[:, 2:], method, repeat)
        part: Dict[str, npt.NDArray[np.generic]] = {"index": index}
        for column, word in enumerate(("start_x", "start_y", "goal_x", "goal_y")):
            part[word] = tiles[:, column]
        part.update(_answer(*answers))
        part["map"] = np.full(len(index), name, dtype=object)
        part["how"] = np.full(len(index), method, dtype=object)
        part["bucket"] = queries["bucket"][index]
        part["scenario_length"] = queries["scenario_length"][index]
        parts.append(part)
    if not parts:
        raise ValueError("taut: scen: there is no method")
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _require_size(world: World, sides: npt.NDArray[np.int64], scen: _File) -> None:
    wrong = np.flatnonzero((sides != (world.width, world.height)).any(axis=1))
    if len(wrong):
        width, height = sides[wrong[0]]
        raise ValueError(
            f"taut: {os.fsdecode(scen)}: query {wrong[0]} is for a map of {width} x {height} tiles,"
            f" not {world.width} x {world.height}"
        )


def _answer(
    paths: Paths, microseconds: npt.NDArray[np.float64], expanded: npt.NDArray[np.int64]
) -> Dict[str, npt.NDArray[np.generic]]:
    is_ok = paths.status == STATUS.index("ok")
    unknown = np.full(len(paths), np.nan)
    corners = np.maximum(np.diff(paths.offsets) - 2, 0)
    return {
        "status": np.array(STATUS, dtype=object)[paths.status],
        "length": np.where(is_ok, paths.lengths, np.nan),
        "corners": np.where(is_ok, corners, np.nan),
        "search_us": microseconds,
        "portals_us": unknown,
        "pull_us": unknown,
        "path": np.array([_line(paths, i) for i in range(len(paths))] + [None], dtype=object)[:-1],
        "expanded": expanded,
        "cost": np.where(is_ok, paths.costs, np.nan),
    }


def _line(paths: Paths, i: int) -> str:
    points = [f"{_number(x)} {_number(y)}" for x, y in paths[i]]
    for link, exit in paths.links_of(i).tolist():
        points[exit - 1] += f"@link {link}"
    return ";".join(points)


def _number(value: np.float32) -> str:
    return np.format_float_positional(value, trim="-")

"""Draws the distances of docs/fields.md by NumPy and matplotlib, as a notebook would.

    PYTHONPATH=build/python python3 python/examples/figure.py docs/images/python.png
"""

import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

import taut  # noqa: E402

GOAL = (28.5, 41.5)
MAP = pathlib.Path(__file__).parents[2] / "maps" / "dungeon.map"


def main():
    world = taut.World.load(str(MAP))
    distances = world.field(GOAL).distances()

    # The shortest paths to the goal from 60 tiles that can reach it, by one call.
    ys, xs = np.nonzero(np.isfinite(distances))
    chosen = np.random.default_rng(3).choice(len(xs), 60, replace=False)
    starts = np.column_stack((xs[chosen], ys[chosen])) + 0.5
    paths = world.find_paths(starts, GOAL, method="optimal")
    assert (paths.status == 0).all()
    assert np.allclose(paths.lengths, distances[ys[chosen], xs[chosen]], atol=1e-4)

    figure, axes = plt.subplots(figsize=(8, 5.2), dpi=100)
    extent = (0, world.width, world.height, 0)
    axes.imshow(np.where(world.tiles, np.nan, 1), cmap="Greys", vmin=0, vmax=1.6, extent=extent)
    shown = np.ma.masked_invalid(distances)
    image = axes.imshow(shown, cmap="viridis_r", alpha=0.75, extent=extent)
    centres = (np.arange(world.width) + 0.5, np.arange(world.height) + 0.5)
    axes.contour(*centres, shown, levels=range(5, 200, 5), colors="white", linewidths=0.5)
    for i in range(len(paths)):
        axes.plot(*paths[i].T, color="#d1495b", linewidth=0.9)
    axes.plot(*starts.T, ".", color="#333333", markersize=3)
    axes.plot(*GOAL, "o", color="#d1495b", markersize=7)
    axes.set_aspect("equal")
    axes.set_xticks(range(0, 81, 20))
    axes.set_yticks(range(0, 61, 20))
    figure.colorbar(image, label="distance to the goal, tiles")
    figure.tight_layout()
    out = sys.argv[1] if len(sys.argv) > 1 else "figure.png"
    figure.savefig(out, bbox_inches="tight")
    print(f"{out}: {len(paths)} paths, the longest {paths.lengths.max():.2f} tiles")


if __name__ == "__main__":
    main()

"""Mean path lengths on a thousand maps, on all cores or on a cluster: cluster.py [SCHEDULER]."""
import sys

import numpy
import taut
from distributed import Client


def measure(seed, world, agent):
    """The mean length of paths on the world with a tenth more of its tiles blocked."""
    random = numpy.random.default_rng(seed)
    tiles = world.tiles & (random.random(world.tiles.shape) > 0.1)
    starts, goals = random.random((2, 100, 2)) * tiles.shape[::-1]
    paths = taut.World(tiles).find_paths(starts, goals, agent=agent)
    return paths.lengths[paths.lengths < numpy.inf].mean()


if __name__ == "__main__":
    with Client(*sys.argv[1:]) as client:
        world = client.scatter(taut.World.load("maps/caves.map"), broadcast=True)
        agent = client.scatter(taut.Agent.disc(0.3), broadcast=True)
        means = client.map(measure, range(1000), world=world, agent=agent, retries=3)
        print(numpy.mean(client.gather(means)))

"""The example of a cluster: two workers, of which one is lost, give what one process gives."""
import os
import pathlib
import signal
import sys

import pytest
import taut

distributed = pytest.importorskip("distributed", reason="SKIPPED: python3-distributed is missing")
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python/examples"))
import cluster  # noqa: E402  (its folder is known only now)


def kill_self(path):
    """Ends the worker that runs it, once."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return "again"
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def test_a_lost_worker_changes_no_result(tmp_path):
    world = taut.World.load(str(ROOT / "maps/arena.map"))
    agent = taut.Agent.disc(0.3)
    seeds = range(24)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True,
                                  dashboard_address=None) as local:
        with distributed.Client(local) as client:
            before = set(client.run(os.getpid).values())
            client.upload_file(cluster.__file__)
            far = client.scatter(world, broadcast=True)
            means = client.map(cluster.measure, seeds, world=far, agent=agent, retries=3)
            lost = client.submit(kill_self, str(tmp_path / "once"), retries=3)
            assert client.gather(lost) == "again"
            assert client.gather(means) == [cluster.measure(s, world, agent) for s in seeds]
            client.wait_for_workers(2)  # the lost one is replaced
            assert set(client.run(os.getpid).values()) != before

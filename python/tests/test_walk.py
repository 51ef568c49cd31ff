"""Groups with one goal, and followers of paths."""

import numpy as np
import pytest

import taut

DISC = taut.Agent.disc(0.4)


def make_hall():
    """30 x 12, a wall with a gap below."""
    tiles = np.ones((12, 30), dtype=bool)
    tiles[:8, 14:16] = False
    return taut.World(tiles)


@pytest.mark.parametrize("method", ["best", "searches", "field"])
def test_a_group_has_the_paths_of_single_searches(method):
    world = make_hall()
    starts = np.array([(1.5 + i % 8, 2.5 + 2 * (i // 8)) for i in range(16)])
    group = world.find_group(starts, (25.5, 3.5), DISC, method=method)
    alone = world.find_paths(starts, (25.5, 3.5), agent=DISC)
    assert len(group) == 16
    assert np.allclose(group.lengths, alone.lengths, atol=0.01)
    assert all(len(group.turns_of(i)) >= 2 for i in range(16))


def test_a_group_ends_side_by_side():
    world = make_hall()
    starts = [(1.5 + i, 2.5) for i in range(8)]
    group = world.find_group(starts, (25.5, 3.5), DISC, ends="spread")
    ends = np.array([group.turns_of(i)[-1]["exit"] for i in range(8)])
    for i in range(8):
        far = np.hypot(*(ends - ends[i]).T)
        assert (np.delete(far, i) >= 0.8).all()


def test_what_a_group_refuses():
    world = make_hall()
    group = world.find_group([(1, 1), (14.5, 2.5)], (2, 2))
    assert group.lengths[0] > 0 and np.isinf(group.lengths[1])
    assert "start" in group.why(1).lower()
    with pytest.raises(ValueError, match='ends "apart" is none of goal, spread'):
        world.find_group([(1, 1)], (2, 2), ends="apart")
    with pytest.raises(ValueError, match='method "slow"'):
        world.find_group([(1, 1)], (2, 2), method="slow")


@pytest.mark.parametrize("agent", [None, DISC])
def test_a_follower_walks_is_pushed_and_told_of_walls(agent):
    world = make_hall()
    follower = taut.Follower(world, agent)
    assert follower.status == "no_path" and follower.place_ahead(1) is None
    assert follower.ahead.shape == (0, 2)
    path = follower.search((2.5, 3.5), (25.5, 3.5))
    assert follower.status == "on_path" and follower.length == pytest.approx(path.length)
    assert follower.place == (2.5, 3.5) and len(follower.ahead) == 3
    place = follower.place_ahead(4)
    assert follower.move(place) == "on_path" and follower.progress > 0.1
    assert follower.move((place[0], 0.5)) == "off_path"
    assert follower.move_goal((25.5, 4.5)) == "on_path"
    assert follower.ahead[-1].tolist() == [25.5, 4.5]
    world.set(14, 8, 16, 12, False)
    assert follower.update() == "cut"
    assert repr(follower).startswith("<taut.Follower: cut, ")
    assert not follower.search((2.5, 3.5), (25.5, 3.5))
    assert follower.status == "no_path"
    with pytest.raises(ValueError, match="max_detour -1"):
        taut.Follower(world, agent, -1)
    with pytest.raises(ValueError, match="tiles -1"):
        follower.place_ahead(-1)


def test_a_follower_stops_at_a_link():
    world = make_hall()
    world.link((8.5, 3.5), (20.5, 3.5))
    follower = taut.Follower(world)
    follower.search((2.5, 3.5), (25.5, 3.5))
    assert follower.move((8.5, 3.5)) == "at_link"
    assert follower.pass_link() == "on_path"
    assert follower.move((25.5, 3.5)) == "arrived"

"""Crowds: units, orders, arrays of what they are."""

import gc
import math
import pickle

import numpy as np
import pytest

import taut

DISC = taut.Agent.disc(0.4)


def make_hall():
    """30 x 12, a wall with a gap below."""
    tiles = np.ones((12, 30), dtype=bool)
    tiles[:8, 14:16] = False
    return taut.World(tiles)


def add_block(crowd, agent=DISC, x=2.5):
    return [crowd.add((x + i % 4, 2.5 + i // 4), agent) for i in range(12)]


def advance(crowd, ticks):
    for _ in range(ticks):
        crowd.advance(0.05)


def count(crowd, state):
    return int((crowd.states == taut.UNIT_STATE.index(state)).sum())


def assert_apart(places, reach=0.8):
    distances = np.hypot(*(places[:, None] - places[None]).T)
    assert (distances + 9 * np.eye(len(places)) >= reach).all()


def test_a_group_comes_to_rest_around_its_goal():
    crowd = make_hall().crowd()
    units = add_block(crowd)
    assert units == list(range(12)) and len(crowd) == 12 and 11 in crowd and 12 not in crowd
    assert count(crowd, "idle") == 12
    assert crowd.order(units, (24.5, 4.5)) == 12 and crowd.searches_waiting == 12
    for _ in range(500):
        crowd.advance(0.05)
        assert_apart(crowd.places)
    assert count(crowd, "arrived") == 12
    assert crowd.places.dtype == np.float32 and crowd.places.shape == (12, 2)
    assert (np.hypot(*(crowd.places - (24.5, 4.5)).T) < 2.5).all()
    assert (crowd.velocities == 0).all() and crowd.states.dtype == np.uint8


def test_places_one_each():
    crowd = make_hall().crowd()
    units = add_block(crowd)
    places = np.array([[8.5, 0.5 + y] for y in range(11)])
    assert crowd.order(np.array(units), places[::-1]) == 11
    advance(crowd, 300)
    at = crowd.places[:11]
    assert sorted(np.abs(at[:, None] - places[None]).sum(axis=2).argmin(axis=1)) == list(range(11))
    assert (np.abs(at[:, 0] - 8.5) < 0.1).all() and count(crowd, "idle") == 1
    assert crowd.order(units, np.zeros((0, 2))) == 0 and crowd.order([], places) == 0


def test_one_unit():
    crowd = make_hall().crowd(goal_rule="exact", expansions=100, microseconds=0)
    unit = crowd.add((2.5, 2.5), DISC, speed=4.0, acceleration=8.0, rank=3, gives_way=False)
    assert crowd.agent(unit).radius == 410 / 1024
    assert crowd.order(unit, (5.5, 2.5)) == 1 and crowd.order(99, (5.5, 2.5)) == 0
    crowd.advance(0.05)
    crowd.advance(0.05)
    assert 0 < crowd.velocities[unit, 0] < 1.0
    advance(crowd, 60)
    assert np.hypot(*(crowd.places[unit] - (5.5, 2.5))) < 0.05
    assert crowd.order(unit, (14.5, 2.5)) == 1
    advance(crowd, 3)
    assert (count(crowd, "no_way"), crowd.reason(unit)) == (1, "goal_blocked")
    assert crowd.steer(unit, (0, 3)) and not crowd.steer(99, (0, 3))
    advance(crowd, 100)
    assert crowd.places[unit, 1] > 11.5 and crowd.reason(unit) == "none"
    assert crowd.is_occupied(5, 11, 6, 12) and not crowd.is_occupied(7, 11, 9, 12)
    crowd.stop(unit)
    advance(crowd, 1)
    assert count(crowd, "idle") == 1
    crowd.remove(unit)
    assert crowd.states.tolist() == [255] and crowd.places.tolist() == [[0, 0]]


def test_along_a_field_that_is_updated_and_forgotten():
    world = make_hall()
    crowd = world.crowd()
    units = add_block(crowd)
    wide = crowd.add((9.5, 9.5), taut.Agent.disc(0.7))
    field = world.field([(24.5, 4.5)], agent=DISC)
    assert crowd.order([*units, wide], field) == 12 and crowd.order(wide, field) == 0
    advance(crowd, 60)
    world.set(18, 0, 19, 8, False)
    field.set_goals([(26.5, 4.5)])
    field.update()
    del field, world
    gc.collect()
    advance(crowd, 700)
    assert count(crowd, "arrived") == 12
    assert (np.hypot(*(crowd.places[:12] - (26.5, 4.5)).T) < 2.5).all()


def test_a_ground_blocks_its_units():
    world = make_hall()
    world.set_class(8, 0, 10, 12, 1)
    world.set_ground(5, {1: math.inf})
    crowd = world.crowd()
    walker = taut.Agent.disc(0.4, ground=5)
    assert crowd.add((8.5, 4.5), walker) is None
    unit = crowd.add((6.5, 4.5), walker)
    crowd.steer(unit, (2, 0))
    advance(crowd, 60)
    assert crowd.places[unit, 0] <= 7.6
    assert crowd.agent(unit).ground == 5


def test_path_past_others():
    crowd = taut.World(np.ones((9, 20), dtype=bool)).crowd()
    walker, guard = crowd.add((2.5, 4.5), DISC), crowd.add((9.5, 4.5), DISC)
    path = crowd.find_around(walker, (16.5, 4.5))
    assert path and path.length > 14.01 and len(path.turns) > 2
    assert crowd.find_around(walker, (16.5, 4.5), allies=[guard]).length == 14
    assert crowd.find_around(walker, (16.5, 4.5), obstacles="standing").length == 14
    assert abs(crowd.find_around(walker, (9.5, 4.5)).length - 6.2) < 0.1
    none = crowd.find_around(walker, (9.5, 4.5), goal_rule="exact")
    assert not none and none.reason == "not_connected"
    with pytest.raises(ValueError, match="no unit 9"):
        crowd.find_around(9, (1, 1))
    with pytest.raises(ValueError, match='obstacles "some" is none of all, at_rest, standing'):
        crowd.find_around(walker, (1, 1), obstacles="some")


def test_bad_arguments():
    world = make_hall()
    crowd = world.crowd()
    assert crowd.add((14.5, 2.5), DISC) is None and crowd.add((math.nan, 2.5), DISC) is None
    unit = crowd.add((2.5, 2.5), DISC)
    assert crowd.add((2.6, 2.5), DISC) is None
    for arguments, words in [
        (dict(agent=taut.Agent.point()), "the agent is not a disc"),
        (dict(speed=99), "speed 99 is not within 0.015625 to 64"),
        (dict(acceleration=0), "acceleration 0 is not above 0"),
        (dict(rank=256), "rank 256 is not within 0 to 255"),
        (dict(agent=taut.Agent.disc(0.4, ground=9)), "no ground has the number 9"),
    ]:
        with pytest.raises(ValueError, match=f"^taut: .*{words}$"):
            crowd.add((5.5, 5.5), **{"agent": DISC, **arguments})
    with pytest.raises(ValueError, match="0.3 seconds are not within 0 to 0.25"):
        crowd.advance(0.3)
    with pytest.raises(ValueError, match="no unit 7"):
        crowd.reason(7)
    with pytest.raises(ValueError, match="shape"):
        crowd.order(unit, [[1, 2, 3]])
    with pytest.raises(ValueError, match="rule for goals"):
        world.crowd(goal_rule="near")
    with pytest.raises(ValueError, match="expansions 0"):
        world.crowd(expansions=0)
    with pytest.raises(ValueError, match="microseconds -1"):
        world.crowd(microseconds=-1)
    with pytest.raises(TypeError):
        crowd.add((5.5, 5.5), 0.4)
    assert crowd.order(unit, (math.nan, 1)) == 0 and len(crowd) == 1


def test_the_field_of_a_unit():
    world = make_hall()
    crowd = world.crowd()
    units = add_block(crowd)
    field = world.field([(25.5, 3.5)], agent=crowd.agent(units[0]))
    crowd.order(units[1:], field)
    assert crowd.field(units[1]) is field and crowd.field(units[0]) is None
    other = taut.World.from_bytes(world.to_bytes())
    loaded = taut.Crowd.from_bytes(other, crowd.to_bytes())
    own = loaded.field(units[1])
    assert own is not field and own is loaded.field(units[2])
    assert repr(own) == repr(field) == "<taut.Field: 1 goal>"
    for one_world, one in ((world, field), (other, own)):
        one_world.set(20, 0, 22, 8, False)
        assert repr(one) == "<taut.Field: 1 goal, stale>"
        one.update()
    for one in (crowd, loaded):
        advance(one, 800)
        assert {taut.UNIT_STATE[state] for state in one.states[units[1:]]} == {"arrived"}
    assert (loaded.places == crowd.places).all()
    with pytest.raises(ValueError, match=r"goal \(14.5, 3.5\) stands on no walkable tile"):
        own.set_goals([(14.5, 3.5)])
        own.update()
    del field, own
    gc.collect()
    assert crowd.field(units[1]).is_current


def test_saves():
    world = make_hall()
    crowd = world.crowd(expansions=32)
    crowd.order(add_block(crowd), (25.5, 3.5))
    advance(crowd, 7)
    other = taut.World.from_bytes(world.to_bytes())
    loaded = taut.Crowd.from_bytes(other, crowd.to_bytes())
    same_world, pickled = pickle.loads(pickle.dumps((world, crowd)))
    for one in (crowd, loaded, pickled):
        advance(one, 200)
    for one in (loaded, pickled):
        assert (one.places == crowd.places).all() and (one.states == crowd.states).all()
        assert one.to_bytes() == crowd.to_bytes()
    same_world.set(20, 0, 22, 12, False)
    advance(pickled, 1)
    assert pickled.to_bytes() != crowd.to_bytes()
    with pytest.raises(ValueError, match="the save has no crowd"):
        taut.Crowd.from_bytes(other, other.to_bytes())
    with pytest.raises(ValueError, match="a world of another size"):
        taut.Crowd.from_bytes(taut.World(np.ones((3, 3), dtype=bool)), crowd.to_bytes())

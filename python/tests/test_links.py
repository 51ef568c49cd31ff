"""Links: stairs, ladders, teleporters between two places of a world."""

import math

import numpy as np
import pytest

import taut

START, GOAL = (1.5, 5.5), (20.5, 8.5)


def make_rooms():
    """Two rooms, 10 x 10 each, with a wall of two tiles between."""
    tiles = np.ones((10, 22), dtype=bool)
    tiles[:, 10:12] = False
    return taut.World(tiles)


def test_edits():
    world = make_rooms()
    assert world.links == []
    before = world.revision
    stairs = world.link((8.5, 5.5), (13.5, 8.5))
    lift = world.link(
        (1.5, 1.0002), (2.5, 1.5), cost=3, one_way=True, width=0.9, terrain_class=255,
        is_open=False, user_data=2**64 - 1,
    )
    assert (stairs, lift, world.revision) == (0, 1, before + 2)
    first, second = world.links
    assert isinstance(first, taut.Link) and first.id == stairs
    assert list(first.start) == [8.5, 5.5] and list(first.end) == [13.5, 8.5]
    assert (first.cost, first.width, first.terrain_class, first.user_data) == (0, math.inf, 0, 0)
    assert first.is_open and not first.one_way
    assert list(second.start) == [1.5, 1.0] and second.one_way and not second.is_open
    assert (second.cost, second.width) == (3, 0.9)
    assert (second.terrain_class, second.user_data) == (255, 2**64 - 1)
    assert repr(first) == "<taut.Link 0: (8.5, 5.5) to (13.5, 8.5)>"
    assert repr(second) == "<taut.Link 1: (1.5, 1) to (2.5, 1.5), closed>"
    assert world.change_link(lift, is_open=True)  # what is not given stays
    changed = world.links[1]
    assert changed.is_open and changed.one_way and changed.cost == 3 and changed.width == 0.9
    assert changed.terrain_class == 255 and changed.user_data == 2**64 - 1
    assert world.change_link(lift, cost=1, one_way=False, width=2, terrain_class=3, user_data=4)
    changed = world.links[1]
    assert (changed.cost, changed.one_way, changed.width) == (1, False, 2)
    assert (changed.terrain_class, changed.user_data, changed.is_open) == (3, 4, True)
    assert world.unlink(stairs) and not world.unlink(stairs)
    assert not world.change_link(stairs, cost=1)
    assert [link.id for link in world.links] == [lift]


def test_paths_pass_links():
    world = make_rooms()
    link = world.link((8.5, 5.5), (13.5, 8.5), cost=3, width=0.9)
    disc = taut.Agent.disc(0.4)
    for agent in (taut.Agent.point(), disc):
        path = world.find_path(START, GOAL, agent=agent)
        assert (path.length, path.cost) == (14, 17)
        assert path.links.dtype == np.int64 and path.links.tolist() == [[link, 2]]
        assert len(path) == 4
    assert world.find_path(START, GOAL).points[1:3].tolist() == [[8.5, 5.5], [13.5, 8.5]]
    assert path.turns[2]["entry"].tolist() == [13.5, 8.5]
    wide = world.find_path(START, GOAL, agent=taut.Agent.square(0.5))
    assert wide.reason == "too_narrow" and wide.links.shape == (0, 2)
    world.change_link(link, one_way=True)
    assert world.find_path(START, GOAL) and not world.find_path(GOAL, START)
    world.change_link(link, is_open=False)
    assert world.find_path(START, GOAL).reason == "not_connected"


def test_a_ground_prices_and_blocks_links():
    world = make_rooms()
    world.set_ground(1, {7: 4.0})
    world.set_ground(2, {7: math.inf})
    world.link((8.5, 5.5), (13.5, 8.5), cost=3, terrain_class=7)
    assert world.find_path(START, GOAL, agent=taut.Agent.point(ground=1)).cost == 26
    assert not world.find_path(START, GOAL, agent=taut.Agent.point(ground=2))


@pytest.mark.parametrize("agent", [taut.Agent.point(), taut.Agent.disc(0.4)])
def test_batches_have_links(agent):
    world = make_rooms()
    link = world.link((8.5, 5.5), (13.5, 8.5))
    starts = [START, (3.5, 8.5), GOAL]
    paths = world.find_paths(starts, [GOAL, (4.5, 8.5), START], agent=agent)
    assert paths.link_offsets.tolist() == [0, 1, 1, 2]
    assert paths.links.tolist() == [[link, 2], [link, 2]]
    assert paths.links_of(1).shape == (0, 2) and paths.links_of(-1).tolist() == [[link, 2]]
    with pytest.raises(IndexError):
        paths.links_of(3)


def test_fields_lead_over_links():
    world = make_rooms()
    link = world.link((13.5, 8.5), (8.5, 5.5), cost=2)
    field = world.field([GOAL])
    assert field.distance(START) == 16
    assert field.next_corners(START).tolist() == [[8.5, 5.5]]
    assert field.link_at(START) is None
    taken, entry, leave = field.link_at((8.5, 5.5))
    assert (taken, list(entry), list(leave)) == (link, [8.5, 5.5], [13.5, 8.5])
    assert field.link_at(leave) is None
    assert field.find_path(START).links.tolist() == [[link, 2]]
    world.unlink(link)
    with pytest.raises(ValueError):
        field.link_at((8.5, 5.5))
    field.update()
    assert field.distance(START) == math.inf


def test_a_unit_waits_at_a_link():
    world = make_rooms()
    world.link((8.5, 5.5), (13.5, 8.5))
    crowd = world.crowd()
    unit = crowd.add((4.5, 5.5), taut.Agent.disc(0.4))
    assert not crowd.pass_link(unit) and not crowd.pass_link(unit + 1)
    crowd.order(unit, (18.5, 8.5))
    for _ in range(200):
        crowd.advance(0.05)
    assert taut.UNIT_STATE[crowd.states[unit]] == "at_link"
    assert crowd.pass_link(unit) and crowd.places[unit].tolist() == [13.5, 8.5]
    for _ in range(200):
        crowd.advance(0.05)
    assert taut.UNIT_STATE[crowd.states[unit]] == "arrived"


def test_segments():
    world = make_rooms()
    stairs = world.link(((9, 1), (9, 9)), [[13, 1], [13, 9]], cost=1)
    link = world.links[0]
    assert link.start == [[9, 1], [9, 9]] and link.end == [[13, 1], [13, 9]]
    assert repr(link) == "<taut.Link 0: ((9, 1), (9, 9)) to ((13, 1), (13, 9))>"
    path = world.find_path((1.5, 6.25), (20.5, 6.25))
    assert path.links.tolist() == [[stairs, 2]] and path.length == 15
    assert path.points.tolist()[1:3] == [[9, 6.25], [13, 6.25]]
    world.link((9, 3), ((13, 9), (13, 5)))
    assert world.links[1].start == [9, 3]


@pytest.mark.parametrize(
    "places, options, words",
    [
        (
            (((2, 2), (2, 200)), (3, 2)),
            {},
            r"World::link: from \(2, 200\) is on no walkable tile",
        ),
        (((-1, 2), (2, 2)), {}, r"World::link: from \(-1, 2\) is on no walkable tile"),
        (((2, 2), (11, 3.5)), {}, r"World::link: to \(11, 3.5\) is on no walkable tile"),
        (((2, 2), (2, 2)), {}, r"World::link: both ends are \(2, 2\)"),
        (((2, 2), (3, 2)), {"cost": -1}, r"World::link: cost -1 is not within 0 to 1e\+30"),
        (((2, 2), (3, 2)), {"width": math.nan}, "World::link: width nan is not 0 or more"),
        (
            ((2, 2), (3, 2)),
            {"terrain_class": 256},
            "World::link: class 256 is not within 0 to 255",
        ),
    ],
)
def test_bad_links(places, options, words):
    world = make_rooms()
    with pytest.raises(ValueError, match=f"^taut: {words}$"):
        world.link(*places, **options)
    assert world.links == [] and world.revision == make_rooms().revision
    link = world.link((2, 2), (3, 2), cost=1)
    if options:
        words = words.replace("World::link", "World::change_link")
        with pytest.raises(ValueError, match=f"^taut: {words}$"):
            world.change_link(link, **options)
        assert world.links[0].cost == 1
    with pytest.raises(TypeError):
        world.link((2, 2), (3, 2), price=1)
    with pytest.raises(TypeError):
        world.change_link("1")


def test_floors():
    cellar = taut.World(np.ones((6, 10), bool))
    hall = taut.World(np.ones((5, 5), bool))
    world = taut.World.of_floors([cellar, hall], [(-4, 0), (0, 0)])
    assert world.floor_count == 2 and cellar.floor_count == 1
    stairs, landing = world.to_point(0, (-3.5, 1.5)), world.to_point(1, (1.5, 1.5))
    assert world.to_place(landing) == (1, (1.5, 1.5))
    goal = world.to_point(1, (3.5, 1.5))
    assert world.find_path(stairs, goal).reason == "not_connected"
    world.link(stairs, landing, cost=2)
    assert world.find_path(stairs, goal).cost == 4
    for bad in (lambda: world.to_point(0, (7, 1)), lambda: world.to_point(2, (1, 1))):
        with pytest.raises(ValueError, match="the place is not on floor"):
            bad()
    with pytest.raises(ValueError, match="the point is on no floor"):
        world.to_place((-1, 0))
    with pytest.raises(ValueError, match="there is no floor"):
        taut.World.of_floors([])
    with pytest.raises(ValueError, match="1 origins for 2 floors"):
        taut.World.of_floors([cellar, hall], [(0, 0)])

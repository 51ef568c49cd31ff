"""Grounds: classes of terrain that cost some agents more, or that they cannot enter."""

import math

import numpy as np
import pytest

import taut

DOOR, MUD = 3, 1
THIEF, GUARD = 1, 2  # the door is shut to thieves
START, GOAL = (1.5, 2.5), (7.5, 2.5)
LETTERS = {"classes": {"S": 1, "w": 255}, "walls": {"s": 1}}
DRAWING = ".Ss@\nSSw.\n"


def test_letters(tmp_path):
    world = taut.World.read(DRAWING, **LETTERS)
    assert world.tiles.tolist() == [[True, True, False, False], [True] * 4]
    assert world.classes.tolist() == [[0, 1, 1, 0], [1, 1, 255, 0]]
    text = world.to_text(**LETTERS)
    assert text == "type octile\nheight 2\nwidth 4\nmap\n" + DRAWING
    file = tmp_path / "room.map"
    file.write_text(text)
    assert (taut.World.load(file, **LETTERS).classes == world.classes).all()
    assert not taut.World.load(file).classes.any()
    with pytest.raises(ValueError, match=r"tile \(1, 0\), which is walkable and of class 1"):
        world.to_text()
    for letters, error, words in [
        ({"classes": {"S": 1}, "walls": {"S": 2}}, ValueError, "room: letter `S` is given twice"),
        ({"classes": {"SS": 1}}, ValueError, "letter 'SS' is not one character of ASCII"),
        ({"walls": {"ä": 1}}, ValueError, "letter 'ä' is not one character of ASCII"),
        ({"classes": {1: 1}}, ValueError, "letter 1 is not one character of ASCII"),
        ({"classes": {"\t": 1}}, ValueError, r"letter `\\x09` is not printable ASCII"),
        ({"classes": {"S": 256}}, ValueError, "World: class 256 is not within 0 to 255"),
        ({"classes": {"S": 1.0}}, TypeError, "World: class 1.0 is not an integer"),
        ({"classes": ["S"]}, TypeError, ""),
    ]:
        with pytest.raises(error, match=words):
            taut.World.read(DRAWING, "room", **letters)


def make_house():
    """9 x 5, a wall with a door."""
    tiles = np.ones((5, 9), dtype=bool)
    tiles[:, 4] = False
    tiles[2, 4] = True
    world = taut.World(tiles)
    world.set_class(4, 2, 5, 3, DOOR)
    world.set_ground(THIEF, {DOOR: math.inf})
    world.set_ground(GUARD, {})
    return world


def agents_of(ground):
    return [
        taut.Agent.point(ground=ground),
        taut.Agent.disc(0.375, ground=ground),
        taut.Agent.square(0.375, ground=ground),
    ]


def test_agents_have_a_ground():
    assert [agent.ground for agent in agents_of(7)] == [7] * 3
    assert taut.Agent.disc(0.4) == taut.Agent.disc(0.4, ground=0) != taut.Agent.disc(0.4, ground=2)
    assert len(set(agents_of(1) + agents_of(1) + agents_of(2))) == 6
    for agent in agents_of(0) + agents_of(255):
        assert eval(repr(agent), {"Agent": taut.Agent}) == agent
    assert repr(taut.Agent.point(ground=4)) == "Agent.point(ground=4)"
    assert repr(taut.Agent.disc(0.4, ground=4)) == "Agent.disc(0.4, ground=4)"
    for ground in (-1, 256, 2**40):
        words = f"^taut: Agent.point: ground {ground} is not within 0 to 255$"
        with pytest.raises(ValueError, match=words):
            taut.Agent.point(ground=ground)
    for ground in ("1", 1.0, None):
        with pytest.raises(TypeError):
            taut.Agent.disc(0.4, ground=ground)


def test_a_door_that_one_ground_cannot_pass():
    world = make_house()
    for ground, can_pass in [(0, True), (GUARD, True), (THIEF, False)]:
        for agent in agents_of(ground):
            path = world.find_path(START, GOAL, agent=agent)
            paths = world.find_paths([START, GOAL], [GOAL, START], agent=agent)
            field = world.field([GOAL], agent=agent)
            assert bool(path) == can_pass == world.has_room((4.5, 2.5), agent)
            assert (paths.status == 0).tolist() == [can_pass] * 2
            assert path.length == field.distance(START) == (6 if can_pass else math.inf)
            assert field.agent == agent and bool(field.find_path(START)) == can_pass
            near = world.nearest(GOAL, start=START, agent=agent)
            assert list(near) == ([7.5, 2.5] if can_pass else [4 - agent.radius, 2.5])
            outs = world.find_path(START, GOAL, agent=agent, goal_rule="nearest")
            assert outs and outs.length == pytest.approx(near[0] - 1.5)
        assert world.is_walkable_path([START, GOAL], ground=ground) == can_pass
        ray = world.raycast(START, GOAL, ground=ground)
        assert ray.is_visible == can_pass and list(ray.end) == [7.5 if can_pass else 4, 2.5]
        inside = world.nearest((4.5, 2.5), agent=taut.Agent.point(ground=ground))
        assert (list(inside) == [4.5, 2.5]) == can_pass
    assert world.is_walkable_path([START, GOAL]) and world.is_walkable(4, 2)


def test_grounds_are_edited():
    world = make_house()
    assert world.classes.dtype == np.uint8 and world.classes.shape == (5, 9)
    assert world.classes[2, 4] == DOOR and world.classes.sum() == DOOR
    thief = taut.Agent.disc(0.4, ground=THIEF)
    field = world.field([GOAL], agent=thief)
    assert field.distance(START) == math.inf
    revision = world.revision
    world.set_ground(THIEF, {})
    assert world.revision == revision + 1 and not field.is_current
    assert world.changes_since(revision).tolist() == [[0, 0, 9, 5]]
    assert field.update() == 0 and field.distance(START) == 6
    world.set_ground(THIEF, {np.uint8(DOOR): np.float32(np.inf), MUD: 2})
    assert not world.find_path(START, GOAL, agent=thief)
    world.set_class(4, 2, 5, 3, 0)
    assert world.find_path(START, GOAL, agent=thief).length == 6


def test_grounds_cost():
    world = make_house()
    world.set_class(5, 0, 9, 5, MUD)
    world.set_ground(GUARD, {MUD: 2.5})
    path = world.find_path(START, GOAL, agent=taut.Agent.point(ground=GUARD))
    assert path.length == 6 and path.cost == pytest.approx(3.5 + 2.5 * 2.5)
    assert world.find_path(START, GOAL).cost == 6
    field = world.field([GOAL], agent=taut.Agent.point(ground=GUARD))
    assert field.distance(START) == pytest.approx(path.cost, rel=1e-3)
    assert field.find_path(START).cost == pytest.approx(path.cost, rel=1e-3)


def test_a_margin():
    world = taut.World(np.ones((9, 40), bool))
    careful = taut.Agent.point(ground=GUARD)
    world.set_ground(GUARD, {}, margin=2, margin_factor=1.3)
    path = world.find_path((0.5, 0.5), (39.5, 0.5), agent=careful)
    assert path.length > 39 and path.cost < 1.3 * 39
    world.set_ground(GUARD, {})
    assert world.find_path((0.5, 0.5), (39.5, 0.5), agent=careful).cost == 39
    with pytest.raises(ValueError, match="tiles 9 is not within 0 to 8"):
        world.set_ground(GUARD, {}, margin=9)
    with pytest.raises(ValueError, match="factor 0.5 is not within 1 to 255"):
        world.set_ground(GUARD, {}, margin=1, margin_factor=0.5)


def test_a_ground_that_was_not_set():
    world = make_house()
    words = "^taut: World::prepare: no ground has the number 4$"
    for agent in agents_of(4):
        for call in (
            lambda: world.prepare(agent),
            lambda: world.find_path(START, GOAL, agent=agent),
            lambda: world.find_paths([START], GOAL, agent=agent),
            lambda: world.field([GOAL], agent=agent),
            lambda: world.has_room(START, agent),
            lambda: world.nearest(GOAL, start=START, agent=agent),
            lambda: world.nearest(GOAL, agent=agent),
            lambda: world.is_walkable_path([START, GOAL], ground=4),
            lambda: world.raycast(START, GOAL, ground=4),
        ):
            with pytest.raises(ValueError, match=words):
                call()
        assert not world.has_index(agent)
    world.set_ground(4, {})
    assert all(world.find_path(START, GOAL, agent=agent) for agent in agents_of(4))


def test_bad_grounds():
    world = make_house()
    revision = world.revision
    for number, factors, error, words in [
        (0, {}, ValueError, "World::set_ground: number 0 is not within 1 to 255"),
        (256, {}, ValueError, "World::set_ground: number 256 is not within 1 to 255"),
        (5, {256: 1}, ValueError, "World.set_ground: class 256 is not within 0 to 255"),
        (5, {-(2**70): 1}, ValueError, f"World.set_ground: class -{2**70} is not within 0 to 255"),
        (5, {"mud": 1}, TypeError, "World.set_ground: class 'mud' is not an integer"),
        (5, {1.0: 1}, TypeError, "World.set_ground: class 1.0 is not an integer"),
        (5, {1: "2"}, TypeError, "World.set_ground: factor '2' is not a number"),
        (5, {1: None}, TypeError, "World.set_ground: factor None is not a number"),
        (5, {1: 0}, ValueError, "Ground::set: factor 0 is not within 0.125 to 255"),
        (5, {1: math.nan}, ValueError, "Ground::set: factor nan is not within 0.125 to 255"),
        (5, {1: -math.inf}, ValueError, "Ground::set: factor -inf is not within 0.125 to 255"),
        (5, {1: 1e39}, ValueError, r"Ground::set: factor 1e\+39 is not within 0.125 to 255"),
        (5, {1: 10**400}, ValueError, "Ground::set: factor 10+ is not within 0.125 to 255"),
    ]:
        with pytest.raises(error, match=f"^taut: {words}$"):
            world.set_ground(number, factors)
    for number, factors in [(5, [1, 2]), (5, None), ("5", {}), (1.5, {})]:
        with pytest.raises(TypeError):
            world.set_ground(number, factors)
    for terrain_class in (-1, 256):
        words = f"^taut: World::set_class: class {terrain_class} is not within 0 to 255$"
        with pytest.raises(ValueError, match=words):
            world.set_class(0, 0, 1, 1, terrain_class)
    with pytest.raises(TypeError):
        world.set_class(0, 0, 1, 1, 1.5)
    with pytest.raises(ValueError, match="is_walkable_path: ground 256 is not within 0 to 255"):
        world.is_walkable_path([START], ground=256)
    assert world.revision == revision
    with pytest.raises(ValueError, match="no ground has the number 5"):
        world.prepare(taut.Agent.point(ground=5))

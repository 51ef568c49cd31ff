// World: tiles, edits, questions.
#include <taut/world.hpp>

#include <pybind11/stl.h>

#include <algorithm>
#include <limits>

#include <taut/detail/require.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/sight.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/grid.hpp>

#include "paths.hpp"

namespace taut::python {
namespace {

using Map = std::shared_ptr<SharedMap>;

// The tiles as bool or uint8. Other integers must be 0 or 1: not -1 or 256, which have a meaning
// elsewhere.
py::array read_tiles(const py::array& tiles) {
  const char kind = tiles.dtype().kind();
  if (kind == 'b' || (kind == 'u' && tiles.itemsize() == 1)) return tiles;
  const py::module_ numpy = py::module_::import("numpy");
  if (kind != 'i' && kind != 'u') {
    const std::string hint = kind == 'U' ? ": World.read reads text" : "";
    detail::reject("World: tiles are " + py::str(tiles.dtype()).cast<std::string>() +
                   ", not bool, or integers that are 0 or 1" + hint);
  }
  const py::object wrong = numpy.attr("argwhere")(
      numpy.attr("logical_and")(tiles.attr("__ne__")(0), tiles.attr("__ne__")(1)));
  if (py::len(wrong) > 0) {
    const py::tuple at(wrong[py::int_(0)]);
    detail::reject("World: tiles[" + py::str(at[0]).cast<std::string>() + ", " +
                   py::str(at[1]).cast<std::string>() + "] is " +
                   py::str(tiles[at]).cast<std::string>() + ", not 0 or 1");
  }
  return tiles.attr("astype")("bool").cast<py::array>();
}

// From an array of two dimensions, or lists: bool and uint8 without a copy if rows are contiguous.
Map make_map(const py::object& rows_or_array) {
  if (py::isinstance<py::str>(rows_or_array)) {
    throw py::type_error("taut: World: tiles are a str, no array: World.read reads text");
  }
  const auto given = py::array::ensure(rows_or_array);
  if (!given || given.dtype().kind() == 'O') {
    PyErr_Clear();
    throw py::type_error("taut: World: tiles are no array, nor rows of one length: " +
                         py::repr(py::type::of(rows_or_array)).cast<std::string>());
  }
  if (given.ndim() != 2) {
    detail::reject("World: the array of tiles has " + std::to_string(given.ndim()) +
                   " dimensions, not 2");
  }
  const auto side = [&](int axis) {
    return static_cast<int>(std::min<py::ssize_t>(given.shape(axis), kMaxMapSide + 1));
  };
  // First: a map that is too large is not to be copied.
  detail::require_within("Grid: width", side(1), 1, kMaxMapSide);
  detail::require_within("Grid: height", side(0), 1, kMaxMapSide);
  const py::array tiles = read_tiles(given);
  const py::object rows = py::module_::import("numpy").attr("ascontiguousarray")(tiles);
  const auto bytes = rows.attr("view")("uint8").cast<py::array_t<std::uint8_t>>();
  const std::span<const std::uint8_t> data(bytes.data(), static_cast<std::size_t>(bytes.size()));
  const py::gil_scoped_release release;
  return std::make_shared<SharedMap>(Grid::from_bytes(side(1), side(0), data));
}

py::array tiles_of(const SharedMap& map) {
  py::array_t<bool> tiles({map.grid().height(), map.grid().width()});
  bool* const out = tiles.mutable_data();
  map.run_query([&](const World& world) {
    const Grid& grid = world.grid();
    for (std::size_t id = 0; id < grid.tile_count(); ++id) {
      out[id] = grid.is_walkable(grid.tile(static_cast<TileId>(id)));
    }
  });
  return tiles;
}

// Whether a polyline is walkable for a point.
bool is_walkable_path(SharedMap& map, const Places& places, std::int64_t ground) {
  const std::vector<Point> points = to_points(places, "World.is_walkable_path: points");
  const Agent point = Agent::point(to_ground("World.is_walkable_path", ground));
  map.prepare(point);
  return map.run_query([&](const World& world) { return world.is_walkable(points, point.ground); });
}

bool has_room(SharedMap& map, const Place& place, const std::optional<Agent>& agent) {
  const Agent of = agent.value_or(Agent{});
  if (!detail::can_snap(to_point(place))) return false;
  map.prepare(of);
  return map.run_query(
      [&](const World& world) { return world.has_room(of, snap(to_point(place))); });
}

bool is_reachable(SharedMap& map, const Place& start, const Place& goal,
                  const std::optional<Agent>& agent) {
  const Agent of = agent.value_or(Agent{});
  map.prepare(of);
  return map.run_query(
      [&](const World& world) { return world.is_reachable(of, to_point(start), to_point(goal)); });
}

bool would_cut(SharedMap& map, const py::object& sides, const Places& starts, const Places& goals,
               const std::optional<Agent>& agent) {
  const Integers rectangles =
      to_integers("World.would_cut: rectangles", sides, std::numeric_limits<std::int32_t>::min(),
                  std::numeric_limits<std::int32_t>::max());
  const bool is_list = rectangles.ndim() == 2 && rectangles.shape(1) == 4;
  if (!is_list && !(rectangles.ndim() == 1 && rectangles.shape(0) == 4)) {
    detail::reject("World.would_cut: the rectangles are no N x 4 array, nor one of 4 numbers");
  }
  std::vector<TileRect> tiles;
  for (py::ssize_t i = 0; i < rectangles.size(); i += 4) {
    const auto side = [&](py::ssize_t k) {
      return static_cast<std::int32_t>(rectangles.data()[i + k]);
    };
    tiles.push_back({side(0), side(1), side(2), side(3)});
  }
  const std::vector<Point> from = to_points(starts, "World.would_cut: starts");
  const std::vector<Point> to = to_points(goals, "World.would_cut: goals");
  const Agent of = agent.value_or(Agent{});
  map.prepare(of);
  return map.run_query([&](const World& world) { return world.would_cut(tiles, from, to, of); });
}

struct Ray {
  RaycastResult cast;
};

Ray cast_ray(SharedMap& map, const Place& from, const Place& to, std::int64_t ground) {
  const Agent point = Agent::point(to_ground("World.raycast", ground));
  const bool are_places = detail::can_snap(to_point(from)) && detail::can_snap(to_point(to));
  const auto question = [&](const World& world) {
    return raycast(world.grid(point.ground), snap(to_point(from)), snap(to_point(to)));
  };
  if (!are_places) detail::reject("World.raycast: an end is not finite, or far beyond the map");
  map.prepare(point);
  const Ray ray{map.run_query(question)};
  if (!ray.cast) {
    detail::reject("World.raycast: the start lies on no walkable tile, or an end outside the map");
  }
  return ray;
}

std::string describe_ray(const Ray& ray) {
  const auto number = [](float value) { return detail::to_text(static_cast<double>(value)); };
  return std::string("<taut.Ray: ") + (ray.cast.is_visible ? "seen" : "blocked") + " at (" +
         number(ray.cast.end.x) + ", " + number(ray.cast.end.y) + ")>";
}

py::array find_visible_tiles(SharedMap& map, const std::array<std::int32_t, 2>& tile, double radius,
                             std::int64_t ground) {
  const Agent point = Agent::point(to_ground("World.visible_tiles", ground));
  map.prepare(point);
  const Tile from{tile[0], tile[1]};
  py::array_t<bool> seen({map.grid().height(), map.grid().width()});
  bool* const out = seen.mutable_data();
  const Result found = map.run_query([&](const World& world) {
    const Grid& grid = world.grid(point.ground);
    return map.spares().with_sight(grid, radius, [&](SightScratch& scratch, double within) {
      std::vector<TileId> tiles(std::min(max_visible_tiles(within), grid.tile_count()));
      const Result result = extract_visible_tiles(grid, from, {within}, scratch, tiles);
      std::fill_n(out, grid.tile_count(), false);
      for (std::size_t i = 0; i < result.count; ++i) out[tiles[i]] = true;
      return result;
    });
  });
  if (!found) detail::reject("World.visible_tiles: the tile stops sight, or is outside the map");
  return seen;
}

py::array find_visibility_polygon(SharedMap& map, const Place& place, double radius,
                                  std::int64_t ground) {
  const Agent point = Agent::point(to_ground("World.visibility_polygon", ground));
  map.prepare(point);
  std::vector<Point> corners(256);
  const Result found = map.run_query([&](const World& world) {
    const Grid& grid = world.grid(point.ground);
    return map.spares().with_sight(grid, radius, [&](SightScratch& scratch, double within) {
      for (;; corners.resize(2 * corners.size())) {
        const Result result =
            extract_visibility_polygon(grid, to_point(place), {within}, scratch, corners);
        if (result.status != Status::truncated) return result;
      }
    });
  });
  if (!found) {
    detail::reject("World.visibility_polygon: the place lies on no tile that lets sight through");
  }
  std::vector<float> numbers;
  for (const Point& corner : std::span(corners).first(found.count)) {
    numbers.insert(numbers.end(), {corner.x, corner.y});
  }
  return to_array(std::move(numbers), 2);
}

std::optional<Place> find_nearest(SharedMap& map, const Place& place,
                                  const std::optional<Place>& from,
                                  const std::optional<Agent>& agent, double max_distance) {
  const Point to = to_point(place);
  const Point start = to_point(from.value_or(place));
  if (!detail::can_snap(to) || !detail::can_snap(start)) {
    detail::reject("World.nearest: a place is not finite, or far beyond the map");
  }
  const Agent of = agent.value_or(Agent{});
  detail::require_within("World.nearest: max_distance", max_distance, 0.0, kInfinity);
  map.prepare(from ? of : Agent::point(of.ground));
  const auto find = [&](const World& world) -> std::optional<Point> {
    if (!from) {
      const std::optional<Tile> tile = find_nearest_walkable(world.grid(of.ground), snap(to));
      if (!tile) return std::nullopt;
      const Point low = center(*tile) - Point{0.5F, 0.5F};
      return Point{component_min(component_max(snap(to), low), low + Point{1.0F, 1.0F})};
    }
    return find_nearest_place(*world.find_space(of), snap(start), snap(to), max_distance);
  };
  const std::optional<Point> found = map.run_query(find);
  if (!found) return std::nullopt;
  return to_place(*found);
}

py::object changes_since(const SharedMap& map, std::uint64_t revision) {
  std::vector<std::int32_t> numbers;
  const bool is_kept = map.run_query([&](const World& world) {
    const auto changes = world.changes_since(revision);
    if (!changes) return false;
    for (const TileRect& r : *changes) numbers.insert(numbers.end(), {r.x0, r.y0, r.x1, r.y1});
    return true;
  });
  if (!is_kept) return py::none();
  return to_array(std::move(numbers), 4);
}

// The cells of the mesh: their corners, and where each begins.
py::tuple cells_of(const SharedMap& map) {
  std::vector<float> points;
  std::vector<std::int64_t> offsets{0};
  map.run_query([&](const World& world) {
    world.mesh().for_each_cell([&](CellId cell) {
      for (const MeshEdge& edge : world.mesh().edges(cell)) {
        points.insert(points.end(), {edge.start().x, edge.start().y});
      }
      offsets.push_back(static_cast<std::int64_t>(points.size() / 2));
    });
  });
  return py::make_tuple(to_array(std::move(points), 2), to_array(std::move(offsets), 1));
}

void define_ray(py::module_& module) {
  py::class_<Ray>(module, "Ray", "Where a ray ended.")
      .def("__bool__", [](const Ray& ray) { return ray.cast.is_visible; })
      .def("__repr__", &describe_ray)
      .def_property_readonly(
          "is_visible", [](const Ray& ray) { return ray.cast.is_visible; },
          "Whether the whole segment is walkable.")
      .def_property_readonly(
          "end", [](const Ray& ray) { return to_place(ray.cast.end); },
          "Its end, or where it met the obstacle, rounded.")
      .def_property_readonly(
          "tile",
          [](const Ray& ray) {
            return std::array{ray.cast.tile.x, ray.cast.tile.y};
          },
          "The last walkable tile it was in.")
      .def_property_readonly(
          "blocker",
          [](const Ray& ray) -> std::optional<std::array<std::int32_t, 2>> {
            if (ray.cast.is_visible) return std::nullopt;
            return std::array{ray.cast.blocker.x, ray.cast.blocker.y};
          },
          "The blocked tile that it met, or None.");
}

void define_edits(WorldClass& world) {
  world
      .def(
          "set",
          [](SharedMap& map, std::int32_t x0, std::int32_t y0, std::int32_t x1, std::int32_t y1,
             bool is_walkable) {
            const TileState state = is_walkable ? TileState::walkable : TileState::blocked;
            map.edit([&](World& of) { of.set(TileRect{x0, y0, x1, y1}, state); });
          },
          integer("x0"), integer("y0"), integer("x1"), integer("y1"),
          py::arg("walkable").none(false),
          "Opens or blocks the tiles with x0 <= x < x1 and y0 <= y < y1.")
      .def(
          "prepare",
          [](SharedMap& map, const Agent& agent) {
            map.edit([&](World& of) { of.prepare(agent); });
          },
          py::arg("agent"),
          "Builds ahead what the first query of an agent would build: the mesh of the places\n"
          "where it may be.")
      .def(
          "keep_landmarks",
          [](SharedMap& map, std::optional<std::size_t> count) {
            map.edit([&](World& of) { count ? of.keep_landmarks(*count) : of.keep_landmarks(); });
          },
          integer("count") = py::none(),
          "Makes landmarks for each agent, at most 64, or none; by default as many as make its\n"
          "searches faster on the map as it is now, at most 32. They follow edits, which makes\n"
          "them weaker; answers remain as short.")
      .def(
          "refresh_landmarks",
          [](SharedMap& map, std::size_t fields) {
            std::size_t left = 0;
            map.edit([&](World& of) { left = of.refresh_landmarks(fields); });
            return left;
          },
          integer("fields") = 1,
          "Makes at most so many landmarks again that were made before the last edit. Returns how\n"
          "many of them are left.")
      .def(
          "keep_index",
          [](SharedMap& map, std::size_t max_bytes) {
            map.edit([&](World& of) { of.keep_index(max_bytes); });
          },
          integer("max_bytes") = World::kDefaultIndexBytes,
          "Makes a corner index for each agent, of at most so many bytes, or none if they are 0:\n"
          "\"best\" and \"optimal\" answer by it without a search. An edit outdates it: queries\n"
          "search until it is rebuilt. Takes seconds on large maps.")
      .def(
          "refresh_index",
          [](SharedMap& map, std::size_t agents) {
            std::size_t left = 0;
            map.edit([&](World& of) { left = of.refresh_index(agents); });
            return left;
          },
          integer("agents") = 1,
          "Makes the indexes of at most so many agents again that edits outdated. Returns how\n"
          "many of them are left.");
}

void define_questions(WorldClass& world) {
  world
      .def(
          "is_walkable",
          [](const SharedMap& map, int x, int y) {
            return map.run_query([&](const World& of) { return of.grid().is_walkable(x, y); });
          },
          integer("x"), integer("y"), "Whether a tile is walkable; outside the map none is.")
      .def("is_walkable_path", &is_walkable_path, py::arg("points"), py::kw_only(),
           integer("ground") = 0,
           "Whether a point with this ground may walk along an N x 2 array, as the world is now.")
      .def("has_room", &has_room, py::arg("place"), py::arg("agent") = py::none(),
           "Whether an agent may be at a place.")
      .def("is_reachable", &is_reachable, py::arg("start"), py::arg("goal"),
           py::arg("agent") = py::none(),
           "Whether a path leads from one place to another, without a search.")
      .def("would_cut", &would_cut, py::arg("rectangles"), py::arg("starts"), py::arg("goals"),
           py::arg("agent") = py::none(),
           "Whether blocking rectangles (N x 4, or one: x0, y0, x1, y1) would part a start from a\n"
           "goal that can be reached from there now. The world stays as it is.")
      .def(
          "has_index",
          [](const SharedMap& map, const std::optional<Agent>& agent) {
            return map.run_query(
                [&](const World& of) { return of.has_index(agent.value_or(Agent{})); });
          },
          py::arg("agent") = py::none(),
          "Whether an index answers the queries of an agent now; not where it is outdated or\n"
          "would be too large.")
      .def("raycast", &cast_ray, py::arg("start"), py::arg("end"), py::kw_only(),
           integer("ground") = 0,
           "Follows a segment until it meets a wall, or a tile of a class that the ground blocks.\n"
           "Exact.")
      .def(
          "visible_tiles", &find_visible_tiles, integer("tile"), py::arg("radius"), py::kw_only(),
          integer("ground") = 0,
          "bool, height x width: what is seen from a tile (x, y), up to a radius between centres.\n"
          "Tiles see each other or neither does; of those that stop sight, all are seen of which "
          "a\n"
          "point is.")
      .def(
          "visibility_polygon", &find_visibility_polygon, py::arg("place"), py::arg("radius"),
          py::kw_only(), integer("ground") = 0,
          "N x 2: the corners of the polygon that is seen from a place, in the square of half the\n"
          "side `radius` around it.")
      .def("nearest", &find_nearest, py::arg("place"), py::arg("start") = py::none(),
           py::arg("agent") = py::none(), py::arg("max_distance") = kInfinity,
           "The walkable place nearest to a place; with `start` the nearest that the agent can\n"
           "reach from there without links, at most `max_distance` tiles away. None if there is\n"
           "none, or the agent cannot be at the start.")
      .def("changes_since", &changes_since, integer("revision"),
           "N x 4: the rectangles changed after a revision; None if they are no longer known.")
      .def("cells", &cells_of,
           "The convex cells of the mesh: corners (N x 2) and offsets; cell i is\n"
           "corners[offsets[i]:offsets[i + 1]].");
}

using Limit = std::optional<std::size_t>;

void define_queries(WorldClass& world) {
  world.def(
      "find_path",
      [](SharedMap& map, const Place& start, const Place& goal, std::optional<Agent> agent,
         const std::string& method, const std::string& rule, double max_distance, Limit expansions,
         double length, const std::string& start_rule) {
        return find_path(map, start, goal,
                         {agent, method, rule, max_distance, expansions, length, start_rule});
      },
      py::arg("start"), py::arg("goal"), py::kw_only(), py::arg("agent") = py::none(),
      py::arg("method") = "best", py::arg("goal_rule") = "exact",
      py::arg("max_goal_distance") = kInfinity, integer("expansion_limit") = py::none(),
      py::arg("length_limit") = kInfinity, py::arg("start_rule") = "exact",
      "Finds a path from (x, y) to (x, y); one unit is one tile.\n\n"
      "method: \"best\", \"optimal\", the shortest path, or \"fast\", mostly less than 1 % "
      "longer.\n"
      "Where tiles cost the agent differently (set_ground), all of them find a cheap path.\n"
      "goal_rule: \"exact\", or \"nearest\": as near to the goal as can be reached, at most\n"
      "max_goal_distance tiles away. length_limit: a path with more tiles is none. "
      "expansion_limit: a\n"
      "search that would expand more nodes ends as \"out_of_nodes\".\n"
      "start_rule: \"exact\", or \"nearest\": a start without room for the agent, such as under a\n"
      "new building, is replaced by the nearest place that has; the path begins there.\n"
      "That there is no path is an answer, not an error: see Path.why.");
  world.def(
      "find_paths",
      [](const Map& map, const Places& starts, const Places& goals, std::optional<Agent> agent,
         const std::string& method, const std::string& rule, double max_distance, Limit expansions,
         double length, const std::string& start_rule, Limit threads) {
        return find_paths(map, starts, goals,
                          {agent, method, rule, max_distance, expansions, length, start_rule},
                          threads);
      },
      py::arg("starts"), py::arg("goals"), py::kw_only(), py::arg("agent") = py::none(),
      py::arg("method") = "best", py::arg("goal_rule") = "exact",
      py::arg("max_goal_distance") = kInfinity, integer("expansion_limit") = py::none(),
      py::arg("length_limit") = kInfinity, py::arg("start_rule") = "exact",
      integer("threads") = py::none(),
      "Finds many paths on several threads (default: one for each core): starts and goals are\n"
      "N x 2 arrays, or one point for all. Other Python threads run meanwhile.");
}

}  // namespace

WorldClass declare_world(py::module_& module) {
  return {module, "World",
          "The tiles of a map and all that queries derive from them. Queries of several\n"
          "threads run side by side; an edit waits for them."};
}

void define_world(py::module_& module, WorldClass& world) {
  define_ray(module);
  world
      .def(py::init(&make_map), py::arg("tiles"),
           "From an array or lists, height x width, of bool, uint8, or integers that are 0 or 1:\n"
           "true means walkable.")
      .def_property_readonly("width", [](const SharedMap& map) { return map.grid().width(); })
      .def_property_readonly("height", [](const SharedMap& map) { return map.grid().height(); })
      .def_property_readonly(
          "revision",
          [](const SharedMap& map) {
            return map.run_query([](const World& of) { return of.revision(); });
          },
          "Grows by one with each edit that changes something.")
      .def_property_readonly(
          "memory_bytes",
          [](const SharedMap& map) {
            return map.run_query([](const World& of) { return of.memory_bytes(); }) +
                   map.spares().memory_bytes();
          },
          "Bytes that the world holds.")
      .def_property_readonly("tiles", &tiles_of, "bool, height x width: a copy.")
      .def("__repr__", [](const SharedMap& map) {
        return "<taut.World: " + std::to_string(map.grid().width()) + " x " +
               std::to_string(map.grid().height()) + ">";
      });
  define_world_texts(world);
  define_edits(world);
  define_world_grounds(world);
  define_world_groups(world);
  define_world_links(world);
  define_questions(world);
  define_world_tile_maps(world);
  define_queries(world);
  define_world_fields(world);
  define_world_crowds(world);
  define_world_saves(world);
}

}  // namespace taut::python

// Crowd: units that walk, give way and never overlap.
#include <pybind11/stl.h>

#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <taut/crowd.hpp>
#include <taut/detail/require.hpp>
#include <taut/save.hpp>

#include "paths.hpp"
#include "shared_map.hpp"

namespace taut::python {
namespace {

constexpr std::uint8_t kNoUnit = 255;

// A crowd and its world. Whatever changes units has the world for itself, as an edit: so no field
// is updated and no unit read meanwhile.
class MapCrowd {
 public:
  MapCrowd(std::shared_ptr<SharedMap> map, const CrowdOptions& options) : map_(std::move(map)) {
    map_->edit([&](World& world) { crowd_.emplace(world, options); });
  }
  // The crowd of these bytes.
  MapCrowd(std::shared_ptr<SharedMap> map, std::string_view bytes) : map_(std::move(map)) {
    map_->edit([&](World& world) {
      Loaded<Crowd> loaded = read_crowd(std::as_bytes(std::span(bytes)), "save", world);
      if (!loaded) throw std::invalid_argument("taut: " + loaded.error.message());
      crowd_ = std::move(*loaded.value);
    });
  }

  template <class Change>
  auto change(const Change& what) {
    return map_->edit([&](World& world) {
      world_ = &world;
      return what(*crowd_);
    });
  }
  template <class Question>
  auto read(const Question& what) const {
    return map_->run_query([&](const World&) { return what(*crowd_); });
  }
  // The same of one unit, which must be there.
  template <class Question>
  auto read_unit(UnitId unit, const Question& what) const {
    return read([&](const Crowd& crowd) {
      if (!crowd.contains(unit)) detail::reject("Crowd: no unit " + std::to_string(unit));
      return what(crowd);
    });
  }

  [[nodiscard]] const std::shared_ptr<SharedMap>& map() const noexcept { return map_; }
  // For the time of a change.
  [[nodiscard]] const World& world() const noexcept { return *world_; }

 private:
  std::shared_ptr<SharedMap> map_;  // first: the crowd refers to its world
  std::optional<Crowd> crowd_;
  const World* world_ = nullptr;
};

py::bytes crowd_to_bytes(const MapCrowd& crowd) {
  const std::vector<std::byte> bytes = crowd.read([](const Crowd& of) { return save(of); });
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::unique_ptr<MapCrowd> crowd_from_bytes(const std::shared_ptr<SharedMap>& map,
                                           const py::bytes& data) {
  const std::string_view view = data;
  return std::make_unique<MapCrowd>(map, view);
}

std::optional<UnitId> add_to(MapCrowd& crowd, const Place& place, const Agent& agent, double speed,
                             double acceleration, std::int64_t rank, bool gives_way) {
  UnitOptions options;
  options.speed = speed;
  options.acceleration = acceleration;
  options.rank =
      static_cast<std::uint8_t>(detail::require_within("Crowd::add: rank", rank, 0, kMostRank));
  options.gives_way = gives_way;
  return crowd.change([&](Crowd& of) { return of.add(agent, to_point(place), options); });
}

std::vector<UnitId> to_units(const char* what, const Integers& numbers) {
  std::vector<UnitId> units;
  for (py::ssize_t i = 0; i < numbers.size(); ++i) {
    units.push_back(static_cast<UnitId>(
        detail::require_within(what, numbers.data()[i], 0, std::numeric_limits<UnitId>::max())));
  }
  return units;
}

// One number is a single order; where is a place, an array of places or a field.
std::size_t order_in(MapCrowd& crowd, const py::object& units, const py::object& where) {
  const Integers numbers = to_integers("Crowd.order: units", units);
  const std::vector<UnitId> ids = to_units("Crowd.order: unit", numbers);
  const bool is_one = numbers.ndim() == 0;
  if (const std::shared_ptr<WorldField> field = find_field(where, *crowd.map())) {
    return crowd.change([&](Crowd& of) { return of.order(ids, field); });
  }
  py::detail::make_caster<Places> caster;
  if (!caster.load(where, true)) {
    throw py::type_error("taut: Crowd.order: where " + py::repr(where).cast<std::string>() +
                         " is not (x, y), an array of places or a Field");
  }
  const Places places = py::detail::cast_op<Places>(caster);
  const std::vector<Point> points = to_points(places, "Crowd.order: places");
  const bool is_place = places.ndim() == 1 && !points.empty();
  return crowd.change([&](Crowd& of) -> std::size_t {
    if (!is_place) return of.order(ids, points);
    if (is_one) return of.order(ids[0], points[0]) ? 1 : 0;
    return of.order(ids, points[0]);
  });
}

// An array with a row per number; of those without a unit it is `none`.
template <std::size_t columns, class Number, class Make>
py::array_t<Number> list_units(const MapCrowd& crowd, Number none, const Make& make) {
  std::vector<Number> rows;
  crowd.read([&](const Crowd& of) {
    rows.assign(columns * of.id_end(), none);
    for (UnitId unit = 0; unit < of.id_end(); ++unit) {
      if (of.contains(unit)) make(of, unit, &rows[columns * unit]);
    }
  });
  return to_array(std::move(rows), columns);
}

py::array places_of(const MapCrowd& crowd) {
  return list_units<2>(crowd, 0.0F, [](const Crowd& of, UnitId unit, float* row) {
    const Point at = of.place(unit);
    row[0] = at.x;
    row[1] = at.y;
  });
}

py::array velocities_of(const MapCrowd& crowd) {
  return list_units<2>(crowd, 0.0F, [](const Crowd& of, UnitId unit, float* row) {
    const Point velocity = of.velocity(unit);
    row[0] = velocity.x;
    row[1] = velocity.y;
  });
}

py::array states_of(const MapCrowd& crowd) {
  return list_units<1>(crowd, kNoUnit, [](const Crowd& of, UnitId unit, std::uint8_t* state) {
    *state = static_cast<std::uint8_t>(of.state(unit));
  });
}

py::tuple name_states() {
  constexpr std::size_t kCount = static_cast<std::size_t>(UnitState::at_link) + 1;
  py::tuple made(kCount);
  for (std::size_t i = 0; i < kCount; ++i) made[i] = to_string(static_cast<UnitState>(i));
  return made;
}

std::shared_ptr<Path> find_around(MapCrowd& crowd, UnitId unit, const Place& goal,
                                  const std::string& obstacles, const py::object& allies,
                                  const std::string& rule) {
  FindOptions options;
  options.goal = to_end_rule(rule);
  static constexpr NamedValues<Obstacles, 3> kObstacles{{{"all", Obstacles::all},
                                                         {"at_rest", Obstacles::at_rest},
                                                         {"standing", Obstacles::standing}}};
  const Obstacles kind = to_value("Crowd.find_around: obstacles", obstacles, kObstacles);
  std::vector<UnitId> except =
      to_units("Crowd.find_around: ally", to_integers("Crowd.find_around: allies", allies));
  except.push_back(unit);
  return crowd.change([&](Crowd& of) {
    if (!of.contains(unit)) detail::reject("Crowd: no unit " + std::to_string(unit));
    options.agent = of.agent(unit);
    const Point start = of.place(unit);
    return make_path(crowd.world(), of.find_around(start, to_point(goal), options, kind, except),
                     start, to_point(goal), options);
  });
}

void define_orders(py::class_<MapCrowd>& crowd) {
  crowd
      .def(
          "add", &add_to, py::arg("place"), py::arg("agent"), py::kw_only(), py::arg("speed") = 2.0,
          py::arg("acceleration") = kInfinity, integer("rank") = 0,
          py::arg("gives_way").none(false) = true,
          "Adds a unit, a disc, and returns its number; None where it has no room: a wall or a\n"
          "unit is there. speed and acceleration: at most, in tiles and seconds. rank: the larger\n"
          "one has the right of way. gives_way: whether it moves for others when it stands.")
      .def(
          "remove",
          [](MapCrowd& of, UnitId unit) { of.change([&](Crowd& to) { to.remove(unit); }); },
          integer("unit"), "Does nothing where there is no such unit.")
      .def("order", &order_in, py::arg("units"), py::arg("where"),
           "Sends a unit, or several, and returns how many. To (x, y): several come to rest side\n"
           "by side around it. To N x 2 places: one each. Along a Field: to the nearest of its\n"
           "goals, also when it is updated; units of another agent than its are passed over.")
      .def(
          "field",
          [](const MapCrowd& of, UnitId unit) {
            return make_field(of.map(), of.read([&](const Crowd& to) { return to.field(unit); }));
          },
          integer("unit"),
          "The Field that a unit walks along; None where there is none. A loaded crowd has Fields\n"
          "of its own: update() them.")
      .def(
          "steer",
          [](MapCrowd& of, UnitId unit, const Place& velocity) {
            return of.change([&](Crowd& to) { return to.steer(unit, to_point(velocity)); });
          },
          integer("unit"), py::arg("velocity"),
          "Lets a unit walk with a velocity, in tiles per second. Whether there is such a unit.")
      .def(
          "stop", [](MapCrowd& of, UnitId unit) { of.change([&](Crowd& to) { to.stop(unit); }); },
          integer("unit"), "The unit has no order from now on.")
      .def(
          "pass_link",
          [](MapCrowd& of, UnitId unit) {
            return of.change([&](Crowd& to) { return to.pass_link(unit); });
          },
          integer("unit"),
          "Sets a unit that waits at a link on its exit, from where it walks on. False, and\n"
          "nothing changes, where it is at none, may not pass it, or has no room at the exit.")
      .def("find_around", &find_around, integer("unit"), py::arg("goal"), py::kw_only(),
           py::arg("obstacles") = "at_rest", py::arg("allies") = py::tuple(),
           py::arg("goal_rule") = "nearest",
           "The Path of a unit to (x, y) past the others, but allies. obstacles: \"all\", where\n"
           "they are now; \"at_rest\"; \"standing\", those at rest that do not give way, or stand\n"
           "for long. goal_rule: where the goal is taken or cannot be reached.")
      .def(
          "advance",
          [](MapCrowd& of, double seconds) { of.change([&](Crowd& to) { to.advance(seconds); }); },
          py::arg("seconds"), "One tick, of at most 0.25 seconds.");
}

void define_saves(py::class_<MapCrowd>& crowd) {
  crowd
      .def("to_bytes", &crowd_to_bytes,
           "The crowd as bytes, without its world: World.to_bytes() has that.")
      .def_static("from_bytes", &crowd_from_bytes, py::arg("world").none(false), py::arg("data"),
                  "The crowd of these bytes, on the world that was saved with it. It goes on as\n"
                  "the one that was saved, to the bit.")
      .def(py::pickle(
          [](const MapCrowd& of) { return py::make_tuple(of.map(), crowd_to_bytes(of)); },
          [](const py::tuple& state) {
            const auto map = state[0].cast<std::shared_ptr<SharedMap>>();
            if (map == nullptr) throw py::type_error("taut: Crowd: its world is None, not a World");
            return crowd_from_bytes(map, state[1].cast<py::bytes>());
          }));
}

}  // namespace

void define_crowd(py::module_& module) {
  module.attr("UNIT_STATE") = name_states();
  py::class_<MapCrowd> crowd(module, "Crowd",
                             "Units that walk to their goals, give way to each other and never\n"
                             "overlap each other or a wall. Made by World.crowd().");
  define_orders(crowd);
  define_saves(crowd);
  crowd
      .def("__repr__",
           [](const MapCrowd& of) {
             const std::size_t count = of.read([](const Crowd& to) { return to.size(); });
             return "<taut.Crowd: " + std::to_string(count) + (count == 1 ? " unit>" : " units>");
           })
      .def("__len__",
           [](const MapCrowd& of) { return of.read([](auto& to) { return to.size(); }); })
      .def("__contains__",
           [](const MapCrowd& of, const py::object& unit) {
             py::detail::make_caster<UnitId> caster;
             if (!caster.load(unit, false)) return false;
             const auto number = py::detail::cast_op<UnitId>(caster);
             return of.read([&](const Crowd& to) { return to.contains(number); });
           })
      .def_property_readonly("places", &places_of,
                             "float32, N x 2: row i is that of unit i, 0 where there is none.")
      .def_property_readonly("velocities", &velocities_of,
                             "float32, N x 2: in the last tick, in tiles per second.")
      .def_property_readonly("states", &states_of,
                             "uint8: taut.UNIT_STATE has the words; 255 where there is no unit.")
      .def_property_readonly(
          "searches_waiting",
          [](const MapCrowd& of) {
            return of.read([](const Crowd& to) { return to.searches_waiting(); });
          },
          "Requests for paths that are not answered yet.")
      .def(
          "reason",
          [](const MapCrowd& of, UnitId unit) {
            return to_word(of.read_unit(unit, [&](auto& to) { return to.reason(unit); }));
          },
          integer("unit"), "Why a unit has no way; else \"none\".")
      .def(
          "agent",
          [](const MapCrowd& of, UnitId unit) {
            return of.read_unit(unit, [&](auto& to) { return to.agent(unit); });
          },
          integer("unit"), "The agent of a unit; its radius is rounded up.")
      .def(
          "is_occupied",
          [](const MapCrowd& of, int x0, int y0, int x1, int y1) {
            return of.read([&](const Crowd& to) { return to.is_occupied({x0, y0, x1, y1}); });
          },
          integer("x0"), integer("y0"), integer("x1"), integer("y1"),
          "Whether a unit overlaps these tiles: a building there would bury it.");
}

void define_world_crowds(WorldClass& world) {
  world.def(
      "crowd",
      [](const std::shared_ptr<SharedMap>& map, std::size_t expansions, const std::string& goal,
         const std::optional<std::int64_t>& microseconds) {
        CrowdOptions options;
        options.expansions = expansions;
        if (microseconds) options.budget = std::chrono::microseconds(*microseconds);
        options.goal = to_end_rule(goal);
        return std::make_unique<MapCrowd>(map, options);
      },
      py::kw_only(), integer("expansions") = CrowdOptions().expansions,
      py::arg("goal_rule") = "nearest", integer("microseconds") = py::none(),
      "A crowd on this world. expansions: of searches per tick. goal_rule: where a goal cannot be\n"
      "reached, \"nearest\", or \"exact\": the unit has no way. microseconds: of searches per\n"
      "tick, too; then equal calls need not give equal places. A call that changes units is "
      "alone,\n"
      "as an edit.");
}

}  // namespace taut::python

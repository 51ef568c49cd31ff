// Field: distances and ways from everywhere to the nearest of some goals.
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <map>

#include <taut/detail/require.hpp>
#include <taut/field.hpp>

#include "paths.hpp"

namespace taut::python {
namespace {

using Costs = Doubles;

// A field and its world. Its mutex lets any number of threads query it while none updates it. So
// each WorldField, which crowds may share, has one of these.
class MapField {
 public:
  MapField(std::shared_ptr<SharedMap> map, std::shared_ptr<WorldField> field)
      : map_(std::move(map)), field_(std::move(field)) {}

  void set_goals(const Places& places, const std::optional<Costs>& costs, double length_limit) {
    const std::vector<Point> points = to_points(places, "field: goals");
    if (costs && static_cast<std::size_t>(costs->size()) != points.size()) {
      detail::reject("field: " + std::to_string(points.size()) + " goals and " +
                     std::to_string(costs->size()) + " costs");
    }
    std::vector<FieldGoal> goals(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      goals[i] = {points[i], costs ? costs->data()[i] : 0.0};
      detail::require_within("field: cost", goals[i].cost, 0.0, kLargestCost);
    }
    detail::require_within("field: length limit", length_limit, 0.0, kInfinity);
    map_->run_query([&](const World&) {
      const std::unique_lock<FairMutex> lock(mutex_);
      FieldOptions options;
      options.length_limit = length_limit;
      field_->set_goals(goals, options);
    });
  }

  // Returns how many goals were left out.
  std::size_t update() {
    map_->prepare(field_->agent());
    return map_->run_query([&](const World& world) {
      const std::unique_lock<FairMutex> lock(mutex_);
      if (field_->update(map_->world(), scratch_)) return field_->left_out();
      reject(world, field_->reason());
    });
  }

  [[nodiscard]] bool is_current() const {
    return map_->run_query([&](const World&) {
      const std::shared_lock<FairMutex> lock(mutex_);
      return field_->is_current();
    });
  }

  // Queries the field, which must be current.
  template <class Query>
  auto run_query(const Query& question) const {
    return map_->run_query([&](const World& world) {
      const std::shared_lock<FairMutex> lock(mutex_);
      if (!field_->is_current()) reject(world, Reason::stale);
      return question(*field_);
    });
  }

  [[nodiscard]] std::string describe() const {
    const std::size_t count = map_->run_query([&](const World&) {
      const std::shared_lock<FairMutex> lock(mutex_);
      return field_->goals().size();
    });
    return "<taut.Field: " + std::to_string(count) + (count == 1 ? " goal" : " goals") +
           (is_current() ? ">" : ", stale>");
  }

  [[nodiscard]] SharedMap& map() const noexcept { return *map_; }
  [[nodiscard]] std::shared_ptr<WorldField> field() const noexcept { return field_; }
  [[nodiscard]] const Agent& agent() const noexcept { return field_->agent(); }

 private:
  // Why there is no answer, in words.
  [[noreturn]] void reject(const World& world, Reason reason) const {
    const Point first = field_->goals().empty() ? Point{0.0F, 0.0F} : field_->goals().front().at;
    detail::reject(explain(world, reason, first, first, {field_->agent()}));
  }

  std::shared_ptr<SharedMap> map_;
  mutable FairMutex mutex_;
  std::shared_ptr<WorldField> field_;  // with crowds
  FieldScratch scratch_;
};

// Returns the MapField that Python has of a WorldField, or a new one. Needs the interpreter's lock.
std::shared_ptr<MapField> to_map_field(const std::shared_ptr<SharedMap>& map,
                                       const std::shared_ptr<WorldField>& field) {
  static std::map<const WorldField*, std::weak_ptr<MapField>> known;
  std::erase_if(known, [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<MapField>& entry = known[field.get()];
  std::shared_ptr<MapField> made = entry.lock();
  if (made == nullptr) entry = made = std::make_shared<MapField>(map, field);
  return made;
}

// One number for one point, else an array; each by one_of(field, point).
template <class Number, class One>
py::object query_all(const MapField& field, const Places& places, const One& one_of) {
  const std::vector<Point> points = to_points(places, "Field: points");
  std::vector<Number> numbers(points.size());
  field.run_query([&](const WorldField& of) {
    std::transform(points.begin(), points.end(), numbers.begin(),
                   [&](const Point& point) { return one_of(of, point); });
  });
  if (places.ndim() == 1 && !points.empty()) return py::cast(numbers.front());
  return to_array(std::move(numbers), 1);
}

py::array distances_of(const MapField& field) {
  const Grid& grid = field.map().grid();
  py::array_t<float> distances({grid.height(), grid.width()});
  float* const out = distances.mutable_data();
  field.run_query([&](const WorldField& of) {
    for (std::size_t id = 0; id < grid.tile_count(); ++id) {
      out[id] = static_cast<float>(of.distance(center(grid.tile(static_cast<TileId>(id)))));
    }
  });
  return distances;
}

py::array next_corners_of(const MapField& field, const Places& places) {
  const std::vector<Point> points = to_points(places, "Field: points");
  std::vector<float> numbers;
  numbers.reserve(2 * points.size());
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  field.run_query([&](const WorldField& of) {
    for (const Point& point : points) {
      const Point corner = of.next_corner(point).value_or(Point{kNone, kNone});
      numbers.insert(numbers.end(), {corner.x, corner.y});
    }
  });
  return to_array(std::move(numbers), 2);
}

py::object link_at(const MapField& field, const Place& place) {
  const std::optional<LinkStep> step =
      field.run_query([&](const WorldField& of) { return of.link_at(to_point(place)); });
  if (!step) return py::none();
  return py::make_tuple(step->link, to_place(step->entry), to_place(step->exit));
}

// As explain(), which names one goal where a field may have several.
std::string explain_no_way(const World& world, Reason reason, const Point& from,
                           const Agent& agent) {
  if (reason != Reason::not_connected && reason != Reason::too_narrow) {
    return explain(world, reason, from, from, {agent});
  }
  const bool is_narrow = reason == Reason::too_narrow;
  char text[160];
  std::snprintf(text, sizeof text, "No way %s(%.6g, %.6g) to a goal",
                is_narrow ? "from " : "leads from ", static_cast<double>(from.x),
                static_cast<double>(from.y));
  if (!is_narrow) return std::string(text) + ".";
  char radius[64];
  std::snprintf(radius, sizeof radius, " is wide enough for a radius of %.6g.", agent.radius);
  return std::string(text) + radius;
}

std::shared_ptr<Path> find_path_by(const MapField& field, const Place& start) {
  const Point from = to_point(start);
  return field.run_query([&](const WorldField& of) {
    FinderLease lease(field.map(), 1);
    const FoundPath found = lease.finders[0].find(from, of);
    auto path = make_path(*of.world(), found, from, from, {of.agent()});
    if (!found) path->why = explain_no_way(*of.world(), found.reason, from, of.agent());
    return path;
  });
}

}  // namespace

std::shared_ptr<WorldField> find_field(const py::object& object, const SharedMap& map) {
  if (!py::isinstance<MapField>(object)) return nullptr;
  const auto& field = object.cast<const MapField&>();
  if (&field.map() != &map) detail::reject("Crowd.order: the field is of another world");
  return field.field();
}

py::object make_field(const std::shared_ptr<SharedMap>& map,
                      const std::shared_ptr<WorldField>& field) {
  return field == nullptr ? py::object(py::none()) : py::cast(to_map_field(map, field));
}

void define_field(py::module_& module) {
  py::class_<MapField, std::shared_ptr<MapField>>(
      module, "Field",
      "Distances and ways from everywhere to the nearest of some goals. Stale\n"
      "after an edit of the world, until update().")
      .def("__repr__", &MapField::describe)
      .def("set_goals", &MapField::set_goals, py::arg("goals"), py::arg("costs") = py::none(),
           py::arg("length_limit") = kInfinity,
           "Replaces the goals; then call update(). Farther than length_limit tiles from all of\n"
           "them nothing is reached.")
      .def("update", &MapField::update,
           "Builds the field, unless it is current. Returns how many goals were left out, as the\n"
           "agent cannot be there; ValueError when they all are.")
      .def_property_readonly("is_current", &MapField::is_current, "Whether the field answers.")
      .def_property_readonly("agent", &MapField::agent)
      .def("distances", &distances_of,
           "float32, height x width: from the centres of all tiles; inf where there is no way.")
      .def(
          "distance",
          [](const MapField& field, const Places& points) {
            return query_all<double>(field, points, [](const WorldField& of, const Point& at) {
              return of.distance(at);
            });
          },
          py::arg("points"), "From (x, y), or from each row of an N x 2 array.")
      .def(
          "nearest_goal",
          [](const MapField& field, const Places& points) {
            return query_all<std::int64_t>(
                field, points, [](const WorldField& of, const Point& at) {
                  const std::optional<std::size_t> goal = of.nearest_goal(at);
                  return goal ? static_cast<std::int64_t>(*goal) : -1;
                });
          },
          py::arg("points"), "The index of the goal that the way leads to; -1 where there is none.")
      .def("next_corners", &next_corners_of, py::arg("points"),
           "N x 2: where to walk next, straight, for every agent; nan where there is no way.")
      .def("link_at", &link_at, py::arg("place"),
           "The link that a unit takes at a place, which is where next_corners() leads: its id,\n"
           "entry and exit. None where it takes none.")
      .def("find_path", &find_path_by, py::arg("start"),
           "The whole path to the nearest goal, of the field's agent.");
}

void define_world_fields(WorldClass& world) {
  world.def(
      "field",
      [](const std::shared_ptr<SharedMap>& map, const Places& goals,
         const std::optional<Costs>& costs, const std::optional<Agent>& agent, double limit) {
        auto field = to_map_field(map, std::make_shared<WorldField>(agent.value_or(Agent{})));
        field->set_goals(goals, costs, limit);
        field->update();
        return field;
      },
      py::arg("goals"), py::kw_only(), py::arg("costs") = py::none(), py::arg("agent") = py::none(),
      py::arg("length_limit") = kInfinity,
      "The field of some goals, an N x 2 array, each with a cost in tiles that counts beside the\n"
      "way. It is updated; update() tells how many goals were left out.");
}

}  // namespace taut::python

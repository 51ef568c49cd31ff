// Groups with one goal, and followers of paths.
#include <pybind11/stl.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <taut/follower.hpp>
#include <taut/group.hpp>

#include "paths.hpp"
#include "shared_map.hpp"

namespace taut::python {
namespace {

// Whether the paths end on places around the goal.
bool to_spreads(const std::string& word) {
  static constexpr NamedValues<bool, 2> kEnds{{{"goal", false}, {"spread", true}}};
  return to_value("find_group: ends", word, kEnds);
}

GroupMethod to_group_method(const std::string& word) {
  static constexpr NamedValues<GroupMethod, 3> kMethods{{{"best", GroupMethod::best},
                                                         {"searches", GroupMethod::searches},
                                                         {"field", GroupMethod::field}}};
  return to_value("find_group: method", word, kMethods);
}

std::unique_ptr<Paths> find_group(const std::shared_ptr<SharedMap>& map, const Places& starts,
                                  const Place& goal, const std::optional<Agent>& agent,
                                  const std::string& ends, const std::string& method,
                                  const std::string& rule) {
  GroupOptions options;
  options.spreads = to_spreads(ends);
  options.method = to_group_method(method);
  options.find.goal = to_end_rule(rule);
  options.find.agent = agent.value_or(Agent{});
  map->prepare(options.find.agent);
  std::vector<GroupUnit> units;
  std::vector<Request> requests;
  for (const Point& start : to_points(starts, "find_group: starts")) {
    units.push_back({start, options.find.agent});
    requests.push_back({start, to_point(goal), options.find});
  }
  std::vector<OwnedPath> answers;
  map->run_query([&](const World&) {
    FinderLease lease(*map, 1);
    GroupPaths group;
    (void)lease.finders[0].find_group(units, to_point(goal), options, group);
    for (std::size_t i = 0; i < group.size(); ++i) answers.push_back(group.path(i));
    return 0;
  });
  return gather_paths(map, std::move(requests), answers);
}

// ---- followers ----

// A follower and its world. Threads that use one wait for each other.
class MapFollower {
 public:
  MapFollower(std::shared_ptr<SharedMap> map, const std::optional<Agent>& agent, double max_detour)
      : map_(std::move(map)), follower_(agent.value_or(Agent{}), max_detour) {}

  std::shared_ptr<Path> search(const Place& start, const Place& goal, const std::string& method,
                               const std::string& rule) {
    const QueryArguments arguments{follower_.agent(), method,       rule,
                                   kNoLengthLimit,    std::nullopt, kNoLengthLimit};
    std::shared_ptr<Path> path = find_path(*map_, start, goal, arguments);
    (void)tell(
        [&](PathFollower& of, const World& world) { return of.set(world, path->answer.view()); });
    return path;
  }

  template <class Call>
  const char* tell(const Call& call) {
    return to_string(map_->run_query([&](const World& world) {
      const std::lock_guard<std::mutex> lock(mutex_);
      return call(follower_, world);
    }));
  }
  template <class Question>
  auto read(const Question& question) const {
    return map_->run_query([&](const World&) {
      const std::lock_guard<std::mutex> lock(mutex_);
      return question(follower_);
    });
  }

 private:
  std::shared_ptr<SharedMap> map_;
  mutable std::mutex mutex_;
  PathFollower follower_;
};

py::array_t<double> ahead_of(const MapFollower& of) {
  std::vector<double> entries;
  of.read([&](const PathFollower& to) {
    for (const DiscTurn& turn : to.ahead()) {
      entries.push_back(turn.entry.x);
      entries.push_back(turn.entry.y);
    }
  });
  return to_array(std::move(entries), 2);
}

std::optional<std::pair<double, double>> place_ahead(const MapFollower& of, double tiles) {
  detail::require_within("Follower.place_ahead: tiles", tiles, 0.0, kInfinity);
  return of.read([&](const PathFollower& to) -> std::optional<std::pair<double, double>> {
    if (to.ahead().empty()) return std::nullopt;
    const DiscPoint place = to.place_ahead(tiles);
    return std::pair(place.x, place.y);
  });
}

void define_calls(py::class_<MapFollower>& follower) {
  follower
      .def("search", &MapFollower::search, py::arg("start"), py::arg("goal"), py::kw_only(),
           py::arg("method") = "best", py::arg("goal_rule") = "exact",
           "Finds a path for the agent, as World.find_path(), and follows it.")
      .def(
          "move",
          [](MapFollower& of, const Place& place) {
            return of.tell([&](PathFollower& to, const World& world) {
              return to.move(world, to_point(place));
            });
          },
          py::arg("place"),
          "The unit is there now: it walked, or was pushed. \"off_path\": search again.")
      .def(
          "move_goal",
          [](MapFollower& of, const Place& goal) {
            return of.tell([&](PathFollower& to, const World& world) {
              return to.move_goal(world, to_point(goal));
            });
          },
          py::arg("goal"), "The goal is there now. \"goal_lost\": search again.")
      .def(
          "update",
          [](MapFollower& of) {
            return of.tell([](PathFollower& to, const World& world) { return to.update(world); });
          },
          "Applies the edits since the last call; the others do so too. \"cut\": search again.")
      .def(
          "pass_link",
          [](MapFollower& of) {
            return of.tell(
                [](PathFollower& to, const World& world) { return to.pass_link(world); });
          },
          "The unit stands at the exit of the link that it was at (\"at_link\").")
      .def("place_ahead", &place_ahead, py::arg("tiles"),
           "The point so many tiles ahead, or the end of the path; None without one.");
}

}  // namespace

void define_follower(py::module_& module) {
  py::class_<MapFollower> follower(
      module, "Follower",
      "The path of a walking unit, kept up to date while it walks and is pushed, its goal moves\n"
      "and the world changes. max_detour: how far it may be pushed, and its goal move at once,\n"
      "in tiles.");
  follower
      .def(py::init<std::shared_ptr<SharedMap>, std::optional<Agent>, double>(),
           py::arg("world").none(false), py::arg("agent") = py::none(),
           py::arg("max_detour") = PathFollower::kDefaultMaxDetour)
      .def("__repr__",
           [](const MapFollower& of) {
             return of.read([](const PathFollower& to) {
               return "<taut.Follower: " + std::string(to_string(to.status())) + ", " +
                      detail::to_text(to.length()) + " tiles ahead>";
             });
           })
      .def_property_readonly(
          "status",
          [](const MapFollower& of) {
            return to_string(of.read([](const PathFollower& to) { return to.status(); }));
          },
          "What the last call returned: \"on_path\", \"maybe_shorter\", \"arrived\", \"at_link\"; "
          "or,\n"
          "to search again: \"no_path\", \"off_path\", \"goal_lost\", \"cut\".")
      .def_property_readonly(
          "place",
          [](const MapFollower& of) {
            return of.read(
                [](const PathFollower& to) { return std::pair(to.place().x, to.place().y); });
          },
          "Its position on the path.")
      .def_property_readonly(
          "length",
          [](const MapFollower& of) {
            return of.read([](const PathFollower& to) { return to.length(); });
          },
          "The length of the path ahead, in tiles.")
      .def_property_readonly(
          "progress",
          [](const MapFollower& of) {
            return of.read([](const PathFollower& to) { return to.progress(); });
          },
          "The share of the path that lies behind, 0 to 1.")
      .def_property_readonly("ahead", &ahead_of,
                             "float64, N x 2: the corners ahead, the goal last; of a disc, where\n"
                             "it arrives at them.");
  define_calls(follower);
}

void define_world_groups(WorldClass& world) {
  world.def("find_group", &find_group, py::arg("starts"), py::arg("goal"),
            py::arg("agent") = py::none(), py::kw_only(), py::arg("ends") = "goal",
            py::arg("method") = "best", py::arg("goal_rule") = "exact",
            "The paths of many units of one agent to one goal, at the cost of few searches.\n"
            "ends: \"goal\", or \"spread\": discs and squares end side by side around it.\n"
            "method: \"searches\", one each; \"field\", one for all; \"best\", what is cheaper.");
}

}  // namespace taut::python

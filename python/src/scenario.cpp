// Scenario files and their queries, timed: what taut.scen() is made of.
#include <pybind11/stl.h>

#include <taut/engine/scenario_file.hpp>

#include "paths.hpp"

namespace taut::python {
namespace {

py::dict read_queries(const py::object& file) {
  const std::string name = require_file(file);
  const Loaded<std::vector<ScenarioQuery>> loaded = load_scenario(name);
  if (!loaded) reject_file(loaded.error.message());
  std::vector<std::int64_t> tiles;
  std::vector<std::int64_t> buckets;
  std::vector<std::int64_t> sides;
  std::vector<double> lengths;
  for (const ScenarioQuery& query : *loaded.value) {
    tiles.insert(tiles.end(), {query.start.x, query.start.y, query.goal.x, query.goal.y});
    buckets.push_back(query.bucket);
    sides.insert(sides.end(), {query.map_width, query.map_height});
    lengths.push_back(query.octile_length);
  }
  py::dict made;
  made["tiles"] = to_array(std::move(tiles), 4);
  made["bucket"] = to_array(std::move(buckets), 1);
  made["sides"] = to_array(std::move(sides), 2);
  made["scenario_length"] = to_array(std::move(lengths), 1);
  return made;
}

py::tuple time_queries(const std::shared_ptr<SharedMap>& map, const Places& starts,
                       const Places& goals, const std::string& method, std::int64_t rounds) {
  constexpr std::int64_t kMostRounds = 1'000'000;
  const std::int64_t known = detail::require_within("scen: repeat", rounds, 1, kMostRounds);
  TimedPaths timed = time_paths(map, starts, goals, method, static_cast<int>(known));
  return py::make_tuple(std::move(timed.paths), to_array(std::move(timed.microseconds), 1),
                        to_array(std::move(timed.expanded), 1));
}

}  // namespace

void define_scenario(py::module_& module) {
  module.def("_read_scen", &read_queries, py::arg("file"));
  module.def("_time_paths", &time_queries, py::arg("world").none(false), py::arg("starts"),
             py::arg("goals"), py::arg("method"), integer("repeat"));
}

}  // namespace taut::python

// The answers to queries, as Python sees them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <taut/finder.hpp>

#include "shared_map.hpp"

namespace taut::python {

// One path. `why` is empty when there is one.
struct Path {
  OwnedPath answer;
  double radius = 0.0;
  std::string why;
};

// A turn of a disc, as a row of a structured array.
struct TurnRow {
  float center[2];
  double entry[2];
  double exit[2];
  std::int32_t kind;  // CornerKind
  std::int32_t padding;
};

// The paths of a batch, one after the other.
struct Paths {
  std::shared_ptr<SharedMap> map;
  std::vector<Request> requests;
  py::array_t<std::uint8_t> status;
  py::array_t<std::uint8_t> reason;
  py::array_t<double> lengths;
  py::array_t<double> costs;
  py::array_t<std::int64_t> offsets;
  py::array_t<float> points;
  py::array_t<std::int64_t> turn_offsets;
  py::array_t<TurnRow> turns;
  py::array_t<std::int64_t> link_offsets;
  py::array_t<std::int64_t> links;
};

// An answer with its words. Call it without the lock of the interpreter.
[[nodiscard]] std::shared_ptr<Path> make_path(const World& world, const FoundPath& found,
                                              const Point& start, const Point& goal,
                                              const FindOptions& options);

[[nodiscard]] std::shared_ptr<Path> find_path(SharedMap& map, const Place& start, const Place& goal,
                                              const QueryArguments& arguments);
// What one finder answers, one query after the other: of each the least time of `rounds`.
struct TimedPaths {
  std::unique_ptr<Paths> paths;
  std::vector<double> microseconds;
  std::vector<std::int64_t> expanded;
};
[[nodiscard]] TimedPaths time_paths(const std::shared_ptr<SharedMap>& map, const Places& starts,
                                    const Places& goals, const std::string& method, int rounds);
[[nodiscard]] std::unique_ptr<Paths> find_paths(std::shared_ptr<SharedMap> map,
                                                const Places& starts, const Places& goals,
                                                const QueryArguments& arguments,
                                                std::optional<std::size_t> threads);

// The answers to requests, in their order.
[[nodiscard]] std::unique_ptr<Paths> gather_paths(std::shared_ptr<SharedMap> map,
                                                  std::vector<Request> requests,
                                                  const std::vector<OwnedPath>& answers);

}  // namespace taut::python

// The methods that the study compares, and what checks their answers.
#pragma once

#include <taut/agent.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/grid.hpp>
#include <taut/world.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/harness/query_times.hpp"
#include "bench/maps/bench_map.hpp"
#include "tools/output/answer.hpp"

namespace taut::bench {

// What a method says of the length of its paths.
enum class Promise : std::uint8_t {
  none,
  optimum,  // shortest of all
  steps,    // shortest by tile steps
};

// What a family asks on a map: its queries, and for whom.
struct Scene {
  BenchMap map;  // tiles as the agent finds them; the optima are known
  std::string family;
  Agent agent{};
  std::optional<Ground> ground{};  // what classes of the tiles cost the agent
};

struct StudyMethod {
  std::string name;
  double build_ms = 0.0;  // of what is built before the first query
  std::size_t bytes = 0;  // of that
  Promise promise = Promise::none;
  std::function<PathResult(const BenchQuery& query)> find;
  // The path of the last find(). Of a peer that tells lengths alone it has no points.
  std::function<tools::QueryAnswer(const PathResult& found)> answer;
  std::function<void()> begin_round{};
  std::function<QueryTime()> take_time{};
};

// What the check found out.
struct CheckedAnswer {
  std::string fault;  // empty where the answer is right
  double cost = 0.0;  // by the ground; the length where there is none
  std::size_t corners = 0;
};

// Validates a path for its agent (check_path()), and holds its length against the optimum of the
// query and the promise of the method.
[[nodiscard]] CheckedAnswer check_answer(const Scene& scene, const StudyMethod& method,
                                         const BenchQuery& query, const PathResult& found);

// Points without those that repeat the one before, or at which the direction does not change.
void drop_straight_points(std::vector<Point>& points);

// What answers the queries of a point on the stages of the engine. The scene must outlive them.
[[nodiscard]] std::vector<StudyMethod> engine_methods(const Scene& scene);
// The same for the sizes of growth: without what takes minutes to build on large maps.
[[nodiscard]] std::vector<StudyMethod> growth_methods(const Scene& scene);
// Tile steps by the costs of a ground.
[[nodiscard]] std::vector<StudyMethod> priced_tile_methods(const Scene& scene);
// A Finder of a World, by its methods, for the scene's agent and ground.
[[nodiscard]] std::vector<StudyMethod> finder_methods(const Scene& scene);
// A field of the goal of all queries, and single searches beside it.
[[nodiscard]] std::vector<StudyMethod> field_methods(const Scene& scene);
// A world file of floors and links.
[[nodiscard]] std::vector<StudyMethod> floor_methods(const std::string& file);
// A program that answers the queries of the scene, as docs/study.md says.
[[nodiscard]] StudyMethod peer_method(const Scene& scene, const std::string& name,
                                      const std::string& program);

}  // namespace taut::bench

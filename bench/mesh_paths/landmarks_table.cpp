// taut_bench landmarks: searches over the mesh of a map with and without landmarks.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/field.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/harness/answers.hpp"
#include "bench/harness/bench_options.hpp"
#include "bench/harness/query_times.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/tables.hpp"

namespace taut::bench {
namespace {

// Nothing: as many as the map needs.
constexpr std::array<std::optional<std::size_t>, 5> kCounts{0, 8, 16, 32, std::nullopt};

Landmarks build(const ConvexMesh& mesh, std::optional<std::size_t> count) {
  if (!count) return build_landmarks(mesh);
  return *count == 0 ? Landmarks() : build_landmarks(mesh, *count);
}

// Some landmarks, and the memory of the searches that use them.
class Guided {
 public:
  Guided(const BenchMap& map, const ConvexMesh& mesh, std::optional<std::size_t> count)
      : map_(map),
        mesh_(mesh),
        is_by_map_(!count),
        landmarks_(build(mesh, count)),
        out_(max_path_points(mesh)) {}

  [[nodiscard]] Contender optimal() {
    return {fmt::format("optimal, {} landmarks", count()),
            [this](const BenchQuery& query) {
              OptimalOptions options;
              options.landmarks = &landmarks_;
              return find_optimal_path(mesh_, center(query.start), center(query.goal), options,
                                       optimal_scratch_, out_);
            },
            [this](const BenchQuery& query, const PathResult& answer) {
              return find_optimal_fault(query, answer);
            }};
  }
  [[nodiscard]] Contender over_cells() {
    return {fmt::format("A*, {} landmarks", count()),
            [this](const BenchQuery& query) {
              MeshSearchOptions options;
              options.landmarks = &landmarks_;
              return find_path(mesh_, center(query.start), center(query.goal), options, scratch_,
                               out_);
            },
            [this](const BenchQuery& query, const PathResult& answer) {
              return find_path_fault(query, answer);
            }};
  }

  [[nodiscard]] std::size_t count() const { return landmarks_.count(); }
  [[nodiscard]] std::size_t is_by_map() const { return is_by_map_ ? 1 : 0; }
  [[nodiscard]] std::size_t bytes() const { return landmarks_.memory_bytes(); }

 private:
  [[nodiscard]] std::string find_path_fault(const BenchQuery& query, const PathResult& answer) {
    if (answer.status != Status::ok) return to_string(answer.status);
    return find_fault(map_.grid, query, std::span<const Point>(out_).first(answer.count));
  }
  [[nodiscard]] std::string find_optimal_fault(const BenchQuery& query, const PathResult& answer) {
    std::string fault = find_path_fault(query, answer);
    if (fault.empty() && query.optimum &&
        std::abs(answer.length - *query.optimum) > 1e-9 * (1.0 + *query.optimum)) {
      fault = fmt::format("length {} instead of {}", answer.length, *query.optimum);
    }
    return fault;
  }

  const BenchMap& map_;
  const ConvexMesh& mesh_;
  bool is_by_map_;
  Landmarks landmarks_;
  OptimalScratch optimal_scratch_{mesh_};
  MeshScratch scratch_{mesh_};
  std::vector<Point> out_;
};

Columns landmarks_columns() {
  return Columns{text_column("map", 25),
                 text_column("search", 8),
                 count_column("landmarks", 9),
                 count_column("by_map", 6),
                 {"build_us", "build us", 9, 0},
                 {"build_over_field", "fields", 7, 1},
                 {"bytes_per_vertex", "B/vertex", 8}} +
         query_columns() + Columns{{"time_over_plain", "x plain", 7, 3}};
}

// The best of several rounds, interleaved.
class BuildTimes {
 public:
  BuildTimes(const BenchMap& map, const ConvexMesh& mesh, int rounds) : map_(map), mesh_(mesh) {
    landmarks_us_.fill(kFar);
    build_fields();  // for their memory
    for (int round = 0; round < rounds; ++round) {
      field_us_ = std::min(field_us_, time_us([&] { build_fields(); }) / kFields);
      for (std::size_t i = 0; i < kCounts.size(); ++i) {
        landmarks_us_[i] =
            std::min(landmarks_us_[i], time_us([&] { (void)build(mesh, kCounts[i]); }));
      }
    }
  }

  // A field of the whole mesh: the mean of several from different places.
  [[nodiscard]] double field_us() const { return field_us_; }
  [[nodiscard]] double landmarks_us(std::size_t i) const { return landmarks_us_[i]; }

 private:
  static constexpr std::size_t kFields = 8;
  static constexpr double kFar = std::numeric_limits<double>::infinity();

  void build_fields() {
    for (std::size_t i = 0; i < kFields; ++i) {
      const FieldGoal goal{center(map_.queries[i * map_.queries.size() / kFields].start)};
      (void)build_field(mesh_, {&goal, 1}, {}, scratch_, field_);
    }
  }

  const BenchMap& map_;
  const ConvexMesh& mesh_;
  FieldScratch scratch_;
  Field field_;
  double field_us_ = kFar;
  std::array<double, kCounts.size()> landmarks_us_;
};

void add_landmarks_rows(const BenchMap& map, const BenchOptions& options, Table& table) {
  if (map.queries.empty()) return;
  const ConvexMesh mesh = build_mesh(map.grid);
  const BuildTimes times(map, mesh, options.rounds);
  std::vector<std::unique_ptr<Guided>> guided;
  std::vector<Contender> contenders;
  for (const std::optional<std::size_t> count : kCounts) {
    guided.push_back(std::make_unique<Guided>(map, mesh, count));
    contenders.push_back(guided.back()->optimal());
    contenders.push_back(guided.back()->over_cells());
  }
  const std::vector<QueryFigures> figures = measure_queries(map, {options.rounds}, contenders);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const Guided& own = *guided[i / 2];
    const double vertices = static_cast<double>(mesh.vertex_count());
    Row row;
    row.set("map", map.name).set("search", i % 2 == 0 ? "optimal" : "A*");
    const double build_us = times.landmarks_us(i / 2);
    row.set("landmarks", own.count()).set("by_map", own.is_by_map()).set("build_us", build_us);
    row.set("build_over_field", build_us / times.field_us());
    row.set("bytes_per_vertex", static_cast<double>(own.bytes()) / vertices);
    set_queries(row, figures[i]);
    table.add(
        row.set("time_over_plain", figures[i].times().mean() / figures[i % 2].times().mean()));
  }
}

int run_landmarks(const BenchOptions& options) {
  Table table(landmarks_columns(), options.csv);
  for_each_map(options, [&](const BenchMap& map) { add_landmarks_rows(map, options, table); });
  return table.finish();
}

}  // namespace

void add_landmarks_table(CLI::App& program, tools::Action& action) {
  CLI::App& command = *program.add_subcommand(
      "landmarks", "searches over the mesh of a map, with landmarks and without");
  const auto options = std::make_shared<BenchOptions>();
  add_bench_options(command, *options);
  command.footer(
      "Times are CPU time of the thread, the best round of each query and build. `fields` is the\n"
      "time to make the landmarks over that of a field of the whole mesh, `x plain` the mean time\n"
      "over that of the same search without landmarks. `by_map` is 1 where their number was "
      "chosen\n"
      "by the map. `wrong` counts paths that are not valid, or not optimal where that is "
      "promised.\n");
  command.callback([options, &action] { action = [options] { return run_landmarks(*options); }; });
}

}  // namespace taut::bench

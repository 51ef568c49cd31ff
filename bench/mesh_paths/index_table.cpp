// taut_bench index: optimal paths over the mesh of a map by a corner index, and by the search.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/engine/build_corner_index.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>

#include <cmath>
#include <memory>
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

constexpr std::size_t kMaxBytes = std::size_t{400} << 20U;

// The index of a mesh, the time of making it, and the memory of its queries.
class Indexed {
 public:
  Indexed(const BenchMap& map, const ConvexMesh& mesh)
      : map_(map), mesh_(mesh), out_(max_path_points(mesh)) {
    build_us_ = time_us([&] { index_ = build_corner_index(mesh, kMaxBytes); });
  }

  [[nodiscard]] Contender path(const CornerIndex* index) {
    return {index == nullptr ? "search" : "path",
            [this, index](const BenchQuery& query) {
              OptimalOptions options;
              options.index = index;
              return find_optimal_path(mesh_, center(query.start), center(query.goal), options,
                                       scratch_, out_);
            },
            [this](const BenchQuery& query, const PathResult& answer) {
              return find_path_fault(query, answer);
            }};
  }
  [[nodiscard]] Contender distance() {
    return {"distance",
            [this](const BenchQuery& query) {
              const DistanceResult found =
                  find_distance(mesh_, center(query.start), center(query.goal), index_, scratch_);
              PathResult result;
              result.status = found.status;
              result.length = result.cost = found.length;
              return result;
            },
            [](const BenchQuery& query, const PathResult& answer) {
              return find_length_fault(query, answer);
            }};
  }

  [[nodiscard]] const CornerIndex& index() const { return index_; }
  [[nodiscard]] double build_us() const { return build_us_; }

 private:
  [[nodiscard]] static std::string find_length_fault(const BenchQuery& query,
                                                     const PathResult& answer) {
    if (answer.status != Status::ok) return to_string(answer.status);
    if (!query.optimum ||
        std::abs(answer.length - *query.optimum) <= 1e-9 * (1.0 + *query.optimum)) {
      return {};
    }
    return fmt::format("length {} instead of {}", answer.length, *query.optimum);
  }
  [[nodiscard]] std::string find_path_fault(const BenchQuery& query, const PathResult& answer) {
    std::string fault = find_length_fault(query, answer);
    if (!fault.empty()) return fault;
    return find_fault(map_.grid, query, std::span<const Point>(out_).first(answer.count));
  }

  const BenchMap& map_;
  const ConvexMesh& mesh_;
  double build_us_ = 0.0;
  CornerIndex index_;
  OptimalScratch scratch_{mesh_};
  std::vector<Point> out_;
};

Columns columns() {
  return Columns{text_column("map", 25),
                 text_column("answer", 9),
                 count_column("corners", 8),
                 {"build_ms", "build ms", 9, 0},
                 {"megabytes", "MB", 7, 1}} +
         query_columns() + Columns{{"time_over_search", "x search", 8, 3}};
}

void add_rows(const BenchMap& map, const BenchOptions& options, Table& table) {
  if (map.queries.empty()) return;
  const ConvexMesh mesh = build_mesh(map.grid);
  Indexed indexed(map, mesh);
  std::vector<Contender> contenders{indexed.path(nullptr)};
  if (!indexed.index().is_empty()) {
    contenders.push_back(indexed.path(&indexed.index()));
    contenders.push_back(indexed.distance());
  }
  const std::vector<QueryFigures> figures = measure_queries(map, {options.rounds}, contenders);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    Row row;
    row.set("map", map.name).set("answer", contenders[i].name);
    row.set("corners", indexed.index().corner_count()).set("build_ms", indexed.build_us() / 1e3);
    row.set("megabytes", static_cast<double>(indexed.index().memory_bytes()) / 1e6);
    set_queries(row, figures[i]);
    table.add(row.set("time_over_search", figures[i].times().mean() / figures[0].times().mean()));
  }
}

int run(const BenchOptions& options) {
  Table table(columns(), options.csv);
  for_each_map(options, [&](const BenchMap& map) { add_rows(map, options, table); });
  return table.finish();
}

}  // namespace

void add_index_table(CLI::App& program, tools::Action& action) {
  CLI::App& command = *program.add_subcommand(
      "index", "optimal paths over the mesh of a map, by a corner index and by the search");
  const auto options = std::make_shared<BenchOptions>();
  add_bench_options(command, *options);
  command.footer(
      "Times are CPU time of the thread, the best round of each query. An index of more than 400 "
      "MB "
      "is not built:\nthen there is only the row of the search.\n`wrong` counts paths that are not "
      "valid, or not optimal.\n");
  command.callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace taut::bench

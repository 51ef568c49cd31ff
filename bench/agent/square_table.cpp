// taut_bench square: square agents beside a point agent.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/validate.hpp>

#include <array>
#include <memory>
#include <span>
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

constexpr std::array<double, 6> kHalfWidths{0.1, 0.4, 0.5, 0.9, 1.0, 1.5};

Columns square_columns() {
  return Columns{text_column("map", 25),      text_column("half_width", 10),
                 {"build_ms", "build ms", 9}, count_column("cells", 8),
                 count_column("edges", 8),    {"kib", "KiB", 8, 0}} +
         query_columns();
}

Row describe(const BenchMap& map, const std::string& agent, double build_us, const ConvexMesh& mesh,
             std::size_t bytes) {
  Row row;
  return row.set("map", map.name)
      .set("half_width", agent)
      .set("build_ms", build_us / 1000.0)
      .set("cells", mesh.cell_count())
      .set("edges", mesh.edge_count())
      .set("kib", static_cast<double>(bytes) / 1024.0);
}

void add_queries(const BenchMap& map, int rounds, const Contender& contender, Row row,
                 Table& table) {
  set_queries(row, measure_queries(map, {rounds}, std::span(&contender, 1)).front());
  table.add(row);
}

void add_point_row(const BenchMap& map, int rounds, Table& table) {
  const double build_us = best_us(rounds, 1, [&] { static_cast<void>(build_mesh(map.grid)); });
  const ConvexMesh mesh = build_mesh(map.grid);
  OptimalScratch scratch(mesh);
  std::vector<Point> path(max_path_points(mesh));
  const Contender contender{
      "point",
      [&](const BenchQuery& query) {
        return find_optimal_path(mesh, center(query.start), center(query.goal), {}, scratch, path);
      },
      [&](const BenchQuery& query, const PathResult& answer) -> std::string {
        if (answer.status != Status::ok) return to_string(answer.status);
        return find_fault(map.grid, query, std::span(path).first(answer.count));
      }};
  add_queries(map, rounds, contender, describe(map, "point", build_us, mesh, mesh.memory_bytes()),
              table);
}

void add_square_row(const BenchMap& map, int rounds, double half_width, Table& table) {
  const Agent agent = Agent::square(snap_radius(half_width));
  const double build_us = best_us(rounds, 1, [&] { static_cast<void>(Space(map.grid, agent)); });
  const Space square(map.grid, agent);
  SpaceScratch scratch(square);
  std::vector<Point> path(max_path_points(square));
  const Contender contender{
      fmt::format("half-width {}", half_width),
      [&](const BenchQuery& query) {
        return find_optimal_path(square, center(query.start), center(query.goal), {}, scratch,
                                 {.points = path});
      },
      // The agent does not fit everywhere: other statuses than ok are right too.
      [&](const BenchQuery& query, const PathResult& answer) -> std::string {
        if (answer.status != Status::ok) return {};
        const PathCheck check =
            validate_square_path(map.grid, center(query.start), center(query.goal),
                                 std::span(path).first(answer.count), agent.radius);
        return check.fault == PathFault::none ? "" : to_string(check.fault);
      }};
  add_queries(
      map, rounds, contender,
      describe(map, fmt::to_string(half_width), build_us, square.mesh(), square.memory_bytes()),
      table);
}

int run_square(const BenchOptions& options) {
  Table table(square_columns(), options.csv);
  for_each_map(options, [&](const BenchMap& map) {
    add_point_row(map, options.rounds, table);
    for (const double half_width : kHalfWidths) {
      add_square_row(map, options.rounds, half_width, table);
    }
  });
  return table.finish();
}

}  // namespace

void add_square_table(CLI::App& program, tools::Action& action) {
  CLI::App& command =
      *program.add_subcommand("square", "optimal paths of square agents, beside those of a point");
  const auto options = std::make_shared<BenchOptions>();
  add_bench_options(command, *options);
  command.footer(
      "Times are CPU time of the thread: of each query, and build, the best round. `n` counts the "
      "queries that have a path:\nwide agents do not fit everywhere. `len/opt` is the length over "
      "the optimum of a point agent.\n");
  command.callback([options, &action] { action = [options] { return run_square(*options); }; });
}

}  // namespace taut::bench

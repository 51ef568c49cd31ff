// taut_bench jump: jump point search beside A* over tiles, each with the path that it makes.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/engine/grid_path.hpp>
#include <taut/engine/jump_search.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/harness/answers.hpp"
#include "bench/harness/bench_options.hpp"
#include "bench/harness/query_times.hpp"
#include "bench/harness/table.hpp"
#include "bench/tables.hpp"

namespace taut::bench {
namespace {

// A* over tiles is many times slower: it answers only some of the queries.
constexpr std::size_t kSlowStride = 10;

class JumpsUnderTest {
 public:
  explicit JumpsUnderTest(const Grid& grid)
      : grid_(grid), jumps_(grid), scratch_(grid), out_(max_path_points(grid)) {}

  [[nodiscard]] std::vector<Contender> contenders() {
    return {
        {"find_corridor",
         [this](const BenchQuery& query) {
           return to_path(find_corridor(grid_, center(query.start), center(query.goal), {},
                                        scratch_.search, scratch_.corridor));
         },
         check_tiles, kSlowStride},
        {"find_path",
         [this](const BenchQuery& query) {
           return find_path(grid_, center(query.start), center(query.goal), {}, scratch_, out_);
         },
         check_points(), kSlowStride},
        {"find_jump_points",
         [this](const BenchQuery& query) {
           return to_path(find_jump_points(grid_, jumps_, center(query.start), center(query.goal),
                                           {}, scratch_.search, scratch_.corridor));
         },
         check_tiles},
        {"find_jump_path",
         [this](const BenchQuery& query) {
           return find_jump_path(grid_, jumps_, center(query.start), center(query.goal), {},
                                 scratch_, out_);
         },
         check_points()}};
  }

 private:
  static PathResult to_path(const CorridorResult& found) {
    return {found.status, found.count, found.cost, found.expanded};
  }
  static std::string check_tiles(const BenchQuery& query, const PathResult& answer) {
    if (answer.status != Status::ok) return to_string(answer.status);
    return is_octile_length(query, answer.length) ? "" : "not the octile length";
  }
  [[nodiscard]] decltype(Contender::find_fault) check_points() {
    return [this](const BenchQuery& query, const PathResult& answer) -> std::string {
      if (answer.status != Status::ok) return to_string(answer.status);
      return find_fault(grid_, query, std::span<const Point>(out_).first(answer.count));
    };
  }

  const Grid& grid_;
  JumpMap jumps_;
  GridScratch scratch_;
  std::vector<Point> out_;
};

// How many times as long as `figures` `slow` takes, on the queries that both ran.
double speed(const QueryFigures& figures, const QueryFigures& slow) {
  double time = 0.0;
  double slow_time = 0.0;
  for (std::size_t k = 0; k < slow.best_us.size(); ++k) {
    const double own = figures.best_us[k * slow.stride / figures.stride];
    if (!std::isfinite(own) || !std::isfinite(slow.best_us[k])) continue;
    time += own;
    slow_time += slow.best_us[k];
  }
  return slow_time / time;
}

Columns columns() {
  return Columns{text_column("map", 25), text_column("call", 16)} + query_columns() +
         Columns{{"tiles_over_time", "A*/time", 8, 1}, {"path_over_time", "path/time", 9, 1}};
}

int run(const BenchOptions& options) {
  Table table(columns(), options.csv);
  for_each_map(options, [&](const BenchMap& map) {
    JumpsUnderTest jumps(map.grid);
    const std::vector<Contender> contenders = jumps.contenders();
    const std::vector<QueryFigures> figures = measure_queries(map, {options.rounds}, contenders);
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      Row row;
      row.set("map", map.name).set("call", contenders[i].name);
      set_queries(row, figures[i]);
      row.set("tiles_over_time", speed(figures[i], figures[0]));
      table.add(row.set("path_over_time", speed(figures[i], figures[1])));
    }
  });
  return table.finish();
}

}  // namespace

void add_jump_table(CLI::App& program, tools::Action& action) {
  CLI::App& command =
      *program.add_subcommand("jump", "jump point search beside A* over tiles, each with its path");
  const auto options = std::make_shared<BenchOptions>();
  add_bench_options(command, *options);
  command.footer(
      "Times are CPU time of the thread, the best round of each query; in each round every call "
      "runs each query once, in turns.\nA* over tiles runs every tenth of the queries. "
      "`A*/time` and `path/time` are the times of find_corridor and of find_path\nover that of the "
      "row, on the same queries. `wrong` counts paths that are not valid or not cheapest.\n");
  command.callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace taut::bench

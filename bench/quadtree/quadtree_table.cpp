// taut_bench quadtree: builds, look-ups, edits and queries of the quadtree, beside the grid; or the
// cost models of its search.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/engine/funnel.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/engine/tile_portals.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "bench/harness/answers.hpp"
#include "bench/harness/bench_options.hpp"
#include "bench/harness/query_times.hpp"
#include "bench/harness/table.hpp"
#include "bench/harness/thread_clock.hpp"
#include "bench/maps/free_squares.hpp"
#include "bench/maps/places.hpp"
#include "bench/tables.hpp"
#include "leaf_models.hpp"

namespace taut::bench {
namespace {

constexpr std::size_t kSquares = 150;
constexpr int kLookUps = 10'000;

Columns quadtree_columns() {
  return Columns{text_column("map", 25), text_column("work", 26)} + query_columns() +
         Columns{count_column("walkable_leaves", 15),
                 count_column("leaves", 8),
                 {"bytes_per_leaf", "B/leaf", 7, 1}};
}

Row row_of(const BenchMap& map, const std::string& work) {
  Row row;
  return row.set("map", map.name).set("work", work);
}

void add_build(const BenchMap& map, int rounds, Table& table) {
  Times times;
  for (int i = 0; i < rounds; ++i) {
    times.add(time_us([&] { const Quadtree tree(map.grid.bits()); }));
  }
  const Quadtree tree(map.grid.bits());
  const LeafCounts counts = tree.count_leaves();
  const std::size_t leaves =
      std::accumulate(counts.walkable.begin(), counts.walkable.end(), std::size_t{0}) +
      std::accumulate(counts.blocked.begin(), counts.blocked.end(), std::size_t{0});
  table.add(row_of(map, "build")
                .set(times)
                .set("walkable_leaves", tree.leaf_count())
                .set("leaves", leaves)
                .set("bytes_per_leaf",
                     static_cast<double>(tree.memory_bytes()) / static_cast<double>(leaves)));
}

// Times many calls together. `work` returns a sum over their results.
template <class Work>
void add_calls(const BenchMap& map, const char* name, std::size_t calls, std::uint64_t expected,
               int rounds, Table& table, const Work& work) {
  std::uint64_t sum = 0;
  const double time = best_us(rounds, 1, [&] { sum = work(); });
  table.add(row_of(map, name)
                .set("n", calls)
                .set("mean_us", time / static_cast<double>(calls))
                .set("wrong", sum == expected ? std::size_t{0} : std::size_t{1}));
}

void add_look_ups(const BenchMap& map, const Quadtree& tree, int rounds, Table& table) {
  Places places(map.grid);
  std::vector<Tile> tiles;
  std::uint64_t walkable = 0;
  for (int i = 0; i < kLookUps; ++i) {
    tiles.push_back(places.tile());
    walkable += map.grid.is_walkable(tiles.back()) ? 1U : 0U;
  }
  add_calls(map, "find_leaf", tiles.size(), walkable, rounds, table, [&] {
    std::uint64_t count = 0;
    for (const Tile& tile : tiles) count += tree.find_leaf(tile) != kNoLeaf ? 1U : 0U;
    return count;
  });
}

void add_neighbors(const BenchMap& map, const Quadtree& tree, int rounds, Table& table) {
  const auto sum_of_lists = [&] {
    std::uint64_t sum = 0;
    tree.for_each_leaf([&](LeafId id) {
      for (const LeafLink& link : tree.neighbors(id)) sum += link.to;
    });
    return sum;
  };
  const auto sum_of_visits = [&] {
    std::uint64_t sum = 0;
    tree.for_each_leaf([&](LeafId id) {
      tree.visit_neighbors(id, [&](const LeafLink& link) { sum += link.to; });
    });
    return sum;
  };
  std::size_t links = 0;
  tree.for_each_leaf([&](LeafId id) { links += tree.neighbors(id).size(); });
  add_calls(map, "neighbors (each)", links, sum_of_visits(), rounds, table, sum_of_lists);
  add_calls(map, "visit_neighbors (each)", links, sum_of_lists(), rounds, table, sum_of_visits);
}

// Blocks free squares and opens them again.
void add_edits(const BenchMap& map, int side, Table& table) {
  Quadtree tree(map.grid.bits());
  Times times;
  for (const TileRect& tiles : find_free_squares(map.grid, side, kSquares)) {
    for (const TileState state : {TileState::blocked, TileState::walkable}) {
      times.add(time_us([&] { tree.set(tiles, state); }));
    }
  }
  const bool is_as_before =
      tree.bits() == map.grid.bits() && tree.component_count() == map.grid.component_count();
  table.add(row_of(map, fmt::format("set {} x {} tiles", side, side))
                .set(times)
                .set("wrong", is_as_before ? std::size_t{0} : std::size_t{1}));
}

// The queries of a map, on the grid and on the quadtree.
class Queries {
 public:
  Queries(const BenchMap& map, const Quadtree& tree)
      : grid_(map.grid),
        tree_(tree),
        grid_scratch_(grid_),
        scratch_(tree),
        portals_(max_portals(grid_.tile_count())),
        path_(max_path_points(portals_.size())) {}

  PathResult find_on_grid(const BenchQuery& query) {
    const CorridorResult found = find_corridor(grid_, center(query.start), center(query.goal), {},
                                               grid_scratch_.search, grid_scratch_.corridor);
    const Result made = extract_portals(
        grid_, std::span<const TileId>(grid_scratch_.corridor).first(found.count), portals_);
    return pull(query, found, made);
  }
  // The corridor alone, without a length.
  PathResult find_leaves(const BenchQuery& query) {
    const CorridorResult found = find_corridor(tree_, center(query.start), center(query.goal), {},
                                               scratch_, scratch_.corridor);
    return {found.status, found.count, 0.0, found.expanded};
  }
  PathResult find_and_pull(const BenchQuery& query) {
    const CorridorResult found = find_corridor(tree_, center(query.start), center(query.goal), {},
                                               scratch_, scratch_.corridor);
    const Result made = extract_portals(
        tree_, std::span<const LeafId>(scratch_.corridor).first(found.count), portals_);
    return pull(query, found, made);
  }
  PathResult find_smoothed(const BenchQuery& query) {
    return find_path(tree_, center(query.start), center(query.goal), QuadtreePathOptions{},
                     scratch_, path_);
  }

  [[nodiscard]] std::string check_answer(const BenchQuery& query, const PathResult& answer) const {
    if (answer.status != Status::ok) return to_string(answer.status);
    return find_fault(grid_, query, std::span(path_).first(answer.count));
  }

 private:
  PathResult pull(const BenchQuery& query, const CorridorResult& found, const Result& made) {
    const Result pulled = string_pull(center(query.start), center(query.goal),
                                      std::span<const Portal>(portals_).first(made.count), path_);
    const Status status = found.status != Status::ok ? found.status : pulled.status;
    return {status, pulled.count, path_length(std::span<const Point>(path_).first(pulled.count)),
            found.expanded};
  }

  const Grid& grid_;
  const Quadtree& tree_;
  GridScratch grid_scratch_;
  QuadtreeScratch scratch_;
  std::vector<Portal> portals_;
  std::vector<Point> path_;
};

void add_queries(const BenchMap& map, const Quadtree& tree, int rounds, Table& table) {
  Queries queries(map, tree);
  const auto check = [&](const BenchQuery& query, const PathResult& answer) {
    return queries.check_answer(query, answer);
  };
  const std::array<Contender, 4> contenders{
      {{"grid: A* + funnel", [&](const BenchQuery& q) { return queries.find_on_grid(q); }, check},
       {"quadtree: A*", [&](const BenchQuery& q) { return queries.find_leaves(q); },
        [](const BenchQuery&, const PathResult& answer) -> std::string {
          return answer.status == Status::ok ? "" : to_string(answer.status);
        }},
       {"quadtree: A* + funnel", [&](const BenchQuery& q) { return queries.find_and_pull(q); },
        check},
       {"quadtree: find_path", [&](const BenchQuery& q) { return queries.find_smoothed(q); },
        check}}};
  const std::vector<QueryFigures> figures = measure_queries(map, {rounds}, contenders);
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    Row row = row_of(map, contenders[i].name);
    set_queries(row, figures[i]);
    table.add(row);
  }
}

int run_quadtree(const BenchOptions& options) {
  Table table(quadtree_columns(), options.csv);
  for_each_map(options, [&](const BenchMap& map) {
    const Quadtree tree(map.grid.bits());
    add_build(map, options.rounds, table);
    add_look_ups(map, tree, options.rounds, table);
    add_neighbors(map, tree, options.rounds, table);
    for (const int side : {1, 8, 64}) add_edits(map, side, table);
    add_queries(map, tree, options.rounds, table);
  });
  return table.finish();
}

}  // namespace

void add_quadtree_table(CLI::App& program, tools::Action& action) {
  CLI::App& command = *program.add_subcommand(
      "quadtree", "builds, look-ups, edits and queries of the quadtree, beside the grid");
  const auto options = std::make_shared<BenchOptions>();
  const auto has_models = std::make_shared<bool>(false);
  add_bench_options(command, *options);
  command.add_flag("--models", *has_models, "measure the cost models of the search instead");
  command.footer(
      "Times are CPU time of the thread: of queries the best round of each; of look-ups the best "
      "round of all, per call.\n`find_path` smooths the corridor. With --models: `straightened` "
      "is how often the corridor was moved to the cells\nof its path before the last pull.\n");
  command.callback([options, has_models, &action] {
    action = [options, has_models] {
      return *has_models ? run_leaf_models(*options) : run_quadtree(*options);
    };
  });
}

}  // namespace taut::bench

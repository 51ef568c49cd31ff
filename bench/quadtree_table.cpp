// bench_quadtree: the quadtree against the grid: what it takes to build, find, edit and answer
// whole queries; or the cost models of the search. Times are those of the thread.
#include <CLI/CLI.hpp>

#include <taut/funnel.hpp>
#include <taut/grid_path.hpp>
#include <taut/quadtree_path.hpp>
#include <taut/tile_portals.hpp>
#include <taut/validate.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <random>
#include <string>
#include <vector>

#include "answers.hpp"
#include "bench_options.hpp"
#include "leaf_models.hpp"
#include "thread_clock.hpp"

namespace taut::bench {
namespace {

constexpr int kTries = 300;

bool is_wrong = false;

void note_wrong(const BenchMap& map, const std::string& what) {
  std::fprintf(stderr, "%s: %s\n", map.name.c_str(), what.c_str());
  is_wrong = true;
}

template <class Work>
double microseconds(const Work& work) {
  static const double overhead = clock_overhead_us();
  const double begin = now_us();
  work();
  return std::max(now_us() - begin - overhead, 0.0);
}

// The best of several runs.
template <class Work>
double best_microseconds(int rounds, const Work& work) {
  double best = microseconds(work);
  for (int i = 1; i < rounds; ++i) best = std::min(best, microseconds(work));
  return best;
}

struct EditTimes {
  double mean = 0.0;
  double worst = 0.0;
  std::size_t count = 0;
};

// Blocks free squares of side x side tiles and opens them again.
EditTimes measure_edits(const BenchMap& map, int side) {
  std::mt19937 random(20261121);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Quadtree tree(map.grid.bits());
  EditTimes times;
  for (int i = 0; i < kTries; ++i) {
    const int x = below(map.grid.width());
    const int y = below(map.grid.height());
    const TileRect tiles{x, y, x + side, y + side};
    bool is_free = true;
    for (int v = y; v < y + side && is_free; ++v) {
      for (int u = x; u < x + side && is_free; ++u) is_free = map.grid.is_walkable(u, v);
    }
    if (!is_free) continue;
    for (const TileState state : {TileState::blocked, TileState::walkable}) {
      const double time = microseconds([&] { tree.set(tiles, state); });
      times.mean += time;
      times.worst = std::max(times.worst, time);
      ++times.count;
    }
  }
  if (times.count > 0) times.mean /= static_cast<double>(times.count);
  if (tree.bits() != map.grid.bits() || tree.component_count() != map.grid.component_count()) {
    note_wrong(map, "edits that are not undone by their opposites");
  }
  return times;
}

void print_tree(const BenchMap& map, int rounds) {
  const double build_us = best_microseconds(rounds, [&] { const Quadtree tree(map.grid.bits()); });
  const Quadtree tree(map.grid.bits());
  const LeafCounts counts = tree.count_leaves();
  std::size_t leaves = 0;
  for (std::size_t i = 0; i < counts.walkable.size(); ++i) {
    leaves += counts.walkable[i] + counts.blocked[i];
  }
  std::mt19937 random(20261121);
  std::vector<Tile> places;
  for (int i = 0; i < 10'000; ++i) {
    places.push_back({static_cast<int>(random() % static_cast<unsigned>(map.grid.width())),
                      static_cast<int>(random() % static_cast<unsigned>(map.grid.height()))});
  }
  std::size_t found = 0;
  const double find_us = best_microseconds(rounds, [&] {
    for (const Tile& place : places) found += tree.find_leaf(place) != kNoLeaf ? 1 : 0;
  });
  // Sums over all links, so that nothing is left out and both ways can be held against each other.
  std::size_t links = 0;
  std::uint64_t listed = 0;
  std::uint64_t walked = 0;
  const double list_us = best_microseconds(rounds, [&] {
    links = 0;
    listed = 0;
    tree.for_each_leaf([&](LeafId id) {
      for (const LeafLink& link : tree.neighbors(id)) {
        listed += link.to;
        ++links;
      }
    });
  });
  const double tree_us = best_microseconds(rounds, [&] {
    walked = 0;
    tree.for_each_leaf([&](LeafId id) {
      tree.visit_neighbors(id, [&](const LeafLink& link) { walked += link.to; });
    });
  });
  if (listed != walked) note_wrong(map, "lists and tree have other neighbours");
  std::printf(
      "%-26s%8.0f%9zu%9zu%7.1f%8.1f%8.2f%8.2f", map.name.c_str(), build_us, tree.leaf_count(),
      leaves, static_cast<double>(tree.memory_bytes()) / static_cast<double>(leaves),
      1000.0 * find_us / static_cast<double>(places.size()),
      1000.0 * list_us / static_cast<double>(links), 1000.0 * tree_us / static_cast<double>(links));
  for (const int side : {1, 8, 64}) {
    const EditTimes times = measure_edits(map, side);
    if (times.count == 0) {
      std::printf("%9s", "-");
    } else {
      std::printf("%9.2f", times.mean);
    }
  }
  std::printf("%s", found == 0 ? " (no tile found)\n" : "\n");
  std::fflush(stdout);
}

// What the queries of a map come to.
struct Lengths {
  double ratio = 0.0;
  double worst = 0.0;
  std::size_t count = 0;

  void add(const BenchQuery& query, double length) {
    if (!query.optimum || *query.optimum <= 0.0) return;
    ratio += length / *query.optimum;
    worst = std::max(worst, length / *query.optimum);
    ++count;
  }
};

void print_queries(const BenchMap& map, std::size_t every, int rounds) {
  const Grid& grid = map.grid;
  const Quadtree tree(grid.bits());
  GridScratch grid_scratch(grid);
  QuadtreeScratch scratch(tree);
  std::vector<Portal> portals(max_portals(grid.tile_count()));
  std::vector<Point> path(max_path_points(portals.size()));
  double grid_us = 0.0;
  double search_us = 0.0;
  double rest_us = 0.0;
  double repaired_us = 0.0;
  std::size_t queries = 0;
  std::size_t expanded = 0;
  Lengths pulled;
  Lengths repaired;
  for (std::size_t i = 0; i < map.queries.size(); i += every) {
    const BenchQuery& query = map.queries[i];
    const Point start = center(query.start);
    const Point goal = center(query.goal);
    ++queries;
    grid_us += best_microseconds(rounds, [&] {
      const CorridorResult found = find_corridor(grid, center(query.start), center(query.goal), {},
                                                 grid_scratch.search, grid_scratch.corridor);
      const Result made =
          extract_portals(grid, std::span(grid_scratch.corridor).first(found.count), portals);
      (void)string_pull(start, goal, std::span(portals).first(made.count), path);
    });
    CorridorResult found;
    search_us += best_microseconds(
        rounds, [&] { found = find_corridor(tree, start, goal, {}, scratch, scratch.corridor); });
    Result points;
    rest_us += best_microseconds(rounds, [&] {
      const Result made =
          extract_portals(tree, std::span(scratch.corridor).first(found.count), portals);
      points = string_pull(start, goal, std::span(portals).first(made.count), path);
    });
    expanded += found.expanded;
    const auto judge = [&](Status status, std::size_t count, Lengths& lengths) {
      const std::span<const Point> answer = std::span(path).first(count);
      const std::string fault =
          status == Status::ok ? find_fault(grid, query, answer) : to_string(status);
      if (!fault.empty()) note_wrong(map, fault);
      lengths.add(query, path_length(answer));
    };
    judge(found.status, points.count, pulled);
    PathResult whole;
    repaired_us += best_microseconds(rounds, [&] {
      whole = find_path(tree, start, goal, QuadtreePathOptions{}, scratch, path);
    });
    judge(whole.status, whole.count, repaired);
  }
  const double n = static_cast<double>(queries);
  const auto mean = [](const Lengths& lengths) {
    return lengths.count == 0 ? 0.0 : lengths.ratio / static_cast<double>(lengths.count);
  };
  std::printf("%-26s%9.1f%9.1f%8.2f%8.1fx%9.1f%9.0f%9.4f%8.3f%9.4f%8.3f\n", map.name.c_str(),
              grid_us / n, search_us / n, rest_us / n, grid_us / (search_us + rest_us),
              repaired_us / n, static_cast<double>(expanded) / n, mean(pulled), pulled.worst,
              mean(repaired), repaired.worst);
  std::fflush(stdout);
}

int run(const BenchOptions& options, bool has_models) {
  const std::vector<std::string> files = choose_map_files(options);
  const auto every = static_cast<std::size_t>(options.every);
  if (has_models) {
    std::printf("%-26s%-21s%9s%9s%11s%8s%9s%8s%9s%8s\n", "map", "model", "expanded", "us",
                "len/opt", "worst", "once", "worst", "twice", "worst");
    for (const std::string& file : files) print_leaf_models(load_bench_map(file), every);
    return 0;
  }
  std::printf("%-26s%8s%9s%9s%7s%8s%8s%8s%9s%9s%9s\n", "map", "build us", "walkable", "leaves",
              "B/leaf", "find ns", "list ns", "tree ns", "1x1 us", "8x8 us", "64x64 us");
  for (const std::string& file : files) print_tree(load_bench_map(file), options.rounds);
  std::printf("\n%-26s%9s%9s%8s%9s%9s%9s%9s%8s%9s%8s\n", "map", "grid us", "search", "rest",
              "faster", "repaired", "expanded", "len/opt", "worst", "repaired", "worst");
  for (const std::string& file : files) print_queries(load_bench_map(file), every, options.rounds);
  return is_wrong ? 1 : 0;
}

}  // namespace
}  // namespace taut::bench

int main(int argc, char** argv) {
  CLI::App program(
      "Measures the quadtree against the grid: what it takes to build, find, edit and answer whole "
      "queries, and checks all answers.");
  taut::bench::BenchOptions options;
  add_bench_options(program, options);
  bool has_models = false;
  program.add_flag("--models", has_models, "measure the cost models of the search instead");
  program.footer("Exit status 1 when an answer is wrong, 2 for bad input.");
  CLI11_PARSE(program, argc, argv);
  try {
    return taut::bench::run(options, has_models);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_quadtree: %s\n", error.what());
    return 2;
  }
}

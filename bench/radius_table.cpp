// bench_radius [--every N] [--radius R] [MAP...]: discs on the maps named or on all: what pulling
// for a disc costs beside string_pull() on the same corridor, how often the published methods
// overlap a wall, how long the paths from each kind of corridor are, and what a Clearance costs. R
// <= 0.5. Exit status 1 when a disc path or an edited Clearance is wrong.
#include <taut/clearance.hpp>
#include <taut/disc_funnel.hpp>
#include <taut/funnel.hpp>
#include <taut/grid_mesh.hpp>
#include <taut/grid_path.hpp>
#include <taut/optimal_search.hpp>
#include <taut/quadtree_path.hpp>
#include <taut/tile_disc.hpp>
#include <taut/tile_portals.hpp>
#include <taut/validate_disc.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "bench_map.hpp"
#include "thread_clock.hpp"

namespace taut::bench {
namespace {

constexpr int kRounds = 7;
constexpr int kRepeats = 5;
constexpr double kOverlap = 1e-4;

// The best of several runs, in microseconds of this thread's time: other programs do not count.
template <class Work>
double best_microseconds(const Work& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kRounds; ++i) {
    const double begin = now_us();
    for (int k = 0; k < kRepeats; ++k) work();
    best = std::min(best, (now_us() - begin) / kRepeats);
  }
  return best;
}

// A path of a point agent, as a disc would walk it.
bool has_room(const Grid& grid, std::span<const Point> path, double radius) {
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (!has_clearance(grid.bits(), path[i - 1], path[i], radius - kOverlap)) return false;
  }
  return true;
}

struct Row {
  std::size_t queries = 0;
  std::size_t no_room = 0;  // queries whose ends are too near to a wall
  std::size_t wrong = 0;
  std::size_t portals = 0;
  std::size_t turns = 0;
  double pull_us = 0.0;
  double funnel_us = 0.0;
  double compressed_pull_us = 0.0;  // both through the compressed portals
  double compressed_funnel_us = 0.0;
  double disc_us = 0.0;
  std::size_t shrunk_overlaps = 0;
  std::size_t pushed_overlaps = 0;
  double grid = 0.0;  // lengths over that of the mesh's optimal corridor
  double repaired = 0.0;
  double quadtree = 0.0;
};

class Bench {
 public:
  Bench(const Grid& grid, double radius)
      : grid_(grid),
        radius_(radius),
        tree_(grid.bits()),
        mesh_(build_mesh(grid)),
        grid_scratch_(grid),
        tree_scratch_(tree_),
        mesh_scratch_(mesh_),
        portals_(taut::max_portals(grid.tile_count())),
        shrunk_(portals_.size()),
        corners_(max_path_points(portals_.size())),
        path_(corners_.size()),
        work_(max_repair_points(path_.size())),
        turns_(max_disc_turns(work_.size())) {}

  void add(const BenchQuery& query, Row& row) {
    start_ = center(query.start);
    goal_ = center(query.goal);
    if (!has_clearance(grid_.bits(), start_, radius_) ||
        !has_clearance(grid_.bits(), goal_, radius_)) {
      ++row.no_room;
      return;
    }
    const double optimum =
        pull(find_optimal_path(mesh_, start_, goal_, {}, mesh_scratch_, path_).count, row);
    if (optimum <= 0.0) return;
    ++row.queries;
    row.repaired +=
        pull(find_path(grid_, start_, goal_, {}, grid_scratch_, path_).count, row) / optimum;
    row.quadtree +=
        pull(find_path(tree_, start_, goal_, {}, tree_scratch_, path_).count, row) / optimum;

    const CorridorResult found = find_corridor(grid_, center(query.start), center(query.goal), {},
                                               grid_scratch_.search, grid_scratch_.corridor);
    const Result made =
        extract_portals(grid_, std::span(grid_scratch_.corridor).first(found.count), portals_);
    const std::span<const Portal> portals = std::span(portals_).first(made.count);
    row.portals += portals.size();
    Result result;
    row.funnel_us += best_microseconds(
        [&] { result = string_pull_disc(start_, goal_, portals, radius_, corners_, turns_); });
    row.turns += result.count;
    const Result shrunk = shrink_portals(portals, radius_, shrunk_);
    result = string_pull(start_, goal_, std::span(shrunk_).first(shrunk.count), path_);
    if (shrunk.status == Status::ok && !has_room(grid_, first_points(result.count), radius_)) {
      ++row.shrunk_overlaps;
    }
    row.pull_us += best_microseconds([&] { result = string_pull(start_, goal_, portals, path_); });
    const Result few = extract_compressed_portals(
        grid_, std::span(grid_scratch_.corridor).first(found.count), shrunk_);
    const std::span<const Portal> compressed = std::span(shrunk_).first(few.count);
    row.compressed_pull_us +=
        best_microseconds([&] { (void)string_pull(start_, goal_, compressed, path_); });
    row.compressed_funnel_us += best_microseconds(
        [&] { (void)string_pull_disc(start_, goal_, compressed, radius_, corners_, turns_); });
    result = string_pull(start_, goal_, portals, path_);
    const std::vector<Point> pulled(path_.begin(),
                                    path_.begin() + static_cast<std::ptrdiff_t>(result.count));
    row.disc_us +=
        best_microseconds([&] { (void)pull_disc(grid_.bits(), pulled, radius_, work_, turns_); });
    row.grid += pull(pulled.size(), row) / optimum;
    const std::size_t count = find_path(grid_, start_, goal_, {}, grid_scratch_, path_).count;
    std::vector<Point> pushed(count);
    (void)push_corners(first_points(count), radius_, pushed);
    if (!has_room(grid_, pushed, radius_)) ++row.pushed_overlaps;
  }

 private:
  [[nodiscard]] std::span<const Point> first_points(std::size_t count) const {
    return std::span(path_).first(count);
  }

  // The length of the disc's path that the point's becomes.
  double pull(std::size_t count, Row& row) {
    const Result result = pull_disc(grid_.bits(), first_points(count), radius_, work_, turns_);
    const DiscCheck check =
        validate_disc_path(grid_, start_, goal_, std::span(turns_).first(result.count), radius_);
    if (result.status != Status::ok || check.fault != DiscFault::none) ++row.wrong;
    return check.length;
  }

  const Grid& grid_;
  double radius_;
  Quadtree tree_;
  ConvexMesh mesh_;
  GridScratch grid_scratch_;
  QuadtreeScratch tree_scratch_;
  OptimalScratch mesh_scratch_;
  std::vector<Portal> portals_;
  std::vector<Portal> shrunk_;
  std::vector<Corner> corners_;
  std::vector<Point> path_;
  std::vector<Point> work_;
  std::vector<DiscTurn> turns_;
  Point start_{0.0F, 0.0F};
  Point goal_{0.0F, 0.0F};
};

// A Clearance made, and brought in line with edits of squares, each closed and opened again.
// Returns whether it is then as it was.
bool measure_clearance(Grid grid) {
  const double begin = now_us();
  Clearance clearance(grid.bits());
  const double made_us = now_us() - begin;
  const std::size_t points = clearance.point_count();
  std::printf(
      "%24s%zu points made in %.1f ms, %.1f ns each; edits of n x n tiles:", "clearance of ",
      points, made_us / 1000.0, 1000.0 * made_us / static_cast<double>(points));
  for (const int side : {1, 8}) {
    double mean_us = 0.0;
    double worst_us = 0.0;
    int edits = 0;
    for (std::size_t i = 0; edits < 400; ++i) {
      // Spread over the map by the golden ratio.
      const Tile tile = grid.tile(static_cast<TileId>(i * 2654435769U % grid.tile_count()));
      const TileRect tiles{tile.x, tile.y, tile.x + side, tile.y + side};
      bool is_open = tiles.x1 <= grid.width() && tiles.y1 <= grid.height();
      for (int y = tiles.y0; is_open && y < tiles.y1; ++y) {
        for (int x = tiles.x0; is_open && x < tiles.x1; ++x) is_open = grid.is_walkable(x, y);
      }
      if (!is_open) continue;
      for (const TileState state : {TileState::blocked, TileState::walkable}) {
        grid.set(tiles, state);
        const double from = now_us();
        clearance.update(grid.bits(), tiles);
        const double took = now_us() - from;
        mean_us += took;
        worst_us = std::max(worst_us, took);
        ++edits;
      }
    }
    std::printf(" n = %d %.1f us, worst %.1f;", side, mean_us / edits, worst_us);
  }
  const Clearance fresh(grid.bits());
  bool is_same = true;
  for (int row = 0; row < fresh.rows(); ++row) {
    for (int column = 0; column < fresh.columns(); ++column) {
      is_same = is_same && fresh.square(column, row) == clearance.square(column, row);
    }
  }
  std::printf(" %s\n", is_same ? "as new" : "WRONG");
  return is_same;
}

int run(int argc, char** argv) {
  std::size_t every = 1;
  double radius = 0.4;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--every" && i + 1 < argc) {
      every = std::max<std::size_t>(1, std::strtoul(argv[++i], nullptr, 10));
    } else if (std::string_view(argv[i]) == "--radius" && i + 1 < argc) {
      radius = std::strtod(argv[++i], nullptr);
    } else {
      files.emplace_back(argv[i]);
    }
  }
  if (!(radius > 0.0 && radius <= 0.5)) {
    std::fprintf(stderr, "bench_radius: --radius must be above 0 and at most 0.5\n");
    return 2;
  }
  if (files.empty()) files = find_map_files();
  bool is_wrong = false;
  std::printf("%-22s%8s%8s%8s%9s%9s%7s%11s%9s%9s%9s%9s%9s%9s%7s\n", "map", "queries", "portals",
              "turns", "pull us", "disc us", "times", "compressed", "tiles us", "shrunk %",
              "pushed %", "grid", "repaired", "quadtree", "wrong");
  for (const std::string& file : files) {
    const BenchMap map = load_bench_map(file);
    Bench bench(map.grid, radius);
    Row row;
    for (std::size_t i = 0; i < map.queries.size(); i += every) bench.add(map.queries[i], row);
    const double n = static_cast<double>(std::max<std::size_t>(row.queries, 1));
    const auto share = [&](std::size_t count) { return 100.0 * static_cast<double>(count) / n; };
    std::printf("%-22s%8zu%8.1f%8.1f%9.3f%9.3f%7.2f%11.2f%9.2f%9.1f%9.1f%9.5f%9.5f%9.5f%7zu\n",
                map.name.c_str(), row.queries, static_cast<double>(row.portals) / n,
                static_cast<double>(row.turns) / n, row.pull_us / n, row.funnel_us / n,
                row.pull_us > 0.0 ? row.funnel_us / row.pull_us : 0.0,
                row.pull_us > 0.0 ? row.compressed_funnel_us / row.compressed_pull_us : 0.0,
                row.disc_us / n, share(row.shrunk_overlaps), share(row.pushed_overlaps),
                row.grid / n, row.repaired / n, row.quadtree / n, row.wrong);
    std::fflush(stdout);
    is_wrong = is_wrong || row.wrong > 0 || !measure_clearance(map.grid);
  }
  return is_wrong ? 1 : 0;
}

}  // namespace
}  // namespace taut::bench

int main(int argc, char** argv) {
  try {
    return taut::bench::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_radius: %s\n", error.what());
    return 2;
  }
}

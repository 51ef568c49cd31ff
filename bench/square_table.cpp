// bench_square [--every N] [MAP...]: square agents on the maps named or on all, beside the point
// agent's mesh: time of a build, size, and time of optimal queries. Exit status 1 when a path is
// wrong.
#include <taut/grid_mesh.hpp>
#include <taut/optimal_search.hpp>
#include <taut/square_map.hpp>
#include <taut/validate_square.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench_map.hpp"
#include "thread_clock.hpp"

namespace taut::bench {
namespace {

constexpr int kRounds = 5;

// The best of several runs, in microseconds of this thread's time: other programs do not count.
template <class Work>
double best_microseconds(const Work& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kRounds; ++i) {
    const double begin = now_us();
    work();
    best = std::min(best, now_us() - begin);
  }
  return best;
}

struct Row {
  double build_us = 0.0;
  std::size_t cells = 0;
  std::size_t edges = 0;
  std::size_t bytes = 0;
  double query_us = 0.0;
  std::size_t solved = 0;
  std::size_t wrong = 0;
};

void print(const BenchMap& map, const char* agent, const Row& row) {
  std::printf("%-22s%8s%10.2f%9zu%9zu%9.0f%9zu%10.2f%7zu\n", map.name.c_str(), agent,
              row.build_us / 1000.0, row.cells, row.edges, static_cast<double>(row.bytes) / 1024.0,
              row.solved, row.query_us / static_cast<double>(std::max<std::size_t>(row.solved, 1)),
              row.wrong);
  std::fflush(stdout);
}

// Asks all queries; `find(start, goal)` gives a PathResult, `is_right(start, goal, count)` judges
// the path found last.
template <class Find, class Judge>
void ask(const BenchMap& map, std::size_t every, const Find& find, const Judge& is_right,
         Row& row) {
  for (std::size_t i = 0; i < map.queries.size(); i += every) {
    const Point start = center(map.queries[i].start);
    const Point goal = center(map.queries[i].goal);
    PathResult found;
    const double time = best_microseconds([&] { found = find(start, goal); });
    if (found.status != Status::ok) continue;
    ++row.solved;
    row.query_us += time;
    row.wrong += is_right(start, goal, found.count) ? 0U : 1U;
  }
}

Row measure_point(const BenchMap& map, std::size_t every) {
  Row row;
  row.build_us = best_microseconds([&] { (void)build_mesh(map.grid); });
  const ConvexMesh mesh = build_mesh(map.grid);
  OptimalScratch scratch(mesh);
  std::vector<Point> path(max_path_points(mesh));
  row.cells = mesh.cell_count();
  row.edges = mesh.edge_count();
  row.bytes = mesh.memory_bytes();
  ask(
      map, every,
      [&](const Point& start, const Point& goal) {
        return find_optimal_path(mesh, start, goal, {}, scratch, path);
      },
      [&](const Point& start, const Point& goal, std::size_t count) {
        return validate_path(map.grid, start, goal, std::span(path).first(count)).fault ==
               PathFault::none;
      },
      row);
  return row;
}

Row measure_square(const BenchMap& map, std::size_t every, double half_width) {
  Row row;
  row.build_us = best_microseconds([&] { (void)SquareMap(map.grid.bits(), half_width); });
  const SquareMap square(map.grid.bits(), half_width);
  SquareScratch scratch(square);
  std::vector<Point> path(max_path_points(square));
  row.cells = square.mesh().cell_count();
  row.edges = square.mesh().edge_count();
  row.bytes = square.memory_bytes();
  ask(
      map, every,
      [&](const Point& start, const Point& goal) {
        return find_optimal_path(square, start, goal, {}, scratch, path);
      },
      [&](const Point& start, const Point& goal, std::size_t count) {
        return validate_square_path(map.grid, start, goal, std::span(path).first(count),
                                    square.half_width())
                   .fault == PathFault::none;
      },
      row);
  return row;
}

int run(int argc, char** argv) {
  std::size_t every = 1;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--every" && i + 1 < argc) {
      every = std::max<std::size_t>(1, std::strtoul(argv[++i], nullptr, 10));
    } else {
      files.emplace_back(argv[i]);
    }
  }
  if (files.empty()) files = find_map_files();
  std::printf("%-22s%8s%10s%9s%9s%9s%9s%10s%7s\n", "map", "agent", "build ms", "cells", "edges",
              "KiB", "solved", "query us", "wrong");
  std::size_t wrong = 0;
  for (const std::string& file : files) {
    const BenchMap map = load_bench_map(file);
    const Row point = measure_point(map, every);
    print(map, "point", point);
    wrong += point.wrong;
    for (const char* const half_width : {"0.1", "0.4", "0.5", "0.9", "1", "1.5"}) {
      const Row row = measure_square(map, every, std::strtod(half_width, nullptr));
      print(map, half_width, row);
      wrong += row.wrong;
    }
  }
  return wrong > 0 ? 1 : 0;
}

}  // namespace
}  // namespace taut::bench

int main(int argc, char** argv) {
  try {
    return taut::bench::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_square: %s\n", error.what());
    return 2;
  }
}

// bench_mesh_edits: what edits of a mesh cost, and what they leave behind: queries on the edited
// mesh beside those on one built afresh from the same tiles.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <taut/grid_mesh.hpp>
#include <taut/optimal_search.hpp>
#include <taut/quadtree_mesh.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <system_error>
#include <vector>

#include "bench_map.hpp"
#include "thread_clock.hpp"

namespace {

using taut::bench::BenchMap;
using taut::bench::now_us;

// Leaves need more than the usual four.
constexpr std::size_t kPlacesPerEdge = 16;

struct Options {
  std::vector<std::string> maps;
  bool has_leaves = false;
  int edits = 10000;
  int side = 8;
  int rounds = 3;
  std::uint32_t seed = 1;
};

double mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(std::max<std::size_t>(values.size(), 1));
}

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

// "KIND:SIDE": a square map with a wall across the middle and a door of one tile in it, so that one
// edit cuts it in halves.
struct MadeMap {
  std::string kind;
  int side = 0;
};

std::optional<MadeMap> parse_made_map(const std::string& name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string::npos) return std::nullopt;
  MadeMap made{name.substr(0, colon), 0};
  const char* const end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(name.data() + colon + 1, end, made.side);
  const bool is_kind = made.kind == "empty" || made.kind == "pillars" || made.kind == "random";
  if (!is_kind || error != std::errc{} || rest != end || made.side < 8 ||
      made.side > taut::kMaxMapSide) {
    return std::nullopt;
  }
  return made;
}

taut::Tile door_of(int side) { return {side / 3, side / 2}; }

BenchMap make_map(const MadeMap& made) {
  std::mt19937 random(5);
  const taut::Tile door = door_of(made.side);
  return {made.kind + ":" + std::to_string(made.side),
          "",
          taut::Grid::from_predicate(made.side, made.side,
                                     [&](int x, int y) {
                                       const bool is_tenth = random() % 10 == 0;
                                       if (y == door.y) return x == door.x;
                                       if (made.kind == "random") return !is_tenth;
                                       return made.kind == "empty" || x % 4 != 1 || y % 4 != 1;
                                     }),
          {}};
}

struct EditTimes {
  std::vector<double> sets;
  std::vector<double> meshes;
};

// Rectangles of 1 x 1 to side x side tiles, as often blocked as opened; of made maps each fiftieth
// time the door instead, which is then closed or open. Of a map that can be edited and that meshes
// are made of: a grid or a quadtree.
template <class Map>
EditTimes edit_at_random(Map& map, taut::ConvexMesh& mesh, bool has_door, const Options& options) {
  std::mt19937 random(options.seed);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  EditTimes times;
  for (int i = 0; i < options.edits; ++i) {
    const int x = below(map.width());
    const int y = below(map.height());
    taut::TileRect tiles{x, y, x + 1 + below(options.side), y + 1 + below(options.side)};
    bool is_blocking = below(2) == 0;
    if (has_door && i % 50 == 49) {
      const taut::Tile door = door_of(map.width());
      tiles = {door.x, door.y, door.x + 1, door.y + 1};
      is_blocking = map.is_walkable(door);
    }
    const double begin = now_us();
    map.set(tiles, is_blocking ? taut::TileState::blocked : taut::TileState::walkable);
    const double middle = now_us();
    edit_mesh(map, tiles, mesh);
    times.meshes.push_back(now_us() - middle);
    times.sets.push_back(middle - begin);
  }
  return times;
}

struct QueryTimes {
  std::vector<double> edited;
  std::vector<double> fresh;
  std::size_t wrong = 0;
};

QueryTimes ask_queries(const std::vector<taut::bench::BenchQuery>& queries,
                       const taut::ConvexMesh& edited, const taut::ConvexMesh& fresh, int rounds) {
  QueryTimes times;
  if (queries.empty()) return times;
  taut::OptimalScratch edited_scratch(edited, kPlacesPerEdge * edited.edge_count() + 8192);
  taut::OptimalScratch fresh_scratch(fresh, kPlacesPerEdge * fresh.edge_count() + 8192);
  std::vector<taut::Point> out(
      taut::max_path_points(std::max(edited.vertex_count(), fresh.vertex_count())));
  for (const taut::bench::BenchQuery& query : queries) {
    const taut::Point start = center(query.start);
    const taut::Point goal = center(query.goal);
    const auto ask = [&](const taut::ConvexMesh& mesh, taut::OptimalScratch& scratch) {
      return find_optimal_path(mesh, start, goal, {}, scratch, out);
    };
    const taut::PathResult one = ask(edited, edited_scratch);
    const taut::PathResult other = ask(fresh, fresh_scratch);
    if (one.status != other.status ||
        std::abs(one.length - other.length) > 1e-9 * (1.0 + other.length)) {
      ++times.wrong;
    }
    if (other.status != taut::Status::ok) continue;
    double least_edited = std::numeric_limits<double>::infinity();
    double least_fresh = least_edited;
    for (int round = 0; round < rounds; ++round) {
      const double begin = now_us();
      static_cast<void>(ask(edited, edited_scratch));
      const double middle = now_us();
      static_cast<void>(ask(fresh, fresh_scratch));
      const double end = now_us();
      least_edited = std::min(least_edited, middle - begin);
      least_fresh = std::min(least_fresh, end - middle);
    }
    times.edited.push_back(least_edited);
    times.fresh.push_back(least_fresh);
  }
  return times;
}

template <class Map>
bool run_map(const BenchMap& bench, Map map, const Options& options) {
  taut::ConvexMesh edited = build_mesh(map);
  const EditTimes edits = edit_at_random(map, edited, bench.file.empty(), options);
  double build_us = std::numeric_limits<double>::infinity();
  for (int round = 0; round < options.rounds; ++round) {
    const double begin = now_us();
    static_cast<void>(build_mesh(map));
    build_us = std::min(build_us, now_us() - begin);
  }
  const taut::ConvexMesh fresh = build_mesh(map);
  const QueryTimes queries = ask_queries(bench.queries, edited, fresh, options.rounds);

  const double tiles = static_cast<double>(bench.grid.tile_count());
  fmt::print("{:<27}{:>8}", bench.name, options.edits);
  for (const std::vector<double>* times : {&edits.sets, &edits.meshes}) {
    fmt::print("{:>9.1f}{:>9.1f}{:>9.1f}", mean(*times), quantile(*times, 0.999),
               quantile(*times, 1.0));
  }
  const auto print_mesh = [&](const char* name, const taut::ConvexMesh& mesh,
                              const std::vector<double>& times) {
    fmt::print("{:>9}{:>9}{:>9}{:>8.2f}{:>10.2f}", name, mesh.cell_count(), mesh.edge_count(),
               static_cast<double>(mesh.memory_bytes()) / tiles, mean(times));
  };
  const double ratio = queries.fresh.empty() ? 1.0 : mean(queries.edited) / mean(queries.fresh);
  print_mesh("edited", edited, queries.edited);
  fmt::print("{:>8.3f}{:>7}\n{:<62}{:>9.1f}{:18}", ratio, queries.wrong, "  built anew", build_us,
             "");
  print_mesh("fresh", fresh, queries.fresh);
  fmt::print("\n");
  std::fflush(stdout);
  return queries.wrong == 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Measures edits of meshes, and queries after them.");
  Options options;
  program.add_option(
      "MAP", options.maps,
      "map files with their .map.scen beside them, or made maps: empty:SIDE, pillars:SIDE, "
      "random:SIDE; default: maps/ and the shared data");
  program.add_flag("--leaves", options.has_leaves, "edit quadtrees and the meshes of their leaves");
  program.add_option("--edits", options.edits, "edit so many times")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000'000));
  program.add_option("--side", options.side, "edits of 1 to N tiles a side")
      ->type_name("N")
      ->check(CLI::Range(1, 16384));
  program.add_option("--rounds", options.rounds, "take the best of N times of a query")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  program.add_option("--seed", options.seed, "of the edits")->type_name("N");
  program.footer(
      "Times are CPU time of the thread, in microseconds: of an edit the mean, 99.9 percent and "
      "the longest, of the\nmap's set() and of edit_mesh(); of a query the mean of the best times. "
      "`ratio` is "
      "edited over fresh. `wrong` counts queries whose\nlengths differ. `built anew` is what "
      "build_mesh() takes. Exit status 1 when there are wrong lengths, 2 for bad input.");
  CLI11_PARSE(program, argc, argv);
  try {
    const std::vector<std::string> files =
        options.maps.empty() ? taut::bench::find_map_files() : options.maps;
    fmt::print(
        "map                           edits   set us    99.9%    worst  mesh us    99.9%    worst "
        "    mesh    cells    edges "
        " B/tile  query us   ratio  wrong\n");
    bool is_good = true;
    for (const std::string& file : files) {
      const std::optional<MadeMap> made = parse_made_map(file);
      const BenchMap map = made ? make_map(*made) : taut::bench::load_bench_map(file);
      const bool is_equal = options.has_leaves
                                ? run_map(map, taut::Quadtree(map.grid.bits()), options)
                                : run_map(map, map.grid, options);
      is_good = is_good && is_equal;
    }
    return is_good ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_mesh_edits: {}\n", error.what());
    return 2;
  }
}

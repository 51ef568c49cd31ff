// taut info: what a map is made of and what it costs.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <taut/grid_mesh.hpp>
#include <taut/optimal_search.hpp>
#include <taut/quadtree.hpp>
#include <taut/search_scratch.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "map_input.hpp"
#include "output.hpp"
#include "query.hpp"

namespace taut::tools {
namespace {

struct InfoOptions {
  std::string map;
  bool has_json = false;
};

// Microseconds to make a grid from bytes in memory, its components included.
double measure_grid_build(const Grid& grid) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(grid.tile_count());
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) bytes.push_back(grid.is_walkable(x, y) ? 1 : 0);
  }
  const Clock::time_point begin = Clock::now();
  const Grid copy = Grid::from_bytes(grid.width(), grid.height(), bytes);
  return to_microseconds(Clock::now() - begin);
}

struct TreeInfo {
  double build_us = 0.0;
  std::size_t bytes = 0;
  std::size_t walkable = 0;
  std::size_t blocked = 0;
  LeafCounts counts;
};

TreeInfo measure_quadtree(const Grid& grid) {
  TreeInfo info;
  const Clock::time_point begin = Clock::now();
  const Quadtree tree(grid.bits());
  info.build_us = to_microseconds(Clock::now() - begin);
  info.bytes = tree.memory_bytes();
  info.counts = tree.count_leaves();
  for (const std::size_t count : info.counts.walkable) info.walkable += count;
  for (const std::size_t count : info.counts.blocked) info.blocked += count;
  return info;
}

struct MeshInfo {
  double build_us = 0.0;
  std::size_t bytes = 0;
  std::size_t cells = 0;
  std::size_t edges = 0;
  std::size_t scratch_bytes = 0;
};

MeshInfo measure_mesh(const Grid& grid) {
  MeshInfo info;
  const Clock::time_point begin = Clock::now();
  const ConvexMesh mesh = build_mesh(grid);
  info.build_us = to_microseconds(Clock::now() - begin);
  info.bytes = mesh.memory_bytes();
  info.cells = mesh.cell_count();
  info.edges = mesh.edge_count();
  info.scratch_bytes = OptimalScratch(mesh).memory_bytes();
  return info;
}

// A line per size of leaves that there are.
std::string leaf_lines(const LeafCounts& counts) {
  std::string lines;
  for (std::size_t i = 0; i < counts.walkable.size(); ++i) {
    if (counts.walkable[i] + counts.blocked[i] == 0) continue;
    const int side = 1 << i;
    lines += fmt::format("  {:<13} {} walkable, {} blocked\n", fmt::format("{} x {}", side, side),
                         counts.walkable[i], counts.blocked[i]);
  }
  return lines;
}

nlohmann::ordered_json leaf_json(const TreeInfo& info) {
  nlohmann::ordered_json sizes = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < info.counts.walkable.size(); ++i) {
    if (info.counts.walkable[i] + info.counts.blocked[i] == 0) continue;
    sizes.push_back({{"side", 1 << i},
                     {"walkable", info.counts.walkable[i]},
                     {"blocked", info.counts.blocked[i]}});
  }
  return {{"walkable", info.walkable}, {"blocked", info.blocked}, {"sizes", sizes}};
}

int run_info(const InfoOptions& options) {
  const Clock::time_point begin = Clock::now();
  const Grid grid = load_any_map(options.map);
  const double load_us = to_microseconds(Clock::now() - begin);
  const double build_us = measure_grid_build(grid);
  const TreeInfo tree = measure_quadtree(grid);
  const MeshInfo mesh = measure_mesh(grid);
  const std::size_t grid_bytes = grid.memory_bytes();
  const std::size_t scratch_bytes = SearchScratch(grid.tile_count()).memory_bytes();

  if (options.has_json) {
    const nlohmann::ordered_json json = {{"file", options.map},
                                         {"width", grid.width()},
                                         {"height", grid.height()},
                                         {"walkable", grid.walkable_count()},
                                         {"components", grid.component_count()},
                                         {"leaves", leaf_json(tree)},
                                         {"mesh_cells", mesh.cells},
                                         {"mesh_edges", mesh.edges},
                                         {"load_us", load_us},
                                         {"grid_build_us", build_us},
                                         {"quadtree_build_us", tree.build_us},
                                         {"mesh_build_us", mesh.build_us},
                                         {"grid_bytes", grid_bytes},
                                         {"quadtree_bytes", tree.bytes},
                                         {"mesh_bytes", mesh.bytes},
                                         {"search_scratch_bytes", scratch_bytes},
                                         {"optimal_scratch_bytes", mesh.scratch_bytes}};
    print(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
    return 0;
  }
  const double tiles = static_cast<double>(grid.tile_count());
  print(
      fmt::format("map             {}\n"
                  "size            {} x {} tiles\n"
                  "walkable        {} tiles, {:.1f} %\n"
                  "components      {}\n"
                  "leaves          {} walkable, {} blocked\n"
                  "{}"
                  "mesh cells      {}, {} edges\n"
                  "load file       {:.1f} us\n"
                  "build grid      {:.1f} us\n"
                  "build quadtree  {:.1f} us\n"
                  "build mesh      {:.1f} us\n"
                  "grid            {} bytes, {:.2f} per tile\n"
                  "quadtree        {} bytes, {:.2f} per leaf\n"
                  "mesh            {} bytes, {:.2f} per tile\n"
                  "search scratch  {} bytes, {:.2f} per tile\n"
                  "optimal scratch {} bytes, {:.2f} per tile\n",
                  options.map, grid.width(), grid.height(), grid.walkable_count(),
                  100.0 * static_cast<double>(grid.walkable_count()) / tiles,
                  grid.component_count(), tree.walkable, tree.blocked, leaf_lines(tree.counts),
                  mesh.cells, mesh.edges, load_us, build_us, tree.build_us, mesh.build_us,
                  grid_bytes, static_cast<double>(grid_bytes) / tiles, tree.bytes,
                  static_cast<double>(tree.bytes) /
                      static_cast<double>(std::max<std::size_t>(1, tree.walkable + tree.blocked)),
                  mesh.bytes, static_cast<double>(mesh.bytes) / tiles, scratch_bytes,
                  static_cast<double>(scratch_bytes) / tiles, mesh.scratch_bytes,
                  static_cast<double>(mesh.scratch_bytes) / tiles));
  return 0;
}

}  // namespace

void add_info_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand(
      "info",
      "size, walkable tiles, components, leaves, mesh cells, build times and memory of a map");
  const auto options = std::make_shared<InfoOptions>();
  command.add_option("MAP", options->map, "map file: MovingAI, plain text or PNG")->required();
  command.add_flag("--json", options->has_json, "print one JSON object");
  command.callback([options, &action] { action = [options] { return run_info(*options); }; });
}

}  // namespace taut::tools

// taut info: the structure of a map, build times and memory.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <taut/engine/build_corner_index.hpp>
#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/quadtree.hpp>
#include <taut/engine/search_scratch.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands.hpp"
#include "map_input.hpp"
#include "mesh_cells.hpp"
#include "output.hpp"
#include "query.hpp"

namespace taut::tools {
namespace {

struct InfoOptions {
  std::string map;
  bool has_index = false;
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

struct IndexInfo {
  double build_us = 0.0;
  std::size_t bytes = 0;  // 0 where it would take more than kMaxIndexBytes
  std::size_t corners = 0;
};

struct MeshInfo {
  double build_us = 0.0;
  std::size_t bytes = 0;
  std::size_t cells = 0;
  std::size_t edges = 0;
  std::size_t scratch_bytes = 0;
  double landmarks_build_us = 0.0;
  std::size_t landmarks_bytes = 0;
  std::optional<IndexInfo> index;  // if it was asked for: it takes seconds
};

// As many landmarks per component as docs/landmarks.md recommends.
constexpr std::size_t kLandmarks = 8;

IndexInfo measure_index(const ConvexMesh& mesh) {
  IndexInfo info;
  const Clock::time_point begin = Clock::now();
  const CornerIndex index = build_corner_index(mesh, kMaxIndexBytes);
  info.build_us = to_microseconds(Clock::now() - begin);
  info.bytes = index.memory_bytes();
  info.corners = index.corner_count();
  return info;
}

MeshInfo measure_mesh(const Grid& grid, bool has_index) {
  MeshInfo info;
  const Clock::time_point begin = Clock::now();
  const ConvexMesh mesh = build_mesh(grid);
  info.build_us = to_microseconds(Clock::now() - begin);
  info.bytes = mesh.memory_bytes();
  info.cells = mesh.cell_count();
  info.edges = mesh.edge_count();
  info.scratch_bytes = OptimalScratch(mesh).memory_bytes();
  const Clock::time_point begin_landmarks = Clock::now();
  const Landmarks landmarks = build_landmarks(mesh, kLandmarks);
  info.landmarks_build_us = to_microseconds(Clock::now() - begin_landmarks);
  info.landmarks_bytes = landmarks.memory_bytes();
  if (has_index) info.index = measure_index(mesh);
  return info;
}

// A line for each size of leaves that occurs.
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

struct MapInfo {
  double load_us = 0.0;
  double build_us = 0.0;
  std::size_t grid_bytes = 0;
  std::size_t scratch_bytes = 0;
  TreeInfo tree;
  MeshInfo mesh;
};

std::string to_json_text(const std::string& file, const Grid& grid, const MapInfo& info) {
  nlohmann::ordered_json json = {{"file", file},
                                 {"width", grid.width()},
                                 {"height", grid.height()},
                                 {"walkable", grid.walkable_count()},
                                 {"components", grid.component_count()},
                                 {"leaves", leaf_json(info.tree)},
                                 {"mesh_cells", info.mesh.cells},
                                 {"mesh_edges", info.mesh.edges},
                                 {"load_us", info.load_us},
                                 {"grid_build_us", info.build_us},
                                 {"quadtree_build_us", info.tree.build_us},
                                 {"mesh_build_us", info.mesh.build_us},
                                 {"landmarks_build_us", info.mesh.landmarks_build_us},
                                 {"grid_bytes", info.grid_bytes},
                                 {"quadtree_bytes", info.tree.bytes},
                                 {"mesh_bytes", info.mesh.bytes},
                                 {"landmarks_bytes", info.mesh.landmarks_bytes},
                                 {"search_scratch_bytes", info.scratch_bytes},
                                 {"optimal_scratch_bytes", info.mesh.scratch_bytes}};
  if (info.mesh.index) {
    json["index_build_us"] = info.mesh.index->build_us;
    json["index_bytes"] = info.mesh.index->bytes;
    json["index_corners"] = info.mesh.index->corners;
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

// "1234 bytes, 2.5 per tile".
std::string memory_text(std::size_t bytes, std::size_t count, const char* item) {
  return fmt::format("{} bytes, {} per {}", bytes,
                     static_cast<double>(bytes) / static_cast<double>(count), item);
}

std::string index_lines(const IndexInfo& info, std::size_t tiles) {
  const std::string memory =
      info.bytes == 0
          ? fmt::format("more than {} bytes", kMaxIndexBytes)
          : fmt::format("{}, {} corners", memory_text(info.bytes, tiles, "tile"), info.corners);
  return fmt::format("build index     {:.1f} us\nindex           {}\n", info.build_us, memory);
}

std::string to_text(const std::string& file, const Grid& grid, const MapInfo& info) {
  const std::size_t tiles = grid.tile_count();
  const std::size_t leaves = std::max<std::size_t>(1, info.tree.walkable + info.tree.blocked);
  return fmt::format(
      "map             {}\n"
      "size            {} x {} tiles\n"
      "walkable        {} tiles, {} %\n"
      "components      {}\n"
      "leaves          {} walkable, {} blocked\n"
      "{}"
      "mesh cells      {}, {} edges\n"
      "load file       {:.1f} us\n"
      "build grid      {:.1f} us\n"
      "build quadtree  {:.1f} us\n"
      "build mesh      {:.1f} us\n"
      "build landmarks {:.1f} us, {} per component\n"
      "grid            {}\n"
      "quadtree        {}\n"
      "mesh            {}\n"
      "landmarks       {}\n"
      "search scratch  {}\n"
      "optimal scratch {}\n"
      "{}",
      file, grid.width(), grid.height(), grid.walkable_count(),
      100.0 * static_cast<double>(grid.walkable_count()) / static_cast<double>(tiles),
      grid.component_count(), info.tree.walkable, info.tree.blocked, leaf_lines(info.tree.counts),
      info.mesh.cells, info.mesh.edges, info.load_us, info.build_us, info.tree.build_us,
      info.mesh.build_us, info.mesh.landmarks_build_us, kLandmarks,
      memory_text(info.grid_bytes, tiles, "tile"), memory_text(info.tree.bytes, leaves, "leaf"),
      memory_text(info.mesh.bytes, tiles, "tile"),
      memory_text(info.mesh.landmarks_bytes, tiles, "tile"),
      memory_text(info.scratch_bytes, tiles, "tile"),
      memory_text(info.mesh.scratch_bytes, tiles, "tile"),
      info.mesh.index ? index_lines(*info.mesh.index, tiles) : "");
}

int run_info(const InfoOptions& options) {
  const Clock::time_point begin = Clock::now();
  const Grid grid = load_any_map(options.map);
  MapInfo info;
  info.load_us = to_microseconds(Clock::now() - begin);
  info.build_us = measure_grid_build(grid);
  info.tree = measure_quadtree(grid);
  info.mesh = measure_mesh(grid, options.has_index);
  info.grid_bytes = grid.memory_bytes();
  info.scratch_bytes = SearchScratch(grid.tile_count()).memory_bytes();
  print(options.has_json ? to_json_text(options.map, grid, info)
                         : to_text(options.map, grid, info));
  return 0;
}

}  // namespace

void add_info_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand(
      "info",
      "size, walkable tiles, components, leaves, mesh cells, build times and memory of a map");
  const auto options = std::make_shared<InfoOptions>();
  command.add_option("MAP", options->map, "map file: MovingAI, plain text or PNG")->required();
  command.add_flag("--index", options->has_index, "also build the corner index of the mesh");
  command.add_flag("--json", options->has_json, "print one JSON object");
  command.callback([options, &action] { action = [options] { return run_info(*options); }; });
}

}  // namespace taut::tools

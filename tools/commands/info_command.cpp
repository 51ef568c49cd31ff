// taut info: the structure of a map, build times and memory.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <taut/engine/space.hpp>
#include <taut/save.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "commands.hpp"
#include "tools/input/map_input.hpp"
#include "tools/input/text_input.hpp"
#include "tools/output/answer.hpp"
#include "tools/output/failure.hpp"
#include "tools/output/output.hpp"
#include "tools/stages/map_info.hpp"

namespace taut::tools {
namespace {

struct InfoOptions {
  std::string map;
  bool has_index = false;
  bool has_json = false;
};

// What the save of a world has beside tiles.
struct SaveInfo {
  std::uint64_t revision = 0;
  std::vector<std::string> agents;
  double us = 0.0;  // to make the world
};

std::optional<SaveInfo> find_save_info(const std::string& bytes, const std::string& file) {
  const std::span<const std::byte> view = std::as_bytes(std::span(bytes));
  if (!is_save(view)) return std::nullopt;
  const Clock::time_point begin = Clock::now();
  const Loaded<World> world = read_save(view, file);
  if (!world) throw Failure(world.error.message());
  SaveInfo info{world.value->revision(), {}, to_microseconds(Clock::now() - begin)};
  for (const Space& space : world.value->spaces()) {
    const auto& [shape, radius, ground] = space.agent();
    const char* const word = shape == AgentShape::point  ? "point"
                             : shape == AgentShape::disc ? "disc"
                                                         : "square";
    info.agents.push_back(fmt::format("{} {}", word, radius));
    if (ground != 0) info.agents.back() += fmt::format(" on ground {}", ground);
  }
  return info;
}

std::size_t sum(const auto& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

// Calls visit(side, walkable leaves, blocked leaves) for each size of leaves that occurs.
template <class Visit>
void for_each_size(const LeafCounts& leaves, const Visit& visit) {
  for (std::size_t i = 0; i < leaves.walkable.size(); ++i) {
    if (leaves.walkable[i] + leaves.blocked[i] == 0) continue;
    visit(1 << i, leaves.walkable[i], leaves.blocked[i]);
  }
}

std::string to_json_text(const std::string& file, const Grid& grid, double load_us,
                         const MapInfo& info, const std::optional<SaveInfo>& saved) {
  nlohmann::ordered_json sizes = nlohmann::ordered_json::array();
  for_each_size(info.leaves, [&](int side, std::size_t walkable, std::size_t blocked) {
    sizes.push_back({{"side", side}, {"walkable", walkable}, {"blocked", blocked}});
  });
  nlohmann::ordered_json json = {{"file", file},
                                 {"width", grid.width()},
                                 {"height", grid.height()},
                                 {"walkable", grid.walkable_count()},
                                 {"components", grid.component_count()},
                                 {"leaves",
                                  {{"walkable", sum(info.leaves.walkable)},
                                   {"blocked", sum(info.leaves.blocked)},
                                   {"sizes", sizes}}},
                                 {"mesh_cells", info.cells},
                                 {"mesh_edges", info.edges},
                                 {"load_us", load_us},
                                 {"grid_build_us", info.grid.us},
                                 {"quadtree_build_us", info.quadtree.us},
                                 {"mesh_build_us", info.mesh.us},
                                 {"landmarks_build_us", info.landmarks.us},
                                 {"grid_bytes", info.grid.bytes},
                                 {"quadtree_bytes", info.quadtree.bytes},
                                 {"mesh_bytes", info.mesh.bytes},
                                 {"landmarks_bytes", info.landmarks.bytes},
                                 {"search_scratch_bytes", info.search_scratch_bytes},
                                 {"optimal_scratch_bytes", info.optimal_scratch_bytes}};
  if (info.index) {
    json["index_build_us"] = info.index->us;
    json["index_bytes"] = info.index->bytes;
    json["index_corners"] = info.index_corners;
  }
  if (saved) {
    json["revision"] = saved->revision;
    json["agents"] = saved->agents;
    json["world_build_us"] = saved->us;
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string describe_map(const std::string& file, const Grid& grid, double load_us,
                         const MapInfo& info, const std::optional<SaveInfo>& saved) {
  std::string text;
  const auto line = [&text](std::string_view name, const std::string& value) {
    text += fmt::format("{:<16}{}\n", name, value);
  };
  const auto time = [&line](const char* name, double us, const std::string& more = "") {
    line(name, fmt::format("{:.1f} us{}", us, more));
  };
  const auto memory = [](std::size_t bytes, std::size_t count, const char* item) {
    return fmt::format("{} bytes, {} per {}", bytes,
                       static_cast<double>(bytes) / static_cast<double>(count), item);
  };
  const std::size_t tiles = grid.tile_count();
  const std::size_t walkable = sum(info.leaves.walkable);
  const std::size_t blocked = sum(info.leaves.blocked);
  line("map", file);
  line("size", fmt::format("{} x {} tiles", grid.width(), grid.height()));
  line("walkable", fmt::format("{} tiles, {} %", grid.walkable_count(),
                               100.0 * static_cast<double>(grid.walkable_count()) /
                                   static_cast<double>(tiles)));
  line("components", fmt::to_string(grid.component_count()));
  line("leaves", fmt::format("{} walkable, {} blocked", walkable, blocked));
  for_each_size(info.leaves, [&](int side, std::size_t free, std::size_t full) {
    line(fmt::format("  {} x {}", side, side), fmt::format("{} walkable, {} blocked", free, full));
  });
  line("mesh cells", fmt::format("{}, {} edges", info.cells, info.edges));
  time("load file", load_us);
  time("build grid", info.grid.us);
  time("build quadtree", info.quadtree.us);
  time("build mesh", info.mesh.us);
  time("build landmarks", info.landmarks.us, fmt::format(", {} per component", kInfoLandmarks));
  line("grid", memory(info.grid.bytes, tiles, "tile"));
  line("quadtree",
       memory(info.quadtree.bytes, std::max<std::size_t>(1, walkable + blocked), "leaf"));
  line("mesh", memory(info.mesh.bytes, tiles, "tile"));
  line("landmarks", memory(info.landmarks.bytes, tiles, "tile"));
  line("search scratch", memory(info.search_scratch_bytes, tiles, "tile"));
  line("optimal scratch", memory(info.optimal_scratch_bytes, tiles, "tile"));
  if (saved) {
    line("revision", fmt::to_string(saved->revision));
    line("agents", fmt::format("{}", fmt::join(saved->agents, ", ")));
    time("build world", saved->us);
  }
  if (!info.index) return text;
  time("build index", info.index->us);
  line("index", info.index->bytes == 0
                    ? fmt::format("more than {} bytes", World::kDefaultIndexBytes)
                    : fmt::format("{}, {} corners", memory(info.index->bytes, tiles, "tile"),
                                  info.index_corners));
  return text;
}

int run_info(const InfoOptions& options) {
  const Clock::time_point begin = Clock::now();
  const std::string bytes = read_file(options.map);
  const Grid grid = read_any_map(bytes, options.map);
  const double load_us = to_microseconds(Clock::now() - begin);
  const std::optional<SaveInfo> saved = find_save_info(bytes, options.map);
  const MapInfo info = measure_map(grid, options.has_index ? World::kDefaultIndexBytes : 0);
  print(options.has_json ? to_json_text(options.map, grid, load_us, info, saved)
                         : describe_map(options.map, grid, load_us, info, saved));
  return 0;
}

}  // namespace

void add_info_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand(
      "info",
      "size, walkable tiles, components, leaves, mesh cells, build times and memory of a map");
  const auto options = std::make_shared<InfoOptions>();
  command.add_option("MAP", options->map, "map file: MovingAI, plain text, PNG or a save")
      ->required();
  command.add_flag("--index", options->has_index, "also build the corner index of the mesh");
  command.add_flag("--json", options->has_json, "print one JSON object");
  command.callback([options, &action] { action = [options] { return run_info(*options); }; });
}

}  // namespace taut::tools

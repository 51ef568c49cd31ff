// taut info: the structure of a map, build times and memory.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <taut/engine/space.hpp>
#include <taut/save.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <limits>
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
#include "tools/output/path_text.hpp"
#include "tools/stages/map_info.hpp"

namespace taut::tools {
namespace {

struct InfoOptions {
  std::string map;
  bool has_index = false;
  bool has_slide = false;
  bool has_json = false;
};

// What the save of a world has beside tiles.
struct SaveInfo {
  std::uint64_t revision = 0;
  std::vector<std::string> agents;
  double us = 0.0;  // to make the world
  bool is_full = false;
  std::optional<std::size_t> units{};
  std::size_t searches_waiting = 0;
};

std::optional<SaveInfo> find_save_info(const std::string& bytes, const std::string& file) {
  const std::span<const std::byte> view = std::as_bytes(std::span(bytes));
  if (!is_save(view)) return std::nullopt;
  const Clock::time_point begin = Clock::now();
  Loaded<World> world = read_save(view, file);
  if (!world) throw Failure(world.error.message());
  SaveInfo info{world.value->revision(), {}, to_microseconds(Clock::now() - begin)};
  info.is_full = has_section(bytes, "spac");
  for (const Space& space : world.value->spaces()) {
    const auto& [shape, radius, ground] = space.agent();
    info.agents.push_back(fmt::format("{} {}", to_string(shape), radius));
    if (ground != 0) info.agents.back() += fmt::format(" on ground {}", ground);
  }
  if (!has_section(bytes, "crwd")) return info;
  const Loaded<Crowd> crowd = read_crowd(view, file, *world.value);
  if (!crowd) throw Failure(crowd.error.message());
  info.units = crowd.value->size();
  info.searches_waiting = crowd.value->searches_waiting();
  return info;
}

// A part of a grid as a map of its own.
Grid cut_out(const Grid& grid, const TileRect& part) {
  std::vector<std::uint8_t> walkable;
  for (int y = part.y0; y < part.y1; ++y) {
    for (int x = part.x0; x < part.x1; ++x) walkable.push_back(grid.is_walkable(x, y) ? 1 : 0);
  }
  return Grid::from_bytes(part.x1 - part.x0, part.y1 - part.y0, walkable);
}

// What a map has beside one grid: its floors and its links.
struct FloorsInfo {
  nlohmann::ordered_json floors = nlohmann::ordered_json::array();
  nlohmann::ordered_json links = nlohmann::ordered_json::array();
  std::string text;  // a line for each
};

FloorsInfo find_floors_info(const LoadedMap& map) {
  FloorsInfo info;
  const World& world = *map.world;
  const Floors floors = map.place_floors();
  for (std::size_t i = 0; i < world.floors().size(); ++i) {
    const auto& [tiles, plane] = world.floors()[i];
    const Tile origin = map.floors.empty() ? plane : map.floors[i].origin;
    const std::string file = map.floors.empty() ? map.files.front() : map.floors[i].map;
    const Grid grid = cut_out(world.grid(), tiles);
    info.floors.push_back({{"map", file},
                           {"width", grid.width()},
                           {"height", grid.height()},
                           {"origin", {origin.x, origin.y}},
                           {"walkable", grid.walkable_count()},
                           {"components", grid.component_count()}});
    info.text += fmt::format("{:<16}{}, {} x {} tiles at {},{}, {} walkable, {} components\n",
                             fmt::format("floor {}", i), file, grid.width(), grid.height(),
                             origin.x, origin.y, grid.walkable_count(), grid.component_count());
  }
  for (const MapLink& each : map.links) {
    const Link& link = *world.find_link(each.link);
    const LinkOptions& options = each.options;
    const bool is_one_way = options.is_one_way;
    const auto name = [&](const LinkEnd& end) {
      const std::string text = floors.text(end.a, ",");
      return end.a == end.b ? text : text + " - " + floors.text(end.b, ",");
    };
    const auto to_json = [&](const LinkEnd& end) {
      return nlohmann::ordered_json::array(
          {point_to_json(end.a, floors), point_to_json(end.b, floors)});
    };
    const bool has_width = options.width < std::numeric_limits<double>::infinity();
    info.links.push_back({{"id", each.id},
                          {"from", to_json(link.from)},
                          {"to", to_json(link.to)},
                          {"cost", options.cost},
                          {"one_way", is_one_way},
                          {"width", nullptr},
                          {"enabled", options.is_open}});
    if (has_width) info.links.back()["width"] = options.width;
    if (each.letter) info.links.back()["class"] = std::string(1, *each.letter);
    info.text +=
        fmt::format("{:<16}{} {} {}, cost {}", fmt::format("link {}", each.id), name(link.from),
                    is_one_way ? "to" : "and", name(link.to), options.cost);
    if (has_width) info.text += fmt::format(", width {}", options.width);
    if (each.letter) info.text += fmt::format(", class {}", *each.letter);
    info.text += options.is_open ? "\n" : ", off\n";
  }
  return info;
}

// What is told of a map.
struct InfoReport {
  const std::string& file;
  const Grid& grid;
  double load_us;
  const MapInfo& info;
  const std::optional<SaveInfo>& saved;
  const std::optional<FloorsInfo>& floors;
  const std::vector<SlideInfo>& slides;
};

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

std::string to_json_text(const InfoReport& told) {
  const auto& [file, grid, load_us, info, saved, floors, slides] = told;
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
    json["form"] = saved->is_full ? "full" : "light";
    json["revision"] = saved->revision;
    json["agents"] = saved->agents;
    json["world_build_us"] = saved->us;
    if (saved->units) {
      json["units"] = *saved->units;
      json["searches_waiting"] = saved->searches_waiting;
    }
  }
  for (const SlideInfo& slide : slides) {
    json["slides"].push_back({{"radius", slide.radius},
                              {"fit", slide.fit},
                              {"slide", slide.slide},
                              {"nowhere", slide.nowhere},
                              {"mean", slide.mean},
                              {"most", slide.most}});
  }
  if (floors) {
    json["floors"] = floors->floors;
    json["links"] = floors->links;
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string describe_map(const InfoReport& told) {
  const auto& [file, grid, load_us, info, saved, floors, slides] = told;
  std::string text;
  const auto line = [&text](std::string_view name, const std::string& value) {
    text += fmt::format("{:<16}{}\n", name, value);
  };
  const auto time = [&line](const char* name, double us, const std::string& more = "") {
    line(name, fmt::format("{} us{}", us, more));
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
    line("form", saved->is_full ? "full" : "light");
    line("revision", fmt::to_string(saved->revision));
    line("agents", fmt::format("{}", fmt::join(saved->agents, ", ")));
    time("build world", saved->us);
    if (saved->units) {
      line("crowd",
           fmt::format("{} units, {} searches wait", *saved->units, saved->searches_waiting));
    }
  }
  for (const SlideInfo& slide : slides) {
    line(fmt::format("slide {}", slide.radius),
         fmt::format("{} tile centres fit, {} slide by {} in the mean, at most {}, {} nowhere",
                     slide.fit, slide.slide, slide.mean, slide.most, slide.nowhere));
  }
  if (floors) text += floors->text;
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
  const LoadedMap map = read_map_of(std::nullopt, bytes, options.map);
  const double load_us = to_microseconds(Clock::now() - begin);
  const Grid& grid = map.grid();
  const std::optional<SaveInfo> saved = find_save_info(bytes, options.map);
  const std::optional<FloorsInfo> floors =
      map.world ? std::optional(find_floors_info(map)) : std::nullopt;
  const MapInfo info = measure_map(grid, options.has_index ? World::kDefaultIndexBytes : 0);
  const std::vector<SlideInfo> slides =
      options.has_slide ? measure_slides(grid) : std::vector<SlideInfo>();
  const InfoReport told{options.map, grid, load_us, info, saved, floors, slides};
  print(options.has_json ? to_json_text(told) : describe_map(told));
  return 0;
}

}  // namespace

void add_info_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand(
      "info",
      "size, walkable tiles, components, leaves, mesh cells, build times and memory of a map");
  const auto options = std::make_shared<InfoOptions>();
  command.add_option("MAP", options->map, kMapHelp)->required();
  command.add_flag("--index", options->has_index, "also build the corner index of the mesh");
  command.add_flag(
      "--slide", options->has_slide,
      "also how far discs slide from tile centres to where they fit (--slide of path)");
  command.add_flag("--json", options->has_json, "print one JSON object");
  command.callback([options, &action] { action = [options] { return run_info(*options); }; });
}

}  // namespace taut::tools

#include "map_input.hpp"

#include <taut/map_file.hpp>
#include <taut/save.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

#include "png_map.hpp"
#include "text_input.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {

bool has_section(std::string_view save, std::string_view tag) {
  constexpr std::size_t kHeader = 12;
  constexpr std::size_t kSection = 16;
  for (std::size_t at = kHeader; at + kSection <= save.size();) {
    if (save.substr(at, 4) == tag) return true;
    std::uint64_t size = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      size |= std::uint64_t{static_cast<unsigned char>(save[at + 8 + i])} << (8 * i);
    }
    if (size > save.size()) return false;
    at += kSection + static_cast<std::size_t>(size);
  }
  return false;
}

namespace {

bool has_floors(std::string_view save) {
  return has_section(save, "FLOR") || has_section(save, "LINK");
}

LoadedMap read_saved_world(const std::string& bytes, const std::string& file) {
  Loaded<World> world = read_save(std::as_bytes(std::span(bytes)), file);
  if (!world) throw Failure(world.error.message());
  LoadedMap result{{Grid(1, 1, TileState::blocked)}, std::move(*world.value)};
  for (const Link& link : result.world->links()) {
    result.links.push_back({link.id, link.id, link.options});
  }
  result.files = {file};
  return result;
}

Grid read_floor(const FileFloor& floor, const std::optional<Terrain>& terrain, Ground& ground) {
  try {
    const std::string bytes = read_file(floor.map);
    if (is_world_file(bytes, floor.map)) fail("{}: a floor is a map, no world", floor.map);
    const bool has_list = terrain && !terrain->is_empty();
    const bool is_saved = is_save(std::as_bytes(std::span(bytes)));
    if (!has_list || is_saved) return read_any_map(bytes, floor.map);
    return read_terrain_floor(bytes, floor.map, *terrain, ground);
  } catch (const Failure& failure) {
    fail("{}: {}", floor.where, failure.what());
  }
}

class WorldBuilder {
 public:
  WorldBuilder(WorldFile file, const std::string& name, const std::optional<Terrain>& terrain)
      : file_(std::move(file)), name_(name), terrain_(terrain), plain_(file_.floors.size()) {}

  LoadedMap build() {
    LoadedMap result{{Grid(1, 1, TileState::blocked)}};
    result.files = {name_};
    for (const FileFloor& floor : file_.floors) result.files.push_back(floor.map);
    if (file_.floors.size() == 1 && file_.links.empty()) {
      result.map = load_single();
    } else {
      result.world.emplace(make_world());
      result.map.ground = trim_ground(ground_, result.world->grid());
      for (const FileLink& link : file_.links) result.links.push_back(add(link, *result.world));
    }
    result.floors = std::move(file_.floors);
    return result;
  }

 private:
  PricedMap load_single() {
    const FileFloor& floor = file_.floors.front();
    if (terrain_ && !terrain_->is_empty()) return load_terrain_map(floor.map, *terrain_);
    return {read_floor(floor, terrain_, ground_)};
  }

  // Places are in tiles of their floor, wherever it begins in the game's plane.
  World make_world() {
    std::vector<FloorMap> maps;
    for (const FileFloor& floor : file_.floors) {
      maps.push_back({read_floor(floor, terrain_, ground_), {0, 0}});
    }
    if (maps.size() == 1) return World(std::move(maps.front().tiles));
    try {
      return World(maps);
    } catch (const std::invalid_argument& error) {
      fail("{}: {}", name_, error.what());
    }
  }

  // On the grid of the world.
  static Point place(const FileEnd& end, const Point& point, const World& world) {
    const TileRect& on = world.floors()[end.floor].tiles;
    const bool is_on = point.x <= static_cast<float>(on.x1 - on.x0) &&
                       point.y <= static_cast<float>(on.y1 - on.y0);
    if (!is_on) {
      fail("{}: {},{} is outside floor {}, which is {} x {} tiles", end.where, point.x, point.y,
           end.floor, on.x1 - on.x0, on.y1 - on.y0);
    }
    const Point snapped = snap(point);
    return {snapped.x + static_cast<float>(on.x0), snapped.y + static_cast<float>(on.y0)};
  }

  // The tiles at both ends of an end that only the terrain blocks.
  std::vector<TileRect> tiles_to_open(const FileEnd& end, const World& world) {
    std::vector<TileRect> tiles;
    if (!terrain_ || terrain_->is_empty()) return tiles;
    const TileRect& on = world.floors()[end.floor].tiles;
    for (const Point& point : {end.first, end.last}) {
      const int right = static_cast<int>(point.x);
      const int below = static_cast<int>(point.y);
      for (int y = below - 1; y <= below; ++y) {
        for (int x = right - 1; x <= right; ++x) {
          const Tile tile{on.x0 + x, on.y0 + y};
          if (world.grid().is_walkable(tile) || !plain_floor(end.floor).is_walkable(x, y)) continue;
          tiles.push_back({tile.x, tile.y, tile.x + 1, tile.y + 1});
        }
      }
    }
    return tiles;
  }

  // Without the terrain.
  const Grid& plain_floor(std::size_t floor) {
    std::optional<Grid>& plain = plain_[floor];
    if (!plain) plain.emplace(read_floor(file_.floors[floor], std::nullopt, ground_));
    return *plain;
  }

  MapLink add(const FileLink& link, World& world) {
    MapLink made;
    made.id = link.id;
    made.options.cost = link.cost;
    made.options.width = link.width;
    made.options.is_one_way = link.is_one_way;
    made.options.is_open = link.is_enabled;
    made.letter = link.letter;
    const TerrainFactor* const found =
        link.letter && terrain_ ? find_factor(*terrain_, *link.letter) : nullptr;
    if (found != nullptr) made.factor = found->factor;
    made.link = join(link, made.priced(), world);
    return made;
  }

  // An end on a wall is an error of the file; where only the terrain blocks it, the link is closed
  // as by any other wall.
  LinkId join(const FileLink& link, const LinkOptions& options, World& world) {
    std::vector<TileRect> opened = tiles_to_open(link.from, world);
    for (const TileRect& tile : tiles_to_open(link.to, world)) opened.push_back(tile);
    world.set(opened, TileState::walkable);
    const LinkEnd from = find_end(link.from, world);
    const LinkEnd to = find_end(link.to, world);
    if (from == to) fail("{}: both ends are the same", link.where);
    LinkId made = kNoLink;
    try {
      made = world.link(from, to, options);
    } catch (const std::invalid_argument& error) {
      fail("{}: {}", link.where, error.what());
    }
    world.set(opened, TileState::blocked);
    return made;
  }

  static LinkEnd find_end(const FileEnd& end, const World& world) {
    const LinkEnd placed{place(end, end.first, world), place(end, end.last, world)};
    const auto require_walkable = [&](const Point& point, const Point& named) {
      if (world.grid().locate(point)) return;
      fail("{}: {},{} is on no walkable tile of floor {}", end.where, named.x, named.y, end.floor);
    };
    require_walkable(placed.a, end.first);
    require_walkable(placed.b, end.last);
    const double length = std::hypot(static_cast<double>(placed.a.x - placed.b.x),
                                     static_cast<double>(placed.a.y - placed.b.y));
    if (length > kMaxLinkEnd) {
      fail("{}: the segment is {} tiles long; at most {} are allowed", end.where, length,
           kMaxLinkEnd);
    }
    return placed;
  }

  WorldFile file_;
  const std::string& name_;
  const std::optional<Terrain>& terrain_;
  Ground ground_;
  std::vector<std::optional<Grid>> plain_;  // by floor
};

}  // namespace

LinkOptions MapLink::priced() const {
  LinkOptions result = options;
  if (factor == kBlockedTerrain) {
    result.is_open = false;
  } else {
    result.cost = options.cost * static_cast<double>(factor);
  }
  return result;
}

const MapLink& find_link(std::span<const MapLink> links, LinkId link) {
  return *std::lower_bound(links.begin(), links.end(), link,
                           [](const MapLink& a, LinkId b) { return a.link < b; });
}

Grid load_any_map(const std::string& file) { return read_any_map(read_file(file), file); }

Grid read_any_map(const std::string& bytes, const std::string& file) {
  if (is_png(bytes)) return read_png_map(bytes, file);
  const std::span<const std::byte> view = std::as_bytes(std::span(bytes));
  Loaded<Grid> grid = is_save(view) ? read_saved_tiles(view, file) : read_map(bytes, file);
  if (!grid) throw Failure(grid.error.message());
  return std::move(*grid.value);
}

LoadedMap read_map_of(const std::optional<Terrain>& terrain, const std::string& bytes,
                      const std::string& file) {
  const bool is_image = is_png(bytes);
  const bool is_saved = is_save(std::as_bytes(std::span(bytes)));
  if (!is_image && !is_saved && is_world_file(bytes, file)) {
    return WorldBuilder(read_world_file(bytes, file), file, terrain).build();
  }
  // Where only the edits of a script set costs, there is no list of them.
  const bool has_list = terrain && !terrain->is_empty();
  if (is_saved && !has_list && has_floors(bytes)) return read_saved_world(bytes, file);
  LoadedMap result{has_list ? read_terrain_map(bytes, file, *terrain)
                            : PricedMap{read_any_map(bytes, file)}};
  result.files = {file};
  return result;
}

LoadedMap load_map_of(const QuerySettings& settings, const std::string& file) {
  return read_map_of(settings.terrain, read_file(file), file);
}

Floors floors_of(const World& world) {
  std::vector<TileRect> rects;
  if (world.floors().size() == 1) return Floors();
  for (const Floor& floor : world.floors()) rects.push_back(floor.tiles);
  return Floors(std::move(rects));
}

Point parse_place(std::string_view named, std::string_view text, const Grid& grid,
                  const Floors& floors) {
  if (!floors.has_several()) return parse_point(named, text, {0, 0, grid.width(), grid.height()});
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    fail("{}: no floor: write F:X,Y, such as 0:5,10; the world has floors 0 to {}", named,
         floors.rects().size() - 1);
  }
  const std::optional<std::int32_t> floor = parse_integer(text.substr(0, colon));
  const auto count = static_cast<std::int32_t>(floors.rects().size());
  if (!floor || *floor < 0 || *floor >= count) {
    fail("{}: \"{}\" is not a floor from 0 to {}", named, shorten(text.substr(0, colon)),
         count - 1);
  }
  return parse_point(named, text.substr(colon + 1),
                     floors.rects()[static_cast<std::size_t>(*floor)]);
}

Point read_walkable_place(std::string_view named, std::string_view text, const Grid& grid,
                          const Floors& floors, const std::string& map) {
  const Point point = parse_place(named, text, grid, floors);
  if (grid.locate(point)) return point;
  const std::optional<Tile> nearest = find_nearest_walkable(grid, point);
  if (!nearest) fail("{}: blocked in {}, which has no walkable tile", named, map);
  const std::size_t floor = floors.find(center(*nearest));
  const Tile corner = floors.corner(floor);
  fail("{}: blocked in {}, the nearest walkable tile is {}{},{}", named, map,
       floors.has_several() ? fmt::format("{}:", floor) : "", nearest->x - corner.x,
       nearest->y - corner.y);
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

}  // namespace taut::tools

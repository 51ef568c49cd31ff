// The floors of a World: maps side by side on one grid, so that all that works on tiles works on
// each of them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <taut/detail/require.hpp>
#include <taut/world.hpp>

namespace taut {
namespace {

// Blocked tiles between two floors.
constexpr int kGap = 1;

// In rows, each as high as its highest floor, that are together about as wide as they are high.
std::vector<Floor> lay_out(std::span<const FloorMap> maps) {
  std::int64_t area = 0;
  int widest = 0;
  for (const FloorMap& map : maps) {
    area += std::int64_t{map.tiles.width() + kGap} * (map.tiles.height() + kGap);
    widest = std::max(widest, map.tiles.width());
  }
  const int side = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(area))));
  const int width = std::min(std::max(side, widest), kMaxMapSide);
  std::vector<Floor> floors;
  int x = 0;
  int y = 0;
  int next_y = 0;
  for (const FloorMap& map : maps) {
    if (x > 0 && x + map.tiles.width() > width) {
      x = 0;
      y = next_y;
    }
    floors.push_back({{x, y, x + map.tiles.width(), y + map.tiles.height()}, map.origin});
    x += map.tiles.width() + kGap;
    next_y = std::max(next_y, y + map.tiles.height() + kGap);
  }
  return floors;
}

std::pair<int, int> sides_of(const std::vector<Floor>& floors) noexcept {
  std::pair<int, int> sides{0, 0};
  for (const Floor& floor : floors) {
    sides.first = std::max(sides.first, floor.tiles.x1);
    sides.second = std::max(sides.second, floor.tiles.y1);
  }
  return sides;
}

Grid join(std::span<const FloorMap> maps, const std::vector<Floor>& floors) {
  const auto [width, height] = sides_of(floors);
  std::vector<std::uint8_t> walkable(static_cast<std::size_t>(width) *
                                     static_cast<std::size_t>(height));
  const auto stride = static_cast<std::size_t>(width);
  const auto index_of = [stride](const TileRect& tiles, int x, int y) {
    return static_cast<std::size_t>(tiles.y0 + y) * stride + static_cast<std::size_t>(tiles.x0 + x);
  };
  const auto for_each_tile = [&](const auto& visit) {
    for (std::size_t i = 0; i < floors.size(); ++i) {
      const Grid& tiles = maps[i].tiles;
      for (int y = 0; y < tiles.height(); ++y) {
        for (int x = 0; x < tiles.width(); ++x) visit(tiles, floors[i].tiles, x, y);
      }
    }
  };
  for_each_tile([&](const Grid& tiles, const TileRect& rect, int x, int y) {
    walkable[index_of(rect, x, y)] = tiles.is_walkable(x, y) ? 1 : 0;
  });
  Grid joined = Grid::from_bytes(width, height, walkable);
  for_each_tile([&](const Grid& tiles, const TileRect& rect, int x, int y) {
    const std::uint8_t terrain_class = tiles.terrain_class(tiles.id({x, y}));
    if (terrain_class == 0) return;
    const int left = rect.x0 + x;
    const int top = rect.y0 + y;
    joined.set_class({left, top, left + 1, top + 1}, terrain_class);
  });
  return joined;
}

std::span<const FloorMap> require_floors(std::span<const FloorMap> floors) {
  const std::string fault = detail::find_floors_fault(floors);
  if (!fault.empty()) detail::reject(fault);
  return floors;
}

}  // namespace

std::string detail::find_floors_fault(std::span<const FloorMap> floors) {
  if (floors.empty()) return "World: there is no floor";
  const int height = sides_of(lay_out(floors)).second;
  if (height <= kMaxMapSide) return "";
  return "World: all floors together are " + std::to_string(height) + " tiles high, and at most " +
         std::to_string(kMaxMapSide) + " are allowed";
}

World::World(std::span<const FloorMap> floors)
    : World(join(floors, lay_out(require_floors(floors)))) {
  floors_ = lay_out(floors);
}

int World::find_floor(const Point& point) const noexcept {
  for (std::size_t i = 0; i < floors_.size(); ++i) {
    const TileRect& tiles = floors_[i].tiles;
    const bool is_on =
        point.x >= static_cast<float>(tiles.x0) && point.x <= static_cast<float>(tiles.x1) &&
        point.y >= static_cast<float>(tiles.y0) && point.y <= static_cast<float>(tiles.y1);
    if (is_on) return static_cast<int>(i);
  }
  return -1;
}

namespace {

// From the game's plane to the world's tiles.
Point shift_of(const Floor& floor) noexcept {
  return {static_cast<float>(floor.tiles.x0) - static_cast<float>(floor.origin.x),
          static_cast<float>(floor.tiles.y0) - static_cast<float>(floor.origin.y)};
}

}  // namespace

Point World::to_point(const Place& place) const noexcept {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  if (place.floor < 0 || place.floor >= static_cast<int>(floors_.size())) return {kNaN, kNaN};
  const Point shift = shift_of(floors_[static_cast<std::size_t>(place.floor)]);
  const Point point{place.at.x + shift.x, place.at.y + shift.y};
  return find_floor(point) == place.floor ? point : Point{kNaN, kNaN};
}

Place World::to_place(const Point& point) const noexcept {
  const int floor = find_floor(point);
  if (floor < 0) return {floor, point};
  const Point shift = shift_of(floors_[static_cast<std::size_t>(floor)]);
  return {floor, {point.x - shift.x, point.y - shift.y}};
}

TileRect World::to_tiles(int floor, const TileRect& rect) const noexcept {
  if (floor < 0 || floor >= static_cast<int>(floors_.size())) return {};
  const Floor& own = floors_[static_cast<std::size_t>(floor)];
  const auto bring = [](std::int64_t v, std::int32_t origin, std::int32_t low, std::int32_t high) {
    return static_cast<std::int32_t>(
        std::clamp(v - origin + low, std::int64_t{low}, std::int64_t{high}));
  };
  return {bring(rect.x0, own.origin.x, own.tiles.x0, own.tiles.x1),
          bring(rect.y0, own.origin.y, own.tiles.y0, own.tiles.y1),
          bring(rect.x1, own.origin.x, own.tiles.x0, own.tiles.x1),
          bring(rect.y1, own.origin.y, own.tiles.y0, own.tiles.y1)};
}

LinkId World::link(const Place& from, const Place& to, const LinkOptions& options) {
  return link(to_point(from), to_point(to), options);
}

}  // namespace taut

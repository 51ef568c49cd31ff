#include <taut/frame.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <taut/detail/require.hpp>
#include <taut/engine/constants.hpp>

namespace taut {
namespace {

// NaN stays.
Point round_to_float(const DiscPoint& p) noexcept {
  constexpr double kMost = static_cast<double>(std::numeric_limits<float>::max());
  return {static_cast<float>(std::clamp(p.x, -kMost, kMost)),
          static_cast<float>(std::clamp(p.y, -kMost, kMost))};
}

double snap_to_lattice(double place) noexcept {
  constexpr double kMost = 1 << 20;
  constexpr auto kSteps = static_cast<double>(kLatticePerTile);
  return std::round(std::clamp(place, -kMost, kMost) * kSteps) / kSteps;
}

struct TileRange {
  std::int32_t begin;
  std::int32_t end;
};

// The tiles that an interval of an axis overlaps; empty when the interval is.
TileRange find_tiles(double low, double high) noexcept {
  const double from = snap_to_lattice(low);
  const double to = snap_to_lattice(high);
  if (!(from < to)) return {0, 0};  // also for NaN
  return {static_cast<std::int32_t>(std::floor(from)), static_cast<std::int32_t>(std::ceil(to))};
}

}  // namespace

WorldFrame::WorldFrame(const DiscPoint& origin, double tile_size)
    : origin_{detail::require_within("WorldFrame: origin x", origin.x, -kMaxOrigin, kMaxOrigin),
              detail::require_within("WorldFrame: origin y", origin.y, -kMaxOrigin, kMaxOrigin)},
      tile_size_(
          detail::require_within("WorldFrame: tile size", tile_size, kMinTileSize, kMaxTileSize)) {}

WorldFrame WorldFrame::upwards(const DiscPoint& origin, double tile_size) {
  WorldFrame frame(origin, tile_size);
  frame.is_upwards_ = true;
  return frame;
}

DiscPoint WorldFrame::to_tiles_exactly(const DiscPoint& place) const noexcept {
  const DiscPoint by = scale();
  return {(place.x - origin_.x) / by.x, (place.y - origin_.y) / by.y};
}

DiscPoint WorldFrame::from_tiles_exactly(const DiscPoint& place) const noexcept {
  const DiscPoint by = scale();
  return {origin_.x + place.x * by.x, origin_.y + place.y * by.y};
}

Point WorldFrame::to_tiles(const Point& place) const noexcept {
  return round_to_float(to_tiles_exactly(widen(place)));
}

Point WorldFrame::from_tiles(const Point& place) const noexcept {
  return round_to_float(from_tiles_exactly(widen(place)));
}

TileRect WorldFrame::rect_to_tiles(const Point& low, const Point& high) const noexcept {
  const DiscPoint from = to_tiles_exactly(widen(low));
  const DiscPoint to = to_tiles_exactly(widen(high));
  const TileRange x = find_tiles(from.x, to.x);
  const TileRange y = find_tiles(is_upwards_ ? to.y : from.y, is_upwards_ ? from.y : to.y);
  if (x.begin == x.end || y.begin == y.end) return {};
  return {x.begin, y.begin, x.end, y.end};
}

std::array<Point, 2> WorldFrame::rect_from_tiles(const TileRect& tiles) const noexcept {
  const DiscPoint first =
      from_tiles_exactly({static_cast<double>(tiles.x0), static_cast<double>(tiles.y0)});
  const DiscPoint last =
      from_tiles_exactly({static_cast<double>(tiles.x1), static_cast<double>(tiles.y1)});
  return {round_to_float({first.x, is_upwards_ ? last.y : first.y}),
          round_to_float({last.x, is_upwards_ ? first.y : last.y})};
}

CornerKind WorldFrame::turn_of(CornerKind kind) const noexcept {
  if (!is_upwards_) return kind;
  if (kind == CornerKind::left) return CornerKind::right;
  return kind == CornerKind::right ? CornerKind::left : kind;
}

namespace {

template <class Place, class Convert>
void convert_path(std::span<const Place> path, std::span<Place> out, const Convert& convert) {
  const std::size_t count = std::min(path.size(), out.size());
  std::transform(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(count), out.begin(),
                 convert);
}

}  // namespace

void WorldFrame::path_to_tiles(std::span<const Point> path, std::span<Point> out) const noexcept {
  convert_path(path, out, [this](const Point& place) { return to_tiles(place); });
}

void WorldFrame::path_from_tiles(std::span<const Point> path, std::span<Point> out) const noexcept {
  convert_path(path, out, [this](const Point& place) { return from_tiles(place); });
}

void WorldFrame::path_to_tiles(std::span<const DiscTurn> path,
                               std::span<DiscTurn> out) const noexcept {
  convert_path(path, out, [this](const DiscTurn& turn) -> DiscTurn {
    return {to_tiles(turn.center), to_tiles_exactly(turn.entry), to_tiles_exactly(turn.exit),
            turn.portal, turn_of(turn.kind)};
  });
}

void WorldFrame::path_from_tiles(std::span<const DiscTurn> path,
                                 std::span<DiscTurn> out) const noexcept {
  convert_path(path, out, [this](const DiscTurn& turn) -> DiscTurn {
    return {from_tiles(turn.center), from_tiles_exactly(turn.entry), from_tiles_exactly(turn.exit),
            turn.portal, turn_of(turn.kind)};
  });
}

void WorldFrame::path_from_tiles(std::span<const DiscPoint> path,
                                 std::span<DiscPoint> out) const noexcept {
  convert_path(path, out, [this](const DiscPoint& place) { return from_tiles_exactly(place); });
}

}  // namespace taut

#include <taut/grid.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include <taut/detail/require.hpp>
#include <taut/engine/vectors.hpp>

#include "core/base/lists.hpp"
#include "core/tile/near_cells.hpp"
#include "core/tile/tile_rect.hpp"
#include "core/tile/tile_walk.hpp"

namespace taut {

void Grid::require_sides(int width, int height) {
  detail::require_within("Grid: width", width, 1, kMaxMapSide);
  detail::require_within("Grid: height", height, 1, kMaxMapSide);
}

Grid::Grid(TileBits bits)
    : bits_(std::move(bits)), components_(bits_), walkable_count_(bits_.count()) {}

Grid::Grid(int width, int height, TileState state)
    : Grid(from_predicate(width, height, [&](int, int) { return state == TileState::walkable; })) {}

Grid Grid::from_bytes(int width, int height, std::span<const std::uint8_t> walkable) {
  require_sides(width, height);
  const std::size_t tiles = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  detail::require_within("Grid::from_bytes: bytes", walkable.size(), tiles, tiles);
  std::size_t i = 0;
  return from_predicate(width, height, [&](int, int) { return walkable[i++] != 0; });
}

Grid Grid::from_bits(int width, int height, std::span<const std::uint64_t> walkable) {
  require_sides(width, height);
  const std::size_t tiles = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  detail::require_within("Grid::from_bits: words", walkable.size(), (tiles + 63) / 64,
                         std::numeric_limits<std::size_t>::max());
  std::size_t i = 0;
  return from_predicate(width, height, [&](int, int) {
    const bool is_set = (walkable[i / 64] >> (i % 64) & 1) != 0;
    ++i;
    return is_set;
  });
}

std::optional<Tile> Grid::locate(const Point& point) const noexcept {
  return taut::locate(bits_, point);
}

void Grid::set(const TileRect& tiles, TileState state) {
  const TileRect inside = detail::intersect(tiles, {0, 0, width(), height()});
  if (detail::is_empty(inside)) return;
  const std::size_t changed = bits_.put(inside, state == TileState::walkable);
  if (changed == 0) return;
  ++revision_;
  if (state == TileState::walkable) {
    walkable_count_ += changed;
    components_.opened(inside);
  } else {
    walkable_count_ -= changed;
    components_.blocked(bits_, inside);
  }
}

void Grid::set(Tile tile, TileState state) {
  if (is_inside(tile)) set(TileRect{tile.x, tile.y, tile.x + 1, tile.y + 1}, state);
}

void Grid::set_class(const TileRect& tiles, std::uint8_t terrain_class) {
  const TileRect inside = detail::intersect(tiles, {0, 0, width(), height()});
  if (detail::is_empty(inside)) return;
  if (classes_.empty()) {
    if (terrain_class == 0) return;
    class_tiles_.assign(kTerrainClasses, 0);
    class_tiles_[0] = tile_count();
    classes_.assign(tile_count(), 0);
  }
  std::size_t changed = 0;
  for (int y = inside.y0; y < inside.y1; ++y) {
    for (int x = inside.x0; x < inside.x1; ++x) {
      std::uint8_t& known = classes_[id({x, y})];
      if (known == terrain_class) continue;
      ++changed;
      --class_tiles_[known];
      known = terrain_class;
    }
  }
  class_tiles_[terrain_class] += changed;
  if (changed > 0) ++revision_;
}

float Grid::least_cost(const Ground& costs) const noexcept {
  if (!has_classes()) return std::min(costs[0], kMostTerrainCost);
  float least = kMostTerrainCost;
  for (std::size_t i = 0; i < class_tiles_.size(); ++i) {
    if (class_tiles_[i] > 0) least = std::min(least, costs[static_cast<std::uint8_t>(i)]);
  }
  return least;
}

bool Grid::is_connected(Tile a, Tile b) const noexcept {
  if (!is_inside(a) || !is_inside(b)) return false;
  const Components::Label component = components_.of(a.x, a.y);
  return component != Components::kBlocked && component == components_.of(b.x, b.y);
}

std::size_t Grid::memory_bytes() const noexcept {
  return sizeof(Grid) + bits_.memory_bytes() + components_.memory_bytes() +
         detail::bytes_of(classes_, class_tiles_);
}

namespace {

class NearestTile {
 public:
  NearestTile(const TileBits& bits, const Point& point) noexcept
      : bits_(bits), x_(static_cast<double>(point.x)), y_(static_cast<double>(point.y)) {}

  [[nodiscard]] int rows() const noexcept { return bits_.height(); }
  [[nodiscard]] int column() const noexcept { return clamp_tile(x_, bits_.width()); }
  [[nodiscard]] int row() const noexcept { return clamp_tile(y_, bits_.height()); }
  [[nodiscard]] double gap_x(int x) const noexcept { return gap(x_, x); }
  [[nodiscard]] double gap_y(int y) const noexcept { return gap(y_, y); }
  [[nodiscard]] int right(int x, int y) const noexcept { return detail::find_right(bits_, x, y); }
  [[nodiscard]] int left(int x, int y) const noexcept { return detail::find_left(bits_, x, y); }
  [[nodiscard]] double bound() const noexcept { return bound_; }
  void visit(int x, int y) noexcept {
    const double squared = gap_x(x) * gap_x(x) + gap_y(y) * gap_y(y);
    const bool is_first = !best_ || y < best_->y || (y == best_->y && x < best_->x);
    if (squared == bound_ && !is_first) return;
    bound_ = squared;
    best_ = Tile{x, y};
  }
  [[nodiscard]] std::optional<Tile> best() const noexcept { return best_; }

 private:
  // Distance from v to the interval [low, low + 1].
  [[nodiscard]] static double gap(double v, int low) noexcept {
    if (v < low) return low - v;
    return v > low + 1 ? v - (low + 1) : 0.0;
  }
  [[nodiscard]] static int clamp_tile(double v, int size) noexcept {
    return v < 0.0 ? 0 : v >= size ? size - 1 : static_cast<int>(v);
  }

  const TileBits& bits_;
  double x_;
  double y_;
  std::optional<Tile> best_;
  double bound_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::optional<Tile> find_nearest_walkable(const Grid& grid, const Point& point) noexcept {
  if (!is_finite(point)) return std::nullopt;
  NearestTile nearest(grid.bits(), point);
  detail::visit_near_cells(nearest);
  return nearest.best();
}

namespace {

float require_factor(const char* what, float factor) {
  if (factor != kBlockedTerrain) {
    detail::require_within(what, static_cast<double>(factor),
                           static_cast<double>(kLeastTerrainCost),
                           static_cast<double>(kMostTerrainCost));
  }
  return factor;
}

}  // namespace

Ground::Ground(float factor) {
  factors_.fill(require_factor("Ground: factor", factor));
  blocked_ = factor == kBlockedTerrain ? kTerrainClasses : 0;
  costly_ = factor != 1.0F ? kTerrainClasses : 0;
}

void Ground::set(std::uint8_t terrain_class, float factor) {
  require_factor("Ground::set: factor", factor);
  float& known = factors_[terrain_class];
  if (known == kBlockedTerrain) --blocked_;
  if (known != 1.0F) --costly_;
  known = factor;
  if (known == kBlockedTerrain) ++blocked_;
  if (known != 1.0F) ++costly_;
}

void Ground::set_margin(int tiles, float factor) {
  detail::require_within("Ground::set_margin: tiles", tiles, 0, kMostMargin);
  detail::require_within("Ground::set_margin: factor", static_cast<double>(factor), 1.0,
                         static_cast<double>(kMostTerrainCost));
  margin_ = factor == 1.0F ? 0 : tiles;
  margin_factor_ = margin_ == 0 ? 1.0F : factor;
}

float Ground::near_walls(std::uint8_t terrain_class) const noexcept {
  if (is_blocked(terrain_class)) return kBlockedTerrain;
  return std::min(factors_[terrain_class] * margin_factor_, kMostTerrainCost);
}

}  // namespace taut

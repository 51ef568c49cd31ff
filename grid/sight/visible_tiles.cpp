#include <bit>
#include <cmath>

#include <taut/detail/require.hpp>

#include "grid/sight/sight_sweep.hpp"

namespace taut {
namespace {

using detail::kTile;
using detail::LatticePoint;
using detail::Quarter;
using detail::SightRay;

// The tiles seen, as bits of the part of the map within the radius.
class TileMarks {
 public:
  static constexpr bool kTouches = true;

  TileMarks(const Grid& grid, Tile from, int rows, std::span<std::uint64_t> words) noexcept
      : from_(from),
        left_(std::max(from.x - rows, 0)),
        above_(std::max(from.y - rows, 0)),
        columns_(static_cast<unsigned>(std::min(from.x + rows + 1, grid.width()) - left_)),
        rows_(static_cast<unsigned>(std::min(from.y + rows + 1, grid.height()) - above_)),
        stride_((columns_ + 63) / 64),
        words_(words.first(stride_ * rows_)) {
    std::fill(words_.begin(), words_.end(), 0);
    mark(from);
  }

  void begin(const Quarter& quarter) noexcept {
    quarter_ = &quarter;
    const LatticePoint tile =
        quarter.from_map({2 * std::int64_t{from_.x} + 1, 2 * std::int64_t{from_.y} + 1});
    from_u_ = static_cast<int>(detail::divide_down(tile.x, 2));
    from_v_ = static_cast<int>(detail::divide_down(tile.y, 2));
  }

  void front(int row, int first, int end, const SightRay& /*low*/,
             const SightRay& /*high*/) noexcept {
    for (int i = first; i < end; ++i) mark(quarter_->tile(i, row));
  }
  void side(int row, int tile, std::int64_t /*line*/, const SightRay& /*low*/,
            const SightRay& /*high*/) noexcept {
    mark(quarter_->tile(tile, row));
  }
  // The tiles whose centres the rays meet.
  void open(int row, const SightRay& low, const SightRay& high) noexcept {
    const std::int64_t rise = row - from_v_;
    const auto first = static_cast<int>(detail::divide_up(low.u * rise, low.v));
    const auto last = static_cast<int>(detail::divide_down(high.u * rise, high.v));
    for (int i = first; i <= last; ++i) mark(quarter_->tile(from_u_ + i, row));
  }
  void limit(const SightRay& /*low*/, const SightRay& /*high*/) noexcept {}

  // Writes the tiles within a radius, in lattice steps.
  [[nodiscard]] Result write(const Grid& grid, std::int64_t radius,
                             std::span<TileId> out) const noexcept {
    Result result;
    for (unsigned row = 0; row < rows_; ++row) {
      const int y = above_ + static_cast<int>(row);
      const std::int64_t up = (y - from_.y) * kTile;
      if (radius < std::abs(up)) continue;
      const int reach = find_reach(radius * radius - up * up);
      const int first = std::max(from_.x - reach - left_, 0);
      const int last = from_.x + reach - left_;
      const TileId row_id = grid.id({left_, y});
      for (int x = first / 64 * 64; x <= last && x < static_cast<int>(columns_); x += 64) {
        std::uint64_t word = words_[row * stride_ + static_cast<std::size_t>(x / 64)];
        if (x < first) word &= ~std::uint64_t{0} << (first - x);
        if (last - x < 63) word &= (std::uint64_t{1} << (last - x + 1)) - 1;
        for (; word != 0; word &= word - 1) {
          if (result.count == out.size()) return {Status::truncated, result.count};
          out[result.count++] = row_id + static_cast<TileId>(x + std::countr_zero(word));
        }
      }
    }
    return result;
  }

 private:
  // Tiles beside the radius and the map are met too.
  void mark(const Tile& tile) noexcept {
    const auto x = static_cast<unsigned>(tile.x - left_);
    const auto y = static_cast<unsigned>(tile.y - above_);
    if (x >= columns_ || y >= rows_) return;
    words_[y * stride_ + x / 64] |= std::uint64_t{1} << (x % 64);
  }

  // The most tiles whose length, in lattice steps, has a square of at most this.
  [[nodiscard]] static int find_reach(std::int64_t square) noexcept {
    auto tiles = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square))) / kTile;
    while (tiles * kTile * tiles * kTile > square) --tiles;
    while ((tiles + 1) * kTile * (tiles + 1) * kTile <= square) ++tiles;
    return static_cast<int>(tiles);
  }

  const Tile from_;
  const int left_;
  const int above_;
  const unsigned columns_;
  const unsigned rows_;
  const std::size_t stride_;  // words per row
  std::span<std::uint64_t> words_;
  const Quarter* quarter_ = nullptr;
  int from_u_ = 0;
  int from_v_ = 0;
};

LatticePoint lattice_center(const Tile& tile) noexcept {
  return {tile.x * kTile + kTile / 2, tile.y * kTile + kTile / 2};
}

}  // namespace

Result extract_visible_tiles(const Grid& grid, Tile from, const SightOptions& options,
                             SightScratch& scratch, std::span<TileId> out) noexcept {
  const detail::MoverTiles tiles(grid, options.ground);
  if (!detail::can_look(scratch.memory(), options.radius) || !tiles.is_walkable(from)) {
    return {Status::invalid_input, 0};
  }
  const int rows = detail::sight_rows(options.radius);
  TileMarks marks(grid, from, rows, scratch.memory()->marks);
  for (int i = 0; rows > 0 && i < Quarter::kCount; ++i) {
    const Quarter quarter(i);
    marks.begin(quarter);
    // To the far edges of the last row.
    detail::SightSweep(tiles, quarter, lattice_center(from), rows * kTile + kTile / 2,
                       scratch.memory()->frames, marks)
        .run();
  }
  return marks.write(grid, detail::snap_sight(options.radius), out);
}

std::size_t max_visible_tiles(double radius) noexcept {
  const std::size_t side = 2 * static_cast<std::size_t>(detail::sight_rows(radius)) + 1;
  return side * side;
}

SightMemory::SightMemory(double most)
    : radius(detail::require_within("SightScratch: radius", most, 0.0,
                                    static_cast<double>(kMaxMapSide))) {
  const auto rows = static_cast<std::size_t>(detail::sight_rows(radius));
  const std::size_t side = 2 * rows + 1;
  frames.resize(rows + 2);
  marks.resize((side + 63) / 64 * side);
}

SightScratch::SightScratch(double radius) : memory_(detail::make_hidden<SightMemory>(radius)) {}

std::size_t SightScratch::memory_bytes() const noexcept {
  if (!memory_) return 0;
  return sizeof(SightMemory) + memory_->frames.size() * sizeof(detail::SightFrame) +
         memory_->marks.size() * sizeof(std::uint64_t);
}

Result extract_frontier(const Grid& grid, std::uint8_t unknown_class, const Ground* ground,
                        std::span<TileId> out) noexcept {
  const detail::MoverTiles tiles(grid, ground);
  const auto is_unknown = [&](int x, int y) {
    return grid.is_inside({x, y}) && grid.terrain_class(grid.id({x, y})) == unknown_class;
  };
  Result result;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (!tiles.is_walkable(x, y) || is_unknown(x, y)) continue;
      const bool is_frontier = is_unknown(x + 1, y) || is_unknown(x - 1, y) ||
                               is_unknown(x, y + 1) || is_unknown(x, y - 1);
      if (!is_frontier) continue;
      if (result.count == out.size()) return {Status::truncated, result.count};
      out[result.count++] = grid.id({x, y});
    }
  }
  return result;
}

}  // namespace taut

#include <taut/clearance.hpp>

#include <algorithm>
#include <cmath>
#include <span>

#include <taut/constants.hpp>
#include <taut/detail/require.hpp>

namespace taut {

namespace {

int ceil_root(std::uint32_t square) noexcept {
  return static_cast<int>(std::ceil(std::sqrt(static_cast<double>(square))));
}

// The least distance at which kMost is stored.
constexpr std::int32_t kFarthest = 256;
static_assert(kFarthest * kFarthest > static_cast<int>(Clearance::kMost));

// The distances from the points of a row of the lattice, from column `left` on, up along their
// columns to a point in a blocked tile, at most kFarthest; `above` are the distances of the row
// above, if there is one.
void measure_above(const TileBits& walkable, int left, int row, const std::int32_t* above,
                   std::span<std::int32_t> out) noexcept {
  // An even coordinate touches two tiles.
  const auto is_row_free = [&](int x) {
    return walkable.is_set_near(x, row / 2) &&
           (row % 2 != 0 || walkable.is_set_near(x, row / 2 - 1));
  };
  bool is_tile_free = is_row_free((left + 1) / 2 - 1);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const int column = left + static_cast<int>(i);
    bool is_free = is_tile_free;
    if (column % 2 == 0) {
      is_tile_free = is_row_free(column / 2);
      is_free = is_free && is_tile_free;
    }
    const std::int32_t free = above != nullptr ? std::min(above[i] + 1, kFarthest) : kFarthest;
    out[i] = is_free ? free : 0;
  }
}

// The lower envelope of the parabolas of a row: one for each column, whose height at that column is
// the square of the distance there.
class Envelope {
 public:
  explicit Envelope(std::size_t columns) : parts_(columns) {}

  void build(std::span<const std::int32_t> heights) noexcept {
    heights_ = heights;
    count_ = 0;
    const auto columns = static_cast<std::int32_t>(heights.size());
    for (std::int32_t center = 0; center < columns; ++center) {
      while (count_ > 0 && square_at(parts_[count_ - 1].center, parts_[count_ - 1].begin) >
                               square_at(center, parts_[count_ - 1].begin)) {
        --count_;
      }
      const std::int32_t begin = count_ > 0 ? first_below(center, parts_[count_ - 1].center) : 0;
      if (begin < columns) parts_[count_++] = {center, begin};
    }
  }

  // The height of the envelope. Columns must be asked for from the last to the first.
  [[nodiscard]] std::int32_t lowest(std::int32_t column) noexcept {
    while (parts_[count_ - 1].begin > column) --count_;
    return square_at(parts_[count_ - 1].center, column);
  }

 private:
  struct Part {
    std::int32_t center;
    std::int32_t begin;  // first column where its parabola is the lowest
  };

  // Heights are at most kFarthest and a map has at most 2^15 + 1 columns: all fits into 31 bits.
  [[nodiscard]] std::int32_t square_at(std::int32_t center, std::int32_t column) const noexcept {
    const std::int32_t height = heights_[static_cast<std::size_t>(center)];
    return (column - center) * (column - center) + height * height;
  }

  // The first column where the parabola at `center` is below the one at `last`, left of it.
  [[nodiscard]] std::int32_t first_below(std::int32_t center, std::int32_t last) const noexcept {
    const std::int32_t difference =
        center * center - last * last + square_at(center, center) - square_at(last, last);
    return difference / (2 * (center - last)) + 1;
  }

  std::vector<Part> parts_;
  std::size_t count_ = 0;
  std::span<const std::int32_t> heights_;
};

}  // namespace

Clearance::Clearance(const TileBits& walkable)
    : columns_(2 * detail::require_within("Clearance: width", walkable.width(), 1, kMaxMapSide) +
               1),
      rows_(2 * detail::require_within("Clearance: height", walkable.height(), 1, kMaxMapSide) + 1),
      squares_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {
  const Stretch all{0, columns_ - 1, 0, columns_ - 1};
  transform(walkable, {0, 0, columns_ - 1, rows_ - 1}, 0,
            std::vector<Stretch>(static_cast<std::size_t>(rows_), all));
}

// The nearest point of a tile to a point of the lattice is itself on the lattice, so this is a
// distance transform of the lattice points in blocked tiles: along the columns first, then along
// each row as the lower envelope of parabolas (Meijster, Roerdink and Hesselink, 2000).
void Clearance::transform(const TileBits& walkable, const Points& window, int first_row,
                          std::span<const Stretch> stretches) {
  const auto columns = static_cast<std::size_t>(window.right - window.left + 1);
  const auto rows = static_cast<std::size_t>(window.below - window.above + 1);
  std::vector<std::int32_t> heights(columns * rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::span<std::int32_t> at(heights.data() + row * columns, columns);
    measure_above(walkable, window.left, window.above + static_cast<int>(row),
                  row > 0 ? at.data() - columns : nullptr, at);
  }
  for (std::size_t row = rows - 1; row-- > 0;) {
    std::int32_t* const at = heights.data() + row * columns;
    for (std::size_t column = 0; column < columns; ++column) {
      at[column] = std::min(at[column], at[column + columns] + 1);
    }
  }
  Envelope envelope(columns);
  int row = first_row;
  for (const Stretch& stretch : stretches) {
    if (stretch.left <= stretch.right) {
      const std::size_t from = static_cast<std::size_t>(row - window.above) * columns +
                               static_cast<std::size_t>(stretch.first_wall - window.left);
      const auto count = static_cast<std::size_t>(stretch.last_wall - stretch.first_wall + 1);
      envelope.build({heights.data() + from, count});
      for (int column = stretch.right; column >= stretch.left; --column) {
        const std::int32_t square = envelope.lowest(column - stretch.first_wall);
        squares_[index(column, row)] =
            static_cast<std::uint16_t>(std::min(square, static_cast<std::int32_t>(kMost)));
      }
    }
    ++row;
  }
}

void Clearance::update(const TileBits& walkable, const TileRect& tiles) {
  const int width = (columns_ - 1) / 2;
  const int height = (rows_ - 1) / 2;
  detail::require_within("Clearance::update: width", walkable.width(), width, width);
  detail::require_within("Clearance::update: height", walkable.height(), height, height);
  const Points changed{2 * std::clamp(tiles.x0, 0, width), 2 * std::clamp(tiles.y0, 0, height),
                       2 * std::clamp(tiles.x1, 0, width), 2 * std::clamp(tiles.y1, 0, height)};
  if (changed.left >= changed.right || changed.above >= changed.below) return;
  const Points box = find_changing(changed);
  bool is_all_blocked = true;
  for (int y = changed.above / 2; y < changed.below / 2 && is_all_blocked; ++y) {
    for (int x = changed.left / 2; x < changed.right / 2 && is_all_blocked; ++x) {
      is_all_blocked = !walkable.is_set_near(x, y);
    }
  }
  if (is_all_blocked) {
    come_nearer(changed, box);
  } else {
    measure_again(walkable, changed, box);
  }
}

// A value can change only where no wall was nearer than the rectangle: an opened tile was the
// nearest wall, or a blocked one becomes it. On the straight line from such a point to the
// rectangle there are only such points, because a distance changes by at most the length walked;
// the lattice points beside that line differ by less than 3/2. So the box grows until no point just
// outside it can change.
Clearance::Points Clearance::find_changing(const Points& changed) const noexcept {
  Points box = changed;
  // Whether d <= root(square) + 3/2 for the distance d to the rectangle, which is 1 or more: in
  // integers, and with max + min / 2 of its components, which is not less, for the d that is to be
  // subtracted from its square.
  const auto can_change = [&](int column, int row) {
    const int dx = std::max({changed.left - column, column - changed.right, 0});
    const int dy = std::max({changed.above - row, row - changed.below, 0});
    return 2 * static_cast<int>(square(column, row)) >=
           2 * (dx * dx + dy * dy) - 6 * std::max(dx, dy) - 3 * std::min(dx, dy) + 4;
  };
  // From the middle, where it is most likely.
  const auto is_one = [](int low, int high, int middle, const auto& can) {
    for (int at = middle; at <= high; ++at) {
      if (can(at)) return true;
    }
    for (int at = middle - 1; at >= low; --at) {
      if (can(at)) return true;
    }
    return false;
  };
  const auto can_row_change = [&](int row) {
    return row >= 0 && row < rows_ &&
           is_one(std::max(box.left - 1, 0), std::min(box.right + 1, columns_ - 1),
                  (changed.left + changed.right) / 2,
                  [&](int column) { return can_change(column, row); });
  };
  const auto can_column_change = [&](int column) {
    return column >= 0 && column < columns_ &&
           is_one(std::max(box.above - 1, 0), std::min(box.below + 1, rows_ - 1),
                  (changed.above + changed.below) / 2,
                  [&](int row) { return can_change(column, row); });
  };
  for (bool has_grown = true; has_grown;) {
    const Points before = box;
    if (can_row_change(box.above - 1)) --box.above;
    if (can_row_change(box.below + 1)) ++box.below;
    if (can_column_change(box.left - 1)) --box.left;
    if (can_column_change(box.right + 1)) ++box.right;
    has_grown = box.left != before.left || box.above != before.above || box.right != before.right ||
                box.below != before.below;
  }
  return box;
}

// The whole rectangle is blocked: it is one more wall.
void Clearance::come_nearer(const Points& changed, const Points& box) noexcept {
  for (int row = box.above; row <= box.below; ++row) {
    const int dy = std::max({changed.above - row, row - changed.below, 0});
    std::uint16_t* const at = squares_.data() + index(0, row);
    for (int column = box.left; column <= box.right; ++column) {
      const int dx = std::max({changed.left - column, column - changed.right, 0});
      const int square = std::min(dx * dx + dy * dy, static_cast<int>(kMost));
      at[column] = std::min(at[column], static_cast<std::uint16_t>(square));
    }
  }
}

// In each row of the box, the points to which no wall is nearer than the rectangle lie between two
// points whose values are unchanged. The nearest wall of a point in between is at most as far as
// one of the two plus the value there. This bounds the columns and rows whose walls matter.
void Clearance::measure_again(const TileBits& walkable, const Points& changed, const Points& box) {
  std::vector<Stretch> stretches;
  Points window = box;
  for (int row = box.above; row <= box.below; ++row) {
    const int dy = std::max({changed.above - row, row - changed.below, 0});
    const auto stays = [&](int column) {
      const int dx = std::max({changed.left - column, column - changed.right, 0});
      return static_cast<int>(square(column, row)) <
             std::min(dx * dx + dy * dy, static_cast<int>(kMost));
    };
    int left = box.left;
    int right = box.right;
    while (left <= right && stays(left)) ++left;
    while (left <= right && stays(right)) --right;
    Stretch stretch{left, right, 0, 0};
    if (left <= right) {
      // Outside the map is a wall.
      const int before = left > 0 ? ceil_root(square(left - 1, row)) : 0;
      const int behind = right + 1 < columns_ ? ceil_root(square(right + 1, row)) : 0;
      stretch.first_wall = std::max(left - 1 - before, 0);
      stretch.last_wall = std::min(right + 1 + behind, columns_ - 1);
      const int reach = std::min((right - left + 2 + before + behind + 1) / 2, kFarthest);
      window = {std::min(window.left, stretch.first_wall), std::min(window.above, row - reach),
                std::max(window.right, stretch.last_wall), std::max(window.below, row + reach)};
    }
    stretches.push_back(stretch);
  }
  window.above = std::max(window.above, 0);
  window.below = std::min(window.below, rows_ - 1);
  transform(walkable, window, box.above, stretches);
}

std::uint32_t Clearance::least_square(double radius) noexcept {
  // Exact where 4 radius^2 is an integer: a disc may be as wide as its passage.
  const double square = std::ceil(4.0 * radius * radius);
  // Also for NaN.
  return square <= kMost ? static_cast<std::uint32_t>(square) : kMost + 1;
}

}  // namespace taut

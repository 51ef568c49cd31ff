#include <taut/clearance.hpp>

#include <algorithm>
#include <cmath>
#include <span>

#include <taut/constants.hpp>
#include <taut/detail/require.hpp>

namespace taut {

namespace {

// Above all distances along a column of a map, in half tiles.
constexpr std::int32_t kNoWall = 4 * kMaxMapSide;

int ceil_root(std::uint32_t square) noexcept {
  return static_cast<int>(std::ceil(std::sqrt(static_cast<double>(square))));
}

// The least distance at which kMost is stored.
constexpr int kFarthest = 256;
static_assert(kFarthest * kFarthest > static_cast<int>(Clearance::kMost));

// The distances from the points of a row of the lattice, from column `left` on, up along their
// columns to a point in a blocked tile; `above` are those of the row above, if there is one.
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
    out[i] = is_free ? (above != nullptr ? above[i] : kNoWall) + 1 : 0;
  }
}

// The lower envelope of the parabolas of a row: one for each column, as high at its own column as
// the square of the distance there.
class Envelope {
 public:
  explicit Envelope(std::size_t columns) : parts_(columns) {}

  void build(std::span<const std::int32_t> heights) noexcept {
    heights_ = heights;
    count_ = 0;
    const auto columns = static_cast<std::int64_t>(heights.size());
    for (std::int64_t center = 0; center < columns; ++center) {
      while (count_ > 0 && square_at(parts_[count_ - 1].center, parts_[count_ - 1].begin) >
                               square_at(center, parts_[count_ - 1].begin)) {
        --count_;
      }
      const std::int64_t begin = count_ > 0 ? first_below(center, parts_[count_ - 1].center) : 0;
      if (begin < columns) parts_[count_++] = {center, begin};
    }
  }

  // The height of the envelope. Columns must be asked for from the last to the first.
  [[nodiscard]] std::int64_t lowest(std::int64_t column) noexcept {
    while (parts_[count_ - 1].begin > column) --count_;
    return square_at(parts_[count_ - 1].center, column);
  }

 private:
  struct Part {
    std::int64_t center;
    std::int64_t begin;  // first column where its parabola is the lowest
  };

  [[nodiscard]] std::int64_t square_at(std::int64_t center, std::int64_t column) const noexcept {
    const std::int64_t height = heights_[static_cast<std::size_t>(center)];
    return (column - center) * (column - center) + height * height;
  }

  // The first column where the parabola at `center` is below the one at `last`, left of it.
  [[nodiscard]] std::int64_t first_below(std::int64_t center, std::int64_t last) const noexcept {
    const std::int64_t difference =
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
  const Points all{0, 0, columns_ - 1, rows_ - 1};
  transform(walkable, all, all);
}

// The nearest point of a tile to a point of the lattice is itself on the lattice, so this is a
// distance transform of the lattice points in blocked tiles: along the columns first, then along
// each row as the lower envelope of parabolas (Meijster, Roerdink and Hesselink, 2000).
void Clearance::transform(const TileBits& walkable, const Points& window, const Points& box) {
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
  for (int row = box.above; row <= box.below; ++row) {
    envelope.build(
        {heights.data() + static_cast<std::size_t>(row - window.above) * columns, columns});
    for (int column = box.right; column >= box.left; --column) {
      squares_[index(column, row)] = static_cast<std::uint16_t>(
          std::min<std::int64_t>(envelope.lowest(column - window.left), kMost));
    }
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
  transform(walkable, find_deciding(box), box);
}

// A value can change only where no wall was nearer than the rectangle: a tile that goes was the
// nearest, one that comes is. From such a point straight to the rectangle there are only such
// points, because distances change no faster than one walks; the lattice points beside that way are
// off by less than 3/2. So a box grows until no point just outside of it is one.
Clearance::Points Clearance::find_changing(const Points& changed) const noexcept {
  Points box = changed;
  const auto can_change = [&](int column, int row) {
    const int dx = std::max({changed.left - column, column - changed.right, 0});
    const int dy = std::max({changed.above - row, row - changed.below, 0});
    return std::sqrt(static_cast<double>(dx * dx + dy * dy)) <=
           std::sqrt(static_cast<double>(square(column, row))) + 1.5;
  };
  const auto can_row_change = [&](int row) {
    if (row < 0 || row >= rows_) return false;
    for (int x = std::max(box.left - 1, 0); x <= std::min(box.right + 1, columns_ - 1); ++x) {
      if (can_change(x, row)) return true;
    }
    return false;
  };
  const auto can_column_change = [&](int column) {
    if (column < 0 || column >= columns_) return false;
    for (int y = std::max(box.above - 1, 0); y <= std::min(box.below + 1, rows_ - 1); ++y) {
      if (can_change(column, y)) return true;
    }
    return false;
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

// The points whose walls decide on the values of a box: the nearest wall is no farther away than a
// point around the box, which stays as it is, and the wall nearest to that.
Clearance::Points Clearance::find_deciding(const Points& box) const {
  Points window = box;
  // On the rim the outside is at hand.
  const auto root_at = [&](int column, int row) {
    const bool is_inside = column >= 0 && column < columns_ && row >= 0 && row < rows_;
    return is_inside ? ceil_root(square(column, row)) : 0;
  };
  std::vector<int> above;
  std::vector<int> below;
  for (int x = box.left; x <= box.right; ++x) {
    above.push_back(root_at(x, box.above - 1));
    below.push_back(root_at(x, box.below + 1));
  }
  for (int y = box.above; y <= box.below; ++y) {
    const int left = root_at(box.left - 1, y);
    const int right = root_at(box.right + 1, y);
    for (int x = box.left; x <= box.right; ++x) {
      const auto place = static_cast<std::size_t>(x - box.left);
      const int reach =
          std::min({x - box.left + 1 + left, box.right + 1 - x + right,
                    y - box.above + 1 + above[place], box.below + 1 - y + below[place], kFarthest});
      window.left = std::min(window.left, x - reach);
      window.right = std::max(window.right, x + reach);
      window.above = std::min(window.above, y - reach);
      window.below = std::max(window.below, y + reach);
    }
  }
  return {std::max(window.left, 0), std::max(window.above, 0), std::min(window.right, columns_ - 1),
          std::min(window.below, rows_ - 1)};
}

std::uint32_t Clearance::least_square(double radius) noexcept {
  // Exact where 4 radius^2 is a whole number: a disc may be as wide as its passage.
  const double square = std::ceil(4.0 * radius * radius);
  // Also for NaN.
  return square <= kMost ? static_cast<std::uint32_t>(square) : kMost + 1;
}

}  // namespace taut

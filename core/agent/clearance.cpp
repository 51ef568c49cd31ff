#include <taut/clearance.hpp>

#include <algorithm>
#include <cmath>

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
  // An even coordinate touches two tiles.
  const auto is_row_free = [&](int x, int row) {
    return walkable.is_set_near(x, row / 2) &&
           (row % 2 != 0 || walkable.is_set_near(x, row / 2 - 1));
  };
  std::vector<std::int32_t> heights(columns * rows);  // distance along the column
  for (std::size_t row = 0; row < rows; ++row) {
    std::int32_t* const at = heights.data() + row * columns;
    const int y = window.above + static_cast<int>(row);
    bool is_here_free = is_row_free((window.left + 1) / 2 - 1, y);
    for (std::size_t column = 0; column < columns; ++column) {
      const int x = window.left + static_cast<int>(column);
      bool is_free = is_here_free;
      if (x % 2 == 0) {
        is_here_free = is_row_free(x / 2, y);
        is_free = is_free && is_here_free;
      }
      const std::int32_t above = row > 0 ? *(at + column - columns) : kNoWall;
      at[column] = is_free ? above + 1 : 0;
    }
  }
  for (std::size_t row = rows - 1; row-- > 0;) {
    std::int32_t* const at = heights.data() + row * columns;
    for (std::size_t column = 0; column < columns; ++column) {
      at[column] = std::min(at[column], at[column + columns] + 1);
    }
  }
  struct Part {
    std::int64_t center;
    std::int64_t begin;  // first column where its parabola is the lowest
  };
  std::vector<Part> parts(columns);
  for (int row = box.above; row <= box.below; ++row) {
    const std::int32_t* const heights_of_row =
        heights.data() + static_cast<std::size_t>(row - window.above) * columns;
    const auto square_at = [&](std::int64_t center, std::int64_t column) {
      const std::int64_t height = heights_of_row[center - window.left];
      return (column - center) * (column - center) + height * height;
    };
    std::size_t count = 0;
    for (std::int64_t center = window.left; center <= window.right; ++center) {
      while (count > 0 && square_at(parts[count - 1].center, parts[count - 1].begin) >
                              square_at(center, parts[count - 1].begin)) {
        --count;
      }
      if (count == 0) {
        parts[count++] = {center, window.left};
        continue;
      }
      // The first column where the new parabola is lower, which lies right of the last part's.
      const std::int64_t last = parts[count - 1].center;
      const std::int64_t difference =
          center * center - last * last + square_at(center, center) - square_at(last, last);
      const std::int64_t width = 2 * (center - last);
      const std::int64_t begin = difference / width + 1;
      if (begin <= window.right) parts[count++] = {center, begin};
    }
    for (std::int64_t column = box.right; column >= box.left; --column) {
      while (parts[count - 1].begin > column) --count;
      squares_[index(static_cast<int>(column), row)] = static_cast<std::uint16_t>(
          std::min<std::int64_t>(square_at(parts[count - 1].center, column), kMost));
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

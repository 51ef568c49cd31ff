#include <taut/clearance.hpp>

#include <algorithm>
#include <cmath>

namespace taut {

// The nearest point of a tile to a point of the lattice is itself on the lattice, so this is a
// distance transform of the lattice points in blocked tiles: along the columns first, then along each
// row as the lower envelope of parabolas (Meijster, Roerdink and Hesselink, 2000).
Clearance::Clearance(const TileBits& walkable)
    : columns_(2 * walkable.width() + 1),
      rows_(2 * walkable.height() + 1),
      squares_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {
  const auto columns = static_cast<std::size_t>(columns_);
  const auto rows = static_cast<std::size_t>(rows_);
  // An even coordinate touches two tiles.
  const auto is_free = [&](int column, int row) {
    const int x = column / 2;
    const int y = row / 2;
    const int left = column % 2 == 0 ? x - 1 : x;
    const int above = row % 2 == 0 ? y - 1 : y;
    return walkable.is_set(x, y) && walkable.is_set(left, y) && walkable.is_set(x, above) &&
           walkable.is_set(left, above);
  };
  std::vector<std::int32_t> above(columns * rows);  // distance along the column
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t row = 0; row < rows; ++row) {
      const bool is_open = is_free(static_cast<int>(column), static_cast<int>(row));
      above[row * columns + column] = is_open ? above[(row - 1) * columns + column] + 1 : 0;
    }
    for (std::size_t row = rows - 1; row-- > 0;) {
      const std::int32_t below = above[(row + 1) * columns + column] + 1;
      above[row * columns + column] = std::min(above[row * columns + column], below);
    }
  }
  struct Part {
    std::int64_t center;
    std::int64_t begin;  // first column where its parabola is the lowest
  };
  std::vector<Part> parts(columns);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::int32_t* const heights = above.data() + row * columns;
    const auto square_at = [&](std::int64_t center, std::int64_t column) {
      const std::int64_t height = heights[center];
      return (column - center) * (column - center) + height * height;
    };
    std::size_t count = 0;
    for (std::int64_t center = 0; center < columns_; ++center) {
      while (count > 0 && square_at(parts[count - 1].center, parts[count - 1].begin) >
                              square_at(center, parts[count - 1].begin)) {
        --count;
      }
      if (count == 0) {
        parts[count++] = {center, 0};
        continue;
      }
      // The first column where the new parabola is lower, which lies right of the last part's.
      const std::int64_t last = parts[count - 1].center;
      const std::int64_t difference =
          center * center - last * last + square_at(center, center) - square_at(last, last);
      const std::int64_t width = 2 * (center - last);
      const std::int64_t begin = difference / width + 1;
      if (begin < columns_) parts[count++] = {center, begin};
    }
    for (std::int64_t column = columns_; column-- > 0;) {
      while (parts[count - 1].begin > column) --count;
      squares_[row * columns + static_cast<std::size_t>(column)] = static_cast<std::uint16_t>(
          std::min<std::int64_t>(square_at(parts[count - 1].center, column), kMost));
    }
  }
}

std::uint32_t Clearance::least_square(double radius) noexcept {
  // Exact where 4 radius^2 is a whole number: a disc may be as wide as its passage.
  const double square = std::ceil(4.0 * radius * radius);
  return square > kMost ? kMost + 1 : static_cast<std::uint32_t>(square);
}

}  // namespace taut

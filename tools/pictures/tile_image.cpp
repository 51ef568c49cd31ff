#include "tile_image.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "palette.hpp"
#include "pen.hpp"
#include "shade.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

constexpr double kLongSide = 1200.0;
constexpr int kLargestTile = 64;

// Writes pixels of a 32-bit image.
class Pixels {
 public:
  explicit Pixels(cairo_surface_t* image)
      : data_(cairo_image_surface_get_data(image)),
        stride_(static_cast<std::size_t>(cairo_image_surface_get_stride(image))),
        width_(cairo_image_surface_get_width(image)),
        height_(cairo_image_surface_get_height(image)) {}

  void fill(int x0, int y0, int size, Color color) {
    for (int y = y0; y < y0 + size; ++y) fill_row(y, x0, x0 + size, color);
  }

  // Fills every pixel that a convex shape enters; its corners are in pixels.
  void fill(const std::vector<Place>& shape, Color color) {
    double top = std::numeric_limits<double>::infinity();
    double bottom = -top;
    for (const Place& corner : shape) {
      top = std::min(top, corner.y);
      bottom = std::max(bottom, corner.y);
    }
    const int first = static_cast<int>(std::floor(std::max(top, 0.0)));
    const int end = static_cast<int>(std::ceil(std::min<double>(bottom, height_)));
    for (int y = first; y < end; ++y) {
      const double row = y;
      double left = std::numeric_limits<double>::infinity();
      double right = -left;
      for (std::size_t i = 0; i < shape.size(); ++i) {
        const Place& a = shape[i];
        const Place& b = shape[i + 1 == shape.size() ? 0 : i + 1];
        if (std::max(a.y, b.y) < row || std::min(a.y, b.y) > row + 1.0) continue;
        const double slope = a.y == b.y ? 0.0 : (b.x - a.x) / (b.y - a.y);
        for (const Place& corner : {a, b}) {
          const double x = corner.x + (std::clamp(corner.y, row, row + 1.0) - corner.y) * slope;
          left = std::min(left, x);
          right = std::max(right, x);
        }
      }
      if (left > right) continue;
      fill_row(y, static_cast<int>(std::floor(std::max(left, 0.0))),
               static_cast<int>(std::ceil(std::min<double>(right, width_))), color);
    }
  }

 private:
  void fill_row(int y, int x0, int x1, Color color) {
    if (y >= height_) return;
    for (int x = x0; x < std::min(x1, width_); ++x) {
      std::memcpy(data_ + static_cast<std::size_t>(y) * stride_ + static_cast<std::size_t>(x) * 4,
                  &color, sizeof color);
    }
  }

  unsigned char* data_;
  std::size_t stride_;
  int width_;
  int height_;
};

Color tile_color(const PictureSubject& subject, Tile tile) {
  if (!subject.grid.is_walkable(tile)) {
    return subject.floors.has(tile) ? kBlockedColor : kPaper;
  }
  const std::vector<bool>& seen = subject.view.seen_tiles;
  const bool is_seen = !seen.empty() && seen[subject.grid.id(tile)];
  return shade(is_seen ? kExploredColor : kWalkableColor, subject.grid, subject.ground, tile);
}

// Mean colour of the tiles of a rectangle.
Color mean_color(const PictureSubject& subject, const TileRect& tiles) {
  std::uint64_t sums[3] = {};
  std::uint64_t count = 0;
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; ++x) {
      const Color color = tile_color(subject, {x, y});
      for (int channel = 0; channel < 3; ++channel) sums[channel] += color >> 8 * channel & 0xFF;
      ++count;
    }
  }
  Color mean = 0;
  for (int channel = 0; channel < 3; ++channel) {
    mean |= static_cast<Color>(sums[channel] / count) << 8 * channel;
  }
  return mean;
}

}  // namespace

TileScale choose_scale(int width, int height) noexcept {
  const double ratio = kLongSide / std::max(width, height);
  TileScale scale;
  if (ratio >= 1.0) {
    scale.pixels_per_tile = std::min(static_cast<int>(std::lround(ratio)), kLargestTile);
  } else {
    scale.tiles_per_pixel = static_cast<int>(std::lround(1.0 / ratio));
  }
  return scale;
}

Surface draw_tiles(const PictureSubject& subject, const TileRect& part, const TileScale& scale) {
  Surface image(cairo_image_surface_create(CAIRO_FORMAT_RGB24, scale.pixels(part.x1 - part.x0),
                                           scale.pixels(part.y1 - part.y0)));
  if (const cairo_status_t status = cairo_surface_status(image.get());
      status != CAIRO_STATUS_SUCCESS) {
    fail("the picture of the map cannot be drawn: {}", cairo_status_to_string(status));
  }
  cairo_surface_flush(image.get());
  Pixels pixels(image.get());
  const int step = scale.tiles_per_pixel;
  const int size = scale.pixels_per_tile;
  const auto fill = [&](int x, int y, Color color) {
    pixels.fill((x - part.x0) / step * size, (y - part.y0) / step * size, size, color);
  };
  for (int y = part.y0; y < part.y1; y += step) {
    for (int x = part.x0; x < part.x1; x += step) {
      fill(x, y,
           mean_color(subject, {x, y, std::min(x + step, part.x1), std::min(y + step, part.y1)}));
    }
  }
  const auto tint = [&](const Outline& outline, Color color) {
    std::vector<Place> shape;
    for (const Point& p : outline) {
      shape.push_back({(static_cast<double>(p.x) - part.x0) * size / step,
                       (static_cast<double>(p.y) - part.y0) * size / step});
    }
    pixels.fill(shape, color);
  };
  // Costs shade cells that are tiles.
  const auto tint_cells = [&](const std::vector<Outline>& cells, Color color) {
    for (const Outline& cell : cells) {
      const Tile tile{static_cast<int>(cell.front().x), static_cast<int>(cell.front().y)};
      tint(cell,
           subject.view.cells.empty() ? shade(color, subject.grid, subject.ground, tile) : color);
    }
  };
  for (const Outline& outline : subject.view.seen) tint(outline, kExploredColor);
  for (const MethodPath& row : subject.methods) tint_cells(row.smoothed, kSmoothedColor);
  tint_cells(subject.view.corridor, kCorridorColor);
  cairo_surface_mark_dirty(image.get());
  return image;
}

}  // namespace taut::tools

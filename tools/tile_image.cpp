#include "tile_image.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "failure.hpp"
#include "palette.hpp"

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
    for (int y = y0; y < std::min(y0 + size, height_); ++y) {
      for (int x = x0; x < std::min(x0 + size, width_); ++x) {
        std::memcpy(data_ + static_cast<std::size_t>(y) * stride_ + static_cast<std::size_t>(x) * 4,
                    &color, sizeof color);
      }
    }
  }

 private:
  unsigned char* data_;
  std::size_t stride_;
  int width_;
  int height_;
};

Color tile_color(const PictureSubject& subject, Tile tile) {
  if (!subject.grid.is_walkable(tile)) return kBlockedColor;
  const bool is_expanded = !subject.runner.is_wide() && subject.runner.cells().is_expanded(tile);
  return is_expanded ? kExploredColor : kWalkableColor;
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

TileScale choose_scale(const Grid& grid) noexcept {
  const double ratio = kLongSide / std::max(grid.width(), grid.height());
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
  const auto tint = [&](std::span<const CellId> cells, Color color) {
    for (const CellId cell : cells) {
      const TileRect tiles = subject.runner.cells().tiles_of(cell);
      for (int y = std::max(tiles.y0, part.y0); y < std::min(tiles.y1, part.y1); ++y) {
        for (int x = std::max(tiles.x0, part.x0); x < std::min(tiles.x1, part.x1); ++x) {
          fill(x, y, color);
        }
      }
    }
  };
  for (const MethodPath& row : subject.methods) tint(row.repaired, kRepairedColor);
  tint(subject.runner.corridor(), kCorridorColor);
  cairo_surface_mark_dirty(image.get());
  return image;
}

}  // namespace taut::tools

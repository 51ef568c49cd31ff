// Tiles as an image.
#pragma once

#include "picture.hpp"
#include "tools/input/cairo_handles.hpp"

namespace taut::tools {

// The size of tiles in a picture: an integer number of pixels per tile, or of tiles per pixel, so
// that all are equally large.
struct TileScale {
  int pixels_per_tile = 1;
  int tiles_per_pixel = 1;

  [[nodiscard]] double factor() const noexcept {
    return static_cast<double>(pixels_per_tile) / tiles_per_pixel;
  }
  // Pixels that `tiles` tiles take.
  [[nodiscard]] int pixels(int tiles) const noexcept {
    return (tiles * pixels_per_tile + tiles_per_pixel - 1) / tiles_per_pixel;
  }
};

// The scale at which the longer side takes about 1200 pixels.
[[nodiscard]] TileScale choose_scale(int width, int height) noexcept;

// The tiles of a part of the map: walkable, blocked and explored ones; over them other explored
// shapes, the corridor, and the cells that smoothing added; all shaded by terrain costs. Where
// several tiles share a pixel, it has the mean of their colours; the corridor is drawn on top.
// Requires a rectangle inside the map that is not empty.
[[nodiscard]] Surface draw_tiles(const PictureSubject& subject, const TileRect& part,
                                 const TileScale& scale);

}  // namespace taut::tools

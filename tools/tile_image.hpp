// Tiles as an image.
#pragma once

#include "cairo_handles.hpp"
#include "picture.hpp"

namespace taut::tools {

// How large tiles are drawn: a whole number of pixels per tile, or of tiles per pixel, so that all
// are equally large.
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

// The scale that makes the longer side of so many tiles about 1200 pixels.
[[nodiscard]] TileScale choose_scale(int width, int height) noexcept;

// The tiles of a part of the map: walkable, blocked and explored ones; over them what else the
// search saw, the corridor, and what repair added to it. Where several tiles share a pixel, it
// takes the mean of their colours, and a corridor shows above all. Requires a rectangle inside the
// map that is not empty.
[[nodiscard]] Surface draw_tiles(const PictureSubject& subject, const TileRect& part,
                                 const TileScale& scale);

}  // namespace taut::tools

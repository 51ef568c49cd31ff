// Maps as PNG images: one pixel is one tile, dark is blocked.
#pragma once

#include <taut/grid.hpp>

#include <string>

namespace taut::tools {

// Whether the file begins with the signature of PNG images. False when it cannot be read.
[[nodiscard]] bool is_png(const std::string& file);

// Reads an image of any colour type and depth. What is transparent shows white behind it; a pixel
// is walkable when its luma (Rec. 601) is at least one half. Throws Failure when the file is no
// sound PNG image or its sides exceed kMaxMapSide.
[[nodiscard]] Grid load_png_map(const std::string& file);

}  // namespace taut::tools

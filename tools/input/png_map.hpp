// Maps as PNG images: one pixel is one tile, dark is blocked.
#pragma once

#include <taut/grid.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace taut::tools {

// Whether a file's bytes begin with the signature of PNG images.
[[nodiscard]] bool is_png(std::string_view bytes);

// What the pixels of a colour stand for, which is matched exactly.
struct MapColour {
  std::uint32_t colour = 0;  // 0xRRGGBB
  std::uint8_t terrain_class = 0;
  TileState state = TileState::walkable;
};

// Reads an image of any colour type and depth from the bytes of a file. Transparent pixels are
// blended with white; a pixel is walkable when its luma (Rec. 601) is at least one half, unless its
// colour is named. Throws Failure, naming the file, when it is not a valid PNG image or its sides
// exceed kMaxMapSide.
[[nodiscard]] Grid read_png_map(std::string_view bytes, const std::string& file,
                                std::span<const MapColour> colours = {});

}  // namespace taut::tools

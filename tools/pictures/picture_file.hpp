// Drawings as the bytes of a picture file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "pen.hpp"

namespace taut::tools {

enum class PictureFormat : std::uint8_t { svg, png };

// The bytes of a file of that size in pixels with the drawing of `draw`. Throws Failure when cairo
// cannot draw it.
[[nodiscard]] std::string render_picture(PictureFormat format, double width, double height,
                                         const std::function<void(Pen&)>& draw);

// Writes the pictures that are requested to files of these names; returns a line of text for each.
[[nodiscard]] std::string write_pictures(const std::optional<std::string>& svg,
                                         const std::optional<std::string>& png,
                                         const std::function<std::string(PictureFormat)>& draw);

}  // namespace taut::tools

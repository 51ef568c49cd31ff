// Side: left or right of a directed line.
#pragma once

#include <cstdint>

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut {

// Left is counter-clockwise: orient(a, b, c) > 0 for a point c on the left of the line from a to b.
enum class Side : std::uint8_t { left, right };

}  // namespace taut
TAUT_API_END

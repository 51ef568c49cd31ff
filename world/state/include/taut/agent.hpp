// Agent: the shape and size of what moves through a world.
#pragma once

#include <cstdint>

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut {

enum class AgentShape : std::uint8_t { point, disc, square };

// A square is axis-parallel and does not turn; its radius is half its side. Lengths in tiles.
struct Agent {
  AgentShape shape = AgentShape::point;
  double radius = 0.0;

  [[nodiscard]] static constexpr Agent disc(double radius) noexcept {
    return {AgentShape::disc, radius};
  }
  [[nodiscard]] static constexpr Agent square(double radius) noexcept {
    return {AgentShape::square, radius};
  }
  friend constexpr bool operator==(const Agent&, const Agent&) = default;
};

}  // namespace taut
TAUT_API_END

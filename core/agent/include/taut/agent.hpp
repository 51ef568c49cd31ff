// Agent: the shape, size and ground of what moves.
#pragma once

#include <cstdint>
#include <string>

#include <taut/detail/api.hpp>

TAUT_API_BEGIN
namespace taut {

enum class AgentShape : std::uint8_t { point, disc, square };
[[nodiscard]] const char* to_string(AgentShape shape) noexcept;

// In tiles: no space is made for wider discs.
inline constexpr double kMaxDiscRadius = 32.0;

// A square is axis-parallel and does not turn; its radius is half its side. That of a point is 0.
// Lengths in tiles. Space, World, Finder, WorldField, groups and PathFollower use snap_radius() of
// it.
//
// `ground` is the number of its ground in the world, World::set_ground(): what the classes of
// terrain cost it, and which of them it cannot enter. 0: all are alike to it.
struct Agent {
  AgentShape shape = AgentShape::point;
  double radius = 0.0;
  std::uint8_t ground = 0;

  [[nodiscard]] static constexpr Agent point(std::uint8_t ground = 0) noexcept {
    return {AgentShape::point, 0.0, ground};
  }
  [[nodiscard]] static constexpr Agent disc(double radius, std::uint8_t ground = 0) noexcept {
    return {AgentShape::disc, radius, ground};
  }
  [[nodiscard]] static constexpr Agent square(double radius, std::uint8_t ground = 0) noexcept {
    return {AgentShape::square, radius, ground};
  }
  friend constexpr bool operator==(const Agent&, const Agent&) = default;
};

// The least multiple of 1/1024 tile that is not less than the radius, without any tolerance: 0.9
// and 0.9F are 922/1024 and so one size, 0.5 is 0.5, and the next double above 0.5 is 513/1024. A
// radius that no agent has stays as it is.
[[nodiscard]] double snap_radius(double radius) noexcept;

// The agent with its snap_radius().
[[nodiscard]] Agent snap_size(const Agent& agent) noexcept;

// Whether there is such an agent: the radius of a point is 0, that of a disc 0 to kMaxDiscRadius,
// that of a square above 0 and at most kMaxMapSide.
[[nodiscard]] bool is_valid(const Agent& agent) noexcept;

namespace detail {

// What keeps an agent from being valid, as a message of `where`; empty where nothing does.
[[nodiscard]] std::string find_fault(const char* where, const Agent& agent);

// Returns the agent with its snap_radius(). Throws std::invalid_argument unless it is valid.
[[nodiscard]] Agent require_valid(const char* where, const Agent& agent);

}  // namespace detail
}  // namespace taut
TAUT_API_END

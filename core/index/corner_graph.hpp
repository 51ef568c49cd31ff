// The corners of a mesh and the segments between them on which shortest paths lie (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <taut/engine/geometry.hpp>

namespace taut {
// From where a path may come that turns at a corner. Around the corner are, counter-clockwise:
//
//   out      directions from the wall where space begins on, to where the other wall leads on
//   behind   directions from which the way on would lead into the obstacle on both sides
//   in       directions from where the first wall leads on, to the other wall
//
// and then the obstacle. A shortest path comes from one of `out` and `in` and leaves to the other.
enum class CornerSide : std::uint8_t { out, in, behind };

[[nodiscard]] constexpr CornerSide opposite(CornerSide side) noexcept {
  return side == CornerSide::out ? CornerSide::in : CornerSide::out;
}

struct IndexCorner {
  Point at{0.0F, 0.0F};
  // Directions along the walls, from the corner.
  detail::Vector out_wall;
  detail::Vector in_wall;

  // Exact. Both limits belong to `out` and to `in`.
  [[nodiscard]] CornerSide side_of(const detail::Vector& way) const noexcept {
    // An obstacle without extent: all ways are alike.
    if (!has_sides()) return CornerSide::out;
    const double turn = cross(in_wall, way);
    if (turn < 0.0) return cross(out_wall, way) > 0.0 ? CornerSide::behind : CornerSide::in;
    return turn > 0.0 || dot(in_wall, way) < 0.0 ? CornerSide::out : CornerSide::in;
  }
  [[nodiscard]] bool has_sides() const noexcept { return cross(in_wall, out_wall) > 0.0; }
};

// Both halves of a corner have numbers: labels are listed by them.
[[nodiscard]] constexpr std::uint32_t half_of(std::size_t corner, CornerSide side) noexcept {
  return static_cast<std::uint32_t>(2 * corner + (side == CornerSide::in ? 1 : 0));
}
[[nodiscard]] constexpr CornerSide side_of_half(std::size_t half) noexcept {
  return half % 2 == 0 ? CornerSide::out : CornerSide::in;
}

// A segment to another corner.
struct CornerArc {
  double length;
  std::uint32_t to;
  CornerSide entered;  // the side of the other corner from which it is entered
};

// Both ends of a segment are corners at which a path along it may turn. It is listed at both.
class CornerGraph {
 public:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  // Pairs of corners that see each other, some several times or in one order only.
  CornerGraph(const std::vector<IndexCorner>& corners, std::vector<Pair> pairs);

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] std::size_t arc_count() const noexcept { return arcs_.size(); }
  // The number of the first arc that leaves a corner to one side.
  [[nodiscard]] std::size_t first_arc(std::size_t corner, CornerSide side) const noexcept {
    return first_[half_of(corner, side)];
  }
  // The arcs that leave a corner to one side, by the corner they lead to.
  [[nodiscard]] std::span<const CornerArc> arcs(std::size_t corner,
                                                CornerSide side) const noexcept {
    const std::size_t half = half_of(corner, side);
    return std::span(arcs_).subspan(first_[half], first_[half + 1] - first_[half]);
  }
  [[nodiscard]] bool has_sides(std::size_t corner) const noexcept {
    return has_sides_[corner] != 0;
  }

  // Calls visit(arc) for the arcs on which a path goes on that came from a side.
  template <class Visit>
  void for_each_after(std::size_t corner, CornerSide from, const Visit& visit) const {
    const CornerSide side = has_sides(corner) ? opposite(from) : CornerSide::out;
    for (const CornerArc& arc : arcs(corner, side)) visit(arc);
  }
  // Calls it for all arcs.
  template <class Visit>
  void for_each_arc(std::size_t corner, const Visit& visit) const {
    for (const CornerArc& arc : arcs(corner, CornerSide::out)) visit(arc);
    for (const CornerArc& arc : arcs(corner, CornerSide::in)) visit(arc);
  }

 private:
  std::size_t count_ = 0;
  std::vector<std::uint32_t> first_;  // per half, and the end of the last one
  std::vector<CornerArc> arcs_;
  std::vector<std::uint8_t> has_sides_;
};

}  // namespace taut

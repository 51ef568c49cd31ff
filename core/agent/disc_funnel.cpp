#include <taut/engine/funnel.hpp>
#include <taut/engine/tile_disc.hpp>

#include <algorithm>
#include <cmath>

#include "disc_inflate.hpp"

namespace taut {
namespace {

class PortalSource {
 public:
  PortalSource(std::span<const Portal> portals, std::span<const Corner> corners,
               double radius) noexcept
      : portals_(portals), corners_(corners), radius_(radius) {}

  [[nodiscard]] std::size_t count() const noexcept { return corners_.size(); }
  [[nodiscard]] const Corner& corner(std::size_t i) const noexcept { return corners_[i]; }

  [[nodiscard]] std::optional<Corner> find_corner(std::size_t i, const DiscTurn& a,
                                                  const DiscTurn& b,
                                                  const detail::TangentLeg& leg) const noexcept {
    // The portals that the leg of the point's path crosses, and those that share its ends.
    const Corner& before = corners_[i];
    const Corner& after = corners_[i + 1];
    std::size_t first = before.portal;
    while (first > 0 && has_end(portals_[first - 1], before.point)) --first;
    std::size_t end = std::min<std::size_t>(after.portal + std::size_t{1}, portals_.size());
    while (end < portals_.size() && has_end(portals_[end], after.point)) ++end;

    detail::WorstCorner worst(leg, radius_, a, b);
    for (std::size_t p = first; p < end; ++p) {
      worst.look_at(portals_[p].left, CornerKind::left, p);
      worst.look_at(portals_[p].right, CornerKind::right, p);
    }
    return worst.corner();
  }

 private:
  [[nodiscard]] static bool has_end(const Portal& portal, const Point& p) noexcept {
    return portal.left == p || portal.right == p;
  }

  std::span<const Portal> portals_;
  std::span<const Corner> corners_;
  double radius_;
};

}  // namespace

Result string_pull_disc(const Point& start, const Point& goal, std::span<const Portal> portals,
                        double radius, std::span<Corner> work, std::span<DiscTurn> out) noexcept {
  if (!is_radius(radius)) return {Status::invalid_input, 0};
  const double least_square = 4.0 * radius * radius;
  for (const Portal& portal : portals) {
    const detail::Vector d = detail::between(portal.left, portal.right);
    if (detail::dot(d, d) < least_square) return {Status::no_path, 0};
  }
  const Result pulled = string_pull_corners(start, goal, portals, work);
  if (pulled.status != Status::ok) return {Status::out_of_nodes, 0};
  const std::span<const Corner> corners = work.first(pulled.count);
  if (radius > 0.0) return detail::inflate(PortalSource(portals, corners, radius), radius, out);

  const std::size_t count = std::min(corners.size(), out.size());
  for (std::size_t i = 0; i < count; ++i) {
    const DiscPoint at = widen(corners[i].point);
    out[i] = {corners[i].point, at, at, corners[i].portal, corners[i].kind};
  }
  return {count < corners.size() ? Status::truncated : Status::ok, count};
}

}  // namespace taut

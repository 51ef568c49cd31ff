#include <taut/disc_funnel.hpp>
#include <taut/funnel.hpp>

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

// The lattice point at or beyond `by` from `from` on the way to `to`.
Point shifted_inward(const Point& from, const Point& to, double by) noexcept {
  const detail::Vector d = detail::between(from, to);
  const double share = by / std::sqrt(detail::dot(d, d));
  const auto round_inward = [](double at, double way) {
    constexpr double kSteps = kLatticePerTile;
    const double step = way > 0.0 ? std::ceil(at * kSteps) : std::floor(at * kSteps);
    return static_cast<float>((way == 0.0 ? at * kSteps : step) / kSteps);
  };
  return {round_inward(static_cast<double>(from.x()) + share * d.x, d.x),
          round_inward(static_cast<double>(from.y()) + share * d.y, d.y)};
}

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
    const DiscPoint at = corners[i].point.cast<double>();
    out[i] = {corners[i].point, at, at, corners[i].portal, corners[i].kind};
  }
  return {count < corners.size() ? Status::truncated : Status::ok, count};
}

Result shrink_portals(std::span<const Portal> portals, double radius,
                      std::span<Portal> out) noexcept {
  if (!is_radius(radius)) return {Status::invalid_input, 0};
  std::size_t count = 0;
  for (const Portal& portal : portals) {
    if (distance(portal.left, portal.right) < 2.0 * radius) return {Status::no_path, count};
    if (count == out.size()) return {Status::truncated, count};
    Portal shrunk = portal;
    if (radius > 0.0) {
      shrunk = {shifted_inward(portal.left, portal.right, radius),
                shifted_inward(portal.right, portal.left, radius)};
      // The rest may be shorter than the rounding: then it becomes a point.
      if (dot(portal.left, portal.right, shrunk.left) >
          dot(portal.left, portal.right, shrunk.right)) {
        shrunk.right = shrunk.left;
      }
    }
    out[count++] = shrunk;
  }
  return {Status::ok, count};
}

Result push_corners(std::span<const Point> path, double radius, std::span<Point> out) noexcept {
  if (!is_radius(radius)) return {Status::invalid_input, 0};
  constexpr double kLeastCosine = 0.25;
  const std::size_t count = std::min(path.size(), out.size());
  Point before(0.0F, 0.0F);
  for (std::size_t i = 0; i < count; ++i) {
    const Point& here = path[i];
    out[i] = here;
    if (i > 0 && i + 1 < path.size()) {
      detail::Vector in = detail::between(before, here);
      detail::Vector leave = detail::between(here, path[i + 1]);
      const double in_length = std::sqrt(detail::dot(in, in));
      const double out_length = std::sqrt(detail::dot(leave, leave));
      in = {in.x / in_length, in.y / in_length};
      leave = {leave.x / out_length, leave.y / out_length};
      // Outward: away from the side to which the path turns.
      const double sign = detail::cross(in, leave) >= 0.0 ? 1.0 : -1.0;
      detail::Vector normal{sign * (in.y + leave.y), -sign * (in.x + leave.x)};
      double size = std::sqrt(detail::dot(normal, normal));
      if (size == 0.0) {  // straight back
        normal = in;
        size = 1.0;
      }
      const double by = radius / std::max(0.5 * size, kLeastCosine);
      out[i] =
          snap(Point(static_cast<float>(static_cast<double>(here.x()) + by * normal.x / size),
                     static_cast<float>(static_cast<double>(here.y()) + by * normal.y / size)));
    }
    before = here;
  }
  return {count < path.size() ? Status::truncated : Status::ok, count};
}

}  // namespace taut

#include <taut/engine/funnel.hpp>

#include "funnel_scan.hpp"

namespace taut {

Result string_pull(const Point& start, const Point& goal, std::span<const Portal> portals,
                   std::span<Point> out) noexcept {
  return detail::FunnelScan<Point, std::span<const Portal>>(goal, portals, out).run(start);
}

Result string_pull_corners(const Point& start, const Point& goal, std::span<const Portal> portals,
                           std::span<Corner> out) noexcept {
  return detail::FunnelScan<Corner, std::span<const Portal>>(goal, portals, out).run(start);
}

}  // namespace taut

#include <taut/engine/funnel.hpp>

#include "funnel_scan.hpp"

namespace taut {

Result string_pull(const Point& start, const Point& goal, std::span<const Portal> portals,
                   std::span<Point> out) noexcept {
  return detail::FunnelScan<std::span<const Portal>>(goal, portals, out).run(start);
}

}  // namespace taut

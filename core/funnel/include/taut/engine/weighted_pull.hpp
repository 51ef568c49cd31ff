// Weighted string pulling: the cheapest path through a sequence of portals between cells in which a
// unit of length costs differently.
#pragma once

#include <cstddef>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/engine/portal.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

namespace detail {
struct TAUT_LOCAL WeightedMemory;
}

// The memory of string_pull_weighted(); one per thread. Memory: 304 bytes per portal.
class WeightedScratch {
 public:
  explicit WeightedScratch(std::size_t portals);

  // Makes room for corridors of more portals. Allocates.
  void fit(std::size_t portals);

  [[nodiscard]] std::size_t max_portals() const noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;
  [[nodiscard]] detail::WeightedMemory* memory() const noexcept { return memory_.get(); }

 private:
  detail::Hidden<detail::WeightedMemory> memory_;
};

struct WeightedResult {
  Status status = Status::invalid_input;
  std::size_t count = 0;  // points written
  double cost = 0.0;      // of the cheapest path found, before its points are rounded
  double bound = 0.0;     // a lower bound of the cost of every path through the portals

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

// Writes the cheapest path that starts at `start`, crosses the portals in their order and ends at
// `goal`, where a unit of length between portals i - 1 and i costs costs[i]; costs[0] is that of
// the cell of the start. The problem is convex. Its dual gives the bound: cost - bound is at most
// 1e-9 of the cost. Where all costs are equal, the path is that of string_pull(), point for point;
// so it is between two portals where the cost changes.
//
// The path turns at portals where the cost changes, and at portal ends. Points at which it crosses
// such a portal between its ends are rounded to the lattice: along the portal if that is parallel
// to an axis, else to the lattice point nearest to the crossing.
//
// Requires  portals as string_pull() does.
// Errors    invalid_input: costs.size() is not portals.size() + 1, a cost is not within
//           kLeastTerrainCost to kMostTerrainCost, or the scratch has room for fewer portals.
//           out_of_nodes: the bound was not reached (no corridor is known for which it is not).
// Writes    at most max_path_points(portals.size()) points, canonical; truncated with the first
//           ones when `out` is smaller.
// Cost      linear: some 5 passes over the portals; 10 to 20 more in a few of 100 corridors, above
//           all where start or goal lies on a portal. Does not allocate.
// Source    Newton steps over the crossings where the cost changes; between them the path is the
//           shortest. Where these do not reach the bound, the primal-dual interior point method for
//           sums of norms of Andersen, Christiansen, Conn and Overton (2000). The systems of both
//           are tridiagonal.
[[nodiscard]] WeightedResult string_pull_weighted(const Point& start, const Point& goal,
                                                  std::span<const Portal> portals,
                                                  std::span<const float> costs,
                                                  WeightedScratch& scratch,
                                                  std::span<Point> out) noexcept;

}  // namespace taut
TAUT_API_END

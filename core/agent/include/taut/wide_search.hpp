// A search for discs that do not fit everywhere.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <taut/clearance.hpp>
#include <taut/constants.hpp>
#include <taut/detail/api.hpp>
#include <taut/geometry.hpp>
#include <taut/search.hpp>
#include <taut/status.hpp>
#include <taut/tile_bits.hpp>

TAUT_API_BEGIN
namespace taut {

class TAUT_LOCAL WideQuery;

struct WideOptions {
  double radius = kNarrowRadius;  // of the disc; not less
  // A search that would expand more lattice points is out_of_nodes.
  std::size_t expansion_limit = kNoExpansionLimit;
};

struct WideResult {
  Status status = Status::no_path;
  std::size_t count = 0;     // points written
  std::size_t expanded = 0;  // nodes expanded

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

// The memory of find_wide_path(); one per thread. 20 bytes per point of the half-tile lattice.
class WideScratch {
 public:
  explicit WideScratch(const Clearance& clearance)
      : search(clearance.point_count()), nodes(clearance.point_count()) {}

  // Makes room for another map of distances. Allocates.
  void fit(const Clearance& clearance);

  SearchScratch search;
  std::vector<NodeId> nodes;

 private:
  friend class WideQuery;
  friend std::optional<Point> find_nearest_reached(const Clearance&, const WideScratch&,
                                                   const Point&, double) noexcept;

  // The state of a query between calls.
  struct State {
    bool is_running = false;
    int columns = 0;  // of the clearance
    int rows = 0;
    Status early = Status::ok;  // the status if no search is needed; ok: that of the search
    bool is_straight = false;   // the straight line is the path; there is no search
    Point start{0.0F, 0.0F};
    Point goal{0.0F, 0.0F};
    double radius = 0.0;
    NodeId last = kNoNode;     // the lattice point next to the goal
    bool is_complete = false;  // all that can be reached was expanded
    SearchRun run;
  };
  State state_;
};

// Finds a path of a disc's centre over the half-tile lattice, in steps of half a tile in eight
// directions. pull_disc() then shortens it.
//
// Sound: the disc fits everywhere on a straight step between two points where it fits. The nearest
// point of a tile to the step is a tile corner or lies on a tile side along it; a corner nearest to
// an inner point of the step would lie at a right angle to that point, and the lattice has no point
// between the step's ends. The disc fits on a diagonal step if it fits at all four points of its
// square: a corner nearest to an inner point lies on the line through the other two points, beyond
// one of them, which then is nearer to the corner than the step. Where the disc does not fit at all
// four, as in a gap between two diagonally opposite corners, the step itself is tested.
//
// Start and goal join the lattice at the nearest point that the disc can reach in a straight line.
//
// Reachability: every gap between two obstacle corners, or a corner and a wall, that is wide enough
// is passed. Places that the lattice's points and steps do not connect are missed (docs/radius.md
// tells how many).
//
// Requires  clearance of `walkable` as it is.
// Errors    invalid_input: start or goal (snapped to the lattice of 1/1024 tile) has no clearance
//           of `radius`; the radius is below kNarrowRadius or invalid (is_radius()); the clearance
//           is of another size, or the scratch was made for a smaller one. out_of_nodes:
//           options.expansion_limit was reached.
// Writes    a canonical path, walkable for the disc. truncated with its first points when `out` is
//           smaller; clearance.point_count() + 2 is always enough. Does not allocate.
// Cost      O(n log n) in the lattice points reached.
[[nodiscard]] WideResult find_wide_path(const TileBits& walkable, const Clearance& clearance,
                                        const Point& start, const Point& goal,
                                        const WideOptions& options, WideScratch& scratch,
                                        std::span<Point> out) noexcept;

// find_wide_path() spread over several calls. begin_wide_path() decides what needs no search; each
// advance_wide_path() expands at most `expansions` lattice points. It returns nothing while the
// search is unfinished, then what find_wide_path() returns and writes, bit for bit. To abandon a
// query, begin another one with the same scratch.
//
// Errors    those of find_wide_path(), from the last advance_wide_path(). invalid_input: no query
//           is running in the scratch, or the size of tiles and clearance is not that of its begin.
// Requires  between the calls neither tiles nor clearance are edited, and nothing else uses the
//           members of the scratch.
// Cost      begin_wide_path(): linear in the tiles along the straight line. The last call: also
//           linear in the points of the path. Neither call allocates.
void begin_wide_path(const TileBits& walkable, const Clearance& clearance, const Point& start,
                     const Point& goal, const WideOptions& options, WideScratch& scratch) noexcept;
[[nodiscard]] std::optional<WideResult> advance_wide_path(const TileBits& walkable,
                                                          const Clearance& clearance,
                                                          std::size_t expansions,
                                                          WideScratch& scratch,
                                                          std::span<Point> out) noexcept;

// After a query with the answer no_path: finds the point of the half-tile lattice nearest to
// `point`, at most `reach` tiles away, of those that the disc reaches from the start. Ties: the
// least y, then x. Exact for lattice points.
//
// std::nullopt when there is none: also where start or goal do not join the lattice, so that the
// query had no search; or the reach is negative or NaN.
// Requires  clearance and scratch of that query, not used since.
// Cost      the lattice points in the rows that are as near as the one found. Does not allocate.
[[nodiscard]] std::optional<Point> find_nearest_reached(const Clearance& clearance,
                                                        const WideScratch& scratch,
                                                        const Point& point, double reach) noexcept;

}  // namespace taut
TAUT_API_END

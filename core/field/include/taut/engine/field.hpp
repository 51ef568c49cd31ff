// Fields: the exact distance and the next corner from everywhere in a ConvexMesh to the nearest of
// some goals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/engine/portal.hpp>
#include <taut/point.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

class ConvexMesh;
class TAUT_LOCAL LandmarkBuild;
struct ReachedTile;
struct TAUT_LOCAL FieldMemory;

// A place to go to. A path to it counts its cost beside its own length.
struct FieldGoal {
  Point at{0.0F, 0.0F};
  double cost = 0.0;  // 0 to kLargestCost
};

// When a build ends before everything within the limits is reached.
enum class FieldEnd : std::uint8_t {
  whole,        // never
  all_targets,  // when all targets are reached that can be
};

struct FieldOptions {
  // Points that are farther than this from all goals are not reached; not negative.
  double length_limit = kNoLengthLimit;
  FieldEnd end = FieldEnd::whole;
  // The points whose distances are wanted. Those that lie in no cell are ignored.
  std::span<const Point> targets{};
};

class Field;

struct FieldResult {
  Status status = Status::ok;  // ok or invalid_input
  std::size_t expanded = 0;    // funnels expanded

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

// The memory of build_field(), for meshes and fields of any size: it grows as needed. One per
// thread, without meaning between builds. A moved-from scratch may only be assigned to or
// destroyed.
//
// Memory: 80 bytes per funnel of the largest build, 40 per goal, 4 per edge id and 16 per vertex
// id; where more than a hundred funnels enter by one edge up to 100 more for each of them.
class FieldScratch {
 public:
  FieldScratch();

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // For the implementation only.
  struct TAUT_LOCAL Memory;

 private:
  friend FieldResult build_field(const ConvexMesh& mesh, std::span<const FieldGoal> goals,
                                 const FieldOptions& options, FieldScratch& scratch, Field& field);

  detail::Hidden<Memory> memory_;
};

// The distances from every point of a mesh to the nearest of some goals, each plus its cost, and
// the shortest paths there. build_field() fills it.
//
// A field refers to the mesh that it was built on, which must exist and stay where it is while the
// field is queried. After an edit of the mesh the field is stale, and reaches no point, until it is
// built again. A moved-from field may only be assigned to or destroyed.
//
// Queries are const and take points anywhere, which are snapped to the lattice: any number of
// threads may query one field. They do not allocate. What they answer is exact but for the rounding
// of lengths: the distance is the length of find_optimal_path(), and no path is shorter.
//
// Memory    56 bytes per funnel that it keeps, 32 per goal and per turn found, 4 per cell id, and 6
//           per goal in a cell that has many. What grows takes an eighth more for funnels, and up
//           to twice as much for corners.
class Field {
 public:
  static constexpr double kUnreached = std::numeric_limits<double>::infinity();

  Field();

  // False before the first build and after an edit of the mesh.
  [[nodiscard]] bool is_current() const noexcept;

  // Points up to this distance are reached: infinite for a whole field, or length_limit, or where a
  // build ended at its targets.
  [[nodiscard]] double known_distance() const noexcept;

  // The length of the shortest path to a goal, plus its cost; kUnreached where there is none within
  // known_distance() or the point lies in no cell.
  // Cost      linear in the funnels that enter the cell of the point from other cells. Of goals in
  //           the cell itself up to 8 one by one; more by a tree, about the logarithm of their
  //           number, or as many as are about equally near.
  [[nodiscard]] double distance(const Point& point) const noexcept;

  // The point after `point` on the shortest path to the nearest goal: the first corner, or the
  // goal. `point` itself, snapped, at that goal. Nothing where distance() is kUnreached.
  [[nodiscard]] std::optional<Point> next_corner(const Point& point) const noexcept;

  // The same answer, for a unit that queries again and again. `cell` is where it was when it
  // queried last, and any number at first; it becomes a cell of the point, where there is one.
  // While the unit stays in a cell, no search for its cell is needed.
  [[nodiscard]] std::optional<Point> next_corner(const Point& point, CellId& cell) const noexcept;

  // The index of the goal that the path leads to, as in build_field(). Which one of several at the
  // same distance is unspecified, but the same on every machine.
  [[nodiscard]] std::optional<std::size_t> nearest_goal(const Point& point) const noexcept;

  // Writes the path from `point` to the nearest goal, both included, canonical. Its length is that
  // of the points written, without the cost of the goal; expanded is 0.
  // Errors    no_path where distance() is kUnreached; truncated, with the first points, when `out`
  //           is smaller. max_path_points(mesh) is always enough.
  // Cost      that of distance(), and linear in the corners.
  [[nodiscard]] PathResult extract_path(const Point& point, std::span<Point> out) const noexcept;

  // Funnels kept.
  [[nodiscard]] std::size_t funnel_count() const noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend Result extract_reached_tiles(const Field& field, double limit,
                                      std::span<ReachedTile> out) noexcept;
  friend FieldResult build_field(const ConvexMesh& mesh, std::span<const FieldGoal> goals,
                                 const FieldOptions& options, FieldScratch& scratch, Field& field);

  detail::Hidden<FieldMemory> memory_;
};

// Builds the field of some goals; what it held before is lost, its memory is used again.
//
// Errors    invalid_input, and no point is reached: a goal lies in no cell, its cost is not
//           within 0 to kLargestCost, or options.length_limit is negative or NaN.
// Where several goals lie at one place, only the cheapest counts, ties: the first one. A goal does
// not count where another one in its cell is nearer than its cost.
//
// Cost      that of a search over the mesh from the goals to everywhere within the limits;
//           docs/fields.md has figures. The goals themselves take O(n log n), however many lie in
//           one cell or beside one edge. Allocates what the field or the scratch lacks.
// Source    the successors of Polyanya (Cui, Harabor and Grastien 2017) without a goal, as a
//           continuous Dijkstra (Mitchell, Mount and Papadimitriou 1987) whose intervals are
//           trimmed against each other; see field_build.cpp.
FieldResult build_field(const ConvexMesh& mesh, std::span<const FieldGoal> goals,
                        const FieldOptions& options, FieldScratch& scratch, Field& field);

// A tile whose centre is reached, and the distance from there.
struct ReachedTile {
  Tile tile{};
  double distance = 0.0;
};

// Writes the tiles whose centres have a distance of at most `limit`, and of at most
// field.known_distance(): each once, row by row. The distances are those of field.distance(). None
// for a limit that is negative or NaN, and none when the field is not current.
//
// Writes    at most one entry per tile of the map; truncated with the first ones when `out` is
//           smaller.
// Cost      linear in the cells of the mesh, and that of distance() for each centre in the cells
//           that the build has entered; n log n for n tiles. Does not allocate.
[[nodiscard]] Result extract_reached_tiles(const Field& field, double limit,
                                           std::span<ReachedTile> out) noexcept;

}  // namespace taut
TAUT_API_END

// PricedField: what it costs to go from everywhere on a mesh to the nearest of some goals.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/engine/field.hpp>
#include <taut/engine/path_query.hpp>

TAUT_API_BEGIN
namespace taut {

class Landmarks;
struct PricedMesh;
struct TAUT_LOCAL PricedFieldMemory;
class PricedScratch;

// The costs from every point of a mesh to the nearest of some goals, each plus its own, and cheap
// paths there. build_priced_field() fills it. As a Field, it refers to the mesh, and is stale after
// an edit of it; the costs must stay where they are, and as they are. A moved-from field may only
// be assigned to or destroyed.
//
// Queries are const and take points anywhere, which are snapped to the lattice: any number of
// threads may query one field. Costs are those of the ways that extract_path() writes, which are
// about those of find_priced_path(). They err by a few thousandths of what a tile costs at least,
// 0.03 at most on random maps; most are too low, and may be less than that of a straight line.
//
// Memory    that of a PricedScratch.
class PricedField {
 public:
  // False before the first build and after an edit of the mesh.
  [[nodiscard]] bool is_current() const noexcept;

  // Points from which a way costs up to this are reached.
  [[nodiscard]] double known_cost() const noexcept;

  // What the way to a goal costs, the goal's own cost included; Field::kUnreached where there is
  // none within known_cost() or the point lies in no cell.
  // Cost      linear in the beams that enter the cell of the point. Does not allocate.
  [[nodiscard]] double cost(const Point& point) const noexcept;

  // A point on the way, in a straight line from `point`: where it may bend first, or the goal; next
  // to it on the lattice, where it is none of its places. `point` itself, snapped, at a goal.
  // Nothing where cost() is Field::kUnreached. Does not allocate.
  [[nodiscard]] std::optional<Point> next_place(const Point& point) const noexcept;

  // The index of its goal, as in build_priced_field(). Does not allocate.
  [[nodiscard]] std::optional<std::size_t> nearest_goal(const Point& point) const noexcept;

  // Writes the path from `point` to its goal, both included: the cheapest one in the corridor of
  // the way. Its cost is without that of the goal; expanded is 0. The scratch may be of any mesh;
  // it loses the corridor of its last query.
  // Errors    no_path where cost() is Field::kUnreached; truncated, with the last points, when
  //           `out` is smaller.
  // Cost      that of cost(), and string_pull_weighted(). Allocates as find_priced_path().
  [[nodiscard]] PathResult extract_path(const Point& point, PricedScratch& scratch,
                                        std::span<Point> out) const;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend FieldResult build_priced_field(const PricedMesh& priced, std::span<const FieldGoal> goals,
                                        double cost_limit, PricedField& field);

  friend Result extract_reached_tiles(const PricedField& field, double limit,
                                      std::span<ReachedTile> out) noexcept;

  detail::Hidden<PricedFieldMemory> memory_;
};

// Builds the field of some goals; what it held before is lost, its memory is used again. Points
// from which a way costs more than cost_limit are not reached.
//
// Errors    invalid_input, and no point is reached: a goal lies in no cell, its cost is not within
//           0 to kLargestCost, cost_limit is negative or NaN, or a cell has no cost. out_of_nodes:
//           it would need more than 2^25 beams and corners.
// Cost      that of find_priced_path() to everywhere within the limit. Allocates.
FieldResult build_priced_field(const PricedMesh& priced, std::span<const FieldGoal> goals,
                               double cost_limit, PricedField& field);

// extract_reached_tiles() of a Field.
[[nodiscard]] Result extract_reached_tiles(const PricedField& field, double limit,
                                           std::span<ReachedTile> out) noexcept;

// Builds landmarks by cost, for find_priced_path() on this mesh with these costs, as
// build_landmarks() of a mesh does by length. Each is a vertex of a cell that is not among the more
// expensive half: in patches of these vertices are far from everywhere, and tell no direction. The
// slack() has room for what the costs of searches err by.
//
// Errors    std::invalid_argument for a count outside 1 to Landmarks::kMaxCount. Landmarks that
//           would need more than 2^25 beams and corners bound nothing.
// Cost      about that of count fields. Allocates.
[[nodiscard]] Landmarks build_landmarks(const PricedMesh& priced,
                                        std::optional<std::size_t> count = {});

// refresh_landmarks() by cost. After a change of costs without an edit of the mesh,
// Landmarks::forget() first.
void refresh_landmarks(const PricedMesh& priced, std::size_t fields, Landmarks& landmarks);

}  // namespace taut
TAUT_API_END

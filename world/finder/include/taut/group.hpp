// Groups: the paths of many units to one goal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/agent.hpp>
#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/finder.hpp>

TAUT_API_BEGIN
namespace taut {

struct GroupUnit {
  Point start{0.0F, 0.0F};
  Agent agent{};
};

enum class GroupMethod : std::uint8_t {
  best,      // the one that is cheaper, by measured costs
  searches,  // a search for each unit
  field,     // a field for each size that can have one
};
[[nodiscard]] const char* to_string(GroupMethod method) noexcept;

struct GroupOptions {
  // Discs and squares end on free places around the goal, where no two of them overlap; else all at
  // the goal.
  bool spreads = false;
  GroupMethod method = GroupMethod::best;
  // The rules, limits and costs of each unit's query; `agent` is the unit's. Limits of expansions
  // hold for searches only. The budget is that of a call of find_group(): a field counts as one
  // expansion for each edge of its mesh, a path by a field as one.
  FindOptions find{};
};

// The memory and the answers of Finder::find_group(). One per thread; any number of groups may use
// it, one after the other. A moved-from object may only be assigned to or destroyed.
//
// find_group()  returns ok, or unfinished where the budget is spent, and the number of units with a
//               path. It finds for each unit the path that Finder::find() finds with
//               GroupOptions::find, where Method::best is optimal, or another of the same length
//               (in an opened space, of nearly the same). Where classes cost differently, read
//               cost for length; a field's is about that of a search.
// budget        a call that has spent it is unfinished, and the units that it did not come to have
//               Status::unfinished. The same call goes on, until the group has all answers: those
//               of one call, whatever the budget. A call with other units, another goal or other
//               options, or after an edit of the world, begins anew. Other queries of the finder in
//               between only make the last search begin again. The first call also chooses the
//               places of units that spread, and the starts and ends that rules move.
// rules         FindOptions::goal and start, where nearest, move each unit's end and start before
//               all else. Units of a size that have one end are treated together, and spread around
//               it.
// method        best begins with searches, unit by unit. When the units left would take more
//               expansions than a field, at the mean of those before, it builds one field for them:
//               it takes as long as one expansion for each edge of its mesh. The choice depends on
//               the map and the group alone, never on a clock. Units of each size are treated
//               apart.
// spreads       the units of a size try the goal and the points around it in steps of their
//               radius, at least 1/16 tile, those first that are nearest by a path, or cheapest
//               (ties: the least y, then x). In the order of the units each takes the first place
//               where it overlaps no wall and no unit placed before it. Sizes of one shape whose
//               radii are within one power of two share their places: steps of the least, distances
//               of the largest of them. Where a unit finds none there, those radii are halved, four
//               times at most, and all places chosen again.
//               A place can be reached from the goal. A unit that finds none has
//               Reason::goal_too_far. Points take no room: they all end at the goal.
//               Squares are searched for, each to its place. The path of a disc by a field is the
//               shortest of those that pass all obstacles as the path over the goal does. It may be
//               longer than that of a search: docs/measurements.md has figures. A disc whose
//               distance from the goal is less than 4 times that of its place is searched for.
// Errors        are those of the single searches, unit by unit. With EndRule::exact the goal must
//               be a place for every agent, also where they spread.
// Cost          the searches, or the field and then Finder::find(start, field) for each unit;
//               spread: also a field around the goal for each power of two of radii, and n log n in
//               the places within it. All of a group use one world. Allocates what the memory
//               lacks; where that throws std::bad_alloc, the memory holds no answers, until the
//               next group.
class GroupPaths {
 public:
  GroupPaths();

  // The units of the last group, in their order.
  [[nodiscard]] std::size_t size() const noexcept;
  // Valid until the next group. Without unit < size() it has Status::no_path.
  [[nodiscard]] const OwnedPath& path(std::size_t unit) const noexcept;
  // Where the path ends or would end, snapped; (0, 0) without unit < size().
  [[nodiscard]] const Point& end(std::size_t unit) const noexcept;

  // Searches made for the last group, those that failed at once included, and fields built for its
  // paths.
  [[nodiscard]] std::size_t search_count() const noexcept;
  [[nodiscard]] std::size_t field_count() const noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // For the implementation only.
  struct TAUT_LOCAL Memory;

 private:
  friend class Finder;
  detail::Hidden<Memory> memory_;
};

}  // namespace taut
TAUT_API_END

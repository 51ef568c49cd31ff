// Corridor following: an agent keeps a corridor and walks along it tick by tick.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <taut/constants.hpp>
#include <taut/detail/api.hpp>
#include <taut/detail/require.hpp>
#include <taut/funnel.hpp>
#include <taut/portal.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// What a map supplies for following its corridors. Ids that are not those of a cell are allowed.
//
//   map.revision()
//     Grows with each edit.
//   holds(map, cell, place)
//     Whether the cell is walkable and `place` lies in it or on its border.
//   is_step_walkable(map, from, to)
//     Whether a corridor may lead from one cell to the other: both are walkable and neighbours.
//   find_cell_beside(map, cell, place)
//     A walkable cell that contains `place` and to which a corridor may step from `cell`, and back.
//   is_spur(map, before, cell, after)
//     Whether a corridor must not pass these three in this order, because it would go back through
//     the portal it came through. Then `after` is `before`, or a step leads from one to the other.
//   extract_step_portals(map, cells, out)
//     The portals of a corridor, at most kMaxPortalsPerStep for each step. The portals of its front
//     are the first portals of the whole.
//
// grid_follow.hpp, mesh_follow.hpp and quadtree_follow.hpp supply these for the maps of the
// library, linked_cells.hpp most of them for maps whose steps are shared edges.
template <class Map>
concept HasCells = requires(const Map& map, CellId cell, const Point& place,
                            std::span<const CellId> cells, std::span<Portal> out) {
  { map.revision() } -> std::same_as<std::uint64_t>;
  { holds(map, cell, place) } -> std::same_as<bool>;
  { is_step_walkable(map, cell, cell) } -> std::same_as<bool>;
  { find_cell_beside(map, cell, place) } -> std::same_as<std::optional<CellId>>;
  { is_spur(map, cell, cell, cell) } -> std::same_as<bool>;
  { extract_step_portals(map, cells, out) } -> std::same_as<Result>;
};

// A map whose rays can be written as corridors, for PathCorridor::shorten().
template <class Map>
concept HasRayCorridors = HasCells<Map> &&
    requires(const Map& map, const Point& place, std::span<CellId> out) {
  { extract_ray_corridor(map, place, place, out).status } -> std::convertible_to<Status>;
  { extract_ray_corridor(map, place, place, out).is_visible } -> std::convertible_to<bool>;
  { extract_ray_corridor(map, place, place, out).count } -> std::convertible_to<std::size_t>;
};

// The memory of find_corners() and shorten(); one per thread, for all agents. Memory: 64 bytes for
// each cell and 16 for each point.
struct FollowScratch {
  // For corridors of at most `cells` cells and outputs of at most `corners` points.
  // Errors    std::invalid_argument for more than 2^31 of either.
  FollowScratch(std::size_t cells, std::size_t corners)
      : portals(2 * kMaxPortalsPerStep *
                detail::require_within("FollowScratch: cells", cells, 0, kMost)),
        points(2 * (detail::require_within("FollowScratch: corners", corners, 0, kMost) + 1)) {}

  std::vector<Portal> portals;
  std::vector<Point> points;

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 31U;
};

// Writes the first points of the path from `start` that are the same however the path continues
// behind the last portal: for each goal and any further portals, the path of string_pull() over all
// of them begins with these points. At least the start.
//
// Requires  portals as string_pull() does.
// Errors    invalid_input when work.size() < 2 * (out.size() + 1).
// Writes    at most out.size() points.
// Cost      two calls of string_pull(). Does not allocate.
[[nodiscard]] Result find_final_points(const Point& start, std::span<const Portal> portals,
                                       std::span<Point> work, std::span<Point> out) noexcept;

// Whether the path through the portals `after` is no longer than the one through `before`, which
// passes `place`: the leg from start to place goes straight through the front of `after`, and the
// portals behind the last one of `before` that holds the place are the same in both. Cost: linear
// in the portals. Does not allocate.
[[nodiscard]] bool is_shortcut(const Point& start, const Point& place,
                               std::span<const Portal> before,
                               std::span<const Portal> after) noexcept;

// A corridor of at most N cells, kept up to date while its agent walks, its goal moves and its map
// changes. No call allocates; a corridor is a value of N * 4 bytes and a few more.
//
// Calls return one of
//
//   ok         done; the corridor leads to its goal
//   truncated  done; the corridor ends before its goal, because an edit or the capacity cut off its
//              tail. The rest is valid. Search again, and until then let it lead to a point in its
//              last cell by move_goal().
//   no_path    off the corridor: the point is neither in one of its cells nor in a cell beside one,
//              and nothing was changed; or the corridor is empty. Search again.
//
// Places are snapped to the lattice. Every call first does what drop_stale() does, so no cell that
// an edit has blocked is ever used.
//
// Requires  for all calls: the map of set(), places within the limits of snap() or NaN.
// Source    the path corridor of Detour (Mononen, 2010) and its calls: move along, trim, merge
//           where the agent left it, shorten by a ray. Where corners are final is our own.
template <std::size_t N>
class PathCorridor {
  static_assert(N >= 2, "a corridor in motion has a cell to leave and one to enter");

 public:
  // Sets a new corridor. Of more than N cells the first N are kept (truncated).
  //
  // Requires  a corridor that extract_step_portals() takes.
  // Errors    invalid_input: no cells, a step that is not walkable, or the first or last cell does
  //           not hold start or goal. Then nothing was changed.
  // Cost      linear in the cells.
  template <HasCells Map>
  [[nodiscard]] Status set(const Map& map, const Point& start, const Point& goal,
                           std::span<const CellId> cells) noexcept {
    const Point from = snap(start);
    const Point to = snap(goal);
    if (cells.empty() || !holds(map, cells.front(), from) || !holds(map, cells.back(), to) ||
        count_walkable(map, cells) < cells.size()) {
      return Status::invalid_input;
    }
    assign(cells.first(std::min(cells.size(), N)));
    start_ = from;
    goal_ = to;
    leads_to_goal_ = cells.size() <= N;
    revision_ = map.revision();
    return status();
  }

  // To be called after an edit of the map: keeps the cells up to the first step that is no longer
  // walkable. Cost: nothing when the map's revision has not changed, else linear in the cells.
  template <HasCells Map>
  Status drop_stale(const Map& map) noexcept {
    if (revision_ == map.revision()) return status();
    revision_ = map.revision();
    if (count_ == 0) return status();
    const std::size_t kept = holds(map, cells()[0], start_) ? count_walkable(map, cells()) : 0;
    leads_to_goal_ = leads_to_goal_ && kept == count_ && holds(map, cells().back(), goal_);
    count_ = kept;
    return status();
  }

  // Moves the agent to `place`. Drops the cells before the first one that contains it. If only a
  // cell beside the corridor contains it, the corridor now leads from that cell to the last
  // corridor cell that it is beside; a full corridor then loses its last cell.
  // Cost      linear in the cells passed; in all cells when the agent left the corridor.
  template <HasCells Map>
  Status move_start(const Map& map, const Point& place) noexcept {
    if (drop_stale(map) == Status::no_path) return Status::no_path;
    const Point at = snap(place);
    for (std::size_t i = 0; i < count_; ++i) {
      if (!holds(map, cells()[i], at)) continue;
      drop_front(i);
      start_ = at;
      return status();
    }
    // From the end, so that no later cell is beside the new one: there is no spur.
    for (std::size_t i = count_; i-- > 0;) {
      const std::optional<CellId> beside = find_cell_beside(map, cells()[i], at);
      if (!beside) continue;
      drop_front(i);
      push_front(*beside);
      start_ = at;
      return status();
    }
    return Status::no_path;
  }

  // Moves the goal to `place`. Drops the cells behind the last one that contains it. If only a cell
  // beside the corridor contains it, the corridor now ends with that cell, behind the first
  // corridor cell that it is beside; without room for it the corridor ends before its goal.
  // Cost      linear in the cells dropped; in all cells when the goal left the corridor.
  template <HasCells Map>
  Status move_goal(const Map& map, const Point& place) noexcept {
    if (drop_stale(map) == Status::no_path) return Status::no_path;
    const Point to = snap(place);
    for (std::size_t i = count_; i-- > 0;) {
      if (!holds(map, cells()[i], to)) continue;
      count_ = i + 1;
      goal_ = to;
      leads_to_goal_ = true;
      return status();
    }
    for (std::size_t i = 0; i < count_; ++i) {
      const std::optional<CellId> beside = find_cell_beside(map, cells()[i], to);
      if (!beside) continue;
      count_ = i + 1;
      goal_ = to;
      leads_to_goal_ = push_back(*beside);
      return status();
    }
    return Status::no_path;
  }

  // Writes the first points of the path through the corridor: the start, the next corners and, when
  // there is room and the corridor leads to it, the goal. They are exactly the first points of
  // string_pull() over the portals of the whole corridor.
  //
  // Errors    invalid_input: the scratch was made for fewer cells than the corridor has, or for
  //           fewer corners than out.size().
  // Writes    ok: the whole path. truncated: as many of its first points as fit. For a corridor
  //           that ends before its goal, the points that no continuation can change: fewer than
  //           fit, possibly only the start; then always truncated.
  // Cost      with room for two points or more, only the front of the corridor is scanned, less
  //           than kLookGrowth times as far as the corners require to be final. Does not allocate.
  template <HasCells Map>
  [[nodiscard]] Result find_corners(const Map& map, FollowScratch& scratch,
                                    std::span<Point> out) noexcept {
    if (drop_stale(map) == Status::no_path) return {Status::no_path, 0};
    if (scratch.portals.size() < kMaxPortalsPerStep * (count_ - 1) ||
        scratch.points.size() < 2 * (out.size() + 1)) {
      return {Status::invalid_input, 0};
    }
    // A final corner is a turn, so the path continues; that the start is not the whole path is
    // known only at the end.
    std::size_t look = out.size() < 2 ? count_ : std::min(count_, kFirstLookCells);
    for (;;) {
      const Result made = extract_step_portals(map, cells().first(look), scratch.portals);
      if (made.status != Status::ok) return {made.status, 0};
      const std::span<const Portal> portals(scratch.portals.data(), made.count);
      if (look == count_ && leads_to_goal_) return string_pull(start_, goal_, portals, out);
      const Result found = find_final_points(start_, portals, scratch.points, out);
      if (found.count == out.size() || look == count_) return {Status::truncated, found.count};
      look = std::min(count_, look * kLookGrowth);
    }
  }

  // When `place`, a corner of the path or its goal, is visible from the start, replaces the front
  // of the corridor by the cells of the ray: the corners between were in open space and are
  // removed. The path never becomes longer.
  //
  // Errors    invalid_input: the scratch was made for fewer than N cells, or the map has terrain
  //           costs, which this ignores.
  // Returns   no_path, and changes nothing, when `place` is not visible, the new corridor has more
  //           than N cells, or the path might become longer.
  // Cost      the ray, and linear in the cells. Does not allocate.
  template <HasRayCorridors Map>
  Status shorten(const Map& map, const Point& place, FollowScratch& scratch) noexcept {
    if (drop_stale(map) == Status::no_path) return Status::no_path;
    if (scratch.portals.size() < 2 * kMaxPortalsPerStep * N) return Status::invalid_input;
    if constexpr (requires { map.has_costs(); }) {
      if (map.has_costs()) return Status::invalid_input;
    }
    const Point to = snap(place);
    std::array<CellId, N> row;
    const auto ray = extract_ray_corridor(map, start_, to, row);
    if (ray.status != Status::ok || !ray.is_visible) return Status::no_path;
    const std::size_t count = join(map, row, ray.count, to);
    if (count == 0) return Status::no_path;
    const std::span<const CellId> shorter = std::span<const CellId>(row).first(count);

    const std::span<Portal> room(scratch.portals);
    const std::size_t half = room.size() / 2;
    const Result before = extract_step_portals(map, cells(), room.first(half));
    const Result after = extract_step_portals(map, shorter, room.subspan(half));
    if (before.status != Status::ok || after.status != Status::ok ||
        !is_shortcut(start_, to, room.first(before.count), room.subspan(half, after.count))) {
      return Status::no_path;
    }
    assign(shorter);
    return status();
  }

  // The cells from the one that contains the start to the one that contains the goal, or as far as
  // the corridor leads. Valid until the next call.
  [[nodiscard]] std::span<const CellId> cells() const noexcept {
    return std::span<const CellId>(room_).subspan(begin_, count_);
  }
  [[nodiscard]] const Point& start() const noexcept { return start_; }
  [[nodiscard]] const Point& goal() const noexcept { return goal_; }
  // Whether the last cell holds the goal.
  [[nodiscard]] bool leads_to_goal() const noexcept { return leads_to_goal_; }
  // What a successful call returns: ok, truncated, or no_path for an empty corridor.
  [[nodiscard]] Status status() const noexcept {
    if (count_ == 0) return Status::no_path;
    return leads_to_goal_ ? Status::ok : Status::truncated;
  }

 private:
  // How many cells from the first on are walkable one after another; the first counts as such.
  template <HasCells Map>
  [[nodiscard]] static std::size_t count_walkable(const Map& map,
                                                  std::span<const CellId> cells) noexcept {
    std::size_t count = 1;
    while (count < cells.size() && is_step_walkable(map, cells[count - 1], cells[count])) ++count;
    return count;
  }

  // Appends to the `front` cells of a ray to `place` the cells from the last one on that contains
  // it, without spurs. Returns the new number of cells; 0 when the ray does not meet the corridor
  // or there is no room.
  template <HasCells Map>
  [[nodiscard]] std::size_t join(const Map& map, std::span<CellId, N> row, std::size_t front,
                                 const Point& place) const noexcept {
    const auto is_met = [&](CellId cell) {
      return holds(map, cell, place) &&
             (cell == row[front - 1] || is_step_walkable(map, row[front - 1], cell));
    };
    std::size_t tail = count_;
    while (tail > 0 && !is_met(cells()[tail - 1])) --tail;
    if (tail == 0) return 0;
    std::span<const CellId> rest = cells().subspan(tail - 1);
    while (!rest.empty()) {
      if (row[front - 1] == rest[0] ||
          (rest.size() > 1 && is_spur(map, row[front - 1], rest[0], rest[1]))) {
        rest = rest.subspan(1);
      } else if (front > 1 && is_spur(map, row[front - 2], row[front - 1], rest[0])) {
        --front;
      } else {
        break;
      }
    }
    if (front + rest.size() > N) return 0;
    std::copy(rest.begin(), rest.end(), row.begin() + static_cast<std::ptrdiff_t>(front));
    return front + rest.size();
  }

  // Cells are stored at the end of the array, so that the front can grow into the space before
  // them.
  void assign(std::span<const CellId> cells) noexcept {
    begin_ = N - cells.size();
    count_ = cells.size();
    std::copy(cells.begin(), cells.end(), room_.begin() + static_cast<std::ptrdiff_t>(begin_));
  }
  void drop_front(std::size_t cells) noexcept {
    begin_ += cells;
    count_ -= cells;
  }
  void push_front(CellId cell) noexcept {
    if (count_ == N) {
      --count_;
      leads_to_goal_ = false;
    }
    if (begin_ == 0) move_to(N - count_);
    room_[--begin_] = cell;
    ++count_;
  }
  [[nodiscard]] bool push_back(CellId cell) noexcept {
    if (count_ == N) return false;
    if (begin_ + count_ == N) move_to(0);
    room_[begin_ + count_++] = cell;
    return true;
  }
  void move_to(std::size_t begin) noexcept {
    const auto at = [&](std::size_t i) { return room_.begin() + static_cast<std::ptrdiff_t>(i); };
    if (begin < begin_) {
      std::copy(at(begin_), at(begin_ + count_), at(begin));
    } else {
      std::copy_backward(at(begin_), at(begin_ + count_), at(begin + count_));
    }
    begin_ = begin;
  }

  std::array<CellId, N> room_{};
  std::size_t begin_ = 0;
  std::size_t count_ = 0;
  Point start_{0.0F, 0.0F};
  Point goal_{0.0F, 0.0F};
  std::uint64_t revision_ = 0;
  bool leads_to_goal_ = false;
};

}  // namespace taut
TAUT_API_END

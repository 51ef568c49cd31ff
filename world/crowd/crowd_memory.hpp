// What a Crowd holds, and the stages of a tick.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <taut/crowd.hpp>
#include <taut/detail/answer_stamp.hpp>
#include <taut/engine/constants.hpp>
#include <taut/field.hpp>
#include <taut/follower.hpp>
#include <taut/grid.hpp>
#include <taut/queue.hpp>

#include "corner_sight.hpp"
#include "exact_moves.hpp"
#include "flow_map.hpp"
#include "place_map.hpp"
#include "vec.hpp"
#include "way_round.hpp"

namespace taut::crowds {

inline constexpr std::uint32_t kNoUnit = (std::numeric_limits<std::uint32_t>::max)();
inline constexpr float kTile = static_cast<float>(kLatticePerTile);

// In tiles.
[[nodiscard]] constexpr Vec to_vec(const Steps& steps) noexcept {
  return {static_cast<float>(steps.x) / kTile, static_cast<float>(steps.y) / kTile};
}
[[nodiscard]] constexpr Point to_point(const Steps& steps) noexcept {
  return {static_cast<float>(steps.x) / kTile, static_cast<float>(steps.y) / kTile};
}

[[nodiscard]] constexpr DiscPoint to_place(const Steps& steps) noexcept {
  return {static_cast<double>(steps.x) / kLatticePerTile,
          static_cast<double>(steps.y) / kLatticePerTile};
}

// Rounded to the lattice.
[[nodiscard]] inline Steps to_steps(const DiscPoint& place) noexcept {
  return {static_cast<std::int32_t>(std::lround(place.x * kLatticePerTile)),
          static_cast<std::int32_t>(std::lround(place.y * kLatticePerTile))};
}
[[nodiscard]] constexpr Steps to_steps(Vec place) noexcept {
  return {rounded(place.x * kTile), rounded(place.y * kTile)};
}

enum class OrderKind : std::uint8_t { none, place, group, velocity };

// What a unit would do in this tick if it were alone.
struct Wish {
  Vec velocity;
  Vec far;             // a place on its way, two tiles ahead
  Vec entry;           // of the next turn, or the goal
  Vec corner;          // around which the next turn leads
  float clear = 0.0F;  // to the next turn or the goal
  float left = 0.0F;   // to the goal; beyond some turns just a long way
  bool has_turn = false;
};

// The hash of an id, and the largest right that ranks and passages make of it.
inline constexpr std::int32_t kLeastBaseRight = 1000;
inline constexpr std::int32_t kMostBaseRight = kLeastBaseRight + 0xFFFF;
inline constexpr std::int32_t kMostRight = 1 << 29;

// A unit between two ticks.
struct Unit {
  // What add() and orders say.
  UnitId id = 0;
  Steps at;
  Steps goal;
  Steps end;  // of its path: the goal, or the nearest place
  std::int32_t radius_steps = 0;
  float radius = 0.0F;
  float speed = 0.0F;
  float acceleration = 0.0F;
  Vec steered;
  std::uint32_t group = 0;  // units of one order have one number
  float pack = 0.0F;        // the radius that they fill around the goal, in tiles; 0: unknown
  bool is_mixed = false;    // they have several sizes
  std::uint8_t ground = 0;
  std::uint8_t rank = 0;
  bool gives_way = true;
  OrderKind kind = OrderKind::none;
  UnitState state = UnitState::idle;
  Reason reason = Reason::none;
  FollowStatus follows = FollowStatus::no_path;  // of its follower
  bool has_link = false;                         // ahead on its path
  bool is_buried = false;
  bool has_arrived = false;
  bool has_rest_place = false;  // near the goal, where it comes to rest
  Steps rest_place;
  float rim_way = 0.0F;         // that it has walked around the pack, at full speed, in tiles
  std::int32_t away_ticks = 0;  // since it was pushed off the place where it had arrived
  bool is_settled = false;      // at rest by contact
  std::int32_t search_in = 0;   // ticks until it may ask for a path again
  std::uint64_t builds = 0;     // of its field, when its path was read
  std::int32_t base_right = 0;

  // What the last tick left.
  Vec velocity;
  Vec heading;  // where it would go; none at rest
  Vec last_wish;
  Vec carry;          // of a slow unit: what rounding left over
  float lean = 0.0F;  // of its wish off its way: the tangent of half the angle
  std::int32_t right = 0;
  std::int32_t lent_right = 0;
  std::int32_t lent_ticks = 0;
  std::int32_t held_ticks = 0;
  std::int32_t calm_ticks = 0;
  Steps calm_at;
  Steps rest_at;
  std::uint32_t yields_to = kNoUnit;
  std::int32_t yield_ticks = 0;
  Steps yield_at;
  std::int32_t boost_ticks = 0;  // in which it has a right above all of its rank
  Wish wish;
  Steps wish_at;               // where the unit was then
  std::int32_t detour_in = 0;  // ticks until it may look for a way round others again
  std::int32_t failures = 0;   // to find one
  std::int32_t guide_in = 0;   // ticks until its follower is asked again
};

// Steps a tick, below which what rounding leaves over is carried on.
inline constexpr std::int32_t kSlow = 16;

// The share of its disc that the units of a group cover.
inline constexpr float kPacking = 0.86F;
inline constexpr float kAtGoal = 0.15F;         // tiles
inline constexpr std::int32_t kMostAway = 100;  // ticks
inline constexpr std::int32_t kMostFailures = 4;
inline constexpr std::int32_t kMostGuideIn = 3;  // ticks

// A unit that needs a place to rest, and where it comes from.
struct RestUnit {
  UnitId id;
  float radius;
  Vec from;
};
struct RestPlace {
  Vec at;
  float square;  // of the distance to the goal
  UnitId unit;
  float radius;  // of the unit
};

// What neighbours are found by.
struct Spot {
  Steps at;
  float radius;
  float most_move;  // in tiles
};

// Both ends are in it.
struct BinBox {
  int x0 = 0;
  int y0 = 0;
  int x1 = 0;
  int y1 = 0;
};

// What a unit does in this tick.
struct Body {
  Steps at;
  UnitId id = 0;
  std::int32_t radius_steps = 0;
  float radius = 0.0F;
  float longest = 0.0F;        // move, in steps
  std::int32_t most_move = 0;  // the same, rounded up
  bool near_wall = false;
  bool is_buried = false;
  Vec heading;
  std::int32_t right = 0;
  Vec move;                       // proposed: a velocity, then a way in tiles
  Steps done;                     // committed
  std::uint32_t touch_begin = 0;  // of touching
  std::uint32_t touch_end = 0;
  std::uint32_t near_count = 0;
};

struct Touch {
  std::uint32_t a;
  std::uint32_t b;
};

// Whether the unit walks along a path.
[[nodiscard]] inline bool walks_path(const Unit& unit) noexcept {
  return unit.kind == OrderKind::place || unit.kind == OrderKind::group;
}
[[nodiscard]] inline bool are_of_one_order(const Unit& a, const Unit& b) noexcept {
  return a.kind == OrderKind::group && b.kind == OrderKind::group && a.group == b.group;
}
// Whether nothing moves the unit.
[[nodiscard]] inline bool holds(const Unit& unit) noexcept {
  return unit.is_buried || (!unit.gives_way && square(unit.heading) < 0.25F);
}

inline constexpr std::size_t kNeighbours = 8;

}  // namespace taut::crowds

namespace taut {

struct Crowd::Memory {
  using Unit = crowds::Unit;
  using Body = crowds::Body;
  using Steps = crowds::Steps;
  using Vec = crowds::Vec;
  using Wish = crowds::Wish;

  Memory(World& of, const CrowdOptions& with);
  Memory(const SharedWorld& worlds, const CrowdOptions& with);

  [[nodiscard]] bool has(UnitId unit) const noexcept {
    return unit < slots.size() && slots[unit] != crowds::kNoUnit;
  }
  [[nodiscard]] Unit& unit_of(UnitId unit) noexcept { return units[slots[unit]]; }
  [[nodiscard]] const Unit& unit_of(UnitId unit) const noexcept { return units[slots[unit]]; }
  // One with nothing where there is no such unit.
  [[nodiscard]] const Unit& find_unit(UnitId unit) const noexcept {
    static const Unit kNone{};
    return has(unit) ? unit_of(unit) : kNone;
  }
  // Those of a list that there are, each once, in their order.
  [[nodiscard]] std::vector<UnitId> list_units(std::span<const UnitId> ids) const {
    std::vector<UnitId> listed;
    std::vector<bool> is_listed(slots.size());
    for (const UnitId id : ids) {
      if (!has(id) || is_listed[id]) continue;
      is_listed[id] = true;
      listed.push_back(id);
    }
    return listed;
  }
  [[nodiscard]] const Grid& tiles_of(const Unit& unit) const noexcept {
    return unit.ground == 0 ? world->grid() : world->grid(unit.ground);
  }
  // The slots of the nearest others, by the gap between.
  [[nodiscard]] std::span<const std::uint32_t> neighbours(std::size_t body) const noexcept {
    return {&nearest[body * crowds::kNeighbours], bodies[body].near_count};
  }
  // The slots of those that it may meet in this tick.
  [[nodiscard]] std::span<const std::uint32_t> touching_of(const Body& body) const noexcept {
    return std::span(touching).subspan(body.touch_begin, body.touch_end - body.touch_begin);
  }
  void check_options() const;
  void follow_own() noexcept;
  void read_world();
  void prepare(const Agent& agent);
  [[nodiscard]] Finder& finder_of(std::optional<Finder>& finder);
  void reserve_ids(std::size_t room);
  void reserve_units(std::size_t room);
  void note_path(Unit& unit) noexcept;
  void drop_path(Unit& unit);
  [[nodiscard]] bool is_at_link(const Unit& unit) const noexcept;
  // The bins that a box meets, within those that there are.
  [[nodiscard]] crowds::BinBox bins_of(const crowds::PlaceBox& box) const noexcept {
    const auto bin_at = [&](std::int32_t steps, std::int32_t from, int bins) {
      const int tile = std::max(steps, 0) / kLatticePerTile - from;
      return tile < 0 ? 0 : std::min(tile >> bin_shift, bins - 1);
    };
    return {bin_at(box.low.x, box_tile.x, bins_wide), bin_at(box.low.y, box_tile.y, bins_high),
            bin_at(box.high.x, box_tile.x, bins_wide), bin_at(box.high.y, box_tile.y, bins_high)};
  }
  // The first of `units` that is in this bin of a row, or behind it.
  [[nodiscard]] std::uint32_t bin_start(int x, int row) const noexcept {
    return bin_begin[static_cast<std::size_t>(row * bins_wide + x)];
  }
  // As for_each_near(). Requires has_bins.
  template <class Visit>
  [[nodiscard]] bool for_each_in_bins(const crowds::PlaceBox& box, const Visit& visit) const {
    const crowds::BinBox bins = bins_of(box);
    for (int row = bins.y0; row <= bins.y1; ++row) {
      const std::uint32_t end = bin_start(bins.x1 + 1, row);
      for (std::uint32_t j = bin_start(bins.x0, row); j < end; ++j) {
        if (!visit(to_placed(units[j]))) return false;
      }
    }
    return true;
  }
  [[nodiscard]] static crowds::Placed to_placed(const Unit& unit) noexcept {
    return {unit.at, unit.radius_steps, unit.id};
  }
  // Calls visit(Placed) for the units whose places are in a box, and others, until it returns
  // false; for some more than once. Whether it never did.
  template <class Visit>
  bool for_each_near(const crowds::PlaceBox& box, const Visit& visit) {
    if (has_bins) return for_each_in_bins(box, visit);
    learn_places();
    if (crowds::PlaceMap::squares(box) <= units.size()) return places.for_each_near(box, visit);
    return std::all_of(units.begin(), units.end(),
                       [&](const Unit& unit) { return visit(to_placed(unit)); });
  }
  // No unit is wider.
  [[nodiscard]] std::int32_t most_radius() noexcept {
    if (has_bins) return static_cast<std::int32_t>(widest * crowds::kTile) + 1;
    learn_places();
    return widest_steps;
  }
  void learn_places() noexcept;
  void enter(const Unit& unit) noexcept;
  void leave(const Unit& unit) noexcept;
  [[nodiscard]] bool is_free(const Unit& unit, const Steps& place, UnitId except) noexcept;
  void send(UnitId unit, const Steps& goal, crowds::OrderKind kind, std::uint32_t number);
  void forget_order(UnitId unit) noexcept;
  void swap_places(std::span<const UnitId> sent, std::span<Steps> goals) const;

  // Ways round obstacles.
  class WaySearch;
  class PathLeader;
  [[nodiscard]] bool is_obstacle(const crowds::Placed& unit) const noexcept;
  std::optional<std::size_t> lead_past(const FoundPath& path, const crowds::LeadOptions& lead);
  bool end_before_units(const crowds::LeadOptions& lead);

  // Stages, in their order.
  void follow_assignment();
  void follow_edits();
  void find_paths();
  void sort_units();
  void make_bodies();
  void find_neighbours();
  void find_detours();
  void make_flow();
  void guide();
  void give_places();
  void choose_ways();
  void choose_velocities();
  void project();
  void commit();
  void name_states() noexcept;

  // Parts of them.
  bool unbury(Unit& unit);
  [[nodiscard]] bool is_time_over() const noexcept;
  void read_fields();
  bool read_field(UnitId unit);
  void take_path(UnitId unit);
  void set_path(Unit& unit, const FoundPath& path);
  void ask_for_path(UnitId unit);
  [[nodiscard]] Wish make_wish(Unit& unit);
  [[nodiscard]] bool keep_wish(Unit& unit) const noexcept;
  void walk_path(Unit& unit, Wish& wish);
  [[nodiscard]] static bool is_at_rest(const Unit& unit) noexcept;
  [[nodiscard]] static bool stands(const Unit& unit) noexcept;
  [[nodiscard]] bool is_stopped(std::size_t body) const;
  void go_round(Unit& unit);
  void add_neighbours(std::size_t body, float reach, float touch);
  [[nodiscard]] Vec lean(Unit& unit, const Grid& tiles, Vec way, float clear);
  [[nodiscard]] Vec aim_through(const Unit& unit, const Grid& tiles, const Wish& wish, Vec way);

  // Where units rest.
  void give_places(const Unit& first);
  [[nodiscard]] Vec come_from(const Unit& unit) const;
  void find_places(const Unit& first, std::int32_t widest_radius);
  void part_places(const Unit& first);
  void list_rest_pairs();
  [[nodiscard]] static bool is_near_rest(const Unit& unit, float left) noexcept;
  [[nodiscard]] bool is_rest_place_ahead(const Unit& unit, const Wish& wish) const;
  void settle(std::size_t body);
  [[nodiscard]] bool swap_place(std::size_t body);
  [[nodiscard]] bool is_beside_rest(std::size_t body) const;
  [[nodiscard]] static bool is_on_rim(const Unit& unit) noexcept;
  [[nodiscard]] Vec go_along_rim(Unit& unit, Vec way) const noexcept;

  void choose_way(std::size_t body);
  [[nodiscard]] std::int32_t right_of(std::size_t body, Vec way, bool rests);
  void count_calm(Unit& unit) const;
  [[nodiscard]] bool steps_back(const Unit& unit) const;
  [[nodiscard]] float part_at_gap(std::size_t body, Vec way) const;
  void count_held(Unit& unit, Vec way, float speed, bool rests) const;
  [[nodiscard]] bool has_refuge(const Unit& unit, const Unit& other) const;
  void begin_yield(std::size_t body, Vec way, bool rests);
  [[nodiscard]] bool ends_yield(Unit& unit, bool rests, float gap) const;
  void yield(std::size_t body, bool rests);
  [[nodiscard]] Vec choose_velocity(std::size_t body) const;
  [[nodiscard]] Vec turn_gradually(std::size_t body) const;
  [[nodiscard]] float share_of(const Unit& unit, const Unit& other) const;
  void push_apart(bool backwards, bool& any);
  [[nodiscard]] Vec out_of_walls(std::size_t body, Vec move) const;
  void commit(std::size_t body, const Steps& target);
  [[nodiscard]] bool can_go(std::size_t body, const Steps& move) const;

  // One of them is there.
  World* own = nullptr;
  detail::WorldRef own_ref;  // to it
  const SharedWorld* shared = nullptr;
  std::shared_ptr<const World> held;  // of `shared`, from tick to tick

  const World* world;
  CrowdOptions options;
  FindQueue queue;
  std::optional<Finder> field_finder;  // once there is an order along a field
  UnitId next_reader = 0;
  std::chrono::steady_clock::time_point searches_begin;  // of this tick
  std::uint64_t revision;
  bool is_edited = false;    // since the last tick
  bool is_replaced = false;  // by an assignment, since the last tick
  std::uint32_t groups = 0;
  std::uint32_t ticks = 0;
  float dt = 0.0F;

  // By id.
  std::vector<std::uint32_t> slots;  // of units, kNoUnit where there is none
  std::vector<PathFollower> followers;
  std::vector<FindTicket> tickets;
  std::vector<std::shared_ptr<WorldField>> fields;  // that units walk along
  std::vector<UnitId> free_ids;

  // For add() and others between two ticks.
  crowds::PlaceMap places;
  bool knows_places = false;
  bool has_bins = false;          // of where the units are now
  std::int32_t widest_steps = 0;  // of the units in it

  // Each tick sorts the units by bins, squares of tiles in a box around all of them, so that what
  // is near on the map is near in memory.
  std::vector<Unit> units;
  std::size_t units_room = 0;        // for how many there is memory
  std::vector<Unit> sorted_units;    // for the time of sorting
  std::vector<std::uint32_t> order;  // slots before and after
  std::vector<UnitId> asking;        // for paths

  // Made anew in each tick, in the order of the units.
  std::vector<Body> bodies;
  std::vector<crowds::Spot> spots;  // of the bodies
  std::vector<std::uint32_t> bin_begin;
  Steps box_tile;
  int bin_shift = 0;
  int bins_wide = 0;
  int bins_high = 0;
  float widest = 0.0F;
  float longest_move = 0.0F;
  std::vector<std::uint32_t> touching;  // bodies that each may meet in this tick
  std::vector<crowds::Touch> touches;   // the same as pairs
  std::vector<std::uint32_t> nearest;   // kNeighbours of each, by the gap between
  crowds::FlowMap flow;

  // The units of one order.
  std::vector<crowds::RestUnit> rest_units;
  std::vector<crowds::RestPlace> rest_places;
  std::vector<crowds::Touch> rest_pairs;  // of places

  // For the time of one query past obstacles.
  Obstacles obstacles = Obstacles::all;
  std::vector<UnitId> excepted;         // in order
  std::optional<Finder> around_finder;  // once there was one
  std::vector<DiscTurn> turns_ahead;
  crowds::WayRound around;
  detail::AnswerClock clock;  // of the paths in it
  crowds::CornerSight corner_sight;
  detail::UseFlag use_flag;
};

}  // namespace taut

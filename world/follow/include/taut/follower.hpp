// PathFollower: keeps the path of a walking unit up to date.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <taut/agent.hpp>
#include <taut/detail/api.hpp>
#include <taut/engine/disc_path.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

TAUT_API_BEGIN
namespace taut {

enum class FollowStatus : std::uint8_t {
  on_path,        // go on
  maybe_shorter,  // go on; an edit opened tiles over which a shorter path may lead
  arrived,        // the unit stands at the goal
  at_link,        // the unit stands where it takes a link: move it, and call pass_link()
  no_path,        // search: no path was set
  off_path,       // search again: the unit was pushed out of sight of its path, or too far away
  goal_lost,      // search again: the goal moved out of sight of the path, or too far away
  cut,            // search again: an edit blocked what is left of the path
};

[[nodiscard]] constexpr bool needs_search(FollowStatus status) noexcept {
  return status >= FollowStatus::no_path;
}
[[nodiscard]] const char* to_string(FollowStatus status) noexcept;

// A copy of the path of a point, disc or square, kept up to date while the unit walks and is
// pushed, its goal moves and the world changes. All paths are turns: for a point or a square, and
// at start, goal and bends, entry, exit and center are the same point.
//
// As long as the status does not call for a search, the turns ahead are walkable for the agent:
// each leg, arc and bend was validated exactly (for discs with a tolerance of 2e-9) in the world of
// the last call.
//
// Points are snapped to the lattice; points off the map or not finite give off_path or goal_lost.
// Every call with a world does what update() does first.
//
// The agent's ground counts: tiles of classes that it blocks are walls, edits of classes and of the
// ground cut paths, and costs are its.
//
// Requires  for all calls: the world of set(), or a later state of it.
// Memory    58 bytes for each point of the path. Only set(), reserve(), the constructor and copies
//           allocate; set() does not when the path has no more points than one before it, or than
//           reserve() made room for. A copy has as much room.
// Source    the calls are those of Detour's path corridor (Mononen, 2010), here for paths.
class PathFollower {
 public:
  // A unit within this distance of its path, in tiles, is on it: one step of the lattice.
  static constexpr double kOnPath = 1.0 / kLatticePerTile;
  static constexpr double kDefaultMaxDetour = 2.0;

  // `max_detour` is how far, in tiles, the unit may be pushed off its path, and its goal may move
  // in one call, without a new search.
  // Errors    std::invalid_argument for a max_detour that is not 0 or more and at most kMaxMapSide,
  //           and for an agent that is not valid.
  explicit PathFollower(const Agent& agent = {}, double max_detour = kDefaultMaxDetour);

  // Allocates for paths of at most `points` points or turns.
  void reserve(std::size_t points);

  // Copies a path found for this agent in this world, or in an earlier or later state of it
  // (FoundPath::revision): then does what update() does. After a failed search there is no path:
  // no_path. Nothing changes where it throws std::bad_alloc.
  FollowStatus set(const World& world, const FoundPath& path);

  // The unit is at `place` now. Within kOnPath of the path ahead it has walked there, and the part
  // behind it is dropped without validation. Otherwise it was pushed: up to `max_detour` away it
  // rejoins the path by sight, at the farthest of the next corners that are visible one after the
  // other (a disc at one of the next two turns, of those after a bend that it is past), or else at
  // the nearest point of the path: of its legs that begin within `max_detour` and twice the push,
  // along the path. A disc goes to that only where classes cost differently: others would soon push
  // it away again. The path becomes longer by at most the push, for a disc that goes around a
  // corner by pi/2 times the push. Where classes cost differently, it goes to a corner by sight
  // only if that costs no more than to go back to the nearest point of the path and on along it.
  //
  // Returns   off_path, and changes nothing, when it can go to neither; also when only the nearest
  //           point is left and two such detours were made since the last corner was passed.
  // Cost      the turns passed; after a push a few rays.
  FollowStatus move(const World& world, const Point& place) noexcept;

  // The goal is at `goal` now, at most `max_detour` from the previous one. The last leg is replaced
  // by one to the goal, from an earlier corner if the goal is visible from there; or, for points
  // and squares, a leg from the previous goal is added. Where classes cost differently, a corner,
  // or the previous goal, is left out only if that costs no more, and a leg is added for discs too.
  // The path becomes longer by at most the move; for a disc as above.
  //
  // Returns   goal_lost, and changes nothing, when the goal is not visible, four legs were added,
  //           or a link lies ahead.
  // Cost      a few rays, and linear in the turns ahead.
  FollowStatus move_goal(const World& world, const Point& goal) noexcept;

  // The next link of the path; nothing where none lies ahead.
  [[nodiscard]] std::optional<LinkStep> next_link() const noexcept;
  // The unit has passed the next link, and stands at its exit: the path goes on from there.
  // Requires  a path with a link ahead; else nothing changes.
  FollowStatus pass_link(const World& world) noexcept;

  // Applies the edits since the last call. Legs, arcs and bends ahead that they touch are validated
  // again: cut, until the next set(), when one is blocked. A leg is validated from its beginning,
  // and if that is blocked behind the unit from the unit's lattice point; so a unit that touches a
  // wall there may be told cut too early. maybe_shorter, until set(), when an edit left walkable
  // tiles whose distances from unit and goal add up to less than the length ahead: no edit that
  // makes a shorter path possible is missed. Where classes cost differently it is so for cheaper
  // paths: then it is also maybe_shorter when an edit touches the path ahead, and after each edit
  // that leaves walkable tiles once the unit was pushed or the goal has moved. A link ahead that
  // may no longer be passed cuts the path.
  // Cost      a few ns without edits; else the turns ahead for each edit near the path.
  FollowStatus update(const World& world) noexcept;

  // Where to search from for a unit at `place`: the lattice point nearest to it where the agent has
  // room, at most two steps away; else `place`, snapped. Places on a
  // path are rounded, so that the agent may overlap a wall by a step there. Ties: the least y, then
  // x.
  [[nodiscard]] Point find_start(const World& world, const Point& place) const noexcept;

  // The status of the last call. off_path and goal_lost leave the path unchanged.
  [[nodiscard]] FollowStatus status() const noexcept { return status_; }
  // With its snap_radius().
  [[nodiscard]] const Agent& agent() const noexcept { return agent_; }

  // The unit's position on its path.
  [[nodiscard]] const DiscPoint& place() const noexcept { return place_; }
  // The turns ahead, the goal or the entry of the next link last. The unit goes straight to the
  // entry of the first one; a unit on an arc is at its entry. Empty without a path. Valid until the
  // next call.
  [[nodiscard]] std::span<const DiscTurn> ahead() const noexcept {
    return std::span<const DiscTurn>(turns_).subspan(next_);
  }
  // Length of the path ahead, in tiles, without links.
  [[nodiscard]] double length() const noexcept { return length_; }
  // The share of the path of set() that lies behind the unit, 0 to 1; 0 while detours make the rest
  // longer than that path.
  [[nodiscard]] double progress() const noexcept;
  // The point `tiles` ahead on the path, along legs and arcs; the goal, or the entry of the next
  // link, when that is nearer. Without a path (0, 0).
  [[nodiscard]] DiscPoint place_ahead(double tiles) const noexcept;

  // The first of ahead() such that the rectangle, grown by the agent's radius, touches it
  // or its leg. Conservative: no leg on which the agent would overlap the rectangle is missed.
  [[nodiscard]] std::optional<std::size_t> find_touched(const TileRect& tiles) const noexcept;

 private:
  friend struct SaveAccess;
  struct TAUT_LOCAL Spot;
  // A box of whole tiles around a part of the path ahead.
  struct Block {
    std::int16_t x0 = 0;
    std::int16_t y0 = 0;
    std::int16_t x1 = -1;
    std::int16_t y1 = -1;

    void add(const Block& other) noexcept;
  };
  // Copies have as much room.
  template <class T>
  struct Roomy : std::vector<T> {
    Roomy() = default;
    Roomy(const Roomy& other) : std::vector<T>() { *this = other; }
    Roomy(Roomy&&) noexcept = default;
    Roomy& operator=(const Roomy& other) {
      this->reserve(other.capacity());
      std::vector<T>::operator=(other);
      return *this;
    }
    Roomy& operator=(Roomy&&) noexcept = default;
    ~Roomy() = default;
  };

  void append_turns(const FoundPath& path, std::size_t first, std::size_t count,
                    std::vector<DiscTurn>& turns) const;
  void begin_leg() noexcept;
  [[nodiscard]] std::span<const DiscTurn> later_leg(std::size_t link) const noexcept;
  [[nodiscard]] bool is_later_walkable(const World& world, const TileRect* edited) const noexcept;
  [[nodiscard]] DiscPoint leg_start(std::size_t turn) const noexcept;
  [[nodiscard]] double arc_length(std::size_t turn) const noexcept;
  [[nodiscard]] std::optional<std::size_t> find_touched(const TileRect& tiles,
                                                        std::size_t from) const noexcept;
  [[nodiscard]] Spot find_spot(const DiscPoint& at) const noexcept;
  [[nodiscard]] bool is_turn_walkable(const World& world, std::size_t turn) noexcept;
  [[nodiscard]] bool can_be_shorter(const World& world, const TileRect& edited) const noexcept;
  [[nodiscard]] bool is_cheap_leg(const World& world, const DiscTurn& from, const DiscTurn& past,
                                  const DiscTurn& to) const noexcept;
  [[nodiscard]] bool is_cheap(const World& world, const Point& at, const Spot& spot, std::size_t i,
                              const DiscTurn& turn) const noexcept;
  [[nodiscard]] bool sees(const World& world, const Point& from, std::size_t turn) const noexcept;
  void go_to(const Spot& spot) noexcept;
  [[nodiscard]] bool rejoin(const World& world, const Point& at, const Spot& spot) noexcept;
  [[nodiscard]] bool rejoin_as_disc(const World& world, const Point& at, const Spot& spot) noexcept;
  [[nodiscard]] bool go_back(const World& world, const Point& at, const Spot& spot) noexcept;
  [[nodiscard]] std::optional<DiscTurn> turn_from(const Point& at, std::size_t i) const noexcept;
  [[nodiscard]] bool add_leg_to_goal() noexcept;
  [[nodiscard]] bool lead_to(const World& world, const Point& goal) noexcept;
  [[nodiscard]] bool lead_disc_to(const World& world, const Point& goal) noexcept;
  void restart(std::size_t next, const Point& at) noexcept;
  void measure(std::size_t last) noexcept;
  void fill_boxes() noexcept;
  void fill_block(std::size_t block) noexcept;
  [[nodiscard]] static Block block_of(const DiscPoint& low, const DiscPoint& high) noexcept;
  FollowStatus settle() noexcept;
  FollowStatus settle_place() noexcept;

  static constexpr std::size_t kBlockTurns = 4;
  static constexpr double kUnknownCost = std::numeric_limits<double>::infinity();

  // First, in one cache line, what update() reads of a path that no edit touches.
  std::uint64_t revision_ = 0;
  Block box_;  // of the whole path ahead
  FollowStatus status_ = FollowStatus::no_path;
  bool is_cut_ = false;
  bool may_be_shorter_ = false;
  std::uint8_t added_legs_ = 0;  // added by move_goal() since set()
  Agent agent_;
  std::size_t next_ = 0;  // the turn ahead; its leg was validated from the one before it
  DiscPoint place_{0.0, 0.0};
  DiscPoint goal_{0.0, 0.0};
  double length_ = 0.0;
  Roomy<Block> blocks_;    // per kBlockTurns turns, their legs and arcs that lie ahead
  Roomy<DiscTurn> turns_;  // with room in front for two detours
  Roomy<double> rest_;     // per turn, the length from its entry to the goal
  // The turns behind the first link of set(), and all links; those before next_link_ are passed.
  std::vector<DiscTurn> later_;
  std::vector<PassedLink> links_;
  std::size_t next_link_ = 0;
  double later_length_ = 0.0;  // of the legs behind the next link

  double max_detour_;
  double first_length_ = 0.0;
  double cost_ = 0.0;  // of the path of set(); kUnknownCost where it was changed since
};

// Calls PathFollower::update() for many units and writes the indices of those that became `cut`, in
// order. Null pointers are skipped.
//
// Writes    truncated with the first ones when `cut` is smaller; all followers are updated.
//           Does not allocate.
// Cost      PathFollower::update() of each (docs/measurements/follow.csv has its times).
[[nodiscard]] Result find_cut_paths(const World& world, std::span<PathFollower* const> followers,
                                    std::span<std::uint32_t> cut) noexcept;

}  // namespace taut
TAUT_API_END

// Crowd: units that walk to their goals, give way to each other and never overlap.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include <taut/agent.hpp>
#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/point.hpp>
#include <taut/shared_world.hpp>
#include <taut/status.hpp>
#include <taut/world.hpp>

TAUT_API_BEGIN
namespace taut {

// Names a unit of one Crowd until its remove(). A later add() may use the number again.
using UnitId = std::uint32_t;

enum class UnitState : std::uint8_t {
  idle,     // without an order
  waiting,  // for its path
  walking,
  blocked,   // walks, but others have held it up for a while
  yielding,  // goes out of the way of a unit that goes first
  arrived,   // at its goal, or beside units of its order that have arrived
  no_way,    // its goal cannot be reached: reason() tells why. It searches again after an edit
  at_link,   // stands where its path takes a link: pass_link()
};
[[nodiscard]] const char* to_string(UnitState state) noexcept;

// Lengths in tiles, times in seconds.
struct UnitOptions {
  // The most that it chooses, 1/64 to 64. Contact may move it by 1.5 times that. No unit moves more
  // than 8 tiles a tick.
  double speed = 2.0;
  // How much the velocity that the unit chooses may change in a second; above 0, by
  // kLeastAcceleration or more. Contact with others may change it by more.
  double acceleration = std::numeric_limits<double>::infinity();
  std::uint8_t rank = 0;  // the larger one has the right of way
  // Whether the unit moves for others when it has arrived or has no order.
  bool gives_way = true;
};

struct CrowdOptions {
  static constexpr std::chrono::microseconds kNoTimeLimit = (std::chrono::microseconds::max)();
  // Expansions of searches per tick. Paths are searched for in slices of 32; a search takes at
  // least one.
  std::size_t expansions = 8192;
  // Also limits the time of searches and fields per tick. The clock is read after each slice and
  // each path of a field; at least one of both is done. Without a limit no clock is read; with one,
  // equal calls need not give equal places.
  std::chrono::microseconds budget = kNoTimeLimit;
  // Where a goal cannot be reached: the nearest place is the goal, or the unit has no_way.
  EndRule goal = EndRule::nearest;
};

// Which units are obstacles of a query, where they are now.
enum class Obstacles : std::uint8_t {
  all,
  at_rest,   // without an order, arrived, or with no_way
  standing,  // those of them that do not give way, or have not moved for 60 ticks
};

// Units, discs of any sizes, on a World. The game gives orders; advance() moves all units by one
// tick. Paths are those of Finder::find(), searched for within a budget.
//
// Places    are lattice points. Units never overlap each other, nor a wall, not even between two
//           ticks: each is moved along straight lines which are checked with 64-bit integers, in
//           order of the ids. They may touch. add() refuses a place that is taken. A unit that an
//           edit buries is set on a free place of its floor near, at most kMostPush times the sum
//           of its radius and a tile away in x and in y; where none is found it stays where it is,
//           in the wall, until one is.
// Orders    of several units to one goal: when the first comes near, all get places side by side
//           around it, where they come straight from it; who comes first rests on the far side. A
//           unit that is held up on the way to its place swaps it with another of its size, or
//           rests beside those at rest; units of several sizes are packed closely, and the last
//           ones walk around the others to hollows, at most three quarters of a turn.
//           A unit of a single order comes to rest at its goal and returns to it when it is pushed
//           away. A new order replaces the one before it.
// Grounds   A tile of a class that a unit's ground blocks is a wall for this unit, and for no
//           other, in all that is said of walls here: add(), moves and pushes, edits of classes and
//           of the ground, which bury. Where its ground has costs they choose its paths
//           (FindOptions); they do not change its speed.
// Links     A unit whose path takes a link walks to its entry and waits there. pass_link() sets it
//           on the exit, when the game likes.
// Right of way
//           by rank, by place in a passage, then by a fixed hash of the id; who walks behind a unit
//           has nearly its right. A unit that is in the way of one that goes first walks ahead of
//           it until there is room beside. One that cannot takes over the right.
// Standing units
//           A unit without an order, or that has arrived, is an obstacle when it does not give way,
//           or has not moved for 60 ticks. A walking unit that one has held up for 20 ticks looks
//           for a way round all obstacles, to its path behind them, near by, and farther after each
//           failure. Not across links, nor round those of its own order that have arrived.
// Same bits The same calls on the same world give the same places, with every compiler and flag:
//           only sums, products, quotients and roots of floats decide what is proposed, integers
//           what is done. With a CrowdOptions::budget the clock decides when paths are there.
// Threads   One thread uses a crowd. Nobody edits the World during a call; a SharedWorld may be. It
//           must outlive the crowd. A World may be moved, and assigned to: an edit of everything,
//           after which all paths are searched for anew. A SharedWorld must stay where it is.
//           A moved-from crowd may only be assigned to or destroyed.
// Memory    about 3 KB a unit; 12 bytes for each tile in blocks of 32 x 32 tiles near units; a
//           Finder, and another one and 12 bytes for each vertex of the mesh once a unit has gone
//           round others. advance() allocates only where a search or the path that it found needs
//           more memory than one before it, where more units are near each other than before, or
//           stand on more of these blocks.
// Cost      of advance(): linear in the units, and the searches; World::keep_landmarks() makes them
//           cheaper. A path that is read off a field counts as 64 expansions. One way round a tick,
//           below a millisecond, does not count, nor do the places of a group, which are given in
//           one tick.
// Source    Half-planes of velocities: ORCA (van den Berg, Guy, Lin and Manocha 2011), here solved
//           by repeated projection. Flow per tile: after Continuum Crowds (Treuille, Cooper and
//           Popovic 2006). Right of way that is inherited: after PIBT (Okumura, Machida, Defago and
//           Tamura 2019). Projection of contacts: after Position-Based Real-Time Simulation of
//           Large Crowds (Weiss, Litteneker, Jiang and Terzopoulos 2017).
class Crowd {
 public:
  static constexpr double kLeastRadius = 1.0 / 32.0;
  static constexpr double kLeastSpeed = 1.0 / 64.0;
  static constexpr double kMostSpeed = 64.0;
  // In a second; about the least normal float.
  static constexpr double kLeastAcceleration = 1e-37;
  static constexpr double kLeastTick = 1e-6;  // seconds
  static constexpr double kMostTick = 0.25;
  static constexpr double kMostPush = 4.0;

  // Errors    std::invalid_argument for a broken world, expansions of 0 and a budget below 0.
  explicit Crowd(World& world, const CrowdOptions& options = {});
  // On the world that is published last: read by add(), pass_link() and find_around(), and at the
  // beginning of each advance(), so that the writer may edit and publish at any time. add() does
  // not prepare it: the writer does, and publishes before. Searches may find paths in a newer
  // world; they are followed as far as the world of the tick lets them. The SharedWorld must
  // outlive the crowd and stay where it is.
  explicit Crowd(const SharedWorld& worlds, const CrowdOptions& options = {});

  // Adds a unit at a place, which is snapped. Prepares a World for the agent. Nothing where the
  // place is not finite, off the map, too near to a wall, or overlaps a unit.
  // Errors    std::invalid_argument: the agent is no disc, its radius is below kLeastRadius, it is
  //           not valid for this world (World::prepare()), or a SharedWorld is not prepared for it;
  //           options outside their limits.
  // Cost      that of its neighbours, after a tick that of all; a new size: World::prepare().
  //           Allocates.
  std::optional<UnitId> add(const Agent& agent, const Point& place,
                            const UnitOptions& options = {});
  // Does nothing where there is no such unit.
  // Cost      linear in the units.
  void remove(UnitId unit) noexcept;

  // Sends a unit to a goal. False, and no order, where the goal is not finite or beyond the limits
  // of a map, or there is no such unit. May allocate.
  bool order(UnitId unit, const Point& goal);
  // Sends several to one goal, around which they come to rest. Returns how many there are of them.
  // Here and below a unit that is listed twice counts once.
  std::size_t order(std::span<const UnitId> units, const Point& goal);
  // Sends several to places, one each, as single orders. Units and places that an order to one
  // would refuse are passed over; of the rest the first ones are sent, as many as there are of
  // both. Which unit goes where: no two could swap their places for a smaller sum of the squares of
  // their distances, unless 32 sweeps over all pairs were not enough. Returns how many were sent.
  // Cost      quadratic in the units that are sent: 1 ms for 500, 0.5 s for 8 000. Allocates.
  std::size_t order(std::span<const UnitId> units, std::span<const Point> places);
  // Sends several along a field of this world: each walks by its paths to the nearest goal, and
  // rests there or where it touches those at rest; all that follow one field count as one order.
  // When update() has built the field again, as after an edit or for other goals, they
  // follow what it is then; until then they go on as far as their paths are walkable. Units of
  // another agent than the field's are passed over, and all for null or on a broken world. Returns
  // how many were sent.
  // Cost      linear in the units. Allocates.
  std::size_t order(std::span<const UnitId> units, const std::shared_ptr<WorldField>& field);
  // The field that a unit walks along; null where there is none. That of a crowd that was loaded is
  // one of its own: update() it as the one that was saved.
  [[nodiscard]] std::shared_ptr<WorldField> field(UnitId unit) const noexcept;
  // Lets a unit walk with a velocity of the game's own, in tiles per second, at most as fast as its
  // speed. False where it is not finite, or there is no such unit.
  bool steer(UnitId unit, const Point& velocity);
  // The unit has no order from now on.
  void stop(UnitId unit) noexcept;

  // The link that a unit is at: it stands on the entry, which lies within its radius. Nothing
  // unless its state is at_link.
  [[nodiscard]] std::optional<LinkStep> link(UnitId unit) const noexcept;
  // Sets a unit that is at a link on the exit, from where it walks on. False, and nothing changes,
  // where it is at none, may no longer pass it, or has no room at the exit: try again later.
  // Cost      linear in the units.
  bool pass_link(UnitId unit) noexcept;

  // One tick of `seconds`, fewer than kLeastTick count as that. Nothing happens on a broken world.
  // Errors    std::invalid_argument unless 0 < seconds <= kMostTick. Where memory runs out,
  //           std::bad_alloc: units may have moved, none overlaps. A unit whose search has no
  //           memory has no_way with Reason::limit.
  void advance(double seconds);

  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool contains(UnitId unit) const noexcept;
  // Ids are below this.
  [[nodiscard]] UnitId id_end() const noexcept;

  // Without contains(unit) all zeros: a point agent at (0, 0), idle.
  [[nodiscard]] Point place(UnitId unit) const noexcept;
  // In tiles per second, in the last tick.
  [[nodiscard]] Point velocity(UnitId unit) const noexcept;
  [[nodiscard]] UnitState state(UnitId unit) const noexcept;
  // Why it has no_way; else Reason::none.
  [[nodiscard]] Reason reason(UnitId unit) const noexcept;
  // With its snap_radius().
  [[nodiscard]] Agent agent(UnitId unit) const noexcept;

  // Whether a unit overlaps the rectangle: a building there would bury it. Exact.
  // Cost      linear in the units.
  [[nodiscard]] bool is_occupied(const TileRect& tiles) const noexcept;

  // The path of Finder::find() for a disc, led past units, without an edit of the world. Those of
  // `except` are no obstacles: the unit that the path is for, its allies. Where an obstacle is
  // nearer to it than the sum of the radii, the part is replaced by a way round, from a turn before
  // to a turn behind; where there is none near by, or units bar the passage, from the start, or the
  // exit of the last link, to the goal or the next link. A way goes along lines that touch the
  // circles of the sum of the radii around units, with bends (DiscTurn) outside them, and around
  // corners by arcs.
  //
  // No leg and no arc comes nearer to an obstacle than the sum of the radii, or to a wall than the
  // radius: decided on the safe side. It is find()'s path where nothing is in the way. Else it need
  // not be the shortest one, and none may be found: in random queries that is rare where there is a
  // path for an agent whose radius is larger by 0.01. Links are those of find()'s path.
  //
  // Where the goal is taken the path ends before it with EndRule::nearest, else there is none; nor
  // where an obstacle overlaps the start. Ends at which the agent overlaps a wall, budgets and all
  // other options are find()'s; its spans are valid until the next call. A path that has become
  // longer than length_limit, or ends farther off than max_goal_distance, is none.
  //
  // Errors    those of find(). invalid_input, Reason::bad_options: an agent that is no disc.
  //           no_path, Reason::not_connected, too where no way round was found, Reason::limit and
  //           goal_too_far where it is none by those limits.
  // Cost      that of find(), linear in the length of the path, and from 10 us to some milliseconds
  //           for each part that is replaced; more where all ways near by are closed. After a tick
  //           the first one is linear in the units. May allocate.
  [[nodiscard]] FoundPath find_around(const Point& start, const Point& goal,
                                      const FindOptions& options,
                                      Obstacles obstacles = Obstacles::at_rest,
                                      std::span<const UnitId> except = {});

  // Requests for paths that are not answered yet.
  [[nodiscard]] std::size_t searches_waiting() const noexcept;

 private:
  friend struct SaveAccess;
  struct TAUT_LOCAL Memory;
  detail::Hidden<Memory> memory_;
};

}  // namespace taut
TAUT_API_END

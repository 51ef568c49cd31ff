// Finder: the queries of one thread on a World.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <taut/agent.hpp>
#include <taut/detail/answer_stamp.hpp>
#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/disc_path.hpp>
#include <taut/engine/portal.hpp>
#include <taut/grid.hpp>
#include <taut/shared_world.hpp>
#include <taut/status.hpp>
#include <taut/world.hpp>

TAUT_API_BEGIN
namespace taut {

struct Cone;
class TAUT_LOCAL GroupSearch;
struct TAUT_LOCAL SaveAccess;
class GroupPaths;
struct GroupOptions;
struct GroupUnit;
class WorldField;
class WorldFrame;

// What becomes of a goal that the agent cannot reach, and of a start where it has no room, as that
// of a unit on which a new building stands.
enum class EndRule : std::uint8_t {
  exact,    // no_path or invalid_input
  nearest,  // the path leads to the nearest place that can be reached, or begins at the nearest
            // place with room: the caller moves the unit
};
[[nodiscard]] const char* to_string(EndRule rule) noexcept;

struct FindOptions {
  Agent agent{};
  // Discs and squares are searched for by the optimal search, all agents by find_priced_path()
  // where their ground's tiles cost differently.
  Method method = Method::best;
  EndRule goal = EndRule::exact;
  // goal nearest: the distance from the goal at which the path may end, in tiles, 0 or more.
  double max_goal_distance = kNoLengthLimit;
  // A search that would expand more ends with Reason::limit.
  std::size_t expansion_limit = kNoExpansionLimit;
  // Expansions of one call; a search that needs more is Status::unfinished.
  std::size_t budget = kNoExpansionLimit;
  // In tiles, 0 or more. A longer path is no_path with Reason::limit. Where links lead to the goal,
  // or tiles cost the agent differently, the cheapest path decides, though a more expensive one may
  // be within the limit. Elsewhere Method::optimal, of points and squares, finds a path whenever
  // there is one: other methods, and large discs, may find a longer one first.
  double length_limit = kNoLengthLimit;
  EndRule start = EndRule::exact;

  friend bool operator==(const FindOptions&, const FindOptions&) = default;
};

// A link on a path.
struct PassedLink {
  LinkId link = kNoLink;
  std::size_t exit = 0;  // the point, or turn, where its leg begins: the one before is the entry

  friend bool operator==(const PassedLink&, const PassedLink&) = default;
};

// The answer to a query. Its spans are the finder's memory: valid until its next call.
// OwnedPath::assign() and PathFollower::set() of one that is not end the program in a library with
// assertions.
struct FoundPath {
  Status status = Status::no_path;
  Reason reason = Reason::none;
  std::span<const Point> points{};    // of a point or a square; empty unless ok
  std::span<const DiscTurn> turns{};  // of a disc
  // The links that it passes, in order. Nobody walks from an entry to its exit: ask
  // World::is_walkable() of each leg.
  std::span<const PassedLink> links{};
  Method method = Method::best;  // that made the path
  // What is walked, in tiles; infinite without a path.
  double length = std::numeric_limits<double>::infinity();
  // By the agent's ground: path_cost(), disc_path_cost(); and what the links cost. The length where
  // nothing has costs.
  double cost = std::numeric_limits<double>::infinity();
  std::size_t expanded = 0;  // nodes expanded
  // That of the world of the query; where it is not set, of the present one.
  std::uint64_t revision = (std::numeric_limits<std::uint64_t>::max)();
  Agent agent{};                // of the query; its size is snapped (snap_radius())
  detail::AnswerStamp stamp{};  // for is_valid()

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
  // Whether its finder was not called since, and exists: its spans are valid.
  [[nodiscard]] bool is_valid() const noexcept { return stamp.is_current(); }
};

// One per thread: a library with assertions ends the program when two threads use one at once. The
// world must outlive it; else such a library ends the program at the next query, which is
// invalid_input with Reason::broken in others. A world may be moved: the finder follows it, and
// begins an unfinished query again. Its memory follows the world: it grows when the world has
// grown, when a kind of query is requested the first time, and when a search needs more than it has
// (up to 1.3 GB). A kind of query that was run before does not allocate otherwise. A call that
// throws std::bad_alloc abandons the query; the next one is answered as if
// it had not been made.
class Finder {
 public:
  // Errors    std::invalid_argument for a broken world (World::is_broken()).
  explicit Finder(const World& world);
  // Each query uses the world that is published last when it begins. It is kept until the next
  // query, or release(). The SharedWorld must outlive the finder.
  explicit Finder(const SharedWorld& worlds);
  // Queries use this world, which the finder keeps.
  // Errors    std::invalid_argument when it is null.
  explicit Finder(std::shared_ptr<const World> world);

  // Finds a path. start and goal are snapped to the lattice of 1/1024 tile.
  //
  // FindOptions::goal nearest: a goal outside the map, blocked, walled in or in a place too narrow
  // for the agent is replaced by the nearest place that the agent can reach; the path is that of
  // find() to this place. It is the nearest of all lattice points that the agent can reach
  // (find_nearest_place()). Ties: the least y, then x. A goal on a floor of the world is replaced
  // by a place on that floor.
  //
  // FindOptions::start nearest: a start outside the map, blocked or too near to a wall for the
  // agent is replaced by the nearest lattice point where the agent has room, on whatever side of
  // walls but on its floor; the path, its length and the limits are those from this place, which
  // is the path's first point. Ties: the least y, then x. Where there is no such place, or the
  // start is not finite, the errors are those of EndRule::exact.
  //
  // A ground that only blocks classes is as walls. Where its tiles cost differently the path is a
  // cheap one (find_priced_path()): of the lines of a disc's space, whose bends in open space the
  // disc makes too (pull_disc_along()).
  //
  // The world's links are passed where that costs less; the path found is the cheapest over all of
  // them, walked legs and links together, as far as the method finds the cheapest legs. Where ends
  // of links are segments, places at most kLinkSpacing apart are compared; then those of the path
  // are moved as long as it becomes cheaper, unless expansion_limit is reached. An end at a corner
  // where two blocked tiles touch then has one side: where a walk joins the ends, that of the walk.
  //
  // Errors    invalid_input: start or goal is blocked, not finite, or too near to a wall, the agent
  //           is not prepared, the options do not fit, or the world is broken. no_path: nothing
  //           joins start and goal, or nothing that is wide enough, short enough or near enough to
  //           the goal. out_of_nodes: expansion_limit was reached. FoundPath::reason says which,
  //           explain() in words.
  // Budget    An edit of the world in between makes the query begin again on the changed world; a
  //           SharedWorld that publishes does not. A call that runs out of memory of the
  //           search makes more, and begins the search again.
  // Cost      that of the search; a goal in another component none. An end that is moved: also
  //           find_nearest_place().
  [[nodiscard]] FoundPath find(const Point& start, const Point& goal,
                               const FindOptions& options = {});

  // The path of the field's agent from `start` to the nearest of its goals, in the world that the
  // field was built on: that of find() to this goal with Method::optimal, or another of the same
  // length; for a disc the one whose path on the mesh of its space is shortest. The length is
  // without the cost of the goal. Abandons an unfinished query; world() remains.
  //
  // Errors    invalid_input or no_path, with WorldField::reason_at().
  // Cost      linear in the path's points; that of pull_path(), in an opened space
  //           some ten ns for each row of tiles crossed.
  [[nodiscard]] FoundPath find(const Point& start, const WorldField& field);

  // The paths of many units to one goal, at the cost of few searches; group.hpp has the
  // contract. Abandons an unfinished query.
  Result find_group(std::span<const GroupUnit> units, const Point& goal,
                    const GroupOptions& options, GroupPaths& paths);

  // From now on queries use this world, which the finder keeps, and no newer one: so that several
  // finders use the same. Abandons an unfinished query.
  // Errors    std::invalid_argument when it is null.
  void use(std::shared_ptr<const World> world);

  // Lets go of the world of a SharedWorld until the next query: a finder that asks rarely keeps no
  // old world from being edited again. Abandons an unfinished query. The last answer remains valid,
  // space() is null, and world() must not be called (an assertion). Nothing happens to a finder of
  // one world.
  void release() noexcept;

  // For pictures: the cells of the mesh of the agent's space that the last path lies in, from start
  // to goal, and the cones that its search expanded (extract_corridor(), extract_cones()). Nothing
  // where an index answered.
  // Errors    invalid_input: it was not found over this mesh (FoundPath::method optimal or
  //           fast; cones: optimal only), is one of a field, of a group or over links, there is
  //           none, or the mesh was edited since.
  // Writes    at most max_corridor_cells() of the mesh, FoundPath::expanded cones; truncated with
  //           the first ones when `out` is smaller. Does not allocate.
  [[nodiscard]] Result extract_corridor(std::span<CellId> out) noexcept;
  [[nodiscard]] Result extract_cones(std::span<Cone> out) const noexcept;

  // The world of the last query.
  [[nodiscard]] const World& world() const noexcept;
  // The space of the last query's agent in this world; null if it is not prepared or the world is
  // broken.
  [[nodiscard]] const Space* space() const noexcept;

  // Bytes that this finder holds.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class GroupSearch;
  friend struct SaveAccess;
  struct TAUT_LOCAL Memory;
  detail::Hidden<Memory> memory_;
};

// One sentence that names the cause, for the options of the query; for a WorldField its agent is
// enough. Allocates.
[[nodiscard]] std::string explain(const World& world, Reason reason, const Point& start,
                                  const Point& goal, const FindOptions& options);

// The same in the user's units: start, goal and the sentence are in them; the options are those of
// the query, in tiles.
[[nodiscard]] std::string explain(const WorldFrame& frame, const World& world, Reason reason,
                                  const Point& start, const Point& goal,
                                  const FindOptions& options);

struct Request {
  Point start{0.0F, 0.0F};
  Point goal{0.0F, 0.0F};
  FindOptions options{};
};

// A FoundPath that owns its memory.
struct OwnedPath {
  Status status = Status::no_path;
  Reason reason = Reason::none;
  std::vector<Point> points{};
  std::vector<DiscTurn> turns{};
  std::vector<PassedLink> links{};
  Method method = Method::best;
  double length = std::numeric_limits<double>::infinity();
  double cost = std::numeric_limits<double>::infinity();
  std::size_t expanded = 0;
  std::uint64_t revision = 0;
  Agent agent{};

  // Copies an answer. Allocates only if the present memory is too small.
  void assign(const FoundPath& found);
  // The answer as a view of this memory.
  [[nodiscard]] FoundPath view() const noexcept;

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

// Answers requests in their order, each as one Finder::find() without a budget would, on
// `finders.size()` threads: one for each finder; on fewer where no more can be started. Requires
// one finder or more, all of one world, which is not edited meanwhile. Allocates. What a thread
// throws (std::bad_alloc) is thrown once all have ended.
[[nodiscard]] std::vector<OwnedPath> find_all(std::span<const Request> requests,
                                              std::span<Finder> finders);

}  // namespace taut
TAUT_API_END

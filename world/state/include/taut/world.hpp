// World: tiles, floors and links, and everything that is derived from them for queries, always
// consistent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <taut/agent.hpp>
#include <taut/detail/api.hpp>
#include <taut/detail/reach_cache.hpp>
#include <taut/detail/world_ref.hpp>
#include <taut/engine/disc_path.hpp>
#include <taut/grid.hpp>
#include <taut/map_file.hpp>
#include <taut/point.hpp>

TAUT_API_BEGIN
namespace taut {

class World;

// A map to be a floor of a world, and the coordinates of its first tile in the game's plane. Floors
// may overlap there: they are joined by links only. Coordinates in that plane are exact up to
// kMaxMapSide, and rounded to float beyond.
struct FloorMap {
  Grid tiles;
  Tile origin{};
};

// A floor of a world: its tiles are a part of the world's.
struct Floor {
  TileRect tiles{};
  Tile origin{};

  friend bool operator==(const Floor&, const Floor&) = default;
};

// A place on a floor, in the game's plane.
struct Place {
  int floor = 0;
  Point at{};

  constexpr Place() noexcept = default;
  constexpr Place(int number, const Point& point) noexcept : floor(number), at(point) {}

  friend bool operator==(const Place&, const Place&) = default;
};

// Names a link of a world. Grows with each link that is added; none is used twice.
using LinkId = std::uint32_t;
inline constexpr LinkId kNoLink = 0xffffffffU;

struct LinkOptions {
  // What it costs to pass, in the unit of FoundPath::cost; 0 to kLargestCost.
  double cost = 0.0;
  bool is_one_way = false;  // from `from` to `to`
  // A ground multiplies the cost by its factor for this class, or blocks the link.
  std::uint8_t terrain_class = 0;
  // A closed link is kept, and nobody passes it: a locked door, a lift that is elsewhere.
  bool is_open = true;
  // In tiles: agents whose diameter is larger do not pass.
  double width = std::numeric_limits<double>::infinity();
  std::uint64_t user_data = 0;  // the game's own

  friend bool operator==(const LinkOptions&, const LinkOptions&) = default;
};

// An end of a link: the places between two points, as of wide stairs, a ledge, a bridge; or one
// place, where they are equal.
struct LinkEnd {
  Point a{0.0F, 0.0F};
  Point b{0.0F, 0.0F};

  constexpr LinkEnd() noexcept = default;
  constexpr LinkEnd(const Point& place) noexcept : a(place), b(place) {}
  constexpr LinkEnd(float x, float y) noexcept : LinkEnd(Point{x, y}) {}
  constexpr LinkEnd(const Point& first, const Point& last) noexcept : a(first), b(last) {}

  friend constexpr bool operator==(const LinkEnd&, const LinkEnd&) = default;
};

// In tiles: the longest end of a link, and how far apart the places of the longer end are at which
// room is looked for. What is narrower, between two walls, may not be seen.
inline constexpr double kMaxLinkEnd = 64.0;
inline constexpr double kLinkSpacing = 0.5;

// Stairs, a ladder, a jump, a lift, a teleporter. Who enters at a place of one end leaves at the
// place of the other that divides it in the same ratio: `a` leads to `a`, `b` to `b`. All places
// are lattice points. An agent passes where it has room at both: a wall closes the places that it
// stands on, until it is gone.
struct Link {
  LinkId id = kNoLink;
  LinkEnd from{};
  LinkEnd to{};
  LinkOptions options{};

  friend bool operator==(const Link&, const Link&) = default;
};

// A link that a unit takes next: from its entry to its exit. The game moves the unit.
struct LinkStep {
  LinkId link = kNoLink;
  Point entry{0.0F, 0.0F};
  Point exit{0.0F, 0.0F};

  friend bool operator==(const LinkStep&, const LinkStep&) = default;
};

namespace detail {

// What World, World::link() and World::change_link() refuse, in the words of `call`; empty when
// nothing is wrong.
[[nodiscard]] std::string find_floors_fault(std::span<const FloorMap> floors);
[[nodiscard]] std::string find_link_fault(const char* call, const LinkOptions& options);
[[nodiscard]] std::string find_link_fault(const World& world, const LinkEnd& from,
                                          const LinkEnd& to);

}  // namespace detail
class ConvexMesh;
class CornerIndex;
class Finder;
class Landmarks;
class SharedWorld;
class Space;
class World;
struct TAUT_LOCAL SaveAccess;

// How a path is searched for. On a ground whose tiles cost differently all are one, the search by
// cost: find_priced_path().
enum class Method : std::uint8_t {
  // optimal; where neither landmarks nor an index are there to guide it, fast when it has expanded
  // kBestExpansions nodes without an end, or when that is likely from the beginning: more than
  // kBestCorners corners in a square as wide as the way is long, as many per tile as on the map. On
  // maps with very many corners the shortest path takes many times as long as one that is 0.1 %
  // longer.
  best,
  optimal,  // the shortest path: find_optimal_path() over the mesh
  fast,     // A* over the cells of the mesh: find_path()
};
[[nodiscard]] const char* to_string(Method method) noexcept;

// docs/measurements.md compares the methods.
inline constexpr std::size_t kBestExpansions = 1000;
inline constexpr std::size_t kBestCorners = 15'000;

// The corner indexes of a world's spaces: what World::build_index() makes, and World::use_index()
// takes. Copies share them.
class WorldIndex {
 public:
  // None.
  WorldIndex() = default;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class World;

  struct Part {
    Agent agent;
    std::uint64_t mesh_revision;
    std::shared_ptr<const CornerIndex> index;
  };
  std::vector<Part> parts_;
  std::size_t max_bytes_ = 0;
};

// The tiles of a map, their classes of terrain, the grounds of agents, and a Space for a point and
// for each agent that prepare() was called for. An edit updates all of it; there is no other way to
// edit. Units are tiles.
//
// Const calls are safe from any number of threads, each with its own Finder; an edit or prepare()
// requires exclusive access.
//
// A world may be moved: finders, queues, fields, groups and crowds follow it. Moving it into
// another world is like an edit of everything for the users of that one; their fields are stale.
// Moving requires exclusive access, as an edit does. A world that was moved from may only be
// assigned to or destroyed.
//
// A copy is a world of its own, with the same revision, changes and prepared agents.
// The same edits make the same world of both, ids of meshes included.
//
// Errors    An edit, prepare(), copy or assignment that throws leaves the world as it was. Only
//           set(), and set_class() and set_ground() where a ground blocks classes or has factors,
//           may leave it broken where memory runs out: in part edited. Then it may only be
//           copied, destroyed, or assigned to, which mends it: is_broken(). What else is called is
//           safe: queries are invalid_input with Reason::broken, questions false, edits throw
//           std::invalid_argument. Its grid() still has all tiles; what is derived from them,
//           mesh() and others, must not be queried (an assertion).
//
// Memory    the grid; the spaces, with landmarks and indexes if they are kept; what is_reachable()
//           and would_cut() remember about links until the next edit.
class World : private detail::Anchor {
 public:
  // Cost      that of the Space of a point. Allocates.
  explicit World(Grid grid);

  // Several floors, in one world: stairs and lifts between them are links. The world lays the maps
  // out side by side, with blocked tiles between; its tiles, points and paths are those of this
  // layout. to_point() and to_place() convert places, to_tiles() rectangles.
  // Errors    std::invalid_argument when there is no floor, and when the layout is higher than
  //           kMaxMapSide.
  // Cost      that of one map of the layout's size: of about the area of all floors.
  explicit World(std::span<const FloorMap> floors);
  // One, the map, unless the world was made of several.
  [[nodiscard]] std::span<const Floor> floors() const noexcept { return floors_; }
  // Not finite for a place that is not on its floor, or on none.
  [[nodiscard]] Point to_point(const Place& place) const noexcept;
  // With the floor -1, and the point itself, for one that is on no floor.
  [[nodiscard]] Place to_place(const Point& point) const noexcept;
  // The part of a rectangle in the game's plane that lies on a floor.
  [[nodiscard]] TileRect to_tiles(int floor, const TileRect& rect) const noexcept;
  // The floor that a point of the world is on, or -1.
  [[nodiscard]] int find_floor(const Point& point) const noexcept;

  // From a map or a save (save.hpp); letters are those of a map.
  // Errors    those of load_map() and read_save().
  [[nodiscard]] static Loaded<World> load(const std::string& file,
                                          std::span<const MapLetter> letters = {});

  World(const World& other);
  World(World&& other) noexcept;
  World& operator=(const World& other);
  World& operator=(World&& other) noexcept;
  ~World();

  // Edits. The part of a rectangle outside the map is ignored; an edit that changes no tile leaves
  // the revision as it is.
  //
  // Cost      Space::update() for each space. Allocates.
  void set(const TileRect& tiles, TileState state);
  void set(Tile tile, TileState state);
  // Several at once: as one call for each, in their order. Where one throws, those before it are
  // made.
  void set(std::span<const TileRect> rectangles, TileState state);
  // Classes of terrain (Grid::set_class()), as swamp, water or a door: grounds tell what they are
  // to agents.
  // Cost      linear in the tiles, and as set() for each ground to which they change.
  void set_class(const TileRect& tiles, std::uint8_t terrain_class);

  // Sets or replaces a ground, of the agents that have its number (Agent::ground). A tile of a
  // class that it blocks is a wall for them in every respect: doors, keys, boats, the land of a
  // faction. Agents that were prepared for this number stay so.
  // Errors    std::invalid_argument for the number 0, the ground to which all classes are alike.
  // Cost      a ground that blocks classes has its own copy of the grid. One that is replaced: as
  //           set() of a rectangle around the tiles that change. Allocates.
  void set_ground(std::uint8_t number, const Ground& ground);
  // Null unless it was set. Valid until the next edit.
  [[nodiscard]] const Ground* find_ground(std::uint8_t number) const noexcept;

  // Links: ways between two places, or two segments, that do not lead over tiles. Paths, fields,
  // groups and followers of all agents use those that are of use to them. link() adds one, whose
  // ends are snapped, and returns its id; change_link() opens, closes or prices it; unlink()
  // removes it. Both do nothing where there is no such link, or nothing changes. Of a segment both
  // ends must be on walkable tiles, and walls may stand between.
  //
  // Errors    std::invalid_argument, and nothing changes: an end, or an end of a segment, that is
  //           on no walkable tile; a segment on two floors or longer than kMaxLinkEnd; ends that
  //           are the same; a cost outside 0 to kLargestCost; a width that is negative or NaN.
  // Cost      linear in the links, by some ns per hundred. Spaces stay as they are. Allocates.
  LinkId link(const LinkEnd& from, const LinkEnd& to, const LinkOptions& options = {});
  LinkId link(const Place& from, const Place& to, const LinkOptions& options = {});
  void change_link(LinkId id, const LinkOptions& options);
  void unlink(LinkId id);
  // By growing id. Valid until the next edit.
  [[nodiscard]] std::span<const Link> links() const noexcept { return links_; }
  // Null unless there is such a link. Valid until the next edit.
  [[nodiscard]] const Link* find_link(LinkId id) const noexcept;
  // Whether an agent may pass a link: it is open, wide enough, of a class that the agent's ground
  // does not block, and the agent has room at both ends: at one of the places that are kLinkSpacing
  // apart, the first and the last among them. False for an agent that is not prepared.
  [[nodiscard]] bool is_passable(const Link& link, const Agent& agent) const noexcept;
  // Whether it may pass from this entry to this exit, which are snapped.
  [[nodiscard]] bool is_passable(const LinkStep& step, const Agent& agent) const noexcept;
  // The same, but for the room at its ends.
  [[nodiscard]] bool admits(const Link& link, const Agent& agent) const noexcept;
  // What it costs an agent to pass it: by its ground.
  [[nodiscard]] double link_cost(const Link& link, const Agent& agent) const noexcept;

  // Builds the space of an agent, and its landmarks and its index if these are kept, unless it
  // exists; that of a point of ground 0 does. Agents of one shape and size whose grounds block
  // nothing share a space. Throws std::invalid_argument for an agent that is not valid or whose
  // ground was not set. Allocates.
  //
  // Sizes here and below are those of snap_radius().
  void prepare(const Agent& agent);
  // False for an agent that is not valid.
  [[nodiscard]] bool is_prepared(const Agent& agent) const noexcept;

  // Makes landmarks of each space, also of those that prepare() makes later, as many as make its
  // searches faster as it is now: 8, 16 or 32 per component, or none; more than 8 take at most
  // 32 MiB. Searches over their meshes use them, by length or, on a ground with costs, by cost.
  // They follow edits: bounds become weaker, and answers remain those without landmarks. A
  // set_ground() that changes factors outdates those of its spaces. Call it again where edits have
  // made another map.
  // Cost      build_landmarks() for each space. Allocates.
  void keep_landmarks();
  // The same with `count` landmarks, or none.
  // Errors    std::invalid_argument for a count above Landmarks::kMaxCount.
  void keep_landmarks(std::size_t count);
  // Rebuilds at most `fields` landmarks that were made before the last edit, one space after the
  // other, in each the oldest first. Returns outdated_landmarks(). A query in slices goes on with
  // those that it began with.
  // Cost      a copy of the landmarks of these spaces, and refresh_landmarks(). Allocates.
  std::size_t refresh_landmarks(std::size_t fields);
  // How many landmarks were made before the last edit.
  [[nodiscard]] std::size_t outdated_landmarks() const noexcept;

  // Makes a corner index of each space without costs, or none where max_bytes is 0, also of those
  // that prepare() makes later. While it is current, Method::optimal and best answer by it, without
  // a search; the path is as short. An edit that changes the mesh of a space outdates its index,
  // which keeps its memory: queries search until it is rebuilt. A space whose index would take more
  // than max_bytes has none: has_index().
  // Cost      build_corner_index() for each space, on all cores: seconds on large maps. Allocates.
  static constexpr std::size_t kDefaultIndexBytes = std::size_t{256} << 20U;
  void keep_index(std::size_t max_bytes = kDefaultIndexBytes);
  // Rebuilds the outdated indexes of at most `spaces` spaces. Returns outdated_indexes(). A query
  // in slices goes on with the index that it began with.
  std::size_t refresh_index(std::size_t spaces);
  // How many spaces were edited since their indexes were made, or found to be too large.
  [[nodiscard]] std::size_t outdated_indexes() const noexcept;
  // Whether an index answers the queries of this agent now.
  [[nodiscard]] bool has_index(const Agent& agent = {}) const noexcept;

  // The two halves of keep_index(). build_index() builds the indexes apart from the world, on the
  // calling thread alone, so that it can run beside a game; it takes those of the world as they are
  // if they are current and were built with this max_bytes. use_index() takes those that are
  // current, and ignores others. The world then keeps the max_bytes of build_index(). Returns
  // outdated_indexes().
  // Requires  of use_index(): they were made of this world, as it is or was, or of a copy of it
  //           with the same edits.
  // Cost      of use_index(): some ns per space.
  // Errors    build_index(): std::invalid_argument for a broken world.
  [[nodiscard]] WorldIndex build_index(std::size_t max_bytes = kDefaultIndexBytes) const;
  std::size_t use_index(const WorldIndex& index);

  // Whether a set() ran out of memory halfway; see above.
  [[nodiscard]] bool is_broken() const noexcept { return is_broken_; }

  // Grows by one with each edit that changes a tile, a class, a ground or a link.
  [[nodiscard]] std::uint64_t revision() const noexcept { return grid_.revision() + other_edits_; }

  // The rectangles that edits changed after `revision`, oldest first: revision() - revision of
  // them. That of a ground is the map, that of a link holds both ends. std::nullopt when some of
  // them are no longer kept; the last kKeptChanges always are. Valid until the next edit.
  static constexpr std::size_t kKeptChanges = 1024;
  [[nodiscard]] std::optional<std::span<const TileRect>> changes_since(
      std::uint64_t revision) const noexcept;

  // Whether the agent may be at a lattice point: it stands on a walkable tile, and a disc or a
  // square overlaps no wall. False for an agent that is not prepared.
  [[nodiscard]] bool has_room(const Agent& agent, const Point& place) const noexcept;

  // Whether a path of the agent leads from one place to another: whether Finder::find() without
  // limits has one. Places are snapped. False for an agent that is not prepared or has no room at
  // an end.
  // Cost      that of has_room() for both, and of finding the cells of the mesh there: the same on
  //           every map, some 100 ns, whatever the agent. Does not search, does not allocate. Where
  //           only links can join the places, the first call for an agent after an edit looks at
  //           all links and allocates: its time and memory are quadratic in the links of one way.
  //           Later calls add the logarithm of the number of links.
  [[nodiscard]] bool is_reachable(const Agent& agent, const Point& from, const Point& to) const;

  // Whether blocking the tiles of some rectangles would part a start from a goal: whether
  // is_reachable() is true of them now, and would be false after set() of all rectangles. Ways over
  // links count, and so does what would be blocked: ends where the agent would have no room, and
  // ends of links. False for an agent that is not prepared.
  // Cost      that of the mesh's cells around the rectangles. If the rest of these falls apart, it
  //           searches from all its parts, until they meet or the smaller ones are complete. Also
  //           the starts times the goals, and with links that of the first is_reachable() after an
  //           edit. Allocates.
  [[nodiscard]] bool would_cut(std::span<const TileRect> rectangles, std::span<const Point> starts,
                               std::span<const Point> goals, const Agent& agent = {}) const;

  // Whether a path of a point with this ground is walkable, every leg and every turn. Points are
  // snapped; a path of one point is walkable where the point is; an empty path is not.
  // Cost      the tiles of the legs. Does not allocate.
  [[nodiscard]] bool is_walkable(std::span<const Point> path,
                                 std::uint8_t ground = 0) const noexcept;
  // Whether a path of a disc, or what is left of one, keeps its clearance (validate_disc_path()).
  [[nodiscard]] bool is_walkable(std::span<const DiscTurn> path, double radius,
                                 std::uint8_t ground = 0) const noexcept;

  // The tiles. With a ground: as its agents find them, those of classes that it blocks are blocked;
  // all tiles where it was not set.
  [[nodiscard]] const Grid& grid() const noexcept { return grid_; }
  [[nodiscard]] const Grid& grid(std::uint8_t ground) const noexcept;
  // Whether the ground has factors other than 1.
  [[nodiscard]] bool has_costs(std::uint8_t ground) const noexcept;
  // The mesh of the space of a point.
  [[nodiscard]] const ConvexMesh& mesh() const noexcept;
  // That of a point, and those of the agents that prepare() was called for. They stay where they
  // are as long as the world does.
  [[nodiscard]] const std::list<Space>& spaces() const noexcept { return spaces_; }
  // Null unless the agent is prepared.
  [[nodiscard]] const Space* find_space(const Agent& agent) const noexcept;
  // Those of the space of a point; null unless landmarks are kept.
  [[nodiscard]] std::shared_ptr<const Landmarks> landmarks() const noexcept;

  // Bytes that this world holds.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class Finder;
  friend class SharedWorld;
  friend struct SaveAccess;
  friend class detail::WorldRef;

  // The ground of a number.
  struct NumberedGround {
    std::uint8_t number;
    Ground ground;
    std::vector<Agent> agents;   // prepared for it
    bool has_spaces = false;     // of its own: where a class is not as another, or was
    std::optional<Grid> grid{};  // where it blocks classes, or did
  };

  // Makes a world with these spaces alone; that of a point is not added.
  World(Grid grid, std::list<Space> spaces);
  void require_sound() const;
  void begin_edit();
  [[nodiscard]] const NumberedGround* find_numbered(std::uint8_t number) const noexcept;
  [[nodiscard]] NumberedGround* find_numbered(std::uint8_t number) noexcept;
  [[nodiscard]] Agent space_agent(Agent agent) const noexcept;
  [[nodiscard]] const Space* find_held(const Agent& agent) const noexcept;
  [[nodiscard]] const Grid& grid_of(const NumberedGround& own) const noexcept {
    return own.grid ? *own.grid : grid_;
  }
  void add_space(std::list<Space>& spaces, const Grid& grid, const Ground* ground,
                 const Agent& agent, std::shared_ptr<const CornerIndex> index,
                 bool keeps_index = true) const;
  void follow_tiles(NumberedGround& own, const TileRect& tiles, TileState state);
  [[nodiscard]] bool can_follow(const NumberedGround& own, const Ground& ground) const noexcept;
  void replace_ground(NumberedGround& own, const Ground& ground);
  void rebuild_ground(NumberedGround& own, const Ground& ground);
  void record(const TileRect& tiles) noexcept;
  [[nodiscard]] const detail::SpaceReach& find_reach(const Space& space, const Agent& agent) const;
  void record_link(const Link& link) noexcept;
  [[nodiscard]] std::vector<Link>::iterator find_held_link(LinkId id) noexcept;
  void change_tiles(const TileRect& tiles, TileState state);
  void prepare(const Agent& agent, std::shared_ptr<const CornerIndex> index);
  [[nodiscard]] WorldIndex make_index(std::size_t max_bytes, std::size_t spaces,
                                      std::size_t threads) const;
  void make_landmarks(std::optional<std::size_t> count);

  Grid grid_;
  std::list<Space> spaces_;  // a list, because fields and finders keep pointers to them
  std::list<NumberedGround> grounds_;
  std::vector<Floor> floors_;
  std::vector<Link> links_;  // by growing id
  LinkId next_link_ = 0;
  std::uint64_t other_edits_ = 0;                 // revisions that are not those of grid_
  std::optional<std::size_t> landmark_count_{0};  // nothing: as many as each space needs
  std::size_t index_bytes_ = 0;                   // at most, per space
  std::vector<TileRect> changes_;                 // of the last changes_.size() revisions
  bool is_broken_ = false;
  detail::ReachCache reach_;  // until the next edit
};

}  // namespace taut
TAUT_API_END

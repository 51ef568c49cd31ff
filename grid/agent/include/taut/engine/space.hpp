// Space: the places where an agent may be, as a mesh; paths on it, and the nearest place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <taut/agent.hpp>
#include <taut/detail/api.hpp>
#include <taut/detail/memory.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/corner_index.hpp>
#include <taut/engine/disc_path.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/landmarks.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/path_query.hpp>
#include <taut/engine/priced_search.hpp>
#include <taut/engine/tile_bits.hpp>
#include <taut/grid.hpp>
#include <taut/status.hpp>

namespace taut {
struct LineTiles;
}  // namespace taut

TAUT_API_BEGIN
namespace taut {

struct TAUT_LOCAL MeshFlaw;
class TAUT_LOCAL NearestInSpace;
struct TAUT_LOCAL SaveAccess;
class TAUT_LOCAL SlitWalk;
class SpaceCut;
class TAUT_LOCAL SpacePaths;

// The components of the cells that a place touches: none, one, or at a corner where two blocked
// tiles touch those of both sides.
struct PlaceComponents {
  std::array<std::uint32_t, 2> components{};
  std::size_t count = 0;

  [[nodiscard]] const std::uint32_t* begin() const noexcept { return components.data(); }
  [[nodiscard]] const std::uint32_t* end() const noexcept { return components.data() + count; }
};

// Where the centre of an agent may be on a grid, as a mesh on which the agent is a point:
//
// - A point may be on all walkable tiles. A disc keeps its radius from blocked tiles and the border
//   of the map, a square overlaps none of them. All may touch.
// - The mesh connects what the agent can walk between.
// - Everything that works on meshes works on mesh(): searches, landmarks, fields, indices. Where
//   is_exact() its paths are those of the agent; where not, pull_path() makes them so.
//
// Discs. Arcs are no edges of a mesh, so tiles are grown by a shape of straight sides inside the
// disc. Every lattice point where the disc fits lies in a cell, but cells hold more. Every path on
// the mesh passes obstacles on sides on which the disc can pass them. The shortest one is a little
// shorter than that of the disc: outer corners of the shape lie on the disc's circle, at most 58
// degrees apart, for radii up to about 4 tiles, and less than half a tile inside above. They may
// lie a lattice step outside the circle, so that a path which hardly bends can be longer on the
// mesh, by a lattice step or two. free_cells.cpp and disc_shape.cpp have the proofs.
//
// Squares. Where two walls are exactly as far apart as the agent is wide, its places are a *slit*:
// a segment or a point. Slits are no cells. They are possible when 2 * radius is an integer. The
// space is then opened: its mesh is that of an agent narrower by two steps of the mesh's lattice,
// the finest that 24 bits allow for the map's size (steps_per_tile()), and has slits as thin cells.
//
// Ground. Where a ground's classes cost differently, no cell of the mesh lies on tiles of two
// costs: cell_costs() has what each costs. A tile counts where the agent's centre is. A place where
// one straight line parts the four tiles around, or none does, is no vertex of a point's mesh.
//
// Queries on a const space are safe from any number of threads; what is not const requires
// exclusive access.
// Memory    the mesh, landmarks and index, and 1 bit per tile, 2 with landmarks. Discs: 2 to 4
//           corners of the mesh for each corner of an obstacle, more above a radius of 4, and 2 to
//           8 bytes per tile. Squares: 4 bits per tile, and 8 bytes per row and per column of
//           tiles.
class Space {
 public:
  // The space of an agent with its snap_radius().
  // Errors    std::invalid_argument for an agent that is not valid.
  // Cost      build_mesh() of a grid, for the outline of the grown tiles. Discs: 16 to 64 bitmap
  //           cells per tile, squares 4.
  explicit Space(const Grid& grid, const Agent& agent = {});
  // The same where tiles cost the agent what `ground` says of their class. Classes that it blocks
  // are blocked tiles of the grid already.
  Space(const Grid& grid, const Agent& agent, const Ground& ground);

  // Applies an edit of the tiles in a rectangle, which may reach beyond the map. Afterwards it is
  // that of a new one, with cells as edit_mesh() of a grid makes them; fit() the scratches.
  // Landmarks follow. Where the space has a ground, also after an edit of classes. Requires that
  // tiles elsewhere are unchanged.
  // Errors    std::invalid_argument when the grid's size is another one. After std::bad_alloc the
  //           space may only be assigned to or destroyed.
  // Cost      the bitmap cells that the grown rectangle covers, edit_mesh() of those that have
  //           changed, and with landmarks a copy of them and Landmarks::follow(). Allocates.
  void update(const Grid& grid, const TileRect& tiles);
  // Replaces the ground; as update() of the map. A ground that parts the classes of the map as the
  // one before leaves the mesh as it is.
  // Errors    std::invalid_argument unless the space was made with a ground.
  void use_ground(const Grid& grid, const Ground& ground);

  // For a new space that takes the place of another one: ConvexMesh::continue_revision(). Landmarks
  // and an index are made after it.
  void continue_revision(const Space& before) noexcept { mesh_.continue_revision(before.mesh_); }

  [[nodiscard]] const Agent& agent() const noexcept { return agent_; }
  [[nodiscard]] const ConvexMesh& mesh() const noexcept { return mesh_; }

  // Whether paths on the mesh are the agent's: those of points, and of squares that have no slits.
  [[nodiscard]] bool is_exact() const noexcept;
  // Whether the space is that of a square that may have slits.
  [[nodiscard]] bool is_opened() const noexcept { return is_opened_; }
  // Vertices of the mesh are multiples of 1 / steps_per_tile().
  [[nodiscard]] int steps_per_tile() const noexcept { return steps_; }

  // Whether the agent may be there. Exact for points on the lattice of 1/1024 tile.
  [[nodiscard]] bool has_room(const Point& place) const noexcept;

  // Whether a path of the agent joins two places. Requires that it has room at both. Where two
  // blocked tiles touch at a corner, a point there may leave it on both sides.
  [[nodiscard]] bool is_connected(const Point& a, const Point& b) const noexcept;
  // The cell of the mesh that an agent at a place is in, one of those that touch it.
  [[nodiscard]] std::optional<CellId> find_cell(const Point& place) const noexcept;
  // ConvexMesh::component() of this cell: is_connected() where they are equal. Nothing where the
  // mesh has no cell.
  [[nodiscard]] std::optional<std::uint32_t> find_component(const Point& place) const noexcept;
  [[nodiscard]] PlaceComponents find_components(const Point& place) const noexcept;

  // Whether a tile costs another factor than another tile.
  [[nodiscard]] bool has_costs() const noexcept { return kinds_in_use_ > 1; }
  // Per CellId what a unit of length costs; empty where there is no ground.
  [[nodiscard]] std::span<const float> cell_costs() const noexcept { return cell_costs_; }
  // The least factor of the tiles of the map; 1 without a ground.
  [[nodiscard]] float least_cost() const noexcept { return least_cost_; }
  // Whether the space was made with a ground.
  [[nodiscard]] bool has_ground() const noexcept { return !kind_of_class_.empty(); }
  // The mesh with what its cells cost, until an edit. Requires has_ground().
  [[nodiscard]] PricedMesh priced_mesh() const noexcept {
    return {mesh_, cell_costs_, static_cast<double>(least_cost_)};
  }

  // A length that the shortest path on the mesh keeps if the agent's path keeps `limit`.
  [[nodiscard]] double mesh_length_limit(double limit) const noexcept;

  // Landmarks of the mesh as it is, by cost where it has_ground(), or none. They follow edits:
  // bounds become weaker where tiles become cheaper, or walkable that were not before.
  void use_landmarks(std::shared_ptr<Landmarks> landmarks) noexcept {
    landmarks_ = std::move(landmarks);
    landmark_tiles_.reset();
  }
  // An edit makes others where somebody has these: queries in slices go on with those that they
  // began with. So an edit is cheaper where nobody keeps them.
  [[nodiscard]] std::shared_ptr<const Landmarks> landmarks() const noexcept { return landmarks_; }

  // An index of the mesh as it is, or none; an empty one says that it would be too large. Edits of
  // the mesh leave it outdated: queries ignore it, and it keeps its memory.
  void use_index(std::shared_ptr<const CornerIndex> index) noexcept {
    index_ = std::move(index);
    index_revision_ = mesh_.revision();
  }
  [[nodiscard]] const std::shared_ptr<const CornerIndex>& index() const noexcept { return index_; }
  // Whether there is one, of the mesh as it is; it may be empty.
  [[nodiscard]] bool is_index_current() const noexcept {
    return index_ != nullptr && index_revision_ == mesh_.revision();
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  friend class NearestInSpace;
  friend struct SaveAccess;
  friend class SlitWalk;
  friend class SpaceCut;
  friend class SpacePaths;

  // Makes a space without cells. build() makes them; use_mesh() takes those of a save, or returns
  // what is wrong with them.
  Space(const Grid& grid, const Agent& agent, const Ground* ground);
  void build(const Grid& grid);
  [[nodiscard]] std::optional<MeshFlaw> use_mesh(const MeshParts& parts);
  void draw_lines(bool has_ground);

  // Whether obstacles are the tiles themselves.
  [[nodiscard]] bool is_grown() const noexcept { return !extents_.empty(); }
  // An agent as wide as the map has no more than a line of places, and no cells.
  [[nodiscard]] bool has_cells() const noexcept {
    return !is_grown() || (columns_.size() >= 2 && rows_.size() >= 2);
  }
  [[nodiscard]] LineTiles lines() const noexcept;
  // The cells of the bitmap.
  [[nodiscard]] const TileBits& free() const noexcept { return is_grown() ? free_ : tiles_; }
  [[nodiscard]] TileRect find_opened(const TileBits& tiles, const TileRect& inside) const noexcept;
  [[nodiscard]] bool are_all_known(const TileRect& inside, const TileRect& opened) const noexcept;
  void mark_known(const TileRect& opened, bool are_others_kept);
  void copy_tiles(const TileBits& tiles, const TileRect& inside) noexcept;
  void edit(const TileRect& changed, SpaceChange change, const TileRect& box);
  [[nodiscard]] bool has_landmarks() const noexcept {
    return landmarks_ != nullptr && landmarks_->count() > 0;
  }
  [[nodiscard]] std::shared_ptr<Landmarks> take_landmarks();
  [[nodiscard]] double most_cost() const noexcept;
  // space_ground.cpp
  void name_kinds(const Ground& ground);
  TileRect copy_kinds(const Grid& grid, const TileRect& inside);
  void count_kinds() noexcept;
  [[nodiscard]] TileRect find_lines(const TileRect& tiles) const noexcept;
  [[nodiscard]] bool is_parted() const noexcept { return !parted_columns_.empty(); }
  [[nodiscard]] TileRect to_mesh_cells(const TileRect& cells) const noexcept;
  void part_cells(const TileRect& cells) noexcept;
  void price_cells();
  void price_cell(CellId cell);
  // The column or row of an opened space that represents a coordinate on its axis: a thin one if it
  // is on a line.
  [[nodiscard]] int find_stretch(float place) const noexcept;

  Agent agent_;
  int steps_ = 1;  // per tile
  bool is_opened_ = false;
  TileBits tiles_;
  std::vector<std::int32_t> extents_;  // of the shape, in steps (disc_shape.hpp); of a point none
  // The lines of the grown tiles' sides, in steps, and the cells of the bitmap between them that no
  // grown tile covers. The columns of an opened space, and likewise its rows, alternate between
  // thin ones, two steps wide around a line of the exact space, and wide ones, which fill the space
  // between two thin ones.
  std::vector<std::int32_t> columns_;
  std::vector<std::int32_t> rows_;
  TileBits free_{1, 1};
  // In an opened space with a ground: the same, where the sides of tiles are lines too.
  std::vector<std::int32_t> parted_columns_;
  std::vector<std::int32_t> parted_rows_;
  TileBits parted_{1, 1};
  std::size_t runs_ = 0;  // of free cells in rows, where it is opened
  // With a ground: the kind of each class, what the kinds cost, the kinds of the tiles, row by row,
  // and how many have each. Classes of one cost are one kind.
  std::vector<std::uint16_t> kind_of_class_;  // then of classes near walls, where there is a margin
  std::vector<float> kind_costs_;
  std::vector<std::uint16_t> kinds_;
  std::vector<std::size_t> kind_tiles_;
  std::size_t kinds_in_use_ = 0;
  int margin_ = 0;  // of the ground, in tiles
  float least_cost_ = 1.0F;
  std::vector<float> cell_costs_;
  ConvexMesh mesh_;
  std::shared_ptr<Landmarks> landmarks_;
  std::optional<TileBits> landmark_tiles_;  // with these walkable, their bounds are bounds too
  std::shared_ptr<const CornerIndex> index_;
  std::uint64_t index_revision_ = 0;  // of the mesh, when it was made
};

// The memory of queries on spaces; one per thread, without meaning between queries. That of an
// OptimalScratch, and for a disc 32 bytes for each vertex of the mesh.
// A moved-from scratch may only be assigned to or destroyed.
class SpaceScratch {
 public:
  explicit SpaceScratch(const Space& space);

  // Makes room for another space, or the same after edits. Allocates.
  void fit(const Space& space);

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  OptimalScratch search;     // on the mesh
  std::vector<Point> path;   // on the mesh, where the space is not exact
  std::vector<Point> work;   // of pull_disc()
  std::vector<Point> bends;  // of pull_path() in slits, where tiles cost differently

 private:
  friend class SpacePaths;

  detail::Hidden<SlitWalk> slits_;  // in opened spaces
};

// Where a path is written: legs as points, for points and squares; legs and arcs as turns, for
// discs. The other span is not used.
struct PathRoom {
  std::span<Point> points{};
  std::span<DiscTurn> turns{};
};

// Upper bound on the points of a path of a point or square.
[[nodiscard]] inline std::size_t max_path_points(const Space& space) noexcept {
  return max_path_points(space.mesh());
}
// Room for the turns of a disc's path: one for each corner of the mesh, start and goal. No path of
// the tests has more. That none can have is not proven: a longer path would be truncated.
[[nodiscard]] inline std::size_t max_disc_turns(const Space& space) noexcept {
  return space.mesh().vertex_count() + 2;
}

// Finds a shortest path of the agent from start to goal: find_optimal_path() on the mesh, and
// pull_path(). start and goal are snapped to the lattice; the path begins and ends there. Every
// goal that is connected to the start is reached.
//
// The length is the optimum of points and squares; in an opened space that of all paths through the
// same gaps, and at most 1 + 2 / (steps_per_tile() - 2) times that of all. Of a disc it is the
// optimum on the sides of obstacles on which the shortest path of the mesh passes them:
// docs/radius.md has figures.
//
// Options   limits are on the expansions on the mesh, and on the length of the agent's path. In a
//           rare case a disc would have kept the length limit on other sides of obstacles.
//           Landmarks and index are those of the mesh.
// Writes    `out.points`, canonical, or `out.turns`; `count` counts them, `expanded` the nodes on
//           the mesh. truncated with the first ones when the span is smaller, for turns possibly
//           fewer than fit: max_path_points(), max_disc_turns().
// Errors    invalid_input: the agent has no room at start or goal, or the scratch was made for a
//           smaller space. no_path: they are not connected, or the path is longer than
//           options.length_limit. out_of_nodes: options.expansion_limit or the capacity of the
//           scratch was reached.
// Cost      find_optimal_path() on the mesh, and pull_path(). Does not allocate.
[[nodiscard]] PathResult find_optimal_path(const Space& space, const Point& start,
                                           const Point& goal, const OptimalOptions& options,
                                           SpaceScratch& scratch, const PathRoom& out) noexcept;

// Turns a path on the mesh into that of the agent: as it is where is_exact(), moved into slits in
// an opened space, and for a disc pull_disc(), twice as fast, since it is known around which tile
// corners the path turns.
//
// Requires  path canonical, with room for the agent at its ends, and no part of `out` or of
//           scratch.work; in an opened space a shortest one.
// Writes    as find_optimal_path().
// Errors    invalid_input: an empty path, no room, or the scratch was made for a smaller space.
//           no_path, out_of_nodes: as pull_disc(); no path of a search on the mesh gives no_path.
// Cost      linear in the points; discs: pull_disc(); in slits some ten ns for each row of tiles
//           that the path crosses. Does not allocate.
[[nodiscard]] Result pull_path(const Space& space, std::span<const Point> path,
                               SpaceScratch& scratch, const PathRoom& out) noexcept;

// The first step of the agent along the path that pull_path() makes of `path`: a lattice point to
// which it may walk straight from path.front(), with room and not path.front(). For points and
// squares the path's next corner; in an opened space at most a corner of `path`; for a disc that of
// find_disc_step(). The first points of a path suffice, kMaxStepPoints at most.
//
// Requires  as pull_path(); of the ends only path.front() needs room.
// Returns   std::nullopt for a path of less than two points, or where no step was found.
// Cost      that of pull_path() for so many points. Does not allocate.
[[nodiscard]] std::optional<Point> find_step(const Space& space,
                                             std::span<const Point> path) noexcept;

// Whether blocking all tiles of some rectangles would part a start from a goal: whether the agent
// of the space can walk from one to the other now, and could not any more after Grid::set() and
// Space::update(); also where it would have no room at one of them. Places are snapped; those where
// the agent has no room now, or that are not finite, are parted from nothing.
//
// Cost      that of the mesh's cells around the rectangles; rectangles that touch the same cells or
//           neighbours count as the box around them. If the rest of these cells falls apart, it
//           searches from all its parts, until they meet or all but one are complete. Also the
//           starts times the goals. Allocates.
[[nodiscard]] bool would_cut(const Space& space, std::span<const TileRect> rectangles,
                             std::span<const Point> starts, std::span<const Point> goals);

// Finds the place nearest to `point`, at most `max_distance` tiles away, that the agent of a space
// reaches from the place `from`: of all points of the lattice of 1/1024 tile. Ties: the least y,
// then x. Exact. Where two blocked tiles touch at a corner, a point may come there from both sides,
// and leave it on both.
//
// std::nullopt when there is none, the agent has no room at `from`, or max_distance is negative or
// NaN.
//
// Requires  points on the lattice; `point` may lie in blocked tiles or outside the map.
// Cost      the runs of free cells between the lines of grown tiles, in the rows that are as near
//           as the place found. Discs: also branch and bound over the lattice points of cells that
//           hold too much, with the nearby tiles for each box. Does not allocate.
[[nodiscard]] std::optional<Point> find_nearest_place(const Space& space, const Point& from,
                                                      const Point& point,
                                                      double max_distance) noexcept;

// The same wherever that leads to, from anywhere and at any distance; or on tiles of a rectangle
// around which all tiles are blocked.
[[nodiscard]] std::optional<Point> find_nearest_place(const Space& space,
                                                      const Point& point) noexcept;
[[nodiscard]] std::optional<Point> find_nearest_place(const Space& space, const Point& point,
                                                      const TileRect& inside) noexcept;

}  // namespace taut
TAUT_API_END

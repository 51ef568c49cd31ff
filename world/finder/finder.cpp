#include <taut/finder.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <taut/disc_funnel.hpp>
#include <taut/grid_path.hpp>
#include <taut/mesh_search.hpp>
#include <taut/nearest.hpp>
#include <taut/optimal_search.hpp>
#include <taut/square_map.hpp>
#include <taut/tile_disc.hpp>
#include <taut/wide_search.hpp>

namespace taut {
namespace {

// Places for nodes that an OptimalScratch grows to: 72 bytes each.
constexpr std::size_t kMaxPlaces = std::size_t{1} << 23;

bool is_on_some_map(const Point& p) noexcept {
  constexpr float kLimit = 2.0F * static_cast<float>(kMaxMapSide);
  return std::abs(p.x()) <= kLimit && std::abs(p.y()) <= kLimit;  // false for NaN
}

bool are_valid(const FindOptions& options) noexcept {
  const Agent& agent = options.agent;
  if (!(agent.radius >= 0.0) || agent.radius > kMaxMapSide) return false;
  if (agent.shape == AgentShape::point) return true;
  if (agent.shape == AgentShape::square && agent.radius == 0.0) return false;
  return options.goal == GoalRule::reach;
}

// The place in a tile that is nearest to `point`. On the tile's border the point may stand on
// another tile, of another component: then one lattice step inside.
Point find_nearest_place(const Grid& grid, Tile tile, const Point& point) noexcept {
  const auto clamp_to = [](float v, int low, float inset) {
    return std::clamp(v, static_cast<float>(low) + inset, static_cast<float>(low + 1) - inset);
  };
  Point place(clamp_to(point.x(), tile.x, 0.0F), clamp_to(point.y(), tile.y, 0.0F));
  const std::optional<Tile> stands_on = grid.locate(place);
  if (stands_on && grid.is_connected(*stands_on, tile)) return place;
  constexpr float kStep = 1.0F / static_cast<float>(kLatticePerTile);
  return {clamp_to(point.x(), tile.x, kStep), clamp_to(point.y(), tile.y, kStep)};
}

FoundPath make_failure(Status status, Reason reason) noexcept {
  FoundPath found;
  found.status = status;
  found.reason = reason;
  return found;
}

}  // namespace

struct Finder::Memory {
  struct SquareSearch {
    double radius;
    SquareScratch scratch;
  };

  explicit Memory(const World& map) : world(&map), revision(map.revision()), optimal(map.mesh()) {}

  void follow_world();
  FoundPath find(const Point& start, const Point& goal, const FindOptions& options);
  FoundPath find_point(const Point& from, const Point& to, const FindOptions& options);
  FoundPath find_disc(const Point& from, const Point& to, const FindOptions& options);
  FoundPath find_square(const Point& from, const Point& to, const FindOptions& options);
  FoundPath pull_to_disc(std::size_t count, std::size_t expanded, double radius);
  PathResult find_wide(const Point& from, const Point& to, double radius);

  // Calls search(), and again with more places as long as they are what it lacks.
  template <class Search>
  PathResult find_with_growth(const ConvexMesh& mesh, OptimalScratch& scratch, std::size_t limit,
                              const Search& search) {
    PathResult found = search();
    std::size_t places = 8 * mesh.edge_count() + 16'384;
    while (found.status == Status::out_of_nodes && found.expanded < limit && places < kMaxPlaces) {
      scratch = OptimalScratch(mesh, places);
      places *= 2;
      found = search();
    }
    return found;
  }

  SquareScratch& scratch_of(double radius, const SquareMap& map) {
    for (const std::unique_ptr<SquareSearch>& square : squares) {
      if (square->radius == radius) return square->scratch;
    }
    squares.push_back(std::make_unique<SquareSearch>(SquareSearch{radius, SquareScratch(map)}));
    return squares.back()->scratch;
  }

  void make_room(std::size_t count) {
    if (points.size() < count) points.resize(count);
  }

  const World* world;
  std::uint64_t revision;
  OptimalScratch optimal;
  std::optional<MeshScratch> cells;
  std::optional<GridScratch> tiles;
  std::optional<WideScratch> wide;
  std::vector<std::unique_ptr<SquareSearch>> squares;
  std::vector<Point> points;
  std::vector<Point> work;  // of pull_disc()
  std::vector<DiscTurn> turns;
};

void Finder::Memory::follow_world() {
  if (revision == world->revision()) return;
  revision = world->revision();
  optimal.fit(world->mesh());
  if (cells) cells->fit(world->mesh());
  for (const std::unique_ptr<SquareSearch>& square : squares) {
    if (const SquareMap* map = world->find_square_map(square->radius)) square->scratch.fit(*map);
  }
}

FoundPath Finder::Memory::find(const Point& start, const Point& goal, const FindOptions& options) {
  follow_world();
  if (!are_valid(options)) return make_failure(Status::invalid_input, Reason::bad_options);
  if (!world->is_prepared(options.agent)) {
    return make_failure(Status::invalid_input, Reason::not_prepared);
  }
  const Grid& grid = world->grid();
  const Point from = is_on_some_map(start) ? snap(start) : Point(-1.0F, -1.0F);
  Point to = is_on_some_map(goal) ? snap(goal) : Point(-1.0F, -1.0F);
  const std::optional<Tile> first = grid.locate(from);
  if (!first) return make_failure(Status::invalid_input, Reason::start_blocked);
  std::optional<Tile> last = grid.locate(to);
  if (options.goal == GoalRule::nearest && is_on_some_map(goal) &&
      (!last || !grid.is_connected(*first, *last))) {
    last = find_nearest_connected(grid, *first, to);
    to = find_nearest_place(grid, *last, to);
  }
  if (!last) return make_failure(Status::invalid_input, Reason::goal_blocked);

  // A square passes slits that no tile is connected by: its map knows.
  if (options.agent.shape == AgentShape::square) return find_square(from, to, options);
  if (!grid.is_connected(*first, *last)) {
    return make_failure(Status::no_path, Reason::not_connected);
  }
  return options.agent.shape == AgentShape::disc ? find_disc(from, to, options)
                                                 : find_point(from, to, options);
}

FoundPath Finder::Memory::find_point(const Point& from, const Point& to,
                                     const FindOptions& options) {
  const ConvexMesh& mesh = world->mesh();
  PathResult found;
  if (options.method == Method::over_tiles) {
    if (!tiles) tiles.emplace(world->grid());
    make_room(max_path_points(world->grid()));
    GridPathOptions path_options;
    path_options.search.expansion_limit = options.expansion_limit;
    // Repair would cut straight across dear terrain.
    if (world->grid().has_costs()) path_options.repair = Repair::none;
    found = find_path(world->grid(), from, to, path_options, *tiles, points);
  } else if (options.method == Method::over_cells) {
    if (!cells) cells.emplace(mesh);
    make_room(max_path_points(mesh));
    MeshSearchOptions path_options;
    path_options.expansion_limit = options.expansion_limit;
    found = find_path(mesh, from, to, path_options, *cells, points);
  } else {
    make_room(max_path_points(mesh));
    found = find_with_growth(mesh, optimal, options.expansion_limit, [&] {
      return find_optimal_path(mesh, from, to, {options.expansion_limit}, optimal, points);
    });
  }
  FoundPath path;
  path.status = found.status;
  path.expanded = found.expanded;
  if (found.status == Status::ok) {
    path.points = std::span<const Point>(points).first(found.count);
    path.length = found.length;
  } else {
    path.reason = found.status == Status::out_of_nodes ? Reason::limit : Reason::not_connected;
  }
  return path;
}

PathResult Finder::Memory::find_wide(const Point& from, const Point& to, double radius) {
  const Clearance& clearance = *world->clearance();
  if (!wide) wide.emplace(clearance);
  make_room(max_path_points(world->mesh()));
  WideResult found;
  do {
    found = find_wide_path(world->grid().bits(), clearance, from, to, radius, *wide, points);
    if (found.status == Status::truncated) points.resize(2 * points.size());
  } while (found.status == Status::truncated);
  return {found.status, found.count, 0.0, found.expanded};
}

FoundPath Finder::Memory::find_disc(const Point& from, const Point& to,
                                    const FindOptions& options) {
  const TileBits& bits = world->grid().bits();
  const double radius = options.agent.radius;
  if (!has_clearance(bits, from, radius)) {
    return make_failure(Status::invalid_input, Reason::start_too_near);
  }
  if (!has_clearance(bits, to, radius)) {
    return make_failure(Status::invalid_input, Reason::goal_too_near);
  }
  if (radius <= kNarrowRadius) {
    const FoundPath found = find_point(from, to, options);
    if (!found) return found;
    return pull_to_disc(found.points.size(), found.expanded, radius);
  }
  const PathResult found = find_wide(from, to, radius);
  if (found.status != Status::ok) {
    FoundPath path = make_failure(found.status, Reason::too_narrow);
    path.expanded = found.expanded;
    return path;
  }
  return pull_to_disc(found.count, found.expanded, radius);
}

// From the path of a point, the first `count` of `points`.
FoundPath Finder::Memory::pull_to_disc(std::size_t count, std::size_t expanded, double radius) {
  const std::span<const Point> path = std::span<const Point>(points).first(count);
  std::size_t room = max_repair_points(count);
  Result pulled;
  for (;;) {
    if (work.size() < room) {
      work.resize(room);
      turns.resize(max_disc_turns(room));
    }
    pulled = pull_disc(world->grid().bits(), path, radius, work, turns);
    if (pulled.status != Status::out_of_nodes && pulled.status != Status::truncated) break;
    room = 2 * work.size();
  }
  FoundPath found;
  found.status = pulled.status;
  found.expanded = expanded;
  if (pulled.status == Status::ok) {
    found.turns = std::span<const DiscTurn>(turns).first(pulled.count);
    found.length = disc_path_length(found.turns, radius);
  } else {
    found.reason = Reason::too_narrow;
  }
  return found;
}

FoundPath Finder::Memory::find_square(const Point& from, const Point& to,
                                      const FindOptions& options) {
  const SquareMap& map = *world->find_square_map(options.agent.radius);
  if (!map.holds(from)) return make_failure(Status::invalid_input, Reason::start_too_near);
  if (!map.holds(to)) return make_failure(Status::invalid_input, Reason::goal_too_near);
  SquareScratch& scratch = scratch_of(options.agent.radius, map);
  make_room(max_path_points(map));
  const PathResult found = find_with_growth(
      map.mesh(), scratch.search, options.expansion_limit,
      [&] { return find_optimal_path(map, from, to, {options.expansion_limit}, scratch, points); });
  FoundPath path;
  path.status = found.status;
  path.expanded = found.expanded;
  if (found.status == Status::ok) {
    path.points = std::span<const Point>(points).first(found.count);
    path.length = found.length;
  } else {
    path.reason = found.status == Status::out_of_nodes ? Reason::limit : Reason::too_narrow;
  }
  return path;
}

Finder::Finder(const World& world) : memory_(std::make_unique<Memory>(world)) {}
Finder::~Finder() = default;
Finder::Finder(Finder&&) noexcept = default;
Finder& Finder::operator=(Finder&&) noexcept = default;

FoundPath Finder::find(const Point& start, const Point& goal, const FindOptions& options) {
  return memory_->find(start, goal, options);
}

std::size_t Finder::memory_bytes() const noexcept {
  std::size_t bytes = sizeof(Memory) + memory_->optimal.memory_bytes() +
                      (memory_->points.capacity() + memory_->work.capacity()) * sizeof(Point) +
                      memory_->turns.capacity() * sizeof(DiscTurn);
  if (memory_->cells) bytes += memory_->cells->memory_bytes();
  if (memory_->tiles) bytes += memory_->tiles->memory_bytes();
  if (memory_->wide) {
    bytes +=
        memory_->wide->search.memory_bytes() + memory_->wide->nodes.capacity() * sizeof(NodeId);
  }
  for (const auto& square : memory_->squares) bytes += square->scratch.memory_bytes();
  return bytes;
}

}  // namespace taut

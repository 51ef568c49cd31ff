#include <taut/finder.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
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

bool is_on_some_map(const Point& p) noexcept {
  constexpr float kLimit = 2.0F * static_cast<float>(kMaxMapSide);
  return std::abs(p.x()) <= kLimit && std::abs(p.y()) <= kLimit;  // false for NaN
}

bool are_valid(const FindOptions& options) noexcept {
  const Agent& agent = options.agent;
  if (!(agent.radius >= 0.0) || agent.radius > kMaxMapSide) return false;
  if (!(options.length_limit >= 0.0)) return false;
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

// Whether two points lie in the same component of the mesh.
bool are_connected(const ConvexMesh& mesh, const Point& a, const Point& b) noexcept {
  bool is_connected = false;
  mesh.for_each_cell_at(a, [&](CellId first) {
    mesh.for_each_cell_at(
        b, [&](CellId last) { is_connected = is_connected || mesh.is_connected(first, last); });
  });
  return is_connected;
}

enum class SearchKind : std::uint8_t { none, optimal, over_cells, over_tiles, wide, square };

}  // namespace

struct Finder::Memory {
  struct SquareSearch {
    double radius;
    SquareScratch scratch;
  };

  // The current query.
  struct Query {
    bool is_running = false;
    Point start{0.0F, 0.0F};
    Point goal{0.0F, 0.0F};
    FindOptions options;
    // Ends of the search.
    Point from{0.0F, 0.0F};
    Point to{0.0F, 0.0F};
    SearchKind kind = SearchKind::none;
    FoundPath early;  // the answer if there is no search
    SquareSearch* square = nullptr;
    std::size_t spent = 0;  // expansions of the search in earlier calls
  };

  explicit Memory(const World& map) : world(&map), revision(map.revision()), optimal(map.mesh()) {}

  void use(std::shared_ptr<const World> map);

  void follow_world();
  void begin();
  FoundPath check();
  void choose_search();
  Reason find_overlap() const;
  void begin_search();
  std::optional<FoundPath> advance(std::size_t expansions);
  std::optional<PathResult> advance_search(std::size_t expansions);
  bool grow(const PathResult& found);
  FoundPath finish(const PathResult& found);
  FoundPath pull_to_disc(const PathResult& found);
  Reason explain_failure(Status status) const;

  SquareSearch& square_of(double radius, const SquareMap& map) {
    for (const std::unique_ptr<SquareSearch>& square : squares) {
      if (square->radius == radius) return *square;
    }
    squares.push_back(std::make_unique<SquareSearch>(SquareSearch{radius, SquareScratch(map)}));
    return *squares.back();
  }

  void make_room(std::size_t count) {
    if (points.size() < count) points.resize(count);
  }

  const World* world;
  const SharedWorld* worlds = nullptr;  // whose newest world each query asks
  std::shared_ptr<const World> kept;    // the world, where it is shared
  std::uint64_t revision;
  OptimalScratch optimal;
  std::optional<MeshScratch> cells;
  std::optional<GridScratch> tiles;
  std::optional<WideScratch> wide;
  std::vector<std::unique_ptr<SquareSearch>> squares;
  std::vector<Point> points;
  std::vector<Point> work;  // of pull_disc()
  std::vector<DiscTurn> turns;
  Query query;
};

void Finder::Memory::use(std::shared_ptr<const World> map) {
  assert(map != nullptr);
  // Copies that were edited apart may have the same revision.
  query.is_running = false;
  if (map.get() != world) revision = std::numeric_limits<std::uint64_t>::max();
  kept = std::move(map);
  world = kept.get();
}

void Finder::Memory::follow_world() {
  if (revision == world->revision()) return;
  revision = world->revision();
  optimal.fit(world->mesh());
  if (cells) cells->fit(world->mesh());
  for (const std::unique_ptr<SquareSearch>& square : squares) {
    if (const SquareMap* map = world->find_square_map(square->radius)) square->scratch.fit(*map);
  }
}

// Begins the query from query.start to query.goal on the present world.
void Finder::Memory::begin() {
  query.is_running = false;  // in case an allocation throws
  follow_world();
  query.kind = SearchKind::none;
  query.early = check();
  if (query.early.reason == Reason::none) {
    choose_search();
    begin_search();
  }
  query.is_running = true;
}

// Decides what needs no search: the result has a reason if there is no path, and Reason::none if a
// search is needed.
FoundPath Finder::Memory::check() {
  const FindOptions& options = query.options;
  if (!are_valid(options)) return make_failure(Status::invalid_input, Reason::bad_options);
  if (!world->is_prepared(options.agent)) {
    return make_failure(Status::invalid_input, Reason::not_prepared);
  }
  const Grid& grid = world->grid();
  query.from = is_on_some_map(query.start) ? snap(query.start) : Point(-1.0F, -1.0F);
  query.to = is_on_some_map(query.goal) ? snap(query.goal) : Point(-1.0F, -1.0F);
  const std::optional<Tile> first = grid.locate(query.from);
  if (!first) return make_failure(Status::invalid_input, Reason::start_blocked);
  std::optional<Tile> last = grid.locate(query.to);
  if (options.goal == GoalRule::nearest && is_on_some_map(query.goal) &&
      (!last || !grid.is_connected(*first, *last))) {
    last = find_nearest_connected(grid, *first, query.to);
    query.to = find_nearest_place(grid, *last, query.to);
  }
  if (!last) return make_failure(Status::invalid_input, Reason::goal_blocked);
  const Reason overlap = find_overlap();
  const bool is_square = options.agent.shape == AgentShape::square;
  // A square passes slits that no tile is connected by: its map knows.
  if (!is_square && !grid.is_connected(*first, *last)) {
    return make_failure(Status::no_path, Reason::not_connected);
  }
  if (overlap != Reason::none) return make_failure(Status::invalid_input, overlap);
  if (distance(query.from, query.to) > options.length_limit) {
    return make_failure(Status::no_path, Reason::limit);
  }
  return {};
}

// Whether the agent overlaps a wall at start or goal.
Reason Finder::Memory::find_overlap() const {
  const Agent& agent = query.options.agent;
  const auto has_room = [&](const Point& place) {
    if (agent.shape == AgentShape::point) return true;
    if (agent.shape == AgentShape::square)
      return world->find_square_map(agent.radius)->holds(place);
    return has_clearance(world->grid().bits(), place, agent.radius);
  };
  if (!has_room(query.from)) return Reason::start_too_near;
  return has_room(query.to) ? Reason::none : Reason::goal_too_near;
}

// Also makes the memory of the search.
void Finder::Memory::choose_search() {
  const FindOptions& options = query.options;
  if (options.agent.shape == AgentShape::square) {
    const SquareMap& map = *world->find_square_map(options.agent.radius);
    query.kind = SearchKind::square;
    query.square = &square_of(options.agent.radius, map);
    make_room(max_path_points(map));
  } else if (options.agent.shape == AgentShape::disc && options.agent.radius > kNarrowRadius) {
    query.kind = SearchKind::wide;
    if (!wide) wide.emplace(*world->clearance());
    make_room(max_path_points(world->mesh()));
  } else if (options.method == Method::over_tiles) {
    query.kind = SearchKind::over_tiles;
    if (!tiles) tiles.emplace(world->grid());
    make_room(max_path_points(world->grid()));
  } else {
    query.kind =
        options.method == Method::over_cells ? SearchKind::over_cells : SearchKind::optimal;
    if (query.kind == SearchKind::over_cells && !cells) cells.emplace(world->mesh());
    make_room(max_path_points(world->mesh()));
  }
}

void Finder::Memory::begin_search() {
  const FindOptions& options = query.options;
  const Point& from = query.from;
  const Point& to = query.to;
  const OptimalOptions limits{options.expansion_limit, options.length_limit};
  query.spent = 0;
  switch (query.kind) {
    case SearchKind::none:
      break;
    case SearchKind::optimal:
      begin_optimal_path(world->mesh(), from, to, limits, optimal);
      break;
    case SearchKind::over_cells:
      begin_path(world->mesh(), from, to, {PartialPath::none, options.expansion_limit}, *cells);
      break;
    case SearchKind::over_tiles: {
      GridPathOptions path_options;
      path_options.search.expansion_limit = options.expansion_limit;
      // Repair would cut straight across expensive terrain.
      if (world->grid().has_costs()) path_options.repair = Repair::none;
      begin_path(world->grid(), from, to, path_options, *tiles);
      break;
    }
    case SearchKind::wide:
      begin_wide_path(world->grid().bits(), *world->clearance(), from, to,
                      {options.agent.radius, options.expansion_limit}, *wide);
      break;
    case SearchKind::square:
      begin_optimal_path(*world->find_square_map(options.agent.radius), from, to, limits,
                         query.square->scratch);
      break;
  }
}

std::optional<PathResult> Finder::Memory::advance_search(std::size_t expansions) {
  switch (query.kind) {
    case SearchKind::none:
      break;
    case SearchKind::optimal:
      return advance_optimal_path(world->mesh(), expansions, optimal, points);
    case SearchKind::over_cells:
      return advance_path(world->mesh(), expansions, *cells, points);
    case SearchKind::over_tiles:
      return advance_path(world->grid(), expansions, *tiles, points);
    case SearchKind::wide: {
      const std::optional<WideResult> found =
          advance_wide_path(world->grid().bits(), *world->clearance(), expansions, *wide, points);
      if (!found) return std::nullopt;
      return PathResult{found->status, found->count, 0.0, found->expanded};
    }
    case SearchKind::square:
      return advance_optimal_path(*world->find_square_map(query.options.agent.radius), expansions,
                                  query.square->scratch, points);
  }
  return PathResult{};
}

// If the search ran out of memory and more can be had: begins it again with more, and returns true.
bool Finder::Memory::grow(const PathResult& found) {
  if (query.kind == SearchKind::wide && found.status == Status::truncated) {
    points.resize(2 * points.size());
    begin_search();
    return true;
  }
  const bool is_square = query.kind == SearchKind::square;
  if (!is_square && query.kind != SearchKind::optimal) return false;
  if (found.status != Status::out_of_nodes || found.expanded >= query.options.expansion_limit) {
    return false;
  }
  OptimalScratch& scratch = is_square ? query.square->scratch.search : optimal;
  if (!scratch.grow()) return false;
  begin_search();
  return true;
}

std::optional<FoundPath> Finder::Memory::advance(std::size_t expansions) {
  if (!query.is_running) return make_failure(Status::invalid_input, Reason::not_begun);
  // The world was edited since; an agent that was not prepared may be by now.
  if (revision != world->revision() || query.early.reason == Reason::not_prepared) begin();
  if (query.kind == SearchKind::none) {
    query.is_running = false;
    return query.early;
  }
  for (;;) {
    const std::optional<PathResult> found = advance_search(expansions);
    if (!found) {
      query.spent += expansions;
      return std::nullopt;
    }
    expansions -= std::min(expansions, found->expanded - query.spent);
    if (grow(*found)) continue;
    query.is_running = false;
    return finish(*found);
  }
}

FoundPath Finder::Memory::finish(const PathResult& found) {
  FoundPath path;
  if (found.status == Status::ok && query.options.agent.shape == AgentShape::disc) {
    path = pull_to_disc(found);
  } else if (found.status == Status::ok) {
    path.status = Status::ok;
    path.points = std::span<const Point>(points).first(found.count);
    path.length = found.length;
  } else {
    path = make_failure(found.status, explain_failure(found.status));
  }
  if (path && path.length > query.options.length_limit) {
    path = make_failure(Status::no_path, Reason::limit);
  }
  path.expanded = found.expanded;
  return path;
}

Reason Finder::Memory::explain_failure(Status status) const {
  if (status == Status::out_of_nodes) return Reason::limit;
  const bool is_limited = query.options.length_limit < kNoLengthLimit;
  if (query.kind == SearchKind::optimal) {
    return is_limited ? Reason::limit : Reason::not_connected;
  }
  if (query.kind == SearchKind::square && is_limited) {
    const SquareMap& map = *world->find_square_map(query.options.agent.radius);
    if (are_connected(map.mesh(), query.from, query.to)) return Reason::limit;
  }
  const bool is_for_points =
      query.kind == SearchKind::over_cells || query.kind == SearchKind::over_tiles;
  return is_for_points ? Reason::not_connected : Reason::too_narrow;
}

// Pulls the path of a point, the first `found.count` of `points`.
FoundPath Finder::Memory::pull_to_disc(const PathResult& found) {
  const double radius = query.options.agent.radius;
  const std::span<const Point> path = std::span<const Point>(points).first(found.count);
  std::size_t room = max_repair_points(found.count);
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
  if (pulled.status != Status::ok) return make_failure(pulled.status, Reason::too_narrow);
  FoundPath disc;
  disc.status = Status::ok;
  disc.turns = std::span<const DiscTurn>(turns).first(pulled.count);
  disc.length = disc_path_length(disc.turns, radius);
  return disc;
}

Finder::Finder(const World& world) : memory_(std::make_unique<Memory>(world)) {}
Finder::Finder(std::shared_ptr<const World> world) : Finder(*world) {
  memory_->use(std::move(world));
}
Finder::Finder(const SharedWorld& worlds) : Finder(worlds.read()) { memory_->worlds = &worlds; }
Finder::~Finder() = default;
Finder::Finder(Finder&&) noexcept = default;
Finder& Finder::operator=(Finder&&) noexcept = default;

FoundPath Finder::find(const Point& start, const Point& goal, const FindOptions& options) {
  begin(start, goal, options);
  return *memory_->advance(kNoExpansionLimit);
}

void Finder::begin(const Point& start, const Point& goal, const FindOptions& options) {
  memory_->query.start = start;
  memory_->query.goal = goal;
  memory_->query.options = options;
  if (memory_->worlds != nullptr) memory_->use(memory_->worlds->read());
  memory_->begin();
}

std::optional<FoundPath> Finder::advance(std::size_t expansions) {
  return memory_->advance(expansions);
}

void Finder::cancel() noexcept { memory_->query.is_running = false; }

bool Finder::is_running() const noexcept { return memory_->query.is_running; }

void Finder::use(std::shared_ptr<const World> world) {
  memory_->worlds = nullptr;
  memory_->use(std::move(world));
}

const World& Finder::world() const noexcept { return *memory_->world; }

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

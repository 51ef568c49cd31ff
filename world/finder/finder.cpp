#include <taut/finder.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <taut/detail/require.hpp>
#include <taut/engine/mesh_path.hpp>

#include "finder_memory.hpp"

namespace taut {

using detail::make_failure;
using detail::SearchKind;

void Finder::Memory::use(std::shared_ptr<const World> map) {
  query.is_running = false;
  query.found_by = SearchKind::none;
  // Copies that were edited apart may have the same revision.
  if (map.get() != world) {
    revision = std::numeric_limits<std::uint64_t>::max();
    mover_reach.forget();
    watch = map->anchor_.watch();
  }
  kept = std::move(map);
  world = kept.get();
}

// Then there is another world, which may have the revision of the one before.
void Finder::Memory::see_assignment() noexcept {
  if (!watch.sees_assignment()) return;
  revision = std::numeric_limits<std::uint64_t>::max();
  mover_reach.forget();
}

void Finder::Memory::follow_world() {
  const Grid& grid = world->grid();
  const bool is_same_size = grid.width() == width && grid.height() == height;
  if (is_same_size && revision == world->revision()) return;
  if (cells) cells->fit(world->mesh());
  if (tiles) tiles->fit(grid);
  if (leaves && world->quadtree() != nullptr) leaves->fit(*world->quadtree());
  for (const std::unique_ptr<SpaceSearch>& search : searches) {
    if (const Space* space = world->find_space(search->agent)) search->scratch.fit(*space);
  }
  // Last: what an allocation that throws leaves undone is done by the next query.
  width = grid.width();
  height = grid.height();
  revision = world->revision();
}

FoundPath Finder::Memory::find(const Point& start, const Point& goal, const FindOptions& options) {
  query.start = start;
  query.goal = goal;
  query.options = options;
  begin();
  FoundPath found = *advance(kNoExpansionLimit);
  found.revision = world->revision();
  return found;
}

// Begins the query from query.start to query.goal on the present world.
void Finder::Memory::begin() {
  watch.check();
  see_assignment();
  ++query.number;
  query.is_running = false;  // in case an allocation throws
  query.found_by = SearchKind::none;
  query.options.agent.radius = snap_radius(query.options.agent.radius);
  query.kind = SearchKind::none;
  query.before = 0;
  if (world->is_broken()) {
    query.early = make_failure(Status::invalid_input, Reason::broken);
    query.is_running = true;
    return;
  }
  follow_world();
  query.early = check();
  if (query.early.reason == Reason::none) {
    choose_search();
    begin_search();
  }
  query.is_running = true;
}

namespace {

SearchKind choose_kind(const FindOptions& options, bool has_terrain) noexcept {
  if (has_terrain) return SearchKind::over_tiles;
  if (options.agent.shape != AgentShape::point) return SearchKind::optimal;
  switch (options.method) {
    case Method::best:
    case Method::optimal:
      return SearchKind::optimal;
    case Method::over_cells:
      return SearchKind::over_cells;
    case Method::over_leaves:
      return SearchKind::over_leaves;
    case Method::over_tiles:
      return SearchKind::over_tiles;
  }
  return SearchKind::optimal;
}

Method method_of(SearchKind kind) noexcept {
  switch (kind) {
    case SearchKind::optimal:
      return Method::optimal;
    case SearchKind::over_cells:
      return Method::over_cells;
    case SearchKind::over_leaves:
      return Method::over_leaves;
    case SearchKind::over_tiles:
      return Method::over_tiles;
    case SearchKind::none:
      break;
  }
  return Method::best;
}

Repair repair_of(const FindOptions& options) noexcept {
  return options.pull == Pull::funnel ? Repair::raycast : Repair::none;
}

// World::prepare() may have made the map since the finder followed the world.
template <class Scratch, class Map>
void make_fit(std::optional<Scratch>& scratch, const Map& map) {
  if (scratch) {
    scratch->fit(map);
  } else {
    scratch.emplace(map);
  }
}

// Whether Method::best may end a search over the mesh and go on over cells.
bool may_change(const FindOptions& options) noexcept {
  return options.method == Method::best && options.agent.shape == AgentShape::point;
}

}  // namespace

// Also makes the memory of the search.
void Finder::Memory::choose_search() {
  const FindOptions& options = query.options;
  query.kind = choose_kind(options, has_terrain());
  switch (query.kind) {
    case SearchKind::none:
      break;
    case SearchKind::over_leaves:
      make_fit(leaves, *world->quadtree());
      return make_room(max_path_points(*world->quadtree()));
    case SearchKind::over_tiles:
      if (!tiles) tiles.emplace(world->grid());
      return make_room(max_path_points(world->grid()));
    case SearchKind::optimal:
    case SearchKind::over_cells:
      query.search = &search_in(*query.space);
      if ((query.kind == SearchKind::over_cells || may_change(options)) && !cells) {
        cells.emplace(world->mesh());
      }
      make_room(max_path_points(*query.space));
      if (options.pull != Pull::funnel) make_room_for_pull();
  }
}

// Of pull_again().
void Finder::Memory::make_room_for_pull() {
  const std::size_t most = max_corridor_cells(world->mesh());
  if (corridor.size() < most) corridor.resize(most);
  if (portals.size() < max_edge_portals(most)) portals.resize(max_edge_portals(most));
  make_room(max_path_points(2 * most));
}

void Finder::Memory::begin_search() {
  const FindOptions& options = query.options;
  const Point& from = query.from;
  const Point& to = query.to;
  query.limit = options.expansion_limit - std::min(options.expansion_limit, query.before);
  if (may_change(options) && query.kind == SearchKind::optimal) {
    query.limit = std::min(query.limit, kBestExpansions);
  }
  const std::size_t limit = query.limit;
  query.landmarks = query.space->landmarks();
  // Another pull needs the corridor, which an index does not tell.
  query.index = options.pull == Pull::funnel ? query.space->index() : nullptr;
  query.spent = 0;
  switch (query.kind) {
    case SearchKind::none:
      break;
    case SearchKind::optimal:
      begin_optimal_path(query.space->mesh(), from, to,
                         {limit, query.space->mesh_length_limit(options.length_limit),
                          query.landmarks.get(), query.index.get()},
                         query.search->scratch.search);
      break;
    case SearchKind::over_cells:
      begin_path(world->mesh(), from, to, {PartialPath::none, limit, query.landmarks.get()},
                 *cells);
      break;
    case SearchKind::over_leaves:
      begin_path(*world->quadtree(), from, to,
                 {{PartialPath::none, limit}, options.pull, repair_of(options)}, *leaves);
      break;
    case SearchKind::over_tiles: {
      GridPathOptions path_options;
      path_options.search.expansion_limit = limit;
      path_options.search.costs = options.costs;
      path_options.pull = options.pull;
      path_options.repair = repair_of(options);
      begin_path(world->grid(), from, to, path_options, *tiles);
      break;
    }
  }
}

std::optional<PathResult> Finder::Memory::advance_search(std::size_t expansions) {
  switch (query.kind) {
    case SearchKind::none:
      break;
    case SearchKind::optimal:
      return advance_optimal_path(query.space->mesh(), expansions, query.search->scratch.search,
                                  points);
    case SearchKind::over_cells:
      return advance_path(world->mesh(), expansions, *cells, points);
    case SearchKind::over_leaves:
      return advance_path(*world->quadtree(), expansions, *leaves, points);
    case SearchKind::over_tiles:
      return advance_path(world->grid(), expansions, *tiles, points);
  }
  return PathResult{};
}

// If the search ran out of memory and more can be had: begins it again with more, and returns true.
bool Finder::Memory::grow(const PathResult& found) {
  if (query.kind != SearchKind::optimal) return false;
  if (found.status != Status::out_of_nodes || found.expanded >= query.limit) return false;
  if (!query.search->scratch.search.grow()) return false;
  begin_search();
  return true;
}

// Whether Method::best goes on over cells.
bool Finder::Memory::change_method(const PathResult& found) {
  const FindOptions& options = query.options;
  if (!may_change(options) || query.kind != SearchKind::optimal) return false;
  if (found.status != Status::out_of_nodes) return false;
  if (options.expansion_limit <= query.before + found.expanded) return false;
  query.before += found.expanded;
  query.kind = SearchKind::over_cells;
  return true;
}

std::optional<FoundPath> Finder::Memory::advance(std::size_t expansions) {
  watch.check();
  if (!query.is_running) return make_failure(Status::invalid_input, Reason::not_begun);
  // The world was edited since; an agent that was not prepared may be by now.
  see_assignment();
  const bool has_changed = world->is_broken() || revision != world->revision();
  if (has_changed || query.early.reason == Reason::not_prepared) begin();
  query.is_running = false;  // in case an allocation throws
  if (query.kind == SearchKind::none) return query.early;
  for (;;) {
    const std::optional<PathResult> found = advance_search(expansions);
    if (!found) {
      query.spent += expansions;
      query.is_running = true;
      return std::nullopt;
    }
    expansions -= std::min(expansions, found->expanded - query.spent);
    if (grow(*found)) continue;
    if (change_method(*found)) {
      begin_search();
      continue;
    }
    return finish(*found);
  }
}

FoundPath Finder::Memory::finish(const PathResult& found) {
  query.index.reset();  // it may be large, and outdated soon
  FoundPath path;
  const bool is_disc = query.options.agent.shape == AgentShape::disc;
  if (found.status != Status::ok) {
    path = make_failure(found.status, explain_failure(found.status));
  } else if (has_terrain() && is_disc) {
    path = pull_over_terrain(found.count);
  } else if (query.kind == SearchKind::optimal && !query.space->is_exact()) {
    path = pull_in(*query.space, query.search->scratch, found.count);
  } else {
    const PathResult pulled = pull_again(found);
    path.status = Status::ok;
    path.points = std::span<const Point>(points).first(pulled.count);
    path.length = pulled.length;
    path.cost = pulled.cost;
  }
  if (path && path.length > query.options.length_limit) {
    path = make_failure(Status::no_path, Reason::limit);
  }
  const bool is_over_mesh =
      query.kind == SearchKind::optimal || query.kind == SearchKind::over_cells;
  if (path && is_over_mesh) query.found_by = query.kind;
  path.method = method_of(query.kind);
  path.costs = query.options.costs;
  path.expanded = query.before + found.expanded;
  return path;
}

namespace {

const World& require_sound(const World& world) {
  if (world.is_broken()) detail::reject("Finder: an edit of the world ran out of memory");
  return world;
}

const World& require_world(const std::shared_ptr<const World>& world) {
  if (world == nullptr) detail::reject("Finder: the world is null");
  return *world;
}

}  // namespace

Finder::Finder(const World& world) : memory_(std::make_unique<Memory>(require_sound(world))) {}
Finder::Finder(std::shared_ptr<const World> world) : Finder(require_world(world)) {
  memory_->use(std::move(world));
}
Finder::Finder(const SharedWorld& worlds) : Finder(worlds.read()) { memory_->worlds = &worlds; }
Finder::~Finder() = default;
Finder::Finder(Finder&&) noexcept = default;
Finder& Finder::operator=(Finder&&) noexcept = default;

FoundPath Finder::find(const Point& start, const Point& goal, const FindOptions& options) {
  if (memory_->worlds != nullptr) memory_->use(memory_->worlds->read());
  return memory_->find(start, goal, options);
}

void Finder::begin(const Point& start, const Point& goal, const FindOptions& options) {
  memory_->query.start = start;
  memory_->query.goal = goal;
  memory_->query.options = options;
  if (memory_->worlds != nullptr) memory_->use(memory_->worlds->read());
  memory_->begin();
}

std::optional<FoundPath> Finder::advance(std::size_t expansions) {
  std::optional<FoundPath> found = memory_->advance(expansions);
  if (found) found->revision = memory_->world->revision();
  return found;
}

void Finder::cancel() noexcept {
  memory_->query.is_running = false;
  memory_->query.found_by = SearchKind::none;
}

bool Finder::is_running() const noexcept { return memory_->query.is_running; }

void Finder::use(std::shared_ptr<const World> world) {
  require_world(world);
  memory_->worlds = nullptr;
  memory_->use(std::move(world));
}

Result Finder::extract_corridor(std::span<CellId> out) noexcept {
  Memory& m = *memory_;
  const Space* const own = space();
  if (own == nullptr) return {Status::invalid_input, 0};
  switch (m.query.found_by) {
    case SearchKind::optimal:
      return taut::extract_corridor(own->mesh(), m.query.search->scratch.search, out);
    case SearchKind::over_cells:
      return taut::extract_corridor(m.world->mesh(), *m.cells, out);
    default:
      return {Status::invalid_input, 0};
  }
}

Result Finder::extract_cones(std::span<Cone> out) const noexcept {
  const Memory& m = *memory_;
  const Space* const own = space();
  if (own == nullptr || m.query.found_by != SearchKind::optimal) return {Status::invalid_input, 0};
  return taut::extract_cones(own->mesh(), m.query.search->scratch.search, out);
}

const Space* Finder::space() const noexcept {
  const World& asked = world();
  return asked.is_broken() ? nullptr : asked.find_space(memory_->query.options.agent);
}

const World& Finder::world() const noexcept {
  memory_->watch.check();
  return *memory_->world;
}

std::size_t Finder::memory_bytes() const noexcept {
  std::size_t bytes =
      sizeof(Memory) + (memory_->points.capacity() + memory_->work.capacity()) * sizeof(Point) +
      memory_->turns.capacity() * sizeof(DiscTurn) + memory_->corridor.capacity() * sizeof(CellId) +
      memory_->portals.capacity() * sizeof(Portal);
  if (memory_->cells) bytes += memory_->cells->memory_bytes();
  if (memory_->leaves) bytes += memory_->leaves->memory_bytes();
  if (memory_->tiles) bytes += memory_->tiles->memory_bytes();
  for (const auto& search : memory_->searches) bytes += search->scratch.memory_bytes();
  bytes += memory_->mover_reach.memory_bytes();
  return bytes;
}

}  // namespace taut

#include <taut/finder.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <taut/detail/require.hpp>
#include <taut/mesh_path.hpp>

#include "grid/agent/disc_shape.hpp"

#include "finder_memory.hpp"

namespace taut {

using detail::is_wide;
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
  optimal.fit(world->mesh());
  if (cells) cells->fit(world->mesh());
  if (tiles) tiles->fit(grid);
  if (leaves && world->quadtree() != nullptr) leaves->fit(*world->quadtree());
  if (wide && world->clearance() != nullptr) wide->fit(*world->clearance());
  for (const std::unique_ptr<DiscSearch>& disc : discs) {
    if (const DiscMap* map = world->find_disc_map(disc->radius)) disc->scratch.fit(map->mesh());
  }
  for (const std::unique_ptr<SquareSearch>& square : squares) {
    if (const SquareMap* map = world->find_square_map(square->radius)) square->scratch.fit(*map);
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

SearchKind choose_kind(Method method, bool has_terrain) noexcept {
  switch (method) {
    case Method::best:
      return has_terrain ? SearchKind::over_tiles : SearchKind::optimal;
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
    case SearchKind::square:
      return Method::optimal;
    case SearchKind::over_cells:
      return Method::over_cells;
    case SearchKind::over_leaves:
      return Method::over_leaves;
    case SearchKind::over_tiles:
      return Method::over_tiles;
    case SearchKind::none:
    case SearchKind::wide:
    case SearchKind::disc:
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

}  // namespace

// Also makes the memory of the search.
void Finder::Memory::choose_search() {
  const FindOptions& options = query.options;
  if (options.agent.shape == AgentShape::square) {
    const SquareMap& map = *world->find_square_map(options.agent.radius);
    query.kind = SearchKind::square;
    query.square = &square_of(options.agent.radius, map);
    make_room(max_path_points(map));
  } else if (const DiscMap* map = disc_map()) {
    query.kind = SearchKind::disc;
    query.disc = &disc_of(*map);
    make_room(max_path_points(map->mesh()));
  } else if (is_wide(options.agent)) {
    query.kind = SearchKind::wide;
    make_fit(wide, *world->clearance());
    make_room(max_path_points(world->mesh()));
  } else {
    query.kind = choose_kind(options.method, has_terrain());
    switch (query.kind) {
      case SearchKind::over_leaves:
        make_fit(leaves, *world->quadtree());
        return make_room(max_path_points(*world->quadtree()));
      case SearchKind::over_tiles:
        if (!tiles) tiles.emplace(world->grid());
        return make_room(max_path_points(world->grid()));
      case SearchKind::none:
      case SearchKind::optimal:
      case SearchKind::over_cells:
      case SearchKind::wide:
      case SearchKind::disc:
      case SearchKind::square:
        if (options.method != Method::optimal && !cells) cells.emplace(world->mesh());
        make_room(max_path_points(world->mesh()));
        if (options.pull != Pull::funnel) make_room_for_pull();
    }
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
  if (options.method == Method::best && query.kind == SearchKind::optimal) {
    query.limit = std::min(query.limit, kBestExpansions);
  }
  const std::size_t limit = query.limit;
  query.landmarks = world->landmarks();
  query.spent = 0;
  switch (query.kind) {
    case SearchKind::none:
      break;
    case SearchKind::optimal:
      begin_optimal_path(world->mesh(), from, to,
                         {limit, options.length_limit, query.landmarks.get()}, optimal);
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
    case SearchKind::wide:
      begin_wide_path(world->grid().bits(), *world->clearance(), from, to,
                      {options.agent.radius, limit}, *wide);
      break;
    case SearchKind::disc:
      begin_optimal_path(disc_map()->mesh(), from, to,
                         {limit, detail::mesh_length_limit(options.length_limit)},
                         query.disc->scratch);
      break;
    case SearchKind::square:
      begin_optimal_path(*world->find_square_map(options.agent.radius), from, to,
                         {limit, options.length_limit}, query.square->scratch);
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
    case SearchKind::over_leaves:
      return advance_path(*world->quadtree(), expansions, *leaves, points);
    case SearchKind::over_tiles:
      return advance_path(world->grid(), expansions, *tiles, points);
    case SearchKind::wide: {
      const std::optional<WideResult> found =
          advance_wide_path(world->grid().bits(), *world->clearance(), expansions, *wide, points);
      if (!found) return std::nullopt;
      return PathResult{found->status, found->count, 0.0, found->expanded};
    }
    case SearchKind::disc:
      return advance_optimal_path(disc_map()->mesh(), expansions, query.disc->scratch, points);
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
  OptimalScratch* const scratch = scratch_of_search();
  if (scratch == nullptr) return false;
  if (found.status != Status::out_of_nodes || found.expanded >= query.limit) return false;
  if (!scratch->grow()) return false;
  begin_search();
  return true;
}

// Of an optimal search; null for others.
OptimalScratch* Finder::Memory::scratch_of_search() noexcept {
  if (query.kind == SearchKind::optimal) return &optimal;
  if (query.kind == SearchKind::disc) return &query.disc->scratch;
  return query.kind == SearchKind::square ? &query.square->scratch.search : nullptr;
}

// Whether Method::best goes on over cells.
bool Finder::Memory::change_method(const PathResult& found) {
  const FindOptions& options = query.options;
  const bool is_asked = options.method == Method::best && query.kind == SearchKind::optimal;
  if (!is_asked || found.status != Status::out_of_nodes) return false;
  if (options.expansion_limit <= query.before + found.expanded) return false;
  query.before += found.expanded;
  query.kind = SearchKind::over_cells;
  return true;
}

// Whether a wide disc is searched for on the half-tile lattice, but there is a mesh by now, or the
// other way round.
bool Finder::Memory::is_mesh_new() const noexcept {
  if (query.kind == SearchKind::wide) return disc_map() != nullptr;
  return query.kind == SearchKind::disc && disc_map() == nullptr;
}

std::optional<FoundPath> Finder::Memory::advance(std::size_t expansions) {
  watch.check();
  if (!query.is_running) return make_failure(Status::invalid_input, Reason::not_begun);
  // The world was edited since; an agent that was not prepared may be by now.
  see_assignment();
  const bool has_changed = world->is_broken() || revision != world->revision() || is_mesh_new();
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
    if (come_nearer(*found) || change_method(*found)) {
      begin_search();
      continue;
    }
    return finish(*found);
  }
}

FoundPath Finder::Memory::finish(const PathResult& found) {
  FoundPath path;
  if (found.status == Status::ok && query.options.agent.shape == AgentShape::disc) {
    const DiscMap* const map = query.kind == SearchKind::disc ? disc_map() : nullptr;
    path = has_terrain()
               ? pull_over_terrain(found.count)
               : pull_to_disc(world->grid().bits(), found.count, query.options.agent.radius, map);
  } else if (found.status == Status::ok) {
    const PathResult pulled = pull_again(found);
    path.status = Status::ok;
    path.points = std::span<const Point>(points).first(pulled.count);
    path.length = pulled.length;
    path.cost = pulled.cost;
  } else {
    path = make_failure(found.status, explain_failure(found.status));
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
  m.watch.check();
  if (m.world->is_broken()) return {Status::invalid_input, 0};
  switch (m.query.found_by) {
    case SearchKind::optimal:
      return taut::extract_corridor(m.world->mesh(), m.optimal, out);
    case SearchKind::over_cells:
      return taut::extract_corridor(m.world->mesh(), *m.cells, out);
    default:
      return {Status::invalid_input, 0};
  }
}

Result Finder::extract_cones(std::span<Cone> out) const noexcept {
  const Memory& m = *memory_;
  m.watch.check();
  if (m.query.found_by != SearchKind::optimal || m.world->is_broken()) {
    return {Status::invalid_input, 0};
  }
  return taut::extract_cones(m.world->mesh(), m.optimal, out);
}

const World& Finder::world() const noexcept {
  memory_->watch.check();
  return *memory_->world;
}

std::size_t Finder::memory_bytes() const noexcept {
  std::size_t bytes = sizeof(Memory) + memory_->optimal.memory_bytes() +
                      (memory_->points.capacity() + memory_->work.capacity()) * sizeof(Point) +
                      memory_->turns.capacity() * sizeof(DiscTurn) +
                      memory_->corridor.capacity() * sizeof(CellId) +
                      memory_->portals.capacity() * sizeof(Portal);
  if (memory_->cells) bytes += memory_->cells->memory_bytes();
  if (memory_->leaves) bytes += memory_->leaves->memory_bytes();
  if (memory_->tiles) bytes += memory_->tiles->memory_bytes();
  if (memory_->wide) {
    bytes +=
        memory_->wide->search.memory_bytes() + memory_->wide->nodes.capacity() * sizeof(NodeId);
  }
  bytes += memory_->mover_reach.memory_bytes();
  for (const auto& disc : memory_->discs) bytes += disc->scratch.memory_bytes();
  for (const auto& square : memory_->squares) bytes += square->scratch.memory_bytes();
  return bytes;
}

}  // namespace taut

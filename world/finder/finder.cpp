#include <taut/finder.hpp>

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>
#include <utility>

#include <taut/detail/require.hpp>
#include <taut/engine/tile_disc.hpp>
#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>

#include "core/base/lists.hpp"
#include "grid/agent/growing_pull.hpp"

#include "finder_memory.hpp"

namespace taut {

using detail::make_failure;
using detail::SearchKind;

namespace {

// No world has it: scratches that were made for this revision are made to fit again.
constexpr std::uint64_t kNoRevision = std::numeric_limits<std::uint64_t>::max();

}  // namespace

void Finder::Memory::use(std::shared_ptr<const World> map) {
  abandon();
  query.found_by = SearchKind::none;
  // Copies that were edited apart may have the same revision.
  if (map.get() != world) {
    revision = kNoRevision;
    ref = detail::WorldRef(*map);
  }
  kept = std::move(map);
  world = kept.get();
}

// A scratch would go on with a query that has been abandoned, when it is queried again: perhaps
// with other landmarks at the same place.
void Finder::Memory::abandon() noexcept {
  if (query.is_running) revision = kNoRevision;
  query.is_running = false;
}

void Finder::Memory::let_go() noexcept {
  abandon();
  query.found_by = SearchKind::none;
  query.space = nullptr;
  query.landmarks.reset();
  query.index.reset();
  world = nullptr;
  ref = {};
  kept.reset();
}

// The world may have been moved. When it was assigned to, it may have the revision of the one
// before.
void Finder::Memory::follow_move() noexcept {
  if (world == nullptr) return;
  const World* const now = ref.find();
  detail::check_world_exists(now != nullptr);
  if (now == nullptr) return let_go();
  if (now != world) abandon();
  world = now;
  if (!ref.see_assignment()) return;
  revision = kNoRevision;
  query.found_by = SearchKind::none;
}

void Finder::Memory::follow_world() {
  if (revision == world->revision()) return;
  for (AgentLinks& own : agent_links) own.is_current = false;
  for (const std::unique_ptr<SpaceSearch>& search : searches) {
    const Space* const space = world->find_space(search->agent);
    if (space != nullptr) search->fit(*space);
  }
  // Last: what an allocation that throws leaves undone is done by the next query.
  revision = world->revision();
}

bool Finder::Memory::goes_on(const Point& start, const Point& goal,
                             const FindOptions& options) const {
  if (!query.is_running || world == nullptr || world->is_broken() || revision != world->revision())
    return false;
  if (start != query.start || goal != query.goal) return false;
  FindOptions same = options;
  same.budget = query.options.budget;
  same.agent.radius = snap_radius(same.agent.radius);
  return same == query.options;
}

FoundPath Finder::Memory::find(const Point& start, const Point& goal, const FindOptions& options) {
  follow_move();
  if (!goes_on(start, goal, options)) {
    if (worlds != nullptr) use(worlds->read());
    if (world == nullptr) return make_failure(Status::invalid_input, Reason::broken);
    begin(start, goal, options);
  }
  return advance(options.budget);
}

// Begins a query on the present world.
void Finder::Memory::begin(const Point& start, const Point& goal, const FindOptions& options) {
  abandon();
  query.start = start;
  query.goal = goal;
  query.options = options;
  query.options.agent.radius = snap_radius(options.agent.radius);
  query.found_by = SearchKind::none;
  query.kind = SearchKind::none;
  query.before = 0;
  query.is_routed = query.is_fast = false;
  query.ended_leg.reset();
  query.leg_limit = kNoLengthLimit;
  if (world->is_broken()) {
    query.early = make_failure(Status::invalid_input, Reason::broken);
    return;
  }
  follow_world();
  query.early = check();
  if (query.early.reason != Reason::none) return;
  query.first = query.from;
  query.last = query.to;
  query.is_routed = begin_route();
  if (query.is_routed) {
    const bool is_begun = query.kind != SearchKind::none || begin_leg();
    if (!is_begun) query.early = finish_route({});
  } else {
    choose_search();
  }
}

namespace {

SearchKind choose_kind(const FindOptions& options, const Space& space) noexcept {
  if (space.has_costs()) return SearchKind::priced;
  const bool is_fast = options.method == Method::fast && options.agent.shape == AgentShape::point;
  return is_fast ? SearchKind::over_cells : SearchKind::optimal;
}

bool is_best_of_point(const FindOptions& options) noexcept {
  return options.method == Method::best && options.agent.shape == AgentShape::point;
}

}  // namespace

// Whether Method::best may go on over cells, or begin there.
bool Finder::Memory::may_change() const noexcept {
  if (!is_best_of_point(query.options)) return false;
  const ConvexMesh& mesh = query.space->mesh();
  const bool has_landmarks = query.landmarks != nullptr && query.landmarks->is_current(mesh);
  return !has_landmarks && (query.index == nullptr || !query.index->is_current(mesh));
}

// Whether the optimal search is likely to reach kBestExpansions. On maps where it does, it expands
// about a fifteenth as many nodes as there are corners in a square as wide as the way is long.
bool Finder::Memory::is_costly() const noexcept {
  const auto corners = static_cast<double>(query.space->mesh().vertex_count());
  const auto tiles = static_cast<double>(grid().walkable_count());
  return squared_norm(widen(query.to) - widen(query.from)) * corners >
         static_cast<double>(kBestCorners) * tiles;
}

// Also makes the memory of the search.
void Finder::Memory::choose_search() {
  query.kind = choose_kind(query.options, *query.space);
  query.search = &search_in(*query.space);
  const bool is_priced = query.kind == SearchKind::priced;
  const bool needs_cells =
      query.kind == SearchKind::over_cells || (is_best_of_point(query.options) && !is_priced);
  if (needs_cells && !query.search->cells) query.search->cells.emplace(query.space->mesh());
  if (is_priced && !query.search->priced) query.search->priced.emplace(query.space->mesh());
  make_room(max_path_points(*query.space));
  // Where a ground has costs, landmarks are by cost.
  query.landmarks = is_priced == query.space->has_ground() ? query.space->landmarks() : nullptr;
  query.index = query.space->index();
  // A limit on the length ends an optimal search early.
  const bool is_unlimited = query.is_routed || query.options.length_limit == kNoLengthLimit;
  if (query.kind == SearchKind::optimal && is_unlimited && may_change() && is_costly()) {
    query.kind = SearchKind::over_cells;
  }
  limit_search();
}

void Finder::Memory::limit_search() {
  const std::size_t most = query.options.expansion_limit;
  query.limit = most - std::min(most, query.before);
  if (query.kind == SearchKind::optimal && may_change()) {
    query.limit = std::min(query.limit, kBestExpansions);
  }
  query.spent = 0;
}

// Begins the search, or goes on with it: then all arguments but the budget are the same.
PathResult Finder::Memory::search(std::size_t budget) {
  const Point& from = query.from;
  const Point& to = query.to;
  switch (query.kind) {
    case SearchKind::none:
    case SearchKind::known_leg:
      break;
    case SearchKind::optimal:
      return find_optimal_path(
          query.space->mesh(), from, to,
          {query.limit, budget,
           query.is_routed ? query.leg_limit
                           : query.space->mesh_length_limit(query.options.length_limit),
           query.landmarks.get(), query.index.get()},
          query.search->scratch.search, points);
    case SearchKind::over_links:
      return find_path_over(query.space->mesh(), from, to, query.over, {query.limit, budget},
                            query.search->scratch.search);
    case SearchKind::over_cells:
      return find_path(query.space->mesh(), from, to,
                       {PartialPath::none, query.limit, budget, query.landmarks.get()},
                       *query.search->cells, points);
    case SearchKind::priced:
      return find_priced_path(query.space->priced_mesh(), from, to,
                              {query.limit, budget, query.landmarks.get()}, *query.search->priced,
                              points);
  }
  return {};
}

// If the search ran out of memory and more can be had: makes it, for a search that begins again,
// and returns true.
bool Finder::Memory::grow(const PathResult& found) {
  if (found.status == Status::truncated && query.kind == SearchKind::priced) {
    make_room(2 * points.size());
    limit_search();
    return true;
  }
  if (found.status != Status::out_of_nodes || found.expanded >= query.limit) return false;
  const bool has_grown =
      ((query.kind == SearchKind::optimal || query.kind == SearchKind::over_links) &&
       query.search->scratch.search.grow()) ||
      (query.kind == SearchKind::priced && query.search->priced->grow());
  if (!has_grown) return false;
  limit_search();
  return true;
}

// Whether Method::best goes on over cells, or a search by cost that has lost its way goes on as one
// by length.
bool Finder::Memory::change_method(const PathResult& found) {
  if (query.kind == SearchKind::priced && found.status == Status::no_path) {
    if (!query.space->is_connected(query.from, query.to)) return false;
    query.before += found.expanded;
    query.kind = SearchKind::optimal;
    query.landmarks = nullptr;
    limit_search();
    return true;
  }
  const FindOptions& options = query.options;
  if (query.kind != SearchKind::optimal || !may_change()) return false;
  if (found.status != Status::out_of_nodes) return false;
  if (options.expansion_limit <= query.before + found.expanded) return false;
  query.before += found.expanded;
  query.kind = SearchKind::over_cells;
  limit_search();
  return true;
}

FoundPath Finder::Memory::advance(std::size_t budget) {
  query.is_running = false;  // in case an allocation throws
  FoundPath path = query.early;
  while (query.kind != SearchKind::none) {
    const PathResult found = is_leg() ? search_leg(budget) : search(budget);
    if (found.status == Status::unfinished) {
      query.spent = found.expanded;
      query.is_running = true;
      path = make_failure(Status::unfinished, Reason::none);
      path.expanded = query.before + found.expanded;
      break;
    }
    budget -= std::min(budget, found.expanded - query.spent);
    if (grow(found) || change_method(found)) continue;
    if (query.is_routed && !end_leg(found)) continue;
    path = query.is_routed ? finish_route(found) : finish(found);
    break;
  }
  if (!query.is_running) query.landmarks.reset();  // an edit would copy them
  path.agent = query.options.agent;
  path.revision = world->revision();
  return path;
}

FoundPath Finder::Memory::finish(const PathResult& found) {
  query.index.reset();  // it may be large, and outdated soon
  const bool is_refused = found.status == Status::invalid_input || found.status == Status::no_path;
  if (is_refused && search_decides()) {
    const FoundPath failure = check_ends();
    if (failure.reason != Reason::none) return failure;
  }
  FoundPath path;
  if (found.status != Status::ok) {
    path = make_failure(found.status, explain_failure(found.status));
  } else if (!query.space->is_exact()) {
    path = pull_in(*query.space, query.search->scratch, found.count);
  } else {
    path.status = Status::ok;
    path.points = std::span<const Point>(points).first(found.count);
    path.length = found.length;
    path.cost = found.cost;
  }
  if (path) measure_cost(path, *world, query.options.agent);
  if (path && path.length > query.options.length_limit) {
    path = make_failure(Status::no_path, Reason::limit);
  }
  if (path) query.found_by = query.kind;
  const bool is_optimal = query.kind == SearchKind::optimal || query.kind == SearchKind::priced;
  path.method = is_optimal ? Method::optimal : Method::fast;
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

Finder::Finder(const World& world) : memory_(detail::make_hidden<Memory>(require_sound(world))) {}
Finder::Finder(std::shared_ptr<const World> world) : Finder(require_world(world)) {
  memory_->use(std::move(world));
}
Finder::Finder(const SharedWorld& worlds) : Finder(worlds.read()) { memory_->worlds = &worlds; }

FoundPath Finder::find(const Point& start, const Point& goal, const FindOptions& options) {
  const detail::UseCheck check(memory_->use_flag);
  memory_->clock.begin_call();
  FoundPath found = memory_->find(start, goal, options);
  found.stamp = memory_->clock.stamp();
  return found;
}

void Finder::release() noexcept {
  const detail::UseCheck check(memory_->use_flag);
  if (memory_->worlds != nullptr) memory_->let_go();
}

void Finder::use(std::shared_ptr<const World> world) {
  const detail::UseCheck check(memory_->use_flag);
  require_world(world);
  memory_->worlds = nullptr;
  memory_->use(std::move(world));
}

Result Finder::extract_corridor(std::span<CellId> out) noexcept {
  Memory& m = *memory_;
  const Space* const own = m.ref.find_unassigned() != nullptr ? space() : nullptr;
  if (own == nullptr || own != m.query.space) return {Status::invalid_input, 0};
  switch (m.query.found_by) {
    case SearchKind::optimal:
      return taut::extract_corridor(own->mesh(), m.query.search->scratch.search, out);
    case SearchKind::over_cells:
      return taut::extract_corridor(own->mesh(), *m.query.search->cells, out);
    case SearchKind::priced:
      return taut::extract_corridor(own->mesh(), *m.query.search->priced, out);
    default:
      return {Status::invalid_input, 0};
  }
}

Result Finder::extract_cones(std::span<Cone> out) const noexcept {
  const Memory& m = *memory_;
  const Space* const own = m.ref.find_unassigned() != nullptr ? space() : nullptr;
  if (own == nullptr || own != m.query.space || m.query.found_by != SearchKind::optimal) {
    return {Status::invalid_input, 0};
  }
  return taut::extract_cones(own->mesh(), m.query.search->scratch.search, out);
}

const Space* Finder::space() const noexcept {
  const World* const queried = memory_->ref.find();
  const bool is_sound = queried != nullptr && !queried->is_broken();
  return is_sound ? queried->find_space(memory_->query.options.agent) : nullptr;
}

const World& Finder::world() const noexcept {
  const World* const queried = memory_->ref.find();
  assert(queried != nullptr);
  return *queried;
}

std::size_t Finder::memory_bytes() const noexcept {
  const Memory& m = *memory_;
  std::size_t bytes = sizeof(Memory) + m.points.memory_bytes() + m.route.memory_bytes() +
                      detail::bytes_of(m.rests, m.found_over.points, m.found_over.legs,
                                       m.route_points, m.route_turns, m.passed, m.work, m.turns);
  for (const auto& own : m.agent_links) bytes += own.passages.memory_bytes();
  for (const auto& search : m.searches) {
    bytes += search->scratch.memory_bytes();
    if (search->cells) bytes += search->cells->memory_bytes();
    if (search->priced) bytes += search->priced->memory_bytes();
  }
  return bytes;
}

// ---- from what a search found to the path of the agent ----

FoundPath Finder::Memory::pull_in(const Space& space, SpaceScratch& scratch, std::size_t count) {
  const std::span<const Point> path = std::span<const Point>(points).first(count);
  FoundPath found;
  if (space.agent().shape == AgentShape::disc) {
    const Result pulled = detail::pull_turns(space, path, scratch, turns);
    if (pulled.status != Status::ok) return make_failure(pulled.status, Reason::too_narrow);
    found.status = Status::ok;
    found.turns = std::span<const DiscTurn>(turns).first(pulled.count);
    found.length = found.cost = disc_path_length(found.turns, space.agent().radius);
    return found;
  }
  if (space.has_costs() && scratch.bends.size() < count) scratch.bends.resize(count);
  if (work.size() < max_path_points(space)) work.resize(max_path_points(space));
  const Result pulled = pull_path(space, path, scratch, {.points = work});
  if (pulled.status != Status::ok) return make_failure(pulled.status, Reason::limit);
  found.status = Status::ok;
  found.points = std::span<const Point>(work).first(pulled.count);
  found.length = found.cost = path_length(found.points);
  return found;
}

void Finder::Memory::measure_cost(FoundPath& path, const World& map, const Agent& agent) {
  const Ground* const ground = map.find_ground(agent.ground);
  if (ground == nullptr || !ground->has_factors()) return;
  path.cost = path.turns.empty()
                  ? path_cost(map.grid(agent.ground), *ground, path.points)
                  : disc_path_cost(map.grid(agent.ground), *ground, path.turns, agent.radius);
}

}  // namespace taut

#include <taut/world.hpp>

#include <algorithm>
#include <cassert>
#include <utility>

#include <taut/build_landmarks.hpp>
#include <taut/constants.hpp>
#include <taut/detail/require.hpp>
#include <taut/geometry.hpp>
#include <taut/grid_mesh.hpp>
#include <taut/grid_repair.hpp>
#include <taut/map_file.hpp>
#include <taut/mesh_journal.hpp>
#include <taut/raycast.hpp>
#include <taut/tile_disc.hpp>
#include <taut/validate_disc.hpp>

#include "core/base/can_snap.hpp"

namespace taut {

World::World(Grid grid) : grid_(std::move(grid)), mesh_(build_mesh(grid_)) {}

Loaded<World> World::load(const std::string& file) {
  Loaded<Grid> grid = load_map(file);
  Loaded<World> world;
  if (grid) {
    world.value.emplace(std::move(*grid.value));
  } else {
    world.error = std::move(grid.error);
  }
  return world;
}

// First an own copy, which may throw.
World& World::operator=(const World& other) { return *this = World(other); }

// What each edit begins with. Makes room for record().
void World::begin_edit() {
  if (is_broken_) {
    detail::reject("World: an edit ran out of memory: only assign to the world or destroy it");
  }
  if (changes_.size() == changes_.capacity() && changes_.size() < 2 * kKeptChanges) {
    changes_.reserve(std::max<std::size_t>(2 * changes_.size(), 16));
  }
}

void World::set(const TileRect& tiles, TileState state) {
  begin_edit();
  is_broken_ = true;  // in case an allocation throws
  change_tiles(tiles, state);
  is_broken_ = false;
}

void World::change_tiles(const TileRect& tiles, TileState state) {
  const std::uint64_t before = grid_.revision();
  grid_.set(tiles, state);
  if (grid_.revision() == before) return;
  record(tiles);
  follow_edit(tiles, state);
  if (clearance_) clearance_->update(grid_.bits(), tiles);
  if (tree_) tree_->set(tiles, state);
  for (DiscMap& disc : discs_) disc.update(grid_.bits(), tiles);
  for (Square& square : squares_) square.map.update(grid_.bits(), tiles);
}

void World::follow_edit(const TileRect& tiles, TileState state) {
  if (landmarks_ == nullptr) {
    edit_mesh(grid_, tiles, mesh_);
    return;
  }
  // Queries in slices and copies of the world have the old ones.
  auto landmarks = std::make_shared<Landmarks>(*landmarks_);
  MeshJournal journal;
  edit_mesh(grid_, tiles, mesh_, journal);
  const auto change = state == TileState::blocked ? SpaceChange::shrinks : SpaceChange::grows;
  const Point low(static_cast<float>(tiles.x0), static_cast<float>(tiles.y0));
  const Point high(static_cast<float>(tiles.x1), static_cast<float>(tiles.y1));
  landmarks->follow(mesh_, journal, change, low, high);
  landmarks_ = std::move(landmarks);
}

void World::set(std::span<const TileRect> rectangles, TileState state) {
  for (const TileRect& tiles : rectangles) set(tiles, state);
}

void World::set(Tile tile, TileState state) {
  if (grid_.is_inside(tile)) set({tile.x, tile.y, tile.x + 1, tile.y + 1}, state);
}

void World::set_cost(const TileRect& tiles, float factor) {
  begin_edit();
  const std::uint64_t before = grid_.revision();
  grid_.set_cost(tiles, factor);
  if (grid_.revision() != before) record(tiles);
}

void World::set_class(const TileRect& tiles, std::uint8_t terrain_class) {
  begin_edit();
  const std::uint64_t before = grid_.revision();
  grid_.set_class(tiles, terrain_class);
  if (grid_.revision() != before) record(tiles);
}

// Requires room.
void World::record(const TileRect& tiles) noexcept {
  if (changes_.size() == 2 * kKeptChanges) {
    changes_.erase(changes_.begin(), changes_.begin() + kKeptChanges);
  }
  changes_.push_back(tiles);
}

void World::prepare(const Agent& agent) {
  begin_edit();
  const double radius = detail::require_valid("World::prepare", agent).radius;
  if (agent.shape == AgentShape::disc) {
    prepare_disc(radius);
  } else if (!is_prepared(agent)) {
    squares_.push_back({radius, SquareMap(grid_.bits(), radius)});
  }
}

void World::prepare_disc(double radius) {
  if (radius <= kNarrowRadius) return;
  // Both are made or none.
  std::list<DiscMap> made;
  if (radius <= DiscMap::kMostRadius && find_disc_map(radius) == nullptr) {
    made.emplace_back(grid_.bits(), radius);
  }
  if (!clearance_) clearance_.emplace(grid_.bits());
  discs_.splice(discs_.end(), made);
}

bool World::is_prepared(const Agent& agent) const noexcept {
  if (is_broken_ || !is_valid(agent)) return false;
  switch (agent.shape) {
    case AgentShape::disc:
      return agent.radius <= kNarrowRadius || clearance_.has_value();
    case AgentShape::square:
      return find_square_map(agent.radius) != nullptr;
    case AgentShape::point:
      return true;
  }
  return false;
}

void World::prepare(Method method) {
  begin_edit();
  if (!is_prepared(method)) tree_.emplace(grid_.bits());
}

bool World::is_prepared(Method method) const noexcept {
  return !is_broken_ && (method != Method::over_leaves || tree_.has_value());
}

void World::keep_landmarks(std::size_t count) {
  begin_edit();
  if (count == 0) {
    landmarks_ = nullptr;
    return;
  }
  detail::require_within("World::keep_landmarks: count", count, 0, Landmarks::kMaxCount);
  landmarks_ = std::make_shared<const Landmarks>(build_landmarks(mesh_, count));
}

std::size_t World::refresh_landmarks(std::size_t fields) {
  begin_edit();
  if (landmarks_ == nullptr) return 0;
  if (fields > 0 && landmarks_->outdated_count() > 0) {
    auto landmarks = std::make_shared<Landmarks>(*landmarks_);
    taut::refresh_landmarks(mesh_, fields, *landmarks);
    landmarks_ = std::move(landmarks);
  }
  return landmarks_->outdated_count();
}

std::optional<std::span<const TileRect>> World::changes_since(
    std::uint64_t revision) const noexcept {
  const std::uint64_t now = grid_.revision();
  if (is_broken_ || revision > now || now - revision > changes_.size()) return std::nullopt;
  return std::span<const TileRect>(changes_).last(static_cast<std::size_t>(now - revision));
}

bool World::has_room(const Agent& agent, const Point& place) const noexcept {
  if (is_broken_ || !is_valid(agent)) return false;
  switch (agent.shape) {
    case AgentShape::point:
      return detail::can_snap(place) && grid_.locate(place).has_value();
    case AgentShape::disc:
      return detail::can_snap(place) &&
             has_clearance(grid_.bits(), place, snap_radius(agent.radius));
    case AgentShape::square: {
      const SquareMap* const map = find_square_map(agent.radius);
      return map != nullptr && map->holds(place);
    }
  }
  return false;
}

namespace {

// Calls the functions of a mover, or those of the grid alone, which are faster.
bool sees(const Grid& grid, const TerrainCosts* costs, const Point& from,
          const Point& to) noexcept {
  return costs != nullptr ? is_visible(grid, *costs, from, to) : is_visible(grid, from, to);
}

bool may_bend(const Grid& grid, const TerrainCosts* costs, const Point& before, const Point& corner,
              const Point& after) noexcept {
  return costs != nullptr ? is_bend_walkable(grid, *costs, before, corner, after)
                          : is_bend_walkable(grid, before, corner, after);
}

}  // namespace

bool World::is_walkable(std::span<const Point> path, const TerrainCosts* costs) const noexcept {
  if (is_broken_ || path.empty()) return false;
  if (!std::all_of(path.begin(), path.end(), detail::can_snap)) return false;
  Point before = snap(path[0]);
  if (path.size() == 1) return sees(grid_, costs, before, before);
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Point at = snap(path[i]);
    if (!sees(grid_, costs, before, at)) return false;
    if (i + 1 < path.size() && !may_bend(grid_, costs, before, at, snap(path[i + 1]))) {
      return false;
    }
    before = at;
  }
  return true;
}

bool World::is_walkable(std::span<const DiscTurn> path, double radius,
                        const TerrainCosts* costs) const noexcept {
  const DiscCheck check = costs != nullptr ? validate_disc_path(grid_, *costs, path, radius)
                                           : validate_disc_path(grid_, path, radius);
  return !is_broken_ && check.fault == DiscFault::none;
}

const Clearance* World::clearance() const noexcept {
  assert(!is_broken_);
  return clearance_ ? &*clearance_ : nullptr;
}

const Quadtree* World::quadtree() const noexcept {
  assert(!is_broken_);
  return tree_ ? &*tree_ : nullptr;
}

const DiscMap* World::find_disc_map(double radius) const noexcept {
  assert(!is_broken_);
  radius = snap_radius(radius);
  for (const DiscMap& disc : discs_) {
    if (disc.radius() == radius) return &disc;
  }
  return nullptr;
}

const SquareMap* World::find_square_map(double radius) const noexcept {
  assert(!is_broken_);
  radius = snap_radius(radius);
  for (const Square& square : squares_) {
    if (square.radius == radius) return &square.map;
  }
  return nullptr;
}

std::size_t World::memory_bytes() const noexcept {
  std::size_t bytes =
      grid_.memory_bytes() + mesh_.memory_bytes() + changes_.capacity() * sizeof(TileRect);
  if (clearance_) bytes += clearance_->memory_bytes();
  if (tree_) bytes += tree_->memory_bytes();
  if (landmarks_) bytes += landmarks_->memory_bytes();
  for (const DiscMap& disc : discs_) bytes += disc.memory_bytes();
  for (const Square& square : squares_) bytes += square.map.memory_bytes();
  return bytes;
}

}  // namespace taut

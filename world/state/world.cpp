#include <taut/world.hpp>

#include <algorithm>
#include <cassert>
#include <utility>

#include <taut/detail/require.hpp>
#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/validate.hpp>
#include <taut/map_file.hpp>

#include "core/base/can_snap.hpp"

#include "build_index_of.hpp"

namespace taut {

World::World(Grid grid) : grid_(std::move(grid)) { spaces_.emplace_back(grid_); }

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

void World::require_sound() const {
  if (is_broken_) {
    detail::reject("World: an edit ran out of memory: only assign to the world or destroy it");
  }
}

// What each edit begins with. Makes room for record().
void World::begin_edit() {
  require_sound();
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
  for (Space& space : spaces_) space.update(grid_, tiles);
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

namespace {

std::shared_ptr<const Landmarks> make_landmarks(const Space& space, std::size_t count) {
  if (count == 0) return nullptr;
  return std::make_shared<const Landmarks>(build_landmarks(space.mesh(), count));
}

std::size_t count_outdated(const Space& space) noexcept {
  return space.landmarks() == nullptr ? 0 : space.landmarks()->outdated_count();
}

}  // namespace

void World::prepare(const Agent& agent) { prepare(agent, nullptr); }

// With the index of the space, where one is kept and there is one already.
void World::prepare(const Agent& agent, std::shared_ptr<const CornerIndex> index) {
  begin_edit();
  (void)detail::require_valid("World::prepare", agent);
  if (is_prepared(agent)) return;
  std::list<Space> made;
  made.emplace_back(grid_, agent);
  if (landmark_count_ > 0) made.back().use_landmarks(make_landmarks(made.back(), landmark_count_));
  if (index_bytes_ > 0) {
    if (index == nullptr) index = detail::build_index_of(made.back(), index_bytes_);
    made.back().use_index(std::move(index));
  }
  spaces_.splice(spaces_.end(), made);
}

bool World::is_prepared(const Agent& agent) const noexcept {
  return !is_broken_ && find_space(agent) != nullptr;
}

void World::keep_landmarks(std::size_t count) {
  begin_edit();
  detail::require_within("World::keep_landmarks: count", count, 0, Landmarks::kMaxCount);
  std::vector<std::shared_ptr<const Landmarks>> made;
  for (const Space& space : spaces_) made.push_back(make_landmarks(space, count));
  use_landmarks(std::move(made));
  landmark_count_ = count;
}

std::size_t World::refresh_landmarks(std::size_t fields) {
  begin_edit();
  std::vector<std::shared_ptr<const Landmarks>> made;
  for (const Space& space : spaces_) {
    made.push_back(space.landmarks());
    const std::size_t outdated = std::min(fields, count_outdated(space));
    if (outdated == 0) continue;
    auto landmarks = std::make_shared<Landmarks>(*space.landmarks());
    taut::refresh_landmarks(space.mesh(), outdated, *landmarks);
    made.back() = std::move(landmarks);
    fields -= outdated;
  }
  use_landmarks(std::move(made));
  return outdated_landmarks();
}

// One for each space. All that may throw has been done: all have them or none.
void World::use_landmarks(std::vector<std::shared_ptr<const Landmarks>> made) noexcept {
  std::size_t next = 0;
  for (Space& space : spaces_) space.use_landmarks(std::move(made[next++]));
}

std::size_t World::outdated_landmarks() const noexcept {
  std::size_t count = 0;
  for (const Space& space : spaces_) count += count_outdated(space);
  return count;
}

std::optional<std::span<const TileRect>> World::changes_since(
    std::uint64_t revision) const noexcept {
  const std::uint64_t now = grid_.revision();
  if (is_broken_ || revision > now || now - revision > changes_.size()) return std::nullopt;
  return std::span<const TileRect>(changes_).last(static_cast<std::size_t>(now - revision));
}

bool World::has_room(const Agent& agent, const Point& place) const noexcept {
  if (is_broken_) return false;
  const Space* const space = find_space(agent);
  return space != nullptr && space->has_room(place);
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

const Space* World::find_space(const Agent& agent) const noexcept {
  assert(!is_broken_);
  const Agent snapped{agent.shape, snap_radius(agent.radius)};
  for (const Space& space : spaces_) {
    if (space.agent() == snapped) return &space;
  }
  return nullptr;
}

std::size_t World::memory_bytes() const noexcept {
  std::size_t bytes = grid_.memory_bytes() + changes_.capacity() * sizeof(TileRect);
  for (const Space& space : spaces_) bytes += space.memory_bytes();
  return bytes;
}

}  // namespace taut

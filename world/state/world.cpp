#include <taut/world.hpp>

#include <algorithm>
#include <cassert>
#include <utility>

#include <taut/detail/require.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/validate.hpp>

#include "core/base/lists.hpp"
#include "core/base/words.hpp"
#include "core/tile/tile_walk.hpp"

#include "search_aids.hpp"

namespace taut {

World::World(Grid grid) : World(std::move(grid), {}) { spaces_.emplace_back(grid_); }

World::World(Grid grid, std::list<Space> spaces)
    : grid_(std::move(grid)), spaces_(std::move(spaces)) {
  floors_.push_back({{0, 0, grid_.width(), grid_.height()}, {}});
}

World::World(const World& other) = default;
World::World(World&& other) noexcept = default;
World& World::operator=(World&& other) noexcept = default;
World::~World() = default;

const ConvexMesh& World::mesh() const noexcept {
  assert(!is_broken_);
  return spaces_.front().mesh();
}

std::shared_ptr<const Landmarks> World::landmarks() const noexcept {
  return spaces_.front().landmarks();
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
  for (Space& space : spaces_) {
    if (space.agent().ground == 0) space.update(grid_, tiles);
  }
  for (NumberedGround& own : grounds_) follow_tiles(own, tiles, state);
}

void World::set(std::span<const TileRect> rectangles, TileState state) {
  for (const TileRect& tiles : rectangles) set(tiles, state);
}

void World::set(Tile tile, TileState state) {
  if (grid_.is_inside(tile)) set({tile.x, tile.y, tile.x + 1, tile.y + 1}, state);
}

void World::set_class(const TileRect& tiles, std::uint8_t terrain_class) {
  begin_edit();
  const std::uint64_t before = grid_.revision();
  grid_.set_class(tiles, terrain_class);
  if (grid_.revision() == before) return;
  record(tiles);
  is_broken_ = true;  // in case an allocation throws
  for (NumberedGround& own : grounds_) {
    if (own.grid) own.grid->set_class(tiles, terrain_class);
    const bool is_wall = own.ground.is_blocked(terrain_class);
    follow_tiles(own, tiles, is_wall ? TileState::blocked : TileState::walkable);
  }
  is_broken_ = false;
}

// Requires room.
void World::record(const TileRect& tiles) noexcept {
  reach_.clear();
  if (changes_.size() == 2 * kKeptChanges) {
    changes_.erase(changes_.begin(), changes_.begin() + kKeptChanges);
  }
  changes_.push_back(tiles);
}

namespace {

std::size_t count_outdated(const Space& space) noexcept {
  return space.landmarks() == nullptr ? 0 : space.landmarks()->outdated_count();
}

}  // namespace

void World::prepare(const Agent& agent) { prepare(agent, nullptr); }

// With the index of the space, where one is kept and there is one already.
void World::prepare(const Agent& agent, std::shared_ptr<const CornerIndex> index) {
  begin_edit();
  const Agent wanted = detail::require_valid("World::prepare", agent);
  if (is_prepared(wanted)) return;
  NumberedGround* const own = find_numbered(wanted.ground);
  if (wanted.ground != 0 && own == nullptr) {
    detail::reject("World::prepare: no ground has the number " + std::to_string(wanted.ground));
  }
  std::vector<Agent> agents;
  if (own != nullptr) {
    agents = own->agents;
    agents.push_back(wanted);
  }
  const Agent holder = space_agent(wanted);
  std::list<Space> made;
  if (find_held(holder) == nullptr) {
    const bool has_own = own != nullptr && own->has_spaces;
    add_space(made, grid(wanted.ground), has_own ? &own->ground : nullptr, holder,
              std::move(index));
  }
  spaces_.splice(spaces_.end(), made);
  if (own != nullptr) own->agents = std::move(agents);
}

// With the landmarks that are kept, and the index where it is: `index`, if there is one. The space
// may take the place of the one that the agent has.
void World::add_space(std::list<Space>& spaces, const Grid& grid, const Ground* ground,
                      const Agent& agent, std::shared_ptr<const CornerIndex> index,
                      bool keeps_index) const {
  Space& space = ground != nullptr && ground->has_factors()
                     ? spaces.emplace_back(grid, agent, *ground)
                     : spaces.emplace_back(grid, agent);
  if (const Space* const before = find_held(agent)) space.continue_revision(*before);
  space.use_landmarks(detail::build_landmarks_of(space, landmark_count_));
  if (index_bytes_ == 0 || !keeps_index) return;
  if (index == nullptr) {
    index = detail::build_index_of(space, index_bytes_, detail::count_cores());
  }
  space.use_index(std::move(index));
}

bool World::is_prepared(const Agent& agent) const noexcept {
  return !is_broken_ && find_space(agent) != nullptr;
}

void World::keep_landmarks() {
  begin_edit();
  make_landmarks(std::nullopt);
}

void World::keep_landmarks(std::size_t count) {
  begin_edit();
  detail::require_within("World::keep_landmarks: count", count, 0, Landmarks::kMaxCount);
  make_landmarks(count);
}

// All that may throw comes first: all spaces have them or none.
void World::make_landmarks(std::optional<std::size_t> count) {
  std::vector<std::shared_ptr<Landmarks>> made;
  for (const Space& space : spaces_) made.push_back(detail::build_landmarks_of(space, count));
  std::size_t next = 0;
  for (Space& space : spaces_) space.use_landmarks(std::move(made[next++]));
  landmark_count_ = count;
}

std::size_t World::refresh_landmarks(std::size_t fields) {
  begin_edit();
  for (Space& space : spaces_) {
    const std::size_t outdated = std::min(fields, count_outdated(space));
    if (outdated == 0) continue;
    space.use_landmarks(detail::refresh_landmarks_of(space, outdated));
    fields -= outdated;
  }
  return outdated_landmarks();
}

std::size_t World::outdated_landmarks() const noexcept {
  std::size_t count = 0;
  for (const Space& space : spaces_) count += count_outdated(space);
  return count;
}

std::optional<std::span<const TileRect>> World::changes_since(
    std::uint64_t revision) const noexcept {
  const std::uint64_t now = this->revision();
  if (is_broken_ || revision > now || now - revision > changes_.size()) return std::nullopt;
  return std::span<const TileRect>(changes_).last(static_cast<std::size_t>(now - revision));
}

bool World::has_room(const Agent& agent, const Point& place) const noexcept {
  if (is_broken_) return false;
  const Space* const space = find_space(agent);
  return space != nullptr && space->has_room(place);
}

bool World::is_walkable(std::span<const Point> path, std::uint8_t ground) const noexcept {
  if (is_broken_ || path.empty()) return false;
  if (!std::all_of(path.begin(), path.end(), detail::can_snap)) return false;
  const Grid& tiles = grid(ground);
  Point before = snap(path[0]);
  if (path.size() == 1) return is_visible(tiles, before, before);
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Point at = snap(path[i]);
    if (!is_visible(tiles, before, at)) return false;
    if (i + 1 < path.size() && !is_bend_walkable(tiles.bits(), before, at, snap(path[i + 1]))) {
      return false;
    }
    before = at;
  }
  return true;
}

bool World::is_walkable(std::span<const DiscTurn> path, double radius,
                        std::uint8_t ground) const noexcept {
  return !is_broken_ && validate_disc_path(grid(ground), path, radius).fault == DiscFault::none;
}

const Space* World::find_space(const Agent& agent) const noexcept {
  assert(!is_broken_);
  const Agent wanted = snap_size(agent);
  if (wanted.ground != 0) {
    const NumberedGround* const own = find_numbered(wanted.ground);
    if (own == nullptr) return nullptr;
    if (std::find(own->agents.begin(), own->agents.end(), wanted) == own->agents.end()) {
      return nullptr;
    }
  }
  return find_held(space_agent(wanted));
}

// The agent that a space is kept for: grounds that block nothing share those of ground 0.
Agent World::space_agent(Agent agent) const noexcept {
  const NumberedGround* const own = find_numbered(agent.ground);
  if (own == nullptr || !own->has_spaces) agent.ground = 0;
  return agent;
}

const Space* World::find_held(const Agent& agent) const noexcept {
  for (const Space& space : spaces_) {
    if (space.agent() == agent) return &space;
  }
  return nullptr;
}

std::size_t World::memory_bytes() const noexcept {
  std::size_t bytes =
      grid_.memory_bytes() + reach_.memory_bytes() + detail::bytes_of(changes_, floors_, links_);
  for (const NumberedGround& own : grounds_) {
    bytes += sizeof(NumberedGround) + detail::bytes_of(own.agents);
    if (own.grid) bytes += own.grid->memory_bytes();
  }
  for (const Space& space : spaces_) bytes += space.memory_bytes();
  return bytes;
}

// ---- indexes ----

std::size_t WorldIndex::memory_bytes() const noexcept {
  std::size_t bytes = detail::bytes_of(parts_);
  for (const Part& part : parts_) bytes += part.index->memory_bytes();
  return bytes;
}

void World::keep_index(std::size_t max_bytes) {
  use_index(make_index(max_bytes, spaces_.size(), detail::count_cores()));
}

WorldIndex World::build_index(std::size_t max_bytes) const {
  return make_index(max_bytes, spaces_.size(), 1);
}

// Those that the world has, and of `spaces` others new ones.
WorldIndex World::make_index(std::size_t max_bytes, std::size_t spaces, std::size_t threads) const {
  require_sound();
  WorldIndex made;
  made.max_bytes_ = max_bytes;
  if (max_bytes == 0) return made;
  made.parts_.reserve(spaces_.size());
  for (const Space& space : spaces_) {
    const bool is_kept = max_bytes == index_bytes_ && space.is_index_current();
    if (!is_kept && spaces == 0) continue;
    if (!is_kept) --spaces;
    made.parts_.push_back(
        {space.agent(), space.mesh().revision(),
         is_kept ? space.index() : detail::build_index_of(space, max_bytes, threads)});
  }
  return made;
}

std::size_t World::use_index(const WorldIndex& index) {
  require_sound();
  index_bytes_ = index.max_bytes_;
  for (Space& space : spaces_) {
    if (index_bytes_ == 0) space.use_index(nullptr);
    for (const WorldIndex::Part& part : index.parts_) {
      if (part.agent != space.agent() || part.mesh_revision != space.mesh().revision()) continue;
      assert(part.index->is_empty() || part.index->is_current(space.mesh()));
      space.use_index(part.index);
    }
  }
  return outdated_indexes();
}

std::size_t World::refresh_index(std::size_t spaces) {
  return use_index(make_index(index_bytes_, spaces, detail::count_cores()));
}

std::size_t World::outdated_indexes() const noexcept {
  if (index_bytes_ == 0) return 0;
  return static_cast<std::size_t>(
      std::count_if(spaces_.begin(), spaces_.end(),
                    [](const Space& space) { return !space.is_index_current(); }));
}

bool World::has_index(const Agent& agent) const noexcept {
  const Space* const space = is_broken_ ? nullptr : find_space(agent);
  return space != nullptr && space->index() != nullptr && space->index()->is_current(space->mesh());
}

const char* to_string(Method method) noexcept {
  return detail::word_of<Method::fast>(method, {"best", "optimal", "fast"});
}

}  // namespace taut

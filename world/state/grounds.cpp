// The grounds of a World: the tiles as the agents of each find them, and their spaces.
#include <algorithm>
#include <utility>

#include <taut/detail/require.hpp>
#include <taut/world.hpp>

#include "core/tile/tile_rect.hpp"

#include "search_aids.hpp"

namespace taut {
namespace {

// Calls visit(x0, x1, y) for each run of tiles in a row that have one class.
template <class Visit>
void for_each_class_run(const Grid& grid, const Visit& visit) {
  for (int y = 0; y < grid.height(); ++y) {
    int first = 0;
    for (int x = 1; x <= grid.width(); ++x) {
      const auto class_at = [&](int at) { return grid.terrain_class(grid.id({at, y})); };
      if (x < grid.width() && class_at(x) == class_at(first)) continue;
      visit(TileRect{first, y, x, y + 1}, class_at(first));
      first = x;
    }
  }
}

bool is_free(const Grid& tiles, const Ground& ground, const Tile& tile) noexcept {
  return tiles.is_walkable(tile) && !ground.is_blocked(tiles.terrain_class(tiles.id(tile)));
}

// The tiles with those of blocked classes blocked.
Grid make_grid(const Grid& tiles, const Ground& ground) {
  Grid made = Grid::from_predicate(tiles.width(), tiles.height(), [&](int x, int y) {
    return is_free(tiles, ground, {x, y});
  });
  if (!tiles.has_classes()) return made;
  for_each_class_run(tiles, [&](const TileRect& run, std::uint8_t terrain_class) {
    made.set_class(run, terrain_class);
  });
  return made;
}

// Runs of tiles, joined to rectangles where one lies below the other.
class RunJoiner {
 public:
  explicit RunJoiner(Grid& grid, TileState state) noexcept : grid_(grid), state_(state) {}

  void add(const TileRect& run) {
    const bool is_below = run.x0 == open_.x0 && run.x1 == open_.x1 && run.y0 == open_.y1;
    if (is_below) {
      open_.y1 = run.y1;
      return;
    }
    finish();
    open_ = run;
  }

  void finish() {
    if (open_.x0 == open_.x1) return;
    grid_.set(open_, state_);
    all_ = detail::join(all_, open_);
    open_ = {};
  }

  // A rectangle around all of them; empty where there was none.
  [[nodiscard]] const TileRect& all() const noexcept { return all_; }

 private:
  Grid& grid_;
  TileState state_;
  TileRect open_{};
  TileRect all_{};
};

// Sets the tiles of a rectangle that a ground makes walkable, or else blocked, and `own` has not.
TileRect set_changed(const Grid& tiles, const Ground& ground, const TileRect& rect, TileState state,
                     Grid& own) {
  const bool is_opened = state == TileState::walkable;
  RunJoiner joiner(own, state);
  const int x1 = std::min(rect.x1, tiles.width());
  for (int y = std::max(rect.y0, 0); y < std::min(rect.y1, tiles.height()); ++y) {
    int first = -1;
    for (int x = std::max(rect.x0, 0); x <= x1; ++x) {
      const bool changes = x < x1 && is_free(tiles, ground, {x, y}) == is_opened &&
                           own.is_walkable(x, y) != is_opened;
      if (changes && first < 0) first = x;
      if (changes || first < 0) continue;
      joiner.add({first, y, x, y + 1});
      first = -1;
    }
  }
  joiner.finish();
  return joiner.all();
}

}  // namespace

const World::NumberedGround* World::find_numbered(std::uint8_t number) const noexcept {
  for (const NumberedGround& own : grounds_) {
    if (own.number == number) return &own;
  }
  return nullptr;
}

World::NumberedGround* World::find_numbered(std::uint8_t number) noexcept {
  return const_cast<NumberedGround*>(std::as_const(*this).find_numbered(number));
}

const Ground* World::find_ground(std::uint8_t number) const noexcept {
  const NumberedGround* const own = find_numbered(number);
  return own != nullptr ? &own->ground : nullptr;
}

const Grid& World::grid(std::uint8_t ground) const noexcept {
  if (ground == 0) return grid_;
  const NumberedGround* const own = find_numbered(ground);
  return own != nullptr && own->grid ? *own->grid : grid_;
}

bool World::has_costs(std::uint8_t ground) const noexcept {
  const NumberedGround* const own = find_numbered(ground);
  return own != nullptr && own->ground.has_factors();
}

namespace {

bool parts_classes(const Ground& ground) noexcept {
  return ground.has_blocked() || ground.has_factors();
}

bool block_alike(const Ground& a, const Ground& b) noexcept {
  for (std::size_t i = 0; i < kTerrainClasses; ++i) {
    const auto terrain_class = static_cast<std::uint8_t>(i);
    if (a.is_blocked(terrain_class) != b.is_blocked(terrain_class)) return false;
  }
  return true;
}

}  // namespace

// Whether its grid and spaces can be edited to those of another ground.
bool World::can_follow(const NumberedGround& own, const Ground& ground) const noexcept {
  if (!own.has_spaces || ground.has_factors() != own.ground.has_factors()) return false;
  if (ground.has_factors()) return block_alike(ground, own.ground);
  return own.grid || !ground.has_blocked();
}

void World::set_ground(std::uint8_t number, const Ground& ground) {
  begin_edit();
  if (number == 0) detail::reject("World::set_ground: no ground has the number 0");
  NumberedGround* const known = find_numbered(number);
  if (known != nullptr && known->ground == ground) return;
  const auto note = [&]() noexcept {
    ++other_edits_;
    record({0, 0, grid_.width(), grid_.height()});
  };
  if (known == nullptr) {
    std::list<NumberedGround> made;
    made.push_back({number, ground, {}, parts_classes(ground)});
    if (ground.has_blocked()) made.back().grid = make_grid(grid_, ground);
    grounds_.splice(grounds_.end(), made);
    note();
  } else if (can_follow(*known, ground)) {
    note();  // first: a world that breaks has another revision than before
    replace_ground(*known, ground);
  } else {
    rebuild_ground(*known, ground);
    note();
  }
}

// Tiles are closed first, then opened: Space::update() takes edits of one kind.
void World::replace_ground(NumberedGround& own, const Ground& ground) {
  own.ground = ground;
  const TileRect all{0, 0, grid_.width(), grid_.height()};
  is_broken_ = true;  // in case an allocation throws
  if (ground.has_factors()) {
    for (Space& space : spaces_) {
      if (space.agent().ground == own.number) space.use_ground(grid_of(own), ground);
    }
  } else {
    follow_tiles(own, all, TileState::blocked);
    follow_tiles(own, all, TileState::walkable);
  }
  is_broken_ = false;
}

// All that may throw is done before the world changes.
void World::rebuild_ground(NumberedGround& own, const Ground& ground) {
  NumberedGround made{own.number, ground, own.agents, own.has_spaces || parts_classes(ground)};
  if (ground.has_blocked()) made.grid = make_grid(grid_, ground);
  std::list<Space> added;
  std::list<Space> replaced;
  if (made.has_spaces) {
    for (const Agent& agent : own.agents) {
      std::list<Space>& spaces = own.has_spaces ? replaced : added;
      add_space(spaces, grid_of(made), &ground, agent, nullptr);
    }
  }
  // They stay where they are.
  auto next = replaced.begin();
  for (const Agent& agent : own.agents) {
    for (Space& space : spaces_) {
      if (next != replaced.end() && space.agent() == agent) space = std::move(*next++);
    }
  }
  spaces_.splice(spaces_.end(), added);
  own = std::move(made);
}

// After an edit that gives tiles of a rectangle this state, if any, or another class.
void World::follow_tiles(NumberedGround& own, const TileRect& tiles, TileState state) {
  if (!own.has_spaces) return;
  TileRect changed = tiles;
  if (own.grid) {
    changed = set_changed(grid_, own.ground, tiles, state, *own.grid);
  }
  if (own.ground.has_factors()) changed = tiles;
  if (changed.x0 == changed.x1) return;
  for (Space& space : spaces_) {
    if (space.agent().ground == own.number) space.update(grid_of(own), changed);
  }
}

}  // namespace taut

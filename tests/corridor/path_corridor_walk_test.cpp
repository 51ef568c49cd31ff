// Corridor following: agents that walk by their corridors on maps that change under them.
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include <taut/grid_follow.hpp>
#include <taut/grid_path.hpp>
#include <taut/path_corridor.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/grid_corridor.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// An agent with a noisy step on a map that changes under it.
template <std::size_t N>
class Walker {
 public:
  Walker(Random& random, Grid& grid, Tile start, Tile goal)
      : random_(random), grid_(grid), place_(center(start)), goal_(center(goal)), search_(grid) {}

  // Whether there is a way to the goal. The agent then holds the front of it.
  bool search() {
    const CorridorResult found =
        find_corridor(grid_, place_, goal_, {}, search_.search, search_.corridor);
    if (found.status != Status::ok) return false;
    const std::span<const TileId> tiles(search_.corridor.data(), found.count);
    const Status status = corridor_.set(grid_, place_, goal_, tiles);
    // Too long for the corridor: as far as it goes, first.
    if (status == Status::truncated) {
      const Point there = center(grid_.tile(corridor_.cells().back()));
      return corridor_.move_goal(grid_, there) == Status::ok;
    }
    return status == Status::ok;
  }

  // One step of at most 0.4 tiles towards the next corner, with noise that the map allows. False
  // when the corridor gives no corner to go to, as where it is cut and where the agent stands
  // at its end, or the agent came off it.
  bool step() {
    const AllocationCounter counter;
    const Result found = corridor_.find_corners(grid_, scratch_, corners_);
    bool is_on = false;
    if (found.count >= 2) {
      if (found.count >= 3) shortened_ += shorten(corners_[2]) ? 1 : 0;
      const Point next = corners_[1];
      const auto far = static_cast<float>(distance(place_, next));
      const float part = far > 0.4F ? 0.4F / far : 1.0F;
      // Straight to the corner when it is near; else a noisy way, if the ground bears it.
      Point there = part == 1.0F ? next : snap(place_ + part * (next - place_));
      const Point noisy = snap(there + Point(noise(), noise()));
      if (part < 1.0F && is_visible(grid_, place_, noisy)) there = noisy;
      if (part == 1.0F || is_visible(grid_, place_, there)) place_ = there;
      is_on = corridor_.move_start(grid_, place_) != Status::no_path;
    }
    allocations_ += counter.count();
    return is_on;
  }

  [[nodiscard]] bool is_there() const { return place_ == goal_; }
  [[nodiscard]] const Point& place() const { return place_; }
  [[nodiscard]] std::size_t allocations() const { return allocations_; }
  [[nodiscard]] std::size_t shortened() const { return shortened_; }

 private:
  bool shorten(const Point& corner) {
    return corridor_.shorten(grid_, corner, scratch_) != Status::no_path;
  }
  float noise() { return static_cast<float>(random_.between(-200, 200)) / 1024.0F; }

  Random& random_;
  Grid& grid_;
  Point place_;
  Point goal_;
  GridScratch search_;
  PathCorridor<N> corridor_;
  FollowScratch scratch_{N, 3};
  std::array<Point, 3> corners_{};
  std::size_t allocations_ = 0;
  std::size_t shortened_ = 0;
};

struct Walks {
  std::size_t arrived = 0;
  std::size_t shortened = 0;
  std::size_t searches = 0;
  std::size_t ticks = 0;
};

template <std::size_t N>
void walk(Random& random, int edits, Walks& walks) {
  Grid grid = make_random_map(random, random.chance(70) ? 20 : 50);
  if (grid.walkable_count() == 0) return;
  const Tile start = random_walkable_tile(random, grid);
  const Tile goal = random_walkable_tile(random, grid);
  Walker<N> walker(random, grid, start, goal);
  bool has_way = walker.search();
  const std::size_t limit = 60 * (grid.tile_count() + 60);
  std::size_t ticks = 0;
  while (has_way && !walker.is_there() && ticks++ < limit) {
    if (random.chance(edits)) {
      const Tile tile{random.between(0, grid.width() - 1), random.between(0, grid.height() - 1)};
      grid.set(tile, random.chance(60) ? TileState::blocked : TileState::walkable);
    }
    if (!walker.step()) {
      ++walks.searches;
      has_way = walker.search();
    }
  }
  if (walker.allocations() != 0) FAIL(walker.allocations() << " allocations");
  if (has_way && !walker.is_there()) {
    FAIL("not there after " << ticks << " ticks, but at " << walker.place().transpose() << "\n"
                            << to_drawing(grid));
  }
  walks.arrived += has_way ? 1 : 0;
  walks.shortened += walker.shortened();
  walks.ticks += ticks;
}

}  // namespace

TEST_CASE("PathCorridor: agents reach their goals", "[path_corridor]") {
  for (Random& random : random_generators("path corridor walks")) {
    Walks roomy;
    Walks still;
    Walks edited;
    for (std::size_t i = 0; i < random_count(4000, 40000); ++i) {
      walk<8>(random, 0, still);
      walk<512>(random, 0, roomy);
      walk<16>(random, 5, edited);
      walk<512>(random, 5, edited);
    }
    INFO("arrived " << still.arrived << " and " << edited.arrived << ", searches " << still.searches
                    << " and " << edited.searches << " in " << still.ticks << " and "
                    << edited.ticks << " ticks, shortened " << still.shortened);
    CHECK(roomy.searches == 0);
    CHECK(roomy.arrived > 0);
    CHECK(still.arrived > 0);
    CHECK(edited.arrived > 0);
    CHECK(still.shortened > 0);
    CHECK(edited.searches > 0);
  }
}

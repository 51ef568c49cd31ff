// Corridor following: agents that walk along their corridors while the map changes.
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include <taut/path_corridor.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/follow_maps.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// An agent with a noisy step on a map that changes under it.
template <class Map, std::size_t N>
class Walker {
 public:
  Walker(Random& random, Map& map, Tile start, Tile goal)
      : random_(random), map_(map), place_(center(start)), goal_(center(goal)) {}

  // Whether there is a way to the goal. The agent then holds the front of it.
  bool search() {
    const std::span<const CellId> found = map_.find(place_, goal_);
    if (found.empty()) return false;
    const Status status = corridor_.set(map_.map(), place_, goal_, found);
    // Too long for the corridor: as far as it goes, first.
    if (status == Status::truncated) {
      const Point there = map_.inside(corridor_.cells().back());
      return corridor_.move_goal(map_.map(), there) == Status::ok;
    }
    return status == Status::ok;
  }

  // One step of at most 0.4 tiles towards the next corner, with noise that the map allows. False
  // when the corridor gives no corner to go to, as where it is cut and where the agent stands
  // at its end, or the agent came off it.
  bool step() {
    const AllocationCounter counter;
    const Result found = corridor_.find_corners(map_.map(), scratch_, corners_);
    bool is_on = false;
    if (found.count >= 2) {
      if (found.count >= 3) shortened_ += shorten(corners_[2]) ? 1 : 0;
      const Point next = corners_[1];
      const auto far = static_cast<float>(distance(place_, next));
      const float part = far > 0.4F ? 0.4F / far : 1.0F;
      // Straight to the corner when it is near; else a noisy step, if it is walkable.
      Point there = part == 1.0F ? next : snap(place_ + part * (next - place_));
      const Point noisy = snap(there + Point(noise(), noise()));
      if (part < 1.0F && is_visible(map_.grid, place_, noisy)) there = noisy;
      if (part == 1.0F || is_visible(map_.grid, place_, there)) place_ = there;
      is_on = corridor_.move_start(map_.map(), place_) != Status::no_path;
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
    return corridor_.shorten(map_.map(), corner, scratch_) != Status::no_path;
  }
  float noise() { return static_cast<float>(random_.between(-200, 200)) / 1024.0F; }

  Random& random_;
  Map& map_;
  Point place_;
  Point goal_;
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

template <std::size_t N, class Map>
void walk(Random& random, Map map, int edits, Walks& walks) {
  const Grid& grid = map.grid;
  if (grid.walkable_count() == 0) return;
  const Tile start = random_walkable_tile(random, grid);
  const Tile goal = random_walkable_tile(random, grid);
  Walker<Map, N> walker(random, map, start, goal);
  bool has_way = walker.search();
  const std::size_t limit = 60 * (grid.tile_count() + 60);
  std::size_t ticks = 0;
  while (has_way && !walker.is_there() && ticks++ < limit) {
    if (random.chance(edits)) {
      const Tile tile{random.between(0, grid.width() - 1), random.between(0, grid.height() - 1)};
      map.set(tile, random.chance(60) ? TileState::blocked : TileState::walkable);
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

struct AllWalks {
  Walks roomy;
  Walks still;
  Walks edited;
};

template <class Map>
AllWalks walk_all(Random& random, std::size_t maps) {
  AllWalks walks;
  for (std::size_t i = 0; i < maps; ++i) {
    const auto make = [&] { return Map(make_random_map(random, random.chance(70) ? 20 : 50)); };
    walk<8>(random, make(), 0, walks.still);
    walk<512>(random, make(), 0, walks.roomy);
    walk<16>(random, make(), 5, walks.edited);
    walk<512>(random, make(), 5, walks.edited);
  }
  INFO("arrived " << walks.still.arrived << " and " << walks.edited.arrived << ", searches "
                  << walks.still.searches << " and " << walks.edited.searches << " in "
                  << walks.still.ticks << " and " << walks.edited.ticks << " ticks, shortened "
                  << walks.still.shortened << ", " << walks.roomy.shortened << " and "
                  << walks.edited.shortened);
  CHECK(walks.roomy.arrived > 0);
  CHECK(walks.still.arrived > 0);
  CHECK(walks.edited.arrived > 0);
  CHECK(walks.edited.searches > 0);
  return walks;
}

bool has_shortened(const AllWalks& walks) {
  return is_small_share() || walks.still.shortened + walks.roomy.shortened > 0;
}

}  // namespace

TEST_CASE("PathCorridor: agents reach their goals", "[path_corridor]") {
  for (Random& random : random_generators("path corridor walks")) {
    const AllWalks walks = walk_all<FollowedTiles>(random, random_count(4000, 40000));
    CHECK(walks.roomy.searches == 0);
    CHECK(has_shortened(walks));
  }
}

TEST_CASE("PathCorridor: agents reach their goals over leaves", "[path_corridor]") {
  for (Random& random : random_generators("path corridor walks over leaves")) {
    CHECK(has_shortened(walk_all<FollowedLeaves>(random, random_count(1500, 40000))));
  }
}

// The corridors of this search leave nothing to shorten; path_corridor_test shortens others.
TEST_CASE("PathCorridor: agents reach their goals over meshes", "[path_corridor]") {
  for (Random& random : random_generators("path corridor walks over meshes")) {
    (void)walk_all<FollowedMesh>(random, random_count(1500, 40000));
  }
}

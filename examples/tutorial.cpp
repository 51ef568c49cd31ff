// The program of docs/tutorial.md, which explains it step by step: a world, edits, agents, units
// that walk, and the parts of a world by hand.
// Exit status 0 when every answer is right.
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/space.hpp>
#include <taut/finder.hpp>
#include <taut/map_file.hpp>
#include <taut/world.hpp>

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace {

// Two banks of a river (W) with a bridge of two tiles.
constexpr const char* kVillage =
    "..@@@......@@@......\n"
    "..@.@......@.@......\n"
    "..@.@......@@@......\n"
    "....................\n"
    "....................\n"
    "WWWWWWWW..WWWWWWWWWW\n"
    "WWWWWWWW..WWWWWWWWWW\n"
    "....................\n"
    "....................\n"
    "...@@......@@@......\n"
    "...@@......@@@......\n";

constexpr taut::TileRect kBridge{8, 5, 10, 7};  // the tiles 8 <= x < 10, 5 <= y < 7
constexpr taut::TileRect kFord{15, 5, 16, 7};   // one tile wide

// A unit of the game that walks along its path.
struct Unit {
  taut::Point position;
  std::vector<taut::Point> path;
  std::size_t next = 1;  // the point of the path that it walks to

  void follow(const taut::FoundPath& found) {
    path.assign(found.points.begin(), found.points.end());
    next = 1;
  }

  // Walks for one tick.
  void walk(double stride) {
    while (stride > 0.0 && next < path.size()) {
      const double left = taut::distance(position, path[next]);
      const float part = left > stride ? static_cast<float>(stride / left) : 1.0F;
      const taut::Point to = path[next];
      position = taut::snap(
          {position.x + part * (to.x - position.x), position.y + part * (to.y - position.y)});
      if (part == 1.0F) ++next;
      stride -= left;
    }
  }
};

// Steps 2 to 4: paths of a point and of a disc, and edits.
bool use_world(const taut::Grid& village, const taut::Point& start, const taut::Point& goal) {
  taut::World world(village);
  taut::Finder finder(world);  // one per thread
  const taut::FoundPath over_bridge = finder.find(start, goal);
  if (!over_bridge) return false;
  for (const taut::Point& p : over_bridge.points) std::printf("(%g, %g) ", p.x, p.y);
  std::printf("length %.3f\n", over_bridge.length);

  world.set(kFord, taut::TileState::walkable);
  const taut::FoundPath over_ford = finder.find(start, goal);
  if (!over_ford || over_ford.length >= over_bridge.length) return false;

  taut::FindOptions options;
  options.agent = taut::Agent::disc(0.9);
  world.prepare(options.agent);
  const taut::FoundPath ogre = finder.find(start, goal, options);
  if (!ogre || ogre.length <= over_bridge.length) return false;

  const std::vector<taut::DiscTurn> turns(ogre.turns.begin(), ogre.turns.end());
  world.set(kBridge, taut::TileState::blocked);
  if (world.is_walkable(turns, 0.9)) return false;

  const taut::FoundPath none = finder.find(start, goal, options);
  if (none) return false;
  const std::string why = taut::explain(world, none.reason, start, goal, options);
  std::printf("ogre: %s\n", why.c_str());
  return none.reason == taut::Reason::too_narrow;
}

// Step 5: a unit walks, and the bridge breaks on its way.
bool walk(const taut::Grid& village, const taut::Point& start, const taut::Point& goal) {
  taut::World world(village);
  taut::Finder finder(world);
  Unit archer{start, {}};
  archer.follow(finder.find(start, goal));
  int tick = 0;
  for (; archer.position != goal && tick < 1000; ++tick) {
    if (tick == 50) {
      world.set(kBridge, taut::TileState::blocked);
      world.set(kFord, taut::TileState::walkable);
      if (!world.is_walkable(archer.path)) {
        const bool is_free = world.grid().locate(archer.position).has_value();
        const taut::Point from = is_free ? archer.position : archer.path[archer.next - 1];
        archer.follow(finder.find(from, goal));
      }
    }
    archer.walk(0.1);
  }
  std::printf("there after %d ticks\n", tick);
  return archer.position == goal;
}

// Step 6: the same by the parts of a world.
bool use_parts(const taut::Grid& village, const taut::Point& start, const taut::Point& goal) {
  taut::Grid grid = village;
  taut::ConvexMesh mesh = taut::build_mesh(grid);

  taut::OptimalScratch scratch(mesh);  // one per thread
  std::vector<taut::Point> path(taut::max_path_points(mesh));
  const auto over_bridge = taut::find_optimal_path(mesh, start, goal, {}, scratch, path);
  if (over_bridge.status != taut::Status::ok) return false;

  grid.set(kFord, taut::TileState::walkable);
  taut::edit_mesh(grid, kFord, mesh);
  scratch.fit(mesh);
  path.resize(taut::max_path_points(mesh));
  const auto over_ford = taut::find_optimal_path(mesh, start, goal, {}, scratch, path);
  std::printf("over the ford: length %.3f\n", over_ford.length);

  const taut::Space narrow(grid, taut::Agent::disc(0.4));
  taut::SpaceScratch memory(narrow);
  std::vector<taut::DiscTurn> turns(taut::max_disc_turns(narrow));
  const auto knight = taut::find_optimal_path(narrow, start, goal, {}, memory, {.turns = turns});

  const taut::Space wide(grid, taut::Agent::disc(0.9));
  memory.fit(wide);
  turns.resize(taut::max_disc_turns(wide));
  const auto ogre = taut::find_optimal_path(wide, start, goal, {}, memory, {.turns = turns});
  std::printf("knight: length %.3f, ogre: length %.3f\n", knight.length, ogre.length);

  return over_ford.status == taut::Status::ok && over_ford.length < over_bridge.length &&
         knight.status == taut::Status::ok && knight.length > over_ford.length &&
         knight.length < over_bridge.length && ogre.status == taut::Status::ok &&
         ogre.length > over_bridge.length;
}

}  // namespace

int main() {
  const taut::Loaded<taut::Grid> map = taut::read_map(kVillage, "village");
  if (!map) {
    std::fprintf(stderr, "%s\n", map.error.message().c_str());
    return 1;
  }
  const taut::Grid& village = *map.value;
  const taut::Point start{16.5F, 2.5F};
  const taut::Point goal{16.5F, 9.5F};
  if (!use_world(village, start, goal)) return 1;
  if (!walk(village, start, goal)) return 1;
  return use_parts(village, start, goal) ? 0 : 1;
}

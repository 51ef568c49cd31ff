// A world that holds the map: paths of a point, a disc and a square, a building, a goal inside it.
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <cstdio>

namespace {

void print(const taut::World& world, const char* title, const taut::Point& start,
           const taut::Point& goal, const taut::FoundPath& found, const taut::Agent& agent) {
  if (!found) {
    const std::string why = taut::explain(world, found.reason, start, goal, {agent});
    std::printf("%s: %s\n", title, why.c_str());
    return;
  }
  std::printf("%s: length %.3f", title, found.length);
  for (const taut::Point& p : found.points) std::printf(" (%g, %g)", p.x, p.y);
  std::printf("\n");
}

}  // namespace

int main() {
  auto map = taut::World::load("maps/arena.map");
  if (!map) {
    std::fprintf(stderr, "%s\n", map.error.message().c_str());
    return 1;
  }
  taut::World& world = *map.value;
  const taut::Agent cart = taut::Agent::square(0.75);
  world.prepare(cart);  // squares need a mesh of their own

  taut::Finder finder(world);  // one per thread
  const taut::Point start{14.5F, 4.5F};
  const taut::Point goal{36.5F, 45.5F};
  taut::FindOptions options;
  print(world, "scout", start, goal, finder.find(start, goal), options.agent);

  // A building on the scout's path: the old path is blocked, the next one goes around it.
  const taut::FoundPath before = finder.find(start, goal);
  if (!before) return 1;
  const double length = before.length;
  const taut::Point corner = before.points[before.points.size() / 2];
  const taut::Tile tile{static_cast<int>(corner.x), static_cast<int>(corner.y)};
  world.set({tile.x - 2, tile.y - 2, tile.x + 3, tile.y + 3}, taut::TileState::blocked);
  if (world.is_walkable(before.points)) return 1;
  const taut::FoundPath around = finder.find(start, goal);
  print(world, "scout, after the building", start, goal, around, options.agent);
  if (!around || around.length < length) return 1;

  options.agent = cart;
  print(world, "cart", start, goal, finder.find(start, goal, options), cart);

  // A goal inside the building: as near as possible.
  options = {};
  print(world, "into the building", start, corner, finder.find(start, corner), options.agent);
  options.goal = taut::EndRule::nearest;
  const taut::FoundPath nearest = finder.find(start, corner, options);
  print(world, "as near as possible", start, corner, nearest, options.agent);
  return nearest ? 0 : 1;
}

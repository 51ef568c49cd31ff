#include <taut/finder.hpp>
#include <taut/map_file.hpp>

#include <cstdio>

int main() {
  const auto map = taut::read_map(".@...\n.@.@.\n...@.\n", "my map");
  if (!map) return 2;
  taut::World world(*map.value);  // or taut::World::load("my.map")
  taut::Finder finder(world);     // one per thread; its memory follows the world
  const taut::FoundPath path = finder.find({0.5F, 0.5F}, {4.5F, 2.5F});
  for (const taut::Point& p : path.points) std::printf("%g %g\n", p.x, p.y);
  if (!path || path.length > 6.577) return 1;
  world.set({2, 0, 3, 1}, taut::TileState::blocked);  // tiles and all that queries use
  return world.is_walkable(path.points) ? 1 : 0;      // the edit cuts the path
}

#include <taut/grid_path.hpp>
#include <taut/map_file.hpp>

#include <cstdio>
#include <vector>

int main() {
  const auto map = taut::read_map(".@...\n.@.@.\n...@.\n", "my map");  // or load_map("my.map")
  if (!map) return 2;
  taut::GridScratch scratch(*map.value);  // the memory of all queries, bought once
  std::vector<taut::Point> path(16);
  const auto found = taut::find_path(*map.value, {0.5F, 0.5F}, {4.5F, 2.5F}, {}, scratch, path);
  for (std::size_t i = 0; i < found.count; ++i) std::printf("%g %g\n", path[i].x(), path[i].y());
  return found.status == taut::Status::ok && found.count == 6 && found.length < 6.577 ? 0 : 1;
}

#include <taut/grid_mesh.hpp>
#include <taut/map_file.hpp>
#include <taut/optimal_search.hpp>

#include <cstdio>
#include <vector>

int main() {
  const auto map = taut::read_map(".@...\n.@.@.\n...@.\n", "my map");  // or load_map("my.map")
  if (!map) return 2;
  const taut::ConvexMesh mesh = taut::build_mesh(*map.value);
  taut::OptimalScratch scratch(mesh);  // one per thread: queries allocate nothing
  std::vector<taut::Point> path(taut::max_path_points(mesh));
  const auto found = taut::find_optimal_path(mesh, {0.5F, 0.5F}, {4.5F, 2.5F}, {}, scratch, path);
  path.resize(found.count);
  for (const taut::Point& p : path) std::printf("%g %g\n", p.x(), p.y());
  return found.status == taut::Status::ok && found.length < 6.577 ? 0 : 1;
}

// A room of the user's own triangles, step by step: triangles -> breadth-first corridor -> portals
// -> funnel; and the optimal path, which needs no corridor. Exit status 0 when every answer is
// right.
#include <taut/engine/funnel.hpp>
#include <taut/engine/mesh_builder.hpp>
#include <taut/engine/optimal_search.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <vector>

namespace {

// A square room around a square pillar, which is nearer to one side:
//
//   3---------------2
//   | \           / |
//   |   7-------6   |
//   |   |       |   |
//   |   4-------5   |
//   0---------------1   (0, 0) is at the bottom left, y points up
const std::vector<taut::Point> kVertices{{0, 0}, {10, 0}, {10, 10}, {0, 10},
                                         {3, 2}, {7, 2},  {7, 7},   {3, 7}};

// Counter-clockwise, so that the direction of each edge gives the left and right end of its portal.
const std::vector<std::vector<std::uint32_t>> kTriangles{
    {0, 1, 4}, {1, 5, 4}, {1, 2, 5}, {2, 6, 5}, {2, 3, 6}, {3, 7, 6}, {3, 0, 7}, {0, 4, 7}};

// The corridor with the fewest cells from one cell to another.
std::vector<taut::CellId> find_by_breadth(const taut::ConvexMesh& mesh, taut::CellId from,
                                          taut::CellId to) {
  std::vector<std::optional<taut::CellId>> before(mesh.cell_count());
  std::vector<taut::CellId> queue{from};
  before[from] = from;
  for (std::size_t i = 0; i < queue.size() && !before[to]; ++i) {
    for (const taut::MeshEdge& edge : mesh.edges(queue[i])) {
      if (edge.is_wall()) continue;
      const taut::CellId next = mesh.cell_of(edge.twin());
      if (before[next]) continue;
      before[next] = queue[i];
      queue.push_back(next);
    }
  }
  std::vector<taut::CellId> corridor;
  if (!before[to]) return corridor;
  for (taut::CellId cell = to; cell != from; cell = *before[cell]) corridor.push_back(cell);
  corridor.push_back(from);
  std::reverse(corridor.begin(), corridor.end());
  return corridor;
}

void print(const char* name, std::span<const taut::Point> path) {
  std::printf("%-22s %7.4f:", name, taut::path_length(path));
  for (const taut::Point& p : path) std::printf("  %g %g", p.x, p.y);
  std::printf("\n");
}

}  // namespace

int main() {
  // Every polygon is checked: an error names the invalid one.
  const taut::MeshBuild room = taut::build_mesh(kVertices, kTriangles);
  if (!room) {
    std::printf("%s\n", room.error.message().c_str());
    return 1;
  }
  const taut::ConvexMesh& mesh = *room.mesh;
  const taut::Point start{1.5F, 6.0F};
  const taut::Point goal{8.5F, 5.0F};
  const std::optional<taut::CellId> first = mesh.locate(start);
  const std::optional<taut::CellId> last = mesh.locate(goal);
  if (!first || !last) return 1;

  // The classic way: cells, portals, path. The funnel gives the shortest path in this corridor.
  const std::vector<taut::CellId> corridor = find_by_breadth(mesh, *first, *last);
  std::vector<taut::Portal> portals(taut::max_edge_portals(corridor.size()));
  if (taut::extract_portals(mesh, corridor, portals).status != taut::Status::ok) return 1;
  std::vector<taut::Point> pulled(taut::max_path_points(portals.size()));
  const taut::Result pull = taut::string_pull(start, goal, portals, pulled);
  pulled.resize(pull.count);
  print("breadth-first, funnel", pulled);

  // The best of all corridors at once.
  taut::OptimalScratch scratch(mesh);
  std::vector<taut::Point> best(taut::max_path_points(mesh));
  const taut::PathResult found = taut::find_optimal_path(mesh, start, goal, {}, scratch, best);
  best.resize(found.count);
  print("optimal", best);

  const std::vector<taut::Point> wanted{start, {3, 7}, {7, 7}, goal};
  const bool is_right = pull.status == taut::Status::ok && found.status == taut::Status::ok &&
                        best == wanted && found.length <= taut::path_length(pulled);
  if (!is_right) std::printf("something is wrong\n");
  return is_right ? 0 : 1;
}

#include "mesh_cells.hpp"

#include <algorithm>

namespace taut::tools {
namespace {

constexpr std::size_t kMostCones = 50'000;

}  // namespace

Outline outline_of(const ConvexMesh& mesh, CellId cell) {
  Outline outline;
  outline.reserve(mesh.edges(cell).size());
  for (const MeshEdge& edge : mesh.edges(cell)) outline.push_back(edge.start());
  return outline;
}

std::vector<CellId> cells_in(const ConvexMesh& mesh, const TileRect& part) {
  std::vector<CellId> cells;
  mesh.for_each_cell([&](CellId cell) {
    Point low = mesh.edges(cell).front().start();
    Point high = low;
    for (const MeshEdge& edge : mesh.edges(cell)) {
      low = low.cwiseMin(edge.start());
      high = high.cwiseMax(edge.start());
    }
    if (low.x() < static_cast<float>(part.x1) && high.x() > static_cast<float>(part.x0) &&
        low.y() < static_cast<float>(part.y1) && high.y() > static_cast<float>(part.y0)) {
      cells.push_back(cell);
    }
  });
  return cells;
}

std::vector<Outline> cones_of(const ConvexMesh& mesh, const OptimalScratch& scratch,
                              std::size_t expanded) {
  std::vector<Cone> cones(std::min(expanded, kMostCones));
  cones.resize(extract_cones(mesh, scratch, cones).count);
  std::vector<Outline> shapes;
  shapes.reserve(cones.size());
  for (const Cone& cone : cones) shapes.push_back({cone.apex, cone.right, cone.left});
  return shapes;
}

}  // namespace taut::tools

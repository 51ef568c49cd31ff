#include <taut/engine/mesh_search.hpp>

#include <cassert>

#include <taut/detail/path_writer.hpp>
#include <taut/engine/baselines.hpp>
#include <taut/engine/constants.hpp>

namespace taut {

Point center(const ConvexMesh& mesh, CellId cell) noexcept {
  const std::span<const MeshEdge> ring = mesh.edges(cell);
  // Weights are whole and add up to the steps of the lattice in a tile. All but a few vertices have
  // the same; of a ring longer than that, some have none.
  constexpr std::size_t kSum = kLatticePerTile;
  double x = 0.0;
  double y = 0.0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const std::size_t share = (i + 1) * kSum / ring.size() - i * kSum / ring.size();
    const auto weight = static_cast<double>(share);
    x += weight * static_cast<double>(ring[i].start().x);
    y += weight * static_cast<double>(ring[i].start().y);
  }
  return {static_cast<float>(x / static_cast<double>(kSum)),
          static_cast<float>(y / static_cast<double>(kSum))};
}

Result join_centers(const ConvexMesh& mesh, const Point& start, const Point& goal,
                    std::span<const CellId> corridor, std::span<const Portal> portals,
                    std::span<Point> out) noexcept {
  assert(portals.size() == max_edge_portals(corridor.size()));
  PathWriter path(out);
  bool fits = path.append(start);
  for (std::size_t i = 0; fits && i < portals.size(); ++i) {
    fits = path.append(midpoint(portals[i]));
    if (fits && i + 2 < corridor.size()) fits = path.append(center(mesh, corridor[i + 1]));
  }
  fits = fits && path.append(goal);
  return {fits ? Status::ok : Status::truncated, path.count()};
}

}  // namespace taut

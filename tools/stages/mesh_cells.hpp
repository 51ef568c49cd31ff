// Meshes as maps of the program.
#pragma once

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/optimal_search.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cell_map.hpp"

namespace taut::tools {

// A* over the cells of the mesh of the tiles, or optimal paths over it or over the mesh of their
// quadtree's leaves. The grid must outlive the result. Requires settings.stages.
[[nodiscard]] std::unique_ptr<CellMap> make_mesh_cells(const Grid& grid,
                                                       const QuerySettings& settings);

// What became of an index that was requested, for CellMap::index_text().
[[nodiscard]] std::string describe_index(const CornerIndex* index, std::size_t most_bytes,
                                         double build_us);

// Shapes for pictures: a cell, all cells, and cones of a search.
[[nodiscard]] Outline outline_of(const ConvexMesh& mesh, CellId cell);
[[nodiscard]] std::vector<Outline> outlines_of(const ConvexMesh& mesh);
[[nodiscard]] std::vector<Outline> outlines_of(std::span<const Cone> cones);

// A picture of a search that expands more shows only the first cones: the others add little.
inline constexpr std::size_t kMaxCones = 50'000;

}  // namespace taut::tools

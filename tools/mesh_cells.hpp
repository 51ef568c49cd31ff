// Meshes as maps of the program.
#pragma once

#include <taut/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

#include <taut/agent.hpp>

#include "cell_map.hpp"

namespace taut::tools {

// The origin of a mesh: the tiles, or the leaves of their quadtree.
enum class MeshOrigin : std::uint8_t { tiles, leaves };

// What searches are guided by; an index until the first edit.
struct SearchAids {
  int landmarks = 0;  // per component
  bool has_index = false;
};

// What an index may take; one that would take more is not built.
inline constexpr std::size_t kMaxIndexBytes = std::size_t{256} << 20U;

// The grid must outlive the results of these functions.

// A* over the cells of the mesh of the tiles.
[[nodiscard]] std::unique_ptr<CellMap> make_astar_cells(const Grid& grid, const SearchAids& aids);

// Optimal paths of a point.
[[nodiscard]] std::unique_ptr<CellMap> make_optimal_cells(const Grid& grid, MeshOrigin origin,
                                                          const SearchAids& aids);

// Optimal paths in the space of a disc or a square. Those of a disc are paths on its mesh.
[[nodiscard]] std::unique_ptr<CellMap> make_agent_cells(const Grid& grid, const taut::Agent& agent,
                                                        const SearchAids& aids);

}  // namespace taut::tools

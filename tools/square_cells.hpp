// The mesh of a square agent as a map of the program.
#pragma once

#include <taut/grid.hpp>

#include <memory>

#include "cell_map.hpp"

namespace taut::tools {

// Made anew after edits. The grid must outlive it.
[[nodiscard]] std::unique_ptr<CellMap> make_square_cells(const Grid& grid, double half_width);

}  // namespace taut::tools

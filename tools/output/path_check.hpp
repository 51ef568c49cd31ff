// The validators of the library, for the path of an answer.
#pragma once

#include <taut/agent.hpp>
#include <taut/engine/validate.hpp>
#include <taut/grid.hpp>

#include "answer.hpp"

namespace taut::tools {

// Validates a path for its agent; for a disc with blocked_leg for every fault of
// validate_disc_path().
// Legs between links are validated one by one; wrong_goal where one does not end on its link.
[[nodiscard]] PathCheck check_path(const Grid& grid, const Agent& agent, const QueryAnswer& answer);

// The least distance of a disc's path from a wall.
[[nodiscard]] double find_clearance(const Grid& grid, const Agent& agent,
                                    const QueryAnswer& answer);

}  // namespace taut::tools

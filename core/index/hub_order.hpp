// The order of hubs (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "corner_graph.hpp"

namespace taut {

// The corners in the order in which they should become hubs: those first that lie on many shortest
// paths which no earlier one lies on. Checked by the shortest paths from some corners, at most as
// many as `entries` places for a corner hold.
//
// Source    Delling, Goldberg, Pajor and Werneck (2014), "Robust distance queries on massive
//           networks".
[[nodiscard]] std::vector<std::uint32_t> find_hub_order(const CornerGraph& graph,
                                                        std::size_t entries);

}  // namespace taut

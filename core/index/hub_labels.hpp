// Labels: distances from corners to hubs (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "corner_graph.hpp"

namespace taut {

// The distance from a corner to a hub; on the way from the hub the corner before it, and the one
// after the hub. At the hub they are itself.
struct HubLabel {
  double distance;
  std::uint32_t hub;
  std::uint32_t before;
  std::uint32_t after_hub;
};

// The labels of each corner, by growing hub.
using HubLabels = std::vector<std::vector<HubLabel>>;

// Makes labels such that for any two corners a shortest path leads over a hub of both: pruned
// landmark labelling. Corner i is hub number i. Nothing when that takes more than `limit` labels.
//
// Source    Akiba, Iwata and Yoshida (2013), "Fast exact shortest-path distance queries on large
//           networks by pruned landmark labeling".
[[nodiscard]] std::optional<HubLabels> build_hub_labels(const CornerGraph& graph,
                                                        std::size_t limit);

}  // namespace taut

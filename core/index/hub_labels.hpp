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
// landmark labelling. Corner i is hub number i. Nothing when that takes more than `limit` labels,
// or, of more than 2 048 corners, when the first 32 hubs have an eighth of these already. The
// number of threads does not change the labels.
//
// Source    Akiba, Iwata and Yoshida (2013), "Fast exact shortest-path distance queries on large
//           networks by pruned landmark labeling".
[[nodiscard]] std::optional<HubLabels> build_hub_labels(const CornerGraph& graph, std::size_t limit,
                                                        std::size_t threads);

// The corners in the order in which they should become hubs: those first that lie on many shortest
// paths which no earlier one lies on. Checked by the shortest paths from some corners, at most as
// many as `entries` places for a corner hold.
//
// Source    Delling, Goldberg, Pajor and Werneck (2014), "Robust distance queries on massive
//           networks".
[[nodiscard]] std::vector<std::uint32_t> find_hub_order(const CornerGraph& graph,
                                                        std::size_t entries, std::size_t threads);

}  // namespace taut

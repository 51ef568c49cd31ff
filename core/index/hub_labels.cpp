#include "hub_labels.hpp"

#include <algorithm>

#include "corner_paths.hpp"

namespace taut {

std::optional<HubLabels> build_hub_labels(const CornerGraph& graph, std::size_t limit) {
  // Among thousands of small obstacles the searches from hubs are hardly cut off, and there are too
  // many labels. The first hubs show it, so the build ends there.
  constexpr std::uint32_t kFirstHubs = 32;
  // Two lengths of equal paths differ by the rounding of the sums.
  constexpr double kRounding = 1.0 + 0x1p-42;
  HubLabels labels(graph.size());
  std::vector<double> to_hub(graph.size(), CornerPaths::kFar);  // of the source, to earlier hubs
  CornerPaths paths(graph);
  std::size_t count = 0;
  for (std::uint32_t hub = 0; hub < graph.size(); ++hub) {
    for (const HubLabel& label : labels[hub]) to_hub[label.hub] = label.distance;
    paths.run(hub, [&](std::uint32_t corner, const CornerPaths::Way& way) {
      if (count > limit) return false;
      const double bound = way.length * kRounding;
      for (const HubLabel& label : labels[corner]) {
        if (to_hub[label.hub] + label.distance <= bound) return false;
      }
      // The corner before has its label already, as its last one.
      const std::uint32_t after_hub =
          way.before == hub ? corner : labels[way.before].back().after_hub;
      labels[corner].push_back({way.length, hub, way.before, after_hub});
      ++count;
      return true;
    });
    if (count > limit || (hub == kFirstHubs && count > limit / 8)) return std::nullopt;
    for (const HubLabel& label : labels[hub]) to_hub[label.hub] = CornerPaths::kFar;
  }
  return labels;
}

}  // namespace taut

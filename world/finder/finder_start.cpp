// StartRule::nearest: where a query begins whose agent has no room at its start.
#include <optional>

#include <taut/engine/nearest_place.hpp>

#include "finder_memory.hpp"

namespace taut {

void Finder::Memory::move_start() {
  const FindOptions& options = query.options;
  const std::optional<Point> place =
      options.agent.shape == AgentShape::point
          ? find_nearest_place(world->grid(), options.costs, query.from)
          : find_nearest_place(*query.space, query.from);
  if (place) query.from = *place;
}

}  // namespace taut

// Goals as near as possible: for --near.
#pragma once

#include <taut/finder.hpp>
#include <taut/world.hpp>

#include "query_settings.hpp"

namespace taut::tools {

// Finds the places that an agent can reach. It has a world of its own, which edits must follow.
class NearGoal {
 public:
  NearGoal(const Grid& grid, const QuerySettings& settings);

  // The place nearest to the goal that can be reached from the start, which slides as the query's
  // does; the goal when it is that place, and when none is known because the start is blocked.
  [[nodiscard]] Point find(const Point& start, const Point& goal);

  void edit(const TileRect& tiles, TileState state) { world_.set(tiles, state); }

 private:
  World world_;
  FindOptions options_;
  double slide_;
  Finder finder_;
};

}  // namespace taut::tools

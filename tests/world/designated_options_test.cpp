// Options named one by one, as a user writes them: all others have defaults, so -Wextra is silent
// (-Wmissing-field-initializers). That this file compiles is most of the test.
#include <taut/engine/distance_map.hpp>
#include <taut/engine/field.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/jump_search.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/finder.hpp>
#include <taut/group.hpp>
#include <taut/queue.hpp>

#include "support/catch.hpp"

namespace taut::test {

TEST_CASE("options: those that are not named keep their defaults") {
  const FindOptions find{.method = Method::optimal};
  CHECK(find.agent == Agent{});
  const Request request{.start = {1.0F, 2.0F}};
  CHECK(request.options.method == Method::best);
  const GroupUnit unit{.start = {1.0F, 2.0F}};
  CHECK(unit.agent == Agent{});
  const FieldOptions field{.length_limit = 5.0};
  CHECK(field.targets.empty());
  const GridPathOptions grid{.pull = Pull::simple};
  CHECK(grid.search.expansion_limit == kNoExpansionLimit);
  const QuadtreePathOptions quadtree{.pull = Pull::simple};
  CHECK(quadtree.search.expansion_limit == kNoExpansionLimit);
  const DistanceMapOptions tiles{.limit = 5.0};
  CHECK(tiles.steps.costs == nullptr);
  const JumpPathOptions jump{.pull = Pull::simple};
  CHECK(jump.search.expansion_limit == kNoExpansionLimit);
  CHECK(!GroupOptions{.method = GroupMethod::field}.spreads);
  CHECK(OptimalOptions{.expansion_limit = 7}.landmarks == nullptr);
  CHECK(MeshSearchOptions{.expansion_limit = 7}.landmarks == nullptr);
  const FoundPath found{.status = Status::ok};
  CHECK(found.points.empty());
}

}  // namespace taut::test

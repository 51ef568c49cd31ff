#include "promises/query_kinds.hpp"

namespace taut::test {

const std::vector<QueryKind>& query_kinds() {
  static const std::vector<QueryKind> kinds = [] {
    std::vector<QueryKind> all;
    add_funnel_kinds(all);
    add_grid_kinds(all);
    add_quadtree_kinds(all);
    add_mesh_kinds(all);
    add_disc_kinds(all);
    add_square_kinds(all);
    add_world_kinds(all);
    add_edit_kinds(all);
    return all;
  }();
  return kinds;
}

}  // namespace taut::test

// Queries on quadtrees.
#include <algorithm>
#include <array>

#include <taut/engine/quadtree.hpp>
#include <taut/engine/quadtree_path.hpp>

#include "promises/query_kinds.hpp"

namespace taut::test {
namespace {

constexpr std::array kPartials{PartialPath::none, PartialPath::nearest};
constexpr std::array kLimits{kNoExpansionLimit, kNoExpansionLimit, std::size_t{10}};
constexpr std::array kPulls{Pull::funnel, Pull::simple, Pull::midpoint, Pull::raycast, Pull::none};

QuadtreeSearchOptions pick_options(const Query& query) {
  return {query.pick(0, kPartials), query.pick(1, kLimits)};
}

Querier query_corridor(const Scene& scene) {
  const Quadtree& tree = scene.maps.tree;
  return [&tree, scratch = hold(QuadtreeScratch(tree)),
          out = hold_room<LeafId>(max_corridor_cells(tree))](const Query& query,
                                                             std::size_t capacity, Answer& answer) {
    answer.take(find_corridor(tree, query.start, query.goal, pick_options(query), *scratch,
                              out->first(capacity)),
                *out);
  };
}

Querier query_path(const Scene& scene) {
  const Quadtree& tree = scene.maps.tree;
  return [&tree, scratch = hold(QuadtreeScratch(tree)),
          out = hold_room<Point>(max_path_points(tree))](const Query& query, std::size_t capacity,
                                                         Answer& answer) {
    QuadtreePathOptions options;
    options.search = pick_options(query);
    options.pull = query.pick(2, kPulls);
    options.smoothing = query.pick(3, std::array{Smoothing::none, Smoothing::raycast});
    answer.take(find_path(tree, query.start, query.goal, options, *scratch, out->first(capacity)),
                *out);
  };
}

std::size_t longest_corridor(const Scene& scene) {
  std::size_t longest = 1;
  for (const Query& query : scene.queries) longest = std::max(longest, query.leaves.cells.size());
  return longest;
}

Querier query_pulled_corridor(const Scene& scene) {
  return [&tree = scene.maps.tree,
          out = hold_room<Point>(max_path_points(2 * longest_corridor(scene)))](
             const Query& query, std::size_t capacity, Answer& answer) {
    if (query.leaves.cells.empty()) return;
    answer.take(pull_corridor(tree, query.start, query.goal, query.leaves.cells,
                              query.leaves.portals, query.pick(2, kPulls), out->first(capacity)),
                *out);
  };
}

using Extract = Result (*)(const Quadtree&, std::span<const LeafId>, std::span<Portal>) noexcept;

QueryKind portals_kind(const char* name, Extract extract) {
  return {name, [extract](const Scene& scene) -> Querier {
            return [extract, &tree = scene.maps.tree,
                    out = hold_room<Portal>(max_edge_portals(longest_corridor(scene)))](
                       const Query& query, std::size_t capacity, Answer& answer) {
              answer.take(extract(tree, query.leaves.cells, out->first(capacity)), *out);
            };
          }};
}

Querier query_straightened_corridor(const Scene& scene) {
  const Quadtree& tree = scene.maps.tree;
  return [&tree, edges = hold(std::vector<Portal>(max_edge_portals(longest_corridor(scene)))),
          out = hold_room<LeafId>(2 * max_corridor_cells(tree))](
             const Query& query, std::size_t capacity, Answer& answer) {
    if (query.leaves.path.empty()) return;
    (void)extract_edges(tree, query.leaves.cells, *edges);
    answer.take(straighten_corridor(tree, query.leaves.cells, *edges, query.leaves.path,
                                    out->first(capacity)),
                *out);
  };
}

Querier query_smoothed_corridor(const Scene& scene) {
  const Quadtree& tree = scene.maps.tree;
  const std::size_t points = max_path_points(longest_corridor(scene));
  return [&tree, work = hold(std::vector<Point>(max_smoothing_points(points))),
          out = hold_room<LeafId>(4 * tree.leaf_ids() + 64)](const Query& query,
                                                             std::size_t capacity, Answer& answer) {
    if (query.leaves.path.empty()) return;
    answer.take(smooth_corridor(tree, query.leaves.path, *work, out->first(capacity)), *out);
  };
}

Querier query_crossed_corridor(const Scene& scene) {
  const Quadtree& tree = scene.maps.tree;
  return [&tree, out = hold_room<LeafId>(4 * tree.leaf_ids() + 64)](
             const Query& query, std::size_t capacity, Answer& answer) {
    if (query.leaves.path.empty()) return;
    answer.take(extract_corridor(tree, query.leaves.path, out->first(capacity)), *out);
  };
}

Querier query_ray(const Scene& scene) {
  const Quadtree& tree = scene.maps.tree;
  const Point corner{static_cast<float>(tree.width()), static_cast<float>(tree.height())};
  return [&tree, out = hold_room<LeafId>(max_ray_cells({0.0F, 0.0F}, corner))](
             const Query& query, std::size_t capacity, Answer& answer) {
    const LeafRaycastResult ray = raycast(tree, query.start, query.goal, out->first(capacity));
    answer.take(ray, *out);
    answer.note(ray.is_visible);
    answer.note(ray.end);
    answer.note(ray.leaf);
    answer.note(ray.blocker);
    answer.note(is_visible(tree, query.start, query.goal));
  };
}

Querier query_places(const Scene& scene) {
  return [&tree = scene.maps.tree](const Query& query, std::size_t, Answer& answer) {
    const std::optional<Tile> from = tree.locate(query.start);
    const std::optional<Tile> to = tree.locate(query.goal);
    answer.note(from);
    answer.note(to);
    if (from && to) answer.note(tree.is_connected(tree.find_leaf(*from), tree.find_leaf(*to)));
  };
}

}  // namespace

void add_quadtree_kinds(std::vector<QueryKind>& kinds) {
  kinds.push_back({"quadtree: find_corridor", query_corridor});
  kinds.push_back({"quadtree: find_path", query_path});
  kinds.push_back({"quadtree: pull_corridor", query_pulled_corridor});
  kinds.push_back(portals_kind("quadtree: extract_portals", extract_portals));
  kinds.push_back(portals_kind("quadtree: extract_edges", extract_edges));
  kinds.push_back({"quadtree: straighten_corridor", query_straightened_corridor, Cut::fewer});
  kinds.push_back({"quadtree: smooth_corridor", query_smoothed_corridor, Cut::fewer});
  kinds.push_back({"quadtree: extract_corridor", query_crossed_corridor, Cut::fewer});
  kinds.push_back({"quadtree: raycast", query_ray});
  kinds.push_back({"quadtree: places", query_places, Cut::none});
}

}  // namespace taut::test

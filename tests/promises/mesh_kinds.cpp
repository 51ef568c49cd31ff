// Queries on meshes: of a grid, of its rectangles, of leaves.
#include <algorithm>
#include <array>

#include <taut/engine/build_corner_index.hpp>
#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/field.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/vectors.hpp>

#include "promises/query_kinds.hpp"

namespace taut::test {
namespace {

using MeshOf = const ConvexMesh& (*)(const Scene&);

const ConvexMesh& merged_mesh(const Scene& scene) { return scene.maps.mesh; }
const ConvexMesh& rectangle_mesh(const Scene& scene) { return scene.rectangle_mesh; }
const ConvexMesh& leaf_mesh(const Scene& scene) { return scene.maps.leaf_mesh; }

constexpr std::array kMeshLimits{kNoExpansionLimit, kNoExpansionLimit, std::size_t{10}};

MeshSearchOptions pick_options(const Query& query) {
  return {query.pick(0, std::array{PartialPath::none, PartialPath::nearest}),
          query.pick(1, kMeshLimits)};
}

template <MeshOf mesh_of>
Querier query_corridor(const Scene& scene) {
  const ConvexMesh& mesh = mesh_of(scene);
  return
      [&mesh, scratch = hold(MeshScratch(mesh)), out = hold_room<CellId>(max_corridor_cells(mesh))](
          const Query& query, std::size_t capacity, Answer& answer) {
        answer.take(find_corridor(mesh, query.start, query.goal, pick_options(query), *scratch,
                                  out->first(capacity)),
                    *out);
      };
}

template <MeshOf mesh_of>
Querier query_path(const Scene& scene) {
  const ConvexMesh& mesh = mesh_of(scene);
  return [&mesh, scratch = hold(MeshScratch(mesh)), out = hold_room<Point>(max_path_points(mesh))](
             const Query& query, std::size_t capacity, Answer& answer) {
    answer.take(find_path(mesh, query.start, query.goal, pick_options(query), *scratch,
                          out->first(capacity)),
                *out);
  };
}

// A quarter of the queries with a scratch that most searches outgrow.
template <MeshOf mesh_of>
Querier query_optimal_path(const Scene& scene) {
  const ConvexMesh& mesh = mesh_of(scene);
  return [&mesh, large = hold(OptimalScratch(mesh)), small = hold(OptimalScratch(mesh, 16)),
          out = hold_room<Point>(max_path_points(mesh))](const Query& query, std::size_t capacity,
                                                         Answer& answer) {
    OptimalScratch& scratch = query.index % 4 == 3 ? *small : *large;
    answer.take(find_optimal_path(mesh, query.start, query.goal, {query.pick(1, kMeshLimits)},
                                  scratch, out->first(capacity)),
                *out);
  };
}

template <MeshOf mesh_of>
Querier query_optimal_by_landmarks(const Scene& scene) {
  const ConvexMesh& mesh = mesh_of(scene);
  return [&mesh, landmarks = hold(build_landmarks(mesh, 5)), scratch = hold(OptimalScratch(mesh)),
          out = hold_room<Point>(max_path_points(mesh))](const Query& query, std::size_t capacity,
                                                         Answer& answer) {
    OptimalOptions options{query.pick(1, kMeshLimits)};
    options.landmarks = landmarks.get();
    answer.take(
        find_optimal_path(mesh, query.start, query.goal, options, *scratch, out->first(capacity)),
        *out);
  };
}

template <MeshOf mesh_of>
Querier query_optimal_by_index(const Scene& scene) {
  const ConvexMesh& mesh = mesh_of(scene);
  constexpr std::size_t kBytes = std::size_t{64} << 20U;
  return [&mesh, index = hold(build_corner_index(mesh, kBytes)),
          scratch = hold(OptimalScratch(mesh)), out = hold_room<Point>(max_path_points(mesh))](
             const Query& query, std::size_t capacity, Answer& answer) {
    const DistanceResult distance = find_distance(mesh, query.start, query.goal, *index, *scratch);
    answer.note(distance.status);
    answer.note(distance ? distance.length : 0.0);
    OptimalOptions options;
    options.index = index.get();
    answer.take(
        find_optimal_path(mesh, query.start, query.goal, options, *scratch, out->first(capacity)),
        *out);
  };
}

Querier query_path_by_landmarks(const Scene& scene) {
  const ConvexMesh& mesh = scene.maps.mesh;
  return [&mesh, landmarks = hold(build_landmarks(mesh, 5)), scratch = hold(MeshScratch(mesh)),
          out = hold_room<Point>(max_path_points(mesh))](const Query& query, std::size_t capacity,
                                                         Answer& answer) {
    MeshSearchOptions options = pick_options(query);
    options.landmarks = landmarks.get();
    answer.take(find_path(mesh, query.start, query.goal, options, *scratch, out->first(capacity)),
                *out);
  };
}

template <MeshOf mesh_of>
Querier query_optimal_corridor(const Scene& scene) {
  const ConvexMesh& mesh = mesh_of(scene);
  return [&mesh, scratch = hold(OptimalScratch(mesh)),
          path = hold(std::vector<Point>(max_path_points(mesh))),
          out = hold_room<CellId>(max_corridor_cells(mesh))](const Query& query,
                                                             std::size_t capacity, Answer& answer) {
    (void)find_optimal_path(mesh, query.start, query.goal, {}, *scratch, *path);
    answer.take(extract_corridor(mesh, *scratch, out->first(capacity)), *out);
  };
}

Querier query_cones(const Scene& scene) {
  constexpr std::size_t kMostCones = 4096;
  const ConvexMesh& mesh = scene.maps.mesh;
  return
      [&mesh, scratch = hold(OptimalScratch(mesh)),
       path = hold(std::vector<Point>(max_path_points(mesh))), out = hold_room<Cone>(kMostCones)](
          const Query& query, std::size_t capacity, Answer& answer) {
        (void)find_optimal_path(mesh, query.start, query.goal, {}, *scratch, *path);
        answer.take(extract_cones(mesh, *scratch, out->first(capacity)), *out);
      };
}

// The field of two goals, built for each query, within a limit or not.
template <MeshOf mesh_of>
Querier query_field(const Scene& scene) {
  const ConvexMesh& mesh = mesh_of(scene);
  return [&mesh, &other = scene.queries.front().goal, scratch = hold(FieldScratch()),
          field = hold(Field()), out = hold_room<Point>(max_path_points(mesh))](
             const Query& query, std::size_t capacity, Answer& answer) {
    const std::array goals{FieldGoal{query.goal}, FieldGoal{other, 3.0}};
    const std::array limits{kNoLengthLimit, kNoLengthLimit, 8.0};
    const std::size_t count = mesh.locate(other) ? 2 : 1;
    const FieldOptions options{query.pick(0, limits)};
    const FieldResult built =
        build_field(mesh, std::span(goals).first(count), options, *scratch, *field);
    answer.note(built.status);
    answer.note(built.expanded);
    answer.note(field->funnel_count());
    answer.note(field->distance(query.start));
    answer.note(field->nearest_goal(query.start));
    const std::optional<Point> next = field->next_corner(query.start);
    answer.note(next.has_value());
    if (next) answer.note(*next);
    answer.take(field->extract_path(query.start, out->first(capacity)), *out);
  };
}

// The tiles within some distance of a goal.
template <MeshOf mesh_of>
Querier query_tiles(const Scene& scene) {
  const ConvexMesh& mesh = mesh_of(scene);
  constexpr double kRange = 7.5;
  constexpr std::size_t kMostTiles = 16 * 16;
  return [&mesh, scratch = hold(FieldScratch()), field = hold(Field()),
          out = hold_room<ReachedTile>(kMostTiles)](const Query& query, std::size_t capacity,
                                                    Answer& answer) {
    const std::array goals{FieldGoal{query.goal}};
    (void)build_field(mesh, goals, {kRange}, *scratch, *field);
    answer.take(extract_reached_tiles(*field, kRange, out->first(capacity)), *out);
  };
}

std::size_t longest_mesh_corridor(const Scene& scene) {
  std::size_t longest = 1;
  for (const Query& query : scene.queries) longest = std::max(longest, query.cells.cells.size());
  return longest;
}

Querier query_portals(const Scene& scene) {
  return [&mesh = scene.maps.mesh, out = hold_room<Portal>(longest_mesh_corridor(scene))](
             const Query& query, std::size_t capacity, Answer& answer) {
    answer.take(extract_portals(mesh, query.cells.cells, out->first(capacity)), *out);
  };
}

Querier query_joined_centers(const Scene& scene) {
  return [&mesh = scene.maps.mesh,
          out = hold_room<Point>(max_path_points(2 * longest_mesh_corridor(scene)))](
             const Query& query, std::size_t capacity, Answer& answer) {
    if (query.cells.cells.empty()) return;
    answer.take(join_centers(mesh, query.start, query.goal, query.cells.cells, query.cells.portals,
                             out->first(capacity)),
                *out);
  };
}

Querier query_mesh_places(const Scene& scene) {
  return [&scene](const Query& query, std::size_t, Answer& answer) {
    for (const MeshOf mesh_of : {merged_mesh, rectangle_mesh, leaf_mesh}) {
      const ConvexMesh& mesh = mesh_of(scene);
      const std::optional<CellId> from = mesh.locate(query.start);
      const std::optional<CellId> to = mesh.locate(query.goal);
      answer.note(from);
      answer.note(to);
      if (from && to) answer.note(mesh.is_connected(*from, *to));
      mesh.for_each_cell_at(query.start, [&](CellId cell) { answer.note(cell); });
      mesh.for_each_cell_touching(query.start, query.start + Point{1.0F, 2.0F},
                                  [&](CellId cell) { answer.note(center(mesh, cell)); });
    }
  };
}

}  // namespace

void add_mesh_kinds(std::vector<QueryKind>& kinds) {
  kinds.push_back({"mesh: find_corridor", query_corridor<merged_mesh>});
  kinds.push_back({"mesh: find_path", query_path<merged_mesh>});
  kinds.push_back({"mesh: find_optimal_path", query_optimal_path<merged_mesh>});
  kinds.push_back({"mesh: optimal corridor", query_optimal_corridor<merged_mesh>});
  kinds.push_back({"mesh: field", query_field<merged_mesh>, Cut::exact, Heap::first});
  kinds.push_back({"mesh: reached tiles", query_tiles<merged_mesh>, Cut::exact, Heap::first});
  kinds.push_back({"mesh: extract_cones", query_cones});
  kinds.push_back({"mesh: extract_portals", query_portals});
  kinds.push_back({"mesh: join_centers", query_joined_centers});
  kinds.push_back({"mesh: places", query_mesh_places, Cut::none});
  kinds.push_back({"rectangle mesh: find_corridor", query_corridor<rectangle_mesh>});
  kinds.push_back({"rectangle mesh: find_path", query_path<rectangle_mesh>});
  kinds.push_back({"mesh: optimal by landmarks", query_optimal_by_landmarks<merged_mesh>});
  kinds.push_back({"mesh: optimal by index", query_optimal_by_index<merged_mesh>});
  kinds.push_back({"leaf mesh: optimal by index", query_optimal_by_index<leaf_mesh>});
  kinds.push_back({"mesh: find_path by landmarks", query_path_by_landmarks});
  kinds.push_back({"rectangle mesh: find_optimal_path", query_optimal_path<rectangle_mesh>});
  kinds.push_back({"rectangle mesh: optimal corridor", query_optimal_corridor<rectangle_mesh>});
  kinds.push_back({"rectangle mesh: field", query_field<rectangle_mesh>, Cut::exact, Heap::first});
  kinds.push_back({"leaf mesh: find_corridor", query_corridor<leaf_mesh>});
  kinds.push_back({"leaf mesh: find_path", query_path<leaf_mesh>});
  kinds.push_back({"leaf mesh: find_optimal_path", query_optimal_path<leaf_mesh>});
  kinds.push_back({"leaf mesh: optimal by landmarks", query_optimal_by_landmarks<leaf_mesh>});
  kinds.push_back({"leaf mesh: optimal corridor", query_optimal_corridor<leaf_mesh>});
  kinds.push_back({"leaf mesh: field", query_field<leaf_mesh>, Cut::exact, Heap::first});
  kinds.push_back({"leaf mesh: reached tiles", query_tiles<leaf_mesh>, Cut::exact, Heap::first});
}

}  // namespace taut::test

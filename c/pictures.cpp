// What there is to draw: cells, corridors, cones.
#include <taut_pictures.h>

#include <taut/engine/space.hpp>

#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;
using taut::CellId;
using taut::ConvexMesh;

namespace {

// Writes the cells of the last path to finder.corridor.
taut::Result extract_cells(taut_finder& finder) {
  const taut::Space* const space = finder.finder.space();
  if (space == nullptr) return {taut::Status::invalid_input, 0};
  const std::size_t most = taut::max_corridor_cells(space->mesh());
  if (finder.corridor.size() < most) finder.corridor.resize(most);
  return finder.finder.extract_corridor(finder.corridor);
}

}  // namespace

extern "C" {

taut_status taut_world_mesh(const taut_world* world, const taut_agent* agent, uint32_t* first,
                            uint32_t first_capacity, uint32_t* first_count, taut_point* points,
                            uint32_t point_capacity, uint32_t* point_count) {
  set_count(first_count, 0);
  set_count(point_count, 0);
  const bool lacks_first = first == nullptr && first_capacity > 0;
  const bool lacks_points = points == nullptr && point_capacity > 0;
  if (!is_live(world) || lacks_first || lacks_points) return TAUT_BAD_ARGUMENT;
  if (world->world->is_broken()) return TAUT_INVALID_INPUT;
  const std::optional<taut::Agent> of = to_agent(agent);
  if (!of) return TAUT_BAD_ARGUMENT;
  const taut::Space* const space = world->world->find_space(*of);
  if (space == nullptr) return TAUT_INVALID_INPUT;
  const ConvexMesh& mesh = space->mesh();
  std::uint32_t at = 0;
  const std::size_t ids = mesh.cell_ids();
  for (std::size_t id = 0; id <= ids; ++id) {
    if (id < first_capacity) first[id] = at;
    if (id == ids || !mesh.is_cell(static_cast<CellId>(id))) continue;
    for (const taut::MeshEdge& edge : mesh.edges(static_cast<CellId>(id))) {
      if (at < point_capacity) points[at] = to_point(edge.start());
      ++at;
    }
  }
  set_count(first_count, ids + 1);
  set_count(point_count, at);
  return ids < first_capacity && at <= point_capacity ? TAUT_OK : TAUT_TRUNCATED;
}

taut_status taut_path_corridor(taut_finder* finder, uint32_t* out, uint32_t capacity,
                               uint32_t* count) {
  set_count(count, 0);
  if (!is_live(finder)) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] {
    const taut::Result cells = extract_cells(*finder);
    if (!cells) return to_status(cells.status);
    return fill(out, capacity, count, cells.count,
                [&](std::size_t i) { return finder->corridor[i]; });
  });
}

taut_status taut_path_portals(taut_finder* finder, taut_portal* out, uint32_t capacity,
                              uint32_t* count) {
  set_count(count, 0);
  if (!is_live(finder)) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] {
    const taut::Result cells = extract_cells(*finder);
    if (!cells) return to_status(cells.status);
    const std::span<const CellId> corridor = std::span(finder->corridor).first(cells.count);
    const std::size_t most = taut::max_edge_portals(corridor.size());
    if (finder->portals.size() < most) finder->portals.resize(most);
    const taut::Result portals =
        taut::extract_portals(finder->finder.space()->mesh(), corridor, finder->portals);
    if (!portals) return to_status(portals.status);
    return fill(out, capacity, count, portals.count, [&](std::size_t i) {
      const taut::Portal& portal = finder->portals[i];
      return taut_portal{to_point(portal.left), to_point(portal.right)};
    });
  });
}

taut_status taut_path_cones(taut_finder* finder, taut_cone* out, uint32_t capacity,
                            uint32_t* count) {
  set_count(count, 0);
  if (!is_live(finder)) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] {
    if (finder->cones.size() < finder->expanded) finder->cones.resize(finder->expanded);
    const taut::Result cones = finder->finder.extract_cones(finder->cones);
    if (!cones) return to_status(cones.status);
    return fill(out, capacity, count, cones.count, [&](std::size_t i) {
      const taut::Cone& cone = finder->cones[i];
      return taut_cone{to_point(cone.apex), to_point(cone.right), to_point(cone.left)};
    });
  });
}

}  // extern "C"

#include "hole_parts.hpp"

#include <cassert>
#include <utility>

#include "mesh_hole.hpp"

namespace taut {
namespace {

constexpr std::uint32_t kNone = Triangulation::kNone;

// Which part each triangle belongs to. Returns how many there are.
std::uint32_t number_parts(const Triangulation& triangles, std::vector<std::uint32_t>& part_of) {
  part_of.assign(triangles.twin.size() / 3, kNone);
  std::vector<std::uint32_t> reached;
  std::uint32_t count = 0;
  for (std::uint32_t seed = 0; seed < part_of.size(); ++seed) {
    if (part_of[seed] != kNone) continue;
    part_of[seed] = count;
    reached.assign(1, seed);
    while (!reached.empty()) {
      const std::uint32_t first = 3 * reached.back();
      reached.pop_back();
      for (std::uint32_t half = first; half < first + 3; ++half) {
        const std::uint32_t twin = triangles.twin[half];
        if (twin == kNone || part_of[twin / 3] != kNone) continue;
        part_of[twin / 3] = count;
        reached.push_back(twin / 3);
      }
    }
    ++count;
  }
  return count;
}

}  // namespace

HoleParts::HoleParts(const LineTiles& tiles, const ConvexMesh& mesh, const TileRect& box) {
  assert(tiles.kinds.empty());
  Hole hole = cut_hole(tiles, mesh, box);
  cells_ = std::move(hole.cells);
  if (hole.regions.empty()) return;
  assert(hole.regions.size() == 1);
  const HoleRegion& region = hole.regions.front();
  triangles_ = triangulate(region.outline);
  count_ = number_parts(triangles_, part_of_);
  for (std::uint32_t half = 0; half < triangles_.twin.size(); ++half) {
    if (triangles_.twin[half] != kNone) continue;
    const EdgeId beyond = region.beyond[triangles_.origin[half]];
    if (beyond != kNoEdge) exits_.push_back({part_of_[half / 3], beyond});
  }
}

std::uint32_t HoleParts::find(const Triangulation::Vertex& place) const noexcept {
  const auto in_halves = [&](std::uint32_t half) -> Triangulation::Vertex {
    const Triangulation::Vertex& at = triangles_.vertices[triangles_.origin[half]];
    return {2 * at.x, 2 * at.y};
  };
  const auto is_left_of = [&](std::uint32_t half) {
    return Triangulation::area(in_halves(half), in_halves(Triangulation::next(half)), place) >= 0;
  };
  for (std::uint32_t i = 0; i < part_of_.size(); ++i) {
    if (is_left_of(3 * i) && is_left_of(3 * i + 1) && is_left_of(3 * i + 2)) return part_of_[i];
  }
  assert(false);
  return 0;
}

}  // namespace taut

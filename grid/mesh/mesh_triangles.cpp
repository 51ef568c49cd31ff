#include "mesh_triangles.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "delaunay.hpp"

namespace taut {

MeshTriangles::MeshTriangles(Triangulation triangles) : all(std::move(triangles)) {
  removed_.resize(all.twin.size());
  fixed_.reserve(all.twin.size());
  for (const std::uint32_t twin : all.twin) fixed_.push_back(twin == kNone ? 1 : 0);
}

MeshTriangles::MeshTriangles(const LineTiles& tiles, const ConvexMesh& mesh,
                             std::span<const HoleRegion> regions)
    : tiles_(&tiles), mesh_(&mesh) {
  std::size_t corners = 0;
  for (const HoleRegion& region : regions) corners += region.outline.vertices.size();
  // With the cells around, it is some five times as many vertices, and twice as many triangles.
  all.vertices.reserve(5 * corners);
  reserve_halves(30 * corners);
  std::vector<int> beyond;
  for (const HoleRegion& region : regions) add_region(region, beyond);
  if (!tiles.kinds.empty()) join_regions(beyond);
  std::sort(at_hole_.begin(), at_hole_.end());
}

void MeshTriangles::reserve_halves(std::size_t count) {
  all.origin.reserve(count);
  all.twin.reserve(count);
  fixed_.reserve(count);
  removed_.reserve(count);
  own_.reserve(count);
  outer_.reserve(count);
  owner_.reserve(count / 3);
}

void MeshTriangles::add_halves(std::size_t count) {
  const std::size_t size = all.twin.size() + count;
  all.origin.resize(size);
  all.twin.resize(size, kNone);
  fixed_.resize(size);
  removed_.resize(size);
  own_.resize(size, kNoEdge);
  outer_.resize(size, kNoEdge);
  owner_.resize(size / 3, kNone);
}

void MeshTriangles::add_region(const HoleRegion& region, std::vector<int>& beyond) {
  const Triangulation part = triangulate(region.outline);
  const std::uint32_t first_half = size();
  const auto first_vertex = static_cast<std::uint32_t>(all.vertices.size());
  all.vertices.insert(all.vertices.end(), part.vertices.begin(), part.vertices.end());
  add_halves(part.twin.size());
  beyond.resize(size());
  for (std::uint32_t i = 0; i < part.twin.size(); ++i) {
    const std::uint32_t half = first_half + i;
    const std::uint32_t vertex = part.origin[i];
    all.origin[half] = first_vertex + vertex;
    if (part.twin[i] != kNone) {
      all.twin[half] = first_half + part.twin[i];
      continue;
    }
    outer_[half] = region.beyond[vertex];
    beyond[half] = region.kind_beyond[vertex];
    fixed_[half] = beyond[half] == region.kind ? 0 : 1;
    if (outer_[half] != kNoEdge) at_hole_.emplace_back(outer_[half], half);
  }
}

// Links the sides of regions that meet at a border.
void MeshTriangles::join_regions(const std::vector<int>& beyond) {
  struct Border {
    Triangulation::Vertex low;
    Triangulation::Vertex high;
    std::uint32_t half;

    [[nodiscard]] auto key() const noexcept { return std::tie(low.y, low.x, high.y, high.x); }
  };
  std::vector<Border> borders;
  for (std::uint32_t half = 0; half < size(); ++half) {
    if (all.twin[half] != kNone || outer_[half] != kNoEdge || beyond[half] == 0) continue;
    Border border{all.vertices[all.origin[half]],
                  all.vertices[all.origin[Triangulation::next(half)]], half};
    if (border.high.y < border.low.y || border.high.x < border.low.x) {
      std::swap(border.low, border.high);
    }
    borders.push_back(border);
  }
  std::sort(borders.begin(), borders.end(),
            [](const Border& a, const Border& b) { return a.key() < b.key(); });
  for (std::size_t i = 1; i < borders.size(); i += 2) {
    assert(borders[i].key() == borders[i - 1].key());
    all.twin[borders[i].half] = borders[i - 1].half;
    all.twin[borders[i - 1].half] = borders[i].half;
  }
}

// Divides a cell of the mesh: all its inner edges are removed ones.
void MeshTriangles::take_in(CellId cell) {
  const std::span<const MeshEdge> ring = mesh_->edges(cell);
  const auto corner = static_cast<std::uint32_t>(all.vertices.size());
  const auto steps = static_cast<float>(tiles_->steps_per_tile);
  for (const MeshEdge& edge : ring) {
    all.vertices.push_back({static_cast<std::int32_t>(edge.start().x * steps),
                            static_cast<std::int32_t>(edge.start().y * steps)});
  }
  const auto index = static_cast<std::uint32_t>(cells_.size());
  const auto first_side = static_cast<std::uint32_t>(sides_.size());
  cells_.push_back({cell, first_side, false});
  sides_.resize(first_side + ring.size());
  by_id_.insert(std::lower_bound(by_id_.begin(), by_id_.end(), std::pair{cell, index}),
                {cell, index});
  const std::size_t triangles = owner_.size();
  const auto last = static_cast<std::uint32_t>(ring.size() - 1);
  sides_[first_side + last] = divide(corner, 0, last, sides_.data() + first_side);
  std::fill(owner_.begin() + static_cast<std::ptrdiff_t>(triangles), owner_.end(), index);
  link_sides(cell, sides_.data() + first_side);
}

// Divides the part of a cell between two of its corners. Returns the half-edge from the last corner
// to the first. Requires last - first >= 2.
// Cost      O(n^2) for n corners, which are few; O(n log n) in the mean.
std::uint32_t MeshTriangles::divide(std::uint32_t corner, std::uint32_t first, std::uint32_t last,
                                    std::uint32_t* sides) {
  const std::uint32_t apex = find_apex(all.vertices.data() + corner, first, last);
  const std::uint32_t half = size();
  add_halves(3);
  all.origin[half] = corner + last;
  all.origin[half + 1] = corner + first;
  all.origin[half + 2] = corner + apex;
  const auto add_part = [&](std::uint32_t side, std::uint32_t begin, std::uint32_t end) {
    if (end - begin == 1) {
      sides[begin] = side;
      return;
    }
    const std::uint32_t other = divide(corner, begin, end, sides);
    all.twin[side] = other;
    all.twin[other] = side;
    removed_[side] = removed_[other] = 1;
  };
  add_part(half + 1, first, apex);
  add_part(half + 2, apex, last);
  return half;
}

// Links a cell with those around it that are divided, and with the hole.
void MeshTriangles::link_sides(CellId cell, const std::uint32_t* sides) {
  const EdgeId first = mesh_->first_edge(cell);
  const auto count = static_cast<EdgeId>(mesh_->edges(cell).size());
  for (EdgeId i = 0; i < count; ++i) {
    const EdgeId edge = first + i;
    const std::uint32_t half = sides[i];
    own_[half] = edge;
    std::uint32_t other = kNone;
    const auto at = std::lower_bound(at_hole_.begin(), at_hole_.end(), std::pair{edge, 0U});
    if (at != at_hole_.end() && at->first == edge) {
      other = at->second;
      fixed_[half] = fixed_[other];
    } else if (mesh_->edge(edge).is_wall()) {
      fixed_[half] = 1;
    } else {
      outer_[half] = mesh_->edge(edge).twin();
      other = half_of(outer_[half]);
      fixed_[half] = is_border(cell, edge) ? 1 : 0;
    }
    if (other == kNone) continue;
    all.twin[half] = other;
    all.twin[other] = half;
  }
}

// Whether an edge between two cells that remain parts two kinds of tiles.
bool MeshTriangles::is_border(CellId cell, EdgeId edge) const {
  if (tiles_->kinds.empty()) return false;
  // Borders lie along sides of tiles.
  const Point& from = mesh_->edge(edge).start();
  const Point& to = mesh_->edge(mesh_->next(edge)).start();
  if (from.x != to.x && from.y != to.y) return false;
  return kind_of(*tiles_, *mesh_, cell) !=
         kind_of(*tiles_, *mesh_, mesh_->cell_of(mesh_->edge(edge).twin()));
}

// That of a cell that has been divided, else kNone. Triangles at one that has not are never
// replaced, so the half-edge is the one of the beginning.
std::uint32_t MeshTriangles::half_of(EdgeId edge) const noexcept {
  const CellId cell = mesh_->cell_of(edge);
  const auto at = std::lower_bound(by_id_.begin(), by_id_.end(), std::pair{cell, 0U});
  if (at == by_id_.end() || at->first != cell) return kNone;
  return sides_[cells_[at->second].first_side + (edge - mesh_->first_edge(cell))];
}

void MeshTriangles::change(std::uint32_t half, bool is_removed) {
  const std::uint32_t twin = all.twin[half];
  removed_[half] = removed_[twin] = is_removed ? 1 : 0;
  mark_changed(half);
  mark_changed(twin);
}

void MeshTriangles::replace(std::uint32_t half, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  mark_changed(half);
  if (mesh_ != nullptr) owner_[half / 3] = kNone;
  all.origin[half] = a;
  all.origin[half + 1] = b;
  all.origin[half + 2] = c;
  for (std::uint32_t i = half; i < half + 3; ++i) {
    removed_[i] = fixed_[i] = 0;
    if (mesh_ != nullptr) own_[i] = outer_[i] = kNoEdge;
  }
}

void MeshTriangles::lay_along(std::uint32_t half, std::uint32_t beyond, bool is_fixed) {
  all.twin[half] = beyond;
  fixed_[half] = is_fixed ? 1 : 0;
  if (beyond == kNone) return;
  all.twin[beyond] = half;
  removed_[half] = removed_[beyond];
}

void MeshTriangles::extract_changed_cells(std::vector<CellId>& cells) const {
  for (const Cell& cell : cells_) {
    if (cell.has_changed) cells.push_back(cell.id);
  }
}

}  // namespace taut

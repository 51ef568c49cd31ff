// edit_mesh(): a mesh follows the edits of its grid.
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/vectors.hpp>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cell_merger.hpp"
#include "line_tiles.hpp"
#include "triangulation.hpp"

namespace taut {
namespace {

using Vertex = Triangulation::Vertex;

bool is_same(const Vertex& a, const Vertex& b) noexcept { return a.x == b.x && a.y == b.y; }
bool is_less(const Vertex& a, const Vertex& b) noexcept {
  return a.y != b.y ? a.y < b.y : a.x < b.x;
}
std::int64_t cross(const Vertex& at, const Vertex& a, const Vertex& b) noexcept {
  return std::int64_t{a.x - at.x} * (b.y - at.y) - std::int64_t{a.y - at.y} * (b.x - at.x);
}
std::int64_t inner(const Vertex& at, const Vertex& a, const Vertex& b) noexcept {
  return std::int64_t{a.x - at.x} * (b.x - at.x) + std::int64_t{a.y - at.y} * (b.y - at.y);
}

// Quarters of a turn, counter-clockwise from the direction of `from` to that of `to`: 0 to 3, where
// 1 and 3 are a half and a whole turn, and 0 and 2 what lies before each.
int turn(const Vertex& at, const Vertex& from, const Vertex& to) noexcept {
  const std::int64_t side = cross(at, from, to);
  if (side != 0) return side > 0 ? 0 : 2;
  return inner(at, from, to) < 0 ? 1 : 3;
}

// The hole that remains when the cells that touch a rectangle are removed from a mesh, with the
// current tiles in the rectangle: its outline of walls and of edges of remaining cells.
class Hole {
 public:
  Hole(const LineTiles& space, const ConvexMesh& mesh, const TileRect& tiles)
      : space_(space),
        mesh_(mesh),
        tiles_(tiles),
        steps_(static_cast<float>(space.steps_per_tile)),
        low_(place(tiles.x0, tiles.y0)),
        high_(place(tiles.x1, tiles.y1)) {
    find_cells();
    for (const CellId cell : cells_) add_sides(cell);
    add_walls();
    join_sides();
    name_vertices();
  }

  [[nodiscard]] const std::vector<CellId>& cells() const noexcept { return cells_; }
  [[nodiscard]] const Outline& outline() const noexcept { return outline_; }
  // For the edge of the outline that starts at the vertex: the edge of a remaining cell along it,
  // or kNoEdge for a wall.
  [[nodiscard]] EdgeId beyond(std::uint32_t vertex) const noexcept { return beyond_[vertex]; }

 private:
  // A part of the outline, the hole on its left.
  struct Side {
    Vertex from;
    Vertex to;
    EdgeId beyond;
    std::uint32_t next;  // the side that begins where this one ends
    bool is_straight;    // whether this and the next are one wall
  };

  [[nodiscard]] Vertex place(int x, int y) const noexcept {
    return {space_.column(x), space_.row(y)};
  }
  [[nodiscard]] Vertex to_vertex(const Point& p) const noexcept {
    return {static_cast<std::int32_t>(p.x * steps_), static_cast<std::int32_t>(p.y * steps_)};
  }
  [[nodiscard]] Point to_point(const Vertex& v) const noexcept {
    return Point{static_cast<float>(v.x), static_cast<float>(v.y)} / steps_;
  }

  void find_cells() {
    mesh_.for_each_cell_touching(to_point(low_), to_point(high_),
                                 [&](CellId cell) { cells_.push_back(cell); });
    std::sort(cells_.begin(), cells_.end());
    cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
  }

  void add_side(const Vertex& from, const Vertex& to, EdgeId beyond) {
    sides_.push_back({from, to, beyond, Triangulation::kNone, false});
  }

  // Adds the sides of a cell that lead to remaining cells, and the parts of its walls outside the
  // rectangle.
  void add_sides(CellId cell) {
    const std::span<const MeshEdge> ring = mesh_.edges(cell);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vertex from = to_vertex(ring[i].start());
      const Vertex to = to_vertex(ring[i + 1 == ring.size() ? 0 : i + 1].start());
      if (ring[i].is_wall()) {
        add_wall_outside(from, to);
      } else if (!std::binary_search(cells_.begin(), cells_.end(), mesh_.cell_of(ring[i].twin()))) {
        add_side(from, to, ring[i].twin());
      }
    }
  }

  void add_wall_outside(const Vertex& from, const Vertex& to) {
    const bool is_level = from.y == to.y;
    const int line = is_level ? from.y : from.x;
    const int begin = is_level ? from.x : from.y;
    const int end = is_level ? to.x : to.y;
    if (line < (is_level ? low_.y : low_.x) || line > (is_level ? high_.y : high_.x)) {
      add_side(from, to, kNoEdge);
      return;
    }
    const auto vertex_at = [&](int along) {
      return is_level ? Vertex{along, line} : Vertex{line, along};
    };
    const int low = is_level ? low_.x : low_.y;
    const int high = is_level ? high_.x : high_.y;
    const auto add = [&](int a, int b) {
      if (begin < end) add_side(vertex_at(a), vertex_at(b), kNoEdge);
      if (begin > end) add_side(vertex_at(b), vertex_at(a), kNoEdge);
    };
    const int first = std::min(begin, end);
    const int last = std::max(begin, end);
    if (first < low) add(first, std::min(last, low));
    if (last > high) add(std::max(first, high), last);
  }

  // Adds walls between tiles of which at least one is in the rectangle. Lines without walls, most
  // of those of a large rectangle, are skipped by words of tiles.
  void add_walls() {
    for (int y = tiles_.y0; y <= tiles_.y1; ++y) {
      if (!has_walls_above(y)) continue;
      add_runs(
          tiles_.x0, tiles_.x1, [&](int x) { return wall(x, y, x, y - 1); },
          [&](int x) { return place(x, y); });
    }
    for (int first = tiles_.x0; first <= tiles_.x1; first += 64) {
      for (std::uint64_t lines = lines_with_walls(first); lines != 0; lines &= lines - 1) {
        const int x = first + std::countr_zero(lines);
        add_runs(
            tiles_.y0, tiles_.y1, [&](int y) { return wall(x - 1, y, x, y); },
            [&](int y) { return place(x, y); });
      }
    }
  }

  [[nodiscard]] static std::uint64_t first_bits(int count) noexcept {
    return count < 64 ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0};
  }
  [[nodiscard]] bool has_walls_above(int y) const noexcept {
    for (int x = tiles_.x0; x < tiles_.x1; x += 64) {
      const std::uint64_t walls = space_.bits.window(x, y) ^ space_.bits.window(x, y - 1);
      if ((walls & first_bits(tiles_.x1 - x)) != 0) return true;
    }
    return false;
  }
  // Among the 64 lines left of the tiles from column x on, those of the rectangle with a wall.
  [[nodiscard]] std::uint64_t lines_with_walls(int x) const noexcept {
    std::uint64_t walls = 0;
    for (int y = tiles_.y0; y < tiles_.y1; ++y) {
      walls |= space_.bits.window(x, y) ^ space_.bits.window(x - 1, y);
    }
    return walls & first_bits(tiles_.x1 + 1 - x);
  }

  // The wall between two tiles: 1 when only the first is walkable, -1 when only the other is; 0 for
  // none.
  [[nodiscard]] int wall(int x, int y, int other_x, int other_y) const noexcept {
    return (space_.bits.is_set(x, y) ? 1 : 0) - (space_.bits.is_set(other_x, other_y) ? 1 : 0);
  }

  template <class Wall, class Place>
  void add_runs(int begin, int end, const Wall& wall_at, const Place& place_at) {
    for (int at = begin; at < end;) {
      const int kind = wall_at(at);
      const int first = at;
      while (at < end && wall_at(at) == kind) ++at;
      if (kind > 0) add_side(place_at(first), place_at(at), kNoEdge);
      if (kind < 0) add_side(place_at(at), place_at(first), kNoEdge);
    }
  }

  // Finds which side follows which. Where several begin and end at a place, the hole lies between
  // each and the nearest to its right, seen from that place.
  void join_sides() {
    std::vector<std::uint32_t> ins(sides_.size());
    for (std::uint32_t i = 0; i < ins.size(); ++i) ins[i] = i;
    std::vector<std::uint32_t> outs = ins;
    std::sort(ins.begin(), ins.end(), [&](std::uint32_t a, std::uint32_t b) {
      return is_same(sides_[a].to, sides_[b].to) ? a < b : is_less(sides_[a].to, sides_[b].to);
    });
    std::sort(outs.begin(), outs.end(), [&](std::uint32_t a, std::uint32_t b) {
      return is_same(sides_[a].from, sides_[b].from) ? a < b
                                                     : is_less(sides_[a].from, sides_[b].from);
    });
    for (std::size_t begin = 0; begin < ins.size();) {
      const Vertex at = sides_[ins[begin]].to;
      std::size_t end = begin;
      while (end < ins.size() && is_same(sides_[ins[end]].to, at)) ++end;
      for (std::size_t i = begin; i < end; ++i) {
        Side& side = sides_[ins[i]];
        const auto is_nearer = [&](std::uint32_t a, std::uint32_t b) {
          const int to_a = turn(at, sides_[a].to, side.from);
          const int to_b = turn(at, sides_[b].to, side.from);
          return to_a != to_b ? to_a < to_b : cross(at, sides_[a].to, sides_[b].to) < 0;
        };
        assert(is_same(sides_[outs[begin]].from, at) && is_same(sides_[outs[end - 1]].from, at));
        side.next = *std::min_element(outs.begin() + static_cast<std::ptrdiff_t>(begin),
                                      outs.begin() + static_cast<std::ptrdiff_t>(end), is_nearer);
        const Side& next = sides_[side.next];
        side.is_straight = end - begin == 1 && side.beyond == kNoEdge && next.beyond == kNoEdge &&
                           cross(at, side.from, next.to) == 0;
      }
      begin = end;
    }
  }

  void name_vertices() {
    std::vector<std::uint32_t> vertex(sides_.size(), Triangulation::kNone);  // where a side ends
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      if (sides_[i].is_straight) continue;
      vertex[i] = static_cast<std::uint32_t>(outline_.vertices.size());
      outline_.vertices.push_back(sides_[i].to);
    }
    outline_.next.resize(outline_.vertices.size());
    beyond_.resize(outline_.vertices.size());
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      if (vertex[i] == Triangulation::kNone) continue;
      std::uint32_t side = sides_[i].next;
      beyond_[vertex[i]] = sides_[side].beyond;
      while (vertex[side] == Triangulation::kNone) side = sides_[side].next;
      outline_.next[vertex[i]] = vertex[side];
    }
  }

  const LineTiles& space_;
  const ConvexMesh& mesh_;
  const TileRect tiles_;
  const float steps_;  // per tile
  const Vertex low_;   // of the rectangle
  const Vertex high_;
  std::vector<CellId> cells_;
  std::vector<Side> sides_;
  Outline outline_;
  std::vector<EdgeId> beyond_;
};

// Adds the remaining cells around a hole to the triangles in it.
void add_surroundings(const ConvexMesh& mesh, const Hole& hole, const Triangulation& triangles,
                      CellMerger& merger) {
  std::vector<CellId> cells;
  const auto for_each_border = [&](const auto& visit) {
    for (std::uint32_t half = 0; half < triangles.twin.size(); ++half) {
      if (triangles.twin[half] != Triangulation::kNone) continue;
      const EdgeId beyond = hole.beyond(triangles.origin[half]);
      if (beyond != kNoEdge) visit(half, beyond);
    }
  };
  for_each_border([&](std::uint32_t, EdgeId beyond) { cells.push_back(mesh.cell_of(beyond)); });
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  std::vector<std::uint32_t> halves;
  halves.reserve(cells.size());
  for (const CellId cell : cells) halves.push_back(merger.add_cell(mesh, cell));
  const auto half_of = [&](EdgeId edge) {
    const CellId cell = mesh.cell_of(edge);
    const auto at = std::lower_bound(cells.begin(), cells.end(), cell);
    if (at == cells.end() || *at != cell) return Triangulation::kNone;
    return halves[static_cast<std::size_t>(at - cells.begin())] + (edge - mesh.first_edge(cell));
  };
  for_each_border([&](std::uint32_t half, EdgeId beyond) { merger.link(half, half_of(beyond)); });
  for (const CellId cell : cells) {
    const EdgeId first = mesh.first_edge(cell);
    for (EdgeId edge = first; edge < first + mesh.edges(cell).size(); ++edge) {
      if (mesh.edge(edge).is_wall()) continue;
      const std::uint32_t other = half_of(mesh.edge(edge).twin());
      if (other != Triangulation::kNone) merger.link(half_of(edge), other);
    }
  }
}

// The cells that an edit removes and adds; none where nothing changes.
std::optional<MeshPatch> find_patch(const LineTiles& tiles, const TileRect& changed,
                                    const ConvexMesh& mesh) {
  const Hole hole(tiles, mesh, changed);
  if (hole.cells().empty() && hole.outline().vertices.empty()) return std::nullopt;
  Triangulation triangles = triangulate(hole.outline());
  make_delaunay(triangles);
  CellMerger merger(triangles, tiles.steps_per_tile);
  add_surroundings(mesh, hole, triangles, merger);
  merger.merge();
  MeshPatch patch = merger.finish();
  patch.removed.insert(patch.removed.end(), hole.cells().begin(), hole.cells().end());
  return patch;
}

std::optional<MeshPatch> find_patch(const Grid& grid, const TileRect& tiles,
                                    const ConvexMesh& mesh) {
  const TileRect inside{std::max(tiles.x0, 0), std::max(tiles.y0, 0),
                        std::min(tiles.x1, grid.width()), std::min(tiles.y1, grid.height())};
  if (inside.x0 >= inside.x1 || inside.y0 >= inside.y1) return std::nullopt;
  return find_patch(LineTiles{grid.bits(), {}, {}}, inside, mesh);
}

}  // namespace

void edit_mesh(const LineTiles& tiles, const TileRect& changed, ConvexMesh& mesh) {
  if (const auto patch = find_patch(tiles, changed, mesh)) mesh.replace(*patch);
}

void edit_mesh(const LineTiles& tiles, const TileRect& changed, ConvexMesh& mesh,
               MeshJournal& journal) {
  journal = {};
  if (const auto patch = find_patch(tiles, changed, mesh)) replace(mesh, *patch, journal);
}

void edit_mesh(const Grid& grid, const TileRect& tiles, ConvexMesh& mesh) {
  if (const auto patch = find_patch(grid, tiles, mesh)) mesh.replace(*patch);
}

void edit_mesh(const Grid& grid, const TileRect& tiles, ConvexMesh& mesh, MeshJournal& journal) {
  journal = {};
  if (const auto patch = find_patch(grid, tiles, mesh)) replace(mesh, *patch, journal);
}

}  // namespace taut

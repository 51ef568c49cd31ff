#include "mesh_hole.hpp"

#include <array>
#include <bit>
#include <cassert>

#include <taut/engine/vectors.hpp>

namespace taut {
namespace {

using Vertex = Triangulation::Vertex;

std::int64_t inner(const Vertex& at, const Vertex& a, const Vertex& b) noexcept {
  return std::int64_t{a.x - at.x} * (b.x - at.x) + std::int64_t{a.y - at.y} * (b.y - at.y);
}

// Quarters of a turn, counter-clockwise from the direction of `from` to that of `to`: 0 to 3, where
// 1 and 3 are a half and a whole turn, and 0 and 2 what lies before each.
int turn(const Vertex& at, const Vertex& from, const Vertex& to) noexcept {
  const std::int64_t side = Triangulation::area(at, from, to);
  if (side != 0) return side > 0 ? 0 : 2;
  return inner(at, from, to) < 0 ? 1 : 3;
}

class HoleCutter {
 public:
  HoleCutter(const LineTiles& space, const ConvexMesh& mesh, const TileRect& tiles)
      : space_(space),
        mesh_(mesh),
        tiles_(tiles),
        steps_(static_cast<float>(space.steps_per_tile)),
        low_(place(tiles.x0, tiles.y0)),
        high_(place(tiles.x1, tiles.y1)) {}

  Hole run() {
    find_cells();
    for (const CellId cell : hole_.cells) add_sides(cell);
    add_walls();
    join_sides();
    name_vertices();
    return std::move(hole_);
  }

 private:
  // What lies beside a side: on its left, where the hole is, and beyond.
  struct Kinds {
    int here;
    int beyond;
  };
  // A part of the outline, the hole on its left.
  struct Side {
    Vertex from;
    Vertex to;
    EdgeId beyond;
    Kinds kinds;
    std::uint32_t next;  // the side that begins where this one ends
    bool is_straight;    // whether no vertex parts this and the next
  };

  [[nodiscard]] Vertex place(int x, int y) const noexcept {
    return {space_.column(x), space_.row(y)};
  }
  [[nodiscard]] bool is_removed(CellId cell) const noexcept {
    return std::binary_search(hole_.cells.begin(), hole_.cells.end(), cell);
  }
  void add_side(const Vertex& from, const Vertex& to, EdgeId beyond, const Kinds& kinds) {
    sides_.push_back({from, to, beyond, kinds, Triangulation::kNone, false});
  }

  Vertex to_vertex(const Point& p) const noexcept {
    return {static_cast<std::int32_t>(p.x * steps_), static_cast<std::int32_t>(p.y * steps_)};
  }

  Point to_point(const Vertex& v) const noexcept {
    return Point{static_cast<float>(v.x), static_cast<float>(v.y)} / steps_;
  }

  void find_cells() {
    mesh_.for_each_cell_touching(to_point(low_), to_point(high_),
                                 [&](CellId cell) { hole_.cells.push_back(cell); });
    std::sort(hole_.cells.begin(), hole_.cells.end());
    hole_.cells.erase(std::unique(hole_.cells.begin(), hole_.cells.end()), hole_.cells.end());
  }

  // Adds the sides of a cell that lead to remaining cells, and the parts of its walls and borders
  // outside the rectangle.
  void add_sides(CellId cell) {
    const std::span<const MeshEdge> ring = mesh_.edges(cell);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vertex from = to_vertex(ring[i].start());
      const Vertex to = to_vertex(ring[i + 1 == ring.size() ? 0 : i + 1].start());
      if (ring[i].is_wall()) {
        add_parts_outside(from, to);
        continue;
      }
      const CellId beyond = mesh_.cell_of(ring[i].twin());
      if (!is_removed(beyond)) {
        add_side(from, to, ring[i].twin(), find_kinds(from, to, beyond));
      } else if (may_be_border(from, to)) {
        add_parts_outside(from, to);
      }
    }
  }

  bool may_be_border(const Vertex& from, const Vertex& to) const noexcept {
    if (space_.kinds.empty()) return false;
    return (from.y == to.y && space_.is_tile_line(from.y)) ||
           (from.x == to.x && space_.is_tile_line(from.x));
  }

  // What lies beside a side that is parallel to an axis, as the tiles tell. Requires that they have
  // not changed.
  Kinds find_kinds(const Vertex& from, const Vertex& to) const noexcept {
    if (space_.kinds.empty()) return {1, 0};
    const int x = find_line(space_.columns, from.x);
    const int y = find_line(space_.rows, from.y);
    if (from.y == to.y) {
      return from.x < to.x ? Kinds{space_.kind(x, y), space_.kind(x, y - 1)}
                           : Kinds{space_.kind(x - 1, y - 1), space_.kind(x - 1, y)};
    }
    return from.y < to.y ? Kinds{space_.kind(x - 1, y), space_.kind(x, y)}
                         : Kinds{space_.kind(x, y - 1), space_.kind(x - 1, y - 1)};
  }

  // The same of a side that leads to a remaining cell.
  Kinds find_kinds(const Vertex& from, const Vertex& to, CellId beyond) const {
    if (space_.kinds.empty()) return {1, 1};
    if (may_be_border(from, to)) return find_kinds(from, to);
    const int kind = 1 + kind_of(space_, mesh_, beyond);
    return {kind, kind};
  }

  // Adds a side outside the rectangle, unless it lies inside a region.
  void add_part(const Vertex& from, const Vertex& to) {
    const Kinds kinds = find_kinds(from, to);
    if (kinds.here != kinds.beyond) add_side(from, to, kNoEdge, kinds);
  }

  void add_parts_outside(const Vertex& from, const Vertex& to) {
    const bool is_level = from.y == to.y;
    const int line = is_level ? from.y : from.x;
    const int begin = is_level ? from.x : from.y;
    const int end = is_level ? to.x : to.y;
    if (line < (is_level ? low_.y : low_.x) || line > (is_level ? high_.y : high_.x)) {
      add_part(from, to);
      return;
    }
    const auto vertex_at = [&](int along) {
      return is_level ? Vertex{along, line} : Vertex{line, along};
    };
    const int low = is_level ? low_.x : low_.y;
    const int high = is_level ? high_.x : high_.y;
    const auto add = [&](int a, int b) {
      if (begin < end) add_part(vertex_at(a), vertex_at(b));
      if (begin > end) add_part(vertex_at(b), vertex_at(a));
    };
    const int first = std::min(begin, end);
    const int last = std::max(begin, end);
    if (first < low) add(first, std::min(last, low));
    if (last > high) add(std::max(first, high), last);
  }

  // Adds walls and borders between tiles of which at least one is in the rectangle. Lines without
  // any, most of those of a large rectangle, are skipped by words of tiles.
  void add_walls() {
    for (int y = tiles_.y0; y <= tiles_.y1; ++y) {
      if (!has_sides_above(y)) continue;
      add_runs(
          tiles_.x0, tiles_.x1,
          [&](int x) {
            return Kinds{space_.kind(x, y), space_.kind(x, y - 1)};
          },
          [&](int x) { return place(x, y); });
    }
    for (int first = tiles_.x0; first <= tiles_.x1; first += 64) {
      for (std::uint64_t lines = lines_with_sides(first); lines != 0; lines &= lines - 1) {
        const int x = first + std::countr_zero(lines);
        add_runs(
            tiles_.y0, tiles_.y1,
            [&](int y) {
              return Kinds{space_.kind(x - 1, y), space_.kind(x, y)};
            },
            [&](int y) { return place(x, y); });
      }
    }
  }

  bool has_sides_above(int y) const noexcept {
    for (int x = tiles_.x0; x < tiles_.x1; x += 64) {
      const std::uint64_t walls = space_.bits.window(x, y) ^ space_.bits.window(x, y - 1);
      if ((walls & detail::first_bits(tiles_.x1 - x)) != 0) return true;
    }
    return has_border_above(y);
  }

  // Whether tiles of two kinds, blocked or not, meet at a line of the rectangle.
  bool has_border_above(int y) const noexcept {
    if (space_.kinds.empty() || y == 0 || y == space_.bits.height()) return false;
    if (!space_.is_tile_line(space_.row(y))) return false;
    const int row = space_.to_tile(space_.row(y));
    const int first = space_.to_tile(low_.x);
    const int end = space_.to_tile(high_.x - 1) + 1;
    const auto kinds_of = [&](int at) {
      return space_.kinds.data() + at * static_cast<std::ptrdiff_t>(space_.map_width) + first;
    };
    return !std::equal(kinds_of(row - 1), kinds_of(row - 1) + (end - first), kinds_of(row));
  }

  bool has_border_left_of(int x) const noexcept {
    if (x == 0 || x == space_.bits.width() || !space_.is_tile_line(space_.column(x))) return false;
    const int column = space_.to_tile(space_.column(x));
    const int end = space_.to_tile(high_.y - 1) + 1;
    for (int y = space_.to_tile(low_.y); y < end; ++y) {
      if (space_.tile_kind(column - 1, y) != space_.tile_kind(column, y)) return true;
    }
    return false;
  }

  // Among the 64 lines left of the tiles from column x on, those of the rectangle with a side.
  std::uint64_t lines_with_sides(int x) const noexcept {
    std::uint64_t lines = 0;
    for (int y = tiles_.y0; y < tiles_.y1; ++y) {
      lines |= space_.bits.window(x, y) ^ space_.bits.window(x - 1, y);
    }
    if (!space_.kinds.empty()) {
      for (int bit = 0; bit < 64 && x + bit <= tiles_.x1; ++bit) {
        if (has_border_left_of(x + bit)) lines |= std::uint64_t{1} << bit;
      }
    }
    return lines & detail::first_bits(tiles_.x1 + 1 - x);
  }

  template <class KindsAt, class Place>
  void add_runs(int begin, int end, const KindsAt& kinds_at, const Place& place_at) {
    for (int at = begin; at < end;) {
      const Kinds kinds = kinds_at(at);
      const int first = at;
      for (++at; at < end; ++at) {
        const Kinds other = kinds_at(at);
        if (other.here != kinds.here || other.beyond != kinds.beyond) break;
      }
      if (kinds.here == kinds.beyond) continue;
      if (kinds.here > 0) add_side(place_at(first), place_at(at), kNoEdge, kinds);
      if (kinds.beyond > 0) {
        add_side(place_at(at), place_at(first), kNoEdge, {kinds.beyond, kinds.here});
      }
    }
  }

  // Finds which side follows which around each region. Where several begin and end at a place, the
  // region lies between each and the nearest to its right, seen from that place.
  void join_sides() {
    std::vector<std::uint32_t> ins(sides_.size());
    for (std::uint32_t i = 0; i < ins.size(); ++i) ins[i] = i;
    std::vector<std::uint32_t> outs = ins;
    const auto sort_by = [&](std::vector<std::uint32_t>& order, Vertex Side::*place) {
      std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Side& first = sides_[a];
        const Side& second = sides_[b];
        if (first.kinds.here != second.kinds.here) return first.kinds.here < second.kinds.here;
        return first.*place == second.*place ? a < b : (first.*place).is_before(second.*place);
      });
    };
    sort_by(ins, &Side::to);
    sort_by(outs, &Side::from);
    for (std::size_t begin = 0; begin < ins.size();) {
      const Vertex at = sides_[ins[begin]].to;
      const int kind = sides_[ins[begin]].kinds.here;
      std::size_t end = begin;
      while (end < ins.size() && sides_[ins[end]].to == at && sides_[ins[end]].kinds.here == kind) {
        ++end;
      }
      for (std::size_t i = begin; i < end; ++i) {
        Side& side = sides_[ins[i]];
        const auto is_nearer = [&](std::uint32_t a, std::uint32_t b) {
          const int to_a = turn(at, sides_[a].to, side.from);
          const int to_b = turn(at, sides_[b].to, side.from);
          return to_a != to_b ? to_a < to_b
                              : Triangulation::area(at, sides_[a].to, sides_[b].to) < 0;
        };
        assert(sides_[outs[begin]].from == at && sides_[outs[end - 1]].from == at);
        side.next = *std::min_element(outs.begin() + static_cast<std::ptrdiff_t>(begin),
                                      outs.begin() + static_cast<std::ptrdiff_t>(end), is_nearer);
        const Side& next = sides_[side.next];
        side.is_straight = end - begin == 1 && side.beyond == kNoEdge && next.beyond == kNoEdge &&
                           side.kinds.beyond == next.kinds.beyond &&
                           Triangulation::area(at, side.from, next.to) == 0;
      }
      begin = end;
    }
  }

  // A region has a vertex wherever the sides of its neighbours have one: where tiles around a place
  // are not parted by a line, or cells that remain meet.
  void name_vertices() {
    // Kinds are counted from 1 here.
    std::array<std::size_t, kTileKinds + 1> region_of{};
    for (const Side& side : sides_) region_of[static_cast<std::size_t>(side.kinds.here)] = 1;
    for (std::size_t kind = 1; kind < region_of.size(); ++kind) {
      if (region_of[kind] == 0) continue;
      region_of[kind] = hole_.regions.size();
      hole_.regions.push_back({static_cast<int>(kind), {}, {}, {}});
    }
    const auto region_at = [&](const Side& side) -> HoleRegion& {
      return hole_.regions[region_of[static_cast<std::size_t>(side.kinds.here)]];
    };
    std::vector<std::uint32_t> vertex(sides_.size(), Triangulation::kNone);  // where a side ends
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      if (sides_[i].is_straight) continue;
      HoleRegion& region = region_at(sides_[i]);
      vertex[i] = static_cast<std::uint32_t>(region.outline.vertices.size());
      region.outline.vertices.push_back(sides_[i].to);
    }
    for (HoleRegion& region : hole_.regions) {
      region.outline.next.resize(region.outline.vertices.size());
      region.beyond.resize(region.outline.vertices.size());
      region.kind_beyond.resize(region.outline.vertices.size());
    }
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      if (vertex[i] == Triangulation::kNone) continue;
      HoleRegion& region = region_at(sides_[i]);
      std::uint32_t side = sides_[i].next;
      region.beyond[vertex[i]] = sides_[side].beyond;
      region.kind_beyond[vertex[i]] = sides_[side].kinds.beyond;
      while (vertex[side] == Triangulation::kNone) side = sides_[side].next;
      region.outline.next[vertex[i]] = vertex[side];
    }
  }

  const LineTiles& space_;
  const ConvexMesh& mesh_;
  const TileRect tiles_;
  const float steps_;  // per tile
  const Vertex low_;   // of the rectangle
  const Vertex high_;
  Hole hole_;
  std::vector<Side> sides_;
};

}  // namespace

int find_line(std::span<const std::int32_t> lines, std::int32_t place) noexcept {
  if (lines.empty()) return place;
  return static_cast<int>(std::lower_bound(lines.begin(), lines.end(), place) - lines.begin());
}

// The middle of its corners lies inside a convex cell.
TileKind kind_of(const LineTiles& tiles, const ConvexMesh& mesh, CellId cell) noexcept {
  double x = 0.0;
  double y = 0.0;
  const std::span<const MeshEdge> ring = mesh.edges(cell);
  for (const MeshEdge& edge : ring) {
    x += static_cast<double>(edge.start().x);
    y += static_cast<double>(edge.start().y);
  }
  const auto count = static_cast<double>(ring.size());
  return tiles.tile_kind(static_cast<int>(x / count), static_cast<int>(y / count));
}

Hole cut_hole(const LineTiles& space, const ConvexMesh& mesh, const TileRect& tiles) {
  return HoleCutter(space, mesh, tiles).run();
}

}  // namespace taut

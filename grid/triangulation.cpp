#include "triangulation.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace taut {
namespace {

// The sweep goes from row to row, and along a row from left to right: as if the map were turned a
// little, so that no two vertices come at once. At each moment it crosses some *gaps*: stretches of
// walkable space between a wall on the left and one on the right. What lies before the sweep in a
// gap is cut into triangles but for a *chain* of vertices, from the last one of its left wall to
// the last one of its right wall, which bulges towards the sweep: no two links of it make a
// triangle on the far side. A new vertex takes those links in that it sees.
class Sweep {
 public:
  explicit Sweep(const TileBits& bits)
      : bits_(bits),
        left_wall_(static_cast<std::size_t>(bits.width()) + 1, kNone),
        right_wall_(static_cast<std::size_t>(bits.width()) + 1, kNone) {}

  Triangulation run() {
    for (int y = 0; y <= bits_.height(); ++y) pass_line(y);
    return std::move(mesh_);
  }

 private:
  static constexpr std::uint32_t kNone = Triangulation::kNone;

  // A vertex in a chain, and the link from it to the next.
  struct Link {
    std::uint32_t vertex;
    std::uint32_t before;
    std::uint32_t after;
    std::uint32_t half;  // of the triangle before the link, kNone at a wall
  };
  struct Gap {
    std::uint32_t head;    // at the left wall
    std::uint32_t tail;    // at the right wall
    std::uint32_t newest;  // the place that the sweep came to last: seen from everywhere in the gap
  };

  // Walks along the line between rows y - 1 and y: its walls are floors (walkable before, blocked
  // behind) and ceilings.
  void pass_line(int y) {
    const int width = bits_.width();
    for (int x = 0; x < width;) {
      std::uint64_t walls = bits_.window(x, y - 1) ^ bits_.window(x, y);
      if (width - x < 64) walls &= (std::uint64_t{1} << (width - x)) - 1;
      if (walls == 0) {
        x += 64;
        continue;
      }
      x += std::countr_zero(walls);
      const bool is_ceiling = bits_.is_set_near(x, y);
      const int end = wall_end(x, is_ceiling ? y : y - 1, is_ceiling ? y - 1 : y);
      if (is_ceiling) {
        pass_ceiling(x, end, y);
      } else {
        pass_floor(x, end, y);
      }
      x = end;
    }
  }

  // Where the wall that begins at x between a walkable row and a blocked one ends.
  [[nodiscard]] int wall_end(int x, int walkable, int blocked) const noexcept {
    for (;;) {
      const int same = std::countr_one(bits_.window(x, walkable) & ~bits_.window(x, blocked));
      x += same;
      if (same < 64 || x > bits_.width()) return std::min(x, bits_.width());
    }
  }

  // The first tile of the walkable run that holds the tile (x, y).
  [[nodiscard]] int run_begin(int x, int y) const noexcept {
    for (;;) {
      const int from = std::max(-1, x - 63);
      const int ones = std::countl_one(bits_.window(from, y) << (63 - (x - from)));
      if (ones <= x - from) return x - ones + 1;
      x = from - 1;
    }
  }

  void pass_ceiling(int x0, int x1, int y) {
    // The wall's left end: the right wall above goes on along the ceiling, or a new gap begins.
    const std::uint32_t first = add_vertex(x0, y);
    std::uint32_t gap = 0;
    if (bits_.is_set_near(x0 - 1, y) && bits_.is_set_near(x0 - 1, y - 1)) {
      gap = right_wall_[index(x0)];
      extend_right(gap, first);
    } else {
      gap = add_gap(first);
      left_wall_[index(x0)] = gap;
    }
    // Its right end: down along a wall, or the gap beyond is joined.
    const std::uint32_t second = add_vertex(x1, y);
    extend_right(gap, second);
    if (bits_.is_set_near(x1, y) && bits_.is_set_near(x1, y - 1)) {
      const std::uint32_t other = left_wall_[index(x1)];
      extend_left(other, second);
      join(gap, other);
      left_wall_[index(run_begin(x1 - 1, y))] = other;
    } else {
      right_wall_[index(x1)] = gap;
    }
  }

  void pass_floor(int x0, int x1, int y) {
    const std::uint32_t first = add_vertex(x0, y);
    std::uint32_t gap = 0;
    if (bits_.is_set_near(x0 - 1, y) && bits_.is_set_near(x0 - 1, y - 1)) {
      // Walkable on its left: the gap is split.
      const int wall = run_begin(x0 - 1, y);
      gap = left_wall_[index(wall)];
      const std::uint32_t left = split(gap, first);
      left_wall_[index(wall)] = left;
      right_wall_[index(x0)] = left;
    } else {
      gap = left_wall_[index(x0)];
      extend_left(gap, first);
    }
    const std::uint32_t second = add_vertex(x1, y);
    extend_left(gap, second);
    if (bits_.is_set_near(x1, y) && bits_.is_set_near(x1, y - 1)) left_wall_[index(x1)] = gap;
    // Else the right wall meets the floor, and the gap ends: all of it is triangles.
  }

  static std::size_t index(int x) noexcept { return static_cast<std::size_t>(x); }

  std::uint32_t add_vertex(int x, int y) {
    mesh_.vertices.push_back({x, y});
    return static_cast<std::uint32_t>(mesh_.vertices.size() - 1);
  }
  std::uint32_t add_link(std::uint32_t vertex) {
    links_.push_back({vertex, kNone, kNone, kNone});
    return static_cast<std::uint32_t>(links_.size() - 1);
  }
  std::uint32_t add_gap(std::uint32_t vertex) {
    const std::uint32_t link = add_link(vertex);
    gaps_.push_back({link, link, link});
    return static_cast<std::uint32_t>(gaps_.size() - 1);
  }

  void pair(std::uint32_t half, std::uint32_t other) noexcept {
    mesh_.twin[half] = other;
    if (other != kNone) mesh_.twin[other] = half;
  }

  // The triangle behind the link from `a` to the one after it, with a vertex; its half-edges are
  // that link, then the ones to and from the vertex.
  std::uint32_t add_triangle(std::uint32_t a, std::uint32_t vertex) {
    const auto half = static_cast<std::uint32_t>(mesh_.origin.size());
    for (const std::uint32_t origin : {links_[a].vertex, links_[links_[a].after].vertex, vertex}) {
      mesh_.origin.push_back(origin);
      mesh_.twin.push_back(kNone);
    }
    pair(half, links_[a].half);
    return half;
  }

  // Takes in the links after `link` that its vertex sees. Returns the half-edge of the first
  // triangle that lies along the link as it was, kNone when there is none.
  std::uint32_t see_right(std::uint32_t link) {
    std::uint32_t first_half = kNone;
    for (;;) {
      const std::uint32_t a = links_[link].after;
      if (a == kNone || links_[a].after == kNone) break;
      const std::uint32_t b = links_[a].after;
      const std::uint32_t vertex = links_[link].vertex;
      if (mesh_.area(links_[a].vertex, links_[b].vertex, vertex) <= 0) break;
      const std::uint32_t half = add_triangle(a, vertex);
      pair(half + 2, links_[link].half);
      if (first_half == kNone) first_half = half + 2;
      links_[link].half = half + 1;
      links_[link].after = b;
      links_[b].before = link;
    }
    return first_half;
  }

  // The same for the links before it.
  std::uint32_t see_left(std::uint32_t link) {
    std::uint32_t first_half = kNone;
    for (;;) {
      const std::uint32_t b = links_[link].before;
      if (b == kNone || links_[b].before == kNone) break;
      const std::uint32_t a = links_[b].before;
      const std::uint32_t vertex = links_[link].vertex;
      if (mesh_.area(links_[a].vertex, links_[b].vertex, vertex) <= 0) break;
      const std::uint32_t half = add_triangle(a, vertex);
      pair(half + 1, links_[b].half);
      if (first_half == kNone) first_half = half + 1;
      links_[a].half = half + 2;
      links_[a].after = link;
      links_[link].before = a;
    }
    return first_half;
  }

  // The next vertex of a gap's right wall.
  void extend_right(std::uint32_t gap, std::uint32_t vertex) {
    const std::uint32_t link = add_link(vertex);
    links_[link].before = gaps_[gap].tail;
    links_[gaps_[gap].tail].after = link;
    gaps_[gap].tail = gaps_[gap].newest = link;
    see_left(link);
  }

  void extend_left(std::uint32_t gap, std::uint32_t vertex) {
    const std::uint32_t link = add_link(vertex);
    links_[link].after = gaps_[gap].head;
    links_[gaps_[gap].head].before = link;
    gaps_[gap].head = gaps_[gap].newest = link;
    see_right(link);
  }

  // An obstacle begins in a gap. Its left part becomes a gap of its own, which is returned.
  std::uint32_t split(std::uint32_t gap, std::uint32_t vertex) {
    const std::uint32_t middle = gaps_[gap].newest;
    const std::uint32_t left_end = add_link(vertex);
    const std::uint32_t right_end = add_link(vertex);
    const std::uint32_t twin = add_link(links_[middle].vertex);
    links_[twin].after = links_[middle].after;
    links_[twin].half = links_[middle].half;
    links_[twin].before = right_end;
    if (links_[twin].after != kNone) links_[links_[twin].after].before = twin;
    links_[right_end].after = twin;
    links_[middle].after = left_end;
    links_[middle].half = kNone;
    links_[left_end].before = middle;
    const std::uint32_t old_tail = gaps_[gap].tail;
    gaps_.push_back({gaps_[gap].head, left_end, left_end});
    gaps_[gap] = {right_end, old_tail == middle ? twin : old_tail, right_end};

    // Both parts have the edge from the middle to the vertex.
    links_[right_end].half = see_left(left_end);
    const std::uint32_t half = see_right(right_end);
    if (links_[middle].after == left_end && links_[left_end].before == middle) {
      links_[middle].half = half;
    }
    return static_cast<std::uint32_t>(gaps_.size() - 1);
  }

  // Two gaps meet at a vertex that is the tail of the one and the head of the other, which goes on
  // as both.
  void join(std::uint32_t gap, std::uint32_t other) {
    const std::uint32_t tail = gaps_[gap].tail;
    const std::uint32_t head = gaps_[other].head;
    links_[tail].after = links_[head].after;
    links_[tail].half = links_[head].half;
    links_[links_[tail].after].before = tail;
    gaps_[other].head = gaps_[gap].head;
    gaps_[other].newest = tail;
  }

  const TileBits& bits_;
  Triangulation mesh_;
  std::vector<Link> links_;
  std::vector<Gap> gaps_;
  // The gaps right of a wall at x, and left of it, by x: walls that the sweep crosses.
  std::vector<std::uint32_t> left_wall_;
  std::vector<std::uint32_t> right_wall_;
};

// Whether d lies strictly inside the circle through the counter-clockwise triangle a, b, c. Exact:
// differences have 14 bits and a sign, so the terms take 59 bits.
bool is_in_circle(const Triangulation::Vertex& a, const Triangulation::Vertex& b,
                  const Triangulation::Vertex& c, const Triangulation::Vertex& d) noexcept {
  const std::int64_t ax = a.x - d.x;
  const std::int64_t ay = a.y - d.y;
  const std::int64_t bx = b.x - d.x;
  const std::int64_t by = b.y - d.y;
  const std::int64_t cx = c.x - d.x;
  const std::int64_t cy = c.y - d.y;
  return (ax * ax + ay * ay) * (bx * cy - by * cx) + (bx * bx + by * by) * (cx * ay - cy * ax) +
             (cx * cx + cy * cy) * (ax * by - ay * bx) >
         0;
}

}  // namespace

Triangulation triangulate(const TileBits& bits) { return Sweep(bits).run(); }

void make_delaunay(Triangulation& mesh) {
  constexpr std::uint32_t kNone = Triangulation::kNone;
  std::vector<std::uint32_t> doubtful;
  for (std::uint32_t half = 0; half < mesh.twin.size(); ++half) {
    if (mesh.twin[half] != kNone && half < mesh.twin[half]) doubtful.push_back(half);
  }
  const auto pair = [&](std::uint32_t half, std::uint32_t other) {
    mesh.twin[half] = other;
    if (other != kNone) mesh.twin[other] = half;
  };
  while (!doubtful.empty()) {
    const std::uint32_t half = doubtful.back();
    doubtful.pop_back();
    const std::uint32_t twin = mesh.twin[half];
    if (twin == kNone) continue;
    // half: a to b, twin: b to a; c and d are beyond.
    const std::uint32_t bc = Triangulation::next(half);
    const std::uint32_t ca = Triangulation::previous(half);
    const std::uint32_t ad = Triangulation::next(twin);
    const std::uint32_t db = Triangulation::previous(twin);
    const std::uint32_t a = mesh.origin[half];
    const std::uint32_t b = mesh.origin[twin];
    const std::uint32_t c = mesh.origin[ca];
    const std::uint32_t d = mesh.origin[db];
    if (!is_in_circle(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c], mesh.vertices[d])) {
      continue;
    }
    // The triangles become c, a, d and d, b, c: `ca` and `db` stay, the other two change places.
    const std::uint32_t beyond_bc = mesh.twin[bc];
    const std::uint32_t beyond_ad = mesh.twin[ad];
    mesh.origin[half] = a;
    mesh.origin[bc] = d;
    mesh.origin[twin] = b;
    mesh.origin[ad] = c;
    pair(half, beyond_ad);
    pair(twin, beyond_bc);
    pair(bc, ad);
    for (const std::uint32_t side : {half, ca, twin, db}) {
      if (mesh.twin[side] != kNone) doubtful.push_back(side);
    }
  }
}

}  // namespace taut

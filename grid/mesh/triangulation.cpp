#include "triangulation.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>
#include <set>

namespace taut {
namespace {

// The sweep goes from row to row, and along a row from left to right: as if the map were rotated
// slightly, so that no two points are reached at once. At each moment it crosses some *gaps*:
// intervals of walkable space between a wall on the left and one on the right. The part of a gap
// before the sweep is divided into triangles up to a *chain* of vertices, from the last one of its
// left wall to the last one of its right wall. The chain is convex towards the sweep: no two
// consecutive links form a triangle on the far side. A new vertex makes triangles with the links
// that it sees.
class Gaps {
 public:
  Triangulation mesh;

  // Adds a gap that begins at a vertex.
  std::uint32_t add_gap(std::uint32_t vertex) {
    const std::uint32_t link = add_link(vertex);
    gaps_.push_back({link, link, link});
    return static_cast<std::uint32_t>(gaps_.size() - 1);
  }

  // Adds the next vertex of a gap's right wall, or of its left wall.
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

  // Splits a gap in which an obstacle begins. Its left part becomes a new gap, which is returned.
  std::uint32_t split(std::uint32_t gap, std::uint32_t vertex) {
    const std::uint32_t middle = gaps_[gap].newest;
    const std::uint32_t left_end = add_link(vertex);
    const std::uint32_t right_end = add_link(vertex);
    const std::uint32_t twin = add_link(links_[middle].vertex);
    links_[twin].after = links_[middle].after;
    move_half(middle, twin);
    links_[twin].before = right_end;
    if (links_[twin].after != Triangulation::kNone) links_[links_[twin].after].before = twin;
    links_[right_end].after = twin;
    links_[middle].after = left_end;
    links_[left_end].before = middle;
    const std::uint32_t old_tail = gaps_[gap].tail;
    gaps_.push_back({gaps_[gap].head, left_end, left_end});
    gaps_[gap] = {right_end, old_tail == middle ? twin : old_tail, right_end};

    // Both parts have the edge from the middle to the vertex.
    links_[middle].mate = right_end;
    links_[right_end].mate = middle;
    see_left(left_end);
    see_right(right_end);
    return static_cast<std::uint32_t>(gaps_.size() - 1);
  }

  // Joins two gaps at a vertex that is the tail of the one and the head of the other, which
  // continues as both.
  void join(std::uint32_t gap, std::uint32_t other) {
    const std::uint32_t tail = gaps_[gap].tail;
    const std::uint32_t head = gaps_[other].head;
    links_[tail].after = links_[head].after;
    move_half(head, tail);
    links_[links_[tail].after].before = tail;
    gaps_[other].head = gaps_[gap].head;
    gaps_[other].newest = tail;
  }

 private:
  // A vertex in a chain, and the link from it to the next.
  struct ChainVertex {
    std::uint32_t vertex;
    std::uint32_t before;
    std::uint32_t after;
    std::uint32_t half;  // of the triangle before the link, Triangulation::kNone at a wall
    std::uint32_t mate;  // the same link in the gap beyond, while it has no triangle
  };
  struct Gap {
    std::uint32_t head;    // at the left wall
    std::uint32_t tail;    // at the right wall
    std::uint32_t newest;  // the vertex reached last: visible from everywhere in the gap
  };

  std::uint32_t add_link(std::uint32_t vertex) {
    links_.push_back({vertex, Triangulation::kNone, Triangulation::kNone, Triangulation::kNone,
                      Triangulation::kNone});
    return static_cast<std::uint32_t>(links_.size() - 1);
  }

  // Links a half-edge of the triangle behind a link with that link.
  void pair(std::uint32_t half, std::uint32_t link) noexcept {
    const std::uint32_t other = links_[link].half;
    mesh.twin[half] = other;
    if (other != Triangulation::kNone) mesh.twin[other] = half;
    if (links_[link].mate == Triangulation::kNone) return;
    links_[links_[link].mate].half = half;
    links_[links_[link].mate].mate = Triangulation::kNone;
    links_[link].mate = Triangulation::kNone;
  }
  void move_half(std::uint32_t link, std::uint32_t to) noexcept {
    links_[to].half = links_[link].half;
    links_[to].mate = links_[link].mate;
    if (links_[to].mate != Triangulation::kNone) links_[links_[to].mate].mate = to;
    links_[link].half = links_[link].mate = Triangulation::kNone;
  }

  // Adds the triangle of a vertex and the link from `a` to the next; its half-edges are that link,
  // then the ones to and from the vertex.
  std::uint32_t add_triangle(std::uint32_t a, std::uint32_t vertex) {
    const auto half = static_cast<std::uint32_t>(mesh.origin.size());
    for (const std::uint32_t origin : {links_[a].vertex, links_[links_[a].after].vertex, vertex}) {
      mesh.origin.push_back(origin);
      mesh.twin.push_back(Triangulation::kNone);
    }
    pair(half, a);
    return half;
  }

  // Makes triangles with the links after `link` that its vertex sees.
  void see_right(std::uint32_t link) {
    for (;;) {
      const std::uint32_t a = links_[link].after;
      if (a == Triangulation::kNone || links_[a].after == Triangulation::kNone) break;
      const std::uint32_t b = links_[a].after;
      const std::uint32_t vertex = links_[link].vertex;
      if (mesh.area(links_[a].vertex, links_[b].vertex, vertex) <= 0) break;
      const std::uint32_t half = add_triangle(a, vertex);
      pair(half + 2, link);
      links_[link].half = half + 1;
      links_[link].after = b;
      links_[b].before = link;
    }
  }

  // The same for the links before it.
  void see_left(std::uint32_t link) {
    for (;;) {
      const std::uint32_t b = links_[link].before;
      if (b == Triangulation::kNone || links_[b].before == Triangulation::kNone) break;
      const std::uint32_t a = links_[b].before;
      const std::uint32_t vertex = links_[link].vertex;
      if (mesh.area(links_[a].vertex, links_[b].vertex, vertex) <= 0) break;
      const std::uint32_t half = add_triangle(a, vertex);
      pair(half + 1, b);
      links_[a].half = half + 2;
      links_[a].after = link;
      links_[link].before = a;
    }
  }

  std::vector<ChainVertex> links_;
  std::vector<Gap> gaps_;
};

// Sweeps over the walkable tiles.
class RowSweep {
 public:
  RowSweep(const TileBits& bits, std::span<const std::int32_t> columns,
           std::span<const std::int32_t> rows)
      : bits_(bits),
        columns_(columns),
        rows_(rows),
        left_wall_(static_cast<std::size_t>(bits.width()) + 1, Triangulation::kNone),
        right_wall_(static_cast<std::size_t>(bits.width()) + 1, Triangulation::kNone) {}

  Triangulation run() {
    for (int y = 0; y <= bits_.height(); ++y) pass_line(y);
    return std::move(gaps_.mesh);
  }

 private:
  // Sweeps along the line between rows y - 1 and y: its walls are floors (walkable before, blocked
  // behind) and ceilings.
  void pass_line(int y) {
    const int width = bits_.width();
    passed_ = passed_run_ = 0;
    for (int x = 0; x < width;) {
      std::uint64_t walls = bits_.window(x, y - 1) ^ bits_.window(x, y);
      walls &= detail::first_bits(width - x);
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

  // The first tile of the walkable run of row y that contains the tile (x, y). Requires that the
  // walls of the line above the row are passed up to x. Scans no farther than the end of the last
  // one.
  [[nodiscard]] int run_begin(int x, int y) const noexcept {
    while (x >= passed_) {
      const int from = std::max(-1, x - 63);
      const int ones = std::countl_one(bits_.window(from, y) << (63 - (x - from)));
      if (ones <= x - from) return x - ones + 1;
      x = from - 1;
    }
    return passed_run_;
  }

  void pass_ceiling(int x0, int x1, int y) {
    // The wall's left end: the right wall above goes on along the ceiling, or a new gap begins.
    const std::uint32_t first = add_vertex(x0, y);
    std::uint32_t gap = 0;
    if (bits_.is_set_near(x0 - 1, y) && bits_.is_set_near(x0 - 1, y - 1)) {
      gap = right_wall_[index(x0)];
      gaps_.extend_right(gap, first);
    } else {
      gap = gaps_.add_gap(first);
      left_wall_[index(x0)] = gap;
    }
    // Its right end: down along a wall, or the gap beyond is joined.
    const std::uint32_t second = add_vertex(x1, y);
    gaps_.extend_right(gap, second);
    if (bits_.is_set_near(x1, y) && bits_.is_set_near(x1, y - 1)) {
      const std::uint32_t other = left_wall_[index(x1)];
      gaps_.extend_left(other, second);
      gaps_.join(gap, other);
      passed_run_ = run_begin(x1 - 1, y);
      left_wall_[index(passed_run_)] = other;
    } else {
      right_wall_[index(x1)] = gap;
      passed_run_ = x1;
    }
    passed_ = x1;
  }

  void pass_floor(int x0, int x1, int y) {
    const std::uint32_t first = add_vertex(x0, y);
    std::uint32_t gap = 0;
    if (bits_.is_set_near(x0 - 1, y) && bits_.is_set_near(x0 - 1, y - 1)) {
      // Walkable on its left: the gap is split.
      const int wall = run_begin(x0 - 1, y);
      gap = left_wall_[index(wall)];
      const std::uint32_t left = gaps_.split(gap, first);
      left_wall_[index(wall)] = left;
      right_wall_[index(x0)] = left;
    } else {
      gap = left_wall_[index(x0)];
      gaps_.extend_left(gap, first);
    }
    const std::uint32_t second = add_vertex(x1, y);
    gaps_.extend_left(gap, second);
    if (bits_.is_set_near(x1, y) && bits_.is_set_near(x1, y - 1)) left_wall_[index(x1)] = gap;
    // Else the right wall meets the floor, and the gap ends, completely triangulated.
    passed_ = passed_run_ = x1;
  }

  static std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }

  std::uint32_t add_vertex(int x, int y) {
    gaps_.mesh.vertices.push_back({columns_[index(x)], rows_[index(y)]});
    return static_cast<std::uint32_t>(gaps_.mesh.vertices.size() - 1);
  }

  const TileBits& bits_;
  std::span<const std::int32_t> columns_;
  std::span<const std::int32_t> rows_;
  Gaps gaps_;
  // The gaps right of a wall at x, and left of it, by x: walls that the sweep crosses.
  std::vector<std::uint32_t> left_wall_;
  std::vector<std::uint32_t> right_wall_;
  // On the current line: the end of the last wall passed, and the first tile of the run of the row
  // below that continues across this end, or else the end.
  int passed_ = 0;
  int passed_run_ = 0;
};

// Sweeps over the area inside an outline. An edge in the direction of the sweep is a right wall,
// one against it a left wall.
class RingSweep {
 public:
  explicit RingSweep(const Outline& outline)
      : outline_(outline),
        before_(outline.next.size()),
        gap_of_(outline.next.size(), Triangulation::kNone) {
    for (std::uint32_t i = 0; i < outline.next.size(); ++i) before_[outline.next[i]] = i;
  }

  Triangulation run() {
    gaps_.mesh.vertices = outline_.vertices;
    // At one point first those that end or continue gaps, then those inside a gap.
    std::vector<std::uint32_t> order(outline_.next.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      if (is_less(a, b) || is_less(b, a)) return is_less(a, b);
      return rank(a) != rank(b) ? rank(a) < rank(b) : a < b;
    });
    for (const std::uint32_t vertex : order) pass(vertex);
    return std::move(gaps_.mesh);
  }

 private:
  // From left to right, by the left walls: walls that the sweep crosses at the same time keep their
  // order.
  struct IsLeft {
    using is_transparent = void;
    struct Place {
      std::uint32_t vertex;
    };
    const RingSweep* sweep;

    bool operator()(std::uint32_t gap, std::uint32_t other) const noexcept {
      return sweep->is_left(sweep->left_wall_[gap], sweep->left_wall_[other]);
    }
    bool operator()(std::uint32_t gap, Place place) const noexcept {
      return sweep->side(sweep->left_wall_[gap], place.vertex) > 0;
    }
    bool operator()(Place place, std::uint32_t gap) const noexcept {
      return !operator()(gap, place);
    }
  };
  using OpenGaps = std::set<std::uint32_t, IsLeft>;

  [[nodiscard]] bool is_less(std::uint32_t a, std::uint32_t b) const noexcept {
    return outline_.vertices[a].is_before(outline_.vertices[b]);
  }
  [[nodiscard]] bool is_reflex(std::uint32_t vertex) const noexcept {
    return gaps_.mesh.area(before_[vertex], vertex, outline_.next[vertex]) < 0;
  }
  [[nodiscard]] int rank(std::uint32_t vertex) const noexcept {
    if (is_less(before_[vertex], vertex) || is_less(outline_.next[vertex], vertex)) return 0;
    return is_reflex(vertex) ? 1 : 2;
  }

  void pass(std::uint32_t vertex) {
    const std::uint32_t in = before_[vertex];
    const std::uint32_t out = vertex;
    const bool is_in_right = is_less(in, vertex);
    const bool is_out_right = is_less(vertex, outline_.next[vertex]);
    if (is_in_right && is_out_right) {
      const std::uint32_t gap = gap_of_[in];
      gaps_.extend_right(gap, vertex);
      gap_of_[out] = gap;
    } else if (!is_in_right && !is_out_right) {
      const std::uint32_t gap = gap_of_[out];
      gaps_.extend_left(gap, vertex);
      set_left(gap, in);
    } else if (is_in_right) {
      const std::uint32_t gap = gap_of_[in];
      const std::uint32_t other = gap_of_[out];
      gaps_.extend_left(other, vertex);
      if (gap != other) {
        gaps_.extend_right(gap, vertex);
        gaps_.join(gap, other);
        set_left(other, left_wall_[gap]);
      }
      open_.erase(place_[gap]);
    } else if (is_reflex(vertex)) {
      const std::uint32_t gap = *std::prev(open_.upper_bound(IsLeft::Place{vertex}));
      const std::uint32_t left = gaps_.split(gap, vertex);
      const std::uint32_t wall = left_wall_[gap];
      set_left(gap, in);
      open(left, wall, out);
    } else {
      open(gaps_.add_gap(vertex), in, out);
    }
  }

  // > 0 when a vertex lies on the inner side of a wall.
  [[nodiscard]] std::int64_t side(std::uint32_t wall, std::uint32_t vertex) const noexcept {
    return gaps_.mesh.area(wall, outline_.next[wall], vertex);
  }

  // For two left walls that the sweep crosses. They begin where their edges end.
  [[nodiscard]] bool is_left(std::uint32_t wall, std::uint32_t other) const noexcept {
    const std::uint32_t begin = outline_.next[wall];
    const std::uint32_t other_begin = outline_.next[other];
    if (is_less(other_begin, begin)) {
      const std::int64_t at_begin = side(other, begin);
      return (at_begin != 0 ? at_begin : side(other, wall)) < 0;
    }
    const std::int64_t at_begin = side(wall, other_begin);
    return (at_begin != 0 ? at_begin : side(wall, other)) > 0;
  }

  void open(std::uint32_t gap, std::uint32_t left, std::uint32_t right) {
    left_wall_.push_back(left);
    gap_of_[left] = gap_of_[right] = gap;
    place_.push_back(open_.insert(gap).first);
  }
  void set_left(std::uint32_t gap, std::uint32_t wall) noexcept {
    left_wall_[gap] = wall;
    gap_of_[wall] = gap;
  }

  const Outline& outline_;
  Gaps gaps_;
  std::vector<std::uint32_t> before_;
  // Walls are named by the vertex that the outline's edge starts at.
  std::vector<std::uint32_t> gap_of_;      // per wall
  std::vector<std::uint32_t> left_wall_;   // per gap
  OpenGaps open_{IsLeft{this}};            // gaps that the sweep crosses
  std::vector<OpenGaps::iterator> place_;  // per gap
};

}  // namespace

Triangulation triangulate(const TileBits& bits, std::span<const std::int32_t> columns,
                          std::span<const std::int32_t> rows) {
  return RowSweep(bits, columns, rows).run();
}

Triangulation triangulate(const TileBits& bits) {
  std::vector<std::int32_t> lines(static_cast<std::size_t>(std::max(bits.width(), bits.height())) +
                                  1);
  std::iota(lines.begin(), lines.end(), 0);
  return triangulate(bits, lines, lines);
}

Triangulation triangulate(const Outline& outline) { return RingSweep(outline).run(); }

}  // namespace taut

#include "delaunay.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mesh_triangles.hpp"

namespace taut {
namespace {

// Sums of products, of tile numbers and of finer coordinates.
class ShortSum {
 public:
  void add(std::int64_t a, std::int64_t b) noexcept { sum_ += a * b; }
  [[nodiscard]] int sign() const noexcept { return (sum_ > 0 ? 1 : 0) - (sum_ < 0 ? 1 : 0); }

 private:
  std::int64_t sum_ = 0;
};

class LongSum {
 public:
  // Requires 0 <= a < 2^51, |b| < 2^52; four products at most.
  void add(std::int64_t a, std::int64_t b) noexcept {
    const std::int64_t a_low = a & kMask;
    const std::int64_t b_low = b & kMask;
    high_ += (a >> kBits) * (b >> kBits);
    middle_ += (a >> kBits) * b_low + a_low * (b >> kBits);
    low_ += a_low * b_low;
  }
  [[nodiscard]] int sign() const noexcept {
    const std::int64_t middle = middle_ + (low_ >> kBits);
    const std::int64_t high = high_ + (middle >> kBits);
    if (high != 0) return high > 0 ? 1 : -1;
    return ((middle & kMask) | (low_ & kMask)) != 0 ? 1 : 0;
  }

 private:
  static constexpr int kBits = 26;
  static constexpr std::int64_t kMask = (std::int64_t{1} << kBits) - 1;

  // The sum is (high * 2^26 + middle) * 2^26 + low.
  std::int64_t high_ = 0;
  std::int64_t middle_ = 0;
  std::int64_t low_ = 0;
};

template <class Sum>
int side_of_circle(std::int64_t ax, std::int64_t ay, std::int64_t bx, std::int64_t by,
                   std::int64_t cx, std::int64_t cy) noexcept {
  Sum sum;
  sum.add(ax * ax + ay * ay, bx * cy - by * cx);
  sum.add(bx * bx + by * by, cx * ay - cy * ax);
  sum.add(cx * cx + cy * cy, ax * by - ay * bx);
  return sum.sign();
}

// The position of d relative to the circle through the counter-clockwise triangle a, b, c: > 0
// inside, 0 on it. Exact: terms of differences of 14 bits and a sign, as those of tile numbers,
// take 59 bits; finer coordinates have 24, their squares 49 and areas 50.
int side_of_circle(const Triangulation::Vertex& a, const Triangulation::Vertex& b,
                   const Triangulation::Vertex& c, const Triangulation::Vertex& d) noexcept {
  const std::int32_t ax = a.x - d.x;
  const std::int32_t ay = a.y - d.y;
  const std::int32_t bx = b.x - d.x;
  const std::int32_t by = b.y - d.y;
  const std::int32_t cx = c.x - d.x;
  const std::int32_t cy = c.y - d.y;
  const auto bits = [](std::int32_t v) { return static_cast<std::uint32_t>(v ^ (v >> 31)); };
  const std::uint32_t all = bits(ax) | bits(ay) | bits(bx) | bits(by) | bits(cx) | bits(cy);
  return all >> 14U == 0 ? side_of_circle<ShortSum>(ax, ay, bx, by, cx, cy)
                         : side_of_circle<LongSum>(ax, ay, bx, by, cx, cy);
}

// Whether a vertex counts as nearer the middle of every circle that it is on: a total order of
// places, so that ties have one outcome whatever was there before.
bool is_before(const Triangulation::Vertex& p, const Triangulation::Vertex& q) noexcept {
  return p.y != q.y ? p.y < q.y : p.x > q.x;
}

}  // namespace

bool is_cut_by_bd(const Triangulation::Vertex& a, const Triangulation::Vertex& b,
                  const Triangulation::Vertex& c, const Triangulation::Vertex& d) noexcept {
  const int side = side_of_circle(a, b, c, d);
  if (side != 0) return side > 0;
  return is_before(is_before(b, d) ? b : d, is_before(a, c) ? a : c);
}

std::uint32_t find_apex(const Triangulation::Vertex* ring, std::uint32_t first,
                        std::uint32_t last) noexcept {
  const Triangulation::Vertex& a = ring[last];
  const Triangulation::Vertex& b = ring[first];
  const auto is_on_line = [&](const Triangulation::Vertex& c) {
    return Triangulation::area(a, b, c) == 0;
  };
  std::uint32_t apex = first + 1;
  for (std::uint32_t next = apex + 1; next < last; ++next) {
    if (is_on_line(ring[next])) continue;
    if (is_on_line(ring[apex]) || is_cut_by_bd(a, b, ring[apex], ring[next])) apex = next;
  }
  return apex;
}

namespace {

// Any triangulation is the constrained Delaunay one when all its edges count as walls. Here edges
// are released from that one after another, and what the walls that are left allow stays Delaunay.
// Flips alone can take k^2 / 2 steps for two rows of k vertices. Instead the triangles on both
// sides of a released edge are merged as in the divide-and-conquer of Guibas and Stolfi (1985), so
// that an edge costs no more than the triangles that change. In random order, which is the reverse
// of inserting walls at random, these are O(n log^2 n) in all, whatever the map.
class EdgeReleaser {
 public:
  explicit EdgeReleaser(MeshTriangles& triangles) : triangles_(triangles), m_(triangles.all) {
    add_rounds();
  }

  std::size_t run() {
    // Cells around a hole, which are divided on the way, are Delaunay.
    const std::uint32_t size = triangles_.size();
    for (std::uint32_t half = 0; half < size; ++half) {
      if (triangles_.is_fixed(half) || m_.twin[half] < half) continue;
      const std::uint32_t twin = beyond(half);
      // Edges that are already Delaunay change nothing.
      if (is_delaunay(half)) continue;
      hold(half, draw_round(half));
      round_[twin] = round_[half];
    }
    for (std::uint8_t round = 0; round < kRounds; ++round) {
      std::vector<std::uint32_t>& held = held_[round];
      for (std::size_t i = 0; i < held.size(); ++i) {
        if (round_[held[i]] == round) release(held[i]);
      }
      held = {};
    }
    return replaced_;
  }

 private:
  static constexpr std::uint8_t kRounds = 32;
  static constexpr std::uint8_t kReleased = 254;
  static constexpr std::uint8_t kWall = 255;

  // An edge of the region that is triangulated again, by the half-edge beyond it.
  struct Side {
    std::uint32_t end;     // the one nearer to the end of the released edge
    std::uint32_t beyond;  // Triangulation::kNone for walls
    std::uint8_t round;
  };
  // The sides on the left or on the right of the released edge, those at its start on top.
  struct Chain {
    std::vector<Side> sides;
    bool is_left;
  };

  // Half of all edges are released in the first round, half of the rest in the next, and so on: by
  // bits of a hash of the half-edge. Each round goes through the
  // triangles in their order, because neighbours in the plane are neighbours in memory. Source
  // Amenta, Choi and Rote (2003), "Incremental constructions con BRIO".
  static std::uint8_t draw_round(std::uint32_t half) noexcept {
    return static_cast<std::uint8_t>(std::min(std::countr_zero(mix_bits(half)), kRounds - 1));
  }

  // The half-edge beyond.
  std::uint32_t beyond(std::uint32_t half) {
    const std::uint32_t twin = triangles_.beyond(half);
    add_rounds();
    return twin;
  }
  void add_rounds() {
    for (auto half = static_cast<std::uint32_t>(round_.size()); half < triangles_.size(); ++half) {
      round_.push_back(triangles_.is_fixed(half) ? kWall : kReleased);
    }
  }

  void hold(std::uint32_t half, std::uint8_t round) {
    round_[half] = round;
    held_[round].push_back(half);
  }

  [[nodiscard]] bool is_cut_by_bd(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                  std::uint32_t d) const noexcept {
    return taut::is_cut_by_bd(m_.vertices[a], m_.vertices[b], m_.vertices[c], m_.vertices[d]);
  }

  [[nodiscard]] std::uint32_t apex(std::uint32_t half) const noexcept {
    return m_.origin[Triangulation::previous(half)];
  }
  [[nodiscard]] bool is_delaunay(std::uint32_t half) const noexcept {
    const std::uint32_t twin = m_.twin[half];
    return !is_cut_by_bd(m_.origin[half], apex(twin), m_.origin[twin], apex(half));
  }

  void release(std::uint32_t half) {
    const std::uint32_t twin = m_.twin[half];
    round_[half] = round_[twin] = kReleased;
    if (is_delaunay(half)) return;
    const std::uint32_t start = m_.origin[half];
    const std::uint32_t end = m_.origin[twin];
    left_.sides.assign({side_of(Triangulation::next(half), end),
                        side_of(Triangulation::previous(half), apex(half))});
    right_.sides.assign({side_of(Triangulation::previous(twin), end),
                         side_of(Triangulation::next(twin), apex(twin))});
    free_.clear();
    take_out(half);
    take_out(twin);
    fill(start);
  }

  // Fills the place between the chains, from the start of the released edge to its end.
  void fill(std::uint32_t start) {
    // The triangle at the start, whose circle must hold no vertex.
    while (open(left_, start, right_.sides.back().end) ||
           open(right_, start, left_.sides.back().end)) {
    }
    std::uint32_t left = left_.sides.back().end;
    std::uint32_t right = right_.sides.back().end;
    const std::uint32_t first = add_triangle(start, right, left);
    lay_along(first, right_);
    lay_along(first + 2, left_);
    // A circle through both ends of the last edge grows away from it until it meets a vertex.
    for (std::uint32_t base = first + 1; !right_.sides.empty();) {
      const bool sees_left = find_next(left_, left, right);
      const bool sees_right = find_next(right_, right, left);
      assert(sees_left || sees_right);
      const std::uint32_t next_left = left_.sides.back().end;
      const std::uint32_t next_right = right_.sides.back().end;
      const bool is_end = next_left == next_right;
      const bool is_right =
          sees_right && (!sees_left || is_cut_by_bd(right, next_right, next_left, left));
      const std::uint32_t added = add_triangle(left, right, is_right ? next_right : next_left);
      pair(base, added);
      if (is_right || is_end) lay_along(added + 1, right_);
      if (!is_right || is_end) lay_along(added + 2, left_);
      base = is_right ? added + 2 : added + 1;
      (is_right ? right : left) = is_right ? next_right : next_left;
    }
  }

  // Finds the vertex of a chain that a growing circle meets first; `at` is the chain's end of the
  // last edge and `other` the far one. False when the chain turns away from there.
  bool find_next(Chain& chain, std::uint32_t at, std::uint32_t other) {
    const std::uint32_t next = chain.sides.back().end;
    if ((chain.is_left ? m_.area(at, other, next) : m_.area(other, at, next)) <= 0) return false;
    while (open(chain, at, other)) {
    }
    return true;
  }

  // Removes the triangle beyond the first side of a chain, which starts at `at`, when its third
  // vertex lies in the circle through the side and another vertex.
  bool open(Chain& chain, std::uint32_t at, std::uint32_t other) {
    const Side side = chain.sides.back();
    if (side.round != kReleased) return false;
    const std::uint32_t third = apex(side.beyond);
    if (!(chain.is_left ? is_cut_by_bd(at, other, side.end, third)
                        : is_cut_by_bd(side.end, other, at, third))) {
      return false;
    }
    const std::uint32_t next = Triangulation::next(side.beyond);
    const std::uint32_t previous = Triangulation::previous(side.beyond);
    chain.sides.back() = side_of(chain.is_left ? next : previous, side.end);
    chain.sides.push_back(side_of(chain.is_left ? previous : next, third));
    take_out(side.beyond);
    return true;
  }

  [[nodiscard]] Side side_of(std::uint32_t half, std::uint32_t end) {
    return {end, beyond(half), round_[half]};
  }

  // The storage of the triangle is recycled; its half-edges can be read until then.
  void take_out(std::uint32_t half) {
    free_.push_back(half - half % 3);
    ++replaced_;
  }
  std::uint32_t add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const std::uint32_t half = free_.back();
    free_.pop_back();
    triangles_.replace(half, a, b, c);
    return half;
  }

  void pair(std::uint32_t half, std::uint32_t other) noexcept {
    m_.twin[half] = other;
    m_.twin[other] = half;
    round_[half] = round_[other] = kReleased;
  }
  // Lays a new triangle along the first side of a chain.
  void lay_along(std::uint32_t half, Chain& chain) {
    const Side side = chain.sides.back();
    chain.sides.pop_back();
    triangles_.lay_along(half, side.beyond, side.round == kWall);
    round_[half] = side.round;
    if (side.round < kRounds) held_[side.round].push_back(half);
  }

  MeshTriangles& triangles_;
  Triangulation& m_;
  std::vector<std::uint8_t> round_;  // per half-edge that of its release; kReleased, kWall
  std::array<std::vector<std::uint32_t>, kRounds> held_;  // per round; some have moved since
  std::size_t replaced_ = 0;

  Chain left_{{}, true};
  Chain right_{{}, false};
  std::vector<std::uint32_t> free_;  // the first half-edges of removed triangles
};

}  // namespace

std::size_t make_delaunay(MeshTriangles& mesh) { return EdgeReleaser(mesh).run(); }

}  // namespace taut

// make_delaunay(), declared in triangulation.hpp.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <taut/constants.hpp>

#include "triangulation.hpp"

namespace taut {
namespace {

constexpr std::uint32_t kNone = Triangulation::kNone;

// Sums of products, of tile numbers and of finer coordinates.
class ShortSum {
 public:
  void add(std::int64_t a, std::int64_t b) noexcept { sum_ += a * b; }
  [[nodiscard]] bool is_positive() const noexcept { return sum_ > 0; }

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
  [[nodiscard]] bool is_positive() const noexcept {
    const std::int64_t middle = middle_ + (low_ >> kBits);
    const std::int64_t high = high_ + (middle >> kBits);
    return high > 0 || (high == 0 && ((middle & kMask) | (low_ & kMask)) != 0);
  }

 private:
  static constexpr int kBits = 26;
  static constexpr std::int64_t kMask = (std::int64_t{1} << kBits) - 1;

  // The sum is (high * 2^26 + middle) * 2^26 + low.
  std::int64_t high_ = 0;
  std::int64_t middle_ = 0;
  std::int64_t low_ = 0;
};

// Whether d lies strictly inside the circle through the counter-clockwise triangle a, b, c. Exact:
// differences of tile numbers have 14 bits and a sign, so the terms take 59 bits; those of finer
// coordinates have 24, squares 49 and areas 50.
template <class Sum>
bool is_in_circle(const Triangulation::Vertex& a, const Triangulation::Vertex& b,
                  const Triangulation::Vertex& c, const Triangulation::Vertex& d) noexcept {
  const std::int64_t ax = a.x - d.x;
  const std::int64_t ay = a.y - d.y;
  const std::int64_t bx = b.x - d.x;
  const std::int64_t by = b.y - d.y;
  const std::int64_t cx = c.x - d.x;
  const std::int64_t cy = c.y - d.y;
  Sum sum;
  sum.add(ax * ax + ay * ay, bx * cy - by * cx);
  sum.add(bx * bx + by * by, cx * ay - cy * ax);
  sum.add(cx * cx + cy * cy, ax * by - ay * bx);
  return sum.is_positive();
}

template <class Sum>
void flip_edges(Triangulation& mesh) {
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
    if (!is_in_circle<Sum>(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c],
                           mesh.vertices[d])) {
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

}  // namespace

void make_delaunay(Triangulation& mesh) {
  const bool is_of_tiles = std::all_of(
      mesh.vertices.begin(), mesh.vertices.end(),
      [](const auto& vertex) { return vertex.x <= kMaxMapSide && vertex.y <= kMaxMapSide; });
  if (is_of_tiles) {
    flip_edges<ShortSum>(mesh);
  } else {
    flip_edges<LongSum>(mesh);
  }
}

}  // namespace taut

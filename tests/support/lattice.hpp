// Integer points for the oracles, which decide everything in integers.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include <taut/engine/portal.hpp>

namespace taut::test {

__extension__ using Int128 = __int128;

struct LatticePoint {
  std::int64_t x = 0;
  std::int64_t y = 0;
  friend bool operator==(const LatticePoint&, const LatticePoint&) = default;
};

inline LatticePoint operator+(LatticePoint a, LatticePoint b) { return {a.x + b.x, a.y + b.y}; }
inline LatticePoint operator-(LatticePoint a, LatticePoint b) { return {a.x - b.x, a.y - b.y}; }
inline LatticePoint operator*(std::int64_t k, LatticePoint p) { return {k * p.x, k * p.y}; }

// Exact while coordinates stay below 2^30.
inline std::int64_t cross(LatticePoint a, LatticePoint b) { return a.x * b.y - a.y * b.x; }
inline std::int64_t inner(LatticePoint a, LatticePoint b) { return a.x * b.x + a.y * b.y; }

inline long double lattice_distance(LatticePoint a, LatticePoint b) {
  const auto x = static_cast<long double>(a.x - b.x);
  const auto y = static_cast<long double>(a.y - b.y);
  return std::sqrt(x * x + y * y);
}

inline long double lattice_length(const std::vector<LatticePoint>& path) {
  long double sum = 0.0L;
  for (std::size_t i = 1; i < path.size(); ++i) sum += lattice_distance(path[i - 1], path[i]);
  return sum;
}

struct LatticePortal {
  LatticePoint left;
  LatticePoint right;
};

struct LatticeCorridor {
  LatticePoint start;
  LatticePoint goal;
  std::vector<LatticePortal> portals;
};

// The float point of a lattice point whose step is `scale`.
inline Point to_point(LatticePoint p, float scale) {
  return {static_cast<float>(p.x) * scale, static_cast<float>(p.y) * scale};
}

inline std::vector<Portal> to_portals(const std::vector<LatticePortal>& portals, float scale) {
  std::vector<Portal> out;
  out.reserve(portals.size());
  for (const LatticePortal& portal : portals) {
    out.push_back({to_point(portal.left, scale), to_point(portal.right, scale)});
  }
  return out;
}

}  // namespace taut::test

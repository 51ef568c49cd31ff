// Whether the units of a crowd overlap each other or a wall, by integers of its own.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <taut/crowd.hpp>
#include <taut/world.hpp>

#include "support/random.hpp"

namespace taut::test {

inline double far_between(const Point& a, const Point& b) {
  return std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y));
}

// A disc in steps of the lattice.
struct JudgedDisc {
  UnitId unit;
  std::int64_t x;
  std::int64_t y;
  std::int64_t radius;
  std::uint8_t ground;
};

inline std::vector<JudgedDisc> list_discs(const Crowd& crowd) {
  std::vector<JudgedDisc> discs;
  for (UnitId unit = 0; unit < crowd.id_end(); ++unit) {
    if (!crowd.contains(unit)) continue;
    const Point at = crowd.place(unit);
    const Agent agent = crowd.agent(unit);
    discs.push_back({unit, std::llround(static_cast<double>(at.x) * 1024.0),
                     std::llround(static_cast<double>(at.y) * 1024.0),
                     std::llround(agent.radius * 1024.0), agent.ground});
  }
  return discs;
}

inline bool is_in_wall(const Grid& grid, const JudgedDisc& disc) {
  const auto reach = disc.radius + 1024;
  for (std::int64_t y = (disc.y - reach) / 1024 - 1; y <= (disc.y + reach) / 1024; ++y) {
    for (std::int64_t x = (disc.x - reach) / 1024 - 1; x <= (disc.x + reach) / 1024; ++x) {
      if (grid.is_walkable(static_cast<int>(x), static_cast<int>(y))) continue;
      // From the nearest point of the tile.
      std::int64_t dx = 0;
      std::int64_t dy = 0;
      if (disc.x < 1024 * x) dx = 1024 * x - disc.x;
      if (disc.x > 1024 * x + 1024) dx = disc.x - 1024 * x - 1024;
      if (disc.y < 1024 * y) dy = 1024 * y - disc.y;
      if (disc.y > 1024 * y + 1024) dy = disc.y - 1024 * y - 1024;
      if (dx * dx + dy * dy < disc.radius * disc.radius) return true;
    }
  }
  return false;
}

// What is wrong, in words; empty where nothing is.
inline std::string find_crowd_fault(const World& world, const Crowd& crowd) {
  const std::vector<JudgedDisc> discs = list_discs(crowd);
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const JudgedDisc& a = discs[i];
    if (is_in_wall(world.grid(a.ground), a)) {
      return "unit " + std::to_string(a.unit) + " is in a wall";
    }
    for (std::size_t j = 0; j < i; ++j) {
      const JudgedDisc& b = discs[j];
      const std::int64_t dx = a.x - b.x;
      const std::int64_t dy = a.y - b.y;
      const std::int64_t reach = a.radius + b.radius;
      if (dx * dx + dy * dy < reach * reach) {
        return "units " + std::to_string(a.unit) + " and " + std::to_string(b.unit) + " overlap";
      }
    }
  }
  return {};
}

// Adds places and states to a hash.
inline void add_crowd(Hash& hash, const Crowd& crowd) {
  for (const JudgedDisc& disc : list_discs(crowd)) {
    hash.add(static_cast<std::uint64_t>(disc.x));
    hash.add(static_cast<std::uint64_t>(disc.y));
    hash.add(static_cast<std::uint64_t>(crowd.state(disc.unit)));
  }
}

}  // namespace taut::test

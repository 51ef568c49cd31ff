// A search over the places of a square lattice around a unit, past discs that stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <taut/grid.hpp>

#include "exact_moves.hpp"

namespace taut::crowds {

// What stands in the way: the centre of the unit keeps this distance from it.
struct Standing {
  Steps at;
  std::int64_t reach = 0;
};

// Whether the disc of a unit may go straight from one place to another, at most kMostMove away,
// past walls and what stands, from which it keeps `margin` more than it must. Exact.
[[nodiscard]] bool is_leg_free(const Grid& tiles, const Steps& from, const Steps& to,
                               std::int32_t radius, const std::vector<Standing>& standing,
                               std::int64_t margin) noexcept;

class DetourMap {
 public:
  static constexpr std::int32_t kSide = 128;
  static constexpr std::size_t kMostExpansions = 6000;

  // Begins a search from a place, over nodes that are `spacing` steps apart: 256, 512 or 1024.
  void begin(const Steps& start, std::int32_t spacing, const std::vector<Standing>& standing);
  // The search may end near a place, from where `rest` tiles are left.
  void add_end(const Steps& place, float rest);
  // Writes the places of the least expensive way, the start first. False where there is none, or
  // after kMostExpansions. `last` is where what is left ends.
  bool find(const Grid& tiles, std::int32_t radius, const Steps& last,
            const std::vector<Standing>& standing, std::vector<Steps>& way);

 private:
  struct Open {
    float bound = 0.0F;
    std::uint32_t node = 0;
  };
  struct Node {
    float cost = 0.0F;
    float rest = 0.0F;  // of an end
    std::uint32_t from = 0;
    std::uint32_t search : 30 = 0;  // that has touched it
    std::uint32_t is_blocked : 1 = 0;
    std::uint32_t is_closed : 1 = 0;
  };

  // As the present search has left it.
  [[nodiscard]] Node& node_at(std::uint32_t node) noexcept;

  [[nodiscard]] Steps place_of(std::uint32_t node) const noexcept;
  void reach(std::uint32_t node, float cost, std::uint32_t from, const Steps& last);
  void expand(std::uint32_t node, const Grid& tiles, std::int32_t radius, const Steps& last);
  void write_way(std::uint32_t end, std::vector<Steps>& way) const;

  Steps start_;
  Steps origin_;
  std::int32_t spacing_ = 0;
  std::vector<Node> nodes_;
  std::uint32_t search_ = 0;
  std::vector<Open> open_;
};

}  // namespace taut::crowds

// Compiled with -O3 -ffast-math, as a user may compile: distance() and path_length() have the bits
// that the library gives. Exit status 0 when they have.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <taut/engine/grid_path.hpp>
#include <taut/grid.hpp>

namespace {

// A place on the lattice, from a generator that every compiler computes alike.
taut::Point next_place(std::uint32_t& state, int side) {
  const auto next = [&] {
    state = state * 1664525U + 1013904223U;
    return static_cast<float>((state >> 8) % static_cast<std::uint32_t>(side * 1024)) / 1024.0F;
  };
  const float x = next();
  return {x, next()};
}

}  // namespace

int main() {
  // Pillars: paths with several turns.
  constexpr int kSide = 60;
  const taut::Grid grid = taut::Grid::from_predicate(
      kSide, kSide, [](int x, int y) { return x % 7 < 3 || (y + x / 7 % 2 * 5) % 10 < 2; });
  taut::GridScratch scratch(grid);
  std::vector<taut::Point> points(taut::max_path_points(grid));
  std::uint32_t state = 1;
  int compared = 0;
  int different = 0;
  while (compared < 500) {
    const taut::Point start = next_place(state, kSide);
    const taut::Point goal = next_place(state, kSide);
    const taut::PathResult found = taut::find_path(grid, start, goal, {}, scratch, points);
    if (!found || found.count < 4) continue;
    const double length = taut::path_length(std::span(points).first(found.count));
    ++compared;
    if (std::bit_cast<std::uint64_t>(length) != std::bit_cast<std::uint64_t>(found.length)) {
      ++different;
    }
  }
  std::printf("%d of %d lengths have other bits\n", different, compared);
  return different == 0 ? 0 : 1;
}

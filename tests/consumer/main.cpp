// Walks around the end of a wall and checks the path; exit status 0 when it is right.
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

#include <taut/engine/grid_path.hpp>
#include <taut/grid.hpp>

int main() {
  constexpr std::array<std::string_view, 3> kRows = {
      ".#.",
      ".#.",
      "...",
  };
  const taut::Grid grid = taut::Grid::from_predicate(3, 3, [&](int x, int y) {
    return kRows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] == '.';
  });
  taut::GridScratch scratch(grid);
  std::array<taut::Point, 16> points;
  const taut::PathResult result =
      taut::find_path(grid, taut::Point{0.5F, 0.5F}, taut::Point{2.5F, 0.5F}, {}, scratch, points);

  const std::array<taut::Point, 4> expected = {
      taut::Point{0.5F, 0.5F},
      taut::Point{1.0F, 2.0F},
      taut::Point{2.0F, 2.0F},
      taut::Point{2.5F, 0.5F},
  };
  bool is_right = result.status == taut::Status::ok && result.count == expected.size() &&
                  std::abs(result.length - (1.0 + std::sqrt(10.0))) < 1e-6;
  for (std::size_t i = 0; is_right && i < expected.size(); ++i) is_right = points[i] == expected[i];
  std::printf("%s, %zu points, length %.9g: %s\n", taut::to_string(result.status), result.count,
              result.length, is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}

#include "bench/field/many_goals.hpp"

#include <taut/engine/field.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bench/harness/thread_clock.hpp"
#include "bench/maps/places.hpp"

namespace taut::bench {
namespace {

constexpr int kSide = 512;
constexpr std::array<std::size_t, 4> kCounts{1000, 4000, 16'000, 64'000};

// Where the goals of a hall are.
enum class Layout { open, row, place };

struct Hall {
  const char* name;
  Layout layout;
};
constexpr std::array<Hall, 3> kHalls{
    {{"hall/open", Layout::open}, {"hall/row", Layout::row}, {"hall/place", Layout::place}}};

// In two halves if the goals are in a row: they lie beside the door between, at whose sides the
// mesh is cut.
Grid make_hall(Layout layout) {
  Grid grid(kSide, kSide, TileState::walkable);
  if (layout == Layout::row) {
    grid.set({0, kSide / 2, 8, kSide / 2 + 1}, TileState::blocked);
    grid.set({kSide - 8, kSide / 2, kSide, kSide / 2 + 1}, TileState::blocked);
  }
  return grid;
}

std::vector<FieldGoal> place_goals(const Grid& grid, Layout layout, std::size_t count) {
  Places places(grid);
  std::vector<FieldGoal> goals;
  for (std::size_t i = 0; i < count; ++i) {
    const float along = static_cast<float>(i) / static_cast<float>(count);
    Point at{kSide / 2 + 0.5F, kSide / 2 + 0.5F};
    if (layout == Layout::open) at = places.point_in(places.tile());
    if (layout == Layout::row) at = {8.5F + (kSide - 17) * along, kSide / 2 - 1.0F / 16.0F};
    goals.push_back({at});
  }
  return goals;
}

// Distances that are not the length of the shortest path to the goal that is said to be nearest.
std::size_t count_wrong(const Grid& grid, const ConvexMesh& mesh, const Field& field,
                        const std::vector<FieldGoal>& goals) {
  constexpr int kQueried = 50;
  Places places(grid);
  OptimalScratch scratch(mesh);
  std::vector<Point> out(max_path_points(mesh));
  std::size_t wrong = 0;
  for (int i = 0; i < kQueried; ++i) {
    const Point from = places.point_in(places.walkable_tile());
    const std::optional<std::size_t> goal = field.nearest_goal(from);
    if (!goal) {
      ++wrong;
      continue;
    }
    const PathResult path = find_optimal_path(mesh, from, goals[*goal].at, {}, scratch, out);
    wrong += path && std::abs(path.length - field.distance(from)) <= 1e-9 ? 0 : 1;
  }
  return wrong;
}

}  // namespace

void add_many_goals(int rounds, Table& table) {
  for (const Hall& hall : kHalls) {
    const Grid grid = make_hall(hall.layout);
    const ConvexMesh mesh = build_mesh(grid);
    for (const std::size_t count : kCounts) {
      const std::vector<FieldGoal> goals = place_goals(grid, hall.layout, count);
      Field field;
      FieldScratch scratch;
      const double build_us =
          best_us(rounds, 1, [&] { (void)build_field(mesh, goals, {}, scratch, field); });
      Row row;
      row.set("map", std::string(hall.name))
          .set("cells", mesh.cell_count())
          .set("goals", count)
          .set("funnels", field.funnel_count())
          .set("build_us", build_us)
          .set("wrong", count_wrong(grid, mesh, field, goals));
      table.add(row);
    }
  }
}

}  // namespace taut::bench

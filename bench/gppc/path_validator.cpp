#include "path_validator.hpp"

#include <taut/engine/constants.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/grid_search.hpp>
#include <taut/engine/validate.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace taut::bench {
namespace {

constexpr double kLengthRounding = 1e-9;  // of a length, relative

bool is_same_length(double length, double wanted) {
  return std::abs(length - wanted) <= kLengthRounding * (1.0 + wanted);
}

bool is_at(gppc_point a, gppc_point b) { return a.x == b.x && a.y == b.y; }

// The length of a leg of steps in one direction; negative when a step of it is not allowed.
double leg_length(const Grid& grid, gppc_point from, gppc_point to) {
  const int across = to.x - from.x;
  const int down = to.y - from.y;
  const int steps = std::max(std::abs(across), std::abs(down));
  const bool is_diagonal = across != 0 && down != 0;
  if (steps == 0 || (is_diagonal && std::abs(across) != std::abs(down))) return -1.0;
  const int dx = across / steps;
  const int dy = down / steps;
  for (int i = 0; i < steps; ++i) {
    const int x = from.x + i * dx;
    const int y = from.y + i * dy;
    if (!grid.is_walkable(x + dx, y + dy)) return -1.0;
    if (!grid.is_walkable(x + dx, y) || !grid.is_walkable(x, y + dy)) return -1.0;
  }
  return is_diagonal ? steps * kDiagonalCost : steps;
}

}  // namespace

bool StepValidator::is_right(const Grid& grid, gppc_point start, gppc_point goal,
                             std::span<const gppc_point> path) {
  GridSearchOptions options;
  options.diagonal = DiagonalRule::only_if_no_obstacles;
  const CorridorResult wanted =
      find_corridor(grid, center(Tile{start.x, start.y}), center(Tile{goal.x, goal.y}), options,
                    scratch_, corridor_);
  if (path.empty()) return wanted.status == Status::no_path || is_at(start, goal);
  if (!wanted || !is_at(path.front(), start) || !is_at(path.back(), goal)) return false;
  double length = 0.0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const double leg = leg_length(grid, path[i - 1], path[i]);
    if (leg < 0.0) return false;
    length += leg;
  }
  return is_same_length(length, wanted.cost);
}

AnyAngleValidator::AnyAngleValidator(const Grid& grid)
    : revision_(grid.revision()), mesh_(build_mesh(grid)), scratch_(mesh_) {}

bool AnyAngleValidator::is_right(const Grid& grid, gppc_point start, gppc_point goal,
                                 std::span<const gppc_point> path) {
  const auto place = [](gppc_point at) {
    return Point{static_cast<float>(at.x), static_cast<float>(at.y)};
  };
  if (revision_ != grid.revision()) {
    revision_ = grid.revision();
    mesh_ = build_mesh(grid);
    scratch_.fit(mesh_);
  }
  points_.resize(max_path_points(mesh_));
  const auto find = [&] {
    return find_optimal_path(mesh_, place(start), place(goal), {}, scratch_, points_);
  };
  PathResult wanted = find();
  while (wanted.status == Status::out_of_nodes && scratch_.grow()) wanted = find();
  if (path.empty()) return wanted.status == Status::no_path || is_at(start, goal);
  points_.clear();
  for (const gppc_point at : path) points_.push_back(place(at));
  return wanted.status == Status::ok && is_same_length(path_length(points_), wanted.length) &&
         validate_path(grid, place(start), place(goal), points_).fault == PathFault::none;
}

}  // namespace taut::bench

#include "study_method.hpp"

#include <fmt/format.h>

#include <taut/engine/geometry.hpp>
#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>

#include <algorithm>
#include <cmath>

#include "tools/output/path_check.hpp"

namespace taut::bench {
namespace {

// The files give nine digits after the point.
constexpr double kFileRounding = 1e-8;
// Lengths of one path, summed in another order.
constexpr double kRounding = 1e-9;
// Lengths of arcs, and of diagonal steps, which are rounded to 2^-24.
constexpr double kRough = 1e-6;

bool is_same(double length, double wanted) {
  return std::abs(length - wanted) <= kRounding * (1.0 + wanted) + kFileRounding;
}

std::string find_length_fault(const Scene& scene, Promise promise, const BenchQuery& query,
                              double length) {
  const bool is_rounded = scene.agent.shape == AgentShape::disc || promise == Promise::steps;
  const double slack = is_rounded ? kRough * length : kFileRounding;
  if (query.optimum && length < *query.optimum - slack) {
    return fmt::format("length {} is below the optimum {}", length, *query.optimum);
  }
  if (promise == Promise::optimum && query.optimum && !is_same(length, *query.optimum)) {
    return fmt::format("length {} instead of the optimum {}", length, *query.optimum);
  }
  const bool has_steps = promise == Promise::steps && query.octile > 0.0;  // are they known?
  if (has_steps && std::abs(length - query.octile) > kRough * query.octile) {
    return fmt::format("length {} instead of {} by steps", length, query.octile);
  }
  return {};
}

double find_cost(const Scene& scene, const tools::QueryAnswer& answer, double length) {
  if (!scene.ground) return length;
  if (!answer.turns.empty()) {
    return disc_path_cost(scene.map.grid, *scene.ground, answer.turns,
                          snap_radius(scene.agent.radius));
  }
  return path_cost(scene.map.grid, *scene.ground, answer.points);
}

}  // namespace

CheckedAnswer check_answer(const Scene& scene, const StudyMethod& method, const BenchQuery& query,
                           const PathResult& found) {
  CheckedAnswer checked;
  if (found.status != Status::ok) {
    if (query.optimum) checked.fault = to_string(found.status);
    return checked;
  }
  checked.fault = find_length_fault(scene, method.promise, query, found.length);
  checked.cost = found.cost;
  const tools::QueryAnswer answer = method.answer(found);
  if (answer.points.empty() && answer.turns.empty()) return checked;
  const PathCheck check = tools::check_path(scene.map.grid, scene.agent, answer);
  if (check.fault != PathFault::none) checked.fault = to_string(check.fault);
  checked.corners = check.corners;
  if (answer.links.empty()) checked.cost = find_cost(scene, answer, found.length);
  return checked;
}

void drop_straight_points(std::vector<Point>& points) {
  std::vector<Point> kept;
  for (const Point& point : points) {
    if (!kept.empty() && kept.back() == point) continue;
    while (kept.size() >= 2) {
      const Point& a = kept[kept.size() - 2];
      const Point& b = kept.back();
      const double dx = static_cast<double>(b.x) - static_cast<double>(a.x);
      const double dy = static_cast<double>(b.y) - static_cast<double>(a.y);
      const double ex = static_cast<double>(point.x) - static_cast<double>(b.x);
      const double ey = static_cast<double>(point.y) - static_cast<double>(b.y);
      if (dx * ey != dy * ex || dx * ex + dy * ey <= 0.0) break;
      kept.pop_back();
    }
    kept.push_back(point);
  }
  points = std::move(kept);
}

}  // namespace taut::bench

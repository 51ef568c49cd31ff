// Optimal queries on a mesh, and validation of their answers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include <taut/engine/funnel.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/validate.hpp>

#include "support/random_maps.hpp"

namespace taut::test {

struct Found {
  PathResult result;
  std::vector<Point> path;
  std::vector<CellId> corridor;
};

// A mesh and the memory to query it.
class Querier {
 public:
  explicit Querier(const ConvexMesh& mesh)
      : mesh_(mesh), scratch_(mesh), room_(max_path_points(mesh)) {}

  Found run_query(const Point& start, const Point& goal) {
    Found found;
    found.result = find_optimal_path(mesh_, start, goal, {}, scratch_, room_);
    found.path.assign(room_.begin(),
                      room_.begin() + static_cast<std::ptrdiff_t>(found.result.count));
    found.corridor.resize(mesh_.cell_count());
    const Result cells = extract_corridor(mesh_, scratch_, found.corridor);
    found.corridor.resize(cells.status == Status::ok ? cells.count : 0);
    return found;
  }

  // How far the length of an answer may be from the optimum. Each leg is a root of an exact sum, so
  // it is rounded once, by u = 2^-53 of it, and so is each sum of legs: n u of the length for n
  // legs. Searches compare such sums, with bounds over points that are cut out of edges: some
  // roundings more of the length, and of coordinates. A path that is longer than another by less
  // than that may count as equally short.
  static double rounding(const Grid& grid, const Found& found) {
    const double legs = static_cast<double>(found.path.size());
    const double side = std::max(grid.width(), grid.height());
    return 0x1p-53 * ((2.0 * legs + 16.0) * found.result.length + 4.0 * side);
  }

  // The worst deviation of all correct answers so far, relative to the optimum plus one tile.
  [[nodiscard]] double worst_deviation() const noexcept { return worst_deviation_; }

  // The fault of the answer, empty when there is none. `length` is infinite where there is no path.
  std::string check_answer(const Grid& grid, const Point& start, const Point& goal,
                           long double length) {
    const Found found = run_query(start, goal);
    std::string fault = find_fault(grid, start, goal, length, found);
    if (fault.empty()) return fault;
    std::ostringstream text;
    text.precision(12);
    text << fault << ": from " << start.x << " " << start.y << " to " << goal.x << " " << goal.y
         << ", " << to_string(found.result.status) << ", length " << found.result.length << " for "
         << static_cast<double>(length) << ", path";
    for (const Point& p : found.path) text << "  " << p.x << " " << p.y;
    text << "\n" << to_drawing(grid);
    return text.str();
  }

 private:
  std::string find_fault(const Grid& grid, const Point& start, const Point& goal,
                         long double length, const Found& found) {
    if (!std::isfinite(length)) {
      const bool is_standing = mesh_.locate(start) && mesh_.locate(goal);
      if (found.result.status != (is_standing ? Status::no_path : Status::invalid_input)) {
        return "a path where there is none";
      }
      return found.result.count == 0 && found.corridor.empty() ? "" : "something was written";
    }
    if (found.result.status != Status::ok) return "no path";
    const long double deviation = std::abs(static_cast<long double>(found.result.length) - length);
    if (deviation > rounding(grid, found)) return "wrong length";
    worst_deviation_ = std::max(worst_deviation_, static_cast<double>(deviation / (length + 1.0L)));
    if (found.result.length != path_length(found.path)) return "another length than its points";
    const PathCheck check = validate_path(grid, start, goal, found.path);
    if (check.fault != PathFault::none) return to_string(check.fault);
    if (check.open_corners > 0) return "a turn in open space";

    std::vector<Portal> portals(max_edge_portals(found.corridor.size()));
    if (found.corridor.empty()) return "no corridor";
    if (!mesh_.holds(found.corridor.front(), start) || !mesh_.holds(found.corridor.back(), goal)) {
      return "the corridor misses start or goal";
    }
    if (extract_portals(mesh_, found.corridor, portals).status != Status::ok) {
      return "a gap in the corridor";
    }
    std::vector<Point> pulled(max_path_points(portals.size()));
    const Result pull = string_pull(start, goal, portals, pulled);
    pulled.resize(pull.count);
    if (pulled != found.path) return "another path is pulled through the corridor";
    return {};
  }

  const ConvexMesh& mesh_;
  OptimalScratch scratch_;
  std::vector<Point> room_;
  double worst_deviation_ = 0.0;
};

}  // namespace taut::test

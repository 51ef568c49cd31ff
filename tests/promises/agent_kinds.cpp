// Queries of agents that have a size: discs and squares.
#include <algorithm>
#include <array>
#include <cmath>

#include <taut/engine/space.hpp>
#include <taut/engine/tile_disc.hpp>
#include <taut/engine/validate.hpp>

#include "promises/query_kinds.hpp"

namespace taut::test {
namespace {

constexpr std::array kNarrow{0.0, 0.1, 0.25, 0.4, 0.5};
constexpr std::array kWide{0.6, 0.75, 0.9, 1.5};

using SpaceOf = const Space& (*)(const Scene&);

const Space& narrow_discs(const Scene& scene) { return scene.narrow_discs; }
const Space& large_discs(const Scene& scene) { return scene.large_discs; }
const Space& narrow_squares(const Scene& scene) { return scene.narrow_squares; }
const Space& opened_squares(const Scene& scene) { return scene.opened_squares; }

template <SpaceOf space_of>
Querier query_disc(const Scene& scene) {
  const Space& space = space_of(scene);
  return [&space, scratch = hold(SpaceScratch(space)),
          out = hold_room<DiscTurn>(max_disc_turns(space))](const Query& query,
                                                            std::size_t capacity, Answer& answer) {
    const PathResult found = find_optimal_path(space, query.start, query.goal, {}, *scratch,
                                               {.turns = out->first(capacity)});
    answer.take(Result{found.status, found.count}, *out);
    answer.note(found.expanded);
    answer.note(rounded(found.length));
    answer.note(find_nearest_place(space, query.goal));
    answer.note(find_nearest_place(space, query.start, query.goal, 3.0));
  };
}

std::size_t longest_work(const Scene& scene) {
  std::size_t longest = 0;
  for (const Query& query : scene.queries) longest = std::max(longest, query.tiles.path.size());
  return max_smoothing_points(longest);
}

Querier query_tightened_path(const Scene& scene) {
  return [&bits = scene.maps.grid.bits(), work = hold(std::vector<Point>(longest_work(scene)))](
             const Query& query, std::size_t, Answer& answer) {
    if (query.tiles.path.empty()) return;
    const Result found = tighten(bits, query.tiles.path, *work);
    answer.take_status(found);
    answer.take_elements(std::span<const Point>(*work).first(found.count));
  };
}

Querier query_pulled_disc(const Scene& scene) {
  const std::size_t bound = longest_work(scene);
  return [&grid = scene.maps.grid, work = hold(std::vector<Point>(bound)),
          out = hold_room<DiscTurn>(max_disc_turns(bound))](const Query& query,
                                                            std::size_t capacity, Answer& answer) {
    if (query.tiles.path.empty()) return;
    const double radius = query.pick(0, kNarrow);
    const Result found =
        pull_disc(grid.bits(), query.tiles.path, radius, *work, out->first(capacity));
    answer.take(found, *out);
    if (found.status != Status::ok) return;
    const DiscCheck check =
        validate_disc_path(grid, query.start, query.goal, out->written(found.count), radius);
    answer.note(check.fault);
    answer.note(rounded(check.length));
  };
}

Querier query_polyline(const Scene& scene) {
  constexpr double kRadius = 0.4;
  constexpr double kDeviation = 0.01;
  const std::size_t bound = longest_work(scene);
  const std::size_t turns = max_disc_turns(bound);
  return [&grid = scene.maps.grid, work = hold(std::vector<Point>(bound)),
          way = hold(std::vector<DiscTurn>(turns)),
          out = hold_room<DiscPoint>(max_polyline_points(turns, kRadius, kDeviation))](
             const Query& query, std::size_t capacity, Answer& answer) {
    if (query.tiles.path.empty()) return;
    const Result pulled = pull_disc(grid.bits(), query.tiles.path, kRadius, *work, *way);
    const Result found = extract_polyline(std::span(*way).first(pulled.count), kRadius, kDeviation,
                                          out->first(capacity));
    answer.take(found, *out, [](const DiscPoint& point) {
      return DiscPoint{rounded(point.x), rounded(point.y)};
    });
  };
}

Querier query_clear_point(const Scene& scene) {
  return [&bits = scene.maps.grid.bits()](const Query& query, std::size_t, Answer& answer) {
    for (const double radius : {query.pick(0, kNarrow), query.pick(1, kWide)}) {
      answer.note(find_clear_point(bits, query.start, radius, 1.0));
      answer.note(has_clearance(bits, query.start, radius));
      answer.note(has_clearance(bits, query.start, query.goal, radius));
    }
  };
}

template <SpaceOf space_of>
Querier query_square(const Scene& scene) {
  const Space& space = space_of(scene);
  return [&space, &grid = scene.maps.grid, scratch = hold(SpaceScratch(space)),
          out = hold_room<Point>(max_path_points(space))](const Query& query, std::size_t capacity,
                                                          Answer& answer) {
    // Half of the ends on lines of tiles, where slits are.
    const bool is_on_line = query.index % 2 == 0;
    const auto place = [&](const Point& end) -> Point {
      return is_on_line ? Point{std::floor(end.x) + 0.5F, std::floor(end.y) + 0.5F} : end;
    };
    const Point start = place(query.start);
    const Point goal = place(query.goal);
    answer.note(space.has_room(start));
    const PathResult found =
        find_optimal_path(space, start, goal, {}, *scratch, {.points = out->first(capacity)});
    answer.take(found, *out);
    const double half_width = space.agent().radius;
    answer.note(
        validate_square_path(grid, start, goal, out->written(found.count), half_width).fault);
  };
}

}  // namespace

void add_disc_kinds(std::vector<QueryKind>& kinds) {
  const auto add = [&](const char* name, Querier (*make_querier)(const Scene&), Cut cut) {
    kinds.push_back({name, make_querier, cut});
  };
  add("narrow discs: find_optimal_path", query_disc<narrow_discs>, Cut::fewer);
  add("large discs: find_optimal_path", query_disc<large_discs>, Cut::fewer);
  add("tighten", query_tightened_path, Cut::none);
  add("pull_disc", query_pulled_disc, Cut::fewer);
  add("extract_polyline", query_polyline, Cut::exact);
  add("find_clear_point", query_clear_point, Cut::none);
}

void add_square_kinds(std::vector<QueryKind>& kinds) {
  kinds.push_back({"narrow squares: find_optimal_path", query_square<narrow_squares>});
  kinds.push_back({"opened squares: find_optimal_path", query_square<opened_squares>});
}

}  // namespace taut::test

// Finders: queries and the points of their answers.
#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;
using taut::FindOptions;
using taut::FoundPath;

namespace {

// Rounded to float no place is more exact, and the number of points has a bound.
constexpr double kLeastDeviation = 1e-6;

FoundPath make_failure(taut::Reason reason) noexcept {
  FoundPath found;
  found.status = taut::Status::invalid_input;
  found.reason = reason;
  return found;
}

// Keeps an answer and reports it.
taut_status tell(taut_finder& finder, const FoundPath& found, taut_path* path) noexcept {
  finder.found = found;
  *path = to_path(found);
  return path->status;
}

// The answer to a query that was not run.
taut_status tell_failure(taut_finder& finder, taut_status status, taut_path* path) noexcept {
  finder.found = make_failure(taut::Reason::none);
  if (path == nullptr) return status;
  *path = to_path(finder.found);
  path->status = status;
  if (status == TAUT_BAD_ARGUMENT) path->reason = TAUT_REASON_BAD_OPTIONS;
  path->revision = finder.finder.world().revision();
  return status;
}

// Runs a query. Running out of memory is reported in the answer, too.
template <class Query>
taut_status answer(taut_finder& finder, taut_path* path, const Query& run_query) noexcept {
  finder.found = make_failure(taut::Reason::none);
  const taut_status status = guard(nullptr, run_query);
  return status > TAUT_UNFINISHED ? tell_failure(finder, status, path) : status;
}

}  // namespace

extern "C" {

taut_status taut_finder_create(const taut_world* world, taut_finder** finder) {
  if (finder == nullptr) return TAUT_BAD_ARGUMENT;
  *finder = nullptr;
  if (world == nullptr) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] { *finder = new taut_finder(*world); });
}

void taut_finder_destroy(taut_finder* finder) { delete finder; }

uint64_t taut_finder_memory_bytes(const taut_finder* finder) {
  return finder != nullptr ? finder->finder.memory_bytes() : 0;
}

taut_status taut_find(taut_finder* finder, float start_x, float start_y, float goal_x, float goal_y,
                      const taut_find_options* options, taut_path* path) {
  if (finder == nullptr || path == nullptr) return TAUT_BAD_ARGUMENT;
  const std::optional<FindOptions> made = to_options(options);
  if (!made) return tell_failure(*finder, TAUT_BAD_ARGUMENT, path);
  finder->radius = taut::snap_radius(made->agent.radius);
  return answer(*finder, path, [&] {
    return tell(*finder, finder->finder.find({start_x, start_y}, {goal_x, goal_y}, *made), path);
  });
}

taut_status taut_find_by_field(taut_finder* finder, const taut_field* field, float start_x,
                               float start_y, taut_path* path) {
  if (finder == nullptr || field == nullptr || path == nullptr) return TAUT_BAD_ARGUMENT;
  finder->radius = field->field.agent().radius;
  return answer(*finder, path, [&] {
    return tell(*finder, finder->finder.find({start_x, start_y}, field->field), path);
  });
}

taut_status taut_path_points(const taut_finder* finder, taut_point* out, uint32_t capacity,
                             uint32_t* count) {
  set_count(count, 0);
  if (finder == nullptr) return TAUT_BAD_ARGUMENT;
  const std::span<const taut::Point> points = finder->found.points;
  return fill(out, capacity, count, points.size(),
              [&](std::size_t i) { return to_point(points[i]); });
}

const taut_point* taut_path_point_data(const taut_finder* finder) {
  static_assert(sizeof(taut_point) == sizeof(taut::Point));
  if (finder == nullptr || finder->found.points.empty()) return nullptr;
  return reinterpret_cast<const taut_point*>(finder->found.points.data());
}

taut_status taut_path_turns(const taut_finder* finder, taut_turn* out, uint32_t capacity,
                            uint32_t* count) {
  set_count(count, 0);
  if (finder == nullptr) return TAUT_BAD_ARGUMENT;
  const std::span<const taut::DiscTurn> turns = finder->found.turns;
  return fill(out, capacity, count, turns.size(), [&](std::size_t i) { return to_turn(turns[i]); });
}

taut_status taut_path_polyline(taut_finder* finder, double deviation, taut_point* out,
                               uint32_t capacity, uint32_t* count) {
  set_count(count, 0);
  if (finder == nullptr || !(deviation >= kLeastDeviation) || !std::isfinite(deviation)) {
    return TAUT_BAD_ARGUMENT;
  }
  const std::span<const taut::DiscTurn> turns = finder->found.turns;
  if (turns.empty()) return taut_path_points(finder, out, capacity, count);
  return guard(nullptr, [&]() -> taut_status {
    const std::size_t most = taut::max_polyline_points(turns.size(), finder->radius, deviation);
    if (finder->polyline.size() < most) finder->polyline.resize(most);
    const taut::Result made =
        taut::extract_polyline(turns, finder->radius, deviation, finder->polyline);
    if (!made) return TAUT_BAD_ARGUMENT;
    return fill(out, capacity, count, made.count,
                [&](std::size_t i) { return to_point(narrow(finder->polyline[i])); });
  });
}

}  // extern "C"

// Finders and batches: queries and the points of their answers.
#include <cstdio>

#include <taut/detail/threads.hpp>  // TAUT_HAS_THREADS

#include "answers.hpp"
#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;
using taut::FindOptions;
using taut::FoundPath;
using taut::OwnedPath;

namespace {

// Rounded to float no place is more exact, and the number of points has a bound.
constexpr double kLeastDeviation = 1e-6;

constexpr uint32_t kMaxThreads = 256;

// Writes "taut: taut_find_all: option 3 ..." with the index and its end.
taut_status refuse_at(taut_error* error, const char* what, uint32_t at, const char* why) noexcept {
  char words[128];
  std::snprintf(words, sizeof words, "taut: taut_find_all: %s %u %s", what,
                static_cast<unsigned>(at), why);
  return refuse(error, words);
}

}  // namespace

extern "C" {

taut_status taut_finder_create(const taut_world* world, taut_finder** finder) {
  if (finder == nullptr) return TAUT_BAD_ARGUMENT;
  *finder = nullptr;
  if (!is_live(world)) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] { *finder = new taut_finder(*world); });
}

void taut_finder_destroy(taut_finder* finder) {
  if (is_live(finder)) delete finder;
}

uint64_t taut_finder_memory_bytes(const taut_finder* finder) {
  return is_live(finder) ? finder->finder.memory_bytes() : 0;
}

taut_status taut_find(taut_finder* finder, float start_x, float start_y, float goal_x, float goal_y,
                      const taut_find_options* options, taut_path* path) {
  if (!is_live(finder) || path == nullptr) return TAUT_BAD_ARGUMENT;
  const std::optional<FindOptions> made = to_options(options);
  if (!made) return tell_failure(*finder, TAUT_BAD_ARGUMENT, path);
  return answer(*finder, path, [&] {
    const taut::FoundPath found = finder->finder.find({start_x, start_y}, {goal_x, goal_y}, *made);
    finder->expanded = found.expanded;
    return tell(*finder, found, path);
  });
}

taut_status taut_find_by_field(taut_finder* finder, const taut_field* field, float start_x,
                               float start_y, taut_path* path) {
  if (!is_live(finder) || !is_live(field) || path == nullptr) return TAUT_BAD_ARGUMENT;
  if (field->is_foreign(finder->source)) return tell_failure(*finder, TAUT_BAD_ARGUMENT, path);
  return answer(*finder, path, [&] {
    return tell(*finder, finder->finder.find({start_x, start_y}, field->field), path);
  });
}

taut_status taut_path_points(const taut_finder* finder, taut_point* out, uint32_t capacity,
                             uint32_t* count) {
  return fill_from(finder, out, capacity, count, to_point,
                   [](auto& of) { return of.found.points; });
}

const taut_point* taut_path_point_data(const taut_finder* finder) {
  static_assert(sizeof(taut_point) == sizeof(taut::Point));
  if (!is_live(finder) || finder->found.points.empty()) return nullptr;
  return reinterpret_cast<const taut_point*>(finder->found.points.data());
}

taut_status taut_path_turns(const taut_finder* finder, taut_turn* out, uint32_t capacity,
                            uint32_t* count) {
  return fill_from(finder, out, capacity, count, to_turn, [](auto& of) { return of.found.turns; });
}

taut_status taut_path_polyline(taut_finder* finder, double deviation, taut_point* out,
                               uint32_t capacity, uint32_t* count) {
  set_count(count, 0);
  if (!is_live(finder) || !(deviation >= kLeastDeviation) || !std::isfinite(deviation)) {
    return TAUT_BAD_ARGUMENT;
  }
  const std::span<const taut::DiscTurn> turns = finder->found.turns;
  if (turns.empty()) return taut_path_points(finder, out, capacity, count);
  return guard(nullptr, [&]() -> taut_status {
    const double radius = finder->found.agent.radius;
    const std::size_t most = taut::max_polyline_points(turns.size(), radius, deviation);
    if (finder->polyline.size() < most) finder->polyline.resize(most);
    const taut::Result made = taut::extract_polyline(turns, radius, deviation, finder->polyline);
    if (!made) return TAUT_BAD_ARGUMENT;
    return fill(out, capacity, count, made.count,
                [&](std::size_t i) { return to_point(narrow(finder->polyline[i])); });
  });
}

// ---- batches ----

taut_status taut_batch_create(const taut_world* world, uint32_t threads, taut_batch** batch,
                              taut_error* error) {
  if (batch == nullptr) return refuse_null(error, "batch");
  *batch = nullptr;
  if (!is_live(world)) return refuse_handle(error, world, "world");
  if (const auto bad = check_within(error, "taut_batch_create: threads", threads, 1, kMaxThreads))
    return bad;
#if !TAUT_HAS_THREADS
  threads = 1;
#endif
  return guard(error, [&] {
    auto made = std::make_unique<taut_batch>();
    made->finders.reserve(threads);
    made->source = world->source();
    const std::shared_ptr<const taut::World> read = made->source.read();
    for (uint32_t i = 0; i < threads; ++i) made->finders.emplace_back(read);
    *batch = made.release();
  });
}

void taut_batch_destroy(taut_batch* batch) {
  if (is_live(batch)) delete batch;
}

taut_status taut_find_all(taut_batch* batch, const taut_query* queries, uint32_t query_count,
                          const taut_find_options* options, uint32_t option_count, taut_path* paths,
                          taut_error* error) {
  if (!is_live(batch)) return refuse_handle(error, batch, "batch");
  batch->answers.clear();
  if (query_count > 0 && queries == nullptr) return refuse_null(error, "queries");
  if (query_count > 0 && paths == nullptr) return refuse_null(error, "paths");
  if (option_count > 0 && options == nullptr) return refuse_null(error, "options");
  for (uint32_t i = 0; i < option_count; ++i) {
    if (!to_options(&options[i])) return refuse_at(error, "options", i, "are unknown");
  }
  for (uint32_t i = 0; i < query_count; ++i) {
    if (queries[i].options < std::max(option_count, 1U)) continue;
    return refuse_at(error, "query", i, "has no options: their index is too large");
  }
  return guard(error, [&] {
    batch->requests.resize(query_count);
    for (uint32_t i = 0; i < query_count; ++i) {
      const taut_query& query = queries[i];
      batch->requests[i] = {
          {query.start.x, query.start.y},
          {query.goal.x, query.goal.y},
          option_count > 0 ? *to_options(&options[query.options]) : FindOptions{}};
    }
    if (batch->source.shared != nullptr) {
      const std::shared_ptr<const taut::World> read = batch->source.read();
      for (taut::Finder& finder : batch->finders) finder.use(read);
    }
    batch->answers = taut::find_all(batch->requests, batch->finders);
    for (uint32_t i = 0; i < query_count; ++i) paths[i] = to_path(batch->answers[i].view());
  });
}

taut_status taut_batch_points(const taut_batch* batch, taut_point* out, uint32_t capacity,
                              uint32_t* count) {
  return fill_parts(batch, out, capacity, count, &OwnedPath::points, to_point);
}

taut_status taut_batch_turns(const taut_batch* batch, taut_turn* out, uint32_t capacity,
                             uint32_t* count) {
  return fill_parts(batch, out, capacity, count, &OwnedPath::turns, to_turn);
}

}  // extern "C"

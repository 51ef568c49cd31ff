// Many queries on several threads.
#include <cstdio>

#include <taut/detail/mutex.hpp>  // TAUT_HAS_THREADS

#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;
using taut::FindOptions;
using taut::OwnedPath;

namespace {

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

taut_status taut_batch_create(const taut_world* world, uint32_t threads, taut_batch** batch,
                              taut_error* error) {
  if (batch == nullptr) return refuse_null(error, "batch");
  *batch = nullptr;
  if (world == nullptr) return refuse_null(error, "world");
  if (threads < 1 || threads > kMaxThreads) {
    return refuse_value(error, "taut_batch_create: threads", threads, 1, kMaxThreads);
  }
#if !TAUT_HAS_THREADS
  threads = 1;
#endif
  return guard(error, [&] {
    auto made = std::make_unique<taut_batch>();
    made->finders.reserve(threads);
    for (uint32_t i = 0; i < threads; ++i) made->finders.emplace_back(world->world);
    *batch = made.release();
  });
}

void taut_batch_destroy(taut_batch* batch) { delete batch; }

taut_status taut_find_all(taut_batch* batch, const taut_query* queries, uint32_t query_count,
                          const taut_find_options* options, uint32_t option_count, taut_path* paths,
                          taut_error* error) {
  if (batch == nullptr) return refuse_null(error, "batch");
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
    batch->answers = taut::find_all(batch->requests, batch->finders);
    for (uint32_t i = 0; i < query_count; ++i) paths[i] = to_path(batch->answers[i].view());
  });
}

taut_status taut_batch_points(const taut_batch* batch, taut_point* out, uint32_t capacity,
                              uint32_t* count) {
  set_count(count, 0);
  if (batch == nullptr) return TAUT_BAD_ARGUMENT;
  return fill_parts(
      *batch, out, capacity, count,
      [](const OwnedPath& path) { return std::span<const taut::Point>(path.points); }, to_point);
}

taut_status taut_batch_turns(const taut_batch* batch, taut_turn* out, uint32_t capacity,
                             uint32_t* count) {
  set_count(count, 0);
  if (batch == nullptr) return TAUT_BAD_ARGUMENT;
  return fill_parts(
      *batch, out, capacity, count,
      [](const OwnedPath& path) { return std::span<const taut::DiscTurn>(path.turns); }, to_turn);
}

}  // extern "C"

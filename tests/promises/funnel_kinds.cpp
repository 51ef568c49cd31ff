// Queries through portals of no map.
#include <algorithm>

#include <taut/engine/baselines.hpp>
#include <taut/engine/funnel.hpp>
#include <taut/engine/weighted_pull.hpp>

#include "promises/query_kinds.hpp"

namespace taut::test {
namespace {

std::size_t longest_row(const Scene& scene) {
  std::size_t longest = 0;
  for (const Query& query : scene.queries) longest = std::max(longest, query.row.size());
  return longest;
}

using PullPortals = Result (*)(const Point&, const Point&, std::span<const Portal>,
                               std::span<Point>) noexcept;

QueryKind pull_kind(const char* name, PullPortals pull) {
  return {name, [pull](const Scene& scene) -> Querier {
            return [pull, out = hold_room<Point>(max_path_points(longest_row(scene)))](
                       const Query& query, std::size_t capacity, Answer& answer) {
              answer.take(pull(query.row_start, query.row_goal, query.row, out->first(capacity)),
                          *out);
            };
          }};
}

Querier query_weighted(const Scene& scene) {
  const std::size_t longest = longest_row(scene);
  return [scratch = hold(WeightedScratch(longest)), costs = hold(std::vector<float>(longest + 1)),
          out = hold_room<Point>(max_path_points(longest))](const Query& query,
                                                            std::size_t capacity, Answer& answer) {
    Random random(query.salt);
    const std::span<float> cells = std::span(*costs).first(query.row.size() + 1);
    for (float& cost : cells) cost = static_cast<float>(random.between(1, 40)) / 8.0F;
    const WeightedResult result = string_pull_weighted(query.row_start, query.row_goal, query.row,
                                                       cells, *scratch, out->first(capacity));
    answer.take(result, *out);
    answer.note(result.bound);
  };
}

// The row of the query among those of others, so that lanes take new tasks at every time.
Querier query_batch(const Scene& scene) {
  constexpr std::size_t kTasks = 12;
  const std::size_t bound = max_path_points(longest_row(scene));
  const std::vector<PullTask> no_tasks(kTasks, PullTask{{0.0F, 0.0F}, {0.0F, 0.0F}, {}, {}});
  return [&scene, bound, tasks = hold(std::vector(no_tasks)),
          results = hold(std::vector<Result>(kTasks)), first_out = hold_room<Point>(bound),
          outs = hold(std::vector<Point>(bound * kTasks))](const Query& query, std::size_t capacity,
                                                           Answer& answer) {
    for (std::size_t i = 0; i < kTasks; ++i) {
      const Query& each = scene.queries[(query.index + i) % scene.queries.size()];
      (*tasks)[i] = {
          each.row_start, each.row_goal, each.row,
          i == 0 ? first_out->first(capacity) : std::span(*outs).subspan(i * bound, bound)};
    }
    string_pull_batch(*tasks, *results);
    answer.take(results->front(), *first_out);
    for (std::size_t i = 1; i < kTasks; ++i) {
      for (std::size_t k = 0; k < (*results)[i].count; ++k) answer.note((*tasks)[i].out[k]);
    }
  };
}

}  // namespace

void add_funnel_kinds(std::vector<QueryKind>& kinds) {
  kinds.push_back(pull_kind("string_pull", string_pull));
  kinds.push_back({"string_pull_batch", query_batch});
  kinds.push_back({"string_pull_weighted", query_weighted});
  kinds.push_back(pull_kind("simple_funnel", simple_funnel));
  kinds.push_back(pull_kind("simple_funnel_canonical", simple_funnel_canonical));
}

}  // namespace taut::test

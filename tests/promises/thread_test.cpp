// Many threads query one map at once, each with its own scratch.
#include <taut/world.hpp>

#include <cstddef>
#include <cstdint>
#include <latch>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "promises/query_kinds.hpp"
#include "support/catch.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

std::size_t thread_count() { return is_small_share() ? 2 : 4; }

// The order in which a thread queries. Answers must not depend on it.
enum class Order : std::uint8_t { forward, backward };

// An answer per query.
std::vector<std::uint64_t> query_all(const QueryKind& kind, const Scene& scene, Order order) {
  std::vector<std::uint64_t> answers(scene.queries.size());
  const Querier run_query = kind.make_querier(scene);
  if (!run_query) return answers;
  Answer answer;
  // What edits maps gives other answers in another order.
  const bool is_backward = order == Order::backward && kind.heap != Heap::always;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::size_t at = is_backward ? answers.size() - 1 - i : i;
    answer.clear();
    run_query(scene.queries[at], kWhole, answer);
    answers[at] = answer.hash();
  }
  return answers;
}

// What each kind answers: in the order of the table, or from its end.
std::vector<std::vector<std::uint64_t>> query_all(const Scene& scene, Order order) {
  const std::vector<QueryKind>& kinds = query_kinds();
  std::vector<std::vector<std::uint64_t>> answers(kinds.size());
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const std::size_t at = order == Order::forward ? i : kinds.size() - 1 - i;
    answers[at] = query_all(kinds[at], scene, order);
  }
  return answers;
}

}  // namespace

TEST_CASE("threads: each kind of query gives the answers of one thread", "[threads]") {
  const std::size_t count = thread_count();
  for (const Scene& scene : scenes_in_share()) {
    std::vector<std::vector<std::vector<std::uint64_t>>> answers(count);
    std::latch all_there(static_cast<std::ptrdiff_t>(count));
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < count; ++k) {
      threads.emplace_back([&, k] {
        all_there.arrive_and_wait();
        answers[k] = query_all(scene, k % 2 == 0 ? Order::forward : Order::backward);
      });
    }
    for (std::thread& thread : threads) thread.join();

    const auto wanted = query_all(scene, Order::forward);
    for (std::size_t kind = 0; kind < wanted.size(); ++kind) {
      for (std::size_t k = 0; k < count; ++k) {
        INFO(query_kinds()[kind].name << ": " << scene.name << ", thread " << k);
        CHECK(answers[k][kind] == wanted[kind]);
      }
    }
  }
}

// All threads share what the first call after an edit finds out about links.
TEST_CASE("threads: is_reachable() and would_cut() of one world, from its first call on",
          "[threads]") {
  constexpr int kRooms = 40;
  const std::size_t count = thread_count();
  for (int round = 0; round < 50; ++round) {
    World world(Grid::from_predicate(2 * kRooms, 2, [](int x, int) { return x % 2 == 0; }));
    const std::vector<Agent> agents{Agent::point(), Agent::square(0.5), Agent::disc(0.3)};
    for (const Agent& agent : agents) world.prepare(agent);
    const auto place = [](int room) { return center(Tile{2 * room, 0}); };
    for (int room = 0; room + 1 < kRooms; ++room) {
      world.link(place(room), place(room + 1), {.is_one_way = true});
    }
    const std::vector<TileRect> middle{{kRooms, 0, kRooms + 1, 1}};
    std::vector<int> wrong(count);
    std::latch all_there(static_cast<std::ptrdiff_t>(count));
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < count; ++k) {
      threads.emplace_back([&, k] {
        all_there.arrive_and_wait();
        for (std::size_t i = 0; i < agents.size(); ++i) {
          const Agent& agent = agents[(i + k) % agents.size()];
          const std::vector<Point> first{place(0)};
          const std::vector<Point> last{place(kRooms - 1)};
          if (!world.is_reachable(agent, first[0], last[0])) ++wrong[k];
          if (world.is_reachable(agent, last[0], first[0])) ++wrong[k];
          if (!world.would_cut(middle, first, last, agent)) ++wrong[k];
          if (world.would_cut(middle, last, first, agent)) ++wrong[k];
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == std::vector<int>(count));
  }
}

// No query allocates.
#include <new>

#include "promises/query_kinds.hpp"
#include "support/allocation_counter.hpp"
#include "support/catch.hpp"

using namespace taut;
using namespace taut::test;

TEST_CASE("the allocation counter counts", "[allocation]") {
  const AllocationCounter counter;
  // Direct calls: a compiler may leave out new-expressions and what allocators do.
  void* const one = ::operator new(1);
  void* const two = ::operator new(100);
  CHECK(counter.count() == 2);
  ::operator delete(one);
  ::operator delete(two);
}

TEST_CASE("allocation: no kind of query allocates once its scratch is made", "[allocation]") {
  Answer answer;
  for (const QueryKind& kind : query_kinds()) {
    if (kind.heap == Heap::always) continue;
    for (const Scene& scene : scenes()) {
      const Querier run_query = kind.make_querier(scene);
      if (!run_query) continue;
      const auto query_all = [&] {
        for (const Query& query : scene.queries) {
          answer.clear();
          run_query(query, kWhole, answer);
        }
      };
      if (kind.heap == Heap::first) query_all();
      const AllocationCounter counter;
      query_all();
      const std::size_t taken = counter.count();
      INFO(kind.name << ": " << scene.name);
      CHECK(taken == 0);
    }
  }
}

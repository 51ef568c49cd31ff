// An output that is too small holds the first elements of the answer, and nothing is written past
// it.
#include <algorithm>
#include <string>

#include "promises/query_kinds.hpp"
#include "support/catch.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// What is wrong with an answer in an output of `capacity` elements; empty when nothing is.
std::string find_fault(const Answer& part, const Answer& whole, std::size_t capacity, Cut cut) {
  if (!part.is_intact()) return "written past the output";
  const std::size_t count = part.elements().size();
  if (capacity >= whole.elements().size()) {
    if (cut == Cut::fewer) return {};
    return part.status() == whole.status() && std::ranges::equal(part.elements(), whole.elements())
               ? ""
               : "an exact fit is another answer";
  }
  // A partial path may still say why it is one.
  const bool is_failure = whole.status() != Status::ok && part.status() == whole.status();
  if (part.status() != Status::truncated && !is_failure) return "not truncated";
  if (cut == Cut::fewer) return {};
  if (count != capacity) return "another count";
  return std::ranges::equal(part.elements(), whole.elements().first(count))
             ? ""
             : "other first elements";
}

}  // namespace

TEST_CASE("capacity: each kind of query, every capacity from 0 to the whole answer", "[capacity]") {
  constexpr std::size_t kMostElements = 200;  // of an answer, where all capacities are tried
  Answer whole;
  Answer part;
  for (const QueryKind& kind : query_kinds()) {
    if (kind.cut == Cut::none) continue;
    std::size_t cuts = 0;
    for (const Scene& scene : scenes_in_share()) {
      if (!scene.is_small()) continue;
      const Querier run_query = kind.make_querier(scene);
      for (const Query& query : scene.queries) {
        whole.clear();
        run_query(query, kWhole, whole);
        const std::size_t count = whole.elements().size();
        if (count > kMostElements) continue;
        for (std::size_t capacity = 0; capacity <= count + 1; ++capacity) {
          part.clear();
          run_query(query, capacity, part);
          const std::string fault = find_fault(part, whole, capacity, kind.cut);
          if (!fault.empty()) {
            FAIL(kind.name << ": " << scene.name << ", query " << query.index << ", capacity "
                           << capacity << " of " << count << ": " << fault);
          }
          ++cuts;
        }
      }
    }
    INFO(kind.name);
    CHECK(cuts > scenes_in_share().size());
  }
}

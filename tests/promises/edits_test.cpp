// Answers depend on the tiles alone: edited maps give those of new ones.
#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "promises/query_kinds.hpp"
#include "support/catch.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// Kinds whose answers name cells or leaves: their ids depend on the edits.
constexpr auto kIdKinds = std::to_array<std::string_view>({
    "mesh: places",
    "mesh: find_corridor",
    "leaf mesh: find_corridor",
    "mesh: optimal corridor",
    "leaf mesh: optimal corridor",
    "quadtree: find_corridor",
    "quadtree: extract_corridor",
    "quadtree: straighten_corridor",
    "quadtree: smooth_corridor",
    "quadtree: raycast",
});

}  // namespace

TEST_CASE("edits: each kind of query gives on edited maps the answers of new ones", "[edits]") {
  for (const Scene& scene : scenes_in_share()) {
    const std::unique_ptr<Scene> fresh = Scene::make_again(scene);
    for (const QueryKind& kind : query_kinds()) {
      if (std::find(kIdKinds.begin(), kIdKinds.end(), kind.name) != kIdKinds.end()) continue;
      const Querier on_edited = kind.make_querier(scene);
      const Querier on_fresh = kind.make_querier(*fresh);
      if (!on_edited || !on_fresh) continue;
      Answer answer;
      Answer wanted;
      for (std::size_t i = 0; i < scene.queries.size(); ++i) {
        answer.clear();
        wanted.clear();
        on_edited(scene.queries[i], kWhole, answer);
        on_fresh(fresh->queries[i], kWhole, wanted);
        INFO(kind.name << ": " << scene.name << ", query " << i);
        CHECK(answer.hash() == wanted.hash());
      }
    }
  }
}

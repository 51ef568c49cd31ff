// The same queries give the same bits with every compiler, flag and machine.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "promises/query_kinds.hpp"
#include "support/catch.hpp"

using namespace taut;
using namespace taut::test;

namespace {

struct Golden {
  std::string_view kind;
  std::uint64_t hash;
};

// When answers change on purpose, put the table here that the test prints; all builds must agree on
// it. The scenes and their maps come first: when they change, so does the rest.
constexpr auto kGolden = std::to_array<Golden>({
    {"mesh: optimal by landmarks", 0x0e46ca08380d0c29},
    {"mesh: optimal by index", 0xfc884540c821c24b},
    {"leaf mesh: optimal by index", 0x8628e8c3cf0176da},
    {"mesh: find_path by landmarks", 0xe619ed1e508151fb},
    {"leaf mesh: optimal by landmarks", 0xac518afdc620132a},
    {"mesh: field", 0x65d6fb64f1debc93},
    {"rectangle mesh: field", 0x7a85e227080fbfbd},
    {"leaf mesh: field", 0x3a62d46c7b38d6ff},
    {"mesh: reached tiles", 0x442e172ccc07eedb},
    {"leaf mesh: reached tiles", 0x7e578c471bb67206},
    {"find_group", 0xfb20bd67d7acccc4},
    {"find_group: spread", 0x6e7a67498e6a4339},
    {"Finder: by index, point", 0xe30111f59455582a},
    {"Finder: by index, narrow disc", 0xf999d671b0d001e7},
    {"Finder: by index, opened square", 0xf3ea85536f4cb4b0},
    {"Finder: by index, slices", 0xe30111f59455582a},
    {"links: point", 0xe66c6938c04ac20d},
    {"links: point, slices", 0xe66c6938c04ac20d},
    {"links: narrow disc", 0x89b0049c356b0e62},
    {"links: opened square", 0xeb3f4e18845c5a35},
    {"links: field, point", 0x3fc29ecbb4139834},
    {"links: field, narrow disc", 0x1a793258006749e1},
    {"links: segments, point", 0xaa8c38788252035d},
    {"links: segments, point, slices", 0xaa8c38788252035d},
    {"links: segments, narrow disc", 0xbcd8081f3c3c452c},
    {"links: segments, field", 0xf9eccc0192f551b7},
    {"WorldField: point", 0x7d41b216f3dc9282},
    {"WorldField: narrow disc", 0x9525c63161dc912e},
    {"WorldField: narrow square", 0x27f63027599def6f},
    {"WorldField: opened square", 0x697c6e4a20e8fa9c},
    {"WorldField: large disc, slow ground", 0xa2b842a16d61818d},
    {"Finder: nearest goal, optimal", 0x1912225f57bff5fa},
    {"Finder: nearest goal, fast", 0x7bd3dae37af681b4},
    {"Finder: nearest goal, slow ground", 0x68c8d2ce3844f9bb},
    {"Finder: narrow disc, slow ground", 0x39f7e39fdd9ff3ee},
    {"Finder: narrow square, slow ground", 0x441415a8dcdda7f2},
    {"Finder: point, best", 0xc6cc3d4c61ca8b4d},
    {"Finder: nearest goal, narrow disc", 0xac6f58e7f54882a9},
    {"Finder: nearest goal, large disc", 0xb8b76d12640ec67d},
    {"Finder: nearest goal, narrow square", 0x769afdcaaaf0e19c},
    {"Finder: nearest goal, opened square", 0x4ae6d6d644a52fad},
    {"Finder: slices, best", 0xc6cc3d4c61ca8b4d},
    {"Finder: slices, nearest goal, large disc", 0xb8b76d12640ec67d},
    {"find_all", 0xbea62f6e1bf60d11},
    {"World: after edits", 0x81a3bcd7fe19a263},
    {"scenes", 0xbecc4843ff5a5476},
    {"maps", 0x25694bbaf378a34a},
    {"string_pull", 0xb9275fb6cd34e67b},
    {"string_pull_batch", 0xee0b85eee8a60947},
    {"string_pull_weighted", 0xda7d99cc68ed6a99},
    {"simple_funnel", 0xc50cbe40e664dd9a},
    {"simple_funnel_canonical", 0x8c22fac9d0464ff8},
    {"grid: find_corridor", 0xf3b95c17769bfc09},
    {"grid: find_path", 0xfab038df7e054779},
    {"grid: find_corridor by cost", 0xc867ed1b048c4d50},
    {"grid: find_path of a mover", 0x1f760293ee216c79},
    {"grid: pull_corridor", 0x18dd79f2af8c7847},
    {"grid: extract_portals", 0xa6a6d20bb36ac048},
    {"grid: extract_compressed_portals", 0x7cc6a061f3c0c8e9},
    {"grid: smooth_corridor", 0x488c75b0fc1d4792},
    {"grid: extract_corridor", 0x0c707bf3340abeac},
    {"grid: raycast", 0xb3d910e35506d797},
    {"grid: midpoint_raycast", 0x600b0012951a368c},
    {"grid: extract_visible_tiles", 0x2a967070751522cd},
    {"grid: extract_visibility_polygon", 0x497f41c95477ce38},
    {"grid: escape map", 0x29d76f450d516b7a},
    {"grid: step_tiles", 0xffd1e7e98f8ccd44},
    {"grid: extract_frontier", 0x531c9c1a491d18f4},
    {"grid: places", 0x9061a9cc5d6e591a},
    {"grid: validators", 0x070210af6b075ca3},
    {"grid: distance map", 0x8fd4e2f1eea08581},
    {"grid: find_jump_points", 0x236d4b129d902e40},
    {"grid: find_jump_path", 0x7d443d2a58bd7daa},
    {"grid: extract_jump_tiles", 0xe8f681704e8e7c2e},
    {"grid: extract_jump_portals", 0x7cc6a061f3c0c8e9},
    {"quadtree: find_corridor", 0xce3d0446ca773c70},
    {"quadtree: find_path", 0x1767e1737ce33a29},
    {"quadtree: pull_corridor", 0x8858d4297b44f4e5},
    {"quadtree: extract_portals", 0xe0b8f61075b68778},
    {"quadtree: extract_edges", 0x0b6baf328ffb7030},
    {"quadtree: straighten_corridor", 0x414416fbcd4485e7},
    {"quadtree: smooth_corridor", 0x4d3f7722a2180a84},
    {"quadtree: extract_corridor", 0xc8e19a9222fba61b},
    {"quadtree: raycast", 0x99379cb659e562e0},
    {"quadtree: places", 0xd712c76fc92c7ab2},
    {"mesh: find_corridor", 0x7713fee47bb43df2},
    {"mesh: find_path", 0xae1e7b5a1af5d579},
    {"mesh: find_optimal_path", 0x27800386c084230d},
    {"mesh: optimal corridor", 0x576c2e1e49b3a81a},
    {"mesh: extract_cones", 0xe4f2156ccc09963d},
    {"mesh: extract_portals", 0xb7c1af392537880f},
    {"mesh: join_centers", 0xa9db72746f292d1f},
    {"mesh: places", 0xb044ffdfb08912ae},
    {"rectangle mesh: find_corridor", 0xc3fce959d9095a5f},
    {"rectangle mesh: find_path", 0xe115a61113589bca},
    {"rectangle mesh: find_optimal_path", 0xde3271d59ca76117},
    {"rectangle mesh: optimal corridor", 0xe8ec086c19678a43},
    {"leaf mesh: find_corridor", 0xb92b6cbd7c4ad2b5},
    {"leaf mesh: find_path", 0xf9f56b71d978155b},
    {"leaf mesh: find_optimal_path", 0x2a169b7df1a88ef8},
    {"leaf mesh: optimal corridor", 0x129415cf7dc97182},
    {"narrow discs: find_optimal_path", 0x0a90a082c36112d7},
    {"large discs: find_optimal_path", 0x3eada3db2481c8f8},
    {"tighten", 0x7d6511ff29358847},
    {"pull_disc", 0x6fc2c24aa4957bc6},
    {"extract_polyline", 0x3f6b8103619d9ade},
    {"find_clear_point", 0x73e86b26c296d59f},
    {"narrow squares: find_optimal_path", 0x0cd02792ca6e7bb9},
    {"opened squares: find_optimal_path", 0x50def8774ce3a5ad},
    {"Finder: point, optimal", 0x5a6ae839ab630d54},
    {"Finder: point, fast", 0x092bc493c59d7a0e},
    {"Finder: narrow disc", 0x800d3bef64915117},
    {"Finder: narrow disc, best", 0x800d3bef64915117},
    {"Finder: large disc", 0xd6d82c1e1c85bf09},
    {"Finder: narrow square", 0xe09cf1204a5ec58f},
    {"Finder: opened square", 0x17a2dc601951afde},
    {"Finder: point, slow ground", 0x18e28e3dc73cd7c3},
    {"Finder: large disc, slow ground", 0x538ae0949cd30d68},
    {"Finder: slices, slow ground", 0x18e28e3dc73cd7c3},
    {"WorldField: slow ground", 0xc0f7c56e49f1e242},
    {"Finder: slices, optimal", 0x5a6ae839ab630d54},
    {"Finder: slices, fast", 0x092bc493c59d7a0e},
    {"Finder: slices, large disc", 0xd6d82c1e1c85bf09},
    {"Finder: slices, opened square", 0x17a2dc601951afde},
    {"grid: after edits", 0x70fa565d327f680f},
    {"quadtree: after edits", 0xcce402c3fbdb27d5},
    {"mesh: after edits", 0xbfcc6c927114b53e},
    {"optimal mesh: after edits", 0xb0ea994acba63814},
    {"leaf mesh: after edits", 0x9011a58b6e35d746},
});

// What the scenes are, whatever is queried about them.
std::uint64_t hash_scenes() {
  Hash hash;
  for (const Scene& scene : scenes()) {
    Answer answer;
    const Grid& grid = scene.maps.grid;
    for (TileId id = 0; id < grid.tile_count(); ++id) {
      answer.note(grid.is_walkable(grid.tile(id)));
      answer.note(grid.terrain_class(id));
    }
    for (const Query& query : scene.queries) {
      for (const Point& point : {query.start, query.goal, query.row_start, query.row_goal}) {
        answer.note(point);
      }
      answer.take_elements(std::span<const Portal>(query.row));
    }
    hash.add(answer.hash());
  }
  return hash.value();
}

// What is built from their tiles: leaves and cells with their ids, outlines and links.
std::uint64_t hash_maps() {
  Answer answer;
  Hash hash;
  for (const Scene& scene : scenes()) {
    answer.clear();
    const Quadtree& tree = scene.maps.tree;
    tree.for_each_leaf([&](LeafId leaf) {
      const TileRect rect = tree.rect(leaf);
      for (const int side : {rect.x0, rect.y0, rect.x1, rect.y1}) answer.note(side);
      for (const LeafLink& link : tree.neighbors(leaf)) answer.note(link.to);
    });
    for (const ConvexMesh* mesh :
         {&scene.maps.mesh, &scene.maps.leaf_mesh, &scene.rectangle_mesh,
          &scene.narrow_squares.mesh(), &scene.opened_squares.mesh(), &scene.large_discs.mesh()}) {
      mesh->for_each_cell([&](CellId cell) {
        answer.note(cell);
        for (const MeshEdge& edge : mesh->edges(cell)) {
          answer.note(edge.start());
          answer.note(edge.twin());
          answer.note(edge.is_corner());
        }
      });
    }
    hash.add(answer.hash());
  }
  return hash.value();
}

struct Answers {
  std::uint64_t hash = 0;
  std::size_t solved = 0;  // answers that are ok
};

Answers query_all(const QueryKind& kind) {
  Answers answers;
  Hash hash;
  Answer answer;
  for (const Scene& scene : scenes()) {
    const Querier run_query = kind.make_querier(scene);
    if (!run_query) continue;
    for (const Query& query : scene.queries) {
      answer.clear();
      run_query(query, kWhole, answer);
      if (!answer.is_intact()) FAIL(kind.name << ": " << scene.name << ", query " << query.index);
      hash.add(answer.hash());
      answers.solved += answer.status() == Status::ok ? 1 : 0;
    }
  }
  answers.hash = hash.value();
  return answers;
}

}  // namespace

TEST_CASE("golden: each kind of query", "[golden]") {
  std::string changed;
  std::string table;
  const auto check = [&](const std::string& name, std::uint64_t hash) {
    const auto at = std::find_if(kGolden.begin(), kGolden.end(),
                                 [&](const Golden& golden) { return golden.kind == name; });
    std::array<char, 24> hex{};
    std::snprintf(hex.data(), hex.size(), "0x%016llx", static_cast<unsigned long long>(hash));
    const std::string line = "    {\"" + name + "\", " + hex.data() + "},\n";
    table += line;
    if (at == kGolden.end() || at->hash != hash) changed += line;
  };
  check("scenes", hash_scenes());
  check("maps", hash_maps());
  for (const QueryKind& kind : query_kinds()) {
    const Answers answers = query_all(kind);
    INFO(kind.name);
    CHECK(answers.solved > 20);
    check(kind.name, answers.hash);
  }
  CHECK(kGolden.size() == query_kinds().size() + 2);
  if (!changed.empty()) FAIL("changed:\n" << changed << "\nthe table is now:\n" << table);
}

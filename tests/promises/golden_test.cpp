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
    {"mesh: optimal by landmarks", 0xa3557bf88606df5d},
    {"mesh: optimal by index", 0x1be87793295a792f},
    {"leaf mesh: optimal by index", 0xabb0eb426a1ec3b4},
    {"mesh: find_path by landmarks", 0x32631c04ed886d36},
    {"leaf mesh: optimal by landmarks", 0x700b3ccc33ae1be2},
    {"mesh: field", 0x63aa87599cb96f4c},
    {"rectangle mesh: field", 0x7a85e227080fbfbd},
    {"leaf mesh: field", 0x39b7ecf0e7573167},
    {"mesh: reached tiles", 0x274cdbb2350639b0},
    {"leaf mesh: reached tiles", 0x4b990d2e32360aa0},
    {"find_group", 0x043041945baca1c9},
    {"find_group: spread", 0x6f183ecba6b83fdf},
    {"Finder: by index, point", 0x327cafad029e437d},
    {"Finder: by index, narrow disc", 0x721d00f4f031f6a7},
    {"Finder: by index, opened square", 0xe3bcd34b6e9da959},
    {"Finder: by index, slices", 0x327cafad029e437d},
    {"WorldField: point", 0x0a978d01837f7aef},
    {"WorldField: narrow disc", 0x6bde23414d0159c6},
    {"WorldField: narrow square", 0xb34dd79a4fa141ad},
    {"WorldField: opened square", 0xc4c06b21c3bdff3a},
    {"Finder: nearest goal, optimal", 0x658f953ea41d42d4},
    {"Finder: nearest goal, fast", 0x5232039cf248f09c},
    {"Finder: point, best", 0x08dfb775d9354d26},
    {"Finder: nearest goal, narrow disc", 0xedda404a1edd7e0d},
    {"Finder: nearest goal, large disc", 0xe9d9007e5d4a4bb2},
    {"Finder: nearest goal, narrow square", 0x4186fdf20a57a15e},
    {"Finder: nearest goal, opened square", 0x3c79e796e91c9060},
    {"Finder: slices, best", 0x08dfb775d9354d26},
    {"Finder: slices, nearest goal, large disc", 0xe9d9007e5d4a4bb2},
    {"find_all", 0x1c736e3dccba5cae},
    {"World: after edits", 0x3f10661facbcc3da},
    {"scenes", 0xd57d325a8e5c1abc},
    {"maps", 0x5e1b12fd8afaa8bb},
    {"string_pull", 0xb9275fb6cd34e67b},
    {"string_pull_corners", 0x6db63e4996d0af9e},
    {"string_pull_batch", 0xee0b85eee8a60947},
    {"string_pull_weighted", 0xda7d99cc68ed6a99},
    {"simple_funnel", 0xc50cbe40e664dd9a},
    {"simple_funnel_canonical", 0x8c22fac9d0464ff8},
    {"string_pull_disc", 0x0d8e80f58c463b9d},
    {"grid: find_corridor", 0x3a8275dbd3e42f1d},
    {"grid: find_path", 0x2e16379e7fd439bd},
    {"grid: find_path with terrain", 0x4b65a77e82966bda},
    {"grid: find_path of a mover", 0xdc588e65014fb902},
    {"grid: pull_corridor", 0x5893ffd08af7946f},
    {"grid: extract_portals", 0xdf33d1b148f61e28},
    {"grid: extract_compressed_portals", 0x82a0c903f2c57fe9},
    {"grid: smooth_corridor", 0xe659a21fffd496ff},
    {"grid: extract_corridor", 0x068f2cf0311fa862},
    {"grid: raycast", 0xb3d910e35506d797},
    {"grid: midpoint_raycast", 0x5a38958b9d06ff78},
    {"grid: places", 0x9061a9cc5d6e591a},
    {"grid: validators", 0x9b9cbccfade92c82},
    {"grid: distance map", 0x114f933f80e74851},
    {"grid: find_jump_points", 0x45b48356181ec18d},
    {"grid: find_jump_path", 0x39b0cd0de452226b},
    {"grid: extract_jump_tiles", 0xbc81971f7837bf8b},
    {"grid: extract_jump_portals", 0x82a0c903f2c57fe9},
    {"quadtree: find_corridor", 0xbe8cd5e71ff7fe72},
    {"quadtree: find_path", 0xd2fb3481d5f4a7de},
    {"quadtree: find_path with terrain", 0xdb208d3e1ef77b02},
    {"quadtree: pull_corridor", 0x076ddb6cbc640d8c},
    {"quadtree: extract_portals", 0x64603870fde2cbf9},
    {"quadtree: extract_edges", 0x4312f7e4fee5667e},
    {"quadtree: straighten_corridor", 0xdc75630ee1a0d062},
    {"quadtree: smooth_corridor", 0x10475f1ab9eff1d7},
    {"quadtree: extract_corridor", 0x5e3ebf132a8cf2ba},
    {"quadtree: raycast", 0x1862943ac8f5bd65},
    {"quadtree: places", 0xd712c76fc92c7ab2},
    {"mesh: find_corridor", 0x21a19d6d83dfafc0},
    {"mesh: find_path", 0x71e75047de845ee1},
    {"mesh: find_optimal_path", 0x8b2b67224ee01dcc},
    {"mesh: optimal corridor", 0x7dcc7596e676892a},
    {"mesh: extract_cones", 0x2cd746d94d64bb81},
    {"mesh: extract_portals", 0x30c2cc6427fd208a},
    {"mesh: join_centers", 0xa54c0ba01ae56083},
    {"mesh: places", 0x9b59327f9598f6d0},
    {"rectangle mesh: find_corridor", 0x8670fb39330b6330},
    {"rectangle mesh: find_path", 0x36b67b751838c8f7},
    {"rectangle mesh: find_optimal_path", 0xde3271d59ca76117},
    {"rectangle mesh: optimal corridor", 0xe8ec086c19678a43},
    {"leaf mesh: find_corridor", 0xcef1de11aa4953e9},
    {"leaf mesh: find_path", 0x694f314ff359b5ef},
    {"leaf mesh: find_optimal_path", 0x4106ed649cdad7bb},
    {"leaf mesh: optimal corridor", 0x63756951da12f142},
    {"narrow discs: find_optimal_path", 0x0a90a082c36112d7},
    {"large discs: find_optimal_path", 0x3eada3db2481c8f8},
    {"tighten", 0x7d6511ff29358847},
    {"pull_disc", 0x6fc2c24aa4957bc6},
    {"extract_polyline", 0x3f6b8103619d9ade},
    {"find_clear_point", 0x73e86b26c296d59f},
    {"narrow squares: find_optimal_path", 0x1e4f8bdecda9e922},
    {"opened squares: find_optimal_path", 0x8bf97865c03d0026},
    {"Finder: point, optimal", 0x49a40a1062930e54},
    {"Finder: point, fast", 0xbb0c0af79ddf3287},
    {"Finder: narrow disc", 0xdd800127e103110d},
    {"Finder: narrow disc, best", 0xa9c94e6dd349863e},
    {"Finder: large disc", 0x0109ba77aba3cb38},
    {"Finder: narrow square", 0xa7050209a53f8a18},
    {"Finder: opened square", 0x1a7b814bcbbf8008},
    {"Finder: slices, optimal", 0x49a40a1062930e54},
    {"Finder: slices, fast", 0xbb0c0af79ddf3287},
    {"Finder: slices, large disc", 0x0109ba77aba3cb38},
    {"Finder: slices, opened square", 0x1a7b814bcbbf8008},
    {"grid: after edits", 0x678f2e4bcc49eb5f},
    {"quadtree: after edits", 0xcce402c3fbdb27d5},
    {"mesh: after edits", 0xf10f30f23cc0b666},
    {"optimal mesh: after edits", 0x35f8bd83f4f80c83},
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
      answer.note(static_cast<double>(grid.cost(id)));
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

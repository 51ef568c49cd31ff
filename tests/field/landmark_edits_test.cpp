// Landmarks that follow edits: no answer differs from that of a search without them.
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/quadtree_mesh.hpp>

#include "support/catch.hpp"
#include "support/guided_pair.hpp"
#include "support/map_families.hpp"
#include "support/mesh_check.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

Point low_of(const TileRect& tiles) {
  return {static_cast<float>(tiles.x0), static_cast<float>(tiles.y0)};
}
Point high_of(const TileRect& tiles) {
  return {static_cast<float>(tiles.x1), static_cast<float>(tiles.y1)};
}

// A map that is edited, with landmarks that follow.
class Edited {
 public:
  Edited(const Edited&) = delete;  // the searches refer to the map and the landmarks
  Edited& operator=(const Edited&) = delete;
  Edited(Grid grid, std::size_t count)
      : grid_(std::move(grid)),
        mesh_(build_mesh(grid_)),
        landmarks_(build_landmarks(mesh_, count)) {}

  void set(const TileRect& tiles, TileState state) {
    grid_.set(tiles, state);
    edit_mesh(grid_, tiles, mesh_, journal_);
    const auto change = state == TileState::blocked ? SpaceChange::shrinks : SpaceChange::grows;
    landmarks_.follow(mesh_, journal_, change, low_of(tiles), high_of(tiles));
    searches_.fit();
  }
  void refresh(std::size_t fields) { refresh_landmarks(mesh_, fields, landmarks_); }
  // The mesh has ids that are free after edits.
  void rebuild() { landmarks_ = build_landmarks(mesh_, landmarks_.count()); }

  [[nodiscard]] GuidedPair& searches() { return searches_; }
  // Whether no difference of the rows of two vertices exceeds their distance.
  [[nodiscard]] bool is_bound(const MeshEdge& a, const MeshEdge& b) {
    if (is_shared_place(mesh_, a) || is_shared_place(mesh_, b)) return true;
    const PathResult path = searches_.find(a.start(), b.start());
    if (!path) return true;
    const std::span<const float> row_a = landmarks_.distances(a.vertex());
    const std::span<const float> row_b = landmarks_.distances(b.vertex());
    for (std::size_t i = 0; i < landmarks_.count(); ++i) {
      const double most = path.length * (1.0 + 1e-12) + static_cast<double>(landmarks_.slack());
      if (static_cast<double>(std::abs(row_a[i] - row_b[i])) > most) return false;
    }
    return true;
  }
  // An edge of a cell, at random.
  [[nodiscard]] std::optional<MeshEdge> choose_vertex(Random& random) const {
    std::vector<MeshEdge> edges;
    mesh_.for_each_cell([&](CellId cell) {
      const std::span<const MeshEdge> ring = mesh_.edges(cell);
      edges.insert(edges.end(), ring.begin(), ring.end());
    });
    if (edges.empty()) return std::nullopt;
    return edges[random.below(edges.size())];
  }
  // How far two places are apart, by the landmark that knows most. Each has one vertex.
  [[nodiscard]] double apart(const Point& a, const Point& b) const {
    const std::span<const float> of_a = row_at(a);
    const std::span<const float> of_b = row_at(b);
    double most = 0.0;
    for (std::size_t i = 0; i < of_a.size(); ++i) {
      most = std::max(most, static_cast<double>(std::abs(of_a[i] - of_b[i])));
    }
    return most;
  }
  // The share of corners whose row is known.
  [[nodiscard]] double known_share() const {
    double corners = 0.0;
    double known = 0.0;
    mesh_.for_each_cell([&](CellId cell) {
      for (const MeshEdge& edge : mesh_.edges(cell)) {
        if (!edge.is_corner()) continue;
        corners += 1.0;
        known += std::isnan(landmarks_.distances(edge.vertex())[0]) ? 0.0 : 1.0;
      }
    });
    return corners == 0.0 ? 1.0 : known / corners;
  }

  [[nodiscard]] const Grid& grid() const { return grid_; }
  [[nodiscard]] const ConvexMesh& mesh() const { return mesh_; }
  [[nodiscard]] const Landmarks& landmarks() const { return landmarks_; }

 private:
  [[nodiscard]] std::span<const float> row_at(const Point& at) const {
    std::span<const float> row;
    mesh_.for_each_cell_at(at, [&](CellId cell) {
      for (const MeshEdge& edge : mesh_.edges(cell)) {
        if (edge.start() == at) row = landmarks_.distances(edge.vertex());
      }
    });
    return row;
  }

  Grid grid_;
  ConvexMesh mesh_;
  Landmarks landmarks_;
  MeshJournal journal_;
  GuidedPair searches_{mesh_, landmarks_};
};

// Edits at random, queries and pairs of vertices after each. Returns the number of wrong ones.
std::size_t count_wrong(Random& random, Edited& edited) {
  std::size_t wrong = 0;
  for (int edit = 0; edit < 16; ++edit) {
    const Grid& grid = edited.grid();
    const TileRect tiles = random_rect(random, grid.width(), grid.height());
    edited.set(tiles, random.chance(50) ? TileState::blocked : TileState::walkable);
    if (random.chance(30)) edited.refresh(static_cast<std::size_t>(random.between(0, 2)));
    if (random.chance(20)) edited.rebuild();
    REQUIRE(edited.landmarks().is_current(edited.mesh()));
    if (grid.walkable_count() == 0) continue;
    for (int k = 0; k < 6; ++k) {
      const Point start = to_map_point(random_place(random, grid));
      const Point goal = to_map_point(random_place(random, grid));
      wrong += edited.searches().agree(start, goal) ? 0U : 1U;
      const auto a = edited.choose_vertex(random);
      const auto b = edited.choose_vertex(random);
      wrong += !a || !b || edited.is_bound(*a, *b) ? 0U : 1U;
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("landmark edits: random edits, the same lengths as without", "[landmarks]") {
  std::size_t wrong = 0;
  std::size_t expanded = 0;
  std::size_t guided_expanded = 0;
  for (Random& random : random_generators("landmark edits")) {
    for (std::size_t i = 0; i < random_count(400, 20'000); ++i) {
      const MapFamily family = kMapFamilies[static_cast<std::size_t>(random.between(0, 7))];
      const int side = random.chance(20) ? 40 : 16;
      const Grid grid = make_family_map(random, family, side);
      Edited edited(grid, static_cast<std::size_t>(random.between(1, 6)));
      const std::size_t before = wrong;
      wrong += count_wrong(random, edited);
      if (before == 0 && wrong != 0) FAIL(to_drawing(grid) << to_drawing(edited.grid()));
      expanded += edited.searches().expanded();
      guided_expanded += edited.searches().guided_expanded();
    }
  }
  CHECK(wrong == 0);
  CHECK((is_small_share() || guided_expanded < expanded));
}

TEST_CASE("landmark edits: rows where corners touch at a point", "[landmarks]") {
  // Rooms that meet diagonally: each side of a point has a vertex of its own.
  std::size_t wrong = 0;
  for (Random& random : random_generators("landmark touching corners")) {
    for (std::size_t i = 0; i < random_count(300, 10'000); ++i) {
      Grid grid(12, 12, TileState::walkable);
      for (int k = 0; k < 30; ++k) {
        const Tile tile{random.between(0, 11), random.between(0, 11)};
        if ((tile.x + tile.y) % 2 == 0) grid.set(tile, TileState::blocked);
      }
      Edited edited(grid, 3);
      wrong += count_wrong(random, edited);
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("landmark edits: what is kept", "[landmarks]") {
  const Grid grid = draw_map(
      "............\n"
      ".@@@@@@@@@@.\n"
      ".@..........\n"
      ".@.@@@@@@@@@\n"
      ".@..........\n"
      ".@@@@@@@@@@.\n"
      "............\n");
  Edited edited(grid, 4);
  CHECK(edited.landmarks().outdated_count() == 0);
  CHECK(edited.known_share() == 1.0);
  const std::vector<float> before(edited.landmarks().distances(0).begin(),
                                  edited.landmarks().distances(0).end());

  SECTION("an edit that changes no tile changes nothing") {
    edited.set({1, 1, 2, 2}, TileState::blocked);
    CHECK(edited.landmarks().is_current(edited.mesh()));
  }
  SECTION("where space shrinks the other corners keep their rows") {
    edited.set({5, 0, 6, 1}, TileState::blocked);
    CHECK(edited.landmarks().outdated_count() == 4);
    CHECK(edited.known_share() > 0.7);
    CHECK(edited.searches().agree({0.5F, 2.5F}, {11.5F, 0.5F}));
    CHECK(edited.searches().guided_expanded() <= edited.searches().expanded());
  }
  SECTION("where space grows all have one, and bounds are no longer than the shortcut") {
    edited.set({1, 3, 2, 4}, TileState::walkable);
    CHECK(edited.known_share() == 1.0);
    CHECK(edited.searches().agree({0.5F, 3.5F}, {2.5F, 3.5F}));
    CHECK(edited.searches().agree({0.5F, 0.5F}, {11.5F, 4.5F}));
  }
  SECTION("they are rebuilt one by one") {
    edited.set({1, 3, 2, 4}, TileState::walkable);
    for (std::size_t left = 4; left > 0; --left) {
      CHECK(edited.landmarks().outdated_count() == left);
      edited.refresh(1);
    }
    CHECK(edited.landmarks().outdated_count() == 0);
    edited.refresh(1);
    CHECK(edited.landmarks().outdated_count() == 0);
  }
}

TEST_CASE("landmark edits: opened tiles take no more than they shorten", "[landmarks]") {
  Edited edited(draw_map("................\n"
                         ".@@@@@@@@@@@@@@.\n"
                         ".@@@@@@@@@@@@@@.\n"
                         ".@@@@@@@@@@@@@@.\n"
                         "................\n"),
                4);
  const Point top{1.0F, 1.0F};
  const Point bottom{1.0F, 4.0F};
  const Point far{15.0F, 1.0F};
  const double across = edited.apart(top, far);
  const double down = edited.apart(bottom, far);
  REQUIRE(across == 14.0);
  const auto open = [&](const TileRect& tiles) { edited.set(tiles, TileState::walkable); };

  SECTION("nothing where they are beside one wall, and deeper in it") {
    open({5, 1, 6, 2});
    open({5, 2, 6, 3});
    CHECK(edited.apart(top, far) == across);
    CHECK(edited.apart(bottom, far) == down);
    // A way through: it has no length by landmarks.
    open({5, 3, 6, 4});
    CHECK(edited.apart(top, far) < across - 1.0);
    CHECK(edited.known_share() == 1.0);
    CHECK(edited.searches().agree({4.5F, 0.5F}, {6.5F, 4.5F}));
  }
  SECTION("a corner, the difference of the way around it") {
    open({1, 1, 2, 2});
    CHECK(edited.apart(bottom, far) < down - 0.58);
    CHECK(edited.apart(bottom, far) > down - 0.6);
    CHECK(edited.searches().agree({0.5F, 2.5F}, {3.5F, 0.5F}));
  }
  SECTION("nothing in the middle of walls, and there a way from a side") {
    open({5, 2, 6, 3});
    CHECK(edited.apart(bottom, far) == down);
    open({5, 1, 6, 2});
    CHECK(edited.apart(bottom, far) > 0.0);
    CHECK(edited.searches().agree({4.5F, 0.5F}, {5.5F, 2.5F}));
  }
  SECTION("a line of them along a wall") {
    open({2, 1, 14, 2});
    CHECK(edited.apart(top, far) == across);
    CHECK(edited.searches().agree({1.5F, 0.5F}, {12.5F, 1.5F}));
  }
}

TEST_CASE("landmark edits: a tile that joins what touched at its corner", "[landmarks]") {
  Edited edited(draw_map("............\n"
                         "@@..........\n"
                         "..@@@@@@@@@.\n"
                         "..@@@@@@@@@.\n"
                         "............\n"),
                4);
  const Point left{2.0F, 4.0F};
  const Point top{2.0F, 1.0F};
  REQUIRE(edited.apart(left, top) > 18.0);
  edited.set({2, 2, 3, 3}, TileState::walkable);
  CHECK(edited.apart(left, top) <= 3.0 + static_cast<double>(edited.landmarks().slack()));
  CHECK(edited.searches().agree({1.5F, 2.5F}, {2.5F, 1.5F}));
}

TEST_CASE("landmark edits: a missed edit, or a journal of another one", "[landmarks]") {
  Grid grid = draw_map(
      ".......\n"
      ".@.@.@.\n"
      ".......\n");
  ConvexMesh mesh = build_mesh(grid);
  Landmarks landmarks = build_landmarks(mesh, 2);
  MeshJournal journal;
  const auto edit = [&](const TileRect& tiles, TileState state) {
    grid.set(tiles, state);
    edit_mesh(grid, tiles, mesh, journal);
  };
  edit({2, 0, 3, 1}, TileState::blocked);
  const MeshJournal old = journal;
  edit({2, 0, 3, 1}, TileState::walkable);
  landmarks.follow(mesh, journal, SpaceChange::grows, {2.0F, 0.0F}, {3.0F, 1.0F});
  CHECK_FALSE(landmarks.is_current(mesh));
  landmarks.follow(mesh, old, SpaceChange::shrinks, {2.0F, 0.0F}, {3.0F, 1.0F});
  CHECK_FALSE(landmarks.is_current(mesh));
  // They start anew: those not made yet bound nothing.
  refresh_landmarks(mesh, 0, landmarks);
  CHECK_FALSE(landmarks.is_current(mesh));
  refresh_landmarks(mesh, 1, landmarks);
  CHECK(landmarks.is_current(mesh));
  CHECK(landmarks.outdated_count() == 1);
  Landmarks none;
  refresh_landmarks(mesh, 1, none);
  CHECK(none.count() == 0);
}

TEST_CASE("landmark edits: those of a mesh of quadtree leaves are not current", "[landmarks]") {
  Quadtree tree(draw_map("........\n.@.@.@..\n........\n........\n").bits());
  ConvexMesh mesh = build_mesh(tree);
  const Landmarks landmarks = build_landmarks(mesh, 2);
  REQUIRE(landmarks.is_current(mesh));
  const TileRect tiles{2, 0, 3, 1};
  tree.set(tiles, TileState::blocked);
  edit_mesh(tree, tiles, mesh);
  CHECK_FALSE(landmarks.is_current(mesh));
  CHECK(build_landmarks(mesh, 2).is_current(mesh));
}

TEST_CASE("landmark edits: a journal tells all ids that changed", "[landmarks]") {
  for (Random& random : random_generators("mesh journal")) {
    for (std::size_t i = 0; i < random_count(100, 3000); ++i) {
      Grid grid = make_random_map(random, 14);
      ConvexMesh mesh = build_mesh(grid);
      ConvexMesh twin = mesh;
      MeshJournal journal;
      for (int k = 0; k < 10; ++k) {
        // By place and cell: ids of edges that remain may change.
        std::vector<std::vector<VertexId>> before(mesh.cell_ids());
        mesh.for_each_cell([&](CellId cell) {
          for (const MeshEdge& edge : mesh.edges(cell)) before[cell].push_back(edge.vertex());
        });
        const TileRect tiles = edit_at_random(random, grid);
        edit_mesh(grid, tiles, mesh, journal);
        edit_mesh(grid, tiles, twin);
        REQUIRE(mesh.revision() == twin.revision());
        REQUIRE((journal.revision() == mesh.revision() || journal.removed_count() == 0));
        std::vector<std::optional<VertexId>> after(mesh.vertex_ids());
        for (const MeshJournal::Renamed& vertex : journal.renamed()) {
          REQUIRE((!after[vertex.before] || after[vertex.before] == vertex.after));
          after[vertex.before] = vertex.after;
        }
        std::vector<bool> is_added(mesh.cell_ids(), false);
        for (const CellId cell : journal.added()) is_added[cell] = true;
        mesh.for_each_cell([&](CellId cell) {
          if (is_added[cell]) return;
          const std::span<const MeshEdge> ring = mesh.edges(cell);
          REQUIRE(ring.size() == before[cell].size());
          for (std::size_t at = 0; at < ring.size(); ++at) {
            REQUIRE(ring[at].vertex() == after[before[cell][at]].value_or(before[cell][at]));
          }
        });
      }
    }
  }
}

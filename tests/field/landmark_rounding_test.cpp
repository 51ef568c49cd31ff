// Rounding of landmarks beside exact lengths: of lines that are longer than all distances to
// landmarks, and of many edits along one way.
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/optimal_search.hpp>

#include "core/mesh_paths/landmark_bounds.hpp"

#include "support/catch.hpp"
#include "support/mesh_check.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// A map where space grows, with landmarks that follow.
class Growing {
 public:
  Growing(Grid grid, std::size_t landmarks)
      : grid_(std::move(grid)),
        mesh_(build_mesh(grid_)),
        landmarks_(build_landmarks(mesh_, landmarks)) {}

  void open(const TileRect& tiles) {
    grid_.set(tiles, TileState::walkable);
    edit_mesh(grid_, tiles, mesh_, journal_);
    landmarks_.follow(mesh_, journal_, SpaceChange::grows,
                      {static_cast<float>(tiles.x0), static_cast<float>(tiles.y0)},
                      {static_cast<float>(tiles.x1), static_cast<float>(tiles.y1)});
    REQUIRE(landmarks_.is_current(mesh_));
    scratch_.fit(mesh_);
    out_.resize(max_path_points(mesh_), Point{});
  }

  // How far the vertices at two places are apart by their rows. Of the first landmark.
  [[nodiscard]] double apart(const Point& a, const Point& b) const {
    const auto of_a = vertex(a);
    const auto of_b = vertex(b);
    REQUIRE((of_a && of_b));
    return std::abs(static_cast<double>(landmarks_.distances(*of_a)[0]) -
                    static_cast<double>(landmarks_.distances(*of_b)[0]));
  }
  // Infinite where no path leads.
  [[nodiscard]] double length(const Point& start, const Point& goal) {
    const PathResult path = find_optimal_path(mesh_, start, goal, {}, scratch_, out_);
    return path ? path.length : kNoLengthLimit;
  }

  [[nodiscard]] const ConvexMesh& mesh() const { return mesh_; }
  [[nodiscard]] const Landmarks& landmarks() const { return landmarks_; }

 private:
  [[nodiscard]] std::optional<VertexId> vertex(const Point& at) const {
    std::optional<VertexId> found;
    mesh_.for_each_cell_at(at, [&](CellId cell) {
      for (const MeshEdge& edge : mesh_.edges(cell)) {
        if (edge.start() == at) found = edge.vertex();
      }
    });
    return found;
  }

  Grid grid_;
  ConvexMesh mesh_;
  Landmarks landmarks_;
  MeshJournal journal_;
  OptimalScratch scratch_{mesh_};
  std::vector<Point> out_ = std::vector<Point>(max_path_points(mesh_), Point{});
};

// How many bounds there are, and those above a length.
struct Bounds {
  std::size_t all = 0;
  std::size_t wrong = 0;
};

void compare_bounds(Growing& map, const Point& goal, Bounds& bounds) {
  QueryEnd end(goal);
  end.locate(map.mesh());
  detail::LandmarkBounds of_goal;
  of_goal.begin(map.mesh(), map.landmarks(), end);
  map.mesh().for_each_cell([&](CellId cell) {
    for (const MeshEdge& edge : map.mesh().edges(cell)) {
      if (edge.is_wall() || is_shared_place(map.mesh(), edge)) continue;
      const double length = map.length(edge.start(), goal);
      if (length == kNoLengthLimit) continue;
      const double bound = of_goal.least_distance(map.landmarks(), edge.vertex());
      ++bounds.all;
      bounds.wrong += bound <= length * (1.0 + 1e-12) ? 0U : 1U;
    }
  });
}

// A way of more than 2^25 tiles that winds around walls. Distances to its landmark are rounded to
// multiples of four tiles. The middle row of a wall stands out by three tiles, so that the way
// around its end, 1 + 2 sqrt(10), is seldom rounded to four: then a door of three tiles behind
// the end saves more than the rows of the two sides differ by.
struct Winding {
  static constexpr int kWidth = 16384;
  static constexpr int kWalls = 2300;
  static constexpr int kEnd = 8;  // from the side of the map; and the door to there: multiples of 4
  static constexpr int kDoor = 40;

  Winding() {
    for (int wall = 0; wall < kWalls; ++wall) {
      for (int row = 1; row <= 3; ++row) {
        const int end = row == 2 ? kEnd - 3 : kEnd;
        const int y = 4 * wall + row;
        const TileRect from_left{0, y, kWidth - end, y + 1};
        const TileRect from_right{end, y, kWidth, y + 1};
        grid.set(wall % 2 == 0 ? from_left : from_right, TileState::blocked);
      }
    }
  }

  static TileRect door(int wall) {
    const int x = wall % 2 == 0 ? kWidth - kDoor : kDoor - 1;
    return {x, 4 * wall + 1, x + 1, 4 * wall + 4};
  }
  // The corners of the end of a wall.
  static Point above(int wall) {
    return {static_cast<float>(wall % 2 == 0 ? kWidth - kEnd : kEnd),
            static_cast<float>(4 * wall + 1)};
  }
  static Point below(int wall) { return above(wall) + Point{0.0F, 3.0F}; }

  Grid grid{kWidth, 4 * kWalls + 1, TileState::walkable};
};

}  // namespace

TEST_CASE("landmark rounding: a hall opens beside a small room", "[landmarks]") {
  Bounds bounds;
  for (Random& random : random_generators("landmark rounding of halls")) {
    for (std::size_t i = 0; i < random_count(40, 1000); ++i) {
      constexpr int kRoom = 8;
      Grid grid(kRoom + random.between(1000, 16'000), kRoom, TileState::blocked);
      for (int y = 0; y < kRoom; ++y) {
        for (int x = 0; x < kRoom; ++x) {
          if (random.chance(80)) grid.set(Tile{x, y}, TileState::walkable);
        }
      }
      const int y0 = random.between(0, kRoom - 1);
      const TileRect hall{kRoom, y0, grid.width(), random.between(y0 + 1, kRoom)};
      Growing map(grid, static_cast<std::size_t>(random.between(1, 4)));
      map.open(hall);
      for (int k = 0; k < 10; ++k) {
        const Point goal = snap(Point{
            static_cast<float>(random.between(hall.x1 / 2, hall.x1 - 1)),
            static_cast<float>(hall.y0) + static_cast<float>(random.between(1, 1023)) / 1024.0F});
        compare_bounds(map, goal, bounds);
      }
    }
  }
  CHECK(bounds.wrong == 0);
  CHECK(bounds.all > 0);
}

// Rows of distances that are rounded to a quantum differ by at most one quantum more than their
// vertices are apart, after any number of edits. A map of 150 million tiles: other edits lose more
// than rounding can gain.
TEST_CASE("landmark rounding: does not grow from edit to edit", "[landmarks]") {
  if (!is_long()) {
    std::puts("SKIPPED: takes 20 s and 0.7 GB; TAUT_LONG=1 runs it");
    return;
  }
  Growing map(Winding().grid, 1);
  const double quantum = 4.0;
  REQUIRE(static_cast<double>(map.landmarks().slack()) / 8.0 >= quantum);
  int opened = 0;
  std::vector<Point> others;
  for (int wall = 0; wall < Winding::kWalls; ++wall) {
    const Point above = Winding::above(wall);
    const Point below = Winding::below(wall);
    if (map.apart(above, below) + 3.0 < map.length(above, below)) {
      map.open(Winding::door(wall));
      ++opened;
    } else if (wall % 200 < 2 || wall + 2 >= Winding::kWalls) {
      others.push_back(above);
    }
  }
  CHECK(opened > 100);
  std::size_t wrong = 0;
  for (const Point& a : others) {
    const Point& b = others.back();
    wrong += map.apart(a, b) <= map.length(a, b) * (1.0 + 1e-12) + quantum ? 0U : 1U;
  }
  CHECK(wrong == 0);
}

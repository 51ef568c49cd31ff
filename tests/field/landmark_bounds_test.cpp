// The bounds that guide searches: none exceeds the length of a path, with and without edits.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include <taut/engine/build_landmarks.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/mesh_builder.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/vectors.hpp>

#include "core/mesh_paths/landmark_bounds.hpp"
#include "core/mesh_paths/mesh_passages.hpp"

#include "support/catch.hpp"
#include "support/map_families.hpp"
#include "support/mesh_check.hpp"
#include "support/mesh_shapes.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// How many bounds there are, those above a length, and those above the straight line: of vertices
// and of links.
struct Counts {
  std::size_t all = 0;
  std::size_t wrong = 0;
  std::size_t useful = 0;
  std::size_t useful_links = 0;
  std::size_t useful_intervals = 0;  // more than that of the whole link
  std::size_t loose = 0;             // less than an end of the link allows for
};

// The bounds of one goal, beside searches.
class GoalBounds {
 public:
  GoalBounds(const ConvexMesh& mesh, const Landmarks& landmarks, const Point& goal)
      : mesh_(mesh),
        landmarks_(landmarks),
        goal_(goal),
        scratch_(mesh),
        out_(max_path_points(mesh)) {
    QueryEnd end(goal);
    end.locate(mesh);
    bounds_.begin(mesh, landmarks, end);
  }

  void count(Counts& counts) {
    mesh_.for_each_cell([&](CellId cell) {
      const std::span<const MeshEdge> ring = mesh_.edges(cell);
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const MeshEdge& right = ring[i];
        const MeshEdge& left = ring[i + 1 == ring.size() ? 0 : i + 1];
        if (right.is_wall()) continue;
        if (is_shared_place(mesh_, right) || is_shared_place(mesh_, left)) continue;
        count_vertex(right, counts);
        count_link(ring[(i + 2) % ring.size()].start(), right, left, counts);
      }
    });
  }

 private:
  // Infinite where no path leads.
  [[nodiscard]] double length_from(const Point& start) {
    const PathResult path = find_optimal_path(mesh_, start, goal_, {}, scratch_, out_);
    return path ? path.length * (1.0 + 1e-12) : kNoLengthLimit;
  }

  void count_vertex(const MeshEdge& vertex, Counts& counts) {
    const double length = length_from(vertex.start());
    if (length == kNoLengthLimit) return;
    const double bound = bounds_.least_distance(landmarks_, vertex.vertex());
    ++counts.all;
    counts.wrong += bound <= length ? 0U : 1U;
    counts.useful += bound > 1.01 * distance(vertex.start(), goal_) ? 1U : 0U;
  }

  // Paths over lattice points of the link, from a corner of its cell; over all of it, and over some
  // quarters of it.
  void count_link(const Point& root, const MeshEdge& right, const MeshEdge& left, Counts& counts) {
    if (orient(root, right.start(), left.start()) == 0.0) return;  // no cone
    std::array<Point, 5> places;
    std::array<double, 5> lengths;
    double straight = kNoLengthLimit;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const Point along = left.start() - right.start();
      places[i] = right.start() + static_cast<float>(i) * 0.25F * along;
      lengths[i] = kNoLengthLimit;
      if (snap(places[i]) != places[i]) continue;
      lengths[i] = distance(root, places[i]) + length_from(places[i]);
      straight = std::min(straight, distance(root, places[i]) + distance(places[i], goal_));
    }
    if (*std::min_element(lengths.begin(), lengths.end()) == kNoLengthLimit) return;
    const auto bound_between = [&](std::size_t first, std::size_t last) {
      const detail::Interval interval{detail::between(root, right.start()),
                                      detail::between(root, left.start()),
                                      detail::between(root, places[first]),
                                      detail::between(root, places[last]),
                                      first > 0,
                                      last < 4};
      return bounds_.least_distance(landmarks_, interval, right.vertex(), left.vertex());
    };
    for (std::size_t first = 0; first < places.size(); ++first) {
      for (std::size_t last = first; last < places.size(); ++last) {
        if (first == last && first % 4 == 0) continue;
        const double bound = bound_between(first, last);
        const double least = *std::min_element(&lengths[first], &lengths[last] + 1);
        ++counts.all;
        counts.wrong += bound <= least ? 0U : 1U;
        // Less is seen, and no less is known.
        counts.loose += bound >= bound_between(0, 4) - 1e-9 ? 0U : 1U;
        counts.useful_intervals += bound > bound_between(0, 4) + 0.01 ? 1U : 0U;
      }
    }
    const double bound = bound_between(0, 4);
    const double length = distance(right.start(), left.start());
    const double from_right = bounds_.least_distance(landmarks_, right.vertex()) - length;
    const double from_left = bounds_.least_distance(landmarks_, left.vertex()) - length;
    // Along the link the way from the root grows no faster than the bound becomes less.
    const double known = std::max(distance(root, left.start()) + from_right,
                                  distance(root, right.start()) + from_left);
    counts.loose += bound >= known - 1e-5 ? 0U : 1U;
    counts.useful_links += bound > 1.01 * straight ? 1U : 0U;
  }

  const ConvexMesh& mesh_;
  const Landmarks& landmarks_;
  Point goal_;
  detail::LandmarkBounds bounds_;
  OptimalScratch scratch_;
  std::vector<Point> out_;
};

void set(Grid& grid, const TileRect& tiles, TileState state, ConvexMesh& mesh,
         Landmarks& landmarks) {
  const bool blocks = state == TileState::blocked;
  MeshJournal journal;
  grid.set(tiles, state);
  edit_mesh(grid, tiles, mesh, journal);
  landmarks.follow(mesh, journal, blocks ? SpaceChange::shrinks : SpaceChange::grows,
                   {static_cast<float>(tiles.x0), static_cast<float>(tiles.y0)},
                   {static_cast<float>(tiles.x1), static_cast<float>(tiles.y1)});
  REQUIRE(landmarks.is_current(mesh));
}

void edit(Random& random, Grid& grid, ConvexMesh& mesh, Landmarks& landmarks) {
  const TileRect tiles = random_rect(random, grid.width(), grid.height());
  const TileState state = random.chance(50) ? TileState::blocked : TileState::walkable;
  set(grid, tiles, state, mesh, landmarks);
}

}  // namespace

TEST_CASE("landmark bounds: random maps and edits, none exceeds a path", "[landmarks]") {
  Counts counts;
  for (Random& random : random_generators("landmark bounds")) {
    for (std::size_t i = 0; i < random_count(200, 5000); ++i) {
      const MapFamily family = kMapFamilies[static_cast<std::size_t>(random.between(0, 7))];
      Grid grid = make_family_map(random, family, 14);
      ConvexMesh mesh = build_mesh(grid);
      Landmarks landmarks = build_landmarks(mesh, static_cast<std::size_t>(random.between(1, 6)));
      for (int k = 0; k < 4; ++k) {
        if (grid.walkable_count() == 0) break;
        const Point goal = random.chance(30) ? center(random_walkable_tile(random, grid))
                                             : to_map_point(random_place(random, grid));
        GoalBounds(mesh, landmarks, goal).count(counts);
        if (random.chance(60)) edit(random, grid, mesh, landmarks);
      }
    }
  }
  CHECK(counts.wrong == 0);
  CHECK(counts.loose == 0);
  CHECK(counts.all > 0);
  CHECK((is_small_share() || counts.useful > counts.all / 100));
  CHECK((is_small_share() || counts.useful_links > counts.all / 1000));
  CHECK((is_small_share() || counts.useful_intervals > counts.all / 100));
}

// Where distances are far below 1, the rounding of all that is kept must be so too.
TEST_CASE("landmark bounds: polygons of any size, none exceeds a path", "[landmarks]") {
  Counts counts;
  for (Random& random : random_generators("landmark bounds of polygons")) {
    for (std::size_t i = 0; i < random_count(300, 5000); ++i) {
      const Grid grid = make_family_map(random, 10);
      const float scale = std::ldexp(1.0F, -random.between(0, 10));
      MeshShape shape = to_shape(build_mesh(grid));
      for (Point& vertex : shape.vertices) vertex = scale * vertex;
      if (random.chance(50)) shape = cut_at_random(random, shape);
      const MeshBuild build = build_mesh(shape.vertices, shape.polygons);
      REQUIRE(build);
      if (build.mesh->cell_count() == 0) continue;
      const Landmarks landmarks =
          build_landmarks(*build.mesh, static_cast<std::size_t>(random.between(1, 6)));
      const Point goal = shape.vertices[random.below(shape.vertices.size())];
      GoalBounds(*build.mesh, landmarks, goal).count(counts);
    }
  }
  CHECK(counts.wrong == 0);
  CHECK((is_small_share() || counts.useful_links > counts.all / 1000));
}

// The lines of the goal are a thousand times as long as the distances that landmarks know: what
// rounds them must be made up for beside the slack, which follows from the distances.
TEST_CASE("landmark bounds: a hall opens beside a small room, none exceeds a path", "[landmarks]") {
  Counts counts;
  for (Random& random : random_generators("landmark bounds of a hall")) {
    for (std::size_t i = 0; i < random_count(20, 200); ++i) {
      // A shaft, and a passage from its foot, which becomes the hall.
      const int depth = random.between(2, 6);
      const int width = random.between(8000, 12'000);
      const int passage = random.between(6, 9);
      Grid grid(width, depth, TileState::blocked);
      grid.set({0, 0, 1, depth}, TileState::walkable);
      grid.set({0, depth - 1, passage, depth}, TileState::walkable);
      ConvexMesh mesh = build_mesh(grid);
      Landmarks landmarks = build_landmarks(mesh, 2);
      set(grid, {passage, depth - 1, width, depth}, TileState::walkable, mesh, landmarks);
      for (int k = 0; k < 8; ++k) {
        const Point goal{static_cast<float>(random.between(4000, width - 1)) +
                             static_cast<float>(random.between(0, 1023)) / 1024.0F,
                         static_cast<float>(depth) - 0.5F};
        GoalBounds(mesh, landmarks, goal).count(counts);
      }
    }
  }
  CHECK(counts.wrong == 0);
  CHECK(counts.all > 0);
}

// A row of its landmarks would lie behind their end: builds with assertions notice.
TEST_CASE("landmark bounds: of a mesh without a vertex", "[landmarks]") {
  const ConvexMesh mesh = build_mesh(draw_map("@@\n@@\n"));
  const auto landmarks = std::make_shared<const Landmarks>(build_landmarks(mesh, 8));
  REQUIRE(landmarks->is_current(mesh));
  detail::PlaceBounds places;
  places.begin(mesh, landmarks);
  CHECK(places.add({0.5F, 0.5F}, 0) == 0);
  detail::LandmarkBounds bounds;
  bounds.begin(mesh, *landmarks, QueryEnd({0.5F, 0.5F}));
}

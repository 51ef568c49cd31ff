// find_path() on meshes: the optimum, against oracles that know nothing of meshes.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <taut/funnel.hpp>
#include <taut/grid_mesh.hpp>
#include <taut/map_file.hpp>
#include <taut/mesh_builder.hpp>
#include <taut/optimal_search.hpp>
#include <taut/validate.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/guarded_block.hpp"
#include "support/mesh_shapes.hpp"
#include "support/optima.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

struct Found {
  MeshPathResult result;
  std::vector<Point> path;
  std::vector<CellId> corridor;
};

// A mesh and the memory to query it.
class Asker {
 public:
  explicit Asker(const ConvexMesh& mesh)
      : mesh_(mesh), scratch_(mesh), room_(max_path_points(mesh.vertex_count())) {}

  Found ask(const Point& start, const Point& goal) {
    Found found;
    found.result = find_path(mesh_, start, goal, {}, scratch_, room_);
    found.path.assign(room_.begin(),
                      room_.begin() + static_cast<std::ptrdiff_t>(found.result.count));
    found.corridor.resize(mesh_.cell_count());
    const Result cells = extract_corridor(mesh_, scratch_, found.corridor);
    found.corridor.resize(cells.status == Status::ok ? cells.count : 0);
    return found;
  }

  // What is wrong with the answer, empty when nothing is. `length` is infinite where there is no
  // path.
  std::string judge(const Grid& grid, const Point& start, const Point& goal, long double length) {
    const Found found = ask(start, goal);
    std::string fault = find_fault(grid, start, goal, length, found);
    if (fault.empty()) return fault;
    std::ostringstream text;
    text.precision(12);
    text << fault << ": from " << start.x() << " " << start.y() << " to " << goal.x() << " "
         << goal.y() << ", " << to_string(found.result.status) << ", length " << found.result.length
         << " for " << static_cast<double>(length) << ", path";
    for (const Point& p : found.path) text << "  " << p.x() << " " << p.y();
    text << "\n" << to_drawing(grid);
    return text.str();
  }

 private:
  [[nodiscard]] std::string find_fault(const Grid& grid, const Point& start, const Point& goal,
                                       long double length, const Found& found) const {
    if (!std::isfinite(length)) {
      const bool is_standing = mesh_.locate(start) && mesh_.locate(goal);
      if (found.result.status != (is_standing ? Status::no_path : Status::invalid_input)) {
        return "a path where there is none";
      }
      return found.result.count == 0 && found.corridor.empty() ? "" : "something was written";
    }
    if (found.result.status != Status::ok) return "no path";
    if (std::abs(static_cast<long double>(found.result.length) - length) >
        1e-12L * (1.0L + length)) {
      return "wrong length";
    }
    if (found.result.length != path_length(found.path)) return "another length than its points";
    const PathCheck check = validate_path(grid, start, goal, found.path);
    if (check.fault != PathFault::none) return to_string(check.fault);
    if (check.open_corners > 0) return "a turn in open space";

    std::vector<Portal> portals(max_mesh_portals(found.corridor.size()));
    if (found.corridor.empty()) return "no corridor";
    if (!mesh_.holds(found.corridor.front(), start) || !mesh_.holds(found.corridor.back(), goal)) {
      return "the corridor misses start or goal";
    }
    if (extract_portals(mesh_, found.corridor, portals).status != Status::ok) {
      return "a gap in the corridor";
    }
    std::vector<Point> pulled(max_path_points(portals.size()));
    const Result pull = string_pull(start, goal, portals, pulled);
    pulled.resize(pull.count);
    if (pulled != found.path) return "another path is pulled through the corridor";
    return {};
  }

  const ConvexMesh& mesh_;
  OptimalScratch scratch_;
  std::vector<Point> room_;
};

using Maker = ConvexMesh (*)(const Grid&);
constexpr std::array<Maker, 2> kMakers{build_mesh, build_rectangle_mesh};

// Blocks that touch at corners, walls of one tile, combs and spirals: where degenerate cases live.
Grid make_awkward_map(Random& random, int side) {
  const int width = random.between(4, side);
  const int height = random.between(4, side);
  const int kind = random.between(0, 4);
  const int shift = random.between(0, 3);
  const int step = random.between(2, 4);
  return Grid::from_predicate(width, height, [&](int x, int y) {
    const int x1 = x + shift;
    const int y1 = y + shift / 2;
    switch (kind) {
      case 0:  // diagonals of touching blocks, with holes
        return (x1 + y1) % (step + 1) != 0 || random.chance(15);
      case 1:  // walls of one tile with doors
        return x1 % (step + 1) != 0 || random.chance(25);
      case 2:  // combs from both sides
        return x1 % 4 % 2 == 0 || (x1 % 4 == 1 ? y > 1 : y + 2 < height) || random.chance(5);
      case 3: {  // rings with a gap
        const int ring = std::min({x, y, width - 1 - x, height - 1 - y});
        return ring % 2 == 0 || random.chance(10);
      }
      default:  // islands of one tile in rows
        return x1 % step != 0 || y1 % 2 != 0 || random.chance(10);
    }
  });
}

void add(Hash& hash, const Found& found) {
  hash.add(static_cast<std::uint64_t>(found.result.status));
  hash.add(std::bit_cast<std::uint64_t>(found.result.length));
  hash.add(found.result.expanded);
  for (const Point& p : found.path) {
    hash.add(std::uint64_t{std::bit_cast<std::uint32_t>(p.x())} << 32U |
             std::bit_cast<std::uint32_t>(p.y()));
  }
  for (const CellId cell : found.corridor) hash.add(cell);
}

double length_of(const Found& found) {
  return found.result.status == Status::ok ? found.result.length
                                           : std::numeric_limits<double>::infinity();
}

}  // namespace

TEST_CASE("optimal search: random maps against the visibility graph", "[optimal]") {
  for (Random& random : random_generators("optimal search")) {
    for (std::size_t i = 0; i < random_count(2500, 100000); ++i) {
      const int side = random.chance(3) ? 24 : 10;
      const Grid grid =
          random.chance(70) ? make_random_map(random, side) : make_awkward_map(random, side);
      const VisibilityGraph oracle(grid);
      const std::array<ConvexMesh, 2> meshes{kMakers[0](grid), kMakers[1](grid)};
      std::array<Asker, 2> askers{Asker(meshes[0]), Asker(meshes[1])};
      for (int k = 0; k < 12; ++k) {
        const LatticePoint start = random_place(random, grid);
        const LatticePoint goal = random.chance(3) ? start : random_place(random, grid);
        const long double length = oracle.find_length(start, goal);
        for (Asker& asker : askers) {
          const std::string fault =
              asker.judge(grid, to_map_point(start), to_map_point(goal), length);
          if (!fault.empty()) FAIL(fault);
        }
      }
    }
  }
}

TEST_CASE("optimal search: all pairs of corners and centres of small maps", "[optimal]") {
  for (Random& random : random_generators("optimal pairs")) {
    for (std::size_t i = 0; i < random_count(60, 2000); ++i) {
      const Grid grid =
          random.chance(50) ? make_random_map(random, 6) : make_awkward_map(random, 6);
      const VisibilityGraph oracle(grid);
      const ConvexMesh mesh = kMakers[i % 2](grid);
      Asker asker(mesh);
      std::vector<LatticePoint> places;
      for (std::int64_t y = 0; y <= 2 * grid.height(); ++y) {
        for (std::int64_t x = 0; x <= 2 * grid.width(); ++x) places.push_back({512 * x, 512 * y});
      }
      for (const LatticePoint& start : places) {
        for (const LatticePoint& goal : places) {
          const std::string fault = asker.judge(grid, to_map_point(start), to_map_point(goal),
                                                oracle.find_length(start, goal));
          if (!fault.empty()) FAIL(fault);
        }
      }
    }
  }
}

TEST_CASE("optimal search: the answer does not depend on how the space is cut", "[optimal]") {
  for (Random& random : random_generators("optimal cuts")) {
    std::size_t cuts = 0;
    for (std::size_t i = 0; i < random_count(600, 20000); ++i) {
      const Grid grid = make_random_map(random, 12);
      const VisibilityGraph oracle(grid);
      MeshShape shape = to_shape(kMakers[i % 2](grid));
      const std::size_t before = shape.polygons.size();
      for (int round = random.between(1, 3); round > 0; --round) {
        shape = cut_at_random(random, shape);
      }
      cuts += shape.polygons.size() - before;
      const MeshBuild build = build_mesh(shape.vertices, shape.polygons);
      INFO(build.error.message());
      REQUIRE(build);
      Asker asker(*build.mesh);
      for (int k = 0; k < 12; ++k) {
        // Vertices inside the space too.
        LatticePoint start = random_place(random, grid);
        if (!shape.vertices.empty() && random.chance(30)) {
          start = to_lattice(shape.vertices[random.below(shape.vertices.size())]);
        }
        const LatticePoint goal = random_place(random, grid);
        const std::string fault = asker.judge(grid, to_map_point(start), to_map_point(goal),
                                              oracle.find_length(start, goal));
        if (!fault.empty()) FAIL(fault);
      }
    }
    if (!is_small_share()) CHECK(cuts > 0);
  }
}

TEST_CASE("optimal search: turned, mirrored and reversed, the length stays", "[optimal]") {
  for (Random& random : random_generators("optimal symmetry")) {
    for (std::size_t i = 0; i < random_count(150, 4000); ++i) {
      const Grid grid = make_random_map(random, 60);
      const int width = grid.width();
      const int height = grid.height();
      const Grid mirrored = Grid::from_predicate(
          width, height, [&](int x, int y) { return grid.is_walkable(width - 1 - x, y); });
      const Grid transposed =
          Grid::from_predicate(height, width, [&](int x, int y) { return grid.is_walkable(y, x); });
      const ConvexMesh mesh = build_mesh(grid);
      const ConvexMesh mirrored_mesh = build_mesh(mirrored);
      const ConvexMesh transposed_mesh = build_mesh(transposed);
      Asker asker(mesh);
      Asker mirrored_asker(mirrored_mesh);
      Asker transposed_asker(transposed_mesh);
      for (int k = 0; k < 20; ++k) {
        const Point a = to_map_point(random_place(random, grid));
        const Point b = to_map_point(random_place(random, grid));
        const double length = length_of(asker.ask(a, b));
        const auto mirror = [&](const Point& p) {
          return Point(static_cast<float>(width) - p.x(), p.y());
        };
        const auto transpose = [](const Point& p) { return Point(p.y(), p.x()); };
        for (const double other :
             {length_of(asker.ask(b, a)), length_of(mirrored_asker.ask(mirror(a), mirror(b))),
              length_of(transposed_asker.ask(transpose(a), transpose(b)))}) {
          // Each of n legs is rounded once, and each sum: n * 2^-52 of the length, for n <= 4096.
          const bool is_same =
              std::isfinite(length) ? std::abs(other - length) <= 1e-12 * length : other == length;
          if (!is_same) FAIL(length << " and " << other << "\n" << to_drawing(grid));
        }
      }
    }
  }
}

TEST_CASE("optimal search: every capacity holds the first points", "[optimal]") {
  for (Random& random : random_generators("optimal capacity")) {
    for (std::size_t i = 0; i < random_count(100, 1000); ++i) {
      const Grid grid = make_random_map(random, 30);
      const ConvexMesh mesh = build_mesh(grid);
      Asker asker(mesh);
      OptimalScratch scratch(mesh);
      const Point start = to_map_point(random_place(random, grid));
      const Point goal = to_map_point(random_place(random, grid));
      const Found whole = asker.ask(start, goal);
      for (std::size_t room = 0; room <= whole.path.size() + 1; ++room) {
        GuardedBlock<Point> block(room);
        const MeshPathResult part = find_path(mesh, start, goal, {}, scratch, block.room());
        REQUIRE(block.is_intact());
        const bool fits = room >= whole.path.size();
        REQUIRE(part.status == (fits ? whole.result.status : Status::truncated));
        REQUIRE(part.count == std::min(room, whole.path.size()));
        REQUIRE(std::equal(whole.path.begin(),
                           whole.path.begin() + static_cast<std::ptrdiff_t>(part.count),
                           block.room().begin()));
      }
      for (std::size_t room = 0; room <= whole.corridor.size() + 1; ++room) {
        GuardedBlock<CellId> block(room);
        const Result part = extract_corridor(mesh, scratch, block.room());
        REQUIRE(block.is_intact());
        REQUIRE(part.status == (room >= whole.corridor.size() ? Status::ok : Status::truncated));
        REQUIRE(part.count == std::min(room, whole.corridor.size()));
        REQUIRE(std::equal(whole.corridor.begin(),
                           whole.corridor.begin() + static_cast<std::ptrdiff_t>(part.count),
                           block.room().begin()));
      }
    }
  }
}

TEST_CASE("optimal search: limits", "[optimal]") {
  const Grid grid = Grid::from_predicate(
      40, 40, [](int x, int y) { return x % 4 != 3 || (x % 8 == 3 ? y > 37 : y < 2); });
  const ConvexMesh mesh = build_rectangle_mesh(grid);
  OptimalScratch scratch(mesh);
  std::vector<Point> out(max_path_points(mesh.vertex_count()));
  const Point start(0.5F, 0.5F);
  const Point goal(38.5F, 0.5F);
  const MeshPathResult whole = find_path(mesh, start, goal, {}, scratch, out);
  REQUIRE(whole.status == Status::ok);
  REQUIRE(whole.expanded > 10);
  for (std::size_t limit = 0; limit <= whole.expanded; ++limit) {
    const MeshPathResult part =
        find_path(mesh, start, goal, {.expansion_limit = limit}, scratch, out);
    CHECK(part.status == (limit < whole.expanded ? Status::out_of_nodes : Status::ok));
    CHECK(part.expanded == limit);
    if (limit < whole.expanded) {
      CHECK(part.count == 0);
      std::vector<CellId> corridor(mesh.cell_count());
      CHECK(extract_corridor(mesh, scratch, corridor).count == 0);
    }
  }
  OptimalScratch small(mesh, 16);
  CHECK(small.memory_bytes() < scratch.memory_bytes());
  CHECK(find_path(mesh, start, goal, {}, small, out).status == Status::out_of_nodes);
  CHECK(find_path(mesh, start, {0.5F, 9.5F}, {}, small, out).status == Status::ok);
}

TEST_CASE("optimal search: scratches with few places run out or are right", "[optimal]") {
  for (Random& random : random_generators("optimal places")) {
    std::size_t full = 0;
    for (std::size_t i = 0; i < random_count(200, 4000); ++i) {
      const Grid grid = make_random_map(random, 30);
      const ConvexMesh mesh = build_mesh(grid);
      Asker asker(mesh);
      OptimalScratch small(mesh, static_cast<std::size_t>(random.between(16, 60)));
      std::vector<Point> out(max_path_points(mesh.vertex_count()));
      for (int k = 0; k < 10; ++k) {
        const Point start = to_map_point(random_place(random, grid));
        const Point goal = to_map_point(random_place(random, grid));
        const Found whole = asker.ask(start, goal);
        const MeshPathResult part = find_path(mesh, start, goal, {}, small, out);
        if (part.status == Status::out_of_nodes) {
          ++full;
          REQUIRE(part.count == 0);
          continue;
        }
        REQUIRE(part.status == whole.result.status);
        REQUIRE(part.length == whole.result.length);
      }
    }
    if (!is_small_share()) CHECK(full > 0);
  }
}

TEST_CASE("optimal search: queries do not allocate", "[optimal]") {
  for (Random& random : random_generators("optimal allocation")) {
    std::size_t solved = 0;
    for (std::size_t i = 0; i < random_count(200, 2000); ++i) {
      const Grid grid = make_random_map(random, 40);
      const ConvexMesh mesh = kMakers[i % 2](grid);
      OptimalScratch scratch(mesh);
      OptimalScratch small(mesh, 16);
      std::vector<Point> out(max_path_points(mesh.vertex_count()));
      std::vector<CellId> corridor(mesh.cell_count());
      std::vector<Portal> portals(mesh.cell_count());
      std::vector<Cone> cones(100);
      const Point start = to_map_point(random_place(random, grid));
      const Point goal = to_map_point(random_place(random, grid));
      const AllocationCounter counter;
      for (OptimalScratch* one : {&scratch, &small}) {
        solved += find_path(mesh, start, goal, {}, *one, out).status == Status::ok ? 1U : 0U;
        const Result cells = extract_corridor(mesh, *one, corridor);
        solved += extract_portals(mesh, std::span(corridor).first(cells.count), portals).count;
        solved += extract_cones(mesh, *one, cones).count;
      }
      const std::size_t taken = counter.count();
      if (taken != 0) FAIL(taken << " allocations\n" << to_drawing(grid));
    }
    if (!is_small_share()) CHECK(solved > 0);
  }
}

TEST_CASE("optimal search: threads share a mesh", "[optimal][threads]") {
  for (Random& random : random_generators("optimal threads")) {
    for (std::size_t i = 0; i < random_count(10, 60); ++i) {
      const Grid grid = make_random_map(random, 60);
      const ConvexMesh mesh = build_mesh(grid);
      std::vector<std::pair<Point, Point>> queries;
      for (int k = 0; k < 100; ++k) {
        const Point start = to_map_point(random_place(random, grid));
        queries.emplace_back(start, to_map_point(random_place(random, grid)));
      }
      const auto answer = [&] {
        Asker asker(mesh);
        Hash hash;
        for (const auto& query : queries) add(hash, asker.ask(query.first, query.second));
        return hash.value();
      };
      const std::uint64_t wanted = answer();
      std::atomic<int> wrong{0};
      std::vector<std::thread> threads;
      for (int k = 0; k < 3; ++k) {
        threads.emplace_back([&] { wrong += answer() == wanted ? 0 : 1; });
      }
      for (std::thread& thread : threads) thread.join();
      REQUIRE(wrong == 0);
    }
  }
}

// When an answer changes on purpose, put the new hash here; all builds must agree on it.
TEST_CASE("optimal search: golden", "[optimal][golden]") {
  constexpr std::uint64_t kGolden = 0x4311d70304128fff;
  Hash hash;
  Random random(20261121);
  for (int i = 0; i < 300; ++i) {
    const Grid grid = make_random_map(random, 40);
    for (const Maker make : kMakers) {
      const ConvexMesh mesh = make(grid);
      hash.add(mesh.cell_count());
      hash.add(mesh.edge_count());
      Asker asker(mesh);
      for (int k = 0; k < 10; ++k) {
        const Point start = to_map_point(random_place(random, grid));
        add(hash, asker.ask(start, to_map_point(random_place(random, grid))));
      }
    }
  }
  CHECK(hash.value() == kGolden);
}

TEST_CASE("optimal search: cones of the last search", "[optimal]") {
  for (Random& random : random_generators("optimal cones")) {
    std::size_t seen = 0;
    for (std::size_t i = 0; i < random_count(100, 1000); ++i) {
      const Grid grid = make_random_map(random, 20);
      const ConvexMesh mesh = build_mesh(grid);
      OptimalScratch scratch(mesh);
      std::vector<Point> out(max_path_points(mesh.vertex_count()));
      const Point start = to_map_point(random_place(random, grid));
      const Point goal = to_map_point(random_place(random, grid));
      const MeshPathResult found = find_path(mesh, start, goal, {}, scratch, out);
      std::vector<Cone> cones(found.expanded);
      const Result all = extract_cones(mesh, scratch, cones);
      REQUIRE(all.status == Status::ok);
      seen += all.count;
      for (std::size_t k = 0; k < all.count; ++k) {
        const Cone& cone = cones[k];
        // A triangle of walkable space. Ends that a ray cut are rounded, so slivers are left out.
        REQUIRE(mesh.locate(cone.apex).has_value());
        const double area = orient(cone.apex, snap(cone.right), snap(cone.left));
        const Point middle = (cone.apex + cone.right + cone.left) / 3.0F;
        REQUIRE(area >= 0.0);
        if (area > 0.05) REQUIRE(mesh.locate(middle).has_value());
      }
      for (std::size_t room = 0; room < std::min<std::size_t>(all.count, 5); ++room) {
        GuardedBlock<Cone> block(room);
        const Result part = extract_cones(mesh, scratch, block.room());
        REQUIRE(block.is_intact());
        REQUIRE(part.status == Status::truncated);
        REQUIRE(part.count == room);
      }
    }
    if (!is_small_share()) CHECK(seen > 0);
  }
}

TEST_CASE("optimal search: places outside, unreachable and the same", "[optimal]") {
  const Grid grid = draw_map(
      "..@.\n"
      "..@.\n"
      "@@@.");
  const ConvexMesh mesh = build_mesh(grid);
  OptimalScratch scratch(mesh);
  std::vector<Point> out(8);
  const auto ask = [&](const Point& start, const Point& goal) {
    return find_path(mesh, start, goal, {}, scratch, out);
  };
  CHECK(ask({2.5F, 0.5F}, {0.5F, 0.5F}).status == Status::invalid_input);
  CHECK(ask({0.5F, 0.5F}, {1.5F, 2.5F}).status == Status::invalid_input);
  CHECK(ask({0.5F, 0.5F}, {-4.0F, 0.5F}).status == Status::invalid_input);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(ask({nan, 0.5F}, {0.5F, 0.5F}).status == Status::invalid_input);
  const MeshPathResult apart = ask({0.5F, 0.5F}, {3.5F, 0.5F});
  CHECK(apart.status == Status::no_path);
  CHECK(apart.expanded == 0);
  const MeshPathResult same = ask({0.5F, 0.5F}, {0.5F, 0.5F});
  CHECK(same.status == Status::ok);
  CHECK(same.count == 1);
  CHECK(same.length == 0.0);
  // Snapped to the lattice.
  const MeshPathResult snapped = ask({0.5001F, 0.5F}, {1.2501F, 1.4999F});
  REQUIRE(snapped.count == 2);
  CHECK(out[0] == Point(0.5F, 0.5F));
  CHECK(out[1] == Point(1.25F, 1.5F));
}

TEST_CASE("optimal search: between corners that touch, start and goal look both ways",
          "[optimal]") {
  const Grid grid = draw_map(
      ".@\n"
      "@.");
  const ConvexMesh mesh = build_mesh(grid);
  Asker asker(mesh);
  CHECK(asker.ask({0.5F, 0.5F}, {1.5F, 1.5F}).result.status == Status::no_path);
  CHECK(asker.ask({1.0F, 1.0F}, {1.5F, 1.5F}).path.size() == 2);
  CHECK(asker.ask({1.0F, 1.0F}, {0.5F, 0.5F}).path.size() == 2);
  CHECK(asker.ask({0.5F, 0.5F}, {1.0F, 1.0F}).path.size() == 2);
}

TEST_CASE("optimal search: negative coordinates and the width of a map", "[optimal]") {
  // A corridor round a wall, as wide as a mesh may be, about the origin.
  const std::vector<Point> vertices{{-8192, -2}, {8192, -2}, {8192, 0}, {-8191, 0},
                                    {-8191, 1},  {8192, 1},  {8192, 3}, {-8192, 3}};
  const std::vector<std::vector<std::uint32_t>> polygons{{0, 1, 2, 3}, {0, 3, 4, 7}, {7, 4, 5, 6}};
  const MeshBuild build = build_mesh(vertices, polygons);
  INFO(build.error.message());
  REQUIRE(build);
  OptimalScratch scratch(*build.mesh);
  std::vector<Point> out(max_path_points(build.mesh->vertex_count()));
  const MeshPathResult found = find_path(*build.mesh, {8192, 0}, {8192, 1}, {}, scratch, out);
  REQUIRE(found.status == Status::ok);
  REQUIRE(found.count == 4);
  CHECK(out[1] == Point(-8191, 0));
  CHECK(out[2] == Point(-8191, 1));
  CHECK(found.length == 2.0 * 16383.0 + 1.0);
}

TEST_CASE("optimal search: MovingAI maps", "[movingai]") {
  const auto folder = find_shared_data("movingai");
  if (!folder) return;
  for (const std::filesystem::path& file : find_maps(*folder)) {
    const std::string name = file.stem().string();
    const Loaded<Grid> grid = load_map(file.string());
    REQUIRE(grid.value.has_value());
    const std::vector<Optimum> optima = load_optima(*folder / (name + ".optimal.csv"));
    for (const Maker make : kMakers) {
      const bool is_rectangles = make == build_rectangle_mesh;
      const ConvexMesh mesh = make(*grid.value);
      OptimalScratch scratch(mesh);
      std::vector<Point> out(max_path_points(mesh.vertex_count()));
      std::size_t wrong = 0;
      // Rectangles are slower and ask a part.
      const std::size_t every = is_rectangles && !is_long() ? 10 : 1;
      for (std::size_t i = 0; i < optima.size(); i += every) {
        const Optimum& query = optima[i];
        const MeshPathResult found =
            find_path(mesh, center(query.start), center(query.goal), {}, scratch, out);
        const PathCheck check = validate_path(*grid.value, center(query.start), center(query.goal),
                                              std::span(out).first(found.count));
        const bool is_right =
            found.status == Status::ok && check.fault == PathFault::none &&
            check.open_corners == 0 &&
            std::abs(found.length - query.any_angle) <= 1e-9 * (1.0 + query.any_angle);
        if (is_right) continue;
        if (wrong++ == 0) {
          std::printf("%s query %zu: %s %.12f for %.12f, %s\n", name.c_str(), i,
                      to_string(found.status), found.length, query.any_angle,
                      to_string(check.fault));
        }
      }
      INFO(name);
      CHECK(wrong == 0);
    }
  }
}

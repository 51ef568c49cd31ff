// find_priced_path(): costs near the least, and the contract of the call.
#include <taut/engine/priced_field.hpp>
#include <taut/engine/priced_search.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/validate.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/random_edits.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/terrain_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// The classes of a map are its digits.
struct PricedMap {
  Grid grid;
  Ground ground;
  Space space;

  PricedMap(const Grid& tiles, const Ground& costs)
      : grid(tiles), ground(costs), space(grid, Agent{}, costs) {}

  [[nodiscard]] PricedMesh priced() const { return space.priced_mesh(); }
};

Grid draw_classes(std::string_view rows) {
  std::string walls(rows);
  for (char& tile : walls) {
    if (tile >= '0' && tile <= '9') tile = '.';
  }
  Grid grid = draw_map(walls);
  int x = 0;
  int y = 0;
  for (const char tile : rows) {
    if (tile == '\n') {
      x = 0;
      ++y;
      continue;
    }
    if (tile > '0' && tile <= '9') {
      grid.set_class({x, y, x + 1, y + 1}, static_cast<std::uint8_t>(tile - '0'));
    }
    ++x;
  }
  return grid;
}

Ground make_ground(const std::array<float, 4>& factors) {
  Ground ground;
  for (std::uint8_t id = 1; id <= 4; ++id) ground.set(id, factors[id - 1U]);
  return ground;
}

double find_cost(const PricedMap& map, const Point& start, const Point& goal) {
  PricedScratch scratch(map.space.mesh());
  std::vector<Point> path(1000);
  const PathResult found = find_priced_path(map.priced(), start, goal, {}, scratch, path);
  REQUIRE(found);
  return path_cost(map.grid, map.ground, std::span<const Point>(path).first(found.count));
}

// Cost over that of a fine reference.
double find_ratio(const PricedMap& map, const Point& start, const Point& goal, int places) {
  return find_cost(map, start, goal) /
         find_cost_by_places(map.grid, map.ground, start, goal, places);
}

// Small patches of all classes beside each other: the hardest kind of map.
Grid make_patchwork(Random& random) {
  const int width = random.between(8, 16);
  const int height = random.between(8, 16);
  Grid grid(width, height, TileState::walkable);
  for (int i = width * height / 4; i > 0; --i) {
    const int x = random.between(0, width - 1);
    const int y = random.between(0, height - 1);
    const TileRect tiles{x, y, x + random.between(1, 4), y + random.between(1, 4)};
    if (random.chance(10)) {
      grid.set(tiles, TileState::blocked);
    } else {
      grid.set_class(tiles, static_cast<std::uint8_t>(random.between(0, 4)));
    }
  }
  return grid;
}

}  // namespace

TEST_CASE("priced search: parallel rays reach another road at the critical angle",
          "[priced_search]") {
  // The cheapest way leaves the road at x = 6 and meets the one at x = 8 at the same angle.
  const PricedMap map(draw_classes("000000022220011220\n"
                                   "011000022220444444\n"
                                   "000000004400444444\n"
                                   "000001100000444444\n"
                                   "000001100333444444\n"
                                   "000@@4403333444000\n"
                                   "000@@@@03333444000\n"
                                   "044@@@@03333444000\n"
                                   "443333003333330000\n"
                                   "113333443333333033\n"
                                   "113333440004443033\n"
                                   "00333344402444@011\n"
                                   "344000044114444011\n"
                                   "333000044114444011\n"
                                   "033331134333322233\n"
                                   "01124300000032@@30\n"),
                      make_ground({3.0F, 6.0F, 0.5F, 10.0F}));
  CHECK(find_ratio(map, {11.5F, 15.5F}, {1.5F, 1.5F}, 9) <= 1.0005);
}

TEST_CASE("priced search: a corner is not lost to an arrival that cannot turn there",
          "[priced_search]") {
  // The way follows the road from its corner at (8, 10). It seems cheaper to come there straight.
  const PricedMap map(draw_classes("00110000022220\n"
                                   "44112000022220\n"
                                   "33110002211120\n"
                                   "33110302211123\n"
                                   "20000300011113\n"
                                   "04441111044413\n"
                                   "0444111122444@\n"
                                   "04442221224401\n"
                                   "44402221220001\n"
                                   "4444222022@001\n"
                                   "4444222333@000\n"),
                      make_ground({3.0F, 6.0F, 0.5F, 10.0F}));
  CHECK(find_ratio(map, {5.5F, 6.5F}, {9.5F, 9.5F}, 9) <= 1.0005);
}

TEST_CASE("priced search: on patchworks, near the least cost", "[priced_search]") {
  constexpr std::array<std::array<float, 4>, 3> kFactors{
      {{3.0F, 6.0F, 0.5F, 10.0F}, {1.2F, 2.0F, 0.8F, 1.5F}, {30.0F, 0.125F, 200.0F, 5.0F}}};
  std::size_t queries = 0;
  double sum = 0.0;
  double worst = 0.0;
  for (Random& random : random_generators("patchworks")) {
    for (std::size_t i = random_count(40, 4000); i > 0; --i) {
      const PricedMap map(make_patchwork(random),
                          make_ground(kFactors[static_cast<std::size_t>(random.between(0, 2))]));
      if (map.grid.walkable_count() == 0) continue;
      const Tile first = random_walkable_tile(random, map.grid);
      const Tile last = random_walkable_tile(random, map.grid);
      if (first == last || !map.grid.is_connected(first, last)) continue;
      INFO(to_drawing(map.grid) << first.x << " " << first.y << " to " << last.x << " " << last.y);
      const double ratio = find_ratio(map, center(first), center(last), 5);
      CHECK(ratio <= 1.005);
      ++queries;
      sum += ratio;
      worst = std::max(worst, ratio);
    }
  }
  std::printf("priced search: %zu queries on patchworks, cost %.5f of the reference, worst %.5f\n",
              queries, sum / static_cast<double>(queries), worst);
}

// Nodes that would be dropped at the end are none that the limit forbids.
TEST_CASE("priced search: a limit of as many expansions as it takes changes nothing",
          "[priced_search]") {
  for (Random& random : random_generators("limits of priced searches")) {
    for (std::size_t i = random_count(100, 4000); i > 0; --i) {
      const PricedMap map(make_patchwork(random), make_ground({3.0F, 6.0F, 0.5F, 10.0F}));
      if (map.grid.walkable_count() == 0) continue;
      PricedScratch scratch(map.space.mesh());
      std::vector<Point> path(1000);
      for (int places = 10; places > 0; --places) {
        const Point start = to_map_point(random_place(random, map.grid));
        const Point goal = to_map_point(random_place(random, map.grid));
        const PathResult whole = find_priced_path(map.priced(), start, goal, {}, scratch, path);
        const PathResult limited = find_priced_path(
            map.priced(), start, goal, {.expansion_limit = whole.expanded}, scratch, path);
        REQUIRE(limited.status == whole.status);
        REQUIRE(limited.cost == whole.cost);
      }
    }
  }
}

TEST_CASE("priced search: from and to borders and corners, both ways, and by the field",
          "[priced_search]") {
  for (Random& random : random_generators("places on borders")) {
    for (std::size_t i = random_count(40, 4000); i > 0; --i) {
      const PricedMap map(make_patchwork(random), make_ground({3.0F, 6.0F, 0.5F, 10.0F}));
      if (map.grid.walkable_count() == 0) continue;
      const auto choose = [&] {
        return Point{static_cast<float>(random.between(0, 2 * map.grid.width())) / 2.0F,
                     static_cast<float>(random.between(0, map.grid.height()))};
      };
      const Point start = choose();
      PricedField field;
      const FieldGoal goal{start, 0.0};
      if (!build_priced_field(map.space.priced_mesh(), {&goal, 1}, 1e9, field)) continue;
      for (int places = 10; places > 0; --places) {
        const Point end = choose();
        PricedScratch scratch(map.space.mesh());
        std::vector<Point> path(1000);
        const double there = find_priced_path(map.priced(), start, end, {}, scratch, path).cost;
        const double back = find_priced_path(map.priced(), end, start, {}, scratch, path).cost;
        INFO(to_drawing(map.grid) << start.x << " " << start.y << " to " << end.x << " " << end.y);
        CHECK(std::abs(there - back) <= 1e-3 * there);
        if (there > 0.0) CHECK(std::abs(field.cost(end) - there) <= 0.02 + 1e-3 * there);
      }
    }
  }
}

TEST_CASE("priced search: squares and discs along walls, both ways, and by the field",
          "[priced_search]") {
  const std::array<Agent, 3> agents{Agent::square(0.5), Agent::square(0.75), Agent::disc(0.4)};
  for (Random& random : random_generators("large agents along walls")) {
    for (std::size_t i = random_count(150, 10000); i > 0; --i) {
      const Grid grid = make_patchwork(random);
      const Space space(grid, agents[random.below(agents.size())],
                        make_ground({3.0F, 6.0F, 0.5F, 10.0F}));
      // The lattice points next to corners of the mesh, which lie beside the lattice.
      std::vector<Point> places;
      space.mesh().for_each_cell([&](CellId cell) {
        for (const MeshEdge& edge : space.mesh().edges(cell)) {
          if (space.mesh().locate(snap(edge.start()))) places.push_back(snap(edge.start()));
        }
      });
      if (places.empty()) continue;
      PricedScratch scratch(space.mesh());
      std::vector<Point> path(1000);
      const FieldGoal start{places[random.below(places.size())], 0.0};
      PricedField field;
      REQUIRE(build_priced_field(space.priced_mesh(), {&start, 1}, 1e9, field));
      for (int queries = 20; queries > 0; --queries) {
        const Point& end = places[random.below(places.size())];
        const PathResult there =
            find_priced_path(space.priced_mesh(), start.at, end, {}, scratch, path);
        const PathResult back =
            find_priced_path(space.priced_mesh(), end, start.at, {}, scratch, path);
        INFO(to_drawing(grid) << start.at.x << " " << start.at.y << " to " << end.x << " "
                              << end.y);
        REQUIRE(there.status == back.status);
        if (!there) continue;
        // Nothing bounds the paths; one of 100 000 is more than 1 % off.
        CHECK(std::abs(there.cost - back.cost) <= 0.03 + 0.05 * there.cost);
        CHECK(std::abs(field.cost(end) - there.cost) <= 0.03 + 0.05 * there.cost);
      }
    }
  }
}

TEST_CASE("priced search: a start less than 1e-7 tiles beside an edge", "[priced_search]") {
  // The corners of the square's space lie 1/4096 beside (0.5, 5.5) and others.
  const Grid grid = draw_map("......\n......\n.@...@\n.....@\n.....@\n.....@\n");
  const Space space(grid, Agent::square(0.5), make_ground({3.0F, 1.0F, 1.0F, 1.0F}));
  PricedScratch scratch(space.mesh());
  std::vector<Point> path(100);
  for (int y = 0; y < 12; ++y) {
    const Point place{0.5F, 0.5F * static_cast<float>(y)};
    const double distance = std::abs(5.5 - 0.5 * y);
    if (!space.mesh().locate(place)) continue;
    INFO(y);
    const Point corner{0.5F, 5.5F};
    CHECK(find_priced_path(space.priced_mesh(), place, corner, {}, scratch, path).cost == distance);
    CHECK(find_priced_path(space.priced_mesh(), corner, place, {}, scratch, path).cost == distance);
  }
}

TEST_CASE("priced search: a start close to the border of a much cheaper cell", "[priced_search]") {
  // Its rays pass the border within 1e-5 tiles.
  constexpr float kStep = 1.0F / 1024.0F;
  const PricedMap hill(draw_classes("00000\n00000\n00000\n00111\n00011\n"),
                       make_ground({100.0F, 1.0F, 1.0F, 1.0F}));
  const Point low{3.0F + kStep, 5.0F};
  CHECK(std::abs(find_cost(hill, low, {5.0F, 0.0F}) - 6.7545) < 0.01);
  CHECK(std::abs(find_cost(hill, {5.0F, 0.0F}, low) - 6.7545) < 0.01);
  const PricedMap hills(draw_classes("01111\n01100\n01100\n00000\n00000\n"),
                        make_ground({255.0F, 1.0F, 1.0F, 1.0F}));
  const Point high{4.0F - kStep, 1.0F - kStep};
  CHECK(std::abs(find_cost(hills, high, {0.0F, 0.0F}) - 7.6469) < 0.01);
  CHECK(std::abs(find_cost(hills, {0.0F, 0.0F}, high) - 7.6469) < 0.01);
}

TEST_CASE("priced search: rays next to the end of a beam that hides the others",
          "[priced_search]") {
  const Grid grid = draw_classes("0000000\n1111000\n001@@@@\n0011000\n0000000\n0000000\n0000000\n");
  const Space space(grid, Agent::square(0.5), make_ground({255.0F, 1.0F, 1.0F, 1.0F}));
  PricedScratch scratch(space.mesh());
  std::vector<Point> path(100);
  const auto find = [&](const Point& start, const Point& goal) {
    return find_priced_path(space.priced_mesh(), start, goal, {}, scratch, path).cost;
  };
  CHECK(std::abs(find({0.5F, 1.0F}, {6.0F, 4.0F}) - 261.499) < 0.01);
  CHECK(std::abs(find({6.0F, 4.0F}, {0.5F, 1.0F}) - 261.499) < 0.01);
}

TEST_CASE("priced search: from a border along its cheaper side", "[priced_search]") {
  // The road below the line y = 1 is followed to where the way leaves it at the critical angle.
  const PricedMap map(draw_classes("000000000\n"
                                   "111111111\n"),
                      make_ground({0.25F, 1.0F, 1.0F, 1.0F}));
  const double ride = 6.0 - 0.25 / std::sqrt(1.0 - 0.0625);
  const double expected = 0.25 * ride + 1.0 / std::sqrt(1.0 - 0.0625);
  CHECK(std::abs(find_cost(map, {1.0F, 1.0F}, {7.0F, 0.0F}) - expected) < 1e-3);
  CHECK(std::abs(find_cost(map, {7.0F, 0.0F}, {1.0F, 1.0F}) - expected) < 1e-3);
  PricedField field;
  const FieldGoal goal{{1.0F, 1.0F}, 0.0};
  REQUIRE(build_priced_field(map.space.priced_mesh(), {&goal, 1}, 1e9, field));
  CHECK(std::abs(field.cost({7.0F, 0.0F}) - expected) < 1e-3);
}

TEST_CASE("priced search: a road along a wall, a swamp around, a goal on the border",
          "[priced_search]") {
  const Grid swamp = draw_classes("0000000\n0011100\n0011100\n0011100\n0000000\n");
  const PricedMap around(swamp, make_ground({50.0F, 1.0F, 1.0F, 1.0F}));
  // Past two corners of the swamp.
  CHECK(std::abs(find_cost(around, {0.5F, 2.5F}, {6.5F, 2.5F}) -
                 (2.0 * std::hypot(1.5, 1.5) + 3.0)) < 1e-6);
  const PricedMap road(swamp, make_ground({0.25F, 1.0F, 1.0F, 1.0F}));
  CHECK(std::abs(find_cost(road, {2.5F, 1.0F}, {4.5F, 1.0F}) - 0.5) < 1e-6);
  CHECK(std::abs(find_cost(road, {2.0F, 1.0F}, {5.0F, 4.0F}) - 0.25 * std::hypot(3.0, 3.0)) < 1e-6);
}

TEST_CASE("priced search: its contract", "[priced_search]") {
  const PricedMap map(draw_classes("001100@0\n001100@0\n001100@0\n"),
                      make_ground({4.0F, 1.0F, 1.0F, 1.0F}));
  PricedScratch scratch(map.space.mesh());
  std::vector<Point> path(100);
  const Point start{0.5F, 0.5F};
  const Point goal{5.5F, 2.5F};
  const auto find = [&](const Point& from, const Point& to, const PricedOptions& options,
                        std::span<Point> out) {
    return find_priced_path(map.priced(), from, to, options, scratch, out);
  };
  const PathResult whole = find(start, goal, {}, path);
  REQUIRE(whole);
  CHECK(path.front() == start);
  CHECK(path[whole.count - 1] == goal);
  CHECK(whole.length == path_length(std::span<const Point>(path).first(whole.count)));
  std::vector<CellId> cells(map.space.mesh().cell_count());
  const Result corridor = extract_corridor(map.space.mesh(), scratch, cells);
  REQUIRE(corridor);
  CHECK(map.space.mesh().holds(cells[0], start));
  CHECK(map.space.mesh().holds(cells[corridor.count - 1], goal));
  CHECK(extract_corridor(map.space.mesh(), scratch, std::span(cells).first(1)).status ==
        Status::truncated);

  CHECK(find(start, goal, {}, std::span(path).first(1)).status == Status::truncated);
  CHECK(find(start, {7.5F, 0.5F}, {}, path).status == Status::no_path);
  CHECK(find(start, {6.5F, 0.5F}, {}, path).status == Status::invalid_input);
  const PricedMesh no_costs{map.space.mesh(), {}, 1.0};
  CHECK(find_priced_path(no_costs, start, goal, {}, scratch, path).status == Status::invalid_input);
  PricedField field;
  const FieldGoal field_goal{goal, 0.0};
  CHECK(build_priced_field(no_costs, {&field_goal, 1}, 1e9, field).status == Status::invalid_input);
  CHECK(find({-1.0F, 0.0F}, goal, {}, path).status == Status::invalid_input);
  CHECK(find(start, goal, {.expansion_limit = 1}, path).status == Status::out_of_nodes);
  // One that ends where the path is known has it.
  CHECK(find(start, goal, {.expansion_limit = whole.expanded}, path).cost == whole.cost);
  {
    const AllocationCounter counter;
    CHECK(find(start, goal, {}, path).cost == whole.cost);
    CHECK(counter.count() == 0);
  }
  CHECK(find(start, start, {}, path).cost == 0.0);

  std::vector<Point> sliced(100);
  PathResult found;
  std::size_t calls = 0;
  do {
    found = find(start, goal, {.budget = 1}, sliced);
    ++calls;
  } while (found.status == Status::unfinished);
  CHECK(calls > 1);
  CHECK(found.cost == whole.cost);
  CHECK(found.expanded == whole.expanded);

  Grid large(40, 40, TileState::walkable);
  for (int i = 1; i < 39; i += 2) large.set_class({i, i, i + 1, i + 1}, 1);
  const Space many(large, Agent{}, map.ground);
  CHECK(find_priced_path(many.priced_mesh(), start, goal, {}, scratch, path).status ==
        Status::invalid_input);
  scratch.fit(many.mesh());
  CHECK(find_priced_path(many.priced_mesh(), start, goal, {}, scratch, path));
}

// The scratch keeps the way of the field, and the nodes of the path before.
TEST_CASE("priced search: a field that writes a path leaves no corridor in the scratch",
          "[priced_search]") {
  const PricedMap map(draw_classes("0011001200\n0012001100\n0011002100\n"),
                      make_ground({4.0F, 2.0F, 1.0F, 1.0F}));
  const ConvexMesh& mesh = map.space.mesh();
  PricedField field;
  const FieldGoal goal{{9.5F, 2.5F}, 0.0};
  REQUIRE(build_priced_field(map.priced(), {&goal, 1}, kNoLengthLimit, field).status == Status::ok);
  PricedScratch scratch(mesh);
  std::vector<Point> path(100);
  REQUIRE(find_priced_path(map.priced(), {0.5F, 0.5F}, {1.5F, 0.5F}, {}, scratch, path));
  REQUIRE(field.extract_path({0.5F, 0.5F}, scratch, path));
  std::vector<CellId> cells(100);
  const Result corridor = extract_corridor(mesh, scratch, cells);
  CHECK(corridor.status == Status::ok);
  CHECK(corridor.count == 0);
}

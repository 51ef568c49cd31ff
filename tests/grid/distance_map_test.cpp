// Distance maps against Dijkstra's algorithm with a heap.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include <taut/engine/distance_map.hpp>

#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

bool is_walkable(const Grid& grid, const TileSteps& steps, Tile tile) {
  if (!grid.is_walkable(tile)) return false;
  return steps.costs == nullptr || !steps.costs->is_blocked(grid.terrain_class(grid.id(tile)));
}

// Between any tiles, walls and the outside too.
std::vector<TileLink> random_tile_links(Random& random, const Grid& grid, int most) {
  std::vector<TileLink> links(static_cast<std::size_t>(random.between(0, most)));
  const auto tile = [&] {
    return Tile{random.between(-1, grid.width()), random.between(-1, grid.height())};
  };
  for (TileLink& link : links) {
    link = {tile(), tile(), static_cast<double>(random.between(1, 100)) / 16.0};
    if (random.chance(5)) link.cost = kInfinite;
  }
  std::sort(links.begin(), links.end(), [](const TileLink& a, const TileLink& b) {
    return std::pair(a.to.y, a.to.x) < std::pair(b.to.y, b.to.x);
  });
  return links;
}

// The cheapest sums of an initial value and a tile path, by tile; infinite initial values are no
// goals.
std::vector<float> find_numbers(const Grid& grid, std::vector<double> costs,
                                const DistanceMapOptions& options) {
  for (double& cost : costs) {
    if (!(cost <= options.limit)) cost = kInfinite;
  }
  using Entry = std::pair<double, TileId>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    if (costs[id] < kInfinite) open.push({costs[id], id});
  }
  while (!open.empty()) {
    const auto [cost, id] = open.top();
    open.pop();
    if (cost > costs[id]) continue;
    const Tile from = grid.tile(id);
    for (const TileLink& link : options.links) {
      const double next = cost + link.cost;
      const bool is_way = link.to == from && is_walkable(grid, options.steps, link.from);
      if (!is_way || !(next <= options.limit) || next >= costs[grid.id(link.from)]) continue;
      costs[grid.id(link.from)] = next;
      open.push({next, grid.id(link.from)});
    }
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const Tile to{from.x + dx, from.y + dy};
        if (!is_step_allowed(grid, from, to, options.steps.diagonal)) continue;
        const bool is_long = options.steps.length == DiagonalLength::sqrt2 && dx != 0 && dy != 0;
        const auto factor = [&](TileId tile) {
          const Ground* const ground = options.steps.costs;
          return ground != nullptr ? static_cast<double>((*ground)[grid.terrain_class(tile)]) : 1.0;
        };
        const double mean = 0.5 * (factor(id) + factor(grid.id(to)));
        const double next = cost + (is_long ? kDiagonalCost : 1.0) * mean;
        if (!(next <= options.limit) || next >= costs[grid.id(to)]) continue;
        costs[grid.id(to)] = next;
        open.push({next, grid.id(to)});
      }
    }
  }
  return {costs.begin(), costs.end()};
}

double rounded(float value) {
  const double exact = static_cast<double>(value);
  return std::abs(exact) < 1.0 ? std::nearbyint(exact * 16777216.0) / 16777216.0 : exact;
}

float random_value(Random& random) {
  switch (random.below(4)) {
    case 0:
      return static_cast<float>(random.between(-300, 300));
    case 1:
      return static_cast<float>(random.between(-2'000'000, 2'000'000)) / 65536.0F;
    case 2:
      return static_cast<float>(random.between(-1'000'000, 1'000'000)) * 1e-12F;
    default:
      return 0.0F;
  }
}

// A map, edited and with terrain now and then, and options.
struct Case {
  explicit Case(Random& random) : grid(make_random_map(random, random.chance(3) ? 90 : 20)) {
    const int regions = random.chance(30) ? random.between(1, 5) : 0;
    for (int i = 1; i <= regions; ++i) {
      const float factor =
          random.chance(10) ? 255.0F : static_cast<float>(random.between(8, 400)) / 64.0F;
      const auto terrain_class = static_cast<std::uint8_t>(i);
      costs.set(terrain_class, factor);
      grid.set_class(random_rect(random), terrain_class);
    }
    if (regions > 0 || random.chance(30)) options.steps.costs = &costs;
    const int rule = random.between(0, 5);
    if (rule < 4) options.steps.diagonal = static_cast<DiagonalRule>(rule);
    if (random.chance(30)) options.steps.length = DiagonalLength::one;
    if (random.chance(20)) options.limit = random.between(-2, 20) + kDiagonalCost;
    if (random.chance(40)) links = random_tile_links(random, grid, 40);
    options.links = links;
  }

  [[nodiscard]] TileRect random_rect(Random& random) const {
    const int x = random.between(-2, grid.width() - 1);
    const int y = random.between(-2, grid.height() - 1);
    return {x, y, x + random.between(1, 6), y + random.between(1, 6)};
  }

  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;

  Grid grid;
  Ground costs;
  std::vector<TileLink> links;
  DistanceMapOptions options;
};

// Goals that are left out, at any places of the list. Returns their number.
std::size_t add_goals_in_walls(Random& random, const Grid& grid, std::vector<TileGoal>& goals) {
  std::size_t added = 0;
  for (int tries = random.between(0, 3); tries > 0; --tries) {
    const Tile at{random.between(-2, grid.width() + 1), random.between(-2, grid.height() + 1)};
    if (grid.is_walkable(at)) continue;
    const auto place = static_cast<std::ptrdiff_t>(random.below(goals.size() + 1));
    goals.insert(goals.begin() + place, {at, random_value(random)});
    ++added;
  }
  return added;
}

std::vector<double> initial_values(const Grid& grid, const std::vector<TileGoal>& goals) {
  std::vector<double> values(grid.tile_count(), kInfinite);
  for (const TileGoal& goal : goals) {
    double& value = values[grid.id(goal.at)];
    value = std::min(value, rounded(goal.value));
  }
  return values;
}

// Steps downhill lead to the goal, along a path that costs as much as the numbers differ.
void check_downhill(const Case& at, const std::vector<float>& numbers, Tile from, Tile goal) {
  const TileSteps& steps = at.options.steps;
  const auto number = [&](Tile tile) { return static_cast<double>(numbers[at.grid.id(tile)]); };
  if (number(from) == kInfinite) return;
  double cost = 0.0;
  Tile last = from;
  while (const auto next = find_downhill_step(at.grid, numbers, last, steps, at.links)) {
    double step = kInfinite;
    if (is_step_allowed(at.grid, last, *next, steps.diagonal)) {
      step = detail::step_cost(at.grid, last, *next, steps);
    }
    for (const TileLink& link : at.links) {
      if (link.from == last && link.to == *next) step = std::min(step, link.cost);
    }
    REQUIRE(number(*next) < number(last));
    cost += step;
    last = *next;
  }
  REQUIRE(last == goal);
  REQUIRE(std::abs(cost - (number(from) - number(last))) <= 1e-5 * (1.0 + std::abs(cost)));
}

}  // namespace

TEST_CASE("find_tile_distances: as by Dijkstra's algorithm, also after edits", "[distance_map]") {
  for (Random& random : random_generators("distance map")) {
    for (std::size_t i = 0; i < random_count(8'000, 200'000); ++i) {
      Case at(random);
      DistanceMapScratch scratch(at.grid);
      std::vector<float> numbers(at.grid.tile_count() + 1, -7.0F);
      for (int edit = 0; edit < 2; ++edit) {
        if (at.grid.walkable_count() == 0) break;
        std::vector<TileGoal> goals(static_cast<std::size_t>(random.between(0, 4)));
        for (TileGoal& goal : goals) {
          goal = {random_walkable_tile(random, at.grid), random_value(random)};
        }
        const std::vector<float> wanted =
            find_numbers(at.grid, initial_values(at.grid, goals), at.options);
        const std::size_t left_out = goals.empty() ? 0 : add_goals_in_walls(random, at.grid, goals);
        const DistanceMapResult made =
            find_tile_distances(at.grid, goals, at.options, scratch, numbers);
        REQUIRE(made);
        REQUIRE(made.left_out == left_out);
        INFO(to_drawing(at.grid) << "rule " << static_cast<int>(at.options.steps.diagonal)
                                 << ", limit " << at.options.limit);
        REQUIRE(std::equal(wanted.begin(), wanted.end(), numbers.begin()));
        REQUIRE(numbers.back() == -7.0F);
        if (goals.size() == 1 && at.options.limit == kNoLengthLimit && !at.grid.has_classes()) {
          check_downhill(at, numbers, random_walkable_tile(random, at.grid), goals[0].at);
        }
        at.grid.set(at.random_rect(random),
                    random.chance(50) ? TileState::walkable : TileState::blocked);
      }
    }
  }
}

TEST_CASE("turn_to_flee: as by Dijkstra's algorithm", "[distance_map]") {
  for (Random& random : random_generators("flee maps")) {
    for (std::size_t i = 0; i < random_count(6'000, 150'000); ++i) {
      const Case at(random);
      DistanceMapScratch scratch(at.grid);
      std::vector<float> numbers(at.grid.tile_count());
      if (random.chance(50) && at.grid.walkable_count() > 0) {
        const std::vector<TileGoal> goals{{random_walkable_tile(random, at.grid)}};
        DistanceMapOptions options{at.options.steps};
        if (random.chance(50)) options.links = at.links;
        REQUIRE(find_tile_distances(at.grid, goals, options, scratch, numbers));
      } else {
        for (float& number : numbers) {
          number = random.chance(60) ? kUnreachedTile : random_value(random);
        }
      }
      const float factor = -1.0F - static_cast<float>(random.below(16)) / 32.0F;
      std::vector<double> values(numbers.size(), kInfinite);
      for (TileId id = 0; id < values.size(); ++id) {
        if (numbers[id] == kUnreachedTile || !at.grid.is_walkable(at.grid.tile(id))) continue;
        values[id] = rounded(factor * numbers[id]);
      }
      const std::vector<float> wanted = find_numbers(at.grid, values, at.options);
      REQUIRE(turn_to_flee(at.grid, factor, at.options, scratch, numbers));
      INFO(to_drawing(at.grid));
      REQUIRE(wanted == numbers);
    }
  }
}

TEST_CASE("find_tile_distances: wide open maps, where runs are long", "[distance_map]") {
  for (Random& random : random_generators("wide distance maps")) {
    for (std::size_t i = 0; i < random_count(12, 60); ++i) {
      Grid grid(random.between(280, 400), random.between(280, 400), TileState::walkable);
      for (int k = random.between(0, 30); k > 0; --k) {
        const Tile at = random_walkable_tile(random, grid);
        const int width = random.between(1, 40);
        grid.set({at.x, at.y, at.x + width, at.y + random.between(1, 40)}, TileState::blocked);
      }
      DistanceMapOptions options;
      if (random.chance(30)) options.steps.length = DiagonalLength::one;
      if (random.chance(30)) options.limit = random.between(20, 300) + kDiagonalCost;
      std::vector<TileGoal> goals{{random_walkable_tile(random, grid)}};
      if (random.chance(50)) {
        const auto value = static_cast<float>(random.between(-100, 100));
        goals.push_back({random_walkable_tile(random, grid), value});
      }
      DistanceMapScratch scratch(grid);
      std::vector<float> numbers(grid.tile_count());
      REQUIRE(find_tile_distances(grid, goals, options, scratch, numbers));
      REQUIRE(numbers == find_numbers(grid, initial_values(grid, goals), options));
    }
  }
}

TEST_CASE("find_tile_distances: long ways, where floats are far apart", "[distance_map]") {
  // A spiral of corridors two tiles wide has paths of more than 4096 tiles with many diagonals.
  constexpr int kSide = 200;
  Grid grid(kSide, kSide, TileState::walkable);
  for (int y = 2; y < kSide; y += 4) {
    grid.set({0, y, kSide - 3, y + 1}, TileState::blocked);
    if (y + 2 < kSide) grid.set({3, y + 2, kSide, y + 3}, TileState::blocked);
  }
  DistanceMapScratch scratch(grid);
  std::vector<float> numbers(grid.tile_count());
  for (const float value : {0.0F, 0.3F}) {
    const std::vector<TileGoal> goals{{{0, 0}, value}, {{5, 1}, 4.0F}};
    REQUIRE(find_tile_distances(grid, goals, {}, scratch, numbers));
    CHECK(numbers == find_numbers(grid, initial_values(grid, goals), {}));
    CHECK(*std::max_element(numbers.begin(), numbers.end(), [](float a, float b) {
      return (a == kUnreachedTile ? 0.0F : a) < (b == kUnreachedTile ? 0.0F : b);
    }) > 4096.0F);
  }
}

TEST_CASE("distance maps: what is refused, and what is not a goal", "[distance_map]") {
  const Grid grid = draw_map("....\n.@..\n....\n");
  DistanceMapScratch scratch(grid);
  std::vector<float> numbers(grid.tile_count(), -1.0F);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  DistanceMapOptions options;
  const auto refuses = [&](const std::vector<TileGoal>& goals) {
    const DistanceMapResult found = find_tile_distances(grid, goals, options, scratch, numbers);
    return found.status == Status::invalid_input && numbers == std::vector<float>(12, -1.0F);
  };
  CHECK(refuses({{{1, 1}}}));
  CHECK(refuses({{{4, 0}}, {{1, 1}}, {{0, 3}}}));
  CHECK(refuses({{{-1, 0}}}));
  CHECK(refuses({{{0, 0}}, {{1, 1}, nan}}));
  for (const float value : {nan, kUnreachedTile, -kUnreachedTile, 2.0F * kMaxTileValue}) {
    CHECK(refuses({{{0, 0}, value}}));
  }
  SECTION("options") {
    options.steps.diagonal = static_cast<DiagonalRule>(4);
    CHECK(refuses({{{0, 0}}}));
    options = {};
    options.steps.length = static_cast<DiagonalLength>(2);
    CHECK(refuses({{{0, 0}}}));
    options = {};
    for (const double cost : {-0.5, std::numeric_limits<double>::quiet_NaN()}) {
      const std::array links{TileLink{{0, 0}, {1, 0}, cost}};
      options.links = links;
      CHECK(refuses({{{0, 0}}}));
    }
    const std::array links{TileLink{{0, 0}, {1, 2}, 1.0}, TileLink{{0, 0}, {2, 0}, 1.0}};
    options.links = links;
    CHECK(refuses({{{0, 0}}}));
  }
  SECTION("room") {
    const std::vector<TileGoal> goals{{{0, 0}}};
    const std::span<float> short_of_one = std::span(numbers).first(11);
    CHECK(find_tile_distances(grid, goals, {}, scratch, short_of_one).status ==
          Status::invalid_input);
    DistanceMapScratch other(Grid(3, 4, TileState::walkable));
    CHECK(find_tile_distances(grid, goals, {}, other, numbers).status == Status::invalid_input);
    other.fit(grid);
    CHECK(find_tile_distances(grid, goals, {}, other, numbers));
  }
  SECTION("values on tiles") {
    for (const float value : {nan, kMaxTileValue, -kMaxTileValue}) {
      numbers[0] = value;
      const std::vector<float> before = numbers;
      CHECK(turn_to_flee(grid, -1.2F, {}, scratch, numbers).status == Status::invalid_input);
      CHECK(std::equal(before.begin() + 1, before.end(), numbers.begin() + 1));
    }
    numbers[0] = 1.0F;
    for (const float factor : {0.0F, 1.2F, nan}) {
      CHECK(turn_to_flee(grid, factor, {}, scratch, numbers).status == Status::invalid_input);
    }
    numbers[5] = nan;  // blocked
    CHECK(turn_to_flee(grid, -1.2F, {}, scratch, numbers));
    CHECK(numbers[5] == kUnreachedTile);
  }
}

TEST_CASE("distance maps: no goal, and limits that no goal is within", "[distance_map]") {
  const Grid grid = draw_map("....\n.@..\n....\n");
  DistanceMapScratch scratch(grid);
  std::vector<float> numbers(grid.tile_count(), -1.0F);
  const std::vector<float> unreached(12, kUnreachedTile);
  CHECK(find_tile_distances(grid, {}, {}, scratch, numbers));
  CHECK(numbers == unreached);
  const std::vector<TileGoal> goals{{{0, 0}, 2.0F}};
  DistanceMapOptions options;
  for (const double limit : {1.5, -kInfinite, std::numeric_limits<double>::quiet_NaN()}) {
    options.limit = limit;
    numbers.assign(12, -1.0F);
    CHECK(find_tile_distances(grid, goals, options, scratch, numbers));
    CHECK(numbers == unreached);
  }
}

TEST_CASE("find_tile_distances: steps downhill pass links that cost nothing", "[distance_map]") {
  const Grid grid = draw_map(
      "..@....\n"
      "..@....\n");
  const std::array links{TileLink{{4, 0}, {1, 0}, 0.0}, TileLink{{1, 0}, {4, 0}, 0.0},
                         TileLink{{6, 1}, {4, 1}, 0x1p-40}};
  DistanceMapOptions options{.links = links};
  DistanceMapScratch scratch(grid);
  for (const float value : {-4.0F, 0.0F, 0.25F, 4e6F}) {
    for (const Tile goal : {Tile{0, 1}, Tile{4, 1}}) {
      std::vector<float> numbers(grid.tile_count());
      REQUIRE(
          find_tile_distances(grid, std::array{TileGoal{goal, value}}, options, scratch, numbers));
      for (TileId id = 0; id < grid.tile_count(); ++id) {
        Tile at = grid.tile(id);
        if (!grid.is_walkable(at)) continue;
        for (int i = 0; i < 8; ++i) {
          at = find_downhill_step(grid, numbers, at, options.steps, links).value_or(at);
        }
        CHECK(at == goal);
      }
    }
  }
}

TEST_CASE("find_tile_distances: links that cost too much are not there", "[distance_map]") {
  const Grid grid = draw_map(".@.\n");
  DistanceMapScratch scratch(grid);
  std::vector<float> numbers(grid.tile_count());
  for (const double cost : {double{kMaxTileValue}, 2.0 * double{kMaxTileValue}, kInfinite}) {
    const std::array links{TileLink{{2, 0}, {0, 0}, cost}};
    const DistanceMapOptions options{.links = links};
    const bool is_there = cost == double{kMaxTileValue};
    REQUIRE(find_tile_distances(grid, std::array{TileGoal{{0, 0}}}, options, scratch, numbers));
    CHECK(numbers[2] == (is_there ? kMaxTileValue : kUnreachedTile));
    const std::optional<Tile> next = find_downhill_step(grid, numbers, {2, 0}, {}, links);
    CHECK(next.has_value() == is_there);
  }
}

TEST_CASE("find_downhill_step: out of a blocked tile, and ties", "[distance_map]") {
  const Grid grid = draw_map("@..\n...\n...\n");
  DistanceMapScratch scratch(grid);
  std::vector<float> numbers(grid.tile_count());
  const std::vector<TileGoal> goals{{{2, 2}}};
  REQUIRE(find_tile_distances(grid, goals, {}, scratch, numbers));
  CHECK(numbers[0] == kUnreachedTile);
  CHECK(find_downhill_step(grid, numbers, {0, 0}, {}) == Tile{1, 1});
  CHECK_FALSE(find_downhill_step(grid, numbers, {2, 2}, {}));
  // Where two steps are as good, the first in the order of for_each_neighbor().
  TileSteps straight;
  straight.diagonal = DiagonalRule::never;
  REQUIRE(find_tile_distances(grid, goals, {straight}, scratch, numbers));
  CHECK(find_downhill_step(grid, numbers, {0, 0}, straight) == Tile{1, 0});
  numbers.assign(9, kUnreachedTile);
  CHECK_FALSE(find_downhill_step(grid, numbers, {0, 0}, straight));
}

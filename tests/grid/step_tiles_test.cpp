// Turns of creatures on tiles: what holds after each, against every pair and every rule.
#include <taut/engine/distance_map.hpp>
#include <taut/engine/step_tiles.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"

namespace taut::test {
namespace {

using Creatures = std::vector<TileCreature>;

bool has_room(const Grid& grid, Tile at, int size) {
  for (int y = at.y; y < at.y + size; ++y) {
    for (int x = at.x; x < at.x + size; ++x) {
      if (!grid.is_walkable(x, y)) return false;
    }
  }
  return true;
}

// The places of creatures of a size, as a grid.
Grid grow(const Grid& grid, int size) {
  return Grid::from_predicate(grid.width(), grid.height(), [&](int x, int y) {
    return has_room(grid, {x, y}, size);
  });
}

bool overlap(const TileCreature& a, Tile at_a, const TileCreature& b, Tile at_b) {
  return at_a.x < at_b.x + b.size && at_b.x < at_a.x + a.size && at_a.y < at_b.y + b.size &&
         at_b.y < at_a.y + a.size;
}

// Whether both go diagonally and their ways cross in the middle.
bool cross(Tile a, Tile a_to, Tile b, Tile b_to) {
  const auto is_diagonal = [](Tile from, Tile to) {
    return std::abs(to.x - from.x) == 1 && std::abs(to.y - from.y) == 1;
  };
  return is_diagonal(a, a_to) && is_diagonal(b, b_to) && a.x + a_to.x == b.x + b_to.x &&
         a.y + a_to.y == b.y + b_to.y;
}

std::string name_of(Tile tile) {
  return "(" + std::to_string(tile.x) + ", " + std::to_string(tile.y) + ")";
}

// What is wrong with a step of one, in words.
std::string find_step_fault(const Grid& grid, const TileCreature& before, const TileCreature& after,
                            const std::vector<TileLink>& links) {
  const std::string step = name_of(before.at) + " to " + name_of(after.at);
  if (before.at == after.at) return "";
  if (before.stays) return "one that stays went from " + step;
  if (!before.values.empty()) {
    const bool was_lost = before.values[grid.id(before.at)] == kUnreachedTile;
    if (!was_lost && before.values[grid.id(after.at)] == kUnreachedTile) {
      return "onto an unreached tile, from " + step;
    }
  }
  const bool is_link = std::any_of(links.begin(), links.end(), [&](const TileLink& link) {
    return link.from == before.at && link.to == after.at;
  });
  if (is_link && has_room(grid, after.at, after.size)) return "";
  const Grid places = grow(grid, before.size);
  return is_step_allowed(places, before.at, after.at, before.steps.diagonal) ? ""
                                                                             : "no step: " + step;
}

// What is wrong with a turn.
std::string find_fault(const Grid& grid, const Creatures& before, const Creatures& after,
                       const std::vector<TileLink>& links) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    const TileCreature& a = before[i];
    if (std::string fault = find_step_fault(grid, a, after[i], links); !fault.empty()) return fault;
    for (std::size_t j = 0; j < i; ++j) {
      const TileCreature& b = before[j];
      const std::string both = name_of(a.at) + " and " + name_of(b.at);
      if (overlap(a, after[i].at, b, after[j].at)) return both + " overlap";
      if (overlap(a, after[i].at, b, b.at) && overlap(b, after[j].at, a, a.at)) {
        return both + " have swapped";
      }
      const bool are_small = a.size == 1 && b.size == 1;
      if (are_small && cross(a.at, after[i].at, b.at, after[j].at)) return both + " have crossed";
    }
  }
  return "";
}

std::vector<float> find_numbers(const Grid& grid, Tile goal, const TileSteps& steps,
                                const std::vector<TileLink>& links = {}) {
  DistanceMapScratch scratch(grid);
  std::vector<float> numbers(grid.tile_count(), kUnreachedTile);
  (void)find_tile_distances(grid, std::array{TileGoal{goal}}, {.steps = steps, .links = links},
                            scratch, numbers);
  return numbers;
}

// Puts creatures of several sizes, rules and ranks where there is room.
struct Zoo {
  Zoo(Random& random, const Grid& grid, int most, bool is_plain) {
    constexpr std::array kRules{DiagonalRule::only_if_no_obstacles, DiagonalRule::never,
                                DiagonalRule::at_least_one_walkable, DiagonalRule::always};
    if (!is_plain && random.chance(40)) {
      for (int i = random.between(1, 6); i > 0; --i) {
        links.push_back({random_walkable_tile(random, grid), random_walkable_tile(random, grid),
                         static_cast<double>(random.between(0, 5))});
      }
      std::sort(links.begin(), links.end(), [&](const TileLink& a, const TileLink& b) {
        return grid.id(a.to) < grid.id(b.to);
      });
    }
    maps.reserve(static_cast<std::size_t>(most));
    for (int i = 0; i < most; ++i) {
      TileCreature one;
      if (!is_plain) {
        one.size = random.chance(70) ? 1 : random.between(2, 4);
        one.rank = static_cast<std::uint8_t>(random.between(0, 2));
        one.stays = random.chance(10);
        one.steps.diagonal = kRules[static_cast<std::size_t>(random.between(0, 3))];
      }
      one.at = random_walkable_tile(random, grid);
      const bool is_taken = std::any_of(all.begin(), all.end(), [&](const TileCreature& other) {
        return overlap(one, one.at, other, other.at);
      });
      if (is_taken || !has_room(grid, one.at, one.size)) continue;
      const bool shares = !is_plain && random.chance(20) && !maps.empty();
      if (!shares && (is_plain || random.chance(90))) {
        maps.push_back(find_numbers(grow(grid, one.size), random_walkable_tile(random, grid),
                                    one.steps, links));
      }
      if (!maps.empty()) one.values = maps.back();
      all.push_back(one);
    }
  }
  Zoo(const Zoo&) = delete;
  Zoo& operator=(const Zoo&) = delete;

  std::vector<std::vector<float>> maps;
  std::vector<TileLink> links;
  Creatures all;
};

// An orthogonal step away from each tile there is a way back that does not use the step.
bool has_loops_everywhere(const Grid& grid) {
  const std::vector<int> labels = label_components(grid);
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const Tile at = grid.tile(id);
    if (!grid.is_walkable(at)) continue;
    if (labels[id] != 1) return false;
    // Without the tile the others are still connected: no tile alone joins two parts.
    Grid without = grid;
    without.set(at, TileState::blocked);
    const std::vector<int> rest = label_components(without);
    if (*std::max_element(rest.begin(), rest.end()) > 1) return false;
  }
  return grid.walkable_count() > 3;
}

}  // namespace

TEST_CASE("step_tiles: no two overlap, swap or cross, and each makes one of its steps",
          "[step_tiles]") {
  std::size_t moved = 0;
  std::size_t large = 0;
  for (Random& random : random_generators("turns")) {
    for (std::size_t i = random_count(300, 20'000); i > 0; --i) {
      const Grid grid = make_random_map(random, 14);
      if (grid.walkable_count() == 0) continue;
      Zoo zoo(random, grid, random.between(1, 60), random.chance(30));
      StepTilesScratch scratch(grid, zoo.all.size());
      for (int turn = 0; turn < 12; ++turn) {
        const Creatures before = zoo.all;
        const StepTilesResult result = step_tiles(grid, zoo.all, zoo.links, scratch);
        INFO(to_drawing(grid));
        REQUIRE(result);
        REQUIRE(find_fault(grid, before, zoo.all, zoo.links) == "");
        std::size_t changed = 0;
        for (std::size_t z = 0; z < before.size(); ++z) {
          if (before[z].at == zoo.all[z].at) continue;
          ++changed;
          if (before[z].size > 1) ++large;
        }
        REQUIRE(result.moved == changed);
        moved += changed;
      }
    }
  }
  CHECK((moved > 10'000 || is_small_share()));
  CHECK((large > 100 || is_small_share()));
}

TEST_CASE("step_tiles: a creature alone walks as find_downhill_step()", "[step_tiles]") {
  for (Random& random : random_generators("a turn alone")) {
    for (std::size_t i = random_count(200, 10'000); i > 0; --i) {
      const Grid grid = make_random_map(random, 14);
      if (grid.walkable_count() == 0) continue;
      Zoo zoo(random, grid, 1, false);
      if (zoo.all.empty()) continue;
      TileCreature& one = zoo.all.front();
      const Grid places = grow(grid, one.size);
      StepTilesScratch scratch(grid, 1);
      for (std::uint32_t turn = 1; turn < 40; ++turn) {
        std::optional<Tile> next;
        if (!one.values.empty()) {
          next = find_downhill_step(places, one.values, one.at, one.steps, zoo.links);
        }
        const Tile before = one.at;
        REQUIRE(step_tiles(grid, zoo.all, zoo.links, scratch));
        REQUIRE(one.at == (one.stays ? before : next.value_or(before)));
        REQUIRE(one.waited == (next ? turn : 0));
        if (!next) break;
      }
    }
  }
}

TEST_CASE("step_tiles: where there are loops everywhere, each comes to its goal", "[step_tiles]") {
  std::size_t full = 0;
  for (Random& random : random_generators("turns on loops")) {
    for (std::size_t i = random_count(200, 5'000); i > 0; --i) {
      Grid grid =
          make_noise_map(random, random.between(2, 9), random.between(2, 9), random.between(0, 30));
      if (random.chance(30)) {  // a ring
        grid = Grid(random.between(3, 8), random.between(3, 8), TileState::walkable);
        grid.set({1, 1, grid.width() - 1, grid.height() - 1}, TileState::blocked);
      }
      if (!has_loops_everywhere(grid)) continue;
      Zoo zoo(random, grid, random.between(1, 100), true);
      if (zoo.all.size() == grid.walkable_count()) ++full;
      std::vector<bool> has_come(zoo.all.size());
      StepTilesScratch scratch(grid, zoo.all.size());
      const std::size_t most = 4 * grid.tile_count() * zoo.all.size() + 100;
      std::size_t turn = 0;
      const auto all_have_come = [&] {
        return std::all_of(has_come.begin(), has_come.end(), [](bool has) { return has; });
      };
      for (; turn < most && !all_have_come(); ++turn) {
        for (std::size_t z = 0; z < zoo.all.size(); ++z) {
          if (zoo.all[z].values[grid.id(zoo.all[z].at)] == 0.0F) has_come[z] = true;
        }
        REQUIRE(step_tiles(grid, zoo.all, {}, scratch));
      }
      INFO(to_drawing(grid) << ", " << zoo.all.size() << " creatures");
      REQUIRE(all_have_come());
    }
  }
  CHECK((full > 0 || is_small_share()));
}

namespace {

// Creatures with goals of their own, on a map drawn with `.` and `#`.
struct Play {
  Play(const char* rows, const std::vector<std::array<Tile, 2>>& ways)
      : grid(draw_map(rows)), scratch(grid, ways.size()) {
    for (const auto& [from, to] : ways) maps.push_back(find_numbers(grid, to, {}));
    for (std::size_t i = 0; i < ways.size(); ++i) {
      all.push_back({.at = ways[i][0], .values = maps[i]});
      goals.push_back(ways[i][1]);
    }
  }
  // The turns until all are at their goals at once; 0 after many.
  int run() {
    for (int turn = 0; turn < 200; ++turn) {
      bool are_there = true;
      for (std::size_t i = 0; i < all.size(); ++i) are_there = are_there && all[i].at == goals[i];
      if (are_there) return turn;
      step();
    }
    return 0;
  }
  void step() { REQUIRE(step_tiles(grid, all, {}, scratch)); }

  Grid grid;
  StepTilesScratch scratch;
  std::vector<std::vector<float>> maps;
  Creatures all;
  std::vector<Tile> goals;
};

}  // namespace

TEST_CASE("step_tiles: two swap in a corridor with a place beside it", "[step_tiles]") {
  // Eight steps each way; one of them has to let the other pass, or both go back to where it can.
  const auto swap = [](const char* rows, int most) {
    Play play(rows, {{Tile{0, 0}, Tile{8, 0}}, {Tile{8, 0}, Tile{0, 0}}});
    const int turns = play.run();
    INFO(rows << ": " << turns << " turns");
    CHECK(turns >= 9);
    CHECK(turns <= most);
  };
  swap(".........\n####.####", 26);
  swap(".........\n#####.###", 12);  // one sent there goes into it, and not on ahead
  swap(".........\n######.##", 14);
  swap(".........\n##.######", 26);
  swap(".........\n#.#####.#", 16);
}

TEST_CASE("step_tiles: a link is passed by those who have room at its end", "[step_tiles]") {
  const Grid grid = draw_map(
      "..#..\n"
      "..##.\n"
      "##...");
  const std::vector<TileLink> links{{{0, 0}, {3, 0}, 1.0}};
  const std::vector<float> numbers = find_numbers(grid, {4, 2}, {}, links);
  StepTilesScratch scratch(grid, 1);
  Creatures all{{.at = {0, 0}, .values = numbers}};
  REQUIRE(step_tiles(grid, all, links, scratch));
  CHECK(all[0].at == Tile{3, 0});
  all = {{.at = {0, 0}, .values = numbers, .size = 2}};
  REQUIRE(step_tiles(grid, all, links, scratch));
  CHECK(all[0].at == Tile{0, 0});
}

TEST_CASE("step_tiles: a full ring turns, and two in a corridor without a place beside do not pass",
          "[step_tiles]") {
  Play ring(
      "...\n"
      ".#.\n"
      "...",
      {{Tile{0, 0}, Tile{1, 0}},
       {Tile{1, 0}, Tile{2, 0}},
       {Tile{2, 0}, Tile{2, 1}},
       {Tile{2, 1}, Tile{2, 2}},
       {Tile{2, 2}, Tile{1, 2}},
       {Tile{1, 2}, Tile{0, 2}},
       {Tile{0, 2}, Tile{0, 1}},
       {Tile{0, 1}, Tile{0, 0}}});
  CHECK(ring.run() == 1);
  Play corridor("....", {{Tile{0, 0}, Tile{3, 0}}, {Tile{3, 0}, Tile{0, 0}}});
  CHECK(corridor.run() == 0);
}

TEST_CASE("step_tiles: who has waited longest, and before that who has the higher rank, goes first",
          "[step_tiles]") {
  const auto first_in_door = [](std::uint8_t rank, std::uint32_t waited) {
    Play play(
        ".#\n"
        "..\n"
        ".#",
        {{Tile{0, 0}, Tile{1, 1}}, {Tile{0, 2}, Tile{1, 1}}});
    play.all[1].rank = rank;
    play.all[1].waited = waited;
    play.step();
    return play.all[0].at == Tile{0, 1} ? 0 : 1;
  };
  CHECK(first_in_door(0, 0) == 0);
  CHECK(first_in_door(0, 1) == 1);
  CHECK(first_in_door(1, 0) == 1);
}

TEST_CASE("step_tiles: around one that stays, and at one goal, the others come to rest",
          "[step_tiles]") {
  const Grid grid(9, 9, TileState::walkable);
  const std::vector<float> numbers = find_numbers(grid, {4, 4}, {});
  for (const bool has_player : {false, true}) {
    Creatures all;
    if (has_player) all.push_back({.at = {4, 4}, .stays = true});
    for (int x = 0; x < 9; ++x) all.push_back({.at = {x, 0}, .values = numbers});
    StepTilesScratch scratch(grid, all.size());
    for (int turn = 0; turn < 30; ++turn) REQUIRE(step_tiles(grid, all, {}, scratch));
    CHECK(step_tiles(grid, all, {}, scratch).moved == 0);
    CHECK(std::any_of(all.begin(), all.end(), [](const auto& one) {
      return one.at == Tile{4, 4};
    }));
    if (has_player) CHECK(all[0].at == Tile{4, 4});
    for (const TileCreature& one : all) {
      CHECK(std::max(std::abs(one.at.x - 4), std::abs(one.at.y - 4)) <= 2);
    }
  }
}

TEST_CASE("step_tiles: one of four tiles sends away all that stand in its way, or none",
          "[step_tiles]") {
  const Grid grid = draw_map(
      "......\n"
      "......\n"
      "......");
  const std::vector<float> numbers = find_numbers(grow(grid, 2), {4, 0}, {});
  Creatures all{
      {.at = {0, 0}, .values = numbers, .size = 2, .rank = 1}, {.at = {2, 0}}, {.at = {2, 1}}};
  StepTilesScratch scratch(grid, 3);
  REQUIRE(step_tiles(grid, all, {}, scratch).moved == 3);
  CHECK(all[0].at == Tile{1, 0});
  // One of two stays: the other is not sent away for nothing.
  all = {{.at = {0, 0}, .values = numbers, .size = 2, .rank = 1},
         {.at = {2, 0}},
         {.at = {2, 1}, .stays = true}};
  REQUIRE(step_tiles(grid, all, {}, scratch));
  CHECK(all[1].at == Tile{2, 0});
  CHECK(all[2].at == Tile{2, 1});
  CHECK(all[0].at == Tile{0, 0});
}

TEST_CASE("step_tiles: bad input is refused, and nothing changes", "[step_tiles]") {
  const Grid grid(6, 4, TileState::walkable);
  const std::vector<float> numbers = find_numbers(grid, {5, 3}, {});
  const auto refuses = [&](const Creatures& given, StepTilesScratch& scratch) {
    Creatures all = given;
    const StepTilesResult result = step_tiles(grid, all, {}, scratch);
    CHECK(result.moved == 0);
    for (std::size_t i = 0; i < all.size(); ++i) CHECK(all[i].at == given[i].at);
    return result.status == Status::invalid_input;
  };
  StepTilesScratch scratch(grid, 3);
  const TileCreature good{.at = {1, 1}, .values = numbers};
  CHECK(refuses({good, good}, scratch));
  CHECK(refuses({good, {.at = {0, 0}, .size = 2}}, scratch));
  CHECK(refuses({good, {.at = {6, 0}}}, scratch));
  CHECK(refuses({good, {.at = {-1, 0}}}, scratch));
  CHECK(refuses({good, {.at = {5, 0}, .size = 2}}, scratch));
  CHECK(refuses({good, {.at = {(std::numeric_limits<int>::max)(), 0}, .size = 2}}, scratch));
  CHECK(refuses({good, {.at = {0, 0}, .size = 0}}, scratch));
  CHECK(refuses({{.at = {0, 0}, .size = 17}}, scratch));
  CHECK(refuses({{.at = {0, 0}, .values = std::span(numbers).first(23)}}, scratch));
  CHECK(refuses({{.at = {0, 0}, .steps = {static_cast<DiagonalRule>(9)}}}, scratch));
  StepTilesScratch other_sides(Grid(4, 6, TileState::walkable), 3);
  CHECK(refuses({good}, other_sides));
  StepTilesScratch few(grid, 1);
  CHECK(refuses({good, {.at = {0, 0}}}, few));
  few.fit(grid, 2);
  Creatures two{good, {.at = {0, 0}}};
  CHECK(step_tiles(grid, two, {}, few).moved == 1);
  // The refused calls have left nothing behind.
  Creatures all{good};
  CHECK(step_tiles(grid, all, {}, scratch).moved == 1);
  CHECK(few.memory_bytes() > 8 * grid.tile_count());
}

}  // namespace taut::test

// `taut field`.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <taut/engine/field.hpp>
#include <taut/engine/grid_mesh.hpp>
#include <taut/map_file.hpp>

#include "support/catch.hpp"
#include "support/program.hpp"
#include "support/random.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr const char* kMap =
    "type octile\nheight 5\nwidth 7\nmap\n"
    "...@...\n"
    ".@.@.@.\n"
    ".@...@.\n"
    "...@...\n"
    "@@@@@@.\n";

// The rows after the header.
std::vector<std::vector<std::string>> read_rows(const std::string& file) {
  std::vector<std::vector<std::string>> rows = read_csv(file);
  REQUIRE(rows.front() ==
          std::vector<std::string>{"x", "y", "distance", "goal", "next_x", "next_y"});
  rows.erase(rows.begin());
  return rows;
}

struct Ran {
  std::string out;
  std::vector<std::vector<std::string>> rows;
};

Ran run_field(const TemporaryFolder& folder, std::vector<std::string> arguments) {
  const std::string csv = folder.file("field.csv");
  arguments.insert(arguments.begin(), "field");
  arguments.insert(arguments.end(), {"--csv", csv});
  const ProgramRun run = run_program(arguments);
  INFO(run.err);
  REQUIRE(run.status == 0);
  return {run.out, read_rows(csv)};
}

// Distances by tile steps, relaxed until none gets less.
std::vector<double> relax_all(const Grid& grid, const Ground& ground, DiagonalRule rule,
                              const std::vector<std::pair<Tile, double>>& goals) {
  const auto cost_of = [&](TileId id) {
    return static_cast<double>(ground[grid.terrain_class(id)]);
  };
  std::vector<double> distances(grid.tile_count(), std::numeric_limits<double>::infinity());
  for (const auto& [at, cost] : goals) {
    distances[grid.id(at)] = std::min(distances[grid.id(at)], cost);
  }
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (TileId id = 0; id < grid.tile_count(); ++id) {
      const Tile to = grid.tile(id);
      for (int i = 0; i < 9; ++i) {
        const Tile from{to.x + i % 3 - 1, to.y + i / 3 - 1};
        if (!is_step_allowed(grid, from, to, rule)) continue;
        const double factor = 0.5 * (cost_of(id) + cost_of(grid.id(from)));
        const double length = from.x != to.x && from.y != to.y ? std::sqrt(2.0) : 1.0;
        const double through = distances[grid.id(from)] + length * factor;
        if (through >= distances[id] - 1e-12) continue;
        distances[id] = through;
        is_changed = true;
      }
    }
  }
  return distances;
}

bool is_same(double a, double b, double base = 0.0) {
  return a == b || is_near(a, b, base > 0.0 ? 1e-6 : 1e-11 * (1.0 + std::min(a, b)));
}

Tile tile_of(const std::vector<std::string>& row) { return {std::stoi(row[0]), std::stoi(row[1])}; }

// Gives the tiles of a grid random classes, or blocks them; returns them as a map file.
std::string add_terrain(Random& random, Grid& grid) {
  std::string text;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      const char letter = ".....SW@@"[random.below(9)];
      const TileRect tile{x, y, x + 1, y + 1};
      text += letter;
      if (letter == 'S') grid.set_class(tile, 1);
      if (letter == 'W') grid.set_class(tile, 2);
      if (letter == '@') grid.set(tile, TileState::blocked);
    }
    text += '\n';
  }
  return text;
}

// A random map with terrain, goals with costs and a limit.
void check_random_field(Random& random) {
  const TemporaryFolder folder;
  const std::vector<std::pair<const char*, DiagonalRule>> rules{
      {"never", DiagonalRule::never},
      {"always", DiagonalRule::always},
      {"one-free", DiagonalRule::at_least_one_walkable},
      {"no-obstacles", DiagonalRule::only_if_no_obstacles}};
  const int width = random.between(1, 16);
  const int height = random.between(1, 16);
  Grid grid = Grid::from_predicate(width, height, [](int, int) { return true; });
  const std::string text = add_terrain(random, grid);
  Ground ground;
  ground.set(1, 3.0F);
  ground.set(2, 0.3F);
  if (grid.walkable_count() == 0) return;
  const auto& [word, rule] = rules[static_cast<std::size_t>(random.below(4))];
  std::vector<std::string> arguments{folder.write("random.txt", text),
                                     "--map",
                                     "grid",
                                     "--diagonal",
                                     word,
                                     "--terrain",
                                     "S=3,W=0.3"};
  // What all goals cost: the oracle leaves it out, so that its sums are not rounded.
  const double base = random.chance(50) ? 99'999'900.0 : 0.0;
  std::vector<std::pair<Tile, double>> goals;
  for (int i = random.between(1, 3); i > 0; --i) {
    const Tile at = random_walkable_tile(random, grid);
    goals.push_back({at, 0.1 * random.between(0, 40)});
    arguments.push_back(fmt::format("{},{},{}", at.x, at.y, base + goals.back().second));
  }
  const double limit = random.chance(50) ? random.between(0, 20) + 0.05 : 1e9;
  arguments.insert(arguments.end(), {"--max", fmt::format("{}", base + limit)});
  const Ran ran = run_field(folder, arguments);
  INFO(text << word << ", to " << goals.size() << " goals, the last " << goals.back().first.x << ","
            << goals.back().first.y << "; limit " << limit);
  const std::vector<double> nearest = relax_all(grid, ground, rule, goals);
  std::vector<std::vector<double>> each;
  for (const auto& goal : goals) each.push_back(relax_all(grid, ground, rule, {goal}));
  REQUIRE(ran.rows.size() == grid.walkable_count());
  for (const std::vector<std::string>& row : ran.rows) {
    const Tile tile = tile_of(row);
    const double wanted = nearest[grid.id(tile)];
    if (is_same(wanted, limit, base)) continue;
    REQUIRE(row[2].empty() == !(wanted <= limit));
    if (row[2].empty()) continue;
    REQUIRE(is_same(std::stod(row[2]) - base, wanted, base));
    REQUIRE(is_same(each.at(std::stoul(row[3]))[grid.id(tile)], wanted, base));
    const Tile next = *grid.locate(Point{std::stof(row[4]), std::stof(row[5])});
    if (next == tile) {
      REQUIRE(goals.at(std::stoul(row[3])).first == tile);
    } else {
      REQUIRE(is_step_allowed(grid, tile, next, rule));
      REQUIRE(nearest[grid.id(next)] < wanted);
    }
  }
}

// One corridor of a tile's width through a square, from its first tile, and the tiles in order.
struct Serpentine {
  std::string rows;
  std::vector<Tile> tiles;
};

Serpentine make_serpentine(int side) {
  Serpentine map;
  const auto length = static_cast<std::size_t>(side);
  for (int y = 0; y < side; ++y) {
    const int turn = y / 2 % 2 == 0 ? side - 1 : 0;
    std::string row(length, y % 2 == 0 ? '.' : '@');
    row[static_cast<std::size_t>(turn)] = '.';
    map.rows += row + '\n';
    for (int i = 0; i < side && y % 2 == 0; ++i)
      map.tiles.push_back({std::abs(side - 1 - turn - i), y});
    if (y % 2 != 0) map.tiles.push_back({turn, y});
  }
  return map;
}

}  // namespace

TEST_CASE("field: distances over the mesh are those of the library") {
  const TemporaryFolder folder;
  const std::string map = folder.write("test.map", kMap);
  const Grid grid = *load_map(map).value;
  const Ran ran = run_field(folder, {map, "0,0", "6,4,2.5"});
  CHECK(std::stod(value_of(ran.out, "build")) > 0.0);
  CHECK(value_of(ran.out, "reached") == "22 of 22 walkable tiles");
  REQUIRE(ran.rows.size() == grid.walkable_count());
  const ConvexMesh mesh = build_mesh(grid);
  FieldScratch scratch;
  Field field;
  const std::vector<FieldGoal> goals{{{0.5F, 0.5F}}, {{6.5F, 4.5F}, 2.5}};
  REQUIRE(build_field(mesh, goals, {}, scratch, field));
  TileId last = 0;
  for (const std::vector<std::string>& row : ran.rows) {
    REQUIRE(row.size() == 6);
    const Tile tile = tile_of(row);
    CHECK(grid.id(tile) >= last);
    last = grid.id(tile);
    CHECK(std::stod(row[2]) == field.distance(center(tile)));
    CHECK(std::stoul(row[3]) == *field.nearest_goal(center(tile)));
    CHECK(Point{std::stof(row[4]), std::stof(row[5])} == *field.next_corner(center(tile)));
  }
}

TEST_CASE("field: distances over tiles, and the tiles next on the way") {
  const TemporaryFolder folder;
  const std::string map = folder.write("test.map", kMap);
  const Grid grid = *load_map(map).value;
  for (const auto& [word, rule] :
       {std::pair{"never", DiagonalRule::never}, std::pair{"always", DiagonalRule::always},
        std::pair{"one-free", DiagonalRule::at_least_one_walkable},
        std::pair{"no-obstacles", DiagonalRule::only_if_no_obstacles}}) {
    INFO(word);
    const Ran ran = run_field(folder, {map, "0,0", "6,0,1", "--map", "grid", "--diagonal", word});
    const std::vector<double> first = relax_all(grid, Ground(), rule, {{{0, 0}, 0.0}});
    const std::vector<double> second = relax_all(grid, Ground(), rule, {{{6, 0}, 1.0}});
    REQUIRE(ran.rows.size() == grid.walkable_count());
    for (const std::vector<std::string>& row : ran.rows) {
      const Tile tile = tile_of(row);
      const double to_first = first[grid.id(tile)];
      const double to_second = second[grid.id(tile)];
      CHECK(is_same(std::stod(row[2]), std::min(to_first, to_second)));
      if (!is_same(to_first, to_second)) CHECK(row[3] == (to_first < to_second ? "0" : "1"));
      const Tile next = *grid.locate(Point{std::stof(row[4]), std::stof(row[5])});
      const bool is_goal = tile == Tile{0, 0} || tile == Tile{6, 0};
      CHECK((is_goal ? next == tile : is_step_allowed(grid, tile, next, rule)));
    }
  }
}

TEST_CASE("field: far distances over tiles are exact") {
  const TemporaryFolder folder;
  std::string rows;
  for (int y = 0; y < 40; ++y) rows += std::string(2000, '.') + '\n';
  const Ran ran = run_field(folder, {folder.write("wide.txt", rows), "0,0", "--map", "grid"});
  for (const std::vector<std::string>& row : ran.rows) {
    const Tile tile = tile_of(row);
    const auto [less, more] = std::minmax(tile.x, tile.y);
    REQUIRE(std::stod(row[2]) == more - less + less * std::sqrt(2.0));
  }
  CHECK(value_of(ran.out, "farthest") == "2015.1543289325507 at 1999,39");
}

TEST_CASE("field: goals over tiles that cost much are exact, and take no longer") {
  const TemporaryFolder folder;
  const Serpentine map = make_serpentine(301);
  const std::string file = folder.write("serpentine.txt", map.rows);
  const auto run_timed = [&](const char* goal) {
    const auto begin = std::chrono::steady_clock::now();
    Ran ran = run_field(folder, {file, goal, "--map", "grid"});
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    return std::pair(std::move(ran), time.count());
  };
  const auto [near, near_time] = run_timed("0,0");
  const auto [far, far_time] = run_timed("0,0,1e8");
  // The time was 1000 times as long.
  CHECK(far_time < 20.0 * near_time + 1.0);
  std::vector<double> wanted(301 * 301, -1.0);
  for (std::size_t i = 0; i < map.tiles.size(); ++i) {
    wanted[static_cast<std::size_t>(map.tiles[i].y * 301 + map.tiles[i].x)] =
        static_cast<double>(i);
  }
  REQUIRE(near.rows.size() == map.tiles.size());
  REQUIRE(far.rows.size() == map.tiles.size());
  for (std::size_t i = 0; i < near.rows.size(); ++i) {
    const Tile tile = tile_of(near.rows[i]);
    const double distance = wanted[static_cast<std::size_t>(tile.y * 301 + tile.x)];
    REQUIRE(std::stod(near.rows[i][2]) == distance);
    REQUIRE(std::stod(far.rows[i][2]) == 1e8 + distance);
  }
}

TEST_CASE("field: --max over tiles is a limit in double") {
  const TemporaryFolder folder;
  const std::string map = folder.write("room.txt", ".....\n.....\n.....\n.....\n.....\n");
  const auto reached = [&](const char* limit) {
    const Ran ran = run_field(folder, {map, "2,2", "--map", "grid", "--max", limit});
    return value_of(ran.out, "reached") + ", " + value_of(ran.out, "farthest");
  };
  // All but the corners, which are 2 diagonals away.
  const std::string most = "21 of 25 walkable tiles, 2.414213562373095 at 1,0";
  CHECK(reached("2.414213562373095") == most);
  CHECK(reached("2.828427124746190") == most);
  CHECK(reached("2.414213562373094") == "13 of 25 walkable tiles, 2 at 2,0");
  CHECK(reached("2.8284271247461903").substr(0, 5) == "25 of");
}

TEST_CASE("field: distances over tiles by terrain, goals with costs and limits", "[field]") {
  for (Random& random : random_generators("field tiles")) {
    for (std::size_t i = random_count(10, 100); i > 0; --i) check_random_field(random);
  }
}

TEST_CASE("field: the goal as the next corner reads back exactly") {
  const TemporaryFolder folder;
  const std::string map = folder.write("test.map", kMap);
  const Ran ran = run_field(folder, {map, "0.521484375,0.0009765625"});
  CHECK(ran.rows.front()[4] == "0.521484375");
  CHECK(ran.rows.front()[5] == "0.0009765625");
}

TEST_CASE("field: --max leaves fields of the CSV empty") {
  const TemporaryFolder folder;
  const std::string map = folder.write("test.map", kMap);
  for (const std::string kind : {"mesh", "grid"}) {
    const Ran ran = run_field(folder, {map, "0,0", "--map", kind, "--max", "2"});
    CHECK(value_of(ran.out, "reached") == "5 of 22 walkable tiles");
    CHECK(std::count_if(ran.rows.begin(), ran.rows.end(), [](const auto& row) {
            return row.size() == 6 && row[2].empty() && row[3].empty() && row[5].empty();
          }) == 17);
  }
}

TEST_CASE("field: pictures") {
  const TemporaryFolder folder;
  const std::string map = folder.write("test.map", kMap);
  for (const std::string kind : {"mesh", "grid"}) {
    const std::string svg = folder.file("field.svg");
    const std::string png = folder.file("field.png");
    const ProgramRun run =
        run_program({"field", map, "0,0", "6,4", "--map", kind, "--svg", svg, "--png", png});
    INFO(run.err);
    CHECK(run.status == 0);
    CHECK(find_xml_fault(read_file(svg)).empty());
    CHECK(read_file(png).substr(1, 3) == "PNG");
    CHECK(value_of(run.out, "picture") == svg);
  }
  // A goal in a closed room of one tile.
  const std::string closed = folder.write("closed.txt", ".@.\n@@.\n...\n");
  const ProgramRun run = run_program({"field", closed, "0,0", "--png", folder.file("one.png")});
  CHECK(run.status == 0);
  CHECK(value_of(run.out, "reached") == "1 of 6 walkable tiles");
}

TEST_CASE("field: of discs and squares, to a wall as near as they are large") {
  const TemporaryFolder folder;
  const std::string map = folder.write("open.txt", ".......\n.......\n.......\n...@...\n.......\n");
  for (const char* const shape : {"disc", "square"}) {
    const Ran ran = run_field(folder, {map, "3,1", "--radius", "0.75", "--agent", shape});
    // Tiles at the border, and beside the wall, have no room.
    const auto distance_at = [&](const char* x, const char* y) {
      for (const std::vector<std::string>& row : ran.rows) {
        if (row[0] == x && row[1] == y) return row[2];
      }
      return std::string("none");
    };
    CHECK(distance_at("0", "1") == "");
    CHECK(distance_at("3", "2") == "");
    CHECK(distance_at("1", "1") == "2");
    // Round the wall.
    CHECK(std::stod(distance_at("1", "3")) > std::sqrt(8.0));
    CHECK(std::stod(distance_at("1", "3")) < 2.92);
  }
}

TEST_CASE("field: distances of discs and of costs are those of the paths") {
  const TemporaryFolder folder;
  const std::string round = folder.write("round.txt", ".@.\n...\n");
  const auto distance_from = [&](const std::string& map, const std::string& from,
                                 const std::vector<std::string>& words) {
    std::vector<std::string> all{map, "0,0,7"};
    all.insert(all.end(), words.begin(), words.end());
    for (const std::vector<std::string>& row : run_field(folder, all).rows) {
      if (row[0] + ',' + row[1] == from) return row[2];
    }
    return std::string("none");
  };
  const auto cost_of = [](const std::string& map, const std::string& from,
                          const std::vector<std::string>& words) {
    std::vector<std::string> all{"path", map, from, "0,0"};
    all.insert(all.end(), words.begin(), words.end());
    all.emplace_back("--json");
    return nlohmann::json::parse(run_program(all).out)["cost"].get<double>();
  };
  const std::vector<std::string> disc{"--radius", "0.5"};
  CHECK(cost_of(round, "2,0", disc) > 3.57);
  CHECK(std::stod(distance_from(round, "2,0", disc)) == 7.0 + cost_of(round, "2,0", disc));
  const std::vector<std::string> near{"--radius", "0.5", "--max", "10.55"};
  CHECK(distance_from(round, "2,0", near).empty());
  const std::string swamp = folder.write("swamp.txt", ".S\n..\n");
  const std::vector<std::string> terrain{"--map", "mesh", "--terrain", "S=3"};
  CHECK(std::stod(distance_from(swamp, "1,1", terrain)) == 7.0 + std::sqrt(2.0));
}

TEST_CASE("field: what is refused") {
  const TemporaryFolder folder;
  const std::string map = folder.write("test.map", kMap);
  const auto refuses = [&](const std::vector<std::string>& arguments,
                           const std::vector<std::string>& fragments) {
    std::vector<std::string> all{"field", map};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return is_refused(run_program(all), fragments);
  };
  CHECK(refuses({}, {"GOAL"}));
  CHECK(refuses({"3,0"}, {"goal 3,0", "blocked", "2,0"}));
  CHECK(refuses({"0,0", "7,0"}, {"goal 7,0", "outside"}));
  CHECK(refuses({"0,0", "1,7,2"}, {"goal 1,7,2", "outside"}));
  CHECK(refuses({"0"}, {"goal 0"}));
  CHECK(refuses({"0,0,-1"}, {"goal 0,0,-1", "-1"}));
  CHECK(refuses({"0,0,x"}, {"goal 0,0,x", "cost"}));
  CHECK(refuses({"0,0", "--max", "-1"}, {"--max -1"}));
  CHECK(refuses({"0,0", "--max", "nan"}, {"--max nan"}));
  CHECK(refuses({"0,0", "--max", "inf"}, {"--max inf", "number"}));
  CHECK(refuses({"0,0", "--map", "quadtree"}, {"--map quadtree", "mesh|grid"}));
  CHECK(refuses({"0,0,"}, {"goal 0,0,: the cost \"\""}));
  // Options of queries, which fields do not have.
  CHECK(refuses({"0,0", "--slide", "1"}, {"--slide 1: a field has no start"}));
  CHECK(refuses({"0,0", "--radius", "0.3", "--map", "grid"}, {"--radius 0.3", "--map mesh only"}));
  CHECK(refuses({"0,0", "--radius", "0.6"}, {"goal 0.5,0.5", "radius 0.6"}));
  CHECK(refuses({"0,0", "--agent", "square"}, {"--agent square: needs --radius"}));
  CHECK(refuses({"0,0", "--landmarks", "8"}, {"--landmarks 8: a field is not searched"}));
  CHECK(refuses({"0,0", "--search", "astar"}, {"--search astar: a field is not searched"}));
  CHECK(refuses({"0,0", "--method", "fast"}, {"--method fast: a field is not searched"}));
  CHECK(refuses({"0,0", "--landmarks", "1.5"}, {"--landmarks 1.5: must be a whole number"}));
  CHECK(refuses({"0,0", "--agent", "box"}, {"--agent box: must be one of disc|square"}));
  CHECK(refuses({"0,0", "--pull", "rope"}, {"--pull rope: must be one of funnel|"}));
  CHECK(refuses({"0,0", "--index"}, {"--index: a field is not searched"}));
  CHECK(refuses({"0,0", "--pull", "none"}, {"--pull none: a field has no corridor"}));
  CHECK(refuses({"0,0", "--repair"}, {"--repair: a field has no corridor"}));
  CHECK(refuses({"0,0", "--near"}, {"--near: a field has no start"}));
  CHECK(run_program({"field", map, "0,0", "--radius", "0", "--landmarks", "0"}).status == 0);
  CHECK(run_program({"field", map, "0,0", "--agent", "disc", "--pull", "funnel"}).status == 0);
  CHECK(run_program({"field", "--help"}).out.find("--slide") == std::string::npos);
  CHECK(refuses({"0,0", "--map", "mesh", "--diagonal", "never"}, {"--diagonal never", "grid"}));
  CHECK(is_refused(run_program({"field", folder.file("none.map"), "0,0"}), {"none.map"}));
}

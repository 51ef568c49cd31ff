// `taut field`.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include <taut/field.hpp>
#include <taut/grid_mesh.hpp>
#include <taut/map_file.hpp>

#include "support/catch.hpp"
#include "support/program.hpp"
#include "support/random_maps.hpp"
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
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : lines_of(read_file(file))) rows.push_back(split(line, ','));
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

Tile tile_of(const std::vector<std::string>& row) { return {std::stoi(row[0]), std::stoi(row[1])}; }

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
    CHECK(Point(std::stof(row[4]), std::stof(row[5])) == *field.next_corner(center(tile)));
  }
}

TEST_CASE("field: distances over tiles, and the tiles next on the way") {
  const TemporaryFolder folder;
  const std::string map = folder.write("test.map", kMap);
  const Grid grid = *load_map(map).value;
  for (const auto& [word, rule] :
       {std::pair{"never", DiagonalRule::never}, std::pair{"always", DiagonalRule::always},
        std::pair{"no-obstacles", DiagonalRule::only_if_no_obstacles}}) {
    INFO(word);
    const Ran ran = run_field(folder, {map, "0,0", "6,0,1", "--map", "grid", "--diagonal", word});
    const std::vector<double> first = find_tile_costs(grid, {0, 0}, rule);
    const std::vector<double> second = find_tile_costs(grid, {6, 0}, rule);
    REQUIRE(ran.rows.size() == grid.walkable_count());
    for (const std::vector<std::string>& row : ran.rows) {
      const Tile tile = tile_of(row);
      const double to_first = first[grid.id(tile)];
      const double to_second = 1.0 + second[grid.id(tile)];
      CHECK(std::stof(row[2]) == static_cast<float>(std::min(to_first, to_second)));
      if (to_first != to_second) CHECK(row[3] == (to_first < to_second ? "0" : "1"));
      const Tile next = *grid.locate(Point(std::stof(row[4]), std::stof(row[5])));
      const bool is_goal = tile == Tile{0, 0} || tile == Tile{6, 0};
      CHECK((is_goal ? next == tile : is_step_allowed(grid, tile, next, rule)));
    }
  }
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
  CHECK(refuses({"0"}, {"goal 0"}));
  CHECK(refuses({"0,0,-1"}, {"goal 0,0,-1", "-1"}));
  CHECK(refuses({"0,0,x"}, {"goal 0,0,x", "cost"}));
  CHECK(refuses({"0,0", "--max", "-1"}, {"--max -1"}));
  CHECK(refuses({"0,0", "--max", "nan"}, {"--max nan"}));
  CHECK(refuses({"0,0", "--map", "quadtree"}, {"--map quadtree", "mesh|grid"}));
  CHECK(refuses({"0,0", "--map", "mesh", "--diagonal", "never"}, {"--diagonal never", "grid"}));
  CHECK(is_refused(run_program({"field", folder.file("none.map"), "0,0"}), {"none.map"}));
}

// World files: floors and links in every command.
#include <cmath>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <taut/save.hpp>
#include <taut/world.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/program.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr const char* kHall =
    "..........\n"
    "....@@....\n"
    "....@@....\n"
    "..........\n"
    ".....SSS..\n"
    "..........\n";
constexpr const char* kCellar =
    ".......\n"
    "...@...\n"
    "...@...\n"
    "...@...\n"
    "...@...\n";

// Stairs (7) from the hall's upper right corner to the cellar's lower left one, and a drop (9) from
// its lower right one to the hall.
constexpr const char* kWorld = R"({
  "floors": [{"map": "hall.map"}, {"map": "cellar.map", "origin": [3, -2]}],
  "links": [
    {"id": 7, "from": [0, 9.5, 0.5, 9.5, 0.5], "to": [1, 0.5, 4.5, 0.5, 4.5], "cost": 1,
     "class": "D"},
    {"id": 9, "from": [1, 6.5, 4.5, 6.5, 4.5], "to": [0, 0.5, 5.5, 0.5, 5.5], "cost": 0.25,
     "one_way": true, "width": 1}
  ]
})";

// From the hall's (0, 0) to the cellar's (6, 4): what is walked.
const double kDown = 9.0 + 2.0 * std::hypot(2.5, 3.5) + 1.0;

struct Worlds {
  TemporaryFolder folder;
  std::string hall = folder.write("hall.map", kHall);
  std::string cellar = folder.write("cellar.map", kCellar);
  std::string world = folder.write("world.json", kWorld);
};

double number_of(const ProgramRun& run, const char* name) {
  return std::stod(value_of(run.out, name));
}

using Row = std::vector<std::string>;

}  // namespace

TEST_CASE("path: places on floors, as text and JSON", "[cli][floors]") {
  const Worlds worlds;
  const ProgramRun run = run_program({"path", worlds.world, "0:0,0", "1:6,4"});
  CHECK(run.status == 0);
  CHECK(run.err.empty());
  CHECK(is_near(number_of(run, "length"), kDown));
  CHECK(is_near(number_of(run, "cost"), kDown + 1.0));
  CHECK(value_of(run.out, "corners") == "2, 0 in open space");
  CHECK(run.out.find("\n  0:9.5 0.5, link 7\n  1:0.5 4.5\n  1:3 1\n") != std::string::npos);

  const ProgramRun text = run_program({"path", worlds.world, "1:6,4", "0:0.25,5.5", "--json"});
  REQUIRE(text.status == 0);
  const nlohmann::json json = nlohmann::json::parse(text.out);
  CHECK(json["path"] == nlohmann::json::parse("[[1,6.5,4.5],[0,0.5,5.5],[0,0.25,5.5]]"));
  CHECK(json["links"] == nlohmann::json::parse(R"([{"point":0,"link":9}])"));
  CHECK(json["start"] == nlohmann::json::parse("[1,6.5,4.5]"));
  CHECK(json["length"] == 0.25);
  CHECK(json["cost"] == 0.5);
  CHECK(json["map"]["floors"][1] == nlohmann::json::parse(R"({"width":7,"height":5})"));
}

TEST_CASE("path: links for sizes, and as the terrain prices and blocks their class",
          "[cli][floors]") {
  const Worlds worlds;
  const auto run = [&](const char* from, const char* to, std::vector<std::string> how) {
    std::vector<std::string> words{"path", worlds.world, from, to};
    words.insert(words.end(), how.begin(), how.end());
    return run_program(words);
  };
  const char* const a = "0:0,0";
  const char* const b = "1:6,4";
  CHECK(is_near(number_of(run(a, b, {"--terrain", "D=3"}), "cost"), kDown + 3.0));
  CHECK(is_near(number_of(run(a, b, {"--terrain", "D=0.5"}), "cost"), kDown + 0.5));
  const ProgramRun locked = run(a, b, {"--terrain", "D=x"});
  CHECK(locked.status == 1);
  CHECK(locked.out.find("from (0:0.5, 0.5) to (1:6.5, 4.5)") != std::string::npos);
  // The drop is one tile wide, and leads one way.
  CHECK(is_near(number_of(run(b, "0:0,5", {"--radius", "0.5"}), "cost"), 0.25));
  CHECK(run(b, "0:0,5", {"--radius", "0.45", "--agent", "square"}).status == 0);
  CHECK(run(b, "0:0,5", {"--terrain", "D=x"}).status == 0);
  CHECK(run("0:0,5", b, {"--terrain", "D=x"}).status == 1);
  for (const std::vector<std::string>& how :
       std::vector<std::vector<std::string>>{{"--method", "optimal"},
                                             {"--method", "fast"},
                                             {"--landmarks", "2"},
                                             {"--index"},
                                             {"--index", "--index-bytes", "1"},
                                             {"--near"},
                                             {"--terrain", "S=4"}}) {
    CHECK(is_near(number_of(run(a, b, how), "length"), kDown));
  }
  const ProgramRun disc = run(a, b, {"--radius", "0.4"});
  CHECK(disc.out.find(", link 7\n") != std::string::npos);
  CHECK(std::stod(value_of(disc.out, "clearance")) >= 0.4);
  CHECK(number_of(run(a, b, {"--radius", "0.4", "--agent", "square"}), "length") > kDown);
  // The goal stays on its floor.
  const ProgramRun near = run(a, "1:3,2", {"--near"});
  CHECK(near.out.find("\n  1:3 2.5\n") != std::string::npos);
}

TEST_CASE("path: what is not on a floor is refused", "[cli][floors]") {
  const Worlds worlds;
  const auto refuse = [&](const char* from, const char* to, std::vector<std::string> fragments,
                          std::vector<std::string> how = {}) {
    std::vector<std::string> words{"path", worlds.world, from, to};
    words.insert(words.end(), how.begin(), how.end());
    return is_refused(run_program(words), fragments);
  };
  CHECK(refuse("0,0", "1:6,4", {"start 0,0", "F:X,Y"}));
  CHECK(refuse("0:0,0", "2:6,4", {"goal 2:6,4", "0 to 1"}));
  CHECK(refuse("0:0,0", "-1:6,4", {"\"-1\""}));
  CHECK(refuse("0:0,0", "x:6,4", {"\"x\""}));
  CHECK(refuse("0:0,0", "1:8,4", {"goal 1:8,4", "7 x 5"}));
  CHECK(refuse("0:0,0", "1:3,1", {"1:3,1", "nearest walkable tile is 1:3,0"}));
  CHECK(refuse("0:1,1", "1:3,0", {"(1:3.5, 0.5)", "0.6"}, {"--radius", "0.6"}));
  for (const std::vector<std::string>& how :
       std::vector<std::vector<std::string>>{{"--map", "grid"},
                                             {"--map", "mesh"},
                                             {"--search", "jps"},
                                             {"--pull", "midpoint"},
                                             {"--repair"},
                                             {"--diagonal", "never"},
                                             {"--map", "grid", "--radius", "0.3"}}) {
    CHECK(refuse("0:0,0", "1:6,4", {how[0], "neither floors nor links", "world.json"}, how));
  }
  CHECK(refuse("0:0,0", "1:6,4", {"--compare"}, {"--compare"}));
  CHECK(refuse("0:0,0", "1:6,4", {"tile-path"},
               {"--layers", "tile-path", "--svg", worlds.folder.file("a.svg")}));
  CHECK(is_refused(run_program({"field", worlds.world, "0:0,0", "--map", "grid"}),
                   {"--map grid", "neither floors nor links"}));
  CHECK(is_refused(run_program({"field", worlds.world, "0:0,0", "--diagonal", "never"}),
                   {"--diagonal"}));
  // Neither a floor's map nor the world is overwritten.
  CHECK(refuse("0:0,0", "1:6,4", {"cellar.map"}, {"--svg", worlds.cellar}));
}

TEST_CASE("a world of one floor takes plain places, and stages where it has no links",
          "[cli][floors]") {
  const Worlds worlds;
  const std::string one = worlds.folder.write("one.json", R"({"floors": [{"map": "hall.map"}]})");
  const ProgramRun plain = run_program({"path", one, "0,0", "9,5", "--map", "grid", "--json"});
  CHECK(plain.status == 0);
  const ProgramRun of_map =
      run_program({"path", worlds.hall, "0,0", "9,5", "--map", "grid", "--json"});
  CHECK(nlohmann::json::parse(plain.out)["path"] == nlohmann::json::parse(of_map.out)["path"]);
  CHECK(run_program({"field", one, "0,0", "--terrain", "S=3"}).status == 0);

  const std::string linked = worlds.folder.write("linked.json",
                                                 R"({"floors": [{"map": "hall.map"}],
          "links": [{"id": 4294967295, "from": [0, 0.5, 0.5, 0.5, 0.5],
                     "to": [0, 9.5, 5.5, 9.5, 5.5], "cost": 2}]})");
  const std::string script = worlds.folder.write("script", "path 0 0 9 5\n");
  const std::string csv = worlds.folder.file("out.csv");
  CHECK(run_program({"replay", linked, script, "--csv", csv}).status == 0);
  const std::vector<Row> rows = read_csv(csv);
  REQUIRE(rows.size() == 2);
  CHECK(rows[1].size() == 18);
  CHECK(rows[1][11] == "0.5 0.5@link 4294967295;9.5 5.5");
  CHECK(rows[1][6] == "0");
  CHECK(rows[1][13] == "2");
  CHECK(is_refused(run_program({"path", linked, "0,0", "9,5", "--map", "quadtree"}),
                   {"neither floors nor links"}));
}

TEST_CASE("our world of two maps", "[cli][floors]") {
  const std::string pit = own_map("pit.json");
  const auto cost = [&](const char* from, const char* to, std::vector<std::string> how = {}) {
    std::vector<std::string> words{"path", pit, from, to};
    words.insert(words.end(), how.begin(), how.end());
    return number_of(run_program(words), "cost");
  };
  // Up the ladder, unless its door is locked.
  CHECK(is_near(cost("1:13,22", "0:3,12"), 2.0));
  CHECK(cost("1:13,22", "0:3,12", {"--terrain", "D=x"}) > 50.0);
  // The stairs are wide.
  CHECK(is_near(cost("0:25,48", "1:39,2"), 3.0));
  CHECK(is_near(cost("0:20,25", "1:40,31"), 1.0));
  CHECK(cost("1:40,31", "0:20,25") > 20.0);
}

TEST_CASE("links lead from segment to segment, the ratio kept", "[cli][floors]") {
  const Worlds worlds;
  // The hall's right border, from top to bottom, to the cellar's left one, from bottom to top.
  const std::string wide =
      worlds.folder.write("wide.json", R"({"floors": [{"map": "hall.map"}, {"map": "cellar.map"}],
      "links": [{"id": 3, "from": [0, 9.5, 0.5, 9.5, 4.5], "to": [1, 0.5, 4.5, 0.5, 0.5],
                 "cost": 0.5}]})");
  const ProgramRun top = run_program({"path", wide, "0:8,0", "1:1,4"});
  CHECK(is_near(number_of(top, "length"), 2.0));
  CHECK(top.out.find("\n  0:9.5 0.5, link 3\n  1:0.5 4.5\n") != std::string::npos);
  const ProgramRun middle = run_program({"path", wide, "0:8,3", "1:1,1"});
  CHECK(is_near(number_of(middle, "cost"), 2.5));
  CHECK(middle.out.find("\n  0:9.5 3.5, link 3\n  1:0.5 1.5\n") != std::string::npos);
  CHECK(
      run_program({"path", wide, "0:8,3", "1:1,1", "--svg", worlds.folder.file("a.svg")}).status ==
      0);
  CHECK(value_of(run_program({"info", wide}).out, "link 3") ==
        "0:9.5,0.5 - 0:9.5,4.5 and 1:0.5,4.5 - 1:0.5,0.5, cost 0.5");
  const std::string script = worlds.folder.write("script", "block 0 9 3 10 4\npath 0 8 3 1 1 1\n");
  const ProgramRun walled = run_program({"replay", wide, script});
  CHECK(value_of(walled.out, "invalid paths") == "0");
  CHECK(std::stod(value_of(walled.out, "mean cost")) > 2.6);
}

TEST_CASE("replay edits floors, classes and links", "[cli][floors]") {
  const Worlds worlds;
  const std::string script = worlds.folder.write("script",
                                                 "path 0 0 0 1 6 4\n"
                                                 "link 7 off\n"
                                                 "path 0 0 0 1 6 4\n"
                                                 "link 7 on\n"
                                                 "link 7 cost 5   # dear\n"
                                                 "path 0 0 0 1 6 4\n"
                                                 "block 1 -3 0 1 99\n"  // under the stairs
                                                 "path 0 0 0 1 6 4\n"
                                                 "open 1 0 0 1 5\n"
                                                 "class 0 1 0 2 6 S\n"
                                                 "path 0 0 0 1 6 4\n"
                                                 "class 0 1 0 2 6 .\n"
                                                 "path 0 0 0 1 6 4\n"
                                                 "class 1 5 0 6 5 Z\n"
                                                 "path 1 4 0 1 6 0\n"
                                                 "block 0 50 0 60 5\n");
  const std::string csv = worlds.folder.file("out.csv");
  const ProgramRun run =
      run_program({"replay", worlds.world, script, "--csv", csv, "--terrain", "S=4,Z=x"});
  CHECK(run.status == 0);
  CHECK(run.err.empty());
  CHECK(value_of(run.out, "map") == worlds.world + ", 2 floors");
  CHECK(value_of(run.out, "edits") == "9");
  CHECK(value_of(run.out, "invalid paths") == "0");
  const std::vector<Row> rows = read_csv(csv);
  REQUIRE(rows.size() == 8);
  CHECK(rows[0][18] == "start_floor");
  CHECK(rows[0][19] == "goal_floor");
  const std::vector<double> costs{kDown + 1, -1, kDown + 5, -1, kDown + 8, kDown + 5, -1};
  for (std::size_t i = 0; i < costs.size(); ++i) {
    INFO("query " << i);
    const Row& row = rows[i + 1];
    REQUIRE(row.size() == 21);  // the options are quoted: they have a comma
    CHECK(row[19] == (i == 6 ? "1" : "0"));
    CHECK(row[20] == "1");
    CHECK(row[5] == (costs[i] > 0 ? "ok" : "no_path"));
    if (costs[i] < 0) continue;
    CHECK(is_near(std::stod(row[13]), costs[i]));
    CHECK(row[11] == "0:0.5 0.5;0:9.5 0.5@link 7;1:0.5 4.5;1:3 1;1:4 1;1:6.5 4.5");
  }
}

TEST_CASE("replay: class on one map is what the terrain says of it", "[cli]") {
  const Worlds worlds;
  const std::string csv = worlds.folder.file("out.csv");
  const std::string script = worlds.folder.write("script",
                                                 "path 0 0 9 0\n"
                                                 "class 2 0 3 6 Z\n"
                                                 "path 0 0 9 0\n"
                                                 "class 2 0 3 6 S\n"
                                                 "path 0 0 9 0\n"
                                                 "class -9 -9 99 99 W\n"
                                                 "path 0 0 9 0\n");
  const auto check = [&](const std::vector<std::string>& how, const std::vector<double>& costs) {
    std::vector<std::string> words{"replay", worlds.hall, script, "--csv", csv};
    words.insert(words.end(), how.begin(), how.end());
    CHECK(run_program(words).status == 0);
    std::vector<Row> rows = read_csv(csv);
    REQUIRE(rows.size() == costs.size() + 1);
    for (std::size_t i = 0; i < costs.size(); ++i) {
      INFO("query " << i);
      const std::string cost = rows[i + 1][13];
      CHECK(cost.empty() == (costs[i] < 0.0));
      if (!cost.empty()) CHECK(is_near(std::stod(cost), costs[i]));
    }
  };
  check({}, {9.0, 9.0, 9.0, 9.0});
  check({"--terrain", "S=3,Z=x"}, {9.0, -1.0, 11.0, 9.0});
  check({"--terrain", "S=3,Z=5", "--map", "grid"}, {9.0, 13.0, 11.0, 9.0});
  CHECK(
      is_refused(run_program({"replay", worlds.hall, script, "--terrain", "Z=x", "--map", "grid"}),
                 {"script:2: class 2 0 3 6 Z", "--map grid"}));
}

TEST_CASE("scripts with floors that cannot be are refused", "[cli][floors]") {
  const Worlds worlds;
  const auto refuse = [&](const std::string& line, std::vector<std::string> fragments) {
    fragments.emplace_back("script:2:");
    const std::string script = worlds.folder.write("script", "path 0 0 0 0 1 0\n" + line);
    return is_refused(run_program({"replay", worlds.world, script}), fragments);
  };
  CHECK(refuse("path 0 0 1 0", {"6 numbers, F SX SY F GX GY", "4"}));
  CHECK(refuse("block 0 0 1 1", {"5 numbers", "4"}));
  CHECK(refuse("path 0 0 0 2 0 0", {"2 is not a floor from 0 to 1"}));
  CHECK(refuse("open -1 0 0 1 1", {"-1 is not a floor"}));
  CHECK(refuse("path 0 0 0 1 7 0", {"7 0", "floor 1", "7 x 5"}));
  CHECK(refuse("link 8 on", {"no link \"8\""}));
  CHECK(refuse("link x on", {"\"x\""}));
  CHECK(refuse("link 7", {"link takes", "1"}));
  CHECK(refuse("link 7 ajar", {"\"ajar\""}));
  CHECK(refuse("link 7 cost", {"link takes"}));
  CHECK(refuse("link 7 cost -1", {"\"-1\""}));
  CHECK(refuse("link 7 cost nan", {"\"nan\""}));
  CHECK(refuse("class 0 0 0 1 1 SS", {"\"SS\""}));
  CHECK(refuse("class 0 0 0 1 1", {"class takes"}));
}

TEST_CASE("scen: a query is on the floor whose map its line names", "[cli][floors]") {
  const Worlds worlds;
  const std::string scen = worlds.folder.write("a.scen",
                                               "version 1\n"
                                               "0 maps/cellar.map 7 5 0 4 6 4 9\n"
                                               "0 other.map 10 6 0 5 0 0 5\n");
  const std::string csv = worlds.folder.file("out.csv");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"scen", worlds.world, scen, "--csv", csv},
        std::vector<std::string>{"optimum", worlds.world, scen, "--csv", csv}}) {
    const ProgramRun run = run_program(words);
    CHECK(run.status == 0);
    CHECK(value_of(run.out, "solved") == "2");
    const std::vector<Row> rows = read_csv(csv);
    REQUIRE(rows.size() == 3);
    CHECK(rows[1][11] == "1:0.5 4.5;1:3 1;1:4 1;1:6.5 4.5");
    CHECK(rows[2][11] == "0:0.5 5.5;0:0.5 0.5");
    CHECK(rows[1][18] == "1");
    CHECK(rows[2][18] == "0");
  }
  const std::string wrong =
      worlds.folder.write("b.scen", "version 1\n0 cellar.map 10 6 0 4 6 4 9\n");
  CHECK(is_refused(run_program({"scen", worlds.world, wrong}),
                   {"b.scen:2:", "10 x 6", "cellar.map has 7 x 5"}));
}

TEST_CASE("field: distances over links, on each floor", "[cli][floors]") {
  const Worlds worlds;
  const std::string csv = worlds.folder.file("out.csv");
  const ProgramRun run = run_program({"field", worlds.world, "1:6,4", "0:0,5,100", "--csv", csv});
  CHECK(run.status == 0);
  CHECK(value_of(run.out, "reached") == "87 of 87 walkable tiles");
  const std::vector<Row> rows = read_csv(csv);
  REQUIRE(rows.size() == 88);
  CHECK(rows[0] ==
        Row{"x", "y", "distance", "goal", "next_x", "next_y", "floor", "next_floor", "link"});
  CHECK(is_near(std::stod(rows[1][2]), kDown + 1.0));
  CHECK(Row(rows[1].begin() + 3, rows[1].end()) == Row{"0", "9.5", "0.5", "0", "0", ""});
  // The way from the entry begins with the link.
  CHECK(Row(rows[10].begin() + 3, rows[10].end()) == Row{"0", "0.5", "4.5", "0", "1", "7"});
  CHECK(rows[87][6] == "1");
  CHECK(rows[87][2] == "0");
  // Each distance is the cost of a path.
  for (const std::size_t i : {5U, 30U, 60U, 80U}) {
    const std::string from = rows[i][6] + ":" + rows[i][0] + "," + rows[i][1];
    CHECK(is_near(std::stod(rows[i][2]),
                  number_of(run_program({"path", worlds.world, from, "1:6,4"}), "cost")));
  }
  CHECK(run_program({"field", worlds.world, "1:6,4", "--terrain", "S=4,D=x"})
            .out.find("reached   31 of") != std::string::npos);
  CHECK(run_program({"field", worlds.world, "1:6,4", "--radius", "0.4", "--max", "5"}).status == 0);
}

TEST_CASE("pictures have the floors beside each other, with links", "[cli][floors]") {
  const Worlds worlds;
  const std::string svg = worlds.folder.file("a.svg");
  for (const std::vector<std::string>& more :
       std::vector<std::vector<std::string>>{{},
                                             {"--radius", "0.4"},
                                             {"--layers", "cells,corridor,path"},
                                             {"--layers", "path", "--part", "1:0,0,7,5"}}) {
    std::vector<std::string> words{"path", worlds.world, "0:0,0", "1:6,4", "--svg", svg};
    words.insert(words.end(), more.begin(), more.end());
    CHECK(run_program(words).status == 0);
    CHECK(find_xml_fault(read_file(svg)).empty());
  }
  CHECK(run_program({"field", worlds.world, "0:0,0", "--svg", svg}).status == 0);
  CHECK(find_xml_fault(read_file(svg)).empty());
  for (const char* const part : {"0,0,7,5", "2:0,0,1,1", "1:0,0,8,5", "1:"}) {
    CHECK(is_refused(run_program({"path", worlds.world, "0:0,0", "1:6,4", "--svg", svg, "--layers",
                                  "path", "--part", part}),
                     {"--part", part}));
  }
}

TEST_CASE("info has a line per floor and link, also of a save", "[cli][floors]") {
  const Worlds worlds;
  const ProgramRun run = run_program({"info", worlds.world});
  CHECK(run.status == 0);
  CHECK(value_of(run.out, "floor 1") ==
        worlds.cellar + ", 7 x 5 tiles at 3,-2, 31 walkable, 1 components");
  CHECK(value_of(run.out, "link 7") == "0:9.5,0.5 and 1:0.5,4.5, cost 1, class D");
  CHECK(value_of(run.out, "link 9") == "1:6.5,4.5 to 0:0.5,5.5, cost 0.25, width 1");
  const nlohmann::json json =
      nlohmann::json::parse(run_program({"info", worlds.world, "--json"}).out);
  CHECK(json["floors"].size() == 2);
  CHECK(json["links"][0]["id"] == 7);
  CHECK(json["links"][0]["width"].is_null());

  std::vector<FloorMap> maps;
  maps.push_back({load_map(worlds.hall).value.value(), {0, 0}});
  maps.push_back({load_map(worlds.cellar).value.value(), {-20, 7}});
  World world(maps);
  world.link(Place(0, {9.5F, 0.5F}), Place(1, {-19.5F, 11.5F}), {.cost = 1.0});
  const std::string saved = worlds.folder.file("world.taut");
  REQUIRE(!save(world, saved));
  const ProgramRun path = run_program({"path", saved, "0:0,0", "1:6,4"});
  CHECK(is_near(number_of(path, "cost"), kDown + 1.0));
  CHECK(path.out.find(", link 0\n  1:0.5 4.5\n") != std::string::npos);
  CHECK(value_of(run_program({"info", saved}).out, "floor 1") ==
        saved + ", 7 x 5 tiles at -20,7, 31 walkable, 1 components");
  Crowd crowd(world);
  REQUIRE(crowd.add(Agent::disc(0.25), world.to_point({0, {0.5F, 0.5F}})));
  REQUIRE(!save(world, crowd, saved));
  CHECK(value_of(run_program({"info", saved}).out, "crowd") == "1 units, 0 searches wait");
  CHECK(run_program({"info", saved, "--json"}).out.find("\"units\": 1") != std::string::npos);
  CHECK(is_refused(run_program({"path", saved, "0:0,0", "1:6,4", "--terrain", "S=3"}),
                   {"--terrain S=3", "save"}));
}

TEST_CASE("info --slide: how far discs slide from tile centres", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("room.map", ".....\n.....\n.....\n.....\n");
  const ProgramRun run = run_program({"info", map, "--slide"});
  CHECK(run.status == 0);
  CHECK(value_of(run.out, "slide 0.5") ==
        "20 tile centres fit, 0 slide by 0 in the mean, at most 0, 0 nowhere");
  // For discs two tiles wide the outer ring slides by half a tile, its corners by 0.71.
  const double mean = (10.0 * 0.5 + 4.0 * std::sqrt(0.5)) / 14.0;
  const nlohmann::json json =
      nlohmann::json::parse(run_program({"info", map, "--slide", "--json"}).out);
  CHECK(json["slides"][1]["fit"] == 6);
  CHECK(json["slides"][1]["slide"] == 14);
  CHECK(is_near(json["slides"][1]["mean"].get<double>(), mean));
  CHECK(is_near(json["slides"][1]["most"].get<double>(), std::sqrt(0.5)));
  CHECK(json["slides"][2]["nowhere"] == 0);
  CHECK(run_program({"info", map}).out.find("slide") == std::string::npos);
}

TEST_CASE("optimum writes what scen writes by the optimal method", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = own_map("arena.map");
  const std::string scen = map + ".scen";
  const std::string csv = folder.file("out.csv");
  const ProgramRun run = run_program({"optimum", map, scen, "--csv", csv});
  CHECK(run.status == 0);
  const std::vector<Row> rows = read_csv(csv);
  const std::vector<Row> truth = read_csv(own_map("arena.optimal.csv"));
  REQUIRE(rows.size() == truth.size());
  for (std::size_t i = 1; i < rows.size(); ++i) {
    CHECK(rows[i][15] == "--method optimal");
    CHECK(is_near(std::stod(rows[i][6]), std::stod(truth[i][6]), 1e-8));
  }
  CHECK(run_program({"optimum", map, scen, "--radius", "0.3", "--csv", csv}).status == 0);
  CHECK(run_program({"optimum", own_map("marsh.map"), own_map("marsh.map.scen"), "--terrain",
                     "G=0.5,S=4,W=10", "--csv", csv})
            .status == 0);
  CHECK(std::stod(read_csv(csv)[20][13]) != std::stod(read_csv(csv)[20][6]));
  CHECK(is_refused(run_program({"optimum", map, scen}), {"--csv"}));
  CHECK(is_refused(run_program({"optimum", map, scen, "--csv", csv, "--method", "fast"}),
                   {"--method"}));
}

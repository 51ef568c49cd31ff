// `taut scen` and `taut replay`: many queries, their table and their summary.
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <taut/engine/validate.hpp>
#include <taut/map_file.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/program.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr const char* kHeader =
    "index,start_x,start_y,goal_x,goal_y,status,length,corners,search_us,portals_us,pull_us,path,"
    "expanded,cost,map,how,bucket,scenario_length";

// Two rooms without a door between them; (2, 1) and (7, 1) are blocked.
constexpr const char* kRooms =
    "....@.....\n"
    "..@.@..@..\n"
    "....@.....\n";

constexpr const char* kScenario =
    "version 1\n"
    "0\trooms.map\t10\t3\t0\t1\t3\t1\t4.0\n"
    "0\trooms.map\t10\t3\t0\t0\t9\t2\t9.8\n"
    "\n"
    "1\trooms.map\t10\t3\t2\t1\t3\t1\t1.0\n"
    "1\trooms.map\t10\t3\t5\t0\t7\t0\t2.0\n"
    "1\trooms.map\t10\t3\t5\t0\t5\t0\t0\n";

using Row = std::vector<std::string>;

// Checks a row against the rules of the table and, on the map, what its path promises.
void check_row(const Grid& grid, const Row& row) {
  REQUIRE(row.size() == 18);
  CHECK(std::stod(row[8]) >= 0.0);
  // A finder is timed as a whole.
  const bool is_whole = row[15].rfind("--method ", 0) == 0;
  for (const std::size_t time : {9U, 10U}) {
    CHECK(row[time].empty() == is_whole);
    if (!is_whole) CHECK(std::stod(row[time]) >= 0.0);
  }
  CHECK(row[13] == row[6]);
  if (row[5] != "ok") {
    CHECK(row[6].empty());
    CHECK(row[7].empty());
    CHECK(row[11].empty());
    return;
  }
  const std::vector<Point> path = parse_points(row[11]);
  CHECK(path.front() == center({std::stoi(row[1]), std::stoi(row[2])}));
  CHECK(path.back() == center({std::stoi(row[3]), std::stoi(row[4])}));
  CHECK(std::stod(row[6]) == path_length(path));
  CHECK(std::stoul(row[7]) == (path.size() > 2 ? path.size() - 2 : 0));
  const PathCheck check = validate_path(grid, path.front(), path.back(), path);
  CHECK(check.fault == PathFault::none);
}

}  // namespace

TEST_CASE("scen writes a row per query and a summary") {
  const TemporaryFolder folder;
  const std::string map = folder.write("rooms.map", kRooms);
  const std::string scen = folder.write("rooms.scen", kScenario);
  const std::string csv = folder.file("out.csv");
  const ProgramRun run = run_program({"scen", map, scen, "--csv", csv, "--repeat", "2"});
  CHECK(run.status == 0);
  CHECK(run.err.empty());
  CHECK(value_of(run.out, "queries") == "5");
  CHECK(value_of(run.out, "solved") == "3");
  CHECK(value_of(run.out, "no path") == "1");
  CHECK(value_of(run.out, "invalid input") == "1");
  CHECK(value_of(run.out, "invalid paths") == "0");
  // The first query goes round (2, 1): to its corner, along its side and on; the second is
  // straight.
  const double round = std::hypot(1.5, 0.5) + 1.0 + std::hypot(0.5, 0.5);
  CHECK(is_near(std::stod(value_of(run.out, "mean length")), (round + 2.0) / 3.0, 1e-6));
  CHECK(is_near(std::stod(value_of(run.out, "length / scenario's")), (round / 4.0 + 1.0) / 2.0,
                1e-6));
  CHECK(is_near(std::stod(value_of(run.out, "mean corners")), 2.0 / 3.0, 1e-3));
  CHECK(std::stod(value_of(run.out, "  in open space")) == 0.0);
  for (const char* const stage : {"  search", "  total"}) {
    CHECK(std::stod(value_of(run.out, stage)) >= 0.0);
  }
  CHECK(value_of(run.out, "  portals").empty());
  const ProgramRun stages = run_program({"scen", map, scen, "--map", "grid"});
  for (const char* const stage : {"  search", "  portals", "  pull", "  total"}) {
    CHECK(std::stod(value_of(stages.out, stage)) >= 0.0);
  }

  const std::vector<Row> rows = read_csv(csv);
  REQUIRE(rows.size() == 6);
  CHECK(lines_of(read_file(csv)).front() == kHeader);
  const std::array<const char*, 5> statuses{"ok", "no_path", "invalid_input", "ok", "ok"};
  const Loaded<Grid> grid = load_map(map);
  REQUIRE(grid);
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    CHECK(rows[i + 1][0] == std::to_string(i));
    CHECK(rows[i + 1][5] == statuses[i]);
    check_row(*grid.value, rows[i + 1]);
  }
  for (std::size_t i = 1; i < rows.size(); ++i) {
    CHECK(rows[i][14] == map);
    CHECK(rows[i][15] == value_of(run.out, "how"));
    CHECK(rows[i][16] == (i < 3 ? "0" : "1"));
  }
  CHECK(rows[1][17] == "4");
  CHECK(rows[2][17] == "9.8");
  CHECK(rows[1][12] != "0");
  CHECK(rows[3][12] == "0");
  CHECK(rows[1][11].substr(0, 8) == "0.5 1.5;");
  CHECK(rows[4][6] == "2");
  CHECK(rows[4][11] == "5.5 0.5;7.5 0.5");
  CHECK(rows[5][6] == "0");
  CHECK(rows[5][11] == "5.5 0.5");
}

TEST_CASE("scen: a goal that cannot be reached gives the nearest place, with --near") {
  const TemporaryFolder folder;
  const std::string map = folder.write("rooms, two.map", kRooms);
  const std::string scen = folder.write("rooms.scen", kScenario);
  const std::string csv = folder.file("out.csv");
  const Loaded<Grid> grid = load_map(map);
  REQUIRE(grid);
  for (const std::vector<std::string>& how :
       std::vector<std::vector<std::string>>{{}, {"--map", "grid"}, {"--map", "quadtree"}}) {
    std::vector<std::string> words{"scen", map, scen, "--csv", csv, "--near"};
    words.insert(words.end(), how.begin(), how.end());
    const ProgramRun run = run_program(words);
    CHECK(run.status == 0);
    CHECK(value_of(run.out, "solved") == "4");
    CHECK(value_of(run.out, "invalid paths") == "0");
    const std::vector<std::string> lines = lines_of(read_file(csv));
    REQUIRE(lines.size() == 6);
    // From the left room to (9, 2): the wall between the rooms is as near as it gets. A name with
    // a comma is quoted.
    CHECK(split(lines[2], ',')[5] == "ok");
    const std::vector<Point> path = parse_points(split(lines[2], ',')[11]);
    CHECK(path.back() == Point{4.0F, 2.5F});
    CHECK(lines[2].find(",\"" + map + "\",") != std::string::npos);
    // The start of the third stands on a blocked tile.
    CHECK(split(lines[3], ',')[5] == "invalid_input");
  }
  CHECK(run_program({"path", map, "0,0", "2,1", "--near"}).status == 0);
  CHECK(run_program({"path", map, "0,0", "9,2", "--near", "--radius", "0.3"}).status == 0);
  CHECK(run_program({"path", map, "0,0", "9,2", "--near", "--agent", "square", "--radius", "0.25"})
            .status == 0);
  const ProgramRun refused =
      run_program({"path", map, "0,0", "9,2", "--near", "--diagonal", "always", "--pull", "none"});
  CHECK(refused.status == 2);
  CHECK(refused.err.find("--near with --diagonal always") != std::string::npos);
}

TEST_CASE("scen runs every Nth query and keeps its index") {
  const TemporaryFolder folder;
  const std::string map = folder.write("rooms.map", kRooms);
  const std::string scen = folder.write("rooms.scen", kScenario);
  const std::string csv = folder.file("out.csv");
  const ProgramRun run = run_program({"scen", map, scen, "--csv", csv, "--every", "3"});
  CHECK(run.status == 0);
  CHECK(value_of(run.out, "queries") == "2");
  const std::vector<Row> rows = read_csv(csv);
  REQUIRE(rows.size() == 3);
  CHECK(rows[1][0] == "0");
  CHECK(rows[2][0] == "3");
  CHECK(rows[2][1] == "5");
}

TEST_CASE("the paths of every way to pull are valid and in order of length") {
  const TemporaryFolder folder;
  const std::string map = own_map("arena.map");
  const Loaded<Grid> grid = load_map(map);
  REQUIRE(grid);
  std::map<std::string, std::vector<Row>> tables;
  for (const char* const how : {"funnel", "simple", "midpoint", "raycast", "none", "repair"}) {
    const std::string csv = folder.file(how);
    std::vector<std::string> arguments{"scen", map, map + ".scen", "--map", "grid", "--csv", csv};
    if (std::string(how) == "repair") {
      arguments.emplace_back("--repair");
    } else {
      arguments.insert(arguments.end(), {"--pull", how});
    }
    const ProgramRun run = run_program(arguments);
    CHECK(run.status == 0);
    CHECK(value_of(run.out, "invalid paths") == "0");
    tables[how] = read_csv(csv);
    REQUIRE(tables[how].size() > 10);
  }
  const auto length = [&](const char* how, std::size_t row) {
    return std::stod(tables[how][row][6]);
  };
  for (std::size_t i = 1; i < tables["funnel"].size(); ++i) {
    for (const auto& [how, rows] : tables) {
      REQUIRE(rows.size() == tables["funnel"].size());
      CHECK(rows[i][5] == "ok");
      check_row(*grid.value, rows[i]);
    }
    CHECK(length("funnel", i) <= length("simple", i));
    CHECK(length("funnel", i) <= length("midpoint", i));
    CHECK(length("midpoint", i) <= length("none", i) + 1e-9);
    CHECK(length("raycast", i) <= length("midpoint", i) + 1e-9);
    CHECK(length("repair", i) <= length("funnel", i) + 1e-9);
  }
}

TEST_CASE("tile centres give the octile lengths of the benchmark, with A* and jump points") {
  const std::string search = GENERATE("astar", "jps");
  const auto data = find_shared_data("movingai");
  if (!data) return;
  const TemporaryFolder folder;
  const std::string map = (*data / "arena.map").string();
  const std::string csv = folder.file("out.csv");
  const ProgramRun run = run_program({"scen", map, map + ".scen", "--map", "grid", "--search",
                                      search, "--pull", "none", "--csv", csv});
  CHECK(run.status == 0);
  const std::vector<Row> rows = read_csv(csv);
  const std::vector<std::string> truth =
      lines_of(read_file((*data / "arena.optimal.csv").string()));
  REQUIRE(truth.size() > 100);
  for (std::size_t i = 1; i < truth.size(); ++i) {
    const Row expected = split(truth[i], ',');
    const Row& row = rows.at(std::stoul(expected[0]) + 1);
    for (std::size_t column = 0; column < 5; ++column) CHECK(row[column] == expected[column]);
    CHECK(is_near(std::stod(row[6]), std::stod(expected[5]), 1e-6 * std::stod(expected[5])));
  }
}

TEST_CASE("tile paths that cut corners are not validated") {
  const TemporaryFolder folder;
  const std::string map = folder.write("rooms.map", kRooms);
  const std::string scen = folder.write("rooms.scen", kScenario);
  const ProgramRun run =
      run_program({"scen", map, scen, "--pull", "none", "--diagonal", "one-free"});
  CHECK(run.status == 0);
  CHECK(value_of(run.out, "solved") == "3");
  CHECK(value_of(run.out, "invalid paths") == "not checked");
}

TEST_CASE("scenarios that do not fit are refused with file and line") {
  const TemporaryFolder folder;
  const std::string map = folder.write("rooms.map", kRooms);
  const std::string scen = folder.write("rooms.scen", kScenario);
  const auto refuse = [&](const std::string& text, const std::vector<std::string>& fragments) {
    return is_refused(run_program({"scen", map, folder.write("bad.scen", text)}), fragments);
  };
  const std::string good = "0 m 10 3 0 0 1 0 1\n";
  CHECK(refuse("version 1\n" + good + "\n\n0 m 10 4 0 0 1 0 1\n",
               {"bad.scen:5:", "10 x 4", "10 x 3"}));
  CHECK(refuse("version 1\n" + good + "0 m 10 3 0 0 1 3 1\n", {"bad.scen:3", "3"}));
  CHECK(refuse("version 1\n0 m 10 3 0 0 1\n", {"bad.scen:2"}));
  CHECK(refuse("version 1\n0 m 10 3 0 x 1 0 1\n", {"bad.scen:2", "x"}));
  CHECK(refuse("version 7\n", {"bad.scen:1", "7"}));
  CHECK(is_refused(run_program({"scen", map, folder.file("none.scen")}), {"none.scen"}));
  CHECK(is_refused(run_program({"scen", folder.file("none.map"), scen}), {"none.map"}));
  CHECK(is_refused(run_program({"scen", map}), {"SCEN"}));
  for (const char* const option : {"--every", "--repeat"}) {
    for (const char* const value : {"0", "-1", "x", "1.5", "99999999999"}) {
      CHECK(is_refused(run_program({"scen", map, scen, option, value}), {option, value}));
    }
  }
  CHECK(is_refused(run_program({"scen", map, scen, "--csv", folder.file("no/folder")}),
                   {"no/folder"}));
  if (std::ofstream("/dev/full").is_open()) {
    CHECK(is_refused(run_program({"scen", map, scen, "--csv", "/dev/full"}), {"/dev/full"}));
  }
}

TEST_CASE("scen runs a scenario of version 2 on the map that its patches make") {
  const TemporaryFolder folder;
  folder.write("walls.patch",
               "type patch\npatches 2\npatch 0\nheight 3\nwidth 1\nmap\n@\n@\n.\n"
               "patch 1\nheight 1\nwidth 1\nmap\n@\n");
  const std::string scen = folder.write("walls.scen",
                                        "version 2\nheight 3\nwidth 3\ncost 1 octile\n"
                                        "patch walls.patch\ncommands\nQ 0 0 0 2 0 2\n"
                                        "P 1 0 1 0\nQ 1 0 0 2 0 6\nP 2 1 1 2\nQ 2 0 0 2 0 0\n");
  for (const std::string search : {"optimal", "jps"}) {
    const std::string csv = folder.file("out.csv");
    const ProgramRun run = run_program({"scen", scen, "--search", search, "--csv", csv});
    CHECK(run.status == 0);
    CHECK(value_of(run.out, "queries") == "3");
    CHECK(value_of(run.out, "solved") == "2");
    CHECK(value_of(run.out, "no path") == "1");
  }
  const ProgramRun skipped = run_program({"scen", scen, "--every", "2"});
  CHECK(value_of(skipped.out, "no path") == "1");
  CHECK(is_refused(run_program({"scen", scen, "--repeat", "2"}), {"--repeat", "the map changes"}));
  const std::string wrong = folder.write("wrong.scen", "version 2\nheight 0\n");
  CHECK(is_refused(run_program({"scen", wrong}), {"wrong.scen:2:8:", "height `0`"}));
}

TEST_CASE("replay edits the map between queries, for each search") {
  const std::string search = GENERATE("optimal", "jps");
  const TemporaryFolder folder;
  const std::string map = folder.write("rooms.map", kRooms);
  const std::string script = folder.write("script",
                                          "# a comment\n"
                                          "path 0 0 9 0\n"
                                          "\n"
                                          "open 4 0 5 1   # a door\r\n"
                                          "path 0 0 9 0\n"
                                          "block 8 -5 20 9\n"
                                          "path 0 0 9 0\n"
                                          "path 0 0 7 0\n"
                                          "\topen  -3 -3  99 99\n"
                                          "path 0 0 9 2\n"
                                          "block 50 50 60 60\n");
  const std::string csv = folder.file("out.csv");
  const ProgramRun run =
      run_program({"replay", map, script, "--search", search, "--repair", "--csv", csv});
  CHECK(run.status == 0);
  CHECK(run.err.empty());
  CHECK(value_of(run.out, "edits") == "4");
  CHECK(value_of(run.out, "queries") == "5");
  CHECK(value_of(run.out, "solved") == "3");
  CHECK(value_of(run.out, "no path") == "1");
  CHECK(value_of(run.out, "invalid input") == "1");
  const double mean = std::stod(value_of(run.out, "  mean microseconds"));
  CHECK(mean >= 0.0);
  CHECK(std::stod(value_of(run.out, "  worst")) >= mean);

  const std::vector<Row> rows = read_csv(csv);
  REQUIRE(rows.size() == 6);
  CHECK(lines_of(read_file(csv)).front() == kHeader);
  const std::array<const char*, 5> statuses{"no_path", "ok", "invalid_input", "ok", "ok"};
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    CHECK(rows[i + 1][0] == std::to_string(i));
    CHECK(rows[i + 1][5] == statuses[i]);
  }
  CHECK(rows[2][11] == "0.5 0.5;9.5 0.5");
  CHECK(rows[4][6] == "7");
  CHECK(is_near(std::stod(rows[5][6]), std::hypot(9.0, 2.0)));
}

TEST_CASE("times of edits count those with tiles only") {
  const TemporaryFolder folder;
  const std::string map = folder.write("rooms.map", kRooms);
  const std::string script = folder.write("script", "block 1 0 1 2\nblock 0 0 1 1\nopen 2 2 2 2\n");
  const ProgramRun run = run_program({"replay", map, script});
  CHECK(run.status == 0);
  CHECK(value_of(run.out, "edits") == "3");
  CHECK(value_of(run.out, "  mean microseconds") == value_of(run.out, "  worst"));
}

TEST_CASE("rectangles without tiles do nothing") {
  const TemporaryFolder folder;
  const std::string map = folder.write("rooms.map", kRooms);
  for (const char* const edit :
       {"block 1 0 1 2", "block 3 0 1 2", "block 0 2 4 1", "cost 1 0 1 1 2", "open 10 0 12 3",
        "block -2 -2 0 9", "cost 0 3 9 4 2"}) {
    INFO(edit);
    const std::string script = folder.write("script", edit + std::string("\npath 0 0 3 0\n"));
    const ProgramRun run = run_program({"replay", map, script});
    CHECK(run.status == 0);
    CHECK(value_of(run.out, "edits") == "1");
    CHECK(value_of(run.out, "mean length") == "3");
    // Nothing, so there is no time of it.
    CHECK(run.out.find("mean microseconds") == std::string::npos);
    CHECK(run.out.find("worst") == std::string::npos);
  }
}

TEST_CASE("means are printed in full") {
  const TemporaryFolder folder;
  const std::string map = folder.write("rooms.map", kRooms);
  const ProgramRun run =
      run_program({"replay", map, folder.write("script", "path 0 0 1 2\npath 0 0 1 2\n")});
  CHECK(std::stod(value_of(run.out, "mean length")) == std::sqrt(5.0));
  const ProgramRun compared = run_program({"path", map, "0,0", "1,2", "--compare"});
  CHECK(compared.out.find("2.23606797749979") != compared.out.rfind("2.23606797749979"));
}

TEST_CASE("scripts that cannot be are refused with file and line before anything runs") {
  const TemporaryFolder folder;
  const std::string map = folder.write("rooms.map", kRooms);
  const auto refuse = [&](const std::string& line, const std::vector<std::string>& fragments) {
    std::vector<std::string> all{"script:3:"};
    all.insert(all.end(), fragments.begin(), fragments.end());
    return is_refused(
        run_program({"replay", map, folder.write("script", "path 0 0 1 0\n# ok\n" + line)}), all);
  };
  CHECK(refuse("walk 0 0 1 1", {"walk"}));
  CHECK(refuse("block 0 0 1", {"block", "3"}));
  CHECK(refuse("path 0 0 1 1 1", {"path", "5"}));
  CHECK(refuse("path 0 0 1 1.5", {"1.5"}));
  CHECK(refuse("path 0 0 1 x", {"\"x\""}));
  CHECK(refuse("path 0 0 1 99999999999", {"99999999999"}));
  CHECK(refuse("path 0 0 10 1", {"10 1", "outside"}));
  CHECK(refuse("path -1 0 1 1", {"-1 0", "outside"}));
  CHECK(refuse("path 0 0 1 99999999999", {"99999999999 is out of range", "2147483647"}));
  CHECK(refuse("block 0 0 -2147483649 1", {"-2147483649 is out of range"}));
  CHECK(refuse(std::string(100'000, 'x'), {"\"xxxx", "xxxx...\" is not one of"}));
  const ProgramRun conflict =
      run_program({"replay", map, folder.write("script", "path 0 0 1 0\ncost 0 0 2 1 2.3\n"),
                   "--map", "quadtree"});
  CHECK(is_refused(conflict, {"script:2: cost 0 0 2 1 2.3: ", "--map quadtree"}));
  CHECK(is_refused(run_program({"replay", map, folder.file("none")}), {"none"}));
}

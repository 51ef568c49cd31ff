// `taut path`: one query on the command line.
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <taut/engine/geometry.hpp>

#include "support/catch.hpp"
#include "support/program.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// The only ways from left to right go round the wall, above it or below it.
constexpr const char* kWall =
    ".....\n"
    ".@@@.\n"
    ".....\n";

constexpr const char* kSplit =
    "..@..\n"
    "..@..\n";

// From the middle of (0, 1) to the middle of (4, 1).
const double kWallLength = 3.0 + std::sqrt(2.0);

nlohmann::json run_json(std::vector<std::string> arguments) {
  arguments.emplace_back("--json");
  const ProgramRun run = run_program(arguments);
  INFO(run.err);
  CHECK((run.status == 0 || run.status == 1));
  return nlohmann::json::parse(run.out);
}

std::vector<double> numbers(const nlohmann::json& json) { return json.get<std::vector<double>>(); }

}  // namespace

TEST_CASE("path prints status, length, corners, times and the points") {
  const TemporaryFolder folder;
  const std::string map = folder.write("wall.txt", kWall);
  const ProgramRun run = run_program({"path", map, "0,1", "4,1"});
  CHECK(run.status == 0);
  CHECK(run.err.empty());
  CHECK(value_of(run.out, "status") == "ok");
  CHECK(is_near(std::stod(value_of(run.out, "length")), kWallLength));
  CHECK(value_of(run.out, "corners") == "2, 0 in open space");
  CHECK(std::stod(value_of(run.out, "search")) >= 0.0);
  // The finder is timed as a whole, stages are on their own.
  CHECK(value_of(run.out, "portals").empty());
  const ProgramRun stages = run_program({"path", map, "0,1", "4,1", "--map", "mesh"});
  CHECK(std::stod(value_of(stages.out, "portals")) >= 0.0);
  CHECK(std::stod(value_of(stages.out, "pull")) >= 0.0);
  CHECK(value_of(stages.out, "length") == value_of(run.out, "length"));
  const std::vector<std::string> lines = lines_of(run.out);
  REQUIRE(lines.size() >= 5);
  CHECK(lines[lines.size() - 5] == "path      4 points");
  CHECK(lines[lines.size() - 4] == "  0.5 1.5");
  CHECK(lines[lines.size() - 1] == "  4.5 1.5");
  // Above or below the wall, both are shortest.
  const bool is_above = lines[lines.size() - 3] == "  1 1";
  CHECK(lines[lines.size() - 3] == (is_above ? "  1 1" : "  1 2"));
  CHECK(lines[lines.size() - 2] == (is_above ? "  4 1" : "  4 2"));
}

TEST_CASE("path prints one JSON object") {
  const TemporaryFolder folder;
  const std::string map = folder.write("wall.txt", kWall);
  const nlohmann::json json = run_json({"path", map, "0,1", "4,1", "--map", "grid", "--repair"});
  CHECK(json.at("map").at("file") == map);
  CHECK(json.at("map").at("width") == 5);
  CHECK(json.at("map").at("height") == 3);
  CHECK(numbers(json.at("start")) == std::vector<double>{0.5, 1.5});
  CHECK(numbers(json.at("goal")) == std::vector<double>{4.5, 1.5});
  CHECK(json.at("how").at("pull") == "funnel");
  CHECK(json.at("how").at("repair") == true);
  CHECK(json.at("how").at("diagonal") == "no-obstacles");
  CHECK(json.at("status") == "ok");
  CHECK(is_near(json.at("length").get<double>(), kWallLength));
  CHECK(json.at("corners") == 2);
  CHECK(json.at("open_corners") == 0);
  CHECK(json.at("expanded").get<int>() > 0);
  CHECK(json.at("corridor_tiles") == 7);
  CHECK(json.at("portals") == 2);  // those that the funnel needs
  for (const char* const time : {"search_us", "portals_us", "pull_us"}) {
    CHECK(json.at(time).get<double>() >= 0.0);
  }
  REQUIRE(json.at("path").size() == 4);
  CHECK(numbers(json.at("path").front()) == std::vector<double>{0.5, 1.5});
  CHECK(numbers(json.at("path").back()) == std::vector<double>{4.5, 1.5});
}

TEST_CASE("a query without a path has exit status 1") {
  const TemporaryFolder folder;
  const std::string map = folder.write("split.txt", kSplit);
  const ProgramRun run = run_program({"path", map, "0,0", "4,1"});
  CHECK(run.status == 1);
  CHECK(run.err.empty());
  CHECK(value_of(run.out, "status") == "no_path");
  CHECK(value_of(run.out, "length").empty());

  const nlohmann::json json = run_json({"path", map, "0,0", "4,1"});
  CHECK(json.at("status") == "no_path");
  for (const char* const member : {"length", "cost", "corners", "open_corners"}) {
    CHECK(json.at(member).is_null());
  }
  CHECK(json.at("path").empty());
}

TEST_CASE("whole coordinates are tile centres, fractions places") {
  const TemporaryFolder folder;
  const std::string map = folder.write("wall.txt", kWall);
  const auto start_of = [&](const std::string& start) {
    return numbers(run_json({"path", map, start, "4,1"}).at("start"));
  };
  CHECK(start_of("0,0") == std::vector<double>{0.5, 0.5});
  CHECK(start_of("+3,2") == std::vector<double>{3.5, 2.5});
  CHECK(start_of("3.0,2.0") == std::vector<double>{3.0, 2.0});
  CHECK(start_of("3,0.25") == std::vector<double>{3.5, 0.25});
  CHECK(start_of("0.0,0.0") == std::vector<double>{0.0, 0.0});
  CHECK(start_of("5.0,3.0") == std::vector<double>{5.0, 3.0});
  CHECK(start_of("25e-1,0.5") == std::vector<double>{2.5, 0.5});
  // Snapped to 1/1024.
  CHECK(start_of("0.30001,0.7") == std::vector<double>{307.0 / 1024.0, 717.0 / 1024.0});
}

TEST_CASE("coordinates read back as doubles") {
  const TemporaryFolder folder;
  const std::string map = folder.write("wall.txt", kWall);
  const ProgramRun run = run_program({"path", map, "-0.0,0.521484375", "4.0009765625,0.5"});
  CHECK(run.out.find("\n  0 0.521484375\n  4.0009765625 0.5\n") != std::string::npos);
  const ProgramRun json = run_program({"path", map, "-0.0,0.5", "4.0009765625,0.5", "--json"});
  CHECK(json.out.find("-0.0") == std::string::npos);
  // Corners of a square agent lie on the lattice.
  const std::string csv = folder.file("out.csv");
  REQUIRE(run_program({"replay", folder.write("wide.txt", ".......\n.......\n..@@@..\n.......\n"),
                       folder.write("script", "path 0 2 6 2\n"), "--agent", "square", "--radius",
                       "0.3", "--csv", csv})
              .status == 0);
  const std::string path = split(lines_of(read_file(csv)).at(1), ',').at(11);
  const std::vector<std::string> corner = split(split(path, ';').at(1), ' ');
  CHECK(corner.at(0) == "1.69921875");
}

TEST_CASE("start and goal in the same place give a path of one point") {
  const TemporaryFolder folder;
  const std::string map = folder.write("wall.txt", kWall);
  const nlohmann::json json = run_json({"path", map, "2,0", "2,0"});
  CHECK(json.at("status") == "ok");
  CHECK(json.at("length") == 0.0);
  CHECK(json.at("path").size() == 1);
}

TEST_CASE("every method of pulling and every diagonal rule") {
  const TemporaryFolder folder;
  const std::string map = folder.write("wall.txt", kWall);
  const auto length = [&](const std::vector<std::string>& how) {
    std::vector<std::string> arguments{"path", map, "0,1", "4,1", "--map", "grid"};
    arguments.insert(arguments.end(), how.begin(), how.end());
    return run_json(arguments).at("length").get<double>();
  };
  CHECK(length({"--pull", "none"}) == 6.0);
  CHECK(is_near(length({"--pull", "simple"}), kWallLength));
  // Up to the middle of the tile's edge, across, and down again.
  CHECK(is_near(length({"--pull", "midpoint"}), 0.5 + std::sqrt(0.5) + 3.0 + std::sqrt(0.5) + 0.5));
  CHECK(length({"--pull", "raycast"}) > kWallLength);
  CHECK(length({"--pull", "raycast"}) < 6.0);
  CHECK(length({"--pull", "none", "--diagonal", "never"}) == 6.0);
  for (const char* const rule : {"one-free", "always"}) {
    CHECK(is_near(length({"--pull", "none", "--diagonal", rule}), 2.0 + 2.0 * std::sqrt(2.0)));
  }
  CHECK(is_near(length({"--search", "astar", "--radius", "0"}), kWallLength));

  const std::string gap = folder.write("gap.txt", ".@\n@.\n");
  const nlohmann::json through =
      run_json({"path", gap, "0,0", "1,1", "--pull", "none", "--diagonal", "always"});
  CHECK(is_near(through.at("length").get<double>(), std::sqrt(2.0)));
  CHECK(run_json({"path", gap, "0,0", "1,1"}).at("status") == "no_path");
}

TEST_CASE("the comparison has a row per method, in their order") {
  const TemporaryFolder folder;
  const std::string map = folder.write("wall.txt", kWall);
  const ProgramRun run = run_program({"path", map, "0,1", "4,1", "--map", "grid", "--compare"});
  CHECK(run.status == 0);
  const std::vector<std::string> names{"funnel", "simple",          "midpoint",      "raycast",
                                       "none",   "funnel + repair", "optimal search"};
  const std::vector<std::string> lines = lines_of(run.out);
  REQUIRE(lines.size() > names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    CHECK(lines[lines.size() - names.size() + i].substr(0, 18) ==
          names[i] + std::string(18 - names[i].size(), ' '));
  }
  CHECK(run.out.find(
            "method                          length  corners  in open space  microseconds") !=
        std::string::npos);

  const nlohmann::json json = run_json({"path", map, "0,1", "4,1", "--map", "grid", "--compare"});
  const nlohmann::json& methods = json.at("methods");
  REQUIRE(methods.size() == names.size());
  CHECK(methods[0].at("length") == json.at("length"));
  CHECK(methods[4].at("length") == 6.0);
  CHECK(methods[4].at("open_corners") == methods[4].at("corners"));
  CHECK(methods[5].at("repair") == true);
  for (const nlohmann::json& method : methods) {
    CHECK(method.at("fault") == "none");
    CHECK(method.at("length").get<double>() >= kWallLength - 1e-9);
    CHECK(method.at("path").size() == method.at("corners").get<std::size_t>() + 2);
  }

  const nlohmann::json tile_paths =
      run_json({"path", map, "0,1", "4,1", "--compare", "--pull", "none", "--diagonal", "always"});
  REQUIRE(tile_paths.at("methods").size() == 1);
  CHECK(tile_paths.at("methods")[0].at("pull") == "none");
}

TEST_CASE("points that are none, or no place to stand, are refused") {
  const TemporaryFolder folder;
  const std::string map = folder.write("wall.txt", kWall);
  for (const char* const bad :
       {"1",    "",       ",",       "1,",         ",1",        "1,2,3",
        "a,b",  "nan,1",  "1,inf",   "1,-inf",     "0x1,1",     "1;2",
        "1 ,2", " 1,2",   "1,1e999", "1.2.3,1",    "1,--1",     "1e,1",
        "-1,0", "5,0",    "0,3",     "-0.001,0.5", "5.001,1.0", "99999999999999999999,1",
        "2,1",  "2.5,1.5"}) {
    INFO("the point is \"" << bad << '"');
    CHECK(is_refused(run_program({"path", map, bad, "4,1"}), {"start " + std::string(bad)}));
    CHECK(is_refused(run_program({"path", map, "4,1", bad}), {"goal " + std::string(bad)}));
  }
  CHECK(is_refused(run_program({"path", map, "2,1", "4,1"}), {"blocked", "nearest"}));
  CHECK(is_refused(run_program({"path", map, "9,1", "4,1"}), {"outside", "5 x 3"}));
}

TEST_CASE("combinations that cannot work are refused with the reason") {
  const TemporaryFolder folder;
  const std::string map = folder.write("wall.txt", kWall);
  const std::string scen = folder.write("wall.scen", "version 1\n");
  const std::string script = folder.write("script", "");
  struct Case {
    std::vector<std::string> how;
    std::vector<std::string> reason;
  };
  const std::vector<Case> cases{
      {{"--map", "quadtree", "--diagonal", "never"}, {"--diagonal never", "--map quadtree"}},
      {{"--map", "quadtree", "--search", "jps"}, {"--search jps", "--map quadtree"}},
      {{"--map", "mesh", "--diagonal", "never"}, {"--diagonal never", "--map mesh"}},
      {{"--map", "mesh", "--search", "jps"}, {"--search jps", "--map mesh"}},
      {{"--search", "jps", "--diagonal", "never"}, {"--search jps", "--diagonal never"}},
      {{"--map", "grid", "--search", "optimal"}, {"--search optimal", "--map mesh"}},
      {{"--diagonal", "never", "--search", "optimal"}, {"--search optimal", "--map grid"}},
      {{"--radius", "0.4", "--pull", "simple"}, {"--radius 0.4", "--pull funnel"}},
      {{"--radius", "-1"}, {"--radius -1", "0 or more"}},
      {{"--radius", "40"}, {"--radius 40", "32 at most"}},
      {{"--radius", "nan"}, {"--radius nan", "number"}},
      {{"--radius", "wide"}, {"--radius", "wide"}},
      {{"--diagonal", "always"}, {"--diagonal always", "--pull funnel", "corners"}},
      {{"--diagonal", "one-free", "--pull", "raycast"}, {"--diagonal one-free", "--pull raycast"}},
      {{"--diagonal", "always", "--pull", "none", "--repair"}, {"--repair", "--diagonal always"}},
      {{"--pull", "fnnel"}, {"--pull fnnel", "funnel|simple|midpoint|raycast|none"}},
      {{"--map", "Grid"}, {"--map Grid", "grid|quadtree|mesh"}},
      {{"--search", "a"}, {"--search a", "astar|jps|optimal"}},
      {{"--method", "b"}, {"--method b", "best|optimal|fast"}},
      {{"--method", "best", "--map", "mesh"}, {"--method best", "--map mesh"}},
      {{"--search", "astar", "--method", "fast"}, {"--method fast", "--search astar"}},
      {{"--method", "optimal", "--pull", "funnel"}, {"--method optimal", "--pull funnel"}},
      {{"--method", "best", "--repair"}, {"--method best", "--repair"}},
      {{"--method", "best", "--diagonal", "never"}, {"--method best", "--diagonal never"}},
      {{"--diagonal", "yes"}, {"--diagonal yes", "never|no-obstacles|one-free|always"}},
      {{"--pull"}, {"--pull"}},
      {{"--pull", "none", "--pull", "funnel"}, {"--pull"}},
      {{"--frobnicate"}, {"--frobnicate"}},
  };
  for (const Case& one : cases) {
    for (std::vector<std::string> arguments : {std::vector<std::string>{"path", map, "0,1", "4,1"},
                                               std::vector<std::string>{"scen", map, scen},
                                               std::vector<std::string>{"replay", map, script}}) {
      arguments.insert(arguments.end(), one.how.begin(), one.how.end());
      CHECK(is_refused(run_program(arguments), one.reason));
    }
  }
}

TEST_CASE("map and search follow what was requested") {
  const TemporaryFolder folder;
  const std::string map = folder.write("wall.txt", kWall);
  struct Case {
    std::vector<std::string> how;
    const char* map;
    const char* search;
  };
  for (const Case& one :
       {Case{{"--pull", "none"}, "mesh", "optimal"}, Case{{"--repair"}, "mesh", "optimal"},
        Case{{"--search", "optimal"}, "mesh", "optimal"},
        Case{{"--map", "mesh"}, "mesh", "optimal"}, Case{{"--map", "grid"}, "grid", "astar"},
        Case{{"--map", "quadtree"}, "quadtree", "astar"},
        Case{{"--search", "astar"}, "mesh", "astar"},
        Case{{"--search", "astar", "--repair"}, "mesh", "astar"},
        Case{{"--search", "jps"}, "grid", "jps"}, Case{{"--diagonal", "never"}, "grid", "astar"},
        Case{{"--diagonal", "no-obstacles"}, "grid", "astar"}}) {
    std::vector<std::string> arguments{"path", map, "0,1", "4,1"};
    arguments.insert(arguments.end(), one.how.begin(), one.how.end());
    const nlohmann::json how = run_json(arguments).at("how");
    CHECK(how.at("map") == one.map);
    CHECK(how.at("search") == one.search);
    CHECK(how.at("method").is_null());
  }
  for (const char* const method : {"best", "optimal", "fast"}) {
    const nlohmann::json how = run_json({"path", map, "0,1", "4,1", "--method", method}).at("how");
    CHECK(how.at("method") == method);
    CHECK(how.at("map").is_null());
  }
  CHECK(run_json({"path", map, "0,1", "4,1"}).at("how").at("method") == "best");
}

TEST_CASE("usage errors name what is wrong in one line") {
  const TemporaryFolder folder;
  const std::string map = folder.write("wall.txt", kWall);
  CHECK(is_refused(run_program({}), {"no command"}));
  CHECK(is_refused(run_program({"pth"}), {"pth: not a command", "path, scen, replay, field"}));
  CHECK(is_refused(run_program({"path", map, "-.5,0", "2,1"}), {"-.5,0", "GOAL is required"}));
  CHECK(is_refused(run_program({"path"}), {"MAP"}));
  CHECK(is_refused(run_program({"path", map}), {"START"}));
  CHECK(is_refused(run_program({"path", map, "1,0"}), {"GOAL"}));
  CHECK(is_refused(run_program({"path", map, "1,0", "2,0", "3,0"}), {"3,0"}));
  CHECK(is_refused(run_program({"path", folder.file("none.map"), "1,0", "2,0"}), {"none.map"}));
  CHECK(is_refused(run_program({"path", folder.write("bad.map", "..\n...\n"), "1,0", "0,0"}),
                   {"bad.map:2"}));
  // Control characters do not break the line.
  CHECK(is_refused(run_program({"path", "no\nmap", "1,0", "2,0"}), {"no\\x0Amap"}));
}

TEST_CASE("help and version") {
  const ProgramRun help = run_program({"--help"});
  CHECK(help.status == 0);
  CHECK(help.err.empty());
  for (const char* const command : {"path", "scen", "replay", "pull", "info"}) {
    CHECK(help.out.find(command) != std::string::npos);
    const ProgramRun own = run_program({command, "--help"});
    CHECK(own.status == 0);
    CHECK(own.out.find(std::string("taut ") + command) != std::string::npos);
  }
  const ProgramRun version = run_program({"--version"});
  CHECK(version.status == 0);
  CHECK(version.out.substr(0, 5) == "taut ");
}

TEST_CASE("output that cannot be written is an error") {
  const TemporaryFolder folder;
  const std::string map = folder.write("wall.txt", kWall);
  const std::string nowhere = folder.file("no/such/folder");
  CHECK(is_refused(run_program({"path", map, "0,1", "4,1", "--svg", nowhere}), {nowhere}));
  CHECK(is_refused(run_program({"path", map, "0,1", "4,1", "--png", nowhere}), {nowhere}));
  if (std::ofstream("/dev/full").is_open()) {
    CHECK(
        is_refused(run_program({"path", map, "0,1", "4,1", "--svg", "/dev/full"}), {"/dev/full"}));
    CHECK(is_refused(run_program({"path", map, "0,1", "4,1"}, "/dev/full"), {"standard output"}));
  }
}

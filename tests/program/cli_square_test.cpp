// `taut` with `--agent square`: what it writes, read back and checked.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <taut/engine/space.hpp>
#include <taut/engine/validate.hpp>
#include <taut/map_file.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/program.hpp"

using namespace taut;
using namespace taut::test;

TEST_CASE("square agent: scen writes paths that it can walk", "[cli]") {
  const TemporaryFolder folder;
  for (const char* const name : {"arena.map", "dungeon.map"}) {
    const std::string map = own_map(name);
    const Loaded<Grid> grid = load_map(map);
    REQUIRE(grid);
    for (const char* const radius : {"0.3", "0.5", "1"}) {
      const std::string csv = folder.file("rows");
      const ProgramRun run = run_program({"scen", map, map + ".scen", "--csv", csv, "--every", "5",
                                          "--agent", "square", "--radius", radius});
      REQUIRE(run.status == 0);
      CHECK(value_of(run.out, "invalid paths") == "0");
      CHECK(run.out.find("--agent square") != std::string::npos);
      const Space square(*grid.value, Agent::square(std::stod(radius)));
      const std::vector<std::string> lines = lines_of(read_file(csv));
      for (std::size_t i = 1; i < lines.size(); ++i) {
        INFO(lines[i]);
        const std::vector<std::string> row = split(lines[i], ',');
        REQUIRE(row.size() == 18);
        const Point start = tile_center(row, 1);
        const Point goal = tile_center(row, 3);
        REQUIRE((row[5] == "invalid_input") == !(square.has_room(start) && square.has_room(goal)));
        if (std::stod(radius) <= 0.5) REQUIRE(row[5] == "ok");
        if (row[5] != "ok") continue;
        const std::vector<Point> path = parse_points(row[11]);
        const PathCheck check =
            validate_square_path(*grid.value, start, goal, path, square.agent().radius);
        REQUIRE(check.fault == PathFault::none);
        REQUIRE(is_near(path_length(path), std::stod(row[6]), 1e-6));
        REQUIRE(std::to_string(check.corners) == row[7]);
      }
    }
  }
}

namespace {

// Runs the program for a square agent of radius 0.5 on a small map.
struct SquareRuns {
  TemporaryFolder folder;
  std::string map = folder.write("wall.map",
                                 ".......\n"
                                 ".......\n"
                                 "...@...\n"
                                 ".......\n"
                                 ".......\n");

  [[nodiscard]] static ProgramRun run(std::vector<std::string> words) {
    words.insert(words.end(), {"--agent", "square", "--radius", "0.5"});
    return run_program(words);
  }
};

}  // namespace

TEST_CASE("square agent: path as text, JSON and picture", "[cli]") {
  const SquareRuns runs;
  const std::string& map = runs.map;
  const std::string svg = runs.folder.file("out.svg");
  const ProgramRun text = SquareRuns::run({"path", map, "1,2", "5,2", "--svg", svg});
  CHECK(text.status == 0);
  CHECK(value_of(text.out, "status") == "ok");
  CHECK(value_of(text.out, "corners") == "2, 0 in open space");
  CHECK(text.out.find("  2.5 1.5\n  4.5 1.5\n") != std::string::npos);
  CHECK(find_xml_fault(read_file(svg)).empty());

  const ProgramRun json = SquareRuns::run({"path", map, "1,2", "5,2", "--json"});
  REQUIRE(json.status == 0);
  const auto object = nlohmann::json::parse(json.out);
  CHECK(object["how"]["radius"] == 0.5);
  CHECK(object["how"]["agent"] == "square");
  CHECK(object["path"].size() == 4);
  CHECK(object["open_corners"] == 0);

  CHECK(is_refused(run_program({"path", map, "0,0", "5,2", "--agent", "square", "--radius", "0.6"}),
                   {map, "The start (0.5, 0.5) is 0.5 tiles from a wall", "0.6"}));
}

TEST_CASE("square agent: what is refused", "[cli]") {
  const SquareRuns runs;
  const std::string& map = runs.map;
  const std::vector<std::string> path{"path", map, "1,2", "5,2"};
  const auto run = [](std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  };
  CHECK(is_refused(run(path, {"--agent", "square"}), {"--agent square", "--radius"}));
  CHECK(is_refused(run(path, {"--agent", "cube"}), {"--agent cube", "disc|square"}));
  for (const std::vector<std::string>& other :
       std::vector<std::vector<std::string>>{{"--map", "grid"},
                                             {"--map", "quadtree"},
                                             {"--search", "astar"},
                                             {"--repair"},
                                             {"--pull", "raycast"},
                                             {"--diagonal", "never"},
                                             {"--compare"},
                                             {"--radius", "20000"}}) {
    std::vector<std::string> words = path;
    words.insert(words.end(), {"--agent", "square"});
    if (other[0] != "--radius") words.insert(words.end(), {"--radius", "0.5"});
    INFO(other[0]);
    CHECK(is_refused(run(words, other), {other[0] == "--diagonal" ? "--map grid" : other[0]}));
  }
}

TEST_CASE("square agent: the map follows the edits of a script", "[cli]") {
  const SquareRuns runs;
  const std::string& map = runs.map;
  const std::string script = runs.folder.write("script",
                                               "path 1 2 5 2\n"
                                               "block 3 0 4 1\n"
                                               "path 1 2 5 2\n"
                                               "block 3 1 4 2\n"
                                               "block 3 4 4 5\n"
                                               "path 1 2 5 2\n"
                                               "block 3 3 4 4\n"
                                               "path 1 2 5 2\n"
                                               "open 3 2 4 3\n"
                                               "path 1 2 5 2\n");
  const std::string csv = runs.folder.file("rows");
  REQUIRE(SquareRuns::run({"replay", map, script, "--csv", csv}).status == 0);
  const std::vector<std::string> lines = lines_of(read_file(csv));
  REQUIRE(lines.size() == 6);
  const std::vector<std::string> statuses{"ok", "ok", "ok", "no_path", "ok"};
  const std::vector<std::string> corners{"2", "2", "2", "", "0"};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(split(lines[i + 1], ',')[5] == statuses[i]);
    CHECK(split(lines[i + 1], ',')[7] == corners[i]);
  }
}

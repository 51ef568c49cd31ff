// `taut` with `--map quadtree`: every command, checked as on grids.
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <taut/engine/validate.hpp>
#include <taut/map_file.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/program.hpp"

using namespace taut;
using namespace taut::test;

TEST_CASE("quadtree: scen solves what the grid solves, by every way to pull") {
  const TemporaryFolder folder;
  for (const char* const name : {"arena.map", "dungeon.map", "coast.map"}) {
    const std::string map = own_map(name);
    const Loaded<Grid> grid = load_map(map);
    REQUIRE(grid);
    const auto run_scen = [&](std::vector<std::string> how, const std::string& csv) {
      std::vector<std::string> arguments{"scen", map, map + ".scen", "--csv", csv, "--every", "3"};
      arguments.insert(arguments.end(), how.begin(), how.end());
      const ProgramRun run = run_program(arguments);
      CHECK(run.status == 0);
      CHECK(value_of(run.out, "invalid paths") == "0");
      return lines_of(read_file(csv));
    };
    const std::vector<std::string> plain = run_scen({"--map", "grid"}, folder.file("grid"));
    for (const std::vector<std::string>& how : {std::vector<std::string>{"--pull", "funnel"},
                                                {"--pull", "midpoint"},
                                                {"--pull", "raycast"},
                                                {"--pull", "none"},
                                                {"--repair"}}) {
      std::vector<std::string> with_map{"--map", "quadtree"};
      with_map.insert(with_map.end(), how.begin(), how.end());
      const std::vector<std::string> lines = run_scen(with_map, folder.file("quadtree"));
      REQUIRE(lines.size() == plain.size());
      for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::vector<std::string> row = split(lines[i], ',');
        REQUIRE(row.size() == 18);
        REQUIRE(row[5] == split(plain[i], ',')[5]);
        const std::vector<Point> path = parse_points(row[11]);
        const PathCheck check = validate_path(*grid.value, path.front(), path.back(), path);
        REQUIRE(check.fault == PathFault::none);
        REQUIRE(std::stod(row[6]) == path_length(path));
      }
    }
  }
}

TEST_CASE("quadtree: path as text, JSON and picture") {
  const TemporaryFolder folder;
  const std::string map = own_map("dungeon.map");
  const std::string svg = folder.file("out.svg");
  const ProgramRun run =
      run_program({"path", map, "73,49", "76,8", "--map", "quadtree", "--svg", svg});
  CHECK(run.status == 0);
  CHECK(value_of(run.out, "status") == "ok");
  CHECK(run.out.find(" leaves expanded, ") != std::string::npos);
  CHECK(read_file(svg).find("leaves explored") == std::string::npos);  // text is drawn as shapes
  CHECK(read_file(svg).size() > 10'000);

  const ProgramRun with_json =
      run_program({"path", map, "73,49", "76,8", "--map", "quadtree", "--json"});
  const nlohmann::json json = nlohmann::json::parse(with_json.out);
  CHECK(json.at("how").at("map") == "quadtree");
  CHECK(json.at("corridor_leaves").get<int>() > json.at("portals").get<int>());
  CHECK(json.at("open_corners").is_number());
}

TEST_CASE("quadtree: replay edits the tree in place") {
  const TemporaryFolder folder;
  const std::string map = own_map("coast.map");
  const Loaded<Grid> grid = load_map(map);
  REQUIRE(grid);
  // Edits that cut the map and join it again, and queries between them.
  std::string script;
  for (int i = 0; i < 40; ++i) {
    const int at = 4 * i + 10;
    script += (i % 2 == 0 ? "block " : "open ") + std::to_string(at) + " 0 " +
              std::to_string(at + 6) + " 200\n";
    script += "path 5 5 190 190\npath " + std::to_string(at) + " 100 30 60\n";
  }
  const std::string file = folder.write("script", script);
  std::vector<std::vector<std::string>> tables;
  for (const char* const kind : {"grid", "quadtree"}) {
    const std::string csv = folder.file(kind);
    const ProgramRun run =
        run_program({"replay", map, file, "--map", kind, "--repair", "--csv", csv});
    CHECK(run.status == 0);
    CHECK(value_of(run.out, "edits") == "40");
    CHECK(value_of(run.out, "invalid paths") == "0");
    tables.push_back(lines_of(read_file(csv)));
  }
  REQUIRE(tables[0].size() == 81);
  REQUIRE(tables[1].size() == 81);
  for (std::size_t i = 1; i < 81; ++i) {
    CHECK(split(tables[0][i], ',')[5] == split(tables[1][i], ',')[5]);
  }
}

// `taut` with `--radius`: what it writes, read back and checked.
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <taut/engine/tile_disc.hpp>
#include <taut/engine/validate.hpp>
#include <taut/map_file.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/program.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// The path of a CSV row: `x y@cx cy:l;x y;...`.
std::vector<DiscTurn> parse_turns(const std::string& text) {
  std::vector<DiscTurn> turns;
  bool is_in_arc = false;
  for (const std::string& part : split(text, ';')) {
    std::istringstream in(part);
    DiscPoint at;
    in >> at.x >> at.y;
    if (is_in_arc) {
      turns.back().exit = at;
      is_in_arc = false;
      CHECK(in.eof());
      continue;
    }
    DiscTurn turn{narrow(at), at, at, 0, CornerKind::goal};
    char sign = 0;
    if (in >> sign) {
      char side = 0;
      in >> turn.center.x >> turn.center.y >> sign >> side;
      CHECK((side == 'l' || side == 'r'));
      turn.kind = side == 'l' ? CornerKind::left : CornerKind::right;
      is_in_arc = true;
    }
    turns.push_back(turn);
  }
  return turns;
}

}  // namespace

TEST_CASE("radius: scen writes legs and arcs that keep it", "[cli]") {
  const TemporaryFolder folder;
  for (const char* const name : {"arena.map", "dungeon.map"}) {
    const std::string map = own_map(name);
    const Loaded<Grid> grid = load_map(map);
    REQUIRE(grid);
    for (const char* const radius : {"0.25", "0.5", "0.9"}) {
      std::vector<std::string> wide;  // paths of another kind of map
      for (const char* const kind : {"grid", "quadtree", "mesh"}) {
        const std::string csv = folder.file("rows");
        const ProgramRun run = run_program({"scen", map, map + ".scen", "--csv", csv, "--every",
                                            "5", "--map", kind, "--radius", radius});
        REQUIRE(run.status == 0);
        CHECK(value_of(run.out, "invalid paths") == "0");
        const std::vector<std::string> lines = lines_of(read_file(csv));
        std::size_t arcs = 0;
        for (std::size_t i = 1; i < lines.size(); ++i) {
          INFO(lines[i]);
          const std::vector<std::string> row = split(lines[i], ',');
          REQUIRE(row.size() == 18);
          const Point start = tile_center(row, 1);
          const Point goal = tile_center(row, 3);
          const double r = std::stod(radius);
          const bool has_room = has_clearance(grid.value->bits(), start, r) &&
                                has_clearance(grid.value->bits(), goal, r);
          if (!has_room) {
            REQUIRE(row[5] == "invalid_input");
            continue;
          }
          if (r <= 0.5) REQUIRE(row[5] == "ok");
          if (row[5] != "ok") continue;
          const std::vector<DiscTurn> turns = parse_turns(row[11]);
          const DiscCheck check = validate_disc_path(*grid.value, start, goal, turns, r);
          REQUIRE(check.fault == DiscFault::none);
          REQUIRE(is_near(check.length, std::stod(row[6]), 1e-6));
          arcs += turns.size() - 2;
        }
        // Large discs are searched for on one mesh, whatever the map.
        if (std::stod(radius) > 0.5) {
          std::vector<std::string> paths;
          for (const std::string& line : lines) paths.push_back(split(line, ',')[11]);
          CHECK((wide.empty() || paths == wide));
          wide = paths;
        }
        // At 0.9 the scenario's ends in these narrow maps may all lie where no disc fits.
        CHECK((arcs > 0 || std::stod(radius) > 0.5));
      }
    }
  }
}

TEST_CASE("radius: path as text, JSON and picture, edits, errors", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("wall.map",
                                       ".......\n"
                                       ".......\n"
                                       "...@...\n"
                                       ".......\n"
                                       ".......\n");
  const std::string svg = folder.file("out.svg");
  const ProgramRun text = run_program({"path", map, "1,2", "5,2", "--radius", "0.5", "--svg", svg});
  CHECK(text.status == 0);
  CHECK(value_of(text.out, "status") == "ok");
  CHECK(value_of(text.out, "corners") == "2, 0 in open space");
  CHECK(value_of(text.out, "path") == "6 points");
  // The border of the map is the nearest wall.
  const ProgramRun open = run_program({"path", map, "1,0", "5,0", "--radius", "0.1"});
  CHECK(value_of(open.out, "clearance") == "0.5");
  // On terrain a disc turns without a wall.
  const std::string swamp = folder.write("swamp.txt", "......\n.SSSS.\n.SSSS.\n......\n");
  const ProgramRun bend =
      run_program({"path", swamp, "0,0", "5,3", "--terrain", "S=9", "--radius", "0.3"});
  CHECK(value_of(bend.out, "corners") == "1, 1 in open space");
  const ProgramRun apart = run_program(
      {"path", folder.write("apart", "...@...\n"), "1,0", "5,0", "--radius", "0.1", "--json"});
  CHECK(apart.status == 1);
  CHECK(nlohmann::json::parse(apart.out).at("clearance").is_null());
  CHECK(text.out.find("arc with 3 ") != std::string::npos);
  CHECK(find_xml_fault(read_file(svg)).empty());
  CHECK(read_file(svg).find("swept") == std::string::npos);  // text is drawn as glyphs

  const ProgramRun json = run_program({"path", map, "1,2", "5,2", "--radius", "0.9", "--json"});
  REQUIRE(json.status == 0);
  const auto object = nlohmann::json::parse(json.out);
  CHECK(object["how"]["radius"] == 0.9);
  CHECK(object["arcs"].size() == 2);
  CHECK(object["path"].size() == 6);
  CHECK(object["corners"] == 2);
  CHECK(object["open_corners"] == 0);
  CHECK(is_near(object["clearance"].get<double>(), 922.0 / 1024.0));

  CHECK(is_refused(run_program({"path", map, "0,0", "5,2", "--radius", "0.6"}),
                   {map, "The start (0.5, 0.5) is 0.5 tiles from a wall", "0.6"}));
  CHECK(is_refused(run_program({"path", map, "1,2", "5,2", "--radius", "0.6", "--compare"}),
                   {"--compare", "--radius 0.6"}));

  // What the search for wide agents looks at follows the edits.
  const std::string script = folder.write("script",
                                          "path 1 2 5 2\n"
                                          "block 3 0 4 2\n"
                                          "path 1 2 5 2\n"
                                          "block 3 4 4 5\n"
                                          "path 1 2 5 2\n"
                                          "open 3 2 4 4\n"
                                          "path 1 2 5 2\n");
  const std::string csv = folder.file("rows");
  REQUIRE(run_program({"replay", map, script, "--radius", "0.9", "--csv", csv}).status == 0);
  const std::vector<std::string> lines = lines_of(read_file(csv));
  REQUIRE(lines.size() == 5);
  const std::vector<std::string> expected{"ok", "ok", "no_path", "ok"};
  for (std::size_t i = 0; i < 4; ++i) CHECK(split(lines[i + 1], ',')[5] == expected[i]);
}

TEST_CASE("radius: ends that slide to where the disc fits", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = own_map("arena.map");
  const Loaded<Grid> grid = load_map(map);
  REQUIRE(grid);
  const std::string csv = folder.file("rows");
  const ProgramRun run = run_program({"scen", map, map + ".scen", "--csv", csv, "--every", "3",
                                      "--radius", "0.9", "--slide", "0.75"});
  REQUIRE(run.status == 0);
  CHECK(value_of(run.out, "invalid paths") == "0");
  const std::vector<std::string> lines = lines_of(read_file(csv));
  std::size_t slid = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    INFO(lines[i]);
    const std::vector<std::string> row = split(lines[i], ',');
    REQUIRE(row.size() == 18);
    const Point start = tile_center(row, 1);
    const Point goal = tile_center(row, 3);
    const std::optional<Point> from = find_clear_point(grid.value->bits(), start, 0.9, 0.75);
    const std::optional<Point> to = find_clear_point(grid.value->bits(), goal, 0.9, 0.75);
    if (!from || !to) {
      REQUIRE(row[5] == "invalid_input");
      continue;
    }
    REQUIRE(row[5] != "invalid_input");
    if (row[5] != "ok") continue;
    const DiscCheck check = validate_disc_path(*grid.value, *from, *to, parse_turns(row[11]), 0.9);
    REQUIRE(check.fault == DiscFault::none);
    slid += *from != start || *to != goal ? 1U : 0U;
  }
  CHECK(slid > 0);

  const std::string wall = folder.write("wall.map", ".....\n@@@@@\n.....\n");
  const std::vector<std::string> query{"path",     wall,  "1.0,0.75", "4.0,0.75",
                                       "--radius", "0.4", "--json"};
  CHECK(run_program(query).status == 2);
  std::vector<std::string> sliding = query;
  sliding.insert(sliding.end(), {"--slide", "0.25"});
  const ProgramRun json = run_program(sliding);
  REQUIRE(json.status == 0);
  const auto object = nlohmann::json::parse(json.out);
  CHECK(object["how"]["slide"] == 0.25);
  CHECK(object["start"] == nlohmann::json({1.0, 0.75}));
  CHECK(object["path"].front() == nlohmann::json({1.0, 614.0 / 1024.0}));
  CHECK(is_refused(run_program({"path", wall, "1,0", "4,0", "--slide", "0.25"}),
                   {"--slide 0.25", "--radius"}));
  CHECK(is_refused(run_program({"path", wall, "1,0", "4,0", "--radius", "0.4", "--slide", "-1"}),
                   {"--slide -1"}));
}

// --terrain of `taut path`, `scen`, `replay` and `field`, and `cost` lines of scripts.
#include <cmath>
#include <cstddef>
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

// A swamp with a road through it; W blocks without --terrain.
constexpr const char* kMap =
    "type octile\nheight 5\nwidth 9\nmap\n"
    ".........\n"
    "..SSSSS..\n"
    "..SSSSS..\n"
    "..RRRRR..\n"
    "..WWWWW..\n";

std::vector<std::vector<std::string>> read_rows(const std::string& file) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : lines_of(read_file(file))) {
    // Quoted fields hold commas.
    std::vector<std::string> row(1);
    bool is_quoted = false;
    for (const char c : line) {
      if (c == '"') {
        is_quoted = !is_quoted;
      } else if (c == ',' && !is_quoted) {
        row.emplace_back();
      } else {
        row.back() += c;
      }
    }
    rows.push_back(row);
  }
  return rows;
}

constexpr std::size_t kStatus = 5;
constexpr std::size_t kLength = 6;
constexpr std::size_t kPath = 11;
constexpr std::size_t kCost = 13;
constexpr std::size_t kHow = 15;

}  // namespace

TEST_CASE("path --terrain: the cheapest path, with its cost") {
  const TemporaryFolder folder;
  const std::string map = folder.write("test.map", kMap);
  // Along the road, which costs half: it is blocked without --terrain.
  const ProgramRun run = run_program({"path", map, "1,3", "7,3", "--terrain", "S=3,R=0.5"});
  INFO(run.out << run.err);
  REQUIRE(run.status == 0);
  CHECK(std::stod(value_of(run.out, "length")) == 6.0);
  CHECK(std::stod(value_of(run.out, "cost")) == 3.5);
  CHECK(run_program({"path", map, "1,3", "4,3"}).status == 2);
  // Characters that are not listed are what they always are.
  CHECK(run_program({"path", map, "1,3", "4,4", "--terrain", "S=3,R=0.5"}).status == 2);
  CHECK(run_program({"path", map, "1,3", "4,4", "--terrain", "W=9,R=1"}).status == 0);
  // x blocks, what is walkable and what is not.
  CHECK(is_refused(run_program({"path", map, "1,3", "4,1", "--terrain", "S=x"}), {"goal 4,1"}));
  const ProgramRun around =
      run_program({"path", map, "0,2", "8,2", "--terrain", "S=x,R=x,W=x", "--radius", "0.5"});
  CHECK(value_of(around.out, "corners") == "2, 0 in open space");
  const ProgramRun json = run_program({"path", map, "1,3", "7,3", "--terrain", "R=0.5", "--json"});
  CHECK(json.out.find("\"cost\": 3.5") != std::string::npos);
  CHECK(json.out.find("\"terrain\": \"R=0.5\"") != std::string::npos);
  const ProgramRun steps =
      run_program({"path", map, "1,3", "7,3", "--terrain", "R=0.5", "--pull", "none"});
  CHECK(std::stod(value_of(steps.out, "cost")) == 3.5);
}

TEST_CASE("path --near --terrain: a blocked goal gives the nearest place, at the least cost") {
  const TemporaryFolder folder;
  const std::string map = folder.write("test.map", kMap);
  const ProgramRun run =
      run_program({"path", map, "1,3", "4,4.5", "--near", "--terrain", "S=3,R=0.5"});
  INFO(run.out << run.err);
  REQUIRE(run.status == 0);
  // The road's border above the goal.
  CHECK(std::stod(value_of(run.out, "length")) > 3.0);
  CHECK(std::stod(value_of(run.out, "cost")) < 3.0);
  const std::string script =
      folder.write("test.replay", "cost 2 3 6 4 8\npath 1 3 4 4\nblock 2 1 6 3\npath 1 3 4 4\n");
  const ProgramRun replay =
      run_program({"replay", map, script, "--near", "--terrain", "S=3,R=0.5"});
  INFO(replay.out << replay.err);
  CHECK(replay.status == 0);
  CHECK(value_of(replay.out, "solved") == "2");
  CHECK(std::stod(value_of(replay.out, "mean cost")) > 9.0);  // the script made the road dear
}

TEST_CASE("path --radius --terrain: a disc's cheapest way") {
  const TemporaryFolder folder;
  const std::string map = folder.write("test.map", kMap);
  // Between the middle of the road and the wall below it is no room for more.
  const ProgramRun run =
      run_program({"path", map, "1,3", "7,3", "--terrain", "S=3,R=0.5", "--radius", "0.5"});
  INFO(run.out << run.err);
  REQUIRE(run.status == 0);
  CHECK(std::stod(value_of(run.out, "length")) == 6.0);
  CHECK(std::stod(value_of(run.out, "cost")) == 3.5);
  // Around the swamp: it bends in the open.
  const ProgramRun around =
      run_program({"path", map, "0,2", "8,2", "--terrain", "S=9", "--radius", "0.4"});
  INFO(around.out << around.err);
  REQUIRE(around.status == 0);
  CHECK(std::stod(value_of(around.out, "cost")) < 10.0);
  CHECK(value_of(around.out, "corners") == "2, 2 in open space");
  const std::string bends = folder.write("bends.replay", "path 0 2 8 2\n");
  const ProgramRun open =
      run_program({"replay", map, bends, "--terrain", "S=9", "--radius", "0.4"});
  CHECK(value_of(open.out, "mean corners") == "2");
  CHECK(value_of(open.out, "  in open space") == "2");
  CHECK(value_of(open.out, "  of all corners") == "100 %");
  const std::string script = folder.write("test.replay", "path 1 3 7 3\n");
  const ProgramRun replay =
      run_program({"replay", map, script, "--terrain", "S=3,R=0.5", "--radius", "0.4"});
  INFO(replay.out << replay.err);
  REQUIRE(replay.status == 0);
  CHECK(value_of(replay.out, "invalid paths") == "0");
  CHECK(std::stod(value_of(replay.out, "mean cost")) == 3.5);
}

TEST_CASE("path --terrain: every agent and method") {
  const std::string map = own_map("marsh.map");
  const auto cost_of = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"path", map, "5,20", "118,34", "--terrain", "S=4,W=10,G=0.5"});
    const ProgramRun run = run_program(options);
    INFO(run.out << run.err);
    REQUIRE(run.status == 0);
    return std::stod(value_of(run.out, "cost"));
  };
  const double point = cost_of({});
  CHECK(point < 96.8);  // A* over tiles and smoothing: 96.73
  CHECK(cost_of({"--method", "optimal"}) == point);
  CHECK(cost_of({"--method", "fast"}) <= 1.03 * point);
  for (const char* const radius : {"0.3", "0.5", "0.9", "1.6"}) {
    CHECK(std::abs(cost_of({"--radius", radius}) / point - 1.0) < 0.01);
    CHECK(std::abs(cost_of({"--agent", "square", "--radius", radius}) / point - 1.0) < 0.01);
  }
}

TEST_CASE("terrain of the command line: what it does not work with") {
  const TemporaryFolder folder;
  const std::string map = folder.write("test.map", kMap);
  const auto refused = [&](const std::vector<std::string>& options,
                           const std::vector<std::string>& fragments) {
    std::vector<std::string> arguments{"path", map, "1,0", "7,0"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return is_refused(run_program(arguments), fragments);
  };
  for (const char* const list : {"S", "S=", "=3", "S=xx", "S=0.12", "S=256", "S=3,", ",", "S=3,S=4",
                                 "SS=3", "S=nan", "S=-1", "S=3;W=6"}) {
    INFO(list);
    CHECK(refused({"--terrain", list}, {"--terrain", list}));
  }
  CHECK(refused({"--terrain", ""}, {"--terrain"}));
  const std::vector<std::vector<std::string>> conflicts{
      {"--map", "quadtree"}, {"--search", "jps"},    {"--pull", "simple"},
      {"--pull", "raycast"}, {"--pull", "midpoint"}, {"--diagonal", "always"}};
  for (const std::vector<std::string>& conflict : conflicts) {
    INFO(conflict[0] << " " << conflict[1]);
    CHECK(refused({"--terrain", "S=3", conflict[0], conflict[1]}, {"--terrain S=3", conflict[1]}));
  }
  CHECK(refused({"--terrain", "S=3", "--compare"}, {"--compare", "--terrain S=3"}));
  CHECK(refused({"--terrain", "S=3", "--repair"}, {"--repair", "--terrain S=3"}));
}

TEST_CASE("path --terrain: stages of the engine") {
  const TemporaryFolder folder;
  const std::string map = folder.write("test.map", kMap);
  const auto cost_of = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"path", map, "1,2.25", "7,3.75", "--terrain", "S=3,R=0.5"});
    const ProgramRun run = run_program(options);
    INFO(run.err);
    REQUIRE(run.status == 0);
    CHECK(run.out.find("cannot walk") == std::string::npos);
    return std::stod(value_of(run.out, "cost"));
  };
  // The cheapest path of all, that through the corridor of the cheapest tile path, and that.
  const double best = cost_of({});
  CHECK(cost_of({"--map", "mesh"}) == best);
  CHECK(cost_of({"--search", "optimal"}) == best);
  const double pulled = cost_of({"--map", "grid"});
  CHECK(cost_of({"--search", "astar"}) == pulled);
  const double tiles = cost_of({"--pull", "none"});
  CHECK(best <= pulled);
  CHECK(pulled < tiles);
  CHECK(cost_of({"--map", "grid", "--pull", "none", "--diagonal", "never"}) >= tiles);
}

TEST_CASE("field --terrain: tile steps by cost") {
  const TemporaryFolder folder;
  const std::string map = folder.write("test.map", kMap);
  const std::string csv = folder.file("field.csv");
  const ProgramRun run = run_program({"field", map, "1,3", "--terrain", "S=3,R=0.5", "--csv", csv});
  INFO(run.err);
  REQUIRE(run.status == 0);
  bool is_found = false;
  for (const std::vector<std::string>& row : read_rows(csv)) {
    if (row[0] != "7" || row[1] != "3") continue;
    is_found = true;
    CHECK(std::stod(row[2]) == 3.5);
  }
  CHECK(is_found);
}

TEST_CASE("field --terrain --map mesh: the cost of the cheapest path, for every agent") {
  const TemporaryFolder folder;
  const std::string map = TAUT_SOURCE_DIR "/maps/marsh.map";
  const std::string csv = folder.file("field.csv");
  for (const std::vector<std::string>& agent :
       std::vector<std::vector<std::string>>{{}, {"--radius", "0.4"}, {"--radius", "1.25"}}) {
    std::vector<std::string> how{"--terrain", "S=4,W=10,G=0.5"};
    how.insert(how.end(), agent.begin(), agent.end());
    std::vector<std::string> arguments{"field", map, "5,20", "--map", "mesh", "--csv", csv};
    arguments.insert(arguments.end(), how.begin(), how.end());
    const ProgramRun run = run_program(arguments);
    INFO(run.err);
    REQUIRE(run.status == 0);
    std::vector<std::string> path{"path", map, "118,34", "5,20"};
    path.insert(path.end(), how.begin(), how.end());
    const double cost = std::stod(value_of(run_program(path).out, "cost"));
    for (const std::vector<std::string>& row : read_rows(csv)) {
      if (row[0] != "118" || row[1] != "34") continue;
      CHECK(std::abs(std::stod(row[2]) / cost - 1.0) < 0.01);
    }
  }
}

TEST_CASE("replay: cost lines") {
  const TemporaryFolder folder;
  const std::string map = folder.write("test.map", ".........\n.........\n.........\n");
  const std::string csv = folder.file("replay.csv");
  const std::string script = folder.write("script.txt",
                                          "path 0 1 8 1\n"
                                          "cost 3 0 6 3 2.5\n"
                                          "path 0 1 8 1\n"
                                          "cost 3 0 6 1 0.5  # a road\n"
                                          "path 0 1 8 1\n");
  const ProgramRun run = run_program({"replay", map, script, "--csv", csv});
  INFO(run.err);
  REQUIRE(run.status == 0);
  const std::vector<std::vector<std::string>> rows = read_rows(csv);
  REQUIRE(rows.size() == 4);
  CHECK(rows[1][kCost] == "8");
  CHECK(std::stod(rows[2][kCost]) == 8.0 + 3.0 * 1.5);
  CHECK(std::stod(rows[3][kCost]) < 8.0);
  CHECK(std::stod(rows[3][kLength]) > 8.0);
  CHECK(
      is_refused(run_program({"replay", map, script, "--map", "quadtree"}), {"cost", "quadtree"}));
  CHECK(run_program({"replay", map, script, "--map", "mesh"}).status == 0);
  for (const char* const line : {"cost 0 0 1 1\n", "cost 0 0 1 1 0\n", "cost 0 0 1 1 300\n",
                                 "cost 0 0 1 1 x\n", "cost 0 0 1 1 2 3\n"}) {
    INFO(line);
    CHECK(is_refused(run_program({"replay", map, folder.write("bad.txt", line)}), {"bad.txt:1"}));
  }
}

// The costs of shared/data/terrain, near a fine reference and never above tile steps.
TEST_CASE("scen --terrain: shared maps") {
  const TemporaryFolder folder;
  double ratios = 0.0;
  std::size_t count = 0;
  for (const char* const name : {"blobs1", "blobs2", "blobs3", "blobs4"}) {
    const std::string base = std::string("terrain/") + name;
    const auto map = find_shared_data(base + ".map");
    const auto reference = find_shared_data(base + ".reference.csv");
    if (!map || !reference) return;
    const std::string csv = folder.file("scen.csv");
    const ProgramRun run = run_program({"scen", map->string(), map->string() + ".scen", "--terrain",
                                        "S=3,W=6,R=0.5", "--csv", csv});
    INFO(run.err);
    REQUIRE(run.status == 0);
    CHECK(value_of(run.out, "invalid paths") == "0");
    const std::vector<std::vector<std::string>> rows = read_rows(csv);
    const std::vector<std::vector<std::string>> wanted = read_rows(reference->string());
    for (std::size_t i = 1; i < wanted.size(); ++i) {
      const std::vector<std::string>& row = rows[1 + std::stoul(wanted[i][0])];
      INFO(name << " " << wanted[i][0]);
      REQUIRE(row[kStatus] == "ok");
      CHECK(row[kHow].find("--terrain S=3,W=6,R=0.5") != std::string::npos);
      CHECK(std::stod(row[kCost]) <= std::stod(wanted[i][5]) + 1e-5);
      const double ratio = std::stod(row[kCost]) / std::stod(wanted[i][6]);
      CHECK(ratio <= 1.04);
      CHECK(ratio >= 0.998);
      CHECK(parse_points(row[kPath]).size() >= 2);
      ratios += ratio;
      ++count;
    }
  }
  CHECK(ratios / static_cast<double>(count) <= 1.003);
}

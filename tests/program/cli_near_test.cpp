// `--near`: only a goal that cannot be reached is replaced.
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/program.hpp"
#include "support/random.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

using Words = std::vector<std::string>;

Words join(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// The columns that do not depend on times and options.
std::string answer_of(const Words& row) {
  return fmt::format("{} {} {} {} {} {}", row[5], row[6], row[7], row[11], row[12], row[13]);
}

std::vector<Words> run_csv(const TemporaryFolder& folder, const Words& words) {
  const std::string csv = folder.file("out.csv");
  const ProgramRun run = run_program(join(words, {"--csv", csv}));
  INFO(run.err);
  REQUIRE(run.status == 0);
  std::vector<Words> rows = read_csv(csv);
  rows.erase(rows.begin());
  return rows;
}

const std::vector<Words> kWays{{},
                               {"--method", "fast"},
                               {"--map", "mesh"},
                               {"--map", "grid"},
                               {"--map", "quadtree"},
                               {"--search", "astar"},
                               {"--terrain", "S=3"},
                               {"--radius", "0.3"},
                               {"--radius", "0.3", "--slide", "0.4"},
                               {"--radius", "0.7", "--slide", "0.4"},
                               {"--radius", "0.3", "--agent", "square"}};

}  // namespace

TEST_CASE("near: a corner between two blocked tiles is reached as without") {
  const TemporaryFolder folder;
  const std::string map = folder.write("pinched.txt", ".@\n@.\n");
  for (const Words& way : std::vector<Words>{{},
                                             {"--map", "mesh"},
                                             {"--map", "grid"},
                                             {"--map", "grid", "--search", "jps"},
                                             {"--map", "quadtree"},
                                             {"--search", "astar"}}) {
    const Words words = join({"path", map, "0,0", "1.0,1.0", "--near", "--json"}, way);
    const ProgramRun run = run_program(words);
    INFO(run.err);
    REQUIRE(run.status == 0);
    const nlohmann::json json = nlohmann::json::parse(run.out);
    CHECK(json.at("length") == 0.7071067811865476);
    CHECK(json.at("path").back() == nlohmann::json({1.0, 1.0}));
  }
}

TEST_CASE("near: a goal that slides to where there is room stays there") {
  const TemporaryFolder folder;
  const std::string map = folder.write("room.txt", "......\n......\n......\n....@@\n");
  const Words words{"path", map, "1,1", "4.5,2.75", "--radius", "0.7", "--slide", "1"};
  const ProgramRun run = run_program(words);
  const ProgramRun near = run_program(join(words, {"--near"}));
  REQUIRE(run.status == 0);
  CHECK(near.status == 0);
  CHECK(value_of(run.out, "length") == value_of(near.out, "length"));
}

TEST_CASE("near: a goal that slides to where nothing leads is near to where it was set") {
  const TemporaryFolder folder;
  // The disc fits at 5.5,3.5, in the room on the right.
  const std::string map = folder.write(
      "rooms.txt", "....@....\n....@....\n....@....\n....@....\n....@@@@@\n....@@@@@\n");
  const ProgramRun run = run_program(
      {"path", map, "1,1", "5.25,3.75", "--radius", "0.5", "--slide", "1", "--near", "--json"});
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK(nlohmann::json::parse(run.out).at("path").back() == nlohmann::json({3.5, 3.75}));
}

TEST_CASE("near: what can be reached is answered as without, by every way") {
  for (Random& random : random_generators("near")) {
    std::size_t reached = 0;
    std::size_t replaced = 0;
    for (std::size_t i = random_count(2, 20); i > 0; --i) {
      const TemporaryFolder folder;
      const Grid grid = make_noise_map(random, 12, 12, 25);
      if (grid.walkable_count() == 0) continue;
      const std::string map = folder.write("map.txt", to_drawing(grid));
      std::string scenario = "version 1\n";
      std::string script;
      for (int query = 0; query < 20; ++query) {
        const Tile from = random_walkable_tile(random, grid);
        const Tile to{random.between(0, 11), random.between(0, 11)};
        scenario +=
            fmt::format("0\tmap.txt\t12\t12\t{}\t{}\t{}\t{}\t1\n", from.x, from.y, to.x, to.y);
        script += fmt::format("path {} {} {} {}\n", from.x, from.y, to.x, to.y);
      }
      const std::string queries = folder.write("map.scen", scenario);
      const std::string replay = folder.write("map.script", script);
      for (const Words& way : kWays) {
        INFO(to_drawing(grid) << fmt::format("{}", fmt::join(way, " ")));
        const std::vector<Words> plain = run_csv(folder, join({"scen", map, queries}, way));
        const Words near_way = join(way, {"--near"});
        const std::vector<Words> near = run_csv(folder, join({"scen", map, queries}, near_way));
        const std::vector<Words> again = run_csv(folder, join({"replay", map, replay}, near_way));
        REQUIRE(near.size() == plain.size());
        REQUIRE(again.size() == plain.size());
        for (std::size_t k = 0; k < plain.size(); ++k) {
          REQUIRE(answer_of(again[k]) == answer_of(near[k]));
          if (plain[k][5] == "ok") {
            REQUIRE(answer_of(near[k]) == answer_of(plain[k]));
            ++reached;
          } else if (near[k][5] == "ok") {
            ++replaced;
          } else {
            // The start has no room.
            REQUIRE(near[k][5] == "invalid_input");
            REQUIRE(plain[k][5] == "invalid_input");
          }
        }
      }
    }
    CHECK((is_small_share() || reached > 30));
    CHECK((is_small_share() || replaced > 10));
  }
}

TEST_CASE("near: where the start has no room the goal is no reason") {
  const TemporaryFolder folder;
  const std::string map = folder.write("wall.txt", ".......\n.......\n@@@.@@@\n.......\n.......\n");
  const std::string reason = "The start (3.25, 2.75) is 0.25 tiles from a wall";
  for (const std::string shape : {"disc", "square"}) {
    const Words words{"path", map, "3.25,2.75", "3.5,2.5", "--radius", "0.75", "--agent", shape};
    CHECK(is_refused(run_program(words), {reason}));
    const ProgramRun near = run_program(join(words, {"--near"}));
    CHECK(is_refused(near, {reason}));
    CHECK(near.err.find("goal") == std::string::npos);
  }
}

// The program's messages when there is no path, and for malformed queries.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/program.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr const char* kRooms =
    ".......\n"
    ".......\n"
    "@@@.@@@\n"
    ".......\n"
    ".......\n";

// The reason, which text and JSON must both have.
std::string why(const std::vector<std::string>& query) {
  const ProgramRun text = run_program(query);
  CHECK(text.status == 1);
  std::vector<std::string> with_json = query;
  with_json.emplace_back("--json");
  const ProgramRun json = run_program(with_json);
  CHECK(json.status == 1);
  const std::string reason = value_of(text.out, "why");
  CHECK(nlohmann::json::parse(json.out).at("why") == reason);
  return reason;
}

}  // namespace

TEST_CASE("reason: points without a comma", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map", kRooms);
  CHECK(is_refused(run_program({"path", map, "5", "5", "10", "10"}), {"start 5", "write X,Y"}));
  CHECK(is_refused(run_program({"path", map, "5,", "5", "10,", "10"}), {"goal 5", "write X,Y"}));
  CHECK(is_refused(run_program({"path", map, "5"}), {"start 5", "write X,Y"}));
}

TEST_CASE("reason: a path has none", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map", kRooms);
  const ProgramRun run = run_program({"path", map, "0,0", "6,4", "--json"});
  CHECK(run.status == 0);
  CHECK(nlohmann::json::parse(run.out).at("why").is_null());
  CHECK(value_of(run_program({"path", map, "0,0", "6,4"}).out, "why").empty());
}

TEST_CASE("reason: an end too near to a wall", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map", kRooms);
  // Exit status 2 and the reason on stderr.
  const auto refused = [&](std::vector<std::string> query, const std::string& reason) {
    query.insert(query.begin(), {"path", map});
    const bool is_text = is_refused(run_program(query), {map + ": " + reason + "\n"});
    query.emplace_back("--json");
    return is_text && is_refused(run_program(query), {map + ": " + reason + "\n"});
  };
  const std::string start = "The start (0.25, 1) is 0.25 tiles from a wall; the agent's radius is ";
  CHECK(refused({"0.25,1.0", "3.5,1.0", "--radius", "0.75"}, start + "0.75."));
  // The start comes before the goal, and the corner of a tile is a wall.
  CHECK(refused({"4.375,1.5", "3.5,3.25", "--radius", "0.75"},
                "The start (4.375, 1.5) is 0.5 tiles from a wall; the agent's radius is 0.75."));
  CHECK(refused({"3.5,1.0", "0.25,1.0", "--radius", "0.75", "--slide", "0.25"},
                "The goal (0.25, 1) is 0.25 tiles from a wall; the agent's radius is 0.75."));
  CHECK(refused({"3.25,2.75", "1.0,1.0", "--radius", "0.75", "--agent", "square"},
                "The start (3.25, 2.75) is 0.25 tiles from a wall; the agent's radius is 0.75."));
  // Wider than the map.
  CHECK(refused({"3.5,1.0", "3.5,1.0", "--radius", "30"},
                "The start (3.5, 1) is 1 tiles from a wall; the agent's radius is 30."));
  // By the corner of a tile a square is as near as the larger of the two differences.
  CHECK(refused({"3.5,3.25", "1.0,1.0", "--radius", "0.75", "--agent", "square"},
                "The start (3.5, 3.25) is 0.5 tiles from a wall; the agent's radius is 0.75."));
}

TEST_CASE("reason: no way", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map", kRooms);
  const std::string apart = folder.write("apart", "..@..\n");
  const std::string no_way = "No way leads from (0.5, 0.5) to (4.5, 0.5).";
  CHECK(why({"path", apart, "0,0", "4,0"}) == no_way);
  CHECK(why({"path", apart, "0,0", "4,0", "--map", "grid"}) == no_way);
  const std::string narrow = " is wide enough for a radius of 0.75.";
  CHECK(why({"path", map, "3.5,1.0", "3.5,4.0", "--radius", "0.75"}) ==
        "No way from (3.5, 1) to (3.5, 4)" + narrow);
  // From where the disc fits.
  CHECK(why({"path", map, "3.5,1.0", "3.5,4.375", "--radius", "0.75", "--slide", "1"}) ==
        "No way from (3.5, 1) to (3.5, 4.25)" + narrow);
  CHECK(why({"path", map, "3.5,1.0", "3.5,4.0", "--radius", "0.75", "--agent", "square"}) ==
        "No way from (3.5, 1) to (3.5, 4)" + narrow);
}

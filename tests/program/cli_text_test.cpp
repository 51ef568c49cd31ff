// `taut pull` and `taut info`.
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/funnel_cases.hpp"
#include "support/program.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// A corridor that turns left round the origin.
std::string fan(const std::string& more) {
  return "case: fan\n" + more +
         "start: 0 -4\n"
         "end: -4 1\n"
         "portals: 3\n"
         "  0 0  4 0\n"
         "  0 0  0 4\n"
         "  0 0  -4 4\n";
}

std::string pull(const TemporaryFolder& folder, const std::string& text) {
  const ProgramRun run = run_program({"pull", folder.write("cases.txt", text)});
  INFO(run.err);
  CHECK(run.status == 0);
  return run.out;
}

}  // namespace

TEST_CASE("pull prints a line per case") {
  const TemporaryFolder folder;
  CHECK(pull(folder, fan("")) ==
        "case fan status ok length 8.123105625617661 path 0 -4 0 0 -4 1\n");
  CHECK(pull(folder, "# nothing\n\n").empty());
  CHECK(pull(folder, "").empty());
  // Keys that are not used, comments, blank lines, CRLF and any order of keys.
  CHECK(pull(folder,
             "# head\r\n\r\ncase: a\r\nportals: 1\r\n  2 1   2 -1\r\n# between\r\nend: 4 0\r\n"
             "class: some words\r\nstart: 0 0\r\nexpected_path: 2\r\n  0 0  4 0 \r\n"
             "expected_length: 4\r\n" +
                 fan("")) ==
        "case a status ok length 4 path 0 0 4 0\n"
        "case fan status ok length 8.123105625617661 path 0 -4 0 0 -4 1\n");
}

TEST_CASE("pull scales coordinates and lengths") {
  const TemporaryFolder folder;
  CHECK(pull(folder, fan("scale: 0.25\n")) ==
        "case fan status ok length 2.0307764064044154 path 0 -1 0 0 -1 0.25\n");
  // The scale may follow what it scales.
  CHECK(pull(folder, fan("") + "scale: 2\n") ==
        "case fan status ok length 16.246211251235323 path 0 -8 0 0 -8 2\n");
}

TEST_CASE("pull prints coordinates that read back as doubles") {
  const TemporaryFolder folder;
  CHECK(pull(folder, "case: a\nscale: 0.0009765625\nstart: 534 -0\nend: 534 1\nportals: 0\n") ==
        "case a status ok length 0.0009765625 path 0.521484375 0 0.521484375 0.0009765625\n");
}

TEST_CASE("pull finds the shortest path of every shared case") {
  const auto data = find_shared_data("funnel/cases.txt");
  if (!data) return;
  const std::vector<FunnelCase> cases = load_funnel_cases(*data);
  const ProgramRun run = run_program({"pull", data->string()});
  CHECK(run.status == 0);
  const std::vector<std::string> lines = lines_of(run.out);
  REQUIRE(lines.size() == cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::istringstream words(lines[i]);
    std::string word;
    std::string name;
    std::string status;
    double length = 0.0;
    words >> word >> name >> word >> status >> word >> length >> word;
    INFO(lines[i]);
    CHECK(word == "path");
    CHECK(name == cases[i].name);
    CHECK(status == "ok");
    const double scale = cases[i].scale;
    for (const LatticePoint& p : cases[i].expected) {
      double x = 0.0;
      double y = 0.0;
      words >> x >> y;
      CHECK(!words.fail());
      CHECK(static_cast<float>(x) == static_cast<float>(scale * static_cast<double>(p.x)));
      CHECK(static_cast<float>(y) == static_cast<float>(scale * static_cast<double>(p.y)));
    }
    CHECK(!(words >> word));
    CHECK(is_near(length, scale * cases[i].expected_length, 1e-12 * length));
  }
}

TEST_CASE("cases that cannot be are refused with file and line") {
  const TemporaryFolder folder;
  const auto refuse = [&](const std::string& text, const std::vector<std::string>& fragments) {
    return is_refused(run_program({"pull", folder.write("bad.txt", text)}), fragments);
  };
  CHECK(refuse("start: 0 0\n", {"bad.txt:1:", "case: NAME"}));
  CHECK(refuse("case: two words\n", {"bad.txt:1:", "two words"}));
  CHECK(refuse("case:\n", {"bad.txt:1:"}));
  CHECK(refuse("case: a\nhallo\n", {"bad.txt:2:", "hallo"}));
  CHECK(refuse("case: a\ncolour: red\n", {"bad.txt:2:", "colour"}));
  CHECK(refuse("case: a\nstart: 0\n", {"bad.txt:2:", "\"0\""}));
  CHECK(refuse("case: a\nstart: 0 x\n", {"bad.txt:2:", "\"x\""}));
  CHECK(refuse("case: a\nstart: 0 nan\n", {"bad.txt:2:", "\"nan\""}));
  CHECK(refuse("case: a\nstart: 0 0\nstart: 1 1\n", {"bad.txt:3:", "start"}));
  CHECK(refuse("case: a\nportals: -1\n", {"bad.txt:2:", "-1"}));
  CHECK(refuse("case: a\nportals: 1.5\n", {"bad.txt:2:", "1.5"}));
  CHECK(refuse("case: a\nportals: 2\n 0 0 1 1\n", {"bad.txt:3:", "1 of 2"}));
  CHECK(refuse("case: a\nportals: 2\n 0 0 1 1\nstart: 0 0\n", {"bad.txt:4:", "start: 0 0"}));
  CHECK(refuse("case: a\nportals: 1\n 0 0 1\n", {"bad.txt:3:"}));
  CHECK(refuse("case: a\nportals: 0\n 0 0 1 1\n", {"bad.txt:3:"}));
  CHECK(refuse("case: a\nexpected_path: 2\n 0 0 1\n", {"bad.txt:3:"}));
  CHECK(refuse("case: a\nscale: 0.1\n", {"bad.txt:2:", "0.1", "power of two"}));
  CHECK(refuse("case: a\nscale: 0\n", {"bad.txt:2:", "power of two"}));
  CHECK(refuse("case: a\nscale: -2\n", {"bad.txt:2:", "power of two"}));
  CHECK(refuse("# head\ncase: lame\nstart: 0 0\nportals: 0\n", {"bad.txt:2:", "lame", "end"}));
  CHECK(refuse("case: lame\nend: 0 0\nportals: 0\n" + fan(""), {"bad.txt:1:", "lame", "start"}));
  CHECK(refuse("case: a\nstart: 0 0\nend: 1 0\n", {"bad.txt:1:", "portals"}));
  // What would not be exact.
  CHECK(refuse("case: a\nstart: 0.1 0\nend: 1 0\nportals: 0\n", {"bad.txt:2:", "0.1"}));
  CHECK(refuse("case: a\nstart: 16777217 0\nend: 1 0\nportals: 0\n", {"bad.txt:2:", "16777217"}));
  CHECK(refuse("case: a\nstart: 1e300 0\nend: 1 0\nportals: 0\n", {"bad.txt:2:", "1e+300"}));
  CHECK(refuse("case: a\nstart: 16384 0\nend: 0.0009765625 0\nportals: 0\n",
               {"bad.txt:1:", "24 bits"}));
  CHECK(pull(folder, "case: a\nstart: 16383 0\nend: 0.0009765625 0\nportals: 0\n") ==
        "case a status ok length 16382.9990234375 path 16383 0 0.0009765625 0\n");
  CHECK(is_refused(run_program({"pull", folder.file("none.txt")}), {"none.txt"}));
  CHECK(is_refused(run_program({"pull"}), {"CASES"}));
}

TEST_CASE("a closed pipe is not an error") {
  const TemporaryFolder folder;
  // More output than a pipe holds.
  std::string text;
  for (int i = 0; i < 5000; ++i) text += fan("");
  const ProgramRun run = run_program_unread({"pull", folder.write("cases.txt", text)});
  CHECK(run.status == 0);
  CHECK(run.err.empty());
}

TEST_CASE("output that is lost is an error") {
  const TemporaryFolder folder;
  if (!std::ofstream("/dev/full").is_open()) return;
  CHECK(is_refused(run_program({"pull", folder.write("cases.txt", fan(""))}, "/dev/full"),
                   {"standard output"}));
}

TEST_CASE("info tells size, tiles, components and memory") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map.txt", "..@..\n..@..\n@@@.@\n");
  const ProgramRun run = run_program({"info", map});
  CHECK(run.status == 0);
  CHECK(run.err.empty());
  CHECK(value_of(run.out, "size") == "5 x 3 tiles");
  CHECK(value_of(run.out, "walkable") == "9 tiles, 60 %");
  CHECK(value_of(run.out, "components") == "2");
  // In 2 x 2 tiles: the left upper corner, and one that the right side cuts off; blocked the same
  // below.
  CHECK(value_of(run.out, "leaves") == "5 walkable, 5 blocked");
  CHECK(run.out.find("  1 x 1         3 walkable, 3 blocked\n") != std::string::npos);
  CHECK(run.out.find("  2 x 2         2 walkable, 2 blocked\n") != std::string::npos);
  CHECK(value_of(run.out, "mesh cells") == "3, 12 edges");

  const ProgramRun with_json = run_program({"info", map, "--json"});
  CHECK(with_json.status == 0);
  const nlohmann::json json = nlohmann::json::parse(with_json.out);
  CHECK(json.at("file") == map);
  CHECK(json.at("width") == 5);
  CHECK(json.at("height") == 3);
  CHECK(json.at("walkable") == 9);
  CHECK(json.at("components") == 2);
  const nlohmann::json& leaves = json.at("leaves");
  int walkable = 0;
  int blocked = 0;
  for (const nlohmann::json& size : leaves.at("sizes")) {
    walkable += size.at("walkable").get<int>();
    blocked += size.at("blocked").get<int>();
  }
  CHECK(leaves.at("walkable") == walkable);
  CHECK(leaves.at("blocked") == blocked);
  CHECK(walkable == 5);
  CHECK(blocked == 5);
  CHECK(json.at("quadtree_build_us").get<double>() > 0.0);
  CHECK(json.at("quadtree_bytes").get<int>() > 0);
  CHECK(json.at("mesh_cells") == 3);
  CHECK(json.at("load_us").get<double>() > 0.0);
  CHECK(json.at("grid_build_us").get<double>() > 0.0);
  CHECK(json.at("grid_bytes").get<int>() > 0);
  CHECK(json.at("search_scratch_bytes").get<int>() > 0);

  CHECK(is_refused(run_program({"info", folder.file("none.map")}), {"none.map"}));
  CHECK(is_refused(run_program({"info", folder.file(".")}), {folder.file(".")}));
  CHECK(is_refused(run_program({"info"}), {"MAP"}));
}

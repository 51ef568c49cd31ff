// Input of the program: pipes, endless files, bytes that are not text.
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/program.hpp"

using namespace taut;
using namespace taut::test;

namespace {

std::string repeat(std::string_view text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

// 63 x 1000 tiles: more than one block of what pipes and streams hand over.
std::string tall_map() { return repeat(repeat(".", 63) + "\n", 1000); }

}  // namespace

TEST_CASE("every input may be a pipe", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("tall.map", tall_map());
  const std::string pipe = "/dev/stdin";

  const ProgramRun info = run_program_piped({"info", pipe}, map);
  CHECK(info.status == 0);
  CHECK(value_of(info.out, "size") == "63 x 1000 tiles");
  const ProgramRun path = run_program_piped({"path", pipe, "0,0", "62,999"}, map);
  CHECK(path.status == 0);
  CHECK(value_of(path.out, "status") == "ok");

  const std::string scen = folder.write(
      "tall.scen", "version 1\n" + repeat("0 tall.map 63 1000 0 0 62 999 1005.7\n", 200));
  CHECK(value_of(run_program_piped({"scen", map, pipe}, scen).out, "solved") == "200");
  const std::string wrong = folder.write(
      "wrong.scen", "version 1\n" + repeat("0 tall.map 63 1000 0 0 62 999 1005.7\n", 200) +
                        " \t\n\n0 small.map 3 3 0 0 2 2 3\n");
  CHECK(is_refused(run_program_piped({"scen", map, pipe}, wrong),
                   {"/dev/stdin:204:", "3 x 3", "63 x 1000"}));

  const std::string script = folder.write("script", repeat("path 0 0 62 999\n", 1000));
  CHECK(value_of(run_program_piped({"replay", map, pipe}, script).out, "solved") == "1000");
  const std::string cases =
      folder.write("cases", repeat("case: a\nstart: 0 0\nend: 4 0\nportals: 0\n", 1000));
  CHECK(lines_of(run_program_piped({"pull", pipe}, cases).out).size() == 1000);
}

TEST_CASE("a PNG map may be a pipe", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("tall.map", tall_map());
  const std::string png = folder.file("tall.png");
  REQUIRE(run_program({"path", map, "0,0", "62,999", "--png", png}).status == 0);
  const ProgramRun file = run_program({"info", png});
  REQUIRE(file.status == 0);
  const ProgramRun pipe = run_program_piped({"info", "/dev/stdin"}, png);
  CHECK(pipe.status == 0);
  CHECK(value_of(pipe.out, "size") == value_of(file.out, "size"));
  CHECK(value_of(pipe.out, "walkable") == value_of(file.out, "walkable"));
}

TEST_CASE("no reader follows a file without an end", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map", "...\n");
  const std::string endless = "/dev/zero";
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"info", endless},
                                             {"scen", map, endless},
                                             {"replay", map, endless},
                                             {"pull", endless}}) {
    CHECK(is_refused(run_program(command), {"/dev/zero", "the limit of 536870912 bytes"}));
  }
}

TEST_CASE("a byte order mark does not matter", "[cli]") {
  const TemporaryFolder folder;
  const std::string mark = "\xEF\xBB\xBF";
  const std::string map = folder.write("map", mark + "...\n");
  CHECK(run_program({"replay", map, folder.write("script", mark + "path 0 0 1 0\n")}).status == 0);
  CHECK(run_program(
            {"pull", folder.write("cases", mark + "case: a\nstart: 0 0\nend: 4 0\nportals: 0\n")})
            .status == 0);
  CHECK(is_refused(
      run_program({"scen", map, folder.write("scen", mark + "\nversion 1\n0 m 4 1 0 0 1 0 1\n")}),
      {"scen:3:", "4 x 1"}));
}

TEST_CASE("errors show what they quote, whatever it is", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map", "...\n");
  using namespace std::string_literals;
  CHECK(is_refused(
      run_program({"replay", map, folder.write("script", "walk\0here 0 0 1 0\n"s)}),
      {"script:1:", "\"walk\\x00here\"", "is not one of block, open, cost, class, link, path"}));
  CHECK(is_refused(run_program({"pull", folder.write("cases", "case: a\nb\0c: 1\n"s)}),
                   {"cases:2:", "b\\x00c", "unknown key"}));
  // Long values are cut in the middle.
  const ProgramRun run =
      run_program({"replay", map, folder.write("script", repeat("long", 1'000'000) + "\n")});
  CHECK(is_refused(
      run, {"script:1:", "longlong", "is not one of block, open, cost, class, link, path"}));
  CHECK(run.err.size() < 2000);
}

TEST_CASE("an option that is given twice is shown with both values", "[cli]") {
  CHECK(is_refused(run_program({"path", "a.map", "0,0", "1,1", "--radius", "0.1", "--radius=0.2"}),
                   {"--radius: given 2 times: 0.1 0.2"}));
}

TEST_CASE("words that no command takes are listed as they were typed, long ones cut", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map", "...\n");
  const auto refused = [&](const std::vector<std::string>& more, const std::string& message) {
    std::vector<std::string> words{"path", map, "0,0", "2,0"};
    words.insert(words.end(), more.begin(), more.end());
    return is_refused(run_program(words), {"taut: " + message + "\n"});
  };
  CHECK(refused({"x"}, "The following argument was not expected: x"));
  CHECK(refused({"x", "--csv", "y"}, "The following arguments were not expected: x --csv y"));
  const std::string cut = repeat("x", 40) + "...";
  CHECK(refused({repeat("x", 1000)}, "The following argument was not expected: " + cut));
  CHECK(refused({"--" + repeat("x", 1000)},
                "The following argument was not expected: --" + cut.substr(2)));
  const ProgramRun run = run_program({"info", "--" + repeat("x", 1000)});
  CHECK(is_refused(run, {"--" + cut.substr(2) + ": not an option; MAP is required"}));
}

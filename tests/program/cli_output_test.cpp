// Output of the program: complete files or none, and errors for failed writes.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/program.hpp"

using namespace taut;
using namespace taut::test;

namespace {

namespace fs = std::filesystem;

constexpr const char* kHeader = "index,start_x,start_y,goal_x,goal_y,status,length,corners,";

std::size_t count_files(const TemporaryFolder& folder) {
  const fs::directory_iterator all(fs::path(folder.file("x")).parent_path());
  return static_cast<std::size_t>(std::distance(fs::begin(all), fs::end(all)));
}

// Everything that writes a file; the map's folder holds the map and its scenario.
std::vector<std::vector<std::string>> writers(const std::string& map, const std::string& scen,
                                              const std::string& script) {
  return {{"scen", map, scen, "--csv"},
          {"replay", map, script, "--csv"},
          {"path", map, "33,18", "32,18", "--svg"},
          {"path", map, "33,18", "32,18", "--png"}};
}

}  // namespace

TEST_CASE("a failed write leaves the file as it was", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = own_map("arena.map");
  std::string script;
  for (int i = 0; i < 500; ++i) script += "path 33 18 32 18\n";
  for (std::vector<std::string> words :
       writers(map, map + ".scen", folder.write("script", script))) {
    INFO(words[0] << " " << words.back());
    const std::string old_file = folder.write("old", "as it was\n");
    const std::size_t files = count_files(folder);
    words.push_back(old_file);
    CHECK(is_refused(run_program_with_file_limit(words, 4), {old_file, "cannot be written"}));
    CHECK(read_file(old_file) == "as it was\n");
    words.back() = folder.file("new");
    CHECK(is_refused(run_program_with_file_limit(words, 4), {words.back(), "cannot be written"}));
    CHECK_FALSE(fs::exists(words.back()));
    CHECK(count_files(folder) == files);
  }
}

TEST_CASE("an input that is refused leaves the output as it was", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map", "...\n");
  const std::string csv = folder.write("csv", "as it was\n");
  CHECK(is_refused(run_program({"replay", map, folder.file("none"), "--csv", csv}), {"none"}));
  CHECK(read_file(csv) == "as it was\n");
}

TEST_CASE("a file is replaced as a whole and keeps its permissions", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = own_map("arena.map");
  const std::string csv = folder.write("csv", "as it was\n");
  // The name that would be taken first is in use.
  const std::string taken = folder.write("csv.tmp0", "mine\n");
  fs::permissions(csv, fs::perms::owner_read | fs::perms::owner_write);
  CHECK(run_program({"scen", map, map + ".scen", "--csv", csv}).status == 0);
  CHECK(read_file(csv).find(kHeader) == 0);
  CHECK(fs::status(csv).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(read_file(taken) == "mine\n");
  CHECK(count_files(folder) == 2);
}

TEST_CASE("files that are not regular are written directly", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = own_map("arena.map");
  const std::vector<std::string> scen{"scen", map, map + ".scen", "--csv"};
  const auto run_into = [&](const std::string& file) {
    std::vector<std::string> words = scen;
    words.push_back(file);
    return run_program(words);
  };
  const std::string target = folder.write("target", "as it was\n");
  const std::string link = folder.file("link");
  fs::create_symlink(target, link);
  CHECK(run_into(link).status == 0);
  CHECK(fs::is_symlink(link));
  CHECK(read_file(target).find(kHeader) == 0);
  CHECK(count_files(folder) == 2);

  const ProgramRun both = run_into("/dev/stdout");
  CHECK(both.status == 0);
  CHECK(both.out.find(kHeader) != std::string::npos);
  CHECK(both.out.find("solved") != std::string::npos);
  CHECK(run_into("/dev/null").status == 0);
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(is_refused(run_into(folder.file(".")), {folder.file("."), "cannot be written"}));
}

TEST_CASE("a file needs a name", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = own_map("arena.map");
  for (std::vector<std::string> words :
       writers(map, map + ".scen", folder.write("script", "path 33 18 32 18\n"))) {
    const std::string option = words.back();
    words.emplace_back();
    CHECK(is_refused(run_program(words), {option, "empty"}));
  }
  CHECK(is_refused(run_program({"info", ""}), {"empty"}));
}

TEST_CASE("an output is no input and no other output", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map", "...\n");
  const std::string script = folder.write("script", "path 0 0 2 0\n");
  // The same file by another name.
  const std::string other = folder.file("./map");
  CHECK(is_refused(run_program({"replay", map, script, "--csv", other}), {other, "read by"}));
  CHECK(is_refused(run_program({"replay", map, script, "--csv", script}), {script, "read by"}));
  CHECK(is_refused(run_program({"field", map, "0,0", "--csv", map}), {map, "read by"}));
  CHECK(is_refused(run_program({"path", map, "0,0", "2,0", "--png", map}), {map, "read by"}));
  CHECK(read_file(map) == "...\n");
  const std::string both = folder.file("both");
  CHECK(is_refused(run_program({"path", map, "0,0", "2,0", "--svg", both, "--png", both}),
                   {both, "two outputs"}));
  CHECK(
      is_refused(run_program({"field", map, "0,0", "--csv", both, "--svg", folder.file("./both")}),
                 {"both", "two outputs"}));
  CHECK_FALSE(fs::exists(both));
  CHECK(run_program({"field", map, "0,0", "--csv", "/dev/null", "--svg", "/dev/null"}).status == 0);
}

TEST_CASE("outputs through symbolic links are compared by what they lead to", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map", "...\n");
  const std::string target = folder.file("target");
  fs::create_directory(folder.file("inner"));
  fs::create_symlink("target", folder.file("link"));  // which leads to nothing yet
  fs::create_symlink("../link", folder.file("inner/second"));
  fs::create_symlink(target, folder.file("inner/absolute"));
  const std::vector<std::string> names{target, folder.file("link"), folder.file("inner/second"),
                                       folder.file("inner/absolute")};
  for (const std::string& csv : names) {
    for (const std::string& svg : names) {
      const ProgramRun run = run_program({"field", map, "0,0", "--csv", csv, "--svg", svg});
      CHECK(is_refused(run, {svg, "two outputs"}));
    }
  }
  CHECK_FALSE(fs::exists(target));
  // A link to itself leads nowhere; it is another file.
  fs::create_symlink("loop", folder.file("loop"));
  CHECK(
      is_refused(run_program({"field", map, "0,0", "--csv", target, "--svg", folder.file("loop")}),
                 {"loop", "cannot be written"}));
}

TEST_CASE("names of outputs that cannot be are two names", "[cli]") {
  const TemporaryFolder folder;
  const std::string map = folder.write("map", "...\n");
  const auto run = [&](char first, char second) {
    const std::string csv = folder.file(std::string(300, first));
    const std::string svg = folder.file(std::string(300, second));
    return run_program({"field", map, "0,0", "--csv", csv, "--svg", svg});
  };
  CHECK(is_refused(run('a', 'b'), {"aaa", "cannot be written"}));
  CHECK(is_refused(run('a', 'a'), {"aaa", "two outputs"}));
  // Names from the folder where the program runs.
  const std::string name = "taut_test_of_names_that_are_relative";
  CHECK(is_refused(run_program({"field", map, "0,0", "--csv", name, "--svg", "./" + name}),
                   {name, "two outputs"}));
  CHECK_FALSE(fs::exists(name));
}

TEST_CASE("help that is lost is an error", "[cli]") {
  if (!std::ofstream("/dev/full").is_open()) return;
  CHECK(is_refused(run_program({"--help"}, "/dev/full"), {"standard output"}));
  CHECK(is_refused(run_program({"path", "--help"}, "/dev/full"), {"standard output"}));
  CHECK(is_refused(run_program({"--version"}, "/dev/full"), {"standard output"}));
}

// read_dynamic_scenario() and load_dynamic_scenario(): what they read, and the place of every
// error.
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/temporary_folder.hpp"
#include "tools/input/dynamic_scenario.hpp"

using namespace taut;
using namespace taut::test;
using namespace taut::tools;

namespace {

const std::string kDynamicHead =
    "version 2\nheight 3\nwidth 4\ncost 2 euclid octile\npatch a.patch\ncommands\n";
const std::string kCommands =
    "P 0 0 2 0\nQ 0 0 0 3 0 5.5 5.828\nP 7 1 2 1\nP 7 0 0 1\nQ 7 0 0 3 2 4 4.5\n";
const std::string kPatches =
    "type patch\npatches 2\npatch 0\nheight 2\nwidth 1\nmap\n@\nT\n"
    "patch 1\nheight 1\nwidth 2\nmap\n.G\n";

std::string dynamic_error(const std::string& text, const std::string& patches = kPatches) {
  const auto read = read_dynamic_scenario(text, "s", patches, "p");
  CHECK_FALSE(read);
  return read ? "no error" : read.error.message();
}

std::string replace(std::string text, std::string_view part, std::string_view by) {
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, part.size(), by);
}

}  // namespace

TEST_CASE("a scenario of version 2 has patches before its queries") {
  const std::string plain = kDynamicHead + kCommands;
  for (const std::string& text : {plain, replace(plain, "P 7", "\n\r\n\tP  7")}) {
    const auto read = read_dynamic_scenario(text, "s", kPatches, "p");
    INFO(read.error.message());
    REQUIRE(read);
    CHECK(read.value->width == 4);
    CHECK(read.value->height == 3);
    REQUIRE(read.value->patches.size() == 2);
    CHECK(to_drawing(read.value->patches[0]) == "@\n@\n");
    CHECK(to_drawing(read.value->patches[1]) == "..\n");
    REQUIRE(read.value->queries.size() == 2);
    const DynamicQuery& first = read.value->queries[0];
    CHECK((first.before == std::vector<PlacedPatch>{{0, {2, 0}}}));
    CHECK((first.query == ScenarioQuery{0, "a.patch", 4, 3, {0, 0}, {3, 0}, 5.828}));
    const DynamicQuery& second = read.value->queries[1];
    CHECK((second.before == std::vector<PlacedPatch>{{1, {2, 1}}, {0, {0, 1}}}));
    CHECK((second.query == ScenarioQuery{7, "a.patch", 4, 3, {0, 0}, {3, 2}, 4.5}));
  }
}

TEST_CASE("faults in a scenario of version 2 are named by their place") {
  CHECK(dynamic_error("") == "s:1: the file ends before `version`");
  CHECK(dynamic_error("version 1\n") == "s:1:9: version `1` is not within 2 to 2");
  CHECK(dynamic_error("version 2\nwidth 3\n") == "s:2:1: expected `height` before `width 3`");
  CHECK(dynamic_error(replace(kDynamicHead, "width 4", "width 0")) ==
        "s:3:7: width `0` is not within 1 to 16384");
  CHECK(dynamic_error(replace(kDynamicHead, "octile", "octal")) ==
        "s:4:1: no cost is `octile`: `cost 2 euclid octal`");
  CHECK(dynamic_error(replace(kDynamicHead, "cost 2", "cost 3")) ==
        "s:4:21: the name of a cost is missing");
  CHECK(dynamic_error(replace(kDynamicHead, "cost 2", "cost 1")) ==
        "s:4:1: no cost is `octile`: `cost 1 euclid octile`");
  CHECK(dynamic_error(replace(kDynamicHead, " a.patch", "")) == "s:5:6: `patch` has no file");
  CHECK(dynamic_error(replace(kDynamicHead, "commands", "command")) ==
        "s:6:1: expected `commands` before `command`");
  CHECK(dynamic_error(kDynamicHead + "R 0\n") == "s:7:1: expected `P` or `Q` before `R 0`");
  CHECK(dynamic_error(kDynamicHead + "P 0 2 0 0\n") == "s:7:5: patch `2` is not within 0 to 1");
  CHECK(dynamic_error(kDynamicHead + "P 0 1 3 0\n") ==
        "s:7:7: x of the patch `3` is not within 0 to 2");
  CHECK(dynamic_error(kDynamicHead + "P 0 0 3 2\n") ==
        "s:7:9: y of the patch `2` is not within 0 to 1");
  CHECK(dynamic_error(kDynamicHead + "P 0 0 3 1 1\n") == "s:7:11: unexpected `1`");
  CHECK(dynamic_error(kDynamicHead + "Q 0 0 0 4 0 1 1\n") ==
        "s:7:9: goal x `4` is not within 0 to 3");
  CHECK(dynamic_error(kDynamicHead + "Q 0 0 0 3 0 1\n") == "s:7:14: a cost is missing");
  CHECK(dynamic_error(kDynamicHead + "Q 0 0 0 3 0 1 -1\n") ==
        "s:7:15: cost `-1` is not a finite number from 0 upwards");
}

TEST_CASE("faults in a file of patches are named by their place") {
  const auto error = [](std::string_view part, std::string_view by) {
    return dynamic_error(kDynamicHead + kCommands, replace(kPatches, part, by));
  };
  CHECK(error("type patch", "type octile") == "p:1: expected `type patch` before `type octile`");
  CHECK(error("patches 2", "patches 3") == "p:14: the file ends before `patch`");
  CHECK(error("patch 1", "patch 0") == "p:9:7: patch `0` is not within 1 to 1");
  CHECK(error("@\nT\n", "@\n@@\n") == "p:8:1: row 2 has 2 tiles, the patch has width 1");
  CHECK(error(".G\n", "") == "p:13: the file ends after 0 of 1 rows");
  CHECK(error("T", "\x01") == "p:8:1: row 2 is no row of tiles: `\\x01`");
  CHECK(error(".G\n", ".G\n..\n") == "p:14:1: unexpected `..`");
}

TEST_CASE("a scenario of version 2 names the file of its patches in its own folder") {
  const TemporaryFolder folder;
  const std::string file = folder.write("a.scen", kDynamicHead + kCommands);
  const auto lacks = load_dynamic_scenario(file);
  CHECK_FALSE(lacks);
  CHECK(lacks.error.file == folder.file("a.patch"));
  folder.write("a.patch", kPatches);
  const auto read = load_dynamic_scenario(file);
  REQUIRE(read);
  CHECK(read.value->queries.size() == 2);
#ifndef _WIN32
  const std::string head = replace(kDynamicHead, "a.patch", "a:b.patch");
  const auto beside = load_dynamic_scenario(folder.write("b.scen", head));
  CHECK(beside.error.file == folder.file("a:b.patch"));
  const std::string far = replace(kDynamicHead, "a.patch", "/no/such/folder/a.patch");
  CHECK(load_dynamic_scenario(folder.write("c.scen", far)).error.file == "/no/such/folder/a.patch");
#endif
}

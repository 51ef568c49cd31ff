// World files that cannot be: one line with the file, the line, the key and the value.
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/program.hpp"

using namespace taut;
using namespace taut::test;

namespace {

class BadWorlds {
 public:
  BadWorlds() {
    folder_.write("a.map", "...\n...\n.@.\n");
    folder_.write("b.map", ".....\n");
    folder_.write("ragged.map", "...\n..\n");
    folder_.write("inner.json", R"({"floors": [{"map": "a.map"}]})");
  }

  [[nodiscard]] bool refuses(const std::string& text, std::vector<std::string> fragments) const {
    const std::string world = folder_.write("world.json", text);
    fragments.emplace_back("world.json");
    const bool is_info = is_refused(run_program({"info", world}), fragments);
    return is_info && is_refused(run_program({"path", world, "0:0,0", "1:0,0"}), fragments);
  }
  // A file whose links are these, from line 3 on.
  [[nodiscard]] bool refuses_links(const std::string& links,
                                   const std::vector<std::string>& fragments) const {
    return refuses("{\"floors\": [{\"map\": \"a.map\"}, {\"map\": \"b.map\"}],\n \"links\": [\n" +
                       links + "]}",
                   fragments);
  }

 private:
  TemporaryFolder folder_;
};

// A sound link but for these members.
std::string link_with(const std::string& members) {
  std::string text = "{" + members;
  const auto add = [&](const std::string& key, const std::string& value) {
    if (text.find('"' + key + '"') != std::string::npos) return;
    text += (text.size() > 1 ? ", \"" : "\"") + key + "\": " + value;
  };
  add("id", "5");
  add("from", "[0, 0.5, 0.5, 0.5, 0.5]");
  add("to", "[1, 4, 1, 4, 1]");
  add("cost", "0");
  return text + "}";
}

}  // namespace

TEST_CASE("world files that are no JSON are refused with their line", "[cli][floors]") {
  const BadWorlds worlds;
  CHECK(worlds.refuses("", {"world.json:1: ", "unexpected end of input"}));
  CHECK(worlds.refuses("{\n\n\"floors\": [,]}", {"world.json:3: ", "','"}));
  CHECK(worlds.refuses("{\"floors\":\n NaN}", {"world.json:2: ", "invalid literal"}));
  CHECK(worlds.refuses("{\"floors\": [{\"map\": \"a.map\"}]\n", {"world.json:"}));
  CHECK(worlds.refuses("{\"floors\": []}\n x", {"world.json:2: "}));
  CHECK(worlds.refuses("{\"a\": \"\xFF\"}", {"world.json:1: ", "UTF-8"}));
  CHECK(worlds.refuses("\n{\"a\": 1e999}", {"world.json:2: ", "1e999"}));
  CHECK(worlds.refuses("{\"a\": 1,\n\"a\": 2}", {"world.json:2: ", "\"a\" is given twice"}));
  CHECK(worlds.refuses("{\"a\": " + std::string(100'000, '['), {"world.json:1: ", "nested"}));
  CHECK(worlds.refuses("[1]", {"world.json:1: an array is not an object"}));
}

TEST_CASE("world files with unsound floors are refused", "[cli][floors]") {
  const BadWorlds worlds;
  CHECK(worlds.refuses("{}", {"world.json:1: the key \"floors\" is missing"}));
  CHECK(worlds.refuses("{\n\"floors\": 3}", {"world.json:2: floors: 3 is not an array"}));
  CHECK(worlds.refuses("{\"floors\": 3\n\n}", {"world.json:1: floors: 3 is not an array"}));
  CHECK(worlds.refuses("{\"floors\": []}", {"world.json:1: floors: an array of floors is empty"}));
  CHECK(worlds.refuses("{\"floors\": [\n7]}", {"world.json:2: floors[0]: 7 is not an object"}));
  CHECK(worlds.refuses("{\"floors\": [{}]}", {"floors[0]: the key \"map\" is missing"}));
  CHECK(worlds.refuses("{\"floors\": [{\"map\": 1}]}", {"floors[0].map: 1 is not a string"}));
  CHECK(worlds.refuses("{\"floors\": [{\"map\": \"\"}]}", {"floors[0].map: \"\""}));
  CHECK(worlds.refuses("{\"floors\": [{\"map\": \"a.map\"},\n {\"map\": \"none.map\"}]}",
                       {"world.json:2: floors[1].map: ", "none.map: cannot be opened"}));
  CHECK(worlds.refuses("{\"floors\": [{\"map\": \"ragged.map\"}]}",
                       {"world.json:1: floors[0].map: ", "ragged.map:2"}));
  CHECK(worlds.refuses("{\"floors\": [{\"map\": \"inner.json\"}]}", {"inner.json", "no world"}));
  CHECK(worlds.refuses("{\"floors\": [{\"map\": \"a.map\", \"z\": 1}]}",
                       {"floors[0].z: unknown key; known are map, origin"}));
  CHECK(worlds.refuses("{\"floors\": [{\"map\": \"a.map\", \"origin\": [1]}]}",
                       {"floors[0].origin", "two numbers"}));
  CHECK(worlds.refuses("{\"floors\": [{\"map\": \"a.map\", \"origin\": [1, 0.5]}]}",
                       {"floors[0].origin[1]: 0.5 is not an integer"}));
  CHECK(worlds.refuses("{\"floors\": [{\"map\": \"a.map\"}], \"link\": []}",
                       {"link: unknown key; known are floors, links"}));
}

TEST_CASE("world files with unsound links are refused", "[cli][floors]") {
  const BadWorlds worlds;
  const auto refuses = [&](const std::string& members, std::vector<std::string> fragments) {
    fragments.emplace_back("world.json:3: links[0]");
    return worlds.refuses_links(link_with(members), fragments);
  };
  CHECK(worlds.refuses_links("1", {"world.json:3: links[0]: 1 is not an object"}));
  CHECK(worlds.refuses_links("{}", {"links[0]: the key \"id\" is missing"}));
  CHECK(worlds.refuses_links(link_with("") + ",\n" + link_with("\"id\": 5"),
                             {"world.json:4: links[1].id: 5 is that of links[0]"}));
  CHECK(refuses("\"colour\": 1", {".colour: unknown key; known are id, from, to, cost"}));
  CHECK(refuses("\"id\": -1", {".id: -1"}));
  CHECK(refuses("\"id\": 1.5", {".id: 1.5 is not an integer"}));
  CHECK(refuses("\"id\": \"a\"", {".id: \"a\""}));
  CHECK(refuses("\"cost\": -0.5", {".cost: -0.5 is not a number from 0 to 1e+30"}));
  CHECK(refuses("\"cost\": null", {".cost: null"}));
  CHECK(refuses("\"width\": -1", {".width: -1"}));
  CHECK(refuses("\"width\": true", {".width: true"}));
  CHECK(refuses("\"one_way\": 1", {".one_way: 1 is not true or false"}));
  CHECK(refuses("\"enabled\": \"yes\"", {".enabled: \"yes\""}));
  CHECK(refuses("\"class\": \"DD\"", {".class: \"DD\" is not one printable character"}));
  CHECK(refuses("\"class\": 3", {".class: 3 is not a string"}));
  CHECK(refuses("\"from\": 0", {".from: 0 is not an array"}));
  CHECK(refuses("\"from\": [0, 1, 1]", {".from", "five numbers"}));
  CHECK(refuses("\"from\": [2, 1, 1, 1, 1]", {".from[0]: 2 is not an integer from 0 to 1"}));
  CHECK(refuses("\"from\": [0, -1, 1, 1, 1]", {".from[1]: -1"}));
  CHECK(refuses("\"from\": [0, 1, \"y\", 1, 1]", {".from[2]: \"y\""}));
  CHECK(refuses("\"from\": [0, 3.5, 1, 3.5, 1]", {".from: 3.5,1 is outside floor 0", "3 x 3"}));
  CHECK(refuses("\"from\": [0, 1.5, 2.5, 1.5, 2.5]", {".from: 1.5,2.5", "no walkable tile"}));
  CHECK(refuses("\"from\": [0, 0.5, 0.5, 1.5, 2.5]", {".from: 1.5,2.5", "no walkable tile"}));
  CHECK(refuses("\"to\": [1, 1, 1.25, 1, 1.25]", {".to: 1,1.25 is outside floor 1", "5 x 1"}));
  CHECK(refuses("\"to\": [0, 0.5, 0.5, 0.5, 0.5]", {"both ends are the same"}));
}

TEST_CASE("ends that are too long are refused", "[cli][floors]") {
  const TemporaryFolder folder;
  folder.write("long.map", std::string(70, '.') + "\n");
  const std::string world =
      folder.write("world.json",
                   "{\"floors\": [{\"map\": \"long.map\"}],\n\"links\": [{\"id\": 1, \"cost\": 1,\n"
                   "\"from\": [0, 1, 0, 66, 0], \"to\": [0, 0, 1, 0, 1]}]}");
  CHECK(is_refused(run_program({"info", world}),
                   {"world.json:3: links[0].from: the segment is 65 tiles long", "64"}));
}

TEST_CASE("an end that only the terrain blocks closes its link", "[cli][floors]") {
  const TemporaryFolder folder;
  folder.write("a.map", "..S\n...\n");
  const std::string world = folder.write("world.json",
                                         R"({"floors": [{"map": "a.map"}, {"map": "a.map"}],
          "links": [{"id": 1, "from": [0, 2.5, 0.5, 2.5, 0.5], "to": [1, 2.5, 0.5, 2.5, 0.5],
                     "cost": 1}]})");
  CHECK(run_program({"path", world, "0:0,0", "1:0,0"}).status == 0);
  CHECK(run_program({"path", world, "0:0,0", "1:0,0", "--terrain", "S=2"}).status == 0);
  CHECK(run_program({"path", world, "0:0,0", "1:0,0", "--terrain", "S=x"}).status == 1);
  const std::string csv = folder.file("out.csv");
  const std::string script =
      folder.write("script", "open 0 2 0 3 1\nopen 1 2 0 3 1\npath 0 0 0 1 0 0\n");
  CHECK(run_program({"replay", world, script, "--terrain", "S=x", "--csv", csv}).status == 0);
  CHECK(read_csv(csv)[1][5] == "ok");
}

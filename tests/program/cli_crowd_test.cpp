// `taut crowd`.
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/program.hpp"

using namespace taut::test;

namespace {

const std::string kHead =
    "crowd 1\nname lane\ndt 0.05\nticks 200\narrive point 0.25\n"
    "map 12 3\n............\n............\n............\n";
const std::string kUnits = "units 2\n1.5 1.5 0.25 2 1 10.5 1.5\n10.5 1.5 0.25 2 1 1.5 1.5\n";

}  // namespace

TEST_CASE("taut crowd: measures, a row of them, and places") {
  const TemporaryFolder folder;
  const std::string file = folder.write("lane.crowd", kHead + kUnits);
  const std::string csv = folder.file("lane.csv");
  const std::string places = folder.file("places.csv");
  const ProgramRun run = run_program({"crowd", file, "--csv", csv, "--positions", places});
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK(run.out.find("arrived 2 of 2\noverlap 0\nwall 0\n") != std::string::npos);
  CHECK(run.out.find("stuck 0\n") != std::string::npos);
  const std::vector<std::vector<std::string>> rows = read_csv(csv);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0][2] == "t95");
  CHECK(rows[1][0] == "lane");
  // Ten tiles less the tolerance, at two a second; they pass each other.
  const double t95 = std::stod(rows[1][2]);
  CHECK(t95 > 4.3);
  CHECK(t95 < 6.0);
  const std::vector<std::vector<std::string>> at = read_csv(places);
  REQUIRE(at.size() == 401);
  CHECK(at[0] == std::vector<std::string>{"tick", "unit", "x", "y", "state"});
  CHECK(at[400][4] == "arrived");
}

TEST_CASE("taut crowd: the row has a name of any characters, and times as they are") {
  const TemporaryFolder folder;
  const std::string head =
      "crowd 1\nname a,\"b\ndt 0.0333\nticks 150\narrive point 0.25\n"
      "map 12 3\n............\n............\n............\n";
  const std::string csv = folder.file("row.csv");
  const ProgramRun run =
      run_program({"crowd", folder.write("row.crowd", head + kUnits), "--csv", csv});
  REQUIRE(run.status == 0);
  const std::string row = lines_of(read_file(csv)).at(1);
  REQUIRE(row.substr(0, 10) == "\"a,\"\"b\",2,");
  const double t95 = std::stod(row.substr(10));
  const double ticks = std::round(t95 / 0.0333);
  CHECK(t95 == ticks * 0.0333);
  CHECK(run.out.find("t95 " + row.substr(10, row.find(',', 10) - 10) + '\n') == 0);
}

TEST_CASE("taut crowd: an edit that closes the way leaves units without arrival") {
  const TemporaryFolder folder;
  const std::string file = folder.write("closed.crowd", kHead + "edit 20 6 0 7 3\n" + kUnits);
  const ProgramRun run = run_program({"crowd", file});
  REQUIRE(run.status == 0);
  CHECK(run.out.find("t95 never\narrived 0 of 2\noverlap 0\nwall 0\n") != std::string::npos);
}

// The bytes of a text in base64.
std::string decode(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t group = 0;
  unsigned bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = group << 6U | static_cast<std::uint32_t>(digits.find(c));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 255U);
  }
  return bytes;
}

TEST_CASE("taut crowd: the animation holds every second tick, and needs nothing else") {
  const TemporaryFolder folder;
  std::string head = kHead;
  head.replace(head.find("lane"), 4, "</script>&<!--");
  const std::string file = folder.write("lane.crowd", head + "edit 100 0 0 1 1\n" + kUnits);
  const std::string html = folder.file("lane.html");
  const std::string places = folder.file("places.csv");
  REQUIRE(run_program({"crowd", file, "--html", html, "--positions", places}).status == 0);
  const std::string page = read_file(html);
  for (const char* const outside : {"http", "src=", "href=", "url(", "@import", "{{"}) {
    CHECK(page.find(outside) == std::string::npos);
  }
  const std::string begin = "id=\"data\">";
  const std::size_t at = page.find(begin) + begin.size();
  const nlohmann::json data = nlohmann::json::parse(page.substr(at, page.find('<', at) - at));
  CHECK(data["name"] == "</script>&<!--");
  CHECK(data["width"] == 12);
  CHECK(data["radii"] == std::vector<double>{0.25, 0.25});
  CHECK(data["frameSeconds"] == 0.1);
  CHECK(data["rects"].dump() == "[[100,0,0,1,1,null]]");
  CHECK(data["hues"][0] != data["hues"][1]);
  const std::string frames = decode(data["frames"]);
  const std::vector<std::vector<std::string>> rows = read_csv(places);
  REQUIRE(frames.size() == 101 * 2 * 5);
  const double scale = data["scale"];
  for (std::size_t frame = 1; frame <= 100; ++frame) {
    for (std::size_t unit = 0; unit < 2; ++unit) {
      const std::vector<std::string>& row = rows[1 + 2 * (2 * frame - 1) + unit];
      for (std::size_t axis = 0; axis < 2; ++axis) {
        const std::size_t byte = 10 * frame + 4 * unit + 2 * axis;
        const int low = static_cast<unsigned char>(frames[byte]);
        const int high = static_cast<unsigned char>(frames[byte + 1]);
        CHECK(std::fabs((low + 256 * high) * scale - std::stod(row[2 + axis])) <= scale);
      }
      CHECK(data["states"][static_cast<std::size_t>(frames[10 * frame + 8 + unit])] == row[4]);
    }
  }
}

TEST_CASE("taut crowd: --terrain prices and blocks characters of the map") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("swamp.crowd",
                   "crowd 1\nname swamp\ndt 0.05\nticks 300\narrive point 0.25\n"
                   "map 12 3\n..WWWWWWWW..\n..WWWWWWWW..\n............\n"
                   "units 1\n0.5 0.5 0.25 2 1 11.5 0.5\n");
  const std::string places = folder.file("places.csv");
  // How many ticks the unit spends on W.
  const auto count_in_swamp = [&](const std::string& terrain) {
    const ProgramRun run =
        run_program({"crowd", file, "--terrain", terrain, "--positions", places});
    INFO(run.err);
    REQUIRE(run.status == 0);
    CHECK(run.out.find("arrived 1 of 1\noverlap 0\nwall 0\n") != std::string::npos);
    int ticks = 0;
    const std::vector<std::vector<std::string>> rows = read_csv(places);
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const double x = std::stod(rows[i][2]);
      ticks += x > 2.0 && x < 10.0 && std::stod(rows[i][3]) < 1.95 ? 1 : 0;
    }
    return ticks;
  };
  CHECK(count_in_swamp("W=1") > 70);
  CHECK(count_in_swamp("W=9") < 5);
  CHECK(count_in_swamp("W=x") == 0);
  CHECK(is_refused(run_program({"crowd", file}), {"is not a row of 12 tiles . or @"}));
  CHECK(is_refused(run_program({"crowd", file, "--terrain", "S=3"}),
                   {"is not a row of 12 tiles of .@S"}));
  CHECK(is_refused(run_program({"crowd", file, "--terrain", "W=0"}), {"--terrain W=0"}));
}

TEST_CASE("taut crowd: bad files are refused with file and line") {
  const TemporaryFolder folder;
  const auto refuse = [&](const std::string& text, const std::string& message) {
    const std::string file = folder.write("bad.crowd", text);
    INFO(text);
    CHECK(is_refused(run_program({"crowd", file}), {message}));
  };
  refuse("", "bad.crowd:1: the file ends too early");
  for (const char* const line : {"name b", "dt 0.1", "ticks 3", "arrive point 1", "wander 1",
                                 "map 1 1\n.", "units 1\n1.5 1.5 0.25 2 1 3 3"}) {
    const std::string word = std::string(line).substr(0, std::string(line).find(' '));
    refuse(kHead + kUnits + line + '\n',
           ":13: `" + (word == "wander" ? "arrive" : word) + "` is given twice");
  }
  refuse("crowd 2\n", "bad.crowd:1: \"crowd 2\" is not `crowd 1`");
  refuse("crowd 1\nspeed 3\n", "bad.crowd:2: unknown key \"speed\"");
  refuse("crowd 1\nticks -1\n", "bad.crowd:2: \"-1\" is not an integer from 1 to 1000000");
  refuse("crowd 1\ndt 1\n", "bad.crowd:2: \"1\" is not a number from 0.0001 to 0.25");
  refuse("crowd 1\nmap 3 2\n...\n..x\n", "bad.crowd:4: \"..x\" is not a row of 3 tiles . or @");
  refuse(kHead, "no `units`");
  refuse(kHead + "units 1\n1.5 1.5 0.25 2 2 3 3\n", "has 7 words instead of 9");
  refuse(kHead + "units 2\n1.5 1.5 0.25 2 1 3 3\n", "the file ends too early");
  refuse(kHead + "units 1\n0.1 1.5 0.25 2 1 3 3\n",
         ":11: a unit of radius 0.25 at 0.1 1.5 has no room");
  refuse(kHead + "units 1\n1.5 1.5 0 2 1 3 3\n", ":11: \"0\" is not a number from 0.03125 to 32");
  refuse(kHead + "units 1\n1.5 1.5 1 99 1 3 3\n",
         ":11: \"99\" is not a number from 0.015625 to 64");
  refuse(kHead + "units 1\n1.5 1.5 0.25 2 1 3 30\n", ":11: goal 3 30 is outside the map");
  refuse("crowd 1\nedit 3 5 5 5 9\n", "bad.crowd:2: 5 5 to 5 9 is no tile");
}

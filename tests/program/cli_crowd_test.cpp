// `taut crowd`.
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

TEST_CASE("taut crowd: an edit that closes the way leaves units without arrival") {
  const TemporaryFolder folder;
  const std::string file = folder.write("closed.crowd", kHead + "edit 20 6 0 7 3\n" + kUnits);
  const ProgramRun run = run_program({"crowd", file});
  REQUIRE(run.status == 0);
  CHECK(run.out.find("t95 never\narrived 0 of 2\noverlap 0\nwall 0\n") != std::string::npos);
}

TEST_CASE("taut crowd: bad files are refused with file and line") {
  const TemporaryFolder folder;
  const auto refuse = [&](const std::string& text, const std::string& message) {
    const std::string file = folder.write("bad.crowd", text);
    INFO(text);
    CHECK(is_refused(run_program({"crowd", file}), {message}));
  };
  refuse("crowd 2\n", "bad.crowd:1: \"crowd 2\" is not `crowd 1`");
  refuse("crowd 1\nspeed 3\n", "bad.crowd:2: unknown key \"speed\"");
  refuse("crowd 1\nticks -1\n", "bad.crowd:2: \"-1\" is not an integer from 1 to 1000000");
  refuse("crowd 1\ndt 1\n", "bad.crowd:2: \"1\" is not a number from 0.0001 to 0.25");
  refuse("crowd 1\nmap 3 2\n...\n..x\n", "bad.crowd:4: \"..x\" is not a row of 3 tiles . or @");
  refuse(kHead, "no `units`");
  refuse(kHead + "units 1\n1.5 1.5 0.25 2 2 3 3\n", "has 7 words instead of 9");
  refuse(kHead + "units 2\n1.5 1.5 0.25 2 1 3 3\n", "the file ends too early");
  refuse(kHead + "units 1\n0.1 1.5 0.25 2 1 3 3\n", "unit 0 of lane has no room");
  refuse(kHead + "units 1\n1.5 1.5 0 2 1 3 3\n", "radius");
}

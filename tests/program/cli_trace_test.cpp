// `taut path --trace`: traces of Posthoc, checked against its format 1.4.0: version, views of
// components that have a shape `$`, events that have an id and a type.
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/program.hpp"

using namespace taut;
using namespace taut::test;

namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

// What the format asks of every trace, and that each event of a type with a view can be drawn.
void check_format(const Json& trace) {
  CHECK(trace.at("version") == "1.4.0");
  std::string conditions;
  for (const Json& component : trace.at("views").at("main")) {
    CHECK((component.at("$") == "polygon" || component.at("$") == "path"));
    CHECK(component.at("points") == "${{ $.points }}");
    conditions += component.at("$if").get<std::string>();
  }
  std::set<std::size_t> ids;
  for (const Json& event : trace.at("events")) {
    CHECK(ids.insert(event.at("id").get<std::size_t>()).second);
    const std::string type = event.at("type");
    const bool is_end = type == "source" || type == "destination";
    CHECK((is_end || conditions.find("'" + type + "'") != std::string::npos));
    CHECK(event.at("points").size() >= (is_end ? 1U : 2U));
    for (const Json& point : event.at("points")) {
      CHECK((point.at("x").is_number() && point.at("y").is_number()));
    }
  }
}

struct Traced {
  Json trace;
  Json answer;
  std::map<std::string, std::vector<Json>> events;  // their points, by type
};

Traced trace_path(const Words& how) {
  const TemporaryFolder folder;
  const std::string file = folder.file("trace.json");
  Words words{"path", own_map("dungeon.map"), "73,49", "76,8", "--json", "--trace", file};
  words.insert(words.end(), how.begin(), how.end());
  const ProgramRun run = run_program(words);
  INFO(run.err);
  REQUIRE(run.status == 0);
  Traced traced{Json::parse(read_file(file)), Json::parse(run.out), {}};
  for (const Json& event : traced.trace.at("events")) {
    traced.events[event.at("type")].push_back(event.at("points"));
  }
  return traced;
}

double far_between(const Json& a, const Json& b) {
  return std::hypot(a.at("x").get<double>() - b.at("x").get<double>(),
                    a.at("y").get<double>() - b.at("y").get<double>());
}

}  // namespace

TEST_CASE("trace: the path leads from source to destination", "[cli]") {
  for (const Words& how :
       std::vector<Words>{{}, {"--method", "optimal"}, {"--map", "quadtree"}, {"--map", "grid"}}) {
    const Traced traced = trace_path(how);
    check_format(traced.trace);
    const std::vector<Json>& legs = traced.events.at("path");
    CHECK(legs.front()[0] == traced.events.at("source").at(0)[0]);
    CHECK(legs.back()[1] == traced.events.at("destination").at(0)[0]);
    double length = 0.0;
    for (std::size_t i = 0; i < legs.size(); ++i) {
      if (i > 0) CHECK(legs[i][0] == legs[i - 1][1]);
      length += far_between(legs[i][0], legs[i][1]);
    }
    CHECK(std::abs(length - traced.answer.at("length").get<double>()) < 1e-9);
  }
}

TEST_CASE("trace: an event for each cone of the optimal search", "[cli]") {
  const Traced traced = trace_path({"--method", "optimal"});
  // A node that goes on to the goal alone has no cone.
  const std::size_t expanded = traced.answer.at("expanded");
  CHECK(traced.events.at("expand").size() <= expanded);
  CHECK(traced.events.at("expand").size() > expanded / 2);
  CHECK(traced.events.at("cell").size() == traced.events.at("portal").size() + 1);
}

TEST_CASE("trace: an answer by A* over cells has its corridor", "[cli]") {
  const Traced traced = trace_path({"--map", "quadtree"});
  CHECK(traced.events.at("cell").size() > traced.events.at("portal").size());
  CHECK(traced.events.count("expand") == 1);
}

TEST_CASE("trace: a file that cannot be written is refused", "[cli]") {
  const TemporaryFolder folder;
  const std::string file = folder.file("none/trace.json");
  const ProgramRun run =
      run_program({"path", own_map("arena.map"), "33,18", "32,18", "--trace", file});
  CHECK(is_refused(run, {file}));
}

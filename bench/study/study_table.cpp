// taut_bench study: a family of the study on maps, as tidy rows. `./run study` runs all of them.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/harness/table.hpp"
#include "bench/tables.hpp"
#include "more_rows.hpp"
#include "scenes.hpp"
#include "study_rows.hpp"
#include "tools/output/failure.hpp"

namespace taut::bench {
namespace {

struct StudyOptions {
  std::vector<std::string> maps;
  std::string family = "point";
  std::vector<std::string> peers;
  std::string csv;
  SceneSample sample;
  Rounds rounds{5, true, 2e6};
};

std::vector<NamedProgram> split_peers(const std::vector<std::string>& texts) {
  std::vector<NamedProgram> peers;
  for (const std::string& text : texts) {
    const std::size_t at = text.find('=');
    if (at == std::string::npos || at == 0) tools::fail("--peer {}: not NAME=PROGRAM", text);
    peers.push_back({text.substr(0, at), text.substr(at + 1)});
  }
  return peers;
}

void append(std::vector<StudyMethod>& methods, std::vector<StudyMethod> more) {
  for (StudyMethod& method : more) methods.push_back(std::move(method));
}

// A peer that fails on a map has no rows of it.
void append_peers(const Scene& scene, const StudyOptions& options,
                  std::vector<StudyMethod>& methods) {
  for (const NamedProgram& peer : split_peers(options.peers)) {
    try {
      methods.push_back(peer_method(scene, peer.name, peer.program));
    } catch (const tools::Failure& failure) {
      fmt::print(stderr, "study: without {} on {}: {}\n", peer.name, scene.map.name,
                 failure.what());
    }
  }
}

using Methods = std::vector<StudyMethod> (*)(const Scene&);

void measure(const Scene& scene, const std::vector<Methods>& kinds, const StudyOptions& options,
             StudyTable& table) {
  if (scene.map.queries.empty()) {
    tools::print(fmt::format("{}: nothing for {}\n", scene.map.name, scene.family));
    return;
  }
  std::vector<StudyMethod> methods;
  for (const Methods kind : kinds) append(methods, kind(scene));
  // Peers know a point on tiles that are alike.
  if (scene.family == "point" || scene.family == "field") append_peers(scene, options, methods);
  table.add_queries(scene, methods, options.rounds);
}

void add_agents(const std::string& file, const StudyOptions& options, StudyTable& table) {
  for (const Agent& agent : {Agent::disc(0.4), Agent::disc(0.9), Agent::square(0.4)}) {
    measure(agent_scene(file, options.sample, agent), {finder_methods}, options, table);
  }
}

void add_growth(const std::string& file, const StudyOptions& options, StudyTable& table) {
  StudyOptions few = options;
  few.sample.queries = std::min<std::size_t>(few.sample.queries, 10);
  few.rounds.has_warm = false;
  for (int side = 128; side <= 4096; side *= 2) {
    measure(growth_scene(file, few.sample, side), {growth_methods}, few, table);
  }
}

void add_floors(const std::string& file, const StudyOptions& options, StudyTable& table) {
  const Scene scene = floor_scene(file, options.sample);
  table.add_queries(scene, floor_methods(file), options.rounds);
}

using Family = std::function<void(const std::string&, const StudyOptions&, StudyTable&)>;

const std::map<std::string, Family>& families() {
  static const std::map<std::string, Family> all{
      {"point",
       [](const std::string& file, const StudyOptions& options, StudyTable& table) {
         measure(point_scene(file, options.sample), {engine_methods, finder_methods}, options,
                 table);
       }},
      {"agent", add_agents},
      {"ground",
       [](const std::string& file, const StudyOptions& options, StudyTable& table) {
         measure(ground_scene(file, options.sample), {priced_tile_methods, finder_methods}, options,
                 table);
       }},
      {"field",
       [](const std::string& file, const StudyOptions& options, StudyTable& table) {
         measure(field_scene(file, options.sample), {field_methods}, options, table);
       }},
      {"floors", add_floors},
      {"growth", add_growth},
      {"edits",
       [](const std::string& file, const StudyOptions& options, StudyTable& table) {
         add_edit_rows(file, options.sample, options.rounds.count, table);
       }},
      {"crowd", [](const std::string& file, const StudyOptions& options, StudyTable& table) {
         add_crowd_rows(file, options.sample, options.rounds.count, split_peers(options.peers),
                        table);
       }}};
  return all;
}

int run_study(const StudyOptions& options) {
  const auto family = families().find(options.family);
  if (family == families().end()) tools::fail("--family {}: there is none", options.family);
  StudyTable table(options.csv);
  for (const std::string& file : options.maps) family->second(file, options, table);
  table.close();
  tools::print(fmt::format("{}: {} wrong\n", options.family, table.wrong()));
  return 0;
}

}  // namespace

void add_study_table(CLI::App& program, tools::Action& action) {
  CLI::App& command =
      *program.add_subcommand("study", "a family of the study on maps, as tidy rows");
  const auto options = std::make_shared<StudyOptions>();
  command.add_option("MAP", options->maps, "map files, world files or scenarios of crowds")
      ->required();
  command
      .add_option("--family", options->family,
                  "point, agent, ground, field, floors, growth, edits or crowd")
      ->capture_default_str();
  command.add_option("--csv", options->csv, "the rows")->required();
  command.add_option("--peer", options->peers, "NAME=PROGRAM; docs/study.md says how it is called");
  command.add_option("--queries", options->sample.queries, "queries of a map, at most")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--seed", options->sample.seed, "chooses the queries")->capture_default_str();
  command.add_option("--rounds", options->rounds.count, "measure everything N times")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.footer(
      "`./run study` runs all families. docs/study.md has the columns and the method. Wrong "
      "answers have the status\n`wrong`; they are the result of a study, so the exit status is "
      "0.\n");
  command.callback([options, &action] { action = [options] { return run_study(*options); }; });
}

}  // namespace taut::bench

// taut crowd: runs a scenario of a crowd and prints its measures.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands.hpp"
#include "crowd_run.hpp"
#include "tools/input/crowd_file.hpp"
#include "tools/input/query_settings.hpp"
#include "tools/output/coordinates.hpp"
#include "tools/output/csv.hpp"
#include "tools/output/output.hpp"
#include "tools/pictures/crowd_page.hpp"

namespace taut::tools {
namespace {

struct CrowdArguments {
  std::string file;
  std::optional<std::string> csv;
  std::optional<std::string> positions;
  std::optional<std::string> html;
  std::string terrain;
};

std::string seconds_or_never(const std::optional<double>& seconds) {
  return seconds ? fmt::to_string(*seconds) : "never";
}

void write_measures(const std::string& name, const CrowdScenario& scenario,
                    const CrowdMeasures& measures) {
  OutputFile file(name);
  file.write("name,units,t95,arrived,overlap,wall,turn,rest,stuck,us\n");
  file.write(fmt::format("{},{},{},{},{},{},{},{},{},{}\n", to_csv_field(scenario.name),
                         scenario.units.size(), seconds_or_never(measures.t95), measures.arrived,
                         measures.worst.overlap, measures.worst.wall, measures.turn, measures.rest,
                         measures.stuck, measures.us));
  file.close();
}

void write_places(OutputFile& file, std::int32_t tick, const Crowd& crowd) {
  for (UnitId unit = 0; unit < crowd.id_end(); ++unit) {
    file.write(fmt::format("{},{},{},{}\n", tick, unit, to_text(crowd.place(unit), ","),
                           to_string(crowd.state(unit))));
  }
}

std::vector<std::string> name_states() {
  std::vector<std::string> names;
  for (int state = 0; state <= static_cast<int>(UnitState::no_way); ++state) {
    names.emplace_back(to_string(static_cast<UnitState>(state)));
  }
  return names;
}

void show(CrowdPage& page, const Crowd& crowd) {
  for (UnitId unit = 0; unit < crowd.id_end(); ++unit) {
    page.add(crowd.place(unit), static_cast<std::size_t>(crowd.state(unit)));
  }
}

int run_crowd_command(const CrowdArguments& arguments) {
  check_files({arguments.file}, {arguments.csv, arguments.positions, arguments.html});
  std::optional<Terrain> terrain;
  if (!arguments.terrain.empty()) terrain = parse_terrain(arguments.terrain);
  const CrowdScenario scenario = load_crowd(arguments.file, terrain);
  std::optional<OutputFile> positions;
  if (arguments.positions) {
    positions.emplace(*arguments.positions);
    positions->write("tick,unit,x,y,state\n");
  }
  std::optional<CrowdPage> page;
  if (arguments.html) page.emplace(scenario, name_states());
  Progress progress("tick", static_cast<std::size_t>(scenario.ticks));
  const CrowdMeasures measures = run_crowd(scenario, [&](std::int32_t tick, const Crowd& crowd) {
    progress.show(static_cast<std::size_t>(tick) + 1);
    if (positions) write_places(*positions, tick, crowd);
    if (page && page->has_frame(tick)) show(*page, crowd);
  });
  if (positions) positions->close();
  if (page) page->write(*arguments.html);
  if (arguments.csv) write_measures(*arguments.csv, scenario, measures);
  print(
      fmt::format("t95 {}\narrived {} of {}\noverlap {}\nwall {}\nturn {}\nrest {}\n"
                  "stuck {}\nus {}\n",
                  seconds_or_never(measures.t95), measures.arrived, scenario.units.size(),
                  measures.worst.overlap, measures.worst.wall, measures.turn, measures.rest,
                  measures.stuck, measures.us));
  return 0;
}

}  // namespace

void add_crowd_command(CLI::App& program, Action& action) {
  CLI::App& command =
      *program.add_subcommand("crowd", "runs a scenario of a crowd and prints its measures");
  const auto arguments = std::make_shared<CrowdArguments>();
  command.add_option("FILE", arguments->file, "scenario of a crowd, see below")->required();
  add_output_option(command, "--csv", arguments->csv, "write the measures as a row");
  add_output_option(command, "--positions", arguments->positions,
                    "write each unit's place and state after each tick");
  add_output_option(command, "--html", arguments->html,
                    "write an animation, a page that needs nothing else");
  add_terrain_option(command, arguments->terrain);
  command.footer(
      "FILE is text, line by line:\n"
      "  crowd 1\n"
      "  name NAME\n"
      "  dt SECONDS\n"
      "  ticks N\n"
      "  arrive point TOLERANCE      or `arrive disc X Y RADIUS`, or `wander TOLERANCE`\n"
      "  edit TICK X0 Y0 X1 Y1       optional: tiles that become blocked\n"
      "  map WIDTH HEIGHT            then HEIGHT rows of . (walkable), @ and what --terrain names\n"
      "  units N                     then lines X Y RADIUS SPEED GOALS GX GY ...\n"
      "Printed: t95, seconds until 95 % have been at their goals; the worst depth of an overlap "
      "and in a wall, "
      "in tiles; the mean\nchange of direction a tick, in degrees; the mean speed of the arrived "
      "at "
      "the end, as a share of theirs; units\nthat have stood for 3 s without having arrived; the "
      "mean CPU time of a unit and tick until t95, of ticks without searches.\n"
      "Columns of --positions: tick,unit,x,y,state.\n"
      "Exit status: 0 done, 2 bad input or usage.\n");
  command.callback(
      [arguments, &action] { action = [arguments] { return run_crowd_command(*arguments); }; });
}

}  // namespace taut::tools

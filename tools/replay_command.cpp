// taut replay: edits and queries in turn, on one map.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands.hpp"
#include "csv.hpp"
#include "failure.hpp"
#include "how.hpp"
#include "map_input.hpp"
#include "output.hpp"
#include "query.hpp"
#include "summary.hpp"
#include "text_input.hpp"

namespace taut::tools {
namespace {

struct ReplayOptions {
  std::string map;
  std::string script;
  HowAsked asked;
  std::optional<std::string> csv;
};

enum class StepKind : std::uint8_t { block, open, path };

struct Step {
  StepKind kind = StepKind::path;
  std::int32_t values[4] = {};  // X0 Y0 X1 Y1 of an edit, SX SY GX GY of a query
};

Step read_step(const std::string& file, std::size_t line,
               const std::vector<std::string_view>& words, const Grid& grid) {
  Step step;
  const std::string_view verb = words.front();
  if (verb == "block") {
    step.kind = StepKind::block;
  } else if (verb == "open") {
    step.kind = StepKind::open;
  } else if (verb != "path") {
    fail_at(file, line, "\"{}\" is none of block, open, path", verb);
  }
  if (words.size() != 5) {
    fail_at(file, line, "{} takes 4 numbers, {}, not {}", verb,
            step.kind == StepKind::path ? "SX SY GX GY" : "X0 Y0 X1 Y1", words.size() - 1);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const std::optional<std::int32_t> value = parse_integer(words[i + 1]);
    if (!value) fail_at(file, line, "\"{}\" is no whole number", words[i + 1]);
    step.values[i] = *value;
  }
  const auto& [a, b, c, d] = step.values;
  if (step.kind == StepKind::path) {
    for (const Tile tile : {Tile{a, b}, Tile{c, d}}) {
      if (!grid.is_inside(tile)) {
        fail_at(file, line, "tile {} {} is outside the map, which is {} x {} tiles", tile.x, tile.y,
                grid.width(), grid.height());
      }
    }
  } else {
    if (a >= c) fail_at(file, line, "the rectangle is empty: X0 {} is not below X1 {}", a, c);
    if (b >= d) fail_at(file, line, "the rectangle is empty: Y0 {} is not below Y1 {}", b, d);
  }
  return step;
}

std::vector<Step> load_script(const std::string& file, const Grid& grid) {
  const std::string text = read_file(file);
  std::vector<Step> steps;
  for (LineReader lines(text); lines.next();) {
    const std::string_view line = lines.line();
    const std::vector<std::string_view> words = split_words(line.substr(0, line.find('#')));
    if (!words.empty()) steps.push_back(read_step(file, lines.number(), words, grid));
  }
  return steps;
}

int run_replay(const ReplayOptions& options) {
  const How how = choose_how(options.asked);
  Grid grid = load_any_map(options.map);
  const std::vector<Step> steps = load_script(options.script, grid);
  std::optional<QueryTable> csv;
  if (options.csv) csv.emplace(*options.csv);

  QueryRunner runner(grid, how);
  Summary summary;
  std::size_t queries = 0;
  std::size_t edits = 0;
  double edit_us = 0.0;
  double worst_edit_us = 0.0;
  const auto note_edit_time = [&](const auto& work) {
    const Clock::time_point begin = Clock::now();
    work();
    const double time = to_microseconds(Clock::now() - begin);
    edit_us += time;
    worst_edit_us = std::max(worst_edit_us, time);
  };
  {
    Progress progress("line", steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      progress.show(i);
      const auto& [a, b, c, d] = steps[i].values;
      if (steps[i].kind == StepKind::path) {
        const Tile start{a, b};
        const Tile goal{c, d};
        const QueryOutcome outcome = runner.run(center(start), center(goal), 1);
        std::optional<PathCheck> check;
        if (is_walkable_rule(how.diagonal)) check = runner.check();
        summary.add(outcome, check, std::nullopt);
        if (csv) csv->add(queries, start, goal, outcome, runner.path_to_csv());
        ++queries;
      } else {
        const TileState state =
            steps[i].kind == StepKind::block ? TileState::blocked : TileState::walkable;
        const TileRect tiles{a, b, c, d};
        // Paths are judged on the grid; the edit that counts is that of what they are found on.
        if (how.map == MapKind::grid) {
          note_edit_time([&] {
            grid.set(tiles, state);
            runner.edit(tiles, state);
          });
        } else {
          grid.set(tiles, state);
          note_edit_time([&] { runner.edit(tiles, state); });
        }
        ++edits;
      }
    }
  }
  if (csv) csv->close();

  std::string text = fmt::format(
      "map         {}, {} x {} tiles\nscript      {}\nhow         {}\n{:<22}{:>12}\n", options.map,
      grid.width(), grid.height(), options.script, describe(how), "edits", edits);
  if (edits > 0) {
    text += fmt::format("{:<22}{:>12.3f}\n{:<22}{:>12.3f}\n", "  mean microseconds",
                        edit_us / static_cast<double>(edits), "  worst", worst_edit_us);
  }
  print(text + summary.table());
  return 0;
}

}  // namespace

void add_replay_command(CLI::App& program, Action& action) {
  CLI::App& command =
      *program.add_subcommand("replay", "edits and queries in turn, on one map edited in place");
  const auto options = std::make_shared<ReplayOptions>();
  command.add_option("MAP", options->map, "map file: MovingAI, plain text or PNG")->required();
  command.add_option("SCRIPT", options->script, "file of edits and queries, see below")->required();
  add_how_options(command, options->asked);
  add_output_option(command, "--csv", options->csv, "write a row per query to this file");
  command.footer(
      "Lines of SCRIPT, in whole tile numbers:\n"
      "  block X0 Y0 X1 Y1   blocks the tiles X0 <= x < X1, Y0 <= y < Y1; what is outside the map "
      "is "
      "left out\n"
      "  open X0 Y0 X1 Y1    makes them walkable\n"
      "  path SX SY GX GY    a query from tile centre to tile centre\n"
      "What follows # is a comment.\n");
  command.callback([options, &action] { action = [options] { return run_replay(*options); }; });
}

}  // namespace taut::tools

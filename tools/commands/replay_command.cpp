// taut replay: a sequence of edits and queries on one map.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "query.hpp"
#include "tools/input/map_input.hpp"
#include "tools/input/query_settings.hpp"
#include "tools/input/text_input.hpp"
#include "tools/output/csv.hpp"
#include "tools/output/failure.hpp"
#include "tools/output/output.hpp"
#include "tools/output/path_check.hpp"
#include "tools/output/path_text.hpp"
#include "tools/output/summary.hpp"

namespace taut::tools {
namespace {

struct ReplayOptions {
  std::string map;
  std::string script;
  QueryArguments requested;
  std::optional<std::string> csv;
};

enum class StepKind : std::uint8_t { block, open, cost, path };

struct Step {
  StepKind kind = StepKind::path;
  std::int32_t values[4] = {};  // X0 Y0 X1 Y1 of an edit, SX SY GX GY of a query
  float factor = 1.0F;          // of a cost
  std::size_t line = 0;         // of the script
};

Step read_step(const std::string& file, std::size_t line,
               const std::vector<std::string_view>& words, const Grid& grid) {
  Step step;
  step.line = line;
  const std::string_view verb = words.front();
  if (verb == "block") {
    step.kind = StepKind::block;
  } else if (verb == "open") {
    step.kind = StepKind::open;
  } else if (verb == "cost") {
    step.kind = StepKind::cost;
  } else if (verb != "path") {
    fail_at(file, line, "\"{}\" is not one of block, open, cost, path", shorten(verb));
  }
  const bool is_cost = step.kind == StepKind::cost;
  if (words.size() != (is_cost ? 6U : 5U)) {
    fail_at(file, line, "{} takes {}, not {}", verb,
            is_cost                       ? "5 numbers, X0 Y0 X1 Y1 C"
            : step.kind == StepKind::path ? "4 numbers, SX SY GX GY"
                                          : "4 numbers, X0 Y0 X1 Y1",
            words.size() - 1);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const std::optional<std::int32_t> value = parse_integer(words[i + 1]);
    if (!value) fail_at(file, line, "{}", explain_integer(words[i + 1]));
    step.values[i] = *value;
  }
  if (is_cost) {
    const std::optional<float> factor = parse_factor(words[5]);
    if (!factor) {
      fail_at(file, line, "\"{}\" is not a number from {} to {}", shorten(words[5]),
              kLeastTerrainCost, kMostTerrainCost);
    }
    step.factor = *factor;
  }
  const auto& [a, b, c, d] = step.values;
  if (step.kind == StepKind::path) {
    for (const Tile tile : {Tile{a, b}, Tile{c, d}}) {
      if (!grid.is_inside(tile)) {
        fail_at(file, line, "tile {} {} is outside the map, which is {} x {} tiles", tile.x, tile.y,
                grid.width(), grid.height());
      }
    }
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

// Answers the queries of a script and applies its edits, with their times.
class Replay {
 public:
  Replay(PricedMap map, const ReplayOptions& options, const QuerySettings& settings)
      : settings_(settings), query_(make_query(std::move(map), settings)) {
    if (options.csv) csv_.emplace(*options.csv, options.map, describe(settings));
  }

  void run(const std::vector<Step>& steps) {
    Progress progress("line", steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      progress.show(i);
      if (steps[i].kind == StepKind::path) {
        answer(steps[i]);
      } else {
        edit(steps[i]);
      }
    }
  }

  void close() {
    if (csv_) csv_->close();
  }

  [[nodiscard]] const Query& query() const noexcept { return *query_; }

  // The number of edits with the times of those that had tiles, and the table of the queries.
  [[nodiscard]] std::string text() const {
    std::string text = fmt::format("{:<22}{:>20}\n", "edits", edits_);
    if (timed_edits_ > 0) {
      text += fmt::format("{:<22}{:>20.3f}\n{:<22}{:>20.3f}\n", "  mean microseconds",
                          edit_us_ / static_cast<double>(timed_edits_), "  worst", worst_edit_us_);
    }
    return text + summary_.table();
  }

 private:
  void answer(const Step& step) {
    const auto& [start_x, start_y, goal_x, goal_y] = step.values;
    const Tile start{start_x, start_y};
    const Tile goal{goal_x, goal_y};
    const QueryAnswer answer = query_->find(center(start), center(goal));
    std::optional<PathCheck> check;
    if (has_walkable_paths(settings_)) {
      check = check_path(query_->grid(), settings_.agent, answer);
    }
    summary_.add(answer.outcome, check, std::nullopt);
    if (csv_) csv_->add({queries_, start, goal}, answer.outcome, path_to_csv(answer));
    ++queries_;
  }

  void edit(const Step& step) {
    ++edits_;
    const auto& [x0, y0, x1, y1] = step.values;
    const Grid& grid = query_->grid();
    const bool has_tiles = std::max(x0, 0) < std::min(x1, grid.width()) &&
                           std::max(y0, 0) < std::min(y1, grid.height());
    if (!has_tiles) return;
    const TileRect tiles{x0, y0, x1, y1};
    const TileState state = step.kind == StepKind::block ? TileState::blocked : TileState::walkable;
    const double time = step.kind == StepKind::cost ? query_->set_cost(tiles, step.factor)
                                                    : query_->set(tiles, state);
    edit_us_ += time;
    worst_edit_us_ = std::max(worst_edit_us_, time);
    ++timed_edits_;
  }

  const QuerySettings& settings_;
  std::unique_ptr<Query> query_;
  std::optional<QueryTable> csv_;
  Summary summary_;
  std::size_t queries_ = 0;
  std::size_t edits_ = 0;
  std::size_t timed_edits_ = 0;
  double edit_us_ = 0.0;
  double worst_edit_us_ = 0.0;
};

int run_replay(const ReplayOptions& options) {
  QuerySettings settings = choose_settings(options.requested);
  check_files({options.map, options.script}, {options.csv});
  PricedMap map = load_map_of(settings, options.map);
  const std::vector<Step> steps = load_script(options.script, map.grid);
  const auto first_cost = std::find_if(
      steps.begin(), steps.end(), [](const Step& step) { return step.kind == StepKind::cost; });
  if (first_cost != steps.end()) {
    QueryArguments requested = options.requested;
    requested.cost_edit = fmt::format("{}:{}: cost {}", options.script, first_cost->line,
                                      fmt::join(first_cost->values, " ")) +
                          fmt::format(" {}", first_cost->factor);
    settings = choose_settings(requested);
  }
  Replay replay(std::move(map), options, settings);
  replay.run(steps);
  replay.close();
  print(fmt::format("map         {}, {} x {} tiles\nscript      {}\nhow         {}\n{}{}",
                    options.map, replay.query().grid().width(), replay.query().grid().height(),
                    options.script, describe(settings), index_line(replay.query()), replay.text()));
  return 0;
}

}  // namespace

void add_replay_command(CLI::App& program, Action& action) {
  CLI::App& command =
      *program.add_subcommand("replay", "a sequence of edits and queries on one map");
  const auto options = std::make_shared<ReplayOptions>();
  command.add_option("MAP", options->map, "map file: MovingAI, plain text, PNG or a save")
      ->required();
  command.add_option("SCRIPT", options->script, "file of edits and queries, see below")->required();
  add_query_options(command, options->requested);
  add_output_option(command, "--csv", options->csv, "write a row per query to this file");
  command.footer(
      "Lines of SCRIPT, in whole tile numbers:\n"
      "  block X0 Y0 X1 Y1   blocks the tiles X0 <= x < X1, Y0 <= y < Y1; tiles outside the "
      "map are ignored\n"
      "  open X0 Y0 X1 Y1    makes them walkable\n"
      "  cost X0 Y0 X1 Y1 C  sets what they cost, from 0.125 to 255\n"
      "  path SX SY GX GY    a query from tile centre to tile centre\n"
      "Text after # is a comment.\n");
  command.callback([options, &action] { action = [options] { return run_replay(*options); }; });
}

}  // namespace taut::tools

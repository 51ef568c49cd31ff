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
#include "tools/input/script_file.hpp"
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

// Answers the queries of a script and applies its edits, with their times.
class Replay {
 public:
  Replay(LoadedMap map, const ReplayOptions& options, const QuerySettings& settings)
      : settings_(settings), query_(make_query(std::move(map), settings)) {
    if (options.csv) {
      csv_.emplace(*options.csv, options.map, describe(settings), query_->floors());
    }
  }

  void run(const std::vector<ScriptStep>& steps) {
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
  [[nodiscard]] Point place(std::size_t floor, const Tile& tile) const {
    const Tile corner = query_->floors().corner(floor);
    return center({corner.x + tile.x, corner.y + tile.y});
  }

  void answer(const ScriptStep& step) {
    const QueryAnswer answer =
        query_->find(place(step.start_floor, step.start), place(step.goal_floor, step.goal));
    std::optional<PathCheck> check;
    if (has_walkable_paths(settings_)) {
      check = check_path(query_->grid(), settings_.agent, answer);
    }
    summary_.add(answer.outcome, check, std::nullopt);
    if (csv_) {
      csv_->add({queries_, step.start, step.goal, nullptr, step.start_floor, step.goal_floor},
                answer.outcome, path_to_csv(answer, query_->floors()));
    }
    ++queries_;
  }

  void edit(const ScriptStep& step) {
    ++edits_;
    const std::optional<double> time = apply(step);
    if (!time) return;
    edit_us_ += *time;
    worst_edit_us_ = std::max(worst_edit_us_, *time);
    ++timed_edits_;
  }

  // Its time; nothing where it has no tiles.
  std::optional<double> apply(const ScriptStep& step) {
    const TileRect& tiles = step.tiles;
    const bool has_tiles = tiles.x0 < tiles.x1 && tiles.y0 < tiles.y1;
    switch (step.kind) {
      case StepKind::block:
      case StepKind::open:
        if (!has_tiles) return std::nullopt;
        return query_->set(tiles,
                           step.kind == StepKind::block ? TileState::blocked : TileState::walkable);
      case StepKind::cost:
      case StepKind::terrain_class:
        if (!has_tiles) return std::nullopt;
        return query_->set_cost(tiles, step.factor);
      case StepKind::link_on:
      case StepKind::link_off:
      case StepKind::link_cost:
        return query_->set_link(step.link, change(step));
      case StepKind::path:
        break;
    }
    return std::nullopt;
  }

  [[nodiscard]] MapLink change(const ScriptStep& step) const {
    MapLink link = query_->links()[step.link];
    if (step.kind == StepKind::link_cost) {
      link.options.cost = step.cost;
    } else {
      link.options.is_open = step.kind == StepKind::link_on;
    }
    return link;
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

// Stages know costs of classes, and walls, but no classes that are walls.
void check_classes(const std::vector<ScriptStep>& steps, const QuerySettings& settings) {
  if (settings.is_by_finder()) return;
  for (const ScriptStep& step : steps) {
    if (step.kind != StepKind::terrain_class || step.factor != kBlockedTerrain) continue;
    fail("{}: a class that --terrain blocks does not work with {}", step.text,
         describe_search(settings));
  }
}

int run_replay(const ReplayOptions& options) {
  QuerySettings settings = choose_settings(options.requested);
  check_files({options.map, options.script}, {options.csv});
  LoadedMap map = load_map_of(settings, options.map);
  check_files(map.files, {options.csv});
  const Floors floors = map.place_floors();
  const std::vector<ScriptStep> steps =
      load_script(options.script, {map.grid(), floors, map.links, settings.terrain});
  const auto first_cost = std::find_if(steps.begin(), steps.end(), [](const ScriptStep& step) {
    return step.kind == StepKind::cost;
  });
  if (first_cost != steps.end()) {
    QueryArguments requested = options.requested;
    requested.cost_edit = first_cost->text;
    settings = choose_settings(requested);
  }
  check_classes(steps, settings);
  Replay replay(std::move(map), options, settings);
  replay.run(steps);
  replay.close();
  const Query& query = replay.query();
  print(fmt::format("map         {}, {}\nscript      {}\nhow         {}\n{}{}", options.map,
                    query.floors().size_text(query.grid()), options.script, describe(settings),
                    index_line(query), replay.text()));
  return 0;
}

}  // namespace

void add_replay_command(CLI::App& program, Action& action) {
  CLI::App& command =
      *program.add_subcommand("replay", "a sequence of edits and queries on one map");
  const auto options = std::make_shared<ReplayOptions>();
  command.add_option("MAP", options->map, kMapHelp)->required();
  command.add_option("SCRIPT", options->script, "file of edits and queries, see below")->required();
  add_query_options(command, options->requested);
  add_output_option(command, "--csv", options->csv, "write a row per query to this file");
  command.footer(
      "Lines of SCRIPT, in whole tile numbers; on several floors each place begins with that of "
      "its "
      "floor, as in path F SX SY F GX GY:\n"
      "  block X0 Y0 X1 Y1   blocks the tiles X0 <= x < X1, Y0 <= y < Y1; tiles outside the "
      "map are ignored\n"
      "  open X0 Y0 X1 Y1    makes them walkable\n"
      "  cost X0 Y0 X1 Y1 C  sets what they cost, from 0.125 to 255\n"
      "  class X0 Y0 X1 Y1 C makes them the class of the character C: --terrain says what it "
      "costs, "
      "or blocks it\n"
      "  link ID on          opens a link of a world file; also link ID off, link ID cost C\n"
      "  path SX SY GX GY    a query from tile centre to tile centre\n"
      "Text after # is a comment.\n");
  command.callback([options, &action] { action = [options] { return run_replay(*options); }; });
}

}  // namespace taut::tools

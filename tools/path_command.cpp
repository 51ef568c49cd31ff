// taut path: one query, as text, JSON or a picture.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands.hpp"
#include "compare.hpp"
#include "coordinates.hpp"
#include "failure.hpp"
#include "layers.hpp"
#include "map_input.hpp"
#include "output.hpp"
#include "picture.hpp"
#include "query.hpp"
#include "query_settings.hpp"
#include "reason.hpp"
#include "text_input.hpp"

namespace taut::tools {
namespace {

constexpr int kNoPath = 1;

// A single query is timed again when its first run took less than this.
constexpr double kSlowQueryUs = 300'000.0;

struct PathOptions {
  std::string map;
  std::string start;
  std::string goal;
  QueryArguments asked;
  bool has_json = false;
  bool has_comparison = false;
  std::optional<std::string> svg;
  std::optional<std::string> png;
  std::string layers;
  std::string part;
};

QueryOutcome run_query(QueryRunner& runner, const Point& start, const Point& goal) {
  QueryOutcome outcome = runner.run(start, goal, 1);
  if (outcome.times.total_us() < kSlowQueryUs) outcome = runner.run(start, goal, 3);
  return outcome;
}

std::string query_to_text(const QueryOutcome& outcome, const QueryRunner& runner,
                          const std::string& why, bool has_path) {
  std::string text = fmt::format("status    {}\n", taut::to_string(outcome.status));
  const auto append = std::back_inserter(text);
  if (!why.empty()) fmt::format_to(append, "why       {}\n", why);
  const std::string index = runner.cells().index_text();
  if (!index.empty()) fmt::format_to(append, "index     {}\n", index);
  const StageTimes& times = outcome.times;
  const DiscQuery* const disc = runner.disc();
  if (outcome.status == Status::ok && has_path) {
    fmt::format_to(append, "length    {}\n", outcome.length);
    if (runner.grid().has_costs()) fmt::format_to(append, "cost      {}\n", outcome.cost);
  }
  if (outcome.status == Status::ok && has_path) {
    const PathCheck check = runner.check();
    fmt::format_to(append, "corners   {}", outcome.corners);
    if (check.fault == PathFault::none) {
      fmt::format_to(append, ", {} in open space\n", check.open_corners);
    } else {
      fmt::format_to(append, " (the agent cannot walk it: {})\n", taut::to_string(check.fault));
    }
    if (disc != nullptr) fmt::format_to(append, "clearance {}\n", disc->clearance());
  }
  fmt::format_to(append, "search    {:.3f} us, {} {} expanded, {} {} in the corridor\n",
                 times.search_us, runner.expanded(), runner.node_name(), runner.corridor().size(),
                 runner.cells().cell_name());
  if (outcome.status != Status::ok) return text;
  fmt::format_to(append, "portals   {:.3f} us, {} portals\n", times.portals_us,
                 runner.pulled_portals().size());
  if (!has_path) return text;
  if (disc != nullptr) {
    const std::string points = to_text(disc->turns());
    fmt::format_to(append, "pull      {:.3f} us\npath      {} points\n{}", times.pull_us,
                   std::count(points.begin(), points.end(), '\n'), points);
    return text;
  }
  fmt::format_to(append, "pull      {:.3f} us\npath      {} points\n", times.pull_us,
                 runner.path().size());
  for (const Point& p : runner.path()) text += "  " + to_text(p, " ") + "\n";
  return text;
}

nlohmann::ordered_json query_to_json(const PathOptions& options, const QuerySettings& settings,
                                     const Grid& grid, const Point& start, const Point& goal,
                                     const QueryOutcome& outcome, const QueryRunner& runner,
                                     const std::string& why) {
  nlohmann::ordered_json json = {
      {"map", {{"file", options.map}, {"width", grid.width()}, {"height", grid.height()}}},
      {"start", to_numbers(start)},
      {"goal", to_numbers(goal)},
      {"how", to_json(settings)},
      {"status", taut::to_string(outcome.status)},
      {"why", nullptr},
      {"length", nullptr},
      {"cost", nullptr},
      {"corners", nullptr},
      {"open_corners", nullptr},
      {"expanded", runner.expanded()},
      {fmt::format("corridor_{}", runner.cells().cell_name()), runner.corridor().size()},
      {"portals", runner.pulled_portals().size()},
      {"search_us", outcome.times.search_us},
      {"portals_us", outcome.times.portals_us},
      {"pull_us", outcome.times.pull_us},
      {"path", to_json(runner.path())}};
  if (!why.empty()) json["why"] = why;
  if (const DiscQuery* const disc = runner.disc()) {
    json["path"] = points_to_json(disc->turns());
    json["arcs"] = arcs_to_json(disc->turns());
    json["clearance"] = nullptr;
    if (outcome.status == Status::ok) json["clearance"] = disc->clearance();
  }
  if (outcome.status != Status::ok) return json;
  json["length"] = outcome.length;
  json["cost"] = outcome.cost;
  json["corners"] = outcome.corners;
  const PathCheck check = runner.check();
  if (check.fault == PathFault::none) json["open_corners"] = check.open_corners;
  return json;
}

// The path of the agent as points: that of a disc without its arcs.
std::vector<Point> picture_path(const QueryRunner& runner, const QueryOutcome& outcome) {
  if (outcome.status != Status::ok) return {};
  if (const DiscQuery* const disc = runner.disc()) {
    return to_picture_path(disc->turns(), disc->radius());
  }
  return {runner.path().begin(), runner.path().end()};
}

// The rows of the table and of the picture with a legend. Uses the runner for the other methods.
std::vector<MethodPath> collect_methods(QueryRunner& runner, const QuerySettings& settings,
                                        const QueryOutcome& outcome) {
  const bool is_disc = runner.disc() != nullptr;
  const bool is_square = runner.half_width() > 0.0;
  if (!is_disc && !is_square && !settings.terrain) return compare_methods(runner, settings);
  if (outcome.status != Status::ok) return {};
  std::vector<MethodPath> methods;
  methods.push_back({is_disc     ? "disc"
                     : is_square ? "square"
                                 : "cheapest",
                     {},
                     false,
                     outcome,
                     picture_path(runner, outcome),
                     {},
                     runner.check()});
  return methods;
}

void check_options(const PathOptions& options, const QuerySettings& settings) {
  if (settings.radius > 0.0 && options.has_comparison) {
    fail("--compare with --radius {}: compares methods for point agents", settings.radius);
  }
  if (settings.terrain && options.has_comparison) {
    fail("--compare with --terrain {}: compares methods that ignore costs", settings.terrain->text);
  }
  if (!options.layers.empty() && !options.svg && !options.png) {
    fail("--layers {}: needs --svg FILE or --png FILE", options.layers);
  }
  if (!options.part.empty() && options.layers.empty()) {
    fail("--part {}: works with --layers only", options.part);
  }
}

int run_path(const PathOptions& options) {
  const QuerySettings settings = choose_settings(options.asked);
  check_options(options, settings);
  const std::vector<Layer> layers =
      options.layers.empty() ? std::vector<Layer>() : parse_layers(options.layers);
  check_files({options.map}, {options.svg, options.png});
  const Grid grid = load_map_of(settings, options.map);
  const TileRect part = options.part.empty() ? TileRect{0, 0, grid.width(), grid.height()}
                                             : parse_part(options.part, grid);
  const Point start = read_walkable_point("start", options.start, grid, options.map);
  const Point goal = settings.is_near
                         ? parse_point("goal", options.goal, grid)
                         : read_walkable_point("goal", options.goal, grid, options.map);
  QueryRunner runner(grid, settings);
  QueryOutcome outcome = run_query(runner, start, goal);
  if (outcome.status == Status::invalid_input) {
    const std::string why = explain(runner, settings, start, goal, outcome);
    fail("{}: {}", options.map, why.empty() ? "there is no room at start or goal" : why);
  }
  if (settings.has_index && outcome.status == Status::ok) runner.find_cells();

  const std::string why = explain(runner, settings, start, goal, outcome);
  nlohmann::ordered_json json;
  std::string text;
  if (options.has_json) {
    json = query_to_json(options, settings, grid, start, goal, outcome, runner, why);
  } else {
    text = query_to_text(outcome, runner, why, !options.has_comparison);
  }
  std::string pictures;
  if (!layers.empty()) {
    const std::vector<Point> path = picture_path(runner, outcome);
    const LayersSubject subject{runner, path, part, layers};
    pictures = write_pictures(options.svg, options.png,
                              [&](PictureFormat format) { return draw_layers(subject, format); });
  }
  const bool has_legend = layers.empty() && (options.svg || options.png);
  if (options.has_comparison || has_legend) {
    const std::vector<MethodPath> methods = collect_methods(runner, settings, outcome);
    if (options.has_comparison && options.has_json) json["methods"] = to_json(methods);
    if (options.has_comparison && !methods.empty()) text += "\n" + comparison_table(methods);
    if (has_legend) {
      const PictureSubject subject{grid,    file_name(options.map),   start,
                                   goal,    outcome.status,           runner,
                                   methods, describe_search(settings)};
      pictures = write_pictures(options.svg, options.png, [&](PictureFormat format) {
        return draw_picture(subject, format);
      });
    }
  }
  text += pictures;
  if (options.has_json) {
    text = json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  }
  print(text);
  return outcome.status == Status::ok ? 0 : kNoPath;
}

// Adds a point option that explains its syntax before a command line of four numbers is rejected as
// too long.
void add_point_option(CLI::App& command, const std::string& name, const std::string& what,
                      std::string& point) {
  const auto choose = [what, &point](const std::string& text) {
    check_has_comma(what, text);
    point = text;
  };
  command.add_option_function<std::string>(name, choose, what + " as X,Y in tiles")
      ->type_name("X,Y")
      ->required();
}

}  // namespace

void add_path_command(CLI::App& program, Action& action) {
  CLI::App& command =
      *program.add_subcommand("path", "one query, as text, JSON, a table or a picture");
  const auto options = std::make_shared<PathOptions>();
  command.add_option("MAP", options->map, "map file: MovingAI, plain text or PNG (dark = blocked)")
      ->required();
  add_point_option(command, "START", "start", options->start);
  add_point_option(command, "GOAL", "goal", options->goal);
  add_query_options(command, options->asked);
  command.add_flag("--json", options->has_json, "print one JSON object");
  command.add_flag(
      "--compare", options->has_comparison,
      "print a table of all pulling methods on the corridor, and of the optimal search "
      "(with the time of the whole query), instead of the path");
  add_output_option(command, "--svg", options->svg,
                    "draw the map and the paths of all pulling methods");
  add_output_option(command, "--png", options->png, "the same picture as PNG");
  command
      .add_option(
          "--layers", options->layers,
          "draw these instead, without title and legend, separated by commas: " + layer_words() +
              " (tile-path is that of A* over tiles, short-path ignores --terrain)")
      ->type_name("LIST");
  command.add_option("--part", options->part, "draw these tiles of the map only, with --layers")
      ->type_name("X0,Y0,X1,Y1");
  command.footer(
      "Coordinates: a whole number (3) means the middle of that tile (3.5); one with a point or an "
      "exponent\n(3.0, 3.25) is taken as it is and snapped to 1/1024 tile. (0, 0) is the first "
      "tile "
      "of the first row.\nTimes are wall clock, the best of a few runs.\n"
      "Exit status: 0 there is a path, 1 there is none, 2 bad input or usage.\n");
  command.callback([options, &action] { action = [options] { return run_path(*options); }; });
}

}  // namespace taut::tools

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
#include <utility>
#include <vector>

#include "commands.hpp"
#include "query.hpp"
#include "tools/input/map_input.hpp"
#include "tools/input/query_settings.hpp"
#include "tools/input/text_input.hpp"
#include "tools/output/coordinates.hpp"
#include "tools/output/failure.hpp"
#include "tools/output/output.hpp"
#include "tools/output/path_check.hpp"
#include "tools/output/path_text.hpp"
#include "tools/output/trace_file.hpp"
#include "tools/pictures/layers.hpp"
#include "tools/pictures/picture.hpp"
#include "tools/stages/compare.hpp"

namespace taut::tools {
namespace {

constexpr int kNoPath = 1;

// A single query is timed again when its first run took less than this,
// as many times.
constexpr double kSlowQueryUs = 300'000.0;
constexpr int kRuns = 3;

struct PathOptions {
  std::string map;
  std::string start;
  std::string goal;
  QueryArguments requested;
  bool has_json = false;
  bool has_comparison = false;
  std::optional<std::string> trace;
  std::optional<std::string> svg;
  std::optional<std::string> png;
  std::string layers;
  std::string part;
};

// The whole of it is run again where that does not take long: for the best times.
QueryAnswer run_query(Query& query, const Point& start, const Point& goal) {
  QueryAnswer answer = query.find(start, goal);
  for (int i = 0; i < kRuns && answer.outcome.times.total_us() < kSlowQueryUs; ++i) {
    const StageTimes times = answer.outcome.times;
    answer = query.find(start, goal);
    answer.outcome.times = best_of(times, answer.outcome.times);
  }
  return answer;
}

// What is told of a query.
struct PathReport {
  const PathOptions& options;
  const QuerySettings& settings;
  const Query& query;
  const Grid& grid;
  const Floors& floors;
  const Ground& ground;
  Point start;  // as requested
  Point goal;
  const QueryAnswer& answer;
  const SearchFigures& figures;
  const std::string& why;
  const std::string& index;
};

std::string query_to_text(const PathReport& told) {
  const QueryOutcome& outcome = told.answer.outcome;
  const bool has_path = outcome.status == Status::ok && !told.options.has_comparison;
  std::string text = fmt::format("status    {}\n", taut::to_string(outcome.status));
  const auto append = std::back_inserter(text);
  if (!told.why.empty()) fmt::format_to(append, "why       {}\n", told.why);
  if (!told.index.empty()) fmt::format_to(append, "index     {}\n", told.index);
  if (has_path) {
    fmt::format_to(append, "length    {}\n", outcome.length);
    const bool has_costs = told.ground.has_factors() || !told.query.links().empty();
    if (has_costs) fmt::format_to(append, "cost      {}\n", outcome.cost);
    const Agent& agent = told.settings.agent;
    const PathCheck check = check_path(told.grid, agent, told.answer);
    fmt::format_to(append, "corners   {}", outcome.corners);
    if (check.fault == PathFault::none) {
      fmt::format_to(append, ", {} in open space\n", check.open_corners);
    } else {
      fmt::format_to(append, " (the agent cannot walk it: {})\n", taut::to_string(check.fault));
    }
    if (agent.shape == AgentShape::disc) {
      fmt::format_to(append, "clearance {}\n", find_clearance(told.grid, agent, told.answer));
    }
  }
  const SearchFigures& figures = told.figures;
  const StageTimes& times = outcome.times;
  fmt::format_to(append, "search    {} us, {} {} expanded", times.search_us, outcome.expanded,
                 figures.node_name);
  if (figures.corridor) {
    fmt::format_to(append, ", {} {} in the corridor", *figures.corridor, figures.cell_name);
  }
  text += '\n';
  const bool has_stages = outcome.status == Status::ok && !times.is_whole;
  if (has_stages) {
    fmt::format_to(append, "portals   {} us, {} portals\n", times.portals_us,
                   figures.portals.value_or(0));
  }
  if (!has_path) return text;
  if (has_stages) fmt::format_to(append, "pull      {} us\n", times.pull_us);
  const std::string points = path_to_text(told.answer, told.floors);
  fmt::format_to(append, "path      {} points\n{}", std::count(points.begin(), points.end(), '\n'),
                 points);
  return text;
}

nlohmann::ordered_json map_to_json(const PathReport& told) {
  nlohmann::ordered_json json = {{"file", told.options.map}};
  if (!told.floors.has_several()) {
    json["width"] = told.grid.width();
    json["height"] = told.grid.height();
    return json;
  }
  json["floors"] = nlohmann::ordered_json::array();
  for (const TileRect& floor : told.floors.rects()) {
    json["floors"].push_back({{"width", floor.x1 - floor.x0}, {"height", floor.y1 - floor.y0}});
  }
  return json;
}

nlohmann::ordered_json query_to_json(const PathReport& told) {
  const QueryOutcome& outcome = told.answer.outcome;
  const StageTimes& times = outcome.times;
  const Grid& grid = told.grid;
  const auto number = [](bool is_known, auto value) {
    return is_known ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
  };
  const bool is_ok = outcome.status == Status::ok;
  PathCheck check;
  if (is_ok) check = check_path(grid, told.settings.agent, told.answer);
  const SearchFigures& figures = told.figures;
  nlohmann::ordered_json json = {
      {"map", map_to_json(told)},
      {"start", point_to_json(told.start, told.floors)},
      {"goal", point_to_json(told.goal, told.floors)},
      {"how", to_json(told.settings)},
      {"status", taut::to_string(outcome.status)},
      {"why", number(!told.why.empty(), told.why)},
      {"length", number(is_ok, outcome.length)},
      {"cost", number(is_ok, outcome.cost)},
      {"corners", number(is_ok, outcome.corners)},
      {"open_corners", number(is_ok && check.fault == PathFault::none, check.open_corners)},
      {"expanded", outcome.expanded},
      {fmt::format("corridor_{}", figures.cell_name),
       number(figures.corridor.has_value(), figures.corridor.value_or(0))},
      {"portals", number(figures.portals.has_value(), figures.portals.value_or(0))},
      {"search_us", times.search_us},
      {"portals_us", number(!times.is_whole, times.portals_us)},
      {"pull_us", number(!times.is_whole, times.pull_us)},
      {"path", path_to_json(told.answer, told.floors)}};
  if (!told.query.links().empty()) json["links"] = links_to_json(told.answer);
  const Agent& agent = told.settings.agent;
  if (agent.shape == AgentShape::disc) {
    json["arcs"] = arcs_to_json(told.answer, told.floors);
    json["clearance"] = number(is_ok, is_ok ? find_clearance(grid, agent, told.answer) : 0.0);
  }
  return json;
}

// The rows of the table and of the picture with a legend.
struct Comparison {
  std::unique_ptr<QueryRunner> own;  // the default stages, where none were chosen
  QueryRunner* runner = nullptr;     // on whose corridor the methods are compared
  std::vector<MethodPath> methods;
};

std::string name_path(const Query& query, const QuerySettings& settings) {
  if (settings.agent.shape == AgentShape::disc) return "disc";
  if (settings.agent.shape == AgentShape::square) return "square";
  if (settings.terrain) return "cheapest";
  if (!query.links().empty()) return "over links";
  if (!settings.stages) return taut::to_string(settings.method);
  const char* const pull = to_string(settings.stages->pull);
  return settings.stages->has_smoothing ? fmt::format("{} + repair", pull) : pull;
}

// The one path of the answer.
Comparison show_answer(Query& query, const QuerySettings& settings, const QueryAnswer& answer) {
  Comparison result;
  if (answer.outcome.status != Status::ok) return result;
  MethodPath& row = result.methods.emplace_back();
  row.name = name_path(query, settings);
  if (settings.stages && !settings.is_by_finder()) {
    // Styles are those of the methods that are compared.
    const Pull pull = settings.stages->pull;
    row.method = {pull, settings.stages->has_smoothing && pull == Pull::funnel};
    const QueryRunner& stages = *query.stages();
    row.smoothed = stages.outlines(stages.smoothed());
  }
  row.outcome = answer.outcome;
  PicturePath path = to_picture_path(answer, settings.agent);
  row.path = std::move(path.points);
  row.exits = std::move(path.exits);
  row.check = check_path(query.grid(), settings.agent, answer);
  return result;
}

// Every pulling method.
Comparison compare(Query& query, QuerySettings settings, const QueryAnswer& answer) {
  Comparison result;
  result.runner = query.stages();
  if (result.runner == nullptr) {
    settings.stages.emplace();
    settings.has_index = false;
    result.own = std::make_unique<QueryRunner>(query.grid(), settings);
    result.runner = result.own.get();
    (void)result.runner->run(answer.start, answer.goal, 1);
  }
  result.methods = compare_methods(*result.runner, settings);
  return result;
}

std::string draw_with_legend(const PathReport& told, Query& query, const Comparison& compared) {
  const QueryRunner* const own = compared.own.get();
  const std::size_t expanded =
      own != nullptr ? own->cells().found().expanded : told.answer.outcome.expanded;
  const SearchFigures& figures = own != nullptr ? own->figures() : told.figures;
  const SearchView view = own != nullptr ? own->view() : query.view();
  const PictureSubject subject{told.grid,
                               told.ground,
                               file_name(told.options.map),
                               told.start,
                               told.goal,
                               told.answer.outcome.status,
                               figures,
                               view,
                               expanded,
                               told.settings.agent,
                               compared.methods,
                               describe_search(told.settings),
                               told.floors,
                               lines_of(told.query.world(), told.query.links())};
  return write_pictures(told.options.svg, told.options.png,
                        [&](PictureFormat format) { return draw_picture(subject, format); });
}

std::string draw_plain(const PathReport& told, Query& query) {
  const PathOptions& options = told.options;
  const Grid& grid = told.grid;
  const std::vector<Layer> layers = parse_layers(options.layers);
  const TileRect part = options.part.empty() ? TileRect{0, 0, grid.width(), grid.height()}
                                             : parse_part(options.part, grid, told.floors);
  const PicturePath path = to_picture_path(told.answer, told.settings.agent);
  const SearchView view = query.view();
  const LayersSubject subject{grid,
                              told.ground,
                              view,
                              told.answer.start,
                              told.answer.goal,
                              path,
                              told.settings.agent,
                              part,
                              layers,
                              told.floors,
                              lines_of(told.query.world(), told.query.links())};
  return write_pictures(options.svg, options.png,
                        [&](PictureFormat format) { return draw_layers(subject, format); });
}

void write_trace(const std::string& file, Query& query, const QueryAnswer& answer) {
  OutputFile out(file);
  out.write(make_trace(query.view(), answer).dump() + "\n");
  out.close();
}

void check_options(const PathOptions& options, const QuerySettings& settings) {
  if (settings.agent.radius > 0.0 && options.has_comparison) {
    fail("--compare with --radius {}: compares methods for point agents", settings.agent.radius);
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

// What only stages of the engine answer.
void check_floors(const PathOptions& options, const Query& query) {
  if (!query.floors().has_several() && query.links().empty()) return;
  constexpr const char* kWhy = "stages of the engine know neither floors nor links";
  if (options.has_comparison) fail("--compare with {}: {}", options.map, kWhy);
  if (options.layers.empty()) return;
  for (const Layer layer : parse_layers(options.layers)) {
    if (layer != Layer::tile_path && layer != Layer::short_path) continue;
    fail("--layers {} with {}: {}", options.layers, options.map, kWhy);
  }
}

int run_path(const PathOptions& options) {
  const QuerySettings settings = choose_settings(options.requested);
  check_options(options, settings);
  check_files({options.map}, {options.svg, options.png, options.trace});
  LoadedMap map = load_map_of(settings, options.map);
  check_files(map.files, {options.svg, options.png, options.trace});
  const std::unique_ptr<Query> query = make_query(std::move(map), settings);
  check_floors(options, *query);
  const Grid& grid = query->grid();
  const Floors& floors = query->floors();
  const auto read_end = [&](const std::string& named, const std::string& text) {
    return read_walkable_place(named, text, grid, floors, options.map);
  };
  const std::string named_goal = "goal " + shorten(options.goal);
  const Point start = read_end("start " + shorten(options.start), options.start);
  const Point goal = settings.is_near ? parse_place(named_goal, options.goal, grid, floors)
                                      : read_end(named_goal, options.goal);
  const QueryAnswer answer = run_query(*query, start, goal);
  const std::string why = query->why();
  if (answer.outcome.status == Status::invalid_input) fail("{}: {}", options.map, why);
  const SearchFigures figures = query->figures();
  const std::string index = query->index_text();
  const PathReport told{options, settings, *query, grid,    floors, query->ground(),
                        start,   goal,     answer, figures, why,    index};
  nlohmann::ordered_json json;
  std::string text;
  if (options.has_json) {
    json = query_to_json(told);
  } else {
    text = query_to_text(told);
  }
  if (options.trace) write_trace(*options.trace, *query, answer);
  const bool has_picture = options.svg || options.png;
  std::string pictures;
  if (!options.layers.empty()) pictures = draw_plain(told, *query);
  if (options.has_comparison || (has_picture && options.layers.empty())) {
    const Comparison compared = options.has_comparison ? compare(*query, settings, answer)
                                                       : show_answer(*query, settings, answer);
    if (options.has_comparison && options.has_json) json["methods"] = to_json(compared.methods);
    if (options.has_comparison && !compared.methods.empty()) {
      text += "\n" + comparison_table(compared.methods);
    }
    if (options.layers.empty()) pictures = draw_with_legend(told, *query, compared);
  }
  text += pictures;
  if (options.has_json) {
    text = json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  }
  print(text);
  return answer.outcome.status == Status::ok ? 0 : kNoPath;
}

// Adds a point option that explains its syntax before a command line of four numbers is rejected as
// too long.
void add_point_option(CLI::App& command, const std::string& name, const std::string& what,
                      std::string& point) {
  const auto choose = [what, &point](const std::string& text) {
    check_has_comma(what + ' ' + shorten(text), text);
    point = text;
  };
  command.add_option_function<std::string>(name, choose, what + " as X,Y in tiles")
      ->type_name("[F:]X,Y")
      ->required();
}

}  // namespace

void add_path_command(CLI::App& program, Action& action) {
  CLI::App& command =
      *program.add_subcommand("path", "one query, as text, JSON, a table or a picture");
  const auto options = std::make_shared<PathOptions>();
  command.add_option("MAP", options->map, kMapHelp)->required();
  add_point_option(command, "START", "start", options->start);
  add_point_option(command, "GOAL", "goal", options->goal);
  add_query_options(command, options->requested);
  command.add_flag("--json", options->has_json, "print one JSON object");
  command.add_flag(
      "--compare", options->has_comparison,
      "print a table of all pulling methods on the corridor, and of the optimal search "
      "(with the time of the whole query), instead of the path; pictures have all of them");
  add_output_option(command, "--trace", options->trace,
                    "write what the search did, for Posthoc, to this file");
  add_output_option(command, "--svg", options->svg, "draw the map and the path, with a legend");
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
      "On several floors a place is F:X,Y. Coordinates: a whole number (3) means the middle of "
      "that tile (3.5); one with a point or an "
      "exponent\n(3.0, 3.25) is taken as it is and snapped to 1/1024 tile. (0, 0) is the first "
      "tile "
      "of the first row.\nTimes are wall clock, the best of a few runs.\n"
      "Exit status: 0 there is a path, 1 there is none, 2 bad input or usage.\n");
  command.callback([options, &action] { action = [options] { return run_path(*options); }; });
}

}  // namespace taut::tools

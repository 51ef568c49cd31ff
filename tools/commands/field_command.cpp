// taut field: distances from everywhere to the nearest goal, as text, CSV or a picture.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands.hpp"
#include "tools/input/map_input.hpp"
#include "tools/input/number_option.hpp"
#include "tools/input/query_settings.hpp"
#include "tools/input/text_input.hpp"
#include "tools/output/coordinates.hpp"
#include "tools/output/failure.hpp"
#include "tools/output/output.hpp"
#include "tools/pictures/field_picture.hpp"
#include "tools/stages/distance_map.hpp"

#include "world_distances.hpp"

namespace taut::tools {
namespace {

constexpr double kMostCost = 1e8;

struct FieldArguments {
  std::string map;
  std::vector<std::string> goals;
  QueryArguments requested;
  double limit = std::numeric_limits<double>::infinity();
  std::optional<std::string> csv;
  std::optional<std::string> svg;
  std::optional<std::string> png;
};

// X,Y or X,Y,COST.
PlaceToGo read_goal(const std::string& text, const Grid& grid, const std::string& map) {
  const std::size_t first = text.find(',');
  const std::size_t second =
      first == std::string::npos ? std::string::npos : text.find(',', first + 1);
  PlaceToGo goal;
  goal.at = read_walkable_point("goal", text.substr(0, second), grid, map);
  if (second == std::string::npos) return goal;
  const std::optional<double> cost = parse_number(text.substr(second + 1));
  if (!cost || *cost < 0.0 || *cost > kMostCost) {
    fail("goal {}: the cost \"{}\" is not a number from 0 to {}", shorten(text),
         shorten(std::string_view(text).substr(second + 1)), kMostCost);
  }
  goal.cost = *cost;
  return goal;
}

void write_csv(const std::string& name, const Grid& grid, const DistanceMap& distances) {
  OutputFile file(name);
  file.write("x,y,distance,goal,next_x,next_y\n");
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (!grid.is_walkable(x, y)) continue;
      const std::optional<DistanceAnswer> answer = distances.run_query(center(Tile{x, y}));
      file.write(answer ? fmt::format("{},{},{},{},{}\n", x, y, answer->distance, answer->goal,
                                      to_text(answer->next, ","))
                        : fmt::format("{},{},,,,\n", x, y));
    }
  }
  file.close();
}

std::string summarize(const Grid& grid, const DistanceMap& distances) {
  std::size_t reached = 0;
  double farthest = -1.0;
  Tile at;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (!grid.is_walkable(x, y)) continue;
      const double distance = distances.distance(center(Tile{x, y}));
      if (!std::isfinite(distance)) continue;
      ++reached;
      if (distance <= farthest) continue;
      farthest = distance;
      at = {x, y};
    }
  }
  std::string text = fmt::format("build     {:.3f} us\nreached   {} of {} walkable tiles\n",
                                 distances.build_us(), reached, grid.walkable_count());
  if (reached > 0) text += fmt::format("farthest  {} at {},{}\n", farthest, at.x, at.y);
  return text;
}

int run_field(const FieldArguments& arguments) {
  const QuerySettings settings = choose_field_settings(arguments.requested);
  check_files({arguments.map}, {arguments.csv, arguments.svg, arguments.png});
  const PricedMap map = load_map_of(settings, arguments.map);
  const Grid& grid = map.grid;
  std::vector<PlaceToGo> goals;
  for (const std::string& goal : arguments.goals) {
    goals.push_back(read_goal(goal, grid, arguments.map));
  }
  const StageSettings& stages = *settings.stages;
  const std::unique_ptr<DistanceMap> distances =
      stages.map == MapKind::mesh
          ? build_world_distances(map, settings, goals, arguments.limit)
          : build_tile_distances(map, stages.diagonal, goals, arguments.limit);
  std::string text = summarize(grid, *distances);
  if (arguments.csv) {
    write_csv(*arguments.csv, grid, *distances);
    text += fmt::format("csv       {}\n", *arguments.csv);
  }
  const FieldSubject subject{grid,       map.ground, file_name(arguments.map),
                             *distances, goals,      stages.map};
  text += write_pictures(arguments.svg, arguments.png,
                         [&](PictureFormat format) { return draw_field(subject, format); });
  print(text);
  return 0;
}

}  // namespace

void add_field_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand(
      "field", "distances from everywhere to the nearest goal, as CSV or a picture");
  const auto arguments = std::make_shared<FieldArguments>();
  command
      .add_option("MAP", arguments->map,
                  "map file: MovingAI, plain text, PNG or a save (dark = blocked)")
      ->required();
  command
      .add_option("GOAL", arguments->goals,
                  "a goal as X,Y in tiles, or as X,Y,COST with what is added to its distances")
      ->type_name("X,Y[,COST]")
      ->required();
  add_field_options(command, arguments->requested);
  add_size_option(command, "--max", arguments->limit, "distances beyond D are not reached")
      ->type_name("D");
  add_output_option(command, "--csv", arguments->csv, "write a row per walkable tile");
  add_output_option(command, "--svg", arguments->svg,
                    "draw contours of the distance, and the tree of the shortest paths");
  add_output_option(command, "--png", arguments->png, "the same picture as PNG");
  command.footer(
      "Columns of the CSV: x,y,distance,goal,next_x,next_y: the distance of the tile's centre, the "
      "number of the goal\n(from 0), and the next corner or the centre of the next tile. Empty "
      "where no goal is reached.\nCoordinates are those of `taut path`. `build` is wall clock, the "
      "best of a few runs.\nExit status: 0 done, 2 bad input or usage.\n");
  command.callback(
      [arguments, &action] { action = [arguments] { return run_field(*arguments); }; });
}

}  // namespace taut::tools

// taut field: distances from everywhere to the nearest goal, as text, CSV or a picture.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "tools/input/map_input.hpp"
#include "tools/input/number_option.hpp"
#include "tools/input/query_settings.hpp"
#include "tools/input/text_input.hpp"
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
PlaceToGo read_goal(const std::string& text, const Grid& grid, const Floors& floors,
                    const std::string& map) {
  const std::string named = "goal " + shorten(text);
  const std::size_t first = text.find(',');
  const std::size_t second =
      first == std::string::npos ? std::string::npos : text.find(',', first + 1);
  PlaceToGo goal;
  goal.at = read_walkable_place(named, std::string_view(text).substr(0, second), grid, floors, map);
  if (second == std::string::npos) return goal;
  const std::optional<double> cost = parse_number(text.substr(second + 1));
  if (!cost || *cost < 0.0 || *cost > kMostCost) {
    fail("{}: the cost \"{}\" is not a number from 0 to {}", named,
         shorten(std::string_view(text).substr(second + 1)), kMostCost);
  }
  goal.cost = *cost;
  return goal;
}

// What a field is over.
struct FieldMap {
  const Grid& grid;
  const Floors& floors;
  bool has_links;
};

// With columns for floors and links only where there are any.
void write_csv(const std::string& name, const FieldMap& map, const DistanceMap& distances) {
  const bool has_more = map.floors.has_several() || map.has_links;
  OutputFile file(name);
  file.write("x,y,distance,goal,next_x,next_y");
  file.write(has_more ? ",floor,next_floor,link\n" : "\n");
  const auto write_tile = [&](std::size_t floor, const Tile& tile) {
    const Tile corner = map.floors.corner(floor);
    const std::optional<DistanceAnswer> answer = distances.run_query(center(tile));
    std::string row = fmt::format("{},{},", tile.x - corner.x, tile.y - corner.y);
    if (answer) {
      const auto [x, y] = map.floors.local(answer->next);
      row += fmt::format("{},{},{},{}", answer->distance, answer->goal, x, y);
    } else {
      row += ",,,";
    }
    if (has_more) row += fmt::format(",{},", floor);
    if (has_more && answer) row += fmt::to_string(map.floors.find(answer->next));
    if (has_more) row += ',';
    if (answer && answer->link) row += fmt::to_string(*answer->link);
    file.write(row + '\n');
  };
  std::vector<TileRect> rects = map.floors.rects();
  if (rects.empty()) rects.push_back({0, 0, map.grid.width(), map.grid.height()});
  for (std::size_t floor = 0; floor < rects.size(); ++floor) {
    const TileRect& on = rects[floor];
    for (int y = on.y0; y < on.y1; ++y) {
      for (int x = on.x0; x < on.x1; ++x) {
        if (map.grid.is_walkable(x, y)) write_tile(floor, {x, y});
      }
    }
  }
  file.close();
}

std::string summarize(const FieldMap& map, const DistanceMap& distances) {
  const Grid& grid = map.grid;
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
  std::string text = fmt::format("build     {} us\nreached   {} of {} walkable tiles\n",
                                 distances.build_us(), reached, grid.walkable_count());
  if (reached == 0) return text;
  const std::size_t floor = map.floors.find(center(at));
  const Tile corner = map.floors.corner(floor);
  return text + fmt::format("farthest  {} at {}{},{}\n", farthest,
                            map.floors.has_several() ? fmt::format("{}:", floor) : "",
                            at.x - corner.x, at.y - corner.y);
}

// Fields over tiles know no links: on worlds that have floors or links it is the mesh.
void choose_mesh(const QueryArguments& requested, const std::string& map, StageSettings& stages) {
  const auto refuse = [&](const std::string& option) {
    fail("{}: distances over tiles know neither floors nor links, which {} has", option, map);
  };
  if (requested.map == MapKind::grid) refuse("--map grid");
  if (requested.diagonal) refuse("--diagonal");
  stages.map = MapKind::mesh;
}

int run_field(const FieldArguments& arguments) {
  QuerySettings settings = choose_field_settings(arguments.requested);
  check_files({arguments.map}, {arguments.csv, arguments.svg, arguments.png});
  LoadedMap map = load_map_of(settings, arguments.map);
  check_files(map.files, {arguments.csv, arguments.svg, arguments.png});
  StageSettings& stages = *settings.stages;
  if (map.world) choose_mesh(arguments.requested, arguments.map, stages);
  const Floors floors = map.place_floors();
  if (map.world && settings.terrain) map.world->set_ground(kTerrainGround, map.map.ground);
  const Grid grid = map.world && settings.terrain ? map.world->grid(kTerrainGround) : map.grid();
  const Ground ground = map.map.ground;
  const bool has_links = !map.links.empty();
  std::vector<LinkLine> lines = lines_of(map.world ? &*map.world : nullptr, map.links);
  std::vector<PlaceToGo> goals;
  for (const std::string& goal : arguments.goals) {
    goals.push_back(read_goal(goal, grid, floors, arguments.map));
  }
  const std::unique_ptr<DistanceMap> distances =
      stages.map == MapKind::mesh
          ? build_world_distances(std::move(map), settings, goals, arguments.limit)
          : build_tile_distances(std::move(map.map), stages.diagonal, goals, arguments.limit);
  const FieldMap field_map{grid, floors, has_links};
  std::string text = summarize(field_map, *distances);
  if (arguments.csv) {
    write_csv(*arguments.csv, field_map, *distances);
    text += fmt::format("csv       {}\n", *arguments.csv);
  }
  const FieldSubject subject{grid,       ground, file_name(arguments.map), *distances, goals,
                             stages.map, floors, std::move(lines)};
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
  command.add_option("MAP", arguments->map, kMapHelp)->required();
  command
      .add_option("GOAL", arguments->goals,
                  "a goal as X,Y in tiles, or as X,Y,COST with what is added to its distances")
      ->type_name("[F:]X,Y[,COST]")
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
      "where no goal is reached. On several floors, or over links, also floor,next_floor,link: the "
      "link by which\nthe way begins, and its exit as the next.\nCoordinates are those of `taut "
      "path`. `build` is wall clock, the "
      "best of a few runs.\nExit status: 0 done, 2 bad input or usage.\n");
  command.callback(
      [arguments, &action] { action = [arguments] { return run_field(*arguments); }; });
}

}  // namespace taut::tools

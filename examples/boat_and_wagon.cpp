// One map, four movers on three grounds. A tile has a class of terrain; a ground tells what the
// classes cost its agents, and which are walls to them: a boat and a wide barge keep to the water,
// a wagon takes road and bridge, a scout goes across country.
//
//   example_boat_and_wagon [PICTURE.png]
#include <taut/engine/validate.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <span>
#include <string_view>
#include <vector>

#include "game_picture.hpp"

namespace {

using taut::Agent;
using taut::Ground;
using taut::Point;

// # rock, . grass, f forest, ~ water, = road, b bridge
constexpr std::array<std::string_view, 23> kMap = {
    "..........................~~~~~~~....................",
    "...........................~~~~~~....................",
    "..==========================bbbbbb==============.....",
    "..=.........................~~~~~~~...#........=.....",
    "..=.........................~~~~~~~.#####......=.....",
    "..=.....###...fffff.........~~~~~~~.#####......=.....",
    "..=....#####.fffffff........~~~~~~~..###fffff..=.....",
    "..=....#####fffffffff.......~~~~~~~...fffffffff=.....",
    "..=....#####fffffffff......~~~~~~~....fffffffff=.....",
    "..=.....###fffffffffff....~~~~~~~~....fffffffff=.....",
    "..=........fffffffffff....~~~~~~~.......fffff..=.....",
    "..=.........fffffffff....~~~~~~~...............=.....",
    "..=.........fffffffff...~~~~~~~~...............===...",
    "..=..........fffffff....~~~~~~~~.................=...",
    "..............fffff....~~~~~~~~..................=...",
    ".......................~~~~~~~~......................",
    "~......................~~~~~~~~~....................~",
    "~~~~~~~.................~~~~~~~~...............~~~~~~",
    "~~~~~~~~~~~~~...........~~~~~~~~~.......~~~~~~~~~~~~~",
    "~~~~~~~~~~~~~~~~~~~~~~~..~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"};

enum Class : std::uint8_t { kGrass, kForest, kWater, kRoad, kBridge };

Class class_of(char glyph) {
  switch (glyph) {
    case 'f':
      return kForest;
    case '~':
      return kWater;
    case '=':
      return kRoad;
    case 'b':
      return kBridge;
    default:
      return kGrass;
  }
}

template <class Visit>
void for_each_glyph(const Visit& visit) {
  for (std::size_t y = 0; y < kMap.size(); ++y) {
    for (std::size_t x = 0; x < kMap[y].size(); ++x) {
      const int left = static_cast<int>(x);
      const int top = static_cast<int>(y);
      visit(taut::TileRect{left, top, left + 1, top + 1}, kMap[y][x]);
    }
  }
}

enum GroundNumber : std::uint8_t { kNone, kSails, kWheels, kFeet };

taut::World make_world() {
  taut::World world(taut::Grid(static_cast<int>(kMap[0].size()), static_cast<int>(kMap.size()),
                               taut::TileState::walkable));
  for_each_glyph([&](const taut::TileRect& tile, char glyph) {
    if (glyph == '#') world.set(tile, taut::TileState::blocked);
    world.set_class(tile, class_of(glyph));
  });
  // Blocked everywhere but on water. Under the bridge too.
  Ground sails(taut::kBlockedTerrain);
  sails.set(kWater, 1.0F);
  sails.set(kBridge, 1.0F);
  world.set_ground(kSails, sails);
  Ground wheels;
  wheels.set(kForest, taut::kBlockedTerrain);
  wheels.set(kWater, taut::kBlockedTerrain);
  wheels.set(kGrass, 3.0F);
  world.set_ground(kWheels, wheels);
  Ground feet;
  feet.set(kForest, 1.25F);
  feet.set(kWater, 1.5F);
  world.set_ground(kFeet, feet);
  return world;
}

struct Mover {
  const char* name;
  Agent agent;
  Point start;
  Point goal;
  taut::tools::Color color;
};

std::vector<Mover> make_movers() {
  const Point camp{2.5F, 13.5F};
  const Point village{49.5F, 14.5F};
  return {{"boat", Agent::point(kSails), {3.5F, 19.5F}, {29.5F, 0.5F}, taut::tools::kBlue},
          {"barge", Agent::disc(1.5, kSails), {6.5F, 20.5F}, {31.0F, 1.5F}, taut::tools::kSkyBlue},
          {"wagon", Agent::point(kWheels), camp, village, taut::tools::kVermilion},
          {"scout", Agent::point(kFeet), camp, village, taut::tools::kPurple}};
}

struct Walk {
  std::vector<Point> points;
  double cost = 0.0;  // to the mover itself
};

// A path of a disc as a polyline.
std::vector<Point> to_points(const taut::FoundPath& found, const Agent& agent) {
  if (agent.shape != taut::AgentShape::disc) return {found.points.begin(), found.points.end()};
  constexpr double kDeviation = 0.01;
  const std::size_t most = taut::max_polyline_points(found.turns.size(), agent.radius, kDeviation);
  std::vector<taut::DiscPoint> line(most);
  line.resize(taut::extract_polyline(found.turns, agent.radius, kDeviation, line).count);
  std::vector<Point> points;
  for (const taut::DiscPoint& place : line) points.push_back(taut::narrow(place));
  return points;
}

void draw(const taut::World& world, std::span<const Mover> movers, std::span<const Walk> walks,
          const char* file) {
  constexpr std::array<taut::tools::Color, 5> kColors{0xE9F0D2, 0xB9D3A0, 0xBFDDF2, 0xE6D3A8,
                                                      0xB08F63};
  examples::GamePicture picture(world.grid(), 16.0);
  for_each_glyph([&](const taut::TileRect& tile, char glyph) {
    if (glyph != '#') picture.fill(tile, kColors[class_of(glyph)]);
  });
  for (std::size_t i = 0; i < movers.size(); ++i) {
    picture.trail(walks[i].points, movers[i].color, 3.0);
    const double size = std::max(movers[i].agent.radius, 0.3);
    picture.disc(movers[i].start, size, taut::tools::kFaintInk);
    picture.disc(movers[i].goal, std::max(size, 0.45), movers[i].color);
  }
  picture.save(file);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    taut::World world = make_world();
    const std::vector<Mover> movers = make_movers();
    for (const Mover& mover : movers) world.prepare(mover.agent);
    taut::Finder finder(world);
    std::vector<Walk> walks;
    for (const Mover& mover : movers) {
      const taut::FindOptions options{mover.agent};
      const taut::FoundPath found = finder.find(mover.start, mover.goal, options);
      if (!found) {
        std::printf("%s: %s\n", mover.name,
                    explain(world, found.reason, mover.start, mover.goal, options).c_str());
        return 1;
      }
      std::printf("%-5s  length %5.1f  cost %5.1f\n", mover.name, found.length, found.cost);
      walks.push_back({to_points(found, mover.agent), found.cost});
    }
    if (argc > 1) draw(world, movers, walks, argv[1]);

    // The wagon goes round, as it may not take the way of the scout, which is cheaper for the scout
    // than that of the wagon; on land the boat goes nowhere. The barge keeps off the banks.
    const auto cost_for = [&](const Mover& mover, const Walk& walk) {
      return path_cost(world.grid(), *world.find_ground(mover.agent.ground), walk.points);
    };
    const Mover& boat = movers[0];
    const bool is_as_told =
        cost_for(movers[3], walks[2]) > walks[3].cost &&
        std::isinf(cost_for(movers[2], walks[3])) && std::isinf(cost_for(boat, walks[2])) &&
        std::isinf(cost_for(boat, walks[3])) && !std::isinf(cost_for(boat, walks[1]));
    return is_as_told ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "example_boat_and_wagon: %s\n", error.what());
    return 2;
  }
}

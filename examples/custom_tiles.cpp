// A world from the user's own tiles, in the user's own units, with terrain that is slow to walk.
// Exit status 0 when every answer is right.
#include <taut/finder.hpp>
#include <taut/frame.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string_view>
#include <vector>

namespace {

enum class Terrain { grass, swamp, rock };

constexpr std::uint8_t kSwamp = 1;   // a class of terrain
constexpr std::uint8_t kWheels = 1;  // a ground

// A tile of the game. taut needs to know two things: whether it is walkable, and its terrain.
struct GameTile {
  Terrain terrain = Terrain::grass;
  bool has_building = false;
};

struct Game {
  int width = 0;
  int height = 0;
  std::vector<GameTile> tiles;

  const GameTile& tile(int x, int y) const {
    return tiles[static_cast<std::size_t>(y * width + x)];
  }
};

Game make_game() {
  constexpr std::array<std::string_view, 7> kRows = {
      "...............",  //
      "...............",  //
      ".....~~~~~.....",  //
      "..B..~~~~~..^..",  //
      ".....~~~~~.....",  //
      ".....^^^^^.....",  //
      ".....^^^^^.....",
  };
  Game game{15, 7, {}};
  for (const std::string_view row : kRows) {
    for (const char c : row) {
      const Terrain terrain = c == '~' ? Terrain::swamp : c == '^' ? Terrain::rock : Terrain::grass;
      game.tiles.push_back({terrain, c == 'B'});
    }
  }
  return game;
}

// Prints a path in the units of the game and returns it.
std::vector<taut::Point> print(const char* title, const taut::WorldFrame& frame,
                               const taut::FoundPath& path) {
  std::vector<taut::Point> points(path.points.size());
  frame.path_from_tiles(path.points, points);
  std::printf("%s: %s, cost %g:", title, taut::to_string(path.status), path.cost);
  for (const taut::Point& p : points) std::printf(" (%g %g)", p.x, p.y);
  std::printf("\n");
  return points;
}

}  // namespace

int main() {
  const Game game = make_game();
  taut::World world(taut::Grid::from_predicate(game.width, game.height, [&](int x, int y) {
    const GameTile& tile = game.tile(x, y);
    return tile.terrain != Terrain::rock && !tile.has_building;  // true = walkable
  }));
  // What a tile is made of is a class; what a class costs is up to the agent's ground.
  for (int y = 0; y < game.height; ++y) {
    for (int x = 0; x < game.width; ++x) {
      if (game.tile(x, y).terrain == Terrain::swamp) world.set_class({x, y, x + 1, y + 1}, kSwamp);
    }
  }
  taut::Ground wheels;
  wheels.set(kSwamp, 4.0F);
  world.set_ground(kWheels, wheels);
  world.prepare(taut::Agent::point(kWheels));
  // A tile is 4 world units wide, and tile (0, 0) begins at (-100, 20).
  const taut::WorldFrame frame({-100.0, 20.0}, 4.0);
  const taut::Point goal{-54.0F, 34.0F};

  const taut::Point start{-89.0F, 34.0F};
  std::printf("from (%g %g) to (%g %g)\n", start.x, start.y, goal.x, goal.y);
  taut::Finder finder(world);
  taut::FindOptions options;
  options.start = taut::EndRule::nearest;  // the click was on the building
  const auto find = [&] {
    return finder.find(frame.to_tiles(start), frame.to_tiles(goal), options);
  };

  // To a bird all tiles are alike: straight over the swamp.
  bool is_right = print("bird", frame, find()).size() == 2;

  // To a wagon the swamp costs four times as much as grass: the path goes round it.
  options.agent = taut::Agent::point(kWheels);
  const std::vector<taut::Point> round = print("wagon", frame, find());
  is_right &= round.size() == 4 && round[1] == taut::Point{-80.0F, 28.0F} &&
              round[2] == taut::Point{-60.0F, 28.0F};

  std::printf("%s\n", is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}

// A grid from the user's own tiles, in the user's own world units, with terrain that is slow to
// walk. Exit status 0 when every answer is right.
#include <taut/engine/grid_path.hpp>
#include <taut/engine/nearest.hpp>
#include <taut/frame.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace {

enum class Terrain { grass, swamp, rock };

// A tile of the game. taut needs to know two things: whether it is walkable, and its terrain cost.
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

// A path in world units.
struct WorldPath {
  taut::Status status = taut::Status::no_path;
  std::vector<taut::Point> points;
};

class Navigator {
 public:
  Navigator(const taut::Grid& grid, const taut::WorldFrame& frame)
      : grid_(grid), frame_(frame), scratch_(grid), points_(grid.tile_count()) {}

  WorldPath find(const taut::Point& start, const taut::Point& goal) {
    const taut::PathResult found = taut::find_path(grid_, frame_.to_tiles(start),
                                                   frame_.to_tiles(goal), {}, scratch_, points_);
    WorldPath path{found.status, std::vector<taut::Point>(found.count)};
    frame_.path_from_tiles(std::span<const taut::Point>(points_).first(found.count), path.points);
    return path;
  }

 private:
  const taut::Grid& grid_;
  taut::WorldFrame frame_;
  taut::GridScratch scratch_;
  std::vector<taut::Point> points_;
};

void print(const char* title, const WorldPath& path) {
  std::printf("%s: %s", title, taut::to_string(path.status));
  for (const taut::Point& p : path.points) std::printf(" (%g %g)", p.x, p.y);
  std::printf("\n");
}

}  // namespace

int main() {
  const Game game = make_game();
  taut::Grid grid = taut::Grid::from_predicate(game.width, game.height, [&](int x, int y) {
    const GameTile& tile = game.tile(x, y);
    return tile.terrain != Terrain::rock && !tile.has_building;  // true = walkable
  });
  // A tile is 4 world units wide, and tile (0, 0) begins at (-100, 20).
  const taut::WorldFrame frame({-100.0, 20.0}, 4.0);
  const taut::Point goal{-54.0F, 34.0F};

  // A click on the building: the nearest walkable tile is the one beside it.
  const taut::Point click{-89.0F, 34.0F};
  const std::optional<taut::Tile> near = taut::find_nearest_walkable(grid, frame.to_tiles(click));
  if (!near) return 1;
  const taut::Point start = frame.from_tiles(taut::center(*near));
  std::printf("from (%g %g), nearest to the click, to (%g %g)\n", start.x, start.y, goal.x, goal.y);

  // All tiles cost the same: straight through the swamp.
  const WorldPath straight = Navigator(grid, frame).find(start, goal);
  print("all alike", straight);
  bool is_right = straight.status == taut::Status::ok && straight.points.size() == 2;

  // The swamp costs four times as much as grass: the path goes round it.
  for (int y = 0; y < game.height; ++y) {
    for (int x = 0; x < game.width; ++x) {
      if (game.tile(x, y).terrain == Terrain::swamp) grid.set_cost({x, y, x + 1, y + 1}, 4.0F);
    }
  }
  const WorldPath round = Navigator(grid, frame).find(start, goal);
  print("swamp costs 4", round);
  is_right &= round.status == taut::Status::ok && round.points.size() == 4 &&
              round.points[1] == taut::Point{-80.0F, 28.0F} &&
              round.points[2] == taut::Point{-60.0F, 28.0F};

  std::printf("%s\n", is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}

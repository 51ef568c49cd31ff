// A dungeon crawl without a player: a hero walks to the stairs and opens doors on the way; a goblin
// chases the hero and cannot open doors; a thief flees from the hero. Each turn is one tile.
//
//   example_roguelike [PICTURE.png]
#include <taut/engine/distance_map.hpp>
#include <taut/engine/raycast.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "game_picture.hpp"

namespace {

using taut::Point;
using taut::Tile;

// # wall, + door, @ hero, g goblin, t thief, > stairs
constexpr std::array<std::string_view, 19> kDungeon = {
    "####################################################",
    "#..........#.............#.........................#",
    "#..........#.............#.........................#",
    "#....@.....+.............#.....######.....####.....#",
    "#..........#.............+.....######.....####.....#",
    "#..........#.............#.........................#",
    "#########.##.............#..........t..............#",
    "#.......#.################.........................#",
    "#.......#........................................###",
    "#.......########################.#################.#",
    "#.....................#........#.#.................#",
    "#..g....#######.......#........#.#.................#",
    "#.......#.....#.......+........#.+.....###.....#####",
    "#.......#.....#.......#........#.#.....###.....#...#",
    "#########.....#.......#........#.#.............+...#",
    "#.......#.....####.####........#.#.............#.>.#",
    "#.......+...................####.#.....###.....#...#",
    "#.......#.....................................##...#",
    "####################################################"};

Tile find_glyph(char glyph) {
  for (std::size_t y = 0; y < kDungeon.size(); ++y) {
    const std::size_t x = kDungeon[y].find(glyph);
    if (x != std::string_view::npos) return {static_cast<int>(x), static_cast<int>(y)};
  }
  std::abort();
}

// The dungeon with its doors in one state.
taut::World make_world(taut::TileState doors) {
  return taut::World(taut::Grid::from_predicate(
      static_cast<int>(kDungeon[0].size()), static_cast<int>(kDungeon.size()), [&](int x, int y) {
        const char glyph = kDungeon[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
        return glyph != '#' && (glyph != '+' || doors == taut::TileState::walkable);
      }));
}

struct Creature {
  explicit Creature(char glyph) : at(find_glyph(glyph)), trail{taut::center(at)} {}

  void step_to(Tile tile) {
    at = tile;
    trail.push_back(taut::center(tile));
  }

  Tile at;
  std::vector<Point> trail;
};

// The first tile other than `from` that the path crosses: a neighbour of `from`, or diagonal to it.
Tile first_crossed_tile(const taut::Grid& grid, Tile from, std::span<const Point> path) {
  std::array<taut::TileId, 2> crossed{};
  for (std::size_t i = 1; i < path.size(); ++i) {
    const auto ray = taut::raycast(grid, path[i - 1], path[i], crossed);
    for (std::size_t k = 0; k < ray.count; ++k) {
      if (grid.tile(crossed[k]) != from) return grid.tile(crossed[k]);
    }
  }
  return from;
}

// The next tile on the shortest way to `goal`, or as near to it as can be reached; `from` where
// there is nothing to walk.
Tile next_tile(const taut::World& world, taut::Finder& finder, Tile from, Tile goal) {
  taut::FindOptions options;
  options.goal = taut::EndRule::nearest;
  const taut::FoundPath path = finder.find(taut::center(from), taut::center(goal), options);
  if (!path) return from;
  const taut::Grid& grid = world.grid();
  const Tile next = first_crossed_tile(grid, from, path.points);
  // A diagonal step cuts no corner: past one, it takes two steps.
  if (!grid.is_walkable(next.x, from.y)) return {from.x, next.y};
  if (!grid.is_walkable(from.x, next.y)) return {next.x, from.y};
  return next;
}

int distance_in_steps(Tile a, Tile b) { return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)); }

class Game {
 public:
  // One turn of everybody. Returns whether the game goes on.
  bool turn() {
    ++turns_;
    move_hero();
    move_goblin();
    move_thief();
    return hero_.at != stairs_ && distance_in_steps(hero_.at, goblin_.at) > 1 && turns_ < 300;
  }

  // What a run of this dungeon must come to: doors were opened and closed again, the goblin stood
  // before a closed one, the thief was not caught, and the hero reached the stairs.
  [[nodiscard]] bool is_as_told() const {
    std::printf("%d turns, %d doors opened, the goblin waited %d turns\n", turns_, doors_opened_,
                turns_waited_);
    return hero_.at == stairs_ && doors_opened_ > 0 && turns_waited_ > 0 &&
           distance_in_steps(hero_.at, thief_.at) > 1;
  }

  void draw(const std::string& file) const {
    using namespace taut::tools;
    examples::GamePicture picture(with_open_doors_.grid(), 16.0);
    for (std::size_t y = 0; y < kDungeon.size(); ++y) {
      for (std::size_t x = 0; x < kDungeon[y].size(); ++x) {
        const int left = static_cast<int>(x);
        const int top = static_cast<int>(y);
        if (kDungeon[y][x] == '+') picture.fill({left, top, left + 1, top + 1}, kOrange);
      }
    }
    picture.fill({stairs_.x, stairs_.y, stairs_.x + 1, stairs_.y + 1}, kSkyBlue);
    const auto add = [&](const Creature& creature, Color color) {
      picture.trail(creature.trail, color, 3.0);
      picture.disc(creature.trail.front(), 0.3, kFaintInk);
      picture.disc(creature.trail.back(), 0.4, color);
    };
    add(hero_, kBlue);
    add(goblin_, kVermilion);
    add(thief_, kPurple);
    picture.save(file);
  }

 private:
  // The hero knows that doors can be opened, so the hero's paths lead through them.
  void move_hero() {
    const Tile next = next_tile(with_open_doors_, hero_finder_, hero_.at, stairs_);
    if (world_.grid().is_walkable(next)) {
      const Tile behind = hero_.at;
      hero_.step_to(next);
      if (is_door(behind)) world_.set(behind, taut::TileState::blocked);
    } else {
      world_.set(next, taut::TileState::walkable);
      ++doors_opened_;
    }
  }

  // A closed door makes the hero out of reach: then the goblin goes as near as it can.
  void move_goblin() {
    const Tile next = next_tile(world_, finder_, goblin_.at, hero_.at);
    if (next == goblin_.at) ++turns_waited_;
    if (next != hero_.at) goblin_.step_to(next);
  }

  // The thief flees when the hero is in sight or was, by a map of distances to the hero, turned so
  // that downhill is away: out of dead ends too, as long as the hero is not nearer.
  void move_thief() {
    const taut::Grid& grid = world_.grid();
    if (taut::is_visible(grid, taut::center(thief_.at), taut::center(hero_.at))) {
      const std::array goal{taut::TileGoal{hero_.at}};
      (void)taut::find_tile_distances(grid, goal, {}, field_scratch_, flight_);
      (void)taut::turn_to_flee(grid, -1.2F, {}, field_scratch_, flight_);
    }
    const auto next = taut::find_downhill_step(grid, flight_, thief_.at, {});
    if (next && *next != hero_.at) thief_.step_to(*next);
  }

  static bool is_door(Tile tile) {
    return kDungeon[static_cast<std::size_t>(tile.y)][static_cast<std::size_t>(tile.x)] == '+';
  }

  taut::World world_ = make_world(taut::TileState::blocked);
  const taut::World with_open_doors_ = make_world(taut::TileState::walkable);
  taut::Finder finder_{world_};
  taut::Finder hero_finder_{with_open_doors_};
  Creature hero_{'@'};
  Creature goblin_{'g'};
  Creature thief_{'t'};
  Tile stairs_ = find_glyph('>');
  taut::DistanceMapScratch field_scratch_{world_.grid()};
  std::vector<float> flight_ = std::vector<float>(world_.grid().tile_count());
  int turns_ = 0;
  int doors_opened_ = 0;
  int turns_waited_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  try {
    Game game;
    while (game.turn()) {
    }
    if (argc > 1) game.draw(argv[1]);
    return game.is_as_told() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "example_roguelike: %s\n", error.what());
    return 2;
  }
}

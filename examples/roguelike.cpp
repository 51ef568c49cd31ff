// A dungeon crawl without a player: a hero explores until it sees the stairs, then walks there, and
// opens doors on the way; a goblin chases the hero and cannot open doors, so the hero who looks in
// shuts it in again; a thief that sees the hero runs for a hole in the wall and keeps away. Each
// turn is one tile.
//
//   example_roguelike [PICTURE.png]
#include <taut/engine/distance_map.hpp>
#include <taut/sight.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game_picture.hpp"

namespace {

using taut::Point;
using taut::Tile;
using taut::TileGoal;

// # wall, + door, @ hero, g goblin, t thief, > stairs, < the thief's hole
constexpr std::array<std::string_view, 19> kDungeon = {
    "####################################################",
    "#..........#.............#.........................#",
    "#..........#.............#.........................#",
    "#....@.....+.............#.....######.....####.....#",
    "#..........#.............+.....######.....####.....#",
    "#..........#.............#.........................#",
    "#########.##.............#..........t..............#",
    "#.......#.################.........................#",
    "#.......#........................................<##",
    "#.......########################.#################.#",
    "#.....................#........#.#.................#",
    "#.......#######.......#........#.#.................#",
    "#.......#.....#.......+........#.+.....###.....#####",
    "#.......#.....#.......#........#.#.....###.....#...#",
    "#########.....#.......#........#.#.............+...#",
    "#.......#.....####.####........#.#.............#.>.#",
    "#..g....+...................####.#.....###.....#...#",
    "#.......#.....................................##...#",
    "####################################################"};

// Classes of terrain. A shut door stops the goblin, the thief and sight; what is unknown, the hero.
constexpr std::uint8_t kFloor = 0;
constexpr std::uint8_t kShutDoor = 1;
constexpr std::uint8_t kUnknown = 2;

taut::Ground make_ground(std::uint8_t blocked_class) {
  taut::Ground ground;
  ground.set(blocked_class, taut::kBlockedTerrain);
  return ground;
}

constexpr taut::TileRect rect_of(Tile tile) { return {tile.x, tile.y, tile.x + 1, tile.y + 1}; }

char glyph_at(int x, int y) {
  return kDungeon[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
}
bool is_door(Tile tile) { return glyph_at(tile.x, tile.y) == '+'; }

Tile find_glyph(char glyph) {
  for (std::size_t y = 0; y < kDungeon.size(); ++y) {
    const std::size_t x = kDungeon[y].find(glyph);
    if (x != std::string_view::npos) return {static_cast<int>(x), static_cast<int>(y)};
  }
  std::abort();
}

// The dungeon with its doors shut.
taut::Grid make_dungeon() {
  taut::Grid grid = taut::Grid::from_predicate(static_cast<int>(kDungeon[0].size()),
                                               static_cast<int>(kDungeon.size()),
                                               [](int x, int y) { return glyph_at(x, y) != '#'; });
  for (taut::TileId id = 0; id < grid.tile_count(); ++id) {
    if (is_door(grid.tile(id))) grid.set_class(rect_of(grid.tile(id)), kShutDoor);
  }
  return grid;
}

// The same where all is unknown.
taut::Grid make_memory(taut::Grid grid) {
  grid.set_class({0, 0, grid.width(), grid.height()}, kUnknown);
  return grid;
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

int distance_in_steps(Tile a, Tile b) { return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)); }

class Game {
 public:
  // One turn of everybody. Returns whether the game goes on.
  bool turn() {
    ++turns_;
    move_hero();
    move_goblin();
    move_thief();
    return hero_.at != stairs_ && distance_in_steps(hero_.at, goblin_.at) > 1 && turns_ < 400;
  }

  // What a run of this dungeon must come to: doors were opened and closed again, the goblin began
  // to chase and was shut in, the thief reached its hole, and the hero, who had to look for them,
  // the stairs.
  [[nodiscard]] bool is_as_told() const {
    std::printf("%d turns, %d of them exploring, %d doors opened, the goblin waited %d turns\n",
                turns_, turns_exploring_, doors_opened_, turns_waited_);
    return hero_.at == stairs_ && turns_exploring_ > 0 && doors_opened_ > 0 && turns_waited_ > 0 &&
           goblin_.trail.size() > 1 && thief_.at == hole_;
  }

  void draw(const std::string& file) const {
    using namespace taut::tools;
    examples::GamePicture picture(dungeon_, 16.0);
    picture.area(first_alarm_, kSeenColor);
    for (taut::TileId id = 0; id < dungeon_.tile_count(); ++id) {
      const Tile at = dungeon_.tile(id);
      if (is_door(at)) picture.fill(rect_of(at), kOrange);
      if (memory_.terrain_class(id) == kUnknown) picture.fill(rect_of(at), kUnreachedColor);
    }
    picture.fill(rect_of(stairs_), kSkyBlue);
    picture.fill(rect_of(hole_), kFaintInk);
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
  using Numbers = std::vector<float>;

  // What the hero sees it remembers, doors as they were then.
  void look() {
    seen_.resize(taut::max_visible_tiles(kSight));
    const taut::Result found =
        taut::extract_visible_tiles(dungeon_, hero_.at, {kSight, &open_only_}, eyes_, seen_);
    seen_.resize(found.count);
    for (const taut::TileId id : seen_) {
      memory_.set_class(rect_of(dungeon_.tile(id)), dungeon_.terrain_class(id));
    }
  }
  [[nodiscard]] bool sees(Tile tile) const {
    return std::binary_search(seen_.begin(), seen_.end(), dungeon_.id(tile));
  }

  // Where the hero wants to go: to the stairs once it has seen them, else where the unknown begins.
  [[nodiscard]] std::vector<TileGoal> find_goals() {
    if (memory_.terrain_class(memory_.id(stairs_)) != kUnknown) return {{stairs_}};
    ++turns_exploring_;
    std::vector<taut::TileId> tiles(memory_.tile_count());
    tiles.resize(taut::extract_frontier(memory_, kUnknown, &known_only_, tiles).count);
    std::vector<TileGoal> goals;
    for (const taut::TileId id : tiles) goals.push_back({memory_.tile(id)});
    return goals;
  }

  std::optional<Tile> step_towards(const taut::Grid& grid, std::span<const TileGoal> goals,
                                   const taut::Ground& ground, Tile from) {
    const taut::DistanceMapOptions options{{.costs = &ground}};
    if (!taut::find_tile_distances(grid, goals, options, scratch_, numbers_)) return std::nullopt;
    return taut::find_downhill_step(grid, numbers_, from, options.steps);
  }

  void move_hero() {
    look();
    const std::optional<Tile> next = step_towards(memory_, find_goals(), known_only_, hero_.at);
    if (!next) return;
    if (dungeon_.terrain_class(dungeon_.id(*next)) == kShutDoor) {
      dungeon_.set_class(rect_of(*next), kFloor);
      ++doors_opened_;
      return;
    }
    const Tile behind = hero_.at;
    hero_.step_to(*next);
    if (is_door(behind)) dungeon_.set_class(rect_of(behind), kShutDoor);
    look();
  }

  // A closed door makes the hero out of reach: then the goblin waits.
  void move_goblin() {
    const std::array goals{TileGoal{hero_.at}};
    const std::optional<Tile> next = step_towards(dungeon_, goals, open_only_, goblin_.at);
    if (!next) ++turns_waited_;
    if (next && *next != hero_.at) goblin_.step_to(*next);
  }

  // Who is seen sees too. The thief takes a way to the hole on which the hero, whom no door stops,
  // cannot be as soon; where there is none it flees, out of dead ends too.
  void move_thief() {
    if (sees(thief_.at) && first_alarm_.empty()) alarm();
    if (first_alarm_.empty() || thief_.at == hole_) return;
    const std::array hero{TileGoal{hero_.at}};
    const std::array hole{TileGoal{hole_}};
    const taut::DistanceMapOptions options{{.costs = &open_only_}};
    (void)taut::find_tile_distances(dungeon_, hero, {}, scratch_, numbers_);
    (void)taut::find_escape_map(dungeon_, hole, numbers_, options, scratch_, flight_);
    if (!(flight_[dungeon_.id(thief_.at)] < 0.0F)) {
      (void)taut::turn_to_flee(dungeon_, -1.2F, options, scratch_, numbers_);
      flight_ = numbers_;
    }
    const auto next = taut::find_downhill_step(dungeon_, flight_, thief_.at, options.steps);
    if (next && *next != hero_.at) thief_.step_to(*next);
  }

  // The thief is seen for the first time; for the picture.
  void alarm() {
    first_alarm_.resize(taut::max_visibility_points(kSight));
    first_alarm_.resize(taut::extract_visibility_polygon(dungeon_, taut::center(hero_.at),
                                                         {kSight, &open_only_}, eyes_, first_alarm_)
                            .count);
  }

  static constexpr double kSight = 24.0;

  taut::Grid dungeon_ = make_dungeon();
  taut::Grid memory_ = make_memory(dungeon_);  // what the hero knows of it
  const taut::Ground open_only_ = make_ground(kShutDoor);
  const taut::Ground known_only_ = make_ground(kUnknown);
  Creature hero_{'@'};
  Creature goblin_{'g'};
  Creature thief_{'t'};
  Tile stairs_ = find_glyph('>');
  Tile hole_ = find_glyph('<');
  taut::SightScratch eyes_{kSight};
  std::vector<taut::TileId> seen_;
  std::vector<Point> first_alarm_;
  taut::DistanceMapScratch scratch_{dungeon_};
  Numbers numbers_ = Numbers(dungeon_.tile_count());
  Numbers flight_ = Numbers(dungeon_.tile_count());
  int turns_ = 0;
  int turns_exploring_ = 0;
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

// Five floors of a dungeon, without a player. A hero explores them, opens doors, finds a key and
// takes the treasure. A thief, who cannot open doors, sees the hero and runs for a hole in a wall,
// ahead of the hero, over a drop. A turn is a step, a link or a door.
//
//   example_roguelike [PICTURE.png]
#include <taut/engine/distance_map.hpp>
#include <taut/engine/sight.hpp>
#include <taut/engine/tile_links.hpp>
#include <taut/world.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string_view>
#include <vector>

#include "game_picture.hpp"

namespace {

using taut::Tile;

// # wall, + door, = locked door, @ hero, k key, $ treasure, t thief, < the thief's hole. Stairs
// join equal digits; who drops at A lands at a.
constexpr std::array<std::string_view, 15> kDungeon{
    "###########################################################",
    "#......#..........# #.1...#...........# #.........#.......#",
    "#.@....+.......1..# #.....+...t.......# #..2......+...3...#",
    "#......######+##### #.....####.######## #####+#####.......#",
    "########..........# ###+####....#.....# #....##.....#######",
    "#......#....##....# #......#.......A..# #....##.....+.....#",
    "#...$..=....##..2.# #......+....#..k..# #...........#.....#",
    "###########################################################",
    "#.......#.........# #.........#..........................<#",
    "#...3...#....##...# #..4......+....a........####..........#",
    "#.......+....##...# ######.####.............####..........#",
    "#.......####.....## #.............####.........##.##......#",
    "######............# #..........................+...#......#",
    "#..4.+............# #.............####.........#####......#",
    "###########################################################"};
constexpr std::array<taut::TileRect, 5> kFloors{
    {{0, 0, 19, 8}, {20, 0, 39, 8}, {40, 0, 59, 8}, {0, 7, 19, 15}, {20, 7, 59, 15}}};

// Classes of terrain. The hero knows nothing of kUnknown.
constexpr std::uint8_t kShutDoor = 1;
constexpr std::uint8_t kLockedDoor = 2;
constexpr std::uint8_t kUnknown = 3;
// Grounds. Thieves pass no doors, and eyes see through none.
constexpr std::uint8_t kHero = 1;
constexpr std::uint8_t kThief = 2;
constexpr double kSight = 24.0;

constexpr taut::TileRect rect_of(Tile tile) { return {tile.x, tile.y, tile.x + 1, tile.y + 1}; }

char glyph_at(const taut::Point& at) {
  return kDungeon[static_cast<std::size_t>(at.y)][static_cast<std::size_t>(at.x)];
}

// The tiles of a glyph, in the world's layout of its floors.
std::vector<Tile> find_tiles(const taut::World& world, char glyph) {
  std::vector<Tile> tiles;
  for (taut::TileId id = 0; id < world.grid().tile_count(); ++id) {
    const taut::Place place = world.to_place(taut::center(world.grid().tile(id)));
    if (place.floor >= 0 && glyph_at(place.at) == glyph) tiles.push_back(world.grid().tile(id));
  }
  return tiles;
}
Tile find_tile(const taut::World& world, char glyph) { return find_tiles(world, glyph)[0]; }

// Each floor lies in the game's plane where it is drawn.
taut::World make_world() {
  std::vector<taut::FloorMap> floors;
  for (const taut::TileRect& all : kFloors) {
    const auto is_free = [&](int x, int y) {
      return glyph_at(taut::center(Tile{all.x0 + x, all.y0 + y})) != '#';
    };
    taut::Grid tiles = taut::Grid::from_predicate(all.x1 - all.x0, all.y1 - all.y0, is_free);
    floors.push_back({std::move(tiles), {all.x0, all.y0}});
  }
  taut::World world(floors);
  for (const Tile& door : find_tiles(world, '+')) world.set_class(rect_of(door), kShutDoor);
  for (const Tile& door : find_tiles(world, '=')) world.set_class(rect_of(door), kLockedDoor);
  for (const char stairs : {'1', '2', '3', '4'}) {
    const std::vector<Tile> ends = find_tiles(world, stairs);
    world.link(taut::center(ends[0]), taut::center(ends[1]), {.cost = 1.0});
  }
  world.link(taut::center(find_tile(world, 'A')), taut::center(find_tile(world, 'a')),
             {.cost = 1.0, .is_one_way = true});
  taut::Ground ground;
  ground.set(kLockedDoor, taut::kBlockedTerrain);
  world.set_ground(kHero, ground);
  ground.set(kShutDoor, taut::kBlockedTerrain);
  world.set_ground(kThief, ground);
  return world;
}

// The world to one who knows nothing of it. Its links are closed by the walls on their ends.
taut::World forget_all(taut::World world) {
  const taut::TileRect all{0, 0, world.grid().width(), world.grid().height()};
  world.set(all, taut::TileState::blocked);
  world.set_class(all, kUnknown);
  return world;
}

struct Creature {
  const char* name;
  Tile at;
  std::vector<taut::Point> trail{taut::center(at)};
};

class Game {
 public:
  // Plays. Whether the run is as told above.
  bool play() {
    while (hero_.at != treasure_ && ++turns_ < 1000) {
      move_hero();
      move_thief();
    }
    return hero_.at == treasure_ && wanted_.size() == 1 && thief_.at == hole_;
  }

  void draw(const char* file) const {
    using namespace taut::tools;
    examples::GamePicture picture(world_.grid(), 16.0);
    for (const Tile& door : find_tiles(world_, '+')) picture.fill(rect_of(door), kOrange);
    picture.fill(rect_of(find_tile(world_, '=')), kOrange);
    picture.links(world_.links());
    picture.walker(hero_.trail, kBlue);
    picture.walker(thief_.trail, kPurple);
    picture.save(file);
  }

 private:
  void say(const Creature& who, const char* what) const {
    std::printf("turn %3d, floor %d: the %s %s\n", turns_, world_.find_floor(taut::center(who.at)),
                who.name, what);
  }
  [[nodiscard]] bool sees(Tile tile) const {
    return std::binary_search(seen_.begin(), seen_.end(), world_.grid().id(tile));
  }
  [[nodiscard]] std::uint8_t class_of(const taut::World& world, Tile tile) const {
    return world.grid().terrain_class(world.grid().id(tile));
  }

  void learn(Tile tile) {
    const bool is_walkable = world_.grid().is_walkable(tile);
    known_.set(tile, is_walkable ? taut::TileState::walkable : taut::TileState::blocked);
    known_.set_class(rect_of(tile), class_of(world_, tile));
  }
  // What the hero sees it knows, doors as they are now; of stairs and drops where they lead, too.
  void look() {
    const taut::Grid& tiles = world_.grid();
    seen_.resize(taut::max_visible_tiles(kSight));
    const taut::SightOptions eyes{kSight, world_.find_ground(kThief)};
    seen_.resize(extract_visible_tiles(tiles, hero_.at, eyes, eyes_, seen_).count);
    for (const taut::TileId id : seen_) learn(tiles.tile(id));
    for (const taut::Link& link : world_.links()) {
      const Tile from = *tiles.locate(link.from.a);
      const Tile to = *tiles.locate(link.to.a);
      if (sees(from)) learn(to);
      if (sees(to) && !link.options.is_one_way) learn(from);
    }
  }
  void step_to(Creature& who, Tile tile) {
    const bool is_step = std::max(std::abs(who.at.x - tile.x), std::abs(who.at.y - tile.y)) <= 1;
    who.at = tile;
    who.trail.push_back(taut::center(tile));
    if (!is_step) say(who, "comes to this floor");
  }

  // The hero's next tile on the way to the nearest goal that it knows a way to, over all floors.
  std::optional<Tile> find_hero_step(std::span<const taut::TileGoal> goals) {
    const std::vector<taut::TileLink> links = build_tile_links(known_, {.ground = kHero});
    const taut::DistanceMapOptions options{.steps = {.costs = known_.find_ground(kHero)},
                                           .links = links};
    if (!find_tile_distances(known_.grid(), goals, options, scratch_, numbers_)) return {};
    return find_downhill_step(known_.grid(), numbers_, hero_.at, options.steps, links);
  }
  // To the treasure, else to the key, else to where the unknown begins.
  std::optional<Tile> find_hero_step() {
    for (const Tile& goal : wanted_) {
      if (class_of(known_, goal) == kUnknown) continue;
      if (const auto next = find_hero_step(std::array{taut::TileGoal{goal}})) return next;
    }
    std::vector<taut::TileId> tiles(known_.grid().tile_count());
    tiles.resize(extract_frontier(known_.grid(), kUnknown, known_.find_ground(kHero), tiles).count);
    std::vector<taut::TileGoal> goals;
    for (const taut::TileId id : tiles) goals.push_back({known_.grid().tile(id)});
    return find_hero_step(goals);
  }
  void move_hero() {
    look();
    const std::optional<Tile> next = find_hero_step();
    if (!next) return;
    if (class_of(world_, *next) != 0) {
      say(hero_, class_of(world_, *next) == kLockedDoor ? "unlocks the door" : "opens a door");
      world_.set_class(rect_of(*next), 0);
      return;
    }
    step_to(hero_, *next);
    if (hero_.at == treasure_) say(hero_, "has the treasure");
    if (wanted_.size() == 1 || hero_.at != wanted_[1]) return;
    wanted_.pop_back();
    known_.set_ground(kHero, taut::Ground());
    say(hero_, "has the key");
  }

  // Who is seen sees too. The thief takes a way to the hole on which the hero, whom no door stops,
  // cannot be as soon; where there is none, the one on which it is least late.
  void move_thief() {
    if (thief_.at == hole_ || (thief_.trail.size() == 1 && !sees(thief_.at))) return;
    if (thief_.trail.size() == 1) say(thief_, "sees the hero");
    const taut::Grid& tiles = world_.grid();
    const std::array hero{taut::TileGoal{hero_.at}};
    const auto of_hero = build_tile_links(world_, {}, taut::TileWays::from_goals);
    (void)find_tile_distances(tiles, hero, {.links = of_hero}, scratch_, numbers_);
    const auto links = build_tile_links(world_, {.ground = kThief});
    const taut::DistanceMapOptions options{.steps = {.costs = world_.find_ground(kThief)},
                                           .links = links};
    (void)find_escape_map(tiles, std::array{taut::TileGoal{hole_}}, numbers_, options, scratch_,
                          flight_);
    const auto next = find_downhill_step(tiles, flight_, thief_.at, options.steps, links);
    if (next && *next != hero_.at) step_to(thief_, *next);
    if (thief_.at == hole_) say(thief_, "is in its hole");
  }

  taut::World world_ = make_world();
  taut::World known_ = forget_all(world_);  // to the hero
  Creature hero_{"hero", find_tile(world_, '@')};
  Creature thief_{"thief", find_tile(world_, 't')};
  const Tile treasure_ = find_tile(world_, '$');
  std::vector<Tile> wanted_{treasure_, find_tile(world_, 'k')};
  const Tile hole_ = find_tile(world_, '<');
  taut::SightScratch eyes_{kSight};
  std::vector<taut::TileId> seen_;
  taut::DistanceMapScratch scratch_{world_.grid()};
  std::vector<float> numbers_ = std::vector<float>(world_.grid().tile_count());
  std::vector<float> flight_ = numbers_;
  int turns_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  Game game;
  const bool is_as_told = game.play();
  if (argc > 1) game.draw(argv[1]);
  return is_as_told ? 0 : 1;
}

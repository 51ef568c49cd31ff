// A tower of three floors: stairs, a hole to fall through, a locked door, and a hero and a rat that
// look for their ways.
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>
#include <taut/world.hpp>

#include <array>
#include <cstdio>
#include <string_view>
#include <vector>

namespace {

constexpr std::uint8_t kDoor = 1;  // a class
constexpr std::uint8_t kRat = 1;   // a ground

// D is the door.
constexpr std::array<std::string_view, 3> kFloors{
    "........\n"
    ".@@@@@@.\n"
    ".@....@.\n"
    ".@.@@.@.\n"
    "...@....\n",
    "........\n"
    "@@@@D@@@\n"
    "........\n",
    "....\n"
    ".@@.\n"
    "....\n"};

std::vector<taut::FloorMap> read_floors() {
  constexpr std::array kLetters{taut::MapLetter{'D', kDoor, taut::TileState::walkable}};
  std::vector<taut::FloorMap> floors;
  for (const std::string_view rows : kFloors) {
    taut::Loaded<taut::Grid> map = taut::read_map(rows, "a floor", kLetters);
    if (map) floors.push_back({std::move(*map.value), {}});
  }
  return floors;
}

void print(const taut::World& world, const char* who, const taut::FoundPath& found) {
  std::printf("%s: %s, cost %.2f:", who, found ? "goes" : taut::to_string(found.reason),
              found.cost);
  for (const taut::Point& point : found.points) {
    const taut::Place place = world.to_place(point);
    std::printf(" %d(%g, %g)", place.floor, static_cast<double>(place.at.x),
                static_cast<double>(place.at.y));
  }
  std::printf("\n");
}

}  // namespace

int main() {
  const std::vector<taut::FloorMap> floors = read_floors();
  if (floors.size() != kFloors.size()) return 1;
  taut::World world(floors);
  taut::Ground rat;
  rat.set(kDoor, taut::kBlockedTerrain);
  world.set_ground(kRat, rat);
  world.prepare({.ground = kRat});

  const taut::LinkOptions stairs{.cost = 1.0};
  const taut::LinkOptions hole{.cost = 0.5, .is_one_way = true};
  world.link({0, {4.5F, 2.5F}}, {1, {0.5F, 2.5F}}, stairs);
  world.link({1, {7.5F, 0.5F}}, {2, {3.5F, 0.5F}}, stairs);
  const taut::LinkId fall = world.link({2, {0.5F, 2.5F}}, {0, {0.5F, 0.5F}}, hole);

  // Up: through the door, which the rat cannot open. Down: through the hole.
  const taut::Point cellar = world.to_point({0, {0.5F, 0.5F}});
  const taut::Point roof = world.to_point({2, {0.5F, 0.5F}});
  taut::Finder finder(world);
  print(world, "hero, up", finder.find(cellar, roof));
  print(world, "rat, up", finder.find(cellar, roof, {.agent = {.ground = kRat}}));
  const taut::FoundPath down = finder.find(roof, cellar);
  print(world, "hero, down", down);
  if (down.links.size() != 1 || down.links[0].link != fall) return 1;

  // All the ways to the cellar, over all floors.
  taut::WorldField field;
  taut::FieldScratch scratch;
  field.set_goals(std::array{taut::FieldGoal{cellar}});
  if (!field.update(world, scratch) || field.distance(roof) != down.cost) return 1;

  // The hero walks up, and the game moves it over each link.
  taut::PathFollower hero;
  hero.set(world, finder.find(cellar, roof));
  int passed = 0;
  while (hero.status() != taut::FollowStatus::arrived) {
    if (hero.status() == taut::FollowStatus::at_link) {
      ++passed;
      hero.pass_link(world);
    } else if (taut::needs_search(hero.move(world, taut::narrow(hero.place_ahead(0.5))))) {
      return 1;
    }
  }
  std::printf("the hero has passed %d stairs\n", passed);
  return passed == 2 ? 0 : 1;
}

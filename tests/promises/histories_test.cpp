// Long histories of edits on our maps and those of MovingAI: the world that they leave answers as a
// new one of the same tiles, and as the one that its save gives back.
#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <taut/follower.hpp>
#include <taut/map_file.hpp>
#include <taut/save.hpp>

#include "support/catch.hpp"
#include "support/data.hpp"
#include "support/mixed_worlds.hpp"
#include "support/same_answers.hpp"
#include "support/seed.hpp"

namespace taut::test {
namespace {

std::vector<std::string> list_maps() {
  std::vector<std::string> files;
  std::vector<std::filesystem::path> folders{own_map("")};
  for (const char* const part : {"movingai", "terrain"}) {
    if (const auto folder = find_shared_data(part)) folders.push_back(*folder);
  }
  for (const std::filesystem::path& folder : folders) {
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      if (file.path().extension() == ".map") files.push_back(file.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Agent> some_agents() {
  return {Agent::point(),      Agent::disc(0.4), Agent::square(0.5),
          Agent::disc(0.9, 1), Agent::point(2),  Agent::square(0.75, 2)};
}

World make_world(const std::string& file, Random& random) {
  const std::array<MapLetter, 1> letters{{{'W', 3}}};
  Loaded<Grid> grid = load_map(file, letters);
  INFO(grid.error.message());
  REQUIRE(grid);
  World world(std::move(*grid.value));
  set_doors(random, world);
  set_costs(random, world);
  for (const Agent& agent : some_agents()) world.prepare(agent);
  return world;
}

// Adds or removes a building, or changes classes, a ground or links.
void edit(Random& random, World& world) {
  const int x = random.between(0, world.grid().width() - 1);
  const int y = random.between(0, world.grid().height() - 1);
  const TileRect tiles{x, y, x + random.between(1, 8), y + random.between(1, 8)};
  const std::uint32_t kind = random.below(1000);
  if (kind < 2) {
    set_doors(random, world);
  } else if (kind < 4) {
    set_costs(random, world);
  } else if (kind < 10) {
    add_links(random, world);
  } else if (kind < 700) {
    world.set(tiles, random.chance(50) ? TileState::blocked : TileState::walkable);
  } else {
    world.set_class(tiles, static_cast<std::uint8_t>(random.below(4)));
  }
}

// Lets a unit walk while tiles change.
std::vector<std::byte> follow(Random random, World world) {
  const std::vector<Agent> agents = some_agents();
  PathFollower follower(agents[random.below(agents.size())], 1.5);
  for (int step = 0; step < 20; ++step) {
    if (needs_search(follower.status())) {
      Finder finder(world);
      const Point from = to_map_point(random_place(random, world.grid()));
      const Point to = to_map_point(random_place(random, world.grid()));
      (void)follower.set(world, finder.find(from, to, {follower.agent()}));
    }
    if (random.chance(10)) edit(random, world);
    if (!follower.ahead().empty()) (void)follower.move(world, narrow(follower.place_ahead(1.0)));
  }
  return save(follower);
}

// The same edit of both worlds, then the same queries.
void compare_round(Random& random, World& world, World& other) {
  Random same = random;
  edit(same, other);
  edit(random, world);
  (void)compare_answers(random, world, other, some_agents());
}

TEST_CASE("histories: 500 edits leave what a fresh world has, and a save gives it back",
          "[edits]") {
  const std::vector<std::string> maps = list_maps();
  const int edits = is_long() ? 500 : 60;
  std::size_t histories = 0;
  for (Random& random : random_generators("histories")) {
    for (std::size_t i = random_count(2, 500); i > 0; --i, ++histories) {
      const std::string& file = maps[histories % maps.size()];
      INFO(file << ", history " << histories);
      World world = make_world(file, random);
      // Landmarks that followed edits are not those of a fresh world.
      const bool has_landmarks = random.chance(50);
      if (has_landmarks) world.keep_landmarks(2);
      for (int k = 0; k < edits; ++k) edit(random, world);
      World full = std::move(*read_save(save(world, SaveForm::full), file).value);
      if (!has_landmarks) {
        World fresh = std::move(*read_save(save(world), file).value);
        REQUIRE(follow(random, world) == follow(random, fresh));
        World copy(world);
        for (int k = 0; k < 3; ++k) compare_round(random, copy, fresh);
      }
      REQUIRE(follow(random, world) == follow(random, full));
      for (int k = 0; k < 6; ++k) compare_round(random, world, full);
    }
  }
}

}  // namespace
}  // namespace taut::test

// Saves of crowds, queues and followers: what comes back does with the same calls the same, to the
// bit, whatever was going on.
#include <taut/save.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <taut/crowd.hpp>
#include <taut/field.hpp>
#include <taut/map_file.hpp>
#include <taut/queue.hpp>

#include "support/catch.hpp"
#include "support/mixed_worlds.hpp"
#include "support/random_maps.hpp"
#include "support/same_answers.hpp"
#include "support/save_bytes.hpp"
#include "support/seed.hpp"
#include "support/temporary_folder.hpp"

namespace taut::test {
namespace {

constexpr std::size_t kContents = 28;  // of the first section

// A world with a crowd, which can be saved and loaded.
struct Game {
  std::unique_ptr<World> world;
  std::unique_ptr<Crowd> crowd;
  std::vector<std::shared_ptr<WorldField>> fields;
};

template <class Part>
Part value_of(Loaded<Part> loaded) {
  INFO(loaded.error.message());
  REQUIRE(loaded);
  return std::move(*loaded.value);
}

World save_and_load(const World& world) { return value_of(read_save(save(world), "game")); }

Game load(const Bytes& bytes) {
  Game game;
  game.world = std::make_unique<World>(value_of(read_save(bytes, "game")));
  game.crowd = std::make_unique<Crowd>(value_of(read_crowd(bytes, "game", *game.world)));
  return game;
}

// The fields of the units, by the number of the first unit.
void find_fields(Game& game) {
  game.fields.clear();
  for (UnitId unit = 0; unit < game.crowd->id_end(); ++unit) {
    const std::shared_ptr<WorldField> field = game.crowd->field(unit);
    if (field == nullptr) continue;
    if (std::find(game.fields.begin(), game.fields.end(), field) == game.fields.end()) {
      game.fields.push_back(field);
    }
  }
}

const std::array kSavedAgents{Agent::disc(0.25), Agent::disc(0.5, 1), Agent::disc(0.375, 2),
                              Agent::disc(0.9)};

void add_unit(Random& random, Game& game) {
  UnitOptions options;
  options.speed = 0.5 + 0.5 * random.between(0, 6);
  if (random.chance(30)) options.acceleration = 2.0 + random.between(0, 8);
  options.rank = static_cast<std::uint8_t>(random.below(3));
  options.gives_way = !random.chance(20);
  const Agent agent = kSavedAgents[random.below(kSavedAgents.size())];
  (void)game.crowd->add(agent, to_map_point(random_place(random, game.world->grid())), options);
}

std::vector<UnitId> choose_units(Random& random, const Crowd& crowd) {
  std::vector<UnitId> units;
  for (UnitId unit = 0; unit < crowd.id_end(); ++unit) {
    if (crowd.contains(unit) && random.chance(50)) units.push_back(unit);
  }
  return units;
}

void order_along_field(Random& random, Game& game) {
  const Agent agent = kSavedAgents[random.below(kSavedAgents.size())];
  const auto field = std::make_shared<WorldField>(agent);
  const std::array goals{FieldGoal{to_map_point(random_place(random, game.world->grid()))},
                         FieldGoal{to_map_point(random_place(random, game.world->grid())), 1.5}};
  field->set_goals(goals);
  FieldScratch scratch;
  if (random.chance(80)) (void)field->update(*game.world, scratch);
  (void)game.crowd->order(choose_units(random, *game.crowd), field);
}

void give_order(Random& random, Game& game) {
  Crowd& crowd = *game.crowd;
  const Point goal = to_map_point(random_place(random, game.world->grid()));
  const std::vector<UnitId> units = choose_units(random, crowd);
  switch (random.below(6)) {
    case 0:
      if (!units.empty()) crowd.order(units[0], goal);
      break;
    case 1:
    case 2:
      crowd.order(units, goal);
      break;
    case 3:
      order_along_field(random, game);
      break;
    case 4:
      if (!units.empty()) crowd.steer(units[0], {1.0F, -0.5F});
      break;
    default:
      if (!units.empty()) crowd.stop(units[0]);
  }
}

// What a game does before a tick.
void play(Random& random, Game& game) {
  Crowd& crowd = *game.crowd;
  if (random.chance(8)) add_unit(random, game);
  if (random.chance(12)) give_order(random, game);
  if (random.chance(4)) edit_mixed(random, *game.world);
  if (random.chance(2)) add_links(random, *game.world);
  if (random.chance(3)) {
    const std::vector<UnitId> units = choose_units(random, crowd);
    if (!units.empty()) crowd.remove(units[0]);
  }
  if (random.chance(5)) {
    find_fields(game);
    FieldScratch scratch;
    for (const auto& field : game.fields) (void)field->update(*game.world, scratch);
  }
  for (UnitId unit = 0; unit < crowd.id_end(); ++unit) {
    if (crowd.link(unit) && random.chance(30)) crowd.pass_link(unit);
  }
  crowd.advance(0.01 * random.between(1, 6));
}

std::string describe_units(const Crowd& crowd) {
  std::ostringstream out;
  out << std::hexfloat << crowd.searches_waiting() << " waiting;";
  for (UnitId unit = 0; unit < crowd.id_end(); ++unit) {
    if (!crowd.contains(unit)) continue;
    const Point at = crowd.place(unit);
    const Point velocity = crowd.velocity(unit);
    out << ' ' << unit << ' ' << at.x << ',' << at.y << ' ' << velocity.x << ',' << velocity.y
        << ' ' << to_string(crowd.state(unit)) << ' ' << to_string(crowd.reason(unit)) << ';';
  }
  return out.str();
}

std::size_t count_walking(const Crowd& crowd) {
  std::size_t walking = 0;
  for (UnitId unit = 0; unit < crowd.id_end(); ++unit) {
    if (crowd.contains(unit) && crowd.state(unit) == UnitState::walking) ++walking;
  }
  return walking;
}

// A submit, a release, an edit, or a slice.
void use_queue(Random& random, World& world, FindQueue& queue, std::vector<FindTicket>& tickets) {
  if (random.chance(25)) {
    const std::vector<Agent> agents = all_agents();
    Request request{to_map_point(random_place(random, world.grid())),
                    to_map_point(random_place(random, world.grid()))};
    request.options.agent = agents[random.below(agents.size())];
    request.options.method =
        std::array{Method::best, Method::optimal, Method::fast}[random.below(3)];
    if (random.chance(30)) request.options.goal = EndRule::nearest;
    if (random.chance(10)) request.options.length_limit = 20.0;
    tickets.push_back(queue.submit(request, random.between(0, 3)));
  }
  if (!tickets.empty() && random.chance(8)) {
    const std::size_t one = random.below(tickets.size());
    queue.release(tickets[one]);
    tickets.erase(tickets.begin() + static_cast<std::ptrdiff_t>(one));
  }
  if (random.chance(2)) edit_mixed(random, world);
  (void)queue.advance();
}

std::string describe_answers(const FindQueue& queue, const std::vector<FindTicket>& tickets) {
  std::string text = std::to_string(queue.waiting()) + " waiting";
  for (const FindTicket& ticket : tickets) {
    const OwnedPath* const path = queue.find_answer(ticket);
    text += path == nullptr ? "; none" : "; " + describe(*path);
  }
  return text;
}

// A new path, a step on it or beside it, a move of the goal, a link, or an edit.
void use_follower(Random& random, World& world, PathFollower& follower) {
  const Point place = to_map_point(random_place(random, world.grid()));
  if (random.chance(needs_search(follower.status()) ? 60 : 3)) {
    Finder finder(world);
    FindOptions options;
    options.agent = follower.agent();
    (void)follower.set(
        world, finder.find(place, to_map_point(random_place(random, world.grid())), options));
  }
  if (random.chance(4)) edit_mixed(random, world);
  if (random.chance(10)) (void)follower.move_goal(world, place);
  if (follower.ahead().empty()) return;
  if (random.chance(10) && follower.status() == FollowStatus::at_link) follower.pass_link(world);
  DiscPoint to = follower.place_ahead(0.1 * random.between(0, 20));
  if (random.chance(20)) {
    to.x += 0.25 * random.between(-3, 3);
    to.y += 0.25 * random.between(-3, 3);
  }
  (void)follower.move(world, narrow(to));
}

std::string describe_follower(const PathFollower& follower) {
  std::ostringstream out;
  out << std::hexfloat << to_string(follower.status()) << ' ' << follower.place().x << ','
      << follower.place().y << ", " << follower.length() << ", " << follower.progress() << ':';
  for (const DiscTurn& turn : follower.ahead()) {
    out << ' ' << turn.entry.x << ',' << turn.entry.y << ' ' << turn.exit.x << ',' << turn.exit.y;
  }
  return out.str();
}

Game make_game(Random& random) {
  Game game;
  game.world = std::make_unique<World>(make_mixed_world(random, 24));
  CrowdOptions options;
  // Often a search takes several ticks.
  options.expansions = random.chance(50) ? 32 : 256;
  if (random.chance(50)) options.goal = EndRule::exact;
  game.crowd = std::make_unique<Crowd>(*game.world, options);
  for (int i = 0; i < 40; ++i) add_unit(random, game);
  for (int i = 0; i < 5; ++i) give_order(random, game);
  return game;
}

}  // namespace

TEST_CASE("save: a crowd goes on as the one that was saved", "[world][save]") {
  std::size_t waiting = 0;
  std::size_t walking = 0;
  for (Random& random : random_generators("save, crowd")) {
    for (std::size_t i = random_count(6, 400); i > 0; --i) {
      Game game = make_game(random);
      for (int tick = random.between(0, 120); tick > 0; --tick) play(random, game);
      // Also between an edit and the tick that follows it.
      if (random.chance(30)) edit_mixed(random, *game.world);
      if (random.chance(30)) give_order(random, game);
      waiting += game.crowd->searches_waiting();
      const Bytes bytes = save(*game.world, *game.crowd);
      Game loaded = load(bytes);
      REQUIRE(save(*loaded.world, *loaded.crowd) == bytes);
      for (int tick = 0; tick < 120; ++tick) {
        Random same = random;
        play(same, game);
        play(random, loaded);
        INFO("tick " << tick);
        REQUIRE(describe_units(*game.crowd) == describe_units(*loaded.crowd));
        walking += count_walking(*game.crowd);
      }
      REQUIRE(save(*game.world, *game.crowd) == save(*loaded.world, *loaded.crowd));
    }
  }
  if (is_small_share()) return;
  CHECK(waiting > 1);
  CHECK(walking > 500);
}

TEST_CASE("save: a queue goes on as the one that was saved", "[world][save]") {
  std::size_t answers = 0;
  for (Random& random : random_generators("save, queue")) {
    for (std::size_t i = random_count(12, 1000); i > 0; --i) {
      World world = make_mixed_world(random, 24);
      if (random.chance(30)) world.keep_index(std::size_t{1} << 20U);
      if (random.chance(50)) add_links(random, world);
      FindQueue queue(world);
      queue.set_slice(std::array<std::size_t, 3>{1, 7, 32}[random.below(3)]);
      std::vector<FindTicket> tickets;
      for (int k = random.between(0, 60); k > 0; --k) use_queue(random, world, queue, tickets);
      const Bytes bytes = save(queue);
      World same = save_and_load(world);
      FindQueue loaded = value_of(read_queue(bytes, "game", same));
      REQUIRE(save(loaded) == bytes);
      std::vector<FindTicket> others = tickets;
      for (int k = 0; k < 200; ++k) {
        Random copy = random;
        use_queue(copy, world, queue, tickets);
        use_queue(random, same, loaded, others);
        REQUIRE(tickets == others);
        REQUIRE(describe_answers(queue, tickets) == describe_answers(loaded, others));
      }
      for (const FindTicket& ticket : tickets) answers += queue.find_answer(ticket) ? 1 : 0;
      REQUIRE(save(queue) == save(loaded));
    }
  }
  CHECK((is_small_share() || answers > 100));
}

TEST_CASE("save: a follower goes on as the one that was saved", "[world][save]") {
  std::size_t following = 0;
  for (Random& random : random_generators("save, follower")) {
    for (std::size_t i = random_count(40, 4000); i > 0; --i) {
      World world = make_mixed_world(random, 24);
      if (random.chance(30)) add_links(random, world);
      const std::vector<Agent> agents = all_agents();
      PathFollower follower(agents[random.below(agents.size())], 1.5);
      for (int k = random.between(0, 30); k > 0; --k) use_follower(random, world, follower);
      const Bytes bytes = save(follower);
      World same = save_and_load(world);
      PathFollower loaded = value_of(read_follower(bytes, "game", same));
      REQUIRE(save(loaded) == bytes);
      for (int k = 0; k < 60; ++k) {
        Random copy = random;
        use_follower(copy, world, follower);
        use_follower(random, same, loaded);
        REQUIRE(describe_follower(follower) == describe_follower(loaded));
        following += needs_search(follower.status()) ? 0 : 1;
      }
      REQUIRE(save(follower) == save(loaded));
    }
  }
  CHECK((is_small_share() || following > 300));
}

namespace {

// A unit on its way, one that waits for its path, one along a field.
Game make_small_game() {
  Game game;
  game.world = std::make_unique<World>(draw_map(".....\n..@..\n.....\n"));
  game.crowd = std::make_unique<Crowd>(*game.world, CrowdOptions{.expansions = 32});
  Crowd& crowd = *game.crowd;
  std::vector<UnitId> units;
  for (const float x : {0.5F, 1.5F, 3.5F}) units.push_back(*crowd.add(kSavedAgents[0], {x, 0.5F}));
  crowd.order(units[0], {4.5F, 2.5F});
  const auto field = std::make_shared<WorldField>(kSavedAgents[0]);
  field->set_goals(std::array{FieldGoal{{0.5F, 2.5F}}});
  FieldScratch scratch;
  field->update(*game.world, scratch);
  crowd.order(std::span(units).subspan(2), field);
  for (int i = 0; i < 4; ++i) crowd.advance(0.05);
  crowd.order(units[1], {4.5F, 0.5F});
  return game;
}

std::string refusal(const Bytes& bytes, World& world) {
  return read_crowd(bytes, "game", world).error.message();
}

}  // namespace

TEST_CASE("save: a search that was saved in its middle ends in the same call") {
  const World world(*load_map(TAUT_SOURCE_DIR "/maps/city.map").value);
  FindQueue queue(world);
  queue.set_slice(16);
  const FindTicket ticket = queue.submit(
      {{5.5F, 5.5F}, {250.5F, 250.5F}, {.goal = EndRule::nearest, .start = EndRule::nearest}}, 0);
  for (int slice = 0; slice < 8; ++slice) REQUIRE(queue.advance());
  FindQueue loaded = value_of(read_queue(save(queue), "game", world));
  const auto count_slices = [](FindQueue& of) {
    int slices = 1;
    while (of.advance()) ++slices;
    return slices;
  };
  CHECK(count_slices(loaded) == count_slices(queue));
  REQUIRE(queue.find_answer(ticket) != nullptr);
  CHECK(describe(loaded.find_answer(ticket)->view()) ==
        describe(queue.find_answer(ticket)->view()));
}

TEST_CASE("save: parts of other worlds, and none at all, are refused", "[world][save]") {
  Game game = make_small_game();
  const Bytes bytes = save(*game.crowd);
  World small(draw_map(".....\n"));
  small.prepare(kSavedAgents[0]);
  CHECK(refusal(bytes, small).find("the crowd is of a world of another size") != std::string::npos);
  World unprepared(game.world->grid());
  CHECK(refusal(bytes, unprepared).find("the world is not prepared for a unit") !=
        std::string::npos);
  game.world->set({4, 0, 5, 1}, TileState::blocked);
  World older(draw_map(".....\n..@..\n.....\n"));
  older.prepare(kSavedAgents[0]);
  CHECK(refusal(save(*game.crowd), older).find("the crowd is of a later world") !=
        std::string::npos);
  CHECK(refusal(save(older), older) == "game: byte 114: the save has no crowd");
  CHECK(read_queue(bytes, "game", older).error.message().find("no queue") != std::string::npos);
  CHECK(read_follower(bytes, "game", older).error.message().find("no follower") !=
        std::string::npos);
  CHECK(load_crowd("no such file", older).error.message().find("no such file") !=
        std::string::npos);
  CHECK(refusal({}, older) == "game: byte 0: this is no save of taut");
  // A world that has gone on since takes it.
  World later(older);
  later.set({0, 2, 1, 3}, TileState::blocked);
  CHECK(read_crowd(bytes, "game", later));
}

// Each byte of a crowd changed, with a checksum that is right: refused, or one that plays on.
TEST_CASE("save: a crowd with other bytes is refused, or is one", "[world][save]") {
  const Game game = make_small_game();
  const Bytes bytes = save(*game.crowd);
  std::size_t refused = 0;
  std::size_t taken = 0;
  for (Random& random : random_generators("save, bytes")) {
    for (std::size_t at = kContents; at < bytes.size() - 16; ++at) {
      Bytes changed = bytes;
      changed[at] ^= static_cast<std::byte>(1U << random.below(8));
      sign(changed, 12);
      World world(*game.world);
      Loaded<Crowd> crowd = read_crowd(changed, "game", world);
      if (!crowd) {
        ++refused;
        CHECK(crowd.error.message().rfind("game: byte ", 0) == 0);
        continue;
      }
      ++taken;
      for (int tick = 0; tick < 3; ++tick) crowd.value->advance(0.05);
    }
  }
  CHECK(refused > bytes.size() / 4);
  CHECK(taken > bytes.size() / 4);
}

TEST_CASE("save: after the world was moved, and on a shared one", "[world][save]") {
  Game game = make_small_game();
  FindQueue queue(*game.world);
  queue.set_slice(1);
  const FindTicket ticket = queue.submit({{0.5F, 0.5F}, {4.5F, 2.5F}});
  queue.advance();
  World moved(std::move(*game.world));
  game.world.reset();
  const Bytes bytes = save(moved, *game.crowd);
  Game loaded = load(bytes);
  CHECK(describe_units(*loaded.crowd) == describe_units(*game.crowd));
  FindQueue other = value_of(read_queue(save(queue), "game", *loaded.world));
  while (queue.advance()) continue;
  while (other.advance()) continue;
  CHECK(describe_answers(other, {ticket}) == describe_answers(queue, {ticket}));
  CHECK_THROWS_WITH(save(*loaded.world, *game.crowd), "taut: save: the crowd is on another world");

  SharedWorld shared(moved);
  FindQueue idle(shared);  // it keeps no world
  const FindTicket first = idle.submit({{0.5F, 0.5F}, {4.5F, 2.5F}});
  while (idle.advance()) continue;
  const FindQueue again = value_of(read_queue(save(idle), "game", shared));
  CHECK(describe_answers(again, {first}) == describe_answers(idle, {first}));
  const Crowd crowd(shared);
  CHECK_NOTHROW(save(*shared.read(), crowd));
}

TEST_CASE("save: a file with a world and its crowd", "[world][save]") {
  const TemporaryFolder folder;
  const std::string file = folder.file("game.taut");
  Game game = make_small_game();
  REQUIRE_FALSE(save(*game.world, *game.crowd, file));
  Loaded<World> world = World::load(file);
  REQUIRE(world);
  Loaded<Crowd> crowd = load_crowd(file, *world.value);
  REQUIRE(crowd);
  CHECK(save(*world.value, *crowd.value) == save(*game.world, *game.crowd));
  SharedWorld shared(*world.value);
  const Loaded<Crowd> other = read_crowd(save(*game.crowd), "game", shared);
  REQUIRE(other);
  CHECK(describe_units(*other.value) == describe_units(*game.crowd));
}

}  // namespace taut::test

// Queries when memory runs out: each allocation of a call fails once. What is left answers the same
// questions as one that never failed.
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>
#include <taut/group.hpp>
#include <taut/map_file.hpp>
#include <taut/queue.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"
#include "support/world_states.hpp"

namespace taut::test {
namespace {

const Point kStart{1.5F, 1.5F};
const Point kGoal{22.5F, 16.0F};

// A map with a way from kStart to kGoal for all agents.
Grid make_tiles() {
  Random random = random_generators("query memory")[0];
  Grid grid = make_noise_map(random, 24, 18, 25);
  grid.set({0, 0, 24, 3}, TileState::walkable);
  grid.set({20, 0, 24, 18}, TileState::walkable);
  return grid;
}

World make_queried() {
  World world = make_world(make_tiles());
  world.keep_landmarks(2);
  return world;
}

// Calls fails(k) for k = 0, 1, ... until it returns false: until no allocation failed.
template <class Fails>
std::size_t fail_each(const Fails& fails) {
  std::size_t count = 0;
  while (fails(count)) ++count;
  return count;
}

TEST_CASE("Out of memory: a Finder answers the next query as one that never failed") {
  const World world = make_queried();
  std::size_t failed = 0;
  for (const Request& request : all_requests(kStart, kGoal)) {
    Finder sound(world);
    const Answer wanted = run_query(sound, request);
    failed += fail_each([&](std::size_t k) {
      Finder finder(world);
      const bool fails = runs_out_of_memory(k, [&] { (void)run_query(finder, request); });
      REQUIRE(run_query(finder, request) == wanted);
      return fails;
    });
    failed += fail_each([&](std::size_t k) {
      Finder finder(world);
      std::optional<Answer> told;
      const bool fails = runs_out_of_memory(k, [&] {
        FindOptions options = request.options;
        options.budget = 3;
        FoundPath found;
        do {
          found = finder.find(request.start, request.goal, options);
        } while (found.status == Status::unfinished);
        told.emplace(found);
      });
      REQUIRE((fails || *told == wanted));
      REQUIRE(run_query(finder, request) == wanted);
      return fails;
    });
  }
  CHECK(failed > 60);
}

// The memory of a finder that follows an edit is made piece by piece.
TEST_CASE("Out of memory: a Finder that could not follow an edit follows it with the next query") {
  World small = make_world(Grid(24, 18, TileState::walkable));
  World large = small;
  for (int y = 1; y < 17; y += 2) {
    for (int x = 1; x < 23; x += 2) large.set(Tile{x, y}, TileState::blocked);
  }
  std::size_t failed = 0;
  for (const Request& request : all_requests({0.5F, 0.5F}, {23.5F, 16.5F})) {
    Finder sound(large);
    const Answer wanted = run_query(sound, request);
    failed += fail_each([&](std::size_t k) {
      World world = small;
      Finder finder(world);
      (void)run_query(finder, request);
      world = large;
      const bool fails = runs_out_of_memory(k, [&] { (void)run_query(finder, request); });
      REQUIRE(run_query(finder, request) == wanted);
      return fails;
    });
  }
  CHECK(failed > 30);
}

TEST_CASE("Out of memory: a FindQueue says so, and answers the requests after it") {
  const World world = make_queried();
  const std::vector<Request> requests = all_requests(kStart, kGoal);
  Finder sound(world);
  std::vector<Answer> wanted;
  for (const Request& request : requests) wanted.push_back(run_query(sound, request));
  const std::size_t failed = fail_each([&](std::size_t k) {
    FindQueue queue(world);
    std::vector<FindTicket> tickets;
    for (const Request& request : requests) tickets.push_back(queue.submit(request));
    // Nothing is thrown: each request gets an answer.
    AllocationCounter counter;
    bool is_left = true;
    REQUIRE_FALSE(runs_out_of_memory(k, [&] {
      while (is_left) is_left = queue.advance();
    }));
    const bool fails = counter.count() > k;
    std::size_t unanswered = 0;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const OwnedPath* const path = queue.find_answer(tickets[i]);
      REQUIRE(path != nullptr);
      if (path->status == Status::out_of_nodes) {
        ++unanswered;
        REQUIRE(path->reason == Reason::limit);
        REQUIRE(path->points.empty());
        REQUIRE(path->turns.empty());
      } else {
        REQUIRE(Answer(path->view()) == wanted[i]);
      }
    }
    REQUIRE(unanswered == (fails ? 1 : 0));
    return fails;
  });
  CHECK(failed > 30);
}

TEST_CASE("Out of memory: a request that a FindQueue did not take leaves it as it was") {
  const World world = make_queried();
  const Request request{kStart, kGoal, {}};
  const std::size_t failed = fail_each([&](std::size_t k) {
    FindQueue queue(world);
    std::vector<FindTicket> tickets;
    const bool fails = runs_out_of_memory(k, [&] {
      for (int i = 0; i < 40; ++i) tickets.push_back(queue.submit(request));
    });
    REQUIRE(queue.waiting() >= tickets.size());  // the last ticket may be lost in the vector
    REQUIRE(queue.waiting() <= tickets.size() + 1);
    tickets.push_back(queue.submit(request));
    while (queue.advance()) {
    }
    for (const FindTicket& ticket : tickets) REQUIRE(*queue.find_answer(ticket));
    return fails;
  });
  CHECK(failed > 5);
}

TEST_CASE("Out of memory: a group has no answers, and the next call all of them") {
  const World world = make_queried();
  std::vector<GroupUnit> units;
  for (const Agent& agent : kAgents) {
    units.push_back({kStart, agent});
    units.push_back({{10.5F, 1.5F}, agent});
  }
  for (const GroupMethod method : {GroupMethod::best, GroupMethod::searches, GroupMethod::field}) {
    for (const bool spreads : {false, true}) {
      const GroupOptions options{.spreads = spreads, .method = method};
      const auto query_group = [&](Finder& finder, GroupPaths& paths) {
        std::vector<Answer> answers;
        finder.find_group(units, kGoal, options, paths);
        for (std::size_t i = 0; i < paths.size(); ++i) answers.emplace_back(paths.path(i).view());
        return answers;
      };
      Finder sound(world);
      GroupPaths sound_paths;
      const std::vector<Answer> wanted = query_group(sound, sound_paths);
      const std::size_t failed = fail_each([&](std::size_t k) {
        Finder finder(world);
        GroupPaths paths;
        const bool fails =
            runs_out_of_memory(k, [&] { finder.find_group(units, kGoal, options, paths); });
        REQUIRE(paths.size() == (fails ? 0 : units.size()));
        REQUIRE(query_group(finder, paths) == wanted);
        return fails;
      });
      CHECK(failed > 20);
    }
  }
}

std::vector<double> distances_of(const WorldField& field) {
  std::vector<double> distances;
  for (int i = 0; i < 24; ++i) {
    distances.push_back(field.distance({static_cast<float>(i) + 0.5F, 1.5F}));
  }
  return distances;
}

TEST_CASE("Out of memory: a WorldField is stale, and the next update builds it") {
  const World world = make_queried();
  const std::array<FieldGoal, 2> goals{FieldGoal{kGoal, 0.0}, FieldGoal{kStart, 3.0}};
  const std::array<Point, 2> targets{Point{5.5F, 1.5F}, Point{12.5F, 1.5F}};
  FieldOptions options;
  options.targets = targets;
  for (const Agent& agent : kAgents) {
    for (const FieldEnd end : {FieldEnd::whole, FieldEnd::all_targets}) {
      options.end = end;
      FieldScratch sound_scratch;
      WorldField sound(agent);
      sound.set_goals(goals, options);
      REQUIRE(sound.update(world, sound_scratch));
      const std::vector<double> wanted = distances_of(sound);
      const std::size_t failed = fail_each([&](std::size_t k) {
        FieldScratch scratch;
        WorldField field(agent);
        field.set_goals(goals, options);
        const bool fails = runs_out_of_memory(k, [&] { (void)field.update(world, scratch); });
        REQUIRE(field.is_current() == !fails);
        if (fails) REQUIRE(field.reason_at(kStart) == Reason::stale);
        if (fails) REQUIRE(field.distance(kStart) == Field::kUnreached);
        REQUIRE(field.update(world, scratch));
        REQUIRE(distances_of(field) == wanted);
        return fails;
      });
      CHECK(failed > 5);
    }
  }
}

TEST_CASE("Out of memory: goals that a WorldField did not take leave it as it was") {
  const World world = make_queried();
  const std::array<FieldGoal, 1> before{FieldGoal{kStart, 0.0}};
  const std::array<FieldGoal, 2> goals{FieldGoal{kGoal, 0.0}, FieldGoal{kGoal, 1.0}};
  const std::array<Point, 2> targets{Point{5.5F, 1.5F}, Point{12.5F, 1.5F}};
  FieldOptions options;
  options.end = FieldEnd::all_targets;
  options.targets = targets;
  const std::size_t failed = fail_each([&](std::size_t k) {
    FieldScratch scratch;
    WorldField field;
    field.set_goals(before);
    REQUIRE(field.update(world, scratch));
    const std::vector<double> wanted = distances_of(field);
    const bool fails = runs_out_of_memory(k, [&] { field.set_goals(goals, options); });
    REQUIRE(field.is_current() == fails);
    if (fails) REQUIRE(distances_of(field) == wanted);
    return fails;
  });
  CHECK(failed >= 2);
}

TEST_CASE("Out of memory: a PathFollower keeps the path that it has") {
  World world = make_queried();
  for (const Agent& agent : {Agent{}, Agent::disc(0.25), Agent::square(0.25)}) {
    Finder finder(world);
    const FoundPath found = finder.find({0.5F, 0.5F}, kGoal, {agent});
    REQUIRE(found);
    OwnedPath longer;
    longer.assign(found);
    const std::size_t failed = fail_each([&](std::size_t k) {
      PathFollower follower(agent);
      Finder other(world);
      follower.set(world, other.find({1.5F, 0.5F}, {2.5F, 0.5F}, {agent}));
      const double before = follower.length();
      const bool fails = runs_out_of_memory(k, [&] { (void)follower.set(world, longer.view()); });
      REQUIRE(follower.update(world) == FollowStatus::on_path);
      REQUIRE_FALSE(follower.ahead().empty());
      REQUIRE((follower.length() == before) == fails);
      return fails;
    });
    CHECK(failed >= 1);
  }
}

TEST_CASE("Out of memory: a map file is read, or nothing is made") {
  const std::string text = "type octile\nheight 3\nwidth 6\nmap\n......\n.@..@.\n......\n";
  const std::size_t failed = fail_each([&](std::size_t k) {
    std::optional<World> world;
    const bool fails = runs_out_of_memory(k, [&] {
      Loaded<Grid> grid = read_map(text, "map");
      world.emplace(std::move(*grid.value));
    });
    REQUIRE(world.has_value() == !fails);
    return fails;
  });
  CHECK(failed > 5);
}

}  // namespace
}  // namespace taut::test

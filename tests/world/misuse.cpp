// What must not be done with worlds, finders and paths, in a build with assertions: each ends with
// the words of an assertion. The argument says what.
#include <taut/crowd.hpp>
#include <taut/finder.hpp>
#include <taut/follower.hpp>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>

namespace {

using taut::FieldScratch;
using taut::Finder;
using taut::FoundPath;
using taut::Grid;
using taut::Point;
using taut::TileState;
using taut::World;

constexpr Point kStart{0.5F, 0.5F};
constexpr Point kGoal{60.5F, 60.5F};

World make_world() { return World(Grid(64, 64, TileState::walkable)); }

// Two threads call it until an assertion ends the program.
template <class Call>
void call_twice(const Call& call) {
  const auto repeat = [&] {
    for (int i = 0; i < 2'000'000; ++i) call();
  };
  std::thread other(repeat);
  repeat();
  other.join();
}

void use_destroyed_world() {
  std::optional<World> world(make_world());
  Finder finder(*world);
  world.reset();
  (void)finder.find(kStart, kGoal);
}

void use_finder_twice() {
  const World world = make_world();
  Finder finder(world);
  call_twice([&] { (void)finder.find(kStart, kGoal); });
}

void use_field_twice() {
  const World world = make_world();
  taut::WorldField field;
  call_twice([&] {
    thread_local FieldScratch scratch;
    field.set_goals(std::array{taut::FieldGoal{kGoal}});
    (void)field.update(world, scratch);
  });
}

void use_crowd_twice() {
  World world = make_world();
  taut::Crowd crowd(world);
  call_twice([&] { crowd.advance(0.1); });
}

void follow_old_path() {
  const World world = make_world();
  Finder finder(world);
  const FoundPath path = finder.find(kStart, kGoal);
  (void)finder.find(kGoal, kStart);
  taut::PathFollower follower;
  (void)follower.set(world, path);
}

void keep_path_of_dead_finder() {
  const World world = make_world();
  auto finder = std::make_unique<Finder>(world);
  const FoundPath path = finder->find(kStart, kGoal);
  finder.reset();
  taut::OwnedPath kept;
  kept.assign(path);
}

struct Misuse {
  std::string_view name;
  void (*commit)();
};
constexpr std::array kMisuses{Misuse{"destroyed_world", use_destroyed_world},
                              Misuse{"shared_finder", use_finder_twice},
                              Misuse{"shared_field", use_field_twice},
                              Misuse{"shared_crowd", use_crowd_twice},
                              Misuse{"old_path", follow_old_path},
                              Misuse{"dead_finder", keep_path_of_dead_finder}};

}  // namespace

int main(int argc, char** argv) {
  // CTest takes a signal for a failure, whatever was printed.
  std::signal(SIGABRT, [](int) { std::_Exit(1); });
  for (const Misuse& misuse : kMisuses) {
    if (argc > 1 && misuse.name == argv[1]) misuse.commit();
  }
  std::puts("nothing was noticed");
  return 0;
}

// A Finder whose world was moved, in a build with assertions: ends with the words of the assertion.
// "destroyed" as the argument: whose world was destroyed.
#include <taut/finder.hpp>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

int main(int argc, char** argv) {
  // CTest takes a signal for a failure, whatever was printed.
  std::signal(SIGABRT, [](int) { std::_Exit(1); });
  const bool is_destroyed = argc > 1 && std::strcmp(argv[1], "destroyed") == 0;
  std::optional<taut::World> world(std::in_place, taut::Grid(4, 4, taut::TileState::walkable));
  taut::Finder finder(*world);
  if (!finder.find({0.5F, 0.5F}, {3.5F, 3.5F})) return 2;
  // Assigned to: the same place, and another world of the same revision.
  taut::Grid other(4, 4, taut::TileState::walkable);
  *world = taut::World(std::move(other));
  if (!finder.find({0.5F, 0.5F}, {3.5F, 3.5F})) return 3;
  std::optional<taut::World> taken;
  if (is_destroyed) {
    world.reset();
  } else {
    taken.emplace(std::move(*world));
  }
  (void)finder.find({0.5F, 0.5F}, {3.5F, 3.5F});
  return 0;
}

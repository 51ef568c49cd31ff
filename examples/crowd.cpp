// The crowd of docs/crowd.md: forty tanks are sent around a wall, and a factory is built in their
// way.
#include <taut/crowd.hpp>

#include <cstdio>
#include <vector>

int main() {
  taut::World world(taut::Grid(64, 40, taut::TileState::walkable));
  world.set({30, 0, 32, 30}, taut::TileState::blocked);
  taut::Crowd crowd(world);
  std::vector<taut::UnitId> selection;
  for (int i = 0; i < 40; ++i) {
    const taut::Point at{static_cast<float>(2 + i % 8), static_cast<float>(2 + i / 8)};
    const auto tank = crowd.add(taut::Agent::disc(0.4), at, {.speed = 3.0});
    if (tank) selection.push_back(*tank);
  }
  crowd.order(selection, {50.5F, 10.5F});  // a click
  for (int tick = 0; tick < 900; ++tick) {
    const taut::TileRect factory{29, 33, 34, 37};
    if (tick == 100 && !crowd.is_occupied(factory)) world.set(factory, taut::TileState::blocked);
    crowd.advance(0.05);
    // Draw crowd.place(unit) of each.
  }
  std::size_t arrived = 0;
  for (const taut::UnitId unit : selection) {
    if (crowd.state(unit) == taut::UnitState::arrived) ++arrived;
  }
  std::printf("%zu of %zu tanks have arrived\n", arrived, selection.size());
  return arrived == selection.size() ? 0 : 1;
}

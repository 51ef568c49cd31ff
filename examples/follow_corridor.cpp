// An agent that follows a corridor tick by tick: it is pushed around, takes shortcuts across open
// space where the next corner is visible, and searches again when a wall blocks its way. Only the
// search and the scratch allocate, before the first tick. Exit status 0 when every answer is right.
#include <taut/grid_follow.hpp>
#include <taut/grid_search.hpp>
#include <taut/map_file.hpp>
#include <taut/path_corridor.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <vector>

namespace {

constexpr const char* kHall =
    "....................\n"
    ".....@@@@@@@@@@.....\n"
    "....................\n"
    "....................\n"
    ".......@@@@.........\n"
    "....................\n"
    "....................\n"
    ".....@@@@@@@@@@.....\n"
    "....................\n";
constexpr taut::TileRect kWall{12, 2, 13, 7};  // closes the hall; the ways around it stay open
constexpr int kWallTick = 25;
constexpr std::size_t kCells = 48;
constexpr float kStride = 0.25F;  // tiles per tick

struct Agent {
  taut::Point place;
  taut::PathCorridor<kCells> corridor;
};

// Memory that all agents share.
struct Shared {
  explicit Shared(const taut::Grid& grid) : search(grid.tile_count()), cells(grid.tile_count()) {}

  taut::SearchScratch search;
  std::vector<taut::TileId> cells;
  taut::FollowScratch follow{kCells, 3};
  std::array<taut::Point, 3> corners;  // the position of the agent and the next two corners
};

bool search(const taut::Grid& grid, const taut::Point& goal, Shared& shared, Agent& agent) {
  const auto found = taut::find_corridor(grid, agent.place, goal, {}, shared.search, shared.cells);
  if (found.status != taut::Status::ok) return false;
  const std::span<const taut::TileId> cells(shared.cells.data(), found.count);
  return agent.corridor.set(grid, agent.place, goal, cells) == taut::Status::ok;
}

// One stride towards `next`, pushed slightly to alternating sides.
taut::Point stride(const taut::Grid& grid, const taut::Point& from, const taut::Point& next,
                   int tick) {
  const auto far = static_cast<float>(taut::distance(from, next));
  if (far <= kStride) return next;
  const taut::Point step = kStride / far * (next - from);
  const float push = (tick % 4 < 2 ? 0.3F : -0.3F);
  const taut::Point pushed = from + step + push * taut::Point(-step.y(), step.x());
  const taut::Point there = taut::snap(pushed);
  return taut::is_visible(grid, from, there) ? there : taut::snap(from + step);
}

}  // namespace

int main() {
  taut::Loaded<taut::Grid> map = taut::read_map(kHall, "hall");
  if (!map) return 2;
  taut::Grid& grid = *map.value;
  Shared shared(grid);
  Agent agent{taut::center({1, 4}), {}};
  const taut::Point goal = taut::center({18, 4});
  if (!search(grid, goal, shared, agent)) return 1;

  int tick = 0;
  int searches = 1;
  int shortcuts = 0;
  for (; agent.place != goal && tick < 400; ++tick) {
    if (tick == kWallTick) grid.set(kWall, taut::TileState::blocked);

    // The next corners. Every call first drops what an edit has made stale, and reports it.
    taut::Result found = agent.corridor.find_corners(grid, shared.follow, shared.corners);
    if (!agent.corridor.leads_to_goal()) {
      std::printf("tick %d: the corridor ends after %zu cells: a new search\n", tick,
                  agent.corridor.cells().size());
      if (!search(grid, goal, shared, agent)) return 1;
      ++searches;
      found = agent.corridor.find_corners(grid, shared.follow, shared.corners);
    }
    // Straight to the corner after the next one if it is visible.
    if (found.count == 3 &&
        agent.corridor.shorten(grid, shared.corners[2], shared.follow) == taut::Status::ok) {
      ++shortcuts;
      found = agent.corridor.find_corners(grid, shared.follow, shared.corners);
    }
    if (found.count < 2) return 1;

    agent.place = stride(grid, agent.place, shared.corners[1], tick);
    if (agent.corridor.move_start(grid, agent.place) == taut::Status::no_path) {
      std::printf("tick %d: off the corridor: a new search\n", tick);
      if (!search(grid, goal, shared, agent)) return 1;
      ++searches;
    }
    if (tick % 10 == 0) {
      std::printf("tick %3d at (%.3f %.3f), next (%g %g), %zu cells\n", tick, agent.place.x(),
                  agent.place.y(), shared.corners[1].x(), shared.corners[1].y(),
                  agent.corridor.cells().size());
    }
  }
  const bool is_right = agent.place == goal && searches == 2 && shortcuts > 0 &&
                        agent.corridor.cells().size() == 1 && tick < 150;
  std::printf("there after %d ticks, %d searches, %d shortcuts\n%s\n", tick, searches, shortcuts,
              is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}

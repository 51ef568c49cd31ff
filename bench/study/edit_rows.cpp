#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/jump_search.hpp>
#include <taut/engine/quadtree.hpp>
#include <taut/world.hpp>

#include <array>
#include <functional>

#include "bench/harness/thread_clock.hpp"
#include "bench/maps/free_squares.hpp"
#include "more_rows.hpp"

namespace taut::bench {
namespace {

// What follows an edit of the tiles.
struct Follower {
  const char* name;
  std::function<void(const TileRect&, TileState)> set;
};

class Edited {
 public:
  explicit Edited(const Grid& grid)
      : grid_(grid), mesh_(build_mesh(grid)), tree_(grid.bits()), jumps_(grid), world_(grid) {}

  // In the order of the rows of each edit; the grid first, which the others read.
  [[nodiscard]] std::array<Follower, 6> followers() {
    return {
        {{"Grid::set", [this](const TileRect& at, TileState to) { grid_.set(at, to); }},
         {"edit_mesh", [this](const TileRect& at, TileState) { edit_mesh(grid_, at, mesh_); }},
         {"JumpMap::update", [this](const TileRect& at, TileState) { jumps_.update(grid_, at); }},
         {"Quadtree::set", [this](const TileRect& at, TileState to) { tree_.set(at, to); }},
         {"World::set", [this](const TileRect& at, TileState to) { world_.set(at, to); }},
         {"build_mesh",
          [this](const TileRect&, TileState) { static_cast<void>(build_mesh(grid_)); }}}};
  }

 private:
  Grid grid_;
  ConvexMesh mesh_;
  Quadtree tree_;
  JumpMap jumps_;
  World world_;
};

}  // namespace

void add_edit_rows(const std::string& file, const SceneSample& sample, int rounds,
                   StudyTable& table) {
  const BenchMap map = load_bench_map(file);
  const std::vector<TileRect> places = find_free_squares(map.grid, 1, sample.queries);
  Edited edited(map.grid);
  const auto followers = edited.followers();
  std::vector<RoundTimes> times(followers.size(), RoundTimes(places.size()));
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (const TileState state : {TileState::blocked, TileState::walkable}) {
        for (std::size_t k = 0; k < followers.size(); ++k) {
          times[k].add(i, time_us([&] { followers[k].set(places[i], state); }));
        }
      }
    }
  }
  for (std::size_t k = 0; k < followers.size(); ++k) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      StudyRow row{map.name, "edits", i, std::nullopt, followers[k].name};
      row.us = find_median(times[k].of(i));
      table.add(row);
    }
  }
}

}  // namespace taut::bench

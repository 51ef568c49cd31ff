// Distances to walls at the points of the half-tile lattice, and their updates by edits.
#include <algorithm>
#include <cstdint>
#include <sstream>
#include <vector>

#include <taut/clearance.hpp>

#include "support/catch.hpp"
#include "support/random_maps.hpp"
#include "support/seed.hpp"

using namespace taut;
using namespace taut::test;

namespace {

// Whether it equals a new one bit for bit.
bool is_as_new(const Clearance& clearance, const Grid& grid) {
  const Clearance fresh(grid.bits());
  if (clearance.columns() != fresh.columns() || clearance.rows() != fresh.rows()) return false;
  for (int row = 0; row < fresh.rows(); ++row) {
    for (int column = 0; column < fresh.columns(); ++column) {
      if (clearance.square(column, row) != fresh.square(column, row)) return false;
    }
  }
  return true;
}

// A rectangle, mostly small, that may reach beyond the map.
TileRect random_rect(Random& random, const Grid& grid) {
  const int x = random.between(-2, grid.width());
  const int y = random.between(-2, grid.height());
  const int side = random.chance(70) ? 3 : std::max(grid.width(), grid.height());
  return {x, y, x + random.between(1, side), y + random.between(1, side)};
}

}  // namespace

TEST_CASE("Clearance: the distance of each lattice point", "[wide]") {
  for (Random& random : random_generators("clearance")) {
    for (std::size_t i = 0; i < random_count(300, 5000); ++i) {
      const Grid grid = make_random_map(random, 24);
      const Clearance clearance(grid.bits());
      REQUIRE(clearance.columns() == 2 * grid.width() + 1);
      REQUIRE(clearance.rows() == 2 * grid.height() + 1);
      for (int sample = 0; sample < 40; ++sample) {
        const int column = random.between(0, clearance.columns() - 1);
        const int row = random.between(0, clearance.rows() - 1);
        int nearest = 1 << 30;
        for (int y = -1; y <= grid.height(); ++y) {
          for (int x = -1; x <= grid.width(); ++x) {
            if (grid.is_walkable(x, y)) continue;
            const int dx = std::max({2 * x - column, column - 2 * x - 2, 0});
            const int dy = std::max({2 * y - row, row - 2 * y - 2, 0});
            nearest = std::min(nearest, dx * dx + dy * dy);
          }
        }
        if (clearance.square(column, row) != static_cast<std::uint32_t>(nearest)) {
          FAIL(to_drawing(grid) << column << " " << row << ": " << clearance.square(column, row)
                                << ", not " << nearest);
        }
      }
    }
  }
  // Beyond what is stored.
  const Clearance wide(Grid(300, 300, TileState::walkable).bits());
  CHECK(wide.square(300, 300) == Clearance::kMost);
  CHECK(wide.square(2, 300) == 4);
  CHECK(Clearance::least_square(0.5) == 1);
  CHECK(Clearance::least_square(1.5) == 9);
  CHECK(Clearance::least_square(0.9) == 4);
  CHECK(Clearance::least_square(128.0) > Clearance::kMost);
}

TEST_CASE("Clearance: after each edit what a new one would be", "[wide]") {
  for (Random& random : random_generators("clearance edits")) {
    for (std::size_t i = 0; i < random_count(200, 5000); ++i) {
      Grid grid = random.chance(50) ? make_random_map(random, 40)
                                    : make_noise_map(random, random.between(1, 60),
                                                     random.between(1, 60), random.between(0, 3));
      Clearance clearance(grid.bits());
      for (int edit = 0; edit < 12; ++edit) {
        const TileRect tiles = random_rect(random, grid);
        if (random.chance(20)) {
          // Some tiles of the rectangle.
          for (int y = std::max(tiles.y0, 0); y < std::min(tiles.y1, grid.height()); ++y) {
            for (int x = std::max(tiles.x0, 0); x < std::min(tiles.x1, grid.width()); ++x) {
              grid.set(Tile{x, y}, random.chance(50) ? TileState::walkable : TileState::blocked);
            }
          }
        } else {
          grid.set(tiles, random.chance(60) ? TileState::walkable : TileState::blocked);
        }
        clearance.update(grid.bits(), tiles);
        if (!is_as_new(clearance, grid)) {
          FAIL(to_drawing(grid) << "tiles " << tiles.x0 << " " << tiles.y0 << " to " << tiles.x1
                                << " " << tiles.y1);
        }
      }
    }
  }
}

TEST_CASE("Clearance: edits where walls are farther than can be stored", "[wide]") {
  Grid grid(420, 300, TileState::walkable);
  Clearance clearance(grid.bits());
  for (const TileRect& tiles :
       {TileRect{210, 150, 211, 151}, TileRect{212, 150, 260, 152}, TileRect{0, 0, 2, 300},
        TileRect{418, 299, 420, 300}, TileRect{209, 149, 300, 153}, TileRect{-5, -5, 500, 500}}) {
    const TileState state = grid.is_walkable(std::max(tiles.x0, 0), std::max(tiles.y0, 0))
                                ? TileState::blocked
                                : TileState::walkable;
    for (const TileState next : {state, TileState::walkable}) {
      grid.set(tiles, next);
      clearance.update(grid.bits(), tiles);
      CHECK(is_as_new(clearance, grid));
    }
  }
}

// An agent with a body: the path of a disc as legs and arcs, one that starts too near to a wall,
// and a cart that is wider than a tile. Exit status 0 when every answer is right.
#include <taut/engine/space.hpp>
#include <taut/map_file.hpp>

#include <cmath>
#include <cstdio>
#include <span>
#include <vector>

namespace {

constexpr const char* kYard =
    "..............\n"
    "..............\n"
    "......@@......\n"
    "......@@......\n"
    "......@@......\n"
    "@@@.@@@@......\n"
    "..............\n"
    "..............\n";

void print(const char* title, const taut::PathResult& found,
           std::span<const taut::DiscTurn> turns) {
  std::printf("%s: %s, length %.3f\n", title, taut::to_string(found.status), found.length);
  for (const taut::DiscTurn& turn : turns.first(found.count)) {
    std::printf("  %.3f %.3f", turn.entry.x, turn.entry.y);
    if (turn.entry != turn.exit) {
      std::printf(", around the corner %g %g to %.3f %.3f", turn.center.x, turn.center.y,
                  turn.exit.x, turn.exit.y);
    }
    std::printf("\n");
  }
}

}  // namespace

int main() {
  const taut::Loaded<taut::Grid> map = taut::read_map(kYard, "yard");
  if (!map) return 2;
  const taut::Grid& grid = *map.value;
  // Where the walker may be, made once, and the memory of its queries.
  const taut::Space walkers(grid, taut::Agent::disc(0.4));
  taut::SpaceScratch scratch(walkers);
  std::vector<taut::DiscTurn> turns(taut::max_disc_turns(walkers));
  const auto walk = [&](const taut::Point& start, const taut::Point& goal) {
    return taut::find_optimal_path(walkers, start, goal, {}, scratch, {.turns = turns});
  };
  const taut::Point start{1.0F, 7.0F};
  const taut::Point goal{12.0F, 2.5F};
  const taut::Point beyond{1.0F, 1.0F};

  // A body narrower than a tile fits wherever a point does, also through the gap of one tile.
  const taut::PathResult walker = walk(start, beyond);
  print("walker through the gap", walker, turns);
  bool is_right = walker.status == taut::Status::ok && walker.count == 4;

  // Steering needs points: chords outside the arcs, by at most 0.05 tiles. Sizes are rounded up to
  // the lattice.
  const double radius = walkers.agent().radius;
  std::vector<taut::DiscPoint> line(taut::max_polyline_points(walker.count, radius, 0.05));
  const auto way = std::span<const taut::DiscTurn>(turns).first(walker.count);
  line.resize(taut::extract_polyline(way, radius, 0.05, line).count);
  std::printf("  as %zu points\n", line.size());
  is_right &= line.size() > walker.count;

  // A sixteenth of a tile from the wall it does not fit: it begins where it does.
  const taut::Point at_wall{6.5F, 1.9375F};
  is_right &= walk(at_wall, goal).status == taut::Status::invalid_input;
  const taut::Point room = taut::find_nearest_place(walkers, at_wall).value_or(at_wall);
  const taut::PathResult moved = walk(room, goal);
  print("walker from the wall", moved, turns);
  is_right &=
      moved.status == taut::Status::ok && room.x == 6.5F && std::abs(room.y - 1.6F) < 0.001F;

  // A cart of radius 0.9 does not fit through the gap.
  const taut::Space carts(grid, taut::Agent::disc(0.9));
  scratch.fit(carts);
  turns.resize(taut::max_disc_turns(carts));
  const taut::PathResult cart =
      taut::find_optimal_path(carts, start, goal, {}, scratch, {.turns = turns});
  print("cart", cart, turns);
  is_right &= cart.status == taut::Status::ok;
  is_right &=
      taut::find_optimal_path(carts, start, beyond, {}, scratch, {.turns = turns}).length > 20.0;

  std::printf("%s\n", is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}

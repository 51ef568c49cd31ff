// An agent with a body: the path of a disc as legs and arcs, one that starts too near to a wall,
// and a cart that is wider than a tile. Exit status 0 when every answer is right.
#include <taut/disc_search.hpp>
#include <taut/grid_mesh.hpp>
#include <taut/map_file.hpp>
#include <taut/optimal_search.hpp>

#include <array>
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
    std::printf("  %.3f %.3f", turn.entry.x(), turn.entry.y());
    if (turn.entry != turn.exit) {
      std::printf(", around the corner %g %g to %.3f %.3f", turn.center.x(), turn.center.y(),
                  turn.exit.x(), turn.exit.y());
    }
    std::printf("\n");
  }
}

}  // namespace

int main() {
  const taut::Loaded<taut::Grid> map = taut::read_map(kYard, "yard");
  if (!map) return 2;
  const taut::Grid& grid = *map.value;
  const taut::ConvexMesh mesh = taut::build_mesh(grid);

  // Made once for all agents: the clearance, and the memory of the queries.
  const taut::Clearance clearance(grid.bits());
  const taut::DiscSpace space{&grid.bits(), &clearance};
  taut::DiscScratch<taut::OptimalScratch> scratch(mesh, space);
  std::array<taut::DiscTurn, 32> turns;
  const auto find = [&](const taut::Point& start, const taut::Point& goal,
                        const taut::DiscOptions& options) {
    return taut::find_disc_path(mesh, space, start, goal, options, scratch, turns);
  };
  const taut::Point start(1.0F, 7.0F);
  const taut::Point goal(12.0F, 2.5F);

  // A body narrower than a tile fits wherever a point does, also through the gap of one tile.
  const taut::PathResult walker = find(start, taut::Point(1.0F, 1.0F), {0.4});
  print("walker through the gap", walker, turns);
  bool is_right = walker.status == taut::Status::ok && walker.count == 4;

  // Steering needs points: chords outside the arcs, by at most 0.05 tiles.
  std::vector<taut::DiscPoint> line(taut::max_polyline_points(walker.count, 0.4, 0.05));
  line.resize(taut::extract_polyline(std::span(turns).first(walker.count), 0.4, 0.05, line).count);
  std::printf("  as %zu points\n", line.size());
  is_right &= line.size() > walker.count;

  // A tenth of a tile from the wall it does not fit: no path, unless it may slide.
  const taut::Point at_wall(6.5F, 1.9375F);
  is_right &= find(at_wall, goal, {0.4}).status == taut::Status::invalid_input;
  const taut::PathResult slid = find(at_wall, goal, {0.4, 1.0});
  print("walker from the wall", slid, turns);
  is_right &= slid.status == taut::Status::ok && turns[0].center.x() == 6.5F &&
              std::abs(turns[0].center.y() - 1.6F) < 0.001F;

  // A cart of radius 0.9 does not fit through the gap.
  const taut::PathResult cart = find(start, goal, {0.9});
  print("cart", cart, turns);
  is_right &= cart.status == taut::Status::ok;
  is_right &= find(start, taut::Point(1.0F, 1.0F), {0.9}).length > 20.0;

  std::printf("%s\n", is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}

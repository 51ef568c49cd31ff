// Writes the true any-angle lengths of a scenario's queries, as the oracle finds them, to stdout:
//
//   taut_make_optimal MAP SCEN > NAME.optimal.csv
//
// Columns idx,sx,sy,gx,gy,octile,anyangle: idx is the 0-based query of the scenario, lengths go
// from tile centre to tile centre. For small maps: building the visibility graph takes time cubic
// in the obstacle corners.
#include <cmath>
#include <cstdio>
#include <string>

#include <taut/engine/constants.hpp>
#include <taut/engine/scenario_file.hpp>
#include <taut/map_file.hpp>

#include "support/visibility_oracle.hpp"

namespace {

taut::test::LatticePoint lattice_center(taut::Tile tile) {
  constexpr int kHalf = taut::kLatticePerTile / 2;
  return {tile.x * taut::kLatticePerTile + kHalf, tile.y * taut::kLatticePerTile + kHalf};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: taut_make_optimal MAP SCEN\n");
    return 2;
  }
  const auto grid = taut::load_map(argv[1]);
  const auto queries = taut::load_scenario(argv[2]);
  if (!grid || !queries) {
    const taut::FileError& error = grid ? queries.error : grid.error;
    std::fprintf(stderr, "%s\n", error.message().c_str());
    return 2;
  }
  const taut::test::VisibilityGraph oracle(*grid.value);
  std::printf("idx,sx,sy,gx,gy,octile,anyangle\n");
  for (std::size_t i = 0; i < queries.value->size(); ++i) {
    const taut::ScenarioQuery& query = (*queries.value)[i];
    const long double length =
        oracle.find_length(lattice_center(query.start), lattice_center(query.goal));
    if (!std::isfinite(length)) {
      std::fprintf(stderr, "%s: query %zu has no path\n", argv[2], i);
      return 1;
    }
    std::printf("%zu,%d,%d,%d,%d,%.9f,%.9Lf\n", i, query.start.x, query.start.y, query.goal.x,
                query.goal.y, query.octile_length, length);
  }
  return 0;
}

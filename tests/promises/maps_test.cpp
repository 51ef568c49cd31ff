// The maps of our own: they are what their generator makes, and their scenarios and lengths are
// true.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <taut/engine/grid_search.hpp>
#include <taut/engine/scenario_file.hpp>
#include <taut/map_file.hpp>

#include "generator/maps.hpp"
#include "support/catch.hpp"
#include "support/random.hpp"
#include "support/seed.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

std::filesystem::path map_file(std::string_view name) {
  return std::filesystem::path(TAUT_SOURCE_DIR) / "maps" / (std::string(name) + ".map");
}

std::string read_bytes(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  INFO(file);
  REQUIRE(in);
  return {std::istreambuf_iterator<char>(in), {}};
}

Grid load(std::string_view name) {
  Loaded<Grid> grid = load_map(map_file(name).string());
  INFO(grid.error.message());
  REQUIRE(grid);
  return std::move(*grid.value);
}

std::vector<ScenarioQuery> load_queries(std::string_view name) {
  auto queries = load_scenario(map_file(name).string() + ".scen");
  INFO(queries.error.message());
  REQUIRE(queries);
  return std::move(*queries.value);
}

// A row of NAME.optimal.csv.
struct OwnOptimum {
  std::size_t query = 0;
  Tile start;
  Tile goal;
  double octile = 0.0;
  double any_angle = 0.0;
};

// Empty when the map has no such file.
std::vector<OwnOptimum> load_own_optima(std::string_view name) {
  std::ifstream in(map_file(name).replace_extension(".optimal.csv"));
  std::vector<OwnOptimum> optima;
  std::string line;
  if (!std::getline(in, line)) return optima;
  REQUIRE(line == "idx,sx,sy,gx,gy,octile,anyangle");
  while (std::getline(in, line)) {
    INFO(line);
    OwnOptimum row;
    REQUIRE(std::sscanf(line.c_str(), "%zu,%d,%d,%d,%d,%lf,%lf", &row.query, &row.start.x,
                        &row.start.y, &row.goal.x, &row.goal.y, &row.octile, &row.any_angle) == 7);
    optima.push_back(row);
  }
  return optima;
}

LatticePoint lattice_center(Tile tile) {
  constexpr int kHalf = kLatticePerTile / 2;
  return {tile.x * kLatticePerTile + kHalf, tile.y * kLatticePerTile + kHalf};
}

// Lengths of tile paths with the true square root of two.
class OctileLengths {
 public:
  explicit OctileLengths(const Grid& grid)
      : grid_(grid), scratch_(grid.tile_count()), corridor_(grid.tile_count()) {}

  double find(Tile start, Tile goal) {
    const CorridorResult found =
        find_corridor(grid_, center(start), center(goal), {}, scratch_, corridor_);
    REQUIRE(found.status == Status::ok);
    double straight = 0.0;
    double diagonal = 0.0;
    for (std::size_t i = 1; i < found.count; ++i) {
      const Tile a = grid_.tile(corridor_[i - 1]);
      const Tile b = grid_.tile(corridor_[i]);
      (a.x != b.x && a.y != b.y ? diagonal : straight) += 1.0;
    }
    return straight + diagonal * std::sqrt(2.0);
  }

 private:
  const Grid& grid_;
  SearchScratch scratch_;
  std::vector<TileId> corridor_;
};

}  // namespace

TEST_CASE("our maps are what their generator draws", "[maps]") {
  for (const maps::OwnMap& map : maps::own_maps()) {
    INFO(map.name);
    CHECK(maps::map_text(map) == read_bytes(map_file(map.name)));
  }
}

TEST_CASE("our maps are mostly one place", "[maps]") {
  for (const maps::OwnMap& map : maps::own_maps()) {
    const Grid grid = load(map.name);
    std::vector<std::size_t> sizes;
    std::vector<Tile> places;
    for (int y = 0; y < grid.height(); ++y) {
      for (int x = 0; x < grid.width(); ++x) {
        if (!grid.is_walkable(x, y)) continue;
        std::size_t i = 0;
        while (i < places.size() && !grid.is_connected(places[i], {x, y})) ++i;
        if (i == places.size()) {
          places.push_back({x, y});
          sizes.push_back(0);
        }
        ++sizes[i];
      }
    }
    INFO(map.name << " has " << sizes.size() << " components");
    CHECK(*std::max_element(sizes.begin(), sizes.end()) * 4 >= grid.walkable_count() * 3);
  }
}

TEST_CASE("the rts map is the same for all four players", "[maps]") {
  const Grid grid = load("rts");
  REQUIRE(grid.width() == grid.height());
  int different = 0;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (grid.is_walkable(x, y) != grid.is_walkable(grid.width() - 1 - y, x)) ++different;
    }
  }
  CHECK(different == 0);
}

TEST_CASE("the scenarios of our maps are true", "[maps]") {
  for (const maps::OwnMap& map : maps::own_maps()) {
    const Grid grid = load(map.name);
    const std::vector<ScenarioQuery> queries = load_queries(map.name);
    OctileLengths lengths(grid);
    CHECK(queries.size() >= 100);
    CHECK(queries.size() <= 300);
    double longest = 0.0;
    for (const ScenarioQuery& query : queries) {
      INFO(map.name << " query " << &query - queries.data());
      CHECK(query.map == std::string(map.name) + ".map");
      CHECK(query.map_width == grid.width());
      CHECK(query.map_height == grid.height());
      CHECK(query.octile_length == lengths.find(query.start, query.goal));
      CHECK(query.bucket == static_cast<int>(query.octile_length / 4.0));
      CHECK(query.octile_length >= longest);
      longest = query.octile_length;
    }
    CHECK(longest > std::max(grid.width(), grid.height()));
  }
}

TEST_CASE("the any-angle lengths of our maps are true", "[maps]") {
  std::size_t files = 0;
  for (const maps::OwnMap& map : maps::own_maps()) {
    const std::vector<OwnOptimum> optima = load_own_optima(map.name);
    if (optima.empty()) continue;
    ++files;
    const Grid grid = load(map.name);
    const std::vector<ScenarioQuery> queries = load_queries(map.name);
    REQUIRE(optima.size() == queries.size());
    // The oracle takes seconds for the larger maps.
    std::optional<VisibilityGraph> oracle;
    if (is_long() || grid.tile_count() < 10000) oracle.emplace(grid);
    for (std::size_t i = 0; i < optima.size(); ++i) {
      const OwnOptimum& row = optima[i];
      INFO(map.name << " row " << i);
      CHECK(row.query == i);
      CHECK(row.start == queries[i].start);
      CHECK(row.goal == queries[i].goal);
      CHECK(std::abs(row.octile - queries[i].octile_length) < 1e-9);
      CHECK(row.any_angle <= row.octile + 1e-9);
      CHECK(row.any_angle >= distance(center(row.start), center(row.goal)) - 1e-9);
      if (!oracle) continue;
      const long double length =
          oracle->find_length(lattice_center(row.start), lattice_center(row.goal));
      CHECK(std::abs(static_cast<double>(length) - row.any_angle) < 1e-9);
    }
  }
  CHECK(files >= 3);
}

#include "queries.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <taut/engine/grid_search.hpp>

#include "canvas.hpp"

namespace taut::maps {

namespace {

constexpr double kBucketWidth = 4.0;
constexpr std::size_t kCandidatesPerQuery = 8;
constexpr std::size_t kQueriesPerBand = 10;

Tile choose_walkable(const Grid& grid, Random& random, const TileRect& within) {
  for (;;) {
    const Tile tile{random.between(within.x0, within.x1 - 1),
                    random.between(within.y0, within.y1 - 1)};
    if (grid.is_walkable(tile)) return tile;
  }
}

class LengthFinder {
 public:
  explicit LengthFinder(const Grid& grid)
      : grid_(grid), scratch_(grid.tile_count()), corridor_(grid.tile_count()) {}

  // std::nullopt when there is no path.
  [[nodiscard]] std::optional<double> find(Tile start, Tile goal) {
    const CorridorResult result =
        find_corridor(grid_, center(start), center(goal), GridSearchOptions{}, scratch_, corridor_);
    if (result.status != Status::ok) return std::nullopt;
    std::size_t diagonal = 0;
    for (std::size_t i = 1; i < result.count; ++i) {
      const Tile a = grid_.tile(corridor_[i - 1]);
      const Tile b = grid_.tile(corridor_[i]);
      if (a.x != b.x && a.y != b.y) ++diagonal;
    }
    const std::size_t straight = result.count - 1 - diagonal;
    return static_cast<double>(straight) + static_cast<double>(diagonal) * std::sqrt(2.0);
  }

 private:
  const Grid& grid_;
  SearchScratch scratch_;
  std::vector<TileId> corridor_;
};

// A start anywhere and a goal in a square around it, of random size; otherwise most queries would
// be long.
ScenarioQuery choose_query(const Grid& grid, Random& random) {
  const TileRect everywhere{0, 0, grid.width(), grid.height()};
  const int reach = random.between(2, std::max(grid.width(), grid.height()));
  ScenarioQuery query;
  query.map_width = grid.width();
  query.map_height = grid.height();
  query.start = choose_walkable(grid, random, everywhere);
  query.goal =
      choose_walkable(grid, random,
                      {std::max(0, query.start.x - reach), std::max(0, query.start.y - reach),
                       std::min(grid.width(), query.start.x + reach + 1),
                       std::min(grid.height(), query.start.y + reach + 1)});
  return query;
}

}  // namespace

std::vector<ScenarioQuery> choose_queries(const Grid& grid, const std::string& map,
                                          std::size_t count, std::uint64_t seed) {
  Random random(seed);
  LengthFinder lengths(grid);
  std::vector<ScenarioQuery> candidates;
  while (candidates.size() < count * kCandidatesPerQuery) {
    ScenarioQuery query = choose_query(grid, random);
    if (query.start == query.goal) continue;
    const std::optional<double> length = lengths.find(query.start, query.goal);
    if (!length) continue;
    query.map = map;
    query.octile_length = *length;
    query.bucket = static_cast<std::int32_t>(*length / kBucketWidth);
    candidates.push_back(std::move(query));
  }

  // As many from each band of lengths, if available, spread over the band.
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const ScenarioQuery& a, const ScenarioQuery& b) {
                     return a.octile_length < b.octile_length;
                   });
  const std::size_t bands = count / kQueriesPerBand;
  const double band_width = candidates.back().octile_length / static_cast<double>(bands);
  std::vector<ScenarioQuery> chosen;
  for (std::size_t begin = 0; begin < candidates.size();) {
    const double limit =
        band_width * (std::floor(candidates[begin].octile_length / band_width) + 1.0);
    std::size_t end = begin + 1;
    while (end < candidates.size() && candidates[end].octile_length < limit) ++end;
    const std::size_t taken = std::min(end - begin, kQueriesPerBand);
    for (std::size_t i = 0; i < taken; ++i) {
      chosen.push_back(candidates[begin + i * (end - begin) / taken]);
    }
    begin = end;
  }
  return chosen;
}

}  // namespace taut::maps

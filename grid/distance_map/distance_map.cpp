#include <taut/engine/distance_map.hpp>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

#include "grid/distance_map/tile_flood.hpp"
#include "grid/paths/step_tables.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut {
namespace {

// What is not smaller than 1 is a multiple of 2^-24.
double round_value(float value) noexcept {
  const auto exact = static_cast<double>(value);
  return std::abs(value) < 1.0F ? round_summand(exact) : exact;
}

bool is_value(float value) noexcept { return value >= -kMaxTileValue && value <= kMaxTileValue; }

bool has_room(const Grid& grid, const DistanceMapOptions& options, const DistanceMapMemory* memory,
              std::size_t numbers) noexcept {
  return memory != nullptr && memory->fits(grid) && numbers >= grid.tile_count() &&
         is_valid(options.steps) && are_links(options.links);
}

void take_walkable(const Grid& grid, const TileSteps& steps, TileBits& walkable) noexcept {
  walkable = grid.bits();
  if (steps.costs == nullptr || !steps.costs->has_blocked()) return;
  TileId tile = 0;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x, ++tile) {
      if (steps.costs->is_blocked(grid.terrain_class(tile))) walkable.clear(x, y);
    }
  }
}

// The least cost of a step.
double find_least_step(const Grid& grid, const TileSteps& steps) noexcept {
  return static_cast<double>(detail::MoverTiles(grid, steps.costs).least_cost());
}

// Queues a tile that begins with its own number.
void add_goal(const TileFlood& flood, Tile at, TileId tile, double value) noexcept {
  flood.memory.passed[tile] = 0;
  const StepTable& table = kStepTables[static_cast<std::size_t>(flood.steps.diagonal)];
  flood.memory.queue.push(tile, value, table[flood.memory.walkable.around(at.x, at.y)]);
}

// Without terrain, sums of diagonals and integers are the same float below kFirstNearTie only if
// they are the same sum, where goals have no larger integers than kLargestInteger: m + n *
// kDiagonalCost is at least 3e-4 for integers m and n up to 2048, not both 0, and these floats are
// 2^-13 apart or less.
constexpr float kFirstNearTie = 2048.0F;
constexpr float kLargestInteger = 512.0F;

bool has_runs(const Grid& grid, const TileSteps& steps) noexcept {
  const detail::MoverTiles tiles(grid, steps.costs);
  return !tiles.has_costs() && tiles.uniform_cost() == 1.0F &&
         steps.diagonal <= DiagonalRule::only_if_no_obstacles;
}

// What the goals have in common.
struct Goals {
  bool are_values = true;    // none is NaN or too large
  bool are_integers = true;  // small ones, of those that are not left out
  double least = std::numeric_limits<double>::infinity();  // of those
  std::size_t left_out = 0;
};

Goals check_goals(const detail::MoverTiles& tiles, std::span<const TileGoal> goals) noexcept {
  Goals all;
  for (const TileGoal& goal : goals) {
    all.are_values = all.are_values && is_value(goal.value);
    if (!tiles.is_walkable(goal.at)) {
      ++all.left_out;
      continue;
    }
    all.least = std::min(all.least, round_value(goal.value));
    const float size = std::abs(goal.value);
    all.are_integers = all.are_integers && size <= kLargestInteger && std::nearbyint(size) == size;
  }
  return all;
}

std::size_t flood_from_goals(const TileFlood& flood, int first_row, int last_row) noexcept {
  const bool has_links = mark_links(flood);
  if (has_links || flood.theirs != nullptr || !has_runs(flood.grid, flood.steps)) {
    return flood_by_steps(flood);
  }
  flood.memory.stops.derive(flood.memory.walkable, first_row, last_row);
  return flood_by_runs(flood);
}

// Whether no neighbour makes the number of a tile less: else the tile need not be a goal.
bool is_least(const TileFlood& flood, Tile at) noexcept {
  const TileBits& walkable = flood.memory.walkable;
  const TileId tile = flood.grid.id(at);
  const StepTable& table = kStepTables[static_cast<std::size_t>(flood.steps.diagonal)];
  unsigned left = table[walkable.around(at.x, at.y)];
  for (; left != 0; left &= left - 1) {
    const Tile to = detail::step_target(at, static_cast<std::size_t>(std::countr_zero(left)));
    const double cost = detail::step_cost(flood.grid, at, to, flood.steps);
    const double value = round_value(flood.numbers[flood.grid.id(to)]);
    if (value + cost < round_value(flood.numbers[tile])) return false;
  }
  return true;
}

// A number times a factor. What is not reached stays so.
float scaled(float value, float factor) noexcept {
  return value == kUnreachedTile ? kUnreachedTile : factor * value;
}

// The least value of a walkable tile; infinite where there is none, NaN when one is not allowed.
double find_least_value(const TileFlood& flood, float factor) noexcept {
  double least = std::numeric_limits<double>::infinity();
  TileId tile = 0;
  for (int y = 0; y < flood.grid.height(); ++y) {
    for (int x = 0; x < flood.grid.width(); ++x, ++tile) {
      const float value = scaled(flood.numbers[tile], factor);
      if (value == kUnreachedTile || !flood.memory.walkable.is_set_near(x, y)) continue;
      if (!is_value(value)) return std::numeric_limits<double>::quiet_NaN();
      least = std::min(least, round_value(value));
    }
  }
  return least;
}

// Queues the tiles that need be goals.
void add_goals(const TileFlood& flood) noexcept {
  TileId tile = 0;
  for (int y = 0; y < flood.grid.height(); ++y) {
    for (int x = 0; x < flood.grid.width(); ++x, ++tile) {
      const float value = flood.numbers[tile];
      const bool is_candidate = value != kUnreachedTile && value <= flood.limit &&
                                flood.memory.walkable.is_set_near(x, y);
      if (!is_candidate || !is_least(flood, {x, y})) continue;
      add_goal(flood, {x, y}, tile, round_value(value));
    }
  }
}

// Whether the others' distances of all walkable tiles are some.
bool are_distances(const detail::MoverTiles& tiles, const float* theirs) noexcept {
  for (TileId tile = 0; tile < tiles.grid().tile_count(); ++tile) {
    if (!(theirs[tile] >= 0.0F) && tiles.is_walkable(tiles.tile(tile))) return false;
  }
  return true;
}

}  // namespace

DistanceMapScratch::DistanceMapScratch(const Grid& grid)
    : memory_(detail::make_hidden<DistanceMapMemory>(grid)) {}

void DistanceMapScratch::fit(const Grid& grid) {
  if (!memory_ || !memory_->fits(grid)) memory_ = detail::make_hidden<DistanceMapMemory>(grid);
}

std::size_t DistanceMapScratch::memory_bytes() const noexcept {
  return memory_ ? memory_->memory_bytes() : 0;
}

namespace {

// The numbers of tiles from goals on; those of an escape map with the others' distances.
DistanceMapResult flood_from(const Grid& grid, std::span<const TileGoal> goals, const float* theirs,
                             const DistanceMapOptions& options, DistanceMapScratch& scratch,
                             std::span<float> out) noexcept {
  if (!has_room(grid, options, scratch.memory(), out.size())) {
    return {Status::invalid_input};
  }
  const detail::MoverTiles tiles(grid, options.steps.costs);
  const Goals usable = check_goals(tiles, goals);
  const bool has_none = !goals.empty() && usable.left_out == goals.size();
  const bool are_theirs_valid = theirs == nullptr || are_distances(tiles, theirs);
  if (!usable.are_values || has_none || !are_theirs_valid) return {Status::invalid_input};
  std::fill_n(out.data(), grid.tile_count(), kUnreachedTile);
  const double lead = theirs == nullptr ? 0.0 : static_cast<double>(kMostLead);
  const double least = usable.least - lead;
  if (goals.empty() || !(least <= options.limit)) return {Status::ok, 0, usable.left_out};
  DistanceMapMemory& memory = *scratch.memory();
  take_walkable(grid, options.steps, memory.walkable);
  const double least_step = find_least_step(grid, options.steps);
  memory.queue.begin(least, least_step);
  const bool are_sums_apart = theirs == nullptr && usable.are_integers && options.links.empty() &&
                              has_runs(grid, options.steps);
  const float exact_from = are_sums_apart ? kFirstNearTie : -kUnreachedTile;
  const TileFlood flood{grid,       options.steps, options.limit, memory,
                        out.data(), exact_from,    options.links, theirs};
  // No step leads further than a row.
  const double most_rows = (options.limit - least) / least_step;
  const auto rows = static_cast<int>(std::min(most_rows, static_cast<double>(grid.height())));
  int first_row = grid.height() - 1;
  int last_row = 0;
  for (const TileGoal& goal : goals) {
    if (!tiles.is_walkable(goal.at)) continue;
    const TileId tile = grid.id(goal.at);
    double value = round_value(goal.value);
    if (theirs != nullptr) value += flood.earliest(tile);
    const bool is_new =
        value <= options.limit && flood.relax(tile, value) == TileFlood::Reached::first;
    if (is_new) add_goal(flood, goal.at, tile, value);
    first_row = std::min(first_row, std::max(goal.at.y - rows, 0));
    last_row = std::max(last_row, std::min(goal.at.y + rows, grid.height() - 1));
  }
  return {Status::ok, flood_from_goals(flood, first_row, last_row), usable.left_out};
}

}  // namespace

DistanceMapResult find_tile_distances(const Grid& grid, std::span<const TileGoal> goals,
                                      const DistanceMapOptions& options,
                                      DistanceMapScratch& scratch, std::span<float> out) noexcept {
  return flood_from(grid, goals, nullptr, options, scratch, out);
}

DistanceMapResult find_escape_map(const Grid& grid, std::span<const TileGoal> exits,
                                  std::span<const float> theirs, const DistanceMapOptions& options,
                                  DistanceMapScratch& scratch, std::span<float> out) noexcept {
  if (theirs.size() < grid.tile_count()) return {Status::invalid_input};
  return flood_from(grid, exits, theirs.data(), options, scratch, out);
}

DistanceMapResult turn_to_flee(const Grid& grid, float factor, const DistanceMapOptions& options,
                               DistanceMapScratch& scratch, std::span<float> values) noexcept {
  if (!(factor < 0.0F) || !has_room(grid, options, scratch.memory(), values.size())) {
    return {Status::invalid_input};
  }
  DistanceMapMemory& memory = *scratch.memory();
  take_walkable(grid, options.steps, memory.walkable);
  const TileFlood flood{grid,          options.steps,   options.limit, memory,
                        values.data(), -kUnreachedTile, options.links};
  const double least = find_least_value(flood, factor);
  if (std::isnan(least)) return {Status::invalid_input};
  const std::span<float> numbers = values.first(grid.tile_count());
  for (float& number : numbers) number = scaled(number, factor);
  memory.queue.begin(least, find_least_step(grid, options.steps));
  add_goals(flood);
  for (TileId tile = 0; tile < grid.tile_count(); ++tile) {
    numbers[tile] =
        memory.queue.is_queued(tile) ? static_cast<float>(memory.queue.cost(tile)) : kUnreachedTile;
  }
  return {Status::ok, flood_from_goals(flood, 0, grid.height() - 1)};
}

std::optional<Tile> find_downhill_step(const Grid& grid, std::span<const float> values, Tile from,
                                       const TileSteps& steps,
                                       std::span<const TileLink> links) noexcept {
  assert(values.size() >= grid.tile_count() && grid.is_inside(from));
  const float own = values[grid.id(from)];
  std::optional<Tile> best;
  double least = std::numeric_limits<double>::infinity();
  const auto consider = [&](Tile to, double cost) {
    const float value = values[grid.id(to)];
    if (!(value < own)) return;
    const double sum = static_cast<double>(value) + cost;
    if (!(sum < least)) return;
    least = sum;
    best = to;
  };
  for_each_neighbor(grid, from, steps, consider);
  const detail::MoverTiles tiles(grid, steps.costs);
  for (const TileLink& link : links) {
    const bool is_usable = link.from == from && link.cost <= static_cast<double>(kMaxTileValue) &&
                           tiles.is_walkable(from) && tiles.is_walkable(link.to);
    if (is_usable) consider(link.to, link.cost);
  }
  return best;
}

}  // namespace taut

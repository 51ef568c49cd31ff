// Fields: distances and ways from everywhere.
#include <cstdio>
#include <limits>
#include <vector>

#include <taut/engine/field.hpp>

#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;
using taut::Point;
using taut::WorldField;

namespace {

// The distances of all tiles of a field that is exact everywhere, cell by cell.
void write_by_cells(const WorldField& field, std::span<float> out) {
  const taut::Grid& grid = field.world()->grid();
  std::vector<taut::ReachedTile> tiles(grid.tile_count());
  const taut::Result reached = taut::extract_reached_tiles(field, taut::Field::kUnreached, tiles);
  std::fill(out.begin(), out.end(), std::numeric_limits<float>::infinity());
  for (std::size_t i = 0; i < reached.count; ++i) {
    const taut::TileId id = grid.id(tiles[i].tile);
    if (id < out.size()) out[id] = static_cast<float>(tiles[i].distance);
  }
}

}  // namespace

extern "C" {

taut_status taut_field_create(const taut_agent* agent, taut_field** field, taut_error* error) {
  if (field == nullptr) return refuse_null(error, "field");
  *field = nullptr;
  if (const auto bad = check_agent(agent, "WorldField", error)) return bad;
  return guard(error, [&] { *field = new taut_field(*to_agent(agent)); });
}

void taut_field_destroy(taut_field* field) {
  if (is_live(field)) delete field;
}

taut_status taut_field_set_goals(taut_field* field, const taut_goal* goals, uint32_t count,
                                 double length_limit, taut_error* error) {
  if (!is_live(field)) return refuse_handle(error, field, "field");
  if (goals == nullptr && count > 0) return refuse_null(error, "goals");
  if (const auto bad = check_within(error, "taut_field_set_goals: length limit", length_limit, 0.0,
                                    std::numeric_limits<double>::infinity()))
    return bad;
  for (uint32_t i = 0; i < count; ++i) {
    if (goals[i].cost >= 0.0 && goals[i].cost <= taut::kLargestCost) continue;
    char words[64];
    std::snprintf(words, sizeof words, "taut_field_set_goals: cost of goal %u",
                  static_cast<unsigned>(i));
    return refuse_value(error, words, goals[i].cost, 0.0, taut::kLargestCost);
  }
  return guard(error, [&] {
    std::vector<taut::FieldGoal> made(count);
    for (uint32_t i = 0; i < count; ++i) {
      made[i] = {{goals[i].at.x, goals[i].at.y}, goals[i].cost};
    }
    taut::FieldOptions options;
    options.length_limit = length_limit;
    field->field.set_goals(made, options);
  });
}

taut_status taut_field_update(taut_field* field, const taut_world* world,
                              taut_field_result* result) {
  if (result != nullptr) *result = {TAUT_BAD_ARGUMENT, TAUT_REASON_NONE, 0, 0};
  if (!is_live(field) || !is_live(world)) return TAUT_BAD_ARGUMENT;
  taut_field_result made{TAUT_OK, TAUT_REASON_NONE, 0, 0};
  made.status = guard(nullptr, [&] {
    const WorldSource source = world->source();
    field->origin = source.origin;
    const bool is_current = field->field.update(source.read(), field->scratch);
    made.reason = static_cast<taut_reason>(field->field.reason());
    made.left_out = to_count(field->field.left_out());
    made.expanded = to_count(field->field.expanded());
    return is_current ? TAUT_OK : TAUT_INVALID_INPUT;
  });
  if (result != nullptr) *result = made;
  return made.status;
}

int32_t taut_field_is_current(const taut_field* field) {
  return is_live(field) && field->field.is_current() ? 1 : 0;
}

uint64_t taut_field_memory_bytes(const taut_field* field) {
  return is_live(field) ? field->field.memory_bytes() + field->scratch.memory_bytes() : 0;
}

double taut_field_distance(const taut_field* field, float x, float y) {
  return is_live(field) ? field->field.distance({x, y}) : taut::Field::kUnreached;
}

taut_reason taut_field_reason(const taut_field* field, float x, float y) {
  if (!is_live(field)) return TAUT_REASON_STALE;
  return static_cast<taut_reason>(field->field.reason_at({x, y}));
}

taut_status taut_field_next_corner(const taut_field* field, float x, float y, taut_point* corner) {
  if (!is_live(field) || corner == nullptr) return TAUT_BAD_ARGUMENT;
  const std::optional<Point> next = field->field.next_corner({x, y});
  if (!next) return TAUT_NO_PATH;
  *corner = to_point(*next);
  return TAUT_OK;
}

taut_status taut_field_nearest_goal(const taut_field* field, float x, float y, uint32_t* goal) {
  if (!is_live(field) || goal == nullptr) return TAUT_BAD_ARGUMENT;
  const std::optional<std::size_t> nearest = field->field.nearest_goal({x, y});
  if (!nearest) return TAUT_NO_PATH;
  *goal = to_count(*nearest);
  return TAUT_OK;
}

taut_status taut_field_distances(const taut_field* field, float* out, uint32_t capacity,
                                 uint32_t* count) {
  set_count(count, 0);
  if (!is_live(field) || (out == nullptr && capacity > 0)) return TAUT_BAD_ARGUMENT;
  if (!field->field.is_current()) return TAUT_INVALID_INPUT;
  return guard(nullptr, [&]() -> taut_status {
    const taut::Grid& grid = field->field.world()->grid();
    const std::size_t written = std::min<std::size_t>(capacity, grid.tile_count());
    if (field->field.is_exact()) {
      if (written > 0) write_by_cells(field->field, {out, written});
    } else {
      for (std::size_t i = 0; i < written; ++i) {
        const taut::Tile tile = grid.tile(static_cast<taut::TileId>(i));
        out[i] = static_cast<float>(field->field.distance(taut::center(tile)));
      }
    }
    set_count(count, grid.tile_count());
    return grid.tile_count() > capacity ? TAUT_TRUNCATED : TAUT_OK;
  });
}

}  // extern "C"

// Worlds: made, edited, and their tiles.
#include <taut_maps.h>

#include <cstdint>
#include <span>

#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;
using taut::TileRect;
using taut::TileState;

namespace {

TileState to_state(int32_t walkable) noexcept {
  return walkable != 0 ? TileState::walkable : TileState::blocked;
}

}  // namespace

extern "C" {

taut_status taut_world_create(int32_t width, int32_t height, const uint8_t* walkable,
                              taut_world** world, taut_error* error) {
  if (world == nullptr) return refuse_null(error, "world");
  *world = nullptr;
  constexpr int kMost = taut::kMaxMapSide;
  if (const auto bad = check_within(error, "Grid: width", width, 1, kMost)) return bad;
  if (const auto bad = check_within(error, "Grid: height", height, 1, kMost)) return bad;
  return guard(error, [&] {
    const std::size_t tiles = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    *world = walkable == nullptr
                 ? make_world(taut::Grid(width, height, TileState::walkable))
                 : make_world(taut::Grid::from_bytes(width, height, {walkable, tiles}));
  });
}

taut_status taut_world_read(const char* text, uint32_t length, const char* name, taut_world** world,
                            taut_error* error) {
  return taut_world_read_letters(text, length, name, nullptr, 0, world, error);
}

void taut_world_destroy(taut_world* world) {
  if (is_live(world)) delete world;
}

int32_t taut_world_width(const taut_world* world) {
  return is_live(world) ? world->world->grid().width() : 0;
}

int32_t taut_world_height(const taut_world* world) {
  return is_live(world) ? world->world->grid().height() : 0;
}

uint64_t taut_world_revision(const taut_world* world) {
  return is_live(world) ? world->world->revision() : 0;
}

uint64_t taut_world_memory_bytes(const taut_world* world) {
  return is_live(world) ? world->world->memory_bytes() + world->spares.memory_bytes() : 0;
}

taut_status taut_world_set(taut_world* world, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                           int32_t walkable) {
  const taut_rect rect{x0, y0, x1, y1};
  return taut_world_set_rects(world, &rect, 1, walkable);
}

taut_status taut_world_set_rects(taut_world* world, const taut_rect* rects, uint32_t count,
                                 int32_t walkable) {
  if (rects == nullptr && count > 0) return TAUT_BAD_ARGUMENT;
  return edit_world(world, nullptr, [&](auto& of) {
    for (uint32_t i = 0; i < count; ++i) {
      of.set(TileRect{rects[i].x0, rects[i].y0, rects[i].x1, rects[i].y1}, to_state(walkable));
    }
  });
}

taut_status taut_world_set_class(taut_world* world, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                                 int32_t terrain_class, taut_error* error) {
  if (!is_live(world)) return refuse_handle(error, world, "world");
  if (const auto bad = check_within(error, "World::set_class: class", terrain_class, 0.0, 255.0))
    return bad;
  return edit_world(world, error, [&](auto& of) {
    of.set_class({x0, y0, x1, y1}, static_cast<std::uint8_t>(terrain_class));
  });
}

int32_t taut_world_class(const taut_world* world, int32_t x, int32_t y) {
  if (!is_live(world)) return 0;
  const taut::Grid& grid = world->world->grid();
  return grid.is_inside({x, y}) ? grid.terrain_class(grid.id({x, y})) : 0;
}

taut_status taut_world_set_ground(taut_world* world, int32_t number, const float* factors,
                                  taut_error* error) {
  return taut_world_set_ground_margin(world, number, factors, 0, 1.0F, error);
}

taut_status taut_world_set_ground_margin(taut_world* world, int32_t number, const float* factors,
                                         int32_t tiles, float factor, taut_error* error) {
  static_assert(TAUT_MOST_MARGIN == taut::Ground::kMostMargin);
  static_assert(TAUT_GROUND_CLASSES == taut::kTerrainClasses);
  if (!is_live(world)) return refuse_handle(error, world, "world");
  if (factors == nullptr) return refuse_null(error, "factors");
  if (const auto bad = check_within(error, "World::set_ground: number", number, 1.0, 255.0))
    return bad;
  constexpr double kLeast{taut::kLeastTerrainCost};
  constexpr double kMost{taut::kMostTerrainCost};
  for (const float each : std::span(factors, TAUT_GROUND_CLASSES)) {
    if (each == taut::kBlockedTerrain) continue;
    if (const auto bad = check_within(error, "Ground::set: factor", double{each}, kLeast, kMost))
      return bad;
  }
  if (const auto bad =
          check_within(error, "Ground::set_margin: tiles", tiles, 0.0, TAUT_MOST_MARGIN))
    return bad;
  if (const auto bad =
          check_within(error, "Ground::set_margin: factor", double{factor}, 1.0, kMost))
    return bad;
  return edit_world(world, error, [&](auto& of) {
    taut::Ground ground;
    ground.set_margin(tiles, factor);
    for (std::size_t i = 0; i < taut::kTerrainClasses; ++i) {
      ground.set(static_cast<std::uint8_t>(i), factors[i]);
    }
    of.set_ground(static_cast<std::uint8_t>(number), ground);
  });
}

taut_status taut_world_prepare_agent(taut_world* world, const taut_agent* agent,
                                     taut_error* error) {
  if (!is_live(world)) return refuse_handle(error, world, "world");
  if (agent == nullptr) return refuse_null(error, "agent");
  if (const auto bad = check_agent(agent, "World::prepare", error)) return bad;
  // The copy that the writer of a shared world edits checks its own grounds.
  if (world->shared == nullptr) {
    if (const auto bad = check_ground(*world->world, *agent, error)) return bad;
  }
  return edit_world(world, error, [&](auto& of) { of.prepare(*to_agent(agent)); });
}

taut_status taut_world_keep_landmarks(taut_world* world, uint32_t count, taut_error* error) {
  constexpr auto kMost = static_cast<uint32_t>(taut::Landmarks::kMaxCount);
  if (count > kMost && count != TAUT_LANDMARKS_BY_MAP) {
    if (!is_live(world)) return refuse_handle(error, world, "world");
    return refuse_value(error, "World::keep_landmarks: count", count, 0.0, kMost);
  }
  return edit_world(world, error, [&](auto& of) {
    count == TAUT_LANDMARKS_BY_MAP ? of.keep_landmarks() : of.keep_landmarks(count);
  });
}

taut_status taut_world_refresh_landmarks(taut_world* world, uint32_t fields, uint32_t* count) {
  set_count(count, 0);
  return edit_world(world, nullptr,
                    [&](auto& of) { set_count(count, of.refresh_landmarks(fields)); });
}

taut_status taut_world_keep_index(taut_world* world, uint64_t max_bytes) {
  return edit_world(world, nullptr, [&](auto& of) { of.keep_index(to_size(max_bytes)); });
}

taut_status taut_world_refresh_index(taut_world* world, uint32_t most, uint32_t* count) {
  set_count(count, 0);
  return edit_world(world, nullptr, [&](auto& of) { set_count(count, of.refresh_index(most)); });
}

taut_status taut_world_tiles(const taut_world* world, uint8_t* out, uint32_t capacity,
                             uint32_t* count) {
  set_count(count, 0);
  if (!is_live(world)) return TAUT_BAD_ARGUMENT;
  const taut::Grid& grid = world->world->grid();
  return fill(out, capacity, count, grid.tile_count(), [&](std::size_t i) -> uint8_t {
    return grid.is_walkable(grid.tile(static_cast<taut::TileId>(i))) ? 1 : 0;
  });
}

taut_status taut_world_classes(const taut_world* world, uint8_t* out, uint32_t capacity,
                               uint32_t* count) {
  set_count(count, 0);
  if (!is_live(world)) return TAUT_BAD_ARGUMENT;
  const taut::Grid& grid = world->world->grid();
  return fill(out, capacity, count, grid.tile_count(),
              [&](std::size_t i) { return grid.terrain_class(static_cast<taut::TileId>(i)); });
}

taut_status taut_world_changes_since(const taut_world* world, uint64_t revision, taut_rect* out,
                                     uint32_t capacity, uint32_t* count) {
  set_count(count, 0);
  if (!is_live(world)) return TAUT_BAD_ARGUMENT;
  const auto changes = world->world->changes_since(revision);
  if (!changes) return TAUT_INVALID_INPUT;
  return fill(out, capacity, count, changes->size(),
              [&](std::size_t i) { return to_rect((*changes)[i]); });
}

}  // extern "C"

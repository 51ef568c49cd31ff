// What is seen from a place.
#include <vector>

#include <taut/engine/sight.hpp>

#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;

namespace {

bool can_look(const taut_world* world, int32_t ground, double radius) noexcept {
  return has_ground(world, ground) && radius >= 0.0 && radius <= taut::kMaxMapSide;
}

// Writes what extract(options, scratch, out) lists to `out`, and how much it is in all to *count.
template <class T, class Extract>
taut_status list_all(const taut_world& world, double radius, std::span<T> out, uint32_t* count,
                     const Extract& extract) {
  return guard(nullptr, [&]() -> taut_status {
    std::vector<T> all;
    const auto look = [&](taut::SightScratch& scratch, double within) {
      const taut::SightOptions options{within};
      taut::Result result = extract(options, scratch, out);
      while (result.status == taut::Status::truncated) {
        all.resize(std::max<std::size_t>(2 * all.size(), 1024));
        result = extract(options, scratch, std::span<T>(all));
      }
      return result;
    };
    const taut::Result found = world.spares.with_sight(world.world->grid(), radius, look);
    set_count(count, found.count);
    return found && found.count > out.size() ? TAUT_TRUNCATED : to_status(found.status);
  });
}

}  // namespace

extern "C" {

taut_status taut_visible_tiles(const taut_world* world, int32_t ground, int32_t x, int32_t y,
                               double radius, uint32_t* out, uint32_t capacity, uint32_t* count) {
  set_count(count, 0);
  if (out == nullptr && capacity > 0) return TAUT_BAD_ARGUMENT;
  if (!can_look(world, ground, radius)) return TAUT_BAD_ARGUMENT;
  const taut::Grid& grid = world->world->grid(static_cast<std::uint8_t>(ground));
  return list_all(*world, radius, std::span<taut::TileId>(out, capacity), count,
                  [&](const auto& options, auto& scratch, std::span<taut::TileId> tiles) {
                    return extract_visible_tiles(grid, {x, y}, options, scratch, tiles);
                  });
}

taut_status taut_visibility_polygon(const taut_world* world, int32_t ground, float x, float y,
                                    double radius, taut_point* out, uint32_t capacity,
                                    uint32_t* count) {
  set_count(count, 0);
  if (out == nullptr && capacity > 0) return TAUT_BAD_ARGUMENT;
  if (!can_look(world, ground, radius) || !is_place(x, y)) return TAUT_BAD_ARGUMENT;
  const taut::Grid& grid = world->world->grid(static_cast<std::uint8_t>(ground));
  return list_all(*world, radius, view_points(out, capacity), count,
                  [&](const auto& options, auto& scratch, std::span<taut::Point> points) {
                    return extract_visibility_polygon(grid, {x, y}, options, scratch, points);
                  });
}

}  // extern "C"

// Calls of the C interface about links.
#pragma once

#include <taut_links.h>
#include <taut_shared.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fuzz/c_call.hpp"
#include "fuzz/check.hpp"

namespace taut::fuzz {

inline void edit_links(CallInput& input, taut_world* world, taut_error& error) {
  taut_link_options options;
  taut_link_options_init(&options);
  const std::uint8_t kind = input.byte();
  if (kind % 4 == 0) options.cost = input.number();
  if (kind % 4 == 1) options.width = input.number();
  if (kind % 4 == 2) options.terrain_class = input.choice(4);
  options.one_way = kind % 3 - 1;
  options.is_open = kind % 8 == 7 ? 0 : 1;
  std::uint32_t link = kind % 8;
  if (kind >= 0xE0) return check_status(taut_world_unlink(world, link));
  if (kind >= 0xC0) return check_status(taut_world_change_link(world, link, &options, &error));
  const float x = input.place();
  const float y = input.place();
  const float to_x = input.place();
  const float to_y = input.place();
  const taut_link_end from{{x, y}, {to_y, to_x}};
  const taut_link_end to{{to_x, to_y}, {y, x}};
  const taut_status status =
      kind % 5 == 0 ? taut_world_link_ends(world, &from, &to, &options, &link, &error)
                    : taut_world_link(world, x, y, to_x, to_y, &options, &link, &error);
  check_status(status);
  check_status(taut_world_publish(world));
  taut_link made;
  require(status != TAUT_OK || taut_world_find_link(world, link, &made) == TAUT_OK,
          "a link that was added is there");
}

inline void read_links(CallInput& input, const taut_world* world, const taut_finder* finder,
                       const taut_batch* batch, const taut_field* field) {
  const auto links = fill<taut_link>(input, [&](auto* out, auto capacity, auto* count) {
    return taut_world_links(world, out, capacity, count);
  });
  require(std::is_sorted(links.begin(), links.end(),
                         [](const taut_link& a, const taut_link& b) { return a.id < b.id; }),
          "links are by growing id");
  (void)fill<taut_passed_link>(input, [&](auto* out, auto capacity, auto* count) {
    return taut_path_links(finder, out, capacity, count);
  });
  (void)fill<taut_passed_link>(input, [&](auto* out, auto capacity, auto* count) {
    return taut_batch_links(batch, out, capacity, count);
  });
  taut_link_step step;
  const float x = input.place();
  check_status(taut_field_link_at(field, x, input.place(), &step));
}

// Whether the legs of the finder's last path, of a point or a square, are walkable.
inline bool are_legs_walkable(const taut_world* world, const taut_agent& agent,
                              const taut_finder* finder, const taut_path& path) {
  std::vector<taut_passed_link> legs(path.link_count);
  (void)taut_path_links(finder, legs.data(), path.link_count, nullptr);
  legs.push_back({0, path.point_count});
  const taut_point* const points = taut_path_point_data(finder);
  std::uint32_t first = 0;
  return std::all_of(legs.begin(), legs.end(), [&](const taut_passed_link& leg) {
    if (leg.exit <= first || leg.exit > path.point_count) return false;
    const std::uint32_t count = leg.exit - first;
    const taut_point* const from = points + first;
    first = leg.exit;
    return taut_world_is_walkable_path(world, &agent, from, count) == 1;
  });
}

}  // namespace taut::fuzz

// Calls of the C interface about units of crowds.
#pragma once

#include <taut_crowd.h>
#include <taut_links.h>

#include <array>
#include <cstdint>

#include "fuzz/c_call.hpp"
#include "fuzz/check.hpp"

namespace taut::fuzz {

inline void add_unit(CallInput& input, taut_crowd* crowd, const taut_point& at, taut_error& error) {
  const taut_agent agent = input.agent();
  taut_unit_options options;
  taut_unit_options_init(&options);
  if (input.byte() % 4 == 0) options = {input.number(), input.number(), input.integer(), 0};
  std::uint32_t unit = 0;
  const taut_status status = taut_crowd_add(crowd, &agent, at.x, at.y, &options, &unit, &error);
  check_status(status);
  require(status != TAUT_OK || taut_crowd_contains(crowd, unit) == 1, "a unit is there");
}

// No two overlap, also after one has passed a link.
inline void check_units(CallInput& input, taut_crowd* crowd) {
  check_status(taut_crowd_pass_link(crowd, 0));
  const auto places = fill<taut_point>(input, [&](auto* out, auto capacity, auto* count) {
    return taut_crowd_places(crowd, out, capacity, count);
  });
  for (std::uint32_t a = 0; a < places.size(); ++a) {
    for (std::uint32_t b = 0; b < a; ++b) {
      taut_agent one{};
      taut_agent other{};
      if (taut_crowd_agent(crowd, a, &one) != TAUT_OK) continue;
      if (taut_crowd_agent(crowd, b, &other) != TAUT_OK) continue;
      const double x = static_cast<double>(places[a].x) - static_cast<double>(places[b].x);
      const double y = static_cast<double>(places[a].y) - static_cast<double>(places[b].y);
      require(x * x + y * y >= (one.radius + other.radius) * (one.radius + other.radius),
              "no two units overlap");
    }
  }
}

inline void move_crowd(CallInput& input, taut_crowd* crowd, const taut_field* field,
                       taut_error& error) {
  const std::array<std::uint32_t, 3> units{input.byte() % 8U, input.byte() % 8U, 1U};
  std::array<taut_point, 3> places{};
  for (taut_point& place : places) {
    const float x = input.place();
    place = {x, input.place()};
  }
  const auto [x, y] = places[0];
  std::uint32_t sent = 0;
  const std::uint32_t count = input.byte() % 4U;
  switch (input.byte() % 8) {
    case 0:
      check_status(taut_crowd_remove(crowd, units[0]));
      break;
    case 1:
      check_status(taut_crowd_order(crowd, units[0], x, y));
      break;
    case 2:
      check_status(taut_crowd_order_group(crowd, units.data(), count, x, y, &sent));
      break;
    case 3:
      check_status(taut_crowd_order_places(crowd, units.data(), count, places.data(), 3, &sent));
      break;
    case 4:
      check_status(taut_crowd_order_field(crowd, units.data(), count, field, &sent));
      break;
    case 5:
      check_status(taut_crowd_steer(crowd, units[0], x, y));
      break;
    case 6:
      check_status(taut_crowd_stop(crowd, units[0]));
      break;
    default:
      add_unit(input, crowd, places[0], error);
  }
  require(sent <= count, "no more are sent than there are");
  check_status(taut_crowd_advance(crowd, input.byte() % 8 == 0 ? input.number() : 0.05, &error));
  check_units(input, crowd);
}

}  // namespace taut::fuzz

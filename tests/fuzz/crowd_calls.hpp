// Calls of the C interface about units of crowds.
#pragma once

#include <taut_crowd.h>
#include <taut_links.h>

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

}  // namespace taut::fuzz

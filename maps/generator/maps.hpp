// The maps of this project and their generators.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "canvas.hpp"

namespace taut::maps {

[[nodiscard]] Canvas draw_arena();
[[nodiscard]] Canvas draw_dungeon();
[[nodiscard]] Canvas draw_caves();
[[nodiscard]] Canvas draw_city();
[[nodiscard]] Canvas draw_coast();
[[nodiscard]] Canvas draw_rts();
[[nodiscard]] Canvas draw_marsh();

struct OwnMap {
  std::string_view name;
  Canvas (*draw)();
  std::size_t queries;  // in its scenario, about
};

[[nodiscard]] std::span<const OwnMap> own_maps();

// The whole text of the MovingAI `.map` file.
[[nodiscard]] std::string map_text(const OwnMap& map);

}  // namespace taut::maps

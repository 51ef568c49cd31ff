#include "maps.hpp"

#include <array>

namespace taut::maps {

std::span<const OwnMap> own_maps() {
  static constexpr std::array<OwnMap, 7> kMaps = {{
      {"arena", draw_arena, 160},
      {"dungeon", draw_dungeon, 160},
      {"caves", draw_caves, 200},
      {"city", draw_city, 200},
      {"coast", draw_coast, 200},
      {"rts", draw_rts, 240},
      {"marsh", draw_marsh, 120},
  }};
  return kMaps;
}

std::string map_text(const OwnMap& map) {
  const Canvas canvas = map.draw();
  return "type octile\nheight " + std::to_string(canvas.height()) + "\nwidth " +
         std::to_string(canvas.width()) + "\nmap\n" + canvas.text();
}

}  // namespace taut::maps

// Any bytes as MAP of the program: an image, a save or a drawing; colours and characters priced.
// Each is a grid, or refused with an error that can be shown.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "fuzz/check.hpp"
#include "fuzz/failure_check.hpp"
#include "tools/input/map_input.hpp"
#include "tools/input/terrain.hpp"

using taut::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  // A world file names other files.
  if (taut::tools::is_world_file(bytes, "input")) return 0;
  static const taut::tools::Terrain colours = taut::tools::parse_terrain("#000000=2,#FFFFFF=x");
  static const taut::tools::Terrain letters = taut::tools::parse_terrain("S=3,T=x");
  std::optional<taut::tools::Terrain> terrain;
  if (data[0] % 3 == 1) terrain = colours;
  if (data[0] % 3 == 2) terrain = letters;
  taut::fuzz::read_or_fail("input", [&] {
    const taut::tools::LoadedMap map = taut::tools::read_map_of(terrain, bytes, "input");
    require(map.grid().width() >= 1 && map.grid().height() >= 1, "the grid has tiles");
    require(map.grid().walkable_count() <= map.grid().tile_count(), "its tiles are counted");
  });
  return 0;
}

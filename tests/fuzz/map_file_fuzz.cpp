// Any bytes as a map: read_map() gives an error that can be shown, or a grid that survives writing
// and reading. `./run fuzz` builds and runs it.
#include <array>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

#include <taut/map_file.hpp>

#include "fuzz/check.hpp"

using taut::fuzz::require;

namespace {

// By letters that stand for classes, the same text is a map too, and survives as well.
void check_letters(std::string_view text, const taut::Grid& plain) {
  constexpr std::array<taut::MapLetter, 3> kLetters{
      {{'S', 1}, {'.', 2, taut::TileState::blocked}, {'W', 3}}};
  const taut::Loaded<taut::Grid> read = taut::read_map(text, "input", kLetters);
  if (!read) return;
  const taut::Grid& grid = *read.value;
  require(grid.width() == plain.width() && grid.height() == plain.height(), "sides are the same");
  const taut::Loaded<std::string> written = taut::format_map(grid, kLetters);
  require(static_cast<bool>(written), "all letters are known");
  const taut::Loaded<taut::Grid> again = taut::read_map(*written.value, "written", kLetters);
  require(static_cast<bool>(again), "what was written by letters can be read");
  require(again.value->bits() == grid.bits(), "what was written by letters is the same grid");
  for (taut::TileId id = 0; id < grid.tile_count(); ++id) {
    require(again.value->terrain_class(id) == grid.terrain_class(id), "classes are the same");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const taut::Loaded<taut::Grid> read = taut::read_map(text, "input");
  if (!read) {
    taut::fuzz::check_error(read.error, text, "input");
    return 0;
  }
  const taut::Grid& grid = *read.value;
  require(grid.width() >= 1 && grid.width() <= taut::kMaxMapSide, "the width is in its limits");
  require(grid.height() >= 1 && grid.height() <= taut::kMaxMapSide, "the height is in its limits");
  require(grid.tile_count() <= size, "every tile was in the text");

  std::size_t walkable = 0;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) walkable += grid.is_walkable(x, y) ? 1 : 0;
  }
  require(grid.walkable_count() == walkable, "the walkable tiles are counted right");

  std::ostringstream written;
  taut::write_map(grid, written);
  const taut::Loaded<taut::Grid> again = taut::read_map(written.str(), "written");
  require(static_cast<bool>(again), "what was written can be read");
  require(again.value->bits() == grid.bits(), "what was written is the same grid");
  check_letters(text, grid);
  return 0;
}

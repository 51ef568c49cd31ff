// Any bytes as a scenario: read_scenario() gives an error that can be shown, or queries that
// survive writing and reading. The same for scenarios of version 2: what follows the first zero
// byte is the file of patches. `./run fuzz` builds and runs it.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string_view>

#include <taut/engine/scenario_file.hpp>

#include "fuzz/check.hpp"
#include "tools/input/dynamic_scenario.hpp"

using taut::fuzz::require;

namespace {

void check_query(const taut::ScenarioQuery& query) {
  const auto is_size = [](int side) { return side >= 1 && side <= taut::kMaxMapSide; };
  const auto is_inside = [&query](taut::Tile tile) {
    return tile.x >= 0 && tile.x < query.map_width && tile.y >= 0 && tile.y < query.map_height;
  };
  require(query.bucket >= 0, "the bucket is not negative");
  require(!query.map.empty(), "the map has a name");
  require(is_size(query.map_width) && is_size(query.map_height), "the sizes are in their limits");
  require(is_inside(query.start) && is_inside(query.goal), "start and goal are on the map");
  require(std::isfinite(query.octile_length) && query.octile_length >= 0.0, "the length is finite");
}

void check_dynamic(std::string_view text, std::string_view patches) {
  const auto read = taut::tools::read_dynamic_scenario(text, "input", patches, "patches");
  if (!read) {
    const bool is_patch = read.error.file == "patches";
    taut::fuzz::check_error(read.error, is_patch ? patches : text, is_patch ? "patches" : "input");
    return;
  }
  for (const taut::tools::DynamicQuery& step : read.value->queries) {
    check_query(step.query);
    for (const taut::tools::PlacedPatch& placed : step.before) {
      require(placed.patch < read.value->patches.size(), "the patch is there");
      const taut::Grid& patch = read.value->patches[placed.patch];
      require(placed.at.x >= 0 && placed.at.x + patch.width() <= read.value->width &&
                  placed.at.y >= 0 && placed.at.y + patch.height() <= read.value->height,
              "the patch is on the map");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\0');
  const bool has_patches = end != std::string_view::npos;
  check_dynamic(text.substr(0, end), has_patches ? text.substr(end + 1) : std::string_view());
  const auto read = taut::read_scenario(text, "input");
  if (!read) {
    taut::fuzz::check_error(read.error, text, "input");
    return 0;
  }
  for (const taut::ScenarioQuery& query : *read.value) check_query(query);

  std::ostringstream written;
  taut::write_scenario(*read.value, written);
  const auto again = taut::read_scenario(written.str(), "written");
  require(static_cast<bool>(again), "what was written can be read");
  require(*again.value == *read.value, "what was written are the same queries");
  return 0;
}

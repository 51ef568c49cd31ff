// Any bytes as the text files of the program: the first byte says whether they are corridor cases,
// a crowd scenario or a replay script. Each is read, or refused with an error that can be shown.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include <unistd.h>

#include <taut/grid.hpp>

#include "fuzz/check.hpp"
#include "fuzz/failure_check.hpp"
#include "tools/input/cases_file.hpp"
#include "tools/input/crowd_file.hpp"
#include "tools/input/script_file.hpp"

using taut::fuzz::require;

namespace {

// These readers take the name of a file.
std::string write_input(const std::uint8_t* data, std::size_t size) {
  static const std::string name = "/tmp/taut-fuzz-" + std::to_string(::getpid());
  std::FILE* const file = std::fopen(name.c_str(), "wb");
  require(file != nullptr, "the input can be written");
  require(std::fwrite(data, 1, size, file) == size, "the input is written");
  require(std::fclose(file) == 0, "the input is written");
  return name;
}

void read_script(const std::string& file) {
  static const taut::Grid grid(9, 7, taut::TileState::walkable);
  static const taut::tools::Floors floors;
  static const std::optional<taut::tools::Terrain> terrain;
  for (const auto& step : taut::tools::load_script(file, {grid, floors, {}, terrain})) {
    require(step.factor == taut::kBlockedTerrain || step.factor >= taut::kLeastTerrainCost,
            "a factor is a terrain factor");
  }
}

void read_crowd(const std::string& file) {
  const taut::tools::CrowdScenario scenario = taut::tools::load_crowd(file);
  require(scenario.ticks >= 0 && scenario.tick_seconds > 0.0, "time goes on");
  for (const auto& unit : scenario.units) {
    require(!unit.goals.empty() && unit.radius > 0.0, "a unit has a goal and a size");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string file = write_input(data + 1, size - 1);
  taut::fuzz::read_or_fail(file, [&] {
    if (data[0] % 3 == 0) {
      for (const auto& one : taut::tools::load_cases(file)) require(!one.name.empty(), "a name");
    } else if (data[0] % 3 == 1) {
      read_crowd(file);
    } else {
      read_script(file);
    }
  });
  std::remove(file.c_str());
  return 0;
}

// Any bytes as a world file: floors and links within what the file promises, or an error that can
// be shown.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

#include "fuzz/check.hpp"
#include "fuzz/failure_check.hpp"
#include "tools/input/world_file.hpp"

using taut::fuzz::require;
using taut::tools::FileEnd;
using taut::tools::FileLink;
using taut::tools::WorldFile;

namespace {

void check_end(const WorldFile& world, const FileEnd& end) {
  require(end.floor < world.floors.size(), "an end is on a floor");
  for (const taut::Point& p : {end.first, end.last}) {
    require(std::isfinite(p.x) && std::isfinite(p.y), "the ends are finite");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  taut::fuzz::read_or_fail("world.json", [&] {
    const WorldFile world = taut::tools::read_world_file(text, "world.json");
    require(!world.floors.empty(), "there is a floor");
    std::set<std::uint32_t> ids;
    for (const FileLink& link : world.links) {
      require(ids.insert(link.id).second, "an id is there once");
      require(std::isfinite(link.cost) && link.cost >= 0.0, "a cost is 0 or more");
      require(link.width >= 0.0, "a width is 0 or more");
      check_end(world, link.from);
      check_end(world, link.to);
    }
  });
  return 0;
}

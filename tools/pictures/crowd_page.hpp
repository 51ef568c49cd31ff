// An animation of a crowd: one page of HTML that needs nothing else.
#pragma once

#include <taut/point.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/input/crowd_file.hpp"

namespace taut::tools {

// Shows the units of a scenario as discs, in turn at frames at least a tenth of a second apart. The
// scenario must outlive it.
class CrowdPage {
 public:
  // `states`: their names, at most 7. Units begin in the first one.
  CrowdPage(const CrowdScenario& scenario, std::vector<std::string> states);

  // Whether the page shows the units as they are after a tick.
  [[nodiscard]] bool has_frame(std::int32_t tick) const noexcept {
    return (tick + 1) % ticks_per_frame_ == 0;
  }
  // The next unit of such a frame, in the scenario's order.
  void add(const Point& at, std::size_t state);

  // Throws Failure where it cannot be written.
  void write(const std::string& file) const;

 private:
  const CrowdScenario& scenario_;
  std::vector<std::string> states_;
  std::int32_t ticks_per_frame_;
  double scale_;
  std::vector<std::uint8_t> frames_;   // 4 bytes of place a unit, then a state each
  std::vector<std::uint8_t> pending_;  // states of the frame that is being added
};

}  // namespace taut::tools

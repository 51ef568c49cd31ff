// Checks string_pull() on one corridor.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <taut/engine/funnel.hpp>

#include "support/funnel_cases.hpp"
#include "support/guarded_block.hpp"

namespace taut::test {

struct Pulled {
  Status status = Status::ok;
  std::vector<Point> path;
  bool is_intact = true;
};

inline Pulled pull(const LatticeCorridor& corridor, float scale, std::size_t capacity) {
  const std::vector<Portal> portals = to_portals(corridor.portals, scale);
  GuardedBlock<Point> out(capacity);
  const Result result = string_pull(to_point(corridor.start, scale), to_point(corridor.goal, scale),
                                    portals, out.room());
  Pulled pulled{result.status, {}, out.is_intact() && result.count <= capacity};
  const std::size_t count = std::min(result.count, capacity);
  pulled.path.assign(out.room().begin(), out.room().begin() + static_cast<std::ptrdiff_t>(count));
  return pulled;
}

inline std::vector<Point> to_points(const std::vector<LatticePoint>& path, float scale) {
  std::vector<Point> out;
  for (const LatticePoint& point : path) out.push_back(to_point(point, scale));
  return out;
}

// The corridor and its right path as a case for tests/data, and the wrong answer.
inline std::string describe_failure(const FunnelCase& wanted, const Pulled& got) {
  std::ostringstream text;
  write_funnel_case(text, wanted);
  const auto write = [&](const char* what, const Pulled& pulled) {
    text << what << to_string(pulled.status);
    for (const Point& point : pulled.path) text << "  " << point.x << " " << point.y;
    text << (pulled.is_intact ? "\n" : "  (it wrote past its room)\n");
  };
  write("string_pull: ", got);
  write("with all the room: ", pull(wanted.corridor, static_cast<float>(wanted.scale),
                                    max_path_points(wanted.corridor.portals.size())));
  return text.str();
}

// Empty when string_pull() gives the expected path of the case, with the capacity that just fits
// and with that of the upper bound, where it uses chains.
inline std::string find_pull_fault(const FunnelCase& wanted) {
  const auto scale = static_cast<float>(wanted.scale);
  const std::vector<Point> expected = to_points(wanted.expected, scale);
  for (const std::size_t capacity :
       {expected.size(), max_path_points(wanted.corridor.portals.size())}) {
    const Pulled got = pull(wanted.corridor, scale, capacity);
    if (got.status != Status::ok || got.path != expected || !got.is_intact) {
      return "capacity " + std::to_string(capacity) + ":\n" + describe_failure(wanted, got);
    }
  }
  return {};
}

// Empty when every capacity from 0 to the bound gives the first points of the expected path.
inline std::string find_capacity_fault(const FunnelCase& wanted) {
  const auto scale = static_cast<float>(wanted.scale);
  const std::vector<Point> expected = to_points(wanted.expected, scale);
  const std::size_t bound = max_path_points(wanted.corridor.portals.size());
  if (expected.size() > bound) return "the path is longer than max_path_points()";
  for (std::size_t capacity = 0; capacity <= bound; ++capacity) {
    const Pulled got = pull(wanted.corridor, scale, capacity);
    const std::size_t count = std::min(capacity, expected.size());
    const Status status = capacity < expected.size() ? Status::truncated : Status::ok;
    const std::vector<Point> prefix(expected.begin(),
                                    expected.begin() + static_cast<std::ptrdiff_t>(count));
    if (got.status != status || got.path != prefix || !got.is_intact) {
      return "capacity " + std::to_string(capacity) + ":\n" + describe_failure(wanted, got);
    }
  }
  return {};
}

}  // namespace taut::test

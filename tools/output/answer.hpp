// What a query gave: status, figures of its path, times, and the path.
#pragma once

#include <taut/engine/disc_path.hpp>
#include <taut/point.hpp>
#include <taut/status.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace taut::tools {

using Clock = std::chrono::steady_clock;

[[nodiscard]] inline double to_microseconds(Clock::duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

struct StageTimes {
  double search_us = 0.0;
  double portals_us = 0.0;
  double pull_us = 0.0;   // with smoothing, when there is one
  bool is_whole = false;  // then search_us is the time of the whole query

  [[nodiscard]] double total_us() const noexcept { return search_us + portals_us + pull_us; }
};

// The best time of each stage in two runs of a query.
[[nodiscard]] inline StageTimes best_of(const StageTimes& a, const StageTimes& b) noexcept {
  return {std::min(a.search_us, b.search_us), std::min(a.portals_us, b.portals_us),
          std::min(a.pull_us, b.pull_us), a.is_whole};
}

struct QueryOutcome {
  Status status = Status::no_path;
  double length = 0.0;
  double cost = 0.0;         // by the terrain; the length where there is none
  std::size_t corners = 0;   // where the path turns
  std::size_t expanded = 0;  // by the search
  StageTimes times;
};

// A link on a path: nobody walks from the point, or turn, before `exit` to the one there.
struct AnswerLink {
  std::uint32_t id = 0;  // as the user names it
  std::size_t exit = 0;
  bool is_sound = true;  // whether entry and exit are places of the link that belong together
};

// With the path, which is valid until the next query; empty unless the status is ok.
struct QueryAnswer {
  QueryOutcome outcome;
  std::span<const Point> points{};    // of a point or a square
  std::span<const DiscTurn> turns{};  // of a disc
  std::span<const AnswerLink> links{};
  // Where it leads from and to: requested, or the nearest places (--slide, --near).
  Point start{0.0F, 0.0F};
  Point goal{0.0F, 0.0F};
};

// What is walked between links, in order: each an answer with its own ends.
[[nodiscard]] inline std::vector<QueryAnswer> split_legs(const QueryAnswer& answer) {
  std::vector<QueryAnswer> legs;
  const std::size_t count = answer.points.size() + answer.turns.size();
  std::size_t first = 0;
  for (std::size_t i = 0; i <= answer.links.size(); ++i) {
    const std::size_t end = i < answer.links.size() ? answer.links[i].exit : count;
    QueryAnswer leg = answer;
    leg.links = {};
    if (!answer.points.empty()) leg.points = answer.points.subspan(first, end - first);
    if (!answer.turns.empty()) leg.turns = answer.turns.subspan(first, end - first);
    const bool is_disc = !leg.turns.empty();
    if (i > 0) leg.start = is_disc ? leg.turns.front().center : leg.points.front();
    if (end < count) leg.goal = is_disc ? leg.turns.back().center : leg.points.back();
    legs.push_back(leg);
    first = end;
  }
  return legs;
}

}  // namespace taut::tools

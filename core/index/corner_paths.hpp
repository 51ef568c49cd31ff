// Dijkstra over the corners (internal).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "corner_graph.hpp"

namespace taut {

// Shortest paths from one corner after the other, over equal memory.
class CornerPaths {
 public:
  static constexpr double kFar = std::numeric_limits<double>::infinity();

  // The way to a corner.
  struct Way {
    double length = kFar;
    std::uint32_t before = 0;           // the corner before; itself at the source
    CornerSide from = CornerSide::out;  // the side from which it is entered
  };

  explicit CornerPaths(const CornerGraph& graph) : graph_(graph), ways_(graph.size()) {}

  // Calls enter(corner, way) for the corners that are reached, by growing length, ties by number.
  // Paths lead on from a corner only if it returns true.
  template <class Enter>
  void run(std::uint32_t source, const Enter& enter) {
    for (const std::uint32_t corner : touched_) ways_[corner] = Way{};
    touched_.clear();
    open_.clear();
    relax(source, {0.0, source, CornerSide::out});
    while (!open_.empty()) {
      std::pop_heap(open_.begin(), open_.end(), std::greater<>());
      const auto [length, corner] = open_.back();
      open_.pop_back();
      const Way way = ways_[corner];
      if (length > way.length || !enter(corner, way)) continue;
      const auto go_on = [&, corner = corner](const CornerArc& arc) {
        relax(arc.to, {way.length + arc.length, corner, arc.entered});
      };
      if (corner == source) {
        graph_.for_each_arc(corner, go_on);
      } else {
        graph_.for_each_after(corner, way.from, go_on);
      }
    }
  }

 private:
  void relax(std::uint32_t corner, const Way& way) {
    Way& known = ways_[corner];
    if (!(way.length < known.length)) return;
    if (known.length == kFar) touched_.push_back(corner);
    known = way;
    open_.emplace_back(way.length, corner);
    std::push_heap(open_.begin(), open_.end(), std::greater<>());
  }

  const CornerGraph& graph_;
  std::vector<Way> ways_;
  std::vector<std::uint32_t> touched_;
  std::vector<std::pair<double, std::uint32_t>> open_;
};

}  // namespace taut

// Which places links join (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <taut/detail/reach_cache.hpp>
#include <taut/point.hpp>

namespace taut::detail {

// Tells which areas links join. An area is a set of places that walking joins, and has a number. A
// step leads from one area to another.
class LinkReach {
 public:
  struct Step {
    std::uint64_t from;
    std::uint64_t to;
    bool leads_back;
  };

  // Cost      n log n for n steps that lead back, quadratic in the others.
  explicit LinkReach(std::span<const Step> steps);

  // Whether steps lead from one area to another, or they are the same.
  // Cost      the logarithm of the number of areas with steps.
  [[nodiscard]] bool joins(std::uint64_t from, std::uint64_t to) const noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  using OneWay = std::pair<std::uint32_t, std::uint32_t>;

  [[nodiscard]] std::uint32_t group_of(std::uint64_t area) const noexcept;
  std::uint32_t join_areas(std::span<const Step> steps);
  void follow(std::span<const OneWay> sorted, std::uint32_t group);

  std::vector<std::uint64_t> areas_;   // with steps, sorted
  std::vector<std::uint32_t> groups_;  // of each: areas joined by steps that lead back
  // For each group that one-way steps leave, a row of bits: the groups that they reach.
  std::vector<std::uint32_t> rows_;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> reached_;
};

// The lanes that may be passed in a space, and the areas that they join.
struct SpaceReach {
  // A lane that may be passed (LinkLanes).
  struct Lane {
    Point from;
    Point to;
    LinkReach::Step step;  // from component to component of the mesh
  };

  const Space* space;
  std::vector<Lane> lanes;
  LinkReach reach;
  SpaceReach* next = nullptr;
};

}  // namespace taut::detail

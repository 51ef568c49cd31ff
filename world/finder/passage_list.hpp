// The links that an agent may pass, and what the legs between them cost at least (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/detail/unset_array.hpp>
#include <taut/world.hpp>

#include "found_route.hpp"
#include "place_bounds.hpp"

namespace taut::detail {

// All passages of an agent, whose space this is: lanes at most kLinkSpacing apart.
[[nodiscard]] std::vector<Passage> collect_passages(const World& world, const Space& space,
                                                    const Agent& agent);

// The passages of one agent, ordered by their places, with those of each component.
class PassageList {
 public:
  void assign(std::vector<Passage> passages, const Space& space);
  // Bounds between places: 2 i is the entry of a passage, 2 i + 1 its exit; then those that are
  // added.
  [[nodiscard]] PlaceBounds& bounds() noexcept { return bounds_; }

  [[nodiscard]] bool is_empty() const noexcept { return all_.empty(); }
  [[nodiscard]] std::span<const Passage> all() const noexcept { return all_; }
  // Indices of those that leave a component.
  [[nodiscard]] std::span<const std::uint32_t> leaving(std::uint32_t component) const noexcept;
  // Those that enter a component have ranks without a gap between them, by the x of their exits.
  struct Ranks {
    std::uint32_t first;
    std::uint32_t end;
  };
  // Those of exits at most `across` from a place in x.
  [[nodiscard]] Ranks entering(std::uint32_t component, const Point& place,
                               double across) const noexcept;
  // Those from whose exits one may walk to the entry of a passage.
  [[nodiscard]] Ranks before(std::uint32_t passage) const noexcept { return before_[passage]; }
  [[nodiscard]] std::uint32_t of_rank(std::uint32_t rank) const noexcept { return by_to_[rank]; }
  [[nodiscard]] std::uint32_t rank(std::uint32_t passage) const noexcept { return ranks_[passage]; }

  // Above Passage::group of all.
  [[nodiscard]] std::uint32_t group_count() const noexcept { return group_count_; }

  // What legs to the entry of a passage cost at least, by the rank of the passage from whose exit
  // they lead, of those that may: the straight line, or what landmarks know. Computed when it is
  // asked for first; null where there are so many passages that it takes too much memory.
  [[nodiscard]] const double* least_costs(std::uint32_t passage);

  // Calls visit(i) for a passage into each component that can be reached from one over passages;
  // these are left in `reached`.
  template <class Visit>
  void for_each_reached(std::uint32_t component, std::vector<std::uint32_t>& reached,
                        const Visit& visit) const {
    reached.assign(1, component);
    for (std::size_t next = 0; next < reached.size(); ++next) {
      for (const std::uint32_t i : leaving(reached[next])) {
        const std::uint32_t to = all_[i].to;
        bool is_known = false;
        for (const std::uint32_t other : reached) is_known = is_known || other == to;
        if (is_known) continue;
        reached.push_back(to);
        visit(i);
      }
    }
  }
  // Whether passages lead from one component into another, or back into the same.
  [[nodiscard]] bool leads(std::uint32_t from, std::uint32_t to,
                           std::vector<std::uint32_t>& reached) const;

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return all_.capacity() * sizeof(Passage) + bounds_.memory_bytes() +
           (by_from_.capacity() + by_to_.capacity() + ranks_.capacity()) * sizeof(std::uint32_t) +
           before_.capacity() * sizeof(Ranks) + costs_.memory_bytes() + is_computed_.capacity();
  }

 private:
  std::vector<Passage> all_;
  std::vector<std::uint32_t> by_from_;
  std::vector<std::uint32_t> by_to_;  // and the exit's x
  std::vector<std::uint32_t> ranks_;  // places in by_to_
  std::vector<Ranks> before_;
  std::uint32_t group_count_ = 0;
  PlaceBounds bounds_;
  double least_cost_ = 1.0;                // of a tile
  UnsetArray<double> costs_;               // rows of least_costs()
  std::vector<std::uint8_t> is_computed_;  // by row
};

}  // namespace taut::detail

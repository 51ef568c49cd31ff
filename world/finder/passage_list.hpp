// The links that an agent may pass, and what is known about the legs between them (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <taut/detail/memory.hpp>
#include <taut/world.hpp>

#include "core/base/lists.hpp"
#include "core/mesh_paths/mesh_passages.hpp"
#include "found_route.hpp"
#include "known_legs.hpp"

namespace taut::detail {

// All passages of an agent and its space: lanes at most kLinkSpacing apart.
[[nodiscard]] std::vector<Passage> collect_passages(const World& world, const Space& space,
                                                    const Agent& agent);

// The passages of one agent, ordered by their places, with those of each component.
class PassageList {
 public:
  void assign(std::vector<Passage> passages, const Space& space);
  // Bounds between places. Place 2 i is the entry of passage i, 2 i + 1 its exit; places that are
  // added have the numbers after these.
  [[nodiscard]] PlaceBounds& bounds() noexcept { return bounds_; }
  [[nodiscard]] const PlaceBounds& bounds() const noexcept { return bounds_; }
  // The same passages, for searches over the mesh of the space.
  [[nodiscard]] const MeshPassages& on_mesh() const noexcept { return on_mesh_; }
  [[nodiscard]] KnownLegs& known_legs() noexcept { return known_legs_; }
  // Whether searches of the space would be made as they were when this was assigned.
  [[nodiscard]] bool is_of(const Space& space) const;

  [[nodiscard]] bool is_empty() const noexcept { return all().empty(); }
  [[nodiscard]] std::span<const Passage> all() const noexcept { return on_mesh_.all(); }
  // The indices of the passages that leave a component.
  [[nodiscard]] std::span<const std::uint32_t> leaving(std::uint32_t component) const noexcept;
  // The passages that enter a component have consecutive ranks, by the x of their exits.
  struct Ranks {
    std::uint32_t first;
    std::uint32_t end;
  };
  // The passages whose exits are at most `across` from a place in x.
  [[nodiscard]] Ranks entering(std::uint32_t component, const Point& place,
                               double across) const noexcept;
  // The passages from whose exits an agent may walk to the entry of this one.
  [[nodiscard]] Ranks before(std::uint32_t passage) const noexcept { return before_[passage]; }
  [[nodiscard]] const Point& exit_of_rank(std::uint32_t rank) const noexcept {
    return exits_[rank];
  }
  [[nodiscard]] std::uint32_t of_rank(std::uint32_t rank) const noexcept { return by_to_[rank]; }
  [[nodiscard]] std::uint32_t rank(std::uint32_t passage) const noexcept { return ranks_[passage]; }

  // The least costs of legs to the entry of a passage, by straight lines and landmarks, indexed by
  // the rank of the passage from whose exit the leg leads, within before(passage). Computed at the
  // first call; null if there are so many passages that they would take too much memory.
  [[nodiscard]] const double* least_costs(std::uint32_t passage);

  // Calls visit(i) for one passage into each component that passages reach from `component`, and
  // leaves these components in `reached`.
  template <class Visit>
  void for_each_reached(std::uint32_t component, std::vector<std::uint32_t>& reached,
                        const Visit& visit) const {
    reached.assign(1, component);
    for (std::size_t next = 0; next < reached.size(); ++next) {
      for (const std::uint32_t i : leaving(reached[next])) {
        const std::uint32_t to = all()[i].to;
        bool is_known = false;
        for (const std::uint32_t other : reached) is_known = is_known || other == to;
        if (is_known) continue;
        reached.push_back(to);
        visit(i);
      }
    }
  }
  // Whether passages lead from one component to another, or back to the same one.
  [[nodiscard]] bool leads(std::uint32_t from, std::uint32_t to,
                           std::vector<std::uint32_t>& reached) const;

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return bytes_of(by_from_, by_to_, ranks_, exits_, before_, is_computed_) +
           bounds_.memory_bytes() + costs_.memory_bytes() + on_mesh_.memory_bytes() +
           known_legs_.memory_bytes();
  }

 private:
  std::vector<std::uint32_t> by_from_;
  std::vector<std::uint32_t> by_to_;  // then by the exit's x
  std::vector<std::uint32_t> ranks_;  // positions in by_to_
  std::vector<Point> exits_;          // in the order of by_to_
  std::vector<Ranks> before_;
  PlaceBounds bounds_;
  MeshPassages on_mesh_;
  KnownLegs known_legs_;
  std::weak_ptr<const CornerIndex> index_;  // of the space
  double least_cost_ = 1.0;                 // the least cost of a tile
  UnsetArray<double> costs_;                // rows of least_costs()
  std::vector<std::uint8_t> is_computed_;   // per row
};

}  // namespace taut::detail

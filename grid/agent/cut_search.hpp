// The parts into which an edit would let a mesh fall (internal).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/engine/convex_mesh.hpp>

#include "grid/mesh/hole_parts.hpp"

TAUT_API_BEGIN
namespace taut {

// From all that remains in the holes of an edit, searches spread over the cells of the mesh. Two
// that meet become one. A search that has nothing left has found a part; so has the last one of a
// component, whatever it did not visit. Searches take turns, so all together cost what the smaller
// parts do, without their dead ends, which none enters.
class CutSearch {
 public:
  // Requires holes that have no cell in common, and no two cells that are neighbours.
  CutSearch(const ConvexMesh& mesh, std::span<const HoleParts> holes);

  // Searches through the components of which matters(component) is true.
  template <class Matters>
  void run(const Matters& matters) {
    for (Group& group : groups_) {
      if (group.component == kNone) continue;
      if (!matters(group.component)) {
        group.component = kNone;
        continue;
      }
      live_.push_back(static_cast<std::uint32_t>(&group - groups_.data()));
      ++open_of(group.component);
    }
    join_exits();
    finish();
  }

  // The part that a remaining cell, or a part of a hole, lies in: 0 for what was not visited as a
  // whole, and where the component was not searched.
  // Cost      in a dead end, the cells on the way out of it.
  [[nodiscard]] std::uint32_t part_of_cell(CellId cell) const noexcept;
  [[nodiscard]] std::uint32_t part_of_hole(std::size_t hole, std::uint32_t part) const noexcept {
    return part_of_group(first_group_[hole] + part);
  }
  // The hole that has a cell; holes.size() where none has.
  [[nodiscard]] std::size_t hole_of(CellId cell) const noexcept;

  // Whether a component may have fallen apart: false where all that was searched remains whole.
  [[nodiscard]] bool has_parts() const noexcept;

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t kRemoved = kNone - 1;

  struct Slot {
    CellId cell;
    std::uint32_t group;  // kNone: an empty slot
  };
  struct Node {
    CellId cell;
    std::uint32_t next;  // to be expanded
  };
  // One for each part of a hole.
  struct Group {
    std::uint32_t parent;  // itself, unless it was joined to another
    std::uint32_t first;   // to be expanded; kNone when it is complete
    std::uint32_t last;
    std::uint32_t component;  // kNone where it has no exit
  };
  struct Open {
    std::uint32_t component;
    std::uint32_t count;
  };

  // How many searches of a component are not complete.
  std::uint32_t& open_of(std::uint32_t component);
  [[nodiscard]] std::uint32_t root_of(std::uint32_t group) const noexcept {
    while (groups_[group].parent != group) group = groups_[group].parent;
    return group;
  }
  [[nodiscard]] std::uint32_t part_of_group(std::uint32_t group) const noexcept {
    const std::uint32_t root = root_of(group);
    return groups_[root].first == kNone ? root + 1 : 0;
  }
  [[nodiscard]] CellId climb(CellId cell) const noexcept;
  template <class Visit>
  void for_each_exit(const Visit& visit) const;
  void join_exits();
  void finish();
  void expand(std::uint32_t group);
  void reach(std::uint32_t group, CellId cell);
  void join(std::uint32_t to, std::uint32_t from) noexcept;
  [[nodiscard]] std::size_t slot_of(CellId cell) const noexcept {
    std::size_t slot = cell & (slots_.size() - 1);
    while (slots_[slot].group != kNone && slots_[slot].cell != cell) {
      slot = (slot + 1) & (slots_.size() - 1);
    }
    return slot;
  }
  [[nodiscard]] std::uint32_t find(CellId cell) const noexcept {
    return slots_[slot_of(cell)].group;
  }
  void put(CellId cell, std::uint32_t group);

  const ConvexMesh& mesh_;
  const std::span<const HoleParts> holes_;
  std::vector<std::uint32_t> first_group_;  // per hole
  std::vector<Slot> slots_;                 // a hash table of cells
  std::size_t slots_in_use_ = 0;
  std::vector<Node> nodes_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> live_;
  std::vector<Open> open_;
};

}  // namespace taut
TAUT_API_END

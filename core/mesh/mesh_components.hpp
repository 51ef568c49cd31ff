// The components of a mesh through one edit (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/convex_mesh.hpp>

namespace taut {

// Cells that are on their way out leave() before anything else is done, new ones have no component
// until update(), which comes when all links are right.
class MeshComponents {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  explicit MeshComponents(ConvexMesh& mesh) noexcept : m_(mesh) {}

  [[nodiscard]] bool has(CellId cell) const noexcept { return m_.components_[cell] != kNone; }
  void leave(CellId cell) noexcept;

  // To be told the new cells, and those that stay beside what has come or gone.
  void update(std::span<const CellId> added, std::span<const CellId> beside);

 private:
  // A component that stands for a search in hand.
  static constexpr std::uint32_t kFlood = 0x80000000U;

  // What is reached from one of the parts around the place.
  struct Reached {
    CellId cell;
    std::uint32_t component;  // before
  };
  struct Flood {
    std::vector<Reached> reached;
    std::size_t next;        // of `reached`, to be looked around from
    std::uint32_t group;     // of floods that may meet: one of them
    std::uint32_t together;  // of those that have met: a way to one of them
    std::uint32_t ring;      // of those that have met: the next, all round
    std::size_t running;     // of that one: how many of them have not ended
    bool is_settled;
  };

  template <class Visit>
  void for_each_neighbor(CellId cell, const Visit& visit) const {
    const EdgeId first = m_.cells_[cell].first;
    for (EdgeId edge = first; edge < first + m_.cells_[cell].count; ++edge) {
      if (!m_.edges_[edge].is_wall()) visit(m_.edge_cells_[m_.edges_[edge].twin()]);
    }
  }

  void enter(CellId cell, std::uint32_t component) noexcept;
  [[nodiscard]] std::uint32_t add_component();
  [[nodiscard]] std::uint32_t group_of(std::uint32_t flood) const noexcept;
  [[nodiscard]] std::uint32_t together_of(std::uint32_t flood) const noexcept;
  void begin_flood(CellId seed);
  bool reach(std::uint32_t flood, CellId cell);
  void run_floods(std::vector<std::uint32_t> running);
  void settle(std::uint32_t flood, std::uint32_t component);
  void settle_rest(std::span<const std::uint32_t> floods,
                   std::span<const std::uint32_t> components);

  ConvexMesh& m_;
  std::vector<Flood> floods_;
  std::vector<std::uint32_t> left_;  // components that cells have left
};

}  // namespace taut

// Merges triangles into few, large convex cells (internal).
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include <taut/engine/convex_mesh.hpp>

#include "mesh_triangles.hpp"

namespace taut {

// Goes through the edges of triangles, longest first, and removes each whose two cells form a
// convex one of at most kMaxMergedEdges edges. In a mesh that was made like this an edge depends on
// longer ones nearby alone. So after an edit those beside what changed are decided again, then
// those that depend on one whose outcome is another. The cells are those of a new mesh.
// Source    Hertel and Mehlhorn (1983).
class TAUT_LOCAL CellMerger {
 public:
  // Vertices of the cells lie at those of the triangles divided by steps_per_tile, a power of two.
  explicit CellMerger(MeshTriangles& triangles, int steps_per_tile);

  void merge();

  // The resulting cells, and the cells of the mesh that they replace.
  [[nodiscard]] MeshPatch finish();

 private:
  static constexpr std::uint32_t kNone = Triangulation::kNone;

  // An edge that is to be decided. The place of its middle breaks ties: edges with the same one
  // would cross. A hash keeps neighbours of one length from depending on each other in a chain. It
  // goes by squares of at most 32 tiles: edges decided one after the other are near in memory.
  struct Candidate {
    std::uint64_t squared_length;
    std::uint64_t place_hash;
    std::uint32_t half;

    // Whether this one is decided later.
    [[nodiscard]] bool operator<(const Candidate& other) const noexcept {
      return squared_length != other.squared_length ? squared_length < other.squared_length
                                                    : place_hash < other.place_hash;
    }
  };

  [[nodiscard]] Candidate candidate_of(std::uint32_t half) const noexcept;
  [[nodiscard]] bool is_before(std::uint32_t half, const Candidate& other) const noexcept {
    return other < candidate_of(half);
  }
  void add_rings();
  void collect();
  void decide(const Candidate& edge);
  [[nodiscard]] bool is_removable(const Candidate& edge);
  [[nodiscard]] bool is_needless(std::uint32_t half, const Candidate& edge);
  [[nodiscard]] std::uint32_t count_edges(std::uint32_t half, const Candidate& edge);
  void reconsider_around(std::uint32_t half, const Candidate& edge);
  void reconsider_sizes(const Candidate& edge);
  [[nodiscard]] std::uint32_t next_kept(std::uint32_t half) const noexcept;
  [[nodiscard]] std::uint32_t merged_size(std::uint32_t half) const noexcept;
  void reconsider(std::uint32_t half, const Candidate& after);
  [[nodiscard]] std::uint32_t twin(std::uint32_t half) const noexcept {
    return triangles_.all.twin[half];
  }
  void unlink(std::uint32_t half) noexcept;
  void connect(std::uint32_t half, std::uint32_t after) noexcept {
    next_[half] = after;
    previous_[after] = half;
  }

  MeshTriangles& triangles_;
  int steps_;  // per tile
  // Rings of half-edges: triangles joined by edges that are removed and will not be decided again.
  std::vector<std::uint32_t> next_;  // kNone for those edges
  std::vector<std::uint32_t> previous_;
  std::vector<std::uint8_t> is_waiting_;    // per half-edge: it or its twin is to be decided
  std::vector<Candidate> first_;            // those at the beginning, in order
  std::priority_queue<Candidate> further_;  // those since
  std::vector<std::uint32_t> kept_;         // around a cell
  std::vector<std::uint32_t> passed_;       // removed edges on the way
};

}  // namespace taut

// The memory of a MeshScratch (internal).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <taut/detail/open_heap.hpp>
#include <taut/engine/mesh_search.hpp>

#include "landmark_bounds.hpp"
#include "query_end.hpp"

namespace taut {

struct MeshScratch::Memory {
  static constexpr std::uint32_t kNone = 0xffffffffU;

  // A place, or the offset of one place from another.
  struct Offset {
    float x, y;
  };

  // The part of an edge that is visible from the last corner of a path.
  struct Funnel {
    float cost;    // length of the path from the start to the root
    Offset root;   // the last corner of the path
    Offset right;  // from the root to the corners that limit the view; both 0 where nothing does
    Offset left;
  };

  // The best path known that enters a cell by an edge.
  struct Node {
    float f;
    EdgeId edge;
    std::uint32_t before;  // the node of the cell before, kNone at the start
    Funnel funnel;
  };

  // The node of an edge, apart from the edge's data: most marks are read only to reject a path.
  struct Mark {
    std::uint32_t query;  // that of this memory: a path is known; plus 1: the node is expanded
    std::uint32_t node;
  };

  // Order of the open list: least f first; ties: the smallest edge.
  struct OpenEntry {
    std::uint64_t bits;  // f is not negative, so its bits have its order
    [[nodiscard]] static OpenEntry make(float f, EdgeId edge) noexcept {
      return {std::uint64_t{std::bit_cast<std::uint32_t>(f)} << 32U | edge};
    }
    [[nodiscard]] static OpenEntry last() noexcept { return {~std::uint64_t{0}}; }
    [[nodiscard]] bool is_before(const OpenEntry& other) const noexcept {
      return bits < other.bits;
    }
    [[nodiscard]] float f() const noexcept {
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits >> 32U));
    }
    [[nodiscard]] EdgeId edge() const noexcept { return static_cast<EdgeId>(bits); }
  };

  // The state of a query between calls.
  struct Query {
    QueryEnd start;
    QueryEnd goal;
    std::size_t expansion_limit = 0;
    std::size_t expanded = 0;
    std::size_t improvements = 0;
    std::uint64_t revision = 0;  // of the mesh
    const Landmarks* landmarks = nullptr;
    Status status = Status::no_path;
    bool is_running = false;  // begun, and its result was not returned yet
    bool is_done = true;      // the status is final
    bool is_partial = false;
    bool is_guided = false;             // whether nodes are ranked by landmarks now
    bool is_connected = false;          // whether the goal can be reached
    bool has_marked_dead_ends = false;  // some lead to the goal
    CellId start_cell = 0;              // one that holds the start, and the goal where one does
    std::uint32_t node_count = 0;
    std::uint32_t last = kNone;     // the best node known in a cell of the goal; kNone: start_cell
    float last_f = 0.0F;            // infinite until there is one
    float cost = 0.0F;              // of the path to the goal by `last`
    std::uint32_t nearest = kNone;  // the node whose edge is nearest to the goal
    float nearest_square = 0.0F;    // its distance from the goal, squared
    float nearest_cost = 0.0F;
  };

  Memory(std::size_t cell_ids, std::size_t edge_ids);

  // How many nodes in the open list may get a better path; later improvements, which are hardly
  // shorter, are ignored. So the open list, which keeps the old entries too, is never full.
  [[nodiscard]] static constexpr std::size_t max_improvements(std::size_t edge_ids) noexcept {
    return edge_ids / 4 + 64;
  }

  std::size_t edge_count;  // ids of edges
  std::unique_ptr<Mark[]> edge_marks;
  std::unique_ptr<Node[]> nodes;  // by age: at most one per edge
  OpenHeap<OpenEntry> open;
  std::vector<std::uint32_t> cell_marks;  // `query` where the cell leads to the goal, plus 1 in the
                                          // corridor
  std::uint32_t query = 0;                // even
  Query state;
  detail::LandmarkBounds bounds;  // if there are landmarks
};

}  // namespace taut

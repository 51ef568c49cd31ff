// The memory of an OptimalScratch (internal).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <taut/detail/open_heap.hpp>
#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/optimal_search.hpp>

#include "corner_query.hpp"
#include "funnel_steps.hpp"
#include "landmark_bounds.hpp"
#include "query_end.hpp"

namespace taut {

struct OptimalScratch::Memory {
  static constexpr std::uint32_t kNone = 0xffffffffU;

  // A point where paths turn, and the path to it.
  struct Root {
    double cost;  // length from the start
    Point at{0.0F, 0.0F};
    VertexId vertex;       // kNone at the start
    std::uint32_t before;  // the root before, kNone at the start
    double least_length;   // no path through it to the goal is shorter; or kNotAsked

    static constexpr double kNotAsked = -1.0;  // of the landmarks
  };

  // A funnel that enters a cell.
  struct Node {
    EdgeId edge;  // the entry edge, as an edge of the cell entered
    std::uint32_t root;
    std::uint32_t before;
    detail::View view;
    std::uint16_t is_expanded;
    // Directions of the rays from the root; exact (see funnel_steps.hpp).
    float right_x, right_y;
    float left_x, left_y;
  };

  // Identifies the mesh of the last query, as far as possible.
  struct Searched {
    std::uint64_t revision = 0;
    std::size_t edge_ids = 0;
    friend bool operator==(const Searched&, const Searched&) = default;
  };

  // The rest of a query's state, saved between calls.
  struct State {
    bool is_running_ = false;
    Status status_ = Status::ok;  // ok: the search goes on, or has reached the goal
    QueryEnd start_;
    QueryEnd goal_;
    std::size_t expansion_limit_ = 0;
    double length_limit_ = 0.0;
    std::uint64_t limit_bits_ = 0;  // of the f that no node may exceed
    const Landmarks* landmarks_ = nullptr;
    const CornerIndex* index_ = nullptr;
    bool is_guided_ = false;  // whether nodes are ranked by landmarks now
    bool has_open_dead_ends_ = false;

    std::size_t node_count_ = 0;
    std::size_t root_count_ = 0;
    std::size_t expanded_ = 0;
    bool is_full_ = false;

    // The current node, and the root of what it emits.
    std::uint32_t node_ = kNone;
    std::uint32_t root_ = kNone;
    Point at_{0.0F, 0.0F};
    double cost_ = 0.0;
    double least_length_ = 0.0;
    detail::Vector goal_way_;

    detail::Interval unranked_{};  // of the successor made last, while it is the only one
    std::array<VertexId, 2> unranked_ends_{};  // of its edge: right and left
    bool is_unranked_ = false;
    detail::OpenFunnel best_{};
    bool has_best_ = false;
    bool is_lone_ = true;
  };

  Memory(const ConvexMesh& mesh, std::size_t node_places);

  std::size_t places;
  std::size_t cell_count;
  std::size_t vertex_count;
  std::unique_ptr<Node[]> nodes;
  std::unique_ptr<Root[]> roots;
  OpenHeap<detail::OpenFunnel> open;
  std::unique_ptr<VertexMark[]> vertex_marks;
  std::unique_ptr<std::uint32_t[]> cell_marks;  // query in which a dead end leads to the goal
  std::uint32_t query = 0;
  std::uint32_t node_count = 0;   // of the last search
  detail::LandmarkBounds bounds;  // if there are landmarks
  Searched searched;
  std::uint32_t last = kNone;  // the node that reached the goal
  State state;
};

}  // namespace taut

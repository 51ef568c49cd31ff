// The memory of a Field (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <taut/convex_mesh.hpp>
#include <taut/field.hpp>
#include <taut/geometry.hpp>

#include "core/mesh_paths/funnel_steps.hpp"
#include "field_queue.hpp"

namespace taut {

struct FieldMemory {
  static constexpr std::uint32_t kNone = 0xffffffffU;

  // A point where paths turn, and the path from it to a goal.
  struct Root {
    double cost;  // the length of that path and the cost of the goal
    Point at{0.0F, 0.0F};
    VertexId vertex;       // kNone at a goal
    std::uint32_t before;  // the root nearer to the goal, kNone at the goal
    std::uint32_t goal;
  };

  enum class Fate : std::uint16_t { open, expanded, dropped };

  // A funnel that enters a cell.
  struct Node {
    EdgeId edge;  // the entry edge, as an edge of the cell entered
    std::uint32_t root;
    std::uint32_t next;  // of the same edge
    detail::View view;
    Fate fate;
    // Directions of the rays from the root; exact (see funnel_steps.hpp).
    float right_x, right_y;
    float left_x, left_y;
  };

  // A funnel as queries see it.
  struct Sight {
    double cost;  // of the root
    Point at{0.0F, 0.0F};
    std::uint32_t root;
    std::uint32_t entry : 31;   // the entry edge, counted from the first edge of the cell
    std::uint32_t is_cone : 1;  // else it sees all of the cell
    float right_x, right_y;
    float left_x, left_y;
  };

  // The part of the edge inside a funnel: from 0 at its right end to 1 at its left end; rounded.
  struct Span {
    double from = 0.0;
    double to = 1.0;
  };

  // The cheapest root at a vertex, in this build.
  struct VertexMark {
    double cost;
    std::uint32_t build;
    std::uint32_t root;
  };

  [[nodiscard]] Sight sight(const Node& node, std::size_t entry) const noexcept {
    const Root& root = roots[node.root];
    Sight sight;
    sight.cost = root.cost;
    sight.at = root.at;
    sight.root = node.root;
    sight.entry = static_cast<std::uint32_t>(entry) & 0x7fffffffU;
    sight.is_cone = node.view == detail::View::cone ? 1 : 0;
    sight.right_x = node.right_x;
    sight.right_y = node.right_y;
    sight.left_x = node.left_x;
    sight.left_y = node.left_y;
    return sight;
  }

  [[nodiscard]] bool is_current() const noexcept {
    return mesh != nullptr && mesh->revision() == revision && mesh->edge_ids() == edge_ids;
  }

  const ConvexMesh* mesh = nullptr;
  std::uint64_t revision = 0;
  std::size_t edge_ids = 0;
  double reach = 0.0;

  std::vector<Root> roots;
  std::vector<Sight> sights;               // cell by cell
  std::vector<std::uint32_t> first_sight;  // per cell id, and the end of the last one

  // Of the build alone.
  std::vector<Node> nodes;
  std::vector<std::uint32_t> first;  // per edge id the first node that enters by it
  std::vector<Span> spans;           // of nodes
  FieldQueue open;
  std::vector<VertexMark> vertex_marks;
  std::uint32_t build = 0;
};

}  // namespace taut

// The memory of a Field and of its builds (internal).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/field.hpp>
#include <taut/engine/geometry.hpp>

#include "core/mesh_paths/funnel_steps.hpp"
#include "edge_trees.hpp"
#include "field_queue.hpp"
#include "goal_trees.hpp"

namespace taut {

// What the questions to a field read.
struct FieldMemory {
  static constexpr std::uint32_t kNone = 0xffffffffU;

  // A point where paths turn, and the path from it to a goal.
  struct Root {
    double cost;  // the length of that path and the cost of the goal
    Point at{0.0F, 0.0F};
    std::uint32_t before;  // the root nearer to the goal, kNone at the goal
    std::uint32_t goal;
    std::uint32_t vertex;  // of the build: kNone for a goal
  };

  // The rays of a funnel that enters a cell, as directions from the root; 0 where it sees all of
  // the cell. Where a path may turn at an end of the entry edge, the ray goes to that end. Exact
  // (funnel_steps.hpp).
  struct Gate {
    detail::Rays rays;
    // What the cross product of the ray with a point is at least, or at most, for the points that
    // the funnel leads to: that with the root, infinite where a path may turn. Exact: a product of
    // two coordinates has 48 bits.
    double right_limit;
    double left_limit;
  };

  // The rest of a funnel that enters a cell: its root, and how paths from it go on.
  struct Sight {
    double cost;  // of the root
    Point at{0.0F, 0.0F};
    std::uint32_t root : 29;
    std::uint32_t is_cone : 1;  // else it sees all of the cell
    std::uint32_t turns_right : 1;
    std::uint32_t turns_left : 1;
    float bound;  // no distance through the funnel is less
  };

  [[nodiscard]] bool is_current() const noexcept {
    return mesh != nullptr && mesh->state() == state;
  }

  const ConvexMesh* mesh = nullptr;
  MeshState state;
  double known_distance = 0.0;

  std::vector<Root> roots;
  // Cell by cell, in a cell by growing bound; those of many goals in it last, in a tree.
  std::vector<Sight> sights;
  std::vector<Gate> gates;                 // of the same funnels
  std::vector<std::uint32_t> first_sight;  // per cell id, and the end of the last one
  GoalTrees goals;                         // of sights
};

// What a build needs besides.
struct FieldScratch::Memory {
  static constexpr std::uint32_t kNone = FieldMemory::kNone;

  enum class Fate : std::uint8_t { open, expanded, dropped };

  // The part of the edge inside a funnel: from 0 at its right end to 1 at its left end; rounded.
  using Span = EdgeTrees::Span;

  // A funnel that enters a cell: a cache line, all that is read to compare two of them.
  struct alignas(64) Node {
    EdgeId edge;  // the entry edge, as an edge of the cell entered
    std::uint32_t root;
    std::uint32_t next;  // of the same edge, in its list
    detail::View view;
    Fate fate;
    // Ends of the entry edge where a path may turn; the ray goes to that end then.
    std::uint8_t turns_right : 1;
    std::uint8_t turns_left : 1;
    double cost;  // of the root
    Point at{0.0F, 0.0F};
    detail::Rays rays;  // from the root; exact (see funnel_steps.hpp)
    Span span;
  };

  // A target of the build in a cell; one on an edge has several.
  struct Target {
    CellId cell;
    std::uint32_t index;
    friend bool operator<(const Target& a, const Target& b) noexcept {
      return a.cell != b.cell ? a.cell < b.cell : a.index < b.index;
    }
  };

  // What this build knows of a vertex.
  struct VertexMark {
    double bound;  // the length of a path to it, with the cost of the goal
    std::uint32_t build;
    std::uint32_t root;  // the last one made at it, or kNone
  };

  std::vector<Node> nodes;
  std::vector<float> bounds;  // of nodes, as in Sight
  // Per edge id the first node that enters by it, or where there are many the tree of them.
  std::vector<std::uint32_t> first;
  EdgeTrees edge_trees;
  FieldQueue open;
  std::vector<std::uint32_t> sight_ends;  // per cell id, of what is copied to the field
  std::vector<std::uint32_t> by_bounds;   // nodes of cells that many enter
  std::vector<VertexMark> vertex_marks;
  std::uint32_t build = 0;

  // A goal in one of its cells.
  struct Start {
    CellId cell;
    std::uint32_t root;
    std::uint32_t node;  // kNone where another goal is nearer than its cost, or beyond the limit
    double cost;
    Point at{0.0F, 0.0F};
  };
  std::vector<Start> starts;    // of each place in each cell the cheapest
  std::vector<Start*> nearest;  // those that are expanded
  GoalTrees goals;              // of starts

  // What FieldTargets needs.
  std::vector<Target> targets;            // by cells
  std::vector<std::uint8_t> has_target;   // per cell id
  std::vector<double> distances;          // per target that counts; -1 for others
  std::vector<std::uint32_t> components;  // with goals
};

// A funnel as queries see it.
[[nodiscard]] inline FieldMemory::Sight to_sight(const FieldScratch::Memory::Node& node,
                                                 float bound = 0.0F) noexcept {
  FieldMemory::Sight sight;
  sight.bound = bound;
  sight.cost = node.cost;
  sight.at = node.at;
  sight.root = node.root & ((1U << 29U) - 1U);
  sight.is_cone = node.view == detail::View::cone ? 1 : 0;
  sight.turns_right = node.turns_right;
  sight.turns_left = node.turns_left;
  return sight;
}
[[nodiscard]] inline FieldMemory::Gate to_gate(const FieldScratch::Memory::Node& node) noexcept {
  // By the turns. Without branches: whether a path turns is as unpredictable as the map.
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kBounds[] = {kInfinity, -kInfinity};
  const detail::Vector at = detail::to_vector(node.at);
  return {node.rays,
          std::min(cross(detail::to_vector(node.rays.right), at), kBounds[node.turns_right]),
          std::max(cross(detail::to_vector(node.rays.left), at), -kBounds[node.turns_left])};
}

}  // namespace taut

// What an obstacle corner sees (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/geometry.hpp>

#include "core/mesh_paths/funnel_steps.hpp"

#include "corner_graph.hpp"

namespace taut {

// A part of a cell that sees the corner: what lies between two rays, both on one side of it.
struct CornerCone {
  CellId cell;
  CornerSide side;
  detail::Vector right_ray;
  detail::Vector left_ray;
};

struct CornerViewNode {
  EdgeId edge;
  detail::View view;
  detail::Rays rays;
};

// The funnels of one root, the corner, as the optimal search would expand them, without turns. So
// what they miss lies behind another corner, in a straight line (funnel_steps.hpp).
class CornerView : private detail::FunnelSteps<CornerView, CornerViewNode> {
 public:
  explicit CornerView(const ConvexMesh& mesh) noexcept : mesh_(mesh) {}

  // `fan` has the edges that start at the corner, one for each cell around it.
  void look(const IndexCorner& corner, std::span<const EdgeId> fan);

  // After a look: corners by vertex, some several times, from which a path may come to turn at this
  // one.
  [[nodiscard]] std::span<const CornerCone> cones() const noexcept { return cones_; }
  [[nodiscard]] std::span<const VertexId> corners() const noexcept { return corners_; }

 private:
  using Node = CornerViewNode;
  using Vector = detail::Vector;
  using Steps = detail::FunnelSteps<CornerView, Node>;
  friend Steps;

  void open_cell(EdgeId edge);
  void add_cone(CellId cell, const Vector& right, const Vector& left);
  void add_corner(const MeshEdge& edge);

  // What FunnelSteps needs.
  template <class Visit>
  void for_each_exit(CellId cell, std::span<const MeshEdge> ring, const Visit& visit) {
    detail::for_each_link(mesh_, cell, ring, visit);
  }
  [[nodiscard]] bool turn_at(const MeshEdge& corner) {
    add_corner(corner);
    return false;
  }
  void turn_back(std::uint32_t /*root*/) const noexcept {}
  void emit_view(const MeshEdge& /*from*/, const MeshEdge& /*to*/,
                 detail::View /*view*/) const noexcept {}
  void emit_cone(const MeshEdge& from, const MeshEdge& to, const detail::Interval& interval);

  [[nodiscard]] const ConvexMesh& mesh() const noexcept { return mesh_; }

  const ConvexMesh& mesh_;
  const IndexCorner* corner_ = nullptr;
  Point at_{0.0F, 0.0F};
  std::uint32_t root_ = 0;
  std::vector<Node> open_;
  std::vector<CornerCone> cones_;
  std::vector<VertexId> corners_;
};

}  // namespace taut

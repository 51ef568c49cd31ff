// The state of a build and its elementary steps (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/engine/convex_mesh.hpp>
#include <taut/engine/field.hpp>
#include <taut/engine/geometry.hpp>

#include "core/mesh_paths/funnel_steps.hpp"
#include "edge_contest.hpp"
#include "field_memory.hpp"

namespace taut {

// The targets of a build: when it may end (field_targets.cpp).
class FieldTargets {
 public:
  // Requires a memory that has the goals. Of the targets those count that lie in the component of a
  // goal.
  FieldTargets(const FieldMemory& memory, const FieldOptions& options,
               FieldScratch::Memory& scratch);

  // Takes the distances of the targets to the goals in their cells.
  void update_from_goals();

  // Takes the distances that a new funnel gives to the targets in its cell.
  void update(const FieldScratch::Memory::Node& node);

  // How far the field must reach.
  [[nodiscard]] double bound() const noexcept { return bound_; }

 private:
  using Target = FieldScratch::Memory::Target;

  void take(std::uint32_t target, double distance) noexcept;

  const FieldMemory& m_;
  FieldScratch::Memory& s_;
  std::span<const Point> points_;
  std::size_t unreached_ = 0;  // targets that count
  double bound_ = kNoLengthLimit;
};

// The vertices of a mesh where less than two links meet, as those in the corners of rooms, cell by
// cell. No search passes an edge that shows how far they are.
class HiddenVertices {
 public:
  explicit HiddenVertices(const ConvexMesh& mesh);

  struct Place {
    Point at{0.0F, 0.0F};
    VertexId vertex = 0;
  };

  [[nodiscard]] std::span<const Place> of(CellId cell) const noexcept {
    return {places_.data() + first_[cell], places_.data() + first_[cell + 1]};
  }

 private:
  std::vector<std::uint32_t> first_;  // per cell id, and the end of the last one
  std::vector<Place> places_;
};

// field_build.cpp says how it works.
class FieldBuild : private detail::FunnelSteps<FieldBuild, FieldScratch::Memory::Node> {
 public:
  using Scratch = FieldScratch::Memory;

  FieldBuild(const ConvexMesh& mesh, Scratch& scratch, FieldMemory& field) noexcept
      : mesh_(mesh), s_(scratch), field_(field) {}

  [[nodiscard]] FieldResult run(std::span<const FieldGoal> goals, const FieldOptions& options);

  // The same for the vertices only, whose distances are set by id: infinite where no path leads,
  // and for ids not in use. Leaves no field. Requires goals in cells, at a cost of 0, and a
  // distance for each id.
  void measure(std::span<const FieldGoal> goals, const HiddenVertices& hidden,
               std::span<double> distances);

 private:
  using Node = Scratch::Node;
  using Root = FieldMemory::Root;
  using Fate = Scratch::Fate;
  using View = detail::View;
  using Vector = detail::Vector;
  using Interval = detail::Interval;
  using Steps = detail::FunnelSteps<FieldBuild, Node>;
  friend Steps;
  static constexpr std::uint32_t kNone = FieldMemory::kNone;

  void fit();
  void make_room(std::size_t edges);
  [[nodiscard]] bool open_goals(std::span<const FieldGoal> goals);
  [[nodiscard]] bool list_starts(std::span<const FieldGoal> goals);
  void add_starts();
  void search();
  void expand(const Node& node, CellId cell);
  void prefetch_exits(CellId cell) const noexcept;
  void seal();
  [[nodiscard]] bool is_crowded(CellId cell) const noexcept;
  void seal_crowds();
  void measure_vertices(const Node& node, CellId cell) noexcept;
  void measure_vertex(const Node& node, const Point& at, VertexId vertex) noexcept;
  // Calls visit(cell, index) for each node that was not dropped, as they were found.
  template <class Visit>
  void for_each_kept(const Visit& visit) const {
    for (std::uint32_t i = 0; i < count_; ++i) {
      if (s_.nodes[i].fate != Fate::dropped) visit(mesh_.cell_of(s_.nodes[i].edge), i);
    }
  }
  [[nodiscard]] bool is_stale(const Node& node) const noexcept;
  [[nodiscard]] bool is_start_stale(const Node& node) const noexcept;
  void drop(Node& node) noexcept {
    node.fate = Fate::dropped;
    ++dropped_;
  }
  // Whether a length is more than another by more than rounding: that of both, and that of their
  // sums with a line across the widest mesh, which contest() compares.
  [[nodiscard]] static bool is_more(double length, double than) noexcept {
    return length > than * (1.0 + 1e-11) + 2e-11;
  }
  [[nodiscard]] Scratch::VertexMark& mark(VertexId vertex) noexcept {
    Scratch::VertexMark& found = s_.vertex_marks[vertex];
    if (found.build != s_.build) found = {kNoLengthLimit, s_.build, kNone};
    return found;
  }
  [[nodiscard]] bool is_contested(const MeshEdge& from) const noexcept {
    return s_.first[from.twin()] != kNone;
  }
  [[nodiscard]] bool contest(const MeshEdge& from, Rival& own);
  [[nodiscard]] bool contest_tree(const MeshEdge& from, Rival& own, std::uint32_t& tree);
  [[nodiscard]] Compared compare(const MeshEdge& from, Rival& own, Node& node);
  [[nodiscard]] Compared compare(const MeshEdge& from, Rival& own, Node& node,
                                 const Scratch::Span& within);
  void plant(std::uint32_t& first);

  template <class Visit>
  void for_each_exit(CellId cell, std::span<const MeshEdge> ring, const Visit& visit) const {
    detail::for_each_link(mesh_, cell, ring, visit);
  }

  void use_root(std::uint32_t root) noexcept {
    root_ = root;
    at_ = field_.roots[root].at;
    cost_ = field_.roots[root].cost;
  }
  [[nodiscard]] bool turn_at(const MeshEdge& corner);
  void turn_back(std::uint32_t root) noexcept {
    if (root != root_) use_root(root);
  }
  void emit_view(const MeshEdge& from, const MeshEdge& to, View view);
  void emit_cone(const MeshEdge& from, const MeshEdge& to, const Interval& interval);
  void emit_contested(const MeshEdge& from, const MeshEdge& to, const Interval& interval,
                      const Scratch::Span& span, double length);
  void add_view(EdgeId entry, View view);
  // A node without rays, that sees the reach.
  Node& add(EdgeId entry, View view, const Scratch::Span& span, const Scratch::Span& within,
            double f);
  void meet_targets(const Node& node);
  void limit(double length) noexcept;

  [[nodiscard]] const ConvexMesh& mesh() const noexcept { return mesh_; }

  const ConvexMesh& mesh_;
  Scratch& s_;
  FieldMemory& field_;
  double limit_ = 0.0;  // which the f of no node may exceed
  std::size_t expanded_ = 0;
  std::size_t room_ = 0;     // for nodes
  std::uint32_t count_ = 0;  // of them
  std::uint32_t dropped_ = 0;
  FieldTargets* targets_ = nullptr;         // while the search runs, if there are any
  const HiddenVertices* hidden_ = nullptr;  // if the distances of vertices are wanted
  // The root of what is emitted.
  std::uint32_t root_ = kNone;
  Point at_{0.0F, 0.0F};
  double cost_ = 0.0;
};

}  // namespace taut

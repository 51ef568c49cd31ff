// The state of a build and its elementary steps (internal).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/convex_mesh.hpp>
#include <taut/field.hpp>
#include <taut/geometry.hpp>

#include "core/mesh_paths/funnel_steps.hpp"
#include "edge_contest.hpp"
#include "field_memory.hpp"
#include "field_targets.hpp"

namespace taut {

// field_build.cpp says how it works.
class FieldBuild : private detail::FunnelSteps<FieldBuild, FieldScratch::Memory::Node> {
 public:
  using Scratch = FieldScratch::Memory;

  FieldBuild(const ConvexMesh& mesh, Scratch& scratch, FieldMemory& field) noexcept
      : mesh_(mesh), s_(scratch), field_(field) {}

  [[nodiscard]] FieldResult run(std::span<const FieldGoal> goals, const FieldOptions& options);

 private:
  using Node = Scratch::Node;
  using Root = FieldMemory::Root;
  using Fate = Scratch::Fate;
  using View = detail::View;
  using Vector = detail::Vector;
  using Steps = detail::FunnelSteps<FieldBuild, Node>;
  friend Steps;
  static constexpr std::uint32_t kNone = FieldMemory::kNone;

  void fit();
  [[nodiscard]] bool open_goals(std::span<const FieldGoal> goals);
  void search();
  void expand(std::uint32_t index);
  void seal();
  void sort_by_bound(std::size_t begin, std::size_t end) noexcept;
  [[nodiscard]] bool is_stale(const Node& node) const noexcept;
  [[nodiscard]] bool is_contested(const MeshEdge& from) const noexcept {
    return s_.first[from.twin()] != kNone;
  }
  [[nodiscard]] bool contest(const MeshEdge& from, const MeshEdge& to, Rival& own);

  template <class Visit>
  void for_each_exit(CellId cell, std::span<const MeshEdge> ring, const Visit& visit) {
    if (ring.size() <= ConvexMesh::kExitBits) {
      for (std::uint32_t links = mesh_.links(cell); links != 0; links &= links - 1) {
        visit(static_cast<std::size_t>(std::countr_zero(links)));
      }
    } else {
      for (std::size_t i = 0; i < ring.size(); ++i) {
        if (!ring[i].is_wall()) visit(i);
      }
    }
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
  void emit_cone(const MeshEdge& from, const MeshEdge& to, const detail::Interval& interval);
  void add(EdgeId entry, View view, const Rival& rival, double f);
  void limit(double length) noexcept;

  const ConvexMesh& mesh_;
  Scratch& s_;
  FieldMemory& field_;
  double limit_ = 0.0;  // which the f of no node may exceed
  std::size_t expanded_ = 0;
  FieldTargets* targets_ = nullptr;  // while the search runs, if there are any
  // The root of what is emitted.
  std::uint32_t root_ = kNone;
  Point at_{0.0F, 0.0F};
  double cost_ = 0.0;
};

}  // namespace taut

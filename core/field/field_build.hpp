// The state of a build and its elementary steps (internal).
#pragma once

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
class FieldBuild : private detail::FunnelSteps<FieldBuild, FieldMemory::Node> {
 public:
  using Memory = FieldMemory;

  FieldBuild(const ConvexMesh& mesh, Memory& memory) noexcept : mesh_(mesh), m_(memory) {}

  [[nodiscard]] FieldResult run(std::span<const FieldGoal> goals, const FieldOptions& options);

 private:
  using Node = Memory::Node;
  using Root = Memory::Root;
  using Fate = Memory::Fate;
  using View = detail::View;
  using Vector = detail::Vector;
  using Steps = detail::FunnelSteps<FieldBuild, Node>;
  friend Steps;
  static constexpr std::uint32_t kNone = Memory::kNone;

  void fit();
  [[nodiscard]] bool open_goals(std::span<const FieldGoal> goals);
  void search();
  void expand(std::uint32_t index);
  void seal();
  [[nodiscard]] bool is_stale(const Node& node) const noexcept;
  [[nodiscard]] bool contest(EdgeId edge, Rival& own);
  [[nodiscard]] Rival rival(std::uint32_t index) const noexcept;
  void keep(const Rival& rival, std::uint32_t index) noexcept;

  template <class Visit>
  void for_each_exit(CellId, std::span<const MeshEdge> ring, const Visit& visit) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      if (!ring[i].is_wall()) visit(i);
    }
  }

  void use_root(std::uint32_t root) noexcept {
    root_ = root;
    at_ = m_.roots[root].at;
    cost_ = m_.roots[root].cost;
  }
  [[nodiscard]] bool turn_at(const MeshEdge& corner);
  void turn_back(std::uint32_t root) noexcept {
    if (root != root_) use_root(root);
  }
  void emit_view(EdgeId entry, View view);
  void emit_cone(EdgeId entry, const detail::Interval& interval);
  void add(EdgeId entry, View view, const Rival& rival, double f);
  void limit(double length) noexcept;

  const ConvexMesh& mesh_;
  Memory& m_;
  double limit_ = 0.0;  // which the f of no node may exceed
  std::size_t expanded_ = 0;
  FieldTargets* targets_ = nullptr;  // while the search runs, if there are any
  // The root of what is emitted.
  std::uint32_t root_ = kNone;
  Point at_{0.0F, 0.0F};
  double cost_ = 0.0;
};

}  // namespace taut

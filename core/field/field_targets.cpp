#include "field_build.hpp"

#include <algorithm>

#include "field_sight.hpp"

#include <taut/engine/vectors.hpp>

namespace taut {

FieldTargets::FieldTargets(const FieldMemory& memory, const FieldOptions& options,
                           FieldScratch::Memory& scratch)
    : m_(memory), s_(scratch) {
  s_.targets.clear();
  if (options.end == FieldEnd::whole) return;
  const ConvexMesh& mesh = *m_.mesh;
  std::vector<std::uint32_t>& components = s_.components;
  components.clear();
  const std::size_t most = mesh.max_cells_at_point();
  components.reserve(most * m_.roots.size());  // for_each_cell_at() is noexcept
  for (const FieldMemory::Root& goal : m_.roots) {
    mesh.for_each_cell_at(goal.at,
                          [&](CellId cell) { components.push_back(mesh.component(cell)); });
  }
  std::sort(components.begin(), components.end());
  points_ = options.targets;
  s_.distances.assign(points_.size(), -1.0);
  s_.has_target.assign(mesh.cell_ids(), 0);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const std::size_t needed = s_.targets.size() + most;
    if (needed > s_.targets.capacity()) s_.targets.reserve(2 * needed);
    mesh.for_each_cell_at(snap(points_[i]), [&](CellId cell) {
      if (!std::binary_search(components.begin(), components.end(), mesh.component(cell))) return;
      s_.targets.push_back({cell, static_cast<std::uint32_t>(i)});
      s_.has_target[cell] = 1;
      unreached_ += s_.distances[i] < 0.0 ? 1 : 0;
      s_.distances[i] = kNoLengthLimit;
    });
  }
  std::sort(s_.targets.begin(), s_.targets.end());
  if (unreached_ == 0) bound_ = 0.0;
}

void FieldTargets::update_from_goals() {
  using Start = FieldScratch::Memory::Start;
  const std::span<const Start> starts(s_.starts);
  for (const Target& target : s_.targets) {
    const GoalTrees::Tree* const tree = s_.goals.find(target.cell);
    if (tree == nullptr) continue;
    const Point at = snap(points_[target.index]);
    const Start* const goal = s_.goals.nearest(*tree, starts, at, kNoLengthLimit);
    if (goal == nullptr) continue;
    take(target.index, goal->cost + detail::norm(detail::between(goal->at, at)));
  }
}

void FieldTargets::update(const FieldScratch::Memory::Node& node) {
  if (s_.targets.empty()) return;
  const CellId cell = m_.mesh->cell_of(node.edge);
  if (s_.has_target[cell] == 0) return;
  for (auto at = std::lower_bound(s_.targets.begin(), s_.targets.end(), Target{cell, 0});
       at != s_.targets.end() && at->cell == cell; ++at) {
    FieldSight sight(snap(points_[at->index]));
    sight.consider(to_sight(node), to_gate(node));
    take(at->index, sight.distance());
  }
}

void FieldTargets::take(std::uint32_t target, double distance) noexcept {
  const double before = s_.distances[target];
  if (!(distance < before)) return;
  s_.distances[target] = distance;
  if (before == kNoLengthLimit) --unreached_;
  if (unreached_ == 0 && before >= bound_) {
    bound_ = *std::max_element(s_.distances.begin(), s_.distances.end());
  }
}

}  // namespace taut

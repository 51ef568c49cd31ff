#include "field_targets.hpp"

#include <algorithm>

#include "field_sight.hpp"

namespace taut {

FieldTargets::FieldTargets(const FieldMemory& memory, const FieldOptions& options)
    : m_(memory), end_(options.end) {
  if (end_ == FieldEnd::whole) return;
  const ConvexMesh& mesh = *m_.mesh;
  std::vector<std::uint32_t> components;
  for (const FieldMemory::Root& goal : m_.roots) {
    mesh.for_each_cell_at(goal.at,
                          [&](CellId cell) { components.push_back(mesh.component(cell)); });
  }
  std::sort(components.begin(), components.end());
  points_ = options.targets;
  distances_.assign(points_.size(), -1.0);
  has_target_.assign(mesh.cell_ids(), false);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    mesh.for_each_cell_at(snap(points_[i]), [&](CellId cell) {
      if (!std::binary_search(components.begin(), components.end(), mesh.component(cell))) return;
      targets_.push_back({cell, static_cast<std::uint32_t>(i)});
      has_target_[cell] = true;
      distances_[i] = kNoLengthLimit;
    });
  }
  std::sort(targets_.begin(), targets_.end());
  update_bound();
}

void FieldTargets::update(const FieldScratch::Memory::Node& node) {
  if (targets_.empty()) return;
  const ConvexMesh& mesh = *m_.mesh;
  const CellId cell = mesh.cell_of(node.edge);
  if (!has_target_[cell]) return;
  bool is_changed = false;
  for (auto at = std::lower_bound(targets_.begin(), targets_.end(), Target{cell, 0});
       at != targets_.end() && at->cell == cell; ++at) {
    FieldSight sight(snap(points_[at->index]));
    sight.consider(to_sight(node));
    if (!(sight.distance() < distances_[at->index])) continue;
    distances_[at->index] = sight.distance();
    is_changed = true;
  }
  if (is_changed) update_bound();
}

void FieldTargets::update_bound() noexcept {
  double least = kNoLengthLimit;
  double most = 0.0;
  for (const double distance : distances_) {
    if (distance < 0.0) continue;
    least = std::min(least, distance);
    most = std::max(most, distance);
  }
  bound_ = end_ == FieldEnd::one_target ? least : most;
}

}  // namespace taut

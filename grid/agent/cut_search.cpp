#include "cut_search.hpp"

#include <algorithm>
#include <utility>

namespace taut {

CutSearch::CutSearch(const ConvexMesh& mesh, std::span<const HoleParts> holes)
    : mesh_(mesh), holes_(holes), slots_(256, Slot{0, kNone}) {
  for (const HoleParts& hole : holes_) {
    for (const CellId cell : hole.cells()) put(cell, kRemoved);
    const auto first = static_cast<std::uint32_t>(groups_.size());
    first_group_.push_back(first);
    for (std::uint32_t part = 0; part < hole.count(); ++part) {
      groups_.push_back({first + part, kNone, kNone, kNone});
    }
    for (const HoleParts::Exit& exit : hole.exits()) {
      groups_[first + exit.part].component = mesh.component(mesh.cell_of(exit.edge));
    }
  }
}

std::size_t CutSearch::hole_of(CellId cell) const noexcept {
  std::size_t hole = 0;
  while (hole < holes_.size() &&
         !std::binary_search(holes_[hole].cells().begin(), holes_[hole].cells().end(), cell)) {
    ++hole;
  }
  return hole;
}

bool CutSearch::has_parts() const noexcept {
  for (std::uint32_t group = 0; group < groups_.size(); ++group) {
    if (groups_[group].parent == group && groups_[group].first == kNone) return true;
  }
  return false;
}

std::uint32_t& CutSearch::open_of(std::uint32_t component) {
  for (Open& open : open_) {
    if (open.component == component) return open.count;
  }
  open_.push_back({component, 0});
  return open_.back().count;
}

// The first cell that a search knows, or that lies in no dead end, on the way out of a dead end.
CellId CutSearch::climb(CellId cell) const noexcept {
  while (find(cell) == kNone && mesh_.is_dead_end(cell)) cell = mesh_.cell_toward_exit(cell);
  return cell;
}

std::uint32_t CutSearch::part_of_cell(CellId cell) const noexcept {
  const std::uint32_t group = find(climb(cell));
  return group == kNone || group == kRemoved ? 0 : part_of_group(group);
}

// Calls visit(group, Exit) for the exits of all groups that matter.
template <class Visit>
void CutSearch::for_each_exit(const Visit& visit) const {
  for (std::size_t hole = 0; hole < holes_.size(); ++hole) {
    for (const HoleParts::Exit& exit : holes_[hole].exits()) {
      const std::uint32_t group = first_group_[hole] + exit.part;
      if (groups_[group].component != kNone) visit(group, exit);
    }
  }
}

// Dead ends are trees, on each of which one edge leads out. What lies behind a hole in one belongs
// to the part of the hole there; what lies before it, and other exits, leads out of dead ends, or
// to such a place behind another hole. There the searches begin; those that have none are complete.
void CutSearch::join_exits() {
  const auto leads_deeper = [&](const HoleParts::Exit& exit) {
    return mesh_.edge(mesh_.edge(exit.edge).twin()).leads_to_dead_end();
  };
  for_each_exit([&](std::uint32_t group, const HoleParts::Exit& exit) {
    if (leads_deeper(exit)) put(mesh_.cell_of(exit.edge), group);
  });
  for_each_exit([&](std::uint32_t group, const HoleParts::Exit& exit) {
    if (!leads_deeper(exit)) reach(root_of(group), climb(mesh_.cell_of(exit.edge)));
  });
  for (std::uint32_t group = 0; group < groups_.size(); ++group) {
    const Group& own = groups_[group];
    const bool is_open = own.component != kNone && own.parent == group;
    if (is_open && own.first == kNone) --open_of(own.component);
  }
}

void CutSearch::finish() {
  for (std::size_t i = 0; !live_.empty(); i = i + 1 < live_.size() ? i + 1 : 0) {
    i = std::min(i, live_.size() - 1);
    const std::uint32_t group = live_[i];
    const bool is_done = groups_[group].parent != group || groups_[group].first == kNone ||
                         open_of(groups_[group].component) < 2;
    if (!is_done) {
      expand(group);
      continue;
    }
    live_[i] = live_.back();
    live_.pop_back();
  }
}

// Searches that are met are joined to this one, whose first cell this remains until all around it
// were reached: one that meets another is not complete.
void CutSearch::expand(std::uint32_t group) {
  const std::uint32_t node = groups_[group].first;
  for (const MeshEdge& edge : mesh_.edges(nodes_[node].cell)) {
    if (edge.is_wall() || edge.leads_to_dead_end()) continue;
    reach(group, mesh_.cell_of(edge.twin()));
  }
  groups_[group].first = nodes_[node].next;
  if (groups_[group].first == kNone) --open_of(groups_[group].component);
}

// Requires a group that was not joined to another.
void CutSearch::reach(std::uint32_t group, CellId cell) {
  const std::uint32_t known = find(cell);
  if (known == kRemoved) return;
  if (known != kNone) return join(group, root_of(known));
  put(cell, group);
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({cell, kNone});
  Group& own = groups_[group];
  if (own.first == kNone) {
    own.first = node;
  } else {
    nodes_[own.last].next = node;
  }
  own.last = node;
}

void CutSearch::join(std::uint32_t to, std::uint32_t from) noexcept {
  if (to == from) return;
  Group& joined = groups_[from];
  Group& own = groups_[to];
  joined.parent = to;
  if (own.first == kNone) {
    own.first = joined.first;
    own.last = joined.last;
  } else if (joined.first != kNone) {
    nodes_[own.last].next = joined.first;
    own.last = joined.last;
  }
  --open_of(own.component);
}

void CutSearch::put(CellId cell, std::uint32_t group) {
  if (2 * ++slots_in_use_ >= slots_.size()) {
    std::vector<Slot> before(4 * slots_.size(), Slot{0, kNone});
    before.swap(slots_);
    for (const Slot& slot : before) {
      if (slot.group != kNone) slots_[slot_of(slot.cell)] = slot;
    }
  }
  slots_[slot_of(cell)] = {cell, group};
}

}  // namespace taut

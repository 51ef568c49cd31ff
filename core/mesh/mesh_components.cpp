#include "mesh_components.hpp"

#include <algorithm>
#include <utility>

namespace taut {

void MeshComponents::leave(CellId cell) noexcept {
  const std::uint32_t component = m_.components_[cell];
  m_.components_[cell] = kNone;
  --m_.component_cells_[component];
  left_.push_back(component);
}

void MeshComponents::enter(CellId cell, std::uint32_t component) noexcept {
  m_.components_[cell] = component;
  ++m_.component_cells_[component];
}

std::uint32_t MeshComponents::add_component() {
  ++m_.component_count_;
  if (!m_.free_components_.empty()) {
    const std::uint32_t component = m_.free_components_.back();
    m_.free_components_.pop_back();
    return component;
  }
  m_.component_cells_.push_back(0);
  return static_cast<std::uint32_t>(m_.component_cells_.size() - 1);
}

// The cells around the place and the new ones are the beginnings of floods: one for each set that
// hangs together there. Floods that begin in the same component, or are joined by others that do,
// are a group: they take turns until all but one have met or ended.
void MeshComponents::update(std::span<const CellId> added, std::span<const CellId> beside) {
  for (const CellId cell : added) begin_flood(cell);
  for (const CellId cell : beside) begin_flood(cell);

  std::vector<std::pair<std::uint32_t, std::uint32_t>> origins;  // component and flood
  for (std::uint32_t flood = 0; flood < floods_.size(); ++flood) {
    for (const Reached& at : floods_[flood].reached) {
      if (at.component != kNone) origins.emplace_back(at.component, flood);
    }
  }
  std::sort(origins.begin(), origins.end());
  origins.erase(std::unique(origins.begin(), origins.end()), origins.end());
  for (std::size_t i = 1; i < origins.size(); ++i) {
    if (origins[i].first == origins[i - 1].first) {
      floods_[group_of(origins[i].second)].group = group_of(origins[i - 1].second);
    }
  }
  for (auto& origin : origins) origin = {group_of(origin.second), origin.first};
  std::sort(origins.begin(), origins.end());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> members;  // group and flood
  for (std::uint32_t flood = 0; flood < floods_.size(); ++flood) {
    members.emplace_back(group_of(flood), flood);
  }
  std::sort(members.begin(), members.end());
  auto origin = origins.begin();
  for (auto member = members.begin(); member != members.end();) {
    const std::uint32_t group = member->first;
    std::vector<std::uint32_t> floods;
    for (; member != members.end() && member->first == group; ++member) {
      floods.push_back(member->second);
    }
    std::vector<std::uint32_t> components;
    for (; origin != origins.end() && origin->first == group; ++origin) {
      components.push_back(origin->second);
    }
    components.erase(std::unique(components.begin(), components.end()), components.end());
    run_floods(floods);
    settle_rest(floods, components);
  }

  std::sort(left_.begin(), left_.end());
  left_.erase(std::unique(left_.begin(), left_.end()), left_.end());
  for (const std::uint32_t component : left_) {
    if (m_.component_cells_[component] != 0) continue;
    m_.free_components_.push_back(component);
    --m_.component_count_;
  }
}

std::uint32_t MeshComponents::group_of(std::uint32_t flood) const noexcept {
  while (floods_[flood].group != flood) flood = floods_[flood].group;
  return flood;
}
std::uint32_t MeshComponents::together_of(std::uint32_t flood) const noexcept {
  while (floods_[flood].together != flood) flood = floods_[flood].together;
  return flood;
}

void MeshComponents::begin_flood(CellId seed) {
  if ((m_.components_[seed] & kFlood) != 0 && m_.components_[seed] != kNone) return;
  const auto flood = static_cast<std::uint32_t>(floods_.size());
  floods_.push_back({{}, 0, flood, flood, flood, 1, false});
  reach(flood, seed);
  // As far as new cells go, and those beside them.
  for (std::size_t i = 0; i < floods_[flood].reached.size(); ++i) {
    const Reached at = floods_[flood].reached[i];
    for_each_neighbor(at.cell, [&](CellId other) {
      if (at.component == kNone || m_.components_[other] == kNone) reach(flood, other);
    });
  }
}

// True when another flood was met that was not known to come together with this one.
bool MeshComponents::reach(std::uint32_t flood, CellId cell) {
  const std::uint32_t component = m_.components_[cell];
  if (component != kNone && (component & kFlood) != 0) {
    const std::uint32_t other = together_of(component & ~kFlood);
    const std::uint32_t self = together_of(flood);
    if (other == self) return false;
    floods_[other].together = self;
    floods_[self].running += floods_[other].running;
    std::swap(floods_[other].ring, floods_[self].ring);
    return true;
  }
  floods_[flood].reached.push_back({cell, component});
  m_.components_[cell] = kFlood | flood;
  return false;
}

// Gives each part that has been reached as a whole a component of its own, until one is left.
void MeshComponents::run_floods(std::vector<std::uint32_t> running) {
  std::size_t parts = running.size();
  while (parts > 1) {
    std::size_t kept = 0;
    for (const std::uint32_t flood : running) {
      if (parts == 1) return;
      if (floods_[flood].next < floods_[flood].reached.size()) {
        const CellId cell = floods_[flood].reached[floods_[flood].next++].cell;
        for_each_neighbor(cell, [&](CellId other) {
          if (reach(flood, other)) --parts;
        });
        running[kept++] = flood;
        continue;
      }
      if (--floods_[together_of(flood)].running > 0) continue;
      const std::uint32_t component = add_component();
      for (std::uint32_t i = flood; !floods_[i].is_settled; i = floods_[i].ring) {
        settle(i, component);
      }
      --parts;
    }
    running.resize(kept);
  }
}

void MeshComponents::settle(std::uint32_t flood, std::uint32_t component) {
  floods_[flood].is_settled = true;
  for (const Reached& at : floods_[flood].reached) {
    if (at.component != kNone) {
      --m_.component_cells_[at.component];
      left_.push_back(at.component);
    }
    enter(at.cell, component);
  }
}

// The part that is left goes on as the largest of the components that it is made of.
void MeshComponents::settle_rest(std::span<const std::uint32_t> floods,
                                 std::span<const std::uint32_t> components) {
  const auto largest =
      std::max_element(components.begin(), components.end(), [&](std::uint32_t a, std::uint32_t b) {
        return m_.component_cells_[a] < m_.component_cells_[b];
      });
  const std::uint32_t component = largest == components.end() ? add_component() : *largest;
  std::vector<CellId> reached;
  for (const std::uint32_t flood : floods) {
    if (floods_[flood].is_settled) continue;
    for (const Reached& at : floods_[flood].reached) reached.push_back(at.cell);
    settle(flood, component);
  }
  if (components.size() <= 1) return;
  while (!reached.empty()) {
    const CellId cell = reached.back();
    reached.pop_back();
    for_each_neighbor(cell, [&](CellId other) {
      if (m_.components_[other] == component) return;
      leave(other);
      enter(other, component);
      reached.push_back(other);
    });
  }
}

}  // namespace taut

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "field_build.hpp"

// The goals of a build: where its search starts, and how a field keeps them. Each sees all of its
// cells, so that a comparison of each two of a cell would cost the square of their number.
namespace taut {

bool FieldBuild::open_goals(std::span<const FieldGoal> goals) {
  if (!list_starts(goals)) return false;
  add_starts();
  return true;
}

// Where several goals lie at one place, only the cheapest one counts.
bool FieldBuild::list_starts(std::span<const FieldGoal> goals) {
  std::vector<Scratch::Start>& starts = s_.starts;
  starts.clear();
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const Point at = snap(goals[i].at);
    if (!(goals[i].cost >= 0.0 && goals[i].cost <= kLargestCost)) return false;
    const auto root = static_cast<std::uint32_t>(field_.roots.size());
    field_.roots.push_back({goals[i].cost, at, kNone, static_cast<std::uint32_t>(i), kNone});
    // Not inside, as for_each_cell_at() is noexcept.
    const std::size_t needed = starts.size() + mesh_.max_cells_at_point();
    if (needed > starts.capacity()) starts.reserve(2 * needed);
    const std::size_t before = starts.size();
    mesh_.for_each_cell_at(at, [&](CellId cell) {
      starts.push_back({cell, root, kNone, goals[i].cost, at});
    });
    if (starts.size() == before) return false;
  }
  using Start = Scratch::Start;
  std::sort(starts.begin(), starts.end(), [](const Start& a, const Start& b) {
    if (a.cell != b.cell) return a.cell < b.cell;
    if (a.at.y != b.at.y) return a.at.y < b.at.y;
    if (a.at.x != b.at.x) return a.at.x < b.at.x;
    return a.cost != b.cost ? a.cost < b.cost : a.root < b.root;
  });
  const auto is_same = [](const Start& a, const Start& b) {
    return a.cell == b.cell && a.at == b.at;
  };
  starts.erase(std::unique(starts.begin(), starts.end(), is_same), starts.end());
  return true;
}

// Those to which no other goal of the cell is nearer.
void FieldBuild::add_starts() {
  const std::span<Scratch::Start> starts(s_.starts);
  s_.goals.clear();
  for (std::uint32_t first = 0; first < starts.size();) {
    const CellId cell = starts[first].cell;
    std::uint32_t end = first + 1;
    while (end < starts.size() && starts[end].cell == cell) ++end;
    s_.goals.add(cell, starts, first, end);
    first = end;
  }
  make_room(starts.size());
  std::vector<Scratch::Start*>& nearest = s_.nearest;
  nearest.clear();
  const std::span<const Scratch::Start> all(starts);
  for (const GoalTrees::Tree& tree : s_.goals.trees()) {
    for (Scratch::Start& start : starts.subspan(tree.first, tree.end - tree.first)) {
      const bool is_nearest = s_.goals.nearest(tree, all, start.at, start.cost) == nullptr;
      if (is_nearest) nearest.push_back(&start);
    }
  }
  // Not in the order of the cells, whose ids depend on edits.
  std::sort(nearest.begin(), nearest.end(), [](const Scratch::Start* a, const Scratch::Start* b) {
    return a->root != b->root ? a->root < b->root : a < b;
  });
  for (Scratch::Start* const start : nearest) {
    use_root(start->root);
    start->node = count_;
    add_view(mesh_.first_edge(start->cell), View::start);
    if (start->node == count_) start->node = kNone;  // beyond the limit
  }
}

bool FieldBuild::is_crowded(CellId cell) const noexcept {
  constexpr std::uint32_t kFew = 8;  // as fast one by one
  const GoalTrees::Tree* const tree = s_.goals.find(cell);
  return tree->end - tree->first > kFew;
}

// The goals of cells that have many come last.
void FieldBuild::seal_crowds() {
  for (const GoalTrees::Tree& tree : s_.goals.trees()) {
    if (!is_crowded(tree.cell)) continue;
    const std::uint32_t begin = s_.sight_ends[tree.cell];
    std::uint32_t end = begin;
    for (std::uint32_t i = tree.first; i < tree.end; ++i) {
      const std::uint32_t node = s_.starts[i].node;
      if (node == kNone || s_.nodes[node].fate == Fate::dropped) continue;
      field_.sights[end] = to_sight(s_.nodes[node], s_.bounds[node]);
      field_.gates[end++] = to_gate(s_.nodes[node]);
    }
    if (end > begin) field_.goals.add(tree.cell, std::span(field_.sights), begin, end);
  }
}

}  // namespace taut

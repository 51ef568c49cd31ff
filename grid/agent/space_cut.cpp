// would_cut().
#include <taut/engine/space.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/can_snap.hpp"
#include "core/tile/tile_walk.hpp"

#include "covered_cells.hpp"
#include "free_cells.hpp"

// The free cells of the space's bitmap, joined across their sides, are connected as the places of
// the agent are (space.cpp, free_cells.cpp). What an edit would part lies beside the cells that it
// covers: from all of these sides at once, searches spread over runs of free cells. Two that meet
// become one. A search that has nothing left has found a part; so has the last one of a component,
// whatever it did not visit. Searches take turns, so all together cost what the smaller parts do.
namespace taut {

using detail::CellRun;
using detail::CoveredCells;

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

bool has_tiles(const TileRect& tiles) noexcept {
  return tiles.x0 < tiles.x1 && tiles.y0 < tiles.y1;
}

// Searches from many runs at once.
class PartSearches {
 public:
  explicit PartSearches(const CoveredCells& cells) : cells_(cells), slots_(256, kNone) {}

  // Begins a search at a run, unless one has. component() tells its component, of those of cells
  // before anything was covered.
  template <class Component>
  void begin(const CellRun& run, const Component& component) {
    if (find(run) != kNone) return;
    const std::uint32_t of = component();
    if (of == kNone) return;
    const auto group = static_cast<std::uint32_t>(groups_.size());
    const std::uint32_t node = add(run, group);
    groups_.push_back({group, node, node, of});
    live_.push_back(group);
    ++open_of(of);
  }

  void run() {
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

  // The part that a run lies in: 0 for what was not visited as a whole.
  [[nodiscard]] std::uint32_t part_of(const CellRun& run) const noexcept {
    const std::uint32_t node = find(run);
    if (node == kNone) return 0;
    std::uint32_t group = nodes_[node].group;
    while (groups_[group].parent != group) group = groups_[group].parent;
    return groups_[group].first == kNone ? group + 1 : 0;
  }

 private:
  struct Node {
    CellRun run;
    std::uint32_t group;
    std::uint32_t next;  // to be expanded
  };
  struct Group {
    std::uint32_t parent;  // itself, unless it was joined to another
    std::uint32_t first;   // to be expanded; kNone when it is complete
    std::uint32_t last;
    std::uint32_t component;
  };
  struct Open {
    std::uint32_t component;
    std::uint32_t count;
  };

  // How many searches of a component are not complete.
  std::uint32_t& open_of(std::uint32_t component) {
    for (Open& open : open_) {
      if (open.component == component) return open.count;
    }
    open_.push_back({component, 0});
    return open_.back().count;
  }

  std::uint32_t root_of(std::uint32_t group) noexcept {
    while (groups_[group].parent != group) {
      groups_[group].parent = groups_[groups_[group].parent].parent;
      group = groups_[group].parent;
    }
    return group;
  }

  // Searches that are met are joined to this one, whose first run this remains until all around it
  // were reached: one that meets another is not complete.
  void expand(std::uint32_t group) {
    const std::uint32_t node = groups_[group].first;
    const CellRun run = nodes_[node].run;
    const auto reach = [&](const CellRun& other) {
      const std::uint32_t known = find(other);
      if (known != kNone) return join(group, root_of(nodes_[known].group));
      append(group, add(other, group));
    };
    cells_.for_each_run(run.y - 1, run.begin, run.end, reach);
    cells_.for_each_run(run.y + 1, run.begin, run.end, reach);
    groups_[group].first = nodes_[node].next;
    if (groups_[group].first == kNone) --open_of(groups_[group].component);
  }

  void append(std::uint32_t group, std::uint32_t node) noexcept {
    nodes_[groups_[group].last].next = node;
    groups_[group].last = node;
  }

  void join(std::uint32_t to, std::uint32_t from) {
    if (to == from) return;
    groups_[from].parent = to;
    nodes_[groups_[to].last].next = groups_[from].first;
    groups_[to].last = groups_[from].last;
    --open_of(groups_[to].component);
  }

  std::uint32_t add(const CellRun& run, std::uint32_t group) {
    if (2 * nodes_.size() >= slots_.size()) grow();
    const auto node = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({run, group, kNone});
    slots_[slot_of(run)] = node;
    return node;
  }

  void grow() {
    slots_.assign(4 * slots_.size(), kNone);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) slots_[slot_of(nodes_[i].run)] = i;
  }

  // Where it is, or would be.
  [[nodiscard]] std::size_t slot_of(const CellRun& run) const noexcept {
    const std::uint64_t key =
        static_cast<std::uint64_t>(run.y) << 32U | static_cast<std::uint32_t>(run.begin);
    std::size_t slot = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15U) >> 32U);
    for (slot &= slots_.size() - 1;; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot] == kNone) return slot;
      const CellRun& other = nodes_[slots_[slot]].run;
      if (other.y == run.y && other.begin == run.begin) return slot;
    }
  }
  [[nodiscard]] std::uint32_t find(const CellRun& run) const noexcept {
    return slots_[slot_of(run)];
  }

  const CoveredCells& cells_;
  std::vector<std::uint32_t> slots_;  // a hash table of nodes
  std::vector<Node> nodes_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> live_;
  std::vector<Open> open_;
};

}  // namespace

class SpaceCut {
 public:
  SpaceCut(const Space& space, std::span<const TileRect> rectangles) : space_(space) {
    for (const TileRect& tiles : rectangles) {
      const TileRect inside{std::max(tiles.x0, 0), std::max(tiles.y0, 0),
                            std::min(tiles.x1, space.tiles_.width()),
                            std::min(tiles.y1, space.tiles_.height())};
      if (has_tiles(inside)) rectangles_.push_back(inside);
    }
    extents_ = space.extents_;
    if (extents_.empty()) extents_.push_back(0);
  }

  [[nodiscard]] bool would_cut(std::span<const Point> starts, std::span<const Point> goals) {
    if (rectangles_.empty()) return false;
    std::vector<Place> from = look_at(starts);
    std::vector<Place> to = look_at(goals);
    bool has_pair = false;
    for (Place& start : from) {
      for (Place& goal : to) {
        if (start.component != goal.component) continue;
        if (!start.cell || !goal.cell) return true;
        start.matters = goal.matters = has_pair = true;
      }
    }
    return has_pair && parts_any(from, to);
  }

 private:
  // Where the agent has room now.
  struct Place {
    std::uint32_t component;
    std::optional<Tile> cell;  // where it would be, if it had room
    bool matters = false;      // whether a place of the other kind is connected with it
    std::uint32_t later = 0;   // its component
    std::uint32_t part = 0;    // of this component
  };

  [[nodiscard]] std::vector<Place> look_at(std::span<const Point> places) const {
    std::vector<Place> found;
    for (const Point& place : places) {
      if (!detail::can_snap(place)) continue;
      const Point at = snap(place);
      if (!space_.has_room(at)) continue;
      const std::optional<CellId> cell = space_.find_cell(at);
      if (cell) found.push_back({space_.mesh_.component(*cell), find_cell(at)});
    }
    return found;
  }

  [[nodiscard]] bool is_under(const Tile& tile) const noexcept {
    return std::any_of(rectangles_.begin(), rectangles_.end(), [&](const TileRect& r) {
      return tile.x >= r.x0 && tile.x < r.x1 && tile.y >= r.y0 && tile.y < r.y1;
    });
  }

  // Whether a disc at a lattice point overlaps a rectangle.
  [[nodiscard]] bool overlaps(const Point& place, const TileRect& tiles) const noexcept {
    const auto steps = [](double value) {
      return static_cast<std::int64_t>(value * static_cast<double>(kLatticePerTile));
    };
    const auto gap = [](std::int64_t at, std::int64_t low, std::int64_t high) {
      return std::max({low - at, at - high, std::int64_t{0}});
    };
    const std::int64_t radius = steps(space_.agent_.radius);
    const std::int64_t x =
        gap(steps(static_cast<double>(place.x)), steps(tiles.x0), steps(tiles.x1));
    const std::int64_t y =
        gap(steps(static_cast<double>(place.y)), steps(tiles.y0), steps(tiles.y1));
    return x * x + y * y < radius * radius;
  }

  // The free cell of a place that has room now, once the rectangles are blocked.
  [[nodiscard]] std::optional<Tile> find_cell(const Point& place) const noexcept {
    if (!space_.is_grown()) {
      return locate_by(space_.tiles_, place, [&](const Tile& tile) {
        return space_.tiles_.is_set(tile.x, tile.y) && !is_under(tile);
      });
    }
    if (space_.is_opened_) {
      const Tile cell{space_.find_stretch(place.x), space_.find_stretch(place.y)};
      return is_covered(cell.x, cell.y) ? std::nullopt : std::optional<Tile>(cell);
    }
    const bool is_disc = space_.agent_.shape == AgentShape::disc;
    if (is_disc && std::any_of(rectangles_.begin(), rectangles_.end(),
                               [&](const TileRect& r) { return overlaps(place, r); })) {
      return std::nullopt;
    }
    const Tile first{find_stretch(space_.columns_, place.x), find_stretch(space_.rows_, place.y)};
    for (int y = first.y; y < first.y + 2; ++y) {
      for (int x = first.x; x < first.x + 2; ++x) {
        if (holds(x, y, place) && space_.free_.is_set(x, y) && !is_covered(x, y)) return Tile{x, y};
      }
    }
    return std::nullopt;
  }

  // The first stretch that does not end before a coordinate.
  [[nodiscard]] int find_stretch(const std::vector<std::int32_t>& lines,
                                 float place) const noexcept {
    const double at = static_cast<double>(place) * space_.steps_;
    const auto line = std::lower_bound(lines.begin() + 1, lines.end(), at);
    return static_cast<int>(line - lines.begin()) - 1;
  }
  [[nodiscard]] bool holds(int x, int y, const Point& place) const noexcept {
    const auto is_in = [&](const std::vector<std::int32_t>& lines, int i, float coordinate) {
      const auto at = static_cast<std::size_t>(i);
      const double value = static_cast<double>(coordinate) * space_.steps_;
      return at + 1 < lines.size() && lines[at] <= value && value <= lines[at + 1];
    };
    return is_in(space_.columns_, x, place.x) && is_in(space_.rows_, y, place.y);
  }
  [[nodiscard]] bool is_covered(int x, int y) const noexcept {
    for (const TileRect& tiles : rectangles_) {
      for (std::size_t k = 0; k < extents_.size(); ++k) {
        const TileRect cells = covered_by(tiles, k);
        if (x >= cells.x0 && x < cells.x1 && y >= cells.y0 && y < cells.y1) return true;
      }
    }
    return false;
  }

  // The cells that a rectangle of tiles covers, grown by one of the shape's.
  [[nodiscard]] TileRect covered_by(const TileRect& tiles, std::size_t k) const noexcept {
    if (!space_.is_grown()) return tiles;
    using detail::Stretches;
    const std::int32_t down_by = extents_[extents_.size() - 1 - k];
    const Stretches::Range across =
        Stretches(space_.columns_, extents_[k], space_.steps_).covered(tiles.x0, tiles.x1);
    const Stretches::Range down =
        Stretches(space_.rows_, down_by, space_.steps_).covered(tiles.y0, tiles.y1);
    return {across.begin, down.begin, across.end, down.end};
  }

  // The component that a free cell belongs to now.
  [[nodiscard]] std::uint32_t component_of(int x, int y) const noexcept {
    const auto middle = [&](const std::vector<std::int32_t>& lines, int i) {
      if (!space_.is_grown()) return static_cast<float>(i) + 0.5F;
      const auto at = static_cast<std::size_t>(i);
      const double sum = static_cast<double>(lines[at]) + static_cast<double>(lines[at + 1]);
      return static_cast<float>(0.5 * sum / space_.steps_);
    };
    const std::optional<CellId> cell =
        space_.mesh_.locate({middle(space_.columns_, x), middle(space_.rows_, y)});
    return cell ? space_.mesh_.component(*cell) : kNone;
  }

  [[nodiscard]] bool parts_any(std::vector<Place>& from, std::vector<Place>& to) const {
    std::vector<std::uint32_t> components;
    for (std::vector<Place>* const places : {&from, &to}) {
      for (Place& place : *places) {
        if (!place.matters) continue;
        place.later = component_of(place.cell->x, place.cell->y);
        components.push_back(place.later);
      }
    }
    std::sort(components.begin(), components.end());
    components.erase(std::unique(components.begin(), components.end()), components.end());
    const std::optional<CoveredCells> cells = cover();
    if (!cells) return false;
    PartSearches searches(*cells);
    begin_searches(*cells, components, searches);
    searches.run();
    for (std::vector<Place>* const places : {&from, &to}) {
      for (Place& place : *places) {
        if (!place.matters) continue;
        place.part = searches.part_of(cells->run_at(place.cell->x, place.cell->y));
      }
    }
    return std::any_of(from.begin(), from.end(), [&](const Place& start) {
      return std::any_of(to.begin(), to.end(), [&](const Place& goal) {
        return start.component == goal.component &&
               (start.later != goal.later || start.part != goal.part);
      });
    });
  }

  // Nothing where no cell would be covered.
  [[nodiscard]] std::optional<CoveredCells> cover() const {
    std::vector<TileRect> covered;
    TileRect box{space_.free().width(), space_.free().height(), 0, 0};
    for (const TileRect& tiles : rectangles_) {
      for (std::size_t k = 0; k < extents_.size(); ++k) {
        const TileRect cells = covered_by(tiles, k);
        if (!has_tiles(cells)) continue;
        covered.push_back(cells);
        box = {std::min(box.x0, cells.x0), std::min(box.y0, cells.y0), std::max(box.x1, cells.x1),
               std::max(box.y1, cells.y1)};
      }
    }
    if (covered.empty()) return std::nullopt;
    CoveredCells cells(space_.free(), box);
    for (const TileRect& each : covered) cells.cover(each);
    return cells;
  }

  void begin_searches(const CoveredCells& cells, const std::vector<std::uint32_t>& components,
                      PartSearches& searches) const {
    const auto begin = [&](const CellRun& run) {
      searches.begin(run, [&]() {
        const std::uint32_t component = component_of(run.begin, run.y);
        const bool matters = std::binary_search(components.begin(), components.end(), component);
        return matters ? component : kNone;
      });
    };
    cells.for_each_lost([&](const CellRun& lost) {
      for (const int x : {lost.begin - 1, lost.end}) {
        if (cells.is_free(x, lost.y)) begin(cells.run_at(x, lost.y));
      }
      cells.for_each_run(lost.y - 1, lost.begin, lost.end, begin);
      cells.for_each_run(lost.y + 1, lost.begin, lost.end, begin);
    });
  }

  const Space& space_;
  std::vector<TileRect> rectangles_;
  std::vector<std::int32_t> extents_;  // a point has one, of 0
};

bool would_cut(const Space& space, std::span<const TileRect> rectangles,
               std::span<const Point> starts, std::span<const Point> goals) {
  return SpaceCut(space, rectangles).would_cut(starts, goals);
}

}  // namespace taut

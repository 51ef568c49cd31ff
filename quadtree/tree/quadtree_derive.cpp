#include <taut/quadtree.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "tile_squares.hpp"

// The tree derived anew where tiles have changed, from the leaves up: a build is an edit of the
// whole map.
namespace taut {

using detail::Fill;
using detail::fill_of;
using detail::intersect;
using detail::is_empty;
using detail::log_of;

namespace {

// Where slot k of a node lies that begins at x or y and has slots of 2^step tiles a side.
int x_of(unsigned k, int x, int step) noexcept { return x + (static_cast<int>(k % 4) << step); }
int y_of(unsigned k, int y, int step) noexcept { return y + (static_cast<int>(k / 4) << step); }

}  // namespace

float Quadtree::mean_cost(const TileRect& tiles) const noexcept {
  double sum = 0.0;
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; ++x) sum += static_cast<double>(tile_cost(x, y));
  }
  return static_cast<float>(
      sum / (static_cast<double>(tiles.x1 - tiles.x0) * static_cast<double>(tiles.y1 - tiles.y0)));
}

// What tiles have in common; nothing when they are of several kinds. A square of the smallest leaf
// costs what its tiles cost in the mean.
std::optional<Quadtree::Derived> Quadtree::find_uniform(const TileRect& tiles) const noexcept {
  const Fill found = fill_of(bits_, tiles);
  if (found == Fill::mixed) return std::nullopt;
  if (found == Fill::blocked) return Derived{kBlockedSlot, 1.0F};
  Derived derived{kNewSlot, 1.0F};
  if (!has_costs() || options_.terrain == LeafTerrain::mean) return derived;
  const int unit = options_.smallest_leaf;
  const int unit_log = log_of(unit);
  const auto unit_cost = [&](int x, int y) {
    return unit == 1 ? tile_cost(x, y) : mean_cost(clipped_square(x, y, unit_log));
  };
  derived.cost = unit_cost(tiles.x0, tiles.y0);
  for (int y = tiles.y0 & ~(unit - 1); y < tiles.y1; y += unit) {
    for (int x = tiles.x0 & ~(unit - 1); x < tiles.x1; x += unit) {
      if (unit_cost(x, y) != derived.cost) return std::nullopt;
    }
  }
  return derived;
}

Quadtree::Derived Quadtree::derived_of(std::uint32_t value) const noexcept {
  const bool has_own_cost = is_id(value) && options_.terrain == LeafTerrain::uniform && has_costs();
  return {value, has_own_cost ? leaf_costs_[value & ~kLeafBit] : 1.0F};
}

std::uint32_t Quadtree::add_node() {
  if (free_nodes_.empty()) {
    nodes_.emplace_back();
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  const std::uint32_t node = free_nodes_.back();
  free_nodes_.pop_back();
  return node;
}

LeafId Quadtree::add_leaf(int x, int y, int log, const Derived& derived) {
  LeafId id = static_cast<LeafId>(corners_.size());
  if (free_leaves_.empty()) {
    corners_.push_back(0);
    links_.resize(corners_.size());
    components_.resize(corners_.size());
    if (has_costs()) leaf_costs_.push_back(1.0F);
  } else {
    id = free_leaves_.back();
    free_leaves_.pop_back();
  }
  const int mask = ~((1 << log) - 1);
  corners_[id] = static_cast<std::uint32_t>(x & mask) | static_cast<std::uint32_t>(y & mask) << 14 |
                 static_cast<std::uint32_t>(log) << 28;
  if (has_costs()) {
    leaf_costs_[id] = options_.terrain == LeafTerrain::mean ? mean_cost(rect(id)) : derived.cost;
  }
  added_.push_back(id);
  return id;
}

// Gives up the ids among `values`, each of which may be there several times in a row or quarter,
// but for those that stay where they were.
void Quadtree::remove_leaves(const Node& values, const Node& kept) {
  const std::size_t first = removed_.size();
  for (unsigned k = 0; k < values.size(); ++k) {
    if (!is_id(values[k]) || values[k] == kept[k]) continue;
    const LeafId id = values[k] & ~kLeafBit;
    if (std::find(removed_.begin() + static_cast<std::ptrdiff_t>(first), removed_.end(), id) ==
        removed_.end()) {
      removed_.push_back(id);
    }
  }
}

void Quadtree::release_node(std::uint32_t node, int x, int y, int log) {
  free_nodes_.push_back(node);
  if (log == kEntryLog) entries_[entry_of(x, y)] = 0;
}

void Quadtree::release_tree(std::uint32_t node, int x, int y, int log) {
  const int step = log - kNodeLog;
  const Node values = nodes_[node];
  Node none;
  none.fill(kBlockedSlot);
  remove_leaves(values, none);
  for (unsigned k = 0; k < values.size(); ++k) {
    if (values[k] < kLeafBit) release_tree(values[k], x_of(k, x, step), y_of(k, y, step), step);
  }
  release_node(node, x, y, log);
}

// What becomes of a slot at (x, y) with a square of 2^log tiles a side when the tiles of a
// rectangle have changed.
Quadtree::Derived Quadtree::derive(const Derived& old, int x, int y, int log,
                                   const TileRect& tiles) {
  if (x >= width() || y >= height()) return {kOutsideSlot, 1.0F};
  if (log == 0 && !has_costs()) {  // most of the work of a build
    const bool is_changed = x >= tiles.x0 && x < tiles.x1 && y >= tiles.y0 && y < tiles.y1;
    const bool is_free = bits_.is_set_near(x, y);
    if (!is_changed || is_free == is_walkable_slot(old.value)) return old;
    return {is_free ? kNewSlot : kBlockedSlot, 1.0F};
  }
  const TileRect square = clipped_square(x, y, log);
  const TileRect changed = intersect(square, tiles);
  if (is_empty(changed)) return old;
  const bool is_covered = changed == square;
  if (old.value < kLeafBit) {
    if (is_covered) {
      if (const std::optional<Derived> uniform = find_uniform(square)) {
        release_tree(old.value, x, y, log);
        return *uniform;
      }
    }
    return derive_node(old.value, x, y, log, tiles, nullptr);
  }
  if (const std::optional<Derived> uniform = find_uniform(changed)) {
    const bool is_same_kind = is_walkable_slot(old.value) == is_walkable_slot(uniform->value);
    if (is_same_kind && old.cost == uniform->cost) return old;
    if (is_covered) return is_same_kind ? Derived{old.value, uniform->cost} : *uniform;
  }
  const Derived filling{is_walkable_slot(old.value) ? kNewSlot : kBlockedSlot, old.cost};
  const std::uint32_t node = add_node();
  if (log == kEntryLog) entries_[entry_of(x, y)] = node;
  const bool is_whole = square.x1 - square.x0 == 1 << log && square.y1 - square.y0 == 1 << log;
  if (log == kNodeLog && is_covered && is_whole && !has_costs()) return cut(node, x, y, filling);
  return derive_node(node, x, y, log, tiles, &filling);
}

// derive_node() for a new node of single tiles inside the map, not all alike: half of a build.
Quadtree::Derived Quadtree::cut(std::uint32_t node, int x, int y, const Derived& filling) {
  std::array<unsigned, 16> is_free;
  for (unsigned k = 0; k < is_free.size(); ++k) {
    is_free[k] = static_cast<unsigned>(bits_.window(x, y + static_cast<int>(k / 4)) >> (k % 4) & 1);
  }
  Node slots;
  slots.fill(kBlockedSlot);
  for (const std::array<unsigned, 4>& quarter : kQuarters) {
    unsigned count = 0;
    for (const unsigned k : quarter) count += is_free[k];
    const int leaf_log = count == quarter.size() ? 1 : 0;
    for (const unsigned k : quarter) {
      if (is_free[k] == 0) continue;
      const bool is_first = leaf_log == 0 || k == quarter.front();
      slots[k] = is_first ? kLeafBit | add_leaf(x_of(k, x, 0), y_of(k, y, 0), leaf_log, filling)
                          : slots[quarter.front()];
    }
  }
  nodes_[node] = slots;
  return {node, 1.0F};
}

// The same for a node; a new one holds `filling` everywhere before the change. Gives it up when its
// slots have become alike, and ids to the walkable leaves in it when they have not.
Quadtree::Derived Quadtree::derive_node(std::uint32_t node, int x, int y, int log,
                                        const TileRect& tiles, const Derived* filling) {
  const int step = log - kNodeLog;
  const bool is_root = node == 0;
  Node before;
  std::array<Derived, 16> now;
  bool is_changed = filling != nullptr;
  for (unsigned k = 0; k < now.size(); ++k) {
    now[k] = filling != nullptr ? *filling : derived_of(nodes_[node][k]);
    before[k] = now[k].value;
    const int left = x_of(k, x, step);
    const int top = y_of(k, y, step);
    const bool is_near = left < tiles.x1 && left + (1 << step) > tiles.x0 && top < tiles.y1 &&
                         top + (1 << step) > tiles.y0;
    if (!is_near && filling == nullptr) continue;
    const float cost = now[k].cost;
    now[k] = derive(now[k], left, top, step, tiles);
    is_changed |= now[k].value != before[k] || now[k].cost != cost;
  }
  // Most nodes on the way down only lead to what changes.
  if (!is_changed) return {node, 1.0F};

  // Whether the slots named make one leaf: all that lie in the map are alike.
  const auto find_common = [&](std::span<const unsigned> slots) -> std::optional<Derived> {
    std::optional<Derived> common;
    for (const unsigned k : slots) {
      if (now[k].value == kOutsideSlot) continue;
      if (now[k].value < kLeafBit) return std::nullopt;
      if (!common) {
        common = now[k];
      } else if (is_walkable_slot(common->value) != is_walkable_slot(now[k].value) ||
                 common->cost != now[k].cost) {
        return std::nullopt;
      }
    }
    return common;
  };

  Node after;
  const std::optional<Derived> whole = find_common(kWhole);
  if (whole && !is_root) {
    after.fill(kBlockedSlot);
    remove_leaves(before, after);
    release_node(node, x, y, log);
    return {is_walkable_slot(whole->value) ? kNewSlot : kBlockedSlot, whole->cost};
  }
  for (unsigned k = 0; k < now.size(); ++k) after[k] = now[k].value;

  // An id stays when it names a leaf of that size in all slots of the leaf, or is replaced.
  struct Place {
    unsigned slot;
    int log;
    Derived derived;
  };
  std::array<Place, 16> places;
  std::size_t place_count = 0;
  const auto settle = [&](std::span<const unsigned> slots, int leaf_log, const Derived& common) {
    if (!is_walkable_slot(common.value)) return;
    std::uint32_t id = kOutsideSlot;
    bool is_kept = true;
    for (const unsigned k : slots) {
      if (now[k].value == kOutsideSlot) continue;
      if (id == kOutsideSlot) id = now[k].value;
      is_kept &= is_id(id) && now[k].value == id;
    }
    is_kept = is_kept && static_cast<int>(corners_[id & ~kLeafBit] >> 28) == leaf_log;
    if (is_kept) {
      if (has_costs() && options_.terrain == LeafTerrain::uniform) {
        leaf_costs_[id & ~kLeafBit] = common.cost;
      }
      return;
    }
    unsigned first = slots.front();
    for (const unsigned k : slots) {
      if (now[k].value == kOutsideSlot) continue;
      if (now[first].value == kOutsideSlot) first = k;
      after[k] = kNewSlot;
    }
    places[place_count++] = {first, leaf_log, {kNewSlot, common.cost}};
  };
  if (whole) {
    settle(kWhole, log, *whole);
  } else {
    for (const std::array<unsigned, 4>& quarter : kQuarters) {
      if (const std::optional<Derived> common = find_common(quarter)) {
        settle(quarter, step + 1, *common);
        continue;
      }
      for (const unsigned& k : quarter) settle({&k, 1}, step, now[k]);
    }
  }

  remove_leaves(before, after);
  for (std::size_t i = 0; i < place_count; ++i) {
    const Place& place = places[i];
    const std::uint32_t value =
        kLeafBit |
        add_leaf(x_of(place.slot, x, step), y_of(place.slot, y, step), place.log, place.derived);
    const TileRect square = rect(value & ~kLeafBit);
    for (unsigned k = 0; k < after.size(); ++k) {
      const int left = x_of(k, x, step);
      const int top = y_of(k, y, step);
      const bool is_inside_leaf =
          left >= square.x0 && left < square.x1 && top >= square.y0 && top < square.y1;
      if (is_inside_leaf && after[k] == kNewSlot) after[k] = value;
    }
  }
  nodes_[node] = after;
  return {node, 1.0F};
}

// Brings the tree in line with the tiles of a rectangle inside the map; added_ and removed_ are
// then the leaves that came and went.
void Quadtree::update(const TileRect& tiles) {
  removed_.clear();
  added_.clear();
  derive_node(0, 0, 0, root_log_, tiles, nullptr);
}

}  // namespace taut

#include <taut/quadtree.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#include <taut/tile_walk.hpp>

namespace taut {
namespace {

int log_of(int side) noexcept { return std::countr_zero(static_cast<unsigned>(side)); }

// The smallest square that nodes of 4 x 4 slots can cut and that holds the map.
int choose_root_log(int width, int height) noexcept {
  int log = 2;
  while ((1 << log) < std::max(width, height)) log += 2;
  return log;
}

TileRect intersect(const TileRect& a, const TileRect& b) noexcept {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

bool is_empty(const TileRect& tiles) noexcept {
  return tiles.x0 >= tiles.x1 || tiles.y0 >= tiles.y1;
}

// The slots of a node by the squares they may be part of: themselves, a quarter, the whole.
constexpr std::array<std::array<unsigned, 4>, 4> kQuarters{
    {{0, 1, 4, 5}, {2, 3, 6, 7}, {8, 9, 12, 13}, {10, 11, 14, 15}}};
constexpr std::array<unsigned, 16> kWhole{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

// Where slot k of a node lies that begins at x or y and has slots of 2^step tiles a side.
int x_of(unsigned k, int x, int step) noexcept { return x + (static_cast<int>(k % 4) << step); }
int y_of(unsigned k, int y, int step) noexcept { return y + (static_cast<int>(k / 4) << step); }

// Sets the tiles of a rectangle inside the map; how many changed.
std::size_t fill(TileBits& bits, const TileRect& tiles, TileState state) noexcept {
  std::size_t changed = 0;
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; ++x) {
      if (bits.is_set_near(x, y) == (state == TileState::walkable)) continue;
      ++changed;
      if (state == TileState::walkable) {
        bits.set(x, y);
      } else {
        bits.clear(x, y);
      }
    }
  }
  return changed;
}

enum class Fill : std::uint8_t { blocked, walkable, mixed };

Fill fill_of(const TileBits& bits, const TileRect& tiles) noexcept {
  bool is_any = false;
  bool is_all = true;
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; x += 64) {
      const int count = std::min(64, tiles.x1 - x);
      const std::uint64_t wanted = ~std::uint64_t{0} >> (64 - count);
      const std::uint64_t found = bits.window(x, y) & wanted;
      is_any |= found != 0;
      is_all &= found == wanted;
      if (is_any && !is_all) return Fill::mixed;
    }
  }
  return is_all ? Fill::walkable : Fill::blocked;
}

}  // namespace

Quadtree::Quadtree(TileBits walkable, const QuadtreeOptions& options)
    : bits_(std::move(walkable)),
      options_(options),
      root_log_(choose_root_log(bits_.width(), bits_.height())),
      entry_stride_((static_cast<std::size_t>(bits_.width()) >> kEntryLog) + 1) {
  assert(width() >= 1 && width() <= kMaxMapSide);
  assert(height() >= 1 && height() <= kMaxMapSide);
  assert(options_.smallest_leaf >= 1 && options_.smallest_leaf <= kMaxMapSide);
  assert(std::has_single_bit(static_cast<unsigned>(options_.smallest_leaf)));
  const TileRect all{0, 0, width(), height()};
  if (options_.smallest_leaf > 1) {
    fine_bits_ = bits_;
    coarsen(all);
  }
  entries_.assign(entry_stride_ * ((static_cast<std::size_t>(height()) >> kEntryLog) + 1), 0);
  nodes_.emplace_back().fill(kBlockedSlot);
  update(all);
  update_links();
  components_.join(added_, links_);
  finish_edit();
  components_.renumber();
  // What is kept in reserve for growth comes back with the first edits.
  nodes_.shrink_to_fit();
  corners_.shrink_to_fit();
  links_.shrink_to_fit();
  components_.shrink_to_fit();
  added_ = {};
}

std::optional<Tile> Quadtree::locate(const Point& point) const noexcept {
  return taut::locate(bits_, point);
}

std::span<const LeafLink> Quadtree::neighbors(LeafId id, LeafSide side) const noexcept {
  const TileRect own = rect(id);
  const auto is_on_side = [&](const LeafLink& link) {
    switch (side) {
      case LeafSide::high_x:
        return link.twice_x == 2 * own.x1;
      case LeafSide::high_y:
        return link.twice_y == 2 * own.y1;
      case LeafSide::low_x:
        return link.twice_x == 2 * own.x0;
      case LeafSide::low_y:
        break;
    }
    return link.twice_y == 2 * own.y0;
  };
  const std::span<const LeafLink> all = neighbors(id);
  const auto first = std::find_if(all.begin(), all.end(), is_on_side);
  const auto last = std::find_if_not(first, all.end(), is_on_side);
  return {first, last};
}

LeafCounts Quadtree::count_leaves() const noexcept {
  LeafCounts counts;
  for_each_leaf([&](LeafId id) { ++counts.walkable[corners_[id] >> 28]; });
  // Blocked leaves have no id: they are counted where their slots are.
  const auto count_node = [&](const auto& self, std::uint32_t index, int log) -> void {
    const Node& node = nodes_[index];
    const int step = log - kNodeLog;
    const auto is_blocked = [&](unsigned k) {
      return node[k] == kBlockedSlot || node[k] == kOutsideSlot;
    };
    if (std::all_of(kWhole.begin(), kWhole.end(), is_blocked)) {
      ++counts.blocked[static_cast<std::size_t>(log)];
      return;
    }
    for (const std::array<unsigned, 4>& quarter : kQuarters) {
      const auto blocked = static_cast<std::size_t>(std::count_if(
          quarter.begin(), quarter.end(), [&](unsigned k) { return node[k] == kBlockedSlot; }));
      if (blocked > 0 && std::all_of(quarter.begin(), quarter.end(), is_blocked)) {
        ++counts.blocked[static_cast<std::size_t>(step + 1)];
      } else {
        counts.blocked[static_cast<std::size_t>(step)] += blocked;
      }
    }
    for (unsigned k = 0; k < node.size(); ++k) {
      if (node[k] >= kLeafBit) continue;
      self(self, node[k], step);
    }
  };
  count_node(count_node, 0, root_log_);
  return counts;
}

void Quadtree::set(const TileRect& tiles, TileState state) {
  const TileRect map{0, 0, width(), height()};
  const TileRect inside = intersect(tiles, map);
  if (is_empty(inside)) return;
  if (fill(fine_bits_ ? *fine_bits_ : bits_, inside, state) == 0) return;
  ++revision_;
  const TileRect area = align(inside);
  if (fine_bits_) coarsen(area);

  update(area);
  update_links();
  if (state == TileState::walkable) components_.join(added_, links_);
  for (const LeafId id : removed_) components_.remove(id);
  if (state == TileState::blocked) check_rim(area);
  finish_edit();
}

void Quadtree::set(Tile tile, TileState state) {
  if (is_inside(tile)) set(TileRect{tile.x, tile.y, tile.x + 1, tile.y + 1}, state);
}

void Quadtree::set_cost(const TileRect& tiles, float factor) {
  assert(factor >= 1.0F && std::isfinite(factor));
  const TileRect inside = intersect(tiles, {0, 0, width(), height()});
  if (is_empty(inside)) return;
  if (!has_costs()) {
    tile_costs_.assign(static_cast<std::size_t>(width()) * static_cast<std::size_t>(height()),
                       1.0F);
    leaf_costs_.assign(corners_.size(), 1.0F);
  }
  bool is_changed = false;
  for (int y = inside.y0; y < inside.y1; ++y) {
    float* const row =
        tile_costs_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width());
    for (int x = inside.x0; x < inside.x1; ++x) {
      is_changed |= row[x] != factor;
      row[x] = factor;
    }
  }
  if (!is_changed) return;
  ++revision_;
  const TileRect area = align(inside);
  if (options_.terrain == LeafTerrain::mean) {
    for (int y = area.y0; y < area.y1; ++y) {
      for (int x = area.x0; x < area.x1;) {
        const LeafId id = find_leaf({x, y});
        const TileRect square = uniform_square({x, y});
        // Once for each leaf: in the first of its rows that the area has.
        if (id != kNoLeaf && y == std::max(square.y0, area.y0)) leaf_costs_[id] = mean_cost(square);
        x = square.x1;
      }
    }
    return;
  }
  update(area);
  update_links();
  components_.join(added_, links_);
  for (const LeafId id : removed_) components_.remove(id);
  finish_edit();
}

std::size_t Quadtree::memory_bytes() const noexcept {
  return sizeof(Quadtree) + bits_.memory_bytes() + (fine_bits_ ? fine_bits_->memory_bytes() : 0) +
         entries_.capacity() * sizeof(std::uint32_t) + nodes_.capacity() * sizeof(Node) +
         free_nodes_.capacity() * sizeof(std::uint32_t) +
         corners_.capacity() * sizeof(std::uint32_t) + free_leaves_.capacity() * sizeof(LeafId) +
         links_.memory_bytes() + components_.memory_bytes() +
         (tile_costs_.capacity() + leaf_costs_.capacity()) * sizeof(float) +
         (removed_.capacity() + added_.capacity() + beside_.capacity()) * sizeof(LeafId) +
         found_links_.capacity() * sizeof(LeafLink);
}

// ---- edits: the tree ----

// The rectangle grown to whole squares of the smallest leaf.
TileRect Quadtree::align(const TileRect& tiles) const noexcept {
  const int below = options_.smallest_leaf - 1;
  return intersect({tiles.x0 & ~below, tiles.y0 & ~below, (tiles.x1 + below) & ~below,
                    (tiles.y1 + below) & ~below},
                   {0, 0, width(), height()});
}

// Makes bits_ from the tiles themselves, in an aligned area.
void Quadtree::coarsen(const TileRect& area) noexcept {
  const int log = log_of(options_.smallest_leaf);
  for (int y = area.y0; y < area.y1; y += options_.smallest_leaf) {
    for (int x = area.x0; x < area.x1; x += options_.smallest_leaf) {
      const TileRect square = clipped_square(x, y, log);
      fill(bits_, square,
           fill_of(*fine_bits_, square) == Fill::walkable ? TileState::walkable
                                                          : TileState::blocked);
    }
  }
}

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
  if (found == Fill::blocked) return Derived{kBlockedSlot, LeafComponents::kNone, 1.0F};
  Derived derived{kNewSlot, LeafComponents::kNone, 1.0F};
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
  if (!is_id(value)) return {value, LeafComponents::kNone, 1.0F};
  const LeafId id = value & ~kLeafBit;
  const bool has_own_cost = options_.terrain == LeafTerrain::uniform && has_costs();
  return {value, components_.of(id), has_own_cost ? leaf_costs_[id] : 1.0F};
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
  components_.add(id, derived.label);
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

// What becomes of a slot at (x, y) with a square of 2^log tiles a side when the tiles of a rectangle
// have changed.
Quadtree::Derived Quadtree::derive(const Derived& old, int x, int y, int log,
                                   const TileRect& tiles) {
  if (x >= width() || y >= height()) return {kOutsideSlot, LeafComponents::kNone, 1.0F};
  if (log == 0 && !has_costs()) {  // most of the work of a build
    const bool is_changed = x >= tiles.x0 && x < tiles.x1 && y >= tiles.y0 && y < tiles.y1;
    const bool is_free = bits_.is_set_near(x, y);
    if (!is_changed || is_free == is_walkable_slot(old.value)) return old;
    return {is_free ? kNewSlot : kBlockedSlot, LeafComponents::kNone, 1.0F};
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
    if (is_covered) return is_same_kind ? Derived{old.value, old.label, uniform->cost} : *uniform;
  }
  const Derived filling{is_walkable_slot(old.value) ? kNewSlot : kBlockedSlot, old.label, old.cost};
  const std::uint32_t node = add_node();
  if (log == kEntryLog) entries_[entry_of(x, y)] = node;
  return derive_node(node, x, y, log, tiles, &filling);
}

// The same for a node; a new one holds `filling` everywhere before the change. Gives it up when its
// slots have become alike, and ids to the walkable leaves in it when they have not.
Quadtree::Derived Quadtree::derive_node(std::uint32_t node, int x, int y, int log,
                                        const TileRect& tiles, const Derived* filling) {
  const int step = log - kNodeLog;
  const bool is_root = node == 0;
  Node before;
  std::array<Derived, 16> now;
  for (unsigned k = 0; k < now.size(); ++k) {
    const Derived old = filling != nullptr ? *filling : derived_of(nodes_[node][k]);
    before[k] = old.value;
    now[k] = derive(old, x_of(k, x, step), y_of(k, y, step), step, tiles);
  }

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
      } else if (common->label == LeafComponents::kNone) {
        common->label = now[k].label;
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
    return {is_walkable_slot(whole->value) ? kNewSlot : kBlockedSlot, whole->label, whole->cost};
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
    places[place_count++] = {first, leaf_log, common};
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
  return {node, LeafComponents::kNone, 1.0F};
}

// Brings the tree in line with the tiles of a rectangle inside the map; added_ and removed_ are then
// the leaves that came and went.
void Quadtree::update(const TileRect& tiles) {
  removed_.clear();
  added_.clear();
  derive_node(0, 0, 0, root_log_, tiles, nullptr);
}

// ---- edits: neighbours and components ----

void Quadtree::update_links() {
  const auto find_links = [&](LeafId id) {
    found_links_.clear();
    visit_neighbors(id, [&](const LeafLink& link) { found_links_.push_back(link); });
    links_.set(id, found_links_);
  };
  beside_.clear();
  for (const LeafId id : removed_) {
    for (const LeafLink& link : links_.of(id)) beside_.push_back(link.to);
  }
  for (const LeafId id : removed_) links_.clear(id);
  const bool is_fresh = added_.size() == corners_.size();
  for (const LeafId id : added_) {
    find_links(id);
    if (is_fresh) continue;
    for (const LeafLink& link : found_links_) beside_.push_back(link.to);
  }
  if (is_fresh) return;
  // Each of the leaves beside the change once, and none of those that changed.
  for (std::vector<LeafId>* ids : {&beside_, &removed_, &added_})
    std::sort(ids->begin(), ids->end());
  beside_.erase(std::unique(beside_.begin(), beside_.end()), beside_.end());
  for (const LeafId id : beside_) {
    if (std::binary_search(removed_.begin(), removed_.end(), id) ||
        std::binary_search(added_.begin(), added_.end(), id)) {
      continue;
    }
    find_links(id);
  }
}

void Quadtree::finish_edit() {
  // Only now: the ids of leaves that an edit removes are not given to those that it adds.
  free_leaves_.insert(free_leaves_.end(), removed_.rbegin(), removed_.rend());
  components_.tidy();
}

// Looks whether the component fell apart round tiles that were blocked: when the walkable tiles of
// the ring around them hang together along the ring, it did not.
void Quadtree::check_rim(const TileRect& tiles) {
  const int columns = tiles.x1 - tiles.x0;
  const int rows = tiles.y1 - tiles.y0;
  const int ring_length = 2 * (columns + rows) + 4;
  const auto ring_tile = [&](int i) -> Tile {
    if (i <= columns) return {tiles.x0 - 1 + i, tiles.y0 - 1};
    i -= columns + 1;
    if (i <= rows) return {tiles.x1, tiles.y0 - 1 + i};
    i -= rows + 1;
    if (i <= columns) return {tiles.x1 - i, tiles.y1};
    i -= columns + 1;
    return {tiles.x0 - 1, tiles.y1 - i};
  };
  const auto is_ring_corner = [&](const Tile& tile) {
    return (tile.x < tiles.x0 || tile.x >= tiles.x1) && (tile.y < tiles.y0 || tile.y >= tiles.y1);
  };
  int first_wall = 0;
  while (first_wall < ring_length && is_walkable(ring_tile(first_wall))) ++first_wall;
  if (first_wall == ring_length) return;  // the ring is whole
  // Runs that are only a corner of the ring were not joined through the rectangle.
  std::vector<LeafId>& pieces = beside_;
  pieces.clear();
  bool is_in_piece = false;
  for (int i = 1; i <= ring_length; ++i) {
    const Tile tile = ring_tile((first_wall + i) % ring_length);
    if (!is_walkable(tile)) {
      is_in_piece = false;
    } else if (!is_in_piece && !is_ring_corner(tile)) {
      is_in_piece = true;
      pieces.push_back(find_leaf(tile));
    }
  }
  if (pieces.size() > 1) components_.split(pieces, links_);
}

}  // namespace taut

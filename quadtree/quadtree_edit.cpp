#include <taut/quadtree.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#include <taut/tile_rim.hpp>

// Edits, and the build of a tree, which is an edit of the whole map.
namespace taut {
namespace {

int log_of(int side) noexcept { return std::countr_zero(static_cast<unsigned>(side)); }

TileRect intersect(const TileRect& a, const TileRect& b) noexcept {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

bool is_empty(const TileRect& tiles) noexcept {
  return tiles.x0 >= tiles.x1 || tiles.y0 >= tiles.y1;
}

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

// The order of the links of a leaf: by side, then along it.
std::uint32_t place_in_list(const TileRect& own, const LeafLink& link) noexcept {
  if (link.twice_x == 2 * own.x1) return link.twice_y;
  if (link.twice_y == 2 * own.y1) return 1U << 16 | link.twice_x;
  if (link.twice_x == 2 * own.x0) return 2U << 16 | link.twice_y;
  return 3U << 16 | link.twice_x;
}

// Leaves as ComponentLabels wants them.
struct LeafNeighbors {
  const LeafLinks& links;

  [[nodiscard]] std::size_t index(LeafId leaf) const noexcept { return leaf; }
  template <class Visit>
  void for_each_neighbor(LeafId leaf, const Visit& visit) const {
    for (const LeafLink& link : links.of(leaf)) visit(link.to);
  }
};

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
  if (state == TileState::walkable) join_added();
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
  join_added();
  for (const LeafId id : removed_) components_.remove(id);
  finish_edit();
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
  if (found == Fill::blocked) return Derived{kBlockedSlot, ComponentLabels::kNone, 1.0F};
  Derived derived{kNewSlot, ComponentLabels::kNone, 1.0F};
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
  return {value, ComponentLabels::kNone, has_own_cost ? leaf_costs_[value & ~kLeafBit] : 1.0F};
}

// The component of a leaf, looked up only where it is needed.
ComponentLabels::Label Quadtree::label_of(const Derived& derived) const noexcept {
  return is_id(derived.value) ? components_.of(derived.value & ~kLeafBit) : derived.label;
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
  if (derived.label != ComponentLabels::kNone) components_.add(id, derived.label);
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
  if (x >= width() || y >= height()) return {kOutsideSlot, ComponentLabels::kNone, 1.0F};
  if (log == 0 && !has_costs()) {  // most of the work of a build
    const bool is_changed = x >= tiles.x0 && x < tiles.x1 && y >= tiles.y0 && y < tiles.y1;
    const bool is_free = bits_.is_set_near(x, y);
    if (!is_changed || is_free == is_walkable_slot(old.value)) return old;
    return {is_free ? kNewSlot : kBlockedSlot, ComponentLabels::kNone, 1.0F};
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
  const Derived filling{is_walkable_slot(old.value) ? kNewSlot : kBlockedSlot, label_of(old),
                        old.cost};
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
  Derived leaf = filling;
  leaf.label = is_walkable_slot(filling.value) ? filling.label : ComponentLabels::kNone;
  Node slots;
  slots.fill(kBlockedSlot);
  for (const std::array<unsigned, 4>& quarter : kQuarters) {
    unsigned count = 0;
    for (const unsigned k : quarter) count += is_free[k];
    const int leaf_log = count == quarter.size() ? 1 : 0;
    for (const unsigned k : quarter) {
      if (is_free[k] == 0) continue;
      const bool is_first = leaf_log == 0 || k == quarter.front();
      slots[k] = is_first ? kLeafBit | add_leaf(x_of(k, x, 0), y_of(k, y, 0), leaf_log, leaf)
                          : slots[quarter.front()];
    }
  }
  nodes_[node] = slots;
  return {node, ComponentLabels::kNone, 1.0F};
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
  if (!is_changed) return {node, ComponentLabels::kNone, 1.0F};

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
  const auto find_label = [&](std::span<const unsigned> slots) {
    ComponentLabels::Label label = ComponentLabels::kNone;
    for (unsigned i = 0; i < slots.size() && label == ComponentLabels::kNone; ++i) {
      label = label_of(now[slots[i]]);
    }
    return label;
  };

  Node after;
  const std::optional<Derived> whole = find_common(kWhole);
  if (whole && !is_root) {
    after.fill(kBlockedSlot);
    remove_leaves(before, after);
    release_node(node, x, y, log);
    return {is_walkable_slot(whole->value) ? kNewSlot : kBlockedSlot, find_label(kWhole),
            whole->cost};
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
    places[place_count++] = {first, leaf_log, {kNewSlot, find_label(slots), common.cost}};
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
  return {node, ComponentLabels::kNone, 1.0F};
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
  beside_.clear();
  for (const LeafId id : removed_) {
    for (const LeafLink& link : links_.of(id)) beside_.push_back(link.to);
  }
  for (const LeafId id : removed_) links_.clear(id);
  new_links_.clear();
  const bool is_fresh = added_.size() == corners_.size();
  for (const LeafId id : added_) {
    found_links_.clear();
    visit_neighbors(id, [&](const LeafLink& link) { found_links_.push_back(link); });
    links_.set(id, found_links_);
    if (is_fresh) continue;
    for (const LeafLink& link : found_links_) {
      const LeafLink back{id, link.twice_x, link.twice_y};
      new_links_.push_back({link.to, place_in_list(rect(link.to), back), back});
      beside_.push_back(link.to);
    }
  }
  if (is_fresh) return;
  // Each of the leaves beside the change once, and none of those that changed.
  for (std::vector<LeafId>* ids : {&beside_, &removed_, &added_})
    std::sort(ids->begin(), ids->end());
  beside_.erase(std::unique(beside_.begin(), beside_.end()), beside_.end());
  std::sort(new_links_.begin(), new_links_.end(), [](const NewLink& a, const NewLink& b) {
    return std::pair(a.from, a.place) < std::pair(b.from, b.place);
  });
  auto next = new_links_.begin();
  for (const LeafId id : beside_) {
    const auto first = next;
    while (next != new_links_.end() && next->from == id) ++next;
    if (std::binary_search(removed_.begin(), removed_.end(), id) ||
        std::binary_search(added_.begin(), added_.end(), id)) {
      continue;
    }
    relink(id, {first, next});
  }
}

// Brings the list of a leaf in line that stayed what it was: leaves that were removed have no links
// any more.
void Quadtree::relink(LeafId id, std::span<const NewLink> added) {
  const TileRect own = rect(id);
  found_links_.clear();
  std::size_t next = 0;
  for (const LeafLink& link : links_.of(id)) {
    if (links_.of(link.to).empty()) continue;
    const std::uint32_t place = place_in_list(own, link);
    for (; next < added.size() && added[next].place < place; ++next) {
      found_links_.push_back(added[next].link);
    }
    found_links_.push_back(link);
  }
  for (; next < added.size(); ++next) found_links_.push_back(added[next].link);
  links_.set(id, found_links_);
}

void Quadtree::finish_edit() {
  // Only now: the ids of leaves that an edit removes are not given to those that it adds.
  free_leaves_.insert(free_leaves_.end(), removed_.rbegin(), removed_.rend());
  components_.tidy();
}

void Quadtree::join_added() {
  for (const LeafId id : added_) components_.join(LeafNeighbors{links_}, id);
}

// Looks whether the component fell apart round tiles that were blocked.
void Quadtree::check_rim(const TileRect& tiles) {
  std::vector<LeafId>& pieces = beside_;
  pieces.clear();
  visit_rim_pieces(bits_, tiles, [&](const Tile& tile) { pieces.push_back(find_leaf(tile)); });
  components_.split(LeafNeighbors{links_}, pieces);
}

}  // namespace taut

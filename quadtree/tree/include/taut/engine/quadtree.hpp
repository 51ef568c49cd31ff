// Quadtree: a map of square tiles divided into large squares that are entirely walkable or blocked.
//
// *** TRUE MEANS WALKABLE *** in every bit and predicate that a quadtree is made from. Everything
// outside the map is blocked.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/detail/component_labels.hpp>
#include <taut/detail/growing_array.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/tile_bits.hpp>
#include <taut/point.hpp>
#include <taut/status.hpp>

TAUT_API_BEGIN
namespace taut {

// Id of a walkable leaf. A new quadtree numbers its leaves from 0; neighbours have similar ids.
using LeafId = std::uint32_t;
inline constexpr LeafId kNoLeaf = 0x7fffffffU;

// The sides of a leaf, named by their position.
enum class LeafSide : std::uint8_t { high_x, high_y, low_x, low_y };

// A neighbour of a leaf, and the middle of the edge that both share, in half tiles.
struct LeafLink {
  LeafId to = kNoLeaf;
  std::uint16_t twice_x = 0;
  std::uint16_t twice_y = 0;

  [[nodiscard]] Point middle() const noexcept {
    return {0.5F * static_cast<float>(twice_x), 0.5F * static_cast<float>(twice_y)};
  }
  friend bool operator==(const LeafLink&, const LeafLink&) = default;
};

// Lists of links in one array, by leaf. Released lists are recycled for lists of the same length.
class LinkLists {
 public:
  [[nodiscard]] std::span<const LeafLink> of(LeafId leaf) const noexcept {
    return {links_.data() + lists_[leaf].begin, lists_[leaf].count};
  }
  [[nodiscard]] std::size_t leaves() const noexcept { return lists_.size(); }
  // Links in use, and all places for them.
  [[nodiscard]] std::size_t used() const noexcept { return links_.size() - given_up_; }
  [[nodiscard]] std::size_t places() const noexcept { return links_.size(); }

  // As in LeafLinks; reserve() is for about `links` in all.
  void reserve(std::size_t links) { links_.reserve(links); }
  void resize(std::size_t count) { lists_.resize(count); }
  // Sets the list of a leaf; clear() releases it.
  void set(LeafId leaf, std::span<const LeafLink> links);
  void clear(LeafId leaf);
  void advance();
  void trim();
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  static constexpr std::size_t kPooledLength = 32;  // longer lists are not recycled
  static constexpr std::uint32_t kNoList = 0xffffffffU;

  struct List {
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
  };

  detail::GrowingArray<LeafLink> links_;
  detail::GrowingArray<List> lists_;  // per leaf
  // The first released list of each length; its first link holds the position of the next one.
  std::array<std::uint32_t, kPooledLength + 1> pools_ = make_pools();
  std::size_t given_up_ = 0;  // links

  static constexpr std::array<std::uint32_t, kPooledLength + 1> make_pools() {
    std::array<std::uint32_t, kPooledLength + 1> pools{};
    pools.fill(kNoList);
    return pools;
  }
};

// A list of links per leaf. Memory: 8 bytes per link and 8 per leaf. When a quarter of the
// places is released, advance() makes a copy without them, a part of it in each edit.
class LeafLinks {
 public:
  [[nodiscard]] std::span<const LeafLink> of(LeafId leaf) const noexcept { return lists_.of(leaf); }

  // Makes room for leaves with ids below `count`.
  void resize(std::size_t count) { lists_.resize(count); }

  // Sets the list of a leaf; clear() releases it.
  void set(LeafId leaf, std::span<const LeafLink> links);
  void clear(LeafId leaf);

  // Ends an edit of about `leaves` leaves.
  void advance(std::size_t leaves);

  // Frees reserved memory, except what the next edits are likely to need.
  void trim() { lists_.trim(); }

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  LinkLists lists_;
  std::optional<LinkLists> packed_;  // the copy in progress
  LeafId packed_leaves_ = 0;         // it has the lists of the leaves below
};

class TAUT_LOCAL QuadtreeEdit;
struct TAUT_LOCAL NearestSearch;

// The number of leaves by size: entry i counts those of side 2^i. Leaves that are clipped at the
// far sides of the map count with their full size.
struct LeafCounts {
  std::array<std::size_t, 15> walkable{};
  std::array<std::size_t, 15> blocked{};
};

// The leaves are the largest squares of 2^k x 2^k tiles, at multiples of 2^k, whose tiles inside
// the map are all alike. Walkable leaves have an id, blocked ones have none. Maps may have any
// size.
//
// The tree has no pointers: a node has 16 slots for 4 x 4 squares in one cache line, so a map of
// 1024 tiles a side is five nodes deep. Each leaf stores its neighbours: see quadtree.hpp.
//
// Queries on a const Quadtree are safe from any number of threads; an edit requires exclusive
// access. Memory: below 64 bytes per leaf on game maps, see docs/architecture.md.
class Quadtree {
 public:
  // The tree of a map given as bits, such as those of a grid (Grid::bits()).
  // Errors    std::invalid_argument, here and below, for sides outside 1 to kMaxMapSide.
  // Cost      linear in the tiles, 64 at a time, and in the leaves.
  explicit Quadtree(TileBits walkable);

  // From the user's own tiles: is_walkable(x, y) is called once per tile, row by row; true =
  // walkable.
  template <std::predicate<int, int> Predicate>
  [[nodiscard]] static Quadtree from_predicate(int width, int height, Predicate&& is_walkable) {
    require_valid(width, height);
    return Quadtree(TileBits::from_predicate(width, height, is_walkable));
  }

  [[nodiscard]] int width() const noexcept { return bits_.width(); }
  [[nodiscard]] int height() const noexcept { return bits_.height(); }

  // Any coordinates are allowed: outside the map is blocked.
  [[nodiscard]] bool is_walkable(int x, int y) const noexcept { return bits_.is_set(x, y); }
  [[nodiscard]] bool is_walkable(Tile tile) const noexcept { return bits_.is_set(tile.x, tile.y); }
  [[nodiscard]] bool is_inside(Tile tile) const noexcept { return bits_.is_inside(tile.x, tile.y); }

  // The walkable tiles as bits.
  [[nodiscard]] const TileBits& bits() const noexcept { return bits_; }

  // The leaf that contains a tile; kNoLeaf when the tile is blocked or outside. A few nanoseconds.
  [[nodiscard]] LeafId find_leaf(Tile tile) const noexcept {
    return is_inside(tile) ? find_slot(tile.x, tile.y).leaf() : kNoLeaf;
  }

  // The walkable tile that a point lies on; std::nullopt when it lies in blocked tiles only. A
  // point on the edge or corner of several tiles lies on the one to its right and below (larger x,
  // y) if that is walkable, else on the first walkable of: left, above, left above.
  [[nodiscard]] std::optional<Tile> locate(const Point& point) const noexcept;

  // A square around a tile whose tiles are all alike: its leaf, or for a blocked tile possibly a
  // quarter of its leaf. Requires is_inside(tile).
  [[nodiscard]] TileRect uniform_square(Tile tile) const noexcept {
    const Slot slot = find_slot(tile.x, tile.y);
    return slot.leaf() == kNoLeaf ? clipped_square(tile.x, tile.y, slot.log) : rect(slot.leaf());
  }

  // Leaves. Ids are 0 to leaf_ids() - 1; after edits some of them may be unused.
  [[nodiscard]] std::size_t leaf_count() const noexcept {
    return corners_.size() - free_leaves_.size();
  }
  [[nodiscard]] std::size_t leaf_ids() const noexcept { return corners_.size(); }
  [[nodiscard]] bool is_leaf(LeafId id) const noexcept {
    return id < corners_.size() && components_.has(id);
  }

  // The tiles of a leaf, those inside the map. Requires is_leaf(id), here and below.
  [[nodiscard]] TileRect rect(LeafId id) const noexcept {
    const std::uint32_t corner = corners_[id];
    return clipped_square(static_cast<int>(corner & 0x3fffU),
                          static_cast<int>(corner >> 14 & 0x3fffU), static_cast<int>(corner >> 28));
  }

  // The walkable neighbours of a leaf: every leaf that shares an edge with it, once. Ordered by
  // side (LeafSide), and along each side by growing x or y.
  [[nodiscard]] std::span<const LeafLink> neighbors(LeafId id) const noexcept {
    return links_.of(id);
  }

  // Those across one side.
  [[nodiscard]] std::span<const LeafLink> neighbors(LeafId id, LeafSide side) const noexcept;

  // Calls visit(LeafLink) for the same neighbours, found in the tree without the stored lists,
  // which are made by this function.
  template <class Visit>
  void visit_neighbors(LeafId id, const Visit& visit) const noexcept;

  // Calls visit(LeafId) for every leaf, by growing id.
  template <class Visit>
  void for_each_leaf(const Visit& visit) const {
    for (LeafId id = 0; id < corners_.size(); ++id) {
      if (components_.has(id)) visit(id);
    }
  }

  // Counts walkable and blocked leaves. Cost: linear in the nodes.
  [[nodiscard]] LeafCounts count_leaves() const noexcept;

  // Edits. The part of the rectangle outside the map is ignored. An edit that changes no tile
  // leaves the revision as it is. The tree then equals one built from scratch, up to ids. Leaves
  // that remain keep their ids; ids of removed leaves may be recycled from the next edit on. An
  // edit that throws std::bad_alloc leaves a tree that may only be assigned to or destroyed.
  // Cost      the leaves and nodes that change and the neighbours of these leaves; where parts of
  //           the map are joined or split, the leaves of the blocks of 32 x 32 tiles touched, and
  //           some tens of ns per such block of the smaller part (component_labels.hpp).
  void set(const TileRect& tiles, TileState state);
  void set(Tile tile, TileState state);

  // Grows by one with each edit that changes a tile: what was computed at another revision may be
  // stale.
  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }

  // Leaves are connected when steps from neighbour to neighbour lead from one to the other. Up to
  // date after every edit.
  [[nodiscard]] bool is_connected(LeafId a, LeafId b) const noexcept {
    return components_.of(a) == components_.of(b);
  }
  [[nodiscard]] std::size_t component_count() const noexcept { return components_.count(); }

  // Bytes that this tree holds.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  // The value of a slot of a node: a child node's index below kLeafBit, else a leaf with its id, or
  // one of the blocked or temporary values.
  static constexpr std::uint32_t kLeafBit = 0x80000000U;
  static constexpr std::uint32_t kBlockedSlot = kLeafBit | kNoLeaf;
  static constexpr std::uint32_t kNewSlot = kBlockedSlot - 1;      // walkable, without an id yet
  static constexpr std::uint32_t kOutsideSlot = kBlockedSlot - 2;  // entirely outside the map
  static constexpr int kNodeLog = 2;                               // 4 x 4 slots
  static constexpr int kEntryLog = 4;

  using Node = std::array<std::uint32_t, 16>;

  friend class QuadtreeEdit;

  struct Slot {
    std::uint32_t value;
    int log;  // its square has 2^log tiles a side
    [[nodiscard]] LeafId leaf() const noexcept { return value & ~kLeafBit; }
  };

  static void require_valid(int width, int height);
  [[nodiscard]] std::size_t entry_of(int x, int y) const noexcept {
    return static_cast<std::size_t>(y >> kEntryLog) * entry_stride_ +
           static_cast<std::size_t>(x >> kEntryLog);
  }
  [[nodiscard]] Slot find_slot(int x, int y) const noexcept {
    std::uint32_t value = entries_[entry_of(x, y)];
    int log = value != 0 ? kEntryLog : root_log_;
    do {
      log -= kNodeLog;
      const unsigned column = static_cast<unsigned>(x) >> log & 3U;
      const unsigned row = static_cast<unsigned>(y) >> log & 3U;
      value = nodes_[value][row * 4 + column];
    } while (value < kLeafBit);
    return {value, log};
  }
  [[nodiscard]] TileRect clipped_square(int x, int y, int log) const noexcept {
    const int mask = ~((1 << log) - 1);
    const int x0 = x & mask;
    const int y0 = y & mask;
    const int side = 1 << log;
    return {x0, y0, x0 + side < width() ? x0 + side : width(),
            y0 + side < height() ? y0 + side : height()};
  }

  TileBits bits_;
  int root_log_;
  detail::GrowingArray<Node> nodes_;  // the first is the root
  std::vector<std::uint32_t> free_nodes_;
  // Per square of 2^kEntryLog tiles a side, row by row: the node that divides it, 0 if none. Where
  // leaves are small, look-ups start here.
  std::vector<std::uint32_t> entries_;
  std::size_t entry_stride_;
  // Per leaf: x, y in 14 bits each, and the log of its side.
  detail::GrowingArray<std::uint32_t> corners_;
  std::vector<LeafId> free_leaves_;
  LeafLinks links_;
  detail::ComponentLabels components_;
  std::uint64_t revision_ = 0;
};

template <class Visit>
void Quadtree::visit_neighbors(LeafId id, const Visit& visit) const noexcept {
  const TileRect own = rect(id);
  // Neighbours along a column of tiles at x, or a row at y, across the side at twice `line`.
  const auto along_column = [&](int x, int line) {
    for (int y = own.y0; y < own.y1;) {
      const Slot slot = find_slot(x, y);
      int end = (y | ((1 << slot.log) - 1)) + 1;
      if (end < own.y1 && slot.leaf() != kNoLeaf) end = rect(slot.leaf()).y1;
      if (end > own.y1) end = own.y1;
      if (slot.leaf() != kNoLeaf) {
        visit(LeafLink{slot.leaf(), static_cast<std::uint16_t>(2 * line),
                       static_cast<std::uint16_t>(y + end)});
      }
      y = end;
    }
  };
  const auto along_row = [&](int y, int line) {
    for (int x = own.x0; x < own.x1;) {
      const Slot slot = find_slot(x, y);
      int end = (x | ((1 << slot.log) - 1)) + 1;
      if (end < own.x1 && slot.leaf() != kNoLeaf) end = rect(slot.leaf()).x1;
      if (end > own.x1) end = own.x1;
      if (slot.leaf() != kNoLeaf) {
        visit(LeafLink{slot.leaf(), static_cast<std::uint16_t>(x + end),
                       static_cast<std::uint16_t>(2 * line)});
      }
      x = end;
    }
  };
  if (own.x1 < width()) along_column(own.x1, own.x1);
  if (own.y1 < height()) along_row(own.y1, own.y1);
  if (own.x0 > 0) along_column(own.x0 - 1, own.x0);
  if (own.y0 > 0) along_row(own.y0 - 1, own.y0);
}

struct LeafRaycastResult {
  // ok; truncated: `crossed` was too small; invalid_input: `from` lies on no walkable tile or a
  // point is outside the map (then is_visible is false).
  Status status = Status::ok;
  bool is_visible = false;  // the whole segment is walkable
  Point end{0.0F, 0.0F};    // where the ray stopped: `to`, or where it met the obstacle, rounded
  LeafId leaf = kNoLeaf;    // the last leaf it was in
  Tile blocker{};         // the blocked tile that it met, when not visible; may be outside the map
  std::size_t count = 0;  // leaves written to `crossed`

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

// Follows the segment from `from` to `to` until it is blocked, leaf by leaf. Every decision is made
// in 64-bit integers.
//
// Requires  both points on the lattice (snap()).
// Writes    to `crossed`, in order, the leaves that the ray passes through, a corridor for
//           extract_portals(): consecutive leaves share an edge. Where a ray passes exactly through
//           a corner of leaves, a leaf beside the corner is included; a ray along a grid line stays
//           on one side of it while that is walkable. At most max_ray_cells(from, to).
// Cost      about 20 ns per leaf. Does not allocate.
// Source    the traversal of Amanatides and Woo (1987), in integers, from leaf to leaf.
[[nodiscard]] LeafRaycastResult raycast(const Quadtree& tree, const Point& from, const Point& to,
                                        std::span<LeafId> crossed) noexcept;

// The same without the list of leaves.
[[nodiscard]] LeafRaycastResult raycast(const Quadtree& tree, const Point& from,
                                        const Point& to) noexcept;

// Whether the whole segment is walkable.
[[nodiscard]] bool is_visible(const Quadtree& tree, const Point& from, const Point& to) noexcept;

}  // namespace taut
TAUT_API_END

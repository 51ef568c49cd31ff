#include <taut/components.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

namespace taut {
namespace {

constexpr std::array<Tile, 4> kSteps{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

}  // namespace

// A flood through one component from one piece of the rim, in breadth-first order.
struct Components::Flood {
  Label label = kBlocked;  // new, given to every tile it reaches
  std::vector<Tile> queue;
  std::size_t next = 0;

  [[nodiscard]] bool has_ended() const noexcept { return next == queue.size(); }
};

Components::Components(const TileBits& bits)
    : width_(bits.width()),
      height_(bits.height()),
      labels_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), kBlocked),
      parent_{kBlocked},
      tiles_{0} {
  // Run by run: a row has far fewer runs than tiles.
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_;) {
      const std::uint64_t window = bits.window(x, y);
      if ((window & 1) == 0) {
        x += std::countr_zero(window);
        continue;
      }
      int end = x;
      while (end < width_) {
        const int length = std::countr_one(bits.window(end, y));
        end += length;
        if (length < 64) break;
      }
      label_run(x, end, y);
      x = end;
    }
  }
  renumber();
}

void Components::label_run(int begin, int end, int y) {
  Label label = kBlocked;
  for (int x = begin; y > 0 && x < end; ++x) {
    const Label above = labels_[index(x, y - 1)];
    if (above == kBlocked || (x > begin && labels_[index(x - 1, y - 1)] != kBlocked)) continue;
    label = label == kBlocked ? find(above) : unite(label, above);
  }
  if (label == kBlocked) {
    label = add_label();
    ++count_;
  }
  std::fill_n(labels_.begin() + static_cast<std::ptrdiff_t>(index(begin, y)), end - begin, label);
  tiles_[label] += static_cast<std::uint32_t>(end - begin);
}

std::size_t Components::memory_bytes() const noexcept {
  return labels_.capacity() * sizeof(Label) + parent_.capacity() * sizeof(Label) +
         tiles_.capacity() * sizeof(std::uint32_t);
}

Components::Label Components::add_label() {
  const Label label = static_cast<Label>(parent_.size());
  parent_.push_back(label);
  tiles_.push_back(0);
  return label;
}

// Unites two components by size, so that find() stays short, and returns the root of both.
Components::Label Components::unite(Label a, Label b) noexcept {
  a = find(a);
  b = find(b);
  if (a == b) return a;
  if (tiles_[a] < tiles_[b]) std::swap(a, b);
  parent_[b] = a;
  tiles_[a] += tiles_[b];
  tiles_[b] = 0;
  --count_;
  return a;
}

void Components::label_tile(const TileBits& bits, int x, int y) {
  Label label = kBlocked;
  for (const Tile& step : kSteps) {
    const int nx = x + step.x;
    const int ny = y + step.y;
    if (!bits.is_set_near(nx, ny)) continue;
    const Label neighbor = labels_[index(nx, ny)];
    if (neighbor == kBlocked) continue;  // opened in the same edit, its turn comes later
    label = label == kBlocked ? find(neighbor) : unite(label, neighbor);
  }
  if (label == kBlocked) {
    label = add_label();
    ++count_;
  }
  labels_[index(x, y)] = label;
  ++tiles_[label];
}

void Components::opened(const TileBits& bits, const TileRect& tiles) {
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; ++x) {
      if (labels_[index(x, y)] == kBlocked && bits.is_set_near(x, y)) label_tile(bits, x, y);
    }
  }
  if (parent_.size() > 1024 + labels_.size() / 4) renumber();
}

void Components::renumber() {
  std::vector<Label> renumbered(parent_.size(), kBlocked);
  std::vector<std::uint32_t> tiles{0};
  for (Label& label : labels_) {
    if (label == kBlocked) continue;
    Label& fresh = renumbered[find(label)];
    if (fresh == kBlocked) {
      fresh = static_cast<Label>(tiles.size());
      tiles.push_back(0);
    }
    label = fresh;
    ++tiles[fresh];
  }
  parent_.resize(tiles.size());
  for (Label label = 0; label < parent_.size(); ++label) parent_[label] = label;
  tiles_ = std::move(tiles);
}

void Components::blocked(const TileBits& bits, const TileRect& tiles) {
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; ++x) {
      Label& label = labels_[index(x, y)];
      if (label == kBlocked) continue;
      if (--tiles_[find(label)] == 0) --count_;
      label = kBlocked;
    }
  }

  // The walkable pieces of the rim: runs of the ring around the rectangle. Runs that are only a
  // corner of the ring were not joined through the rectangle.
  struct Piece {
    Label component;
    Tile first;
  };
  std::vector<Piece> pieces;
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
  const auto is_walkable = [&](const Tile& tile) {
    return bits.is_inside(tile.x, tile.y) && bits.is_set_near(tile.x, tile.y);
  };
  const auto is_ring_corner = [&](const Tile& tile) {
    return (tile.x < tiles.x0 || tile.x >= tiles.x1) && (tile.y < tiles.y0 || tile.y >= tiles.y1);
  };
  int first_wall = 0;
  while (first_wall < ring_length && is_walkable(ring_tile(first_wall))) ++first_wall;
  if (first_wall == ring_length) return;  // the ring is whole
  bool is_in_piece = false;
  for (int i = 1; i <= ring_length; ++i) {
    const Tile tile = ring_tile((first_wall + i) % ring_length);
    if (!is_walkable(tile)) {
      is_in_piece = false;
    } else if (!is_in_piece && !is_ring_corner(tile)) {
      is_in_piece = true;
      pieces.push_back({of(tile.x, tile.y), tile});
    }
  }

  // Stable: the order of the floods, and so the labels, must not depend on the library's sort.
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& a, const Piece& b) { return a.component < b.component; });
  for (std::size_t i = 0; i < pieces.size();) {
    std::size_t end = i + 1;
    while (end < pieces.size() && pieces[end].component == pieces[i].component) ++end;
    if (end - i > 1) {
      std::vector<Flood> floods(end - i);
      for (std::size_t k = i; k < end; ++k) floods[k - i].queue.push_back(pieces[k].first);
      split(bits, pieces[i].component, floods);
    }
    i = end;
  }
  if (parent_.size() > 1024 + labels_.size() / 4) renumber();
}

void Components::extend(const TileBits& bits, Label component, Label first_new, Flood& flood) {
  const Tile tile = flood.queue[flood.next++];
  for (const Tile& step : kSteps) {
    const int x = tile.x + step.x;
    const int y = tile.y + step.y;
    if (!bits.is_set_near(x, y)) continue;
    Label& label = labels_[index(x, y)];
    if (label >= first_new) {
      flood.label = unite(flood.label, label);
    } else {
      assert(find(label) == component);
      label = flood.label;
      --tiles_[component];
      ++tiles_[find(flood.label)];
      flood.queue.push_back({x, y});
    }
  }
}

void Components::split(const TileBits& bits, Label component, std::vector<Flood>& floods) {
  const Label first_new = static_cast<Label>(parent_.size());
  for (Flood& flood : floods) {
    flood.label = add_label();
    ++count_;
    labels_[index(flood.queue[0].x, flood.queue[0].y)] = flood.label;
    --tiles_[component];
    ++tiles_[flood.label];
  }

  // In turns, until no more than one piece still grows: what has ended by then is a component of
  // its own, and what still grows is the rest of the old one. Floods that met count as one piece.
  for (;;) {
    Label growing = kBlocked;
    bool is_only_one = true;
    for (const Flood& flood : floods) {
      if (flood.has_ended()) continue;
      const Label root = find(flood.label);
      if (growing != kBlocked && growing != root) is_only_one = false;
      growing = root;
    }
    if (growing == kBlocked) {
      // All have ended: the old component has no tile left under its own label.
      --count_;
      return;
    }
    if (is_only_one) {
      unite(component, growing);
      return;
    }
    for (Flood& flood : floods) {
      if (!flood.has_ended()) extend(bits, component, first_new, flood);
    }
  }
}

}  // namespace taut

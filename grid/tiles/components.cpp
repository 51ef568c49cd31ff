#include <taut/detail/components.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <tuple>

#include <taut/detail/component_edits.hpp>
#include <taut/detail/require.hpp>
#include <taut/engine/constants.hpp>

namespace taut {
namespace {

constexpr int kBlockSide = kComponentBlock;
static_assert(kBlockSide == 32, "the tiles of a row of a block are the bits of a word");

// The tiles as the graph of ComponentLabels.
struct ComponentTiles {
  const detail::TileStrips& strips;

  [[nodiscard]] std::size_t index(const Tile& tile) const noexcept {
    return strips.index(tile.x, tile.y);
  }
  [[nodiscard]] int block(const Tile& tile) const noexcept {
    return tile.y / kBlockSide * kMaxMapSide + tile.x / kBlockSide;
  }
  template <class Visit>
  void for_each_neighbor(const Tile& tile, const Visit& visit) const {
    if (tile.x + 1 < strips.width) visit(Tile{tile.x + 1, tile.y});
    if (tile.y + 1 < strips.height) visit(Tile{tile.x, tile.y + 1});
    if (tile.x > 0) visit(Tile{tile.x - 1, tile.y});
    if (tile.y > 0) visit(Tile{tile.x, tile.y - 1});
  }
};

// Consecutive walkable tiles of a row of a block. Runs that are connected within the block have the
// same first run.
struct Run {
  std::uint32_t tiles;  // one bit per tile
  int y;
  std::size_t first;
};

TileRect block_at(const Tile& tile, const TileBits& bits) noexcept {
  const int x = tile.x / kBlockSide * kBlockSide;
  const int y = tile.y / kBlockSide * kBlockSide;
  return {x, y, std::min(x + kBlockSide, bits.width()), std::min(y + kBlockSide, bits.height())};
}

// Run by run: a row has far fewer runs than tiles.
void find_runs(const TileBits& bits, const TileRect& block, std::vector<Run>& runs) {
  const auto first_of = [&](std::size_t run) {
    while (runs[run].first != run) run = runs[run].first = runs[runs[run].first].first;
    return run;
  };
  const std::uint32_t inside = ~std::uint32_t{0} >> (kBlockSide - (block.x1 - block.x0));
  runs.clear();
  std::size_t above = 0;  // the first run of the row above that may touch the next one
  for (int y = block.y0; y < block.y1; ++y) {
    const std::size_t row = runs.size();
    auto rest = static_cast<std::uint32_t>(bits.window(block.x0, y)) & inside;
    while (rest != 0) {
      const std::uint32_t lowest = rest & (~rest + 1);
      const std::uint32_t tiles = rest & ~(rest + lowest);
      rest &= ~tiles;
      const std::size_t run = runs.size();
      runs.push_back({tiles, y, run});
      while (above < row && runs[above].tiles < lowest) ++above;
      for (std::size_t i = above; i < row && (runs[i].tiles & tiles) != 0; ++i) {
        const std::size_t a = first_of(i);
        const std::size_t b = first_of(run);
        runs[std::max(a, b)].first = std::min(a, b);
      }
    }
    above = row;
  }
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].first = runs[runs[i].first].first;
}

TileRect tiles_of(const TileRect& block, const Run& run) noexcept {
  const int x = block.x0 + std::countr_zero(run.tiles);
  return {x, run.y, x + std::popcount(run.tiles), run.y + 1};
}

// The tile with an index on the ring around a rectangle, counted from its lowest corner.
Tile ring_tile(const TileRect& tiles, int place) noexcept {
  const int columns = tiles.x1 - tiles.x0;
  const int rows = tiles.y1 - tiles.y0;
  if (place <= columns) return {tiles.x0 - 1 + place, tiles.y0 - 1};
  place -= columns + 1;
  if (place <= rows) return {tiles.x1, tiles.y0 - 1 + place};
  place -= rows + 1;
  if (place <= columns) return {tiles.x1 - place, tiles.y1};
  place -= columns + 1;
  return {tiles.x0 - 1, tiles.y1 - place};
}

}  // namespace

Components::Components(const TileBits& bits)
    : strips_{bits.width(), bits.height()},
      labels_(static_cast<std::size_t>(bits.width()) * static_cast<std::size_t>(bits.height())) {
  std::vector<Run> runs;
  std::vector<Label> pieces;
  for (int y = 0; y < strips_.height; y += kBlockSide) {
    for (int x = 0; x < strips_.width; x += kBlockSide) {
      const TileRect block = block_at({x, y}, bits);
      find_runs(bits, block, runs);
      pieces.resize(runs.size());
      for (std::size_t i = 0; i < runs.size(); ++i) {
        pieces[i] = runs[i].first == i ? labels_.add_piece() : pieces[runs[i].first];
        const TileRect tiles = tiles_of(block, runs[i]);
        labels_.put(index(tiles.x0, tiles.y0), static_cast<std::size_t>(tiles.x1 - tiles.x0),
                    pieces[i]);
      }
    }
  }
  link_borders();
  labels_.find_components();
}

void Components::link_borders() {
  const auto link = [&](std::size_t a, std::size_t b) {
    if (labels_.has(a) && labels_.has(b)) labels_.link(a, b);
  };
  for (int y = 0; y < strips_.height; ++y) {
    for (int x = kBlockSide; x < strips_.width; x += kBlockSide) link(index(x - 1, y), index(x, y));
  }
  for (int y = kBlockSide; y < strips_.height; y += kBlockSide) {
    for (int x = 0; x < strips_.width; ++x) link(index(x, y - 1), index(x, y));
  }
}

void Components::opened(const TileRect& tiles) {
  const ComponentTiles graph{strips_};
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; ++x) {
      if (!labels_.has(index(x, y))) labels_.add(graph, Tile{x, y});
    }
  }
}

void Components::blocked(const TileBits& bits, const TileRect& tiles) {
  const ComponentTiles graph{strips_};
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; ++x) {
      if (labels_.has(index(x, y))) labels_.remove(graph, Tile{x, y});
    }
  }
  const auto piece_at = [&](const Tile& tile) { return labels_.piece_of(index(tile.x, tile.y)); };
  std::vector<Tile> beside = find_beside(tiles);
  std::sort(beside.begin(), beside.end(), [&](const Tile& a, const Tile& b) {
    return std::tuple(piece_at(a), a.y, a.x) < std::tuple(piece_at(b), b.y, b.x);
  });
  for (std::size_t i = 0; i < beside.size();) {
    const Label piece = piece_at(beside[i]);
    std::size_t end = i + 1;
    while (end < beside.size() && piece_at(beside[end]) == piece) ++end;
    if (end - i > 1) split_piece(bits, std::span<const Tile>(beside).subspan(i, end - i));
    i = end;
  }
  labels_.split_components();
}

// Splits a piece into its connected parts; `beside` has at least one tile of each part.
void Components::split_piece(const TileBits& bits, std::span<const Tile> beside) {
  const TileRect block = block_at(beside[0], bits);
  std::vector<Run> runs;
  find_runs(bits, block, runs);
  std::vector<std::size_t> parts;
  for (const Tile& tile : beside) {
    const std::uint32_t bit = std::uint32_t{1} << (tile.x - block.x0);
    const auto run = std::find_if(runs.begin(), runs.end(), [&](const Run& other) {
      return other.y == tile.y && (other.tiles & bit) != 0;
    });
    parts.push_back(run->first);
  }
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  if (parts.size() == 1) return;
  const Label piece = labels_.piece_of(index(beside[0].x, beside[0].y));
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const Label part = labels_.split_off(piece);
    for (const Run& run : runs) {
      if (run.first != parts[i]) continue;
      const TileRect tiles = tiles_of(block, run);
      labels_.move(index(tiles.x0, tiles.y0), static_cast<std::size_t>(tiles.x1 - tiles.x0), part);
      move_links(block, tiles, piece, part);
    }
  }
}

// Moves the links of a run whose tiles have moved to another piece.
void Components::move_links(const TileRect& block, const TileRect& run, Label from, Label to) {
  const auto move_link = [&](int x, int y) {
    if (labels_.has(index(x, y))) labels_.move_link(index(x, y), from, to);
  };
  if (run.x0 == block.x0 && run.x0 > 0) move_link(run.x0 - 1, run.y0);
  if (run.x1 == block.x1 && run.x1 < strips_.width) move_link(run.x1, run.y0);
  for (int x = run.x0; x < run.x1; ++x) {
    if (run.y0 == block.y0 && run.y0 > 0) move_link(x, run.y0 - 1);
    if (run.y1 == block.y1 && run.y1 < strips_.height) move_link(x, run.y1);
  }
}

// One tile of each run of tiles of one piece along the ring around a rectangle. Runs that consist
// of a corner of the ring are omitted: no step leads from them into the rectangle.
std::vector<Tile> Components::find_beside(const TileRect& tiles) const {
  const int length = 2 * (tiles.x1 - tiles.x0 + tiles.y1 - tiles.y0) + 4;
  const auto piece_at = [&](int place) {
    const Tile tile = ring_tile(tiles, place);
    const bool is_inside =
        tile.x >= 0 && tile.y >= 0 && tile.x < strips_.width && tile.y < strips_.height;
    return is_inside ? labels_.piece_of(index(tile.x, tile.y)) : kBlocked;
  };
  const auto is_corner = [&](const Tile& tile) {
    return (tile.x < tiles.x0 || tile.x >= tiles.x1) && (tile.y < tiles.y0 || tile.y >= tiles.y1);
  };
  std::vector<Tile> beside;
  int begin = 1;
  while (begin < length && piece_at(begin) == piece_at(begin - 1)) ++begin;
  if (begin == length) return beside;
  Label before = kBlocked;
  bool is_visited = true;
  for (int i = begin; i < begin + length; ++i) {
    const int place = i < length ? i : i - length;
    const Label piece = piece_at(place);
    if (i == begin || piece != before) is_visited = piece == kBlocked;
    before = piece;
    const Tile tile = ring_tile(tiles, place);
    if (is_visited || is_corner(tile)) continue;
    is_visited = true;
    beside.push_back(tile);
  }
  return beside;
}

}  // namespace taut

#include "grid/jump/jump_points.hpp"

#include <algorithm>
#include <cstdlib>

namespace taut::detail {
namespace {

int sign(int value) noexcept { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); }

// Calls visit(tile) for the jump points from `reached` back to the start. A node is reached from
// its parent by diagonal steps, then straight ones; of either there may be none.
template <class Visit>
void visit_backward(const Grid& grid, const SearchScratch& scratch, NodeId reached,
                    const Visit& visit) noexcept {
  Tile tile = grid.tile(reached);
  Tile direction{0, 0};
  const auto walk = [&](const Tile& step, int length) {
    if (length == 0) return;
    if (step != direction) visit(tile);
    direction = step;
    tile = {tile.x + step.x * length, tile.y + step.y * length};
  };
  for (NodeId node = scratch.parent(reached); node != kNoNode; node = scratch.parent(node)) {
    const Tile before = grid.tile(node);
    const int dx = before.x - tile.x;
    const int dy = before.y - tile.y;
    const int diagonal = std::min(std::abs(dx), std::abs(dy));
    const Tile straight{sign(dx) * (std::abs(dx) > diagonal ? 1 : 0),
                        sign(dy) * (std::abs(dy) > diagonal ? 1 : 0)};
    walk(straight, std::max(std::abs(dx), std::abs(dy)) - diagonal);
    walk({sign(dx), sign(dy)}, diagonal);
  }
  visit(tile);
}

}  // namespace

Result extract_jump_points(const Grid& grid, const SearchScratch& scratch, NodeId reached,
                           std::span<TileId> out) noexcept {
  std::size_t count = 0;
  visit_backward(grid, scratch, reached, [&](const Tile&) { ++count; });
  std::size_t place = count;
  visit_backward(grid, scratch, reached, [&](const Tile& tile) {
    if (--place < out.size()) out[place] = grid.id(tile);
  });
  if (count > out.size()) return {Status::truncated, out.size()};
  return {Status::ok, count};
}

}  // namespace taut::detail

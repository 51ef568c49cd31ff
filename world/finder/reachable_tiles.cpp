#include "reachable_tiles.hpp"

#include "core/tile/near_cells.hpp"

namespace taut::detail {

const TileBits& ReachableTiles::find_walkable(const Grid& grid, std::uint64_t revision,
                                              const TerrainCosts& costs) {
  Classes blocked;
  for (std::size_t i = 0; i < kTerrainClasses; ++i) {
    blocked[i] = costs.is_blocked(static_cast<std::uint8_t>(i));
  }
  if (is_known_ && revision_ == revision && blocked_ == blocked) return *walkable_;
  is_known_ = false;  // in case an allocation throws
  clear_blocked(grid, blocked);
  has_reached_ = false;
  revision_ = revision;
  blocked_ = blocked;
  is_known_ = true;
  return *walkable_;
}

void ReachableTiles::clear_blocked(const Grid& grid, const Classes& blocked) {
  walkable_ = grid.bits();
  std::size_t runs = 0;
  for (int y = 0; y < grid.height(); ++y) {
    bool is_in_run = false;
    for (int x = 0; x < grid.width(); ++x) {
      if (blocked[grid.terrain_class(grid.id({x, y}))]) walkable_->clear(x, y);
      const bool is_free = walkable_->is_set_near(x, y);
      runs += is_free && !is_in_run ? 1 : 0;
      is_in_run = is_free;
    }
  }
  queue_.reserve(runs);
}

const TileBits& ReachableTiles::find_reachable(Tile from) {
  if (has_reached_ && reached_->is_set(from.x, from.y)) return *reached_;
  has_reached_ = false;  // in case an allocation throws
  reached_.emplace(walkable_->width(), walkable_->height());
  queue_.clear();
  add_run_at(from.x, from.y);
  while (!queue_.empty()) {
    const Run run = queue_.back();
    queue_.pop_back();
    for (const int y : {run.y - 1, run.y + 1}) {
      if (y < 0 || y >= walkable_->height()) continue;
      int x = find_right(*walkable_, run.first, y);
      while (x >= 0 && x <= run.last) {
        add_run_at(x, y);
        const int end = find_right(*walkable_, x, y, ~std::uint64_t{0});
        x = end < 0 ? -1 : find_right(*walkable_, end, y);
      }
    }
  }
  has_reached_ = true;
  return *reached_;
}

void ReachableTiles::add_run_at(int x, int y) {
  if (reached_->is_set(x, y)) return;
  const int before = find_left(*walkable_, x, y, ~std::uint64_t{0});
  const int end = find_right(*walkable_, x, y, ~std::uint64_t{0});
  const Run run{y, before + 1, (end < 0 ? walkable_->width() : end) - 1};
  for (int i = run.first; i <= run.last; ++i) reached_->set(i, y);
  queue_.push_back(run);
}

std::size_t ReachableTiles::memory_bytes() const noexcept {
  return (walkable_ ? walkable_->memory_bytes() : 0) + (reached_ ? reached_->memory_bytes() : 0) +
         queue_.capacity() * sizeof(Run);
}

}  // namespace taut::detail

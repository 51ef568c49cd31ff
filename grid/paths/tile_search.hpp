// A* over tiles, in parts (internal).
#pragma once

#include <cstddef>
#include <span>

#include <taut/engine/grid_search.hpp>
#include <taut/engine/search.hpp>

namespace taut {

// A search over tiles that may pause: begin(), advance() until it is done, write(). Does not hold
// the grid and the scratch: each call takes both. Nothing else may use the scratch in between.
class TileSearch {
 public:
  // Decides what needs no search. No call of this class allocates.
  void begin(const Grid& grid, const Point& start, const Point& goal,
             const GridSearchOptions& options, SearchScratch& scratch) noexcept;

  // Expands at most `expansions` more tiles. Returns whether the search is done. Requires begin(),
  // and the same grid and scratch, unchanged since.
  [[nodiscard]] bool advance(const Grid& grid, std::size_t expansions,
                             SearchScratch& scratch) noexcept;

  // What find_corridor() returns and writes, bit for bit. Requires that the search is done.
  [[nodiscard]] CorridorResult write(const SearchScratch& scratch,
                                     std::span<TileId> out) const noexcept;

  [[nodiscard]] std::size_t expanded() const noexcept { return run_.result.expanded; }

 private:
  GridSearchOptions options_;
  Tile goal_;
  Status early_ = Status::ok;  // the decision of begin(); ok: the search has it
  detail::SearchRun run_;
};

}  // namespace taut

// A* over tiles with terrain costs, for paths in any direction (internal).
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <taut/grid_search.hpp>

namespace taut {

// GridSearch with longer steps beside those of the rule: two tiles ahead and one aside, at the cost
// of the straight line, in about the direction of the step before. The path found costs no more
// than the cheapest of the rule's steps alone. It need not be the cheapest of all steps: the
// heuristic is not consistent for the long ones. Requires DiagonalLength::sqrt2.
class TerrainSearch {
 public:
  // As those of GridSearch.
  void begin(const Grid& grid, std::optional<Tile> start, std::optional<Tile> goal,
             const GridSearchOptions& options, SearchScratch& scratch) noexcept;
  [[nodiscard]] bool advance(const Grid& grid, std::size_t expansions,
                             SearchScratch& scratch) noexcept;
  // Writes the ends of the steps.
  [[nodiscard]] CorridorResult write(const SearchScratch& scratch,
                                     std::span<TileId> out) const noexcept;

 private:
  GridSearchOptions options_;
  Tile start_;
  Tile goal_;
  Status early_ = Status::ok;
  SearchRun run_;
};

}  // namespace taut

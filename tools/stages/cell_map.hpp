// What a query of a point needs from a map, for every kind of cells.
#pragma once

#include <taut/engine/path_query.hpp>
#include <taut/engine/portal.hpp>
#include <taut/grid.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "tools/input/query_settings.hpp"
#include "tools/output/search_view.hpp"

namespace taut::tools {

// What a search found, in the memory of the map.
struct CellSearch {
  std::span<const CellId> corridor;
  std::span<const Point> path;  // the shortest, if the search itself finds it; else empty
  std::size_t expanded = 0;
};

// The stages of a query on one kind of map. A new kind needs a class here and a case in
// make_cell_map().
class CellMap {
 public:
  CellMap() = default;
  CellMap(const CellMap&) = delete;
  CellMap& operator=(const CellMap&) = delete;
  virtual ~CellMap() = default;

  // Searches; afterwards found() is of this search.
  [[nodiscard]] virtual Status find(const Point& start, const Point& goal) = 0;
  // Finds the corridor of the last find() that was ok, where that gave only the path.
  virtual void find_cells() {}
  [[nodiscard]] const CellSearch& found() const noexcept { return found_; }

  // As the library's functions of these names.
  [[nodiscard]] virtual std::size_t max_portals(std::size_t cells) const = 0;
  [[nodiscard]] virtual Result extract_portals(std::span<const CellId> corridor,
                                               std::span<Portal> out) const = 0;
  // Only the portals that the funnel needs, if the map distinguishes them.
  [[nodiscard]] virtual Result extract_compressed_portals(std::span<const CellId> corridor,
                                                          std::span<Portal> out) const {
    return extract_portals(corridor, out);
  }
  [[nodiscard]] virtual Result smooth_corridor(std::span<const Point> path, std::span<Point> work,
                                               std::span<CellId> out) const = 0;
  [[nodiscard]] virtual Result pull_corridor(const Point& start, const Point& goal,
                                             std::span<const CellId> corridor,
                                             std::span<const Portal> portals, Pull pull,
                                             std::span<Point> out) const = 0;

  // To be called after an edit of the grid: updates in place what was made from it.
  virtual void edit(const TileRect& tiles, TileState state) = 0;

  // The index of --index, for messages: a line without its name and end; empty without one.
  [[nodiscard]] virtual std::string index_text() const { return {}; }

  // For messages: the names of cells and of the nodes that a search expands.
  [[nodiscard]] virtual const char* cell_name() const = 0;
  [[nodiscard]] virtual const char* node_name() const { return cell_name(); }

  // For pictures: a cell, and what the last search saw, with all cells of the map.
  [[nodiscard]] virtual Outline outline(CellId cell) const = 0;
  [[nodiscard]] virtual SearchView view() const = 0;

 protected:
  CellSearch found_;
};

// The grid, and what its classes cost, must outlive the map; without costs all tiles are alike.
// Requires settings.stages.
[[nodiscard]] std::unique_ptr<CellMap> make_cell_map(const Grid& grid, const Ground* costs,
                                                     const QuerySettings& settings);

}  // namespace taut::tools

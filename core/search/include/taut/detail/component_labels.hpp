// Connected components of the cells of a map, updated by edits.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/detail/growing_array.hpp>

TAUT_API_BEGIN
namespace taut::detail {

// Two levels: connected cells of one block, a square of the map, are a piece; pieces that are
// linked across the borders of blocks are a component. An edit recomputes the pieces of the blocks
// that it touches, and components from pieces, so that cutting a map in halves costs the cells of a
// block and half of the pieces, not half of the cells.
//
// The map is given as a graph whose cells are identified by any type:
//   graph.index(cell)                     its number, from 0
//   graph.block(cell)                     comparable; the same as long as the cell exists
//   graph.for_each_neighbor(cell, visit)  calls visit(neighbor) for the neighbours of a cell (a
//                                         symmetric relation); non-cells that have an index are
//                                         allowed
//
// An edit removes cells, adds cells and ends with split(). At each level:
//   adding     joins the neighbours of the new cell: the smaller one is labelled again.
//   splitting  searches from all sides of what was removed, alternating between them, until all
//              parts but one are complete or have met: complete parts get new labels.
//
// Memory: 4 bytes per cell, 16 per piece, 24 per pair of linked pieces.
class ComponentLabels {
 public:
  using Label = std::uint32_t;
  static constexpr Label kNone = 0;

  // For cells with numbers below `count`, initially without cells; resize() makes room for more.
  explicit ComponentLabels(std::size_t count = 0);
  void resize(std::size_t count);

  // Equal for two cells exactly when they are connected; kNone for a non-cell. Labels may change
  // with every edit. Safe to call from many threads.
  [[nodiscard]] Label of(std::size_t index) const noexcept {
    return pieces_[cell_pieces_[index]].component;
  }
  [[nodiscard]] bool has(std::size_t index) const noexcept { return cell_pieces_[index] != kNone; }
  // Equal for two neighbours exactly when they are in one block; kNone for a non-cell.
  [[nodiscard]] Label piece_of(std::size_t index) const noexcept { return cell_pieces_[index]; }

  // The number of components, and of pieces.
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t piece_count() const noexcept { return piece_count_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // ---- Building: all pieces, all links, then find_components(). ----

  // A piece without cells.
  Label add_piece();
  // Adds new cells with consecutive numbers.
  void put(std::size_t first, std::size_t length, Label piece);
  // Links two neighbours in different blocks.
  void link(std::size_t a, std::size_t b) { add_link(cell_pieces_[a], cell_pieces_[b]); }
  void find_components();
  // Does all of that; for_each_cell(visit) calls visit(cell) for every cell. Here the graph must
  // visit cells only.
  template <class Graph, class ForEachCell>
  void build(const Graph& graph, const ForEachCell& for_each_cell);

  // ---- Edits. ----

  // Removes a cell. The graph must still find its neighbours.
  template <class Graph, class Cell>
  void remove(const Graph& graph, const Cell& cell);
  // Adds a cell, once the graph has the new neighbours. Neighbours that are added later are
  // skipped.
  template <class Graph, class Cell>
  void add(const Graph& graph, const Cell& cell);
  // The end of an edit. `beside` has, for each cell removed, all neighbours that are still there,
  // or some to which the others are connected within their block. Reorders them; duplicates are
  // fine.
  template <class Graph, class Cell>
  void split(const Graph& graph, std::vector<Cell>& beside);

  // The steps of split(), for callers that find the parts of torn pieces themselves. split_off()
  // makes a new piece of the same component, without cells; move() moves cells with consecutive
  // numbers to it; move_link() moves the link to a neighbour in another block, once for each pair
  // of such cells. split_components() ends the edit.
  Label split_off(Label piece);
  void move(std::size_t first, std::size_t length, Label to);
  void move_link(std::size_t neighbor, Label from, Label to);
  void split_components();

  // Frees memory reserved for cells that edits add, except what the next edits are likely to need.
  void trim();

 private:
  struct Piece {
    Label component;
    std::uint32_t cells;
    std::uint32_t first_link;  // of a free piece: the next free one
  };
  struct PieceNeighbor {
    Label to;
    std::uint32_t count;  // of pairs of cells
    std::uint32_t next;   // of the same piece; of a free link: the next free one
  };

  [[nodiscard]] Label add_component();
  Label add_piece(Label component);
  void remove_piece(Label piece);
  void set_component(Label piece, Label component);
  std::uint32_t find_link(Label from, Label to);
  bool add_link(Label a, Label b);
  bool add_half_link(Label from, Label to);
  bool remove_link(Label a, Label b);
  bool remove_half_link(Label from, Label to);
  void join_components(Label a, Label b);
  template <class Visit>
  void for_each_linked_piece(Label piece, const Visit& visit) const {
    for (std::uint32_t i = pieces_[piece].first_link; i != kNone; i = links_[i].next) {
      visit(links_[i].to);
    }
  }
  template <class Graph, class Cell>
  void join_pieces(const Graph& graph, const Cell& a, const Cell& b);
  template <class Graph, class Cell>
  void move_links(const Graph& graph, std::span<const Cell> cells, Label from, Label to);

  std::size_t count_ = 0;
  std::size_t piece_count_ = 0;
  detail::GrowingArray<Label> cell_pieces_;  // per cell
  // The first piece means none, and so does the first link. Links form a list per piece.
  detail::GrowingArray<Piece> pieces_{1, {kNone, 0, kNone}};
  detail::GrowingArray<PieceNeighbor> links_{1, {kNone, 0, kNone}};
  // How many; of a free one: the next free one.
  detail::GrowingArray<std::uint32_t> component_pieces_{1, 0};
  std::uint32_t free_piece_ = kNone;
  std::uint32_t free_link_ = kNone;
  std::uint32_t free_component_ = kNone;
  std::vector<Label> torn_;  // pieces split or stripped of a link by the current edit
};

}  // namespace taut::detail
TAUT_API_END

// Connected components of the cells of a map, kept right through edits.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <taut/detail/part_search.hpp>

namespace taut {

// Two levels: connected cells of one block, a square of the map, are a piece; pieces that are
// linked across the borders of blocks are a component. An edit finds the pieces anew in the blocks
// that it touches, and components from pieces, so that a map cut in halves costs a block's cells
// and half of the pieces, not half of the cells.
//
// The map is given as a graph whose cells go by what suits it:
//   graph.index(cell)                     its number, from 0
//   graph.block(cell)                     comparable; the same as long as the cell exists
//   graph.for_each_neighbor(cell, visit)  calls visit(neighbor) for the cells that steps lead to,
//                                         which are mutual; also for what is no cell and has an
//                                         index
//
// An edit removes cells, adds cells and ends with split(). At each level:
//   adding     joins the neighbours of the new cell: the smaller one is labelled again.
//   splitting  searches from both sides of what was removed, in turns, until all parts but one are
//              complete or have met: these get new labels.
//
// Memory: 4 bytes per cell, 16 per piece, 24 per pair of linked pieces.
class ComponentLabels {
 public:
  using Label = std::uint32_t;
  static constexpr Label kNone = 0;

  // For cells with numbers below `count`, none of which is there yet; resize() makes room for more.
  explicit ComponentLabels(std::size_t count = 0) : cell_pieces_(count, kNone) {}
  void resize(std::size_t count) { cell_pieces_.resize(count, kNone); }

  // Equal for two cells exactly when they are connected; kNone for what is no cell. Labels may
  // change with every edit. Const and safe from many threads.
  [[nodiscard]] Label of(std::size_t index) const noexcept {
    return pieces_[cell_pieces_[index]].component;
  }
  [[nodiscard]] bool has(std::size_t index) const noexcept { return cell_pieces_[index] != kNone; }
  // Equal for two neighbours exactly when they are in one block; kNone for what is no cell.
  [[nodiscard]] Label piece_of(std::size_t index) const noexcept { return cell_pieces_[index]; }

  // Of components, and of pieces.
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t piece_count() const noexcept { return piece_count_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // ---- A map from scratch: all pieces, all links, then find_components(). ----

  // A piece without cells.
  Label add_piece();
  // Cells with numbers in a row that are not there yet.
  void put(std::size_t first, std::size_t length, Label piece) noexcept;
  // Two neighbours in different blocks.
  void link(std::size_t a, std::size_t b) { add_link(cell_pieces_[a], cell_pieces_[b]); }
  void find_components();
  // All of that; for_each_cell(visit) calls visit(cell) for every cell. Here the graph has to visit
  // cells only.
  template <class Graph, class ForEachCell>
  void build(const Graph& graph, const ForEachCell& for_each_cell);

  // ---- Edits. ----

  // A cell that goes. Its neighbours are still to be found.
  template <class Graph, class Cell>
  void remove(const Graph& graph, const Cell& cell);
  // A cell that comes, when all links are right. Neighbours that come later are passed over.
  template <class Graph, class Cell>
  void add(const Graph& graph, const Cell& cell);
  // The end of an edit. `beside` has, for each cell removed, all neighbours that are still there,
  // or some to which the others are connected within their block. Reorders them; duplicates are
  // fine.
  template <class Graph, class Cell>
  void split(const Graph& graph, std::vector<Cell>& beside);

  // What split() does, for who finds the parts of torn pieces otherwise: a new piece of the same
  // component, without cells; cells with numbers in a row that go over to it; a neighbour in
  // another block of such a cell. Each call of the last is one pair. split_components() ends the
  // edit.
  Label split_off(Label piece);
  void move(std::size_t first, std::size_t length, Label to) noexcept;
  void move_link(std::size_t neighbor, Label from, Label to);
  void split_components();

  // Gives back memory held in reserve, but for what the next edits are likely to need.
  void trim();

 private:
  struct Piece {
    Label component;
    std::uint32_t cells;
    std::uint32_t first_link;  // of a free piece: the next free one
  };
  struct Link {
    Label to;
    std::uint32_t count;  // of pairs of cells
    std::uint32_t next;   // of the same piece; of a free link: the next free one
  };

  [[nodiscard]] Label add_component();
  Label add_piece(Label component);
  void remove_piece(Label piece) noexcept;
  void set_component(Label piece, Label component) noexcept;
  std::uint32_t find_link(Label from, Label to) noexcept;
  bool add_link(Label a, Label b);
  bool add_half_link(Label from, Label to);
  bool remove_link(Label a, Label b) noexcept;
  bool remove_half_link(Label from, Label to) noexcept;
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
  std::vector<Label> cell_pieces_;                  // per cell
  std::vector<Piece> pieces_{{kNone, 0, kNone}};    // the first one stands for none
  std::vector<Link> links_{{kNone, 0, kNone}};      // lists per piece; so does their first one
  std::vector<std::uint32_t> component_pieces_{0};  // how many; of a free one: the next free one
  std::uint32_t free_piece_ = kNone;
  std::uint32_t free_link_ = kNone;
  std::uint32_t free_component_ = kNone;
  std::vector<Label> torn_;  // pieces that were split or lost a link in the edit under way
};

template <class Graph, class ForEachCell>
void ComponentLabels::build(const Graph& graph, const ForEachCell& for_each_cell) {
  for_each_cell([&](const auto& seed) {
    if (has(graph.index(seed))) return;
    const Label piece = add_piece();
    put(graph.index(seed), 1, piece);
    std::vector<std::decay_t<decltype(seed)>> reached{seed};
    while (!reached.empty()) {
      const auto cell = reached.back();
      reached.pop_back();
      graph.for_each_neighbor(cell, [&](const auto& neighbor) {
        if (has(graph.index(neighbor)) || graph.block(neighbor) != graph.block(seed)) return;
        put(graph.index(neighbor), 1, piece);
        reached.push_back(neighbor);
      });
    }
  });
  for_each_cell([&](const auto& cell) {
    graph.for_each_neighbor(cell, [&](const auto& neighbor) {
      // Each pair once.
      if (graph.index(neighbor) > graph.index(cell) &&
          cell_pieces_[graph.index(neighbor)] != cell_pieces_[graph.index(cell)]) {
        link(graph.index(cell), graph.index(neighbor));
      }
    });
  });
  find_components();
}

template <class Graph, class Cell>
void ComponentLabels::remove(const Graph& graph, const Cell& cell) {
  Label& label = cell_pieces_[graph.index(cell)];
  const Label piece = label;
  graph.for_each_neighbor(cell, [&](const Cell& neighbor) {
    const Label other = cell_pieces_[graph.index(neighbor)];
    if (other == kNone || other == piece || !remove_link(piece, other)) return;
    torn_.push_back(piece);
    torn_.push_back(other);
  });
  label = kNone;
  if (--pieces_[piece].cells == 0) remove_piece(piece);
}

template <class Graph, class Cell>
void ComponentLabels::add(const Graph& graph, const Cell& cell) {
  const auto block = graph.block(cell);
  Label piece = kNone;
  graph.for_each_neighbor(cell, [&](const Cell& neighbor) {
    if (piece == kNone && graph.block(neighbor) == block) piece = piece_of(graph.index(neighbor));
  });
  if (piece == kNone) piece = add_piece(add_component());
  put(graph.index(cell), 1, piece);
  graph.for_each_neighbor(cell, [&](const Cell& neighbor) {
    const Label other = piece_of(graph.index(neighbor));
    if (other == kNone || other == piece || graph.block(neighbor) == block) return;
    if (add_link(piece, other)) join_components(piece, other);
  });
  // A piece that was torn by what was removed takes several turns.
  for (bool is_joined = true; is_joined;) {
    is_joined = false;
    graph.for_each_neighbor(cell, [&](const Cell& neighbor) {
      const Label other = piece_of(graph.index(neighbor));
      if (other == kNone || other == piece_of(graph.index(cell))) return;
      if (graph.block(neighbor) != block) return;
      join_pieces(graph, cell, neighbor);
      is_joined = true;
    });
  }
}

// Of two neighbours in one block.
template <class Graph, class Cell>
void ComponentLabels::join_pieces(const Graph& graph, const Cell& a, const Cell& b) {
  Label to = piece_of(graph.index(a));
  Label from = piece_of(graph.index(b));
  join_components(to, from);
  const bool is_a_smaller = pieces_[to].cells < pieces_[from].cells;
  if (is_a_smaller) std::swap(to, from);
  std::vector<Cell> reached;
  const auto reach = [&](const Cell& cell) {
    if (piece_of(graph.index(cell)) != from) return;
    move(graph.index(cell), 1, to);
    reached.push_back(cell);
  };
  reach(is_a_smaller ? a : b);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const Cell cell = reached[i];
    graph.for_each_neighbor(cell, reach);
  }
  move_links(graph, std::span<const Cell>(reached), from, to);
  // When something was removed, a piece may be torn already: then what joins it is torn too, and
  // what was not reached here is another part.
  if (!torn_.empty() || pieces_[from].cells > 0) torn_.push_back(to);
  if (pieces_[from].cells > 0) {
    torn_.push_back(from);
  } else {
    remove_piece(from);
  }
}

// After a move of cells that have no neighbour left in their old piece.
template <class Graph, class Cell>
void ComponentLabels::move_links(const Graph& graph, std::span<const Cell> cells, Label from,
                                 Label to) {
  for (const Cell& cell : cells) {
    graph.for_each_neighbor(cell, [&](const Cell& neighbor) {
      const Label other = piece_of(graph.index(neighbor));
      if (other == kNone || other == to || graph.block(neighbor) == graph.block(cell)) return;
      move_link(graph.index(neighbor), from, to);
    });
  }
}

template <class Graph, class Cell>
void ComponentLabels::split(const Graph& graph, std::vector<Cell>& beside) {
  // By piece; a total order, so that the labels do not depend on the library's sort.
  const auto piece_of_cell = [&](const Cell& cell) -> Label& {
    return cell_pieces_[graph.index(cell)];
  };
  std::sort(beside.begin(), beside.end(), [&](const Cell& a, const Cell& b) {
    return std::pair(piece_of_cell(a), graph.index(a)) <
           std::pair(piece_of_cell(b), graph.index(b));
  });
  beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
  const auto for_each_neighbor = [&](const Cell& cell, const auto& visit) {
    graph.for_each_neighbor(cell, visit);
  };
  for (std::size_t i = 0; i < beside.size();) {
    const Label piece = piece_of_cell(beside[i]);
    std::size_t end = i + 1;
    while (end < beside.size() && piece_of_cell(beside[end]) == piece) ++end;
    const std::span<const Cell> seeds = std::span<const Cell>(beside).subspan(i, end - i);
    detail::PartSearch<Cell> search(seeds, piece, piece_of_cell, for_each_neighbor);
    search.for_each_complete_part([&](std::span<const Cell> cells) {
      const Label part = split_off(piece);
      for (const Cell& cell : cells) move(graph.index(cell), 1, part);
      move_links(graph, cells, piece, part);
    });
    i = end;
  }
  split_components();
}

}  // namespace taut

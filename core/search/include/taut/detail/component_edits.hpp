// The functions of ComponentLabels that know the graph of a map.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/detail/component_labels.hpp>
#include <taut/detail/part_search.hpp>

TAUT_API_BEGIN
namespace taut::detail {

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
    const Label other = piece_of(graph.index(neighbor));
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
  // A piece torn by what was removed takes several rounds.
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

// Joins the pieces of two neighbours in one block.
template <class Graph, class Cell>
void ComponentLabels::join_pieces(const Graph& graph, const Cell& a, const Cell& b) {
  Label to = piece_of(graph.index(a));
  Label from = piece_of(graph.index(b));
  join_components(to, from);
  const bool is_a_smaller = pieces_[to].cells < pieces_[from].cells;
  if (is_a_smaller) std::swap(to, from);
  std::vector<Cell> reached;
  const auto add = [&](const Cell& cell) {
    if (piece_of(graph.index(cell)) != from) return;
    move(graph.index(cell), 1, to);
    reached.push_back(cell);
  };
  add(is_a_smaller ? a : b);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const Cell cell = reached[i];
    graph.for_each_neighbor(cell, add);
  }
  move_links(graph, std::span<const Cell>(reached), from, to);
  // After a removal a piece may be torn already: then the joined piece is torn too, and cells not
  // reached here are another part.
  if (!torn_.empty() || pieces_[from].cells > 0) torn_.push_back(to);
  if (pieces_[from].cells > 0) {
    torn_.push_back(from);
  } else {
    remove_piece(from);
  }
}

// Moves the links of moved cells, which have no neighbour left in their old piece.
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
  // Sorted by piece; a total order, so that labels do not depend on the implementation of
  // std::sort.
  std::sort(beside.begin(), beside.end(), [&](const Cell& a, const Cell& b) {
    return std::pair(piece_of(graph.index(a)), graph.index(a)) <
           std::pair(piece_of(graph.index(b)), graph.index(b));
  });
  beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
  const auto piece_of_cell = [&](const Cell& cell) -> Label& {
    return cell_pieces_[graph.index(cell)];
  };
  const auto for_each_neighbor = [&](const Cell& cell, const auto& visit) {
    graph.for_each_neighbor(cell, visit);
  };
  for (std::size_t i = 0; i < beside.size();) {
    const Label piece = piece_of(graph.index(beside[i]));
    std::size_t end = i + 1;
    while (end < beside.size() && piece_of(graph.index(beside[end])) == piece) ++end;
    const std::span<const Cell> seeds = std::span<const Cell>(beside).subspan(i, end - i);
    PartSearch<Cell> search(seeds, piece, piece_of_cell, for_each_neighbor);
    search.for_each_complete_part([&](std::span<const Cell> cells) {
      const Label part = split_off(piece);
      for (const Cell& cell : cells) move(graph.index(cell), 1, part);
      move_links(graph, cells, piece, part);
    });
    i = end;
  }
  split_components();
}

}  // namespace taut::detail
TAUT_API_END

// ConvexMesh::replace(): removes cells, inserts others and updates all that depends on them.
#include <taut/engine/convex_mesh.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <taut/engine/vectors.hpp>

#include "mesh_edges.hpp"
#include "mesh_graph.hpp"
#include "mesh_parts.hpp"

namespace taut {

class MeshEdit {
 public:
  // `journal` may be null.
  MeshEdit(ConvexMesh& mesh, const MeshPatch& patch, MeshJournal* journal)
      : m_(mesh), patch_(patch), journal_(journal), graph_{mesh}, places_(mesh) {}

  void run() {
    // Removed cells have no component, new ones not until the end.
    for (const CellId cell : patch_.removed) m_.components_.remove(graph_, cell);
    find_border();
    reopen_dead_ends();
    if (journal_ != nullptr) begin_journal();
    unname_vertices();
    for (const CellId cell : patch_.removed) remove(cell);
    for (const Border& border : borders_) m_.edges_[border.edge].link(kNoEdge);
    add_cells();
    name_vertices();
    if (journal_ != nullptr) end_journal();
    update_components();
    update_dead_ends();
    update_index();
    places_.pack(16 * (size() + kPart));
    m_.edges_.advance();
    m_.edge_cells_.advance();
    m_.cells_.advance();
    ++m_.revision_;
  }

 private:
  // Cells of the part that each edit adds to work on all of them.
  static constexpr std::size_t kPart = 8;

  // An edge of a remaining cell that faces the change.
  struct Border {
    CellId cell;
    EdgeId edge;
    bool leads_out;  // whether the cell was a dead end, and this its exit
  };

  [[nodiscard]] bool is_removed(CellId cell) const noexcept { return !m_.components_.has(cell); }
  // Cells that this edit removes and adds.
  [[nodiscard]] std::size_t size() const noexcept { return patch_.removed.size() + added_.size(); }
  [[nodiscard]] CellId beyond(EdgeId edge) const noexcept {
    return m_.cell_of(m_.edge(edge).twin());
  }
  template <class Visit>
  void for_each_edge(CellId cell, const Visit& visit) const {
    const EdgeId first = m_.first_edge(cell);
    for (EdgeId edge = first; edge < first + m_.edges(cell).size(); ++edge) visit(edge);
  }

  void find_border() {
    for (const CellId cell : patch_.removed) {
      for_each_edge(cell, [&](EdgeId edge) {
        if (m_.edge(edge).is_wall() || is_removed(beyond(edge))) return;
        borders_.push_back({beyond(edge), m_.edge(edge).twin(), false});
      });
    }
    for (const EdgeId edge : patch_.beyond) {
      if (edge == kNoEdge || !m_.edge(edge).is_wall()) continue;
      borders_.push_back({m_.cell_of(edge), edge, false});
    }
  }

  void begin_journal() {
    *journal_ = {};
    std::size_t edges = 0;
    for (const CellId cell : patch_.removed) edges += m_.edges(cell).size();
    journal_->removed_.reserve(edges);
    journal_->removed_end_.reserve(patch_.removed.size());
    for (const CellId cell : patch_.removed) {
      const std::span<const MeshEdge> ring = m_.edges(cell);
      journal_->removed_.insert(journal_->removed_.end(), ring.begin(), ring.end());
      journal_->removed_end_.push_back(journal_->removed_.size());
    }
  }

  void end_journal() {
    journal_->revision_ = m_.revision_ + 1;
    journal_->added_ = added_;
    // The first unnamed edges are those of cells that remain.
    for (std::size_t i = 0; i < journal_->renamed_.size(); ++i) {
      journal_->renamed_[i].after = m_.edge(unnamed_[i]).vertex();
    }
  }

  // ---- cells and edges ----

  // Clears the vertices of all edges that start in the edited place.
  void unname_vertices() {
    for (const CellId cell : patch_.removed) {
      for_each_edge(cell, [&](EdgeId edge) { unname_vertex(edge); });
    }
    for (const Border& border : borders_) {
      unname_vertex(border.edge);
      unname_vertex(m_.next(border.edge));
    }
  }

  void unname_vertex(EdgeId from) {
    const VertexId vertex = m_.edge(from).vertex();
    if (vertex == kNoEdge) return;
    m_.free_vertices_.push_back(vertex);
    const EdgeId first = m_.first_of_fan(from);
    for (EdgeId edge = first;;) {
      m_.edges_[edge].name(kNoEdge);
      if (!is_removed(m_.cell_of(edge))) {
        unnamed_.push_back(edge);
        if (journal_ != nullptr) journal_->renamed_.push_back({vertex, kNoEdge});
      }
      const EdgeId before = m_.previous(edge);
      if (m_.edge(before).is_wall()) break;
      edge = m_.edge(before).twin();
      if (edge == first) break;
    }
  }

  void remove(CellId cell) {
    m_.index_.remove(cell, m_.edges(cell));
    if (m_.next_index_ && cell < m_.next_cell_) m_.next_index_->remove(cell, m_.edges(cell));
    ConvexMesh::Cell& ring = m_.cells_[cell];
    places_.release(ring.first, ring.count);
    ring = {0, 0, 0, 0, 0};
    m_.free_cells_.push_back(cell);
  }

  void add_cells() {
    const MeshParts& parts = patch_.added;
    std::vector<EdgeId> names(parts.edge_start.size());
    for (std::size_t i = 0; i + 1 < parts.cell_begin.size(); ++i) {
      CellId cell = 0;
      if (m_.free_cells_.empty()) {
        cell = static_cast<CellId>(m_.cells_.size());
        m_.cells_.push_back({0, 0, 0, 0, 0});
        m_.components_.resize(m_.cells_.size());
      } else {
        cell = m_.free_cells_.back();
        m_.free_cells_.pop_back();
      }
      const EdgeId begin = parts.cell_begin[i];
      const std::uint32_t count = parts.cell_begin[i + 1] - begin;
      const EdgeId first = places_.take(count);
      m_.cells_[cell] = {first, count & 0x7fffffffU, 0, 0, 0};
      for (std::uint32_t k = 0; k < count; ++k) {
        names[begin + k] = first + k;
        m_.edge_cells_[first + k] = cell;
        m_.edges_[first + k] = MeshEdge(parts.edge_start[begin + k], kNoEdge, kNoEdge);
        unnamed_.push_back(first + k);
      }
      added_.push_back(cell);
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (parts.edge_twin[i] != kNoEdge) {
        m_.edges_[names[i]].link(names[parts.edge_twin[i]]);
      } else if (patch_.beyond[i] != kNoEdge) {
        m_.edges_[names[i]].link(patch_.beyond[i]);
        m_.edges_[patch_.beyond[i]].link(names[i]);
      }
    }
  }

  void name_vertices() {
    for (const EdgeId edge : unnamed_) {
      if (m_.edge(edge).vertex() != kNoEdge) continue;
      VertexId vertex = 0;
      if (m_.free_vertices_.empty()) {
        vertex = static_cast<VertexId>(m_.vertex_ids_++);
      } else {
        vertex = m_.free_vertices_.back();
        m_.free_vertices_.pop_back();
      }
      m_.name_fan(m_.first_of_fan(edge), vertex);
    }
  }

  void update_index() {
    if (m_.index_.empty() && !added_.empty()) {
      m_.low_ = m_.high_ = m_.edges(added_[0])[0].start();
    }
    for (const CellId cell : added_) {
      for (const MeshEdge& edge : m_.edges(cell)) {
        m_.low_ = component_min(m_.low_, edge.start());
        m_.high_ = component_max(m_.high_, edge.start());
      }
    }
    if (m_.index_.empty()) {
      m_.build_index();
      return;
    }
    for (const CellId cell : added_) {
      m_.index_.add(cell, m_.edges(cell));
      if (m_.next_index_ && cell < m_.next_cell_) m_.next_index_->add(cell, m_.edges(cell));
    }
    m_.index_.advance();
    if (!m_.next_index_ && m_.index_.is_outgrown(m_.low_, m_.high_, m_.cell_count())) {
      m_.next_index_.emplace(m_.low_, m_.high_, m_.cell_count());
      m_.next_cell_ = 0;
    }
    if (m_.next_index_) advance_next_index();
  }

  void advance_next_index() {
    std::size_t work = 8 * (size() + kPart);
    if (!m_.next_index_->add_buckets(16 * work)) return;
    for (; work > 0 && m_.next_cell_ < m_.cells_.size(); ++m_.next_cell_, --work) {
      if (m_.is_cell(m_.next_cell_)) m_.next_index_->add(m_.next_cell_, m_.edges(m_.next_cell_));
    }
    m_.next_index_->advance();
    if (m_.next_cell_ < m_.cells_.size()) return;
    m_.index_ = std::move(*m_.next_index_);
    m_.next_index_.reset();
  }

  void update_components() {
    std::vector<CellId> beside;
    for (const Border& border : borders_) beside.push_back(border.cell);
    for (const CellId cell : added_) m_.components_.add(graph_, cell);
    m_.components_.split(graph_, beside);
  }

  // ---- dead ends ----

  // A dead end whose exit leads into the edited place remains one. Otherwise the place was deeper
  // in it, and the cells on the path to its exit may no longer be dead ends.
  void reopen_dead_ends() {
    for (Border& border : borders_) {
      if (!m_.is_dead_end(border.cell)) continue;
      EdgeId out = m_.toward_exit(border.cell);
      border.leads_out = out == border.edge;
      if (border.leads_out) continue;
      for (CellId cell = border.cell;;) {
        m_.cells_[cell].is_dead_end = 0;
        doubtful_.push_back(cell);
        const EdgeId in = m_.edge(out).twin();
        cell = m_.cell_of(in);
        if (is_removed(cell)) break;
        const bool is_dead_end = m_.is_dead_end(cell);
        if (is_dead_end) out = m_.toward_exit(cell);
        m_.edges_[in].unmark_dead_end();
        if (is_dead_end) continue;
        doubtful_.push_back(cell);
        break;
      }
    }
  }

  // Peels cells with one exit, starting in the edited place, so that a tree keeps its middle.
  void update_dead_ends() {
    std::reverse(doubtful_.begin(), doubtful_.end());
    for (const Border& border : borders_) {
      const EdgeId edge = border.edge;
      if (border.leads_out && m_.is_dead_end(border.cell)) {
        if (m_.edge(edge).is_wall()) {
          m_.cells_[border.cell].is_dead_end = 0;
        } else {
          m_.edges_[m_.edge(edge).twin()].mark_dead_end();
        }
      }
      doubtful_.push_back(border.cell);
    }
    doubtful_.insert(doubtful_.end(), added_.begin(), added_.end());
    while (!doubtful_.empty()) {
      const CellId cell = doubtful_.back();
      doubtful_.pop_back();
      m_.find_exits(cell);
      if (m_.is_dead_end(cell)) continue;
      std::size_t ways = 0;
      for (const MeshEdge& edge : m_.edges(cell)) {
        if (!edge.is_wall() && !edge.leads_to_dead_end()) ++ways;
      }
      if (ways != 1) continue;
      m_.cells_[cell].is_dead_end = 1;
      const EdgeId in = m_.edge(m_.toward_exit(cell)).twin();
      m_.edges_[in].mark_dead_end();
      doubtful_.push_back(m_.cell_of(in));
    }
  }

  ConvexMesh& m_;
  const MeshPatch& patch_;
  MeshJournal* journal_;
  detail::MeshGraph graph_;
  MeshEdges places_;
  std::vector<Border> borders_;
  std::vector<EdgeId> unnamed_;
  std::vector<CellId> added_;
  std::vector<CellId> doubtful_;  // cells that may be dead ends
};

void ConvexMesh::replace(const MeshPatch& patch) {
  detail::require_patch("ConvexMesh::replace", *this, patch);
  MeshEdit(*this, patch, nullptr).run();
}

void replace(ConvexMesh& mesh, const MeshPatch& patch, MeshJournal& journal) {
  detail::require_patch("replace", mesh, patch);
  MeshEdit(mesh, patch, &journal).run();
}

}  // namespace taut

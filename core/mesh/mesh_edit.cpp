// ConvexMesh::replace(): cells go, others come, and all that is known of the rest stays right.
#include <taut/convex_mesh.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include "mesh_components.hpp"
#include "mesh_parts.hpp"

namespace taut {

class MeshEdit {
 public:
  MeshEdit(ConvexMesh& mesh, const MeshPatch& patch) : m_(mesh), patch_(patch), components_(mesh) {}

  void run() {
    // Cells on their way out have no component, new ones neither until the end.
    for (const CellId cell : patch_.removed) components_.leave(cell);
    find_border();
    reopen_dead_ends();
    unname_vertices();
    for (const CellId cell : patch_.removed) remove(cell);
    for (const Border& border : borders_) m_.edges_[border.edge].link(kNoEdge);
    add_cells();
    name_vertices();
    update_components();
    update_dead_ends();
    update_index();
    if (m_.edges_.size() > kSlackEdges + m_.edge_count_ + m_.edge_count_ / 2) pack_edges();
    ++m_.revision_;
  }

 private:
  static constexpr std::size_t kSlackEdges = 1024;

  // An edge of a cell that stays, beyond which something goes or comes.
  struct Border {
    CellId cell;
    EdgeId edge;
    bool leads_out;  // whether the cell was a dead end, and this its way out
  };

  [[nodiscard]] bool is_removed(CellId cell) const noexcept { return !components_.has(cell); }
  [[nodiscard]] CellId beyond(EdgeId edge) const noexcept {
    return m_.edge_cells_[m_.edges_[edge].twin()];
  }
  template <class Visit>
  void for_each_edge(CellId cell, const Visit& visit) const {
    const EdgeId first = m_.cells_[cell].first;
    for (EdgeId edge = first; edge < first + m_.cells_[cell].count; ++edge) visit(edge);
  }

  void find_border() {
    for (const CellId cell : patch_.removed) {
      for_each_edge(cell, [&](EdgeId edge) {
        if (m_.edges_[edge].is_wall() || is_removed(beyond(edge))) return;
        borders_.push_back({beyond(edge), m_.edges_[edge].twin(), false});
      });
    }
    for (const EdgeId edge : patch_.beyond) {
      if (edge == kNoEdge || !m_.edges_[edge].is_wall()) continue;
      borders_.push_back({m_.edge_cells_[edge], edge, false});
    }
  }

  // ---- cells and edges ----

  // Takes the names of all vertices of the place from all edges that start there.
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
    if (m_.edges_[from].vertex() == kNoEdge) return;
    m_.free_vertices_.push_back(m_.edges_[from].vertex());
    const EdgeId first = m_.first_of_fan(from);
    for (EdgeId edge = first;;) {
      m_.edges_[edge].name(kNoEdge);
      if (!is_removed(m_.edge_cells_[edge])) unnamed_.push_back(edge);
      const EdgeId before = m_.previous(edge);
      if (m_.edges_[before].is_wall()) break;
      edge = m_.edges_[before].twin();
      if (edge == first) break;
    }
  }

  void remove(CellId cell) {
    m_.remove_from_buckets(cell);
    ConvexMesh::Cell& ring = m_.cells_[cell];
    // A row at the end would do no good among those to be given again.
    if (ring.first + ring.count == m_.edges_.size()) {
      m_.edges_.resize(ring.first);
      m_.edge_cells_.resize(ring.first);
    } else if (ring.count < m_.free_edges_.size()) {
      m_.free_edges_[ring.count].push_back(ring.first);
    }
    m_.edge_count_ -= ring.count;
    ring = {0, 0, 0, 0};
    m_.free_cells_.push_back(cell);
  }

  [[nodiscard]] EdgeId add_edges(std::uint32_t count) {
    m_.edge_count_ += count;
    if (count < m_.free_edges_.size() && !m_.free_edges_[count].empty()) {
      const EdgeId first = m_.free_edges_[count].back();
      m_.free_edges_[count].pop_back();
      return first;
    }
    const auto first = static_cast<EdgeId>(m_.edges_.size());
    if (first + count > m_.edges_.capacity()) {
      // Doubled, as vectors do by themselves, would be too much for what edits add.
      m_.edges_.reserve(first + first / 4 + count);
      m_.edge_cells_.reserve(first + first / 4 + count);
    }
    m_.edges_.resize(first + count);
    m_.edge_cells_.resize(first + count);
    return first;
  }

  void add_cells() {
    const MeshParts& parts = patch_.added;
    std::vector<EdgeId> names(parts.edge_start.size());
    for (std::size_t i = 0; i + 1 < parts.cell_begin.size(); ++i) {
      CellId cell = 0;
      if (m_.free_cells_.empty()) {
        cell = static_cast<CellId>(m_.cells_.size());
        m_.cells_.push_back({0, 0, 0, 0});
        m_.components_.push_back(MeshComponents::kNone);
      } else {
        cell = m_.free_cells_.back();
        m_.free_cells_.pop_back();
      }
      const EdgeId begin = parts.cell_begin[i];
      const std::uint32_t count = parts.cell_begin[i + 1] - begin;
      const EdgeId first = add_edges(count);
      m_.cells_[cell] = {first, count & 0x7fffffffU, 0, 0};
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
      if (m_.edges_[edge].vertex() != kNoEdge) continue;
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

  // Edges in the order of cells, without holes.
  void pack_edges() {
    std::vector<MeshEdge> edges;
    std::vector<CellId> edge_cells;
    std::vector<EdgeId> names(m_.edges_.size(), kNoEdge);
    edges.reserve(m_.edge_count_);
    edge_cells.reserve(m_.edge_count_);
    m_.for_each_cell([&](CellId cell) {
      const auto first = static_cast<EdgeId>(edges.size());
      for_each_edge(cell, [&](EdgeId edge) {
        names[edge] = static_cast<EdgeId>(edges.size());
        edges.push_back(m_.edges_[edge]);
        edge_cells.push_back(cell);
      });
      m_.cells_[cell].first = first;
    });
    for (MeshEdge& edge : edges) {
      if (edge.is_wall()) continue;
      const bool leads_to_dead_end = edge.leads_to_dead_end();
      edge.link(names[edge.twin()]);
      if (leads_to_dead_end) edge.mark_dead_end();
    }
    m_.edges_ = std::move(edges);
    m_.edge_cells_ = std::move(edge_cells);
    for (std::vector<EdgeId>& list : m_.free_edges_) list.clear();
  }

  void update_index() {
    if (m_.buckets_.empty() && !added_.empty()) {
      m_.low_ = m_.high_ = m_.edges(added_[0])[0].start();
    }
    for (const CellId cell : added_) {
      for (const MeshEdge& edge : m_.edges(cell)) {
        m_.low_ = m_.low_.cwiseMin(edge.start());
        m_.high_ = m_.high_.cwiseMax(edge.start());
      }
    }
    // Beyond its box the index is poor, and so it is when buckets have become full.
    const Point half = 0.5F * (m_.index_high_ - m_.index_low_);
    const bool is_outgrown = m_.cell_count() > 64 + 2 * m_.indexed_cells_ ||
                             m_.indexed_cells_ > 64 + 4 * m_.cell_count() ||
                             m_.low_.x() < m_.index_low_.x() - half.x() ||
                             m_.low_.y() < m_.index_low_.y() - half.y() ||
                             m_.high_.x() > m_.index_high_.x() + half.x() ||
                             m_.high_.y() > m_.index_high_.y() + half.y();
    if (m_.buckets_.empty() || is_outgrown) {
      m_.fill_buckets();
    } else {
      for (const CellId cell : added_) m_.add_to_buckets(cell);
    }
  }

  void update_components() {
    std::sort(borders_.begin(), borders_.end(),
              [](const Border& a, const Border& b) { return a.edge < b.edge; });
    std::vector<CellId> beside;
    for (const Border& border : borders_) beside.push_back(border.cell);
    components_.update(added_, beside);
  }

  // ---- dead ends ----

  // A dead end stays one when its way out leads into the place. Otherwise the place was deeper in
  // it, and it is walked out of: what lies on the way may be none any more.
  void reopen_dead_ends() {
    for (Border& border : borders_) {
      if (!m_.is_dead_end(border.cell)) continue;
      EdgeId out = m_.toward_exit(border.cell);
      border.leads_out = out == border.edge;
      if (border.leads_out) continue;
      for (CellId cell = border.cell;;) {
        m_.cells_[cell].is_dead_end = 0;
        doubtful_.push_back(cell);
        const EdgeId in = m_.edges_[out].twin();
        cell = m_.edge_cells_[in];
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

  // Peels cells with one way out, beginning in the place: so a tree keeps its middle.
  void update_dead_ends() {
    std::reverse(doubtful_.begin(), doubtful_.end());
    for (const Border& border : borders_) {
      const EdgeId edge = border.edge;
      if (border.leads_out && m_.is_dead_end(border.cell)) {
        if (m_.edges_[edge].is_wall()) {
          m_.cells_[border.cell].is_dead_end = 0;
        } else {
          m_.edges_[m_.edges_[edge].twin()].mark_dead_end();
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
      const EdgeId in = m_.edges_[m_.toward_exit(cell)].twin();
      m_.edges_[in].mark_dead_end();
      doubtful_.push_back(m_.edge_cells_[in]);
    }
  }

  ConvexMesh& m_;
  const MeshPatch& patch_;
  MeshComponents components_;
  std::vector<Border> borders_;
  std::vector<EdgeId> unnamed_;
  std::vector<CellId> added_;
  std::vector<CellId> doubtful_;  // cells that may be dead ends
};

void ConvexMesh::replace(const MeshPatch& patch) {
  detail::require_patch("ConvexMesh::replace", *this, patch);
  MeshEdit(*this, patch).run();
}

}  // namespace taut

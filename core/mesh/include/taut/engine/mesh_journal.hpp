// MeshJournal: what an edit of a ConvexMesh changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/engine/convex_mesh.hpp>

TAUT_API_BEGIN
namespace taut {

class TAUT_LOCAL MeshEdit;

// For data about the vertices of a mesh, which are to follow its edits: an edit gives new ids to
// all vertices of the cells that it removes. Vertices that no list names keep their ids.
class MeshJournal {
 public:
  // Two ids of a vertex of a cell that remains.
  struct Renamed {
    VertexId before;
    VertexId after;
  };

  // The revision that the edit made; 0 without an edit.
  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }

  // The cells that were removed, with the vertices and corners before the edit. Twins of their
  // edges have no meaning.
  [[nodiscard]] std::size_t removed_count() const noexcept { return removed_end_.size(); }
  [[nodiscard]] std::span<const MeshEdge> removed(std::size_t i) const noexcept {
    const std::size_t begin = i == 0 ? 0 : removed_end_[i - 1];
    return std::span(removed_).subspan(begin, removed_end_[i] - begin);
  }
  // The cells that were added, by their ids.
  [[nodiscard]] std::span<const CellId> added() const noexcept { return added_; }
  // The vertices of cells that remain, as often as cells have them.
  [[nodiscard]] std::span<const Renamed> renamed() const noexcept { return renamed_; }

 private:
  friend class MeshEdit;

  std::uint64_t revision_ = 0;
  std::vector<MeshEdge> removed_;
  std::vector<std::size_t> removed_end_;
  std::vector<CellId> added_;
  std::vector<Renamed> renamed_;
};

// ConvexMesh::replace() that also writes a journal; what was in it is lost.
void replace(ConvexMesh& mesh, const MeshPatch& patch, MeshJournal& journal);

}  // namespace taut
TAUT_API_END

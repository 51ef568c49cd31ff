#include "mesh_memory.hpp"

#include <taut/detail/require.hpp>

namespace taut {

MeshScratch::Memory::Memory(std::size_t cell_ids, std::size_t edge_ids)
    : edge_count(detail::require_within("MeshScratch: edge ids", edge_ids, 0, kNoEdge)),
      edge_marks(std::make_unique<Mark[]>(edge_ids)),
      nodes(std::make_unique_for_overwrite<Node[]>(edge_ids)),
      open(edge_ids + max_improvements(edge_ids)),
      cell_marks(cell_ids, 0) {}

MeshScratch::MeshScratch(std::size_t cell_ids, std::size_t edge_ids)
    : corridor(detail::require_within("MeshScratch: cell ids", cell_ids, 0, kNoNode - 1)),
      portals(cell_ids),
      memory_(std::make_unique<Memory>(cell_ids, edge_ids)) {}

MeshScratch::MeshScratch(MeshScratch&&) noexcept = default;
MeshScratch& MeshScratch::operator=(MeshScratch&&) noexcept = default;
MeshScratch::~MeshScratch() = default;

void MeshScratch::fit(const ConvexMesh& mesh) {
  memory_->state = {};
  if (mesh.cell_ids() <= memory_->cell_marks.size() && mesh.edge_ids() <= memory_->edge_count) {
    return;
  }
  *this = MeshScratch(mesh.cell_ids() + mesh.cell_ids() / 4, mesh.edge_ids() + mesh.edge_ids() / 4);
}

std::size_t MeshScratch::memory_bytes() const noexcept {
  return corridor.capacity() * sizeof(CellId) + portals.capacity() * sizeof(Portal) +
         memory_->edge_count * (sizeof(Memory::Mark) + sizeof(Memory::Node)) +
         memory_->open.memory_bytes() + memory_->cell_marks.capacity() * sizeof(std::uint32_t);
}

bool MeshScratch::is_expanded(EdgeId edge) const noexcept {
  return memory_->edge_marks[edge].query == memory_->query + 1;
}

}  // namespace taut

#include "optimal_memory.hpp"

#include <algorithm>
#include <utility>

#include <taut/detail/require.hpp>

namespace taut {

OptimalScratch::Memory::Memory(const ConvexMesh& mesh, std::size_t node_places)
    : places(detail::require_within("OptimalScratch: node places", node_places, 16,
                                    (std::size_t{1} << 31U) - 1)),
      cell_count(mesh.cell_ids()),
      vertex_count(mesh.vertex_ids()),
      nodes(std::make_unique_for_overwrite<Node[]>(places)),
      roots(std::make_unique_for_overwrite<Root[]>(places)),
      open(places),
      vertex_marks(std::make_unique<VertexMark[]>(vertex_count)),
      cell_marks(std::make_unique<std::uint32_t[]>(cell_count)) {}

OptimalScratch::OptimalScratch(const ConvexMesh& mesh)
    : OptimalScratch(mesh, std::min(4 * mesh.edge_count() + 8192, kMaxDefaultPlaces)) {}

OptimalScratch::OptimalScratch(const ConvexMesh& mesh, std::size_t node_places)
    : memory_(std::make_unique<Memory>(mesh, node_places)) {}

OptimalScratch::OptimalScratch(OptimalScratch&&) noexcept = default;
OptimalScratch& OptimalScratch::operator=(OptimalScratch&&) noexcept = default;
OptimalScratch::~OptimalScratch() = default;

void OptimalScratch::fit(const ConvexMesh& mesh) {
  Memory& memory = *memory_;
  memory.last = Memory::kNone;
  memory.node_count = 0;
  memory.state.is_running_ = false;
  if (mesh.vertex_ids() > memory.vertex_count) {
    const std::size_t count = mesh.vertex_ids() + mesh.vertex_ids() / 4;
    memory.vertex_marks = std::make_unique<VertexMark[]>(count);
    memory.vertex_count = count;
  }
  if (mesh.cell_ids() > memory.cell_count) {
    const std::size_t count = mesh.cell_ids() + mesh.cell_ids() / 4;
    memory.cell_marks = std::make_unique<std::uint32_t[]>(count);
    memory.cell_count = count;
  }
}

bool OptimalScratch::grow() {
  Memory& memory = *memory_;
  if (memory.places >= kMaxGrownPlaces) return false;
  const std::size_t places = std::min(2 * memory.places, kMaxGrownPlaces);
  auto nodes = std::make_unique_for_overwrite<Memory::Node[]>(places);
  auto roots = std::make_unique_for_overwrite<Memory::Root[]>(places);
  memory.open = OpenHeap<detail::OpenFunnel>(places);
  memory.nodes = std::move(nodes);
  memory.roots = std::move(roots);
  memory.places = places;
  memory.last = Memory::kNone;
  memory.node_count = 0;
  memory.state.is_running_ = false;
  return true;
}

std::size_t OptimalScratch::memory_bytes() const noexcept {
  const Memory& memory = *memory_;
  return memory.places * (sizeof(Memory::Node) + sizeof(Memory::Root)) +
         memory.open.memory_bytes() + memory.vertex_count * sizeof(VertexMark) +
         memory.cell_count * sizeof(std::uint32_t);
}

}  // namespace taut

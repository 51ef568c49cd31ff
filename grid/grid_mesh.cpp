#include <taut/grid_mesh.hpp>

#include <algorithm>
#include <vector>

#include "triangulation.hpp"

namespace taut {
namespace {

constexpr std::uint32_t kNone = Triangulation::kNone;

// Cells as rings of half-edges: those of a triangulation, from which edges are taken out.
class Merger {
 public:
  explicit Merger(const Triangulation& mesh) : mesh_(mesh) {
    const auto count = static_cast<std::uint32_t>(mesh.origin.size());
    next_.resize(count);
    previous_.resize(count);
    for (std::uint32_t half = 0; half < count; ++half) {
      next_[half] = Triangulation::next(half);
      previous_[half] = Triangulation::previous(half);
    }
  }

  // Takes out each edge whose two cells are convex together, the longest first.
  void merge() {
    struct Candidate {
      std::int64_t length;
      std::uint32_t half;
    };
    std::vector<Candidate> candidates;
    for (std::uint32_t half = 0; half < mesh_.twin.size(); ++half) {
      if (mesh_.twin[half] == kNone || half > mesh_.twin[half]) continue;
      const Triangulation::Vertex& a = mesh_.vertices[mesh_.origin[half]];
      const Triangulation::Vertex& b = mesh_.vertices[mesh_.origin[mesh_.twin[half]]];
      const std::int64_t x = a.x - b.x;
      const std::int64_t y = a.y - b.y;
      candidates.push_back({x * x + y * y, half});
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
      return a.length != b.length ? a.length > b.length : a.half < b.half;
    });
    for (const Candidate& candidate : candidates) {
      if (is_needless(candidate.half) && is_needless(mesh_.twin[candidate.half])) {
        take_out(candidate.half);
      }
    }
  }

  [[nodiscard]] ConvexMesh finish() const {
    constexpr EdgeId kUnknown = kNoEdge - 1;
    MeshParts parts;
    std::vector<EdgeId> name(next_.size(), kUnknown);
    std::vector<std::uint32_t> order;
    for (std::uint32_t seed = 0; seed < next_.size(); ++seed) {
      if (next_[seed] == kNone || name[seed] != kUnknown) continue;
      parts.cell_begin.push_back(static_cast<EdgeId>(order.size()));
      std::uint32_t half = seed;
      do {
        name[half] = static_cast<EdgeId>(order.size());
        order.push_back(half);
        half = next_[half];
      } while (half != seed);
    }
    parts.cell_begin.push_back(static_cast<EdgeId>(order.size()));
    parts.edge_start.reserve(order.size());
    parts.edge_twin.reserve(order.size());
    for (const std::uint32_t half : order) {
      const Triangulation::Vertex& at = mesh_.vertices[mesh_.origin[half]];
      parts.edge_start.emplace_back(static_cast<float>(at.x), static_cast<float>(at.y));
      parts.edge_twin.push_back(mesh_.twin[half] == kNone ? kNoEdge : name[mesh_.twin[half]]);
    }
    return ConvexMesh(parts);
  }

 private:
  // Whether the start of the half-edge is no reflex vertex without it.
  [[nodiscard]] bool is_needless(std::uint32_t half) const noexcept {
    const std::uint32_t before = mesh_.origin[previous_[half]];
    const std::uint32_t after = mesh_.origin[next_[next_[mesh_.twin[half]]]];
    return mesh_.area(before, mesh_.origin[half], after) >= 0;
  }

  void take_out(std::uint32_t half) noexcept {
    const std::uint32_t twin = mesh_.twin[half];
    connect(previous_[half], next_[twin]);
    connect(previous_[twin], next_[half]);
    next_[half] = next_[twin] = kNone;
  }
  void connect(std::uint32_t half, std::uint32_t after) noexcept {
    next_[half] = after;
    previous_[after] = half;
  }

  const Triangulation& mesh_;
  std::vector<std::uint32_t> next_;  // kNone for half-edges taken out
  std::vector<std::uint32_t> previous_;
};

}  // namespace

ConvexMesh build_mesh(const Grid& grid) {
  Triangulation triangles = triangulate(grid.bits());
  make_delaunay(triangles);
  Merger merger(triangles);
  merger.merge();
  return merger.finish();
}

}  // namespace taut

#include "cell_merger.hpp"

#include <algorithm>
#include <utility>

#include <taut/engine/constants.hpp>

namespace taut {

CellMerger::CellMerger(Triangulation triangles, int steps_per_tile, std::vector<int> kinds)
    : mesh_(std::move(triangles)),
      steps_(static_cast<float>(steps_per_tile)),
      triangle_halves_(static_cast<std::uint32_t>(mesh_.origin.size())),
      kinds_(std::move(kinds)) {
  next_.resize(triangle_halves_);
  previous_.resize(triangle_halves_);
  for (std::uint32_t half = 0; half < triangle_halves_; ++half) {
    next_[half] = Triangulation::next(half);
    previous_[half] = Triangulation::previous(half);
  }
  parts_.reserve(triangle_halves_ / 3);
  for (std::uint32_t part = 0; part < triangle_halves_ / 3; ++part) parts_.push_back({part, 3});
}

std::uint32_t CellMerger::add_cell(const ConvexMesh& mesh, CellId cell, int kind) {
  const auto first = static_cast<std::uint32_t>(next_.size());
  rings_.push_back({cell, first, mesh.first_edge(cell), false});
  for (const MeshEdge& edge : mesh.edges(cell)) {
    const auto half = static_cast<std::uint32_t>(next_.size());
    mesh_.origin.push_back(static_cast<std::uint32_t>(mesh_.vertices.size()));
    mesh_.vertices.push_back({static_cast<std::int32_t>(edge.start().x * steps_),
                              static_cast<std::int32_t>(edge.start().y * steps_)});
    mesh_.twin.push_back(Triangulation::kNone);
    next_.push_back(half + 1);
    previous_.push_back(half - 1);
    beyond_.push_back(edge.twin());
  }
  connect(static_cast<std::uint32_t>(next_.size()) - 1, first);
  parts_.push_back({static_cast<std::uint32_t>(parts_.size()),
                    static_cast<std::uint32_t>(next_.size()) - first});
  if (!kinds_.empty()) kinds_.push_back(kind);
  return first;
}

void CellMerger::link(std::uint32_t half, std::uint32_t other) noexcept {
  mesh_.twin[half] = other;
  mesh_.twin[other] = half;
}

void CellMerger::merge() {
  struct Candidate {
    std::uint64_t key;
    std::uint32_t half;
  };
  // Where vertices are corners of tiles, the middle of an edge breaks ties: edges with the same one
  // would cross. So the cells depend on the triangles alone, not on their ids.
  const bool is_of_tiles = std::all_of(
      mesh_.vertices.begin(), mesh_.vertices.end(),
      [](const auto& vertex) { return vertex.x <= kMaxMapSide && vertex.y <= kMaxMapSide; });
  std::vector<Candidate> candidates;
  for (std::uint32_t half = 0; half < triangle_halves_; ++half) {
    const std::uint32_t twin = mesh_.twin[half];
    if (twin == Triangulation::kNone || half > twin) continue;
    if (!kinds_.empty() && kinds_[first_part_of(half)] != kinds_[first_part_of(twin)]) continue;
    const std::uint64_t length = squared_length(half);
    candidates.push_back({is_of_tiles ? length << 32U | order_of(half) : length, half});
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.key != b.key ? a.key > b.key : a.half < b.half;
  });
  for (const Candidate& candidate : candidates) {
    const std::uint32_t twin = mesh_.twin[candidate.half];
    if (!is_needless(candidate.half) || !is_needless(twin)) continue;
    const std::uint32_t part = part_of(candidate.half);
    const std::uint32_t other = part_of(twin);
    const std::uint32_t edges = parts_[part].edges + parts_[other].edges - 2;
    if (edges > kMaxMergedEdges) continue;
    parts_[other].parent = part;
    parts_[part].edges = edges;
    take_out(candidate.half);
  }
}

std::uint64_t CellMerger::squared_length(std::uint32_t half) const noexcept {
  const Triangulation::Vertex& a = mesh_.vertices[mesh_.origin[half]];
  const Triangulation::Vertex& b = mesh_.vertices[mesh_.origin[mesh_.twin[half]]];
  const std::int64_t x = a.x - b.x;
  const std::int64_t y = a.y - b.y;
  return static_cast<std::uint64_t>(x * x + y * y);
}

// Sort key by the middle of an edge between tile corners, in 32 bits: larger above, then on the
// right.
std::uint64_t CellMerger::order_of(std::uint32_t half) const noexcept {
  const Triangulation::Vertex& a = mesh_.vertices[mesh_.origin[half]];
  const Triangulation::Vertex& b = mesh_.vertices[mesh_.origin[mesh_.twin[half]]];
  const auto up = static_cast<std::uint64_t>(2 * kMaxMapSide - (a.y + b.y));
  return up << 16U | static_cast<std::uint64_t>(a.x + b.x);
}

// The triangle or ring of a half-edge.
std::uint32_t CellMerger::first_part_of(std::uint32_t half) const noexcept {
  if (half < triangle_halves_) return half / 3;
  return triangle_halves_ / 3 + static_cast<std::uint32_t>(ring_of(half));
}

// The part that represents the cell of a half-edge.
std::uint32_t CellMerger::part_of(std::uint32_t half) noexcept {
  std::uint32_t part = first_part_of(half);
  while (parts_[part].parent != part) {
    parts_[part].parent = parts_[parts_[part].parent].parent;
    part = parts_[part].parent;
  }
  return part;
}

// Whether the start of the half-edge is not a reflex vertex without it.
bool CellMerger::is_needless(std::uint32_t half) const noexcept {
  const std::uint32_t before = mesh_.origin[previous_[half]];
  const std::uint32_t after = mesh_.origin[next_[next_[mesh_.twin[half]]]];
  const std::int64_t area = mesh_.area(before, mesh_.origin[half], after);
  if (area != 0) return area > 0;
  // Straight on, or back: cells of other meshes may share edges that follow each other.
  const Triangulation::Vertex& at = mesh_.vertices[mesh_.origin[half]];
  const Triangulation::Vertex& a = mesh_.vertices[before];
  const Triangulation::Vertex& b = mesh_.vertices[after];
  return std::int64_t{a.x - at.x} * (b.x - at.x) + std::int64_t{a.y - at.y} * (b.y - at.y) < 0;
}

void CellMerger::take_out(std::uint32_t half) noexcept {
  const std::uint32_t twin = mesh_.twin[half];
  connect(previous_[half], next_[twin]);
  connect(previous_[twin], next_[half]);
  next_[half] = next_[twin] = Triangulation::kNone;
  if (twin >= triangle_halves_) rings_[ring_of(twin)].is_merged = true;
}

std::size_t CellMerger::ring_of(std::uint32_t half) const noexcept {
  const auto after =
      std::upper_bound(rings_.begin(), rings_.end(), half,
                       [](std::uint32_t value, const Ring& ring) { return value < ring.half; });
  return static_cast<std::size_t>(after - rings_.begin()) - 1;
}

MeshPatch CellMerger::finish() const {
  constexpr EdgeId kUnknown = kNoEdge - 1;
  MeshPatch patch;
  MeshParts& parts = patch.added;
  std::vector<EdgeId> name(next_.size(), kUnknown);
  std::vector<std::uint32_t> order;
  const auto add_cell_of = [&](std::uint32_t seed) {
    if (next_[seed] == Triangulation::kNone || name[seed] != kUnknown) return;
    parts.cell_begin.push_back(static_cast<EdgeId>(order.size()));
    std::uint32_t half = seed;
    do {
      name[half] = static_cast<EdgeId>(order.size());
      order.push_back(half);
      half = next_[half];
    } while (half != seed);
  };
  for (std::uint32_t half = 0; half < triangle_halves_; ++half) add_cell_of(half);
  for (std::size_t i = 0; i < rings_.size(); ++i) {
    if (!rings_[i].is_merged) continue;
    patch.removed.push_back(rings_[i].cell);
    const auto all = static_cast<std::uint32_t>(next_.size());
    const std::uint32_t end = i + 1 == rings_.size() ? all : rings_[i + 1].half;
    for (std::uint32_t half = rings_[i].half; half < end; ++half) add_cell_of(half);
  }
  parts.cell_begin.push_back(static_cast<EdgeId>(order.size()));
  parts.edge_start.reserve(order.size());
  parts.edge_twin.reserve(order.size());
  patch.beyond.reserve(order.size());
  for (const std::uint32_t half : order) {
    const Triangulation::Vertex& at = mesh_.vertices[mesh_.origin[half]];
    parts.edge_start.push_back(
        {static_cast<float>(at.x) / steps_, static_cast<float>(at.y) / steps_});
    const std::uint32_t twin = mesh_.twin[half];
    const bool is_new = twin != Triangulation::kNone && name[twin] != kUnknown;
    parts.edge_twin.push_back(is_new ? name[twin] : kNoEdge);
    if (is_new) {
      patch.beyond.push_back(kNoEdge);
    } else if (twin != Triangulation::kNone) {
      const Ring& ring = rings_[ring_of(twin)];
      patch.beyond.push_back(ring.edge + (twin - ring.half));
    } else {
      patch.beyond.push_back(half < triangle_halves_ ? kNoEdge : beyond_[half - triangle_halves_]);
    }
  }
  return patch;
}

}  // namespace taut

#include "mesh_parts.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <taut/detail/require.hpp>

namespace taut::detail {
namespace {

PartsFault fault_of_edge(std::size_t edge, const std::string& what) {
  return {edge, "edge " + std::to_string(edge) + what};
}

[[noreturn]] void reject_edge(const char* what, std::size_t edge, const std::string& fault) {
  reject(std::string(what) + ": " + fault_of_edge(edge, fault).what);
}

bool is_in_range(const Point& p) noexcept {
  constexpr float kLimit = static_cast<float>(kMaxMapSide);
  // Also false for NaN.
  return std::abs(p.x) <= kLimit && std::abs(p.y) <= kLimit;
}

// Ids that edits have freed are of no cell.
bool is_edge(const ConvexMesh& mesh, EdgeId edge) noexcept {
  if (edge >= mesh.edge_ids()) return false;
  const CellId cell = mesh.cell_of(edge);
  return mesh.is_cell(cell) && edge - mesh.first_edge(cell) < mesh.edges(cell).size();
}

// Per edge where it ends.
std::vector<Point> find_ends(const MeshParts& parts) {
  std::vector<Point> ends(parts.edge_start.size());
  for (std::size_t cell = 0; cell + 1 < parts.cell_begin.size(); ++cell) {
    const EdgeId begin = parts.cell_begin[cell];
    const EdgeId end = parts.cell_begin[cell + 1];
    std::copy(parts.edge_start.begin() + begin + 1, parts.edge_start.begin() + end,
              ends.begin() + begin);
    ends[end - 1] = parts.edge_start[begin];
  }
  return ends;
}

std::optional<PartsFault> find_fault_of_lists(const MeshParts& parts) {
  const std::size_t edges = parts.edge_start.size();
  if (edges >= kNoEdge) return PartsFault{0, std::to_string(edges) + " edges are too many"};
  if (parts.edge_twin.size() != edges) {
    return PartsFault{0, std::to_string(parts.edge_twin.size()) + " twins of " +
                             std::to_string(edges) + " edges"};
  }
  const std::vector<EdgeId>& begins = parts.cell_begin;
  if (begins.empty() || begins.front() != 0 || begins.back() != edges) {
    return PartsFault{0,
                      "cell_begin must go from 0 to the number of edges, " + std::to_string(edges)};
  }
  for (std::size_t cell = 0; cell + 1 < begins.size(); ++cell) {
    if (begins[cell + 1] < begins[cell] || begins[cell + 1] - begins[cell] < 3) {
      return PartsFault{std::min<std::size_t>(begins[cell], edges),
                        "cell " + std::to_string(cell) + " has less than 3 edges"};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<PartsFault> find_fault(const MeshParts& parts) {
  if (auto fault = find_fault_of_lists(parts)) return fault;
  const std::vector<Point> ends = find_ends(parts);
  for (std::size_t edge = 0; edge < ends.size(); ++edge) {
    if (!is_in_range(parts.edge_start[edge])) {
      return fault_of_edge(edge, " starts farther from 0 than " + std::to_string(kMaxMapSide));
    }
    const EdgeId twin = parts.edge_twin[edge];
    if (twin == kNoEdge) continue;
    if (twin >= ends.size() || parts.edge_twin[twin] != edge) {
      return fault_of_edge(edge, " is not the twin of its twin " + std::to_string(twin));
    }
    if (parts.edge_start[twin] != ends[edge] || ends[twin] != parts.edge_start[edge]) {
      return fault_of_edge(edge, " does not lie on its twin " + std::to_string(twin));
    }
  }
  return std::nullopt;
}

void require_parts(const char* what, const MeshParts& parts) {
  const std::optional<PartsFault> fault = find_fault(parts);
  if (fault) reject(std::string(what) + ": " + fault->what);
}

void require_patch(const char* what, const ConvexMesh& mesh, const MeshPatch& patch) {
  require_parts(what, patch.added);
  std::vector<CellId> removed = patch.removed;
  std::sort(removed.begin(), removed.end());
  for (std::size_t i = 0; i < removed.size(); ++i) {
    const bool is_repeated = i > 0 && removed[i] == removed[i - 1];
    if (!mesh.is_cell(removed[i]) || is_repeated) {
      reject(std::string(what) + ": cell " + std::to_string(removed[i]) +
             (is_repeated ? " is removed twice" : " is removed, but is none"));
    }
  }
  const auto is_removed = [&](CellId cell) {
    return std::binary_search(removed.begin(), removed.end(), cell);
  };
  const std::vector<Point> ends = find_ends(patch.added);
  if (patch.beyond.size() != ends.size()) {
    reject(std::string(what) + ": " + std::to_string(patch.beyond.size()) + " edges beyond for " +
           std::to_string(ends.size()) + " edges");
  }
  std::vector<EdgeId> joined;
  for (std::size_t edge = 0; edge < ends.size(); ++edge) {
    const EdgeId beyond = patch.beyond[edge];
    if (beyond == kNoEdge) continue;
    const std::string name = std::to_string(beyond);
    if (patch.added.edge_twin[edge] != kNoEdge) {
      reject_edge(what, edge, " has a twin and the edge " + name + " beyond");
    }
    if (!is_edge(mesh, beyond) || is_removed(mesh.cell_of(beyond))) {
      reject_edge(what, edge, " leads to the edge " + name + ", which is of no cell that stays");
    }
    const MeshEdge& other = mesh.edge(beyond);
    if (!other.is_wall() && !is_removed(mesh.cell_of(other.twin()))) {
      reject_edge(what, edge, " leads to the edge " + name + ", which has a twin that stays");
    }
    if (other.start() != ends[edge] ||
        mesh.edge(mesh.next(beyond)).start() != patch.added.edge_start[edge]) {
      reject_edge(what, edge, " does not lie on the edge " + name + " beyond");
    }
    joined.push_back(beyond);
  }
  std::sort(joined.begin(), joined.end());
  const auto twice = std::adjacent_find(joined.begin(), joined.end());
  if (twice != joined.end()) {
    reject(std::string(what) + ": two edges lead to the edge " + std::to_string(*twice));
  }
}

}  // namespace taut::detail

#include "mesh_triangles.hpp"

#include <algorithm>
#include <queue>

#include <taut/engine/constants.hpp>

namespace taut {
namespace {

class CellMerger {
 public:
  CellMerger(MeshTriangles& triangles, int steps_per_tile)
      : triangles_(triangles), steps_(steps_per_tile) {
    add_rings();
  }

  void merge() {
    collect();
    for (std::size_t i = 0; i < first_.size() || !further_.empty();) {
      const bool is_first =
          further_.empty() || (i < first_.size() && !(first_[i] < further_.top()));
      const Candidate edge = is_first ? first_[i++] : further_.top();
      if (!is_first) further_.pop();
      decide(edge);
    }
  }

  MeshPatch finish() {
    constexpr EdgeId kUnknown = kNoEdge - 1;
    for (std::uint32_t half = 0; half < triangles_.size(); ++half) {
      if (triangles_.is_removed(half) && next_[half] != kNone) unlink(half);
    }
    MeshPatch patch;
    triangles_.extract_changed_cells(patch.removed);
    MeshParts& parts = patch.added;
    std::vector<EdgeId> name(next_.size(), kUnknown);
    std::vector<std::uint32_t> order;
    const Triangulation& all = triangles_.all;
    const auto steps = static_cast<float>(steps_);
    const auto start = [&](std::uint32_t half) { return all.vertices[all.origin[half]]; };
    for (std::uint32_t seed = 0; seed < next_.size(); ++seed) {
      if (next_[seed] == kNone || name[seed] != kUnknown || !triangles_.has_changed(seed)) continue;
      std::uint32_t first = seed;
      for (std::uint32_t half = next_[seed]; half != seed; half = next_[half]) {
        if (start(half).is_before(start(first))) first = half;
      }
      parts.cell_begin.push_back(static_cast<EdgeId>(order.size()));
      std::uint32_t half = first;
      do {
        name[half] = static_cast<EdgeId>(order.size());
        order.push_back(half);
        half = next_[half];
      } while (half != first);
    }
    parts.cell_begin.push_back(static_cast<EdgeId>(order.size()));
    parts.edge_start.reserve(order.size());
    parts.edge_twin.reserve(order.size());
    patch.beyond.reserve(order.size());
    for (const std::uint32_t half : order) {
      const Triangulation::Vertex at = start(half);
      parts.edge_start.push_back(
          {static_cast<float>(at.x) / steps, static_cast<float>(at.y) / steps});
      const bool is_new = twin(half) != kNone && name[twin(half)] != kUnknown;
      parts.edge_twin.push_back(is_new ? name[twin(half)] : kNoEdge);
      patch.beyond.push_back(is_new ? kNoEdge : triangles_.edge_beyond(half));
    }
    return patch;
  }

 private:
  static constexpr std::uint32_t kNone = Triangulation::kNone;

  // An edge that is to be decided. The place of its middle breaks ties: edges with the same one
  // would cross. A hash keeps neighbours of one length from depending on each other in a chain. It
  // goes by squares of at most 32 tiles: edges decided one after the other are near in memory.
  struct Candidate {
    std::uint64_t squared_length;
    std::uint64_t place_hash;
    std::uint32_t half;

    // Whether this one is decided later.
    [[nodiscard]] bool operator<(const Candidate& other) const noexcept {
      return squared_length != other.squared_length ? squared_length < other.squared_length
                                                    : place_hash < other.place_hash;
    }
  };

  [[nodiscard]] Candidate candidate_of(std::uint32_t half) const noexcept {
    const Triangulation& all = triangles_.all;
    const Triangulation::Vertex& a = all.vertices[all.origin[half]];
    const Triangulation::Vertex& b = all.vertices[all.origin[Triangulation::next(half)]];
    const std::int64_t x = a.x - b.x;
    const std::int64_t y = a.y - b.y;
    // Twice the middle, below 2^25: in which square, and where there; 16 bits for each number.
    const auto side = static_cast<std::uint32_t>(64 * std::min(steps_, 1024));
    const auto middle_x = static_cast<std::uint32_t>(a.x + b.x);
    const auto middle_y = static_cast<std::uint32_t>(a.y + b.y);
    const std::uint32_t square = middle_y / side << 16U | middle_x / side;
    const std::uint32_t inside = middle_y % side << 16U | middle_x % side;
    const std::uint64_t hash = std::uint64_t{mix_bits(square)} << 32U | mix_bits(inside);
    return {static_cast<std::uint64_t>(x * x + y * y), hash, half};
  }
  [[nodiscard]] bool is_before(std::uint32_t half, const Candidate& other) const noexcept {
    return other < candidate_of(half);
  }
  [[nodiscard]] std::uint32_t twin(std::uint32_t half) const noexcept {
    return triangles_.all.twin[half];
  }
  void connect(std::uint32_t half, std::uint32_t after) noexcept {
    next_[half] = after;
    previous_[after] = half;
  }

  // Adds the rings of triangles that are new, or just divided.
  void add_rings() {
    const auto first = static_cast<std::uint32_t>(next_.size());
    next_.resize(triangles_.size());
    previous_.resize(triangles_.size());
    is_waiting_.resize(triangles_.size());
    for (std::uint32_t half = first; half < triangles_.size(); ++half) {
      next_[half] = Triangulation::next(half);
      previous_[half] = Triangulation::previous(half);
    }
  }

  // What depends on changed triangles: the edges of these and of the cells that they were part of.
  void collect() {
    for (std::uint32_t half = 0; half < triangles_.size(); ++half) {
      if (triangles_.is_fixed(half) || is_waiting_[half] != 0) continue;
      if (!triangles_.has_changed(half)) continue;
      is_waiting_[half] = 1;
      if (twin(half) != kNone) is_waiting_[twin(half)] = 1;
      first_.push_back(candidate_of(half));
    }
    std::sort(first_.begin(), first_.end(),
              [](const Candidate& a, const Candidate& b) { return b < a; });
  }

  void decide(const Candidate& edge) {
    const std::uint32_t other = triangles_.beyond(edge.half);
    add_rings();
    is_waiting_[edge.half] = is_waiting_[other] = 0;
    const bool is_removed = is_removable(edge);
    if (is_removed == triangles_.is_removed(edge.half)) return;
    triangles_.change(edge.half, is_removed);
    if (triangles_.is_whole_map()) return;  // all edges are to be decided
    reconsider_around(edge.half, edge);
    reconsider_around(other, edge);
    reconsider_sizes(edge);
  }

  bool is_removable(const Candidate& edge) {
    const std::uint32_t other = twin(edge.half);
    return is_needless(edge.half, edge) && is_needless(other, edge) &&
           count_edges(edge.half, edge) + count_edges(other, edge) - 2 <= kMaxMergedEdges;
  }

  // Whether the start of the half-edge is not a reflex vertex without it.
  bool is_needless(std::uint32_t half, const Candidate& edge) {
    // Edges that have been removed before are of no more use to any that follows.
    const auto is_gone = [&](std::uint32_t side) {
      return triangles_.is_removed(side) && is_before(side, edge);
    };
    while (is_gone(previous_[half])) unlink(previous_[half]);
    while (is_gone(next_[twin(half)])) unlink(next_[twin(half)]);
    const Triangulation& all = triangles_.all;
    const std::uint32_t before = all.origin[previous_[half]];
    const std::uint32_t after = all.origin[next_[next_[twin(half)]]];
    const std::int64_t area = all.area(before, all.origin[half], after);
    if (area != 0) return area > 0;
    // Straight on, or back: edges that follow each other may share a line.
    const Triangulation::Vertex& at = all.vertices[all.origin[half]];
    const Triangulation::Vertex& a = all.vertices[before];
    const Triangulation::Vertex& b = all.vertices[after];
    return std::int64_t{a.x - at.x} * (b.x - at.x) + std::int64_t{a.y - at.y} * (b.y - at.y) < 0;
  }

  // The edges of a half-edge's cell when an edge is decided; some more than kMaxMergedEdges where
  // there are more.
  std::uint32_t count_edges(std::uint32_t half, const Candidate& edge) {
    std::uint32_t count = 1;
    for (std::uint32_t at = half; count <= kMaxMergedEdges; ++count) {
      while (triangles_.is_removed(next_[at]) && is_before(next_[at], edge)) unlink(next_[at]);
      at = next_[at];
      if (at == half) return count;
    }
    return count;
  }

  // The outcome of an edge has changed: reconsiders those that may have come to it at the start of
  // its half-edge.
  void reconsider_around(std::uint32_t half, const Candidate& edge) {
    for (std::uint32_t side = previous_[half]; twin(side) != half; side = previous_[twin(side)]) {
      reconsider(side, edge);
      if (!triangles_.is_removed(side)) break;
    }
    for (std::uint32_t side = next_[twin(half)]; side != half; side = next_[twin(side)]) {
      reconsider(side, edge);
      if (!triangles_.is_removed(side)) break;
    }
  }

  // The same for those that may be kept because cells would have too many edges.
  void reconsider_sizes(const Candidate& edge) {
    kept_.clear();
    passed_.clear();
    // Around the cell as it is without the edge.
    const auto passes = [&](std::uint32_t side) {
      return triangles_.is_removed(side) || side == edge.half || side == twin(edge.half);
    };
    std::uint32_t first = next_[edge.half];
    while (passes(first)) first = next_[twin(first)];
    std::uint32_t at = first;
    do {
      kept_.push_back(at);
      at = next_[at];
      while (passes(at)) {
        passed_.push_back(at);
        at = next_[twin(at)];
      }
    } while (at != first);
    if (kept_.size() > kMaxMergedEdges) {
      for (const std::uint32_t side : passed_) reconsider(side, edge);
    }
    for (const std::uint32_t side : kept_) {
      if (triangles_.is_fixed(side) || is_waiting_[side] != 0 || is_before(side, edge)) continue;
      if (kept_.size() + merged_size(side) - 2 > kMaxMergedEdges) reconsider(side, edge);
    }
  }

  std::uint32_t next_kept(std::uint32_t half) const noexcept {
    std::uint32_t next = next_[half];
    while (triangles_.is_removed(next)) next = next_[twin(next)];
    return next;
  }

  // The edges of the cell beyond an edge that is kept.
  std::uint32_t merged_size(std::uint32_t half) const noexcept {
    if (twin(half) == kNone) return triangles_.edges_beyond(half);
    std::uint32_t count = 1;
    for (std::uint32_t at = next_kept(twin(half)); at != twin(half); at = next_kept(at)) ++count;
    return count;
  }

  // Decides an edge again, if it comes after another one.
  void reconsider(std::uint32_t half, const Candidate& after) {
    if (triangles_.is_fixed(half) || is_waiting_[half] != 0 || half == after.half ||
        half == twin(after.half)) {
      return;
    }
    const Candidate edge = candidate_of(half);
    if (!(edge < after)) return;
    is_waiting_[half] = 1;
    if (twin(half) != kNone) is_waiting_[twin(half)] = 1;
    further_.push(edge);
  }

  void unlink(std::uint32_t half) noexcept {
    const std::uint32_t other = twin(half);
    connect(previous_[half], next_[other]);
    connect(previous_[other], next_[half]);
    next_[half] = next_[other] = kNone;
  }

  MeshTriangles& triangles_;
  int steps_;  // per tile
  // Rings of half-edges: triangles joined by edges that are removed and will not be decided again.
  std::vector<std::uint32_t> next_;  // kNone for those edges
  std::vector<std::uint32_t> previous_;
  std::vector<std::uint8_t> is_waiting_;    // per half-edge: it or its twin is to be decided
  std::vector<Candidate> first_;            // those at the beginning, in order
  std::priority_queue<Candidate> further_;  // those since
  std::vector<std::uint32_t> kept_;         // around a cell
  std::vector<std::uint32_t> passed_;       // removed edges on the way
};

}  // namespace

MeshPatch merge_cells(MeshTriangles& triangles, int steps_per_tile) {
  CellMerger merger(triangles, steps_per_tile);
  merger.merge();
  return merger.finish();
}

}  // namespace taut

// Landmarks::follow(): why bounds remain bounds.
//
// Let phi be the distances of all walkable points to one landmark. On every path phi changes by no
// more than the path's length. All that bounds need is this, whatever phi is. Where space shrinks
// there are fewer paths, and it remains true.
//
// Where space grows in a box, let [low, high] be an interval that contains phi of all points of the
// box that were walkable before. Let fold(phi) be phi below low, low between, and phi - (high -
// low) above high. It changes by no more than phi does, and it is low on the whole box; so let it
// be low on the new space too. Outside of the box a new path is an old one, inside of it fold(phi)
// does not change. Components that were not connected before are nothing special: phi may have any
// values on them.
//
// Distances are multiples of a power of two with at most 24 bits, and so are low and high. Then
// fold() is exact. Let phi be the distances less half a quantum, or 0: a row is at least phi and at
// most a quantum more. fold() keeps the order of numbers and takes none farther apart, so this
// remains true, and rounding does not grow from edit to edit. An upper end from rows is one of phi;
// a lower end is so a quantum below. Landmarks::slack() is eight, and has room for the roundings
// of double.
#include <taut/engine/landmarks.hpp>
#include <taut/engine/vectors.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "core/base/float_lanes.hpp"
#include "core/mesh/outlines.hpp"

namespace taut {

class LandmarkEdit {
 public:
  LandmarkEdit(Landmarks& landmarks, const ConvexMesh& mesh, const MeshJournal& journal,
               double most_cost) noexcept
      : l_(landmarks), mesh_(mesh), journal_(journal), most_cost_(most_cost) {}

  void run(SpaceChange change, const Point& low, const Point& high) {
    if (change == SpaceChange::grows) {
      find_folds(low, high);
      fold();
    }
    keep_rows();
    name_rows(change, low, high);
    l_.state_ = mesh_.state();
  }

 private:
  static constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();
  using Lanes = std::array<float, Landmarks::kMaxCount>;
  using Bounds = std::array<double, Landmarks::kMaxCount>;

  // A vertex of a removed cell, and the space that the cell has there: from the direction of
  // `right` counter-clockwise to that of `left`.
  struct Wedge {
    Point at;
    Point right;
    Point left;
    std::size_t row;
  };

  [[nodiscard]] float* row(VertexId vertex) noexcept {
    return l_.distances_.data() + vertex * l_.stride_;
  }
  static Wedge wedge_of(std::span<const MeshEdge> ring, std::size_t i, std::size_t row) noexcept {
    const Point& next = ring[i + 1 == ring.size() ? 0 : i + 1].start();
    const Point& before = ring[i == 0 ? ring.size() - 1 : i - 1].start();
    return {ring[i].start(), next - ring[i].start(), before - ring[i].start(), row};
  }

  // ---- where space grows ----

  // Sets the intervals of distances in the box, from the corners of each cell that touches it.
  void find_folds(const Point& low, const Point& high) noexcept {
    Bounds least;
    Bounds most;
    least.fill(std::numeric_limits<double>::infinity());
    most.fill(0.0);
    bool has_cell = false;
    for (std::size_t cell = 0; cell < journal_.removed_count(); ++cell) {
      const std::span<const MeshEdge> ring = journal_.removed(cell);
      if (!detail::touches(ring, low, high)) continue;
      has_cell = true;
      extend(ring, low, high, least, most);
    }
    if (!has_cell) least.fill(0.0);
    // Let rows differ by at most e more than distances, from rounding; e is far below the slack. A
    // way through the box has a part on each side of it, so the rows of its ends would differ by at
    // most 2 e more. With the slack, at one end of the interval, it is 2 e - slack, less than e: no
    // number of edits makes e grow. Where 0 cuts the slack off, no row is less than the interval.
    for (std::size_t i = 0; i < l_.count(); ++i) {
      low_[i] = round_down(std::max(least[i] - static_cast<double>(l_.slack_), 0.0));
      high_[i] = round_up(most[i]);
    }
  }

  // Extends the intervals by those of the points that a cell has in the box: each differs from a
  // corner of the cell by at most what the straight line costs.
  void extend(std::span<const MeshEdge> ring, const Point& low, const Point& high, Bounds& least,
              Bounds& most) noexcept {
    Point first = ring[0].start();
    Point last = first;
    for (const MeshEdge& edge : ring) {
      first = component_min(first, edge.start());
      last = component_max(last, edge.start());
    }
    first = component_max(first, low);
    last = component_min(last, high);
    Bounds from;
    Bounds to;
    from.fill(0.0);
    to.fill(std::numeric_limits<double>::infinity());
    for (const MeshEdge& edge : ring) {
      const Point far =
          component_max(component_abs(edge.start() - first), component_abs(last - edge.start()));
      const double line = most_cost_ * distance(Point{0.0F, 0.0F}, far);
      const float* const known = row(edge.vertex());
      for (std::size_t i = 0; i < l_.count(); ++i) {
        if (std::isnan(known[i])) continue;
        from[i] = std::max(from[i], static_cast<double>(known[i]) - line);
        to[i] = std::min(to[i], static_cast<double>(known[i]) + line);
      }
    }
    for (std::size_t i = 0; i < l_.count(); ++i) {
      least[i] = std::min(least[i], from[i]);
      most[i] = std::max(most[i], to[i]);
    }
  }

  // To multiples of the quantum; beyond all distances up to infinity.
  [[nodiscard]] float round_down(double at) const noexcept {
    return static_cast<float>(std::floor(std::min(at, l_.most_) / l_.quantum_) * l_.quantum_);
  }
  [[nodiscard]] float round_up(double at) const noexcept {
    if (at > l_.most_) return std::numeric_limits<float>::infinity();
    return static_cast<float>(std::ceil(at / l_.quantum_) * l_.quantum_);
  }

  // NaN stays: it is the second of two.
  void fold() noexcept {
    using detail::FloatLanes;
    using detail::kFloatLanes;
    const FloatLanes zero = detail::fill_lanes(0.0F);
    float* known = l_.distances_.data();
    for (std::size_t rows = l_.distances_.size() / l_.stride_; rows > 0; --rows) {
      for (std::size_t i = 0; i < l_.stride_; i += kFloatLanes, known += kFloatLanes) {
        const FloatLanes at = detail::load_lanes(known);
        const FloatLanes above = at - detail::load_lanes(high_.data() + i);
        const FloatLanes folded =
            detail::smaller(detail::load_lanes(low_.data() + i), at) + detail::larger(zero, above);
        detail::store_lanes(folded, known);
      }
    }
  }

  // ---- ids ----

  // Copies the rows of all vertices that lose their ids, and clears them.
  void keep_rows() {
    for (std::size_t cell = 0; cell < journal_.removed_count(); ++cell) {
      const std::span<const MeshEdge> ring = journal_.removed(cell);
      for (std::size_t i = 0; i < ring.size(); ++i) {
        wedges_.push_back(wedge_of(ring, i, keep(ring[i].vertex())));
      }
    }
    for (const MeshJournal::Renamed& vertex : journal_.renamed()) {
      renamed_.push_back(keep(vertex.before));
    }
    for (std::size_t cell = 0; cell < journal_.removed_count(); ++cell) {
      for (const MeshEdge& edge : journal_.removed(cell)) clear(edge.vertex());
    }
    for (const MeshJournal::Renamed& vertex : journal_.renamed()) clear(vertex.before);
    l_.distances_.resize(mesh_.vertex_ids() * l_.stride_);
    // An id may have been free since the rows were made.
    for (const CellId cell : journal_.added()) {
      for (const MeshEdge& edge : mesh_.edges(cell)) clear(edge.vertex());
    }
    std::sort(wedges_.begin(), wedges_.end(),
              [](const Wedge& a, const Wedge& b) { return detail::is_before(a.at, b.at); });
  }

  [[nodiscard]] std::size_t keep(VertexId vertex) {
    const std::size_t at = kept_.size();
    kept_.insert(kept_.end(), row(vertex), row(vertex) + l_.stride_);
    return at;
  }
  // The lanes beyond the landmarks are 0 in all rows: what they bound must not depend on edits of
  // the past.
  void clear(VertexId vertex) noexcept { std::fill_n(row(vertex), l_.count(), kUnknown); }

  void name_rows(SpaceChange change, const Point& low, const Point& high) noexcept {
    for (std::size_t i = 0; i < renamed_.size(); ++i) {
      set(journal_.renamed()[i].after, kept_.data() + renamed_[i]);
    }
    for (const CellId cell : journal_.added()) {
      const std::span<const MeshEdge> ring = mesh_.edges(cell);
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const Point& at = ring[i].start();
        const bool is_in_box = at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y;
        if (is_in_box && change == SpaceChange::grows) {
          set(ring[i].vertex(), low_.data());
        } else {
          name_row(ring[i].vertex(), wedge_of(ring, i, 0));
        }
      }
    }
  }

  void set(VertexId vertex, const float* values) noexcept {
    std::copy_n(values, l_.count(), row(vertex));
  }

  // Gives the vertex the row that it had before: that of a removed cell whose space it has in part.
  // Where obstacles touch at a point each side has a vertex there.
  void name_row(VertexId vertex, const Wedge& own) noexcept {
    auto at =
        std::lower_bound(wedges_.begin(), wedges_.end(), own.at,
                         [](const Wedge& a, const Point& b) { return detail::is_before(a.at, b); });
    for (; at != wedges_.end() && !detail::is_before(own.at, at->at); ++at) {
      if (!overlap(own, *at)) continue;
      set(vertex, kept_.data() + at->row);
      return;
    }
  }

  // Requires wedges of at most half a turn.
  static bool overlap(const Wedge& a, const Wedge& b) noexcept {
    return starts_in(a, b) || starts_in(b, a);
  }
  // Whether directions just left of a's right side are in b.
  static bool starts_in(const Wedge& a, const Wedge& b) noexcept {
    const Point origin{0.0F, 0.0F};
    const double from_right = orient(origin, b.right, a.right);
    if (from_right == 0.0) return dot(a.right, b.right) > 0.0F;
    return from_right > 0.0 && orient(origin, a.right, b.left) > 0.0;
  }

  Landmarks& l_;
  const ConvexMesh& mesh_;
  const MeshJournal& journal_;
  double most_cost_;
  Lanes low_{};
  Lanes high_{};
  std::vector<Wedge> wedges_;         // by place
  std::vector<std::size_t> renamed_;  // per renamed vertex of the journal its row in kept_
  std::vector<float> kept_;
};

std::size_t Landmarks::outdated_count() const noexcept {
  return static_cast<std::size_t>(std::count_if(
      made_.begin(), made_.end(), [&](std::uint64_t made) { return made != state_.revision + 1; }));
}

void Landmarks::follow(const ConvexMesh& mesh, const MeshJournal& journal, SpaceChange change,
                       const Point& low, const Point& high, double most_cost) {
  const bool is_next =
      journal.revision() == mesh.revision() && state_.revision + 1 == mesh.revision();
  if (count() != 0 && is_next) LandmarkEdit(*this, mesh, journal, most_cost).run(change, low, high);
}

void Landmarks::forget(const ConvexMesh& mesh) {
  distances_.assign(mesh.vertex_ids() * stride_, 0.0F);
  std::fill(made_.begin(), made_.end(), 0U);
  state_ = mesh.state();
  most_ = 0.0;
  quantum_ = 1.0;
  slack_ = 0.0F;
}

}  // namespace taut

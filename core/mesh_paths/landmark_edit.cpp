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
// does not change. So too for any space in place of the box, such as that around vertices of which
// nothing is known. Components that were not connected before are nothing special: phi may have any
// values on them.
//
// Let the contact be the points of the box that were walkable before. Where the straight way
// between any two of them was walkable, and new space costs no less, no path is shorter than
// before, and phi remains. Let the contact be a line that turns once, at a corner v of the box,
// with parts of the lengths s and t. To fold from phi(v) - h to phi(v) + h, where 2 h = s + t -
// sqrt(s s + t t), is enough: let a and b be points of the two parts, m = |a b|, phi(a) = phi(v) +
// x and phi(b) = phi(v) - y. Then x <= |a v|, y <= |b v|, and |a v| + |b v| - m, which grows with
// both, is at most 2 h; as |a v| <= |b v| + m, |a v| - m is at most h. Where x and y are between
// -h and h, fold() leaves nothing of x + y; where only x is more, x - h <= m; where both are, x +
// y - 2 h <= m; where x > h and y < -h, x + y < |a v| - h <= m. So there is some phi on the new
// space, which rows do not know.
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
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/base/float_lanes.hpp"
#include "core/mesh/outlines.hpp"

#include "box_contact.hpp"

namespace taut {

class LandmarkEdit {
 public:
  LandmarkEdit(Landmarks& landmarks, const ConvexMesh& mesh, const MeshJournal& journal,
               const CostRange& costs) noexcept
      : l_(landmarks), mesh_(mesh), journal_(journal), costs_(costs) {}

  void run(SpaceChange change, const Point& low, const Point& high) {
    const BoxRows rows = change == SpaceChange::grows ? open(low, high) : BoxRows::kept;
    keep_rows();
    name_rows(rows == BoxRows::level, low, high);
    if (rows == BoxRows::unknown) level_around(low, high);
    l_.state_ = mesh_.state();
  }

 private:
  // Those of the vertices in the box.
  enum class BoxRows : std::uint8_t {
    kept,    // new vertices have none
    level,   // low_
    unknown  // those of a cell that touches the box
  };

  static constexpr std::size_t kMostUnknownCells = 256;
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

  BoxRows open(const Point& low, const Point& high) noexcept {
    const detail::BoxContact contact(journal_, low, high);
    if (contact.is_empty()) return BoxRows::kept;
    if (costs_.least >= costs_.most) {
      if (contact.is_straight()) return BoxRows::kept;
      const std::optional<detail::BoxContact::Bend> bend = contact.bend();
      if (bend && is_known(bend->vertex)) {
        find_folds(*bend);
        fold();
        return BoxRows::kept;
      }
    }
    if (!find_folds(low, high)) return BoxRows::unknown;
    fold();
    return BoxRows::level;
  }

  [[nodiscard]] bool is_known(VertexId vertex) noexcept {
    const float* const known = row(vertex);
    return std::none_of(known, known + l_.count(), [](float at) { return std::isnan(at); });
  }

  void find_folds(const detail::BoxContact::Bend& bend) noexcept {
    const double half =
        0.5 * costs_.most * (bend.before + bend.after - std::hypot(bend.before, bend.after));
    const float* const known = row(bend.vertex);
    for (std::size_t i = 0; i < l_.count(); ++i) {
      const auto at = static_cast<double>(known[i]);
      low_[i] = round_down(std::max(at - half - static_cast<double>(l_.slack_), 0.0));
      high_[i] = round_up(at + half);
    }
  }

  // Sets the intervals of distances in the box, from the corners of each cell that touches it.
  // Returns whether each has a corner that is known.
  [[nodiscard]] bool find_folds(const Point& low, const Point& high) noexcept {
    Bounds least;
    Bounds most;
    least.fill(std::numeric_limits<double>::infinity());
    most.fill(0.0);
    for (std::size_t cell = 0; cell < journal_.removed_count(); ++cell) {
      const std::span<const MeshEdge> ring = journal_.removed(cell);
      if (detail::touches(ring, low, high)) extend(ring, low, high, least, most);
    }
    set_folds(least, most);
    return std::all_of(most.begin(), most.begin() + static_cast<std::ptrdiff_t>(l_.count()),
                       [](double at) { return at < std::numeric_limits<double>::infinity(); });
  }

  void set_folds(const Bounds& least, const Bounds& most) noexcept {
    // Let rows differ by at most e more than distances, from rounding; e is far below the slack. A
    // way through the box has a part on each side of it, so the rows of its ends would differ by at
    // most 2 e more. With the slack, at one end of the interval, it is 2 e - slack, less than e: no
    // number of edits makes e grow. Where 0 cuts the slack off, no row is less than the interval.
    for (std::size_t i = 0; i < l_.count(); ++i) {
      const double from = std::min(least[i], most[i]);  // nothing without links
      low_[i] = round_down(std::max(from - static_cast<double>(l_.slack_), 0.0));
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
      const double line = costs_.most * distance(Point{0.0F, 0.0F}, far);
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

  // Folds what lies around the box and all unknown vertices beside it, as far as cells with known
  // corners: these have no less and no more than what their links allow for.
  void level_around(const Point& low, const Point& high) {
    std::vector<CellId> cells;
    const auto add = [&](CellId cell) {
      if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
    };
    Bounds least;
    Bounds most;
    least.fill(std::numeric_limits<double>::infinity());
    most.fill(0.0);
    mesh_.for_each_cell_touching(low, high, add);
    for (std::size_t k = 0; k < cells.size() && cells.size() <= kMostUnknownCells; ++k) {
      for_each_link(cells[k], [&](const MeshEdge& right, const MeshEdge& left) {
        if (is_known(right.vertex()) && is_known(left.vertex())) return;
        add(mesh_.cell_of(right.twin()));
      });
    }
    if (cells.size() > kMostUnknownCells) {
      least.fill(0.0);
      most.fill(std::numeric_limits<double>::infinity());
    }
    for (const CellId cell : cells) {
      for_each_link(cell, [&](const MeshEdge& right, const MeshEdge& left) {
        const CellId beyond = mesh_.cell_of(right.twin());
        if (std::find(cells.begin(), cells.end(), beyond) != cells.end()) return;
        extend(right, left, least, most);
      });
    }
    set_folds(least, most);
    fold();
    for (const CellId cell : cells) {
      for (const MeshEdge& edge : mesh_.edges(cell)) set(edge.vertex(), low_.data());
    }
  }

  template <class Visit>
  void for_each_link(CellId cell, const Visit& visit) const {
    const std::span<const MeshEdge> ring = mesh_.edges(cell);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      if (!ring[i].is_wall()) visit(ring[i], ring[i + 1 == ring.size() ? 0 : i + 1]);
    }
  }

  // By those of the points of a link.
  void extend(const MeshEdge& right, const MeshEdge& left, Bounds& least, Bounds& most) noexcept {
    const double line = costs_.most * distance(right.start(), left.start());
    for (std::size_t i = 0; i < l_.count(); ++i) {
      const double both =
          static_cast<double>(row(right.vertex())[i]) + static_cast<double>(row(left.vertex())[i]);
      // Not where one is unknown: then all is.
      least[i] = std::min(least[i], 0.5 * (both - line));
      most[i] = std::max(most[i], 0.5 * (both + line));
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
    std::size_t corners = 0;
    for (std::size_t cell = 0; cell < journal_.removed_count(); ++cell) {
      corners += journal_.removed(cell).size();
    }
    wedges_.reserve(corners);
    renamed_.reserve(journal_.renamed().size());
    kept_.reserve((corners + journal_.renamed().size()) * l_.stride_);
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

  void name_rows(bool is_level, const Point& low, const Point& high) noexcept {
    for (std::size_t i = 0; i < renamed_.size(); ++i) {
      set(journal_.renamed()[i].after, kept_.data() + renamed_[i]);
    }
    for (const CellId cell : journal_.added()) {
      const std::span<const MeshEdge> ring = mesh_.edges(cell);
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const Point& at = ring[i].start();
        const bool is_in_box = at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y;
        if (is_level && is_in_box) {
          set(ring[i].vertex(), low_.data());
        } else if (std::isnan(*row(ring[i].vertex()))) {
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
  CostRange costs_;
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
                       const Point& low, const Point& high, const CostRange& costs) {
  const bool is_next =
      journal.revision() == mesh.revision() && state_.revision + 1 == mesh.revision();
  if (count() != 0 && is_next) LandmarkEdit(*this, mesh, journal, costs).run(change, low, high);
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

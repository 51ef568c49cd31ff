// How beams pass through cells, across borders and around corners.
#include "priced_search_state.hpp"

namespace taut {

namespace {

// Directions that differ by less, as a part of their lengths, are taken for one; and intervals
// that are narrower, in tiles, for none.
constexpr double kSameWay = 3e-6;
constexpr double kNarrow = 1e-5;
// How often a refracted beam is halved at most.
constexpr int kMostHalvings = 8;
// The sines of its outermost rays: a wider one could miss a gap next to a corner.
constexpr double kMostSpread = 0.5;
// The largest sine of a ray's angle beyond a border: with a larger one it would run along it.
constexpr double kMostSine = 1.0 - 1e-9;
// Sines, as parts of the critical one, that are taken for the same.
constexpr double kSameSine = 1e-6;
// How far the root of parallel rays is away, in tiles.
constexpr double kFarAway = 1e6;

using detail::axis;
using detail::CornerTurns;
using detail::cross;
using detail::dot;
using detail::QuadrantCosts;
using detail::Vector;

bool is_along(const Vector& a, const Vector& b) noexcept {
  return cross(a, b) == 0.0 && dot(a, b) > 0.0;
}

// What lies between two rays from a root, nearly so included.
class ConeView {
 public:
  struct Place {
    Vector way;    // from the root
    double right;  // > 0 left of the right ray
    double left;   // > 0 left of the left ray
  };
  // The part of a segment between two shares of its length; empty unless low < high.
  struct Part {
    double low;
    double high;
  };

  ConeView(const Vector& root, const Vector& right, const Vector& left) noexcept
      : root_(root),
        right_(right),
        left_(left),
        right_slack_(kSameWay * (std::abs(right.x) + std::abs(right.y))),
        left_slack_(kSameWay * (std::abs(left.x) + std::abs(left.y))) {}

  [[nodiscard]] Place place_of(const Point& point) const noexcept {
    const Vector at = detail::to_vector(point);
    const Vector way = at - root_;
    return {way, cross(right_, way), cross(left_, way)};
  }
  [[nodiscard]] bool has(const Place& place) const noexcept {
    return place.right >= -right_slack_ && place.left <= left_slack_;
  }
  [[nodiscard]] Part clip(const Place& from, const Place& to) const noexcept {
    if (from.right < -right_slack_ && to.right < -right_slack_) return {0.0, 0.0};
    if (from.left > left_slack_ && to.left > left_slack_) return {0.0, 0.0};
    const bool has_from = has(from);
    const bool has_to = has(to);
    Part part{0.0, 1.0};
    if (has_from && has_to) return part;
    const auto begin_at = [&](double place) { part.low = std::max(part.low, place); };
    const auto end_at = [&](double place) { part.high = std::min(part.high, place); };
    if (from.right < 0.0 && to.right > from.right) {
      begin_at(-from.right / (to.right - from.right));
    }
    if (to.right < 0.0 && from.right > to.right) end_at(from.right / (from.right - to.right));
    if (from.left > 0.0 && to.left < from.left) begin_at(from.left / (from.left - to.left));
    if (to.left > 0.0 && from.left < to.left) end_at(-from.left / (to.left - from.left));
    if (has_from) part.low = 0.0;
    if (has_to) part.high = 1.0;
    return part;
  }

 private:
  Vector root_;
  Vector right_;
  Vector left_;
  double right_slack_;
  double left_slack_;
};

// Whether a direction lies counter-clockwise from `from`, itself included, and before `to`, at most
// half a turn away.
bool is_between(const Vector& from, const Vector& at, const Vector& to) noexcept {
  return is_along(from, at) || (cross(from, at) > 0.0 && cross(at, to) > 0.0);
}

}  // namespace

// Emits the beams that the rays between two directions make through the edges of the cell of
// `entry`, but not through `entry` and `other`, and reaches the corners inside it. Those of an
// entry edge were reached before it was passed: then both are the same.
void PricedSearch::light(EdgeId entry, EdgeId other, const Source& source, const Vector& right,
                         const Vector& left) noexcept {
  const CellId cell = mesh().cell_of(entry);
  const std::span<const MeshEdge> ring = mesh().edges(cell);
  const EdgeId first = mesh().first_edge(cell);
  const EdgeId entry_end = mesh().next(entry);
  const ConeView view(source.root, right, left);
  ConeView::Place to = view.place_of(ring[0].start());
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const EdgeId edge = first + static_cast<EdgeId>(i);
    const ConeView::Place from = to;
    to = view.place_of(ring[i + 1 == ring.size() ? 0 : i + 1].start());
    const bool is_entry_end = entry == other && (edge == entry || edge == entry_end);
    if (view.has(from) && !is_entry_end) {
      const VertexMark& mark = vertex_marks_[ring[i].vertex()];
      if (mark.query != number_ || mark.cost > source.base) {
        const double length = norm(from.way);
        reach_corner(edge, source.base + source.weight * length, source.root, source.node);
      }
    }
    if (edge == entry || edge == other || ring[i].is_wall()) continue;
    const ConeView::Part part = view.clip(from, to);
    if (part.high <= part.low) continue;
    const EdgeFrame frame = frame_of(edge);
    const double low = part.low * frame.length;
    const double high = part.high * frame.length;
    if (high - low >= kNarrow) add_beam(edge, frame, source, low, high);
  }
}

// Goes on from an interval of the edge of a beam, the source's node, into the cell beyond.
void PricedSearch::light_beyond(const EdgeFrame& frame, const Source& source, double low,
                                double high) noexcept {
  const EdgeId entry = mesh().edge(nodes_[source.node].edge).twin();
  const Vector right = frame.to_plane(low, 0.0);
  const Vector left = frame.to_plane(high, 0.0);
  light(entry, entry, source, right - source.root, left - source.root);
}

// The cell beyond the edge of a beam costs another factor. Into a cheaper one only rays within the
// critical angle pass; at that angle the path follows the border, on its cheaper side.
void PricedSearch::refract(std::uint32_t index, const EdgeFrame& frame, const Wave& wave,
                           double low, double high, double beyond) noexcept {
  if (wave.weight > beyond) {
    const double sine = beyond / wave.weight;
    const double away = wave.behind * sine / std::sqrt(1.0 - sine * sine);
    const double first = wave.along - away;
    const double last = wave.along + away;
    const EdgeId twin = mesh().edge(nodes_[index].edge).twin();
    const auto sine_at = [&](double place) {
      const double x = place - wave.along;
      return x / (sine * std::sqrt(x * x + wave.behind * wave.behind));
    };
    // `from` is the end of the interval where the path that follows it begins, `to` the other one.
    const auto follow_from = [&](double critical, double from, double to, int hand) {
      const double begin = -hand * sine_at(from);
      const double end = -hand * sine_at(to);
      if (begin > 1.0 + kSameSine || end < 1.0 - kSameSine) return;
      // Parallel rays at the critical angle, as those that leave a border of the same costs.
      const bool is_parallel = end - begin < kSameSine;
      const double place = is_parallel ? from : std::clamp(critical, low, high);
      follow_border(twin, frame.length - place, hand, wave.at(place), index);
    };
    follow_from(first, high, low, 1);
    follow_from(last, low, high, -1);
    low = std::max(low, first);
    high = std::min(high, last);
    // A root close to the border of a much cheaper cell has all its rays in a narrow interval.
    if (high <= low) return;
    if (high - low < kNarrow && sine_at(high) - sine_at(low) < kSameSine) return;
  }
  refract_piece(index, frame, wave, low, high, beyond, 0);
}

// The rays at both ends of an interval, refracted, meet at the virtual root behind it. Its cost is
// set from below. The interval is halved until both ends and the middle agree.
void PricedSearch::refract_piece(std::uint32_t index, const EdgeFrame& frame, const Wave& wave,
                                 double low, double high, double beyond, int depth) noexcept {
  const double ratio = wave.weight / beyond;
  const auto sine_at = [&](double place) {
    const double x = place - wave.along;
    return std::clamp(ratio * x / std::sqrt(x * x + wave.behind * wave.behind), -kMostSine,
                      kMostSine);
  };
  const double low_sine = sine_at(low);
  const double high_sine = sine_at(high);
  const double at_low = low_sine / std::sqrt(1.0 - low_sine * low_sine);
  const double at_high = high_sine / std::sqrt(1.0 - high_sine * high_sine);
  const double width = high - low;
  const double spread = at_high - at_low;
  const double behind = spread * kFarAway > width ? width / spread : kFarAway;
  Wave virtual_wave{0.5 * (low + high - behind * (at_low + at_high)), behind, 0.0, beyond};
  const double middle = 0.5 * (low + high);
  virtual_wave.base = wave.at(middle) - virtual_wave.at(middle);
  const double low_error = wave.at(low) - virtual_wave.at(low);
  const double high_error = wave.at(high) - virtual_wave.at(high);
  const bool fits = std::abs(low_error) + std::abs(high_error) <= 2.0 * fit_ * unit_ &&
                    high_sine - low_sine <= kMostSpread;
  if (!fits && depth < kMostHalvings) {
    refract_piece(index, frame, wave, low, middle, beyond, depth + 1);
    refract_piece(index, frame, wave, middle, high, beyond, depth + 1);
    return;
  }
  const double base = virtual_wave.base + std::min({0.0, low_error, high_error});
  light_beyond(frame, {frame.to_plane(virtual_wave.along, -behind), base, beyond, index, true}, low,
               high);
}

// A path in the cell of an edge, along it from a place on: to its end where hand is 1, to its start
// where it is -1. Into a more expensive cell beyond it may leave anywhere, at the critical angle.
void PricedSearch::follow_border(EdgeId edge, double from, int hand, double cost,
                                 std::uint32_t before) noexcept {
  const CellId cell = mesh().cell_of(edge);
  const double weight = cost_of(cell);
  const EdgeFrame frame = frame_of(edge);
  const double end = hand > 0 ? frame.length : 0.0;
  const double length = std::abs(end - from);
  const EdgeId twin = mesh().edge(edge).twin();
  if (!mesh().edge(edge).is_wall()) {
    const double beyond = cost_of(mesh().cell_of(twin));
    if (beyond < weight) return;  // its cheaper side is the other one
    if (beyond > weight && length > kNarrow) {
      const double sine = weight / beyond;
      const double cosine = std::sqrt(1.0 - sine * sine);
      const Vector root = frame.to_plane(from - hand * sine * kFarAway, -cosine * kFarAway);
      add_beam(edge, frame, {root, cost - beyond * kFarAway, beyond, before, true},
               std::min(from, end), std::max(from, end));
    }
  }
  if (has_goal(cell)) {
    const Vector goal = frame.to_local(goal_at_);
    if (std::abs(goal.y) < kNarrow && hand * (goal.x - from) >= 0.0 &&
        hand * (end - goal.x) >= 0.0) {
      add_goal(cell, cost + weight * std::abs(goal.x - from), before);
    }
  }
  if (length > kNarrow) {
    reach_corner(hand > 0 ? mesh().next(edge) : edge, cost + weight * length,
                 frame.to_plane(from, 0.0), before);
  }
}

template <class Visit>
void PricedSearch::for_each_wedge(EdgeId edge, const Visit& visit) const noexcept {
  EdgeId out = edge;
  for (;;) {
    const EdgeId in = mesh().previous(out);
    visit(out, in);
    if (mesh().edge(in).is_wall()) break;
    out = mesh().edge(in).twin();
    if (out == edge) return;
  }
  for (out = edge; !mesh().edge(out).is_wall();) {
    out = mesh().next(mesh().edge(out).twin());
    visit(out, mesh().previous(out));
  }
}

// Costs are the same all over a quadrant: borders and walls are parallel to the axes.
QuadrantCosts PricedSearch::measure_quadrants(EdgeId edge) const noexcept {
  QuadrantCosts costs;
  costs.fill(detail::kWall);
  const Point at = mesh().edge(edge).start();
  for_each_wedge(edge, [&](EdgeId out, EdgeId in) {
    const Vector right = detail::between(at, mesh().edge(mesh().next(out)).start());
    const Vector left = detail::between(at, mesh().edge(in).start());
    for (std::size_t i = 0; i < 4; ++i) {
      if (is_between(right, axis(i + 3), left)) costs[i] = costs_[mesh().cell_of(out)];
    }
  });
  return costs;
}

// The quadrant that the direction lies in, of the cell of the edge where that is on an axis.
std::size_t PricedSearch::find_quadrant(EdgeId edge, const Vector& back) const noexcept {
  constexpr double kOnAxis = 1e-9;
  Vector inside = back;
  if (std::abs(back.x) < kOnAxis || std::abs(back.y) < kOnAxis) {
    const Point at = mesh().edge(edge).start();
    const Vector right = detail::between(at, mesh().edge(mesh().next(edge)).start());
    const Vector left = detail::between(at, mesh().edge(mesh().previous(edge)).start());
    const double right_length = norm(right);
    const double left_length = norm(left);
    Vector middle{right.x / right_length + left.x / left_length,
                  right.y / right_length + left.y / left_length};
    if (cross(right, left) == 0.0) middle = {-right.y, right.x};
    if (std::abs(back.x) < kOnAxis) inside.x = middle.x;
    if (std::abs(back.y) < kOnAxis) inside.y = middle.y;
  }
  if (inside.y < 0.0) return inside.x < 0.0 ? 0 : 1;
  return inside.x < 0.0 ? 3 : 2;
}

void PricedSearch::expand_corner(std::uint32_t index) noexcept {
  const Node node = nodes_[index];
  const VertexMark& mark = vertex_marks_[mesh().edge(node.edge).vertex()];
  const auto quadrant = static_cast<std::size_t>(node.low);
  CornerTurns turns;
  (void)detail::CornerRules(mark.quadrants, quadrant, node.root).find(turns);
  for_each_wedge(node.edge, [&](EdgeId out, EdgeId in) { light_wedge(out, in, turns, index); });
}

// Emits what leaves a corner into one of the cells around it.
void PricedSearch::light_wedge(EdgeId out, EdgeId in, const CornerTurns& turns,
                               std::uint32_t index) noexcept {
  const CellId cell = mesh().cell_of(out);
  const Point at = mesh().edge(out).start();
  const Vector root = detail::to_vector(at);
  const Vector begin = detail::between(at, mesh().edge(mesh().next(out)).start());
  const Vector end = detail::between(at, mesh().edge(in).start());
  const double cost = nodes_[index].base;
  const double weight = cost_of(cell);
  for (std::size_t i = 0; i < 4; ++i) {
    const detail::QuadrantTurns& turn = turns[i];
    if (!turn.is_open) continue;
    const Vector& low_axis = axis(i + 3);
    const Vector& high_axis = axis(i);
    if (is_along(begin, low_axis) && turn.is_low_axis) follow_border(out, 0.0, 1, cost, index);
    if (is_along(end, high_axis) && turn.is_high_axis) {
      follow_border(in, frame_of(in).length, -1, cost, index);
    }
    // What the wedge has of the quadrant, then of the turns.
    Vector right = begin;
    if (!is_between(low_axis, begin, high_axis)) {
      if (!is_between(begin, low_axis, end)) continue;
      right = low_axis;
    }
    Vector left = end;
    if (!(cross(low_axis, end) > 0.0 && cross(end, high_axis) >= 0.0 &&
          dot(end, low_axis) + dot(end, high_axis) > 0.0)) {
      left = high_axis;
    }
    if (cross(right, turn.low) > 0.0) right = turn.low;
    if (cross(left, turn.high) < 0.0) left = turn.high;
    if (cross(right, left) <= 0.0) continue;
    if (has_goal(cell)) {
      const Vector way = goal_at_ - root;
      if (cross(right, way) >= -kSameWay && cross(left, way) <= kSameWay && dot(right, way) > 0.0) {
        add_goal(cell, cost + weight * norm(way), index);
      }
    }
    light(out, in, {root, cost, weight, index}, right, left);
  }
}

}  // namespace taut

#include "range_tracer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/mesh_paths/funnel_steps.hpp"

namespace taut {

namespace {

using detail::norm;
using detail::to_vector;
using detail::Vector;

constexpr double kTurn = 2.0 * std::numbers::pi;
constexpr double kLeastInterval = 1e-9;

Point to_point(const Vector& at) noexcept {
  return {static_cast<float>(at.x), static_cast<float>(at.y)};
}
Vector minus(const Vector& a, const Vector& b) noexcept { return {a.x - b.x, a.y - b.y}; }
Vector plus(const Vector& a, const Vector& b, double share) noexcept {
  return {a.x + share * b.x, a.y + share * b.y};
}
Vector on_circle(const Vector& center, double radius, double angle) noexcept {
  return {center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)};
}

}  // namespace

void RangeTracer::trace(CellId cell) {
  const std::span<const MeshEdge> ring = m_.mesh->edges(cell);
  edges_.clear();
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vector from = to_vector(ring[i].start());
    edges_.push_back({from, minus(to_vector(ring[(i + 1) % ring.size()].start()), from)});
  }
  list_sources(cell);
  const std::size_t first = outline_.sides.size();
  for (std::size_t i = 0; i < sources_.size(); ++i) trace_arcs(i);
  const bool has_arcs = outline_.sides.size() > first;
  std::size_t whole_edges = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    trace_legs(edges_[i], ring[i].is_wall() ? SideKind::wall : SideKind::passage);
    if (kept_.size() == 1 && kept_[0].from == 0.0 && kept_[0].to == 1.0) ++whole_edges;
  }
  const std::size_t count = outline_.sides.size() - first;
  if (count == 0) return;
  outline_.cells.push_back({cell, static_cast<std::uint32_t>(first),
                            static_cast<std::uint32_t>(count),
                            !has_arcs && whole_edges == ring.size()});
}

void RangeTracer::list_sources(CellId cell) {
  sources_.clear();
  rays_.clear();
  for (std::uint32_t i = m_.first_sight[cell]; i < m_.first_sight[cell + 1]; ++i) {
    const Sight& sight = m_.sights[i];
    const Gate& gate = m_.gates[i];
    const Vector at = to_vector(sight.at);
    add_source(i, Part::cone, at, sight.cost);
    if (sight.is_cone == 0) continue;
    const Vector right{gate.right_x, gate.right_y};
    const Vector left{gate.left_x, gate.left_y};
    rays_.push_back({at, right});
    rays_.push_back({at, left});
    if (sight.turns_right != 0) {
      add_source(i, Part::right, plus(at, right, 1.0), sight.cost + norm(right));
    }
    if (sight.turns_left != 0) {
      add_source(i, Part::left, plus(at, left, 1.0), sight.cost + norm(left));
    }
  }
}

void RangeTracer::add_source(std::uint32_t sight, Part part, const Vector& center, double cost) {
  sources_.push_back({center, cost, limit_ - cost, sight, part});
}

// Of equal ones the first; kNone when no funnel leads to the point.
std::size_t RangeTracer::nearest_source(const Vector& point) const noexcept {
  std::size_t nearest = kNone;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const Source& source = sources_[i];
    const Sight& sight = m_.sights[source.sight];
    const Gate& gate = m_.gates[source.sight];
    if (sight.is_cone != 0) {
      const Vector line = minus(point, to_vector(sight.at));
      const bool is_right = cross({gate.right_x, gate.right_y}, line) < 0.0;
      const bool is_left = cross({gate.left_x, gate.left_y}, line) > 0.0;
      const Part part = is_right ? Part::right : is_left ? Part::left : Part::cone;
      if (part != source.part) continue;
    }
    const double distance = source.cost + norm(minus(point, source.center));
    if (!(distance < least)) continue;
    least = distance;
    nearest = i;
  }
  return nearest;
}

bool RangeTracer::is_inside(const Vector& point) const noexcept {
  return std::all_of(edges_.begin(), edges_.end(), [&](const Line& edge) {
    return cross(edge.along, minus(point, edge.from)) > 0.0;
  });
}

void RangeTracer::trace_arcs(std::size_t index) {
  const Source source = sources_[index];
  if (!(source.radius > 0.0) || !(source.radius < kNoLengthLimit)) return;
  const bool is_around = std::all_of(edges_.begin(), edges_.end(), [&](const Line& edge) {
    return norm(minus(edge.from, source.center)) < source.radius;
  });
  if (is_around) return;
  cuts_.clear();
  for (const Line& edge : edges_) cut_circle(source, edge);
  for (const Line& ray : rays_) cut_circle(source, ray);
  for (const Source& other : sources_) cut_circle(source, other);
  if (cuts_.empty()) cuts_.push_back(0.0);
  std::sort(cuts_.begin(), cuts_.end());
  cuts_.push_back(cuts_.front() + kTurn);
  keep_intervals([&](double angle) {
    const Vector point = on_circle(source.center, source.radius, angle);
    return is_inside(point) && nearest_source(point) == index;
  });
  // The first and the last may be one.
  if (kept_.size() > 1 && kept_.back().to - kTurn > kept_.front().from - kLeastInterval) {
    kept_.front().from = kept_.back().from - kTurn;
    kept_.pop_back();
  }
  for (const Interval& arc : kept_) {
    const bool is_circle = arc.to - arc.from > kTurn - kLeastInterval;
    const Point from = to_point(on_circle(source.center, source.radius, arc.from));
    const Point to = to_point(on_circle(source.center, source.radius, arc.to));
    outline_.sides.push_back(
        {SideKind::arc, from, is_circle ? from : to, to_point(source.center), source.radius});
  }
}

void RangeTracer::trace_legs(const Line& edge, SideKind kind) {
  cuts_.assign({0.0, 1.0});
  for (const Line& ray : rays_) cut_line(edge, ray);
  for (const Source& source : sources_) cut_line(edge, source);
  std::sort(cuts_.begin(), cuts_.end());
  // A little inside the cell: some rays lie along its edges.
  const double inward = 1e-6 / norm(edge.along);
  keep_intervals([&](double share) {
    const Vector on_edge = plus(edge.from, edge.along, share);
    const Vector point{on_edge.x - inward * edge.along.y, on_edge.y + inward * edge.along.x};
    const std::size_t nearest = nearest_source(point);
    if (nearest == kNone) return false;
    const Source& source = sources_[nearest];
    return norm(minus(on_edge, source.center)) <= source.radius;
  });
  for (const Interval& leg : kept_) {
    outline_.sides.push_back({kind, to_point(plus(edge.from, edge.along, leg.from)),
                              to_point(plus(edge.from, edge.along, leg.to)), Point(0.0F, 0.0F),
                              0.0});
  }
}

// Keeps the intervals between two cuts whose middle is kept, joined.
template <class IsKept>
void RangeTracer::keep_intervals(const IsKept& is_kept) {
  kept_.clear();
  for (std::size_t i = 1; i < cuts_.size(); ++i) {
    const double from = cuts_[i - 1];
    const double to = cuts_[i];
    if (to - from < kLeastInterval || !is_kept(0.5 * (from + to))) continue;
    if (!kept_.empty() && from - kept_.back().to < kLeastInterval) {
      kept_.back().to = to;
    } else {
      kept_.push_back({from, to});
    }
  }
}

// ---- where they cross ----

void RangeTracer::cut_circle(const Source& circle, const Line& line) {
  const Vector to_center = minus(circle.center, line.from);
  const double length = norm(line.along);
  const double height = cross(line.along, to_center) / length;
  if (std::abs(height) > circle.radius) return;
  // Both crossings lie at the same angle from the perpendicular that points to the right.
  const double middle = std::atan2(-line.along.x, line.along.y);
  const double half = std::acos(std::clamp(height / circle.radius, -1.0, 1.0));
  for (const double angle : {middle - half, middle + half}) {
    cuts_.push_back(angle - kTurn * std::floor(angle / kTurn));
  }
}

void RangeTracer::cut_circle(const Source& circle, const Source& other) {
  const Vector to_other = minus(other.center, circle.center);
  const double between = norm(to_other);
  if (!(between > 0.0) || !(other.radius > 0.0)) return;
  const double share =
      (between * between + circle.radius * circle.radius - other.radius * other.radius) /
      (2.0 * between * circle.radius);
  if (std::abs(share) > 1.0) return;
  const double middle = std::atan2(to_other.y, to_other.x);
  const double half = std::acos(share);
  for (const double angle : {middle - half, middle + half}) {
    cuts_.push_back(angle - kTurn * std::floor(angle / kTurn));
  }
}

void RangeTracer::cut_line(const Line& line, const Line& other) {
  const double slope = cross(line.along, other.along);
  if (slope == 0.0) return;
  const double share = cross(minus(other.from, line.from), other.along) / slope;
  if (share > 0.0 && share < 1.0) cuts_.push_back(share);
}

void RangeTracer::cut_line(const Line& line, const Source& circle) {
  if (!(circle.radius > 0.0) || !(circle.radius < kNoLengthLimit)) return;
  const Vector to_center = minus(circle.center, line.from);
  const double square = dot(line.along, line.along);
  const double foot = dot(to_center, line.along) / square;
  const double height = cross(line.along, to_center) / std::sqrt(square);
  if (std::abs(height) > circle.radius) return;
  const double half = std::sqrt((circle.radius * circle.radius - height * height) / square);
  for (const double share : {foot - half, foot + half}) {
    if (share > 0.0 && share < 1.0) cuts_.push_back(share);
  }
}

}  // namespace taut

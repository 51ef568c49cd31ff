#include "core/funnel/weighted_memory.hpp"

#include <algorithm>
#include <cmath>

namespace taut::detail {
namespace {

constexpr int kMostSteps = 80;

// A step stops this part of the way to a limit.
constexpr double kStepBack = 0.99;

// Interior point steps. With the places t and legs D(t) of costs c the problem is to minimize
// sum c |D|. Its optimality conditions, with multipliers l and r of the limits of t and a force f
// of each leg, are
//
//   f = c D / |D|,   (f_before - f_after) . along = l - r,   l t = 0,   r (1 - t) = 0.
//
// A step linearizes |D| f = c D, with |D| smoothed by m / c, and l t = m, r (1 - t) = m, for an m
// that goes to 0. Any forces with |f| <= c give a lower bound.
class WeightedSolver {
 public:
  WeightedSolver(const Point& start, const Point& goal, std::span<const Portal> portals,
                 std::span<const float> costs, WeightedMemory& memory) noexcept
      : start_(to_vector(start)),
        goal_(to_vector(goal)),
        crossings_(memory.crossings.data(), portals.size()),
        legs_(memory.legs.data(), portals.size() + 1) {
    for (std::size_t i = 0; i < portals.size(); ++i) {
      Crossing& crossing = crossings_[i];
      crossing = {};
      crossing.left = to_vector(portals[i].left);
      crossing.along = between(portals[i].left, portals[i].right);
    }
    for (std::size_t i = 0; i < costs.size(); ++i) {
      legs_[i] = {};
      legs_[i].cost = static_cast<double>(costs[i]);
    }
  }

  [[nodiscard]] WeightedBounds solve(double tolerance) noexcept {
    measure();
    begin();
    WeightedBounds bounds;
    for (int i = 0;; ++i) {
      bounds = find_bounds();
      const double gap = bounds.cost - bounds.bound;
      bounds.is_near = gap <= tolerance * std::max(bounds.cost, kLeastCost);
      if (bounds.is_near || i == kMostSteps) return bounds;
      level_ = std::min(level_, shrink_ * gap / static_cast<double>(3 * crossings_.size() + 1));
      smooth();
      solve_system();
      make_step();
      measure();
    }
  }

 private:
  void begin() noexcept {
    double cost = 0.0;
    for (const WeightedLeg& leg : legs_) cost += leg.cost * leg.length;
    level_ = 0.1 * std::max(cost, kLeastCost) / static_cast<double>(legs_.size());
    smooth();
    for (WeightedLeg& leg : legs_) {
      const double factor = leg.cost * leg.inverse;
      leg.force = factor * leg.run;
    }
    for (Crossing& crossing : crossings_) crossing.left_force = crossing.right_force = 2.0 * level_;
  }

  // The runs of the legs and their lengths.
  void measure() noexcept {
    double before = 0.0;
    Vector left = start_;
    Vector along{};
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      const bool is_last = i == crossings_.size();
      const Vector next_left = is_last ? goal_ : crossings_[i].left;
      const Vector next_along = is_last ? Vector{} : crossings_[i].along;
      const double place = is_last ? 0.0 : crossings_[i].place;
      WeightedLeg& leg = legs_[i];
      leg.run = next_left - left + place * next_along - before * along;
      leg.length = norm(leg.run);
      left = next_left;
      along = next_along;
      before = place;
    }
  }

  void smooth() noexcept {
    for (WeightedLeg& leg : legs_) {
      const double least = level_ / leg.cost;
      leg.inverse = 1.0 / std::sqrt(leg.length * leg.length + least * least);
    }
  }

  [[nodiscard]] WeightedBounds find_bounds() const noexcept {
    double cost = 0.0;
    double gap = 0.0;
    for (const WeightedLeg& leg : legs_) {
      cost += leg.cost * leg.length;
      gap += leg.cost * leg.length - dot(leg.force, leg.run);
    }
    for (std::size_t i = 0; i < crossings_.size(); ++i) {
      const Crossing& crossing = crossings_[i];
      const double pull =
          dot(legs_[i].force, crossing.along) - dot(legs_[i + 1].force, crossing.along);
      gap += pull > 0.0 ? pull * crossing.place : -pull * (1.0 - crossing.place);
    }
    return {cost, cost - gap};
  }

  // a . (the matrix of a leg) b: the force that a leg gains where its run changes by b.
  [[nodiscard]] static Vector gain(const WeightedLeg& leg, const Vector& b) noexcept {
    const double part = 0.5 * leg.inverse * leg.inverse;
    const double along_run = part * dot(leg.run, b);
    const double along_force = part * dot(leg.force, b);
    const double straight = leg.cost * leg.inverse;
    return straight * b - along_run * leg.force - along_force * leg.run;
  }

  // Finds the changes of the places: a tridiagonal system, solved without pivots as it is positive
  // definite.
  void solve_system() noexcept {
    double off_before = 0.0;   // beside the diagonal
    double last_factor = 0.0;  // of the row before
    double last_change = 0.0;
    Vector of_before = crossings_.empty() ? Vector{} : gain(legs_[0], crossings_[0].along);
    for (std::size_t i = 0; i < crossings_.size(); ++i) {
      Crossing& crossing = crossings_[i];
      const WeightedLeg& before = legs_[i];
      const WeightedLeg& after = legs_[i + 1];
      const Vector of_after = gain(after, crossing.along);
      crossing.to_left = 1.0 / crossing.place;
      crossing.to_right = 1.0 / (1.0 - crossing.place);
      const double diagonal = dot(of_before, crossing.along) + dot(of_after, crossing.along) +
                              crossing.left_force * crossing.to_left +
                              crossing.right_force * crossing.to_right;
      const double force = before.cost * before.inverse * dot(before.run, crossing.along) -
                           after.cost * after.inverse * dot(after.run, crossing.along);
      const double wanted = level_ * (crossing.to_left - crossing.to_right) - force;
      const double pivot = 1.0 / (diagonal - off_before * last_factor);
      double off = 0.0;
      if (i + 1 < crossings_.size()) {
        off = -dot(of_after, crossings_[i + 1].along);
        of_before = gain(after, crossings_[i + 1].along);
      }
      crossing.next_factor = off * pivot;
      crossing.change = (wanted - off_before * last_change) * pivot;
      last_factor = crossing.next_factor;
      last_change = crossing.change;
      off_before = off;
    }
    for (std::size_t i = crossings_.size(); i-- > 1;) {
      crossings_[i - 1].change -= crossings_[i - 1].next_factor * crossings_[i].change;
    }
  }

  // The changes of the multipliers of a crossing.
  [[nodiscard]] Vector force_changes(const Crossing& crossing) const noexcept {
    const double left = level_ - crossing.left_force * crossing.change;
    const double right = level_ + crossing.right_force * crossing.change;
    return {left * crossing.to_left - crossing.left_force,
            right * crossing.to_right - crossing.right_force};
  }

  void make_step() noexcept {
    double step = 1.0 / kStepBack;
    double force_step = 1.0 / kStepBack;
    for (const Crossing& crossing : crossings_) {
      const double room = crossing.change < 0.0 ? crossing.place : 1.0 - crossing.place;
      if (std::abs(crossing.change) * step > room) step = room / std::abs(crossing.change);
      const Vector changes = force_changes(crossing);
      if (-changes.x * force_step > crossing.left_force) {
        force_step = -crossing.left_force / changes.x;
      }
      if (-changes.y * force_step > crossing.right_force) {
        force_step = -crossing.right_force / changes.y;
      }
    }
    step *= kStepBack;
    force_step *= kStepBack;
    for (std::size_t i = 0; i < legs_.size(); ++i) move_force(i, force_step);
    for (Crossing& crossing : crossings_) {
      const Vector changes = force_changes(crossing);
      crossing.left_force += force_step * changes.x;
      crossing.right_force += force_step * changes.y;
      crossing.place += step * crossing.change;
    }
    const double least = std::min(step, force_step);
    shrink_ = least > 0.9 ? 0.02 : least > 0.5 ? 0.1 : 0.5;
  }

  // Moves the force of a leg and keeps it within its cost.
  void move_force(std::size_t i, double step) noexcept {
    WeightedLeg& leg = legs_[i];
    Vector change{};
    if (i < crossings_.size()) change = crossings_[i].change * crossings_[i].along;
    if (i > 0) change = change - crossings_[i - 1].change * crossings_[i - 1].along;
    const Vector gained = gain(leg, change);
    const double straight = leg.cost * leg.inverse;
    leg.force = leg.force + step * (gained + straight * leg.run - leg.force);
    const double size = dot(leg.force, leg.force);
    if (size > leg.cost * leg.cost) {
      const double factor = leg.cost / std::sqrt(size);
      leg.force = factor * leg.force;
    }
  }

  Vector start_;
  Vector goal_;
  std::span<Crossing> crossings_;
  std::span<WeightedLeg> legs_;
  double level_ = 0.0;   // m
  double shrink_ = 0.1;  // of the gap that the next step aims at
};

}  // namespace

WeightedBounds find_crossings(const Point& start, const Point& goal,
                              std::span<const Portal> portals, std::span<const float> costs,
                              double tolerance, WeightedMemory& memory) noexcept {
  const WeightedBounds bounds =
      find_border_crossings(start, goal, portals, costs, tolerance, memory);
  if (bounds.is_near) return bounds;
  return WeightedSolver(start, goal, portals, costs, memory).solve(tolerance);
}

Point rounded_crossing(const Portal& portal, const Crossing& crossing) noexcept {
  const Point at{static_cast<float>(crossing.left.x + crossing.place * crossing.along.x),
                 static_cast<float>(crossing.left.y + crossing.place * crossing.along.y)};
  // Halves away from zero are the same on both coordinates of the portal's ends.
  const Point rounded = snap(at);
  return {portal.left.x == portal.right.x ? portal.left.x : rounded.x,
          portal.left.y == portal.right.y ? portal.left.y : rounded.y};
}

}  // namespace taut::detail

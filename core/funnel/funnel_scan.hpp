// The funnel algorithm behind string_pull().
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include <taut/detail/path_writer.hpp>
#include <taut/engine/funnel.hpp>

// A funnel is the region visible from the apex (the last point of the path so far) through the
// portals scanned since: an open cone between a right and a left ray, each through the portal end
// that bounds it. The first portal that does not reach into the cone makes the path turn at the
// bound on that side.
//
// Every decision is the sign of a cross or dot product of portal ends:
//
// - A portal that contains the apex is touched there at no cost, so it does not restrain the path
//   and is skipped. The first portal that does not contain it opens a cone of less than 180
//   degrees.
// - While the apex is strictly before the line of the last portal, the next cell lies within less
//   than 180 degrees of both rays, so the sign of cross() tells left from right without ambiguity.
// - A portal seen end-on (the apex is on its line, outside it; or it has zero length) must be
//   walked to: its nearer end, the *pin*, becomes the apex at once. So does the bound whose ray a
//   portal touches from outside. A cone is therefore never a single ray.
//
// Linear time. The funnel of Lee and Preparata has two convex chains of portal ends that start at
// the apex. The scan keeps only their first edges: the bounds. A chain is built when the path turns
// at its bound, from the ends of the portals between that bound and the portal that causes the turn
// (the *hinge*). No earlier chain has used these ends: after a turn the other bound is an end of
// the hinge, and this chain is complete up to the hinge, so a chain built or extended later begins
// there. The apex then advances along the chain until the hinge becomes visible, and the rest of
// the chain stays with its bound. So each portal is visited once by the scan and at most once for a
// chain, and each of its ends enters and leaves a chain at most once.
//
// Memory. A chain lies in `out` behind the path: the path's points and the chain's are ends of
// different portals, in order, so max_path_points() is enough for both. A smaller `out` has no room
// for chains: there the scan restarts behind the portal of the bound, as Mononen's does.
namespace taut::detail {

// A side of the funnel.
struct Bound {
  Vector ray;              // from the apex to the portal end that bounds it
  std::size_t portal = 0;  // whose end that is; FunnelScan::kOfChain for the first of the chain
};

// The state of a scan without chains.
struct ScanState {
  Point apex;
  Bound left;
  Bound right;
  bool is_open = false;   // whether a portal restrains the path since the apex
  std::size_t next = 0;   // the next portal to scan
  std::size_t count = 0;  // points of the path, in `out`; the apex is the last of them
};

// Portals: std::span<const Portal>, or a wrapper of it that counts accesses.
template <class Portals>
class FunnelScan {
 public:
  FunnelScan(const Point& goal, Portals portals, std::span<Point> out) noexcept
      : goal_(goal),
        portals_(portals),
        out_(out),
        path_(out),
        has_chains_(out.size() >= max_path_points(portals.size())) {}

  [[nodiscard]] Result run(const Point& start) noexcept {
    apex_ = detail::to_vector(start);
    if (!path_.append(start)) return {Status::truncated, 0};
    return run_from(0);
  }

  // Finishes a scan that reached `state` elsewhere.
  [[nodiscard]] Result resume(const ScanState& state) noexcept {
    path_ = PathWriter(out_, state.count);
    apex_ = detail::to_vector(state.apex);
    left_ = state.left;
    right_ = state.right;
    is_open_ = state.is_open;
    return run_from(state.next);
  }

 private:
  static constexpr std::size_t kOfChain = ~std::size_t{0};

  [[nodiscard]] Result run_from(std::size_t i) noexcept {
    for (; i <= portals_.size(); ++i) {
      if (is_open_) i = narrow(i);
      const Portal portal = portal_at(i);
      const Vector l = from_apex(portal.left);
      const Vector r = from_apex(portal.right);
      bool has_room = true;
      if (!is_open_) {
        has_room = open(l, r, i);
      } else if (cross(left_.ray, r) >= 0.0) {
        has_room = turn(CornerKind::left, portal, i);
      } else if (cross(right_.ray, l) <= 0.0) {
        has_room = turn(CornerKind::right, portal, i);
      } else {
        has_room = narrow_to(l, r, i);
      }
      if (!has_room) return {Status::truncated, path_.count()};
    }
    const bool fits = path_.append(goal_);
    return {fits ? Status::ok : Status::truncated, path_.count()};
  }

  // The goal is the last portal, of zero length.
  [[nodiscard]] Portal portal_at(std::size_t i) const noexcept {
    return i < portals_.size() ? portals_[i] : Portal{goal_, goal_};
  }

  [[nodiscard]] static const Point& end_of(const Portal& portal, CornerKind side) noexcept {
    return side == CornerKind::left ? portal.left : portal.right;
  }

  // Narrows the cone by the portals from i on; returns the first for which that is not enough: it
  // does not reach into the cone, or is seen end-on. The hot loop: it works on copies, which stay
  // in registers, and has one branch for the three conditions that hardly ever fail.
  [[nodiscard]] std::size_t narrow(std::size_t i) noexcept {
    const Vector apex = apex_;
    Bound left = left_;
    Bound right = right_;
    for (; i < portals_.size(); ++i) {
      const Portal& portal = portals_[i];
      const Vector l{static_cast<double>(portal.left.x) - apex.x,
                     static_cast<double>(portal.left.y) - apex.y};
      const Vector r{static_cast<double>(portal.right.x) - apex.x,
                     static_cast<double>(portal.right.y) - apex.y};
      const bool is_plain = static_cast<bool>(static_cast<int>(cross(left.ray, r) < 0.0) &
                                              static_cast<int>(cross(right.ray, l) > 0.0) &
                                              static_cast<int>(cross(r, l) > 0.0));
      if (!is_plain) break;
      const bool is_left = cross(left.ray, l) <= 0.0;
      const bool is_right = cross(right.ray, r) >= 0.0;
      left.ray.x = is_left ? l.x : left.ray.x;
      left.ray.y = is_left ? l.y : left.ray.y;
      left.portal = is_left ? i : left.portal;
      right.ray.x = is_right ? r.x : right.ray.x;
      right.ray.y = is_right ? r.y : right.ray.y;
      right.portal = is_right ? i : right.portal;
    }
    left_ = left;
    right_ = right;
    return i;
  }

  // Makes the end of portal i on that side the next point of the path.
  [[nodiscard]] bool move_apex(CornerKind side, std::size_t i) noexcept {
    const Portal portal = portal_at(i);
    const Point& end = end_of(portal, side);
    apex_ = detail::to_vector(end);
    is_open_ = false;
    return path_.append(end);
  }

  // Walks to a portal seen end-on.
  [[nodiscard]] bool move_to_pin(const Vector& l, const Vector& r, std::size_t i) noexcept {
    return move_apex(dot(l, l) <= dot(r, r) ? CornerKind::left : CornerKind::right, i);
  }

  [[nodiscard]] bool open(const Vector& l, const Vector& r, std::size_t i) noexcept {
    if (cross(r, l) == 0.0) {
      // A portal that contains the apex restrains nothing.
      return dot(l, r) <= 0.0 || move_to_pin(l, r, i);
    }
    left_ = {l, i};
    right_ = {r, i};
    is_open_ = true;
    return true;
  }

  [[nodiscard]] bool narrow_to(const Vector& l, const Vector& r, std::size_t i) noexcept {
    if (cross(r, l) == 0.0) return move_to_pin(l, r, i);
    if (cross(left_.ray, l) <= 0.0) left_ = {l, i};
    if (cross(right_.ray, r) >= 0.0) right_ = {r, i};
    return true;
  }

  // Turns at the bound of `side`, because portal `hinge` does not reach into the cone. Restarts the
  // scan where there is no room for a chain.
  [[nodiscard]] bool turn(CornerKind side, const Portal& hinge, std::size_t& i) noexcept {
    const Bound corner = bound(side);
    if (!has_chains_) {
      i = corner.portal;
      return move_apex(side, i);
    }
    if (corner.portal + 1 == i) {  // a chain of one
      return move_apex(side, corner.portal) &&
             open(from_apex(hinge.left), from_apex(hinge.right), i);
    }
    lengthen_chain(side, i);
    const CornerKind other = side == CornerKind::left ? CornerKind::right : CornerKind::left;
    const Point& target = end_of(hinge, other);
    const double sign = side == CornerKind::left ? 1.0 : -1.0;
    Vector next = corner.ray;
    bool is_hidden = true;
    while (is_hidden) {
      apex_ = apex_ + next;
      if (!path_.append(out_[chain_begin_++])) return false;
      if (chain_begin_ == chain_end_) break;
      next = from_apex(out_[chain_begin_]);
      is_hidden = sign * cross(next, from_apex(target)) >= 0.0;
    }
    const Vector l = from_apex(hinge.left);
    const Vector r = from_apex(hinge.right);
    if (chain_begin_ == chain_end_) {
      is_open_ = false;
      return open(l, r, i);
    }
    // The rest of the chain stays the funnel's side; the other side is the hinge's end.
    bound(side) = {next, kOfChain};
    bound(other) = {other == CornerKind::left ? l : r, i};
    if (cross(r, l) == 0.0) return move_to_pin(l, r, i);
    const Vector& end = side == CornerKind::left ? l : r;
    if (sign * cross(next, end) <= 0.0) bound(side) = {end, i};
    return true;
  }

  // Extends the chain of `side` up to portal `last`, exclusive.
  void lengthen_chain(CornerKind side, std::size_t last) noexcept {
    if (bound(side).portal != kOfChain) {
      chain_begin_ = chain_end_ = path_.count();
      chained_ = bound(side).portal;
    }
    const double sign = side == CornerKind::left ? 1.0 : -1.0;
    for (; chained_ < last; ++chained_) {
      const Point end = end_of(portals_[chained_], side);
      while (chain_end_ - chain_begin_ > 1) {
        const Point& before = out_[chain_end_ - 2];
        const Point& top = out_[chain_end_ - 1];
        const double bend = sign * orient(before, top, end);
        // An end on the same line replaces the one before it, unless it goes back.
        if (bend > 0.0 || (bend == 0.0 && taut::dot(top, before, end) > 0.0)) break;
        --chain_end_;
      }
      assert(chain_end_ < out_.size());
      out_[chain_end_++] = end;
    }
  }

  [[nodiscard]] Vector from_apex(const Point& point) const noexcept {
    return {static_cast<double>(point.x) - apex_.x, static_cast<double>(point.y) - apex_.y};
  }

  [[nodiscard]] Bound& bound(CornerKind side) noexcept {
    return side == CornerKind::left ? left_ : right_;
  }

  Point goal_;
  Portals portals_;
  std::span<Point> out_;
  PathWriter path_;
  Vector apex_{};
  Bound left_;
  Bound right_;
  bool is_open_ = false;  // whether a portal restrains the path since the apex
  bool has_chains_;

  // The chain of the side whose bound is kOfChain, from that bound on: out_[chain_begin_,
  // chain_end_). Only one side has one: after a turn the other bound is an end of the hinge.
  std::size_t chain_begin_ = 0;
  std::size_t chain_end_ = 0;
  std::size_t chained_ = 0;  // the portals before this one are in the chain
};

}  // namespace taut::detail

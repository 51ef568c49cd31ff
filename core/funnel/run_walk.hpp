// The shortest path through portals between two points that are not on the lattice (internal).
#pragma once

#include <cstddef>
#include <span>

#include <taut/engine/geometry.hpp>
#include <taut/engine/portal.hpp>

namespace taut::detail {

// The restarting scan of funnel_scan.hpp in double: its decisions are rounded, and so may only feed
// lengths. It counts the portals it visits, and gives up after a number of them.
class RunWalk {
 public:
  RunWalk(std::span<const Portal> portals, std::size_t visits) noexcept
      : portals_(portals), visits_(visits) {}

  // Walks from `from` through portals first, first + 1, ... before `end` to `to`. Calls
  // on_leg(a, b, i, k) for each leg from a to b: it crosses portals i, i + 1, ... before k and ends
  // on portal k, which is `end` for the last leg. Returns false when it gives up.
  template <class OnLeg>
  [[nodiscard]] bool walk(const Vector& from, const Vector& to, std::size_t first, std::size_t end,
                          const OnLeg& on_leg) noexcept {
    apex_ = from;
    is_open_ = false;
    for (std::size_t i = first; i <= end; ++i) {
      if (visits_ == 0) return false;
      --visits_;
      const Vector left = i < end ? to_vector(portals_[i].left) : to;
      const Vector right = i < end ? to_vector(portals_[i].right) : to;
      const Vector l = left - apex_;
      const Vector r = right - apex_;
      const Bound* turn = nullptr;
      if (is_open_) {
        turn = cross(left_.ray, r) >= 0.0    ? &left_
               : cross(right_.ray, l) <= 0.0 ? &right_
                                             : nullptr;
      }
      Bound pin;
      if (turn == nullptr && cross(r, l) == 0.0 && (is_open_ || dot(l, r) > 0.0)) {
        // Seen end-on: the nearer end must be walked to.
        pin = dot(l, l) <= dot(r, r) ? Bound{l, left, i} : Bound{r, right, i};
        turn = &pin;
      }
      if (turn != nullptr) {
        on_leg(apex_, turn->end, first, turn->portal);
        apex_ = turn->end;
        i = turn->portal;
        first = i + 1;
        is_open_ = false;
      } else if (!is_open_) {
        // A portal that contains the apex restrains nothing.
        is_open_ = cross(r, l) != 0.0;
        left_ = {l, left, i};
        right_ = {r, right, i};
      } else {
        if (cross(left_.ray, l) <= 0.0) left_ = {l, left, i};
        if (cross(right_.ray, r) >= 0.0) right_ = {r, right, i};
      }
    }
    // It has no length where the last turn is at `to`.
    if (first <= end) on_leg(apex_, to, first, end);
    return true;
  }

 private:
  // A side of the funnel.
  struct Bound {
    Vector ray;  // from the apex to the portal end that bounds it
    Vector end;
    std::size_t portal = 0;
  };

  std::span<const Portal> portals_;
  std::size_t visits_;
  Vector apex_;
  Bound left_;
  Bound right_;
  bool is_open_ = false;
};

}  // namespace taut::detail

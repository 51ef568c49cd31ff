// Appends points to a path so that it stays canonical.
#pragma once

#include <cstddef>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/geometry.hpp>

TAUT_API_BEGIN
namespace taut {

// Writes points into `out`, leaving out those that repeat the last one or lie where the direction
// does not change. A point that turns out to be repeated or to lie on a straight line is
// overwritten by its successor, so a full `out` may still accept points. Exact (geometry.hpp); does
// not allocate.
class PathWriter {
 public:
  // `out` holds `count` points of the path already.
  explicit PathWriter(std::span<Point> out, std::size_t count = 0) noexcept
      : out_(out), count_(count) {
    if (count == 0) return;
    x_ = static_cast<double>(out[count - 1].x);
    y_ = static_cast<double>(out[count - 1].y);
    if (count > 1) leg_ = detail::between(out[count - 2], out[count - 1]);
  }

  // Appends a point. False when it needs another place and `out` is full: `out` then holds the
  // first points of the path, final.
  [[nodiscard]] bool append(const Point& point) noexcept {
    const double x = static_cast<double>(point.x);
    const double y = static_cast<double>(point.y);
    const detail::Vector leg{x - x_, y - y_};
    const bool is_repeated = count_ > 0 && leg.x == 0.0 && leg.y == 0.0;
    const bool is_straight_on =
        count_ > 1 && detail::cross(leg_, leg) == 0.0 && detail::dot(leg_, leg) > 0.0;
    if (is_repeated || is_straight_on) {
      out_[count_ - 1] = point;
      leg_ = leg_ + leg;
    } else {
      if (count_ == out_.size()) return false;
      out_[count_++] = point;
      leg_ = leg;
    }
    x_ = x;
    y_ = y;
    return true;
  }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  std::span<Point> out_;
  std::size_t count_;
  // The last point and the leg that leads to it. `out` holds them too, but
  // reading as a pair what was just written as two floats stalls the processor.
  double x_ = 0.0;
  double y_ = 0.0;
  detail::Vector leg_;
};

}  // namespace taut
TAUT_API_END

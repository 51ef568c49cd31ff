// Appends points to a path so that it stays canonical.
#pragma once

#include <cstddef>
#include <span>

#include <taut/detail/api.hpp>
#include <taut/engine/geometry.hpp>

TAUT_API_BEGIN
namespace taut {

// Where an element of a path lies: the element itself, if it is a point. Others overload this.
[[nodiscard]] inline const Point& position(const Point& point) noexcept { return point; }

// Writes points, or elements that have a position(), into `out`, leaving out those that repeat the
// last one or lie where the direction does not change. An element that turns out to be repeated or
// to lie on a straight line is overwritten by its successor, so a full `out` may still accept
// elements. Exact (geometry.hpp); does not allocate.
template <class Element = Point>
class PathWriter {
 public:
  // `out` holds `count` elements of the path already.
  explicit PathWriter(std::span<Element> out, std::size_t count = 0) noexcept
      : out_(out), count_(count) {
    if (count == 0) return;
    x_ = static_cast<double>(position(out[count - 1]).x);
    y_ = static_cast<double>(position(out[count - 1]).y);
    if (count > 1) leg_ = detail::between(position(out[count - 2]), position(out[count - 1]));
  }

  // Appends an element. False when it needs another place and `out` is full: `out` then holds the
  // first elements of the path, final.
  [[nodiscard]] bool append(const Element& element) noexcept {
    const double x = static_cast<double>(position(element).x);
    const double y = static_cast<double>(position(element).y);
    const detail::Vector leg{x - x_, y - y_};
    const bool is_repeated = count_ > 0 && leg.x == 0.0 && leg.y == 0.0;
    const bool is_straight_on =
        count_ > 1 && detail::cross(leg_, leg) == 0.0 && detail::dot(leg_, leg) > 0.0;
    if (is_repeated || is_straight_on) {
      out_[count_ - 1] = element;
      leg_ = {leg_.x + leg.x, leg_.y + leg.y};
    } else {
      if (count_ == out_.size()) return false;
      out_[count_++] = element;
      leg_ = leg;
    }
    x_ = x;
    y_ = y;
    return true;
  }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  std::span<Element> out_;
  std::size_t count_;
  // The position of the last element and the leg that leads to it. `out` holds them too, but
  // reading as a pair what was just written as two floats stalls the processor.
  double x_ = 0.0;
  double y_ = 0.0;
  detail::Vector leg_;
};

}  // namespace taut
TAUT_API_END

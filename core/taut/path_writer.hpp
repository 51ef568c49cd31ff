// Appends points to a path so that it stays canonical.
#pragma once

#include <cstddef>
#include <span>

#include <taut/geometry.hpp>

namespace taut {

// Where an element of a path lies: the element itself, if it is a point. Others overload this.
[[nodiscard]] inline const Point& position(const Point& point) noexcept { return point; }

// Writes points, or elements that have a position(), into `out`, leaving out those that repeat the
// last one or lie where the direction does not change. An element that turns out to be repeated or
// to lie on the straight is overwritten by its successor, so a full `out` may still take some.
// Exact (geometry.hpp); does not allocate.
template <class Element = Point>
class PathWriter {
 public:
  explicit PathWriter(std::span<Element> out) noexcept : out_(out) {}

  // Appends an element. False when it needs a place of its own and `out` is full: what `out` then
  // holds are the first elements of the path, final.
  [[nodiscard]] bool append(const Element& element) noexcept {
    if (is_last_needless(position(element))) {
      out_[count_ - 1] = element;
      return true;
    }
    if (count_ == out_.size()) return false;
    out_[count_++] = element;
    return true;
  }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  // Whether the path needs no last element when it goes on to p.
  [[nodiscard]] bool is_last_needless(const Point& p) const noexcept {
    if (count_ == 0) return false;
    const Point& last = position(out_[count_ - 1]);
    if (last == p) return true;
    if (count_ == 1) return false;
    const Point& before = position(out_[count_ - 2]);
    return orient(before, last, p) == 0.0 && dot(last, before, p) < 0.0;
  }

  std::span<Element> out_;
  std::size_t count_ = 0;
};

}  // namespace taut

// Appends points to a path so that it stays canonical.
#pragma once

#include <cstddef>
#include <span>

#include <taut/geometry.hpp>

namespace taut {

// Writes points into `out`, leaving out those that repeat the last one or lie where the direction
// does not change. A point that turns out to lie on the straight is overwritten by its successor,
// so a full `out` may still take points. Exact (geometry.hpp); does not allocate.
class PathWriter {
 public:
  explicit PathWriter(std::span<Point> out) noexcept : out_(out) {}

  // Appends p. False when p needs a place of its own and `out` is full: what `out` then holds are
  // the first points of the path, final.
  [[nodiscard]] bool append(const Point& p) noexcept {
    if (count_ > 0 && out_[count_ - 1] == p) return true;
    if (count_ > 1 && orient(out_[count_ - 2], out_[count_ - 1], p) == 0.0 &&
        dot(out_[count_ - 1], out_[count_ - 2], p) < 0.0) {
      out_[count_ - 1] = p;
      return true;
    }
    if (count_ == out_.size()) return false;
    out_[count_++] = p;
    return true;
  }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  std::span<Point> out_;
  std::size_t count_ = 0;
};

}  // namespace taut

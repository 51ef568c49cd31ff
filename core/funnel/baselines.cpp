#include <taut/engine/baselines.hpp>

#include <cstddef>

#include <taut/detail/path_writer.hpp>
#include <taut/engine/vectors.hpp>

namespace taut {
namespace {

float float_area(const Point& a, const Point& b, const Point& c) noexcept {
  const Point ab = b - a;
  const Point ac = c - a;
  return ab.x * ac.y - ab.y * ac.x;
}

bool nearly_equal(const Point& a, const Point& b) noexcept {
  return squared_norm(a - b) < kSimpleFunnelEqual;
}

class RawWriter {
 public:
  explicit RawWriter(std::span<Point> out) noexcept : out_(out) {}
  [[nodiscard]] bool append(const Point& p) noexcept {
    if (count_ == out_.size()) return false;
    out_[count_++] = p;
    return true;
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  std::span<Point> out_;
  std::size_t count_ = 0;
};

template <class Writer>
Result pull(const Point& start, const Point& goal, std::span<const Portal> portals,
            Writer path) noexcept {
  if (!path.append(start)) return {Status::truncated, 0};

  Point apex = start;
  Point left = start;
  Point right = start;
  // The portal after the one that an end is taken from: where the scan restarts when that end
  // becomes the apex.
  std::size_t after_left = 0;
  std::size_t after_right = 0;

  for (std::size_t i = 0; i <= portals.size(); ++i) {
    const Portal portal = i < portals.size() ? portals[i] : Portal{goal, goal};

    if (float_area(apex, right, portal.right) >= 0.0F) {
      if (nearly_equal(apex, right) || float_area(apex, left, portal.right) < 0.0F) {
        right = portal.right;
        after_right = i + 1;
      } else {
        if (!path.append(left)) return {Status::truncated, path.count()};
        apex = right = left;
        after_right = after_left;
        i = after_left - 1;
        continue;
      }
    }
    if (float_area(apex, left, portal.left) <= 0.0F) {
      if (nearly_equal(apex, left) || float_area(apex, right, portal.left) > 0.0F) {
        left = portal.left;
        after_left = i + 1;
      } else {
        if (!path.append(right)) return {Status::truncated, path.count()};
        apex = left = right;
        after_left = after_right;
        i = after_right - 1;
        continue;
      }
    }
  }
  if (!path.append(goal)) return {Status::truncated, path.count()};
  return {Status::ok, path.count()};
}

}  // namespace

Result simple_funnel(const Point& start, const Point& goal, std::span<const Portal> portals,
                     std::span<Point> out) noexcept {
  return pull(start, goal, portals, RawWriter(out));
}

Result simple_funnel_canonical(const Point& start, const Point& goal,
                               std::span<const Portal> portals, std::span<Point> out) noexcept {
  return pull(start, goal, portals, PathWriter(out));
}

}  // namespace taut

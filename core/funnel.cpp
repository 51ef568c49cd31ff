#include <taut/funnel.hpp>

#include <cstddef>

#include <taut/path_writer.hpp>

// A funnel is what the apex (the last point of the path so far) sees through the portals scanned
// since: a closed cone between a right and a left ray, each through the portal end that bounds it.
// When the next portal lies outside the cone, the path turns at the bounding end on that side,
// which becomes the new apex.
//
// Three facts keep every decision a sign of orient() or dot() on portal ends:
//
// - A portal that contains the apex is touched there at no cost, so it does not restrain the path
//   and is passed over. The first portal that does not contain it opens a cone of less than 180
//   degrees.
// - While the apex is strictly before the line of the last portal, the next cell lies within less
//   than 180 degrees of both rays, so the sign of orient() tells left from right without ambiguity.
// - A portal seen end-on (the apex is on its line, outside it; or it has zero length) must be
//   walked to: both rays then go through its nearer end, the *pin*. From there on the cone is one
//   ray, and it alone can meet cells that lie on both sides of the ray's line or behind the pin:
//   those are told apart by dot().
namespace taut {
namespace {

// A difference of points, exact in double (geometry.hpp). The scan works on these, so that each
// portal end is converted and subtracted once.
struct Vector {
  double x = 0.0;
  double y = 0.0;
};

Vector between(const Point& from, const Point& to) noexcept {
  return {static_cast<double>(to.x()) - static_cast<double>(from.x()),
          static_cast<double>(to.y()) - static_cast<double>(from.y())};
}

// > 0 when b lies left of a.
double cross(const Vector& a, const Vector& b) noexcept { return a.x * b.y - a.y * b.x; }

// Whether b lies beyond a, for two places on one ray from the origin.
bool is_farther(const Vector& a, const Vector& b) noexcept {
  return a.x * (b.x - a.x) + a.y * (b.y - a.y) > 0.0;
}

// A side of the funnel.
struct Bound {
  Vector ray;              // from the apex to the portal end that bounds it
  std::size_t portal = 0;  // whose end that is
};

class Funnel {
 public:
  explicit Funnel(const Point& apex) noexcept : apex_(apex) {}

  [[nodiscard]] const Point& apex() const noexcept { return apex_; }

  // Narrows the funnel by the next portal. False when the portal lies outside it, so that the path
  // turns.
  [[nodiscard]] bool narrow(const Portal& portal, std::size_t index) noexcept {
    const Vector l = between(apex_, portal.left);
    const Vector r = between(apex_, portal.right);
    if (!is_open_) {
      open(l, r, index);
      return true;
    }
    // The common case: the whole cone passes.
    if (cross(right_.ray, r) < 0.0 && cross(left_.ray, l) > 0.0) return true;

    return cross(r, l) == 0.0 ? narrow_end_on(l, r, index) : narrow_to(l, r, index);
  }

  // After narrow() was false: makes the turn, and returns the portal that the new apex is an end
  // of.
  [[nodiscard]] std::size_t turn() noexcept {
    // The sum is the portal end itself, so it is exact in float too.
    apex_ = Point(static_cast<float>(static_cast<double>(apex_.x()) + corner_->ray.x),
                  static_cast<float>(static_cast<double>(apex_.y()) + corner_->ray.y));
    is_open_ = false;
    return corner_->portal;
  }

 private:
  void open(const Vector& l, const Vector& r, std::size_t index) noexcept {
    if (cross(r, l) == 0.0) {
      // A portal that holds the apex restrains nothing; one seen end-on is a pin at its nearer end.
      if (l.x * r.x + l.y * r.y <= 0.0) return;
      left_ = right_ = {is_farther(l, r) ? l : r, index};
    } else {
      left_ = {l, index};
      right_ = {r, index};
    }
    is_open_ = true;
  }

  bool narrow_to(const Vector& l, const Vector& r, std::size_t index) noexcept {
    if (cross(left_.ray, r) > 0.0) {
      corner_ = &left_;
      return false;
    }
    if (cross(right_.ray, l) < 0.0) {
      corner_ = &right_;
      return false;
    }
    if (cross(right_.ray, r) >= 0.0) right_ = {r, index};
    if (cross(left_.ray, l) <= 0.0) left_ = {l, index};
    return true;
  }

  bool narrow_end_on(const Vector& l, const Vector& r, std::size_t index) noexcept {
    // l and r are collinear with the apex.
    if (cross(left_.ray, r) > 0.0 || cross(left_.ray, l) > 0.0) {
      corner_ = &left_;
      return false;
    }
    if (cross(right_.ray, l) < 0.0 || cross(right_.ray, r) < 0.0) {
      corner_ = &right_;
      return false;
    }
    const bool is_ray = cross(right_.ray, left_.ray) == 0.0;
    const Bound& pin = is_farther(left_.ray, right_.ray) ? right_ : left_;
    const Vector near = is_farther(l, r) ? l : r;
    const Vector to_l{l.x - pin.ray.x, l.y - pin.ray.y};
    const Vector to_r{r.x - pin.ray.x, r.y - pin.ray.y};
    if (is_ray && to_l.x * to_r.x + to_l.y * to_r.y <= 0.0) {
      left_ = right_ = {pin.ray, index};  // the portal holds the pin
    } else if (!is_ray || is_farther(pin.ray, near)) {
      left_ = right_ = {near, index};
    } else {
      corner_ = &pin;  // the portal lies behind the pin: a 180-degree turn
      return false;
    }
    return true;
  }

  Point apex_;
  Bound left_;
  Bound right_;
  const Bound* corner_ = nullptr;
  bool is_open_ = false;  // whether a portal restrains the path since the apex
};

}  // namespace

Result string_pull(const Point& start, const Point& goal, std::span<const Portal> portals,
                   std::span<Point> out) noexcept {
  // The writer drops a corner where the path turns out to go straight on: a corridor that winds
  // right round its end does that.
  PathWriter path(out);
  if (!path.append(start)) return {Status::truncated, 0};

  Funnel funnel(start);
  for (std::size_t i = 0; i <= portals.size(); ++i) {
    // The goal is the last portal, of zero length.
    const Portal portal = i < portals.size() ? portals[i] : Portal{goal, goal};
    if (funnel.narrow(portal, i)) continue;
    i = funnel.turn();
    if (!path.append(funnel.apex())) return {Status::truncated, path.count()};
  }
  if (!path.append(goal)) return {Status::truncated, path.count()};
  return {Status::ok, path.count()};
}

}  // namespace taut

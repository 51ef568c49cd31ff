#include <taut/funnel.hpp>

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

struct Bound {
  Point point;
  std::size_t portal = 0;  // the portal it is an end of
};

// Whether b lies beyond a, seen from the apex, for two points on one ray from it.
bool is_farther(const Point& apex, const Point& a, const Point& b) noexcept {
  return dot(a, apex, b) < 0.0;
}

}  // namespace

Result string_pull(const Point& start, const Point& goal, std::span<const Portal> portals,
                   std::span<Point> out) noexcept {
  // The writer drops a corner where the path turns out to go straight on: a corridor that winds right
  // round its end does that.
  PathWriter path(out);
  if (!path.append(start)) return {Status::truncated, 0};

  Point apex = start;
  Bound left;
  Bound right;
  bool is_open = false;  // whether a portal restrains the path since the apex

  // The goal is the last portal, of zero length.
  for (std::size_t i = 0; i <= portals.size(); ++i) {
    const Portal portal = i < portals.size() ? portals[i] : Portal{goal, goal};
    const double facing = orient(apex, portal.right, portal.left);
    // Seen from behind, which no row of convex cells can do: it still has to be touched.
    const Point& l = facing < 0.0 ? portal.right : portal.left;
    const Point& r = facing < 0.0 ? portal.left : portal.right;

    if (!is_open) {
      if (is_on_segment(l, r, apex)) continue;
      left = {l, i};
      right = {r, i};
      if (facing == 0.0) {
        if (is_farther(apex, l, r))
          right = left;
        else
          left = right;
      }
      is_open = true;
      continue;
    }

    const Bound* corner = nullptr;
    if (orient(apex, left.point, r) > 0.0) {
      corner = &left;
    } else if (orient(apex, right.point, l) < 0.0) {
      corner = &right;
    } else if (facing != 0.0) {
      if (orient(apex, right.point, r) >= 0.0) right = {r, i};
      if (orient(apex, left.point, l) <= 0.0) left = {l, i};
    } else {
      // Seen end-on. The pin is the end of a ray so far, or the nearer end of this portal beyond
      // it.
      const bool is_ray = orient(apex, right.point, left.point) == 0.0;
      const Bound& pin = is_farther(apex, left.point, right.point) ? right : left;
      const Bound near = is_farther(apex, l, r) ? Bound{l, i} : Bound{r, i};
      if (is_ray && is_on_segment(l, r, pin.point)) {
        left = right = Bound{pin.point, i};
      } else if (!is_ray || is_farther(apex, pin.point, near.point)) {
        left = right = near;
      } else {
        corner = &pin;  // the portal lies behind it: a 180-degree turn
      }
    }

    if (corner != nullptr) {
      apex = corner->point;
      if (!path.append(apex)) return {Status::truncated, path.count()};
      i = corner->portal;
      is_open = false;
    }
  }

  if (!path.append(goal)) return {Status::truncated, path.count()};
  return {Status::ok, path.count()};
}

}  // namespace taut

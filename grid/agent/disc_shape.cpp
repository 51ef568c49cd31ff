#include "disc_shape.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <taut/engine/constants.hpp>

// Between two tiles lies a vector d of whole numbers, 0 along an axis where they are beside each
// other; by symmetry both are 0 or more. Let q be an outer corner of the shape, drawn in by one
// step of the lattice along both axes: extents = q + 1. A corner q + 1 of the one tile and a corner
// p + 1 of the other overlap when q + p + 2 > d along both axes.
//
// Every q is a lattice point with |q| < radius. So a lattice point inside a grown tile, at most q
// away from the tile, is nearer to it than the radius: the third promise. For each d that is too
// narrow d / 2 is such a point, on the half-tile lattice, and q = p = d / 2 overlap: shapes of
// these points keep the first promise. They keep the second one too, since the sum of two of them
// is a point of the half-tile lattice, twice as far away as their middle, which is in the disc.
//
// Few points approximate the circle better when they are free to lie anywhere on it. Then the two
// first promises are tested, for the d at the border between narrow and wide: of all sizes of
// agents, 2171, 2172, 2895 and 2896 steps would close a gap that fits.
namespace taut::detail {
namespace {

constexpr std::int32_t kHalfTile = kLatticePerTile / 2;

// More points would need more than eight lines per tile.
constexpr std::size_t kMostFreePoints = 4;
// The tangent of 48 degrees: of more than four points, two neighbours on the circle are not farther
// apart, seen from the centre. Points 45 degrees apart are not.
constexpr double kWidestGap = 1.1106125148291929;
// The directions of the first two points of those, 22.5 degrees from the axes: (1 + sqrt(2), 1).
constexpr double kFirstDirection = 2.414213562373095;

// Two points, or three with the one on the diagonal: the tangents of the first one's angle that are
// tried, in 64ths, from 14 to 29 degrees; the best one is near the middle of the gaps.
constexpr int kLeastTangent = 16;
constexpr int kMostTangent = 35;
constexpr int kBestTangentOfTwo = 26;
constexpr int kBestTangentOfThree = 21;

struct Step {
  std::int32_t x;
  std::int32_t y;
};

// The vectors between tiles that are too narrow for the disc and that no other such vector exceeds
// along both axes; and those wide enough that exceed no other.
struct Borders {
  std::vector<Step> narrow;
  std::vector<Step> wide;
};

bool is_narrow(std::int32_t dx, std::int32_t dy, double radius) noexcept {
  const double x = 0.5 * dx;
  const double y = 0.5 * dy;
  return x * x + y * y < radius * radius;
}

Borders find_borders(double radius) {
  Borders borders;
  std::int32_t y = 0;
  while (is_narrow(0, y, radius)) ++y;
  borders.wide.push_back({0, y});
  for (std::int32_t x = 1; y > 0; ++x) {
    if (is_narrow(x, y - 1, radius)) continue;
    borders.narrow.push_back({x - 1, y - 1});
    while (y > 0 && !is_narrow(x, y - 1, radius)) --y;
    borders.wide.push_back({x, y});
  }
  return borders;
}

bool is_inside(const Step& q, double radius) noexcept {
  const double x = static_cast<double>(q.x) / kLatticePerTile;
  const double y = static_cast<double>(q.y) / kLatticePerTile;
  return x * x + y * y < radius * radius;
}

enum class Count : std::uint8_t { two, three };

class ShapeChoice {
 public:
  // Points are multiples of `unit` steps, and lie `slack` steps inside the circle.
  ShapeChoice(double radius, std::int32_t unit, std::int32_t slack)
      : radius_(radius), unit_(unit), slack_(slack), borders_(find_borders(radius)) {}

  // Two points in directions whose tangents are t and 1 / t, and one between them if there are
  // three. Returns whether they keep the promises.
  bool take(double tangent, Count count) {
    points_.clear();
    add(1.0, tangent, {0, 0});
    if (count == Count::three) add(1.0, 1.0, {0, 0});
    drop_hidden();
    return is_sound();
  }

  // As many points as the narrow vectors need.
  bool take_all() {
    points_.clear();
    add(kFirstDirection, 1.0, {0, 0});
    for (const Step& d : borders_.narrow) {
      add(d.x, d.y, {d.x * kHalfTile, d.y * kHalfTile});
    }
    drop_hidden();
    drop_needless();
    return is_sound();
  }

  // In lattice steps.
  [[nodiscard]] std::vector<std::int32_t> extents() const {
    std::vector<std::int32_t> extents;
    extents.reserve(points_.size());
    for (const Step& q : points_) extents.push_back(q.x + 1);
    return extents;
  }

 private:
  // Whether the two first promises hold.
  [[nodiscard]] bool is_sound() const {
    return covers_narrow() && std::none_of(borders_.wide.begin(), borders_.wide.end(),
                                           [&](const Step& d) { return is_met(d, -2); });
  }
  // Adds the farthest point of the disc in a direction, and its mirror image; at least `least`
  // along both axes, which lies in that direction.
  void add(double x, double y, const Step& least) {
    const double scale = (radius_ * kLatticePerTile - slack_) / std::sqrt(x * x + y * y);
    const auto round = [&](double v, std::int32_t at_least) {
      const auto units = static_cast<std::int32_t>(std::floor(v * scale / unit_));
      return std::max(units * unit_, at_least);
    };
    Step q{round(x, least.x), round(y, least.y)};
    while (!is_inside(q, radius_)) {
      // Rounding alone lifts it out of the disc.
      if (q.x > least.x) q.x -= unit_;
      if (q.y > least.y) q.y -= unit_;
    }
    points_.push_back(q);
    points_.push_back({q.y, q.x});
  }

  // Orders the points by x, without those that others exceed.
  void drop_hidden() {
    std::sort(points_.begin(), points_.end(),
              [](const Step& a, const Step& b) { return a.x != b.x ? a.x > b.x : a.y > b.y; });
    std::vector<Step> seen;
    for (const Step& q : points_) {
      if (seen.empty() || q.y > seen.back().y) seen.push_back(q);
    }
    points_.assign(seen.rbegin(), seen.rend());
  }

  // Whether two points overlap at d with `spare` steps left.
  [[nodiscard]] bool is_met(const Step& d, std::int32_t spare) const {
    for (const Step& a : points_) {
      const auto is_partner = [&](const Step& b) {
        return a.x + b.x >= d.x * kLatticePerTile + spare &&
               a.y + b.y >= d.y * kLatticePerTile + spare;
      };
      if (std::any_of(points_.begin(), points_.end(), is_partner)) return true;
    }
    return false;
  }
  [[nodiscard]] bool covers_narrow() const {
    return std::all_of(borders_.narrow.begin(), borders_.narrow.end(),
                       [&](const Step& d) { return is_met(d, 0); });
  }

  // Whether two neighbours are too far apart. The last point is the nearest to the axis, and its
  // mirror image lies beyond.
  [[nodiscard]] bool has_wide_gap() const {
    const auto is_wide = [](const Step& from, const Step& to) {
      const double cross = static_cast<double>(std::int64_t{from.x} * to.y) -
                           static_cast<double>(std::int64_t{from.y} * to.x);
      const double dot = static_cast<double>(std::int64_t{from.x} * to.x) +
                         static_cast<double>(std::int64_t{from.y} * to.y);
      return cross > kWidestGap * dot;
    };
    const Step& last = points_.back();
    if (is_wide({last.x, -last.y}, last)) return true;
    for (std::size_t i = 1; i < points_.size(); ++i) {
      if (is_wide(points_[i], points_[i - 1])) return true;
    }
    return false;
  }

  // Drops points, with their mirror images, that nothing needs.
  void drop_needless() {
    for (std::size_t i = points_.size(); i-- > points_.size() / 2;) {
      const std::vector<Step> all = points_;
      const std::size_t mirror = all.size() - 1 - i;
      points_.erase(points_.begin() + static_cast<std::ptrdiff_t>(i));
      if (mirror != i) points_.erase(points_.begin() + static_cast<std::ptrdiff_t>(mirror));
      if (points_.empty() || !covers_narrow() || has_wide_gap()) {
        points_ = all;
      } else if (mirror != i) {
        --i;  // The mirror image lay before the points that are left to try.
      }
    }
  }

  double radius_;
  std::int32_t unit_;
  std::int32_t slack_;
  Borders borders_;
  std::vector<Step> points_;
};

// Calls try_tangent(t) from the best one outwards until it returns true.
template <class Try>
bool try_tangents(int best, const Try& try_tangent) {
  for (int away = 0; away <= kMostTangent - kLeastTangent; ++away) {
    for (const int tangent : {best - away, best + away}) {
      if (tangent < kLeastTangent || tangent > kMostTangent) continue;
      if (try_tangent(tangent / 64.0)) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<std::int32_t> choose_disc_shape(double radius, int most_lines) {
  constexpr std::int32_t kMostSlack = 4;
  const int most_points = most_lines / 2;
  for (std::int32_t slack = 0; slack < kMostSlack; ++slack) {
    ShapeChoice free(radius, 1, slack);
    const auto take_two = [&](double t) { return free.take(t, Count::two); };
    const auto take_three = [&](double t) { return free.take(t, Count::three); };
    if (most_points >= 2 && try_tangents(kBestTangentOfTwo, take_two)) return free.extents();
    if (most_points >= 3 && try_tangents(kBestTangentOfThree, take_three)) return free.extents();
    if (!free.take_all()) continue;
    std::vector<std::int32_t> extents = free.extents();
    if (extents.size() <= kMostFreePoints && static_cast<int>(extents.size()) <= most_points) {
      return extents;
    }
  }
  // All sides lie one step beside the lines of the half-tile lattice.
  ShapeChoice half(radius, kHalfTile, 0);
  half.take_all();
  return half.extents();
}

}  // namespace taut::detail

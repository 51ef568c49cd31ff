#include <taut/engine/tile_disc.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>

#include <taut/engine/constants.hpp>

#include "core/tile/free_tiles.hpp"
#include "core/tile/tile_corners.hpp"
#include "core/tile/tile_walk.hpp"
#include "disc_inflate.hpp"

namespace taut {
namespace {

using detail::cross;
using detail::dot;
using detail::has_tile_beside;
using detail::kValidationSlack;
using detail::square_distance;
using detail::to_vector;
using detail::Vector;

// ---- from a path to the taut path of its homotopy class ----

// The turn of a path in open space, and the triangle that it cuts off.
struct OpenTurn {
  Point before;
  Point corner;
  Point after;
  double side;  // of the turn, and of the triangle beside the legs: 1 left, -1 right
};

// Whether an obstacle corner lies in the triangle: inside, or on a leg with a blocked tile on the
// triangle's side.
bool stands_in(const TileBits& walkable, const OpenTurn& turn, const Point& c) noexcept {
  if (c == turn.corner) return false;
  const auto is_beside_leg = [&](const Point& from, const Point& to) {
    const double beside = turn.side * orient(from, to, c);
    return beside > 0.0 || (beside == 0.0 && has_tile_beside(walkable, from, to, c, turn.side));
  };
  return is_beside_leg(turn.before, turn.corner) && is_beside_leg(turn.corner, turn.after);
}

// The next point, after `from`, of the shortest way to the turn's `after` around the obstacle
// corners in the triangle: gift wrapping.
Point find_next_round(const TileBits& walkable, const OpenTurn& turn, const Point& from) noexcept {
  Point next = turn.after;
  const std::array<Vector, 3> triangle{to_vector(from), to_vector(turn.corner),
                                       to_vector(turn.after)};
  detail::for_each_obstacle_corner(walkable, triangle, [&](const Point& c) {
    const double beyond = -turn.side * orient(from, next, c);
    if (beyond <= 0.0 || !stands_in(walkable, turn, c)) return;
    next = c;
  });
  return next;
}

// ---- validation ----

double square(double value) noexcept { return value * value; }

// As floor() and ceil(), which are calls on some targets. Require a value within int.
int round_down(double value) noexcept {
  const int whole = static_cast<int>(value);
  return static_cast<double>(whole) > value ? whole - 1 : whole;
}
int round_up(double value) noexcept { return -round_down(-value); }

// The tiles of the box around the triangle between a tile corner and two places relative to it. Of
// tiles outside, none has its nearest place to the corner inside the triangle.
TileRect tiles_beside(const Point& corner, const Vector& a, const Vector& b) noexcept {
  const int x = static_cast<int>(corner.x);
  const int y = static_cast<int>(corner.y);
  const auto low = [](double p, double q) { return round_down(std::min({p, q, 0.0})); };
  const auto high = [](double p, double q) { return round_up(std::max({p, q, 0.0})); };
  return {x + low(a.x, b.x), y + low(a.y, b.y), x + high(a.x, b.x), y + high(a.y, b.y)};
}

// Whether the interior of an arc keeps the radius from all tiles; its ends belong to the legs. The
// arc spans less than 180 degrees. A tile comes nearest to it on the line from the center to the
// tile's nearest point, or at an end of the arc.
bool is_arc_clear(const TileBits& walkable, const DiscTurn& turn, double radius) noexcept {
  // The tiles that do not touch a tile corner are a whole tile away from it.
  if (2.0 * radius - kValidationSlack <= 1.0 && is_tile_corner(turn.center)) return true;
  const Vector center = to_vector(turn.center);
  const Vector in = to_vector(turn.entry) - center;
  const Vector out = to_vector(turn.exit) - center;
  const double sign = detail::side_of(turn.kind);
  const double extent = 2.0 * radius;
  const auto is_far = [&](const Tile& tile) {
    const double x = static_cast<double>(tile.x);
    const double y = static_cast<double>(tile.y);
    const Vector v{std::clamp(center.x, x, x + 1.0) - center.x,
                   std::clamp(center.y, y, y + 1.0) - center.y};
    const double distance_square = dot(v, v);
    return distance_square == 0.0 || distance_square >= square(extent - kValidationSlack) ||
           sign * cross(in, v) <= 0.0 || sign * cross(v, out) <= 0.0;
  };
  // Only tiles in the sector of the arc matter: up to 90 degrees a triangle holds it.
  const double share = dot(in, out) / (radius * radius);
  if (share > 0.0) {
    const double far = 2.0 / std::sqrt(0.5 + 0.5 * share);  // over the cosine of half the angle
    const std::array<Vector, 3> sector{center, center + far * in, center + far * out};
    if (is_tile_corner(turn.center) &&
        detail::is_rect_free(walkable, tiles_beside(turn.center, far * in, far * out))) {
      return true;
    }
    return detail::for_each_blocked_tile(walkable, sector, is_far);
  }
  return detail::for_each_blocked_tile(walkable, box_around(center, extent), is_far);
}

// Whether a turn is to its side, by less than 180 degrees, and its arc meets no blocked tile.
bool is_turn_clear(const TileBits& walkable, const DiscTurn& turn, double radius) noexcept {
  const Vector center = to_vector(turn.center);
  const Vector in = to_vector(turn.entry) - center;
  const Vector out = to_vector(turn.exit) - center;
  // Most turns are of less than 90 degrees.
  if (!(detail::side_of(turn.kind) * cross(in, out) > 0.0 && dot(in, out) > 0.0)) {
    const double angle = arc_angle(turn);
    if (angle >= std::numbers::pi) return false;
    if (!(angle > 0.0)) return true;
  }
  return is_arc_clear(walkable, turn, radius);
}

bool are_turns_clear(const TileBits& walkable, std::span<const DiscTurn> turns,
                     double radius) noexcept {
  return std::all_of(turns.begin(), turns.end(),
                     [&](const DiscTurn& turn) { return is_turn_clear(walkable, turn, radius); });
}

bool are_legs_clear(const TileBits& walkable, std::span<const DiscTurn> turns,
                    double radius) noexcept {
  for (std::size_t i = 1; i < turns.size(); ++i) {
    const Vector from = to_vector(turns[i - 1].exit);
    if (!detail::is_leg_clear(walkable, from, to_vector(turns[i].entry), radius)) return false;
  }
  return true;
}

}  // namespace

bool has_clearance(const TileBits& walkable, const Point& point, double radius) noexcept {
  if (!detail::is_possible(radius) || !locate(walkable, point)) return false;
  const Vector at = to_vector(point);
  // Of a radius on the lattice the sides of the box are exact.
  const double steps = radius * kLatticePerTile;
  const TileRect box{round_down(at.x - radius), round_down(at.y - radius), round_up(at.x + radius),
                     round_up(at.y + radius)};
  if (round_down(steps) == steps && detail::is_rect_free(walkable, box)) {
    return true;
  }
  return detail::for_each_blocked_tile(walkable, box_around(at, radius), [&](const Tile& tile) {
    return square_distance(at, tile) >= radius * radius;
  });
}

bool has_clearance(const TileBits& walkable, const Point& from, const Point& to,
                   double radius) noexcept {
  if (!detail::is_possible(radius) || !is_on_map(walkable, from) || !is_on_map(walkable, to))
    return false;
  return detail::is_leg_clear(walkable, to_vector(from), to_vector(to), radius);
}

bool has_clearance(const TileBits& walkable, std::span<const DiscTurn> turns,
                   double radius) noexcept {
  return detail::is_possible(radius) && are_legs_clear(walkable, turns, radius) &&
         are_turns_clear(walkable, turns, radius);
}

Result tighten(const TileBits& walkable, std::span<const Point> path,
               std::span<Point> work) noexcept {
  if (work.size() < path.size()) return {Status::out_of_nodes, 0};
  std::size_t kept = 0;                           // work[0, kept): taut so far
  std::size_t ahead = work.size() - path.size();  // work[ahead, end): the points ahead
  std::copy_backward(path.begin(), path.end(), work.end());
  while (ahead < work.size()) {
    if (kept < 2) {
      work[kept++] = work[ahead++];
      continue;
    }
    const Point before = work[kept - 2];
    const Point corner = work[kept - 1];
    const Point after = work[ahead];
    const double turn = orient(before, corner, after);
    if (turn == 0.0) {  // straight on, or back on itself
      --kept;
      if (after == before) ++ahead;
      continue;
    }
    if (bends_around_obstacle(walkable, before, corner, after)) {
      work[kept++] = work[ahead++];
      continue;
    }
    // The detour is written into the gap between the two parts. Each cut makes the path shorter, so
    // the loop terminates.
    const OpenTurn open{before, corner, after, turn > 0.0 ? 1.0 : -1.0};
    std::size_t count = 0;
    for (Point at = find_next_round(walkable, open, before); at != after;
         at = find_next_round(walkable, open, at)) {
      if (kept + count == ahead) return {Status::out_of_nodes, 0};
      work[kept + count++] = at;
    }
    const auto place = [&](std::size_t i) { return work.begin() + static_cast<std::ptrdiff_t>(i); };
    std::copy_backward(place(kept), place(kept + count), place(ahead));
    ahead -= count;
    --kept;
  }
  return {Status::ok, kept};
}

Result pull_disc(const TileBits& walkable, std::span<const Point> path, double radius,
                 std::span<Point> work, std::span<DiscTurn> out) noexcept {
  if (path.empty() || !has_clearance(walkable, path.front(), radius) ||
      !has_clearance(walkable, path.back(), radius)) {
    return {Status::invalid_input, 0};
  }
  const Result tight = tighten(walkable, path, work);
  if (tight.status != Status::ok) return tight;
  if (radius <= kDiscSlack) radius = 0.0;  // its arcs would be lost in rounding
  const detail::Inflated inflated = detail::inflate(walkable, work.first(tight.count), radius, out);
  const Result result = inflated.turns;
  if (result.status == Status::no_path) return {Status::no_path, 0};
  if (result.status != Status::ok || radius == 0.0) return result;
  const bool is_clear =
      inflated.are_legs_clear && are_turns_clear(walkable, out.first(result.count), radius);
  return is_clear ? result : Result{Status::no_path, 0};
}

namespace {

// ---- pull_disc_along(): stretches of pull_disc() between bends ----

// A lattice point on a leg where the disc has room, next to `from` as far as places tell that are
// tried; none within `most` of it.
std::optional<Point> find_clear_on_leg(const TileBits& walkable, const Point& from, const Point& to,
                                       double radius, double most) noexcept {
  constexpr int kTries = 16;
  constexpr int kHalvings = 10;
  const Vector way = detail::between(from, to);
  const double end = std::min(1.0, most / norm(way));
  const auto at = [&](double part) {
    return snap({static_cast<float>(static_cast<double>(from.x) + part * way.x),
                 static_cast<float>(static_cast<double>(from.y) + part * way.y)});
  };
  double blocked = 0.0;
  double clear = 0.0;
  for (int i = 1; i <= kTries; ++i) {
    clear = end * i / kTries;
    if (has_clearance(walkable, at(clear), radius)) break;
    if (i == kTries) return std::nullopt;
    blocked = clear;
  }
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (blocked + clear);
    (has_clearance(walkable, at(middle), radius) ? clear : blocked) = middle;
  }
  return at(clear);
}

// Where the disc bends for a turn of a path.
struct Bends {
  std::array<Point, 2> places{};
  std::size_t count = 0;

  void add(const std::optional<Point>& place) noexcept {
    if (place) places[count++] = *place;
  }
  [[nodiscard]] std::span<const Point> all() const noexcept {
    return std::span(places).first(count);
  }
};

// None for a turn around an obstacle, which pull_disc() takes care of, and where the disc has no
// room. Beside an obstacle one on each leg: the nearest place may lie where the ground is more
// expensive than along the path, which often follows a border of classes.
Bends find_bends(const TileBits& walkable, std::span<const Point> path, std::size_t i,
                 double radius) noexcept {
  constexpr double kStep = 1.0 / kLatticePerTile;
  // To a place right behind the last bend: a disc that walks from bend to bend would hardly get on.
  constexpr double kLeastLeg = 1.0 / 16.0;
  Bends bends;
  if (bends_around_obstacle(walkable, path[i - 1], path[i], path[i + 1])) return bends;
  const double most = std::max(1.0, 2.0 * radius);
  const std::optional<Point> nearest = find_clear_point(walkable, path[i], radius, most);
  if (nearest && distance(*nearest, path[i]) > kStep) {
    const auto before = find_clear_on_leg(walkable, path[i], path[i - 1], radius, most);
    if (before && distance(path[i - 1], *before) >= kLeastLeg) bends.add(before);
    bends.add(find_clear_on_leg(walkable, path[i], path[i + 1], radius, most));
  }
  if (bends.count == 0) bends.add(nearest);
  return bends;
}

// A part of the path between two bends, or its ends.
struct Stretch {
  Point from;
  std::span<const Point> path;
  Point to;
};

// Writes the points of a stretch; returns how many.
std::size_t write_points(const Stretch& stretch, std::span<Point> out) noexcept {
  std::size_t count = 0;
  const auto append = [&](const Point& point) {
    if (count == 0 || out[count - 1] != point) out[count++] = point;
  };
  append(stretch.from);
  for (const Point& point : stretch.path) append(point);
  append(stretch.to);
  return count;
}

}  // namespace

Result pull_disc_along(const TileBits& walkable, std::span<const Point> path, double radius,
                       std::span<Point> work, std::span<DiscTurn> out) noexcept {
  if (path.size() < 2) return pull_disc(walkable, path, radius, work, out);
  if (!has_clearance(walkable, path.front(), radius) ||
      !has_clearance(walkable, path.back(), radius)) {
    return {Status::invalid_input, 0};
  }
  if (work.size() < max_smoothing_points(path.size() + 2)) return {Status::out_of_nodes, 0};
  std::size_t count = 0;
  std::size_t first = 0;  // of the stretch
  Point from = path.front();
  for (std::size_t i = 1; i < path.size(); ++i) {
    const bool is_last = i + 1 == path.size();
    const Bends bends = is_last ? Bends{{path[i]}, 1} : find_bends(walkable, path, i, radius);
    for (const Point& to : bends.all()) {
      if (to == from && !is_last) continue;
      const std::size_t points = write_points({from, path.subspan(first, i - first + 1), to}, work);
      // The bend is the last turn of one stretch and the first of the next.
      const std::size_t kept = count > 0 ? count - 1 : 0;
      const Result pulled =
          pull_disc(walkable, work.first(points), radius, work, out.subspan(kept));
      count = kept + pulled.count;
      for (DiscTurn& turn : out.subspan(kept, pulled.count)) {
        turn.portal = static_cast<std::uint32_t>(first);
      }
      if (pulled.status == Status::truncated) return {Status::truncated, count};
      if (pulled.status != Status::ok) return {pulled.status, 0};
      first = i;
      from = to;
    }
  }
  out[count - 1].portal = static_cast<std::uint32_t>(first);
  out[count - 1].kind = CornerKind::goal;
  return {Status::ok, count};
}

std::optional<Point> find_disc_step_along(const TileBits& walkable, std::span<const Point> path,
                                          double radius) noexcept {
  path = path.first(std::min(path.size(), kMaxStepPoints));
  std::array<Point, kMaxStepPoints + 2> points;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const bool is_last = i + 1 == path.size();
    const Bends bends = is_last ? Bends{{path[i]}, 1} : find_bends(walkable, path, i, radius);
    for (const Point& to : bends.all()) {
      if (to == path.front() && !is_last) continue;
      const std::size_t count = write_points({path.front(), path.first(i + 1), to}, points);
      return find_disc_step(walkable, std::span(points).first(count), radius);
    }
  }
  return std::nullopt;
}

}  // namespace taut

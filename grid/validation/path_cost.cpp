#include <taut/engine/validate.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include <taut/engine/constants.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/engine/vectors.hpp>

#include "grid/tiles/mover_tiles.hpp"

namespace taut {
namespace {

constexpr double kNoPathCost = std::numeric_limits<double>::infinity();

// Lattice coordinates and tiles as in core/tile/lattice_ray.hpp, but of any points: those of a path
// to be checked may lie off the lattice and outside the map.
std::int64_t lattice_steps(float coordinate) noexcept {
  return static_cast<std::int64_t>(
      std::llround(static_cast<double>(coordinate) * static_cast<double>(kLatticePerTile)));
}

// The tile in which a walk along one axis is that leaves `from`: that ahead of it where it lies on
// a grid line. Rounds down.
std::int64_t tile_ahead(std::int64_t from, std::int64_t sign) noexcept {
  const std::int64_t at = sign < 0 ? from - 1 : from;
  return at >= 0 ? at / kLatticePerTile : -1 - (-1 - at) / kLatticePerTile;
}

// One axis of a leg.
struct LegAxis {
  std::int64_t from;
  std::int64_t size;  // of the difference, in lattice steps
  std::int64_t sign;
  std::int64_t tile;  // the current one
  std::int64_t next;  // from the begin to the next grid line, in lattice steps

  LegAxis(float begin, float end) noexcept
      : from(lattice_steps(begin)),
        size(std::abs(lattice_steps(end) - from)),
        sign(lattice_steps(end) < from ? -1 : 1),
        tile(tile_ahead(from, sign)),
        next(sign > 0 ? (tile + 1) * kLatticePerTile - from : from - tile * kLatticePerTile) {}

  void advance() noexcept {
    tile += sign;
    next += kLatticePerTile;
  }
  [[nodiscard]] bool is_on_line() const noexcept {
    return size == 0 && from % kLatticePerTile == 0;
  }
};

class LegCost {
 public:
  explicit LegCost(const detail::MoverTiles& tiles) noexcept : tiles_(tiles) {}

  [[nodiscard]] double measure(const Point& from, const Point& to) const noexcept {
    LegAxis x(from.x, to.x);
    LegAxis y(from.y, to.y);
    if (x.size == 0 && y.size == 0) return 0.0;
    double sum = 0.0;
    double done = 0.0;   // the part of the leg up to the last grid line
    unsigned sides = 3;  // on which side of it the path may be
    for (;;) {
      // The next grid line in x comes before that in y if x.next / x.size < y.next / y.size.
      const std::int64_t x_place = x.next * y.size;
      const std::int64_t y_place = y.next * x.size;
      const bool has_x = x.size > 0 && (y.size == 0 || x_place <= y_place);
      const bool has_y = y.size > 0 && (x.size == 0 || y_place <= x_place);
      const LegAxis& first = has_x ? x : y;
      const double cost = cost_at(x, y);
      const unsigned next_sides = sides_at(x, y);
      if ((sides & next_sides) == 0) return kNoPathCost;
      sides = next_sides;
      if (first.next >= first.size) {
        sum += (1.0 - done) * cost;
        break;
      }
      const double place = static_cast<double>(first.next) / static_cast<double>(first.size);
      sum += (place - done) * cost;
      done = place;
      if (has_x && has_y && is_pinch(x, y)) return kNoPathCost;
      if (has_x) x.advance();
      if (has_y) y.advance();
    }
    const double length = std::sqrt(static_cast<double>(x.size * x.size + y.size * y.size));
    return length / static_cast<double>(kLatticePerTile) * sum;
  }

 private:
  [[nodiscard]] double cost_of(std::int64_t x, std::int64_t y) const noexcept {
    const Tile tile{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
    if (!tiles_.is_walkable(tile)) return kNoPathCost;
    return static_cast<double>(tiles_.cost(tiles_.id(tile)));
  }
  [[nodiscard]] double cost_at(const LegAxis& x, const LegAxis& y) const noexcept {
    const double cost = cost_of(x.tile, y.tile);
    if (x.is_on_line()) return std::min(cost, cost_of(x.tile - 1, y.tile));
    if (y.is_on_line()) return std::min(cost, cost_of(x.tile, y.tile - 1));
    return cost;
  }
  // For a leg on a grid line: which of the tiles on its two sides are walkable.
  [[nodiscard]] unsigned sides_at(const LegAxis& x, const LegAxis& y) const noexcept {
    if (!x.is_on_line() && !y.is_on_line()) return 3;
    const bool is_behind_walkable =
        cost_of(x.tile - (x.is_on_line() ? 1 : 0), y.tile - (y.is_on_line() ? 1 : 0)) < kNoPathCost;
    return (cost_of(x.tile, y.tile) < kNoPathCost ? 1U : 0U) | (is_behind_walkable ? 2U : 0U);
  }
  // Whether the step through a corner leads between two blocked tiles.
  [[nodiscard]] bool is_pinch(const LegAxis& x, const LegAxis& y) const noexcept {
    return cost_of(x.tile + x.sign, y.tile) == kNoPathCost &&
           cost_of(x.tile, y.tile + y.sign) == kNoPathCost;
  }

  const detail::MoverTiles& tiles_;
};

}  // namespace

double path_cost(const Grid& grid, const Ground& costs, std::span<const Point> path) noexcept {
  if (path.size() > 1 && !std::all_of(path.begin(), path.end(), detail::can_snap)) {
    return kNoPathCost;
  }
  const detail::MoverTiles tiles(grid, &costs);
  const LegCost leg(tiles);
  double sum = 0.0;
  for (std::size_t i = 1; i < path.size(); ++i) sum += leg.measure(path[i - 1], path[i]);
  return sum;
}

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// A place so near to the line between two tiles counts for both: pull_disc() has a tolerance of
// half of this.
constexpr double kLineSlack = 4e-9;

// The first cut after `done` of from + share * d with a grid line, in shares.
double next_line(double from, double d, double done) noexcept {
  if (d == 0.0) return kUnbounded;
  const double step = d > 0.0 ? 1.0 : -1.0;
  double line = d > 0.0 ? std::floor(from + done * d) : std::ceil(from + done * d);
  while ((line - from) / d <= done) line += step;
  return (line - from) / d;
}

// The first angle after `done` at which an arc meets a grid line of one axis. It begins at the
// angle `begin` from that axis, and turns to the side of `sign`.
double next_crossing(double center, double radius, double begin, double sign,
                     double done) noexcept {
  double next = kUnbounded;
  for (double line = std::ceil(center - radius); line <= center + radius; ++line) {
    const double half = std::acos(std::clamp((line - center) / radius, -1.0, 1.0));
    for (const double at : {half, -half}) {
      const double turned = std::remainder(sign * (at - begin), 2.0 * std::numbers::pi);
      const double angle = turned < 0.0 ? turned + 2.0 * std::numbers::pi : turned;
      if (angle > done) next = std::min(next, angle);
    }
  }
  return next;
}

class DiscCost {
 public:
  DiscCost(const detail::MoverTiles& tiles, double radius) noexcept
      : tiles_(tiles), radius_(radius) {}

  [[nodiscard]] double of_leg(const DiscPoint& from, const DiscPoint& to) const noexcept {
    const DiscPoint d = to - from;
    if (d == DiscPoint{}) return 0.0;
    return norm(d) *
           add_up(
               1.0,
               [&](double done) {
                 return std::min(next_line(from.x, d.x, done), next_line(from.y, d.y, done));
               },
               [&](double share) -> DiscPoint { return from + share * d; });
  }

  [[nodiscard]] double of_arc(const DiscTurn& turn) const noexcept {
    const double angle = arc_angle(turn);
    if (angle == 0.0 || radius_ == 0.0) return 0.0;
    const DiscPoint center = widen(turn.center);
    const DiscPoint arm = turn.entry - center;
    const double sign = turn.kind == CornerKind::left ? 1.0 : -1.0;
    const double begin = std::atan2(arm.y, arm.x);
    const double quarter = 0.5 * std::numbers::pi;
    return radius_ *
           add_up(
               angle,
               [&](double done) {
                 return std::min(next_crossing(center.x, radius_, begin, sign, done),
                                 next_crossing(center.y, radius_, begin - quarter, sign, done));
               },
               [&](double turned) -> DiscPoint {
                 const double at = begin + sign * turned;
                 return center + radius_ * DiscPoint{std::cos(at), std::sin(at)};
               });
  }

  [[nodiscard]] bool is_on_map(const DiscPoint& at) const noexcept {
    const Grid& grid = tiles_.grid();
    return at.x >= 0.0 && at.x <= grid.width() && at.y >= 0.0 && at.y <= grid.height();
  }

 private:
  // The integral of the cost from 0 to `end`: next_cut(done) is where the next tile begins,
  // place(done) the place there.
  template <class NextCut, class Place>
  [[nodiscard]] double add_up(double end, const NextCut& next_cut,
                              const Place& place) const noexcept {
    double sum = 0.0;
    for (double done = 0.0; done < end;) {
      const double next = std::min(next_cut(done), end);
      sum += (next - done) * cost_at(place(0.5 * (done + next)));
      done = next;
    }
    return sum;
  }

  [[nodiscard]] double cost_at(const DiscPoint& at) const noexcept {
    double least = kUnbounded;
    for (int y = to_tile(at.y - kLineSlack); y <= to_tile(at.y + kLineSlack); ++y) {
      for (int x = to_tile(at.x - kLineSlack); x <= to_tile(at.x + kLineSlack); ++x) {
        if (!tiles_.is_walkable(x, y)) continue;
        least = std::min(least, static_cast<double>(tiles_.cost(tiles_.id({x, y}))));
      }
    }
    return least;
  }
  static int to_tile(double coordinate) noexcept {
    return static_cast<int>(std::floor(coordinate));
  }

  const detail::MoverTiles& tiles_;
  double radius_;
};

double find_cost(const detail::MoverTiles& tiles, std::span<const DiscTurn> turns,
                 double radius) noexcept {
  if (turns.size() < 2) return 0.0;
  if (!is_radius(radius) || radius > kMaxMapSide) return kUnbounded;
  const DiscCost cost(tiles, radius);
  double sum = 0.0;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const DiscTurn& turn = turns[i];
    if (!cost.is_on_map(turn.entry) || !cost.is_on_map(turn.exit)) return kUnbounded;
    if (!detail::can_snap(turn.center)) return kUnbounded;
    if (i > 0) sum += cost.of_leg(turns[i - 1].exit, turn.entry) + cost.of_arc(turn);
  }
  return sum;
}

}  // namespace

double disc_path_cost(const Grid& grid, const Ground& costs, std::span<const DiscTurn> turns,
                      double radius) noexcept {
  return find_cost(detail::MoverTiles(grid, &costs), turns, radius);
}

}  // namespace taut

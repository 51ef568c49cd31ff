#include <taut/engine/path_cost.hpp>
#include <taut/engine/vectors.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "grid/tiles/mover_tiles.hpp"

namespace taut {
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
    if (!is_finite(turn.center)) return kUnbounded;
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

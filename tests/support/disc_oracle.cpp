#include "support/disc_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <queue>
#include <utility>

namespace taut::test {
namespace {

constexpr long double kTurn = 2.0L * std::numbers::pi_v<long double>;
constexpr long double kRounding = 1e-12L;

// From 0 to 2 pi; what is just below 2 pi is 0.
long double to_turn(long double angle) {
  long double turned = std::fmod(angle, kTurn);
  if (turned < 0.0L) turned += kTurn;
  return turned > kTurn - 1e-9L ? 0.0L : turned;
}

}  // namespace

DiscGraph::DiscGraph(const Grid& grid, long double radius) : grid_(&grid), radius_(radius) {
  for (int y = 0; y <= grid.height(); ++y) {
    for (int x = 0; x <= grid.width(); ++x) {
      int blocked = 0;
      for (const int dy : {-1, 0}) {
        for (const int dx : {-1, 0}) blocked += grid.is_walkable(x + dx, y + dy) ? 0 : 1;
      }
      if (blocked == 0 || blocked == 4) continue;
      for (const int side : {1, -1}) {
        rounds_.push_back({{static_cast<long double>(x), static_cast<long double>(y)}, side});
      }
    }
  }
  for (std::size_t from = 0; from < rounds_.size(); ++from) {
    for (std::size_t to = 0; to < rounds_.size(); ++to) {
      if (from != to) add_tangent(rounds_, from, to, tangents_);
    }
  }
}

bool DiscGraph::is_free(const Place& place) const {
  const int reach = static_cast<int>(radius_) + 2;
  const int tile_x = static_cast<int>(std::floor(place.x));
  const int tile_y = static_cast<int>(std::floor(place.y));
  for (int y = tile_y - reach; y <= tile_y + reach; ++y) {
    for (int x = tile_x - reach; x <= tile_x + reach; ++x) {
      if (grid_->is_walkable(x, y)) continue;
      const long double dx = std::max({x - place.x, place.x - x - 1, 0.0L});
      const long double dy = std::max({y - place.y, place.y - y - 1, 0.0L});
      if (std::hypot(dx, dy) < radius_ - kRounding) return false;
    }
  }
  return true;
}

// The distance of a segment from a square is a convex function along it: its least value is found
// by halving the slope's sign.
bool DiscGraph::is_free(const Place& from, const Place& to) const {
  if (!is_free(from) || !is_free(to)) return false;
  for (int y = -1; y <= grid_->height(); ++y) {
    for (int x = -1; x <= grid_->width(); ++x) {
      if (grid_->is_walkable(x, y)) continue;
      if (std::max(from.x, to.x) < x - radius_ || std::min(from.x, to.x) > x + 1 + radius_ ||
          std::max(from.y, to.y) < y - radius_ || std::min(from.y, to.y) > y + 1 + radius_) {
        continue;
      }
      const auto at = [&](long double s) {
        return Place{from.x + s * (to.x - from.x), from.y + s * (to.y - from.y)};
      };
      const auto away = [&](const Place& p) {
        return Place{p.x < x       ? p.x - x
                     : p.x > x + 1 ? p.x - x - 1
                                   : 0.0L,
                     p.y < y       ? p.y - y
                     : p.y > y + 1 ? p.y - y - 1
                                   : 0.0L};
      };
      long double low = 0.0L;
      long double high = 1.0L;
      for (int i = 0; i < 60; ++i) {
        const long double s = 0.5L * (low + high);
        const Place v = away(at(s));
        if (v.x * (to.x - from.x) + v.y * (to.y - from.y) > 0.0L) {
          high = s;
        } else {
          low = s;
        }
      }
      const Place v = away(at(0.5L * (low + high)));
      if (std::hypot(v.x, v.y) < radius_ - kRounding) return false;
    }
  }
  return true;
}

// An arc comes nearest to a tile at one of its ends, or where a line from its center meets it: one
// to a corner of the tile, or along an axis.
bool DiscGraph::is_arc_free(const Round& round, long double from, long double angle) const {
  const auto place_at = [&](long double a) {
    return Place{round.center.x + radius_ * std::cos(a), round.center.y + radius_ * std::sin(a)};
  };
  if (!is_free(place_at(from)) || !is_free(place_at(from + round.side * angle))) return false;
  const auto is_passed = [&](long double direction) {
    return to_turn(round.side * (direction - from)) < angle;
  };
  constexpr long double kQuarter = kTurn / 4;
  for (int i = 0; i < 4; ++i) {
    if (is_passed(i * kQuarter) && !is_free(place_at(i * kQuarter))) return false;
  }
  // Corners of tiles; those that are no obstacle's do not hurt.
  const int reach = static_cast<int>(2.0L * radius_) + 1;
  for (int dy = -reach; dy <= reach; ++dy) {
    for (int dx = -reach; dx <= reach; ++dx) {
      if (dx == 0 && dy == 0) continue;
      const long double direction =
          std::atan2(static_cast<long double>(dy), static_cast<long double>(dx));
      if (is_passed(direction) && !is_free(place_at(direction))) return false;
    }
  }
  return true;
}

void DiscGraph::add_tangent(const std::vector<Round>& rounds, std::size_t from, std::size_t to,
                            std::vector<Tangent>& tangents) const {
  const Round& a = rounds[from];
  const Round& b = rounds[to];
  const long double dx = b.center.x - a.center.x;
  const long double dy = b.center.y - a.center.y;
  const long double d = std::hypot(dx, dy);
  const long double sine = radius_ * (b.side - a.side) / (d > 0.0L ? d : 1.0L);
  if (d == 0.0L || std::abs(sine) > 1.0L) return;
  // The centers' line turned until the circles lie beside the leg.
  const long double direction = std::atan2(dy, dx) - std::asin(sine);
  const long double right = direction - std::numbers::pi_v<long double> / 2;
  const auto touch = [&](const Round& round) {
    return Place{round.center.x + round.side * radius_ * std::cos(right),
                 round.center.y + round.side * radius_ * std::sin(right)};
  };
  const auto angle_on = [&](const Round& round) {
    return round.side < 0 ? right + std::numbers::pi_v<long double> : right;
  };
  const Place leaves = touch(a);
  const Place arrives = touch(b);
  if (!is_free(leaves, arrives)) return;
  tangents.push_back(
      {from, to, angle_on(a), angle_on(b), std::hypot(arrives.x - leaves.x, arrives.y - leaves.y)});
}

long double DiscGraph::find_length(LatticePoint start, LatticePoint goal) const {
  const auto place = [](LatticePoint p) {
    return Place{static_cast<long double>(p.x) / 1024, static_cast<long double>(p.y) / 1024};
  };
  const Place first = place(start);
  const Place last = place(goal);
  constexpr long double kInfinity = std::numeric_limits<long double>::infinity();
  if (!is_free(first) || !is_free(last)) return kInfinity;
  if (is_free(first, last)) return std::hypot(last.x - first.x, last.y - first.y);

  std::vector<Round> rounds = rounds_;
  std::vector<Tangent> tangents = tangents_;
  const std::size_t from = rounds.size();
  const std::size_t to = from + 1;
  rounds.push_back({first, 0});
  rounds.push_back({last, 0});
  for (std::size_t i = 0; i < rounds_.size(); ++i) {
    add_tangent(rounds, from, i, tangents);
    add_tangent(rounds, i, to, tangents);
  }
  std::vector<std::vector<std::size_t>> leaving(rounds.size());
  for (std::size_t i = 0; i < tangents.size(); ++i) leaving[tangents[i].from].push_back(i);

  // A node is a tangent that was walked to its end.
  std::vector<long double> costs(tangents.size(), kInfinity);
  using Open = std::pair<long double, std::size_t>;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
  const auto offer = [&](std::size_t tangent, long double cost) {
    if (cost >= costs[tangent]) return;
    costs[tangent] = cost;
    open.emplace(cost, tangent);
  };
  for (const std::size_t i : leaving[from]) offer(i, tangents[i].length);
  while (!open.empty()) {
    const auto [cost, at] = open.top();
    open.pop();
    if (cost > costs[at]) continue;
    const Tangent& in = tangents[at];
    if (in.to == to) return cost;
    const Round& round = rounds[in.to];
    for (const std::size_t i : leaving[in.to]) {
      const long double angle = to_turn(round.side * (tangents[i].leaves - in.arrives));
      const long double next = cost + radius_ * angle + tangents[i].length;
      if (next >= costs[i] || !is_arc_free(round, in.arrives, angle)) continue;
      offer(i, next);
    }
  }
  return kInfinity;
}

}  // namespace taut::test

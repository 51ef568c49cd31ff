#include "core/funnel/weighted_memory.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/funnel/run_walk.hpp"

namespace taut::detail {
namespace {

constexpr int kMostNewtonSteps = 40;
constexpr int kMostHalvings = 8;
constexpr std::size_t kMostVisits = 200;  // of each portal

// Tolerances of the iteration, as shares. Each only chooses the next place to try, or how a step
// is damped: whether a result is near enough to the optimum is decided by the dual bound alone.
// The share of a portal: places so near to an end are at it.
constexpr double kNearEnd = 1e-12;
// The share of the cost that a step may raise it by, as rounding does.
constexpr double kRounding = 1e-14;
// The sine of an angle: lines that form a smaller one count as parallel.
constexpr double kParallel = 1e-12;
// The share of a border's weight in the system, for a diagonal above 0 where both legs lie on it.
constexpr double kLeastDiagonal = 1e-12;

bool are_equal(const Vector& a, const Vector& b) noexcept { return a.x == b.x && a.y == b.y; }

// The place on a portal where the line from a to b crosses it.
double cross_portal(const Vector& left, const Vector& along, const Vector& a,
                    const Vector& b) noexcept {
  const Vector ahead = b - a;
  const Vector aside = a - left;
  const double sine = cross(along, ahead);
  const double squared = dot(along, along);
  if (squared == 0.0) return 0.0;
  const Vector end = b - left;
  const bool starts_on_it = cross(aside, along) == 0.0;
  const bool ends_on_it = cross(end, along) == 0.0;
  const bool is_parallel = !(sine * sine > kParallel * kParallel * squared * dot(ahead, ahead));
  double place = cross(aside, ahead) / sine;
  if (ends_on_it || (is_parallel && !starts_on_it)) {
    place = dot(end, along) / squared;
  } else if (starts_on_it) {
    place = dot(aside, along) / squared;
  }
  return std::clamp(place, 0.0, 1.0);
}

// Newton steps over the places at borders. Between two borders the cost is that of the shortest
// path, a convex function of both places whose gradient is continuous; only its first and its last
// leg change. Together they give a tridiagonal system.
//
// Where the path is held at an end of portals the function has kinks. There the forces, which
// weighted_solver.cpp explains, decide: a force of each leg of no length must exist such that no
// portal pulls the path away from its end. The chain of portals at one point is tested from first
// to last: what the leg before a portal can pull along it at most and at least. Where that does not
// hold, the crossings leave the end in the direction that the last force gives.
// What the forces miss bounds the distance from the optimum.
class BorderSolver {
 public:
  BorderSolver(const Point& start, const Point& goal, std::span<const Portal> portals,
               std::span<const float> costs, WeightedMemory& memory) noexcept
      : start_(to_vector(start)),
        goal_(to_vector(goal)),
        portals_(portals),
        costs_(costs),
        memory_(memory),
        walk_(portals, kMostVisits * (portals.size() + 1)) {}

  // The borders, anew.
  void collect() noexcept {
    std::size_t count = 0;
    for (std::size_t i = 0; i < portals_.size(); ++i) {
      if (costs_[i] == costs_[i + 1]) continue;
      Border& border = memory_.borders[count];
      border = {};
      memory_.runs[count] = {};
      border.left = to_vector(portals_[i].left);
      border.along = between(portals_[i].left, portals_[i].right);
      border.length = norm(border.along);
      border.portal = static_cast<std::uint32_t>(i);
      memory_.runs[count].cost = static_cast<double>(costs_[i]);
      ++count;
    }
    memory_.runs[count] = {};
    memory_.runs[count].cost = static_cast<double>(costs_[portals_.size()]);
    memory_.border_count = count;
  }

  [[nodiscard]] WeightedBounds solve(double tolerance) noexcept {
    collect();
    if (!begin() || !measure()) return {};
    for (int i = 0; i < kMostNewtonSteps; ++i) {
      const double gap = find_changes();
      if (has_kink_) return {};
      if (gap <= tolerance * std::max(cost_, kLeastCost)) return {cost_, cost_ - gap, true};
      solve_system();
      if (!make_step()) return {};
    }
    return {};
  }

  // Writes the crossings of borders.
  void cross_borders() noexcept {
    for (const Border& border : borders()) {
      Crossing& crossing = memory_.crossings[border.portal];
      crossing.left = border.left;
      crossing.along = border.along;
      crossing.place = border.place;
    }
  }

 private:
  // Portals at one point, and how they may leave it.
  struct Chain {
    Vector point;
    std::size_t first = 0;  // of its portals
    std::size_t last = 0;
    std::size_t first_border = 0;
    std::size_t last_border = 0;
    bool is_from_start = false;  // whether the path begins there
    bool is_to_goal = false;
  };

  // The forces that a leg can have along a portal.
  struct Pull {
    double least = 0.0;
    double most = 0.0;
  };

  [[nodiscard]] std::size_t count() const noexcept { return memory_.border_count; }
  [[nodiscard]] std::span<Border> borders() noexcept { return {memory_.borders.data(), count()}; }
  [[nodiscard]] BorderRun& run(std::size_t k) noexcept { return memory_.runs[k]; }

  // Run k leads from at(k) to at(k + 1) through these portals.
  [[nodiscard]] std::size_t begin_of_run(std::size_t k) const noexcept {
    return k == 0 ? 0 : memory_.borders[k - 1].portal + std::size_t{1};
  }
  [[nodiscard]] std::size_t end_of_run(std::size_t k) const noexcept {
    return k == count() ? portals_.size() : memory_.borders[k].portal;
  }
  [[nodiscard]] Vector at(std::size_t k) const noexcept {
    if (k == 0) return start_;
    if (k > count()) return goal_;
    const Border& border = memory_.borders[k - 1];
    return border.left + border.place * border.along;
  }

  // Begins with the shortest path.
  [[nodiscard]] bool begin() noexcept {
    std::size_t next = 0;
    const auto on_leg = [&](const Vector& a, const Vector& b, std::size_t, std::size_t end) {
      for (; next < count() && memory_.borders[next].portal <= end; ++next) {
        Border& border = memory_.borders[next];
        border.place = near_end(cross_portal(border.left, border.along, a, b));
      }
    };
    return walk_.walk(start_, goal_, 0, portals_.size(), on_leg);
  }

  [[nodiscard]] static double near_end(double place) noexcept {
    if (place < kNearEnd) return 0.0;
    return place > 1.0 - kNearEnd ? 1.0 : place;
  }

  // Measures the runs and the cost.
  [[nodiscard]] bool measure() noexcept {
    cost_ = 0.0;
    Vector from = start_;
    for (std::size_t k = 0; k <= count(); ++k) {
      const Vector to = at(k + 1);
      BorderRun& run = memory_.runs[k];
      run.length = 0.0;
      run.first = run.last = {};
      run.is_straight = true;
      const auto on_leg = [&](const Vector& a, const Vector& b, std::size_t, std::size_t) {
        add_leg(a, b, run);
      };
      if (begin_of_run(k) == end_of_run(k)) {
        add_leg(from, to, run);
      } else if (!walk_.walk(from, to, begin_of_run(k), end_of_run(k), on_leg)) {
        return false;
      }
      cost_ += run.cost * run.length;
      from = to;
    }
    return true;
  }

  static void add_leg(const Vector& a, const Vector& b, BorderRun& run) noexcept {
    const Vector ahead = b - a;
    const double length = norm(ahead);
    if (length == 0.0) return;
    run.last_inverse = 1.0 / length;
    run.last = run.last_inverse * ahead;
    if (run.length == 0.0) {
      run.first = run.last;
      run.first_inverse = run.last_inverse;
    } else {
      run.is_straight = false;
    }
    run.length += length;
  }

  // Decides which crossings move, and finds the changes of those that leave a point together.
  // Returns what the forces miss.
  [[nodiscard]] double find_changes() noexcept {
    double gap = 0.0;
    for (std::size_t k = 0; k < count();) {
      Border& border = memory_.borders[k];
      border.change = 0.0;
      border.is_moving = border.place > 0.0 && border.place < 1.0 && run(k).length > 0.0 &&
                         run(k + 1).length > 0.0 && border.length > 0.0;
      if (border.is_moving) {
        const double pull = run(k).cost * dot(run(k).last, border.along) -
                            run(k + 1).cost * dot(run(k + 1).first, border.along);
        gap += pull > 0.0 ? pull * border.place : -pull * (1.0 - border.place);
        ++k;
      } else {
        const Chain chain = find_chain(k);
        gap += test_chain(chain);
        k = chain.last_border + 1;
      }
    }
    return gap;
  }

  // The portals at the point at which the path is at border k.
  [[nodiscard]] Chain find_chain(std::size_t k) noexcept {
    Chain chain;
    chain.point = at(k + 1);
    chain.first_border = chain.last_border = k;
    chain.is_from_start = k == 0 && run(0).length == 0.0;
    while (run(chain.last_border + 1).length == 0.0) {
      if (chain.last_border + 1 == count()) {
        chain.is_to_goal = true;
        break;
      }
      ++chain.last_border;
      memory_.borders[chain.last_border].change = 0.0;
      memory_.borders[chain.last_border].is_moving = false;
    }
    // Portals between equal costs, too.
    chain.first = memory_.borders[k].portal;
    const std::size_t begin = begin_of_run(k);
    const Vector& in = run(k).last;
    while (chain.first > begin && touches(chain.first - 1, chain.point, {-in.x, -in.y})) {
      --chain.first;
    }
    chain.last = memory_.borders[chain.last_border].portal;
    const std::size_t end = end_of_run(chain.last_border + 1);
    const Vector& out = run(chain.last_border + 1).first;
    while (chain.last + 1 < end && touches(chain.last + 1, chain.point, out)) ++chain.last;
    return chain;
  }

  // Whether a portal ends at the point and does not lie on the leg from there.
  [[nodiscard]] bool touches(std::size_t portal, const Vector& point,
                             const Vector& leg) const noexcept {
    const Vector left = to_vector(portals_[portal].left);
    const Vector right = to_vector(portals_[portal].right);
    const bool is_left = are_equal(left, point);
    if (!is_left && !are_equal(right, point)) return false;
    const Vector way = is_left ? right - left : left - right;
    const double ahead = dot(way, leg);
    return !(ahead > 0.0 && std::abs(cross(way, leg)) <= kNearEnd * ahead);
  }

  [[nodiscard]] bool is_end(std::size_t portal, const Vector& point) const noexcept {
    return are_equal(to_vector(portals_[portal].left), point) ||
           are_equal(to_vector(portals_[portal].right), point);
  }

  // Returns what the forces at the chain miss; 0 when the path is held there.
  [[nodiscard]] double test_chain(const Chain& chain) noexcept {
    const BorderRun& before = run(chain.first_border);
    const BorderRun& after = run(chain.last_border + 1);
    double gap = 0.0;
    Pull pull;
    Vector last_way{};
    bool is_free = chain.is_from_start;  // whether nothing but the cost limits the force
    for (std::size_t i = chain.first; i <= chain.last; ++i) {
      Crossing& crossing = memory_.crossings[i];
      crossing.next_factor = 0.0;
      const double cost = static_cast<double>(costs_[i]);
      const double next_cost = static_cast<double>(costs_[i + 1]);
      const bool is_inside = !is_end(i, chain.point);
      // Inside a portal between equal costs both forces are the same.
      if (is_inside && cost == next_cost) continue;
      const Vector left = to_vector(portals_[i].left);
      const Vector right = to_vector(portals_[i].right);
      const bool is_at_right = are_equal(right, chain.point);
      const Vector span = right - left;
      const double length = norm(span);
      if (length == 0.0) {
        is_free = true;
        continue;
      }
      const double scale = (is_at_right ? -1.0 : 1.0) / length;
      const Vector way = scale * span;
      if (is_free) {
        pull = {-cost, cost};
      } else if (i == chain.first) {
        pull.most = cost * dot(before.last, way);
        pull.least = pull.most;
      } else {
        pull = pass_on(pull, cost, last_way, way, crossing.next_factor);
      }
      is_free = false;
      if (!is_inside) pull.least = -std::numeric_limits<double>::infinity();
      const bool is_held_by_leg = i == chain.last && !chain.is_to_goal;
      const double next = is_held_by_leg ? next_cost * dot(after.first, way) : 0.0;
      const double slack = is_held_by_leg ? 0.0 : next_cost;
      const double missed = std::max(next - slack - pull.most, pull.least - next - slack);
      if (missed > 0.0) {
        const bool is_ahead = next - slack > pull.most;
        if (gap == 0.0) release(chain, i, is_ahead ? 1.0 : -1.0, missed);
        gap += missed * length;
        pull.least = pull.most = is_ahead ? next - slack : next + slack;
      }
      last_way = way;
    }
    return gap;
  }

  // The most that a force of size `cost` can pull along `way` if it pulls along `last_way` within
  // `limits`, and the least. `speed` is set to how fast the crossing of the portal before must
  // leave the point for each unit of speed of this one.
  [[nodiscard]] static Pull pass_on(const Pull& limits, double cost, const Vector& last_way,
                                    const Vector& way, double& speed) noexcept {
    const double along = dot(last_way, way);
    const double turn = cross(last_way, way);
    // Along last_way, and aside from it, to the side of `way` or away from it.
    const double ahead = std::clamp(cost * along, limits.least, limits.most);
    const double aside = std::sqrt(std::max(cost * cost - ahead * ahead, 0.0));
    const double back = std::clamp(-cost * along, limits.least, limits.most);
    const double back_aside = std::sqrt(std::max(cost * cost - back * back, 0.0));
    speed = 0.0;
    if (ahead != cost * along && aside > 0.0) {
      const double side = turn < 0.0 ? -aside : aside;
      const Vector force{ahead * last_way.x - side * last_way.y,
                         ahead * last_way.y + side * last_way.x};
      speed = cross(way, force) / side;
    }
    return {back * along - back_aside * std::abs(turn), ahead * along + aside * std::abs(turn)};
  }

  // The crossings of portals up to i leave the point: by as much as is best while the legs before
  // and after turn.
  void release(const Chain& chain, std::size_t i, double speed, double slope) noexcept {
    const BorderRun& before = run(chain.first_border);
    const BorderRun& after = run(chain.last_border + 1);
    double curvature = 0.0;
    double room_ahead = std::numeric_limits<double>::infinity();
    std::size_t k = chain.last_border;
    const std::size_t last = i;
    bool has_border = false;
    for (;; --i) {
      const Vector along = between(portals_[i].left, portals_[i].right);
      const double length = norm(along);
      if (length == 0.0) break;
      const double part = speed / length;
      if (i == chain.last && i == last && !chain.is_to_goal) {
        const double turn = cross(after.first, along) * part;
        curvature += after.cost * after.first_inverse * turn * turn;
      }
      if (i == chain.first && !chain.is_from_start) {
        const double turn = cross(before.last, along) * part;
        curvature += before.cost * before.last_inverse * turn * turn;
      }
      while (k > chain.first_border && memory_.borders[k].portal > i) --k;
      Border& border = memory_.borders[k];
      if (border.portal == i) {
        border.change = border.place == 1.0 ? -part : part;
        const double room = border.change > 0.0 ? 1.0 - border.place : border.place;
        room_ahead = std::min(room_ahead, room / std::abs(border.change));
        has_border = true;
      }
      if (i == chain.first) break;
      speed *= memory_.crossings[i].next_factor;
      if (speed == 0.0 || (speed < 0.0 && is_end(i - 1, chain.point))) break;
    }
    has_kink_ = has_kink_ || !has_border;
    const double step = slope < curvature * room_ahead ? slope / curvature : room_ahead;
    for (std::size_t b = chain.first_border; b <= chain.last_border; ++b) {
      memory_.borders[b].change *= step;
    }
  }

  // Finds the changes of the crossings that move.
  void solve_system() noexcept {
    double off = 0.0;  // beside the diagonal
    double last_factor = 0.0;
    double last_change = 0.0;
    for (std::size_t k = 0; k < count(); ++k) {
      Border& border = memory_.borders[k];
      border.next_factor = 0.0;
      if (!border.is_moving) {
        off = last_factor = last_change = 0.0;
        continue;
      }
      const BorderRun& before = run(k);
      const BorderRun& after = run(k + 1);
      const double turn_before = cross(before.last, border.along);
      const double turn_after = cross(after.first, border.along);
      const double ahead_before = dot(before.last, border.along);
      const double ahead_after = dot(after.first, border.along);
      const double weight_before = before.cost * before.last_inverse;
      const double weight_after = after.cost * after.first_inverse;
      const double pull = before.cost * ahead_before - after.cost * ahead_after;
      const double diagonal =
          weight_before * (turn_before * turn_before + damping_ * ahead_before * ahead_before) +
          weight_after * (turn_after * turn_after + damping_ * ahead_after * ahead_after) +
          kLeastDiagonal * (before.cost + after.cost) * border.length;
      const double pivot = 1.0 / (diagonal - off * last_factor);
      border.change = (-pull - off * last_change) * pivot;
      last_change = border.change;
      off = 0.0;
      if (k + 1 < count() && after.is_straight && memory_.borders[k + 1].is_moving) {
        const Vector& next = memory_.borders[k + 1].along;
        off = -weight_after * (turn_after * cross(after.first, next) +
                               damping_ * ahead_after * dot(after.first, next));
      }
      border.next_factor = last_factor = off * pivot;
    }
    for (std::size_t k = count(); k-- > 1;) {
      Border& border = memory_.borders[k - 1];
      if (border.is_moving) border.change -= border.next_factor * memory_.borders[k].change;
    }
  }

  // Changes the places, by less where that raises the cost.
  [[nodiscard]] bool make_step() noexcept {
    const double last = cost_;
    for (Border& border : borders()) border.last_place = border.place;
    for (int i = 0; i < kMostHalvings; ++i) {
      for (Border& border : borders()) {
        border.place = near_end(std::clamp(border.last_place + border.change, 0.0, 1.0));
      }
      if (!measure()) return false;
      if (cost_ <= last * (1.0 + kRounding)) {
        damping_ = i == 0 ? 0.1 * damping_ : damping_;
        return true;
      }
      damping_ = 1.0;
      for (Border& border : borders()) border.change *= 0.3;
    }
    return false;
  }

  Vector start_;
  Vector goal_;
  std::span<const Portal> portals_;
  std::span<const float> costs_;
  WeightedMemory& memory_;
  RunWalk walk_;
  double cost_ = 0.0;
  double damping_ = 1.0;   // of steps along legs, whose lengths are not quadratic
  bool has_kink_ = false;  // whether the path is held where this solver cannot tell
};

}  // namespace

WeightedBounds find_border_crossings(const Point& start, const Point& goal,
                                     std::span<const Portal> portals, std::span<const float> costs,
                                     double tolerance, WeightedMemory& memory) noexcept {
  BorderSolver solver(start, goal, portals, costs, memory);
  const WeightedBounds bounds = solver.solve(tolerance);
  if (bounds.is_near) solver.cross_borders();
  return bounds;
}

}  // namespace taut::detail

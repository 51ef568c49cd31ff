#include "link_route.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <taut/engine/space.hpp>
#include <taut/engine/vectors.hpp>

#include "core/base/lists.hpp"

namespace taut::detail {
namespace {

// Sums of lengths are rounded.
constexpr double kRounding = 1e-9;
constexpr double kLimitGrowth = 1.5;
// Passages whose rests are bounded one by one: the others have the least rest of all of them.
constexpr std::size_t kMostSettled = 1024;
// In a key: with two passages of 24 bits and two bits of the caller's they are 56 bits.
constexpr KnownLegs::Key kMostLimits = 63;
constexpr unsigned kPassageBits = 24;

}  // namespace

double LinkRoute::line(std::uint32_t from, std::uint32_t to) const noexcept {
  return distance(begin_of_leg(from), end_of_leg(to)) * least_cost_;
}

double LinkRoute::estimate(std::uint32_t from, std::uint32_t to) {
  const bool is_from_start = from == goal_index();
  const bool is_to_goal = to == goal_index();
  if (!is_from_start && !is_to_goal) {
    const double* const costs = passages_->least_costs(to);
    return costs == nullptr ? line(from, to) : costs[passages_->rank(from)];
  }
  if (is_from_start && !is_to_goal && !std::isnan(start_costs_[to])) return start_costs_[to];
  const double straight = line(from, to);
  const PlaceBounds& bounds = passages_->bounds();
  if (bounds.is_empty()) return straight;
  const std::size_t start = std::size_t{2} * goal_index();
  const std::size_t begin = is_from_start ? start : std::size_t{2} * from + 1;
  const std::size_t end = is_to_goal ? start + 1 : std::size_t{2} * to;
  const double cost = (std::max)(straight, bounds.least_distance(begin, end));
  if (!is_to_goal) start_costs_[to] = cost;
  return cost;
}

void LinkRoute::bound(PassageList& passages, const World& world, const Space& space,
                      const End& start, const End& goal) {
  passages_ = &passages;
  world_ = &world;
  space_ = &space;
  start_ = start;
  goal_ = goal;
  least_cost_ = static_cast<double>(space.least_cost());
  is_found_ = false;
  open_.clear();
  legs_.clear();
  points_.clear();
  route_.clear();
  states_.assign(passages.all().size() + 1, State{});
  start_costs_.assign(passages.all().size(), std::numeric_limits<double>::quiet_NaN());
  PlaceBounds& bounds = passages.bounds();
  bounds.keep(std::size_t{2} * goal_index());
  bounds.add(start.at, start.component);
  bounds.add(goal.at, goal.component);
  bound_rests();
}

void LinkRoute::begin() {
  // No shortest path crosses a tile often.
  constexpr double kMostPerTile = 8.0;
  const double longest_path = kMostPerTile * static_cast<double>(world_->grid().tile_count());
  most_limit_ = longest_path * least_cost_;
  open_steps(start_.component, 0.0, goal_index());
}

void LinkRoute::extract_rests(std::vector<double>& rests) const {
  rests.resize(passages_->all().size());
  for (std::size_t i = 0; i < rests.size(); ++i) {
    rests[i] = (passages_->all()[i].cost + states_[i].rest) / least_cost_;
  }
}

void LinkRoute::take(const MeshRoute& route) {
  is_found_ = true;
  found_.begin(*world_, *space_);
  for (const MeshRoute::Leg& leg : route.legs) {
    const auto points = std::span<const Point>(route.points).subspan(leg.first, leg.count);
    found_.add_leg(path_length(points) * least_cost_, points);
    if (leg.passage != goal_index()) found_.add_passage(passages_->all()[leg.passage]);
  }
}

// The least costs between passages, from the goal back: Dijkstra's algorithm. It ends at the start,
// or after kMostSettled passages: the rest of all others is no less than that.
void LinkRoute::bound_rests() {
  states_[goal_index()].rest = 0.0;
  rests_.assign(1, {0.0, goal_index()});
  start_rest_ = kInfinity;
  if (start_.component == goal_.component) start_rest_ = estimate(goal_index(), goal_index());
  double unsettled = kInfinity;
  std::size_t settled = 0;
  while (!rests_.empty()) {
    std::pop_heap(rests_.begin(), rests_.end(), std::greater<>());
    const auto [rest, to] = rests_.back();
    rests_.pop_back();
    if (rest > states_[to].rest) continue;
    if (rest > start_rest_ || settled++ == kMostSettled) {
      unsettled = rest;
      break;
    }
    relax_rests(to);
  }
  unsettled = std::min(unsettled, start_rest_);
  for (State& state : states_) state.rest = std::min(state.rest, unsettled);
}

// The passages from whose exits one walks to the entry of `settled`, or to the goal. Those that are
// farther than the start do not matter.
void LinkRoute::relax_rests(std::uint32_t settled) {
  const bool is_goal = settled == goal_index();
  const double beyond = states_[settled].rest + (is_goal ? 0.0 : passages_->all()[settled].cost);
  const double* const costs = is_goal ? nullptr : passages_->least_costs(settled);
  PassageList::Ranks before{};
  if (costs != nullptr) {
    before = passages_->before(settled);
  } else {
    const std::uint32_t component = is_goal ? goal_.component : passages_->all()[settled].from;
    const double across = (start_rest_ - beyond) / least_cost_;
    before = passages_->entering(component, end_of_leg(settled), across);
  }
  const Point& end = end_of_leg(settled);
  const bool has_landmarks = costs == nullptr && !passages_->bounds().is_empty();
  for (std::uint32_t rank = before.first; rank < before.end; ++rank) {
    const std::uint32_t i = passages_->of_rank(rank);
    double cost = 0.0;
    if (costs != nullptr) {
      cost = costs[rank];
    } else if (has_landmarks) {
      cost = estimate(i, settled);
    } else {
      const Vector way = between(passages_->exit_of_rank(rank), end);
      cost = std::sqrt(dot(way, way)) * least_cost_;
    }
    const double rest = cost + beyond;
    if (rest >= (std::min)(states_[i].rest, start_rest_)) continue;
    const Passage& passage = passages_->all()[i];
    states_[i].rest = rest;
    if (passage.from == start_.component) {
      start_rest_ = std::min(start_rest_, estimate(goal_index(), i) + passage.cost + rest);
    }
    rests_.emplace_back(rest, i);
    std::push_heap(rests_.begin(), rests_.end(), std::greater<>());
  }
}

// Where bounds are equal, measured steps come first; then the order of places decides, which is
// that of the passages.
bool LinkRoute::is_after(const Step& a, const Step& b) noexcept {
  if (a.bound != b.bound) return a.bound > b.bound;
  if ((a.leg == kNone) != (b.leg == kNone)) return a.leg == kNone;
  return a.to != b.to ? a.to > b.to : a.from > b.from;
}

void LinkRoute::push(const Step& step) {
  open_.push_back(step);
  std::push_heap(open_.begin(), open_.end(), is_after);
}

// But for the passage back at once.
void LinkRoute::open_steps(std::uint32_t component, double cost, std::uint32_t from) {
  if (component == goal_.component) open_step(cost, from, goal_index());
  const Passage* const last = from == goal_index() ? nullptr : &passages_->all()[from];
  for (const std::uint32_t to : passages_->leaving(component)) {
    const Passage& next = passages_->all()[to];
    const bool is_same = last != nullptr && next.link == last->link && next.lane == last->lane;
    if (!is_same) open_step(cost, from, to);
  }
}

void LinkRoute::open_step(double cost, std::uint32_t from, std::uint32_t to) {
  const State& state = states_[to];
  const bool is_goal = to == goal_index();
  const double passed = cost + estimate(from, to) + (is_goal ? 0.0 : passages_->all()[to].cost);
  if (state.is_settled || passed >= state.cost || state.rest == kInfinity) return;
  push({passed + state.rest, cost, from, to, kNone});
}

const LinkRoute::Leg* LinkRoute::next_leg() {
  while (!is_found_ && !open_.empty()) {
    std::pop_heap(open_.begin(), open_.end(), is_after);
    const Step step = open_.back();
    open_.pop_back();
    if (states_[step.to].is_settled) continue;
    if (step.leg != kNone) {
      settle(step);
      continue;
    }
    if (step.bound >= states_[step.to].cost + states_[step.to].rest) continue;
    measured_ = step;
    leg_ = make_leg(step);
    return &leg_;
  }
  return is_found_ ? found_.next_leg() : nullptr;
}

// The limit of a leg between links is one of few, and does not depend on the query: the same search
// is of use again. Two passages and the number of the limit make its key.
LinkRoute::Leg LinkRoute::make_leg(const Step& step) {
  const Point& begin = begin_of_leg(step.from);
  const Point& end = end_of_leg(step.to);
  const bool is_between = step.from != goal_index() && step.to != goal_index();
  const bool has_key = is_between && goal_index() >> kPassageBits == 0;
  if (!has_key) {
    const double limit = limit_leg(step);
    return {begin, end, limit < most_limit_ ? limit : kInfinity};
  }
  const double known = (step.bound - cost_beside(step)) * (1.0 + kRounding) + kRounding;
  double limit = (std::max)(estimate(step.from, step.to), least_cost_);
  KnownLegs::Key limits = 0;
  do {
    limit *= kLimitGrowth;
    ++limits;
  } while (limit <= known && limit < most_limit_ && limits < kMostLimits);
  if (limit >= most_limit_) limits = kMostLimits;
  if (limits == kMostLimits) limit = kInfinity;
  return {begin, end, limit,
          (limits << 2U * kPassageBits) + (std::uint64_t{step.from} << kPassageBits) + step.to};
}

// What an estimated step costs beside its leg, at least.
double LinkRoute::cost_beside(const Step& step) const noexcept {
  const bool is_goal = step.to == goal_index();
  return step.cost + states_[step.to].rest + (is_goal ? 0.0 : passages_->all()[step.to].cost);
}

// Beyond the best route that is known a leg is of no use. Before there is one, it is measured as
// far as it may be better than all others, and somewhat farther: it may have to be once more.
double LinkRoute::limit_leg(const Step& step) const noexcept {
  const double beside = cost_beside(step);
  const double others = open_.empty() ? kInfinity : open_.front().bound;
  const double known = step.bound - beside;
  const double enough = (std::max)(others - beside, kLimitGrowth * known);
  return (std::min)(enough, states_[goal_index()].cost - beside) * (1.0 + kRounding) + kRounding;
}

// A leg that costs more than the limit.
void LinkRoute::lift(const Step& step, double limit) {
  // Beside a link that costs much the limit may be lost.
  const double bound = (std::max)(cost_beside(step) + limit, std::nextafter(step.bound, kInfinity));
  if (limit == kInfinity || bound >= states_[goal_index()].cost) return;
  push({bound, step.cost, step.from, step.to, kNone});
}

void LinkRoute::report(double cost, std::span<const Point> points) {
  if (is_found_) return found_.report(cost, points);
  if (cost == kInfinity) return lift(measured_, leg_.limit);
  State& state = states_[measured_.to];
  const bool is_goal = measured_.to == goal_index();
  const double passed =
      measured_.cost + cost + (is_goal ? 0.0 : passages_->all()[measured_.to].cost);
  if (passed >= state.cost) return;
  state.cost = passed;
  const auto leg = static_cast<std::uint32_t>(legs_.size());
  legs_.push_back({points_.size(), points.size(), cost});
  points_.insert(points_.end(), points.begin(), points.end());
  push({passed + state.rest, passed, measured_.from, measured_.to, leg});
}

void LinkRoute::settle(const Step& step) {
  State& state = states_[step.to];
  state.is_settled = true;
  state.before = step.from;
  state.leg = step.leg;
  if (step.to == goal_index()) {
    is_found_ = true;
    write_route();
    return;
  }
  open_steps(passages_->all()[step.to].to, step.cost, step.to);
}

void LinkRoute::write_route() {
  std::uint32_t at = goal_index();
  do {
    route_.push_back(at);
    at = states_[at].before;
  } while (at != goal_index());
  std::reverse(route_.begin(), route_.end());
  found_.begin(*world_, *space_);
  for (const std::uint32_t index : route_) {
    const FoundRoute::Leg& leg = legs_[states_[index].leg];
    found_.add_leg(leg.cost, std::span<const Point>(points_).subspan(leg.first, leg.count));
    if (index != goal_index()) found_.add_passage(passages_->all()[index]);
  }
}

std::size_t LinkRoute::memory_bytes() const noexcept {
  return bytes_of(start_costs_, states_, open_, rests_, legs_, points_, route_) +
         found_.memory_bytes();
}

}  // namespace taut::detail

#include "link_route.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <taut/engine/mesh_raycast.hpp>
#include <taut/engine/space.hpp>

namespace taut::detail {
namespace {

// Sums of lengths are rounded.
constexpr double kRounding = 1e-9;
constexpr double kLimitGrowth = 1.5;
// With more groups than this, legs are not compared with known ones.
constexpr std::size_t kMostGroups = 256;

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

void LinkRoute::begin(PassageList& passages, const World& world, const Space& space,
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
  known_.clear();
  last_known_.clear();
  const std::size_t groups = passages.group_count();
  if (groups != passages.all().size() && groups < kMostGroups && !space.has_costs()) {
    last_known_.assign((groups + 1) * (groups + 1), kNone);
  }
  start_costs_.assign(passages.all().size(), std::numeric_limits<double>::quiet_NaN());
  PlaceBounds& bounds = passages.bounds();
  bounds.keep(std::size_t{2} * goal_index());
  bounds.add(start.at);
  bounds.add(goal.at);
  bound_rests();
  open_steps(start.component, 0.0, goal_index());
}

// The least costs between passages, from the goal back: Dijkstra's algorithm. It ends at the start:
// the rest of all others is no less than that.
void LinkRoute::bound_rests() {
  states_[goal_index()].rest = 0.0;
  rests_.assign(1, {0.0, goal_index()});
  start_rest_ = kInfinity;
  if (start_.component == goal_.component) start_rest_ = estimate(goal_index(), goal_index());
  while (!rests_.empty()) {
    std::pop_heap(rests_.begin(), rests_.end(), std::greater<>());
    const auto [rest, to] = rests_.back();
    rests_.pop_back();
    if (rest > states_[to].rest) continue;
    if (rest > start_rest_) break;
    relax_rests(to);
  }
  for (State& state : states_) state.rest = std::min(state.rest, start_rest_);
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
  for (std::uint32_t rank = before.first; rank < before.end; ++rank) {
    const std::uint32_t i = passages_->of_rank(rank);
    const double rest = (costs == nullptr ? estimate(i, settled) : costs[rank]) + beyond;
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
    const double bound = cost_beside(step) + bound_by_known(step);
    if (bound > step.bound * (1.0 + kRounding)) {
      push({bound, step.cost, step.from, step.to, kNone});
      continue;
    }
    measured_ = step;
    leg_ = {begin_of_leg(step.from), end_of_leg(step.to), limit_leg(step)};
    return &leg_;
  }
  return is_found_ ? found_.next_leg() : nullptr;
}

std::uint32_t LinkRoute::group(std::uint32_t passage) const noexcept {
  return passage == goal_index() ? passages_->group_count() : passages_->all()[passage].group;
}

void LinkRoute::learn(const Step& step, double least) {
  if (last_known_.empty()) return;
  std::uint32_t& last =
      last_known_[std::size_t{group(step.from)} * (passages_->group_count() + 1) + group(step.to)];
  known_.push_back({step.from, step.to, least, last});
  last = static_cast<std::uint32_t>(known_.size() - 1);
}

// A known leg between other lanes of the same links costs at most as much as the leg of this step
// and the walks between their ends, which the agent could take instead.
double LinkRoute::bound_by_known(const Step& step) const {
  if (last_known_.empty()) return 0.0;
  const Point& begin = begin_of_leg(step.from);
  const Point& end = end_of_leg(step.to);
  const std::size_t groups = passages_->group_count() + 1;
  double most = 0.0;
  for (std::uint32_t i = last_known_[group(step.from) * groups + group(step.to)]; i != kNone;
       i = known_[i].before) {
    const Known& known = known_[i];
    const Point& other_begin = begin_of_leg(known.from);
    const Point& other_end = end_of_leg(known.to);
    const double beside = distance(begin, other_begin) + distance(end, other_end);
    const double least = known.least * (1.0 - kRounding) - beside * least_cost_;
    if (least > most && is_visible(space_->mesh(), other_begin, begin) &&
        is_visible(space_->mesh(), end, other_end)) {
      most = least;
    }
  }
  return most;
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
  const double bound = cost_beside(step) + limit;
  if (limit == kInfinity || bound >= states_[goal_index()].cost) return;
  push({bound, step.cost, step.from, step.to, kNone});
}

void LinkRoute::report(double cost, std::span<const Point> points) {
  if (is_found_) return found_.report(cost, points);
  learn(measured_, (std::min)(cost, leg_.limit));
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
  return states_.capacity() * sizeof(State) + open_.capacity() * sizeof(Step) +
         legs_.capacity() * sizeof(FoundRoute::Leg) + points_.capacity() * sizeof(Point) +
         route_.capacity() * sizeof(std::uint32_t) + found_.memory_bytes();
}

}  // namespace taut::detail

#include "link_route.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include <taut/engine/space.hpp>

#include "world/state/link_lanes.hpp"

namespace taut::detail {
namespace {

// By places, so that ties do not depend on the order in which links were added.
std::array<float, 4> places_of(const Passage& passage) noexcept {
  return {passage.entry.y, passage.entry.x, passage.exit.y, passage.exit.x};
}

// Sums of lengths are rounded.
constexpr double kRounding = 1e-9;
// Between more passages straight lines bound enough, and cost less.
constexpr std::size_t kMostBounded = 256;
constexpr double kLimitGrowth = 1.5;

bool is_passage_before(const Passage& a, const Passage& b) noexcept {
  const auto left = places_of(a);
  const auto right = places_of(b);
  if (left != right) return left < right;
  return a.cost != b.cost ? a.cost < b.cost : a.link < b.link;
}

}  // namespace

std::vector<Passage> collect_passages(const World& world, const Space& space, const Agent& agent) {
  std::vector<Passage> passages;
  for (const Link& link : world.links()) {
    if (!world.admits(link, agent)) continue;
    const double cost = world.link_cost(link, agent);
    const LinkLanes lanes(link);
    for (std::int32_t i = 0; i < lanes.sample_count(); ++i) {
      const std::int32_t lane = lanes.sample(i);
      if (!lanes.is_open(space, lane)) continue;
      const Point from = lanes.from(lane);
      const Point to = lanes.to(lane);
      const std::optional<std::uint32_t> entered = space.find_component(from);
      const std::optional<std::uint32_t> left = space.find_component(to);
      if (!entered || !left) continue;
      passages.push_back({from, to, *entered, *left, cost, link.id, lane, false});
      if (link.options.ways == LinkWays::one_way) continue;
      passages.push_back({to, from, *left, *entered, cost, link.id, lane, true});
    }
  }
  return passages;
}

void PassageList::assign(std::vector<Passage> passages, const Space& space) {
  all_ = std::move(passages);
  std::sort(all_.begin(), all_.end(), is_passage_before);
  by_from_.resize(all_.size());
  std::iota(by_from_.begin(), by_from_.end(), 0U);
  by_to_ = by_from_;
  std::stable_sort(by_from_.begin(), by_from_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return all_[a].from < all_[b].from; });
  std::stable_sort(by_to_.begin(), by_to_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(all_[a].to, all_[a].exit.x) < std::pair(all_[b].to, all_[b].exit.x);
  });
  bounds_.begin(space);
  if (all_.size() > kMostBounded) return bounds_.leave();
  for (const Passage& passage : all_) {
    bounds_.add(passage.entry);
    bounds_.add(passage.exit);
  }
}

std::span<const std::uint32_t> PassageList::leaving(std::uint32_t component) const noexcept {
  const auto first = std::partition_point(
      by_from_.begin(), by_from_.end(), [&](std::uint32_t i) { return all_[i].from < component; });
  const auto last = std::partition_point(
      first, by_from_.end(), [&](std::uint32_t i) { return all_[i].from == component; });
  return {first, last};
}

std::span<const std::uint32_t> PassageList::entering(std::uint32_t component, const Point& place,
                                                     double across) const noexcept {
  const double x = static_cast<double>(place.x);
  const auto first = std::partition_point(by_to_.begin(), by_to_.end(), [&](std::uint32_t i) {
    return all_[i].to < component ||
           (all_[i].to == component && static_cast<double>(all_[i].exit.x) < x - across);
  });
  const auto last = std::partition_point(first, by_to_.end(), [&](std::uint32_t i) {
    return all_[i].to == component && static_cast<double>(all_[i].exit.x) <= x + across;
  });
  return {first, last};
}

bool PassageList::leads(std::uint32_t from, std::uint32_t to,
                        std::vector<std::uint32_t>& reached) const {
  if (from == to) {
    return !leaving(from).empty() &&
           std::any_of(all_.begin(), all_.end(), [&](const Passage& p) { return p.to == to; });
  }
  bool is_reached = false;
  for_each_reached(from, reached,
                   [&](std::uint32_t i) { is_reached = is_reached || all_[i].to == to; });
  return is_reached;
}

double LinkRoute::line(std::uint32_t from, std::uint32_t to) const noexcept {
  return distance(begin_of_leg(from), end_of_leg(to)) * least_cost_;
}

double LinkRoute::bound(std::uint32_t from, std::uint32_t to) const noexcept {
  const PlaceBounds& bounds = passages_->bounds();
  if (bounds.is_empty()) return 0.0;
  const std::size_t start = std::size_t{2} * goal_index();
  const std::size_t begin = from == goal_index() ? start : std::size_t{2} * from + 1;
  const std::size_t end = to == goal_index() ? start + 1 : std::size_t{2} * to;
  return bounds.least_distance(begin, end);
}

double LinkRoute::estimate(std::uint32_t from, std::uint32_t to) const noexcept {
  return (std::max)(line(from, to), bound(from, to));
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
  PlaceBounds& bounds = passages.bounds();
  bounds.keep(std::size_t{2} * goal_index());
  bounds.add(start.at);
  bounds.add(goal.at);
  bound_rests();
  open_steps(start.component, 0.0, goal_index());
}

// Straight lines between passages, from the goal back: Dijkstra's algorithm. It ends at the start:
// the rest of all others is no less than that.
void LinkRoute::bound_rests() {
  states_[goal_index()].rest = 0.0;
  open_.push_back({0.0, 0.0, kNone, goal_index(), kNone});
  start_rest_ = kInfinity;
  if (start_.component == goal_.component) start_rest_ = estimate(goal_index(), goal_index());
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end(), is_after);
    const Step step = open_.back();
    open_.pop_back();
    if (step.bound > states_[step.to].rest) continue;
    if (step.bound > start_rest_) break;
    relax_rests(step.to);
  }
  for (State& state : states_) state.rest = std::min(state.rest, start_rest_);
  open_.clear();
}

// The passages from whose exits one walks to the entry of `settled`, or to the goal. Those that are
// farther than the start do not matter.
void LinkRoute::relax_rests(std::uint32_t settled) {
  const bool is_goal = settled == goal_index();
  const double beyond = states_[settled].rest + (is_goal ? 0.0 : passages_->all()[settled].cost);
  const Point& at = end_of_leg(settled);
  const std::uint32_t component = is_goal ? goal_.component : passages_->all()[settled].from;
  const double across = (start_rest_ - beyond) / least_cost_;
  for (const std::uint32_t i : passages_->entering(component, at, across)) {
    const Passage& passage = passages_->all()[i];
    const double straight = line(i, settled);
    const double least = (std::min)(states_[i].rest, start_rest_);
    if (straight + beyond >= least) continue;  // as most are: the line is known sooner
    const double rest = (std::max)(straight, bound(i, settled)) + beyond;
    if (rest >= least) continue;
    states_[i].rest = rest;
    if (passage.from == start_.component) {
      start_rest_ = std::min(start_rest_, estimate(goal_index(), i) + passage.cost + rest);
    }
    push({rest, 0.0, kNone, i, kNone});
  }
}

// Of two with one bound, a measured one first; then by places, in whose order passages are.
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
    leg_ = {begin_of_leg(step.from), end_of_leg(step.to), limit_leg(step)};
    return &leg_;
  }
  return is_found_ ? found_.next_leg() : nullptr;
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

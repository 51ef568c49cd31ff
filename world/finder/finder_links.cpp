// Paths over links: one search over the mesh and the links, or a search for each leg that LinkRoute
// wants measured.
#include <algorithm>
#include <limits>
#include <tuple>

#include <taut/engine/geometry.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/validate.hpp>
#include <taut/engine/vectors.hpp>

#include "finder_memory.hpp"

namespace taut {

using detail::make_failure;
using detail::Passage;

namespace {

constexpr std::size_t kFewPassages = 64;

}  // namespace

// The passages of the query's agent; null where it may pass no link.
detail::PassageList* Finder::Memory::find_passages() {
  if (world->links().empty()) return nullptr;
  const Agent& agent = query.options.agent;
  AgentLinks* own = nullptr;
  for (AgentLinks& known : agent_links) {
    if (known.agent == agent) own = &known;
  }
  if (own == nullptr) own = &agent_links.emplace_back(AgentLinks{agent});
  if (!own->is_current || !own->passages.is_of(*query.space)) {
    const Space& space = *query.space;
    own->passages.assign(detail::collect_passages(*world, space, agent), space);
    own->is_current = true;
  }
  return own->passages.is_empty() ? nullptr : &own->passages;
}

// Between which components passages lead from one end to the other. Where one may walk between two,
// between these or none: no search leaves a corner of blocked tiles on both sides.
std::optional<Finder::Memory::Sides> Finder::Memory::find_sides(
    const detail::PassageList& passages) {
  std::optional<Sides> found;
  for (const std::uint32_t from : query.space->find_components(query.from)) {
    for (const std::uint32_t to : query.space->find_components(query.to)) {
      const bool leads = passages.leads(from, to, reached);
      if (from == to) return leads ? std::optional(Sides{from, to}) : std::nullopt;
      if (leads && !found) found = {from, to};
    }
  }
  return found;
}

// Whether links may be of use between the ends of the query; then the search is one over them.
bool Finder::Memory::begin_route() {
  detail::PassageList* const passages = find_passages();
  if (passages == nullptr) return false;
  const std::optional<Sides> sides = find_sides(*passages);
  if (!sides) return false;
  route.bound(*passages, *world, *query.space, {query.from, sides->from}, {query.to, sides->to});
  if (is_one_search(*passages)) {
    begin_over(*passages, sides->from, sides->to);
  } else {
    passages->known_legs().make_room(passages->all().size());
    query.known_legs = &passages->known_legs();
    route.begin();
  }
  return true;
}

// Else a search for each leg: few legs are found sooner over cells, by an index or landmarks.
bool Finder::Memory::is_one_search(const detail::PassageList& passages) const {
  if (query.space->has_costs()) return false;
  if (passages.all().size() > kFewPassages) return true;
  const bool is_fast = query.options.method == Method::fast;
  return !is_fast && !query.space->is_index_current() && passages.bounds().is_empty();
}

// One search over the mesh and the links.
void Finder::Memory::begin_over(detail::PassageList& passages, std::uint32_t from,
                                std::uint32_t to) {
  query.kind = detail::SearchKind::over_links;
  query.search = &search_in(*query.space);
  make_room(max_path_points(*query.space));  // of a leg
  fit(query.space->mesh(), passages.on_mesh(), query.search->scratch.search);
  route.extract_rests(rests);
  const auto cost_of_length = static_cast<double>(query.space->least_cost());
  query.over = {&passages.on_mesh(), rests, cost_of_length, from, to, &passages.bounds()};
  limit_search();
}

// Prepares the search of the next leg; false when there is none.
bool Finder::Memory::begin_leg() {
  const detail::LinkRoute::Leg* const leg = route.next_leg();
  if (leg == nullptr) return false;
  query.leg_key = key_of(*leg);
  query.known_leg = find_known_leg();
  if (query.known_leg != nullptr) {
    query.kind = detail::SearchKind::known_leg;
    query.spent = 0;
    return true;
  }
  query.from = leg->from;
  query.to = leg->to;
  query.leg_limit = leg->limit / static_cast<double>(query.space->least_cost());
  query.leg_before = query.before;
  choose_search();
  return true;
}

// What is found also depends on the method.
detail::KnownLegs::Key Finder::Memory::key_of(const detail::LinkRoute::Leg& leg) const noexcept {
  if (leg.key == detail::KnownLegs::kNoKey) return detail::KnownLegs::kNoKey;
  return leg.key * 4 + static_cast<std::uint64_t>(query.options.method);
}

// Unless the limit on expansions would have ended its search.
const detail::KnownLegs::Leg* Finder::Memory::find_known_leg() const noexcept {
  if (query.leg_key == detail::KnownLegs::kNoKey) return nullptr;
  const detail::KnownLegs::Leg* const known = query.known_legs->find(query.leg_key);
  const std::size_t most = query.options.expansion_limit;
  const bool is_cut = known != nullptr && known->expanded >= most - std::min(most, query.before);
  return is_cut ? nullptr : known;
}

// What is known takes as much of the budget as its search did: so calls end as if nothing were
// known. Some searches end with their last expansion, others with the test behind it, for which the
// budget must have one more: here it must for all.
PathResult Finder::Memory::search_leg(std::size_t budget) {
  PathResult found = query.ended_leg.value_or(PathResult{});
  if (!query.ended_leg) {
    found = query.kind == detail::SearchKind::known_leg ? look_up_leg(budget) : search(budget);
  }
  query.ended_leg.reset();
  if (found.status == Status::unfinished || found.expanded - query.spent < budget) return found;
  query.ended_leg = found;
  return {Status::unfinished, 0, 0.0, found.expanded};
}

PathResult Finder::Memory::look_up_leg(std::size_t budget) const noexcept {
  const std::size_t all = query.known_leg->expanded;
  if (all - query.spent > budget) return {Status::unfinished, 0, 0.0, query.spent + budget};
  const bool is_found = query.known_leg->cost < std::numeric_limits<double>::infinity();
  return {is_found ? Status::ok : Status::no_path, 0, 0.0, all};
}

// Takes what the search of a leg has found. Whether the query is done, or goes on with another leg.
bool Finder::Memory::end_leg(const PathResult& found) {
  query.before += found.expanded;
  const bool is_failed = found.status == Status::out_of_nodes;
  if (is_failed) return true;
  if (query.kind == detail::SearchKind::over_links) {
    if (found.status != Status::ok) return true;
    extract_route(query.search->scratch.search, found_over);
    route.take(found_over);
    return !begin_leg();
  }
  if (query.kind == detail::SearchKind::known_leg) {
    const detail::KnownLegs::Leg& known = *query.known_leg;
    query.is_fast = query.is_fast || known.is_fast;
    route.report(known.cost, query.known_legs->points(known));
    return !begin_leg();
  }
  double cost = std::numeric_limits<double>::infinity();
  std::span<const Point> leg;
  if (found.status == Status::ok) {
    leg = std::span<const Point>(points).first(found.count);
    cost = query.kind == detail::SearchKind::priced ? found.cost : leg_cost(leg, found.length);
  }
  const bool is_fast = query.kind == detail::SearchKind::over_cells;
  query.is_fast = query.is_fast || is_fast;
  if (query.leg_key != detail::KnownLegs::kNoKey) {
    query.known_legs->add({query.leg_key, cost, query.before - query.leg_before, 0, 0, is_fast},
                          leg);
  }
  route.report(cost, leg);
  return !begin_leg();
}

double Finder::Memory::leg_cost(std::span<const Point> leg, double length) const {
  if (!query.space->has_costs()) return length * static_cast<double>(query.space->least_cost());
  return path_cost(grid(), *world->find_ground(query.options.agent.ground), leg);
}

FoundPath Finder::Memory::finish_route(const PathResult& last) {
  query.index.reset();
  FoundPath path;
  if (route.is_found()) {
    path = make_route();
  } else {
    const bool is_cut_off = last.status == Status::out_of_nodes;
    const Status status = is_cut_off ? last.status : Status::no_path;
    path = make_failure(status, explain_failure(status));
  }
  path.expanded = query.before;
  return path;
}

// The path of the agent along the route found.
FoundPath Finder::Memory::make_route() {
  FoundPath path = begin_linked();
  const detail::FoundRoute& found = route.found();
  for (std::size_t i = 0; i < found.leg_count(); ++i) {
    const FoundPath leg = make_leg(found.leg_points(i));
    if (!leg) return leg;
    add_leg(leg, path);
    if (i + 1 == found.leg_count()) break;
    const Passage& passage = found.passage_after(i);
    add_link(passage.link, passage.cost, path);
  }
  end_linked(path);
  path.method = query.is_fast ? Method::fast : Method::optimal;
  if (path.length > query.options.length_limit) {
    return make_failure(Status::no_path, Reason::limit);
  }
  return path;
}

FoundPath Finder::Memory::begin_linked() noexcept {
  route_points.clear();
  route_turns.clear();
  passed.clear();
  FoundPath path;
  path.status = Status::ok;
  path.length = path.cost = 0.0;
  return path;
}

void Finder::Memory::add_leg(const FoundPath& leg, FoundPath& path) {
  route_points.insert(route_points.end(), leg.points.begin(), leg.points.end());
  route_turns.insert(route_turns.end(), leg.turns.begin(), leg.turns.end());
  path.length += leg.length;
  path.cost += leg.cost;
}

// A path has points or turns.
void Finder::Memory::add_link(LinkId link, double cost, FoundPath& path) {
  passed.push_back({link, route_points.size() + route_turns.size()});
  path.cost += cost;
}

void Finder::Memory::end_linked(FoundPath& path) const noexcept {
  path.points = route_points;
  path.turns = route_turns;
  path.links = passed;
}

FoundPath Finder::Memory::make_leg(std::span<const Point> on_mesh) {
  FoundPath leg;
  if (query.space->is_exact()) {
    leg.status = Status::ok;
    leg.points = on_mesh;
    leg.length = leg.cost = path_length(on_mesh);
  } else {
    std::copy(on_mesh.begin(), on_mesh.end(), points.begin());
    leg = pull_in(*query.space, query.search->scratch, on_mesh.size());
  }
  if (leg) measure_cost(leg, *world, query.options.agent);
  return leg;
}

// From the start, and where links lead into other components, of which those on the goal's floor
// count.
bool Finder::Memory::move_goal_over(const detail::PassageList* passages) {
  const Point goal = query.to;
  const int floor = world->find_floor(goal);
  std::optional<Point> best;
  const auto look_from = [&](const Point& place) {
    if (world->find_floor(place) != floor && floor >= 0) return;
    const std::optional<Point> found =
        find_nearest_place(*query.space, place, goal, query.options.max_goal_distance);
    if (!found) return;
    const auto order = [&](const Point& p) {
      return std::tuple(squared_norm(widen(p) - widen(goal)), p.y, p.x);
    };
    if (!best || order(*found) < order(*best)) best = found;
  };
  look_from(query.from);
  if (passages != nullptr) {
    for (const std::uint32_t from : query.space->find_components(query.from)) {
      passages->for_each_reached(from, reached,
                                 [&](std::uint32_t i) { look_from(passages->all()[i].exit); });
    }
  }
  if (best) query.to = *best;
  return best.has_value();
}

}  // namespace taut

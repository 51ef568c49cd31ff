// Paths over links: a search for each leg that LinkRoute wants measured.
#include <algorithm>
#include <limits>
#include <tuple>

#include <taut/engine/nearest_place.hpp>
#include <taut/engine/path_cost.hpp>

#include "core/base/can_snap.hpp"

#include "finder_memory.hpp"

namespace taut {

using detail::make_failure;
using detail::Passage;

// The passages of the query's agent; null where it may pass no link.
detail::PassageList* Finder::Memory::find_passages() {
  if (world->links().empty()) return nullptr;
  const Agent& agent = query.options.agent;
  AgentLinks* own = nullptr;
  for (AgentLinks& known : agent_links) {
    if (known.agent == agent) own = &known;
  }
  if (own == nullptr) own = &agent_links.emplace_back(AgentLinks{agent});
  if (!own->is_current || !own->passages.bounds().is_of(*query.space)) {
    const Space& space = *query.space;
    own->passages.assign(detail::collect_passages(*world, space, agent), space);
    own->is_current = true;
  }
  return own->passages.is_empty() ? nullptr : &own->passages;
}

// Whether links may be of use between the ends of the query; then the search is one over them.
bool Finder::Memory::begin_route() {
  detail::PassageList* const passages = find_passages();
  if (passages == nullptr) return false;
  const std::optional<std::uint32_t> from = query.space->find_component(query.from);
  const std::optional<std::uint32_t> to = query.space->find_component(query.to);
  if (!from || !to || !passages->leads(*from, *to, reached)) return false;
  route.begin(*passages, *world, *query.space, {query.from, *from}, {query.to, *to});
  return true;
}

// Prepares the search of the leg that is measured next; false when there is none.
bool Finder::Memory::begin_leg() {
  const detail::LinkRoute::Leg* const leg = route.next_leg();
  if (leg == nullptr) return false;
  query.from = leg->from;
  query.to = leg->to;
  query.leg_limit = leg->limit / static_cast<double>(query.space->least_cost());
  choose_search();
  return true;
}

// Takes what the search of a leg has found. Whether the query is done, or goes on with another leg.
bool Finder::Memory::end_leg(const PathResult& found) {
  query.before += found.expanded;
  const bool is_failed = found.status == Status::out_of_nodes;
  if (is_failed) return true;
  double cost = std::numeric_limits<double>::infinity();
  const std::span<const Point> leg = std::span<const Point>(points).first(found.count);
  if (found.status == Status::ok) {
    cost = query.kind == detail::SearchKind::priced ? found.cost : leg_cost(leg, found.length);
  }
  if (query.kind == detail::SearchKind::over_cells) query.is_fast = true;
  route.report(cost, found.status == Status::ok ? leg : std::span<const Point>{});
  return !begin_leg();
}

double Finder::Memory::leg_cost(std::span<const Point> leg, double length) const {
  if (!query.space->has_costs()) return length * static_cast<double>(query.space->least_cost());
  return path_cost(grid(), *world->find_ground(query.options.agent.ground), leg);
}

// The path of the agent along the route found.
FoundPath Finder::Memory::finish_route(const PathResult& last) {
  query.index.reset();
  if (!route.is_found()) {
    const bool is_limited = last.status == Status::out_of_nodes;
    const bool is_point = query.options.agent.shape == AgentShape::point;
    const Reason reason = is_point ? Reason::not_connected : Reason::too_narrow;
    return is_limited ? make_failure(last.status, Reason::limit)
                      : make_failure(Status::no_path, reason);
  }
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
  path.expanded = query.before;
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

namespace {

// Exact for lattice points.
double squared_distance(const Point& a, const Point& b) noexcept {
  const double x = static_cast<double>(a.x) - static_cast<double>(b.x);
  const double y = static_cast<double>(a.y) - static_cast<double>(b.y);
  return x * x + y * y;
}

}  // namespace

// EndRule::nearest where links lead into several components, of which those on the goal's floor
// count.
bool Finder::Memory::move_goal_over(const detail::PassageList* passages) {
  const std::optional<std::uint32_t> from = query.space->find_component(query.from);
  if (!from) return false;
  const Point goal = query.to;
  const int floor = world->find_floor(goal);
  std::optional<Point> best;
  const auto look_from = [&](const Point& place) {
    if (world->find_floor(place) != floor && floor >= 0) return;
    const std::optional<Point> found =
        find_nearest_place(*query.space, place, goal, query.options.max_goal_distance);
    if (!found) return;
    const auto order = [&](const Point& p) {
      return std::tuple(squared_distance(p, goal), p.y, p.x);
    };
    if (!best || order(*found) < order(*best)) best = found;
  };
  look_from(query.from);
  if (passages != nullptr) {
    passages->for_each_reached(*from, reached,
                               [&](std::uint32_t i) { look_from(passages->all()[i].exit); });
  }
  if (best) query.to = *best;
  return best.has_value();
}

}  // namespace taut

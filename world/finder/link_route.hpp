// The cheapest sequence of links between two places, by legs that are measured as they are needed
// (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <taut/world.hpp>

#include "core/base/lists.hpp"
#include "core/mesh_paths/passage_search.hpp"
#include "found_route.hpp"
#include "passage_list.hpp"

namespace taut::detail {

// A* over passages. What a leg between two of them costs is first estimated by the straight line,
// and measured by a search of the caller only when it comes to the top of the open list: so few
// searches are made. Or the route is that of a search over the mesh and all passages at once.
// Then FoundRoute moves the places of the route within the ends of its links.
// Source: lazy evaluation of edges as in Cohen, Phillips and Likhachev (2014),
// "Planning single-arm manipulations with n-arm robots"; the rest is our own.
class LinkRoute {
 public:
  struct End {
    Point at{0.0F, 0.0F};
    std::uint32_t component = 0;
  };
  using Leg = FoundRoute::Ends;

  // Bounds what is left from each passage. The passages, the world and the agent's space stay as
  // they are until the route is found.
  void bound(PassageList& passages, const World& world, const Space& space, const End& start,
             const End& goal);
  // At least what is left from the entry of a passage, in tiles.
  void extract_rests(std::vector<double>& rests) const;
  // Begins to look for the cheapest legs.
  void begin();
  // Takes a route that a search over the mesh has found.
  void take(const MeshRoute& route);
  // The leg to measure next; null when the route is final, or there is none.
  [[nodiscard]] const Leg* next_leg();
  // Takes the cost of that leg and its points. The cost is infinite if no path is within the limit.
  void report(double cost, std::span<const Point> points);

  [[nodiscard]] bool is_found() const noexcept { return is_found_; }
  // Requires that it is found.
  [[nodiscard]] const FoundRoute& found() const noexcept { return found_; }

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  // A leg from the exit of one passage, or the start, to the entry of another, or the goal. Start
  // and goal have the number of passages as their index.
  struct Step {
    double bound;  // no route over it costs less: as far as is known
    double cost;   // from the start to the end of `to`; while estimated, to where the leg begins
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t leg;  // kNone while its cost is estimated
  };
  // What the search knows about a passage or the goal.
  struct State {
    double cost = kInfinity;  // the cost of the cheapest measured step to its end
    double rest = kInfinity;  // no way from its exit to the goal costs less
    std::uint32_t before = kNone;
    std::uint32_t leg = kNone;
    bool is_settled = false;
  };
  [[nodiscard]] static bool is_after(const Step& a, const Step& b) noexcept;
  // Two lower bounds of the cost of a leg: that of the straight line, and the larger of that and
  // what landmarks know.
  [[nodiscard]] double line(std::uint32_t from, std::uint32_t to) const noexcept;
  [[nodiscard]] double estimate(std::uint32_t from, std::uint32_t to);
  [[nodiscard]] const Point& begin_of_leg(std::uint32_t from) const noexcept {
    return from == goal_index() ? start_.at : passages_->all()[from].exit;
  }
  [[nodiscard]] const Point& end_of_leg(std::uint32_t to) const noexcept {
    return to == goal_index() ? goal_.at : passages_->all()[to].entry;
  }
  [[nodiscard]] std::uint32_t goal_index() const noexcept {
    return static_cast<std::uint32_t>(passages_->all().size());
  }
  void bound_rests();
  void relax_rests(std::uint32_t settled);
  void push(const Step& step);
  void open_steps(std::uint32_t component, double cost, std::uint32_t from);
  void open_step(double cost, std::uint32_t from, std::uint32_t to);
  [[nodiscard]] double cost_beside(const Step& step) const noexcept;
  [[nodiscard]] double limit_leg(const Step& step) const noexcept;
  [[nodiscard]] Leg make_leg(const Step& step);
  void lift(const Step& step, double limit);
  void settle(const Step& step);
  void write_route();

  PassageList* passages_ = nullptr;
  const World* world_ = nullptr;
  const Space* space_ = nullptr;
  End start_;
  End goal_;
  double least_cost_ = 1.0;
  double most_limit_ = kInfinity;    // a leg that costs more is of no use, or there is none
  double start_rest_ = kInfinity;    // the least estimate so far from the start to the goal
  std::vector<double> start_costs_;  // estimates from the start; NaN where none was made
  std::vector<State> states_;
  std::vector<Step> open_;                               // a heap
  std::vector<std::pair<double, std::uint32_t>> rests_;  // a heap: rests and passages
  std::vector<FoundRoute::Leg> legs_;
  std::vector<Point> points_;         // those of all measured legs
  std::vector<std::uint32_t> route_;  // indices whose legs make the route, the goal last
  FoundRoute found_;
  Step measured_{};
  Leg leg_;
  bool is_found_ = false;
};

}  // namespace taut::detail

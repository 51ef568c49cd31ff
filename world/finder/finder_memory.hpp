// What a Finder holds (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <taut/detail/answer_stamp.hpp>
#include <taut/detail/memory.hpp>
#include <taut/detail/use_check.hpp>
#include <taut/detail/world_ref.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/priced_search.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/tile_disc.hpp>
#include <taut/finder.hpp>

#include "link_route.hpp"

namespace taut {
namespace detail {

enum class SearchKind : std::uint8_t { none, optimal, over_cells, priced, over_links, known_leg };

// Else no query is made: Reason::bad_options.
[[nodiscard]] bool are_valid(const FindOptions& options) noexcept;

[[nodiscard]] inline FoundPath make_failure(Status status, Reason reason) noexcept {
  FoundPath found;
  found.status = status;
  found.reason = reason;
  return found;
}

}  // namespace detail

struct Finder::Memory {
  struct SpaceSearch {
    Agent agent;
    SpaceScratch scratch;
    std::optional<MeshScratch> cells{};     // of A* over the mesh
    std::optional<PricedScratch> priced{};  // where tiles cost differently

    void fit(const Space& space) {
      scratch.fit(space);
      if (cells) cells->fit(space.mesh());
      if (priced) priced->fit(space.mesh());
    }
  };

  // What an agent may pass of the world's links.
  struct AgentLinks {
    Agent agent;
    detail::PassageList passages{};
    bool is_current = false;
  };

  // The current query, or the last one.
  struct Query {
    bool is_running = false;  // begun, and unfinished
    Point start;
    Point goal;
    FindOptions options;
    // Ends of the path, and of the search, on the lattice: they differ where it is that of a leg.
    Point first;
    Point last;
    Point from;
    Point to;
    detail::SearchKind kind = detail::SearchKind::none;
    FoundPath early;               // the answer if there is no search
    const Space* space = nullptr;  // of the agent
    SpaceSearch* search = nullptr;
    std::size_t limit = 0;              // on the expansions of this search
    std::size_t spent = 0;              // expansions of the search in earlier calls
    std::size_t before = 0;             // expansions of the searches before it
    bool is_routed = false;             // over links: the search is that of a leg
    double leg_limit = kNoLengthLimit;  // on the length of that leg
    bool is_fast = false;               // whether a leg was searched for over cells
    std::size_t leg_before = 0;         // `before` when the search of the leg began
    detail::KnownLegs* known_legs = nullptr;
    detail::KnownLegs::Key leg_key = detail::KnownLegs::kNoKey;
    const detail::KnownLegs::Leg* known_leg = nullptr;
    std::optional<PathResult> ended_leg{};  // by the last expansion of a call
    // The search needs them until it ends.
    detail::PassageQuery over;
    std::shared_ptr<const Landmarks> landmarks;
    std::shared_ptr<const CornerIndex> index;
    // The search that found the last path over the mesh of the space.
    detail::SearchKind found_by = detail::SearchKind::none;
  };

  explicit Memory(const World& map) : world(&map), ref(map), revision(map.revision()) {
    (void)search_in(map.spaces().front());
  }

  // ---- finder.cpp ----

  void use(std::shared_ptr<const World> map);
  // Finder::find() on the present world.
  FoundPath find(const Point& start, const Point& goal, const FindOptions& options);
  // Whether it is the query that is unfinished.
  [[nodiscard]] bool goes_on(const Point& start, const Point& goal,
                             const FindOptions& options) const;
  void begin(const Point& start, const Point& goal, const FindOptions& options);
  // Goes on with the query; unfinished when the budget is spent.
  FoundPath advance(std::size_t budget);
  void abandon() noexcept;
  void let_go() noexcept;
  void follow_move() noexcept;
  void follow_world();
  [[nodiscard]] bool may_change() const noexcept;
  [[nodiscard]] bool is_costly() const noexcept;
  void choose_search();
  void limit_search();
  PathResult search(std::size_t budget);
  bool grow(const PathResult& found);
  bool change_method(const PathResult& found);
  FoundPath finish(const PathResult& found);

  // ---- finder_ends.cpp: what is decided without a search. ----

  // The result has a reason if there is no path, and Reason::none if a search is needed.
  FoundPath check();
  // The same of start and goal alone.
  FoundPath check_ends();
  [[nodiscard]] bool search_decides() const noexcept;
  FoundPath check_goal(Tile first, std::optional<Tile> last);
  [[nodiscard]] bool is_linked();
  // EndRule::nearest.
  void move_start();
  bool move_goal(Tile first, std::optional<Tile> last);
  Reason explain_failure(Status status) const;

  // ---- finder.cpp: from what a search found to the path of the agent ----

  // The agent's path from the first `count` of `points`, a path on the mesh of its space.
  FoundPath pull_in(const Space& space, SpaceScratch& scratch, std::size_t count);
  static void measure_cost(FoundPath& path, const World& map, const Agent& agent);
  // The tiles as the query's agent finds them.
  [[nodiscard]] const Grid& grid() const noexcept {
    return world->grid(query.options.agent.ground);
  }

  // ---- finder_links.cpp ----

  detail::PassageList* find_passages();
  struct Sides {
    std::uint32_t from;
    std::uint32_t to;
  };
  [[nodiscard]] std::optional<Sides> find_sides(const detail::PassageList& passages);
  [[nodiscard]] bool begin_route();
  [[nodiscard]] bool is_one_search(const detail::PassageList& passages) const;
  void begin_over(detail::PassageList& passages, std::uint32_t from, std::uint32_t to);
  [[nodiscard]] bool begin_leg();
  [[nodiscard]] detail::KnownLegs::Key key_of(const detail::LinkRoute::Leg& leg) const noexcept;
  [[nodiscard]] const detail::KnownLegs::Leg* find_known_leg() const noexcept;
  [[nodiscard]] bool is_leg() const noexcept {
    return query.is_routed && query.kind != detail::SearchKind::over_links;
  }
  PathResult search_leg(std::size_t budget);
  [[nodiscard]] PathResult look_up_leg(std::size_t budget) const noexcept;
  [[nodiscard]] bool end_leg(const PathResult& found);
  [[nodiscard]] double leg_cost(std::span<const Point> leg, double length) const;
  FoundPath finish_route(const PathResult& last);
  [[nodiscard]] FoundPath make_route();
  FoundPath make_leg(std::span<const Point> on_mesh);
  // A path over links is made of its parts, in order.
  [[nodiscard]] FoundPath begin_linked() noexcept;
  void add_leg(const FoundPath& leg, FoundPath& path);
  void add_link(LinkId link, double cost, FoundPath& path);
  void end_linked(FoundPath& path) const noexcept;
  [[nodiscard]] bool move_goal_over(const detail::PassageList* passages);

  // ---- finder_field.cpp ----

  // Why there is no path from a place; Reason::none if there is one.
  FoundPath check(const WorldField& field, const Point& start);
  FoundPath find_in(const WorldField& field, const Point& start);
  FoundPath find_leg(const WorldField& field, const Point& start);
  FoundPath find_leg_past(const WorldField& field, const Point& start, const Point& end);
  template <class FindLast>
  FoundPath find_over(const WorldField& field, const Point& start, const FindLast& find_last);
  PathResult extract_priced_path(const WorldField& field, const Point& start);
  // Not to the goal but past it to a place near it, for a disc. Requires a field of one goal.
  FoundPath find_past(const WorldField& field, const Point& start, const Point& end);

  // World::prepare() may have made the space since the finder followed the world.
  SpaceSearch& search_in(const Space& space) {
    for (const std::unique_ptr<SpaceSearch>& search : searches) {
      if (search->agent != space.agent()) continue;
      search->fit(space);
      return *search;
    }
    searches.push_back(
        std::make_unique<SpaceSearch>(SpaceSearch{space.agent(), SpaceScratch(space)}));
    return *searches.back();
  }

  // What is in `points` is lost.
  void make_room(std::size_t count) {
    if (points.size() < count) points = detail::UnsetArray<Point>(count);
  }

  const World* world;                                  // null once it was let go or destroyed
  detail::WorldRef ref;                                // the world, wherever it was moved
  const SharedWorld* worlds = nullptr;                 // whose newest world each query uses
  std::shared_ptr<const World> kept;                   // the world, where it is shared
  std::uint64_t revision;                              // of the world that the scratches fit
  std::vector<std::unique_ptr<SpaceSearch>> searches;  // first that of a point
  detail::UnsetArray<Point> points;  // of the longest path that a map may have: few are used
  std::vector<Point> work;           // of pull_disc_along(); paths in slits
  std::vector<DiscTurn> turns;
  std::vector<AgentLinks> agent_links;
  detail::LinkRoute route;
  std::vector<double> rests;           // of Query::over
  detail::MeshRoute found_over;        // what a search over links has found
  std::vector<std::uint32_t> reached;  // components
  // A path over links.
  std::vector<Point> route_points;
  std::vector<DiscTurn> route_turns;
  std::vector<PassedLink> passed;
  Query query;
  detail::UseFlag use_flag;
  detail::AnswerClock clock;
};

}  // namespace taut

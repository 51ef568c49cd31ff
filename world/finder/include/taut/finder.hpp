// Finder: the queries of one thread on a World.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include <taut/agent.hpp>
#include <taut/disc_path.hpp>
#include <taut/geometry.hpp>
#include <taut/reason.hpp>
#include <taut/search.hpp>
#include <taut/status.hpp>
#include <taut/world.hpp>

namespace taut {

enum class Method : std::uint8_t {
  optimal,     // find_optimal_path() over the mesh: the shortest path
  over_cells,  // find_path() over the mesh: A* over cells, for maps of very many corners
  over_tiles,  // find_path() over the grid: the only one that looks at terrain costs
};

enum class GoalRule : std::uint8_t {
  reach,    // a goal that cannot be reached is no_path or invalid_input
  nearest,  // it gives the path to the point nearest to it that can be reached. Points only
};

struct FindOptions {
  Agent agent;
  Method method = Method::optimal;  // of squares: always optimal; of discs above kNarrowRadius: the
                                    // half-tile lattice
  GoalRule goal = GoalRule::reach;
  std::size_t expansion_limit = kNoExpansionLimit;  // not of discs above kNarrowRadius
};

// The answer to a query. Its spans are the finder's memory: valid until its next call.
struct FoundPath {
  Status status = Status::no_path;
  Reason reason = Reason::none;
  std::span<const Point> points;    // of a point or a square; empty unless ok
  std::span<const DiscTurn> turns;  // of a disc
  double length = 0.0;              // in tiles
  std::size_t expanded = 0;         // nodes expanded

  [[nodiscard]] explicit operator bool() const noexcept { return status == Status::ok; }
};

// One per thread; the world must outlive it. Its memory follows the world: it grows when the world
// has grown, when a kind of query is asked for the first time, and when a search needs more than it
// has (up to 600 MB). A kind of query that was asked before does not allocate otherwise.
class Finder {
 public:
  explicit Finder(const World& world);
  ~Finder();
  Finder(Finder&&) noexcept;
  Finder& operator=(Finder&&) noexcept;

  // Finds a path. start and goal are snapped to the lattice of 1/1024 tile.
  //
  // Errors    invalid_input: start or goal is blocked, not finite, or too near to a wall, the agent
  //           is not prepared or the options do not fit it. no_path: nothing joins start and goal,
  //           or nothing that is wide enough. out_of_nodes: the limit was met. FoundPath::reason
  //           says which, explain() in words.
  // Cost      that of the search; a goal in another component none. GoalRule::nearest: then also
  //           the rows of tiles around the goal.
  [[nodiscard]] FoundPath find(const Point& start, const Point& goal,
                               const FindOptions& options = {});

  // Bytes that this finder holds.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace taut

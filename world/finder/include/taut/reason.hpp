// Why a query on a world has no path.
#pragma once

#include <cstdint>
#include <string>

#include <taut/detail/api.hpp>
#include <taut/geometry.hpp>

TAUT_API_BEGIN
namespace taut {

struct FindOptions;
class World;
class WorldFrame;

enum class Reason : std::uint8_t {
  none,            // there is a path
  start_blocked,   // the mover can enter no tile that the start lies on, or it is not finite
  goal_blocked,    // the same of the goal
  start_too_near,  // the agent overlaps a wall at the start
  goal_too_near,   // or at the goal
  not_connected,   // no way leads from start to goal
  too_narrow,      // routes lead there, but the agent fits through none
  limit,           // a limit of FindOptions was reached, or the search ran out of memory
  not_prepared,    // World::prepare() was not called for this agent or method
  bad_options,     // an invalid agent, goal reach or length limit; a pull not for the agent
  not_begun,       // Finder::advance() without a running query
  goal_too_far,    // no place within the goal reach of FindOptions can be reached
  stale = 13,      // WorldField::update() was not called since the goals or the world changed
  terrain,         // terrain costs that the method, agent, goal rule, pull or field does not use
  broken,          // an edit of the world ran out of memory (World::is_broken())
};

// The enumerator's name: "none", "start_blocked", ...
[[nodiscard]] const char* to_string(Reason reason) noexcept;

// One sentence that names the cause, for the options of the query; for a WorldField its agent is
// enough. Allocates.
[[nodiscard]] std::string explain(const World& world, Reason reason, const Point& start,
                                  const Point& goal, const FindOptions& options);

// The same in the user's units: start, goal and the sentence are in them; the options are those of
// the query, in tiles.
[[nodiscard]] std::string explain(const WorldFrame& frame, const World& world, Reason reason,
                                  const Point& start, const Point& goal,
                                  const FindOptions& options);

}  // namespace taut
TAUT_API_END

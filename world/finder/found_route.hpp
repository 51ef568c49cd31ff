// A route over links, and the best places to pass those whose ends are segments (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <taut/world.hpp>

#include "core/mesh_paths/mesh_passages.hpp"
#include "known_legs.hpp"

namespace taut::detail {

// Legs of a path with passages between them. Where the corners before and behind a passage are
// known, what is walked is convex in the lane: so all lanes are set to the least of that sum, the
// legs that change are measured again, and kept where the whole is cheaper; then their corners may
// be others. Else the lanes are moved by half as much.
class FoundRoute {
 public:
  struct Ends {
    Point from{0.0F, 0.0F};
    Point to{0.0F, 0.0F};
    // A leg that costs more need not be measured.
    double limit = std::numeric_limits<double>::infinity();
    KnownLegs::Key key = KnownLegs::kNoKey;  // of a leg between links to be remembered
  };
  // Its points, in a list.
  struct Leg {
    std::size_t first;
    std::size_t count;
    double cost;
  };

  // An empty route. World and space of the agent stay as they are until the route is as it will be.
  void begin(const World& world, const Space& space);
  // By turns, a leg first and last.
  void add_leg(double cost, std::span<const Point> points);
  void add_passage(const Passage& passage) { best_.passages.push_back(passage); }

  // The leg to be measured next; null when the route is as it will be.
  [[nodiscard]] const Ends* next_leg();
  // What that leg costs, and its points; infinite where there is no path.
  void report(double cost, std::span<const Point> points);

  [[nodiscard]] std::size_t leg_count() const noexcept { return best_.legs.size(); }
  [[nodiscard]] std::span<const Point> leg_points(std::size_t leg) const noexcept {
    return std::span<const Point>(points_).subspan(best_.legs[leg].first, best_.legs[leg].count);
  }
  // Requires a leg that is not the last.
  [[nodiscard]] const Passage& passage_after(std::size_t leg) const noexcept {
    return best_.passages[leg];
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct Route {
    std::vector<Leg> legs;
    std::vector<Passage> passages;
  };

  [[nodiscard]] Ends ends_of(std::size_t leg) const noexcept;
  [[nodiscard]] bool try_lanes();
  [[nodiscard]] bool move_passage(std::size_t i);
  [[nodiscard]] Point corner_before(std::size_t i) const noexcept;
  [[nodiscard]] Point corner_behind(std::size_t i) const noexcept;
  void decide();

  const World* world_ = nullptr;
  const Space* space_ = nullptr;
  std::vector<Point> points_;  // of all legs that were measured
  Route best_;
  Route tried_;
  Ends leg_;
  std::size_t next_ = 0;  // leg of tried_
  int rounds_ = 0;
  std::int32_t part_ = 1;  // lanes are moved by 1 / part_ of the way
  bool is_trying_ = false;
};

}  // namespace taut::detail

// What a world says of itself, and what it answers, to be compared.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <taut/engine/space.hpp>
#include <taut/engine/vectors.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include "worlds.hpp"

namespace taut::test {

// An answer, bit for bit.
struct Answer {
  Status status;
  Reason reason;
  double length;
  std::vector<Point> points;
  std::size_t turns;

  explicit Answer(const FoundPath& found)
      : status(found.status),
        reason(found.reason),
        length(found.length),
        points(found.points.begin(), found.points.end()),
        turns(found.turns.size()) {}
  friend bool operator==(const Answer&, const Answer&) = default;
};

// A query of each agent and of each method.
inline std::vector<Request> all_requests(const Point& start, const Point& goal) {
  std::vector<Request> requests;
  for (const Agent& agent : kAgents) requests.push_back({start, goal, {agent}});
  for (const Method method : kMethods) requests.push_back({start, goal, {Agent{}, method}});
  for (Request& nearest : std::vector<Request>(requests)) {
    nearest.options.goal = EndRule::nearest;
    requests.push_back(nearest);
  }
  return requests;
}

inline Answer run_query(Finder& finder, const Request& request) {
  return Answer(finder.find(request.start, request.goal, request.options));
}

struct WorldState {
  std::uint64_t revision;
  TileBits tiles;
  TileBits ground_tiles;
  std::size_t components;
  bool has_classes;
  std::vector<std::array<int, 4>> changes;
  std::vector<bool> prepared;
  std::size_t landmarks = 0;
  std::size_t outdated = 0;
  std::size_t outdated_indexes;
  std::vector<std::size_t> indexes;
  std::vector<Answer> answers;

  explicit WorldState(const World& world)
      : revision(world.revision()),
        tiles(world.grid().bits()),
        ground_tiles(world.grid(1).bits()),
        components(world.grid().component_count()),
        has_classes(world.grid().has_classes()),
        outdated_indexes(world.outdated_indexes()) {
    for (const Space& space : world.spaces()) {
      indexes.push_back(space.index() != nullptr ? space.index()->label_count() + 1 : 0);
    }
    const auto rectangles = world.changes_since(0).value();
    for (const TileRect& r : rectangles) changes.push_back({r.x0, r.y0, r.x1, r.y1});
    for (const Agent& agent : kAgents) prepared.push_back(world.is_prepared(agent));
    if (world.landmarks() != nullptr) {
      landmarks = world.landmarks()->memory_bytes();
      outdated = world.landmarks()->outdated_count();
    }
    const Point end{static_cast<float>(world.grid().width()),
                    static_cast<float>(world.grid().height())};
    Finder finder(world);
    for (const Request& request : all_requests({0.5F, 1.0F}, end - Point{1.5F, 2.5F})) {
      answers.push_back(run_query(finder, request));
    }
    for (const Agent& agent : {Agent::point(1), Agent::disc(0.375, 1)}) {
      prepared.push_back(world.is_prepared(agent));
      answers.push_back(run_query(finder, {{0.5F, 1.0F}, end - Point{1.5F, 2.5F}, {agent}}));
    }
  }
  friend bool operator==(const WorldState&, const WorldState&) = default;
};

}  // namespace taut::test

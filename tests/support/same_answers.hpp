// Whether two worlds answer with the same bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ios>
#include <map>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <taut/engine/landmarks.hpp>
#include <taut/engine/space.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/group.hpp>
#include <taut/save.hpp>
#include <taut/world.hpp>

#include "support/catch.hpp"
#include "support/mesh_check.hpp"
#include "support/mixed_worlds.hpp"
#include "support/random_maps.hpp"

namespace taut::test {

// The world that the same calls make of the same tiles.
inline World make_again(const World& world, std::size_t landmarks, std::size_t index_bytes) {
  const Grid& grid = world.grid();
  World made(Grid::from_predicate(grid.width(), grid.height(),
                                  [&](int x, int y) { return grid.is_walkable(x, y); }));
  for (TileId id = 0; id < grid.tile_count(); ++id) {
    const Tile t = grid.tile(id);
    made.set_class({t.x, t.y, t.x + 1, t.y + 1}, grid.terrain_class(id));
  }
  for (const std::uint8_t ground : {std::uint8_t{1}, std::uint8_t{2}}) {
    made.set_ground(ground, *world.find_ground(ground));
  }
  for (const Link& link : world.links()) made.link(link.from, link.to, link.options);
  for (const Agent& agent : all_agents()) made.prepare(agent);
  made.keep_landmarks(landmarks);
  made.keep_index(index_bytes);
  return made;
}

// Requires that both worlds tell the same of themselves; answers are not compared.
inline void compare_state(const World& a, const World& b) {
  REQUIRE(a.grid().bits() == b.grid().bits());
  REQUIRE(a.grid().has_classes() == b.grid().has_classes());
  for (TileId id = 0; id < a.grid().tile_count(); ++id) {
    REQUIRE(a.grid().terrain_class(id) == b.grid().terrain_class(id));
  }
  REQUIRE(a.revision() == b.revision());
  for (std::uint64_t back = 0; back < 40 && back <= a.revision(); ++back) {
    const auto one = a.changes_since(a.revision() - back);
    const auto other = b.changes_since(b.revision() - back);
    REQUIRE(one.has_value() == other.has_value());
    if (!one) continue;
    REQUIRE(std::equal(one->begin(), one->end(), other->begin(), other->end(),
                       [](const TileRect& r, const TileRect& s) {
                         return r.x0 == s.x0 && r.y0 == s.y0 && r.x1 == s.x1 && r.y1 == s.y1;
                       }));
  }
  REQUIRE(a.spaces().size() == b.spaces().size());
  for (auto i = a.spaces().begin(), k = b.spaces().begin(); i != a.spaces().end(); ++i, ++k) {
    REQUIRE(i->agent() == k->agent());
  }
  for (const std::uint8_t ground : {std::uint8_t{1}, std::uint8_t{2}}) {
    REQUIRE(*a.find_ground(ground) == *b.find_ground(ground));
    REQUIRE(a.grid(ground).bits() == b.grid(ground).bits());
  }
  REQUIRE(b.find_ground(3) == nullptr);
  REQUIRE(std::equal(a.links().begin(), a.links().end(), b.links().begin(), b.links().end()));
  REQUIRE(std::equal(a.floors().begin(), a.floors().end(), b.floors().begin(), b.floors().end()));
  for (const Agent& agent : all_agents()) REQUIRE(a.is_prepared(agent) == b.is_prepared(agent));
  REQUIRE(save(a) == save(b));
}

// The rows of landmarks at the start of each edge. Vertices may have other ids.
inline std::map<std::array<float, 4>, std::vector<float>> map_landmarks(const Space& space) {
  std::map<std::array<float, 4>, std::vector<float>> rows;
  const std::shared_ptr<const Landmarks> landmarks = space.landmarks();
  if (landmarks == nullptr || landmarks->count() == 0) return rows;
  space.mesh().for_each_cell([&](CellId cell) {
    const std::span<const MeshEdge> ring = space.mesh().edges(cell);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Point from = ring[i].start();
      const Point to = ring[(i + 1) % ring.size()].start();
      const std::span<const float> row = landmarks->distances(ring[i].vertex());
      rows[{from.x, from.y, to.x, to.y}].assign(row.begin(), row.end());
    }
  });
  return rows;
}

// Empty if the landmarks of both have the same bits.
inline std::string find_landmark_difference(const Space& space, const Space& other) {
  const auto rows = map_landmarks(space);
  const auto others = map_landmarks(other);
  if (rows.size() != others.size()) return "rows are missing";
  for (auto i = rows.begin(), k = others.begin(); i != rows.end(); ++i, ++k) {
    const bool is_same =
        i->first == k->first && i->second.size() == k->second.size() &&
        std::memcmp(i->second.data(), k->second.data(), i->second.size() * sizeof(float)) == 0;
    if (is_same) continue;
    std::ostringstream out;
    out << "at " << i->first[0] << ',' << i->first[1] << ':';
    for (const float distance : i->second) out << ' ' << distance;
    out << ", other:";
    for (const float distance : k->second) out << ' ' << distance;
    return out.str();
  }
  return "";
}

// Every bit of an answer.
template <class Path>
std::string describe(const Path& path) {
  std::ostringstream out;
  out << std::hexfloat << static_cast<int>(path.status) << ' ' << static_cast<int>(path.reason)
      << ' ' << static_cast<int>(path.method) << ", length " << path.length << ", cost "
      << path.cost << ", " << path.expanded << " expanded:";
  for (const Point& point : path.points) out << ' ' << point.x << ',' << point.y;
  for (const DiscTurn& turn : path.turns) {
    out << "; " << turn.center.x << ',' << turn.center.y << ' ' << static_cast<int>(turn.kind)
        << ' ' << turn.portal << ' ' << turn.entry.x << ',' << turn.entry.y << ' ' << turn.exit.x
        << ',' << turn.exit.y;
  }
  // The exits of links: in worlds of the same tiles a link may have another id.
  for (const PassedLink& passed : path.links) out << " | " << passed.exit;
  return out.str();
}

// In one world: links have the same ids.
inline void require_same(const FoundPath& found, const FoundPath& wanted) {
  REQUIRE(describe(found) == describe(wanted));
  REQUIRE(
      std::equal(found.links.begin(), found.links.end(), wanted.links.begin(), wanted.links.end()));
}

inline void compare_fields(Random& random, const Agent& agent, const World& a, const World& b) {
  const std::vector<FieldGoal> goals{{to_map_point(random_place(random, a.grid()))},
                                     {to_map_point(random_place(random, a.grid())), 1.5}};
  WorldField one(agent);
  WorldField other(agent);
  FieldScratch scratch;
  one.set_goals(goals);
  other.set_goals(goals);
  const bool is_built = one.update(a, scratch);
  REQUIRE(is_built == other.update(b, scratch));
  REQUIRE(one.reason() == other.reason());
  for (int i = 0; is_built && i < 3; ++i) {
    const Point place = to_map_point(random_place(random, a.grid()));
    INFO(to_drawing(a.grid(agent.ground)) << place << ", " << agent.radius);
    REQUIRE(one.distance(place) == other.distance(place));
    REQUIRE(one.next_corner(place) == other.next_corner(place));
    REQUIRE(one.nearest_goal(place) == other.nearest_goal(place));
    REQUIRE(one.reason_at(place) == other.reason_at(place));
  }
}

inline void compare_groups(Random& random, const Agent& agent, Finder& one, Finder& other) {
  const Grid& grid = one.world().grid();
  const Point goal = to_map_point(random_place(random, grid));
  std::vector<GroupUnit> units;
  for (int i = 0; i < 6; ++i) units.push_back({to_map_point(random_place(random, grid)), agent});
  GroupOptions options;
  options.spreads = random.chance(50);
  GroupPaths paths;
  GroupPaths others;
  (void)one.find_group(units, goal, options, paths);
  (void)other.find_group(units, goal, options, others);
  for (std::size_t i = 0; i < units.size(); ++i) {
    INFO(to_drawing(grid) << units[i].start << " to " << goal << ", " << agent.radius);
    REQUIRE(describe(paths.path(i)) == describe(others.path(i)));
    REQUIRE(paths.end(i) == others.end(i));
  }
}

// Compares random queries of every agent by one of the methods, of fields and of groups. Returns
// how many paths were found.
inline std::size_t compare_answers(Random& random, const World& a, const World& b,
                                   const std::vector<Agent>& agents = all_agents()) {
  Finder one(a);
  Finder other(b);
  std::size_t solved = 0;
  for (const Agent& agent : agents) {
    INFO(static_cast<int>(agent.shape) << " " << agent.radius << " on " << int{agent.ground});
    REQUIRE(find_difference(a.find_space(agent)->mesh(), b.find_space(agent)->mesh()).empty());
    REQUIRE(find_landmark_difference(*a.find_space(agent), *b.find_space(agent)) == "");
    FindOptions options{agent,
                        std::array{Method::best, Method::optimal, Method::fast}[random.below(3)]};
    if (random.chance(40)) options.goal = EndRule::nearest;
    const Point start = to_map_point(random_place(random, a.grid()));
    const Point goal = to_map_point(random_place(random, a.grid()));
    INFO(to_drawing(a.grid(agent.ground))
         << start << " to " << goal << ", method " << static_cast<int>(options.method) << ", "
         << a.links().size() << " links");
    const FoundPath found = one.find(start, goal, options);
    REQUIRE(describe(found) == describe(other.find(start, goal, options)));
    REQUIRE(a.has_room(agent, start) == b.has_room(agent, start));
    REQUIRE(a.is_reachable(agent, start, goal) == b.is_reachable(agent, start, goal));
    if (found) ++solved;
    if (random.chance(10)) compare_fields(random, agent, a, b);
    if (random.chance(10)) compare_groups(random, agent, one, other);
  }
  return solved;
}

}  // namespace taut::test

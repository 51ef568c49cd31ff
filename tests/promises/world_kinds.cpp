// Queries on a world, by each agent and method, and those that follow edits.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <taut/engine/grid_mesh.hpp>
#include <taut/engine/grid_path.hpp>
#include <taut/engine/mesh_search.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/quadtree_mesh.hpp>
#include <taut/engine/quadtree_path.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/group.hpp>

#include "promises/query_kinds.hpp"
#include "support/random_edits.hpp"

namespace taut::test {
namespace {

template <class Found>
void take(Answer& answer, const Found& found) {
  answer.take_status(Result{found.status, 0});
  answer.take_elements(std::span<const Point>(found.points));
  answer.take_elements(std::span<const DiscTurn>(found.turns));
  answer.note(found.reason);
  answer.note(found.expanded);
}

double cost_of(const FoundPath& found) {
  if (!found) return 0.0;
  return found.agent.shape == AgentShape::disc ? rounded(found.cost) : found.cost;
}

// The answer of find(), by calls of at most `slice` expansions.
FoundPath find_in_slices(Finder& finder, const Query& query, const FindOptions& options,
                         std::size_t slice) {
  FindOptions cut = options;
  cut.budget = slice;
  FoundPath found;
  do {
    found = finder.find(query.start, query.goal, cut);
  } while (found.status == Status::unfinished);
  return found;
}

// In one call where the slice is 0.
QueryKind finder_kind(const char* name, const Agent& agent, Method method, EndRule goal,
                      std::size_t slice) {
  return {name,
          [options = FindOptions{agent, method, goal}, slice](const Scene& scene) -> Querier {
            const World& world = scene.maps.world;
            return [&world, options, slice, finder = hold(Finder(world))](
                       const Query& query, std::size_t, Answer& answer) {
              const FoundPath found = slice == 0 ? finder->find(query.start, query.goal, options)
                                                 : find_in_slices(*finder, query, options, slice);
              take(answer, found);
              if (options.agent.shape == AgentShape::disc) {
                answer.note(world.is_walkable(found.turns, options.agent.radius));
                answer.note(cost_of(found));
              } else {
                answer.note(found ? found.length : 0.0);
                answer.note(cost_of(found));
                answer.note(world.is_walkable(found.points));
              }
            };
          },
          Cut::none, Heap::first};
}

// By the index of a world of its own.
QueryKind index_kind(const char* name, const Agent& agent, std::size_t slice = 0) {
  return {name,
          [options = FindOptions{agent}, slice](const Scene& scene) -> Querier {
            if (!scene.is_small()) return {};
            const auto world = hold(World(scene.maps.grid));
            world->prepare(options.agent);
            world->keep_index(std::size_t{64} << 20U);
            return [world, options, slice, finder = hold(Finder(*world))](
                       const Query& query, std::size_t, Answer& answer) {
              const FoundPath found = slice == 0 ? finder->find(query.start, query.goal, options)
                                                 : find_in_slices(*finder, query, options, slice);
              take(answer, found);
              answer.note(found ? found.length : 0.0);
            };
          },
          Cut::none, Heap::first};
}

// Links between starts and goals of the scene's first queries; their ends reach up to `width` tiles
// to the right, as far as tiles go.
void add_links(const Scene& scene, World& world, float width) {
  constexpr std::size_t kMost = 8;
  for (std::size_t i = 0; i + 1 < std::min(scene.queries.size(), 2 * kMost); i += 2) {
    const Point& from = scene.queries[i].start;
    const Point& to = scene.queries[i + 1].goal;
    const bool has_ends = std::isfinite(from.x + from.y) && std::isfinite(to.x + to.y) &&
                          world.grid().locate(snap(from)) && world.grid().locate(snap(to));
    if (!has_ends || snap(from) == snap(to)) continue;
    const auto cost = static_cast<double>(i) / 4.0;
    const Point beyond{from.x + width, from.y};
    const Point beside{to.x + 0.5F * width, to.y};
    const bool has_room = world.grid().locate(snap(beyond)) && world.grid().locate(snap(beside));
    world.link(LinkEnd(from, has_room ? beyond : from), LinkEnd(to, has_room ? beside : to),
               {.cost = cost, .is_one_way = i % 4 == 0});
  }
}

// Over links of a world of its own.
QueryKind link_kind(const char* name, const Agent& agent, std::size_t slice, float width = 0.0F) {
  return {name,
          [options = FindOptions{agent}, slice, width](const Scene& scene) -> Querier {
            if (!scene.is_small()) return {};
            const auto world = hold(World(scene.maps.grid));
            world->prepare(options.agent);
            add_links(scene, *world, width);
            return [world, options, slice, finder = hold(Finder(*world))](
                       const Query& query, std::size_t, Answer& answer) {
              const FoundPath found = slice == 0 ? finder->find(query.start, query.goal, options)
                                                 : find_in_slices(*finder, query, options, slice);
              take(answer, found);
              answer.note(cost_of(found));
              for (const PassedLink& passed : found.links) answer.note(passed.exit);
            };
          },
          Cut::none, Heap::first};
}

QueryKind linked_field_kind(const char* name, const Agent& agent, float width = 0.0F) {
  return {name,
          [agent, width](const Scene& scene) -> Querier {
            if (!scene.is_small()) return {};
            const auto world = hold(World(scene.maps.grid));
            world->prepare(agent);
            add_links(scene, *world, width);
            return
                [world, finder = hold(Finder(*world)), field = hold(WorldField(agent)),
                 scratch = hold(FieldScratch())](const Query& query, std::size_t, Answer& answer) {
                  field->set_goals(std::array{FieldGoal{query.goal}});
                  (void)field->update(*world, *scratch);
                  answer.note(field->distance(query.start));
                  answer.note(field->link_at(query.start).has_value());
                  take(answer, finder->find(query.start, *field));
                };
          },
          Cut::none, Heap::always};
}

// The field of the goal and another one, built for each query, and what a unit at the start
// queries.
QueryKind world_field_kind(const char* name, const Agent& agent) {
  return {name,
          [agent](const Scene& scene) -> Querier {
            const World& world = scene.maps.world;
            return [&world, &other = scene.queries.front().goal, field = hold(WorldField(agent)),
                    scratch = hold(FieldScratch()),
                    finder = hold(Finder(world))](const Query& query, std::size_t, Answer& answer) {
              const std::array goals{FieldGoal{query.goal}, FieldGoal{other, 3.0}};
              field->set_goals(goals, {query.pick(0, std::array{kNoLengthLimit, 9.0})});
              (void)field->update(world, *scratch);
              answer.note(field->reason());
              answer.note(field->left_out());
              answer.note(field->expanded());
              answer.note(field->distance(query.start));
              answer.note(field->nearest_goal(query.start));
              const std::optional<Point> next = field->next_corner(query.start);
              answer.note(next.has_value());
              if (next) answer.note(*next);
              take(answer, finder->find(query.start, *field));
            };
          },
          Cut::none, Heap::first};
}

constexpr std::array kGroupMethods{GroupMethod::best, GroupMethod::searches, GroupMethod::field};

// Units at the starts of some queries of the scene, on their way to one goal.
QueryKind group_kind(const char* name, bool spreads) {
  return {
      name,
      [spreads](const Scene& scene) -> Querier {
        return [&scene, spreads, finder = hold(Finder(scene.maps.world)),
                paths = hold(GroupPaths())](const Query& query, std::size_t, Answer& answer) {
          std::array<GroupUnit, 6> units;
          for (std::size_t i = 0; i < units.size(); ++i) {
            const Query& each = scene.queries[(query.index + i) % scene.queries.size()];
            units[i] = {each.start,
                        each.pick(0, std::array{Agent{}, Agent::disc(0.4), Agent::square(0.25)})};
          }
          const GroupOptions options{.spreads = spreads, .method = query.pick(1, kGroupMethods)};
          const Result result = finder->find_group(units, query.goal, options, *paths);
          answer.note(result.count);
          answer.note(paths->search_count());
          answer.note(paths->field_count());
          for (std::size_t i = 0; i < paths->size(); ++i) {
            answer.note(paths->end(i));
            take(answer, paths->path(i));
          }
        };
      },
      Cut::none, Heap::first};
}

// Some queries of the scene at once.
Querier query_find_all(const Scene& scene) {
  constexpr std::size_t kRequests = 6;
  return [&scene](const Query& query, std::size_t, Answer& answer) {
    if (query.index % kRequests != 0) return;
    std::vector<Request> requests;
    for (std::size_t i = 0; i < kRequests; ++i) {
      const Query& each = scene.queries[(query.index + i) % scene.queries.size()];
      FindOptions options;
      options.agent = each.pick(0, std::array{Agent{}, Agent::disc(0.4), Agent::square(0.25)});
      requests.push_back({each.start, each.goal, options});
    }
    std::vector<Finder> finders;
    for (int i = 0; i < 2; ++i) finders.emplace_back(scene.maps.world);
    for (const OwnedPath& path : find_all(requests, finders)) take(answer, path);
  };
}

// A copy of the scene's maps that is edited before each query, and what finds paths on it.
struct EditedMaps {
  explicit EditedMaps(const Grid& tiles)
      : maps(tiles),
        on_grid(maps.grid),
        on_tree(maps.tree),
        on_mesh(maps.mesh),
        optimal(maps.mesh),
        optimal_on_leaves(maps.leaf_mesh),
        finder(maps.world),
        points(max_path_points(maps.grid)) {}

  TileRect edit(std::uint64_t salt) {
    Random random(salt);
    const TileRect rect = random_rect(random, maps.grid.width(), maps.grid.height());
    maps.set(rect, random.chance(50) ? TileState::blocked : TileState::walkable);
    on_tree.fit(maps.tree);
    on_mesh.fit(maps.mesh);
    optimal.fit(maps.mesh);
    optimal_on_leaves.fit(maps.leaf_mesh);
    return rect;
  }

  std::span<Point> room(std::size_t bound) {
    if (points.size() < bound) points.resize(bound);
    return points;
  }

  Maps maps;
  GridScratch on_grid;
  QuadtreeScratch on_tree;
  MeshScratch on_mesh;
  OptimalScratch optimal;
  OptimalScratch optimal_on_leaves;
  Finder finder;
  std::vector<Point> points;
};

using Find = PathResult (*)(EditedMaps&, const Query&);

// Large maps are edited in other tests.
QueryKind edit_kind(const char* name, Find find) {
  return {name,
          [find](const Scene& scene) -> Querier {
            if (!scene.is_small()) return {};
            return [find, edited = std::make_shared<EditedMaps>(scene.maps.grid)](
                       const Query& query, std::size_t, Answer& answer) {
              (void)edited->edit(query.salt);
              const PathResult found = find(*edited, query);
              answer.take_status(found);
              answer.take_elements(std::span<const Point>(edited->points).first(found.count));
            };
          },
          Cut::none, Heap::always};
}

PathResult find_on_grid(EditedMaps& edited, const Query& query) {
  const Grid& grid = edited.maps.grid;
  return find_path(grid, query.start, query.goal, {}, edited.on_grid,
                   edited.room(max_path_points(grid)));
}

PathResult find_on_tree(EditedMaps& edited, const Query& query) {
  const Quadtree& tree = edited.maps.tree;
  return find_path(tree, query.start, query.goal, {}, edited.on_tree,
                   edited.room(max_path_points(tree)));
}

PathResult find_on_mesh(EditedMaps& edited, const Query& query) {
  const ConvexMesh& mesh = edited.maps.mesh;
  return find_path(mesh, query.start, query.goal, MeshSearchOptions{}, edited.on_mesh,
                   edited.room(max_path_points(mesh)));
}

PathResult find_optimal(EditedMaps& edited, const Query& query) {
  const ConvexMesh& mesh = edited.maps.mesh;
  return find_optimal_path(mesh, query.start, query.goal, {}, edited.optimal,
                           edited.room(max_path_points(mesh)));
}

PathResult find_on_leaves(EditedMaps& edited, const Query& query) {
  const ConvexMesh& mesh = edited.maps.leaf_mesh;
  return find_optimal_path(mesh, query.start, query.goal, {}, edited.optimal_on_leaves,
                           edited.room(max_path_points(mesh)));
}

// What finders make of the spaces.
Querier query_edited_world(const Scene& scene) {
  if (!scene.is_small()) return {};
  return [edited = std::make_shared<EditedMaps>(scene.maps.grid)](const Query& query, std::size_t,
                                                                  Answer& answer) {
    const TileRect rect = edited->edit(query.salt);
    const World& world = edited->maps.world;
    answer.note(world.changes_since(world.revision())->size());
    answer.note(rect.x0);
    FindOptions options;
    options.agent =
        query.pick(0, std::array{Agent{}, Agent::disc(0.4), Agent::disc(0.9), Agent::square(0.5)});
    take(answer, edited->finder.find(query.start, query.goal, options));
  };
}

}  // namespace

void add_world_kinds(std::vector<QueryKind>& kinds) {
  const auto add = [&](const char* name, const Agent& agent, Method method,
                       EndRule goal = EndRule::exact, std::size_t slice = 0) {
    kinds.push_back(finder_kind(name, agent, method, goal, slice));
  };
  add("Finder: point, optimal", {}, Method::optimal);
  add("Finder: point, fast", {}, Method::fast);
  add("Finder: nearest goal, optimal", {}, Method::optimal, EndRule::nearest);
  add("Finder: nearest goal, fast", {}, Method::fast, EndRule::nearest);
  add("Finder: point, best", {}, Method::best);
  add("Finder: nearest goal, narrow disc", Agent::disc(0.4), Method::best, EndRule::nearest);
  add("Finder: nearest goal, large disc", Agent::disc(0.9), Method::best, EndRule::nearest);
  add("Finder: nearest goal, narrow square", Agent::square(0.25), Method::best, EndRule::nearest);
  add("Finder: nearest goal, opened square", Agent::square(0.5), Method::best, EndRule::nearest);
  add("Finder: narrow disc", Agent::disc(0.4), Method::optimal);
  add("Finder: narrow disc, best", Agent::disc(0.4), Method::best);
  add("Finder: large disc", Agent::disc(0.9), Method::optimal);
  add("Finder: narrow square", Agent::square(0.25), Method::optimal);
  add("Finder: opened square", Agent::square(0.5), Method::optimal);
  add("Finder: point, slow ground", Agent::point(kSlowGround), Method::best);
  add("Finder: nearest goal, slow ground", Agent::point(kSlowGround), Method::fast,
      EndRule::nearest);
  add("Finder: narrow disc, slow ground", Agent::disc(0.4, kSlowGround), Method::best);
  add("Finder: large disc, slow ground", Agent::disc(0.9, kSlowGround), Method::optimal);
  add("Finder: narrow square, slow ground", Agent::square(0.25, kSlowGround), Method::best);
  add("Finder: slices, slow ground", Agent::point(kSlowGround), Method::best, EndRule::exact, 3);
  add("Finder: slices, optimal", {}, Method::optimal, EndRule::exact, 3);
  add("Finder: slices, fast", {}, Method::fast, EndRule::exact, 3);
  add("Finder: slices, best", {}, Method::best, EndRule::exact, 20);
  add("Finder: slices, nearest goal, large disc", Agent::disc(0.9), Method::best, EndRule::nearest,
      20);
  add("Finder: slices, large disc", Agent::disc(0.9), Method::optimal, EndRule::exact, 20);
  add("Finder: slices, opened square", Agent::square(0.5), Method::optimal, EndRule::exact, 3);
  kinds.push_back(index_kind("Finder: by index, point", {}));
  kinds.push_back(index_kind("Finder: by index, narrow disc", Agent::disc(0.4)));
  kinds.push_back(index_kind("Finder: by index, opened square", Agent::square(0.5)));
  kinds.push_back(index_kind("Finder: by index, slices", {}, 3));
  kinds.push_back(link_kind("links: point", {}, 0));
  kinds.push_back(link_kind("links: point, slices", {}, 3));
  kinds.push_back(link_kind("links: narrow disc", Agent::disc(0.4), 0));
  kinds.push_back(link_kind("links: opened square", Agent::square(0.5), 0));
  kinds.push_back(linked_field_kind("links: field, point", {}));
  kinds.push_back(linked_field_kind("links: field, narrow disc", Agent::disc(0.4)));
  kinds.push_back(link_kind("links: segments, point", {}, 0, 3.0F));
  kinds.push_back(link_kind("links: segments, point, slices", {}, 3, 3.0F));
  kinds.push_back(link_kind("links: segments, narrow disc", Agent::disc(0.4), 0, 3.0F));
  kinds.push_back(linked_field_kind("links: segments, field", {}, 3.0F));
  kinds.push_back(world_field_kind("WorldField: point", {}));
  kinds.push_back(world_field_kind("WorldField: narrow disc", Agent::disc(0.4)));
  kinds.push_back(world_field_kind("WorldField: narrow square", Agent::square(0.25)));
  kinds.push_back(world_field_kind("WorldField: opened square", Agent::square(0.5)));
  kinds.push_back(world_field_kind("WorldField: slow ground", Agent::point(kSlowGround)));
  kinds.push_back(
      world_field_kind("WorldField: large disc, slow ground", Agent::disc(0.9, kSlowGround)));
  kinds.push_back(group_kind("find_group", false));
  kinds.push_back(group_kind("find_group: spread", true));
  kinds.push_back({"find_all", query_find_all, Cut::none, Heap::always});
}

void add_edit_kinds(std::vector<QueryKind>& kinds) {
  kinds.push_back(edit_kind("grid: after edits", find_on_grid));
  kinds.push_back(edit_kind("quadtree: after edits", find_on_tree));
  kinds.push_back(edit_kind("mesh: after edits", find_on_mesh));
  kinds.push_back(edit_kind("optimal mesh: after edits", find_optimal));
  kinds.push_back(edit_kind("leaf mesh: after edits", find_on_leaves));
  kinds.push_back({"World: after edits", query_edited_world, Cut::none, Heap::always});
}

}  // namespace taut::test

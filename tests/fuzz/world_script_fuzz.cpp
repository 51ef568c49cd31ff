// Any script of edits, classes, doors, grounds, links and queries of several agents on a world of
// one to three floors: each answer is that of a new world of the same tiles, and a point's path
// costs what an oracle says. `./run fuzz` builds and runs it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <taut/engine/space.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/save.hpp>
#include <taut/world.hpp>

#include "fuzz/check.hpp"
#include "support/link_oracle.hpp"
#include "support/random_maps.hpp"
#include "support/visibility_oracle.hpp"

using namespace taut;
using taut::fuzz::require;

namespace {

constexpr int kMostSteps = 48;
constexpr std::size_t kMostLinks = 6;
constexpr std::array kSizes{Agent::point(),    Agent::disc(0.25),  Agent::disc(0.5),
                            Agent::disc(1.2),  Agent::square(0.3), Agent::square(0.5),
                            Agent::square(1.0)};

// Makes arguments of the bytes of the input; after its end they are zeros.
class Script {
 public:
  explicit Script(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool is_empty() const { return at_ >= bytes_.size(); }
  std::uint8_t byte() { return is_empty() ? std::uint8_t{0} : bytes_[at_++]; }
  int below(int n) { return byte() % n; }
  bool one_in(int n) { return below(n) == n - 1; }

  // A place, mostly in a walkable tile or on its border, else anywhere on the map or just outside.
  Point place(const Grid& grid) {
    if (grid.walkable_count() == 0 || one_in(6)) {
      const float x = static_cast<float>(below(4 * grid.width() + 2) - 1) / 4.0F;
      return {x, static_cast<float>(below(4 * grid.height() + 2) - 1) / 4.0F};
    }
    auto left = static_cast<int>(byte() % grid.walkable_count());
    TileId id = 0;
    while (!grid.is_walkable(grid.tile(id)) || left-- > 0) ++id;
    const auto within = [&] { return static_cast<float>(one_in(4) ? byte() * 4 : 512) / 1024.0F; };
    const Point corner{static_cast<float>(grid.tile(id).x), static_cast<float>(grid.tile(id).y)};
    const float x = corner.x + within();
    return {x, corner.y + within()};
  }
  TileRect rect(const Grid& grid) {
    const int x = below(grid.width() + 1) - 1;
    const int y = below(grid.height() + 1) - 1;
    const int most = one_in(8) ? grid.width() : 3;
    const int width = below(most) + 1;
    return {x, y, x + width, y + below(most) + 1};
  }
  Agent agent() {
    Agent made = kSizes[static_cast<std::size_t>(below(static_cast<int>(kSizes.size())))];
    made.ground = static_cast<std::uint8_t>(below(3));
    return made;
  }
  // Mostly for one of these agents.
  FindOptions options(std::span<const Agent> agents) {
    const int at = below(static_cast<int>(agents.size()) + 1);
    const bool is_known = at < static_cast<int>(agents.size());
    FindOptions made{is_known ? agents[static_cast<std::size_t>(at)] : agent(),
                     static_cast<Method>(below(3))};
    if (one_in(3)) made.goal = EndRule::nearest;
    if (one_in(6)) made.start = EndRule::nearest;
    if (one_in(8)) made.length_limit = static_cast<double>(byte()) / 8.0;
    if (one_in(8)) made.max_goal_distance = static_cast<double>(byte()) / 32.0;
    return made;
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

std::vector<FloorMap> make_floors(Script& script) {
  std::vector<FloorMap> floors;
  for (int left = script.below(3); left >= 0; --left) {
    const int width = script.below(9) + 1;
    const int height = script.below(9) + 1;
    const std::uint8_t density = script.byte();
    floors.push_back({Grid::from_predicate(
        width, height, [&](int, int) { return density < 128 || script.byte() > density - 128; })});
  }
  return floors;
}

bool are_equal(const FoundPath& a, const FoundPath& b) {
  const auto is_same_turn = [](const DiscTurn& one, const DiscTurn& other) {
    return one.center == other.center && one.kind == other.kind && one.entry == other.entry &&
           one.exit == other.exit;
  };
  const auto is_same_link = [](const PassedLink& one, const PassedLink& other) {
    return one.exit == other.exit;  // a new world gives links other ids
  };
  return a.status == b.status && a.reason == b.reason && a.method == b.method &&
         a.length == b.length && a.cost == b.cost && a.expanded == b.expanded &&
         std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end()) &&
         std::equal(a.turns.begin(), a.turns.end(), b.turns.begin(), b.turns.end(), is_same_turn) &&
         std::equal(a.links.begin(), a.links.end(), b.links.begin(), b.links.end(), is_same_link);
}

class Run {
 public:
  explicit Run(Script script) : script_(script), world_(make_floors(script_)), finder_(world_) {
    for (const std::uint8_t ground : {std::uint8_t{1}, std::uint8_t{2}}) {
      world_.set_ground(ground, Ground());
    }
    for (int left = script_.below(4); left >= 0; --left) prepare_both(script_.agent());
    field_ = WorldField(agents_.front());
  }

  void run() {
    for (int step = 0; step < kMostSteps && !script_.is_empty(); ++step) {
      const int kind = script_.below(16);
      if (kind < 9) {
        edit(kind);
        fresh_.reset();
      } else if (kind < 10) {
        set_goals();
      } else {
        compare();
      }
    }
  }

 private:
  void edit(int kind) {
    // On a floor: tiles between floors stay as they are.
    const int floor = script_.below(static_cast<int>(world_.floors().size()));
    const TileRect rect = world_.to_tiles(floor, script_.rect(world_.grid()));
    switch (kind) {
      case 0:
      case 1:
        return world_.set(rect, TileState::blocked);
      case 2:
        return world_.set(rect, TileState::walkable);
      case 3:
      case 4:
        return world_.set_class(rect, static_cast<std::uint8_t>(script_.below(4)));
      case 5:
        return set_ground();
      case 6:
        return add_link();
      case 7:
        return change_link();
      default:
        return prepare_more();
    }
  }

  // Ground 1 is that of doors, ground 2 has costs.
  void set_ground() {
    const bool is_priced = script_.one_in(2);
    Ground made;
    for (std::uint8_t i = 1; i < 4; ++i) {
      if (script_.one_in(3)) made.set(i, kBlockedTerrain);
      if (is_priced && script_.one_in(2)) {
        made.set(i, static_cast<float>(script_.below(16) + 1) / 4.0F);
      }
    }
    if (is_priced && script_.one_in(8)) made.set_margin(1, 1.5F);
    world_.set_ground(is_priced ? 2 : 1, made);
  }

  LinkOptions link_options() {
    LinkOptions made;
    made.cost = static_cast<double>(script_.byte()) / 16.0;
    if (script_.one_in(3)) made.is_one_way = true;
    made.terrain_class = static_cast<std::uint8_t>(script_.below(4));
    made.is_open = !script_.one_in(6);
    if (script_.one_in(6)) made.width = static_cast<double>(script_.below(5)) / 2.0;
    return made;
  }

  void add_link() {
    const auto random_end = [&] {
      const Point a = script_.place(world_.grid());
      return script_.one_in(3) ? LinkEnd(a, script_.place(world_.grid())) : LinkEnd(a);
    };
    const LinkEnd from = random_end();
    const LinkEnd to = random_end();
    const LinkOptions options = link_options();
    if (world_.links().size() == kMostLinks) return;
    if (detail::find_link_fault(world_, from, to).empty()) world_.link(from, to, options);
  }

  void change_link() {
    if (world_.links().empty()) return;
    const int at = script_.below(static_cast<int>(world_.links().size()));
    const LinkId id = world_.links()[static_cast<std::size_t>(at)].id;
    if (script_.one_in(3)) return world_.unlink(id);
    world_.change_link(id, link_options());
  }

  void prepare_more() {
    if (script_.one_in(4)) {
      landmarks_ = static_cast<std::size_t>(script_.below(3));
      world_.keep_landmarks(landmarks_);
    } else if (script_.one_in(4)) {
      index_bytes_ = script_.one_in(2) ? 0 : std::size_t{1} << 20U;
      world_.keep_index(index_bytes_);
    } else {
      prepare_both(script_.agent());
    }
  }

  // A ground on which all classes are alike shares the spaces of ground 0, which keeps them.
  void prepare_both(Agent agent) {
    prepare(agent);
    agent.ground = 0;
    prepare(agent);
  }
  void prepare(const Agent& agent) {
    if (std::find(agents_.begin(), agents_.end(), agent) == agents_.end()) {
      agents_.push_back(agent);
    }
    world_.prepare(agent);
  }

  void set_goals() {
    std::vector<FieldGoal> goals;
    for (int left = script_.below(3); left >= 0; --left) {
      goals.push_back({script_.place(world_.grid()), static_cast<double>(script_.below(4)) / 2.0});
    }
    const int at = script_.below(static_cast<int>(agents_.size()));
    field_ = WorldField(agents_[static_cast<std::size_t>(at)]);
    field_.set_goals(goals);
  }

  // A new world of the same tiles, links and grounds. Where an end of a link is blocked by now,
  // link() refuses it: then the world comes from a save.
  [[nodiscard]] World make_fresh() const {
    std::vector<FloorMap> maps;
    for (const Floor& floor : world_.floors()) {
      const auto [x0, y0, x1, y1] = floor.tiles;
      Grid grid = Grid::from_predicate(x1 - x0, y1 - y0, [&, left = x0, top = y0](int x, int y) {
        return world_.grid().is_walkable(left + x, top + y);
      });
      for (TileId id = 0; id < grid.tile_count(); ++id) {
        const Tile t = grid.tile(id);
        const TileId in_world = world_.grid().id({x0 + t.x, y0 + t.y});
        grid.set_class({t.x, t.y, t.x + 1, t.y + 1}, world_.grid().terrain_class(in_world));
      }
      maps.push_back({std::move(grid), floor.origin});
    }
    World made(maps);
    for (const Link& link : world_.links()) {
      if (!detail::find_link_fault(made, link.from, link.to).empty()) {
        return std::move(*read_save(save(world_), "world").value);
      }
      made.link(link.from, link.to, link.options);
    }
    for (const std::uint8_t ground : {std::uint8_t{1}, std::uint8_t{2}}) {
      made.set_ground(ground, *world_.find_ground(ground));
    }
    for (const Agent& agent : agents_) made.prepare(agent);
    made.keep_landmarks(landmarks_);
    made.keep_index(index_bytes_);
    return made;
  }

  void compare() {
    if (!fresh_) fresh_.emplace(make_fresh());
    const FindOptions options = script_.options(agents_);
    const Point start = script_.place(world_.grid());
    const Point goal = script_.place(world_.grid());
    compare_paths(options, start, goal);
    const Agent& agent = options.agent;
    require(world_.has_room(agent, start) == fresh_->has_room(agent, start), "the same room");
    const bool is_reached = world_.is_reachable(agent, start, goal);
    require(is_reached == fresh_->is_reachable(agent, start, goal), "the same reach");
    if (script_.one_in(3)) compare_cut(agent, start, goal, is_reached);
    if (script_.one_in(3)) compare_fields(start);
  }

  void compare_paths(const FindOptions& options, const Point& start, const Point& goal) {
    Finder other(*fresh_);
    const FoundPath wanted = other.find(start, goal, options);
    FindOptions sliced = options;
    if (script_.one_in(3)) sliced.budget = static_cast<std::size_t>(script_.below(8)) + 1;
    FoundPath found = finder_.find(start, goal, sliced);
    while (found.status == Status::unfinished) found = finder_.find(start, goal, sliced);
    if (landmarks_ == 0 && index_bytes_ == 0) {
      require(are_equal(found, wanted), "the same path, bit for bit");
    } else if (options.length_limit == kNoLengthLimit) {
      require(found.status == wanted.status, "the same status, whatever guides the search");
      const Space* const space = world_.find_space(options.agent);
      const bool is_shortest = found && options.method != Method::fast && space->is_exact() &&
                               !world_.has_costs(options.agent.ground);
      require(!is_shortest || std::abs(found.cost - wanted.cost) <= 1e-9 * (1.0 + wanted.cost),
              "the same cost, whatever guides the search");
    }
    const bool is_plain = options.goal == EndRule::exact && options.start == EndRule::exact &&
                          options.length_limit == kNoLengthLimit;
    const bool is_optimal = options.method == Method::optimal;
    const bool is_point = options.agent.shape == AgentShape::point;
    const bool has_costs = world_.has_costs(options.agent.ground);
    if (is_plain && is_optimal && is_point && !has_costs) ask_oracle(found, start, goal);
  }

  // The oracle knows only some places of links between segments.
  void ask_oracle(const FoundPath& found, const Point& start, const Point& goal) {
    const std::span<const Link> links = world_.links();
    const bool has_segments = std::any_of(links.begin(), links.end(), [](const Link& link) {
      return link.from.a != link.from.b || link.to.a != link.to.b;
    });
    const Grid& grid = world_.grid(found.agent.ground);
    const Point from = snap(start);
    const Point to = snap(goal);
    const std::vector<test::Lane> lanes = test::lanes_of(world_);
    const std::vector<Point> places = test::places_of(lanes, from, to);
    const bool is_skipped = has_segments || found.status == Status::invalid_input ||
                            found.reason == Reason::not_prepared || test::has_pinched(grid, places);
    if (is_skipped) return;
    std::vector<test::LatticePoint> lattice;
    for (const Point& place : places) lattice.push_back(test::to_lattice(place));
    const std::vector<long double> walks = test::VisibilityGraph(grid).find_lengths(lattice);
    const long double wanted = test::find_linked_cost(
        world_, lanes, found.agent,
        [&](std::size_t a, std::size_t b) { return walks[a * places.size() + b]; },
        [&](std::size_t place) {
          return test::is_segment_walkable(grid, lattice[place], lattice[place]);
        });
    require(static_cast<bool>(found) == std::isfinite(wanted), "a path where the oracle has one");
    require(
        !found || std::abs(found.cost - static_cast<double>(wanted)) <= 1e-9 * (1.0 + found.cost),
        "the cost that the oracle has");
  }

  void compare_cut(const Agent& agent, const Point& start, const Point& goal, bool is_reached) {
    const std::array rects{script_.rect(world_.grid()), script_.rect(world_.grid())};
    World edited(world_);
    edited.set(rects, TileState::blocked);
    const bool is_cut = is_reached && !edited.is_reachable(agent, start, goal);
    require(world_.would_cut(rects, {&start, 1}, {&goal, 1}, agent) == is_cut,
            "would_cut() tells what the edit does");
  }

  void compare_fields(const Point& place) {
    WorldField other(field_.agent());
    other.set_goals(field_.goals());
    const bool is_built = field_.update(world_, scratch_);
    require(is_built == other.update(*fresh_, scratch_), "the same field");
    require(field_.reason() == other.reason(), "the same reason");
    if (!is_built) return;
    require(field_.distance(place) == other.distance(place), "the same distance");
    require(field_.next_corner(place) == other.next_corner(place), "the same corner");
    require(field_.nearest_goal(place) == other.nearest_goal(place), "the same goal");
    require(field_.reason_at(place) == other.reason_at(place), "the same reason there");
  }

  Script script_;
  World world_;
  Finder finder_;
  WorldField field_;
  FieldScratch scratch_;
  std::vector<Agent> agents_;
  std::size_t landmarks_ = 0;
  std::size_t index_bytes_ = 0;
  std::optional<World> fresh_;  // until the next edit
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Run(Script({data, size})).run();
  return 0;
}

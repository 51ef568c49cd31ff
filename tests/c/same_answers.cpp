// The interface for C beside the C++ that it stands on: the same words for bad arguments, the same
// points, distances and cells, bit for bit, on random maps.
#include <taut_crowd.h>
#include <taut_links.h>
#include <taut_pictures.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <taut/crowd.hpp>
#include <taut/engine/sight.hpp>
#include <taut/engine/space.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/map_file.hpp>

namespace {

int failures = 0;
std::size_t links_passed = 0;

void check(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "differs: %s\n", what.c_str());
  ++failures;
}

template <class Call>
std::string words_of(const Call& call) {
  try {
    call();
  } catch (const std::invalid_argument& rejected) {
    return rejected.what();
  }
  return "nothing was thrown";
}

void check_words() {
  taut_error error;
  taut_world* world = nullptr;
  taut_field* field = nullptr;
  const auto same = [&](taut_status status, const std::string& words) {
    check(status == TAUT_BAD_ARGUMENT && words == error.text, words + " / " + error.text);
  };
  const taut_agent disc{-0.5, TAUT_AGENT_DISC, 0};
  const taut_agent square{0.0, TAUT_AGENT_SQUARE, 0};
  const taut_agent wide{20000.0, TAUT_AGENT_SQUARE, 0};
  for (const auto& size : {std::pair(0, 5), {5, 16385}, {-3, -3}}) {
    same(taut_world_create(size.first, size.second, nullptr, &world, &error),
         words_of([&] { taut::Grid(size.first, size.second, taut::TileState::walkable); }));
  }
  const std::string text = "...\n.x\n";
  same(taut_world_read(text.data(), 7, "a.map", &world, &error),
       taut::read_map(text, "a.map").error.message());
  check(taut_world_create(4, 4, nullptr, &world, nullptr) == TAUT_OK, "a world");
  taut::World beside(taut::Grid(4, 4, taut::TileState::walkable));
  taut::Ground ground;
  std::array<float, TAUT_GROUND_CLASSES> factors;
  factors.fill(1.0F);
  for (const float factor : {0.1F, 300.0F, -std::numeric_limits<float>::infinity()}) {
    factors[5] = factor;
    same(taut_world_set_ground(world, 1, factors.data(), &error),
         words_of([&] { ground.set(5, factor); }));
  }
  const taut_agent lost{0.5, TAUT_AGENT_DISC, 9};
  same(taut_world_prepare_agent(world, &lost, &error),
       words_of([&] { beside.prepare(taut::Agent::disc(0.5, 9)); }));
  same(taut_world_prepare_agent(world, &disc, &error),
       words_of([&] { beside.prepare(taut::Agent::disc(-0.5)); }));
  same(taut_world_prepare_agent(world, &square, &error),
       words_of([&] { beside.prepare(taut::Agent::square(0.0)); }));
  same(taut_field_create(&wide, &field, &error),
       words_of([&] { taut::WorldField(taut::Agent::square(20000.0)); }));
  same(taut_field_create(&square, &field, &error),
       words_of([&] { taut::WorldField(taut::Agent::square(0.0)); }));
  taut_crowd* crowd = nullptr;
  taut::Crowd units(beside);
  std::uint32_t unit = 0;
  check(taut_crowd_create(world, nullptr, &crowd, nullptr) == TAUT_OK, "a crowd");
  const taut_agent small{0.01, TAUT_AGENT_DISC, 0};
  const taut_agent half{0.5, TAUT_AGENT_DISC, 0};
  for (const taut_agent& agent : {disc, square, lost, small}) {
    same(taut_crowd_add(crowd, &agent, 2.0F, 2.0F, nullptr, &unit, &error), words_of([&] {
           units.add({static_cast<taut::AgentShape>(agent.shape), agent.radius,
                      static_cast<std::uint8_t>(agent.ground)},
                     {2.0F, 2.0F});
         }));
  }
  for (const auto& [speed, acceleration] : {std::pair(0.0, 1.0), {99.0, 1.0}, {1.0, -2.5}}) {
    const taut_unit_options options{speed, acceleration, 0, 1};
    same(taut_crowd_add(crowd, &half, 2.0F, 2.0F, &options, &unit, &error), words_of([&] {
           units.add(taut::Agent::disc(0.5), {2.0F, 2.0F},
                     {.speed = options.speed, .acceleration = options.acceleration});
         }));
  }
  for (const double seconds : {0.0, -0.5, 0.26}) {
    same(taut_crowd_advance(crowd, seconds, &error), words_of([&] { units.advance(seconds); }));
  }
  taut_crowd_destroy(crowd);
  taut_world_destroy(world);
}

bool is_same(const taut::Point& a, const taut_point& b) { return a.x == b.x && a.y == b.y; }

void check_path(taut_finder* finder, const taut_path& path, const taut::FoundPath& found) {
  check(path.status == static_cast<int>(found.status), "status");
  check(path.reason == static_cast<int>(found.reason), "reason");
  check(path.method == static_cast<int>(found.method), "method");
  check(path.length == found.length && path.expanded == found.expanded, "length, expanded");
  check(path.cost == found.cost, "cost");
  check(path.revision == found.revision, "revision");
  std::vector<taut_point> points(path.point_count);
  std::vector<taut_turn> turns(path.turn_count);
  (void)taut_path_points(finder, points.data(), path.point_count, nullptr);
  (void)taut_path_turns(finder, turns.data(), path.turn_count, nullptr);
  check(std::equal(found.points.begin(), found.points.end(), points.begin(), points.end(), is_same),
        "points");
  check(std::equal(found.turns.begin(), found.turns.end(), turns.begin(), turns.end(),
                   [](const taut::DiscTurn& a, const taut_turn& b) {
                     return is_same(a.center, b.center) && a.entry.x == b.entry_x &&
                            a.entry.y == b.entry_y && a.exit.x == b.exit_x &&
                            a.exit.y == b.exit_y && static_cast<int>(a.kind) == b.kind;
                   }),
        "turns");
  std::vector<taut_passed_link> links(path.link_count);
  (void)taut_path_links(finder, links.data(), path.link_count, nullptr);
  check(std::equal(found.links.begin(), found.links.end(), links.begin(), links.end(),
                   [](const taut::PassedLink& a, const taut_passed_link& b) {
                     return a.link == b.link && a.exit == b.exit;
                   }),
        "links");
  links_passed += path.link_count;
}

// A world of C and one of C++ with the same tiles, edits and agents.
class Pair {
 public:
  Pair(int side, std::mt19937& random)
      : side_(side), random_(random), world_(taut::Grid(side, side, taut::TileState::walkable)) {
    check(taut_world_create(side, side, nullptr, &c_, nullptr) == TAUT_OK, "a world");
    check(taut_finder_create(c_, &c_finder_) == TAUT_OK, "a finder");
    set_ground();
    for (const auto& [shape, radius] : {std::pair(0, 0.0), {1, 0.3}, {1, 0.8}, {2, 0.6}}) {
      for (const std::uint8_t ground : {std::uint8_t{0}, std::uint8_t{1}}) {
        const taut_agent agent{radius, shape, ground};
        check(taut_world_prepare_agent(c_, &agent, nullptr) == TAUT_OK, "prepare");
        world_.prepare(taut::Agent{static_cast<taut::AgentShape>(shape), radius, ground});
      }
    }
    check(taut_world_keep_landmarks(c_, 2, nullptr) == TAUT_OK, "landmarks");
    world_.keep_landmarks(2);
    check(taut_world_keep_index(c_, 1U << 20U) == TAUT_OK, "an index");
    world_.keep_index(1U << 20U);
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;
  ~Pair() {
    taut_finder_destroy(c_finder_);
    taut_world_destroy(c_);
  }

  // Blocks some classes; others cost more than 1, or less.
  void set_ground() {
    taut::Ground ground;
    std::array<float, TAUT_GROUND_CLASSES> factors;
    factors.fill(1.0F);
    for (std::uint8_t i = 1; i < 3; ++i) {
      const int kind = below(3);
      if (kind == 1) factors[i] = std::numeric_limits<float>::infinity();
      if (kind == 2) factors[i] = 0.5F + static_cast<float>(below(8));
      ground.set(i, factors[i]);
    }
    world_.set_ground(1, ground);
    check(taut_world_set_ground(c_, 1, factors.data(), nullptr) == TAUT_OK, "a ground");
  }

  void edit() {
    if (below(20) == 0) set_ground();
    const int x = below(side_);
    const int y = below(side_);
    const int state = below(4) == 0 ? 1 : 0;
    const taut::TileRect tiles{x, y, x + 1 + below(4), y + 1 + below(4)};
    world_.set(tiles, static_cast<taut::TileState>(state));
    (void)taut_world_set(c_, tiles.x0, tiles.y0, tiles.x1, tiles.y1, state);
    const int terrain_class = below(3);
    world_.set_class(tiles, static_cast<std::uint8_t>(terrain_class));
    (void)taut_world_set_class(c_, tiles.x0, tiles.y0, tiles.x1, tiles.y1, terrain_class, nullptr);
    check(world_.revision() == taut_world_revision(c_), "revision");
    std::uint32_t left = 0;
    const auto spaces = static_cast<std::uint32_t>(below(5));
    check(taut_world_refresh_index(c_, spaces, &left) == TAUT_OK, "refresh");
    check(left == world_.refresh_index(spaces), "outdated indexes");
    check(taut_world_has_index(c_, nullptr) == (world_.has_index() ? 1 : 0), "whether it has one");
  }

  // Adds, changes or removes a link.
  void link() {
    taut_link_options options;
    taut_link_options_init(&options);
    options.cost = below(4) - 1;
    options.one_way = below(2);
    options.terrain_class = below(3);
    options.width = 2 * below(3);
    options.is_open = below(8) == 0 ? 0 : 1;
    const taut::LinkOptions same{options.cost, options.one_way != 0,
                                 static_cast<std::uint8_t>(options.terrain_class),
                                 options.is_open != 0, options.width};
    const taut::Point from = place();
    const taut::Point to = place();
    const auto some = static_cast<std::uint32_t>(below(8));
    taut_error error{};
    std::uint32_t id = 0;
    if (below(3) == 0) {
      (void)taut_world_unlink(c_, some);
      world_.unlink(some);
      const taut_status status = taut_world_change_link(c_, some + 1, &options, &error);
      const std::string words = words_of([&] { world_.change_link(some + 1, same); });
      check((status == TAUT_BAD_ARGUMENT) == (words == error.text), words + " / " + error.text);
    } else {
      const taut::LinkEnd wide{from, below(2) == 0 ? from : place()};
      const taut_link_end ends[]{{{wide.a.x, wide.a.y}, {wide.b.x, wide.b.y}},
                                 {{to.x, to.y}, {to.x, to.y}}};
      const taut_status status =
          wide.a == wide.b ? taut_world_link(c_, from.x, from.y, to.x, to.y, &options, &id, &error)
                           : taut_world_link_ends(c_, &ends[0], &ends[1], &options, &id, &error);
      taut::LinkId made = taut::kNoLink;
      const std::string words = words_of([&] { made = world_.link(wide, to, same); });
      check(id == made && (status != TAUT_OK) == (words == error.text), words + " / " + error.text);
    }
    check(world_.revision() == taut_world_revision(c_), "revision after a link");
  }

  void find() {
    taut_find_options options;
    taut_find_options_init(&options);
    options.agent = {std::array{0.0, 0.3, 0.8, 0.6}[static_cast<std::size_t>(below(4))], 0, 0};
    options.agent.shape = options.agent.radius == 0.6 ? 2 : (options.agent.radius > 0.0 ? 1 : 0);
    options.agent.ground = below(2);
    options.method = below(3);
    options.goal_rule = below(2);
    options.start_rule = below(2);
    taut::FindOptions same;
    same.agent = {static_cast<taut::AgentShape>(options.agent.shape), options.agent.radius,
                  static_cast<std::uint8_t>(options.agent.ground)};
    same.method = static_cast<taut::Method>(options.method);
    same.goal = static_cast<taut::EndRule>(options.goal_rule);
    same.start = static_cast<taut::EndRule>(options.start_rule);
    const taut::Point start = place();
    const taut::Point goal = place();
    taut_path path;
    (void)taut_find(c_finder_, start.x, start.y, goal.x, goal.y, &options, &path);
    const taut::FoundPath found = finder_.find(start, goal, same);
    check(taut_world_is_reachable(c_, &options.agent, start.x, start.y, goal.x, goal.y) ==
              (world_.is_reachable(same.agent, start, goal) ? 1 : 0),
          "whether it is reached");
    const taut_rect rect{below(side_), below(side_), side_, side_};
    const taut::TileRect tiles{rect.x0, rect.y0, rect.x1, rect.y1};
    const taut_point from{start.x, start.y};
    const taut_point to{goal.x, goal.y};
    std::int32_t is_cut = 7;
    (void)taut_world_would_cut(c_, &options.agent, &rect, 1, &from, 1, &to, 1, &is_cut);
    check(is_cut == (world_.would_cut({&tiles, 1}, {&start, 1}, {&goal, 1}, same.agent) ? 1 : 0),
          "whether it would be cut");
    check_path(c_finder_, path, found);
    check_cells();
    std::array<char, 200> words{};
    if (!found) {
      (void)taut_explain(c_, path.reason, start.x, start.y, goal.x, goal.y, &options, words.data(),
                         200, nullptr);
      check(taut::explain(world_, found.reason, start, goal, same) == words.data(), "words");
    }
  }

  void query_field(std::uint8_t ground) {
    const taut_agent point{0.0, TAUT_AGENT_POINT, ground};
    taut_field* c_field = nullptr;
    taut::WorldField field(taut::Agent::point(ground));
    taut::FieldScratch scratch;
    const taut::Point goal = place();
    const taut_goal c_goal{{goal.x, goal.y}, 0.5};
    check(taut_field_create(&point, &c_field, nullptr) == TAUT_OK, "a field");
    (void)taut_field_set_goals(c_field, &c_goal, 1, 30.0, nullptr);
    taut::FieldOptions options;
    options.length_limit = 30.0;
    const taut::FieldGoal same{goal, 0.5};
    field.set_goals({&same, 1}, options);
    const int updated = field.update(world_, scratch) ? TAUT_OK : TAUT_INVALID_INPUT;
    taut_field_result result;
    check(taut_field_update(c_field, c_, &result) == updated, "update");
    check(result.reason == static_cast<int>(field.reason()), "reason of an update");
    check(result.left_out == field.left_out() && result.expanded == field.expanded(), "counts");
    for (int i = 0; i < 20; ++i) {
      const taut::Point at = place();
      check(field.distance(at) == taut_field_distance(c_field, at.x, at.y), "distance");
      check(static_cast<int>(field.reason_at(at)) == taut_field_reason(c_field, at.x, at.y),
            "reason at a place");
      taut_link_step step{};
      const std::optional<taut::LinkStep> taken = field.link_at(at);
      check(taut_field_link_at(c_field, at.x, at.y, &step) == (taken ? TAUT_OK : TAUT_NO_PATH) &&
                (!taken || (step.link == taken->link && is_same(taken->exit, step.exit))),
            "a link at a place");
      taut_path path;
      (void)taut_find_by_field(c_finder_, c_field, at.x, at.y, &path);
      check_path(c_finder_, path, finder_.find(at, field));
    }
    taut_field_destroy(c_field);
  }

  void look(std::uint8_t ground) {
    constexpr double kRadius = 9.5;
    taut::SightScratch scratch(kRadius);
    std::vector<taut::TileId> tiles(taut::max_visible_tiles(kRadius));
    std::vector<std::uint32_t> c_tiles(tiles.size());
    const int x = below(side_);
    const int y = below(side_);
    const taut::Grid& grid = world_.grid(ground);
    const taut::Result seen = taut::extract_visible_tiles(grid, {x, y}, {kRadius}, scratch, tiles);
    std::uint32_t count = 0;
    taut_status status = taut_visible_tiles(c_, ground, x, y, kRadius, c_tiles.data(),
                                            static_cast<std::uint32_t>(c_tiles.size()), &count);
    check(status == static_cast<int>(seen.status) && count == seen.count, "tiles seen");
    check(std::equal(tiles.begin(), tiles.begin() + count, c_tiles.begin()), "which tiles");

    std::vector<taut::Point> corners(taut::max_visibility_points(kRadius));
    std::vector<taut_point> c_corners(corners.size());
    const taut::Point from = place();
    const taut::Result outline =
        taut::extract_visibility_polygon(grid, from, {kRadius}, scratch, corners);
    status = taut_visibility_polygon(c_, ground, from.x, from.y, kRadius, c_corners.data(),
                                     static_cast<std::uint32_t>(c_corners.size()), &count);
    check(status == static_cast<int>(outline.status) && count == outline.count, "corners seen");
    check(std::equal(corners.begin(), corners.begin() + count, c_corners.begin(), is_same),
          "which corners");
  }

 private:
  int below(int end) { return std::uniform_int_distribution(0, end - 1)(random_); }
  taut::Point place() {
    const auto coordinate = [this] { return static_cast<float>(below(side_ * 16)) / 16.0F; };
    const float x = coordinate();
    return {x, coordinate()};
  }

  void check_cells() {
    const taut::Space* const space = finder_.space();
    const taut::ConvexMesh& mesh = space != nullptr ? space->mesh() : world_.mesh();
    std::vector<taut::CellId> cells(taut::max_corridor_cells(mesh));
    std::vector<std::uint32_t> c_cells(cells.size());
    const taut::Result written = finder_.extract_corridor(cells);
    std::uint32_t count = 0;
    const taut_status status = taut_path_corridor(
        c_finder_, c_cells.data(), static_cast<std::uint32_t>(c_cells.size()), &count);
    check(status == static_cast<int>(written.status) && count == written.count, "corridor");
    check(std::equal(cells.begin(), cells.begin() + count, c_cells.begin()), "cells");
  }

  int side_;
  std::mt19937& random_;
  taut::World world_;
  taut::Finder finder_{world_};
  taut_world* c_ = nullptr;
  taut_finder* c_finder_ = nullptr;
};

}  // namespace

// same_answers [STEP]: every STEPth map.
int main(int argc, char** argv) {
  const int step = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 1;
  check_words();
  std::mt19937 random(20);
  for (int map = 0; map < 60; map += step) {
    Pair pair(4 + map % 24, random);
    for (int i = 0; i < 40; ++i) {
      pair.edit();
      if (map % 3 != 0 && i % 4 == 0) pair.link();
      pair.find();
    }
    for (int i = 0; i < 20; ++i) pair.look(static_cast<std::uint8_t>(i % 2));
    pair.query_field(0);
    pair.query_field(1);
  }
  check(links_passed > static_cast<std::size_t>(100 / step),
        "too few links are passed: " + std::to_string(links_passed));
  if (failures == 0) std::puts("c: the same answers as C++");
  return failures == 0 ? 0 : 1;
}

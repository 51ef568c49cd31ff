// Corridor following: what an agent's corridor holds after each move and edit, on every map.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include <taut/path_corridor.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/follow_maps.hpp"
#include "support/grid_corridor.hpp"
#include "support/guarded_block.hpp"
#include "support/random_corridors.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

template <class Map>
bool has_place(const Map& map, CellId cell, const Point& place) {
  return cell < map.ids() && has_place(map.outline(cell), to_lattice(place));
}

// The cells that hold a place.
template <class Map>
std::vector<CellId> cells_at(const Map& map, const Point& place) {
  std::vector<CellId> cells;
  for (CellId cell = 0; cell < map.ids(); ++cell) {
    if (has_place(map, cell, place)) cells.push_back(cell);
  }
  return cells;
}

template <std::size_t N>
std::vector<CellId> cells_of(const PathCorridor<N>& corridor) {
  return {corridor.cells().begin(), corridor.cells().end()};
}

// With all its portals. GridCorridor::tiles are cells of any map here.
template <class Map>
void fill_portals(const Map& map, GridCorridor& corridor) {
  corridor.portals.resize(max_portals(corridor.tiles.size()));
  const Result made = extract_step_portals(map.map(), corridor.tiles, corridor.portals);
  REQUIRE(made.status == Status::ok);
  corridor.portals.resize(made.count);
}

// The corridor of a PathCorridor; its goal, or a place in its last cell.
template <class Map, std::size_t N>
GridCorridor whole_of(const Map& map, const PathCorridor<N>& corridor) {
  GridCorridor out;
  out.tiles = cells_of(corridor);
  out.start = corridor.start();
  out.goal = corridor.leads_to_goal() ? corridor.goal() : map.inside(out.tiles.back());
  fill_portals(map, out);
  return out;
}

// Goes on behind the last cell by a few random steps.
template <class Map>
GridCorridor continue_corridor(Random& random, const Map& map, GridCorridor corridor) {
  std::vector<CellId>& cells = corridor.tiles;
  for (int tries = random.between(0, 60); tries > 0; --tries) {
    const CellId next = map.step_from(random, cells);
    if (next != cells.back()) cells.push_back(next);
  }
  fill_portals(map, corridor);
  const Outline last = map.outline(cells.back());
  corridor.goal =
      random.chance(50) ? map.inside(cells.back()) : to_map_point(last[random.below(last.size())]);
  return corridor;
}

// What is wrong with a corridor that is not empty and current, or empty.
template <class Map, std::size_t N>
std::string find_fault(Random& random, const Map& map, PathCorridor<N>& corridor) {
  const std::vector<CellId> cells = cells_of(corridor);
  if (cells.empty() || cells.size() > N) return "size";
  if (!has_place(map, cells[0], corridor.start())) return "the first cell does not hold the start";
  for (std::size_t i = 1; i < cells.size(); ++i) {
    if (!map.is_step(cells[i - 1], cells[i])) return "a step that is not walkable";
  }
  if (corridor.leads_to_goal() && !has_place(map, cells.back(), corridor.goal()))
    return "the last cell does not hold the goal";
  const GridCorridor whole = whole_of(map, corridor);
  const PortalCheck portals = validate_portals(map.grid, whole.start, whole.goal, whole.portals);
  if (portals.fault != PortalFault::none) return to_string(portals.fault);

  std::vector<Point> path = pull(whole);
  const PathCheck check = validate_path(map.grid, whole.start, whole.goal, path);
  if (check.fault != PathFault::none) return to_string(check.fault);
  const auto room = static_cast<std::size_t>(random.between(0, 6));
  FollowScratch scratch(cells.size(), room);
  GuardedBlock<Point> out(room);
  const Result found = corridor.find_corners(map.map(), scratch, out.room());
  const std::span<const Point> corners = out.room().first(found.count);
  if (!out.is_intact()) return "wrote past its output";
  if (corridor.leads_to_goal()) {
    if (found.status != (room < path.size() ? Status::truncated : Status::ok)) return "status";
    if (found.count != std::min(room, path.size()) || !is_front(corners, path)) return "corners";
    return {};
  }
  if (found.status != Status::truncated || (found.count == 0) != (room == 0)) return "cut: status";
  for (int i = 0; i < 4; ++i) {
    const GridCorridor longer = continue_corridor(random, map, whole);
    if (!is_front(corners, pull(longer))) return "a corner of a cut corridor was not final";
  }
  return {};
}

template <class Map, std::size_t N>
std::string describe_corridor(const Map& map, const PathCorridor<N>& corridor) {
  std::ostringstream text;
  text << to_drawing(map.grid) << "start " << corridor.start().transpose() << ", goal "
       << corridor.goal().transpose();
  for (const CellId cell : corridor.cells()) {
    text << "\ncell " << cell << ":";
    for (const LatticePoint& p : map.outline(cell)) text << "  " << p.x << "," << p.y;
  }
  return text.str();
}

// A place near another one: most often within a tile or two.
Point random_place_near(Random& random, const Point& place) {
  const int reach = random.chance(80) ? 1500 : 6000;
  const LatticePoint p = to_lattice(place);
  LatticePoint near{p.x + random.between(-reach, reach), p.y + random.between(-reach, reach)};
  if (random.chance(20)) near = {near.x / 1024 * 1024, near.y};  // on a line between tiles
  if (random.chance(20)) near = {near.x, near.y / 1024 * 1024};
  return to_map_point(near);
}

struct Counts {
  std::size_t on = 0;
  std::size_t beside = 0;
  std::size_t off = 0;
  std::size_t full = 0;
  std::size_t stale = 0;
  std::size_t shortened = 0;
  std::size_t kept = 0;
};

// One call on a corridor, and what the old cells say of it.
template <class Map, std::size_t N>
class Call {
 public:
  Call(Random& random, Map& map, PathCorridor<N>& corridor, Counts& counts)
      : random_(random),
        map_(map),
        corridor_(corridor),
        counts_(counts),
        old_(cells_of(corridor)),
        did_lead_(corridor.leads_to_goal()),
        start_(corridor.start()),
        goal_(corridor.goal()) {}

  // What is wrong with what it did.
  std::string run() {
    const int what = random_.between(0, 99);
    if (what < 45) return move_start();
    if (what < 75) return move_goal();
    if (what < 90) return edit();
    return did_lead_ ? shorten() : "";
  }

 private:
  std::string compare(Status status, Status wanted_status, const std::vector<CellId>& wanted) {
    if (status != wanted_status) return std::string("status ") + to_string(status);
    if (cells_of(corridor_) != wanted) return "other cells";
    if (corridor_.leads_to_goal() != (status == Status::ok)) return "leads_to_goal";
    return {};
  }
  std::string compare_unchanged(Status status) {
    ++counts_.off;
    const bool is_same = status == Status::no_path && corridor_.start() == start_ &&
                         corridor_.goal() == goal_ && cells_of(corridor_) == old_;
    return is_same ? "" : "not off the corridor";
  }
  [[nodiscard]] bool is_beside(CellId cell, const std::vector<CellId>& places) const {
    return std::any_of(places.begin(), places.end(),
                       [&](CellId place) { return map_.is_step(cell, place); });
  }

  std::string move_start() {
    const Point place = random_place_near(random_, start_);
    const Status status = corridor_.move_start(map_.map(), place);
    Status wanted_status = did_lead_ ? Status::ok : Status::truncated;
    std::vector<CellId> wanted;
    std::size_t i = 0;
    while (i < old_.size() && !has_place(map_, old_[i], place)) ++i;
    if (i < old_.size()) {
      ++counts_.on;
      wanted.assign(old_.begin() + static_cast<std::ptrdiff_t>(i), old_.end());
    } else {
      const std::vector<CellId> places = cells_at(map_, place);
      while (i > 0 && !is_beside(old_[i - 1], places)) --i;
      if (i == 0) return compare_unchanged(status);
      ++counts_.beside;
      if (corridor_.cells().empty()) return "empty";
      if (!has_place(map_, corridor_.cells()[0], place)) return "the start is not in the new cell";
      wanted.push_back(corridor_.cells()[0]);
      wanted.insert(wanted.end(), old_.begin() + static_cast<std::ptrdiff_t>(i - 1), old_.end());
      if (wanted.size() > N) {
        ++counts_.full;
        wanted.pop_back();
        wanted_status = Status::truncated;
      }
    }
    if (corridor_.start() != place) return "start";
    return compare(status, wanted_status, wanted);
  }

  std::string move_goal() {
    const Point place = random_place_near(random_, did_lead_ ? goal_ : map_.inside(old_.back()));
    const Status status = corridor_.move_goal(map_.map(), place);
    Status wanted_status = Status::ok;
    std::vector<CellId> wanted;
    std::size_t i = old_.size();
    while (i > 0 && !has_place(map_, old_[i - 1], place)) --i;
    if (i > 0) {
      ++counts_.on;
      wanted.assign(old_.begin(), old_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      const std::vector<CellId> places = cells_at(map_, place);
      while (i < old_.size() && !is_beside(old_[i], places)) ++i;
      if (i == old_.size()) return compare_unchanged(status);
      ++counts_.beside;
      wanted.assign(old_.begin(), old_.begin() + static_cast<std::ptrdiff_t>(i + 1));
      if (wanted.size() == N) {
        ++counts_.full;
        wanted_status = Status::truncated;
      } else {
        wanted.push_back(corridor_.cells().back());
      }
    }
    if (corridor_.goal() != place) return "goal";
    return compare(status, wanted_status, wanted);
  }

  std::string edit() {
    const Point there = map_.inside(old_[random_.below(old_.size())]);
    const Tile tile = random_.chance(70)
                          ? Tile{static_cast<int>(there.x()), static_cast<int>(there.y())}
                          : random_walkable_tile(random_, map_.grid);
    // With the state left as it was one time in five: then nothing is stale.
    map_.set(tile, random_.chance(80) ? TileState::blocked : TileState::walkable);
    const Status status = corridor_.drop_stale(map_.map());
    Status wanted_status = did_lead_ ? Status::ok : Status::truncated;
    std::vector<CellId> wanted;
    if (!has_place(map_, old_[0], start_)) {
      wanted_status = Status::no_path;
    } else {
      wanted.push_back(old_[0]);
      while (wanted.size() < old_.size() && map_.is_step(wanted.back(), old_[wanted.size()])) {
        wanted.push_back(old_[wanted.size()]);
      }
      // Its last cell may have another outline now.
      if (wanted.size() < old_.size() || !has_place(map_, old_.back(), goal_)) {
        wanted_status = Status::truncated;
      }
    }
    if (wanted.size() < old_.size()) ++counts_.stale;
    return compare(status, wanted_status, wanted);
  }

  std::string shorten() {
    const std::vector<Point> path = pull(whole_of(map_, corridor_));
    if (path.size() < 3) return {};
    FollowScratch scratch(N, 0);
    const Point& corner = path[2 + random_.below(path.size() - 2)];
    const Status status = corridor_.shorten(map_.map(), corner, scratch);
    if (status == Status::no_path) {
      ++counts_.kept;
      return cells_of(corridor_) == old_ ? "" : "changed";
    }
    ++counts_.shortened;
    if (corridor_.start() != start_ || corridor_.goal() != goal_) return "ends";
    const double longer = path_length(pull(whole_of(map_, corridor_))) / path_length(path);
    if (longer > 1.0 + 1e-12) return "shorten() made the path longer: " + std::to_string(longer);
    return status == Status::ok ? "" : "status";
  }

  Random& random_;
  Map& map_;
  PathCorridor<N>& corridor_;
  Counts& counts_;
  const std::vector<CellId> old_;
  const bool did_lead_;
  const Point start_;
  const Point goal_;
};

template <std::size_t N, class Map>
void move_about(Random& random, Map map, Counts& counts) {
  if (map.grid.walkable_count() == 0) return;
  const Point start = center(random_walkable_tile(random, map.grid));
  const Point goal = center(random_walkable_tile(random, map.grid));
  const std::span<const CellId> found = map.find(start, goal);
  if (found.empty()) return;
  PathCorridor<N> corridor;
  const Status set = corridor.set(map.map(), start, goal, found);
  REQUIRE(set == (found.size() > N ? Status::truncated : Status::ok));
  for (int i = 0; i < 40 && !corridor.cells().empty(); ++i) {
    const PathCorridor<N> old = corridor;
    std::string fault = Call<Map, N>(random, map, corridor, counts).run();
    if (fault.empty() && !corridor.cells().empty()) fault = find_fault(random, map, corridor);
    if (!fault.empty()) {
      FAIL(fault << ", N " << N << "\nbefore\n"
                 << describe_corridor(map, old) << "\nafter\n"
                 << describe_corridor(map, corridor));
    }
  }
}

template <class Map>
void move_about(Random& random, std::size_t maps) {
  Counts counts;
  for (std::size_t i = 0; i < maps; ++i) {
    const Grid grid = make_random_map(random, random.chance(70) ? 14 : 40);
    move_about<2>(random, Map(grid), counts);
    move_about<3>(random, Map(grid), counts);
    move_about<7>(random, Map(grid), counts);
    move_about<24>(random, Map(grid), counts);
    move_about<200>(random, Map(grid), counts);
  }
  INFO("on " << counts.on << ", beside " << counts.beside << ", off " << counts.off << ", full "
             << counts.full << ", stale " << counts.stale << ", shortened " << counts.shortened
             << ", kept " << counts.kept);
  CHECK((is_small_share() || std::min({counts.on, counts.beside, counts.off, counts.full,
                                       counts.stale, counts.shortened}) > 0));
}

}  // namespace

TEST_CASE("PathCorridor: moves, edits and rays on random maps", "[path_corridor]") {
  for (Random& random : random_generators("path corridor moves")) {
    move_about<FollowedTiles>(random, random_count(3000, 40000));
  }
}

TEST_CASE("PathCorridor: moves, edits and rays on leaves", "[path_corridor]") {
  for (Random& random : random_generators("path corridor moves on leaves")) {
    move_about<FollowedLeaves>(random, random_count(1500, 40000));
  }
}

TEST_CASE("PathCorridor: moves, edits and rays on meshes", "[path_corridor]") {
  for (Random& random : random_generators("path corridor moves on meshes")) {
    move_about<FollowedMesh>(random, random_count(1500, 40000));
  }
}

namespace {

// A corridor from the lower left corner up and along the top row.
struct ByHand {
  Grid grid = draw_map(
      "......\n"
      ".@@@@.\n"
      "......\n");
  std::array<TileId, 6> tiles{id(0, 2), id(0, 1), id(0, 0), id(1, 0), id(2, 0), id(3, 0)};
  Point start{0.5F, 2.5F};
  Point goal{3.5F, 0.5F};

  [[nodiscard]] TileId id(int x, int y) const { return grid.id({x, y}); }
};

}  // namespace

TEST_CASE("PathCorridor: corners by hand", "[path_corridor]") {
  const ByHand map;
  const Grid& grid = map.grid;
  std::array<Point, 8> out{};
  FollowScratch scratch(8, out.size());
  PathCorridor<8> corridor;
  CHECK(corridor.status() == Status::no_path);
  CHECK(corridor.find_corners(grid, scratch, out).status == Status::no_path);
  CHECK(corridor.move_start(grid, map.start) == Status::no_path);
  CHECK(corridor.move_goal(grid, map.goal) == Status::no_path);
  REQUIRE(corridor.set(grid, map.start, map.goal, map.tiles) == Status::ok);
  const Result found = corridor.find_corners(grid, scratch, out);
  CHECK(found.status == Status::ok);
  REQUIRE(found.count == 3);
  CHECK(out[1] == Point(1.0F, 1.0F));
  CHECK(out[2] == map.goal);
}

TEST_CASE("PathCorridor: an invalid corridor is refused and changes nothing", "[path_corridor]") {
  const ByHand map;
  const Grid& grid = map.grid;
  PathCorridor<8> corridor;
  REQUIRE(corridor.set(grid, map.start, map.goal, map.tiles) == Status::ok);
  const std::array jump{map.id(0, 2), map.id(0, 0), map.id(1, 0)};
  const std::array wall{map.id(0, 1), map.id(1, 1)};
  const std::array far{map.id(0, 2), TileId{900}};
  CHECK(corridor.set(grid, map.start, map.goal, {}) == Status::invalid_input);
  CHECK(corridor.set(grid, map.goal, map.goal, map.tiles) == Status::invalid_input);
  CHECK(corridor.set(grid, map.start, map.start, map.tiles) == Status::invalid_input);
  CHECK(corridor.set(grid, map.start, {1.5F, 0.5F}, jump) == Status::invalid_input);
  CHECK(corridor.set(grid, {0.5F, 1.5F}, {1.5F, 1.5F}, wall) == Status::invalid_input);
  CHECK(corridor.set(grid, map.start, map.goal, far) == Status::invalid_input);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(corridor.set(grid, {nan, 2.5F}, map.goal, map.tiles) == Status::invalid_input);
  CHECK(corridor.move_start(grid, {nan, nan}) == Status::no_path);
  CHECK(corridor.move_goal(grid, {nan, 0.5F}) == Status::no_path);
  CHECK(std::equal(map.tiles.begin(), map.tiles.end(), corridor.cells().begin(),
                   corridor.cells().end()));
  CHECK(corridor.status() == Status::ok);
}

TEST_CASE("PathCorridor: a wall cuts the corridor, and an interim goal completes it",
          "[path_corridor]") {
  ByHand map;
  Grid& grid = map.grid;
  PathCorridor<8> corridor;
  REQUIRE(corridor.set(grid, map.start, map.goal, map.tiles) == Status::ok);
  grid.set(Tile{2, 0}, TileState::blocked);
  // Any call notices.
  CHECK(corridor.move_start(grid, {0.5F, 1.5F}) == Status::truncated);
  CHECK(corridor.cells().size() == 3);
  CHECK_FALSE(corridor.leads_to_goal());
  CHECK(corridor.move_goal(grid, {1.5F, 0.5F}) == Status::ok);
  CHECK(corridor.cells().size() == 3);
  // Taken away again: what was dropped does not come back.
  grid.set(Tile{2, 0}, TileState::walkable);
  CHECK(corridor.drop_stale(grid) == Status::ok);
  CHECK(corridor.cells().size() == 3);
  // The agent's own tile.
  grid.set(Tile{0, 1}, TileState::blocked);
  CHECK(corridor.drop_stale(grid) == Status::no_path);
  CHECK(corridor.cells().empty());
}

TEST_CASE("PathCorridor: the capacity cuts the corridor", "[path_corridor]") {
  const ByHand map;
  const Grid& grid = map.grid;
  PathCorridor<4> corridor;
  CHECK(corridor.set(grid, map.start, map.goal, map.tiles) == Status::truncated);
  CHECK(corridor.cells().size() == 4);
  // Walking on does not bring the tail back, stepping back takes more of it.
  CHECK(corridor.move_start(grid, {0.5F, 1.5F}) == Status::truncated);
  CHECK(corridor.cells().size() == 3);
  CHECK(corridor.move_start(grid, {0.5F, 2.5F}) == Status::truncated);
  CHECK(corridor.move_start(grid, {1.5F, 2.5F}) == Status::truncated);
  CHECK(corridor.cells().size() == 4);
  CHECK(corridor.cells().back() == map.id(0, 0));
  CHECK(corridor.move_start(grid, {4.5F, 2.5F}) == Status::no_path);
}

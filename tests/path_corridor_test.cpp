// Corridor following: what an agent's corridor holds after each move, edit and look ahead.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <sstream>
#include <vector>

#include <taut/fixed_buffer.hpp>
#include <taut/grid_follow.hpp>
#include <taut/grid_path.hpp>
#include <taut/path_corridor.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/grid_corridor.hpp"
#include "support/guarded_block.hpp"
#include "support/random_corridors.hpp"
#include "support/seed.hpp"
#include "support/tile_oracle.hpp"

using namespace taut;
using namespace taut::test;

namespace {

constexpr float kRowScale = 1.0F / 64.0F;

// A row of convex cells as a map: the second kind of map beside the grid. Counts how many cells it
// was asked to look at.
struct RowMap {
  std::vector<std::vector<LatticePoint>> cells;  // counter-clockwise
  std::vector<Portal> portals;
  std::uint64_t edits = 0;
  mutable std::size_t looked_at = 0;

  [[nodiscard]] std::uint64_t revision() const noexcept { return edits; }
};

bool holds(const RowMap& map, CellId cell, const Point& place) {
  if (cell >= map.cells.size()) return false;
  const std::vector<LatticePoint>& corners = map.cells[cell];
  const LatticePoint p{static_cast<std::int64_t>(place.x() / kRowScale),
                       static_cast<std::int64_t>(place.y() / kRowScale)};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const LatticePoint a = 4 * corners[i];
    const LatticePoint b = 4 * corners[(i + 1) % corners.size()];
    if (cross(b - a, p - a) < 0) return false;
  }
  return true;
}
bool is_step_walkable(const RowMap& map, CellId from, CellId to) {
  return from < map.cells.size() && to < map.cells.size() && (to == from + 1 || from == to + 1);
}
std::optional<CellId> find_cell_beside(const RowMap& map, CellId cell, const Point& place) {
  if (holds(map, cell + 1, place)) return cell + 1;
  if (cell > 0 && holds(map, cell - 1, place)) return cell - 1;
  return std::nullopt;
}
// Asked by shorten() alone, which needs rays.
[[maybe_unused]] bool is_spur(const RowMap&, CellId before, CellId, CellId after) {
  return before == after;
}
// Corridors that go forward.
Result extract_portals(const RowMap& map, std::span<const CellId> cells, std::span<Portal> out) {
  map.looked_at += cells.size();
  const std::size_t count = std::min(cells.size() - 1, out.size());
  std::copy_n(map.portals.begin() + static_cast<std::ptrdiff_t>(cells[0]), count, out.begin());
  return {count + 1 < cells.size() ? Status::truncated : Status::ok, count};
}

static_assert(HasCells<RowMap> && !HasRayCorridors<RowMap>);
static_assert(HasRayCorridors<Grid>);

struct Row {
  RowMap map;
  Point start{0, 0};
  Point goal{0, 0};
  std::vector<CellId> cells;
  std::vector<Point> path;  // through all of it
};

// Nothing when the row is too large for the lattice.
std::optional<Row> make_row(Random& random, const RowKind& kind, std::size_t steps) {
  const CellRow row = kind.make(random, steps);
  const LatticeCorridor corridor = place_ends(random, row, 0);
  if (max_coordinate(corridor) >= 1 << 20 || row.cells.size() != row.portals.size() + 1) return {};
  Row out;
  out.map.cells = row.cells;
  out.map.portals = to_portals(corridor.portals, kRowScale);
  out.start = to_point(corridor.start, kRowScale);
  out.goal = to_point(corridor.goal, kRowScale);
  for (CellId i = 0; i < row.cells.size(); ++i) out.cells.push_back(i);
  out.path.resize(max_path_points(out.map.portals.size()));
  out.path.resize(string_pull(out.start, out.goal, out.map.portals, out.path).count);
  return out;
}

bool is_same(const Portal& a, const Portal& b) { return a.left == b.left && a.right == b.right; }

bool is_front(std::span<const Point> front, std::span<const Point> path) {
  return front.size() <= path.size() && std::equal(front.begin(), front.end(), path.begin());
}

// Looks ahead along a row that the corridor holds whole or cut; returns how many points it found.
template <std::size_t N>
std::size_t look_ahead(const Row& row, const char* kind) {
  PathCorridor<N> corridor;
  const Status status = corridor.set(row.map, row.start, row.goal, row.cells);
  REQUIRE(status == (row.cells.size() > N ? Status::truncated : Status::ok));
  REQUIRE(corridor.leads_to_goal() == (status == Status::ok));
  std::size_t most = 0;
  for (std::size_t room = 0; room <= std::min<std::size_t>(row.path.size() + 2, 12); ++room) {
    FollowScratch scratch(N, room);
    GuardedBlock<Point> out(room);
    const Result found = corridor.find_corners(row.map, scratch, out.room());
    REQUIRE(out.is_intact());
    std::string fault;
    if (!is_front(out.room().first(found.count), row.path)) fault = "other points";
    if (status == Status::ok) {
      if (found.count != std::min(room, row.path.size())) fault = "too few points";
      if ((found.status == Status::ok) != (room >= row.path.size())) fault = "status";
    } else {
      if (found.count > room || (room > 0 && found.count == 0)) fault = "count";
      if (found.status != Status::truncated) fault = "status of a cut corridor";
      most = std::max(most, found.count);
    }
    if (!fault.empty()) {
      std::ostringstream text;
      text << fault << ", room " << room << ", N " << N << ", " << kind << "\n"
           << row.cells.size() << " cells, found";
      for (const Point& p : out.room().first(found.count))
        text << " (" << p.x() << " " << p.y() << ")";
      text << "\npath";
      for (const Point& p : row.path) text << " (" << p.x() << " " << p.y() << ")";
      text << "\nportals";
      for (const Portal& p : row.map.portals) {
        text << "  " << p.left.x() << " " << p.left.y() << " / " << p.right.x() << " "
             << p.right.y();
      }
      FAIL(text.str());
    }
  }
  return most;
}

// Walks along a row by two cells on and one back.
template <std::size_t N>
void walk_row(const Row& row) {
  PathCorridor<N> corridor;
  REQUIRE(corridor.set(row.map, row.start, row.goal, row.cells) != Status::invalid_input);
  const auto corner_of = [&](CellId cell) {
    return to_point(4 * row.map.cells[cell][0], kRowScale);
  };
  FollowScratch scratch(N, 3);
  std::array<Point, 3> found{};
  std::array<Point, 3> wanted{};
  for (CellId cell = 0; cell < std::min(row.cells.size(), N); cell += 2) {
    for (const CellId to : {cell, cell > 0 ? cell - 1 : 0}) {
      const Point place = corner_of(to);
      const CellId before = corridor.cells()[0];
      // Cells that lie over one another may have taken the walk far ahead.
      if (corridor.move_start(row.map, place) == Status::no_path) {
        REQUIRE(to + 1 < before);
        continue;
      }
      const CellId first = corridor.cells()[0];
      REQUIRE(holds(row.map, first, place));
      if (!corridor.leads_to_goal()) continue;
      REQUIRE(corridor.cells().back() == row.cells.back());
      const Result near = corridor.find_corners(row.map, scratch, found);
      const Result far =
          string_pull(place, row.goal, std::span(row.map.portals).subspan(first), wanted);
      REQUIRE(near.status == far.status);
      REQUIRE(near.count == far.count);
      REQUIRE(is_front(std::span(found).first(near.count), wanted));
    }
  }
}

bool has_place(Tile tile, const Point& p) {
  const auto x = static_cast<float>(tile.x);
  const auto y = static_cast<float>(tile.y);
  return p.x() >= x && p.x() <= x + 1 && p.y() >= y && p.y() <= y + 1;
}

bool is_walkable_step(const Grid& grid, TileId from, TileId to) {
  return is_step_allowed(grid, grid.tile(from), grid.tile(to), DiagonalRule::only_if_no_obstacles);
}

// Whether a tile that holds the place can be stepped to from `tile`.
bool is_beside(const Grid& grid, TileId tile, const Point& place) {
  const Tile at = grid.tile(tile);
  for (int y = at.y - 1; y <= at.y + 1; ++y) {
    for (int x = at.x - 1; x <= at.x + 1; ++x) {
      if (grid.is_walkable(x, y) && has_place({x, y}, place) &&
          is_walkable_step(grid, tile, grid.id({x, y})))
        return true;
    }
  }
  return false;
}

template <std::size_t N>
std::vector<TileId> tiles_of(const PathCorridor<N>& corridor) {
  return {corridor.cells().begin(), corridor.cells().end()};
}

// The corridor of a PathCorridor with all its portals; its goal, or a place in its last tile.
template <std::size_t N>
GridCorridor whole_of(const Grid& grid, const PathCorridor<N>& corridor) {
  GridCorridor out;
  out.tiles = tiles_of(corridor);
  out.start = corridor.start();
  out.goal = corridor.leads_to_goal() ? corridor.goal() : center(grid.tile(out.tiles.back()));
  out.portals.resize(max_portals(out.tiles.size()));
  const Result made = extract_portals(grid, out.tiles, out.portals);
  REQUIRE(made.status == Status::ok);
  out.portals.resize(made.count);
  return out;
}

// Goes on behind the last tile by a few random steps that extract_portals() takes.
GridCorridor continue_corridor(Random& random, const Grid& grid, GridCorridor corridor) {
  std::vector<TileId>& tiles = corridor.tiles;
  for (int tries = random.between(0, 60); tries > 0; --tries) {
    const Tile at = grid.tile(tiles.back());
    const Tile next{at.x + random.between(-1, 1), at.y + random.between(-1, 1)};
    if (!grid.is_walkable(next) || !is_walkable_step(grid, tiles.back(), grid.id(next))) continue;
    const auto is_near = [&](TileId id) {
      const Tile tile = grid.tile(id);
      return std::abs(tile.x - next.x) + std::abs(tile.y - next.y) <= 1;
    };
    if (tiles.size() > 1 && is_near(tiles[tiles.size() - 2])) continue;
    tiles.push_back(grid.id(next));
  }
  REQUIRE(make_portals(random, grid, corridor));
  return corridor;
}

// What is wrong with a corridor that is not empty and current, or empty.
template <std::size_t N>
std::string find_fault(Random& random, const Grid& grid, PathCorridor<N>& corridor) {
  const std::vector<TileId> tiles = tiles_of(corridor);
  if (tiles.empty() || tiles.size() > N) return "size";
  if (!grid.is_walkable(grid.tile(tiles[0])) || !has_place(grid.tile(tiles[0]), corridor.start()))
    return "the first tile does not hold the start";
  for (std::size_t i = 1; i < tiles.size(); ++i) {
    if (!is_walkable_step(grid, tiles[i - 1], tiles[i])) return "a step that is not walkable";
  }
  if (corridor.leads_to_goal() && !has_place(grid.tile(tiles.back()), corridor.goal()))
    return "the last tile does not hold the goal";
  const GridCorridor whole = whole_of(grid, corridor);
  const PortalCheck portals = validate_portals(grid, whole.start, whole.goal, whole.portals);
  if (portals.fault != PortalFault::none) return to_string(portals.fault);

  std::vector<Point> path = pull(whole);
  const PathCheck check = validate_path(grid, whole.start, whole.goal, path);
  if (check.fault != PathFault::none) return to_string(check.fault);
  const auto room = static_cast<std::size_t>(random.between(0, 6));
  FollowScratch scratch(tiles.size(), room);
  GuardedBlock<Point> out(room);
  const Result found = corridor.find_corners(grid, scratch, out.room());
  const std::span<const Point> corners = out.room().first(found.count);
  if (!out.is_intact()) return "wrote past its output";
  if (corridor.leads_to_goal()) {
    if (found.status != (room < path.size() ? Status::truncated : Status::ok)) return "status";
    if (found.count != std::min(room, path.size()) || !is_front(corners, path)) return "corners";
    return {};
  }
  if (found.status != Status::truncated || (found.count == 0) != (room == 0)) return "cut: status";
  for (int i = 0; i < 4; ++i) {
    GridCorridor longer = continue_corridor(random, grid, whole);
    longer.start = whole.start;
    if (!is_front(corners, pull(longer))) return "a corner of a cut corridor was not final";
  }
  return {};
}

template <std::size_t N>
std::string describe_corridor(const Grid& grid, const PathCorridor<N>& corridor) {
  GridCorridor tiles;
  tiles.tiles = tiles_of(corridor);
  tiles.start = corridor.start();
  tiles.goal = corridor.goal();
  return describe(grid, tiles, {});
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

// One call on the corridor, held against what the old tiles say.
template <std::size_t N>
std::string do_something(Random& random, Grid& grid, PathCorridor<N>& corridor, Counts& counts) {
  const std::vector<TileId> old = tiles_of(corridor);
  const bool did_lead = corridor.leads_to_goal();
  const Point start = corridor.start();
  const Point goal = corridor.goal();
  std::vector<TileId> wanted;
  Status status = Status::ok;
  Status wanted_status = did_lead ? Status::ok : Status::truncated;
  const int what = random.between(0, 99);

  if (what < 45) {
    const Point place = random_place_near(random, start);
    status = corridor.move_start(grid, place);
    std::size_t i = 0;
    while (i < old.size() && !has_place(grid.tile(old[i]), place)) ++i;
    if (i < old.size()) {
      ++counts.on;
      wanted.assign(old.begin() + static_cast<std::ptrdiff_t>(i), old.end());
    } else {
      i = old.size();
      while (i > 0 && !is_beside(grid, old[i - 1], place)) --i;
      if (i == 0) {
        ++counts.off;
        if (status != Status::no_path || corridor.start() != start || tiles_of(corridor) != old)
          return "not off the corridor";
        return {};
      }
      ++counts.beside;
      if (corridor.cells().empty()) return "empty";
      const Tile first = grid.tile(corridor.cells()[0]);
      if (!has_place(first, place)) return "the new tile does not hold the start";
      wanted.push_back(grid.id(first));
      wanted.insert(wanted.end(), old.begin() + static_cast<std::ptrdiff_t>(i - 1), old.end());
      if (wanted.size() > N) {
        ++counts.full;
        wanted.pop_back();
        wanted_status = Status::truncated;
      }
    }
    if (corridor.start() != place) return "start";
  } else if (what < 75) {
    const Point place = random_place_near(random, did_lead ? goal : center(grid.tile(old.back())));
    status = corridor.move_goal(grid, place);
    std::size_t i = old.size();
    while (i > 0 && !has_place(grid.tile(old[i - 1]), place)) --i;
    wanted_status = Status::ok;
    if (i > 0) {
      ++counts.on;
      wanted.assign(old.begin(), old.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      while (i < old.size() && !is_beside(grid, old[i], place)) ++i;
      if (i == old.size()) {
        ++counts.off;
        if (status != Status::no_path || corridor.goal() != goal || tiles_of(corridor) != old)
          return "not off the corridor";
        return {};
      }
      ++counts.beside;
      wanted.assign(old.begin(), old.begin() + static_cast<std::ptrdiff_t>(i + 1));
      if (wanted.size() == N) {
        ++counts.full;
        wanted_status = Status::truncated;
      } else {
        wanted.push_back(corridor.cells().back());
      }
    }
    if (corridor.goal() != place) return "goal";
  } else if (what < 90) {
    const Tile tile = random.chance(70) ? grid.tile(old[random.below(old.size())])
                                        : random_walkable_tile(random, grid);
    // With the state left as it was one time in five: then nothing is stale.
    grid.set(tile, random.chance(80) ? TileState::blocked : TileState::walkable);
    status = corridor.drop_stale(grid);
    if (!grid.is_walkable(grid.tile(old[0]))) {
      wanted_status = Status::no_path;
    } else {
      wanted.push_back(old[0]);
      while (wanted.size() < old.size() &&
             is_walkable_step(grid, wanted.back(), old[wanted.size()]))
        wanted.push_back(old[wanted.size()]);
      if (wanted.size() < old.size()) wanted_status = Status::truncated;
    }
    if (wanted.size() < old.size()) ++counts.stale;
  } else {
    if (!did_lead) return {};
    const GridCorridor before = whole_of(grid, corridor);
    const std::vector<Point> path = pull(before);
    if (path.size() < 3) return {};
    FollowScratch scratch(N, 0);
    status = corridor.shorten(grid, path[2 + random.below(path.size() - 2)], scratch);
    if (status == Status::no_path) ++counts.kept;
    if (status == Status::no_path) return tiles_of(corridor) == old ? "" : "changed";
    ++counts.shortened;
    if (corridor.start() != start || corridor.goal() != goal) return "ends";
    const double longer = path_length(pull(whole_of(grid, corridor))) / path_length(path);
    if (longer > 1.0 + 1e-12) return "shorten() made the path longer: " + std::to_string(longer);
    return status == Status::ok ? "" : "status";
  }
  if (status != wanted_status) return std::string("status ") + to_string(status);
  if (tiles_of(corridor) != wanted) return "other tiles";
  if (corridor.leads_to_goal() != (status == Status::ok)) return "leads_to_goal";
  return {};
}

template <std::size_t N>
void move_about(Random& random, Counts& counts) {
  Grid grid = make_random_map(random, random.chance(70) ? 14 : 40);
  if (grid.walkable_count() == 0) return;
  const Tile first = random_walkable_tile(random, grid);
  const DiagonalRule rule =
      random.chance(80) ? DiagonalRule::only_if_no_obstacles : DiagonalRule::never;
  const GridCorridor found = search_corridor(grid, first, random_walkable_tile(random, grid), rule);
  if (found.tiles.empty()) return;
  PathCorridor<N> corridor;
  const Status set =
      corridor.set(grid, center(first), center(grid.tile(found.tiles.back())), found.tiles);
  REQUIRE(set == (found.tiles.size() > N ? Status::truncated : Status::ok));
  for (int i = 0; i < 40 && !corridor.cells().empty(); ++i) {
    const PathCorridor<N> old = corridor;
    std::string fault = do_something(random, grid, corridor, counts);
    if (fault.empty() && !corridor.cells().empty()) fault = find_fault(random, grid, corridor);
    if (!fault.empty()) {
      FAIL(fault << ", N " << N << "\nbefore\n"
                 << describe_corridor(grid, old) << "\nafter\n"
                 << describe_corridor(grid, corridor));
    }
  }
}

}  // namespace

TEST_CASE("find_corners: final points of rows of convex cells", "[path_corridor]") {
  for (Random& random : random_generators("path corridor rows")) {
    std::size_t found = 0;
    std::size_t cut = 0;
    for (std::size_t i = 0; i < random_count(20000, 300000); ++i) {
      const RowKind& kind = kRowKinds[random.below(kRowKinds.size())];
      const std::optional<Row> row = make_row(random, kind, random.below(70));
      if (!row) continue;
      look_ahead<2>(*row, kind.name);
      look_ahead<5>(*row, kind.name);
      found += look_ahead<16>(*row, kind.name);
      cut += row->cells.size() > 16 ? 1 : 0;
      look_ahead<64>(*row, kind.name);
      walk_row<16>(*row);
      walk_row<64>(*row);
    }
    // Not only the start: there is something to find in a dozen cells.
    if (!is_small_share()) CHECK(found > 2 * cut);
    if (!is_small_share()) CHECK(cut > 0);
  }
}

TEST_CASE("find_corners: tile walks with sharp turns, cut anywhere", "[path_corridor]") {
  for (Random& random : random_generators("path corridor cut walks")) {
    for (std::size_t i = 0; i < random_count(20000, 200000); ++i) {
      const Grid grid = make_random_map(random, 8);
      if (grid.walkable_count() == 0) continue;
      GridCorridor whole = walk_corridor(random, grid, random.below(30), true);
      REQUIRE(make_portals(random, grid, whole));
      // What HasCells asks of extract_portals().
      std::vector<Portal> portals(whole.portals.size());
      for (std::size_t cells = 1; cells < whole.tiles.size(); ++cells) {
        const Result front = extract_portals(grid, std::span(whole.tiles).first(cells), portals);
        if (front.status != Status::ok ||
            !std::equal(portals.begin(), portals.begin() + static_cast<std::ptrdiff_t>(front.count),
                        whole.portals.begin(), is_same))
          FAIL("portals of the first " << cells << " tiles\n" << describe(grid, whole, {}));
      }
      const std::vector<Point> path = pull(whole);
      const auto look = [&](auto corridor) {
        const Status status = corridor.set(grid, whole.start, whole.goal, whole.tiles);
        REQUIRE(status != Status::invalid_input);
        FollowScratch scratch(whole.tiles.size(), path.size());
        std::vector<Point> out(path.size());
        const Result found = corridor.find_corners(grid, scratch, out);
        out.resize(found.count);
        if (found.status != status || found.count == 0 || !is_front(out, path))
          FAIL(found.count << " points\n" << describe(grid, whole, path));
      };
      look(PathCorridor<3>());
      look(PathCorridor<4>());
      look(PathCorridor<6>());
      look(PathCorridor<12>());
      look(PathCorridor<40>());
    }
    SUCCEED();
  }
}

TEST_CASE("find_corners: costs what it looks at, not the corridor", "[path_corridor]") {
  for (Random& random : random_generators("path corridor cost")) {
    for (std::size_t i = 0; i < random_count(60, 600); ++i) {
      const std::optional<Row> row = make_row(random, kRowKinds[0], 4000);
      REQUIRE(row);
      constexpr std::size_t kRoom = 4;
      FollowScratch scratch(4096, kRoom);
      std::array<Point, kRoom> out{};
      // As far as one has to look.
      std::size_t needed = 1;
      for (; needed <= row->map.portals.size(); ++needed) {
        const std::span<const Portal> front = std::span(row->map.portals).first(needed);
        if (find_final_points(row->start, front, scratch.points, out).count == kRoom) break;
      }
      REQUIRE(needed < 1000);
      const auto cells_looked_at = [&](std::size_t cells) {
        PathCorridor<4096> corridor;
        REQUIRE(corridor.set(row->map, row->start,
                             to_point(4 * row->map.cells[cells - 1][0], kRowScale),
                             std::span(row->cells).first(cells)) == Status::ok);
        row->map.looked_at = 0;
        REQUIRE(corridor.find_corners(row->map, scratch, out).count == kRoom);
        return row->map.looked_at;
      };
      const std::size_t far = cells_looked_at(row->cells.size());
      CHECK(far == cells_looked_at(2000));
      // Growing by twice, it looks less than twice as far, and at no more on the way there.
      CHECK(far <= std::max(kFirstLookCells, 4 * (needed + 1)));
    }
  }
}

TEST_CASE("PathCorridor: moves, edits and rays on random maps", "[path_corridor]") {
  for (Random& random : random_generators("path corridor moves")) {
    Counts counts;
    for (std::size_t i = 0; i < random_count(3000, 40000); ++i) {
      move_about<2>(random, counts);
      move_about<3>(random, counts);
      move_about<7>(random, counts);
      move_about<24>(random, counts);
      move_about<200>(random, counts);
    }
    INFO("on " << counts.on << ", beside " << counts.beside << ", off " << counts.off << ", full "
               << counts.full << ", stale " << counts.stale << ", shortened " << counts.shortened
               << ", kept " << counts.kept);
    CHECK(std::min({counts.on, counts.beside, counts.off, counts.full, counts.stale,
                    counts.shortened}) > 0);
  }
}

namespace {

// An agent with a noisy step on a map that changes under it.
template <std::size_t N>
class Walker {
 public:
  Walker(Random& random, Grid& grid, Tile start, Tile goal)
      : random_(random), grid_(grid), place_(center(start)), goal_(center(goal)), search_(grid) {}

  // Whether there is a way to the goal. The agent then holds the front of it.
  bool search() {
    const std::optional<Tile> from = grid_.locate(place_);
    const std::optional<Tile> to = grid_.locate(goal_);
    if (!from || !to) return false;
    const CorridorResult found =
        find_corridor(grid_, *from, *to, {}, search_.search, search_.corridor);
    if (found.status != Status::ok) return false;
    const std::span<const TileId> tiles(search_.corridor.data(), found.count);
    const Status status = corridor_.set(grid_, place_, goal_, tiles);
    // Too long for the corridor: as far as it goes, first.
    if (status == Status::truncated) {
      const Point there = center(grid_.tile(corridor_.cells().back()));
      return corridor_.move_goal(grid_, there) == Status::ok;
    }
    return status == Status::ok;
  }

  // One step of at most 0.4 tiles towards the next corner, with noise that the map allows. False
  // when the corridor gives no corner to go to, as where it is cut and where the agent stands
  // at its end, or the agent came off it.
  bool step() {
    const AllocationCounter counter;
    const Result found = corridor_.find_corners(grid_, scratch_, corners_);
    bool is_on = false;
    if (found.count >= 2) {
      if (found.count >= 3) shortened_ += shorten(corners_[2]) ? 1 : 0;
      const Point next = corners_[1];
      const auto far = static_cast<float>(distance(place_, next));
      const float part = far > 0.4F ? 0.4F / far : 1.0F;
      // Straight to the corner when it is near; else a noisy way, if the ground bears it.
      Point there = part == 1.0F ? next : snap(place_ + part * (next - place_));
      const Point noisy = snap(there + Point(noise(), noise()));
      if (part < 1.0F && is_visible(grid_, place_, noisy)) there = noisy;
      if (part == 1.0F || is_visible(grid_, place_, there)) place_ = there;
      is_on = corridor_.move_start(grid_, place_) != Status::no_path;
    }
    allocations_ += counter.count();
    return is_on;
  }

  [[nodiscard]] bool is_there() const { return place_ == goal_; }
  [[nodiscard]] const Point& place() const { return place_; }
  [[nodiscard]] std::size_t allocations() const { return allocations_; }
  [[nodiscard]] std::size_t shortened() const { return shortened_; }
  PathCorridor<N>& corridor() { return corridor_; }

 private:
  bool shorten(const Point& corner) {
    return corridor_.shorten(grid_, corner, scratch_) != Status::no_path;
  }
  float noise() { return static_cast<float>(random_.between(-200, 200)) / 1024.0F; }

  Random& random_;
  Grid& grid_;
  Point place_;
  Point goal_;
  GridScratch search_;
  PathCorridor<N> corridor_;
  FollowScratch scratch_{N, 3};
  std::array<Point, 3> corners_{};
  std::size_t allocations_ = 0;
  std::size_t shortened_ = 0;
};

struct Walks {
  std::size_t arrived = 0;
  std::size_t shortened = 0;
  std::size_t searches = 0;
  std::size_t ticks = 0;
};

template <std::size_t N>
void walk(Random& random, int edits, Walks& walks) {
  Grid grid = make_random_map(random, random.chance(70) ? 20 : 50);
  if (grid.walkable_count() == 0) return;
  const Tile start = random_walkable_tile(random, grid);
  const Tile goal = random_walkable_tile(random, grid);
  Walker<N> walker(random, grid, start, goal);
  bool has_way = walker.search();
  const std::size_t limit = 60 * (grid.tile_count() + 60);
  std::size_t ticks = 0;
  while (has_way && !walker.is_there() && ticks++ < limit) {
    if (random.chance(edits)) {
      const Tile tile{random.between(0, grid.width() - 1), random.between(0, grid.height() - 1)};
      grid.set(tile, random.chance(60) ? TileState::blocked : TileState::walkable);
    }
    if (!walker.step()) {
      ++walks.searches;
      has_way = walker.search();
    }
  }
  if (walker.allocations() != 0) FAIL(walker.allocations() << " allocations");
  if (has_way && !walker.is_there()) {
    FAIL("not there after " << ticks << " ticks, but at " << walker.place().transpose() << "\n"
                            << describe_corridor(grid, walker.corridor()));
  }
  walks.arrived += has_way ? 1 : 0;
  walks.shortened += walker.shortened();
  walks.ticks += ticks;
}

}  // namespace

TEST_CASE("PathCorridor: agents reach their goals", "[path_corridor]") {
  for (Random& random : random_generators("path corridor walks")) {
    Walks roomy;
    Walks still;
    Walks edited;
    for (std::size_t i = 0; i < random_count(4000, 40000); ++i) {
      walk<8>(random, 0, still);
      walk<512>(random, 0, roomy);
      walk<16>(random, 5, edited);
      walk<512>(random, 5, edited);
    }
    INFO("arrived " << still.arrived << " and " << edited.arrived << ", searches " << still.searches
                    << " and " << edited.searches << " in " << still.ticks << " and "
                    << edited.ticks << " ticks, shortened " << still.shortened);
    CHECK(roomy.searches == 0);
    CHECK(roomy.arrived > 0);
    CHECK(still.arrived > 0);
    CHECK(edited.arrived > 0);
    CHECK(still.shortened > 0);
    CHECK(edited.searches > 0);
  }
}

TEST_CASE("PathCorridor: by hand", "[path_corridor]") {
  Grid grid = draw_map(
      "......\n"
      ".@@@@.\n"
      "......\n");
  const auto id = [&](int x, int y) { return grid.id({x, y}); };
  const std::array tiles{id(0, 2), id(0, 1), id(0, 0), id(1, 0), id(2, 0), id(3, 0)};
  const Point start{0.5F, 2.5F};
  const Point goal{3.5F, 0.5F};
  std::array<Point, 8> out{};
  FollowScratch scratch(8, out.size());

  SECTION("corners") {
    PathCorridor<8> corridor;
    CHECK(corridor.status() == Status::no_path);
    CHECK(corridor.find_corners(grid, scratch, out).status == Status::no_path);
    CHECK(corridor.move_start(grid, start) == Status::no_path);
    CHECK(corridor.move_goal(grid, goal) == Status::no_path);
    REQUIRE(corridor.set(grid, start, goal, tiles) == Status::ok);
    const Result found = corridor.find_corners(grid, scratch, out);
    CHECK(found.status == Status::ok);
    REQUIRE(found.count == 3);
    CHECK(out[1] == Point(1.0F, 1.0F));
    CHECK(out[2] == goal);
  }
  SECTION("what is no corridor is refused and changes nothing") {
    PathCorridor<8> corridor;
    REQUIRE(corridor.set(grid, start, goal, tiles) == Status::ok);
    const std::array jump{id(0, 2), id(0, 0), id(1, 0)};
    const std::array wall{id(0, 1), id(1, 1)};
    const std::array far{id(0, 2), TileId{900}};
    CHECK(corridor.set(grid, start, goal, {}) == Status::invalid_input);
    CHECK(corridor.set(grid, goal, goal, tiles) == Status::invalid_input);
    CHECK(corridor.set(grid, start, start, tiles) == Status::invalid_input);
    CHECK(corridor.set(grid, start, {1.5F, 0.5F}, jump) == Status::invalid_input);
    CHECK(corridor.set(grid, {0.5F, 1.5F}, {1.5F, 1.5F}, wall) == Status::invalid_input);
    CHECK(corridor.set(grid, start, goal, far) == Status::invalid_input);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(corridor.set(grid, {nan, 2.5F}, goal, tiles) == Status::invalid_input);
    CHECK(corridor.move_start(grid, {nan, nan}) == Status::no_path);
    CHECK(corridor.move_goal(grid, {nan, 0.5F}) == Status::no_path);
    CHECK(std::equal(tiles.begin(), tiles.end(), corridor.cells().begin(), corridor.cells().end()));
    CHECK(corridor.status() == Status::ok);
  }
  SECTION("a wall cuts the corridor; an interim goal makes it whole again") {
    PathCorridor<8> corridor;
    REQUIRE(corridor.set(grid, start, goal, tiles) == Status::ok);
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
  SECTION("the capacity cuts the corridor") {
    PathCorridor<4> corridor;
    CHECK(corridor.set(grid, start, goal, tiles) == Status::truncated);
    CHECK(corridor.cells().size() == 4);
    // Walking on does not bring the tail back, stepping back takes more of it.
    CHECK(corridor.move_start(grid, {0.5F, 1.5F}) == Status::truncated);
    CHECK(corridor.cells().size() == 3);
    CHECK(corridor.move_start(grid, {0.5F, 2.5F}) == Status::truncated);
    CHECK(corridor.move_start(grid, {1.5F, 2.5F}) == Status::truncated);
    CHECK(corridor.cells().size() == 4);
    CHECK(corridor.cells().back() == id(0, 0));
    CHECK(corridor.move_start(grid, {4.5F, 2.5F}) == Status::no_path);
  }
}

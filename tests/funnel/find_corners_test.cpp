// Corridor following: looking ahead for the next corners.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <taut/grid_follow.hpp>
#include <taut/path_corridor.hpp>

#include "support/allocation_counter.hpp"
#include "support/catch.hpp"
#include "support/grid_corridor.hpp"
#include "support/guarded_block.hpp"
#include "support/random_corridors.hpp"
#include "support/seed.hpp"

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
Result extract_step_portals(const RowMap& map, std::span<const CellId> cells,
                            std::span<Portal> out) {
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
      // What HasCells asks of extract_step_portals().
      std::vector<Portal> portals(whole.portals.size());
      for (std::size_t cells = 1; cells < whole.tiles.size(); ++cells) {
        const Result front =
            extract_step_portals(grid, std::span(whole.tiles).first(cells), portals);
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

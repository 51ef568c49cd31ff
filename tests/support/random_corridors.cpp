#include "support/random_corridors.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>

namespace taut::test {

namespace {

using Polygon = std::vector<LatticePoint>;

Polygon rectangle(LatticePoint low, LatticePoint high) {
  return {low, {high.x, low.y}, high, {low.x, high.y}};
}

// The side of a rectangle that looks in direction 0: +x, 1: +y, 2: -x, 3: -y, as a portal
// for a walker who leaves through it.
LatticePortal side(const Polygon& cell, std::size_t direction) {
  return {cell[(direction + 2) % 4], cell[(direction + 1) % 4]};
}

constexpr std::array<LatticePoint, 4> kSteps{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

// Which of the eight directions a walk takes; about half of the time the last one again.
LatticePoint random_step(Random& random, LatticePoint last, bool has_diagonals) {
  if (last != LatticePoint{} && random.chance(45)) return last;
  for (;;) {
    const LatticePoint step{random.between(-1, 1), random.between(-1, 1)};
    if (step == LatticePoint{}) continue;
    if (!has_diagonals && step.x != 0 && step.y != 0) continue;
    return step;
  }
}

CellRow walk_tiles(Random& random, std::size_t steps, bool has_diagonals) {
  CellRow row;
  LatticePoint at{0, 0};
  LatticePoint last{};
  row.cells.push_back(rectangle(at, at + LatticePoint{1, 1}));
  while (row.portals.size() < steps) {
    const LatticePoint step = random_step(random, last, has_diagonals);
    const bool is_straight = step.x == 0 || step.y == 0;
    if (is_straight && step == -1 * last) continue;
    const Polygon& cell = row.cells.back();
    if (is_straight) {
      const auto direction = static_cast<std::size_t>(
          std::distance(kSteps.begin(), std::find(kSteps.begin(), kSteps.end(), step)));
      row.portals.push_back(side(cell, direction));
    } else {
      const LatticePoint corner{at.x + (step.x > 0 ? 1 : 0), at.y + (step.y > 0 ? 1 : 0)};
      row.portals.push_back({corner, corner});
    }
    at = at + step;
    last = step;
    row.cells.push_back(rectangle(at, at + LatticePoint{1, 1}));
  }
  return row;
}

// A part of positive length of lattice steps of the segment low..high, ends as likely as all places
// between.
std::array<std::int64_t, 2> random_part(Random& random, std::int64_t low, std::int64_t high) {
  const auto length = static_cast<int>(high - low);
  int a = random.between(0, length);
  int b = random.between(0, length);
  if (random.chance(30)) a = 0;
  if (random.chance(30)) b = length;
  if (a == b) {
    a = 0;
    b = length;
  }
  return {low + std::min(a, b), low + std::max(a, b)};
}

// Glues a rectangle to the part [from, to] (along the side) of the side of `cell` that looks in
// `direction`.
Polygon glue_rectangle(Random& random, const Polygon& cell, std::size_t direction,
                       std::int64_t from, std::int64_t to) {
  const std::int64_t depth = random.chance(30) ? 1 : random.between(1, 5);
  const std::int64_t low = from - (random.chance(50) ? 0 : random.between(1, 4));
  const std::int64_t high = to + (random.chance(50) ? 0 : random.between(1, 4));
  switch (direction) {
    case 0:
      return rectangle({cell[2].x, low}, {cell[2].x + depth, high});
    case 1:
      return rectangle({low, cell[2].y}, {high, cell[2].y + depth});
    case 2:
      return rectangle({cell[0].x - depth, low}, {cell[0].x, high});
    default:
      return rectangle({low, cell[0].y - depth}, {high, cell[0].y});
  }
}

// The portal on the part [from, to] of a side, for a walker who leaves through it.
LatticePortal part_of_side(const Polygon& cell, std::size_t direction, std::int64_t from,
                           std::int64_t to) {
  LatticePortal portal = side(cell, direction);
  if (direction % 2 == 0) {
    portal.left.y = direction == 0 ? to : from;
    portal.right.y = direction == 0 ? from : to;
  } else {
    portal.left.x = direction == 1 ? from : to;
    portal.right.x = direction == 1 ? to : from;
  }
  return portal;
}

// Rectangles; `same_side_percent` of the steps leave by the side through which the row came, where
// there is room.
CellRow glue_rectangles(Random& random, std::size_t steps, int same_side_percent) {
  CellRow row;
  row.cells.push_back(rectangle({0, 0}, {random.between(1, 6), random.between(1, 6)}));
  std::size_t entered_by = 4;  // the side of the last cell through which the row came
  std::array<std::int64_t, 2> entry{};
  while (row.portals.size() < steps) {
    const Polygon cell = row.cells.back();
    std::size_t direction = random.below(4);
    if (entered_by < 4 && random.chance(same_side_percent)) direction = entered_by;
    const bool is_upright = direction % 2 == 0;
    std::int64_t low = is_upright ? cell[0].y : cell[0].x;
    std::int64_t high = is_upright ? cell[2].y : cell[2].x;
    if (direction == entered_by) {
      // Beside the portal through which the row came.
      const bool is_before = random.chance(50);
      if (is_before) {
        high = entry[0];
      } else {
        low = entry[1];
      }
      if (low == high) {
        if (same_side_percent < 100) continue;
        // Make the room that is missing.
        Polygon& wider = row.cells.back();
        const std::int64_t more = random.between(1, 4);
        const LatticePoint grow_low =
            is_before ? (is_upright ? LatticePoint{0, -more} : LatticePoint{-more, 0})
                      : LatticePoint{};
        const LatticePoint grow_high =
            is_before ? LatticePoint{}
                      : (is_upright ? LatticePoint{0, more} : LatticePoint{more, 0});
        wider = rectangle(cell[0] + grow_low, cell[2] + grow_high);
        continue;
      }
    }
    const auto part = random_part(random, low, high);
    row.portals.push_back(part_of_side(cell, direction, part[0], part[1]));
    row.cells.push_back(glue_rectangle(random, cell, direction, part[0], part[1]));
    entered_by = (direction + 2) % 4;
    entry = part;
  }
  return row;
}

bool is_convex(const Polygon& cell) {
  std::int64_t area = 0;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    const LatticePoint& a = cell[i];
    const LatticePoint& b = cell[(i + 1) % cell.size()];
    const LatticePoint& c = cell[(i + 2) % cell.size()];
    const std::int64_t turn = cross(b - a, c - b);
    if (turn < 0 || (turn == 0 && inner(b - a, c - b) <= 0)) return false;
    area += cross(a - cell[0], b - cell[0]);
  }
  if (area <= 0) return false;
  // Turning left at each corner is not enough: the polygon must go round once. So all lies left of
  // each side, and no corner comes again.
  for (std::size_t i = 0; i < cell.size(); ++i) {
    const LatticePoint& a = cell[i];
    const LatticePoint& b = cell[(i + 1) % cell.size()];
    for (const LatticePoint& c : cell) {
      if (cross(b - a, c - a) < 0) return false;
    }
    if (std::count(cell.begin(), cell.end(), a) != 1) return false;
  }
  return true;
}

LatticePoint random_near(Random& random, LatticePoint p, int reach) {
  return {p.x + random.between(-reach, reach), p.y + random.between(-reach, reach)};
}

// A convex polygon on the far side of a portal: its first side is the portal, seen from the other
// side.
Polygon glue_polygon(Random& random, const LatticePortal& portal, std::size_t corners) {
  const LatticePoint edge = portal.right - portal.left;
  for (int tries = 0; tries < 60; ++tries) {
    Polygon cell{portal.left, portal.right};
    if (corners > 3 && random.chance(30)) {
      cell.push_back(portal.right + random.between(1, 2) * edge);  // on the portal's line
    }
    while (cell.size() < corners) cell.push_back(random_near(random, cell.back(), 5));
    if (is_convex(cell)) return cell;
  }
  for (;;) {
    const Polygon cell{portal.left, portal.right, random_near(random, portal.left, 5)};
    if (is_convex(cell)) return cell;
  }
}

Polygon random_triangle(Random& random) {
  for (;;) {
    const Polygon cell{{0, 0}, random_near(random, {0, 0}, 5), random_near(random, {0, 0}, 5)};
    if (is_convex(cell)) return cell;
  }
}

LatticePortal leave_by(const Polygon& cell, std::size_t i) {
  return {cell[(i + 1) % cell.size()], cell[i]};
}

// A random lattice point of the cell, in coordinates 4 times as large.
LatticePoint random_place(Random& random, const Polygon& cell) {
  const LatticePoint a = cell[random.below(cell.size())];
  const LatticePoint b = cell[random.below(cell.size())];
  const LatticePoint c = cell[random.below(cell.size())];
  const int i = random.between(0, 4);
  const int j = random.between(0, 4 - i);
  return i * a + j * b + (4 - i - j) * c;
}

// The same on a portal.
LatticePoint random_place(Random& random, const LatticePortal& portal) {
  const int i = random.between(0, 4);
  return i * portal.left + (4 - i) * portal.right;
}

}  // namespace

CellRow make_tile_row(Random& random, std::size_t steps) {
  return walk_tiles(random, steps, false);
}

CellRow make_run_row(Random& random, std::size_t steps) {
  CellRow row;
  LatticePoint last{0, 0};  // the last tile of the last run
  std::size_t direction = random.below(4);
  const auto add_run = [&](LatticePoint first) {
    last = first + random.between(0, 5) * kSteps[direction];
    row.cells.push_back(rectangle({std::min(first.x, last.x), std::min(first.y, last.y)},
                                  {std::max(first.x, last.x) + 1, std::max(first.y, last.y) + 1}));
  };
  add_run(last);
  while (row.portals.size() < steps) {
    direction = (direction + (random.chance(50) ? 1 : 3)) % 4;
    row.portals.push_back(side(rectangle(last, last + LatticePoint{1, 1}), direction));
    add_run(last + kSteps[direction]);
  }
  return row;
}

CellRow make_diagonal_tile_row(Random& random, std::size_t steps) {
  return walk_tiles(random, steps, true);
}

CellRow make_rectangle_row(Random& random, std::size_t steps) {
  return glue_rectangles(random, steps, 15);
}

CellRow make_wall_row(Random& random, std::size_t steps) {
  return glue_rectangles(random, steps, 100);
}

CellRow make_triangle_row(Random& random, std::size_t steps) {
  CellRow row;
  row.cells.push_back(random_triangle(random));
  const int keep_percent = random.between(10, 90);
  std::size_t exit = random.below(3);
  while (row.portals.size() < steps) {
    row.portals.push_back(leave_by(row.cells.back(), exit));
    row.cells.push_back(glue_polygon(random, row.portals.back(), 3));
    // Side 1 of the new triangle keeps the right end of the portal, side 2 the left one.
    const bool is_same_corner = random.chance(keep_percent);
    if (exit == 0) exit = 1;
    exit = is_same_corner ? exit : 3 - exit;
  }
  return row;
}

CellRow make_polygon_row(Random& random, std::size_t steps) {
  CellRow row;
  row.cells.push_back(random_triangle(random));
  std::size_t exit = random.below(3);
  while (row.portals.size() < steps) {
    row.portals.push_back(leave_by(row.cells.back(), exit));
    row.cells.push_back(
        glue_polygon(random, row.portals.back(), static_cast<std::size_t>(random.between(3, 6))));
    exit = 1 + random.below(row.cells.back().size() - 1);
  }
  return row;
}

CellRow make_curve_row(Random& random, std::size_t steps) {
  // Rows of one unit of height between the wall x = far and a convex curve, then rows as wide as a
  // hall.
  const std::size_t curve = steps / 2 + random.below(steps / 2 + 1);
  std::vector<std::int64_t> left;
  std::int64_t x = 0;
  std::int64_t slope = 0;
  for (std::size_t i = 0; i <= steps; ++i) {
    if (i == curve) x -= random.between(20, 200);
    left.push_back(x);
    if (i < curve) x -= slope += random.between(0, 2);
  }
  const std::int64_t far = random.between(2, 12);
  CellRow row;
  row.cells.push_back({{left[0], -1}, {far, -1}, {far, 0}, {left[0], 0}});
  for (std::size_t i = 0; i < steps; ++i) {
    const auto y = static_cast<std::int64_t>(i);
    row.portals.push_back({{left[i], y}, {far, y}});
    row.cells.push_back({{left[i], y}, {far, y}, {far, y + 1}, {left[i + 1], y + 1}});
  }
  return row;
}

LatticeCorridor place_ends(Random& random, const CellRow& row, int pin_percent) {
  LatticeCorridor corridor;
  const auto place = [&](std::size_t cell) {
    if (!row.portals.empty() && random.chance(25)) {
      return random_place(random, row.portals[cell == 0 ? 0 : row.portals.size() - 1]);
    }
    return random_place(random, row.cells[cell]);
  };
  corridor.start = place(0);
  corridor.goal = place(row.cells.size() - 1);
  for (std::size_t i = 0; i < row.portals.size(); ++i) {
    if (random.chance(pin_percent)) {
      const LatticePoint pin = random.chance(40) ? random_place(random, row.portals[i])
                                                 : random_place(random, row.cells[i]);
      corridor.portals.push_back({pin, pin});
    }
    corridor.portals.push_back({4 * row.portals[i].left, 4 * row.portals[i].right});
  }
  return corridor;
}

LatticeCorridor transform(const LatticeCorridor& corridor, std::int64_t a, std::int64_t b,
                          std::int64_t c, std::int64_t d) {
  const auto map = [&](LatticePoint p) {
    return LatticePoint{a * p.x + b * p.y, c * p.x + d * p.y};
  };
  LatticeCorridor out{map(corridor.start), map(corridor.goal), {}};
  for (const LatticePortal& portal : corridor.portals) {
    out.portals.push_back({map(portal.left), map(portal.right)});
  }
  return out;
}

std::int64_t max_coordinate(const LatticeCorridor& corridor) {
  std::int64_t most = 0;
  const auto see = [&](LatticePoint p) { most = std::max({most, std::abs(p.x), std::abs(p.y)}); };
  see(corridor.start);
  see(corridor.goal);
  for (const LatticePortal& portal : corridor.portals) {
    see(portal.left);
    see(portal.right);
  }
  return most;
}

LatticeCorridor shear(Random& random, const LatticeCorridor& corridor, std::int64_t limit) {
  LatticeCorridor out = corridor;
  bool is_first = random.chance(50);
  for (int i = 0; i < 12; ++i) {
    const std::int64_t sign = random.chance(50) ? 1 : -1;
    const std::int64_t k = sign * random.between(1, 1 << random.between(1, 12));
    const LatticeCorridor next = is_first ? transform(out, 1, k, 0, 1) : transform(out, 1, 0, k, 1);
    is_first = !is_first;
    if (max_coordinate(next) < limit) out = next;
  }
  return out;
}

LatticeCorridor mirror(const LatticeCorridor& corridor) {
  LatticeCorridor out = transform(corridor, -1, 0, 0, 1);
  for (LatticePortal& portal : out.portals) std::swap(portal.left, portal.right);
  return out;
}

LatticeCorridor transpose(const LatticeCorridor& corridor) {
  LatticeCorridor out = transform(corridor, 0, 1, 1, 0);
  for (LatticePortal& portal : out.portals) std::swap(portal.left, portal.right);
  return out;
}

LatticeCorridor reverse(const LatticeCorridor& corridor) {
  LatticeCorridor out{corridor.goal, corridor.start, corridor.portals};
  std::reverse(out.portals.begin(), out.portals.end());
  for (LatticePortal& portal : out.portals) std::swap(portal.left, portal.right);
  return out;
}

}  // namespace taut::test

// From paths on the mesh of an opened space to paths in the exact space (internal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <taut/engine/geometry.hpp>
#include <taut/engine/portal.hpp>
#include <taut/engine/space.hpp>
#include <taut/engine/tile_bits.hpp>

namespace taut {

// The first turn of string_pull() through portals that are given one by one.
class FirstTurn {
 public:
  explicit FirstTurn(const Point& from) noexcept : from_(from) {}

  // False when the turn is known.
  [[nodiscard]] bool add(const Portal& portal) noexcept;
  [[nodiscard]] const std::optional<Point>& turn() const noexcept { return turn_; }

 private:
  [[nodiscard]] bool narrow(std::optional<Point>& bound, const std::optional<Point>& other,
                            const Point& to, double side) noexcept;

  Point from_;
  std::optional<Point> left_;
  std::optional<Point> right_;
  std::optional<Point> turn_;
};

// A walk along a path in an opened mesh, from row to row of the bitmap. The cells of its corridor
// are runs, the maximal free intervals of rows; a crossing is the common part of two runs on the
// line between them. In the exact space runs are still rectangles, some without width or height,
// and the corridor is valid for string_pull().
//
// The path touches corners and follows walls, so where it lies on a line the walk may be in either
// row. The walk stays in its row until the row ends or the path leaves the line. Then it crosses at
// the path: in a mesh whose obstacles do not touch, the free cells around a point are connected by
// shared edges, so one of the columns that contain the point is free in both rows.
//
// A shortest path visits each run once, because a straight segment within the run would be shorter
// than leaving it. The walk leaves a run only where the path does, so it visits each run once too:
// it never crosses back, and room for one crossing per run is enough.
class SlitWalk {
 public:
  // Makes room for the walks of a space. Allocates.
  void fit(const Space& space);
  [[nodiscard]] bool fits(const Space& space) const noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // Finds the portals of the exact space along a path. Requires fits(). False when there are more
  // crossings than runs. With bends, one for each point of the path, also a portal of no length for
  // each but those with a negative x: a place with room, the lattice point nearest to the path's.
  [[nodiscard]] bool follow(const Space& space, std::span<const Point> path,
                            std::span<const Point> bends) noexcept;
  [[nodiscard]] std::span<const Portal> portals() const noexcept {
    return std::span(portals_).first(count_);
  }

  // The point after the first one of string_pull() through the portals of a path, to a place with
  // room beside its last point. Keeps no portals, needs no room for them.
  [[nodiscard]] Point find_turn(const Space& space, std::span<const Point> path,
                                const Point& end) noexcept;

 private:
  [[nodiscard]] static std::size_t room_for(const Space& space) noexcept;

  // In steps of the mesh.
  struct Place {
    std::int64_t x;
    std::int64_t y;
  };

  [[nodiscard]] Place to_place(const Point& p) const noexcept;
  [[nodiscard]] std::int64_t line_at(int line) const noexcept;
  [[nodiscard]] float exact_line(int line) const noexcept;
  [[nodiscard]] int stretch_from(std::int64_t place) const noexcept;
  [[nodiscard]] int stretch_to(std::int64_t place) const noexcept;
  [[nodiscard]] int stretch_end(int x, int row, int other) const noexcept;
  [[nodiscard]] int stretch_begin(int x, int row, int other) const noexcept;
  [[nodiscard]] bool is_open(int column, int line) const noexcept;
  bool go(const Place& from, const Place& to) noexcept;
  bool go_up(const Place& from, const Place& to) noexcept;
  bool go_down(const Place& from, const Place& to) noexcept;
  bool go_along(const Place& from, const Place& to) noexcept;
  bool cross_beside(std::int64_t y, int line_of_columns) noexcept;
  bool cross(int line, std::int64_t x, std::int64_t by) noexcept;
  bool take(const Portal& portal) noexcept;

  std::vector<Portal> portals_;
  FirstTurn* turn_ = nullptr;  // in place of the portals
  // The current walk.
  const Space* space_ = nullptr;
  std::int64_t tile_ = 0;        // in steps
  std::int64_t first_line_ = 0;  // in steps
  std::size_t count_ = 0;
  int row_ = 0;
};

}  // namespace taut

// What is seen from a point, row of tiles after row of tiles (internal).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <taut/detail/api.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/sight.hpp>
#include <taut/point.hpp>

#include "core/tile/lattice_ray.hpp"
#include "grid/tiles/mover_tiles.hpp"

namespace taut::detail {

// A quarter of all directions: those within 45 degrees of an axis. In its coordinates v grows along
// the axis, and u counter-clockwise across it. Tile (i, j) covers [i, i + 1] x [j, j + 1] in u, v.
class Quarter {
 public:
  static constexpr int kCount = 4;

  // Counter-clockwise, from that along +x.
  explicit Quarter(int index) noexcept
      : has_v_along_x_(index % 2 == 0),
        u_flip_(index == 1 || index == 2 ? -1 : 0),
        v_flip_(index >= 2 ? -1 : 0) {}

  [[nodiscard]] Tile tile(int i, int j) const noexcept {
    const int across = i ^ u_flip_;
    const int along = j ^ v_flip_;
    return has_v_along_x_ ? Tile{along, across} : Tile{across, along};
  }
  [[nodiscard]] LatticePoint from_map(const LatticePoint& p) const noexcept {
    return has_v_along_x_ ? LatticePoint{flip(p.y, u_flip_), flip(p.x, v_flip_)}
                          : LatticePoint{flip(p.x, u_flip_), flip(p.y, v_flip_)};
  }
  // In tiles.
  [[nodiscard]] Point to_map(double u, double v) const noexcept {
    const auto across = static_cast<float>(flip(u, u_flip_) / kLatticePerTile);
    const auto along = static_cast<float>(flip(v, v_flip_) / kLatticePerTile);
    return has_v_along_x_ ? Point{along, across} : Point{across, along};
  }

  // A line of constant v or u on the map: whether x is constant on it, and this x or y.
  struct MapLine {
    bool is_x;
    std::int64_t at;
    friend bool operator==(const MapLine&, const MapLine&) = default;
  };
  [[nodiscard]] MapLine line_of_v(std::int64_t v) const noexcept {
    return {has_v_along_x_, flip(v, v_flip_)};
  }
  [[nodiscard]] MapLine line_of_u(std::int64_t u) const noexcept {
    return {!has_v_along_x_, flip(u, u_flip_)};
  }

 private:
  template <class Number>
  [[nodiscard]] static Number flip(Number value, int sign) noexcept {
    return sign < 0 ? Number{0} - value : value;  // not -0.0
  }

  bool has_v_along_x_;
  int u_flip_;  // -1 where u grows against its axis, else 0
  int v_flip_;
};

// A direction in a quarter, in lattice steps. Requires v > 0.
struct SightRay {
  std::int32_t u;
  std::int32_t v;
};
// Clockwise of it.
[[nodiscard]] inline bool is_before(const SightRay& a, const SightRay& b) noexcept {
  return std::int64_t{a.u} * b.v < std::int64_t{b.u} * a.v;
}
[[nodiscard]] inline const SightRay& earlier(const SightRay& a, const SightRay& b) noexcept {
  return is_before(b, a) ? b : a;
}
[[nodiscard]] inline const SightRay& later(const SightRay& a, const SightRay& b) noexcept {
  return is_before(a, b) ? b : a;
}

// Requires b > 0.
[[nodiscard]] inline std::int64_t divide_down(std::int64_t a, std::int64_t b) noexcept {
  return a / b - (a % b < 0 ? 1 : 0);
}
[[nodiscard]] inline std::int64_t divide_up(std::int64_t a, std::int64_t b) noexcept {
  return a / b + (a % b > 0 ? 1 : 0);
}

// The rays from low to high, which enter a row of tiles from the run of tiles [begin, end) of the
// row before.
struct SightFrame {
  SightRay low;
  SightRay high;
  std::int32_t begin;
  std::int32_t end;
  std::int32_t next;       // the first tile that they may enter and that was not visited
  std::int32_t last;       // and the last one
  std::int32_t reach_low;  // the tiles that they may come to before they leave the row
  std::int32_t reach_high;
};

// Visits what the rays of a quarter meet, counter-clockwise.
//
// `Out` supplies
//   kTouches                           whether rays count that see something only where they touch
//                                      it; else only what is seen between two rays does
//   front(row, first, end, low, high)  the rays meet the first edges of these tiles of a row
//   side(row, tile, line, low, high)   they meet the edge of a tile on this line of constant u
//   open(row, low, high)               they enter a row, and go on in one run of tiles
//   limit(low, high)                   they reach the radius
//
// A ray passes between two rows where the runs that it leaves and enters have more than a corner in
// common: so it stops between two tiles that touch only there, as raycast() does.
template <class Out>
class SightSweep {
 public:
  // Requires frames for radius / kTile + 2 rows, a radius above 0, and that `from` lies on a tile
  // that does not stop sight.
  SightSweep(const MoverTiles& tiles, const Quarter& quarter, const LatticePoint& from,
             std::int64_t radius, std::span<SightFrame> frames, Out& out) noexcept
      : tiles_(tiles),
        quarter_(quarter),
        from_u_(quarter.from_map(from).x),
        from_v_(quarter.from_map(from).y),
        limit_(from_v_ + radius),
        first_row_(static_cast<int>(divide_down(from_v_, kTile))),
        frames_(frames),
        out_(out) {}

  void run() noexcept {
    const int tile = static_cast<int>(divide_down(from_u_, kTile));
    const bool is_on_line = from_u_ % kTile == 0;
    const bool is_free = is_open(tile, first_row_);
    if (!is_free && !(is_on_line && is_open(tile - 1, first_row_))) {
      out_.front(first_row_, tile, tile + 1, kLow, kHigh);
      return;
    }
    const int begin = find_begin(is_free ? tile : tile - 1, first_tile_at(kLow, top()));
    const int end = find_end(tile, last_tile_at(kHigh, top()));
    leave_row(begin, end, kLow, kHigh);
    while (depth_ > 0) {
      if (visit_row(frames_[static_cast<std::size_t>(depth_) - 1])) continue;
      --depth_;
      if (depth_ > 0) finish_run(frames_[static_cast<std::size_t>(depth_) - 1]);
    }
    see_rest(end, kLow, kHigh);
  }

 private:
  static constexpr SightRay kLow{-1, 1};
  static constexpr SightRay kHigh{1, 1};

  [[nodiscard]] bool is_open(int i, int j) const noexcept {
    const Tile tile = quarter_.tile(i, j);
    return tiles_.is_set_near(tile.x, tile.y);
  }
  [[nodiscard]] int row() const noexcept { return first_row_ + depth_; }
  [[nodiscard]] std::int64_t bottom() const noexcept { return row() * kTile; }
  [[nodiscard]] std::int64_t top() const noexcept { return std::min(bottom() + kTile, limit_); }
  // Through the point where the line between tiles line - 1 and `line` meets that of constant v.
  [[nodiscard]] SightRay ray_through(int line, std::int64_t v) const noexcept {
    return {static_cast<std::int32_t>(line * kTile - from_u_),
            static_cast<std::int32_t>(v - from_v_)};
  }
  // Whether rays from low to high see something.
  [[nodiscard]] static bool has_rays(const SightRay& low, const SightRay& high) noexcept {
    return Out::kTouches ? !is_before(high, low) : is_before(low, high);
  }

  // The tiles beside a line of constant v that a ray meets: two where it meets a corner.
  [[nodiscard]] int first_tile_at(const SightRay& ray, std::int64_t v) const noexcept {
    const std::int64_t along = from_u_ * ray.v + ray.u * (v - from_v_);
    return static_cast<int>(divide_up(along, ray.v * kTile)) - 1;
  }
  [[nodiscard]] int last_tile_at(const SightRay& ray, std::int64_t v) const noexcept {
    const std::int64_t along = from_u_ * ray.v + ray.u * (v - from_v_);
    return static_cast<int>(divide_down(along, ray.v * kTile));
  }

  // The ends of the run of a tile of the present row, as far as rays may come.
  [[nodiscard]] int find_begin(int tile, int reach) const noexcept {
    while (tile > reach && is_open(tile - 1, row())) --tile;
    return tile;
  }
  [[nodiscard]] int find_end(int tile, int reach) const noexcept {
    while (tile <= reach && is_open(tile, row())) ++tile;
    return tile;
  }

  // Visits the side of the run [begin, end) of the present row where it begins, and hands the rays
  // that leave it for the next row on, to a frame. Returns whether there is one.
  bool leave_row(int begin, int end, const SightRay& low, const SightRay& high) noexcept {
    const SightRay first = ray_through(begin, top());
    if (has_rays(low, earlier(high, first))) {
      out_.side(row(), begin - 1, begin * kTile, low, earlier(high, first));
    }
    const SightRay from = later(low, first);
    const SightRay to = earlier(high, ray_through(end, top()));
    if (!has_rays(from, to)) return false;
    if (top() == limit_) {
      out_.limit(from, to);
      return false;
    }
    enter_row(from, to, begin, end);
    return true;
  }

  void enter_row(const SightRay& low, const SightRay& high, int begin, int end) noexcept {
    ++depth_;
    int first = first_tile_at(low, bottom());
    int last = last_tile_at(high, bottom());
    if (first < begin) touch(first++, low);
    if (last >= end) touch(last--, high);
    frames_[static_cast<std::size_t>(depth_) - 1] = {
        low, high, begin, end, first, last, first_tile_at(low, top()), last_tile_at(high, top())};
  }

  // A ray runs through a corner of a tile beside the run that it leaves.
  void touch(int tile, const SightRay& ray) noexcept {
    if (Out::kTouches && !is_open(tile, row())) out_.front(row(), tile, tile + 1, ray, ray);
  }

  // Visits tiles of the present row until rays leave it: then there is another frame. False at the
  // end of the row.
  bool visit_row(SightFrame& frame) noexcept {
    while (frame.next <= frame.last) {
      if (!is_open(frame.next, row())) {
        see_front(frame);
      } else if (enter_run(frame)) {
        return true;
      }
    }
    return false;
  }

  void see_front(SightFrame& frame) noexcept {
    const int first = frame.next;
    while (frame.next <= frame.last && !is_open(frame.next, row())) ++frame.next;
    const SightRay low = later(frame.low, ray_through(first, bottom()));
    const SightRay high = earlier(frame.high, ray_through(frame.next, bottom()));
    if (has_rays(low, high)) out_.front(row(), first, frame.next, low, high);
  }

  bool enter_run(SightFrame& frame) noexcept {
    const int begin = find_begin(frame.next, frame.reach_low);
    const int end = find_end(frame.next + 1, std::max(frame.last, frame.reach_high));
    const SightRay low = later(frame.low, ray_through(std::max(begin, frame.begin), bottom()));
    const SightRay high = earlier(frame.high, ray_through(std::min(end, frame.end), bottom()));
    frame.next = end;
    out_.open(row(), low, high);
    if (leave_row(begin, end, low, high)) return true;
    see_rest(end, low, high);
    return false;
  }

  // Visits the side of a run of the present row where it ends.
  void see_rest(int end, const SightRay& low, const SightRay& high) noexcept {
    const SightRay from = later(low, ray_through(end, top()));
    if (has_rays(from, high)) out_.side(row(), end, end * kTile, from, high);
  }

  // Goes on with a run whose rays into the next row are done.
  void finish_run(SightFrame& frame) noexcept {
    const int end = frame.next;
    see_rest(end, frame.low, earlier(frame.high, ray_through(std::min(end, frame.end), bottom())));
  }

  const MoverTiles& tiles_;
  const Quarter& quarter_;
  const std::int64_t from_u_;
  const std::int64_t from_v_;
  const std::int64_t limit_;
  const int first_row_;
  std::span<SightFrame> frames_;
  Out& out_;
  int depth_ = 0;  // rows after the first one
};

}  // namespace taut::detail

namespace taut {

// The memory of sight, and its radius.
struct TAUT_LOCAL SightMemory {
  explicit SightMemory(double most);

  double radius;
  std::vector<detail::SightFrame> frames;
  std::vector<std::uint64_t> marks;  // a bit per tile of the square around the radius
};

}  // namespace taut

namespace taut::detail {

// In lattice steps. Requires a radius from 0 to kMaxMapSide.
[[nodiscard]] inline std::int64_t snap_sight(double radius) noexcept {
  return static_cast<std::int64_t>(std::ceil(radius * kLatticePerTile));
}

// How many tiles away the farthest row is.
[[nodiscard]] inline int sight_rows(double radius) noexcept {
  return static_cast<int>(snap_sight(radius) / kLatticePerTile);
}

[[nodiscard]] inline bool can_look(const SightMemory* memory, double radius) noexcept {
  return memory != nullptr && radius >= 0.0 && radius <= memory->radius;
}

}  // namespace taut::detail

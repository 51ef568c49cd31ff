#include <taut/engine/geometry.hpp>

#include "grid/sight/sight_sweep.hpp"

namespace taut {
namespace {

using detail::kTile;
using detail::LatticePoint;
using detail::Quarter;
using detail::SightRay;

// The border of what is seen: edges, counter-clockwise, each from one ray to another. Those that
// follow each other on one line are one.
class SightOutline {
 public:
  static constexpr bool kTouches = false;

  SightOutline(const LatticePoint& from, std::int64_t radius, std::span<Point> out) noexcept
      : from_(from), radius_(radius), out_(out) {}

  void begin(const Quarter& quarter) noexcept {
    quarter_ = quarter;
    at_ = quarter.from_map(from_);
  }

  void front(int row, int /*first*/, int /*end*/, const SightRay& low,
             const SightRay& high) noexcept {
    add_front(row * kTile, low, high);
  }
  void side(int /*row*/, int /*tile*/, std::int64_t line, const SightRay& low,
            const SightRay& high) noexcept {
    add({quarter_.line_of_u(line), place_on_side(line, low), place_on_side(line, high)});
  }
  void open(int /*row*/, const SightRay& /*low*/, const SightRay& /*high*/) noexcept {}
  void limit(const SightRay& low, const SightRay& high) noexcept {
    add_front(at_.y + radius_, low, high);
  }

  // Joins the last edge to the first one.
  [[nodiscard]] Result finish() noexcept {
    if (!(edge_.line == first_.line)) {
      if (edge_.to != start_) write(edge_.to);
      if (first_.from != start_) write(first_.from);
    }
    return result_;
  }

 private:
  struct Edge {
    Quarter::MapLine line;
    Point from;
    Point to;
  };

  // Where a ray meets a line of constant v or u. A viewer on the line sees its own place.
  [[nodiscard]] Point place_on_front(std::int64_t line, const SightRay& ray) const noexcept {
    return quarter_.to_map(meet(at_.x, ray.u, line - at_.y, ray.v), static_cast<double>(line));
  }
  [[nodiscard]] Point place_on_side(std::int64_t line, const SightRay& ray) const noexcept {
    return quarter_.to_map(static_cast<double>(line), meet(at_.y, ray.v, line - at_.x, ray.u));
  }
  [[nodiscard]] static double meet(std::int64_t from, std::int64_t slope, std::int64_t way,
                                   std::int64_t run) noexcept {
    if (way == 0) return static_cast<double>(from);
    return static_cast<double>(from) + static_cast<double>(slope * way) / static_cast<double>(run);
  }

  void add_front(std::int64_t line, const SightRay& low, const SightRay& high) noexcept {
    add({quarter_.line_of_v(line), place_on_front(line, low), place_on_front(line, high)});
  }
  void add(const Edge& edge) noexcept {
    if (!has_edge_) {
      // What is blocked at the viewer itself comes once more at the end.
      if (edge.from == edge.to) return;
      has_edge_ = true;
      first_ = edge_ = edge;
    } else if (edge.line == edge_.line) {
      edge_.to = edge.to;
    } else {
      write(edge_.to);
      write(edge.from);
      edge_ = edge;
    }
  }

  // Unless it is the corner before: edges meet, and those through the viewer have no length.
  void write(const Point& corner) noexcept {
    if (has_start_ && corner == last_) return;
    if (!has_start_) start_ = corner;
    has_start_ = true;
    last_ = corner;
    if (result_.count == out_.size()) {
      result_.status = Status::truncated;
    } else {
      out_[result_.count++] = corner;
    }
  }

  const LatticePoint from_;
  const std::int64_t radius_;
  std::span<Point> out_;
  Result result_;
  Quarter quarter_{0};
  LatticePoint at_{};  // the viewer in the quarter
  Edge first_{};
  Edge edge_{};    // that is not finished
  Point start_{};  // the first corner
  Point last_{};
  bool has_edge_ = false;
  bool has_start_ = false;
};

}  // namespace

Result extract_visibility_polygon(const Grid& grid, const Point& from, const SightOptions& options,
                                  SightScratch& scratch, std::span<Point> out) noexcept {
  if (!detail::can_look(scratch.memory(), options.radius) || !detail::can_snap(from)) {
    return {Status::invalid_input, 0};
  }
  const detail::MoverTiles tiles(grid, options.ground);
  const Point viewer = snap(from);
  if (!tiles.locate(viewer)) return {Status::invalid_input, 0};
  const std::int64_t radius = detail::snap_sight(options.radius);
  if (radius == 0) {
    if (out.empty()) return {Status::truncated, 0};
    out[0] = viewer;
    return {Status::ok, 1};
  }
  SightOutline outline(detail::to_lattice(viewer), radius, out);
  for (int i = 0; i < Quarter::kCount; ++i) {
    const Quarter quarter(i);
    outline.begin(quarter);
    detail::SightSweep(tiles, quarter, detail::to_lattice(viewer), radius, scratch.memory()->frames,
                       outline)
        .run();
  }
  return outline.finish();
}

std::size_t max_visibility_points(double radius) noexcept {
  // Two for each corner of a tile in the square, where a ray through it goes on; one for each line
  // that meets a side of the square, whose own corners these bounds include; twice the viewer.
  const std::size_t lines =
      static_cast<std::size_t>(2 * detail::snap_sight(radius)) / static_cast<std::size_t>(kTile) +
      1;
  return 2 * lines * lines + 4 * lines + 6;
}

}  // namespace taut

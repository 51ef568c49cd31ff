#include <taut/engine/space.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

#include <taut/engine/tile_disc.hpp>

#include "core/agent/near_points.hpp"
#include "core/tile/lattice_ray.hpp"
#include "core/tile/near_cells.hpp"
#include "grid/mesh/line_tiles.hpp"

namespace taut {
namespace {

using detail::kTile;
using detail::LatticeBox;
using detail::LatticePoint;
using detail::NearestPoint;

constexpr double kAnywhere = std::numeric_limits<double>::infinity();

}  // namespace

// The cells of a space's bitmap; of those only the ones that are connected to a place, if there is
// one.
class NearestInSpace {
 public:
  NearestInSpace(const Space& space, const std::optional<Point>& from,
                 std::optional<TileRect> inside, const Point& point, double max_distance) noexcept
      : space_(space),
        lines_{space.free(), space.columns_, space.rows_, space.steps_},
        free_(space.free()),
        inside_(inside),
        radius_(static_cast<std::int64_t>(space.agent().radius * static_cast<double>(kTile))),
        nearest_(point, max_distance) {
    if (from) from_ = space.find_components(*from);
  }

  [[nodiscard]] int rows() const noexcept { return free_.height(); }
  [[nodiscard]] int column() const noexcept {
    return find_interval(space_.columns_, free_.width(), at().x);
  }
  [[nodiscard]] int row() const noexcept {
    return find_interval(space_.rows_, free_.height(), at().y);
  }
  [[nodiscard]] std::int64_t gap_x(int x) const noexcept {
    return gap(interval(space_.columns_, x), at().x);
  }
  [[nodiscard]] std::int64_t gap_y(int y) const noexcept {
    return gap(interval(space_.rows_, y), at().y);
  }
  [[nodiscard]] int right(int x, int y) const noexcept {
    return detail::find_accepted<detail::find_right>(
        free_, x, y, [this](int at, int line) { return is_connected(at, line); });
  }
  [[nodiscard]] int left(int x, int y) const noexcept {
    return detail::find_accepted<detail::find_left>(
        free_, x, y, [this](int at, int line) { return is_connected(at, line); });
  }
  void visit(int x, int y) noexcept {
    const Interval across = interval(space_.columns_, x);
    const Interval down = interval(space_.rows_, y);
    const LatticeBox box{{across.low, down.low}, {across.high, down.high}};
    const double radius = space_.agent().radius;
    detail::look_in(
        box,
        [&](const LatticeBox& part) { return !detail::is_too_near(space_.tiles_, part, radius); },
        [&](const Point& place) {
          return space_.agent().shape != AgentShape::disc || space_.has_room(place);
        },
        nearest_);
  }
  [[nodiscard]] std::int64_t bound() const noexcept { return nearest_.bound(); }
  [[nodiscard]] std::optional<Point> best() const noexcept { return nearest_.best(); }

 private:
  using Lines = std::vector<std::int32_t>;
  // A part of the exact space of the centre, in steps of 1/1024 tile; a line where low is high.
  struct Interval {
    std::int64_t low;
    std::int64_t high;
  };

  [[nodiscard]] const LatticePoint& at() const noexcept { return nearest_.at(); }
  [[nodiscard]] Interval interval(const Lines& lines, int i) const noexcept {
    if (!space_.is_grown()) return {i * kTile, (i + 1) * kTile};
    if (space_.is_opened()) return {radius_ + i / 2 * kTile, radius_ + (i + 1) / 2 * kTile};
    const auto index = static_cast<std::size_t>(i);
    return {lines[index], lines[index + 1]};
  }
  [[nodiscard]] static std::int64_t gap(const Interval& interval, std::int64_t v) noexcept {
    return std::max({interval.low - v, v - interval.high, std::int64_t{0}});
  }
  // The first interval that does not end before v, or the last one.
  [[nodiscard]] int find_interval(const Lines& lines, int count, std::int64_t v) const noexcept {
    int first = 0;
    int last = count - 1;
    while (first < last) {
      const int middle = first + (last - first) / 2;
      if (interval(lines, middle).high < v) {
        first = middle + 1;
      } else {
        last = middle;
      }
    }
    return first;
  }
  [[nodiscard]] bool is_connected(int x, int y) const noexcept {
    if (!from_ && !inside_) return true;
    const Point place = lines_.middle(x, y);
    if (inside_ && !is_inside(place)) return false;
    if (!from_) return true;
    const std::optional<CellId> cell = space_.mesh_.locate(place);
    return cell &&
           std::find(from_->begin(), from_->end(), space_.mesh_.component(*cell)) != from_->end();
  }
  [[nodiscard]] bool is_inside(const Point& place) const noexcept {
    const auto is_within = [](float v, int low, int high) {
      return v >= static_cast<float>(low) && v <= static_cast<float>(high);
    };
    return is_within(place.x, inside_->x0, inside_->x1) &&
           is_within(place.y, inside_->y0, inside_->y1);
  }

  const Space& space_;
  LineTiles lines_;  // of its bitmap
  const TileBits& free_;
  std::optional<PlaceComponents> from_;
  std::optional<TileRect> inside_;
  std::int64_t radius_;  // in steps
  NearestPoint nearest_;
};

std::optional<Point> find_nearest_place(const Space& space, const Point& from, const Point& point,
                                        double max_distance) noexcept {
  if (!space.has_room(from) || !(max_distance >= 0.0)) return std::nullopt;
  NearestInSpace nearest(space, from, std::nullopt, point, max_distance);
  detail::visit_near_cells(nearest);
  return nearest.best();
}

std::optional<Point> find_nearest_place(const Space& space, const Point& point) noexcept {
  if (space.mesh().cell_count() == 0) return std::nullopt;
  NearestInSpace nearest(space, std::nullopt, std::nullopt, point, kAnywhere);
  detail::visit_near_cells(nearest);
  return nearest.best();
}

std::optional<Point> find_nearest_place(const Space& space, const Point& point,
                                        const TileRect& inside) noexcept {
  if (space.mesh().cell_count() == 0) return std::nullopt;
  NearestInSpace nearest(space, std::nullopt, inside, point, kAnywhere);
  detail::visit_near_cells(nearest);
  return nearest.best();
}

}  // namespace taut

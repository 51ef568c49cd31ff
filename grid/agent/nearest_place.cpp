#include <taut/nearest_place.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/agent/near_nodes.hpp"
#include "core/tile/lattice_ray.hpp"
#include "core/tile/near_cells.hpp"
#include "core/tile/tile_walk.hpp"

namespace taut {
namespace {

using detail::kTile;
using detail::LatticePoint;
using detail::NearestPoint;

// From a coordinate to a column or row of tiles.
std::int64_t gap(std::int64_t v, int tile) noexcept {
  return std::max({tile * kTile - v, v - (tile + 1) * kTile, std::int64_t{0}});
}
int clamp_tile(std::int64_t v, int size) noexcept {
  return static_cast<int>(std::clamp<std::int64_t>(v, 0, size * kTile - 1) / kTile);
}

// The tiles connected to one of them.
class ConnectedTiles {
 public:
  ConnectedTiles(const Grid& grid, Tile from) noexcept : grid_(grid), from_(from) {}
  [[nodiscard]] const TileBits& walkable() const noexcept { return grid_.bits(); }
  [[nodiscard]] bool is_place(Tile tile) const noexcept { return grid_.is_connected(from_, tile); }

 private:
  const Grid& grid_;
  Tile from_;
};

// Some of the walkable tiles.
class ChosenTiles {
 public:
  ChosenTiles(const TileBits& walkable, const TileBits& places) noexcept
      : walkable_(walkable), places_(places) {}
  [[nodiscard]] const TileBits& walkable() const noexcept { return walkable_; }
  [[nodiscard]] bool is_place(Tile tile) const noexcept { return places_.is_set(tile.x, tile.y); }

 private:
  const TileBits& walkable_;
  const TileBits& places_;
};

// Which lattice points of a tile a disc of radius 0 to 1/2 may be at. The sides of blocked
// neighbours make the tile's square smaller; a corner takes a disc away from it where the tile
// behind it is blocked, and for a radius of 0 the corner alone where that stands on another
// component's tile.
template <class Tiles>
class NearestDiscPlace {
 public:
  NearestDiscPlace(const Tiles& tiles, const Point& point, double radius, double reach) noexcept
      : tiles_(tiles),
        square_radius_(radius * radius),
        inset_(radius > 0.0 ? least_beyond(0) : 0),
        nearest_(point, reach) {}

  [[nodiscard]] int rows() const noexcept { return walkable().height(); }
  [[nodiscard]] int column() const noexcept { return clamp_tile(at().x, walkable().width()); }
  [[nodiscard]] int row() const noexcept { return clamp_tile(at().y, walkable().height()); }
  [[nodiscard]] std::int64_t gap_x(int x) const noexcept { return gap(at().x, x); }
  [[nodiscard]] std::int64_t gap_y(int y) const noexcept { return gap(at().y, y); }
  [[nodiscard]] int right(int x, int y) const noexcept {
    return detail::find_right(walkable(), x, y, [this](int at, int row) {
      return tiles_.is_place({at, row});
    });
  }
  [[nodiscard]] int left(int x, int y) const noexcept {
    return detail::find_left(walkable(), x, y, [this](int at, int row) {
      return tiles_.is_place({at, row});
    });
  }
  [[nodiscard]] std::int64_t bound() const noexcept { return nearest_.bound(); }
  [[nodiscard]] std::optional<Point> best() const noexcept { return nearest_.best(); }

  void visit(int x, int y) noexcept {
    const auto inset = [&](int dx, int dy) {
      return walkable().is_set(x + dx, y + dy) ? 0 : inset_;
    };
    const LatticePoint low{x * kTile + inset(-1, 0), y * kTile + inset(0, -1)};
    const LatticePoint high{(x + 1) * kTile - inset(1, 0), (y + 1) * kTile - inset(0, 1)};
    const LatticePoint place{std::clamp(at().x, low.x, high.x), std::clamp(at().y, low.y, high.y)};
    const Corners corners = find_corners(x, y);
    const bool is_free = std::all_of(corners.begin(), corners.end(), [&](const Corner& corner) {
      return !corner.counts || is_beyond(square(place.x - corner.at.x, place.y - corner.at.y));
    });
    if (is_free) return nearest_.offer(place);
    for (std::int64_t column = low.x; column <= high.x; ++column) {
      if (square(column - at().x, gap_y(y)) > bound()) continue;
      std::int64_t first = low.y;
      std::int64_t last = high.y;
      for (const Corner& corner : corners) {
        if (!corner.counts) continue;
        const std::int64_t away = least_beyond(column - corner.at.x);
        if (corner.at.y == y * kTile) {
          first = std::max(first, corner.at.y + away);
        } else {
          last = std::min(last, corner.at.y - away);
        }
      }
      if (first <= last) nearest_.offer({column, std::clamp(at().y, first, last)});
    }
  }

 private:
  struct Corner {
    LatticePoint at;
    bool counts;
  };
  using Corners = std::array<Corner, 4>;

  [[nodiscard]] const LatticePoint& at() const noexcept { return nearest_.at(); }
  [[nodiscard]] static std::int64_t square(std::int64_t dx, std::int64_t dy) noexcept {
    return dx * dx + dy * dy;
  }
  [[nodiscard]] const TileBits& walkable() const noexcept { return tiles_.walkable(); }

  // As has_clearance() decides. A corner that counts for a point agent is never free.
  [[nodiscard]] bool is_beyond(std::int64_t squared) const noexcept {
    constexpr double kSquareTile = static_cast<double>(kTile * kTile);
    return squared > 0 && static_cast<double>(squared) / kSquareTile >= square_radius_;
  }
  // How far from a wall or corner, `beside` it, the disc may be at least.
  [[nodiscard]] std::int64_t least_beyond(std::int64_t beside) const noexcept {
    const double steps = square_radius_ * static_cast<double>(kTile * kTile);
    const double rest = steps - static_cast<double>(beside * beside);
    std::int64_t away = rest > 0.0 ? static_cast<std::int64_t>(std::sqrt(rest)) : 0;
    away = std::max<std::int64_t>(away - 1, 0);
    while (!is_beyond(square(beside, away))) ++away;
    return away;
  }

  [[nodiscard]] Corners find_corners(int x, int y) const noexcept {
    Corners corners{};
    std::size_t i = 0;
    for (const int dy : {0, 1}) {
      for (const int dx : {0, 1}) {
        const Tile behind{x + 2 * dx - 1, y + 2 * dy - 1};
        Corner& corner = corners[i++];
        corner.at = {(x + dx) * kTile, (y + dy) * kTile};
        corner.counts = square_radius_ > 0.0 ? !walkable().is_set(behind.x, behind.y)
                                             : !stands_here({x + dx, y + dy});
      }
    }
    return corners;
  }
  // Whether a point at a tile corner stands on a tile where it may be.
  [[nodiscard]] bool stands_here(Tile corner) const noexcept {
    const Point place(static_cast<float>(corner.x), static_cast<float>(corner.y));
    const std::optional<Tile> stands_on = locate(walkable(), place);
    return stands_on && tiles_.is_place(*stands_on);
  }

  Tiles tiles_;
  double square_radius_;
  std::int64_t inset_;  // from a blocked tile's side
  NearestPoint nearest_;
};

// Which lattice points of a tile a point may be at that may enter the tile: all.
class NearestTilePlace {
 public:
  NearestTilePlace(const Grid& grid, const TerrainCosts* costs, const Point& point) noexcept
      : grid_(grid), costs_(costs), nearest_(point, std::numeric_limits<double>::infinity()) {}

  [[nodiscard]] int rows() const noexcept { return grid_.height(); }
  [[nodiscard]] int column() const noexcept { return clamp_tile(at().x, grid_.width()); }
  [[nodiscard]] int row() const noexcept { return clamp_tile(at().y, grid_.height()); }
  [[nodiscard]] std::int64_t gap_x(int x) const noexcept { return gap(at().x, x); }
  [[nodiscard]] std::int64_t gap_y(int y) const noexcept { return gap(at().y, y); }
  [[nodiscard]] int right(int x, int y) const noexcept {
    int found = detail::find_right(grid_.bits(), x, y);
    while (found >= 0 && is_blocked(found, y)) found = detail::find_right(grid_.bits(), ++found, y);
    return found;
  }
  [[nodiscard]] int left(int x, int y) const noexcept {
    int found = detail::find_left(grid_.bits(), x, y);
    while (found >= 0 && is_blocked(found, y)) found = detail::find_left(grid_.bits(), --found, y);
    return found;
  }
  void visit(int x, int y) noexcept {
    nearest_.offer({std::clamp(at().x, x * kTile, (x + 1) * kTile),
                    std::clamp(at().y, y * kTile, (y + 1) * kTile)});
  }
  [[nodiscard]] std::int64_t bound() const noexcept { return nearest_.bound(); }
  [[nodiscard]] std::optional<Point> best() const noexcept { return nearest_.best(); }

 private:
  [[nodiscard]] const LatticePoint& at() const noexcept { return nearest_.at(); }
  [[nodiscard]] bool is_blocked(int x, int y) const noexcept {
    return costs_ != nullptr && costs_->is_blocked(grid_.terrain_class(grid_.id({x, y})));
  }

  const Grid& grid_;
  const TerrainCosts* costs_;
  NearestPoint nearest_;
};

}  // namespace

// The cells between the lines of grown tiles; of those only the ones that are connected to a cell
// of the mesh, if there is one.
class NearestSquarePlace {
 public:
  NearestSquarePlace(const SquareMap& map, std::optional<CellId> from, const Point& point,
                     double reach) noexcept
      : map_(map),
        from_(from),
        half_width_(static_cast<std::int64_t>(map.half_width_ * static_cast<double>(kTile))),
        nearest_(point, reach) {}

  [[nodiscard]] int rows() const noexcept { return map_.free_.height(); }
  [[nodiscard]] int column() const noexcept { return find_interval(map_.columns_, at().x); }
  [[nodiscard]] int row() const noexcept { return find_interval(map_.rows_, at().y); }
  [[nodiscard]] std::int64_t gap_x(int x) const noexcept {
    return gap(interval(map_.columns_, x), at().x);
  }
  [[nodiscard]] std::int64_t gap_y(int y) const noexcept {
    return gap(interval(map_.rows_, y), at().y);
  }
  [[nodiscard]] int right(int x, int y) const noexcept {
    return detail::find_right(map_.free_, x, y,
                              [this](int at, int line) { return is_connected(at, line); });
  }
  [[nodiscard]] int left(int x, int y) const noexcept {
    return detail::find_left(map_.free_, x, y,
                             [this](int at, int line) { return is_connected(at, line); });
  }
  void visit(int x, int y) noexcept {
    const Interval across = interval(map_.columns_, x);
    const Interval down = interval(map_.rows_, y);
    nearest_.offer(
        {std::clamp(at().x, across.low, across.high), std::clamp(at().y, down.low, down.high)});
  }
  [[nodiscard]] std::int64_t bound() const noexcept { return nearest_.bound(); }
  [[nodiscard]] std::optional<Point> best() const noexcept { return nearest_.best(); }

 private:
  using Lines = std::vector<std::int32_t>;
  // Of the exact space of the centre, in steps of 1/1024 tile; a line where low is high.
  struct Interval {
    std::int64_t low;
    std::int64_t high;
  };

  [[nodiscard]] const LatticePoint& at() const noexcept { return nearest_.at(); }
  [[nodiscard]] Interval interval(const Lines& lines, int i) const noexcept {
    if (map_.is_opened_) {
      return {half_width_ + i / 2 * kTile, half_width_ + (i + 1) / 2 * kTile};
    }
    const auto index = static_cast<std::size_t>(i);
    return {lines[index], lines[index + 1]};
  }
  [[nodiscard]] static std::int64_t gap(const Interval& interval, std::int64_t v) noexcept {
    return std::max({interval.low - v, v - interval.high, std::int64_t{0}});
  }
  // The first interval that does not end before v, or the last one.
  [[nodiscard]] int find_interval(const Lines& lines, std::int64_t v) const noexcept {
    int first = 0;
    int last = static_cast<int>(lines.size()) - 2;
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
    if (!from_) return true;
    const std::optional<CellId> cell =
        map_.mesh_.locate({middle(map_.columns_, x), middle(map_.rows_, y)});
    return cell && map_.mesh_.is_connected(*from_, *cell);
  }
  [[nodiscard]] float middle(const Lines& lines, int i) const noexcept {
    const auto index = static_cast<std::size_t>(i);
    const double sum = static_cast<double>(lines[index]) + static_cast<double>(lines[index + 1]);
    return static_cast<float>(0.5 * sum / map_.steps_per_tile_);
  }

  const SquareMap& map_;
  std::optional<CellId> from_;
  std::int64_t half_width_;
  NearestPoint nearest_;
};

std::optional<Point> find_nearest_place(const SquareMap& map, const Point& from, const Point& point,
                                        double reach) noexcept {
  if (!map.holds(from) || !(reach >= 0.0)) return std::nullopt;
  const std::optional<CellId> cell = map.mesh().locate(from);
  if (!cell) return std::nullopt;
  NearestSquarePlace nearest(map, cell, point, reach);
  detail::visit_near_cells(nearest);
  return nearest.best();
}

std::optional<Point> find_nearest_place(const SquareMap& map, const Point& point) noexcept {
  if (map.mesh().cell_count() == 0) return std::nullopt;
  NearestSquarePlace nearest(map, std::nullopt, point, std::numeric_limits<double>::infinity());
  detail::visit_near_cells(nearest);
  return nearest.best();
}

std::optional<Point> find_nearest_place(const Grid& grid, const TerrainCosts* costs,
                                        const Point& point) noexcept {
  NearestTilePlace nearest(grid, costs, point);
  detail::visit_near_cells(nearest);
  return nearest.best();
}

std::optional<Point> find_nearest_place(const Grid& grid, Tile from, const Point& point,
                                        double radius, double reach) noexcept {
  const bool is_narrow = radius >= 0.0 && radius <= kNarrowRadius;
  if (!grid.is_walkable(from) || !is_narrow || !(reach >= 0.0)) return std::nullopt;
  NearestDiscPlace nearest(ConnectedTiles(grid, from), point, radius, reach);
  detail::visit_near_cells(nearest);
  return nearest.best();
}

std::optional<Point> find_nearest_place(const TileBits& walkable, const TileBits& places,
                                        const Point& point, double reach) noexcept {
  if (!(reach >= 0.0)) return std::nullopt;
  NearestDiscPlace nearest(ChosenTiles(walkable, places), point, 0.0, reach);
  detail::visit_near_cells(nearest);
  return nearest.best();
}

std::optional<Point> find_nearest_room(const Grid& grid, const Clearance& clearance, Tile from,
                                       const Point& point, double radius, double reach) noexcept {
  if (!grid.is_walkable(from) || !(radius > 0.0) || !(reach >= 0.0)) return std::nullopt;
  const std::uint32_t least = Clearance::least_square(radius);
  return detail::find_nearest_node(clearance, point, reach, [&](int column, int row) {
    return clearance.square(column, row) >= least &&
           grid.is_connected(from, Tile{column / 2, row / 2});
  });
}

std::optional<Point> find_nearest_room(const Clearance& clearance, const Point& point,
                                       double radius) noexcept {
  if (!(radius > 0.0)) return std::nullopt;
  const std::uint32_t least = Clearance::least_square(radius);
  return detail::find_nearest_node(
      clearance, point, std::numeric_limits<double>::infinity(),
      [&](int column, int row) { return clearance.square(column, row) >= least; });
}

std::optional<Point> find_nearest_room(const DiscMap& map, const Clearance& clearance,
                                       const Point& from, const Point& point,
                                       double reach) noexcept {
  const ConvexMesh& mesh = map.mesh();
  const std::optional<CellId> first = mesh.locate(from);
  if (!first || !(reach >= 0.0)) return std::nullopt;
  const std::uint32_t least = Clearance::least_square(map.radius());
  return detail::find_nearest_node(clearance, point, reach, [&](int column, int row) {
    if (clearance.square(column, row) < least) return false;
    const Point place(0.5F * static_cast<float>(column), 0.5F * static_cast<float>(row));
    const std::optional<CellId> cell = mesh.locate(place);
    return cell && mesh.is_connected(*first, *cell);
  });
}

}  // namespace taut

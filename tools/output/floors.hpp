// The floors of a world, for text.
#pragma once

#include <fmt/format.h>

#include <taut/grid.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "coordinates.hpp"

namespace taut::tools {

// A world lays its floors out on one grid. In text a place is in tiles of its floor; where there
// are several it begins with the number of the floor.
class Floors {
 public:
  // One, which is the grid.
  Floors() = default;
  // Where they lie on the grid, without touching. One is the grid.
  explicit Floors(std::vector<TileRect> floors) : rects_(std::move(floors)) {}

  [[nodiscard]] bool has_several() const noexcept { return rects_.size() > 1; }
  // Empty where there is one.
  [[nodiscard]] const std::vector<TileRect>& rects() const noexcept { return rects_; }

  // "3 x 2 tiles", or "2 floors".
  [[nodiscard]] std::string size_text(const Grid& grid) const {
    return has_several() ? fmt::format("{} floors", rects_.size())
                         : fmt::format("{} x {} tiles", grid.width(), grid.height());
  }

  // Where a floor begins on the grid.
  [[nodiscard]] Tile corner(std::size_t floor) const noexcept {
    return has_several() ? Tile{rects_[floor].x0, rects_[floor].y0} : Tile{0, 0};
  }
  // The floor that a point of the grid is on; 0 for one between them.
  template <class AnyPoint>
  [[nodiscard]] std::size_t find(const AnyPoint& point) const noexcept {
    const auto [x, y] = to_numbers(point);
    for (std::size_t i = 0; i < rects_.size(); ++i) {
      const TileRect& on = rects_[i];
      if (x >= on.x0 && x <= on.x1 && y >= on.y0 && y <= on.y1) return i;
    }
    return 0;
  }

  // Whether a tile of the grid is on a floor.
  [[nodiscard]] bool has(const Tile& tile) const noexcept {
    const auto is_on = [&](const TileRect& on) {
      return tile.x >= on.x0 && tile.x < on.x1 && tile.y >= on.y0 && tile.y < on.y1;
    };
    return !has_several() || std::any_of(rects_.begin(), rects_.end(), is_on);
  }

  // In tiles of its floor.
  template <class AnyPoint>
  [[nodiscard]] std::array<double, 2> local(const AnyPoint& point) const noexcept {
    const auto [x, y] = to_numbers(point);
    const Tile from = corner(find(point));
    return {x - from.x, y - from.y};
  }
  // "x y", or "f:x y", with `between` between the coordinates.
  template <class AnyPoint>
  [[nodiscard]] std::string text(const AnyPoint& point, const char* between) const {
    const auto [x, y] = local(point);
    return has_several() ? fmt::format("{}:{}{}{}", find(point), x, between, y)
                         : fmt::format("{}{}{}", x, between, y);
  }

 private:
  std::vector<TileRect> rects_;
};

}  // namespace taut::tools

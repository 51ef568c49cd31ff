// A map as a mesh of rectangles, in the format of Polyanya's authors (mesh, version 2).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include "map_files.hpp"

namespace peers {

// The first tile in reading order that is left is the corner of the next rectangle: the largest
// that begins there. Rectangles cover the walkable tiles exactly and share the corners on
// their sides, so two that touch in one point only are not neighbours: no path leads between
// blocked tiles that touch there.
class RectangleMesh {
 public:
  explicit RectangleMesh(const Map& map)
      : map_(map),
        owners_(map.is_open.size(), -1),
        ids_(static_cast<std::size_t>((map.width + 1) * (map.height + 1)), -1) {
    for (int y = 0; y < map.height; ++y) {
      for (int x = 0; x < map.width; ++x) {
        if (is_left(x, y)) add(find_largest(x, y));
      }
    }
  }

  // A tile is `unit` wide, and `margin` tiles lie before the first.
  [[nodiscard]] std::string text(int unit = 1, int margin = 0) const {
    std::ostringstream out;
    out << "mesh\n2\n" << corners_.size() << ' ' << rectangles_.size() << '\n';
    for (const auto& [x, y] : corners_) {
      out << unit * (x + margin) << ' ' << unit * (y + margin);
      write_list(find_around(x, y), out);
      out << '\n';
    }
    for (const Rectangle& rectangle : rectangles_) {
      const Outline outline = find_outline(rectangle);
      write_list(outline.corners, out);
      for (const int beyond : outline.beyond) out << ' ' << beyond;
      out << '\n';
    }
    return out.str();
  }

 private:
  using Corner = std::array<int, 2>;
  struct Rectangle {
    int x0, y0, x1, y1;  // x1 and y1 excluded
  };
  // Corners counterclockwise, and what lies beyond the side that ends at each.
  struct Outline {
    std::vector<int> corners;
    std::vector<int> beyond;
  };

  [[nodiscard]] std::size_t tile(int x, int y) const {
    return static_cast<std::size_t>(y * map_.width + x);
  }
  [[nodiscard]] std::size_t point(int x, int y) const {
    return static_cast<std::size_t>(y * (map_.width + 1) + x);
  }
  [[nodiscard]] bool is_left(int x, int y) const {
    return map_.at(x, y) && owners_[tile(x, y)] < 0;
  }
  // The rectangle of a tile; -1 where it is blocked or off the map.
  [[nodiscard]] int owner(int x, int y) const { return map_.at(x, y) ? owners_[tile(x, y)] : -1; }

  [[nodiscard]] Rectangle find_largest(int x, int y) const {
    Rectangle best{x, y, x, y};
    int most = 0;
    int end = map_.width;
    for (int row = y; row < map_.height; ++row) {
      int to = x;
      while (to < end && is_left(to, row)) ++to;
      end = to;
      if (end == x) break;
      const int area = (end - x) * (row + 1 - y);
      if (area <= most) continue;
      most = area;
      best = {x, y, end, row + 1};
    }
    return best;
  }

  void add(const Rectangle& rectangle) {
    const auto& [x0, y0, x1, y1] = rectangle;
    for (int y = y0; y < y1; ++y) {
      std::fill_n(owners_.begin() + static_cast<std::ptrdiff_t>(tile(x0, y)), x1 - x0,
                  static_cast<int>(rectangles_.size()));
    }
    for (const Corner& corner : {Corner{x0, y0}, Corner{x1, y0}, Corner{x1, y1}, Corner{x0, y1}}) {
      int& id = ids_[point(corner[0], corner[1])];
      if (id >= 0) continue;
      id = static_cast<int>(corners_.size());
      corners_.push_back(corner);
    }
    rectangles_.push_back(rectangle);
  }

  // The owners of the four tiles at a corner, counterclockwise; equal ones side by side once.
  [[nodiscard]] std::vector<int> find_around(int x, int y) const {
    std::vector<int> around;
    for (const int id : {owner(x, y), owner(x - 1, y), owner(x - 1, y - 1), owner(x, y - 1)}) {
      if (around.empty() || around.back() != id) around.push_back(id);
    }
    if (around.size() > 1 && around.front() == around.back()) around.pop_back();
    return around;
  }

  [[nodiscard]] Outline find_outline(const Rectangle& rectangle) const {
    const auto& [x0, y0, x1, y1] = rectangle;
    Outline outline;
    int beyond = owner(x0 - 1, y0);
    const auto pass = [&](int x, int y, int next) {
      const int id = ids_[point(x, y)];
      if (id < 0) return;
      outline.corners.push_back(id);
      outline.beyond.push_back(beyond);
      beyond = next;
    };
    for (int x = x0; x < x1; ++x) pass(x, y0, owner(x, y0 - 1));
    for (int y = y0; y < y1; ++y) pass(x1, y, owner(x1, y));
    for (int x = x1; x > x0; --x) pass(x, y1, owner(x - 1, y1));
    for (int y = y1; y > y0; --y) pass(x0, y, owner(x0 - 1, y - 1));
    return outline;
  }

  static void write_list(const std::vector<int>& list, std::ostringstream& out) {
    out << ' ' << list.size();
    for (const int id : list) out << ' ' << id;
  }

  const Map& map_;
  std::vector<int> owners_;  // of each tile
  std::vector<int> ids_;     // of corners, by their place
  std::vector<Corner> corners_;
  std::vector<Rectangle> rectangles_;
};

}  // namespace peers

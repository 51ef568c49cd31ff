// Pictures that the game examples draw of themselves.
#pragma once

#include <tools/pictures/palette.hpp>

#include <taut/grid.hpp>
#include <taut/world.hpp>

#include <span>
#include <string>
#include <vector>

namespace examples {

// A picture of a grid: its walls, and over them what is added, in that order.
class GamePicture {
 public:
  GamePicture(const taut::Grid& grid, double pixels_per_tile);

  void fill(const taut::TileRect& tiles, taut::tools::Color color);
  void area(std::vector<taut::Point> corners, taut::tools::Color color);
  void trail(std::vector<taut::Point> points, taut::tools::Color color, double width_px = 2.0);
  // A trail, with a mark at its begin and a larger one at its end.
  void walker(const std::vector<taut::Point>& points, taut::tools::Color color);
  // Drops, which go one way, in another colour.
  void links(std::span<const taut::Link> links);
  void disc(const taut::Point& center, double radius, taut::tools::Color color);

  // Writes a PNG file. Throws taut::tools::Failure, which is a std::exception.
  void save(const std::string& file) const;

 private:
  struct Shape {
    std::vector<taut::Point> points;  // of a rectangle: two opposite corners; of a disc: its centre
    taut::tools::Color color;
    double size;  // the width of a trail in pixels, the radius of a disc in tiles
    enum class Kind { rectangle, area, trail, disc } kind;
  };

  int width_;
  int height_;
  double scale_;
  std::vector<Shape> shapes_;
};

}  // namespace examples

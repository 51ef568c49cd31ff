#include "game_picture.hpp"

#include <tools/output/output.hpp>
#include <tools/pictures/picture_file.hpp>

#include <utility>

namespace examples {

using taut::Point;
using taut::tools::Color;
using taut::tools::Pen;
using taut::tools::Place;

GamePicture::GamePicture(const taut::Grid& grid, double pixels_per_tile)
    : width_(grid.width()), height_(grid.height()), scale_(pixels_per_tile) {
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      if (!grid.is_walkable(x, y)) fill({x, y, x + 1, y + 1}, taut::tools::kWallColor);
    }
  }
}

void GamePicture::fill(const taut::TileRect& tiles, Color color) {
  const Point first{static_cast<float>(tiles.x0), static_cast<float>(tiles.y0)};
  const Point last{static_cast<float>(tiles.x1), static_cast<float>(tiles.y1)};
  shapes_.push_back({{first, last}, color, 0.0, Shape::Kind::rectangle});
}

void GamePicture::area(std::vector<Point> corners, Color color) {
  shapes_.push_back({std::move(corners), color, 0.0, Shape::Kind::area});
}

void GamePicture::trail(std::vector<Point> points, Color color, double width_px) {
  shapes_.push_back({std::move(points), color, width_px, Shape::Kind::trail});
}

void GamePicture::disc(const Point& center, double radius, Color color) {
  shapes_.push_back({{center}, color, radius, Shape::Kind::disc});
}

void GamePicture::walker(const std::vector<Point>& points, Color color) {
  trail(points, color, 3.0);
  disc(points.front(), 0.3, taut::tools::kFaintInk);
  disc(points.back(), 0.4, color);
}

void GamePicture::links(std::span<const taut::Link> links) {
  for (const taut::Link& link : links) {
    const bool is_drop = link.options.is_one_way;
    const Color color = is_drop ? taut::tools::kVermilion : taut::tools::kFaintInk;
    trail({link.from.a, link.to.a}, color, 1.5);
    disc(link.from.a, 0.4, color);
    if (!is_drop) disc(link.to.a, 0.4, color);
  }
}

void GamePicture::save(const std::string& file) const {
  const double width = width_ * scale_;
  const double height = height_ * scale_;
  const auto place = [&](const Point& p) {
    return Place{static_cast<double>(p.x) * scale_, static_cast<double>(p.y) * scale_};
  };
  const auto draw = [&](Pen& pen) {
    pen.fill_rectangle({0.0, 0.0}, width, height, taut::tools::kFloorColor);
    for (const Shape& shape : shapes_) {
      std::vector<Place> places;
      for (const Point& p : shape.points) places.push_back(place(p));
      switch (shape.kind) {
        case Shape::Kind::rectangle:
          pen.fill_rectangle(places[0], places[1].x - places[0].x, places[1].y - places[0].y,
                             shape.color);
          break;
        case Shape::Kind::area:
          pen.fill_polygon(places, shape.color);
          break;
        case Shape::Kind::trail:
          pen.line(places, {shape.color, shape.size});
          break;
        case Shape::Kind::disc:
          pen.disc(places[0], shape.size * scale_, shape.color, {taut::tools::kPaper, 1.0});
          break;
      }
    }
  };
  taut::tools::OutputFile out(file);
  out.write(taut::tools::render_picture(taut::tools::PictureFormat::png, width, height, draw));
  out.close();
}

}  // namespace examples

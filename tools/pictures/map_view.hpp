// A part of the map in a picture, with the corridor and the paths over it.
#pragma once

#include <taut/point.hpp>

#include <cstddef>
#include <vector>

#include "palette.hpp"
#include "pen.hpp"
#include "picture.hpp"
#include "tile_image.hpp"
#include "tools/stages/compare.hpp"

namespace taut::tools {

// Pictures with a title and a legend, in pixels.
inline constexpr double kMargin = 20.0;
inline constexpr double kTitleHeight = 58.0;
inline constexpr double kTitleSize = 20.0;
inline constexpr double kTextSize = 14.0;
// Most terrain costs in a legend.
inline constexpr std::size_t kMostCosts = 6;

// How the path of a method is drawn.
struct MethodStyle {
  PullMethod method;
  bool is_of_optimal_search;
  Color color;
  double width;  // in units of line_unit()
  double dash;   // length of dashes and gaps, in the same units; 0: none
};
[[nodiscard]] const MethodStyle& find_style(const MethodPath& row);

// That of the funnel, for the legend.
[[nodiscard]] const MethodStyle& funnel_style();

// Unit of line widths and marks, in pixels: 1 where tiles are small, 2 where they are large.
[[nodiscard]] double line_unit(const TileScale& scale);

// A part of the map at a position in the picture.
struct MapView {
  TileRect part;
  TileScale scale;
  Place origin;  // upper left corner

  [[nodiscard]] double width() const noexcept { return scale.pixels(part.x1 - part.x0); }
  [[nodiscard]] double height() const noexcept { return scale.pixels(part.y1 - part.y0); }
  [[nodiscard]] Place place(const Point& p) const noexcept {
    return {origin.x + (static_cast<double>(p.x) - part.x0) * scale.factor(),
            origin.y + (static_cast<double>(p.y) - part.y0) * scale.factor()};
  }
};

// Draws what lies in the view: tiles, grid lines where tiles are large, portals, the paths of all
// methods with their corners in open space, start and goal, and a frame.
void draw_view(Pen& pen, const PictureSubject& subject, const MapView& view);

// Draws the sides of shapes; sides that two of them share are drawn once.
void draw_sides(Pen& pen, const std::vector<Outline>& shapes, const MapView& view,
                const Stroke& stroke);

// Those that reach into a part of the map.
[[nodiscard]] std::vector<Outline> shapes_in(const TileRect& part,
                                             const std::vector<Outline>& shapes);

// Draws the area that an agent with a radius sweeps along its path, which is not empty.
void draw_swept(Pen& pen, const Agent& agent, const std::vector<Place>& path, double tile_pixels);

// Draws a frame around each of several floors, with its number.
void draw_floors(Pen& pen, const Floors& floors, const MapView& view);

// Draws the ends of a link and the way between them; a closed one is grey.
void draw_link(Pen& pen, const LinkLine& link, const MapView& view, double unit);

// The marks, for the legend too.
void draw_start_mark(Pen& pen, const Place& place, double unit);
void draw_goal_mark(Pen& pen, const Place& place, double unit);
void draw_open_corner_mark(Pen& pen, const Place& place, const MethodStyle& style, double unit);

}  // namespace taut::tools

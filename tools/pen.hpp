// Drawing with cairo in the terms of our pictures.
#pragma once

#include <cairo.h>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "palette.hpp"

namespace taut::tools {

// A place in the picture, in pixels; y points down.
struct Place {
  double x = 0.0;
  double y = 0.0;
};

struct Stroke {
  Color color = 0;
  double width = 1.0;
  double dash = 0.0;  // length of dashes and of the gaps between them; 0: a solid line
};

enum class FontWeight : std::uint8_t { normal, bold };

struct Font {
  double size = 14.0;  // in pixels
  Color color = 0;
  FontWeight weight = FontWeight::normal;
};

class Pen {
 public:
  // `context` must outlive the pen.
  explicit Pen(cairo_t* context);

  void line(const std::vector<Place>& places, const Stroke& stroke);

  // Lines of two places each, in one stroke: far smaller in a file than one by one.
  void segments(const std::vector<std::pair<Place, Place>>& segments, const Stroke& stroke);

  // Rectangles by their upper left corner. A frame lies outside of what it frames.
  void fill_rectangle(const Place& corner, double width, double height, Color color);
  void frame(const Place& corner, double width, double height, const Stroke& stroke);

  void fill_polygon(const std::vector<Place>& corners, Color color);
  // All at once: between those that touch there is no seam. They must turn the same way.
  void fill_polygons(const std::vector<std::vector<Place>>& polygons, Color color);
  void disc(const Place& center, double radius, Color fill, const Stroke& rim);
  void diamond(const Place& center, double radius, Color fill, const Stroke& rim);

  // One image pixel is one picture pixel.
  void image(const Place& corner, cairo_surface_t* image);

  // Text whose baseline begins, or ends, at a place. Bytes that are no UTF-8 show as question
  // marks.
  void text(const Place& begin, const Font& font, std::string_view text);
  void text_to(const Place& end, const Font& font, std::string_view text);

  // Between the two, only what lies in the rectangle is drawn.
  void clip(const Place& corner, double width, double height);
  void unclip();

 private:
  void use(Color color);
  void stroke(const Stroke& stroke);
  void fill_and_stroke(Color fill, const Stroke& rim);
  void use(const Font& font);

  cairo_t* context_;
};

}  // namespace taut::tools

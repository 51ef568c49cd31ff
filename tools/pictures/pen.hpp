// Drawing with cairo in the terms of our pictures.
#pragma once

#include <cairo.h>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "palette.hpp"

namespace taut::tools {

// A position in the picture, in pixels; y points down.
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

  // Line segments in one stroke, which makes files far smaller than separate strokes.
  void segments(const std::vector<std::pair<Place, Place>>& segments, const Stroke& stroke);

  // Rectangles by their upper left corner. A frame lies outside the rectangle that it frames.
  void fill_rectangle(const Place& corner, double width, double height, Color color);
  void frame(const Place& corner, double width, double height, const Stroke& stroke);

  void fill_polygon(const std::vector<Place>& corners, Color color);
  // Fills all in one operation, so that there is no seam between those that touch. All must have
  // the same orientation.
  void fill_polygons(const std::vector<std::vector<Place>>& polygons, Color color);
  void disc(const Place& center, double radius, Color fill, const Stroke& outline);
  void diamond(const Place& center, double radius, Color fill, const Stroke& outline);

  // One image pixel is one picture pixel.
  void image(const Place& corner, cairo_surface_t* image);

  // Text whose baseline begins, or ends, at a position. Bytes that are not UTF-8 show as question
  // marks.
  void text(const Place& begin, const Font& font, std::string_view text);
  void text_to(const Place& end, const Font& font, std::string_view text);

  // Between the two, only what lies in the rectangle is drawn.
  void clip(const Place& corner, double width, double height);
  void unclip();

 private:
  void use(Color color);
  void stroke(const Stroke& stroke);
  void fill_and_stroke(Color fill, const Stroke& outline);
  void use(const Font& font);

  cairo_t* context_;
};

}  // namespace taut::tools

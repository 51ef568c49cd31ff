#include "pen.hpp"

#include <numbers>
#include <string>

namespace taut::tools {
namespace {

// The length in bytes of the UTF-8 character at the start of `text`; 0 if there is none.
std::size_t character_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return 1;
  const std::size_t count = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < count) return 0;
  for (std::size_t i = 1; i < count; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool is_overlong =
      (byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xF0 && byte(1) < 0x90);
  const bool is_no_character =
      (byte(0) == 0xED && byte(1) > 0x9F) || (byte(0) == 0xF4 && byte(1) > 0x8F);
  return is_overlong || is_no_character ? 0 : count;
}

// cairo stops drawing after a text that is not UTF-8, and file names may contain any bytes.
std::string to_drawable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t count = character_bytes(text);
    result += count > 0 ? text.substr(0, count) : "?";
    text.remove_prefix(count > 0 ? count : 1);
  }
  return result;
}

}  // namespace

Pen::Pen(cairo_t* context) : context_(context) {
  cairo_set_line_join(context_, CAIRO_LINE_JOIN_ROUND);
}

void Pen::use(Color color) {
  const auto channel = [color](int shift) { return (color >> shift & 0xFF) / 255.0; };
  cairo_set_source_rgb(context_, channel(16), channel(8), channel(0));
}

void Pen::use(const Font& font) {
  cairo_select_font_face(
      context_, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
      font.weight == FontWeight::bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context_, font.size);
  use(font.color);
}

void Pen::stroke(const Stroke& stroke) {
  use(stroke.color);
  cairo_set_line_width(context_, stroke.width);
  cairo_set_dash(context_, &stroke.dash, stroke.dash > 0.0 ? 1 : 0, 0.0);
  cairo_stroke(context_);
}

void Pen::line(const std::vector<Place>& places, const Stroke& stroke) {
  for (const Place& place : places) cairo_line_to(context_, place.x, place.y);
  this->stroke(stroke);
}

void Pen::segments(const std::vector<std::pair<Place, Place>>& segments, const Stroke& stroke) {
  for (const auto& [from, to] : segments) {
    cairo_move_to(context_, from.x, from.y);
    cairo_line_to(context_, to.x, to.y);
  }
  this->stroke(stroke);
}

void Pen::fill_rectangle(const Place& corner, double width, double height, Color color) {
  cairo_rectangle(context_, corner.x, corner.y, width, height);
  use(color);
  cairo_fill(context_);
}

void Pen::frame(const Place& corner, double width, double height, const Stroke& stroke) {
  cairo_rectangle(context_, corner.x - stroke.width / 2.0, corner.y - stroke.width / 2.0,
                  width + stroke.width, height + stroke.width);
  this->stroke(stroke);
}

void Pen::fill_polygon(const std::vector<Place>& corners, Color color) {
  fill_polygons({corners}, color);
}

void Pen::fill_polygons(const std::vector<std::vector<Place>>& polygons, Color color) {
  for (const std::vector<Place>& corners : polygons) {
    cairo_new_sub_path(context_);
    for (const Place& corner : corners) cairo_line_to(context_, corner.x, corner.y);
    cairo_close_path(context_);
  }
  use(color);
  cairo_fill(context_);
}

void Pen::disc(const Place& center, double radius, Color fill, const Stroke& outline) {
  cairo_arc(context_, center.x, center.y, radius, 0.0, 2.0 * std::numbers::pi);
  cairo_close_path(context_);
  fill_and_stroke(fill, outline);
}

void Pen::diamond(const Place& center, double radius, Color fill, const Stroke& outline) {
  cairo_move_to(context_, center.x, center.y - radius);
  cairo_line_to(context_, center.x + radius, center.y);
  cairo_line_to(context_, center.x, center.y + radius);
  cairo_line_to(context_, center.x - radius, center.y);
  cairo_close_path(context_);
  fill_and_stroke(fill, outline);
}

void Pen::fill_and_stroke(Color fill, const Stroke& outline) {
  use(fill);
  cairo_fill_preserve(context_);
  stroke(outline);
}

void Pen::image(const Place& corner, cairo_surface_t* image) {
  cairo_set_source_surface(context_, image, corner.x, corner.y);
  cairo_pattern_set_filter(cairo_get_source(context_), CAIRO_FILTER_NEAREST);
  cairo_paint(context_);
}

void Pen::text(const Place& begin, const Font& font, std::string_view text) {
  use(font);
  cairo_move_to(context_, begin.x, begin.y);
  cairo_show_text(context_, to_drawable(text).c_str());
  cairo_new_path(context_);
}

void Pen::text_to(const Place& end, const Font& font, std::string_view text) {
  use(font);
  cairo_text_extents_t extents;
  cairo_text_extents(context_, to_drawable(text).c_str(), &extents);
  this->text({end.x - extents.x_advance, end.y}, font, text);
}

void Pen::clip(const Place& corner, double width, double height) {
  cairo_save(context_);
  cairo_rectangle(context_, corner.x, corner.y, width, height);
  cairo_clip(context_);
}

void Pen::unclip() { cairo_restore(context_); }

}  // namespace taut::tools

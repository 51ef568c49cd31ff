#include "picture_file.hpp"

#include <cairo-svg.h>

#include <cmath>
#include <utility>

#include "tools/input/cairo_handles.hpp"
#include "tools/output/failure.hpp"
#include "tools/output/output.hpp"

namespace taut::tools {
namespace {

cairo_status_t append_bytes(void* closure, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

void check(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS) {
    fail("the picture cannot be drawn: {}", cairo_status_to_string(status));
  }
}

}  // namespace

std::string render_picture(PictureFormat format, double width, double height,
                           const std::function<void(Pen&)>& draw) {
  std::string bytes;
  Surface surface;
  if (format == PictureFormat::svg) {
    surface.reset(cairo_svg_surface_create_for_stream(append_bytes, &bytes, width, height));
    check(cairo_surface_status(surface.get()));
    cairo_svg_surface_set_document_unit(surface.get(), CAIRO_SVG_UNIT_PX);
  } else {
    surface.reset(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::ceil(width)),
                                             static_cast<int>(std::ceil(height))));
    check(cairo_surface_status(surface.get()));
  }
  const Context context(cairo_create(surface.get()));
  Pen pen(context.get());
  draw(pen);
  check(cairo_status(context.get()));
  if (format == PictureFormat::png) {
    check(cairo_surface_write_to_png_stream(surface.get(), append_bytes, &bytes));
  }
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()));
  return bytes;
}

std::string write_pictures(const std::optional<std::string>& svg,
                           const std::optional<std::string>& png,
                           const std::function<std::string(PictureFormat)>& draw) {
  std::string text;
  for (const auto& [format, file] :
       {std::pair{PictureFormat::svg, svg}, std::pair{PictureFormat::png, png}}) {
    if (!file) continue;
    OutputFile out(*file);
    out.write(draw(format));
    out.close();
    text += fmt::format("picture   {}\n", *file);
  }
  return text;
}

}  // namespace taut::tools

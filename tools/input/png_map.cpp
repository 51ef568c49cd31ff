#include "png_map.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "cairo_handles.hpp"
#include "tools/output/failure.hpp"

namespace taut::tools {
namespace {

constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);

// The position of width and height in the header of every PNG file, as big-endian numbers.
constexpr std::size_t kWidthAt = 16;
constexpr std::size_t kHeightAt = 20;
constexpr std::size_t kHeaderBytes = 24;

std::uint32_t read_big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// The part of the file that cairo has not read yet.
struct Source {
  std::string_view rest;
};

cairo_status_t read_source(void* closure, unsigned char* data, unsigned int length) {
  Source& source = *static_cast<Source*>(closure);
  if (length > source.rest.size()) return CAIRO_STATUS_READ_ERROR;
  std::memcpy(data, source.rest.data(), length);
  source.rest.remove_prefix(length);
  return CAIRO_STATUS_SUCCESS;
}

// The image over white, as 32 bits 0x--RRGGBB per pixel.
Surface compose_on_white(cairo_surface_t* image, int width, int height) {
  Surface canvas(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  const Context context(cairo_create(canvas.get()));
  cairo_set_source_rgb(context.get(), 1.0, 1.0, 1.0);
  cairo_paint(context.get());
  cairo_set_source_surface(context.get(), image, 0.0, 0.0);
  cairo_paint(context.get());
  cairo_surface_flush(canvas.get());
  return canvas;
}

// Why cairo made no image. It reports every error of libpng as out of memory.
std::string explain(cairo_status_t status, std::uint32_t width, std::uint32_t height) {
  if (status == CAIRO_STATUS_READ_ERROR) return "it ends too early";
  const Surface room(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(width),
                                                static_cast<int>(height)));
  const bool has_memory = cairo_surface_status(room.get()) == CAIRO_STATUS_SUCCESS;
  if (status == CAIRO_STATUS_NO_MEMORY && has_memory) return "its data is damaged";
  return cairo_status_to_string(status);
}

bool is_bright(std::uint32_t pixel) {
  const std::uint32_t red = pixel >> 16 & 0xFF;
  const std::uint32_t green = pixel >> 8 & 0xFF;
  const std::uint32_t blue = pixel & 0xFF;
  return 2 * (299 * red + 587 * green + 114 * blue) >= 255 * 1000;
}

}  // namespace

bool is_png(std::string_view bytes) { return bytes.substr(0, kSignature.size()) == kSignature; }

Grid read_png_map(std::string_view bytes, const std::string& file,
                  std::span<const MapColour> colours) {
  if (bytes.size() < kHeaderBytes)
    fail("{}: the PNG image ends after {} bytes", file, bytes.size());
  const std::uint32_t claimed_width = read_big_endian(bytes, kWidthAt);
  const std::uint32_t claimed_height = read_big_endian(bytes, kHeightAt);
  if (claimed_width > kMaxMapSide || claimed_height > kMaxMapSide) {
    fail("{}: the PNG image has {} x {} pixels, a map has at most {} tiles a side", file,
         claimed_width, claimed_height, kMaxMapSide);
  }

  Source source{bytes};
  const Surface image(cairo_image_surface_create_from_png_stream(read_source, &source));
  if (const cairo_status_t status = cairo_surface_status(image.get());
      status != CAIRO_STATUS_SUCCESS) {
    fail("{}: not a valid PNG image of {} x {} pixels: {}", file, claimed_width, claimed_height,
         explain(status, claimed_width, claimed_height));
  }
  const int width = cairo_image_surface_get_width(image.get());
  const int height = cairo_image_surface_get_height(image.get());
  const Surface canvas = compose_on_white(image.get(), width, height);
  if (const cairo_status_t status = cairo_surface_status(canvas.get());
      status != CAIRO_STATUS_SUCCESS) {
    fail("{}: {} x {} pixels: {}", file, width, height, cairo_status_to_string(status));
  }

  const unsigned char* pixels = cairo_image_surface_get_data(canvas.get());
  const std::size_t stride = static_cast<std::size_t>(cairo_image_surface_get_stride(canvas.get()));
  const auto pixel = [&](int x, int y) {
    std::uint32_t value = 0;
    std::memcpy(&value,
                pixels + static_cast<std::size_t>(y) * stride + static_cast<std::size_t>(x) * 4,
                sizeof value);
    return value & 0xFFFFFF;
  };
  const auto find_colour = [&](std::uint32_t value) {
    return std::find_if(colours.begin(), colours.end(),
                        [&](const MapColour& each) { return each.colour == value; });
  };
  Grid grid = Grid::from_predicate(width, height, [&](int x, int y) {
    const std::uint32_t value = pixel(x, y);
    const auto named = find_colour(value);
    return named != colours.end() ? named->state == TileState::walkable : is_bright(value);
  });
  for (int y = 0; y < height && !colours.empty(); ++y) {
    for (int x = 0; x < width; ++x) {
      const auto named = find_colour(pixel(x, y));
      if (named != colours.end()) grid.set_class({x, y, x + 1, y + 1}, named->terrain_class);
    }
  }
  return grid;
}

}  // namespace taut::tools

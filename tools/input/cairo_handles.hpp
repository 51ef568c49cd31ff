// Owners of cairo's handles.
#pragma once

#include <cairo.h>

#include <memory>

namespace taut::tools {

struct SurfaceDeleter {
  void operator()(cairo_surface_t* surface) const noexcept { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceDeleter>;

struct ContextDeleter {
  void operator()(cairo_t* context) const noexcept { cairo_destroy(context); }
};
using Context = std::unique_ptr<cairo_t, ContextDeleter>;

}  // namespace taut::tools

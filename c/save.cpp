// Saves of worlds.
#include <taut_save.h>

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <taut/save.hpp>

#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;

namespace {

taut_status take_world(taut::Loaded<taut::World> loaded, taut_world** world, taut_error* error) {
  if (!loaded) return refuse(error, loaded.error.message().c_str());
  *world = new taut_world(std::make_shared<taut::World>(std::move(*loaded.value)));
  return TAUT_OK;
}

}  // namespace

extern "C" {

taut_status taut_world_save(const taut_world* world, uint8_t* out, uint32_t capacity,
                            uint32_t* count) {
  set_count(count, 0);
  if (!is_live(world) || world->world->is_broken()) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] {
    const std::vector<std::byte> bytes = taut::save(*world->world);
    return fill(out, capacity, count, bytes.size(),
                [&](std::size_t i) { return std::to_integer<uint8_t>(bytes[i]); });
  });
}

taut_status taut_world_read_save(const uint8_t* bytes, uint32_t length, const char* name,
                                 taut_world** world, taut_error* error) {
  if (world == nullptr) return refuse_null(error, "world");
  *world = nullptr;
  if (bytes == nullptr) return refuse_null(error, "bytes");
  return guard(error, [&] {
    const std::span<const std::byte> view = std::as_bytes(std::span(bytes, length));
    return take_world(taut::read_save(view, name != nullptr ? name : "save"), world, error);
  });
}

taut_status taut_world_write_file(const taut_world* world, const char* file, taut_error* error) {
  if (!is_live(world)) return refuse_handle(error, world, "world");
  if (file == nullptr) return refuse_null(error, "file");
  if (world->world->is_broken()) return refuse(error, "taut: World: the world is broken");
  return guard(error, [&] {
    const std::optional<taut::FileError> why = taut::save(*world->world, file);
    return why ? refuse(error, why->message().c_str()) : taut_status{TAUT_OK};
  });
}

taut_status taut_world_load_file(const char* file, taut_world** world, taut_error* error) {
  if (world == nullptr) return refuse_null(error, "world");
  *world = nullptr;
  if (file == nullptr) return refuse_null(error, "file");
  return guard(error, [&] { return take_world(taut::World::load(file), world, error); });
}

}  // extern "C"

// Saves of worlds and of what is on them.
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
  *world = make_world(std::move(*loaded.value));
  return TAUT_OK;
}

// The form of that number, if it is one.
std::optional<taut::SaveForm> to_form(taut_save_form form, taut_error* error) {
  if (form >= TAUT_SAVE_LIGHT && form <= TAUT_SAVE_FULL) return static_cast<taut::SaveForm>(form);
  refuse_value(error, "save: form", form, TAUT_SAVE_LIGHT, TAUT_SAVE_FULL);
  return std::nullopt;
}

template <class... Parts>
taut_status save_to(uint8_t* out, uint32_t capacity, uint32_t* count, const Parts&... parts) {
  return guard(nullptr, [&] {
    const std::vector<std::byte> bytes = taut::save(parts...);
    return fill(out, capacity, count, bytes.size(),
                [&](std::size_t i) { return std::to_integer<uint8_t>(bytes[i]); });
  });
}

template <class Handle>
taut_status save_part(const Handle* handle, uint8_t* out, uint32_t capacity, uint32_t* count) {
  set_count(count, 0);
  if (!is_live(handle)) return TAUT_BAD_ARGUMENT;
  return save_to(out, capacity, count, handle->part);
}

// Makes a handle of what read(bytes, name, source) loads.
template <class Handle, class Read>
taut_status read_part(const uint8_t* bytes, uint32_t length, const char* name,
                      const taut_world* world, Handle** handle, taut_error* error,
                      const Read& read) {
  if (handle == nullptr) return refuse_null(error, "handle");
  *handle = nullptr;
  if (bytes == nullptr) return refuse_null(error, "bytes");
  if (!is_live(world)) return refuse_handle(error, world, "world");
  return guard(error, [&] {
    const std::span<const std::byte> view = std::as_bytes(std::span(bytes, length));
    const WorldSource source = world->source();
    auto loaded = read(view, name != nullptr ? name : "save", source);
    if (!loaded) return refuse(error, loaded.error.message().c_str());
    *handle = new Handle(source, std::move(*loaded.value));
    return taut_status{TAUT_OK};
  });
}

}  // namespace

extern "C" {

taut_status taut_world_save(const taut_world* world, taut_save_form form, uint8_t* out,
                            uint32_t capacity, uint32_t* count) {
  set_count(count, 0);
  const std::optional<taut::SaveForm> known = to_form(form, nullptr);
  if (!is_live(world) || world->world->is_broken() || !known) return TAUT_BAD_ARGUMENT;
  return save_to(out, capacity, count, *world->world, *known);
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

taut_status taut_world_write_file(const taut_world* world, taut_save_form form, const char* file,
                                  taut_error* error) {
  if (!is_live(world)) return refuse_handle(error, world, "world");
  if (file == nullptr) return refuse_null(error, "file");
  const std::optional<taut::SaveForm> known = to_form(form, error);
  if (!known) return TAUT_BAD_ARGUMENT;
  if (world->world->is_broken()) return refuse(error, "taut: World: the world is broken");
  return guard(error, [&] {
    const std::optional<taut::FileError> why = taut::save(*world->world, file, *known);
    return why ? refuse(error, why->message().c_str()) : taut_status{TAUT_OK};
  });
}

taut_status taut_world_load_file(const char* file, taut_world** world, taut_error* error) {
  if (world == nullptr) return refuse_null(error, "world");
  *world = nullptr;
  if (file == nullptr) return refuse_null(error, "file");
  return guard(error, [&] { return take_world(taut::World::load(file), world, error); });
}

taut_status taut_crowd_save(const taut_crowd* crowd, uint8_t* out, uint32_t capacity,
                            uint32_t* count) {
  return save_part(crowd, out, capacity, count);
}

taut_status taut_crowd_read_save(const uint8_t* bytes, uint32_t length, const char* name,
                                 taut_world* world, taut_crowd** crowd, taut_error* error) {
  if (crowd == nullptr) return refuse_null(error, "crowd");
  *crowd = nullptr;
  if (const auto bad = check_crowd_world(world, error)) return bad;
  return read_part(bytes, length, name, world, crowd, error,
                   [](auto view, const char* file, const WorldSource& source) {
                     return visit_world(source,
                                        [&](auto& of) { return taut::read_crowd(view, file, of); });
                   });
}

taut_status taut_queue_save(const taut_queue* queue, uint8_t* out, uint32_t capacity,
                            uint32_t* count) {
  return save_part(queue, out, capacity, count);
}

taut_status taut_queue_read_save(const uint8_t* bytes, uint32_t length, const char* name,
                                 const taut_world* world, taut_queue** queue, taut_error* error) {
  return read_part(bytes, length, name, world, queue, error,
                   [](auto view, const char* file, const WorldSource& source) {
                     return visit_world(source,
                                        [&](auto& of) { return taut::read_queue(view, file, of); });
                   });
}

taut_status taut_follower_save(const taut_follower* follower, uint8_t* out, uint32_t capacity,
                               uint32_t* count) {
  return save_part(follower, out, capacity, count);
}

taut_status taut_follower_read_save(const uint8_t* bytes, uint32_t length, const char* name,
                                    const taut_world* world, taut_follower** follower,
                                    taut_error* error) {
  return read_part(bytes, length, name, world, follower, error,
                   [](auto view, const char* file, const WorldSource& source) {
                     return taut::read_follower(view, file, *source.read());
                   });
}

taut_status taut_crowd_write_file(const taut_crowd* crowd, taut_save_form form, const char* file,
                                  taut_error* error) {
  if (!is_live(crowd)) return refuse_handle(error, crowd, "crowd");
  if (file == nullptr) return refuse_null(error, "file");
  const std::optional<taut::SaveForm> known = to_form(form, error);
  if (!known) return TAUT_BAD_ARGUMENT;
  return guard(error, [&] {
    const std::optional<taut::FileError> why =
        taut::save(*crowd->source.read(), crowd->part, file, *known);
    return why ? refuse(error, why->message().c_str()) : taut_status{TAUT_OK};
  });
}

taut_status taut_crowd_load_file(const char* file, taut_world* world, taut_crowd** crowd,
                                 taut_error* error) {
  if (crowd == nullptr) return refuse_null(error, "crowd");
  *crowd = nullptr;
  if (file == nullptr) return refuse_null(error, "file");
  return guard(error, [&] {
    const taut::Loaded<std::string> text = taut::load_text(file);
    if (!text) return refuse(error, text.error.message().c_str());
    const auto* const bytes = reinterpret_cast<const uint8_t*>(text.value->data());
    return taut_crowd_read_save(bytes, to_count(text.value->size()), file, world, crowd, error);
  });
}

}  // extern "C"

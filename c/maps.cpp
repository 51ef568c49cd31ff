// Worlds from text and to text, by letters.
#include <taut_maps.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <taut/map_file.hpp>

#include "checks.hpp"
#include "handles.hpp"

using namespace taut::c;

namespace {

// What the C++ functions do not see: numbers that are no bytes.
taut_status check_letters(const taut_letter* letters, uint32_t count, taut_error* error) noexcept {
  if (letters == nullptr && count > 0) return refuse_null(error, "letters");
  for (uint32_t i = 0; i < count; ++i) {
    const auto [letter, terrain_class, walkable] = letters[i];
    if (letter < 0 || letter > 255) return refuse_value(error, "letter", letter, ' ', '~');
    if (const auto bad = check_within(error, "letter: class", terrain_class, 0.0, 255.0))
      return bad;
  }
  return TAUT_OK;
}

std::vector<taut::MapLetter> to_letters(const taut_letter* letters, uint32_t count) {
  std::vector<taut::MapLetter> all(count);
  std::transform(letters, letters + count, all.begin(), [](const taut_letter& each) {
    return taut::MapLetter{
        static_cast<char>(each.letter), static_cast<std::uint8_t>(each.terrain_class),
        each.walkable != 0 ? taut::TileState::walkable : taut::TileState::blocked};
  });
  return all;
}

}  // namespace

extern "C" {

taut_status taut_world_read_letters(const char* text, uint32_t length, const char* name,
                                    const taut_letter* letters, uint32_t letter_count,
                                    taut_world** world, taut_error* error) {
  if (world == nullptr) return refuse_null(error, "world");
  *world = nullptr;
  if (text == nullptr) return refuse_null(error, "text");
  if (const auto bad = check_letters(letters, letter_count, error)) return bad;
  return guard(error, [&]() -> taut_status {
    taut::Loaded<taut::Grid> grid = taut::read_map({text, length}, name != nullptr ? name : "map",
                                                   to_letters(letters, letter_count));
    if (!grid) return refuse(error, grid.error.message().c_str());
    *world = make_world(std::move(*grid.value));
    return TAUT_OK;
  });
}

taut_status taut_world_write(const taut_world* world, const taut_letter* letters,
                             uint32_t letter_count, char* text, uint32_t capacity, uint32_t* length,
                             taut_error* error) {
  set_count(length, 0);
  if (!is_live(world)) return refuse_handle(error, world, "world");
  if (text == nullptr && capacity > 0) return refuse_null(error, "text");
  if (const auto bad = check_letters(letters, letter_count, error)) return bad;
  return guard(error, [&]() -> taut_status {
    const taut::Loaded<std::string> all =
        taut::format_map(world->world->grid(), to_letters(letters, letter_count));
    if (!all) return refuse(error, all.error.message().c_str());
    const std::string& written = *all.value;
    return fill(text, capacity, length, written.size(), [&](std::size_t i) { return written[i]; });
  });
}

}  // extern "C"

// Frames: from the user's units to tiles and back.
#include <taut_frame.h>

#include <algorithm>
#include <cmath>
#include <span>

#include <taut/frame.hpp>

#include "checks.hpp"

using namespace taut::c;
using taut::WorldFrame;

namespace {

// Calls call() with the frame, if it is valid.
template <class Call>
taut_status with_frame(const taut_frame* frame, const Call& call) noexcept {
  if (frame == nullptr) return TAUT_BAD_ARGUMENT;
  const taut::DiscPoint origin{frame->origin_x, frame->origin_y};
  const double size = frame->tile_size;
  const bool is_valid = std::abs(origin.x) <= WorldFrame::kMaxOrigin &&
                        std::abs(origin.y) <= WorldFrame::kMaxOrigin &&
                        size >= WorldFrame::kMinTileSize && size <= WorldFrame::kMaxTileSize;
  if (!is_valid) return TAUT_BAD_ARGUMENT;
  return guard(nullptr, [&] {
    call(frame->is_upwards != 0 ? WorldFrame::upwards(origin, size) : WorldFrame(origin, size));
  });
}

// Calls convert(frame, turns) for each turn as a span of one, which is changed in place.
template <class Convert>
taut_status convert_turns(const taut_frame* frame, const taut_turn* turns, uint32_t count,
                          taut_turn* out, const Convert& convert) noexcept {
  if ((turns == nullptr || out == nullptr) && count > 0) return TAUT_BAD_ARGUMENT;
  if (!std::all_of(turns, turns + count, has_known_kind)) return TAUT_BAD_ARGUMENT;
  return with_frame(frame, [&](const WorldFrame& own) {
    for (uint32_t i = 0; i < count; ++i) {
      taut::DiscTurn turn = to_disc_turn(turns[i]);
      convert(own, std::span<taut::DiscTurn>(&turn, 1));
      out[i] = to_turn(turn);
    }
  });
}

template <class Convert>
taut_status convert_points(const taut_frame* frame, const taut_point* places, uint32_t count,
                           taut_point* out, const Convert& convert) noexcept {
  if ((places == nullptr || out == nullptr) && count > 0) return TAUT_BAD_ARGUMENT;
  return with_frame(frame, [&](const WorldFrame& own) {
    convert(own, view_points(places, count), view_points(out, count));
  });
}

}  // namespace

extern "C" {

taut_status taut_frame_to_tiles(const taut_frame* frame, const taut_point* places, uint32_t count,
                                taut_point* out) {
  return convert_points(frame, places, count, out, [](const WorldFrame& own, auto from, auto to) {
    own.path_to_tiles(from, to);
  });
}

taut_status taut_frame_from_tiles(const taut_frame* frame, const taut_point* places, uint32_t count,
                                  taut_point* out) {
  return convert_points(frame, places, count, out, [](const WorldFrame& own, auto from, auto to) {
    own.path_from_tiles(from, to);
  });
}

taut_status taut_frame_turns_to_tiles(const taut_frame* frame, const taut_turn* turns,
                                      uint32_t count, taut_turn* out) {
  return convert_turns(frame, turns, count, out,
                       [](const WorldFrame& own, auto turn) { own.path_to_tiles(turn, turn); });
}

taut_status taut_frame_turns_from_tiles(const taut_frame* frame, const taut_turn* turns,
                                        uint32_t count, taut_turn* out) {
  return convert_turns(frame, turns, count, out,
                       [](const WorldFrame& own, auto turn) { own.path_from_tiles(turn, turn); });
}

taut_status taut_frame_rect_to_tiles(const taut_frame* frame, taut_point low, taut_point high,
                                     taut_rect* tiles) {
  if (tiles == nullptr) return TAUT_BAD_ARGUMENT;
  return with_frame(frame, [&](const WorldFrame& own) {
    *tiles = to_rect(own.rect_to_tiles({low.x, low.y}, {high.x, high.y}));
  });
}

taut_status taut_frame_rect_from_tiles(const taut_frame* frame, taut_rect tiles, taut_point* low,
                                       taut_point* high) {
  if (low == nullptr || high == nullptr) return TAUT_BAD_ARGUMENT;
  return with_frame(frame, [&](const WorldFrame& own) {
    const auto corners = own.rect_from_tiles({tiles.x0, tiles.y0, tiles.x1, tiles.y1});
    *low = to_point(corners[0]);
    *high = to_point(corners[1]);
  });
}

}  // extern "C"

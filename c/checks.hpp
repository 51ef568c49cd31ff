// Arguments of the C interface: their checks, the words for what is wrong, and what they are in C++
// (internal). All is checked before it is handed on, as constructors and edits end the program on
// bad arguments where the library is built without exceptions.
#pragma once

#include <taut.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>

#include <taut/agent.hpp>
#include <taut/engine/constants.hpp>
#include <taut/engine/disc_path.hpp>
#include <taut/engine/geometry.hpp>
#include <taut/finder.hpp>
#include <taut/status.hpp>

#ifdef __cpp_exceptions
#include <exception>
#include <new>
#include <stdexcept>
#endif

namespace taut::c {

// Writes the words, cut off where they do not fit, unless `error` is null. Returns
// TAUT_BAD_ARGUMENT.
taut_status refuse(taut_error* error, const char* words) noexcept;
// "taut: world is NULL"
taut_status refuse_null(taut_error* error, const char* name) noexcept;
// "taut: Grid: width 0 is not within 1 to 16384", as detail::reject_value().
taut_status refuse_value(taut_error* error, const char* what, double value, double low,
                         double high) noexcept;
// TAUT_OK, or refuses the value, or NaN.
inline taut_status check_within(taut_error* error, const char* what, double value, double low,
                                double high) noexcept {
  return value >= low && value <= high ? TAUT_OK : refuse_value(error, what, value, low, high);
}

// Runs a body, which returns a status, or nothing for TAUT_OK.
template <class Body>
taut_status run(const Body& body) {
  if constexpr (std::is_void_v<decltype(body())>) {
    body();
    return TAUT_OK;
  } else {
    return body();
  }
}

// The same for one that may allocate: nothing is thrown across the interface.
template <class Body>
taut_status guard(taut_error* error, const Body& body) noexcept {
#ifdef __cpp_exceptions
  try {
    return run(body);
  } catch (const std::bad_alloc&) {
    return TAUT_OUT_OF_MEMORY;
  } catch (const std::length_error&) {
    return TAUT_OUT_OF_MEMORY;
  } catch (const std::invalid_argument& rejected) {
    return refuse(error, rejected.what());
  } catch (...) {
    return TAUT_FAILURE;
  }
#else
  (void)error;
  return run(body);
#endif
}

[[nodiscard]] inline taut_status to_status(Status status) noexcept {
  return static_cast<taut_status>(status);
}

[[nodiscard]] inline std::uint32_t to_count(std::size_t count) noexcept {
  return static_cast<std::uint32_t>(std::min<std::size_t>(count, UINT32_MAX));
}

[[nodiscard]] inline std::size_t to_size(std::uint64_t bytes) noexcept {
  constexpr std::uint64_t kMost = (std::numeric_limits<std::size_t>::max)();
  return static_cast<std::size_t>((std::min)(bytes, kMost));
}

// Two numbers up to the last one are no reasons.
[[nodiscard]] inline bool is_reason(taut_reason reason) noexcept {
  return reason >= TAUT_REASON_NONE && reason <= TAUT_REASON_BROKEN &&
         reason != TAUT_REASON_GOAL_TOO_FAR - 1 && reason != TAUT_REASON_GOAL_TOO_FAR + 1;
}

// Whether a place may be snapped: finite, and not far beyond any map.
[[nodiscard]] inline bool is_place(float x, float y) noexcept {
  return detail::can_snap(Point{x, y});
}

// A point for null, nothing for an unknown shape. The radius is as it is.
[[nodiscard]] std::optional<Agent> to_agent(const taut_agent* agent) noexcept;
// TAUT_OK, or refuses the agent in the words of the C++ function `where`.
taut_status check_agent(const taut_agent* agent, const char* where, taut_error* error) noexcept;

// TAUT_OK, or refuses an agent whose ground was not set.
taut_status check_ground(const World& world, const taut_agent& agent, taut_error* error) noexcept;

// Those of find() for null, nothing for unknown enumerators.
[[nodiscard]] std::optional<FindOptions> to_options(const taut_find_options* options) noexcept;

[[nodiscard]] taut_path to_path(const FoundPath& found) noexcept;
[[nodiscard]] taut_turn to_turn(const DiscTurn& turn) noexcept;
[[nodiscard]] inline bool has_known_kind(const taut_turn& turn) noexcept {
  return turn.kind >= TAUT_TURN_START && turn.kind <= TAUT_TURN_GOAL;
}
// Requires a kind that is known.
[[nodiscard]] DiscTurn to_disc_turn(const taut_turn& turn) noexcept;
[[nodiscard]] inline taut_point to_point(const Point& point) noexcept { return {point.x, point.y}; }
[[nodiscard]] inline taut_rect to_rect(const TileRect& tiles) noexcept {
  return {tiles.x0, tiles.y0, tiles.x1, tiles.y1};
}

// The same memory as points of C++.
[[nodiscard]] inline std::span<const Point> view_points(const taut_point* points,
                                                        std::uint32_t count) noexcept {
  static_assert(sizeof(taut_point) == sizeof(Point) && alignof(Point) <= alignof(taut_point));
  return {reinterpret_cast<const Point*>(points), count};
}
[[nodiscard]] inline std::span<Point> view_points(taut_point* points,
                                                  std::uint32_t count) noexcept {
  return {reinterpret_cast<Point*>(points), count};
}

inline void set_count(std::uint32_t* count, std::size_t value) noexcept {
  if (count != nullptr) *count = to_count(value);
}

// Writes make(i) to out[i] for the first of `total` elements, and their number to *count.
template <class Out, class Make>
taut_status fill(Out* out, std::uint32_t capacity, std::uint32_t* count, std::size_t total,
                 const Make& make) {
  set_count(count, 0);
  if (out == nullptr && capacity > 0) return TAUT_BAD_ARGUMENT;
  const std::size_t written = std::min<std::size_t>(total, capacity);
  for (std::size_t i = 0; i < written; ++i) out[i] = make(i);
  set_count(count, total);
  return total > capacity ? TAUT_TRUNCATED : TAUT_OK;
}

}  // namespace taut::c

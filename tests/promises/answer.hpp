// What a query answered, as numbers that can be compared and hashed.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include <taut/engine/disc_path.hpp>
#include <taut/engine/field.hpp>
#include <taut/engine/optimal_search.hpp>
#include <taut/engine/portal.hpp>
#include <taut/point.hpp>
#include <taut/status.hpp>

#include "support/random.hpp"

namespace taut::test {

// The capacity of an output that is not cut.
inline constexpr std::size_t kWhole = std::numeric_limits<std::size_t>::max();

// Lengths of arcs and points on them need the machine's trigonometric functions, whose last bit may
// differ on another machine.
[[nodiscard]] inline double rounded(double value) { return std::round(value * 1e6); }

// The memory of an output, of which a query is given the front. Guards behind that front notice
// what is written past it.
template <class T>
class Room {
 public:
  explicit Room(std::size_t bound) : elements_(bound + kGuards) {}

  // The first elements, as many as `capacity` says and there are.
  [[nodiscard]] std::span<T> first(std::size_t capacity) noexcept {
    capacity_ = std::min(capacity, elements_.size() - kGuards);
    std::memset(static_cast<void*>(elements_.data() + capacity_), kFill, kGuards * sizeof(T));
    return {elements_.data(), capacity_};
  }

  // What a query wrote into the front. Requires count <= capacity().
  [[nodiscard]] std::span<const T> written(std::size_t count) const noexcept {
    return {elements_.data(), count};
  }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] bool is_intact() const noexcept {
    const auto* bytes = reinterpret_cast<const unsigned char*>(elements_.data() + capacity_);
    return std::all_of(bytes, bytes + kGuards * sizeof(T),
                       [](unsigned char byte) { return byte == kFill; });
  }

 private:
  static constexpr std::size_t kGuards = 4;
  static constexpr unsigned char kFill = 0xA5;

  std::vector<T> elements_;
  std::size_t capacity_ = 0;
};

// The answer to one query: a status, the elements written, and values beside them. Reused from
// query to query; adding to it does not allocate.
class Answer {
 public:
  Answer() { elements_.reserve(kMostElements); }

  void clear() noexcept {
    elements_.clear();
    values_ = {};
    status_ = Status::ok;
    is_intact_ = true;
  }

  // The result of a query that wrote into the front of `room`. What counts of an element is what
  // `project` makes of it.
  template <class QueryResult, class T, class Project = std::identity>
  void take(const QueryResult& result, const Room<T>& room, const Project& project = {}) {
    take_status(result);
    is_intact_ = is_intact_ && room.is_intact() && result.count <= room.capacity();
    if (is_intact_) take_elements(room.written(result.count), project);
  }
  template <class T, class Project = std::identity>
  void take_elements(std::span<const T> elements, const Project& project = {}) {
    for (const T& element : elements) {
      Hash hash;
      add(hash, project(element));
      elements_.push_back(hash.value());
    }
  }
  template <class QueryResult>
  void take_status(const QueryResult& result) noexcept {
    status_ = result.status;
    if constexpr (requires { result.length; }) {
      note(result.length);
      // Without terrain the cost of a path is its length.
      if constexpr (requires { result.cost; }) {
        if (result.cost != result.length) note(result.cost);
      }
    } else if constexpr (requires { result.cost; }) {
      note(result.cost);
    }
    if constexpr (requires { result.expanded; }) note(result.expanded);
  }

  // A value beside the elements.
  template <class T>
  void note(const T& value) noexcept {
    add(values_, value);
  }

  [[nodiscard]] Status status() const noexcept { return status_; }
  [[nodiscard]] std::span<const std::uint64_t> elements() const noexcept { return elements_; }
  // Whether no guard of a room was overwritten.
  [[nodiscard]] bool is_intact() const noexcept { return is_intact_; }
  [[nodiscard]] std::uint64_t hash() const noexcept {
    Hash hash;
    hash.add(static_cast<std::uint64_t>(status_));
    hash.add(elements_.size());
    for (const std::uint64_t element : elements_) hash.add(element);
    hash.add(values_.value());
    return hash.value();
  }

 private:
  // More than any query of a scene writes.
  static constexpr std::size_t kMostElements = std::size_t{1} << 16;

  template <class T>
  static void add(Hash& hash, const T& value) noexcept {
    if constexpr (std::is_same_v<T, double>) {
      hash.add(std::bit_cast<std::uint64_t>(value));
    } else if constexpr (std::is_same_v<T, Point>) {
      hash.add(std::uint64_t{std::bit_cast<std::uint32_t>(value.x)} << 32U |
               std::bit_cast<std::uint32_t>(value.y));
    } else if constexpr (std::is_same_v<T, DiscPoint>) {
      add(hash, value.x);
      add(hash, value.y);
    } else {
      hash.add(static_cast<std::uint64_t>(value));
    }
  }
  template <class T>
  static void add(Hash& hash, const std::optional<T>& value) noexcept {
    add(hash, value.has_value());
    if (value) add(hash, *value);
  }
  static void add(Hash& hash, const Tile& tile) noexcept {
    add(hash, tile.x);
    add(hash, tile.y);
  }
  static void add(Hash& hash, const ReachedTile& reached) noexcept {
    add(hash, reached.tile);
    add(hash, reached.distance);
  }
  static void add(Hash& hash, const Portal& portal) noexcept {
    add(hash, portal.left);
    add(hash, portal.right);
  }
  static void add(Hash& hash, const Cone& cone) noexcept {
    add(hash, cone.apex);
    add(hash, cone.right);
    add(hash, cone.left);
  }
  static void add(Hash& hash, const DiscTurn& turn) noexcept {
    add(hash, turn.center);
    add(hash, turn.entry);
    add(hash, turn.exit);
    add(hash, turn.portal);
    add(hash, turn.kind);
  }

  Status status_ = Status::ok;
  std::vector<std::uint64_t> elements_;
  Hash values_;
  bool is_intact_ = true;
};

}  // namespace taut::test

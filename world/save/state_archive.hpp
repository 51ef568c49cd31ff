// Writes the state of an object to bytes, and reads it back: one list of its fields serves both
// (internal).
//
// A function describe(archive, object) names the fields in order. A StateReader checks each value;
// what depends on several of them the owner checks.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <taut/engine/disc_path.hpp>
#include <taut/finder.hpp>

#include "save_sections.hpp"

namespace taut::detail {

// A T, or a const T.
template <class T, class Wanted>
concept SameAs = std::same_as<std::remove_const_t<T>, Wanted>;

class StateWriter {
 public:
  static constexpr bool kReads = false;

  explicit StateWriter(std::vector<std::byte>& out) noexcept : out_(&out) {}

  template <class... Fields>
  void operator()(const Fields&... fields) {
    (put(fields), ...);
  }
  // Any value of its type: a float may be infinite or NaN.
  template <class Number>
  void any(const Number& number) {
    put(number);
  }
  // A byte that is not used.
  void zero() { put(std::uint8_t{0}); }
  template <class Number>
  void within(const Number& number, std::type_identity_t<Number>, std::type_identity_t<Number>,
              const char*) {
    put(number);
  }
  // An enumerator. All values up to the last one are valid.
  template <class Enum>
  void choice(const Enum& value, Enum, const char*) {
    put(static_cast<std::uint8_t>(value));
  }
  // As 8 bytes on every machine.
  void size(const std::size_t& number) {
    constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
    put(number == kMost ? std::numeric_limits<std::uint64_t>::max() : std::uint64_t{number});
  }
  // `least_bytes` is the least that an element takes.
  template <class List>
  void list(const List& list, std::size_t least_bytes) {
    each(list, least_bytes, [&](const auto& element) { put(element); });
  }
  // The same; describe_one(element) names the fields of an element.
  template <class List, class DescribeOne>
  void each(const List& list, std::size_t, const DescribeOne& describe_one) {
    put(static_cast<std::uint32_t>(list.size()));
    for (const auto& element : list) describe_one(element);
  }

 private:
  template <class T>
  void put(const T& value) {
    if constexpr (std::same_as<T, bool>) {
      out_->push_back(value ? std::byte{1} : std::byte{0});
    } else if constexpr (std::same_as<T, float>) {
      write_number(std::bit_cast<std::uint32_t>(value), *out_);
    } else if constexpr (std::same_as<T, double>) {
      write_number(std::bit_cast<std::uint64_t>(value), *out_);
    } else if constexpr (std::integral<T>) {
      write_number(static_cast<std::make_unsigned_t<T>>(value), *out_);
    } else {
      describe(*this, value);
    }
  }

  std::vector<std::byte>* out_;
};

class StateReader {
 public:
  static constexpr bool kReads = true;
  // The largest of other numbers, either way: sums of some of them fit.
  static constexpr std::int32_t kMostCount = 1 << 28;
  static constexpr double kMostFloat = 1e9;

  // `begin` is where the bytes are in the file.
  StateReader(std::span<const std::byte> bytes, std::size_t begin) noexcept
      : bytes_(bytes), begin_(begin) {}

  [[nodiscard]] bool ok() const noexcept { return error_.empty(); }
  [[nodiscard]] const std::string& error() const noexcept { return error_; }
  // Remembers the first failure; what is read from now on is 0.
  void fail(const char* what) { fail_at(at_, what); }
  // Reports an error at another place.
  void fail_at(std::size_t at, const std::string& what) {
    if (!ok()) return;
    error_ = "byte " + std::to_string(begin_ + at) + ": " + what;
    at_ = bytes_.size();
  }
  void require(bool is_met, const char* what) {
    if (!is_met) fail(what);
  }
  void require_at(std::size_t at, bool is_met, const std::string& what) {
    if (!is_met) fail_at(at, what);
  }
  // How many bytes are not read yet.
  [[nodiscard]] std::size_t left() const noexcept { return bytes_.size() - at_; }
  [[nodiscard]] std::size_t at() const noexcept { return at_; }
  void end() { require(at_ == bytes_.size(), "something follows the state"); }

  template <class... Fields>
  void operator()(Fields&... fields) {
    (take(fields), ...);
  }
  template <class Number>
  void any(Number& number) {
    if constexpr (std::integral<Number>) {
      number = static_cast<Number>(bits<std::make_unsigned_t<Number>>());
    } else {
      using Bits = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;
      number = std::bit_cast<Number>(bits<Bits>());
    }
  }
  void zero() { require(bits<std::uint8_t>() == 0, "a byte that is not used is not 0"); }
  template <class Number>
  void within(Number& number, std::type_identity_t<Number> low, std::type_identity_t<Number> high,
              const char* what) {
    if constexpr (std::floating_point<Number>) {
      take(number);
    } else {  // its own range, instead of that of a count
      any(number);
    }
    if (!(number >= low && number <= high)) fail(what);
    if (!ok()) number = low;
  }
  template <class Enum>
  void choice(Enum& value, Enum last, const char* what) {
    const std::size_t at = at_;
    const auto number = bits<std::uint8_t>();
    require_at(at, number <= static_cast<std::uint8_t>(last), what);
    value = ok() ? static_cast<Enum>(number) : Enum{};
  }
  void size(std::size_t& number) {
    constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
    const auto wide = bits<std::uint64_t>();
    const bool is_most = wide == std::numeric_limits<std::uint64_t>::max();
    require(is_most || wide <= kMost, "a size is too large for this machine");
    number = is_most ? kMost : static_cast<std::size_t>(wide);
  }
  template <class List>
  void list(List& list, std::size_t least_bytes) {
    each(list, least_bytes, [&](auto& element) { take(element); });
  }
  template <class List, class DescribeOne>
  void each(List& list, std::size_t least_bytes, const DescribeOne& describe_one) {
    const auto count = bits<std::uint32_t>();
    require(count <= (bytes_.size() - at_) / least_bytes, "a list is cut off");
    list.clear();
    if constexpr (requires { list.reserve(count); }) list.reserve(ok() ? count : 0);
    for (std::uint32_t i = 0; ok() && i < count; ++i) describe_one(list.emplace_back());
  }

 private:
  template <std::unsigned_integral Number>
  Number bits() {
    if (bytes_.size() - at_ < sizeof(Number)) fail("the state is cut off");
    if (!ok()) return 0;
    const auto number = read_number<Number>(bytes_.subspan(at_, sizeof(Number)));
    at_ += sizeof(Number);
    return number;
  }
  template <class T>
  void take(T& value) {
    if constexpr (std::same_as<T, bool>) {
      const auto number = bits<std::uint8_t>();
      require(number <= 1, "a truth value is neither 0 nor 1");
      value = number == 1;
    } else if constexpr (std::floating_point<T>) {
      any(value);
      if (!(std::abs(value) <= static_cast<T>(kMostFloat))) fail("a number is not valid");
      if (!ok()) value = 0;
    } else if constexpr (std::integral<T>) {
      any(value);
      if constexpr (std::same_as<T, std::int32_t>) {
        if (value > kMostCount || value < -kMostCount) fail("a count is not valid");
        if (!ok()) value = 0;
      }
    } else {
      describe(*this, value);
    }
  }

  std::span<const std::byte> bytes_;
  std::size_t begin_;
  std::size_t at_ = 0;
  std::string error_;
};

// ---- what several states hold ----
// Structured bindings name all members: one that is added to a type is an error here.

template <class Archive>
void describe(Archive& archive, SameAs<Point> auto& point) {
  archive(point.x, point.y);
}
template <class Archive>
void describe(Archive& archive, SameAs<DiscPoint> auto& point) {
  archive(point.x, point.y);
}

template <class Archive>
void describe(Archive& archive, SameAs<DiscTurn> auto& turn) {
  auto& [center, entry, exit, portal, kind] = turn;
  archive(center, entry, exit, portal);
  archive.choice(kind, CornerKind::goal, "the kind of a turn is not valid");
}
inline constexpr std::size_t kTurnBytes = 45;

template <class Archive>
void describe(Archive& archive, SameAs<PassedLink> auto& passed) {
  auto& [link, exit] = passed;
  archive(link);
  archive.size(exit);
}
inline constexpr std::size_t kPassedLinkBytes = 12;

// The agent of a query may have any size: the query is refused then.
template <class Archive>
void describe(Archive& archive, SameAs<Agent> auto& agent) {
  auto& [shape, radius, ground] = agent;
  archive.choice(shape, AgentShape::square, "the shape of an agent is not valid");
  archive.any(radius);
  archive(ground);
}

template <class Archive>
void describe(Archive& archive, SameAs<FindOptions> auto& options) {
  auto& [agent, method, goal, max_goal_distance, expansion_limit, budget, length_limit, start] =
      options;
  archive(agent);
  archive.choice(method, Method::fast, "a method is not valid");
  archive.choice(goal, EndRule::nearest, "a rule is not valid");
  archive.any(max_goal_distance);
  archive.size(expansion_limit);
  archive.size(budget);
  archive.any(length_limit);
  archive.choice(start, EndRule::nearest, "a rule is not valid");
}

template <class Archive>
void describe(Archive& archive, SameAs<Request> auto& request) {
  auto& [start, goal, options] = request;
  for (auto* const end : {&start, &goal}) {
    archive.any(end->x);
    archive.any(end->y);
  }
  archive(options);
}

template <class Archive>
void describe(Archive& archive, SameAs<OwnedPath> auto& path) {
  auto& [status, reason, points, turns, links, method, length, cost, expanded, revision, agent] =
      path;
  archive.choice(status, Status::unfinished, "a status is not valid");
  archive.choice(reason, Reason::broken, "a reason is not valid");
  archive.list(points, 8);
  archive.list(turns, kTurnBytes);
  archive.list(links, kPassedLinkBytes);
  archive.choice(method, Method::fast, "a method is not valid");
  archive.any(length);
  archive.any(cost);
  archive.size(expanded);
  archive(revision, agent);
}

}  // namespace taut::detail

// A World that Python's threads share, and how arguments and answers pass between the languages.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <taut/detail/require.hpp>
#include <taut/field.hpp>
#include <taut/finder.hpp>
#include <taut/world.hpp>

#include "c/tile_spares.hpp"

namespace taut::python {

namespace py = pybind11;

// Arrays of numbers alone: numpy makes floats of text, dates, None and complex numbers, too.
template <class Array>
struct NumbersCaster : py::detail::pyobject_caster<Array> {
  bool load(py::handle from, bool convert) {
    const auto given = py::array::ensure(from);
    if (!given) PyErr_Clear();
    if (!given || std::string_view("biuf").find(given.dtype().kind()) == std::string_view::npos) {
      return false;
    }
    return py::detail::pyobject_caster<Array>::load(given, convert);
  }
};

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr std::int64_t kMostGround = 255;
inline constexpr std::int64_t kMostRank = 255;

using Place = std::array<float, 2>;
using Places = py::array_t<float, py::array::c_style | py::array::forcecast>;
using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

}  // namespace taut::python

namespace pybind11::detail {
template <>
struct type_caster<taut::python::Places> : taut::python::NumbersCaster<taut::python::Places> {};
template <>
struct type_caster<taut::python::Doubles> : taut::python::NumbersCaster<taut::python::Doubles> {};
}  // namespace pybind11::detail

namespace taut::python {

// A std::shared_mutex lets a writer wait for ever while readers come and go. Here they pass through
// a turnstile, which a writer holds while it waits. So who reads must not begin to read again.
class FairMutex {
 public:
  void lock() {
    const std::lock_guard<std::mutex> turn(turnstile_);
    mutex_.lock();
  }
  void unlock() { mutex_.unlock(); }
  void lock_shared() {
    { const std::lock_guard<std::mutex> turn(turnstile_); }
    mutex_.lock_shared();
  }
  void unlock_shared() { mutex_.unlock_shared(); }

 private:
  std::mutex turnstile_;
  std::shared_mutex mutex_;
};

// Queries run side by side, an edit alone; all without the interpreter's lock (GIL), which nobody
// waits for while holding the lock of a map.
class SharedMap {
 public:
  explicit SharedMap(Grid grid) : SharedMap(World(std::move(grid))) {}
  explicit SharedMap(World world) : world_(std::make_shared<World>(std::move(world))) {}

  template <class Query>
  auto run_query(const Query& question) const {
    const py::gil_scoped_release release;
    const std::shared_lock<FairMutex> lock(mutex_);
    if (world_->is_broken()) detail::reject("World: an edit ran out of memory: rebuild it");
    return question(std::as_const(*world_));
  }
  template <class Change>
  auto edit(const Change& change) {
    const py::gil_scoped_release release;
    const std::unique_lock<FairMutex> lock(mutex_);
    return change(*world_);
  }

  // What a query of an agent needs, if it is not there: the first one waits for it.
  void prepare(const Agent& agent) {
    const bool is_prepared =
        run_query([&](const World& world) { return world.is_prepared(agent); });
    if (!is_prepared) edit([&](World& world) { world.prepare(agent); });
  }

  // The sides never change.
  [[nodiscard]] const Grid& grid() const noexcept { return world_->grid(); }
  [[nodiscard]] std::shared_ptr<const World> world() const noexcept { return world_; }

  // The memory of sight and distance maps.
  [[nodiscard]] detail::TileSpares& spares() const noexcept { return spares_; }

  // Finders that nobody uses now. The memory of finders is kept from query to query.
  [[nodiscard]] std::vector<Finder> take_finders(std::size_t count);
  void give_back(std::vector<Finder> finders);

 private:
  std::shared_ptr<World> world_;
  mutable FairMutex mutex_;
  mutable detail::TileSpares spares_;
  std::mutex pool_mutex_;
  std::vector<Finder> pool_;
};

// Finders for as long as this lives.
class FinderLease {
 public:
  FinderLease(SharedMap& map, std::size_t count) : map_(map), finders(map.take_finders(count)) {}
  FinderLease(const FinderLease&) = delete;
  FinderLease& operator=(const FinderLease&) = delete;
  ~FinderLease() { map_.give_back(std::move(finders)); }

 private:
  SharedMap& map_;

 public:
  std::vector<Finder> finders;
};

[[nodiscard]] inline Point to_point(const Place& place) { return {place[0], place[1]}; }
[[nodiscard]] inline Place to_place(const Point& point) { return {point.x, point.y}; }

// Throws std::invalid_argument, which is ValueError, for a number that is not within 0 to 255.
[[nodiscard]] std::uint8_t to_ground(const char* where, std::int64_t number);

// A class of terrain. Throws TypeError for what is no integer, ValueError for one not within 0 to
// 255.
[[nodiscard]] std::uint8_t read_class(const char* what, const py::handle& value);

// The name of a file in the bytes of the system. Throws ValueError for one with a zero byte, where
// C would cut it off.
[[nodiscard]] std::string to_file_name(const py::object& file);

// The same. Throws what Python's open() does for one that cannot be read, such as
// FileNotFoundError.
[[nodiscard]] std::string require_file(const py::object& file);

// Raises ValueError with a message that may have the name of a file, in the bytes of the system.
[[noreturn]] void reject_file(const std::string& message);

using Integers = py::array_t<std::int64_t, py::array::c_style>;

// An array of integers. Throws TypeError for other numbers, which would be cut off, and for bool: a
// mask is no list of numbers.
[[nodiscard]] Integers to_integers(const char* what, const py::object& numbers);

// The same. Throws ValueError for a number that is not within `low` to `high`.
[[nodiscard]] Integers to_integers(const char* what, const py::object& numbers, std::int64_t low,
                                   std::int64_t high);

// The argument of an integer: without it pybind11 cuts off numbers such as a float32.
[[nodiscard]] inline py::arg integer(const char* name) { return py::arg(name).noconvert(); }

// Throws std::invalid_argument, which is ValueError, unless the array is N x 2 or one point.
[[nodiscard]] std::vector<Point> to_points(const Places& places, const char* what);

// An array of rows of `columns` numbers that takes over the memory.
template <class Number>
py::array_t<Number> to_array(std::vector<Number> numbers, py::ssize_t columns) {
  auto kept = std::make_unique<std::vector<Number>>(std::move(numbers));
  const auto rows = static_cast<py::ssize_t>(kept->size()) / columns;
  const Number* const data = kept->data();
  const py::capsule owner(kept.release(),
                          [](void* memory) { delete static_cast<std::vector<Number>*>(memory); });
  if (columns == 1) return py::array_t<Number>(rows, data, owner);
  return py::array_t<Number>({rows, columns}, data, owner);
}

// The keyword arguments of a query.
struct QueryArguments {
  std::optional<Agent> agent;
  std::string method;
  std::string goal;
  double max_goal_distance;
  std::optional<std::size_t> expansion_limit;
  double length_limit;
  std::string start = "exact";
};
// Throws std::invalid_argument for an unknown word.
[[nodiscard]] FindOptions to_options(const QueryArguments& arguments);
[[nodiscard]] EndRule to_end_rule(const std::string& word);

// The words of an enumerator.
template <class Value, std::size_t kCount>
using NamedValues = std::array<std::pair<const char*, Value>, kCount>;

// The value of a word. Errors name `what`, the word and all words.
template <class Value, std::size_t kCount>
Value to_value(const char* what, const std::string& word, const NamedValues<Value, kCount>& words) {
  std::string all;
  for (const auto& [name, value] : words) {
    if (word == name) return value;
    all += (all.empty() ? "" : ", ") + std::string(name);
  }
  detail::reject(std::string(what) + " \"" + word + "\" is none of " + all);
}

// The WorldField of a Field; null for other objects. Throws ValueError for one of another world.
[[nodiscard]] std::shared_ptr<WorldField> find_field(const py::object& object,
                                                     const SharedMap& map);
// The Field of a WorldField; None for null.
[[nodiscard]] py::object make_field(const std::shared_ptr<SharedMap>& map,
                                    const std::shared_ptr<WorldField>& field);

[[nodiscard]] const char* to_word(Status status);
[[nodiscard]] const char* to_word(Reason reason);
[[nodiscard]] const char* to_word(Method method);

using WorldClass = py::class_<SharedMap, std::shared_ptr<SharedMap>>;

// Before the others, whose arguments name it.
[[nodiscard]] WorldClass declare_world(py::module_& module);
void define_world(py::module_& module, WorldClass& world);
void define_paths(py::module_& module);
void define_field(py::module_& module);
void define_crowd(py::module_& module);
void define_link(py::module_& module);
void define_follower(py::module_& module);
void define_scenario(py::module_& module);
// Last: lets the functions of all classes explain wrong arguments.
void define_words(const py::module_& module);
void define_world_fields(WorldClass& world);
void define_world_saves(WorldClass& world);
void define_world_crowds(WorldClass& world);
void define_world_grounds(WorldClass& world);
void define_world_groups(WorldClass& world);
void define_world_links(WorldClass& world);
void define_world_texts(WorldClass& world);
void define_world_tile_maps(WorldClass& world);

}  // namespace taut::python

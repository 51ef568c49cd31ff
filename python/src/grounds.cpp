// Classes of terrain, and the grounds that tell what they are to agents.
#include <pybind11/stl.h>

#include <taut/detail/require.hpp>
#include <taut/world.hpp>

#include "shared_map.hpp"

namespace taut::python {
namespace {

constexpr std::int64_t kMostClass = kTerrainClasses - 1;

std::uint8_t to_class(const char* what, std::int64_t number) {
  return static_cast<std::uint8_t>(detail::require_within(what, number, 0, kMostClass));
}

[[noreturn]] void reject_type(const char* what, const py::handle& value, const char* wanted) {
  throw py::type_error(std::string("taut: ") + what + " " + py::repr(value).cast<std::string>() +
                       " is not " + wanted);
}

// A double: 1e39 is infinite as a float, and would block the class.
float read_factor(const py::handle& value) {
  constexpr const char* kWhat = "Ground::set: factor";
  const double factor = PyFloat_AsDouble(value.ptr());
  if (PyErr_Occurred() != nullptr) {
    const bool is_large = PyErr_ExceptionMatches(PyExc_OverflowError) != 0;
    PyErr_Clear();
    if (!is_large) reject_type("World.set_ground: factor", value, "a number");
    detail::reject_value(kWhat, py::str(value).cast<std::string>(), "0.125", "255");
  }
  if (factor == kInfinity) return kBlockedTerrain;
  return static_cast<float>(detail::require_within(kWhat, factor,
                                                   static_cast<double>(kLeastTerrainCost),
                                                   static_cast<double>(kMostTerrainCost)));
}

Ground read_ground(const py::dict& factors) {
  Ground ground;
  // A copy: to make a number of an object may run code that changes the dict.
  const auto kept = py::reinterpret_steal<py::dict>(PyDict_Copy(factors.ptr()));
  for (const auto& [key, value] : kept) {
    ground.set(read_class("World.set_ground: class", key), read_factor(value));
  }
  return ground;
}

void set_ground(SharedMap& map, std::int64_t number, const py::dict& factors, std::int64_t margin,
                double margin_factor) {
  const std::int64_t known =
      detail::require_within("World::set_ground: number", number, 1, kMostGround);
  Ground ground = read_ground(factors);
  const std::int64_t tiles =
      detail::require_within("Ground::set_margin: tiles", margin, 0, Ground::kMostMargin);
  detail::require_within("Ground::set_margin: factor", margin_factor, 1.0,
                         static_cast<double>(kMostTerrainCost));
  ground.set_margin(static_cast<int>(tiles), static_cast<float>(margin_factor));
  map.edit([&](World& of) { of.set_ground(static_cast<std::uint8_t>(known), ground); });
}

py::array classes_of(const SharedMap& map) {
  py::array_t<std::uint8_t> classes({map.grid().height(), map.grid().width()});
  std::uint8_t* const out = classes.mutable_data();
  map.run_query([&](const World& world) {
    for (std::size_t id = 0; id < world.grid().tile_count(); ++id) {
      out[id] = world.grid().terrain_class(static_cast<TileId>(id));
    }
  });
  return classes;
}

}  // namespace

std::uint8_t read_class(const char* what, const py::handle& value) {
  if (PyIndex_Check(value.ptr()) == 0) reject_type(what, value, "an integer");
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!index) throw py::error_already_set();
  int overflow = 0;
  const std::int64_t number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow != 0) detail::reject_value(what, py::str(index).cast<std::string>(), "0", "255");
  return to_class(what, number);
}

void define_world_grounds(WorldClass& world) {
  world
      .def(
          "set_class",
          [](SharedMap& map, std::int32_t x0, std::int32_t y0, std::int32_t x1, std::int32_t y1,
             std::int64_t terrain_class) {
            const std::uint8_t number = to_class("World::set_class: class", terrain_class);
            map.edit([&](World& of) { of.set_class({x0, y0, x1, y1}, number); });
          },
          integer("x0"), integer("y0"), integer("x1"), integer("y1"), integer("terrain_class"),
          "What these tiles are made of, 0 to 255, such as swamp, water or a door; 0 at first.")
      .def("set_ground", &set_ground, integer("number"), py::arg("factors"), py::kw_only(),
           integer("margin") = 0, py::arg("margin_factor") = 1.0,
           "Sets or replaces a ground, 1 to 255, of the agents that have its number. factors: a\n"
           "dict from classes to the factor on lengths, 0.125 to 255, or math.inf: tiles of this\n"
           "class are walls to these agents. Other classes cost 1. Tiles within `margin` tiles of\n"
           "a wall, 0 to 8, cost margin_factor times as much: agents keep off walls where the way\n"
           "around costs less.")
      .def_property_readonly("classes", &classes_of, "uint8, height x width: a copy.");
}

}  // namespace taut::python

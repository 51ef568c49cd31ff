// Worlds from text and to text, by letters.
#include <pybind11/stl.h>

#include <taut/map_file.hpp>

#include "shared_map.hpp"

namespace taut::python {
namespace {

using Map = std::shared_ptr<SharedMap>;

// From a Grid or a World.
template <class Made>
Map take_map(Loaded<Made> loaded) {
  if (!loaded) reject_file(loaded.error.message());
  return std::make_shared<SharedMap>(std::move(*loaded.value));
}

void add_letters(const py::dict& classes, TileState state, std::vector<MapLetter>& letters) {
  // A copy: to make a number of an object may run code that changes the dict.
  const auto kept = py::reinterpret_steal<py::dict>(PyDict_Copy(classes.ptr()));
  for (const auto& [key, value] : kept) {
    const bool is_text = py::isinstance<py::str>(key);
    const std::string letter = is_text ? key.cast<std::string>() : std::string();
    if (letter.size() != 1) {
      detail::reject("World: letter " + py::repr(key).cast<std::string>() +
                     " is not one character of ASCII");
    }
    letters.push_back({letter[0], read_class("World: class", value), state});
  }
}

std::vector<MapLetter> to_letters(const py::dict& classes, const py::dict& walls) {
  std::vector<MapLetter> letters;
  add_letters(classes, TileState::walkable, letters);
  add_letters(walls, TileState::blocked, letters);
  return letters;
}

}  // namespace

std::string to_file_name(const py::object& file) {
  auto name = py::module_::import("os").attr("fsencode")(file).cast<std::string>();
  if (name.find('\0') != std::string::npos) {
    detail::reject("file " + py::repr(file).cast<std::string>() + " has a zero byte");
  }
  return name;
}

void reject_file(const std::string& message) {
  const auto words = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeFSDefaultAndSize(message.data(), static_cast<py::ssize_t>(message.size())));
  if (words) PyErr_SetObject(PyExc_ValueError, words.ptr());
  throw py::error_already_set();
}

std::string require_file(const py::object& file) {
  std::string name = to_file_name(file);
  py::module_::import("io").attr("open")(file, "rb").attr("close")();
  return name;
}

namespace {

Map load_world(const py::object& file, const py::dict& classes, const py::dict& walls) {
  const std::string name = require_file(file);
  return take_map(World::load(name, to_letters(classes, walls)));
}

Map read_world(const std::string& text, const std::string& name, const py::dict& classes,
               const py::dict& walls) {
  return take_map(read_map(text, name, to_letters(classes, walls)));
}

std::string to_text(const SharedMap& map, const py::dict& classes, const py::dict& walls) {
  const std::vector<MapLetter> letters = to_letters(classes, walls);
  Loaded<std::string> text =
      map.run_query([&](const World& world) { return format_map(world.grid(), letters); });
  if (!text) throw std::invalid_argument(text.error.message());
  return std::move(*text.value);
}

}  // namespace

void define_world_texts(WorldClass& world) {
  const auto classes = py::arg("classes") = py::dict();
  const auto walls = py::arg("walls") = py::dict();
  world
      .def_static("load", &load_world, py::arg("file"), py::kw_only(), classes, walls,
                  "Reads a MovingAI map, a drawing or what save() wrote; from a str or a\n"
                  "pathlib.Path. Of a map, `classes` is a dict from letters that are walkable to\n"
                  "classes, `walls` one from letters that are blocked. Without them '.', 'G' and\n"
                  "'S' are walkable, and all is of class 0.")
      .def_static("read", &read_world, py::arg("text"), py::arg("name") = "map", py::kw_only(),
                  classes, walls, "The same from text; `name` is that of errors.")
      .def(
          "to_text", &to_text, py::kw_only(), classes, walls,
          "A MovingAI map, from which World.read makes the same world by the same letters. A tile\n"
          "for which no letter stands is a ValueError.");
}

}  // namespace taut::python

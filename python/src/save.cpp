// Saves, pickles and copies of a World.
#include <taut/detail/require.hpp>
#include <taut/save.hpp>

#include <string_view>

#include "shared_map.hpp"

namespace taut::python {
namespace {

using Map = std::shared_ptr<SharedMap>;

SaveForm to_form(const std::string& word) {
  static constexpr NamedValues<SaveForm, 2> kForms{
      {{"light", SaveForm::light}, {"full", SaveForm::full}}};
  return to_value("World.save: form", word, kForms);
}

py::bytes to_bytes(const SharedMap& map, const std::string& form) {
  const SaveForm known = to_form(form);
  const std::vector<std::byte> bytes =
      map.run_query([&](const World& world) { return taut::save(world, known); });
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Map from_bytes(const py::bytes& data) {
  const std::string_view view = data;
  const py::gil_scoped_release release;
  Loaded<World> loaded = read_save(std::as_bytes(std::span(view)), "save");
  if (!loaded) throw std::invalid_argument("taut: " + loaded.error.message());
  return std::make_shared<SharedMap>(std::move(*loaded.value));
}

// Raises what Python's own calls do where a file cannot be written: they know the errno.
[[noreturn]] void raise_unwritten(const py::object& file, const std::string& name,
                                  const std::string& message) {
  const py::module_ os = py::module_::import("os");
  const py::object open = py::module_::import("io").attr("open");
  try {
    const py::bytes beside(name + ".tmp");  // what taut::save() writes first
    open(beside, "wb").attr("close")();
    os.attr("remove")(beside);
    if (os.attr("path").attr("isdir")(file).cast<bool>()) open(file, "r+b");
  } catch (const py::error_already_set& raised) {
    if (!raised.matches(PyExc_OSError)) throw;
    const py::object& why = raised.value();
    const py::object made =
        py::handle(PyExc_OSError)(why.attr("errno"), why.attr("strerror"), os.attr("fspath")(file));
    PyErr_SetObject(py::type::handle_of(made).ptr(), made.ptr());
    throw py::error_already_set();
  }
  PyErr_SetString(PyExc_OSError, message.c_str());
  throw py::error_already_set();
}

void write(const SharedMap& map, const py::object& file, const std::string& form) {
  const SaveForm known = to_form(form);
  const std::string name = to_file_name(file);
  const std::optional<FileError> error =
      map.run_query([&](const World& world) { return taut::save(world, name, known); });
  if (error) raise_unwritten(file, name, error->message());
}

Map copy_map(const SharedMap& map) {
  return map.run_query(
      [](const World& world) { return std::make_shared<SharedMap>(World(world)); });
}

}  // namespace

void define_world_saves(WorldClass& world) {
  world
      .def("save", &write, py::arg("file"), py::kw_only(), py::arg("form") = "light",
           "Writes tiles, classes, grounds, agents, revision to a file, which World.load reads.\n"
           "form=\"full\": meshes, landmarks and indexes too: larger, and loaded faster.")
      .def("to_bytes", &to_bytes, py::kw_only(), py::arg("form") = "light",
           "The bytes of such a file.")
      .def_static("from_bytes", &from_bytes, py::arg("data"), "The world of these bytes.")
      .def(py::pickle([](const SharedMap& map) { return to_bytes(map, "full"); },
                      [](const py::bytes& data) { return from_bytes(data); }))
      .def("__copy__", &copy_map)
      .def("__deepcopy__", [](const SharedMap& map, const py::dict&) { return copy_map(map); });
}

}  // namespace taut::python

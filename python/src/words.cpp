// Wrong arguments in our words: pybind11 lists every signature instead.
#include <cstring>
#include <string_view>

#include "shared_map.hpp"

namespace taut::python {
namespace {

// What pybind11 calls all functions by.
PyCFunctionWithKeywords dispatcher = nullptr;

PyObject* call_in_words(PyObject* self, PyObject* args, PyObject* kwargs) {
  PyObject* const made = dispatcher(self, args, kwargs);
  if (made != nullptr || PyErr_ExceptionMatches(PyExc_TypeError) == 0) return made;
  PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  try {
    const auto text = py::str(py::handle(value)).cast<std::string>();
    if (text.find("): incompatible ") != std::string::npos) {
      const py::object given = kwargs == nullptr ? py::dict() : py::handle(kwargs).cast<py::dict>();
      const py::object words = py::module_::import("taut._words").attr("explain");
      const auto ours = words(text, py::handle(args), given).cast<std::string>();
      PyErr_SetString(PyExc_TypeError, ours.c_str());
      Py_XDECREF(type);
      Py_XDECREF(value);
      Py_XDECREF(trace);
      return nullptr;
    }
  } catch (const std::exception&) {
    // Then pybind11's words stand.
    PyErr_Clear();
  }
  PyErr_Restore(type, value, trace);
  return nullptr;
}

// Lets a function of pybind11 be called through ours; passes over all other objects.
void put_in_words(py::handle object) {
  if (PyInstanceMethod_Check(object.ptr())) object = PyInstanceMethod_GET_FUNCTION(object.ptr());
  if (Py_IS_TYPE(object.ptr(), &PyStaticMethod_Type)) {
    put_in_words(object.attr("__func__"));
    return;
  }
  if (!PyCFunction_Check(object.ptr())) return;
  PyMethodDef* const method = reinterpret_cast<PyCFunctionObject*>(object.ptr())->m_ml;
  if (method->ml_flags != (METH_VARARGS | METH_KEYWORDS)) return;
  const auto called =
      reinterpret_cast<PyCFunctionWithKeywords>(reinterpret_cast<void (*)()>(method->ml_meth));
  if (called == call_in_words || (dispatcher != nullptr && called != dispatcher)) return;
  dispatcher = called;
  method->ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call_in_words));
}

}  // namespace

void define_words(const py::module_& module) {
  const auto members = module.attr("__dict__").cast<py::dict>();
  for (const auto& [name, member] : members) {
    if (!py::isinstance<py::type>(member)) {
      if (std::strcmp(Py_TYPE(member.ptr())->tp_name, "builtin_function_or_method") == 0) {
        put_in_words(member);
      }
      continue;
    }
    const py::dict methods(member.attr("__dict__"));
    for (const auto& [word, method] : methods) put_in_words(method);
  }
}

}  // namespace taut::python

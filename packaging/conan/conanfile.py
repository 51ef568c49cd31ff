"""The recipe for Conan 2: conan create packaging/conan, in a clone."""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

PARTS = ("TOOLS", "TESTS", "BENCH", "EXAMPLES")
FOLDERS = ("cmake", "core", "grid", "quadtree", "world", "c")
SOURCES = ("CMakeLists.txt", "LICENSE", *(f"{folder}/*" for folder in FOLDERS))


class TautRecipe(ConanFile):
    name = "taut"
    description = "Turns tile worlds into straight, taut paths"
    license = "MIT"
    topics = ("pathfinding", "any-angle", "games", "tiles")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "with_highway": [True, False]}
    default_options = {"shared": False, "fPIC": True, "with_highway": False}
    implements = ["auto_shared_fpic"]

    @property
    def _clone(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        project = load(self, os.path.join(self._clone, "CMakeLists.txt"))
        self.version = re.search(r"project\(taut\s+VERSION (\S+)", project)[1]

    def export_sources(self):
        for pattern in SOURCES:
            copy(self, pattern, self._clone, self.export_sources_folder)

    def requirements(self):
        self.requires("eigen/3.4.0", transitive_headers=True)
        if self.options.with_highway:
            self.requires("highway/1.0.3")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in PARTS:
            toolchain.cache_variables[f"TAUT_BUILD_{part}"] = False
        if not self.options.with_highway:
            toolchain.cache_variables["CMAKE_DISABLE_FIND_PACKAGE_HWY"] = True
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        for folder in ("lib/cmake", "lib/pkgconfig", "share"):
            rmdir(self, os.path.join(self.package_folder, folder))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "taut")
        below = {"core": ["eigen::eigen"], "grid": ["core"], "quadtree": ["core"]}
        below |= {"world": ["grid"], "c": ["world"]}
        if self.options.with_highway:
            below["core"] = [*below["core"], "highway::highway"]
        for layer, requires in below.items():
            component = self.cpp_info.components[layer]
            component.set_property("cmake_target_name", f"taut::{layer}")
            component.libs = [f"taut_{layer}"]
            component.requires = requires
            if layer == "world" and self.settings.os in ("Linux", "FreeBSD"):
                component.system_libs = ["pthread", "m"]
        front = self.cpp_info.components["taut"]
        front.set_property("cmake_target_name", "taut::taut")
        front.libs = []
        front.requires = ["world", "quadtree"]

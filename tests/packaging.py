#!/usr/bin/env python3
"""Runs the recipe for Conan and the port for vcpkg of packaging/, without Conan and vcpkg.

tests/packaging.py FOLDER: the modules and functions that they import and call are stood in for by
the few lines below. The recipe exports, builds, packages; a program is linked with the libraries
that it lists. The port installs from the same build, and CMake finds the result.
"""

import importlib.util
import pathlib
import shutil
import subprocess
import sys
import types

ROOT = pathlib.Path(__file__).resolve().parents[1]
RECIPE = ROOT / "packaging" / "conan"
# The compiler and its settings are the user's: those that take the least time.
QUICK = ("-DCMAKE_CXX_COMPILER=clang++-14", "-DCMAKE_BUILD_TYPE=Debug",
         "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DCMAKE_UNITY_BUILD=ON",
         "-DCMAKE_UNITY_BUILD_BATCH_SIZE=24")


def run(*command, **options):
    print("+", *command, flush=True)
    subprocess.run([str(word) for word in command], check=True, **options)


class Info(types.SimpleNamespace):
    """What package_info() fills: components with libraries and what they require."""

    def __init__(self):
        super().__init__(properties={}, libs=[], requires=[], system_libs=[], components={})
        self.components = type("Components", (dict,), {"__missing__": self.add})()

    def add(self, name):
        self.components[name] = Info()
        return self.components[name]

    def set_property(self, name, value):
        self.properties[name] = value


class CMake:
    def __init__(self, recipe):
        self.recipe = recipe

    def configure(self):
        cache = [f"-D{name}={value}" for name, value in self.recipe.cache.items()]
        run("cmake", "-S", self.recipe.source_folder, "-B", self.recipe.build_folder, "-G", "Ninja",
            *QUICK, *cache)

    def build(self):
        run("cmake", "--build", self.recipe.build_folder)

    def install(self):
        run("cmake", "--install", self.recipe.build_folder, "--prefix", self.recipe.package_folder)


def copy(_, pattern, source, target):
    for found in pathlib.Path(source).glob(pattern):
        to = pathlib.Path(target) / found.relative_to(source)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(found, to) if found.is_dir() else shutil.copy(found, to)


def stand_in_for_conan():
    def make_toolchain(recipe):
        recipe.cache = {}
        return types.SimpleNamespace(cache_variables=recipe.cache, generate=lambda: None)

    def module(name, **names):
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(names)

    module("conan", ConanFile=object)
    module("conan.tools")
    module("conan.tools.build", check_min_cppstd=lambda *_: None, can_run=lambda *_: True)
    module("conan.tools.cmake", CMake=CMake, CMakeToolchain=make_toolchain,
           CMakeDeps=lambda _: types.SimpleNamespace(generate=lambda: None),
           cmake_layout=lambda _: None)
    module("conan.tools.files", copy=copy, rmdir=lambda _, path: shutil.rmtree(path),
           load=lambda _, path: pathlib.Path(path).read_text())


def load_recipe(file):
    spec = importlib.util.spec_from_file_location(file.parent.name, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check_conan(folder):
    stand_in_for_conan()
    load_recipe(RECIPE / "test_package" / "conanfile.py")
    recipe = load_recipe(RECIPE / "conanfile.py").TautRecipe()
    recipe.recipe_folder = str(RECIPE)
    recipe.export_sources_folder = recipe.source_folder = str(folder / "sources")
    recipe.build_folder = str(folder / "build")
    recipe.package_folder = str(folder / "conan")
    recipe.options = types.SimpleNamespace(**recipe.default_options)
    recipe.settings = types.SimpleNamespace(os="Linux")
    recipe.cpp_info = Info()
    recipe.set_version()
    for step in ("export_sources", "requirements", "validate", "layout", "generate", "build",
                 "package", "package_info"):
        if step == "requirements":
            recipe.requires = lambda *_, **__: None
        getattr(recipe, step)()
    print("conan: version", recipe.version)

    libraries, front = [], recipe.cpp_info.components["taut"]
    needed = list(front.requires)
    while needed:  # the requiring one first, as linkers want it
        name = needed.pop(0)
        if "::" in name:
            continue
        component = recipe.cpp_info.components[name]
        libraries += [f"-l{library}" for library in [*component.libs, *component.system_libs]]
        needed += component.requires
    game = folder / "conan_game"
    run("c++", "-std=c++20", RECIPE / "test_package" / "game.cpp",
        "-I", folder / "conan" / "include", "-L", folder / "conan" / "lib", *libraries, "-o", game)
    run(game)
    for absent in ("lib/cmake", "lib/pkgconfig"):
        assert not (folder / "conan" / absent).exists(), absent
    return recipe.cache


VCPKG = """
set(CURRENT_PACKAGES_DIR "@FOLDER@/vcpkg")
function(vcpkg_check_features)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUT_FEATURE_OPTIONS" "FEATURES;INVERTED_FEATURES")
  # No feature was asked for.
  list(GET arg_FEATURES 1 feature)
  list(GET arg_INVERTED_FEATURES 1 inverted)
  set(${arg_OUT_FEATURE_OPTIONS} -D${feature}=OFF -D${inverted}=ON PARENT_SCOPE)
endfunction()
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
  run(cmake -S ${arg_SOURCE_PATH} -B @FOLDER@/build ${arg_OPTIONS})
endfunction()
function(vcpkg_cmake_install)
  run(cmake --build @FOLDER@/build)
  run(cmake --install @FOLDER@/build --prefix ${CURRENT_PACKAGES_DIR})
endfunction()
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "CONFIG_PATH" "")
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}/taut-config.cmake)
    message(FATAL_ERROR "there is no taut-config.cmake in ${arg_CONFIG_PATH}")
  endif()
endfunction()
function(vcpkg_fixup_pkgconfig)
endfunction()
function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
  file(INSTALL ${arg_FILE_LIST} DESTINATION ${CURRENT_PACKAGES_DIR}/share/taut)
endfunction()
include("@PORT@/portfile.cmake")
"""


def check_vcpkg(folder):
    # The port lies in the sources that the recipe exported: those of the build above.
    port = folder / "sources" / "packaging" / "vcpkg" / "taut"
    shutil.copytree(ROOT / "packaging" / "vcpkg" / "taut", port)
    script = folder / "port.cmake"
    script.write_text(VCPKG.replace("@FOLDER@", str(folder)).replace("@PORT@", str(port)))
    run("cmake", "-P", script)
    assert (folder / "vcpkg" / "share" / "taut" / "LICENSE").exists()
    game = folder / "vcpkg_game"
    run("cmake", "-S", RECIPE / "test_package", "-B", game, "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={folder / 'vcpkg'}")
    run("cmake", "--build", game)
    run(game / "game")


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True)
    cache = check_conan(folder)
    assert cache["TAUT_BUILD_TOOLS"] is False
    check_vcpkg(folder)
    print("packaging: the recipe and the port build, install and link")


main()

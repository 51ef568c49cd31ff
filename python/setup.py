"""What pyproject.toml cannot say: the version of the CMake project, a module that CMake builds."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parents[1]
OFF = ("TOOLS", "TESTS", "BENCH", "EXAMPLES")


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        # Not among the sources, which tests list.
        build = ROOT / "build" / pathlib.Path(self.build_temp).name
        out = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        configure = ["cmake", "-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=Release"]
        configure += ["-DTAUT_BUILD_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"]
        configure += [f"-DTAUT_BUILD_{part}=OFF" for part in OFF]
        subprocess.run(configure, check=True)
        jobs = str(os.cpu_count() or 2)
        make = ["cmake", "--build", build, "--config", "Release", "--target", "taut_python"]
        subprocess.run([*make, "-j", jobs], check=True)
        made = [*(build / "python" / "taut").glob("**/_taut*.so")]
        made += (build / "python" / "taut").glob("**/_taut*.pyd")
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(made[0], out)


setup(
    version=re.search(r"VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text().split("(taut")[1])[1],
    ext_modules=[Extension("taut._taut", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
)

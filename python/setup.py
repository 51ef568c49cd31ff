"""What pyproject.toml cannot say: the version of the CMake project, a module that CMake builds.

TAUT_BUILD names a folder where CMake has built the module already: then it is only copied.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from wheel.bdist_wheel import bdist_wheel

ROOT = pathlib.Path(__file__).resolve().parents[1]
OFF = ("TOOLS", "TESTS", "BENCH", "EXAMPLES")


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        ready = os.environ.get("TAUT_BUILD")
        build = pathlib.Path(ready) if ready else self._make()
        out = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        made = [*(build / "python" / "taut").glob("**/_taut*.so")]
        made += (build / "python" / "taut").glob("**/_taut*.pyd")
        if not made:
            raise FileNotFoundError(f"there is no module in {build}")
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(made[0], out)
        if sys.platform == "linux":
            subprocess.run(["strip", "--strip-unneeded", out], check=False)

    def _make(self):
        # Not among the sources, which tests list.
        build = ROOT / "build" / pathlib.Path(self.build_temp).name
        configure = ["cmake", "-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=Release"]
        configure += ["-DTAUT_BUILD_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"]
        configure += ["-DCMAKE_UNITY_BUILD=ON", *(f"-DTAUT_BUILD_{part}=OFF" for part in OFF)]
        subprocess.run(configure, check=True)
        jobs = str(os.cpu_count() or 2)
        make = ["cmake", "--build", build, "--config", "Release", "--target", "taut_python"]
        subprocess.run([*make, "-j", jobs], check=True)
        return build


class Wheel(bdist_wheel):
    """Tagged with the oldest glibc that has what the module asks for: manylinux_2_N."""

    def get_tag(self):
        python, abi, platform = super().get_tag()
        modules = [*pathlib.Path(self.bdist_dir).glob("taut/_taut*.so")]
        if not platform.startswith("linux_") or not modules:
            return python, abi, platform
        names = modules[0].read_bytes()
        if b"GLIBCXX_" in names or b"libstdc++.so" in names:
            return python, abi, platform
        least = max(int(minor) for minor in re.findall(rb"\0GLIBC_2\.(\d+)", names))
        return python, abi, platform.replace("linux", f"manylinux_2_{least}", 1)


setup(
    version=re.search(r"VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text().split("(taut")[1])[1],
    ext_modules=[Extension("taut._taut", sources=[])],
    cmdclass={"build_ext": CMakeBuild, "bdist_wheel": Wheel},
)

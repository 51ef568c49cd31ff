"""The type stubs name what the module has, and all of it is documented."""

import ast
import inspect
import pathlib

import taut


def test_stubs_name_what_there_is():
    tree = ast.parse((pathlib.Path(__file__).parents[1] / "taut" / "_taut.pyi").read_text())
    for stub in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        named = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
        actual = getattr(taut, stub.name)
        public = {name for name in vars(actual) if not name.startswith("_")}
        assert {name for name in named if not name.startswith("_")} == public, stub.name
        undocumented = [name for name in public if not inspect.getdoc(getattr(actual, name))]
        assert not set(undocumented) - {"agent", "width", "height", "status", "radius"}, stub.name

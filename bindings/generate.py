#!/usr/bin/env python3
"""Writes the declarations of the C headers again in C# and in Rust.

bindings/generate.py writes csharp/TautTypes.cs and TautNative.cs, rust/src/ffi_types.rs and ffi.rs;
with --check it fails where they are not what it would write. What is safe to call is written by
hand on top of them.
"""

import pathlib
import re
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
HEADERS = sorted((HERE.parent / "c" / "include").glob("*.h"))
NUMBERS = {  # C: C#, Rust
    "float": ("float", "f32"),
    "double": ("double", "f64"),
    "int32_t": ("int", "i32"),
    "uint32_t": ("uint", "u32"),
    "uint64_t": ("ulong", "u64"),
    "uint8_t": ("byte", "u8"),
    "char": ("byte", "c_char"),
    "void": ("void", "c_void"),
}
# The enums of C have no name: by their first enumerator.
ENUMS = {
    "TAUT_OK": ("Status", "TAUT_"),
    "TAUT_REASON_NONE": ("Reason", "TAUT_REASON_"),
    "TAUT_AGENT_POINT": ("AgentShape", "TAUT_AGENT_"),
    "TAUT_METHOD_BEST": ("Method", "TAUT_METHOD_"),
    "TAUT_TURN_START": ("TurnKind", "TAUT_TURN_"),
    "TAUT_UNIT_IDLE": ("UnitState", "TAUT_UNIT_"),
    "TAUT_FOLLOW_ON_PATH": ("FollowStatus", "TAUT_FOLLOW_"),
    "TAUT_ENDS_GOAL": ("GroupEnds", "TAUT_ENDS_"),
    "TAUT_GROUP_BEST": ("GroupMethod", "TAUT_GROUP_"),
}
NOTE = "Made by bindings/generate.py from c/include, which documents each function."


def pascal(words):
    return "".join(word[:1].upper() + word[1:].lower() for word in words.split("_") if word)


class Api:
    """What the headers declare."""

    def __init__(self, text):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        self.opaque = re.findall(r"typedef struct (\w+) \1;", text)
        self.aliases = dict((name, of) for of, name in re.findall(r"typedef (\w+_t) (\w+);", text))
        self.constants = re.findall(r"#define (TAUT_[A-Z_]+) (\w+) *$", text, re.M)
        self.enums = [
            re.findall(r"(TAUT_\w+)\s*=\s*(\d+)", body)
            for body in re.findall(r"\benum \{(.*?)\}", text, re.S)
        ]
        self.structs = {
            name: self._fields(body)
            for body, name in re.findall(r"typedef struct \w+ \{(.*?)\} (\w+);", text, re.S)
        }
        self.functions = [
            (name, result.strip(), self._parameters(arguments))
            for result, name, arguments in re.findall(
                r"TAUT_C_API ([\w\s]+?[\s*]+)(taut_\w+)\((.*?)\);", text, re.S
            )
        ]
        declared = len(re.findall(r"^TAUT_C_API ", text, re.M))
        if declared != len(self.functions):
            sys.exit(f"generate: read {len(self.functions)} of {declared} functions")

    @staticmethod
    def _fields(body):
        fields = []
        for declaration in filter(str.strip, body.split(";")):
            field = re.fullmatch(r"((?:const )?\w+\s*\**)\s*(.+)", declaration.strip())
            kind, names = field.groups()
            fields += [(kind.strip(), name.strip()) for name in names.split(",")]
        return fields

    @staticmethod
    def _parameters(text):
        if text.strip() == "void":
            return []
        made = []
        for parameter in text.split(","):
            kind, name = re.fullmatch(r"(.*?[\s*])(\w+)", " ".join(parameter.split())).groups()
            made.append((kind.strip(), name))
        return made

    def base(self, kind):
        """The type without const and stars, aliases followed, and the number of stars."""
        word = kind.replace("const", " ").replace("*", " ").split()[0]
        return self.aliases.get(word, word), kind.count("*")


def fill(words, indent, ends=""):
    """Words of several parts, kept together, in lines of at most 100 bytes."""
    text = ", ".join(word.replace(" ", "\0") for word in words) + ends
    lines = textwrap.wrap(text, 100, initial_indent=indent, subsequent_indent=indent,
                          break_on_hyphens=False, break_long_words=False)
    return [line.replace("\0", " ") for line in lines]


def wrap(head, arguments, tail, indent):
    """`head(arguments)tail` in lines of at most 100 bytes."""
    line = f"{head}({', '.join(arguments)}){tail}"
    return [line] if len(line) <= 100 else [f"{head}(", *fill(arguments, indent, f"){tail}")]


def group(fields):
    """Runs of one type: (type, names)."""
    runs = []
    for kind, name in fields:
        if not runs or runs[-1][0] != kind:
            runs.append((kind, []))
        runs[-1][1].append(name)
    return runs


class CSharp:
    """Blittable structs; arrays for what is read or filled, `out` for single results; nothing
    unsafe. An array may be null where C takes NULL; of one element it is a pointer to it."""

    NAMES = {"taut_path": "PathInfo", "taut_letter": "MapLetter"}

    def __init__(self, api):
        self.api = api

    def type_name(self, word):
        if word in NUMBERS:
            return NUMBERS[word][0]
        return self.NAMES.get(word, pascal(word.removeprefix("taut_")))

    def parameter(self, parameters, at):
        kind, name = parameters[at]
        word, stars = self.api.base(kind)
        name = {"out": "result", "params": "parameters"}.get(name, name)
        follows = parameters[at + 1][1] if at + 1 < len(parameters) else ""
        if word == "taut_error":
            return "[Out] byte[] error"
        if word in self.api.opaque:
            if stars == 2:
                return f"IntPtr[] {name}" if "const" in kind else f"out IntPtr {name}"
            return f"HandleRef {name}"
        if stars == 0:
            return f"{self.type_name(word)} {name}"
        if kind.startswith("const"):
            return f"{self.type_name(word)}[] {name}"
        if follows.endswith("capacity") or name == "paths":
            return f"[Out] {self.type_name(word)}[] {name}"
        if follows.endswith("_count"):
            return f"[In, Out] {self.type_name(word)}[] {name}"
        return f"out {self.type_name(word)} {name}"

    def write_types(self):
        lines = [f"// {NOTE}", "using System;", "using System.Runtime.InteropServices;", ""]
        lines += ["namespace Taut", "{"]
        for enum in self.api.enums:
            name, prefix = ENUMS.get(enum[0][0], (None, None))
            if name:
                kind = " : byte" if name == "UnitState" else ""
                words = [f"{pascal(key.removeprefix(prefix))} = {value}" for key, value in enum]
                lines += [f"    public enum {name}{kind}", "    {"]
                lines += fill(words, " " * 8)
                lines += ["    }", ""]
        for name, fields in self.api.structs.items():
            if name == "taut_error":
                continue
            lines += ["    [StructLayout(LayoutKind.Sequential)]"]
            lines += [f"    public partial struct {self.type_name(name)}", "    {"]
            for kind, names in group(fields):
                word, stars = self.api.base(kind)
                made = ", ".join(map(pascal, names))
                held = "IntPtr" if stars else self.type_name(word)
                lines.append(f"        public {held} {made};")
            lines += ["    }", ""]
        return "\n".join([*lines[:-1], "}", ""])

    def write_functions(self):
        lines = [f"// {NOTE}", "using System;", "using System.Runtime.InteropServices;", ""]
        lines += ["namespace Taut", "{"]
        lines += ["    internal static class Native", "    {", "#if UNITY_IOS && !UNITY_EDITOR"]
        lines += ['        private const string Library = "__Internal";', "#else"]
        lines += ['        private const string Library = "taut";', "#endif"]
        lines += ["        private const CallingConvention Cdecl = CallingConvention.Cdecl;"]
        for enum in self.api.enums:
            if enum[0][0] not in ENUMS:
                words = [f"{key} = {value}" for key, value in enum]
                lines += ["        public const int", *fill(words, " " * 12, ";")]
        for key, value in self.api.constants:
            word = "uint.MaxValue" if value == "UINT32_MAX" else value
            kind = "uint" if value == "UINT32_MAX" else "int"
            lines.append(f"        public const {kind} {key} = {word};")
        for name, result, parameters in self.api.functions:
            word, stars = self.api.base(result)
            made = "IntPtr" if stars else self.type_name(word)
            arguments = [self.parameter(parameters, at) for at in range(len(parameters))]
            lines += ["        [DllImport(Library, CallingConvention = Cdecl)]"]
            lines += wrap(f"        public static extern {made} {name}", arguments, ";", " " * 12)
        return "\n".join([*lines, "    }", "}", ""])


class Rust:
    def __init__(self, api):
        self.api = api

    def type_of(self, kind):
        word, stars = self.api.base(kind)
        made = NUMBERS[word][1] if word in NUMBERS else word
        if stars == 2 and "const" in kind:
            return f"*const *{'const' if kind.startswith('const') else 'mut'} {made}"
        pointer = "*const " if kind.startswith("const") else "*mut "
        return pointer * stars + made

    def write_types(self):
        lines = [f"//! {NOTE}", "#![allow(non_camel_case_types, missing_docs)]", ""]
        lines += ["use std::os::raw::c_char;", ""]
        for name in self.api.opaque:
            lines += ["#[repr(C)]", f"pub struct {name}([u8; 0]);"]
        for name, fields in self.api.structs.items():
            copies = "Clone, Copy" if name == "taut_error" else "Clone, Copy, Debug, PartialEq"
            lines += ["#[repr(C)]", f"#[derive({copies})]"]
            lines += [f"pub struct {name} {{"]
            for kind, field in fields:
                sized = re.fullmatch(r"(\w+)\[(\d+)\]", field)
                made = f"[{self.type_of(kind)}; {sized[2]}]" if sized else self.type_of(kind)
                lines.append(f"    pub {sized[1] if sized else field}: {made},")
            lines += ["}"]
        lines += [""]
        for enum in self.api.enums:
            kind = "u8" if enum[0][0] == "TAUT_UNIT_IDLE" else "i32"
            lines += [f"pub const {key}: {kind} = {value};" for key, value in enum]
        for key, value in self.api.constants:
            kind, word = ("u32", "u32::MAX") if value == "UINT32_MAX" else ("i32", value)
            lines.append(f"pub const {key}: {kind} = {word};")
        return "\n".join([*lines, ""])

    def write_functions(self):
        lines = [f"//! {NOTE}", "#![allow(missing_docs)]", "", "use std::os::raw::c_char;", ""]
        lines += ["pub use crate::ffi_types::*;", "", 'extern "C" {']
        for name, result, parameters in self.api.functions:
            made = "" if result == "void" else f" -> {self.type_of(result)}"
            arguments = [f"{name}: {self.type_of(kind)}" for kind, name in parameters]
            lines += wrap(f"    pub fn {name}", arguments, f"{made};", " " * 8)
        return "\n".join([*lines, "}", ""])


def main():
    api = Api("\n".join(header.read_text() for header in HEADERS))
    stale = []
    for file, text in {
        HERE / "csharp" / "TautTypes.cs": CSharp(api).write_types(),
        HERE / "csharp" / "TautNative.cs": CSharp(api).write_functions(),
        HERE / "rust" / "src" / "ffi_types.rs": Rust(api).write_types(),
        HERE / "rust" / "src" / "ffi.rs": Rust(api).write_functions(),
    }.items():
        if sys.argv[1:] == ["--check"]:
            if not file.exists() or file.read_text() != text:
                stale.append(str(file.relative_to(HERE.parent)))
        else:
            file.write_text(text)
    if stale:
        sys.exit(f"generate: run bindings/generate.py: {', '.join(stale)}: not as the headers are")


main()

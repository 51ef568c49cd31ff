"""Which argument of a call is wrong, and what is wanted: called by the module when a call fails."""

import difflib
import operator
import re
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

import numpy as np


class _Argument(NamedTuple):
    name: str
    kind: str
    is_optional: bool
    is_named: bool


def _has_numbers(value: Any, count: int, of: type) -> bool:
    try:
        return len(value) == count and all(of(number) == number for number in value)
    except (TypeError, ValueError, OverflowError):
        return False


def _is_array(value: Any) -> bool:
    try:
        return bool(np.asarray(value).dtype.kind in "biuf")
    except ValueError:
        return False


def _is_number(value: Any) -> bool:
    return hasattr(value, "__float__") or hasattr(value, "__index__")


def _is_outside(value: Any, low: int) -> bool:
    """Whether an integer, or one in a list, is below `low` or of more than 32 bits."""
    if isinstance(value, (list, tuple)):
        return any(_is_outside(each, low) for each in value)
    return hasattr(value, "__index__") and not low <= operator.index(value) < 2**31


def _are_places(value: Any) -> bool:
    return hasattr(value, "__len__") and len(value) == 2 and all(
        _has_numbers(place, 2, float) for place in value
    )


_KINDS: List[Tuple[str, str, Callable[[Any], bool]]] = [
    (r"List\[List\[float\[2\]\]\[2\]\]", "two such places", _are_places),
    (r"List\[float\[2\]\]", "two numbers, (x, y)", lambda v: _has_numbers(v, 2, float)),
    (r"List\[int\[2\]\]", "two integers, (x, y)", lambda v: _has_numbers(v, 2, int)),
    (r"numpy\.ndarray.*", "an array of numbers, all rows of one length", _is_array),
    (r"float", "a number", _is_number),
    (r"int", "an integer", lambda v: hasattr(v, "__index__") and not isinstance(v, float)),
    (r"bool", "True or False", lambda v: isinstance(v, (bool, np.bool_))),
    (r"str", "a str", lambda v: isinstance(v, str)),
    (r"bytes", "bytes", lambda v: isinstance(v, bytes)),
    (r"dict", "a dict", lambda v: isinstance(v, dict)),
]


def _fault(kind: str, value: Any) -> Optional[str]:
    """What is wanted, if the value is something else."""
    if kind.startswith("Optional["):
        wanted = None if value is None else _fault(kind[len("Optional[") : -1], value)
        return wanted and f"{wanted} or None"
    if kind.startswith("Union["):
        faults = [_fault(each, value) for each in _split(kind[len("Union[") : -1])]
        return None if None in faults else ", or ".join(str(fault) for fault in faults)
    if kind.startswith("taut._taut."):
        name = kind.split(".")[-1]
        is_one = any(each.__name__ == name for each in type(value).__mro__)
        return None if is_one else f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
    for pattern, wanted, is_right in _KINDS:
        if re.fullmatch(pattern, kind):
            return None if is_right(value) else wanted
    return None


def _split(signature: str) -> List[str]:
    parts, depth = [""], 0
    for letter in signature:
        depth += (letter in "[({") - (letter in "])}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _read(signature: str) -> List[_Argument]:
    made, is_named = [], False
    for part in _split(signature):
        if part == "*":
            is_named = True
            continue
        name, _, kind = part.partition(": ")
        kind, _, default = kind.partition(" = ")
        made.append(_Argument(name, kind, bool(default), is_named))
    return made


def _show(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _place(arguments: List[_Argument], args: Tuple[Any, ...], named: Dict[str, Any]) -> str:
    """The sentence after the function's name."""
    in_order = [each for each in arguments if not each.is_named]
    if len(args) > len(in_order):
        extra = args[len(in_order)]
        rest = [each.name for each in arguments if each.is_named and each.name not in named]
        hint = f"; by name it takes {', '.join(rest)}" if rest else ""
        few = f"takes {len(in_order)} arguments without a name"
        return f"{few}, and {_show(extra)} is one more{hint}"
    values = dict(zip((each.name for each in in_order), args))
    known = [each.name for each in arguments]
    for name in named:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f": did you mean {near[0]}?" if near else f": there are {', '.join(known)}"
            return f"has no argument {name}{hint}"
        if name in values:
            return f"is given {name} twice"
    values.update(named)
    for each in arguments:
        if each.name not in values:
            if not each.is_optional:
                return f"needs the argument {each.name}"
            continue
        wanted = _fault(each.kind, values[each.name])
        if wanted:
            return f"{each.name} is {_show(values[each.name])}, not {wanted}"
    # Some take no number below 0: one of too many bits is the likelier fault.
    for low in (-(2**31), 0):
        for each in arguments:
            is_number = re.search(r"int|float", each.kind) and each.name in values
            if is_number and _is_outside(values[each.name], low):
                return f"{each.name} is {_show(values[each.name])}, which is out of range"
    return "cannot take these arguments: " + ", ".join(_show(value) for value in values.values())


def explain(text: str, args: Tuple[Any, ...], named: Dict[str, Any]) -> str:
    """In words what pybind11 says in `text` about these arguments."""
    name = text.split("(", 1)[0]
    found = re.search(r"^ *1\. ([\w.]*)\((.*)\)(?: -> ([\w.]*).*)?$", text, re.M)
    if not found:
        return text
    owner, arguments = found[1].split(".")[-1], _read(found[2])
    if name == "__init__":
        name, args = owner, args[1:]
    elif not arguments or arguments[0].name != "self":
        made = (found[3] or "").split(".")
        name = f"{made[-1]}.{name}" if made[0] == "taut" else name
    else:
        name = f"{arguments[0].kind.split('.')[-1]}.{name}"
        arguments, args = arguments[1:], args[1:]
    sentence = _place(arguments, args, named)
    join = " " if sentence.split()[0] in {"takes", "has", "is", "needs", "cannot"} else ": "
    return f"taut: {name}{join}{sentence}"

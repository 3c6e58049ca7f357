"""What of a program a request for tests is about, and how the tests name the file.

Place: workspace/. `cli` and `editor` ask before they generate tests.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from heapwright.errors import UsageError
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import Function, Role
from heapwright.ir.core.source_map import FunctionSource
from heapwright.ir.core.types import classes_in
from heapwright.ir.python_names.function_names import short_name
from heapwright.workspace.decided_branches import UnderTest
from heapwright.workspace.load import LoadedProgram


def chosen(loaded: LoadedProgram, name: str | None) -> UnderTest:
    """Say what is meant: the whole file, a class, a method of a class, or a function."""
    own = _own_classes(loaded)
    functions = _own_functions(loaded)
    if name is None:
        if not own and not functions:
            raise UsageError(f"{loaded.root.path}: no class and no public function in this file")
        return all_of(loaded)
    if name in own:
        return UnderTest((name,), None, tuple(_factories(loaded, name, functions)))
    if name in functions:
        return UnderTest((), None, tuple(functions[name]))
    owner, _, method = name.rpartition(".")
    if owner not in own:
        kinds = "class or function" if functions else "class"
        known = f"{'known' if functions else 'classes'}: {', '.join((*own, *functions))}"
        raise UsageError(f"{loaded.root.path}: no {kinds} `{name}` ({known})")
    known_methods = {
        short_name(function.name): None
        for class_def in loaded.program.classes
        if class_def.name == owner
        for function in class_def.functions
        if is_tested(function)
    }
    if method not in known_methods:
        raise UsageError(
            f"{loaded.root.path}: no public method `{method}` in `{owner}` "
            f"(methods: {', '.join(known_methods) or 'none'})"
        )
    return UnderTest((owner,), method)


def all_of(loaded: LoadedProgram) -> UnderTest:
    """Give everything in the file that can be tested, which may be nothing."""
    functions = [name for names in _own_functions(loaded).values() for name in names]
    # Later classes use earlier ones, so what a structure covers its parts need not.
    return UnderTest(tuple(_own_classes(loaded)[::-1]), None, tuple(functions))


def _factories(
    loaded: LoadedProgram, class_name: str, functions: dict[str, list[str]]
) -> Iterable[str]:
    """Give the functions that make objects of a class."""
    known = hierarchy_of(loaded.program).functions
    for name in (name for names in functions.values() for name in names):
        if class_name in classes_in(known[name].result):
            yield name


def _own_classes(loaded: LoadedProgram) -> list[str]:
    places = loaded.source_map.classes
    return [
        class_def.name
        for class_def in loaded.program.classes
        if class_def.name in places and places[class_def.name].path == loaded.root.path
    ]


def _own_functions(loaded: LoadedProgram) -> dict[str, list[str]]:
    """Give the public functions of a Python module by the name that users know them by.

    One that takes an argument of several kinds is several functions of the program.
    """
    places = loaded.source_map.functions
    found: dict[str, list[str]] = {}
    for class_def in loaded.program.classes:
        for function in class_def.functions:
            name = function.qualified_name
            if (
                class_def.name.startswith("module ")
                and function.role is Role.STATIC
                # `(Heap.__init__ key)` is a lambda that stands in the text as a default.
                and not function.name.startswith(("_", "$", "("))
                and name in places
                and places[name].path == loaded.root.path
                and not _is_marked_private(loaded, places[name])
            ):
                found.setdefault(short_name(name), []).append(name)
    return found


def _is_marked_private(loaded: LoadedProgram, place: FunctionSource) -> bool:
    """Say whether a comment takes a function out of the public API."""
    start = place.span.start + place.offset
    above = loaded.root.text[:start].rstrip().rpartition("\n")[2]
    return bool(re.fullmatch(r"\s*#\s*heapwright:\s*private\s*", above))


def is_tested(function: Function) -> bool:
    """Say whether tests can be generated for a function by its name."""
    return function.is_public and function.role in (Role.METHOD, Role.STATIC)


def named_file(loaded: LoadedProgram, output: str | None) -> str:
    """Say how tests in the file `output` name the file under test; "" if they stand in it."""
    path = Path(loaded.root.path)
    if not loaded.program.language.has_modules:
        if output is not None and Path(output).resolve() == path.resolve():
            return ""
        start = Path(output).parent if output is not None else path.parent
        return Path(os.path.relpath(path, start)).as_posix()
    parts = [path.stem] if path.stem != "__init__" else []
    folder = path.resolve().parent
    while (folder / "__init__.py").exists():
        parts.append(folder.name)
        folder = folder.parent
    return ".".join(reversed(parts)) or path.stem

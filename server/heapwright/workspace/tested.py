"""What of a program a request for tests is about, and how the tests name the file.

Place: workspace/. `cli` and `editor` ask before they generate tests.
"""

from __future__ import annotations

import os
from pathlib import Path

from heapwright.errors import UsageError
from heapwright.ir.program import Function, Role
from heapwright.workspace.branch_tests import short_name
from heapwright.workspace.load import LoadedProgram


def chosen(loaded: LoadedProgram, name: str | None) -> tuple[list[str], str | None]:
    """Say which classes are meant, and which method if only one is."""
    own = [
        class_def.name
        for class_def in loaded.program.classes
        if class_def.name in loaded.source_map.classes
        and loaded.source_map.classes[class_def.name].path == loaded.root.path
    ]
    if name is None:
        if not own:
            raise UsageError(f"{loaded.root.path}: no class in this file")
        # Later classes use earlier ones, so what a structure covers its parts need not.
        return own[::-1], None
    if name in own:
        return [name], None
    owner, _, method = name.rpartition(".")
    if owner not in own:
        raise UsageError(f"{loaded.root.path}: no class `{name}` (classes: {', '.join(own)})")
    known = {
        short_name(function.name): None
        for class_def in loaded.program.classes
        if class_def.name == owner
        for function in class_def.functions
        if is_tested(function)
    }
    if method not in known:
        raise UsageError(
            f"{loaded.root.path}: no public method `{method}` in `{owner}` "
            f"(methods: {', '.join(known) or 'none'})"
        )
    return [owner], method


def is_tested(function: Function) -> bool:
    """Say whether tests can be generated for a function by its name."""
    return function.is_public and function.role in (Role.METHOD, Role.STATIC)


def named_file(loaded: LoadedProgram, output: str | None) -> str:
    """Say how tests in the file `output` name the file under test; "" if they stand in it."""
    path = Path(loaded.root.path)
    if loaded.program.language != "python":
        if output is not None and Path(output).resolve() == path.resolve():
            return ""
        start = Path(output).parent if output is not None else path.parent
        return Path(os.path.relpath(path, start)).as_posix()
    parts = [path.stem]
    folder = path.resolve().parent
    while (folder / "__init__.py").exists():
        parts.append(folder.name)
        folder = folder.parent
    return ".".join(reversed(parts))

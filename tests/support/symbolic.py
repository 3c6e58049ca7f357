"""Ask for the paths of a tiny text on inputs of which nothing is known.

Place: tests/support. The boundary of symbolic heaps for tests: text goes in, paths in words
come out. Every path has been taken by the plain interpreter before a test sees it.
"""

from __future__ import annotations

from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import Function, Program, Role
from heapwright.workspace.paths import HEAP_MODELS, FoundPath, FoundPaths, PathOptions, find_paths
from support.engine import loaded
from support.expect import Expectation

MODELS = tuple(HEAP_MODELS)


def check_paths(text: str, expectation: Expectation, name: str | None = None) -> None:
    """Compare the paths of a method, or of the main expression, one per line."""
    found = paths_of(text, "pose", name)
    assert found.is_complete, found
    expectation.check("\n".join(described(path) for path in found.paths))


def check_counts(text: str, expected: dict[str, tuple[int, int]], name: str | None = None) -> None:
    """Compare how many paths each heap model finds: without an error, and with one."""
    counted = {}
    for model in expected:
        found = paths_of(text, model, name)
        assert found.is_complete, found
        counted[model] = (found.count, found.error_count)
    assert counted == expected


def described(path: FoundPath) -> str:
    """Write a path in a line."""
    value = "" if path.value is None else f" {path.value}"
    return f"{path.condition}: {path.outcome}{value}"


def paths_of(
    text: str,
    model: str = "pose",
    name: str | None = None,
    steps: int | None = None,
    *,
    with_structure: bool = False,
) -> FoundPaths:
    """Find the paths of a method, or of the main expression."""
    program = loaded(text).program
    options = PathOptions(heap=model, steps=steps, seconds=None, with_structure=with_structure)
    return find_paths(program, function_named(program, name), options)


def function_named(program: Program, name: str | None) -> Function:
    """Give a function by its qualified name, or the main expression."""
    if name is not None:
        return hierarchy_of(program).functions[name]
    return next(f for f in program.functions if f.role is Role.MAIN)

"""Problems that only show once all functions are lowered.

Place: frontends/python/lower/program/. `lower` asks for them: parameters that count as ints,
private names that are used where they mean nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heapwright.frontends.python.lower.program.functions import LoweredFunction
from heapwright.frontends.python.syntax import codes, tree
from heapwright.frontends.python.syntax.walk import walk
from heapwright.frontends.python.table.class_table import ClassTable
from heapwright.frontends.python.table.fields import FieldTable
from heapwright.frontends.python.types.argument_types import is_used_as_object
from heapwright.frontends.python.types.known_types import Types
from heapwright.problems import Problem, Severity


def guess_problems(types: Types, functions: Sequence[LoweredFunction]) -> list[tuple[str, Problem]]:
    """Say once for each kind of value of which nothing is known that it counts as an int."""
    found: list[tuple[str, Problem]] = []
    seen: set[int] = set()
    for lowered in functions:
        info = lowered.info
        if lowered.function.left_out is not None or not info.is_public:
            continue
        for parameter in info.parameters:
            cell = types.variables[info.qualified_name, parameter.name.text]
            root = id(cell.root())
            if not cell.is_open or root in seen:
                continue
            if is_used_as_object(types, info, parameter, ()):
                continue
            seen.add(root)
            nullable = "any object or None" if types.with_identities else "an int or None"
            what = nullable if cell.nones else "an int"
            message = (
                f"`{parameter.name.text}` of `{info.shown_name}` is only stored and compared, "
                f"so it counts as {what}"
            )
            span = parameter.name.span
            problem = Problem(codes.TREATED_AS_INTS, Severity.HINT, message, span)
            found.append((info.path, problem))
    return found


def misspelled(table: ClassTable, fields: FieldTable) -> Iterator[tuple[str, Problem]]:
    """Find `x.__name` outside of the class that has it, where it means no attribute at all."""
    owners: dict[str, list[str]] = {}
    for class_name, names in fields.by_class.items():
        stem = class_name.rpartition(".")[2].partition(" (")[0].lstrip("_")
        for name in names:
            if name.startswith(f"_{stem}__"):
                owners.setdefault(name[len(stem) + 1 :], []).append(stem)
    if not owners:
        return
    for function in table.functions.values():
        for node in walk(function.node.body):
            if isinstance(node, tree.Attribute) and node.name in owners:
                stem = owners[node.name][0]
                message = (
                    f"`{node.name}` is no attribute here: outside of `{stem}` "
                    f"it is called `_{stem}{node.name}`"
                )
                yield function.path, Problem(codes.MISSPELLED, Severity.WARNING, message, node.span)

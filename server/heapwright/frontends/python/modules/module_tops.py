"""What the top of a module shows before its names are known: what of it runs, what it asks for.

Place: frontends/python/modules/. `module_declarations` asks for every `if` and `try`; see
`static_conditions`.
"""

from __future__ import annotations

import builtins
from collections.abc import Container, Iterator, Mapping, Sequence

from heapwright.frontends.python.modules.library_classes import LIBRARY_CLASSES
from heapwright.frontends.python.modules.library_names import LIBRARY_PATH
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import nodes_below
from heapwright.frontends.python.table.class_table import ROOT_CLASS
from heapwright.ir.core.operations import KINDS


def known_names(
    imports: Sequence[tree.Import], values: Mapping[str, Sequence[tree.Expr | None]]
) -> dict[str, tree.Expr]:
    """Give the names that stand for one value so far, and what `sys` gave the module."""
    found: dict[str, tree.Expr] = {
        imported.alias: tree.Attribute(
            tree.Name("sys", imported.span), imported.name, imported.span, imported.span
        )
        for statement in imports
        if statement.is_from and statement.module == "sys" and not statement.level
        for imported in statement.names
    }
    for name, given in values.items():
        if len(given) == 1 and given[0] is not None:
            found[name] = given[0]
    return found


def known_run(statement: tree.Try, names: Container[str]) -> tree.Block | None:
    """Give what runs of a `try` that only asks whether Python has a name; None for any other one.

    `names` are those that the module has so far. For imports see `optional_imports`.
    """
    match statement.body:
        case [tree.ExprStatement(tree.Name(text))] if text not in names:
            holds = hasattr(builtins, text)
        case _:
            return None
    if holds:
        return (*statement.body, *statement.else_body, *statement.final_body)
    match statement.handlers:
        case [tree.ExceptClause(None | tree.Name() as classes, body=body)] if (
            classes is None or classes.text in ("NameError", "Exception")
        ):
            return (*body, *statement.final_body)
        case _:
            return None


def allocates(body: tree.Block) -> bool:
    """Say whether a module asks for objects as `__new__` makes them."""
    return any(
        isinstance(node, tree.Attribute) and node.name == "__new__" for node in nodes_below(body)
    )


def brought_along(files: Sequence[tuple[str, tree.Module]]) -> Iterator[str]:
    """Name the classes that a program has without declaring them: its own must be told apart.

    Those that modules have are called after these (`threading_Event`), so that they are in nobody's
    way: an `Event` of the program's own is a name that people use.
    """
    if not any(path == LIBRARY_PATH for path, _ in files):
        yield from sorted({*LIBRARY_CLASSES, *KINDS} - {ROOT_CLASS})


def listed_names(values: Mapping[str, Sequence[tree.Expr | None]]) -> frozenset[str] | None:
    """Give the names that `__all__` lists, or None."""
    match values.get("__all__"):
        case [tree.OtherExpr(parts=parts) | tree.TupleExpr(items=parts)]:
            return frozenset(part.text for part in parts if isinstance(part, tree.StringLiteral))
        case _:
            return None

"""Parameters of which no annotation tells what kinds of values they take.

Place: frontends/python/types/. `lower_function` marks them, so that answers tell what calls gave
for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.parse import parse_annotation
from heapwright.frontends.python.table.class_table import FunctionInfo
from heapwright.frontends.python.types.argument_types import (
    AND,
    ENTRIES,
    HOLDING,
    OF_ALL,
    ONLY,
    opened,
    place_of,
)
from heapwright.frontends.python.types.infer import BY_ATTRIBUTE
from heapwright.frontends.python.types.kind_choices import kind_of_choice, other_choice
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.types import (
    FUNCTIONS,
    KIND_ASKED,
    KIND_OTHER,
    Hint,
    together,
)
from heapwright.frontends.python.types.types import read_annotation as hint_of_annotation
from heapwright.ir.core.types import (
    Choice,
    ContainerType,
    NullType,
    TextType,
)

if TYPE_CHECKING:
    pass

_FUNCTIONS = Hint(others=(FUNCTIONS,))
_OTHER = Hint(others=(KIND_OTHER,))


def is_undeclared(types: Types, info: FunctionInfo, parameter: tree.Parameter) -> bool:
    """Say whether no annotation tells what kinds of values a parameter takes, or holds."""
    if types.is_library or parameter.kind == "**" or info.name in BY_ATTRIBUTE:
        return False
    annotation = opened(types, info, parameter).annotation
    return annotation is None or _allows_anything(types, info, annotation)


def _allows_anything(types: Types, info: FunctionInfo, annotation: tree.Expr) -> bool:
    """Say whether an annotation has a place for anything: `list`, `dict[str, Any]`."""
    match annotation:
        case tree.StringLiteral(text, ()):
            match parse_annotation(text):
                case [tree.ExprStatement(value)] if not isinstance(value, tree.StringLiteral):
                    return _allows_anything(types, info, value)
            return True
        case tree.Subscript(tree.Name("Literal" | "Callable" | "type" | "Type")):
            return False
        case tree.Subscript(tree.Name(name) | tree.Attribute(name=name), index):
            parts = index.items if isinstance(index, tree.TupleExpr) else (index,)
            inner = parts[:1] if name == "Annotated" else parts
            return any(_allows_anything(types, info, part) for part in inner)
        case tree.BinaryOperation("|", lhs, rhs):
            return _allows_anything(types, info, lhs) or _allows_anything(types, info, rhs)
        case tree.Name() | tree.Attribute():
            owner = place_of(types, info).owner
            hint = hint_of_annotation(types.table, info.path, owner, annotation)
            return (hint.is_open and not hint.nones) or not HOLDING.isdisjoint(hint.others)
        case _:
            return False


def asked_choices(
    types: Types,
    info: FunctionInfo,
    parameter: tree.Parameter,
    choices: tuple[Choice, ...],
    beyond: str = "",
) -> tuple[tuple[Choice | str, tuple[str, ...]], ...]:
    """Give the choices that there are for some questions only, with the names of these.

    So it may be with what clients could give beyond them.
    """
    if types.is_library or not types.asked or parameter.kind in ("*", "**"):
        return ()
    cell = types.variables[info.qualified_name, parameter.name.text]
    known, asking = cell.hint(), types.asked_by(cell, Hint(others=(KIND_ASKED,)))
    found: list[tuple[Choice | str, tuple[str, ...]]] = []
    other = other_choice(known)
    for choice in choices:
        kind = kind_of_choice(choice)
        if choice == NullType() and isinstance(parameter.default, tree.NoneLiteral):
            continue
        # Where a question asks for a kind, strings and `None` are given, too.
        more = asking if choice in (TextType(), NullType()) else ()
        questions = types.asked_by(cell, _OTHER if choice == other else kind)
        if questions or (more and together(kind, known) != known):
            found.append((choice, tuple(dict.fromkeys((*questions, *more)))))
    containers = [one for one in choices if isinstance(one, ContainerType)]
    for_containers = [questions for one, questions in found if isinstance(one, ContainerType)]
    for part in beyond.split(AND):
        if ENTRIES in part and len(for_containers) == len(containers):
            found.append((part, tuple(one for questions in for_containers for one in questions)))
        elif part.startswith(ONLY) and ENTRIES not in part and asking:
            found.append((part, asking))
        elif part.startswith(OF_ALL) and (calling := types.asked_by(cell, _FUNCTIONS)):
            found.append((part, calling))
    return tuple(found)

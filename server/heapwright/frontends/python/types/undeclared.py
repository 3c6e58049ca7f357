"""Parameters of which no annotation tells what kinds of values they take.

Place: frontends/python/types/. `lower_function` marks them, so that answers tell what calls gave
for them.
"""

from __future__ import annotations

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.parse import parse_annotation
from heapwright.frontends.python.table.class_table import FunctionInfo
from heapwright.frontends.python.types.argument_types import HOLDING, opened, place_of
from heapwright.frontends.python.types.compared_kinds import is_known
from heapwright.frontends.python.types.infer import BY_ATTRIBUTE
from heapwright.frontends.python.types.kind_choices import kind_of_choice, other_choice
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.types import read_annotation as kinds_of_annotation
from heapwright.ir.core.kinds import FUNCTION, NOTHING_KNOWN, Mark
from heapwright.ir.core.types import (
    NULL,
    Beyond,
    Choice,
    ContainerType,
    Gap,
    NullType,
    TextType,
)


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
            kinds = kinds_of_annotation(types.table, info.path, owner, annotation)
            return kinds == NOTHING_KNOWN or kinds.meets(HOLDING)
        case _:
            return False


def asked_choices(
    types: Types,
    info: FunctionInfo,
    parameter: tree.Parameter,
    choices: tuple[Choice, ...],
    beyond: tuple[Beyond, ...] = (),
) -> tuple[tuple[Choice | Beyond, tuple[str, ...]], ...]:
    """Give the choices that there are for some questions only, with the names of these.

    So it may be with what clients could give beyond them.
    """
    if types.is_library or not types.asked or parameter.kind in ("*", "**"):
        return ()
    cell = types.variables[info.qualified_name, parameter.name.text]
    known, asking = cell.kinds(), types.asked_by(cell, Mark.ASKED)
    found: list[tuple[Choice | Beyond, tuple[str, ...]]] = []
    other = other_choice(known)
    for choice in choices:
        if choice == NULL and isinstance(parameter.default, tree.NoneLiteral):
            continue
        more: tuple[str, ...] = ()
        is_new = False
        if isinstance(choice, TextType | NullType):
            # Where a question asks for a kind, strings and `None` are given, too.
            more, is_new = asking, not is_known(choice, known)
        kind = Mark.OTHER if choice == other else kind_of_choice(choice)
        questions = () if kind is None else types.asked_by(cell, kind)
        if questions or (more and is_new):
            found.append((choice, tuple(dict.fromkeys((*questions, *more)))))
    containers = [one for one in choices if isinstance(one, ContainerType)]
    for_containers = [questions for one, questions in found if isinstance(one, ContainerType)]
    asking_for = {
        Gap.OTHER_ENTRIES: tuple(one for questions in for_containers for one in questions)
        if len(for_containers) == len(containers)
        else (),
        Gap.OTHER_KINDS: asking,
        Gap.NOT_MADE: types.asked_by(cell, FUNCTION),
    }
    found += [(one, asking_for[one.gap]) for one in beyond if asking_for.get(one.gap)]
    return tuple(found)

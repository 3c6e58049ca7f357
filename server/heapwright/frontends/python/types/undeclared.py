"""Parameters of which no annotation tells what kinds of values they take.

Place: frontends/python/types/. `lower_function` marks them, so that answers tell what calls gave
for them.
"""

from __future__ import annotations

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table.class_table import FunctionInfo
from heapwright.frontends.python.types.argument_types import declared_of
from heapwright.frontends.python.types.choices import kind_of_choice, other_choice
from heapwright.frontends.python.types.infer import BY_ATTRIBUTE
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.learn_kinds import is_known
from heapwright.ir.core.kinds import FUNCTION, Mark
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
    declared = declared_of(types, info, parameter)
    return declared is None or declared.has_open


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

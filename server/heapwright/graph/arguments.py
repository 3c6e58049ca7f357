"""Every way to call something on a heap of a given shape.

Place: graph/. `explore` runs each of these. Objects that the caller holds and null
are enumerated, Booleans too; ints are left open as fresh variables.
Source: [MSEQ] Definition 4.5, GetAbstractCalls.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from heapwright.graph.api import PublicCall
from heapwright.graph.known_as import can_call
from heapwright.graph.shape import Shape
from heapwright.graph.state_graph import Argument, Literal, ObjectAt, Setting, Unknown
from heapwright.ir.types import BoolType, IntType, RefType, Type, VoidType
from heapwright.terms.build import variable
from heapwright.terms.sorts import INT


def calls_on(setting: Setting, shape: Shape) -> Iterator[tuple[PublicCall, tuple[Argument, ...]]]:
    """Give the calls that can change something, with all choices of objects."""
    roots = shape.roots
    for call in setting.api.creators:
        if not call.is_observer:
            for arguments in arguments_for(setting, shape, call.parameters):
                # Where unlinked parts are explored on their own, a call that takes no
                # object makes the same new part on every heap: once is enough.
                takes_object = any(isinstance(argument, ObjectAt) for argument in arguments)
                if not setting.splits or takes_object == bool(roots):
                    yield call, arguments
    for position in roots:
        class_name, known_as, _ = shape.objects[position]
        for call in setting.api.methods[class_name]:
            if not call.is_observer and can_call(setting, known_as, call):
                for arguments in arguments_for(setting, shape, call.parameters):
                    yield call, (ObjectAt(position), *arguments)


def arguments_for(
    setting: Setting, shape: Shape, parameters: tuple[Type, ...]
) -> Iterator[tuple[Argument, ...]]:
    """Give every choice of arguments for parameters of these types."""
    choices = [
        _choices(setting, shape, type_, f"a{index}") for index, type_ in enumerate(parameters)
    ]
    return product(*choices)


def _choices(setting: Setting, shape: Shape, type_: Type, name: str) -> list[Argument]:
    match type_:
        case IntType():
            return [Unknown(variable(name, INT))]
        case BoolType():
            return [Literal(False), Literal(True)]
        case RefType(class_name) if class_name in setting.opaque:
            return [Unknown(variable(name, INT), is_opaque=True)]
        case RefType(class_name):
            fitting = set(setting.hierarchy.below(class_name))
            held: list[Argument] = [
                ObjectAt(position)
                for position in shape.roots
                if shape.objects[position][1] in fitting
            ]
            return [*held, Literal(None)]
        case VoidType():
            return []

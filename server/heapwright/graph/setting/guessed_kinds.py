"""What kinds of values clients are taken to give where nothing declares them.

Place: graph/setting/. `answers` asks, and every claim that something is not there tells these
kinds:

    def open(self, owner):
        self.accounts[owner] = 0

takes whatever there is. Calls give ints for `owner`, and what is proved is proved for ints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from heapwright.graph.state.api import Api, PublicCall, public_calls
from heapwright.graph.state.state_graph import Setting
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.operations import FOREIGN
from heapwright.ir.core.program import Parameter
from heapwright.ir.core.types import (
    AnyType,
    BoolType,
    Choice,
    ContainerType,
    FloatType,
    IntType,
    MemberType,
    NullType,
    RefType,
    TextType,
    Type,
)
from heapwright.records import replace

ROOT_CLASS = "object"  # of which all values are, so they are told apart and no more


def guessed_kinds(setting: Setting, questions: Iterable[str] = ()) -> Mapping[str, str]:
    """Give, by name of a parameter, the kinds that calls and questions were tried with."""
    functions = setting.hierarchy.functions
    taken = [
        (parameter, parameter.type)
        for name in questions
        if name in functions
        for parameter in functions[name].parameters
    ]
    for call in public_calls(setting.api):
        if call.function is not None and not call.is_observer:
            taken += zip(functions[call.function].parameters, call.parameters, strict=True)
    tried: dict[str, dict[str, None]] = {}
    for parameter, type_ in taken:
        kinds = list(_kinds(type_)) if parameter.is_guessed else []
        if any(kind != _NONE for kind in kinds):
            tried.setdefault(parameter.name, {}).update(dict.fromkeys(kinds))
    return {name: _listed(list(kinds)) for name, kinds in tried.items()}


def asked_only(api: Api, hierarchy: Hierarchy, questions: Iterable[str]) -> Api:
    """Leave out the choices that clients have for other questions only."""
    asking = frozenset(questions)
    functions = [hierarchy.functions.get(call.function or "") for call in public_calls(api)]
    if not any(p.asked for function in functions if function for p in function.parameters):
        return api

    def fitting(call: PublicCall) -> PublicCall:
        function = hierarchy.functions.get(call.function or "")
        if function is None or not any(parameter.asked for parameter in function.parameters):
            return call
        pairs = zip(function.parameters, call.parameters, strict=True)
        return replace(call, parameters=tuple(_asked_only(p, t, asking) for p, t in pairs))

    creators = tuple(map(fitting, api.creators))
    methods = {name: tuple(map(fitting, calls)) for name, calls in api.methods.items()}
    return replace(api, creators=creators, methods=methods)


def _asked_only(parameter: Parameter, type_: Type, asking: frozenset[str]) -> Type:
    if not isinstance(type_, AnyType):
        return type_
    others = {choice for choice, by in parameter.asked if asking.isdisjoint(by)}
    choices = tuple(one for one in type_.choices if one not in others)
    beyond = [part for part in type_.beyond.split("; ") if part not in others]
    return AnyType(choices, "; ".join(beyond))


_NONE = "`None`"


def _kinds(type_: Type | Choice) -> Iterator[str]:
    """Name the kinds of values that a client gives; objects of a class were found by their use."""
    match type_:
        case IntType() | AnyType(()):
            yield "ints"
        case BoolType():
            yield "bools"
        case TextType():
            yield "strings"
        case FloatType():
            yield "floats"
        case NullType():
            yield _NONE
        case RefType(class_name) if class_name == ROOT_CLASS:
            yield "mere objects"
        case ContainerType(class_name, entries):
            plural = class_name if "_" in class_name else f"{class_name}s"
            inner = list(dict.fromkeys(kind for entry in entries for kind in _kinds(entry)))
            of = f" of {_listed(inner)}" if inner else ""
            yield f"{plural}{of}" if entries else f"empty {plural}"
        case MemberType(class_name) if class_name not in ("function", "type", FOREIGN):
            yield f"members of `{class_name}`"
        case AnyType(choices):
            kinds = [kind for choice in choices for kind in _kinds(choice)]
            yield from kinds
            if any(kind != _NONE for kind in kinds):
                yield from (f"`{one.class_name}`" for one in choices if isinstance(one, RefType))
        case _:
            pass


def _listed(words: list[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last

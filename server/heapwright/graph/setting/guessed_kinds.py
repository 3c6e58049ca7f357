"""What kinds of values clients are taken to give where nothing declares them.

Place: graph/setting/. `answers` asks, and every claim that something is not there tells these
kinds:

    def open(self, owner):
        self.accounts[owner] = 0

takes whatever there is. Calls give ints for `owner`, and what is proved is proved for ints.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from heapwright.graph.state.public_calls import Api, PublicCall, public_calls
from heapwright.graph.state.state_graph import Setting
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.kind_words import given_words, listed, tells_kinds
from heapwright.ir.core.program import Parameter
from heapwright.ir.core.types import AnyType, Type
from heapwright.records import replace


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
        if parameter.is_guessed and tells_kinds(type_):
            tried.setdefault(parameter.name, {}).update(dict.fromkeys(given_words(type_)))
    return {name: listed(list(kinds)) for name, kinds in tried.items()}


def asked_only(api: Api, hierarchy: Hierarchy, questions: Iterable[str]) -> Api:
    """Leave out the choices that clients have for other questions only."""
    # What is given where nothing is asked has no name of a question.
    asking = frozenset(questions) or frozenset(("",))
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
    return AnyType(choices, tuple(one for one in type_.beyond if one not in others))

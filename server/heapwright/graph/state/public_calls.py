"""What a client can call, as data.

Place: graph/state/. `client` finds the calls that matter for a question; the graph, stored graphs
and whoever writes calls down name them by these.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.graph.state.narrowings import Narrowing
from heapwright.ir.core.types import VOID, Type
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class PublicCall:
    """Something a client can call: a method, a static method, or `new` of a class."""

    name: str  # `Class.method`, or the class for `new`
    function: str | None  # what runs; None for `new`
    receiver: str | None  # the exact class of the receiver; None without one
    parameters: tuple[Type, ...]
    parameter_names: tuple[str, ...]
    result: Type
    is_observer: bool  # changes nothing and returns no object, on any path
    never_null: frozenset[int] = frozenset()  # parameters for which clients give no null


# Not a call: the client reads something of what it has, and keeps it. The only argument says what.
READING = PublicCall("", None, None, (), ("value",), VOID, True)


@dataclass(frozen=True, slots=True)
class Api:
    """The calls that matter, and the classes whose objects a client may hold."""

    classes: tuple[str, ...]
    creators: tuple[PublicCall, ...]  # without a receiver
    methods: Mapping[str, tuple[PublicCall, ...]]  # by exact class of the receiver
    held: frozenset[str]  # classes whose objects are worth holding: some call or question uses them
    left_out: tuple[Narrowing, ...]  # public functions that cannot be explored, and why
    asked: frozenset[str]  # classes whose objects the question is about
    takes_containers: bool = False  # whether calls that may change something take lists and such


def public_calls(api: Api) -> tuple[PublicCall, ...]:
    """List the calls in an order that only names decide."""
    return (*api.creators, *(call for name in sorted(api.methods) for call in api.methods[name]))

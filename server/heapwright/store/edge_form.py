"""Edges as plain rows, and back.

Place: store/. `codec` stores one per disjunct that a call made.

An argument of the caller's choice is stored as the position of an object, a Boolean or
null; ints and opaque objects are free in every call, so there is nothing to store.
Reading trusts nothing: the call must be one of the setting, and its arguments must fit.
The decisions cannot be checked without making the call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from heapwright.graph.client.gives import choices, container_of
from heapwright.graph.client.holds import can_call, usable
from heapwright.graph.client.same_container import numbers_of, shared_as
from heapwright.graph.state import state_graph as graphs
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.shape import Shape
from heapwright.ir.core.operations import SHARED
from heapwright.ir.core.program import ByDigits
from heapwright.ir.core.types import (
    AnyType,
    BoolType,
    Choice,
    ContainerType,
    IntType,
    RefType,
    Type,
)
from heapwright.store.recipe import CallName, public_calls
from heapwright.store.term_table import Malformed
from heapwright.terms.build import variable
from heapwright.terms.sorts import INT

# An int, a Boolean or None; a list for a string, a float or a container.
WrittenArgument: TypeAlias = Any


class EdgeRow(msgspec.Struct, array_like=True, forbid_unknown_fields=True, frozen=True, tag=0):
    """One path of one call; no call for letting go of an object."""

    source: int
    call: int
    arguments: list[Any]
    decisions: bytes  # one byte each, 0 or 1
    roots: list[Any]  # a position, nothing for the result, or the steps to a part of it
    raises: str | None = None


def numbered_calls(setting: graphs.Setting) -> Mapping[CallName, int]:
    """Number the calls of a setting.

    By name and not by value: a graph in memory may have been handed on to a setting in
    which a parameter has another name, and its edges still hold the calls of the old one.
    """
    return {(c.name, c.receiver): number for number, c in enumerate(public_calls(setting))}


def written_edge(call_numbers: Mapping[CallName, int], edge: graphs.Edge) -> EdgeRow:
    """Write an edge; calls go by their number."""
    return EdgeRow(
        source=edge.source,
        call=call_numbers[edge.call.name, edge.call.receiver],
        arguments=written_arguments(edge.arguments),
        decisions=bytes(edge.decisions),
        roots=written_roots(edge.roots),
        raises=edge.raises,
    )


class EdgeReader:
    """What reading the edges of one graph needs to know; lives in one call."""

    def __init__(self, setting: graphs.Setting) -> None:
        self.setting = setting
        self.calls = public_calls(setting)
        self.fitting: dict[str, frozenset[str]] = {}
        spelling = setting.spelling
        # Of strings, for whatever parameter: making a call again does no harm.
        self.lengths = [] if spelling is None else [one.length for one in spelling.demands]

    def read(self, row: EdgeRow, source: Shape, target: Shape) -> graphs.Edge:
        """Make an edge between heaps of these shapes; raises `Malformed`."""
        if not 0 <= row.call < len(self.calls):
            raise Malformed("an unknown call")
        call = self.calls[row.call]
        arguments = self.arguments(call, row.arguments, source)
        decisions = read_decisions(row.decisions)
        self.check_raises(row.raises)
        roots = self.roots(row.roots, call, row.raises, source, target)
        return graphs.Edge(row.source, call, arguments, decisions, roots, row.raises)

    def arguments(
        self, call: PublicCall, written: list[WrittenArgument], source: Shape
    ) -> tuple[graphs.Argument, ...]:
        """Read the receiver, where there is one, and the arguments."""
        arguments: list[graphs.Argument] = []
        numbers: list[int] = []
        match written:
            case [*_, ["same", *numbers]]:
                written = written[:-1]
        taken = iter(written)
        if len(written) != len(call.parameters) + (call.receiver is not None):
            raise Malformed("the wrong number of arguments")
        if call.receiver is not None:
            position = self.position(next(taken), source)
            class_name, known_as, _ = source.objects[position]
            known_as = known_as or class_name
            if class_name != call.receiver or not can_call(self.setting, known_as, call):
                raise Malformed("a call that the receiver does not have")
            arguments.append(graphs.ObjectAt(position))
        for index, (argument, type_) in enumerate(zip(taken, call.parameters, strict=True)):
            arguments.append(self.argument(index, argument, type_, source))
        if not numbers:
            return tuple(arguments)
        shared = shared_as(tuple(arguments), numbers)
        if shared is None or numbers_of(shared) != numbers:
            raise Malformed("containers that cannot be one")
        return shared

    def argument(
        self, index: int, written: WrittenArgument, type_: Type, source: Shape
    ) -> graphs.Argument:
        """Read one argument by the type of its parameter."""
        match type_:
            case IntType() if written is None:
                return graphs.Unknown(variable(f"a{index}", INT))
            case BoolType() if isinstance(written, bool):
                return graphs.Literal(written)
            case RefType(class_name) if class_name in self.setting.opaque:
                if written is None:
                    return graphs.Unknown(variable(f"a{index}", INT), is_opaque=True)
            case RefType(class_name):
                if written is None:
                    return graphs.Literal(None)
                position = self.position(written, source)
                own_class, known_as, _ = source.objects[position]
                if (known_as or own_class) not in self.below(class_name):
                    raise Malformed("an object that cannot be given")
                return graphs.ObjectAt(position)
            case AnyType():
                # Whatever was written, only what can be chosen is taken.
                chosen = self.chosen(type_, written, source, f"a{index}")
                if chosen is not None:
                    return chosen
            case _:
                pass
        raise Malformed("an argument of the wrong type")

    def chosen(
        self, type_: Choice | AnyType, written: WrittenArgument, source: Shape, name: str
    ) -> graphs.Argument | None:
        """Find what was written among the choices for a type.

        There may be millions of containers, so those are not made one after another.
        """
        match type_:
            case ContainerType(class_name=class_name):
                if not isinstance(written, list) or written[:2] != ["new", class_name]:
                    return None
                made = self.setting.hierarchy.made.get(class_name)
                n_entries = len(written) - 2 - isinstance(made, ByDigits)
                found = container_of(
                    self.setting,
                    type_,
                    name,
                    n_entries,
                    lambda place, entry, inner: self.chosen(
                        entry, written[place + 2], source, inner
                    ),
                )
                return found if found is not None and written_argument(found) == written else None
            case AnyType(choices=(_, _, *_) as possible):
                # Each on its own, but still as one of several: an int is then of any kind.
                single = (t if isinstance(t, ContainerType) else AnyType((t,)) for t in possible)
                found_ones = (self.chosen(t, written, source, name) for t in single)
                return next((found for found in found_ones if found is not None), None)
            case AnyType(choices=(ContainerType() as only,)):
                return self.chosen(only, written, source, name)
        for choice in choices(self.setting, source, type_, name, lengths=self.lengths):
            form = written_argument(choice)
            # The object at 0 is not `false`.
            if form == written and type(form) is type(written):
                return choice
        return None

    def below(self, class_name: str) -> frozenset[str]:
        """Give the classes whose objects fit a type."""
        found = self.fitting.get(class_name)
        if found is None:
            found = frozenset(self.setting.hierarchy.below(class_name))
            self.fitting[class_name] = found
        return found

    def position(self, written: WrittenArgument, shape: Shape) -> int:
        """Read the position of an object that the client holds."""
        if type(written) is not int or not 0 <= written < len(shape.objects):
            raise Malformed("an object that is not there")
        if written not in usable(self.setting, shape):
            raise Malformed("an object that the client does not have")
        return written

    def check_raises(self, raises: str | None) -> None:
        """See that calls may throw here, and that there is such a class."""
        if raises is not None and not (
            self.setting.with_raising and raises in self.setting.hierarchy.classes
        ):
            raise Malformed("an impossible exception")

    def roots(
        self,
        written: Sequence[Any],
        call: PublicCall,
        raises: str | None,
        source: Shape,
        target: Shape,
    ) -> tuple[graphs.Root, ...]:
        """Read what the client holds: objects it had, and what a call gave or raised."""
        roots = tuple(map(_read_root, written))
        if len({*roots}) != len(roots) or len(roots) != len(target.roots):
            raise Malformed("the wrong number of objects held")
        for root in roots:
            if not isinstance(root, int):
                if not isinstance(call.result, RefType | AnyType) and raises is None:
                    raise Malformed("a result of what returns none")
            elif root == graphs.SHARED_ROOT:
                if any(class_name == SHARED for class_name, _, _ in source.objects):
                    raise Malformed("a second object that all objects share")
            elif root not in usable(self.setting, source):
                raise Malformed("an object that the client does not have")
        return roots


def written_roots(roots: Sequence[graphs.Root]) -> list[Any]:
    """Write what the client holds."""
    return [list(root.way) if isinstance(root, graphs.Part) else root for root in roots]


def _read_root(written: WrittenArgument) -> graphs.Root:
    if written is None or type(written) is int:
        return written
    if not isinstance(written, list) or not written:
        raise Malformed("nothing that a client holds")
    return graphs.Part(tuple(map(_read_step, written)))


def _read_step(written: WrittenArgument) -> graphs.Step:
    if isinstance(written, str):
        return written
    if not isinstance(written, list) or not written:
        raise Malformed("no step of a way")
    first, *rest = written
    if type(first) not in (str, int) or any(type(place) is not int for place in rest):
        raise Malformed("no step of a way")
    return (first, *rest)


def read_decisions(written: bytes) -> tuple[bool, ...]:
    """Read decisions, one byte each."""
    if written.translate(None, b"\x00\x01"):
        raise Malformed("a decision that is neither")
    return tuple(map(bool, written))


def written_arguments(arguments: tuple[graphs.Argument, ...]) -> list[WrittenArgument]:
    """Write all arguments, and behind them which containers are one, if some are."""
    written = [written_argument(argument) for argument in arguments]
    numbers = numbers_of(arguments)
    return [*written, ["same", *numbers]] if any(numbers) else written


def written_argument(argument: graphs.Argument) -> WrittenArgument:
    """Write what the caller chose; ints and opaque objects are free."""
    match argument:
        case graphs.ObjectAt(position):
            return position
        case graphs.Literal(value):
            # A number alone is the position of an object.
            return ["int", value] if type(value) is int else value
        case graphs.MemberOf(class_name, name):
            return ["member", class_name, name]
        case graphs.Omitted():
            return ["omitted"]
        case graphs.Unknown(kind="int"):
            return None
        case graphs.Unknown(kind=kind):
            return [kind]
        case graphs.Spelled(letters):
            return ["letters", len(letters)]
        case graphs.Fresh(class_name, entries):
            return ["new", class_name, *map(written_argument, entries)]

"""A client that holds some objects of a plain heap: the state that the oracle moves in.

Place: tests/oracle. Shares nothing with `graph` or `answers`: heaps are brought into
canonical form by trying every order of the held objects.

Objects of opaque classes, which can only be stored and compared, are a fixed stock of
items at the start of every heap; they are held by nobody and count for no scope.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import TypeAlias

from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.program import Function, Program, Role
from heapwright.ir.core.types import BoolType, IntType, RefType, Type
from heapwright.paths.plain.concrete import LeftOut, LimitReached, Returned, Threw, run
from heapwright.paths.plain.heap import PlainHeap, Reference, Value, default_value

# A value without names: an int, a Boolean, null, an item, or the object at a position.
Cell: TypeAlias = "tuple[str, int]"
Canonical: TypeAlias = "tuple[tuple[str, ...], tuple[tuple[str, tuple[Cell, ...]], ...]]"


@dataclass(frozen=True, slots=True)
class World:
    """What a client can do: the calls, the ints to try, the items, the scope."""

    program: Program
    hierarchy: Hierarchy
    calls: tuple[Function | str, ...]  # a public function, or the class of a `new`
    ints: tuple[int, ...]
    items: tuple[str, ...]  # the opaque class of each item
    scope: Mapping[str, int]
    with_raising: bool = False


@dataclass(frozen=True, slots=True)
class Client:
    """A heap with all that the held objects lead to, and nothing else beside the items."""

    heap: PlainHeap
    held: tuple[Reference, ...]
    known: tuple[str, ...] = ()  # the static type of the variable for each held object


def world(
    program: Program,
    classes: Sequence[str],
    *,
    ints: Sequence[int],
    scope: Mapping[str, int],
    opaque: frozenset[str] = frozenset(),
    n_items: int = 0,
    with_raising: bool = False,
) -> World:
    """Let a client make and use objects of these classes."""
    hierarchy = hierarchy_of(program)
    calls: list[Function | str] = []
    for name in classes:
        class_def = hierarchy.classes[name]
        if class_def.is_constructible:
            calls.append(name)
        calls.extend(
            function
            for function in class_def.functions
            if function.is_public and function.role in (Role.METHOD, Role.STATIC)
        )
    types = [p.type for call in calls if isinstance(call, Function) for p in call.parameters]
    used = dict.fromkeys(t.class_name for t in types if isinstance(t, RefType))
    items = tuple(name for name in used if name in opaque for _ in range(n_items))
    return World(program, hierarchy, tuple(calls), tuple(ints), items, scope, with_raising)


def start(world: World) -> Client:
    """Give the client that has done nothing yet."""
    return Client(PlainHeap(world.items, ((),) * len(world.items)), ())


def after_calls(world: World, client: Client) -> Iterator[Client]:
    """Make every call with every choice of arguments; nothing is let go yet."""
    for call in world.calls:
        for arguments in choices(world, client, call):
            held = list(client.held)
            known = list(client.known)
            if isinstance(call, str):
                heap, made = with_new(world.hierarchy, client.heap, call)
                yield Client(heap, (*held, made), (*known, call))
                continue
            match run(
                world.program, called_name(world, client, call, arguments), arguments, client.heap
            ):
                case Returned(value, heap):
                    is_new = False
                    if isinstance(value, Reference) and value.number >= len(world.items):
                        assert isinstance(call.result, RefType)
                        is_new = _assigned(world, held, known, value, call.result.class_name)
                    if is_new or heap.rows != client.heap.rows:
                        yield Client(heap, tuple(held), tuple(known))
                case Threw(heap=heap):
                    if world.with_raising and heap.rows != client.heap.rows:
                        yield Client(heap, tuple(held), tuple(known))
                case LimitReached() | LeftOut() as end:
                    raise AssertionError(end)


def _assigned(
    world: World, held: list[Reference], known: list[str], value: Reference, type_: str
) -> bool:
    """Put a result into a variable of its static type; say whether that gains anything."""
    if value not in held:
        held.append(value)
        known.append(type_)
        return True
    at = held.index(value)
    if type_ != known[at] and type_ in world.hierarchy.below(known[at]):
        known[at] = type_
        return True
    return False


def called_name(world: World, client: Client, call: Function, arguments: Sequence[Value]) -> str:
    """Name what runs: for a method, the one that the receiver's class has."""
    if not call.has_receiver:
        return call.qualified_name
    receiver = arguments[0]
    assert isinstance(receiver, Reference)
    found = world.hierarchy.method(client.heap.class_of(receiver), call.name)
    assert found is not None
    return found.qualified_name


def choices(world: World, client: Client, call: Function | str) -> Iterator[tuple[Value, ...]]:
    """Give every choice of arguments, the receiver first."""
    if isinstance(call, str):
        return iter(((),))
    pools = [values_of(world, client, parameter.type) for parameter in call.parameters]
    if call.has_receiver:
        assert call.owner is not None
        receivers = values_of(world, client, RefType(call.owner))
        known = dict(zip(client.held, client.known, strict=True))
        # Of two declarations, the lower one that the client can see promises more.
        pools.insert(
            0,
            [
                value
                for value in receivers
                if isinstance(value, Reference)
                and world.hierarchy.method(known[value], call.name) is call
            ],
        )
    return product(*pools)


def values_of(world: World, client: Client, type_: Type) -> list[Value]:
    """Give what a client can pass for a parameter of the type."""
    match type_:
        case IntType():
            return list(world.ints)
        case BoolType():
            return [False, True]
        case RefType(class_name) if class_name in world.items:
            here = [i for i, name in enumerate(world.items) if name == class_name]
            return [None, *map(Reference, here)]
        case RefType(class_name):
            fitting = set(world.hierarchy.below(class_name))
            typed = zip(client.held, client.known, strict=True)
            return [None, *(reference for reference, name in typed if name in fitting)]
        case _:
            raise AssertionError(type_)


def with_new(hierarchy: Hierarchy, heap: PlainHeap, class_name: str) -> tuple[PlainHeap, Reference]:
    """Put an object with default values on the heap."""
    row = tuple(default_value(field.type) for field in hierarchy.fields(class_name))
    grown = PlainHeap((*heap.class_names, class_name), (*heap.rows, row))
    return grown, Reference(len(heap.rows))


def fits(world: World, client: Client) -> bool:
    """Say whether no class has more objects than the scope allows."""
    names = client.heap.class_names[len(world.items) :]
    return all(names.count(name) <= world.scope.get(name, 0) for name in set(names))


def compact(world: World, client: Client, order: Sequence[Reference]) -> Client:
    """Keep the items and what the given objects lead to, numbered in order of discovery."""
    n_items = len(world.items)
    number = {reference: n_items + i for i, reference in enumerate(order)}
    found = list(order)
    for reference in found:
        for value in client.heap.rows[reference.number]:
            if isinstance(value, Reference) and value.number >= n_items and value not in number:
                number[value] = n_items + len(found)
                found.append(value)
    rows = [
        tuple(
            Reference(number[value]) if isinstance(value, Reference) and value in number else value
            for value in client.heap.rows[reference.number]
        )
        for reference in found
    ]
    heap = PlainHeap(
        (*world.items, *(client.heap.class_of(reference) for reference in found)),
        (*client.heap.rows[:n_items], *rows),
    )
    types = dict(zip(client.held, client.known, strict=True))
    known = tuple(types[reference] for reference in order)
    return Client(heap, tuple(Reference(n_items + i) for i in range(len(order))), known)


def canonical(world: World, client: Client) -> tuple[Canonical, Client]:
    """Give the least form over all orders of the held objects, and the client in that order."""
    forms = []
    for order in permutations(client.held):
        ordered = compact(world, client, order)
        objects = zip(ordered.heap.class_names, ordered.heap.rows, strict=True)
        cells = tuple(
            (name, tuple(_cell(world, value) for value in row))
            for name, row in list(objects)[len(world.items) :]
        )
        forms.append(((ordered.known, cells), ordered))
    return min(forms, key=lambda form: form[0])


def _cell(world: World, value: Value) -> Cell:
    match value:
        case None:
            return ("null", 0)
        case bool():
            return ("bool", int(value))
        case int():
            return ("int", value)
        case Reference(number) if number < len(world.items):
            return ("item", number)
        case Reference(number):
            return ("object", number)
        case _:
            raise AssertionError(value)  # the programs here have no other values

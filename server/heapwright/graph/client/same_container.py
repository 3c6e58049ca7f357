"""One container that a client gives in several places.

Place: graph/client/. `explore` asks once a run has shown that it matters: it changed or kept a
container that the client made for the call, or asked which one it is. Of runs that only read,
those with one container do what those with two equal ones do.

    xs = [1]
    k.f(xs, xs)          k.g([xs, xs])          k.h({"a": xs, "b": xs})
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from heapwright.graph.state.public_calls import PublicCall, public_calls
from heapwright.graph.state.state_graph import Argument, Fresh, Setting, Spelled, Unknown
from heapwright.heaps.known_shape import HeapObject
from heapwright.ir.core.program import ByItems, Made, Role
from heapwright.ir.core.types import AnyType, Choice, ContainerType, RefType, Type
from heapwright.ir.reach.telling_apart import tells_containers_apart
from heapwright.records import replace

MOST_WAYS = 64  # to share the containers of one call


def sharings(setting: Setting, arguments: tuple[Argument, ...]) -> Iterator[tuple[Argument, ...]]:
    """Give the arguments with containers that are alike as one; nothing where some are already."""
    for numbers in islice(_ways(setting, arguments), MOST_WAYS):
        shared = shared_as(arguments, numbers)
        if shared is not None:
            yield shared


def has_more_sharings(setting: Setting, arguments: tuple[Argument, ...]) -> bool:
    """Say whether containers of a call could be shared in more ways than are tried."""
    return next(islice(_ways(setting, arguments), MOST_WAYS, None), None) is not None


def _ways(setting: Setting, arguments: tuple[Argument, ...]) -> Iterator[list[int]]:
    containers = list(_containers(arguments))
    if len(containers) < 2 or any(one.number for one in containers):
        return iter(())
    return (numbers for numbers in _groups(setting, containers) if any(numbers))


def numbers_of(arguments: tuple[Argument, ...]) -> list[int]:
    """Give the numbers of the containers, in the order of the text; tuples and the like have 0."""
    return [one.number for one in _containers(arguments)]


def shared_as(
    arguments: tuple[Argument, ...], numbers: Sequence[int]
) -> tuple[Argument, ...] | None:
    """Make containers with equal numbers one; None where these are not alike."""
    if len(numbers) != len(list(_containers(arguments))):
        return None
    given = iter(numbers)
    first: dict[int, Fresh] = {}
    plain: dict[int, Fresh] = {}
    is_fitting = True

    def shared(argument: Argument) -> Argument:
        nonlocal is_fitting
        if not isinstance(argument, Fresh):
            return argument
        number = next(given)
        entries = tuple(map(shared, argument.entries))
        if number == 0:
            return Fresh(argument.class_name, entries)
        if number in first:
            is_fitting = is_fitting and _is_alike(plain[number], argument)
            return first[number]
        plain[number] = argument
        first[number] = Fresh(argument.class_name, entries, number)
        return first[number]

    found = tuple(map(shared, arguments))
    return found if is_fitting else None


def matters_where_kept(setting: Setting, call: PublicCall, kept: Iterable[HeapObject]) -> bool:
    """Say whether a container that a call keeps may be given to another call, and that be seen.

    It may not where the call makes the only object that there is room for, and nothing else takes
    such a container.
    """
    made = setting.hierarchy.made
    classes = {one.class_name for one in kept if not _is_constant(made[one.class_name])}
    # An iterator changes whenever it is asked.
    are_iterators = any(isinstance(m := made[one], ByItems) and m.field for one in classes)
    if not classes or not (are_iterators or tells_containers_apart(setting.hierarchy)):
        return False
    function = setting.hierarchy.functions.get(call.function or "")
    makes_one = (
        function is not None
        and function.role is Role.STATIC
        and isinstance(call.result, RefType)
        and function.owner == call.result.class_name
        and function.name == "__new__"
        and setting.scope[call.result.class_name] == 1
        and call.result.class_name in setting.told
    )
    others = [other for other in public_calls(setting.api) if other != call]
    return not makes_one or any(
        takes_one_of(type_, classes) for other in others for type_ in other.parameters
    )


def takes_one_of(type_: Type | Choice, classes: Iterable[str]) -> bool:
    """Say whether a client may give a container of one of these classes, or one that holds such."""
    match type_:
        case AnyType(choices):
            return any(takes_one_of(choice, classes) for choice in choices)
        case ContainerType(class_name, entries):
            inside = any(takes_one_of(entry, classes) for entry in entries)
            return inside or class_name in classes
        case _:
            return False


def _containers(arguments: Iterable[Argument]) -> Iterator[Fresh]:
    for argument in arguments:
        if isinstance(argument, Fresh):
            yield argument
            yield from _containers(argument.entries)


def _is_shareable(setting: Setting, argument: Fresh) -> bool:
    """Say whether it is an object that can change, and no value."""
    hierarchy, name = setting.hierarchy, argument.class_name
    is_value = hierarchy.is_value(name) or name in ("tuple", "frozenset")
    return not is_value and not _is_constant(hierarchy.made[name])


def _is_constant(made: Made) -> bool:
    """Say whether nothing can change in it: a function that gives one value."""
    return isinstance(made, ByItems) and made.like == "tuple"


def _groups(setting: Setting, containers: Sequence[Fresh]) -> Iterator[list[int]]:
    """Give all ways to put containers that are alike together; 0 is one that stays alone."""

    def going(place: int, numbers: list[int], n_groups: int) -> Iterator[list[int]]:
        if place == len(containers):
            alone = {n for n in numbers if numbers.count(n) == 1}
            yield [0 if number in alone else number for number in numbers]
            return
        yield from going(place + 1, [*numbers, n_groups + 1], n_groups + 1)
        for number in range(1, n_groups + 1):
            if _is_shareable(setting, containers[place]) and _is_alike(
                containers[numbers.index(number)], containers[place]
            ):
                yield from going(place + 1, [*numbers, number], n_groups)

    return going(0, [], 0)


def _is_alike(first: Argument, second: Argument) -> bool:
    """Say whether two arguments differ by the names of their variables only."""
    match first, second:
        case Fresh(name, entries), Fresh(other, other_entries):
            return (
                name == other
                and len(entries) == len(other_entries)
                and all(map(_is_alike, entries, other_entries))
            )
        case Unknown(), Unknown():
            return first == replace(second, variable=first.variable)
        case Spelled(letters), Spelled(other_letters):
            return len(letters) == len(other_letters)
        case _:
            return first == second

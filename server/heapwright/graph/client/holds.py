"""What a client holds: objects that calls gave it, and what it can read from these.

Place: graph/client/. `gives` asks which objects can be used on a heap, `explore` what the client
has after a call.

A client holds the *roots* of a shape. What it can read from them, see `reads`, it can use as well,
and does not hold it by itself: so a heap has one form, whether or not the client has read all that
it could. Only when a call hides what could be read before does it count what the client had:

    old = queue.head                    # read in time
    queue.pop()
    queue.insert_before(old, 3)         # nothing leads to `old` any more

A call that promises an `A` may return a `B`. In a language with static types the client
then has a variable of type `A`: it can call what `A` has, and give the object where an
`A` is wanted, but it cannot use what only `B` has, until some other call promises a `B`.
All classes by which one object can be known lie on the line from its own class upwards,
so the lowest one says it all. Where types are not checked (Python), that is always the
object's own class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from heapwright.graph.client.does import callable_on, public_call, takers_of
from heapwright.graph.client.reads import reads
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.shape import Shape, heap_of
from heapwright.graph.state.state_graph import Argument, ObjectAt, Part, Root, Setting, Way
from heapwright.heaps.known_shape import HeapObject, Value, objects_in, reachable
from heapwright.ir.core.operations import FUNCTION_FIELD, METHOD, RECEIVER_FIELD
from heapwright.ir.core.program import Function
from heapwright.ir.core.types import RefType
from heapwright.ir.reach.reach import reach_index

# Helpers of the language that do something when a client uses them, or may.
ACTING = ("method", "functools_partial", "generator_context")


class ClassMet(Exception):
    """A client gets objects of a class whose calls are not among those that are made."""

    def __init__(self, class_name: str) -> None:
        """Take the class."""
        super().__init__()
        self.class_name = class_name


def usable(setting: Setting, shape: Shape) -> Mapping[int, tuple[int, Way]]:
    """Give the objects that a client can use on a heap: from which root it reads them, and how.

    The roots come first, each from itself.
    """
    roots = shape.roots
    if not setting.readable:
        return {position: (position, ()) for position in roots}
    known = shape.usable
    if known is None or known[0] is not setting.api:
        known = (setting.api, _usable(setting, shape))
        object.__setattr__(shape, "usable", known)
    return known[1]  # type: ignore[return-value]  # nothing else is put there


def _usable(setting: Setting, shape: Shape) -> Mapping[int, tuple[int, Way]]:
    objects = heap_of(setting.layouts, shape)
    position = {found: at for at, found in enumerate(objects)}
    found: dict[int, tuple[int, Way]] = {root: (root, ()) for root in shape.roots}
    starts: list[tuple[Way, Value]] = [(((root,),), objects[root]) for root in shape.roots]
    for (first, *way), one in reads(setting.hierarchy, setting.readable, starts):
        if one.class_name in setting.api.held:
            assert type(first) is tuple and type(first[0]) is int
            found.setdefault(position[one], (first[0], tuple(way)))
        else:
            meets(setting, one)
    return found


def meets(setting: Setting, found: HeapObject) -> None:
    """Raise `ClassMet` if a client that gets this object could do something with it."""
    if could_use(setting, found.class_name):
        raise ClassMet(found.class_name)


def could_use(setting: Setting, name: str) -> bool:
    """Say whether objects of a class have calls that matter and are not among those made."""
    is_useless = setting.useless.get(name)
    if is_useless is None:
        is_useless = setting.useless[name] = (
            name in setting.api.classes
            or name in setting.hierarchy.library
            or not any(
                _may_matter(setting, name, one)
                for one in (
                    *callable_on(setting.hierarchy, name),
                    *takers_of(setting.hierarchy, name),
                )
            )
        )
    return not is_useless


def _may_matter(setting: Setting, class_name: str, function: Function) -> bool:
    if function.left_out is not None:
        return True
    index = reach_index(setting.program)
    return not public_call(index, function, class_name, setting.opaque).is_observer


def method_at(setting: Setting, shape: Shape, position: int) -> str | None:
    """Name the function that a method as a value calls."""
    found = heap_of(setting.layouts, shape)[position].fields
    receiver, function = found.get(RECEIVER_FIELD), found.get(FUNCTION_FIELD)
    if isinstance(function, str) and isinstance(receiver, HeapObject):
        method = setting.hierarchy.method(receiver.class_name, function)
        return None if method is None else method.qualified_name
    return None


def can_call(setting: Setting, known_as: str, call: PublicCall) -> bool:
    """Say whether a client may make this call on an object that it knows by that class."""
    if known_as == call.receiver:
        return True
    method = _seen(setting, known_as, call)
    return method is not None and method.is_public


def known_in(setting: Setting, shape: Shape, objects: list[HeapObject]) -> dict[HeapObject, str]:
    """Give the objects that a client can use, each with the class by which it is known."""
    return {
        objects[at]: shape.objects[at][1] or shape.objects[at][0] for at in usable(setting, shape)
    }


def gained(
    setting: Setting,
    shape: Shape,
    call: PublicCall,
    arguments: tuple[Argument, ...],
    value: Value,
    known: dict[HeapObject, str],
) -> Iterator[tuple[HeapObject, Part | None]]:
    """Give the objects that the result of a call brings, or a part of it; notes what is known now.

    None stands for the result itself. An object by whose class nothing can be done is not worth
    holding.
    """
    if setting.program.language.is_checked_statically:
        # What is thrown, nobody can catch.
        if isinstance(value, HeapObject) and isinstance(call.result, RefType):
            name = _promised(setting, shape, call, arguments, value)
            before = known.get(value)
            is_news = before is None or name not in setting.compiled.ancestors[before]
            if name in setting.api.held and is_news:
                known[value] = name
                yield value, None
        return
    for way, found in reads(setting.hierarchy, setting.readable, [((), value)]):
        if found in known or _is_same_method(found, known):
            continue
        if found.class_name in setting.api.held:
            known[found] = found.class_name
            yield found, Part(way) if way else None
        else:
            meets(setting, found)


def _is_same_method(found: HeapObject, known: Iterable[HeapObject]) -> bool:
    """Say whether the client has another value for the same method of the same object."""
    return found.class_name == METHOD and any(
        one.class_name == METHOD and one.fields == found.fields for one in known
    )


def gives_away(setting: Setting, value: Value, known: Mapping[HeapObject, str]) -> bool:
    """Say whether the client could use an object that is behind what a call returns.

    What the language makes by itself, a method as a value for one, can do with it what nobody
    tries.
    """
    seen: set[HeapObject] = set()
    pending = list(objects_in(value))
    while pending:
        found = pending.pop()
        if found in seen:
            continue
        seen.add(found)
        name = found.class_name
        if name not in setting.hierarchy.library:
            if name in setting.api.held and found not in known:
                return True
            if could_use(setting, name):
                return True
        else:
            if name in ACTING and found not in known and not _is_same_method(found, known):
                return True
            pending.extend(one for inner in found.fields.values() for one in objects_in(inner))
    return False


def is_shared(setting: Setting, value: Value, held: list[HeapObject]) -> bool:
    """Say whether a list or its like that a call gives can be reached from elsewhere, too."""
    given = [
        found
        for found in objects_in(value)
        if setting.layouts[found.class_name].has_entries
        and found.class_name in setting.hierarchy.library
    ]
    return bool(given) and not set(given).isdisjoint(reachable(held))


def needed(
    setting: Setting, held: Mapping[HeapObject, Root], shape: Shape
) -> dict[HeapObject, Root]:
    """Leave out what the client can read from the rest of what it holds after a call.

    What it held by itself in the source, of that shape, and what a call returned stay.
    """
    if not setting.readable:
        return dict(held)
    roots = shape.roots
    kept: dict[HeapObject, Root] = {}
    rest: dict[HeapObject, Root] = {}
    for found, root in held.items():
        is_own = root is None or (type(root) is int and (root in roots or root < 0))
        (kept if is_own else rest)[found] = root
    seen = _read_from(setting, kept)
    for found, root in rest.items():
        if found not in seen:
            kept[found] = root
            seen |= _read_from(setting, (found,))
    return kept


def _read_from(
    setting: Setting, held: Mapping[HeapObject, Root] | tuple[HeapObject, ...]
) -> set[HeapObject]:
    starts: list[tuple[Way, Value]] = [((), found) for found in held]
    return {found for _, found in reads(setting.hierarchy, setting.readable, starts)}


def _promised(
    setting: Setting,
    shape: Shape,
    call: PublicCall,
    arguments: tuple[Argument, ...],
    returned: HeapObject,
) -> str:
    result = call.result
    if call.receiver is not None:
        receiver = arguments[0]
        assert isinstance(receiver, ObjectAt)
        known_as = shape.objects[receiver.position][1]
        if known_as != call.receiver:
            # What stands in for a method may promise more than the method itself.
            method = _seen(setting, known_as, call)
            assert method is not None
            result = method.result
    assert isinstance(result, RefType)
    return result.class_name


def _seen(setting: Setting, known_as: str, call: PublicCall) -> Function | None:
    """Give the method that the client means, if it can see one of that name."""
    return setting.hierarchy.method(known_as, call.name.rpartition(".")[2])

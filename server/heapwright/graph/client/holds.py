"""By which class a client knows the objects that it holds.

Place: graph/client/. `gives` asks which calls type-check, `explore` what a call teaches.

A call that promises an `A` may return a `B`. In a language with static types the client
then has a variable of type `A`: it can call what `A` has, and give the object where an
`A` is wanted, but it cannot use what only `B` has, until some other call promises a `B`.
All classes by which one object can be known lie on the line from its own class upwards,
so the lowest one says it all. Where types are not checked (Python), that is always the
object's own class.
"""

from __future__ import annotations

from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.shape import Shape
from heapwright.graph.state.state_graph import Argument, ObjectAt, Setting
from heapwright.heaps.known_shape import HeapObject
from heapwright.ir.core.program import Function
from heapwright.ir.core.types import RefType


def can_call(setting: Setting, known_as: str, call: PublicCall) -> bool:
    """Say whether a client may make this call on an object that it knows by that class."""
    if known_as == call.receiver:
        return True
    method = _seen(setting, known_as, call)
    return method is not None and method.is_public


def learns(
    setting: Setting,
    shape: Shape,
    call: PublicCall,
    arguments: tuple[Argument, ...],
    returned: HeapObject,
    known: dict[HeapObject, str],
) -> bool:
    """Note by which class a returned object is known now; say whether that is news.

    `known` has the objects held so far. An object by whose class nothing can be done is
    not worth holding.
    """
    name = _promised(setting, shape, call, arguments, returned)
    if name not in setting.api.held:
        return False
    before = known.get(returned)
    if before is not None and name in setting.compiled.ancestors[before]:
        return False
    known[returned] = name
    return True


def known_in(shape: Shape, objects: list[HeapObject]) -> dict[HeapObject, str]:
    """Give the held objects of a heap, each with the class by which it is known."""
    return {objects[position]: shape.objects[position][1] for position in shape.roots}


def _promised(
    setting: Setting,
    shape: Shape,
    call: PublicCall,
    arguments: tuple[Argument, ...],
    returned: HeapObject,
) -> str:
    if not setting.program.language.is_checked_statically:
        return returned.class_name
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

"""What the arguments of a call stand for on a heap.

Place: graph/client/. `explore` makes public calls with these values, `answers` asks questions with
them. Puts what all objects share behind the objects of the heap, where no call used it so far.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.errors import EngineError
from heapwright.graph.state import state_graph
from heapwright.graph.state.shape import Shape
from heapwright.graph.state.state_graph import Argument
from heapwright.heaps.known_shape import ABSENT, HeapObject, NamedValue, TextAtom, Value
from heapwright.heaps.spelling import spelled
from heapwright.ir.core.operations import SHARED
from heapwright.ir.core.program import Made
from heapwright.paths.known_shapes.compile import CompiledFunction
from heapwright.paths.known_shapes.fresh_containers import fresh_container
from heapwright.paths.runs.machine import FLOATS, Machine
from heapwright.paths.values.any_kind import unknown_float


def values_of(
    callee: CompiledFunction,
    arguments: tuple[Argument, ...],
    objects: list[HeapObject],
    machine: Machine,
) -> list[Value]:
    """Give what a call starts with on this heap: its arguments, and what all objects share.

    Where no call has used that so far, the object that holds it is put behind the others.
    """
    defaults = callee.compiled.defaults.get(SHARED)
    if defaults is not None:
        shared = next((found for found in objects if found.class_name == SHARED), None)
        if shared is None:
            shared = HeapObject(SHARED, defaults.copy())
            objects.append(shared)
        machine.shared = shared
    function, made_by = callee.function, callee.compiled.hierarchy.made
    values: list[Value] = []
    same: dict[int, Value] = {}
    for index, argument in enumerate(arguments):
        if isinstance(argument, state_graph.Omitted):
            parameter = function.parameters[index - function.has_receiver]
            values.append(callee.default(machine, parameter))
        else:
            values.append(value_of(made_by, argument, objects, machine, same))
    return values


def first_shared(shape: Shape, objects: list[HeapObject]) -> HeapObject | None:
    """Give the object that all objects share, where a run was the first to use it."""
    if len(objects) == len(shape.objects):
        return None
    shared = objects[-1]
    return shared if any(value is not ABSENT for value in shared.fields.values()) else None


def value_of(
    made_by: Mapping[str, Made],
    argument: Argument,
    objects: list[HeapObject],
    machine: Machine,
    same: dict[int, Value] | None = None,
) -> Value:
    """Give what an argument stands for on this heap; `same` has its containers by number."""
    match argument:
        case state_graph.ObjectAt(position):
            return objects[position]
        case state_graph.Unknown(variable, kind="str"):
            return TextAtom(variable)
        case state_graph.Spelled(letters):
            return spelled(letters)
        case state_graph.Unknown(variable, kind="float", parts=parts):
            if machine.ranks is None:
                machine.doubts[FLOATS] = None
            return unknown_float(machine, variable, parts)
        case state_graph.Unknown(variable):
            return variable
        case state_graph.Literal(value):
            return value
        case state_graph.MemberOf(class_name, name):
            return NamedValue(class_name, name)
        case state_graph.Fresh(class_name, entries, number):
            if same is not None and number in same:
                return same[number]
            values = [value_of(made_by, entry, objects, machine, same) for entry in entries]
            made = fresh_container(machine, made_by, class_name, values)
            if same is not None and number:
                same[number] = made
            return made
        case state_graph.Omitted():
            raise EngineError("an argument that is left out has no value of its own")

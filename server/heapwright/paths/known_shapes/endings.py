"""Generators that wait where something is done at their end: has a run let one go?

Place: paths/known_shapes/. `compile` asks around each call that a client makes, and whoever lets
objects go for a client may. When a generator goes that waits inside of a `try` with a `finally`,
that runs, at once in CPython. Nobody follows that here, so a run that lets one go is given up; one
that leaves it where its caller, or an object, still has it is a run like any other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from heapwright.heaps.known_shape import HeapObject, NamedValue, Value, objects_in, reachable
from heapwright.ir.core.operations import FUNCTION_FIELD
from heapwright.paths.known_shapes.kinds import (
    BROKEN,
    GENERATOR,
    RUNNING,
    STATE_FIELD,
)

if TYPE_CHECKING:  # which asks
    from heapwright.paths.known_shapes.compile import CompiledProgram


def acting_at_end(compiled: CompiledProgram, objects: Iterable[HeapObject]) -> list[HeapObject]:
    """Give the generators among objects that do something when they go as they are."""
    return [found for found in objects if found.class_name == GENERATOR and _acts(compiled, found)]


def let_go(
    compiled: CompiledProgram, before: Collection[HeapObject], kept: Iterable[Value]
) -> list[HeapObject]:
    """Give the generators among those before that do something, and that nothing leads to now."""
    acting = acting_at_end(compiled, before)
    if not acting:
        return []
    alive = set(below(kept))
    return [found for found in acting if found not in alive]


def below(values: Iterable[Value]) -> list[HeapObject]:
    """Give the objects that values lead to."""
    return reachable([found for value in values for found in objects_in(value)])


def _acts(compiled: CompiledProgram, generator: HeapObject) -> bool:
    state, function = generator.fields[STATE_FIELD], generator.fields[FUNCTION_FIELD]
    if not isinstance(state, NamedValue) or state in (RUNNING, BROKEN):
        return False
    assert isinstance(function, NamedValue)
    return compiled.generators[function.name].pulled.waits[int(state.name)].acts_at_end

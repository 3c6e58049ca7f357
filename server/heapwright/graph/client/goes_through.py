"""Run a function as a client does, who goes through the generators that he gets.

Place: graph/client/. `explore` makes calls this way, and `answers/cover`. A generator runs no code
before somebody wants its items, so a call that only makes one would show nothing of what it does.
"""

from __future__ import annotations

from heapwright.graph.state.state_graph import Setting
from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.ir.core.instructions import NO_SITE
from heapwright.ir.reach.changing import may_change
from heapwright.ir.reach.endings import LATER_END
from heapwright.ir.reach.reach import reach_index
from heapwright.paths.known_shapes.compile import CompiledFunction
from heapwright.paths.known_shapes.foreign import dynamic_for
from heapwright.paths.known_shapes.kinds import GENERATOR
from heapwright.paths.runs.machine import Machine, RunStopped, SubjectThrow

BETWEEN_ITEMS = "its caller may stop or do other things before the last item, which is not tried"


def called(
    setting: Setting,
    callee: CompiledFunction,
    values: list[Value],
    machine: Machine,
    *,
    minds_code: bool = False,
) -> Value:
    """Run a function for a client, who goes through the generator that may come out.

    That he could stop half-way, or do something else between two items, is a doubt where that
    may change things; always, if what matters is which code runs.
    """
    try:
        result = callee.call(machine, values)
        if type(result) is HeapObject and setting.hierarchy.is_gone_through(result.class_name):
            name = callee.function.qualified_name
            if result.class_name != GENERATOR:
                # Nothing runs between its items.
                result = tuple(dynamic_for(callee.compiled, name, NO_SITE).items(machine, result))
                return _finished(machine, result)
            if minds_code or may_change(reach_index(setting.program), name, setting.world):
                machine.doubts[BETWEEN_ITEMS] = None
            was_changed, machine.changed = machine.changed, False
            items: Value = ()
            try:
                items = tuple(dynamic_for(callee.compiled, name, NO_SITE).items(machine, result))
            finally:
                # It may have changed something before it raised.
                if machine.changed:
                    machine.doubts[BETWEEN_ITEMS] = None
                machine.changed = machine.changed or was_changed
            result = items
    except SubjectThrow:
        if machine.unfinished:
            raise RunStopped(LATER_END) from None
        raise
    return _finished(machine, result)


def _finished(machine: Machine, result: Value) -> Value:
    if machine.unfinished:
        raise RunStopped(LATER_END)
    return result

"""Brute force in CPython itself: every sequence of calls on one object, and what it reaches.

Place: tests/oracle. Shares nothing with heapwright: the module is executed, objects are real
ones, and two of them are told apart by a description of all that they lead to.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from frontends.python.value_agreement import described_real
from oracle.python_programs import PythonProgram

VALUES: Mapping[str, Sequence[object]] = {
    "x": (-1, 0, 1, 2),
    "y": (0, 1),
    "k": ("", "a", "b"),
    "f": (False, True),
}
ENTRIES = 3
MOST_STATES = 400


@dataclass(frozen=True, slots=True)
class RealState:
    """An object that calls have led to, and the calls, for messages."""

    box: object
    calls: tuple[str, ...]


def real_states(
    program: PythonProgram, module: Mapping[str, object], n_calls: int, *, with_raising: bool
) -> list[RealState]:
    """Give every state that some sequence of calls leads to, those with fewer calls first."""
    start = RealState(module["Box"](), ("Box()",))  # type: ignore[operator]
    found = [start]
    seen = {described_real((start.box,))}
    level = [start]
    for _ in range(n_calls):
        reached: list[RealState] = []
        for state in level:
            for after in _after_calls(program, state, with_raising=with_raising):
                description = described_real((after.box,))
                if description not in seen and is_small(after.box) and len(found) < MOST_STATES:
                    seen.add(description)
                    reached.append(after)
                    found.append(after)
        level = reached
    return found


def _after_calls(
    program: PythonProgram, state: RealState, *, with_raising: bool
) -> Iterator[RealState]:
    for name, parameters in program.methods:
        for arguments in product(*[VALUES[parameter] for parameter in parameters]):
            box = copy.deepcopy(state.box)
            try:
                result = getattr(box, name)(*arguments)
                if hasattr(result, "__next__"):
                    list(result)
            except Exception as error:  # noqa: BLE001 - whatever the program raises
                if not with_raising:
                    continue
                text = f"{name}{arguments} raised {type(error).__name__}"
            else:
                text = f"{name}{arguments}"
            yield RealState(box, (*state.calls, text))


def is_small(value: object) -> bool:
    """Say whether no container below an object has more entries than the scope allows."""
    pending, seen = [value], set()
    while pending:
        one = pending.pop()
        if id(one) in seen or one is None or isinstance(one, int | str | float):
            continue
        seen.add(id(one))
        if isinstance(one, tuple):
            pending.extend(one)
        elif isinstance(one, dict):
            if len(one) > ENTRIES:
                return False
            pending.extend((*one.keys(), *one.values()))
        elif isinstance(one, list | set | deque):
            if len(one) > ENTRIES:
                return False
            pending.extend(one)
        elif hasattr(one, "__dict__"):
            pending.extend(vars(one).values())
    return True


def is_true(module: Mapping[str, object], name: str, state: RealState) -> bool:
    """Ask a spec, or an invariant by its name in the class; what raises is not satisfied."""
    box = copy.deepcopy(state.box)
    try:
        if "." in name:
            return bool(getattr(box, name.partition(".")[2])())
        return bool(module[name](box))  # type: ignore[operator]
    except Exception:  # noqa: BLE001 - a question that raises is not satisfied
        return False

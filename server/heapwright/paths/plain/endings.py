"""Objects that do something when they go, on plain heaps: is one of them gone?

Place: paths/plain/. `concrete` asks after each run, replay once more about what its text keeps.
When an object goes is not followed, so whoever lets one go gets no further.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from heapwright.paths.plain.heap import Result, Value, references_in


def reached(rows: Sequence[Sequence[Value]], kept: Iterable[Result]) -> set[int]:
    """Give the objects that some values lead to."""
    pending = [found.number for value in kept for found in references_in(value)]
    seen = set(pending)
    while pending:
        for value in rows[pending.pop()]:
            for found in references_in(value):
                if found.number not in seen:
                    seen.add(found.number)
                    pending.append(found.number)
    return seen


def first_gone(
    ending: frozenset[str],
    class_names: Sequence[str],
    rows: Sequence[Sequence[Value]],
    kept: Iterable[Result],
    others: Container[int] = (),
) -> str | None:
    """Give the class of an object to which nothing leads any more; `others` know their keepers."""
    if ending.isdisjoint(class_names):
        return None
    alive = reached(rows, kept)
    for number, class_name in enumerate(class_names):
        if class_name in ending and number not in alive and number not in others:
            return class_name
    return None

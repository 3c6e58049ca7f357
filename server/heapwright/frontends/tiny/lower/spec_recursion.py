"""Find specs and invariants that ask themselves, directly or through others.

Place: frontends/tiny/lower/. `lower` asks this when all bodies are lowered and it is known
who asks whom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwright.frontends.tiny.declare.class_table import Place

Questions = Sequence[tuple[str, Place]]


def circles(asked: Mapping[str, Questions]) -> list[list[tuple[str, Place]]]:
    """Give each circle once: who asks, and the place of the question to the next one.

    Only the circles that a walk in source order meets are given: enough of them that
    without their questions there is none left.
    """
    found: list[list[tuple[str, Place]]] = []
    done: set[str] = set()
    for start in asked:
        # The walk so far: who asks, and the number of the next question to follow.
        path: list[tuple[str, int]] = [] if start in done else [(start, 0)]
        while path:
            name, number = path.pop()
            questions = asked.get(name, ())
            if number == len(questions):
                done.add(name)
                continue
            path.append((name, number + 1))
            next_name = questions[number][0]
            names = [on_path for on_path, _ in path]
            if next_name in names:
                circle = path[names.index(next_name) :]
                found.append([(who, asked[who][n - 1][1]) for who, n in circle])
            elif next_name not in done:
                path.append((next_name, 0))
    return found

"""Things that are made one by one, only when somebody wants them, and only once.

Place: graph/client/. `gives` keeps so what a client may give for a parameter, and `answers` what
a question can be asked about: often more than there is time for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class OneByOne(Generic[T]):
    """Goes through an iterator as far as anybody has come, and remembers what it gave.

    The iterator must not raise: it would then look like one that has come to its end.
    """

    __slots__ = ("_known", "_rest")

    def __init__(self, rest: Iterator[T]) -> None:
        self._known: list[T] = []
        self._rest = rest

    def __iter__(self) -> Iterator[T]:
        """Go through all from the first on."""
        known = self._known
        at = 0
        while True:
            if at == len(known):
                for one in self._rest:
                    known.append(one)
                    break
                else:
                    return
            yield known[at]
            at += 1

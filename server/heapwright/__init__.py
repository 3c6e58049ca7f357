"""Marks for user code that heapwright reads: `spec`, `invariant`, `scope`, `structure`.

Place: top of the package, imported by the user's own programs. The marks are
inert: they give back what they are put on, unchanged, because heapwright reads
the source and never runs it. Importing this imports nothing heavy.
"""

from collections.abc import Callable
from typing import TypeVar

__version__ = "0.1.0"

__all__ = ["invariant", "scope", "spec", "structure"]

Marked = TypeVar("Marked", bound=Callable[..., object])
MarkedClass = TypeVar("MarkedClass", bound=type)


def spec(function: Marked) -> Marked:
    """Mark a Boolean function whose parameters describe a heap to look for."""
    return function


def invariant(method: Marked) -> Marked:
    """Mark a Boolean method that must hold for every reachable object of its class."""
    return method


def scope(**classes: int) -> Callable[[Marked], Marked]:
    """Say how many objects of each class to explore, `@scope(Node=3)`; also `calls=8`."""

    def mark(function: Marked) -> Marked:
        return function

    return mark


def structure(text: str) -> Callable[[MarkedClass], MarkedClass]:
    """Give a class a structural invariant in HEX, as in `"this.next* aliases nothing"`."""

    def mark(class_: MarkedClass) -> MarkedClass:
        return class_

    return mark

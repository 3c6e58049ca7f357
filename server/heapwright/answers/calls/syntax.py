"""How a language writes what a call sequence does.

Place: answers/calls/. `render` names objects and asks a `Syntax` for the words; there is one per
language, in `render_tiny` and `render_python`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heapwright.graph.state.public_calls import PublicCall
from heapwright.ir.core.program import Function
from heapwright.paths.plain.heap import Named
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class RenderedCall:
    """One call: the variable that takes its result, its text, and the parts of it."""

    result: str | None
    text: str
    method: str
    arguments: tuple[str, ...]
    expression: str = ""  # the text without the assignment, and without what catches
    raises: str | None = None
    is_reading: bool = False  # no call: it reads what the client has, and gives it a name
    before: tuple[str, ...] = ()  # statements that the text begins with


@dataclass(frozen=True, slots=True)
class Syntax:
    """The words of one language; all texts are whole and need no parentheses."""

    reserved: frozenset[str]  # names that no variable may have
    receiver: str  # the object that an invariant is asked about
    names_by_role: bool  # whether one of several objects is named after a parameter it is for
    variable: Callable[[str], str]  # the name of a variable for objects of a class
    construction: Callable[[str], str]
    call: Callable[[PublicCall, Sequence[str]], str]  # with the receiver first
    items: Callable[[PublicCall, Sequence[str]], str]  # the call, and all items of what it gives
    method: Callable[[PublicCall], str]  # what is called, for people
    statement: Callable[[str | None, str, str | None], str]  # variable, expression, raised class
    literal: Callable[[int | bool | str | float | Named | None], str]
    container: Callable[[str, Sequence[str]], str]  # class and entries
    object_name: Callable[[PublicCall], str | None]  # of what is there before any call
    test: Callable[[Function, Sequence[RenderedCall], Sequence[str]], str]

"""A client that makes calls, notes those that were not refused, and can write them as code.

Place: benchmarks/peers_parts/. The generated set-ups of Hypothesis and CrossHair import this in
their own environments, so it needs nothing but Python. Values stay as they are until they are
written, because they may be symbolic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any, TypeAlias

# What the class under test gives or takes; nothing is known about it.
Thing: TypeAlias = Any

# How classes refuse a call. Their own exceptions come on top (`refusals`).
REFUSED = (ValueError, LookupError, AttributeError, RuntimeError, TypeError, ArithmeticError)


class Token:
    """An object of which only the identity matters."""


TOKENS = (None, Token(), Token(), Token())


class Found(Exception):
    """The spec holds; the message is the code that makes it hold."""


def refusals(module: Thing) -> tuple[type[Exception], ...]:
    """Give the exceptions that a module's calls may raise to refuse something."""
    own = (value for value in vars(module).values() if isinstance(value, type))
    return (*REFUSED, *(one for one in own if issubclass(one, Exception)))


class Client:
    """Holds the objects of one sequence of calls."""

    def __init__(self, refused: tuple[type[Exception], ...]) -> None:
        self.refused = refused
        self.calls: list[tuple[Thing, str, tuple[Thing, ...], Thing]] = []
        self.objects: list[Thing] = []

    def make(self, function: Callable[..., Thing], *arguments: Thing) -> Thing:
        """Call a class or a static method; give the new object, or None if it was refused."""
        try:
            made = function(*arguments)
        except self.refused:
            return None
        self.calls.append((None, function.__qualname__, arguments, made))
        return self.kept(made)

    def call(self, receiver: Thing, name: str, *arguments: Thing) -> Thing:
        """Call a method; give what it gives, or None if it was refused."""
        try:
            result = getattr(receiver, name)(*arguments)
        except self.refused:
            return None
        self.calls.append((receiver, name, arguments, result))
        return result

    def kept(self, result: Thing) -> Thing:
        """Remember an object that a call gave; give it if it is new, else None."""
        if result is None or any(result is known for known in self.objects):
            return None
        self.objects.append(result)
        return result

    def of(self, cls: type) -> list[Thing]:
        """Give the objects of a class."""
        return [known for known in self.objects if type(known) is cls]

    def look(self, spec: Callable[..., bool], *classes: type) -> None:
        """Raise `Found` if the spec holds for some of the objects."""
        for arguments in product(*(self.of(cls) for cls in classes)):
            if self.holds(spec, arguments):
                raise Found(self.code(spec.__name__, arguments))

    def holds(self, spec: Callable[..., bool], arguments: Iterable[Thing]) -> bool:
        """Say whether the spec holds; one that fails to look does not."""
        try:
            return bool(spec(*arguments))
        except self.refused:
            return False

    def code(self, spec: str, arguments: tuple[Thing, ...]) -> str:
        """Write the calls as Python, and last that the spec holds."""
        names = [(token, f"token_{at}") for at, token in enumerate(TOKENS) if at]
        used = [value for _, _, given, _ in self.calls for value in given]
        lines = [f"{name} = object()" for token, name in names if any(token is one for one in used)]

        def written(value: Thing) -> str:
            return next((name for known, name in names if known is value), repr(value))

        for receiver, name, given, result in self.calls:
            text = f"{name}({', '.join(written(value) for value in given)})"
            if receiver is not None:
                text = f"{written(receiver)}.{text}"
            is_kept = any(result is known for known in self.objects)
            if is_kept and not any(result is known for known, _ in names):
                names.append((result, f"x{len(names) - len(TOKENS) + 2}"))
                text = f"{names[-1][1]} = {text}"
            lines.append(text)
        return "\n".join((*lines, f"assert {spec}({', '.join(map(written, arguments))})", ""))

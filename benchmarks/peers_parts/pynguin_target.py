"""A question as a module that Pynguin writes tests for, and the check of what it wrote.

Place: benchmarks/peers_parts/. `tools.py` writes the text into the folder of the question, and
runs `python -m peers_parts.pynguin_target TEST_MODULE QUESTION` there when Pynguin had a hit.

The module under test is the class with the spec and `reached`, which has a branch for the spec:
Pynguin is led by branches of the module under test only, and calls the methods of a class that
stands in it more often than those of an imported one (measured: with an import it did not build
an AVL tree of two nodes in ten seconds, so it takes three). `--only-cover reached SPEC` makes
it stop as soon as it is there. It picks arguments of any type and calls private constructors,
so the check looks at every call of a test: an object counts if public calls built it.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import sys
from typing import Any, TypeAlias

from peers_parts.questions import Parameter, Question, class_text, question_of

# What the module under test gives or takes; nothing is known about it.
Thing: TypeAlias = Any

REACHED = """

def reached({parameters}) -> bool:
    if {are_theirs} and {spec}({names}):
        note_hit()
        return True
    return False
"""

NOTE = '''"""Note the moment at which a spec holds. Made by benchmarks/peers.py."""

import os
import time


def note_hit() -> None:
    to = os.open({path!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(to, f"{{time.time()}}\\n".encode())
    os.close(to)
'''


def target(question: Question) -> str:
    """Give the text of the module under test."""
    own = without_specs(class_text(question))
    spec = next(
        node
        for node in ast.parse(question.text).body
        if isinstance(node, ast.FunctionDef) and node.name == question.name
    )
    spec.decorator_list = []
    names = [one.name for one in question.parameters]
    reached = REACHED.format(
        parameters=", ".join(f"{one.name}: {one.kind}" for one in question.parameters),
        are_theirs=" and ".join(
            f"isinstance({one.name}, {one.kind})" for one in question.parameters
        ),
        spec=question.name,
        names=", ".join(names),
    )
    return f"{own}\n\nfrom hits import note_hit\n\n\n{ast.unparse(spec)}\n{reached}"


def without_specs(text: str) -> str:
    """Take the module's own specs away: they would be goals of their own."""
    lines = text.splitlines()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            first = min([mark.lineno for mark in node.decorator_list], default=node.lineno)
            for at in range(first - 1, node.end_lineno or first):
                lines[at] = ""
    return "\n".join(lines).rstrip() + "\n"


class Judge:
    """Watches the calls of a test, and knows which objects were not built by public calls."""

    def __init__(self, question: Question) -> None:
        self.calls = {(call.owner, call.name or "__init__"): call for call in question.calls}
        self.classes = question.classes
        self.depth = 0
        self.spoiled: list[Thing] = []
        self.mistyped: list[Thing] = []
        self.verdict = "unconfirmed"

    def watch(self, cls: type) -> None:
        """Look at every call that a test makes on a class."""
        for name, function in list(vars(cls).items()):
            plain = function.__func__ if isinstance(function, staticmethod) else function
            if inspect.isfunction(plain):
                watched = self.watched(cls.__name__, name, plain)
                is_static = isinstance(function, staticmethod)
                setattr(cls, name, staticmethod(watched) if is_static else watched)

    def watched(self, owner: str, name: str, function: Thing) -> Thing:
        """Give a function that reports its outermost calls."""

        @functools.wraps(function)
        def call(*arguments: Thing, **named: Thing) -> Thing:
            if self.depth:
                return function(*arguments, **named)
            self.depth += 1
            try:
                result = function(*arguments, **named)
            finally:
                self.depth -= 1
            self.look(owner, name, function, [*arguments, *named.values()], result)
            return result

        return call

    def look(
        self, owner: str, name: str, function: Thing, arguments: list[Thing], result: Thing
    ) -> None:
        """Mark what a call touched if the call is not one that clients make."""
        call = self.calls.get((owner, name))
        touched = [one for one in (*arguments, result) if type(one).__name__ in self.classes]
        is_private = name.startswith("_") and name not in ("__len__", "__contains__")
        if call is None and is_private:
            self.spoiled.extend((*arguments[:1], *touched))
        elif any(is_among(one, self.spoiled) for one in arguments):
            self.spoiled.extend(touched)
        given = arguments[len(arguments) - len(call.parameters) :] if call else []
        if call and not all(map(fits, call.parameters, given)):
            self.mistyped.extend((*arguments[:1], *touched))

    def judged(self, reached: Thing) -> Thing:
        """Give `reached`, with an eye on what it is asked about."""

        def ask(*arguments: Thing, **named: Thing) -> Thing:
            self.depth += 1
            try:
                result = reached(*arguments, **named)
            finally:
                self.depth -= 1
            given = [*arguments, *named.values()]
            if result and not any(is_among(one, self.spoiled) for one in given):
                if not any(is_among(one, self.mistyped) for one in given):
                    self.verdict = "confirmed"
                elif self.verdict != "confirmed":
                    self.verdict = "mistyped"
            return result

        return ask


def is_among(value: Thing, values: list[Thing]) -> bool:
    """Say whether a list holds this very object."""
    return any(value is one for one in values)


def fits(parameter: Parameter, value: Thing) -> bool:
    """Say whether an argument has the type that the class declares."""
    match parameter.kind:
        case "int":
            return isinstance(value, int)
        case "bool":
            return isinstance(value, bool)
        case "str":
            return isinstance(value, str)
        case "object":
            return True
        case cls:
            return value is None or type(value).__name__ == cls


def main() -> None:
    """Run the tests that Pynguin wrote; print whether one of them answers the question."""
    test_module, label = sys.argv[1:]
    judge = Judge(question_of(label))
    module = importlib.import_module("target")
    for value in list(vars(module).values()):
        if inspect.isclass(value) and value.__module__ == "target":
            judge.watch(value)
    module.reached = judge.judged(module.reached)  # type: ignore[attr-defined]
    for name, test in vars(importlib.import_module(test_module)).items():
        if name.startswith("test_"):
            try:
                test()
            except Exception:  # noqa: BLE001 - what follows the answer may fail
                continue
    print(judge.verdict)


if __name__ == "__main__":
    main()

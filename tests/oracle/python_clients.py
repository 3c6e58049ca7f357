"""What Python clients are made of: a module that was imported afresh, names, steps, the text.

Place: tests/oracle. It runs in a process of its own (`client_worker`), imports nothing of
heapwright, and is written from the page on clients alone: what they hold (`client_holds`), do
(`client_does`) and give (`client_gives`). A step is made by running it: what came out says what
can be done next. The text of the steps is a program, and only what that program does when
CPython runs it from the start counts as found.
"""

from __future__ import annotations

import ast
import re
import sys
import types
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeAlias

# What a module holds, takes and gives; nothing is known about it.
Thing: TypeAlias = Any

MOST_LINES = 4000  # of the module that one step runs; more is taken for a loop without end
MODULE = "asked"


class TooLong(BaseException):
    """A step did not come to an end; no handler of the module should take it."""


@dataclass(frozen=True)
class Source:
    """The text of a module, what of it is private by a comment, and the values in it."""

    text: str
    path: str
    private: frozenset[int]  # lines of functions that a comment makes private
    ints: tuple[int, ...]
    texts: tuple[str, ...]
    asked: frozenset[str]  # specs, and invariants as `Class.name`

    @staticmethod
    def read(text: str, path: str) -> Source:
        """Read what a client may know of a text."""
        parsed = ast.parse(text)
        lines = text.splitlines()
        private = set()
        for node in ast.walk(parsed):
            if isinstance(node, ast.FunctionDef):
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                if lines[first - 2].strip() == "# heapwright: private":
                    private.add(first)
        constants = [node.value for node in ast.walk(parsed) if isinstance(node, ast.Constant)]
        ints = {n for n in constants if type(n) is int and abs(n) < 10**6}
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        nodes = [node for node in ast.walk(parsed) if isinstance(node, documented)]
        docs = {ast.get_docstring(node, clean=False) for node in nodes}
        texts = {s for s in constants if type(s) is str and len(s) <= 24 and s not in docs}
        near = {m for n in ints for m in (n + 1, n - 1)}
        return Source(
            text,
            path,
            frozenset(private),
            (0, 1, 2, 3, -1, *sorted(ints), *sorted(ints), *sorted(near)),
            tuple(sorted({*texts, "", "a", "b"})),
            frozenset(_asked(parsed)),
        )


def _asked(parsed: ast.Module) -> Iterable[str]:
    for node in parsed.body:
        if isinstance(node, ast.FunctionDef) and _is_marked(node, "spec"):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and _is_marked(member, "invariant"):
                    yield f"{node.name}.{member.name}"


def _is_marked(node: ast.FunctionDef, mark: str) -> bool:
    return any(ast.unparse(d).split(".")[-1].split("(")[0] == mark for d in node.decorator_list)


@dataclass(frozen=True)
class Step:
    """One thing that a client does: an expression whose value gets a name, or a statement.

    `enters` is the expression of a `with` that begins here, `leaves` the name of the one that
    ends; `catches` names what is raised. `is_call` says whether code of the module may run.
    """

    code: str  # an expression if there is a `name`, else a statement
    name: str = ""
    enters: bool = False
    leaves: str = ""
    catches: str = ""
    is_call: bool = True

    def words(self) -> set[str]:
        """Give the names in it."""
        return set(re.findall(r"\b[a-z]\d+\b", f"{self.code} {self.leaves}"))


def flat(step: Step, used: set[str]) -> str:
    """Write a step as statements that can be run alone; a name that nobody uses is left out."""
    if step.enters:
        manager = f"{step.name}_manager"
        return f"{manager} = {step.code}\n{step.name} = type({manager}).__enter__({manager})"
    if step.leaves:
        manager = f"{step.leaves}_manager"
        return f"type({manager}).__exit__({manager}, None, None, None)"
    named = f"{step.name} = {step.code}" if step.name and step.name in used else step.code
    if step.catches:
        inner = named.replace("\n", "\n    ")
        return (
            f"try:\n    {inner}\nexcept Exception as caught:\n    {step.catches} = caught\n"
            f"else:\n    {step.catches} = None"
        )
    return named


def program(steps: Sequence[Step], question: str) -> str:
    """Write the steps as a person would, with the question at the end."""
    used = {name for step in steps for name in step.words()} | Step(question).words()
    lines: list[str] = []
    depth = 0
    for step in steps:
        if step.leaves:
            if lines[-1].endswith(":"):
                lines.append("    " * depth + "pass")
            depth -= 1
            continue
        if step.enters:
            name = f" as {step.name}" if step.name in used else ""
            lines.append("    " * depth + f"with {step.code}{name}:")
            depth += 1
            continue
        lines += ["    " * depth + line for line in flat(step, used).split("\n")]
    lines.append("    " * depth + question)
    return "\n".join(lines)


def is_nested(steps: Sequence[Step]) -> bool:
    """Say whether contexts are left in the order that `with` allows, each after it was entered."""
    opened: list[str] = []
    for step in steps:
        if step.enters:
            opened.append(step.name)
        elif step.leaves and (not opened or opened.pop() != step.leaves):
            return False
    return True


@dataclass
class World:
    """A module that was imported just now, in which a client runs."""

    source: Source
    module: types.ModuleType
    public: tuple[str, ...]  # names of the module that a client may use
    ran: int = 0  # lines of the module in the present step

    @property
    def names(self) -> dict[str, Thing]:
        """Give the variables."""
        return vars(self.module)

    def run(self, code: str) -> Exception | None:
        """Run statements; gives what they raised."""
        try:
            self._traced(code)
        except Exception as error:  # noqa: BLE001 - whatever the module raises
            return error
        return None

    def value(self, expression: str) -> Thing:
        """Give what an expression comes to; what it raises is raised."""
        self._traced(f"answer_ = ({expression})")
        return self.names.pop("answer_")

    def _traced(self, code: str) -> None:
        self.ran = 0
        sys.modules[MODULE] = self.module  # another world may have been made since
        before = sys.gettrace()
        sys.settrace(self._count)
        try:
            exec(_compiled_step(code), self.names)  # noqa: S102 - the text that the client is
        finally:
            sys.settrace(before)
        if self.ran > MOST_LINES:
            raise TooLong  # and somebody took it

    def _count(self, frame: types.FrameType, event: str, _: Thing) -> Thing:
        self.ran += 1
        if self.ran > MOST_LINES:
            raise TooLong
        return self._count if frame.f_code.co_filename == self.source.path else None


# What was found out about classes and functions of the present world, by who found it out.
KNOWN: dict[object, Thing] = {}


def fresh(source: Source) -> World:
    """Import a module as if for the first time."""
    KNOWN.clear()
    module = types.ModuleType(MODULE)
    module.__file__ = source.path
    sys.modules[MODULE] = module
    exec(_compiled(source), vars(module))  # noqa: S102 - imports the module
    public = tuple(
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and name not in source.asked and is_own(value)
    )
    return World(source, module, public)


# Measured: a third of the time went into compiling the same statements of clients again.
_compiled_step = lru_cache(maxsize=20_000)(
    lambda code: compile(code, "client", "exec", dont_inherit=True)
)
_CODES: dict[str, types.CodeType] = {}


def _compiled(source: Source) -> types.CodeType:
    if source.text not in _CODES:
        _CODES[source.text] = compile(source.text, source.path, "exec", dont_inherit=True)
    return _CODES[source.text]


def is_own(value: Thing) -> bool:
    """Say whether a value under a name of the module is the module's, not imported."""
    if isinstance(value, types.ModuleType):
        return False
    if isinstance(value, type) or callable(value):
        return getattr(value, "__module__", MODULE) == MODULE
    return not type(value).__module__.startswith(("typing", "__future__"))


def is_of_module(value: Thing) -> bool:
    """Say whether a value is an object of a class of the module."""
    return type(value).__module__ == MODULE


def is_public(name: str) -> bool:
    """Say whether clients may write a name behind a dot."""
    return not name.startswith("_")


@dataclass
class Client:
    """A client on its way: the world that it runs in, its steps, what it has names for."""

    world: World
    steps: list[Step] = field(default_factory=list)
    held: list[str] = field(default_factory=list)  # its variables, the latest last
    opened: list[str] = field(default_factory=list)  # contexts that were entered
    declared: dict[str, str] = field(default_factory=dict)  # what names were made for, as text
    with_raising: bool = False
    refused: Counter[str] = field(default_factory=Counter)  # how often a use has raised
    using: str = ""  # what the present step uses

    def new_name(self) -> str:
        """Give a variable that nothing is called."""
        number = len(self.steps) + 1
        while f"v{number}" in self.world.names:
            number += 1
        return f"v{number}"

    def do(self, step: Step) -> bool:
        """Take a step; says whether it can be part of the client's text."""
        error = self.world.run(flat(step, {step.name}))
        if isinstance(error, RecursionError | MemoryError):
            return False
        if error is not None:
            if not self.with_raising or step.enters or step.leaves or not step.is_call:
                return False
            caught = f"e{len(self.steps) + 1}"
            self.world.names[caught] = error
            step = replace(step, catches=caught)
            self.held.append(caught)
        elif step.enters:
            self.opened.append(step.name)
            self.held.append(step.name)
        elif step.leaves:
            self.opened.remove(step.leaves)
        elif step.name:
            self.held.append(step.name)
        self.steps.append(step)
        return True


def again(source: Source, steps: Sequence[Step], *, with_raising: bool) -> Client | None:
    """Take the same steps in a new world; None if one of them goes another way now."""
    client = Client(fresh(source), with_raising=with_raising)
    for step in steps:
        if step.catches:
            if client.world.run(flat(step, {step.name})) is not None:
                return None
            caught = client.world.names[step.catches] is not None
            client.held.append(step.catches if caught else step.name)
            client.steps.append(step)
        elif not client.do(step) or client.steps[-1].catches:
            return None
    return client

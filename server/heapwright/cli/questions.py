"""Answer the questions of a command: load the file, find what is named, ask, describe.

Place: cli/. What `check`, `synth`, `verify` and `draw` share.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from heapwright.answers.search.ask import Answer, invariants_of, specs_of
from heapwright.cli.options import limits_of
from heapwright.cli.output import problem_line
from heapwright.cli.progress import progress
from heapwright.editor.known.verdicts import Shown, shown_answer
from heapwright.errors import UsageError
from heapwright.graph.explore.breadth_first import INTERRUPTED
from heapwright.ir.core.program import Function, Role
from heapwright.ir.core.types import BoolType
from heapwright.records import dataclass
from heapwright.workspace.load import LoadedProgram, load_program
from heapwright.workspace.questions import Asking, ask_question
from heapwright.workspace.settings import settings_for
from heapwright.workspace.shelf import Shelf, open_store


@dataclass(frozen=True, slots=True)
class Answered:
    """A question, its answer, how to say it, and how often the solver was asked."""

    question: Function
    answer: Answer
    shown: Shown
    n_solver_calls: int

    @property
    def is_interrupted(self) -> bool:
        """Whether the user pressed Ctrl-C meanwhile; then nothing more is asked."""
        return self.answer.graph.stopped_by == INTERRUPTED


def answered(
    loaded: LoadedProgram, question: Function, options: argparse.Namespace, shelf: Shelf
) -> Answered:
    """Ask one spec or invariant as the options say."""
    with asking_of(loaded, options, shelf) as asking:
        asked = ask_question(loaded.program, question, asking)
    place = loaded.source_map.functions[question.qualified_name]
    shown = shown_answer(asked.answer, question, place)
    return Answered(question, asked.answer, shown, asked.n_solver_calls)


@contextmanager
def asking_of(
    loaded: LoadedProgram, options: argparse.Namespace, shelf: Shelf | None = None
) -> Iterator[Asking]:
    """Turn the options of a command into the way to ask; progress is shown meanwhile."""
    with progress() as on_progress:
        yield Asking(
            limits=limits_of(options, settings_for(loaded.root.path), loaded.program),
            with_raising=options.raising_calls,
            widens="auto" in options.scope,
            shelf=shelf_of(options) if shelf is None else shelf,
            on_progress=on_progress,
        )


def shelf_of(options: argparse.Namespace) -> Shelf:
    """Open the place where graphs are kept, on disk too unless the options forbid it."""
    return Shelf(None if options.no_cache else open_store())


def load_sound(path: str, language: str | None) -> LoadedProgram:
    """Load a file to ask about; raises `UsageError` with the first mistake in it."""
    loaded = load_program(path, language)
    if loaded.first_error is not None:
        raise UsageError(problem_line(*loaded.first_error))
    return loaded


def load_for(path: str, language: str | None, name: str | None) -> LoadedProgram:
    """Load a file to ask about one thing, which need not wait for what is broken elsewhere.

    The first mistake goes to stderr then. Raises `UsageError` as `load_sound` does where all of
    the file is asked about, or what is asked is broken itself.
    """
    loaded = load_program(path, language)
    if loaded.first_error is None:
        return loaded
    mistake = problem_line(*loaded.first_error)
    if loaded.program.language.is_checked_statically or not _is_whole(loaded, name):
        raise UsageError(mistake)
    print(mistake, file=sys.stderr)
    return loaded


def _is_whole(loaded: LoadedProgram, name: str | None) -> bool:
    """Say whether a spec, an invariant, or those of a class can be asked by that name."""
    functions = (*loaded.program.functions, *invariants_of(loaded.program))
    asked = [f for f in functions if name is not None and name in (f.qualified_name, f.owner)]
    return bool(asked) and all(function.left_out is None for function in asked)


def named_specs(loaded: LoadedProgram, name: str | None) -> tuple[Function, ...]:
    """Give the spec of that name, or all; raises `UsageError` if there is none."""
    return _named(loaded, name, specs_of(loaded.program), "spec")


def named_invariants(loaded: LoadedProgram, name: str | None) -> tuple[Function, ...]:
    """Give the invariants that `Class` or `Class.name` names, or all of the file.

    `Class.name` may also name any method without parameters that gives a Boolean.
    """
    if name is None:
        return _named(loaded, None, invariants_of(loaded.program), "invariant")
    methods = tuple(
        function
        for class_def in loaded.program.classes
        for function in class_def.functions
        if function.has_receiver and isinstance(function.result, BoolType)
    )
    of_class = [
        function
        for function in methods
        if function.owner == name and function.role is Role.INVARIANT
    ]
    return tuple(of_class) or _named(loaded, name, methods, "invariant")


def named_class(loaded: LoadedProgram, name: str | None) -> str:
    """Give the class of that name, or the first of the file; raises `UsageError` if none."""
    own = [
        class_def.name
        for class_def in loaded.program.classes
        if class_def.name in loaded.source_map.classes
    ]
    if not own:
        raise UsageError(f"{loaded.root.path}: no class in this file")
    if name is None:
        return own[-1]
    if name not in own:
        raise UsageError(f"{loaded.root.path}: no class `{name}` (classes: {', '.join(own)})")
    return name


def _named(
    loaded: LoadedProgram, name: str | None, functions: tuple[Function, ...], kind: str
) -> tuple[Function, ...]:
    if name is None:
        if not functions:
            raise UsageError(f"{loaded.root.path}: no {kind} in this file")
        return functions
    for function in functions:
        if function.qualified_name == name:
            return (function,)
    known = ", ".join(function.qualified_name for function in functions) or "none"
    raise UsageError(f"{loaded.root.path}: no {kind} `{name}` (known: {known})")

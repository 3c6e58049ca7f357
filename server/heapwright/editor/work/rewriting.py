"""Actions that need a worker to know what they change: tests for all branches, HEX formulas.

Place: editor/work/. A worker makes these from the texts that the editor has; the server turns
them into an edit, if the file is still what it was.
"""

from __future__ import annotations

from pathlib import Path, PurePath

from heapwright.editor.features.formula_changes import formula_changes
from heapwright.editor.features.insertions import Change, with_line_ends
from heapwright.editor.known.structures import shown_inferred
from heapwright.editor.work.rewritten import Rewriting, path_of_tests
from heapwright.editor.work.task import Task
from heapwright.editor.work.work import NOBODY_WAITS, Waiting, Workbench, asking_for, loaded_program
from heapwright.errors import UnreadableInput, UsageError
from heapwright.ir.core.language import language_named
from heapwright.ir.core.structure import formula_text
from heapwright.ir.python_names.function_names import told_name
from heapwright.text.source import read_source
from heapwright.text.span import Span
from heapwright.workspace.branch_tests import branch_tests
from heapwright.workspace.generated_file import regenerated
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.questions import infer_formulas
from heapwright.workspace.tested import chosen, named_file


def tests_for_branches(bench: Workbench, task: Task, waiting: Waiting = NOBODY_WAITS) -> Rewriting:
    """Generate tests for a class or a method into the generated region of their file."""
    loaded, _ = loaded_program(bench, task)
    _check_sound(loaded)
    output = path_of_tests(task.path, language_named(task.language))
    tested = chosen(loaded, _plain_name(loaded, task.name))
    asking = asking_for(bench, task, loaded, waiting)
    made = branch_tests(loaded, tested, asking, named_file(loaded, output))
    waiting.token.check()
    n_open = len(made.tests.unknown)
    reason = made.tests.unknown[0][1] if n_open else ""
    if not made.tests.region:
        suffix = f": {reason}" if reason else ""
        raise UsageError(f"there are no tests to generate for `{task.name}`{suffix}")
    before = _text_of(task, output)
    after = regenerated(before or "", made.tests.region, made.syntax)
    counted = made.tests.branches
    return Rewriting(
        output,
        before,
        () if before == after else (_change(before or "", after),),
        f"{counted.covered} of {counted.total} branches of `{task.name}` have a test; "
        f"{n_open} may need one: {reason}"
        if n_open
        else "",
    )


def inferred_formulas(bench: Workbench, task: Task, waiting: Waiting = NOBODY_WAITS) -> Rewriting:
    """Infer the HEX formulas of a class and write them at it."""
    loaded, document = loaded_program(bench, task)
    _check_sound(loaded)
    place = loaded.source_map.classes.get(task.name)
    if place is None or place.path != task.path:
        raise UsageError(f"no class `{task.name}` in this file")
    if place.structure_spans:
        raise UsageError(f"`{task.name}` has HEX formulas already")
    asking = asking_for(bench, task, loaded, waiting)
    found, _ = infer_formulas(loaded.program, task.name, asking)
    waiting.token.check()
    shown = shown_inferred(found, task.name)
    if not found.is_checked or not found.formulas:
        raise UsageError(shown.reason)
    texts = [formula_text(formula) for formula in found.formulas]
    changes = formula_changes(loaded, task.name, texts)
    return Rewriting(
        task.path,
        document.text,
        tuple(with_line_ends(document, change) for change in changes),
        "" if shown.verdict == "holds" else f"`{task.name}`: {shown.reason}",
    )


def _check_sound(loaded: LoadedProgram) -> None:
    """Refuse a program with a mistake, since nothing is sure about it."""
    if loaded.first_error is not None:
        source, problem = loaded.first_error
        line = source.line_index.line(problem.span.start) + 1
        name = PurePath(source.path).name
        raise UsageError(f"{name}:{line}: {problem.message} [{problem.code}]")


def _plain_name(loaded: LoadedProgram, name: str) -> str:
    """Name a method as users do."""
    if name in loaded.source_map.classes:
        return name
    return told_name(name)


def _text_of(task: Task, path: str) -> str | None:
    """Give the text of a file as it is now: in the editor, else on disk."""
    if path in task.texts:
        return task.texts[path]
    if not Path(path).exists():
        return None
    try:
        return read_source(path).text
    except UnreadableInput as error:
        raise UsageError(str(error)) from error


def _change(old: str, new: str) -> Change:
    """Give the one change between two texts, in whole lines."""
    old_lines, new_lines = old.splitlines(keepends=True), new.splitlines(keepends=True)
    most = min(len(old_lines), len(new_lines))
    n_before = next((n for n in range(most) if old_lines[n] != new_lines[n]), most)
    n_after = next(
        (n for n in range(most - n_before) if old_lines[-1 - n] != new_lines[-1 - n]),
        most - n_before,
    )
    start = sum(map(len, old_lines[:n_before]))
    end = len(old) - sum(map(len, old_lines[len(old_lines) - n_after :]))
    return Change(Span(start, end), "".join(new_lines[n_before : len(new_lines) - n_after]))

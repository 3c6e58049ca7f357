"""The paths of a function as lines of text.

Place: cli/. `paths` prints them, and `show --stage paths`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from heapwright.cli.output import coloured
from heapwright.editor.known.paths import Shown, ShownReach, not_followed, paths_bound
from heapwright.editor.known.wording import counted
from heapwright.ir.core.program import Role
from heapwright.text.line_index import Encoding
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.paths import FoundPaths

WIDTH = 100


def path_lines(
    loaded: LoadedProgram,
    found: FoundPaths,
    paths: Sequence[tuple[Shown, ShownReach | None]],
    *,
    with_errors: bool = True,
) -> Iterator[str]:
    """Give the lines: how many paths there are, then each with an input that takes it."""
    errors = f", {counted(found.error_count, 'error path')}" if found.error_count else ""
    hidden = " (not shown)" if found.error_count and not with_errors else ""
    calls = counted(found.solver_calls, "solver call")
    name = "main expression" if found.function.role is Role.MAIN else found.function.qualified_name
    yield (
        f"{name}: {counted(found.count, 'path')}{errors}{hidden}"
        f"  ({found.heap}, {calls}, {found.seconds:.3f} s)"
    )
    for reason in paths_bound(found):
        yield f"    {coloured('not complete', '33')}: {reason}"
    for source, problem in not_followed(loaded, found):
        at = source.line_index.position(problem.span.start, Encoding.UTF_32)
        where = f"{source.path}:{at.line + 1}:{at.character + 1}"
        yield f"    {where}: {problem.message} [{problem.code}]"
    # Those that are not shown keep their numbers, since `--spec` and `synth` go by these.
    numbers = {id(path): number for number, path in enumerate(found.paths, 1)}
    for shown, told in paths:
        number = numbers[id(shown.path)]
        ending = {"returned": "returns", "raised": "throws", "error": "fails with"}
        value = shown.path.value or ""
        colour = "31" if shown.path.outcome == "error" else "32"
        yield f"\n{number:>3}. {_wrapped('when ' + shown.path.condition)}"
        yield f"     {coloured(ending[shown.path.outcome], colour)} {_wrapped(value)}".rstrip()
        for line in shown.example.splitlines():
            yield f"         {line}"
        if told is not None:
            yield f"     {told.word}{':' if told.reason else ''} {told.reason}".rstrip()
            for line in told.code.splitlines():
                yield f"         {line}"


def _wrapped(text: str) -> str:
    """Break a long text between its parts, and set it in."""
    first, *others = [line for whole in text.splitlines() for line in wrap(whole, WIDTH)] or [""]
    return "".join([first, *(f"\n       {line}" for line in others)])

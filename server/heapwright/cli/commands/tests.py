"""`heapwright tests FILE[::CLASS.METHOD]`: tests that take every reachable branch.

Place: cli/commands/. Prints pytest functions for Python and `test` blocks for tiny, or
writes them to a file, in which only the generated region is replaced. Exit code 0.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from heapwright.answers.branches.branches import Branch, BranchKind
from heapwright.cli.options import add_question_options, target_of
from heapwright.cli.output import Json, coloured, json_problem, print_json
from heapwright.cli.questions import asking_of, load_sound, named_class
from heapwright.cli.results import graph_stats
from heapwright.editor.known.dead_branches import dead_branches
from heapwright.editor.known.wording import bound_json, counted
from heapwright.errors import UsageError
from heapwright.workspace.branch_tests import BranchTests, branch_tests, strategy_of
from heapwright.workspace.generated_file import merged
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.tested import chosen, named_file


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument("target", metavar="FILE[::CLASS[.METHOD]]")
    parser.add_argument(
        "-o", dest="output", metavar="FILE", help="write there; text outside the region is kept"
    )
    parser.add_argument(
        "--as",
        dest="form",
        choices=("tests", "strategy"),
        default="tests",
        help="what to write: tests, or a Hypothesis strategy for objects of the class",
    )
    add_question_options(parser)


def run(options: argparse.Namespace) -> int:
    """Generate the tests and print them, or write them to a file."""
    target = target_of(options.target)
    loaded = load_sound(target.path, options.language)
    if options.form == "strategy":
        return _run_strategy(loaded, target.name, options)
    with asking_of(loaded, options) as asking:
        file = named_file(loaded, options.output)
        made = branch_tests(loaded, chosen(loaded, target.name), asking, file)
    code = merged("", made.tests.region, made.syntax) if made.tests.region else ""
    if options.output is not None and made.tests.region:
        code = _written(Path(options.output), made)
    if options.json:
        print_json(_result(loaded, target.name, made, code))
        return 0
    if options.output is None:
        print(code, end="")
    _print_summary(loaded, made, options.output)
    return 0


def _run_strategy(loaded: LoadedProgram, name: str | None, options: argparse.Namespace) -> int:
    """Write a strategy for one class."""
    if not loaded.program.language.has_strategies:
        raise UsageError(f"{loaded.root.path}: a strategy is for Python only")
    class_name = named_class(loaded, name)
    with asking_of(loaded, options) as asking:
        module = named_file(loaded, options.output)
        text, graph = strategy_of(loaded, class_name, asking, module)
    if options.output is not None:
        try:
            Path(options.output).write_text(text, encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{options.output}: {error}") from error
    if options.json:
        print_json(
            {
                "file": loaded.root.path,
                "name": class_name,
                "kind": "strategy",
                "code": text,
                "problems": [],
                "bound": {
                    "objects": {n: graph.setting.scope[n] for n in graph.setting.api.classes},
                    "calls": options.calls,
                    "complete": graph.is_complete,
                },
            }
        )
    elif options.output is None:
        print(text, end="")
    return 0


def _written(path: Path, made: BranchTests) -> str:
    try:
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        text = merged(before, made.tests.region, made.syntax)
        if text != before:
            path.write_text(text, encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: {error}") from error
    return text


def _print_summary(loaded: LoadedProgram, made: BranchTests, output: str | None) -> None:
    """Say what the tests take and what stays; beside the tests if these go to stdout."""
    tests = made.tests
    stream = sys.stdout if output is not None else sys.stderr
    branches = tests.branches
    n_open = sum(branch.kind is not BranchKind.FAULT for branch, _ in tests.unknown)
    print(
        f"{output or loaded.root.path}: {coloured(counted(len(tests.names), 'test'), '32')}, "
        f"{branches.covered}/{branches.total} branches covered, "
        f"{branches.unreachable} unreachable, {n_open} open  "
        f"({made.decided.seconds:.1f} s)",
        file=stream,
    )
    for line in _open_lines(loaded, made):
        print(f"    {line}", file=stream)


def _open_lines(loaded: LoadedProgram, made: BranchTests) -> list[str]:
    lines = [problem.message for problem in dead_branches(loaded, made.tests.unreachable)]
    lines += [
        f"open: `{_shown(loaded, branch.path, branch.start, branch.end)}` "
        f"{str(branch.outcome).lower()}: {reason}"
        for branch, reason in made.tests.unknown
        if branch.kind is not BranchKind.FAULT
    ]
    faults = made.tests.faults
    if faults.total:
        # Most of them cannot happen, which is as it should be: the places are in the JSON.
        text = f"faults: {faults.covered} happen, {faults.unreachable} cannot within the scope"
        lines.append(f"{text}, {faults.unknown} open" if faults.unknown else text)
    return lines


def _places(loaded: LoadedProgram, branches: Sequence[Branch]) -> list[Json]:
    """Say where faults stand: line and text."""
    return [
        {
            "line": loaded.source(branch.path).text.count("\n", 0, branch.start),
            "text": _shown(loaded, branch.path, branch.start, branch.end),
        }
        for branch in branches
        if branch.kind is BranchKind.FAULT
    ]


def _shown(loaded: LoadedProgram, path: str, start: int, end: int) -> str:
    return " ".join(loaded.source(path).text[start:end].split())


def _result(
    loaded: LoadedProgram, name: str | None, made: BranchTests, code: str
) -> dict[str, Json]:
    tests = made.tests
    counts: dict[str, Json] = {}
    kinds = (tests.branches, tests.conditions, tests.exceptions, tests.faults)
    keys = ("branches", "conditions", "exceptions", "faults")
    for key, fates in zip(keys, kinds, strict=True):
        counts[key] = {
            "total": fates.total,
            "reachable": fates.covered,
            "covered": fates.covered,
            "unreachable": fates.unreachable,
            "unknown": fates.unknown,
        }
    decided = made.decided
    graph = decided.graphs[0] if decided.graphs else None
    return {
        "file": loaded.root.path,
        "name": name,
        "kind": "tests",
        **counts,
        "tests": list(tests.names),
        "code": code,
        "calls": tests.n_calls,
        "open": [
            {
                "condition": _shown(loaded, branch.path, branch.start, branch.end),
                "outcome": branch.outcome,
                "reason": reason,
            }
            for branch, reason in tests.unknown
            if branch.kind is not BranchKind.FAULT
        ],
        "impossible_faults": _places(loaded, tests.unreachable),
        "open_faults": _places(loaded, [branch for branch, _ in tests.unknown]),
        "bound": bound_json(
            decided.objects,
            decided.kinds,
            None,
            is_complete=all(graph.is_complete for graph in decided.graphs),
        ),
        "problems": [
            json_problem(loaded.root, problem)
            for problem in dead_branches(loaded, tests.unreachable)
        ],
        "stats": {}
        if graph is None
        else graph_stats(graph, decided.n_solver_calls, decided.seconds, decided.seconds, False),
    }

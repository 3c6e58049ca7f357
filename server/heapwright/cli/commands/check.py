"""`heapwright check PATH…`: mistakes, and the verdict on every spec, invariant and formula.

Place: cli/commands/. Like a linter. Exit code 0 when all is fine, 1 with findings (an
error or a warning), 2 when something cannot be read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from heapwright.answers.search.ask import invariants_of, specs_of
from heapwright.cli import output
from heapwright.cli.formats import github_lines, sarif_log
from heapwright.cli.options import add_question_options, add_time_option
from heapwright.cli.questions import Answered, answered, asking_of, shelf_of
from heapwright.cli.report import print_answer, print_schedule
from heapwright.cli.results import question_result
from heapwright.cli.structures import (
    CheckedClass,
    checked_class,
    classes_to_check,
    print_structure,
    structure_result,
)
from heapwright.editor.known.branch_report import BranchReport, branch_report
from heapwright.editor.known.verdicts import Shown
from heapwright.errors import UnreadableInput, UsageError
from heapwright.ir.python_names.function_names import told_name
from heapwright.problems import Problem, Severity
from heapwright.records import dataclass
from heapwright.text.source import Source, shown
from heapwright.workspace.load import LoadedProgram, load_program
from heapwright.workspace.ours import files_below
from heapwright.workspace.shelf import Shelf


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument("paths", metavar="PATH", nargs="+")
    parser.add_argument("--format", choices=("text", "json", "sarif", "github"), default="text")
    parser.add_argument(
        "--branches", action="store_true", help="also say which branches no public calls can take"
    )
    add_question_options(parser)
    add_time_option(parser)


def run(options: argparse.Namespace) -> int:
    """Check the files and folders."""
    wanted = "json" if options.json else options.format
    unreadable = 0
    checked: list[Checked] = []
    shelf = shelf_of(options)
    for path in files_named(options.paths):
        try:
            loaded = load_program(path, options.language)
        except UnreadableInput as error:
            print(f"heapwright: {error}", file=sys.stderr)
            unreadable += 1
            continue
        checked.append(_checked(loaded, options, shelf, is_text=wanted == "text"))
        if checked[-1].is_interrupted:
            break
    match wanted:
        case "json":
            output.print_json({"results": [result for one in checked for result in _results(one)]})
        case "sarif":
            output.print_json(sarif_log([pair for one in checked for pair in one.findings]))
        case "github":
            for line in github_lines([pair for one in checked for pair in one.findings]):
                print(line)
        case _:
            pass
    if unreadable:
        return 2
    serious = (Severity.ERROR, Severity.WARNING)
    return int(any(p.severity in serious for one in checked for _, p in one.findings))


@dataclass(frozen=True, slots=True)
class Checked:
    """One file that was named, with all that is to say about it and what it includes."""

    loaded: LoadedProgram
    answers: tuple[Answered, ...]
    structures: tuple[CheckedClass, ...] = ()
    branches: BranchReport | None = None

    @property
    def is_interrupted(self) -> bool:
        """Whether the user pressed Ctrl-C meanwhile; then nothing more is asked."""
        return any(one.is_interrupted for one in self.answers) or any(
            one.is_interrupted for one in self.structures
        )

    @property
    def findings(self) -> tuple[tuple[Source, Problem], ...]:
        """Give every problem with the text that it is about."""
        own = [
            (file.source, problem)
            for file in self.loaded.files
            for problem in self.loaded.problems[file.source.path]
        ]
        for answer in self.answers:
            if answer.shown.problem is not None:
                place = self.loaded.source_map.functions[answer.question.qualified_name]
                own.append((self.loaded.source(place.path), answer.shown.problem))
        own += (
            (self.loaded.root, structure.shown.problem)
            for structure in self.structures
            if structure.shown.problem is not None
        )
        if self.branches is not None:
            own += ((self.loaded.root, problem) for problem in self.branches.problems)
        return tuple(own)


def files_named(paths: Sequence[str]) -> list[str]:
    """Give the named files, whatever they are, and the user's own in named folders."""
    found: list[str] = []
    for path in paths:
        file, separator, name = path.partition("::")
        if Path(path).is_dir():
            found.extend(files_below(path))
        elif separator and Path(file).is_file() and not Path(path).exists():
            raise UsageError(
                f"{path}: files and folders are wanted here; "
                f"`synth` and `verify` ask about `{name}` alone"
            )
        else:
            found.append(path)
    return found


def _checked(
    loaded: LoadedProgram, options: argparse.Namespace, shelf: Shelf, *, is_text: bool
) -> Checked:
    if is_text:
        for file in loaded.files:
            for problem in loaded.problems[file.source.path]:
                print(output.problem_line(file.source, problem))
    answers: list[Answered] = []
    # What included files ask was asked there; here only this file's own questions.
    for question in (*specs_of(loaded.program), *invariants_of(loaded.program)):
        place = loaded.source_map.functions[question.qualified_name]
        if place.path != loaded.root.path or question.left_out is not None:
            continue
        found = answered(loaded, question, options, shelf)
        answers.append(found)
        if is_text and not _printed_problem(loaded, found.shown):
            print_answer(loaded, found, is_short=True, with_time=options.explain_time)
        elif is_text and options.explain_time:
            print_schedule(found.answer.ran, is_cached=found.answer.is_cached)
        if found.is_interrupted:
            return Checked(loaded, tuple(answers))
    structures: list[CheckedClass] = []
    for class_name in classes_to_check(loaded):
        structure = checked_class(loaded, class_name, options, shelf)
        structures.append(structure)
        if is_text and not _printed_problem(loaded, structure.shown):
            print_structure(loaded, structure, is_short=True, with_time=options.explain_time)
        elif is_text and options.explain_time:
            print_schedule(structure.answer.ran, is_cached=structure.answer.explored.is_cached)
        if structure.is_interrupted:
            return Checked(loaded, tuple(answers), tuple(structures))
    branches = None
    if options.branches and not loaded.has_errors:
        with asking_of(loaded, options, shelf) as asking:
            branches = branch_report(loaded, asking)
        if is_text:
            _print_branches(loaded, branches)
    return Checked(loaded, tuple(answers), tuple(structures), branches)


def _print_branches(loaded: LoadedProgram, report: BranchReport) -> None:
    for method in report.methods:
        print(f"{told_name(method.name)}: {method.title}{report.bound}")
    for problem in report.problems:
        print(output.problem_line(loaded.root, problem))


def _printed_problem(loaded: LoadedProgram, verdict: Shown) -> bool:
    """Print the problem that a verdict is, if it is one."""
    if verdict.problem is None:
        return False
    print(output.problem_line(loaded.root, verdict.problem))
    for related in verdict.problem.related:
        print(f"    {output.note_line(loaded.root, related)}")
    return True


def _results(checked: Checked) -> list[output.Json]:
    """Give one result per file for its mistakes, then one per spec and invariant."""
    loaded = checked.loaded
    results: list[output.Json] = []
    for file in loaded.files:
        problems = loaded.problems[file.source.path]
        if problems or file.source is loaded.root:
            has_error = any(problem.severity is Severity.ERROR for problem in problems)
            results.append(
                {
                    "file": file.source.path,
                    "name": shown(file.source.path),
                    "kind": "file",
                    "verdict": "error" if has_error else "fine",
                    "problems": [output.json_problem(file.source, problem) for problem in problems],
                }
            )
    results.extend(question_result(loaded, answer) for answer in checked.answers)
    results.extend(structure_result(loaded, structure) for structure in checked.structures)
    if checked.branches is not None:
        results.extend(_branch_results(loaded, checked.branches))
    return results


def _branch_results(loaded: LoadedProgram, report: BranchReport) -> list[output.Json]:
    """Give one result per method that has branches."""
    return [
        {
            "file": loaded.root.path,
            "name": told_name(method.name),
            "kind": "branches",
            "range": output.json_range(loaded.root, method.span),
            "verdict": method.title,
            "branches": {
                "total": len(method.branches),
                "reachable": method.count("reachable"),
                "unreachable": method.count("unreachable"),
                "unknown": method.count("unknown"),
            },
            "bound": {
                "objects": dict(report.objects),
                "calls": None,
                "complete": report.is_complete,
            },
            "problems": [
                output.json_problem(loaded.root, problem)
                for problem in report.problems
                if method.whole.start <= problem.span.start < method.whole.end
            ],
        }
        for method in report.methods
    ]

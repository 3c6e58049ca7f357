"""`heapwright synth FILE[::SPEC]`: the calls that make a spec true.

Place: cli/commands/. `FILE::CLASS.METHOD#K` asks for calls that lead to path K of a method, as
`heapwright paths` numbers them. Exit code 0 when every named spec is reachable, else 1.
"""

from __future__ import annotations

import argparse
import sys

from heapwright.answers.calls.verdict import Found
from heapwright.cli.options import add_question_options, add_time_option, target_of
from heapwright.cli.questions import load_for, named_specs
from heapwright.cli.report import report_answers
from heapwright.errors import UsageError
from heapwright.ir.core.program import Function
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.settings import DEFAULT_SECONDS


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument("target", metavar="FILE[::SPEC|::CLASS.METHOD#K]")
    parser.add_argument(
        "--as",
        dest="form",
        choices=("statements", "test"),
        default="statements",
        help="what to write: the calls alone, or a test that runs them and asks the spec",
    )
    add_question_options(parser)
    add_time_option(parser)


def run(options: argparse.Namespace) -> int:
    """Answer the named spec, or all of the file."""
    target = target_of(options.target)
    loaded = load_for(target.path, options.language, target.name)
    if target.name is not None and "#" in target.name:
        loaded, specs = _of_path(loaded, target.name, options)
    else:
        specs = named_specs(loaded, target.name)
    answers = report_answers(loaded, specs, options, as_test=options.form == "test")
    return int(not all(isinstance(one.answer.verdict, Found) for one in answers))


def _of_path(
    loaded: LoadedProgram, name: str, options: argparse.Namespace
) -> tuple[LoadedProgram, tuple[Function, ...]]:
    """Give the spec of a path, and the program that has it."""
    # Most questions are about specs and need nothing of what finds paths.
    from heapwright.cli.commands.paths import named_function
    from heapwright.workspace.path_specs import path_spec
    from heapwright.workspace.paths import PathOptions, find_paths

    method, _, number = name.rpartition("#")
    if not number.isdecimal():
        raise UsageError(f"`{name}`: the number of a path was wanted after `#`")
    function = named_function(loaded, method or None)
    found = find_paths(
        loaded.program, function, PathOptions(seconds=options.timeout or DEFAULT_SECONDS)
    )
    spec = path_spec(loaded, found, int(number))
    if not options.json:
        print(spec.text, file=sys.stderr if options.form == "test" else sys.stdout)
    return spec.loaded, (spec.function,)

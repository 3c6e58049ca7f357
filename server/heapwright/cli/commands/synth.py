"""`heapwright synth FILE[::SPEC]`: the calls that make a spec true.

Place: cli/commands/. Exit code 0 when every named spec is reachable, else 1.
"""

from __future__ import annotations

import argparse

from heapwright.answers.verdict import Found
from heapwright.cli.options import add_question_options, target_of
from heapwright.cli.questions import load_sound, named_specs
from heapwright.cli.report import report_answers


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument("target", metavar="FILE[::SPEC]")
    parser.add_argument(
        "--as",
        dest="form",
        choices=("statements", "test"),
        default="statements",
        help="what to write: the calls alone, or a test that runs them and asks the spec",
    )
    add_question_options(parser)


def run(options: argparse.Namespace) -> int:
    """Answer the named spec, or all of the file."""
    target = target_of(options.target)
    loaded = load_sound(target.path, options.language)
    specs = named_specs(loaded, target.name)
    answers = report_answers(loaded, specs, options, as_test=options.form == "test")
    return int(not all(isinstance(one.answer.verdict, Found) for one in answers))

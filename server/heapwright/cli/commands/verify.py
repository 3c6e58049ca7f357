"""`heapwright verify FILE[::CLASS.INVARIANT]`: does it hold in every reachable state.

Place: cli/commands/. Exit code 0 when every named invariant holds within the bound and
1 when one is violated or undecided.
"""

from __future__ import annotations

import argparse

from heapwright.cli.options import add_question_options, add_time_option, target_of
from heapwright.cli.questions import load_for, named_invariants
from heapwright.cli.report import report_answers


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument("target", metavar="FILE[::CLASS.INVARIANT]")
    add_question_options(parser)
    add_time_option(parser)


def run(options: argparse.Namespace) -> int:
    """Verify the named invariant, those of the named class, or all of the file."""
    target = target_of(options.target)
    loaded = load_for(target.path, options.language, target.name)
    answers = report_answers(loaded, named_invariants(loaded, target.name), options)
    return int(not all(one.shown.verdict in ("holds", "holds-bounded") for one in answers))

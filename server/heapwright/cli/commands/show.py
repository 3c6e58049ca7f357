"""`heapwright show FILE --stage tree|ir`: a stage of the analysis as text.

Place: cli/commands/. For bug reports and for people who learn how it works.
"""

from __future__ import annotations

import argparse

from heapwright.cli.options import add_language_option, target_of
from heapwright.ir.show import show_program
from heapwright.workspace.load import load_program


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--stage", choices=("tree", "ir"), required=True)
    add_language_option(parser)


def run(options: argparse.Namespace) -> int:
    """Print the stage; a file with mistakes is shown as far as it was understood."""
    loaded = load_program(target_of(options.file).path, options.language)
    match options.stage:
        case "tree":
            print(loaded.shown_tree())
        case "ir":
            print(show_program(loaded.program, loaded.source_map))
    return 0

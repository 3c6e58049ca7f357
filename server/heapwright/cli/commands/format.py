"""`heapwright format PATH…`: lay tiny files out in the one way.

Place: cli/commands/. Changes files in place; `--check` only says which it would change, and
then 1 is the exit code if there are any. Spaces and line ends change, nothing else;
declarations with a syntax error stay as they are.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from heapwright.cli.commands.check import files_named
from heapwright.editor.features.formatting import formatted
from heapwright.errors import UnreadableInput, UsageError
from heapwright.text.source import read_source, shown


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument("paths", metavar="PATH", nargs="+")
    parser.add_argument(
        "--check", action="store_true", help="change nothing; 1 if something would change"
    )


def run(options: argparse.Namespace) -> int:
    """Format files, and all tiny files below folders."""
    named = [path for path in options.paths if not Path(path).is_dir()]
    if python := [path for path in named if path.endswith(".py")]:
        raise UsageError(f"{shown(python[0])}: Python has formatters of its own")
    found = files_named(options.paths)
    paths = [path for path in found if path in named or path.endswith(".tiny")]
    n_changed = n_unreadable = 0
    for path in dict.fromkeys(paths):
        try:
            text = read_source(path).text
        except UnreadableInput as error:
            print(f"heapwright: {error}", file=sys.stderr)
            n_unreadable += 1
            continue
        new = formatted(text)
        if new == text:
            continue
        n_changed += 1
        if options.check:
            print(f"{shown(path)}: would be changed")
            continue
        try:
            Path(path).write_bytes(new.encode("utf-8"))
        except OSError as error:
            print(f"heapwright: {shown(path)}: {error.strerror}", file=sys.stderr)
            n_unreadable += 1
            continue
        print(f"{shown(path)}: formatted")
    if n_unreadable:
        return 2
    return 1 if options.check and n_changed else 0

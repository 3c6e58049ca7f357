"""The command `heapwright`.

Place: cli/. Reads the command line, runs one command, turns every expected failure
into one line on stderr and an exit code. Commands are imported when they are used,
so that `heapwright --version` loads nothing heavy.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

from heapwright import __version__
from heapwright.errors import EngineError

EXIT_FINE = 0
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130

MOST_YOUNG_OBJECTS = 200_000  # before the collector of garbage looks at them

# Command → what it does; each is a module of `cli/commands` with `configure` and `run`.
COMMANDS = {
    "check": "report mistakes, and the verdict on every spec",
    "synth": "find the calls that make a spec true",
    "verify": "check invariants in every reachable heap",
    "hex": "check or find structural invariants in every reachable heap",
    "paths": "list the paths of a method, each with an input that takes it",
    "explore": "build the graph of reachable heaps of a class",
    "draw": "draw the heap of a spec or the graph of a class",
    "cache": "show or empty the cache of explored graphs",
    "show": "print a stage of the analysis: the tree or the IR",
    "test": "run the test blocks of a tiny file",
    "tests": "write tests that take every reachable branch",
    "run": "run the main expression of a tiny file",
    "format": "lay tiny files out in the one way",
    "serve": "answer an editor: the language server",
}


def entry() -> NoReturn:
    """Run as a program."""
    # What is imported and lowered stays. Walking over it again and again takes a sixth of a
    # short run.
    gc.set_threshold(MOST_YOUNG_OBJECTS)
    exit_code = main(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    # Nothing is left to be done but to take a hundred thousand objects apart, one by one: seven
    # milliseconds. What is on disk is whole at any time, and no process is left behind.
    os._exit(exit_code)


def main(arguments: Sequence[str]) -> int:
    """Run one command and give its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Sources may hold characters that a terminal cannot show.
            stream.reconfigure(errors="backslashreplace")
    try:
        chosen = _parser(arguments).parse_args(arguments)
        code = import_module(f"heapwright.cli.commands.{chosen.command}").run(chosen)
        sys.stdout.flush()
    except EngineError as error:
        return _failed(str(error))
    except BrokenPipeError:
        # The reader of our output went away (`heapwright … | head`). Python would
        # complain again when it flushes at exit, so give it something else to flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FINE
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    assert isinstance(code, int)
    return code


def _failed(message: str) -> int:
    one_line = " ".join(message.splitlines())
    print(f"heapwright: {one_line}", file=sys.stderr)
    return EXIT_BAD_INPUT


class _Formatter(argparse.HelpFormatter):
    """Asks for the width of the terminal itself: `argparse` imports `shutil` for that."""

    def __init__(self, prog: str) -> None:
        try:
            width = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
        except (ValueError, OSError):
            width = 80
        super().__init__(prog, width=max(width, 20) - 2)


class _Parser(argparse.ArgumentParser):
    """Reports a wrong command line in one line, as every other bad input."""

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_BAD_INPUT, f"heapwright: {message} (see `{self.prog} --help`)\n")


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="heapwright",
        description="Says whether public calls can build the heap that a spec describes.",
        formatter_class=_Formatter,
    )
    parser.add_argument("--version", action="version", version=f"heapwright {__version__}")
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", prog=parser.prog
    )
    # Where a command is named, nobody reads the list of the others; making it takes a while.
    named = [name for name in arguments[:1] if name in COMMANDS]
    for name in named or COMMANDS:
        command = commands.add_parser(
            name, help=COMMANDS[name], description=COMMANDS[name], formatter_class=_Formatter
        )
        if named:
            import_module(f"heapwright.cli.commands.{name}").configure(command)
    return parser


if __name__ == "__main__":
    entry()

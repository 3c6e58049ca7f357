"""`heapwright run FILE`: the value of a tiny file's main expression.

Place: cli/commands/. Symbols get their values with `--input X0=3`; others are 0 and null.
"""

from __future__ import annotations

import argparse

from heapwright.cli.options import add_language_option
from heapwright.cli.questions import load_sound
from heapwright.errors import UsageError
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import Role
from heapwright.paths.plain.concrete import LeftOut, LimitReached, Returned, Threw, run_main
from heapwright.paths.plain.heap import Reference, Unit, Value
from heapwright.pictures.heap_text import draw_heap


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument(
        "--input", action="append", default=[], metavar="X0=N", help="the value of a symbolic int"
    )
    add_language_option(parser)


def run(options: argparse.Namespace) -> int:
    """Run the main expression and print its value; 1 when it throws or is stopped."""
    loaded = load_sound(options.file, options.language)
    program = loaded.program
    if not any(function.role is Role.MAIN for function in program.functions):
        raise UsageError(f"{options.file}: no main expression in this file")
    match run_main(program, dict(_input(text) for text in options.input)):
        case Returned(Reference() as reference, heap):
            print(draw_heap(hierarchy_of(program), heap, [("value", reference)]))
            return 0
        case Returned(value):
            print("no value" if isinstance(value, Unit) else _shown(value))
            return 0
        case Threw(class_name, function=function):
            print(f"threw {class_name} in {function}")
        case LimitReached(message=message):
            print(message)
        case LeftOut(function, reason):
            print(f"called {function}, which is left out: {reason}")
    return 1


def _input(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    try:
        return name, int(number)
    except ValueError:
        raise UsageError(f"--input {text}: write a symbol and an int, as in X0=3") from None


def _shown(value: Value) -> str:
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)

"""The options that every question takes, and targets written `FILE::NAME`.

Place: cli/. Commands add these to their parser and turn them into `Limits`.
"""

from __future__ import annotations

import argparse

from heapwright.errors import UsageError
from heapwright.ir.core.language import LANGUAGES
from heapwright.ir.core.program import ROOM, Program
from heapwright.limits import Limits
from heapwright.records import dataclass, replace
from heapwright.workspace.settings import DEFAULT_SECONDS, Settings, limits_by_settings


@dataclass(frozen=True, slots=True)
class Target:
    """A file and, after `::`, the name of something in it."""

    path: str
    name: str | None


def target_of(text: str) -> Target:
    """Take `FILE::NAME` apart, as pytest does."""
    path, separator, name = text.partition("::")
    return Target(path, name if separator and name else None)


def add_question_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that bound a question and choose the output."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--scope",
        action="append",
        default=[],
        metavar="CLASS=N",
        help="at most N objects of the class (repeatable), or `auto` to widen toward the question",
    )
    parser.add_argument("--calls", type=positive, metavar="N", help="at most N calls")
    parser.add_argument(
        "--raising-calls", action="store_true", help="let calls that throw be part of a sequence"
    )
    parser.add_argument(
        "--timeout",
        type=seconds_of,
        metavar="S",
        help=f"give up after S seconds per question (default {DEFAULT_SECONDS:g})",
    )
    parser.add_argument("--memory", type=positive, metavar="MB", help="give up beyond MB")
    parser.add_argument("--no-cache", action="store_true", help="neither read nor write the cache")
    add_language_option(parser)


def add_time_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that asks where the time went."""
    parser.add_argument(
        "--explain-time",
        action="store_true",
        help="list what was tried for each answer, for how long, and what came out",
    )


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that says what a file without a known ending is."""
    parser.add_argument(
        "--language", choices=[one.name for one in LANGUAGES], help="what the file is"
    )


def limits_of(options: argparse.Namespace, settings: Settings, program: Program) -> Limits:
    """Turn options and settings into limits: options win, then the program, then settings.

    Raises `UsageError` for a scope that makes no sense.
    """
    class_names = {*ROOM, *(class_def.name for class_def in program.classes)}
    asked = tuple(_bound(text) for text in options.scope if text != "auto")
    for name, _ in asked:
        if name not in class_names:
            raise UsageError(f"--scope: no class `{name}` in this file")
    limits = limits_by_settings(program, settings)
    return replace(
        limits,
        calls=options.calls or limits.calls,
        objects=(*limits.objects, *asked),
        seconds=options.timeout or limits.seconds,
        memory_mb=options.memory or limits.memory_mb,
    )


def _bound(text: str) -> tuple[str, int]:
    name, separator, number = text.partition("=")
    if not separator or not name or not number.isdecimal() or int(number) < 1:
        raise UsageError(f"--scope {text}: write CLASS=N with N at least 1, or auto")
    return name, int(number)


def positive(text: str) -> int:
    """Read a number of at least 1 from the command line."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 1")
    return int(text)


def seconds_of(text: str) -> float:
    """Read a number of seconds above 0 from the command line."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return seconds

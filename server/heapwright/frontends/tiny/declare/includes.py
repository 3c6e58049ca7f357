"""Find the files that a file includes, each once, included ones first.

Place: frontends/tiny/declare/. `workspace` and `cli` call this with a way to read files
(open buffers before the disk) and a parser, and hand the result to `lower`.
Reads through `read` only; changes nothing. `read_from_disk` is the plainest `read`.
"""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import Protocol, TypeAlias

from heapwright.errors import UnreadableInput
from heapwright.frontends.tiny.declare import check_codes
from heapwright.frontends.tiny.syntax.tree import File, IncludeDecl, Placed
from heapwright.problems import Problem, Related, Severity
from heapwright.records import dataclass
from heapwright.text.source import Source, read_source, shown
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that cannot be read; the reason is a few words without the path."""

    reason: str


class ParsedFile(Protocol):
    """What a parser gives for a text."""

    @property
    def tree(self) -> File:
        """The declarations."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the text."""


Read: TypeAlias = Callable[[str], Source | Unreadable]
Parse: TypeAlias = Callable[[str], ParsedFile]


@dataclass(frozen=True, slots=True)
class LoadedFile:
    """One file: its text, its tree, and the problems of its syntax and its includes."""

    source: Source
    tree: File
    problems: tuple[Problem, ...]


def load(root: Source, read: Read, parse: Parse) -> tuple[LoadedFile, ...]:
    """Give the file and all that it includes, directly or not; the root stands last."""
    done: dict[str, LoadedFile | Unreadable] = {}
    loaded: list[LoadedFile] = []
    # The files that are being read, outermost first. An explicit stack, because a
    # chain of includes can be longer than Python's recursion limit.
    stack = [_open(root, parse)]
    while stack:
        top = stack[-1]
        include = next(top.includes, None)
        if include is None:
            stack.pop()
            file = LoadedFile(top.source, top.tree, tuple(sorted(top.problems, key=_position)))
            done[top.key] = file
            loaded.append(file)
            continue
        path = include_path(top.source.path, include.node.path.text)
        if not include.node.path.text or isinstance(done.get(_key(path)), LoadedFile):
            continue
        span = include.node.path.span.shifted(include.offset)
        keys = [reading.key for reading in stack]
        if _key(path) in keys:
            top.problems.append(_cycle(stack[keys.index(_key(path)) :], span))
            continue
        source = done.get(_key(path)) or read(path)
        match source:
            case Source():
                top.current_include = span
                stack.append(_open(source, parse))
            case Unreadable(reason):
                done[_key(path)] = source
                message = f"cannot include `{shown(include.node.path.text)}`: {reason}"
                top.problems.append(
                    Problem(check_codes.INCLUDE_UNREADABLE, Severity.ERROR, message, span)
                )
    return tuple(loaded)


def read_from_disk(path: str) -> Source | Unreadable:
    """Read a file, for callers without open buffers."""
    try:
        return read_source(path)
    except UnreadableInput as error:
        # A missing include is the user's mistake, so it becomes a value here.
        return Unreadable(str(error).removeprefix(f"{shown(path)}: "))


def include_path(including: str, included: str) -> str:
    """Say which path an `include` means; it is relative to the file that it stands in."""
    return os.path.normpath(PurePath(including).parent / included)


@dataclass(slots=True)
class _Reading:
    """A file whose includes are being read."""

    source: Source
    key: str
    tree: File
    includes: Iterator[Placed[IncludeDecl]]
    problems: list[Problem]
    current_include: Span


def _open(source: Source, parse: Parse) -> _Reading:
    """Parse a file and put its includes in line."""
    parsed = parse(source.text)
    includes = [
        Placed(placed.offset, placed.node)
        for placed in parsed.tree.declarations
        if isinstance(placed.node, IncludeDecl)
    ]
    problems = list(parsed.problems)
    return _Reading(source, _key(source.path), parsed.tree, iter(includes), problems, Span(0, 0))


def _cycle(readings: list[_Reading], span: Span) -> Problem:
    """Report the include that leads back to the first of the files being read."""
    names = [PurePath(reading.source.path).name for reading in readings]
    chain = " includes ".join(f"`{shown(name)}`" for name in [*names, names[0]])
    related = tuple(
        Related(f"`{shown(name)}` is included here", reading.current_include, reading.source.path)
        for name, reading in zip(names[1:], readings[:-1], strict=True)
    )
    message = f"files include each other in a circle: {chain}"
    if len(names) == 1:
        message = f"`{shown(names[0])}` includes itself"
    return Problem(check_codes.INCLUDE_CYCLE, Severity.ERROR, message, span, related)


def _key(path: str) -> str:
    """Bring a path into the form by which two mentions of a file are known as one."""
    return os.path.normpath(path)


def _position(problem: Problem) -> tuple[Span, str]:
    """Order problems by place."""
    return (problem.span, problem.code)

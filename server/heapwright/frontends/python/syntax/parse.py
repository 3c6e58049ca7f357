"""Python text to our own tree, whatever the text.

Place: frontends/python/syntax/. `modules` and the tests call `parse`, editors `reparse` on every
keystroke. The only importer of tree-sitter, chosen because it reads text that is half typed,
is fast enough to start anew on every keystroke, and knows syntax that is newer than the
Python that runs it; `ast` has none of the three, and parso is slow. We never ask a node for
its row or column: in tree-sitter 0.26.0 that frees an int too often and ends in a crash, and
so that version is ruled out in pyproject.toml.

After an edit tree-sitter parses the whole text: that takes a tenth of the time of reading
its nodes, and its own incremental parse recovers from mistakes in other ways than a fresh
one, so that what is seen would depend on the order of edits. Our tree of a statement at the
top of the file is a function of its own text and of the comments around it, its
*surroundings*; where both are as before, the old tree is used again, moved to its new place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from tree_sitter import Language, Node, Parser

from heapwright.deep_recursion import deep_recursion
from heapwright.frontends.python.syntax import codes, tree
from heapwright.frontends.python.syntax.grammar import grammar
from heapwright.frontends.python.syntax.mark_names import with_own_names
from heapwright.frontends.python.syntax.read_expressions import Offsets, word_for
from heapwright.frontends.python.syntax.read_statements import Reader
from heapwright.frontends.python.syntax.recovery import with_closed_brackets
from heapwright.frontends.python.syntax.rewrite import NO_NAMES, at_one_place, moved
from heapwright.problems import Problem, Severity
from heapwright.records import dataclass, field
from heapwright.text.span import Span

MAX_PROBLEMS = 10

_TYPE_CALL = re.compile(rb"(?m)^([ \t]*)type(?=[ \t]*\()")
_PYTHON = Language(grammar())
_MARK = re.compile(rb"#[ \t]*heapwright:[ \t]*([^\n\r]*)")


# The text and surroundings of a statement, its kind, and where in that text it stands.
Key: TypeAlias = tuple[bytes, str, int, int]


@dataclass(frozen=True, slots=True)
class Known:
    """A statement at the top of a file: its tree, where it began, and its comments."""

    start: int
    statement: tree.Statement
    attached: tuple[tree.Mark, ...]


@dataclass(frozen=True, slots=True)
class Parsed:
    """The tree, and what in the text is not Python.

    The rest is for `reparse`: the text, and what was read from each statement without
    mistakes, by its text and surroundings.
    """

    tree: tree.Module
    problems: tuple[Problem, ...]
    text: str = field(default="", compare=False)
    known: Mapping[Key, Known] = field(default_factory=dict, compare=False, repr=False)
    n_read: int = field(default=0, compare=False)  # statements that were not known


def parse(text: str) -> Parsed:
    """Parse a whole file."""
    return _parsed(text, {})


@lru_cache(maxsize=1_000)
def parse_annotation(text: str) -> tree.Block:
    """Parse a type that is written as a string; a package says most of them many times."""
    return parse(text).tree.body


def reparse(parsed: Parsed, start: int, end: int, replacement: str) -> Parsed:
    """Parse the text after the characters `start` … `end` were replaced.

    Equals `parse` of the new text.
    """
    old = parsed.text
    start = min(max(start, 0), len(old))
    end = min(max(end, start), len(old))
    return _parsed(old[:start] + replacement + old[end:], parsed.known)


def _parsed(text: str, known: Mapping[Key, Known]) -> Parsed:
    content = text.encode("utf-8", errors="replace")
    # The grammar takes `type(x).y = z` for a type alias; by any other name it is a call.
    read = _TYPE_CALL.sub(rb"\1Type", content)
    root = Parser(_PYTHON).parse(read).root_node
    if root.has_error:
        closed = with_closed_brackets(read)
        root = Parser(_PYTHON).parse(closed).root_node if closed != read else root
    offsets = Offsets(text, content)
    reader = Reader(content, offsets, marks=_marks(root, content, offsets))
    body: list[tree.Statement] = []
    found: dict[Key, Known] = {}
    n_read = 0
    with deep_recursion():
        before = 0
        for child in root.named_children:
            if child.type == "comment":
                continue
            if child.type == "ERROR" or child.has_error:
                body += reader.top(child)
                n_read += 1
            else:
                n_gaps = len(reader.gaps)
                line_end = content.find(b"\n", child.end_byte)
                around = content[before : len(content) if line_end < 0 else line_end]
                # Where the text before is broken, the same line may be cut in other ways.
                key = (around, child.type, child.start_byte - before, child.end_byte - before)
                one = _again(known.get(key), offsets.span(child).start)
                if one is None:
                    n_read += 1
                    already = set(reader.attached)
                    [statement] = reader.top(child)
                    marks = [m for ms in reader.marks.values() for m in ms]
                    own = [m for m in marks if m.span in reader.attached - already]
                    one = Known(offsets.span(child).start, statement, tuple(own))
                body.append(one.statement)
                reader.attached.update(mark.span for mark in one.attached)
                if len(reader.gaps) == n_gaps:
                    found[key] = one
            before = child.end_byte
        problems = _problems(root, content, offsets, reader.gaps)
    free = [m for ms in reader.marks.values() for m in ms if m.span not in reader.attached]
    module = tree.Module(with_own_names(tuple(body)), tuple(free), Span(0, len(text)))
    return Parsed(module, problems, text, found, n_read)


def _again(known: Known | None, start: int) -> Known | None:
    """Give what is known of a statement, at its new place."""
    if known is None or known.start == start:
        return known
    distance = start - known.start
    return Known(
        start,
        moved(known.statement, distance),
        tuple(moved(mark, distance) for mark in known.attached),
    )


def _marks(root: Node, content: bytes, offsets: Offsets) -> dict[int, list[tree.Mark]]:
    """Give the comments for heapwright by the line that they speak of.

    A comment on a line of its own speaks of the next line with code on it.
    """
    marks: dict[int, list[tree.Mark]] = {}
    lines: list[bytes] | None = None
    for match in _MARK.finditer(content):
        node = root.descendant_for_byte_range(match.start(), match.end())
        if node is None or node.type != "comment" or node.start_byte != match.start():
            continue
        if lines is None:
            lines = content.split(b"\n")
        row = content.count(b"\n", 0, node.start_byte)
        while row < len(lines) and lines[row].strip()[:1] in (b"", b"#"):
            row += 1
        text = match[1].decode("utf-8", errors="replace").strip()
        marks.setdefault(row, []).append(tree.Mark(text, offsets.span(node)))
    return marks


def _problems(
    root: Node, content: bytes, offsets: Offsets, gaps: Sequence[tuple[Span, str]]
) -> tuple[Problem, ...]:
    """Report the outermost places that tree-sitter had to skip or to invent, and other gaps."""
    problems: list[Problem] = []
    stack = [root] if root.has_error else []
    while stack and len(problems) < MAX_PROBLEMS:
        node = stack.pop()
        if node.is_missing:
            message = f"this is not Python: {word_for(node.type)} is missing here"
        elif node.is_error:
            words = content[node.start_byte : node.end_byte].decode("utf-8", errors="replace")
            first = words.strip().split("\n")[0][:40]
            message = f"this is not Python: `{first}`" if first else "this is not Python"
        else:
            stack.extend(child for child in reversed(node.children) if child.has_error)
            continue
        span = offsets.span(node)
        problems.append(Problem(codes.BROKEN_SYNTAX, Severity.ERROR, message, span))
    for span, what in gaps:
        if not any(one.span.start <= span.start <= one.span.end for one in problems):
            message = f"this is not Python: {what} is missing here"
            problems.append(Problem(codes.BROKEN_SYNTAX, Severity.ERROR, message, span))
    return tuple(sorted(problems, key=lambda problem: problem.span.start)[:MAX_PROBLEMS])


def functions_at(
    text: str, span: Span, names: Mapping[str, str] = NO_NAMES
) -> list[tree.FunctionDef]:
    """Read functions of ours, which stand nowhere in the program's text; see `at_one_place`."""
    body = at_one_place(parse(text).tree.body, span, names)
    return [statement for statement in body if isinstance(statement, tree.FunctionDef)]

"""Python text to our own tree, whatever the text.

Place: frontends/python/. `modules` and the tests call `parse`. The only importer of
tree-sitter, chosen because it reads text that is half typed, can parse an edited text from
the old tree, and knows syntax that is newer than the Python that runs it. We never ask a
node for its row or column: in tree-sitter 0.26.0 that frees an int too often and ends in
a crash, and so that version is ruled out in pyproject.toml.

"""

from __future__ import annotations

import re
from dataclasses import dataclass

import tree_sitter_python
from tree_sitter import Language, Node, Parser

from heapwright.deep_recursion import deep_recursion
from heapwright.frontends.python import codes, tree
from heapwright.frontends.python.read_expressions import Offsets, word_for
from heapwright.frontends.python.read_statements import Reader
from heapwright.problems import Problem, Severity
from heapwright.text.span import Span

MAX_PROBLEMS = 10

_PYTHON = Language(tree_sitter_python.language())
_MARK = re.compile(rb"#[ \t]*heapwright:[ \t]*([^\n\r]*)")


@dataclass(frozen=True, slots=True)
class Parsed:
    """The tree, and what in the text is not Python."""

    tree: tree.Module
    problems: tuple[Problem, ...]


def parse(text: str) -> Parsed:
    """Parse a whole file."""
    content = text.encode("utf-8", errors="replace")
    root = Parser(_PYTHON).parse(content).root_node
    offsets = Offsets(text, content)
    reader = Reader(content, offsets, marks=_marks(root, content, offsets))
    with deep_recursion():
        body = reader.block(root, 0)
        problems = _problems(root, content, offsets)
    attached = reader.attached
    free = [m for marks in reader.marks.values() for m in marks if m.span not in attached]
    span = Span(0, len(text))
    return Parsed(tree.Module(body, tuple(free), span), problems)


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


def _problems(root: Node, content: bytes, offsets: Offsets) -> tuple[Problem, ...]:
    """Report the outermost places that tree-sitter had to skip or to invent."""
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
    return tuple(problems)

"""List a tree: one node per line, indented, with the range it covers in the file.

Place: frontends/tiny/syntax/. `heapwright show --stage tree` prints it and tests compare
it. Walks with a stack, so that it can show whatever `parse` makes.
"""

from __future__ import annotations

from heapwright.frontends.tiny.syntax import tree
from heapwright.records import fields, is_dataclass
from heapwright.text.span import Span


def show_file(file: tree.File) -> str:
    """List all declarations with offsets that count from the start of the file."""
    lines: list[str] = []
    waiting: list[tuple[int, str, int, object]] = [
        (0, "", 0, placed) for placed in reversed(file.declarations)
    ]
    while waiting:
        level, label, offset, value = waiting.pop()
        if isinstance(value, tree.Placed):
            offset += value.offset
            value = value.node
        lines.append("  " * level + label + _show_line(value, offset))
        waiting.extend(reversed([(level + 1, *child) for child in _children(value, offset)]))
    return "".join(f"{line}\n" for line in lines)


def _show_line(node: object, offset: int) -> str:
    words = [type(node).__name__]
    assert is_dataclass(node)
    for part in fields(node):
        value = getattr(node, part.name)
        if isinstance(value, str):
            words.append(repr(value))
        elif isinstance(value, bool):
            words += [part.name] * value
            if part.name == "value" and not value:
                words.append("false")
        elif isinstance(value, int):
            words.append(str(value))
    span = getattr(node, "span", None)
    assert isinstance(span, Span)
    words.append(f"{span.start + offset}..{span.end + offset}")
    return " ".join(words)


def _children(node: object, offset: int) -> list[tuple[str, int, object]]:
    """Give label, offset and value of each part that is a node itself."""
    children: list[tuple[str, int, object]] = []
    assert is_dataclass(node)
    for part in fields(node):
        value = getattr(node, part.name)
        label = f"{part.name}: "
        if isinstance(value, tuple):
            children += [(label, offset, item) for item in value]
        elif is_dataclass(value) and not isinstance(value, Span):
            children.append((label, offset, value))
    return children

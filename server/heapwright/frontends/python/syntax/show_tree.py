"""The tree of a Python file as an indented listing, for bug reports.

Place: frontends/python/syntax/. `workspace` calls this for `heapwright show --stage tree`.
"""

from __future__ import annotations

from heapwright.frontends.python.syntax import tree
from heapwright.records import fields, is_dataclass
from heapwright.text.span import Span


def show_module(module: tree.Module) -> str:
    """Give one line per node, what is inside a node indented below it."""
    lines: list[str] = []
    # An explicit stack of nodes and their depth, because trees may be deep.
    stack: list[tuple[str, object, int]] = [("", module, 0)]
    while stack:
        label, node, depth = stack.pop()
        if not is_dataclass(node):
            continue
        words = [type(node).__name__]
        inside: list[tuple[str, object, int]] = []
        for field in fields(node):
            value = getattr(node, field.name)
            if isinstance(value, Span):
                if field.name == "span":
                    words.append(f"{value.start}-{value.end}")
            elif isinstance(value, tuple):
                inside.extend((field.name, item, depth + 1) for item in value if item != ())
                words += [repr(item) for item in value if isinstance(item, str)]
            elif is_dataclass(value):
                inside.append((field.name, value, depth + 1))
            elif value is not None and value is not False and value != "":
                words.append(f"{field.name}={value!r}")
        lines.append(f"{'  ' * depth}{f'{label}: ' if label else ''}{' '.join(words)}")
        stack.extend(reversed(inside))
    return "\n".join(lines)

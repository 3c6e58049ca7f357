"""The declarations of one file that can be replaced as a whole: tests, scopes, classes.

Place: workspace/. `editor` asks where something stands in a text that may be half typed; it
never looks into a tree itself.
"""

from __future__ import annotations

from heapwright.frontends.python.syntax import tree as python_tree
from heapwright.frontends.python.syntax.parse import Parsed as PythonParsed
from heapwright.frontends.tiny.syntax import tree as tiny_tree
from heapwright.frontends.tiny.syntax.parse import Parsed as TinyParsed
from heapwright.records import dataclass
from heapwright.text.span import Span
from heapwright.workspace.snapshot import Document


@dataclass(frozen=True, slots=True)
class Bound:
    """A `scope` declaration: the class (or `calls`) and the place of its number."""

    target: str
    value: int
    span: Span


def tests_of(document: Document) -> dict[str, Span]:
    """Give the tests of a file by name: `test` blocks, or functions called `test…`."""
    match document.parsed:
        case TinyParsed(tree=file):
            return {
                placed.node.name.text: placed.node.span.shifted(placed.offset)
                for placed in file.declarations
                if isinstance(placed.node, tiny_tree.TestDecl)
            }
        case PythonParsed(tree=module):
            return {
                statement.name.text: statement.span
                for statement in module.body
                if isinstance(statement, python_tree.FunctionDef)
                and statement.name.text.startswith("test")
            }


def bounds_of(document: Document) -> tuple[Bound, ...]:
    """Give the `scope` declarations of a tiny file."""
    match document.parsed:
        case TinyParsed(tree=file):
            return tuple(
                Bound(
                    placed.node.target.text,
                    placed.node.bound.value,
                    placed.node.bound.span.shifted(placed.offset),
                )
                for placed in file.declarations
                if isinstance(placed.node, tiny_tree.ScopeDecl)
            )
        case _:
            return ()

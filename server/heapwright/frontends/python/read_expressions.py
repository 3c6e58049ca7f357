"""Expressions of tree-sitter to expressions of our tree.

Place: frontends/python/. `read_statements` builds on this. tree-sitter counts bytes of
UTF-8; `Offsets` is the one place that turns them into code points.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field

from tree_sitter import Node

from heapwright.frontends.python import tree
from heapwright.text.span import Span

# What comes after parsing recurs, so a tree deeper than this is cut.
MAX_DEPTH = 120
MAX_DIGITS = 4_000

# What each kind of node is called where it is not supported.
_OTHER_EXPRESSIONS = {
    "list": "lists",
    "dictionary": "dicts",
    "set": "sets",
    "list_comprehension": "comprehensions",
    "dictionary_comprehension": "comprehensions",
    "set_comprehension": "comprehensions",
    "generator_expression": "generators",
    "lambda": "lambdas",
    "await": "coroutines",
    "yield": "generators",
    "float": "floats",
    "ellipsis": "ellipses",
    "slice": "slices",
    "list_splat": "starred arguments",
    "dictionary_splat": "starred arguments",
    "list_splat_pattern": "starred targets",
    "ERROR": "broken text",
}


class Offsets:
    """Turns offsets in bytes into offsets in code points."""

    def __init__(self, text: str, content: bytes) -> None:
        """Read `__init__`."""
        # Bytes before which there is one more byte than code points, and so on; most
        # files have none, and then the two counts are the same.
        self.extra: list[int] = []
        if len(text) != len(content):
            position = 0
            for character in text:
                n_bytes = len(character.encode("utf-8", errors="replace"))
                position += n_bytes
                self.extra.extend([position] * (n_bytes - 1))

    def point(self, offset: int) -> int:
        """Give the code point at which a byte stands."""
        return offset - bisect_right(self.extra, offset)

    def span(self, node: Node) -> Span:
        """Give the place of a node."""
        return Span(self.point(node.start_byte), self.point(node.end_byte))


@dataclass(slots=True)
class ExpressionReader:
    """Turns expressions of one text into ours; lives inside one `parse`."""

    content: bytes
    offsets: Offsets
    # One entry per function around: whether a `yield` stands in it.
    yields: list[bool] = field(default_factory=lambda: [False])

    def text(self, node: Node) -> str:
        """Give the text of a node."""
        return self.content[node.start_byte : node.end_byte].decode("utf-8", errors="replace")

    def name(self, node: Node | None, around: Node) -> tree.Name:
        """Give a name, or an empty one where it is missing."""
        if node is None:
            start = self.offsets.point(around.start_byte)
            return tree.Name("", Span(start, start))
        return tree.Name(self.text(node), self.offsets.span(node))

    def field(self, node: Node, name: str, depth: int) -> tree.Expr:
        """Read one part of a node; a missing one is broken text."""
        child = node.child_by_field_name(name)
        if child is None:
            return tree.OtherExpr("broken text", (), self.offsets.span(node))
        return self.expression(child, depth)

    def several(self, nodes: list[Node], depth: int) -> tuple[tree.Expr, ...]:
        """Read expressions that stand side by side."""
        expressions: list[tree.Expr] = []
        for node in nodes:
            if node.type != "comment":
                expressions.append(self.expression(node, depth))
        return tuple(expressions)

    def one_or_tuple(self, nodes: list[Node], span: Span, depth: int) -> tree.Expr:
        """Read one expression, or several as a tuple."""
        if len(nodes) == 1:
            return self.expression(nodes[0], depth)
        return tree.TupleExpr(self.several(nodes, depth + 1), span)

    def expression(self, node: Node, depth: int) -> tree.Expr:
        """Read an expression of any kind."""
        span = self.offsets.span(node)
        if depth > MAX_DEPTH:
            return tree.OtherExpr("deeply nested expressions", (), span)
        match node.type:
            case "identifier":
                return tree.Name(self.text(node), span)
            case "true" | "false":
                return tree.BoolLiteral(node.type == "true", span)
            case "none":
                return tree.NoneLiteral(span)
            case "integer":
                return self.integer(node, span)
        read = _EXPRESSIONS.get(node.type)
        if read is not None:
            return read(self, node, span, depth + 1)
        if node.type == "yield":
            self.yields[-1] = True
        what = _OTHER_EXPRESSIONS.get(node.type, f"{word_for(node.type)}s")
        # The body of a lambda runs at another time, so it is not among the parts.
        parts = code_in(node) if node.type in _OPEN else _comprehended(node)
        return tree.OtherExpr(what, self.several(parts, depth + 1), span)

    def integer(self, node: Node, span: Span) -> tree.Expr:
        """Read an int, unless Python would not."""
        text = self.text(node).replace("_", "")
        if len(text) <= MAX_DIGITS:
            try:
                return tree.IntLiteral(int(text, 0), span)
            except ValueError:
                pass
        return tree.OtherExpr("numbers of this form", (), span)

    def string(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read a string, with what it interpolates."""
        strings = code_in(node) if node.type == "concatenated_string" else [node]
        text = ""
        parts: list[tree.Expr] = []
        for string in strings:
            start = next((c for c in string.children if c.type == "string_start"), None)
            if start is not None and "b" in self.text(start).lower():
                return tree.OtherExpr("bytes", (), span)
            for child in string.children:
                if child.type == "string_content":
                    text += self.text(child)
                elif child.type == "interpolation":
                    parts.append(self.field(child, "expression", depth))
        return tree.StringLiteral(text, tuple(parts), span)

    def attribute(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read `a.b`."""
        name = self.name(node.child_by_field_name("attribute"), node)
        return tree.Attribute(self.field(node, "object", depth), name.text, span, name.span)

    def member_type(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read `module.Class` in an annotation."""
        children = code_in(node)
        name = self.name(children[-1] if children else None, node)
        value = self.expression(children[0], depth) if children else name
        return tree.Attribute(value, name.text, span, name.span)

    def call(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read a call."""
        arguments = node.child_by_field_name("arguments")
        function = self.field(node, "function", depth)
        if arguments is None or arguments.type != "argument_list":
            inside = () if arguments is None else (self.expression(arguments, depth),)
            return tree.Call(function, tuple([tree.Argument(None, i) for i in inside]), span)
        return tree.Call(function, self.arguments(arguments, depth), span)

    def arguments(self, node: Node, depth: int) -> tuple[tree.Argument, ...]:
        """Read the arguments of a call or the bases of a class."""
        arguments: list[tree.Argument] = []
        for child in code_in(node):
            if child.type == "keyword_argument":
                name = self.name(child.child_by_field_name("name"), child)
                arguments.append(tree.Argument(name.text, self.field(child, "value", depth)))
            else:
                arguments.append(tree.Argument(None, self.expression(child, depth)))
        return tuple(arguments)

    def subscript(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read `a[b]`, also in an annotation."""
        children = code_in(node)
        if not children:
            return tree.OtherExpr("broken text", (), span)
        inside = code_in(children[-1]) if node.type == "generic_type" else children[1:]
        return tree.Subscript(
            self.expression(children[0], depth), self.one_or_tuple(inside, span, depth), span
        )

    def unary(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read an operator before its operand."""
        operator = node.child_by_field_name("operator")
        sign = "not" if operator is None else self.text(operator)
        return tree.UnaryOperation(sign, self.field(node, "argument", depth), span)

    def binary(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read an arithmetic operator."""
        operator = node.child_by_field_name("operator")
        return tree.BinaryOperation(
            "" if operator is None else self.text(operator),
            self.field(node, "left", depth),
            self.field(node, "right", depth),
            span,
            span if operator is None else self.offsets.span(operator),
        )

    def union_type(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read `A | B` in an annotation."""
        parts = self.several(code_in(node), depth)
        if len(parts) != 2:
            return tree.OtherExpr("broken text", parts, span)
        return tree.BinaryOperation("|", parts[0], parts[1], span, span)

    def boolean(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read `and` or `or`."""
        operator = node.child_by_field_name("operator")
        return tree.BooleanOperation(
            "and" if operator is None else self.text(operator),
            self.field(node, "left", depth),
            self.field(node, "right", depth),
            span,
        )

    def comparison(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read a chain of comparisons."""
        operators = [
            " ".join(self.text(o).split()) for o in node.children_by_field_name("operators")
        ]
        operands = self.several(code_in(node), depth)
        if len(operands) != len(operators) + 1:
            return tree.OtherExpr("broken text", operands, span)
        return tree.Comparison(operands, tuple(operators), span)

    def conditional(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read `a if b else c`."""
        parts = self.several(code_in(node), depth)
        if len(parts) != 3:
            return tree.OtherExpr("broken text", parts, span)
        return tree.Conditional(parts[1], parts[0], parts[2], span)

    def inside(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read what stands in parentheses; they count as a level, so piles of them end."""
        children = code_in(node)
        if len(children) != 1:
            return tree.OtherExpr("broken text", self.several(children, depth), span)
        return self.expression(children[0], depth)

    def tuple_(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read items with commas between them."""
        return tree.TupleExpr(self.several(code_in(node), depth), span)

    def named(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read `name := value`."""
        name = self.name(node.child_by_field_name("name"), node)
        return tree.NamedExpr(name, self.field(node, "value", depth), span)


_NO_CODE = frozenset(("comment", "line_continuation"))
_OPEN = frozenset(("list", "set", "list_splat", "yield", "await", "pair", "dictionary"))

_EXPRESSIONS: dict[str, Callable[[ExpressionReader, Node, Span, int], tree.Expr]] = {
    "string": ExpressionReader.string,
    "concatenated_string": ExpressionReader.string,
    "attribute": ExpressionReader.attribute,
    "member_type": ExpressionReader.member_type,
    "call": ExpressionReader.call,
    "subscript": ExpressionReader.subscript,
    "generic_type": ExpressionReader.subscript,
    "unary_operator": ExpressionReader.unary,
    "not_operator": ExpressionReader.unary,
    "binary_operator": ExpressionReader.binary,
    "union_type": ExpressionReader.union_type,
    "boolean_operator": ExpressionReader.boolean,
    "comparison_operator": ExpressionReader.comparison,
    "conditional_expression": ExpressionReader.conditional,
    "parenthesized_expression": ExpressionReader.inside,
    "type": ExpressionReader.inside,
    "tuple": ExpressionReader.tuple_,
    "expression_list": ExpressionReader.tuple_,
    "pattern_list": ExpressionReader.tuple_,
    "tuple_pattern": ExpressionReader.tuple_,
    "named_expression": ExpressionReader.named,
}


def word_for(kind: str) -> str:
    """Say what tree-sitter calls a kind of node."""
    return kind.replace("_", " ") if kind.isidentifier() else f"`{kind}`"


def code_in(node: Node) -> list[Node]:
    """Give the named children that are not comments."""
    return [child for child in node.named_children if child.type not in _NO_CODE]


def _comprehended(node: Node) -> list[Node]:
    """Give the expressions of a comprehension: what it gives, walks through, and asks."""
    if not node.type.endswith("comprehension") and node.type != "generator_expression":
        return []
    parts: list[Node] = []
    for child in code_in(node):
        match child.type:
            case "for_in_clause":
                parts.extend(child.children_by_field_name("right"))
            case "if_clause" | "pair":
                parts.extend(code_in(child))
            case _:
                parts.append(child)
    return parts

"""Expressions of tree-sitter to expressions of our tree.

Place: frontends/python/syntax/. `read_statements` builds on this. tree-sitter counts bytes of
UTF-8; `Offsets` is the one place that turns them into code points.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from tree_sitter import Node

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.awaits import awaited
from heapwright.records import dataclass, field, replace
from heapwright.text.span import Span

# What comes after parsing recurs, so a tree deeper than this is cut.
MAX_DEPTH = 120
MAX_DIGITS = 4_000
MAX_BYTES = 1_000

# What each kind of node is called where it is not supported.
_OTHER_EXPRESSIONS = {
    "await": "coroutines",
    "ellipsis": "ellipses",
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
            return _star_outside(read(self, node, span, depth + 1))
        what = _OTHER_EXPRESSIONS.get(node.type, f"{word_for(node.type)}s")
        parts = code_in(node) if node.type == "await" else []
        if len(parts) == 1:
            return awaited(self.several(parts, depth + 1)[0], span)
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
        pieces: list[str | tree.FormatPiece] | None = []
        for string in strings:
            start = next((c for c in string.children if c.type == "string_start"), None)
            prefix = "" if start is None else self.text(start).lower()
            if "b" in prefix:
                return self.bytes(node, span)
            for child in string.children:
                piece: str | tree.FormatPiece | None = None
                if child.type == "string_content":
                    text += self.text(child)
                    piece = self.content_of(child, prefix)
                elif child.type == "interpolation":
                    piece = self.interpolation(child, depth)
                    parts.append(piece.value)
                    if pieces is not None:
                        pieces += self.shown_source(child)
                else:
                    continue
                if piece is None or pieces is None:
                    pieces = None
                else:
                    pieces.append(piece)
        return tree.StringLiteral(
            text, tuple(parts), span, None if pieces is None else tuple(pieces)
        )

    def bytes(self, node: Node, span: Span) -> tree.Expr:
        """Read bytes as what makes them of their numbers."""
        value = _literal(f"({self.text(node)})")
        if not isinstance(value, bytes) or len(value) > MAX_BYTES:
            return tree.OtherExpr("bytes of this form", (), span)
        place = Span(span.start, span.start)
        codes = tree.TupleExpr(tuple(tree.IntLiteral(code, place) for code in value), place)
        return tree.Call(tree.Name(tree.BYTES, place), (tree.Argument(None, codes),), span)

    def content_of(self, node: Node, prefix: str) -> str | None:
        """Give what a piece of a string stands for."""
        text = self.text(node)
        if "f" in prefix or "t" in prefix:
            text = text.replace("{{", "{").replace("}}", "}")
        if "r" in prefix or "\\" not in text:
            return text
        quoted = text.replace('"', '\\"') if '\\"' not in text else text
        value = _literal(f'"""{quoted}"""')
        return value if isinstance(value, str) else None

    def conversion(self, node: Node | None, *, is_shown: bool) -> str:
        """Give the letter of a conversion; what shows its own text is shown by `repr`."""
        if node is None:
            return "r" if is_shown else ""
        return self.text(node).lstrip("!")

    def shown_source(self, node: Node) -> list[str]:
        """Give the text that `{value = }` shows before the value, just as it is written."""
        sign = next((child for child in node.children if child.type == "="), None)
        if sign is None:
            return []
        after = next(child for child in node.children if child.start_byte >= sign.end_byte)
        text = self.content[node.start_byte + 1 : after.start_byte]
        return [text.decode("utf-8", "replace")]

    def interpolation(self, node: Node, depth: int) -> tree.FormatPiece:
        """Read `{value!r:spec}`."""
        conversion = node.child_by_field_name("type_conversion")
        spec = node.child_by_field_name("format_specifier")
        shows_itself = any(child.type == "=" for child in node.children)
        pieces: list[str | tree.FormatPiece] = []
        if spec is not None:
            # The text between the inner braces has no nodes of its own.
            end = spec.start_byte + 1
            for inner in spec.children:
                if inner.type in ("format_expression", "interpolation"):
                    before = self.content[end : inner.start_byte].decode("utf-8", "replace")
                    pieces += [before] if before else []
                    pieces.append(self.interpolation(inner, depth))
                    end = inner.end_byte
            rest = self.content[end : spec.end_byte].decode("utf-8", "replace")
            pieces += [rest] if rest else []
        return tree.FormatPiece(
            self.field(node, "expression", depth),
            self.conversion(conversion, is_shown=shows_itself and spec is None),
            tuple(pieces),
        )

    def float_(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read a float, unless it is imaginary."""
        text = self.text(node).replace("_", "")
        try:
            return tree.FloatLiteral(repr(float(text)), span)
        except ValueError:
            return tree.OtherExpr("numbers of this form", (), span)

    def display(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read `[…]` or `{…}`."""
        kind = "set" if node.type == "set" else "list"
        return tree.Display(kind, self.several(code_in(node), depth), span)

    def dictionary(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read `{key: value}`."""
        keys: list[tree.Expr | None] = []
        values: list[tree.Expr] = []
        for child in code_in(node):
            if child.type == "pair":
                keys.append(self.field(child, "key", depth))
                values.append(self.field(child, "value", depth))
            elif child.type == "dictionary_splat":
                keys.append(None)
                values.extend(self.several(code_in(child)[:1], depth))
            else:
                return tree.OtherExpr("broken text", (), span)
        if len(keys) != len(values):
            return tree.OtherExpr("broken text", (), span)
        return tree.DictDisplay(tuple(keys), tuple(values), span)

    def comprehension(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read `[element for target in iterable if condition]` and its like."""
        kind = {"list": "list", "set": "set", "dictionary": "dict"}.get(
            node.type.partition("_")[0], "generator"
        )
        body = node.child_by_field_name("body")
        clauses: list[tree.ForClause] = []
        for child in code_in(node):
            if child.type == "for_in_clause":
                if child.children and child.children[0].type == "async":
                    return tree.OtherExpr("coroutines", (), span)
                rights = child.children_by_field_name("right")
                clauses.append(
                    tree.ForClause(
                        self.field(child, "left", depth),
                        self.one_or_tuple(list(rights), span, depth),
                        (),
                    )
                )
            elif child.type == "if_clause" and clauses:
                last = clauses[-1]
                asked = (*last.conditions, *self.several(code_in(child)[:1], depth))
                clauses[-1] = tree.ForClause(last.target, last.iterable, asked)
        if body is None or not clauses:
            return tree.OtherExpr("broken text", (), span)
        value: tree.Expr | None = None
        if kind == "dict":
            value = self.field(body, "value", depth)
            element = self.field(body, "key", depth)
        else:
            element = self.expression(body, depth)
        return tree.Comprehension(kind, element, value, tuple(clauses), span)

    def lambda_(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read `lambda parameters: body`."""
        self.yields.append(False)
        body = self.field(node, "body", depth)
        self.yields.pop()
        return tree.Lambda(
            self.parameters(node.child_by_field_name("parameters"), depth), body, span
        )

    def slice_(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read `start:stop:step`."""
        bounds: list[tree.Expr | None] = [None, None, None]
        at = 0
        for child in node.children:
            if child.type == ":":
                at += 1
            elif child.is_named and child.type != "comment" and at < 3:
                bounds[at] = self.expression(child, depth)
        return tree.SliceExpr(bounds[0], bounds[1], bounds[2], span)

    def starred(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read `*value` or `**value`."""
        children = code_in(node)
        if len(children) != 1:
            return tree.OtherExpr("broken text", (), span)
        is_double = node.type.startswith("dictionary")
        return tree.Starred(self.expression(children[0], depth), is_double, span)

    def yield_(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read `yield` or `yield from`."""
        self.yields[-1] = True
        children = code_in(node)
        is_from = any(child.type == "from" for child in node.children)
        value = self.one_or_tuple(children, span, depth) if children else None
        return tree.Yield(value, is_from, span)

    def parameters(self, node: Node | None, depth: int) -> tuple[tree.Parameter, ...]:
        """Read the parameters of a function or lambda."""
        parameters: list[tree.Parameter] = []
        kind = "plain"
        for child in [] if node is None else code_in(node):
            match child.type:
                case "positional_separator":
                    parameters = [replace(p, kind="positional") for p in parameters]
                    continue
                case "keyword_separator":
                    kind = "keyword"
                    continue
            parameter = self.parameter(child, kind, depth)
            parameters.append(parameter)
            if parameter.kind == "*":
                kind = "keyword"
        return tuple(parameters)

    def parameter(self, node: Node, kind: str, depth: int) -> tree.Parameter:
        """Read one parameter."""
        annotation = node.child_by_field_name("type")
        default = node.child_by_field_name("value")
        name = node.child_by_field_name("name")
        if name is None and node.type == "typed_parameter":
            name = next(iter(code_in(node)), None)
        named = name or node
        if named.type in ("list_splat_pattern", "dictionary_splat_pattern"):
            kind = "*" if named.type == "list_splat_pattern" else "**"
            named = next(iter(code_in(named)), named)
        return tree.Parameter(
            self.name(named, node),
            None if annotation is None else self.expression(annotation, depth),
            None if default is None else self.expression(default, depth),
            kind,
            self.offsets.span(node),
        )

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
        """Read items with commas between them; `(x)` as a target is just `x`."""
        children = code_in(node)
        has_comma = any(child.type == "," for child in node.children)
        if node.type == "tuple_pattern" and len(children) == 1 and not has_comma:
            return self.expression(children[0], depth)
        return tree.TupleExpr(self.several(code_in(node), depth), span)

    def named(self, node: Node, span: Span, depth: int) -> tree.Expr:
        """Read `name := value`."""
        name = self.name(node.child_by_field_name("name"), node)
        return tree.NamedExpr(name, self.field(node, "value", depth), span)


_NO_CODE = frozenset(("comment", "line_continuation"))


def _star_outside(expr: tree.Expr) -> tree.Expr:
    """Put a star around all that it belongs to: the grammar reads `[*a.b()]` as `[(*a).b()]`."""
    match expr:
        case tree.Attribute(value=tree.Starred(inner) as star):
            whole: tree.Expr = replace(expr, value=inner, span=_behind(expr, inner))
        case tree.Subscript(value=tree.Starred(inner) as star):
            whole = replace(expr, value=inner, span=_behind(expr, inner))
        case tree.Call(function=tree.Starred(inner) as star):
            whole = replace(expr, function=inner, span=_behind(expr, inner))
        case tree.BinaryOperation(lhs=tree.Starred(inner) as star):
            whole = replace(expr, lhs=inner, span=_behind(expr, inner))
        case _:
            return expr
    return replace(star, value=whole, span=expr.span)


def _behind(expr: tree.Expr, inner: tree.Expr) -> Span:
    return Span(inner.span.start, expr.span.end)


_EXPRESSIONS: dict[str, Callable[[ExpressionReader, Node, Span, int], tree.Expr]] = {
    "float": ExpressionReader.float_,
    "list": ExpressionReader.display,
    "set": ExpressionReader.display,
    "dictionary": ExpressionReader.dictionary,
    "list_comprehension": ExpressionReader.comprehension,
    "set_comprehension": ExpressionReader.comprehension,
    "dictionary_comprehension": ExpressionReader.comprehension,
    "generator_expression": ExpressionReader.comprehension,
    "lambda": ExpressionReader.lambda_,
    "slice": ExpressionReader.slice_,
    "list_splat": ExpressionReader.starred,
    "dictionary_splat": ExpressionReader.starred,
    "list_splat_pattern": ExpressionReader.starred,
    "yield": ExpressionReader.yield_,
    "list_pattern": ExpressionReader.tuple_,
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


def _literal(text: str) -> object:
    """Give the value of a literal with escapes, as Python reads it; None if it is broken."""
    # Imported here: most files have no such literal, and `ast` takes two milliseconds.
    from ast import literal_eval

    try:
        return literal_eval(text)
    except (SyntaxError, ValueError):
        return None

"""Statements and declarations of tree-sitter to those of our tree.

Place: frontends/python/syntax/. `parse` hands the root node to `Reader.block`.
"""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.awaits import async_context
from heapwright.frontends.python.syntax.mangling import with_private_names
from heapwright.frontends.python.syntax.read_expressions import (
    MAX_DEPTH,
    ExpressionReader,
    code_in,
    word_for,
)
from heapwright.frontends.python.syntax.recovery import BROKEN
from heapwright.records import dataclass, field, replace
from heapwright.text.span import Span

# What each kind of node is called where it is not supported.
_OTHER_STATEMENTS = {
    "global_statement": "`global` statements",
    "exec_statement": "`exec` statements",
    "print_statement": "`print` statements",
    "ERROR": BROKEN,
}
ASYNC_LOOPS = "loops by `async for`"
_TRY_CLAUSES = ("except_clause", "except_group_clause", "finally_clause")


@dataclass(slots=True)
class Reader(ExpressionReader):
    """Turns a whole text into our tree; `marks` are the comments for heapwright by line."""

    marks: dict[int, list[tree.Mark]] = field(default_factory=dict)
    attached: set[Span] = field(default_factory=set)
    gaps: list[tuple[Span, str]] = field(default_factory=list)  # what is missing, and where

    def block(self, node: Node | None, depth: int) -> tree.Block:
        """Read statements one after the other."""
        if node is None:
            return ()
        if depth > MAX_DEPTH:
            return (tree.OtherStatement("deeply nested code", (), (), self.offsets.span(node)),)
        if not code_in(node):
            self.gaps.append((self.offsets.span(node), "an indented block"))
            return (tree.OtherStatement(BROKEN, (), (), self.offsets.span(node)),)
        return self.statements(node.named_children, depth)

    def top(self, node: Node) -> tree.Block:
        """Read one statement at the top of a file; broken text may hold several."""
        return self.statements([node], 0)

    def statements(self, nodes: list[Node], depth: int) -> tree.Block:
        """Read nodes that stand one after the other."""
        statements: list[tree.Statement] = []
        pending = list(reversed(nodes))
        while pending:
            child = pending.pop()
            if child.type == "comment":
                continue
            if child.type == "ERROR":
                # What stands inside may well be whole declarations.
                inside = [c for c in child.named_children if c.type.endswith("definition")]
                statements.append(self.other_statement(child, ()))
                pending.extend(reversed(inside))
                continue
            statements.append(self.statement(child, depth))
        return tuple(statements)

    def statement(self, node: Node, depth: int) -> tree.Statement:
        """Read a statement of any kind."""
        read = _STATEMENTS.get(node.type)
        if read is not None:
            return read(self, node, depth)
        if node.type in _OTHER_STATEMENTS:
            blocks = _blocks_in(node)
            inside: list[tree.Statement] = []
            for block in blocks:
                inside.extend(self.block(block, depth + 1))
            return self.other_statement(node, tuple(inside))
        # An expression stands where a statement is wanted in some broken texts.
        value = self.expression(node, depth)
        return tree.ExprStatement(value, value.span)

    def other_statement(self, node: Node, body: tree.Block) -> tree.OtherStatement:
        """Read what has no meaning here."""
        what = _OTHER_STATEMENTS.get(node.type, word_for(node.type))
        parts: tuple[tree.Expr, ...] = ()
        if node.type == "global_statement":
            parts = self.several(node.named_children, 1)
        elif node.type == "ERROR":
            parts = self.broken_name(node)
        return tree.OtherStatement(what, parts, body, self.offsets.span(node))

    def broken_name(self, node: Node) -> tuple[tree.Name, ...]:
        """Give the name of a function whose text is broken, where it has one."""
        match [child for child in node.children if child.type != "async"][:2]:
            case [first, name] if first.type == "def" and name.type == "identifier":
                return (tree.Name(self.text(name), self.offsets.span(name)),)
            case _:
                return ()

    def expression_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read an expression, an assignment or a docstring."""
        span = self.offsets.span(node)
        children = code_in(node)
        if len(children) == 1:
            [child] = children
            match child.type:
                case "assignment":
                    return self.assignment(child, depth)
                case "augmented_assignment":
                    operator = child.child_by_field_name("operator")
                    return tree.AugmentedAssignment(
                        self.field(child, "left", depth),
                        "" if operator is None else self.text(operator).removesuffix("="),
                        self.field(child, "right", depth),
                        span,
                    )
                case "string" | "concatenated_string" | "ellipsis":
                    return tree.Pass(span)
        value = self.one_or_tuple(children, span, depth)
        return tree.ExprStatement(value, span)

    def assignment(self, node: Node, depth: int) -> tree.Assignment:
        """Read an assignment with all its targets."""
        span = self.offsets.span(node)
        targets = [self.field(node, "left", depth)]
        annotation = node.child_by_field_name("type")
        right = node.child_by_field_name("right")
        while right is not None and right.type == "assignment":
            targets.append(self.field(right, "left", depth))
            right = right.child_by_field_name("right")
        return tree.Assignment(
            tuple(targets),
            None if annotation is None else self.expression(annotation, depth),
            None if right is None else self.expression(right, depth),
            span,
        )

    def type_alias(self, node: Node, depth: int) -> tree.Statement:
        """Read `type X = …` as the assignment that older code writes; its variables are erased."""
        span = self.offsets.span(node)
        left = self.field(node, "left", depth)
        target = left.value if isinstance(left, tree.Subscript) else left
        return tree.Assignment((target,), None, self.field(node, "right", depth), span)

    def return_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read `return`."""
        children = code_in(node)
        span = self.offsets.span(node)
        return tree.Return(self.one_or_tuple(children, span, depth) if children else None, span)

    def raise_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read `raise`."""
        cause = node.child_by_field_name("cause")
        children = [c for c in code_in(node) if cause is None or c.id != cause.id]
        span = self.offsets.span(node)
        return tree.Raise(
            self.one_or_tuple(children, span, depth) if children else None,
            None if cause is None else self.expression(cause, depth),
            span,
        )

    def assert_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read `assert`."""
        children = self.several(code_in(node), depth)
        span = self.offsets.span(node)
        condition = children[0] if children else tree.OtherExpr("broken text", (), span)
        return tree.Assert(condition, children[1] if len(children) > 1 else None, span)

    def if_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read `if`."""
        else_body: tree.Block = ()
        clauses = [c for c in code_in(node) if c.type in ("elif_clause", "else_clause")]
        # Each `elif` is one level deeper than the one before it.
        deepest = depth + len(clauses)
        if deepest > MAX_DEPTH:
            what = "long chains of `elif`"
            return tree.OtherStatement(what, (), (), self.offsets.span(node))
        for clause in reversed(clauses):
            if clause.type == "else_clause":
                else_body = self.block(clause.child_by_field_name("body"), deepest + 1)
            else:
                else_body = (self.if_part(clause, else_body, deepest),)
        return self.if_part(node, else_body, depth)

    def if_part(self, node: Node, else_body: tree.Block, depth: int) -> tree.If:
        """Read an `if` or `elif` whose other side is known."""
        return tree.If(
            self.field(node, "condition", depth),
            self.block(node.child_by_field_name("consequence"), depth + 1),
            else_body,
            self.offsets.span(node),
        )

    def while_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read `while`."""
        return tree.While(
            self.field(node, "condition", depth),
            self.block(node.child_by_field_name("body"), depth + 1),
            self.else_of(node, depth),
            self.offsets.span(node),
        )

    def for_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read `for`."""
        body = self.block(node.child_by_field_name("body"), depth + 1)
        span = self.offsets.span(node)
        if _is_async(node):
            return tree.OtherStatement(ASYNC_LOOPS, (), body, span)
        return tree.For(
            self.field(node, "left", depth),
            self.field(node, "right", depth),
            body,
            self.else_of(node, depth),
            span,
        )

    def else_of(self, node: Node, depth: int) -> tree.Block:
        """Read the `else` of a loop or a `try`."""
        for clause in code_in(node):
            if clause.type == "else_clause":
                return self.block(clause.child_by_field_name("body"), depth + 1)
        return ()

    def try_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read `try`."""
        handlers: list[tree.ExceptClause] = []
        final: tree.Block = ()
        for clause in code_in(node):
            match clause.type:
                case "except_clause":
                    handlers.append(self.except_clause(clause, depth))
                case "except_group_clause":
                    what = "exception groups"
                    return tree.OtherStatement(what, (), (), self.offsets.span(node))
                case "finally_clause":
                    final = self.block(next(iter(_blocks_in(clause)), None), depth + 1)
        if not any(clause.type in _TRY_CLAUSES for clause in code_in(node)):
            self.gaps.append((self.offsets.span(node.children[0]), "`except` or `finally`"))
            body = self.block(node.child_by_field_name("body"), depth + 1)
            return tree.OtherStatement(BROKEN, (), body, self.offsets.span(node))
        return tree.Try(
            self.block(node.child_by_field_name("body"), depth + 1),
            tuple(handlers),
            self.else_of(node, depth),
            final,
            self.offsets.span(node),
        )

    def except_clause(self, node: Node, depth: int) -> tree.ExceptClause:
        """Read one handler."""
        name: tree.Name | None = None
        classes: tree.Expr | None = None
        values = [child for child in code_in(node) if child.type != "block"]
        if len(values) == 1 and values[0].type == "as_pattern":
            parts = code_in(values[0])
            alias = values[0].child_by_field_name("alias")
            name = self.name(alias, node)
            values = [part for part in parts if alias is None or part.id != alias.id]
        if values:
            classes = self.one_or_tuple(values, self.offsets.span(node), depth)
        body = self.block(next(iter(_blocks_in(node)), None), depth + 1)
        return tree.ExceptClause(classes, name, body, self.offsets.span(node))

    def with_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read `with`."""
        span = self.offsets.span(node)
        body = self.block(node.child_by_field_name("body"), depth + 1)
        is_async = _is_async(node)
        clause = next((c for c in code_in(node) if c.type == "with_clause"), None)
        items: list[tree.WithItem] = []
        for item in [] if clause is None else code_in(clause):
            value = item.child_by_field_name("value") or item
            if value.type == "parenthesized_expression" and len(code_in(value)) == 1:
                value = code_in(value)[0]
            target: tree.Expr | None = None
            if value.type == "as_pattern":
                alias = value.child_by_field_name("alias")
                inside = [] if alias is None else code_in(alias)
                target = self.one_or_tuple(inside, span, depth) if inside else None
                value = code_in(value)[0]
            used = self.expression(value, depth)
            used = async_context(used, span) if is_async else used
            items.append(tree.WithItem(used, target))
        return tree.With(tuple(items), body, span)

    def delete_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read `del`."""
        targets: list[tree.Expr] = []
        for child in code_in(node):
            inner = self.expression(child, depth)
            targets.extend(inner.items if isinstance(inner, tree.TupleExpr) else (inner,))
        return tree.Delete(tuple(targets), self.offsets.span(node))

    def nonlocal_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read `nonlocal`."""
        names = tuple([self.text(child) for child in code_in(node)])
        return tree.Nonlocal(names, self.offsets.span(node))

    def match_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read `match`."""
        cases: list[tree.Case] = []
        block = node.child_by_field_name("body")
        subjects = [c for c in code_in(node) if block is None or c.id != block.id]
        span = self.offsets.span(node)
        for clause in [] if block is None else code_in(block):
            if clause.type != "case_clause":
                continue
            guard = clause.child_by_field_name("guard")
            patterns = [c for c in code_in(clause) if c.type == "case_pattern"]
            parts = [self.pattern(p, depth + 1) for p in patterns]
            whole = (
                parts[0]
                if len(parts) == 1
                else tree.Pattern("sequence", self.offsets.span(clause), parts=tuple(parts))
            )
            cases.append(
                tree.Case(
                    whole,
                    None if guard is None else self.several(code_in(guard)[:1], depth)[0],
                    self.block(clause.child_by_field_name("consequence"), depth + 1),
                )
            )
        return tree.Match(self.one_or_tuple(subjects, span, depth), tuple(cases), span)

    def pattern(self, node: Node, depth: int) -> tree.Pattern:
        """Read a pattern."""
        span = self.offsets.span(node)
        inside = code_in(node)
        if depth > MAX_DEPTH:
            return tree.Pattern("deep", span)
        match node.type:
            case "case_pattern" if not inside:
                return tree.Pattern("any", span)
            case "case_pattern" if node.children[0].type == "-":
                value = tree.UnaryOperation("-", self.expression(inside[0], depth), span)
                return tree.Pattern("value", span, value)
            case "case_pattern" | "parenthesized_expression":
                return self.pattern(inside[0], depth + 1)
            case "dotted_name" if len(inside) == 1:
                name = self.text(node)
                if name == "_":
                    return tree.Pattern("any", span)
                return tree.Pattern("capture", span, name=name)
            case "dotted_name":
                return tree.Pattern("value", span, self.dotted(inside))
            case "as_pattern" if len(inside) == 2:
                inner = self.pattern(inside[0], depth + 1)
                return tree.Pattern("as", span, name=self.text(inside[1]), parts=(inner,))
            case "union_pattern":
                return tree.Pattern("or", span, parts=self.alternatives(node, depth))
            case "tuple_pattern" if len(inside) == 1 and "," not in [
                child.type for child in node.children
            ]:
                # Mere parentheses.
                return self.pattern(inside[0], depth + 1)
            case "list_pattern" | "tuple_pattern":
                return tree.Pattern("sequence", span, parts=self.patterns(inside, depth))
            case "splat_pattern":
                is_rest = self.text(node).startswith("**")
                kept = self.text(inside[0]) if inside else None
                kept = None if kept == "_" else kept
                return tree.Pattern("rest" if is_rest else "star", span, name=kept)
            case "class_pattern":
                return self.class_pattern(inside, span, depth)
            case "dict_pattern":
                return self.dict_pattern(node, span, depth)
            case "keyword_pattern" | "ERROR" | "complex_pattern":
                return tree.Pattern("broken", span)
            case _:
                return tree.Pattern("value", span, self.expression(node, depth))

    def alternatives(self, node: Node, depth: int) -> tuple[tree.Pattern, ...]:
        """Read what stands between bars; a minus sign stands before its number."""
        found: list[tree.Pattern] = []
        sign: Node | None = None
        for child in node.children:
            if child.type == "-":
                sign = child
            elif child.is_named and child.type != "comment":
                inner = self.pattern(child, depth + 1)
                if sign is not None and inner.value is not None:
                    value = tree.UnaryOperation("-", inner.value, inner.span)
                    inner = tree.Pattern("value", inner.span, value)
                found.append(inner)
                sign = None
        return tuple(found)

    def patterns(self, nodes: list[Node], depth: int) -> tuple[tree.Pattern, ...]:
        """Read patterns side by side."""
        return tuple([self.pattern(node, depth + 1) for node in nodes])

    def dotted(self, names: list[Node]) -> tree.Expr:
        """Read `a.b.c`."""
        value: tree.Expr = tree.Name(self.text(names[0]), self.offsets.span(names[0]))
        for node in names[1:]:
            span = self.offsets.span(node)
            value = tree.Attribute(value, self.text(node), value.span.joined(span), span)
        return value

    def class_pattern(self, inside: list[Node], span: Span, depth: int) -> tree.Pattern:
        """Read `Point(x=1)`."""
        parts: list[tree.Pattern] = []
        keys: list[str | None] = []
        for node in inside[1:]:
            keyword = next((c for c in code_in(node) if c.type == "keyword_pattern"), None)
            if keyword is None:
                keys.append(None)
                parts.append(self.pattern(node, depth + 1))
            else:
                name, *value = code_in(keyword)
                keys.append(self.text(name))
                parts.extend(self.patterns(value[:1], depth))
        return tree.Pattern(
            "class", span, self.dotted(code_in(inside[0])), parts=tuple(parts), keys=tuple(keys)
        )

    def dict_pattern(self, node: Node, span: Span, depth: int) -> tree.Pattern:
        """Read `{"key": value, **rest}`."""
        keys: list[tree.Expr | None] = []
        parts: list[tree.Pattern] = []
        for index, child in enumerate(node.children):
            field_name = node.field_name_for_child(index)
            if field_name == "key":
                inner = child if child.type != "case_pattern" else code_in(child)[0]
                keys.append(self.expression(inner, depth))
            elif field_name == "value":
                parts.append(self.pattern(child, depth + 1))
            elif child.type == "splat_pattern":
                keys.append(None)
                parts.append(self.pattern(child, depth + 1))
        return tree.Pattern("mapping", span, parts=tuple(parts), keys=tuple(keys))

    def import_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read `import`."""
        span = self.offsets.span(node)
        if node.type == "import_statement":
            names = self.imported(node.named_children)
            return tree.Import("", 0, names, False, span)
        module = node.child_by_field_name("module_name")
        text = "" if module is None else self.text(module)
        if node.type == "future_import_statement":
            text = "__future__"
        dots = len(text) - len(text.lstrip("."))
        names = self.imported(
            [c for c in node.named_children if module is None or c.id != module.id]
        )
        return tree.Import(text[dots:].strip(), dots, names, True, span)

    def imported(self, nodes: list[Node]) -> tuple[tree.ImportedName, ...]:
        """Read the names of an import."""
        names: list[tree.ImportedName] = []
        for node in nodes:
            span = self.offsets.span(node)
            if node.type == "wildcard_import":
                names.append(tree.ImportedName("*", "*", span))
            elif node.type == "aliased_import":
                name, alias = (node.child_by_field_name(part) for part in ("name", "alias"))
                names.append(
                    tree.ImportedName(self.name(name, node).text, self.name(alias, node).text, span)
                )
            elif node.type == "dotted_name":
                text = self.text(node)
                names.append(tree.ImportedName(text, text, span))
        return tuple(names)

    def pass_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read `pass`."""
        return tree.Pass(self.offsets.span(node))

    def break_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read `break`."""
        return tree.Break(self.offsets.span(node))

    def continue_statement(self, node: Node, depth: int) -> tree.Statement:
        """Read `continue`."""
        return tree.Continue(self.offsets.span(node))

    # --- Declarations --------------------------------------------------------

    def decorated(self, node: Node, depth: int) -> tree.Statement:
        """Read a declaration with its decorators."""
        decorators: list[tree.Expr] = []
        for child in code_in(node):
            if child.type == "decorator":
                decorators.extend(self.several(code_in(child)[:1], depth))
        definition = node.child_by_field_name("definition")
        if definition is None:
            return self.other_statement(node, ())
        inner = self.statement(definition, depth)
        if isinstance(inner, tree.FunctionDef | tree.ClassDef):
            inner = replace(
                inner,
                decorators=tuple(decorators),
                marks=(*self.marks_on(node, definition), *inner.marks),
                span=self.offsets.span(node),
            )
        return inner

    def marks_on(self, first: Node, definition: Node) -> tuple[tree.Mark, ...]:
        """Take the marks on the lines from the first decorator to the name."""
        marks: list[tree.Mark] = []
        if not self.marks:
            return ()
        first_row = self.content.count(b"\n", 0, first.start_byte)
        last_row = self.content.count(b"\n", 0, definition.start_byte)
        for row in range(first_row, last_row + 1):
            for mark in self.marks.get(row, ()):
                if mark.span not in self.attached:
                    self.attached.add(mark.span)
                    marks.append(mark)
        return tuple(marks)

    def function(self, node: Node, depth: int) -> tree.Statement:
        """Read a function."""
        n_gaps = len(self.gaps)
        self.yields.append(False)
        body = self.block(node.child_by_field_name("body"), depth + 1)
        is_generator = self.yields.pop()
        result = node.child_by_field_name("return_type")
        return tree.FunctionDef(
            self.name(node.child_by_field_name("name"), node),
            self.parameters(node.child_by_field_name("parameters"), depth),
            None if result is None else self.expression(result, depth),
            body,
            (),
            self.marks_on(node, node),
            _is_async(node),
            is_generator,
            node.has_error or len(self.gaps) > n_gaps,
            self.offsets.span(node),
        )

    def class_(self, node: Node, depth: int) -> tree.Statement:
        """Read a class."""
        superclasses = node.child_by_field_name("superclasses")
        arguments = () if superclasses is None else self.arguments(superclasses, depth)
        name = self.name(node.child_by_field_name("name"), node)
        body = self.block(node.child_by_field_name("body"), depth + 1)
        own_text = self.content[node.start_byte : node.end_byte]
        return tree.ClassDef(
            name,
            tuple([a.value for a in arguments if a.name is None]),
            tuple([a for a in arguments if a.name is not None]),
            with_private_names(own_text, name.text, body),
            (),
            self.marks_on(node, node),
            self.offsets.span(node),
        )


_STATEMENTS: dict[str, Callable[[Reader, Node, int], tree.Statement]] = {
    "expression_statement": Reader.expression_statement,
    "type_alias_statement": Reader.type_alias,
    "return_statement": Reader.return_statement,
    "raise_statement": Reader.raise_statement,
    "assert_statement": Reader.assert_statement,
    "if_statement": Reader.if_statement,
    "while_statement": Reader.while_statement,
    "for_statement": Reader.for_statement,
    "try_statement": Reader.try_statement,
    "import_statement": Reader.import_statement,
    "import_from_statement": Reader.import_statement,
    "future_import_statement": Reader.import_statement,
    "with_statement": Reader.with_statement,
    "match_statement": Reader.match_statement,
    "delete_statement": Reader.delete_statement,
    "nonlocal_statement": Reader.nonlocal_statement,
    "pass_statement": Reader.pass_statement,
    "break_statement": Reader.break_statement,
    "continue_statement": Reader.continue_statement,
    "decorated_definition": Reader.decorated,
    "function_definition": Reader.function,
    "class_definition": Reader.class_,
}


def _blocks_in(node: Node) -> list[Node]:
    """Give the blocks of a statement, also those of its clauses."""
    found: list[Node] = []
    for child in code_in(node):
        if child.type == "block":
            found.append(child)
        elif child.type.endswith("_clause"):
            found.extend(grand for grand in code_in(child) if grand.type == "block")
    return found


def _is_async(node: Node) -> bool:
    return bool(node.children) and node.children[0].type == "async"

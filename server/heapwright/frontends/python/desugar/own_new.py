"""A class's own `__new__`, written as a method that runs before the initialiser.

Place: frontends/python/desugar/. `class_bodies` asks for every `__new__`. An object is there
before its class says anything about it, so what remains is what `__new__` does besides:

    def __new__(cls, *args):               def (new)(self, *args):
        made = super().__new__(cls)            made = self
        made.items = []                        made.items = []
        return made                            return

Of a class below `str`, `super().__new__(cls, text)` also says what the text of the object is.

A run that gives another object than a new one of the class is given up. A `__new__` that never
gives a new one stays as it is, and `members` refuses the class.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.rewrite import Piece, map_blocks, map_tree
from heapwright.frontends.python.syntax.walk import assigned_names, nodes_below, walk
from heapwright.records import replace
from heapwright.text.span import Span

# What the library calls the method that says what the text of an object is.
SET_INSIDE = "_hw_set_inside"
# Names that no text can contain.
NEW, ROOT_MARK = "(new)", "(root)"
_MADE, _STOP = "(made)", "(stop)"
_REASON = "a `__new__` that gives another object"


def preparation(function: tree.FunctionDef, *, is_text: bool = False) -> tree.FunctionDef | None:
    """Give the method that a `__new__` stands for; None for one that is no such thing.

    `is_text` says that the class stands right below `str`.
    """
    parameters = function.parameters
    if function.name.text != "__new__" or function.decorators or not parameters:
        return None
    if function.is_async or function.is_generator or parameters[0].kind != "plain":
        return None
    own = parameters[0].name.text
    nodes = list(nodes_below(function.body))
    if own in assigned_names(function.body) or any(isinstance(n, _INNER) for n in nodes):
        return None
    gathered = {p.name.text for p in parameters if p.kind in ("*", "**")}
    if any(isinstance(n, tree.Name) and n.text in gathered for n in nodes):
        # What a call leaves out is not among them.
        return None
    writing = _Writing(own, function.body, is_text)
    body = writing.block(function.body)
    if not writing.gives_new or any(
        isinstance(n, tree.Attribute) and n.name == "__new__" for n in nodes_below(body)
    ):
        return None
    if not isinstance(body[-1], tree.Return | tree.Raise):
        body = (*body, writing.stop(function.span))
    made = replace(parameters[0], name=tree.Name(_MADE, parameters[0].span))
    marks = [tree.Mark("private", function.name.span)]
    if not writing.asks_above:
        marks.append(tree.Mark(ROOT_MARK, function.name.span))
    return replace(
        function,
        name=tree.Name(NEW, function.name.span),
        parameters=(made, *parameters[1:]),
        result=None,
        body=body,
        marks=tuple(marks),
    )


_INNER = tree.FunctionDef | tree.ClassDef | tree.Nonlocal


class _Writing:
    """Writes one body; knows which variables hold the new object."""

    def __init__(self, own: str, body: tree.Block, is_text: bool) -> None:
        self.own = own
        self.is_text = is_text
        self.gives_new = False
        self.asks_above = False
        values: dict[str, list[tree.Expr | None]] = {}
        for node in nodes_below(body):
            if isinstance(node, tree.Assignment):
                for target in node.targets:
                    if isinstance(target, tree.Name):
                        values.setdefault(target.text, []).append(node.value)
        # A variable that is given anything else, in whatever way, may hold another object.
        others = set(assigned_names(tuple(_but_plain_assignments(body))))
        self.holding = {
            name for name, given in values.items() if all(map(self.is_new, given))
        } - others

    def is_new(self, expr: tree.Expr | None) -> bool:
        """Say whether an expression makes the object: `super().__new__(cls)`."""
        match expr:
            case tree.Call(
                tree.Attribute(maker, "__new__"), [tree.Argument(None, tree.Name(text))]
            ) if text == self.own:
                return self.is_text_maker(maker) or _is_root(maker) or _is_above(maker, self.own)
            case tree.Call(
                tree.Attribute(maker, "__new__"), [tree.Argument(None, tree.Name(text)), given]
            ) if text == self.own and self.is_text:
                is_plain = given.name is None and not isinstance(given.value, tree.Starred)
                is_above = _is_above(maker, self.own) or self.is_text_maker(maker)
                # What is given is computed before the object is there.
                return is_plain and is_above and not self.makes_more(given.value)
            case _:
                return False

    def is_text_maker(self, maker: tree.Expr) -> bool:
        return self.is_text and isinstance(maker, tree.Name) and maker.text == "str"

    def makes_more(self, expr: tree.Expr) -> bool:
        return any(
            isinstance(one, tree.Attribute) and one.name == "__new__" for one in walk([expr])
        )

    def set_text(self, expr: tree.Expr | None) -> list[tree.Statement]:
        """Give the object its text, where it has one."""
        if not self.is_text or not isinstance(expr, tree.Call):
            return []
        span = expr.span
        setter = tree.Attribute(tree.Name(_MADE, span), SET_INSIDE, span, span)
        call = tree.Call(setter, self.filled(expr.arguments[1:]), span)
        return [tree.ExprStatement(call, span)]

    def block(self, body: tree.Block) -> tree.Block:
        return tuple(one for statement in body for one in self.statements(statement))

    def statements(self, statement: tree.Statement) -> list[tree.Statement]:
        made: list[tree.Statement] = []
        match statement:
            case tree.Return(value) | tree.Assignment(value=value) if self.is_new(value):
                made = self.set_text(value)
        return [*made, self.statement(statement)]

    def statement(self, statement: tree.Statement) -> tree.Statement:
        match statement:
            case tree.Return(value) if self.is_new(value):
                self.gives_new = True
                self.note(value)
                return replace(statement, value=None)
            case tree.Return(tree.Name(text)) if text in self.holding:
                self.gives_new = True
                return replace(statement, value=None)
            case tree.Return():
                return self.stop(statement.span)
            case tree.Assignment(targets, _, value) if self.is_new(value):
                self.note(value)
                made = tree.Name(_MADE, statement.span)
                return tree.Assignment(self.filled(targets), None, made, statement.span)
        return self.filled(map_blocks(statement, self.block))

    def note(self, expr: tree.Expr | None) -> None:
        match expr:
            case tree.Call(tree.Attribute(maker)) if not (
                _is_root(maker) or self.is_text  # nothing of the program stands above
            ):
                self.asks_above = True

    def stop(self, span: Span) -> tree.Statement:
        reason = tree.StringLiteral(_REASON, (), span, (_REASON,))
        call = tree.Call(tree.Name(_STOP, span), (tree.Argument(None, reason),), span)
        return tree.ExprStatement(call, span)

    def filled(self, piece: Piece) -> Piece:
        """Put the class of the object in the place of `cls`."""
        return map_tree(piece, {tree.Name: self.named})

    def named(self, name: tree.Name) -> tree.Expr:
        if name.text != self.own:
            return name
        made = tree.Argument(None, tree.Name(_MADE, name.span))
        return tree.Call(tree.Name("type", name.span), (made,), name.span)


def _but_plain_assignments(body: tree.Block) -> Iterator[tree.Statement]:
    """Give the statements that assign in another way than `name = value`."""
    for node in nodes_below(body):
        match node:
            case tree.Assignment(targets) if not all(isinstance(t, tree.Name) for t in targets):
                yield node
            case tree.For() | tree.With() | tree.AugmentedAssignment() | tree.Delete():
                yield replace(node, body=()) if isinstance(node, tree.For | tree.With) else node
            case tree.NamedExpr(name, value, span):
                yield tree.Assignment((name,), None, value, span)
            case tree.Try(handlers=handlers):
                for handler in handlers:
                    if handler.name is not None:
                        yield tree.Assignment((handler.name,), None, None, handler.span)


def _is_root(maker: tree.Expr) -> bool:
    return isinstance(maker, tree.Name) and maker.text == "object"


def _is_above(maker: tree.Expr, own: str) -> bool:
    match maker:
        case tree.Call(tree.Name("super"), []):
            return True
        case tree.Call(tree.Name("super"), [_, tree.Argument(None, tree.Name(text))]):
            return text == own
        case _:
            return False

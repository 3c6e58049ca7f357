"""Enumerations: members as constants, and the functions that every Enum has.

Place: frontends/python/. `declare` asks for every class below `Enum`. A member is a value of
its own kind, named by its class (see `tree.Member`); it has no heap of its own, for nothing
of it changes. `.value`, `.name`, `State("open")` and the operators of an `IntEnum` are
written as trees like any other function, so the front end knows no more about enumerations
after this. Two functions with names that no text has are for the interpreters:

    State.(members)     all of them: `for state in State`, `len(State)`
    State.(named)       `State["OPEN"]`
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.frontends.python import tree
from heapwright.frontends.python.class_table import (
    CONSTRUCTION,
    FunctionInfo,
    Kind,
    Obstacle,
)
from heapwright.frontends.python.enum_attributes import Initialised
from heapwright.ir.operations import BINARY, COMPARISONS
from heapwright.records import dataclass
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class Members:
    """The members of an enumeration in order, and names that mean one of them again."""

    values: tuple[tuple[str, tree.Expr], ...]
    aliases: tuple[tuple[str, str], ...]

    def constants(self, class_name: str) -> dict[str, tree.Expr]:
        """Give what the names in the class body stand for."""
        found: dict[str, tree.Expr] = {
            name: tree.Member(class_name, name, value.span) for name, value in self.values
        }
        for name, meant in self.aliases:
            found[name] = found[meant]
        return found


def members_of(
    node: tree.ClassDef, kind: str, initialised: Initialised | None = None
) -> Members | Obstacle:
    """Read the body of an enumeration; `kind` is what its members are too: "int", "str" or ""."""
    values: dict[str, tree.Expr] = {}
    aliases: list[tuple[str, str]] = []
    last = 0
    counts = True
    for member in node.body:
        match member:
            case tree.Assignment([tree.Name(name)], None, value) if value is not None:
                if name.startswith("_"):
                    return Obstacle(f"`{name}` of an Enum is not supported", member.span)
                match value:
                    case tree.Call(tree.Name("auto") | tree.Attribute(name="auto"), []) if counts:
                        value = tree.IntLiteral(last + 1, value.span)
                        if kind == "str":
                            value = _text(name.lower(), value.span)
                    case tree.IntLiteral() if kind != "str":
                        pass
                    case tree.StringLiteral(parts=()) if kind != "int":
                        pass
                    case tree.BoolLiteral() if not kind:
                        pass
                    case tree.UnaryOperation("-", tree.IntLiteral(number), span) if kind != "str":
                        value = tree.IntLiteral(-number, span)
                    case _ if not kind and _is_literal(value):
                        counts = False  # what `auto()` gives after these is not worked out
                    case _:
                        return Obstacle("such values of an Enum are not supported", value.span)
                if isinstance(value, tree.IntLiteral):
                    last = max(last, value.value)
                if initialised is not None and initialised.given(value) is None:
                    return Obstacle("`__init__` takes another number of values", value.span)
                same = next((n for n, v in values.items() if _plain(v) == _plain(value)), None)
                if same is None:
                    values[name] = value
                else:
                    aliases.append((name, same))
            case tree.FunctionDef(name=tree.Name("__init__" | "__new__" | "_missing_") as name):
                return Obstacle(f"`{name.text}` of an Enum is not supported", name.span)
            case tree.FunctionDef() | tree.Pass() | tree.ExprStatement(tree.StringLiteral()):
                pass
            case _:
                return Obstacle("the body of an Enum holds more than members", member.span)
    return Members(tuple(values.items()), tuple(aliases))


def attribute_functions(
    class_name: str,
    path: str,
    node: tree.ClassDef,
    members: Members,
    initialised: Initialised | None,
) -> list[FunctionInfo]:
    """Write what gives the attributes that `__init__` would have set."""
    found: list[FunctionInfo] = []
    span = node.name.span
    for name, made in ({} if initialised is None else initialised.attributes).items():
        assert initialised is not None
        body: list[tree.Statement] = []
        for member, value in members.values:
            is_it = _compared(initialised.own, "is", tree.Member(class_name, member, span), span)
            pairs = zip(initialised.parameters, initialised.given(value) or (), strict=True)
            given = [tree.Assignment((one,), None, part, span) for one, part in pairs]
            body.append(tree.If(is_it, (*given, tree.Return(made, span)), (), span))
        body.append(_raised("AttributeError", span))
        function = _function(name, (_parameter(initialised.own, span),), body, span)
        found.append(_getter(name, class_name, path, function))
    return found


def _getter(name: str, class_name: str, path: str, function: tree.FunctionDef) -> FunctionInfo:
    own = function.parameters[0].name.text
    return FunctionInfo(
        name,
        f"@{name}",
        class_name,
        Kind.GETTER,
        function,
        path,
        (),
        own,
        is_public=False,
        is_generated=True,
    )


def enum_functions(
    class_name: str, path: str, node: tree.ClassDef, members: Members, kind: str, is_shown: bool
) -> list[FunctionInfo]:
    """Write `.value`, `.name`, the ways to find a member, and operators on members.

    `is_shown` says that the text of a member is that of its value.
    """
    span = node.name.span
    own, given = tree.Name("self", span), tree.Name("value", span)
    found: list[FunctionInfo] = []
    for name in ("value", "name"):
        body: list[tree.Statement] = []
        for member, value in members.values:
            result: tree.Expr = value if name == "value" else _text(member, span)
            is_it = _compared(own, "is", tree.Member(class_name, member, span), span)
            body.append(tree.If(is_it, (tree.Return(result, span),), (), span))
        body.append(_raised("AttributeError", span))
        function = _function(name, (_parameter(own, span),), body, span)
        found.append(_getter(name, class_name, path, function))
    by_value = [
        (_compared(given, "==", value, span), tree.Member(class_name, member, span))
        for member, value in members.values
    ]
    known = {**members.constants(class_name)}
    by_name = [(_compared(given, "==", _text(name, span), span), known[name]) for name in known]
    everyone = tree.TupleExpr(
        tuple(tree.Member(class_name, member, span) for member, _ in members.values), span
    )
    for name, parameters, statements in (
        (CONSTRUCTION, (_parameter(given, span),), _chosen(by_value, "ValueError", span)),
        ("(named)", (_parameter(given, span),), _chosen(by_name, "KeyError", span)),
        ("(members)", (), [tree.Return(everyone, span)]),
    ):
        function = _function(name, parameters, statements, span)
        found.append(
            FunctionInfo(
                name,
                name,
                class_name,
                Kind.STATIC,
                function,
                path,
                function.parameters,
                None,
                is_public=False,
                is_generated=True,
            )
        )
    declared = {f.name.text for f in node.body if isinstance(f, tree.FunctionDef)}
    for function in _operators(class_name, node, members, kind, is_shown):
        if function.name.text not in declared:
            found.append(
                FunctionInfo(
                    function.name.text,
                    function.name.text,
                    class_name,
                    Kind.METHOD,
                    function,
                    path,
                    function.parameters[1:],
                    "self",
                    is_public=False,
                    is_generated=True,
                )
            )
    return found


def _chosen(
    choices: Sequence[tuple[tree.Expr, tree.Expr]], otherwise: str, span: Span
) -> list[tree.Statement]:
    """Give the first value whose condition is true, else raise."""
    return [
        *(tree.If(asked, (tree.Return(value, span),), (), span) for asked, value in choices),
        _raised(otherwise, span),
    ]


def _operators(
    class_name: str, node: tree.ClassDef, members: Members, kind: str, is_shown: bool
) -> list[tree.FunctionDef]:
    """Write what operators do with a member: by its value, where it is an int or a string."""
    span = node.name.span
    own, other = tree.Name("self", span), tree.Name("other", span)
    value = tree.Attribute(own, "value", span, span)
    shown: list[tuple[tree.Expr, tree.Expr]] = []
    written: list[tuple[tree.Expr, tree.Expr]] = []
    for member, literal in members.values:
        is_it = _compared(own, "is", tree.Member(class_name, member, span), span)
        name = f"{node.name.text}.{member}"
        text = str(_plain(literal)) if is_shown else name
        shown.append((is_it, _text(text, span)))
        written.append((is_it, _text(f"<{name}: {_plain(literal)!r}>", span)))
    one, two = (_parameter(own, span),), (_parameter(own, span), _parameter(other, span))
    found = [
        _function("__str__", one, _chosen(shown, "AttributeError", span), span),
        _function("__repr__", one, _chosen(written, "AttributeError", span), span),
    ]
    if not kind:
        return found

    def add(name: str, parameters: tuple[tree.Parameter, ...], result: tree.Expr) -> None:
        found.append(_function(name, parameters, [tree.Return(result, span)], span))

    signs = BINARY if kind == "int" else {"add": "+", "mul": "*", "mod": "%"}
    for name, sign in signs.items():
        if name != "matmul":
            add(f"__{name}__", two, tree.BinaryOperation(sign, value, other, span, span))
            add(f"__r{name}__", two, tree.BinaryOperation(sign, other, value, span, span))
    for name, sign in COMPARISONS.items():
        add(f"__{name}__", two, _compared(value, sign, other, span))
    add("__hash__", one, tree.IntLiteral(0, span))
    if kind == "int":
        for name, sign in (("neg", "-"), ("pos", "+"), ("invert", "~")):
            add(f"__{name}__", one, tree.UnaryOperation(sign, value, span))
        for name in ("int", "index", "float", "abs", "bool"):
            called = "int" if name == "index" else name
            argument = (tree.Argument(None, value),)
            add(f"__{name}__", one, tree.Call(tree.Name(called, span), argument, span))
    else:
        length = tree.Call(tree.Name("len", span), (tree.Argument(None, value),), span)
        add("__len__", one, length)
        add("__getitem__", two, tree.Subscript(value, other, span))
        add("__contains__", two, _compared(other, "in", value, span))
    return found


def _plain(value: tree.Expr) -> object:
    match value:
        case tree.IntLiteral(plain) | tree.BoolLiteral(plain):
            return plain
        case tree.StringLiteral(text):
            return text
        case tree.FloatLiteral(text):
            return float(text.replace("_", ""))
        case tree.NoneLiteral():
            return None
        case tree.UnaryOperation("-", operand):
            number = _plain(operand)
            return -number if isinstance(number, int | float) else value
        case tree.TupleExpr(items):
            return tuple(map(_plain, items))
        case _:
            return value


def _is_literal(value: tree.Expr) -> bool:
    """Say whether a value is a constant, or a tuple of constants."""
    match value:
        case tree.TupleExpr(items):
            return all(map(_is_literal, items))
        case tree.UnaryOperation("-", tree.IntLiteral() | tree.FloatLiteral()):
            return True
        case tree.StringLiteral(parts=parts):
            return not parts
        case _:
            return isinstance(
                value, tree.IntLiteral | tree.FloatLiteral | tree.BoolLiteral | tree.NoneLiteral
            )


def _text(text: str, span: Span) -> tree.StringLiteral:
    return tree.StringLiteral(text, (), span, (text,))


def _compared(lhs: tree.Expr, operator: str, rhs: tree.Expr, span: Span) -> tree.Comparison:
    return tree.Comparison((lhs, rhs), (operator,), span)


def _raised(name: str, span: Span) -> tree.Raise:
    return tree.Raise(tree.Name(name, span), None, span)


def _parameter(name: tree.Name, span: Span) -> tree.Parameter:
    return tree.Parameter(name, None, None, "plain", span)


def _function(
    name: str, parameters: tuple[tree.Parameter, ...], body: Sequence[tree.Statement], span: Span
) -> tree.FunctionDef:
    return tree.FunctionDef(
        tree.Name(name, span),
        parameters,
        None,
        tuple(body),
        (),
        (),
        is_async=False,
        is_generator=False,
        is_broken=False,
        span=span,
    )

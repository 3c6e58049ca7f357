"""Enumerations: members as constants, and the functions that every Enum has.

Place: frontends/python/desugar/. `class_info` asks for every class below `Enum`. A member is a
value of its own kind, named by its class (see `tree.Member`); it has no heap of its own, for
nothing of it changes. `.value`, `.name`, `State("open")` and the operators of an `IntEnum` are
written as trees like any other function, so the front end knows no more about enumerations after
this. Two functions with names that no text has are for the interpreters:

    State.(members)     all of them: `for state in State`, `len(State)`
    State.(named)       `State["OPEN"]`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from heapwright.frontends.python.desugar.enum_attributes import Initialiser
from heapwright.frontends.python.desugar.enum_calls import (
    attribute_setter,
    kept_attribute,
    place_of,
)
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.literals import is_plain, plain_value
from heapwright.frontends.python.table.class_table import (
    CONSTRUCTION,
    FunctionInfo,
    FunctionKind,
    Obstacle,
)
from heapwright.ir.core.operations import BINARY, COMPARISONS, TEXT_INSIDE
from heapwright.records import dataclass, field
from heapwright.text.span import Span

# Methods that decide what the members are, and what a value stands for.
_DECIDING = frozenset(("__new__", "_missing_", "_generate_next_value_", "__set_name__"))


@dataclass(frozen=True, slots=True)
class Members:
    """The members of an enumeration in order, and names that mean one of them again."""

    values: tuple[tuple[str, tree.Expr], ...]
    aliases: tuple[tuple[str, str], ...]
    # What `__init__` gave each member, by the names of both.
    attributes: Mapping[str, Mapping[str, tree.Expr]] = field(default_factory=dict)
    changing: frozenset[str] = frozenset()  # attributes that methods assign

    def constants(self, class_name: str) -> dict[str, tree.Expr]:
        """Give what the names in the class body stand for."""
        found: dict[str, tree.Expr] = {
            name: tree.Member(class_name, name, value.span) for name, value in self.values
        }
        for name, meant in self.aliases:
            found[name] = found[meant]
        for name, made in self.attributes.items():
            for attribute in sorted(self.changing.intersection(made)):
                found[place_of(name, attribute)] = made[attribute]
        return found


def members_of(
    node: tree.ClassDef, kind: str, initialiser: Initialiser | None = None
) -> Members | Obstacle:
    """Read the body of an enumeration; `kind` is what its members are too: "int", "str" or ""."""
    values: dict[str, tree.Expr] = {}
    aliases: list[tuple[str, str]] = []
    attributes: dict[str, Mapping[str, tree.Expr]] = {}
    last = 0
    counts = True
    for member in node.body:
        match member:
            case tree.Assignment([tree.Name(name)], _, value) if value is not None:
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
                    case _ if not kind and is_plain(value):
                        counts = False  # what `auto()` gives after these is not worked out
                    case _:
                        return Obstacle("such values of an Enum are not supported", value.span)
                if isinstance(value, tree.IntLiteral):
                    last = max(last, value.value)
                # It runs for a second name of a member, too, and may fail.
                made = {} if initialiser is None else initialiser.attributes(name, value)
                if isinstance(made, Obstacle):
                    return made
                plain = plain_value(value)
                same = next((n for n, v in values.items() if plain_value(v) == plain), None)
                if same is None:
                    values[name] = value
                    attributes[name] = made
                else:
                    aliases.append((name, same))
            case tree.FunctionDef(name=tree.Name(text) as name) if text in _DECIDING:
                return Obstacle(f"`{name.text}` of an Enum is not supported", name.span)
            case tree.FunctionDef() | tree.Pass() | tree.ExprStatement(tree.StringLiteral()):
                pass
            case tree.Assignment([tree.Name()], value=None):
                pass  # a type for what `__init__` gives members
            case _:
                return Obstacle("the body of an Enum holds more than members", member.span)
    given = {name for made in attributes.values() for name in made}
    changing = frozenset(
        name for name in given if initialiser is not None and initialiser.is_assigned(name)
    )
    return Members(tuple(values.items()), tuple(aliases), attributes, changing)


def attribute_functions(
    class_name: str, path: str, node: tree.ClassDef, members: Members
) -> list[FunctionInfo]:
    """Write what gives the attributes that `__init__` has set."""
    span = node.name.span
    own = tree.Name("self", span)
    names = dict.fromkeys(name for made in members.attributes.values() for name in made)
    found: list[FunctionInfo] = []
    for name in names:
        having = [member for member, made in members.attributes.items() if name in made]
        choices = [
            (
                _compared(own, "is", tree.Member(class_name, member, span), span),
                kept_attribute(own, member, name, span)
                if name in members.changing
                else members.attributes[member][name],
            )
            for member in having
        ]
        body = _chosen(choices, "AttributeError", span)
        function = _function(name, (_parameter(own, span),), body, span)
        found.append(_getter(name, class_name, path, function))
        if name in members.changing:
            found.append(attribute_setter(class_name, path, name, having, span))
    return found


def _getter(name: str, class_name: str, path: str, function: tree.FunctionDef) -> FunctionInfo:
    own = function.parameters[0].name.text
    return FunctionInfo(
        name,
        f"@{name}",
        class_name,
        FunctionKind.GETTER,
        function,
        path,
        (),
        own,
        is_public=False,
        is_generated=True,
    )


def enum_functions(
    class_name: str,
    path: str,
    levels: Sequence[tree.ClassDef],
    members: Members,
    kind: str,
    is_shown: bool,
) -> list[FunctionInfo]:
    """Write `.value`, `.name`, the ways to find a member, and operators on members.

    `levels` are the class and those above it that the program has; `is_shown` says that the
    text of a member is that of its value.
    """
    node = levels[0]
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
    by_name = [
        (_compared(given, "==", _text(name, span), span), meant)
        for name, meant in known.items()
        if isinstance(meant, tree.Member)
    ]
    everyone = tree.TupleExpr(
        tuple(tree.Member(class_name, member, span) for member, _ in members.values), span
    )
    refused = "ValueError" if members.values else _refused_by_empty()
    for name, parameters, statements in (
        (CONSTRUCTION, (_parameter(given, span),), _chosen(by_value, refused, span)),
        ("(named)", (_parameter(given, span),), _chosen(by_name, "KeyError", span)),
        ("(members)", (), [tree.Return(everyone, span)]),
    ):
        function = _function(name, parameters, statements, span)
        found.append(
            FunctionInfo(
                name,
                name,
                class_name,
                FunctionKind.STATIC,
                function,
                path,
                function.parameters,
                None,
                is_public=False,
                is_generated=True,
            )
        )
    declared = {
        f.name.text for level in levels for f in level.body if isinstance(f, tree.FunctionDef)
    }
    for function in _operators(class_name, node, members, kind, is_shown):
        if function.name.text not in declared:
            found.append(
                FunctionInfo(
                    function.name.text,
                    function.name.text,
                    class_name,
                    FunctionKind.METHOD,
                    function,
                    path,
                    function.parameters[1:],
                    "self",
                    is_public=False,
                    is_generated=True,
                )
            )
    return found


def _refused_by_empty() -> str:
    """Name what an enumeration without members raises, which Python's versions differ in."""

    class Empty(Enum):
        pass

    try:
        Empty(0)
    except (ValueError, TypeError) as refusal:
        return type(refusal).__name__
    raise AssertionError("an enumeration without members gave one")


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
        text = str(plain_value(literal)) if is_shown else name
        shown.append((is_it, _text(text, span)))
        written.append((is_it, _text(f"<{name}: {plain_value(literal)!r}>", span)))
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
        add(TEXT_INSIDE, one, value)
        add("__getitem__", two, tree.Subscript(value, other, span))
        add("__contains__", two, _compared(other, "in", value, span))
    return found


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

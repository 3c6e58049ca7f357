"""What the decorators of a declaration say, and names as the text writes them.

Place: frontends/python/syntax/. `declare` and `lower` ask; nothing here knows what a name means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import assigned_names, nodes_below
from heapwright.text.span import Span

_CALCULATING = frozenset(
    ("abs", "min", "max", "sum", "range", "len", "int", "bool", "str", "divmod", "pow")
)


def is_abstract(node: tree.FunctionDef) -> bool:
    """Say whether a method is only there to be replaced."""
    return has_decorator(node, "abstractmethod")


def last_name(expr: tree.Expr) -> str:
    """Give the last part of a dotted name."""
    match expr:
        case tree.Name(text):
            return text
        case tree.Attribute(name=name):
            return name
        case _:
            return ""


def dotted_name(expr: tree.Expr) -> str | None:
    """Give the text of a dotted name, None for anything else."""
    parts: list[str] = []
    while isinstance(expr, tree.Attribute):
        parts.append(expr.name)
        expr = expr.value
    if not isinstance(expr, tree.Name):
        return None
    return ".".join((expr.text, *reversed(parts)))


def dotted(name: str, span: Span) -> tree.Expr:
    """Write a name with dots."""
    first, *rest = name.split(".")
    expr: tree.Expr = tree.Name(first, span)
    for part in rest:
        expr = tree.Attribute(expr, part, span, span)
    return expr


def whole_names(imports: Iterable[tree.Import], expr: tree.Expr) -> Iterator[str]:
    """Give a dotted name behind the modules that imports have it from: `typing.NamedTuple`."""
    name = dotted_name(expr)
    for statement in imports if name is not None else ():
        module = f"{statement.module}." if statement.is_from else ""
        for imported in statement.names:
            if f"{name}.".startswith(f"{imported.alias}."):
                yield f"{module}{imported.name}{(name or '')[len(imported.alias) :]}"


def decorator_name(decorator: tree.Expr) -> str:
    """Give the name of a decorator, with or without arguments."""
    return last_name(decorator.function if isinstance(decorator, tree.Call) else decorator)


def has_decorator(node: tree.FunctionDef, name: str) -> bool:
    """Say whether a decorator of this name stands at a function."""
    return any(decorator_name(decorator) == name for decorator in node.decorators)


def is_off(node: tree.ClassDef, option: str) -> bool:
    """Say whether `@dataclass(option=False)` stands at a class."""
    return _is_given(node, option, False)


def is_on(node: tree.ClassDef, option: str) -> bool:
    """Say whether `@dataclass(option=True)` stands at a class."""
    return _is_given(node, option, True)


def _is_given(node: tree.ClassDef, option: str, wanted: bool) -> bool:
    return any(
        argument.name == option
        and isinstance(argument.value, tree.BoolLiteral)
        and argument.value.value is wanted
        for decorator in node.decorators
        if isinstance(decorator, tree.Call)
        for argument in decorator.arguments
    )


def structures(node: tree.ClassDef) -> tuple[tree.StringLiteral, ...]:
    """Give the HEX formulas that `@structure("…")` puts on a class."""
    return tuple(
        argument.value
        for decorator in node.decorators
        if isinstance(decorator, tree.Call) and decorator_name(decorator) == "structure"
        for argument in decorator.arguments
        if isinstance(argument.value, tree.StringLiteral)
    )


def keeps_nothing(node: tree.FunctionDef) -> bool:
    """Say whether a function computes with its arguments alone, and makes nothing that changes.

    Whether its results are kept or computed again then makes no difference.
    """
    own = {parameter.name.text for parameter in node.parameters} | {node.name.text}
    own |= set(assigned_names(node.body))
    return all(_is_calculation(one, own) for one in nodes_below(node.body))


def _is_calculation(node: tree.Expr | tree.Statement, own: set[str]) -> bool:
    match node:
        case tree.Name(text):
            return text in own or text in _CALCULATING
        case tree.Call(tree.Name(text)):
            return text in own or text in _CALCULATING
        case (
            tree.IntLiteral()
            | tree.BoolLiteral()
            | tree.NoneLiteral()
            | tree.FloatLiteral()
            | tree.StringLiteral()
            | tree.TupleExpr()
            | tree.BinaryOperation()
            | tree.UnaryOperation()
            | tree.BooleanOperation()
            | tree.Comparison()
            | tree.Conditional()
        ):
            return True
        case tree.Assignment(targets):
            return all(isinstance(target, tree.Name) for target in targets)
        case tree.AugmentedAssignment(target=target):
            return isinstance(target, tree.Name)
        case tree.If() | tree.While() | tree.For() | tree.Return() | tree.Pass() | tree.Raise():
            return True
        case tree.Break() | tree.Continue():
            return True
        case _:
            return False

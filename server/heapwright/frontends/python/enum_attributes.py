"""What `__init__` gives the members of an enumeration, as attributes that are computed.

Place: frontends/python/. `declare` asks for every class below `Enum`. Members have no heap of
their own, so what `__init__` stores is computed again whenever it is asked for. That is the
same as long as it is made of the member's own value and nobody assigns it anew:

    EARTH = (6, 3)                           def radius(self):      (a property)
    def __init__(self, mass, radius):            if self is EARTH:
        self.radius = radius * 1000                  mass = 6
                                                     radius = 3
                                                     return radius * 1000
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.frontends.python import tree
from heapwright.frontends.python.class_table import INITIALISER
from heapwright.frontends.python.walk import walk
from heapwright.records import dataclass, replace

_OWN = frozenset(("name", "value"))


@dataclass(frozen=True, slots=True)
class Initialised:
    """What members get: the names of the parameters, and what each attribute is made of."""

    own: tree.Name
    parameters: tuple[tree.Name, ...]
    attributes: Mapping[str, tree.Expr]

    def given(self, value: tree.Expr) -> tuple[tree.Expr, ...] | None:
        """Give what `__init__` takes for a member; None where that does not fit."""
        items = value.items if isinstance(value, tree.TupleExpr) else (value,)
        return items if len(items) == len(self.parameters) else None


def without_initialiser(node: tree.ClassDef) -> tuple[tree.ClassDef, Initialised | None]:
    """Take a plain `__init__` out of an enumeration; one that is not plain stays."""
    for member in node.body:
        if isinstance(member, tree.FunctionDef) and member.name.text == INITIALISER:
            found = _read(node, member)
            if found is None:
                return node, None
            body = tuple(one for one in node.body if one is not member)
            return replace(node, body=body), found
    return node, None


def _read(node: tree.ClassDef, function: tree.FunctionDef) -> Initialised | None:
    is_plain = not (function.decorators or function.is_async or function.is_generator)
    parameters = function.parameters
    if not is_plain or function.is_broken or not parameters:
        return None
    if any(p.default is not None or p.kind not in ("plain", "positional") for p in parameters):
        return None
    own, *given = (p.name for p in parameters)
    known = {name.text for name in given}
    attributes: dict[str, tree.Expr] = {}
    for statement in function.body:
        match statement:
            case tree.Pass() | tree.ExprStatement(tree.StringLiteral(parts=())):
                continue
            case tree.Assignment([tree.Attribute(tree.Name(text), name)], _, value) if (
                text == own.text and value is not None and name not in attributes
            ):
                is_own = name in _OWN or name.startswith("__") or name.endswith("_")
                if is_own or not _is_pure(value, own.text, known, attributes):
                    return None
                attributes[name] = value
            case _:
                return None
    taken = _declared(node)
    if not attributes.keys().isdisjoint(taken) or _assigns(node, function, attributes):
        return None
    return Initialised(own, tuple(given), attributes)


def _is_pure(
    expr: tree.Expr, own: str, known: set[str], attributes: Mapping[str, tree.Expr]
) -> bool:
    """Say whether a value is made of parameters, earlier attributes and constants alone."""

    def are(*parts: tree.Expr) -> bool:
        return all(_is_pure(part, own, known, attributes) for part in parts)

    match expr:
        case tree.IntLiteral() | tree.FloatLiteral() | tree.BoolLiteral() | tree.NoneLiteral():
            return True
        case tree.StringLiteral(parts=parts):
            return not parts
        case tree.Name(text):
            return text in known
        case tree.Attribute(tree.Name(text), name):
            return text == own and name in attributes
        case tree.TupleExpr(items):
            return are(*items)
        case tree.UnaryOperation(operand=operand):
            return are(operand)
        case tree.BinaryOperation(_, lhs, rhs):
            return are(lhs, rhs)
        case tree.Comparison(operands):
            return are(*operands)
        case tree.Conditional(condition, then_value, else_value):
            return are(condition, then_value, else_value)
        case _:
            return False


def _declared(node: tree.ClassDef) -> set[str]:
    """Name what the body of a class declares."""
    found: set[str] = set()
    for member in node.body:
        match member:
            case tree.FunctionDef(name=tree.Name(text)):
                found.add(text)
            case tree.Assignment(targets):
                found.update(target.text for target in targets if isinstance(target, tree.Name))
    return found


def _assigns(
    node: tree.ClassDef, initialiser: tree.FunctionDef, attributes: Mapping[str, tree.Expr]
) -> bool:
    """Say whether another method gives such an attribute a value."""
    for member in node.body:
        if not isinstance(member, tree.FunctionDef) or member is initialiser:
            continue
        for inner in walk(member.body):
            match inner:
                case tree.Assignment(targets):
                    changed = targets
                case tree.AugmentedAssignment(target=target):
                    changed = (target,)
                case tree.Delete(targets):
                    changed = targets
                case _:
                    continue
            if any(isinstance(one, tree.Attribute) and one.name in attributes for one in changed):
                return True
    return False

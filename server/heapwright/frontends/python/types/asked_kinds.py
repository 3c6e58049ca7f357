"""Values of which nothing is known but that code asks what kind they are of.

Place: frontends/python/types/. `infer` asks once nothing more can be learned. Such values would
count as ints, for which the answer is always the same:

    def __init__(self, hook):            def is_set(self):
        self.hook = hook                     return callable(self.hook)

Calls then give strings and `None`, too, and nothing is proved for kinds that are not tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import walk
from heapwright.frontends.python.table.class_table import (
    ClassName,
    FunctionInfo,
    FunctionName,
    Kind,
)
from heapwright.frontends.python.types.cells import Cell
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.named_kinds import is_entry, wholly_named
from heapwright.ir.core.kinds import Kinds, Mark, ValueKind
from heapwright.ir.core.types import NULL, RefType

_ASKING = frozenset(("isinstance", "callable", "type", "hasattr"))
_QUESTIONS = (Kind.SPEC, Kind.INVARIANT)

CellOf = Callable[[FunctionInfo, tree.Expr], Cell]


def learn_asked_kinds(
    types: Types,
    cell_of: CellOf,
    functions: list[FunctionInfo],
    asking: list[FunctionInfo],
) -> None:
    """Note which open values are asked for their kind by some of the functions."""
    asks_entries = asks_texts = False
    roots = undeclared_roots(types, functions)
    for function in asking:
        given = {parameter.name.text for parameter in function.parameters}
        named = wholly_named(types, function)
        for node in walk(function.node.body):
            types.asks_entries = types.asks_entries or _has_text_key(node)
            asks_texts = asks_texts or _is_compared_with_texts(node)
            for subject, kind in _asked(types, function, node):
                if id(node) in named and _is_given(function, cell_of, subject, kind, roots):
                    continue
                match subject:
                    case tree.Attribute():
                        pass
                    case tree.Name(name) if name in given:
                        pass
                    case _:
                        types.asks_entries = True
                if not isinstance(subject, tree.Name | tree.Attribute):
                    asks_entries = asks_entries or kind is Mark.ASKED
                    continue
                if _is_seen_elsewhere(function, node, subject):
                    continue
                cell = cell_of(function, subject)
                root = cell.root()
                is_mixed = bool(root.own.others) and not (root.own.classes or root.is_declared)
                is_kind = cell.is_open or (is_mixed and _is_question(node))
                is_new = is_kind if kind is Mark.ASKED else cell.is_open and not root.any_none
                if kind is Mark.ASKED and function.kind in _QUESTIONS:
                    if not root.is_declared and (
                        is_new or types.asked_by(cell, kind) or _is_asked_only(types, cell, node)
                    ):
                        types.asked.setdefault((cell, kind), {})[function.qualified_name] = None
                        types.growth.learn(cell, Kinds((kind,)))
                elif is_new:
                    types.growth.learn(cell, Kinds((kind,)))
    if asks_entries:
        for cell in put_into_containers(types, functions):
            root = cell.root()
            # That some code has ints there does not mean that others have, too.
            is_inferred = asks_texts and not (root.own.classes or root.own.others)
            if cell.is_open or is_inferred:
                types.growth.learn(cell, Kinds((Mark.ASKED,)))


def _is_given(
    function: FunctionInfo, cell_of: CellOf, subject: tree.Expr, kind: ValueKind, roots: set[Cell]
) -> bool:
    """Say whether clients give what code names as the kind of something; see `given_kinds`."""
    if kind == NULL:
        return is_entry(function, subject)
    if not isinstance(subject, tree.Name | tree.Attribute):
        return True
    root = cell_of(function, subject).root()
    return root in roots or (isinstance(subject, tree.Name) and bool(root.own.others))


def _asked(
    types: Types, function: FunctionInfo, node: object
) -> Iterator[tuple[tree.Expr, ValueKind]]:
    """Give what an expression asks for its kind."""
    match node:
        case tree.Call(tree.Name(name), [tree.Argument(None, subject), *_]) if name in _ASKING:
            yield subject, Mark.ASKED
        case tree.Attribute(subject, "__class__"):
            yield subject, Mark.ASKED
        case tree.Comparison(operands, operators):
            for place, sign in enumerate(operators):
                lhs, rhs = operands[place], operands[place + 1]
                for one, other in ((lhs, rhs), (rhs, lhs)):
                    if isinstance(other, tree.NoneLiteral):
                        yield one, NULL
                    elif (
                        sign in ("is", "is not") and _is_named(types, function, other)
                    ) or _is_other(other):
                        yield one, Mark.ASKED
        case _:
            pass


def _is_compared_with_texts(node: object) -> bool:
    """Say whether the entries of a container are compared with strings: `x.all() == ["a", "b"]`."""
    match node:
        case tree.Comparison(operands):
            displays = [o for o in operands if isinstance(o, tree.Display | tree.TupleExpr)]
            return any(isinstance(one, tree.StringLiteral) for d in displays for one in d.items)
        case _:
            return False


def _has_text_key(node: object) -> bool:
    """Say whether code looks something up by a string that it names."""
    match node:
        case tree.Subscript(_, tree.StringLiteral()):
            return True
        case tree.Call(tree.Attribute(_, name), [tree.Argument(None, tree.StringLiteral()), *_]):
            return name in ("get", "pop", "setdefault")
        case tree.Comparison(operands, operators):
            pairs = zip(operands, operators, strict=False)
            return any(isinstance(o, tree.StringLiteral) and s.endswith("in") for o, s in pairs)
        case _:
            return False


def _is_seen_elsewhere(function: FunctionInfo, node: object, subject: tree.Expr) -> bool:
    """Say whether this asks for the class of a parameter; see `object_uses`."""
    match node, subject:
        case ((tree.Call(tree.Name("isinstance" | "type")) | tree.Attribute()), tree.Name(text)):
            return any(parameter.name.text == text for parameter in function.parameters)
        case _:
            return False


def _is_question(node: object) -> bool:
    """Say whether code asks for a kind and not only for a value."""
    match node:
        case tree.Comparison(operators=operators):
            return any(operator in ("is", "is not") for operator in operators)
        case _:
            return True


def _is_asked_only(types: Types, cell: Cell, node: object) -> bool:
    """Say whether a kind is asked for, and objects come there for the sake of questions only."""
    classes = cell.root().own.classes
    return (
        bool(classes)
        and _is_question(node)
        and all(types.asked_by(cell, RefType(name)) for name in classes)
    )


def _is_named(types: Types, function: FunctionInfo, expr: tree.Expr) -> bool:
    """Say whether a name is that of a function or a class."""
    match expr:
        case tree.Name(text):
            meaning = types.table.meaning(function.path, text)
            return isinstance(meaning, FunctionName | ClassName)
        case _:
            return False


def _is_other(expr: tree.Expr) -> bool:
    """Say whether a value is surely no number."""
    return isinstance(
        expr, tree.StringLiteral | tree.TupleExpr | tree.Display | tree.DictDisplay | tree.Lambda
    )


def undeclared_roots(types: Types, functions: Iterable[FunctionInfo]) -> set[Cell]:
    """Give what is known together of parameters for which clients may give anything."""
    cells = [
        types.variables[function.qualified_name, parameter.name.text].root()
        for function in functions
        if function.kind not in _QUESTIONS
        for parameter in function.parameters
        if parameter.kind not in ("*", "**")
    ]
    return {cell for cell in cells if not cell.is_declared}


def put_into_containers(types: Types, functions: list[FunctionInfo]) -> Iterator[Cell]:
    """Give the parameters without a type that functions put into containers."""
    for function in functions:
        for name in _put_into_containers(function):
            cell = types.variables[function.qualified_name, name]
            if not cell.root().is_declared:
                yield cell


def _put_into_containers(function: FunctionInfo) -> Iterator[str]:
    names = {parameter.name.text for parameter in function.parameters}
    for node in walk(function.node.body):
        parts: list[tree.Expr] = []
        match node:
            case tree.Call(tree.Attribute(), arguments):
                parts = [argument.value for argument in arguments]
            case tree.Assignment(targets, _, value) if any(
                isinstance(target, tree.Subscript) for target in targets
            ):
                parts = [t.index for t in targets if isinstance(t, tree.Subscript)]
                parts += [] if value is None else [value]
            case tree.Display(items=items) | tree.TupleExpr(items):
                parts = list(items)
            case tree.DictDisplay(keys, values):
                parts = [*(key for key in keys if key is not None), *values]
            case _:
                pass
        for part in parts:
            inner = part.items if isinstance(part, tree.TupleExpr) else (part,)
            for one in inner:
                if isinstance(one, tree.Name) and one.text in names:
                    yield one.text

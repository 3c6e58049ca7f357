"""Named tuples: read as frozen dataclasses that are tuples too.

Place: frontends/python/desugar/. Two of `passes`: every class below `NamedTuple`, every class
below a call of `namedtuple` and every name that a module gives such a call is a class like any
other: fields, an `__init__`, and what makes a tuple of it, written as text and read again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import last_name, whole_names
from heapwright.frontends.python.syntax.parse import parse
from heapwright.frontends.python.syntax.rewrite import at_one_place
from heapwright.records import replace

MADE = "(named tuple)"  # a decorator that no text can contain
_MAKERS = {"namedtuple": "collections", "NamedTuple": "typing"}
_COMPARED = {"eq": "==", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


def named_tuple_class(
    imports: Sequence[tree.Import], statement: tree.Statement
) -> Sequence[tree.ClassDef]:
    """Give the class that `Point = namedtuple("Point", "x y")` makes; none for other values."""
    match statement:
        case tree.Assignment([tree.Name() as name], _, tree.Call() as call):
            fields = _fields_of_call(imports, call)
            if fields is None or not _is_called(call, name.text):
                return ()
            span = statement.span
            empty = tree.ClassDef(name, (), (), (), (), (), span)
            return (_with_fields(empty, fields),)
        case _:
            return ()


def as_tuple_class(imports: Sequence[tree.Import], node: tree.ClassDef) -> tree.ClassDef:
    """Give a class below a named tuple as one that says all by itself."""
    match node.bases:
        case [tree.Call() as call]:
            fields = _fields_of_call(imports, call)
            return node if fields is None else _with_fields(replace(node, bases=()), fields)
        case [base] if _is_maker(imports, base, "NamedTuple"):
            names = [
                member.targets[0]
                for member in node.body
                if isinstance(member, tree.Assignment) and member.annotation is not None
            ]
            texts = [name.text for name in names if isinstance(name, tree.Name)]
            return _completed(replace(node, bases=()), texts)
        case _:
            return node


def is_named_tuple(node: tree.ClassDef) -> bool:
    """Say whether a class was made here."""
    return any(last_name(decorator) == MADE for decorator in node.decorators)


def _is_called(call: tree.Call, name: str) -> bool:
    """Say whether the class that a call makes shows itself by this name."""
    match call.arguments:
        case [tree.Argument(None, tree.StringLiteral(text, ())), *_]:
            return text == name
        case _:
            return False


def _fields_of_call(
    imports: Sequence[tree.Import], call: tree.Call
) -> list[tuple[str, tree.Expr | None, tree.Expr | None]] | None:
    """Give names, annotations and defaults of the fields that a call declares."""
    maker = last_name(call.function)
    if not _is_maker(imports, call.function, maker):
        return None
    given = [argument.value for argument in call.arguments if argument.name is None]
    options: Mapping[str, tree.Expr] = {a.name: a.value for a in call.arguments if a.name}
    if len(given) != 2 or not options.keys() <= {"defaults"}:
        return None
    names: list[tuple[str, tree.Expr | None]] = []
    match given[1]:
        case tree.StringLiteral(text, ()):
            names = [(name, None) for name in text.replace(",", " ").split()]
        case tree.Display(items=items) | tree.TupleExpr(items):
            for item in items:
                match item:
                    case tree.StringLiteral(text, ()):
                        names.append((text, None))
                    case tree.TupleExpr([tree.StringLiteral(text, ()), annotation]):
                        names.append((text, annotation))
                    case _:
                        return None
        case _:
            return None
    if not all(name.isidentifier() and not name.startswith("_") for name, _ in names):
        return None
    defaults: list[tree.Expr] = []
    match options.get("defaults"):
        case None:
            pass
        case tree.Display(items=items) | tree.TupleExpr(items) if len(items) <= len(names):
            defaults = list(items)
        case _:
            return None
    missing: list[tree.Expr | None] = [None] * (len(names) - len(defaults))
    pairs = zip(names, [*missing, *defaults], strict=True)
    return [(name, annotation, default) for (name, annotation), default in pairs]


def _is_maker(imports: Sequence[tree.Import], expr: tree.Expr, wanted: str) -> bool:
    """Say whether an expression names one of the functions that make named tuples."""
    return f"{_MAKERS.get(wanted)}.{wanted}" in whole_names(imports, expr)


def _with_fields(
    node: tree.ClassDef, fields: Sequence[tuple[str, tree.Expr | None, tree.Expr | None]]
) -> tree.ClassDef:
    span = node.name.span
    anything = tree.Name("object", span)
    members = tuple(
        tree.Assignment((tree.Name(name, span),), annotation or anything, default, span)
        for name, annotation, default in fields
    )
    whole = replace(node, body=(*members, *node.body))
    return _completed(whole, [name for name, _, _ in fields])


def _completed(node: tree.ClassDef, fields: Sequence[str]) -> tree.ClassDef:
    """Add what makes a tuple of a class with these fields."""
    span = node.name.span
    declared = {m.name.text for m in node.body if isinstance(m, tree.FunctionDef)}
    # A field called `count` or `index` stands where the method of tuples stood.
    declared |= set(fields)
    generated = tuple(
        replace(member, marks=(tree.Mark("private", span),))
        if isinstance(member, tree.FunctionDef)
        else member
        for member in at_one_place(parse(_text(fields)).tree.body, span)
        if not (isinstance(member, tree.FunctionDef) and member.name.text in declared)
    )
    options = tuple(
        tree.Argument(name, tree.BoolLiteral(name == "frozen", span)) for name in ("frozen", "eq")
    )
    decorator = tree.Call(tree.Name("dataclass", span), options, span)
    return replace(
        node,
        body=(*node.body, *generated),
        decorators=(*node.decorators, decorator, tree.Name(MADE, span)),
    )


def _text(fields: Sequence[str]) -> str:
    """Write the methods of a tuple; a class of its own, so only their bodies matter."""
    items = "".join(f"self.{name}, " for name in fields)
    whole = f"({items})"
    changed = ", ".join(f'changes.pop("{name}", self.{name})' for name in fields)
    entries = ", ".join(f'"{name}": self.{name}' for name in fields)
    names = "".join(f'"{name}", ' for name in fields)
    methods = [f"_fields = ({names})"]
    for name, sign in _COMPARED.items():
        methods.append(
            f"def __{name}__(self, other):\n"
            f"    if not isinstance(other, tuple):\n"
            f"        return NotImplemented\n"
            f"    return {whole} {sign} tuple(other)"
        )
    for name, result in (
        ("__len__(self)", str(len(fields))),
        ("__iter__(self)", f"iter({whole})"),
        ("__getitem__(self, index)", f"{whole}[index]"),
        ("__contains__(self, item)", f"item in {whole}"),
        ("__hash__(self)", f"hash({whole})"),
        ("__mul__(self, times)", f"{whole} * times"),
        ("__rmul__(self, times)", f"{whole} * times"),
        ("index(self, item)", f"{whole}.index(item)"),
        ("count(self, item)", f"{whole}.count(item)"),
        ("_asdict(self)", f"{{{entries}}}"),
    ):
        methods.append(f"def {name}:\n    return {result}")
    for name, result in (
        ("__add__", f"{whole} + tuple(other)"),
        ("__radd__", f"tuple(other) + {whole}"),
    ):
        methods.append(
            f"def {name}(self, other):\n"
            f"    if not isinstance(other, tuple):\n"
            f"        return NotImplemented\n"
            f"    return {result}"
        )
    methods.append(
        f"def _replace(self, /, **changes):\n"
        f"    made = type(self)({changed})\n"
        f"    if changes:\n"
        f"        raise ValueError\n"
        f"    return made"
    )
    methods.append("@classmethod\ndef _make(cls, iterable):\n    return cls(*iterable)")
    return "\n\n".join(methods) + "\n"

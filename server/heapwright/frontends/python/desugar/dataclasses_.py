"""The fields of a dataclass, and the `__init__` that it has without writing it.

Place: frontends/python/desugar/. `inheritance` adds the initialiser to the class, as a tree like
any other, so nobody after it knows about dataclasses.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from heapwright.frontends.python.desugar.named_tuples import is_named_tuple
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name, is_off, is_on
from heapwright.frontends.python.syntax.parse import functions_at, parse
from heapwright.frontends.python.table.class_table import INITIALISER, Obstacle
from heapwright.records import dataclass, replace
from heapwright.text.span import Span

# Options of `field(…)` that change nothing here.
_IDLE_OPTIONS = frozenset(("metadata", "doc"))
ABSENT, MISSING = "(absent)", "(missing)"  # names that no text can contain, see `dynamic_names`

REPLACING = "_dataclass_replace_"
LISTING = "_dataclass_items_"


@dataclass(frozen=True, slots=True)
class DataField:
    """A field as the class body declares it."""

    name: str
    annotation: tree.Expr
    default: tree.Expr | None
    is_parameter: bool  # of `__init__`
    is_keyword: bool
    is_stored: bool  # False for an `InitVar`, which only `__post_init__` gets
    span: Span
    name_span: Span
    factory: tree.Expr | None = None  # what makes the default, if it is made anew each time
    is_compared: bool = True
    is_shown: bool = True


def is_dataclass(node: tree.ClassDef) -> bool:
    """Say whether the class has the decorator."""
    return any(decorator_name(decorator) == "dataclass" for decorator in node.decorators)


def is_field(member: tree.Statement) -> bool:
    """Say whether a member of a dataclass declares a field."""
    match member:
        case tree.Assignment([tree.Name()], annotation, _) if annotation is not None:
            return _outermost(annotation) not in ("ClassVar", "KW_ONLY")
        case _:
            return False


def own_fields(node: tree.ClassDef) -> tuple[DataField, ...] | Obstacle:
    """Give the fields that the body of a dataclass declares."""
    found: list[DataField] = []
    is_keyword = is_on(node, "kw_only")
    for member in node.body:
        match member:
            case tree.Assignment([tree.Name()], tree.Name("KW_ONLY")):
                is_keyword = True
            case tree.Assignment([tree.Name(text, name_span)], annotation, value) if is_field(
                member
            ):
                assert annotation is not None
                is_stored = _outermost(annotation) != "InitVar"
                if not is_stored:
                    annotation = _inner(annotation)
                field = DataField(
                    text, annotation, value, True, is_keyword, is_stored, member.span, name_span
                )
                made = _with_options(field)
                if isinstance(made, Obstacle):
                    return made
                found.append(made)
            case _:
                pass
    return tuple(found)


def class_defaults(node: tree.ClassDef) -> dict[str, tree.Expr]:
    """Give the defaults of a dataclass's fields that are values of the class, too."""
    fields = own_fields(node) if is_dataclass(node) and not is_on(node, "slots") else ()
    if isinstance(fields, Obstacle):
        return {}
    return {field.name: field.default for field in fields if field.default is not None}


def unset_defaults(node: tree.ClassDef) -> dict[str, tree.Expr]:
    """Give the defaults that `__init__` leaves to the class: `field(default=1, init=False)`."""
    defaults = class_defaults(node)
    fields = own_fields(node) if defaults else ()
    if isinstance(fields, Obstacle):
        return {}
    return {f.name: defaults[f.name] for f in fields if not f.is_parameter and f.name in defaults}


def slots_written(node: tree.ClassDef) -> tree.Expr | None:
    """Write the `__slots__` that a dataclass has by its decorator."""
    fields = own_fields(node) if is_dataclass(node) and is_on(node, "slots") else None
    if fields is None or isinstance(fields, Obstacle):
        return None
    span = node.name.span
    names = [f for f in fields if f.is_stored]
    texts = [tree.StringLiteral(f.name, (), span, (f.name,)) for f in names]
    return tree.TupleExpr(tuple(texts), span)


def initialiser(
    node: tree.ClassDef, fields: Sequence[DataField], *, has_post_init: bool
) -> tree.FunctionDef | Obstacle:
    """Write `__init__`: a parameter per field, an assignment per field, `__post_init__`."""
    span = node.name.span
    if is_off(node, "init"):
        return Obstacle("dataclasses without their `__init__` are not supported", span)
    own = tree.Name("self", span)
    plain: list[tree.Parameter] = []
    keyword: list[tree.Parameter] = []
    body: list[tree.Statement] = []
    passed_on: list[tree.Argument] = []
    # A class with slots cannot have values under the same names.
    kept_in_slots = {f.name for f in fields if f.default is not None and is_on(node, "slots")}
    for field in fields:
        name = tree.Name(field.name, field.name_span)
        if field.is_parameter:
            kind = "keyword" if field.is_keyword else "plain"
            absent = None if field.factory is None else tree.Name(ABSENT, field.span)
            default = field.default or absent
            parameter = tree.Parameter(name, field.annotation, default, kind, field.span)
            (keyword if field.is_keyword else plain).append(parameter)
        if not field.is_stored:
            passed_on.append(tree.Argument(None, name))
        elif field.is_parameter or field.factory is not None or (field.name in kept_in_slots):
            target = tree.Attribute(own, field.name, field.name_span, field.name_span)
            value = _given(field, name)
            body.append(tree.Assignment((target,), None, value, field.span))
    required = [parameter.default is None for parameter in plain]
    if required != sorted(required, reverse=True):
        return Obstacle("a field without a default follows one with a default", span)
    if has_post_init:
        call = tree.Call(tree.Attribute(own, "__post_init__", span, span), tuple(passed_on), span)
        body.append(tree.ExprStatement(call, span))
    return tree.FunctionDef(
        tree.Name(INITIALISER, span),
        (tree.Parameter(own, None, None, "plain", span), *plain, *keyword),
        None,
        tuple(body),
        (),
        (),
        is_async=False,
        is_generator=False,
        is_broken=False,
        span=span,
    )


def _given(field: DataField, name: tree.Name) -> tree.Expr:
    """Give what a field starts with."""
    given: tree.Expr = name if field.is_parameter else field.default or name
    if field.factory is None:
        return given
    made = tree.Call(field.factory, (), field.span)
    if not field.is_parameter:
        return made
    asked = tree.Call(tree.Name(MISSING, field.span), (tree.Argument(None, name),), field.span)
    return tree.Conditional(asked, made, given, field.span)


def comparisons(
    node: tree.ClassDef, fields: Sequence[DataField], declared: Collection[str]
) -> tuple[tree.FunctionDef, ...]:
    """Write the methods by which a dataclass is compared, shown and hashed."""
    names = [field.name for field in fields if field.is_stored and field.is_compared]
    shown = [field.name for field in fields if field.is_stored and field.is_shown]
    mine, others = (
        f"({' '.join(f'{owner}.{name},' for name in names)})" for owner in ("self", "other")
    )
    texts: dict[str, str] = {}
    signs = {"__eq__": "=="} if not is_off(node, "eq") else {}
    if is_on(node, "order"):
        signs |= {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
    for method, sign in signs.items():
        texts[method] = (
            f"def {method}(self, other):\n"
            "    if type(other) is not type(self):\n"
            "        return NotImplemented\n"
            f"    return {mine} {sign} {others}\n"
        )
    if is_on(node, "unsafe_hash") or (is_on(node, "frozen") and not is_off(node, "eq")):
        texts["__hash__"] = f"def __hash__(self):\n    return hash({mine})\n"
    elif node.bases and "__eq__" in signs:
        texts["__hash__"] = "def __hash__(self):\n    raise TypeError\n"
    if not is_off(node, "repr"):
        inside = ", ".join(f"{name}={{self.{name}!r}}" for name in shown)
        own = f"{{type(self).{'__name__' if is_named_tuple(node) else '__qualname__'}}}"
        texts["__repr__"] = f'def __repr__(self):\n    return f"{own}({inside})"\n'
    wanted = "".join(text for method, text in texts.items() if method not in declared)
    span = node.name.span
    return tuple(
        replace(statement, name=tree.Name(statement.name.text, span), span=span)
        for statement in parse(wanted).tree.body
        if isinstance(statement, tree.FunctionDef)
    )


def replacing(node: tree.ClassDef, fields: Sequence[DataField]) -> tree.FunctionDef:
    """Write what `dataclasses.replace` runs: the class is called with all that is not given.

    Which error it is to give a field that `__init__` does not take, or not to give an `InitVar`,
    differs between versions of Python.
    """
    lines = [f"def {REPLACING}(self, /, **changes):"]
    for field in fields:
        name = field.name
        if not field.is_parameter:
            asked = f'    if "{name}" in changes:'
            lines += [asked, f'        stopped("`{name}` is replaced, which is no parameter")']
        elif not field.is_stored:
            asked = f'    if "{name}" not in changes:'
            lines += [asked, f'        stopped("`{name}` is not given to `replace`")']
        else:
            asked = f'    if "{name}" not in changes:'
            lines += [asked, f'        changes["{name}"] = self.{name}']
    lines.append("    return type(self)(**changes)")
    span = node.name.span
    (made,) = functions_at("\n".join(lines) + "\n", span, {"stopped": "(stop)"})
    return made


def listing(node: tree.ClassDef, fields: Sequence[DataField]) -> tree.FunctionDef:
    """Write what `dataclasses.asdict` and `astuple` run: names and values of the fields."""
    pairs = "".join(f'("{f.name}", self.{f.name}), ' for f in fields if f.is_stored)
    text = f"def {LISTING}(self, /):\n    return [{pairs}]\n"
    (made,) = functions_at(text, node.name.span)
    return made


def _with_options(field: DataField) -> DataField | Obstacle:
    """Read `field(…)` where the default is one."""
    match field.default:
        case tree.Call(tree.Name("field") | tree.Attribute(name="field"), arguments, span):
            pass
        case _:
            return field
    default: tree.Expr | None = None
    factory: tree.Expr | None = None
    is_parameter, is_keyword = True, field.is_keyword
    is_compared = is_shown = True
    for argument in arguments:
        match argument.name, argument.value:
            case "default", value:
                default = value
            case "init", tree.BoolLiteral(is_on_):
                is_parameter = is_on_
            case "kw_only", tree.BoolLiteral(is_on_):
                is_keyword = is_on_
            case "default_factory", value:
                factory = value
            case "compare", tree.BoolLiteral(is_on_):
                is_compared = is_on_
            case "repr", tree.BoolLiteral(is_on_):
                is_shown = is_on_
            case "hash", tree.BoolLiteral(True):
                pass
            case name, _ if name not in _IDLE_OPTIONS:
                return Obstacle(f"the option `{name}` of a field is not supported", span)
            case _:
                pass
    return DataField(
        field.name,
        field.annotation,
        default,
        is_parameter,
        is_keyword,
        field.is_stored,
        field.span,
        field.name_span,
        factory,
        is_compared,
        is_shown,
    )


def _outermost(annotation: tree.Expr) -> str:
    inner = annotation.value if isinstance(annotation, tree.Subscript) else annotation
    match inner:
        case tree.Name(text) | tree.Attribute(name=text):
            return text
        case _:
            return ""


def _inner(annotation: tree.Expr) -> tree.Expr:
    return annotation.index if isinstance(annotation, tree.Subscript) else annotation

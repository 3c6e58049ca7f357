"""The fields of a dataclass, and the `__init__` that it has without writing it.

Place: frontends/python/. `inheritance` adds the initialiser to the class, as a tree like any
other, so nobody after it knows about dataclasses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heapwright.frontends.python import tree
from heapwright.frontends.python.class_table import INITIALISER, Obstacle
from heapwright.frontends.python.decorators import decorator_name, is_off, is_on
from heapwright.text.span import Span

# Options of `field(…)` that change nothing here.
_IDLE_OPTIONS = frozenset(("repr", "compare", "hash", "metadata", "doc"))


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
    for field in fields:
        name = tree.Name(field.name, field.name_span)
        if field.is_parameter:
            kind = "keyword" if field.is_keyword else "plain"
            parameter = tree.Parameter(name, field.annotation, field.default, kind, field.span)
            (keyword if field.is_keyword else plain).append(parameter)
        if not field.is_stored:
            passed_on.append(tree.Argument(None, name))
        elif field.is_parameter or field.default is not None:
            target = tree.Attribute(own, field.name, field.name_span, field.name_span)
            value = name if field.is_parameter else field.default
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


def _with_options(field: DataField) -> DataField | Obstacle:
    """Read `field(…)` where the default is one."""
    match field.default:
        case tree.Call(tree.Name("field") | tree.Attribute(name="field"), arguments, span):
            pass
        case _:
            return field
    default: tree.Expr | None = None
    is_parameter, is_keyword = True, field.is_keyword
    for argument in arguments:
        match argument.name, argument.value:
            case "default", value:
                default = value
            case "init", tree.BoolLiteral(is_on_):
                is_parameter = is_on_
            case "kw_only", tree.BoolLiteral(is_on_):
                is_keyword = is_on_
            case "default_factory", _:
                return Obstacle("a `default_factory` is not supported", span)
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

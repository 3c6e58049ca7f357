"""What a client may give in the place of a parameter whose values may be of any kind.

Place: frontends/python/types/. `program.functions` asks for every parameter that has no static
type. An annotation decides; without one, what was inferred from defaults and uses. What of it
there is for some questions only, and what lies beyond it, is said here, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

from heapwright.frontends.python.desugar.below_containers import NOT_TRIED
from heapwright.frontends.python.import_time.escape import has_shared_default
from heapwright.frontends.python.modules.library_classes import GIVING_ONE_VALUE
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import walk
from heapwright.frontends.python.table.class_table import FunctionInfo
from heapwright.frontends.python.table.container_fields import holders
from heapwright.frontends.python.types import object_uses
from heapwright.frontends.python.types.annotations import Declared, Place, read_annotation
from heapwright.frontends.python.types.by_question import views_for
from heapwright.frontends.python.types.choices import (
    all_choices,
    entry_choices,
    functions_for,
    kind_of_choice,
    one_of,
    other_choice,
    plain_choices,
    some_choices,
)
from heapwright.frontends.python.types.evidence import told_by
from heapwright.frontends.python.types.infer import BY_ATTRIBUTE, BY_PROTOCOL
from heapwright.frontends.python.types.keyword_arguments import keyword_choices, keyword_names
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.protocols import has_objects, is_protocol
from heapwright.frontends.python.types.second_kinds import (
    alike,
    not_made,
    second_kinds,
    with_seconds,
)
from heapwright.frontends.python.types.told import QUESTIONS
from heapwright.ir.core import types as ir_types
from heapwright.ir.core.kinds import (
    FUNCTION,
    NOTHING_KNOWN,
    Kinds,
    Mark,
    UnreadKind,
    ValueKind,
    kinds_of,
)
from heapwright.ir.core.operations import FOREIGN
from heapwright.ir.core.types import Choice

ZONED = "datetime_datetime"
_LEAVING = ("__exit__", "__aexit__")  # which Python gives an exception
_NO_KEYWORDS = ir_types.ContainerType("dict", ())


def choices_for(
    types: Types, info: FunctionInfo, parameter: tree.Parameter
) -> tuple[Choice, ...] | None:
    """Give what fits a parameter; None where a client has nothing to give that we know.

    For whichever question it is; see `asked_choices`.
    """
    every = [_choices_in(view, info, parameter) for _, view in views_for(types, info)]
    if all(one is None for one in every):
        return None
    return tuple(dict.fromkeys(choice for one in every for choice in one or ()))


def _choices_in(
    types: Types, info: FunctionInfo, parameter: tree.Parameter
) -> tuple[Choice, ...] | None:
    """Give what fits a parameter, as far as one question is concerned."""
    if types.is_library:
        return ()
    declared = declared_of(types, info, parameter)
    made = None if declared is None else all_choices(types, declared.kinds)
    if parameter.kind == "*":
        inner = entry_choices(types) if declared is None else made
        if declared is not None and inner is None:
            inner = tuple(_some_choices(types, info, parameter, declared))
        return (ir_types.ContainerType("tuple", (one_of(inner),) if inner else ()),)
    if parameter.kind == "**":
        if parameter.name.text == NOT_TRIED:
            return (_NO_KEYWORDS,)
        inner = (ir_types.INT, ir_types.TEXT) if declared is None else made
        return keyword_choices(types, info, inner or ())
    found = made
    if declared is not None and found is not None:
        seconds = second_kinds(types, info, parameter, declared.kinds)
        left_out = alike(types, info, parameter, declared.kinds)
        found = with_seconds(found, seconds, left_out)
    if (
        found is not None
        and info.kind in QUESTIONS
        and ("type", FOREIGN) in ir_types.named_in(ir_types.AnyType(found))
    ):
        return None  # nothing is known of such a value, so nobody can ask about one
    if declared is not None and found is None:
        if info.kind in QUESTIONS:
            return None  # a question is about all that it says, or it is another question
        found = _or_nothing(_some_choices(types, info, parameter, declared), parameter)
        if found is None:
            return None
    omitted = (ir_types.OmittedType(),) if has_shared_default(info, parameter) else ()
    if found is not None and declared is not None and declared.known.is_open:
        # `Any | None`: anything, and nothing.
        cell = types.variables[info.qualified_name, parameter.name.text]
        found = (*(_inferred(types, info, parameter, cell.kinds()) or ()), ir_types.NULL)
    if found is None:
        cell = types.variables[info.qualified_name, parameter.name.text]
        found = _inferred(types, info, parameter, cell.kinds())
        if info.name in BY_PROTOCOL and found is not None:
            # What stands beside an operator is an object of the class, or a number.
            found = (*found, ir_types.INT, *_beside(types, info, parameter))
        if found is not None:
            found = (*found, *_objects_kept(types, info, parameter))
    if found is not None and isinstance(parameter.default, tree.NoneLiteral):
        found = (*found, ir_types.NULL)
    return None if found is None else tuple(dict.fromkeys((*found, *omitted)))


def _beside(types: Types, info: FunctionInfo, parameter: tree.Parameter) -> Iterator[Choice]:
    """Give what an operator is asked for beside an object of the class."""
    asked = object_uses.kinds_asked(types, info, parameter.name.text)
    kinds = reduce(or_, (one.kinds for one in asked), NOTHING_KNOWN)
    if kinds.is_open or info.name in _LEAVING:
        return
    yield from plain_choices(types, kinds)
    if ir_types.NULL in kinds:
        yield ir_types.NULL
    if ir_types.INT in kinds:
        other = other_choice(kinds | Kinds((Mark.OTHER,)))
        yield from () if other is None else (other,)


def takes_none(types: Types, info: FunctionInfo, parameter: tree.Parameter) -> bool:
    """Say whether `None` may come for an object: not where an annotation says what does come."""
    declared = declared_of(types, info, parameter)
    is_none = isinstance(parameter.default, tree.NoneLiteral)
    return types.is_library or declared is None or is_none or ir_types.NULL in declared.known


def nothing_fits(types: Types, info: FunctionInfo, parameter: tree.Parameter) -> str | None:
    """Say what is missing where an annotation allows objects only, and there can be none."""
    if types.is_library or parameter.kind in ("*", "**") or parameter.default is not None:
        return None
    declared = declared_of(types, info, parameter)
    if declared is None:
        return None
    missing: list[str] = []
    for kind in declared.kinds:
        match kind:
            case ir_types.RefType(name) if not has_objects(types.table, name):
                missing.append(f"`{name}`")
            case UnreadKind(name) if name in types.table.classes and is_protocol(
                types.table.classes[name]
            ):
                missing.append(f"`{name}`")
            case _:
                return None
    return f"nothing in the program fits {' or '.join(missing)}" if missing else None


def beyond_choices(
    types: Types, info: FunctionInfo, parameter: tree.Parameter, choices: tuple[Choice, ...]
) -> tuple[ir_types.Beyond, ...]:
    """Say what a client may give beside the choices, for whichever question it is."""
    if not types.views:
        return _beyond_in(types, info, parameter, choices)
    found: dict[ir_types.Beyond, None] = {}
    for _, view in views_for(types, info):
        own = _with_omitted(_choices_in(view, info, parameter) or (), choices)
        found.update(dict.fromkeys(_beyond_in(view, info, parameter, own)))
    return tuple(found)


def _beyond_in(
    types: Types, info: FunctionInfo, parameter: tree.Parameter, choices: tuple[Choice, ...]
) -> tuple[ir_types.Beyond, ...]:
    """Say what a client may give beside the choices, as far as one question is concerned."""
    if types.is_library:
        return ()
    declared = declared_of(types, info, parameter)
    name = parameter.name.text
    if parameter.kind == "**" and name == NOT_TRIED:
        return ()
    if parameter.kind == "**":
        tried = ir_types.LiteralType(keyword_names(types, info))
        return (ir_types.Beyond(ir_types.Gap.OTHER_KEYWORDS, name, (tried,)),)
    found: list[ir_types.Beyond] = []
    takes_functions = (
        _is_marked(types, info, parameter, FUNCTION)
        if declared is None
        else all_choices(types, declared.kinds) is None
    )
    if takes_functions:
        # That it may be left out goes without saying, and so does what it then is.
        is_none = isinstance(parameter.default, tree.NoneLiteral)
        given = tuple(one for one in choices if one != ir_types.NULL or not is_none)
        gives_any = any(
            isinstance(one, ir_types.ContainerType) and one.class_name == GIVING_ONE_VALUE
            for one in given
        )
        gap = ir_types.Gap.CALLING_BACK if gives_any else ir_types.Gap.NOT_MADE
        found.append(ir_types.Beyond(gap, name, given))
        if declared is not None:
            return tuple(found)
    elif any(
        isinstance(one, ir_types.ContainerType) and one.class_name == ZONED for one in choices
    ):
        return (ir_types.Beyond(ir_types.Gap.TIME_ZONES, name),)
    elif _is_marked(types, info, parameter, Mark.GUESSED):
        return (ir_types.Beyond(ir_types.Gap.OTHER_CLASSES, name),)
    if declared is not None and not_made(types, info, parameter, declared.kinds) is not None:
        found.append(ir_types.Beyond(ir_types.Gap.OTHER_KINDS, name, choices))
    is_open = declared is None or declared.has_open
    if types.asks_entries and is_open and any(map(_holds_any, choices)):
        found.append(ir_types.Beyond(ir_types.Gap.OTHER_ENTRIES, name, _entries_of(choices)))
    if _is_marked(types, info, parameter, Mark.ASKED):
        found.append(ir_types.Beyond(ir_types.Gap.OTHER_KINDS, name, choices))
    default = parameter.default
    if takes_functions:
        return tuple(found)
    if default is not None and not is_tried(default, choices):
        found.append(ir_types.Beyond(ir_types.Gap.LEFT_OUT, name))
    elif is_used_as_object(types, info, parameter, choices):
        found.append(ir_types.Beyond(ir_types.Gap.OTHER_CLASSES, name))
    return tuple(found)


def _is_marked(
    types: Types, info: FunctionInfo, parameter: tree.Parameter, kind: ValueKind
) -> bool:
    """Say whether this is known of what a parameter takes, and no annotation tells more."""
    if parameter.kind == "*" or declared_of(types, info, parameter) is not None:
        return False
    return kind in types.variables[info.qualified_name, parameter.name.text].kinds()


def _holds_any(choice: Choice) -> bool:
    """Say whether this is a container that holds any number of entries."""
    return isinstance(choice, ir_types.ContainerType) and choice.varies and bool(choice.entries)


def _entries_of(choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Give what containers hold that calls give."""
    entries = [e for one in choices if isinstance(one, ir_types.ContainerType) for e in one.entries]
    return tuple(kind for entry in entries for kind in _kinds_of(entry))


def is_undeclared(types: Types, info: FunctionInfo, parameter: tree.Parameter) -> bool:
    """Say whether no annotation tells what kinds of values a parameter takes, or holds."""
    if types.is_library or parameter.kind == "**" or info.name in BY_ATTRIBUTE:
        return False
    declared = declared_of(types, info, parameter)
    return declared is None or declared.has_open


def asked_choices(
    types: Types,
    info: FunctionInfo,
    parameter: tree.Parameter,
    choices: tuple[Choice, ...],
    beyond: tuple[ir_types.Beyond, ...] = (),
) -> tuple[tuple[Choice | ir_types.Beyond, tuple[str, ...]], ...]:
    """Give the choices that there are for some questions only, with the names of these.

    So it may be with what clients could give beyond them. No name is that of no question.
    """
    if types.is_library or info.kind in QUESTIONS:
        return ()
    if not types.views:
        declared = declared_of(types, info, parameter)
        if declared is None or parameter.kind in ("*", "**"):
            return ()
        return tuple(_asked_seconds(types, info, parameter, declared, beyond))
    having: dict[Choice | ir_types.Beyond, list[str]] = {}
    for question, view in views_for(types, info):
        own = _choices_in(view, info, parameter) or ()
        more = _beyond_in(view, info, parameter, _with_omitted(own, choices))
        for one in dict.fromkeys((*own, *more)):
            having.setdefault(one, []).append(question)
    return tuple(
        (one, tuple(having[one]))
        for one in (*choices, *beyond)
        if one in having and len(having[one]) < len(types.views)
    )


def _with_omitted(own: tuple[Choice, ...], choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Leave a parameter out where that is done for all questions."""
    omitted = ir_types.OmittedType()
    return (*own, omitted) if omitted in choices and omitted not in own else own


def _asked_seconds(
    types: Types,
    info: FunctionInfo,
    parameter: tree.Parameter,
    declared: Declared,
    beyond: tuple[ir_types.Beyond, ...],
) -> Iterator[tuple[Choice | ir_types.Beyond, tuple[str, ...]]]:
    """Give the second kinds of what is declared that only questions can tell apart."""
    seconds = second_kinds(types, info, parameter, declared.kinds)
    yield from ((one, questions) for one, questions in seconds.items() if questions)
    asking = not_made(types, info, parameter, declared.kinds)
    if asking:
        gaps = [one for one in beyond if one.gap is ir_types.Gap.OTHER_KINDS]
        yield from ((one, asking) for one in gaps)


def is_used_as_object(
    types: Types, info: FunctionInfo, parameter: tree.Parameter, choices: tuple[Choice, ...]
) -> bool:
    """Say whether a parameter that only gets plain values is used as these cannot be."""
    plain = ir_types.IntType | ir_types.BoolType | ir_types.NullType | ir_types.OmittedType
    declared = declared_of(types, info, parameter)
    if declared is not None and not declared.known.is_open:
        return False
    tried = kinds_of(kind for kind in map(kind_of_choice, choices) if kind is not None)
    if object_uses.is_asked_for_others(types, info, parameter.name.text, tried):
        return True
    # What stands for all kinds that nobody names is no object that is wanted here.
    cell = types.variables[info.qualified_name, parameter.name.text]
    other = other_choice(cell.kinds())
    if any(not isinstance(one, plain) and one != other for one in choices):
        return False
    return bool(
        object_uses.is_used_as_object(types, info, parameter.name.text)
        or _objects_kept(types, info, parameter)
    )


def _objects_kept(
    types: Types, info: FunctionInfo, parameter: tree.Parameter
) -> tuple[ir_types.RefType, ...]:
    """Give the classes of objects that code expects where a parameter is put."""
    used = types.table.used_entries
    if not used or declared_of(types, info, parameter) is not None:
        return ()
    kept = holders(info.node.body, parameter.name.text)
    names = {name for attribute in kept for name in used.get(attribute, ())}
    if not names:
        return ()
    having = {class_name for name in names for class_name in types.classes_having(name)}
    return tuple(
        ir_types.RefType(class_name)
        for class_name, known in types.table.classes.items()
        if class_name in having and not known.is_exception and known.obstacle is None
    )


def is_tried(default: tree.Expr, choices: tuple[Choice, ...]) -> bool:
    """Say whether a default value is one of those that calls are tried with."""
    if ir_types.OmittedType() in choices:
        return True
    fixed = [value for c in choices if isinstance(c, ir_types.LiteralType) for value in c.values]
    match default:
        case tree.NoneLiteral():
            return ir_types.NULL in choices
        case tree.IntLiteral(value) | tree.BoolLiteral(value) if _is_among(value, fixed):
            return True
        case tree.StringLiteral(text, ()) if _is_among(text, fixed):
            return True
        case tree.IntLiteral() | tree.UnaryOperation("-", tree.IntLiteral()):
            return ir_types.INT in choices
        case tree.BoolLiteral():
            return ir_types.BOOL in choices
        case tree.StringLiteral(parts=()):
            return ir_types.TEXT in choices
        case tree.FloatLiteral(text) | tree.UnaryOperation("-", tree.FloatLiteral(text)):
            # Of floats nothing is proved anyway, but only whole ones are tried at first.
            return ir_types.FloatType() in choices and float(text).is_integer()
        case tree.TupleExpr(items):
            return any(
                isinstance(choice, ir_types.ContainerType)
                and choice.class_name == "tuple"
                and choice.varies
                and all(is_tried(item, _kinds_of(choice.entries[0])) for item in items)
                for choice in choices
            )
        case tree.Attribute():
            return any(isinstance(choice, ir_types.MemberType) for choice in choices)
        case _:
            return False


def _is_among(value: int | str, fixed: list[int | str]) -> bool:
    return any(type(value) is type(one) and value == one for one in fixed)


def _kinds_of(entry: Choice | ir_types.AnyType) -> tuple[Choice, ...]:
    return entry.choices if isinstance(entry, ir_types.AnyType) else (entry,)


def _or_nothing(found: Iterable[Choice], parameter: tree.Parameter) -> tuple[Choice, ...] | None:
    can_leave_out = parameter.default is not None and parameter.kind != "positional"
    return (*found, *((ir_types.OmittedType(),) if can_leave_out else ())) or None


def declared_of(types: Types, info: FunctionInfo, parameter: tree.Parameter) -> Declared | None:
    """Say what an annotation tells of a parameter; None where there is none, or it allows all.

    So do `Any` and `object`. What may be `None` besides has an annotation that says so.
    """
    if parameter.annotation is None:
        return None
    owner = info.owner if info.owner in types.table.classes else None
    declared = read_annotation(Place(types.table, info.path, owner), parameter.annotation)
    return None if declared.known == NOTHING_KNOWN else declared


def _some_choices(
    types: Types, info: FunctionInfo, parameter: tree.Parameter, declared: Declared
) -> list[Choice]:
    is_kept = not _is_taken_apart(info, parameter.name.text)
    return some_choices(types, declared.kinds, is_kept=is_kept)


def _inferred(
    types: Types, info: FunctionInfo, parameter: tree.Parameter, kinds: Kinds
) -> tuple[Choice, ...] | None:
    found = plain_choices(types, kinds)
    if FUNCTION in kinds:
        wanted = _n_given(types, info, parameter.name.text)
        functions = functions_for(types, info.path, wanted)
        if wanted is not None and Mark.NAMED not in kinds:
            return _or_nothing(functions, parameter)
        # Only others call what is so called, and it may not be what this function gets.
        found += [one for one in (*functions, ir_types.INT) if one not in found]
    if not found:
        found.append(ir_types.INT)
    if Mark.ASKED in kinds:
        found += [one for one in (ir_types.TEXT, ir_types.NULL) if one not in found]
    if ir_types.NULL in kinds:
        found.append(ir_types.NULL)
    other = other_choice(kinds)
    if other is not None:
        found.append(other)
    return tuple(dict.fromkeys(found))


def _is_taken_apart(info: FunctionInfo, name: str) -> bool:
    """Say whether a function does more with a parameter than to keep, compare and pass it on."""
    for node in walk(info.node.body):
        match node:
            case (
                tree.Attribute(tree.Name(text))
                | tree.Subscript(tree.Name(text))
                | tree.Call(tree.Name(text))
                | tree.For(iterable=tree.Name(text))
            ) if text == name:
                return True
    return False


def _n_given(types: Types, info: FunctionInfo, name: str) -> int | None:
    """Say how many arguments a function gives to one that it takes; None if it calls it never."""
    for call in told_by(types, info).calls:
        if isinstance(call.function, tree.Name) and call.function.text == name:
            return len(call.arguments)
    return None

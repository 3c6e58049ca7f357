"""Calls as Python statements that a programmer would have written.

Place: answers/calls/. `render` uses this for programs in Python. Knows the names that
`frontends/python` gives to functions which the text calls in another way: see
`call_text`.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Mapping, Sequence

from heapwright.answers.calls.syntax import RenderedCall, Syntax
from heapwright.graph.state.public_calls import PublicCall
from heapwright.ir.core.operations import FOREIGN, METHOD, THERE
from heapwright.ir.core.program import Function, Parameter, Program
from heapwright.ir.core.types import RefType
from heapwright.paths.plain.heap import Named
from heapwright.records import replace

_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_VARIANT = re.compile(r"(.*)\(([\w,]*)\)\Z")
_NUMBER = re.compile(r"-?\d+\Z")
MICROSECONDS = 86_400_000_000  # of a day
_RUNNING = "await "
_BETWEEN = {
    "__eq__": "==",
    "__ne__": "!=",
    "__lt__": "<",
    "__le__": "<=",
    "__gt__": ">",
    "__ge__": ">=",
}

# See `frontends/python/desugar/below_containers`.
_IN_PLACE = ("+=", "*=", "|=", "&=", "^=", "-=")


def python_syntax(program: Program) -> Syntax:
    """Give the syntax for sequences about a program in Python."""
    functions = {f.qualified_name: f for c in program.classes for f in c.functions}
    names = {class_def.name for class_def in program.classes}
    own = (f.name for c in program.classes for f in c.functions if _is_module(c.name))
    names.update(name.removeprefix(THERE) for name in own)
    names.update(function.name for function in program.functions)

    def call(public_call: PublicCall, arguments: Sequence[str]) -> str:
        return call_text(functions, public_call, arguments)

    def items(public_call: PublicCall, arguments: Sequence[str]) -> str:
        is_iterator = public_call.name.rpartition(".")[2] == "__iter__"
        return f"list({arguments[0] if is_iterator else call(public_call, arguments)})"

    return Syntax(
        reserved=frozenset((*keyword.kwlist, *dir(builtins), *names)),
        receiver="it",
        names_by_role=True,
        variable=_variable,
        construction=lambda class_name: f"{shown_class(class_name)}()",
        call=call,
        items=items,
        method=lambda public_call: _method(public_call),
        statement=_statement,
        literal=_literal,
        container=_container,
        object_name=_object_name,
        test=_test,
    )


def call_text(functions: Mapping[str, Function], call: PublicCall, arguments: Sequence[str]) -> str:
    """Write one call.

    `Node.__new__` is `Node(…)`, `@size` reads and `@size=` sets a property, `find(None)` is
    `find` with None in the place of an argument, and `__len__` and its like have syntax
    of their own.
    """
    owner, _, name = call.name.rpartition(".")
    if name.startswith(_RUNNING):
        # What `frontends/python/coroutines` lets a client call.
        waiting = replace(call, name=f"{owner}.{name.removeprefix(_RUNNING)}")
        return f"asyncio.run({call_text(functions, waiting, arguments)})"
    given = list(arguments if call.receiver is None else arguments[1:])
    receiver = None if call.receiver is None else arguments[0]
    variant = _VARIANT.match(name)
    base = functions.get(call.name)
    if variant is not None:
        name = variant[1]
        base = functions.get(f"{owner}.{name}")
        given = _with_none(base, variant[2].split(","), given)
    parameters = () if base is None else base.parameters
    is_operator = name.startswith("__") and name not in ("__new__", "__call__")
    if len(parameters) == len(given):
        given = _without_defaults(parameters, given, can_name=not is_operator)
    named = [text for text in given if text] if is_operator else _with_keywords(parameters, given)
    inside = ", ".join(named)
    if call.receiver == METHOD:
        return f"{receiver}({inside})"
    if receiver is None:
        if name == "__new__":
            return f"{shown_class(owner)}({inside})"
        if name.startswith("@"):
            own = name.strip("@")
            return own if _is_module(owner) else f"{shown_class(owner)}.{own}"
        return (
            f"{name}({inside})" if _is_module(owner) else f"{shown_class(owner)}.{name}({inside})"
        )
    match name:
        case "__len__" | "__bool__" | "__repr__" | "__str__" | "__hash__":
            return f"{name.strip('_')}({receiver})"
        case "__iter__" | "__next__" | "__reversed__":
            return f"{name.strip('_')}({receiver})"
        case "__contains__":
            return f"{inside} in {receiver}"
        case "__getitem__":
            return f"{receiver}[{inside}]"
        case "__setitem__" if len(named) == 2:
            return f"{receiver}[{named[0]}] = {named[1]}"
        case "__delitem__":
            return f"del {receiver}[{inside}]"
        case "__call__":
            return f"{receiver}({inside})"
        case _ if name in _BETWEEN:
            return f"{receiver} {_BETWEEN[name]} {inside}"
        case "[:]=":
            return f"{receiver}[:] = {inside}"
        case _ if name in _IN_PLACE:
            return f"{receiver} {name} {inside}"
        case _ if name.startswith("@") and name.endswith("="):
            return f"{receiver}.{name[1:-1]} = {inside}"
        case _ if name.startswith("@") and name.endswith("~"):
            return f"del {receiver}.{name[1:-1]}"
        case _ if name.startswith("@"):
            return f"{receiver}.{name[1:]}"
        case _:
            return f"{receiver}.{name}({inside})"


def _object_name(call: PublicCall) -> str | None:
    """Give the name of an object that a module or class has, as code that uses it writes it."""
    owner, _, name = call.name.rpartition(".")
    own = name.removeprefix(THERE)
    if own == name:
        return None
    return own if _is_module(owner) else f"{shown_class(owner)}.{own}"


def _literal(value: int | bool | str | float | Named | None) -> str:
    """Write a plain value, strings in double quotes where that needs no escapes."""
    if isinstance(value, Named) and value.kind in ("function", "type"):
        return value.name.rpartition(".")[2]
    if isinstance(value, Named) and value.kind == FOREIGN:
        return f"{value.name.rpartition('.')[2]}(...)"
    if isinstance(value, Named):
        return f"{shown_class(value.kind)}.{value.name}"
    if isinstance(value, str) and '"' not in value and "'" not in value:
        return f'"{repr(value)[1:-1]}"'
    return repr(value)


def _container(class_name: str, entries: Sequence[str]) -> str:
    """Write a list, tuple, dict or set; of a dict, keys and values come in turn."""
    inside = ", ".join(entries)
    match class_name:
        case "list":
            return f"[{inside}]"
        case "tuple":
            return f"({inside},)" if len(entries) == 1 else f"({inside})"
        case "dict":
            pairs = zip(entries[::2], entries[1::2], strict=True)
            return "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"
        case "constant_function":
            return f"lambda *_: {entries[0]}"
        case "object_iterator":
            return f"iter([{inside}])"
        case "collections_Counter":
            return f"collections.Counter({_container('dict', entries) if entries else ''})"
        case "defaultdict":
            given = f", {_container('dict', entries)}" if entries else ""
            return f"collections.defaultdict(int{given})"
        case "decimal_Decimal":
            return _decimal(*entries)
        case "datetime_date" | "datetime_datetime" | "datetime_timedelta":
            return _date(class_name, entries[0])
        case "set" if entries:
            return "{" + inside + "}"
        case _:
            return f"{class_name}([{inside}])" if entries else f"{class_name}()"


def _decimal(coefficient: str, exponent: str) -> str:
    """Write a decimal number; a coefficient may be a name that stands for one."""
    from decimal import Context, Decimal

    if not _NUMBER.match(coefficient):
        return f"decimal.Decimal({coefficient}).scaleb({exponent})"
    return (
        f'decimal.Decimal("{Decimal(coefficient).scaleb(int(exponent), Context(prec=10_000)):f}")'
    )


def _date(class_name: str, number: str) -> str:
    """Write a date by its number, which may be a name that stands for one."""
    from datetime import date, datetime, timedelta

    name = class_name.replace("_", ".")
    is_known = _NUMBER.match(number) is not None
    if class_name == "datetime_timedelta":
        if is_known and int(number) % MICROSECONDS == 0:
            return f"{name}({int(number) // MICROSECONDS})"
        return f"{name}(microseconds={number})"
    first = date(2024, 1, 1)
    if class_name == "datetime_date":
        if not is_known:
            return f"{name}.fromordinal({number} + {first.toordinal()})"
        year, month, day, *_ = (first + timedelta(int(number))).timetuple()
        return f"{name}({year}, {month}, {day})"
    if not is_known:
        return f"{name}(2024, 1, 1) + datetime.timedelta(microseconds={number})"
    return repr(datetime(2024, 1, 1) + timedelta(microseconds=int(number)))


def shown_class(name: str) -> str:
    """Give the name of a class as the text writes it."""
    return name.partition(" (")[0]


def _method(call: PublicCall) -> str:
    """Name what is called: a constructor by its class, a property by its name."""
    owner, _, name = call.name.rpartition(".")
    variant = _VARIANT.match(name)
    name = variant[1] if variant is not None else name
    name = name.strip("@=~") if name.startswith("@") else name.removeprefix(_RUNNING)
    if _is_module(owner):
        return name
    if not owner or name == "__new__":
        return shown_class(owner or name)
    return f"{shown_class(owner)}.{name}"


def _is_module(owner: str) -> bool:
    return owner.startswith("module ")


def _with_none(base: Function | None, choices: list[str], given: list[str]) -> list[str]:
    """Put `None` where a variant leaves an argument out."""
    if base is None:
        return given
    waiting, choosing = iter(given), iter(choices)
    return [
        "None" if parameter.type == RefType("int") and next(choosing) == "None" else next(waiting)
        for parameter in base.parameters
    ]


def _with_keywords(parameters: Sequence[Parameter], given: list[str]) -> list[str]:
    """Name arguments that must be named, and those that nobody could tell apart.

    An empty text is an argument that is left out; what follows it must be named, too.
    """
    if len(parameters) != len(given):
        return given
    first = min(_first_unreadable(given), given.index("") if "" in given else len(given))
    texts: list[str] = []
    for index, (parameter, text) in enumerate(zip(parameters, given, strict=True)):
        if not text:
            continue
        if parameter.gathers:
            # What they take is written one by one.
            inside = text[1:-1].rstrip(",") if parameter.gathers == "*" else _keywords(text)
            texts += [inside] if inside else []
            continue
        later = parameters[index:]
        is_named = index >= first and not any(
            p.is_positional_only or p.gathers == "*" for p in later
        )
        texts.append(f"{parameter.name}={text}" if parameter.is_keyword_only or is_named else text)
    return texts


def _keywords(text: str) -> str:
    """Write a dict as keywords: `{"width": 3}` is `width=3`."""
    written = ast.parse(text, mode="eval").body
    assert isinstance(written, ast.Dict)
    pairs = zip(written.keys, written.values, strict=True)
    return ", ".join(
        f"{ast.literal_eval(key)!s}={ast.get_source_segment(text, value)}"
        for key, value in pairs
        if key is not None
    )


def _without_defaults(
    parameters: Sequence[Parameter], given: Sequence[str], *, can_name: bool
) -> list[str]:
    """Leave out what the parameter would have anyway, where the rest can be named."""
    kept = list(given)
    for index in reversed(range(len(kept))):
        is_last = not any(kept[index + 1 :])
        later = parameters[index:]
        is_named = can_name and not any(p.is_positional_only or p.gathers == "*" for p in later)
        if (is_last or is_named) and kept[index] == _default_text(parameters[index]):
            kept[index] = ""
    return kept


def _default_text(parameter: Parameter) -> str | None:
    default = parameter.plain_default
    return None if default is None else _literal(default[0])


def _first_unreadable(given: Sequence[str]) -> int:
    """Find where a call begins to say nothing: `True, None`, or three numbers in a row."""
    words = [text in ("True", "False", "None") for text in given]
    numbers = [bool(_NUMBER.match(text)) for text in given]
    for index in range(len(given)):
        if all(words[index : index + 2]) and index + 2 <= len(given):
            return index
        if all(numbers[index : index + 3]) and index + 3 <= len(given):
            return index
    return len(given)


def _variable(class_name: str) -> str:
    """`LinkedList` is `linked_list`, `Tree.Node` is `node`."""
    if class_name == "object":
        return "value"
    last = shown_class(class_name).rpartition(".")[2].strip("_")
    return _WORD_START.sub("_", last).lower() or "value"


def _statement(variable: str | None, expression: str, raises: str | None) -> str:
    text = expression if variable is None else f"{variable} = {expression}"
    if raises is None:
        return text
    if variable is not None:
        return (
            f"try:\n    {expression}\n"
            f"except {shown_class(raises)} as error:\n    {variable} = error"
        )
    return f"with contextlib.suppress({shown_class(raises)}):\n    {text}"


def _test(question: Function, calls: Sequence[RenderedCall], arguments: Sequence[str]) -> str:
    """Give a pytest function; one for a violated invariant asserts it, and fails."""
    if question.has_receiver:
        name = f"{question.qualified_name.replace('.', '_')}_holds"
        asked = f"assert {arguments[0]}.{question.name}()"
    else:
        name = question.name
        asked = f"assert {question.name}({', '.join(arguments)})"
    lines: list[str] = []
    for call in calls:
        if call.raises is None:
            lines.append(call.text)
        else:
            lines += call.before
            caught = "" if call.result is None else f" as {call.result}_info"
            lines.append(f"with pytest.raises({shown_class(call.raises)}){caught}:")
            lines.append(f"    {call.expression}")
            if call.result is not None:
                lines.append(f"{call.result} = {call.result}_info.value")
    body = "\n".join(f"    {line}" for line in (*lines, asked))
    return f"def test_{name}() -> None:\n{body}"

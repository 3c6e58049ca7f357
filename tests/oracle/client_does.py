"""What a Python client does: one random step of a client on what it holds.

Place: tests/oracle, in the process of `client_worker`. Calls of whatever is public: classes and
functions of the module, methods, what a class body binds otherwise, properties, operators, what a
class inherits from a container, callables that are held; advances iterators; enters and leaves
contexts. What it gives is chosen by `client_gives`.
"""

from __future__ import annotations

import collections
import collections.abc as abc
import enum
import inspect
import re
import types
from collections.abc import Iterator, Sequence
from random import Random

from oracle.client_gives import (
    Giver,
    NoValue,
    hints_of,
    is_protocol,
    may_be_made,
)
from oracle.client_holds import PLAIN, Reference, references
from oracle.python_clients import MODULE, Client, Step, Thing, is_of_module, is_public

MOST_OPENED = 2
# What can be done with a value, beside the names of its members.
CALL, NEXT, ALL, ENTER = "(call)", "(next)", "(all)", "(enter)"
# Operators: how an operand, and arguments of these kinds, are written. `!` is a statement.
ANY, INT, KEY = None, int, "key"
OPERATORS: dict[str, tuple[str, tuple[Thing, ...]]] = {
    "__len__": ("len({o})", ()),
    "__bool__": ("bool({o})", ()),
    "__str__": ("str({o})", ()),
    "__repr__": ("repr({o})", ()),
    "__hash__": ("hash({o})", ()),
    "__neg__": ("-{o}", ()),
    "__pos__": ("+{o}", ()),
    "__invert__": ("~{o}", ()),
    "__abs__": ("abs({o})", ()),
    "__int__": ("int({o})", ()),
    "__float__": ("float({o})", ()),
    "__iter__": ("iter({o})", ()),
    "__reversed__": ("reversed({o})", ()),
    "__next__": ("next({o}, None)", ()),
    "__contains__": ("{0} in {o}", (ANY,)),
    "__getitem__": ("{o}[{0}]", (KEY,)),
    "__setitem__": ("!{o}[{0}] = {1}", (KEY, ANY)),
    "__delitem__": ("!del {o}[{0}]", (KEY,)),
    "__eq__": ("{o} == {0}", (ANY,)),
    "__ne__": ("{o} != {0}", (ANY,)),
    "__lt__": ("{o} < {0}", (ANY,)),
    "__le__": ("{o} <= {0}", (ANY,)),
    "__gt__": ("{o} > {0}", (ANY,)),
    "__ge__": ("{o} >= {0}", (ANY,)),
    **{
        name.format("i"): (f"!{{o}} {sign}= {{0}}", (ANY,))
        for name, sign in (
            *(("__{}add__", "+"), ("__{}sub__", "-"), ("__{}mul__", "*"), ("__{}or__", "|")),
            *(("__{}and__", "&"), ("__{}xor__", "^"), ("__{}mod__", "%"), ("__{}pow__", "**")),
            *(("__{}floordiv__", "//"), ("__{}truediv__", "/"), ("__{}lshift__", "<<")),
            *(("__{}rshift__", ">>"), ("__{}matmul__", "@")),
        )
    },
    **{
        name: (f"{{o}} {sign} {{0}}", (ANY,))
        for name, sign in (
            *(("__add__", "+"), ("__sub__", "-"), ("__mul__", "*"), ("__or__", "|")),
            *(("__and__", "&"), ("__xor__", "^"), ("__mod__", "%"), ("__floordiv__", "//")),
            *(("__truediv__", "/"), ("__lshift__", "<<"), ("__rshift__", ">>"), ("__pow__", "**")),
            ("__matmul__", "@"),
        )
    },
}
# What classes below containers inherit, and what these take.
_KINDS: dict[str, Thing] = dict(
    [
        *(("any", ANY), ("int", INT), ("key", str), ("items", abc.Iterable), ("set", set)),
        *(("pairs", abc.Mapping), ("bool", bool), ("counter", collections.Counter)),
    ]
)
_INHERITED = {
    list: """append(any) extend(items) insert(int,any) pop(int) sort() remove(any) clear()
        reverse() copy() count(any) index(any) __iadd__(items) __imul__(int) __iter__()
        __setitem__(int,any) __delitem__(int) __getitem__(int)""",
    dict: """pop(key,any) popitem() clear() setdefault(key,any) update(pairs) get(key) copy()
        items() keys() values() __ior__(pairs) __or__(pairs) __iter__()
        __setitem__(key,any) __delitem__(key) __getitem__(key)""",
    set: """add(any) discard(any) remove(any) pop() clear() copy() update(items)
        intersection_update(items) difference_update(items) symmetric_difference_update(items)
        __ior__(set) __iand__(set) __isub__(set) __ixor__(set) __or__(set) __iter__()""",
    collections.deque: """append(any) appendleft(any) extend(items) extendleft(items) pop()
        popleft() rotate(int) reverse() clear() copy() insert(int,any) remove(any)
        __iadd__(items) __imul__(int) __setitem__(int,any) __delitem__(int) __getitem__(int)""",
    collections.OrderedDict: "move_to_end(key) popitem(bool)",
    collections.Counter: "subtract(pairs) __iadd__(counter)",
}
INHERITED: dict[type, dict[str, tuple[Thing, ...]]] = {
    cls: {
        name: tuple(_KINDS[kind] for kind in kinds.split(",") if kind)
        for name, kinds in re.findall(r"(\w+)\((.*?)\)", text)
    }
    for cls, text in _INHERITED.items()
}


def step(client: Client, random: Random, *, prefers: Sequence[str] = ()) -> bool:
    """Do something; says whether that worked."""
    giver = Giver(client, random, with_large=random.random() < 0.1)
    client.using = ""
    if client.opened and random.random() < 0.15:
        name = client.opened[-1]
        return client.do(Step("", leaves=name))
    try:
        chosen = _chosen(client, random, giver, prefers)
    except NoValue:
        return False
    return chosen is not None and client.do(chosen)


def _chosen(client: Client, random: Random, giver: Giver, prefers: Sequence[str]) -> Step | None:
    held = references(client)
    made = [one for one in held if not _is_of_import(one)]
    if not client.held or (random.random() < 0.25 and len(made) < len(held)):
        imported = [one for one in held if _is_of_import(one)]
        preferred = [one for one in imported if one.text in prefers]
        if preferred and random.random() < 0.7:
            imported = preferred
        return _use(client, random, giver, random.choice(imported)) if imported else None
    useful = [one for one in made if not isinstance(one.value, PLAIN)] or held
    recent = useful[:4] if random.random() < 0.5 else useful
    return _use(client, random, giver, random.choice(recent))


def _is_of_import(one: Reference) -> bool:
    """Say whether a value is a class or function of the module, or a member of one."""
    return one.text.split(".")[0].split("[")[0][0].isalpha() and not _is_variable(one.text)


def _is_variable(text: str) -> bool:
    name = text.split(".")[0].split("[")[0].removeprefix("list(")
    return name[:1] in ("v", "e") and name[1:2].isdigit()


def _use(client: Client, random: Random, giver: Giver, one: Reference) -> Step | None:
    uses = list(_uses(client, one))
    if not uses:
        return None
    kind = type(one.value).__name__
    # What has always raised is seldom tried again.
    likely = [use for use in uses if client.refused[f"{kind}.{use}"] < 3] or uses
    use = random.choice(likely if random.random() < 0.9 else uses)
    client.using = f"{kind}.{use}"
    text, value = one.text, one.value
    if use == CALL:
        result = hints_of(value).get("return")
        return _named(client, f"{text}({giver.arguments(value)})", result)
    if use == NEXT:
        return _named(client, f"next({text}, None)")
    if use == ALL:
        return _named(client, f"list({text})")
    if use == ENTER:
        return Step(text, client.new_name(), enters=True)
    return _member(client, random, giver, one, use)


def _uses(client: Client, one: Reference) -> Iterator[str]:
    """Name what can be done with a held value."""
    value = one.value
    if isinstance(value, type):
        if is_protocol(value) or inspect.isabstract(value) or value.__module__ != MODULE:
            return
        if may_be_made(client, value):
            yield from (CALL, CALL)
        yield from (n for n in _members(client, value) if _is_of_class(value, n))
        return
    if isinstance(value, abc.Iterator) and not is_of_module(value):
        yield from (NEXT, NEXT, ALL)
        return
    if inspect.iscoroutinefunction(value):
        return
    if isinstance(value, types.FunctionType | types.MethodType) or _is_wrapped(value):
        if not _is_asked(client, value):
            yield CALL
        return
    entered = {step.code for step in client.steps if step.enters}
    may_enter = len(client.opened) < MOST_OPENED and one.text not in entered
    if may_enter and hasattr(type(value), "__enter__"):
        yield from (ENTER, ENTER)
    if is_of_module(value):
        yield from _members(client, type(value))


def _is_asked(client: Client, function: Thing) -> bool:
    return getattr(function, "__name__", "") in client.world.source.asked


def _is_wrapped(value: Thing) -> bool:
    return type(value).__name__ in ("partial", "_lru_cache_wrapper", "method_descriptor")


def _members(client: Client, cls: type) -> list[str]:
    """Name the public members of a class that are calls."""
    found = []
    for level in cls.__mro__:
        if level.__module__ == MODULE:
            for name, member in vars(level).items():
                asked = f"{level.__name__}.{name}" in client.world.source.asked
                if _is_call(name, member) and not asked:
                    found.append(name)
        elif level in INHERITED:
            found += list(INHERITED[level])
    return list(dict.fromkeys(found))


def _is_call(name: str, member: Thing) -> bool:
    if not is_public(name):
        return name in OPERATORS or name == "__call__"
    if isinstance(member, type) or inspect.iscoroutinefunction(member):
        return False
    return callable(member) or hasattr(type(member), "__get__")


def _is_of_class(cls: type, name: str) -> bool:
    """Say whether a member is called on the class itself."""
    if issubclass(cls, enum.Enum):
        return False
    member = inspect.getattr_static(cls, name)
    return isinstance(member, staticmethod | classmethod)


def _member(client: Client, random: Random, giver: Giver, one: Reference, name: str) -> Step | None:
    cls = one.value if isinstance(one.value, type) else type(one.value)
    static = inspect.getattr_static(cls, name)
    if isinstance(static, property):
        return _property(client, random, giver, one, name, static)
    own = next(level for level in cls.__mro__ if name in vars(level))
    if own.__module__ != MODULE:
        return _inherited(client, random, giver, one, name)
    if name in OPERATORS:
        return _operator(client, random, giver, one, name, static)
    try:
        bound = getattr(one.value, name)
    except Exception:  # noqa: BLE001 - a descriptor that runs code and raises
        return None
    if not callable(bound):
        return _named(client, f"{one.text}.{name}")
    if isinstance(static, types.FunctionType):
        result = hints_of(static).get("return")
        return _named(client, f"{one.text}.{name}({giver.arguments(static, skip=1)})", result)
    result = hints_of(bound).get("return")
    return _named(client, f"{one.text}.{name}({giver.arguments(bound)})", result)


def _property(
    client: Client,
    random: Random,
    giver: Giver,
    one: Reference,
    name: str,
    static: property,
) -> Step | None:
    kinds = [kind for kind in ("fget", "fset", "fdel") if getattr(static, kind) is not None]
    kind = random.choice(kinds)
    if kind == "fget":
        return _named(client, f"{one.text}.{name}")
    if kind == "fdel":
        return Step(f"del {one.text}.{name}")
    return Step(f"{one.text}.{name} = {giver.arguments(static.fset, skip=1)}")


def _inherited(
    client: Client, random: Random, giver: Giver, one: Reference, name: str
) -> Step | None:
    """Call what a class has of a container of the library."""
    cls = type(one.value)
    kinds = next(
        INHERITED[level][name] for level in cls.__mro__ if name in INHERITED.get(level, ())
    )
    values = [giver.value(_element(cls, kind)) for kind in kinds]
    if name in OPERATORS:
        return _written(client, one, name, values)
    if name in ("pop", "get") and random.random() < 0.5:
        values = values[:1] if issubclass(cls, dict) else []
    return _named(client, f"{one.text}.{name}({', '.join(values)})")


def _element(cls: type, kind: Thing) -> Thing:
    """Say what a container holds, where its class says so: `class Names(list[str])`."""
    bases = getattr(cls, "__orig_bases__", ())
    inner = next((base.__args__ for base in bases if getattr(base, "__args__", ())), ())
    if not inner or isinstance(inner[0], str):
        return int if kind in (ANY, KEY) else kind
    if kind in (ANY, KEY):
        return inner[-1]
    if kind in (abc.Iterable, set):
        return types.GenericAlias(kind, (inner[0],))
    if kind is abc.Mapping:
        return types.GenericAlias(dict, (inner[0], inner[-1]))
    return inner[0] if kind is str else kind


def _operator(
    client: Client, random: Random, giver: Giver, one: Reference, name: str, static: Thing
) -> Step | None:
    if not isinstance(static, types.FunctionType):
        return None
    hints = hints_of(static)
    wanted = list(inspect.signature(static).parameters)[1:]
    if len(wanted) != len(OPERATORS[name][1]):
        return None
    values = [giver.value(hints.get(parameter)) for parameter in wanted]
    return _written(client, one, name, values)


def _written(client: Client, one: Reference, name: str, values: Sequence[str]) -> Step:
    """Write an operator; in place it works on a name of the client."""
    pattern = OPERATORS[name][0]
    if not pattern.startswith("!"):
        return _named(client, pattern.format(*values, o=one.text))
    if name.startswith("__i"):
        new = client.new_name()
        return Step(f"{new} = {one.text}\n" + pattern[1:].format(*values, o=new))
    return Step(pattern[1:].format(*values, o=one.text))


def _named(client: Client, code: str, result: Thing = None) -> Step:
    name = client.new_name()
    if result is not None:
        client.declared[name] = str(result)
    return Step(code, name)

"""Bases from `collections.abc`: what a class gets from them, put into the class itself.

Place: frontends/python/desugar/. One of `passes`, for every class. Most of these bases only promise
something; the others supply methods that are made of those which the class must have. Only
where such a base has no other base beside it, or the class has all that it supplies, is it
clear whose methods come first.
What a client calls is public; of the rest, each call is a sequence of others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import last_name, whole_names
from heapwright.frontends.python.syntax.parse import functions_at, parse
from heapwright.records import dataclass, replace

# Names that no text can contain, see `dynamic_names` and `dynamic_call`.
_SPECIAL = {"hw_absent": "(absent)", "hw_missing": "(missing)", "hw_stop": "(stop)"}
_SPECIAL |= {"hw_view": "(view)", "hw_set": "(is set)"}
# A decorator that says what a class is below; no text can contain it.
BELOW_MARK = "(below) "
_AS_BASE = "its base "


@dataclass(frozen=True, slots=True)
class _Mixin:
    """What a class must have to be no abstract one, and what it gets; `inner` nobody calls."""

    wanted: tuple[str, ...]
    text: str = ""
    inner: tuple[str, ...] = ()


_CONTAINS = """
def __contains__(self, value):
    for one in self:
        if value in (one,):
            return True
    return False
"""
_SEQUENCE = (
    _CONTAINS
    + """
def __iter__(self):
    place = 0
    try:
        while True:
            yield self[place]
            place += 1
    except IndexError:
        return

def __reversed__(self):
    for place in reversed(range(len(self))):
        yield self[place]

def index(self, value):
    place = 0
    while True:
        try:
            one = self[place]
        except IndexError:
            break
        if value in (one,):
            return place
        place += 1
    raise ValueError

def count(self, value):
    return sum(1 for one in self if value in (one,))
"""
)
_MUTABLE_SEQUENCE = (
    _SEQUENCE
    + """
def append(self, value):
    self.insert(len(self), value)

def clear(self):
    try:
        while True:
            self.pop()
    except IndexError:
        pass

def reverse(self):
    size = len(self)
    for place in range(size // 2):
        self[place], self[size - place - 1] = self[size - place - 1], self[place]

def extend(self, values):
    if values is self:
        values = list(values)
    for value in values:
        self.append(value)

def pop(self, index=-1):
    value = self[index]
    del self[index]
    return value

def remove(self, value):
    del self[self.index(value)]

def __iadd__(self, values):
    self.extend(values)
    return self
"""
)
_MAPPING = """
def get(self, key, default=None):
    try:
        return self[key]
    except KeyError:
        return default

def __contains__(self, key):
    try:
        self[key]
    except KeyError:
        return False
    return True

def keys(self):
    return hw_view(self, 0)

def values(self):
    return hw_view(self, 1)

def items(self):
    return hw_view(self, 2)

def __eq__(self, other):
    if isinstance(other, dict) or type(other) is type(self):
        return dict(self.items()) == dict(other.items())
    if other is None or isinstance(other, (int, str, float, list, tuple, set)):
        return NotImplemented
    hw_stop("a mapping compared with an object")
"""
_MUTABLE_MAPPING = (
    _MAPPING
    + """
def pop(self, key, default=hw_absent):
    try:
        value = self[key]
    except KeyError:
        if hw_missing(default):
            raise
        return default
    else:
        del self[key]
        return value

def popitem(self):
    for key in self:
        break
    else:
        raise KeyError
    value = self[key]
    del self[key]
    return key, value

def clear(self):
    try:
        while True:
            self.popitem()
    except KeyError:
        pass

def update(self, *others, **named):
    if len(others) > 1:
        raise TypeError
    for other in others:
        if hasattr(other, "keys"):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
    for key, value in named.items():
        self[key] = value

def setdefault(self, key, default=None):
    try:
        return self[key]
    except KeyError:
        self[key] = default
    return default
"""
)
_SET = """
@classmethod
def _from_iterable(cls, values):
    return cls(values)

def __le__(self, other):
    if not hw_set(self, other):
        return NotImplemented
    if len(self) > len(other):
        return False
    for one in self:
        if one not in other:
            return False
    return True

def __lt__(self, other):
    if not hw_set(self, other):
        return NotImplemented
    return len(self) < len(other) and self.__le__(other)

def __ge__(self, other):
    if not hw_set(self, other):
        return NotImplemented
    if len(self) < len(other):
        return False
    for one in other:
        if one not in self:
            return False
    return True

def __gt__(self, other):
    if not hw_set(self, other):
        return NotImplemented
    return len(self) > len(other) and self.__ge__(other)

def __eq__(self, other):
    if not hw_set(self, other):
        return NotImplemented
    return len(self) == len(other) and self.__le__(other)

def isdisjoint(self, other):
    for one in other:
        if one in self:
            return False
    return True

def __and__(self, other):
    if not hasattr(other, "__iter__"):
        return NotImplemented
    return self._from_iterable([one for one in other if one in self])

def __or__(self, other):
    if not hasattr(other, "__iter__"):
        return NotImplemented
    return self._from_iterable([one for side in (self, other) for one in side])

def __sub__(self, other):
    if not hw_set(self, other):
        if not hasattr(other, "__iter__"):
            return NotImplemented
        other = self._from_iterable(other)
    return self._from_iterable([one for one in self if one not in other])

def __rsub__(self, other):
    if not hw_set(self, other):
        if not hasattr(other, "__iter__"):
            return NotImplemented
        other = self._from_iterable(other)
    return self._from_iterable([one for one in other if one not in self])

def __xor__(self, other):
    if not hw_set(self, other):
        if not hasattr(other, "__iter__"):
            return NotImplemented
        other = self._from_iterable(other)
    return (self - other) | (other - self)

def __rand__(self, other):
    return self.__and__(other)

def __ror__(self, other):
    return self.__or__(other)

def __rxor__(self, other):
    return self.__xor__(other)
"""
_MUTABLE_SET = (
    _SET
    + """
def remove(self, value):
    if value not in self:
        raise KeyError
    self.discard(value)

def pop(self):
    for value in self:
        break
    else:
        raise KeyError
    self.discard(value)
    return value

def clear(self):
    try:
        while True:
            self.pop()
    except KeyError:
        pass

def __ior__(self, other):
    for value in other:
        self.add(value)
    return self

def __iand__(self, other):
    for value in self - other:
        self.discard(value)
    return self

def __ixor__(self, other):
    if other is self:
        self.clear()
    else:
        if not hw_set(self, other):
            other = self._from_iterable(other)
        for value in other:
            if value in self:
                self.discard(value)
            else:
                self.add(value)
    return self

def __isub__(self, other):
    if other is self:
        self.clear()
    else:
        for value in other:
            self.discard(value)
    return self
"""
)
_VIEW = """
def __init__(self, mapping):
    self._mapping = mapping

def __len__(self):
    return len(self._mapping)
"""
_KEYS_VIEW = (
    _VIEW
    + """
@classmethod
def _from_iterable(cls, values):
    return set(values)

def __contains__(self, key):
    return key in self._mapping

def __iter__(self):
    yield from self._mapping
"""
    + _SET.partition("\n\n")[2]
)
_ITEMS_VIEW = (
    _VIEW
    + """
@classmethod
def _from_iterable(cls, values):
    return set(values)

def __contains__(self, item):
    key, value = item
    try:
        found = self._mapping[key]
    except KeyError:
        return False
    else:
        return value in (found,)

def __iter__(self):
    for key in self._mapping:
        yield (key, self._mapping[key])
"""
    + _SET.partition("\n\n")[2]
)
_VALUES_VIEW = (
    _VIEW
    + """
def __contains__(self, value):
    for key in self._mapping:
        found = self._mapping[key]
        if value in (found,):
            return True
    return False

def __iter__(self):
    for key in self._mapping:
        yield self._mapping[key]
"""
)
_COMPARED = ("__le__", "__lt__", "__ge__", "__gt__", "__eq__", "isdisjoint")
_COMBINED = ("__and__", "__or__", "__sub__", "__xor__", "__rand__", "__ror__", "__rsub__")
_INNER_OF_SETS = (*_COMPARED, *_COMBINED, "__rxor__", "_from_iterable")
_ITEMS = ("__getitem__", "__len__")
_CHANGED = ("__setitem__", "__delitem__")
_MIXINS: Mapping[str, _Mixin] = {
    "Iterable": _Mixin(("__iter__",)),
    "Sized": _Mixin(("__len__",)),
    "Container": _Mixin(("__contains__",)),
    "Hashable": _Mixin(("__hash__",)),
    "Callable": _Mixin(("__call__",)),
    "Collection": _Mixin(("__iter__", "__len__", "__contains__")),
    "Reversible": _Mixin(("__reversed__", "__iter__")),
    "ContextManager": _Mixin(("__exit__",), "def __enter__(self):\n    return self\n"),
    "Iterator": _Mixin(("__next__",), "def __iter__(self):\n    return self\n"),
    "Sequence": _Mixin(_ITEMS, _SEQUENCE, ("__reversed__",)),
    "MutableSequence": _Mixin(
        (*_ITEMS, *_CHANGED, "insert"), _MUTABLE_SEQUENCE, ("__reversed__", "extend", "__iadd__")
    ),
    "Mapping": _Mixin((*_ITEMS, "__iter__"), _MAPPING, ("keys", "values", "items", "__eq__")),
    "MutableMapping": _Mixin(
        (*_ITEMS, "__iter__", *_CHANGED),
        _MUTABLE_MAPPING,
        ("keys", "values", "items", "__eq__", "update"),
    ),
    "Set": _Mixin(("__contains__", "__iter__", "__len__"), _SET, _INNER_OF_SETS),
    "MappingView": _Mixin((), _VIEW),
    "KeysView": _Mixin((), _KEYS_VIEW, _INNER_OF_SETS),
    "ItemsView": _Mixin((), _ITEMS_VIEW, _INNER_OF_SETS),
    "ValuesView": _Mixin((), _VALUES_VIEW),
    "MutableSet": _Mixin(
        ("__contains__", "__iter__", "__len__", "add", "discard"),
        _MUTABLE_SET,
        (*_INNER_OF_SETS, "__ior__", "__iand__", "__ixor__", "__isub__"),
    ),
}
# What of these is asked by what can be done with a value, see `abstract_classes`.
_ASKED_OTHERWISE = frozenset(("Callable", "Hashable", "ContextManager"))
_EMPTY = frozenset(("ABC", "Generic", "object"))


def with_mixins(imports: Sequence[tree.Import], node: tree.ClassDef) -> tree.ClassDef:
    """Give a class without its bases from `collections.abc`, and with what these supply."""
    node = _with_registrations(imports, node)
    named = [_named(imports, base) for base in node.bases]
    found = [_MIXINS[name] for name in named if name in _MIXINS]
    if not found:
        return node
    others = [
        base
        for base, name in zip(node.bases, named, strict=True)
        if name not in _MIXINS and last_name(_without_types(base)) not in _EMPTY
    ]
    declared = {m.name.text for m in node.body if isinstance(m, tree.FunctionDef)}
    declared |= {
        target.text
        for member in node.body
        if isinstance(member, tree.Assignment)
        for target in member.targets
        if isinstance(target, tree.Name)
    }
    supplied = {
        member.name.text
        for mixin in found
        for member in parse(mixin.text).tree.body
        if isinstance(member, tree.FunctionDef)
    }
    if others and not supplied <= declared:
        return node
    members: dict[str, tree.FunctionDef] = {}
    for mixin in found:
        for member in functions_at(mixin.text, node.name.span, _SPECIAL):
            marks = (tree.Mark("private", node.name.span),) * (member.name.text in mixin.inner)
            if member.name.text not in (*declared, *members):
                members[member.name.text] = replace(member, marks=marks)
    missing = [
        name for mixin in found for name in mixin.wanted if name not in (*declared, *members)
    ]
    if missing and not others:
        members |= {name: _abstract(node, name) for name in missing}
    bases = tuple(b for b, n in zip(node.bases, named, strict=True) if n not in _MIXINS)
    node = registered(node, [name for name in named if name in _MIXINS], _AS_BASE)
    return replace(node, bases=bases, body=(*node.body, *members.values()))


def registered(
    node: tree.ClassDef, names: Sequence[str], how: str = "registered as "
) -> tree.ClassDef:
    """Note at a class that it counts as below classes of `collections.abc`."""
    marks = tuple(tree.Name(f"{BELOW_MARK}{how}{name}", node.name.span) for name in names)
    return replace(node, decorators=(*node.decorators, *marks))


def stands_below_abstract(node: tree.ClassDef) -> bool:
    """Say whether a class names one of `collections.abc` as its base, and so is an ABC itself."""
    return any(
        isinstance(one, tree.Name) and one.text.startswith(f"{BELOW_MARK}{_AS_BASE}")
        for one in node.decorators
    )


def abstract_bases(node: tree.ClassDef) -> frozenset[str]:
    """Name the classes of `collections.abc` that a class is below."""
    return frozenset(
        one.text.rpartition(" ")[2]
        for one in node.decorators
        if isinstance(one, tree.Name) and one.text.startswith(BELOW_MARK)
    )


def _with_registrations(imports: Sequence[tree.Import], node: tree.ClassDef) -> tree.ClassDef:
    """Write `@Mapping.register` as what it says: the class counts as one below `Mapping`."""
    names = [registration(imports, decorator) for decorator in node.decorators]
    kept = tuple(d for d, name in zip(node.decorators, names, strict=True) if not name)
    return registered(replace(node, decorators=kept), [name for name in names if name])


def registration(imports: Sequence[tree.Import], expr: tree.Expr) -> str:
    """Name the class of `collections.abc` in `Mapping.register`; nothing for anything else."""
    match expr:
        case tree.Attribute(owner, "register"):
            name = _named(imports, owner)
            return name if name in _MIXINS and name not in _ASKED_OTHERWISE else ""
        case _:
            return ""


def registers_by_name(function: tree.Attribute) -> bool:
    """Say whether this is `register` of a class whose registrations are noted."""
    name = last_name(function.value)
    return name in _MIXINS and name not in _ASKED_OTHERWISE


def _abstract(node: tree.ClassDef, name: str) -> tree.FunctionDef:
    """Write a method that classes below must replace."""
    text = f"@abstractmethod\ndef {name}(self, *arguments):\n    raise NotImplementedError\n"
    (made,) = functions_at(text, node.name.span, _SPECIAL)
    return made


def _without_types(base: tree.Expr) -> tree.Expr:
    return base.value if isinstance(base, tree.Subscript) else base


def _named(imports: Sequence[tree.Import], base: tree.Expr) -> str:
    """Give the name of a base in `collections.abc` or `typing`; nothing for other bases."""
    for whole in whole_names(imports, _without_types(base)):
        module, _, last = whole.rpartition(".")
        if whole == "contextlib.AbstractContextManager":
            return "ContextManager"
        if module in ("collections.abc", "typing", "_collections_abc"):
            return last
    return ""

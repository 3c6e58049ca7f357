"""Classes below `list`, `dict`, `set`, `OrderedDict` and `str`: what a client gets from there.

Place: frontends/python/desugar/. One of `passes`, for every class. Objects of such a class are
containers with attributes; the library has all of their methods. What a client may call to change
one is written into the class itself, so that it belongs to what is explored. Nothing of this is
lowered with static types: an object may be empty, and then it is false.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from heapwright.frontends.python.modules.library_classes import TEXT_OBJECT
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.parse import functions_at
from heapwright.frontends.python.syntax.walk import walk
from heapwright.frontends.python.table.class_table import ForeignName, Meaning, Obstacle
from heapwright.records import dataclass, replace

# A name that no text can contain: what it takes can be given in another way, too.
NOT_TRIED = "(named)"
# The library goes through its own containers without asking the class that is below.
_SPECIAL = {
    "hw_named": NOT_TRIED,
    "hw_absent": "(absent)",
    "hw_all": "[:]=",
    "hw_add": "+=",
    "hw_mul": "*=",
    "hw_or": "|=",
    "hw_and": "&=",
    "hw_xor": "^=",
    "hw_sub": "-=",
}
_WHOLE = "held[:] = values"
_PUTTING = ("append", "add", "__setitem__")
# How a class, a method of it, and anything else outside of classes begin in our own text.
_HEADS = re.compile(r"^class (\w+)|^    def (\w+)|^[^\s#]", re.MULTILINE)
_NOT_REPLACED = ("__iter__", "__len__", "keys", "items", "values", "__new__", "__getattribute__")


@dataclass(frozen=True, slots=True)
class _Container:
    """What a client makes one from, and the methods by which it changes one.

    What `others` and statements on `self` do, the methods before them can do, too: a client needs
    them where a class replaces one of these. CPython's code does not call what replaces them.
    """

    made_from: str
    methods: tuple[str, ...]
    others: tuple[str, ...] = ()
    statements: tuple[tuple[str, str], ...] = ()


_DICT = (
    *("__setitem__(self, key: hw_key, value: hw_item)", "__delitem__(self, key: hw_key)"),
    *("update(self, other: dict[hw_key, hw_item] = (), /, **hw_named)", "clear(self)"),
    "pop(self, key: hw_key, default=hw_absent)",
)
_OTHERS_OF_DICT = ("setdefault(self, key: hw_key, default: hw_item = None)",)
_ON_DICT = (("hw_or(self, other: dict[hw_key, hw_item])", "held |= other"),)
CONTAINERS: Mapping[str, _Container] = {
    "list": _Container(
        "values: list[hw_item] = ()",
        (
            *("append(self, value: hw_item)", "insert(self, index: int, value: hw_item)"),
            *("pop(self, index: int = -1)", "remove(self, value: hw_item)", "clear(self)"),
            *("reverse(self)", "sort(self, **hw_named)", "extend(self, values: list[hw_item])"),
            *("__setitem__(self, index, value: hw_item)", "__delitem__(self, index)"),
        ),
        (),
        (
            ("hw_all(self, values: list[hw_item])", _WHOLE),
            ("hw_add(self, values: list[hw_item])", "held += values"),
            ("hw_mul(self, times: int)", "held *= times"),
        ),
    ),
    "set": _Container(
        "values: list[hw_item] = ()",
        (
            *("add(self, value: hw_item)", "discard(self, value: hw_item)", "pop(self)"),
            *("remove(self, value: hw_item)", "clear(self)", "update(self, values: list[hw_item])"),
        ),
        tuple(
            f"{name}(self, values: list[hw_item])"
            for name in ("difference_update", "intersection_update", "symmetric_difference_update")
        ),
        tuple(
            (f"hw_{name}(self, other: set[hw_item])", f"held {sign}= other")
            for name, sign in (("or", "|"), ("and", "&"), ("xor", "^"), ("sub", "-"))
        ),
    ),
    "dict": _Container(
        "values: dict[hw_key, hw_item] = (), /, **hw_named",
        (*_DICT, "popitem(self)"),
        _OTHERS_OF_DICT,
        _ON_DICT,
    ),
    "collections_OrderedDict": _Container(
        "values: dict[hw_key, hw_item] = (), /, **hw_named",
        (
            *(*_DICT, "popitem(self, last: bool = True)"),
            "move_to_end(self, key: hw_key, last: bool = True)",
        ),
        _OTHERS_OF_DICT,
        _ON_DICT,
    ),
}


def container_among(bases: Iterable[tuple[tree.Expr, Meaning | None]]) -> str | None:
    """Name the container among the bases of a class, each with what its name means."""
    for base, meaning in bases:
        match base, meaning:
            case tree.Name("list" | "dict" | "set" as name), None:
                return name
            case tree.Name("str"), None:
                return TEXT_OBJECT
            case (
                (tree.Name() | tree.Attribute()),
                ForeignName("collections", "OrderedDict"),
            ):
                return "collections_OrderedDict"
    return None


def below_container(
    node: tree.ClassDef, container: str, replaced: frozenset[str]
) -> tuple[tree.ClassDef, Obstacle | None]:
    """Give a class with what clients may call of the container that it is.

    `replaced` are the names of methods in whatever class may be below a container.
    """
    declared = {m.name.text: m.name for m in node.body if isinstance(m, tree.FunctionDef)}
    if container == TEXT_OBJECT:
        return _below_text(node, declared)
    known = CONTAINERS[container]
    for name in _NOT_REPLACED:
        if name in declared:
            what = f"a class below `{container}` with its own `{name}` is not supported"
            return node, Obstacle(what, declared[name].span)
    heads = (f"__init__(self, {known.made_from})", *known.methods)
    text = "".join(map(_written, heads))
    if any(_name_in(head) in replaced for head in known.methods):
        text += "".join(map(_written, known.others))
        for head, statement in known.statements:
            if statement == _WHOLE and "__setitem__" not in replaced:
                # What a client sets by its place is one item; here all are set.
                statement = "super().__setitem__(slice(None), values)"
            text += f"def {head}:\n    held = self\n    {statement}\n"
    types = _entry_types(node)
    members = [
        _typed(member, types)
        for member in functions_at(text, node.name.span, _SPECIAL)
        if member.name.text not in declared
    ]
    return replace(node, body=(*node.body, *members)), None


def _below_text(
    node: tree.ClassDef, declared: Mapping[str, tree.Name]
) -> tuple[tree.ClassDef, Obstacle | None]:
    """Give a class below `str` with the `__new__` by which its objects get their text."""
    for name in ("__getattribute__", "__iter__", "__len__", "__init_subclass__"):
        if name in declared:
            what = f"a class below `str` with its own `{name}` is not supported"
            return node, Obstacle(what, declared[name].span)
    if "__eq__" in declared and "__hash__" not in declared:
        what = "a class below `str` whose objects have no hash is not supported"
        return node, Obstacle(what, declared["__eq__"].span)
    if "__new__" in declared:
        return _with_text_types(node), None
    taken = "object=''"
    for member in node.body:
        if isinstance(member, tree.FunctionDef) and member.name.text == "__init__":
            match member.parameters[1:]:
                case [tree.Parameter(tree.Name(own), default=None, kind="plain")]:
                    taken = own
                case _:
                    what = "a class below `str` with such an `__init__` is not supported"
                    return node, Obstacle(what, member.name.span)
    given = taken.partition("=")[0]
    text = f"def __new__(cls, {taken}):\n    return super().__new__(cls, {given})\n"
    (made,) = functions_at(text, node.name.span)
    return _with_text_types(replace(node, body=(*node.body, made))), None


def _with_text_types(node: tree.ClassDef) -> tree.ClassDef:
    """Say that what becomes the text of an object is a string, where nothing else is said."""
    names: set[str] = set()
    for member in node.body:
        if isinstance(member, tree.FunctionDef) and member.name.text == "__new__":
            for inner in walk(member.body):
                match inner:
                    case tree.Call(
                        tree.Attribute(name="__new__"), [_, tree.Argument(None, tree.Name(text))]
                    ):
                        names.add(text)
    members = tuple(
        replace(member, parameters=tuple(_as_text(p, names) for p in member.parameters))
        if isinstance(member, tree.FunctionDef) and member.name.text in ("__new__", "__init__")
        else member
        for member in node.body
    )
    return replace(node, body=members)


def _as_text(parameter: tree.Parameter, names: set[str]) -> tree.Parameter:
    if parameter.annotation is not None or parameter.name.text not in names:
        return parameter
    return replace(parameter, annotation=tree.Name("str", parameter.span))


def _entry_types(node: tree.ClassDef) -> dict[str, tree.Expr]:
    """Say of what type keys and items are: the base tells, or a method that is replaced."""
    found: dict[str, tree.Expr] = {}
    for member in node.body:
        if isinstance(member, tree.FunctionDef) and member.name.text in _PUTTING:
            *keys, item = [p.annotation for p in member.parameters[1:]] or [None]
            if item is not None:
                found["hw_item"] = item
            if keys and keys[0] is not None:
                found["hw_key"] = keys[0]
    for base in node.bases:
        match base:
            case tree.Subscript(_, tree.TupleExpr([key, item])):
                found |= {"hw_key": key, "hw_item": item}
            case tree.Subscript(_, item):
                found["hw_item"] = item
    return found


def _typed(function: tree.FunctionDef, types: Mapping[str, tree.Expr]) -> tree.FunctionDef:
    """Put types in the place of their names."""

    def meant(annotation: tree.Expr | None) -> tree.Expr | None:
        match annotation:
            case tree.Name("hw_key" | "hw_item" as name):
                return types.get(name)
            case tree.Subscript(value, tree.TupleExpr(items) as index):
                inner = [item for item in map(meant, items) if item is not None]
                is_whole = len(inner) == len(items)
                return (
                    replace(annotation, index=replace(index, items=tuple(inner)))
                    if is_whole
                    else value
                )
            case tree.Subscript(value, index):
                item = meant(index)
                return value if item is None else replace(annotation, index=item)
            case _:
                return annotation

    parameters = tuple(replace(p, annotation=meant(p.annotation)) for p in function.parameters)
    return replace(function, parameters=parameters)


def library_method(container: str, name: str) -> str | None:
    """Give the function of the library that a container has under a name."""
    if container == TEXT_OBJECT and not name.startswith("_hw_"):
        return f"{container}.{name}" if name in _methods_of_library()[container] else None
    for level in (container, "dict") if container == "collections_OrderedDict" else (container,):
        if name in _methods_of_library()[level]:
            return f"{level}.{name}"
    return None


@lru_cache(maxsize=1)
def _methods_of_library() -> Mapping[str, frozenset[str]]:
    # Imported here: few programs have such classes, and the text is long. It is ours, so its
    # lines tell as much as its tree, for a hundredth of the time.
    from heapwright.frontends.python.modules.library_text import library_text

    found: dict[str, set[str]] = {}
    current: set[str] = set()
    for head in _HEADS.finditer(library_text()):
        class_name, method = head.groups()
        if method is None:
            current = found.setdefault(class_name, set()) if class_name else set()
        else:
            current.add(method)
    return {name: frozenset(methods) for name, methods in found.items()}


def _written(head: str) -> str:
    """Write a method that hands on what it is given."""
    name = _name_in(head)
    given = re.findall(r"(?<=, )(\*\*)?(\w+)(?=[:=,)])", re.sub(r"\[.*?\]", "", head))
    return f"def {head}:\n    return super().{name}({', '.join(map(''.join, given))})\n"


def _name_in(head: str) -> str:
    return head.partition("(")[0]

"""What a class names above itself: bases, and what stands for more of them.

Place: frontends/python/declare/. `declare` asks for each class. What cannot be followed is an
`Obstacle`.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.frontends.python.declare.members import SILENT_DECORATORS
from heapwright.frontends.python.desugar.below_containers import container_among
from heapwright.frontends.python.desugar.mixins import BELOW_MARK
from heapwright.frontends.python.import_time.import_code import base_meaning
from heapwright.frontends.python.modules.library_classes import TEXT_OBJECT
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name, dotted_name, last_name
from heapwright.frontends.python.table.class_table import (
    EXCEPTIONS,
    OTHER_NAMES,
    ROOT_CLASS,
    ClassName,
    ForeignName,
    Meaning,
    ModuleInfo,
    Obstacle,
)

# Bases that add nothing that matters here.
_EMPTY_BASES = frozenset(("ABC", "Generic", "Protocol", "object"))
# What the members of an enumeration are besides, and whether they are shown by their value.
_ENUMS: Mapping[Meaning, tuple[str, bool]] = {
    ForeignName("enum", "Enum"): ("", False),
    ForeignName("enum", "IntEnum"): ("int", True),
    ForeignName("enum", "StrEnum"): ("str", True),
}
_MOST_LEVELS = 10
_MIXED = (("int", False), ("str", False))  # class Level(int, Enum)


def parent_of(bases: tuple[str, ...], container: str | None = None) -> str:
    """Choose the base that stands above a class in the IR; see `inheritance` for the others."""
    if container is not None:
        return ROOT_CLASS  # the container stands there
    exceptions = [name for name in bases if name in EXCEPTIONS]
    return (exceptions or [*bases, ROOT_CLASS])[0]


def bases_of(
    modules: Mapping[str, ModuleInfo],
    path: str,
    node: tree.ClassDef,
    enum: tuple[str, bool] | None,
) -> tuple[tuple[str, ...], Obstacle | None]:
    """Give the bases of a class that matter, and why they cannot be followed.

    `enum` is what `enum_of` says of it.
    """
    found: list[str] = []
    is_below = (
        isinstance(base_meaning(modules, modules[path], node.bases[-1]), ClassName)
        if node.bases
        else False
    )
    if enum is not None and len(node.bases) > (2 if enum in _MIXED and not is_below else 1):
        return (), Obstacle("an Enum with further bases is not supported", node.bases[0].span)
    for base in node.bases[-1:] if enum is not None else node.bases:
        inner = base.value if isinstance(base, tree.Subscript) else base
        text = last_name(inner)
        meaning = base_meaning(modules, modules[path], inner)
        known = OTHER_NAMES.get(text, text)
        if isinstance(meaning, ClassName) or (meaning is None and known in EXCEPTIONS):
            found.append(meaning.name if isinstance(meaning, ClassName) else known)
        elif (kind := container_among([(inner, meaning)])) is not None and (
            # What stands before `str` comes first; behind it, `str` would.
            len(node.bases) == 1 or (kind == TEXT_OBJECT and base is node.bases[-1])
        ):
            pass
        elif text not in _EMPTY_BASES and meaning not in _ENUMS:
            shown = text or "its base"
            return (), Obstacle(f"its base `{shown}` is not known", base.span)
    for keyword in node.keywords:
        if keyword.name != "metaclass":  # see `metaclasses`
            what = f"the class argument `{keyword.name}` is not supported"
            return tuple(found), Obstacle(what, keyword.value.span)
    for decorator in node.decorators:
        if _adds_abstract(modules[path], decorator):
            continue
        name = decorator_name(decorator)
        if name not in SILENT_DECORATORS and not name.startswith(BELOW_MARK):
            what = f"the decorator `{name}` is not supported"
            return tuple(found), Obstacle(what, decorator.span)
    return tuple(found), None


def _adds_abstract(module: ModuleInfo, decorator: tree.Expr) -> bool:
    """Say whether a decorator is `six.add_metaclass(ABCMeta)`."""
    match decorator:
        case tree.Call(function, [tree.Argument(None, value)]) if (
            last_name(value) == "ABCMeta" and (name := dotted_name(function)) is not None
        ):
            first, _, rest = name.partition(".")
            found = module.names.get(first)
            return found in (ForeignName("six", "add_metaclass"), ForeignName("six", "")) and (
                not rest or rest == "add_metaclass"
            )
        case _:
            return False


def container_of(modules: Mapping[str, ModuleInfo], path: str, node: tree.ClassDef) -> str | None:
    """Name the container of Python's that a class is below, if there is one."""
    bases = [base.value if isinstance(base, tree.Subscript) else base for base in node.bases]
    return container_among((b, base_meaning(modules, modules[path], b)) for b in bases)


def enum_of(
    modules: Mapping[str, ModuleInfo],
    texts: Mapping[str, tuple[str, tree.ClassDef]],
    path: str,
    node: tree.ClassDef,
) -> tuple[str, bool] | None:
    """Say what the members of an enumeration are besides; None for any other class.

    `texts` are the classes of the program by name, each with its file.
    """
    meanings = [base_meaning(modules, modules[path], base) for base in node.bases]
    found = [_ENUMS[m] for m in meanings if m is not None and m in _ENUMS]
    levels = enum_levels(modules, texts, path, node)
    if len(levels) > 1:
        return enum_of(modules, texts, *levels[-1])
    if len(found) != 1:
        return None
    match node.bases:
        case [tree.Name("int" | "str" as kind), _] if meanings[0] is None and not found[0][0]:
            return kind, False
        case _:
            return found[0]


def enum_levels(
    modules: Mapping[str, ModuleInfo],
    texts: Mapping[str, tuple[str, tree.ClassDef]],
    path: str,
    node: tree.ClassDef,
) -> list[tuple[str, tree.ClassDef]]:
    """Give a class and those of the program above it up to the one right below `Enum`."""
    levels = [(path, node)]
    while len(levels) < _MOST_LEVELS:
        where, level = levels[-1]
        meanings = [base_meaning(modules, modules[where], base) for base in level.bases]
        if any(meaning in _ENUMS for meaning in meanings):
            return levels
        match meanings[-1:]:
            case [ClassName(name)] if name in texts:
                levels.append(texts[name])
            case _:
                break
    return levels[:1]

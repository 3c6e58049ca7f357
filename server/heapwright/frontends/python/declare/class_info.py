"""One class: its bases, functions, values and annotations, and what keeps it from being used.

Place: frontends/python/declare/. `declare` asks for every class when the names of all modules have
a meaning. What the class is below decides how it is rewritten (`desugar.passes.BASE_PASSES`); its
body is read as `class_bodies` writes it out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwright.frontends.python.declare import class_bases
from heapwright.frontends.python.declare.members import meddles, method_info
from heapwright.frontends.python.desugar.class_bodies import written_out
from heapwright.frontends.python.desugar.dataclasses_ import (
    is_dataclass,
    is_field,
    slots_written,
    unset_defaults,
)
from heapwright.frontends.python.desugar.enum_attributes import Level, initialiser_of
from heapwright.frontends.python.desugar.enum_calls import member_calls
from heapwright.frontends.python.desugar.enums import (
    Members,
    attribute_functions,
    enum_functions,
    members_of,
)
from heapwright.frontends.python.desugar.named_tuples import is_named_tuple
from heapwright.frontends.python.desugar.passes import Above, class_below
from heapwright.frontends.python.import_time.metaclasses import is_metaclass
from heapwright.frontends.python.modules.library_classes import TEXT_OBJECT
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import is_abstract, is_off, is_on, structures
from heapwright.frontends.python.table.class_table import (
    ClassInfo,
    FunctionInfo,
    ModuleInfo,
    Obstacle,
)
from heapwright.frontends.python.table.marks import has_mark
from heapwright.frontends.python.table.slots import SLOTS, slot_with_value
from heapwright.records import dataclass, replace


def class_info(
    modules: Mapping[str, ModuleInfo],
    texts: Mapping[str, tuple[str, tree.ClassDef]],
    path: str,
    local_name: str,
    name: str,
    node: tree.ClassDef,
) -> ClassInfo:
    """Give a class; its parent may still be missing or stand in a circle.

    `texts` are all classes of the program by name, each with its file.
    """
    enum = class_bases.enum_of(modules, texts, path, node)
    container = class_bases.container_of(modules, path, node) if enum is None else None
    bases, obstacle = class_bases.bases_of(modules, path, node, enum)
    levels = class_bases.enum_levels(modules, texts, path, node)
    replaced = frozenset[str]() if container is None else _replaced(texts)
    known_above = Above(container if obstacle is None else None, enum is not None, replaced)
    node, wrong = class_below(known_above, node)
    body = _body(path, name, node, is_text=container == TEXT_OBJECT)
    obstacle = obstacle or wrong
    members: Members | None = None
    if enum is not None:
        known = [Level(level, frozenset(modules[where].names)) for where, level in levels]
        found = members_of(node, enum[0], initialiser_of(known))
        obstacle = obstacle or (found if isinstance(found, Obstacle) else body.obstacle)
        members = found if isinstance(found, Members) and obstacle is None else None
        above = [node, *(level for _, level in levels[1:])]
        body = _enum_body(path, name, above, enum, members, body)
    obstacle = obstacle or body.obstacle
    is_public = not any(part.startswith("_") for part in local_name.split("."))
    return ClassInfo(
        name,
        class_bases.parent_of(bases, container),
        node,
        path,
        body.functions,
        body.constants,
        body.annotations,
        False,
        # The members of an enumeration are all that there ever is of it.
        members is not None or any(is_abstract(f.node) for f in body.functions.values()),
        is_public and not has_mark(node, "private"),
        compares_fields=is_dataclass(node) and not is_off(node, "eq"),
        members=() if members is None else tuple(name for name, _ in members.values),
        # An enumeration below another is of the class that this is of.
        beneath=container
        or ("tuple" if is_named_tuple(node) else "" if enum is None or bases else enum[0]),
        is_enum=enum is not None,
        is_frozen=is_dataclass(node) and is_on(node, "frozen"),
        bases=bases,
        declared=frozenset(body.functions),
        structures=structures(node),
        obstacle=obstacle,
    )


def _replaced(texts: Mapping[str, tuple[str, tree.ClassDef]]) -> frozenset[str]:
    """Name all that classes with bases declare: one of them may be below a container."""
    found: set[str] = set()
    for _, node in texts.values():
        if node.bases:
            found.update(m.name.text for m in node.body if isinstance(m, tree.FunctionDef))
            for member in node.body:
                if isinstance(member, tree.Assignment):
                    found.update(t.text for t in member.targets if isinstance(t, tree.Name))
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class _Body:
    """What the body of a class declares, and what in it keeps the class from being used."""

    functions: dict[str, FunctionInfo]
    constants: dict[str, tree.Expr]
    annotations: dict[str, tree.Expr]
    obstacle: Obstacle | None = None


def _body(path: str, name: str, node: tree.ClassDef, *, is_text: bool) -> _Body:
    functions: dict[str, FunctionInfo] = {}
    constants: dict[str, tree.Expr] = {}
    annotations: dict[str, tree.Expr] = {}
    obstacle: Obstacle | None = None
    for member in written_out(node, is_text=is_text):
        match member:
            case tree.FunctionDef():
                info = method_info(path, name, member)
                if info is not None:
                    functions[info.ir_name] = info
                    if meddles(info):
                        obstacle = obstacle or info.obstacle
            case tree.Assignment([tree.Name(text)], annotation, value):
                if annotation is not None:
                    annotations[text] = annotation
                # The default of a dataclass's field belongs to its `__init__`.
                if value is not None and not (is_dataclass(node) and is_field(member)):
                    constants[text] = value
            case tree.ClassDef() | tree.Pass() | tree.ExprStatement() | tree.Import():
                pass
            case other:
                obstacle = obstacle or Obstacle("its class body runs code", other.span)
    constants |= unset_defaults(node)
    clash = slot_with_value(node)
    if clash is not None:
        what = f"`{clash}` is in its slots and has a value"
        obstacle = obstacle or Obstacle(what, node.name.span)
    slots = slots_written(node)
    if slots is not None:
        constants[SLOTS] = slots
    if is_metaclass(node):
        # What it does to classes is `metaclasses`' matter; it has no objects else.
        functions = {}
    return _Body(functions, constants, annotations, obstacle)


def _enum_body(
    path: str,
    name: str,
    levels: Sequence[tree.ClassDef],
    enum: tuple[str, bool],
    members: Members | None,
    body: _Body,
) -> _Body:
    """Give what an enumeration has, which stands first in `levels`; None says: no known members."""
    node = levels[0]
    if members is None:
        # What stands in the body is a member, and none that is known.
        unknown = tree.OtherExpr("such members of an Enum", (), node.name.span)
        return replace(body, constants=dict.fromkeys(body.constants, unknown))
    given = enum_functions(name, path, levels, members, *enum)
    given += attribute_functions(name, path, node, members)
    given += member_calls(name, path, levels, [member for member, _ in members.values])
    functions = body.functions | {f.ir_name: f for f in given}
    return _Body(functions, members.constants(name), {})

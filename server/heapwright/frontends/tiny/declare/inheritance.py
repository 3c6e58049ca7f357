"""Check that classes fit the ones they extend.

Place: frontends/tiny/declare/. `declare` calls `sound_parents` before it reads members and
`checked_members` after it. Both report into `Findings` and give a version that works.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from heapwright.frontends.name_hints import did_you_mean
from heapwright.frontends.tiny.declare import check_codes
from heapwright.frontends.tiny.declare.check_types import (
    CheckType,
    NoValue,
    UnknownType,
    shown_type,
)
from heapwright.frontends.tiny.declare.class_table import (
    ROOT_CLASS,
    ClassInfo,
    ClassTable,
    FieldInfo,
    MethodInfo,
    Place,
)
from heapwright.frontends.tiny.declare.findings import Findings
from heapwright.frontends.tiny.syntax import tree
from heapwright.ir.core.types import RefType
from heapwright.records import replace
from heapwright.text.span import Span


class DeclaredClass(Protocol):
    """A class as it stands in a file."""

    @property
    def node(self) -> tree.ClassDecl:
        """The tree of the class."""

    def place(self, span: Span) -> Place:
        """Say where a span of the class lies in the file."""


def sound_parents(
    findings: Findings,
    classes: Mapping[str, DeclaredClass],
    built_in: Mapping[str, str | None],
) -> dict[str, str | None]:
    """Give every class a parent such that all chains end in the root class."""
    parents = {name: _known_parent(findings, classes, built_in, name) for name in classes}
    parents |= {name: parent for name, parent in built_in.items() if name not in parents}
    checked: set[str] = set()
    for name in classes:
        # Breaking a circle can close another one, when the root class has a parent.
        while cycle := _cycle_above(parents, checked, name):
            _break_cycle(findings, classes, parents, cycle)
        above: str | None = name
        while above is not None and above not in checked:
            checked.add(above)
            above = parents[above]
    return parents


def _cycle_above(parents: Mapping[str, str | None], checked: set[str], name: str) -> list[str]:
    """Give the classes of the circle that the chain of a class runs into, if it does."""
    chain: list[str] = []
    above: str | None = name
    while above is not None and above not in checked:
        if above in chain:
            return chain[chain.index(above) :]
        chain.append(above)
        above = parents[above]
    return []


def _known_parent(
    findings: Findings,
    classes: Mapping[str, DeclaredClass],
    built_in: Mapping[str, str | None],
    name: str,
) -> str | None:
    """Give the parent that the class names, or the root class."""
    parent = classes[name].node.parent
    if parent is None or not parent.text:
        return None if name == ROOT_CLASS else ROOT_CLASS
    if parent.text in classes or parent.text in built_in:
        return parent.text
    hint = did_you_mean(parent.text, (*classes, *built_in))
    message = f"there is no class `{parent.text}`{hint}"
    findings.add(classes[name].place(parent.span), check_codes.UNKNOWN_CLASS, message)
    return None if name == ROOT_CLASS else ROOT_CLASS


def _break_cycle(
    findings: Findings,
    classes: Mapping[str, DeclaredClass],
    parents: dict[str, str | None],
    cycle: list[str],
) -> None:
    """Report a cycle once and hang its classes below the root class."""
    # The root class has no `extends` of its own to blame unless it is the culprit,
    # as in `class Object extends Node { } class Node { }`.
    first = ROOT_CLASS if ROOT_CLASS in cycle else cycle[0]
    start = cycle.index(first)
    cycle = cycle[start:] + cycle[:start]
    places = [_extends_place(classes[name]) for name in cycle if name in classes]
    chain = " extends ".join(f"`{name}`" for name in [*cycle, first])
    message = f"`{first}` extends itself" if len(cycle) == 1 else f"classes in a circle: {chain}"
    related = tuple(
        place.related(f"`{name}` extends `{parents[name]}` here", places[0].path)
        for name, place in zip(cycle[1:], places[1:], strict=False)
    )
    findings.add(places[0], check_codes.INHERITANCE_CYCLE, message, related)
    for name in cycle:
        parents[name] = None if name == ROOT_CLASS else ROOT_CLASS


def _extends_place(declared: DeclaredClass) -> Place:
    """Give the place of the parent's name, or of the class's own if none is written."""
    return declared.place((declared.node.parent or declared.node.name).span)


def checked_members(findings: Findings, table: ClassTable) -> dict[str, ClassInfo]:
    """Give the classes without fields that an ancestor has already; check overriding."""
    checked: dict[str, ClassInfo] = {}
    for info in table.parents_first():
        methods = {}
        for method in info.methods.values():
            found = _checked_override(findings, table, checked, method)
            # The IR has no room for an invariant in place of a method.
            if found.mistake is None or not found.is_invariant:
                methods[found.name] = found
        fields = _own_fields(findings, table, info)
        checked[info.name] = replace(info, fields=fields, methods=methods)
    return {name: checked[name] for name in table.classes}


def _own_fields(findings: Findings, table: ClassTable, info: ClassInfo) -> Mapping[str, FieldInfo]:
    """Leave out the fields whose name an ancestor has taken."""
    if info.parent is None:
        return info.fields
    fields = {}
    for name, field in info.fields.items():
        inherited = table.field(info.parent, name)
        if inherited is None:
            fields[name] = field
            continue
        message = f"`{inherited.owner}` has a field `{name}` already, and `{info.name}` inherits it"
        related = inherited.place.related(f"`{name}` is declared here", field.place.path)
        findings.add(field.place, check_codes.DUPLICATE_DECLARATION, message, (related,))
    return fields


def _checked_override(
    findings: Findings, table: ClassTable, above: Mapping[str, ClassInfo], method: MethodInfo
) -> MethodInfo:
    """Mark a method that cannot stand in for the inherited one of the same name."""
    inherited = [
        above[info.name].methods[method.name]
        for info in table.chain(method.owner)
        if info.name in above and method.name in above[info.name].methods
    ]
    sound = next((other for other in inherited if other.mistake is None), None)
    mismatch = None if sound is None else _mismatch(table, method, sound)
    if sound is None or mismatch is None:
        return method
    message = f"`{method.name}` differs from the one in `{sound.owner}`: {mismatch}"
    # A method that repeats what is wrong already above it is no mistake of its own.
    if inherited[0] is sound or _mismatch(table, method, inherited[0]) is not None:
        related = sound.place.related(f"`{method.name}` is declared here", method.place.path)
        code = check_codes.OVERRIDE_MISMATCH
        findings.add(method.place, code, message, (related,), method.severity)
    return replace(method, mistake=message, stand_in=sound.parameters)


def _mismatch(table: ClassTable, method: MethodInfo, inherited: MethodInfo) -> str | None:
    """Say how two methods of one name differ; None if the lower may replace the upper."""
    if method.is_invariant != inherited.is_invariant:
        return "one is an invariant, the other a method"
    if method.is_static != inherited.is_static:
        return "one is static, the other is not"
    if method.is_static:
        # It hides the other one instead of standing in for it.
        return None
    if method.is_private and not inherited.is_private:
        return "it is private here and public there"
    if len(method.parameters) != len(inherited.parameters):
        return f"it has {counted(len(method.parameters))}, there {len(inherited.parameters)}"
    for own, other in zip(method.parameters, inherited.parameters, strict=True):
        if own.type != other.type and not _is_unknown(own.type) and not _is_unknown(other.type):
            return f"`{own.name}` is {shown_type(own.type)} here and {shown_type(other.type)} there"
    if not _replaces(table, method.result, inherited.result):
        return f"it gives {shown_type(method.result)} here and {shown_type(inherited.result)} there"
    return None


def counted(n_parameters: int) -> str:
    """Say `1 parameter` or `2 parameters`."""
    return "1 parameter" if n_parameters == 1 else f"{n_parameters} parameters"


def _replaces(table: ClassTable, lower: CheckType, upper: CheckType) -> bool:
    """Whether a result may stand where another one is expected."""
    match lower, upper:
        case (UnknownType(), _) | (_, UnknownType()):
            return True
        case NoValue(), NoValue():
            return True
        case RefType(lower_name), RefType(upper_name):
            return table.is_subclass(lower_name, upper_name)
        case _:
            return lower == upper


def _is_unknown(check_type: CheckType) -> bool:
    """Whether a mistake in the type is reported already."""
    return isinstance(check_type, UnknownType)

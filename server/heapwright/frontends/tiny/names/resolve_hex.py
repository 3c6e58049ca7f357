"""Say what the names in the formulas of a `hex` block mean.

Place: frontends/tiny/names/. `resolve` calls this. A path is a regular expression over fields,
so the same step can be taken from objects of several classes: it then means several
fields, and each is an occurrence of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heapwright.frontends.hex import tree as hex_tree
from heapwright.frontends.tiny.declare.class_table import ClassTable, FieldInfo
from heapwright.frontends.tiny.names.entities import Entity, EntityKind, Occurrence, Use
from heapwright.ir.core.types import RefType
from heapwright.text.span import Span

# The classes that a path can lead to; None if nothing is known of where it starts.
Reached = dict[str, None] | None


def hex_names(
    table: ClassTable, owner: str, formulas: Sequence[hex_tree.Formula]
) -> Iterator[Occurrence]:
    """Give the names of the formulas of a class."""
    waiting = list(reversed(formulas))
    while waiting:
        formula = waiting.pop()
        match formula:
            case hex_tree.Not(operand):
                waiting.append(operand)
            case hex_tree.And(lhs, rhs) | hex_tree.Or(lhs, rhs):
                waiting += (rhs, lhs)
            case _:
                yield from _atom_names(table, owner, formula)


def _atom_names(table: ClassTable, owner: str, atom: hex_tree.Atom) -> Iterator[Occurrence]:
    yield from _path_names(table, owner, atom.path)
    match atom:
        case hex_tree.Aliases(target=target):
            yield from _path_names(table, owner, target)
        case hex_tree.ExpandsTo(type_name=name) | hex_tree.AliasesSome(type_name=name):
            if name is not None and name in table.classes:
                yield Occurrence(atom.type_span, Entity(EntityKind.CLASS, name), Use.READS)
        case _:
            pass
    if atom.companion is not None and owner in table.classes:
        method = table.method(owner, atom.companion)
        if method is not None and not method.is_invariant:
            entity = Entity(EntityKind.METHOD, method.name, method.owner)
            yield Occurrence(atom.companion_span, entity, Use.READS)


def _path_names(table: ClassTable, owner: str, path: hex_tree.Path) -> Iterator[Occurrence]:
    steps: dict[int, tuple[Span, dict[tuple[str, str], None]]] = {}
    _reached(table, owner, path, None, steps)
    for span, fields in steps.values():
        for owning, name in fields:
            place = Span(span.end - len(name), span.end)
            yield Occurrence(place, Entity(EntityKind.FIELD, name, owning), Use.READS)


def _reached(
    table: ClassTable,
    owner: str,
    path: hex_tree.Path,
    before: Reached,
    steps: dict[int, tuple[Span, dict[tuple[str, str], None]]],
) -> Reached:
    """Give the classes behind a path; writes down which fields its steps mean.

    `hex.parse.MAX_DEPTH` bounds the recursion.
    """
    match path:
        case hex_tree.Start(name):
            return {owner: None} if name == "this" else None
        case hex_tree.Step(name, span):
            fields = fields_of_step(table, before, name)
            _, known = steps.setdefault(id(path), (span, {}))
            known.update(dict.fromkeys((field.owner, field.name) for field in fields))
            return {f.type.class_name: None for f in fields if isinstance(f.type, RefType)}
        case hex_tree.Sequence(parts):
            for part in parts:
                before = _reached(table, owner, part, before, steps)
            return before
        case hex_tree.Choice(alternatives):
            return _joined([_reached(table, owner, a, before, steps) for a in alternatives])
        case hex_tree.Repeat(part, operator):
            after = _reached(table, owner, part, before, steps)
            while operator in "*+":
                # Each round adds a class or is the last.
                more = _joined([after, _reached(table, owner, part, after, steps)])
                if more == after:
                    break
                after = more
            return after if operator == "+" else _joined([before, after])


def _joined(several: Sequence[Reached]) -> Reached:
    joined: dict[str, None] = {}
    for reached in several:
        if reached is None:
            return None
        joined.update(reached)
    return joined


def fields_of_step(table: ClassTable, before: Reached, name: str) -> list[FieldInfo]:
    """Give the fields of a name that objects of the classes, or of those below, can have."""
    if before is None:
        return [info.fields[name] for info in table.classes.values() if name in info.fields]
    found: dict[str, FieldInfo] = {}
    for class_name in before:
        inherited = table.field(class_name, name) if class_name in table.classes else None
        if inherited is not None:
            found[inherited.owner] = inherited
            continue
        for info in table.below(class_name):
            if name in info.fields:
                found[info.name] = info.fields[name]
    return list(found.values())

"""Where a name is declared, and where it is used.

Place: editor/features/. For the tiny language; of Python a Python server knows more than we do.
A question about one file is a question about all programs that the file is part of: those
that include it use what it declares.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from heapwright.frontends.tiny.declare.class_table import Place
from heapwright.frontends.tiny.declare.includes import include_path
from heapwright.frontends.tiny.names.entities import VARIABLES, Entity, EntityKind, Located, Use
from heapwright.frontends.tiny.names.names import Names
from heapwright.frontends.tiny.syntax import tree
from heapwright.text.span import Span

__all__ = ["Place", "Use", "definitions", "highlights", "references", "uses", "wanted_entities"]


def definitions(names: Names, path: str, offset: int) -> list[Place]:
    """Give where the name at the cursor is declared; for an include, the start of the file."""
    included = _included_file(names, path, offset)
    if included is not None:
        return [Place(included, Span(0, 0))]
    found = [names.declaration(located.entity) for located in names.all_at(path, offset)]
    return list(dict.fromkeys(place for place in found if place is not None))


def highlights(names: Names, path: str, offset: int) -> list[Located]:
    """Give the uses in the same file of what the cursor is on."""
    wanted = wanted_entities(names, path, offset)
    return [
        located
        for holder in names.holders(path)
        for located in names.located(holder)
        if located.entity in wanted
    ]


def references(
    programs: Sequence[Names], path: str, offset: int, *, with_declaration: bool
) -> list[Place]:
    """Give all uses of what the cursor is on, in every program; the first is the cursor's."""
    if not programs:
        return []
    wanted = wanted_entities(programs[0], path, offset)
    if not wanted:
        return []
    found = [
        Place(located.path, located.span)
        for located in uses(programs, programs[0], wanted)
        if with_declaration or located.use is not Use.DECLARES
    ]
    return sorted(set(found), key=lambda place: (place.path != path, place.path, place.span))


def wanted_entities(names: Names, path: str, offset: int) -> frozenset[Entity]:
    """Give what the name at the cursor means, with the methods that go by the same name."""
    return frozenset(
        entity for located in names.all_at(path, offset) for entity in names.family(located.entity)
    )


def uses(programs: Iterable[Names], first: Names, wanted: Iterable[Entity]) -> list[Located]:
    """Give all uses of entities of the first program in all programs.

    Programs that share a file know the entities of that file by the same place. A method
    of a shared file can be overridden in one program and called in another, so what is
    wanted grows until no program adds to it.
    """
    programs = list(programs)
    if any(entity.kind in VARIABLES for entity in wanted):
        # What is visible in one function is used nowhere else.
        programs = [first]
    places: set[Place | str] = {_identity(first, entity) for entity in wanted}
    while True:
        grown = {
            _identity(names, relative)
            for names in programs
            for entity in _methods(names)
            if _identity(names, entity) in places
            for relative in names.family(entity)
        }
        if grown <= places:
            break
        places |= grown
    return [
        located
        for names in programs
        for located in names.everywhere()
        if _identity(names, located.entity) in places
    ]


def _methods(names: Names) -> list[Entity]:
    return [
        Entity(EntityKind.METHOD, method.name, info.name)
        for info in names.table.classes.values()
        for method in info.methods.values()
        if not method.is_invariant
    ]


def _identity(names: Names, entity: Entity) -> Place | str:
    """Tell entities apart across programs: by place, or by name if the language has them."""
    return names.declaration(entity) or f"{entity.kind.value} {entity.owner} {entity.name}"


def _included_file(names: Names, path: str, offset: int) -> str | None:
    holder = names.holder_at(path, offset)
    if holder is None or not isinstance(holder.node, tree.IncludeDecl):
        return None
    if not holder.node.path.span.shifted(holder.offset).contains(offset):
        return None
    wanted = include_path(path, holder.node.path.text)
    return wanted if any(file.source.path == wanted for file in names.files) else None

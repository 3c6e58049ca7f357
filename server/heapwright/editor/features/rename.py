"""Give a thing of the tiny language another name, everywhere, or say why not.

Place: editor/features/. A rename is made on a copy first and resolved again: every name must mean
what it meant. So nothing is captured, hidden or taken by accident, whatever the rules of
the language are; the checks before that only give a clearer message.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate

from heapwright.editor.features.definition import uses, wanted_entities
from heapwright.frontends.hex.print_formula import print_formula
from heapwright.frontends.tiny.declare.class_table import Place
from heapwright.frontends.tiny.declare.declare import BUILT_IN_PARENTS
from heapwright.frontends.tiny.declare.includes import LoadedFile, Unreadable, load
from heapwright.frontends.tiny.names.entities import MEMBERS, Entity, EntityKind, Located
from heapwright.frontends.tiny.names.names import Names, names_of
from heapwright.frontends.tiny.syntax import tree
from heapwright.frontends.tiny.syntax.parse import parse, tiny_tables
from heapwright.records import dataclass
from heapwright.text.source import Source
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a rename cannot be; one line."""

    reason: str


@dataclass(frozen=True, slots=True)
class Renaming:
    """The places that get the new name, by path and in order; none overlap."""

    places: Mapping[str, tuple[Span, ...]]
    new_name: str


def renamable(names: Names, path: str, offset: int) -> Located | Refusal:
    """Say what the rename at the cursor would be about."""
    found = names.all_at(path, offset)
    if not found:
        return Refusal("there is no name here that could be changed")
    if len(found) > 1:
        fields = " and ".join(f"`{o.entity.owner}.{o.entity.name}`" for o in found)
        return Refusal(f"this means {fields}: rename them where they are declared")
    entity = found[0].entity
    is_known = entity.kind is EntityKind.CLASS and entity.name in BUILT_IN_PARENTS
    if is_known or names.declaration(entity) is None:
        # Also where the program declares it itself: the language goes by its name.
        return Refusal(f"`{entity.name}` belongs to the language")
    return found[0]


def rename(programs: Sequence[Names], path: str, offset: int, new_name: str) -> Renaming | Refusal:
    """Rename what the cursor is on in every program; the first is the cursor's."""
    names = programs[0]
    located = renamable(names, path, offset)
    if isinstance(located, Refusal):
        return located
    old_name = located.entity.name
    refusal = _unfit(new_name)
    if refusal is not None:
        return refusal
    if new_name == old_name:
        return Renaming({}, new_name)
    if located.entity.kind is EntityKind.PARAMETER and _begins_formula(names, old_name):
        return Refusal(f"a HEX formula begins at `{old_name}`, which may mean several parameters")
    wanted = wanted_entities(names, path, offset)
    found = uses(programs, names, wanted)
    changed = {located.path for located in found}
    affected = [p for p in programs if any(file.source.path in changed for file in p.files)]
    for program in affected:
        for entity in wanted:
            refusal = _clash(program, entity, new_name)
            if refusal is not None:
                return refusal
    places: dict[str, set[Span]] = {}
    for use in found:
        places.setdefault(use.path, set()).add(use.span)
    renaming = Renaming({p: tuple(sorted(places[p])) for p in sorted(places)}, new_name)
    for program in affected:
        refusal = _changed_meaning(program, renaming, old_name)
        if refusal is not None:
            return refusal
    return renaming


def _begins_formula(names: Names, name: str) -> bool:
    """Say whether a path of some formula starts at the parameters of this name."""
    start = re.compile(rf"(?<![\w.]){re.escape(name)}\b")
    return any(
        start.search(print_formula(formula))
        for file in names.files
        for placed in file.tree.declarations
        if isinstance(placed.node, tree.ClassDecl)
        for member in placed.node.members
        if isinstance(member.node, tree.HexDecl)
        for formula in member.node.formulas
    )


# --- The name itself -------------------------------------------------------------------

_NAME = re.compile(r"[^\W\d]\w*\Z")
_SYMBOL = re.compile(r"[XY][0-9]+\Z")
_TYPES = ("int", "bool", "void")


def _unfit(name: str) -> Refusal | None:
    """Say why a word cannot be a name at all."""
    if not _NAME.match(name):
        return Refusal(f"`{name}` is not a name: letters, digits and `_`, no digit first")
    words = {t.pattern for t in tiny_tables().terminals if t.is_text and t.pattern.isidentifier()}
    if name in words or name in ("hex", "include"):
        return Refusal(f"`{name}` is a word of the language")
    if name in _TYPES:
        return Refusal(f"`{name}` is a type of the language")
    if _SYMBOL.match(name):
        return Refusal(f"`{name}` stands for an unknown value, so it cannot be a name")
    return None


# --- Clashes ---------------------------------------------------------------------------


def _clash(names: Names, entity: Entity, new_name: str) -> Refusal | None:
    """Say what has the new name already, where that is easy to say."""
    table = names.table
    if entity.kind in MEMBERS and entity.owner in table.classes:
        own = table.classes[entity.owner]
        related = [*table.chain(entity.owner), *table.below(entity.owner)]
        for info in related:
            if entity.kind is EntityKind.FIELD and new_name in info.fields:
                return Refusal(f"`{info.name}` has a field `{new_name}` already")
            if entity.kind is not EntityKind.FIELD and new_name in info.methods:
                is_invariant = info.methods[new_name].is_invariant
                if is_invariant and entity.kind is EntityKind.INVARIANT and info is not own:
                    continue  # both must hold, and neither stands in for the other
                kind = "an invariant" if is_invariant else "a method"
                return Refusal(f"`{info.name}` has {kind} `{new_name}` already")
    if entity.kind in (EntityKind.CLASS, EntityKind.SPEC, EntityKind.TEST):
        if new_name in table.classes:
            return Refusal(f"there is a class `{new_name}` already")
        if new_name in table.specs:
            return Refusal(f"there is a spec `{new_name}` already")
    return None


# --- Does everything still mean what it meant? -----------------------------------------


def _changed_meaning(names: Names, renaming: Renaming, old_name: str) -> Refusal | None:
    """Rename a copy of a program and compare what every name means there."""
    moved = {path: _Moved(spans, renaming.new_name) for path, spans in renaming.places.items()}
    after = names_of(_renamed_files(names, renaming))
    meant = {
        (place, None if declared is None else _moved_place(moved, declared))
        for place, declared in _meanings(names, moved)
    }
    means = set(_meanings(after, {}))
    differing = sorted((place.path, place.span) for place, _ in meant.symmetric_difference(means))
    if not differing:
        return None
    path, span = differing[0]
    file = next(f for f in after.files if f.source.path == path)
    line = file.source.line_index.line(span.start) + 1
    word = file.source.text[span.start : span.end]
    return Refusal(
        f"if `{old_name}` were `{renaming.new_name}`, then `{word}` in line {line}"
        f" of {path.rpartition('/')[2]} would mean something else"
    )


def _meanings(names: Names, moved: Mapping[str, _Moved]) -> list[tuple[Place, Place | None]]:
    return [
        (_moved_place(moved, Place(o.path, o.span)), names.declaration(o.entity))
        for o in names.everywhere()
    ]


def _renamed_files(names: Names, renaming: Renaming) -> tuple[LoadedFile, ...]:
    texts = {file.source.path: file.source.text for file in names.files}
    for path, spans in renaming.places.items():
        text = texts.get(path, "")
        parts: list[str] = []
        done = 0
        for span in spans:
            parts += (text[done : span.start], renaming.new_name)
            done = span.end
        texts[path] = "".join([*parts, text[done:]])

    def read(path: str) -> Source | Unreadable:
        return Source(path, texts[path]) if path in texts else Unreadable("no such file")

    root = names.files[-1].source.path
    return load(Source(root, texts[root]), read, parse)


class _Moved:
    """Where offsets of one file lie after the rename."""

    __slots__ = ("_growths", "_starts", "spans")

    def __init__(self, spans: Sequence[Span], new_name: str) -> None:
        self.spans = frozenset(spans)
        self._starts = [span.start for span in spans]
        growths = [len(new_name) - (span.end - span.start) for span in spans]
        self._growths = [0, *accumulate(growths)]

    def offset(self, offset: int) -> int:
        """Move an offset that is not inside a renamed name, or is its start."""
        return offset + self._growths[bisect_right(self._starts, offset - 1)]


def _moved_place(moved: Mapping[str, _Moved], place: Place) -> Place:
    by = moved.get(place.path)
    if by is None:
        return place
    return Place(place.path, Span(by.offset(place.span.start), by.offset(place.span.end)))

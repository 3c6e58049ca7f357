"""What every name of a program means: declarations, uses, families of methods.

Place: frontends/tiny/names/. `workspace` makes one per program and hands the one before to
`names_of`, so that after an edit only what changed is looked at again. Facts are found
when they are first asked for: what the cursor needs is one function, what a rename needs
is all of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from heapwright.frontends.tiny.declare.class_table import ClassTable, MethodInfo, Place
from heapwright.frontends.tiny.declare.declare import declare
from heapwright.frontends.tiny.declare.findings import Findings
from heapwright.frontends.tiny.declare.includes import LoadedFile
from heapwright.frontends.tiny.names.entities import Entity, EntityKind, Located, Use
from heapwright.frontends.tiny.names.resolve import Facts, function_name, resolve
from heapwright.frontends.tiny.syntax import tree
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Holder:
    """A piece of a file that is resolved on its own: a member, a declaration, a class head."""

    path: str
    offset: int
    owner: str  # the class of a member, else empty
    node: tree.Declaration | tree.Member


class Names:
    """The names of a file and of all that it includes; equal questions are answered once."""

    __slots__ = ("_facts", "_functions", "_holders", "files", "table")

    def __init__(
        self, files: Sequence[LoadedFile], table: ClassTable, facts: dict[_Key, Facts]
    ) -> None:
        self.files = tuple(files)
        self.table = table
        self._facts = facts
        self._holders: dict[str, tuple[Holder, ...]] = {}
        self._functions: dict[tuple[str, str], list[Holder]] = {}

    @property
    def n_known(self) -> int:
        """Count the pieces whose names were found already."""
        return len(self._facts)

    def holders(self, path: str) -> tuple[Holder, ...]:
        """Give the pieces of a file in the order of the text."""
        found = self._holders.get(path)
        if found is None:
            file = next((f for f in self.files if f.source.path == path), None)
            found = self._holders[path] = () if file is None else tuple(holders_of(file))
        return found

    def holder_at(self, path: str, offset: int) -> Holder | None:
        """Give the innermost piece that an offset touches."""
        holders = self.holders(path)
        index = bisect_right(holders, offset, key=lambda holder: holder.offset) - 1
        # Two pieces can touch; where they do, the name at the cursor may be in either.
        for holder in reversed(holders[max(index - 1, 0) : index + 1]):
            if holder.node.span.shifted(holder.offset).contains(offset):
                return holder
        return None

    def facts(self, holder: Holder) -> Facts:
        """Give the names of a piece."""
        key = _key(holder)
        found = self._facts.get(key)
        if found is None:
            found = resolve(self.table, holder.path, holder.owner, holder.node)
            self._facts[key] = found
        return found

    def at(self, path: str, offset: int) -> Located | None:
        """Give the name that the cursor touches; behind its last character counts too."""
        touching = self.all_at(path, offset)
        return touching[0] if touching else None

    def all_at(self, path: str, offset: int) -> list[Located]:
        """Give all that the name at the cursor means; a step of a HEX path can mean several."""
        holders = self.holders(path)
        index = bisect_right(holders, offset, key=lambda holder: holder.offset)
        found = [
            located
            for holder in reversed(holders[max(index - 2, 0) : index])
            for located in self.located(holder)
            if located.span.contains(offset)
        ]
        # Between two names that touch, the one behind the cursor counts.
        found.sort(key=lambda located: -located.span.start)
        return [located for located in found if located.span == found[0].span]

    def located(self, holder: Holder) -> Iterator[Located]:
        """Give the names of a piece in absolute offsets."""
        for occurrence in self.facts(holder).occurrences:
            span = occurrence.span.shifted(holder.offset)
            yield Located(holder.path, span, occurrence.entity, occurrence.use)

    def everywhere(self) -> Iterator[Located]:
        """Give all names of all files."""
        for file in self.files:
            for holder in self.holders(file.source.path):
                yield from self.located(holder)

    def declaration(self, entity: Entity) -> Place | None:
        """Say where something is declared; None for what the language brings along."""
        table = self.table
        match entity.kind:
            case EntityKind.CLASS:
                info = table.classes.get(entity.name)
                return None if info is None else info.place
            case EntityKind.FIELD:
                owner = table.classes.get(entity.owner)
                field = None if owner is None else owner.fields.get(entity.name)
                return None if field is None else field.place
            case EntityKind.METHOD | EntityKind.INVARIANT:
                method = self.method(entity)
                return None if method is None else method.place
            case EntityKind.SPEC:
                spec = table.specs.get(entity.name)
                return None if spec is None else spec.place
            case EntityKind.TEST | EntityKind.PARAMETER | EntityKind.LOCAL:
                return self._declared_in_file(entity)

    def _declared_in_file(self, entity: Entity) -> Place | None:
        function = entity.name if entity.kind is EntityKind.TEST else entity.owner
        for holder in self.functions(entity.path, function):
            for occurrence in self.facts(holder).occurrences:
                if occurrence.entity == entity and occurrence.use is Use.DECLARES:
                    return Place(holder.path, occurrence.span.shifted(holder.offset))
        return None

    def functions(self, path: str, name: str) -> Sequence[Holder]:
        """Give the functions of a file that go by a qualified name; one, if all is well."""
        if not self._functions:
            for file in self.files:
                for holder in self.holders(file.source.path):
                    found = function_name(holder.owner, holder.node)
                    self._functions.setdefault((holder.path, found), []).append(holder)
        return self._functions.get((path, name), ())

    def method(self, entity: Entity) -> MethodInfo | None:
        """Give the method or invariant that an entity stands for."""
        owner = self.table.classes.get(entity.owner)
        return None if owner is None else owner.methods.get(entity.name)

    def family(self, entity: Entity) -> frozenset[Entity]:
        """Give all that must keep the same name: a method with those it overrides."""
        method = self.method(entity) if entity.kind is EntityKind.METHOD else None
        if method is None or method.is_static or method.is_invariant:
            return frozenset((entity,))
        table = self.table
        top = [
            info.name
            for info in table.chain(entity.owner)
            if entity.name in info.methods and _overrides(info.methods[entity.name])
        ][-1]
        return frozenset(
            Entity(EntityKind.METHOD, entity.name, info.name)
            for info in (table.classes[top], *table.below(top))
            if entity.name in info.methods and _overrides(info.methods[entity.name])
        )


def names_of(files: Sequence[LoadedFile], before: Names | None = None) -> Names:
    """Give the names of a program; `before` are those of the program before an edit."""
    table = declare(Findings(), files, None)
    names = Names(files, table, {})
    if before is not None and _signatures(before.table) == _signatures(table):
        # A function that did not change means what it meant, unless a signature changed.
        kept = before._facts
        for file in files:
            for holder in names.holders(file.source.path):
                key = _key(holder)
                if key in kept:
                    names._facts[key] = kept[key]
    return names


def holders_of(file: LoadedFile) -> Iterator[Holder]:
    """Cut a file into the pieces that are resolved on their own."""
    path = file.source.path
    for placed in file.tree.declarations:
        yield Holder(path, placed.offset, "", placed.node)
        if isinstance(placed.node, tree.ClassDecl):
            owner = placed.node.name.text
            for member in placed.node.members:
                yield Holder(path, placed.offset + member.offset, owner, member.node)


# The node itself is in the key, so that its identity is not taken by another one.
_Key = tuple[str, str, "_Same"]


class _Same:
    """A node as a key: equal only to itself, without a walk over the tree."""

    __slots__ = ("node",)

    def __init__(self, node: object) -> None:
        self.node = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.node is self.node

    def __hash__(self) -> int:
        return id(self.node)


def _key(holder: Holder) -> _Key:
    return (holder.path, holder.owner, _Same(holder.node))


def _overrides(method: MethodInfo) -> bool:
    return not method.is_static and not method.is_invariant


def _signatures(table: ClassTable) -> object:
    """Give all that the meaning of a name in a body depends on, without places."""
    classes = [
        (
            info.name,
            info.parent,
            [(f.name, f.type) for f in info.fields.values()],
            [
                (m.name, m.is_static, m.is_invariant, m.result, [p.type for p in m.parameters])
                for m in info.methods.values()
            ],
        )
        for info in table.classes.values()
    ]
    specs = [(spec.name, [p.type for p in spec.parameters]) for spec in table.specs.values()]
    return (classes, specs)

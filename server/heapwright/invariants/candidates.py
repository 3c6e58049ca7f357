"""Path expressions worth saying something about, built from the fields of classes.

Place: invariants/. `infer` tries every claim on each of them.

From an object, a path follows plain fields; where a class has *links*, fields that lead to
its own kind, it may follow some of them any number of times, and then one more field:

    this.root(.left|.right)*            the nodes of a tree
    this.root(.left|.right)*.parent     what leads back
    this.header(.next)+                 the ring without its header
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.structure import THIS, Choice, Path, Repeat, Sequence, Step
from heapwright.ir.core.types import RefType
from heapwright.records import dataclass

MOST_PLAIN_STEPS = 3
MOST_LINKS = 4  # of a class with more, only single links and all together are tried


@dataclass(frozen=True, slots=True)
class Fields:
    """The reference fields of each class that matter: names and declared classes."""

    by_class: Mapping[str, tuple[tuple[str, str], ...]]
    hierarchy: Hierarchy

    def links(self, class_name: str) -> tuple[str, ...]:
        """Name the fields of a class that lead to its own kind."""
        kind = {c.name for c in self.hierarchy.line(class_name) if c.parent is not None}
        kind.update(self.hierarchy.below(class_name))
        return tuple(name for name, target in self.by_class[class_name] if target in kind)


def fields_of(hierarchy: Hierarchy, left_out: Iterable[str]) -> Fields:
    """Collect the reference fields, but for those that lead to the classes left out."""
    without = set(left_out)
    return Fields(
        {
            name: tuple(
                (field.name, field.type.class_name)
                # Of an object whose class is known only from above, fields below count too.
                for below in hierarchy.below(name)
                for field in hierarchy.fields(below)
                if isinstance(field.type, RefType) and field.type.class_name not in without
            )
            for name in hierarchy.classes
        },
        hierarchy,
    )


def candidate_paths(fields: Fields, class_name: str) -> tuple[Path, ...]:
    """Give the paths from an object of the class, simplest first."""
    found: dict[Path, None] = {}
    for path in _paths(fields, class_name):
        found[path] = None
    return tuple(found)


def _paths(fields: Fields, class_name: str) -> Iterator[Path]:
    waiting: list[tuple[tuple[Path, ...], str, frozenset[str]]] = [
        ((Step(THIS),), class_name, frozenset((class_name,)))
    ]
    while waiting:
        prefix, here, seen = waiting.pop(0)
        yield _path(prefix)
        links = fields.links(here)
        plain = [pair for pair in dict.fromkeys(fields.by_class[here]) if pair[0] not in links]
        repeated: list[tuple[Path, ...]] = [prefix]
        for chosen in _subsets(tuple(dict.fromkeys(links))):
            part: Path = Step(chosen[0]) if len(chosen) == 1 else Choice(tuple(map(Step, chosen)))
            for operator in "*+":
                looped = (*prefix, Repeat(part, operator))
                yield _path(looped)
                repeated.append(looped)
                for name in dict.fromkeys(links):
                    if name not in chosen:
                        yield _path((*looped, Step(name)))
        for name in dict.fromkeys(links):
            yield _path((*prefix, Step(name)))
        n_plain = sum(isinstance(part, Step) for part in prefix)
        for before in repeated:
            for name, target in plain:
                path = (*before, Step(name))
                if target in seen or n_plain > MOST_PLAIN_STEPS:
                    yield _path(path)
                else:
                    waiting.append((path, target, seen | {target}))


def _path(parts: tuple[Path, ...]) -> Path:
    return parts[0] if len(parts) == 1 else Sequence(parts)


def _subsets(names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    sizes = range(1, len(names) + 1) if len(names) <= MOST_LINKS else (1, len(names))
    for size in sizes:
        yield from combinations(names, size)

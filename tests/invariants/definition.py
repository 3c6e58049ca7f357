"""HEX by its definition: slow, over all backbones, with words and sets of words.

Place: tests/invariants. The oracle of the incremental decision. Shares nothing with
`heapwright.invariants`: backbones are found by trying every choice of one incoming
reference per object, path expressions are matched by Python's `re` on whole words.
Source: [HEX] Definitions 3.1, 3.2 and 3.4; null does not count for `max`, as in the product.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from heapwright.ir.core import structure as ir

NULL = -1
ROOT = -2


@dataclass(frozen=True)
class Edge:
    """A named reference from an object (or `ROOT`) to an object (or `NULL`)."""

    source: int
    name: str
    target: int


@dataclass(frozen=True)
class Partial:
    """A partial heap: classes by object, and references."""

    classes: Mapping[int, str]
    edges: tuple[Edge, ...]


def holds(heap: Partial, formula: ir.Formula) -> bool:
    """Definition 3.4: true for every backbone."""
    return all(holds_for(heap, backbone, formula) for backbone in backbones(heap))


def backbones(heap: Partial) -> Iterator[frozenset[Edge]]:
    """Give every spanning tree, with all references to null."""
    nulls = [edge for edge in heap.edges if edge.target == NULL]
    incoming = [[edge for edge in heap.edges if edge.target == o] for o in heap.classes]
    for chosen in product(*incoming):
        tree = frozenset(chosen)
        if all(word_to(tree, o) is not None for o in heap.classes):
            yield tree | frozenset(nulls)


def word_to(backbone: frozenset[Edge], target: int) -> tuple[str, ...] | None:
    """Give the names on the way from the root to an object, None if there is none."""
    names: list[str] = []
    seen = set()
    while target != ROOT:
        if target in seen:
            return None
        seen.add(target)
        edge = next(e for e in backbone if e.target == target)
        names.append(edge.name)
        target = edge.source
    return tuple(reversed(names))


def holds_for(heap: Partial, backbone: frozenset[Edge], formula: ir.Formula) -> bool:
    """Definition 3.2 and the connectives, for one backbone."""
    match formula:
        case ir.Not(operand):
            return not holds_for(heap, backbone, operand)
        case ir.And(lhs, rhs):
            return holds_for(heap, backbone, lhs) and holds_for(heap, backbone, rhs)
        case ir.Or(lhs, rhs):
            return holds_for(heap, backbone, lhs) or holds_for(heap, backbone, rhs)
        case ir.Atom():
            return _atom_holds(heap, backbone, formula)


def _atom_holds(heap: Partial, backbone: frozenset[Edge], atom: ir.Atom) -> bool:
    paths: dict[Edge, tuple[str, ...]] = {}
    for edge in heap.edges:
        before = () if edge.source == ROOT else word_to(backbone, edge.source)
        assert before is not None
        paths[edge] = (*before, edge.name)
    mine = {edge for edge, word in paths.items() if matches(atom.path, word)}
    in_backbone = {edge.target for edge in mine if edge in backbone}
    outside = {edge.target for edge in mine if edge not in backbone}
    match atom.claim:
        case ir.NotNull():
            return NULL not in in_backbone
        case ir.ExpandsTo(None):
            return not in_backbone - {NULL}
        case ir.ExpandsTo(class_name):
            return all(heap.classes[o] == class_name for o in in_backbone - {NULL})
        case ir.AliasesNothing():
            return not outside
        case ir.AliasesSome(class_name):
            return all(heap.classes[o] == class_name for o in outside)
        case ir.Aliases(target, is_max):
            words = {
                word: edge.target
                for edge, word in paths.items()
                if edge in backbone and edge.target != NULL and matches(target, word)
            }
            if is_max:
                words = {
                    word: o
                    for word, o in words.items()
                    if not any(other != word and other[: len(word)] == word for other in words)
                }
            return outside <= set(words.values())


def matches(path: ir.Path, word: tuple[str, ...]) -> bool:
    """Say whether a word is in the language of a path."""
    return (
        re.fullmatch(_regex(ir.from_environment(path)), "".join(f".{n}" for n in word)) is not None
    )


def _regex(path: ir.Path) -> str:
    match path:
        case ir.Step(name):
            return rf"(?:\.{name})"
        case ir.Sequence(parts):
            return "(?:" + "".join(map(_regex, parts)) + ")"
        case ir.Choice(alternatives):
            return "(?:" + "|".join(map(_regex, alternatives)) + ")"
        case ir.Repeat(part, operator):
            return f"(?:{_regex(part)}){operator}"

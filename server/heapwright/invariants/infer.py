"""Find the HEX formulas that nothing observed breaks: strongest first, none to spare.

Place: invariants/. `answers` collects what all visits of all reachable heaps met and asks
this; what comes out is checked again before anyone sees it.

Every claim is tried on every candidate path. Of those that hold, one after the other is
dropped if the rest implies it, the weakest and the longest first; so what is left implies
every claim that was tried.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.invariants.automaton import Automaton, automaton_for
from heapwright.invariants.candidates import Fields, candidate_paths
from heapwright.invariants.entails import entails
from heapwright.invariants.observe import Alias, Observed, Word
from heapwright.ir.core.structure import (
    THIS,
    Aliases,
    AliasesNothing,
    AliasesSome,
    Atom,
    ExpandsTo,
    NotNull,
    Path,
    Repeat,
    Sequence,
    Step,
    formula_text,
)
from heapwright.records import dataclass


def inferred(fields: Fields, class_name: str, observed: Observed) -> tuple[Atom, ...]:
    """Give a strongest set of atoms that hold in all that was observed, none redundant."""
    found = list(true_atoms(fields, class_name, observed))
    kept = _without_dominated(fields, class_name, found)
    for atom in sorted(kept, key=_simplicity, reverse=True):
        others = [other for other in kept if other != atom]
        if entails(fields, class_name, others, atom):
            kept = others
    return tuple(sorted(kept, key=_shown_order))


def true_atoms(fields: Fields, class_name: str, observed: Observed) -> Iterator[Atom]:
    """Give every claim on every candidate path that nothing observed breaks.

    A path that leads to nothing that was observed says nothing, and is left out.
    """
    paths = candidate_paths(fields, class_name)
    reader = _Reader(automaton_for(paths), paths, observed)
    for index, path in enumerate(paths):
        words = reader.words_on(index)
        if all(len(word) == 1 for word in words):
            continue
        if not any(word in observed.nulls for word in words):
            yield Atom(path, NotNull())
        expands = {name for word in words for name in observed.expands.get(word, ())}
        yield from _expansions(fields, path, expands, reader.declared(fields, class_name, words))
        aliases = {alias for word in words for alias in observed.aliases.get(word, ())}
        if not aliases:
            yield Atom(path, AliasesNothing())
            continue
        yield from _some_class(fields, path, {alias.class_name for alias in aliases})
        for target in range(len(paths)):
            if all(reader.accepts(alias.target, target) for alias in aliases):
                yield Atom(path, Aliases(paths[target]))
                if _is_chain(paths[target]) and all(
                    reader.is_last(alias, target) for alias in aliases
                ):
                    yield Atom(path, Aliases(paths[target], is_max=True))


def _is_chain(path: Path) -> bool:
    """Say whether a path repeats one field only: then `max` is the end of a list."""
    parts = path.parts if isinstance(path, Sequence) else (path,)
    loops = [part for part in parts if isinstance(part, Repeat)]
    return len(loops) == 1 and isinstance(loops[0].part, Step) and loops[0] is parts[-1]


def _expansions(
    fields: Fields, path: Path, classes: set[str], declared: set[str]
) -> Iterator[Atom]:
    if not classes:
        yield Atom(path, ExpandsTo(None))
        return
    for name in sorted(fields.hierarchy.classes):
        if _covers(fields, name, classes) and not _covers(fields, name, declared):
            yield Atom(path, ExpandsTo(name))


def _some_class(fields: Fields, path: Path, classes: set[str]) -> Iterator[Atom]:
    for name in sorted(fields.hierarchy.classes):
        if fields.hierarchy.classes[name].parent is not None and _covers(fields, name, classes):
            yield Atom(path, AliasesSome(name))


def _covers(fields: Fields, name: str, classes: set[str]) -> bool:
    return classes <= set(fields.hierarchy.below(name))


@dataclass(frozen=True, slots=True)
class _Reader:
    """Which observed words lie on which path."""

    automaton: Automaton
    paths: tuple[Path, ...]
    observed: Observed

    def label(self, word: Word) -> int:
        label = self.automaton.start
        for name in word:
            label = self.automaton.step(label, name)
        return label

    def accepts(self, word: Word, path: int) -> bool:
        return self.automaton.accepts(self.label(word), path)

    def words_on(self, path: int) -> list[Word]:
        return [word for word in sorted(self.observed.words) if self.accepts(word, path)]

    def is_last(self, alias: Alias, path: int) -> bool:
        """Say whether the visit met nothing beyond the target along the path."""
        n_names = len(alias.target)
        return not any(
            len(word) > n_names and word[:n_names] == alias.target and self.accepts(word, path)
            for word in alias.met
        )

    def declared(self, fields: Fields, class_name: str, words: list[Word]) -> set[str]:
        """Name the classes that the references of the words can lead to by their types."""
        last = {word[-1] for word in words}
        start = fields.hierarchy.below(class_name) if THIS in last else ()
        return {*start} | {
            below
            for pairs in fields.by_class.values()
            for name, target in pairs
            if name in last
            for below in fields.hierarchy.below(target)
        }


def _without_dominated(fields: Fields, class_name: str, atoms: list[Atom]) -> list[Atom]:
    """Drop what says nothing, and what one other atom implies by itself.

    So one formula about `(.next|.previous)*` stands for several about parts of it.
    """
    kept: list[Atom] = []

    def implies(stronger: Atom, weaker: Atom) -> bool:
        return _may_imply(stronger, weaker) and entails(fields, class_name, (stronger,), weaker)

    for atom in sorted(atoms, key=_rank):
        if entails(fields, class_name, (), atom) or any(implies(other, atom) for other in kept):
            continue
        kept = [other for other in kept if not implies(atom, other)]
        kept.append(atom)
    return kept


def _may_imply(stronger: Atom, weaker: Atom) -> bool:
    """Spare the question where the kinds of the claims already say no."""
    match weaker.claim:
        case NotNull():
            return isinstance(stronger.claim, NotNull)
        case ExpandsTo():
            return isinstance(stronger.claim, ExpandsTo)
        case _:
            return not isinstance(stronger.claim, NotNull | ExpandsTo)


def _rank(atom: Atom) -> tuple[int, int, str]:
    """Order atoms by strength of the claim, then by length."""
    strength = {NotNull: 0, ExpandsTo: 1, AliasesNothing: 0, Aliases: 2, AliasesSome: 3}
    is_max = isinstance(atom.claim, Aliases) and atom.claim.is_max
    text = formula_text(atom)
    return strength[type(atom.claim)] * 2 - is_max, len(text), text


def _simplicity(atom: Atom) -> tuple[int, bool, int, str]:
    """Order atoms by how simple they are to read; the last ones are dropped first."""
    strength, n_letters, text = _rank(atom)
    is_max = isinstance(atom.claim, Aliases) and atom.claim.is_max
    return (strength + is_max) // 2, is_max, n_letters, text


def _shown_order(atom: Atom) -> tuple[int, int, str]:
    kind = {NotNull: 0, ExpandsTo: 2, AliasesNothing: 1, Aliases: 1, AliasesSome: 1}
    text = formula_text(atom)
    return kind[type(atom.claim)], len(text), text

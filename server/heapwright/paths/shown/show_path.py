"""Paths as people read them: conditions in the syntax of the source, and the input heap.

Place: paths/shown/. The command line and the editor show what this gives. Pure.

A condition is simplified first: a conjunct that the others imply is left out. Ways through the
input heap (`this.next.value`, see `heaps.naming`) stand for themselves, aliases included.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.deep_recursion import deep_recursion
from heapwright.heaps.class_numbers import ClassNumbers
from heapwright.heaps.model import NULL, SymbolicHeap, way_to
from heapwright.ir.core.language import Language
from heapwright.ir.core.types import RefType, Type
from heapwright.paths.shown.write_terms import LOOSEST, Writer
from heapwright.paths.unknown_heaps.knowledge import NOTHING, known, learned
from heapwright.paths.unknown_heaps.path_condition import is_plain, settled
from heapwright.terms.build import TRUE, equal, equals_zero
from heapwright.terms.term import AtMostZero, Choice, Conjunction, Parts, Term

MOST_CONJUNCTS_COMPARED = 40


def condition_text(
    language: Language, classes: ClassNumbers, heap: SymbolicHeap, said: Sequence[Term]
) -> str:
    """Write what a path assumes; what always holds is `true`.

    Parts that stand in it several times are written once, below: `v1 < 3 where v1 := …`.
    """
    writer = Writer(language, classes, heap)
    with deep_recursion():
        names = writer.shared(said, "v")
        text = language.both.join(writer.both(said)) if said else language.true
    return _with_names(text, names)


def condition_source(
    language: Language,
    classes: ClassNumbers,
    heap: SymbolicHeap,
    conjuncts: tuple[Term, ...],
    unsaid: Term = TRUE,
) -> list[str]:
    """Write the conjuncts of a path condition as expressions of the language, nothing named."""
    with deep_recursion():
        return Writer(language, classes, heap).both(said_by(heap, conjuncts, unsaid))


def value_text(
    language: Language, classes: ClassNumbers, heap: SymbolicHeap, value: Term, type_: Type
) -> str:
    """Write the value that a path gives; names in it are others than those of conditions."""
    writer = Writer(language, classes, heap)
    with deep_recursion():
        if isinstance(type_, RefType):
            names = writer.shared(_conditions(value), "w")
            text = writer.reference(value)
        else:
            names = writer.shared([value], "w")
            text = writer.written(value, LOOSEST)
    return _with_names(text, names)


def _conditions(value: Term) -> list[Term]:
    """Give what a choice between references depends on."""
    found: dict[Term, None] = {}
    seen = {value}
    stack = [value]
    while stack:
        top = stack.pop()
        if type(top) is Choice:
            found[top.condition] = None
            below = [side for side in (top.otherwise, top.then) if side not in seen]
            seen.update(below)
            stack.extend(below)
    return list(found)


def _with_names(text: str, names: Sequence[tuple[str, str]]) -> str:
    return "".join([text, *(f"\nwhere {name} := {meaning}" for name, meaning in names)])


def heap_text(
    language: Language, classes: ClassNumbers, heap: SymbolicHeap, conjuncts: tuple[Term, ...]
) -> str:
    """Write what a path asked the input heap for, an object per line.

    An object stands under the way that first led to it; `?` marks a reference of which the
    path does not know whether it leads anywhere.
    """
    knowledge = NOTHING
    for term in _flat(conjuncts, heap):
        if is_plain(term):
            knowledge = learned(knowledge, term) or knowledge
    lines = []
    for symbol, class_name in heap.symbols.items():
        fields = [
            f"{held.field_name}={way_to(held.symbol)}"
            for held in heap.initial
            if held.owner is symbol
        ]
        alias = next(
            (f" = {way_to(heap.places[at])}" for s, at in heap.bound.items()
             if s is symbol and at and heap.places[at] is not symbol),
            "",
        )  # fmt: skip
        match known(knowledge, equal(symbol, NULL)):
            case True:
                lines.append(f"{way_to(symbol)}: {language.null}")
            case False:
                lines.append(" ".join([f"{way_to(symbol)}: {class_name}{alias}", *fields]))
            case None:
                lines.append(" ".join([f"{way_to(symbol)}: {class_name}?", *fields]))
    return "\n".join(lines)


def said_by(
    heap: SymbolicHeap, conjuncts: tuple[Term, ...], unsaid: Term = TRUE
) -> tuple[Term, ...]:
    """Simplify a path condition: what follows from the rest, and what goes without saying, goes."""
    said = _independent(conjuncts, heap, unsaid)
    return tuple(term for term in said if term is not unsaid)


def _independent(conjuncts: tuple[Term, ...], heap: SymbolicHeap, unsaid: Term) -> list[Term]:
    """Leave out what follows from the rest, and what is true whatever the program does."""
    kept = _without_weaker(
        [term for term in dict.fromkeys(_flat(conjuncts, heap)) if term not in heap.axioms]
    )
    plain = [term for term in kept if is_plain(term)]
    kept = _settled_by(plain, kept, heap)
    if len(plain) > MOST_CONJUNCTS_COMPARED:
        return kept
    for term in reversed(plain):
        if term is unsaid:
            continue
        rest = NOTHING
        for other in plain:
            if other is not term and other in kept:
                rest = learned(rest, other) or rest
        if known(rest, term) is True:
            kept.remove(term)
    return kept


def _settled_by(plain: list[Term], terms: list[Term], heap: SymbolicHeap) -> list[Term]:
    """Drop sides of choices and disjunctions that the plain conjuncts rule out."""
    knowledge = NOTHING
    for term in plain:
        knowledge = learned(knowledge, term) or knowledge
    kept: dict[Term, None] = {}
    for term in terms:
        if is_plain(term) or term in heap.names:
            kept[term] = None
            continue
        simpler = settled(knowledge, term)
        parts = simpler.parts if type(simpler) is Conjunction else (simpler,)
        kept.update(dict.fromkeys(part for part in parts if part is not TRUE))
    return list(kept)


def _without_weaker(terms: list[Term]) -> list[Term]:
    """Of bounds on the same sum keep the tightest; two that meet are an equality."""
    tightest: dict[Parts, int] = {}
    for term in terms:
        if type(term) is AtMostZero:
            tightest[term.parts] = max(term.constant, tightest.get(term.parts, term.constant))
    kept: dict[Term, None] = {}
    for term in terms:
        if type(term) is not AtMostZero:
            kept[term] = None
        elif term.constant == tightest[term.parts]:
            opposite = tuple([(atom, -factor) for atom, factor in term.parts])
            meets = tightest.get(opposite) == -term.constant
            kept[equals_zero(term.parts, term.constant) if meets else term] = None
    return list(kept)


def _flat(conjuncts: tuple[Term, ...], heap: SymbolicHeap) -> list[Term]:
    flat: list[Term] = []
    for term in conjuncts:
        is_named = term in heap.names
        flat.extend(term.parts if type(term) is Conjunction and not is_named else (term,))
    return flat

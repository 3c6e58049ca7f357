"""Paths as people read them: conditions in the syntax of the source, and the input heap.

Place: paths/. The command line and the editor show what this gives. Pure.

A condition is simplified first: a conjunct that the others imply is left out. Ways through the
input heap (`this.next.value`, see `heaps.naming`) stand for themselves, aliases included.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from heapwright.heaps.class_numbers import ClassNumbers
from heapwright.heaps.model import NULL, Comparison, SymbolicHeap, Way, class_variable, way_to
from heapwright.ir.types import RefType, Type
from heapwright.paths.knowledge import NOTHING, known, learned
from heapwright.paths.path_condition import is_plain
from heapwright.terms.build import TRUE, equal, equals_zero
from heapwright.terms.term import (
    AtMostZero,
    BooleanConstant,
    Choice,
    Conjunction,
    DiffersFromZero,
    Disjunction,
    EqualsZero,
    FloorDivision,
    FloorModulo,
    IntegerConstant,
    Linear,
    Negation,
    Parts,
    Product,
    Term,
    Variable,
)

MOST_CONJUNCTS_COMPARED = 40
LONGEST_TEXT = 4_000


@dataclass(frozen=True, slots=True)
class Syntax:
    """How a language writes what conditions consist of."""

    both: str
    either: str
    negation: str
    equal: str
    differ: str
    same: str
    not_same: str
    null: str
    true: str
    false: str
    divide: str
    choice: Callable[[str, str, str], str]
    instance: Callable[[str, str], str]  # way, class


TINY = Syntax(
    " && ", " || ", "!", "=", "!=", "=", "!=", "null", "true", "false", "/",
    lambda condition, then, otherwise: f"if {condition} then {then} else {otherwise}",
    lambda way, class_name: f"{way} instanceof {class_name}",
)  # fmt: skip
PYTHON = Syntax(
    " and ", " or ", "not ", "==", "!=", "is", "is not", "None", "True", "False", "//",
    lambda condition, then, otherwise: f"{then} if {condition} else {otherwise}",
    lambda way, class_name: f"isinstance({way}, {class_name.partition(' (')[0]})",
)  # fmt: skip


def syntax_of(language: str) -> Syntax:
    """Give the syntax of a front end's language."""
    return PYTHON if language == "python" else TINY


def condition_text(
    syntax: Syntax,
    classes: ClassNumbers,
    heap: SymbolicHeap,
    conjuncts: tuple[Term, ...],
    unsaid: Term = TRUE,
) -> str:
    """Write a path condition without what goes without saying; what always holds is `true`."""
    writer = _Writer(syntax, classes, heap)
    texts = [
        writer.written(term, _AND)
        for term in _independent(conjuncts, heap, unsaid)
        if term is not unsaid
    ]
    return _shortened(syntax.both.join(dict.fromkeys(texts))) if texts else syntax.true


def condition_source(
    syntax: Syntax,
    classes: ClassNumbers,
    heap: SymbolicHeap,
    conjuncts: tuple[Term, ...],
    unsaid: Term = TRUE,
) -> list[str]:
    """Write the conjuncts of a path condition as expressions of the language, none shortened."""
    writer = _SourceWriter(syntax, classes, heap)
    texts = [
        writer.written(term, _AND)
        for term in _independent(conjuncts, heap, unsaid)
        if term is not unsaid
    ]
    return list(dict.fromkeys(texts))


def value_text(
    syntax: Syntax, classes: ClassNumbers, heap: SymbolicHeap, value: Term, type_: Type
) -> str:
    """Write the value that a path gives."""
    writer = _Writer(syntax, classes, heap)
    if isinstance(type_, RefType):
        return _shortened(writer.reference(value))
    return _shortened(writer.written(value, _LOOSEST))


def heap_text(
    syntax: Syntax, classes: ClassNumbers, heap: SymbolicHeap, conjuncts: tuple[Term, ...]
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
                lines.append(f"{way_to(symbol)}: {syntax.null}")
            case False:
                lines.append(" ".join([f"{way_to(symbol)}: {class_name}{alias}", *fields]))
            case None:
                lines.append(" ".join([f"{way_to(symbol)}: {class_name}?", *fields]))
    return "\n".join(lines)


def _independent(conjuncts: tuple[Term, ...], heap: SymbolicHeap, unsaid: Term) -> list[Term]:
    """Leave out what follows from the rest, and what is true whatever the program does."""
    kept = _without_weaker(
        [term for term in dict.fromkeys(_flat(conjuncts, heap)) if term not in heap.axioms]
    )
    plain = [term for term in kept if is_plain(term)]
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


def _way_text(way: str) -> str:
    """Write a way; that of a Python attribute which may be missing ends in `?`."""
    if not way.endswith("?"):
        return way
    owner, _, attribute = way[:-1].rpartition(".")
    return f"hasattr({owner}, {attribute!r})"


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + " …"


# How loosely a text binds: what binds more loosely than its place needs parentheses.
_LOOSEST, _OR, _AND, _COMPARED, _SUM, _PRODUCT, _ATOM = range(7)


class _Writer:
    """Writes terms of one path. Recursive: named terms end the recursion early."""

    def __init__(self, syntax: Syntax, classes: ClassNumbers, heap: SymbolicHeap) -> None:
        self.syntax = syntax
        self.heap = heap
        self.classes = classes
        self.class_symbols = {class_variable(symbol): symbol for symbol in heap.symbols}

    def written(self, term: Term, place: int) -> str:
        """Write a term, in parentheses if it binds more loosely than its place."""
        text, binding = self.text(term)
        return f"({text})" if binding < place else text

    def text(self, term: Term) -> tuple[str, int]:
        syntax = self.syntax
        named = self.heap.names.get(term)
        if isinstance(named, Way):
            text = _way_text(named.text)
            return (syntax.negation + text, _COMPARED) if named.is_negated else (text, _ATOM)
        if isinstance(named, Comparison):
            relation = syntax.not_same if named.is_negated else syntax.same
            return f"{named.lhs} {relation} {named.rhs or syntax.null}", _COMPARED
        match term:
            case IntegerConstant(value):
                return str(value), _ATOM if value >= 0 else _SUM
            case BooleanConstant(truth):
                return syntax.true if truth else syntax.false, _ATOM
            case Variable():
                return _way_text(way_to(term)), _ATOM
            case Negation(operand):
                return syntax.negation + self.written(operand, _ATOM), _COMPARED
            case Conjunction(parts):
                return syntax.both.join(self.written(p, _COMPARED) for p in parts), _AND
            case Disjunction(parts):
                return syntax.either.join(self.written(p, _AND) for p in parts), _OR
            case Choice(condition, then, otherwise):
                texts = [self.written(t, _OR) for t in (condition, then, otherwise)]
                return syntax.choice(*texts), _LOOSEST
            case EqualsZero(parts, constant):
                return self.comparison(parts, constant, syntax.equal), _COMPARED
            case DiffersFromZero(parts, constant):
                return self.comparison(parts, constant, syntax.differ), _COMPARED
            case AtMostZero(parts, constant):
                return self.comparison(parts, constant, "<="), _COMPARED
            case Linear(parts, constant):
                return self.sum(parts, constant), _SUM
            case Product(factors):
                return " * ".join(self.written(f, _ATOM) for f in factors), _PRODUCT
            case FloorDivision(dividend, divisor):
                return self.infix(dividend, syntax.divide, divisor), _PRODUCT
            case FloorModulo(dividend, divisor):
                return self.infix(dividend, "%", divisor), _PRODUCT
            case _:
                raise TypeError(f"not a term: {term!r}")

    def infix(self, lhs: Term, operator: str, rhs: Term) -> str:
        return f"{self.written(lhs, _PRODUCT)} {operator} {self.written(rhs, _ATOM)}"

    def comparison(self, parts: Parts, constant: int, relation: str) -> str:
        atom = parts[0][0]
        if atom in self.class_symbols and len(parts) == 1:
            return self.class_comparison(self.class_symbols[atom], parts[0][1], constant, relation)
        if all(a in self.heap.symbols for a, _ in parts):
            same = self.syntax.same if relation == self.syntax.equal else self.syntax.not_same
            names = [self.written(a, _SUM) for a, _ in parts]
            return f"{names[0]} {same} {names[1] if len(names) > 1 else self.syntax.null}"
        left = tuple((a, factor) for a, factor in parts if factor > 0)
        right = tuple((a, -factor) for a, factor in parts if factor < 0)
        if not left:
            mirrored = ">=" if relation == "<=" else relation
            return f"{self.sum(right, 0)} {mirrored} {constant}"
        if relation == "<=" and constant == 1 and right:
            relation, constant = "<", 0
        if constant > 0 and right:
            return f"{self.sum(left, constant)} {relation} {self.sum(right, 0)}"
        return f"{self.sum(left, 0)} {relation} {self.sum(right, -constant)}"

    def class_comparison(self, symbol: Variable, factor: int, constant: int, relation: str) -> str:
        """Write a bound on the class of an object by naming the classes that fit."""
        names = self.fitting_classes(symbol, factor, constant, relation)
        return f"{way_to(symbol)} is a {' or '.join(names)}" if names else self.syntax.false

    def fitting_classes(
        self, symbol: Variable, factor: int, constant: int, relation: str
    ) -> list[str]:
        names = []
        for number, name in enumerate(self.classes.names):
            total = factor * number + constant
            if not self.classes.is_below(name, self.heap.symbols[symbol]):
                continue
            fits = (
                total <= 0 if relation == "<=" else (total == 0) == (relation == self.syntax.equal)
            )
            if fits:
                names.append(name)
        return names

    def sum(self, parts: Parts, constant: int) -> str:
        text = ""
        for atom, factor in parts:
            sign = "-" if factor < 0 else "+"
            text += f" {sign} " if text else ("-" if factor < 0 else "")
            if abs(factor) != 1:
                text += f"{abs(factor)} * "
            text += self.written(atom, _PRODUCT if abs(factor) == 1 else _ATOM)
        if not text:
            return str(constant)
        if constant:
            text += f" - {-constant}" if constant < 0 else f" + {constant}"
        return text

    def reference(self, value: Term) -> str:
        """Write a reference: where it leads, or the object that was made."""
        named = self.heap.names.get(value)
        if isinstance(named, Way):
            return named.text
        match value:
            case IntegerConstant(0):
                return self.syntax.null
            case IntegerConstant(number) if number < 0:
                return f"new {self.heap.made[number]}"
            case IntegerConstant(number):
                return way_to(self.heap.places[number])
            case Choice(condition, then, otherwise):
                shown = self.written(condition, _OR)
                return self.syntax.choice(shown, self.reference(then), self.reference(otherwise))
            case _:
                return self.written(value, _LOOSEST)


class _SourceWriter(_Writer):
    """Writes what the language reads again."""

    def class_comparison(self, symbol: Variable, factor: int, constant: int, relation: str) -> str:
        """Ask for the topmost classes that fit, without those below them that do not."""
        fitting = self.fitting_classes(symbol, factor, constant, relation)
        parts = []
        for name in fitting:
            if not any(self.is_strictly_below(name, other) for other in fitting):
                wrong = [
                    other for other in self.classes.hierarchy.below(name) if other not in fitting
                ]
                top = [n for n in wrong if not any(self.is_strictly_below(n, o) for o in wrong)]
                asked = [self.instance(symbol, name)]
                asked += [f"{self.syntax.negation}({self.instance(symbol, n)})" for n in top]
                parts.append(self.syntax.both.join(asked))
        return f"({self.syntax.either.join(parts)})" if parts else self.syntax.false

    def instance(self, symbol: Variable, class_name: str) -> str:
        return self.syntax.instance(way_to(symbol), class_name)

    def is_strictly_below(self, name: str, other: str) -> bool:
        return name != other and self.classes.is_below(name, other)

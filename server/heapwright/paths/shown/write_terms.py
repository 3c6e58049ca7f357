"""Terms of one path in the syntax of the source.

Place: paths/shown/. `show_path` writes conditions and values with it. Pure.

Ways through the input heap (`this.next.value`, see `heaps.naming`) stand for themselves, aliases
included. Terms share parts, and what is written out shares none: a part that stands in several
places gets a name (`Writer.shared`), so that the text is never longer than the term is large.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count

from heapwright.heaps.class_numbers import ClassNumbers
from heapwright.heaps.model import Comparison, SymbolicHeap, Way, class_variable, way_to
from heapwright.ir.core.language import Language
from heapwright.terms import term as node
from heapwright.terms.evaluate import evaluate
from heapwright.terms.rewrite import children
from heapwright.terms.term import Term

# A part that stands in a text more than once gets a name, unless it is about as short as one.
SHORT = 24


def _way_text(way: str) -> str:
    """Write a way; that of a Python attribute which may be missing ends in `?`."""
    if not way.endswith("?"):
        return way
    owner, _, attribute = way[:-1].rpartition(".")
    return f"hasattr({owner}, {attribute!r})"


# How loosely a text binds: what binds more loosely than its place needs parentheses.
LOOSEST, OR, AND, COMPARED, SUM, PRODUCT, ATOM = range(7)


class Writer:
    """Writes terms of one path. Recursive: named terms end the recursion early."""

    def __init__(self, language: Language, classes: ClassNumbers, heap: SymbolicHeap) -> None:
        self.language = language
        self.heap = heap
        self.classes = classes
        self.names: dict[Term, str] = {}
        self.class_symbols: dict[Term, node.Variable] = {
            class_variable(symbol): symbol for symbol in heap.symbols
        }

    def both(self, terms: Sequence[Term]) -> list[str]:
        """Write what holds together; all that is said of the class of an object is one text."""
        texts: dict[str, None] = {}
        said: set[node.Variable] = set()
        for term in terms:
            symbol = self.class_symbol(term)
            if symbol is None:
                texts[self.written(term, AND)] = None
            elif symbol not in said:
                said.add(symbol)
                about = [other for other in terms if self.class_symbol(other) is symbol]
                text, binding = self.class_test(symbol, about)
                texts[f"({text})" if binding < AND else text] = None
        return [text for text in texts if text != self.language.true] or [self.language.true]

    def class_symbol(self, term: Term) -> node.Variable | None:
        """Give the input reference whose class a comparison is about."""
        match term:
            case node.SumLiteral(parts, _):
                atom = parts[0][0]
                is_alone = type(atom) is node.Variable and len(parts) == 1
                return self.class_symbols.get(atom) if is_alone else None
            case _:
                return None

    def shared(self, terms: Sequence[Term], letter: str) -> list[tuple[str, str]]:
        """Name the parts that stand in these terms more than once; give the texts of the names.

        A name is the letter and a number.
        """
        order = self._order(terms)
        n_uses = Counter(part for term in order for part in self._parts(term))
        length: dict[Term, int] = {}
        texts: list[tuple[str, str]] = []
        taken = {way_to(root) for root in self.heap.roots}
        free = (name for n in count(1) if (name := f"{letter}{n}") not in taken)
        for term in order:
            length[term] = 4 + sum(length[part] for part in self._parts(term))
            if term in self.heap.names or type(term) is node.Variable:
                length[term] = len(self.text(term)[0])
            elif n_uses[term] > 1 and length[term] > SHORT:
                texts.append((next(free), self.text(term)[0]))
                self.names[term] = texts[-1][0]
                length[term] = len(texts[-1][0])
        return texts

    def _order(self, terms: Sequence[Term]) -> list[Term]:
        """List the parts of terms, each after its own parts."""
        done: dict[Term, None] = {}
        stack = list(reversed(terms))
        while stack:
            top = stack[-1]
            missing = [part for part in self._parts(top) if part not in done]
            if missing and top not in done:
                stack.extend(reversed(missing))
            else:
                done[top] = None
                stack.pop()
        return list(done)

    def _parts(self, term: Term) -> tuple[Term, ...]:
        return () if term in self.heap.names else children(term)

    def written(self, term: Term, place: int) -> str:
        """Write a term, in parentheses if it binds more loosely than its place."""
        text, binding = self.text(term)
        return f"({text})" if binding < place else text

    def text(self, term: Term) -> tuple[str, int]:
        """Write a term, and say how loosely the text binds."""
        language = self.language
        if term in self.names:
            return self.names[term], ATOM
        if term in self.heap.names:
            return self.named(self.heap.names[term])
        match term:
            case node.IntegerConstant(value):
                return str(value), ATOM if value >= 0 else SUM
            case node.BooleanConstant(truth):
                return language.true if truth else language.false, ATOM
            case node.Variable():
                return _way_text(way_to(term)), ATOM
            case node.Negation(operand):
                return language.negation + self.written(operand, ATOM), COMPARED
            case node.Conjunction(parts):
                return language.both.join(self.both(parts)), AND
            case node.Disjunction(parts):
                return language.either.join(self.written(p, AND) for p in parts), OR
            case node.Choice(condition, then, otherwise):
                texts = [self.written(t, OR) for t in (condition, then, otherwise)]
                return language.choice(*texts), LOOSEST
            case _ if (symbol := self.class_symbol(term)) is not None:
                return self.class_test(symbol, [term])
            case node.EqualsZero(parts, constant):
                return self.comparison(parts, constant, language.equal), COMPARED
            case node.DiffersFromZero(parts, constant):
                return self.comparison(parts, constant, language.differ), COMPARED
            case node.AtMostZero(parts, constant):
                return self.comparison(parts, constant, "<="), COMPARED
            case node.Linear(parts, constant):
                return self.sum(parts, constant), SUM
            case node.Product(factors):
                return " * ".join(self.written(f, ATOM) for f in factors), PRODUCT
            case node.FloorDivision(dividend, divisor):
                return self.infix(dividend, language.divide, divisor), PRODUCT
            case node.FloorModulo(dividend, divisor):
                return self.infix(dividend, "%", divisor), PRODUCT
            case _:
                raise TypeError(f"not a term: {term!r}")

    def named(self, name: Way | Comparison) -> tuple[str, int]:
        """Write what the source calls a value."""
        language = self.language
        if isinstance(name, Way):
            text = _way_text(name.text)
            return (language.negation + text, COMPARED) if name.is_negated else (text, ATOM)
        relation = language.not_same if name.is_negated else language.same
        rhs = language.null if name.rhs is None else _way_text(name.rhs)
        return f"{_way_text(name.lhs)} {relation} {rhs}", COMPARED

    def infix(self, lhs: Term, operator: str, rhs: Term) -> str:
        """Write a product-like operation."""
        return f"{self.written(lhs, PRODUCT)} {operator} {self.written(rhs, ATOM)}"

    def comparison(self, parts: node.Parts, constant: int, relation: str) -> str:
        """Write that a sum is in a relation to zero, with no negative sign in it."""
        if all(a in self.heap.symbols for a, _ in parts):
            same = self.language.same if relation == self.language.equal else self.language.not_same
            names = [self.written(a, SUM) for a, _ in parts]
            return f"{names[0]} {same} {names[1] if len(names) > 1 else self.language.null}"
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

    def class_test(self, symbol: node.Variable, terms: Sequence[Term]) -> tuple[str, int]:
        """Write what is said of the class of an object as tests of its class."""
        number = class_variable(symbol)
        declared = self.heap.symbols[symbol]
        possible = self.classes.hierarchy.below(declared)
        fitting = {
            name
            for name in possible
            if all(evaluate(term, {number: self.classes.first[name]}) for term in terms)
        }
        if len(fitting) == len(possible):
            return self.language.true, ATOM
        way, language = _way_text(way_to(symbol)), self.language
        tests = []
        for top in sorted(fitting, key=lambda name: self.classes.first[name]):
            parent = self.classes.hierarchy.classes[top].parent
            if parent in fitting:
                continue
            # That it is of the declared class goes without saying.
            texts = [] if top == declared else [language.instance(way, top)]
            texts += [
                f"{language.negation}({language.instance(way, name)})"
                for name in self.classes.hierarchy.below(top)
                if name not in fitting and self.classes.hierarchy.classes[name].parent in fitting
            ]
            tests.append(language.both.join(texts))
        if len(tests) == 1:
            return tests[0], AND if language.both in tests[0] else COMPARED
        return (language.either.join(tests), OR) if tests else (language.false, ATOM)

    def sum(self, parts: node.Parts, constant: int) -> str:
        """Write a sum."""
        text = ""
        for atom, factor in parts:
            sign = "-" if factor < 0 else "+"
            text += f" {sign} " if text else ("-" if factor < 0 else "")
            if abs(factor) != 1:
                text += f"{abs(factor)} * "
            text += self.written(atom, PRODUCT if abs(factor) == 1 else ATOM)
        if not text:
            return str(constant)
        if constant:
            text += f" - {-constant}" if constant < 0 else f" + {constant}"
        return text

    def reference(self, value: Term) -> str:
        """Write a reference: where it leads, or the object that was made."""
        named = self.heap.names.get(value)
        if isinstance(named, Way):
            return _way_text(named.text)
        match value:
            case node.IntegerConstant(0):
                return self.language.null
            case node.IntegerConstant(number) if number < 0:
                return f"new {self.heap.made[number]}"
            case node.IntegerConstant(number):
                return _way_text(way_to(self.heap.places[number]))
            case node.Choice(condition, then, otherwise):
                shown = self.written(condition, OR)
                return self.language.choice(shown, self.reference(then), self.reference(otherwise))
            case _:
                return self.written(value, LOOSEST)

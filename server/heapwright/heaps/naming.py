"""How values that were read from the input heap are called in the source.

Place: heaps/. The executor names what it reads; `paths.show_path` prints the names.

A model may write the value of `this.next.next` as a choice over who is an alias of
whom. People, and the source, say `this.next.next`: a way through the input heap, which means
just that value, aliases included. So a term keeps the way that it was read by, as long as
no field on the way was written. A way is about the input heap, not about a moment, so
a name stays right whatever is written later.
"""

from __future__ import annotations

from heapwright.heaps.model import NULL, Branch, Comparison, SymbolicHeap, Way, leaves, way_to
from heapwright.records import replace
from heapwright.terms.build import not_
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Choice, Conjunction, Disjunction, IntegerConstant, Term, Variable


def way_of(heap: SymbolicHeap, value: Term) -> str | None:
    """Give the way that leads to a value of the input heap, if it came from there."""
    if type(value) is Variable:
        return way_to(value)
    if type(value) is IntegerConstant:
        symbol = heap.places.get(value.value)
        return None if symbol is None else way_to(symbol)
    named = heap.names.get(value)
    return named.text if isinstance(named, Way) and not named.is_negated else None


def named_read(branch: Branch, target: Term, field_name: str) -> Branch:
    """Name the value that was read."""
    way = way_of(branch.heap, target)
    if way is None or field_name in branch.heap.written:
        return branch
    return _named(branch, Way(f"{way}.{field_name}"))


def named_write(branch: Branch, target: Term, field_name: str) -> Branch:
    """Remember that a field of an input object may have been written."""
    is_input = any(type(leaf) is Variable or _location(leaf) > 0 for leaf in leaves(target))
    if not is_input or field_name in branch.heap.written:
        return branch
    heap = replace(branch.heap, written=branch.heap.written | {field_name})
    return Branch(branch.assumption, heap, branch.value)


def named_comparison(branch: Branch, lhs: Term, rhs: Term) -> Branch:
    """Name the truth of a comparison of references."""
    if lhs is NULL:
        lhs, rhs = rhs, lhs
    left, right = way_of(branch.heap, lhs), way_of(branch.heap, rhs)
    if left is None or (right is None and rhs is not NULL):
        return branch
    return _named(branch, Comparison(left, right, is_negated=False))


def renamed(heap: SymbolicHeap, old: Term, new: Term) -> SymbolicHeap:
    """Give a simplified term the name of the one that it came from."""
    name = heap.names.get(old)
    if name is None or new in heap.names or not _needs_name(new):
        return heap
    names = {**heap.names, new: name}
    if new.sort is BOOL:
        names[not_(new)] = replace(name, is_negated=not name.is_negated)
    return replace(heap, names=names)


def _named(branch: Branch, name: Way | Comparison) -> Branch:
    value, heap = branch.value, branch.heap
    if value in heap.names or not _needs_name(value):
        return branch
    names = {**heap.names, value: name}
    if value.sort is BOOL:
        names[not_(value)] = replace(name, is_negated=True)
    return Branch(branch.assumption, replace(heap, names=names), value)


def _needs_name(value: Term) -> bool:
    """Whether a term would not be read easily as it is."""
    return type(value) in (Choice, Conjunction, Disjunction)


def _location(leaf: Term) -> int:
    return leaf.value if type(leaf) is IntegerConstant else 0

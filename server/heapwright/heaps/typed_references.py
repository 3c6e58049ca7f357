"""What classes say about references: tests of class, and which method a call runs.

Place: heaps/. `guarded_sets` and `path_optimal` use it for references that may lead to
several objects, the lazy models for references whose object is known.
Source: [POSE] the clauses `Y <: C`, rules Getfield (r1.b) and Invoke (c1)-(c4).

An input reference is declared to lead to some class; what it really leads to may be below.
Only where a program can tell the difference does a variable for the class appear.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heapwright.heaps import model
from heapwright.heaps.class_numbers import ClassNumbers
from heapwright.heaps.model import Receiver, SymbolicHeap
from heapwright.terms.build import FALSE, TRUE, and_, boolean, equal
from heapwright.terms.term import IntegerConstant, Term, Variable


def instance_test(
    heap: SymbolicHeap, value: Term, class_name: str, classes: ClassNumbers
) -> tuple[SymbolicHeap, Term]:
    """Say when a reference leads to an object of the class or of one below it."""

    def test(leaf: Term) -> Term:
        if type(leaf) is IntegerConstant and leaf.value <= 0:
            made = heap.made.get(leaf.value)
            return boolean(made is not None and classes.is_below(made, class_name))
        symbol = symbol_of(heap, leaf)
        declared = heap.symbols[symbol]
        exists = TRUE if type(leaf) is IntegerConstant else model.not_null(leaf)
        if classes.is_below(declared, class_name):
            return exists
        if not classes.is_below(class_name, declared):
            return FALSE
        return and_(exists, classes.within(model.class_variable(symbol), class_name))

    return _with_axioms(heap, value, classes), model.truth_of(value, test)


def field_assumption(
    heap: SymbolicHeap, target: Term, field_name: str, classes: ClassNumbers
) -> tuple[SymbolicHeap, Term]:
    """Say what makes sure that the target has the field; nothing in most programs.

    [POSE] rules Getfield (r1.b) and Putfield (r1.b): a field that only a more special class has.
    """

    def has_field(leaf: Term) -> Term:
        if type(leaf) is IntegerConstant and leaf.value <= 0:
            return TRUE
        symbol = symbol_of(heap, leaf)
        wanted = classes.with_field(heap.symbols[symbol], field_name)
        return TRUE if wanted is None else classes.one_of(model.class_variable(symbol), wanted)

    assumption = model.truth_of(target, has_field)
    return (heap if assumption is TRUE else _with_axioms(heap, target, classes)), assumption


def receivers_of(
    heap: SymbolicHeap, target: Term, method: str, classes: ClassNumbers
) -> Sequence[Receiver]:
    """Give the implementations that a call may run, in order of the classes.

    [POSE] rules Invoke (c1) and Invoke (c2). Invoke (c3) and Invoke (c4) branch on the ends of a
    choice even where both run the same method. That would be two traces for one path,
    so a branch here is an implementation, whichever end leads to it.
    """
    runs: dict[str, None] = {}
    ends = [leaf for leaf in model.leaves(target) if not _is_null(leaf)]
    for leaf in ends:
        runs.update(dict.fromkeys(_implementations(heap, leaf, method, classes)))
    if not runs:
        raise model.NotModelled(f"no class has a method `{method}` here")
    if len(runs) == 1:
        return (Receiver(TRUE, heap, next(iter(runs))),)
    heap = _with_axioms(heap, target, classes)
    order = sorted(runs, key=lambda name: classes.first[name.rpartition(".")[0]])
    return [
        Receiver(model.truth_of(target, _runs(heap, function, method, classes)), heap, function)
        for function in order
    ]


def symbol_of(heap: SymbolicHeap, leaf: Term) -> Variable:
    """Give the input reference that an end of a choice, or a place, stands for."""
    if type(leaf) is Variable:
        return leaf
    if type(leaf) is IntegerConstant and leaf.value in heap.places:
        return heap.places[leaf.value]
    raise model.NotModelled(f"a reference that is none: {leaf!r}")


def _runs(
    heap: SymbolicHeap, function: str, method: str, classes: ClassNumbers
) -> Callable[[Term], Term]:
    def test(leaf: Term) -> Term:
        if _is_null(leaf):
            return FALSE
        by_function = _implementations(heap, leaf, method, classes)
        if function not in by_function:
            return FALSE
        if len(by_function) == 1:
            return TRUE
        return classes.one_of(model.class_variable(symbol_of(heap, leaf)), by_function[function])

    return test


def _implementations(
    heap: SymbolicHeap, leaf: Term, method: str, classes: ClassNumbers
) -> dict[str, tuple[str, ...]]:
    if type(leaf) is IntegerConstant and leaf.value < 0:
        made = heap.made[leaf.value]
        function = classes.hierarchy.method(made, method)
        return {} if function is None else {function.qualified_name: (made,)}
    return dict(classes.implementations(heap.symbols[symbol_of(heap, leaf)], method))


def _with_axioms(heap: SymbolicHeap, value: Term, classes: ClassNumbers) -> SymbolicHeap:
    for leaf in model.leaves(value):
        if type(leaf) is Variable or (type(leaf) is IntegerConstant and leaf.value > 0):
            symbol = symbol_of(heap, leaf)
            if len(classes.hierarchy.below(heap.symbols[symbol])) > 1:
                heap = model.with_class_axiom(heap, symbol, classes)
    return heap


def _is_null(leaf: Term) -> bool:
    return type(leaf) is IntegerConstant and leaf.value == 0


def equal_symbols(
    heap: SymbolicHeap, one: Variable, other: Variable, classes: ClassNumbers
) -> Term:
    """Say when two input references are the same: of unrelated classes, both null."""
    if one is other:
        return TRUE
    if classes.are_related(heap.symbols[one], heap.symbols[other]):
        return equal(one, other)
    return and_(equal(one, model.NULL), equal(other, model.NULL))

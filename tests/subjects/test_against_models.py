"""The subjects do the same as simple models, call by call, and keep their invariants."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import cast

import pytest

from heapwright.ir.core.program import Function, Role
from heapwright.ir.core.types import IntType, RefType
from heapwright.paths.plain.heap import Reference, Value
from subjects import models
from subjects.catalogue import BY_NAME
from subjects.plain_client import (
    ITEMS,
    Answer,
    Client,
    Raised,
    public_methods,
    subject,
    subject_text,
)

N_SEQUENCES = 150
N_CALLS = 24

MODELS: dict[str, Callable[[], object]] = {
    "sushi_avl": models.SearchTree,
    "sushi_rbt": models.TreeMap,
    "sushi_dlist": models.LinkedList,
    "sushi_clist": models.CachingList,
    "kiasan_avl": models.SearchTree,
    "kiasan_rbt": models.TreeMap,
    "kiasan_bst": models.SearchTree,
    "kiasan_aatree": models.AATree,
    "kiasan_stack": models.StackLi,
    "sir_dlist": models.DoubleLinkedList,
    "javascan_skew": models.SkewHeap,
    "javascan_binom": models.BinomialHeap,
}

# Adding often and emptying rarely, so that structures grow beyond a few elements.
ADDING = re.compile("insert|add|put|push|offer")
EMPTYING = re.compile("clear|makeEmpty")


@pytest.mark.parametrize("name", MODELS)
def test_a_structure_does_what_its_model_does(name: str) -> None:
    structure = BY_NAME[name].structure
    methods = [m for m in public_methods(subject(name), structure) if m.role is Role.METHOD]
    weights = [weight_of(method.name) for method in methods]
    most_objects = 0
    for seed in range(N_SEQUENCES):
        random = Random(f"{name} {seed}")
        client, model = Client(name), MODELS[name]()
        this = client.call(f"{structure}.make")
        assert isinstance(this, Reference)
        history: list[str] = []
        for method in random.choices(methods, weights, k=N_CALLS):
            arguments = arguments_for(random, method)
            history.append(f"{method.name}{arguments}")
            found = client.call(method.qualified_name, this, *arguments)
            wanted = getattr(model, method.name)(*arguments)
            assert typed(described(client, found)) == typed(wanted), history
            check_invariants(client, structure, this, history)
            check_unreachable_specs(client, this, history)
            most_objects = max(most_objects, n_objects_in_use(client, this))
    # Six nodes, as in the benchmark, and the structure itself: the calls were no idle play.
    assert most_objects >= 7


def test_two_leftist_heaps_do_what_their_models_do() -> None:
    methods = [
        m for m in public_methods(subject("kiasan_leftist"), "LeftistHeap") if m.role is Role.METHOD
    ]
    for seed in range(N_SEQUENCES):
        random = Random(f"leftist {seed}")
        client = Client("kiasan_leftist")
        heaps = [client.call("LeftistHeap.make") for _ in range(2)]
        heap_models = [models.LeftistHeap() for _ in range(2)]
        history: list[str] = []
        for method in random.choices(methods, [weight_of(m.name) for m in methods], k=N_CALLS):
            which, other = random.randrange(2), random.choice((0, 1, None))
            arguments: tuple[Value, ...] = arguments_for(random, method)
            model_arguments: tuple[object, ...] = arguments
            if method.name == "merge":
                arguments = (None if other is None else cast(Reference, heaps[other]),)
                model_arguments = (None if other is None else heap_models[other],)
            history.append(f"{which}.{method.name}{arguments}")
            found = client.call(method.qualified_name, cast(Reference, heaps[which]), *arguments)
            wanted = getattr(heap_models[which], method.name)(*model_arguments)
            assert typed(found) == typed(wanted), history
            for heap in heaps:
                check_invariants(client, "LeftistHeap", cast(Reference, heap), history)
            assert not client.is_true("SHARED", *(cast(Reference, heap) for heap in heaps))


def test_a_singly_linked_list_and_its_iterators_do_what_their_models_do() -> None:
    program = subject("sir_slist")
    methods = [
        m
        for class_name in ("MyLinkedList", "MyLinkedListItr")
        for m in public_methods(program, class_name)
        if m.name != "make"
    ]
    for seed in range(N_SEQUENCES):
        random = Random(f"slist {seed}")
        client, model = Client("sir_slist"), models.SinglyLinkedList()
        this = client.call("MyLinkedList.make", random.randrange(5))
        assert isinstance(this, Reference)
        # The iterators that the client holds, each beside its model; null is one.
        iterators: list[tuple[Reference | None, models.Iterator | None]] = [(None, None)]
        history: list[str] = []
        for method in random.choices(methods, [weight_of(m.name) for m in methods], k=N_CALLS):
            iterator, iterator_model = random.choice(iterators)
            (x,) = random.choices((None, *ITEMS), (1, 6, 6, 6))
            arguments: tuple[Value, ...] = (this,)
            if method.owner == "MyLinkedListItr" and method.name != "first":
                if iterator is None:
                    continue
                arguments = (iterator,)
                wanted = getattr(iterator_model, method.name)()
            elif method.name == "insert":
                arguments = (this, x, iterator)
                wanted = model.insert(x, iterator_model)
            elif len(method.parameters) == 1 and method.name != "first":
                arguments = (this, x)
                wanted = getattr(model, method.name)(x)
            else:
                wanted = getattr(model, method.name)()
            history.append(f"{method.name}{arguments}")
            found = client.call(method.qualified_name, *arguments)
            if isinstance(wanted, models.Iterator):
                assert isinstance(found, Reference), history
                iterators.append((found, wanted))
            else:
                assert typed(found) == typed(wanted), history
            assert content(client, this) == [node.element for node in model.nodes()], history
            check_invariants(client, "MyLinkedList", this, history)
            check_unreachable_specs(client, this, history)
            for iterator, iterator_model in iterators[1:]:
                assert iterator_model is not None
                element = client.call("MyLinkedListItr.retrieve", iterator)
                assert element == iterator_model.retrieve(), history


def test_a_binomial_heap_keeps_its_shape_when_a_key_is_made_larger() -> None:
    methods = [
        m
        for m in public_methods(subject("javascan_binom"), "BinomialHeap")
        if m.role is Role.METHOD
    ]
    n_out_of_order = 0
    for seed in range(N_SEQUENCES):
        random = Random(f"out of order {seed}")
        client = Client("javascan_binom")
        this = client.call("BinomialHeap.make")
        assert isinstance(this, Reference)
        history: list[str] = []
        for method in random.choices(methods, [weight_of(m.name) for m in methods], k=N_CALLS):
            arguments = tuple(random.randrange(10) for _ in method.parameters)
            history.append(f"{method.name}{arguments}")
            client.call(method.qualified_name, this, *arguments)
            check_invariants(client, "BinomialHeap", this, history)
            n_out_of_order += client.is_true("OUT_OF_ORDER", this)
    assert n_out_of_order > 0


def weight_of(name: str) -> float:
    """Say how often a method is called."""
    if EMPTYING.match(name):
        return 0.2
    return 4 if ADDING.match(name) else 1


def arguments_for(random: Random, method: Function) -> tuple[Value, ...]:
    """Choose arguments; only here is a key never made larger."""
    if method.name == "decreaseKeyValue":
        old = random.randrange(10)
        return (old, random.randrange(-3, old + 1))
    values: list[Value] = []
    for parameter in method.parameters:
        match parameter.type:
            case IntType():
                values.append(random.randrange(-2, 12))
            case RefType("Object"):
                values.append(random.choice((None, *ITEMS)))
            case _:
                values.append(None)
    return tuple(values)


def described(client: Client, answer: Answer) -> models.Found:
    """Describe an iterator by its class, its index and the element that comes next."""
    if not isinstance(answer, Reference) or answer in ITEMS:
        return answer
    class_name = client.heap.class_of(answer)
    iterator = client.fields(answer)
    if class_name == "DescendingIterator":
        iterator = client.fields(iterator["itr"])
    following = client.fields(iterator["next"])["element"]
    assert isinstance(following, Reference | None)
    return (class_name, cast(int, iterator["nextIndex"]), following)


def n_objects_in_use(client: Client, this: Reference) -> int:
    """Count the objects that can be reached from one, without the items."""
    found, pending = {this}, [this]
    while pending:
        for value in client.fields(pending.pop()).values():
            if isinstance(value, Reference) and value not in found and value not in ITEMS:
                found.add(value)
                pending.append(value)
    return len(found)


def content(client: Client, this: Reference) -> list[Value]:
    """Give the elements of a singly linked list, that of the header first."""
    elements: list[Value] = []
    node = client.fields(this)["header"]
    while node is not None:
        fields = client.fields(node)
        elements.append(fields["element"])
        node = fields["next"]
    return elements


def typed(answer: object) -> tuple[type, object]:
    """Tell true from 1."""
    return (type(answer), answer)


def check_invariants(client: Client, structure: str, this: Reference, history: list[str]) -> None:
    for function in client.program.class_named(structure).functions:
        if function.role is Role.INVARIANT:
            assert client.is_true(function.qualified_name, this), (function.name, history)


def check_unreachable_specs(client: Client, this: Reference, history: list[str]) -> None:
    for spec in unreachable_specs(client.name):
        assert not client.is_true(spec, this), (spec, history)


@lru_cache(maxsize=32)
def unreachable_specs(name: str) -> tuple[str, ...]:
    """Give the specs about one object that the file calls unreachable."""
    found = re.findall(r"// unreachable: .*\nspec (\w+)\(\w+ \w+\)", subject_text(name))
    assert found
    return tuple(found)


def test_what_a_raising_call_gives_is_not_mistaken_for_a_value() -> None:
    client = Client("kiasan_stack")
    this = client.call("StackLi.make")
    assert client.call("StackLi.pop", cast(Reference, this)) == Raised("Underflow")

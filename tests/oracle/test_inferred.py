"""Inferred formulas hold, by the definition of HEX, in all that brute force finds."""

from __future__ import annotations

import pytest

from heapwright.answers.calls.verdict import NotFound, Nowhere
from heapwright.answers.search.ask import Effort
from heapwright.answers.structure.infer_structure import Inferred, infer_structure
from heapwright.ir.core.structure import formula_text
from heapwright.ir.core.types import RefType
from heapwright.limits import Limits
from heapwright.paths.plain.heap import PlainHeap, Reference, fields_of
from heapwright.solver.chain import default_solver
from invariants.definition import NULL, ROOT, Edge, Partial, holds
from oracle.client import World
from oracle.enumerate import Enumeration, enumerate_clients
from oracle.test_random_programs import CALLS, enumerated, options
from oracle.test_subjects import SMALL, Small, explored
from subjects.catalogue import BY_NAME
from subjects.plain_client import subject_text
from support.engine import loaded

# Those whose enumeration takes long are enumerated elsewhere already.
SUBJECTS = [
    s for s in SMALL if s.subject in ("sushi_avl", "sushi_clist", "kiasan_bst", "sir_dlist")
]


@pytest.mark.parametrize("small", SUBJECTS, ids=lambda small: small.subject)
def test_formulas_of_subjects_hold_in_brute_force(small: Small) -> None:
    _, client_world = explored(small)
    program = loaded(subject_text(small.subject)).program
    class_name = BY_NAME[small.subject].structure
    effort = Effort(default_solver(), Limits(objects=tuple(small.scope.items())))
    found = infer_structure(program, effort, class_name)
    assert found.checked is not None and isinstance(found.checked.verdict, Nowhere)
    enumeration = enumerate_clients(client_world, min(small.calls, 5))
    assert check_in_all(client_world, enumeration, class_name, found) > 20


@pytest.mark.parametrize("seed", range(40))
def test_formulas_of_random_programs_hold_in_brute_force(seed: int) -> None:
    program, client_world, enumeration = enumerated(seed)
    known = options(seed, program)
    scope = known.get("scope", {})
    assert isinstance(scope, dict)
    effort = Effort(default_solver(), Limits(calls=CALLS, objects=tuple(scope.items())))
    whole = loaded(program.text).program
    for class_name in program.classes:
        found = infer_structure(whole, effort, class_name)
        if found.is_checked:
            assert found.checked is not None
            assert isinstance(found.checked.verdict, Nowhere | NotFound)
            check_in_all(client_world, enumeration, class_name, found)


def check_in_all(world: World, enumeration: Enumeration, class_name: str, found: Inferred) -> int:
    """Check every object of the class in every heap; gives how many there were."""
    fitting = world.hierarchy.below(class_name)
    opaque = found.explored.graph.setting.opaque
    checked: set[tuple[object, ...]] = set()
    n_objects = 0
    for reached in enumeration.values():
        heap = reached.client.heap
        for number, name in enumerate(heap.class_names):
            if name in fitting:
                partial = seen_from(world, opaque, heap, Reference(number))
                n_objects += 1
                key = (*partial.classes.values(), *partial.edges)
                if key in checked:
                    continue
                checked.add(key)
                for formula in found.formulas:
                    assert holds(partial, formula), (formula_text(formula), reached)
    return n_objects


def seen_from(world: World, opaque: frozenset[str], heap: PlainHeap, this: Reference) -> Partial:
    """Give what an object leads to, but for objects that are mere identities."""
    found = [this]
    edges = [Edge(ROOT, "this", 0)]
    for number, holder in enumerate(found):
        values = fields_of(world.hierarchy, heap, holder)
        for field in world.hierarchy.fields(heap.class_of(holder)):
            if isinstance(field.type, RefType) and field.type.class_name not in opaque:
                target = values[field.name]
                if isinstance(target, Reference) and target not in found:
                    found.append(target)
                position = found.index(target) if isinstance(target, Reference) else NULL
                edges.append(Edge(number, field.name, position))
    return Partial({i: heap.class_of(r) for i, r in enumerate(found)}, tuple(edges))

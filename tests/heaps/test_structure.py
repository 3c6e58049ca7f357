"""HEX in the heap models: which paths go, and that no path goes that calls can take."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from heapwright.answers.search.ask import Effort
from heapwright.answers.structure.infer_structure import infer_structure
from heapwright.graph.setting.setting import setting_for
from heapwright.heaps.class_numbers import class_numbers
from heapwright.ir.core import structure as ir
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import Function, Role
from heapwright.ir.core.structure import formula_text
from heapwright.ir.core.types import BoolType, IntType, RefType, Type
from heapwright.limits import Limits
from heapwright.paths.plain.concrete import run
from heapwright.paths.plain.heap import Reference, Value
from heapwright.paths.unknown_heaps.concrete_input import path_question
from heapwright.solver.chain import default_solver
from invariants.test_visit import random_part
from oracle.client import world
from oracle.enumerate import enumerate_clients
from subjects.catalogue import BY_NAME
from subjects.plain_client import subject_text
from support.engine import loaded
from support.repo import ROOT
from support.symbolic import MODELS, paths_of

TREE = """
class Node { Node left; Node right; int value; }
class Tree {
    private Node root; private int size;
    hex { FORMULAS }
    bool fits(int n) := n <= this.size;
    int look() :=
        if this.root = null then 0
        else if this.root.left = null then 1
        else if this.root.left.right = this.root then 2
        else if this.root.left.right = this.root.left then 3
        else if this.size < 2 then 4
        else 5;
    int late() :=
        if this.root = null || this.root.left = null then 0
        else if this.root.left.right != this.root.left then 3
        else if this.root.left.left = null then 5
        else if this.root.left.left.value = 0 then 4
        else 4;
    int grown() := {
        this.size := this.size + 7;
        if this.root = null then 0 else if this.size < 8 then 1 else 2
    };
    int both(Tree other) := if this.root != null && other.root = this.root then 1 else 0;
    int apart(Node one, Node two) := if one != null && one = two then 1 else 0;
}
"""


def values(formulas: str, model: str, method: str = "look") -> list[str]:
    """Give the values of the paths that are left, sorted, each once."""
    text = TREE.replace("FORMULAS", formulas)
    found = paths_of(text, model, f"Tree.{method}", with_structure=True)
    assert found.is_complete, found
    return sorted({path.value for path in found.paths if path.value is not None})


@pytest.mark.parametrize("model", MODELS)
def test_all_models_refuse_the_same_aliases(model: str) -> None:
    assert values("this.root expands to Node;", model) == ["0", "1", "2", "3", "4", "5"]
    assert values("this.root(.left|.right)* aliases nothing;", model) == ["0", "1", "4", "5"]
    assert values("this.root(.left|.right)+ aliases this.root;", model) == [*"01245"]
    assert values("this.root not null; this.root(.left)+ not null;", model) == [*"2345"]
    assert values("this.root(.left|.right)+ expands to nothing;", model) == [*"01245"]
    assert values("this.root expands to nothing;", model) == ["0"]
    # A denial refuses nothing before the whole heap is known.
    assert values("!(this.root aliases nothing) || this.root not null;", model) == [*"012345"]


@pytest.mark.parametrize("model", MODELS)
def test_a_choice_refuses_what_breaks_all_of_it(model: str) -> None:
    tree = "this.root(.left|.right)+ aliases nothing"
    assert values(f"{tree} || this.root expands to nothing;", model) == [*"0145"]
    assert values(f"{tree} || this.root.left expands to nothing;", model) == [*"01245"]
    assert values(f"{tree} || !(this.root expands to nothing);", model) == [*"012345"]
    assert values(f"!(!({tree}) || !(this.root not null));", model) == [*"145"]


@pytest.mark.parametrize("model", MODELS)
def test_nothing_lies_beyond_the_last_one(model: str) -> None:
    last = "this.root.left.right aliases max this.root(.left)*; this.root(.left)+ aliases nothing;"
    assert values(last, model) == [*"01345"]
    # Whichever of the two is asked for first.
    assert values(last, model, "late") == [*"035"]
    anywhere = last.replace("max ", "")
    assert values(anywhere, model, "late") == [*"0345"]


@pytest.mark.parametrize("model", MODELS)
def test_each_input_is_on_its_own(model: str) -> None:
    # Two trees may share nodes for all that is said of one tree.
    assert values("this.root(.left|.right)* aliases nothing;", model, "both") == [
        *"01",
        "NullDereference",
    ]


@pytest.mark.parametrize("model", MODELS)
def test_formulas_can_speak_of_parameters(model: str) -> None:
    assert values("one(.left|.right)* aliases nothing;", model, "apart") == ["0", "1"]
    apart = "one(.left|.right)* aliases nothing; two(.left|.right)* aliases nothing;"
    assert values(apart, model, "apart") == ["0"]


@pytest.mark.parametrize("model", MODELS)
def test_companions_join_the_path_condition(model: str) -> None:
    tree = "this.root(.left|.right)* aliases nothing with fits;"
    # A root and its left child make a size below 2 impossible.
    assert values(tree, model) == ["0", "1", "5"]


@pytest.mark.parametrize("model", ["lazy", "summary", "pose"])
def test_companions_look_at_the_input_and_not_at_what_became_of_it(model: str) -> None:
    # (To lazier#, a reference that is only found not to be null leads nowhere yet.)
    tree = "this.root(.left|.right)* aliases nothing with fits;"
    assert values(tree, model, "grown") == ["0", "2"]


def test_what_companions_assume_is_part_of_the_condition() -> None:
    text = TREE.replace("FORMULAS", "this.root(.left|.right)* aliases nothing with fits;")
    found = paths_of(text, "lazy", "Tree.grown", with_structure=True)
    assert sorted(path.condition for path in found.paths) == [
        "this.root != null && this.size >= 1",
        "this.root = null && this.size >= 0",
    ]


# --- The models agree -----------------------------------------------------------------------

LINKED = """
class Node { Node a; Node b; }
class Pair {
    private Node a; private Node b;
    hex { FORMULAS }
    int look(Node other) :=
        if this.a = null then (if this.b = null then 0 else if this.b.a = this.b then 1 else 2)
        else if this.a.b = null then 3
        else if this.b = this.a then 4
        else if this.a.b = this.b then 5
        else if this.b = null then 6
        else if this.b.a = this.a.b then 7
        else if this.b.a = this.b then 8
        else if other = this.a then 9
        else 10;
}
"""


@pytest.mark.parametrize("seed", range(3))
def test_all_models_refuse_the_same_by_random_formulas(seed: int) -> None:
    rng = random.Random(3_000 + seed)
    everything = len(paths_of(LINKED.replace("FORMULAS", ""), "pose", "Pair.look").paths)
    n_refusing = 0
    for _ in range(25):
        formulas = [random_formula(rng) for _ in range(rng.choice([1, 2]))]
        lines = "; ".join(map(formula_text, formulas))
        text = LINKED.replace("FORMULAS", f"{lines};")
        taken: dict[str, set[str | None]] = {}
        # (What lazier# visits late, it visits in another order, which may break a formula sooner.)
        for model in ("lazy", "summary", "pose"):
            found = paths_of(text, model, "Pair.look", with_structure=True)
            assert found.is_complete
            taken[model] = {path.value for path in found.paths}
        assert all(values == taken["lazy"] for values in taken.values()), (lines, taken)
        n_refusing += len(taken["lazy"]) < everything
    assert n_refusing > 4


def random_formula(rng: random.Random, depth: int = 2) -> ir.Formula:
    """Write a formula about a pair: with connectives, and `max` among the claims."""
    match rng.randrange(6) if depth else 0:
        case 3:
            return ir.Not(random_formula(rng, depth - 1))
        case 4:
            return ir.And(random_formula(rng, depth - 1), random_formula(rng, depth - 1))
        case 5:
            return ir.Or(random_formula(rng, depth - 1), random_formula(rng, depth - 1))
    claims: list[ir.Claim] = [
        ir.NotNull(),
        ir.ExpandsTo(None),
        ir.AliasesNothing(),
        ir.Aliases(random_way(rng)),
        ir.Aliases(random_way(rng), is_max=True),
    ]
    return ir.Atom(random_way(rng), rng.choice(claims))


def random_way(rng: random.Random) -> ir.Path:
    parts = [random_part(rng, 2, "ab") for _ in range(rng.randrange(1, 3))]
    return ir.Sequence((ir.Step("this"), *parts))


# --- Nothing reachable is lost --------------------------------------------------------------

# By subject: the scope, the ints, the calls, the items, and methods that are quick everywhere.
Small = tuple[dict[str, int], int, int, int, tuple[str, ...]]
SMALL: dict[str, Small] = {
    "kiasan_bst": (
        {"BinarySearchTree": 1, "BinaryNode": 3},
        *(3, 4, 0),
        ("find", "findMax", "findMin", "insert", "isEmpty"),
    ),
    "sir_dlist": (
        {"DoubleLinkedList": 1, "Entry": 3},
        *(2, 3, 1),
        ("getFirst", "getLast", "addFirst", "addLast", "clear", "removeFirst"),
    ),
    "kiasan_stack": (
        {"StackLi": 1, "ListNode": 3},
        *(2, 4, 1),
        ("isEmpty", "pop", "push", "top", "topAndPop"),
    ),
}
STEPS = 5
Trace = tuple[tuple[str, int, bool], ...]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("subject", SMALL)
def test_an_inferred_invariant_removes_no_path_that_calls_can_take(
    subject: str, model: str
) -> None:
    text, taken = traces_with_inferred(subject)
    check_nothing_is_lost(text, taken, model)


def check_nothing_is_lost(text: str, taken: dict[str, set[Trace]], model: str) -> None:
    """Find the paths of each method on inputs that satisfy the formulas, and compare."""
    n_compared = 0
    for name, traces in taken.items():
        found = paths_of(text, model, name, steps=STEPS, with_structure=True)
        left = {
            tuple(
                (t.function, t.site, t.outcome)
                for t in path.symbolic.turns
                if (t.function, t.site) in sites_of(text, name)
            )
            for path in found.paths
        }
        if found.stopped or found.unknown or found.left is not None:
            # Paths that were given up are not lost, and were longer than this.
            traces = {trace for trace in traces if len(trace) <= STEPS}
        n_compared += len(traces)
        assert traces <= left, (name, sorted(traces - left)[:1])
    assert n_compared >= 6


# The same for formulas with companions: those of the benchmark.
WITH_COMPANIONS: dict[str, tuple[str, Small]] = {
    "sir_dlist": ("p1", SMALL["sir_dlist"]),
    "kiasan_avl": (
        "p3",
        ({"AvlTree": 1, "AvlNode": 3}, 3, 4, 0, ("find", "findMin", "isEmpty")),
    ),
}


CIRCULAR: tuple[str, Small] = (
    "p4",
    (
        {"NodeCachingLinkedList": 1, "LinkedListNode": 3},
        *(2, 4, 1),
        ("contains", "addLast", "removeIndex"),
    ),
)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("subject", WITH_COMPANIONS)
def test_companions_remove_no_path_that_calls_can_take(subject: str, model: str) -> None:
    text, taken = traces_with_companions(subject)
    check_nothing_is_lost(text, taken, model)


def test_companions_of_a_circular_list_remove_no_path_either() -> None:
    # The other models find hundreds of paths here, and take as many times longer.
    text, taken = traces_with_companions("sushi_clist")
    check_nothing_is_lost(text, taken, "pose")


@lru_cache(maxsize=16)
def traces_with_companions(subject: str) -> tuple[str, dict[str, set[Trace]]]:
    """Give the subject with formulas and companions, and the paths that reachable heaps take."""
    name, small = {**WITH_COMPANIONS, "sushi_clist": CIRCULAR}[subject]
    part = (ROOT / "benchmarks" / "subjects" / "hex" / f"{name}.part").read_text(encoding="utf-8")
    opening = f"class {BY_NAME[subject].structure} {{"
    text = subject_text(subject).replace(opening, f"{opening}\n{part}")
    setting = setting_for(loaded(subject_text(subject)).program, BY_NAME[subject].classes)
    return text, traces_of(subject, text, setting.opaque, *small)


@lru_cache(maxsize=16)
def traces_with_inferred(subject: str) -> tuple[str, dict[str, set[Trace]]]:
    """Give the subject with its inferred formulas, and the paths that reachable heaps take."""
    scope = SMALL[subject][0]
    entry = BY_NAME[subject]
    plain = subject_text(subject)
    effort = Effort(default_solver(), Limits(objects=tuple(scope.items())))
    inferred = infer_structure(loaded(plain).program, effort, entry.structure)
    assert inferred.is_checked
    opening = f"class {entry.structure} {{"
    lines = "".join(f"{formula_text(formula)}; " for formula in inferred.formulas)
    text = plain.replace(opening, f"{opening} hex {{ {lines} }}")
    opaque = inferred.explored.graph.setting.opaque
    return text, traces_of(subject, text, opaque, *SMALL[subject])


def traces_of(
    subject: str,
    text: str,
    opaque: frozenset[str],
    scope: dict[str, int],
    n_ints: int,
    calls: int,
    n_items: int,
    methods: tuple[str, ...],
) -> dict[str, set[Trace]]:
    """Give the paths of some methods that the heaps of all short sequences of calls take."""
    entry = BY_NAME[subject]
    program = loaded(subject_text(subject)).program
    here = world(
        program,
        entry.classes,
        ints=range(n_ints),
        scope=scope,
        opaque=opaque,
        n_items=n_items,
    )
    taken: dict[str, set[Trace]] = {}
    for reached in enumerate_clients(here, calls).values():
        heap = reached.client.heap
        for number, class_name in enumerate(heap.class_names):
            if class_name != entry.structure:
                continue
            for method in program.class_named(class_name).functions:
                if method.role is Role.METHOD and method.name in methods:
                    for arguments in choices(method, n_ints):
                        trace = trace_of(text, method, [Reference(number), *arguments], heap)
                        taken.setdefault(method.qualified_name, set()).add(trace)
    return taken


def choices(method: Function, n_ints: int) -> list[list[Value]]:
    """Give arguments of the plain kind; an object is null."""
    found: list[list[Value]] = [[]]
    for parameter in method.parameters:
        found = [[*before, v] for before in found for v in some(parameter.type, n_ints)]
    return found


def some(type_: Type, n_ints: int) -> list[Value]:
    match type_:
        case IntType():
            return [-1, *range(n_ints)]
        case BoolType():
            return [False, True]
        case RefType() | _:
            return [None]


def trace_of(text: str, method: Function, arguments: list[Value], heap: object) -> Trace:
    taken: list[tuple[str, int, bool]] = []
    sites = sites_of(text, method.qualified_name)

    def note(name: str, site: int, side: bool) -> None:
        if (name, site) in sites:
            taken.append((name, site, side))

    program = loaded(text).program
    run(program, method.qualified_name, arguments, heap, trace=note)  # type: ignore[arg-type]
    return tuple(taken)


@lru_cache(maxsize=256)
def sites_of(text: str, name: str) -> frozenset[tuple[str, int]]:
    program = loaded(text).program
    function = hierarchy_of(program).functions[name]
    return frozenset(path_question(program, class_numbers(program), function).sites)

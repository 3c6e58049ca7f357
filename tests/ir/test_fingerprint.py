"""Digests stay when the meaning stays, and change wherever an edit can be felt."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.instructions import BinaryOperator, UnaryOperator
from heapwright.ir.core.program import ClassDef, Function, Program, ScopeBound
from heapwright.ir.core.structure import AliasesNothing, Atom, Formula, Step
from heapwright.ir.core.types import BOOL, INT, VOID
from heapwright.ir.written.encode import encode_function
from heapwright.ir.written.fingerprint import (
    api_fingerprint,
    canonical,
    class_fingerprints,
    function_fingerprint,
)
from heapwright.records import replace
from support.ir_build import (
    FALSE,
    NULL,
    THIS,
    TRUE,
    add,
    call,
    class_,
    exactly,
    field,
    get,
    give,
    invariant,
    let,
    list_program,
    local,
    main,
    method,
    num,
    numbered,
    program,
    put,
    same,
    spec,
    static,
    sub,
)
from support.ir_programs import Plan, built, plans
from support.repo import ROOT

Edit = Callable[[ClassDef], ClassDef]


def edited(whole: Program, class_name: str, edit: Edit) -> Program:
    """Change one class of a program."""
    classes = tuple(edit(c) if c.name == class_name else c for c in whole.classes)
    return replace(whole, classes=classes)


def with_function(name: str, /, **changes: object) -> Edit:
    """Change one function of a class."""

    def edit(class_def: ClassDef) -> ClassDef:
        functions = tuple(
            replace(f, **changes) if f.name == name else f  # type: ignore[arg-type]
            for f in class_def.functions
        )
        assert functions != class_def.functions
        return replace(class_def, functions=functions)

    return edit


def with_first_field(**changes: object) -> Edit:
    def edit(class_def: ClassDef) -> ClassDef:
        first = replace(class_def.fields[0], **changes)  # type: ignore[arg-type]
        return replace(class_def, fields=(first, *class_def.fields[1:]))

    return edit


def changed(before: Program, after: Program) -> set[str]:
    """Give the classes of `before` whose digest is another one in `after`."""
    old, new = class_fingerprints(before), class_fingerprints(after)
    return {name for name, digest in old.items() if new[name] != digest}


SEMANTIC_EDITS: dict[str, Callable[[int], Edit]] = {
    "a constant": lambda i: with_function("shared", body=(put(THIS, f"f{i}", num(-1)),)),
    "an operator": lambda i: with_function(
        f"m{i}", body=(give(sub(get(THIS, f"f{i}"), local(1))),)
    ),
    "a slot": lambda i: with_function(f"m{i}", body=(give(add(get(THIS, f"f{i}"), num(1))),)),
    "a statement more": lambda i: with_function(
        "shared", body=(put(THIS, f"f{i}", num(i)), put(THIS, f"f{i}", num(i)))
    ),
    "an empty body": lambda i: with_function("shared", body=()),
    "the privacy of a method": lambda i: with_function("shared", is_public=False),
    "leaving a method out": lambda i: with_function("shared", left_out="a reason"),
    "a parameter's type": lambda i: with_function(
        f"m{i}", parameters=(method("m", (BOOL,), INT).parameters)
    ),
    "a result": lambda i: with_function(f"m{i}", result=BOOL),
    "a method's name": lambda i: with_function("shared", name="renamed"),
    "a field's type": lambda i: with_first_field(type=BOOL),
    "the privacy of a field": lambda i: with_first_field(is_public=True),
    "a field more": lambda i: lambda c: replace(c, fields=(*c.fields, field("extra"))),
    "the privacy of construction": lambda i: lambda c: replace(c, is_constructible=False),
}


@pytest.mark.parametrize("what", SEMANTIC_EDITS)
@settings(max_examples=40)
@given(data=st.data())
def test_a_semantic_edit_changes_exactly_the_classes_that_can_feel_it(
    what: str, data: st.DataObject
) -> None:
    plan = data.draw(plans())
    index = data.draw(st.integers(0, len(plan.parents) - 1))
    before = built(plan)
    after = edited(before, f"C{index}", SEMANTIC_EDITS[what](index))
    # Everything is below the root class, so its digest covers everything.
    assert changed(before, after) == plan.affected_by(index) | {"Object"}


@given(data=st.data())
def test_a_new_overriding_subclass_changes_the_classes_that_can_meet_its_objects(
    data: st.DataObject,
) -> None:
    plan = data.draw(plans())
    parent = data.draw(st.integers(0, len(plan.parents) - 1))
    before = built(plan)
    subclass = class_("Fresh", method("shared", (), VOID), parent=f"C{parent}")
    after = replace(before, classes=(*before.classes, subclass))
    expected = {name for i, name in enumerate(plan.names) if parent in plan.reached(i)}
    assert changed(before, after) == expected | {"Object"}


@given(plan=plans())
def test_a_new_class_that_nobody_names_changes_only_the_root(plan: Plan) -> None:
    before = built(plan)
    stranger = class_("Stranger", field("one", "C0"), method("shared", (), VOID))
    after = replace(before, classes=(*before.classes, stranger))
    assert changed(before, after) == {"Object"}


# --- What does not matter ----------------------------------------------------


def shuffled(whole: Program, random: Random) -> Program:
    """Put all declarations into another order in which parents come first."""
    waiting = list(whole.classes)
    random.shuffle(waiting)
    ordered: list[ClassDef] = []
    while waiting:
        done = {None, *(class_def.name for class_def in ordered)}
        ready = next(class_def for class_def in waiting if class_def.parent in done)
        waiting.remove(ready)
        ordered.append(
            replace(
                ready,
                fields=tuple(random.sample(ready.fields, len(ready.fields))),
                functions=tuple(random.sample(ready.functions, len(ready.functions))),
            )
        )
    return replace(whole, classes=tuple(ordered))


@given(plan=plans(), random=st.randoms(use_true_random=False))
def test_the_order_of_declarations_changes_no_digest_and_no_canonical_program(
    plan: Plan, random: Random
) -> None:
    before = built(plan)
    after = shuffled(before, random)
    assert class_fingerprints(after) == class_fingerprints(before)
    assert canonical(after) == canonical(before)


def renamed_parameters(function: Function) -> Function:
    parameters = tuple(replace(p, name=p.name + "_renamed") for p in function.parameters)
    return replace(function, parameters=parameters, n_slots=function.n_slots + 1)


NEUTRAL_EDITS: dict[str, Callable[[Program], Program]] = {
    "sites": lambda p: numbered(p, step=7),
    "names of parameters and unused slots": lambda p: replace(
        p,
        classes=tuple(
            replace(c, functions=tuple(map(renamed_parameters, c.functions))) for c in p.classes
        ),
    ),
    "specs and main": lambda p: replace(
        p, functions=(spec("other", ("C1",), give(TRUE)), main(INT, give(num(1))))
    ),
    "the scope": lambda p: replace(p, scope=(ScopeBound("C0", 3), ScopeBound(None, 8))),
    "invariants": lambda p: edited(
        p, "C0", lambda c: replace(c, functions=(*c.functions, invariant("more", give(TRUE))))
    ),
    "structure": lambda p: edited(
        p, "C0", lambda c: replace(c, structure=(Atom(Step("this"), AliasesNothing()),))
    ),
}


@pytest.mark.parametrize("what", NEUTRAL_EDITS)
@settings(max_examples=40)
@given(plan=plans())
def test_what_does_not_change_behaviour_changes_no_digest(what: str, plan: Plan) -> None:
    before = built(plan)
    after = NEUTRAL_EDITS[what](before)
    assert class_fingerprints(after) == class_fingerprints(before)


def test_the_body_of_a_method_that_is_left_out_does_not_count() -> None:
    def left_out(*body: ir.Statement) -> Program:
        return program(class_("A", method("m", (), VOID, *body, left_out="a reason")))

    before = left_out(put(THIS, "gone", num(1)))
    assert class_fingerprints(before) == class_fingerprints(left_out())


def test_digests_do_not_depend_on_the_seed_of_hashing() -> None:
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from support.ir_build import list_program\n"
        "from heapwright.ir.written.fingerprint import class_fingerprints, function_fingerprint\n"
        "from heapwright.ir.reach.reach import api_reach, reach_index\n"
        "p = list_program()\n"
        "print(class_fingerprints(p), function_fingerprint(p, 'List.append'))\n"
        "print(api_reach(reach_index(p), ('List',)))\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script, str(ROOT / "tests")],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "42")
    }
    assert len(outputs) == 1


def test_a_digest_is_32_hexadecimal_digits_and_differs_from_class_to_class() -> None:
    digests = class_fingerprints(list_program())
    assert all(len(digest) == 32 and int(digest, 16) >= 0 for digest in digests.values())
    assert len(set(digests.values())) == len(digests)


# --- Questions and single functions ------------------------------------------


def test_with_specs_an_invariant_and_a_structure_count() -> None:
    def digest(*members: Function, structure: tuple[Formula, ...] = ()) -> str:
        whole = program(class_("A", *members, structure=structure))
        return class_fingerprints(whole, with_specs=True)["A"]

    digests = [
        digest(),
        digest(invariant("i", give(TRUE))),
        digest(invariant("i", give(FALSE))),
        digest(structure=(Atom(Step("this"), AliasesNothing()),)),
        digest(invariant("i", give(TRUE)), structure=(Atom(Step("this"), AliasesNothing()),)),
    ]
    assert len(set(digests)) == len(digests)


def test_with_specs_what_an_invariant_calls_counts() -> None:
    def digest(value: int) -> str:
        helper = class_("Helper", static("s", (), INT, give(num(value))))
        check = invariant("i", give(same(exactly("Helper.s"), num(1))))
        return class_fingerprints(program(helper, class_("A", check)), with_specs=True)["A"]

    assert digest(1) != digest(2)


def test_an_invariant_that_code_calls_is_behaviour() -> None:
    def digest(answer: ir.Expr) -> str:
        ask = method("ask", (), BOOL, give(call(THIS, "i")))
        return class_fingerprints(program(class_("A", invariant("i", give(answer)), ask)))["A"]

    assert digest(TRUE) != digest(FALSE)


def test_the_joint_digest_does_not_depend_on_the_order_of_the_classes() -> None:
    whole = list_program()
    assert api_fingerprint(whole, ("Node", "List")) == api_fingerprint(whole, ("List", "Node"))
    assert api_fingerprint(whole, ("Node", "List")) != api_fingerprint(whole, ("List",))
    assert api_fingerprint(whole, ("List",)) == class_fingerprints(whole)["List"]


def test_a_function_keeps_its_digest_when_a_method_it_cannot_call_changes() -> None:
    before = list_program()
    after = edited(before, "List", with_function("size", body=(give(num(0)),)))
    assert function_fingerprint(after, "List.append") == function_fingerprint(before, "List.append")
    assert function_fingerprint(after, "List.size") != function_fingerprint(before, "List.size")


@pytest.mark.parametrize("owner", ["List", "DoubleList"])
def test_a_function_feels_edits_of_the_methods_it_dispatches_to(owner: str) -> None:
    before = list_program()
    after = edited(before, owner, with_function("weight", body=(give(num(7)),)))
    assert function_fingerprint(after, "List.append") != function_fingerprint(before, "List.append")


def test_a_static_call_makes_one_function_count_and_not_its_whole_class() -> None:
    def digest(largest: int, smallest: int) -> str:
        helper = class_(
            "Helper",
            static("largest", (), INT, give(num(largest))),
            static("smallest", (), INT, give(num(smallest))),
        )
        user = class_("User", method("use", (), INT, give(exactly("Helper.largest"))))
        return class_fingerprints(program(helper, user))["User"]

    assert digest(1, 1) == digest(1, 2)
    assert digest(1, 1) != digest(2, 1)


# --- The encoding ------------------------------------------------------------

leaves = st.sampled_from(
    [num(0), num(1), num(-1), num(16), TRUE, FALSE, NULL, local(0), local(1), ir.New("A")]
)


def compound(parts: st.SearchStrategy[ir.Expr]) -> st.SearchStrategy[ir.Expr]:
    names = st.sampled_from(["f", "g", "A.f"])
    lists = st.lists(parts, max_size=2).map(tuple)
    bodies = st.lists(
        st.one_of(
            st.builds(ir.Evaluate, parts),
            st.builds(let, st.integers(0, 1), parts),
            st.builds(ir.Throw, parts),
            st.builds(ir.Return, st.one_of(st.none(), parts)),
        ),
        max_size=2,
    ).map(tuple)
    handlers = st.builds(
        ir.Handler,
        st.sampled_from([None, ("A",), ("B",)]),
        st.sampled_from([None, 0, 1]),
        bodies,
    )
    statements = st.one_of(
        st.builds(ir.If, parts, bodies, bodies),
        st.builds(ir.While, parts, bodies),
        st.builds(ir.Try, bodies, st.lists(handlers, max_size=2).map(tuple), bodies),
        st.builds(ir.SetField, parts, names, parts),
    )
    return st.one_of(
        st.builds(ir.GetField, parts, names),
        st.builds(ir.Unary, st.sampled_from(UnaryOperator), parts),
        st.builds(ir.Binary, st.sampled_from(BinaryOperator), parts, parts),
        st.builds(ir.And, parts, parts),
        st.builds(ir.Or, parts, parts),
        st.builds(ir.Choose, parts, parts, parts),
        st.builds(ir.IsInstance, parts, names),
        st.builds(ir.Invoke, parts, names, lists),
        st.builds(ir.InvokeExact, names, lists),
        st.builds(ir.Do, bodies, parts),
        st.builds(ir.Do, st.tuples(statements), parts),
    )


expressions = st.recursive(leaves, compound, max_leaves=5)


@given(first=expressions, second=expressions)
def test_two_functions_have_the_same_bytes_only_if_they_are_the_same(
    first: ir.Expr, second: ir.Expr
) -> None:
    encoded = [encode_function(method("m", (), INT, give(e))) for e in (first, second)]
    assert (encoded[0] == encoded[1]) == (first == second)


BORDERS: dict[str, Callable[[ir.Body, ir.Body, ir.Body], ir.Body]] = {
    "if": lambda a, b, c: (ir.If(TRUE, a, b), *c),
    "try and final": lambda a, b, c: (ir.Try(a, (), b), *c),
    "try and handler": lambda a, b, c: (ir.Try(a, (ir.Handler(None, None, b),), c),),
    "while": lambda a, b, c: (ir.While(TRUE, a), ir.While(TRUE, b), *c),
    "block": lambda a, b, c: (ir.Evaluate(ir.Do(a, ir.Do(b, TRUE))), *c),
    "handlers": lambda a, b, c: (
        ir.Try((), (ir.Handler(None, None, a), ir.Handler(None, None, b)), c),
    ),
    "arguments": lambda a, b, c: (
        ir.Evaluate(
            call(
                call(NULL, "m", *given_values(a)),
                "m",
                exactly("f", *given_values(b)),
                *given_values(c),
            )
        ),
    ),
}


def given_values(body: ir.Body) -> list[ir.Expr]:
    return [statement.value for statement in body if isinstance(statement, ir.Evaluate)]


@pytest.mark.parametrize("what", BORDERS)
@given(tree=expressions)
@settings(max_examples=20)
def test_moving_a_border_between_parts_changes_the_bytes(what: str, tree: ir.Expr) -> None:
    # The same statements in the same order, cut into three parts at every two places.
    statements = (ir.Evaluate(tree), ir.Evaluate(num(1)), ir.Evaluate(num(2)))
    encoded = [
        encode_function(
            method("m", (), VOID, *BORDERS[what](statements[:i], statements[i:j], statements[j:]))
        )
        for i in range(4)
        for j in range(i, 4)
    ]
    assert len(set(encoded)) == len(encoded)


def test_the_name_and_the_owner_are_in_the_bytes() -> None:
    functions = [method("m", (), VOID), method("n", (), VOID)]
    functions += [replace(functions[0], owner=owner) for owner in ("A", "B", "")]
    assert len({encode_function(function) for function in functions}) == 5


def test_texts_with_half_a_surrogate_pair_and_long_ints_can_be_encoded() -> None:
    huge = num(10**6_000)
    encode_function(method("\ud800", (), INT, give(huge), left_out="\udfff"))
    assert encode_function(method("m", (), INT, give(huge))) != encode_function(
        method("m", (), INT, give(num(-(10**6_000))))
    )

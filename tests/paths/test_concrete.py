"""What each instruction does on plain values."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from heapwright.errors import EngineError
from heapwright.ir.checks.validate import validate
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.instructions import BinaryOperator
from heapwright.ir.core.program import Field, Function, Program
from heapwright.ir.core.types import BOOL, INT, VOID, RefType, Type
from heapwright.paths.plain.concrete import (
    NO_INPUTS,
    LeftOut,
    Outcome,
    Returned,
    Threw,
    run,
    run_main,
)
from heapwright.paths.plain.heap import (
    EMPTY_HEAP,
    VOID_VALUE,
    PlainHeap,
    Reference,
    Value,
    fields_of,
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
    divided,
    do,
    equal,
    exactly,
    field,
    get,
    give,
    if_,
    less,
    let,
    list_program,
    local,
    main,
    method,
    negated,
    not_,
    num,
    program,
    put,
    same,
    spec,
    static,
    while_,
)

MEMBERS: tuple[Field | Function, ...] = (
    field("f"),
    field("b", BOOL),
    field("next", "A"),
    method("me", (), "A", give(THIS)),
    # Writes down that it was evaluated, and gives the argument back.
    method(
        "noted",
        (INT,),
        INT,
        put(THIS, "f", add(ir.Binary(BinaryOperator.MULTIPLY, get(THIS, "f"), num(10)), local(1))),
        give(local(1)),
    ),
    method("two", (INT, INT), VOID),
)


def run_body(
    *body: ir.Statement,
    result: Type = INT,
    arguments: tuple[Value, ...] = (),
    inputs: Mapping[str, Value] = NO_INPUTS,
) -> Outcome:
    """Run a method `A.m` on a fresh A; parameters are ints, or A for references."""
    types = [RefType("A") if isinstance(a, Reference) or a is None else INT for a in arguments]
    whole = program(
        class_("A", *MEMBERS, method("m", types, result, *body)),
        class_("Below", parent="A"),
        class_("Other"),
    )
    assert validate(whole) == ()
    heap = PlainHeap(("A",), ((0, False, None),))
    return run(whole, "A.m", (Reference(0), *arguments), heap, inputs=inputs)


def check_value(expression: ir.Expr, value: Value, result: Type = INT) -> None:
    """Check the value of an expression in a method of a fresh A."""
    match run_body(give(expression), result=result):
        case Returned(value=found):
            assert (type(found), found) == (type(value), value)
        case other:
            raise AssertionError(other)


def check_order(expression: ir.Expr, order: int) -> None:
    """Check in which order the calls of `noted` in an expression are evaluated."""
    match run_body(ir.Evaluate(expression), result=VOID):
        case Returned(heap=heap) | Threw(heap=heap):
            assert heap.rows[0][0] == order
        case other:
            raise AssertionError(other)


def noted(number: int) -> ir.Expr:
    return call(THIS, "noted", num(number))


def binary(operator: BinaryOperator, lhs: int, rhs: int) -> ir.Expr:
    return ir.Binary(operator, num(lhs), num(rhs))


# --- Expressions -------------------------------------------------------------


def test_constants() -> None:
    check_value(num(7), 7)
    check_value(TRUE, True, BOOL)
    check_value(NULL, None, RefType("A"))


def test_division_rounds_down() -> None:
    for lhs, rhs, quotient, remainder in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1)]:
        check_value(binary(BinaryOperator.DIVIDE, lhs, rhs), quotient)
        check_value(binary(BinaryOperator.REMAINDER, lhs, rhs), remainder)


def test_comparisons_and_logic() -> None:
    check_value(less(num(1), num(2)), True, BOOL)
    check_value(binary(BinaryOperator.LESS_EQUAL, 3, 2), False, BOOL)
    check_value(equal(TRUE, FALSE), False, BOOL)
    check_value(not_(TRUE), False, BOOL)
    check_value(negated(num(3)), -3)


def test_identity_of_references() -> None:
    check_value(same(THIS, THIS), True, BOOL)
    check_value(same(THIS, call(THIS, "me")), True, BOOL)
    check_value(same(THIS, ir.New("A")), False, BOOL)
    check_value(same(THIS, NULL), False, BOOL)
    check_value(same(NULL, THIS), False, BOOL)
    check_value(same(NULL, NULL), True, BOOL)


def test_references_of_the_caller_are_the_same_as_those_of_the_heap() -> None:
    outcome = run_body(give(same(THIS, local(1))), result=BOOL, arguments=(Reference(0),))
    assert isinstance(outcome, Returned)
    assert outcome.value is True


def test_a_new_object_has_default_values_and_the_next_number() -> None:
    outcome = run_body(let(1, ir.New("Other")), give(ir.New("Below")), result=RefType("A"))
    heap = PlainHeap(("A", "Other", "Below"), ((0, False, None), (), (0, False, None)))
    assert outcome == Returned(Reference(2), heap)


def test_operands_are_evaluated_from_left_to_right() -> None:
    check_order(add(noted(1), noted(2)), 12)
    check_order(call(THIS, "two", noted(1), noted(2)), 12)
    check_order(call(do(ir.Evaluate(noted(1)), value=THIS), "two", noted(2), noted(3)), 123)
    check_order(exactly("A.two", do(ir.Evaluate(noted(1)), value=THIS), noted(2), noted(3)), 123)
    check_order(
        do(put(do(ir.Evaluate(noted(1)), value=ir.New("A")), "f", noted(2)), value=NULL), 12
    )


def test_only_what_decides_is_evaluated() -> None:
    yes, no = equal(noted(1), num(1)), equal(noted(2), num(0))
    check_order(ir.And(yes, no), 12)
    check_order(ir.And(no, yes), 2)
    check_order(ir.Or(yes, no), 1)
    check_order(ir.Or(no, yes), 21)
    check_order(ir.Choose(yes, noted(5), noted(6)), 15)
    check_order(ir.Choose(no, noted(5), noted(6)), 26)


def test_arguments_are_evaluated_before_a_null_receiver_is_found() -> None:
    check_order(call(NULL, "two", noted(1), noted(2)), 12)
    check_order(exactly("A.two", NULL, noted(1), noted(2)), 12)


def test_a_value_is_evaluated_before_a_null_target_is_found() -> None:
    check_order(do(put(NULL, "f", noted(1)), value=NULL), 1)


def test_instanceof_is_reflexive_and_false_for_null_and_classes_above() -> None:
    check_value(ir.IsInstance(THIS, "A"), True, BOOL)
    check_value(ir.IsInstance(THIS, "Object"), True, BOOL)
    check_value(ir.IsInstance(ir.New("Below"), "A"), True, BOOL)
    check_value(ir.IsInstance(THIS, "Below"), False, BOOL)
    check_value(ir.IsInstance(NULL, "Object"), False, BOOL)


def test_a_symbol_has_the_value_of_the_input_or_the_default() -> None:
    symbol = ir.Symbol("X0", INT)
    body = give(add(symbol, symbol))
    assert isinstance(found := run_body(body, inputs={"X0": 21}), Returned)
    assert found.value == 42
    assert isinstance(found := run_body(body), Returned)
    assert found.value == 0
    check_value(ir.Symbol("Y0", RefType("A")), None, RefType("A"))
    check_value(ir.Symbol("B0", BOOL), False, BOOL)


def test_do_changes_the_locals_around_it() -> None:
    check_value(do(let(1, num(1)), let(1, add(local(1), num(1))), value=local(1)), 2)


# --- Faults ------------------------------------------------------------------


def check_fault(class_name: str, body: ir.Body) -> None:
    """Check that a body ends with a fault at the one instruction with site 77."""
    whole = program(class_("A", *MEMBERS, method("m", (), VOID, *body)), with_sites=False)
    heap = PlainHeap(("A",), ((0, False, None),))
    match run(whole, "A.m", (Reference(0),), heap):
        case Threw() as threw:
            assert threw == Threw(class_name, None, "A.m", 77, heap)
        case other:
            raise AssertionError(other)


def test_faults_say_where_they_happened() -> None:
    null = "NullDereference"
    check_fault(null, (ir.Evaluate(ir.GetField(NULL, "f", site=77)),))
    check_fault(null, (ir.Evaluate(ir.GetField(get(THIS, "next"), "f", site=77)),))
    check_fault(null, (let(1, NULL), ir.Evaluate(ir.GetField(local(1), "f", site=77))))
    check_fault(null, (ir.SetField(NULL, "f", num(1), site=77),))
    check_fault(null, (ir.Evaluate(ir.Invoke(NULL, "me", (), site=77)),))
    check_fault(null, (ir.Evaluate(ir.InvokeExact("A.me", (NULL,), site=77)),))
    check_fault(null, (ir.Throw(NULL, site=77),))
    for operator in (BinaryOperator.DIVIDE, BinaryOperator.REMAINDER):
        body = (ir.Evaluate(ir.Binary(operator, num(1), num(0), site=77)),)
        check_fault("DivisionByZero", body)


def test_a_fault_in_a_callee_names_the_callee() -> None:
    whole = program(
        class_(
            "A",
            method("outer", (), INT, give(call(THIS, "inner"))),
            method("inner", (), INT, give(divided(num(1), num(0)))),
        )
    )
    match run(whole, "A.outer", (Reference(0),), PlainHeap(("A",), ((),))):
        case Threw(class_name="DivisionByZero", function="A.inner", site=site):
            assert site == 1
        case other:
            raise AssertionError(other)


def test_a_null_receiver_of_the_caller_is_a_fault() -> None:
    outcome = run(list_program(), "List.size", (None,))
    assert outcome == Threw("NullDereference", None, "List.size", ir.NO_SITE, EMPTY_HEAP)


def test_a_thrown_object_is_named_with_what_was_done_before() -> None:
    outcome = run_body(put(THIS, "f", num(5)), ir.Throw(ir.New("Below")))
    heap = PlainHeap(("A", "Below"), ((5, False, None), (0, False, None)))
    assert isinstance(outcome, Threw)
    assert replace(outcome, site=0) == Threw("Below", Reference(1), "A.m", 0, heap)


# --- Statements and calls ----------------------------------------------------


def test_a_void_function_gives_void_and_not_null() -> None:
    bodies: list[ir.Body] = [(), (give(),), (ir.Evaluate(num(1)),)]
    for body in bodies:
        assert isinstance(outcome := run_body(*body, result=VOID), Returned)
        assert outcome.value is VOID_VALUE
        assert outcome.value is not None


def test_loops_break_and_continue() -> None:
    # Adds 1, 2, 3, … without 3, and stops at 6.
    outcome = run_body(
        let(1, num(0)),
        let(2, num(0)),
        while_(
            TRUE,
            let(1, add(local(1), num(1))),
            if_(equal(local(1), num(3)), (ir.Continue(),)),
            if_(equal(local(1), num(6)), (ir.Break(),)),
            let(2, add(local(2), local(1))),
        ),
        give(local(2)),
    )
    assert isinstance(outcome, Returned)
    assert outcome.value == 1 + 2 + 4 + 5


def test_a_break_leaves_the_inner_loop_only() -> None:
    outcome = run_body(
        let(1, num(0)),
        while_(
            less(local(1), num(3)),
            let(1, add(local(1), num(1))),
            while_(TRUE, ir.Break()),
        ),
        give(local(1)),
    )
    assert isinstance(outcome, Returned)
    assert outcome.value == 3


def test_a_return_leaves_all_loops() -> None:
    outcome = run_body(while_(TRUE, while_(TRUE, if_(TRUE, (give(num(4)),)))), give(num(5)))
    assert isinstance(outcome, Returned)
    assert outcome.value == 4


def test_the_methods_of_a_list_agree_with_a_python_list() -> None:
    whole = list_program()
    heap = PlainHeap(("DoubleList",), ((None, 0),))
    for value in (5, 3, 8):
        outcome = run(whole, "List.append", (Reference(0), value), heap)
        assert isinstance(outcome, Returned)
        heap = outcome.heap
    results = [run(whole, "List.at", (Reference(0), index), heap) for index in range(3)]
    assert [result.value for result in results if isinstance(result, Returned)] == [5, 3, 8]
    # The subclass counts every element twice.
    assert run(whole, "List.size", (Reference(0),), heap) == Returned(6, heap)
    assert isinstance(run(whole, "List.at", (Reference(0), 3), heap), Threw)


def test_an_exact_call_of_the_method_above_does_not_dispatch() -> None:
    whole = program(
        class_("A", method("m", (), INT, give(num(1)))),
        class_("B", method("m", (), INT, give(add(exactly("A.m", THIS), num(10)))), parent="A"),
        class_("C", parent="B"),
        functions=(main(INT, give(call(ir.New("C"), "m"))),),
    )
    outcome = run_main(whole)
    assert isinstance(outcome, Returned)
    assert outcome.value == 11


def test_fields_of_a_subclass_come_after_the_inherited_ones() -> None:
    whole = program(
        class_("A", field("x")),
        class_("Z", field("y"), field("x2")),
        class_("B", field("y"), parent="A"),
        functions=(
            main(
                "B",
                let(0, ir.New("B")),
                put(local(0), "y", num(2)),
                put(local(0), "x", num(1)),
                let(1, ir.New("Z")),
                put(local(1), "y", get(local(0), "y")),
                give(local(0)),
            ),
        ),
    )
    outcome = run_main(whole)
    assert outcome == Returned(Reference(0), PlainHeap(("B", "Z"), ((1, 2), (2, 0))))
    fields = fields_of(hierarchy_of(whole), outcome.heap, Reference(0))
    assert list(fields.items()) == [("x", 1), ("y", 2)]


def test_the_heap_of_the_caller_stays_as_it_is_and_unwritten_objects_are_shared() -> None:
    whole = list_program()
    rows: tuple[tuple[Value, ...], ...] = ((Reference(1), 1), (4, None), (9, None))
    heap = PlainHeap(("List", "Node", "Node"), rows)
    outcome = run(whole, "List.append", (Reference(0), 5), heap)
    assert isinstance(outcome, Returned)
    assert heap.rows == ((Reference(1), 1), (4, None), (9, None))
    assert outcome.heap.rows[1] == (4, Reference(3))
    assert outcome.heap.rows[2] is heap.rows[2]


def test_running_a_function_that_is_left_out_says_so() -> None:
    whole = program(
        class_(
            "A",
            method("broken", (), INT, left_out="it uses floats"),
            method("caller", (), INT, give(call(THIS, "broken"))),
        )
    )
    heap = PlainHeap(("A",), ((),))
    expected = LeftOut("A.broken", "it uses floats")
    assert run(whole, "A.broken", (Reference(0),), heap) == expected
    assert run(whole, "A.caller", (Reference(0),), heap) == expected


def test_specs_and_static_functions_run_without_a_receiver() -> None:
    whole = program(
        class_("A", static("twice", (INT,), INT, give(add(local(0), local(0))))),
        functions=(spec("is_six", (INT,), give(equal(exactly("A.twice", local(0)), num(6)))),),
    )
    assert run(whole, "is_six", (3,)) == Returned(True, EMPTY_HEAP)
    assert run(whole, "A.twice", (4,)) == Returned(8, EMPTY_HEAP)


def test_main_takes_inputs() -> None:
    whole = program(functions=(main(INT, give(ir.Symbol("X1", INT))),))
    assert run_main(whole, {"X1": 5}) == Returned(5, EMPTY_HEAP)
    assert run_main(whole) == Returned(0, EMPTY_HEAP)


def test_a_trace_hears_every_decision() -> None:
    body = (
        if_(ir.And(less(local(0), num(5)), TRUE), (give(num(1)),)),
        while_(less(local(0), num(7)), let(0, add(local(0), num(1)))),
        give(ir.Choose(ir.Or(FALSE, TRUE), num(2), num(3))),
    )
    whole = program(class_("A", static("s", (INT,), INT, *body)))
    heard: list[tuple[str, int, bool]] = []
    outcome = run(whole, "A.s", (6,), trace=lambda *decision: heard.append(decision))
    assert outcome == Returned(2, EMPTY_HEAP)
    sites = {
        type(node).__name__: node.site
        for node in (*whole.classes[3].functions[0].body, body_and(whole))
    }
    branch, loop = sites["If"], sites["While"]
    assert [(site, outcome) for _, site, outcome in heard[:4]] == [
        (sites["And"], False),
        (branch, False),
        (loop, True),
        (loop, False),
    ]
    assert [result for _, _, result in heard[4:]] == [False, True, True]
    assert {name for name, _, _ in heard} == {"A.s"}
    # The same program without a trace stays silent.
    run(whole, "A.s", (6,))
    assert len(heard) == 7


def body_and(whole: Program) -> ir.And:
    match whole.classes[3].functions[0].body[0]:
        case ir.If(condition=ir.And() as condition):
            return condition
    raise AssertionError("the first condition is no longer an and")


# --- What a sound caller never does ------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("List.gone", (), "the program has no function List.gone"),
        ("List.size", (), "List.size takes 1 arguments and was given 0"),
        ("List.size", (Reference(1),), "an object of class Node has no field n"),
    ],
)
def test_a_wrong_question_is_an_error_of_the_engine(
    name: str, arguments: tuple[Value, ...], message: str
) -> None:
    heap = PlainHeap(("List", "Node"), ((None, 0), (0, None)))
    with pytest.raises(EngineError, match=message):
        run(list_program(), name, arguments, heap)


def test_a_program_without_main_cannot_run_it() -> None:
    with pytest.raises(EngineError, match="no main"):
        run_main(list_program())


def test_a_method_that_the_object_lacks_is_an_error_of_the_engine() -> None:
    whole = program(
        class_("A", method("m", (), VOID)),
        functions=(main(VOID, ir.Evaluate(call(ir.New("Object"), "m"))),),
    )
    with pytest.raises(EngineError, match="class Object has no method m with 0 arguments"):
        run_main(whole)


def test_many_programs_can_run_in_turn() -> None:
    programs = [program(functions=(main(INT, give(num(number))),)) for number in range(20)]
    for _ in range(2):
        results = [run_main(whole) for whole in programs]
        assert results == [Returned(number, EMPTY_HEAP) for number in range(20)]

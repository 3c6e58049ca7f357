"""Unsound programs are named for what is wrong with them; sound ones are left in peace."""

from __future__ import annotations

import pytest

from heapwright.ir.checks.validate import validate
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import ClassDef, Faults, Function, Program, Role, ScopeBound
from heapwright.ir.core.types import BOOL, INT, VOID, RefType, Type
from heapwright.records import replace
from support.ir_build import (
    FALSE,
    NULL,
    THIS,
    TRUE,
    add,
    call,
    catch,
    class_,
    do,
    exactly,
    field,
    get,
    give,
    if_,
    invariant,
    let,
    list_program,
    local,
    main,
    method,
    num,
    program,
    put,
    spec,
    static,
    try_,
    while_,
)

BREAK = ir.Break()
CONTINUE = ir.Continue()
THROW = ir.Throw(NULL)


def check_program(whole: Program, *complaints: str) -> None:
    """Check what is said about a whole program."""
    assert list(validate(whole)) == list(complaints)


def check_body(
    body: ir.Body, *complaints: str, result: Type = VOID, parameters: tuple[Type, ...] = (INT,)
) -> None:
    """Check what is said about the method `A.m(int)` with this body."""
    function = method("m", parameters, result, *body)
    whole = program(class_("A", field("f"), function), class_("B"))
    check_program(whole, *(f"A.m: {complaint}" for complaint in complaints))


def test_a_list_is_sound() -> None:
    check_program(list_program())


# --- Classes -----------------------------------------------------------------


def test_a_parent_must_stand_before_its_child() -> None:
    check_program(
        program(class_("A", parent="B"), class_("B")),
        "class A: its parent B does not stand before it",
    )


def test_a_circle_of_parents_is_found() -> None:
    check_program(
        program(class_("A", parent="B"), class_("B", parent="A")),
        "class A: its parent B does not stand before it",
    )


def test_names_are_unique() -> None:
    check_program(
        program(
            class_("A", field("f"), field("f"), method("m", (), VOID), method("m", (), VOID)),
            class_("A"),
            functions=(spec("s", (), give(TRUE)), spec("s", (), give(TRUE))),
        ),
        "class A is declared more than once",
        "function A.m is declared more than once",
        "function s is declared more than once",
        "class A: field f is declared more than once",
    )


def test_a_field_is_not_declared_again_below() -> None:
    check_program(
        program(
            class_("A", field("f")), class_("B", parent="A"), class_("C", field("f"), parent="B")
        ),
        "class C: field f is declared in A too",
    )


def test_an_override_takes_as_many_arguments() -> None:
    check_program(
        program(
            class_("A", method("m", (), VOID)),
            class_("B", method("m", (INT,), VOID), parent="A"),
        ),
        "class B: m takes another number of arguments than in A",
    )


def test_types_name_classes_that_exist() -> None:
    check_program(
        program(class_("A", field("f", "Gone"))), "class A: the class Gone does not exist"
    )
    check_body((), "the class Gone does not exist", parameters=(RefType("Gone"),))
    check_body((give(NULL),), "the class Gone does not exist", result=RefType("Gone"))


def test_the_classes_of_faults_and_scopes_exist() -> None:
    whole = program(scope=(ScopeBound("Gone", 1), ScopeBound(None, 2)))
    check_program(
        replace(whole, faults=Faults("Lost", "DivisionByZero")),
        "the class Lost of a fault does not exist",
        "the scope bounds the class Gone, which does not exist",
    )


def test_functions_stand_where_their_role_belongs() -> None:
    stray = method("m", (), VOID)
    question = replace(spec("s", (), give(TRUE)), owner="A")
    whole = Program(
        (*program().classes, ClassDef("A", "Object", (), (question, stray), True)),
        (stray, main(INT, give(num(1))), main(INT, give(num(1)))),
        (),
        program().faults,
    )
    check_program(
        whole,
        "function m is declared more than once",
        "function main is declared more than once",
        "m stands outside of classes with a role inside of one",
        "there is more than one main",
        "class A: function s is a spec",
        "class A: function m says its owner is None",
    )


def test_questions_give_booleans_and_take_no_arguments_where_nobody_gives_any() -> None:
    wrong_spec = method("s", (), INT, give(num(1)), role=Role.SPEC)
    wrong_invariant = method("i", (INT,), BOOL, give(TRUE), role=Role.INVARIANT)
    check_program(
        program(class_("A", wrong_invariant), functions=(wrong_spec,)),
        "A.i: its role, invariant, wants no parameters",
        "s: its role, spec, wants a Boolean result",
    )


# --- Names and numbers in bodies ---------------------------------------------


def test_slots_exist() -> None:
    function = replace(method("m", (), VOID, let(1, local(3))), n_slots=1)
    check_program(
        program(class_("A", function)),
        "A.m: slot 1 does not exist, there are 1",
        "A.m: slot 3 does not exist, there are 1",
    )


def test_there_are_slots_for_all_arguments() -> None:
    function = replace(method("m", (INT, INT), VOID), n_slots=2)
    check_program(program(class_("A", function)), "A.m: has 2 slots for 3 arguments")


def test_fields_methods_functions_and_classes_exist() -> None:
    check_body(
        (
            put(THIS, "f", get(THIS, "gone")),
            put(THIS, "lost", num(1)),
            ir.Evaluate(call(THIS, "m")),
            ir.Evaluate(exactly("A.m", THIS)),
            ir.Evaluate(exactly("A.gone")),
            ir.Evaluate(ir.New("Gone")),
            ir.Evaluate(ir.IsInstance(THIS, "Lost")),
            ir.Evaluate(ir.Symbol("Y0", RefType("Never"))),
        ),
        "no class has a field gone",
        "no class has a field lost",
        "no class has a method m that takes 0 arguments",
        "A.m takes 2 arguments and is given 1",
        "the function A.gone does not exist",
        "the class Gone does not exist",
        "the class Lost does not exist",
        "the class Never does not exist",
    )


def test_a_static_function_is_not_found_by_a_call_on_a_receiver() -> None:
    whole = program(
        class_("A", static("s", (), VOID), method("m", (), VOID, ir.Evaluate(call(THIS, "s"))))
    )
    check_program(whole, "A.m: no class has a method s that takes 0 arguments")


def test_a_site_stands_for_one_instruction() -> None:
    body = (ir.Evaluate(ir.IntConstant(1, site=3), site=3), ir.Evaluate(num(1), site=-5))
    whole = program(class_("A", method("m", (), VOID, *body)), with_sites=False)
    check_program(whole, "A.m: site 3 stands for 2 instructions", "A.m: site -5 is negative")


def test_handlers_catch_something_that_exists_and_can_come() -> None:
    check_body(
        (
            try_(()),
            try_((), catch(None), catch(("B",))),
            try_((), catch(())),
            try_((), catch(("Gone",))),
        ),
        "a try has neither handlers nor a final part",
        "a handler stands after one that catches everything",
        "a handler catches nothing",
        "the class Gone of a handler does not exist",
    )


def test_a_body_that_is_left_out_is_not_looked_at() -> None:
    function = method("m", (), INT, put(THIS, "gone", local(9)), left_out="it is broken")
    check_program(program(class_("A", function)))


# --- The order of things -----------------------------------------------------


def test_nothing_stands_after_a_jump() -> None:
    later = let(1, num(1))
    check_body((give(), later), "code stands after a return")
    check_body((THROW, later), "code stands after a throw")
    check_body((while_(TRUE, BREAK, later),), "code stands after a break")
    check_body((while_(TRUE, CONTINUE, later),), "code stands after a continue")


def test_break_and_continue_need_a_loop() -> None:
    check_body((BREAK,), "a break stands outside of loops")
    check_body((if_(TRUE, (CONTINUE,)),), "a continue stands outside of loops")
    check_body((while_(TRUE, if_(TRUE, (CONTINUE,)), BREAK),))


def test_no_jump_leaves_an_expression() -> None:
    check_body(
        (while_(TRUE, ir.Evaluate(do(if_(TRUE, (BREAK,)), value=num(1)))),),
        "a break leaves an expression",
    )
    check_body(
        (ir.Evaluate(do(while_(TRUE, if_(TRUE, (give(),))), value=num(1))),),
        "a return leaves an expression",
    )
    check_body((ir.Evaluate(do(while_(TRUE, BREAK), value=num(1))),))
    check_body((ir.Evaluate(do(THROW, value=num(1))),))


def test_a_result_is_returned_on_every_path() -> None:
    complaint = "a path reaches the end without returning a value"
    one = give(num(1))
    check_body((), complaint, result=INT)
    check_body((if_(TRUE, (one,)),), complaint, result=INT)
    check_body((if_(TRUE, (one,), (THROW,)),), result=INT)
    check_body((while_(TRUE, let(1, num(1))),), result=INT)
    check_body((while_(TRUE, BREAK),), complaint, result=INT)
    check_body((while_(FALSE, one),), complaint, result=INT)
    check_body((try_((one,), catch(None)),), complaint, result=INT)
    check_body((try_((one,), catch(None, one)),), result=INT)
    check_body((try_((), final=(one,)),), result=INT)
    check_body((while_(TRUE, try_((BREAK,), final=(one,))),), result=INT)
    check_body((ir.Evaluate(do(THROW, value=num(1))),), result=INT)


def test_only_a_function_with_a_result_returns_one() -> None:
    complaint = "a return has a value where none is wanted, or none where one is"
    check_body((give(num(1)),), complaint)
    check_body((give(),), complaint, result=INT)


UNSURE = "slot 2 is read where it may have no value"
READ = ir.Evaluate(local(2))
WRITE = let(2, num(1))


@pytest.mark.parametrize(
    "body",
    [
        (READ, WRITE),
        (if_(TRUE, (WRITE,)), READ),
        (while_(FALSE, WRITE), READ),
        (while_(TRUE, if_(TRUE, (BREAK,)), WRITE), READ),
        (try_((WRITE,), catch(None)), READ),
        (try_((WRITE,), catch(None, READ)),),
        (try_((WRITE,), final=(READ,)),),
        (let(2, local(2)),),
        (ir.Evaluate(ir.And(TRUE, do(WRITE, value=TRUE))), READ),
        (ir.Evaluate(ir.Or(TRUE, do(WRITE, value=TRUE))), READ),
        (ir.Evaluate(ir.Choose(TRUE, do(WRITE, value=TRUE), FALSE)), READ),
        (ir.Evaluate(add(local(2), do(WRITE, value=num(1)))),),
        (try_((), catch(None, slot=2)), READ),
        (put(local(2), "f", do(WRITE, value=num(1))),),
        (ir.Evaluate(call(THIS, "m", local(2))), WRITE),
    ],
)
def test_a_local_that_may_have_no_value_is_not_read(body: ir.Body) -> None:
    check_body(body, UNSURE)


@pytest.mark.parametrize(
    "body",
    [
        (WRITE, READ),
        (if_(TRUE, (WRITE,), (WRITE,)), READ),
        (if_(TRUE, (WRITE,), (THROW,)), READ),
        (while_(TRUE, WRITE, BREAK), READ),
        (while_(do(WRITE, value=TRUE), READ), READ),
        (while_(TRUE, try_((BREAK,), final=(WRITE,))), READ),
        (try_((WRITE,), catch(None, WRITE)), READ),
        (try_((WRITE,), catch(None, give())), READ),
        (try_((), final=(WRITE,)), READ),
        (try_((WRITE,), final=(let(1, num(1)),)), READ),
        (try_((), catch(None, READ, slot=2)),),
        (ir.Evaluate(ir.And(do(WRITE, value=TRUE), local(2))), READ),
        (ir.Evaluate(ir.Choose(do(WRITE, value=TRUE), local(2), local(2))),),
        (ir.Evaluate(add(do(WRITE, value=num(1)), local(2))),),
        (ir.Evaluate(do(THROW, value=local(2))),),
        (ir.Evaluate(local(0)), ir.Evaluate(local(1))),
    ],
)
def test_a_local_that_has_a_value_on_every_path_may_be_read(body: ir.Body) -> None:
    check_body(body)


def test_a_deep_program_is_no_problem() -> None:
    tree: ir.Expr = local(1)
    for _ in range(4_000):
        tree = do(let(2, tree), value=local(2))
    whole = program(class_("A", deep_method(tree)), with_sites=False)
    check_program(whole)


def deep_method(tree: ir.Expr) -> Function:
    return method("m", (INT,), INT, give(tree))


def test_an_invariant_is_called_like_a_method() -> None:
    ask = method("ask", (), BOOL, give(call(THIS, "i")))
    check_program(program(class_("A", invariant("i", give(TRUE)), ask)))

"""Try, handlers and final parts do what Python's own do."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from heapwright.ir.checks.validate import validate
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.types import INT, VOID
from heapwright.limits import Limits
from heapwright.paths.plain.concrete import Returned, Threw, run, run_main
from heapwright.paths.plain.heap import PlainHeap, Reference
from support.ir_build import (
    NULL,
    THIS,
    TRUE,
    add,
    call,
    catch,
    class_,
    divided,
    equal,
    field,
    get,
    give,
    if_,
    less,
    let,
    local,
    main,
    method,
    num,
    program,
    put,
    same,
    sub,
    times,
    try_,
    while_,
)

GO_ON, RETURN, BREAK, CONTINUE, THROW, FAULT = range(6)
ACTIONS = (GO_ON, RETURN, BREAK, CONTINUE, THROW, FAULT)


class KnownError(Exception):
    """What the Python twin throws in place of an object of class Known."""


def twin(in_body: int, in_handler: int, in_final: int, note: Callable[[int], None]) -> int:
    """Do in real Python what `TWIN` does in the IR: one action in each of three places."""
    n = 0
    while n < 2:
        n += 1
        try:
            note(1)
            if in_body == RETURN:
                return 10 + n
            if in_body == BREAK:
                break
            if in_body == CONTINUE:
                continue
            if in_body == THROW:
                raise KnownError
            if in_body == FAULT:
                return n // 0
            note(2)
        except KnownError:
            note(3)
            if in_handler == RETURN:
                return 20 + n
            if in_handler == BREAK:
                break
            if in_handler == CONTINUE:
                continue
            if in_handler == THROW:
                raise KnownError from None
            if in_handler == FAULT:
                return n // 0
            note(4)
        finally:
            note(5)
            # That these leave the final part is what is to be shown.
            if in_final == RETURN:
                return 30 + n  # noqa: B012
            if in_final == BREAK:
                break  # noqa: B012
            if in_final == CONTINUE:
                continue  # noqa: B012
            if in_final == THROW:
                raise KnownError
            if in_final == FAULT:
                return n // 0  # noqa: B012
            note(6)
        note(7)
    note(8)
    return 99


def note(number: int) -> ir.Statement:
    """Append a digit to the log, which is a field of the receiver."""
    return put(THIS, "log", add(times(get(THIS, "log"), num(10)), num(number)))


def actions(parameter: int, value: int) -> tuple[ir.Statement, ...]:
    """Do what a parameter says; slot 4 counts the rounds."""
    choice = local(parameter)
    return (
        if_(equal(choice, num(RETURN)), (give(add(num(value), local(4))),)),
        if_(equal(choice, num(BREAK)), (ir.Break(),)),
        if_(equal(choice, num(CONTINUE)), (ir.Continue(),)),
        if_(equal(choice, num(THROW)), (ir.Throw(ir.New("Known")),)),
        if_(equal(choice, num(FAULT)), (give(divided(local(4), num(0))),)),
    )


TWIN = program(
    class_("Known"),
    class_(
        "A",
        field("log"),
        method(
            "twin",
            (INT, INT, INT),
            INT,
            let(4, num(0)),
            while_(
                less(local(4), num(2)),
                let(4, add(local(4), num(1))),
                try_(
                    (note(1), *actions(1, 10), note(2)),
                    catch(("Known",), note(3), *actions(2, 20), note(4), slot=5),
                    final=(note(5), *actions(3, 30), note(6)),
                ),
                note(7),
            ),
            note(8),
            give(num(99)),
        ),
    ),
)


def python_result(in_body: int, in_handler: int, in_final: int) -> tuple[str, int]:
    log = [0]
    try:
        value = twin(in_body, in_handler, in_final, log.append)
        return f"returned {value}", int("".join(map(str, log)))
    except KnownError:
        return "threw Known", int("".join(map(str, log)))
    except ZeroDivisionError:
        return "threw DivisionByZero", int("".join(map(str, log)))


def our_result(in_body: int, in_handler: int, in_final: int) -> tuple[str, object]:
    heap = PlainHeap(("A",), ((0,),))
    match run(TWIN, "A.twin", (Reference(0), in_body, in_handler, in_final), heap):
        case Returned(value=value, heap=heap):
            return f"returned {value}", heap.rows[0][0]
        case Threw(class_name=class_name, heap=heap):
            return f"threw {class_name}", heap.rows[0][0]
        case other:
            raise AssertionError(other)


def test_the_twin_is_sound() -> None:
    assert validate(TWIN) == ()


@pytest.mark.parametrize("in_body", ACTIONS)
def test_every_way_to_leave_a_try_agrees_with_python(in_body: int) -> None:
    for in_handler, in_final in product(ACTIONS, ACTIONS):
        case = in_body, in_handler, in_final
        assert (case, our_result(*case)) == (case, python_result(*case))


def test_a_value_on_its_way_out_survives_another_return_inside_final() -> None:
    def python() -> int:
        try:
            return 1
        finally:
            while True:
                try:
                    return 2  # noqa: B012
                finally:
                    break  # noqa: B012

    inner = while_(TRUE, try_((give(num(2)),), final=(ir.Break(),)))
    whole = program(functions=(main(INT, try_((give(num(1)),), final=(inner,))),))
    outcome = run_main(whole)
    assert isinstance(outcome, Returned)
    assert outcome.value == python() == 1


# --- Choosing a handler ------------------------------------------------------


def caught_by(thrown: ir.Statement, *handlers: ir.Handler) -> Returned | Threw:
    """Run `thrown` inside a try in main; Low is below Middle is below High."""
    whole = program(
        class_("High"),
        class_("Middle", parent="High"),
        class_("Low", parent="Middle"),
        functions=(main(INT, try_((thrown, give(num(0))), *handlers)),),
    )
    assert validate(whole) == ()
    outcome = run_main(whole)
    assert isinstance(outcome, Returned | Threw)
    return outcome


def handler(number: int, *names: str) -> ir.Handler:
    return catch(names or None, give(num(number)))


THROW_MIDDLE = if_(TRUE, (ir.Throw(ir.New("Middle")),))
DIVIDE_BY_ZERO = ir.Evaluate(divided(num(1), num(0)))


@pytest.mark.parametrize(
    ("handlers", "value"),
    [
        ((handler(1, "Middle"),), 1),
        ((handler(1, "High"),), 1),
        ((handler(1, "Object"),), 1),
        ((handler(1),), 1),
        ((handler(1, "Low"), handler(2, "Middle")), 2),
        ((handler(1, "High"), handler(2, "Middle")), 1),
        ((handler(1, "Low", "Middle"), handler(2)), 1),
    ],
)
def test_the_first_handler_that_fits_takes_it(handlers: tuple[ir.Handler, ...], value: int) -> None:
    outcome = caught_by(THROW_MIDDLE, *handlers)
    assert isinstance(outcome, Returned)
    assert outcome.value == value


def test_what_no_handler_fits_goes_on() -> None:
    outcome = caught_by(THROW_MIDDLE, handler(1, "Low"))
    assert isinstance(outcome, Threw)
    assert (outcome.class_name, outcome.reference) == ("Middle", Reference(0))


def test_a_handler_does_not_catch_what_its_neighbours_throw() -> None:
    again = catch(("Middle",), ir.Throw(ir.New("Low")))
    outcome = caught_by(THROW_MIDDLE, again, handler(2))
    assert isinstance(outcome, Threw)
    assert outcome.class_name == "Low"


def test_faults_are_caught_by_their_class_and_the_classes_above() -> None:
    for name in ("DivisionByZero", "Object"):
        outcome = caught_by(DIVIDE_BY_ZERO, handler(1, name))
        assert isinstance(outcome, Returned)
        assert outcome.value == 1
    outcome = caught_by(DIVIDE_BY_ZERO, handler(1, "NullDereference"))
    assert isinstance(outcome, Threw)
    assert outcome.reference is None


def test_a_fault_becomes_an_object_only_where_a_handler_keeps_it() -> None:
    kept = catch(
        None, give(ir.Choose(ir.IsInstance(local(0), "DivisionByZero"), num(1), num(2))), slot=0
    )
    outcome = caught_by(DIVIDE_BY_ZERO, kept)
    assert outcome == Returned(1, PlainHeap(("DivisionByZero",), ((),)))
    outcome = caught_by(DIVIDE_BY_ZERO, handler(1))
    assert outcome == Returned(1, PlainHeap())


def test_a_handler_receives_the_very_object_that_was_thrown() -> None:
    whole = program(
        functions=(
            main(
                INT,
                let(0, ir.New("Object")),
                try_(
                    (ir.Throw(local(0)),),
                    catch(None, give(ir.Choose(same(local(0), local(1)), num(1), num(2))), slot=1),
                ),
            ),
        )
    )
    outcome = run_main(whole)
    assert isinstance(outcome, Returned)
    assert outcome.value == 1


# --- Being stopped is not an exception of the subject ------------------------


def test_a_limit_passes_through_handlers_and_final_parts() -> None:
    spinning = while_(TRUE, let(0, num(1)))
    whole = program(
        functions=(main(INT, try_((spinning,), handler(1), final=(give(num(2)),))),),
    )
    outcome = run_main(whole, limits=Limits(steps=100))
    assert not isinstance(outcome, Returned | Threw)


def test_catching_gives_the_depth_back_that_the_throw_left() -> None:
    # Each round goes ten calls deep and throws; far more rounds than depth.
    dive = if_(
        equal(local(1), num(0)),
        (ir.Throw(ir.New("A")),),
        (ir.Evaluate(call(THIS, "dive", sub(local(1), num(1)))),),
    )
    rounds = while_(
        less(local(1), num(50)),
        let(1, add(local(1), num(1))),
        try_(
            (ir.Evaluate(call(THIS, "dive", num(10))),),
            catch(("A",), try_((ir.Evaluate(call(THIS, "dive", num(10))),), catch(("A",)))),
        ),
    )
    whole = program(
        class_(
            "A",
            method("dive", (INT,), VOID, dive),
            method("rounds", (), INT, let(1, num(0)), rounds, give(local(1))),
        )
    )
    assert validate(whole) == ()
    outcome = run(whole, "A.rounds", (Reference(0),), PlainHeap(("A",), ((),)), Limits(depth=12))
    assert isinstance(outcome, Returned)
    assert outcome.value == 50


def test_a_final_part_has_the_depth_of_its_function_after_a_handler_threw() -> None:
    dive = if_(
        equal(local(1), num(0)),
        (ir.Throw(ir.New("A")),),
        (ir.Evaluate(call(THIS, "dive", sub(local(1), num(1)))),),
    )
    again = ir.Evaluate(call(THIS, "dive", num(9)))
    whole = program(
        class_(
            "A",
            method("dive", (INT,), VOID, dive),
            method("m", (), INT, try_((again,), catch(None, again), final=(again,)), give(num(1))),
        )
    )
    assert validate(whole) == ()
    outcome = run(whole, "A.m", (Reference(0),), PlainHeap(("A",), ((),)), Limits(depth=12))
    # The object of the final part, after those of the body and of the handler.
    assert isinstance(outcome, Threw)
    assert outcome.reference == Reference(3)


def test_throwing_null_is_the_null_fault() -> None:
    outcome = caught_by(if_(TRUE, (ir.Throw(NULL),)), handler(1, "NullDereference"))
    assert isinstance(outcome, Returned)
    assert outcome.value == 1

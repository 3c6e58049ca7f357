"""The listing of a program."""

from __future__ import annotations

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import Program, ScopeBound
from heapwright.ir.core.source_map import FunctionSource, SourceMap
from heapwright.ir.core.structure import AliasesNothing, Atom, Sequence, Step
from heapwright.ir.core.types import BOOL, INT, VOID, RefType
from heapwright.ir.written.show import show_function, show_program
from heapwright.records import replace
from heapwright.text.span import Span
from support.expect import Expectation, expect
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
    equal,
    exactly,
    field,
    get,
    give,
    if_,
    invariant,
    less,
    let,
    local,
    method,
    negated,
    not_,
    num,
    program,
    put,
    spec,
    sub,
    times,
    try_,
    while_,
)


def check_show(whole: Program, expected: Expectation) -> None:
    """Check the listing of all that stands after the built-in classes."""
    own = replace(whole, classes=whole.classes[3:])
    expected.check(show_program(own))


def check_expression(expression: ir.Expr, expected: Expectation) -> None:
    """Check how one expression is written in a method with two parameters."""
    function = method("m", (INT, INT), VOID, ir.Evaluate(expression))
    expected.check(show_function(function).split("\n", 1)[1].removeprefix("  do "))


def test_a_whole_program() -> None:
    check_show(
        program(
            class_(
                "Tree",
                field("root", "Tree"),
                field("size", is_public=True),
                method("grow", (INT, BOOL), VOID, put(THIS, "size", local(1))),
                method("secret", (), INT, give(num(1)), is_public=False),
                method("odd", (), VOID, left_out="`odd` is not explored: it is odd"),
                invariant("fine", give(TRUE)),
                is_constructible=False,
                structure=(Atom(Sequence((Step("this"), Step("root"))), AliasesNothing()),),
            ),
            functions=(spec("s", ("Tree",), give(FALSE)),),
            scope=(ScopeBound("Tree", 3), ScopeBound(None, 8)),
        ),
        expect(
            """
            faults: NullDereference for null, DivisionByZero for zero
            scope: Tree <= 3
            scope: calls <= 8

            class Tree extends Object
              private new
              private field Tree root
              field int size
              hex this.root aliases nothing
              method void grow(int v1, bool v2)
                this.size := v1
              private method int secret()
                return 1
              method void odd()  left out: `odd` is not explored: it is odd
              invariant bool fine()
                return true

            spec bool s(Tree v0)
              return false
            """
        ),
    )


def test_statements() -> None:
    check_show(
        program(
            class_(
                "A",
                field("f"),
                method(
                    "m",
                    (INT,),
                    INT,
                    let(2, add(local(1), num(1))),
                    if_(less(local(1), num(0)), (ir.Throw(ir.New("A")),), ()),
                    if_(TRUE, (), (put(local(0), "f", local(2)),)),
                    while_(
                        equal(local(1), local(2)),
                        if_(TRUE, (ir.Break(),), (ir.Continue(),)),
                    ),
                    try_(
                        (ir.Evaluate(exactly("A.m", THIS, num(1))),),
                        catch(("A", "DivisionByZero"), slot=3),
                        catch(None, give(local(1))),
                        final=(let(1, num(0)),),
                    ),
                    give(
                        do(let(4, num(4)), value=do(let(5, num(5)), value=add(local(4), local(5))))
                    ),
                ),
                method("nothing", (), VOID, give()),
                method("empty", (), VOID),
            )
        ),
        expect(
            """
            faults: NullDereference for null, DivisionByZero for zero

            class A extends Object
              private field int f
              method int m(int v1)
                v2 := v1 + 1
                if v1 < 0
                  throw new A
                if true
                  nothing
                else
                  this.f := v2
                while v1 == v2
                  if true
                    break
                  else
                    continue
                try
                  do exactly A.m(this, 1)
                catch A, DivisionByZero as v3
                  nothing
                catch anything
                  return v1
                finally
                  v1 := 0
                return {
                  v4 := 4
                  v5 := 5
                  give v4 + v5
                }
              method void nothing()
                return
              method void empty()
                nothing
            """
        ),
    )


def test_parentheses_stand_only_where_they_are_needed() -> None:
    one, two = local(1), local(2)
    check_expression(add(add(one, two), one), expect("v1 + v2 + v1"))
    check_expression(add(one, add(two, one)), expect("v1 + (v2 + v1)"))
    check_expression(sub(times(one, two), negated(add(one, two))), expect("v1 * v2 - -(v1 + v2)"))
    check_expression(times(add(one, two), num(-1)), expect("(v1 + v2) * -1"))
    check_expression(negated(num(-1)), expect("--1"))
    check_expression(not_(equal(one, two)), expect("not v1 == v2"))
    check_expression(equal(not_(one), two), expect("(not v1) == v2"))
    check_expression(equal(equal(one, two), TRUE), expect("(v1 == v2) == true"))
    check_expression(ir.Or(ir.And(one, two), ir.And(two, one)), expect("v1 and v2 or v2 and v1"))
    check_expression(ir.And(ir.Or(one, two), one), expect("(v1 or v2) and v1"))
    check_expression(
        ir.Choose(one, ir.Choose(one, two, one), ir.Choose(one, two, one)),
        expect("if v1 then (if v1 then v2 else v1) else if v1 then v2 else v1"),
    )
    check_expression(get(ir.New("A"), "f"), expect("(new A).f"))
    check_expression(
        call(ir.Choose(one, two, one), "m", ir.Choose(one, two, one), num(1)),
        expect("(if v1 then v2 else v1).m(if v1 then v2 else v1, 1)"),
    )
    check_expression(ir.IsInstance(get(one, "f", "g"), "A"), expect("v1.f.g instanceof A"))
    check_expression(
        not_(ir.IsInstance(ir.Symbol("Y0", RefType("A")), "A")),
        expect("not input A Y0 instanceof A"),
    )
    check_expression(NULL, expect("null"))


def test_locals_have_the_names_of_the_source_map_and_never_share_one() -> None:
    body = (let(2, local(1)), let(3, local(2)), let(4, local(3)), let(5, local(4)))
    function = method("m", (INT,), VOID, *body)
    span = Span(0, 1)
    source = FunctionSource("a.tiny", 0, span, span, (), ("this", "n", "x", "x", ""))
    source_map = SourceMap({"m": source}, {})
    expect(
        """
        method void m(int n)
          x#2 := n
          x#3 := x#2
          v4 := x#3
          v5 := v4
        """
    ).check(show_function(function, source_map))


def test_an_unsound_program_is_shown_too() -> None:
    function = replace(method("m", (), VOID, let(7, local(9))), n_slots=1)
    expect(
        """
        method void m()
          v7 := v9
        """
    ).check(show_function(function))


def test_a_deep_program_is_shown_in_a_text_of_bearable_length() -> None:
    tree: ir.Expr = local(1)
    for _ in range(4_000):
        tree = do(let(2, tree), value=local(2))
    shown = show_function(method("m", (INT,), INT, give(tree)))
    assert shown.count("v2 := ") == 4_000
    assert len(shown) < 2_000_000


def test_a_long_int_is_shown() -> None:
    shown = show_function(method("m", (), INT, give(num(-(10**6_000)))))
    assert shown.startswith("method int m()\n  return -0x")

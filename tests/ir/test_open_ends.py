"""What a function still lacks is found before it is given out."""

from __future__ import annotations

from heapwright.ir.checks.flow import OpenEnds, open_ends
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import Function, Parameter, Role
from heapwright.ir.core.types import BOOL, INT


def check_ends(expected: OpenEnds, *body: ir.Statement) -> None:
    """Compare what is open in a function with a Boolean in slot 0 and one more slot."""
    given = (Parameter("b", BOOL),)
    assert open_ends(Function("f", "C", Role.STATIC, given, INT, body, 2, True)) == expected


def test_a_function_that_returns_on_every_path_lacks_nothing() -> None:
    one = ir.Return(ir.IntConstant(1))
    check_ends(OpenEnds(False, ()), ir.If(ir.Local(0), (one,), (one,)))


def test_a_path_to_the_end_is_seen() -> None:
    check_ends(OpenEnds(True, ()), ir.If(ir.Local(0), (ir.Return(ir.IntConstant(1)),), ()))


def test_a_slot_that_only_one_path_assigns_is_seen() -> None:
    check_ends(
        OpenEnds(False, (1,)),
        ir.If(ir.Local(0), (ir.Assign(1, ir.IntConstant(1)),), ()),
        ir.Return(ir.Local(1)),
    )

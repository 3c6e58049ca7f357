"""The public face of functions that take an int or None.

Place: frontends/python/. `lower` calls this. Inside the program such an argument is a box
or null (see `convert`). Clients have no boxes: for them there is one function per choice,
`find(int)` and `find(None)`, which makes the box and calls the real one. The renderer
writes both as `find(…)`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from heapwright.frontends.python.convert import BOX, BOX_FIELD
from heapwright.ir import instructions as ir
from heapwright.ir.program import Function, Parameter
from heapwright.ir.types import INT, RefType, VoidType

MAX_OPTIONAL = 3


def with_variants(function: Function) -> tuple[Function, ...]:
    """Give the function, and where it takes boxes, what clients call instead of it."""
    optional = [p for p in function.parameters if p.type == RefType(BOX)]
    if not optional or not function.is_public or function.left_out is not None:
        return (function,)
    if len(optional) > MAX_OPTIONAL:
        what = "too many parameters are an int or None"
        n_slots = len(function.parameters) + function.has_receiver
        return (replace(function, body=(), n_slots=n_slots, left_out=what),)
    hidden = replace(function, is_public=False)
    choices = product(("int", "None"), repeat=len(optional))
    return (hidden, *(_variant(function, choice) for choice in choices))


def _variant(function: Function, choice: tuple[str, ...]) -> Function:
    """Give the function for one choice; sites do not matter here, there is no text."""
    given: list[Parameter] = []
    arguments: list[ir.Expr] = []
    before: list[ir.Statement] = []
    remaining = list(choice)
    n_receivers = int(function.has_receiver)
    n_given = (
        n_receivers + sum(p.type != RefType(BOX) for p in function.parameters) + choice.count("int")
    )
    box_slot = n_given
    for parameter in function.parameters:
        slot = n_receivers + len(given)
        if parameter.type != RefType(BOX):
            given.append(parameter)
            arguments.append(ir.Local(slot))
        elif remaining.pop(0) == "None":
            arguments.append(ir.NullConstant())
        else:
            given.append(replace(parameter, type=INT))
            before.append(ir.Assign(box_slot, ir.New(BOX)))
            before.append(ir.SetField(ir.Local(box_slot), BOX_FIELD, ir.Local(slot)))
            arguments.append(ir.Local(box_slot))
            box_slot += 1
    call: ir.Expr
    if function.has_receiver:
        call = ir.Invoke(ir.Local(0), function.name, tuple(arguments))
    else:
        call = ir.InvokeExact(function.qualified_name, tuple(arguments))
    is_void = isinstance(function.result, VoidType)
    last = ir.Evaluate(call) if is_void else ir.Return(call)
    return replace(
        function,
        name=f"{function.name}({','.join(choice)})",
        parameters=tuple(given),
        body=(*before, last),
        n_slots=box_slot,
    )

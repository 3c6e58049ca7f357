"""Short ways to write IR by hand.

Place: tests/support. For tests of what works on the IR alone, below the front ends.
`program` numbers the sites of each function, as a front end does.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.instructions import BinaryOperator, UnaryOperator
from heapwright.ir.core.program import (
    ClassDef,
    Faults,
    Field,
    Function,
    Parameter,
    Program,
    Role,
    ScopeBound,
)
from heapwright.ir.core.structure import Formula
from heapwright.ir.core.types import BOOL, INT, VOID, RefType, Type
from heapwright.ir.core.walk import Node, walk
from heapwright.records import fields, replace

FAULTS = Faults("NullDereference", "DivisionByZero")

THIS = ir.Local(0)
NULL = ir.NullConstant()
TRUE = ir.BoolConstant(True)
FALSE = ir.BoolConstant(False)


def program(
    *classes: ClassDef,
    functions: Iterable[Function] = (),
    scope: Iterable[ScopeBound] = (),
    with_sites: bool = True,
) -> Program:
    """Make a program with the root class and the classes of the faults in front."""
    built_in = (
        class_("Object", parent=None),
        class_("NullDereference"),
        class_("DivisionByZero"),
    )
    whole = Program((*built_in, *classes), tuple(functions), tuple(scope), FAULTS)
    return numbered(whole) if with_sites else whole


def class_(
    name: str,
    *members: Field | Function,
    parent: str | None = "Object",
    is_constructible: bool = True,
    structure: tuple[Formula, ...] = (),
) -> ClassDef:
    own_fields = tuple(member for member in members if isinstance(member, Field))
    functions = tuple(
        replace(member, owner=name) for member in members if isinstance(member, Function)
    )
    return ClassDef(name, parent, own_fields, functions, is_constructible, structure)


def field(name: str, type_: Type | str = INT, *, is_public: bool = False) -> Field:
    return Field(name, as_type(type_), is_public)


def method(
    name: str,
    parameters: Iterable[Type | str],
    result: Type | str,
    *body: ir.Statement,
    role: Role = Role.METHOD,
    is_public: bool = True,
    left_out: str | None = None,
) -> Function:
    """Make a function of a class; its parameters are called p1, p2, …"""
    listed = tuple(
        Parameter(f"p{number}", as_type(type_)) for number, type_ in enumerate(parameters, 1)
    )
    has_receiver = role in (Role.METHOD, Role.INVARIANT)
    n_slots = max(len(listed) + has_receiver, largest_slot(body) + 1)
    return Function(name, None, role, listed, as_type(result), body, n_slots, is_public, left_out)


def static(
    name: str, parameters: Iterable[Type | str], result: Type | str, *body: ir.Statement
) -> Function:
    return method(name, parameters, result, *body, role=Role.STATIC)


def invariant(name: str, *body: ir.Statement) -> Function:
    return method(name, (), BOOL, *body, role=Role.INVARIANT)


def spec(name: str, parameters: Iterable[Type | str], *body: ir.Statement) -> Function:
    return method(name, parameters, BOOL, *body, role=Role.SPEC)


def main(result: Type | str, *body: ir.Statement) -> Function:
    return method("main", (), result, *body, role=Role.MAIN)


def as_type(type_: Type | str) -> Type:
    return RefType(type_) if isinstance(type_, str) else type_


def largest_slot(body: ir.Body) -> int:
    slots = [
        node.slot
        for node in walk(body)
        if isinstance(node, ir.Local | ir.Assign | ir.Handler) and node.slot is not None
    ]
    return max(slots, default=-1)


# --- Instructions ------------------------------------------------------------


def num(value: int) -> ir.IntConstant:
    return ir.IntConstant(value)


def local(slot: int) -> ir.Local:
    return ir.Local(slot)


def get(target: ir.Expr, *names: str) -> ir.Expr:
    """Make `target.name.name`."""
    for name in names:
        target = ir.GetField(target, name)
    return target


def put(target: ir.Expr, name: str, value: ir.Expr) -> ir.SetField:
    return ir.SetField(target, name, value)


def let(slot: int, value: ir.Expr) -> ir.Assign:
    return ir.Assign(slot, value)


def give(value: ir.Expr | None = None) -> ir.Return:
    return ir.Return(value)


def add(lhs: ir.Expr, rhs: ir.Expr) -> ir.Binary:
    return ir.Binary(BinaryOperator.ADD, lhs, rhs)


def sub(lhs: ir.Expr, rhs: ir.Expr) -> ir.Binary:
    return ir.Binary(BinaryOperator.SUBTRACT, lhs, rhs)


def times(lhs: ir.Expr, rhs: ir.Expr) -> ir.Binary:
    return ir.Binary(BinaryOperator.MULTIPLY, lhs, rhs)


def divided(lhs: ir.Expr, rhs: ir.Expr) -> ir.Binary:
    return ir.Binary(BinaryOperator.DIVIDE, lhs, rhs)


def less(lhs: ir.Expr, rhs: ir.Expr) -> ir.Binary:
    return ir.Binary(BinaryOperator.LESS, lhs, rhs)


def equal(lhs: ir.Expr, rhs: ir.Expr) -> ir.Binary:
    return ir.Binary(BinaryOperator.EQUAL, lhs, rhs)


def same(lhs: ir.Expr, rhs: ir.Expr) -> ir.Binary:
    return ir.Binary(BinaryOperator.SAME, lhs, rhs)


def negated(operand: ir.Expr) -> ir.Unary:
    return ir.Unary(UnaryOperator.NEGATE, operand)


def not_(operand: ir.Expr) -> ir.Unary:
    return ir.Unary(UnaryOperator.NOT, operand)


def call(receiver: ir.Expr, name: str, *arguments: ir.Expr) -> ir.Invoke:
    return ir.Invoke(receiver, name, arguments)


def exactly(function: str, *arguments: ir.Expr) -> ir.InvokeExact:
    return ir.InvokeExact(function, arguments)


def do(*parts: ir.Statement, value: ir.Expr) -> ir.Do:
    return ir.Do(parts, value)


def if_(condition: ir.Expr, then: ir.Body = (), otherwise: ir.Body = ()) -> ir.If:
    return ir.If(condition, then, otherwise)


def while_(condition: ir.Expr, *body: ir.Statement) -> ir.While:
    return ir.While(condition, body)


def try_(body: ir.Body, *handlers: ir.Handler, final: ir.Body = ()) -> ir.Try:
    return ir.Try(body, handlers, final)


def catch(
    catches: tuple[str, ...] | None, *body: ir.Statement, slot: int | None = None
) -> ir.Handler:
    return ir.Handler(catches, slot, body)


# --- Sites -------------------------------------------------------------------


def numbered(whole: Program, step: int = 1) -> Program:
    """Number the instructions of each function, in the order they are built again."""
    classes = tuple(
        replace(c, functions=tuple(with_sites(f, step) for f in c.functions)) for c in whole.classes
    )
    functions = tuple(with_sites(function, step) for function in whole.functions)
    return replace(whole, classes=classes, functions=functions)


def with_sites(function: Function, step: int = 1) -> Function:
    count = 0

    def visit(part: object) -> object:
        nonlocal count
        if isinstance(part, tuple):
            return tuple([visit(inner) for inner in part])
        if not isinstance(part, Node):
            return part
        changes: dict[str, object] = {}
        if not isinstance(part, ir.Handler):
            changes["site"] = count * step
            count += 1
        for own in fields(part):
            if own.name != "site":
                changes[own.name] = visit(getattr(part, own.name))
        return replace(part, **changes)  # type: ignore[arg-type]

    return replace(function, body=visit(function.body))  # type: ignore[arg-type]


# --- A program that many tests use -------------------------------------------


def list_program() -> Program:
    """A linked list with `append`, `size`, `at` and a subclass that counts twice."""
    return program(
        class_("Node", field("value"), field("next", "Node")),
        class_(
            "List",
            field("head", "Node"),
            field("n"),
            method(
                "append",
                (INT,),
                VOID,
                let(2, ir.New("Node")),
                put(local(2), "value", local(1)),
                if_(
                    same(get(THIS, "head"), NULL),
                    (put(THIS, "head", local(2)),),
                    (
                        let(3, get(THIS, "head")),
                        while_(
                            not_(same(get(local(3), "next"), NULL)),
                            let(3, get(local(3), "next")),
                        ),
                        put(local(3), "next", local(2)),
                    ),
                ),
                put(THIS, "n", add(get(THIS, "n"), call(THIS, "weight"))),
            ),
            method("weight", (), INT, give(num(1))),
            method("size", (), INT, give(get(THIS, "n"))),
            method(
                "at",
                (INT,),
                INT,
                let(2, get(THIS, "head")),
                while_(
                    less(num(0), local(1)),
                    let(2, get(local(2), "next")),
                    let(1, sub(local(1), num(1))),
                ),
                give(get(local(2), "value")),
            ),
        ),
        class_("DoubleList", method("weight", (), INT, give(num(2))), parent="List"),
    )

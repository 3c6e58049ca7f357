"""What kinds of plain values can be where, in all code of a program.

Place: ir/alone/. `own_fields` and `alone` ask. Pure.

Annotations are believed of clients only. What code of the program passes on is followed: an
argument, an assignment, a result puts its kinds into a slot, a field, a result, until nothing is
added. Methods and fields are found by their names alone, whatever object they are called on. What
is not followed is `ANYTHING`.

    def add(self, rate: int):          rate: int, from clients
        self.rooms.append(Room(rate))  Room.__new__, Room.__init__: int
        self.rooms[0].note(self.rooms) Room.note: anything
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import TypeAlias

from heapwright.ir.core import instructions as ir
from heapwright.ir.core import operations
from heapwright.ir.core.kinds import (
    ANYTHING,
    BOOLS,
    FLOATS,
    INTS,
    NONES,
    NOTHING_KNOWN,
    TEXTS,
    Kinds,
    Mark,
    MemberKind,
)
from heapwright.ir.core.operations import LIBRARY
from heapwright.ir.core.program import Function, Program
from heapwright.ir.core.types import (
    FLOAT,
    AnyType,
    BoolType,
    Choice,
    FloatType,
    IntType,
    LiteralType,
    MemberType,
    NullType,
    OmittedType,
    TextType,
    Type,
    VoidType,
)
from heapwright.ir.core.walk import walk
from heapwright.ir.reach.reach import ReachIndex, reach_index
from heapwright.records import dataclass

PlainKind: TypeAlias = NullType | BoolType | FloatType | IntType | MemberKind | TextType
_ORDER = (NullType, BoolType, FloatType, IntType, MemberKind, TextType)
_NUMBERS = INTS | BOOLS | FLOATS
_OF_LITERALS: Mapping[type, Kinds] = {int: INTS, bool: BOOLS, str: TEXTS}

_TRUTHS = frozenset(
    (
        *("truth", "contains", "isinstance", "instance", "subclass", "callable", "is", "fits"),
        *("exactly", "missing"),
    )
)
_PASSING = frozenset(("cast", "bound", "require"))
_TEXTS = frozenset(("text", "repr", "format", "joined", "chr"))
_COUNTS = frozenset(("len", "size", "ord", "int", "index"))
_MADE: Mapping[str, Kinds] = {"int": INTS, "str": TEXTS, "float": FLOATS, "bool": BOOLS}
# Methods that values of the language have by themselves.
_NATIVE_METHODS = frozenset(
    name
    for kind in ("int", "str", "float", "tuple", "list", "dict", "set", "bytes", "object", "type")
    for name in dir(getattr(builtins, kind))
)
_ASKED_FOR = ("instance", "subclass", *operations.GETTING)


@dataclass(frozen=True, slots=True)
class PlainKinds:
    """What was found: by function and slot, by name of a field, by function."""

    slots: Mapping[tuple[str, int], Kinds]
    fields: Mapping[str, Kinds]
    results: Mapping[str, Kinds]
    flow: _Flow

    def of(self, function: Function, expr: ir.Expr) -> Kinds:
        """Give the kinds that an expression in a function can have."""
        return self.flow.of(function.qualified_name, expr)


_MOST_KNOWN = 4
_recently_found: dict[int, tuple[Program, PlainKinds]] = {}


def plain_kinds(program: Program) -> PlainKinds:
    """Follow all values through all code of a program."""
    # By identity, as others do: comparing would cost more.
    known = _recently_found.get(id(program))
    if known is None:
        while len(_recently_found) >= _MOST_KNOWN:
            del _recently_found[next(iter(_recently_found))]
        flow = _Flow(program)
        flow.settle()
        found = PlainKinds(flow.slots, flow.fields, flow.results, flow)
        known = _recently_found[id(program)] = (program, found)
    return known[1]


def is_plain(kinds: Kinds) -> bool:
    """Say whether all values of these kinds are plain: nobody can change one."""
    return Mark.ANYTHING not in kinds


def in_order(kinds: Kinds) -> list[PlainKind]:
    """Give plain kinds in an order that does not depend on how they were found."""
    plain = [one for one in kinds if isinstance(one, PlainKind)]
    return sorted(plain, key=lambda one: (_ORDER.index(type(one)), repr(one)))


def is_dunder(name: str) -> bool:
    """Say whether the language itself calls a method of this name."""
    return name.startswith("__") and name.endswith("__")


def enumerations(program: Program) -> frozenset[str]:
    """Name the classes that have members and no objects."""
    return frozenset(
        c.name for c in program.classes if any(f.name == "(members)" for f in c.functions)
    )


def declared_kinds(type_: Type | Choice, *, is_guessed: bool = False) -> Kinds:
    """Give the kinds that clients give for a parameter of a type."""
    match type_:
        case _ if is_guessed:
            return ANYTHING
        case IntType():
            return INTS
        case BoolType():
            return BOOLS
        case TextType():
            return TEXTS
        case FloatType():
            return FLOATS
        case NullType() | VoidType():
            return NONES
        case OmittedType():
            return NOTHING_KNOWN
        case LiteralType(values):
            return _united(_OF_LITERALS[type(value)] for value in values)
        case MemberType(class_name) if class_name not in (operations.FOREIGN, "function", "type"):
            return Kinds((MemberKind(class_name),))
        case AnyType(choices, beyond) if choices and not beyond:
            return _united(map(declared_kinds, choices))
        case _:
            return ANYTHING


def _united(several: Iterable[Kinds]) -> Kinds:
    found = reduce(or_, several, NOTHING_KNOWN)
    return found if is_plain(found) else ANYTHING


class _Flow:
    """The kinds that grow until they come to rest. Lives in one `plain_kinds`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        index = reach_index(program)
        self.hierarchy = index.hierarchy
        self.functions = index.hierarchy.functions
        self.own = {n: f for n, f in self.functions.items() if not self.hierarchy.is_of_library(f)}
        self.enumerations = enumerations(program)
        self.slots: dict[tuple[str, int], Kinds] = {}
        self.fields: dict[str, Kinds] = {}
        self.results: dict[str, Kinds] = {}
        self.has_grown = False
        self.named: dict[str, list[Function]] = {}
        for function in self.own.values():
            self.named.setdefault(function.name, []).append(function)
        self.foreign_names = _NATIVE_METHODS | {
            f.name for f in self.functions.values() if self.hierarchy.is_of_library(f)
        }
        self.open_names = operations.EXCEPTION_NAMES | {
            field.name for c in program.classes if c.brought is not None for field in c.fields
        }
        self.has_class_values = False
        self.is_open = "__getattr__" in self.named or "__getattribute__" in self.named
        for class_def in program.classes:
            if class_def.brought is None:
                for field in class_def.fields:
                    start = declared_kinds(field.type)
                    self.add_field(field.name, start if is_plain(start) else NOTHING_KNOWN)
        for function in self.own.values():
            self.start(function)
        self.open_values(index)

    # --- What is known at the start ----------------------------------------------------

    def start(self, function: Function) -> None:
        name = function.qualified_name
        is_called = function.name in ("__init__", "__new__") or not is_dunder(function.name)
        for place, parameter in enumerate(function.parameters):
            slot = place + function.has_receiver
            kinds = NOTHING_KNOWN
            if not is_called or parameter.gathers:
                kinds = ANYTHING
            elif function.is_public or function.owner is None:
                kinds = declared_kinds(parameter.type, is_guessed=parameter.is_guessed)
            if parameter.default is not None:
                kinds = _united((kinds, self.of(name, parameter.default)))
            self.add_slot(name, slot, kinds)
        if function.has_receiver:
            self.add_slot(name, 0, ANYTHING)
        if function.is_generator or function.left_out is not None:
            self.add_result(name, ANYTHING)
        elif not _ends(function.body):
            self.add_result(name, NONES)

    def open_values(self, index: ReachIndex) -> None:
        """Take that what is a value somewhere is called with anything."""
        names: set[str] = set()
        methods: set[str] = set()
        asks_classes = False
        for function in self.functions.values():
            uses = index.uses[function.qualified_name]
            names.update(uses.values)
            if self.hierarchy.is_of_library(function):
                continue
            methods.update(uses.value_methods)
            called = set[int]()
            nodes = list(walk(function.body))
            for node in nodes:
                match node:
                    case ir.CallValue(callee, method, arguments):
                        called.add(id(callee))
                        if method == "__exit__":  # which gets the class of an exception
                            called.update(map(id, arguments))
                    case ir.Operate("is" | "eq" | "ne", operands):
                        called.update(map(id, operands))
                    case ir.Operate(operation, operands) if operation in _ASKED_FOR:
                        called.update(map(id, operands))
                        asks_classes = asks_classes or node.name == "__class__"
                    case ir.Operate("type") if id(node) not in called:
                        asks_classes = True
                    case _:
                        pass
            for node in nodes:
                if isinstance(node, ir.NameConstant) and node.kind == "type":
                    maker = f"{node.name}.__new__"
                    names.update((maker,) if id(node) not in called and maker in self.own else ())
        self.has_class_values = asks_classes or any(name.endswith(".__new__") for name in names)
        for name, function in self.own.items():
            if (
                name in names
                or function.name in methods
                or (asks_classes and function.name == "__new__")
            ):
                self.open_slots(function)

    def open_slots(self, function: Function) -> None:
        for slot in range(len(function.parameters) + function.has_receiver):
            self.add_slot(function.qualified_name, slot, ANYTHING)

    # --- Following ---------------------------------------------------------------------

    def settle(self) -> None:
        """Go through all code until nothing is added."""
        self.has_grown = True
        while self.has_grown:
            self.has_grown = False
            for name, function in self.own.items():
                if function.left_out is None:
                    for node in walk(function.body):
                        self.follow(name, node)

    def follow(self, name: str, node: ir.Expr | ir.Statement | ir.Handler) -> None:
        match node:
            case ir.Assign(slot, value):
                self.add_slot(name, slot, self.of(name, value))
            case ir.ForEach(slot, ir.CallValue(ir.NameConstant("type", "range"), None)):
                self.add_slot(name, slot, INTS)
            case ir.ForEach(slot) | ir.Handler(slot=int(slot)):
                self.add_slot(name, slot, ANYTHING)
            case ir.SetField(_, field_name, value):
                self.add_field(field_name, self.of(name, value))
            case ir.Operate(operation, (_, value), field_name) if operation in operations.SETTING:
                kinds = self.of(name, value)
                self.add_field(field_name, kinds)
                for setter in self.named.get(f"@{field_name}=", ()):
                    self.add_slot(setter.qualified_name, 1, kinds)
            case ir.Return(value):
                self.add_result(name, NONES if value is None else self.of(name, value))
            case ir.Invoke(_, method, arguments):
                for function in self.named.get(method, ()):
                    self.bind(name, function, 1, arguments, (None,) * len(arguments))
            case ir.InvokeExact(called, arguments):
                if called in self.own:
                    self.bind(name, self.own[called], 0, arguments, (None,) * len(arguments))
            case ir.CallValue(callee, method, arguments, names):
                self.follow_call(name, callee, method, arguments, names)
            case _:
                pass

    def follow_call(
        self,
        name: str,
        callee: ir.Expr,
        method: str | None,
        arguments: tuple[ir.Expr, ...],
        names: tuple[str | None, ...],
    ) -> None:
        if method is not None:
            for function in self.named.get(method, ()):
                if function.has_receiver:
                    self.bind(name, function, 1, arguments, names)
                # A function of a class, or `Room.price(room, 3)`.
                is_class = self.has_class_values or isinstance(callee, ir.NameConstant)
                if not function.has_receiver or is_class:
                    self.bind(name, function, 0, arguments, names)
            return
        match callee:
            case ir.NameConstant("function", called) if called in self.own:
                self.bind(name, self.own[called], 0, arguments, names)
            case ir.NameConstant("type", class_name):
                maker = self.own.get(f"{class_name}.__new__")
                if maker is not None:
                    self.bind(name, maker, 0, arguments, names)
            case _:
                pass

    def bind(
        self,
        name: str,
        function: Function,
        first: int,
        arguments: tuple[ir.Expr, ...],
        names: tuple[str | None, ...],
    ) -> None:
        """Give arguments to the parameters of a function, from a slot on."""
        if "*" in names or "**" in names:
            self.open_slots(function)
            return
        places = {p.name: at + function.has_receiver for at, p in enumerate(function.parameters)}
        n_slots = len(function.parameters) + function.has_receiver
        for at, (argument, given) in enumerate(zip(arguments, names, strict=True)):
            slot = first + at if given is None else places.get(given, n_slots)
            if slot < n_slots:
                self.add_slot(function.qualified_name, slot, self.of(name, argument))

    # --- Kinds of expressions ----------------------------------------------------------

    def of(self, name: str, expr: ir.Expr) -> Kinds:
        match expr:
            case ir.IntConstant():
                return INTS
            case ir.BoolConstant() | ir.IsInstance():
                return BOOLS
            case ir.TextConstant():
                return TEXTS
            case ir.FloatConstant():
                return FLOATS
            case ir.NullConstant():
                return NONES
            case ir.Local(slot):
                return self.slots.get((name, slot), NOTHING_KNOWN)
            case ir.Symbol(type=type_):
                return declared_kinds(type_)
            case ir.GetField(_, field_name):
                return self.attribute(field_name)
            case ir.Unary(ir.UnaryOperator.NOT):
                return BOOLS
            case ir.Unary(_, operand):
                return self.computed("neg", (self.of(name, operand),))
            case ir.Binary(ir.BinaryOperator.SAME):
                return BOOLS
            case ir.Binary(operator, lhs, rhs):
                kinds = (self.of(name, lhs), self.of(name, rhs))
                if operator in _ARITHMETIC:
                    return self.computed(_ARITHMETIC[operator], kinds)
                return BOOLS if all(map(is_plain, kinds)) else ANYTHING
            case ir.And(lhs, rhs) | ir.Or(lhs, rhs) | ir.Choose(_, lhs, rhs):
                return _united((self.of(name, lhs), self.of(name, rhs)))
            case ir.Do(_, value):
                return self.of(name, value)
            case ir.NameConstant(kind) if kind in self.enumerations:
                return Kinds((MemberKind(kind),))
            case ir.Invoke(_, method):
                return self.results_of(method)
            case ir.InvokeExact(called, arguments):
                return self.result_of(name, called, arguments)
            case ir.CallValue(ir.NameConstant("function", called), None, arguments):
                return self.result_of(name, called, arguments)
            case ir.CallValue(ir.NameConstant("type", class_name), None):
                return _MADE.get(class_name, ANYTHING)
            case ir.CallValue(_, str(method)):
                return self.results_of(method)
            case ir.Operate(operation, operands, extra):
                return self.operated(name, operation, operands, extra)
            case _:
                return ANYTHING

    def operated(
        self, name: str, operation: str, operands: tuple[ir.Expr, ...], extra: str
    ) -> Kinds:
        match operation, operands:
            case "getattr" | "plainget", (ir.NameConstant("type", class_name),):
                if class_name in self.enumerations and f"{class_name}.${extra}" in self.own:
                    return Kinds((MemberKind(class_name),))
                return self.attribute(extra)
            case "getattr" | "plainget", _:
                return self.attribute(extra)
            case "input", (ir.TextConstant(kind),):
                return _MADE.get(kind, ANYTHING)
        if operation in _TRUTHS:
            return BOOLS
        if operation in _PASSING:
            return self.of(name, operands[0])
        if operation in _TEXTS:
            return TEXTS
        if operation in _COUNTS:
            return INTS
        if operation == "float":
            return FLOATS
        kinds = tuple(self.of(name, operand) for operand in operands)
        if operation in operations.COMPARISONS:
            return BOOLS if all(map(is_plain, kinds)) else ANYTHING
        if operation in ("neg", "pos", "abs"):
            return self.computed("neg", kinds)
        plain = "add" if operation == "summed" else operation
        plain = plain if plain in operations.BINARY else plain[1:]
        return self.computed(plain, kinds) if plain in operations.BINARY else ANYTHING

    def computed(self, operation: str, kinds: tuple[Kinds, ...]) -> Kinds:
        """Give the kinds that a calculation comes to."""
        given = _united(kinds)
        if NOTHING_KNOWN in kinds:
            return NOTHING_KNOWN  # so far nothing comes there
        is_number = _NUMBERS.covers(given)
        if is_number and operation in ("add", "sub", "mul", "floordiv", "mod", "neg"):
            if FLOAT not in given:
                return INTS
            # One of them may be an int in each run.
            return FLOATS if FLOATS in kinds else FLOATS | INTS
        if is_number and operation == "truediv":
            return FLOATS
        if given == TEXTS and operation == "add":
            return TEXTS
        return ANYTHING

    def attribute(self, field_name: str) -> Kinds:
        """Give the kinds of what anything may have under a name."""
        if self.is_open or field_name in self.named or field_name in self.open_names:
            return ANYTHING
        asked = [*self.named.get(f"@{field_name}", ()), *self.named.get(f"${field_name}", ())]
        if field_name not in self.fields and not asked:
            return ANYTHING
        results = (self.results.get(one.qualified_name, NOTHING_KNOWN) for one in asked)
        return _united((self.fields.get(field_name, NOTHING_KNOWN), *results))

    def results_of(self, method: str) -> Kinds:
        """Give the kinds of what a method of a name gives, whoever has it."""
        found = self.named.get(method)
        if found is None or method in self.foreign_names or method in self.fields or self.is_open:
            return ANYTHING
        if f"@{method}" in self.named or f"${method}" in self.named:
            return ANYTHING
        return _united(self.results.get(one.qualified_name, NOTHING_KNOWN) for one in found)

    def result_of(self, name: str, called: str, arguments: tuple[ir.Expr, ...]) -> Kinds:
        if called in self.own:
            return self.results.get(called, NOTHING_KNOWN)
        if called in (f"{LIBRARY}.max", f"{LIBRARY}.min") and len(arguments) > 1:
            kinds = _united(self.of(name, argument) for argument in arguments)
            return kinds if _NUMBERS.covers(kinds) or TEXTS.covers(kinds) else ANYTHING
        if called == f"{LIBRARY}.abs" and len(arguments) == 1:
            return self.computed("neg", (self.of(name, arguments[0]),))
        if called == f"{LIBRARY}.len":
            return INTS
        return ANYTHING

    # --- Growing -----------------------------------------------------------------------

    def add_slot(self, name: str, slot: int, kinds: Kinds) -> None:
        before = self.slots.get((name, slot), NOTHING_KNOWN)
        after = _united((before, kinds))
        if after != before:
            self.slots[name, slot] = after
            self.has_grown = True

    def add_field(self, name: str, kinds: Kinds) -> None:
        before = self.fields.get(name)
        after = _united((before or NOTHING_KNOWN, kinds))
        if after != before:
            self.fields[name] = after
            self.has_grown = True

    def add_result(self, name: str, kinds: Kinds) -> None:
        before = self.results.get(name, NOTHING_KNOWN)
        after = _united((before, kinds))
        if after != before:
            self.results[name] = after
            self.has_grown = True


_ARITHMETIC = {
    ir.BinaryOperator.ADD: "add",
    ir.BinaryOperator.SUBTRACT: "sub",
    ir.BinaryOperator.MULTIPLY: "mul",
    ir.BinaryOperator.DIVIDE: "floordiv",
    ir.BinaryOperator.REMAINDER: "mod",
}


def _ends(body: ir.Body) -> bool:
    """Say whether a body never comes to its end by itself, as its text shows."""
    match body[-1] if body else None:
        case ir.Return() | ir.Throw():
            return True
        case ir.If(_, then_body, else_body):
            return _ends(then_body) and _ends(else_body)
        case ir.Try(inner, handlers, final):
            handled = all(_ends(handler.body) for handler in handlers)
            return _ends(final) or (_ends(inner) and handled)
        case _:
            return False

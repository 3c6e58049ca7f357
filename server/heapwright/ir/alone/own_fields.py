"""Which fields of a class only its own code writes, and which code may come to do that.

Place: ir/alone/. `alone` asks; the argument that all this serves is told in
`answers/prove_alone`. Pure.

The *family* of a class are the classes above and below it. A write is *own* where its target is
the receiver of a method or constructor of the family, also under another name (`v4 := self`) or in
the cell of a closure. A field of the family is an *own field* if it holds plain values and if no
code of the whole program, that of the library included, writes a field of its name otherwise,
unless the object that is written is known to be of another class.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from heapwright.ir.alone.plain_kinds import enumerations, is_dunder, is_plain, plain_kinds
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.kinds import BOOLS, INTS, NOTHING_KNOWN
from heapwright.ir.core.operations import (
    DELETING,
    ENDING,
    FOREIGN,
    FOREIGN_ERROR,
    HASHED,
    LIBRARY,
    PICKLING,
    SETTING,
)
from heapwright.ir.core.program import Function, Program, Role
from heapwright.ir.core.types import VOID, AnyType, BoolType, IntType, RefType, Type, named_in
from heapwright.ir.core.walk import assigned, code_of, walk
from heapwright.ir.reach.reach import reach_index
from heapwright.ir.reach.uses import Uses, uses_of
from heapwright.records import replace

CELL = "cell"
# What no code of the program may do: such runs are not followed, or make objects without code.
_REFUSED = frozenset(("stop", "foreign", "handed"))
_COPYING = frozenset(("copied", "deepcopied", "fieldwise"))
# Methods by which a class decides itself what setting, reading or making means.
_DECIDING = frozenset(
    (
        *("__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__del__", ENDING),
        *("__get__", "__set__", "__delete__", "__set_name__", "__init_subclass__"),
        *PICKLING,
    )
)


class NotAlone(Exception):
    """A class cannot be looked at alone; the text says why."""


class Family:
    """The classes above and below one, and what the whole program does to their fields.

    Lives in one attempt at a proof. Making one raises `NotAlone` where nothing can be said.
    """

    def __init__(self, program: Program, class_name: str) -> None:
        self.program = program
        self.index = reach_index(program)
        self.hierarchy: Hierarchy = self.index.hierarchy
        self.kinds = plain_kinds(program)
        self.root = class_name
        self.members = self.hierarchy.below(class_name)
        above = [c.name for c in self.hierarchy.line(class_name) if c.parent is not None]
        self.classes = frozenset((*self.members, *above))
        self.functions = {
            f.qualified_name: f
            for name in self.classes
            for f in self.hierarchy.classes[name].functions
        }
        self.by_name: dict[str, list[Function]] = {}
        for function in self.functions.values():
            self.by_name.setdefault(function.name, []).append(function)
        self.enumerations = enumerations(program)
        self._refuse()
        self._own: dict[str, frozenset[int]] = {}
        self._cells: dict[str, frozenset[int]] = {}
        self.shares_cells = any(
            not _is_filled_here(function, node.target)
            for function in self.hierarchy.functions.values()
            if not self.hierarchy.is_of_library(function)
            for node in walk(function.body)
            if isinstance(node, ir.SetField) and node.field_name == "value"
        )
        self.unbound = frozenset(self._called_unbound())
        if not self.unbound.isdisjoint(self.functions):
            raise NotAlone("a method of it is called as a function")
        overridden = [n for n, all_of in self.by_name.items() if len(all_of) > 1 and n[:1] != "("]
        if self.kinds.flow.has_class_values and set(overridden) - {"__init__", "__new__"}:
            raise NotAlone("an overridden method of it may be called through a class")

    def _refuse(self) -> None:
        known = self.hierarchy.classes
        if FOREIGN in known or FOREIGN_ERROR in known:
            raise NotAlone("there is code that is not read")
        for name in self.classes:
            class_def = known[name]
            if class_def.brought is not None or name in self.enumerations or not class_def.is_whole:
                raise NotAlone(f"`{name}` is no usual class")
            if name == "BaseException":
                raise NotAlone("it is an exception")
            for function in class_def.functions:
                if function.name in _DECIDING:
                    raise NotAlone(f"`{name}` has `{function.name}`")
        named = self._named_exactly()
        for function in self.hierarchy.functions.values():
            nodes = code_of(function)
            operations = {node.operation for node in nodes if isinstance(node, ir.Operate)}
            # Functions of the library may be there for their names alone.
            is_run = function.owner != LIBRARY or function.qualified_name in named
            if is_run and not operations.isdisjoint(_COPYING):
                raise NotAlone("objects are copied")
            if self.hierarchy.is_of_library(function):
                continue
            is_open = function.left_out is not None and not function.only_looks
            if is_open and function.name != HASHED:
                raise NotAlone(f"`{function.qualified_name}` is left out")
            if not operations.isdisjoint(_REFUSED) or function.name.startswith("await "):
                raise NotAlone(f"not all of `{function.qualified_name}` is followed")
            is_called = function.is_public and function.role in (Role.METHOD, Role.STATIC)
            taken = [p.type for p in function.parameters] if is_called else []
            if any(isinstance(one, AnyType) and one.beyond for one in taken):
                raise NotAlone(f"`{function.qualified_name}` takes what is not known")

    def _named_exactly(self) -> set[str]:
        """Name the functions that code of the program names, or code that these run."""
        functions = self.hierarchy.functions
        pending = [name for name, f in functions.items() if f.owner != LIBRARY]
        found = set(pending)
        while pending:
            uses = self.index.uses[pending.pop()]
            for name in (*uses.functions, *uses.values):
                if name not in found and name in functions:
                    found.add(name)
                    pending.append(name)
        return found

    # --- Own objects -------------------------------------------------------------------

    def own_slots(self, function: Function) -> frozenset[int]:
        """Give the slots that hold nothing but the receiver, or the object that is made."""
        known = self._own.get(function.qualified_name)
        if known is None:
            first = self._first_slots(function)
            known = aliases(function, first)
            cells = self._filled(function, known)
            self._own[function.qualified_name] = known = aliases(function, first, cells)
            self._cells[function.qualified_name] = cells
        return known

    def _first_slots(self, function: Function) -> frozenset[int]:
        if function.has_receiver:
            return frozenset((0,))
        match function.name, function.parameters:
            case "__init__", (first, *_) if first.type == RefType(function.owner or ""):
                return frozenset((0,))
            case "__new__", _:
                return frozenset(
                    node.slot
                    for node in walk(function.body)
                    if isinstance(node, ir.Assign) and node.value == ir.New(function.owner or "")
                )
            case _:
                return frozenset()

    def own_cells(self, function: Function) -> frozenset[int]:
        """Give the slots with a cell that holds nothing but the receiver."""
        self.own_slots(function)
        return self._cells[function.qualified_name]

    def _filled(self, function: Function, own: Collection[int]) -> frozenset[int]:
        if self.shares_cells:
            return frozenset()
        filled: dict[int, bool] = {}
        for node in walk(function.body):
            match node:
                case ir.SetField(ir.Local(slot), "value", value):
                    is_own = isinstance(value, ir.Local) and value.slot in own
                    filled[slot] = filled.get(slot, True) and is_own
                case _:
                    pass
        made = made_slots(function)
        return frozenset(s for s, is_own in filled.items() if is_own and made.get(s) == CELL)

    def is_own(self, function: Function, expr: ir.Expr) -> bool:
        """Say whether an expression gives the receiver, and does nothing else."""
        return gives_own(expr, self.own_slots(function), self.own_cells(function))

    # --- Own fields --------------------------------------------------------------------

    @cached_property
    def own_fields(self) -> frozenset[str]:
        """Name the fields that hold plain values and that only own code writes."""
        declared: dict[str, Type] = {}
        for name in self.classes:
            for one in self.hierarchy.classes[name].fields:
                kinds = self.kinds.fields.get(one.name, NOTHING_KNOWN)
                fits = {
                    IntType: INTS.covers(kinds),
                    BoolType: BOOLS.covers(kinds),
                    AnyType: is_plain(kinds),
                }
                marks = ("", "@", "$")
                if (
                    fits.get(type(one.type), False)
                    and not any(f"{mark}{one.name}" in self.by_name for mark in marks)
                    and declared.setdefault(one.name, one.type) == one.type
                ):
                    declared[one.name] = one.type
                else:
                    declared[one.name] = RefType("")
        found = {name for name, type_ in declared.items() if not isinstance(type_, RefType)}
        for function in self.hierarchy.functions.values():
            for target, name in writes(function):
                if name in found and not self._is_harmless(function, target):
                    found.discard(name)
                if name in ("__class__", "__dict__"):
                    raise NotAlone("the class of an object is changed")
        return frozenset(name for name in found if found.issuperset(self.with_flags((name,))))

    def with_flags(self, names: Iterable[str]) -> frozenset[str]:
        """Add the fields that say whether these have a value, and what such fields speak of."""
        flags = {one.name for c in self.classes for one in self.hierarchy.classes[c].fields}
        beside = {f"{name}?" for name in names} & flags
        return frozenset((*names, *beside, *(name.removesuffix("?") for name in names)))

    def _is_harmless(self, function: Function, target: ir.Expr) -> bool:
        """Say whether a write is own, or goes to an object of another class."""
        if self.is_own(function, target):
            # A constructor may be meant that runs on an object which exists.
            return function.owner in self.classes or function.qualified_name not in self.unbound
        match target:
            case ir.Local(slot):
                made = made_slots(function).get(slot)
                return made is not None and made not in self.classes
            case ir.GetField(ir.Local(0), name) if function.has_receiver:
                fields = self.hierarchy.fields(function.owner or "")
                return [f.type for f in fields if f.name == name] == [RefType(CELL)]
            case _:
                return False

    def _called_unbound(self) -> Iterator[str]:
        """Name the methods that are called, or kept, otherwise than on an object by name.

        `Room.price(room, 3)` runs the method of just that class, on whatever is given. Code of a
        class may do so with its own receiver, as `super().price(3)` does.
        """
        functions = self.hierarchy.functions
        for function in functions.values():
            if self.hierarchy.is_of_library(function):
                continue
            called: set[int] = set()
            for node in walk(function.body):
                match node:
                    case ir.InvokeExact(name, arguments):
                        pass
                    case ir.CallValue(ir.NameConstant("function", name) as callee, None, arguments):
                        called.add(id(callee))
                    case ir.NameConstant("function", name) if id(node) not in called:
                        arguments = ()
                    case ir.CallValue(method="__init__" | "__new__" as method):
                        yield from (f.qualified_name for f in self.by_name.get(method, ()))
                        continue
                    case ir.CallValue(ir.NameConstant("type"), str(method), arguments):
                        if not (arguments and self.is_own(function, arguments[0])):
                            yield from self._receiving(method)
                        continue
                    case ir.Operate("getattr" | "plainget", (ir.NameConstant("type"),), method):
                        yield from self._receiving(method)
                        continue
                    case _:
                        continue
                callee_function = functions.get(name)
                if callee_function is None or callee_function.owner is None:
                    continue
                takes_own = callee_function.has_receiver or callee_function.name == "__init__"
                if name[:1] == "(":
                    continue  # a function inside of another
                if takes_own and not (arguments and self._is_of_line(function, name, arguments[0])):
                    yield name

    def _receiving(self, name: str) -> Iterator[str]:
        """Name all methods of a name."""
        for one in self._named.get(name, ()):
            if self.hierarchy.functions[one].has_receiver:
                yield one

    def _is_of_line(self, function: Function, called: str, first: ir.Expr) -> bool:
        """Say whether code hands its own receiver to a method of a class above its own."""
        owner = self.hierarchy.functions[called].owner
        if function.owner is None or owner is None or function.owner not in self.hierarchy.classes:
            return False
        is_above = any(level.name == owner for level in self.hierarchy.line(function.owner))
        return is_above and self.is_own(function, first)

    # --- What may come to write --------------------------------------------------------

    def effective(self, names: Collection[str]) -> frozenset[str]:
        """Name the methods of which a run may write one of these fields of its own receiver.

        They do so themselves, or call another such method on the receiver. A method that calls
        one on whatever else it has is none: that is a run of the other method.
        """
        initialisers = {f.qualified_name for f in self.by_name.get("__init__", ())}
        found = {
            name
            for name, function in self.functions.items()
            if function.name not in ("__init__", "__new__")
            and (
                any(written in names for _, written in writes(function))
                # Or makes the object anew: `super().__init__(0)`.
                or not initialisers.isdisjoint(self.index.uses[name].functions)
            )
        }
        while True:
            called = {self.functions[name].name for name in found}
            fresh = {
                name
                for name, function in self.functions.items()
                if name not in found
                and function.name not in ("__init__", "__new__")
                and not called.isdisjoint(self._own_calls(function))
            }
            if not fresh:
                return frozenset(found)
            found |= fresh

    def _own_calls(self, function: Function) -> set[str]:
        """Name the methods that a function may call on its receiver."""
        found: set[str] = set()
        names: tuple[str, ...]
        for node in walk(function.body):
            match node:
                case ir.Invoke(target, name) | ir.CallValue(target, str(name)):
                    names = (name, f"@{name}", f"${name}")
                case ir.Operate(_, (target, *_), name) if name:
                    names = (name, f"@{name}", f"${name}", f"@{name}=", f"@{name}~")
                case ir.InvokeExact(name, (target, *_)):
                    names = (name.rpartition(".")[2],)
                case ir.CallValue(ir.NameConstant("function", name), None, (target, *_)):
                    names = (name.rpartition(".")[2],)
                case _:
                    continue
            if self.is_own(function, target):
                found.update(names)
        return found

    def writers(self, names: Collection[str]) -> frozenset[str]:
        """Name the functions of which a run may come to a method that writes one of these fields.

        Constructors write those of the object that they make, as long as nobody else has it.
        """
        found = set(self.effective(names))
        pending = sorted(found)
        callers = self._callers
        while pending:
            for caller in callers.get(pending.pop(), ()):
                if caller not in found:
                    found.add(caller)
                    pending.append(caller)
        return frozenset(found)

    @cached_property
    def _callers(self) -> dict[str, list[str]]:
        """Say who may call a function, judged by names."""
        callers: dict[str, list[str]] = {}
        for name in self.hierarchy.functions:
            for called in self.called_by(self.index.uses[name]):
                callers.setdefault(called, []).append(name)
        return callers

    def called_by(self, uses: Uses) -> Iterable[str]:
        """Name the functions that code which uses these names may call."""
        found = dict.fromkeys(uses.functions)
        for name in (*uses.methods, *uses.statics, *uses.value_methods, *uses.called_fields):
            found.update(dict.fromkeys(self._named.get(name, ())))
        found.update(dict.fromkeys(uses.values))
        if uses.calls_values or not uses.called_fields.isdisjoint(self._fields):
            found.update(dict.fromkeys(self._values))
        return found

    def uses_of(self, function: Function, node: ir.Expr | ir.Statement) -> Uses:
        """Say what a part of a function uses."""
        statement = ir.Evaluate(node) if not isinstance(node, _STATEMENTS) else node
        part = replace(function, parameters=(), body=(statement,), result=VOID, is_generator=False)
        return uses_of(self.program, part, self.hierarchy, self._named)

    @cached_property
    def _named(self) -> dict[str, list[str]]:
        named: dict[str, list[str]] = {}
        for name, function in self.hierarchy.functions.items():
            named.setdefault(function.name, []).append(name)
        return named

    @cached_property
    def _fields(self) -> frozenset[str]:
        return frozenset(f.name for c in self.program.classes for f in c.fields)

    @cached_property
    def _values(self) -> tuple[str, ...]:
        """Name the functions that a call of some value may run."""
        found: dict[str, None] = {}
        for name, function in self.hierarchy.functions.items():
            if self.hierarchy.is_of_library(function):
                continue
            uses = self.index.uses[name]
            found.update(dict.fromkeys(uses.values))
            for method in uses.value_methods:
                found.update(dict.fromkeys(self._named.get(method, ())))
            if function.is_public and any(named_in(p.type) for p in function.parameters):
                # A client's function may call whatever a client can.
                found.update(dict.fromkeys(self.functions))
        return (*found, *self._named.get("__call__", ()))

    def is_called_by_others(self, name: str) -> bool:
        """Say whether anybody but own code may call the methods of a name."""
        named = self.by_name.get(name, ())
        if any(f.is_public for f in named) or is_dunder(name) or not name.startswith("_"):
            return True
        for function in self.hierarchy.functions.values():
            uses = self.index.uses[function.qualified_name]
            if name in uses.value_methods or any(f.qualified_name in uses.values for f in named):
                return True
            if name in uses.methods or name in uses.statics:
                if function.owner not in self.classes:
                    return True
                for node in walk(function.body):
                    match node:
                        case ir.Invoke(receiver, method) | ir.CallValue(receiver, str(method)):
                            if method == name and not self.is_own(function, receiver):
                                return True
                        case _:
                            pass
        return False


_STATEMENTS = (
    *(ir.Assign, ir.SetField, ir.Evaluate, ir.If, ir.While, ir.ForEach, ir.Break, ir.Continue),
    *(ir.Return, ir.Throw, ir.Try),
)


def _is_filled_here(function: Function, target: ir.Expr) -> bool:
    """Say whether what is written under the name of a cell's value is no cell from elsewhere."""
    if not isinstance(target, ir.Local):
        return False
    is_receiver = target.slot == 0 and function.has_receiver
    return is_receiver or made_slots(function).get(target.slot) is not None


def writes(function: Function) -> Iterator[tuple[ir.Expr, str]]:
    """Give the target and the name of each write to a field, and of each deletion."""
    for node in code_of(function):
        match node:
            case ir.SetField(target, name):
                yield target, name
            case ir.Operate(operation, (target, *_), name):
                if operation in SETTING or operation in DELETING:
                    yield target, name
            case _:
                pass


def gives_own(expr: ir.Expr | None, own: Collection[int], cells: Collection[int]) -> bool:
    """Say whether an expression gives what these slots or cells hold, and does nothing else."""
    match expr:
        case ir.Local(slot):
            return slot in own
        case ir.GetField(ir.Local(slot), "value"):
            return slot in cells
        case ir.Operate("cast" | "bound" | "require", (inner,)):
            return gives_own(inner, own, cells)
        case _:
            return False


def aliases(
    function: Function, first: frozenset[int], cells: frozenset[int] = frozenset()
) -> frozenset[int]:
    """Give the slots that hold nothing but what these or the cells hold; nobody assigns these."""
    given = assigned(walk(function.body))
    own = set(first)
    for slot in first:
        values = given.get(slot, [])
        is_made = function.name == "__new__" and len(values) == 1
        if values and not is_made:
            return frozenset()
    n_given = len(function.parameters) + function.has_receiver
    while True:
        fresh = {
            slot
            for slot, values in given.items()
            if slot not in own
            and slot >= n_given
            and all(gives_own(value, own, cells) for value in values)
        }
        if not fresh:
            return frozenset(own)
        own |= fresh


def made_slots(function: Function) -> dict[int, str]:
    """Give the slots that hold new objects of one class and nothing else."""
    made: dict[int, str] = {}
    n_given = len(function.parameters) + function.has_receiver
    for slot, values in assigned(walk(function.body)).items():
        names = {value.class_name if isinstance(value, ir.New) else "" for value in values}
        if slot >= n_given and len(names) == 1 and "" not in names:
            made[slot] = names.pop()
    return made

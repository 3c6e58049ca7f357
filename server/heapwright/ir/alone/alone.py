"""A program in which only the own code of one class is left, and the rest of the world is open.

Place: ir/alone/. `answers/prove_alone` asks, and tells why what is proved of this program holds
of the whole one. Pure; raises `NotAlone` where there is no such program.

Kept are the fields that a question needs, as far as only own code writes them (`own_fields`), and
the methods that may write these. Of their code is kept what deals with plain values, with the
fields that are kept, and with calls of own methods on the receiver. Everything else is *lost*:

    self._rate += by                        self._rate += by
    self.log.append(Entry(self, by))        if any answer: throw something
    if self.hotel.is_open():                if any answer:
        self._rate = max(0, by)                 self._rate = max(0, by)

What is lost may throw whatever there is, and gives any value of the kinds that `plain_kinds` found;
where these are not plain, a slot that it is put into is lost as well. A loop that does nothing
to what is kept is lost as a whole.
"""

from __future__ import annotations

from heapwright.ir.alone.code import Rewriting
from heapwright.ir.alone.own_fields import Family, NotAlone, aliases
from heapwright.ir.alone.plain_kinds import PlainKind, in_order, is_plain
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.kinds import BOOLS, INTS, NOTHING_KNOWN, MemberKind
from heapwright.ir.core.operations import FOREIGN_ERROR
from heapwright.ir.core.program import Brought, ClassDef, Function, Parameter, Program, Role
from heapwright.ir.core.types import (
    AnyType,
    BoolType,
    Choice,
    IntType,
    MemberType,
    OmittedType,
    RefType,
)
from heapwright.ir.core.walk import walk
from heapwright.records import replace

_ENUM_FUNCTIONS = frozenset(("(members)", "(named)", "__new__", "@value", "@name"))
# With one of these a member of an enumeration is no plain value.
_DECIDING_MEMBERS = frozenset(("__eq__", "__ne__", "__hash__", "__bool__", "__len__", "__init__"))


def alone(program: Program, question: Function) -> tuple[Program, Function, Family]:
    """Give the program for a question, the question in it, and the class that it is about."""
    family = Family(program, _subject(question))
    fields = frozenset[str]()
    while True:
        attempt = Attempt(family, question, fields)
        try:
            found = attempt.program()
        except NotAlone:
            if attempt.wanted <= fields:
                raise
        else:
            if attempt.wanted <= fields:
                break
        fields |= family.with_flags(sorted(attempt.wanted))
    if not fields:
        raise NotAlone("the question reads no field that only own code writes")
    every = [*found.functions, *(f for c in found.classes for f in c.functions)]
    asked = next(f for f in every if f.qualified_name == question.qualified_name)
    return found, asked, family


def has_loops(program: Program, family: Family) -> bool:
    """Say whether own code of such a program has loops, of which nobody knows the rounds."""
    return any(
        isinstance(node, ir.While | ir.ForEach)
        for class_def in program.classes
        if class_def.name in family.classes
        for function in class_def.functions
        for node in walk(function.body)
    )


def _subject(question: Function) -> str:
    """Name the one class whose objects a question is about."""
    names = {p.type.class_name for p in question.parameters if isinstance(p.type, RefType)}
    if question.has_receiver and question.owner is not None:
        names.add(question.owner)
    if len(names) != 1:
        raise NotAlone("the question is about several classes, or none")
    return names.pop()


class Attempt:
    """What is put together for one choice of fields to keep."""

    def __init__(self, family: Family, question: Function, fields: frozenset[str]) -> None:
        self.family = family
        self.question = question
        self.fields = fields
        self.writers = family.writers(fields)
        self.wanted: set[str] = set()  # own fields that kept code reads
        self.pending: list[str] = []
        self.names: set[str] = set()  # of methods that are kept
        self.helpers: dict[str, frozenset[int]] = {}  # slots with own objects
        self.pending_helpers: list[str] = []
        self.others: dict[str, None] = {}  # classes of exceptions and enumerations
        self.leaking: set[str] = set()
        self.self_calls: dict[str, set[str]] = {}
        self.written: dict[str, Function] = {}

    def program(self) -> Program:
        """Put the program together."""
        family, question = self.family, self.question
        if question.has_receiver:
            self.reach(question.name)
        else:
            slots = [at for at, p in enumerate(question.parameters) if isinstance(p.type, RefType)]
            self.helpers[question.qualified_name] = frozenset(slots)
            self.pending_helpers.append(question.qualified_name)
        self.reach("__new__")
        for name in sorted(family.effective(self.fields)):
            function = family.functions[name]
            if function.has_receiver and function.role is Role.METHOD:
                self.reach(function.name)
        while self.pending or self.pending_helpers:
            if self.pending:
                for function in self._named(self.pending.pop()):
                    self._write(function)
            else:
                self._write(family.hierarchy.functions[self.pending_helpers.pop()])
        self._refuse_leaks()
        return self._assembled()

    def reach(self, name: str) -> None:
        """Keep the methods of a name."""
        if name not in self.names:
            self.names.add(name)
            self.pending.append(name)

    def _named(self, name: str) -> list[Function]:
        found = self.family.by_name.get(name, [])
        if name == "__new__":
            return [f for f in found if f.owner in self.family.members]
        return [f for f in found if f.has_receiver or f.name == "__init__"]

    def _write(self, function: Function) -> None:
        if function.is_generator or function.left_out is not None:
            raise NotAlone(f"`{function.qualified_name}` is not run as a whole")
        if any(parameter.gathers for parameter in function.parameters):
            raise NotAlone(f"`{function.qualified_name}` takes any number of arguments")
        self.written[function.qualified_name] = Rewriting(self, function).function()

    def help(self, function: Function, slots: frozenset[int]) -> bool:
        """Keep a function beside the class that is given own objects in some places."""
        known = self.helpers.setdefault(function.qualified_name, slots)
        if function.qualified_name not in self.written:
            self.pending_helpers.append(function.qualified_name)
        return known == slots

    def _refuse_leaks(self) -> None:
        """Refuse constructors that hand out the object before it is made.

        Somebody may have it although its constructor has thrown, and call it in between.
        """
        pending = [f.qualified_name for f in self._named("__new__")]
        seen: set[str] = set()
        while pending:
            name = pending.pop()
            if name in self.leaking:
                raise NotAlone(f"`{name}` hands out what it makes")
            if name not in seen:
                seen.add(name)
                for called in sorted(self.self_calls.get(name, ())):
                    pending += [f.qualified_name for f in self._named(called)]

    # --- What parameters and results are ----------------------------------------------

    def parameter(self, function: Function, place: int) -> Parameter | None:
        """Give a parameter whose values are plain, as clients give them; None for a lost one."""
        parameter = function.parameters[place]
        slot = place + function.has_receiver
        if slot in self.own_slots(function):
            return parameter
        kinds = self.family.kinds.slots.get((function.qualified_name, slot), NOTHING_KNOWN)
        plain = replace(parameter, asked=())
        match parameter.type:
            case IntType() if INTS.covers(kinds):
                return plain
            case BoolType() if BOOLS.covers(kinds):
                return plain
            case AnyType(choices) if kinds.members and is_plain(kinds):
                given = [self._choice(kind) for kind in in_order(kinds)]
                if OmittedType() in choices:
                    given.append(OmittedType())
                if None not in given:
                    return replace(plain, type=AnyType(tuple(one for one in given if one)))
        return None

    def _choice(self, kind: PlainKind) -> Choice | None:
        if not isinstance(kind, MemberKind):
            return kind
        name = kind.class_name
        if not self.keeps_members(name):
            return None
        functions = self.family.hierarchy.classes[name].functions
        members = [f.name[1:] for f in functions if f.name.startswith("$")]
        known = self._members(name)
        return MemberType(name, tuple(m for m in members if m in known))

    def _members(self, name: str) -> frozenset[str]:
        function = self.family.hierarchy.functions[f"{name}.(members)"]
        return frozenset(
            node.name
            for node in walk(function.body)
            if isinstance(node, ir.NameConstant) and node.kind == name
        )

    def keeps_members(self, name: str) -> bool:
        """Keep an enumeration if its members are plain values."""
        functions = self.family.hierarchy.classes[name].functions
        if any(f.name in _DECIDING_MEMBERS for f in functions):
            return False
        self.others[name] = None
        return True

    def keeps_result(self, function: Function) -> bool:
        """Say whether the result of a kept function is kept."""
        kinds = self.family.kinds.results.get(function.qualified_name, NOTHING_KNOWN)
        match function.result:
            case IntType():
                return INTS.covers(kinds)
            case BoolType():
                return BOOLS.covers(kinds)
            case AnyType():
                return is_plain(kinds)
            case _:
                return False

    def own_slots(self, function: Function) -> frozenset[int]:
        """Give the slots that hold an own object and nothing else."""
        if function.qualified_name in self.helpers:
            return aliases(function, self.helpers[function.qualified_name])
        return self.family.own_slots(function)

    # --- Putting it together -----------------------------------------------------------

    def _assembled(self) -> Program:
        family = self.family
        program = family.program
        kept: dict[str, ClassDef] = {}
        faults = program.faults
        for name in (*self.others, faults.null_dereference, faults.division_by_zero):
            for level in family.hierarchy.line(name):
                kept[level.name] = level
        helping: dict[str, list[Function]] = {}
        for name in self.helpers:
            function = self.written[name]
            if function.owner is not None and function.owner not in family.classes:
                helping.setdefault(function.owner, []).append(function)
        classes = [
            made
            for class_def in program.classes
            if (made := self._class(class_def, kept, helping)) is not None
        ]
        root = next(c.name for c in program.classes if c.parent is None)
        names = {class_def.name for class_def in classes}
        above = "BaseException" if "BaseException" in names else root
        classes.append(ClassDef(FOREIGN_ERROR, above, (), (), False, brought=Brought()))
        questions = (self.written[self.question.qualified_name],)
        scope = tuple(
            bound
            for bound in program.scope
            if bound.class_name not in family.hierarchy.classes or bound.class_name in names
        )
        return replace(
            program,
            classes=tuple(classes),
            functions=questions if self.question.owner is None else (),
            scope=scope,
        )

    def _class(
        self, class_def: ClassDef, kept: dict[str, ClassDef], helping: dict[str, list[Function]]
    ) -> ClassDef | None:
        name = class_def.name
        if class_def.brought is not None or class_def.parent is None:
            return class_def
        if name in self.family.classes:
            functions = [
                self.written[f.qualified_name]
                for f in class_def.functions
                if f.qualified_name in self.written
            ]
            return replace(
                class_def,
                fields=tuple(f for f in class_def.fields if f.name in self.fields),
                functions=tuple(functions),
                is_constructible=class_def.is_constructible or self._is_made_bare(name),
                structure=(),
            )
        if name in helping:
            return replace(class_def, fields=(), functions=tuple(helping[name]))
        if name in self.others and name in self.family.enumerations:
            functions = [
                f
                for f in class_def.functions
                if f.name in _ENUM_FUNCTIONS or f.name.startswith("$")
            ]
            return replace(class_def, functions=tuple(functions))
        is_exception = any(level.name == "BaseException" for level in self._line(name))
        if name in kept or is_exception:
            return replace(class_def, fields=(), functions=(), is_constructible=False)
        return None

    def _line(self, name: str) -> tuple[ClassDef, ...]:
        return self.family.hierarchy.line(name)

    def _is_made_bare(self, class_name: str) -> bool:
        """Say whether some code makes objects of a class without its constructor."""
        return any(
            isinstance(node, ir.New) and node.class_name == class_name
            for name, function in self.family.hierarchy.functions.items()
            if name != f"{class_name}.__new__"
            for node in walk(function.body)
        )

"""Operations on values of code that is not read, of which nothing is known.

Place: paths/known_shapes/. Part of `operations`, on top of all of it; `compile` asks for
`dynamic_for`. Only a program that can have such values pays for them.

A *foreign value* has a name, that of the code it comes from, and nothing else: two of them are not
told apart, and two looks at one need not agree. That is more than what can really happen, so a
proof holds; and no calls are shown that way, because the plain interpreter ends where such a
value is asked for. Whatever is done with one

- may raise, and which handler takes that nobody knows (`is_caught`);
- gives another one, or, where a bool, an int or a string must come out, any;
- may change what it is given for good, and call it later, so an object of the program that is
  handed over is a doubt about all that is proved. Plain values cannot be changed.

Where a value of Python's own kinds is wanted and a foreign one comes, the run goes on with any of
that kind, or stops; never does it raise because of the kind.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from heapwright.domains.constraint import FALSE, assume
from heapwright.heaps.known_shape import HeapObject, NamedValue, Text, Value, objects_in, reachable
from heapwright.ir.core.operations import FOREIGN, FOREIGN_ERROR, LIBRARY
from heapwright.paths.known_shapes.foreign_text import ForeignText
from heapwright.paths.known_shapes.kinds import Code
from heapwright.paths.known_shapes.operations import Dynamic
from heapwright.paths.runs.machine import Infeasible, Machine, RunStopped, SubjectThrow
from heapwright.paths.values.any_kind import either, fresh_input, is_foreign
from heapwright.terms import build

if TYPE_CHECKING:  # which makes these
    from heapwright.paths.known_shapes.compile import CompiledProgram

# How many items a loop takes of a foreign value before its run stops.
MOST_ITEMS = 4
# Modules that get at the objects of a program, or make some, without being given any.
_REFLECTING = frozenset(
    (
        *("gc", "inspect", "sys", "importlib", "pickle", "cPickle", "dill", "cloudpickle"),
        *("ctypes", "shelve", "runpy", "pkgutil", "builtins", "types", "traceback"),
        *("unittest", "mock", "code", "imp", "__main__", "pydoc", "doctest", "marshal"),
        *("copyreg", "jsonpickle", "_ctypes", "_pickle", "zipimport", "pdb", "bdb", "joblib"),
        "",  # before the dot of a module of the program itself, which is missing
    )
)
# Classes whose objects nobody can change.
_UNCHANGING = frozenset(
    (
        *("bytes", "range", "slice", "frozenset", "uuid_UUID", "pathlib_Path", "os_terminal_size"),
        *("datetime_datetime", "datetime_date", "datetime_time", "datetime_timedelta"),
        *("datetime_timezone", "decimal_Decimal", "decimal_DecimalTuple", FOREIGN_ERROR),
    )
)
# Operations that only pass a value on, or that know themselves what to do with a foreign one.
_FOLLOWED = frozenset(
    (
        *("tuple", "list", "bound", "missing", "share", "shared", "yield", "absent", "bind"),
        *("truth", "contains", "neg", "pos", "invert", "abs", "len", "getattr", "setattr"),
        *("delattr", "getitem", "setitem", "delitem", "concat", "gather", "unpack", "instance"),
        *("cast", "next", "find", "findkey", "text", "repr", "format", "int", "float", "round"),
        *("chr", "ord", "hashable", "hash", "index", "joined", "method", "input"),
    )
)
# Functions of numbers: they keep nothing of what they are given.
_COMPUTING = frozenset(("real", "between"))


def dynamic_for(compiled: CompiledProgram, function: str, site: int) -> Dynamic:
    """Give the operations of an instruction."""
    # Where a class is not read that a handler names, there is nothing else of this.
    if FOREIGN_ERROR in compiled.defaults:
        return ForeignOperations(compiled, function, site)
    return Dynamic(compiled, function, site)


class ForeignOperations(Dynamic):
    """The operations of one instruction that may meet foreign values."""

    __slots__ = ()

    def __init__(self, compiled: CompiledProgram, function: str, site: int) -> None:
        super().__init__(compiled, function, site)
        self.text = ForeignText(self)

    # --- What foreign code does --------------------------------------------------------

    def touched(self, machine: Machine, value: Value, *given: Value) -> NamedValue:
        """Give what comes of a foreign value that is given something."""
        source = value if type(value) is NamedValue else NamedValue(FOREIGN, "an exception")
        reflects = source.name.partition(".")[0] in _REFLECTING
        if reflects or not all(map(self.is_plain, given)):
            doubt = f"what `{source.name}` does with the objects it gets is not known"
            machine.doubts[doubt] = None
        self.may_raise(machine)
        return source

    def may_raise(self, machine: Machine) -> None:
        """Raise something, or not; what is raised mostly ends the run, so it costs little."""
        self.meets_unread(machine)
        if machine.position >= max(machine.max_decisions, len(machine.replay)):
            raise RunStopped(f"more than {machine.max_decisions} decisions in one call")
        if not machine.choose():
            raise self.throw(FOREIGN_ERROR)

    def meets_unread(self, machine: Machine) -> None:
        """End the run if it is to stay within code that is read."""
        if not machine.follows_unread:
            raise RunStopped("code that is not read is not followed")

    def is_plain(self, value: Value) -> bool:
        """Say whether nobody can change anything of the program through a value."""
        match value:
            case tuple():
                return all(map(self.is_plain, value))
            case NamedValue("type", name):
                return name in self.compiled.hierarchy.library or self.is_mere_error(name)
            case NamedValue("function", name):
                return name.startswith(f"{LIBRARY}.")
            case NamedValue(kind):
                return kind == "constant" or kind in self.compiled.hierarchy.library
            case HeapObject(class_name=name, fields=fields):
                is_fixed = name in _UNCHANGING or self.is_mere_error(name)
                return is_fixed and all(map(self.is_plain, fields.values()))
            case _:
                return True

    def is_mere_error(self, class_name: str) -> bool:
        """Say whether a class is that of an exception with no code of its own."""
        above = self.compiled.ancestors.get(class_name, frozenset())
        own = self.compiled.dispatch.get(class_name, {}).values()
        return "BaseException" in above and all(
            method.function.owner in ("BaseException", "KeyError")
            or self.compiled.hierarchy.is_of_library(method.function)
            for method in own
        )

    def is_caught(self, machine: Machine, thrown: SubjectThrow, catches: Collection[str]) -> bool:
        """Say whether what was thrown is of one of some classes, of which one may be foreign."""
        if "BaseException" in catches:
            return True
        if FOREIGN_ERROR in catches:
            self.may_raise(machine)  # its class is looked up only now
            return either(machine)
        if thrown.class_name == FOREIGN_ERROR:
            return either(machine)
        return super().is_caught(machine, thrown, catches)

    # --- Operations --------------------------------------------------------------------

    def other_operation(self, name: str, extra: str) -> Code:
        """Give the code of an operation, which says what it does with a foreign operand."""
        match name:
            case "foreign":
                return self.asked_for
            case "handed":
                return lambda machine, v: self.touched(machine, v[0], *v[1:])
        code = super().other_operation(name, extra)
        if name in _FOLLOWED:
            return code
        if name == "deepcopied":
            return lambda machine, v: self.copied_below(machine, v, code)
        if name == "shown":
            return lambda machine, v: self.shown(machine, v[0])

        def guarded(machine: Machine, v: Sequence[Value]) -> Value:
            for place, one in enumerate(v):
                if is_foreign(one):
                    return self.on_foreign(machine, name, extra, v, place, code)
            return code(machine, v)

        return guarded

    def asked_for(self, machine: Machine, v: Sequence[Value]) -> Value:
        """Give what code that is not read has under a name."""
        name, can_raise = v
        assert isinstance(name, str)
        self.meets_unread(machine)
        if can_raise:
            self.may_raise(machine)
        return NamedValue(FOREIGN, name)

    def on_foreign(
        self,
        machine: Machine,
        name: str,
        extra: str,
        v: Sequence[Value],
        place: int,
        code: Code,
    ) -> Value:
        """Do an operation that does not know foreign values by itself."""
        one = v[place]
        match name:
            case "is":
                named = [value for value in v if type(value) is NamedValue and is_foreign(value)]
                return either(machine) if named else code(machine, v)
            case "isinstance" | "fits" | "exactly":
                return self.is_of(machine, one, extra)
            case "subclass":
                self.touched(machine, one, *v)
                return either(machine)
            case "callable":
                return either(machine)
            case "known":
                return False
            case "type":
                return NamedValue(FOREIGN, "type")
            case "printed":
                return self.touched(machine, one)
            case "stop" if place == 1:
                return self.touched(machine, one)
            case "require":
                self.touched(machine, one)
                return one
            case "put" | "insert" if place == 2:
                return code(machine, v)
            case "plainset" if place == 1:
                return code(machine, v)
            case "copied":
                return self.touched(machine, one)
            case "throw" if place == 1 and type(one) is HeapObject:
                return code(machine, v)
            case _ if name in _COMPUTING:
                return self.touched(machine, one)
        raise RunStopped(f"`{name}` of what is not read is not followed")

    def copied_below(self, machine: Machine, v: Sequence[Value], code: Code) -> Value:
        """Give a copy of all below a value; a foreign one says itself how it is copied."""
        below = reachable(list(dict.fromkeys(objects_in(v[0]))))
        held = (v[0], *(inner for found in below for inner in found.fields.values()))
        if not self.is_known(held):
            self.touched(machine, NamedValue(FOREIGN, "copy.deepcopy"), *below)
        return code(machine, v)

    def shown(self, machine: Machine, value: Value) -> Value:
        """Make a text of a value that nobody looks at."""
        below = reachable(list(dict.fromkeys(objects_in(value))))
        held = (value, *(inner for found in below for inner in found.fields.values()))
        if not self.is_known(held):
            self.may_raise(machine)
        return None

    def is_known(self, values: tuple[Value, ...]) -> bool:
        """Say whether no foreign value is among some, also in tuples."""
        return not any(
            is_foreign(one) or (type(one) is tuple and not self.is_known(one)) for one in values
        )

    def is_of(self, machine: Machine, value: Value, class_name: str) -> bool:
        """Say whether a foreign value is of a class."""
        if class_name == "object" or (class_name == "BaseException" and type(value) is HeapObject):
            return True
        return either(machine)

    def is_instance(self, value: Value, class_name: str) -> bool:
        """Say whether a value is of a class or of one below it."""
        if is_foreign(value):
            raise RunStopped("the class of what is not read matters")
        return super().is_instance(value, class_name)

    def is_instance_of_value(self, machine: Machine, value: Value, classes: Value) -> bool:
        """Say whether a value is of a class that is a value, or of one of several."""
        if is_foreign(classes):
            self.touched(machine, classes, value)
            return either(machine)
        if is_foreign(value) and type(classes) is NamedValue and classes.kind == "type":
            return self.is_of(machine, value, classes.name)
        return super().is_instance_of_value(machine, value, classes)

    def lacks(self, value: Value, name: str, class_name: str) -> SubjectThrow:
        """Make the exception for what a value does not have, which must be known."""
        if is_foreign(value):
            raise RunStopped(f"`{name}` of what is not read is not followed")
        return super().lacks(value, name, class_name)

    def cast(self, machine: Machine, value: Value, wanted: str) -> Value:
        """Give a value that fits a declared type; that a foreign one fits is believed."""
        if not is_foreign(value) or wanted not in ("int!", "bool!"):
            return super().cast(machine, value, wanted)
        shown = wanted.strip("!")
        machine.doubts[f"what is not read was taken to give the `{shown}` that is declared"] = None
        return fresh_input(machine) if wanted == "int!" else either(machine)

    # --- Attributes and calls ----------------------------------------------------------

    def get_attribute(self, machine: Machine, value: Value, name: str) -> Value:
        """Read `value.name`."""
        if is_foreign(value):
            return self.touched(machine, value)
        return super().get_attribute(machine, value, name)

    def set_attribute(self, machine: Machine, value: Value, name: str, new: Value) -> None:
        """Assign `value.name = new`."""
        if is_foreign(value):
            self.touched(machine, value, new)
        else:
            super().set_attribute(machine, value, name, new)

    def delete_attribute(self, machine: Machine, value: Value, name: str) -> None:
        """Delete `value.name`."""
        if is_foreign(value):
            self.touched(machine, value)
        else:
            super().delete_attribute(machine, value, name)

    def call_spread(
        self, machine: Machine, callee: Value, positional: list[Value], named: dict[str, Value]
    ) -> Value:
        """Call a value with arguments that are spread out."""
        if is_foreign(callee):
            return self.touched(machine, callee, *positional, *named.values())
        return super().call_spread(machine, callee, positional, named)

    def call_found(
        self,
        machine: Machine,
        receiver: Value,
        name: str,
        positional: list[Value],
        named: dict[str, Value],
    ) -> Value:
        """Call the method of a receiver, or what one of its attributes holds."""
        if is_foreign(receiver):
            return self.touched(machine, receiver, *positional, *named.values())
        return super().call_found(machine, receiver, name, positional, named)

    def spread(
        self, machine: Machine, given: list[Value], names: Sequence[str | None]
    ) -> tuple[list[Value], dict[str, Value]]:
        """Put arguments apart: those by place, and those by name."""
        if any(name == "**" and is_foreign(one) for one, name in zip(given, names, strict=True)):
            raise RunStopped("`**` of what is not read is not followed")
        return super().spread(machine, given, names)

    # --- Items -------------------------------------------------------------------------

    def length(self, machine: Machine, value: Value) -> Value:
        """Give `len(value)`."""
        if is_foreign(value):
            return self.length_given(machine, value)
        return super().length(machine, value)

    def length_given(self, machine: Machine, length: Value) -> Value:
        """Give the length that `__len__` gave."""
        if not is_foreign(length):
            return super().length_given(machine, length)
        self.touched(machine, length)
        found = fresh_input(machine)
        machine.pc = assume(machine.pc, build.less_equal(build.integer(0), found))
        if machine.pc is FALSE:
            raise Infeasible
        return found

    def get_item(self, machine: Machine, value: Value, index: Value) -> Value:
        """Read `value[index]`."""
        if is_foreign(value):
            return self.touched(machine, value, index)
        if is_foreign(index) and isinstance(value, tuple | Text):
            if self.is_plain(value):
                return self.touched(machine, index)
            raise RunStopped("a place that is not known is not followed")
        return super().get_item(machine, value, index)

    def item_method(self, machine: Machine, name: str, values: Sequence[Value]) -> Value:
        """Call the method behind `value[index]`."""
        if is_foreign(values[0]):
            return self.touched(machine, *values)
        return super().item_method(machine, name, values)

    def each(
        self,
        machine: Machine,
        value: Value,
        visit: Callable[[Value], bool],
        *,
        is_kept: bool = False,
    ) -> None:
        """Visit the items of a value one by one; a visit that gives true is the last."""
        if not is_foreign(value):
            super().each(machine, value, visit, is_kept=is_kept)
            return
        for item in self.foreign_items(machine, value):
            if visit(item):
                return

    def each_next(self, machine: Machine, iterator: Value, visit: Callable[[Value], bool]) -> None:
        """Visit what `__next__` gives until it raises StopIteration."""
        if is_foreign(iterator):
            self.each(machine, iterator, visit)
        else:
            super().each_next(machine, iterator, visit)

    def way_through(self, machine: Machine, value: Value) -> Value:
        """Give what a loop goes through; behind a foreign value stands one more per item."""
        return (value, None, None) if is_foreign(value) else super().way_through(machine, value)

    def next_on_way(self, machine: Machine, way: Value) -> tuple[Value, Value] | None:
        """Give the next item, and the rest of the way; None at the end."""
        if is_foreign(way):
            way = (way, None, None)
        if type(way) is not tuple or len(way) < 3:
            return super().next_on_way(machine, way)
        item = self.touched(machine, way[0])
        machine.tick()
        if not either(machine):
            return None
        if len(way) - 3 >= MOST_ITEMS:
            raise RunStopped(f"more than {MOST_ITEMS} items of `{item.name}`")
        return item, (*way, None)

    def foreign_items(self, machine: Machine, value: Value) -> Iterator[Value]:
        """Give as many items as there may be."""
        n_items = 0
        while True:
            item = self.touched(machine, value)
            machine.tick()
            if not either(machine):
                return
            n_items += 1
            if n_items > MOST_ITEMS:
                raise RunStopped(f"more than {MOST_ITEMS} items of `{item.name}`")
            yield item

    def advance(self, machine: Machine, iterator: Value) -> Value:
        """Give `next(iterator)`."""
        if is_foreign(iterator):
            return self.touched(machine, iterator)
        return super().advance(machine, iterator)

    def unpack(self, machine: Machine, value: Value, wanted: str) -> Value:
        """Give the items of a value as a tuple of the wanted length."""
        if is_foreign(value) and wanted.isdigit():
            return (self.touched(machine, value),) * int(wanted)
        return super().unpack(machine, value, wanted)

    # --- Operators ---------------------------------------------------------------------

    def asks_foreign(self, lhs: Value, rhs: Value) -> bool:
        """Say whether an operator is a matter of foreign code alone.

        The class of an object of the program is asked first, and in the usual way.
        """
        if not is_foreign(lhs) and not is_foreign(rhs):
            return False
        other = rhs if is_foreign(lhs) else lhs
        return type(other) is not HeapObject or other.class_name in self.compiled.hierarchy.library

    def pair(self, machine: Machine, lhs: Value, rhs: Value) -> Value:
        """Give what a foreign value makes of another operand."""
        first, second = (lhs, rhs) if is_foreign(lhs) else (rhs, lhs)
        return self.touched(machine, first, second)

    def binary(self, machine: Machine, name: str, lhs: Value, rhs: Value) -> Value:
        """Compute `lhs + rhs` and its like."""
        if self.asks_foreign(lhs, rhs) and not (name == "mod" and isinstance(lhs, Text)):
            return self.pair(machine, lhs, rhs)
        return super().binary(machine, name, lhs, rhs)

    def unary(self, machine: Machine, name: str, value: Value) -> Value:
        """Compute `-value` and its like."""
        if is_foreign(value):
            return self.touched(machine, value)
        return super().unary(machine, name, value)

    def compare(self, machine: Machine, name: str, lhs: Value, rhs: Value) -> Value:
        """Compare two values."""
        if self.asks_foreign(lhs, rhs):
            return self.pair(machine, lhs, rhs)
        return super().compare(machine, name, lhs, rhs)

    def equal(self, machine: Machine, lhs: Value, rhs: Value) -> Value:
        """Compare by `==`."""
        if self.asks_foreign(lhs, rhs):
            return self.pair(machine, lhs, rhs)
        return super().equal(machine, lhs, rhs)

    def unequal(self, machine: Machine, lhs: Value, rhs: Value) -> Value:
        """Compare by `!=`."""
        if self.asks_foreign(lhs, rhs):
            return self.pair(machine, lhs, rhs)
        return super().unequal(machine, lhs, rhs)

    def same_or_equal(self, machine: Machine, lhs: Value, rhs: Value) -> bool:
        """Say what containers ask of two items: two foreign values may be one or not."""
        if is_foreign(lhs) or is_foreign(rhs):
            return either(machine) or self.truth(machine, self.equal(machine, lhs, rhs))
        return super().same_or_equal(machine, lhs, rhs)

    def truth(self, machine: Machine, value: Value) -> bool:
        """Say whether a value counts as true."""
        if is_foreign(value):
            self.touched(machine, value)
            return either(machine)
        return super().truth(machine, value)

    def contains(self, machine: Machine, container: Value, item: Value) -> Value:
        """Answer `item in container`."""
        if is_foreign(container):
            self.touched(machine, container, item)
            return either(machine)
        if is_foreign(item) and isinstance(container, Text):
            self.touched(machine, item)
            return either(machine)
        return super().contains(machine, container, item)

    def may_match(self, machine: Machine, one: Value, key: Value) -> bool:
        """Say whether two keys have the same hash, as far as their classes compute it."""
        if is_foreign(one) or is_foreign(key):
            return True
        return super().may_match(machine, one, key)

    def doubt_hashes(self, machine: Machine, one: Value, key: Value) -> None:
        """Note where two equal keys were taken to have the same hash."""
        if not is_foreign(one) and not is_foreign(key):
            super().doubt_hashes(machine, one, key)

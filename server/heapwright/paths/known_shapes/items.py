"""The items of symbolic values of any kind: by position, one after another, as arguments.

Place: paths/known_shapes/. Part of `operations`, on top of `calls`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heapwright.heaps.known_shape import ABSENT, HeapObject, NamedValue, SpelledText, Text, Value
from heapwright.ir.core.operations import FUNCTION_FIELD, LARGEST_WORD
from heapwright.ir.python_names.native_names import NOTICING
from heapwright.ir.reach.endings import CAUGHT_END
from heapwright.paths.known_shapes.calls import CallOperations
from heapwright.paths.known_shapes.kinds import (
    BROKEN,
    DONE,
    FRESH,
    GENERATOR,
    LEFT,
    RUNNING,
    STATE_FIELD,
)
from heapwright.paths.runs.machine import GeneratorLeft, Machine, RunStopped, SubjectThrow
from heapwright.paths.runs.text_demands import length_of, note_needed
from heapwright.paths.values.any_kind import kind_of, known_int, number_of, settled, spelt
from heapwright.paths.values.numbers import decided, ordered
from heapwright.terms.build import add, integer
from heapwright.terms.term import Term


class ItemOperations(CallOperations):
    """The operations on items of one instruction."""

    __slots__ = ()

    def length(self, machine: Machine, value: Value) -> Value:
        """Give `len(value)`."""
        if type(value) is tuple:
            return len(value)
        if isinstance(value, Text):
            return length_of(spelt(value))
        members = self.members(machine, value)
        if members is not None:
            return len(members)
        method = self.method(value, "__len__")
        if method is None:
            raise self.lacks(value, "__len__", "TypeError")
        return self.length_given(machine, self.call(machine, method, [value]))

    def length_given(self, machine: Machine, length: Value) -> Value:
        """Give the length that `__len__` gave."""
        if kind_of(length) not in ("int", "bool"):
            raise self.throw("TypeError")
        number = number_of(length)
        assert number is not None
        if decided(machine, ordered(machine, "lt", number, 0)):
            raise self.throw("ValueError")
        if decided(machine, ordered(machine, "lt", LARGEST_WORD, number)):
            raise self.throw("OverflowError")
        return number

    def get_item(self, machine: Machine, value: Value, index: Value) -> Value:
        """Read `value[index]`."""
        if isinstance(value, tuple | Text):
            sequence = value if isinstance(value, tuple) else self.text.items(value)
            if type(index) is HeapObject and index.class_name == "slice":
                start = index.fields["start"]
                if isinstance(value, SpelledText) and isinstance(start, int):
                    note_needed(machine, value, start + 1)
                cut = self.text.sliced(machine, sequence, index)
                if isinstance(value, tuple):
                    return cut
                return self.text.joined("", [self.text.string_from(one) for one in cut])
            position = number_of(index)
            if position is None and self.is_object(index):
                position = number_of(self.item_method(machine, "__index__", (index,)))
            if not isinstance(position, int | Term):
                self.check_no_index(index)
                raise self.throw("TypeError")
            n = len(sequence)
            place = known_int(machine, position, -n, n)
            if place is None or not -n <= place < n:
                if place is not None and isinstance(value, SpelledText):
                    note_needed(machine, value, place + 1 if place >= 0 else -place)
                raise self.throw("IndexError")
            return sequence[place]
        if isinstance(value, NamedValue) and value.kind == "type":
            found = self.compiled.static(value.name, "(named)")
            if found is None:
                raise RunStopped("`[…]` of a class is not followed")
            return self.call(machine, found, [index])
        return self.item_method(machine, "__getitem__", (value, index))

    def check_no_index(self, *values: Value) -> None:
        """Stop where an object would count as the number that it gives for itself."""
        for value in values:
            if self.method(value, "__index__") is not None:
                raise RunStopped("an object in the place of a number is not followed")

    def members(self, machine: Machine, value: Value) -> tuple[Value, ...] | None:
        """Give the members of an Enum; None for anything else."""
        if not isinstance(value, NamedValue) or value.kind != "type":
            return None
        found = self.compiled.static(value.name, "(members)")
        if found is None:
            return None
        members = self.call(machine, found, [])
        assert type(members) is tuple
        return members

    def has_member(self, machine: Machine, value: NamedValue, item: Value) -> bool:
        """Answer `item in Color`."""
        members = self.members(machine, value)
        if members is None:
            raise self.throw("TypeError")
        if not isinstance(item, NamedValue) or item.kind != value.name:
            raise RunStopped("`in` an Enum of what is no member is not followed")
        return item in members

    def item_method(self, machine: Machine, name: str, values: Sequence[Value]) -> Value:
        """Call the method behind `value[index]`."""
        method = self.method(values[0], name)
        if method is None:
            raise self.lacks(values[0], name, "TypeError")
        return self.call(machine, method, list(values))

    def items(self, machine: Machine, value: Value) -> list[Value]:
        """Give all items of a value."""
        if type(value) is tuple:
            return list(value)
        found: list[Value] = []

        def visit(item: Value) -> bool:
            found.append(item)
            return False

        self.each(machine, value, visit)
        return found

    def each(
        self,
        machine: Machine,
        value: Value,
        visit: Callable[[Value], bool],
        *,
        is_kept: bool = False,
    ) -> None:
        """Visit the items of a value one by one; a visit that gives true is the last.

        With `is_kept` somebody may go on with the value itself, if it is an iterator.
        """
        if isinstance(value, Text):
            value = self.text.items(value)
        members = self.members(machine, value)
        if members is not None:
            value = members
        if type(value) is tuple:
            for item in value:
                machine.tick()
                if visit(item):
                    return
            return
        if type(value) is HeapObject and value.class_name == GENERATOR:
            self.each_yielded(machine, value, visit, is_kept=is_kept)
            return
        if self.is_object(value):
            method = self.method(value, "__iter__")
            if method is not None:
                iterator = self.call(machine, method, [value])
                if type(iterator) is HeapObject and iterator.class_name == GENERATOR:
                    self.each_yielded(machine, iterator, visit)
                elif iterator is value or self.method(iterator, "__next__") is not None:
                    self.each_next(machine, iterator, visit)
                else:
                    raise self.throw("TypeError")
                return
            self.lacks(value, "__iter__", "TypeError")
            if self.method(value, "__getitem__") is not None:
                self.each_by_index(machine, value, visit)
                return
        raise self.lacks(value, "__iter__", "TypeError")

    def each_next(self, machine: Machine, iterator: Value, visit: Callable[[Value], bool]) -> None:
        """Visit what `__next__` gives until it raises StopIteration."""
        method = self.method(iterator, "__next__")
        if method is None:
            raise self.throw("TypeError")
        while True:
            machine.tick()
            depth = machine.depth
            try:
                item = self.call(machine, method, [iterator])
            except SubjectThrow as thrown:
                if not self.is_caught(machine, thrown, ("StopIteration",)):
                    raise
                machine.depth = depth
                return
            if visit(item):
                return

    def each_by_index(self, machine: Machine, value: Value, visit: Callable[[Value], bool]) -> None:
        """Visit the items 0, 1, … until there is none."""
        index = 0
        while True:
            machine.tick()
            depth = machine.depth
            try:
                item = self.item_method(machine, "__getitem__", (value, index))
            except SubjectThrow as thrown:
                if not self.is_caught(machine, thrown, ("IndexError",)):
                    raise
                machine.depth = depth
                return
            if visit(item):
                return
            index += 1

    def each_yielded(
        self,
        machine: Machine,
        generator: HeapObject,
        visit: Callable[[Value], bool],
        *,
        is_kept: bool = False,
    ) -> None:
        """Run a generator to its end, visiting what it yields, as long as visits want more.

        The generator runs below the loop and not beside it; a visit that is the last one,
        or that throws, leaves it by an exception that no handler of it sees. Nobody can go on in
        it then. One that somebody keeps is advanced item by item.
        """
        fields = generator.fields
        state = fields[STATE_FIELD]
        if state == DONE:
            return
        name = fields[FUNCTION_FIELD]
        assert isinstance(name, NamedValue)
        made = self.compiled.generators[name.name]
        if state != FRESH or ((is_kept or generator not in machine.fresh) and made.can_wait):
            while True:
                machine.tick()
                item = self.next_item(machine, generator)
                if item is ABSENT or visit(item):
                    return
        self.touch(machine, generator)
        fields[STATE_FIELD] = LEFT
        depth, token = machine.depth, object()

        def handler(item: Value) -> None:
            machine.tick()
            try:
                if visit(item):
                    raise GeneratorLeft(token, None)
            except SubjectThrow as thrown:
                raise GeneratorLeft(token, thrown) from None

        arguments = [value for key, value in fields.items() if type(key) is int]
        try:
            made.run_yielding(machine, arguments, handler)
        except GeneratorLeft as left:
            if left.token is not token:
                raise
            if made.catches_end:
                raise RunStopped(CAUGHT_END) from None
            machine.depth = depth
            if left.thrown is not None:
                raise left.thrown from None
            return
        except SubjectThrow:
            self.end(machine, generator)
            raise
        self.end(machine, generator)

    def end(self, machine: Machine, generator: HeapObject) -> None:
        """Let a generator be at its end: nothing is left of what it was doing."""
        generator.fields = {
            FUNCTION_FIELD: generator.fields[FUNCTION_FIELD],
            STATE_FIELD: DONE,
        }
        machine.unfinished.pop(generator, None)

    def advance(self, machine: Machine, iterator: Value) -> Value:
        """Give `next(iterator)`."""
        if type(iterator) is HeapObject and iterator.class_name == GENERATOR:
            return self.sent_into(machine, iterator, None)
        method = self.method(iterator, "__next__")
        if method is None:
            raise self.lacks(iterator, "__next__", "TypeError")
        return self.call(machine, method, [iterator])

    def sent_into(self, machine: Machine, generator: Value, value: Value) -> Value:
        """Go on in a generator, where `yield` gives a value there; give what it yields next."""
        assert type(generator) is HeapObject
        if value is not None and not self.is_written_generator(generator):
            raise RunStopped("`send` of an iterator is not followed")
        if value is not None and generator.fields[STATE_FIELD] == FRESH:
            raise self.throw("TypeError")
        item = self.next_item(machine, generator, value)
        if item is ABSENT:
            raise self.throw("StopIteration")
        return item

    def thrown_into(self, machine: Machine, generator: Value, error: Value) -> Value:
        """Throw an exception where a generator waits; give what it yields next."""
        assert type(generator) is HeapObject
        if not self.is_written_generator(generator):
            raise RunStopped("`throw` and `close` of an iterator are not followed")
        if type(error) is not HeapObject:
            raise RunStopped("such an exception that is thrown into a generator is not followed")
        thrown = SubjectThrow(error.class_name, error, self.function, self.site)
        item = self.next_item(machine, generator, thrown)
        if item is ABSENT:
            raise self.throw("StopIteration")
        return item

    def check_waits(self, state: Value) -> None:
        """Stop, or throw, where a generator does not wait for somebody to go on in it."""
        if state == LEFT:
            raise RunStopped("a generator that goes on later is not followed")
        if state == RUNNING:
            raise self.throw("ValueError")
        if state == BROKEN:
            raise self.throw("RuntimeError")

    def next_item(
        self, machine: Machine, generator: HeapObject, sent: Value | SubjectThrow = None
    ) -> Value:
        """Let a generator run to its next item; none where it has ended.

        Where it waits, a value is sent, or an exception thrown.
        """
        fields = generator.fields
        state, name = fields[STATE_FIELD], fields[FUNCTION_FIELD]
        self.check_waits(state)
        if state == DONE:
            if isinstance(sent, SubjectThrow):
                raise sent
            return ABSENT
        assert isinstance(name, NamedValue)
        if name.name in NOTICING and generator not in machine.fresh:
            raise RunStopped("an iterator of a deque that goes on later is not followed")
        self.touch(machine, generator)
        if isinstance(sent, SubjectThrow) and state == FRESH:
            self.end(machine, generator)
            raise sent
        depth = machine.depth
        machine.depth += 1
        if machine.depth > machine.max_depth:
            raise RunStopped(f"more than {machine.max_depth} calls deep", is_limit=True)
        fields[STATE_FIELD] = RUNNING
        made = self.compiled.generators[name.name]
        try:
            item = made.go_on(machine, generator, state, sent)
        except SubjectThrow as thrown:
            machine.depth = depth
            self.end(machine, generator)
            if thrown.class_name == "RuntimeError" and thrown.function == name.name:
                if self.compiled.hierarchy.is_of_library(made.function):
                    generator.fields[STATE_FIELD] = BROKEN
            elif thrown is not sent and self.is_caught(machine, thrown, ("StopIteration",)):
                # Python does not let this pass for the end.
                raise self.throw("RuntimeError") from None
            raise
        machine.depth = depth
        if item is ABSENT:
            self.end(machine, generator)
        return item

    # --- The way of a loop through a value, as a value -----------------------------------

    def way_through(self, machine: Machine, value: Value) -> Value:
        """Give what a loop goes through that may wait between two items.

        An iterator; or a tuple with the items that are left; or what has items by position, and
        the next position.
        """
        if self.is_generator(value):
            return value
        members = self.members(machine, value)
        if members is not None:
            value = members
        if isinstance(value, Text):
            value = self.text.items(value)
        if type(value) is tuple:
            return (value,)
        maker = self.method(value, "__iter__")
        if maker is None:
            self.lacks(value, "__iter__", "TypeError")
            if self.method(value, "__getitem__") is None:
                raise self.throw("TypeError")
            return (value, 0)
        iterator = self.call(machine, maker, [value])
        if self.is_generator(iterator) or self.method(iterator, "__next__") is not None:
            return iterator
        raise self.throw("TypeError")

    def next_on_way(self, machine: Machine, way: Value) -> tuple[Value, Value] | None:
        """Give the next item, and the rest of the way; None at the end."""
        machine.tick()
        match way:
            case ((),):
                return None
            case (tuple() as items,):
                return items[0], (items[1:],)
            case (value, index):
                item = self.item_before(
                    machine,
                    lambda: self.item_method(machine, "__getitem__", (value, index)),
                    ("IndexError", "StopIteration"),
                )
                assert isinstance(index, int | Term)
                following = add(index, integer(1)) if isinstance(index, Term) else index + 1
                return None if item is ABSENT else (item, (value, following))
            case HeapObject(class_name="generator"):
                item = self.next_item(machine, way)
            case _:
                item = self.item_before(
                    machine, lambda: self.advance(machine, way), ("StopIteration",)
                )
        return None if item is ABSENT else (item, way)

    def item_before(
        self, machine: Machine, ask: Callable[[], Value], ends: tuple[str, ...]
    ) -> Value:
        """Give an item that somebody asks for; none where that raises the end."""
        depth = machine.depth
        try:
            return ask()
        except SubjectThrow as thrown:
            if not self.is_caught(machine, thrown, ends):
                raise
            machine.depth = depth
            return ABSENT

    def is_generator(self, value: Value) -> bool:
        """Say whether a value is a generator."""
        return type(value) is HeapObject and value.class_name == GENERATOR

    def is_written_generator(self, value: Value) -> bool:
        """Say whether a value is a generator of the text: iterators of the library have less."""
        if type(value) is not HeapObject or value.class_name != GENERATOR:
            return False
        name = value.fields[FUNCTION_FIELD]
        assert isinstance(name, NamedValue)
        made = self.compiled.generators[name.name]
        return not self.compiled.hierarchy.is_of_library(made.function)

    def passed_on(self, machine: Machine, way: Value, sent: Value | SubjectThrow) -> Value:
        """Send or throw into what a `yield from` goes through; give its next item, if any."""
        if self.is_written_generator(way):
            assert type(way) is HeapObject
            item = self.next_item(machine, way, sent)
            if isinstance(sent, SubjectThrow) and sent.class_name == "GeneratorExit":
                # The inner one is closed first.
                raise sent if item is ABSENT else self.throw("RuntimeError")
            return item
        if not isinstance(sent, SubjectThrow):
            raise RunStopped("what is sent into a `yield from` of no generator is not followed")
        if self.is_generator(way):
            raise sent
        if self.method(way, "throw") is not None or self.method(way, "close") is not None:
            raise RunStopped("what is thrown into a `yield from` of no generator is not followed")
        raise sent

    def unpack(self, machine: Machine, value: Value, wanted: str) -> Value:
        """Give the items of a value as a tuple of the wanted length."""
        before, star, after = wanted.partition("*")
        items = self.items(machine, value)
        if not star:
            if len(items) != int(before):
                raise self.throw("ValueError")
            return tuple(items)
        n, m = int(before), int(after)
        if len(items) < n + m:
            raise self.throw("ValueError")
        rest = [settled(machine, item) for item in items[n : len(items) - m]]
        middle = self.new_container(machine, "list", rest)
        return (*items[:n], middle, *items[len(items) - m :])

    def call_value(
        self, machine: Machine, callee: Value, given: list[Value], names: Sequence[str | None]
    ) -> Value:
        """Call a value: a class, a function, a method, or an object with `__call__`."""
        positional, named = self.spread(machine, given, names)
        return self.call_spread(machine, callee, positional, named)

    def call_method(
        self,
        machine: Machine,
        receiver: Value,
        name: str,
        given: list[Value],
        names: Sequence[str | None],
    ) -> Value:
        """Call `receiver.name(…)`."""
        positional, named = self.spread(machine, given, names)
        return self.call_found(machine, receiver, name, positional, named)

    def spread(
        self, machine: Machine, given: list[Value], names: Sequence[str | None]
    ) -> tuple[list[Value], dict[str, Value]]:
        """Put arguments apart: those by place, and those by name."""
        positional: list[Value] = []
        named: dict[str, Value] = {}
        for value, name in zip(given, names, strict=True):
            if name is None:
                positional.append(value)
            elif name == "*":
                positional.extend(self.items(machine, value))
            elif name == "**":
                if type(value) is not HeapObject or "dict" not in self.compiled.ancestors.get(
                    value.class_name, ()
                ):
                    raise RunStopped("`**` of what is no dict is not followed")
                for entry in self.entries(value):
                    assert type(entry) is tuple
                    key = entry[0]
                    if "str" in self.compiled.ancestors.get(kind_of(key), ()) and not isinstance(
                        key, Text
                    ):
                        raise RunStopped("an object that is a string too is not followed here")
                    if not isinstance(key, Text):
                        raise self.throw("TypeError")
                    self.add_named(named, self.text.known(key), entry[1])
            else:
                self.add_named(named, name, value)
        return positional, named

    def add_named(self, named: dict[str, Value], name: str, value: Value) -> None:
        """Take one more argument by name; each name comes once."""
        if name in named:
            raise self.throw("TypeError")
        named[name] = value

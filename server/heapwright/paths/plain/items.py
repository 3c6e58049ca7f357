"""The items of plain values: by position, and one after another.

Place: paths/plain/. Part of `dynamic`, on top of `calls`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from heapwright.ir.core.operations import LARGEST_WORD
from heapwright.ir.python_names.native_names import NOTICING
from heapwright.ir.reach.endings import catches_its_end
from heapwright.paths.plain.calls import PlainCalls
from heapwright.paths.plain.heap import VOID_VALUE, Named, Reference
from heapwright.paths.plain.machine import (
    Dynamic,
    LoopLeft,
    Machine,
    Pause,
    Signal,
    Stopped,
    Thrown,
    Unfollowed,
)
from heapwright.paths.plain.waits import all_go_on

Visit: TypeAlias = Callable[[Dynamic], bool]
# How far a generator has run. One that waits has the path to its `yield` instead, see `pull`; one
# that a loop left before its end is in the middle of something and cannot go on. A spoilt one of
# the library says each time that what it goes through has changed.
NEW, PART, END, BUSY, SPOILT = 0, 1, 2, 3, 4
_NOTHING = object()


class PlainItems(PlainCalls):
    """The operations on items of one instruction."""

    def do_len(self, machine: Machine, value: Dynamic) -> int:
        """Give what the operation `len` gives."""
        if isinstance(value, str | tuple):
            return len(value)
        members = self.members(machine, value)
        if members is not None:
            return len(members)
        callee = self.find(machine, value, "__len__")
        if callee is None:
            raise self.lacks(machine, value, "__len__", "TypeError")
        length = self.invoke(machine, callee, [value])
        if not isinstance(length, int):
            raise self.error("TypeError")
        if length < 0:
            raise self.error("ValueError")
        if length > LARGEST_WORD:
            raise self.error("OverflowError")
        return int(length)

    def do_getitem(self, machine: Machine, value: Dynamic, index: Dynamic) -> Dynamic:
        """Give what the operation `getitem` gives."""
        if isinstance(value, str | tuple):
            if self.kind(machine, index) == "slice":
                bounds = tuple(machine.rows[index.number])
                for bound in bounds:
                    if bound is not None and not isinstance(bound, int):
                        if self.find(machine, bound, "__index__") is not None:
                            raise Unfollowed("an object in the place of a number", self.function)
                        raise self.error("TypeError")
                return self.native(lambda: value[slice(*self.slice_bounds(machine, index))])
            if self.is_object(index):
                index = self.item_method(machine, "__index__", index)
            if not isinstance(index, int):
                if self.find(machine, index, "__index__") is not None:
                    raise Unfollowed("an object in the place of a number", self.function)
                raise self.error("TypeError")
            return self.native(lambda: value[index])
        if isinstance(value, Named) and value.kind == "type":
            by_name = self.find_static(value.name, "(named)")
            if by_name is None:
                raise Unfollowed("`[…]` of a class", self.function)
            return self.invoke(machine, by_name, [index])
        return self.item_method(machine, "__getitem__", value, index)

    def members(self, machine: Machine, value: Dynamic) -> tuple[Dynamic, ...] | None:
        """Give the members of an Enum; None for any other value."""
        if not isinstance(value, Named) or value.kind != "type":
            return None
        found = self.find_static(value.name, "(members)")
        return None if found is None else tuple(self.invoke(machine, found, []))

    def is_among(self, machine: Machine, enum: Named, item: Dynamic) -> bool:
        """Say whether a value is a member of an Enum."""
        members = self.members(machine, enum)
        if members is None:
            raise self.error("TypeError")
        if not isinstance(item, Named) or item.kind != enum.name:
            raise Unfollowed("`in` an Enum of what is no member", self.function)
        return item in members

    def slice_bounds(self, machine: Machine, index: Reference) -> list[Dynamic]:
        """Give start, stop and step of a slice."""
        names = ("start", "stop", "step")
        row = machine.rows[index.number]
        return [row[self.loaded.field_table(name)["slice"]] for name in names]

    def do_setitem(self, machine: Machine, value: Dynamic, index: Dynamic, new: Dynamic) -> Dynamic:
        """Give what the operation `setitem` gives."""
        return self.item_method(machine, "__setitem__", value, index, new)

    def do_delitem(self, machine: Machine, value: Dynamic, index: Dynamic) -> Dynamic:
        """Give what the operation `delitem` gives."""
        return self.item_method(machine, "__delitem__", value, index)

    def item_method(self, machine: Machine, name: str, *values: Dynamic) -> Dynamic:
        """Call the method behind an operation on items."""
        callee = self.find(machine, values[0], name)
        if callee is None:
            raise self.lacks(machine, values[0], name, "TypeError")
        return self.invoke(machine, callee, values)

    def listed(self, machine: Machine, value: Dynamic) -> list[Dynamic]:
        """Give all items of a value."""
        found: list[Dynamic] = []

        def visit(item: Dynamic) -> bool:
            found.append(item)
            return False

        self.each(machine, value, visit)
        return found

    def each(
        self, machine: Machine, value: Dynamic, visit: Visit, *, is_shared: bool = False
    ) -> None:
        """Visit the items of a value one by one, until a visit says that it was the last.

        An iterator that is shared may be asked by others, too, for what is left of it.
        """
        members = self.members(machine, value)
        if members is not None:
            value = members
        if isinstance(value, str | tuple):
            for item in value:
                self.count(machine)
                if visit(item):
                    return
            return
        if self.kind(machine, value) == "generator":
            self.each_yielded(machine, value, visit, is_shared=is_shared)
            return
        maker = self.find(machine, value, "__iter__")
        if maker is not None:
            iterator = self.invoke(machine, maker, [value])
            if self.kind(machine, iterator) == "generator":
                self.each_yielded(machine, iterator, visit)
                return
            advance = self.find(machine, iterator, "__next__")
            if advance is None:
                raise self.error("TypeError")
            self.each_until(
                machine, "StopIteration", lambda n: self.invoke(machine, advance, [iterator]), visit
            )
            return
        self.lacks(machine, value, "__iter__", "TypeError")
        getter = self.find(machine, value, "__getitem__")
        if getter is None:
            raise self.error("TypeError")
        self.each_until(
            machine, "IndexError", lambda n: self.invoke(machine, getter, [value, n]), visit
        )

    def each_until(
        self, machine: Machine, end: str, item: Callable[[int], Dynamic], visit: Visit
    ) -> None:
        """Visit what a call gives, again and again, until it raises the exception for the end."""
        n = 0
        while True:
            self.count(machine)
            depth = machine.depth_left
            try:
                value = item(n)
            except Thrown as thrown:
                if thrown.class_name not in self.loaded.hierarchy.below(end):
                    raise
                machine.depth_left = depth
                return
            if visit(value):
                return
            n += 1

    def each_yielded(
        self,
        machine: Machine,
        generator: Reference,
        visit: Visit,
        *,
        is_shared: bool = False,
    ) -> None:
        """Run the body of a generator below the loop that wants its items.

        One that others may go on with waits after each item instead.
        """
        row = self.row(machine, generator)
        function, state, *arguments = row
        if state == END:
            return
        is_shared = is_shared or generator.number < machine.n_before
        if state != NEW or (is_shared and self.stops_anywhere(function.name)):
            while True:
                self.count(machine)
                item = self.next_of(machine, generator)
                if item is _NOTHING or visit(item):
                    return
        row[1] = PART
        depth = machine.depth_left
        loop = object()

        def take(item: Dynamic) -> None:
            self.count(machine)
            try:
                is_last = visit(item)
            except Thrown as thrown:
                raise LoopLeft(loop, thrown) from None
            if is_last:
                raise LoopLeft(loop, None)

        callee = self.loaded.callees[function.name]
        try:
            frame = [*arguments, *callee.padding[:-1], take, callee.padding[-1]]
            self.loaded.run_generator(machine, callee, frame)
        except Thrown:
            self.end(machine, generator)
            raise
        except LoopLeft as left:
            if left.loop is not loop:
                raise
            if catches_its_end(callee.function.body):
                raise Unfollowed("a generator that catches its own end", self.function) from None
            machine.depth_left = depth
            if left.thrown is not None:
                raise left.thrown from None
            return
        machine.depth_left = depth
        self.end(machine, generator)

    def end(self, machine: Machine, generator: Reference) -> None:
        """Drop all that a generator has, but who it was."""
        self.row(machine, generator)[1:] = [END]

    def do_next(self, machine: Machine, iterator: Dynamic) -> Dynamic:
        """Give what the operation `next` gives."""
        if self.kind(machine, iterator) == "generator":
            item = self.next_of(machine, iterator)
            if item is _NOTHING:
                raise self.error("StopIteration")
            return item
        return self.item_method(machine, "__next__", iterator)

    def do_throw(self, machine: Machine, generator: Dynamic, error: Dynamic) -> Dynamic:
        """Give what the operation `throw` gives."""
        if not isinstance(error, Reference) or not self.is_real_generator(machine, generator):
            raise Unfollowed("such an exception that is thrown into a generator", self.function)
        thrown = Thrown(machine.class_names[error.number], error, self.function, self.site)
        item = self.next_of(machine, generator, thrown)
        if item is _NOTHING:
            raise self.error("StopIteration")
        return item

    def do_send(self, machine: Machine, generator: Dynamic, value: Dynamic) -> Dynamic:
        """Give what the operation `send` gives."""
        if not self.is_real_generator(machine, generator):
            raise Unfollowed("what is sent into an iterator", self.function)
        if value is not None and self.row(machine, generator)[1] == NEW:
            raise self.error("TypeError")
        item = self.next_of(machine, generator, value)
        if item is _NOTHING:
            raise self.error("StopIteration")
        return item

    def next_of(
        self, machine: Machine, generator: Reference, sent: Dynamic | Thrown = None
    ) -> Dynamic:
        """Let a generator run to its next item, if there is one.

        Something may be sent to where it waits: a value, or an exception.
        """
        row = self.row(machine, generator)
        function, state, *kept = row
        if state == PART:
            raise Unfollowed("a generator that goes on later", self.function)
        if state in (BUSY, SPOILT):
            raise self.error("ValueError" if state == BUSY else "RuntimeError")
        if state == END or (state == NEW and isinstance(sent, Thrown)):
            self.end(machine, generator)
            if isinstance(sent, Thrown):
                raise sent
            return _NOTHING
        if function.name in NOTICING and generator.number < machine.n_before:
            raise Unfollowed("an iterator of a deque that goes on later", self.function)
        code = self.loaded.steps(function.name)
        callee = self.loaded.callees[function.name]
        n = callee.function.n_slots
        if state == NEW:
            frame, pause = [*kept, *callee.padding], Pause([], [], None)
        else:
            frame, pause = [*kept[:n], VOID_VALUE], Pause(list(state), kept[n:], sent)
        row[1:] = [BUSY]
        if machine.depth_left == 0:
            raise Stopped("depth", self.function)
        depth = machine.depth_left
        machine.depth_left -= 1
        try:
            signal = code(machine, frame, pause)
        except Thrown as thrown:
            machine.depth_left = depth
            self.end(machine, generator)
            is_own = thrown.class_name == "RuntimeError" and thrown.function == function.name
            if is_own and self.loaded.hierarchy.is_of_library(callee.function):
                self.row(machine, generator)[1] = SPOILT
            is_end = thrown.class_name in self.loaded.hierarchy.below("StopIteration")
            if is_end and thrown is not sent:
                raise self.error("RuntimeError") from None
            raise
        machine.depth_left = depth
        if signal is not Signal.YIELD:
            self.end(machine, generator)
            return _NOTHING
        self.row(machine, generator)[1:] = [tuple(pause.path), *frame[:-1], *pause.sources]
        return pause.item

    def stops_anywhere(self, name: str) -> bool:
        """Say whether the code of a generator can go on at each `yield`."""
        known = self.loaded.stopping
        if name not in known:
            known[name] = all_go_on(self.loaded.callees[name].function.body)
        return known[name]

    def begin(self, machine: Machine, value: Dynamic) -> Dynamic:
        """Give what a loop asks for one item after another.

        It is an iterator, or a pair of what has items by position and the next position.
        """
        if self.kind(machine, value) == "generator":
            return value
        members = self.members(machine, value)
        if members is not None:
            value = members
        if isinstance(value, str | tuple):
            return (value, 0)
        maker = self.find(machine, value, "__iter__")
        if maker is None:
            self.lacks(machine, value, "__iter__", "TypeError")
            if self.find(machine, value, "__getitem__") is None:
                raise self.error("TypeError")
            return (value, 0)
        iterator = self.invoke(machine, maker, [value])
        is_generator = self.kind(machine, iterator) == "generator"
        if not is_generator and self.find(machine, iterator, "__next__") is None:
            raise self.error("TypeError")
        return iterator

    def step(self, machine: Machine, source: Dynamic) -> tuple[Dynamic, Dynamic] | None:
        """Give the next item of what `begin` gave, and what to ask after it."""
        self.count(machine)
        depth = machine.depth_left
        if not isinstance(source, tuple):
            if self.kind(machine, source) == "generator":
                item = self.next_of(machine, source)
                return None if item is _NOTHING else (item, source)
            try:
                return self.do_next(machine, source), source
            except Thrown as thrown:
                self.check_end(thrown, "StopIteration")
        else:
            value, place = source
            if isinstance(value, str | tuple):
                return (value[place], (value, place + 1)) if place < len(value) else None
            try:
                return self.item_method(machine, "__getitem__", value, place), (value, place + 1)
            except Thrown as thrown:
                self.check_end(thrown, "IndexError", "StopIteration")
        machine.depth_left = depth
        return None

    def check_end(self, thrown: Thrown, *ends: str) -> None:
        """Throw what does not say that there are no more items."""
        if not any(thrown.class_name in self.loaded.hierarchy.below(end) for end in ends):
            raise thrown

    def is_real_generator(self, machine: Machine, value: Dynamic) -> bool:
        """Say whether a value is a generator of the text, and no iterator of the library."""
        if self.kind(machine, value) != "generator":
            return False
        function = self.loaded.callees[machine.rows[value.number][0].name].function
        return not self.loaded.hierarchy.is_of_library(function)

    def step_with(
        self, machine: Machine, source: Dynamic, sent: Dynamic | Thrown
    ) -> tuple[Dynamic, Dynamic] | None:
        """Send something to what a `yield from` goes through, and give the next item."""
        if self.is_real_generator(machine, source):
            item = self.next_of(machine, source, sent)
            if isinstance(sent, Thrown) and sent.class_name == "GeneratorExit":
                # The inner one is closed first.
                raise sent if item is _NOTHING else self.error("RuntimeError")
            return None if item is _NOTHING else (item, source)
        is_plain = (
            isinstance(source, tuple)
            or self.kind(machine, source) == "generator"
            or all(self.find(machine, source, name) is None for name in ("throw", "close"))
        )
        if not isinstance(sent, Thrown) or not is_plain:
            raise Unfollowed("what is sent into such a `yield from`", self.function)
        raise sent

    def do_gather(self, machine: Machine, value: Dynamic) -> tuple[Dynamic, ...]:
        """Give what the operation `gather` gives."""
        return tuple(self.listed(machine, value))

    def do_concat(self, machine: Machine, lhs: Dynamic, rhs: Dynamic) -> tuple[Dynamic, ...]:
        """Give what the operation `concat` gives."""
        return (*self.listed(machine, lhs), *self.listed(machine, rhs))

    def do_tuple(self, machine: Machine, *items: Dynamic) -> tuple[Dynamic, ...]:
        """Give what the operation `tuple` gives."""
        return items

    def do_list(self, machine: Machine, *items: Dynamic) -> Reference:
        """Give what the operation `list` gives."""
        return self.container(machine, "list", items)

    def do_unpack(self, machine: Machine, wanted: str, value: Dynamic) -> Dynamic:
        """Give what the operation `unpack` gives."""
        items = self.listed(machine, value)
        if "*" not in wanted:
            if len(items) != int(wanted):
                raise self.error("ValueError")
            return tuple(items)
        first, last = map(int, wanted.split("*"))
        if len(items) < first + last:
            raise self.error("ValueError")
        end = len(items) - last
        middle = self.container(machine, "list", items[first:end])
        return (*items[:first], middle, *items[end:])

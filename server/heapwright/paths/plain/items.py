"""The items of plain values: by position, and one after another.

Place: paths/plain/. Part of `dynamic`, on top of `calls`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import LARGEST_WORD
from heapwright.ir.core.walk import walk
from heapwright.ir.reach.endings import catches_its_end
from heapwright.paths.plain.calls import PlainCalls
from heapwright.paths.plain.heap import Named, Reference
from heapwright.paths.plain.machine import Dynamic, LoopLeft, Machine, Stopped, Thrown, Unfollowed

Visit: TypeAlias = Callable[[Dynamic], bool]
# How far a generator has run.
NEW, PART, END = 0, 1, 2
_NOTHING = object()


def waits_in_finally(body: ir.Body) -> bool:
    """Say whether a generator may wait inside of a `try` with a `finally`."""
    return any(
        isinstance(inner, ir.Operate) and inner.operation == "yield"
        for node in walk(body)
        if isinstance(node, ir.Try) and node.final
        for inner in walk((node,))
    )


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

    def each(self, machine: Machine, value: Dynamic, visit: Visit) -> None:
        """Visit the items of a value one by one, until a visit says that it was the last."""
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
            self.each_yielded(machine, value, visit)
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

    def each_yielded(self, machine: Machine, generator: Reference, visit: Visit) -> None:
        """Run the body of a generator below the loop that wants its items."""
        row = self.row(machine, generator)
        function, state, *arguments = row
        if state == END:
            return
        if state == PART:
            for item in self.pulled(machine, generator):
                if visit(item):
                    return
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
        self.row(machine, generator)[1] = END

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
        if not isinstance(error, Reference) or generator.number not in machine.suspended:
            raise Unfollowed("such a generator", self.function)
        item = self.next_of(machine, generator, error)
        if item is _NOTHING:
            raise self.error("StopIteration")
        return item

    def next_of(
        self, machine: Machine, generator: Reference, error: Reference | None = None
    ) -> Dynamic:
        """Let a generator run to its next item, if there is one."""
        row = self.row(machine, generator)
        function, state, *arguments = row
        if state == END:
            return _NOTHING
        steps = machine.suspended.get(generator.number)
        if steps is None:
            if state == PART:
                raise Unfollowed("a generator that goes on later", self.function)
            made = self.loaded.callees[function.name].function
            steps = machine.suspended[generator.number] = self.loaded.steps(
                machine, made, arguments
            )
            if waits_in_finally(made.body) or catches_its_end(made.body):
                machine.unfinished.add(generator.number)
        row[1] = PART
        if machine.depth_left == 0:
            raise Stopped("depth", self.function)
        depth = machine.depth_left
        machine.depth_left -= 1
        resumed, machine.resumed = machine.resumed, machine.depth_left
        try:
            if error is None:
                item = next(steps, _NOTHING)
            else:
                name = machine.class_names[error.number]
                item = steps.throw(Thrown(name, error, self.function, self.site))
        except StopIteration:
            item = _NOTHING
        except Thrown as thrown:
            self.row(machine, generator)[1] = END
            machine.unfinished.discard(generator.number)
            if error is None and thrown.class_name in self.loaded.hierarchy.below("StopIteration"):
                raise self.error("RuntimeError") from None
            raise
        finally:
            machine.resumed = resumed
        machine.depth_left = depth
        if item is _NOTHING:
            self.row(machine, generator)[1] = END
            machine.unfinished.discard(generator.number)
        return item

    def pulled(self, machine: Machine, value: Dynamic) -> Iterator[Dynamic]:
        """Give the items of a value, each when it is asked for."""
        if isinstance(value, str | tuple):
            for item in value:
                self.count(machine)
                yield item
            return
        maker, getter = (self.find(machine, value, n) for n in ("__iter__", "__getitem__"))
        if maker is None and getter is None:
            raise self.error("TypeError")
        source = value if maker is None else self.invoke(machine, maker, [value])
        end = "IndexError" if maker is None else "StopIteration"
        place = 0
        while True:
            self.count(machine)
            depth = machine.depth_left
            try:
                if maker is None and getter is not None:
                    item = self.invoke(machine, getter, [value, place])
                else:
                    item = self.do_next(machine, source)
            except Thrown as thrown:
                if thrown.class_name not in self.loaded.hierarchy.below(end):
                    raise
                machine.depth_left = depth
                return
            yield item
            place += 1

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

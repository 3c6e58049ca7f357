"""A circular doubly linked list with a header.

Iterators can be made, but their methods are not part of the subject.

Source: [MSEQ] Table 1, subject 11 (SIR DList, `DoubleLinkedList`). |M| = 22.
"""

from __future__ import annotations

from heapwright import invariant, scope, spec


class Collection:
    """Nothing makes a collection, so only None can be passed as one."""

    # heapwright: private
    def __init__(self) -> None:
        pass

    def count(self) -> int:
        return 0

    def at(self, index: int) -> object | None:
        return None


class Entry:
    # heapwright: private
    def __init__(self, element: object | None) -> None:
        self.element = element
        self.next: Entry | None = None
        self.previous: Entry | None = None


class ListItr:
    # heapwright: private
    def __init__(self, outer: DoubleLinkedList, header: Entry) -> None:
        self.last_returned = header
        self.next = header.next
        self.next_index = 0
        self.expected_mod_count = 0
        self.outer = outer


class DoubleLinkedList:
    def __init__(self) -> None:
        self._header = Entry(None)
        self._header.next = self._header
        self._header.previous = self._header
        self._size = 0
        self._mod_count = 0

    def get_first(self) -> object | None:
        if self._size == 0:
            raise IndexError("the list is empty")
        return self._header.next.element

    def get_last(self) -> object | None:
        if self._size == 0:
            raise IndexError("the list is empty")
        return self._header.previous.element

    def remove_first(self) -> object | None:
        return self._remove_entry(self._header.next)

    def remove_last(self) -> object | None:
        return self._remove_entry(self._header.previous)

    def add_first(self, x: object | None) -> None:
        self._add_before(x, self._header.next)

    def add_last(self, x: object | None) -> None:
        self._add_before(x, self._header)

    def __contains__(self, x: object | None) -> bool:
        return self.index(x) != -1

    def __len__(self) -> int:
        return self._size

    def add(self, x: object | None) -> bool:
        self._add_before(x, self._header)
        return True

    def remove(self, x: object | None) -> bool:
        """Remove the first such element; say whether there was one."""
        entry = self._header.next
        while entry is not self._header and entry.element is not x:
            entry = entry.next
        if entry is self._header:
            return False
        self._remove_entry(entry)
        return True

    def extend(self, items: Collection | None) -> bool:
        return self.extend_at(self._size, items)

    def extend_at(self, index: int, items: Collection | None) -> bool:
        if index < 0 or index > self._size:
            raise IndexError(index)
        successor = self._header if index == self._size else self._entry_at(index)
        count = items.count()
        done = 0
        while done < count:
            self._add_before(items.at(done), successor)
            done += 1
        return count != 0

    def clear(self) -> None:
        """The entries keep their links: only the header forgets them."""
        self._header.next = self._header
        self._header.previous = self._header
        self._size = 0
        self._mod_count += 1

    def __getitem__(self, index: int) -> object | None:
        return self._entry_at(index).element

    def replace(self, index: int, element: object | None) -> object | None:
        entry = self._entry_at(index)
        old = entry.element
        entry.element = element
        return old

    def insert(self, index: int, element: object | None) -> None:
        self._add_before(element, self._header if index == self._size else self._entry_at(index))

    def remove_at(self, index: int) -> object | None:
        return self._remove_entry(self._entry_at(index))

    def index(self, x: object | None) -> int:
        index = 0
        entry = self._header.next
        while entry is not self._header and entry.element is not x:
            index += 1
            entry = entry.next
        return -1 if entry is self._header else index

    def last_index(self, x: object | None) -> int:
        index = self._size - 1
        entry = self._header.previous
        while entry is not self._header and entry.element is not x:
            index -= 1
            entry = entry.previous
        return index

    def list_iterator(self, index: int) -> ListItr:
        if index < 0 or index > self._size:
            raise IndexError(index)
        itr = ListItr(self, self._header)
        while itr.next_index < index:
            itr.next = itr.next.next
            itr.next_index += 1
        itr.expected_mod_count = self._mod_count
        return itr

    def copy(self) -> object | None:
        """The class cannot be copied, so this never succeeds."""
        raise NotImplementedError

    def _entry_at(self, index: int) -> Entry:
        """Go forward from the header."""
        if index < 0 or index >= self._size:
            raise IndexError(index)
        entry = self._header.next
        while index > 0:
            entry = entry.next
            index -= 1
        return entry

    def _add_before(self, x: object | None, place: Entry) -> None:
        entry = Entry(x)
        entry.next = place
        entry.previous = place.previous
        place.previous.next = entry
        place.previous = entry
        self._size += 1
        self._mod_count += 1

    def _remove_entry(self, entry: Entry) -> object | None:
        if entry is self._header:
            raise IndexError("the list is empty")
        element = entry.element
        entry.previous.next = entry.next
        entry.next.previous = entry.previous
        self._size -= 1
        self._mod_count += 1
        return element

    def _ring_from(self, entry: Entry, left: int) -> bool:
        """The links agree, and `left` more entries lead back to the header."""
        if entry.next.previous is not entry:
            return False
        if left == 0:
            return entry.next is self._header
        return entry.next is not self._header and self._ring_from(entry.next, left - 1)

    @invariant
    def ring(self) -> bool:
        return self._header.element is None and self._ring_from(self._header, self._size)


# The header counts, and so does a removed entry that an iterator still knows.
# reachable
@scope(Entry=6, ListItr=1)
@spec
def FIVE(items: DoubleLinkedList) -> bool:
    return items._size == 5 and items._header.previous.element is not None


# reachable: `clear` leaves the entries as they were, and an iterator still sees them
@spec
def STALE(i: ListItr) -> bool:
    return i.outer._size == 0 and i.next is not i.last_returned and i.next.next is not i.next


# unreachable: the links agree in both directions
@spec
def ONE_WAY(items: DoubleLinkedList) -> bool:
    return items._header.next.previous is not items._header

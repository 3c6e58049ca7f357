"""A sorted map from ints, as a red-black tree.

Source: [MSEQ] Table 1, subject 6 (Kiasan RBT, `TreeMap`). |M| = 10.
"""

from __future__ import annotations

from heapwright import invariant, scope, spec


class Entry:
    # heapwright: private
    def __init__(self, key: int, value: object | None, parent: Entry | None) -> None:
        self.key = key
        self.value = value
        self.left: Entry | None = None
        self.right: Entry | None = None
        self.parent = parent
        self.is_black = True


class TreeMap:
    def __init__(self) -> None:
        self._root: Entry | None = None
        self._size = 0
        self._mod_count = 0

    def __len__(self) -> int:
        return self._size

    def __contains__(self, key: int) -> bool:
        return self._entry_of(key) is not None

    def contains_value(self, value: object | None) -> bool:
        entry = self._first_entry()
        while entry is not None and entry.value is not value:
            entry = self._successor(entry)
        return entry is not None

    def get(self, key: int) -> object | None:
        entry = self._entry_of(key)
        return None if entry is None else entry.value

    def first_key(self) -> int:
        if self._root is None:
            raise KeyError("the map is empty")
        return self._first_entry().key

    def last_key(self) -> int:
        if self._root is None:
            raise KeyError("the map is empty")
        return self._last_entry().key

    def put(self, key: int, value: object | None) -> object | None:
        """Give the value that the key had before, or None."""
        parent = self._place_for(key)
        if parent is None:
            self._root = Entry(key, value, None)
            self._size = 1
            self._mod_count += 1
            return None
        if key == parent.key:
            old = parent.value
            parent.value = value
            return old
        entry = Entry(key, value, parent)
        if key < parent.key:
            parent.left = entry
        else:
            parent.right = entry
        self._fix_after_insertion(entry)
        self._size += 1
        self._mod_count += 1
        return None

    def remove(self, key: int) -> object | None:
        """Give the value that the key had, or None."""
        entry = self._entry_of(key)
        if entry is None:
            return None
        old = entry.value
        self._delete_entry(entry)
        return old

    def clear(self) -> None:
        self._root = None
        self._size = 0
        self._mod_count += 1

    def _entry_of(self, key: int) -> Entry | None:
        entry = self._root
        while entry is not None and key != entry.key:
            entry = entry.left if key < entry.key else entry.right
        return entry

    def _place_for(self, key: int) -> Entry | None:
        """Give the entry with the key, else the one that a new entry hangs below."""
        place = entry = self._root
        while entry is not None:
            place = entry
            if key < entry.key:
                entry = entry.left
            elif entry.key < key:
                entry = entry.right
            else:
                entry = None
        return place

    def _first_entry(self) -> Entry | None:
        entry = self._root
        if entry is not None:
            while entry.left is not None:
                entry = entry.left
        return entry

    def _last_entry(self) -> Entry | None:
        entry = self._root
        if entry is not None:
            while entry.right is not None:
                entry = entry.right
        return entry

    def _successor(self, entry: Entry) -> Entry | None:
        """Give the entry with the next larger key, or None."""
        if entry.right is not None:
            following = entry.right
            while following.left is not None:
                following = following.left
            return following
        above = entry.parent
        while above is not None and entry is above.right:
            entry = above
            above = above.parent
        return above

    # What is not there is black, and its neighbours are not there either.

    def _blackness(self, entry: Entry | None) -> bool:
        return entry is None or entry.is_black

    def _parent_of(self, entry: Entry | None) -> Entry | None:
        return None if entry is None else entry.parent

    def _left_of(self, entry: Entry | None) -> Entry | None:
        return None if entry is None else entry.left

    def _right_of(self, entry: Entry | None) -> Entry | None:
        return None if entry is None else entry.right

    def _paint(self, entry: Entry | None, is_black: bool) -> None:
        if entry is not None:
            entry.is_black = is_black

    def _rotate_left(self, entry: Entry | None) -> None:
        if entry is not None:
            top = entry.right
            entry.right = top.left
            if top.left is not None:
                top.left.parent = entry
            self._replace_below(entry.parent, entry, top)
            top.left = entry
            entry.parent = top

    def _rotate_right(self, entry: Entry | None) -> None:
        if entry is not None:
            top = entry.left
            entry.left = top.right
            if top.right is not None:
                top.right.parent = entry
            self._replace_below(entry.parent, entry, top)
            top.right = entry
            entry.parent = top

    def _replace_below(self, parent: Entry | None, old: Entry, fresh: Entry | None) -> None:
        """Hang `fresh` where `old` hangs; None may stand for an entry that goes."""
        if parent is None:
            self._root = fresh
        elif parent.left is old:
            parent.left = fresh
        else:
            parent.right = fresh
        if fresh is not None:
            fresh.parent = parent

    def _fix_after_insertion(self, x: Entry) -> None:
        """The new entry is red; while its parent is red too, push the conflict up or turn."""
        x.is_black = False
        while x is not self._root and not self._blackness(x.parent):
            grandparent = self._parent_of(x.parent)
            if x.parent is self._left_of(grandparent):
                uncle = self._right_of(grandparent)
                if not self._blackness(uncle):
                    self._paint(x.parent, True)
                    self._paint(uncle, True)
                    self._paint(grandparent, False)
                    x = grandparent
                else:
                    if x is x.parent.right:
                        x = x.parent
                        self._rotate_left(x)
                    self._paint(x.parent, True)
                    self._paint(grandparent, False)
                    self._rotate_right(grandparent)
            else:
                uncle = self._left_of(grandparent)
                if not self._blackness(uncle):
                    self._paint(x.parent, True)
                    self._paint(uncle, True)
                    self._paint(grandparent, False)
                    x = grandparent
                else:
                    if x is x.parent.left:
                        x = x.parent
                        self._rotate_right(x)
                    self._paint(x.parent, True)
                    self._paint(grandparent, False)
                    self._rotate_left(grandparent)
        self._root.is_black = True

    def _delete_entry(self, entry: Entry) -> None:
        self._size -= 1
        self._mod_count += 1
        # With two children, the next entry moves up and its place goes instead.
        if entry.left is not None and entry.right is not None:
            following = self._successor(entry)
            entry.key = following.key
            entry.value = following.value
            entry = following
        child = entry.left if entry.left is not None else entry.right
        if child is not None:
            self._replace_below(entry.parent, entry, child)
            if entry.is_black:
                self._fix_after_deletion(child)
        else:
            # A leaf stands in for the nothing that replaces it until all is repaired.
            if entry.is_black and entry.parent is not None:
                self._fix_after_deletion(entry)
            self._replace_below(entry.parent, entry, None)

    def _fix_after_deletion(self, x: Entry) -> None:
        """Every path through `x` lacks one black entry: find one to add, or push the lack up."""
        while x is not self._root and self._blackness(x):
            if x is self._left_of(self._parent_of(x)):
                sibling = self._right_of(self._parent_of(x))
                if not self._blackness(sibling):
                    self._paint(sibling, True)
                    self._paint(self._parent_of(x), False)
                    self._rotate_left(self._parent_of(x))
                    sibling = self._right_of(self._parent_of(x))
                if self._blackness(self._left_of(sibling)) and self._blackness(
                    self._right_of(sibling)
                ):
                    self._paint(sibling, False)
                    x = self._parent_of(x)
                else:
                    if self._blackness(self._right_of(sibling)):
                        self._paint(self._left_of(sibling), True)
                        self._paint(sibling, False)
                        self._rotate_right(sibling)
                        sibling = self._right_of(self._parent_of(x))
                    self._paint(sibling, self._blackness(self._parent_of(x)))
                    self._paint(self._parent_of(x), True)
                    self._paint(self._right_of(sibling), True)
                    self._rotate_left(self._parent_of(x))
                    x = self._root
            else:
                sibling = self._left_of(self._parent_of(x))
                if not self._blackness(sibling):
                    self._paint(sibling, True)
                    self._paint(self._parent_of(x), False)
                    self._rotate_right(self._parent_of(x))
                    sibling = self._left_of(self._parent_of(x))
                if self._blackness(self._left_of(sibling)) and self._blackness(
                    self._right_of(sibling)
                ):
                    self._paint(sibling, False)
                    x = self._parent_of(x)
                else:
                    if self._blackness(self._left_of(sibling)):
                        self._paint(self._right_of(sibling), True)
                        self._paint(sibling, False)
                        self._rotate_left(sibling)
                        sibling = self._left_of(self._parent_of(x))
                    self._paint(sibling, self._blackness(self._parent_of(x)))
                    self._paint(self._parent_of(x), True)
                    self._paint(self._left_of(sibling), True)
                    self._rotate_right(self._parent_of(x))
                    x = self._root
        self._paint(x, True)

    def _size_below(self, entry: Entry | None) -> int:
        if entry is None:
            return 0
        return 1 + self._size_below(entry.left) + self._size_below(entry.right)

    def _connected_below(self, entry: Entry | None, parent: Entry | None) -> bool:
        return entry is None or (
            entry.parent is parent
            and (entry.left is None or entry.left is not entry.right)
            and self._connected_below(entry.left, entry)
            and self._connected_below(entry.right, entry)
        )

    def _red_below(self, entry: Entry | None) -> bool:
        return entry is None or (
            (entry.is_black or (self._blackness(entry.left) and self._blackness(entry.right)))
            and self._red_below(entry.left)
            and self._red_below(entry.right)
        )

    def _blacks_below(self, entry: Entry | None) -> int:
        """Give the number of black entries on every way down, or -1 if the ways differ."""
        if entry is None:
            return 0
        left = self._blacks_below(entry.left)
        right = self._blacks_below(entry.right)
        if left == -1 or left != right:
            return -1
        return left + 1 if entry.is_black else left

    def _ordered_below(self, entry: Entry | None, low: Entry | None, high: Entry | None) -> bool:
        """`low` and `high` are the nearest ancestors on either side; None is no bound."""
        return entry is None or (
            (low is None or low.key < entry.key)
            and (high is None or entry.key < high.key)
            and self._ordered_below(entry.left, low, entry)
            and self._ordered_below(entry.right, entry, high)
        )

    @invariant
    def well_connected(self) -> bool:
        return self._connected_below(self._root, None)

    @invariant
    def red_consistency(self) -> bool:
        return self._red_below(self._root)

    @invariant
    def black_consistency(self) -> bool:
        return self._blackness(self._root) and self._blacks_below(self._root) != -1

    @invariant
    def ordered(self) -> bool:
        return self._ordered_below(self._root, None, None)

    @invariant
    def counted(self) -> bool:
        return self._size == self._size_below(self._root)


# reachable
@scope(Entry=6)
@spec
def SIX(m: TreeMap) -> bool:
    return m._size == 6 and m._root.key == 1000


# reachable: three keys leave two red entries; a fourth that comes and goes leaves all black
@spec
def ALL_BLACK(m: TreeMap) -> bool:
    return m._size == 3 and m._root.left.is_black and m._root.right.is_black


# unreachable: the children of a red entry are black
@spec
def RED_ON_RED(m: TreeMap) -> bool:
    return not m._root.left.is_black and not m._root.left.left.is_black

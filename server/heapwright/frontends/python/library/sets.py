"""Sets."""


def _is_set(own, other):
    # Whether a class below Set takes the other one for a set.
    if isinstance(other, (set, frozenset)) or type(other) is type(own):
        return True
    if other is None or isinstance(other, (int, str, float, list, tuple, dict)):
        return False
    _hw_stop("a set compared with an object")


def _set_items(source, items):
    # The items are those of the time when somebody began.
    size = len(items)
    done = ()
    while len(done) < size:
        if _hw_size(source) != size:
            raise RuntimeError
        if _hw_moved(source, items):
            _hw_stop("a set that has other items while code goes through it")
        place = _hw_order(source, done)
        done = done + (place,)
        yield _hw_entry(source, place)
    if _hw_size(source) != size:
        raise RuntimeError


class set:
    def __init__(self, iterable=()):
        for item in _items_of(iterable):
            if _hw_findkey(self, item) < 0:
                _hw_insert(self, _hw_size(self), item)

    def __len__(self):
        return _hw_size(self)

    def __contains__(self, item):
        return _hw_findkey(self, item) >= 0

    def __iter__(self):
        return _set_items(self, _hw_entries(self))

    def add(self, item):
        if _hw_findkey(self, item) < 0:
            _hw_insert(self, _hw_size(self), item)

    def discard(self, item):
        place = _hw_findkey(self, item)
        if place >= 0:
            _hw_remove(self, place)

    def remove(self, item):
        place = _hw_findkey(self, item)
        if place < 0:
            raise KeyError
        _hw_remove(self, place)

    def pop(self):
        if _hw_size(self) == 0:
            raise KeyError
        place = _hw_order(self, ())
        item = _hw_entry(self, place)
        _hw_remove(self, place)
        return item

    def clear(self):
        while _hw_size(self) > 0:
            _hw_remove(self, _hw_size(self) - 1)

    def copy(self):
        return set(self)

    def update(self, *others):
        for other in others:
            for item in _items_of(other):
                set.add(self, item)

    def union(self, *others):
        found = set(self)
        for other in others:
            for item in _items_of(other):
                found.add(item)
        return found

    def intersection(self, *others):
        found = set(self)
        for other in others:
            known = set(other)
            found = set([item for item in _items_of(found) if item in known])
        return found

    def difference(self, *others):
        found = set(self)
        for other in others:
            for item in _items_of(other):
                found.discard(item)
        return found

    def difference_update(self, *others):
        for other in others:
            for item in list(_items_of(other)):
                set.discard(self, item)

    def intersection_update(self, *others):
        known = set.intersection(self, *others)
        for item in list(_items_of(self)):
            if item not in known:
                set.discard(self, item)

    def symmetric_difference(self, other):
        known = set(other)
        found = set([item for item in _items_of(self) if item not in known])
        for item in _items_of(known):
            if not set.__contains__(self, item):
                found.add(item)
        return found

    def symmetric_difference_update(self, other):
        for item in _items_of(set(other)):
            if set.__contains__(self, item):
                set.discard(self, item)
            else:
                set.add(self, item)

    def issubset(self, other):
        known = set(other)
        for item in _items_of(self):
            if item not in known:
                return False
        return True

    def issuperset(self, other):
        for item in _items_of(other):
            if not set.__contains__(self, item):
                return False
        return True

    def isdisjoint(self, other):
        for item in _items_of(other):
            if set.__contains__(self, item):
                return False
        return True

    def __or__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return set.union(self, other)

    def __and__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return set.intersection(self, other)

    def __sub__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return set.difference(self, other)

    def __xor__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return set.symmetric_difference(self, other)

    def __ior__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        set.update(self, other)
        return self

    def __ixor__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        set.symmetric_difference_update(self, other)
        return self

    def __isub__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        set.difference_update(self, other)
        return self

    def __iand__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        set.intersection_update(self, other)
        return self

    def __eq__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return _hw_size(self) == _hw_size(other) and set.issubset(self, other)

    def __le__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return set.issubset(self, other)

    def __lt__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return _hw_size(self) < _hw_size(other) and set.issubset(self, other)

    def __ge__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return set.issuperset(self, other)

    def __gt__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return _hw_size(self) > _hw_size(other) and set.issuperset(self, other)

    def __repr__(self):
        if _hw_size(self) == 0:
            return "set()"
        return "{" + ", ".join([repr(item) for item in self]) + "}"


class frozenset(set):
    def copy(self):
        return self

    def __hash__(self):
        return 0

    def union(self, *others):
        return frozenset(set.union(self, *others))

    def intersection(self, *others):
        return frozenset(set.intersection(self, *others))

    def difference(self, *others):
        return frozenset(set.difference(self, *others))

    def symmetric_difference(self, other):
        return frozenset(set.symmetric_difference(self, other))

    def __or__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return frozenset.union(self, other)

    def __ior__(self, other):
        return NotImplemented

    def __and__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return frozenset.intersection(self, other)

    def __iand__(self, other):
        return NotImplemented

    def __sub__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return frozenset.difference(self, other)

    def __isub__(self, other):
        return NotImplemented

    def __xor__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return frozenset.symmetric_difference(self, other)

    def __ixor__(self, other):
        return NotImplemented

    def add(self, item):
        raise AttributeError

    def discard(self, item):
        raise AttributeError

    def remove(self, item):
        raise AttributeError

    def pop(self):
        raise AttributeError

    def clear(self):
        raise AttributeError

    def update(self, *others):
        raise AttributeError

    def difference_update(self, *others):
        raise AttributeError

    def intersection_update(self, *others):
        raise AttributeError

    def symmetric_difference_update(self, other):
        raise AttributeError

    def __repr__(self):
        if _hw_size(self) == 0:
            return "frozenset()"
        return "frozenset({" + ", ".join([repr(item) for item in self]) + "})"


def _items_of(iterable):
    """The items of a set, in whatever order: nobody will see it."""
    if isinstance(iterable, (set, frozenset)):
        found = []
        index = 0
        while index < _hw_size(iterable):
            _hw_insert(found, index, _hw_entry(iterable, index))
            index = index + 1
        return found
    return iterable

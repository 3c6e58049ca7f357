"""The classes and functions that Python brings along, written in Python.

Place: frontends/python/. `library` lowers this text once. It is read like any other file
and never run by Python itself. `_hw_…` are operations of the IR (see `ir.operations`); all
else is made of them here, so both interpreters get it for nothing.

Long because: it is one text, and its parts use each other.
Order of evaluation, exceptions and laziness are CPython's. What a class here does not have,
a program cannot use.
"""

TEXT = '''
class cell:
    value: object


class method:
    pass


class generator:
    def __iter__(self):
        return self


class slice:
    def __init__(self, start, stop=None, step=None):
        self.start = start
        self.stop = stop
        self.step = step


class object_iterator:
    """An iterator over what has a length and items by position."""

    def __init__(self, items):
        self.items = items
        self.index = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.index >= len(self.items):
            raise StopIteration
        item = self.items[self.index]
        self.index = self.index + 1
        return item


def _slice_places(length, index):
    step = 1 if index.step is None else index.step
    step = _hw_index(step, length + 1)
    if step == 0:
        raise ValueError
    if step > 0:
        start = _clamped(index.start, length, 0, 0, length)
        stop = _clamped(index.stop, length, length, 0, length)
    else:
        start = _clamped(index.start, length, length - 1, -1, length - 1)
        stop = _clamped(index.stop, length, -1, -1, length - 1)
    return start, stop, step


def _clamped(value, length, missing, low, high):
    if value is None:
        return missing
    place = _hw_index(value, length)
    if place < 0:
        place = place + length
    if place < low:
        return low
    if place > high:
        return high
    return place


def _place(value, length):
    place = _hw_index(value, length)
    if place < 0:
        place = place + length
    if place < 0 or place >= length:
        raise IndexError
    return place


class list:
    def __init__(self, iterable=()):
        while _hw_size(self) > 0:
            _hw_remove(self, _hw_size(self) - 1)
        for item in iterable:
            _hw_insert(self, _hw_size(self), item)

    def __len__(self):
        return _hw_size(self)

    def __iter__(self):
        index = 0
        while index < _hw_size(self):
            yield _hw_entry(self, index)
            index = index + 1

    def __reversed__(self):
        index = _hw_size(self) - 1
        while index >= 0:
            if index < _hw_size(self):
                yield _hw_entry(self, index)
            index = index - 1

    def __contains__(self, item):
        return _hw_find(self, item) >= 0

    def __getitem__(self, index):
        if isinstance(index, slice):
            start, stop, step = _slice_places(_hw_size(self), index)
            found = []
            while start < stop if step > 0 else start > stop:
                _hw_insert(found, _hw_size(found), _hw_entry(self, start))
                start = start + step
            return found
        return _hw_entry(self, _place(index, _hw_size(self)))

    def __setitem__(self, index, value):
        if isinstance(index, slice):
            items = list(value)
            start, stop, step = _slice_places(_hw_size(self), index)
            if index.step is None or step == 1:
                if stop < start:
                    stop = start
                while stop > start:
                    stop = stop - 1
                    _hw_remove(self, stop)
                for item in items:
                    _hw_insert(self, start, item)
                    start = start + 1
                return
            places = []
            while start < stop if step > 0 else start > stop:
                _hw_insert(places, _hw_size(places), start)
                start = start + step
            if _hw_size(places) != _hw_size(items):
                raise ValueError
            at = 0
            for place in places:
                _hw_put(self, place, _hw_entry(items, at))
                at = at + 1
            return
        _hw_put(self, _place(index, _hw_size(self)), value)

    def __delitem__(self, index):
        if isinstance(index, slice):
            start, stop, step = _slice_places(_hw_size(self), index)
            gone = 0
            while start < stop if step > 0 else start > stop:
                _hw_remove(self, start - gone if step > 0 else start)
                gone = gone + 1
                start = start + step
            return
        _hw_remove(self, _place(index, _hw_size(self)))

    def append(self, item):
        _hw_insert(self, _hw_size(self), item)

    def extend(self, iterable):
        for item in list(iterable) if iterable is self else iterable:
            _hw_insert(self, _hw_size(self), item)

    def insert(self, index, item):
        _hw_insert(self, _clamped(index, _hw_size(self), 0, 0, _hw_size(self)), item)

    def pop(self, index=-1):
        if _hw_size(self) == 0:
            raise IndexError
        place = _place(index, _hw_size(self))
        item = _hw_entry(self, place)
        _hw_remove(self, place)
        return item

    def remove(self, item):
        place = _hw_find(self, item)
        if place < 0:
            raise ValueError
        _hw_remove(self, place)

    def clear(self):
        while _hw_size(self) > 0:
            _hw_remove(self, _hw_size(self) - 1)

    def index(self, item, start=0, stop=None):
        place = _clamped(start, _hw_size(self), 0, 0, _hw_size(self))
        end = _clamped(stop, _hw_size(self), _hw_size(self), 0, _hw_size(self))
        while place < end and place < _hw_size(self):
            if _same(_hw_entry(self, place), item):
                return place
            place = place + 1
        raise ValueError

    def count(self, item):
        n = 0
        for one in self:
            if _same(one, item):
                n = n + 1
        return n

    def reverse(self):
        low = 0
        high = _hw_size(self) - 1
        while low < high:
            kept = _hw_entry(self, low)
            _hw_put(self, low, _hw_entry(self, high))
            _hw_put(self, high, kept)
            low = low + 1
            high = high - 1

    def sort(self, *, key=None, reverse=False):
        ordered = sorted(self, key=key, reverse=reverse)
        index = 0
        for item in ordered:
            _hw_put(self, index, item)
            index = index + 1

    def copy(self):
        found = []
        for item in self:
            _hw_insert(found, _hw_size(found), item)
        return found

    def __add__(self, other):
        if not isinstance(other, list):
            return NotImplemented
        found = []
        for item in self:
            _hw_insert(found, _hw_size(found), item)
        for item in other:
            _hw_insert(found, _hw_size(found), item)
        return found

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, count):
        if not isinstance(count, int):
            return NotImplemented
        found = []
        while count > 0:
            for item in self:
                _hw_insert(found, _hw_size(found), item)
            count = count - 1
        return found

    def __rmul__(self, count):
        return list.__mul__(self, count)

    def __eq__(self, other):
        if not isinstance(other, list):
            return NotImplemented
        if self is other:
            return True
        if _hw_size(self) != _hw_size(other):
            return False
        index = 0
        while index < _hw_size(self) and index < _hw_size(other):
            if not _same(_hw_entry(self, index), _hw_entry(other, index)):
                return False
            index = index + 1
        return _hw_size(self) == _hw_size(other)

    def __lt__(self, other):
        if not isinstance(other, list):
            return NotImplemented
        return tuple(self) < tuple(other)

    def __le__(self, other):
        if not isinstance(other, list):
            return NotImplemented
        return tuple(self) <= tuple(other)

    def __gt__(self, other):
        if not isinstance(other, list):
            return NotImplemented
        return tuple(self) > tuple(other)

    def __ge__(self, other):
        if not isinstance(other, list):
            return NotImplemented
        return tuple(self) >= tuple(other)

    def __repr__(self):
        return "[" + ", ".join([repr(item) for item in self]) + "]"


def _same(one, other):
    found = [one]
    return _hw_find(found, other) >= 0


class dict:
    def __init__(self, source=(), /, **named):
        _fill(self, source)
        for key in named:
            self[key] = named[key]

    def __len__(self):
        return _hw_size(self)

    def __iter__(self):
        size = _hw_size(self)
        index = 0
        while index < _hw_size(self):
            if _hw_size(self) != size:
                raise RuntimeError
            yield _hw_entry(self, index)[0]
            index = index + 1
        if _hw_size(self) != size:
            raise RuntimeError

    def __reversed__(self):
        index = _hw_size(self) - 1
        while index >= 0:
            yield _hw_entry(self, index)[0]
            index = index - 1

    def __contains__(self, key):
        return _hw_findkey(self, key) >= 0

    def __getitem__(self, key):
        place = _hw_findkey(self, key)
        if place < 0:
            return self.__missing__(key)
        return _hw_entry(self, place)[1]

    def __missing__(self, key):
        raise KeyError

    def __setitem__(self, key, value):
        place = _hw_findkey(self, key)
        if place < 0:
            _hw_insert(self, _hw_size(self), (key, value))
        else:
            _hw_put(self, place, (_hw_entry(self, place)[0], value))

    def __delitem__(self, key):
        place = _hw_findkey(self, key)
        if place < 0:
            raise KeyError
        _hw_remove(self, place)

    def get(self, key, default=None, /):
        place = _hw_findkey(self, key)
        if place < 0:
            return default
        return _hw_entry(self, place)[1]

    def pop(self, key, default=_ABSENT, /):
        place = _hw_findkey(self, key)
        if place < 0:
            if _hw_missing(default):
                raise KeyError
            return default
        value = _hw_entry(self, place)[1]
        _hw_remove(self, place)
        return value

    def popitem(self):
        if _hw_size(self) == 0:
            raise KeyError
        entry = _hw_entry(self, _hw_size(self) - 1)
        _hw_remove(self, _hw_size(self) - 1)
        return entry

    def setdefault(self, key, default=None, /):
        place = _hw_findkey(self, key)
        if place < 0:
            _hw_insert(self, _hw_size(self), (key, default))
            return default
        return _hw_entry(self, place)[1]

    def keys(self):
        return dict_view(self, 0)

    def values(self):
        return dict_view(self, 1)

    def items(self):
        return dict_view(self, 2)

    def update(self, source=(), /, **named):
        _fill(self, source)
        for key in named:
            self[key] = named[key]

    def clear(self):
        while _hw_size(self) > 0:
            _hw_remove(self, _hw_size(self) - 1)

    def copy(self):
        found = {}
        _fill(found, self)
        return found

    @staticmethod
    def fromkeys(keys, value=None):
        found = {}
        for key in keys:
            found[key] = value
        return found

    def __eq__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        if self is other:
            return True
        if _hw_size(self) != _hw_size(other):
            return False
        index = 0
        while index < _hw_size(self):
            entry = _hw_entry(self, index)
            place = _hw_findkey(other, entry[0])
            if place < 0 or not _same(entry[1], _hw_entry(other, place)[1]):
                return False
            index = index + 1
        return True

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        found = {}
        _fill(found, self)
        _fill(found, other)
        return found

    def __ior__(self, other):
        _fill(self, other)
        return self

    def __repr__(self):
        return "{" + ", ".join([repr(k) + ": " + repr(v) for k, v in self.items()]) + "}"


def _fill(target, source):
    if isinstance(source, dict):
        index = 0
        while index < _hw_size(source):
            entry = _hw_entry(source, index)
            place = _hw_findkey(target, entry[0])
            if place < 0:
                _hw_insert(target, _hw_size(target), entry)
            else:
                _hw_put(target, place, (_hw_entry(target, place)[0], entry[1]))
            index = index + 1
        return
    for item in source:
        key, value = item
        target[key] = value


class dict_view:
    """`kind` is 0 for keys, 1 for values, 2 for items."""

    def __init__(self, source, kind):
        self.source = source
        self.kind = kind

    def __len__(self):
        return _hw_size(self.source)

    def __iter__(self):
        size = _hw_size(self.source)
        index = 0
        while index < _hw_size(self.source):
            if _hw_size(self.source) != size:
                raise RuntimeError
            entry = _hw_entry(self.source, index)
            yield entry if self.kind == 2 else entry[self.kind]
            index = index + 1
        if _hw_size(self.source) != size:
            raise RuntimeError

    def __reversed__(self):
        index = _hw_size(self.source) - 1
        while index >= 0:
            entry = _hw_entry(self.source, index)
            yield entry if self.kind == 2 else entry[self.kind]
            index = index - 1

    def __contains__(self, item):
        if self.kind == 0:
            return item in self.source
        index = 0
        while index < _hw_size(self.source):
            entry = _hw_entry(self.source, index)
            if _same(entry if self.kind == 2 else entry[1], item):
                return True
            index = index + 1
        return False

    def __eq__(self, other):
        if self is other:
            return True
        if self.kind == 1:
            return NotImplemented
        return set(self) == set(other)

    def __and__(self, other):
        return set(self) & set(other)

    def __or__(self, other):
        return set(self) | set(other)

    def __sub__(self, other):
        return set(self) - set(other)


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
        size = _hw_size(self)
        backward = _hw_order(self)
        index = 0
        while index < size:
            if _hw_size(self) != size:
                raise RuntimeError
            yield _hw_entry(self, size - 1 - index if backward else index)
            index = index + 1
        if _hw_size(self) != size:
            raise RuntimeError

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
        place = _hw_size(self) - 1 if _hw_order(self) else 0
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
                self.add(item)

    def union(self, *others):
        found = set(self)
        for other in others:
            for item in _items_of(other):
                found.add(item)
        return found

    def intersection(self, other):
        known = set(other)
        return set([item for item in _items_of(self) if item in known])

    def difference(self, *others):
        found = set(self)
        for other in others:
            for item in _items_of(other):
                found.discard(item)
        return found

    def difference_update(self, *others):
        for other in others:
            for item in list(_items_of(other)):
                self.discard(item)

    def intersection_update(self, other):
        known = set(other)
        for item in list(_items_of(self)):
            if item not in known:
                self.discard(item)

    def symmetric_difference(self, other):
        known = set(other)
        found = set([item for item in _items_of(self) if item not in known])
        for item in _items_of(known):
            if item not in self:
                found.add(item)
        return found

    def issubset(self, other):
        known = set(other)
        for item in _items_of(self):
            if item not in known:
                return False
        return True

    def issuperset(self, other):
        for item in _items_of(other):
            if item not in self:
                return False
        return True

    def isdisjoint(self, other):
        for item in _items_of(other):
            if item in self:
                return False
        return True

    def __or__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return self.union(other)

    def __and__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return self.intersection(other)

    def __sub__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return self.difference(other)

    def __xor__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return self.symmetric_difference(other)

    def __ior__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        self.update(other)
        return self

    def __isub__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        self.difference_update(other)
        return self

    def __iand__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        self.intersection_update(other)
        return self

    def __eq__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return _hw_size(self) == _hw_size(other) and self.issubset(other)

    def __le__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return self.issubset(other)

    def __lt__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return _hw_size(self) < _hw_size(other) and self.issubset(other)

    def __ge__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return self.issuperset(other)

    def __gt__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return _hw_size(self) > _hw_size(other) and self.issuperset(other)

    def __repr__(self):
        if _hw_size(self) == 0:
            return "set()"
        return "{" + ", ".join([repr(item) for item in self]) + "}"


class frozenset(set):
    def __hash__(self):
        return 0


def _items_of(iterable):
    """The items of a set, in whatever order: nobody will see it."""
    if isinstance(iterable, set):
        found = []
        index = 0
        while index < _hw_size(iterable):
            _hw_insert(found, index, _hw_entry(iterable, index))
            index = index + 1
        return found
    return iterable


class deque:
    def __init__(self, iterable=(), maxlen=None):
        self.maxlen = maxlen
        for item in iterable:
            self.append(item)

    def __len__(self):
        return _hw_size(self)

    def __iter__(self):
        size = _hw_size(self)
        index = 0
        while index < _hw_size(self):
            if _hw_size(self) != size:
                raise RuntimeError
            yield _hw_entry(self, index)
            index = index + 1
        if _hw_size(self) != size:
            raise RuntimeError

    def __reversed__(self):
        index = _hw_size(self) - 1
        while index >= 0:
            yield _hw_entry(self, index)
            index = index - 1

    def __contains__(self, item):
        return _hw_find(self, item) >= 0

    def __getitem__(self, index):
        return _hw_entry(self, _place(index, _hw_size(self)))

    def __setitem__(self, index, value):
        _hw_put(self, _place(index, _hw_size(self)), value)

    def __delitem__(self, index):
        _hw_remove(self, _place(index, _hw_size(self)))

    def append(self, item):
        if self.maxlen is not None and _hw_size(self) >= self.maxlen:
            if self.maxlen == 0:
                return
            _hw_remove(self, 0)
        _hw_insert(self, _hw_size(self), item)

    def appendleft(self, item):
        if self.maxlen is not None and _hw_size(self) >= self.maxlen:
            if self.maxlen == 0:
                return
            _hw_remove(self, _hw_size(self) - 1)
        _hw_insert(self, 0, item)

    def extend(self, iterable):
        for item in iterable:
            self.append(item)

    def extendleft(self, iterable):
        for item in iterable:
            self.appendleft(item)

    def pop(self):
        if _hw_size(self) == 0:
            raise IndexError
        item = _hw_entry(self, _hw_size(self) - 1)
        _hw_remove(self, _hw_size(self) - 1)
        return item

    def popleft(self):
        if _hw_size(self) == 0:
            raise IndexError
        item = _hw_entry(self, 0)
        _hw_remove(self, 0)
        return item

    def clear(self):
        while _hw_size(self) > 0:
            _hw_remove(self, _hw_size(self) - 1)

    def copy(self):
        return deque(self, self.maxlen)

    def count(self, item):
        n = 0
        for one in self:
            if _same(one, item):
                n = n + 1
        return n

    def index(self, item):
        place = _hw_find(self, item)
        if place < 0:
            raise ValueError
        return place

    def remove(self, item):
        place = _hw_find(self, item)
        if place < 0:
            raise ValueError
        _hw_remove(self, place)

    def reverse(self):
        kept = list(self)
        index = _hw_size(self)
        for item in kept:
            index = index - 1
            _hw_put(self, index, item)

    def rotate(self, n=1):
        size = _hw_size(self)
        if size <= 1:
            return
        n = n % size
        while n > 0:
            item = _hw_entry(self, size - 1)
            _hw_remove(self, size - 1)
            _hw_insert(self, 0, item)
            n = n - 1

    def __eq__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        return list(self) == list(other)

    def __repr__(self):
        shown = "deque([" + ", ".join([repr(item) for item in self]) + "]"
        if self.maxlen is not None:
            shown = shown + ", maxlen=" + repr(self.maxlen)
        return shown + ")"


class OrderedDict(dict):
    def move_to_end(self, key, last=True):
        place = _hw_findkey(self, key)
        if place < 0:
            raise KeyError
        entry = _hw_entry(self, place)
        _hw_remove(self, place)
        if last:
            _hw_insert(self, _hw_size(self), entry)
        else:
            _hw_insert(self, 0, entry)

    def popitem(self, last=True):
        if _hw_size(self) == 0:
            raise KeyError
        place = _hw_size(self) - 1 if last else 0
        entry = _hw_entry(self, place)
        _hw_remove(self, place)
        return entry

    def copy(self):
        found = OrderedDict()
        _fill(found, self)
        return found

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return list(self.items()) == list(other.items())
        return dict.__eq__(self, other)


class defaultdict(dict):
    def __init__(self, default_factory=None, source=(), /, **named):
        self.default_factory = default_factory
        _fill(self, source)
        for key in named:
            self[key] = named[key]

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError
        value = self.default_factory()
        self[key] = value
        return value

    def copy(self):
        return defaultdict(self.default_factory, self)


class Counter(dict):
    def __init__(self, source=(), /, **named):
        self.update(source)
        for key in named:
            self[key] = self[key] + named[key]

    def __missing__(self, key):
        return 0

    def update(self, source=(), /):
        if isinstance(source, dict):
            for key, n in source.items():
                self[key] = self.get(key, 0) + n
        else:
            for item in source:
                self[item] = self.get(item, 0) + 1

    def subtract(self, source=(), /):
        if isinstance(source, dict):
            for key, n in source.items():
                self[key] = self.get(key, 0) - n
        else:
            for item in source:
                self[item] = self.get(item, 0) - 1

    def elements(self):
        for key, n in self.items():
            for _ in range(n):
                yield key

    def total(self):
        return sum(self.values())

    def most_common(self, n=None):
        pairs = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return pairs if n is None else pairs[:n]

    def __delitem__(self, key):
        place = _hw_findkey(self, key)
        if place >= 0:
            _hw_remove(self, place)

    def copy(self):
        return Counter(self)


class range:
    def __init__(self, start, stop=None, step=1):
        if stop is None:
            self.start = 0
            self.stop = _int(start)
        else:
            self.start = _int(start)
            self.stop = _int(stop)
        self.step = _int(step)
        if self.step == 0:
            raise ValueError

    def __len__(self):
        if self.step > 0:
            n = (self.stop - self.start + self.step - 1) // self.step
        else:
            n = (self.start - self.stop - self.step - 1) // -self.step
        return n if n > 0 else 0

    def __iter__(self):
        value = self.start
        while value < self.stop if self.step > 0 else value > self.stop:
            yield value
            value = value + self.step

    def __reversed__(self):
        return range(
            self.start + (len(self) - 1) * self.step, self.start - self.step, -self.step
        ).__iter__()

    def __getitem__(self, index):
        n = len(self)
        if isinstance(index, slice):
            start, stop, step = _slice_places(n, index)
            return range(
                self.start + start * self.step, self.start + stop * self.step, self.step * step
            )
        if index < 0:
            index = index + n
        if index < 0 or index >= n:
            raise IndexError
        return self.start + index * self.step

    def __contains__(self, item):
        if self.step > 0:
            inside = self.start <= item < self.stop
        else:
            inside = self.stop < item <= self.start
        return inside and (item - self.start) % self.step == 0


def _int(value):
    if not isinstance(value, int):
        raise TypeError
    return value


class tuple:
    def index(self, item):
        place = 0
        for one in self:
            if _same(one, item):
                return place
            place = place + 1
        raise ValueError

    def count(self, item):
        n = 0
        for one in self:
            if _same(one, item):
                n = n + 1
        return n


class int:
    def bit_length(self):
        n = 0
        rest = self if self >= 0 else -self
        while rest > 0:
            rest = rest // 2
            n = n + 1
        return n


class float:
    def is_integer(self):
        return self % 1 == 0


class Lock:
    def acquire(self, blocking=True, timeout=-1):
        return True

    def release(self):
        return None

    def locked(self):
        return False

    def __enter__(self):
        return True

    def __exit__(self, kind, value, trace):
        return None


def new_int(value=0):
    return _hw_int(value)


def new_str(value=""):
    return _hw_text(value)


def new_float(value=0.0):
    return _hw_float(value)


def new_bool(value=False):
    return _hw_truth(value)


def new_tuple(iterable=()):
    return _hw_gather(iterable)


def len(value):
    return _hw_len(value)


def abs(value):
    return _hw_abs(value)


def repr(value):
    return _hw_repr(value)


def chr(value):
    return _hw_chr(value)


def ord(value):
    return _hw_ord(value)


def round(value, digits=None):
    return _hw_round(value, digits)


def format(value, spec=""):
    return _hw_format(value, spec)


def isinstance(value, classes):
    return _hw_instance(value, classes)


def iter(value):
    if isinstance(value, (list, tuple, str)):
        return object_iterator(value)
    if isinstance(value, (generator, object_iterator)):
        return value
    if isinstance(value, (dict, set, deque, range, dict_view)):
        return object_iterator(list(value))
    return value.__iter__()


def next(iterator, default=_ABSENT):
    if _hw_missing(default):
        return _hw_next(iterator)
    try:
        return _hw_next(iterator)
    except StopIteration:
        return default


def divmod(lhs, rhs):
    return (lhs // rhs, lhs % rhs)


def pow(base, exponent, modulus=None):
    result = base**exponent
    return result if modulus is None else result % modulus


def sum(iterable, start=0):
    total = start
    for item in _items_of(iterable):
        total = total + item
    return total


def any(iterable):
    for item in _items_of(iterable):
        if item:
            return True
    return False


def all(iterable):
    for item in _items_of(iterable):
        if not item:
            return False
    return True


def min(*values, key=None, default=_ABSENT):
    items = values
    if len(values) == 1:
        items = _items_of(values[0]) if key is None else values[0]
    best = default
    best_key = default
    found = False
    for item in items:
        item_key = item if key is None else key(item)
        if not found or item_key < best_key:
            best = item
            best_key = item_key
            found = True
    if not found and _hw_missing(default):
        raise ValueError
    return best


def max(*values, key=None, default=_ABSENT):
    items = values
    if len(values) == 1:
        items = _items_of(values[0]) if key is None else values[0]
    best = default
    best_key = default
    found = False
    for item in items:
        item_key = item if key is None else key(item)
        if not found or item_key > best_key:
            best = item
            best_key = item_key
            found = True
    if not found and _hw_missing(default):
        raise ValueError
    return best


def sorted(iterable, *, key=None, reverse=False):
    items = list(_items_of(iterable) if key is None else iterable)
    keys = items if key is None else [key(item) for item in items]
    done = []
    done_keys = []
    index = 0
    while index < _hw_size(items):
        item_key = _hw_entry(keys, index)
        place = _hw_size(done)
        while place > 0:
            before = _hw_entry(done_keys, place - 1)
            if not (before < item_key if reverse else item_key < before):
                break
            place = place - 1
        _hw_insert(done, place, _hw_entry(items, index))
        if key is not None:
            _hw_insert(done_keys, place, item_key)
        else:
            done_keys = done
        index = index + 1
    return done


def reversed(sequence):
    if isinstance(sequence, (list, dict, deque, range, dict_view)):
        return sequence.__reversed__()
    return _backward(sequence)


def _backward(sequence):
    index = len(sequence) - 1
    while index >= 0:
        yield sequence[index]
        index = index - 1


def enumerate(iterable, start=0):
    index = start
    for item in iterable:
        yield (index, item)
        index = index + 1


def zip(*iterables, strict=False):
    columns = [one if isinstance(one, (list, tuple)) else list(one) for one in iterables]
    if not columns:
        return
    index = 0
    while True:
        n_ended = 0
        for column in columns:
            if index >= len(column):
                n_ended = n_ended + 1
                if not strict:
                    return
        if n_ended > 0:
            if n_ended < len(columns):
                raise ValueError
            return
        yield tuple([column[index] for column in columns])
        index = index + 1


def map(function, iterable, *others):
    if others:
        for row in zip(iterable, *others):
            yield function(*row)
        return
    for item in iterable:
        yield function(item)


def filter(function, iterable):
    for item in iterable:
        if item if function is None else function(item):
            yield item


def reduce(function, iterable, start=_ABSENT):
    total = start
    for item in iterable:
        total = item if _hw_missing(total) else function(total, item)
    if _hw_missing(total):
        raise TypeError
    return total


def heappush(heap, item):
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def heappop(heap):
    last = heap.pop()
    if not heap:
        return last
    first = heap[0]
    heap[0] = last
    _sink(heap, 0)
    return first


def heapify(heap):
    index = len(heap) // 2 - 1
    while index >= 0:
        _sink(heap, index)
        index = index - 1


def heappushpop(heap, item):
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _sink(heap, 0)
    return item


def heapreplace(heap, item):
    first = heap[0]
    heap[0] = item
    _sink(heap, 0)
    return first


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:n]


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:n]


def _rise(heap, top, place):
    item = heap[place]
    while place > top:
        above = (place - 1) // 2
        if not item < heap[above]:
            break
        heap[place] = heap[above]
        place = above
    heap[place] = item


def _sink(heap, place):
    # The hole goes down to a leaf along the smaller children, then the item rises from there.
    top = place
    item = heap[place]
    child = 2 * place + 1
    while child < len(heap):
        if child + 1 < len(heap) and not heap[child] < heap[child + 1]:
            child = child + 1
        heap[place] = heap[child]
        place = child
        child = 2 * place + 1
    heap[place] = item
    _rise(heap, top, place)


def bisect_left(items, value, lo=0, hi=None, *, key=None):
    if hi is None:
        hi = len(items)
    while lo < hi:
        middle = (lo + hi) // 2
        item = items[middle] if key is None else key(items[middle])
        if item < value:
            lo = middle + 1
        else:
            hi = middle
    return lo


def bisect_right(items, value, lo=0, hi=None, *, key=None):
    if hi is None:
        hi = len(items)
    while lo < hi:
        middle = (lo + hi) // 2
        item = items[middle] if key is None else key(items[middle])
        if value < item:
            hi = middle
        else:
            lo = middle + 1
    return lo


def insort_left(items, value, lo=0, hi=None, *, key=None):
    wanted = value if key is None else key(value)
    items.insert(bisect_left(items, wanted, lo, hi, key=key), value)


def insort_right(items, value, lo=0, hi=None, *, key=None):
    wanted = value if key is None else key(value)
    items.insert(bisect_right(items, wanted, lo, hi, key=key), value)


def copy(value):
    if isinstance(value, (list, dict, set, deque)):
        return value.copy()
    if value is None or isinstance(value, (int, str, float, tuple)):
        return value
    _hw_stop("`copy` of an object")
'''

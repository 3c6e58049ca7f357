"""Lists, slices and iterators by position."""


class cell:
    value: object


class method:
    pass


class generator:
    def __iter__(self):
        return self

    def __next__(self):
        return _hw_next(self)

    def send(self, value, /):
        return _hw_send(self, value)

    def throw(self, error, /):
        return _hw_throw(self, error() if isinstance(error, type) else error)

    def close(self):
        try:
            _hw_throw(self, GeneratorExit())
        except (GeneratorExit, StopIteration):
            return
        raise RuntimeError


class generator_context:
    """What `contextmanager` makes of a generator."""

    def __init__(self, items):
        self.items = items

    def __enter__(self):
        try:
            return _hw_next(self.items)
        except StopIteration:
            raise RuntimeError

    def __exit__(self, kind, value, trace):
        if kind is None:
            try:
                _hw_next(self.items)
            except StopIteration:
                return False
            raise RuntimeError
        try:
            _hw_throw(self.items, value)
        except StopIteration:
            return True
        except BaseException as error:
            if error is not value:
                raise
            return False
        raise RuntimeError


class slice:
    def __init__(self, start, stop=_ABSENT, step=None, /):
        if _hw_missing(stop):
            start, stop = None, start
        self.start = start
        self.stop = stop
        self.step = step

    def __eq__(self, other):
        if not isinstance(other, slice):
            return NotImplemented
        own = (self.start, self.stop, self.step)
        return own == (other.start, other.stop, other.step)


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


def _number(value):
    # What is no number cannot say where; None means something only in a slice.
    if not isinstance(value, int) and not hasattr(value, "__index__"):
        raise TypeError
    return value


def _place(value, length):
    place = _hw_index(value, length)
    if place < 0:
        place = place + length
    if place < 0 or place >= length:
        raise IndexError
    return place


def _word(value):
    # What C code takes for a length, a place or a number of times.
    number = operator_index(value)
    if number > 9223372036854775807 or number < -9223372036854775808:
        raise OverflowError
    return number


def _times(count, size):
    # How often a list of that size is put together: no memory holds 2**44 items.
    count = _word(count)
    if size > 0 and count > 17592186044416:
        raise MemoryError
    return count


def _list_backward(source, index):
    while index >= 0 and index < _hw_size(source):
        yield _hw_entry(source, index)
        index = index - 1


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
        return _list_backward(self, _hw_size(self) - 1)

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
        size = _hw_size(self)
        place = _clamped(_number(index), size, 0, 0, size)
        if place == 0 or place == size:
            _word(index)
        _hw_insert(self, place, item)

    def pop(self, index=-1):
        if _hw_size(self) == 0:
            _word(index)
            raise IndexError
        try:
            place = _place(index, _hw_size(self))
        except IndexError:
            _word(index)
            raise
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

    def index(self, item, start=0, stop=_ABSENT):
        place = _clamped(_number(start), _hw_size(self), 0, 0, _hw_size(self))
        end = _hw_size(self)
        if not _hw_missing(stop):
            end = _clamped(_number(stop), _hw_size(self), _hw_size(self), 0, _hw_size(self))
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
        keys = None if key is None else [key(item) for item in self]
        try:
            ordered = _in_order(list(self), keys, reverse)
        except BaseException:
            # Of two items nothing was moved when the one comparison failed.
            if _hw_size(self) > 2:
                _hw_stop("a list whose sorting fails half-way")
            raise
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
        list.extend(self, other)
        return self

    def __mul__(self, count):
        if not isinstance(count, int) and not hasattr(count, "__index__"):
            return NotImplemented
        count = _times(count, _hw_size(self))
        found = []
        while count > 0 and _hw_size(self) > 0:
            for item in self:
                _hw_insert(found, _hw_size(found), item)
            count = count - 1
        return found

    def __rmul__(self, count):
        return list.__mul__(self, count)

    def __imul__(self, count):
        if not isinstance(count, int) and not hasattr(count, "__index__"):
            return NotImplemented
        count = _times(count, _hw_size(self))
        kept = list(self)
        if count <= 0:
            list.clear(self)
        while count > 1 and _hw_size(kept) > 0:
            list.extend(self, kept)
            count = count - 1
        return self

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
        # Not by a list of texts: what is put into one is any string from then on.
        text, between = "[", ""
        for item in self:
            text = text + between + repr(item)
            between = ", "
        return text + "]"


def _same(one, other):
    found = [one]
    return _hw_find(found, other) >= 0

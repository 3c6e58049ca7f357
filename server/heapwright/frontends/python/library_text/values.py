"""Ranges, the methods of tuples and numbers, conversions, locks, as the text of a program.

Place: frontends/python/library_text/. Part of the text that the package puts together; see there.
"""

VALUES = """
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
"""

"""Ranges, the methods of tuples and numbers, conversions, locks."""


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
            self.start + (range.__len__(self) - 1) * self.step, self.start - self.step, -self.step
        ).__iter__()

    def __bool__(self):
        return range.__len__(self) > 0

    def __getitem__(self, index):
        # The number of items may be larger than what `len` gives.
        n = range.__len__(self)
        if isinstance(index, slice):
            if n > 9223372036854775807:
                _hw_stop("a part of a very long range")
            start, stop, step = _slice_places(n, index)
            return range(
                self.start + start * self.step, self.start + stop * self.step, self.step * step
            )
        if index < 0:
            index = index + n
        if index < 0 or index >= n:
            raise IndexError
        return self.start + index * self.step

    def __eq__(self, other):
        if not isinstance(other, range):
            return NotImplemented
        n = range.__len__(self)
        if n != range.__len__(other):
            return False
        if n == 0:
            return True
        if self.start != other.start:
            return False
        return n == 1 or self.step == other.step

    def __hash__(self):
        return 0

    def index(self, value, /):
        if value not in self:
            raise ValueError
        return (value - self.start) // self.step

    def count(self, value, /):
        return 1 if value in self else 0

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


class str:
    def encode(self, encoding="utf-8", errors="strict"):
        return text_encode(self, encoding, errors)


class float:
    def is_integer(self):
        return self % 1 == 0


class property:
    # A value that is made by a call; those of a class body are methods of their class.

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self._get = fget
        self._set = fset
        self._delete = fdel
        self._doc = doc

    @property
    def fget(self):
        return self._get

    @property
    def fset(self):
        return self._set

    @property
    def fdel(self):
        return self._delete

    def getter(self, fget, /):
        return property(fget, self._set, self._delete, self._doc)

    def setter(self, fset, /):
        return property(self._get, fset, self._delete, self._doc)

    def deleter(self, fdel, /):
        return property(self._get, self._set, fdel, self._doc)

    def __get__(self, instance, owner=None, /):
        if instance is None:
            if owner is None:
                raise TypeError
            return self
        if self._get is None:
            raise AttributeError
        return self._get(instance)

    def __set__(self, instance, value, /):
        if self._set is None:
            raise AttributeError
        self._set(instance, value)

    def __delete__(self, instance, /):
        if self._delete is None:
            raise AttributeError
        self._delete(instance)


class threading_Lock:
    # Nobody else is there, so waiting for a lock would never end.

    def __init__(self):
        self.held = False

    def acquire(self, blocking=True, timeout=-1):
        if self.held:
            if blocking and timeout < 0:
                _hw_stop("waiting for a lock")
            return False
        self.held = True
        return True

    def release(self):
        if not self.held:
            raise RuntimeError
        self.held = False

    def locked(self):
        return self.held

    def __enter__(self):
        return self.acquire()

    def __exit__(self, kind, value, trace):
        self.release()


class threading_RLock:
    def __init__(self):
        self.count = 0

    def acquire(self, blocking=True, timeout=-1):
        self.count = self.count + 1
        return True

    def release(self):
        if self.count == 0:
            raise RuntimeError
        self.count = self.count - 1

    def __enter__(self):
        return self.acquire()

    def __exit__(self, kind, value, trace):
        self.release()


class shared_lock:
    # What a class or module holds has no state, so only `with` can use it.

    def acquire(self, blocking=True, timeout=-1):
        _hw_stop("`acquire` on the lock of a class or module")

    def release(self):
        _hw_stop("`release` on the lock of a class or module")

    def __enter__(self):
        return True

    def __exit__(self, kind, value, trace):
        return None


class threading_Condition:
    def __init__(self, lock=None):
        self.lock = threading_RLock() if lock is None else lock

    def acquire(self, *arguments):
        return self.lock.acquire(*arguments)

    def release(self):
        self.lock.release()

    def wait(self, timeout=None):
        _hw_stop("waiting for another thread")

    def wait_for(self, predicate, timeout=None):
        found = predicate()
        if not found:
            _hw_stop("waiting for another thread")
        return found

    def notify(self, n=1):
        return None

    def notify_all(self):
        return None

    def __enter__(self):
        return self.lock.__enter__()

    def __exit__(self, kind, value, trace):
        return self.lock.__exit__(kind, value, trace)


class threading_Event:
    def __init__(self):
        self.flag = False

    def is_set(self):
        return self.flag

    def set(self):
        self.flag = True

    def clear(self):
        self.flag = False

    def wait(self, timeout=None):
        if not self.flag and timeout is None:
            _hw_stop("waiting for another thread")
        return self.flag


def given_up(what):
    _hw_stop(what)


def object_init(*arguments, **named):
    # A class that calls this has its own `__init__`, so whatever is left over is too much.
    if arguments or named:
        raise TypeError


def object_repr(value, /):
    # There is an address in it.
    return _hw_input("computed str")


def object_eq(value, other, /):
    return True if value is other else NotImplemented


def object_hash(value, /):
    return _hw_input("hash")


def new_int(value=0, /, base=_ABSENT):
    if _hw_missing(base):
        return _hw_int(value)
    _hw_stop("a base for `int` as a value")


def new_str(value=""):
    return _hw_text(value)


def new_float(value=0.0):
    return _hw_float(value)


def new_bool(value=False):
    return _hw_truth(value)


def new_tuple(iterable=()):
    return _hw_gather(iterable)

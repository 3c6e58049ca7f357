"""Python's built-in functions, and `functools.reduce`."""


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


def bin(number, /):
    return _hw_format(0 + operator_index(number), "#b")


def oct(number, /):
    return _hw_format(0 + operator_index(number), "#o")


def hex(number, /):
    return _hw_format(0 + operator_index(number), "#x")


def isinstance(value, classes):
    return _hw_instance(value, classes)


def issubclass(cls, class_or_tuple, /):
    return _hw_subclass(cls, class_or_tuple)


def callable(obj, /):
    return _hw_callable(obj)


def iter(value):
    if isinstance(value, (tuple, str)):
        return object_iterator(value)
    if isinstance(value, (generator, object_iterator)):
        return value
    if isinstance(value, type):
        return value.__iter__()
    if hasattr(value, "__iter__"):
        found = value.__iter__()
        if not isinstance(found, (generator, object_iterator)) and not hasattr(found, "__next__"):
            raise TypeError
        return found
    if not hasattr(value, "__getitem__"):
        raise TypeError
    return _by_index(value)


def _by_index(sequence):
    index = 0
    while True:
        try:
            item = sequence[index]
        except (IndexError, StopIteration):
            return
        yield item
        index = index + 1


def next(iterator, default=_ABSENT):
    if _hw_missing(default):
        return _hw_next(iterator)
    try:
        return _hw_next(iterator)
    except StopIteration:
        return default


def print(*values, sep=" ", end="", file=None, flush=False):
    for value in values:
        _hw_text(value)
    if file is not None:
        _hw_printed(file)


def exit(code=None):
    raise SystemExit(code)


def quit(code=None):
    raise SystemExit(code)


def divmod(lhs, rhs):
    return (lhs // rhs, lhs % rhs)


def pow(base, exponent, modulus=None):
    if modulus is None:
        return base**exponent
    for one in (base, exponent, modulus):
        if not isinstance(one, int):
            if hasattr(one, "__pow__") and not isinstance(one, float):
                _hw_stop("`pow` of an object and a modulus")
            raise TypeError
    if modulus == 0:
        raise ValueError
    if exponent < 0:
        base = _inverse(base, modulus)
        exponent = -exponent
    if exponent < 16:
        return base**exponent % modulus
    if not _hw_known(exponent):
        _hw_stop("a power to an unknown exponent")
    result = 1
    while exponent > 0:
        if exponent % 2 == 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent = exponent // 2
    return result % modulus


def _inverse(value, modulus):
    # Euclid's algorithm; `one` times the value and a multiple of the modulus make `high`.
    if not _hw_known(value, modulus):
        _hw_stop("the inverse of an unknown int")
    modulus = modulus if modulus > 0 else -modulus
    high, low = value % modulus, modulus
    one, other = 1, 0
    while low != 0:
        times = high // low
        high, low = low, high - times * low
        one, other = other, one - times * other
    if high != 1:
        raise ValueError
    return one


def sum(iterable, start=0):
    total = start
    for item in _items_of(iterable):
        total = _hw_summed(total, item)
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
    keys = None if key is None else [key(item) for item in items]
    return _in_order(items, keys, reverse)


def _in_order(items, keys, reverse):
    has_keys = keys is not None
    if keys is None:
        keys = items
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
        if has_keys:
            _hw_insert(done_keys, place, item_key)
        else:
            done_keys = done
        index = index + 1
    return done


def reversed(sequence):
    if isinstance(sequence, type):
        _hw_stop("`reversed` of a class")
    if isinstance(sequence, (list, dict, deque, range, dict_view)):
        return sequence.__reversed__()
    if not isinstance(sequence, (str, tuple, bytes)):
        if hasattr(sequence, "__reversed__"):
            return sequence.__reversed__()
        if not hasattr(sequence, "__len__") or not hasattr(sequence, "__getitem__"):
            raise TypeError
    return _backward(sequence, len(sequence) - 1)


def _backward(sequence, index):
    while index >= 0:
        try:
            item = sequence[index]
        except (IndexError, StopIteration):
            return
        yield item
        index = index - 1


def _started(iterable):
    # An object is asked now, and what Python has itself when its items are taken, but for what
    # may not change from now on.
    if isinstance(iterable, (list, tuple, str, frozenset, range, generator)):
        return iterable
    return iter(iterable)


def enumerate(iterable, start=0):
    return _enumerated(_started(iterable), start)


def _enumerated(iterable, start):
    index = start
    for item in iterable:
        yield (index, item)
        index = index + 1


def zip(*iterables, strict=False):
    return _zipped([_started(one) for one in iterables], strict)


def _zipped(iterables, strict):
    # Who goes through a list sees what is put there meanwhile; an iterator may be used by others.
    columns = [list(one) if isinstance(one, (str, frozenset, range)) else one for one in iterables]
    if not columns:
        return
    index = 0
    while True:
        row = []
        for column in columns:
            if not _zip_take(column, index, row):
                if not strict:
                    return
                if row or any([_zip_take(other, index, row) for other in columns[1:]]):
                    raise ValueError
                return
        yield tuple(row)
        index = index + 1


def _zip_take(column, index, row):
    if not isinstance(column, (list, tuple)):
        try:
            row.append(next(column))
        except StopIteration:
            return False
        return True
    if index >= len(column):
        return False
    row.append(column[index])
    return True


def map(function, iterable, *others):
    if others:
        return _mapped_rows(function, zip(iterable, *others))
    return _mapped(function, _started(iterable))


def _mapped_rows(function, rows):
    for row in rows:
        yield function(*row)


def _mapped(function, iterable):
    for item in iterable:
        yield function(item)


def filter(function, iterable):
    return _filtered(function, _started(iterable))


def _filtered(function, iterable):
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


def _exception_text(error):
    args = error.args
    if len(args) == 0:
        return ""
    return str(args[0]) if len(args) == 1 else repr(args)


def _key_error_text(error):
    args = error.args
    return repr(args[0]) if len(args) == 1 else _exception_text(error)


def _exception_repr(error):
    args = error.args
    inside = repr(args[0]) if len(args) == 1 else repr(args)[1:-1]
    return _hw_type(error).__name__ + "(" + inside + ")"

"""What `itertools`, `operator` and a few built-in functions bring along."""


def itertools_chain(*iterables):
    for iterable in iterables:
        for item in iterable:
            yield item


def itertools_chain_from(iterables):
    for iterable in iterables:
        for item in iterable:
            yield item


class itertools_count:
    def __init__(self, start=0, step=1):
        self.value = start
        self.step = step

    def __iter__(self):
        return self

    def __next__(self):
        value = self.value
        self.value = value + self.step
        return value


class itertools_repeat:
    def __init__(self, item, times=None):
        self.item = item
        self.left = None if times is None else _int(times)

    def __iter__(self):
        return self

    def __next__(self):
        if self.left is not None:
            if self.left <= 0:
                raise StopIteration
            self.left = self.left - 1
        return self.item


class itertools_cycle:
    def __init__(self, iterable):
        self.items = list(iterable)
        self.index = 0

    def __iter__(self):
        return self

    def __next__(self):
        if not self.items:
            raise StopIteration
        item = self.items[self.index]
        self.index = (self.index + 1) % len(self.items)
        return item


def itertools_islice(iterable, first, *others):
    start, stop, step = 0, first, 1
    if len(others) == 1:
        start, stop = first, others[0]
    elif len(others) == 2:
        start, stop, step = first, others[0], others[1]
    elif len(others) > 2:
        raise TypeError
    if start is None:
        start = 0
    if step is None:
        step = 1
    if start < 0 or (stop is not None and stop < 0) or step < 1:
        raise ValueError
    return _islice(iterable, start, stop, step)


def _islice(iterable, start, stop, step):
    index = 0
    last = start if stop is not None and stop < start else stop
    if last is not None and last <= 0:
        return
    for item in iterable:
        if index >= start and (stop is None or index < stop) and (index - start) % step == 0:
            yield item
        index = index + 1
        if last is not None and index >= last:
            return


def itertools_takewhile(function, iterable):
    for item in iterable:
        if not function(item):
            return
        yield item


def itertools_dropwhile(function, iterable):
    dropping = True
    for item in iterable:
        if dropping and function(item):
            continue
        dropping = False
        yield item


def itertools_filterfalse(function, iterable):
    for item in iterable:
        if not (item if function is None else function(item)):
            yield item


def itertools_starmap(function, iterable):
    for arguments in iterable:
        yield function(*arguments)


def itertools_accumulate(iterable, func=None, *, initial=None):
    has_total = initial is not None
    total = initial
    if has_total:
        yield total
    for item in iterable:
        if not has_total:
            total = item
            has_total = True
        elif func is None:
            total = total + item
        else:
            total = func(total, item)
        yield total


def itertools_pairwise(iterable):
    has_before = False
    before = None
    for item in iterable:
        if has_before:
            yield (before, item)
        before = item
        has_before = True


def itertools_compress(data, selectors):
    for item, wanted in zip(data, selectors):
        if wanted:
            yield item


def itertools_zip_longest(*iterables, fillvalue=None):
    columns = [list(one) for one in iterables]
    length = 0
    for column in columns:
        if len(column) > length:
            length = len(column)
    index = 0
    while index < length:
        yield tuple([column[index] if index < len(column) else fillvalue for column in columns])
        index = index + 1


def itertools_product(*iterables, repeat=1):
    rows = [()]
    pools = [tuple(one) for one in iterables]
    turn = 0
    while turn < repeat:
        for pool in pools:
            rows = [row + (item,) for row in rows for item in pool]
        turn = turn + 1
    return _given(rows)


def _given(items):
    for item in items:
        yield item


def itertools_permutations(iterable, r=None):
    pool = tuple(iterable)
    size = len(pool) if r is None else r
    if size < 0:
        raise ValueError
    rows = [()]
    turn = 0
    while turn < size:
        rows = [row + (place,) for row in rows for place in range(len(pool)) if place not in row]
        turn = turn + 1
    return _given([tuple([pool[place] for place in row]) for row in rows])


def itertools_combinations(iterable, r):
    pool = tuple(iterable)
    if r < 0:
        raise ValueError
    rows = [()]
    turn = 0
    while turn < r:
        rows = [
            row + (place,) for row in rows for place in range(row[-1] + 1 if row else 0, len(pool))
        ]
        turn = turn + 1
    return _given([tuple([pool[place] for place in row]) for row in rows])


def operator_add(a, b, /):
    return a + b


def operator_sub(a, b, /):
    return a - b


def operator_mul(a, b, /):
    return a * b


def operator_truediv(a, b, /):
    return a / b


def operator_floordiv(a, b, /):
    return a // b


def operator_mod(a, b, /):
    return a % b


def operator_pow(a, b, /):
    return a**b


def operator_and_(a, b, /):
    return a & b


def operator_or_(a, b, /):
    return a | b


def operator_xor(a, b, /):
    return a ^ b


def operator_lshift(a, b, /):
    return a << b


def operator_rshift(a, b, /):
    return a >> b


def operator_neg(a, /):
    return -a


def operator_pos(a, /):
    return +a


def operator_invert(a, /):
    return ~a


def operator_not_(a, /):
    return not a


def operator_truth(a, /):
    return True if a else False


def operator_eq(a, b, /):
    return a == b


def operator_ne(a, b, /):
    return a != b


def operator_lt(a, b, /):
    return a < b


def operator_le(a, b, /):
    return a <= b


def operator_gt(a, b, /):
    return a > b


def operator_ge(a, b, /):
    return a >= b


def operator_is_(a, b, /):
    return a is b


def operator_is_not(a, b, /):
    return a is not b


def operator_contains(a, b, /):
    return b in a


def operator_getitem(a, b, /):
    return a[b]


def operator_setitem(a, b, c, /):
    a[b] = c


def operator_delitem(a, b, /):
    del a[b]


def operator_index(a, /):
    if isinstance(a, int):
        return a
    if not hasattr(a, "__index__"):
        raise TypeError
    return _int(a.__index__())


def operator_iadd(a, b, /):
    a += b
    return a


def operator_isub(a, b, /):
    a -= b
    return a


def operator_imul(a, b, /):
    a *= b
    return a


def operator_itruediv(a, b, /):
    a /= b
    return a


def operator_ifloordiv(a, b, /):
    a //= b
    return a


def operator_imod(a, b, /):
    a %= b
    return a


def operator_ipow(a, b, /):
    a **= b
    return a


def operator_iand(a, b, /):
    a &= b
    return a


def operator_ior(a, b, /):
    a |= b
    return a


def operator_ixor(a, b, /):
    a ^= b
    return a


def operator_ilshift(a, b, /):
    a <<= b
    return a


def operator_irshift(a, b, /):
    a >>= b
    return a


class operator_itemgetter:
    def __init__(self, item, /, *items):
        self.item = item
        self.items = items

    def __call__(self, source, /):
        if not self.items:
            return source[self.item]
        return tuple([source[self.item]] + [source[item] for item in self.items])


class functools_partial:
    def __init__(self, func, /, *args, **keywords):
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})


def getattr_itself(*given):
    _hw_stop("`getattr` as a value")


def setattr_itself(*given):
    _hw_stop("`setattr` as a value")


def hasattr_itself(*given):
    _hw_stop("`hasattr` as a value")


def types_method(function, instance, /):
    if not callable(function) or instance is None:
        raise TypeError
    return _hw_bind(function, instance)

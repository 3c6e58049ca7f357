"""What the module `collections` has."""


class queue_Queue:
    # Nobody else is there, so waiting for a queue would never end.

    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.unfinished_tasks = 0
        self._init(maxsize)

    def _init(self, maxsize):
        self.queue = deque()

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()

    def qsize(self):
        return len(self.queue)

    def empty(self):
        return len(self.queue) == 0

    def full(self):
        return 0 < self.maxsize <= len(self.queue)

    def put(self, item, block=True, timeout=None):
        if self.maxsize > 0:
            if block and timeout is not None and timeout < 0:
                raise ValueError
            if len(self.queue) >= self.maxsize:
                _hw_stop("waiting for a queue")
        self._put(item)
        self.unfinished_tasks = self.unfinished_tasks + 1

    def put_nowait(self, item):
        return self.put(item, False)

    def get(self, block=True, timeout=None):
        if block and timeout is not None and timeout < 0:
            raise ValueError
        if len(self.queue) == 0:
            _hw_stop("waiting for a queue")
        return self._get()

    def get_nowait(self):
        return self.get(False)

    def task_done(self):
        if self.unfinished_tasks <= 0:
            raise ValueError
        self.unfinished_tasks = self.unfinished_tasks - 1

    def join(self):
        if self.unfinished_tasks:
            _hw_stop("waiting for a queue")


class queue_LifoQueue(queue_Queue):
    def _init(self, maxsize):
        self.queue = []

    def _get(self):
        return self.queue.pop()


class queue_PriorityQueue(queue_Queue):
    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        heappush(self.queue, item)

    def _get(self):
        return heappop(self.queue)


def _deque_items(source, size):
    # The size is that of the time when somebody began. A deque knows of each change: see `NOTICING`.
    index = 0
    while index < size:
        if _hw_size(source) != size:
            raise RuntimeError
        yield _hw_entry(source, index)
        index = index + 1
    if _hw_size(source) != size:
        raise RuntimeError


def _deque_backward(source, size):
    index = size - 1
    while index >= 0:
        if _hw_size(source) != size:
            raise RuntimeError
        yield _hw_entry(source, index)
        index = index - 1
    if _hw_size(source) != size:
        raise RuntimeError


class deque:
    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None:
            maxlen = _word(_int(maxlen) + 0)
            if maxlen < 0:
                raise ValueError
        self.maxlen = maxlen
        for item in iterable:
            self.append(item)

    def __len__(self):
        return _hw_size(self)

    def __iter__(self):
        return _deque_items(self, _hw_size(self))

    def __reversed__(self):
        return _deque_backward(self, _hw_size(self))

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

    def index(self, item, start=0, stop=_ABSENT):
        return list(self).index(item, start, stop)

    def remove(self, item):
        place = _hw_find(self, item)
        if place < 0:
            raise ValueError
        _hw_remove(self, place)

    def insert(self, index, item):
        if self.maxlen is not None and _hw_size(self) >= self.maxlen:
            raise IndexError
        _word(index)
        _hw_insert(self, _clamped(index, _hw_size(self), 0, 0, _hw_size(self)), item)

    def __iadd__(self, other):
        self.extend(list(other))
        return self

    def __mul__(self, count):
        if not isinstance(count, int):
            return NotImplemented
        found = deque((), self.maxlen)
        count = _times(count, _hw_size(self))
        while count > 0 and _hw_size(self) > 0:
            found.extend(self)
            count = count - 1
        return found

    def __rmul__(self, count):
        return self.__mul__(count)

    def __imul__(self, count):
        found = self.__mul__(count)
        if found is NotImplemented:
            return found
        kept = list(found)
        self.clear()
        self.extend(kept)
        return self

    def __add__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        found = self.copy()
        found.extend(other)
        return found

    def __lt__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        return tuple(self) < tuple(other)

    def __le__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        return tuple(self) <= tuple(other)

    def __gt__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        return tuple(self) > tuple(other)

    def __ge__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        return tuple(self) >= tuple(other)

    def reverse(self):
        kept = list(self)
        index = _hw_size(self)
        for item in kept:
            index = index - 1
            _hw_put(self, index, item)

    def rotate(self, n=1):
        size = _hw_size(self)
        n = _word(n)
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


class collections_OrderedDict(dict):
    def __iter__(self):
        return _ordered_entries(self, 0, _hw_size(self))

    # Unlike a dict it sets items as a class below it says.

    def __init__(self, source=(), /, **named):
        self.update(source, **named)

    def update(self, source=(), /, **named):
        if type(self) is collections_OrderedDict:
            dict.update(self, source, **named)
            return
        if hasattr(source, "keys"):
            for key in source.keys():
                self[key] = source[key]
        else:
            for key, value in source:
                self[key] = value
        for key in named:
            self[key] = named[key]

    def setdefault(self, key, default=None, /):
        if type(self) is collections_OrderedDict:
            return dict.setdefault(self, key, default)
        if key in self:
            return self[key]
        self[key] = default
        return default

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
        found = type(self)()
        if type(self) is collections_OrderedDict:
            _fill(found, self)
            return found
        for key in self:
            found[key] = self[key]
        return found

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        found = type(self)(self)
        found.update(other)
        return found

    def __ior__(self, other):
        collections_OrderedDict.update(self, other)
        return self

    def __eq__(self, other):
        if isinstance(other, collections_OrderedDict):
            return list(self.items()) == list(other.items())
        return dict.__eq__(self, other)

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        found = collections_OrderedDict()
        _fill(found, self)
        _fill(found, other)
        return found

    def __repr__(self):
        _hw_stop("the text of an OrderedDict, which depends on the version of Python")

    @staticmethod
    def fromkeys(keys, value=None):
        found = collections_OrderedDict()
        for key in keys:
            found[key] = value
        return found


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

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        found = defaultdict(self.default_factory, self)
        _fill(found, other)
        return found

    def __repr__(self):
        _hw_stop("the text of a defaultdict")

    @staticmethod
    def fromkeys(keys, value=None):
        found = defaultdict()
        for key in keys:
            found[key] = value
        return found


class collections_Counter(dict):
    def __init__(self, source=None, /, **named):
        self.update(source, **named)

    def __missing__(self, key):
        return 0

    def update(self, source=None, /, **named):
        if isinstance(source, dict):
            is_empty = _hw_size(self) == 0
            for key, n in source.items():
                self[key] = n if is_empty else self.get(key, 0) + n
        elif source is not None:
            for item in source:
                self[item] = self.get(item, 0) + 1
        if named:
            self.update(named)

    def subtract(self, source=None, /, **named):
        if isinstance(source, dict):
            for key, n in source.items():
                self[key] = self.get(key, 0) - n
        elif source is not None:
            for item in source:
                self[item] = self.get(item, 0) - 1
        if named:
            self.subtract(named)

    def elements(self):
        for key, n in self.items():
            for _ in range(n):
                yield key

    def total(self):
        return sum(self.values())

    def most_common(self, n=None):
        pairs = sorted(self.items(), key=operator_itemgetter(1), reverse=True)
        if n is None:
            return pairs
        return pairs[:n] if n > 0 else []

    def __delitem__(self, key):
        place = _hw_findkey(self, key)
        if place >= 0:
            _hw_remove(self, place)

    def copy(self):
        return collections_Counter(self)

    def __add__(self, other):
        if not isinstance(other, collections_Counter):
            return NotImplemented
        found = collections_Counter(self)
        found.update(other)
        return found._positive()

    def __sub__(self, other):
        if not isinstance(other, collections_Counter):
            return NotImplemented
        found = collections_Counter(self)
        found.subtract(other)
        return found._positive()

    def __or__(self, other):
        if not isinstance(other, collections_Counter):
            return NotImplemented
        found = collections_Counter()
        for key, n in self.items():
            found[key] = other[key] if n < other[key] else n
        for key, n in other.items():
            if key not in self:
                found[key] = n
        return found._positive()

    def __and__(self, other):
        if not isinstance(other, collections_Counter):
            return NotImplemented
        found = collections_Counter()
        for key, n in self.items():
            found[key] = n if n < other[key] else other[key]
        return found._positive()

    def __ior__(self, other):
        _hw_stop("a Counter that is united in place")

    def __pos__(self):
        return self._positive()

    def __eq__(self, other):
        if not isinstance(other, collections_Counter):
            return NotImplemented
        for key in self:
            if self[key] != other[key]:
                return False
        for key in other:
            if self[key] != other[key]:
                return False
        return True

    def __repr__(self):
        if not self:
            return "Counter()"
        shown = [repr(key) + ": " + repr(n) for key, n in self.most_common()]
        return "Counter({" + ", ".join(shown) + "})"

    @staticmethod
    def fromkeys(keys, value=None):
        raise NotImplementedError

    def _positive(self):
        found = collections_Counter()
        for key, n in self.items():
            if n > 0:
                found[key] = n
        return found

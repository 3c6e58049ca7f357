"""Dicts and their views."""


def _dict_keys(source, size):
    # The size is that of the time when somebody began.
    index = 0
    while index < size:
        if _hw_size(source) != size:
            raise RuntimeError
        key = _hw_entry(source, index)[0]
        yield key
        if _hw_moved(source, size, index, key):
            _hw_stop("a dict that has others of its keys while code goes through it")
        index = index + 1
    if _hw_size(source) != size:
        raise RuntimeError


def _dict_entries(source, kind, size):
    index = 0
    while index < size:
        if _hw_size(source) != size:
            raise RuntimeError
        entry = _hw_entry(source, index)
        key = entry[0]
        yield entry if kind == 2 else entry[kind]
        if _hw_moved(source, size, index, key):
            _hw_stop("a dict that has others of its keys while code goes through it")
        index = index + 1
    if _hw_size(source) != size:
        raise RuntimeError


def _ordered_entries(source, kind, size):
    # An OrderedDict knows of each change, not of its size alone: see `NOTICING`.
    for item in _dict_entries(source, kind, size):
        yield item


def _dict_backward(source, kind, size):
    index = size - 1
    while index >= 0:
        if _hw_size(source) != size:
            raise RuntimeError
        entry = _hw_entry(source, index)
        key = entry[0]
        yield entry if kind == 2 else entry[kind]
        if _hw_moved(source, size, index, key):
            _hw_stop("a dict that has others of its keys while code goes through it")
        index = index - 1


class dict:
    def __init__(self, source=(), /, **named):
        _fill(self, source)
        for key in named:
            dict.__setitem__(self, key, named[key])

    def __len__(self):
        return _hw_size(self)

    def __iter__(self):
        return _dict_keys(self, _hw_size(self))

    def __reversed__(self):
        return _dict_backward(self, 0, _hw_size(self))

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
        # An empty one does not ask for the hash.
        is_asked = _hw_size(self) > 0 or isinstance(self, collections_OrderedDict)
        place = _hw_findkey(self, key) if is_asked else -1
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
            dict.__setitem__(self, key, named[key])

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
        text, between = "{", ""
        for key, value in self.items():
            text = text + between + repr(key) + ": " + repr(value)
            between = ", "
        return text + "}"


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
    own = (list, tuple, set, generator, deque, range, object_iterator, dict_view, mapping_view)
    if not isinstance(source, own) and hasattr(source, "keys"):
        for key in source.keys():
            dict.__setitem__(target, key, source[key])
        return
    for item in source:
        key, value = item
        dict.__setitem__(target, key, value)


class mapping_view:
    # What a class below Mapping gives for its keys (0), values (1) and items (2).

    def __init__(self, source, kind):
        self.source = source
        self.kind = kind

    def __len__(self):
        return len(self.source)

    def __iter__(self):
        for key in self.source:
            if self.kind == 0:
                yield key
            elif self.kind == 1:
                yield self.source[key]
            else:
                yield (key, self.source[key])

    def __contains__(self, item):
        if self.kind == 0:
            return item in self.source
        if self.kind == 1:
            for key in self.source:
                value = self.source[key]
                if item in (value,):
                    return True
            return False
        key, value = item
        try:
            found = self.source[key]
        except KeyError:
            return False
        return value in (found,)

    def __eq__(self, other):
        _hw_stop("a view of a mapping that is compared")


class dict_view:
    """`kind` is 0 for keys, 1 for values, 2 for items."""

    def __init__(self, source, kind):
        self.source = source
        self.kind = kind

    def __len__(self):
        return _hw_size(self.source)

    def __iter__(self):
        if isinstance(self.source, collections_OrderedDict):
            return _ordered_entries(self.source, self.kind, _hw_size(self.source))
        return _dict_entries(self.source, self.kind, _hw_size(self.source))

    def __reversed__(self):
        return _dict_backward(self.source, self.kind, _hw_size(self.source))

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

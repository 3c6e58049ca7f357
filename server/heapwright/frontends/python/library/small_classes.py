"""Texts in memory, chains of dicts and other small classes of the standard library."""


class io_StringIO:
    def __bool__(self):
        return True

    def __init__(self, initial_value="", newline="\n"):
        if newline != "\n":
            _hw_stop("other ends of lines")
        if initial_value is None:
            initial_value = ""
        if not isinstance(initial_value, str):
            raise TypeError
        self._text = initial_value
        self._place = 0
        self.closed = False

    def _check(self):
        if self.closed:
            raise ValueError

    def write(self, s, /):
        if not isinstance(s, str):
            raise TypeError
        self._check()
        if self._place == 0 and self._text == "":
            self._text = s
            self._place = len(s)
            return self._place
        n = len(s)
        if n == 0:
            return 0
        missing = self._place - len(self._text)
        if missing > 0:
            self._text = self._text + "\0" * missing
        self._text = self._text[: self._place] + s + self._text[self._place + n :]
        self._place = self._place + n
        return n

    def writelines(self, lines, /):
        self._check()
        for line in lines:
            self.write(line)

    def getvalue(self):
        self._check()
        return self._text

    def read(self, size=-1, /):
        self._check()
        start = self._place
        stop = len(self._text)
        if size is not None and size >= 0 and start + size < stop:
            stop = start + size
        if start >= stop:
            return ""
        self._place = stop
        return self._text[start:stop]

    def readline(self, size=-1, /):
        self._check()
        start = self._place
        if start >= len(self._text):
            return ""
        stop = self._text.find("\n", start) + 1
        if stop == 0:
            stop = len(self._text)
        if size is not None and size >= 0 and start + size < stop:
            stop = start + size
        self._place = stop
        return self._text[start:stop]

    def readlines(self, hint=-1, /):
        if hint is not None and hint > 0:
            _hw_stop("lines up to a size")
        found = []
        line = self.readline()
        while line:
            found.append(line)
            line = self.readline()
        return found

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def tell(self):
        self._check()
        return self._place

    def seek(self, pos, whence=0, /):
        self._check()
        if whence == 0:
            if pos < 0:
                raise ValueError
            self._place = pos
        elif whence == 1 or whence == 2:
            if pos != 0:
                raise OSError
            if whence == 2:
                self._place = len(self._text)
        else:
            raise ValueError
        return self._place

    def truncate(self, pos=None, /):
        self._check()
        if pos is None:
            pos = self._place
        if pos < 0:
            raise ValueError
        self._text = self._text[:pos]
        return pos

    def close(self):
        self.closed = True

    def flush(self):
        self._check()

    def isatty(self):
        self._check()
        return False

    def readable(self):
        self._check()
        return True

    def writable(self):
        self._check()
        return True

    def seekable(self):
        self._check()
        return True

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, kind, value, trace):
        self.close()


class contextlib_closing:
    def __bool__(self):
        return True

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, kind, value, trace):
        self.thing.close()


class collections_ChainMap:
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __getitem__(self, key):
        for mapping in self.maps:
            try:
                return mapping[key]
            except KeyError:
                pass
        raise KeyError(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __contains__(self, key):
        for mapping in self.maps:
            if key in mapping:
                return True
        return False

    def _together(self):
        found = {}
        for mapping in self.maps[::-1]:
            found.update(dict.fromkeys(mapping))
        return found

    def __len__(self):
        return len(self._together())

    def __iter__(self):
        return iter(self._together())

    def __bool__(self):
        for mapping in self.maps:
            if mapping:
                return True
        return False

    def keys(self):
        return mapping_view(self, 0)

    def values(self):
        return mapping_view(self, 1)

    def items(self):
        return mapping_view(self, 2)

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        if key not in self.maps[0]:
            raise KeyError("Key not found in the first mapping: " + repr(key))
        del self.maps[0][key]

    def pop(self, key, *default):
        if not default and key not in self.maps[0]:
            raise KeyError("Key not found in the first mapping: " + repr(key))
        return self.maps[0].pop(key, *default)

    def popitem(self):
        if not self.maps[0]:
            raise KeyError("No keys found in the first mapping.")
        return self.maps[0].popitem()

    def copy(self):
        return collections_ChainMap(self.maps[0].copy(), *self.maps[1:])

    def setdefault(self, key, default=None):
        if key in self:
            return self[key]
        self[key] = default
        return default

    def update(self, source=(), /, **named):
        self.maps[0].update(source, **named)

    def clear(self):
        self.maps[0].clear()

    def new_child(self, m=None, **named):
        if m is None:
            m = named
        elif named:
            m.update(named)
        return collections_ChainMap(m, *self.maps)

    @property
    def parents(self):
        return collections_ChainMap(*self.maps[1:])

    def __eq__(self, other):
        if isinstance(other, collections_ChainMap):
            other = {key: other[key] for key in other}
        if not isinstance(other, dict):
            return NotImplemented
        return {key: self[key] for key in self} == other


class constant_function:
    """A function that a client gives, and of which only the result is known."""

    def __init__(self, *results):
        self.results = results

    def __call__(self, /, *args, **named):
        return self.results[0]

"""Bytes, and the functions that make strings of them and the other way round.

Bytes are an object with a tuple of ints. Those that only a real run makes have none (`None`):
they may be kept and passed on, and whoever looks into them ends the run.
"""


class bytes:
    def __init__(self, source=(), encoding=None, errors=None):
        if isinstance(source, str):
            if encoding is None:
                raise TypeError
            source = source.encode(encoding)
        elif encoding is not None or errors is not None:
            raise TypeError
        if isinstance(source, bytes):
            source = source._known()
        elif isinstance(source, int):
            if source < 0:
                raise ValueError
            source = (0,) * source
        elif hasattr(source, "__bytes__"):
            _hw_stop("`__bytes__`")
        codes = tuple(source)
        for code in codes:
            if not isinstance(code, int):
                raise TypeError
            if code < 0 or code > 255:
                raise ValueError
        self._codes = codes

    def _known(self):
        if self._codes is None:
            _hw_stop("looking into bytes that only the run makes")
        return self._codes

    def __len__(self):
        return len(self._known())

    def __bool__(self):
        return len(self._known()) > 0

    def __iter__(self):
        return iter(self._known())

    def __getitem__(self, index):
        found = self._known()[index]
        return bytes(found) if isinstance(index, slice) else found

    def __contains__(self, item):
        if isinstance(item, int):
            if item < 0 or item > 255:
                raise ValueError
            return item in self._known()
        if not isinstance(item, bytes):
            raise TypeError
        return self.find(item) >= 0

    def __add__(self, other):
        if not isinstance(other, bytes):
            return NotImplemented
        return bytes(self._known() + other._known())

    def __mul__(self, n):
        if not isinstance(n, int):
            return NotImplemented
        return bytes(self._known() * n)

    def __rmul__(self, n):
        return self.__mul__(n)

    def __eq__(self, other):
        if not isinstance(other, bytes):
            return NotImplemented
        return self._known() == other._known()

    def __hash__(self):
        return 0

    def __lt__(self, other):
        if not isinstance(other, bytes):
            return NotImplemented
        return self._known() < other._known()

    def __le__(self, other):
        if not isinstance(other, bytes):
            return NotImplemented
        return self._known() <= other._known()

    def __gt__(self, other):
        if not isinstance(other, bytes):
            return NotImplemented
        return self._known() > other._known()

    def __ge__(self, other):
        if not isinstance(other, bytes):
            return NotImplemented
        return self._known() >= other._known()

    def startswith(self, prefix, /):
        if isinstance(prefix, tuple):
            for one in prefix:
                if self.startswith(one):
                    return True
            return False
        if not isinstance(prefix, bytes):
            raise TypeError
        return self._known()[: len(prefix)] == prefix._known()

    def endswith(self, suffix, /):
        if isinstance(suffix, tuple):
            for one in suffix:
                if self.endswith(one):
                    return True
            return False
        if not isinstance(suffix, bytes):
            raise TypeError
        n = len(self) - len(suffix)
        return n >= 0 and self._known()[n:] == suffix._known()

    def find(self, sub, /):
        if isinstance(sub, int):
            sub = bytes((sub,))
        if not isinstance(sub, bytes):
            raise TypeError
        wanted = sub._known()
        codes = self._known()
        n = len(wanted)
        place = 0
        while place + n <= len(codes):
            if codes[place : place + n] == wanted:
                return place
            place = place + 1
        return -1

    def index(self, sub, /):
        place = self.find(sub)
        if place < 0:
            raise ValueError
        return place

    def join(self, iterable_of_bytes, /):
        codes = ()
        is_first = True
        for part in iterable_of_bytes:
            if not isinstance(part, bytes):
                raise TypeError
            codes = codes + (() if is_first else self._known()) + part._known()
            is_first = False
        return bytes(codes)

    def decode(self, encoding="utf-8", errors="strict"):
        is_latin = _is_latin(encoding)
        text = ""
        for code in self._known():
            if code > 127 and not is_latin:
                _hw_stop("decoding more than ASCII")
            text = text + chr(code)
        return text

    def hex(self):
        digits = "0123456789abcdef"
        text = ""
        for code in self._known():
            text = text + digits[code // 16] + digits[code % 16]
        return text


class bytearray:
    def __init__(self, *arguments, **named):
        _hw_stop("a bytearray")


class memoryview:
    def __init__(self, *arguments, **named):
        _hw_stop("a memoryview")


def _is_latin(encoding):
    name = encoding.lower()
    if name in ("latin-1", "latin1", "iso-8859-1"):
        return True
    if name not in ("utf-8", "utf8", "utf_8", "ascii", "us-ascii"):
        _hw_stop("such an encoding")
    return False


def text_encode(text, encoding, errors):
    if not isinstance(encoding, str) or not isinstance(errors, str):
        raise TypeError
    is_latin = _is_latin(encoding)
    codes = []
    for letter in text:
        code = ord(letter)
        if code > 127 and (not is_latin or code > 255):
            _hw_stop("encoding more than ASCII")
        codes.append(code)
    return bytes(codes)


def _some_bytes():
    made = bytes()
    made._codes = None
    return made


class codecs_map:
    # A table of characters, into which nobody looks.

    def __bool__(self):
        return _hw_input("int") > 0


def codecs_charmap_build(text, /):
    if not isinstance(text, str):
        raise TypeError
    return codecs_map()


def _check_errors(errors):
    if errors is not None and errors not in ("strict", "ignore", "replace", "surrogateescape"):
        _hw_stop("such a way to handle errors")


def codecs_encoded(text, errors="strict", mapping=None, /):
    if not isinstance(text, str):
        raise TypeError
    _check_errors(errors)
    if _hw_input("int") > 0:
        raise UnicodeEncodeError
    return (_some_bytes(), len(text))


def codecs_decoded(data, errors="strict", mapping=None, /):
    if not isinstance(data, bytes):
        raise TypeError
    _check_errors(errors)
    if _hw_input("int") > 0:
        raise UnicodeDecodeError
    return (_hw_input("str"), _hw_input("int"))

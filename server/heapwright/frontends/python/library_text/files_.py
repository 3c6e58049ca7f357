"""Files, as the text of a program.

Place: frontends/python/library_text/. Part of the text that the package puts together; see there.

What a file holds is an input, another one each time, and so is whether it can be opened. What is
written is gone: whoever reads it back gets an input, too. That a disk is full or breaks is
not thought of.
"""

FILES = """
def open(
    file,
    mode="r",
    buffering=-1,
    encoding=None,
    errors=None,
    newline=None,
    closefd=True,
    opener=None,
):
    if opener is not None:
        _hw_stop("a file that a function opens")
    if not isinstance(file, (str, pathlib_Path)):
        _hw_stop("a file of such a name")
    if not isinstance(mode, str):
        raise TypeError
    if mode not in ("r", "rt", "w", "wt", "a", "at", "x", "xt", "rb", "wb", "ab", "xb"):
        _hw_stop("a file of such a mode")
    if encoding is not None and mode.endswith("b"):
        raise ValueError
    if encoding is not None and encoding not in ("utf-8", "utf8", "UTF-8", "utf-8-sig"):
        _hw_stop("a file of such an encoding")
    if _hw_input("int") > 0:
        _raise_as_input(mode[0])
    return io_file(file, mode)


def _raise_as_input(letter):
    if letter == "x" and _hw_input("int") > 0:
        raise FileExistsError
    if _hw_input("int") > 0:
        raise FileNotFoundError
    if _hw_input("int") > 0:
        raise PermissionError
    if _hw_input("int") > 0:
        raise IsADirectoryError
    if _hw_input("int") > 0:
        raise NotADirectoryError
    raise OSError


def codecs_open(filename, mode="r", encoding=None, errors="strict", buffering=-1):
    if encoding is None:
        return open(filename, mode, buffering)
    if not isinstance(mode, str) or mode not in ("r", "w", "a", "x"):
        _hw_stop("a file of such a mode")
    if encoding not in ("utf-8", "utf8", "UTF-8", "utf-8-sig"):
        _hw_stop("a file of such an encoding")
    file = open(filename, mode, encoding="utf-8")
    return codecs_file(file.name, mode + "b")


class io_file:
    def __init__(self, name, mode):
        self.name = name
        self.mode = mode
        self.closed = False

    def _check(self, letters):
        if self.closed:
            raise ValueError
        if letters and self.mode[0] not in letters:
            _hw_stop("reading what is written, or the other way round")

    def _given(self):
        if self.mode.endswith("b"):
            _hw_stop("the bytes of a file")
        if _hw_input("int") > 0:
            raise UnicodeDecodeError
        return _hw_input("str")

    def __enter__(self):
        self._check("")
        return self

    def __exit__(self, kind, value, trace):
        self.closed = True

    def close(self):
        self.closed = True

    def flush(self):
        self._check("")

    def readable(self):
        self._check("")
        return self.mode[0] == "r"

    def writable(self):
        self._check("")
        return self.mode[0] != "r"

    def fileno(self):
        self._check("")
        return _hw_input("int")

    def isatty(self):
        self._check("")
        return _hw_input("int") > 0

    def read(self, size=-1, /):
        self._check("r")
        return self._given()

    def readline(self, size=-1, /):
        self._check("r")
        return self._given()

    def readlines(self, hint=-1, /):
        self._check("r")
        found = []
        while _hw_input("int") > 0:
            found.append(self._given())
        return found

    def __iter__(self):
        self._check("")
        return self

    def __next__(self):
        self._check("r")
        if _hw_input("int") > 0:
            raise StopIteration
        return self._given()

    def write(self, text, /):
        self._check("wax")
        if not isinstance(text, bytes if self.mode.endswith("b") else str):
            raise TypeError
        return len(text)

    def writelines(self, lines, /):
        for line in lines:
            self.write(line)


class codecs_file(io_file):
    # One that `codecs.open` gave: bytes are written, of a text that it is given.

    def _given(self):
        if _hw_input("int") > 0:
            raise UnicodeDecodeError
        return _hw_input("str")

    def __enter__(self):
        return self

    def write(self, object, /):
        if not isinstance(object, str):
            raise TypeError
        self._check("wax")

    def writelines(self, list, /):
        self.write("".join(list))

    def __iter__(self):
        return self
"""

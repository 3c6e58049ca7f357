"""Paths of files and translations.

A `Path` keeps what it was made of and looks at it only when somebody asks. One that the system
answers with has no text that is known (`_raw` is None).

Files. What a file holds is an input, another one each time, and so is whether it can be opened.
What is written is gone: whoever reads it back gets an input, too. That a disk is full or breaks
is not thought of.
"""


class pathlib_Path:
    def __init__(self, *args):
        for one in args:
            if not isinstance(one, (str, pathlib_Path)):
                _hw_stop("a path made of an object")
        self._raw = args

    def _text(self):
        if self._raw is None:
            return _hw_input("str")
        text = ""
        for one in self._raw:
            part = one._text() if isinstance(one, pathlib_Path) else one
            if part.startswith("/"):
                text = part
            elif not text or text.endswith("/"):
                text = text + part
            else:
                text = text + "/" + part
        root = ""
        if text.startswith("/"):
            root = "//" if text.startswith("//") and not text.startswith("///") else "/"
        parts = [part for part in text.split("/") if part != "" and part != "."]
        return root + "/".join(parts) or "."

    def __truediv__(self, other):
        if not isinstance(other, (str, pathlib_Path)):
            return NotImplemented
        return _unknown_path() if self._raw is None else pathlib_Path(self, other)

    def __rtruediv__(self, other):
        if not isinstance(other, str):
            return NotImplemented
        return pathlib_Path(other, self)

    def joinpath(self, *others):
        return _unknown_path() if self._raw is None else pathlib_Path(self, *others)

    @property
    def name(self):
        if self._raw is None:
            return _hw_input("str")
        text = self._text()
        return "" if text == "." else text[text.rfind("/") + 1 :]

    @property
    def parent(self):
        if self._raw is None:
            return _unknown_path()
        text = self._text()
        place = text.rfind("/")
        if place < 0:
            return pathlib_Path()
        root = len(text) - len(text.lstrip("/"))
        return pathlib_Path(text[:root] if place < root else text[:place])

    @property
    def suffix(self):
        if self._raw is None:
            return _hw_input("str")
        name = self.name
        place = name.rfind(".")
        return name[place:] if 0 < place < len(name) - 1 else ""

    @property
    def stem(self):
        if self._raw is None:
            return _hw_input("str")
        name = self.name
        place = name.rfind(".")
        return name[:place] if 0 < place < len(name) - 1 else name

    def is_absolute(self):
        return _hw_input("int") > 0 if self._raw is None else self._text().startswith("/")

    def exists(self):
        return _hw_input("int") > 0

    def is_file(self):
        return _hw_input("int") > 0

    def is_dir(self):
        return _hw_input("int") > 0

    def resolve(self, strict=False):
        if strict:
            _hw_stop("a path that must be there")
        return _unknown_path()

    def absolute(self):
        return _unknown_path()

    def expanduser(self):
        return _unknown_path()

    def as_posix(self):
        return self._text()

    def __fspath__(self):
        return self._text()

    def __str__(self):
        return self._text()

    def __repr__(self):
        return _hw_input("str")

    def __hash__(self):
        return _hw_input("int")

    def __eq__(self, other):
        if not isinstance(other, pathlib_Path):
            return NotImplemented
        return self._text() == other._text()

    def __lt__(self, other):
        _hw_stop("the order of paths")


def _unknown_path():
    made = pathlib_Path()
    made._raw = None
    return made


def pathlib_asked():
    return _unknown_path()


class gettext_Translations:
    # What a text is in another language, only a real run knows.

    @property
    def gettext(self):
        return gettext_gettext

    @property
    def ngettext(self):
        return gettext_ngettext


def gettext_translation(domain, localedir=None, languages=None, class_=None, fallback=False):
    if class_ is not None:
        _hw_stop("translations of a class of its own")
    if not fallback and _hw_input("int") > 0:
        raise FileNotFoundError
    return gettext_Translations()


def gettext_domain(domain=None, localedir=None):
    return _hw_input("str")


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

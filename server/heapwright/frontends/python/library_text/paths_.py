"""Paths of files and translations, as the text of a program.

Place: frontends/python/library_text/. Part of the text that the package puts together; see there.

A `Path` keeps what it was made of and looks at it only when somebody asks. One that the system
answers with has no text that is known (`_raw` is None).
"""

PATHS = """
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
"""

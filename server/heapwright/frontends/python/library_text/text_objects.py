"""Objects that are strings, too, as the text of a program.

Place: frontends/python/library_text/. Part of the text that the package puts together; see there.
A class of the program below `str` stands below `text_object`. Its objects hold their text under a
name that no program uses; what a string can do, the text does.
"""

_METHODS = (
    *("capitalize", "casefold", "center", "count", "encode", "endswith", "expandtabs", "find"),
    *("index", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit"),
    *("isidentifier", "islower", "isnumeric", "isprintable", "isspace", "istitle", "isupper"),
    *("join", "ljust", "lower", "lstrip", "removeprefix", "removesuffix", "replace"),
    *("rfind", "rindex", "rjust", "rsplit", "rstrip", "split", "splitlines"),
    *("startswith", "strip", "swapcase", "title", "translate", "upper", "zfill"),
)
_METHOD = """
    def {name}(self, *given, **named):
        return self._hw_inside.{name}(*given, **named)
"""

TEXT_OBJECTS = (
    """
class text_object(str):
    def _hw_set_inside(self, value=""):
        self._hw_inside = text_inside(_hw_text(value))
        return self

    def _hw_text_inside(self):
        return self._hw_inside

    def __init__(self):
        return None

    def __str__(self):
        return self._hw_inside

    def __repr__(self):
        return repr(self._hw_inside)

    def __format__(self, spec, /):
        return format(self._hw_inside, spec) if spec else str(self)

    def __hash__(self):
        return hash(self._hw_inside)

    def __eq__(self, other, /):
        if not isinstance(other, str):
            return NotImplemented
        return self._hw_inside == text_inside(other)

    def __ne__(self, other, /):
        if not isinstance(other, str):
            return NotImplemented
        return self._hw_inside != text_inside(other)

    def __lt__(self, other, /):
        if not isinstance(other, str):
            return NotImplemented
        return self._hw_inside < text_inside(other)

    def __le__(self, other, /):
        if not isinstance(other, str):
            return NotImplemented
        return self._hw_inside <= text_inside(other)

    def __gt__(self, other, /):
        if not isinstance(other, str):
            return NotImplemented
        return self._hw_inside > text_inside(other)

    def __ge__(self, other, /):
        if not isinstance(other, str):
            return NotImplemented
        return self._hw_inside >= text_inside(other)

    def __len__(self):
        return len(self._hw_inside)

    def __getitem__(self, index, /):
        return self._hw_inside[index]

    def __iter__(self):
        return iter(self._hw_inside)

    def __contains__(self, part, /):
        return part in self._hw_inside

    def __add__(self, other, /):
        return self._hw_inside + other

    def __radd__(self, other, /):
        if not isinstance(other, str):
            return NotImplemented
        return other + self._hw_inside

    def __mul__(self, times, /):
        return self._hw_inside * times

    def __rmul__(self, times, /):
        return times * self._hw_inside

    # Where there is nothing to do, CPython gives the object itself in some methods.

    def __mod__(self, values, /):
        made = self._hw_inside % values
        return made if "%" in self._hw_inside else self

    def format_map(self, values, /):
        if "{" not in self._hw_inside and "}" not in self._hw_inside:
            return self
        return self._hw_inside.format_map(values)

    def format(self, *given, **named):
        if "{" not in self._hw_inside and "}" not in self._hw_inside:
            return self
        return self._hw_inside.format(*given, **named)

    def partition(self, separator, /):
        if separator in self._hw_inside:
            return self._hw_inside.partition(separator)
        return self, "", ""

    def rpartition(self, separator, /):
        if separator in self._hw_inside:
            return self._hw_inside.rpartition(separator)
        return "", "", self
"""
    + "".join(_METHOD.format(name=name) for name in _METHODS)
    + """

def text_inside(value):
    if isinstance(value, text_object):
        return value._hw_inside
    return value
"""
)

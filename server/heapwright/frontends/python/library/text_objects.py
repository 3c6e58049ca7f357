"""Objects that are strings, too.

A class of the program below `str` stands below `text_object`. Its objects hold their text under a
name that no program uses; what a string can do, the text does.
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

    def capitalize(self, *given, **named):
        return self._hw_inside.capitalize(*given, **named)

    def casefold(self, *given, **named):
        return self._hw_inside.casefold(*given, **named)

    def center(self, *given, **named):
        return self._hw_inside.center(*given, **named)

    def count(self, *given, **named):
        return self._hw_inside.count(*given, **named)

    def encode(self, *given, **named):
        return self._hw_inside.encode(*given, **named)

    def endswith(self, *given, **named):
        return self._hw_inside.endswith(*given, **named)

    def expandtabs(self, *given, **named):
        return self._hw_inside.expandtabs(*given, **named)

    def find(self, *given, **named):
        return self._hw_inside.find(*given, **named)

    def index(self, *given, **named):
        return self._hw_inside.index(*given, **named)

    def isalnum(self, *given, **named):
        return self._hw_inside.isalnum(*given, **named)

    def isalpha(self, *given, **named):
        return self._hw_inside.isalpha(*given, **named)

    def isascii(self, *given, **named):
        return self._hw_inside.isascii(*given, **named)

    def isdecimal(self, *given, **named):
        return self._hw_inside.isdecimal(*given, **named)

    def isdigit(self, *given, **named):
        return self._hw_inside.isdigit(*given, **named)

    def isidentifier(self, *given, **named):
        return self._hw_inside.isidentifier(*given, **named)

    def islower(self, *given, **named):
        return self._hw_inside.islower(*given, **named)

    def isnumeric(self, *given, **named):
        return self._hw_inside.isnumeric(*given, **named)

    def isprintable(self, *given, **named):
        return self._hw_inside.isprintable(*given, **named)

    def isspace(self, *given, **named):
        return self._hw_inside.isspace(*given, **named)

    def istitle(self, *given, **named):
        return self._hw_inside.istitle(*given, **named)

    def isupper(self, *given, **named):
        return self._hw_inside.isupper(*given, **named)

    def join(self, *given, **named):
        return self._hw_inside.join(*given, **named)

    def ljust(self, *given, **named):
        return self._hw_inside.ljust(*given, **named)

    def lower(self, *given, **named):
        return self._hw_inside.lower(*given, **named)

    def lstrip(self, *given, **named):
        return self._hw_inside.lstrip(*given, **named)

    def removeprefix(self, *given, **named):
        return self._hw_inside.removeprefix(*given, **named)

    def removesuffix(self, *given, **named):
        return self._hw_inside.removesuffix(*given, **named)

    def replace(self, *given, **named):
        return self._hw_inside.replace(*given, **named)

    def rfind(self, *given, **named):
        return self._hw_inside.rfind(*given, **named)

    def rindex(self, *given, **named):
        return self._hw_inside.rindex(*given, **named)

    def rjust(self, *given, **named):
        return self._hw_inside.rjust(*given, **named)

    def rsplit(self, *given, **named):
        return self._hw_inside.rsplit(*given, **named)

    def rstrip(self, *given, **named):
        return self._hw_inside.rstrip(*given, **named)

    def split(self, *given, **named):
        return self._hw_inside.split(*given, **named)

    def splitlines(self, *given, **named):
        return self._hw_inside.splitlines(*given, **named)

    def startswith(self, *given, **named):
        return self._hw_inside.startswith(*given, **named)

    def strip(self, *given, **named):
        return self._hw_inside.strip(*given, **named)

    def swapcase(self, *given, **named):
        return self._hw_inside.swapcase(*given, **named)

    def title(self, *given, **named):
        return self._hw_inside.title(*given, **named)

    def translate(self, *given, **named):
        return self._hw_inside.translate(*given, **named)

    def upper(self, *given, **named):
        return self._hw_inside.upper(*given, **named)

    def zfill(self, *given, **named):
        return self._hw_inside.zfill(*given, **named)


def text_inside(value):
    if isinstance(value, text_object):
        return value._hw_inside
    return value

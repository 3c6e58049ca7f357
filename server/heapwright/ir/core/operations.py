"""The operations on values of any kind: what else each may run, and whether it acts.

Place: ir/core/. `reach`, the graph and the front end ask this; both interpreters implement every
operation. An operation on an object runs a method of its class, so its reach is that
of the methods named here.

    add(a, b), iadd(a, b), …    arithmetic, by kind or by `__add__` and `__radd__`
    eq, lt, …, is, contains     comparison; contains(container, item)
    truth, len, neg, …
    getattr[name](x), setattr[name](x, v), delattr[name](x)
    plainget, plainset, plaindel        the same, as `object` does it: no class decides about it
    own[name](x)                what an object itself holds under a name, or the value of none
    getitem(x, i), setitem(x, i, v), delitem(x, i)
    tuple(…), list(…)           a tuple of the operands, a fresh list of them
    concat(a, b)                one tuple of two; gather(x) a tuple of what x contains
    unpack[n](x), unpack[n*m]   a tuple of n items, or of n, a list of the rest, and m
    isinstance[class](x), instance(x, class), type(x), subclass(class, class), callable(x)
    fits[class](x), exactly[class](x)   the same where no text asks it: it brings no objects in
    cast[type](x)               x where it fits a declared type; otherwise the run stops
    absent(), bound[name](x)    the value of a variable without one, and the test for it
    require[name](x)            x, which has an attribute of that name
    bind(f, x)                  a method that calls f with x before its arguments
    stop(reason), stop(reason, x)       what cannot be followed, of x if that is one value
    shared[place](), share[place](x)    what all objects share: its value, or none so far
    throw(x, e), send(x, v)     go on in a generator that waits, by throwing e there, or with v
    yield(x), next(x)
    order(x, done)              the next place of a set to visit, after those that are done
    entries(x), moved(x, t)     all entries of a set; whether they are others now
    moved(x, n, i, k)           whether a dict of n entries has not this key at a place, but another
    size, entry, put, insert, remove, find, findkey      on the entries of a container
    text(x), repr(x), format(x, spec), joined(s, …), method[name](s, …)     strings
    int(x), float(x), round(x, n), chr(x), ord(x), hashable(x)
    index(x, n)                 a known place of what has n items; what is far out is just beyond
    hash(x)                     of a number or by `__hash__`; the value of none if nobody knows it
    input(kind), between(a, b)  a value that only a real run has: the time, a random number
    foreign(name, b)            a value of code that is not read; b says whether asking may raise
    shown(x)                    what else making a text of x does, where the text does not matter
    printed(file)               what writing a text into a file does
    handed(x, …)                what such a value makes of what it is given
    real(name, …)               a function on floats
    decimal(name, …)            a function on decimal numbers that are known
    known(x, …)                 whether they are plain values and nothing of them is open
    digest(name, codes)         a hash of bytes, in digits of base 16, as `hashlib` names it
    within(n, m)                goes on if -m < n < m: other runs lie outside of the scope
    copied(x), deepcopied(x)    fieldwise(x) is a copy that does not ask the class of x
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.records import dataclass

BINARY: Mapping[str, str] = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
    "and": "&",
    "or": "|",
    "xor": "^",
    "lshift": "<<",
    "rshift": ">>",
}
COMPARISONS: Mapping[str, str] = {
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
}
REFLECTED: Mapping[str, str] = {
    "eq": "eq",
    "ne": "ne",
    "lt": "gt",
    "le": "ge",
    "gt": "lt",
    "ge": "le",
}

# The kinds of values that are no objects.
KINDS = ("int", "bool", "str", "float", "tuple", "NoneType", "type", "function")
# What gives the text of an object that is a string, too, and where it keeps it.
TEXT_INSIDE = "_hw_text_inside"
TEXT_FIELD = "_hw_inside"

# The class of the one object that holds what all objects share: values of classes and modules
# that change, and defaults of parameters that can be changed. A heap has it as soon as
# one of these has been used.
SHARED = "(shared)"

# The class of the values of code that is not read, and that of what such code raises: nobody
# knows which handler takes it. A handler that names the latter names a class that is not read.
FOREIGN = "foreign_value"
FOREIGN_ERROR = "foreign_error"

# The class of a method as a value, and its fields: what it calls, and on which object.
METHOD = "method"
FUNCTION_FIELD, RECEIVER_FIELD = "(function)", "(self)"

# Methods by which a class says itself how its objects are copied.
PICKLING = (
    *("__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__getnewargs__"),
    *("__getnewargs_ex__", "__getattr__", "(new)"),
)

# Attributes of exceptions that the language sets, and whose values are not known.
EXCEPTION_NAMES = frozenset(
    (
        *("args", "__cause__", "__context__", "__traceback__", "__notes__", "add_note"),
        *("with_traceback", "errno", "strerror", "filename", "name", "obj", "value", "code"),
        *("__suppress_context__", "characters_written", "start", "end", "object", "reason"),
        *("encoding", "msg", "lineno", "offset", "text"),
    )
)
# Inputs of a run that differ only in what they might be from those of the kind that they are of.
INPUT_KINDS = {
    "chance": "float",  # at least 0 and less than 1
    "clock": "float",
    "clock ns": "int",
    "clock us": "int",  # since the year 1, as `datetime` counts
    "clock days": "int",  # the same in days
    "uuid": "str",  # 32 digits of base 16, of a random UUID
    "uuid text": "str",  # of the same one, with dashes
    "hex": "str",  # `hex:64` are 64 digits of base 16
    "hash": "int",  # of a machine word, and not -1
    # What code that is not read computes: one value, and no other, so a replay has none for it.
    "computed int": "int",
    "computed float": "float",
    "computed str": "str",
}


def input_kind(name: str) -> str:
    """Give the kind of value that an input is: `int` for `clock ns`."""
    return INPUT_KINDS.get(name.partition(":")[0], name)


# What the functions of modules belong to, and those that a language brings along.
MODULE = "module "
LIBRARY = "module (library)"

LARGEST_WORD = (1 << 63) - 1  # what CPython takes for a length or a place
# Before the name of an object that a module or class has from the start: what gives it to clients.
THERE = "@@"
HASHED = "(hashed)"  # see `hashing`
ENDING = "@__del__"  # see `endings`
_EQUAL = ("__eq__", "__ne__", "__hash__", HASHED)
_ITERATE = ("__iter__", "__next__", "__getitem__", "__len__", "__index__")
_SHOWN = ("__str__", "__repr__", "__format__", TEXT_INSIDE)


@dataclass(frozen=True, slots=True)
class Operation:
    """Methods that it may run on an object, whether it changes one itself, what it makes."""

    methods: tuple[str, ...] = ()
    acts: bool = False
    makes: tuple[str, ...] = ()


# Operations that read and set an attribute, whatever else they ask.
GETTING = frozenset(("getattr", "plainget"))
SETTING = frozenset(("setattr", "plainset"))
DELETING = frozenset(("delattr", "plaindel"))
# Methods of strings that give a list.
SPLITTING = frozenset(("split", "rsplit", "splitlines"))


def _table() -> dict[str, Operation]:
    table: dict[str, Operation] = {}
    for name in BINARY:
        plain = (f"__{name}__", f"__r{name}__")
        table[name] = Operation((*plain, *_SHOWN))
        table[f"i{name}"] = Operation((f"__i{name}__", *plain, *_SHOWN))
    table["summed"] = table["add"]
    for name in COMPARISONS:
        table[name] = Operation((f"__{name}__", f"__{REFLECTED[name]}__", *_EQUAL))
    for name in ("neg", "pos", "invert", "abs"):
        table[name] = Operation((f"__{name}__",))
    for name in ("getitem", "setitem", "delitem", "len"):
        table[name] = Operation((f"__{name}__", "__len__", "__index__"))
    table["contains"] = Operation(("__contains__", *_ITERATE, *_EQUAL, TEXT_INSIDE))
    table["truth"] = Operation(("__bool__", "__len__"))
    for name in ("gather", "unpack"):
        table[name] = Operation(_ITERATE, makes=("list",))
    table["list"] = Operation(makes=("list",))
    table["bind"] = Operation(makes=("method",))
    for name in ("next", "throw", "send"):
        table[name] = Operation(("__next__",))
    for name in ("text", "repr", "format"):
        table[name] = Operation(_SHOWN)
    table["method"] = Operation((*_ITERATE, *_SHOWN))
    table["joined"] = Operation()
    for name in ("find", "findkey"):
        table[name] = Operation(_EQUAL)
    for name in ("put", "insert", "remove", "plaindel", "share"):
        table[name] = Operation(acts=True)
    # What a class is given may decide about assignments.
    table["plainset"] = Operation(("__set__", "__delete__"), acts=True)
    table["setattr"] = Operation(("__setattr__", "__set__", "__delete__"), acts=True)
    table["delattr"] = Operation(("__delattr__",), acts=True)
    for name in ("getattr", "require"):
        table[name] = Operation(("__getattr__", "__get__"))
    table["plainget"] = Operation(("__get__",))
    for name in (
        *("is", "tuple", "concat", "isinstance", "type", "cast", "own", "callable"),
        *("fits", "exactly"),
        *(
            "absent",
            "bound",
            "missing",
            "order",
            "shared",
            "stop",
            "yield",
            "size",
            "entry",
            *("entries", "moved"),
            *("input", "between", "real", "decimal", "known", "within", "shown", "digest"),
        ),
    ):
        table[name] = Operation()
    table["printed"] = Operation(("write",), acts=True)
    table["instance"] = Operation(("__instancecheck__",))
    table["subclass"] = Operation(("__subclasscheck__",))
    table["foreign"] = Operation(makes=(FOREIGN, FOREIGN_ERROR))
    # Whoever gets an object may change it.
    table["handed"] = Operation(acts=True, makes=(FOREIGN, FOREIGN_ERROR))
    table["copied"] = Operation(("__copy__",), acts=True)
    for name in ("deepcopied", "fieldwise"):
        table[name] = Operation(acts=True)
    for name in ("int", "float", "round", "chr", "ord", "hashable", "hash", "index"):
        table[name] = Operation(
            ("__int__", "__float__", "__round__", "__hash__", "__index__", TEXT_INSIDE)
        )
    return table


OPERATIONS: Mapping[str, Operation] = _table()
# What a loop over the items of a value may run.
ITERATION = Operation(_ITERATE)

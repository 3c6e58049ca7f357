"""The second kinds that clients give for one that is declared, where code can tell them apart.

Place: frontends/python/types/. `argument_types` asks for every parameter with an annotation: an
`Iterable` may be a list or an iterator that is gone through once, a `Sequence` a tuple, a `float`
an int. What nobody can tell apart is given once, as a list, a dict or a float. Clients give a
second kind where code, or the question, can tell:

    def f(self, xs: Iterable[int]) -> None:
        a = list(xs)
        b = list(xs)             it is gone through twice
    def g(self, xs: Sequence[int]) -> None:
        self.kept = xs           whoever reads it may compare it with a tuple
    def h(self, f: float) -> None:
        if isinstance(f, int):   a test
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import last_name
from heapwright.frontends.python.syntax.walk import nodes_below
from heapwright.frontends.python.table.class_table import FunctionInfo, FunctionKind
from heapwright.frontends.python.types.choices import kinds_made_as
from heapwright.frontends.python.types.known_types import Types
from heapwright.ir.core.kinds import ContainerKind, Kinds
from heapwright.ir.core.types import (
    BOOL,
    FLOAT,
    INT,
    Choice,
)
from heapwright.records import dataclass

# Classes of which values may be that an annotation allows, and of which clients make none.
_OTHERS = {
    "iterable": (
        *("set", "frozenset", "dict", "str", "range", "deque", "Sequence", "Mapping", "Set"),
        *("Sized", "Hashable", "bytes", "Generator", "Collection", "Counter"),
    ),
    "collection": (
        *("set", "frozenset", "dict", "str", "range", "deque", "Sequence", "Mapping", "Set"),
        *("Hashable", "bytes", "Counter"),
    ),
    "reversible": ("dict", "str", "range", "deque", "Sequence", "Mapping", "Hashable", "bytes"),
    "sequence": ("str", "range", "deque", "bytes", "bytearray", "array"),
    "mapping": ("OrderedDict", "ChainMap", "MappingProxyType", "UserDict", "MutableMapping"),
}


def second_kinds(
    types: Types, info: FunctionInfo, parameter: tree.Parameter, kinds: Kinds
) -> dict[Choice, tuple[str, ...]]:
    """Give what clients give besides, with the questions that alone can tell, if that is so."""
    name = parameter.name.text
    found: dict[Choice, tuple[str, ...]] = {}
    telling_ints = FLOAT in kinds and INT not in kinds
    telling_bools = INT in kinds and BOOL not in kinds
    if not (telling_ints or telling_bools):
        return found
    tests = list(tests_of(types, info, name))
    if telling_ints:
        asking = [question for test, question in tests if test.tells_ints()]
        _add(found, INT, [*asking, *formatting(types, info, name)])
    if telling_bools:
        _add(found, BOOL, [question for test, question in tests if test.tells_bools()])
    return found


def alike(
    types: Types, info: FunctionInfo, parameter: tree.Parameter, kinds: Kinds
) -> frozenset[Choice]:
    """Give the containers that the function cannot tell from the first that is given."""
    abstract = _abstract(kinds)
    if not abstract:
        return frozenset()
    uses = uses_of(types, info, parameter.name.text)
    return frozenset(
        other
        for kind in abstract
        for other in (kinds_made_as(types, kind) or ())[1:]
        if not _tells(kind, other.class_name, uses)
    )


def not_made(
    types: Types, info: FunctionInfo, parameter: tree.Parameter, kinds: Kinds
) -> tuple[str, ...] | None:
    """Say whether code may tell containers from those that clients make, and for which questions.

    None where it cannot; empty where it is not for the sake of questions alone.
    """
    abstract = _abstract(kinds)
    if not abstract:
        return None
    uses = uses_of(types, info, parameter.name.text)
    asking: list[str] = []
    for kind in abstract:
        others = {ANY_CLASS, *_OTHERS[kind.class_name]}
        tests = tests_of(types, info, parameter.name.text)
        asking += [question for test, question in tests if test.names & others]
        if kind.class_name == "mapping" and _tells(kind, "", uses) and not _counts(kind):
            asking.append("")  # what a `defaultdict` does where a key is missing
    if not asking:
        return None
    return () if "" in asking else tuple(dict.fromkeys(asking))


def _add(found: dict[Choice, tuple[str, ...]], choice: Choice, asking: Iterable[str]) -> None:
    questions = tuple(dict.fromkeys(asking))
    if questions:
        found[choice] = () if "" in questions else questions


def _abstract(kinds: Kinds) -> list[ContainerKind]:
    return [one for one in kinds if isinstance(one, ContainerKind) and one.class_name in _OTHERS]


def _tells(kind: ContainerKind, other: str, uses: Uses) -> bool:
    """Say whether a function may do other things with a container of another class."""
    if other == "object_iterator":
        is_one_pass = uses.n_passes < 2 and not (uses.is_sized or uses.is_looked_up)
        return uses.is_handed_on or not is_one_pass
    return uses.is_handed_on or (kind.class_name == "mapping" and uses.is_looked_up)


def _counts(kind: ContainerKind) -> bool:
    return kind.is_bare or kind.entries[-1] == Kinds((INT,))


def with_seconds(
    choices: tuple[Choice, ...], seconds: Iterable[Choice], left_out: frozenset[Choice]
) -> tuple[Choice, ...]:
    """Put second kinds behind the others; what nobody can tell apart is left out."""
    kept = [one for one in choices if one not in left_out]
    return tuple(dict.fromkeys((*kept, *seconds)))


# --- What code can tell ---------------------------------------------------------------

ANY_CLASS = "?"  # a test that names no class
# Functions and methods of Python's own that go through an argument once, and keep nothing of it.
_GOING_THROUGH = frozenset(
    (
        *("list", "tuple", "set", "frozenset", "dict", "sorted", "sum", "min", "max", "any", "all"),
        *("enumerate", "zip", "map", "filter", "Counter", "deque"),
    )
)
_TAKING_ALL = frozenset(("extend", "update", "join", "extendleft", "from_iterable"))
_OF_MAPPINGS = frozenset(("items", "keys", "values"))
_FORMATTING = frozenset(("str", "repr", "format"))
_INTS = frozenset(("int", "Integral", "Rational", "bool"))
_FLOATS = frozenset(("float",))
_BOTH = frozenset(("Number", "Real", "Complex", "object", "complex"))


@dataclass(frozen=True, slots=True)
class KindTest:
    """A value that is asked for its class, and the names of classes that the test has."""

    subject: str  # the variable or attribute; empty for anything else
    names: frozenset[str]
    is_exact: bool = False  # it asks by `type(x)`

    def tells_ints(self) -> bool:
        """Say whether it tells ints from floats."""
        if ANY_CLASS in self.names:
            return True
        has_int, has_float = (bool(self.names & one) for one in (_INTS, _FLOATS))
        return not self.names & _BOTH and has_int != has_float

    def tells_bools(self) -> bool:
        """Say whether it tells bools from ints."""
        if self.is_exact:
            return bool(self.names & {ANY_CLASS, "bool", "int"})
        return "bool" in self.names and "int" not in self.names


@dataclass(frozen=True, slots=True)
class Uses:
    """What a function does with a parameter."""

    n_passes: int = 0  # how often it is gone through; 2 stands for more, too
    is_sized: bool = False  # asked for its length, an item, or whether there are any
    is_looked_up: bool = False  # something is looked up in it by a key
    is_handed_on: bool = False  # anything else: kept, compared, given to others, tested


def uses_of(types: Types, function: FunctionInfo, name: str) -> Uses:
    """Say what a function does with a parameter, as far as its text tells."""
    often = _run_often(function)
    n_passes, is_sized, is_looked_up = 0, False, False
    n_read = n_seen = 0
    for node in nodes_below(function.node.body):
        if isinstance(node, tree.Name) and node.text == name:
            n_read += 1
        for role, subject in _roles(types, node):
            if not (isinstance(subject, tree.Name) and subject.text == name):
                continue
            n_seen += 1
            if role == "pass":
                n_passes += 2 if id(subject) in often else 1
            is_sized = is_sized or role == "size"
            is_looked_up = is_looked_up or role == "key"
    return Uses(min(n_passes, 2), is_sized, is_looked_up, n_read > n_seen)


def tests_of(types: Types, function: FunctionInfo, name: str) -> Iterator[tuple[KindTest, str]]:
    """Give the tests that a parameter may meet, each with the question that alone asks it.

    What a function keeps or hands on may meet all tests that there are.
    """
    tests = _all_tests(types)
    if tests and uses_of(types, function, name).is_handed_on:
        for owner, own in tests.items():
            is_question = types.table.functions[owner].kind in _QUESTIONS
            if is_question and types.questions is not None and owner not in types.questions:
                continue
            for test in own:
                if owner != function.qualified_name or test.subject in ("", name):
                    yield test, owner if is_question else ""


def _all_tests(types: Types) -> Mapping[str, tuple[KindTest, ...]]:
    """Give all that functions ask for its class, by function; looked for once."""
    if types.kind_tests is None:
        types.kind_tests = {}
        for name, function in types.table.functions.items():
            nodes = nodes_below(function.node.body)
            found = tuple(test for node in nodes for test in _tests(function, node))
            if found:
                types.kind_tests[name] = found
    return types.kind_tests


def formatting(types: Types, function: FunctionInfo, name: str) -> Iterator[str]:
    """Give the questions that alone may write a parameter out, empty where other code does."""
    kept = {
        target.name
        for node in nodes_below(function.node.body)
        if isinstance(node, tree.Assignment) and node.value is not None
        for target in node.targets
        if isinstance(target, tree.Attribute) and _mentions(node.value, name)
    }
    if any(_mentions(one, name) for one in _formatted(function)):
        yield ""
    for other, names in _formatted_anywhere(types).items() if kept else ():
        is_question = types.table.functions[other].kind in _QUESTIONS
        if is_question and types.questions is not None and other not in types.questions:
            continue
        if not kept.isdisjoint(names):
            yield other if is_question else ""


def _formatted_anywhere(types: Types) -> Mapping[str, frozenset[str]]:
    """Name the attributes that functions write out, by function; looked for once."""
    if types.formatted is None:
        types.formatted = {}
        for name, function in types.table.functions.items():
            parts = [part for one in _formatted(function) for part in nodes_below([one])]
            names = frozenset(part.name for part in parts if isinstance(part, tree.Attribute))
            if names:
                types.formatted[name] = names
    return types.formatted


_QUESTIONS = (FunctionKind.SPEC, FunctionKind.INVARIANT)


def _mentions(expr: tree.Expr, name: str) -> bool:
    return any(isinstance(node, tree.Name) and node.text == name for node in nodes_below([expr]))


def _formatted(function: FunctionInfo) -> Iterator[tree.Expr]:
    """Give what is written out as a string, but for the messages of exceptions."""
    raised = {
        id(node)
        for one in nodes_below(function.node.body)
        if isinstance(one, tree.Raise) and one.value is not None
        for node in nodes_below([one.value])
    }
    for node in nodes_below(function.node.body):
        match node:
            case _ if id(node) in raised:
                pass
            case tree.StringLiteral(parts=parts):
                yield from parts
            case tree.Call(tree.Name(called), arguments) if called in _FORMATTING:
                yield from (argument.value for argument in arguments)
            case tree.Call(tree.Attribute(name="format"), arguments):
                yield from (argument.value for argument in arguments)
            case _:
                pass


def _run_often(function: FunctionInfo) -> set[int]:
    """Give what is in a loop, or in a function inside of this one, by identity."""
    found: set[int] = set()
    for node in nodes_below(function.node.body):
        inner: Iterable[tree.Expr | tree.Statement] = ()
        match node:
            case tree.For(body=body) | tree.FunctionDef(body=body):
                inner = body
            case tree.While(condition, body):
                inner = (condition, *body)
            case tree.Lambda(body=value):
                inner = (value,)
            case tree.Comprehension(element=element, value=value, clauses=clauses):
                first, *others = clauses
                parts = (element, value, *first.conditions)
                later = [part for one in others for part in (one.iterable, *one.conditions)]
                inner = [part for part in (*parts, *later) if part is not None]
            case _:
                continue
        found.update(id(one) for one in nodes_below(inner) if isinstance(one, tree.Name))
    return found


def _roles(types: Types, node: object) -> Iterator[tuple[str, tree.Expr]]:
    """Give the parts of a node that it only looks at, and how."""
    match node:
        case tree.For(iterable=value) | tree.Yield(value=tree.Name() as value, is_from=True):
            yield "pass", value
        case tree.Comprehension(clauses=clauses):
            yield from (("pass", clause.iterable) for clause in clauses)
        case tree.Starred(value, is_double=False):
            yield "pass", value
        case tree.Call(tree.Name("len" | "bool"), [tree.Argument(None, value)]):
            yield "size", value
        case tree.Call(tree.Name(called), arguments) if called in _GOING_THROUGH:
            yield from (("pass", argument.value) for argument in arguments)
        case tree.Call(tree.Attribute(value, called), arguments):
            if called in _TAKING_ALL and not types.functions_named(called):
                yield from (("pass", argument.value) for argument in arguments)
            if called in _OF_MAPPINGS and not arguments:
                yield "size", value
            if called == "get":
                yield "size", value
        case tree.Subscript(value, index) if not isinstance(index, tree.SliceExpr):
            yield "key", value
        case tree.Comparison(operands, operators):
            for operand, sign in zip(operands[1:], operators, strict=True):
                if sign.endswith("in"):
                    yield "size", operand
        case tree.If(condition) | tree.While(condition) | tree.Conditional(condition):
            yield "size", condition
        case tree.UnaryOperation("not", value):
            yield "size", value
        case tree.Assert(condition):
            yield "size", condition
        case _:
            pass


def _tests(function: FunctionInfo, node: object) -> Iterator[KindTest]:
    match node:
        case tree.Call(
            tree.Name("isinstance" | "issubclass"),
            [tree.Argument(None, subject), tree.Argument(None, classes)],
        ):
            yield KindTest(_subject(subject), _names(classes))
        case tree.Call(tree.Name("hasattr" | "callable"), [tree.Argument(None, subject), *_]):
            yield KindTest(_subject(subject), frozenset((ANY_CLASS,)))
        case tree.Comparison(operands, operators):
            for operand in operands:
                asked = _asked_type(function, operand)
                others = [one for one in operands if one is not operand]
                names = frozenset(name for one in others for name in _names(one))
                if asked is not None:
                    yield KindTest(_subject(asked), names or frozenset((ANY_CLASS,)), True)
            for operand, other, sign in zip(operands, operands[1:], operators, strict=False):
                if sign in ("is", "is not"):
                    for one, two in ((operand, other), (other, operand)):
                        if isinstance(two, tree.BoolLiteral):
                            yield KindTest(_subject(one), frozenset(("bool",)))
        case tree.Match(subject, cases):
            for case in cases:
                yield from _matched(_subject(subject), case.pattern)
        case _:
            pass


def _matched(subject: str, pattern: tree.Pattern) -> Iterator[KindTest]:
    if pattern.kind == "class" and pattern.value is not None:
        yield KindTest(subject, _names(pattern.value))
    elif pattern.kind in ("sequence", "mapping"):
        yield KindTest(subject, frozenset((ANY_CLASS,)))
    elif pattern.kind == "value" and isinstance(pattern.value, tree.BoolLiteral):
        yield KindTest(subject, frozenset(("bool",)))
    for part in pattern.parts:
        yield from _matched(subject if pattern.kind == "or" else "", part)


def _asked_type(function: FunctionInfo, expr: tree.Expr) -> tree.Expr | None:
    """Give the value whose class an expression is, but for the receiver."""
    match expr:
        case tree.Call(tree.Name("type"), [tree.Argument(None, subject)]):
            pass
        case tree.Attribute(subject, "__class__"):
            pass
        case tree.Attribute(inner, "__name__" | "__qualname__"):
            return _asked_type(function, inner)
        case _:
            return None
    return None if _subject(subject) == function.self_name else subject


def _subject(expr: tree.Expr) -> str:
    return expr.text if isinstance(expr, tree.Name) else ""


def _names(expr: tree.Expr) -> frozenset[str]:
    found: list[str] = []
    for node in nodes_below([expr]):
        match node:
            case tree.Name() | tree.Attribute():
                found.append(last_name(node))
            case tree.StringLiteral(text):
                found.append(text)
            case _:
                pass
    return frozenset(found)

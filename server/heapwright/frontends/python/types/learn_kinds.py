"""Let values that nothing declares be of the kinds that code and questions ask for.

Place: frontends/python/types/. `infer` ranks what is learned here after annotations, defaults and
the flow of values. What is still open would count as an int, and an int takes one way through this:

    def put(self, value):                     def ANN(bank: Bank):
        if isinstance(value, str): …              return bank.accounts["ann"] == 0
        elif isinstance(value, (list, tuple)): …

So clients give strings, lists and tuples, too, and a value of some other kind: an int, or where
ints are named, something else. Where a value goes is followed through variables, fields and calls;
what is put into containers may be whatever entries are asked for anywhere.

Of what code tells, in this order:

1. what is put where code takes functions from and calls them, is one,
2. it may be what classes compare it with,
3. it may be of the kinds that the tests of classes name, and of one that they do not name,
4. where they ask for a kind and name none, strings and `None` are given, too,
5. it is what its use tells: `pattern[0]` is asked of lists and strings.

Only when none of these tells anything new the comparisons, tests and questions of kind of specs
and invariants count, in this order, each for its own question: no question changes the answer to
another one. What nothing is proved for is then said by `argument_types`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import nodes_below
from heapwright.frontends.python.table.class_table import FunctionInfo, FunctionKind
from heapwright.frontends.python.table.container_fields import CALL, holders
from heapwright.frontends.python.types.annotations import Place, read_annotation
from heapwright.frontends.python.types.cell_values import cell_of
from heapwright.frontends.python.types.cells import Cell
from heapwright.frontends.python.types.evidence import told_by
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.told import (
    ASKED,
    QUESTIONS,
    Compared,
    KindAsked,
    TypeTest,
    Used,
)
from heapwright.ir.core.kinds import (
    DICT,
    FLOATS,
    FUNCTION,
    FUNCTIONS,
    INTS,
    LIST,
    NONES,
    NOTHING_KNOWN,
    SET,
    TEXTS,
    TUPLE,
    ContainerKind,
    Kinds,
    Mark,
    MemberKind,
    NotFollowed,
    Reason,
    ValueKind,
    kinds_of,
    objects_of,
)
from heapwright.ir.core.types import BOOL, FLOAT, INT, NULL, TEXT, NullType, RefType
from heapwright.records import dataclass, replace

_NAMED = Kinds((Mark.NAMED,))
_OTHER = Kinds((Mark.OTHER,))
_GUESSED = Kinds((Mark.GUESSED,))
_FROZENSET = ContainerKind("frozenset")
_HOLDING = (LIST, DICT, TUPLE, SET, _FROZENSET)
# Kinds that clients can make.
_MADE: tuple[ValueKind, ...] = (TEXT, FLOAT, TUPLE, LIST, DICT, SET)
_TAKEN_APART = (TEXT, TUPLE, LIST, DICT, SET)
# What is known of a value that a parameter may well be.
_OWN = (*_MADE, _FROZENSET, Mark.ASKED, Mark.GUESSED, Mark.NAMED, Mark.OTHER, FUNCTION)
_GIVING_ENTRIES = ("pop", "popleft", "get", "next")
_NEVER_MADE = frozenset((tree.BYTES, "bytes", "bytearray", "complex", "frozenset", "range"))
# Functions whose result is no entry of what they are given.
_OF_ITS_OWN = frozenset(
    (
        *("len", "isinstance", "issubclass", "callable", "hasattr", "any", "all", "bool"),
        *("int", "float", "str", "repr", "ord", "chr", "id", "hash", "round", "type"),
    )
)
# Expressions that are plain to see. Looking at others again, out of place, would learn nonsense.
_PLAIN = (
    *(tree.IntLiteral, tree.BoolLiteral, tree.StringLiteral, tree.FloatLiteral, tree.TupleExpr),
    *(tree.Display, tree.DictDisplay, tree.Name, tree.Attribute),
)
_MAKERS = {
    "str": TEXTS,
    "float": FLOATS,
    "int": INTS,
    **{name: Kinds((ContainerKind(name),)) for name in ("tuple", "list", "dict", "set")},
}


def learn_from_code(types: Types) -> None:
    """Weigh what classes compare, test and ask for, and what is done with their parameters."""
    classes = _classes(types)
    functions = [*classes, *_questions(types)]
    _learn_called_entries(types, functions)
    _learn_compared(types, classes)
    _learn_tested(types, classes)
    _learn_asked(types, classes)
    _learn_used(types, functions)


def _questions(types: Types) -> list[FunctionInfo]:
    """Give the questions that count: all, or the one that a view is for."""
    counting = types.questions
    return [
        one
        for one in types.table.functions.values()
        if one.kind in QUESTIONS and (counting is None or one.qualified_name in counting)
    ]


def learn_from_questions(types: Types) -> None:
    """Weigh what specs and invariants compare, test and ask for."""
    questions = _questions(types)
    _add_compared(types, _classes(types), questions)
    _add_tested(types, questions)
    _learn_asked(types, questions)


def _classes(types: Types) -> list[FunctionInfo]:
    return [one for one in types.table.functions.values() if one.kind not in QUESTIONS]


# --- Whose kinds are learned ---------------------------------------------------------------


def _undeclared(types: Types, *, with_objects: bool = True) -> set[Cell]:
    """Give what is known together of parameters for which clients may give anything.

    Without objects, they may be such for some questions at most.
    """
    cells = [
        types.variables[function.qualified_name, parameter.name.text].root()
        for function in types.table.functions.values()
        if function.kind not in QUESTIONS
        for parameter in function.parameters
        if parameter.kind not in ("*", "**")
    ]
    return {
        cell
        for cell in cells
        if not cell.is_declared
        and (
            with_objects
            or Mark.NAMED in cell.own
            or all(types.asked_by(cell, RefType(name)) for name in cell.own.classes)
        )
    }


def _put_into_containers(types: Types) -> Iterator[Cell]:
    """Give the parameters without a type that functions put into containers."""
    for function in types.table.functions.values():
        for name in told_by(types, function).held:
            cell = types.variables[function.qualified_name, name]
            if not cell.root().is_declared:
                yield cell


def _lost_parameters(types: Types, classes: list[FunctionInfo]) -> Iterator[Cell]:
    """Give the parameters that nested functions use: where these put them is not followed."""
    for function in classes:
        used = told_by(types, function).nested
        for parameter in function.parameters:
            if parameter.name.text in used:
                yield types.variables[function.qualified_name, parameter.name.text]


def _listed_fields(types: Types, classes: list[FunctionInfo]) -> Iterator[Cell]:
    """Give the attributes whose values classes put into containers, or give one by one."""
    names = dict.fromkeys(name for one in classes for name in told_by(types, one).listed)
    for name in names:
        yield from (types.of_fields[field] for field in types.fields_by_name().get(name, ()))


def _cells_of(types: Types, function: FunctionInfo, subject: tree.Expr | None) -> list[Cell] | None:
    """Give what a value may be kept in; None for what comes out of containers and calls."""
    match subject:
        case tree.Name() | tree.Attribute():
            cell = cell_of(types, function, subject)
        case tree.NoneLiteral():
            return []
        case tree.Call(tree.Name(name)) if name in _OF_ITS_OWN:
            return []
        case _:
            return [] if isinstance(subject, _PLAIN) else None
    known = cell.kinds()
    if known.classes and not (INT in known or known.others):
        return []  # an object, and no value that came from anywhere
    if cell.is_kept and all(one in _OWN or isinstance(one, MemberKind) for one in known.others):
        return [cell]
    match subject:
        case tree.Attribute(name=name) if name in types.fields_by_name():
            return [types.of_fields[field] for field in types.fields_by_name()[name]]
        case _:
            return None


def _sharing(types: Types, cell: Cell) -> list[Cell]:
    """Give the variables that hold the same values: each knows by itself of `None`."""
    return [own for own in types.variables.values() if own.root() is cell.root()]


def _add_for_question(types: Types, cell: Cell, kinds: Kinds, question: str) -> None:
    """Add what a question asks for to what a value may be anyway."""
    if cell.is_open and kinds not in (INTS, NONES):
        # Beside `None` it stays a mere identity.
        types.growth.learn(cell, INTS)
    for kind in kinds:
        if is_known(kind, cell.kinds()) and not types.asked_by(cell, kind):
            continue
        if kind is Mark.ASKED and any(
            not types.asked_by(cell, one) for one in cell.root().own.only(_TAKEN_APART)
        ):
            continue
        types.asked.setdefault((cell, kind), {})[question] = None
        for own in _sharing(types, cell) if kind == NULL else [cell]:
            types.growth.learn(own, Kinds((kind,)))


def is_known(kind: ValueKind, known: Kinds) -> bool:
    """Say whether a value may be of a kind anyway; an open one may be anything but `None`."""
    return kind in known or (known == NOTHING_KNOWN and kind != NULL)


# --- Uses ------------------------------------------------------------------------------------


def _learn_called_entries(types: Types, functions: list[FunctionInfo]) -> None:
    """Note which open parameters are put where code takes functions from, and calls them."""
    called = {name for name, used in types.table.used_entries.items() if CALL in used}
    for function in functions if called else ():
        for parameter in function.parameters:
            name = parameter.name.text
            cell = types.variables[function.qualified_name, name]
            if cell.is_open and not called.isdisjoint(holders(function.node.body, name)):
                types.growth.learn(cell, FUNCTIONS)


def _learn_used(types: Types, functions: list[FunctionInfo]) -> None:
    """Note what open parameters may be, as far as their use tells."""
    for function in functions:
        for parameter in function.parameters:
            cell = types.variables[function.qualified_name, parameter.name.text]
            if parameter.annotation is not None or parameter.kind in ("*", "**"):
                continue
            known = cell.root().own
            if cell.is_open or (Mark.NAMED in known and not known.meets(_HOLDING)):
                kinds = told_by(types, function).uses.get(parameter.name.text, NOTHING_KNOWN)
                # That strings can be gone through is no news where they are named.
                if not known.covers(kinds):
                    types.growth.learn(cell, kinds | _GUESSED)


# --- Comparisons -----------------------------------------------------------------------------


def _learn_compared(types: Types, classes: list[FunctionInfo]) -> None:
    """Let parameters that nothing declares be what the code of classes compares them with."""
    given = _undeclared(types, with_objects=False)
    for function in classes if given else ():
        for cell, kinds in _compared_in(types, function):
            if cell is not None and cell.root() in given:
                types.growth.learn(cell, kinds)


def _add_compared(types: Types, classes: list[FunctionInfo], questions: list[FunctionInfo]) -> None:
    """Let them be what a question compares with, too."""
    given = _undeclared(types, with_objects=False)
    if not given:
        return
    lost = list(_lost_parameters(types, classes))
    kept = (*_put_into_containers(types), *_listed_fields(types, classes), *lost)
    held = [cell for cell in kept if cell.root() in given]
    for question in questions:
        for cell, kinds in _compared_in(types, question):
            if cell is None:
                types.compared_entries |= kinds
                meant = held
            else:
                meant = [cell, *lost] if Mark.ANYTHING in cell.root().own else [cell]
            for one in meant:
                if one.root() in given:
                    _add_for_question(types, one, kinds, question.qualified_name)


def _compared_in(types: Types, function: FunctionInfo) -> Iterator[tuple[Cell | None, Kinds]]:
    """Give what a function compares, and the kinds that it compares this with.

    Entries of containers have no cell.
    """
    for one in told_by(types, function).compared:
        kinds = one.kinds if isinstance(one, Used) else _kinds_of(types, function, one)
        if kinds == NOTHING_KNOWN:
            continue
        cells = _cells_of(types, function, one.subject)
        results = _results_of(types, one.subject)
        if isinstance(one, Used):
            yield from ((cell, kinds) for cell in (*(cells or ()), *results))
            if cells is None and len(kinds.classes) == 1:
                yield None, kinds  # `board.tasks[1].prio` is asked of a task
            continue
        if cells is None and any(result.root().own.meets(kinds.others) for result in results):
            cells = []  # it makes such containers anyway: `tree.inorder() == [1, 2]`
        yield from ((cell, kinds) for cell in ([None] if cells is None else cells))
        yield from ((result, kinds) for result in results)
    declared = _declared_entries(types, function)
    if declared != NOTHING_KNOWN:
        yield None, declared


def _results_of(types: Types, subject: tree.Expr | None) -> list[Cell]:
    """Give what functions give that are called by such a name: `names.get(0)` is some name."""
    match subject:
        case tree.Call(tree.Attribute(name=name) | tree.Name(name)):
            found = types.functions_named(name)
        case tree.Subscript():
            found = types.functions_named("__getitem__")
        case _:
            return []
    return [types.results[function.qualified_name] for function in found]


def _kinds_of(types: Types, function: FunctionInfo, compared: Compared) -> Kinds:
    """Say of which kinds that clients can make a value is that something is compared with."""
    is_question = function.kind in QUESTIONS
    match compared.other:
        case tree.NoneLiteral():
            is_asked = function.kind is FunctionKind.SPEC and compared.is_positive
            return NONES if is_asked and compared.subject is not None else NOTHING_KNOWN
        case tree.Call(tree.Name(name)) if name in _MAKERS:
            return _MAKERS[name]
        case tree.Call(tree.Name(name)) if name in _NEVER_MADE and compared.subject is not None:
            return ASKED
        case tree.UnaryOperation("-" | "+", operand):
            return _kinds_of(types, function, replace(compared, other=operand))
        case other if isinstance(other, _PLAIN):
            known = cell_of(types, function, other).kinds()
            classes = known.classes if is_question else ()
            return kinds_of((*_made(known), *objects_of(*classes)))
        case tree.Subscript(value) if compared.is_same and is_question:
            return objects_of(*_classes_held(types, value))
        case _:
            return NOTHING_KNOWN


def _classes_held(types: Types, expr: tree.Expr) -> Iterable[str]:
    """Name the classes whose objects are put into containers that are kept under such a name."""
    names = {node.name for node in nodes_below([expr]) if isinstance(node, tree.Attribute)}
    for function in types.table.functions.values():
        for parameter in function.parameters:
            name = parameter.name.text
            classes = types.variables[function.qualified_name, name].root().own.classes
            if classes and not names.isdisjoint(holders(function.node.body, name)):
                yield from classes


def _declared_entries(types: Types, function: FunctionInfo) -> Kinds:
    """Say what a question is about by its annotations: strings for `stack: Stack[str]`."""
    found = NOTHING_KNOWN
    for parameter in function.parameters if function.kind in QUESTIONS else ():
        match parameter.annotation:
            case tree.Subscript(_, index):
                place = Place(types.table, function.path, None)
                for part in index.items if isinstance(index, tree.TupleExpr) else (index,):
                    found |= _made(read_annotation(place, part).known)
            case _:
                pass
    return found


def _made(kinds: Kinds) -> Kinds:
    """Leave out what clients cannot make, `None` and objects."""
    made = (INT, BOOL, *_MADE)
    return Kinds(tuple(one for one in kinds if one in made or isinstance(one, MemberKind)))


# --- Tests -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Tested:
    """What is named of a value, by all who ask for its kind."""

    kinds: Kinds = NOTHING_KNOWN
    has_all: bool = False
    is_refused: bool = True  # whoever asks refuses what is of no such kind

    def __or__(self, test: TypeTest) -> _Tested:
        return _Tested(
            self.kinds | test.kinds,
            self.has_all or test.has_all,
            self.is_refused and test.is_refused,
        )

    @property
    def is_none_only(self) -> bool:
        return self.kinds.is_open

    def with_other(self) -> Kinds:
        """Add a kind that is not named, unless all are."""
        other = NOTHING_KNOWN if self.has_all else _OTHER if INT in self.kinds else INTS
        return self.kinds | other


def _learn_tested(types: Types, classes: list[FunctionInfo]) -> None:
    """Let parameters that nothing declares be of the kinds that the code of classes names."""
    given = _undeclared(types)
    by_root: dict[Cell, _Tested] = {}
    entries = _Tested()
    for function in classes:
        for test in told_by(types, function).tests:
            cells = _tested_cells(types, function, test, given)
            if test.is_key:
                types.named_keys |= test.kinds
            elif cells is None or any(map(_holds_entries, cells)):
                entries |= test
            for cell in cells or ():
                by_root[cell.root()] = by_root.get(cell.root(), _Tested()) | test
    for root, tested in by_root.items():
        if not tested.is_none_only or Mark.NAMED in root.own:
            _learn_named(types, root, tested)
        elif root.kinds() != NOTHING_KNOWN and NULL not in root.kinds() and not root.own.classes:
            # A default says what a value mostly is; who asks for None expects that, too.
            for cell in _sharing(types, root):
                types.growth.learn(cell, NONES)
    if entries.kinds != NOTHING_KNOWN:
        types.named_entries |= entries.with_other()
    if not entries.is_none_only:
        for cell in _put_into_containers(types):
            if cell.root() in given and not cell.root().own.classes:
                _learn_named(types, cell.root(), entries)


def _add_tested(types: Types, questions: list[FunctionInfo]) -> None:
    """Let them be what a question names, too."""
    given = _undeclared(types)
    held = [cell for cell in _put_into_containers(types) if cell.root() in given]
    for question in questions if given else ():
        for test in told_by(types, question).tests:
            tested = _Tested() | test
            if test.is_key:
                types.named_keys |= test.kinds
            if tested.is_none_only or test.is_key:
                continue
            cells = _tested_cells(types, question, test, given)
            if cells is None or any(map(_holds_entries, cells)):
                types.named_entries |= tested.with_other()
            for cell in held if cells is None else cells:
                new = objects_of(*_new_classes(types, cell.root(), test.kinds))
                wanted = new if cell.root().own.classes else tested.with_other()
                for kind in wanted:
                    _add_for_question(types, cell, Kinds((kind,)), question.qualified_name)


def _tested_cells(
    types: Types, function: FunctionInfo, test: TypeTest, given: set[Cell]
) -> list[Cell] | None:
    """Give what is asked for its kind, as far as it may come from clients; None for entries."""
    match test.subject:
        case None:
            return None
        case tree.Name() | tree.Attribute() | tree.Call(tree.Attribute(), ()):
            cell = cell_of(types, function, test.subject)
            if cell.root() in given:
                return [cell]
            if cell.root().is_declared:
                return []
        case _:
            pass
    if test.kinds == NONES and not told_by(types, function).is_entry(test.subject):
        return []
    cells = _cells_of(types, function, test.subject)
    return None if cells is None else [cell for cell in cells if cell.root() in given]


def _holds_entries(cell: Cell) -> bool:
    """Say whether entries of containers come there, too, as far as the text tells.

    What has a name that is no variable may be the variable of a comprehension.
    """
    return any(
        one.reason in (Reason.ENTRY, Reason.NAME) or one.name in _GIVING_ENTRIES
        for one in cell.root().own
        if isinstance(one, NotFollowed)
    )


def _learn_named(types: Types, root: Cell, tested: _Tested) -> None:
    """Add what is named to what a value may be anyway."""
    if root.own.classes and not root.own.meets((INT, BOOL, Mark.NAMED)):
        is_given = not _new_classes(types, root, tested.kinds) and all(
            isinstance(kind, RefType | NullType) for kind in tested.kinds
        )
        if is_given and (tested.is_refused or _may_say_no(types, root, tested.kinds)):
            return
    kinds = tested.with_other() | _NAMED
    for cell in _sharing(types, root) if NULL in kinds else ():
        types.growth.learn(cell, NONES)
    types.growth.learn(root, kinds.without(NULL))


def _new_classes(types: Types, root: Cell, kinds: Kinds) -> list[str]:
    """Leave out the classes whose objects are given anyway."""
    below, known = types.table.is_below, root.own.classes
    return [one for one in kinds.classes if not any(below(one, upper) for upper in known)]


def _may_say_no(types: Types, root: Cell, kinds: Kinds) -> bool:
    """Say whether some object that is given is of none of these classes."""
    below = types.table.is_below
    given = [name for known in root.own.classes for name in types.table.below(known)]
    return any(not any(below(one, upper) for upper in kinds.classes) for one in given)


# --- Questions of kind -------------------------------------------------------------------------


def _learn_asked(types: Types, asking: list[FunctionInfo]) -> None:
    """Note which open values are asked for their kind by some of the functions."""
    asks_entries = asks_texts = False
    given = _undeclared(types)
    for function in asking:
        told = told_by(types, function)
        types.asks_entries = types.asks_entries or told.has_text_key
        asks_texts = asks_texts or told.has_texts
        for asked in told.asked:
            if asked.is_named and _is_given(types, function, asked, given):
                continue
            subject, is_kind = asked.subject, asked.kind is Mark.ASKED
            match subject:
                case tree.Attribute():
                    pass
                case tree.Name(name) if any(p.name.text == name for p in function.parameters):
                    pass
                case _:
                    types.asks_entries = True
            if not isinstance(subject, tree.Name | tree.Attribute):
                asks_entries = asks_entries or is_kind
            elif not asked.is_of_parameter:
                _learn_kind_asked(types, function, asked, cell_of(types, function, subject))
    for cell in _put_into_containers(types) if asks_entries else ():
        # That some code has ints there does not mean that others have, too.
        known = cell.root().own
        is_inferred = asks_texts and not (known.classes or known.others)
        if cell.is_open or is_inferred:
            types.growth.learn(cell, ASKED)


def _learn_kind_asked(types: Types, function: FunctionInfo, asked: KindAsked, cell: Cell) -> None:
    root, kinds = cell.root(), Kinds((asked.kind,))
    if asked.kind is not Mark.ASKED:
        if cell.is_open and not root.any_none:
            types.growth.learn(cell, kinds)
        return
    is_mixed = bool(root.own.others) and not (root.own.classes or root.is_declared)
    is_new = cell.is_open or (is_mixed and not asked.is_of_value)
    if function.kind not in QUESTIONS:
        if is_new:
            types.growth.learn(cell, kinds)
    elif not root.is_declared and (
        is_new or types.asked_by(cell, asked.kind) or _is_asked_only(types, cell, asked)
    ):
        types.asked.setdefault((cell, asked.kind), {})[function.qualified_name] = None
        types.growth.learn(cell, kinds)


def _is_given(types: Types, function: FunctionInfo, asked: KindAsked, given: set[Cell]) -> bool:
    """Say whether clients give what code names as the kind of something."""
    if asked.kind == NULL:
        return told_by(types, function).is_entry(asked.subject)
    if not isinstance(asked.subject, tree.Name | tree.Attribute):
        return True
    root = cell_of(types, function, asked.subject).root()
    return root in given or (isinstance(asked.subject, tree.Name) and bool(root.own.others))


def _is_asked_only(types: Types, cell: Cell, asked: KindAsked) -> bool:
    """Say whether a kind is asked for, and objects come there for the sake of questions only."""
    classes = cell.root().own.classes
    return (
        bool(classes)
        and not asked.is_of_value
        and all(types.asked_by(cell, RefType(name)) for name in classes)
    )

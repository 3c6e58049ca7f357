"""From the trees of a program's modules to its IR, its source map and its problems.

Place: frontends/python/lower/program/. `workspace` calls this with what `modules.load_modules`
gave. Total: whatever the trees are, there is a program; what is not supported is left out of it
with a reason, and everything else stays usable.

    declare            names and signatures        →  ClassTable
    fields, infer      what attributes there are, and of which types
    definite           which attributes an object surely has
    lower_function     one body                    →  Function, sites, problems
    here               all of them                 →  Program, SourceMap, problems
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from heapwright.deep_recursion import deep_recursion
from heapwright.frontends.python.declare.constructions import (
    can_allocate,
    differs,
    needs_construction,
    starting_fields,
)
from heapwright.frontends.python.declare.declare import declare
from heapwright.frontends.python.declare.module_declarations import ModuleText
from heapwright.frontends.python.desugar.own_new import NEW
from heapwright.frontends.python.lower.common.builder import Refusal, Sheet
from heapwright.frontends.python.lower.common.convert import converted
from heapwright.frontends.python.lower.common.missing import flag_of, write_field
from heapwright.frontends.python.lower.common.observers import (
    changes_nothing,
    gives_container,
    gives_plain,
    only_looks,
    takes_long,
)
from heapwright.frontends.python.lower.common.unread import unread_names
from heapwright.frontends.python.lower.dynamic.functions import constant_function
from heapwright.frontends.python.lower.dynamic.named_attributes import sets_unknown_names
from heapwright.frontends.python.lower.dynamic.public_objects import public_objects
from heapwright.frontends.python.lower.program.digests import Memory, headings_digest
from heapwright.frontends.python.lower.program.functions import (
    LoweredFunction,
    ir_type,
    is_test,
    lower_function,
)
from heapwright.frontends.python.lower.program.kept_library import Library, kept_library
from heapwright.frontends.python.lower.program.library import (
    library_classes,
    named_in_code,
    pruned,
    with_library,
)
from heapwright.frontends.python.lower.program.problems import guess_problems, misspelled
from heapwright.frontends.python.lower.program.remembered import Workshop
from heapwright.frontends.python.lower.program.shared import (
    class_readers,
    class_values,
    exception_members,
    named_exceptions,
    shared_places,
)
from heapwright.frontends.python.lower.program.structures import with_formulas
from heapwright.frontends.python.lower.typed.expressions import constant_value
from heapwright.frontends.python.modules.library_classes import LIBRARY_CLASSES
from heapwright.frontends.python.modules.library_names import CODECS, LIBRARY_PATH, OPENING, RAISING
from heapwright.frontends.python.modules.load import PythonFile, load_modules
from heapwright.frontends.python.syntax import codes, tree
from heapwright.frontends.python.syntax.dotted_names import is_abstract
from heapwright.frontends.python.table import class_table
from heapwright.frontends.python.table.exception_reads import ARGS
from heapwright.frontends.python.table.fields import FieldTable, field_table, with_outside
from heapwright.frontends.python.table.marks import WORDS, scope_bounds, unknown_marks
from heapwright.frontends.python.table.resolve import Surroundings
from heapwright.frontends.python.table.slots import is_closed
from heapwright.frontends.python.types.definite import missing_fields, starts_of
from heapwright.frontends.python.types.infer import infer
from heapwright.frontends.python.types.known_types import Types
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.kinds import Kinds
from heapwright.ir.core.language import PYTHON
from heapwright.ir.core.operations import SHARED
from heapwright.ir.core.program import (
    ROOM,
    ClassDef,
    Faults,
    Field,
    Function,
    Program,
    Role,
    ScopeBound,
)
from heapwright.ir.core.source_map import ClassSource, FunctionSource, SourceMap
from heapwright.ir.core.types import ANY, BOOL, RefType
from heapwright.ir.core.walk import walk as walk_ir
from heapwright.ir.reach.hashing import hashed_value
from heapwright.problems import Problem, Severity
from heapwright.records import dataclass, field, replace
from heapwright.text.source import Source
from heapwright.text.span import Span

# Attributes that are set from outside may reveal more of the kind.
MAX_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Lowered:
    """The program, where it stands, and what in it is not supported.

    The problems of syntax are in the files.
    """

    program: Program
    source_map: SourceMap
    problems: Mapping[str, tuple[Problem, ...]]  # by path, in the order of the text
    memory: Memory = field(default_factory=dict, compare=False, repr=False)  # see `digests`
    n_lowered: int = field(default=0, compare=False)  # functions that were not remembered


def lower(files: Sequence[PythonFile], memory: Memory | None = None) -> Lowered:
    """Lower the files: imported ones first, the root last.

    Classes and functions of all files count; specs and scopes only those of the root.
    With the memory of the program before an edit, only what the edit can have changed is
    lowered again; the result is the same.
    """
    with deep_recursion():
        table = declare([ModuleText(f.source.path, f.tree, f.imports) for f in files])
        fields = field_table(table)
        is_library = files[-1].source.path == LIBRARY_PATH
        types = infer(table, fields, is_library=is_library)
        for _ in range(0 if is_library else MAX_ROUNDS):
            more = with_outside(fields, types.outside)
            if more == fields:
                break
            fields, types = more, infer(table, more)
        if not is_library:
            types.missing = missing_fields(table, fields, starts_of(table, fields))
        headings = headings_digest({file.source.path: file.tree for file in files})
        workshop = Workshop(types, files, memory or {}, headings)
        functions = _lower_all(types, workshop)
        if functions is None:
            # Code on values of any kind would take an identity for an int.
            types.with_identities = False
            workshop = Workshop(types, files, memory or {}, headings)
            functions = _lower_all(types, workshop)
        assert functions is not None
        functions = _without_foreign_specs(functions, files[-1].source.path)
        constructions = _constructions(types, functions)
        allocations = _allocations(types) if table.allocates and not is_library else []
    problems: dict[str, list[Problem]] = {file.source.path: [] for file in files}
    for lowered in functions:
        problems[lowered.source.path] += lowered.problems
    for path, found in (
        *_class_problems(table),
        *guess_problems(types, functions),
        *misspelled(table, types.fields),
    ):
        problems[path].append(found)
    used = [name for lowered in functions for name in lowered.unread]
    for file in files if used else ():
        problems[file.source.path] += unread_names(file.source.path, file.tree, used)
    bounds = _bounds(table, files, problems)
    makers = [*constructions.values(), *allocations]
    bodies = (*(lowered.function for lowered in functions), *makers)
    objects = [] if is_library else public_objects(types, bodies)
    makers += [found.function for found in objects]
    program = _program(types, functions, makers, bounds, is_library=is_library)
    sources = {lowered.function.qualified_name: lowered.source for lowered in functions}
    sources.update((found.function.qualified_name, found.source) for found in objects)
    for function in (*constructions.values(), *allocations):
        sources[function.qualified_name] = _construction_source(table, function.owner or "")
    source_map = SourceMap(sources, _class_sources(table, fields))
    program, source_map, unsound = with_formulas(table, program, source_map)
    for path, problem in unsound:
        problems[path].append(problem)
    sorted_problems = {path: _sorted(found) for path, found in problems.items()}
    return Lowered(program, source_map, sorted_problems, workshop.fresh, workshop.n_lowered)


# --- Functions -------------------------------------------------------------------


def _lower_all(types: Types, workshop: Workshop) -> list[LoweredFunction] | None:
    """Lower all functions; None as soon as one is dynamic where objects may be identities."""
    table = types.table
    done: dict[str, LoweredFunction] = {}
    for info in table.functions.values():
        class_info = table.classes.get(info.owner or "")
        if class_info is not None and class_info.is_exception and not table.reads_exceptions:
            continue
        lowered = _lowered(types, workshop, info)
        if types.with_identities and _is_dynamic(lowered):
            return None
        done[info.qualified_name] = lowered
    return list(done.values())


def _lowered(types: Types, workshop: Workshop, info: class_table.FunctionInfo) -> LoweredFunction:
    table = types.table
    class_info = table.classes.get(info.owner or "")
    if class_info is not None and class_info.obstacle is not None:
        # The class has said why, once.
        return replace(lower_function(types, info, class_info.obstacle), problems=())
    lowered = workshop.lowered(info, _side_obstacle(types, info))
    function = lowered.function
    if is_test(info):
        # pytest runs it: it is no part of what the module offers.
        function = replace(function, is_public=False)
    if is_abstract(info.node):
        function = replace(function, is_public=False)
    is_question = function.role in (Role.SPEC, Role.INVARIANT)
    if (
        function.left_out is not None
        and function.is_public
        and not is_question
        and only_looks(types, info)
    ):
        function = replace(function, is_public=False)
        harmless = tuple(
            replace(p, message=f"{p.message}; it changes nothing, so no verdict needs it")
            for p in lowered.problems
        )
        lowered = replace(lowered, problems=harmless)
    elif function.is_public and "." in info.name and only_looks(types, info):
        function = replace(function, is_public=False)  # a method of a member, see `enum_calls`
    elif function.is_public and (takes_long(info) or function.left_out is not None):
        looks = changes_nothing(types, info)
        gives = not looks or not only_looks(types, info)
        function = replace(function, only_looks=looks, gives_plain=not gives)
    if gives_plain(info):
        function = replace(function, gives_plain=True)
    function = replace(function, gives_container=gives_container(info))
    return replace(lowered, function=function)


def _side_obstacle(types: Types, info: class_table.FunctionInfo) -> class_table.Obstacle | None:
    """An argument may be of a class that has the parameter's class among several bases.

    The IR does not know that, so such an object would never be tried. Of a question about a class
    that nobody knows, a misspelt one say, nothing can be said at all.
    """
    if info.kind is class_table.FunctionKind.SPEC:
        unknown = next(_unknown_types(types, info), None)
        if unknown is not None:
            return class_table.Obstacle(f"`{unknown.text}` is not known", unknown.span)
    for parameter in info.parameters:
        match types.variable_type(info, parameter.name.text):
            case RefType(name) if types.table.others.get(name):
                below = types.table.others[name][0]
                what = f"a `{below}` is a `{name}` too, by one of several bases"
                return class_table.Obstacle(what, parameter.span)
    return None


def _unknown_types(types: Types, info: class_table.FunctionInfo) -> Iterator[tree.Name]:
    """Give the types of parameters that mean nothing; what stands in brackets does not matter."""
    pending = [p.annotation for p in info.parameters if p.annotation is not None]
    while pending:
        match pending.pop():
            case tree.Name(text) as name:
                if not hasattr(builtins, text) and types.table.meaning(info.path, text) is None:
                    yield name
            case tree.BinaryOperation("|", lhs, rhs):
                pending += (rhs, lhs)
            case tree.Subscript(value):
                pending.append(value)
            case _:
                pass


def _without_foreign_specs(functions: list[LoweredFunction], root: str) -> list[LoweredFunction]:
    return [
        lowered
        for lowered in functions
        if lowered.info.kind is not class_table.FunctionKind.SPEC or lowered.info.path == root
    ]


# --- Making objects ----------------------------------------------------------------


def _constructions(types: Types, functions: Sequence[LoweredFunction]) -> dict[str, Function]:
    """Give `__new__` of every class for which allocating is not enough."""
    table, fields = types.table, types.fields
    by_name = {lowered.info.qualified_name: lowered.function for lowered in functions}
    made: dict[str, Function] = {}
    for name, info in table.classes.items():
        if info.is_exception or info.is_abstract:
            continue
        if not needs_construction(table, fields, name) and info.obstacle is None:
            continue
        initialiser = table.function(name, class_table.INITIALISER)
        is_public = info.is_public and (initialiser is None or initialiser.is_public)
        called = None if initialiser is None else by_name.get(initialiser.qualified_name)
        before = table.function(name, NEW)
        prepared = None if before is None else by_name.get(before.qualified_name)
        parameters = () if prepared is None else prepared.parameters
        if called is not None:
            parameters = called.parameters[1:]
        function = Function(
            class_table.CONSTRUCTION, name, Role.STATIC, parameters, RefType(name), (), 0, is_public
        )
        function = replace(function, n_slots=len(parameters))
        reason = _reason_against(info, called) or _reason_against(info, prepared)
        if before is not None and initialiser is not None and reason is None:
            reason = differs(before, initialiser)
        if reason is None:
            try:
                function = _construction(types, function, called, prepared)
            except Refusal as refusal:
                reason = refusal.what
        made[name] = replace(function, left_out=reason)
    return made


def _allocations(types: Types) -> list[Function]:
    """Give what makes an object of each class without its initialiser."""
    made: list[Function] = []
    for name, info in types.table.classes.items():
        if not can_allocate(types.table, info):
            continue
        function = Function(
            class_table.ALLOCATION, name, Role.STATIC, (), RefType(name), (), 0, False
        )
        try:
            made.append(_construction(types, function, None))
        except Refusal as refusal:
            made.append(replace(function, left_out=refusal.what))
    return made


def _reason_against(info: class_table.ClassInfo, initialiser: Function | None) -> str | None:
    if info.obstacle is not None:
        return info.obstacle.what
    return None if initialiser is None else initialiser.left_out


def _construction(
    types: Types,
    function: Function,
    initialiser: Function | None,
    prepared: Function | None = None,
) -> Function:
    """Allocate, set what the class body gives, run the initialiser, give the object."""
    table, fields = types.table, types.fields
    name = function.owner or ""
    info = table.classes[name]
    around = Surroundings(table, fields, info.path, None, frozenset())
    n_parameters = len(function.parameters)
    sheet = Sheet(types, around, None, [""] * (n_parameters + 1), {})
    slot = n_parameters
    body: list[ir.Statement] = [ir.Assign(slot, ir.New(name))]
    for field_name in starting_fields(table, fields, name):
        found = table.constant(name, field_name)
        owner = fields.owner(name, field_name)
        assert found is not None and owner is not None
        if field_name in table.sharing.on_classes:
            raise Refusal(f"`{field_name}` is set on objects and on their class", found[1].span)
        wanted = types.field_type(owner, field_name)
        if isinstance(wanted, Kinds):
            # Until it is set, reading it gives what the class has.
            continue
        value = constant_value(sheet, found[1], found[0].path, found[1].span)
        stored = converted(sheet, value, wanted, found[1].span)
        body += write_field(sheet, owner, field_name, ir.Local(slot), stored, found[1].span)
    given = tuple(ir.Local(index) for index in range(n_parameters))
    if prepared is not None:
        callee = ir.NameConstant("function", prepared.qualified_name)
        names = tuple(
            p.gathers or (p.name if p.is_keyword_only else None) for p in function.parameters
        )
        passed = ir.CallValue(callee, None, (ir.Local(slot), *given), (None, *names))
        body.append(ir.Evaluate(passed))
    if initialiser is not None:
        call = ir.InvokeExact(initialiser.qualified_name, (ir.Local(slot), *given))
        body.append(ir.Evaluate(call))
    body.append(ir.Return(ir.Local(slot)))
    return replace(function, body=tuple(body), n_slots=len(sheet.slot_names))


def _construction_source(table: class_table.ClassTable, class_name: str) -> FunctionSource:
    info = table.classes[class_name]
    initialiser = info.functions.get(class_table.INITIALISER)
    node: tree.FunctionDef | tree.ClassDef = info.node if initialiser is None else initialiser.node
    names = () if initialiser is None else tuple(p.name.text for p in initialiser.parameters)
    return FunctionSource(info.path, 0, node.span, node.name.span, (), (*names, ""))


# --- Problems ----------------------------------------------------------------------


def _class_problems(table: class_table.ClassTable) -> list[tuple[str, Problem]]:
    found: list[tuple[str, Problem]] = []
    for name, info in table.classes.items():
        obstacle = info.obstacle
        if obstacle is not None:
            message = f"`{name}` is not explored: {obstacle.what}"
            problem = Problem(codes.NOT_SUPPORTED, Severity.INFORMATION, message, obstacle.span)
            found.append((info.path, problem))
    return found


def _sorted(problems: list[Problem]) -> tuple[Problem, ...]:
    # What is left out in several parts, a property and its setter, is said once.
    return tuple(sorted(dict.fromkeys(problems), key=lambda p: (p.span, p.code, p.message)))


# --- The program -------------------------------------------------------------------


def _bounds(
    table: class_table.ClassTable, files: Sequence[PythonFile], problems: dict[str, list[Problem]]
) -> tuple[ScopeBound, ...]:
    """Read the scope of the root file; the largest bound of a class counts."""
    path = files[-1].source.path
    infos = [f.node for f in table.functions.values() if f.path == path]
    classes = [c.node for c in table.classes.values() if c.path == path]
    nodes: list[tree.FunctionDef | tree.ClassDef] = [*infos, *classes]
    bounds: dict[str | None, int] = {}

    def complain(span: Span, message: str) -> None:
        problems[path].append(Problem(codes.BAD_MARK, Severity.WARNING, message, span))

    for mark in unknown_marks(files[-1].tree, nodes):
        complain(mark.span, f"heapwright knows no mark `{mark.text}` (known: {', '.join(WORDS)})")
    for bound in scope_bounds(files[-1].tree, nodes):
        meaning = table.meaning(path, bound.name)
        name: str | None = None
        if bound.bound is None or bound.bound < 1:
            complain(bound.span, "a bound of a scope is a number of at least 1, as in `Node=3`")
            continue
        if isinstance(meaning, class_table.ClassName):
            name = meaning.name
        elif bound.name in table.classes or bound.name in ROOM:
            name = bound.name
        elif bound.name != "calls":
            complain(bound.span, f"the scope names `{bound.name}`, which is no class here")
            continue
        bounds[name] = max(bound.bound, bounds.get(name, 0))
    return tuple(ScopeBound(name, bound) for name, bound in bounds.items())


def _for_the_program(function: Function, closed: str | None) -> list[Function]:
    """Give a function, and one that is left out if the program can call it but a client cannot.

    That it cannot is said where it matters.
    """
    if closed is None or not function.is_public:
        return [function]
    left_out = replace(function, name=f"{function.name}(…)", body=(), left_out=closed)
    return [replace(function, is_public=False), left_out]


def _program(
    types: Types,
    functions: Sequence[LoweredFunction],
    makers: Sequence[Function],
    bounds: tuple[ScopeBound, ...],
    *,
    is_library: bool,
) -> Program:
    table = types.table
    members: dict[str, list[Function]] = {}
    questions: list[Function] = []
    for lowered in functions:
        function = lowered.function
        if function.owner is None:
            questions.append(function)
        else:
            kept = _for_the_program(function, lowered.closed)
            members.setdefault(function.owner, []).extend(kept)
    closed = {lowered.info.qualified_name: lowered.closed for lowered in functions}
    for function in makers:
        class_name = function.owner or ""
        initialiser = table.function(class_name, class_table.INITIALISER)
        is_whole = function.name == class_table.CONSTRUCTION and initialiser is not None
        reason = closed.get(initialiser.qualified_name) if is_whole and initialiser else None
        members.setdefault(class_name, []).extend(_for_the_program(function, reason))
    for name, info in table.classes.items():
        if not info.is_exception or table.reads_exceptions:
            values = [constant_function(types, info, one) for one in class_values(table, info)]
            members.setdefault(name, []).extend((*values, *class_readers(table, info)))
    for own in members.values():
        own += [hashed_value(function) for function in own if function.name == "__hash__"]
    classes = [ClassDef(class_table.ROOT_CLASS, None, (), (), True)]
    bodies = [f for own in members.values() for f in own] + questions
    bodies += [f for lowered in functions for c in lowered.closures for f in c.functions]
    named = named_exceptions(table, bodies)
    used = frozenset[str]() if is_library else named_in_code(bodies)
    if not used.isdisjoint(CODECS):
        named |= {"UnicodeError", "UnicodeEncodeError", "UnicodeDecodeError"}
    if not used.isdisjoint(OPENING):
        named |= {"UnicodeError", "UnicodeDecodeError", "IsADirectoryError", "NotADirectoryError"}
    for raising, raised in RAISING.items():
        if not used.isdisjoint(raising):
            named.update(raised)
    classes += [
        ClassDef(name, parent, *exception_members(table, name), False)
        for name, parent in class_table.EXCEPTIONS.items()
        if name in named
    ]
    is_known = not sets_unknown_names(table, types.fields)
    is_guessing = any(
        parameter.is_guessed
        for lowered in functions
        if lowered.function.role not in (Role.SPEC, Role.INVARIANT)
        for parameter in lowered.function.parameters
    )
    for name, info in table.classes.items():
        classes.append(
            ClassDef(
                name,
                info.beneath or info.parent,
                ()
                if info.is_exception and not table.reads_exceptions
                else _fields(types, info, is_guessing=is_guessing),
                tuple(members.pop(name, ())),
                is_constructible=_is_free(types, info),
                is_whole=info.obstacle is None and is_known,
                is_closed=is_closed(table, name),
            )
        )
    classes += [
        ClassDef(owner, class_table.ROOT_CLASS, (), tuple(o), False) for owner, o in members.items()
    ]
    classes += [one for lowered in functions for one in lowered.closures]
    shared = shared_places(table, classes, questions)
    if shared:
        fields = tuple(Field(place, ANY, False) for place in shared)
        classes.append(ClassDef(SHARED, class_table.ROOT_CLASS, fields, (), False))
    faults = Faults("AttributeError", "ZeroDivisionError")
    classes = [replace(c, brought=LIBRARY_CLASSES.get(c.name)) for c in classes]
    program = Program(tuple(classes), tuple(questions), bounds, faults, PYTHON)
    return program if is_library else with_library(pruned(program), library())


@lru_cache(maxsize=1)
def library() -> Library:
    """Give the lowered library; once per process."""
    return kept_library(_lower_library)


def _lower_library() -> tuple[ClassDef, ...]:
    """Lower the text of the library."""
    # Imported here: what was kept is usually there, and then nobody needs the text.
    from heapwright.frontends.python.modules.library_text import library_text

    files = load_modules(Source(LIBRARY_PATH, library_text()), lambda path: None)
    return library_classes(lower(files).program)


def _is_dynamic(lowered: LoweredFunction) -> bool:
    """Say whether a function works on values of any kind."""
    return any(
        isinstance(node, ir.Operate | ir.CallValue | ir.ForEach)
        for node in walk_ir(lowered.function.body)
    )


def _is_free(types: Types, info: class_table.ClassInfo) -> bool:
    """Say whether a client makes an object by allocating it, and nothing more."""
    return (
        info.is_public
        and not info.is_exception
        and not info.is_abstract
        and info.obstacle is None
        and not needs_construction(types.table, types.fields, info.name)
    )


def _fields(types: Types, info: class_table.ClassInfo, *, is_guessing: bool) -> tuple[Field, ...]:
    """Give the fields whose values have a meaning; no function touches the others.

    `is_guessing` says whether clients may give values of which nothing tells the kind.
    """
    fields: list[Field] = []
    for name in types.fields.by_class[info.name]:
        if info.is_exception and name == ARGS:
            continue  # every exception has it
        type_ = types.field_type(info.name, name)
        # What a field holds may come from whatever clients give, by however many ways.
        is_guessed = is_guessing and not types.of_fields[info.name, name].is_declared
        fields.append(Field(name, ir_type(type_), not name.startswith("_"), is_guessed))
        if (info.name, name) in types.missing and not isinstance(type_, Kinds):
            fields.append(Field(flag_of(name), BOOL, False))
    return tuple(fields)


def _class_sources(table: class_table.ClassTable, fields: FieldTable) -> dict[str, ClassSource]:
    return {
        name: ClassSource(info.path, info.node.span, info.node.name.span, fields.by_class[name])
        for name, info in table.classes.items()
    }

"""From the trees of a program's files to its IR, its source map and its problems.

Place: frontends/tiny/lower/. `workspace` and `cli` call this with what `includes.load` gave.
Total: whatever the trees are, there is a program; what has a mistake is left out of it
with a reason, and everything else stays usable.

    declare            names and signatures        →  ClassTable
    lower_function     one body                    →  Function, sites, problems
    here               all of them                 →  Program, SourceMap, problems
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from heapwright.deep_recursion import deep_recursion
from heapwright.frontends.hex.attach import Written, with_structures
from heapwright.frontends.tiny.declare import check_codes
from heapwright.frontends.tiny.declare import class_table as tables
from heapwright.frontends.tiny.declare.check_types import CheckType, NoValue, with_article
from heapwright.frontends.tiny.declare.declare import declare
from heapwright.frontends.tiny.declare.findings import Findings
from heapwright.frontends.tiny.declare.includes import LoadedFile
from heapwright.frontends.tiny.declare.inference import Inference
from heapwright.frontends.tiny.lower.dead_methods import live_method_names
from heapwright.frontends.tiny.lower.lower_function import (
    FunctionText,
    LoweredFunction,
    lower_function,
)
from heapwright.frontends.tiny.lower.obtainable import unreachable_parameters
from heapwright.frontends.tiny.lower.scope_bounds import scope_bounds
from heapwright.frontends.tiny.lower.spec_recursion import circles
from heapwright.frontends.tiny.syntax import tree
from heapwright.ir.core.program import ClassDef, Faults, Field, Function, Program, Role
from heapwright.ir.core.source_map import ClassSource, SourceMap
from heapwright.ir.core.types import BOOL, BoolType, IntType, RefType, Type
from heapwright.problems import Problem, Severity
from heapwright.records import dataclass, replace

MAIN_NAME = "(main)"


@dataclass(frozen=True, slots=True)
class Lowered:
    """The program, where it stands, and what is wrong with names, types, declarations.

    The problems of syntax and includes are in the loaded files.
    """

    program: Program
    source_map: SourceMap
    problems: Mapping[str, tuple[Problem, ...]]  # by path, in the order of the text


def lower(files: Sequence[LoadedFile]) -> Lowered:
    """Lower the files that `includes.load` gave: included ones first, the root last.

    Classes and specs of all files count; tests, scopes and main only those of the root.
    """
    findings = Findings()
    for file in files:
        findings.by_path[file.source.path] = []
    live_methods = live_method_names(files)
    table = declare(findings, files, live_methods)
    file_order = {file.source.path: number for number, file in enumerate(files)}
    questions = [_spec_text(spec) for spec in table.specs.values()]
    questions += _root_texts(table, files[-1])
    questions.sort(key=lambda text: (file_order[text.path], text.offset))
    methods = [method for info in table.classes.values() for method in info.methods.values()]
    texts = [*(_method_text(method) for method in methods), *questions]
    functions = _lower_all(table, _without_broken_text(files, texts))
    for lowered in functions:
        findings.by_path[lowered.source.path] += lowered.problems
    recursive = _report_recursion(findings, functions)
    functions = [_without_recursion(lowered, recursive) for lowered in functions]
    _report_unreachable_parameters(findings, table)
    program = Program(
        _class_defs(table, [lowered.function for lowered in functions]),
        tuple(lowered.function for lowered in functions if lowered.function.owner is None),
        scope_bounds(findings, table, files[-1]),
        Faults(tables.NULL_DEREFERENCE, tables.DIVISION_BY_ZERO),
    )
    sources = {lowered.function.qualified_name: lowered.source for lowered in functions}
    source_map = SourceMap(sources, _class_sources(table))
    program, source_map, mistakes = with_structures(program, source_map, _formulas(table))
    for path, problem in mistakes:
        findings.add(tables.Place(path, problem.span), problem.code, problem.message)
    return Lowered(program, source_map, findings.sorted())


# --- Functions -------------------------------------------------------------------


def _lower_all(table: tables.ClassTable, texts: Sequence[FunctionText]) -> list[LoweredFunction]:
    """Lower all bodies; again if a symbol's class was found only after it was written."""
    with deep_recursion():
        inference = Inference(table)
        functions = [lower_function(table, inference, text) for text in texts]
        if inference.is_settled():
            return functions
        inference = inference.settled()
        return [lower_function(table, inference, text) for text in texts]


def _without_broken_text(
    files: Sequence[LoadedFile], texts: Sequence[FunctionText]
) -> list[FunctionText]:
    """Mark the functions in whose text the parser found a problem.

    It may have left out words to go on, and then the tree is not what was meant.
    """
    starts = {
        file.source.path: sorted(problem.span.start for problem in file.problems) for file in files
    }
    marked = []
    for text in texts:
        span = text.span.shifted(text.offset)
        first = bisect_left(starts[text.path], span.start)
        if first < len(starts[text.path]) and starts[text.path][first] <= span.end:
            marked.append(replace(text, mistake="its text has a syntax error", is_broken=True))
        else:
            marked.append(text)
    return marked


def _method_text(method: tables.MethodInfo) -> FunctionText:
    """Give the text of a method or invariant."""
    role = Role.STATIC if method.is_static else Role.METHOD
    return FunctionText(
        method.name,
        method.owner,
        Role.INVARIANT if method.is_invariant else role,
        method.parameters,
        method.result,
        method.node.body,
        not method.is_private,
        method.place.path,
        method.offset,
        method.node.span,
        method.node.name.span,
        method.severity,
        method.mistake,
        stand_in=method.stand_in,
    )


def _spec_text(spec: tables.SpecInfo) -> FunctionText:
    """Give the text of a spec."""
    return FunctionText(
        spec.name,
        None,
        Role.SPEC,
        spec.parameters,
        BOOL,
        spec.node.body,
        True,
        spec.place.path,
        spec.offset,
        spec.node.span,
        spec.node.name.span,
    )


def _root_texts(table: tables.ClassTable, file: LoadedFile) -> list[FunctionText]:
    """Give the texts of tests and main of the root file."""
    path = file.source.path
    texts: dict[str, FunctionText] = {}
    # A test whose name is taken has been reported by `declare`.
    taken = [*table.specs, *(c.name for c in table.classes.values() if c.place is not None)]
    for placed in file.tree.declarations:
        offset = placed.offset
        match placed.node:
            case tree.TestDecl(name, body, span) if (
                name.text and name.text not in texts and name.text not in taken
            ):
                texts[name.text] = FunctionText(
                    name=name.text,
                    owner=None,
                    role=Role.TEST,
                    parameters=(),
                    result=NoValue("a test gives no value"),
                    body=body,
                    is_public=True,
                    path=path,
                    offset=offset,
                    span=span,
                    name_span=name.span,
                )
            case tree.MainDecl(body, span) if MAIN_NAME not in texts:
                # A second main expression is a problem of the parser's.
                texts[MAIN_NAME] = FunctionText(
                    MAIN_NAME, None, Role.MAIN, (), None, body, True, path, offset, span, span
                )
            case _:
                pass
    return list(texts.values())


# --- Specs -----------------------------------------------------------------------


def _report_recursion(findings: Findings, functions: Sequence[LoweredFunction]) -> set[str]:
    """Report specs and invariants that ask each other in a circle; give their names."""
    asked = {
        lowered.function.qualified_name: [
            (name, tables.Place(lowered.source.path, span)) for name, span in lowered.asked
        ]
        for lowered in functions
        if lowered.function.role in (Role.SPEC, Role.INVARIANT)
    }
    recursive: set[str] = set()
    for circle in circles(asked):
        names = [name for name, _ in circle]
        recursive.update(names)
        chain = " asks ".join(f"`{name}`" for name in [*names, names[0]])
        message = f"specs in a circle: {chain}"
        if len(names) == 1:
            message = f"`{names[0]}` asks itself, so it never has an answer"
        place = circle[0][1]
        related = tuple(
            other.related(f"`{name}` asks on here", place.path) for name, other in circle[1:]
        )
        findings.add(place, check_codes.SPEC_RECURSION, message, related)
    return recursive


def _without_recursion(lowered: LoweredFunction, recursive: set[str]) -> LoweredFunction:
    """Leave out a spec that asks itself."""
    function = lowered.function
    if function.qualified_name not in recursive or function.left_out is not None:
        return lowered
    n_slots = len(function.parameters) + function.has_receiver
    left_out = replace(function, body=(), n_slots=n_slots, left_out="it asks itself in a circle")
    names = lowered.source.slot_names[:n_slots]
    return replace(
        lowered, function=left_out, source=replace(lowered.source, sites=(), slot_names=names)
    )


def _report_unreachable_parameters(findings: Findings, table: tables.ClassTable) -> None:
    """Warn of spec parameters that can be nothing but null."""
    for parameter in unreachable_parameters(table):
        assert isinstance(parameter.type, RefType)
        message = (
            f"no public call gives {with_article(parameter.type.class_name)}, "
            f"so `{parameter.name}` can only be null"
        )
        place, code = parameter.place, check_codes.PARAMETER_UNREACHABLE
        findings.add(place, code, message, (), Severity.WARNING)


# --- Classes ---------------------------------------------------------------------


def _class_defs(table: tables.ClassTable, functions: Sequence[Function]) -> tuple[ClassDef, ...]:
    """Give the classes, parents before their children, else in source order."""
    members: dict[str, list[Function]] = {name: [] for name in table.classes}
    for function in functions:
        if function.owner is not None:
            members[function.owner].append(function)
    return tuple(
        ClassDef(
            info.name,
            info.parent,
            tuple(
                Field(field.name, _field_type(field.type), not field.is_private)
                for field in info.fields.values()
            ),
            tuple(members[info.name]),
            not info.has_private_new,
        )
        for info in table.parents_first()
    )


def _formulas(table: tables.ClassTable) -> dict[str, list[Written]]:
    """Give the formulas of the `hex` blocks by class."""
    return {
        info.name: [
            Written(formula, info.place.path, block.offset)
            for block in info.hex_blocks
            for formula in block.node.formulas
        ]
        for info in table.classes.values()
        if info.place is not None
    }


def _field_type(check_type: CheckType) -> Type:
    """Give the type that the engine sees; a class that does not exist is the root class."""
    match check_type:
        case IntType() | BoolType() | RefType():
            return check_type
        case _:
            return RefType(tables.ROOT_CLASS)


def _class_sources(table: tables.ClassTable) -> dict[str, ClassSource]:
    """Say where the classes that have a text stand."""
    return {
        info.name: ClassSource(
            info.place.path,
            info.span,
            info.place.span,
            {field.name: field.place.span for field in info.fields.values()},
        )
        for info in table.classes.values()
        if info.place is not None
    }

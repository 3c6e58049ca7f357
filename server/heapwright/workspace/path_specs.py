"""A path of a method as a spec: the condition on its inputs, in the syntax of the source.

Place: workspace/. `heapwright paths --spec` prints one, `heapwright synth FILE::METHOD#K` asks it.
What is written is read again and asked of the input that the path was confirmed with, so no
spec leaves here that means something else there.
"""

from __future__ import annotations

import re

from heapwright.answers.calls.render import syntax_of as call_syntax
from heapwright.errors import UsageError
from heapwright.heaps.class_numbers import class_numbers
from heapwright.heaps.model import not_null, reference_variable, way_to
from heapwright.ir.core.program import Function, Program, Role
from heapwright.ir.core.types import BoolType, IntType, RefType, Type
from heapwright.paths.plain.concrete import Returned, run
from heapwright.paths.shown.show_path import condition_source
from heapwright.problems import Severity
from heapwright.records import dataclass
from heapwright.terms.build import TRUE
from heapwright.text.source import Source
from heapwright.workspace.load import LoadedProgram, program_of
from heapwright.workspace.open_paths import OpenPath
from heapwright.workspace.paths import FoundPath, FoundPaths

MOST_COLUMNS = 100


@dataclass(frozen=True, slots=True)
class PathSpec:
    """A spec, and the program of the file with the spec in it."""

    name: str
    text: str
    start: int  # of the spec in that file
    loaded: LoadedProgram

    @property
    def function(self) -> Function:
        """Give the spec as a function of the program."""
        return next(f for f in self.loaded.program.functions if f.qualified_name == self.name)


def path_spec(loaded: LoadedProgram, found: FoundPaths, number: int) -> PathSpec:
    """Write the spec of the path with this number, from 1 on.

    Raises `UsageError` if there is no such path, or no spec that means the same.
    """
    name = found.function.qualified_name
    if not 1 <= number <= len(found.paths):
        raise UsageError(f"`{name}` has no path {number}: {len(found.paths)} were found")
    path = found.paths[number - 1]
    spec_name, text = _written(loaded, found.function, path, number)
    before, after = _around(loaded)
    before += "\n\n\n"
    source = Source(loaded.root.path, f"{before}{text}\n{after}")
    spec = PathSpec(spec_name, text, len(before), program_of(source, loaded.program.language.name))
    _check(spec, found, path, number)
    return spec


def _around(loaded: LoadedProgram) -> tuple[str, str]:
    """Give the file's text before and after the place of a new spec; a main stays last."""
    whole = loaded.root.text
    for function in loaded.program.functions:
        if function.role is Role.MAIN:
            place = loaded.source_map.functions[function.qualified_name]
            if place.path == loaded.root.path:
                start = place.span.start + place.offset
                return whole[:start], whole[start:]
    return whole, ""


def _check(spec: PathSpec, found: FoundPaths, path: FoundPath, number: int) -> None:
    """Ask the spec about the input that takes the path."""
    where = f"path {number} of `{found.function.qualified_name}` cannot be written as a spec"
    for problem in spec.loaded.problems[spec.loaded.root.path]:
        is_inside = spec.start <= problem.span.start < spec.start + len(spec.text)
        if problem.severity is Severity.ERROR and is_inside:
            raise UsageError(f"{where}: {problem.message}")
    program = spec.loaded.program
    known = [f for f in program.functions if f.qualified_name == spec.name]
    if not known or known[0].left_out is not None:
        reason = known[0].left_out if known else "it is not read again"
        raise UsageError(f"{where}: {reason}")
    outcome = run(program, spec.name, tuple(path.example.values.values()), path.example.heap)
    if not isinstance(outcome, Returned) or outcome.value is not True:
        raise UsageError(f"{where}: its own input does not satisfy what would be written")


def _written(
    loaded: LoadedProgram, function: Function, path: FoundPath, number: int
) -> tuple[str, str]:
    """Give the name of the spec and its declaration."""
    program, language = loaded.program, loaded.program.language
    classes = class_numbers(program)
    if isinstance(path.found, OpenPath):
        parts = [path.found.whole_condition]
    else:
        receiver = program.language.receiver if function.has_receiver else None
        unsaid = TRUE if receiver is None else not_null(reference_variable(receiver))
        heap, conjuncts = path.found.heap, path.found.pc.conjuncts
        parts = condition_source(program.language, classes, heap, conjuncts, unsaid)
    types = _types(program, function, path)
    names = _parameter_names(program, types)
    parts = [_renamed(part, names) for part in parts] or [language.true]
    # What calls never give, no heap gives either: the path is then unreachable, and its spec too.
    nullable = {names[p.name] for p in function.parameters if p.takes_null and p.name in names}
    parameters = ", ".join(
        f"{_tiny_type(type_)} {names[name]}"
        if language.declares_questions
        else _python_parameter(names[name], type_, nullable)
        for name, type_ in types.items()
    )
    spec_name = _fresh_name(program, f"{_short(function)}_path_{number}")
    told = f"An input for which {_shown(function)} {_ending(path)}."
    if language.declares_questions:
        body = "\n    && ".join(parts)
        return spec_name, f"// {told}\nspec {spec_name}({parameters}) :=\n    {body};\n"
    head = f"# heapwright: spec\ndef {spec_name}({parameters}) -> bool:\n    # {told}\n"
    return spec_name, head + _python_body(parts)


def _types(program: Program, function: Function, path: FoundPath) -> dict[str, Type]:
    """Give the inputs of a path, in the order in which an example lists their values."""
    declared: dict[str, Type] = {p.name: p.type for p in function.parameters}
    if function.has_receiver and function.owner is not None:
        declared[program.language.receiver] = RefType(function.owner)
    symbols: dict[str, str] = {}
    if not isinstance(path.found, OpenPath):
        symbols = {way_to(symbol): name for symbol, name in path.found.heap.symbols.items()}
    found: dict[str, Type] = {}
    for name, value in path.example.values.items():
        if name in declared:
            found[name] = declared[name]
        elif name in symbols:
            found[name] = RefType(symbols[name])
        else:
            found[name] = BoolType() if isinstance(value, bool) else IntType()
    return found


def _parameter_names(program: Program, types: dict[str, Type]) -> dict[str, str]:
    """Name the parameters: the receiver after its class, symbols of a main in lower case."""
    syntax = call_syntax(program)
    receiver = program.language.receiver
    taken = {name for name in types if name != receiver}
    names: dict[str, str] = {}
    for name, type_ in types.items():
        chosen = name
        if name == receiver and isinstance(type_, RefType):
            chosen = syntax.variable(type_.class_name)
        elif re.fullmatch(r"[XY]\d+", name):
            chosen = name.lower()
        while (chosen in taken and chosen != name) or chosen in syntax.reserved:
            chosen = f"{chosen}_"
        taken.add(chosen)
        names[name] = chosen
    return names


def _renamed(text: str, names: dict[str, str]) -> str:
    return re.sub(r"(?<![\w.'\"])[A-Za-z_]\w*", lambda found: names.get(found[0], found[0]), text)


def _python_parameter(name: str, type_: Type, nullable: set[str]) -> str:
    match type_:
        case IntType():
            shown = "int"
        case BoolType():
            shown = "bool"
        case RefType("int"):
            return f"{name}: int | None"
        case RefType(class_name):
            shown = class_name.partition(" (")[0]
        case _:
            return name
    is_nullable = name in nullable and isinstance(type_, RefType)
    return f"{name}: {shown} | None" if is_nullable else f"{name}: {shown}"


def _tiny_type(type_: Type) -> str:
    match type_:
        case BoolType():
            return "bool"
        case RefType(class_name):
            return class_name
        case _:
            return "int"


def _python_body(parts: list[str]) -> str:
    line = f"    return {' and '.join(parts)}"
    if len(line) <= MOST_COLUMNS:
        return f"{line}\n"
    inside = "\n        and ".join(parts)
    return f"    return (\n        {inside}\n    )\n"


def _short(function: Function) -> str:
    name = function.name.partition("(")[0].strip("@=")
    return name.strip("_") or "main"


def _shown(function: Function) -> str:
    if function.role is Role.MAIN:
        return "the main expression"
    return f"`{function.qualified_name.rpartition(' ')[2]}`"


def _ending(path: FoundPath) -> str:
    match path.outcome:
        case "returned":
            return "returns" if path.value is None else f"returns {path.value}"
        case "raised":
            return f"throws {path.value}"
        case "error":
            return f"fails with {path.value}"


def _fresh_name(program: Program, name: str) -> str:
    taken = {function.name for function in program.functions}
    while name in taken:
        name = f"{name}_"
    return name

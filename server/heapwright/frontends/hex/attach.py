"""Put the formulas that are written at a class into its IR, if all their names exist.

Place: frontends/hex/. Both languages call this with the classes that they have lowered.
What a formula means is the business of `invariants`; here it only must not name what does
not exist.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from heapwright.frontends.hex import codes, tree
from heapwright.frontends.hex.lower import lower_formula
from heapwright.frontends.name_hints import did_you_mean
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.program import ClassDef, Program
from heapwright.ir.core.source_map import SourceMap
from heapwright.ir.core.structure import ROOT, THIS
from heapwright.ir.core.types import BoolType, IntType, RefType
from heapwright.problems import Problem, Severity
from heapwright.records import dataclass, replace
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class Written:
    """A formula at a class; its spans count from `offset` in the file `path`."""

    formula: tree.Formula
    path: str
    offset: int


def with_structures(
    program: Program, source_map: SourceMap, written: Mapping[str, Sequence[Written]]
) -> tuple[Program, SourceMap, list[tuple[str, Problem]]]:
    """Attach the formulas by name of the class; give also what is wrong in which file."""
    if not any(written.values()):
        return program, source_map, []
    hierarchy = hierarchy_of(program)
    problems: list[tuple[str, Problem]] = []
    sources = dict(source_map.classes)
    classes: list[ClassDef] = []
    for class_def in program.classes:
        sound: list[Written] = []
        for one in written.get(class_def.name, ()):
            found = [
                Problem(code, Severity.ERROR, message, span.shifted(one.offset))
                for code, message, span in _mistakes(hierarchy, class_def, one.formula)
            ]
            problems += ((one.path, problem) for problem in found)
            if not found:
                sound.append(one)
        if sound:
            spans = tuple(one.formula.span.shifted(one.offset) for one in sound)
            sources[class_def.name] = replace(sources[class_def.name], structure_spans=spans)
        formulas = tuple(lower_formula(one.formula) for one in sound)
        classes.append(replace(class_def, structure=formulas))
    return (
        replace(program, classes=tuple(classes)),
        replace(source_map, classes=sources),
        problems,
    )


_Mistake = tuple[str, str, Span]


def _mistakes(
    hierarchy: Hierarchy, class_def: ClassDef, formula: tree.Formula
) -> Iterator[_Mistake]:
    """Give code, message and span of every name that does not exist."""
    waiting = [(formula, True)]  # and whether it must hold by itself
    while waiting:
        atom, is_demanded = waiting.pop()
        match atom:
            case tree.Not(operand):
                waiting.append((operand, False))
                continue
            case tree.And(lhs, rhs):
                waiting += ((rhs, is_demanded), (lhs, is_demanded))
                continue
            case tree.Or(lhs, rhs):
                waiting += ((rhs, False), (lhs, False))
                continue
            case tree.ExpandsTo(type_name=type_name) | tree.AliasesSome(type_name=type_name):
                if type_name and type_name not in hierarchy.classes:
                    span = atom.span if atom.companion else _last_word(atom.span, type_name)
                    hint = did_you_mean(type_name, hierarchy.classes)
                    yield codes.UNKNOWN_CLASS, f"there is no class `{type_name}`{hint}", span
            case _:
                pass
        paths = [atom.path, atom.target] if isinstance(atom, tree.Aliases) else [atom.path]
        for path in paths:
            yield from _path_mistakes(hierarchy, class_def, path)
        if atom.companion:
            yield from _companion_mistakes(hierarchy, class_def, atom.companion, atom.span)
            if not is_demanded:
                message = "a companion cannot stand below `!` or `||`"
                yield codes.UNFIT_COMPANION, message, _last_word(atom.span, atom.companion)


def _companion_mistakes(
    hierarchy: Hierarchy, class_def: ClassDef, name: str, span: Span
) -> Iterator[_Mistake]:
    span = _last_word(span, name)
    method = hierarchy.method(class_def.name, name)
    if method is None:
        known = [f.name for c in hierarchy.line(class_def.name) for f in c.functions]
        message = f"`{class_def.name}` has no method `{name}`{did_you_mean(name, known)}"
        yield codes.UNKNOWN_METHOD, message, span
    elif not is_companion([parameter.type for parameter in method.parameters], method.result):
        message = (
            f"`{method.qualified_name}` cannot stand after `with`: it must give a Boolean and "
            "take at most the object that holds the reference, the one that it leads to, "
            "and an int"
        )
        yield codes.UNFIT_COMPANION, message, span


def is_companion(parameters: Sequence[object], result: object) -> bool:
    """Say whether a method of these types takes what a companion is given, and gives a Boolean."""
    if parameters and isinstance(parameters[-1], IntType):
        parameters = parameters[:-1]
    fits = len(parameters) <= 2 and all(isinstance(type_, RefType) for type_ in parameters)
    return fits and isinstance(result, BoolType)


def _last_word(span: Span, word: str) -> Span:
    """Give the place of the name that a formula ends with; the tree has no span for it."""
    return Span(span.end - len(word), span.end)


def _path_mistakes(
    hierarchy: Hierarchy, class_def: ClassDef, path: tree.Path
) -> Iterator[_Mistake]:
    """Report a start that is no input of a method, and steps that are no field of any class."""
    line = hierarchy.line(class_def.name)
    inputs = {THIS, *(p.name for c in line for f in c.functions for p in f.parameters)}
    every = [field for c in hierarchy.classes.values() for field in c.fields]
    fields = {field.name for field in every}
    links = {field.name for field in every if isinstance(field.type, RefType)}
    waiting = [(path, False)]  # and whether it comes first after `root`
    while waiting:
        part, is_first = waiting.pop()
        match part:
            case tree.Start(name, span) if name not in (*inputs, ROOT):
                hint = did_you_mean(name, [*inputs, ROOT])
                message = f"a path begins with `this` or a parameter, not with `{name}`{hint}"
                yield codes.UNKNOWN_START, message, span
            case tree.Step(name, span) if name and is_first and name not in inputs:
                hint = did_you_mean(name, inputs)
                message = f"after `root` comes `this` or a parameter, not `{name}`{hint}"
                yield codes.UNKNOWN_START, message, span
            case tree.Step(name, span) if name and not is_first and name not in fields:
                message = f"no class has a field `{name}`{did_you_mean(name, fields)}"
                yield codes.UNKNOWN_FIELD, message, span
            case tree.Step(name, span) if name and not is_first and name not in links:
                message = f"`{name}` leads to no object: a path follows references only"
                yield codes.UNKNOWN_FIELD, message, span
            case tree.Sequence((tree.Start(name), *rest)) if name == ROOT:
                waiting.extend((one, i == 0) for i, one in _backwards(rest))
            case tree.Sequence(several):
                waiting.extend((one, is_first and i == 0) for i, one in _backwards(several))
            case tree.Choice(several):
                waiting.extend((one, is_first) for _, one in _backwards(several))
            case tree.Repeat(inner):
                waiting.append((inner, is_first))
            case _:
                pass


def _backwards(parts: Sequence[tree.Path]) -> list[tuple[int, tree.Path]]:
    return [*enumerate(parts)][::-1]

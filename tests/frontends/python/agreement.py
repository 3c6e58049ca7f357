"""Run calls with CPython and with the plain interpreter, and compare.

Place: tests/frontends/python. The text of a module becomes a real module by `runpy`, and
a program by our front end. After every call the two must agree on what came back or was
raised, and in the end on everything that can be reached from the objects.
"""

from __future__ import annotations

import runpy
from collections.abc import Mapping, Sequence
from pathlib import Path

from frontends.python.random_classes import Method, Step
from heapwright.ir.checks.validate import validate
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.program import Program
from heapwright.limits import Limits
from heapwright.paths.plain.concrete import LeftOut, Returned, Threw, run
from heapwright.paths.plain.heap import EMPTY_HEAP, PlainHeap, Reference, Unit, fields_of
from heapwright.text.source import Source
from heapwright.workspace.load import program_of

LIMITS = Limits(steps=200_000)


def real_module(folder: Path, name: str, text: str) -> Mapping[str, object]:
    """Give the names of a module as CPython sees it."""
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return runpy.run_path(str(path))


def program_from(text: str) -> Program:
    """Lower a text; the program must keep the rules of the IR."""
    program = program_of(Source("module.py", text), "python").program
    assert validate(program) == ()
    return program


def compare(
    module: Mapping[str, object], program: Program, methods: Sequence[Method], steps: Sequence[Step]
) -> tuple[str, bool]:
    """Give the first difference, or nothing, and whether all calls could be run."""
    hierarchy = hierarchy_of(program)
    results = {method.name: method for method in methods}
    real: list[object] = []
    ours: list[Reference] = []
    heap = EMPTY_HEAP
    is_whole = True
    for number, step in enumerate(steps):
        real_arguments = [
            real[value] if kind == "ref" and isinstance(value, int) else value
            for kind, value in step.arguments
        ]
        our_arguments: list[object] = [
            ours[value] if kind == "ref" and isinstance(value, int) else value
            for kind, value in step.arguments
        ]
        if step.receiver is None:
            made = module[step.name](*real_arguments)  # type: ignore[operator]
            outcome = run(program, f"{step.name}.__new__", our_arguments, heap, LIMITS)  # type: ignore[arg-type]
            assert isinstance(outcome, Returned) and isinstance(outcome.value, Reference), outcome
            real.append(made)
            ours.append(outcome.value)
            heap = outcome.heap
            continue
        method = results[step.name]
        receiver = ours[step.receiver]
        found = hierarchy.method(heap.class_of(receiver), step.name)
        assert found is not None
        outcome = run(program, found.qualified_name, [receiver, *our_arguments], heap, LIMITS)  # type: ignore[list-item]
        if isinstance(outcome, LeftOut):
            return "", False
        if method.keyword_only:
            names = [parameter for parameter, _ in method.parameters]
            keywords = dict(zip(names, real_arguments, strict=True))
            real_arguments = []
        else:
            keywords = {}
        try:
            value = getattr(real[step.receiver], step.name)(*real_arguments, **keywords)
            raised = None
        except Exception as error:  # noqa: BLE001 - whatever the class raises is compared
            raised, value = type(error).__name__, None
        match outcome:
            case Returned(our_value, after):
                heap = after
                if raised is not None:
                    said = f"CPython raised {raised}, we gave {our_value}"
                    return f"call {number} {step}: {said}", True
                difference = same_value(hierarchy, heap, value, our_value, {}, {})
                if difference:
                    return f"call {number} {step}: {difference}", True
            case Threw(class_name, heap=after):
                heap = after
                if raised != class_name:
                    said = f"raised {raised}" if raised else f"gave {value}"
                    return f"call {number} {step}: CPython {said}, we raised {class_name}", True
            case _:
                return f"call {number} {step}: {outcome}", True
    there: dict[int, int] = {}
    back: dict[int, int] = {}
    for one, other in zip(real, ours, strict=True):
        difference = same_value(hierarchy, heap, one, other, there, back)
        if difference:
            return f"in the end: {difference}", is_whole
    return "", is_whole


def same_value(
    hierarchy: Hierarchy,
    heap: PlainHeap,
    real: object,
    ours: object,
    there: dict[int, int],
    back: dict[int, int],
) -> str:
    """Say how a value of CPython and one of ours differ, following all fields."""
    pending: list[tuple[str, object, object]] = [("value", real, ours)]
    while pending:
        path, one, other = pending.pop()
        if isinstance(other, Unit):
            other = None
        if not isinstance(other, Reference):
            if type(one) is not bool and type(one) is not int and one is not None:
                return f"{path}: {one!r} against {other!r}"
            if one != other or (one is None) is not (other is None):
                return f"{path}: {one!r} against {other!r}"
            continue
        if type(one).__name__ != heap.class_of(other):
            return f"{path}: a {type(one).__name__} against a {heap.class_of(other)}"
        if there.setdefault(id(one), other.number) != other.number:
            return f"{path}: another object"
        if back.setdefault(other.number, id(one)) != id(one):
            return f"{path}: another object"
        fields = fields_of(hierarchy, heap, other)
        if there.get(-id(one)) is None:
            there[-id(one)] = 1
            lacking = {name for name in fields if fields.get(f"{name}?") is False}
            for name, value in fields.items():
                if name.endswith("?"):
                    continue
                if hasattr(one, name) is (name in lacking):
                    return f"{path}.{name} is missing on one side"
                if name not in lacking:
                    pending.append((f"{path}.{name}", getattr(one, name), value))
    return ""

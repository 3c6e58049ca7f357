"""Small faults in a Python module, put in one at a time.

Place: benchmarks/parts/. `benchmarks/tests.py` asks which of them generated tests notice. Every
mutant changes one spot of a method: a comparison, an operator, a constant, a condition, or
a statement that is left out.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed text, and what was changed."""

    text: str
    what: str


def mutants(text: str, lines: set[int]) -> list[Mutant]:
    """Give every mutant whose change is on one of these lines, in the order of the text."""
    tree = ast.parse(text)
    found: list[Mutant] = []
    for number, node in enumerate(ast.walk(tree)):
        if getattr(node, "lineno", 0) not in lines:
            continue
        for index, _ in enumerate(_changes(copy.deepcopy(node))):
            changed = copy.deepcopy(tree)
            target = next(n for i, n in enumerate(ast.walk(changed)) if i == number)
            what = [description for i, description in enumerate(_changes(target)) if i <= index][-1]
            if what:
                ast.fix_missing_locations(changed)
                found.append(Mutant(ast.unparse(changed), f"line {node.lineno}: {what}"))  # type: ignore[attr-defined]
    return found


def _changes(node: ast.AST) -> Iterator[str]:
    """Change a node in each possible way, one after the other; say what was done.

    Whoever stops after a change has made just that one: every node has one way at most.
    """
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in _COMPARISONS:
            node.ops = [_COMPARISONS[type(operator)]()]
            yield f"{type(operator).__name__} to {type(node.ops[0]).__name__}"
        case ast.BinOp(op=ast.Add()):
            node.op = ast.Sub()
            yield "+ to -"
        case ast.BinOp(op=ast.Sub()):
            node.op = ast.Add()
            yield "- to +"
        case ast.BoolOp(op=ast.And()):
            node.op = ast.Or()
            yield "and to or"
        case ast.BoolOp(op=ast.Or()):
            node.op = ast.And()
            yield "or to and"
        case ast.Constant(value=bool() as truth):
            node.value = not truth
            yield f"{truth} to {not truth}"
        case ast.Constant(value=int() as number):
            node.value = number + 1
            yield f"{number} to {number + 1}"
        case ast.If() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)
            yield "condition turned"
        case ast.Assign(targets=[ast.Attribute()]):
            node.targets = [ast.Name("_", ast.Store())]
            yield "assignment left out"
        case ast.AugAssign(op=ast.Add()):
            node.op = ast.Sub()
            yield "+= to -="
        case ast.AugAssign(op=ast.Sub()):
            node.op = ast.Add()
            yield "-= to +="
        case _:
            return

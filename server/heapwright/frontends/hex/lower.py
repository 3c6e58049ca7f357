"""From the tree of a formula to what the engine reads: the same without places.

Place: frontends/hex/. Both languages call this for the formulas of a class.
"""

from __future__ import annotations

from typing import assert_never

from heapwright.frontends.hex import tree
from heapwright.ir.core import structure as ir


def lower_formula(formula: tree.Formula) -> ir.Formula:
    """Give the formula without spans."""
    match formula:
        case tree.Not(operand):
            return ir.Not(lower_formula(operand))
        case tree.And(lhs, rhs):
            return ir.And(lower_formula(lhs), lower_formula(rhs))
        case tree.Or(lhs, rhs):
            return ir.Or(lower_formula(lhs), lower_formula(rhs))
        case _:
            return ir.Atom(lower_path(formula.path), _claim(formula), formula.companion)


def lower_path(path: tree.Path) -> ir.Path:
    """Give the path without spans."""
    match path:
        case tree.Start(name) | tree.Step(name):
            return ir.Step(name)
        case tree.Sequence(parts):
            return ir.Sequence(tuple(map(lower_path, parts)))
        case tree.Choice(alternatives):
            return ir.Choice(tuple(map(lower_path, alternatives)))
        case tree.Repeat(part, operator):
            return ir.Repeat(lower_path(part), operator)
        case _:
            assert_never(path)


def _claim(
    atom: tree.NotNull | tree.ExpandsTo | tree.AliasesNothing | tree.AliasesSome | tree.Aliases,
) -> ir.Claim:
    match atom:
        case tree.NotNull():
            return ir.NotNull()
        case tree.ExpandsTo(type_name=type_name):
            return ir.ExpandsTo(type_name)
        case tree.AliasesNothing():
            return ir.AliasesNothing()
        case tree.AliasesSome(type_name=type_name):
            return ir.AliasesSome(type_name)
        case tree.Aliases(target=target, is_max=is_max):
            return ir.Aliases(lower_path(target), is_max)

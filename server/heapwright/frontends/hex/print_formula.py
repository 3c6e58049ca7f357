"""Print HEX formulas and paths so that parsing them gives the same tree.

Place: frontends/hex/. The tiny printer and later the inference of invariants
call this.
"""

from __future__ import annotations

from heapwright.frontends.hex import tree

_OR, _AND, _NOT = range(3)


def print_formula(formula: tree.Formula) -> str:
    """Print a formula with as few parentheses as it needs."""
    return _print(formula, _OR)


def print_path(path: tree.Path) -> str:
    """Print a path expression."""
    match path:
        case tree.Start(name):
            return name
        case tree.Step(field_name):
            return f".{field_name}"
        case tree.Sequence(parts):
            return "".join(_grouped(part) for part in parts)
        case tree.Choice(alternatives):
            return "(" + "|".join(print_path(part) for part in alternatives) + ")"
        case tree.Repeat(part, operator):
            return _grouped(part) + operator


def _grouped(path: tree.Path) -> str:
    return f"({print_path(path)})" if isinstance(path, tree.Sequence) else print_path(path)


def _print(formula: tree.Formula, at_least: int) -> str:
    match formula:
        case tree.Or(lhs, rhs):
            return _parenthesised(f"{_print(lhs, _OR)} || {_print(rhs, _AND)}", at_least > _OR)
        case tree.And(lhs, rhs):
            return _parenthesised(f"{_print(lhs, _AND)} && {_print(rhs, _NOT)}", at_least > _AND)
        case tree.Not(operand):
            return f"!{_print(operand, _NOT)}"
        case _:
            companion = "" if formula.companion is None else f" with {formula.companion}"
            return f"{print_path(formula.path)} {_print_claim(formula)}{companion}"


def _print_claim(
    atom: tree.NotNull | tree.ExpandsTo | tree.AliasesNothing | tree.AliasesSome | tree.Aliases,
) -> str:
    match atom:
        case tree.NotNull():
            return "not null"
        case tree.ExpandsTo(type_name=type_name):
            return f"expands to {'nothing' if type_name is None else type_name}"
        case tree.AliasesNothing():
            return "aliases nothing"
        case tree.AliasesSome(type_name=type_name):
            return f"aliases some {type_name}"
        case tree.Aliases(target=target, is_max=is_max):
            return f"aliases {'max ' if is_max else ''}{print_path(target)}"


def _parenthesised(text: str, is_needed: bool) -> str:
    return f"({text})" if is_needed else text

"""A HEX formula in plain words.

Place: editor/features/. `words` shows it when the cursor is on a formula; Python's
`@structure("…")` and the tiny `hex { … }` block have the same formulas.
Source: [HEX] Definitions 3.2 and 3.3 say what a formula means.
"""

from __future__ import annotations

from heapwright.frontends.hex import tree
from heapwright.frontends.hex.lower import lower_path
from heapwright.ir.core.structure import path_text


def formula_in_words(formula: tree.Formula, owner: str) -> str:
    """Say what a formula demands of the heap around every object of the class `owner`."""
    named = f"a `{owner}`" if owner else "an object of the class"
    return f"Visiting the heap from {named}: {_sentence(formula)}."


def _sentence(formula: tree.Formula) -> str:
    # `hex.parse.MAX_DEPTH` bounds the recursion.
    match formula:
        case tree.Not(operand):
            return f"it is not so that {_sentence(operand)}"
        case tree.And(lhs, rhs):
            return f"{_sentence(lhs)}, and {_sentence(rhs)}"
        case tree.Or(lhs, rhs):
            return f"{_sentence(lhs)}, or {_sentence(rhs)}"
        case _:
            companion = formula.companion
            claim = _claim(formula)
            return claim if companion is None else f"{claim} (`{companion}` is run where it does)"


def _claim(atom: tree.Atom) -> str:
    path = path_in_words(atom.path)
    match atom:
        case tree.NotNull():
            return f"{path} is never null"
        case tree.ExpandsTo(type_name=None):
            return f"{path} never leads to a new object: it is null or leads to one seen before"
        case tree.ExpandsTo(type_name=type_name):
            return f"a new object that {path} leads to is a `{type_name}`"
        case tree.AliasesNothing():
            return f"{path} never leads to an object seen before: it is null or leads to a new one"
        case tree.AliasesSome(type_name=type_name):
            return f"where {path} leads to an object seen before, that is a `{type_name}`"
        case tree.Aliases(target=target, is_max=is_max):
            end = " where that goes no further" if is_max else ""
            return (
                f"where {path} leads to an object seen before, that is one that"
                f" {path_in_words(target)} leads to{end}"
            )


def path_in_words(path: tree.Path) -> str:
    """Name a path: as it is written, and what its repetitions mean."""
    written = f"`{path_text(lower_path(path))}`"
    meanings = [_REPEATS[operator] for operator in _operators(path)]
    return f"{written} ({'; '.join(dict.fromkeys(meanings))})" if meanings else written


_REPEATS = {
    "*": "`*`: any number of steps, also none",
    "+": "`+`: at least one step",
    "?": "`?`: one step or none",
}


def _operators(path: tree.Path) -> list[str]:
    found: list[str] = []
    waiting = [path]
    while waiting:
        match waiting.pop():
            case tree.Repeat(part, operator):
                found.append(operator)
                waiting.append(part)
            case tree.Sequence(several) | tree.Choice(several):
                waiting.extend(reversed(several))
            case _:
                pass
    return found

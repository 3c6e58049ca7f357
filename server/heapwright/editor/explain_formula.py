"""Say in plain words what a HEX formula claims.

Place: editor/. Hover shows this; the command line prints it beside a violated formula.
Words for one idea: to *visit* a heap is to follow its references one by one, each once;
a reference leads to null, to an object *met before*, or to a *new* one.
"""

from __future__ import annotations

from heapwright.ir.structure import (
    ROOT,
    THIS,
    Aliases,
    AliasesNothing,
    AliasesSome,
    And,
    Atom,
    Choice,
    Claim,
    ExpandsTo,
    Formula,
    Not,
    NotNull,
    Or,
    Path,
    Repeat,
    Sequence,
    Step,
)


def explain_formula(formula: Formula) -> str:
    """Explain a formula in a sentence or a few."""
    match formula:
        case Atom(path, claim, companion):
            text = f"Follow {explain_path(path)}: {_claim_words(claim)}."
            if companion is not None:
                text += f" For each such reference `{companion}` must be true, too."
            return text
        case Not(operand):
            return f"It is not the case that: {explain_formula(operand)}"
        case And(lhs, rhs):
            return f"{explain_formula(lhs)} And: {explain_formula(rhs)}"
        case Or(lhs, rhs):
            return f"Either: {explain_formula(lhs)} Or: {explain_formula(rhs)}"


def explain_path(path: Path) -> str:
    """Explain which references a path stands for."""
    match path:
        case Step(name):
            return _start_words(name)
        case Sequence((Step(name), *rest)):
            words = [_start_words(name), *map(_words, rest)]
            return ", then ".join(words)
        case _:
            return _words(path)


def _start_words(name: str) -> str:
    if name == ROOT:
        return "what a call is given"
    return "this object" if name == THIS else f"the argument `{name}`"


def _words(path: Path) -> str:
    match path:
        case Step(name):
            return f"`{name}`"
        case Sequence(parts):
            return " and then ".join(map(_words, parts))
        case Choice(alternatives):
            return " or ".join(map(_words, alternatives))
        case Repeat(part, operator):
            amount = {"*": "any number of", "+": "one or more", "?": "at most one"}[operator]
            inner = _words(part)
            return f"{amount} ({inner})" if isinstance(part, Sequence) else f"{amount} {inner}"


def _claim_words(claim: Claim) -> str:
    match claim:
        case NotNull():
            return "the last reference is never null"
        case ExpandsTo(None):
            return "the last reference never leads to a new object; it is null or met before"
        case ExpandsTo(class_name):
            return f"where the last reference leads to a new object, that is a `{class_name}`"
        case AliasesNothing():
            return "the last reference never leads to an object met before"
        case AliasesSome(class_name):
            return (
                f"where the last reference leads to an object met before, that is a `{class_name}`"
            )
        case Aliases(target, is_max):
            limit = ", and nothing lies beyond it on that way" if is_max else ""
            return (
                "where the last reference leads to an object met before, that object was met "
                f"by following {explain_path(target)}{limit}"
            )

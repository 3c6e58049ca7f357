"""HEX formulas as the engine reads them: claims about references, by the paths to them.

Place: ir/core/. Front ends make these from the trees of `frontends/hex`; `ClassDef.structure`
carries them. A path is a regular expression over names of references. It begins with a
single name: `this`, a parameter of a method, or `root`, the environment that holds these.
Source: [HEX] Definitions 3.2 and 3.3; companion methods: section 3.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from heapwright.records import dataclass

THIS = "this"
ROOT = "root"  # may be written before `this` and parameters: `root(.this|.other).next`

# --- Paths -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One reference."""

    name: str


@dataclass(frozen=True, slots=True)
class Sequence:
    """One part after the other; no part at all is the empty path."""

    parts: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the alternatives."""

    alternatives: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """`part*`, `part+` or `part?`."""

    part: Path
    operator: str  # "*", "+" or "?"


Path: TypeAlias = Step | Sequence | Choice | Repeat

# --- Claims about each reference that a path leads to ------------------------------


@dataclass(frozen=True, slots=True)
class NotNull:
    """It is not null."""


@dataclass(frozen=True, slots=True)
class ExpandsTo:
    """If it leads to an object not met before, then to one of the class; None is to none."""

    class_name: str | None


@dataclass(frozen=True, slots=True)
class AliasesNothing:
    """It does not lead to an object met before."""


@dataclass(frozen=True, slots=True)
class AliasesSome:
    """If it leads to an object met before, then to one of the class."""

    class_name: str


@dataclass(frozen=True, slots=True)
class Aliases:
    """If it leads to an object met before, then to one that was met along `target`.

    With `is_max`, to one beyond which no other was met along `target`.
    """

    target: Path
    is_max: bool = False


Claim: TypeAlias = NotNull | ExpandsTo | AliasesNothing | AliasesSome | Aliases

# --- Formulas ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Atom:
    """A claim about every reference that the path leads to, and a method to ask of each."""

    path: Path
    claim: Claim
    companion: str | None = None


@dataclass(frozen=True, slots=True)
class Not:
    """The operand is false."""

    operand: Formula


@dataclass(frozen=True, slots=True)
class And:
    """Both are true."""

    lhs: Formula
    rhs: Formula


@dataclass(frozen=True, slots=True)
class Or:
    """One of both is true."""

    lhs: Formula
    rhs: Formula


Formula: TypeAlias = Atom | Not | And | Or


def atoms_of(formula: Formula) -> Iterator[Atom]:
    """Give the atoms of a formula from left to right."""
    waiting = [formula]
    while waiting:
        match waiting.pop():
            case Atom() as atom:
                yield atom
            case Not(operand):
                waiting.append(operand)
            case And(lhs, rhs) | Or(lhs, rhs):
                waiting += (rhs, lhs)


def paths_of(atom: Atom) -> tuple[Path, ...]:
    """Give the path of an atom and, where it has one, the path of its target."""
    return (atom.path, atom.claim.target) if isinstance(atom.claim, Aliases) else (atom.path,)


def from_environment(path: Path) -> Path:
    """Give the path without the `root` that it may begin with."""
    match path:
        case Step(name) if name == ROOT:
            return Sequence(())
        case Sequence((Step(name), *rest)) if name == ROOT:
            return rest[0] if len(rest) == 1 else Sequence(tuple(rest))
        case _:
            return path


def first_names(path: Path) -> frozenset[str]:
    """Give the references of the environment that a word of the path can begin with."""
    return _first(from_environment(path))[0]


def speaks_of_this_alone(formula: Formula) -> bool:
    """Say whether a formula is about one object, and not about what a call is given."""
    return all(first_names(path) <= {THIS} for atom in atoms_of(formula) for path in paths_of(atom))


def names_in(path: Path) -> frozenset[str]:
    """Give every name of a path."""
    names: set[str] = set()
    waiting = [path]
    while waiting:
        match waiting.pop():
            case Step(name):
                names.add(name)
            case Sequence(several) | Choice(several):
                waiting.extend(several)
            case Repeat(part):
                waiting.append(part)
    return frozenset(names)


def formula_text(formula: Formula) -> str:
    """Print a formula with as few parentheses as it needs; parsing gives it back."""
    return _text(formula, _OR)


def path_text(path: Path) -> str:
    """Print a path."""
    return _steps_text(path).removeprefix(".")


_OR, _AND, _NOT = range(3)


def _first(path: Path) -> tuple[frozenset[str], bool]:
    """Give the first names of a path, and whether it has the empty word."""
    match path:
        case Step(name):
            return frozenset((name,)), False
        case Sequence(parts):
            names: frozenset[str] = frozenset()
            for part in parts:
                more, has_empty = _first(part)
                names |= more
                if not has_empty:
                    return names, False
            return names, True
        case Choice(alternatives):
            found = [_first(part) for part in alternatives]
            return frozenset().union(*(f[0] for f in found)), any(f[1] for f in found)
        case Repeat(part, operator):
            names, has_empty = _first(part)
            return names, has_empty or operator != "+"


def _steps_text(path: Path) -> str:
    match path:
        case Step(name):
            return f".{name}"
        case Sequence(parts):
            return "".join(map(_grouped, parts))
        case Choice(alternatives):
            return "(" + "|".join(map(_steps_text, alternatives)) + ")"
        case Repeat(part, operator):
            # `this.head(.next)*` reads better than `this.head.next*`, which is the same.
            inner = _steps_text(part)
            return (inner if isinstance(part, Choice | Repeat) else f"({inner})") + operator


def _grouped(path: Path) -> str:
    return f"({_steps_text(path)})" if isinstance(path, Sequence) else _steps_text(path)


def _text(formula: Formula, at_least: int) -> str:
    match formula:
        case Or(lhs, rhs):
            return _parenthesised(f"{_text(lhs, _OR)} || {_text(rhs, _AND)}", at_least > _OR)
        case And(lhs, rhs):
            return _parenthesised(f"{_text(lhs, _AND)} && {_text(rhs, _NOT)}", at_least > _AND)
        case Not(operand):
            return f"!{_text(operand, _NOT)}"
        case Atom(path, claim, companion):
            suffix = "" if companion is None else f" with {companion}"
            return f"{path_text(path)} {_claim_text(claim)}{suffix}"


def _claim_text(claim: Claim) -> str:
    match claim:
        case NotNull():
            return "not null"
        case ExpandsTo(class_name):
            return f"expands to {class_name or 'nothing'}"
        case AliasesNothing():
            return "aliases nothing"
        case AliasesSome(class_name):
            return f"aliases some {class_name}"
        case Aliases(target, is_max):
            return f"aliases {'max ' if is_max else ''}{path_text(target)}"


def _parenthesised(text: str, is_needed: bool) -> str:
    return f"({text})" if is_needed else text

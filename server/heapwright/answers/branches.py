"""The branches of some functions: places in the text where a run goes one way or another.

Place: answers/. `cover` decides which of them can be taken; `editor` shows those that
cannot.

A *branch* is one outcome of a statement that decides (`if`, `while`, `for`); it is what
coverage tools for Python count. A *condition* is one outcome of what stands between the
words `and` and `or`, of a conditional expression, or of an assertion. The same text may
be several functions of the IR (a Python method has a variant per missing argument);
a branch is told by its place in the text, so that they count once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from heapwright.ir import instructions as ir
from heapwright.ir.program import Function, Program
from heapwright.ir.source_map import FunctionSource, SourceMap
from heapwright.ir.walk import walk


class Kind(Enum):
    """What decides."""

    BRANCH = "branch"
    CONDITION = "condition"


@dataclass(frozen=True, slots=True, order=True)
class Branch:
    """One outcome at one place; `start` and `end` are the condition's text in the file."""

    path: str
    start: int
    end: int
    rank: int  # tells a statement from what it asks, where both have the same text
    outcome: bool

    @property
    def kind(self) -> Kind:
        """Say what decides here."""
        return Kind.BRANCH if self.rank == 0 else Kind.CONDITION


@dataclass(frozen=True, slots=True)
class Branches:
    """The branches of some functions, and how runs of the IR name them."""

    by_decision: Mapping[tuple[str, int, bool], Branch]  # function, site, outcome
    functions: Mapping[Branch, tuple[str, ...]]  # in which it is found

    @property
    def all(self) -> tuple[Branch, ...]:
        """Give the branches in the order of the text."""
        return tuple(sorted(self.functions))

    def of(self, decisions: Iterable[tuple[str, int, bool]]) -> frozenset[Branch]:
        """Give the branches that a run took."""
        found = (self.by_decision.get(decision) for decision in decisions)
        return frozenset(branch for branch in found if branch is not None)


def branches_of(
    program: Program, source_map: SourceMap, functions: Mapping[str, Function]
) -> Branches:
    """Find the branches of these functions, given by qualified name."""
    by_decision: dict[tuple[str, int, bool], Branch] = {}
    names: dict[Branch, dict[str, None]] = {}
    for name, function in functions.items():
        place = source_map.functions.get(name)
        if place is None or function.left_out is not None:
            continue
        for site, condition_site, kind in _decisions(program.language, function, place):
            span = place.site_span(condition_site)
            for outcome in (True, False):
                rank = 0 if kind is Kind.BRANCH else 1
                branch = Branch(place.path, span.start, span.end, rank, outcome)
                by_decision[name, site, outcome] = branch
                names.setdefault(branch, {})[name] = None
    return Branches(by_decision, {branch: tuple(found) for branch, found in names.items()})


def _decisions(
    language: str, function: Function, place: FunctionSource
) -> Iterable[tuple[int, int, Kind]]:
    """Give the site of each decision, that of the text that it asks, and its kind."""
    # In Python no statement stands inside an expression: what does is not in the text, but
    # what a built-in function such as `max` does.
    hidden = {
        id(inside)
        for node in walk(function.body)
        if isinstance(node, ir.Do) and language == "python"
        for inside in walk(node.body)
        if isinstance(inside, ir.If | ir.While)
    }
    for node in walk(function.body):
        if id(node) in hidden:
            continue
        match node:
            case ir.If(condition, then_body) | ir.While(condition, then_body):
                if (
                    node.site != ir.NO_SITE
                    and not isinstance(condition, ir.BoolConstant)
                    and not _is_check(then_body, node.site, place)
                ):
                    is_assertion = _is_assertion(then_body)
                    kind = Kind.CONDITION if is_assertion else Kind.BRANCH
                    yield node.site, _site(condition, node.site), kind
            case ir.Choose(condition):
                # In Python this stands inside a line, in tiny it is the only kind of `if`.
                kind = Kind.CONDITION if language == "python" else Kind.BRANCH
                if node.site != ir.NO_SITE:
                    yield node.site, _site(condition, node.site), kind
            case ir.And(lhs, rhs) | ir.Or(lhs, rhs):
                if not isinstance(lhs, ir.And | ir.Or) and node.site != ir.NO_SITE:
                    yield node.site, _site(lhs, node.site), Kind.CONDITION
                if not isinstance(rhs, ir.And | ir.Or) and rhs.site != ir.NO_SITE:
                    yield rhs.site, rhs.site, Kind.CONDITION
            case _:
                pass


def _is_check(body: ir.Body, site: int, place: FunctionSource) -> bool:
    """Say whether a front end put a test there that the text does not show.

    Then what is thrown has the same place as the test: reading a missing attribute, say.
    """
    match body:
        case (ir.Throw(site=thrown),):
            return thrown != ir.NO_SITE and place.site_span(thrown) == place.site_span(site)
        case _:
            return False


def _is_assertion(body: ir.Body) -> bool:
    match body:
        case (ir.Throw(ir.New(class_name)),):
            return class_name in ("AssertionError", "AssertionFailed")
        case _:
            return False


def _site(expr: ir.Expr, otherwise: int) -> int:
    return otherwise if expr.site == ir.NO_SITE else expr.site

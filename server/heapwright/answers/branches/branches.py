"""The branches of some functions: places in the text where a run goes one way or another.

Place: answers/branches/. `cover` decides which of them can be taken; `editor` shows those that
cannot.

A *branch* is one outcome of a statement that decides (`if`, `while`, `for`); it is what
coverage tools for Python count. A *condition* is one outcome of what stands between the
words `and` and `or`, or of a conditional expression. An *exception* is what a `raise`, a
`throw` or an assertion throws, and counts as taken when it leaves a public call. A *fault* is
what an expression may throw by itself (a null dereference, a division by zero, a missing key
or index), and counts as taken likewise. The same
text may be several functions of the IR (a Python method has a variant per missing
argument); a branch is told by its place in the text, so that they count once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from enum import Enum

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.language import Language
from heapwright.ir.core.program import Function, Program
from heapwright.ir.core.source_map import FunctionSource, SourceMap
from heapwright.ir.core.walk import walk
from heapwright.records import dataclass


class BranchKind(Enum):
    """What decides."""

    BRANCH = "branch"
    CONDITION = "condition"
    EXCEPTION = "exception"
    FAULT = "fault"


_KINDS = (
    BranchKind.BRANCH,
    BranchKind.CONDITION,
    BranchKind.EXCEPTION,
    BranchKind.FAULT,
)  # by rank
# What is thrown: nothing is wrong with a text in which it never is.
THROWN = frozenset((BranchKind.EXCEPTION, BranchKind.FAULT))

# Operations on values of any kind that fail for some of them, and methods of containers that do.
_FAILING = frozenset(("getitem", "setitem", "delitem", "getattr", "setattr", "delattr", "unpack"))
_DIVIDING = frozenset(("truediv", "floordiv", "mod"))
_FAILING_METHODS = frozenset(("pop", "popleft", "popitem", "remove", "index"))


@dataclass(frozen=True, slots=True, order=True)
class Branch:
    """One outcome at one place; `start` and `end` are the condition's text in the file."""

    path: str
    start: int
    end: int
    rank: int  # tells a statement from what it asks, where both have the same text
    outcome: bool

    @property
    def kind(self) -> BranchKind:
        """Say what decides here."""
        return _KINDS[self.rank]


@dataclass(frozen=True, slots=True)
class Branches:
    """The branches of some functions, and how runs of the IR name them."""

    by_decision: Mapping[tuple[str, int, bool], Branch]  # function, site, outcome
    by_throw: Mapping[tuple[str, int], Branch]  # function, site; of exceptions and faults
    functions: Mapping[Branch, tuple[str, ...]]  # in which it is found

    @property
    def all(self) -> tuple[Branch, ...]:
        """Give the branches in the order of the text."""
        return tuple(sorted(self.functions))

    def of(self, decisions: Iterable[tuple[str, int, bool]]) -> frozenset[Branch]:
        """Give the branches that a run took."""
        found = (self.by_decision.get(decision) for decision in decisions)
        return frozenset(branch for branch in found if branch is not None)

    def thrown(self, function: str, site: int) -> frozenset[Branch]:
        """Give the exception or fault that is thrown at a place, if the text has one there."""
        found = self.by_throw.get((function, site))
        return frozenset() if found is None else frozenset((found,))


def branches_of(
    program: Program,
    source_map: SourceMap,
    functions: Mapping[str, Function],
    *,
    with_faults: bool = False,
) -> Branches:
    """Find the branches of these functions, given by qualified name."""
    by_decision: dict[tuple[str, int, bool], Branch] = {}
    by_throw: dict[tuple[str, int], Branch] = {}
    names: dict[Branch, dict[str, None]] = {}
    for name, function in functions.items():
        place = source_map.functions.get(name)
        if place is None or function.left_out is not None:
            continue
        for site, condition_site, kind in _decisions(program.language, function, place):
            span = place.site_span(condition_site)
            for outcome in (True, False):
                rank = _KINDS.index(kind)
                branch = Branch(place.path, span.start, span.end, rank, outcome)
                by_decision[name, site, outcome] = branch
                names.setdefault(branch, {})[name] = None
        throwing = [(site, BranchKind.EXCEPTION) for site in _throws(function, place)]
        if with_faults:
            own_methods = {f.name for f in functions.values()}
            throwing += [(site, BranchKind.FAULT) for site in _faults(function, own_methods)]
        for site, kind in throwing:
            span = place.site_span(site)
            branch = Branch(place.path, span.start, span.end, _KINDS.index(kind), True)
            by_throw[name, site] = branch
            names.setdefault(branch, {})[name] = None
    return Branches(
        by_decision, by_throw, {branch: tuple(found) for branch, found in names.items()}
    )


def _throws(function: Function, place: FunctionSource) -> Iterable[int]:
    """Give the sites of what the text throws."""
    checks = {
        id(node.then_body[0])
        for node in walk(function.body)
        if isinstance(node, ir.If) and _is_check(node.then_body, node.site, place)
    }
    for node in walk(function.body):
        if isinstance(node, ir.Throw) and node.site != ir.NO_SITE and id(node) not in checks:
            yield node.site


def _faults(function: Function, own_methods: Collection[str]) -> Iterable[int]:
    """Give the sites of what may throw by itself.

    A method of a container counts unless a method of the text has its name: then nothing
    tells whose it is.
    """
    receivers = _receivers(function)
    for node in walk(function.body):
        match node:
            case ir.GetField(target) | ir.SetField(target) | ir.Invoke(target):
                may_fail = not _is_object(receivers, target)
            case ir.Binary(ir.BinaryOperator.DIVIDE | ir.BinaryOperator.REMAINDER, _, divisor):
                may_fail = not isinstance(divisor, ir.IntConstant) or divisor.value == 0
            case ir.Operate(operation, operands) if operation in _DIVIDING:
                divisor = operands[1]
                may_fail = not isinstance(divisor, ir.IntConstant) or divisor.value == 0
            case ir.Operate(operation, operands) if operation in _FAILING:
                is_attribute = operation.endswith("attr")
                may_fail = not is_attribute or not _is_object(receivers, operands[0])
            case ir.CallValue(method=method) if method in _FAILING_METHODS:
                may_fail = method not in own_methods
            case _:
                may_fail = False
        site: int = getattr(node, "site", ir.NO_SITE)
        if may_fail and site != ir.NO_SITE:
            yield site


def _is_object(receivers: Collection[int], target: ir.Expr) -> bool:
    """Say whether it goes without saying that there is an object: the receiver, a new one."""
    return isinstance(target, ir.New) or (isinstance(target, ir.Local) and target.slot in receivers)


def _receivers(function: Function) -> set[int]:
    """Give the slots that hold the receiver and nothing else; what a front end copies, too."""
    assigned: dict[int, list[ir.Expr]] = {}
    for node in walk(function.body):
        if isinstance(node, ir.Assign):
            assigned.setdefault(node.slot, []).append(node.value)
    is_method = function.has_receiver or function.name == "__init__"
    found = {0} if is_method and 0 not in assigned else set()
    for slot, values in assigned.items():
        match values:
            case [ir.Local(copied)] if copied in found:
                found.add(slot)
            case _:
                pass
    return found


def _decisions(
    language: Language, function: Function, place: FunctionSource
) -> Iterable[tuple[int, int, BranchKind]]:
    """Give the site of each decision, that of the text that it asks, and its kind."""
    # Where no statement stands inside an expression, what does is not in the text, but
    # what a built-in function such as `max` does, or a comprehension, which no tool counts.
    hidden = {
        id(inside)
        for node in walk(function.body)
        if isinstance(node, ir.Do) and not language.nests_statements
        for inside in walk(node.body)
        if isinstance(inside, ir.If | ir.While | ir.ForEach)
    }
    for node in walk(function.body):
        if id(node) in hidden or getattr(node, "site", ir.NO_SITE) == ir.NO_SITE:
            continue
        match node:
            case ir.If(condition, then_body) | ir.While(condition, then_body):
                if (
                    not isinstance(condition, ir.BoolConstant)
                    and not _is_check(then_body, node.site, place)
                    and not _is_assertion(then_body)
                    and not _asks_helper(condition, place)
                ):
                    # A guard of a Python `case` makes its condition more than the text asked.
                    site = _site(condition, node.site) if language.nests_statements else node.site
                    yield node.site, site, BranchKind.BRANCH
            case ir.ForEach():
                yield node.site, node.site, BranchKind.BRANCH
            case ir.Choose(condition):
                # In Python this stands inside a line, in tiny it is the only kind of `if`.
                kind = BranchKind.BRANCH if language.nests_statements else BranchKind.CONDITION
                yield node.site, _site(condition, node.site), kind
            case ir.And(lhs, rhs) | ir.Or(lhs, rhs) if _is_written(lhs, rhs, place):
                if not isinstance(lhs, ir.And | ir.Or):
                    yield node.site, _site(lhs, node.site), BranchKind.CONDITION
                if not isinstance(rhs, ir.And | ir.Or) and rhs.site != ir.NO_SITE:
                    yield rhs.site, rhs.site, BranchKind.CONDITION
            case _:
                pass


def _is_written(lhs: ir.Expr, rhs: ir.Expr, place: FunctionSource) -> bool:
    """Say whether two operands stand beside each other in the text.

    What a pattern or a chain of comparisons asks has one place for all its parts.
    """
    return place.site_span(lhs.site).end <= place.site_span(rhs.site).start


def _asks_helper(condition: ir.Expr, place: FunctionSource) -> bool:
    """Say whether a variable is asked that the text does not have: was a loop left, say."""
    match condition:
        case ir.Local(slot) | ir.Unary(ir.UnaryOperator.NOT, ir.Local(slot)):
            # Of a nested function names are not known, but its own tests are never that bare.
            return slot >= len(place.slot_names) or not place.slot_names[slot]
        case _:
            pass
    # A `with` asks what its manager says, and a closure whether an argument was given.
    return any(
        (isinstance(node, ir.CallValue) and node.method == "__exit__")
        or (isinstance(node, ir.Operate) and node.operation == "missing")
        for node in walk((ir.Evaluate(condition),))
    )


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
        case (*_, ir.Throw(ir.New(class_name))):
            return class_name in ("AssertionError", "AssertionFailed")
        case _:
            return False


def _site(expr: ir.Expr, otherwise: int) -> int:
    return otherwise if expr.site == ir.NO_SITE else expr.site

"""What an editor shows about the branches of a file, as plain values.

Place: editor/known/. A worker makes it (`branch_report`) and sends it to the server, which keeps
it. Nothing in it refers to a graph or a program. Spans are offsets in the file's text.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.answers.branches.branches import Branch, BranchKind
from heapwright.editor.known.dead_branches import dead_branches
from heapwright.editor.known.wording import bound_text
from heapwright.ir.core.source_map import FunctionSource
from heapwright.problems import Problem
from heapwright.records import dataclass
from heapwright.text.span import Span
from heapwright.workspace.decided_branches import (
    DecidedBranches,
    branches_digest,
    decided_branches,
    place_of,
)
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.questions import Asking
from heapwright.workspace.tested import all_of


@dataclass(frozen=True, slots=True)
class BranchFate:
    """What is known about one outcome at one place."""

    span: Span  # of the condition
    outcome: bool
    fate: str  # "reachable" (replayed), "unreachable" (proved within the scope) or "unknown"
    reason: str  # why it is unknown


@dataclass(frozen=True, slots=True)
class MethodBranches:
    """The branches in the text of one method or function."""

    name: str  # qualified
    span: Span  # of its name
    whole: Span
    branches: tuple[BranchFate, ...]

    def count(self, fate: str) -> int:
        """Count the branches of one fate."""
        return sum(branch.fate == fate for branch in self.branches)

    @property
    def title(self) -> str:
        """Say in a few words how many branches can be taken: `5/7 branches reachable`."""
        total = len(self.branches)
        word = "branch" if total == 1 else "branches"
        text = f"{self.count('reachable')}/{total} {word} reachable"
        n_unknown = self.count("unknown")
        return f"{text}, {n_unknown} unknown" if n_unknown else text


@dataclass(frozen=True, slots=True)
class BranchReport:
    """The branches of a file."""

    digest: str  # of all that the report depends on, but for places in the text
    methods: tuple[MethodBranches, ...]  # those with branches that public calls can lead to
    problems: tuple[Problem, ...]  # HW011
    objects: Mapping[str, int]  # the scope
    bound: str  # the same in words, "" or " with at most …"
    is_complete: bool  # whether everything in the scope was looked at
    seconds: float


def branch_report(loaded: LoadedProgram, asking: Asking) -> BranchReport:
    """Decide the branches of a file; explores what is not known yet."""
    decided = decided_branches(loaded, all_of(loaded), asking)
    return BranchReport(
        digest=decided.digest,
        methods=_methods(loaded, decided),
        problems=dead_branches(loaded, decided.unreachable),
        objects=decided.objects,
        bound=bound_text(decided.objects, decided.kinds),
        is_complete=all(graph.is_complete for graph in decided.graphs),
        seconds=decided.seconds,
    )


def branch_digest(loaded: LoadedProgram, asking: Asking) -> str:
    """Give the digest that a report on the file as it is would have; explores nothing."""
    return branches_digest(loaded, all_of(loaded), asking)


def _methods(loaded: LoadedProgram, decided: DecidedBranches) -> tuple[MethodBranches, ...]:
    """Put branches together by the function whose text they stand in."""
    cover = decided.cover
    own = [
        b for b in cover.branches.all if b.path == loaded.root.path and b.kind is BranchKind.BRANCH
    ]

    def fate(branch: Branch) -> BranchFate:
        span = Span(branch.start, branch.end)
        if branch in cover.covered:
            return BranchFate(span, branch.outcome, "reachable", "")
        reason = cover.doubts.get(branch)
        word = "unreachable" if reason is None else "unknown"
        return BranchFate(span, branch.outcome, word, reason or "")

    # A method may be several functions of the program, all with one place in the text.
    found: dict[Span, tuple[str, FunctionSource, list[BranchFate]]] = {}
    for branch in own:
        names = cover.branches.functions[branch]
        name = min(names, key=lambda one: (one.startswith("("), len(one)))
        place = place_of(loaded, name)
        assert place is not None
        span = place.name_span.shifted(place.offset)
        found.setdefault(span, (name, place, []))[2].append(fate(branch))
    return tuple(
        MethodBranches(_around(name), span, place.span.shifted(place.offset), tuple(fates))
        for span, (name, place, fates) in sorted(found.items(), key=lambda one: one[0])
    )


def _around(name: str) -> str:
    """Name the function that a nested one stands in."""
    return name[1:].rpartition(")")[0].rsplit(" ", 2)[0] if name.startswith("(") else name

"""The summaries of one call as bytes, and back.

Place: store/. `kept_summaries` puts these bytes into the cache and reads them from there.

What is said in `codec` about graphs holds here too: a magic text, a checksum that covers
the key, msgpack without any names of code, and no trust in what is read. Shapes,
constraints and terms are stored once each, in the forms that graphs have.
"""

from __future__ import annotations

from typing import Any

import msgspec

from heapwright.domains.constraint import FALSE, Constraint
from heapwright.graph.explore.named_bounds import is_told_where_met
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.shape import Shape
from heapwright.graph.state.state_graph import Argument, Setting
from heapwright.graph.state.summaries import (
    CallSummaries,
    Landing,
    PathSummary,
    Source,
    Summary,
    inside,
)
from heapwright.paths.runs.machine import TOLD_APART
from heapwright.store import shape_form
from heapwright.store.codec import LARGEST_COUNT, highest_hole, hole_numbers, sealed, unsealed
from heapwright.store.constraint_form import ConstraintForm, read_constraint, written_constraint
from heapwright.store.demand_form import DemandRow, read_demands, written_demands
from heapwright.store.edge_form import (
    EdgeReader,
    read_decisions,
    written_arguments,
    written_roots,
)
from heapwright.store.term_table import Malformed, TermRow, TermTable, read_terms

MAGIC = b"heapwright calls\n"
NO_HEAP = -1  # in place of the row of a constraint: that without models


class LandingRow(msgspec.Struct, array_like=True, forbid_unknown_fields=True, frozen=True):
    """What the client holds, and the rows of a shape and of constraints."""

    roots: tuple[Any, ...]  # as in an edge
    shape: int
    constraints: tuple[int, ...]


class PathRow(msgspec.Struct, array_like=True, forbid_unknown_fields=True, frozen=True):
    """One path that changes something."""

    decisions: bytes  # one byte each, 0 or 1
    raises: str | None
    is_possible: bool | None
    landings: list[LandingRow]


class SummaryRow(msgspec.Struct, array_like=True, forbid_unknown_fields=True, frozen=True):
    """One summary, after its source and the arguments."""

    shape: int
    constraint: int
    arguments: list[Any]
    n_paths: int
    n_unchanged: int
    n_out_of_scope: int
    notes: list[str]
    paths: list[PathRow]
    met: list[str]
    demands: list[DemandRow]


class SummariesForm(msgspec.Struct, array_like=True, forbid_unknown_fields=True, frozen=True):
    """All summaries of a call."""

    classes: list[str]
    terms: list[TermRow]
    shapes: list[list[shape_form.ObjectRow]]
    constraints: list[ConstraintForm]
    summaries: list[SummaryRow]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(SummariesForm)


def encode_summaries(digest: bytes, summaries: CallSummaries) -> bytes:
    """Write the summaries of the call with this digest."""
    return sealed(digest, _encoder.encode(_Writer().form(summaries)), MAGIC)


def decode_summaries(
    setting: Setting, call: PublicCall, digest: bytes, data: bytes
) -> CallSummaries | None:
    """Read the summaries of a call; None for anything that was not written for it."""
    payload = unsealed(digest, data, MAGIC)
    if payload is None:
        return None
    try:
        return _Reader(setting, call, _decoder.decode(payload)).summaries()
    except (Malformed, msgspec.MsgspecError, UnicodeDecodeError, RecursionError, MemoryError):
        return None


class _Writer:
    """Gives shapes and constraints their rows; lives in one call."""

    def __init__(self) -> None:
        self.shapes: dict[Shape, int] = {}
        self.table = TermTable()
        self.constraints: dict[tuple[object, ...], int] = {}
        self.constraint_forms: list[ConstraintForm] = []

    def form(self, summaries: CallSummaries) -> SummariesForm:
        rows = [
            self.summary(source, arguments, summary)
            for (source, arguments), summary in summaries.items()
        ]
        classes = shape_form.class_names(self.shapes)
        numbers = {name: number for number, name in enumerate(classes)}
        shapes = [shape_form.written_shape(numbers, shape) for shape in self.shapes]
        return SummariesForm(classes, self.table.rows, shapes, self.constraint_forms, rows)

    def summary(
        self, source: Source, arguments: tuple[Argument, ...], summary: Summary
    ) -> SummaryRow:
        return SummaryRow(
            shape=self.shape(source.shape),
            constraint=self.constraint(source.constraint),
            arguments=written_arguments(arguments),
            n_paths=summary.n_paths,
            n_unchanged=summary.n_unchanged,
            n_out_of_scope=summary.n_out_of_scope,
            notes=list(summary.notes),
            met=list(summary.met),
            demands=written_demands(summary.demands),
            paths=[
                PathRow(
                    bytes(path.decisions),
                    path.raises,
                    path.is_possible,
                    [self.landing(landing) for landing in path.landings],
                )
                for path in summary.paths
            ],
        )

    def landing(self, landing: Landing) -> LandingRow:
        constraints = tuple([self.constraint(constraint) for constraint in landing.constraints])
        return LandingRow(
            tuple(written_roots(landing.roots)), self.shape(landing.shape), constraints
        )

    def shape(self, shape: Shape) -> int:
        return self.shapes.setdefault(shape, len(self.shapes))

    def constraint(self, constraint: Constraint) -> int:
        if constraint is FALSE:
            return NO_HEAP
        key = inside(constraint)
        row = self.constraints.get(key)
        if row is None:
            row = self.constraints[key] = len(self.constraint_forms)
            self.constraint_forms.append(written_constraint(self.table, constraint))
        return row


class _Reader:
    """Makes shapes and constraints of their rows; lives in one call."""

    def __init__(self, setting: Setting, call: PublicCall, form: SummariesForm) -> None:
        known = shape_form.class_forms(setting)
        if any(name not in known for name in form.classes):
            raise Malformed("a class that the program does not have")
        forms = [known[name] for name in form.classes]
        self.setting = setting
        self.call = call
        self.form = form
        self.edges = EdgeReader(setting)
        self.shapes = [shape_form.read_shape(forms, rows) for rows in form.shapes]
        terms = read_terms(form.terms)
        self.constraints = [read_constraint(terms, written) for written in form.constraints]
        numbers = hole_numbers(terms)
        self.mentioned = [highest_hole(numbers, constraint) for constraint in self.constraints]
        self.holes = [shape.n_holes for shape in self.shapes]

    def summaries(self) -> CallSummaries:
        found: CallSummaries = {}
        sources: dict[tuple[int, int], Source] = {}
        for row in self.form.summaries:
            at = (row.shape, row.constraint)
            source = sources.get(at)
            if source is None:
                shape = self.shape(row.shape)
                constraint = self.constraint(row.constraint, row.shape)
                source = sources[at] = Source(shape, constraint)
            arguments = self.edges.arguments(self.call, row.arguments, source.shape)
            if (source, arguments) in found or source.constraint is FALSE:
                raise Malformed("two summaries of the same, or of nothing")
            found[source, arguments] = self.summary(row, source.shape)
        return found

    def summary(self, row: SummaryRow, source: Shape) -> Summary:
        counts = (row.n_paths, row.n_unchanged, row.n_out_of_scope)
        if any(not 0 <= count < LARGEST_COUNT for count in counts):
            raise Malformed("impossible counts")
        if row.n_unchanged + len(row.paths) + len(row.notes) > row.n_paths:
            raise Malformed("more paths than there are")
        known = {TOLD_APART} | {n for n in row.met if is_told_where_met(self.setting, n)}
        if not known.issuperset(row.met):
            raise Malformed("a bound that nobody meets")
        paths = tuple([self.path(path, source) for path in row.paths])
        demands = tuple(read_demands(row.demands))
        return Summary(*counts, tuple(row.notes), paths, tuple(row.met), demands)

    def path(self, row: PathRow, source: Shape) -> PathSummary:
        self.edges.check_raises(row.raises)
        landings = tuple([self.landing(landing, row, source) for landing in row.landings])
        return PathSummary(read_decisions(row.decisions), row.raises, landings, row.is_possible)

    def landing(self, row: LandingRow, path: PathRow, source: Shape) -> Landing:
        target = self.shape(row.shape)
        roots = self.edges.roots(row.roots, self.call, path.raises, source, target)
        constraints = tuple([self.constraint(at, row.shape) for at in row.constraints])
        return Landing(roots, target, constraints)

    def shape(self, row: int) -> Shape:
        if not 0 <= row < len(self.shapes):
            raise Malformed("heaps without a shape")
        return self.shapes[row]

    def constraint(self, row: int, shape: int) -> Constraint:
        if row == NO_HEAP:
            return FALSE
        if not 0 <= row < len(self.constraints):
            raise Malformed("heaps without a constraint")
        if self.mentioned[row] >= self.holes[shape]:
            raise Malformed("a constraint on a hole that the shape does not have")
        return self.constraints[row]

"""A state graph as bytes, and back.

Place: store/. `kept_graphs` puts these bytes into the cache and reads them from there.

The bytes are a magic text, a checksum, and msgpack of lists, numbers and texts: nothing
in them can name code. The checksum also covers the digest of the recipe, so a graph
that is found under a foreign key is refused. It keeps accidents out, not a forger. For
the sake of both, everything is checked again while it is read: content that we cannot
have written is a miss, never an exception, and never a graph that could lead one into
the engine's invariants.

Stored is what cannot be found again without running calls: shapes, constraints, and for
each disjunct its edge or union; of a graph that is explored fairly also how many calls were made
in its order, and what it had its turn for. Depths, numbers and the states' lists follow from these,
by the rules of `explore`.
Why a graph was stopped is not stored: asked again, it is explored on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from heapwright.digests import blake2b
from heapwright.domains.constraint import Constraint
from heapwright.domains.normal_form import variables
from heapwright.graph.explore.explore import EMPTY
from heapwright.graph.explore.named_bounds import is_told_where_met
from heapwright.graph.state import state_graph as graphs
from heapwright.graph.state.narrowings import Narrowing
from heapwright.graph.state.shape import Shape, state_variable
from heapwright.records import fields
from heapwright.store import constraint_form, shape_form
from heapwright.store.demand_form import DemandRow, read_demands, written_demands
from heapwright.store.edge_form import EdgeReader, EdgeRow, numbered_calls, written_edge
from heapwright.store.recipe import recipe_digest
from heapwright.store.term_table import Malformed, TermRow, TermTable, read_terms
from heapwright.terms.term import Term, Variable

MAGIC = b"heapwright graph\n"
CHECKSUM_BYTES = 16
LARGEST_ENCODING = 64 * 1024 * 1024
LARGEST_COUNT = 2**53
HOLE_NAME = re.compile(r"v[0-9]{1,6}", re.ASCII)


class UnionRow(msgspec.Struct, array_like=True, forbid_unknown_fields=True, frozen=True, tag=1):
    """The two disjuncts that a union covers."""

    first: int
    second: int


Origin: TypeAlias = "EdgeRow | UnionRow | None"


class DisjunctRow(msgspec.Struct, array_like=True, forbid_unknown_fields=True, frozen=True):
    """One disjunct: rows of its shape and constraint, and where it comes from."""

    shape: int
    constraint: int
    origin: EdgeRow | UnionRow | None


class GraphForm(msgspec.Struct, array_like=True, forbid_unknown_fields=True, frozen=True):
    """All of a graph."""

    classes: list[str]
    terms: list[TermRow]
    shapes: list[list[shape_form.ObjectRow]]
    constraints: list[constraint_form.ConstraintForm]
    disjuncts: list[DisjunctRow]
    covered: list[int]
    explored: int
    counts: list[int]
    narrowings: list[tuple[str, str]]
    met: list[str]
    seen_values: list[tuple[str, str, list[Any]]]  # class, field, values
    growing: list[tuple[str, int]]
    n_turns: int
    wide: tuple[int, int | None] | None  # explored, milliseconds
    demands: list[DemandRow]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(GraphForm)


def encode_graph(graph: graphs.StateGraph, recipe: bytes | None = None) -> bytes:
    """Write a graph, complete or not; `recipe` is the setting's digest where it is known."""
    recipe = recipe_digest(graph.setting) if recipe is None else recipe
    return sealed(recipe, _encoder.encode(_written(graph)))


def decode_graph(
    setting: graphs.Setting, data: bytes, recipe: bytes | None = None
) -> graphs.StateGraph | None:
    """Read the graph of a setting; None for anything that was not written for it."""
    recipe = recipe_digest(setting) if recipe is None else recipe
    payload = unsealed(recipe, data)
    if payload is None:
        return None
    try:
        return _read(setting, _decoder.decode(payload))
    except (Malformed, msgspec.MsgspecError, UnicodeDecodeError, RecursionError, MemoryError):
        return None


def sealed(recipe: bytes, payload: bytes, magic: bytes = MAGIC) -> bytes:
    """Put the checksum before a payload."""
    return magic + _checksum(recipe, payload) + payload


def unsealed(recipe: bytes, data: bytes, magic: bytes = MAGIC) -> bytes | None:
    """Give the payload, if the checksum says that it was written for this recipe."""
    start = len(magic) + CHECKSUM_BYTES
    if not start < len(data) <= LARGEST_ENCODING or not data.startswith(magic):
        return None
    payload = data[start:]
    return payload if data[len(magic) : start] == _checksum(recipe, payload) else None


def _checksum(recipe: bytes, payload: bytes) -> bytes:
    return blake2b(payload, digest_size=CHECKSUM_BYTES, key=recipe).digest()


def _written(graph: graphs.StateGraph) -> GraphForm:
    # An interrupt may have come in the middle of a change. What is stored is the part
    # that hangs together: the disjuncts, and of the rest what they bear out.
    setting = graph.setting
    shapes = list(dict.fromkeys(disjunct.shape for disjunct in graph.disjuncts))
    classes = shape_form.class_names(shapes)
    class_numbers = {name: number for number, name in enumerate(classes)}
    call_numbers = numbered_calls(setting)
    shape_rows = {shape: row for row, shape in enumerate(shapes)}
    table = TermTable()
    constraints: dict[bytes, constraint_form.ConstraintForm] = {}
    constraint_rows: dict[bytes, int] = {}
    disjuncts = []
    for disjunct in graph.disjuncts:
        form = constraint_form.written_constraint(table, disjunct.constraint)
        text = _encoder.encode(form)
        constraints.setdefault(text, form)
        row = constraint_rows.setdefault(text, len(constraint_rows))
        origin: Origin
        match disjunct.origin:
            case graphs.Edge():
                origin = written_edge(call_numbers, disjunct.origin)
            case graphs.Union((first, second)):
                origin = UnionRow(first, second)
            case None:
                origin = None
        disjuncts.append(DisjunctRow(shape_rows[disjunct.shape], row, origin))
    return GraphForm(
        classes=classes,
        terms=table.rows,
        shapes=[shape_form.written_shape(class_numbers, shape) for shape in shapes],
        constraints=list(constraints.values()),
        disjuncts=disjuncts,
        covered=sorted(graph.covered & _united(graph)),
        explored=graph.explored,
        counts=[getattr(graph.counts, one.name) for one in fields(graphs.Counts)],
        narrowings=[(one.where, one.what) for one in graph.narrowings],
        met=sorted(graph.met),
        seen_values=[
            (class_name, name, shape_form.written_values(values))
            for (class_name, name), values in graph.seen_values.items()
        ],
        growing=list(graph.growing.items()),
        n_turns=graph.n_turns,
        wide=None if graph.wide is None else (graph.wide.explored, graph.wide.milliseconds),
        demands=written_demands(graph.demands),
    )


def _read(setting: graphs.Setting, form: GraphForm) -> graphs.StateGraph:
    """Put the graph together in the order in which it was explored."""
    known = shape_form.class_forms(setting)
    if any(name not in known for name in form.classes):
        raise Malformed("a class that the program does not have")
    forms = [known[name] for name in form.classes]
    shapes = [shape_form.read_shape(forms, rows) for rows in form.shapes]
    if len(set(shapes)) != len(shapes):
        raise Malformed("a shape that is stored twice")
    terms = read_terms(form.terms)
    constraints = [constraint_form.read_constraint(terms, written) for written in form.constraints]
    numbers = hole_numbers(terms)
    mentioned = [highest_hole(numbers, constraint) for constraint in constraints]
    holes = [shape.n_holes for shape in shapes]
    edges = EdgeReader(setting)
    graph = graphs.StateGraph(setting)
    last_source = 0
    for number, row in enumerate(form.disjuncts):
        if not (0 <= row.shape < len(shapes) and 0 <= row.constraint < len(constraints)):
            raise Malformed("a disjunct without a shape or a constraint")
        if mentioned[row.constraint] >= holes[row.shape]:
            raise Malformed("a constraint on a hole that the shape does not have")
        shape, constraint = shapes[row.shape], constraints[row.constraint]
        written = row.origin
        origin: graphs.Edge | graphs.Union | None
        if isinstance(written, EdgeRow):
            if not 0 <= written.source < number:
                raise Malformed("a call on a disjunct that comes later")
            source = graph.disjuncts[written.source]
            origin = edges.read(written, source.shape, shape)
            if not setting.is_fair and not last_source <= written.source <= form.explored:
                raise Malformed("calls out of order")
            last_source = written.source
            depth = source.depth + 1
        elif isinstance(written, UnionRow):
            origin, depth = _read_union(graph, written, shape)
        else:
            if number > 0 or shape != EMPTY:
                raise Malformed("a heap that comes from nowhere")
            origin, depth = None, 0
        disjunct = graphs.Disjunct(number, shape, constraint, depth, origin)
        graph.disjuncts.append(disjunct)
        graph.states.setdefault(shape, []).append(disjunct)
    if list(graph.states) != shapes:
        raise Malformed("shapes that no disjunct has, or out of order")
    return _finished(graph, form)


def _finished(graph: graphs.StateGraph, form: GraphForm) -> graphs.StateGraph:
    if not _united(graph).issuperset(form.covered):
        raise Malformed("a covered disjunct without a union")
    if not graph.disjuncts or not 0 <= form.explored <= len(graph.disjuncts):
        raise Malformed("no heap, or more explored than there are")
    if len(form.counts) != len(fields(graphs.Counts)):
        raise Malformed("counts of other things")
    if any(not 0 <= count < LARGEST_COUNT for count in form.counts):
        raise Malformed("impossible counts")
    if any(not 0 <= depth < LARGEST_COUNT for _, depth in form.growing):
        raise Malformed("an impossible depth")
    _read_turns(graph, form)
    for class_name, name, values in form.seen_values:
        layout = graph.setting.layouts.get(class_name)
        if layout is None or name not in ("", *layout.value_names, *layout.any_names):
            raise Malformed("values of a field that does not exist")
        graph.seen_values[class_name, name] = {shape_form.read_any(value) for value in values}
    graph.covered = set(form.covered)
    graph.explored = form.explored
    graph.counts = graphs.Counts(*form.counts)
    graph.narrowings = [Narrowing(*one) for one in form.narrowings]
    if not all(is_told_where_met(graph.setting, name) for name in form.met):
        raise Malformed("a bound that nobody meets")
    graph.met = set(form.met)
    graph.demands = set(read_demands(form.demands))
    graph.growing = dict(form.growing)
    return graph


def _read_turns(graph: graphs.StateGraph, form: GraphForm) -> None:
    """Take over when the graph had its turn beside another, and the turns in one that is fair."""
    if form.n_turns != 0 and not graph.setting.is_fair:
        raise Malformed("turns of a graph in which there are none")
    if form.explored != 0 and graph.setting.is_fair:
        raise Malformed("explored, but not in turns")
    numbers = (form.n_turns, *(number for number in form.wide or () if number is not None))
    if any(not 0 <= number < LARGEST_COUNT for number in numbers):
        raise Malformed("impossible turns")
    graph.n_turns = form.n_turns
    graph.wide = None if form.wide is None else graphs.Wide(*form.wide)


def _united(graph: graphs.StateGraph) -> set[int]:
    """Give the numbers of the disjuncts that are part of a union."""
    return {
        p for d in graph.disjuncts if isinstance(d.origin, graphs.Union) for p in d.origin.parts
    }


def _read_union(graph: graphs.StateGraph, row: UnionRow, shape: Shape) -> tuple[graphs.Union, int]:
    """Take the parts of a union out of their state, as `explore` does."""
    kept = graph.states.get(shape, [])
    parts = [d for d in kept if d.number in (row.first, row.second)]
    if len(parts) != 2 or row.first == row.second:
        raise Malformed("a union of what is not there")
    graph.states[shape] = [d for d in kept if d not in parts]
    return graphs.Union((row.first, row.second)), graph.disjuncts[row.second].depth


def hole_numbers(terms: Sequence[Term]) -> dict[Term, int]:
    """Say which hole each state variable of a table stands for."""
    numbers: dict[Term, int] = {}
    for term in terms:
        if isinstance(term, Variable) and HOLE_NAME.fullmatch(term.name):
            hole = int(term.name[1:])
            if term is state_variable(hole):
                numbers[term] = hole
    return numbers


def highest_hole(holes: Mapping[Term, int], constraint: Constraint) -> int:
    """Give the number of the last hole that the constraint mentions, -1 without any."""
    highest = -1
    for variable in variables(constraint):
        hole = holes.get(variable)
        if hole is None:
            if variable not in constraint.hidden:
                raise Malformed("a variable that is no hole")
        elif hole > highest:
            highest = hole
    return highest

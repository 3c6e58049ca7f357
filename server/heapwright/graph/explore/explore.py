"""Find every heap that public calls can build within a scope.

Place: graph/explore/. `answers` and `cli` call this; it grows a `StateGraph` breadth first.
Asks the solver only what the domain cannot decide.
Source: [MSEQ] Algorithm 1. We differ: constraints are projected at once into an exact
domain instead of carried as a growing formula; a state is dropped only when a proof
says that another covers it; unchanged heaps and observers are never looked at.

Why nothing is lost. Take a heap H reachable by n calls that keep within the scope.
By induction its predecessor is described by some disjunct D of depth n-1 or less.
Every call on every choice of objects is run on D along every path that was not
refuted, so the path that leads to H is among them, and what it makes of D is either
kept or proved to be covered by a disjunct found before, whose depth is not larger.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from heapwright.domains.constraint import FALSE, TRUE, Constraint
from heapwright.domains.hull import loosened
from heapwright.domains.image import image
from heapwright.graph.client.demanded_lengths import demand_order, demands_in
from heapwright.graph.client.given_values import first_shared, values_of
from heapwright.graph.client.gives import narrowed, takes_inner_containers
from heapwright.graph.client.goes_through import called
from heapwright.graph.client.holds import gained, gives_away, is_shared, known_in, needed, usable
from heapwright.graph.client.reads import followed
from heapwright.graph.client.same_container import has_more_sharings, matters_where_kept, sharings
from heapwright.graph.explore.kept_roots import held_within, is_too_large
from heapwright.graph.explore.loose import grown, open_fields
from heapwright.graph.explore.merging import united
from heapwright.graph.explore.named_bounds import is_told_where_met, most_grown
from heapwright.graph.explore.pieces import pieces
from heapwright.graph.explore.subsumption import covers, is_possible
from heapwright.graph.state import state_graph
from heapwright.graph.state.any_labels import is_known
from heapwright.graph.state.narrowings import narrowed_in
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.shape import (
    Known,
    Shape,
    connected_parts,
    heap_of,
    shape_of,
    state_variable,
)
from heapwright.graph.state.state_graph import Argument, Disjunct, Setting, StateGraph
from heapwright.graph.state.summaries import Landing, PathSummary, Summary
from heapwright.graph.state.watch import Watch
from heapwright.heaps.known_shape import (
    HeapObject,
    Value,
    count_classes,
    objects_in,
    reachable,
)
from heapwright.ir.core.operations import METHOD, RECEIVER_FIELD, SHARED
from heapwright.ir.core.program import GIVEN, INNER, ITEMS
from heapwright.ir.core.types import takes_container
from heapwright.paths.runs import run as runs
from heapwright.paths.runs.machine import (
    ASKED_FINITE,
    TOLD_APART,
    Alternative,
    Machine,
    SubjectThrow,
)
from heapwright.paths.runs.run import LeftScope, Returned, Stopped, Threw, condition_of, paths_of
from heapwright.records import dataclass, field
from heapwright.solver.answer import Solver
from heapwright.terms.term import Term

EMPTY = Shape(())
GIVEN_AWAY = "it gives objects away inside of a container"
SHARES = "it gives a container that stays in use, and no other call is given it"
KEPT = "it keeps a container that its caller may share with another object"
NOT_ALL_SHARED = "of many containers that it is given, only some are also tried as one"
# Objects that the language makes by itself, and that may hold others.

# A field with more known values than this counts something without end (or the scope
# is very wide); a shape with more disjuncts than this will not come to rest either.
MOST_VALUES = 256
MOST_DISJUNCTS = 256
LONGEST_LABEL = 400  # of a string or tuple


@dataclass(frozen=True, slots=True)
class Retraced:
    """What an edge does, in terms.

    `pc` holds over the source's state variables and the call's arguments;
    `hole_values` says how the target's holes come out of them. `origins` gives for each
    object of the target its position in the source, or None for a new one. `results` has
    the target's positions of objects that the client has from the result of the call, each with
    the way to read it there, and `roots` of those that it holds by themselves.
    """

    source: Shape
    pc: Constraint
    hole_values: tuple[Term, ...]
    origins: tuple[int | None, ...]
    results: tuple[tuple[int, state_graph.Way], ...]
    roots: tuple[int, ...]


def new_graph(setting: Setting) -> StateGraph:
    """Give the graph that knows the empty heap only."""
    graph = StateGraph(setting)
    _keep(graph, EMPTY, TRUE, 0, None)
    return graph


def explore_call(
    graph: StateGraph,
    solver: Solver,
    disjunct: Disjunct,
    call: PublicCall,
    arguments: tuple[Argument, ...],
    watch: Watch,
) -> None:
    """Run all paths of one call, unless a summary tells what they do, and keep what is new.

    Where a run can tell one container from two, it is made with containers in several places, too.
    """
    if TOLD_APART in _explored(graph, solver, disjunct, call, arguments, watch):
        for shared in sharings(graph.setting, arguments):
            _explored(graph, solver, disjunct, call, shared, watch)
        if has_more_sharings(graph.setting, arguments):
            _note(graph, call, NOT_ALL_SHARED)


def _explored(
    graph: StateGraph,
    solver: Solver,
    disjunct: Disjunct,
    call: PublicCall,
    arguments: tuple[Argument, ...],
    watch: Watch,
) -> Collection[str]:
    """Explore a call with these very arguments; gives the bounds that its runs met."""
    _note_limits(graph, call)
    summaries = graph.summaries
    if summaries is not None:
        summary = summaries.recall(disjunct, call, arguments)
        if summary is not None:
            _follow(graph, solver, disjunct, call, arguments, watch, summary)
            return summary.met
    objects: list[HeapObject] = []
    given: list[HeapObject] = []
    run = _runner(graph.setting, disjunct, call, arguments, objects, given)
    counts = graph.counts
    before = (counts.paths, counts.dropped_unchanged, counts.dropped_out_of_scope)
    made = _Made(graph, disjunct, call, arguments)
    paths: list[PathSummary] = []
    for end in paths_of(disjunct.constraint, run, graph.setting.run_limits, watch.look):
        counts.paths += 1
        watch.follow(1)
        watch.check(graph)
        path = _path_of(made, end, objects, given)
        if path is not None:
            _arrive(graph, solver, disjunct, call, arguments, path, end.pc)
            paths.append(path)
    graph.met |= made.met - {TOLD_APART}
    graph.demands |= made.demands
    if summaries is not None:
        summary = Summary(
            n_paths=counts.paths - before[0],
            n_unchanged=counts.dropped_unchanged - before[1],
            n_out_of_scope=counts.dropped_out_of_scope - before[2],
            notes=tuple(made.notes),
            paths=tuple(paths),
            met=tuple(sorted(made.met)),
            demands=tuple(sorted(made.demands, key=demand_order)),
        )
        summaries.keep(disjunct, call, arguments, summary)
    return made.met


def _note_limits(graph: StateGraph, call: PublicCall) -> None:
    """Note what a client may give for a call, and is not given to it."""
    setting = graph.setting
    for reason in narrowed(call.parameters):
        _note(graph, call, reason)
    if takes_inner_containers(call.parameters):
        graph.met.add(INNER)
    if setting.room < setting.scope[ITEMS] and any(map(takes_container, call.parameters)):
        graph.met.add(GIVEN)


@dataclass(frozen=True, slots=True, eq=False)
class _Made:
    """A call that is made on the heaps of a disjunct, and what its paths leave to be told."""

    graph: StateGraph
    disjunct: Disjunct
    call: PublicCall
    arguments: tuple[Argument, ...]
    notes: list[str] = field(default_factory=list)
    met: set[str] = field(default_factory=set)
    demands: set[state_graph.Demand] = field(default_factory=set)

    def note(self, reason: str) -> None:
        """Say why the call proves less than it seems to."""
        _note(self.graph, self.call, reason)
        self.notes.append(reason)


def _path_of(
    made: _Made, end: runs.PathEnd, objects: list[HeapObject], given: list[HeapObject]
) -> PathSummary | None:
    """Say where the path that was just run leads; None if that is nowhere new."""
    graph, call, arguments = made.graph, made.call, made.arguments
    setting, counts, shape = graph.setting, graph.counts, made.disjunct.shape
    raises: str | None = None
    known = known_in(setting, shape, objects)
    held: dict[HeapObject, state_graph.Root] = {objects[p]: p for p in usable(setting, shape)}
    fresh: list[tuple[HeapObject, state_graph.Root]] = []
    made.met.update(end.met - {ASKED_FINITE})
    # However the run ended: with another guess it might have ended otherwise.
    for doubt in end.doubts:
        made.note(doubt)
    if end.demands:
        made.demands.update(demands_in(setting.spelling, call, arguments, end.demands))
    match end.outcome:
        case Stopped(reason):
            made.note(reason)
            return None
        case LeftScope(bound):
            counts.dropped_out_of_scope += 1
            made.met.add(bound)
            return None
        case Threw(class_name, thrown):
            if not setting.with_raising:
                return None
            raises = class_name
            if not setting.program.language.is_checked_statically:
                fresh.extend(gained(setting, shape, call, arguments, thrown, known))
        case Returned(value):
            fresh.extend(gained(setting, shape, call, arguments, value, known))
            if not setting.program.language.is_checked_statically and gives_away(
                setting, value, known
            ):
                made.note(GIVEN_AWAY)
            if setting.api.takes_containers and is_shared(setting, value, list(held)):
                made.note(SHARES)
    if not end.changed and not fresh:
        counts.dropped_unchanged += 1
        return None
    for found, root in fresh:
        held.setdefault(found, root)
    shared = first_shared(shape, objects)
    if shared is not None:
        held[shared], known[shared] = state_graph.SHARED_ROOT, SHARED
    held = needed(setting, held, shape)
    kept = set(given).intersection(reachable(list(held))) if given else ()
    if kept:
        made.met.add(TOLD_APART)
        if matters_where_kept(setting, call, kept):
            made.note(KEPT)
    n_dropped = counts.dropped_out_of_scope
    path = PathSummary(end.decisions, raises, tuple(_landings(graph, held, known, end.pc)))
    if counts.dropped_out_of_scope > n_dropped:
        for name in _untold_bounds(setting, list(held)):
            if is_told_where_met(setting, name):
                made.met.add(name)
            else:
                most = setting.scope[name]
                made.note(f"heaps with more than {most} objects `{name}` are not looked at")
    return path


def _follow(
    graph: StateGraph,
    solver: Solver,
    disjunct: Disjunct,
    call: PublicCall,
    arguments: tuple[Argument, ...],
    watch: Watch,
    summary: Summary,
) -> None:
    """Keep what is new of what a call is known to do."""
    counts = graph.counts
    counts.reused += summary.n_paths
    watch.follow(summary.n_paths)
    counts.dropped_unchanged += summary.n_unchanged
    counts.dropped_out_of_scope += summary.n_out_of_scope
    for reason in summary.notes:
        _note(graph, call, reason)
    graph.met.update({*summary.met} - {TOLD_APART})
    graph.demands.update(summary.demands)
    for path in summary.paths:
        watch.check(graph)
        _arrive(graph, solver, disjunct, call, arguments, path, None)


def _runner(
    setting: Setting,
    disjunct: Disjunct,
    call: PublicCall,
    arguments: tuple[Argument, ...],
    objects: list[HeapObject],
    given: list[HeapObject],
) -> Callable[[Machine], Value]:
    """Give what makes the call on a fresh heap.

    It puts the objects of that heap into one list, and the containers that the client makes
    for the call into another.
    """

    def run(machine: Machine) -> Value:
        machine.follows_unread = setting.follows_unread
        machine.most_entries = most_grown(setting)
        objects[:] = heap_of(setting.layouts, disjunct.shape)
        return invoke(setting, call, arguments, objects, machine, given)

    return run


def invoke(
    setting: Setting,
    call: PublicCall,
    arguments: tuple[Argument, ...],
    objects: list[HeapObject],
    machine: Machine,
    given: list[HeapObject] | None = None,
) -> Value:
    """Make a public call on a machine; the object that all share may join the others.

    The containers that the client makes for the call are put into `given`.
    """
    if call.function is None:
        return setting.compiled.allocate(machine, call.name)
    callee = setting.compiled.functions[call.function]
    values = values_of(callee, arguments, objects, machine)
    if call.receiver == METHOD:
        method = values[0]
        assert isinstance(method, HeapObject)
        values[0] = method.fields[RECEIVER_FIELD]
    if given is not None and any(isinstance(argument, state_graph.Fresh) for argument in arguments):
        roots = [found for value in values for found in objects_in(value)]
        given[:] = [
            found
            for found in reachable(roots)
            if found not in objects and not setting.hierarchy.is_value(found.class_name)
        ]
    return called(setting, callee, values, machine)


def retraced(graph: StateGraph, edge: state_graph.Edge) -> Retraced:
    """Make the call of an edge again, on the heaps of its source."""
    setting = graph.setting
    source = graph.disjuncts[edge.source]
    objects = heap_of(setting.layouts, source.shape)
    start = Alternative(edge.decisions, source.constraint)
    machine = Machine(
        start, state_graph.WHOLE_RUNS.steps, state_graph.WHOLE_RUNS.depth, assumes_replay=True
    )
    known = known_in(setting, source.shape, objects)
    try:
        value = invoke(setting, edge.call, edge.arguments, objects, machine)
    except SubjectThrow as thrown:
        assert edge.raises is not None
        value = None if setting.program.language.is_checked_statically else thrown.thrown
    found = gained(setting, source.shape, edge.call, edge.arguments, value, known)
    ways: dict[HeapObject, state_graph.Way] = {
        one: part.way if part is not None else () for one, part in found
    }
    held: dict[HeapObject, str] = {}
    for position in edge.roots:
        if position == state_graph.SHARED_ROOT:
            held[objects[-1]] = SHARED
            continue
        if type(position) is int:
            root = objects[position]
        else:
            part = followed(value, position.way if isinstance(position, state_graph.Part) else ())
            assert isinstance(part, HeapObject)
            root = part
        held[root] = known[root]
    shaped = shape_of(setting.layouts, held)
    positions = {found: i for i, found in enumerate(objects[: len(source.shape.objects)])}
    return Retraced(
        source=source.shape,
        pc=machine.pc,
        hole_values=shaped.hole_values,
        origins=tuple(positions.get(heap_object) for heap_object in shaped.objects),
        results=tuple([(i, ways[one]) for i, one in enumerate(shaped.objects) if one in ways]),
        roots=shaped.shape.roots,
    )


def _landings(
    graph: StateGraph,
    held: Mapping[HeapObject, state_graph.Root],
    known: Known,
    pc: Constraint,
) -> Iterator[Landing]:
    """Give the heaps within the scope that the held objects make, in parts where these split.

    Depends on nothing that the graph has found so far.
    """
    setting = graph.setting
    for roots in connected_parts(list(held)) if setting.splits else [list(held)]:
        if not _is_within(setting, roots):
            graph.counts.dropped_out_of_scope += 1
            # A client need not keep every object that a call ever returned. Letting go
            # costs no call, and matters only here: a heap with more roots can do all that
            # one with fewer can, as long as there is room.
            for kept_roots in held_within(setting, roots):
                yield from _landings(graph, {root: held[root] for root in kept_roots}, known, pc)
            continue
        shaped = shape_of(setting.layouts, {root: known[root] for root in roots}, graph.opened)
        holes = [(state_variable(i), t) for i, t in enumerate(shaped.hole_values)]
        positions = tuple([held[root] for root in roots])
        made = image(pc, holes)
        parts = (loosened(made),) if setting.is_loose else tuple(pieces(made))
        yield Landing(positions, shaped.shape, parts)


def _arrive(
    graph: StateGraph,
    solver: Solver,
    disjunct: Disjunct,
    call: PublicCall,
    arguments: tuple[Argument, ...],
    path: PathSummary,
    pc: Constraint | None,
) -> None:
    """Keep the heaps that a path leads to, unless they are known; `pc` where it was just run."""
    depth = disjunct.depth + 1
    for landing in path.landings:
        shape = landing.shape
        for constraint in landing.constraints:
            known = graph.states.get(shape, ()) if graph.setting.merges else ()
            if constraint is FALSE or any(covers(solver, k.constraint, constraint) for k in known):
                graph.counts.subsumed += 1
                continue
            # Only now is it worth asking whether the path exists at all.
            if path.is_possible is None:
                if pc is None:
                    run = _runner(graph.setting, disjunct, call, arguments, [], [])
                    pc = condition_of(
                        disjunct.constraint, run, graph.setting.run_limits, path.decisions
                    )
                path.is_possible = is_possible(solver, pc)
            if not path.is_possible or _grows(graph, shape, depth):
                break
            if graph.setting.is_loose:
                constraint = grown(graph, shape, constraint)
            graph.counts.edges += 1
            edge = state_graph.Edge(
                disjunct.number, call, arguments, path.decisions, landing.roots, path.raises
            )
            _unite(graph, _keep(graph, shape, constraint, depth, edge))


def _growing_name(class_name: str, name: str) -> str:
    return f"`{class_name}.{name}`" if name else f"what is in a `{class_name}`"


def _grows(graph: StateGraph, shape: Shape, depth: int) -> bool:
    """Say whether the heap has a value beyond the many that its field had already.

    Such heaps are dropped, and the graph remembers that it is not complete: a counter
    that matters would otherwise keep us busy for ever.
    """
    if graph.setting.is_loose:
        open_fields(graph, shape)
    for class_name, _, labels in shape.objects:
        layout = graph.setting.layouts[class_name]
        offset = len(layout.reference_names)
        names = layout.value_names
        if not layout.is_plain:
            names = (*names, *layout.any_names, *[""] * (len(labels) - layout.n_fields))
        for index, name in enumerate(names):
            label = labels[offset + index]
            if type(label) is tuple and label[0] in ("text", "tuple", "float") and is_known(label):
                if len(repr(label)) > LONGEST_LABEL:
                    graph.growing.setdefault(_growing_name(class_name, name), depth)
                    return True
            elif type(label) is not int:
                continue
            seen = graph.seen_values.setdefault((class_name, name), set())
            if label not in seen:
                if len(seen) >= MOST_VALUES:
                    graph.growing.setdefault(_growing_name(class_name, name), depth)
                    return True
                seen.add(label)
    if graph.setting.merges and len(graph.states.get(shape, ())) >= MOST_DISJUNCTS:
        graph.growing.setdefault("the constraint on the ints of a heap", depth)
        return True
    return False


def _unite(graph: StateGraph, fresh: Disjunct) -> None:
    """Put a fresh disjunct together with others of its shape as long as that is exact.

    What a union covers need not be explored again, unless it was found with fewer
    calls: then its own successors are found with fewer calls too.
    """
    if not graph.setting.merges or graph.setting.is_loose:
        return
    for other in graph.states[fresh.shape]:
        if other is fresh:
            continue
        with_sets = graph.setting.spelling is not None
        constraint = united(other.constraint, fresh.constraint, with_sets=with_sets)
        if constraint is not None:
            graph.counts.united += 1
            graph.covered.add(fresh.number)
            if other.depth == fresh.depth:
                graph.covered.add(other.number)
            graph.states[fresh.shape] = [
                d for d in graph.states[fresh.shape] if d is not other and d is not fresh
            ]
            origin = state_graph.Union((other.number, fresh.number))
            _unite(graph, _keep(graph, fresh.shape, constraint, fresh.depth, origin))
            return


def _untold_bounds(setting: Setting, roots: list[HeapObject]) -> list[str]:
    """Name the bounds that a dropped heap does not keep and that no answer tells by itself.

    A proof would claim too much if such heaps were dropped without a word.
    """
    return [
        name
        for name, count in sorted(count_classes(reachable(roots)).items())
        if name not in setting.told and count > setting.scope[name]
    ]


def _is_within(setting: Setting, roots: list[HeapObject]) -> bool:
    """Say whether no class has more objects than allowed below the roots, no container entries."""
    objects = reachable(roots)
    counts = count_classes(objects)
    if any(count > setting.scope[name] for name, count in counts.items()):
        return False
    return not any(is_too_large(setting, found) for found in objects)


def _keep(
    graph: StateGraph,
    shape: Shape,
    constraint: Constraint,
    depth: int,
    origin: state_graph.Edge | state_graph.Union | None,
) -> Disjunct:
    disjunct = Disjunct(len(graph.disjuncts), shape, constraint, depth, origin)
    graph.disjuncts.append(disjunct)
    graph.states.setdefault(shape, []).append(disjunct)
    return disjunct


def _note(graph: StateGraph, call: PublicCall, reason: str) -> None:
    narrowing = narrowed_in(call.name, reason)
    if narrowing not in graph.narrowings:
        graph.narrowings.append(narrowing)

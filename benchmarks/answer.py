"""Questions on a warm graph: 20 reachable and 20 unreachable specs per subject.

    ./dev bench answer

The graph of each subject (six nodes) is explored once and kept in memory; then every
spec is asked. The specs are made from the subject itself: a reachable one describes a heap
that was found by three to nine facts about its fields; an unreachable one is such a
description with one fact changed, and counts only if the verdict is a proof. Answering
includes replay and, for unreachable ones, the explanation. The last columns store the
graph on disk and load it again, as a second process would.
"""

from __future__ import annotations

import random
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from explore import SUBJECT_TABLE, SUBJECTS, Subject

from heapwright.answers.calls.verdict import Contradiction, Found, Nowhere
from heapwright.answers.search.ask import specs_of
from heapwright.deep_recursion import deep_recursion
from heapwright.domains.models import NoModel, Undecided, model
from heapwright.graph.state.shape import HOLE, NULL, int_label, state_variable
from heapwright.graph.state.state_graph import Disjunct, StateGraph
from heapwright.ir.core.program import Program
from heapwright.limits import Limits
from heapwright.store.disk import open_store
from heapwright.store.kept_graphs import keep_graph, stored_graph
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from heapwright.workspace.long_lived import set_apart
from heapwright.workspace.questions import Asking, ask_question, explore_around
from heapwright.workspace.shelf import Shelf

N_SPECS = 20
N_CANDIDATES = 400


def main() -> None:
    """Print one row per subject."""
    print("milliseconds per answer on a warm graph, in process\n")
    print(
        f"{'subject':16} {'states':>6} {'reachable: median':>18} {'p95':>7} "
        f"{'unreachable: median':>20} {'p95':>7} {'stored kB':>10} {'load ms':>8}"
    )
    slowest: list[float] = []
    for subject in SUBJECT_TABLE:
        row, medians = _row(subject)
        slowest += medians
        print(row, flush=True)
    print(f"\nslowest median {max(slowest) * 1_000:.1f} ms")


def _row(subject: Subject) -> tuple[str, list[float]]:
    """Give the row of a subject, and the medians in it."""
    text = (SUBJECTS / "tiny" / f"{subject.file}.tiny").read_text(encoding="utf-8")
    own = _program(text)
    asking = Asking(limits=_limits(subject), shelf=Shelf(None))
    explored, _ = explore_around(own, subject.class_name, asking)
    assert explored.graph.is_complete, subject.file
    candidates = list(_candidates(explored.graph, subject.class_name))
    specs = "".join(
        f"\nspec Q{i}({subject.class_name} o) := {c};" for i, c in enumerate(candidates)
    )
    program = _program(text + specs)
    reachable: list[float] = []
    unreachable: list[float] = []
    # A first question explores what differs from the graph above, if anything does.
    by_name = {spec.name: spec for spec in specs_of(program)}
    ask_question(program, by_name["Q0"], asking)
    for index in range(len(candidates)):
        if len(reachable) >= N_SPECS and len(unreachable) >= N_SPECS:
            break
        set_apart()  # as the server's worker does between questions
        started = perf_counter()
        answer = ask_question(program, by_name[f"Q{index}"], asking).answer
        seconds = perf_counter() - started
        match answer.verdict:
            case Found() if len(reachable) < N_SPECS:
                reachable.append(seconds)
            case Nowhere() | Contradiction() if len(unreachable) < N_SPECS:
                unreachable.append(seconds)
            case _:
                pass
    stored_kilobytes, load_milliseconds = _stored(explored.graph)
    row = (
        f"{subject.file:16} {len(explored.graph.states):6} {_shown(reachable):>26} "
        f"{_shown(unreachable):>28} {stored_kilobytes:10.1f} {load_milliseconds:8.1f}"
    )
    return row, [statistics.median(times) for times in (reachable, unreachable) if times]


def _program(text: str) -> Program:
    loaded = program_of(Source("subject.tiny", text))
    assert not loaded.has_errors, [p for ps in loaded.problems.values() for p in ps][:3]
    return loaded.program


def _limits(subject: Subject) -> Limits:
    scopes = [f"{subject.node}=6", *subject.extra_scope]
    pairs = (scope.split("=") for scope in scopes)
    return Limits(objects=tuple((name, int(number)) for name, number in pairs))


def _candidates(graph: StateGraph, class_name: str) -> Iterator[str]:
    """Describe heaps of the graph, in turn as they are and with one detail changed."""
    choose = random.Random(1)
    disjuncts = [
        disjunct
        for disjuncts in graph.states.values()
        for disjunct in disjuncts
        if any(disjunct.shape.objects[root][0] == class_name for root in disjunct.shape.roots)
    ]
    for number in range(N_CANDIDATES):
        parts = _described(graph, choose.choice(disjuncts), class_name)
        # As long as people write them; the first parts say that later paths exist.
        parts = parts[: choose.randint(3, 9)]
        if number % 2:
            parts[choose.randrange(len(parts))] = _changed(choose, choose.choice(parts))
        yield " && ".join(parts)


def _described(graph: StateGraph, disjunct: Disjunct, class_name: str) -> list[str]:
    """Say of each object what its fields are, by the path that first leads to it."""
    shape = disjunct.shape
    values = model(disjunct.constraint)
    assert not isinstance(values, NoModel | Undecided)
    root = next(r for r in shape.roots if shape.objects[r][0] == class_name)
    paths = {root: "o"}
    queue = [root]
    holes: dict[tuple[int, str], int] = {}
    hole = 0
    for position, (name, _, labels) in enumerate(shape.objects):
        layout = graph.setting.layouts[name]
        for field, label in zip(
            layout.value_names, labels[len(layout.reference_names) :], strict=True
        ):
            if label == HOLE:
                holes[position, field] = int(values.get(state_variable(hole), 0))
                hole += 1
    parts: list[str] = []
    for position in queue:
        name, _, labels = shape.objects[position]
        layout = graph.setting.layouts[name]
        for field, label in zip(layout.reference_names, labels, strict=False):
            target = f"{paths[position]}.{field}"
            if label == NULL:
                parts.append(f"{target} = null")
            elif label in paths:
                parts.append(f"{target} = {paths[int_label(label)]}")
            else:
                parts.append(f"{target} != null")
                paths[int_label(label)] = target
                queue.append(int_label(label))
        for field, label in zip(
            layout.value_names, labels[len(layout.reference_names) :], strict=True
        ):
            value: object = holes.get((position, field), label)
            if (name, field) in _opaque_fields(graph) or field in graph.setting.ignored:
                continue
            shown = str(value).lower() if isinstance(value, bool) else value
            parts.append(f"{paths[position]}.{field} = {shown}")
    return parts


def _opaque_fields(graph: StateGraph) -> set[tuple[str, str]]:
    """Name the fields whose values are objects that have no text."""
    hierarchy = graph.setting.hierarchy
    return {
        (name, field.name)
        for name in hierarchy.classes
        for field in hierarchy.fields(name)
        if getattr(field.type, "class_name", None) in graph.setting.opaque
    }


def _changed(choose: random.Random, part: str) -> str:
    """Change one detail of a description."""
    lhs, operator, rhs = part.split(" ")
    if rhs.lstrip("-").isdecimal():
        return f"{lhs} = {choose.choice((-1, 1, 7)) * (int(rhs) + 1)}"
    if rhs in ("true", "false"):
        return f"{lhs} = {'false' if rhs == 'true' else 'true'}"
    return f"{lhs} {'=' if operator == '!=' else '!='} {rhs}"


def _stored(graph: StateGraph) -> tuple[float, float]:
    """Give the size of a stored graph in kB and the time to load it in milliseconds."""
    with tempfile.TemporaryDirectory() as folder, deep_recursion():
        keep_graph(open_store(Path(folder)), graph)
        store = open_store(Path(folder))
        size = store.info().bytes / 1_000
        times = []
        for _ in range(5):
            started = perf_counter()
            assert stored_graph(store, graph.setting) is not None
            times.append((perf_counter() - started) * 1_000)
        store.close()
    return size, statistics.median(times)


def _shown(seconds: list[float]) -> str:
    if not seconds:
        return "none      -"
    ordered = sorted(seconds)
    p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))] * 1_000
    count = "" if len(ordered) == N_SPECS else f"({len(ordered)}) "
    return f"{count}{statistics.median(ordered) * 1_000:.1f} {p95:7.1f}"


if __name__ == "__main__":
    main()

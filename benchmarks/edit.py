"""Exploration after an edit of one method: what is run again, beside exploring cold.

    ./dev bench edit

Each subject (six nodes) is explored once. Then one method at a time is edited, and the
edited class explored three times: without anything known, in the process that explored
it before the edit, and in a new process that has the cache directory only. All but the
edits marked with * mean the same as before, but no reader of the text knows that. Where
the three graphs differ in any way, the benchmark fails. Times include the set-up, and
storing what is new. They are CPU times on this machine: compare ratios.
"""

from __future__ import annotations

import gc
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from explore import SUBJECT_TABLE, SUBJECTS, Subject

from heapwright.graph.state.state_graph import StateGraph
from heapwright.ir.core.program import Program
from heapwright.limits import Limits
from heapwright.store.codec import encode_graph
from heapwright.store.disk import open_store
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from heapwright.workspace.questions import Asking, explore_around
from heapwright.workspace.shelf import Shelf

N_NODES = 6
N_FIRST = 3  # runs before any edit, of which the fastest count


@dataclass(frozen=True, slots=True)
class Edit:
    """A place in the text of a subject, what is put there, and what to call that."""

    name: str
    old: str
    new: str


EDITS = {
    "kiasan_rbt": (
        Edit("size (observer)", "int size() := this.size;", "int size() := this.size + 0;"),
        Edit("clear", "this.size := 0;", "this.size := 1 - 1;"),
        Edit("clear *", "this.size := 0;", "this.size := 1;"),
        Edit("put", "this.size := 1;", "this.size := 0 + 1;"),
        Edit(
            "remove",
            "if entry = null then null\n        else let",
            "if null = entry then null else let",
        ),
        Edit(
            "paint (helper)",
            "if entry != null then entry.isBlack",
            "if null != entry then entry.isBlack",
        ),
    ),
    "kiasan_bst": (
        Edit("find (observer)", "this.nodeOf(x, this.root)", "this.nodeOf(x + 0, this.root)"),
        Edit(
            "makeEmpty",
            "makeEmpty() := this.root := null",
            "makeEmpty() := if null = null then this.root := null",
        ),
        Edit("insert", "this.inserted(x, this.root)", "this.inserted(x + 0, this.root)"),
        Edit(
            "insert *",
            "this.inserted(x, this.root)",
            "this.inserted(if x > 0 then x else 0 - x, this.root)",
        ),
        Edit("remove", "this.without(x, this.root)", "this.without(x + 0, this.root)"),
        Edit(
            "firstBelow (helper)", "else if node.left = null then", "else if null = node.left then"
        ),
    ),
    "kiasan_aatree": (
        Edit(
            "findMin (observer)",
            "while node.left != this.nullNode",
            "while this.nullNode != node.left",
        ),
        Edit(
            "makeEmpty",
            "makeEmpty() := this.root := this.nullNode",
            "makeEmpty() := if null = null then this.root := this.nullNode",
        ),
        Edit("contains", "this.nullNode.element := x;", "this.nullNode.element := x + 0;"),
        Edit("insert", "this.inserted(x, this.root)", "this.inserted(x + 0, this.root)"),
        Edit("remove", "this.without(x, this.root)", "this.without(x + 0, this.root)"),
        Edit("remove *", "this.deletedNode := this.nullNode;\n        this.root", "this.root"),
        Edit(
            "skew (helper)",
            "if node.left.level != node.level then",
            "if node.level != node.left.level then",
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class Run:
    """One exploration and how long it took in milliseconds."""

    graph: StateGraph
    milliseconds: float

    @property
    def n_paths(self) -> int:
        """Count the paths that were run."""
        return self.graph.counts.paths


def main() -> None:
    """Print one row per edit."""
    print(f"{'':30} {'cold':>16} {'same process':>22} {'from disk':>22}")
    print(
        f"{'subject, edited method':30} {'paths':>7} {'ms':>8} "
        + f"{'paths':>7} {'ms':>7} {'ratio':>6} " * 2
    )
    for subject in SUBJECT_TABLE:
        if subject.file in EDITS:
            with tempfile.TemporaryDirectory() as folder:
                print_rows(subject, Path(folder))


def print_rows(subject: Subject, folder: Path) -> None:
    """Explore a subject, then each edit of it."""
    text = (SUBJECTS / "tiny" / f"{subject.file}.tiny").read_text(encoding="utf-8")
    runs = []
    for number in range(N_FIRST):
        store = open_store(folder / str(number))
        runs.append((explored(subject, text, None), explored(subject, text, Shelf(store))))
        store.close()
    plain = min((run for run, _ in runs), key=lambda run: run.milliseconds)
    stored = min(run.milliseconds for _, run in runs)
    print(
        f"{subject.file:30} {plain.n_paths:7} {plain.milliseconds:8.0f}   "
        f"keeping it all, graph included: {stored / plain.milliseconds:.2f} times",
        flush=True,
    )
    in_memory = Shelf(None)
    explored(subject, text, in_memory)
    for edit in EDITS[subject.file]:
        if text.count(edit.old) != 1:
            raise SystemExit(f"{subject.file}: {text.count(edit.old)} times {edit.old!r}")
        edited = text.replace(edit.old, edit.new)
        cold = explored(subject, edited, None)
        again = [explored(subject, edited, known) for known in (in_memory, Shelf(store))]
        store.close()
        for run in again:
            if contents(run.graph) != contents(cold.graph):
                raise SystemExit(f"{subject.file}, {edit.name}: another graph")
        print(
            f"    {edit.name:26} {cold.n_paths:7} {cold.milliseconds:8.0f} "
            + " ".join(
                f"{run.n_paths:7} {run.milliseconds:7.0f} "
                f"{cold.milliseconds / run.milliseconds:6.1f}"
                for run in again
            ),
            flush=True,
        )


def explored(subject: Subject, text: str, shelf: Shelf | None) -> Run:
    """Explore a subject with what a shelf knows."""
    program = _program(text)
    asking = Asking(limits=Limits(objects=_objects(subject)), shelf=shelf)
    # What other rows left behind must not make the collector of cycles slower for this one.
    gc.collect()
    gc.freeze()
    before = process_time()
    found, _ = explore_around(program, subject.class_name, asking)
    milliseconds = (process_time() - before) * 1_000
    assert found.graph.is_complete
    return Run(found.graph, milliseconds)


def contents(graph: StateGraph) -> bytes:
    """Write all of a graph but the counts of work."""
    written = StateGraph(
        graph.setting,
        graph.disjuncts,
        graph.states,
        graph.covered,
        graph.explored,
        seen_values=graph.seen_values,
    )
    return encode_graph(written)


def _objects(subject: Subject) -> tuple[tuple[str, int], ...]:
    extra = [scope.split("=") for scope in subject.extra_scope]
    return ((subject.node, N_NODES), *((name, int(bound)) for name, bound in extra))


def _program(text: str) -> Program:
    loaded = program_of(Source("subject.tiny", text))
    assert not loaded.has_errors, loaded.problems
    return loaded.program


if __name__ == "__main__":
    main()

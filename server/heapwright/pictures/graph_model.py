"""The state graph of a class as a model to draw: states, and the calls that found them.

Place: pictures/. `graph_svg` and `graph_dot` draw it. There is one arrow for each
disjunct that a call made; arrows between the same states with the same call are
drawn as one and counted. A union of disjuncts has the shape of its parts, so the
arrows to its parts lead to its state already.
"""

from __future__ import annotations

from heapwright.graph.state.shape import Shape
from heapwright.graph.state.state_graph import Edge, StateGraph
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class DrawnState:
    """A state: its number in order of discovery, its depth, and its objects by class."""

    number: int
    depth: int
    objects: tuple[tuple[str, int], ...]  # class and how many
    n_disjuncts: int

    @property
    def title(self) -> str:
        """Give number and size."""
        match sum(count for _, count in self.objects):
            case 0:
                return f"#{self.number} · empty heap"
            case 1:
                return f"#{self.number} · 1 object"
            case n:
                return f"#{self.number} · {n} objects"

    @property
    def details(self) -> str:
        """Say what the title leaves out."""
        objects = ", ".join(f"{count} {name}" for name, count in self.objects) or "no objects"
        n_calls = "1 call" if self.depth == 1 else f"{self.depth} calls"
        disjuncts = "" if self.n_disjuncts == 1 else f"; {self.n_disjuncts} constraints"
        return f"#{self.number}: {objects}; after {n_calls}{disjuncts}"


@dataclass(frozen=True, slots=True)
class Arrow:
    """A call that leads from one state to another, for `count` disjuncts."""

    source: int
    target: int
    call: str
    count: int
    is_first: bool  # whether it is how the state was found

    @property
    def label(self) -> str:
        """Give the call, and for how many disjuncts where it is more than one."""
        return self.call if self.count == 1 else f"{self.call} ×{self.count}"


@dataclass(frozen=True, slots=True)
class GraphPicture:
    """All that is drawn. The state of number n is at index n."""

    states: tuple[DrawnState, ...]
    arrows: tuple[Arrow, ...]
    is_complete: bool


def graph_picture(graph: StateGraph) -> GraphPicture:
    """Model the states of a graph and how each was found."""
    number = {shape: i for i, shape in enumerate(graph.states)}
    depths: dict[int, int] = {}
    counts: dict[tuple[int, int, str], int] = {}
    found_by: dict[int, tuple[int, int, str]] = {}
    call_name = _call_names(graph)
    for disjunct in graph.disjuncts:
        target = number[disjunct.shape]
        depths.setdefault(target, disjunct.depth)
        if isinstance(edge := disjunct.origin, Edge):
            source = number[graph.disjuncts[edge.source].shape]
            key = (source, target, call_name[disjunct.number])
            counts[key] = counts.get(key, 0) + 1
            found_by.setdefault(target, key)
    return GraphPicture(
        tuple(
            DrawnState(i, depths[i], _class_counts(shape), len(graph.states[shape]))
            for shape, i in number.items()
        ),
        tuple(Arrow(*key, count, found_by[key[1]] == key) for key, count in counts.items()),
        graph.is_complete,
    )


def _class_counts(shape: Shape) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    for class_name, _, _ in shape.objects:
        counts[class_name] = counts.get(class_name, 0) + 1
    return tuple(sorted(counts.items()))


def _call_names(graph: StateGraph) -> dict[int, str]:
    """Name the call that made each disjunct, without the class where all have the same."""
    edges = {d.number: d.origin for d in graph.disjuncts if isinstance(d.origin, Edge)}
    owners = {
        edge.call.name.rpartition(".")[0]
        for edge in edges.values()
        if edge.call.function is not None
    }
    names: dict[int, str] = {}
    for number, edge in edges.items():
        if edge.call.function is None:
            name = f"new {edge.call.name}"
        else:
            name = _called(edge.call.name, with_owner=len(owners) > 1)
        names[number] = name if edge.raises is None else f"{name} throws {edge.raises}"
    return names


def _called(name: str, *, with_owner: bool) -> str:
    """Name a call as a reader of the source knows it: `Node` is made by `Node`."""
    owner, _, own = name.rpartition(".")
    if own == "__new__":
        return owner.rpartition(" ")[2]
    # A property is called by its name, and set by its name with `=`.
    bare = own.removeprefix("@")
    return f"{owner}.{bare}" if with_owner else bare

"""HEX formulas asked, printed and described: what `check` and `hex` share.

Place: cli/. Writes to stdout.
"""

from __future__ import annotations

import argparse

from heapwright.answers.calls.verdict import Nowhere
from heapwright.answers.search.ask import Explored
from heapwright.answers.structure import structure as structures
from heapwright.cli.output import Json, coloured, json_problem, json_range
from heapwright.cli.questions import asking_of
from heapwright.cli.report import COLOURS, cost_text, print_schedule
from heapwright.cli.results import answer_stats, calls_json, schedule_json
from heapwright.editor.known.structures import shown_structure
from heapwright.editor.known.verdicts import Shown
from heapwright.editor.known.wording import bound_json, headline
from heapwright.graph.explore.breadth_first import INTERRUPTED
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.structure import formula_text
from heapwright.pictures.heap_text import draw_heap
from heapwright.records import dataclass
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.questions import ask_formulas
from heapwright.workspace.shelf import Shelf


@dataclass(frozen=True, slots=True)
class CheckedClass:
    """The answer about the formulas of a class, how to say it, and the solver calls."""

    answer: structures.StructureAnswer
    shown: Shown
    n_solver_calls: int

    @property
    def is_interrupted(self) -> bool:
        """Whether the user stopped it by Ctrl-C."""
        return self.answer.explored.graph.stopped_by == INTERRUPTED


def checked_class(
    loaded: LoadedProgram, class_name: str, options: argparse.Namespace, shelf: Shelf
) -> CheckedClass:
    """Ask the formulas that speak of the objects of a class."""
    formulas = structures.own_formulas(loaded.program, class_name)
    with asking_of(loaded, options, shelf) as asking:
        answer, n_solver_calls = ask_formulas(loaded.program, class_name, formulas, asking)
    shown = shown_structure(answer, loaded.program, loaded.source_map.classes[class_name])
    return CheckedClass(answer, shown, n_solver_calls)


def print_structure(
    loaded: LoadedProgram,
    checked: CheckedClass,
    *,
    is_short: bool = False,
    with_time: bool = False,
) -> None:
    """Print the verdict and, if a formula is broken, the calls and the heap they build."""
    answer, shown = checked.answer, checked.shown
    told = headline(shown.verdict, answer.explored.objects)
    print(f"{answer.class_name}: {coloured(told, COLOURS.get(shown.verdict, '36'))}")
    print(f"    {shown.reason}  ({cost_text(answer.explored)})")
    if with_time:
        print_schedule(answer.ran, is_cached=answer.explored.is_cached)
    if not is_short and isinstance(answer.verdict, structures.Violated):
        rendered, replayed = answer.verdict.rendered, answer.verdict.replayed
        roots = [("this", replayed.arguments[0])]
        picture = draw_heap(
            hierarchy_of(loaded.program),
            replayed.final_heap,
            roots,
            marked=answer.verdict.marked,
        )
        print()
        print("\n".join(f"    {line}" for line in rendered.code.splitlines()))
        print()
        print("\n".join(f"    {line}" for line in picture.splitlines()))
    print()


def structure_result(loaded: LoadedProgram, checked: CheckedClass) -> dict[str, Json]:
    """Describe the answer as JSON, with the keys of the contract."""
    answer, shown = checked.answer, checked.shown
    place = loaded.source_map.classes[answer.class_name]
    source = loaded.source(place.path)
    result: dict[str, Json] = {
        "file": place.path,
        "name": answer.class_name,
        "kind": "structure",
        "class": answer.class_name,
        "formulas": [formula_text(formula) for formula in answer.formulas],
        "range": json_range(
            source, place.name_span if shown.problem is None else shown.problem.span
        ),
        "verdict": shown.verdict,
        "reason": shown.reason,
        "problems": [] if shown.problem is None else [json_problem(source, shown.problem)],
        **bound_and_stats(
            answer.explored,
            checked.n_solver_calls,
            is_complete=isinstance(answer.verdict, Nowhere),
        ),
    }
    stats = result["stats"]
    assert isinstance(stats, dict)
    stats["schedule"] = schedule_json(answer.ran)
    if isinstance(answer.verdict, structures.Violated):
        rendered, broken = answer.verdict.rendered, answer.verdict.broken
        result["calls"] = calls_json(rendered)
        result["arguments"] = dict(rendered.arguments)
        result["code"] = rendered.code
        result["replayed"] = True
        result["formula"] = formula_text(answer.formulas[answer.verdict.formula])
        result["reference"] = ".".join(broken.path)
    return result


def classes_to_check(loaded: LoadedProgram) -> list[str]:
    """Name the classes of the file itself that have formulas about their objects."""
    return [
        class_name
        for class_name in structures.structured_classes(loaded.program)
        if loaded.source_map.classes[class_name].path == loaded.root.path
    ]


def bound_and_stats(
    explored: Explored, n_solver_calls: int, *, is_complete: bool
) -> dict[str, Json]:
    """Describe within which bound an answer holds, and what it cost."""
    return {
        "bound": bound_json(
            explored.objects, explored.kinds, explored.calls, is_complete=is_complete
        ),
        "stats": answer_stats(explored, n_solver_calls),
    }

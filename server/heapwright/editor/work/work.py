"""What a worker process does for an editor: load a file, answer a question, draw.

Place: editor/work/. `lsp/worker.py` calls these with one `Workbench` per process, which keeps
what the next job can use: programs, graphs, answers. Long work looks at the token.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from heapwright.answers.calls.verdict import Found, Verdict
from heapwright.answers.search.ask import invariants_of, specs_of
from heapwright.answers.structure.structure import StructureAnswer, own_formulas, structured_classes
from heapwright.cancellation import CancellationToken
from heapwright.editor.known.branch_report import branch_digest
from heapwright.editor.known.describe import report_of
from heapwright.editor.known.draw import drawn_graph, drawn_heaps
from heapwright.editor.known.knowledge import Loaded, Place, Question
from heapwright.editor.known.paths import lens_title, path_list
from heapwright.editor.known.report import Report
from heapwright.editor.known.structure_name import is_structure, structure_name
from heapwright.editor.known.structure_report import as_found, structure_report
from heapwright.editor.known.wording import bound_json
from heapwright.editor.work.task import Task
from heapwright.errors import UsageError
from heapwright.frontends.python.syntax import codes
from heapwright.graph.state.state_graph import StateGraph
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.language import TINY
from heapwright.ir.core.program import Function
from heapwright.problems import Problem, Severity
from heapwright.records import dataclass, field, replace
from heapwright.text.span import Span
from heapwright.workspace.load import LoadedProgram, language_by_name
from heapwright.workspace.ours import files_below
from heapwright.workspace.outline import tests_of
from heapwright.workspace.paths import PathOptions, find_paths
from heapwright.workspace.queries import paths_read, program
from heapwright.workspace.questions import (
    Asked,
    Asking,
    Digests,
    ask_formulas,
    ask_question,
    explore_around,
    question_digests,
    structure_digests,
    ways_to,
)
from heapwright.workspace.settings import (
    DEFAULT_SECONDS,
    NO_SETTINGS,
    Settings,
    joined,
    limits_by_settings,
    project_files,
    usable_settings,
)
from heapwright.workspace.shelf import Shelf, open_store
from heapwright.workspace.snapshot import (
    Document,
    Edit,
    Snapshot,
    Unreadable,
    edited,
    opened,
    stamp_of,
)
from heapwright.workspace.tested import is_tested

NOT_SUPPORTED = "HW030"
NO_DIGESTS = Digests("", "")  # of what cannot be asked
MOST_ANSWERS = 64
SECONDS_FOR_PATHS = 10.0
SECONDS_FOR_A_COUNT = 1.0
SECONDS_FOR_A_SURVEY = 20.0
MOST_FILES = 2_000


@dataclass(slots=True)
class Workbench:
    """What a worker remembers between jobs."""

    shelf: Shelf = field(default_factory=lambda: Shelf(open_store()))
    snapshot: Snapshot = field(default_factory=Snapshot)
    stamps: dict[str, tuple[int, int] | None] = field(default_factory=dict)  # of files on disk
    answers: dict[str, Asked] = field(default_factory=dict)  # by digest
    n_explorations: int = 0  # how often a graph had to grow


@dataclass(frozen=True, slots=True)
class Waiting:
    """Who waits for a job: hears how far it has come, and may not want it any more."""

    on_progress: Callable[[StateGraph], None] | None = None
    token: CancellationToken = field(default_factory=CancellationToken)


NOBODY_WAITS = Waiting()


def load_file(bench: Workbench, task: Task) -> Loaded:
    """Look at names and types, and list what can be asked."""
    loaded, document = loaded_program(bench, task)
    asking = asking_for(bench, task, loaded)
    sources = loaded.source_map
    questions = []
    for function in (*specs_of(loaded.program), *invariants_of(loaded.program)):
        place = sources.functions[function.qualified_name]
        if place.path != task.path:
            continue
        digests = NO_DIGESTS
        if function.left_out is None:
            digests = question_digests(loaded.program, function, asking)
        questions.append(
            Question(
                function.qualified_name,
                function.role.value,
                place.name_span.shifted(place.offset),
                place.span.shifted(place.offset),
                digests.answer,
                function.left_out,
                digests.graph,
            )
        )
    asked = {question.name for question in questions}
    functions = hierarchy_of(loaded.program).functions
    questions += _structures(loaded, task, asking)
    return Loaded(
        problems=(
            *_mistaken_settings(task, document),
            *_without_syntax(document, loaded.problems.get(task.path, ())),
        ),
        questions=tuple(sorted(questions, key=lambda question: question.whole)),
        classes=tuple(
            Place(name, place.name_span, place.span)
            for name, place in sources.classes.items()
            if place.path == task.path
        ),
        methods=tuple(
            Place(
                name,
                place.name_span.shifted(place.offset),
                place.span.shifted(place.offset),
                name in functions and is_tested(functions[name]),
            )
            for name, place in sources.functions.items()
            if place.path == task.path and name not in asked
        ),
        others={path: stamp_of(path) for path in _others(bench, document)},
        seconds=asking.limits.seconds or DEFAULT_SECONDS,
        branches=None if loaded.has_errors else branch_digest(loaded, for_survey(asking)),
    )


def _others(bench: Workbench, document: Document) -> tuple[str, ...]:
    """Name the other files that decide what a file means, and how it is asked about."""
    is_file = Path(document.path).is_absolute()
    settings = project_files(document.path) if is_file else ()
    return (*paths_read(bench.snapshot, document), *settings)


def answer(bench: Workbench, task: Task, waiting: Waiting = NOBODY_WAITS) -> Report:
    """Ask one question; raises `Cancelled` if the token says so."""
    return _reported(bench, task, waiting)[0]


def heap(bench: Workbench, task: Task, waiting: Waiting = NOBODY_WAITS) -> dict[str, Any]:
    """Describe the heaps that the calls of a question go through."""
    report, verdict, loaded = _reported(bench, task, waiting)
    return {
        "name": report.name,
        "verdict": report.verdict,
        "reason": report.reason,
        "bound": bound_json(
            report.objects, report.kinds, report.calls_bound, is_complete=report.is_complete
        ),
        "steps": drawn_heaps(loaded, verdict) if isinstance(verdict, Found) else [],
    }


def _reported(
    bench: Workbench, task: Task, waiting: Waiting
) -> tuple[Report, Verdict, LoadedProgram]:
    """Ask a question; give what is said about it, the verdict, and the program."""
    loaded, _ = loaded_program(bench, task)
    if is_structure(task.name):
        found, n_solver_calls, digest = _asked_structure(bench, task, loaded, waiting)
        report = structure_report(loaded, found, n_solver_calls, digest)
        return report, as_found(found.verdict), loaded
    question, asked, digest = _asked(bench, task, loaded, waiting)
    return report_of(loaded, question, asked, digest), asked.answer.verdict, loaded


def graph(bench: Workbench, task: Task, waiting: Waiting = NOBODY_WAITS) -> dict[str, Any]:
    """Describe the state graph of a class."""
    loaded, _ = loaded_program(bench, task)
    if task.name not in loaded.source_map.classes:
        raise UsageError(f"no class `{task.name}` in this file")
    asking = asking_for(bench, task, loaded, waiting)
    explored, _ = explore_around(loaded.program, task.name, asking)
    waiting.token.check()
    bench.n_explorations += not explored.is_cached
    ways = ways_to(loaded.program, explored.graph, asking)
    return drawn_graph(explored.graph, ways, task.name)


def paths(bench: Workbench, task: Task, waiting: Waiting = NOBODY_WAITS) -> dict[str, Any]:
    """List the paths of a method, each with whether public calls lead to it."""
    loaded, _ = loaded_program(bench, task)
    asking = asking_for(bench, task, loaded, waiting)
    options = PathOptions(task.heap, seconds=SECONDS_FOR_PATHS)
    found = path_list(loaded, _method(loaded, task.name), options, asking, waiting.token)
    waiting.token.check()
    return found


def path_title(bench: Workbench, task: Task) -> str:
    """Say in a few words how many paths a method has."""
    loaded, _ = loaded_program(bench, task)
    function = _method(loaded, task.name)
    if function.left_out is not None:
        return ""
    options = PathOptions(seconds=SECONDS_FOR_A_COUNT)
    return lens_title(find_paths(loaded.program, function, options))


def _method(loaded: LoadedProgram, name: str) -> Function:
    function = hierarchy_of(loaded.program).functions.get(name)
    if function is None:
        raise UsageError(f"no method `{name}` in this file")
    return function


def files_of(folders: tuple[str, ...]) -> tuple[str, ...]:
    """List the user's files below the folders of the editor that take part, the first of them."""
    found = (path for folder in folders for path in files_below(folder))
    return tuple(dict.fromkeys(islice(found, MOST_FILES)))


def _asked(
    bench: Workbench, task: Task, loaded: LoadedProgram, waiting: Waiting
) -> tuple[Function, Asked, str]:
    functions = (*specs_of(loaded.program), *invariants_of(loaded.program))
    question = next((f for f in functions if f.qualified_name == task.name), None)
    if question is None:
        raise UsageError(f"no spec or invariant `{task.name}` in this file")
    if question.left_out is not None:
        raise UsageError(f"`{task.name}` cannot be asked: {question.left_out}")
    waiting.token.check()
    asking = asking_for(bench, task, loaded, waiting)
    digest = question_digests(loaded.program, question, asking).answer
    known = bench.answers.pop(digest, None)
    if known is None or task.is_again:
        known = ask_question(loaded.program, question, asking)
        # If the work was cancelled, the answer says so, which is nobody's business.
        waiting.token.check()
        bench.n_explorations += not known.answer.is_cached
    bench.answers[digest] = known
    while len(bench.answers) > MOST_ANSWERS:
        del bench.answers[next(iter(bench.answers))]
    return question, known, digest


def _structures(loaded: LoadedProgram, task: Task, asking: Asking) -> list[Question]:
    """List the classes of the file that have HEX formulas about their objects."""
    found = []
    for class_name in structured_classes(loaded.program):
        place = loaded.source_map.classes[class_name]
        if place.path == task.path and place.structure_spans:
            formulas = own_formulas(loaded.program, class_name)
            digests = structure_digests(loaded.program, class_name, formulas, asking)
            first, last = place.structure_spans[0], place.structure_spans[-1]
            whole = Span(first.start, last.end)
            name = structure_name(class_name)
            found.append(
                Question(name, "structure", first, whole, digests.answer, None, digests.graph)
            )
    return found


def _asked_structure(
    bench: Workbench, task: Task, loaded: LoadedProgram, waiting: Waiting
) -> tuple[StructureAnswer, int, str]:
    class_name = next(
        (n for n in structured_classes(loaded.program) if structure_name(n) == task.name), None
    )
    if class_name is None:
        raise UsageError(f"no formulas `{task.name}` in this file")
    asking = asking_for(bench, task, loaded, waiting)
    formulas = own_formulas(loaded.program, class_name)
    digest = structure_digests(loaded.program, class_name, formulas, asking).answer
    found, n_solver_calls = ask_formulas(loaded.program, class_name, formulas, asking)
    waiting.token.check()
    bench.n_explorations += not found.explored.is_cached
    return found, n_solver_calls, digest


def asking_for(
    bench: Workbench, task: Task, loaded: LoadedProgram, waiting: Waiting = NOBODY_WAITS
) -> Asking:
    """Say how to ask about a file: by the editor's settings, and those of its project."""
    return Asking(
        limits=limits_by_settings(loaded.program, _settings(task)),
        shelf=bench.shelf,
        on_progress=waiting.on_progress,
        token=waiting.token,
    )


def for_survey(asking: Asking) -> Asking:
    """Say how to look at branches, which nobody asked for: not for as long as at a question."""
    seconds = min(asking.limits.seconds or SECONDS_FOR_A_SURVEY, SECONDS_FOR_A_SURVEY)
    return replace(asking, limits=replace(asking.limits, seconds=seconds))


def _settings(task: Task) -> Settings:
    return joined(task.settings, _of_project(task)[0])


def _of_project(task: Task) -> tuple[Settings, tuple[str, ...]]:
    if not Path(task.path).is_absolute():
        return NO_SETTINGS, ()
    return usable_settings(task.path, is_trusted=task.is_trusted)


def _mistaken_settings(task: Task, document: Document) -> tuple[Problem, ...]:
    """Say at the first line which settings of the project are left out."""
    first_line = Span(0, len(document.text.partition("\n")[0].rstrip()))
    return tuple(
        Problem(codes.BAD_MARK, Severity.WARNING, f"{mistake}; it is left out", first_line)
        for mistake in _of_project(task)[1]
    )


def loaded_program(bench: Workbench, task: Task) -> tuple[LoadedProgram, Document]:
    """Give the program of a file, and the file, from what is known if nothing changed."""
    document = document_of(bench, task)
    loaded = program(bench.snapshot, document)
    note_stamps(bench)
    return loaded, document


def document_of(bench: Workbench, task: Task) -> Document:
    """Give the file of a task as the editor has it, else as it is on disk."""
    take_texts(bench, task)
    match bench.snapshot.file(task.path):
        case Unreadable(reason):
            raise UsageError(f"{task.path}: {reason}")
        case document:
            return document


def note_stamps(bench: Workbench) -> None:
    """Remember which state of the disk was read, after all of it was."""
    bench.stamps = {path: stamp_of(path) for path in bench.snapshot.disk_paths}


def take_texts(bench: Workbench, task: Task) -> None:
    """Bring the snapshot to the texts of a task and to what is on disk."""
    snapshot = bench.snapshot
    changed = [path for path, stamp in bench.stamps.items() if stamp_of(path) != stamp]
    if changed:
        snapshot = snapshot.with_disk_changes(changed)
    for path in snapshot.documents.keys() - task.texts.keys():
        snapshot = snapshot.without_document(path)
    for path, text in task.texts.items():
        known = snapshot.documents.get(path)
        language = task.language if path == task.path else (language_by_name(path) or TINY).name
        if known is None or known.language.name != language:
            snapshot = snapshot.with_document(opened(path, language, 0, text))
        elif known.text != text:
            # What did not change is neither parsed nor lowered again.
            snapshot = snapshot.with_document(edited(known, [_edit(known.text, text)], 0))
    bench.snapshot = snapshot


def _edit(old: str, new: str) -> Edit:
    """Give the one edit between two texts: what lies between what they have in common."""
    n_same = _n_common(old, new)
    most = min(len(old), len(new)) - n_same
    n_after = min(_n_common(old[::-1], new[::-1]), most)
    return Edit(n_same, len(old) - n_after, new[n_same : len(new) - n_after])


def _n_common(one: str, other: str) -> int:
    """Count the characters that two texts begin with in common, by halving."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _without_syntax(document: Document, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Leave out what the server sees by itself, and that tests are not explored."""
    own = set(document.problems)
    tests = tests_of(document).values()
    return tuple(
        problem
        for problem in problems
        if problem not in own
        and not (problem.code == NOT_SUPPORTED and any(t.holds(problem.span) for t in tests))
    )

"""Look at the branches of a file: which can be taken, and which cannot.

Place: editor/work/. A worker does this for open documents when there is nothing better to do.
"""

from __future__ import annotations

from heapwright.editor.known.branch_report import branch_report
from heapwright.editor.known.knowledge import Survey
from heapwright.editor.work.task import Task
from heapwright.editor.work.work import (
    NOBODY_WAITS,
    Waiting,
    Workbench,
    asking_for,
    for_survey,
    loaded_program,
)


def survey(bench: Workbench, task: Task, waiting: Waiting = NOBODY_WAITS) -> Survey:
    """Say what became of the branches of a file; raises `Cancelled` if the token says so."""
    loaded, _ = loaded_program(bench, task)
    n_kept = bench.shelf.n_kept
    found = branch_report(loaded, for_survey(asking_for(bench, task, loaded, waiting)))
    bench.n_explorations += bench.shelf.n_kept - n_kept
    waiting.token.check()
    titles = {method.name: method.title for method in found.methods}
    return Survey(found.digest, found.problems, titles)

"""A worker process: takes jobs as lines of JSON, one after the other.

Place: lsp/. `jobs` starts it as `python -m heapwright.lsp.worker MEGABYTES`. It imports
neither pygls nor lsprotocol. Starting Python and importing the engine takes most of a
second, and whoever stops a job may have to kill the process that does it. So the process
that is started does no job: it forks another that does, waits for its end, says so,
and forks again, which takes some milliseconds. (Where there is no fork, it works itself.)

In the process that works, a second thread listens all the while: it marks the current job
as cancelled when told so, and ends the process, whatever it is doing, when the server is
gone.

    → {"id": 7, "do": "answer", "task": {…}}      → {"cancel": 7}
    ← {"ready": 4711}                             ← {"gone": -9}
    ← {"id": 7, "progress": {…}}                  ← {"id": 7, "result": …}
    ← {"id": 7, "failed": "one line"}             ← {"id": 7, "cancelled": true}

A process that is killed may leave half a line in either pipe. So whoever comes next begins
a new line, and a line that is no JSON is passed over.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any, BinaryIO

from heapwright.cancellation import CancellationToken, Cancelled
from heapwright.editor.work import branch_survey, rewriting, searches, work
from heapwright.editor.work.search import Search
from heapwright.editor.work.task import Task
from heapwright.errors import EngineError
from heapwright.graph.state.state_graph import StateGraph
from heapwright.graph.state.watch import peak_megabytes
from heapwright.workspace.load import import_front_ends
from heapwright.workspace.long_lived import set_apart
from heapwright.workspace.shelf import import_store, open_store
from heapwright.workspace.wire import NotReadable, read, written

SECONDS_BETWEEN_PROGRESS = 0.1
EXIT_OUT_OF_MEMORY = 77
EXIT_SERVER_GONE = 78
NICENESS = 5
JOBS_BETWEEN_FULL_COLLECTIONS = 64
HEADROOM_MB = 768  # of address space, for the interpreter and its libraries


class Line:
    """The way to the server, for both threads."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = Lock()

    def send(self, message: dict[str, Any]) -> None:
        """Send one message."""
        data = b"\n" + json.dumps(message).encode() + b"\n"
        with self._lock:
            self._stream.write(data)
            self._stream.flush()


def main(arguments: list[str]) -> int:
    """Serve until the server goes away."""
    megabytes = int(arguments[0]) if arguments else 0
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not hasattr(os, "fork"):
        return _serve(megabytes)
    _die_with_parent()
    import_front_ends()
    import_store()
    gc.freeze()  # what is imported stays shared
    parent = os.getpid()
    while True:
        worker = os.fork()
        if worker == 0:
            os.setpgid(0, 0)  # to be killed with all that it may start, and without us
            _die_with_parent()
            # The parent may have been killed before we could ask to die with it.
            os._exit(_serve(megabytes) if os.getppid() == parent else EXIT_SERVER_GONE)
        code = os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])
        if code == EXIT_SERVER_GONE:
            return 0
        os.write(1, b"\n" + json.dumps({"gone": code}).encode() + b"\n")


def _serve(megabytes: int) -> int:
    incoming = os.fdopen(os.dup(0), "rb")
    line = Line(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)
    _live_modestly(megabytes)
    jobs: SimpleQueue[tuple[dict[str, Any], CancellationToken]] = SimpleQueue()
    Thread(target=_listen, args=(incoming, jobs), daemon=True).start()
    bench = work.Workbench()
    line.send({"ready": os.getpid()})
    n_jobs = 0
    while True:
        job, token = jobs.get()
        reply = _done(bench, job, token, line)
        line.send({"id": job["id"], "explorations": bench.n_explorations, **reply})
        if "out_of_memory" in reply or (megabytes and peak_megabytes() > 0.7 * megabytes):
            # What a process once used counts against its limit for ever.
            return EXIT_OUT_OF_MEMORY
        n_jobs += 1
        set_apart(anew=n_jobs % JOBS_BETWEEN_FULL_COLLECTIONS == 0)


def _done(
    bench: work.Workbench, job: dict[str, Any], token: CancellationToken, line: Line
) -> dict[str, Any]:
    """Do one job; whatever happens is the reply."""
    try:
        token.check()
        waiting = work.Waiting(_progress(job["id"], line), token)
        return {"result": written(_result(bench, job, waiting))}
    except Cancelled:
        return {"cancelled": True}
    except MemoryError:
        return {"failed": "it ran out of memory", "out_of_memory": True}
    except (EngineError, NotReadable) as error:
        return {"failed": " ".join(str(error).split())}
    except Exception as error:  # noqa: BLE001 - the job runner: nothing may get past it
        detail = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        return {"failed": f"an error inside heapwright: {detail}"}


_QUESTIONS: dict[str, Callable[..., object]] = {
    "load": lambda bench, task, _: work.load_file(bench, task),
    "answer": work.answer,
    "heap": work.heap,
    "graph": work.graph,
    "paths": work.paths,
    "path-title": lambda bench, task, _: work.path_title(bench, task),
    "branches": rewriting.tests_for_branches,
    "formulas": rewriting.inferred_formulas,
    "survey": branch_survey.survey,
}
_SEARCHES = {
    "layout": searches.layout,
    "uses": searches.uses,
    "rename": searches.renamed,
    "symbols": searches.symbols,
}


def _result(bench: work.Workbench, job: dict[str, Any], waiting: work.Waiting) -> object:
    match job["do"]:
        case kind if kind in _QUESTIONS:
            return _QUESTIONS[kind](bench, read(Task, job["task"]), waiting)
        case kind if kind in _SEARCHES:
            return _SEARCHES[kind](bench, read(Search, job["search"]))
        case "files":
            return work.files_of(tuple(job["folders"]))
        case "clear":
            bench.answers.clear()
            bench.shelf = work.Workbench().shelf
            return open_store().clear()
        case other:
            raise NotReadable(f"no job `{other}`")


def _progress(job_id: int, line: Line) -> Callable[[StateGraph], None]:
    started = monotonic()
    told = started

    def tell(graph: StateGraph) -> None:
        nonlocal told
        now = monotonic()
        if now - told < SECONDS_BETWEEN_PROGRESS:
            return
        told = now
        at = graph.disjuncts[min(graph.explored, len(graph.disjuncts) - 1)]
        progress = {
            "states": len(graph.states),
            "frontier": len(graph.disjuncts) - graph.explored,
            "calls": at.depth,
            "elapsed": round(now - started, 3),
        }
        line.send({"id": job_id, "progress": progress})

    return tell


def _listen(
    incoming: BinaryIO, jobs: SimpleQueue[tuple[dict[str, Any], CancellationToken]]
) -> None:
    tokens: dict[int, CancellationToken] = {}
    with suppress(OSError, ValueError):
        for data in incoming:
            try:
                message = json.loads(data)
            except ValueError:
                continue
            if "cancel" in message:
                token = tokens.get(message["cancel"])
                if token is not None:
                    token.cancel()
                continue
            tokens = {message["id"]: CancellationToken()}  # one job at a time
            jobs.put((message, tokens[message["id"]]))
    # The server is gone. Nothing here is worth a farewell.
    os._exit(EXIT_SERVER_GONE)


def _live_modestly(megabytes: int) -> None:
    """Take less than the editor does."""
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    if megabytes:
        _limit_memory(megabytes)


def _limit_memory(megabytes: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows; only the engine's own limit holds there
        return
    most = (megabytes + HEADROOM_MB) * 1_048_576
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _die_with_parent() -> None:
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        sys.exit(main(sys.argv[1:]))

"""Work in worker processes: never two jobs for one question, and none that cannot be stopped.

Place: lsp/. `checking` runs jobs through this; nothing in the server's own process takes
longer than a moment. A job that is cancelled is asked to stop; a worker that has not
stopped after `SECONDS_TO_STOP` is killed with its whole process group. So a worker that
is stuck in the solver, or in a file of ten thousand lines, cannot hold anybody up.

Jobs in the background (`BACKGROUND` and above) give way: when something more urgent comes and
all workers are taken, one of them is stopped and its job waits again. What somebody waits for
(`URGENT`) waits for no exploration either: one worker more is there for it.

Jobs of one group need the same state graph. One of them runs at a time, so that it is explored
once, and the next one on the same worker, which has it at hand. But nobody waits for long for
a neighbour that may take for ever: after `SECONDS_TO_HOLD` the next one begins elsewhere.

What the caller of `run` may meet: the result, `JobFailed` with one line of reason (an error,
a crash, too much memory, too much time), or `JobStopped` when somebody stopped the job.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, TypeAlias

from heapwright.records import dataclass, field

logger = logging.getLogger(__name__)

SECONDS_TO_STOP = 0.1  # the contract allows 0.2 from the cancellation on
SECONDS_TO_START = 60.0
SECONDS_TO_CLOSE = 5.0  # after which nobody waits for a killed process any more
SECONDS_TO_END = 1.0  # that a process may live on after it has closed its output
SECONDS_TO_HOLD = 2.0  # that a job waits for another one of its group
GRACE_SECONDS = 5.0  # that a job may take beyond its own time limit
MOST_FAILED_STARTS = 3
URGENT = 0  # the priority of what somebody waits for
BACKGROUND = 20  # the priority from which on a job gives way
LINE_LIMIT = 256 * 1024 * 1024
# `-P`: a folder `heapwright` in the workspace must not be taken for the package.
COMMAND = (sys.executable, "-P", "-m", "heapwright.lsp.worker")

Key: TypeAlias = "tuple[str, ...]"


class JobFailed(Exception):
    """The job could not be done; the text says why in one line."""


class JobStopped(Exception):
    """Somebody stopped the job."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an exploration has come."""

    states: int
    frontier: int
    calls: int
    elapsed: float


@dataclass(frozen=True, slots=True)
class Job:
    """What to do. Jobs with the same key are the same; a lower priority goes first."""

    key: Key
    message: dict[str, Any]
    priority: int = 0
    seconds: float = 60.0  # after which the job should have ended by itself
    on_start: Callable[[], None] | None = None
    group: str = ""  # jobs of the same group profit from each other


@dataclass(slots=True, eq=False)
class _Entry:
    """A job that waits or runs, and how many wait for it."""

    job: Job
    number: int
    future: asyncio.Future[Any]
    priority: int
    n_waiting: int = 0
    progress: Progress | None = None
    is_put_back: bool = False  # its worker is wanted for something more urgent


@dataclass(slots=True, eq=False)
class _Worker:
    process: asyncio.subprocess.Process  # which forks those that work, one after the other
    pid: int | None = None  # of the one that works; None while there is none
    entry: _Entry | None = None
    group: str = ""  # of what it did last
    is_holding: bool = False  # whether others of the group wait for it
    is_stopping: bool = False  # asked to stop what it does
    is_ending: bool = False  # killed for good
    timers: list[asyncio.TimerHandle] = field(default_factory=list)
    n_explorations: int = 0

    @property
    def is_idle(self) -> bool:
        return self.pid is not None and self.entry is None and not self.is_ending

    @property
    def is_coming(self) -> bool:
        """Whether it will be idle within a moment."""
        return not self.is_ending and (self.pid is None or self.is_stopping)


class Jobs:
    """The queue and the workers."""

    def __init__(self, on_change: Callable[[], None], n_workers: int, megabytes: int) -> None:
        self._on_change = on_change  # called when something began, ended or moved on
        self._n_workers = n_workers
        self._megabytes = megabytes
        self._numbers = count(1)
        self._entries: dict[Key, _Entry] = {}  # waiting and running
        self._workers: list[_Worker] = []
        self._readers: set[asyncio.Task[None]] = set()
        self._n_starting = 0
        self._n_failed_starts = 0
        self._is_closed = False
        self._n_explorations_before = 0  # by workers that are gone

    # --- Jobs --------------------------------------------------------------------------

    async def run(self, job: Job) -> Any:  # noqa: ANN401 - the worker's JSON
        """Wait for the result of a job. Whoever stops waiting last stops the job."""
        entry = self._entries.get(job.key)
        if entry is None:
            if self._is_closed:
                raise JobStopped
            future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            entry = _Entry(job, next(self._numbers), future, job.priority)
            self._entries[job.key] = entry
            self._hand_out()
        elif job.priority < entry.priority:
            entry.priority = job.priority
            self._hand_out()
        entry.n_waiting += 1
        try:
            return await asyncio.shield(entry.future)
        except asyncio.CancelledError:
            entry.n_waiting -= 1
            if entry.n_waiting == 0:
                self._drop(entry)
            raise

    def stop(self, wanted: Callable[[Key], bool]) -> int:
        """Stop all jobs with such keys; gives their number."""
        entries = [entry for key, entry in self._entries.items() if wanted(key)]
        for entry in entries:
            self._drop(entry)
        return len(entries)

    def progress(self) -> Iterator[tuple[Key, Progress | None]]:
        """Give what is running, and how far it has come."""
        for worker in self._workers:
            if worker.entry is not None and not worker.is_stopping:
                yield worker.entry.job.key, worker.entry.progress

    def waiting(self) -> tuple[Key, ...]:
        """Give the keys of what waits for a worker."""
        running = {id(worker.entry) for worker in self._workers}
        return tuple(key for key, entry in self._entries.items() if id(entry) not in running)

    @property
    def n_explorations(self) -> int:
        """Count how often a graph had to grow, since the beginning."""
        return self._n_explorations_before + sum(w.n_explorations for w in self._workers)

    def _drop(self, entry: _Entry) -> None:
        """Let a job end without result, now; its worker follows within a moment."""
        self._forget(entry)
        if not entry.future.done():
            entry.future.set_exception(JobStopped())
            entry.future.exception()  # nobody may be left to look at it
        for worker in self._workers:
            if worker.entry is entry and not worker.is_stopping:
                self._ask_to_stop(worker, entry)
        self._on_change()

    def _ask_to_stop(self, worker: _Worker, entry: _Entry) -> None:
        worker.is_stopping = True
        self._send(worker, {"cancel": entry.number})
        self._later(worker, SECONDS_TO_STOP, partial(self._kill, worker))

    # --- Workers -----------------------------------------------------------------------

    def warm_up(self) -> None:
        """Start a worker before there is anything to do."""
        if not self._workers and not self._n_starting:
            self._start_worker()

    def set_limits(self, n_workers: int, megabytes: int) -> None:
        """Take new settings; idle workers that do not fit them are replaced."""
        idle = [worker for worker in self._workers if worker.is_idle]
        n_too_many = max(0, len(self._workers) - n_workers)
        for worker in idle if megabytes != self._megabytes else idle[:n_too_many]:
            self._kill_for_good(worker)
        self._n_workers, self._megabytes = n_workers, megabytes

    def restart(self) -> None:
        """Stop everything and begin anew."""
        self._n_failed_starts = 0
        self.stop(lambda key: True)
        for worker in self._workers:
            self._kill_for_good(worker)

    async def close(self) -> None:
        """Stop everything and wait until no process is left."""
        self._is_closed = True
        self.stop(lambda key: True)
        for worker in self._workers:
            self._kill_for_good(worker)
        patience = asyncio.get_running_loop().time() + SECONDS_TO_CLOSE
        while self._readers or self._n_starting:
            if asyncio.get_running_loop().time() > patience:
                for reader in self._readers:
                    reader.cancel()
                break
            await asyncio.sleep(0.01)

    def _hand_out(self) -> None:
        """Give waiting jobs to idle workers, and find workers for the others."""
        waiting = [self._entries[key] for key in self.waiting()]
        waiting.sort(key=lambda entry: (entry.priority, entry.number))
        n_coming = self._n_starting + sum(worker.is_coming for worker in self._workers)
        for entry in waiting:
            if self._is_held(entry):
                continue
            idle = [worker for worker in self._workers if worker.is_idle]
            if idle and self._may_run_more(entry):
                # Who has the graph at hand comes first.
                warm = [worker for worker in idle if worker.group == entry.job.group]
                self._give((warm or idle)[0], entry)
            elif n_coming > 0:
                n_coming -= 1
            elif not self._make_room(entry):
                n_alive = len(self._workers) + self._n_starting
                most = self._n_workers + (entry.priority <= URGENT)
                if n_alive < most and self._n_failed_starts < MOST_FAILED_STARTS:
                    self._start_worker()
                elif n_alive == 0:
                    self._fail(entry, "the worker process cannot be started")
        if not self._workers and not self._n_starting:
            self._n_failed_starts = 0  # the next job is worth another try
        self._on_change()

    def _may_run_more(self, entry: _Entry) -> bool:
        """Say whether one more job may run; the last worker is for what is urgent."""
        n_busy = sum(worker.entry is not None for worker in self._workers)
        return n_busy < self._n_workers or entry.priority <= URGENT

    def _is_held(self, entry: _Entry) -> bool:
        """Say whether a job shall wait for one that explores the same graph."""
        group = entry.job.group
        return (
            bool(group)
            and entry.priority > URGENT
            and any(
                worker.is_holding and worker.entry is not None and worker.entry.job.group == group
                for worker in self._workers
            )
        )

    def _hold_no_more(self, worker: _Worker) -> None:
        worker.is_holding = False
        self._hand_out()

    def _make_room(self, entry: _Entry) -> bool:
        """Let a job in the background wait again; gives whether there was one to give way."""
        if entry.priority >= BACKGROUND:
            return False
        for worker in self._workers:
            running = worker.entry
            if running is not None and running.priority >= BACKGROUND and not worker.is_stopping:
                running.is_put_back = True
                self._ask_to_stop(worker, running)
                return True
        return False

    def _give(self, worker: _Worker, entry: _Entry) -> None:
        worker.entry = entry
        worker.group = entry.job.group or worker.group
        worker.is_holding = True
        self._later(worker, SECONDS_TO_HOLD, partial(self._hold_no_more, worker))
        self._send(worker, {"id": entry.number, **entry.job.message})
        seconds = entry.job.seconds + GRACE_SECONDS

        def too_long() -> None:
            self._fail(entry, f"it did not stop at its time limit of {entry.job.seconds:g} s")
            self._kill(worker)

        self._later(worker, seconds, too_long)
        if entry.job.on_start is not None:
            entry.job.on_start()

    def _start_worker(self) -> None:
        self._n_starting += 1
        task = asyncio.ensure_future(self._live())
        self._readers.add(task)
        task.add_done_callback(self._readers.discard)

    async def _live(self) -> None:
        """The whole life of one worker."""
        try:
            process = await asyncio.create_subprocess_exec(
                *COMMAND,
                str(self._megabytes),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,
                limit=LINE_LIMIT,
            )
        except OSError as error:
            logger.error("a worker cannot be started: %s", error)
            self._n_starting -= 1
            self._n_failed_starts += 1
            self._hand_out()
            return
        self._n_starting -= 1
        worker = _Worker(process)
        self._workers.append(worker)
        if self._is_closed:
            self._kill_for_good(worker)
        self._later(worker, SECONDS_TO_START, partial(self._kill_unless_ready, worker))
        assert process.stdout is not None
        with suppress(ValueError, OSError):  # a line that is too long, a pipe that broke
            async for line in process.stdout:
                self._heard(worker, line)
        if worker.pid is None and not worker.is_ending:
            self._n_failed_starts += 1
        worker.is_ending = True
        with suppress(TimeoutError):  # one that is about to end shall tell how
            await asyncio.wait_for(process.wait(), SECONDS_TO_END)
        self._kill_for_good(worker)  # it may have closed its output and live on
        returncode = await process.wait()
        self._ended(worker, returncode)

    def _heard(self, worker: _Worker, line: bytes) -> None:
        try:
            message = json.loads(line)
        except ValueError:
            return  # half a line of a process that was killed
        if "ready" in message:
            worker.pid = message["ready"]
            self._n_failed_starts = 0
            self._hand_out()
            return
        if "gone" in message:
            self._gone(worker, message["gone"])
            self._hand_out()
            return
        entry = worker.entry
        if entry is None or message.get("id") != entry.number:
            return
        if "progress" in message:
            entry.progress = Progress(**message["progress"])
            self._on_change()
            return
        worker.n_explorations = message.get("explorations", 0)
        self._release(worker)
        if "failed" in message:
            self._fail(entry, message["failed"])
        elif "cancelled" in message:
            if not self._wait_again(entry):
                self._fail(entry, "the worker gave it up")  # heard by nobody if it was dropped
        else:
            self._forget(entry)
            if not entry.future.done():
                entry.future.set_result(message["result"])
        self._hand_out()

    def _gone(self, worker: _Worker, returncode: int) -> None:
        """Say to whoever waits for the one that worked that it has ended."""
        entry = worker.entry
        self._n_explorations_before += worker.n_explorations
        worker.n_explorations = 0
        worker.pid = None
        worker.group = ""
        self._release(worker)
        if entry is not None and not self._wait_again(entry):
            self._fail(entry, f"the worker process {_ending(returncode)}")

    def _ended(self, worker: _Worker, returncode: int) -> None:
        """Replace a worker that will fork no other."""
        self._gone(worker, returncode)
        self._workers.remove(worker)
        if not self._is_closed:
            self._hand_out()
            if self._n_failed_starts < MOST_FAILED_STARTS:
                self.warm_up()

    def _wait_again(self, entry: _Entry) -> bool:
        """Let a job that had to give way wait for a worker; gives whether it had to."""
        if not entry.is_put_back:
            return False
        entry.is_put_back, entry.progress = False, None
        # What was said about the first try must not be taken for the second.
        entry.number = next(self._numbers)
        return True

    def _release(self, worker: _Worker) -> None:
        worker.entry = None
        worker.is_stopping = False
        for timer in worker.timers:
            timer.cancel()
        worker.timers.clear()

    def _forget(self, entry: _Entry) -> None:
        """Take an entry out, but not one of the same key that came after it was dropped."""
        if self._entries.get(entry.job.key) is entry:
            del self._entries[entry.job.key]

    def _fail(self, entry: _Entry, reason: str) -> None:
        self._forget(entry)
        if not entry.future.done():
            entry.future.set_exception(JobFailed(reason))
            entry.future.exception()
        self._on_change()

    def _later(self, worker: _Worker, seconds: float, act: Callable[[], object]) -> None:
        worker.timers.append(asyncio.get_running_loop().call_later(seconds, act))

    def _send(self, worker: _Worker, message: dict[str, Any]) -> None:
        assert worker.process.stdin is not None
        with suppress(OSError, RuntimeError):
            worker.process.stdin.write(json.dumps(message).encode() + b"\n")

    def _kill_unless_ready(self, worker: _Worker) -> None:
        if worker.pid is None:
            self._kill_for_good(worker)

    def _kill(self, worker: _Worker) -> None:
        """Kill the one that works; another will be forked."""
        if worker.pid is not None and hasattr(os, "killpg"):
            _kill_group(worker.pid)
        else:
            self._kill_for_good(worker)

    def _kill_for_good(self, worker: _Worker) -> None:
        """Kill the one that works and the one that would fork another."""
        worker.is_ending = True
        if worker.process.stdin is not None:
            worker.process.stdin.close()  # one that was just forked learns of it by this
        if worker.pid is not None and hasattr(os, "killpg"):
            _kill_group(worker.pid)
        if worker.process.returncode is None:  # else its number may be somebody else's
            with suppress(ProcessLookupError):
                worker.process.kill()


def _kill_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _ending(returncode: int) -> str:
    if returncode < 0:
        try:
            name = signal.Signals(-returncode).name
        except ValueError:
            name = f"signal {-returncode}"
        return f"was ended by {name}"
    return f"ended with exit code {returncode}"

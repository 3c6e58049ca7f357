"""Keep what is known about files up to date: load after an edit, ask what changed.

Place: lsp/. `session` tells of changes, and handlers ask for single answers. One task per
file; a newer edit cancels it, and with it the work of the workers. Questions whose digest
is what it was are not asked again, so an edit of a comment causes no exploration, and an
edit of a class only those of the questions that reach it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from heapwright.editor.diagnostics import takes_part
from heapwright.editor.knowledge import (
    Knowledge,
    Loaded,
    Question,
    Status,
    doubted,
    with_failure,
    with_loaded,
    with_report,
    with_status,
)
from heapwright.editor.report import Report, gave_up
from heapwright.editor.work import Task
from heapwright.lsp.jobs import Job, JobFailed, Jobs, JobStopped, Key
from heapwright.workspace.snapshot import Document
from heapwright.workspace.wire import read, written

if TYPE_CHECKING:
    from heapwright.lsp.session import Session

SECONDS_TO_LOAD = 60.0
STOPPED = "it was cancelled; it is asked again when the text changes, or on request"

# Priorities: what somebody waits for, then open documents, then the rest.
WANTED, OPEN, IDLE = 0, 10, 20


class Checking:
    """Which files are being looked at, and the jobs of that."""

    def __init__(self, session: Session, jobs: Jobs) -> None:
        self.session = session
        self.jobs = jobs
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._others: asyncio.Task[None] | None = None
        self._again: set[tuple[str, str]] = set()  # path and name of what was doubted

    # --- Files -------------------------------------------------------------------------

    def check(self, path: str, delay: float) -> None:
        """Look at a file again, and at open files that read it; older work on them ends."""
        for name in (path, *self._readers_of(path)):
            self._forget(name)
            document = self.session.snapshot.documents.get(name)
            if document is None or not takes_part(document):
                continue
            self._tasks[name] = asyncio.ensure_future(self._check(name, delay, OPEN))

    def is_checking(self, path: str) -> bool:
        """Say whether a file is being looked at."""
        task = self._tasks.get(path)
        return task is not None and not task.done()

    def stop(self, path: str) -> None:
        """Stop looking at a file."""
        self._forget(path)

    def stop_all(self) -> int:
        """Stop all questions because somebody said so; gives how many there were."""
        return self.jobs.stop(lambda key: True)

    def ask_again(self, path: str, names: Iterable[str]) -> None:
        """Ask questions again, also those that were given up."""
        wanted = tuple(names)
        self._forget(path)
        self._again.update((path, name) for name in wanted)
        self.session.learn(path, doubted(self.session.known(path), wanted))
        self._tasks[path] = asyncio.ensure_future(self._check(path, 0.0, OPEN))

    def check_workspace(self) -> None:
        """Look at the files that nobody has open, when there is nothing better to do."""
        if self._others is not None:
            self._others.cancel()
        if self.session.settings.checks_workspace and self.session.folders:
            self._others = asyncio.ensure_future(self._check_workspace())

    async def close(self) -> None:
        """End all tasks."""
        tasks = [*self._tasks.values(), *([self._others] if self._others else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self, path: str) -> None:
        task = self._tasks.pop(path, None)
        if task is not None:
            task.cancel()

    def _readers_of(self, path: str) -> list[str]:
        return [
            name
            for name in self.session.snapshot.documents
            if name != path and path in self.session.known(name).loaded.others
        ]

    # --- One file ------------------------------------------------------------------------

    async def _check(self, path: str, delay: float, priority: int) -> None:
        await asyncio.sleep(delay)
        session = self.session
        document = session.snapshot.file(path)
        if not isinstance(document, Document):
            return
        try:
            loaded = await self._load(document, priority)
        except JobFailed as failure:
            session.learn(path, with_failure(session.known(path), str(failure)))
            return
        except JobStopped:
            return
        knowledge = with_loaded(session.known(path), loaded)
        asked = []
        for question in loaded.questions:
            if question.left_out is not None:
                knowledge = with_report(knowledge, _left_out(question))
            elif knowledge.known(question.name).status is not Status.DONE:
                asked.append(question)
        knowledge = with_status(knowledge, [q.name for q in asked], Status.QUEUED)
        session.learn(path, knowledge)
        await asyncio.gather(*(self._ask(path, question, priority) for question in asked))

    async def _load(self, document: Document, priority: int) -> Loaded:
        key = ("load", document.path, str(document.version), str(hash(document.text)))
        message = {"do": "load", "task": self._task(document, "")}
        return read(Loaded, await self.jobs.run(Job(key, message, priority, SECONDS_TO_LOAD)))

    async def _ask(self, path: str, question: Question, priority: int) -> None:
        session = self.session
        document = session.snapshot.file(path)
        if not isinstance(document, Document):
            return
        try:
            data = await self.jobs.run(self._question_job(document, question.name, priority))
            report = read(Report, data)
        except JobFailed as failure:
            report = _gave_up(session.known(path), question, str(failure))
        except JobStopped:
            report = _gave_up(session.known(path), question, STOPPED)
        session.learn(path, with_report(session.known(path), report))

    # --- One answer, because somebody waits for it ------------------------------------------

    async def report(self, document: Document, name: str) -> Report:
        """Give the answer to a question of the current text; raises `JobFailed`, `JobStopped`.

        Cancelling this stops the work on the question, also where it was going on anyway.
        """
        known = self.session.known(document.path).known(name)
        if known.status is Status.DONE and known.report is not None:
            return known.report
        job = self._question_job(document, name, WANTED)
        try:
            return read(Report, await self.jobs.run(job))
        except asyncio.CancelledError:
            self.jobs.stop(lambda key: key == job.key)
            raise

    async def loaded(self, document: Document) -> Knowledge:
        """Give what is known about the current text; raises `JobFailed`, `JobStopped`."""
        known = self.session.known(document.path)
        if known.is_loaded:
            return known
        return with_loaded(known, await self._load(document, WANTED))

    async def drawn(self, document: Document, kind: str, name: str, heap: str = "pose") -> Any:  # noqa: ANN401
        """Give the data of a heap, a graph or paths; raises `JobFailed`, `JobStopped`.

        A heap is drawn after its question was answered, so that nothing is explored twice.
        """
        if kind == "heap":
            await self.report(document, name)
        key = (kind, document.path, name, str(document.version), heap)
        message = {"do": kind, "task": self._task(document, name, heap=heap)}
        return await self.jobs.run(Job(key, message, WANTED, self.session.settings.seconds))

    def _question_job(self, document: Document, name: str, priority: int) -> Job:
        path = document.path

        def started() -> None:
            session = self.session
            if session.known(path).question(name) is not None:
                session.learn(path, with_status(session.known(path), [name], Status.RUNNING))

        key: Key = ("answer", path, name, str(document.version))
        is_again = (path, name) in self._again
        self._again.discard((path, name))
        message = {"do": "answer", "task": self._task(document, name, is_again=is_again)}
        return Job(key, message, priority, self.session.settings.seconds, started)

    def _task(
        self, document: Document, name: str, *, is_again: bool = False, heap: str = "pose"
    ) -> Any:  # noqa: ANN401 - JSON
        texts = {path: d.text for path, d in self.session.snapshot.documents.items()}
        settings = self.session.settings.of_questions
        task = Task(document.path, document.language, texts, settings, name, is_again, heap)
        return written(task)

    # --- Files that are not open -----------------------------------------------------------

    async def _check_workspace(self) -> None:
        session = self.session
        await asyncio.sleep(session.settings.delay)
        message = {"do": "files", "folders": list(session.folders)}
        try:
            paths = await self.jobs.run(Job(("files", *session.folders), message, IDLE))
        except (JobFailed, JobStopped):
            return
        for path in paths:
            if path not in session.snapshot.documents:
                await self._check(path, 0.0, IDLE)


def _left_out(question: Question) -> Report:
    return Report(question.name, question.kind, question.digest, "unknown", str(question.left_out))


def _gave_up(knowledge: Knowledge, question: Question, reason: str) -> Report:
    place = knowledge.question(question.name) or question
    return gave_up(question.name, question.kind, question.digest, place.span, reason)

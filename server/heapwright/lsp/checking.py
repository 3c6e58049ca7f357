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

from heapwright.editor.known.knowledge import (
    Knowledge,
    Loaded,
    Question,
    Status,
    Survey,
    doubted,
    with_failure,
    with_loaded,
    with_report,
    with_status,
    with_survey,
)
from heapwright.editor.known.report import Report, gave_up
from heapwright.editor.work.search import Search
from heapwright.editor.work.task import Task
from heapwright.lsp.jobs import BACKGROUND, URGENT, Job, JobFailed, Jobs, JobStopped, Key
from heapwright.workspace.ours import takes_part
from heapwright.workspace.snapshot import Document, Unreadable
from heapwright.workspace.wire import read, written

if TYPE_CHECKING:
    from heapwright.lsp.session import Session

SECONDS_TO_LOAD = 60.0
SECONDS_TO_SURVEY = 30.0
STOPPED = "it was cancelled; it is asked again when the text changes, or on request"

# Priorities: what somebody waits for, then open documents, then the rest.
WANTED, OPEN, SURVEY, IDLE = URGENT, 10, BACKGROUND, BACKGROUND + 10


class Checking:
    """Which files are being looked at, and the jobs of that."""

    def __init__(self, session: Session, jobs: Jobs) -> None:
        self.session = session
        self.jobs = jobs
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._surveys: dict[str, asyncio.Task[None]] = {}
        self._others: asyncio.Task[None] | None = None
        self._again: set[tuple[str, str]] = set()  # path and name of what was doubted
        self._n_searches = 0
        self._n_stops = 0  # how often somebody stopped everything

    # --- Files -------------------------------------------------------------------------

    def check(self, path: str, delay: float) -> None:
        """Look at a file again, and at open files that read it; older work on them ends."""
        for name in (path, *self._readers_of(path)):
            self._forget(name)
            document = self.session.snapshot.documents.get(name)
            if document is None or not takes_part(document, self.session.folders):
                continue
            self._tasks[name] = self._begin(name, delay)

    def is_checking(self, path: str) -> bool:
        """Say whether a file is being looked at."""
        task = self._tasks.get(path)
        return task is not None and not task.done()

    def stop(self, path: str) -> None:
        """Stop looking at a file."""
        self._forget(path)

    def stop_all(self) -> int:
        """Stop all questions because somebody said so; gives how many there were.

        What is about to be asked is not: a request to run that came just before has no job yet.
        Texts are still read to the end, so that it is known which questions were given up.
        """
        self._n_stops += 1
        return self.jobs.stop(lambda key: key[0] != "load")

    def ask_again(self, path: str, names: Iterable[str]) -> None:
        """Ask questions again, also those that were given up."""
        wanted = tuple(names)
        self._forget(path)
        self._again.update((path, name) for name in wanted)
        self.session.learn(path, doubted(self.session.known(path), wanted))
        self._tasks[path] = self._begin(path, 0.0)

    def check_workspace(self) -> None:
        """Look at the files that nobody has open, when there is nothing better to do."""
        if self._others is not None:
            self._others.cancel()
        if self.session.settings.checks_workspace and self.session.folders:
            self._others = asyncio.ensure_future(self._check_workspace())

    async def close(self) -> None:
        """End all tasks."""
        tasks = [*self._tasks.values(), *self._surveys.values()]
        tasks += [self._others] if self._others else []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self, path: str) -> None:
        task = self._tasks.pop(path, None)
        if task is not None:
            task.cancel()
        self._forget_survey(path)

    def _readers_of(self, path: str) -> list[str]:
        return [
            name
            for name in self.session.snapshot.documents
            if name != path and path in self.session.known(name).loaded.others
        ]

    # --- One file ------------------------------------------------------------------------

    def _begin(self, path: str, delay: float) -> asyncio.Task[None]:
        return asyncio.ensure_future(self._check(path, delay, OPEN, self._n_stops))

    async def _check(self, path: str, delay: float, priority: int, n_stops: int) -> None:
        await asyncio.sleep(delay)
        session = self.session
        # Reading and parsing a file that is not open must not keep the client waiting.
        document: Document | Unreadable | None = session.snapshot.documents.get(path)
        if document is None:
            document = await asyncio.to_thread(session.snapshot.file, path)
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
        if self._n_stops != n_stops:
            for question in asked:
                knowledge = with_report(knowledge, _gave_up(knowledge, question, STOPPED))
            session.learn(path, knowledge)
            return
        knowledge = with_status(knowledge, [q.name for q in asked], Status.QUEUED)
        session.learn(path, knowledge)
        await asyncio.gather(*(self._ask(path, question, priority) for question in asked))
        if self._n_stops == n_stops:
            self.survey(path)

    async def _load(self, document: Document, priority: int) -> Loaded:
        key = ("load", document.path, str(document.version), str(hash(document.text)))
        message = {"do": "load", "task": written(self.task(document))}
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

    # --- Branches, when all else is done ------------------------------------------------------

    def survey(self, path: str) -> None:
        """Look at the branches of an open document, if nothing is known about them yet."""
        self._forget_survey(path)
        knowledge = self.session.known(path)
        is_open = path in self.session.snapshot.documents
        is_known = knowledge.is_surveyed or knowledge.loaded.branches is None
        if is_open and knowledge.is_loaded and not is_known and self.session.settings.surveys:
            self._surveys[path] = asyncio.ensure_future(self._survey(path))

    async def _survey(self, path: str) -> None:
        session = self.session
        document = session.snapshot.documents[path]
        key = ("survey", path, str(document.version))
        message = {"do": "survey", "task": written(self.task(document))}
        try:
            found = read(Survey, await self.jobs.run(Job(key, message, SURVEY, SECONDS_TO_SURVEY)))
        except (JobFailed, JobStopped):
            # Nothing is shown, and nothing is tried again until the text changes.
            found = Survey(session.known(path).loaded.branches or "")
        session.learn(path, with_survey(session.known(path), found))
        session.work.refresh()

    def _forget_survey(self, path: str) -> None:
        task = self._surveys.pop(path, None)
        if task is not None:
            task.cancel()

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
        message = {"do": kind, "task": written(self.task(document, name, heap=heap))}
        return await self.jobs.run(Job(key, message, WANTED, self._seconds(document)))

    async def searched(self, kind: str, search: Search) -> Any:  # noqa: ANN401 - the worker's JSON
        """Give what a search found; raises `JobFailed`, `JobStopped`."""
        self._n_searches += 1
        message = {"do": kind, "search": written(search)}
        return await self.jobs.run(Job((kind, str(self._n_searches)), message, WANTED))

    def task(
        self,
        document: Document | None,
        name: str = "",
        *,
        is_again: bool = False,
        heap: str = "pose",
    ) -> Task:
        """Describe the texts as the editor has them, with the document that a job is about."""
        texts = {path: d.text for path, d in self.session.snapshot.documents.items()}
        settings = self.session.settings.of_questions
        path, language = ("", "") if document is None else (document.path, document.language.name)
        is_trusted = self.session.client.trusts_workspace
        return Task(path, language, texts, settings, name, is_again, heap, is_trusted)

    def _question_job(self, document: Document, name: str, priority: int) -> Job:
        path = document.path

        def started() -> None:
            session = self.session
            if session.known(path).question(name) is not None:
                session.learn(path, with_status(session.known(path), [name], Status.RUNNING))

        key: Key = ("answer", path, name, str(document.version))
        is_again = (path, name) in self._again
        self._again.discard((path, name))
        message = {"do": "answer", "task": written(self.task(document, name, is_again=is_again))}
        question = self.session.known(path).question(name)
        group = "" if question is None else question.graph
        return Job(key, message, priority, self._seconds(document), started, group)

    def _seconds(self, document: Document) -> float:
        """Give the time limit of a question, by the settings of editor and project."""
        return max(self.session.settings.seconds, self.session.known(document.path).loaded.seconds)

    # --- Files that are not open -----------------------------------------------------------

    async def _check_workspace(self) -> None:
        session, n_stops = self.session, self._n_stops
        await asyncio.sleep(session.settings.delay)
        message = {"do": "files", "folders": list(session.folders)}
        try:
            paths = await self.jobs.run(Job(("files", *session.folders), message, IDLE))
        except (JobFailed, JobStopped):
            return
        for path in paths:
            is_open = path in session.snapshot.documents
            if self._n_stops != n_stops:
                return
            if not is_open and not session.known(path).is_current:
                await self._check(path, 0.0, IDLE, n_stops)


def _left_out(question: Question) -> Report:
    return Report(question.name, question.kind, question.digest, "unknown", str(question.left_out))


def _gave_up(knowledge: Knowledge, question: Question, reason: str) -> Report:
    place = knowledge.question(question.name) or question
    return gave_up(question.name, question.kind, question.digest, place.span, reason)

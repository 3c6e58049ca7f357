"""What is known about one file, in offsets of its current text.

Place: editor/known/. The server keeps one per file and replaces it as a whole: an edit moves
everything (`moved`), a worker's findings replace what they are about (`with_loaded`,
`with_report`). Nothing is ever dropped because of an edit: what may no longer be true is
marked outdated until somebody knows better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import TypeAlias

from heapwright.editor.known.report import Report
from heapwright.problems import Problem, Related
from heapwright.records import dataclass, field, replace
from heapwright.text.span import Span

_Move: TypeAlias = Callable[[Span], Span]


class Status(Enum):
    """How far a question is; DONE shows as the verdict."""

    OUTDATED = "outdated"
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a file; `digest` covers all that its answer depends on."""

    name: str
    kind: str  # "spec", "invariant", or "structure" for the HEX formulas of a class
    span: Span  # of the name
    whole: Span
    digest: str
    left_out: str | None = None  # why it cannot be asked
    graph: str = ""  # digest of the graph that it is asked of


@dataclass(frozen=True, slots=True)
class Place:
    """A class or a method of a file."""

    name: str
    span: Span
    whole: Span
    is_tested: bool = True  # whether tests can be generated for it by its name


@dataclass(frozen=True, slots=True)
class Survey:
    """What is known about the branches of a file; `digest` covers all that it depends on."""

    digest: str
    problems: tuple[Problem, ...] = ()  # one for each place that is dead
    titles: Mapping[str, str] = field(default_factory=dict)  # by method: `5/7 branches reachable`


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a worker finds out about a file without exploring anything."""

    problems: tuple[Problem, ...]  # of names and types; not those of the syntax
    questions: tuple[Question, ...]
    classes: tuple[Place, ...]
    methods: tuple[Place, ...]
    # The files that it includes or imports, or that may have settings for it, by path: when
    # they were written last and how long they are; None for those looked for in vain.
    others: Mapping[str, tuple[int, int] | None]
    seconds: float = 0.0  # the time limit of a question
    branches: str | None = None  # digest for a survey of the branches; None if it cannot be made


@dataclass(frozen=True, slots=True)
class Known:
    """The last report on a question, and whether it is still true."""

    status: Status
    report: Report | None = None

    @property
    def shown_status(self) -> str:
        """Give the word for people: the verdict once there is one."""
        if self.status is Status.DONE:
            return "outdated" if self.report is None else self.report.verdict
        return str(self.status.value)


UNASKED = Known(Status.OUTDATED)
NOTHING_LOADED = Loaded((), (), (), (), {})


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All that is known about a file."""

    loaded: Loaded = NOTHING_LOADED
    is_loaded: bool = False  # whether `loaded` is about the current text
    failure: str | None = None  # why the file could not be loaded
    answers: Mapping[str, Known] = field(default_factory=lambda: MappingProxyType({}))
    survey: Survey | None = None
    is_surveyed: bool = False  # whether `survey` is about the current text

    @property
    def is_current(self) -> bool:
        """Whether everything here is about the current text, and nothing is still asked."""
        if self.failure is not None:
            return True
        return self.is_loaded and all(
            self.known(question.name).status is Status.DONE for question in self.loaded.questions
        )

    def known(self, name: str) -> Known:
        """Give what is known about a question."""
        return self.answers.get(name, UNASKED)

    def question(self, name: str) -> Question | None:
        """Give the question of that name."""
        return next((q for q in self.loaded.questions if q.name == name), None)


NOTHING = Knowledge()


def moved(knowledge: Knowledge, start: int, end: int, length: int, *, harmless: bool) -> Knowledge:
    """Say the same of the text in which `start … end` became `length` characters.

    A harmless edit changes no code, so what is known stays true; any other makes it
    outdated, and what was being asked is asked in vain.
    """
    growth = length - (end - start)

    def move(span: Span) -> Span:
        return moved_span(span, start, end, growth)

    loaded = knowledge.loaded
    fresh = replace(
        loaded,
        problems=tuple(_moved_problem(problem, move) for problem in loaded.problems),
        questions=tuple(
            replace(q, span=move(q.span), whole=move(q.whole)) for q in loaded.questions
        ),
        classes=tuple(replace(p, span=move(p.span), whole=move(p.whole)) for p in loaded.classes),
        methods=tuple(replace(p, span=move(p.span), whole=move(p.whole)) for p in loaded.methods),
    )
    answers = {
        name: Known(
            known.status if harmless else Status.OUTDATED,
            known.report and _moved_report(known.report, move),
        )
        for name, known in knowledge.answers.items()
    }
    return replace(
        knowledge,
        loaded=fresh,
        is_loaded=knowledge.is_loaded and harmless,
        answers=MappingProxyType(answers),
        failure=knowledge.failure if harmless else None,
        survey=knowledge.survey and _moved_survey(knowledge.survey, move),
        is_surveyed=knowledge.is_surveyed and harmless,
    )


def moved_span(span: Span, start: int, end: int, growth: int) -> Span:
    """Move a span with an edit; text inserted at its border stays outside."""

    def before(offset: int) -> int:  # for the start of a span
        return offset if offset < start else max(offset, end) + growth

    def after(offset: int) -> int:  # for its end
        return offset if offset <= start else max(offset, end) + growth

    first = before(span.start)
    return Span(first, max(first, after(span.end)))


def with_loaded(knowledge: Knowledge, loaded: Loaded) -> Knowledge:
    """Take what a worker found out about the current text.

    A report whose question has the digest that it had is as true as it was.
    """
    answers = {}
    for question in loaded.questions:
        known = knowledge.known(question.name)
        is_true = known.report is not None and known.report.digest == question.digest
        answers[question.name] = Known(Status.DONE if is_true else Status.OUTDATED, known.report)
    # Nothing is claimed about the branches of a broken text.
    survey = None if loaded.branches is None else knowledge.survey
    is_surveyed = survey is not None and survey.digest == loaded.branches
    return Knowledge(loaded, True, None, MappingProxyType(answers), survey, is_surveyed)


def doubted(knowledge: Knowledge, names: Iterable[str]) -> Knowledge:
    """Take that these questions shall be asked again, whatever was found before."""
    answers = dict(knowledge.answers)
    for name in names:
        report = knowledge.known(name).report
        answers[name] = Known(Status.OUTDATED, report and replace(report, digest="doubted"))
    return replace(knowledge, is_loaded=False, failure=None, answers=MappingProxyType(answers))


def with_failure(knowledge: Knowledge, reason: str) -> Knowledge:
    """Take that the file could not be loaded; what was known stays, outdated."""
    return replace(knowledge, failure=reason)


def with_status(knowledge: Knowledge, names: Iterable[str], status: Status) -> Knowledge:
    """Take that these questions are queued or being asked."""
    answers = dict(knowledge.answers)
    for name in names:
        answers[name] = replace(knowledge.known(name), status=status)
    return replace(knowledge, answers=MappingProxyType(answers))


def with_report(knowledge: Knowledge, report: Report) -> Knowledge:
    """Take the answer to a question of the current text."""
    answers = {**knowledge.answers, report.name: Known(Status.DONE, report)}
    return replace(knowledge, answers=MappingProxyType(answers))


def with_survey(knowledge: Knowledge, survey: Survey) -> Knowledge:
    """Take what was found out about the branches of the current text."""
    return replace(knowledge, survey=survey, is_surveyed=True)


def without_survey(knowledge: Knowledge) -> Knowledge:
    """Take that nobody wants to know about branches."""
    return replace(knowledge, survey=None, is_surveyed=False)


def _moved_survey(survey: Survey, move: _Move) -> Survey:
    return replace(survey, problems=tuple(_moved_problem(p, move) for p in survey.problems))


def _moved_report(report: Report, move: _Move) -> Report:
    if report.problem is None:
        return report
    return replace(report, problem=_moved_problem(report.problem, move))


def _moved_problem(problem: Problem, move: _Move) -> Problem:
    related = tuple(
        Related(place.message, move(place.span)) if place.path is None else place
        for place in problem.related
    )
    return replace(problem, span=move(problem.span), related=related)

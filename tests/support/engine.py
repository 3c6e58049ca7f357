"""Ask the engine about a tiny text, and run what it renders once more, from the text.

Place: tests/support. The boundary of the engine for tests: text goes in, a verdict in
words or statements come out. Whatever is found is parsed again as a `test` block and
run by the plain interpreter before a test sees it, so that no test can pass on
statements that do not work.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from heapwright.answers.calls.render import Rendered
from heapwright.answers.calls.verdict import (
    Contradiction,
    Found,
    NotFound,
    NotInSmaller,
    Nowhere,
    Undecided,
    Verdict,
)
from heapwright.answers.search.ask import (
    Answer,
    Effort,
    Explored,
    ask_invariant,
    ask_spec,
    explore_class,
)
from heapwright.ir.core.program import Function, Program, Role
from heapwright.limits import Limits
from heapwright.paths.plain.concrete import Outcome, Returned, run
from heapwright.problems import Severity
from heapwright.solver.answer import Solver
from heapwright.solver.chain import default_solver
from heapwright.text.source import Source
from heapwright.workspace.load import LoadedProgram, program_of
from support.expect import Expectation


def check_sequence(text: str, expectation: Expectation, **options: object) -> None:
    """Ask the last spec or invariant of a text; compare the statements that answer it."""
    question = last_question(loaded(text).program)
    answer = _asked(text, question, options)
    assert isinstance(answer.verdict, Found), verdict_text(answer.verdict)
    expectation.check(answer.verdict.rendered.code)


def check_verdict(text: str, expected: str, **options: object) -> None:
    """Ask the last spec or invariant of a text; compare the verdict in words."""
    question = last_question(loaded(text).program)
    actual = verdict_text(_asked(text, question, options).verdict)
    assert actual == expected, actual


def check_verdicts(text: str, expected: Mapping[str, str], **options: object) -> None:
    """Ask several specs or invariants of one text by name."""
    actual = {name: verdict_text(ask(text, name, **options).verdict) for name in expected}
    assert actual == dict(expected), actual


def ask(text: str, name: str, **options: object) -> Answer:
    """Ask the spec or `Class.invariant` of this name.

    Options: `scope` (a mapping from class to bound), `calls`, `solver`, `with_raising`.
    """
    return _asked(text, question_named(loaded(text).program, name), options)


def explore(text: str, class_name: str, **options: object) -> Explored:
    """Explore the heaps around a class; options as for `ask`."""
    return explore_class(loaded(text).program, _effort(options), class_name)


def verdict_text(verdict: Verdict) -> str:
    """Say a verdict in a few words, the way the tests write it."""
    match verdict:
        case Found(_, replayed):
            return f"found in {len(replayed.heaps)}"
        case Nowhere():
            return "nowhere"
        case NotInSmaller():
            return "not in smaller heaps"
        case Contradiction():
            return "contradiction"
        case NotFound(calls):
            return f"not found in {calls}"
        case Undecided(reason, further=further):
            return "; ".join((f"undecided: {reason}", *further))


def culprit_texts(text: str, name: str, **options: object) -> tuple[str, ...]:
    """Give the source text of the conjuncts that an unreachable spec is blamed on."""
    program = loaded(text)
    verdict = ask(text, name, **options).verdict
    assert isinstance(verdict, Nowhere), verdict_text(verdict)
    place = program.source_map.functions[name]
    spans = [place.site_span(site) for site in verdict.culprits]
    return tuple(text[span.start : span.end] for span in spans)


@lru_cache(maxsize=64)
def loaded(text: str) -> LoadedProgram:
    """Load a text in which nothing may be wrong; warnings are fine."""
    program = program_of(Source("test.tiny", text))
    mistakes = [
        f"{problem.message}: {text[problem.span.start : problem.span.end]}"
        for problem in program.problems["test.tiny"]
        if problem.severity is Severity.ERROR
    ]
    assert mistakes == [], mistakes
    return program


def question_named(program: Program, name: str) -> Function:
    """Find a spec, an invariant or a Boolean method by its qualified name."""
    every = [*program.functions, *(f for c in program.classes for f in c.functions)]
    return next(function for function in every if function.qualified_name == name)


def last_question(program: Program) -> Function:
    """Give the last spec, or without one the last invariant."""
    specs = [f for f in program.functions if f.role is Role.SPEC]
    invariants = [f for c in program.classes for f in c.functions if f.role is Role.INVARIANT]
    return (specs or invariants)[-1]


def run_again(text: str, rendered: Rendered, question: Function, *, wanted: bool) -> Outcome:
    """Parse the statements as a test that ends by asking the question, and run it."""
    answers = dict(rendered.arguments)
    if question.has_receiver:
        asked = f"{answers['this']}.{question.name}()"
    else:
        asked = f"{question.name}({', '.join(answers.values())})"
    # A question that throws is not satisfied.
    truth = asked if wanted else f"!(try {asked} catch false)"
    whole = f"{text}\ntest rendered_again {{\n{rendered.code}\nassert {truth};\n}}\n"
    return run(loaded(whole).program, "rendered_again", ())


def _asked(text: str, question: Function, options: Mapping[str, object]) -> Answer:
    program = loaded(text).program
    wanted = question.role is Role.SPEC
    answer = (ask_spec if wanted else ask_invariant)(program, _effort(options), question)
    if isinstance(answer.verdict, Found):
        rendered = answer.verdict.rendered
        if not any("." in argument for _, argument in rendered.arguments):
            outcome = run_again(text, rendered, question, wanted=wanted)
            assert isinstance(outcome, Returned), (rendered.code, outcome)
    return answer


def _effort(options: Mapping[str, object]) -> Effort:
    known = dict(options)
    scope = known.pop("scope", {})
    assert isinstance(scope, Mapping)
    calls = known.pop("calls", None)
    assert calls is None or isinstance(calls, int)
    solver: Solver = known.pop("solver", None) or default_solver()  # type: ignore[assignment]
    with_raising = bool(known.pop("with_raising", False))
    assert not known, known
    limits = Limits(calls=calls, objects=tuple(scope.items()))
    return Effort(solver, limits, with_raising=with_raising)

"""Ask the engine about a Python text, and run what it renders with real CPython.

Place: tests/support. The boundary for tests about annotated Python: text goes in, a
verdict in words or statements come out. Whatever is found is executed by CPython before a
test sees it, so that no test can pass on statements that do not work.
"""

from __future__ import annotations

import runpy
import tempfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from textwrap import wrap

from heapwright.answers.calls.render import test_text
from heapwright.answers.calls.verdict import Found
from heapwright.answers.search.ask import Answer, Effort, ask_invariant, ask_spec
from heapwright.ir.checks.validate import validate
from heapwright.ir.core.program import Function, Role
from heapwright.limits import Limits
from heapwright.problems import Severity
from heapwright.solver.chain import default_solver
from heapwright.text.source import Source
from heapwright.workspace.load import LoadedProgram, program_of
from support.engine import last_question, question_named, verdict_text
from support.expect import Expectation

PATH = "module.py"
PRELUDE = (
    "import asyncio\nimport collections\nimport contextlib\nimport decimal\n"
    "from heapwright import invariant, scope, spec, structure\n"
)


def check_python_sequence(text: str, expectation: Expectation, **options: object) -> None:
    """Ask the last spec or invariant of a text; compare the statements that answer it."""
    answer = ask_python(text, None, **options)
    assert isinstance(answer.verdict, Found), verdict_text(answer.verdict)
    expectation.check(answer.verdict.rendered.code)


def check_python_test(text: str, expectation: Expectation) -> None:
    """Ask the last spec; compare the pytest function that answers it."""
    answer = ask_python(text, None)
    assert isinstance(answer.verdict, Found), verdict_text(answer.verdict)
    program = loaded_python(text).program
    expectation.check(test_text(program, last_question(program), answer.verdict.rendered))


def check_python_verdicts(text: str, expected: Mapping[str, str], **options: object) -> None:
    """Ask several specs or invariants of one text by name."""
    actual = {name: verdict_text(ask_python(text, name, **options).verdict) for name in expected}
    assert actual == dict(expected), actual


def check_python_problems(text: str, expectation: Expectation) -> None:
    """Compare the problems of a text: code, severity, what it is about; below, the message."""
    loaded = program_of(Source(PATH, text), "python")
    assert validate(loaded.program) == ()
    lines = []
    for problem in loaded.problems[PATH]:
        marked = text[problem.span.start : problem.span.end].split("\n")[0]
        lines.append(f"{problem.code} {problem.severity.value} at `{marked}`")
        lines += [f"    {line}" for line in wrap(problem.message, 72)]
    expectation.check("\n".join(lines))


def ask_python(text: str, name: str | None, **options: object) -> Answer:
    """Ask the spec or `Class.invariant` of this name, or the last one.

    Options: `scope` (a mapping from class to bound), `calls`, `with_raising`.
    """
    loaded = loaded_python(text)
    program = loaded.program
    question = last_question(program) if name is None else question_named(program, name)
    scope = options.get("scope", {})
    assert isinstance(scope, dict)
    calls = options.get("calls")
    assert calls is None or isinstance(calls, int)
    effort = Effort(
        solver=default_solver(),
        limits=Limits(calls=calls, objects=tuple(sorted(scope.items()))),
        with_raising=bool(options.get("with_raising", False)),
    )
    is_spec = question.role is Role.SPEC
    answer = (ask_spec if is_spec else ask_invariant)(program, effort, question)
    if isinstance(answer.verdict, Found):
        run_with_cpython(text, question, answer.verdict)
    return answer


@lru_cache(maxsize=32)
def loaded_python(text: str) -> LoadedProgram:
    """Load a text that is Python, and whose program keeps the rules of the IR."""
    loaded = program_of(Source(PATH, text), "python")
    mistakes = [p.message for p in loaded.problems[PATH] if p.severity is Severity.ERROR]
    assert mistakes == [], mistakes
    assert validate(loaded.program) == ()
    return loaded


def run_with_cpython(text: str, question: Function, found: Found) -> None:
    """Execute the module, the statements and the question; the question must be answered."""
    arguments = [argument for _, argument in found.rendered.arguments]
    if question.has_receiver:
        asked = f"{arguments[0]}.{question.name}()"
    else:
        asked = f"{question.name}({', '.join(arguments)})"
    wanted = question.role is Role.SPEC
    lines = [
        text,
        PRELUDE,
        # A text may have a class of this name.
        "import datetime" if "datetime." in found.rendered.code else "",
        found.rendered.code,
        "try:",
        f"    answer = bool({asked})",
        "except Exception:",
        "    answer = False",
    ]
    header = "" if "from __future__" in text else PRELUDE
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / PATH
        path.write_text(header + "\n".join(lines) + "\n", encoding="utf-8")
        names = runpy.run_path(str(path))
    assert names["answer"] is wanted, found.rendered.code

"""The specs of `./dev bench peers`: enough of each kind, and heapwright answers all of them."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from cli.test_commands import run_json
from peers_parts.growth import FAMILIES, family
from peers_parts.questions import CATEGORIES, Question, class_text, client_calls, questions

QUESTIONS = questions()
FILES = sorted({question.file for question in QUESTIONS})
SCRIPT = (
    "from {module} import *\nfrom {file} import *\n{imports}\n{code}\nassert {name}({arguments})\n"
)


def of_file(file: str) -> list[Question]:
    return [question for question in QUESTIONS if question.file == file]


def test_there_are_enough_specs_of_every_category_and_class() -> None:
    assert len(QUESTIONS) >= 45
    assert len({question.classes[0] for question in QUESTIONS}) >= 11
    counts = Counter(question.category for question in QUESTIONS)
    assert set(counts) == set(CATEGORIES)
    assert min(counts.values()) >= 7


def test_every_spec_of_a_file_is_a_question() -> None:
    for file in FILES:
        asked = of_file(file)
        assert len(asked) == asked[0].text.count("@spec\n"), file


def test_what_cannot_be_reached_is_its_own_category() -> None:
    for question in QUESTIONS:
        assert (question.category == "unreachable") == (question.expected == "unreachable")


@pytest.mark.parametrize("file", FILES)
def test_heapwright_has_the_expected_verdicts_and_its_calls_run_in_cpython(
    file: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    check_answers(of_file(file), capsys, tmp_path)


@pytest.mark.parametrize("name", FAMILIES)
def test_heapwright_answers_the_growing_specs(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    check_answers(family(name)[:3], capsys, tmp_path)


def check_answers(
    asked: Sequence[Question], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Ask each question as the benchmark does, and run all that was found in one process."""
    scripts = []
    for question in asked:
        (tmp_path / f"{question.module}.py").write_text(class_text(question), encoding="utf-8")
        path = tmp_path / f"{question.file}.py"
        path.write_text(question.text, encoding="utf-8")
        _, told = run_json(capsys, "synth", f"{path}::{question.name}", "--no-cache")
        assert told["verdict"] == question.expected, (question.label, told["reason"])
        if told["verdict"] == "reachable":
            scripts.append(
                SCRIPT.format(
                    module=question.module,
                    file=question.file,
                    name=question.name,
                    imports="\n".join(told["imports"]),
                    code=told["code"],
                    arguments=", ".join(told["arguments"].values()),
                )
            )
    runner = "".join(f"exec(compile({one!r}, 'sequence', 'exec'), {{}})\n" for one in scripts)
    (tmp_path / "run.py").write_text(runner, encoding="utf-8")
    subprocess.run([sys.executable, "run.py"], cwd=tmp_path, check=True, timeout=120)


@pytest.mark.parametrize("file", FILES)
def test_the_stub_names_calls_that_the_class_has(file: str) -> None:
    question = of_file(file)[0]
    module = ModuleType(question.module)
    sys.modules[question.module] = module  # dataclasses look their module up
    try:
        exec(class_text(question), vars(module))  # noqa: S102 - it is one of our own examples
    finally:
        del sys.modules[question.module]
    for call in question.calls:
        function = getattr(getattr(module, call.owner), call.name or "__init__")
        names = [name for name in inspect.signature(function).parameters if name != "self"]
        given = [parameter.name for parameter in call.parameters]
        assert names[: len(given)] == given, call


def test_a_stub_tells_types_ranges_and_results() -> None:
    make, union, tail = client_calls(
        "class Sets:\n"
        '    def __init__(self, size: Annotated[int, "1..3"]) -> None: ...\n'
        '    def union(self, other: Sets | None, n: Annotated[int, "0.."]) -> bool: ...\n'
        "    @staticmethod\n"
        "    def tail() -> Sets | None: ...\n"
    )
    assert (make.gives, make.parameters[0].low, make.parameters[0].high) == ("Sets", 1, 3)
    assert [parameter.kind for parameter in union.parameters] == ["Sets", "int"]
    assert (union.gives, union.has_receiver) == (None, True)
    assert (tail.gives, tail.has_receiver) == ("Sets", False)

"""Every example has the verdicts that its comments say, and its calls run in CPython."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.test_commands import run_json
from support.repo import ROOT

FOLDER = ROOT / "examples"
PYTHON = sorted(path.name for path in FOLDER.glob("*.py"))
# Modules in Markdown: a heading, and below it the text.
BLOCK = re.compile(r"^## ([^\n]+)\n+```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TAUGHT = {
    heading: text
    for path in sorted(Path(__file__).parent.glob("*.md"))
    for heading, text in BLOCK.findall(path.read_text(encoding="utf-8"))
}
VERDICTS = "reachable|unreachable|contradiction|not-found|unknown|holds-bounded|holds|violated"
# A comment, decorators or marks, and the declaration that it speaks of.
CLAIM = re.compile(rf"^[ ]*# ({VERDICTS})\b.*\n(?:[ ]*(?:@|#).*\n)*[ ]*def (\w+)\(", re.MULTILINE)


def claims(text: str) -> dict[str, str]:
    return {name: verdict for verdict, name in CLAIM.findall(text)}


@pytest.mark.parametrize("name", PYTHON)
def test_an_example_has_the_verdicts_that_its_comments_say(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    check_claims(FOLDER / name, capsys, tmp_path)


@pytest.mark.parametrize("heading", TAUGHT)
def test_a_class_as_taught_has_the_verdicts_that_its_comments_say(
    heading: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "taught.py"
    path.write_text(TAUGHT[heading], encoding="utf-8")
    check_claims(path, capsys, tmp_path)


def check_claims(path: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Ask all questions of a file, and run what was found with CPython."""
    text = path.read_text(encoding="utf-8")
    _, result = run_json(capsys, "check", str(path), "--no-cache", "--timeout", "120")
    answers = [one for one in result["results"] if one["kind"] in ("spec", "invariant")]
    found = {one["name"].rpartition(".")[2]: one["verdict"] for one in answers}
    assert found == claims(text), [one["reason"] for one in answers]
    scripts = [script(text, one) for one in answers if "code" in one]
    assert scripts
    # One process for all the sequences of a file.
    runner = "".join(f"exec(compile({one!r}, 'sequence', 'exec'), {{}})\n" for one in scripts)
    (tmp_path / "run.py").write_text(runner, encoding="utf-8")
    subprocess.run([sys.executable, str(tmp_path / "run.py")], check=True, timeout=120)


def script(text: str, answer: dict[str, object]) -> str:
    """Give a program that makes the calls of an answer and checks what it claims."""
    arguments = answer["arguments"]
    assert isinstance(arguments, dict)
    name = str(answer["name"]).rpartition(".")[2]
    values = list(arguments.values())
    if answer["kind"] == "spec":
        claim = f"assert {name}({', '.join(values)})"
    else:
        claim = f"assert not {values[0]}.{name}()"
    imports = answer["imports"]
    assert isinstance(imports, list)
    return "\n".join((text, *imports, str(answer["code"]), claim, ""))


def test_every_question_of_an_example_claims_a_verdict() -> None:
    texts = {name: (FOLDER / name).read_text(encoding="utf-8") for name in PYTHON}
    for name, text in (texts | TAUGHT).items():
        asked = re.findall(
            r"(?:@|# heapwright: )(?:spec|invariant)\n(?:[ ]*[@#].*\n)*[ ]*def (\w+)\(", text
        )
        assert sorted(asked) == sorted(claims(text)), name


def test_most_examples_have_a_question_that_is_not_reachable() -> None:
    verdicts = [claims((FOLDER / name).read_text(encoding="utf-8")) for name in PYTHON]
    for name, found in zip(PYTHON, verdicts, strict=True):
        assert "reachable" in found.values(), name
        assert "unreachable" in found.values(), name


def test_analysis_runs_nothing_of_what_it_reads(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    trap = "import pathlib\npathlib.Path(__file__).with_suffix('.ran').touch()\n"
    lamp = "class Lamp:\n    def __init__(self) -> None:\n        self.on = False\n\n"
    lamp += "    def press(self) -> None:\n        self.on = not self.on\n"
    question = "from heapwright import spec\nfrom lamp import Lamp\n\n\n@spec\n"
    question += "def LIT(lamp: Lamp) -> bool:\n    return lamp.on\n"
    (tmp_path / "lamp.py").write_text(trap + lamp, encoding="utf-8")
    (tmp_path / "question.py").write_text(trap + question, encoding="utf-8")
    _, result = run_json(capsys, "check", str(tmp_path / "question.py"), "--no-cache")
    assert [one["verdict"] for one in result["results"] if one["kind"] == "spec"] == ["reachable"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lamp.py", "question.py"]

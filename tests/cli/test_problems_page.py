"""Every code has a section in docs/problems.md whose examples do what it says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from heapwright.cli.main import main
from support.repo import PACKAGE, ROOT

PAGE = (ROOT / "docs" / "problems.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^### (HW\d+) .*?(?=^##|\Z)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(tiny|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECTIONS = {match[1]: match[0] for match in SECTION.finditer(PAGE)}

# What the page writes short, because nobody wants to read it in full.
LONG = {
    "1…1": "1" * 4_001,
    "1 + … + 1": " + ".join(["1"] * 1_002),
    "!…!": "!" * 201,
}


# Codes that another command than `check` reports.
COMMANDS = {"HW011": "tests"}


def found_codes(
    folder: Path, code: str, example: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> set[str]:
    """Give the codes that the command reports for a text."""
    language, text = example
    for short, long in LONG.items():
        text = text.replace(short, long)
    path = folder / ("example.py" if language == "python" else "example.tiny")
    path.write_text(text, encoding="utf-8")
    main([COMMANDS.get(code, "check"), str(path), "--json", "--no-cache"])
    output = json.loads(capsys.readouterr().out)
    results = output.get("results", [output])
    return {problem["code"] for result in results for problem in result["problems"]}


@pytest.mark.parametrize("code", sorted(SECTIONS))
def test_the_first_example_has_the_problem_and_the_second_has_none(
    code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong, right = BLOCK.findall(SECTIONS[code])
    assert code in found_codes(tmp_path, code, wrong, capsys)
    assert found_codes(tmp_path, code, right, capsys) == set()


def test_every_code_that_is_reported_has_a_section() -> None:
    reported = {
        match[1]
        for path in PACKAGE.rglob("*.py")
        for match in re.finditer(r'^[A-Z_]+ = "(HW\d+)"', path.read_text(encoding="utf-8"), re.M)
    }
    assert len(reported) > 50
    assert reported - SECTIONS.keys() == set()

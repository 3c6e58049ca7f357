"""What whole modules do is what they do in CPython.

Each case is the text of a module with a function `case`. It runs with CPython, on the plain
interpreter and on the symbolic executor; all must return the same value, or raise the same
exception.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from frontends.python.agreement import program_from, real_module
from frontends.python.test_any_kind import said, shown, symbolic
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.paths.plain.concrete import run

CASES = (Path(__file__).parent / "language_cases.txt").read_text(encoding="utf-8").split("\n---\n")


@pytest.mark.parametrize("number", range(len(CASES)))
def test_modules_do_what_they_do_in_cpython(number: int, tmp_path: Path) -> None:
    text = CASES[number]
    module = real_module(tmp_path, "module", text)
    try:
        wanted = f"gave {shown(module['case']())}"  # type: ignore[operator]
    except Exception as error:  # noqa: BLE001 - whatever the case raises is compared
        wanted = f"raised {type(error).__name__}"
    program = program_from(text)
    outcome = run(program, "module module.case", ())
    assert said(hierarchy_of(program), outcome) == wanted, text
    assert symbolic(program) == wanted, text

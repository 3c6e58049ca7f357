"""Text in, generated tests out: the boundary of `heapwright tests`.

Place: tests/support.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from heapwright.cli.main import main
from support.expect import Expectation


def generated(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, text: str, *options: str
) -> dict[str, Any]:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    target = next((option for option in options if option.startswith("::")), "")
    rest = [option for option in options if not option.startswith("::")]
    assert main(["tests", f"{path}{target}", "--no-cache", "--json", *rest]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def check_tests(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, expected: Expectation
) -> None:
    """Compare the generated tests, without what stands around them."""
    code = generated(capsys, tmp_path, "shop.py", text)["code"]
    lines = code.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(("def ", "@")))
    expected.check("\n".join(lines[start:-1]).rstrip())


def check_tests_pass(code: str, tmp_path: Path) -> None:
    """Run generated tests beside the file that they are for, in CPython."""
    path = tmp_path / "test_generated.py"
    path.write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", path.name]
    ended = subprocess.run(command, capture_output=True, check=False, cwd=tmp_path)
    assert ended.returncode == 0, code + ended.stdout.decode() + ended.stderr.decode()

"""Settings of a project, read from the nearest pyproject.toml."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from heapwright.cli.main import main
from heapwright.errors import UsageError
from heapwright.workspace.settings import NO_SETTINGS, Settings, settings_for

CHAIN = """
class Cell { Cell next; Cell grow() := let c := new Cell in { c.next := this; c }; }
spec three(Cell c) := c.next.next != null;
"""


def project(tmp_path: Path, table: str) -> str:
    (tmp_path / "pyproject.toml").write_text(table, encoding="utf-8")
    (tmp_path / "inner").mkdir()
    path = tmp_path / "inner" / "chain.tiny"
    path.write_text(CHAIN, encoding="utf-8")
    return str(path)


def verdict(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main((*arguments, "--json"))
    result = json.loads(capsys.readouterr().out)
    assert isinstance(result["verdict"], str)
    return result["verdict"]


def test_a_project_that_is_not_trusted_sets_bounds_and_nothing_else(tmp_path: Path) -> None:
    path = project(
        tmp_path,
        "[tool.heapwright]\nscope = { Cell = 2 }\ninterpreter = '/bin/evil'\n"
        "calls = 'many'\ntimeout = 1e9\n",
    )
    assert settings_for(path, is_trusted=False) == Settings((("Cell", 2),), timeout=60.0)
    with pytest.raises(UsageError, match="no setting `interpreter`"):
        settings_for(path)


def test_a_table_of_a_folder_above_counts(tmp_path: Path) -> None:
    path = project(
        tmp_path,
        "[tool.heapwright]\nscope = { Cell = 2, Other = 3 }\n"
        "calls = 4\ntimeout = 2.5\nmemory = 99\n",
    )
    assert settings_for(path) == Settings((("Cell", 2), ("Other", 3)), 4, 2.5, 99)


def test_a_project_without_the_table_has_no_settings(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.heapwright]\ncalls = 2\n", encoding="utf-8")
    nested = tmp_path / "nested"
    nested.mkdir()
    assert settings_for(project(nested, "[project]\nname = 'x'\n")) == Settings(calls=2)
    assert settings_for(str(tmp_path.parent / "x.tiny")) == NO_SETTINGS


def test_a_broken_pyproject_is_the_business_of_other_tools(tmp_path: Path) -> None:
    assert settings_for(project(tmp_path, "[tool.heapwright\n")) == NO_SETTINGS


@pytest.mark.parametrize(
    "table",
    [
        "scopes = {}",
        "scope = 3",
        "scope = { Cell = 0 }",
        "calls = true",
        "timeout = -1",
        "memory = 'x'",
    ],
)
def test_a_setting_that_makes_no_sense_is_one_clear_line(tmp_path: Path, table: str) -> None:
    path = project(tmp_path, f"[tool.heapwright]\n{table}\n")
    with pytest.raises(UsageError) as raised:
        settings_for(path)
    assert "\n" not in str(raised.value)
    assert table.split()[0] in str(raised.value)


def test_the_nearer_setting_wins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = project(tmp_path, "[tool.heapwright]\nscope = { Cell = 2 }\n")
    assert verdict(capsys, "synth", path) == "unreachable"
    assert verdict(capsys, "synth", path, "--scope", "Cell=3") == "reachable"
    Path(path).write_text(f"{CHAIN}scope Cell <= 3;", encoding="utf-8")
    assert verdict(capsys, "synth", path) == "reachable"
    assert verdict(capsys, "synth", path, "--scope", "Cell=2") == "unreachable"

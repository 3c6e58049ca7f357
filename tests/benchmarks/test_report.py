"""The page about all benchmarks says what they printed, and nothing else has figures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from all import PARTS, Part

from parts.measured import Measured, kept, read
from parts.report import Section, headline, report
from support.repo import ROOT

SECTION = Section("cars", "Cars", "How fast they are.", ("total ",), ("cars.svg",))
RUN = Measured(
    command="./dev bench cars",
    output="car   seconds\nred   3.1\n\ntotal  3.1 | s\n",
    seconds=12.4,
    exit_code=0,
    machine="2 × M, 4 GiB, Linux",
    versions="heapwright 1, Python 3",
    commit="abc",
    date="2026-01-02",
)


def test_the_page_has_what_was_printed_and_in_short() -> None:
    page = report([(SECTION, RUN)])
    assert "| [Cars](#cars) | total 3.1 \\| s | 12 |  |" in page
    assert f"```\n$ ./dev bench cars\n{RUN.output.rstrip()}\n```" in page
    assert "![Cars](cars.svg)" in page
    assert page.count("2 × M, 4 GiB, Linux") == 1
    assert headline(SECTION, RUN) == ("total 3.1 | s",)


def test_the_page_tells_what_failed_and_what_is_missing() -> None:
    page = report([(SECTION, replace(RUN, exit_code=1)), (replace(SECTION, name="b"), None)])
    assert "**failed**" in page
    assert page.count("Not measured yet.") == 1


def test_runs_of_different_versions_are_told_apart() -> None:
    page = report([(SECTION, RUN), (replace(SECTION, name="b"), replace(RUN, commit="def"))])
    assert "commit abc" in page and "commit def" in page


def test_a_run_is_kept_and_found_again(tmp_path: Path) -> None:
    assert read(tmp_path, "cars") is None
    kept(tmp_path, "cars", RUN)
    assert read(tmp_path, "cars") == RUN
    assert [path.name for path in tmp_path.iterdir()] == ["cars.json"]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.section.name)
def test_every_part_is_a_benchmark(part: Part) -> None:
    assert (ROOT / "benchmarks" / f"{part.script}.py").exists()


def test_every_benchmark_is_part_of_all() -> None:
    scripts = {path.stem for path in (ROOT / "benchmarks").glob("*.py")}
    # Two compare commits and measure the code itself, one looks for wrong answers.
    apart = {"all", "clients", "house", "same_answers"}
    assert scripts - {part.script for part in PARTS} == apart

"""What the README and the pages in docs/ show is what happens: every block of code is tried.

The examples of docs/problems.md are tested in tests/cli, the set-ups of editors in tests/editors.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import dropwhile
from pathlib import Path

import pytest

from heapwright.cli.main import main
from support.repo import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```([a-z]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`(\w+\.(?:py|tiny))`:$")
DURATION = re.compile(r"\b\d+\.\d+ s\b")
PROGRAMS = ("python", "tiny")
SHELL = ("", "sh", "console", "text")
OF_EDITORS = ("lua", "elisp", "toml")
# Words of docs/tests.md that stand for others.
SHORT = {"CLASS.METHOD": "Counter.up", "CLASS": "Counter", "FUNCTION": "fresh", "…": ""}
COUNTER = """
class Counter:
    def __init__(self) -> None:
        self.n = 0

    def up(self) -> None:
        if self.n < 2:
            self.n += 1


def fresh() -> Counter:
    return Counter()
"""


@dataclass(frozen=True)
class Block:
    """A block of a page."""

    page: str
    language: str
    text: str
    file: str = ""  # that the line before it names

    def __str__(self) -> str:
        return f"{self.page}: {self.text.split(chr(10))[0][:40]}"


def blocks_of(page: Path) -> Iterator[Block]:
    """Give the blocks of a page in order."""
    text = page.read_text(encoding="utf-8")
    for match in BLOCK.finditer(text):
        named = NAMED.search(text[: match.start()].rstrip())
        yield Block(page.name, match[1], match[2], named[1] if named else "")


BLOCKS = [b for page in PAGES if page.name != "problems.md" for b in blocks_of(page)]
CI = [block for block in BLOCKS if block.page == "ci.md"]
# The tour is walked from its first file on, since each step is about what the last one left.
TOUR = [*dropwhile(lambda block: not block.file, (b for b in BLOCKS if b.page == "README.md"))]


def of(language: str, *words: str) -> str:
    """Give the one block of docs/ci.md that has these words."""
    found = [b.text for b in CI if b.language == language and all(w in b.text for w in words)]
    (text,) = found
    return text


def is_program(block: Block) -> bool:
    return (
        block.language in PROGRAMS
        and block not in TOUR
        and "pytest" not in block.text
        and "verdicts" not in block.text
    )


@pytest.mark.parametrize("block", [*filter(is_program, BLOCKS)], ids=str)
def test_a_program_is_fine(
    block: Block, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / ("program.py" if block.language == "python" else "program.tiny")
    path.write_text(block.text, encoding="utf-8")
    assert main(["check", str(path), "--no-cache"]) == 0, capsys.readouterr().out


def test_every_block_is_one_that_is_tried() -> None:
    tried = [b for b in BLOCKS if b.language in (*PROGRAMS, *OF_EDITORS) or b in (*CI, *TOUR)]
    shown = (is_session, is_commands, is_export)
    tried += [b for b in BLOCKS if any(is_one(b) for is_one in shown)]
    assert [str(block) for block in BLOCKS if block not in tried] == []


def is_session(block: Block) -> bool:
    return block.language in SHELL and block.text.startswith("$ heapwright ")


def is_commands(block: Block) -> bool:
    lines = block.text.strip().split("\n")
    return block.language in SHELL and all(
        re.match(r"(UPDATE_EXPECT=1 )?(\./dev|heapwright) ", line) for line in lines
    )


def is_export(block: Block) -> bool:
    return block.language == "sh" and block.text.startswith("export PATH=")


def check_session(block: Block, capsys: pytest.CaptureFixture[str]) -> None:
    """Run the command of a block; it prints what the block shows, but for the seconds."""
    command, _, shown = block.text.removeprefix("$ heapwright ").partition("\n")
    main([*shlex.split(command), "--no-cache"])
    found, wanted = (DURATION.sub("some s", t) for t in (capsys.readouterr().out, shown))
    assert found.split() == wanted.split()


@pytest.mark.parametrize("block", [b for b in BLOCKS if is_session(b) and b not in TOUR], ids=str)
def test_a_command_prints_what_is_shown(
    block: Block, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    check_session(block, capsys)


def test_every_step_of_the_tour_does_what_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    steps = 0
    for block in TOUR:
        steps += 1
        if block.language == "python":
            Path(block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "diff":
            repair(Path(block.file), block.text)
        elif is_session(block):
            check_session(block, capsys)
        else:
            assert is_commands(block)
            for command in block.text.strip().split("\n"):
                assert main([*shlex.split(command)[1:], "--no-cache"]) == 0
    assert steps == 7
    ran = run(tmp_path, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert ran.returncode == 0, ran.stdout


def repair(path: Path, patch: str) -> None:
    """Make the changes that a page shows: parts with `-` and `+`, apart by empty lines."""
    text = path.read_text(encoding="utf-8")
    for part in patch.strip("\n").split("\n\n"):
        lines = part.split("\n")
        old = "\n".join(line[1:] for line in lines if line[0] in " -")
        new = "\n".join(line[1:] for line in lines if line[0] in " +")
        assert text.count(old) == 1
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def test_the_path_of_the_readme_leads_to_the_command() -> None:
    (line,) = [block.text for block in BLOCKS if is_export(block)]
    asked = f"{line}command -v heapwright"
    found = subprocess.run(["sh", "-c", asked], cwd=ROOT, capture_output=True, text=True)
    assert found.stdout.strip() == str(ROOT / ".dev" / "venv" / "bin" / "heapwright")


def test_commands_on_files_can_be_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "counter.py"
    path.write_text(COUNTER, encoding="utf-8")
    shown = [block for block in BLOCKS if is_commands(block) and block not in TOUR]
    lines = [line for block in shown for line in block.text.strip().split("\n")]
    commands = [line.partition("#")[0] for line in lines if line.startswith("heapwright")]
    assert len(commands) > 5
    for command in commands:
        for short, long in SHORT.items():
            command = command.replace(short, long)
        command = command.replace("FILE", str(path)).replace("OUTPUT", str(tmp_path / "test_it.py"))
        assert main([*shlex.split(command)[1:], "--no-cache"]) == 0, command
    capsys.readouterr()


def test_every_command_of_the_clone_exists() -> None:
    known = subprocess.run(
        [sys.executable, ROOT / "dev", "help"], capture_output=True, text=True, check=True
    ).stdout
    for page in PAGES:
        for name in re.findall(r"\./dev ([a-z]+)", page.read_text(encoding="utf-8")):
            assert re.search(rf"^\s*{name}\b", known, re.MULTILINE), f"{page.name}: ./dev {name}"


def test_every_figure_of_the_readme_is_in_the_report() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.split("## Beside other tools\n")[1].split("\n## ")[0]
    report = (ROOT / "benchmarks" / "results" / "report.md").read_text(encoding="utf-8")
    figures = re.findall(r"\d+(?:\.\d+)?", section)
    assert figures
    assert [figure for figure in figures if not re.search(rf"(?<!\d){figure}(?!\d)", report)] == []


def test_the_table_beside_other_tools_is_that_of_the_report() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    report = (ROOT / "benchmarks" / "results" / "report.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| ([\w+]+) \| (\d+) \| (\d+) \|$", readme, re.MULTILINE)
    counted = report.split("\nanswered ")[1].split("\n\n")[0].splitlines()[1:]
    # A row has a column for each kind of spec, and the wrong answers last.
    rows = [(name, list(map(int, numbers))) for name, *numbers in map(str.split, counted)]
    assert told == [(name, str(sum(row[:-1])), str(row[-1])) for name, row in rows]
    assert len(told) == 5


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_pictures_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    places = [place for place in re.findall(r"\]\(([^)#]+)", text) if "://" not in place]
    assert [place for place in places if not (page.parent / place).exists()] == []


# --- Recipes ---------------------------------------------------------------------------

STACK = of("python", "class Stack")
BROKEN = STACK.replace("<= 3", "<= 2")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "stack.py").write_text(STACK, encoding="utf-8")
    return tmp_path


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a user who has heapwright on the path."""
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HEAPWRIGHT_CACHE_DIR": str(folder / ".cache"),
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_the_hook_of_pre_commit_checks_the_files_that_changed(folder: Path) -> None:
    text = of("yaml", "repos:")
    (entry,) = re.findall(r"^ +entry: (.*)$", text, re.MULTILINE)
    (files,) = re.findall(r"^ +files: (.*)$", text, re.MULTILINE)
    assert re.search(files, "a/stack.py") and re.search(files, "stack.tiny")
    assert not re.search(files, "stack.pyc")
    assert run(folder, *shlex.split(entry), "stack.py").returncode == 0
    (folder / "stack.py").write_text(BROKEN, encoding="utf-8")
    assert run(folder, *shlex.split(entry), "stack.py").returncode == 1


def test_the_hook_of_git_refuses_what_has_findings(folder: Path) -> None:
    run(folder, "git", "init", "-q")
    hook = folder / ".git" / "hooks" / "pre-commit"
    hook.write_text(of("sh", "git diff"), encoding="utf-8")
    hook.chmod(0o755)
    commit = ("git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a")
    (folder / "notes.txt").write_text("notes", encoding="utf-8")
    run(folder, "git", "add", "notes.txt")
    assert run(folder, *commit).returncode == 0, "nothing to check"
    (folder / "stack.py").write_text(BROKEN, encoding="utf-8")
    run(folder, "git", "add", "stack.py")
    refused = run(folder, *commit)
    assert refused.returncode != 0 and "HW010" in refused.stdout + refused.stderr
    (folder / "stack.py").write_text(STACK, encoding="utf-8")
    run(folder, "git", "add", "stack.py")
    assert run(folder, *commit).returncode == 0


def test_the_workflow_writes_the_file_that_it_uploads(folder: Path) -> None:
    text = of("yaml", "jobs:")
    (command,) = [c for c in re.findall(r"- run: (.*)$", text, re.MULTILINE) if "pip" not in c]
    (name,) = re.findall(r"sarif_file: (.*)$", text, re.MULTILINE)
    assert run(folder, "sh", "-c", command).returncode == 0
    (folder / "stack.py").write_text(BROKEN, encoding="utf-8")
    assert run(folder, "sh", "-c", command).returncode == 1
    written = json.loads((folder / name).read_text(encoding="utf-8"))
    assert written["version"] == "2.1.0"
    assert [one["ruleId"] for one in written["runs"][0]["results"]] == ["HW010"]


def test_the_fixture_gives_verdicts_to_a_test(folder: Path) -> None:
    (folder / "conftest.py").write_text(of("python", "pytest.fixture"), encoding="utf-8")
    (folder / "test_stack.py").write_text(of("python", "def test_a_stack"), encoding="utf-8")
    pytest_ = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    assert run(folder, *pytest_).returncode == 0
    (folder / "stack.py").write_text(BROKEN, encoding="utf-8")
    assert "'Stack.small': 'violated'" in run(folder, *pytest_).stdout

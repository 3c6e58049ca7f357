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
from dataclasses import dataclass
from pathlib import Path

import pytest

from heapwright.cli.main import main
from support.repo import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```([a-z]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DURATION = re.compile(r"\(\d+\.\d+ s, (\d+) states\)")
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

    def __str__(self) -> str:
        return f"{self.page}: {self.text.split(chr(10))[0][:40]}"


BLOCKS = [
    Block(page.name, language, text)
    for page in PAGES
    for language, text in BLOCK.findall(page.read_text(encoding="utf-8"))
    if page.name != "problems.md"
]
CI = [block for block in BLOCKS if block.page == "ci.md"]


def of(language: str, *words: str) -> str:
    """Give the one block of docs/ci.md that has these words."""
    found = [b.text for b in CI if b.language == language and all(w in b.text for w in words)]
    (text,) = found
    return text


def is_program(block: Block) -> bool:
    return (
        block.language in PROGRAMS and "pytest" not in block.text and "verdicts" not in block.text
    )


@pytest.mark.parametrize("block", [*filter(is_program, BLOCKS)], ids=str)
def test_a_program_is_fine(
    block: Block, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / ("program.py" if block.language == "python" else "program.tiny")
    path.write_text(block.text, encoding="utf-8")
    assert main(["check", str(path), "--no-cache"]) == 0, capsys.readouterr().out


def test_every_block_is_one_that_is_tried() -> None:
    tried = [b for b in BLOCKS if b.language in (*PROGRAMS, *OF_EDITORS) or b in CI]
    tried += [b for b in BLOCKS if is_session(b) or is_commands(b) or is_shortened(b)]
    assert [str(block) for block in BLOCKS if block not in tried] == []


def is_session(block: Block) -> bool:
    return block.language in SHELL and block.text.startswith("$ heapwright ")


def is_commands(block: Block) -> bool:
    lines = block.text.strip().split("\n")
    return block.language in SHELL and all(
        re.match(r"(UPDATE_EXPECT=1 )?(\./dev|heapwright) ", line) for line in lines
    )


def is_shortened(block: Block) -> bool:
    return not block.language and "…\n" in block.text


@pytest.mark.parametrize("block", [*filter(is_session, BLOCKS)], ids=str)
def test_a_command_prints_what_is_shown(
    block: Block, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    command, _, shown = block.text.removeprefix("$ heapwright ").partition("\n")
    main([*shlex.split(command), "--no-cache"])
    found, wanted = (DURATION.sub(r"(\1 states)", t) for t in (capsys.readouterr().out, shown))
    assert found.split() == wanted.split()


@pytest.mark.parametrize("block", [*filter(is_shortened, BLOCKS)], ids=str)
def test_a_shortened_program_is_part_of_an_example(block: Block) -> None:
    examples = [
        " ".join(path.read_text(encoding="utf-8").split())
        for path in sorted((ROOT / "examples").iterdir())
        if path.is_file()
    ]
    lines = [" ".join(line.split()) for line in block.text.split("\n") if line.strip() != "…"]
    assert any(all(line in text for line in lines) for text in examples)


def test_commands_on_files_can_be_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "counter.py"
    path.write_text(COUNTER, encoding="utf-8")
    lines = [line for b in BLOCKS if is_commands(b) for line in b.text.strip().split("\n")]
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

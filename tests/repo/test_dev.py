"""`./dev`: that it starts everywhere, and that its set-up is whole or done again.

The set-up itself is run by everyone who runs these tests; here its commands are
only recorded.
"""

import ast
import fcntl
import importlib.util
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

from support.expect import expect
from support.repo import ROOT


def dev(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `./dev` with a command that needs no environment."""
    return subprocess.run(
        [sys.executable, str(ROOT / "dev"), *arguments], capture_output=True, text=True
    )


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Give `dev` as a module that works on a clone of its own, in which installing is easy."""
    loader = SourceFileLoader("dev_script", str(ROOT / "dev"))
    spec = importlib.util.spec_from_loader("dev_script", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    # Without this the loader would leave compiled code beside `dev`.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader.exec_module(module)
    home = tmp_path / ".dev"
    places = {
        "ROOT": tmp_path,
        "HOME": home,
        "VENV": home / "venv",
        "STAMP": home / "stamp",
        "LOCKED": tmp_path / "requirements.lock",
        "PYTHON": home / "venv" / "bin" / "python",
    }
    for name, path in places.items():
        monkeypatch.setattr(module, name, path)
    (tmp_path / "requirements.lock").write_text("a==1 --hash=sha256:0\n")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    return module


class Recorder:
    """Stands for `run_quietly`: notes the commands, makes the venv's Python, may be cut off."""

    def __init__(self, script: ModuleType, fails_at: str = "") -> None:
        self.script = script
        self.fails_at = fails_at
        self.commands: list[str] = []

    def __call__(self, command: Sequence[str]) -> None:
        text = " ".join(command[1:]).replace(str(self.script.ROOT), "CLONE")
        self.commands.append(text)
        if self.fails_at and self.fails_at in text:
            raise self.script.Failure("cut off")
        if "-m venv" in text:
            self.script.PYTHON.parent.mkdir(parents=True)
            self.script.PYTHON.touch()


def run_to_its_end(script: ModuleType) -> None:
    """Do what a command that needs the environment does, and let go of the lock after it."""
    os.close(script.with_environment())


def test_an_old_python_can_read_the_file_far_enough_to_refuse() -> None:
    source = (ROOT / "dev").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 7))
    statements = ast.parse(source).body
    first = [type(statement) for statement in statements[:3]]
    assert first == [ast.Expr, ast.Import, ast.If], "docstring, import sys, the check"


def test_it_needs_the_standard_library_only() -> None:
    tree = ast.parse((ROOT / "dev").read_text(encoding="utf-8"))
    names = [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
    names += [n.module or "." for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    assert [n for n in names if n.split(".")[0] not in sys.stdlib_module_names] == []


def test_help_lists_the_commands() -> None:
    done = dev("help")
    assert done.returncode == 0
    listed = [line.split()[0] for line in done.stdout.splitlines() if line.startswith("  ")]
    assert listed == ["demo", "test", "bench", "lint", "editor", "package", "lock", "help"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["tset"], "dev: no command 'tset'; there are: demo, test, bench, lint"),
        (["lint", "x y"], "dev: lint takes no arguments, got 'x y'"),
        (["bench", "nothing-of-this-name"], "dev: no benchmark 'nothing-of-this-name'"),
    ],
)
def test_a_wrong_command_gets_one_line_and_exit_code_2(
    arguments: list[str], complaint: str
) -> None:
    done = dev(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith(complaint)
    assert done.stderr.count("\n") == 1


def test_set_up_installs_what_is_locked_and_then_the_clone(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = Recorder(script)
    monkeypatch.setattr(script, "run_quietly", recorder)
    run_to_its_end(script)
    quiet = " --disable-pip-version-check --no-input --progress-bar off"
    expect(
        """
        -m venv CLONE/.dev/venv
        -m pip install --require-hashes -r CLONE/requirements.lock
        -m pip install --no-deps --no-build-isolation --no-index -e CLONE
        """
    ).check("\n".join(recorder.commands).replace(quiet, ""))


def test_a_second_run_installs_nothing(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "run_quietly", Recorder(script))
    run_to_its_end(script)
    second = Recorder(script)
    monkeypatch.setattr(script, "run_quietly", second)
    run_to_its_end(script)
    assert second.commands == []


@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_a_changed_file_or_a_lost_python_rebuilds(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(script, "run_quietly", Recorder(script))
    run_to_its_end(script)
    assert script.is_whole()
    (script.ROOT / name).write_text("b==2\n")
    assert not script.is_whole()
    run_to_its_end(script)
    assert script.is_whole()
    script.PYTHON.unlink()
    assert not script.is_whole()


@pytest.mark.parametrize("step", ["-m venv", "--require-hashes", "-e CLONE"])
def test_a_set_up_that_was_cut_off_is_done_again(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    monkeypatch.setattr(script, "run_quietly", Recorder(script, fails_at=step))
    with pytest.raises(script.Failure):
        run_to_its_end(script)
    assert not script.is_whole()
    again = Recorder(script)
    monkeypatch.setattr(script, "run_quietly", again)
    run_to_its_end(script)
    assert len(again.commands) == 3
    assert script.is_whole()


def test_a_venv_that_somebody_made_by_hand_is_replaced(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    leftover = script.VENV / "lib" / "by_hand.pth"
    leftover.parent.mkdir(parents=True)
    leftover.touch()
    monkeypatch.setattr(script, "run_quietly", Recorder(script))
    run_to_its_end(script)
    assert not leftover.exists()


def test_the_environment_is_not_rebuilt_while_a_command_uses_it(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "run_quietly", Recorder(script))
    held = script.with_environment()
    other = os.open(script.HOME / "lock", os.O_RDWR)
    try:
        fcntl.flock(other, fcntl.LOCK_SH | fcntl.LOCK_NB)
        with pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    finally:
        os.close(other)
        os.close(held)


def check_missing_venv(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, *, user: int, apt: str | None
) -> str:
    """Say how a Python without venv goes on: the commands run, then the complaint."""
    recorder = Recorder(script)
    monkeypatch.setattr(script, "run_quietly", recorder)
    monkeypatch.setattr(script, "has_venv_module", lambda: False)
    monkeypatch.setattr(script.os, "geteuid", lambda: user)
    monkeypatch.setattr(script.shutil, "which", lambda _: apt)
    monkeypatch.setattr(script.sys, "executable", "python3")
    with pytest.raises(script.Failure) as failure:
        script.need_venv_module()
    return "\n".join([*recorder.commands, str(failure.value)])


@pytest.mark.parametrize(("user", "apt"), [(1000, "apt-get"), (0, None)])
def test_without_venv_the_exact_command_is_said(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, user: int, apt: str | None
) -> None:
    said = check_missing_venv(script, monkeypatch, user=user, apt=apt)
    expect("Python's venv module is missing; run: sudo apt-get install -y python3-venv").check(said)


def test_without_venv_root_installs_it(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    said = check_missing_venv(script, monkeypatch, user=0, apt="apt-get")
    expect(
        """
        install -y python3-venv
        python3 still has no venv module after apt-get install -y python3-venv
        """
    ).check(said)


def test_all_steps_run_and_the_first_failure_is_the_exit_code(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = [
        script.Step(name, lambda arguments, code=code: [str(code), *arguments])
        for name, code in [("one", 0), ("two", 3), ("three", 4)]
    ]
    monkeypatch.setattr(script, "run", lambda command: int(command[0]))
    assert script.run_steps(steps, ["x"]) == 3
    *named, closing = capsys.readouterr().out.splitlines()
    assert named == ["dev: one", "dev: two", "dev: three"]
    assert closing.startswith("dev: failed: two, three (")


def test_a_step_beside_the_others_is_told_and_judged_after_them(
    script: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    echo = script.Step("one", lambda _: ["sh", "-c", "echo of one"])
    beside = script.Step("two", lambda _: ["sh", "-c", "echo of two; exit 5"])
    assert script.run_steps([echo], [], beside) == 5
    said = capfd.readouterr().out.splitlines()
    assert said[:-1] == ["dev: one", "of one", "dev: two", "of two"]
    assert said[-1].startswith("dev: failed: two (")


def test_a_step_beside_the_others_ends_with_them(script: ModuleType) -> None:
    def broken(_: Sequence[str]) -> Sequence[str]:
        raise script.Failure("no such tool")

    beside = script.Step("two", lambda _: ["sleep", "600"])
    with pytest.raises(script.Failure, match="no such tool"):
        script.run_steps([script.Step("one", broken)], [], beside)


def test_what_is_installed_at_once_is_finished_before_a_failure_is_told(script: ModuleType) -> None:
    done: list[str] = []
    begun = threading.Event()

    def fails() -> None:
        begun.set()
        raise script.Failure("cut off")

    def works() -> None:
        begun.wait()
        done.append("works")

    with pytest.raises(script.Failure, match="cut off"):
        script.at_once(fails, works)
    assert done == ["works"]


def install_once(script: ModuleType, source: Path) -> None:
    """Do what makes the extension's tools, from one source file."""
    script.HOME.mkdir(exist_ok=True)
    script.once(script.HOME / "thing", [source], "a thing", ["install", "it"])


@pytest.fixture
def npm_manifest(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a source file for `once`, on a machine that has Node.js."""
    monkeypatch.setattr(script.shutil, "which", lambda name: name)
    monkeypatch.setattr(script, "output_of", lambda *_: "v20.0.0")
    manifest = Path(script.ROOT) / "package.json"
    manifest.write_text("{}")
    return manifest


def test_tools_are_installed_once_and_again_when_their_manifest_changes(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, npm_manifest: Path
) -> None:
    recorder = Recorder(script)
    monkeypatch.setattr(script, "run_quietly", recorder)
    install_once(script, npm_manifest)
    install_once(script, npm_manifest)
    assert recorder.commands == ["it"]
    npm_manifest.write_text('{"name": "x"}')
    install_once(script, npm_manifest)
    assert recorder.commands == ["it", "it"]


def test_tools_whose_installation_was_cut_off_are_installed_again(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, npm_manifest: Path
) -> None:
    monkeypatch.setattr(script, "run_quietly", Recorder(script, fails_at="it"))
    with pytest.raises(script.Failure):
        install_once(script, npm_manifest)
    again = Recorder(script)
    monkeypatch.setattr(script, "run_quietly", again)
    install_once(script, npm_manifest)
    assert again.commands == ["it"]


def test_without_node_it_is_said_what_is_missing(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, npm_manifest: Path
) -> None:
    monkeypatch.setattr(script.shutil, "which", lambda _: None)
    with pytest.raises(script.Failure, match=r"needs Node\.js 20 or newer"):
        install_once(script, npm_manifest)


def test_lock_resolves_the_project_and_every_tool_of_the_benchmark(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = script.ROOT / "benchmarks" / "peers_parts"
    parts.mkdir(parents=True)
    (parts / "plots.in").write_text("matplotlib\n")
    resolved: list[str] = []

    def resolve(command: Sequence[str]) -> None:
        if "compile" in command:
            asked = command[command.index("compile") + 1]
            resolved.append(asked)
            Path(command[-1]).write_text(f"# for {asked}\n", encoding="utf-8")

    monkeypatch.setattr(script, "run_quietly", resolve)
    assert script.lock(()) == 0
    assert resolved == ["pyproject.toml", "benchmarks/peers_parts/plots.in"]
    locks = [script.LOCKED, parts / "plots.lock"]
    expect(
        """
        # Exact versions and hashes of the development environment. Made by ./dev lock.
        # for pyproject.toml
        # Exact versions and hashes of one tool of a benchmark. Made by ./dev lock.
        # for benchmarks/peers_parts/plots.in
        """
    ).check("".join(path.read_text(encoding="utf-8") for path in locks))


def test_the_extension_installs_the_locked_versions_without_hashes(script: ModuleType) -> None:
    locked = "\n".join(
        [
            "# made by ./dev lock",
            "attrs==26.1.0 \\",
            "    --hash=sha256:00",
            "colorama==0.4.6 ; sys_platform == 'win32' \\",
            "    --hash=sha256:11",
        ]
    )
    expect(
        """
        attrs==26.1.0
        colorama==0.4.6 ; sys_platform == 'win32'
        """
    ).check(script.constraints(locked))

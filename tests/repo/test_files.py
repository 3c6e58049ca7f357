"""What holds for the files of the repository, whatever they say."""

import ast
import os
import re
import tomllib
from pathlib import Path

import pytest

import heapwright
from support.repo import PACKAGE, ROOT, repository_files

# The patterns are written so that this file does not match them itself.
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|root|home|tmp|Users)/")
REGISTRY_HOST = re.compile(r"pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|yarnpkg\.com")

MAX_LINES = 600


def texts() -> list[tuple[str, str]]:
    """Give name and text of every file that is text."""
    found = []
    for path in repository_files():
        content = path.read_bytes()
        if b"\0" not in content:
            found.append((path.relative_to(ROOT).as_posix(), content.decode("utf-8")))
    return found


def check_absent(pattern: re.Pattern[str]) -> None:
    found = [
        f"{name}:{number}"
        for name, text in texts()
        for number, line in enumerate(text.split("\n"), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    check_absent(MACHINE_PATH)


def test_no_file_names_the_host_of_a_registry() -> None:
    check_absent(REGISTRY_HOST)


@pytest.mark.parametrize("folder", ["work", "root", "home", "tmp", "Users"])
def test_machine_paths_are_recognised(folder: str) -> None:
    assert MACHINE_PATH.search(f'open("/{folder}/x")')
    assert not MACHINE_PATH.search(f"docs/{folder}/x")


@pytest.mark.parametrize("host", ["pypi", "files.pythonhosted", "registry.npmjs"])
def test_registry_hosts_are_recognised(host: str) -> None:
    assert REGISTRY_HOST.search(f"https://{host}" + ".org/simple")


def test_the_continuous_integration_runs_the_test_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first_block = readme.split("```")[1]
    commands = [line.split("#")[0].strip() for line in first_block.strip().split("\n")]
    assert commands == ["./dev demo", "./dev test"]
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.rstrip().split("\n")[-1] == f"exec {commands[1]}"


@pytest.mark.parametrize("name", ["dev", ".ci/run"])
def test_scripts_can_be_executed(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)


def test_every_folder_of_the_package_with_modules_is_a_package() -> None:
    folders = {p.parent for p in PACKAGE.rglob("*.py")}
    assert sorted(f for f in folders if not (f / "__init__.py").exists()) == []


def test_every_module_says_what_it_is() -> None:
    modules = [*PACKAGE.rglob("*.py"), *(ROOT / "benchmarks").glob("*.py"), ROOT / "dev"]
    assert [m for m in sorted(modules) if not docstring(m)] == []


def test_long_files_say_why_they_are_long() -> None:
    modules = [p for p in repository_files() if p.suffix == ".py" or p.name == "dev"]
    long = [m for m in modules if m.read_text(encoding="utf-8").count("\n") > MAX_LINES]
    assert [m for m in long if "Long because:" not in docstring(m)] == []


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == heapwright.__version__


def docstring(module: Path) -> str:
    """Give the docstring of a module, or nothing."""
    return ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""

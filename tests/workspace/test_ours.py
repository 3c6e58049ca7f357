"""Which files are the user's: `check`, the editor's list and diagnostics see the same ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from heapwright.cli.main import main
from heapwright.editor.features.diagnostics import findings
from heapwright.editor.known.knowledge import NOTHING
from heapwright.editor.work.work import files_of
from heapwright.text.source import read_source
from heapwright.workspace.load import load_program
from heapwright.workspace.ours import is_ours
from heapwright.workspace.snapshot import Snapshot, opened

# A mistake that is told wherever the file is looked at.
TINY = "class Box { int }\n"
PYTHON = "# heapwright: spec\ndef broken(:\n"
OWN = ("_inner/deep.py", "box.tiny", "link.tiny", "src/shop/cart.py", "src/shop/kept.tiny")
OTHERS = (
    *(".git/hook.py", ".hidden.py", "__pycache__/cart.py", "_gen/made.py", "build/lib/cart.py"),
    *("node_modules/tool/run.py", "src/site-packages/pip.py", "venv/lib/box.tiny"),
    *("tools/python3/lib/box.tiny", "tools/python3/pyvenv.cfg"),
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / ".hidden above" / "venv"  # what lies above does not matter
    for name in (*OWN, *OTHERS):
        if name != "link.tiny":
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(TINY if name.endswith(".tiny") else PYTHON)
    (folder / "src" / "plain.py").write_text("def broken(:\n")
    (folder / "notes.txt").write_text("heapwright")
    (folder / "link.tiny").symlink_to(folder / "box.tiny")
    (folder / "circle").symlink_to(folder)
    (folder / "itself.py").symlink_to("itself.py")
    (folder / "nowhere.tiny").symlink_to("gone.tiny")
    (folder / "folder.tiny").mkdir()
    os.mkfifo(folder / "pipe.py")
    os.mkfifo(folder / "pipe.tiny")
    (folder / "null.tiny").symlink_to("/dev/null")
    return folder


def test_check_the_editor_and_diagnostics_see_the_same_files(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = sorted(str(project / name) for name in OWN)

    main(["check", str(project), "--no-cache"])
    told = {line.partition(":")[0] for line in capsys.readouterr().out.splitlines()}
    assert sorted(told) == wanted

    folders = (str(project),)
    assert sorted(files_of(folders)) == wanted

    def has_findings(name: str) -> bool:
        path = str(project / name)
        language = "tiny" if name.endswith(".tiny") else "python"
        document = opened(path, language, 1, read_source(path).text)
        return bool(findings(document, NOTHING, folders))

    texts = [name for name in (*OWN, *OTHERS, "src/plain.py") if not name.endswith(".cfg")]
    assert sorted(str(project / name) for name in texts if has_findings(name)) == wanted


def test_a_file_or_folder_that_is_named_is_always_checked(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = [project / "_gen" / "made.py", project / "src" / "plain.py"]
    main(["check", *map(str, named), str(project / "venv"), "--no-cache"])
    told = {line.partition(":")[0] for line in capsys.readouterr().out.splitlines()}
    assert told == {*map(str, named), str(project / "venv" / "lib" / "box.tiny")}


def test_what_lies_in_no_folder_of_the_editor_was_opened_by_itself(project: Path) -> None:
    path = str(project / "venv" / "lib" / "box.tiny")
    assert is_ours(path, ())
    assert is_ours(path, (str(project / "src"),))
    assert not is_ours(path, (str(project),))
    assert is_ours(path, (str(project), str(project / "venv")))


def test_an_import_or_include_of_a_pipe_is_not_read(project: Path) -> None:
    main_file = project / "main.py"
    main_file.write_text("import pipe\n")
    assert len(load_program(str(main_file), None).files) == 1
    including = project / "main.tiny"
    including.write_text('include "pipe.tiny";\n')
    (problem,) = load_program(str(including), None).problems[str(including)]
    assert "not a regular file" in problem.message
    assert "not a regular file" in str(Snapshot().file(str(project / "pipe.py")))

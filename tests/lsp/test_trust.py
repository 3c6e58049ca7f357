"""What the server does to the machine: it reads texts, writes its cache, and nothing else."""

import ast
from hashlib import blake2b
from pathlib import Path

from lsprotocol import types

from support.lsp import Editor, Opened, editor
from support.lsp_programs import COUNTER, PYTHON_COUNTER
from support.repo import PACKAGE

LIST = """
    class Cell { int value; Cell next; }
    class List {
        private Cell head;
        void push(int v) := let c := new Cell in { c.value := v; c.next := this.head; this.head := c };
        private int count(Cell at) := if at = null then 0 else 1 + this.count(at.next);
        int size() := this.count(this.head);
    }
    spec three(List l) := l.size() = 3;
"""  # noqa: E501


def files_below(folder: Path) -> dict[str, tuple[int, str]]:
    """Give every file and folder, with when it was written and what is in it."""
    found = {}
    for path in sorted(folder.rglob("*")):
        digest = blake2b(path.read_bytes()).hexdigest() if path.is_file() else "folder"
        found[path.relative_to(folder).as_posix()] = (path.stat().st_mtime_ns, digest)
    return found


async def everything(ed: Editor, opened: Opened, spec: str, class_name: str) -> None:
    """Use all that could be tempted to write something."""
    await ed.settled(opened)
    identifier = {"textDocument": {"uri": opened.uri}}
    await ed.request("heapwright/heap", {**identifier, "name": spec})
    await ed.request("heapwright/graph", {**identifier, "name": class_name})
    target = {"uri": opened.uri, "name": spec}
    for command in ("generateInput", "generateTest", "draw"):
        await ed.request(
            types.WORKSPACE_EXECUTE_COMMAND,
            types.ExecuteCommandParams(f"heapwright.{command}", [target]),
        )
    target = {"uri": opened.uri, "name": class_name}
    for command in ("generateTests", "showGraph"):
        await ed.request(
            types.WORKSPACE_EXECUTE_COMMAND,
            types.ExecuteCommandParams(f"heapwright.{command}", [target]),
        )
    await ed.client.text_document_formatting_async(
        types.DocumentFormattingParams(opened.identifier, types.FormattingOptions(4, True))
    )
    await ed.client.workspace_symbol_async(types.WorkspaceSymbolParams("c"))


async def test_nothing_is_written_but_the_cache(tmp_path: Path) -> None:
    home, temporary, workspace = (tmp_path / name for name in ("home", "tmp", "work"))
    for folder in (home, temporary, workspace):
        folder.mkdir()
    (workspace / "a.tiny").write_text(LIST)
    (workspace / "pyproject.toml").write_text("[tool.heapwright]\ncalls = 9\n")
    (home / ".profile").write_text("# mine\n")
    environment = {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local"),
        "XDG_RUNTIME_DIR": str(temporary),
        "TMPDIR": str(temporary),
        "HEAPWRIGHT_CACHE_DIR": "",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    before = {folder: files_below(folder) for folder in (home, temporary, workspace)}
    async with editor(workspace, environment=environment) as ed:
        await everything(ed, ed.open("a.tiny", LIST), "three", "List")
        await everything(ed, ed.open("b.py", PYTHON_COUNTER), "two", "Counter")
        assert ed.applied, "edits are the client's to make"
    after = {folder: files_below(folder) for folder in (home, temporary, workspace)}
    assert after[workspace] == before[workspace]
    assert after[temporary] == before[temporary]
    written = after[home].keys() - before[home].keys()
    assert ".cache/heapwright" in written, "there is a cache"
    outside = [name for name in written if not name.startswith(".cache/heapwright/")]
    assert sorted(outside) == [".cache", ".cache/heapwright"]
    assert {name: after[home][name] for name in before[home]} == before[home]


HOSTILE = """
[tool.heapwright]
interpreter = "/usr/bin/evil"
cache = "/etc"
scope = { Cell = 2 }
calls = "many"
timeout = 1e9
"""


async def test_an_untrusted_workspace_is_analysed_but_names_no_programs_or_paths(
    tmp_path: Path,
) -> None:
    (tmp_path / "pyproject.toml").write_text(HOSTILE)
    quiet = {"checkWorkspace": False}
    async with editor(tmp_path, settings=quiet, options={"untrustedWorkspace": True}) as ed:
        opened = ed.open("a.tiny", LIST)
        assert await ed.settled(opened) == {"three": "unreachable"}, "its bounds count"
        assert [one.code for one in ed.diagnostics(opened) or ()] == ["HW001"]
        counter = ed.open("b.tiny", COUNTER)
        assert (await ed.settled(counter))["two"] == "reachable"
    async with editor(tmp_path, settings=quiet) as ed:
        opened = ed.open("a.tiny", LIST)
        assert await ed.settled(opened) == {"three": "unreachable"}
        found = ed.diagnostics(opened) or []
        assert [one.code for one in found] == ["HW032", "HW032", "HW032", "HW001"]
        assert "no setting `interpreter`" in found[0].message


NETWORK = {"ftplib", "http", "httpx", "requests", "smtplib", "socket", "ssl", "xmlrpc"}


def test_only_who_waits_at_an_address_uses_the_network_and_nobody_connects() -> None:
    users, connections = [], []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules: set[str] = set()
            match node:
                case ast.Import(names):
                    modules = {name.name for name in names}
                case ast.ImportFrom(module=str(module)):
                    modules = {module}
                case ast.Attribute(attr="connect" | "open_connection" | "create_connection"):
                    connections.append(path.name)
                case _:
                    pass
            if "urllib.request" in modules or NETWORK & {m.partition(".")[0] for m in modules}:
                users.append(path.name)
    assert users == ["transport.py"], "`heapwright serve --tcp` waits for a client"
    assert [name for name in connections if name != "disk.py"] == [], "that one is a database's"

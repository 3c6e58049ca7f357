"""Settings, folders, files on disk, progress, TCP, trust."""

import asyncio
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from lsprotocol import types

from support.lsp import Editor, editor
from support.lsp_programs import COUNTER, SLOW

LIST = """
    class Cell {
        private Cell next;
        void push() := let c := new Cell in { c.next := this.next; this.next := c };
    }
    spec three(Cell c) := c.next.next.next = null && c.next.next != null;
"""


async def test_settings_of_the_client_apply_while_it_runs(tmp_path: Path) -> None:
    async with editor(tmp_path, settings={"scope": {"Cell": 2}}) as ed:
        opened = ed.open("a.tiny", LIST)
        assert await ed.settled(opened) == {"three": "unreachable"}
        ed.client.set_configuration({"heapwright": {"scope": {"Cell": 3}}})
        ed.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        await ed.status(opened)
        await asyncio.sleep(0)
        await ed.until(
            lambda: any(s["items"] and s["items"][0]["status"] == "reachable" for s in ed.statuses),
            "the verdict in the larger scope",
        )
        ed.client.set_configuration({"heapwright": {"scope": 7, "calls": 0, "delay": "soon"}})
        ed.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        await ed.until(lambda: len(ed.client.messages) >= 3, "complaints")
        assert sorted(message.message for message in ed.client.messages) == [
            "heapwright.delay must be a number",
            "heapwright: `calls` must be a number of at least 1",
            "heapwright: `scope` must be a table such as { Node = 4 }",
        ]


async def test_settings_of_the_project_count_and_the_source_wins(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text("[tool.heapwright]\nscope = { Cell = 2 }\n")
    async with editor(tmp_path, settings={"checkWorkspace": False}) as ed:
        opened = ed.open("a.tiny", LIST)
        assert await ed.settled(opened) == {"three": "unreachable"}
        project.write_text("[tool.heapwright]\nscope = { Cell = 3 }\n")
        changed = types.FileEvent(project.as_uri(), types.FileChangeType.Changed)
        ed.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))
        assert await ed.settled(opened) == {"three": "reachable"}
        opened.edit(len(opened.text), len(opened.text), "scope Cell <= 2;\n")
        assert await ed.settled(opened) == {"three": "unreachable"}
        project.write_text("[tool.heapwright]\ncalls = 'many'\n")
        ed.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))
        await ed.settled(opened)
        (complaint,) = [d for d in ed.diagnostics(opened) or () if "pyproject" in d.message]
        assert "`calls` must be a number of at least 1" in complaint.message


async def test_files_that_nobody_opened_are_looked_at_too(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    (tmp_path / "one" / "a.tiny").write_text("class A { }\nspec never(A a) := false;\n")
    (tmp_path / "two" / "b.tiny").write_text("spec broken() := ;\n")
    (tmp_path / "two" / "other.py").write_text("def f(: not ours\n")
    async with editor(tmp_path / "one") as ed:
        path = (tmp_path / "one" / "a.tiny").as_uri()
        await ed.until(lambda: codes(ed, path) == ["HW004"], "a verdict on a closed file")
        added = types.WorkspaceFolder((tmp_path / "two").as_uri(), "two")
        ed.client.workspace_did_change_workspace_folders(
            types.DidChangeWorkspaceFoldersParams(
                types.WorkspaceFoldersChangeEvent(added=[added], removed=[])
            )
        )
        path = (tmp_path / "two" / "b.tiny").as_uri()
        await ed.until(lambda: codes(ed, path), "the syntax of a file in the new folder")
        assert not [p for p in ed.published if p.uri.endswith("other.py")]


async def test_open_documents_come_before_the_rest_of_the_workspace(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        (tmp_path / f"{name}.tiny").write_text(dedent(SLOW))
    async with editor(tmp_path) as ed:
        slow = (tmp_path / "one.tiny").as_uri()
        await ed.until(
            lambda: any(
                s["uri"] == slow and s["items"][0]["status"] == "running"
                for s in ed.statuses
                if s["items"]
            ),
            "work on a file that is not open",
        )
        opened = ed.open("a.tiny", COUNTER)
        assert (await ed.settled(opened))["two"] == "reachable"
        assert not [
            s for s in ed.statuses if s["uri"] == slow and s["items"][0]["status"] == "unknown"
        ], "what gave way was not given up"


async def test_a_file_that_is_gone_has_no_problems(tmp_path: Path) -> None:
    path = tmp_path / "a.tiny"
    path.write_text("spec broken() := ;\n")
    async with editor(tmp_path) as ed:
        await ed.until(lambda: codes(ed, path.as_uri()), "the problem of a closed file")
        path.unlink()
        gone = types.FileEvent(path.as_uri(), types.FileChangeType.Deleted)
        ed.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([gone]))
        await ed.until(lambda: codes(ed, path.as_uri()) == [], "no problem")


async def test_a_closed_document_is_a_file_of_the_workspace_again(tmp_path: Path) -> None:
    path = tmp_path / "a.tiny"
    path.write_text("spec broken() := ;\n")
    async with editor(tmp_path) as ed:
        opened = ed.open("a.tiny", "spec fine() := true;\n")
        await ed.settled(opened)
        ed.close_all()
        await ed.until(lambda: codes(ed, path.as_uri()) == ["HW100"], "what is on disk")


@pytest.mark.parametrize("profile", ["visual-studio-code", "neovim"])
async def test_included_files_and_settings_that_change_on_disk_are_noticed(
    tmp_path: Path, profile: str
) -> None:
    base, project = tmp_path / "base.tiny", tmp_path / "pyproject.toml"

    def changed(ed: Editor, path: Path) -> None:
        if profile != "neovim":  # which is one of those that watch no files
            event = types.FileEvent(path.as_uri(), types.FileChangeType.Changed)
            ed.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))

    async with editor(tmp_path, profile, settings={"checkWorkspace": False}) as ed:
        opened = ed.open("user.tiny", 'include "base.tiny";\nspec four(A a) := a.n = 4;\n')

        async def becomes(verdict: str) -> None:
            def is_so() -> bool:
                return any(
                    status["current"] and status["items"][0]["status"] == verdict
                    for status in ed.statuses[-1:]
                )

            await ed.until(is_so, verdict)

        await becomes("unknown")  # there is no such file
        base.write_text("class A { int n; void up() := this.n := this.n + 1; }\n")
        changed(ed, base)
        await becomes("reachable")
        project.write_text("[tool.heapwright]\ncalls = 2\n")
        changed(ed, project)
        await becomes("not-found")
        base.write_text("class A { int n; void up() := this.n := 4; }\n")
        changed(ed, base)
        await becomes("reachable")
        assert opened.version == 1


def codes(ed: Editor, uri: str) -> list[str]:
    """Give the codes of what was published last for a file."""
    found = [params for params in ed.published if params.uri == uri]
    return [str(one.code) for one in found[-1].diagnostics] if found else []


async def test_progress_has_numbers_and_its_button_stops_the_work(ed: Editor) -> None:
    opened = ed.open("slow.tiny", SLOW)

    def reported() -> Any:  # noqa: ANN401
        for token, reports in ed.client.progress_reports.items():
            if not reports or isinstance(reports[-1], types.WorkDoneProgressEnd):
                continue  # just begun, or of a test before this one
            for report in reports:
                text = getattr(report, "message", None)
                if text is not None and "states" in text and "waiting" in text:
                    return token, report
        return None

    token, report = await ed.until(reported, "progress with numbers")
    assert "calls" in report.message and report.cancellable
    ed.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
    assert await ed.settled(opened) == {"slow": "unknown"}
    reports = ed.client.progress_reports[token]
    await ed.until(lambda: isinstance(reports[-1], types.WorkDoneProgressEnd), "its end")


async def test_tcp_serves_one_client(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "heapwright", "serve", "--tcp", "127.0.0.1:0",
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stderr is not None
    line = (await process.stderr.readline()).decode()
    port = int(line.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    writer.write(b"content-length: %d\r\nX-Other: 1\r\n\r\n%b" % (len(body), body))
    assert (await reader.readline()).startswith(b"Content-Length: ")
    writer.close()
    assert await process.wait() == 1, "the client went away without a word"


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:x", "127.0.0.1:99999", ":7"])
async def test_an_address_that_makes_no_sense_is_refused_in_one_line(address: str) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "heapwright", "serve", "--tcp", address,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    _, errors = await process.communicate()
    assert process.returncode == 2
    assert errors.decode().count("\n") == 1


async def test_user_code_is_never_run(tmp_path: Path, ed: Editor) -> None:
    witness = tmp_path / "witness"
    evil = f"open({str(witness)!r}, 'w').close()"
    program = f"""
        import os  # heapwright
        from heapwright import spec
        {evil}


        class A:
            {evil}

            def __init__(self) -> None:
                self.n = 0

            def __init_subclass__(cls) -> None:
                {evil}

            def up(self) -> None:
                {evil}
                self.n = 1


        @spec
        def one(a: A) -> bool:
            return a.n == 1
    """
    await ed.settled(ed.open("a.py", program))
    assert not witness.exists()


async def test_the_commands_of_the_contract_are_there(ed: Editor) -> None:
    provider = ed.initialized.capabilities.execute_command_provider
    assert provider is not None
    assert {
        "heapwright.cancel",
        "heapwright.clearCache",
        "heapwright.draw",
        "heapwright.generateInput",
        "heapwright.generateTest",
        "heapwright.generateTests",
        "heapwright.inferFormulas",
        "heapwright.restart",
        "heapwright.showGraph",
    } <= set(provider.commands)


async def test_clear_cache_and_restart_answer_everything_again(tmp_path: Path) -> None:
    async with editor(tmp_path) as ed:
        opened = ed.open("a.tiny", COUNTER)
        before = await ed.settled(opened)
        for name in ("heapwright.clearCache", "heapwright.restart"):
            await ed.request(types.WORKSPACE_EXECUTE_COMMAND, types.ExecuteCommandParams(name))
            assert await ed.settled(opened) == before


async def test_the_graph_of_a_class_has_states_and_edges(ed: Editor) -> None:
    opened = ed.open("a.tiny", COUNTER)
    found = await ed.request(
        "heapwright/graph", {"textDocument": {"uri": opened.uri}, "name": "Counter"}
    )
    assert found["complete"] is True and found["stoppedBy"] is None
    assert [state["text"] for state in found["states"]][:3] == [
        "(empty heap)",
        "o1: Counter#1 n=0",
        "o1: Counter#1 n=1",
    ]
    assert {"source": 1, "target": 2, "label": "up"} in found["edges"]
    assert all(state["svg"].startswith("<svg") for state in found["states"])


async def test_the_heap_of_a_spec_has_one_step_per_call(ed: Editor) -> None:
    opened = ed.open("a.tiny", COUNTER)
    found = await ed.request(
        "heapwright/heap", {"textDocument": {"uri": opened.uri}, "name": "two"}
    )
    assert found["verdict"] == "reachable"
    assert [step["call"] for step in found["steps"]] == [
        None,
        "c := new Counter;",
        "c.up();",
        "c.up();",
    ]
    (shown,) = found["steps"][2]["objects"]
    assert shown["class"] == "Counter"
    assert shown["fields"] == [{"name": "n", "changed": True, "value": "1"}]
    assert shown["range"]["uri"] == opened.uri
    assert found["steps"][2]["roots"] == [{"variable": "c", "id": shown["id"]}]


async def test_a_call_in_the_heap_of_a_spec_leads_to_its_method_in_whichever_file(
    ed: Editor,
) -> None:
    counter = ed.open("counter.tiny", COUNTER)
    opened = ed.open("b.tiny", 'include "counter.tiny";\nspec one(Counter c) := c.n = 1;\n')
    found = await ed.request(
        "heapwright/heap", {"textDocument": {"uri": opened.uri}, "name": "one"}
    )
    places = [step["range"] for step in found["steps"][1:]]
    assert [place["uri"] for place in places] == [counter.uri, counter.uri]
    ends = [[types.Position(**place["range"][end]) for end in ("start", "end")] for place in places]
    assert [counter.cut(types.Range(*pair)) for pair in ends] == ["Counter", "up"]
    assert "range" not in found["steps"][0]

"""Whatever happens, the server stays up, answers the next request and tells the truth."""

import asyncio
import contextlib
import json
import os
import random
import signal
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from support.lsp import PATIENCE, Editor, Opened, editor
from support.lsp_programs import COUNTER, PYTHON_COUNTER
from support.processes import descendants_of, resident_kb
from support.wire import started

N_KILLS = 50
N_WORKERS = 2  # by the default settings; each is a process that forks another
OTHER = COUNTER.replace("Counter", "Other")
N_EDITS = 10_000
EDITS_AT_ONCE = 20
SEED = 20261116
# What the interpreter keeps to itself for the next allocation, of more than 60,000 to begin with.
# Measured: 30 to 300. A server that keeps every version of a document takes 3,000 more.
MOST_GROWN_KB = 2_000


# --- Messages that make no sense -----------------------------------------------------


async def test_malformed_messages_get_an_error_and_the_next_request_an_answer() -> None:
    wire = await started()
    wire.say(id=1, method="textDocument/hover", params={})
    assert (await wire.hear())["error"]["code"] == -32002, "`initialize` comes first"
    wire.say(id=2, method="initialize", params={"capabilities": {}})
    assert "capabilities" in (await wire.hear(2))["result"]
    bad: list[tuple[bytes, int]] = [
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"[1, 2]", -32600),
        (b'{"id": 3, "method": "shutdown"}', -32600),
        (b'{"jsonrpc": "2.0", "id": null, "method": "shutdown"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 3, "method": 7}', -32600),
        (b'{"jsonrpc": "2.0", "id": 4, "method": "no/such/method"}', -32601),
        (b'{"jsonrpc": "2.0", "id": 5, "method": "textDocument/hover"}', -32602),
        (b'{"jsonrpc": "2.0", "id": 6, "method": "textDocument/hover", "params": 3}', -32602),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "heapwright/heap", "params": 3}', -32602),
        (b'{"jsonrpc": "2.0", "id": 8, "method": "initialize", "params": {}}', -32600),
        (b"[" * 100_000, -32700),
    ]
    for body, code in bad:
        wire.send(body)
        assert (await wire.hear())["error"]["code"] == code, body[:80]
    # Notifications and answers that make no sense have no answer.
    for quiet in (
        b'{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {}}',
        b'{"jsonrpc": "2.0", "method": "no/such/method"}',
        b'{"jsonrpc": "2.0", "id": "never asked", "result": null}',
        b'{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 99}}',
    ):
        wire.send(quiet)
    wire.say(id="last", method="heapwright/status", params={})
    assert (await wire.hear("last"))["result"]["items"] == []
    wire.say(id="end", method="shutdown")
    assert (await wire.hear("end"))["result"] is None
    wire.say(id="late", method="heapwright/status", params={})
    assert (await wire.hear("late"))["error"]["code"] == -32600
    wire.say(method="exit")
    assert await wire.process.wait() == 0


@pytest.mark.parametrize("with_exit", [True, False])
async def test_without_shutdown_the_exit_code_is_1_and_nobody_is_left(with_exit: bool) -> None:
    wire = await started()
    wire.say(id=1, method="initialize", params={"capabilities": {}})
    await wire.hear(1)
    wire.say(method="initialized", params={})
    workers = descendants_of(wire.process.pid)
    if with_exit:
        wire.say(method="exit")
    else:
        assert wire.process.stdin is not None
        wire.process.stdin.close()
    assert await wire.process.wait() == 1
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


async def test_positions_outside_and_unknown_documents_are_no_errors(ed: Editor) -> None:
    opened = ed.open("a.tiny", COUNTER)
    await ed.settled(opened)
    far = types.Position(10_000, 10_000)
    for identifier in (opened.identifier, types.TextDocumentIdentifier("file:///no/such.tiny")):
        for position in (far, types.Position(0, 2**31 - 1)):
            await ed.client.text_document_hover_async(types.HoverParams(identifier, position))
            await ed.client.text_document_code_action_async(
                types.CodeActionParams(
                    identifier,
                    types.Range(far, types.Position(0, 0)),
                    types.CodeActionContext([]),
                )
            )
    for uri in ("untitled:Untitled-1", "file://", "http://[", "", "file:///a%00b.tiny"):
        await ed.client.text_document_code_lens_async(
            types.CodeLensParams(types.TextDocumentIdentifier(uri))
        )
    assert (await ed.settled(opened))["two"] == "reachable"


async def test_an_untitled_document_is_a_document(ed: Editor) -> None:
    opened = Opened(ed, "untitled:Untitled-1", "class A { }\nspec some(A a) := true;\n", None)
    ed.documents.append(opened)
    ed.client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(opened.uri, "tiny", 1, opened.text))
    )
    assert await ed.settled(opened) == {"some": "reachable"}


async def test_a_change_of_an_older_version_does_not_count(ed: Editor) -> None:
    opened = ed.open("a.tiny", "class A { }\nspec some(A a) := true;\n")
    opened.edit(0, 0, "// one\n", version=7)
    text = opened.text
    opened.edit(0, 6, "!!!!", version=3)
    opened.text, opened.version = text, 7
    opened.edit(0, 0, "// two\n", version=8)
    assert await ed.settled(opened) == {"some": "reachable"}
    assert ed.diagnostics(opened) == []


# --- Workers that die ---------------------------------------------------------------


async def test_workers_killed_at_random_points_cost_nothing_but_time(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    async with editor(tmp_path) as ed:
        opened = ed.open("a.tiny", COUNTER)
        verdicts = await ed.settled(opened)
        documents = [opened, ed.open("b.tiny", OTHER)]
        n_processes = await all_workers(ed, documents)
        kilobytes = resident_kb(ed.pid)
        limit = "5"
        for kill in range(N_KILLS):
            fresh = str(5 + kill % 2)
            if chance.random() < 0.3:
                opened.replace(f"this.n < {limit} then", f"this.n < {fresh} then")
                limit = fresh
            else:
                await ed.request("heapwright/run", {"textDocument": {"uri": opened.uri}})
            await asyncio.sleep(chance.random() * 0.1)
            victims = descendants_of(ed.pid)
            if victims:
                # It may have come to its end in the meantime.
                with contextlib.suppress(ProcessLookupError):
                    os.kill(chance.choice(victims), signal.SIGKILL)
        await ed.settled(opened)
        opened.replace(f"this.n < {limit} then", "this.n < 3 then")
        opened.replace("spec two", "spec twice")
        opened.replace("c.n = 7", "c.n = 8")
        await ed.settled(opened)
        await ed.request("heapwright/run", {"textDocument": {"uri": opened.uri}})
        verdicts["twice"] = verdicts.pop("two")
        assert await ed.settled(opened) == verdicts
        await asyncio.wait_for(all_workers(ed, documents), PATIENCE)
        await asyncio.wait_for(until_processes(ed.pid, n_processes), PATIENCE)
        grown = resident_kb(ed.pid) - kilobytes
        print(f"after {N_KILLS} kills the server has {grown} kB more than at its start")
        assert grown < MOST_GROWN_KB


async def all_workers(ed: Editor, documents: list[Opened]) -> int:
    """Ask about different classes at once until all workers are there; gives the processes."""
    while len(found := descendants_of(ed.pid)) < 2 * N_WORKERS:
        for opened in documents:
            await ed.request("heapwright/run", {"textDocument": {"uri": opened.uri}})
        for opened in documents:
            await ed.settled(opened)
    return len(found)


async def until_processes(pid: int, number: int) -> None:
    """Wait until there are as many processes below a server as there were."""
    while len(descendants_of(pid)) != number:
        await asyncio.sleep(0.05)


# --- Many edits ----------------------------------------------------------------------

WORDS = [
    "{", "}", "(", ")", ";", ":=", "=", "\n", " ", "class", "spec", "this.n", "// c\n", "/*", "*/",
    "𝒳", "é", "\r\n", "int", "0", "invariant", "if", "then", "else", "def ", "    ", ":", "#", "\t",
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "program", "n_edits"),
    [("a.tiny", COUNTER, N_EDITS * 4 // 5), ("a.py", PYTHON_COUNTER, N_EDITS // 5)],
)
async def test_after_random_edits_the_state_is_that_of_a_fresh_server(
    ed: Editor, tmp_path: Path, name: str, program: str, n_edits: int
) -> None:
    chance = random.Random(SEED)
    opened = ed.open(name, program)
    original = opened.text
    for number in range(n_edits // EDITS_AT_ONCE):
        if chance.random() < 0.1:
            random_edits(opened, [(0, len(opened.text), original)])
        random_edits(opened, [None] * EDITS_AT_ONCE, chance)
        if chance.random() < 0.05:
            await ed.status(opened)
        if number == n_edits // EDITS_AT_ONCE // 2:
            await ed.settled(opened)
            kilobytes = resident_kb(ed.pid)
    await ed.settled(opened)
    grown = resident_kb(ed.pid) - kilobytes
    print(f"the second half of the edits took {grown} kB")
    assert grown < MOST_GROWN_KB
    broken, text = await seen(ed, opened), opened.text
    random_edits(opened, [(0, len(text), original.replace("two", "deux"))])
    await ed.settled(opened)
    whole = await seen(ed, opened)
    assert "deux" in str(whole)
    async with editor(tmp_path) as fresh:
        for other, expected in ((text, broken), (opened.text, whole)):
            again = Opened(fresh, opened.uri, other, None)
            fresh.documents.append(again)
            item = types.TextDocumentItem(again.uri, _language(name), 1, other)
            fresh.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
            await fresh.settled(again)
            assert await seen(fresh, again) == expected
            fresh.close_all()


def _language(name: str) -> str:
    return "python" if name.endswith(".py") else "tiny"


def random_edits(opened: Opened, edits: list[Any], chance: random.Random | None = None) -> None:
    """Send several edits in one message; None stands for one at random."""
    changes: list[types.TextDocumentContentChangeEvent] = []
    for edit in edits:
        if edit is None:
            assert chance is not None
            start = chance.randrange(len(opened.text) + 1)
            end = min(len(opened.text), start + chance.choice((0, 0, 0, 1, 3, 9)))
            edit = (start, end, chance.choice(WORDS) if len(opened.text) < 3_000 else "")
        start, end, new = edit
        place = opened.range(start, end)
        # There is no position between the two characters of a line end.
        start, end = opened.offset(place.start), opened.offset(place.end)
        changes.append(types.TextDocumentContentChangePartial(place, new))
        opened.text = opened.text[:start] + new + opened.text[end:]
    opened.version += 1
    opened.editor.client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(opened.version, opened.uri), changes
        )
    )


async def seen(ed: Editor, opened: Opened) -> object:
    """Give all that the server says about a document, without its name."""
    await ed.surveyed(opened)
    status = await ed.status(opened)
    report = await ed.client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(opened.identifier)
    )
    symbols = await ed.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(opened.identifier)
    )
    items = [
        (i["name"], i["range"], i["status"], i["verdict"], i["reason"], i["code"])
        for i in status["items"]
    ]
    found = [(d.range, d.code, d.message) for d in getattr(report, "items", ())]
    return json.loads(json.dumps([items, str(found), str(symbols)]))

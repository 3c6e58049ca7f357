"""Questions are asked in worker processes that can be stopped, killed and replaced."""

import asyncio
import os
import signal
from itertools import count
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcRequestCancelled

from support.lsp import PATIENCE, Editor, Opened, editor
from support.lsp_programs import COUNTER, PYTHON_COUNTER, SLOW
from support.processes import children_of, descendants_of, until_gone, until_idle
from support.wire import Wire, started


@pytest.mark.parametrize(("name", "text"), [("a.tiny", COUNTER), ("a.py", PYTHON_COUNTER)])
async def test_every_question_of_an_open_document_gets_its_verdict(
    ed: Editor, name: str, text: str
) -> None:
    found = await ed.settled(ed.open(name, text))
    assert found.pop("Counter.small", "holds") == "holds"
    assert found == {"two": "reachable", "seven": "unreachable", "Counter.tiny": "violated"}


async def test_status_goes_from_queued_over_running_to_the_verdict(ed: Editor) -> None:
    opened = ed.open("a.tiny", "class A { } spec some(A a) := true;")
    await ed.settled(opened)
    seen = [item["status"] for status in ed.statuses for item in status["items"]]
    assert seen == ["queued", "running", "reachable"]


async def running(ed: Editor, opened: Opened) -> None:
    """Wait until the exploration of `slow` has begun to find states."""
    await ed.until(
        lambda: any(i["status"] == "running" for s in ed.statuses for i in s["items"]), "a start"
    )
    while not (status := await ed.status(opened))["work"]["states"]:
        assert not status["current"], f"it ended before it found a state: {status}"
        await asyncio.sleep(0.02)


async def test_cancel_stops_the_work_and_says_so(ed: Editor) -> None:
    opened = ed.open("slow.tiny", SLOW)
    await running(ed, opened)
    await ed.request(
        types.WORKSPACE_EXECUTE_COMMAND, types.ExecuteCommandParams("heapwright.cancel", [])
    )
    assert await ed.settled(opened) == {"slow": "unknown"}
    status = await ed.status(opened)
    assert status["work"]["running"] == status["work"]["queued"] == 0
    assert "cancelled" in status["items"][0]["reason"]


async def test_cancel_also_stops_what_was_asked_just_before(ed: Editor) -> None:
    opened = ed.open("slow.tiny", SLOW)
    await running(ed, opened)
    # Both are on their way before the server has read the first.
    run = {"textDocument": {"uri": opened.uri}, "name": "slow"}
    cancel = types.ExecuteCommandParams("heapwright.cancel", [])
    await asyncio.gather(
        ed.request("heapwright/run", run), ed.request(types.WORKSPACE_EXECUTE_COMMAND, cancel)
    )
    assert await ed.settled(opened) == {"slow": "unknown"}
    assert "cancelled" in (await ed.status(opened))["items"][0]["reason"]


async def test_after_cancel_no_branches_are_looked_at(tmp_path: Path) -> None:
    async with editor(tmp_path, settings={"workers": 1}) as ed:
        opened = ed.open("slow.tiny", SLOW)
        await running(ed, opened)
        await ed.request(
            types.WORKSPACE_EXECUTE_COMMAND, types.ExecuteCommandParams("heapwright.cancel", [])
        )
        assert await ed.settled(opened) == {"slow": "unknown"}
        await asyncio.wait_for(until_idle(descendants_of(ed.pid)), PATIENCE)
        assert (await ed.status(opened))["surveyed"] is False


async def test_a_cancelled_request_stops_its_question(ed: Editor) -> None:
    opened = ed.open("slow.tiny", SLOW)
    await running(ed, opened)
    protocol: Any = ed.client.protocol
    params = {"textDocument": {"uri": opened.uri}, "name": "slow"}
    request = asyncio.ensure_future(
        protocol.send_request_async("heapwright/heap", params, msg_id="mine")
    )
    await ed.status(opened)  # by then the server has the request
    ed.client.cancel_request(types.CancelParams("mine"))
    with pytest.raises(JsonRpcRequestCancelled):
        await request
    assert await ed.settled(opened) == {"slow": "unknown"}
    assert (await ed.status(opened))["work"]["running"] == 0


async def test_a_newer_edit_wins(ed: Editor) -> None:
    opened = ed.open("slow.tiny", SLOW)
    await running(ed, opened)
    opened.replace("scope Node <= 40", "scope Node <= 1")
    opened.replace("t.size() = 41", "t.size() = 2")
    assert await ed.settled(opened) == {"slow": "unreachable"}
    assert (await ed.status(opened))["work"]["running"] == 0


@pytest.mark.parametrize("way", ["request", "button", "edit"])
async def test_what_is_cancelled_works_no_more_and_leaves_no_process(
    tmp_path: Path, way: str
) -> None:
    async with editor(tmp_path, settings={"workers": 1, "branches": False}) as ed:
        opened = ed.open("slow.tiny", SLOW)
        await running(ed, opened)
        before = descendants_of(ed.pid)
        match way:
            case "request":
                protocol: Any = ed.client.protocol
                params = {"textDocument": {"uri": opened.uri}, "name": "slow"}
                request = asyncio.ensure_future(
                    protocol.send_request_async("heapwright/heap", params, msg_id="mine")
                )
                await ed.status(opened)  # by then the server has the request
                ed.client.cancel_request(types.CancelParams("mine"))
                with pytest.raises(JsonRpcRequestCancelled):
                    await request
            case "button":
                await ed.until(lambda: any(ed.client.progress_reports.values()), "progress")
                (token,) = ed.client.progress_reports
                ed.client.window_work_done_progress_cancel(
                    types.WorkDoneProgressCancelParams(token)
                )
            case "edit":
                opened.replace("spec slow(Tree t) := t.size() = 41;", "")
        await ed.settled(opened)
        await asyncio.wait_for(until_idle(descendants_of(ed.pid)), PATIENCE)
        # The one that worked may have been killed; then another stands in its place.
        assert len(descendants_of(ed.pid)) == len(before)


async def test_a_killed_worker_gives_unknown_and_the_next_text_gets_a_verdict(
    tmp_path: Path,
) -> None:
    async with editor(tmp_path, settings={"workers": 1}) as ed:
        opened = ed.open("slow.tiny", SLOW)
        await running(ed, opened)
        for worker in children_of(ed.pid):
            os.kill(worker, signal.SIGKILL)
        assert await ed.settled(opened) == {"slow": "unknown"}
        (item,) = (await ed.status(opened))["items"]
        assert "the worker process was ended by SIGKILL" in item["reason"]
        # A comment does not change the text's meaning, so it is not tried again.
        opened.edit(0, 0, "// no change\n")
        assert await ed.settled(opened) == {"slow": "unknown"}
        opened.replace("scope Node <= 40", "scope Node <= 1")
        opened.replace("t.size() = 41", "t.size() = 1")
        assert await ed.settled(opened) == {"slow": "reachable"}


async def test_a_worker_that_needs_too_much_memory_gives_unknown(tmp_path: Path) -> None:
    async with editor(tmp_path, settings={"memory": 40, "workers": 1}) as ed:
        opened = ed.open("slow.tiny", SLOW)
        assert await ed.settled(opened) == {"slow": "unknown"}
        (item,) = (await ed.status(opened))["items"]
        assert "memory" in item["reason"]
        opened.replace("scope Node <= 40", "scope Node <= 1")
        opened.replace("t.size() = 41", "t.size() = 1")
        assert await ed.settled(opened) == {"slow": "reachable"}


async def until_states(wire: Wire) -> None:
    """Wait until an exploration has begun to find states."""
    for number in count(2):
        wire.say(id=number, method="heapwright/status", params={})
        if (await wire.hear(number))["result"]["work"]["states"]:
            return
        # Who asks without a break takes the processor from the worker that is to find them.
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("ending", ["SIGTERM", "SIGKILL", "exit", "end of input"])
async def test_no_process_is_left_when_the_server_ends(ending: str) -> None:
    wire = await started()
    wire.say(id=1, method="initialize", params={"capabilities": {}})
    await wire.hear(1)
    wire.say(method="initialized", params={})
    item = {"uri": "file:///slow.tiny", "languageId": "tiny", "version": 1, "text": dedent(SLOW)}
    wire.say(method="textDocument/didOpen", params={"textDocument": item})
    await asyncio.wait_for(until_states(wire), PATIENCE)
    workers = descendants_of(wire.process.pid)
    assert len(workers) >= 2
    match ending:
        case "exit":
            wire.say(method="exit")
        case "end of input":
            assert wire.process.stdin is not None
            wire.process.stdin.close()
        case name:
            os.kill(wire.process.pid, signal.Signals[name])
    await asyncio.wait_for(wire.process.wait(), PATIENCE)
    await asyncio.wait_for(until_gone(workers), PATIENCE)

"""The paths of a method in the editor: how many, which, and whether calls lead to them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from support.lsp import Editor, Opened

STACK = """class Cell { int v; Cell next; }
class Stack {
    private Cell top;
    private new;
    static Stack make() := new Stack;
    void push(int x) := let c := new Cell in { c.v := x; c.next := this.top; this.top := c };
    int first() := if this.top = null then 0 else if this.top.next = this.top then 1 else 2;
}
spec empty(Stack s) := s.first() = 0;
"""


async def test_the_lens_of_a_method_says_how_many_paths_it_has(ed: Editor) -> None:
    opened = ed.open("a.tiny", STACK)
    await ed.settled(opened)
    found = await ed.client.text_document_code_lens_async(types.CodeLensParams(opened.identifier))
    assert found is not None
    unresolved = [lens for lens in found if lens.command is None]
    titles = {}
    for lens in unresolved:
        resolved = await ed.client.code_lens_resolve_async(lens)
        assert resolved.command is not None
        titles[opened.cut(lens.range)] = (resolved.command.title, resolved.command.command)
    assert titles["first"] == ("3 paths", "heapwright.showPaths")
    assert titles["push"] == ("1 path", "heapwright.showPaths")


async def test_the_methods_that_have_paths_are_named_with_their_places(ed: Editor) -> None:
    opened = ed.open("a.tiny", STACK)
    await ed.settled(opened)
    answer: Any = await ed.request("heapwright/methods", {"textDocument": {"uri": opened.uri}})
    assert [method["name"] for method in answer["methods"]] == [
        *("Stack.make", "Stack.push", "Stack.first"),
    ]
    start = answer["methods"][2]["range"]["start"]
    assert STACK.splitlines()[start["line"]][start["character"] :].startswith("first()")


async def test_paths_are_listed_with_pictures_and_the_calls_that_lead_there(ed: Editor) -> None:
    opened = ed.open("a.tiny", STACK)
    await ed.settled(opened)
    listed: Any = await ed.client.workspace_execute_command_async(
        types.ExecuteCommandParams(
            "heapwright.showPaths", [{"uri": opened.identifier.uri, "name": "Stack.first"}]
        )
    )
    listed = listed if isinstance(listed, dict) else listed._asdict()
    assert listed["count"] == 3
    paths = [path if isinstance(path, dict) else path._asdict() for path in listed["paths"]]
    told = {path["value"]: (path["reach"], path["code"]) for path in paths}
    assert told["0"] == ("reachable", "it := Stack.make();")
    assert told["2"] == ("reachable", "it := Stack.make();\nit.push(0);")
    assert told["1"] == ("unreachable", "")
    assert all(path["svg"].startswith("<svg") for path in paths)
    assert "# Stack.first: 3 paths" in listed["markdown"]


async def test_a_path_comes_with_its_input_its_verdict_and_its_calls(ed: Editor) -> None:
    opened = ed.open("a.tiny", STACK)
    await ed.settled(opened)
    listed = await paths_of(ed, opened, {"name": "Stack.first"})
    assert (listed["method"], listed["heap"]) == ("Stack.first", "pose")
    assert listed["bounds"] == ["what calls lead to is looked for with up to 6 Cell, 1 Stack"]
    second = listed["paths"][1]
    assert second["condition"] == "this.top != null && this.top = this.top.next"
    assert second["verdict"] == "unreachable"
    assert second["input"] == {"this": "Stack"}
    third = listed["paths"][2]
    assert (third["verdict"], third["calls"]) == (
        "reachable",
        ["it := Stack.make();", "it.push(0);"],
    )


async def test_the_method_may_be_given_by_a_position_and_the_heap_by_its_name(ed: Editor) -> None:
    opened = ed.open("a.tiny", STACK)
    await ed.settled(opened)
    line = STACK.splitlines().index(next(x for x in STACK.splitlines() if "int first" in x))
    position = {"line": line, "character": 30}
    listed = await paths_of(ed, opened, {"position": position, "heap": "lazy"})
    assert (listed["method"], listed["heap"], listed["count"]) == ("Stack.first", "lazy", 4)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({}, "`name` is the name of"),
        ({"name": "Stack.nothing"}, "no method `Stack.nothing`"),
        ({"name": "Stack.first", "heap": "eager"}, "`heap` is one of pose, summary"),
        ({"position": {"line": 99}}, "`position` is an object with"),
        ({"position": {"line": 0, "character": 0}}, "no method at this position"),
    ],
)
async def test_a_wrong_question_about_paths_gets_one_line(
    ed: Editor, wrong: dict[str, Any], told: str
) -> None:
    opened = ed.open("a.tiny", STACK)
    await ed.settled(opened)
    with pytest.raises(JsonRpcException, match=re.escape(told)):
        await paths_of(ed, opened, wrong)


async def paths_of(ed: Editor, opened: Opened, asked: dict[str, Any]) -> dict[str, Any]:
    params = {"textDocument": {"uri": opened.identifier.uri}, **asked}
    found: dict[str, Any] = await ed.request("heapwright/paths", params)
    return found

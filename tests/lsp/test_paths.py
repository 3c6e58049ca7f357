"""The paths of a method in the editor: how many, which, and whether calls lead to them."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from support.lsp import Editor

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

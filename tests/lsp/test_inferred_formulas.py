"""The action that infers HEX formulas: written where they belong, or why there are none."""

from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from lsp.test_code_actions import chosen, listed
from support.expect import expect
from support.lsp import Editor, editor
from support.lsp_programs import COUNTER

TITLE = "Infer HEX invariant"
ONE_LINE = (
    "class Node { Node next; void grow() := if this.next = null then this.next := new Node; }\n"
)
TINY = """
    class Leaf { int n; }
    class Pair {
        private Leaf one;
        private Leaf two;
        void fill() := { this.one := new Leaf; this.two := this.one; };
    }
    spec s(Pair p) := true;
"""
PYTHON = """
class Node:
    def __init__(self) -> None:
        self.next: Node | None = None

    def grow(self) -> None:
        if self.next is None:
            self.next = Node()
"""


async def test_they_become_the_last_member_of_a_tiny_class(ed: Editor) -> None:
    opened = ed.open("a.tiny", TINY)
    await ed.settled(opened)
    text = await chosen(ed, opened, "class Pair", TITLE)
    expect("""
    class Leaf { int n; }
    class Pair {
        private Leaf one;
        private Leaf two;
        void fill() := { this.one := new Leaf; this.two := this.one; };
        hex {
            this.one aliases this.two;
            this.two aliases this.one;
        }
    }
    spec s(Pair p) := true;
    """).check(text)
    opened.edit(0, len(opened.text), text)
    assert (await ed.settled(opened))["HEX of Pair"] == "holds"
    (action,) = [one for one in await listed(ed, opened, "class Pair") if one.title == TITLE]
    assert action.disabled is not None
    assert action.disabled.reason == "`Pair` has HEX formulas already"


async def test_a_class_of_one_line_stays_one_and_line_ends_stay(ed: Editor) -> None:
    opened = ed.open("a.tiny", ONE_LINE.replace("\n", "\r\n"))
    await ed.settled(opened)
    text = await chosen(ed, opened, "class Node", TITLE)
    assert text == ONE_LINE.replace("\n", "\r\n").replace(
        " }", " hex { this(.next)* aliases nothing; } }"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from heapwright import spec as s, scope\n\n",
            "from heapwright import spec as s, scope, structure\n\n\n@structure(",
        ),
        (
            "from heapwright import (\n    structure,\n)\n\n",
            "from heapwright import (\n    structure,\n)\n\n\n@structure(",
        ),
        ("import heapwright\n\n", "import heapwright\n\n\n@heapwright.structure("),
        (
            '"""Of heapwright."""\n\n',
            '"""Of heapwright."""\n\nfrom heapwright import structure\n\n\n@structure(',
        ),
        (
            "# heapwright: scope Node=3\n\nstructure = 1\n",
            "# heapwright: scope Node=3\n\nstructure = 1\n\n"
            "import heapwright\n\n\n@heapwright.structure(",
        ),
        (
            "import os  # not heapwright\nfrom json import load as structure\n\n",
            "import os  # not heapwright\nfrom json import load as structure\n"
            "import heapwright\n\n\n@heapwright.structure(",
        ),
        ("# heapwright\n", "# heapwright\n\nfrom heapwright import structure\n\n\n@structure("),
    ],
)
async def test_they_stand_above_a_python_class_with_the_import(
    ed: Editor, before: str, after: str
) -> None:
    opened = ed.open("a.py", before + PYTHON)
    await ed.settled(opened)
    text = await chosen(ed, opened, "class Node", TITLE)
    assert text == f'{after}"this(.next)* aliases nothing")\n{PYTHON[1:]}'
    opened.edit(0, len(opened.text), text)
    assert (await ed.settled(opened))["HEX of Node"] == "holds"
    exec(compile(text, "a.py", "exec"), {"__name__": "a"})  # noqa: S102 - our own text


async def test_where_nothing_is_inferred_the_reason_is_the_answer(ed: Editor) -> None:
    opened = ed.open("a.tiny", COUNTER)
    await ed.settled(opened)
    with pytest.raises(JsonRpcException) as caught:
        await chosen(ed, opened, "class Counter", TITLE)
    assert str(caught.value) == (
        "nothing was inferred: no heap with a `Counter` that has references"
    )
    assert TITLE not in [one.title for one in await listed(ed, opened, "void up")]


async def test_a_client_without_resolve_infers_by_a_command(tmp_path: Path) -> None:
    async with editor(tmp_path, "emacs") as ed:
        opened = ed.open("a.tiny", ONE_LINE)
        await ed.settled(opened)
        result = await ed.request(
            types.WORKSPACE_EXECUTE_COMMAND,
            types.ExecuteCommandParams(
                "heapwright.inferFormulas", arguments=[{"uri": opened.uri, "name": "Node"}]
            ),
        )
        assert result == {"applied": True}
        (applied,) = ed.applied
        assert "hex { this(.next)* aliases nothing; }" in opened.apply(applied.edit)


async def test_they_stand_above_the_decorators_of_a_class(ed: Editor) -> None:
    opened = ed.open(
        "a.py",
        """
        from dataclasses import dataclass

        from heapwright import spec

        class Leaf:
            def __init__(self) -> None:
                self.n = 0

        @dataclass
        class Pair:
            one: Leaf | None = None
            two: Leaf | None = None

            def fill(self) -> None:
                self.one = Leaf()
                self.two = self.one
        """,
    )
    await ed.settled(opened)
    text = await chosen(ed, opened, "class Pair", TITLE)
    expect("""
    from dataclasses import dataclass

    from heapwright import spec, structure

    class Leaf:
        def __init__(self) -> None:
            self.n = 0

    @structure(\"\"\"
        this.one aliases this.two;
        this.two aliases this.one
    \"\"\")
    @dataclass
    class Pair:
        one: Leaf | None = None
        two: Leaf | None = None

        def fill(self) -> None:
            self.one = Leaf()
            self.two = self.one
    """).check(text)
    opened.edit(0, len(opened.text), text)
    assert (await ed.settled(opened))["HEX of Pair"] == "holds"

"""Actions: listed at once, resolved when chosen, exact in what they insert."""

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from lsp.conftest import Editors
from support.expect import expect
from support.lsp import Editor, Opened, editor
from support.lsp_programs import COUNTER, PYTHON_COUNTER, SLOW

WIDE = "// 𝒳é\n"


async def listed(
    ed: Editor, opened: Opened, at: str, only: list[str] | None = None
) -> list[types.CodeAction]:
    """Ask for the actions at the first place where a text stands."""
    start = opened.text.index(at)
    found = await ed.client.text_document_code_action_async(
        types.CodeActionParams(
            opened.identifier,
            opened.range(start, start),
            types.CodeActionContext([], only=only),
        )
    )
    assert found is not None
    return [action for action in found if isinstance(action, types.CodeAction)]


async def chosen(ed: Editor, opened: Opened, at: str, title: str) -> str:
    """Give the text after an action was chosen, whether or not the client can resolve."""
    (action,) = [one for one in await listed(ed, opened, at) if one.title == title]
    assert action.disabled is None
    if action.edit is None:
        action = await ed.client.code_action_resolve_async(action)
    assert action.edit is not None
    return opened.apply(action.edit)


@pytest.mark.parametrize("profile", ["visual-studio-code", "neovim", "emacs"])
async def test_generate_heap_input_inserts_the_calls_below_the_spec(
    editors: Editors, profile: str
) -> None:
    ed = await editors(profile)
    opened = ed.open(
        f"{profile}.tiny",
        WIDE + "class A { int n; void up() := this.n := 4; }\n"
        "spec four(A a) := a.n = 4;\n/* 𝒳 */ spec one(A a) := true;\n",
    )
    await ed.settled(opened)
    expect(
        """
        // 𝒳é
        class A { int n; void up() := this.n := 4; }
        spec four(A a) := a.n = 4;

        test four_input {
            a := new A;
            a.up();
        }
        /* 𝒳 */ spec one(A a) := true;
        """
    ).check(await chosen(ed, opened, "four", "Generate heap input"))


async def test_statements_of_python_stand_below_a_comment(ed: Editor) -> None:
    opened = ed.open("a.py", PYTHON_COUNTER)
    await ed.settled(opened)
    text = await chosen(ed, opened, "def two", "Generate heap input")
    expect(
        """
        @spec
        def two(c: Counter) -> bool:
            return c.n == 2


        # heap input for two
        c = Counter()
        c.up()
        c.up()


        @spec
        """
    ).check(text[text.index("@spec\ndef two") :].partition("def seven")[0])


async def test_as_test_it_asserts_the_spec(ed: Editor) -> None:
    opened = ed.open("a.py", PYTHON_COUNTER)
    await ed.settled(opened)
    text = await chosen(ed, opened, "def two", "Generate heap input as test")
    assert (
        "def test_two() -> None:\n    c = Counter()\n    c.up()\n    c.up()\n    assert two(c)\n"
        in text
    )


async def test_what_is_inserted_brings_its_imports_along(ed: Editor) -> None:
    shop = "class Item:\n    pass\n\n\nclass Shelf:\n    def __init__(self) -> None:\n"
    shop += "        self.top: Item | None = None\n\n"
    shop += "    def put(self, item: Item) -> None:\n        self.top = item\n"
    ed.open("shop.py", shop)
    question = "from heapwright import spec\nfrom shop import Shelf\n\n\n@spec\n"
    question += "def full(shelf: Shelf) -> bool:\n    return shelf.top is not None\n"
    opened = ed.open("a.py", question)
    await ed.settled(opened)
    once = await chosen(ed, opened, "def full", "Generate heap input")
    assert "from heapwright import spec\nfrom shop import Item, Shelf\n\n\n@spec" in once
    assert "item = Item()\nshelf.put(item)" in once
    opened.edit(0, len(opened.text), once)
    await ed.settled(opened)
    assert await chosen(ed, opened, "def full", "Update heap input") == once


@pytest.mark.parametrize(
    ("name", "program", "at", "two", "one"),
    [
        ("a.tiny", COUNTER, "two(Counter", "n = 2", "n = 1"),
        ("a.py", PYTHON_COUNTER, "two(c", "n == 2", "n == 1"),
    ],
)
@pytest.mark.parametrize("what", ["heap input", "heap input as test"])
async def test_what_was_inserted_is_updated_and_not_inserted_twice(
    ed: Editor, name: str, program: str, at: str, two: str, one: str, what: str
) -> None:
    opened = ed.open(name, program)
    await ed.settled(opened)
    once = await chosen(ed, opened, at, f"Generate {what}")
    opened.edit(0, len(opened.text), once)
    await ed.settled(opened)
    assert await chosen(ed, opened, at, f"Update {what}") == once
    opened.replace(two, one)
    await ed.settled(opened)
    updated = await chosen(ed, opened, at, f"Update {what}")
    assert updated.count("c.up()") == once.count("c.up()") - 1


async def test_an_unreachable_spec_shows_the_action_disabled_with_the_reason(ed: Editor) -> None:
    opened = ed.open("a.tiny", COUNTER)
    await ed.settled(opened)
    found = await listed(ed, opened, "seven")
    assert [(one.title, one.disabled and one.disabled.reason) for one in found] == [
        ("Generate heap input", UNREACHABLE),
        ("Generate heap input as test", UNREACHABLE),
        ("Raise the bound", None),
    ]


UNREACHABLE = (
    "`seven` is unreachable with up to 1 Counter: no sequence of public calls makes it true"
)


async def test_only_and_the_range_are_honoured(ed: Editor) -> None:
    opened = ed.open("a.tiny", COUNTER)
    await ed.settled(opened)
    assert [one.title for one in await listed(ed, opened, "seven", ["quickfix"])] == [
        "Raise the bound"
    ]
    assert await listed(ed, opened, "seven", ["source.organizeImports"]) == []
    assert len(await listed(ed, opened, "seven", ["refactor"])) == 2
    assert [one.title for one in await listed(ed, opened, "void up")] == [
        "Generate tests for all branches"
    ]
    assert await listed(ed, opened, "void up", ["quickfix"]) == []


FAILING_IN_TINY = """}

test Counter_tiny_holds {
    it := new Counter;
    it.up();
    it.up();
    assert it.tiny();
}
"""
FAILING_IN_PYTHON = """ < 2


def test_Counter_tiny_holds() -> None:
    it = Counter()
    it.up()
    it.up()
    assert it.tiny()
"""


@pytest.mark.parametrize(("name", "program"), [("a.tiny", COUNTER), ("a.py", PYTHON_COUNTER)])
async def test_a_failing_test_asserts_the_violated_invariant(
    ed: Editor, name: str, program: str
) -> None:
    opened = ed.open(name, program)
    await ed.settled(opened)
    text = await chosen(ed, opened, "tiny", "Insert failing test")
    expected = {"a.tiny": FAILING_IN_TINY, "a.py": FAILING_IN_PYTHON}[name]
    assert expected in text
    opened.edit(0, len(opened.text), text)
    await ed.settled(opened)
    codes = {one.code for one in ed.diagnostics(opened) or ()}
    assert codes <= {"HW001", "HW010"}, "what was inserted is sound"


async def test_raising_the_bound_changes_the_scope(ed: Editor) -> None:
    opened = ed.open("a.tiny", COUNTER)
    await ed.settled(opened)
    text = await chosen(ed, opened, "seven", "Raise the bound")
    assert "\nscope Counter <= 3;\nspec seven" in text
    opened.edit(0, len(opened.text), text)
    await ed.settled(opened)
    assert "scope Counter <= 5;" in await chosen(ed, opened, "seven", "Raise the bound")


async def test_raising_the_bound_in_python_writes_a_comment(ed: Editor) -> None:
    opened = ed.open("a.py", PYTHON_COUNTER)
    await ed.settled(opened)
    text = await chosen(ed, opened, "def seven", "Raise the bound")
    assert "\n# heapwright: scope Counter=3\n@spec\ndef seven" in text
    opened.edit(0, len(opened.text), text)
    await ed.settled(opened)
    again = await chosen(ed, opened, "def seven", "Raise the bound")
    assert "# heapwright: scope Counter=5\n" in again
    assert not [one for one in ed.diagnostics(opened) or () if one.code == "HW032"]


async def test_line_ends_of_the_document_are_kept(ed: Editor) -> None:
    opened = ed.open("a.tiny", "class A { }\r\nspec some(A a) := true;\r\n")
    await ed.settled(opened)
    text = await chosen(ed, opened, "some", "Generate heap input")
    assert text.replace("\r\n", "").count("\n") == 0


async def test_the_list_is_there_while_work_goes_on_and_resolve_waits_for_it(ed: Editor) -> None:
    opened = ed.open("slow.tiny", SLOW)
    await ed.until(lambda: ed.statuses, "a status")
    found = await listed(ed, opened, "slow(Tree")
    assert [(one.title, one.disabled) for one in found] == [
        ("Generate heap input", None),
        ("Generate heap input as test", None),
    ]


async def test_a_client_without_resolve_gets_a_command_that_applies_the_edit(
    tmp_path: Path,
) -> None:
    async with editor(tmp_path, "emacs", settings={"check": False}) as ed:
        opened = ed.open("a.tiny", COUNTER)
        result = await ed.request(
            types.WORKSPACE_EXECUTE_COMMAND,
            types.ExecuteCommandParams(
                "heapwright.generateInput", arguments=[{"uri": opened.uri, "name": "two"}]
            ),
        )
        assert result == {"applied": True}
        (applied,) = ed.applied
        assert "test two_input {\n    c := new Counter;\n" in opened.apply(applied.edit)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "the arguments of this command are `[{uri, name}]`"),
        ([{"uri": "file:///nowhere.tiny", "name": "x"}], "file:///nowhere.tiny is not open"),
    ],
)
async def test_a_command_that_makes_no_sense_is_refused_in_one_line(
    ed: Editor, arguments: list[Any], complaint: str
) -> None:
    with pytest.raises(JsonRpcInvalidParams) as caught:
        await ed.request(
            types.WORKSPACE_EXECUTE_COMMAND,
            types.ExecuteCommandParams("heapwright.generateInput", arguments=arguments),
        )
    assert complaint in str(caught.value)

"""Hovers, lenses and hints say the last known state at once."""

from base64 import b64decode

import pytest
from lsprotocol import types

from lsp.conftest import Editors
from support.expect import expect
from support.lsp import Editor, Opened
from support.lsp_programs import COUNTER, PYTHON_COUNTER, SLOW


async def hovered(ed: Editor, opened: Opened, at: str) -> str:
    """Give the text of the hover at the first place where a text stands."""
    found = await ed.client.text_document_hover_async(
        types.HoverParams(opened.identifier, opened.position(opened.text.index(at)))
    )
    if found is None:
        return ""
    assert isinstance(found.contents, types.MarkupContent)
    return found.contents.value


async def test_hover_on_a_reachable_spec_has_verdict_bound_cost_calls_and_heap(
    editors: Editors,
) -> None:
    ed = await editors("neovim")
    opened = ed.open("hover.tiny", COUNTER)
    await ed.settled(opened)
    text = await hovered(ed, opened, "two(")
    lines = [line for line in text.split("\n") if " s · " not in line and not line.endswith(" s")]
    expect(
        """
        **spec `two`**: reachable in 3 calls


        ```tiny
        c := new Counter;
        c.up();
        c.up();
        ```

        ```text
        c: Counter#1 n=2
        ```
        """
    ).check("\n".join(lines))
    assert "with up to 1 Counter · " in text and " states · " in text


async def test_the_heap_is_an_image_where_the_client_shows_images(ed: Editor) -> None:
    opened = ed.open("a.py", PYTHON_COUNTER)
    await ed.settled(opened)
    text = await hovered(ed, opened, "two(")
    _, _, data = text.partition("](data:image/svg+xml;base64,")
    assert b64decode(data.partition(")")[0]).startswith(b"<svg")


@pytest.mark.parametrize(
    ("at", "wanted"),
    [
        ("seven", "`seven` is unreachable with up to 1 Counter: no sequence of public calls"),
        ("small", "**invariant `Counter.small`**: holds"),
        ("tiny()", "**invariant `Counter.tiny`**: violated after 3 calls"),
        ("Counter {", "- invariant `tiny`: violated after 3 calls"),
        ("Counter {", "- spec `two`: reachable in 3 calls"),
        ("up()", "- calls 2, 3 of `two`"),
    ],
)
async def test_hover_on_other_things(ed: Editor, at: str, wanted: str) -> None:
    opened = ed.open("a.tiny", COUNTER)
    await ed.settled(opened)
    assert wanted in await hovered(ed, opened, at)


async def test_hover_tells_the_last_state_while_work_goes_on(ed: Editor) -> None:
    opened = ed.open("slow.tiny", SLOW.replace("scope Node <= 40", "scope Node <= 1"))
    await ed.settled(opened)
    opened.replace("scope Node <= 1", "scope Node <= 40")
    assert "unreachable with up to 1 Node, 1 Tree · outdated" in await hovered(ed, opened, "slow(")
    await ed.until(lambda: "running" in str(ed.statuses[-1]["items"]), "a start")
    assert "This is what was known before the last change" in await hovered(ed, opened, "slow(")


async def test_hover_on_a_use_tells_of_what_is_used(ed: Editor) -> None:
    opened = ed.open("a.tiny", COUNTER + "test t { c := new Counter; assert two(c); }")
    await ed.settled(opened)
    offset = opened.text.index("assert two(") + len("assert t")
    found = await ed.client.text_document_hover_async(
        types.HoverParams(opened.identifier, opened.position(offset))
    )
    assert found is not None and found.range is not None
    assert opened.cut(found.range) == "two"
    assert isinstance(found.contents, types.MarkupContent)
    assert "reachable in 3 calls" in found.contents.value


async def test_hover_on_nothing_is_nothing(ed: Editor) -> None:
    opened = ed.open("a.tiny", COUNTER)
    await ed.settled(opened)
    assert await hovered(ed, opened, ":=") == ""


async def test_lenses_say_the_status_and_offer_what_can_be_done(ed: Editor) -> None:
    opened = ed.open("a.tiny", COUNTER)
    await ed.surveyed(opened)
    found = await ed.client.text_document_code_lens_async(types.CodeLensParams(opened.identifier))
    assert found is not None
    shown = [
        (opened.cut(lens.range), lens.command.title, lens.command.command)
        for lens in found
        if lens.command is not None
    ]
    expect(
        """
        Counter: state graph (heapwright.showGraph)
        up: 2/2 branches reachable (heapwright.generateTests)
        small: holds with up to 1 Counter (heapwright.draw)
        tiny: violated after 3 calls (heapwright.draw)
        tiny: insert test (heapwright.generateTest)
        tiny: draw (heapwright.draw)
        two: reachable in 3 calls (heapwright.draw)
        two: insert (heapwright.generateInput)
        two: draw (heapwright.draw)
        seven: unreachable with up to 1 Counter (heapwright.draw)
        """
    ).check("\n".join(f"{at}: {title} ({command})" for at, title, command in shown))


async def test_inlay_hints_show_the_heap_after_each_generated_call(ed: Editor) -> None:
    block = "test two_input {\n    c := new Counter;\n    c.up();\n    c.up();\n}\n"
    opened = ed.open("a.tiny", COUNTER + "\n" + block)
    await ed.settled(opened)
    found = await ed.client.text_document_inlay_hint_async(
        types.InlayHintParams(opened.identifier, opened.range(0, len(opened.text)))
    )
    assert found is not None
    lines = opened.text.split("\n")
    expect(
        """
        c := new Counter; c: Counter#1(n=0)
        c.up(); c: Counter#1(n=1)
        c.up(); c: Counter#1(n=2)
        """
    ).check("\n".join(f"{lines[h.position.line].strip()} {h.label}" for h in found))
    resolved = await ed.client.inlay_hint_resolve_async(found[-1])
    assert isinstance(resolved.tooltip, types.MarkupContent)
    assert "c: Counter#1 n=2" in resolved.tooltip.value
    assert "n=1" in await hovered(ed, opened, "c.up();\n    c.up();\n}")

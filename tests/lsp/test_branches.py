"""Branches that nothing takes are faded, and methods say how many can be taken."""

from functools import partial
from pathlib import Path

from lsprotocol import types

from support.lsp import Editor, Opened, editor

TINY = """
    class Counter {
        private int n;
        void up() := if this.n < 3 then this.n := this.n + 1;
        bool isFull() := if this.n > 3 then true else false;
    }
    spec two(Counter c) := c.n = 2;
"""

PYTHON = """
    from heapwright import spec


    class Counter:
        def __init__(self) -> None:
            self.n = 0

        def up(self) -> None:
            if self.n < 3:
                self.n += 1

        def is_full(self) -> bool:
            if self.n > 3:
                return True
            return False


    @spec
    def two(c: Counter) -> bool:
        return c.n == 2
"""


def dead(ed: Editor, opened: Opened) -> list[types.Diagnostic]:
    """Give the hints that were published for the text as it is."""
    return [one for one in ed.diagnostics(opened) or () if one.code == "HW011"]


async def titles(ed: Editor, opened: Opened) -> list[tuple[int, str]]:
    """Give the lenses about branches, with their lines."""
    lenses = await ed.client.text_document_code_lens_async(types.CodeLensParams(opened.identifier))
    found = [(lens.range.start.line, lens.command.title) for lens in lenses or () if lens.command]
    return [(line, title) for line, title in found if "branch" in title]


async def test_a_dead_branch_is_a_hint_that_fades_what_never_runs(ed: Editor) -> None:
    for name, program, condition, body in (
        ("a.tiny", TINY, "this.n > 3", "true"),
        ("a.py", PYTHON, "self.n > 3", "return True"),
    ):
        opened = ed.open(name, program)
        (hint,) = await ed.until(partial(dead, ed, opened), "a hint")
        assert hint.severity == types.DiagnosticSeverity.Hint
        assert list(hint.tags) == [types.DiagnosticTag.Unnecessary]
        assert opened.cut(hint.range) == body
        assert hint.related_information is not None
        (related,) = hint.related_information
        assert opened.cut(related.location.range) == condition
        assert hint.code_description is not None and "problems.md" in hint.code_description.href


async def test_a_method_says_how_many_branches_can_be_taken(ed: Editor) -> None:
    opened = ed.open("a.tiny", TINY)
    await ed.until(lambda: dead(ed, opened), "a hint")
    assert await titles(ed, opened) == [
        (2, "2/2 branches reachable"),
        (3, "1/2 branches reachable"),
    ]


async def test_a_hint_moves_with_an_edit_and_is_outdated_until_it_is_known_again(
    ed: Editor,
) -> None:
    opened = ed.open("a.tiny", TINY)
    await ed.until(lambda: dead(ed, opened), "a hint")
    opened.replace("this.n < 3", "this.n < 2")
    (hint,) = await ed.until(lambda: dead(ed, opened), "the old hint")
    assert hint.message.endswith("(outdated)")
    await ed.until(
        lambda: any("outdated" not in one.message for one in dead(ed, opened)), "a new hint"
    )
    opened.replace("this.n > 3", "this.n > 1")
    await ed.until(lambda: ed.diagnostics(opened) == [], "no hint")
    assert await titles(ed, opened) == [
        (2, "2/2 branches reachable"),
        (3, "2/2 branches reachable"),
    ]


async def test_a_comment_makes_nobody_look_again(ed: Editor) -> None:
    opened = ed.open("a.tiny", TINY)
    await ed.until(lambda: dead(ed, opened), "a hint")
    n_before = (await ed.status(opened))["work"]["explorations"]
    opened.replace("private int n;", "private int n; // how often")
    await ed.until(lambda: dead(ed, opened), "the old hint")
    await ed.settled(opened)
    (hint,) = dead(ed, opened)
    assert "outdated" not in hint.message
    assert (await ed.status(opened))["work"]["explorations"] == n_before


async def test_broken_text_and_limits_claim_nothing(tmp_path: Path) -> None:
    async with editor(tmp_path) as ed:
        broken = ed.open("a.tiny", TINY.replace("private int n;", "private int n"))
        await ed.settled(broken)
        assert dead(ed, broken) == [] and await titles(ed, broken) == []
        limited = ed.open("b.tiny", TINY + "\n    scope calls <= 1;\n")
        await ed.surveyed(limited)
        assert [title for _, title in await titles(ed, limited)] == [
            "1/2 branches reachable, 1 unknown",
            "1/2 branches reachable, 1 unknown",
        ]
        assert dead(ed, limited) == []


async def test_branches_can_be_left_alone(tmp_path: Path) -> None:
    async with editor(tmp_path, settings={"branches": False}) as ed:
        opened = ed.open("a.tiny", TINY)
        await ed.settled(opened)
        ed.client.set_configuration({"heapwright": {"branches": True}})
        ed.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        await ed.until(lambda: dead(ed, opened), "a hint, now that it is wanted")
        ed.client.set_configuration({"heapwright": {"branches": False}})
        ed.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        await ed.until(lambda: ed.diagnostics(opened) == [], "no hint")

"""The status of each question over a session, drawn in the margin.

One letter per status: `q` queued, `r` running, `o` outdated; `R` reachable, `U`
unreachable, `V` violated, `H` holds, `?` unknown. A bar stands for an edit. What does not
change is not drawn again, so a line tells exactly what a user saw happen there.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from support.expect import Expectation, expect
from support.lsp import Editor, Opened, editor

LETTERS = {
    "queued": "q",
    "running": "r",
    "outdated": "o",
    "reachable": "R",
    "unreachable": "U",
    "violated": "V",
    "holds": "H",
    "unknown": "?",
}

TWO_CLASSES = """
    class Lamp {
        bool on;
        void press() := this.on := !this.on;
        invariant fine() := true;
    }
    class Dial {
        int at;
        void turn() := this.at := if this.at < 3 then this.at + 1 else 0;
    }
    spec lit(Lamp a) := a.on;
    spec high(Dial d) := d.at = 3;
    spec broken(Dial d) := d.at = 9;
"""

PYTHON = """
    from heapwright import spec


    class Lamp:
        def __init__(self) -> None:
            self.on = False

        def press(self) -> None:
            # turns it over
            self.on = not self.on


    class Dial:
        def __init__(self) -> None:
            self.at = 0

        def turn(self) -> None:
            self.at = self.at + 1 if self.at < 3 else 0


    @spec
    def lit(a: Lamp) -> bool:
        return a.on


    @spec
    def high(d: Dial) -> bool:
        return d.at == 3
"""


@pytest_asyncio.fixture(scope="module")
async def one(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    """Give an editor whose server works on one question at a time."""
    folder = tmp_path_factory.mktemp("timeline")
    async with editor(folder, settings={"workers": 1, "checkWorkspace": False}) as found:
        yield found


async def check_timeline(
    ed: Editor, name: str, text: str, edits: list[tuple[str, str]], expected: Expectation
) -> None:
    """Open a text, make edits, and draw what happened beside the text at the end."""
    opened = ed.open(name, text)
    history: dict[str, str] = {}
    await ed.settled(opened)
    taken = draw(ed, opened, history, 0)
    for old, new in edits:
        for question in history:
            history[question] += "|"
        opened.replace(old, new)
        await ed.settled(opened)
        taken = draw(ed, opened, history, taken)
    found = await ed.status(opened)
    lines = [["", line] for line in opened.text.rstrip("\n").split("\n")]
    for item in found["items"]:
        lines[item["range"]["start"]["line"]][0] += history[item["name"]] + " "
    width = max(len(margin) for margin, _ in lines)
    shown = [f"{margin:<{width}}{line}" for margin, line in lines if margin]
    ed.close_all()
    expected.check("\n".join(shown))


def draw(ed: Editor, opened: Opened, history: dict[str, str], taken: int) -> int:
    """Add what was heard since to the history; gives how much was heard."""
    for status in ed.statuses[taken:]:
        if status["uri"] == opened.uri:
            for item in status["items"]:
                letter = LETTERS[item["status"]]
                known = history.setdefault(item["name"], "")
                if known.rstrip("|")[-1:] != letter:
                    history[item["name"]] += letter
    return len(ed.statuses)


async def test_a_document_is_opened(one: Editor, tmp_path: Path) -> None:
    await check_timeline(
        one,
        "open.tiny",
        TWO_CLASSES,
        [],
        expect(
            """
        qrH     invariant fine() := true;
        qrR spec lit(Lamp a) := a.on;
        qrR spec high(Dial d) := d.at = 3;
        qrU spec broken(Dial d) := d.at = 9;
        """
        ),
    )


async def test_an_edit_of_one_class_asks_only_about_that_class(one: Editor) -> None:
    await check_timeline(
        one,
        "one.tiny",
        TWO_CLASSES,
        [("this.at < 3", "this.at < 9")],
        expect(
            """
            qrH|oH       invariant fine() := true;
            qrR|oR   spec lit(Lamp a) := a.on;
            qrR|oqrR spec high(Dial d) := d.at = 3;
            qrU|oqrR spec broken(Dial d) := d.at = 9;
            """
        ),
    )


async def test_classes_with_the_same_field_names_are_asked_about_apart(one: Editor) -> None:
    await check_timeline(
        one,
        "names.tiny",
        """
        class Lamp {
            int at;
            void press() := this.at := 1 - this.at;
            invariant fine() := this.at < 2;
        }
        class Dial {
            int at;
            void turn() := this.at := if this.at < 3 then this.at + 1 else 0;
            invariant low() := this.at < 4;
        }
        """,
        [("this.at < 3 then", "this.at < 2 then")],
        expect(
            """
            qrH|oH       invariant fine() := this.at < 2;
            qrH|oqrH     invariant low() := this.at < 4;
            """
        ),
    )


async def test_undoing_an_edit_asks_again_and_finds_the_old_answer(one: Editor) -> None:
    edits = [("d.at = 3", "d.at = 4"), ("d.at = 4", "d.at = 3")]
    await check_timeline(
        one,
        "undo.tiny",
        TWO_CLASSES,
        edits,
        expect(
            """
            qrH|oH|oH         invariant fine() := true;
            qrR|oR|oR     spec lit(Lamp a) := a.on;
            qrR|oqrU|oqrR spec high(Dial d) := d.at = 3;
            qrU|oU|oU     spec broken(Dial d) := d.at = 9;
            """
        ),
    )


async def test_a_comment_between_declarations_changes_nothing(one: Editor) -> None:
    await check_timeline(
        one,
        "comment.tiny",
        TWO_CLASSES,
        [("spec lit", "// a\nspec lit")],
        expect(
            """
        qrH|     invariant fine() := true;
        qrR| spec lit(Lamp a) := a.on;
        qrR| spec high(Dial d) := d.at = 3;
        qrU| spec broken(Dial d) := d.at = 9;
        """
        ),
    )


async def test_a_comment_in_a_method_outdates_but_asks_nothing(one: Editor) -> None:
    await check_timeline(
        one,
        "a.py",
        PYTHON,
        [("turns it over", "switches it")],
        expect(
            """
        qrR|oR def lit(a: Lamp) -> bool:
        qrR|oR def high(d: Dial) -> bool:
        """
        ),
    )


async def test_a_broken_text_keeps_what_was_known_of_the_rest(one: Editor) -> None:
    edits = [("bool on;", "bool on"), ("bool on\n", "bool on;\n")]
    await check_timeline(
        one,
        "broken.tiny",
        TWO_CLASSES,
        edits,
        expect(
            """
            qrH|oH|oH     invariant fine() := true;
            qrR|oR|oR spec lit(Lamp a) := a.on;
            qrR|oR|oR spec high(Dial d) := d.at = 3;
            qrU|oU|oU spec broken(Dial d) := d.at = 9;
            """
        ),
    )

"""Texts arrive as the client has them, whatever it counts in."""

import pytest
from lsprotocol import types

from lsp.conftest import Editors
from support.lsp import PROFILES, Editor


@pytest.mark.parametrize(
    ("profile", "encoding"),
    [("visual-studio-code", "utf-16"), ("neovim", "utf-8"), ("emacs", "utf-32")],
)
async def test_the_position_encoding_is_the_clients_first_choice(
    editors: Editors, profile: str, encoding: str
) -> None:
    ed = await editors(profile)
    assert ed.encoding.value == encoding


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_syntax_error_is_reported_at_once_in_the_clients_columns(
    editors: Editors, profile: str
) -> None:
    ed = await editors(profile)
    opened = ed.open("a.tiny", "/* 𝒳é */ spec T() := 1 + ;")
    (found,) = await ed.until(lambda: ed.diagnostics(opened), "a diagnostic")
    assert found.code == "HW100"
    assert found.source == "heapwright"
    assert found.severity == types.DiagnosticSeverity.Error
    assert opened.cut(found.range) == ";"


@pytest.mark.parametrize("profile", PROFILES)
async def test_edits_behind_wide_characters_hit_their_place(editors: Editors, profile: str) -> None:
    ed = await editors(profile)
    opened = ed.open("a.tiny", "/* 𝒳é */ spec T() := 1 + ;\n// 𝒳")
    await ed.until(lambda: ed.diagnostics(opened), "a diagnostic")
    opened.replace("+ ;", "+ 2 = 𝒳é;")
    opened.replace("𝒳é;", "3;")
    assert await ed.until(lambda: ed.diagnostics(opened) == [], "no diagnostic") is True


@pytest.mark.parametrize("separator", ["\f", "\u2028", "\u0085", "\v"])
async def test_only_line_ends_of_the_protocol_end_a_line(ed: Editor, separator: str) -> None:
    opened = ed.open("a.tiny", f"/* a{separator}b\r\n c\r*/ spec T() := 1 + ;\n")
    (found,) = await ed.until(lambda: ed.diagnostics(opened), "a diagnostic")
    assert found.range.start == types.Position(2, 19)
    opened.replace("+ ;", "= 1;")
    assert await ed.until(lambda: ed.diagnostics(opened) == [], "no diagnostic") is True


async def test_python_that_does_not_mention_heapwright_is_left_alone(ed: Editor) -> None:
    opened = ed.open("a.py", "def f(:\n")
    assert await ed.until(lambda: ed.diagnostics(opened) == [], "no diagnostic") is True


async def test_broken_python_is_reported(ed: Editor) -> None:
    opened = ed.open("a.py", "from heapwright import spec\n\n\ndef f(:\n    pass\n")
    found = await ed.until(lambda: ed.diagnostics(opened), "a diagnostic")
    assert "HW031" in {one.code for one in found}

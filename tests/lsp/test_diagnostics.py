"""Diagnostics: of names and types, of verdicts; pushed and pulled; kept through edits."""

from pathlib import Path

from lsprotocol import types

from support.lsp import Editor, Opened, editor
from support.lsp_programs import COUNTER, PYTHON_COUNTER


def shown(opened: Opened, found: list[types.Diagnostic] | None) -> list[tuple[str, str]]:
    return [(str(one.code), opened.cut(one.range)) for one in found or ()]


async def test_verdicts_are_diagnostics_on_the_name(ed: Editor) -> None:
    for name, program in (("a.tiny", COUNTER), ("a.py", PYTHON_COUNTER)):
        opened = ed.open(name, program)
        await ed.settled(opened)
        found = ed.diagnostics(opened) or []
        assert shown(opened, found) == [("HW010", "tiny"), ("HW001", "seven")]
        violated, unreachable = found
        assert violated.severity == types.DiagnosticSeverity.Error
        assert unreachable.severity == types.DiagnosticSeverity.Warning
        assert violated.related_information is not None
        called = [opened.cut(note.location.range) for note in violated.related_information]
        assert called == ["Counter", "up", "up"], "each call leads to what it calls"
        assert violated.code_description is not None
        assert "problems.md" in violated.code_description.href


async def test_a_setting_of_the_project_that_makes_no_sense_is_left_out(tmp_path: Path) -> None:
    table = '[tool.heapwright]\nraising-calls = true\ncalls = "many"\nscope = { Counter = 1 }\n'
    (tmp_path / "pyproject.toml").write_text(table, encoding="utf-8")
    async with editor(tmp_path, settings={}) as ed:
        opened = ed.open("a.tiny", COUNTER)
        await ed.settled(opened)
        found = ed.diagnostics(opened) or []
        first = opened.text.splitlines()[0]
        assert shown(opened, found) == [
            *(("HW032", first), ("HW032", first)),
            *(("HW010", "tiny"), ("HW001", "seven")),
        ]
        told = [one.message.partition("pyproject.toml: ")[2] for one in found[:2]]
        assert told == [
            "no setting `raising-calls` in [tool.heapwright] (known: scope, calls, timeout, memory)"
            "; it is left out",
            "`calls` must be a number of at least 1; it is left out",
        ]


async def test_a_formula_that_does_not_hold_is_a_diagnostic(ed: Editor) -> None:
    opened = ed.open(
        "a.tiny",
        """
        class Node { Node next; }
        class Ring {
            private Node head;
            void push() := let n := new Node in { n.next := this.head; this.head := n };
            void close() := if this.head != null then this.head.next := this.head else null;
            hex { this.head aliases nothing; this.head(.next)* aliases nothing; }
        }
        scope Node <= 3;
        """,
    )
    await ed.settled(opened)
    found = ed.diagnostics(opened) or []
    assert shown(opened, found) == [("HW020", "this.head(.next)* aliases nothing")]
    assert found[0].severity == types.DiagnosticSeverity.Error
    assert len(found[0].related_information or ()) == 3


async def test_names_and_types_are_looked_at_too(ed: Editor) -> None:
    opened = ed.open("a.tiny", "class A { }\nspec t(A a) := a.missing = 3;\n")
    await ed.settled(opened)
    assert [text for _, text in shown(opened, ed.diagnostics(opened))] == ["missing"]


async def test_a_keystroke_moves_diagnostics_and_marks_them_outdated(ed: Editor) -> None:
    opened = ed.open("a.tiny", COUNTER)
    await ed.settled(opened)
    opened.replace("this.n < 5", "this.n < 6")
    opened.edit(0, 0, "// 𝒳 one line more\n")
    found = await ed.until(lambda: ed.diagnostics(opened), "diagnostics")
    assert shown(opened, found) == [("HW010", "tiny"), ("HW001", "seven")]
    assert all(one.message.endswith("(outdated)") for one in found)
    assert all(one.data == {"outdated": True} for one in found)
    await ed.settled(opened)
    final = ed.diagnostics(opened) or []
    assert shown(opened, final) == [("HW010", "tiny"), ("HW001", "seven")]
    assert not any("outdated" in one.message for one in final)
    # At no time was there a version without them.
    assert all(len(one.diagnostics) == 2 for one in ed.published if one.version == opened.version)


async def test_a_comment_between_declarations_outdates_nothing(ed: Editor) -> None:
    opened = ed.open("a.tiny", COUNTER)
    await ed.settled(opened)
    n_statuses = len(ed.statuses)
    opened.replace("spec two", "// a comment\nspec two")
    found = await ed.until(lambda: ed.diagnostics(opened), "diagnostics")
    assert not any("outdated" in one.message for one in found)
    assert (await ed.status(opened))["current"] is True
    assert len(ed.statuses) == n_statuses


async def pulled(
    ed: Editor, opened: Opened, previous: str | None = None
) -> types.DocumentDiagnosticReport:
    return await ed.client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(opened.identifier, previous_result_id=previous)
    )


async def test_pulled_diagnostics_are_those_that_are_pushed(ed: Editor) -> None:
    opened = ed.open("a.tiny", COUNTER)
    await ed.settled(opened)
    first = await pulled(ed, opened)
    assert isinstance(first, types.RelatedFullDocumentDiagnosticReport)
    assert list(first.items) == ed.diagnostics(opened)
    second = await pulled(ed, opened, first.result_id)
    assert isinstance(second, types.RelatedUnchangedDocumentDiagnosticReport)
    opened.replace("c.n = 7", "c.n = 3")
    await ed.settled(opened)
    third = await pulled(ed, opened, first.result_id)
    assert isinstance(third, types.RelatedFullDocumentDiagnosticReport)
    assert shown(opened, list(third.items)) == [("HW010", "tiny")]


async def test_the_workspace_can_be_pulled(ed: Editor) -> None:
    opened = ed.open("a.tiny", COUNTER)
    await ed.settled(opened)
    report = await ed.client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams([]))
    (mine,) = [item for item in report.items if item.uri == opened.uri]
    assert isinstance(mine, types.WorkspaceFullDocumentDiagnosticReport)
    assert len(mine.items) == 2


async def test_an_edit_of_an_included_file_reaches_who_includes_it(ed: Editor) -> None:
    base = ed.open("base.tiny", "class A { int n; void up() := this.n := 4; }\n")
    opened = ed.open("user.tiny", 'include "base.tiny";\nspec four(A a) := a.n = 4;\n')
    assert await ed.settled(opened) == {"four": "reachable"}
    base.replace("this.n := 4", "this.n := 5")
    await ed.until(
        lambda: any(
            s["uri"] == opened.uri and s["current"] and s["items"][0]["status"] == "unreachable"
            for s in ed.statuses
        ),
        "the verdict on the new text",
    )


def pulling(capabilities: types.ClientCapabilities) -> None:
    """Let a client pull diagnostics."""
    assert capabilities.text_document is not None and capabilities.workspace is not None
    capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities()
    capabilities.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(True)


async def test_who_pulls_gets_nothing_pushed_and_is_told_to_pull_again(tmp_path: Path) -> None:
    closed = tmp_path / "closed.tiny"
    closed.write_text("class A { }\nspec never(A a) := false;\n")
    async with editor(tmp_path, change=pulling) as ed:
        assert ed.initialized.capabilities.diagnostic_provider is not None
        await ed.until(lambda: ed.published, "what nobody can pull")
        opened = ed.open("a.tiny", COUNTER)
        await ed.settled(opened)
        await ed.until(lambda: ed.n_refreshed, "the wish to be pulled")
        report = await pulled(ed, opened)
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        assert shown(opened, list(report.items)) == [("HW010", "tiny"), ("HW001", "seven")]
        again = ed.open("closed.tiny", closed.read_text())
        await ed.settled(again)
        report = await pulled(ed, again)
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        assert [one.code for one in report.items] == ["HW004"]
        pushed = {params.uri: list(params.diagnostics) for params in ed.published}
        assert pushed == {closed.as_uri(): []}, "what was said of a closed file is taken back"


async def test_who_does_not_pull_is_not_asked_to(ed: Editor) -> None:
    assert ed.initialized.capabilities.diagnostic_provider is None

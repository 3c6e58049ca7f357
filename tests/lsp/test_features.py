"""What editors ask about a text, over the wire and in the columns that each counts in.

Every program has a character outside the first Unicode plane before the place asked about.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from heapwright.editor.features.semantic_tokens import KINDS
from lsp.conftest import Editors
from support.expect import expect
from support.lsp import PROFILES, Editor, Opened, editor

NODE = """
/* 𝒳é */ class Node { Node next; int value; /* 𝒳 */ static Node make(int v, bool b) := null; }
"""


def at(opened: Opened) -> dict[str, Any]:
    """Give the parameters that most requests have."""
    return {"text_document": opened.identifier, "position": opened.position()}


def lines(opened: Opened, edits: list[types.TextEdit]) -> str:
    """Apply edits and give the text."""
    return opened.apply(types.WorkspaceEdit({opened.uri: edits}))


async def refusal(ed: Editor, method: str, params: object) -> str:
    """Give the reason why a request failed."""
    with pytest.raises(JsonRpcException) as raised:
        await ed.request(method, params)
    return raised.value.message


@pytest.mark.parametrize("profile", PROFILES)
async def test_symbols_have_places_and_children(editors: Editors, profile: str) -> None:
    ed = await editors(profile)
    opened = ed.open("symbols.tiny", NODE + "/* 𝒳 */ spec T(Node o) := o.value = 1;")
    found = await ed.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(opened.identifier)
    )
    assert found
    shown = []
    for symbol in found:
        assert isinstance(symbol, types.DocumentSymbol)
        shown.append(f"{opened.cut(symbol.selection_range)}: {symbol.detail}")
        shown += [f"    {opened.cut(c.selection_range)}: {c.detail}" for c in symbol.children or ()]
    assert [line.split(" · ")[0] for line in shown] == [
        "Node: None",
        "    next: Node",
        "    value: int",
        "    make: static Node (int v, bool b)",
        "T: (Node o)",
    ]


async def test_a_symbol_shows_the_status_of_its_spec(ed: Editor) -> None:
    opened = ed.open("status.tiny", "class A { int x; }\nspec T(A a) := a.x = 0;")
    await ed.until(
        lambda: any(
            status["uri"] == opened.uri and [i["status"] for i in status["items"]] == ["reachable"]
            for status in ed.statuses
        ),
        "a verdict on T",
    )
    found = await ed.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(opened.identifier)
    )
    assert found and found[1].name == "T"
    assert isinstance(found[1], types.DocumentSymbol)
    assert found[1].detail == "(A a) · reachable"


async def test_python_symbols_are_classes_specs_and_invariants(ed: Editor) -> None:
    opened = ed.open(
        "marks.py",
        """
        # 𝒳
        class Tree:
            def size(self) -> int: ...

            # heapwright: invariant
            def ordered(self) -> bool: ...


        # heapwright: spec
        def FULL(t: Tree) -> bool: ...


        def other() -> None: ...
        """,
    )
    found = await ed.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(opened.identifier)
    )
    assert found
    names = [(s.name, [c.name for c in getattr(s, "children", None) or ()]) for s in found]
    assert names == [("Tree", ["ordered"]), ("FULL", [])]


async def test_workspace_symbols_come_from_open_and_other_files(ed: Editor) -> None:
    ed.open("one.tiny", "class Treasure { int coins; }")
    found = await ed.client.workspace_symbol_async(types.WorkspaceSymbolParams("coi"))
    assert [(s.name, s.container_name) for s in found or ()] == [("coins", "Treasure")]


@pytest.mark.parametrize("profile", PROFILES)
async def test_members_are_completed_behind_a_dot(editors: Editors, profile: str) -> None:
    ed = await editors(profile)
    opened = ed.open("members.tiny", NODE + "/* 𝒳 */ spec T(Node o) := o.va$0")
    found = await ed.client.text_document_completion_async(types.CompletionParams(**at(opened)))
    assert isinstance(found, types.CompletionList)
    by_label = {item.label: item for item in found.items}
    assert list(by_label) == ["next", "value"]
    edit = by_label["value"].text_edit
    assert isinstance(edit, types.TextEdit)
    assert lines(opened, [edit]).endswith("o.value")


async def test_snippets_are_for_clients_that_take_them(ed: Editor, editors: Editors) -> None:
    texts = []
    for one in (ed, await editors("emacs")):
        opened = one.open("snippets.tiny", NODE + "test t { n := Node.$0 }")
        found = await one.client.text_document_completion_async(
            types.CompletionParams(**at(opened))
        )
        assert isinstance(found, types.CompletionList)
        assert found.items[0].text_edit is not None
        assert one.client.capabilities is not None
        texts.append((one.client.capabilities.text_document, found.items[0].text_edit.new_text))
    for capabilities, text in texts:
        assert capabilities is not None and capabilities.completion is not None
        item = capabilities.completion.completion_item
        wanted = "make(${1:v}, ${2:b})$0" if item and item.snippet_support else "make"
        assert text == wanted


async def test_a_template_without_snippets_is_text_that_can_stand(tmp_path: Path) -> None:
    def without_snippets(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.text_document and capabilities.text_document.completion
        capabilities.text_document.completion.completion_item = None

    async with editor(tmp_path, change=without_snippets) as ed:
        opened = ed.open("class.tiny", "/* 𝒳 */ class A { $0 }")
        found = await ed.client.text_document_completion_async(types.CompletionParams(**at(opened)))
    assert isinstance(found, types.CompletionList)
    texts = {item.label: item.text_edit and item.text_edit.new_text for item in found.items}
    assert texts["method"] == "void name() :=\n    this;"
    assert texts["invariant"] == "invariant"


async def test_python_gets_marks_and_formulas_only(ed: Editor) -> None:
    async def labels(text: str) -> list[str]:
        opened = ed.open("marks.py", text)
        found = await ed.client.text_document_completion_async(types.CompletionParams(**at(opened)))
        assert isinstance(found, types.CompletionList)
        return [item.label for item in found.items]

    assert await labels("# heapwright: $0") == [
        "invariant",
        "private",
        "scope",
        "spec",
        "structure",
    ]
    assert await labels("# h$0")
    assert await labels("@sp$0\ndef f(): ...") == ["invariant", "scope", "spec", "structure"]
    assert await labels("class A: ...\n# heapwright: scope $0") == ["A", "calls"]
    assert await labels(
        '@structure("this.$0")\nclass A:\n    def __init__(self):\n        self.next = None\n'
    ) == ["next"]
    assert await labels("x = 1\nx.$0") == []
    assert await labels("import $0") == []


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_hover_says_what_a_word_is(editors: Editors, profile: str) -> None:
    ed = await editors(profile)
    opened = ed.open("words.tiny", NODE + "/* 𝒳 */ spec T(Node o) := o.val$0ue = 1;")
    found = await ed.client.text_document_hover_async(types.HoverParams(**at(opened)))
    assert found is not None and found.range is not None
    assert opened.cut(found.range) == "value"
    assert isinstance(found.contents, types.MarkupContent)
    assert "int Node.value" in found.contents.value


async def test_a_hover_explains_formulas_in_both_languages(ed: Editor) -> None:
    for name, text in (
        ("words.tiny", "class A { A next; hex { this.next ali$0ases nothing; } }"),
        ("words.py", '@structure("this.next ali$0ases nothing")\nclass A: ...  # heapwright\n'),
    ):
        opened = ed.open(name, text)
        await ed.settled(opened)  # with a verdict the words stay
        found = await ed.client.text_document_hover_async(types.HoverParams(**at(opened)))
        assert found is not None and found.range is not None
        assert opened.cut(found.range) == "this.next aliases nothing"
        assert isinstance(found.contents, types.MarkupContent)
        assert "never leads to an object seen before" in found.contents.value


@pytest.mark.parametrize("profile", PROFILES)
async def test_the_signature_of_a_call_is_shown(editors: Editors, profile: str) -> None:
    ed = await editors(profile)
    opened = ed.open("calls.tiny", NODE + "/* 𝒳 */ spec T() := Node.make(1, $0")
    found = await ed.client.text_document_signature_help_async(
        types.SignatureHelpParams(**at(opened))
    )
    assert found is not None
    assert found.signatures[0].label == "static Node Node.make(int v, bool b)"
    assert found.active_parameter == 1


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_definition_in_an_included_file_is_found(editors: Editors, profile: str) -> None:
    ed = await editors(profile)
    base = ed.folder / "base.tiny"
    base.write_text("/* 𝒳 */ class Base { int depth; }", encoding="utf-8")
    opened = ed.open("main.tiny", 'include "base.tiny";\n/* 𝒳 */ spec T(Base b) := b.dep$0th = 1;')
    found = await ed.client.text_document_definition_async(types.DefinitionParams(**at(opened)))
    assert isinstance(found, list) and isinstance(found[0], types.Location)
    assert found[0].uri == base.as_uri()
    there = Opened(ed, base.as_uri(), base.read_text(encoding="utf-8"), None)
    assert there.cut(found[0].range) == "depth"


@pytest.mark.parametrize("profile", PROFILES)
async def test_references_and_highlights_have_the_clients_columns(
    editors: Editors, profile: str
) -> None:
    ed = await editors(profile)
    opened = ed.open("uses.tiny", NODE + "/* 𝒳 */ spec T(Node o) := o.val$0ue = o.value;")
    found = await ed.client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), opened.identifier, opened.position())
    )
    assert found and [opened.cut(one.range) for one in found] == ["value"] * 3
    marked = await ed.client.text_document_document_highlight_async(
        types.DocumentHighlightParams(**at(opened))
    )
    assert marked and [(opened.cut(m.range), m.kind) for m in marked] == [
        ("value", types.DocumentHighlightKind.Write),
        ("value", types.DocumentHighlightKind.Read),
        ("value", types.DocumentHighlightKind.Read),
    ]


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_rename_gives_exactly_the_new_text(editors: Editors, profile: str) -> None:
    ed = await editors(profile)
    opened = ed.open("rename.tiny", NODE + "/* 𝒳 */ spec T(Node o) := o.val$0ue = 1; // 𝒳 value")
    place = await ed.client.text_document_prepare_rename_async(
        types.PrepareRenameParams(**at(opened))
    )
    assert isinstance(place, types.PrepareRenamePlaceholder)
    assert (opened.cut(place.range), place.placeholder) == ("value", "value")
    edit = await ed.client.text_document_rename_async(
        types.RenameParams(opened.identifier, opened.position(), "𝒳content")
    )
    assert edit is not None
    assert opened.apply(edit) == (
        NODE.lstrip("\n").replace("int value", "int 𝒳content")
        + "/* 𝒳 */ spec T(Node o) := o.𝒳content = 1; // 𝒳 value"
    )


async def test_a_rename_reaches_files_that_nobody_has_open(ed: Editor) -> None:
    base = ed.folder / "base.tiny"
    base.write_text("class Base { int m() := 1; }", encoding="utf-8")
    # The folder of the test is not the one that the server was started with.
    opened = ed.open("main.tiny", 'include "base.tiny";\nspec T(Base b) := b.m$0() = 1;')
    edit = await ed.client.text_document_rename_async(
        types.RenameParams(opened.identifier, opened.position(), "size")
    )
    assert edit is not None and edit.document_changes is not None
    changed = {}
    for change in edit.document_changes:
        assert isinstance(change, types.TextDocumentEdit)
        changed[change.text_document.uri.rpartition("/")[2]] = (
            change.text_document.version,
            [getattr(one, "new_text", None) for one in change.edits],
        )
    assert changed == {"base.tiny": (None, ["size"]), "main.tiny": (1, ["size"])}


async def test_a_rename_reaches_files_below_the_folder_that_include_this_one(
    tmp_path: Path,
) -> None:
    (tmp_path / "sub").mkdir()
    other = tmp_path / "sub" / "other.tiny"
    other.write_text('include "../main.tiny";\n/* 𝒳 */ spec T(A a) := a.x = 1;', encoding="utf-8")
    (tmp_path / "apart.tiny").write_text("class A { int x; }", encoding="utf-8")
    async with editor(tmp_path) as ed:
        opened = ed.open("main.tiny", "class A { int x$0; }")
        edit = await ed.client.text_document_rename_async(
            types.RenameParams(opened.identifier, opened.position(), "y")
        )
        found = await ed.client.text_document_references_async(
            types.ReferenceParams(
                types.ReferenceContext(False), opened.identifier, opened.position()
            )
        )
    assert edit is not None and edit.document_changes is not None
    paths = [change.text_document.uri for change in edit.document_changes]  # type: ignore[union-attr]
    assert paths == [opened.uri, other.as_uri()]
    assert found and [one.uri for one in found] == [other.as_uri()]


async def test_positions_outside_the_text_count_as_its_end(ed: Editor) -> None:
    opened = ed.open("far.tiny", NODE + "spec T(Node o) := o.")
    far = types.Position(1_000_000, 1_000_000)
    place = types.Range(far, types.Position(0, 0))
    client, identifier = ed.client, opened.identifier
    found = await client.text_document_completion_async(types.CompletionParams(identifier, far))
    assert isinstance(found, types.CompletionList)
    assert [item.label for item in found.items] == ["next", "value"]
    await client.text_document_signature_help_async(types.SignatureHelpParams(identifier, far))
    await client.text_document_hover_async(types.HoverParams(identifier, far))
    await client.text_document_definition_async(types.DefinitionParams(identifier, far))
    await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(identifier, far)
    )
    assert await client.text_document_selection_range_async(
        types.SelectionRangeParams(identifier, [far, types.Position(0, 0)])
    )
    assert await client.text_document_semantic_tokens_range_async(
        types.SemanticTokensRangeParams(identifier, place)
    )
    await client.text_document_range_formatting_async(
        types.DocumentRangeFormattingParams(identifier, place, types.FormattingOptions(4, True))
    )


async def test_a_rename_that_cannot_be_says_why(ed: Editor) -> None:
    opened = ed.open("refused.tiny", "class A { int x$0; int y; }")
    method = types.TEXT_DOCUMENT_RENAME
    position = opened.position()
    assert (
        await refusal(ed, method, types.RenameParams(opened.identifier, position, "y"))
        == "`A` has a field `y` already"
    )
    assert (
        await refusal(ed, method, types.RenameParams(opened.identifier, position, "while"))
        == "`while` is a word of the language"
    )
    nowhere = types.PrepareRenameParams(opened.identifier, types.Position(0, 0))
    assert (
        await refusal(ed, types.TEXT_DOCUMENT_PREPARE_RENAME, nowhere)
        == "there is no name here that could be changed"
    )
    python = ed.open("a.py", "# heapwright: spec\ndef f(): ...")
    other = types.PrepareRenameParams(python.identifier, types.Position(1, 5))
    assert "tiny" in await refusal(ed, types.TEXT_DOCUMENT_PREPARE_RENAME, other)


def decoded(opened: Opened, data: list[int]) -> list[tuple[str, str]]:
    """Give text and kind of tokens."""
    found = []
    line = character = 0
    for i in range(0, len(data), 5):
        line += data[i]
        character = data[i + 1] + (character if data[i] == 0 else 0)
        start = types.Position(line, character)
        end = types.Position(line, character + data[i + 2])
        found.append((opened.cut(types.Range(start, end)), KINDS[data[i + 3]]))
    return found


@pytest.mark.parametrize("profile", PROFILES)
async def test_tokens_have_the_clients_columns(editors: Editors, profile: str) -> None:
    ed = await editors(profile)
    opened = ed.open("tokens.tiny", "/* 𝒳é */ class A { int x; } /* 𝒳 */ spec T(A a) := a.x = 1;")
    found = await ed.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(opened.identifier)
    )
    assert found is not None
    assert decoded(opened, list(found.data))[:8] == [
        ("/* 𝒳é */", "comment"),
        ("class", "keyword"),
        ("A", "class"),
        ("int", "type"),
        ("x", "property"),
        ("/* 𝒳 */", "comment"),
        ("spec", "keyword"),
        ("T", "function"),
    ]


async def test_a_delta_of_tokens_leads_to_the_full_ones(ed: Editor) -> None:
    opened = ed.open("delta.tiny", NODE + "spec T(Node o) := o.value = 1;\nspec U() := true;")
    first = await ed.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(opened.identifier)
    )
    assert first is not None and first.result_id is not None
    opened.replace("o.value = 1", "o.value - 2 = o.next.value")
    delta = await ed.client.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(opened.identifier, first.result_id)
    )
    assert isinstance(delta, types.SemanticTokensDelta)
    data = list(first.data)
    for edit in delta.edits:
        data[edit.start : edit.start + edit.delete_count] = edit.data or []
    full = await ed.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(opened.identifier)
    )
    assert full is not None
    assert data == list(full.data)
    assert sum(len(edit.data or ()) for edit in delta.edits) < len(data)
    unknown = await ed.client.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(opened.identifier, "unheard of")
    )
    assert isinstance(unknown, types.SemanticTokens)


async def test_tokens_of_a_range_are_some_of_all(ed: Editor) -> None:
    opened = ed.open("range.tiny", NODE + "spec T(Node o) := o.value = 1;")
    start = opened.text.index("spec")
    found = await ed.client.text_document_semantic_tokens_range_async(
        types.SemanticTokensRangeParams(opened.identifier, opened.range(start, start + 6))
    )
    assert found is not None
    assert decoded(opened, list(found.data)) == [("spec", "keyword"), ("T", "function")]


async def test_python_tokens_are_marks_and_formulas(ed: Editor) -> None:
    opened = ed.open(
        "tokens.py",
        '# 𝒳\n@structure("this.next aliases nothing")\nclass A: ...  # heapwright: private\n',
    )
    found = await ed.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(opened.identifier)
    )
    assert found is not None
    assert decoded(opened, list(found.data)) == [
        ("this", "keyword"),
        ("next", "property"),
        ("aliases", "keyword"),
        ("nothing", "keyword"),
        ("heapwright:", "decorator"),
        ("private", "keyword"),
    ]


@pytest.mark.parametrize("profile", PROFILES)
async def test_formatting_gives_exactly_the_new_text(editors: Editors, profile: str) -> None:
    ed = await editors(profile)
    opened = ed.open("format.tiny", "class A{/* 𝒳 */int   x;// 𝒳é\nint y;}\nspec  T():=true;")
    options = types.FormattingOptions(8, insert_spaces=False)
    found = await ed.client.text_document_formatting_async(
        types.DocumentFormattingParams(opened.identifier, options)
    )
    assert found is not None
    expect("""
    class A { /* 𝒳 */
        int x;  // 𝒳é
        int y;
    }

    spec T() := true;
    """).check(lines(opened, list(found)))


async def test_formatting_a_range_leaves_the_rest(ed: Editor) -> None:
    opened = ed.open("range.tiny", "spec  A()  :=  true;\n/* 𝒳 */ spec  B()  :=  true;\n")
    start = opened.text.index("B")
    found = await ed.client.text_document_range_formatting_async(
        types.DocumentRangeFormattingParams(
            opened.identifier, opened.range(start, start), types.FormattingOptions(4, True)
        )
    )
    assert found is not None
    assert lines(opened, list(found)) == "spec  A()  :=  true;\n/* 𝒳 */\nspec B() := true;\n"


async def test_folds_are_lines(ed: Editor) -> None:
    opened = ed.open("folds.tiny", "// 𝒳\n// two\nclass A {\n    int x;\n}\n")
    found = await ed.client.text_document_folding_range_async(
        types.FoldingRangeParams(opened.identifier)
    )
    assert found and [(f.start_line, f.end_line, f.kind) for f in found] == [
        (0, 1, types.FoldingRangeKind.Comment),
        (2, 3, None),
    ]


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_selection_grows(editors: Editors, profile: str) -> None:
    ed = await editors(profile)
    opened = ed.open("grow.tiny", "/* 𝒳 */ spec T(int n) := 𝒳1 + n$0 = 2;")
    found = await ed.client.text_document_selection_range_async(
        types.SelectionRangeParams(opened.identifier, [opened.position()])
    )
    assert found
    texts = []
    one: types.SelectionRange | None = found[0]
    while one is not None:
        texts.append(opened.cut(one.range))
        one = one.parent
    assert texts == [
        "n",
        "𝒳1 + n",
        "𝒳1 + n = 2",
        "spec T(int n) := 𝒳1 + n = 2;",
        "/* 𝒳 */ spec T(int n) := 𝒳1 + n = 2;",
    ]


async def test_every_feature_answers_about_a_document_that_is_not_open(ed: Editor) -> None:
    nowhere = types.TextDocumentIdentifier("file:///nowhere.tiny")
    position = types.Position(9, 9)
    place = types.Range(position, position)
    options = types.FormattingOptions(4, True)
    client = ed.client
    completions = await client.text_document_completion_async(
        types.CompletionParams(nowhere, position)
    )
    assert isinstance(completions, types.CompletionList) and not completions.items
    answers: list[object] = [
        await client.text_document_document_symbol_async(types.DocumentSymbolParams(nowhere)),
        await client.text_document_definition_async(types.DefinitionParams(nowhere, position)),
        await client.text_document_document_highlight_async(
            types.DocumentHighlightParams(nowhere, position)
        ),
        await client.text_document_references_async(
            types.ReferenceParams(types.ReferenceContext(True), nowhere, position)
        ),
        await client.text_document_folding_range_async(types.FoldingRangeParams(nowhere)),
        await client.text_document_formatting_async(
            types.DocumentFormattingParams(nowhere, options)
        ),
        await client.text_document_range_formatting_async(
            types.DocumentRangeFormattingParams(nowhere, place, options)
        ),
        await client.text_document_signature_help_async(
            types.SignatureHelpParams(nowhere, position)
        ),
    ]
    assert not any(answers)
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(nowhere)
    )
    assert tokens is not None and not tokens.data

"""Python text becomes a tree, whatever the text."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.parse import parse
from heapwright.frontends.python.syntax.show_tree import show_module
from heapwright.frontends.python.syntax.walk import walk
from support.expect import Expectation, expect


def check_tree(text: str, expectation: Expectation) -> None:
    expectation.check(show_module(parse(text).tree))


def check_broken(text: str, expectation: Expectation) -> None:
    """Compare the problems, and the declarations that are left."""
    parsed = parse(text)
    lines = [f"{text[p.span.start : p.span.end]!r}: {p.message}" for p in parsed.problems]
    for node in parsed.tree.body:
        if isinstance(node, tree.FunctionDef | tree.ClassDef):
            lines.append(f"{type(node).__name__} {node.name.text}")
    expectation.check("\n".join(lines))


def test_a_function_with_its_statements() -> None:
    check_tree(
        "def f(self, n: int = 2) -> int:\n    return self.a + n\n",
        expect(
            """
            Module 0-54
              body: FunctionDef 0-53
                name: Name text='f' 4-5
                parameters: Parameter kind='plain' 6-10
                  name: Name text='self' 6-10
                parameters: Parameter kind='plain' 12-22
                  name: Name text='n' 12-13
                  annotation: Name text='int' 15-18
                  default: IntLiteral value=2 21-22
                result: Name text='int' 27-30
                body: Return 36-53
                  value: BinaryOperation operator='+' 43-53
                    lhs: Attribute name='a' 43-49
                      value: Name text='self' 43-47
                    rhs: Name text='n' 52-53
            """
        ),
    )


def test_spans_count_code_points_and_not_bytes() -> None:
    text = 'größe = "日本語 🎉"  # ü\nx = größe\n'
    names = [n for n in walk(parse(text).tree.body) if isinstance(n, tree.Name)]
    assert [text[n.span.start : n.span.end] for n in names] == ["größe", "x", "größe"]


def test_syntax_newer_than_the_python_that_runs_is_read() -> None:
    check_broken(
        "class Stack[T]:\n    def push[S](self, x: T) -> None: ...\ntype Pair = tuple[int, int]\n",
        expect("ClassDef Stack"),
    )


def test_half_typed_code_keeps_the_other_declarations() -> None:
    check_broken(
        "class A:\n    def m(self):\n        return self.\n\n    def n(self):\n        return 1\n"
        "\n\ndef f(x:\n    pass\n\n\nclass B:\n    pass\n",
        expect(
            """
            'return self.': this is not Python: `return self.`
            'def f(x:\\n    pass': this is not Python: `def f(x:`
            ClassDef A
            ClassDef B
            """
        ),
    )


def test_an_open_bracket_ends_before_the_next_declaration() -> None:
    check_broken(
        "class A:\n    def m(self, x):\n        self.n = max(x,\n            [1,\n\n"
        "    def n(self):\n        return (1,\n\n\n@spec\n@other(1)\nclass B:\n    pass\n",
        expect("""
        'self.n = max(x,\\n            [1,': this is not Python: `self.n = max(x,`
        'return (1,': this is not Python: `return (1,`
        ClassDef A
        ClassDef B
        """),
    )


def test_a_block_that_is_missing_is_no_python() -> None:
    check_broken(
        "class A:\n    def m(self):\n\n    def n(self):\n        try:\n            pass\n\n"
        "    def o(self):\n    self.n = 1\n\nif A:\n    # nothing\nx = 1\n",
        expect("""
        '': this is not Python: an indented block is missing here
        'try': this is not Python: `except` or `finally` is missing here
        '': this is not Python: an indented block is missing here
        '': this is not Python: an indented block is missing here
        ClassDef A
        """),
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00",
        "\ufeff",
        "(" * 5_000,
        "x = " + "(" * 3_000 + "1" + ")" * 3_000,
        "x = " + "+".join("a" * 3_000),
        "if a:\n pass\n" + "elif a:\n pass\n" * 2_000,
        "".join(f"{' ' * n}if a:\n" for n in range(400)) + " " * 400 + "pass\n",
        "x = 0" + "1" * 5_000,
        "def f(:\n",
        "\ud800 = 1",
        "a" + ".b" * 5_000,
        "f" + "()" * 5_000,
        "@" * 300,
    ],
    ids=range(14),
)
def test_no_text_ends_the_parser(text: str) -> None:
    parsed = parse(text)
    assert parsed.tree.span.end == len(text)


def test_comments_mark_the_declaration_that_follows_or_whose_line_they_end() -> None:
    module = parse(
        "# heapwright: scope A=2\n\nx = 1\n\n"
        "# heapwright: spec\n# more words\n\ndef f(): ...\n\n"
        "def g(): ...  # heapwright: private\n\n"
        "@d\n# heapwright: invariant\ndef h(): ...\n"
        's = "# heapwright: spec"\n'
    ).tree
    functions = [n for n in module.body if isinstance(n, tree.FunctionDef)]
    marks = {f.name.text: [m.text for m in f.marks] for f in functions}
    assert marks == {"f": ["spec"], "g": ["private"], "h": ["invariant"]}
    assert [m.text for m in module.marks] == ["scope A=2"]


def test_the_example_has_no_problems() -> None:
    path = Path(__file__).parents[3] / "examples" / "search_tree.py"
    assert parse(path.read_text(encoding="utf-8")).problems == ()

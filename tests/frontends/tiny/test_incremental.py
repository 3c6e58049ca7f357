"""Parsing again after edits gives what parsing from scratch gives, and shares the rest."""

from __future__ import annotations

import random
from collections.abc import Iterator

from heapwright.frontends.tiny.syntax import tree
from heapwright.frontends.tiny.syntax.incremental import Edit, reparse
from heapwright.frontends.tiny.syntax.parse import Parsed, parse
from heapwright.frontends.tiny.syntax.show_tree import show_file

N_SEQUENCES = 2_000

FIELDS = ["int value;", "private Node next;", "bool g; // a flag\n", "Node left; Node right;"]
METHODS = [
    "int get() := this.value;",
    "void set(int v) := { this.value := v; this };",
    "static Node make() := new Node;",
    "/* makes\n two */ private static int two(int a, Node b) :=\n    a + b.value;",
    "invariant small() := this.value < 10;",
    "hex { this(.next)* aliases nothing; this.a not null; }",
    "private new;",
    "int core(Node o) := (((o.next).value) + (o.get[1]));",
]
TOPS = [
    "spec T(Node o) := o.value = 1 && o.next != null;",
    "scope Node <= 3;",
    "test t { a := new Node; assert a.get() = 0; }",
    "include lib.tiny\n",
    'include "other.tiny";',
    "class Empty { }",
    "let x := new Node in x.set(3)",
    "// only a comment 😀\n",
]
SNIPPETS = [
    *"abX1 \n\t;.,+-*/%<>=!~@(){}[]\"'&|:",
    *["\r\n", "/*", "*/", "//", ":=", "😀", "𝒳", "é", "\0", "class ", "class C {", "spec ", "}\n}"],
    *["spec S(", "test t {", "scope x <=", "include ", "private ", "static ", "hex {", "\nint m("],
    *["if ", "then ", "else ", "let ", "in ", "try ", "catch ", "assert ", "int x;", " := 1;"],
]


def test_any_sequence_of_edits_gives_what_a_parse_from_scratch_gives() -> None:
    for seed in range(N_SEQUENCES):
        check_sequence_of_edits(seed)


def check_sequence_of_edits(seed: int) -> None:
    chance = random.Random(seed)
    parsed = parse(random_file(chance))
    edits: list[Edit] = []
    for _ in range(chance.randint(3, 10)):
        edit = random_edit(chance, parsed.text)
        edits.append(edit)
        after = reparse(parsed, edit)
        scratch = parse(after.text)
        told = f"seed {seed}, after {edits}, text {after.text!r}"
        assert after.text == parsed.text[: edit.start] + edit.text + parsed.text[edit.end :], told
        assert after.problems == scratch.problems, told
        assert after.tree == scratch.tree, told
        check_sharing(parsed, edit, after, told)
        parsed = after
    assert show_file(parsed.tree) == show_file(scratch.tree), told


def check_sharing(before: Parsed, edit: Edit, after: Parsed, told: str) -> None:
    """What is the same behind or before an edit must be the same object."""
    growth = len(edit.text) - (edit.end - edit.start)
    old = {offset: (code, node) for offset, code, node in codes_and_nodes(before)}
    for offset, code, node in codes_and_nodes(after):
        if offset + len(code) < edit.start:
            old_code, old_node = old.get(offset, ("", None))
        elif offset > edit.start + len(edit.text):
            old_code, old_node = old.get(offset - growth, ("", None))
        else:
            continue
        if old_code == code and old_node == node:
            assert old_node is node, told


def codes_and_nodes(parsed: Parsed) -> Iterator[tuple[int, str, tree.Declaration | None]]:
    for unit, start in zip(parsed.units, parsed.starts, strict=True):
        offset = start + unit.chunks[0].space
        yield offset, parsed.text[offset : start + unit.length], unit.node


def random_file(chance: random.Random) -> str:
    newline = chance.choice(["\n", "\n", "\r\n"])
    parts: list[str] = []
    for number in range(chance.randint(1, 4)):
        if chance.random() < 0.6:
            members = chance.choices(FIELDS + METHODS, k=chance.randint(0, 4))
            body = "".join(f"    {member}\n" for member in members)
            parts.append(f"class C{number} extends Node {{\n{body}}}\n")
        else:
            parts.append(chance.choice(TOPS) + "\n")
    return "\n".join(parts).replace("\n", newline)


def random_edit(chance: random.Random, text: str) -> Edit:
    start = chance.randint(0, len(text))
    near = min(len(text), start + chance.randint(0, 8))
    match chance.randrange(10):
        case 0:
            return Edit(start, chance.randint(start, len(text)), "")
        case 1 | 2:
            return Edit(start, near, "")
        case 3:
            return Edit(start, start, chance.choice(FIELDS + METHODS + TOPS))
        case 4:
            line = text.rfind("\n", 0, start) + 1
            return Edit(line, line, chance.choice(FIELDS + METHODS + TOPS) + "\n")
        case 5:
            comment = text.find("/", start)
            inside = comment + 2 if 0 <= comment < len(text) - 1 else start
            return Edit(inside, inside, chance.choice(SNIPPETS))
        case 6:
            source = chance.randint(0, len(text))
            return Edit(start, near, text[source : source + chance.randint(0, 60)])
        case 7:
            return Edit(start, near, chance.choice(SNIPPETS))
        case _:
            return Edit(start, start, chance.choice(SNIPPETS))


FILE = """\
include "lib.tiny";
class A {
    int x;
    // The one to edit.
    int one() := 1;
    int two() := 2;
}

class B extends A { int y; }
spec T(A a) := a.x = 1;
"""


def test_a_keystroke_parses_one_chunk() -> None:
    parsed = parse(FILE)
    for at in range(FILE.index("1;"), len(FILE)):
        after = reparse(parsed, Edit(at, at, " "))
        assert after.n_parsed <= 1, FILE[at:]
    inside = FILE.index("1;")
    assert reparse(parsed, Edit(inside, inside, "4")).n_parsed == 1


def test_an_edit_of_one_member_leaves_all_others_alone() -> None:
    parsed = parse(FILE)
    inside = FILE.index("1;")
    after = reparse(parsed, Edit(inside, inside, "4"))
    include, a, b, spec = (placed.node for placed in parsed.tree.declarations)
    new_include, new_a, new_b, new_spec = (placed.node for placed in after.tree.declarations)
    assert (new_include, new_b, new_spec) == (include, b, spec)
    assert new_include is include
    assert new_b is b
    assert new_spec is spec
    assert isinstance(a, tree.ClassDecl)
    assert isinstance(new_a, tree.ClassDecl)
    assert new_a.members[0].node is a.members[0].node
    assert new_a.members[1].node is not a.members[1].node
    assert new_a.members[2].node is a.members[2].node


def test_a_line_above_a_class_parses_nothing_again() -> None:
    parsed = parse(FILE)
    at = FILE.index("class B")
    after = reparse(parsed, Edit(at, at, "// A comment.\n\n"))
    assert after.n_parsed == 0
    assert [p.node for p in after.tree.declarations] == [p.node for p in parsed.tree.declarations]
    for new, old in zip(after.tree.declarations, parsed.tree.declarations, strict=True):
        assert new.node is old.node


def test_several_edits_apply_one_after_the_other() -> None:
    after = reparse(parse("1 + 2"), Edit(0, 1, "10"), Edit(0, 2, "x"))
    assert after.text == "x + 2"
    assert after.tree == parse("x + 2").tree


def test_an_edit_past_the_end_is_clipped() -> None:
    assert reparse(parse("1"), Edit(5, 9, "2")).text == "12"
    assert reparse(parse(""), Edit(0, 0, "class A { }")).tree == parse("class A { }").tree

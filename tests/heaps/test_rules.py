"""Every rule of [POSE] Figures 4, 5, 9 and 10 on the smallest program that needs it.

The paths are those of the model `pose`; each was taken by the plain interpreter. Where our rule
is not the printed one, `heaps/path_optimal.py` says so, and `test_witnesses.py` shows why.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from support.symbolic import described, paths_of

NODES = "class N { N n; int f; }\nclass P { int m(N a, N b) := BODY; }"
LINE = """
class A { int x; int get() := 1; int own() := 4; }
class B extends A { int y; int get() := 2; }
class C extends B { }
"""
METHODS = LINE + "class P { A at; int m(A a, A b) := BODY; }"

BOTH = "a != null && b != null"

# Rule: the program (a body of `P.m`, or a whole text with a main expression), and its paths
# that return.
RULES = {
    "Getfield (c1)": (NODES, "{ a.f; a.f }", ["a != null: returned a.f"]),
    "Getfield (c2)": (
        NODES,
        "let t := new N in { a.n := t; t.f := 3; b.n.f }",
        [f"{BOTH} && (a = b || b.n != null): returned if a = b then 3 else b.n.f"],
    ),
    "Getfield (c3)": (
        NODES,
        "let t := new N in { t.f := 7; b.n := null; a.n := t; b.n.f }",
        ["b != null && a = b: returned 7"],
    ),
    "Getfield (c4)": (
        NODES,
        "let t := new N in { t.f := 7; b.n := t; a.n := null; b.n.f }",
        ["b != null && a != null && a != b: returned 7"],
    ),
    "Getfield (c5)": (NODES, "let t := new N in { t.f := 7; t.f }", ["true: returned 7"]),
    "Getfield (r1)": (NODES, "a.f", ["a != null: returned a.f"]),
    "Getfield (r1.b)": (
        LINE + "if Y0.x = 0 then Y0.y else 1",
        None,
        [
            "Y0 != null && Y0.x = 0 && Y0 instanceof B: returned Y0.y",
            "Y0 != null && Y0.x != 0: returned 1",
        ],
    ),
    "Getfield (r2)": (
        NODES,
        "{ a.f := 5; b.f }",
        ["a != null && b != null: returned if a = b then 5 else b.f"],
    ),
    "Putfield (c1)": (
        NODES,
        "{ a.f; b.f := 5; a.f }",
        ["a != null && b != null: returned if a = b then 5 else a.f"],
    ),
    "Putfield (c2)": (NODES, "{ a.n.f := 5; 0 }", ["a != null && a.n != null: returned 0"]),
    "Putfield (c3)": (
        NODES,
        "let t := new N in { b.n := null; a.n := t; b.n.f := 7; t.f }",
        ["b != null && a = b: returned 7"],
    ),
    "Putfield (c4)": (
        NODES,
        "let t := new N in { b.n := t; a.n := null; b.n.f := 7; t.f }",
        ["b != null && a != null && a != b: returned 7"],
    ),
    "Putfield (c5)": (NODES, "let t := new N in (t.f := 7)", ["true: returned 7"]),
    "Putfield (r1)": (NODES, "a.f := 5", ["a != null: returned 5"]),
    "Putfield (r1.b)": (
        LINE + "{ Y0.x := 1; Y0.y := 2; Y0.x + Y0.y }",
        None,
        ["Y0 != null && Y0 instanceof B: returned 3"],
    ),
    # The objects of a choice become known, and both are read.
    "mergeHGf": (
        NODES,
        "let t := new N in { a.n := t; b.n.f; if a.f = b.n.f then 1 else 2 }",
        [
            f"{BOTH} && (a = b || b.n != null) && (if a = b then 0 else b.n.f) = a.f: returned 1",
            f"{BOTH} && (a = b || b.n != null) && (if a = b then 0 else b.n.f) != a.f: returned 2",
        ],
    ),
    # What a choice dereferences is not null, under the guard and where it is read directly.
    "mergePC": (
        NODES,
        "{ a.n := b; a.n.n; b.f; if b = null then 1 else 2 }",
        ["a != null && b != null: returned 2"],
    ),
    # A write through a choice is seen through every reference that may be hit.
    "mergeHPf": (
        NODES,
        "let u := a.n in let v := b.n in { v.f := 5; if u = v then u.f else 3 }",
        [
            f"{BOTH} && b.n != null && a.n = b.n: returned if a.n = b.n then 5 else a.n.f",
            f"{BOTH} && b.n != null && a.n != b.n: returned 3",
        ],
    ),
    # What the other side of a choice held before is still what the input heap holds.
    "mergeClauses": (
        NODES,
        "let t := new N in { a.n := t; b.n.f := 9; if a = b then t.f else b.n.f }",
        [
            "a != null && a = b: returned 9",
            f"{BOTH} && b.n != null && a != b: returned 9",
        ],
    ),
    "Eq (c1)": (NODES, "if a = a then 1 else 2", ["true: returned 1"]),
    "Eq (c2)": (NODES, "if 1 = 2 then 1 else 2", ["true: returned 2"]),
    "Eq (c3)": (NODES, "if new N = new N then 1 else 2", ["true: returned 2"]),
    "Eq (c4)": (NODES, "let t := new N in if t = null then 1 else 2", ["true: returned 2"]),
    "Eq (c5)": (NODES, "let t := new N in if null = t then 1 else 2", ["true: returned 2"]),
    "Eq (c6)": (NODES, "let t := new N in if a = t then 1 else 2", ["true: returned 2"]),
    "Eq (c7)": (NODES, "let t := new N in if t = a then 1 else 2", ["true: returned 2"]),
    "Invoke (c1)": (METHODS, "(new C).get()", ["true: returned 2"]),
    "Invoke (c2)": (
        METHODS,
        "a.get()",
        ["a != null && !(a instanceof B): returned 1", "a != null && a instanceof B: returned 2"],
    ),
    "Invoke (c3)": (METHODS, "{ this.at := new C; this.at.get() }", ["true: returned 2"]),
    "Invoke (c4)": (
        LINE + "class Q { A at; } class P { int m(Q a, Q b) := { a.at := new C; b.at.get() }; }",
        "",
        [
            f"{BOTH} && b.at != null && !(b.at instanceof B) && a != b: returned 1",
            f"{BOTH} && (a = b || b.at != null) && (b.at instanceof B || a = b): returned 2",
        ],
    ),
    "If (c1)": (NODES, "if true then 1 else 2", ["true: returned 1"]),
    "If (c2)": (NODES, "if false then 1 else 2", ["true: returned 2"]),
    "If (c3)": (NODES, "if a = b then 1 else 2", ["a = b: returned 1", "a != b: returned 2"]),
    "If (c4)": (
        NODES,
        "if a = null then 1 else 2",
        ["a = null: returned 1", "a != null: returned 2"],
    ),
    "Let": (NODES, "let t := a in let t := 3 in t", ["true: returned 3"]),
    "New": (NODES, "let t := new N in if t.n = null then t.f else 1", ["true: returned 0"]),
    "Op (c1)": (NODES, "2 + 3", ["true: returned 5"]),
    "Op (c2)": (NODES, "if !true then 1 else 2", ["true: returned 2"]),
}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_gives_these_paths(rule: str) -> None:
    text, body, expected = RULES[rule]
    name = None if body is None else "P.m"
    found = paths_of(text.replace("BODY", body or ""), "pose", name)
    assert found.is_complete
    assert [described(path) for path in found.paths if path.outcome == "returned"] == expected


def test_the_code_names_every_rule() -> None:
    """A rule that the models apply is cited where they apply it."""
    folder = Path(__file__).parent.parent.parent / "server" / "heapwright"
    files = [*(folder / "heaps").glob("*.py"), folder / "paths" / "unknown_heaps" / "semantics.py"]
    text = " ".join(path.read_text(encoding="utf-8") for path in files)
    assert [rule for rule in RULES if rule not in text] == []

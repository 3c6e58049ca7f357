"""Every heap model on the same programs: the papers' and small ones with a catch each."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwright.workspace.load import load_program
from support.conformance import check_conformance
from support.engine import loaded
from support.symbolic import function_named

ROOT = Path(__file__).parent.parent.parent
NODES = "class N { N n; N m; int f; bool b; }\nclass P { "

SMALL = {
    "read through an alias": "int m(N a, N b) := { a.f := 5; if b.f = 5 then 1 else 2 };",
    "write a reference, follow it": """int m(N a, N b, N c) := {
        a.n := b; if c.n = b then (if c.n.f = 0 then 1 else 2) else 3 };""",
    "write through a choice": """int m(N a, N b) :=
        let u := a.n in let v := b.n in {
            v.f := 5; if u = v then (if u.f = 5 then 1 else 2) else 3 };""",
    "a guard read it before": """int m(N a, N b, N u) := {
        a.n := u; b.n.f; u.f; if u = null then 2 else 1 };""",
    "a new object among inputs": """int m(N a, N b) := let fresh := new N in {
        a.n := fresh; if b.n = fresh then 1 else if b.n = null then 2 else 3 };""",
    "write into what may be new": """int m(N a, N b) := let fresh := new N in {
        a.n := fresh; fresh.f := 7; b.n.f := 8; if fresh.f = 8 then 1 else 2 };""",
    "two fields": "int m(N a, N b) := { a.n := b.m; b.m := a; if a.n = b.m then 1 else 2 };",
    "a symbolic Boolean field": """int m(N a, N b) := {
        a.b := !b.b; if b.b then 1 else if a.b && a != b then 2 else 3 };""",
    "null by two ways": """int m(N a, N b) := {
        a.n := null; if b.n = null then (if a = b then 1 else 2) else 3 };""",
    "and that need not fork": "int m(N a, int x) := if x = 0 && a = null then 1 else 2;",
    "and that must fork": "int m(N a) := if a != null && a.f = 1 then 1 else 2;",
    "or that changes something": """bool touch(N a) := { a.f := 1; true };
        int m(N a, N b, int x) := if x = 0 || this.touch(a) then b.f else 9;""",
    "cut a cycle": """int m(N a) := { if a.n != null then a.n.n := null;
        if a.n != null && a.n.n = a then 1 else 2 };""",
    "swap": """int m(N a, N b) := let t := a.n in { a.n := b.n; b.n := t;
        if a.n = t then 1 else 2 };""",
    "walk": """int m(N a) := let s := a in let i := 0 in {
        while s != null && i < 3 do { s := s.n; i := i + 1 }; i };""",
    "divide": "int m(N a, N b) := if a.f / b.f = 1 then 1 else 2;",
    "catch": "int m(N a, N b) := try a.n.f + b.f catch 7;",
}

CLASSES = """
class A { int x; int get() := this.x; A self() := this; int twice() := this.get() + this.get(); }
class B extends A { int y; int get() := this.y; }
class C extends B { int get() := 3; }
class D extends A { }
class P {
    int call(A a, A b) := if a.get() = b.get() then 1 else 2;
    int test(A a, B b) := if a instanceof B then (if a = b then 1 else 2) else 3;
    int same(A a, B b, D d) := if a = b then (if a = d then 1 else 2) else if a = d then 3 else 4;
    int again(A a) := if a.get() = 0 then a.twice() else a.self().get();
    int write(A a, B b) := { b.x := 1; if a.x = 1 then a.get() else 9 };
}
"""


@pytest.mark.parametrize("name", SMALL)
def test_small_programs_have_the_same_paths_in_every_model(name: str) -> None:
    program = loaded(NODES + SMALL[name] + " }").program
    check_conformance(program, function_named(program, "P.m"))


@pytest.mark.parametrize("method", ["call", "test", "same", "again", "write"])
def test_inheritance_and_overriding_are_the_same_in_every_model(method: str) -> None:
    program = loaded(CLASSES).program
    check_conformance(program, function_named(program, f"P.{method}"), n_objects=1)


@pytest.mark.parametrize(("name", "n_objects"), [("swap", 2), ("sum", 4), ("has_null", 6)])
def test_the_figures_conform(name: str, n_objects: int) -> None:
    program = load_program(str(ROOT / f"tests/core_programs/{name}.tiny"), None).program
    check_conformance(program, function_named(program, None), n_objects=n_objects)


# The bound of a program of Table 1 is made smaller where lazy initialization explodes: what it
# is, what it becomes, how many objects of a class every path finds room in, the ints.
TABLE = {
    "avl_balanced": ("1", "0", 3, (0, 1, 2)),
    "avl_find": ("5", "1", 3, (0, 1, 2)),
    "avl_findMax": ("10", "3", 5, (0,)),
    "avl_findMin": ("10", "3", 5, (0,)),
    "avl_insertElem": ("1", "0", 3, (-2, 0, 1)),
    "avl_maxElement": ("2", "0", 2, (0, 1)),
    "avl_minElement": ("2", "0", 2, (0, 1)),
    "dll_add": ("4", "1", 2, (0, 1)),
    "dll_get": ("4", "1", 3, (0, 1)),
    "dll_getFirst": ("", "", 2, (0, 1)),
    "dll_getLast": ("", "", 2, (0, 1)),
    "dll_indexOf": ("8", "0", 3, (0, 1)),
    "dll_remove": ("4", "0", 2, (0, 1)),
    "dll_removeFirst": ("", "", 2, (0, 1)),
    "dll_removeLast": ("", "", 2, (0, 1)),
    "ncll_add": ("", "", 2, (0, 1)),
    "treemap_put": ("2", "0", 2, (0, 1)),
}


@pytest.mark.parametrize("name", TABLE)
def test_the_programs_of_table_1_conform(name: str, tmp_path: Path) -> None:
    folder = ROOT / "benchmarks" / "programs"
    text = (folder / f"{name}.tiny").read_text(encoding="utf-8")
    old, new, n_objects, ints = TABLE[name]
    included, _, main = text.removeprefix("include ").partition("\n")
    (tmp_path / included).write_text(
        (folder / included).read_text(encoding="utf-8"), encoding="utf-8"
    )
    path = tmp_path / f"{name}.tiny"
    path.write_text(f"include {included}\n{main.replace(old, new)}", encoding="utf-8")
    program = load_program(str(path), None).program
    check_conformance(program, function_named(program, None), n_objects=n_objects, ints=ints)

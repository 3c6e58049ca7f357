"""Programs in the style of the core: they parse, have no problems, and run."""

from __future__ import annotations

from heapwright.ir.checks.validate import validate
from heapwright.paths.plain.concrete import Returned, run_main
from support.tiny import lowered


def check_value(program: str, value: int | bool) -> None:
    """Run a core program, which must be free of problems."""
    result = lowered(program)
    assert result.problems == {"program.tiny": ()}
    assert validate(result.program) == ()
    outcome = run_main(result.program)
    assert isinstance(outcome, Returned)
    assert outcome.value == value


def test_insertion_into_an_avl_tree_by_recursion() -> None:
    # Ascending keys; without rotations the tree would be a list of height 7.
    inserts = "".join(
        f"let p := new Pair in let foo := (p.key := {key}) in "
        f"let foo := (p.tree := (t.root)) in let foo := (t.root := (t.insert[p])) in "
        for key in (1, 2, 3, 4, 5, 6, 7)
    )
    check_value(
        """
class Object { }
class Pair extends Object { int key; Node tree; }
class Node extends Object { int key; int height; Node left; Node right; }
class Tree extends Object { Node root;
	int heightOf(Node n) := if (n = null) then 0 else (n.height);
	int larger(Node n) :=
		let l := (this.heightOf[(n.left)]) in let r := (this.heightOf[(n.right)]) in
		if (l < r) then r else l;
	Node fix(Node n) := let foo := (n.height := ((this.larger[n]) + 1)) in n;
	Node turnLeft(Node n) :=
		let r := (n.right) in let foo := (n.right := (r.left)) in
		let foo := (r.left := (this.fix[n])) in (this.fix[r]);
	Node turnRight(Node n) :=
		let l := (n.left) in let foo := (n.left := (l.right)) in
		let foo := (l.right := (this.fix[n])) in (this.fix[l]);
	int lean(Node n) := ((this.heightOf[(n.left)]) - (this.heightOf[(n.right)]));
	Node balance(Node n) :=
		let foo := (this.fix[n]) in
		if (1 < (this.lean[n])) then
			let foo := if ((this.lean[(n.left)]) < 0)
				then (n.left := (this.turnLeft[(n.left)])) else null in (this.turnRight[n])
		else if ((this.lean[n]) < (0 - 1)) then
			let foo := if (0 < (this.lean[(n.right)]))
				then (n.right := (this.turnRight[(n.right)])) else null in (this.turnLeft[n])
		else n;
	Node insert(Pair p) :=
		let n := (p.tree) in
		if (n = null) then
			let fresh := new Node in let foo := (fresh.key := (p.key)) in (this.fix[fresh])
		else if ((p.key) < (n.key)) then
			let foo := (p.tree := (n.left)) in let foo := (n.left := (this.insert[p])) in
			(this.balance[n])
		else if ((n.key) < (p.key)) then
			let foo := (p.tree := (n.right)) in let foo := (n.right := (this.insert[p])) in
			(this.balance[n])
		else n;
}
let t := new Tree in """
        + inserts
        + "let r := (t.root) in "
        + "((r.key) + ((r.height) + (((r.left).key) + ((r.right).key))))",
        4 + 3 + 2 + 6,
    )


def test_an_interpreter_of_expressions_by_overriding() -> None:
    check_value(
        """
class Expr { int eval(int x) := 0; bool isLeaf(int x) := false; }
class Num extends Expr { int n; int eval(int x) := (this.n); bool isLeaf(int x) := true; }
class Var extends Expr { int eval(int x) := x; bool isLeaf(int x) := true; }
class Sum extends Expr { Expr l; Expr r;
  int eval(int x) := (((this.l).eval[x]) + ((this.r).eval[x]));
  bool isLeaf(int x) := (@ never) && (((this.l).isLeaf[x]) || ((this.r).isLeaf[x])); }
let s := new Sum in let n := new Num in let foo := (n.n := 40) in
let foo := (s.l := n) in let foo := (s.r := new Var) in
if ((s.isLeaf[0]) || (~ (s instanceof Expr))) then 0 else (s.eval[2])""",
        42,
    )

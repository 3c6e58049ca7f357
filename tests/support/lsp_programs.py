"""Programs that tests of the server open.

Place: tests/support/.
"""

COUNTER = """
    class Counter {
        private int n;
        void up() := if this.n < 5 then this.n := this.n + 1 else this.n := this.n;
        int value() := this.n;
        invariant small() := this.n < 9;
        invariant tiny() := this.n < 2;
    }
    spec two(Counter c) := c.n = 2;
    spec seven(Counter c) := c.n = 7;
"""

PYTHON_COUNTER = """
    from heapwright import invariant, spec


    class Counter:
        def __init__(self) -> None:
            self.n = 0

        def up(self) -> None:
            if self.n < 5:
                self.n += 1

        @invariant
        def tiny(self) -> bool:
            return self.n < 2


    @spec
    def two(c: Counter) -> bool:
        return c.n == 2


    @spec
    def seven(c: Counter) -> bool:
        return c.n == 7
"""

# Binary search trees with up to forty nodes: more shapes than anybody will ever see.
SLOW = """
    class Node { int key; Node left; Node right; }
    class Tree {
        private Node root;
        void add(int k) := this.root := this.added(this.root, k);
        private Node added(Node at, int k) :=
            if at = null then { let n := new Node in { n.key := k; n } }
            else if k < at.key then { at.left := this.added(at.left, k); at }
            else if at.key < k then { at.right := this.added(at.right, k); at }
            else at;
        private int count(Node at) :=
            if at = null then 0 else 1 + this.count(at.left) + this.count(at.right);
        int size() := this.count(this.root);
    }
    scope Node <= 40;
    spec slow(Tree t) := t.size() = 41;
"""

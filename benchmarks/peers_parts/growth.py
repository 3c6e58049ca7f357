"""Families of specs that ask for n objects, to see how the tools grow with n.

Place: benchmarks/peers_parts/. `benchmarks/peers.py` asks them after the table.
"""

from __future__ import annotations

from peers_parts.questions import Question, questions_of

SIZES = range(1, 9)

HEAD = """from {module} import {cls}

from heapwright import scope, spec


# deep and arithmetic, reachable
@scope({scope}={n}, items={n})
@spec
def ASKED({name}: {cls}) -> bool:
    return {claim}
"""


def family(name: str) -> tuple[Question, ...]:
    """Give the questions of a family, by size."""
    return tuple(FAMILIES[name](n) for n in SIZES)


def linked_values(n: int) -> Question:
    """A list of n nodes, each value above the next by a step of its own."""
    steps = [f"{at(k)}._value - {at(k + 1)}._value == {100 * (k + 1)}" for k in range(n - 1)]
    claim = "\n        and ".join((*steps, f"{at(n - 1)}._value == 7"))
    return asked("growing_list", n, claim, module="node", cls="Node", name="o", scope="Node")


def at(k: int) -> str:
    """Give the k-th node of the list."""
    return "o" + "._next" * k


def tree_with_root(n: int) -> Question:
    """An AVL tree of n nodes with a given root."""
    claim = f"t._size_below(t._root) == {n} and t._root.element == 1000"
    return asked(
        "growing_tree", n, claim, module="kiasan_avl", cls="AvlTree", name="t", scope="AvlNode"
    )


def cached_keys(n: int) -> Question:
    """A cache with n keys in a given order."""
    steps = [f"cache._newest{'.after' * k}.key == {10 * (k + 1)}" for k in range(n)]
    claim = "\n        and ".join(steps)
    return asked(
        "growing_cache", n, claim, module="lru_cache", cls="LruCache", name="cache", scope="_Entry"
    )


def asked(file: str, n: int, claim: str, **parts: str) -> Question:
    """Give the question for one size."""
    text = HEAD.format(n=n, claim=f"(\n        {claim}\n    )", **parts)
    (question,) = questions_of(f"{file}_{n}", text)
    return question


FAMILIES = {
    "list in given steps": linked_values,
    "AVL tree with given root": tree_with_root,
    "cache with keys in given order": cached_keys,
}
